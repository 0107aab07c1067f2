"""The strongest level in any game that has a kernel: tree search, as long as its budget allows."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.bots.analysis import Analyst
from core.bots.contract import Budget
from core.game import AnyGame, Seat


class Expert:
    """Bot that plays the best action of an analysis."""

    def __init__(self, positions: int) -> None:
        self._positions = positions
        self._analyst: Analyst | None = None

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `Bot`. A clear choice is made sooner."""
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        if budget.positions is None:
            budget = Budget(self._positions, budget.used)
        if self._analyst is None or self._analyst.game is not game:
            self._analyst = Analyst(game)
        return self._analyst.analyse(view, seat, rng, budget, until_settled=True).actions[0].action
