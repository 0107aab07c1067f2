"""What a bot is: something that chooses an action from a view.

A bot sees what its seat sees. What it chooses follows from the view and the generator alone as long as
`Budget.spent` is not used; there is no clock here, whoever asks brings one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from core.game import AnyGame, Seat


def never() -> bool:
    """For a search that ends by count alone."""
    return False


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: so many positions, or until `spent()`, whatever comes first.

    `positions` is None for as many as the bot itself finds right.
    """

    positions: int | None = None
    spent: Callable[[], bool] = never


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """One of `game.legal(view, seat)`, which is not empty."""
        ...


class Evaluator(Protocol):
    """What a game's `bot.py` knows about its positions; greedy and search work without it, but worse."""

    def value(self, game: AnyGame, state: Any, seat: Seat) -> float:
        """How good a position that is not over is for `seat`: -1 lost … 1 won."""
        ...

    def candidates(self, game: AnyGame, state: Any, seat: Seat) -> Sequence[Any]:
        """The legal actions worth looking at, the most promising first; never empty."""
        ...


class NoEvaluator:
    """The judge of a game about which nothing is known."""

    def value(self, game: AnyGame, state: Any, seat: Seat) -> float:
        """Even."""
        return 0.0

    def candidates(self, game: AnyGame, state: Any, seat: Seat) -> Sequence[Any]:
        """All of them."""
        return game.legal(state, seat)


def result(game: AnyGame, state: Any, seat: Seat, judge: Evaluator) -> float:
    """How good any position is for `seat`, -1 … 1: the outcome's share if it is over, else the judge's."""
    outcome = game.outcome(state)
    if outcome is None:
        return judge.value(game, state, seat)
    if seat not in outcome.winners:
        return -1.0
    others = len(outcome.scores) - len(outcome.winners)
    return others / max(1, len(outcome.scores) - 1)
