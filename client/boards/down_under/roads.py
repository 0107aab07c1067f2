"""Roads across a cell: the lines that paths follow, their styles, and their pictures.

Lines run in a square of 0 … 1. A way is named by the two sides it joins, `CELL_MIDDLE` instead of one of them
for a stub or for a path that ends in a pool. Curves are quarters of a circle about the card's corner, so that
neighbours always meet.

A style is a number: that of a seat's first path is 0 … 6, that of its second path `SECOND_PATH_STYLE` more,
those of a frame's paths are `FRAME_STYLE` and `FRAME_STYLE` + 1. A pattern repeats a whole number of times on
every straight and curve, and looks the same in both directions: so it runs on from card to card, and few
pictures serve all paths.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

import pygame

from client.boards.kit.paper import Rgb, mix_colours, rgb, stamp, wants_clear_shapes
from client.ui.animation import mix
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol
from client.ui.theme import Pattern
from core.games.down_under.state import CELL_MIDDLE, SIDES, E, N, Options, S, W, owner

WaySides = tuple[int, int]
"""Sides over which a way comes into the cell and goes out of it."""
RoadPart = Literal["own", "neutral", "under", "pool"]
"""Part of a card to which a stretch belongs: its own part, its neutral part, the neutral part of a straight,
which passes under the own one, or a way over or into a billabong."""

CORE_HALF_WIDTH: Final = 0.115
"""Half the width of the coloured middle of a road, in sides of a cell."""
INNER_HALF_WIDTH: Final = 0.101
"""Half the width of that middle without its lit rim, in sides of a cell."""
KERB_HALF_WIDTH: Final = 0.15
"""Half the width of a road with its kerbs, in sides of a cell."""
STUB_END_OFFSET: Final = 0.17
"""Distance from a side to the middle of a stub's round end, in sides of a cell."""
SHORE_OFFSET: Final = 0.25
"""Distance from a cell's side at which a path ends in a pool, in sides of a cell."""
WATER_SHARE: Final = 0.36
"""Share of its way over which a path that ends in a pool disappears in the water."""
HALO_REACH: Final = 0.27
"""Distance from the middle of a road to which the light around it reaches, in sides of a cell."""
GROWTH_STEPS: Final = 24
"""Number of lengths in which a growing road is drawn; the picture of each is cached."""
LIGHT_STRENGTHS: Final = 8
"""Number of strengths in which light around a road is drawn."""
SUPERSAMPLING: Final = 3
"""Factor by which roads are drawn larger and then scaled down, for smooth edges."""
ARC_CORNERS: Final = 12
"""Corners of the outline of a quarter of a circle, and of the round end of a stub."""
FADE_BANDS: Final = 9
"""Number of bands in which light fades, and a road in the water."""
TRANSPARENT: Final = (0, 0, 0, 0)
STRAIGHT_BEATS, CURVE_BEATS = 4, 3
"""Repetitions of a pattern on a straight and on a curve."""

SIDE_MIDDLES: Final[tuple[Point, ...]] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
"""Middles of the sides N, E, S, W of a cell, in a square of 0 … 1."""
_INWARD: Final[tuple[Point, ...]] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
"""Direction in which a way comes in over each side, of length 1."""


class RoadPoint(NamedTuple):
    """Point on a way and the direction there: `dx`, `dy` of length 1."""

    x: float
    y: float
    dx: float
    dy: float


def is_curve(sides: WaySides) -> bool:
    """Whether a way is a curve: it joins two neighbouring sides."""
    return CELL_MIDDLE not in sides and (sides[0] - sides[1]) % 2 == 1


def way_length(sides: WaySides, part: RoadPart = "own") -> float:
    """Length of a way, in sides of a cell."""
    if CELL_MIDDLE in sides:
        return SHORE_OFFSET if part == "pool" else STUB_END_OFFSET
    return math.pi / 4 if is_curve(sides) else 1.0


def point_on_way(sides: WaySides, share: float, part: RoadPart = "own") -> RoadPoint:
    """Point on a way after a share (0 … 1) of it; a straight one goes on beyond its ends."""
    enters, leaves = sides
    if enters == CELL_MIDDLE:
        back = point_on_way((leaves, CELL_MIDDLE), 1 - share, part)
        return RoadPoint(back.x, back.y, -back.dx, -back.dy)
    (ax, ay), (ux, uy) = SIDE_MIDDLES[enters], _INWARD[enters]
    if not is_curve(sides):
        far = share * way_length(sides, part)
        return RoadPoint(ax + ux * far, ay + uy * far, ux, uy)
    bx, by = SIDE_MIDDLES[leaves]
    cx, cy = ax + bx - 0.5, ay + by - 0.5  # the corner that the two sides share
    cos, sin = math.cos(share * math.pi / 2), math.sin(share * math.pi / 2)
    first, second = (ax - cx, ay - cy), (bx - cx, by - cy)
    return RoadPoint(
        cx + cos * first[0] + sin * second[0],
        cy + cos * first[1] + sin * second[1],
        2 * (cos * second[0] - sin * first[0]),
        2 * (cos * second[1] - sin * first[1]),
    )


# --- styles -------------------------------------------------------------------------------------

SECOND_PATH_STYLE: Final = 7
"""Number added to a seat's style for its second path."""
FRAME_STYLE: Final = 14
"""Style of the first path of a frame."""

_SECOND_PATTERNS: Final[dict[Pattern, Pattern]] = {
    "plain": "checks",
    "stripes": "crosses",
    "dots": "zigzag",
    "waves": "checks",
    "checks": "stripes",
    "crosses": "waves",
    "zigzag": "dots",
}
"""Pattern of a seat's second path, by the pattern of its first."""
_FRAME_PATTERNS: Final[tuple[Pattern, ...]] = ("stripes", "dots")


class RoadStyle(NamedTuple):
    """Colours and pattern of a road.

    `mark` is the colour of the pattern, `kerb` that of the edges, `light` that of the lit rim and of light
    around the road, `symbol` one that is easily seen on it.
    """

    ground: Rgb
    mark: Rgb
    kerb: Rgb
    light: Rgb
    symbol: Rgb
    pattern: Pattern


def style_of(options: Options, seats: int, path_number: int) -> int:
    """Style of a path by the path's number."""
    seat = owner(options, seats, path_number)
    if seat is None:
        return FRAME_STYLE + (path_number - seats) % len(_FRAME_PATTERNS)
    return seat if path_number < seats else seat + SECOND_PATH_STYLE


def seat_of(style: int) -> int | None:
    """Seat whose path has this style; None for a frame's."""
    return style % SECOND_PATH_STYLE if 0 <= style < FRAME_STYLE else None


def own_style(canvas: Canvas, style: int) -> RoadStyle:
    """Colours and pattern of a style, for ribbons and the own parts of cards."""
    dark, bone = rgb(canvas, "down_under.dark"), rgb(canvas, "down_under.bone")
    if style >= FRAME_STYLE:
        number = (style - FRAME_STYLE) % len(_FRAME_PATTERNS)
        ground = rgb(canvas, f"down_under.frame_{number}")
        return RoadStyle(
            ground,
            mix_colours(ground, dark, 0.4),
            mix_colours(ground, dark, 0.62),
            bone,
            bone,
            _FRAME_PATTERNS[number],
        )
    seat = style % SECOND_PATH_STYLE
    ground, ink = rgb(canvas, f"seat.{seat}"), rgb(canvas, f"seat.{seat}.ink")
    pattern = canvas.theme.seats[seat % len(canvas.theme.seats)].pattern
    if style >= SECOND_PATH_STYLE:
        ground, ink, pattern = mix_colours(ground, dark, 0.58), bone, _SECOND_PATTERNS[pattern]
    kerb = mix_colours(ground, dark, 0.62 if style < SECOND_PATH_STYLE else 0.75)
    return RoadStyle(
        ground, mix_colours(ground, ink, 0.62), kerb, mix_colours(ground, bone, 0.55), ink, pattern
    )


# --- pictures of roads ---------------------------------------------------------------------------

FORWARD_WAYS: Final = {
    (N, E),
    (E, S),
    (S, W),
    (W, N),
    (N, S),
    (E, W),
    *((side, CELL_MIDDLE) for side in SIDES),
}
"""Ways in the directions in which they are drawn; the others are turned around first."""


class Road(NamedTuple):
    """Way through a cell in a style, visible from share `first` of it to share `last` (0 … 1)."""

    way: WaySides
    part: RoadPart
    style: int
    first: float = 0.0
    last: float = 1.0

    @classmethod
    def of(cls, sides: WaySides, part: RoadPart, style: int, first: float = 0.0, last: float = 1.0) -> Road:
        """Road in the direction in which it is drawn, with shares rounded to `GROWTH_STEPS`."""
        first, last = (math.floor(share * GROWTH_STEPS + 1e-6) / GROWTH_STEPS for share in (first, last))
        if sides in FORWARD_WAYS:
            return cls(sides, part, style, first, last)
        return cls((sides[1], sides[0]), part, style, 1 - last, 1 - first)

    @property
    def ends(self) -> bool:
        """Whether the path ends in this cell."""
        return self.way[1] == CELL_MIDDLE

    def point(self, rect: Rect, along: float, right: float) -> Point:
        """Point `along` the road and to its `right`, both in sides of the cell, which lies in `rect`."""
        x, y, dx, dy = point_on_way(self.way, along / way_length(self.way, self.part), self.part)
        return rect.x + (x - dy * right) * rect.w, rect.y + (y + dx * right) * rect.h

    def band(self, rect: Rect, half: float, first: float, last: float) -> list[Point]:
        """Outline of the road between two shares, `half` cells to either side; round at the end of a stub."""
        whole, turned = way_length(self.way, self.part), is_curve(self.way)
        count = math.ceil(ARC_CORNERS * (last - first)) if turned else 1
        alongs = [whole * (first + (last - first) * index / count) for index in range(count + 1)]
        turns = [math.pi * index / ARC_CORNERS for index in range(1, ARC_CORNERS)]
        rounded = turns if self.ends and last == 1 and self.part != "pool" else ()
        return [
            *(self.point(rect, along, -half) for along in alongs),
            *(self.point(rect, whole + half * math.sin(turn), -half * math.cos(turn)) for turn in rounded),
            *(self.point(rect, along, half) for along in reversed(alongs)),
        ]


def draw_road(canvas: Canvas, rect: Rect, road: Road) -> None:
    """Draw a road through the cell that lies in `rect`."""
    stamp(canvas, ("down_under.road", road), rect, 0.0, lambda c, r: _paint_road(c, r, road), SUPERSAMPLING)


def draw_light(canvas: Canvas, rect: Rect, road: Road, strength: float) -> None:
    """Draw the light around a road; `strength` 0 … 1."""
    step = round(strength * LIGHT_STRENGTHS)
    key = ("down_under.light", road, step)
    stamp(canvas, key, rect, 0.0, lambda c, r: _paint_light(c, r, road, step / LIGHT_STRENGTHS))


def _paint_road(canvas: Canvas, rect: Rect, road: Road) -> None:
    ctx, dark = own_style(canvas, road.style), rgb(canvas, "down_under.dark")
    kerb = ctx.kerb if road.part == "own" else rgb(canvas, "down_under.stone_light")
    layers = [
        (KERB_HALF_WIDTH + 0.025, (*dark, 14)),
        (KERB_HALF_WIDTH + 0.012, (*dark, 42)),
        (KERB_HALF_WIDTH, mix_colours(kerb, dark, 0.28)),
        (KERB_HALF_WIDTH - 0.009, kerb),
        (CORE_HALF_WIDTH, mix_colours(ctx.ground, ctx.light, 0.5)),
        (INNER_HALF_WIDTH, ctx.ground),
    ]
    for half, colour in (
        [(KERB_HALF_WIDTH, kerb), (CORE_HALF_WIDTH, ctx.ground)] if wants_clear_shapes(canvas) else layers
    ):
        _fill(canvas, road.band(rect, half, 0, 1), colour)
    _paint_marks(canvas, rect, road, ctx)
    if road.part == "under":
        for deep in (0.06, 0.035, 0.015):
            far = KERB_HALF_WIDTH + deep
            canvas.polygon(road.band(rect, KERB_HALF_WIDTH, 0.5 - far, 0.5 + far), (*dark, 45))
    elif road.part == "pool" and road.ends:
        _drown(canvas, rect, road)
    elif road.ends:
        _paint_cap(canvas, rect, road, ctx)
    _cut(canvas, rect, road, KERB_HALF_WIDTH + 0.03)


def _paint_light(canvas: Canvas, rect: Rect, road: Road, strength: float) -> None:
    """Paint bands of light, the narrower the brighter."""
    light = own_style(canvas, road.style).light
    for step in range(1, FADE_BANDS + 1):
        half = mix(HALO_REACH, CORE_HALF_WIDTH, step / FADE_BANDS)
        alpha = round(255 * 0.85 * strength * (step / FADE_BANDS) ** 1.6)
        _fill(canvas, road.band(rect, half, 0, 1), (*light, alpha))
    _cut(canvas, rect, road, HALO_REACH)


def _fill(canvas: Canvas, outline: Sequence[Point], rgba: tuple[int, ...]) -> None:
    """Paint a shape in place of the pixels there; a transparent colour erases them."""
    pygame.draw.polygon(canvas.surface, rgba, [canvas.pixel(*point) for point in outline])


def _cut(canvas: Canvas, rect: Rect, road: Road, half: float) -> None:
    """Erase the gap under a bridge, and the shares of the road that are not visible."""
    gone = [(0.0, road.first), (road.last, 1.0)]
    if road.part == "under":
        gone.append((0.5 - KERB_HALF_WIDTH, 0.5 + KERB_HALF_WIDTH))
    for first, last in gone:
        if first < last:
            _fill(canvas, road.band(rect, half, first, last), TRANSPARENT)


def _drown(canvas: Canvas, rect: Rect, road: Road) -> None:
    """Fade the end of a road into the water, band by band."""
    for step in range(FADE_BANDS):
        first, last = (1 - WATER_SHARE + WATER_SHARE * at / FADE_BANDS for at in (step, step + 1))
        area = canvas.pixels(Rect.bounding(road.band(rect, KERB_HALF_WIDTH + 0.03, first, last)))
        shade = (255, 255, 255, 255 - 255 * (step + 1) // FADE_BANDS)
        canvas.surface.fill(shade, area, pygame.BLEND_RGBA_MULT)


def _paint_cap(canvas: Canvas, rect: Rect, road: Road, road_style: RoadStyle) -> None:
    """Paint the closed end of a stub: a light disc with the symbol of its seat, or a dot without one."""
    middle, seat = road.point(rect, STUB_END_OFFSET, 0.0), seat_of(road.style)
    canvas.circle(middle, rect.w * 0.1, "down_under.bone")
    if seat is not None:
        seat_symbol(canvas, seat, Rect.around(*middle, rect.w * 0.125), road_style.kerb)
    else:
        canvas.circle(middle, rect.w * 0.045, road_style.kerb)


# --- patterns --------------------------------------------------------------------------------------


def _paint_marks(canvas: Canvas, rect: Rect, road: Road, road_style: RoadStyle) -> None:
    """Paint the marks of its pattern along a road, up to where it ends in its cell."""
    turned, whole = is_curve(road.way), way_length(road.way, road.part)
    beats = CURVE_BEATS if turned else STRAIGHT_BEATS
    beat = (whole if turned else 1.0) / beats
    end = whole if road.ends else math.inf
    for mark in ROAD_PATTERNS[road_style.pattern](beats, beat):
        if min(along for along, _ in mark) < end:
            outline = [road.point(rect, min(along, end), right) for along, right in mark]
            _fill(canvas, outline, road_style.mark)


def _band(points: Sequence[Point], half: float) -> list[Point]:
    """Outline of a line along a road, `half` sides of a cell to either side."""
    return [*((x, y - half) for x, y in points), *((x, y + half) for x, y in reversed(points))]


def _box(along: float, right: float, wide: float, high: float) -> list[Point]:
    return _band([(along - wide / 2, right), (along + wide / 2, right)], high / 2)


def _stripes(beats: int, beat: float) -> MarkOutlines:
    edge = [
        (-right / 1.6, right)
        for right in (-INNER_HALF_WIDTH, -INNER_HALF_WIDTH / 2, 0.0, INNER_HALF_WIDTH / 2, INNER_HALF_WIDTH)
    ]
    for at in (index * beat for index in range(beats + 1)):
        before, after = ([(at + far + along, right) for along, right in edge] for far in (-0.062, 0.062))
        yield [*before, *reversed(after)]


def _dots(beats: int, beat: float) -> MarkOutlines:
    turns = [math.pi * index / 8 for index in range(16)]
    for at in ((index + 0.5) * beat for index in range(beats)):
        yield [(at + 0.058 * math.cos(turn), 0.058 * math.sin(turn)) for turn in turns]


def _waves(beats: int, beat: float) -> MarkOutlines:
    turns = (index / 16 for index in range(-1, 16 * beats + 2))
    yield _band([(turn * beat, 0.055 * math.sin(2 * math.pi * turn)) for turn in turns], 0.028)


def _checks(beats: int, beat: float) -> MarkOutlines:
    half = beat / 2
    for index in range(2 * beats):
        yield _box(
            (index + 0.5) * half,
            -INNER_HALF_WIDTH / 2 if index % 2 else INNER_HALF_WIDTH / 2,
            half,
            INNER_HALF_WIDTH,
        )


def _crosses(beats: int, beat: float) -> MarkOutlines:
    for at in ((index + 0.5) * beat for index in range(beats)):
        yield _box(at, 0.0, 0.15, 0.042)
        yield _box(at, 0.0, 0.042, 0.15)


def _zigzag(beats: int, beat: float) -> MarkOutlines:
    corners = range(-1, 2 * beats + 1)
    yield _band([((index + 0.5) * beat / 2, 0.062 * (1 if index % 2 else -1)) for index in corners], 0.028)


def _none(beats: int, beat: float) -> MarkOutlines:
    return iter(())


MarkOutlines = Iterator[list[Point]]
"""Outlines of marks: points by distance along a road and to its right, in sides of a cell."""

ROAD_PATTERNS: Final[dict[Pattern, Callable[[int, float], MarkOutlines]]] = {
    "plain": _none,
    "stripes": _stripes,
    "dots": _dots,
    "waves": _waves,
    "checks": _checks,
    "crosses": _crosses,
    "zigzag": _zigzag,
}
"""Marks of each pattern, from the number of its repetitions on a road and the length of one."""
