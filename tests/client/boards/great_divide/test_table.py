"""The Great Divide at a table: whose decision it is, and that everything has room."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from client.screens.table.screen import TableScreen
from client.stage.settings import Settings
from core import codec, record
from core.game import Goal, Seat
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Cards, Draw, Options, State
from core.match import Step
from core.protocol import messages as m
from tests.client.boards.great_divide.fixtures import games
from tests.client.couch import Couch, couch
from tests.client.players import GreatDividePlayer
from tests.client.screens_kit import EVERYWHERE, cut_texts, stray_words

QUICK = Settings(language="en", names=("Ada", "Bo"), speed=4.0)
ADA, BO = m.SeatPlan("me", name="Ada"), m.SeatPlan("me", name="Bo")


@contextmanager
def table(options: Options, *plans: m.SeatPlan, settings: Settings = QUICK, **window: Any) -> Iterator[Couch]:
    with couch(settings, **window) as hands:
        hands.open("great_divide", options, *plans)
        yield hands


def view_of(hands: Couch) -> State:
    """What whoever is asked sees."""
    view: State = hands.table.client_table.latest.view(hands.table.model.chooser)
    return view


def decided(shown: TableScreen, seat: int) -> bool:
    """Whether a seat has chosen its cards, still sealed or opened by the other's choice."""
    return bool(shown.client_table.line(Seat(seat)) or shown.client_table.log)


def test_an_opponents_decision_is_asked_of_the_opponent() -> None:
    """All of Ada's cards are passive: she draws, Bo lays, and the table says so; then she draws again."""
    with table(Options(), ADA, BO) as hands:
        player, shown = GreatDividePlayer(hands), hands.table
        for seat in (0, 1):
            assert shown.model.chooser == seat
            player.does(Cards(""), "keyboard")
            hands.until(lambda seat=seat: decided(shown, seat))
            hands.settle()
        player.does(Draw(), "keyboard")
        hands.until(lambda: len(shown.client_table.log) == 4)
        hands.settle()
        view = view_of(hands)
        if view.stage == "five":
            pytest.fail("the seed of this test draws the 5 first")
        assert (view.turn, view.actor, shown.model.chooser) == (0, 1, 1)
        assert shown.prompt.text.startswith("Bo: lay ") and "Ada's card is passive" in shown.prompt.text
        player.does(GREAT_DIVIDE.legal(view, Seat(1))[5], "pad")
        hands.until(lambda: len(shown.client_table.log) == 5)
        hands.settle()
        assert shown.model.chooser == 0 and view_of(hands).stage == "again"
        assert shown.prompt.text == "Ada: draw again."


# --- how it looks ------------------------------------------------------------------------------


@cache
def begun(stage: str, options: Options) -> str:
    """The record of a random game up to a decision of this stage, late in it."""
    for seed in range(60):
        found, steps = 0, []
        for before, seat, action, _ in games(options, seed):
            if before.stage == stage and len(steps) > 60:
                found = len(steps)
            steps.append(Step(seat, action))
        if found:
            header = record.Header(
                "great_divide", codec.plain(options), 2, ("Maximiliane", "Bo"), "2026-11-21"
            )
            return record.write(GREAT_DIVIDE, header, steps[:found])
    raise AssertionError(f"no random game comes to {stage}")


@pytest.mark.covering(most=2)
@pytest.mark.parametrize(
    ("stage", "options"),
    [
        ("turn", Options(True, True, True, 2, True)),
        pytest.param("five", Options(earthquake=True), marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize(("language", "size"), EVERYWHERE)
def test_everything_has_room(
    stage: str, options: Options, language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is cut off or sticks out at any size, in any language, with a long name."""
    stray = stray_words(monkeypatch)
    settings = Settings(language=language, names=("Maximiliane", "Bo"))
    with couch(settings, size, tick=0.5) as hands, cut_texts(monkeypatch) as cut:
        plans = (m.SeatPlan("me", name="Maximiliane"), BO)
        hands.program.title()
        hands.program.open(
            "great_divide", codec.plain(options), plans, Goal(games=1), record=begun(stage, options)
        )
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        hands.settle()
        cut.clear()
        stray.clear()
        hands.rest(3)
        assert view_of(hands).stage == stage
    assert cut == []
    assert stray == []
