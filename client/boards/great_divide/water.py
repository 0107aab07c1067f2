"""Pictures of rivers, their mouths and the watershed.

A river is made of stretches, one for each side of a tile over which water comes in. They cross the sides at
right angles, as wide as their neighbours there, so that they join without a seam. Beds are drawn before all
water; where stretches meet on a tile their water flows together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from client.boards.great_divide.layout import Spaces
from client.boards.great_divide.rivers import Fate, Mouth, RiverStretch, rivers_of
from client.boards.kit.hexes import HALF_WIDTH, SIDE_MIDDLES, side
from client.boards.kit.paper import mix_colours, rgb
from client.ui.animation import mix
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol
from client.ui.theme import Ink
from core.games.great_divide.drainage import arrows
from core.games.great_divide.land import Land

PointPath = tuple[Point, ...]
StretchPart = Literal["bed", "water", "bright", "light"]
"""Part of a stretch: `bright` water is previewed or highlighted, `light` runs over it."""

CURVE_PIECES: Final = 14
"""Number of straight pieces that make up a curve."""
BEND_REACH: Final = 0.055
"""Distance by which a stretch winds to either side, in radii."""
SPRING_WIDTH: Final = 0.8
"""Share of its width that a river has at its spring, in the middle of its tile."""
RIVER_WIDTHS: Final = ((16, 0.25), (8, 0.21), (4, 0.17), (2, 0.135), (0, 0.1))
"""Widths of a river, in radii, by the least number of tiles whose water it carries."""
LIGHT_STRENGTH: Final = 0.43
"""Strength of the light on water, 0 … 1."""
TILE_OVERLAP: Final = 0.03
"""Distance by which a stretch extends beyond its tile, in radii."""
GLIMMER_STRENGTHS: Final = 6
"""Number of strengths in which light that runs with the water is cached."""
BANK_WIDTH: Final = 0.035
"""Width of the bed that shows at each side of the water, in radii."""
BEAD_OFFSET: Final = 0.1
"""Distance of a bead into the next space, in widths of a space."""
DELTA_REACH: Final = 0.34
"""Distance to which a river is visible in the sea, in radii."""
BAND_COUNT: Final = 6
"""Number of strips of the land whose water is painted one by one, each in a frame of its own."""
WATER_REACH: Final = 2.0
"""Distance to which water may extend from the middle of its space, in radii."""
ARROW_HEAD_SIZE, ARROW_HEAD_OFFSET = 0.40, 0.73 / HALF_WIDTH
"""Size of an arrow's head, in radii; distance from a tile's middle, as a share of that to the side."""
OWNER_SYMBOL_SIZE, OWNER_SYMBOL_OFFSET = 0.34, 0.26
"""Size of the symbol of an ocean's seat at a mouth, and its distance out in the sea, in radii."""
BEAD_SIZE, BEAD_SIZE_WITH_SYMBOL = 0.48, 1.4
"""Size of a mouth's bead without a symbol, in radii, and of one with a symbol, in sizes of the symbol."""
LEAST_SYMBOL_SIZE, LARGEST_SYMBOL_SIZE = 20.0, 0.74
"""Least size of symbols and beads in units, and greatest in radii, which counts in small pictures."""

WATER_COLOURS: Final = ("great_divide.pacific", "great_divide.atlantic", "", "great_divide.slate")
LIGHT_COLOURS: Final = (
    "great_divide.pacific_light",
    "great_divide.atlantic_light",
    "great_divide.paper",
    "great_divide.water",
)
BED_COLOURS: Final = (
    "great_divide.pacific_deep",
    "great_divide.atlantic_deep",
    "great_divide.slate",
    "great_divide.ink",
)
"""Colours by `Fate` of the water, the light on it, and its bed. For open water see `water_ink`."""


def water_ink(canvas: Canvas, fate: Fate) -> Ink:
    """Colour of water with this fate; of open water the mean of both oceans' light colours."""
    if fate is not Fate.OPEN:
        return WATER_COLOURS[fate]
    west, east = (canvas.colour(LIGHT_COLOURS[ocean]) for ocean in (Fate.PACIFIC, Fate.ATLANTIC))
    return ((west[0] + east[0]) // 2, (west[1] + east[1]) // 2, (west[2] + east[2]) // 2)


@lru_cache(maxsize=128)
def width(tiles: int) -> float:
    """Width of a river that carries the water of `tiles` tiles, in radii."""
    return next(wide for least, wide in RIVER_WIDTHS if tiles >= least)


# --- curves ------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def curve(source_space: int | None, way: int, bend: int) -> PointPath:
    """Middle line of a stretch in a hex of radius 1 about (0, 0), from its spring or side `source_space` to
    `way`.

    `bend` 1 or -1 says to which side it winds first.
    """
    end = SIDE_MIDDLES[way]
    start = (0.0, 0.0) if source_space is None else SIDE_MIDDLES[source_space]
    points = []
    for step in range(CURVE_PIECES + 1):
        t = step / CURVE_PIECES
        x, y = ((1 - t) ** 2 * start[i] + t**2 * end[i] for i in (0, 1))
        across = _across(start, end, t)
        off = (
            0.0
            if source_space is None
            else BEND_REACH * bend * math.sin(2 * math.pi * t) * math.sin(math.pi * t)
        )
        points.append((x + off * across[0], y + off * across[1]))
    return tuple(points)


def _across(start: Point, end: Point, t: float) -> Point:
    """Normal of the curve, of length 1."""
    dx, dy = (t * end[i] - (1 - t) * start[i] for i in (0, 1))
    length = math.hypot(dx, dy) or 1.0
    return -dy / length, dx / length


def bend_of(space: int) -> int:
    """Side to which rivers first wind on a space, 1 or -1."""
    return 1 if space % 3 else -1


def water_point(spaces: Spaces, space: int, source_space: int | None, way: int, share: float) -> Point:
    """Point of water on a space after a share of its way over it, 0 … 1."""
    path = curve(source_space, way, bend_of(space))
    at = min(1.0, max(0.0, share)) * (len(path) - 1)
    first = min(int(at), len(path) - 2)
    (ax, ay), (bx, by), (cx, cy) = path[first], path[first + 1], spaces.centre(space)
    return cx + mix(ax, bx, at - first) * spaces.radius, cy + mix(ay, by, at - first) * spaces.radius


def _ribbon(point_path: PointPath, start: float, end: float, radius: float) -> PointPath:
    """Outline in units of a ribbon along a path (in radii), `start` radii wide at first and `end` at last."""
    left, right = [], []
    last = len(point_path) - 1
    for index, (x, y) in enumerate(point_path):
        before, after = point_path[max(0, index - 1)], point_path[min(last, index + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        half = mix(start, end, index / last) / 2 / (math.hypot(dx, dy) or 1.0)
        left.append(((x - dy * half) * radius, (y + dx * half) * radius))
        right.append(((x + dy * half) * radius, (y - dx * half) * radius))
    return (*left, *reversed(right))


def _longer(point_path: PointPath) -> PointPath:
    """Path made longer at both ends, a little beyond its tile, so that neighbours leave no gap."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = point_path[0], point_path[1], point_path[-2], point_path[-1]
    one, two = (TILE_OVERLAP / math.dist(*ends) for ends in (point_path[:2], point_path[-2:]))
    head, tail = (ax - (bx - ax) * one, ay - (by - ay) * one), (dx + (dx - cx) * two, dy + (dy - cy) * two)
    return (head, *point_path, tail)


# --- rivers ------------------------------------------------------------------------------------


class Band(NamedTuple):
    """Water of a strip of the land from west to east, as a value: equal strips have equal pictures."""

    stretches: tuple[RiverStretch, ...]
    mouths: tuple[Mouth, ...]
    divide: tuple[tuple[int, int], ...]
    heads: tuple[tuple[int, int], ...]
    """Heads of arrows: (space, way)."""

    def prepare(self, canvas: Canvas, spaces: Spaces) -> None:
        """Paint the strip's stretches into the cache without drawing them, since new ones take long."""
        for stretch in self.stretches:
            _draw(canvas, spaces, stretch, "bed", kept_only=True)
            _draw(canvas, spaces, stretch, "water", kept_only=True)

    def paint(self, canvas: Canvas, spaces: Spaces) -> None:
        """Paint rivers, their mouths in the seas and their open ends, over them arrows and the watershed."""
        for stretch in self.stretches:
            _draw(canvas, spaces, stretch, "bed")
        for mouth in self.mouths:
            if mouth.sea:
                _draw_delta(canvas, spaces, mouth)
                _draw_owner(canvas, spaces, mouth, OWNER_SYMBOL_OFFSET)
        for stretch in self.stretches:
            _draw(canvas, spaces, stretch, "water")
        for mouth in self.mouths:
            if not mouth.sea:
                draw_mouth(canvas, spaces, mouth)
        for space, way in self.heads:
            draw_head(canvas, spaces.centre(space), spaces.radius, way)
        draw_divide(canvas, spaces, self.divide)


@lru_cache(maxsize=64)
def bands(land: Land, tiles: bytes, inland: bool) -> tuple[Band, ...]:
    """Strips of the water of a board, from north to south; `tiles` are the bytes of `State.tiles`."""
    rivers, places = rivers_of(land, tiles, inland), Spaces.of(land, 1.0, (0.0, 0.0))
    top, high = places.whole.y, places.whole.h / BAND_COUNT
    heads = [(space, int(way)) for space, tile in enumerate(rivers.water.tiles) for way in arrows(tile)]

    def near(space: int, index: int) -> bool:
        return index * high - WATER_REACH <= places.centre(space)[1] - top <= (index + 1) * high + WATER_REACH

    return tuple(
        Band(
            tuple(stretch for stretch in rivers.stretches if near(stretch.space, index)),
            tuple(mouth for mouth in rivers.mouths if near(mouth.space, index)),
            tuple(side for side in rivers.divide if near(side[0], index)),
            tuple(head for head in heads if near(head[0], index)),
        )
        for index in range(BAND_COUNT)
    )


def draw_head(canvas: Canvas, centre: Point, radius: float, way: int) -> None:
    """Draw the head of an arrow at a side of a hex; also used over water."""
    place = Rect.around(*side(centre, radius * ARROW_HEAD_OFFSET, way), radius * ARROW_HEAD_SIZE)
    canvas.picture(f"tiles/great_divide/arrow-{way}.svg", place, tint="great_divide.paper")


def draw_stretches(canvas: Canvas, spaces: Spaces, stretches: Sequence[RiverStretch]) -> None:
    """Draw some pieces of river again, over everything."""
    for stretch in stretches:
        _draw(canvas, spaces, stretch, "bed")
    for stretch in stretches:
        _draw(canvas, spaces, stretch, "bright")


def draw_glimmer(canvas: Canvas, spaces: Spaces, stretch: RiverStretch, strength: float) -> None:
    """Draw light on the water of a stretch; `strength` 0 … 1."""
    level = round(strength * GLIMMER_STRENGTHS) / GLIMMER_STRENGTHS
    if level > 0:
        _draw(canvas, spaces, stretch, "light", level)


def _draw(
    canvas: Canvas,
    spaces: Spaces,
    stretch: RiverStretch,
    part: StretchPart,
    strength: float = 1.0,
    *,
    kept_only: bool = False,
) -> None:
    """Draw a part of a stretch; its picture is cached for all spaces over which water runs the same way."""
    radius, course = spaces.radius, WaterCourse.of(stretch)

    def paint(inner: Canvas) -> None:
        for ink, share, more in _ribbons(canvas, stretch.fate, part, strength):
            course.paint(inner, radius, ink, share, more)

    with canvas.shifted(*spaces.centre(stretch.space)):
        key = ("great_divide.stretch", course, stretch.fate, part, strength)
        canvas.layer(key, Rect.around(0, 0, 2 * radius), paint, smooth=3, kept_only=kept_only)


def _ribbons(
    canvas: Canvas, fate: Fate, part: StretchPart, strength: float
) -> list[tuple[Ink, float, float]]:
    """Ribbons of a part: colours, widths (in widths of the water), and radii by which they are wider."""
    water, light = water_ink(canvas, fate), LIGHT_COLOURS[fate]
    match part:
        case "bed":
            return [(BED_COLOURS[fate], 1.0, 2 * BANK_WIDTH)]
        case "water":
            soft = mix_colours(canvas.colour(water)[:3], rgb(canvas, light), LIGHT_STRENGTH)
            return [(water, 1.0, 0.0), (soft, 0.42, 0.0)]
        case "bright":
            return [(water, 1.0, 0.0), (light, 0.42, 0.0)]
    halo, foam = rgb(canvas, light), rgb(canvas, "great_divide.foam")
    return [((*halo, round(110 * strength)), 1.5, 0.0), ((*foam, round(220 * strength)), 0.5, 0.0)]


class WaterCourse(NamedTuple):
    """Course of water over a tile: the sides it joins, its bend, and its widths at start and end in radii."""

    source: int | None
    way: int
    bend: int
    start: float
    end: float

    @classmethod
    def of(cls, stretch: RiverStretch) -> WaterCourse:
        start = width(stretch.before) if stretch.before else SPRING_WIDTH * width(1)
        return cls(stretch.source, stretch.way, bend_of(stretch.space), start, width(stretch.after))

    def paint(self, canvas: Canvas, radius: float, ink: Ink, share: float, more: float) -> None:
        """Paint a ribbon `share` as wide as the water and `more` radii wider; round at a spring."""
        path, start = curve(self.source, self.way, self.bend), self.start * share + more
        canvas.polygon(_ribbon(_longer(path), start, self.end * share + more, radius), ink)
        if self.source is None:
            canvas.circle((0.0, 0.0), 0.62 * start * radius, ink)


def _draw_delta(canvas: Canvas, spaces: Spaces, mouth: Mouth) -> None:
    """Draw a river that runs out into the sea: a fan, and the river itself in it."""
    (x, y), wide, radius = SIDE_MIDDLES[mouth.way], width(mouth.carries), spaces.radius
    reach = 1 + DELTA_REACH / math.hypot(x, y)
    path = tuple((x * share, y * share) for share in (0.96, mix(1, reach, 0.5), reach))
    with canvas.shifted(*spaces.centre(mouth.space)):
        fan = (*rgb(canvas, LIGHT_COLOURS[mouth.fate]), 70)
        canvas.polygon(_ribbon(path, wide * 1.3, wide * 3.4, radius), fan)
        canvas.polygon(_ribbon(path[:2], wide * 1.15, wide * 2.1, radius), WATER_COLOURS[mouth.fate])


def _draw_owner(canvas: Canvas, spaces: Spaces, mouth: Mouth, off: float) -> None:
    """Draw the symbol of the ocean's seat, `off` radii beyond the side of the river's last tile."""
    if mouth.fate.seat is None:
        return
    spot = side(spaces.centre(mouth.space), spaces.radius * (1 + off / HALF_WIDTH), mouth.way)
    seat = mouth.fate.seat
    seat_symbol(canvas, seat, Rect.around(*spot, legible_size(OWNER_SYMBOL_SIZE, spaces)), f"seat.{seat}.ink")


def legible_size(share: float, spaces: Spaces) -> float:
    """Size in units that is a share of a space's radius, on a small land made larger to be readable."""
    return min(max(share * spaces.radius, LEAST_SYMBOL_SIZE), LARGEST_SYMBOL_SIZE * spaces.radius)


def draw_mouth(canvas: Canvas, spaces: Spaces, mouth: Mouth) -> None:
    """Draw the end of a river for now: a bead in the colours of the oceans that it can still reach."""
    spot = side(spaces.centre(mouth.space), spaces.radius * (1 + 2 * BEAD_OFFSET), mouth.way)
    size = (
        legible_size(BEAD_SIZE, spaces)
        if mouth.fate.seat is None
        else BEAD_SIZE_WITH_SYMBOL * legible_size(OWNER_SYMBOL_SIZE, spaces)
    )
    box = Rect(-size / 2, -size / 2, size, size)
    with canvas.shifted(*spot):
        canvas.layer(("great_divide.mouth", mouth.fate), box, lambda c: _bead(c, box, mouth.fate), smooth=3)
    _draw_owner(canvas, spaces, mouth, 2 * BEAD_OFFSET * HALF_WIDTH)


def _bead(canvas: Canvas, box: Rect, fate: Fate) -> None:
    """Draw a bead in the colour of the water's ocean; of open water with a half for each; grey if lost."""
    radius = box.w / 2 - 1
    canvas.circle(box.centre, radius, "great_divide.paper")
    inner = radius * 0.8
    west = WATER_COLOURS[Fate.PACIFIC if fate is Fate.OPEN else fate]
    east = WATER_COLOURS[Fate.ATLANTIC if fate is Fate.OPEN else fate]
    canvas.circle(box.centre, inner, west)
    with canvas.clip(Rect(box.cx, box.y, box.w / 2, box.h)):
        canvas.circle(box.centre, inner, east)
    if fate is Fate.OPEN:
        canvas.line((box.cx, box.cy - inner), (box.cx, box.cy + inner), radius * 0.2, "great_divide.paper")


# --- the watershed -----------------------------------------------------------------------------


def draw_divide(canvas: Canvas, spaces: Spaces, sides: Sequence[tuple[int, int]], high: float = 1.0) -> None:
    """Draw the watershed along sides (space, way) as mountains, `high` times as high as usual."""
    edges = sorted((spaces.edge(space, way)[::-1], way) for space, way in sides)
    for (y, x), way in edges:
        place = Rect.around(x, y, 1.4 * spaces.radius)
        canvas.picture(f"tiles/great_divide/divide-{way % 3}.svg", place, zoom=(1.0, high))
