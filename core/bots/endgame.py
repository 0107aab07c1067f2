"""Exact solution of endgames of two seats without secrets: expectimax with alpha-beta.

`solve` is compiled for each game (see `core.bots.analysis`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from core.bots.contract import FloatArray
from core.bots.kernel import (
    CHANCE,
    MOST_ACTIONS,
    OVER,
    IntArray,
    actor,
    apply,
    chances,
    legal,
    outcome,
)
from core.bots.tree import LEAD_SCALE, LEAD_SHARE

POSITIONS: Final = 0
"""Index of the number of positions that may still be looked at."""
BEST: Final = 2.0
"""More than any reward."""

Value = tuple[float, float, float, float]
"""Value of a position: the reward of seat 0 (1 less that of seat 1), its share of the win, points of each."""


def ended(s: IntArray) -> Value:
    """The value of a game that is over."""
    wins, points = np.zeros(2), np.zeros(2)
    outcome(s, wins, points)
    lead = min(1.0, max(-1.0, (points[0] - points[1]) / LEAD_SCALE))
    reward = (1.0 - LEAD_SHARE) * wins[0] + LEAD_SHARE * (0.5 + 0.5 * lead)
    return reward, wins[0], points[0], points[1]


def value_of(s: IntArray, low: float, high: float, left: IntArray) -> Value:
    """The exact value of a position, if the reward is between `low` and `high`; else a bound on its side.

    `left[POSITIONS]` falls below 0 if there were more positions than allowed: then the value is none.
    """
    acting = actor(s)
    left[POSITIONS] -= 1
    if acting == OVER or left[POSITIONS] < 0:
        return ended(s) if acting == OVER else (0.5, 0.5, 0.0, 0.0)
    actions, after = np.empty(MOST_ACTIONS, dtype=np.int64), np.empty_like(s)
    if acting == CHANCE:
        weights = np.empty(MOST_ACTIONS)
        count = chances(s, actions, weights)
        total = weights[:count].sum()
        reward, win, first, second = 0.0, 0.0, 0.0, 0.0
        for i in range(count):
            after[:] = s
            apply(after, CHANCE, actions[i])
            value = value_of(after, -BEST, BEST, left)
            reward += weights[i] / total * value[0]
            win += weights[i] / total * value[1]
            first += weights[i] / total * value[2]
            second += weights[i] / total * value[3]
        return reward, win, first, second
    best = (-BEST, 0.0, 0.0, 0.0) if acting == 0 else (BEST, 0.0, 0.0, 0.0)
    for i in range(legal(s, acting, actions)):
        after[:] = s
        apply(after, acting, actions[i])
        value = value_of(after, low, high, left)
        if left[POSITIONS] < 0:
            break
        if acting == 0 and value[0] > best[0]:
            best = value
            low = max(low, value[0])
        elif acting == 1 and value[0] < best[0]:
            best = value
            high = min(high, value[0])
        if low >= high:
            break
    return best


def solve(s: IntArray, seat: int, actions: IntArray, values: FloatArray, positions: int) -> int:
    """Write the exact value of each legal action, a row of `values` (shape (n, 5)) for each.

    A row is a `Value`, and the number of positions that it took to find it: few where the game ends soon.
    Returns the number of actions; 0 if that takes more than so many positions.
    """
    left = np.array([positions])
    count = legal(s, seat, actions)
    for i in range(count):
        after, before = s.copy(), left[POSITIONS]
        apply(after, seat, actions[i])
        value = value_of(after, -BEST, BEST, left)
        if left[POSITIONS] < 0:
            return 0
        for part in range(4):
            values[i, part] = value[part]
        values[i, 4] = before - left[POSITIONS]
    return count


PARTS: Final[tuple[Callable[..., object], ...]] = (ended, value_of, solve)
