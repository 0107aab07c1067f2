"""The pieces that ribbons are made of: one for each stretch, made once for a size, and where they lie.

A whole stretch looks the same walked either way, so few pictures serve all paths. A piece of a stretch is cut
out of the whole one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import numpy as np
import pygame

from client.boards.down_under.looks import over_neutral, own, paint_road
from client.boards.down_under.paper import Field, Sheet, Size, axes, rgb
from client.boards.down_under.pieces import paint_cap
from client.boards.down_under.ways import CORE, KERB, Part, Way, long, offs, spot
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from core.games.down_under.state import MIDDLE, Stretch

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


class Band(NamedTuple):
    """A piece of a ribbon, or of the light around it: the picture it is, and the key under which it is kept.

    From the share `first` of its way to the share `last`; `strength` 0 … 1 is how much of it is seen.
    """

    kind: Kind
    way: Way
    part: Part
    look: int
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
    look: int,
    cell: CellRect,
    strength: float,
) -> tuple[Placed, ...]:
    """The bands of all stretches of a run, each of them whole."""
    first, next_ = cell(0, 0), cell(1, 1)
    grid = (first.x, first.y, next_.x - first.x, next_.y - first.y, first.w, first.h)
    steps = round(min(1.0, max(0.0, strength)) * LIGHTS) / LIGHTS
    origin = canvas.units(0, 0)
    return _layout(kind, tuple(run), tuple(parts), look, steps, canvas.theme.name, grid, origin, canvas.scale)


@lru_cache(maxsize=64)
def _layout(
    kind: Kind,
    run: tuple[Stretch, ...],
    parts: tuple[Part, ...],
    look: int,
    strength: float,
    theme: str,
    grid: tuple[float, float, float, float, float, float],
    origin: Point,
    scale: float,
) -> tuple[Placed, ...]:
    x0, y0, dx, dy, wide, high = grid
    found = []
    for index, (x, y, enters, leaves) in enumerate(run):
        left, top = round((x0 + x * dx - origin[0]) * scale), round((y0 + y * dy - origin[1]) * scale)
        right, bottom = (
            round((x0 + x * dx + wide - origin[0]) * scale),
            round((y0 + y * dy + high - origin[1]) * scale),
        )
        part = parts[index] if parts else "own"
        band = Band(
            kind, _tidy((enters, leaves)), part, look, (right - left, bottom - top), 0, 1, strength, theme
        )
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
    found = []
    for band, box in bands:
        sprite = cache.get(band, lambda b=band: _made(canvas, b))  # type: ignore[misc]
        found.append((sprite, box.topleft))
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
        whole = pygame.Surface(band.size, pygame.SRCALPHA)
        if band.kind == "light":
            _paint_light(canvas, whole, band)
        else:
            _paint_ribbon(canvas, whole, band)
        surface = whole.subsurface(_box(band)).copy()
    surface.set_alpha(255, pygame.RLEACCEL)
    return surface


def _cut(canvas: Canvas, band: Band) -> pygame.Surface:
    """Some of a whole stretch: nothing before and after it."""
    whole = band._replace(way=_tidy(band.way), first=0, last=1)
    source = canvas.cache.get(whole, lambda: _made(canvas, whole))
    surface = pygame.Surface(source.get_size(), pygame.SRCALPHA)
    box = _box(band)
    along, length = offs(band.size, band.way, band.part).along, long(band.way, band.part)
    seen = np.clip((np.float32(length * band.last) - along) * band.size[0] + 0.5, 0, 1)
    if band.first > 0:
        seen = seen * np.clip((along - np.float32(length * band.first)) * band.size[0] + 0.5, 0, 1)
    seen = np.broadcast_to(seen, band.size)[box.left : box.right, box.top : box.bottom]
    pygame.surfarray.pixels3d(surface)[:] = pygame.surfarray.array3d(source)
    pygame.surfarray.pixels_alpha(surface)[:] = (pygame.surfarray.array_alpha(source) * seen).astype(np.uint8)
    return surface


def _paint_ribbon(canvas: Canvas, surface: pygame.Surface, band: Band) -> None:
    sheet, (way, part) = Sheet(band.size, band.size[0]), (band.way, band.part)
    where, style = offs(band.size, way, part), (own if part == "own" else over_neutral)(canvas, band.look)
    seen: Field | float = 1.0
    if part == "pool" and way[1] == MIDDLE:
        seen = np.clip((np.float32(long(way, part)) - where.along) / np.float32(_WET), 0, 1)
    gap = _bridge(band.size, way)
    if part == "under":
        seen = 1 - sheet.inside(gap)
    paint_road(sheet, way, part, where, style, canvas, seen)
    if part == "under":
        shade = np.clip(1 - gap / 0.07, 0, 1) ** 2 * sheet.inside(where.away - KERB) * seen
        sheet.lay(rgb(canvas, "dark"), 0.45 * shade)
    sheet.paint(surface)
    if part == "own" and way[1] == MIDDLE:
        inner = Canvas(surface, canvas.theme, canvas.cache)
        inner.scale, inner.width, inner.area = canvas.scale, canvas.width, canvas.area
        here = Rect(0, 0, band.size[0] / canvas.scale, band.size[1] / canvas.scale)
        paint_cap(inner, here, way[0], band.look)
    if band.strength < 1:
        surface.fill((255, 255, 255, round(255 * band.strength)), special_flags=pygame.BLEND_RGBA_MULT)


def _bridge(size: Size, way: Way) -> Field:
    """How far a pixel is off the road that leads across a straight way, over it."""
    x, y = axes(size)
    away = np.abs(x - 0.5) + 0 * y if way[0] in (1, 3) else np.abs(y - 0.5) + 0 * x
    return np.asarray(away - KERB, dtype=np.float32)


def _paint_light(canvas: Canvas, surface: pygame.Surface, band: Band) -> None:
    sheet, where = Sheet(band.size, band.size[0]), offs(band.size, band.way, band.part)
    fall = np.clip((HALO - where.away) / (HALO - CORE), 0, 1) ** 1.6
    sheet.lay(own(canvas, band.look).light, 0.85 * band.strength * fall)
    sheet.paint(surface)
