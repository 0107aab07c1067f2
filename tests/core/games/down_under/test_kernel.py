"""The kernel of Down Under in lock-step with its rules: random games, and boards set up by hand."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from core import codec
from core.bots.compiled import random_below
from core.bots.kernel import OVER
from core.games import game
from core.games.down_under.bot import kernel
from core.games.down_under.state import Options, State
from tests.core.games.down_under.boards import position
from tests.core.games.down_under.oracle.game import Oracle
from tests.core.games.down_under.table import Table
from tests.core.games.down_under.test_lockstep import BOARDS, set_up, sets_of
from tests.core.kernels import Lockstep, play_out
from tests.core.shapes import Shape, enough_of, shapes_of, values_in
from tests.covering import chosen

DOWN_UNDER = game("down_under")
SHAPES = shapes_of(DOWN_UNDER)
FEW = list(chosen(SHAPES, [values_in(shape) for shape in SHAPES]))
"""Ways to play in which each value of each option occurs with each number of seats."""
CASES = (2, 9, 11, 17)
"""Boards set up by hand with case 3 and both ends of a path in one cell or pool."""
LONG_SEEDS = [pytest.param(n, marks=pytest.mark.long) for n in range(1, 11)]


@pytest.mark.parametrize("seed", [0, *LONG_SEEDS])
def test_random_games_in_lock_step(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shapes = SHAPES if seed else FEW
    for number in range(1000 * seed, 1000 * seed + 1000) if seed else range(len(FEW)):
        shape = shapes[number % len(shapes)]
        Lockstep(shape).play(rng, patience=number // len(shapes) % 3 * 3)
        play_out(shape, number)


def try_board(oracle: Oracle, seed: int) -> None:
    """Every legal action on a board set up by hand, and a random game after each."""
    rng = np.random.default_rng(seed)
    with sets_of(oracle), pytest.MonkeyPatch.context() as patch:
        state = Table.at(DOWN_UNDER, oracle).state
        known = codec.choices(Options)
        known["size"] = (state.options.size, *known["size"])
        patch.setattr(codec, "choices", lambda _: known)
        for action in DOWN_UNDER.legal(state, state.turn):
            twins = lockstep_at(state)
            twins.compare()
            twins.step(state.turn, action)
            twins.play(rng)


def lockstep_at(state: State) -> Lockstep:
    twins = Lockstep(Shape(DOWN_UNDER, Options(), state.seats))
    twins.state, twins.array = state, kernel.from_state(state)
    return twins


def ring_over_a_free_run() -> Oracle:
    """Path 0 comes to 0,-1 over S and E; a free run leads from there over N back to it over W."""
    ring = "NS@0,0 NE@0,1 NW@1,1 NS@1,0 SW@1,-1"
    return set_up(3, {0: ring, 1: "NW@-1,-2 SE@-2,-2 NE@-2,-1 SW@-1,-1", 2: "NE@0,-2"})


@pytest.mark.parametrize("make", [*BOARDS, ring_over_a_free_run])
def test_thought_out_boards(make: Any) -> None:
    try_board(make(), 1)


@pytest.mark.parametrize("seed", [0, *LONG_SEEDS])
def test_boards_set_up_by_hand(seed: int) -> None:
    for number in range(100 * seed, 100 * seed + 100) if seed else CASES:
        if oracle := position(random.Random(number)):
            try_board(oracle, number)


def test_playouts_draw_evenly_from_what_is_legal() -> None:
    actions = np.zeros(kernel.MOST_ACTIONS, dtype=np.int64)
    for seed, shape in enumerate(enough_of(SHAPES)):
        start = kernel.from_state(DOWN_UNDER.start(shape.options, shape.seats))
        played, drawn, rng = start.copy(), start.copy(), np.array([seed], dtype=np.uint64)
        kernel.playout(played, rng.copy())
        while (seat := kernel.actor(drawn)) != OVER:
            count = kernel.legal(drawn, seat, actions)
            kernel.apply(drawn, seat, int(actions[random_below(rng, count)]))
        assert (played == drawn).all()
