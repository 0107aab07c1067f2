"""How the seats of The Great Divide stand: what may be expected of the land as it is."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.games.great_divide import scoring
from core.games.great_divide.drainage import PASS, Water
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import FIVE_POINTS, SEATS
from core.games.great_divide.state import State

_DOUBLINGS = 10
"""Water that strays about is followed for two to the power of so many steps."""


@lru_cache(maxsize=2)
def outlook(game: GreatDivide, view: State) -> tuple[float, float]:
    """The points each seat may expect: a space without an arrow sends its water anywhere, with equal chances.

    A "5" not yet drawn is shared.
    """
    shares = _shares(scoring.waters(game.land, view))
    rivers = np.array([shares[space] for space in range(game.land.size)]).sum(axis=0)
    five = [FIVE_POINTS * (0.5 if view.five is None else view.five == seat) for seat in SEATS]
    return float(rivers[0] + five[0]), float(rivers[1] + five[1])


def _shares(now: Water) -> NDArray[np.float64]:
    """How likely the water of each space comes to which ocean: shape (spaces, 2)."""
    size = now.land.size
    flow = np.zeros((size + 2, size + 2))
    for space, onward in enumerate(now.onward):
        for target in onward:
            flow[space, target] += 1 / len(onward)
    for seat in SEATS:
        flow[now.land.ocean(seat), now.land.ocean(seat)] = 1.0
    for _ in range(_DOUBLINGS):
        flow = flow @ flow
    shares = flow[:size, size:]
    if now.crest is not None:
        beside, tile = now.land.beside[now.crest], now.tiles[now.crest] - PASS
        ends = np.vstack([flow[beside[way], size:] for way in (tile, tile + 3)])
        shares[now.crest] = ends.max(axis=0) if now.inland else 1.0
    return shares
