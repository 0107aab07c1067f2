"""Hexes: flat-topped, in columns; where each lies, and the light on its rim.

`radius` is from the middle to a corner. Corner 0 is the north-western one; corners and sides are numbered
clockwise: side `way` lies between corner `way` and corner `way + 1`, side 0 in the north, as in `core.grid`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Final

import msgspec

from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.theme import Ink
from core.game import Place

HALF_WIDTH: Final = math.sqrt(3) / 2
"""Distance from the middle of a hex to its sides, in radii."""

HEX_CORNERS: Final = tuple(
    (math.cos(turn), math.sin(turn)) for turn in (math.radians(a) for a in range(240, 600, 60))
)
"""Corners of a hex of radius 1 about (0, 0)."""

HEADING_VECTORS: Final = tuple(
    (math.sin(turn), -math.cos(turn)) for turn in (math.radians(60 * way) for way in range(6))
)
"""Vector of length 1 out over each side."""

SIDE_MIDDLES: Final = tuple((HALF_WIDTH * dx, HALF_WIDTH * dy) for dx, dy in HEADING_VECTORS)
"""Vectors from the middle of a hex of radius 1 to those of its sides."""
LIGHT_STRENGTHS: Final = 12
"""Number of strengths in which light is cached: cached pictures are much faster than faded ones."""

PaintHex = Callable[[Canvas, float], None]
"""Function that draws about (0, 0) in a hex with a radius in units."""


class HexGrid(msgspec.Struct, frozen=True, dict=True):
    """Places of hexes in units: `columns` says how many each column has, from the west.

    Columns are centred on each other. Hexes have numbers, column by column from the north; `corner` is the
    upper left corner of the smallest rectangle around all.
    """

    columns: tuple[int, ...]
    radius: float
    corner: Point

    @classmethod
    def inside(cls, columns: tuple[int, ...], rect: Rect) -> HexGrid:
        """Hexes as large as they fit in the middle of a rectangle."""
        wide, high = extent(columns)
        radius = min(rect.w / wide, rect.h / high)
        return cls(columns, radius, (rect.cx - wide * radius / 2, rect.cy - high * radius / 2))

    @cached_property
    def ground(self) -> Rect:
        """Smallest rectangle around all hexes."""
        wide, high = extent(self.columns)
        return Rect(*self.corner, wide * self.radius, high * self.radius)

    @cached_property
    def numbers(self) -> dict[Place, int]:
        """Number of each hex by its column and its place in it, from 0."""
        places = ((x, y) for x, count in enumerate(self.columns) for y in range(count))
        return {place: number for number, place in enumerate(places)}

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """Middles of all hexes."""
        (left, top), radius, tallest = self.corner, self.radius, max(self.columns)
        return tuple(
            (
                left + radius * (1 + 1.5 * x),
                top + radius * HALF_WIDTH * (1 + 2 * y + tallest - self.columns[x]),
            )
            for x, y in self.numbers
        )

    def centre(self, number: int) -> Point:
        """Middle of a hex."""
        return self.centres[number]

    def box(self, number: int) -> Rect:
        """Smallest square around a hex."""
        return Rect.around(*self.centres[number], 2 * self.radius)

    def hex_rect(self, number: int) -> Rect:
        """Smallest rectangle around a hex."""
        return Rect.around(*self.centres[number], 2 * self.radius, 2 * HALF_WIDTH * self.radius)

    def corners(self, number: int) -> tuple[Point, ...]:
        """Six corners of a hex."""
        return corner_points(self.centres[number], self.radius)

    def edge(self, number: int, way: int) -> Point:
        """Middle of a side of a hex."""
        return side(self.centres[number], self.radius, way)


def extent(columns: tuple[int, ...]) -> tuple[float, float]:
    """Width and height of all hexes together, in radii."""
    return 1.5 * (len(columns) - 1) + 2, 2 * HALF_WIDTH * max(columns)


def corner_points(centre: Point, radius: float) -> tuple[Point, ...]:
    """Corners of a hex."""
    x, y = centre
    return tuple((x + radius * dx, y + radius * dy) for dx, dy in HEX_CORNERS)


def side(centre: Point, radius: float, way: int) -> Point:
    """Middle of a side of a hex."""
    (x, y), (dx, dy) = centre, SIDE_MIDDLES[way]
    return x + radius * dx, y + radius * dy


@lru_cache(maxsize=64)
def hexagon(radius: float) -> tuple[Point, ...]:
    """Corners of a hex about (0, 0)."""
    return corner_points((0.0, 0.0), radius)


# --- light on hexes ------------------------------------------------------------------------------------


def draw_rim(canvas: Canvas, box: Rect, ink: Ink, strength: float = 1.0) -> None:
    """Draw a lit rim around a hex; `box` is the square around it, `strength` 0 … 1."""
    level = round(strength * LIGHT_STRENGTHS)
    if level > 0:
        draw_kept(canvas, box, ("rim", canvas.colour(ink), level), lambda c, r: _rim(c, r, ink, level))


def _rim(canvas: Canvas, radius: float, ink: Ink, level: int) -> None:
    share, colour = level / LIGHT_STRENGTHS, canvas.colour(ink)[:3]
    for wide, alpha in ((0.2, 46), (0.13, 80), (0.065, 255)):
        ring = hexagon(radius * 0.93)
        canvas.polyline(ring, radius * wide, (*colour, round(alpha * share)), closed=True)


def draw_invitation(canvas: Canvas, box: Rect, ink: Ink, strength: float) -> None:
    """Draw light on a hex on which something can be done now; `strength` 0 … 1."""
    level = round(strength * LIGHT_STRENGTHS)
    key = ("open", canvas.colour(ink), level)
    draw_kept(canvas, box, key, lambda c, r: _invitation(c, r, ink, level))


def _invitation(canvas: Canvas, radius: float, ink: Ink, level: int) -> None:
    share, colour = level / LIGHT_STRENGTHS, canvas.colour(ink)[:3]
    canvas.polygon(hexagon(radius * 0.92), (*colour, round(70 * share)))
    canvas.polyline(hexagon(radius * 0.88), radius * 0.06, (*colour, round(230 * share)), closed=True)


def draw_kept(canvas: Canvas, box: Rect, key: tuple[object, ...], paint: PaintHex) -> None:
    """Draw what `paint` draws about the middle of a hex, cached under a key."""
    radius = box.w / 2
    room = Rect(
        -1.12 * radius, -1.08 * HALF_WIDTH * radius - 2, 2.24 * radius, 2.16 * HALF_WIDTH * radius + 4
    )
    with canvas.shifted(*box.centre):
        canvas.layer(("hex", *key), room, lambda c: paint(c, radius), smooth=2)
