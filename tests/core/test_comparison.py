"""Comparing actions with the same luck: what drops out when, and that luck is the same for all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.bots import comparison
from core.bots.comparison import FIRST_TRIES, still_compared
from core.bots.tree import empty_tree
from core.game import Seat


def compared(worths: list[float], priors: list[float], tries: int) -> list[int]:
    """Number of times each action is tried if it is always worth that much."""
    tree = empty_tree(1, len(worths))
    tree.widths[0], tree.prior[:] = len(worths), priors
    while tree.tries.sum() < tries:
        for edge in still_compared(tree):
            tree.tries[edge] += 1
            tree.rewards[edge] += worths[edge]
    return [int(count) for count in tree.tries]


def test_the_worse_half_drops_out_again_and_again() -> None:
    again = 3 * FIRST_TRIES
    tried = compared([0.1, 0.9, 0.5, 0.3], [0.25] * 4, 1000)
    assert tried == [FIRST_TRIES, 1000 - again - 2 * FIRST_TRIES, again, FIRST_TRIES]


def test_how_an_action_looked_counts_as_much_as_what_it_has_brought() -> None:
    looks = [np.exp(0.3), 1.0]
    assert np.argmax(compared([0.5, 0.7], looks, 100)) == 0
    assert np.argmax(compared([0.5, 0.9], looks, 100)) == 1


def test_all_have_the_same_luck_and_it_is_new_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[int, list[int]] = {0: [], 1: []}

    def judge(s: Any, luck: Any, wins: Any, points: Any) -> None:
        seen[int(s[0])].append(int(luck[0]))

    def candidates(s: Any, seat: int, actions: Any, weights: Any) -> int:
        actions[:2], weights[:2] = (0, 1), 0.5
        return 2

    for name, stand_in in (
        ("MOST_ACTIONS", 2),
        ("evaluate", judge),
        ("candidates", candidates),
        ("apply", lambda s, seat, action: s.__setitem__(0, action)),
        ("seats", lambda s: 2),
        ("imagine", lambda s, seat, luck: None),
        ("conceal", lambda s, seat: None),
    ):
        monkeypatch.setattr(comparison, name, stand_in)
    start, rng = np.zeros(3, dtype=np.int64), np.zeros(1, dtype=np.uint64)
    comparison.search(empty_tree(1, 2), start, Seat(0), 2 * FIRST_TRIES, rng)
    assert seen[0] == seen[1] and len(set(seen[0])) == FIRST_TRIES
