"""Geometry of the lattice and the depots, in units of the lattice: the field is `FIELD_WIDTH` across.

Its north-west corner is (0, 0). Size and place of the field in a window are in `layout`; drives do not
depend on them.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import Final

from client.ui.geometry import Point
from core.game import Seat
from core.games.ghawar.roads import EAST, NORTH, SOUTH, WEST, RoadLayout
from core.games.ghawar.state import FIELD_SIZE, place_of

PLATFORM_SIZE: Final = 83.0
"""Width of a platform, where roads lead around the field."""
ROAD_WIDTH: Final = 38.0
"""Width of a road."""
FRINGE_WIDTH: Final = 22.0
"""Width of the lane along a depot, and of the field's rim where no road leads around the platforms."""
FIELD_WIDTH: Final = FIELD_SIZE * PLATFORM_SIZE + (FIELD_SIZE + 1) * ROAD_WIDTH
"""Width of the whole field."""
YARD_WIDTH: Final = 32.0
"""Width of a seat's yard beside the field, with its trucks and cubes."""
OWNER_LENGTH: Final = 34.0
"""Length, along a depot, of the place for the seat's badge."""
BAY_LENGTH: Final = 66.0
"""Length of a truck's bay along a depot."""
TRUCK_LENGTH: Final = 62.0
"""Length of a truck."""
STORED_CUBE_SIZE: Final = 29.0
"""Width of a stored cube."""


def yard_near_offset(layout: RoadLayout) -> float:
    """Distance from the field to the near edge of a yard; a lane lies between if a road leads around."""
    return FRINGE_WIDTH if layout == "ring" else 0.0


def yard_far_offset(layout: RoadLayout) -> float:
    """Distance from the field to the far edge of a yard."""
    return yard_near_offset(layout) + YARD_WIDTH


def lane_offset(layout: RoadLayout) -> float:
    """Distance from the field to the middle of the lane along a depot; below 0 where it lies on the field's
    rim.
    """
    return yard_near_offset(layout) - FRINGE_WIDTH / 2


def yard_offset(layout: RoadLayout) -> float:
    """Distance from the field to the middle of a yard."""
    return yard_near_offset(layout) + YARD_WIDTH / 2


@cache
def lattice_lines(layout: RoadLayout) -> tuple[float, ...]:
    """Coordinates at which the places of a row or column of the lattice begin, and the end of the last."""
    ring, between = layout == "ring", FIELD_SIZE - 1
    edge = ROAD_WIDTH if ring else FRINGE_WIDTH
    wide = PLATFORM_SIZE if ring else (FIELD_WIDTH - 2 * FRINGE_WIDTH - between * ROAD_WIDTH) / FIELD_SIZE
    return tuple(accumulate([edge, *[wide, ROAD_WIDTH] * between, wide, edge], initial=0.0))


def space_centre(layout: RoadLayout, space: int) -> Point:
    """Middle of a space."""
    (x, y), line = place_of(space), lattice_lines(layout)
    return (line[x] + line[x + 1]) / 2, (line[y] + line[y + 1]) / 2


def depot_point(seat: Seat, along: float, off: float) -> Point:
    """Point beside the field: `along` a seat's depot, and `off` from the field's edge."""
    return {
        SOUTH: (along, FIELD_WIDTH + off),
        NORTH: (along, -off),
        WEST: (-off, along),
        EAST: (FIELD_WIDTH + off, along),
    }[seat]


def depot_coordinate(seat: Seat, point: Point) -> float:
    """Position of a point of the field along a seat's depot."""
    return point[0] if seat in (SOUTH, NORTH) else point[1]


def bay_coordinate(index: int) -> float:
    """Middle of a truck's bay, along its depot."""
    return OWNER_LENGTH + (index + 0.5) * BAY_LENGTH
