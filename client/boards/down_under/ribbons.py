"""Paths as ribbons: one coloured band along all the stretches of a path, laid over the cards.

Everything is told in stretches: a ribbon is drawn from `frm` to `upto`, 2.5 is the middle of the third one.
Where a path passes under another its ribbon leaves a gap for the bridge: so their order does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np
import pygame

from client.boards.down_under.looks import Look, over_neutral, own, paint_road, seat_of
from client.boards.down_under.paper import Field, Rgb, Sheet, Size, axes, mixed, rgb
from client.boards.down_under.pieces import paint_cap
from client.boards.down_under.ways import CORE, KERB, Offs, Part, Way, is_curve, long, offs, spot
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

CellRect = Callable[[int, int], Rect]
Run = Sequence[Stretch]

FLOURISH: Final = 1.2
"""Seconds of the gesture with which a path closes."""
STEPS: Final = 24
"""In so many steps a ribbon grows along a stretch; each is drawn once and kept."""
LIGHTS: Final = 8
"""In so many strengths ribbons glow."""
HALO: Final = 0.26
"""How far the light of a glowing ribbon reaches, in sides of a cell."""
_REACH: Final = KERB + 0.04
"""Half the width of what is drawn of a ribbon with its shadow."""
_TRAIL: Final = 2.6
"""How many stretches of a path shine at once in its flourish."""
_BEADS: Final = 14
"""Of so many glows that shine is made."""
_RISE: Final = 0.32
"""How long a symbol rises in it, as a share of it."""
_SYMBOLS: Final = 12
"""About so many rise."""


class Spot(NamedTuple):
    """A place on a ribbon in units, and the direction there, of length 1."""

    x: float
    y: float
    dx: float
    dy: float


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


def length(run: Run) -> int:
    """How many stretches a run has."""
    return len(run)


def point_at(run: Run, at: float, cell: CellRect, parts: Sequence[Part] = ()) -> Spot:
    """Where one is on a run of at least one stretch after so many stretches, 0 … its length."""
    index = min(len(run) - 1, max(0, math.floor(at)))
    stretch = run[index]
    x, y, dx, dy = spot((stretch.enters, stretch.leaves), min(1.0, max(0.0, at - index)), _at(parts, index))
    rect = cell(stretch.x, stretch.y)
    return Spot(rect.x + x * rect.w, rect.y + y * rect.h, dx, dy)


def beside(run: Run, at: float, cell: CellRect, off: float = 0.34) -> Point:
    """A place for a label beside a run: `off` sides of a cell to the upper side of it."""
    here = point_at(run, at, cell)
    wide = cell(run[0].x, run[0].y).w
    right = (-here.dy, here.dx)
    side = -1 if right[1] > 0 or (right[1] == 0 and right[0] < 0) else 1
    return (here.x + side * off * wide * right[0], here.y + side * off * wide * right[1])


def _at(parts: Sequence[Part], index: int) -> Part:
    return parts[index] if parts else "own"


# --- ribbons ------------------------------------------------------------------------------------


def draw_ribbon(
    canvas: Canvas,
    run: Run,
    tips: tuple[Tip, Tip],
    look: int,
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
    indices = range(math.floor(start), math.ceil(end))
    _draw_light(canvas, run, look, cell, parts, indices, glow)
    brush = _Brush(canvas, look, alpha)
    for index in indices:
        first, last = max(0.0, start - index), min(1.0, end - index)
        brush.lay(run[index], _at(parts, index), cell, _step(first), _step(last))
    brush.put()
    if start > 0 or tips[0] == "open":
        draw_tip(canvas, _back(point_at(run, start, cell, parts)), look, cell(run[0].x, run[0].y).w, alpha)
    if end < whole or tips[1] == "open":
        draw_tip(canvas, point_at(run, end, cell, parts), look, cell(run[0].x, run[0].y).w, alpha)


def _step(share: float) -> float:
    return math.floor(share * STEPS + 1e-6) / STEPS


def _back(here: Spot) -> Spot:
    return Spot(here.x, here.y, -here.dx, -here.dy)


class _Brush:
    """Makes the pictures of the stretches of one ribbon, which are kept, and blits them together."""

    def __init__(self, canvas: Canvas, look: int, alpha: float) -> None:
        self._canvas = canvas
        self._look = look
        self._alpha = round(min(1.0, max(0.0, alpha)) * LIGHTS) / LIGHTS
        self._found: list[tuple[pygame.Surface, tuple[int, int]]] = []

    def lay(self, stretch: Stretch, part: Part, cell: CellRect, first: float, last: float) -> None:
        """The piece of a stretch between two shares of it."""
        if last <= first:
            return
        canvas, area = self._canvas, self._canvas.pixels(cell(stretch.x, stretch.y))
        way = (stretch.enters, stretch.leaves)
        if first == 0 and last == 1:
            way = _tidy(way)
        key = (
            "down_under.ribbon",
            way,
            part,
            self._look,
            area.size,
            first,
            last,
            self._alpha,
            canvas.theme.name,
        )
        box = _box(area.size, way, part)
        sprite = canvas.cache.get(key, lambda: self._piece(area.size, box, way, part, first, last))
        self._found.append((sprite, (area.x + box.x, area.y + box.y)))

    def put(self) -> None:
        """All of them onto the canvas."""
        self._canvas.surface.fblits(self._found)
        for sprite, place in self._found:
            self._canvas.touch(sprite.get_rect(topleft=place))

    def _piece(
        self, size: Size, box: pygame.Rect, way: Way, part: Part, first: float, last: float
    ) -> pygame.Surface:
        surface = pygame.Surface(size, pygame.SRCALPHA)
        canvas = _inner(self._canvas, surface)
        where = offs(size, way, part)
        seen = _shown(where, way, part, first, last, size[0])
        _paint_ribbon(canvas, way, part, where, self._look, seen)
        if part == "own" and MIDDLE in way and (last == 1 if way[1] == MIDDLE else first == 0):
            side = way[0] if way[1] == MIDDLE else way[1]
            paint_cap(canvas, Rect(0, 0, size[0] / canvas.scale, size[1] / canvas.scale), side, self._look)
        if self._alpha < 1:
            surface.fill((255, 255, 255, round(255 * self._alpha)), special_flags=pygame.BLEND_RGBA_MULT)
        return surface.subsurface(box).copy()


def _inner(canvas: Canvas, surface: pygame.Surface) -> Canvas:
    """A canvas of the same units on a surface of its own."""
    inner = Canvas(surface, canvas.theme, canvas.cache)
    inner.scale, inner.width, inner.area = canvas.scale, canvas.width, canvas.area
    return inner


def _tidy(way: Way) -> Way:
    """The same way for both directions in which it is walked: a whole stretch looks the same."""
    enters, leaves = way
    if MIDDLE in way:
        return (max(way), MIDDLE)
    return (
        (enters, leaves)
        if (leaves - enters) % 4 in (1, 2) and (enters < 2 or is_curve(way))
        else (leaves, enters)
    )


def _box(size: Size, way: Way, part: Part, reach: float = _REACH) -> pygame.Rect:
    """What of a cell a piece of ribbon can cover, in pixels."""
    places = [spot(way, share, part) for share in (0, 0.25, 0.5, 0.75, 1)]
    left, right = min(p.x for p in places), max(p.x for p in places)
    top, bottom = min(p.y for p in places), max(p.y for p in places)
    wide, high = size
    x0, y0 = max(0, math.floor((left - reach) * wide)), max(0, math.floor((top - reach) * high))
    x1, y1 = min(wide, math.ceil((right + reach) * wide)), min(high, math.ceil((bottom + reach) * high))
    return pygame.Rect(x0, y0, x1 - x0, y1 - y0)


def _shown(where: Offs, way: Way, part: Part, first: float, last: float, pixels: int) -> Field | float:
    """1 between two shares of a way, 0 before and after."""
    whole = np.float32(long(way, part))
    seen: Field | float = 1.0
    if last < 1:
        seen = np.clip((whole * np.float32(last) - where.along) * pixels + 0.5, 0, 1).astype(np.float32)
    if first > 0:
        seen = seen * np.clip((where.along - whole * np.float32(first)) * pixels + 0.5, 0, 1).astype(
            np.float32
        )
    return seen


def _paint_ribbon(canvas: Canvas, way: Way, part: Part, where: Offs, look: int, seen: Field | float) -> None:
    size = canvas.surface.get_size()
    sheet = Sheet(size, size[0])
    style: Look = own(canvas, look) if part == "own" else over_neutral(canvas, look)
    if part == "pool" and MIDDLE in way:
        far = where.along if way[1] == MIDDLE else np.float32(long(way, part)) - where.along
        seen = seen * np.clip((np.float32(long(way, part)) - far) / 0.09, 0, 1)
    if part == "under":
        gap = _bridge(size, way)
        seen = seen * (1 - sheet.inside(gap))
    paint_road(sheet, way, part, where, style, canvas, seen)
    if part == "under":
        shade = np.clip(1 - gap / 0.07, 0, 1) ** 2 * sheet.inside(where.away - KERB) * seen
        sheet.lay(rgb(canvas, "dark"), 0.45 * shade)
    sheet.paint(canvas.surface)


def _bridge(size: Size, way: Way) -> Field:
    """How far a pixel is off the road that leads across, over this one."""
    x, y = axes(size)
    away = np.abs(x - 0.5) + 0 * y if way[0] in (1, 3) else np.abs(y - 0.5) + 0 * x
    return np.asarray(away - KERB, dtype=np.float32)


# --- light --------------------------------------------------------------------------------------


def _draw_light(
    canvas: Canvas,
    run: Run,
    look: int,
    cell: CellRect,
    parts: Sequence[Part],
    indices: range,
    strength: float,
) -> None:
    """Light around some stretches of a run, 0 … 1."""
    step = round(min(1.0, max(0.0, strength)) * LIGHTS)
    if step == 0:
        return
    found: list[tuple[pygame.Surface, tuple[int, int]]] = []
    for index in indices:
        stretch, part = run[index], _at(parts, index)
        area, way = canvas.pixels(cell(stretch.x, stretch.y)), _tidy((stretch.enters, stretch.leaves))
        box = _box(area.size, way, part, HALO)
        key = ("down_under.light", way, part, look, area.size, step, canvas.theme.name)
        make = partial(_light, own(canvas, look).light, area.size, box, way, part, step / LIGHTS)
        found.append((canvas.cache.get(key, make), (area.x + box.x, area.y + box.y)))
    canvas.surface.fblits(found)
    for sprite, place in found:
        canvas.touch(sprite.get_rect(topleft=place))


def _light(
    colour: Rgb, size: Size, box: pygame.Rect, way: Way, part: Part, strength: float
) -> pygame.Surface:
    where, sheet = offs(size, way, part), Sheet(size, size[0])
    sheet.lay(colour, 0.85 * strength * np.clip((HALO - where.away) / (HALO - CORE), 0, 1) ** 1.6)
    surface = pygame.Surface(size, pygame.SRCALPHA)
    sheet.paint(surface)
    return surface.subsurface(box).copy()


def draw_flourish(
    canvas: Canvas, run: Run, look: int, cell: CellRect, t: float, *, parts: Sequence[Part] = ()
) -> None:
    """The gesture with which a path closes, `t` 0 … 1: a light runs along all of it, and symbols rise."""
    if not run or not 0 < t < 1:
        return
    speed = (len(run) + _TRAIL) / (1 - _RISE)
    style, wide = own(canvas, look), cell(run[0].x, run[0].y).w
    for bead in range(_BEADS):
        at = t * speed - bead * _TRAIL / _BEADS
        if 0 <= at <= len(run):
            here = point_at(run, at, cell, parts)
            strength, size = (1 - bead / _BEADS) ** 1.5, wide * (0.62 - 0.3 * bead / _BEADS)
            canvas.glow(
                Rect.around(here.x, here.y, size), mixed(style.light, rgb(canvas, "glow"), 0.6), strength
            )
    seat = seat_of(look)
    if seat is None:
        return
    every = max(1, round(len(run) / _SYMBOLS))
    for index in range(every // 2, len(run), every):
        age = (t - (index + 0.5) / speed) / _RISE
        if 0 < age < 1:
            here = point_at(run, index + 0.5, cell, parts)
            box = Rect.around(here.x, here.y - wide * 0.55 * ease_out(age), wide * 0.3)
            with canvas.faded(1 - age * age):
                canvas.circle(box.centre, box.w * 0.78, "down_under.bone", style.kerb, box.w * 0.1)
                seat_symbol(canvas, seat, box, style.kerb)


# --- tips and labels ----------------------------------------------------------------------------


def draw_tip(canvas: Canvas, here: Spot, look: int, side: float, alpha: float = 1.0) -> None:
    """A small arrow that shows where an open path leads; `side` is that of a cell."""
    angle = round(math.degrees(math.atan2(here.dy, here.dx)) / 15) * 15 % 360
    wide = side * 0.36
    box = Rect.around(0, 0, wide)
    style = own(canvas, look)
    x, y = canvas.units(*canvas.pixel(here.x, here.y))
    with canvas.shifted(x, y), canvas.faded(alpha):
        key = ("down_under.tip", look, angle)
        canvas.layer(key, box, lambda c: _paint_tip(c, wide, math.radians(angle), style), smooth=3)


def _paint_tip(canvas: Canvas, wide: float, angle: float, style: Look) -> None:
    cos, sin = math.cos(angle), math.sin(angle)

    def put(*points: Point) -> list[Point]:
        return [(wide * (x * cos - y * sin), wide * (x * sin + y * cos)) for x, y in points]

    canvas.polygon(put((0.46, 0.0), (-0.04, -0.47), (-0.04, 0.47)), style.kerb)
    canvas.polygon(put((0.36, 0.0), (-0.02, -0.34), (-0.02, 0.34)), style.light)


def draw_length(canvas: Canvas, spot: Point, look: int, n: int) -> None:
    """How long a path is, on a small tag with its middle at the place."""
    style, seat = own(canvas, look), seat_of(look)
    high = 42.0
    wide = high * (1.75 if n < 100 else 2.1)
    box = Rect.around(*spot, wide, high)
    canvas.shadow(box, high / 2, 5)
    canvas.rounded(box, high / 2, "down_under.bone", style.kerb, 3)
    badge = Rect.around(box.x + high / 2, box.cy, high * 0.74)
    canvas.circle(badge.centre, badge.w / 2, style.ground, style.kerb, 2)
    if seat is not None:
        seat_symbol(canvas, seat, badge.scaled(0.56), style.symbol)
    room = Rect(badge.right, box.y, box.right - badge.right - high * 0.14, high)
    canvas.text(str(n), room, "body", "down_under.dark", align="centre", tabular=True, face="display")
