"""The bot that takes what looks best right after its action, in any game."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.bots.contract import Budget, Evaluator, result
from core.game import CHANCE, AnyGame, Seat


class Greedy:
    """Bot that looks one action ahead with the evaluator; `noise` is the standard deviation of its errors.

    What is hidden is imagined once for each action; where chance acts next, it is drawn once.
    """

    def __init__(self, evaluator: Evaluator, noise: float = 0.0) -> None:
        self._evaluator = evaluator
        self._noise = noise

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `Bot`."""
        candidates = self._evaluator.candidates(game, view, seat)
        values: list[float] = []
        for action in candidates:
            if values and (budget.spent() or len(values) == budget.positions):
                break
            values.append(self._value(game, view, seat, action, rng))
        noisy = np.array(values) + self._noise * rng.standard_normal(len(values))
        return candidates[int(noisy.argmax())]

    def _value(self, game: AnyGame, view: Any, seat: Seat, action: Any, rng: np.random.Generator) -> float:
        after = game.apply(game.sample_state(view, seat, rng), seat, action)
        return result(game, settle_chance(game, after, rng), seat, self._evaluator)


def settle_chance(game: AnyGame, state: Any, rng: np.random.Generator) -> Any:
    """The state after chance has acted, drawn at random, until a seat is to act."""
    while game.to_act(state) == (CHANCE,):
        actions, odds = zip(*game.chances(state), strict=True)
        weights = np.array([float(p) for p in odds])
        state = game.apply(state, CHANCE, actions[int(rng.choice(len(actions), p=weights / weights.sum()))])
    return state
