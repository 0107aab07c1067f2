"""Geometry of the hexes of The Great Divide: flat-topped, with corners and sides numbered clockwise.

`radius` is from the middle to a corner. Corner 0 is the north-western one; side `way` lies between corner
`way` and corner `way + 1`, and water that flows `way` crosses it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from client.boards.kit.gestures import rotation
from client.ui.geometry import Point
from core.games.great_divide.drainage import arrows
from core.games.great_divide.land import WAYS, Heading

HALF_WIDTH: Final = math.sqrt(3) / 2
"""Distance from the middle of a hex to its sides, in radii."""

HEX_CORNERS: Final = tuple(
    (math.cos(turn), math.sin(turn)) for turn in (math.radians(a) for a in range(240, 600, 60))
)
"""Corners of a hex of radius 1 about (0, 0)."""

HEADING_VECTORS: Final = tuple(
    (math.sin(turn), -math.cos(turn)) for turn in (math.radians(60 * way) for way in Heading)
)
"""Vector of length 1 for each `Heading`."""

SIDE_MIDDLES: Final = tuple((HALF_WIDTH * dx, HALF_WIDTH * dy) for dx, dy in HEADING_VECTORS)
"""Vectors from the middle of a hex of radius 1 to those of its sides."""


def corner_points(centre: Point, radius: float) -> tuple[Point, ...]:
    """Corners of a hex."""
    x, y = centre
    return tuple((x + radius * dx, y + radius * dy) for dx, dy in HEX_CORNERS)


def side(centre: Point, radius: float, way: int) -> Point:
    """Middle of a side of a hex."""
    (x, y), (dx, dy) = centre, SIDE_MIDDLES[way]
    return x + radius * dx, y + radius * dy


def rotation_between(before: int, after: int) -> int:
    """Degrees clockwise from a tile's old direction to its new one, the shorter way round: -120 … 180.

    Both are numbers of a river tile, or both of the Pass, which looks the same after half a turn.
    """
    return 60 * rotation(arrows(before)[0], arrows(after)[0], len(WAYS) // len(arrows(before)))


@lru_cache(maxsize=64)
def hexagon(radius: float) -> tuple[Point, ...]:
    """Corners of a hex about (0, 0)."""
    return corner_points((0.0, 0.0), radius)
