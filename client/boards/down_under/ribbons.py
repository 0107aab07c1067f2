"""Paths as ribbons: one coloured band along all the stretches of a path, laid over the cards.

Everything is told in stretches: a ribbon is drawn from `frm` to `upto`, 2.5 is the middle of the third one.
Where a path passes under another its ribbon leaves a gap for the bridge: so their order does not matter.
A whole stretch looks the same walked either way: few pictures, made once for a size, serve all paths.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Final, Literal, NamedTuple

import numpy as np
import pygame

from client.boards.down_under.roads import (
    CORE,
    KERB,
    Offs,
    Part,
    RoadStyle,
    Spot,
    Way,
    long,
    offs,
    over_neutral,
    own,
    paint_road,
    seat_of,
    spot,
)
from client.boards.kit.paper import Field, Sheet, Size, mixed, rgb, size_of
from client.ui.anim import ease_out
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol
from core.games.down_under.state import (
    BILLABONG,
    ENDS,
    MIDDLE,
    OWN,
    STRAIGHTS,
    Cell,
    Laid,
    Stretch,
    Tip,
)

Run = Sequence[Stretch]
FLOURISH: Final = 1.2
"""Seconds of the gesture with which a path closes."""
_TRAIL: Final = 2.6
"""How many stretches of a path shine at once in its flourish."""
_BEADS: Final = 14
"""Of so many glows that shine is made."""
_RISE: Final = 0.32
"""How long a symbol rises in it, as a share of it."""
_ANGLE: Final = 5
"""Degrees between two pictures of an arrow."""
_SYMBOLS: Final = 12
"""About so many rise."""
CellRect = Callable[[int, int], Rect]
"""Where a cell x, y lies, in units: a regular grid."""
Kind = Literal["ribbon", "light"]

STEPS: Final = 24
"""In so many steps a ribbon grows along a stretch; each is drawn once and kept."""
LIGHTS: Final = 8
"""In so many strengths ribbons glow and fade."""
HALO: Final = 0.27
"""How far the light of a glowing ribbon reaches, in sides of a cell."""
_REACH: Final = KERB + 0.04
"""Half the width of what is drawn of a ribbon with its shadow."""
_WET: Final = 0.09
"""Over how much of its way a path disappears in the water of a pool."""


# --- what a run is ------------------------------------------------------------------------------


def parts_of(run: Run, cards: Iterable[Laid]) -> tuple[Part, ...]:
    """Which part of its card each stretch of a run is, with all cards that lie."""
    cells: dict[Cell, list[Laid]] = {}
    for laid in cards:
        cells.setdefault((laid.x, laid.y), []).append(laid)
    return tuple(_part(stretch, cells.get((stretch.x, stretch.y), [])) for stretch in run)


def _part(stretch: Stretch, cards: Sequence[Laid]) -> Part:
    if any(laid.card == BILLABONG for laid in cards):
        return "pool"
    sides = {stretch.enters, stretch.leaves}
    if MIDDLE in sides or not cards:
        return "own"
    card = cards[0].card
    if card == BILLABONG or card in ENDS:
        return "neutral"
    if sides == set(OWN[card]):
        return "own"
    return "under" if card in STRAIGHTS else "neutral"


def point_at(run: Run, at: float, cell: CellRect, parts: Sequence[Part] = ()) -> Spot:
    """Where one is on a run of at least one stretch after so many stretches, 0 … its length."""
    index = min(len(run) - 1, max(0, math.floor(at)))
    stretch = run[index]
    x, y, dx, dy = spot((stretch.enters, stretch.leaves), min(1.0, max(0.0, at - index)), _at(parts, index))
    rect = cell(stretch.x, stretch.y)
    return Spot(rect.x + x * rect.w, rect.y + y * rect.h, dx, dy)


def _at(parts: Sequence[Part], index: int) -> Part:
    return parts[index] if parts else "own"


# --- ribbons ------------------------------------------------------------------------------------


def draw_ribbon(
    canvas: Canvas,
    run: Run,
    tips: tuple[Tip, Tip],
    style: int,
    cell: CellRect,
    *,
    parts: Sequence[Part] = (),
    upto: float | None = None,
    frm: float = 0.0,
    glow: float = 0.0,
    alpha: float = 1.0,
) -> None:
    """The ribbon of a path along its run; `parts` as `parts_of` tells them.

    It reaches from `frm` to `upto` stretches; where it grows its end is a moving arrow. `glow` 0 … 1 is the
    light around it, `alpha` how much of it is seen.
    """
    whole = float(len(run))
    end = whole if upto is None else min(whole, max(0.0, upto))
    start = min(end, max(0.0, frm))
    if end <= start:
        return
    if glow > 0:
        light = bands_of(canvas, "light", run, parts, style, cell, glow)
        draw_bands(canvas, _between(light, run, start, end))
    draw_bands(canvas, _between(bands_of(canvas, "ribbon", run, parts, style, cell, alpha), run, start, end))
    side = cell(0, 0).w
    if start > 0 or tips[0] == "open":
        here = point_at(run, start, cell, parts)
        draw_tip(canvas, Spot(here.x, here.y, -here.dx, -here.dy), style, side, alpha)
    if end < whole or tips[1] == "open":
        draw_tip(canvas, point_at(run, end, cell, parts), style, side, alpha)


def _between(bands: Sequence[Placed], run: Run, start: float, end: float) -> list[Placed]:
    """What of a ribbon lies between two places on it."""
    first, last = math.floor(start), math.ceil(end)
    found = list(bands[first:last])
    for index in sorted({first, last - 1}, reverse=True):
        way = (run[index].enters, run[index].leaves)
        rest = portion(bands[index], way, max(0.0, start - index), min(1.0, end - index))
        found[index - first : index - first + 1] = [rest] if rest is not None else []
    return found


# --- light --------------------------------------------------------------------------------------


def draw_flourish(
    canvas: Canvas, run: Run, style: int, cell: CellRect, t: float, *, parts: Sequence[Part] = ()
) -> None:
    """The gesture with which a path closes, `t` 0 … 1: a light runs along all of it, and symbols rise."""
    if not run or not 0 < t < 1:
        return
    speed = len(run) / (1 - _RISE)
    trail = min(_TRAIL, 0.95 * _RISE * speed)
    road, wide = own(canvas, style), cell(run[0].x, run[0].y).w
    for bead in range(_BEADS):
        at = t * speed - bead * trail / _BEADS
        if 0 <= at <= len(run):
            here = point_at(run, at, cell, parts)
            strength, size = (1 - bead / _BEADS) ** 1.5, wide * (0.62 - 0.3 * bead / _BEADS)
            canvas.glow(
                Rect.around(here.x, here.y, size),
                mixed(road.light, rgb(canvas, "down_under.glow"), 0.6),
                strength,
            )
    seat = seat_of(style)
    if seat is None:
        return
    every = max(1, round(len(run) / _SYMBOLS))
    for index in range(every // 2, len(run), every):
        age = (t - (index + 0.5) / speed) / _RISE
        if 0 < age < 1:
            here = point_at(run, index + 0.5, cell, parts)
            box = Rect.around(here.x, here.y - wide * 0.55 * ease_out(age), wide * 0.3)
            with canvas.faded(1 - age * age):
                canvas.circle(box.centre, box.w * 0.78, "down_under.bone", road.kerb, box.w * 0.1)
                seat_symbol(canvas, seat, box, road.kerb)


# --- tips and labels ----------------------------------------------------------------------------


def draw_tip(canvas: Canvas, here: Spot, style: int, side: float, alpha: float = 1.0) -> None:
    """A small arrow that shows where an open path leads; `side` is that of a cell."""
    angle = round(math.degrees(math.atan2(here.dy, here.dx)) / _ANGLE) * _ANGLE % 360
    wide = side * 0.36
    box = Rect.around(0, 0, wide)
    road = own(canvas, style)
    x, y = canvas.units(*canvas.pixel(here.x, here.y))
    with canvas.shifted(x, y), canvas.faded(alpha):
        key = ("down_under.tip", style, angle)
        canvas.layer(key, box, lambda c: _paint_tip(c, wide, math.radians(angle), road), smooth=3)


def _paint_tip(canvas: Canvas, wide: float, angle: float, road: RoadStyle) -> None:
    cos, sin = math.cos(angle), math.sin(angle)

    def put(*points: Point) -> list[Point]:
        return [(wide * (x * cos - y * sin), wide * (x * sin + y * cos)) for x, y in points]

    canvas.polygon(put((0.46, 0.0), (-0.04, -0.47), (-0.04, 0.47)), road.kerb)
    canvas.polygon(put((0.36, 0.0), (-0.02, -0.34), (-0.02, 0.34)), road.light)


# --- the pictures of stretches -------------------------------------------------------------------


class Band(NamedTuple):
    """A piece of a ribbon, or of the light around it: the picture it is, and the key under which it is kept.

    From the share `first` of its way to the share `last`; `strength` 0 … 1 is how much of it is seen.
    """

    kind: Kind
    way: Way
    part: Part
    style: int
    size: Size
    first: float
    last: float
    strength: float
    theme: str


class Placed(NamedTuple):
    """A band and the pixels that it covers."""

    band: Band
    box: pygame.Rect


def bands_of(
    canvas: Canvas,
    kind: Kind,
    run: Sequence[Stretch],
    parts: Sequence[Part],
    style: int,
    cell: CellRect,
    strength: float,
) -> tuple[Placed, ...]:
    """The bands of all stretches of a run, each of them whole."""
    first, next_ = cell(0, 0), cell(1, 1)
    grid = (first.x, first.y, next_.x - first.x, next_.y - first.y, first.w, first.h)
    steps = round(min(1.0, max(0.0, strength)) * LIGHTS) / LIGHTS
    origin = canvas.units(0, 0)
    return _layout(
        kind, tuple(run), tuple(parts), style, steps, canvas.theme.name, grid, origin, canvas.scale
    )


@lru_cache(maxsize=64)
def _layout(
    kind: Kind,
    run: tuple[Stretch, ...],
    parts: tuple[Part, ...],
    style: int,
    strength: float,
    theme: str,
    grid: tuple[float, float, float, float, float, float],
    origin: Point,
    scale: float,
) -> tuple[Placed, ...]:
    x0, y0, dx, dy, wide, high = grid
    size, found = size_of(Rect(0, 0, wide, high), scale), []
    for index, (x, y, enters, leaves) in enumerate(run):
        left, top = round((x0 + x * dx - origin[0]) * scale), round((y0 + y * dy - origin[1]) * scale)
        part = parts[index] if parts else "own"
        band = Band(kind, _tidy((enters, leaves)), part, style, size, 0, 1, strength, theme)
        found.append(Placed(band, _box(band).move(left, top)))
    return tuple(found)


def portion(whole: Placed, way: Way, first: float, last: float) -> Placed | None:
    """The part of a stretch from one share of its way to another, walked as `way`; None for nothing."""
    low, high = (math.floor(share * STEPS + 1e-6) / STEPS for share in (first, last))
    if high <= low:
        return None
    if low == 0 and high == 1:
        return whole
    return Placed(whole.band._replace(way=way, first=low, last=high), whole.box)


def draw_bands(canvas: Canvas, bands: Sequence[Placed]) -> None:
    """Blits many bands at once."""
    cache = canvas.cache
    found = [(cache.get(band, partial(_made, canvas, band)), box.topleft) for band, box in bands]
    canvas.surface.fblits(found)
    for _, box in bands:
        canvas.touch(box)


def _tidy(way: Way) -> Way:
    """The same way for both directions in which it is walked."""
    if MIDDLE in way:
        return (max(way), MIDDLE)
    low, high = min(way), max(way)
    return (high, low) if (low, high) == (0, 3) else (low, high)


def _box(band: Band) -> pygame.Rect:
    """What of its cell a band can cover, in pixels."""
    reach = HALO if band.kind == "light" else _REACH
    places = [spot(band.way, share, band.part) for share in (0, 0.25, 0.5, 0.75, 1)]
    left, right = min(p.x for p in places) - reach, max(p.x for p in places) + reach
    top, bottom = min(p.y for p in places) - reach, max(p.y for p in places) + reach
    wide, high = band.size
    x0, y0 = max(0, math.floor(left * wide)), max(0, math.floor(top * high))
    x1, y1 = min(wide, math.ceil(right * wide)), min(high, math.ceil(bottom * high))
    return pygame.Rect(x0, y0, x1 - x0, y1 - y0)


def _made(canvas: Canvas, band: Band) -> pygame.Surface:
    """The picture of a band."""
    if band.first > 0 or band.last < 1:
        return _cut(canvas, band)
    surface = pygame.Surface(_box(band).size, pygame.SRCALPHA)
    (_paint_light if band.kind == "light" else _paint_ribbon)(canvas, surface, band)
    return surface


def _cut(canvas: Canvas, band: Band) -> pygame.Surface:
    """Some of a whole stretch: nothing before and after it."""
    whole = band._replace(way=_tidy(band.way), first=0, last=1)
    source = canvas.cache.get(whole, partial(_made, canvas, whole))
    surface = pygame.Surface(source.get_size(), pygame.SRCALPHA)
    along, length = offs(band.size, band.way, band.part, _box(band)).along, long(band.way, band.part)
    seen = np.clip((np.float32(length * band.last) - along) * band.size[0] + 0.5, 0, 1)
    if band.first > 0:
        seen = seen * np.clip((along - np.float32(length * band.first)) * band.size[0] + 0.5, 0, 1)
    pygame.surfarray.pixels3d(surface)[:] = pygame.surfarray.array3d(source)
    pygame.surfarray.pixels_alpha(surface)[:] = (pygame.surfarray.array_alpha(source) * seen).astype(np.uint8)
    return surface


def _paint_ribbon(canvas: Canvas, surface: pygame.Surface, band: Band) -> None:
    box, way, part = _box(band), band.way, band.part
    sheet = Sheet(box.size, band.size[0])
    where, road = (
        offs(band.size, way, part, box),
        (own if part == "own" else over_neutral)(canvas, band.style),
    )
    seen: Field | float = 1.0
    if part == "pool" and way[1] == MIDDLE:
        seen = np.clip((np.float32(long(way, part)) - where.along) / np.float32(_WET), 0, 1)
    gap = _off_bridge(where)
    if part == "under":
        seen = 1 - sheet.inside(gap)
    paint_road(sheet, way, where, road, canvas, seen)
    if part == "under":
        shade = np.clip(1 - gap / 0.07, 0, 1) ** 2 * sheet.inside(where.away - KERB) * seen
        sheet.lay(rgb(canvas, "down_under.dark"), 0.45 * shade)
    sheet.paint(surface)
    if part == "own" and way[1] == MIDDLE:
        _paint_cap(canvas, surface, band, box)
    if band.strength < 1:
        surface.fill((255, 255, 255, round(255 * band.strength)), special_flags=pygame.BLEND_RGBA_MULT)


def _off_bridge(where: Offs) -> Field:
    """How far a pixel is off the road that leads across a straight way, over it."""
    return np.asarray(np.abs(where.along - np.float32(0.5)) - np.float32(KERB), dtype=np.float32)


def _paint_cap(canvas: Canvas, surface: pygame.Surface, band: Band, box: pygame.Rect) -> None:
    """The closed end of a stub: a disc of bone with the symbol of its seat."""
    inner = Canvas(surface, canvas.theme, canvas.cache)
    inner.scale, inner.width, inner.area = canvas.scale, canvas.width, canvas.area
    side, seat = band.size[0] / canvas.scale, seat_of(band.style)
    x, y, _, _ = spot(band.way, 1.0)
    middle = ((x * band.size[0] - box.x) / canvas.scale, (y * band.size[1] - box.y) / canvas.scale)
    ink = own(canvas, band.style).kerb
    inner.circle(middle, side * 0.1, "down_under.bone")
    if seat is not None:
        seat_symbol(inner, seat, Rect.around(*middle, side * 0.125), ink)
    else:
        inner.circle(middle, side * 0.045, ink)


def _paint_light(canvas: Canvas, surface: pygame.Surface, band: Band) -> None:
    sheet, where = Sheet(surface.get_size(), band.size[0]), offs(band.size, band.way, band.part, _box(band))
    fall = np.clip((HALO - where.away) / (HALO - CORE), 0, 1) ** 1.6
    if band.part == "under":
        fall = fall * (1 - sheet.inside(_off_bridge(where)))
    sheet.lay(own(canvas, band.style).light, 0.85 * band.strength * fall)
    sheet.paint(surface)
