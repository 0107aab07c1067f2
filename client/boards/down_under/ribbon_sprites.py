"""The pieces that ribbons are made of: one for each stretch, made once for a size, and where they lie.

A whole stretch looks the same walked either way, so few pictures serve all paths. A piece of a stretch is cut
out of the whole one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final, Literal, NamedTuple

import numpy as np
import pygame

from client.boards.down_under.road_geometry import CORE, KERB, Offs, Part, Way, long, offs, spot
from client.boards.down_under.road_style import over_neutral, own, paint_road, seat_of
from client.boards.kit.paper import Field, Sheet, Size, rgb, size_of
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol
from core.games.down_under.state import MIDDLE, Stretch

CellRect = Callable[[int, int], Rect]
"""Where a cell x, y lies, in units: a regular grid."""
Kind = Literal["ribbon", "light"]
Pixel = tuple[int, int]

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


def placed(
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


def piece(whole: Placed, way: Way, first: float, last: float) -> Placed | None:
    """The part of a stretch from one share of its way to another, walked as `way`; None for nothing."""
    low, high = (math.floor(share * STEPS + 1e-6) / STEPS for share in (first, last))
    if high <= low:
        return None
    if low == 0 and high == 1:
        return whole
    return Placed(whole.band._replace(way=way, first=low, last=high), whole.box)


def lay(canvas: Canvas, bands: Sequence[Placed]) -> None:
    """Blits many bands at once."""
    cache = canvas.cache
    found = [(cache.get(band, partial(_made, canvas, band)), box.topleft) for band, box in bands]
    canvas.surface.fblits(found)
    for _, box in bands:
        canvas.touch(box)


# --- inside -------------------------------------------------------------------------------------


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
    """The picture of a band; encoded, because most of it is clear."""
    if band.first > 0 or band.last < 1:
        surface = _cut(canvas, band)
    else:
        surface = pygame.Surface(_box(band).size, pygame.SRCALPHA)
        (_paint_light if band.kind == "light" else _paint_ribbon)(canvas, surface, band)
    surface.set_alpha(255, pygame.RLEACCEL)
    return surface


def _cut(canvas: Canvas, band: Band) -> pygame.Surface:
    """Some of a whole stretch: nothing before and after it."""
    whole = band._replace(way=_tidy(band.way), first=0, last=1)
    source = _loose(canvas.cache.get(whole, partial(_made, canvas, whole)))
    surface = pygame.Surface(source.get_size(), pygame.SRCALPHA)
    along, length = offs(band.size, band.way, band.part, _box(band)).along, long(band.way, band.part)
    seen = np.clip((np.float32(length * band.last) - along) * band.size[0] + 0.5, 0, 1)
    if band.first > 0:
        seen = seen * np.clip((along - np.float32(length * band.first)) * band.size[0] + 0.5, 0, 1)
    pygame.surfarray.pixels3d(surface)[:] = pygame.surfarray.array3d(source)
    pygame.surfarray.pixels_alpha(surface)[:] = (pygame.surfarray.array_alpha(source) * seen).astype(np.uint8)
    return surface


def _loose(sprite: pygame.Surface) -> pygame.Surface:
    """The same picture, not encoded: encoded ones cannot be laid on clear surfaces."""
    found = sprite.copy()
    found.set_alpha(255)
    return found


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


# --- on cards -----------------------------------------------------------------------------------


def lay_roads(
    canvas: Canvas, size: Size, roads: Sequence[tuple[Way, Part, int]], edge: Field, at: Pixel
) -> None:
    """Roads as they are printed on a card of this size in pixels, way by way with the style of each.

    They end where `edge` says that the paper ends: 1 on it, 0 beside it. `at` is where the cell begins.
    """
    printed = pygame.Surface(size, pygame.SRCALPHA)
    for way, part, style in roads:
        band = Band("ribbon", _tidy(way), part, style, size, 0, 1, 1, canvas.theme.name)
        printed.blit(_loose(canvas.cache.get(band, partial(_made, canvas, band))), _box(band).topleft)
    alpha = pygame.surfarray.pixels_alpha(printed)
    alpha[:] = (alpha * edge).astype(np.uint8)
    del alpha
    canvas.surface.blit(printed, at)
