"""Bot contract: a bot chooses an action from a view.

A bot sees what its seat sees. Its choice follows from the view and the random generator alone as long as
`Budget.used` is not asked; there is no clock here, the caller brings one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.game import AnyGame, Seat

FloatArray = NDArray[np.float64]
IndexArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]


def no_clock() -> float:
    """Share of the time used so far where no clock runs."""
    return 0.0


@dataclass(frozen=True)
class Budget:
    """Budget of a bot: a number of positions, or a time, whichever ends first.

    `positions` is None for the bot's own usual number. `used()` is the share of the time used so far: 0 at
    the beginning, 1 or more when it is over.
    """

    positions: int | None = None
    used: Callable[[], float] = no_clock

    def spent(self) -> bool:
        """Whether the time is over."""
        return self.used() >= 1


class Bot(Protocol):
    """Player that is a program."""

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """Its choice among `game.legal(view, seat)`, which is not empty."""
        ...


class Evaluator(Protocol):
    """Knowledge about a game's positions, from its `bot` folder; bots are weaker without it."""

    def value(self, game: AnyGame, state: Any, seat: Seat) -> float:
        """Value of a position that is not over for `seat`: -1 lost … 1 won."""
        ...

    def candidates(self, game: AnyGame, state: Any, seat: Seat) -> Sequence[Any]:
        """Legal actions worth looking at, the most promising first; never empty."""
        ...


class NoEvaluator:
    """Evaluator of a game about which nothing is known."""

    def value(self, game: AnyGame, state: Any, seat: Seat) -> float:
        """Always 0: even."""
        return 0.0

    def candidates(self, game: AnyGame, state: Any, seat: Seat) -> Sequence[Any]:
        """All legal actions."""
        return game.legal(state, seat)


def result(game: AnyGame, state: Any, seat: Seat, evaluator: Evaluator) -> float:
    """Value of any position for `seat`, -1 … 1: by the outcome if the game is over, else the evaluator's."""
    outcome = game.outcome(state)
    if outcome is None:
        return evaluator.value(game, state, seat)
    if seat not in outcome.winners:
        return -1.0
    others = len(outcome.scores) - len(outcome.winners)
    return others / max(1, len(outcome.scores) - 1)
