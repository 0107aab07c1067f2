"""The bot that any other has to beat."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.bots.contract import Budget
from core.game import AnyGame, Seat


class Random:
    """Chooses any legal action, each as likely."""

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `Bot`."""
        legal = game.legal(view, seat)
        return legal[int(rng.integers(len(legal)))]
