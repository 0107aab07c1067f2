"""Random bot, the least that any other has to beat."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.bots.contract import Budget
from core.game import AnyGame, Seat


class Random:
    """Bot that chooses among all legal actions with equal probability."""

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `Bot`."""
        legal = game.legal(view, seat)
        return legal[int(rng.integers(len(legal)))]
