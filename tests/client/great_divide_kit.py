"""What the tests of The Great Divide's table share: positions, frames, games played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

import msgspec
import numpy as np

from assets.texts import Texts
from client.boards.contract import Frame
from client.session.events import GameEvent, PositionView, StepShown
from client.ui.geometry import Rect
from core.game import CHANCE, Place, Seat, read_only
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Action, Draw, Flip, Options, State, TurnPass

BASIC = Options()
ALL = Options(True, True, True, 2, True)
MANY = (
    BASIC,
    ALL,
    Options(great_basin=True),
    Options(two_ocean_pass=True, events=1),
    Options(earthquake=True, events=2),
    Options(limited_selection=True),
    Options(two_ocean_pass=True, events=2, first=1, turning="before each draw"),
)
FIELD, SIDE = Rect(480, 120, 960, 880), Rect(1500, 120, 380, 880)

replace = msgspec.structs.replace
texts = lru_cache(Texts)


def position(state: State, turn: int = 0) -> PositionView:
    """A moment as everybody and each seat see it."""
    views = {viewer: GREAT_DIVIDE.view(state, Seat(viewer)) for viewer in (0, 1)}
    views[-1] = GREAT_DIVIDE.view(state, None)
    return PositionView(views, turn, GREAT_DIVIDE.to_act(state), GREAT_DIVIDE.outcome(state))


def frame(
    state: State, chooser: int | None = None, turn: int = 0, now: float = 0.0, language: str = "en"
) -> Frame:
    """What a board is shown of a state while `chooser` is asked."""
    viewer = -1 if chooser is None else chooser
    asked = None if chooser is None else Seat(chooser)
    return Frame(position(state, turn), viewer, asked, now, texts(language).say)


def board(tiles: dict[Place, int]) -> np.ndarray:
    """The land with these tiles on it."""
    made = np.full(GREAT_DIVIDE.land.size, -1, dtype=np.int8)
    for place, tile in tiles.items():
        made[GREAT_DIVIDE.land.space[place]] = tile
    return read_only(made)


def stage(
    name: str, options: Options = BASIC, tiles: dict[Place, int] | None = None, **more: object
) -> State:
    """A state in a stage of the game, all cards active."""
    start = GREAT_DIVIDE.start(options, 2)
    cards = read_only(np.ones_like(start.cards))
    return replace(start, stage=name, cards=cards, tiles=board(tiles or {}), **more)


def games(
    options: Options, seed: int, eager: bool = False, start: State | None = None
) -> Iterator[tuple[State, Seat, Action, State]]:
    """Every step of a random game, in which the Pass is often turned; the eager turn few cards over."""
    rng, state = random.Random(seed), GREAT_DIVIDE.start(options, 2) if start is None else start
    while to_act := GREAT_DIVIDE.to_act(state):
        seat = rng.choice(to_act)
        if seat == CHANCE:
            choices, weights = zip(*GREAT_DIVIDE.chances(state), strict=True)
            action = rng.choices(choices, [float(weight) for weight in weights])[0]
        else:
            legal = GREAT_DIVIDE.legal(state, seat)
            draws = [a for a in legal if isinstance(a, Draw)]
            flips = [a for a in legal if isinstance(a, Flip)]
            axes = [a for a in legal if isinstance(a, TurnPass) and rng.random() < 0.5]
            action = rng.choice(draws if draws and (eager or rng.random() < 0.7) else flips or axes or legal)
        after = GREAT_DIVIDE.apply(state, seat, action)
        yield state, seat, action, after
        state = after


def happening(before: State, seat: Seat, action: Action, after: State) -> GameEvent:
    """A step as a mirror hands it on."""
    actions = {viewer: GREAT_DIVIDE.seen(before, seat, action, Seat(viewer), after) for viewer in (0, 1)}
    actions[-1] = GREAT_DIVIDE.seen(before, seat, action, None, after)
    return GameEvent(position(before), (StepShown(seat, actions),), position(after))
