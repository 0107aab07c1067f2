"""Where the places of the lattice and of the depots lie, in units of its own: the field is `CORE` across.

Its corner in the north-west is (0, 0). How large it is in a window, and where, `places` says; how long drives
are and how they turn does not depend on it.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import Final

from client.ui.geometry import Point
from core.game import Seat
from core.games.ghawar.roads import EAST, NORTH, SOUTH, WEST, Layout
from core.games.ghawar.state import FIELD, place_of

PLATFORM: Final = 83.0
"""Across a platform, where roads lead around the field."""
ROAD: Final = 38.0
"""Across a road."""
FRINGE: Final = 22.0
"""Around the field where no road leads around it: what trucks drive on along their depots."""
CORE: Final = FIELD * PLATFORM + (FIELD + 1) * ROAD
"""Across the whole field."""
YARD: Final = 32.0
"""Across what belongs to a seat beside the field, where its trucks and cubes are."""
OWNER: Final = 34.0
"""Along a depot: the symbol of the seat."""
BAY: Final = 66.0
"""Along a depot: a truck."""
TRUCK: Final = 62.0
"""How long a truck is."""
CUBE: Final = 29.0
"""Across a stored cube."""


def near(layout: Layout) -> float:
    """From the field to the near edge of a yard: where a road leads around the field, a lane lies between."""
    return FRINGE if layout == "ring" else 0.0


def depth(layout: Layout) -> float:
    """From the field to the far edge of a yard."""
    return near(layout) + YARD


def lane(layout: Layout) -> float:
    """From the field to the middle of the lane along a depot; below 0 where it lies at the field's rim."""
    return near(layout) - FRINGE / 2


def yard(layout: Layout) -> float:
    """From the field to the middle of a yard."""
    return near(layout) + YARD / 2


@cache
def lines(layout: Layout) -> tuple[float, ...]:
    """Where each place of a row or column of the lattice begins, and where the last one ends."""
    ring, between = layout == "ring", FIELD - 1
    edge = ROAD if ring else FRINGE
    wide = PLATFORM if ring else (CORE - 2 * FRINGE - between * ROAD) / FIELD
    return tuple(accumulate([edge, *[wide, ROAD] * between, wide, edge], initial=0.0))


def centre(layout: Layout, space: int) -> Point:
    """The middle of a space."""
    (x, y), line = place_of(space), lines(layout)
    return (line[x] + line[x + 1]) / 2, (line[y] + line[y + 1]) / 2


def beside(seat: Seat, along: float, off: float) -> Point:
    """A point of a depot: so far along it, and so far off the field."""
    return {
        SOUTH: (along, CORE + off),
        NORTH: (along, -off),
        WEST: (-off, along),
        EAST: (CORE + off, along),
    }[seat]


def along(seat: Seat, point: Point) -> float:
    """How far along the depot of a seat a point of the field lies."""
    return point[0] if seat in (SOUTH, NORTH) else point[1]


def bay(index: int) -> float:
    """The middle of the bay of a truck, along its depot."""
    return OWNER + (index + 0.5) * BAY
