"""Paths as ribbons: one coloured band along all the stretches of a path, laid over the cards.

Places on a ribbon are counted in stretches: 2.5 is the middle of the third one. Where a path passes under
another, its ribbon leaves a gap for the bridge, so ribbons may be drawn in any order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from client.boards.down_under.roads import (
    Road,
    RoadPart,
    RoadPoint,
    RoadStyle,
    draw_light,
    draw_road,
    own_style,
    point_on_way,
    seat_of,
)
from client.boards.kit.paper import mix_colours, rgb
from client.boards.kit.pieces import Art, PaintContext
from client.ui.animation import ease_out
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol
from core.games.down_under.state import (
    BILLABONG,
    CELL_MIDDLE,
    ENDS,
    OWN_SIDES,
    STRAIGHTS,
    Cell,
    EndState,
    Laid,
    Stretch,
)

StretchRun = Sequence[Stretch]
CellRect = Callable[[int, int], Rect]
"""Function from a cell x, y to its rectangle in units, for cells in a regular grid."""
FLOURISH_SECONDS: Final = 1.2
"""Seconds of the flourish with which a path closes."""
LEAST_ARROW_SIZE: Final = 20.0
"""Least units across the arrow at an open end."""
_TRAIL: Final = 2.6
"""Most stretches of a path that the light of its flourish covers at once."""
_BEADS: Final = 14
"""Number of glows that make up that light."""
_RISE: Final = 0.32
"""Share of the flourish in which a symbol rises."""
_ANGLE: Final = 5
"""Degrees between two cached pictures of an arrow."""
_SYMBOLS: Final = 12
"""Approximate number of symbols that rise along a long path."""


# --- what a run is ------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def parts_of(stretches: tuple[Stretch, ...], cards: tuple[Laid, ...]) -> tuple[RoadPart, ...]:
    """Part of its card to which each stretch of a run belongs; `cards` are all laid cards."""
    cells: dict[Cell, list[Laid]] = {}
    for laid in cards:
        cells.setdefault((laid.x, laid.y), []).append(laid)
    return tuple(_part(stretch, cells.get((stretch.x, stretch.y), [])) for stretch in stretches)


def _part(stretch: Stretch, cards: Sequence[Laid]) -> RoadPart:
    if any(laid.card == BILLABONG for laid in cards):
        return "pool"
    sides = {stretch.enters, stretch.leaves}
    if CELL_MIDDLE in sides or not cards:
        return "own"
    card = cards[0].card
    if card == BILLABONG or card in ENDS:
        return "neutral"
    if sides == set(OWN_SIDES[card]):
        return "own"
    return "under" if card in STRAIGHTS else "neutral"


def point_at(
    stretches: StretchRun, at: float, cell_rect: CellRect, road_parts: Sequence[RoadPart]
) -> RoadPoint:
    """Point, in units, on a run of at least one stretch after `at` stretches (0 … its length)."""
    index = min(len(stretches) - 1, max(0, math.floor(at)))
    stretch = stretches[index]
    x, y, dx, dy = point_on_way(
        (stretch.enters, stretch.leaves), min(1.0, max(0.0, at - index)), road_parts[index]
    )
    rect = cell_rect(stretch.x, stretch.y)
    return RoadPoint(rect.x + x * rect.w, rect.y + y * rect.h, dx, dy)


# --- ribbons ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def block_of(stretches: tuple[Stretch, ...]) -> Rect:
    """Smallest rectangle, in cells, around all stretches of a run."""
    return Rect.bounding([(x + off, y + off) for x, y, *_ in stretches for off in (0, 1)])


def cell_rects(rect: Rect, block: Rect) -> CellRect:
    """Function from cells to rectangles, where this block of cells lies in `rect`."""
    size = rect.w / block.w
    return lambda x, y: Rect(rect.x + (x - block.x) * size, rect.y + (y - block.y) * size, size, size)


class Ribbon(Art, frozen=True):
    """Ribbon of a path, one band along all its stretches. Its rectangle is that of their block of cells.

    `parts` says to which part of its card each stretch belongs; `alpha` (0 … 1) is the opacity, `glow`
    (0 … 1) the brightness of the light around it.
    """

    run: tuple[Stretch, ...]
    tips: tuple[EndState, EndState]
    parts: tuple[RoadPart, ...]
    style: int
    alpha: float = 1.0
    glow: float = 0.0

    def edge(self, rect: Rect) -> float:
        """Units around the rectangle, since arrows at the ends reach into the next cells."""
        return max(0.4 * rect.w / block_of(self.run).w, LEAST_ARROW_SIZE)

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        self.draw(ctx.canvas, cell_rects(rect, block_of(self.run)))

    def draw(self, canvas: Canvas, cell_rect: CellRect, first: float = 0.0, last: float = math.inf) -> None:
        """Draw the ribbon from place `first` to `last`, in stretches, with arrows where the path leads on."""
        start, end = max(0.0, first), min(last, float(len(self.run)))
        if end <= start:
            return
        roads = list(self._roads(cell_rect, start, end))
        for rect, road in roads if self.glow > 0 else ():
            draw_light(canvas, rect, road, self.glow)
        with canvas.faded(self.alpha):
            for rect, road in roads:
                draw_road(canvas, rect, road)
            side = cell_rect(0, 0).w
            if start > 0 or self.tips[0] == "open":
                here = self.point(start, cell_rect)
                draw_tip(canvas, RoadPoint(here.x, here.y, -here.dx, -here.dy), self.style, side)
            if end < len(self.run) or self.tips[1] == "open":
                draw_tip(canvas, self.point(end, cell_rect), self.style, side)

    def _roads(self, cell_rect: CellRect, start: float, end: float) -> Iterator[tuple[Rect, Road]]:
        """Roads between two places on the ribbon, each with the rectangle of its cell."""
        for index in range(math.floor(start), math.ceil(end)):
            x, y, enters, leaves = self.run[index]
            first, last = max(0.0, start - index), min(1.0, end - index)
            road = Road.of((enters, leaves), self.parts[index], self.style, first, last)
            if road.first < road.last:
                yield cell_rect(x, y), road

    def point(self, at: float, cell_rect: CellRect) -> RoadPoint:
        """Point on the ribbon after `at` stretches."""
        return point_at(self.run, at, cell_rect, self.parts)

    def with_glow(self, glow: float, alpha: float = 1.0) -> Ribbon:
        """Same ribbon with this light around it and this opacity."""
        return replace(self, glow=glow, alpha=alpha)


# --- light --------------------------------------------------------------------------------------


def draw_flourish(canvas: Canvas, ribbon: Ribbon, cell_rect: CellRect, t: float) -> None:
    """Draw the flourish with which a path closes, `t` 0 … 1: a light runs along it, and symbols rise."""
    if not 0 < t < 1:
        return
    run = ribbon.run
    speed = len(run) / (1 - _RISE)
    trail = min(_TRAIL, 0.95 * _RISE * speed)
    road, wide = own_style(canvas, ribbon.style), cell_rect(0, 0).w
    for bead in range(_BEADS):
        at = t * speed - bead * trail / _BEADS
        if 0 <= at <= len(run):
            here = ribbon.point(at, cell_rect)
            strength, size = (1 - bead / _BEADS) ** 1.5, wide * (0.62 - 0.3 * bead / _BEADS)
            canvas.glow(
                Rect.around(here.x, here.y, size),
                mix_colours(road.light, rgb(canvas, "down_under.glow"), 0.6),
                strength,
            )
    seat = seat_of(ribbon.style)
    if seat is None:
        return
    every = max(1, round(len(run) / _SYMBOLS))
    for index in range(every // 2, len(run), every):
        age = (t - (index + 0.5) / speed) / _RISE
        if 0 < age < 1:
            here = ribbon.point(index + 0.5, cell_rect)
            box = Rect.around(here.x, here.y - wide * 0.55 * ease_out(age), wide * 0.3)
            with canvas.faded(1 - age * age):
                canvas.circle(box.centre, box.w * 0.78, "down_under.bone", road.kerb, box.w * 0.1)
                seat_symbol(canvas, seat, box, road.kerb)


# --- tips and labels ----------------------------------------------------------------------------


def draw_tip(canvas: Canvas, point: RoadPoint, style: int, edge_length: float) -> None:
    """Draw a small arrow that shows where a path leads; `edge_length` is the units across a cell."""
    angle = round(math.degrees(math.atan2(point.dy, point.dx)) / _ANGLE) * _ANGLE % 360
    wide = max(edge_length * 0.36, LEAST_ARROW_SIZE)
    box = Rect.around(0, 0, wide)
    road = own_style(canvas, style)
    x, y = canvas.units(*canvas.pixel(point.x, point.y))
    with canvas.shifted(x, y):
        key = ("down_under.tip", style, angle)
        canvas.layer(key, box, lambda c: _paint_tip(c, wide, math.radians(angle), road), smooth=3)


def _paint_tip(canvas: Canvas, wide: float, angle: float, road: RoadStyle) -> None:
    cos, sin = math.cos(angle), math.sin(angle)

    def put(*point: Point) -> list[Point]:
        return [(wide * (x * cos - y * sin), wide * (x * sin + y * cos)) for x, y in point]

    canvas.polygon(put((0.46, 0.0), (-0.04, -0.47), (-0.04, 0.47)), road.kerb)
    canvas.polygon(put((0.36, 0.0), (-0.02, -0.34), (-0.02, 0.34)), road.light)
