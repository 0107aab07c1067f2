"""How the seats of The Great Divide stand: what may be expected of the land as it is."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from core.games.great_divide import odds, scoring
from core.games.great_divide.drainage import pass_ways
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import FIVE_POINTS, SEATS
from core.games.great_divide.state import State


@lru_cache(maxsize=2)
def outlook(game: GreatDivide, view: State) -> tuple[float, float]:
    """The points each seat may expect: of all water as likely as it comes to its ocean, and of the Pass.

    A "5" not yet drawn is shared.
    """
    land, shares = game.land, odds.shares(game.land, view.tiles, view.inland)
    points = shares.sum(axis=0)
    crest = scoring.waters(land, view).crest
    if crest is not None:
        sides = [land.beside[crest][way] for way in pass_ways(int(view.tiles[crest]))]
        ends = np.vstack([shares, np.eye(len(SEATS))])[sides]
        points += ends.max(axis=0) if view.inland else 1.0
    five = [FIVE_POINTS * (0.5 if view.five is None else view.five == seat) for seat in SEATS]
    return float(points[0] + five[0]), float(points[1] + five[1])
