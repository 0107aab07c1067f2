"""Rivers, their mouths and the watershed as pictures.

Every river is made of stretches, one from each side of a tile over which water comes in. They cross the
sides at right angles and are there as wide as their neighbours, so they join into one. Beds are drawn
before all water; where stretches meet on a tile their water flows together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from client.boards.great_divide.hexes import HALF, SIDES, side
from client.boards.great_divide.layout import Spaces
from client.boards.great_divide.rivers import Fate, Mouth, Rivers, Stretch
from client.ui import sprites
from client.ui.anim import mix
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol
from client.ui.theme import Colour, Ink

Path = tuple[Point, ...]
Rgb = tuple[int, ...]

STEPS: Final = 14
"""So many straight pieces make a curve."""
BEND: Final = 0.055
"""How far a stretch winds to either side, in radii."""
SPRING: Final = 0.8
"""How much of its width a river has where it springs, in the middle of its tile."""
WIDTHS: Final = ((16, 0.25), (8, 0.21), (4, 0.17), (2, 0.135), (0, 0.1))
"""How wide a river is, in radii, from so many tiles on."""
SOFT, BRIGHT = 110, 255
"""How much light there is on water, and on water that is meant; of 255."""
GLIMMERS: Final = 6
"""Strengths in which light that runs with the water is kept."""
BANK: Final = 0.035
"""How much of its bed is to be seen at each side of the water, in radii."""
AHEAD: Final = 0.1
"""How far a bead lies in the next space, in widths of a space."""
DELTA: Final = 0.34
"""How far a river is seen in the sea, in radii."""
OWNER, OFFING = 0.24, 0.24
"""How large the symbol of an ocean's seat is at a mouth, and how far out in the sea; in radii."""

WATER: Final = ("great_divide.pacific", "great_divide.atlantic", "", "great_divide.slate")
LIGHT: Final = (
    "great_divide.pacific_light",
    "great_divide.atlantic_light",
    "great_divide.paper",
    "great_divide.water",
)
DEEP: Final = (
    "great_divide.pacific_deep",
    "great_divide.atlantic_deep",
    "great_divide.slate",
    "great_divide.ink",
)
"""Colours by `Fate`: of the water, of the light on it, of its bed. Open water is of both oceans' light."""


def water_ink(canvas: Canvas, fate: Fate) -> Ink:
    """The colour of water that will end so."""
    if fate is not Fate.OPEN:
        return WATER[fate]
    west, east = (canvas.colour(LIGHT[ocean]) for ocean in (Fate.PACIFIC, Fate.ATLANTIC))
    return ((west[0] + east[0]) // 2, (west[1] + east[1]) // 2, (west[2] + east[2]) // 2)


def rank(tiles: int) -> int:
    """Which of the `WIDTHS` a river has that carries so many tiles' water."""
    return next(rank for rank, (least, _) in enumerate(WIDTHS) if tiles >= least)


@lru_cache(maxsize=128)
def width(tiles: int) -> float:
    """How wide it is, in radii."""
    return WIDTHS[rank(tiles)][1]


# --- curves ------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def curve(source: int | None, way: int, bend: int) -> Path:
    """The middle of a stretch in a hex of radius 1 about (0, 0), from its spring or side `source` to `way`.

    `bend` 1 or -1 says to which side it winds first.
    """
    end = SIDES[way]
    start = (0.0, 0.0) if source is None else SIDES[source]
    points = []
    for step in range(STEPS + 1):
        t = step / STEPS
        x, y = ((1 - t) ** 2 * start[i] + t**2 * end[i] for i in (0, 1))
        across = _across(start, end, t)
        off = 0.0 if source is None else BEND * bend * math.sin(2 * math.pi * t) * math.sin(math.pi * t)
        points.append((x + off * across[0], y + off * across[1]))
    return tuple(points)


def _across(start: Point, end: Point, t: float) -> Point:
    """At right angles to the curve, length 1."""
    dx, dy = (t * end[i] - (1 - t) * start[i] for i in (0, 1))
    length = math.hypot(dx, dy) or 1.0
    return -dy / length, dx / length


def bend_of(space: int) -> int:
    """To which side rivers wind on a space."""
    return 1 if space % 3 else -1


def on_its_way(places: Spaces, space: int, source: int | None, way: int, share: float) -> Point:
    """Where water is on a space after a share of its way over it, 0 … 1."""
    path = curve(source, way, bend_of(space))
    at = min(1.0, max(0.0, share)) * (len(path) - 1)
    first = min(int(at), len(path) - 2)
    (ax, ay), (bx, by), (cx, cy) = path[first], path[first + 1], places.centre(space)
    return cx + mix(ax, bx, at - first) * places.radius, cy + mix(ay, by, at - first) * places.radius


class Outline(NamedTuple):
    """A ribbon in pixels: its corners in a box of `size`, and where that lies from the middle of the hex.

    `key` tells it from all others.
    """

    key: tuple[object, ...]
    points: Path
    size: tuple[int, int]
    offset: tuple[int, int]


def _outline(
    key: tuple[object, ...], path: Path, start: float, end: float, radius: float, pool: float = 0.0
) -> Outline:
    """A path as a ribbon, `start` wide at first and `end` at last, for a hex of `radius` pixels.

    With a `pool` it springs from a round one. Widths are in radii.
    """
    left, right = [], []
    last = len(path) - 1
    for index, (x, y) in enumerate(path):
        before, after = path[max(0, index - 1)], path[min(last, index + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        half = mix(start, end, index / last) / 2 / (math.hypot(dx, dy) or 1.0)
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    shape = [(x * radius, y * radius) for x, y in (*left, *reversed(right), *_pool(path, pool))]
    x0, y0 = (math.floor(min(point[i] for point in shape)) - 1 for i in (0, 1))
    x1, y1 = (math.ceil(max(point[i] for point in shape)) + 1 for i in (0, 1))
    return Outline(key, tuple((x - x0, y - y0) for x, y in shape), (x1 - x0, y1 - y0), (x0, y0))


def _pool(path: Path, size: float) -> list[Point]:
    """The round beginning of a path."""
    if size <= 0:
        return []
    (x, y), (ax, ay) = path[0], path[1]
    back = math.atan2(ay - y, ax - x) - math.pi / 2
    turns = [back - math.pi * step / 8 for step in range(9)]
    return [(x + size * math.cos(turn), y + size * math.sin(turn)) for turn in turns]


@lru_cache(maxsize=1024)
def _stretch(source: int | None, way: int, bend: int, start: float, end: float, radius: float) -> Outline:
    """The ribbon of a stretch; a little longer than its tile, so that neighbours leave no gap."""
    key = (source, way, bend, start, end, radius)
    path = _longer(curve(source, way, bend), 0.0 if source is None else 0.03, 0.03)
    return _outline(key, path, start, end, radius, 0.62 * start if source is None else 0.0)


def _longer(path: Path, first: float, last: float) -> Path:
    """A path with straight pieces before and after it."""
    (ax, ay), (bx, by) = path[0], path[1]
    (cx, cy), (dx, dy) = path[-2], path[-1]
    one, two = math.dist(path[0], path[1]), math.dist(path[-2], path[-1])
    head = (ax - (bx - ax) / one * first, ay - (by - ay) / one * first)
    tail = (dx + (dx - cx) / two * last, dy + (dy - cy) / two * last)
    return (head, *path, tail)


# --- rivers ------------------------------------------------------------------------------------

Sprite = tuple[pygame.Surface, tuple[int, int]]
"""A picture and where it lies, in pixels."""


def draw_rivers(canvas: Canvas, places: Spaces, rivers: Rivers) -> None:
    """All rivers, their mouths in the seas, and what is still open."""
    brush = _Brush(canvas, places)
    brush.put([brush.bed(stretch) for stretch in rivers.stretches])
    for mouth in rivers.mouths:
        if mouth.sea:
            _draw_delta(brush, mouth)
            _draw_owner(canvas, places, mouth, OFFING)
    brush.put([brush.water(stretch) for stretch in rivers.stretches])
    for mouth in rivers.mouths:
        if not mouth.sea:
            draw_mouth(canvas, places, mouth)


def draw_stretches(canvas: Canvas, places: Spaces, stretches: Sequence[Stretch]) -> None:
    """Some pieces of river, once more over everything."""
    brush = _Brush(canvas, places)
    brush.put([brush.bed(stretch) for stretch in stretches])
    brush.put([brush.water(stretch, BRIGHT) for stretch in stretches])


def draw_glimmer(canvas: Canvas, places: Spaces, stretch: Stretch, strength: float) -> None:
    """Light that runs with the water over one stretch, 0 … 1."""
    level = round(strength * GLIMMERS) / GLIMMERS
    if level > 0:
        brush = _Brush(canvas, places)
        brush.put(brush.lit(stretch, level))


class _Brush:
    """Makes the pictures of rivers for one canvas and layout; they are kept."""

    def __init__(self, canvas: Canvas, places: Spaces) -> None:
        self.canvas = canvas
        self.places = places
        self.radius = places.radius * canvas.scale
        """In pixels."""
        self._deep = [canvas.colour(ink) for ink in DEEP]
        self._water = [canvas.colour(water_ink(canvas, fate)) for fate in Fate]
        self._light = [canvas.colour(ink) for ink in LIGHT]

    def bed(self, stretch: Stretch) -> Sprite:
        """The bed of a stretch."""
        return self.kept(stretch.space, self._outline(stretch, 1.0, 2 * BANK), self._deep[stretch.fate])

    def water(self, stretch: Stretch, gleam: int = SOFT) -> Sprite:
        """Its water, with a gleam along its middle of an alpha up to 255."""
        wide, thin = self._outline(stretch, 1.0, 0.0), self._outline(stretch, 0.42, 0.0)
        water, light = self._water[stretch.fate], self._light[stretch.fate]
        key = ("great_divide.water", wide.key, water, gleam)
        sprite = self.canvas.cache.get(key, lambda: _gleaming(wide, water, thin, (*light[:3], gleam)))
        return self._placed(stretch.space, wide, sprite)

    def lit(self, stretch: Stretch, strength: float) -> list[Sprite]:
        """The light that runs over it."""
        halo, core = self._outline(stretch, 1.5, 0.0), self._outline(stretch, 0.5, 0.0)
        light = (*self._light[stretch.fate][:3], round(110 * strength))
        white = (*self.canvas.colour("great_divide.foam")[:3], round(220 * strength))
        return [self.kept(stretch.space, halo, light), self.kept(stretch.space, core, white)]

    def put(self, found: list[Sprite]) -> None:
        """Blits many pictures at once."""
        self.canvas.surface.fblits(found)
        for sprite, place in found:
            self.canvas.touch(sprite.get_rect(topleft=place))

    def kept(self, space: int, outline: Outline, colour: Colour) -> Sprite:
        """A ribbon on a space in one colour."""
        key = ("great_divide.ribbon", outline.key, colour)
        return self._placed(space, outline, self.canvas.cache.get(key, lambda: _filled(outline, colour)))

    def _placed(self, space: int, outline: Outline, sprite: pygame.Surface) -> Sprite:
        x, y = self.canvas.pixel(*self.places.centre(space))
        return sprite, (x + outline.offset[0], y + outline.offset[1])

    def _outline(self, stretch: Stretch, share: float, more: float) -> Outline:
        """A stretch `share` as wide as its water and `more` radii wider."""
        space, source, way, before, after, _ = stretch
        start = width(before) if before else SPRING * width(1)
        end = width(after) * share + more
        return _stretch(source, way, bend_of(space), start * share + more, end, self.radius)


def _filled(outline: Outline, colour: Colour) -> pygame.Surface:
    surface = sprites.shape(outline.size, "polygon", outline.points, 0.0, colour[:3])
    if colour[3] < 255:
        surface.fill((255, 255, 255, colour[3]), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _gleaming(wide: Outline, water: Colour, thin: Outline, light: Colour) -> pygame.Surface:
    """Water with light on it."""
    surface = _filled(wide, water)
    place = (thin.offset[0] - wide.offset[0], thin.offset[1] - wide.offset[1])
    surface.blit(_filled(thin, light), place)
    return surface


def _draw_delta(brush: _Brush, mouth: Mouth) -> None:
    """Where a river runs out into the sea."""
    canvas, space = brush.canvas, mouth.space
    wide, near = _delta(mouth.way, width(mouth.carries), brush.radius)
    light, water = canvas.colour(LIGHT[mouth.fate])[:3], canvas.colour(WATER[mouth.fate])
    brush.put([brush.kept(space, wide, (*light, 70)), brush.kept(space, near, water)])


@lru_cache(maxsize=64)
def _delta(way: int, wide: float, radius: float) -> tuple[Outline, Outline]:
    """The fan in which a river ends in the sea, and the river itself in it."""
    x, y = SIDES[way]
    reach = 1 + DELTA / math.hypot(x, y)
    middle = mix(1, reach, 0.5)
    path = ((x * 0.96, y * 0.96), (middle * x, middle * y), (reach * x, reach * y))
    fan = _outline(("fan", way, wide, radius), path, wide * 1.3, wide * 3.4, radius)
    return fan, _outline(("mouth", way, wide, radius), path[:2], wide * 1.15, wide * 2.1, radius)


def _draw_owner(canvas: Canvas, places: Spaces, mouth: Mouth, off: float) -> None:
    """Whose ocean a river comes to: the seat's symbol, so many radii beyond the side of its last tile."""
    if mouth.fate.seat is None:
        return
    spot = side(places.centre(mouth.space), places.radius * (1 + off / HALF), mouth.way)
    seat_symbol(canvas, mouth.fate.seat, Rect.around(*spot, places.radius * OWNER), "great_divide.paper")


def draw_mouth(canvas: Canvas, places: Spaces, mouth: Mouth) -> None:
    """Where a river ends for now: a bead in the colours of the oceans that it can still come to."""
    spot = side(places.centre(mouth.space), places.radius * (1 + 2 * AHEAD), mouth.way)
    size = places.radius * 0.42
    box = Rect(-size / 2, -size / 2, size, size)
    with canvas.shifted(*spot):
        canvas.layer(("great_divide.mouth", mouth.fate), box, lambda c: _bead(c, box, mouth.fate), smooth=3)
    _draw_owner(canvas, places, mouth, 2 * AHEAD * HALF)


def _bead(canvas: Canvas, box: Rect, fate: Fate) -> None:
    """Left half the Pacific, right half the Atlantic; the wave of an ocean that is decided; else empty."""
    radius = box.w / 2 - 1
    canvas.circle(box.centre, radius, "great_divide.paper")
    inner = radius * 0.8
    west = WATER[Fate.PACIFIC if fate is Fate.OPEN else fate]
    east = WATER[Fate.ATLANTIC if fate is Fate.OPEN else fate]
    canvas.circle(box.centre, inner, west)
    with canvas.clip(Rect(box.cx, box.y, box.w / 2, box.h)):
        canvas.circle(box.centre, inner, east)
    if fate is Fate.OPEN:
        canvas.line((box.cx, box.cy - inner), (box.cx, box.cy + inner), radius * 0.2, "great_divide.paper")


# --- the watershed -----------------------------------------------------------------------------


def draw_divide(canvas: Canvas, places: Spaces, sides: Sequence[tuple[int, int]], high: float = 1.0) -> None:
    """The watershed along sides of spaces (space, way): mountains, `high` times as high as usual."""
    edges = sorted((places.edge(space, way)[::-1], way) for space, way in sides)
    for (y, x), way in edges:
        place = Rect.around(x, y, 1.4 * places.radius)
        canvas.picture(f"tiles/great_divide/divide-{way % 3}.svg", place, zoom=(1.0, high))
