"""Rivers, their mouths and the watershed as pictures, and the light that moves on the water.

Every river is made of stretches, one from each side of a tile over which water comes in. They cross the
sides at right angles and are there as wide as their neighbours, so they join into one. Beds are drawn
before all water; where stretches meet on a tile their water flows together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from client.boards.great_divide_places import CORNERS, WAYS, Places
from client.boards.great_divide_rivers import Fate, Mouth, Rivers, Stretch
from client.ui import sprites
from client.ui.anim import mix
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
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
BANK: Final = 0.035
"""How much of its bed is to be seen at each side of the water, in radii."""
AHEAD: Final = 0.1
"""How far a bead lies in the next space, in widths of a space."""
PEAKS: Final = ((0.14, 0.26), (0.5, 0.42), (0.86, 0.3))
"""Where along a side of a space its mountains stand, and how wide they are, in radii."""
DELTA: Final = 0.34
"""How far a river is seen in the sea, in radii."""

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


def width(tiles: int) -> float:
    """How wide a river is that carries so many tiles' water, in radii."""
    return WIDTHS[_rank(tiles)][1]


# --- curves ------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def curve(source: int | None, way: int, bend: int) -> Path:
    """The middle of a stretch in a hex of radius 1 about (0, 0), from its spring or side `source` to `way`.

    `bend` 1 or -1 says to which side it winds first.
    """
    end = _side(way)
    start = (0.0, 0.0) if source is None else _side(source)
    points = []
    for step in range(STEPS + 1):
        t = step / STEPS
        x, y = ((1 - t) ** 2 * start[i] + t**2 * end[i] for i in (0, 1))
        across = _across(start, end, t)
        off = 0.0 if source is None else BEND * bend * math.sin(2 * math.pi * t) * math.sin(math.pi * t)
        points.append((x + off * across[0], y + off * across[1]))
    return tuple(points)


def _side(way: int) -> Point:
    return WAYS[way][0] / 2, WAYS[way][1] / 2


def _across(start: Point, end: Point, t: float) -> Point:
    """At right angles to the curve, length 1."""
    dx, dy = (t * end[i] - (1 - t) * start[i] for i in (0, 1))
    length = math.hypot(dx, dy) or 1.0
    return -dy / length, dx / length


def bend_of(space: int) -> int:
    """To which side rivers wind on a space."""
    return 1 if space % 3 else -1


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

Sprites = list[tuple[pygame.Surface, tuple[int, int]]]


def draw_rivers(canvas: Canvas, places: Places, rivers: Rivers) -> None:
    """All rivers, their mouths in the seas, and what is still open."""
    stretches = rivers.stretches
    _put(canvas, [bed(canvas, places, stretch) for stretch in stretches])
    for mouth in rivers.mouths:
        if mouth.sea:
            _draw_delta(canvas, places, mouth)
    _put(canvas, [ribbon(canvas, places, stretch, water_ink(canvas, stretch.fate)) for stretch in stretches])
    _put(canvas, [gleam(canvas, places, stretch) for stretch in stretches])
    for mouth in rivers.mouths:
        if not mouth.sea:
            draw_mouth(canvas, places, mouth)


def draw_stretches(canvas: Canvas, places: Places, stretches: Sequence[Stretch]) -> None:
    """Some pieces of river, once more over everything."""
    _put(canvas, [bed(canvas, places, stretch) for stretch in stretches])
    _put(canvas, [ribbon(canvas, places, stretch, water_ink(canvas, stretch.fate)) for stretch in stretches])
    _put(canvas, [gleam(canvas, places, stretch, 255) for stretch in stretches])


def draw_lit(canvas: Canvas, places: Places, stretch: Stretch, strength: float) -> None:
    """A stretch as light runs over it, 0 … 1."""
    colour = canvas.colour(LIGHT[stretch.fate])[:3]
    halo = ribbon(canvas, places, stretch, (*colour, round(110 * strength)), share=1.5)
    core = ribbon(canvas, places, stretch, (255, 255, 255, round(220 * strength)), share=0.5)
    _put(canvas, [halo, core])


def bed(canvas: Canvas, places: Places, stretch: Stretch) -> tuple[pygame.Surface, tuple[int, int]]:
    """The bed of a stretch, and where it lies."""
    return ribbon(canvas, places, stretch, DEEP[stretch.fate], more=2 * BANK)


def gleam(
    canvas: Canvas, places: Places, stretch: Stretch, alpha: int = 110
) -> tuple[pygame.Surface, tuple[int, int]]:
    """The light along the middle of a stretch, and where it lies."""
    return ribbon(canvas, places, stretch, (*canvas.colour(LIGHT[stretch.fate])[:3], alpha), share=0.42)


def ribbon(
    canvas: Canvas, places: Places, stretch: Stretch, ink: Ink, *, share: float = 1.0, more: float = 0.0
) -> tuple[pygame.Surface, tuple[int, int]]:
    """A stretch in one colour, `share` as wide as its water and `more` radii wider, and where it lies."""
    space, source, way, before, after, _ = stretch
    start = (width(before) if before else SPRING * width(1)) * share + more
    outline = _stretch(
        source, way, bend_of(space), start, width(after) * share + more, places.radius * canvas.scale
    )
    return _kept(canvas, outline, places.centre(space), canvas.colour(ink))


def _kept(
    canvas: Canvas, outline: Outline, centre: Point, colour: Colour
) -> tuple[pygame.Surface, tuple[int, int]]:
    x, y = canvas.pixel(*centre)
    key = ("great_divide.ribbon", outline.key, colour)
    sprite = canvas.cache.get(key, lambda: _filled(outline, colour))
    return sprite, (x + outline.offset[0], y + outline.offset[1])


def _filled(outline: Outline, colour: Colour) -> pygame.Surface:
    surface = sprites.shape(outline.size, "polygon", outline.points, 0.0, colour[:3])
    if colour[3] < 255:
        surface.fill((255, 255, 255, colour[3]), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _put(canvas: Canvas, found: Sprites) -> None:
    """Blits many sprites at once."""
    canvas.surface.fblits(found)
    for sprite, place in found:
        canvas.touch(sprite.get_rect(topleft=place))


def _draw_delta(canvas: Canvas, places: Places, mouth: Mouth) -> None:
    """Where a river runs out into the sea."""
    radius = places.radius * canvas.scale
    centre, light = places.centre(mouth.space), canvas.colour(LIGHT[mouth.fate])[:3]
    wide, near = _delta(mouth.way, width(mouth.carries), radius)
    water = canvas.colour(WATER[mouth.fate])
    _put(canvas, [_kept(canvas, wide, centre, (*light, 70)), _kept(canvas, near, centre, water)])


@lru_cache(maxsize=64)
def _delta(way: int, wide: float, radius: float) -> tuple[Outline, Outline]:
    """The fan in which a river ends in the sea, and the river itself in it."""
    x, y = _side(way)
    reach = 1 + DELTA / math.hypot(x, y)
    middle = mix(1, reach, 0.5)
    path = ((x * 0.96, y * 0.96), (middle * x, middle * y), (reach * x, reach * y))
    fan = _outline(("fan", way, wide, radius), path, wide * 1.3, wide * 3.4, radius)
    return fan, _outline(("mouth", way, wide, radius), path[:2], wide * 1.15, wide * 2.1, radius)


def draw_mouth(canvas: Canvas, places: Places, mouth: Mouth) -> None:
    """Where a river ends for now: a bead in the colours of the oceans that it can still come to."""
    (x, y), (dx, dy) = places.edge(mouth.space, mouth.way), WAYS[mouth.way]
    spot = (x + dx * places.radius * AHEAD, y + dy * places.radius * AHEAD)
    size = places.radius * 0.42
    box = Rect(-size / 2, -size / 2, size, size)
    with canvas.shifted(*spot):
        canvas.layer(("great_divide.mouth", mouth.fate), box, lambda c: _bead(c, box, mouth.fate), smooth=3)


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


def draw_divide(canvas: Canvas, places: Places, sides: Sequence[tuple[int, int]], upto: float = 1.0) -> None:
    """The watershed along sides of spaces (space, way): a chain of mountains. `upto` lets them rise."""
    for space, way in sides:
        with canvas.shifted(*places.edge(space, way)):
            _draw_foot(canvas, places.radius, way)
    peaks = [peak for side in sides for peak in _peaks(places, *side)]
    for (x, y), size in sorted(peaks, key=lambda peak: peak[0][1]):
        _draw_peak(canvas, (x, y), places.radius * size, upto)


def _draw_foot(canvas: Canvas, radius: float, way: int) -> None:
    """What mountains along a side stand on, about (0, 0)."""
    (ax, ay), (bx, by) = CORNERS[way], CORNERS[(way + 1) % 6]
    mx, my = (ax + bx) / 2, (ay + by) / 2
    ends = [((x - mx) * radius, (y - my) * radius) for x, y in ((ax, ay), (bx, by))]
    box = Rect.bounding(ends).grown(0.2 * radius)

    def paint(c: Canvas) -> None:
        c.polyline(ends, 0.2 * radius, "great_divide.ink")
        c.polyline(ends, 0.12 * radius, "great_divide.slate")
        c.polyline(ends, 0.035 * radius, "great_divide.ridge")

    canvas.layer(("great_divide.foot", way % 3, radius), box, paint, smooth=2)


def _peaks(places: Places, space: int, way: int) -> list[tuple[Point, float]]:
    """Where the mountains along a side stand, and how wide they are, in radii."""
    corners = places.corners(space)
    (ax, ay), (bx, by) = corners[way], corners[(way + 1) % 6]
    return [((mix(ax, bx, t), mix(ay, by, t)), size) for t, size in PEAKS]


def _draw_peak(canvas: Canvas, spot: Point, size: float, upto: float) -> None:
    """A snow-capped mountain; it rises out of the ridge."""
    high = round(size * 1.05 * min(1.2, upto) / 2) * 2.0
    if high <= 0:
        return
    box = Rect(-size / 2, 0.12 * size - high, size, high)
    with canvas.shifted(*spot):
        canvas.layer(("great_divide.peak", high, size), box, lambda c: _peak(c, box), smooth=3)


def _peak(canvas: Canvas, box: Rect) -> None:
    """Dark on the side away from the lamp, with a cap of snow."""
    edge = box.w * 0.07
    top, left, right = (box.cx, box.y), (box.x, box.bottom), (box.right, box.bottom)
    canvas.polygon([top, left, right], "great_divide.ink")
    peak, foot = (box.cx, box.y + 2.2 * edge), (box.cx + box.w * 0.06, box.bottom - edge)
    west, east = (box.x + 1.6 * edge, box.bottom - edge), (box.right - 1.6 * edge, box.bottom - edge)
    canvas.polygon([peak, west, east], (158, 165, 172))
    canvas.polygon([peak, foot, east], "great_divide.slate")
    snow = [_on(peak, west, 0.46), _on(peak, foot, 0.32), _on(peak, east, 0.46)]
    canvas.polygon([peak, *snow], "great_divide.paper")


def _on(a: Point, b: Point, t: float) -> Point:
    return mix(a[0], b[0], t), mix(a[1], b[1], t)


# --- moving water ------------------------------------------------------------------------------

PACE: Final = 0.55
"""Stretches that the light on the water passes in a second."""
GLINTS: Final = 2
"""Lights on each stretch."""
PHASES: Final = 48
"""Places along a stretch at which a light can be."""
TURNS: Final = 16
"""Directions in which a light is drawn."""


class Current:
    """Where the lights on the water of one position are, at every moment: worked out once.

    Lights are listed column by column of the land, so that what they cover falls into few rectangles.
    """

    def __init__(self, places: Places, rivers: Rivers, scale: float, inks: tuple[Rgb, ...]) -> None:
        """`inks` are the colours of the lights by `Fate`."""
        stretches = [s for s in rivers.stretches if s.source is not None or rivers.carries[s.space] == 1]
        stretches.sort(key=lambda stretch: stretch.space)
        self._empty = not stretches
        if self._empty:
            return
        middles = np.array([places.centre(stretch.space) for stretch in stretches])
        paths = np.stack([_phases(s.source, s.way, bend_of(s.space)) for s in stretches], axis=1)
        at = (middles + paths[:, :, :2] * places.radius) * scale
        ranks = np.array([[_rank(stretch.after), stretch.fate] for stretch in stretches])
        codes = (paths[:, :, 2].astype(int) * len(WIDTHS) + ranks[:, 0]) * len(Fate) + ranks[:, 1]
        found, which = np.unique(codes, return_inverse=True)
        self._sprites = [_light(places.radius * scale, code, inks) for code in found.tolist()]
        sizes = np.array([sprite.get_size() for sprite in self._sprites])
        self._which = which.reshape(codes.shape)
        self._corners = np.rint(at - sizes[self._which] / 2).astype(int)
        self._largest = int(sizes.max())
        columns = [places.land.places[stretch.space][0] for stretch in stretches]
        self._starts = [index for index, x in enumerate(columns) if index == 0 or columns[index - 1] != x]

    def draw(self, canvas: Canvas, now: float) -> None:
        """All lights at a moment."""
        if self._empty:
            return
        first = int(now * PACE * PHASES) % PHASES
        phases = [(first + glint * PHASES // GLINTS) % PHASES for glint in range(GLINTS)]
        corners = self._corners[phases] + canvas.pixel(0, 0)
        lights = zip(self._which[phases].ravel().tolist(), corners.reshape(-1, 2).tolist(), strict=True)
        sprites = self._sprites
        canvas.surface.fblits([(sprites[which], corner) for which, corner in lights])
        low = np.minimum.reduceat(corners.min(axis=0), self._starts)
        size = np.maximum.reduceat(corners.max(axis=0), self._starts) - low + self._largest
        for place in np.hstack((low, size)).tolist():
            canvas.touch(pygame.Rect(place))


def _rank(tiles: int) -> int:
    """Which of the `WIDTHS` a river has."""
    return next(rank for rank, (least, _) in enumerate(WIDTHS) if tiles >= least)


def _light(radius: float, code: int, inks: tuple[Rgb, ...]) -> pygame.Surface:
    """The picture of a light by direction, width and fate in one number."""
    rest, fate = divmod(code, len(Fate))
    turn, rank = divmod(rest, len(WIDTHS))
    return _streak(radius, turn, WIDTHS[rank][1], inks[fate])


@lru_cache(maxsize=128)
def _phases(source: int | None, way: int, bend: int) -> NDArray[np.float64]:
    """x, y and direction of a light all along a stretch, at even distances: shape (phases, 3)."""
    path = np.array(curve(source, way, bend))
    length = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))))
    wanted = (np.arange(PHASES) + 0.5) / PHASES * length[-1]
    x, y = (np.interp(wanted, length, path[:, axis]) for axis in (0, 1))
    turn = np.arctan2(np.gradient(y), np.gradient(x)) / math.pi * TURNS
    return np.stack((x, y, np.round(turn) % TURNS), axis=1)


def draw_current(canvas: Canvas, places: Places, rivers: Rivers, now: float) -> None:
    """The lights that move with the water towards the sea."""
    inks = tuple(canvas.colour(ink)[:3] for ink in LIGHT)
    _current(places, rivers, canvas.scale, inks).draw(canvas, now)


@lru_cache(maxsize=4)
def _current(places: Places, rivers: Rivers, scale: float, inks: tuple[Rgb, ...]) -> Current:
    return Current(places, rivers, scale, inks)


@lru_cache(maxsize=512)
def _streak(radius: float, turn: int, wide: float, ink: Rgb) -> pygame.Surface:
    """An ellipse of light, soft at its ends, on a river `wide` radii across; `radius` in pixels."""
    long, thin = radius * (0.16 + 0.3 * wide), max(1.0, radius * wide * 0.2)
    half = math.ceil(long) + 1
    axis = np.arange(2 * half, dtype=np.float32) + 0.5 - half
    x, y = axis[:, None], axis[None, :]
    along_x, along_y = math.cos(turn * math.pi / TURNS), math.sin(turn * math.pi / TURNS)
    off = np.hypot((x * along_x + y * along_y) / long, (y * along_x - x * along_y) / thin)
    surface = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    surface.fill(ink)
    pygame.surfarray.pixels_alpha(surface)[:] = (np.clip(1 - off, 0, 1) ** 0.7 * 235).astype(np.uint8)
    cut = surface.get_bounding_rect()
    even = cut.union(pygame.Rect(2 * half - cut.right, 2 * half - cut.bottom, cut.w, cut.h))
    return surface.subsurface(even).copy()
