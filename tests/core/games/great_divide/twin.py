"""A twin for the laws: a position of The Great Divide that differs only in what a viewer may not know."""

from __future__ import annotations

import msgspec
import numpy as np

from core.game import Seat, read_only
from core.games.great_divide.state import State


def twin(s: State, viewer: Seat | None, rng: np.random.Generator) -> State:
    """While one seat still has to choose its cards, those of the other lie some other way."""
    if s.stage != "cards":
        return s
    cards = s.cards.copy()
    for seat, row in enumerate(cards):
        if seat != viewer and (row >= 0).all():
            row[:-1] = rng.integers(0, 2, len(row) - 1)
            if s.options.great_basin or s.options.two_ocean_pass:
                row[-1] = rng.integers(0, 2)
    return msgspec.structs.replace(s, cards=read_only(cards))
