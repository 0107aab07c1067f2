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
FRINGE: Final = 30.0
"""Sand around the field where no road leads around it."""
CORE: Final = FIELD * PLATFORM + (FIELD + 1) * ROAD
"""Across the whole field."""
DEPTH: Final = 66.0
"""From the field to the far edge of a depot."""
LANE: Final = 26.0
"""Of it, next to the field, what trucks drive on."""
OWNER: Final = 100.0
"""Along a depot: the symbol of the seat, a barrel, and how many it has."""
BAY: Final = 42.0
"""Along a depot: a truck."""
TRUCK: Final = 62.0
"""How long a truck is."""
CUBE: Final = 34.0
"""Across a stored cube."""


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
