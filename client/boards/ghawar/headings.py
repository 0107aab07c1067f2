"""Which way trucks stand, in degrees clockwise from the east: a position does not say it."""

from __future__ import annotations

from typing import Final

from core.game import Seat
from core.games.ghawar.roads import EAST, NORTH, SOUTH, WEST
from core.games.ghawar.state import DEPOT, place_of

ACROSS, DOWN = 0.0, 90.0
AWAY: Final = {SOUTH: 270.0, NORTH: 90.0, WEST: 0.0, EAST: 180.0}
"""The way from the depot of each seat to the field."""


def usual_heading(seat: Seat, space: int) -> float:
    """How a truck stands of which nobody knows how it came: along the road, away from its own depot."""
    away = AWAY[seat]
    if space == DEPOT:
        return away
    x, y = place_of(space)
    if x % 2:
        return away if away in (0.0, 180.0) else ACROSS
    if y % 2:
        return away if away in (90.0, 270.0) else DOWN
    return away
