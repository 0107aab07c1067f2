"""The kernel of Sturt in lock-step with its rules."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from core.games import game
from core.games.sturt.state import Options
from tests.core.kernels import Lockstep, play_out
from tests.core.laws import Shape

STURT = game("sturt")
SHAPES = [
    Shape(STURT, Options(announce, no_draws, first), 2)
    for announce, no_draws, first in product(("automatic", "by hand"), (False, True), (0, 1))
]


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 10))])
def test_random_games_in_lock_step(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for number in range(1000 if seed else 40):
        Lockstep(SHAPES[number % len(SHAPES)]).play(rng, patience=number // 8 % 3 * 3)
        play_out(SHAPES[number % len(SHAPES)], number)
