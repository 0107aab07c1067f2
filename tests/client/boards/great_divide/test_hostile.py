"""A server that lies about The Great Divide is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import pytest

from client.session.table import ClientTable
from core import codec
from core.game import CHANCE, Goal, Outcome, Refused, Seat, read_only
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import EVENTS, INLAND_SEA, Action, Aside, Cards, Draw, Lay, Options, State
from core.match import Step
from core.protocol import messages as m
from core.series import Series

ALL = Options(True, True, True, 2)
SERIES = Series(Goal(games=1), {}, (0.0, 0.0))
PEOPLE = (m.Holder("person", "Ada"), m.Holder("person", "Bo"))
HIDDEN = Cards("?")

replace = msgspec.structs.replace


def filled(array: np.ndarray, value: int) -> np.ndarray:
    """An array of the same kind with one value everywhere."""
    return read_only(np.full_like(array, value))


def changed(**changes: Any) -> Callable[[State], State]:
    """A state with other values; a number fills the whole array."""

    def change(state: State) -> State:
        full = {
            name: filled(getattr(state, name), value)
            if isinstance(getattr(state, name), np.ndarray) and isinstance(value, int)
            else value
            for name, value in changes.items()
        }
        return replace(state, **full)

    return change


LIES: dict[str, Callable[[State], State]] = {
    "a tile of a hundred": changed(tiles=100),
    "a tile of minus a hundred": changed(tiles=-100),
    "a full board": changed(tiles=0),
    "a card of seven": changed(cards=7),
    "no tiles left": changed(bag=0),
    "less than none left": changed(bag=-5),
    "too many left": changed(bag=127),
    "a tile nobody knows": changed(drawn="quux"),
    "things set aside": changed(aside=(Aside("zz", True, False),) * 300),
    "a seat that is not there": changed(actor=Seat(7), turn=Seat(-9)),
    "a holder that is not there": changed(five=Seat(44), last=Seat(44)),
    "a place that is not there": changed(turned=(99, -99)),
    "an inland sea": changed(events=(INLAND_SEA,)),
    "other rules": changed(options=Options(limited_selection=True)),
    "the end": changed(stage="over"),
    "an empty deck": changed(events=EVENTS),
}


# --- A game, and what a server says of it ---------------------------------------------------------------


@lru_cache
def played(steps: int) -> tuple[State, tuple[Step, ...]]:
    """A random game up to a decision after at least so many steps."""
    rng, state, log = random.Random(3), GREAT_DIVIDE.start(ALL, 2), list[Step]()
    while len(log) < steps or CHANCE in GREAT_DIVIDE.to_act(state):
        seat = GREAT_DIVIDE.to_act(state)[0]
        log.append(Step(seat, one_of(state, seat, rng)))
        state = GREAT_DIVIDE.apply(state, seat, log[-1].action)
    return state, tuple(log)


def one_of(state: State, seat: Seat, rng: random.Random) -> Action:
    if seat == CHANCE:
        return rng.choice([action for action, _ in GREAT_DIVIDE.chances(state)])
    legal = GREAT_DIVIDE.legal(state, seat)
    return Draw() if Draw() in legal else rng.choice(legal)


def scene(state: State, log: tuple[Step, ...], viewer: int = -1, **changes: Any) -> m.TableView:
    """A table as a server tells it."""
    told = tuple((step.seat, GREAT_DIVIDE.notation(step.action)) for step in log)
    whole = m.TableView(
        table=1,
        title="",
        game="great_divide",
        options=codec.plain(ALL),
        seats=2,
        series=SERIES,
        phase="playing",
        host=1,
        holders=PEOPLE,
        yours=(0, 1) if viewer < 0 else (viewer,),
        turn=len(log),
        to_act=GREAT_DIVIDE.to_act(state),
        views=(m.SeatView(viewer, codec.plain(state), told),),
        outcome=None,
        commitment="",
        seed="",
        pause=0.0,
        paused=False,
        spectators=0,
        port=0,
    )
    return replace(whole, **changes)


def stepped(
    before: int, seat: int, action: Any, view: State, to_act: tuple[Seat, ...], outcome: Outcome | None = None
) -> m.StepsMade:
    """One step more, as a server tells it."""
    text = action if isinstance(action, str) else GREAT_DIVIDE.notation(action)
    seen = m.StepView(seat, text, codec.plain(view))
    return m.StepsMade(1, before, before + 1, ((-1, (seen,)),), to_act, outcome, SERIES)


# --- Lies about an open game ----------------------------------------------------------------------------


@pytest.mark.parametrize("lie", LIES)
def test_a_step_to_a_position_that_cannot_be_is_refused(lie: str) -> None:
    state, log = played(40)
    seat = GREAT_DIVIDE.to_act(state)[0]
    action = GREAT_DIVIDE.legal(state, seat)[0]
    after = GREAT_DIVIDE.apply(state, seat, action)
    client_table = ClientTable(scene(state, log))
    with pytest.raises(Refused, match="malformed"):
        told = stepped(len(log), seat, action, LIES[lie](after), GREAT_DIVIDE.to_act(after))
        client_table.advance(told)
    ClientTable(scene(state, log)).advance(stepped(len(log), seat, action, after, GREAT_DIVIDE.to_act(after)))


@pytest.mark.parametrize(
    "action",
    [
        HIDDEN,
        Cards("W"),
        Lay(99, -99, 0),
        Lay(0, 0, 0),
        "tile W",
        "tile zz",
        "flip q",
        "SX@0,0",
        f"SE@{2**60},0",
        "event war",
        "keep",
        "",
    ],
    ids=str,
)
def test_a_step_that_nobody_can_make_is_refused(action: Any) -> None:
    state, log = played(40)
    told = stepped(len(log), GREAT_DIVIDE.to_act(state)[0], action, state, GREAT_DIVIDE.to_act(state))
    with pytest.raises(Refused, match="malformed"):
        ClientTable(scene(state, log)).advance(told)


# --- Lies while a choice is sealed ------------------------------------------------------------------------


CHOICE = (Cards("W1"),)


def sealed_choice() -> m.TableView:
    """Bo has chosen; what he is told of it."""
    start = GREAT_DIVIDE.start(ALL, 2)
    view = GREAT_DIVIDE.view(GREAT_DIVIDE.apply(start, Seat(1), CHOICE[0]), Seat(1))
    told = scene(view, (), viewer=1, to_act=(Seat(0),))
    own = tuple(map(GREAT_DIVIDE.notation, CHOICE))
    return replace(told, views=(replace(told.views[0], own=own, ply=1),))


def lying(lie: str) -> m.TableView:
    """The same with a lie in what he sees."""
    told = sealed_choice()
    view = codec.plain(LIES[lie](codec.typed(told.views[0].view, State)))
    return replace(told, views=(replace(told.views[0], view=view),))


@pytest.mark.parametrize("lie", LIES)
def test_what_lies_open_beside_a_sealed_choice_cannot_be_made_up(lie: str) -> None:
    with pytest.raises(Refused, match="malformed"):
        ClientTable(lying(lie))
