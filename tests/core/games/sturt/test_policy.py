"""Sturt's policy for tree search: weights by what the readable rules say of each action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from core.games.sturt import board
from core.games.sturt.bot import kernel, policy
from core.games.sturt.rules import STURT
from core.games.sturt.state import Options, State
from tests.core.games.sturt.diagrams import BY_HAND, NO_DRAWS


def positions(options: Options, seed: int) -> Iterator[State]:
    """The states of a random game."""
    s, rng = STURT.start(options, 2), np.random.default_rng(seed)
    while STURT.outcome(s) is None:
        yield s
        legal = STURT.legal(s, s.turn)
        s = STURT.apply(s, s.turn, legal[int(rng.integers(len(legal)))])


def expected_weight(s: State, action: object) -> float:
    """The weight of an action by the readable rules, against 1 for one of which nothing is known."""
    after = STURT.apply(s, s.turn, action)  # type: ignore[arg-type]
    outcome = STURT.outcome(after)
    if outcome is not None and len(outcome.winners) == 1:
        return policy.WINS if outcome.winners == (s.turn,) else policy.LOSES
    connects = outcome is None and board.connects(board.tracks(after.corners), s.turn)
    return policy.CONNECTS if connects else 1.0


def test_weights_follow_from_what_an_action_does_at_once() -> None:
    met = set[float]()
    for options, seed in product((Options(), BY_HAND, NO_DRAWS), range(4)):
        for s in list(positions(options, seed))[-5::2]:
            actions, weights = np.zeros(kernel.MOST_ACTIONS, dtype=np.int64), np.zeros(kernel.MOST_ACTIONS)
            count = policy.candidates(kernel.from_state(s), s.turn, actions, weights)
            wanted = {kernel.code_of(action): expected_weight(s, action) for action in STURT.legal(s, s.turn)}
            total = sum(wanted.values())
            found = dict(zip(actions[:count].tolist(), weights[:count].tolist(), strict=True))
            assert found == pytest.approx({code: weight / total for code, weight in wanted.items()})
            met |= set(wanted.values())
    assert len(met) == 4, "every kind of action was met"
