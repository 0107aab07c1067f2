"""Points of The Great Divide: those that are sure, gains by a step, expected points."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from client.boards.great_divide.rivers import rivers
from core.games.great_divide import scoring
from core.games.great_divide.bot import outflow
from core.games.great_divide.drainage import pass_ways
from core.games.great_divide.land import Land
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import FIVE_POINTS, SEATS
from core.games.great_divide.state import State


def sure_points(view: State, land: Land) -> tuple[int, int]:
    """Points that are sure: tiles whose ocean is decided, and the "5"."""
    west, east = rivers(land, view).won
    five = [FIVE_POINTS * (view.five == seat) for seat in SEATS]
    return len(west) + five[0], len(east) + five[1]


def tile_gains(before: State, after: State, land: Land) -> tuple[int, int]:
    """Change in each seat's number of tiles that drain into its ocean whatever is laid."""
    (west, east), (west_now, east_now) = rivers(land, before).won, rivers(land, after).won
    return len(west_now) - len(west), len(east_now) - len(east)


@lru_cache(maxsize=2)
def expected_points(game: GreatDivide, view: State) -> tuple[float, float]:
    """Points that each seat may expect: the chances of all water to come to its ocean, the Pass, the "5".

    A "5" that nobody has yet counts half for each.
    """
    land, shares = game.land, outflow.ocean_shares(game.land, view.tiles, view.inland)
    points = shares.sum(axis=0)
    crest = scoring.waters(land, view).crest
    if crest is not None:
        sides = [land.beside[crest][way] for way in pass_ways(int(view.tiles[crest]))]
        ends = np.vstack([shares, np.eye(len(SEATS))])[sides]
        reached = view.inland and view.options.inland_pass == "oceans reached"
        points += ends.max(axis=0) if reached else 1.0
    five = [FIVE_POINTS * (0.5 if view.five is None else view.five == seat) for seat in SEATS]
    return float(points[0] + five[0]), float(points[1] + five[1])
