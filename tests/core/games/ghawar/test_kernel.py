"""The kernel of Ghawar in lock-step with its rules: whole games, and boards set up by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import copy

import numpy as np
import pytest
from msgspec.structs import replace

from core.game import CHANCE, Seat
from core.games.ghawar.bot import kernel
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import (
    MOST_BUILDING_ROUNDS,
    Action,
    Build,
    Dice,
    Die,
    Drive,
    Leave,
    Options,
    Shift,
    State,
)
from tests.core.games.ghawar.boards import THOUGHT_OUT, column, position, rolls_in_vain, shut_in
from tests.core.games.ghawar.oracle import Oracle
from tests.core.games.ghawar.playing import anything, loader, steps
from tests.core.games.ghawar.table import state_of
from tests.core.kernels import Lockstep, play_out
from tests.core.laws import Shape, possible
from tests.core.shapes import shapes_of, values_in
from tests.covering import chosen

SHAPES = shapes_of(GHAWAR)
PLAYERS = (loader, anything, loader)
"""Random drives hardly ever load."""


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 11))])
def test_games_in_lock_step(seed: int) -> None:
    shapes = SHAPES if seed else chosen(SHAPES, [values_in(shape) for shape in SHAPES])
    for number in range(1000 * seed, 1000 * seed + (1000 if seed else len(shapes))):
        shape = shapes[number % len(shapes)]
        sides = Lockstep(shape)
        for step in steps(shape.options, shape.seats, PLAYERS[number % len(PLAYERS)], number):
            sides.compare()
            sides.step(step.seat, step.action)
        sides.compare()
        play_out(shape, number)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_boards_set_up_by_hand_in_lock_step(seed: int) -> None:
    """Trucks crowd around a place, or have no way at all; few cubes are left; the last derrick is due."""
    rng = random.Random(seed)
    for make in THOUGHT_OUT:
        try_actions(both_sides(state_of(make())), rng, 30 if seed else 8)
    for _ in range(1000 if seed else 10):
        try_actions(both_sides(state_of(position(rng))), rng, 6)


def test_the_last_round_of_building_in_lock_step() -> None:
    game = steps(Options(), 2, anything, 1)
    state = next(step.before for step in game if step.before.stage == "dice" and step.before.turn == 1)
    last = replace(state, rounds=MOST_BUILDING_ROUNDS - 1)
    try_actions(both_sides(last), random.Random(1), 3)
    assert GHAWAR.apply(last, CHANCE, Dice(1, 1)).stage == "die"


def both_sides(state: State) -> Lockstep:
    """The rules and the kernel at a board set up by hand."""
    sides = Lockstep(Shape(GHAWAR, state.options, state.seats))
    sides.state, sides.array = state, kernel.from_state(state)
    return sides


def try_actions(sides: Lockstep, rng: random.Random, width: int) -> None:
    """Compare what may happen until the turn is over: so many things each time, few of them with derricks."""
    sides.compare()
    turn = sides.state.turn, sides.state.rounds
    for seat in GHAWAR.to_act(sides.state):
        actions = possible(GHAWAR, sides.state, seat)
        liking = {action: isinstance(action, Shift) + rng.random() / 2 for action in actions}
        for action in sorted(actions, key=liking.__getitem__)[:width]:
            after = copy(sides)
            after.array = sides.array.copy()
            after.step(seat, action)
            if turn == (after.state.turn, after.state.rounds):
                try_actions(after, rng, width)
            else:
                after.compare()


def rolled(board: Oracle, pips: int) -> State:
    """A board set up by hand after a roll for the trucks."""
    return GHAWAR.apply(state_of(board), CHANCE, Die(pips))


def first(options: Options, kind: type[Action], among: int) -> State:
    """The first position of a game in which somebody does this, and might have done many other things."""
    return next(
        step.before
        for step in steps(options, 2, loader, 1)
        if isinstance(step.action, kind) and len(GHAWAR.legal(step.before, step.seat)) >= among
    )


@pytest.mark.parametrize(
    "state",
    (
        lambda: rolled(column(), 3),
        lambda: rolled(shut_in(), 3),
        lambda: state_of(rolls_in_vain()),
        lambda: first(Options(dice_choice=True), Build, 2),
        lambda: first(Options(trucks=2, crossing_loads=True, derricks="instead of the roll"), Drive, 50),
        lambda: first(Options(trucks=2, roads="ring"), Leave, 130),
    ),
    ids=("trucks in a row", "passing", "rolling or a derrick", "two platforms", "two trucks", "home"),
)
def test_all_actions_are_drawn_as_often(state: Callable[[], State]) -> None:
    s, rng = kernel.from_state(state()), np.array([1], dtype=np.uint64)
    codes = {kernel.code_of(action) for action in GHAWAR.legal(state(), Seat(int(s[kernel.TURN])))}
    drawn = [kernel.random_action(s, rng) for _ in range(100 * len(codes))]
    found, counts = np.unique(drawn, return_counts=True)
    assert set(found.tolist()) == codes
    assert abs(counts - 100).max() < 50


@pytest.mark.parametrize("stage", ("cubes", "values", "dice", "die"))
def test_chance_draws_by_the_odds(stage: str) -> None:
    game = steps(Options(), 2, loader, 1)
    state = [step.before for step in game if step.before.stage == stage][3]
    s, rng = kernel.from_state(state), np.array([1], dtype=np.uint64)
    found, counts = np.unique([kernel.draw(s, rng) for _ in range(10000)], return_counts=True)
    odds = {kernel.code_of(action): float(odd) for action, odd in GHAWAR.chances(state)}
    assert sorted(odds) == found.tolist()
    assert abs(counts - 10000 * np.array([odds[code] for code in found.tolist()])).max() < 200
