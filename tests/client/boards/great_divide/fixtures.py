"""What the tests of The Great Divide's table share: positions, frames, games played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import numpy as np

from core.game import CHANCE, Place, Seat, read_only
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Action, Draw, Flip, Options, State, TurnPass
from tests.client.boards import fixtures
from tests.client.boards.fixtures import replace

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

position = partial(fixtures.position, GREAT_DIVIDE)
frame = partial(fixtures.frame, GREAT_DIVIDE)
step_event = partial(fixtures.step_event, GREAT_DIVIDE)


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
