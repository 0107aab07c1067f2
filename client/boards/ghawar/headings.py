"""Which way trucks stand that have come to rest.

A position does not say it, but nobody wants to see a truck turn once it has arrived. So whoever shows drives
notes how each ended; about other trucks there is a custom: along the road, away from their own depot. Nothing
but pictures depends on it.
"""

from __future__ import annotations

from typing import Final

from core.game import Seat
from core.games.ghawar.roads import EAST, NORTH, SOUTH, WEST
from core.games.ghawar.state import DEPOT, place_of

ACROSS, DOWN = 0.0, 90.0
"""Degrees clockwise from the east."""
AWAY: Final = {SOUTH: 270.0, NORTH: 90.0, WEST: 0.0, EAST: 180.0}
"""The way from the depot of each seat to the field."""


class Headings:
    """What is remembered of one table: degrees clockwise from the east."""

    def __init__(self) -> None:
        self._noted: dict[tuple[Seat, int, int], float] = {}

    def note(self, seat: Seat, truck: int, space: int, degrees: float) -> None:
        """A truck (an index) has come to this space, heading there."""
        self._noted[seat, truck, space] = degrees % 360

    def of(self, seat: Seat, truck: int, space: int) -> float:
        """Which way a truck on a space (or in its depot) stands."""
        if space == DEPOT:
            return AWAY[seat]
        noted = self._noted.get((seat, truck, space))
        return _custom(seat, space) if noted is None else noted


def _custom(seat: Seat, space: int) -> float:
    x, y = place_of(space)
    away = AWAY[seat]
    if x % 2:
        return away if away in (0.0, 180.0) else ACROSS
    if y % 2:
        return away if away in (90.0, 270.0) else DOWN
    return away
