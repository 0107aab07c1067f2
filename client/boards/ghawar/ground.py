"""The ground of Ghawar: roads of packed sand between the platforms, depots, and the numbers beside them.

It changes only with the window and the options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pygame

from client.boards.ghawar.cubes import SUN, draw_piece
from client.boards.ghawar.desert import draw_things, paint_desert, shares
from client.boards.ghawar.lattice import CORE, DEPTH, LANE, lines
from client.boards.ghawar.layout import Across, Layout
from client.boards.kit.paper import AnyField, mixed, plain, rgb
from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_swatch
from core.game import Seat
from core.games.ghawar.roads import NORTH, SOUTH, WEST
from core.games.ghawar.state import LATTICE, PLATFORMS

RUT: Final = 7.2
"""How far from the middle of a road its ruts are, in units of the lattice."""
RUT_WIDE: Final = 5.2
"""How wide they are."""
EDGE: Final = 20.0
"""How round the corners of the land are, in units."""
FLARE_REACH: Final = 210.0
"""Units that the light of a flare is seen on the ground."""
BANK: Final = 6.0
"""How wide the bank of sand around the field is, in units."""
TREAD: Final = 4.6
"""Units from one mark of a tyre to the next."""
ROUND: Final = 9.0
"""How round the corners of the sand between the roads are."""


def draw_ground(canvas: Canvas, table: Layout) -> None:
    """All that never moves: desert, roads, bare platforms, depots, flares, numbers, as far as it is seen.

    Covers all of the field but its round corners.
    """
    land = table.field
    seen = on_canvas(canvas, land)
    if seen.w < land.w or seen.h < land.h:
        _paint_ground(canvas, table, seen)
        return

    def paint(inner: Canvas) -> None:
        _paint_ground(inner, table, land)
        _round_off(inner, land)

    canvas.shadow(land, EDGE, 8)
    canvas.layer(("ghawar.ground", table), land, paint)


def on_canvas(canvas: Canvas, rect: Rect) -> Rect:
    """The part of a rectangle that lies on a canvas."""
    (left, top), (right, bottom) = canvas.units(0, 0), canvas.units(*canvas.surface.get_size())
    x, y = max(rect.x, left), max(rect.y, top)
    return Rect(x, y, max(0.0, min(rect.right, right) - x), max(0.0, min(rect.bottom, bottom) - y))


def _paint_ground(canvas: Canvas, table: Layout, seen: Rect) -> None:
    paint_desert(canvas, seen, table.field)
    core, corners, seats = table.core, _corners(table.core), [Seat(seat) for seat in range(table.seats)]
    draw_things(canvas, seen, table.field, (core, *corners, *map(table.depot, seats)))
    _draw_bank(canvas, core)
    for seat in seats:
        if table.depot(seat).overlaps(seen):
            _draw_depot(canvas, table.depot(seat), seat)
    if core.overlaps(seen):
        _paint_roads(canvas, table, seen)
    for rect in map(table.platform, range(PLATFORMS)):
        if rect.overlaps(seen):
            draw_piece(canvas, "platform", rect)
    if not plain(canvas):
        _lay_lights(canvas, seen, table.field, corners)


def _corners(core: Rect) -> tuple[Rect, ...]:
    """The squares between the depots, where gas is flared."""
    side = DEPTH * core.w / CORE
    return tuple(
        Rect.around(x, y, side)
        for x in (core.x - side / 2, core.right + side / 2)
        for y in (core.y - side / 2, core.bottom + side / 2)
    )


def _lay_lights(canvas: Canvas, seen: Rect, land: Rect, flares: Sequence[Rect]) -> None:
    """The last light over everything, gold from the west and violet from the east, and that of the flares."""
    x, y = shares(seen, land)
    dusk = np.clip(0.6 * x + 0.4 * y, 0, 1)
    _lay_light(canvas, "sand_light", 0.24 * np.clip(1 - 1.7 * dusk, 0, 1))
    _lay_light(canvas, "dusk", 0.34 * np.clip(1.9 * dusk - 0.9, 0, 1))
    glow = np.zeros_like(dusk)
    for spot in flares:
        away = np.hypot(x * land.w + land.x - spot.cx, y * land.h + land.y - spot.cy)
        glow = np.maximum(glow, np.clip(1 - away / FLARE_REACH, 0, 1) ** 2)
    _lay_light(canvas, "flare", 0.34 * glow)


def _lay_light(canvas: Canvas, ink: str, share: AnyField) -> None:
    """A colour over all of the canvas, as strong as is said in a coarse picture of it."""
    small = pygame.Surface(share.shape, pygame.SRCALPHA)
    small.fill(rgb(canvas, f"ghawar.{ink}"))
    pygame.surfarray.pixels_alpha(small)[:] = (share * 255 + 0.5).astype(np.uint8)
    canvas.surface.blit(pygame.transform.smoothscale(small, canvas.surface.get_size()), (0, 0))


def _round_off(canvas: Canvas, rect: Rect) -> None:
    """The land is a piece of paper with round corners and a lit edge."""
    canvas.ring(rect, EDGE, (*rgb(canvas, "ghawar.sand_light"), 150), 2.0)
    white = (255, 255, 255, 255)
    mask = sprites.rounded(*canvas.surface.get_size(), EDGE * canvas.scale, white, white, 0)
    canvas.surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)


def draw_number(canvas: Canvas, rect: Rect, number: int, across: Across, *, lit: float = 0.0) -> None:
    """The number of a column (as the red die shows it) or row (as the white one does), painted on the ground.

    `lit` 0 … 1: how much it shines because it was rolled.
    """
    side = min(rect.w, rect.h)
    spot = Rect.around(*rect.centre, side * (0.74 + 0.16 * lit))
    ground, ink = ("die_red", "bone") if across == "column" else ("die_white", "ink")
    if lit > 0:
        canvas.glow(Rect.around(*rect.centre, side * 2.1), "ghawar.flare", 0.9 * lit)
    with canvas.faded(0.82 + 0.18 * lit):
        canvas.rounded(spot, spot.w * 0.24, f"ghawar.{ground}", "ghawar.dark", spot.w * 0.07)
        canvas.text(
            str(number),
            spot,
            ink=f"ghawar.{ink}",
            align="centre",
            size=spot.h * 0.86,
            face="display",
            fit="free",
        )


def _draw_bank(canvas: Canvas, core: Rect) -> None:
    """The edge of the field where no depot lies: a bank of sand."""
    canvas.shadow(core.grown(BANK).moved(3, 2), 10, 6)
    canvas.rounded(core.grown(BANK), 8, "ghawar.sand_deep")
    canvas.rounded(core.grown(BANK).moved(-1.2, -1.2), 8, "ghawar.sand_light")
    canvas.rounded(core.grown(BANK - 1.2), 7, "ghawar.sand")


# --- roads --------------------------------------------------------------------------------------


def _paint_roads(canvas: Canvas, table: Layout, seen: Rect) -> None:
    """Roads of packed sand with ruts, and between them the sand on which platforms stand, a little higher."""
    core, scale, clear = table.core, table.scale, plain(canvas)
    line, outer = lines(table.options.roads), 0 if table.options.roads == "ring" else 2
    roads = [(line[i], line[i + 1]) for i in range(outer, LATTICE - outer, 2)]
    edges = [-2 * ROUND, *(at for road in roads for at in road), CORE + 2 * ROUND]
    blocks = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 2 * ROUND]
    squares = [
        Rect.bounding([table.at((left, top)), table.at((right, bottom))])
        for left, right in blocks
        for top, bottom in blocks
    ]
    with canvas.clip(core):
        canvas.rect(core, "ghawar.road")
        for a, b in roads:
            for rut in ((a + b) / 2 - RUT, (a + b) / 2 + RUT):
                _draw_rut(canvas, Rect.around(core.x + rut * scale, core.cy, RUT_WIDE * scale, core.h))
                _draw_rut(canvas, Rect.around(core.cx, core.y + rut * scale, core.w, RUT_WIDE * scale))
        for square in squares:
            if not clear:
                canvas.shadow(square.moved(4 * SUN[0], 4 * SUN[1]), ROUND * scale, 3)
        for square in squares:
            edge = "ghawar.rut" if clear else "ghawar.sand_light"
            canvas.rounded(square, ROUND * scale, "ghawar.sand", edge, 1.6)
        if not clear:
            sprites.add_grain(
                canvas.surface.subsurface(canvas.pixels(core).clip(canvas.surface.get_rect())), 3
            )
            x, y = shares(seen, core)
            dusk = np.clip((x + 0.8 * y) / 1.8, 0, 1)
            _lay_light(canvas, "road_deep", 0.45 * dusk)
            _lay_light(canvas, "sand_light", 0.12 * np.clip(1 - 1.4 * dusk, 0, 1))


def _draw_rut(canvas: Canvas, rect: Rect) -> None:
    """A rut along a rectangle with the tread of many tyres."""
    along, rut = max(rect.w, rect.h), rgb(canvas, "ghawar.rut")

    def paint(inner: Canvas) -> None:
        inner.rect(rect, (*rut, 42))
        for step in range(int(along / TREAD)):
            at, half = step * TREAD, TREAD / 2
            upright = Rect(rect.x, rect.y + at, rect.w, half)
            inner.rect(upright if rect.h > rect.w else Rect(rect.x + at, rect.y, half, rect.h), (*rut, 42))

    canvas.layer(("ghawar.rut", rect.w > rect.h), rect, paint)


# --- depots -------------------------------------------------------------------------------------


def _draw_depot(canvas: Canvas, rect: Rect, seat: int) -> None:
    """The yard of a seat along its side of the field, in its colour and pattern, with its lane."""
    number = seat % len(canvas.theme.seats)
    unit = min(rect.w, rect.h) / DEPTH
    dark, road, own = (rgb(canvas, ink) for ink in ("ghawar.dark", "ghawar.road", f"seat.{number}"))
    deep = mixed(own, dark, 0.5)

    def part(near: float, far: float) -> Rect:
        """What lies so far from the field, in units of the lattice."""
        near, far = near * unit, far * unit
        if seat == SOUTH:
            return Rect(rect.x, rect.y + near, rect.w, far - near)
        if seat == NORTH:
            return Rect(rect.x, rect.bottom - far, rect.w, far - near)
        if seat == WEST:
            return Rect(rect.right - far, rect.y, far - near, rect.h)
        return Rect(rect.x + near, rect.y, far - near, rect.h)

    canvas.shadow(rect, 8 * unit, 4)
    canvas.rounded(rect, 8 * unit, mixed(deep, dark, 0.3))
    canvas.rounded(part(0, DEPTH - 2), 7 * unit, mixed(mixed(road, own, 0.45), mixed(road, deep, 0.6), 0.5))
    seat_swatch(canvas, seat, part(DEPTH - 9, DEPTH - 2), 3 * unit)
    canvas.rect(part(0, LANE), mixed(road, rgb(canvas, "ghawar.road_deep"), 0.4))
    for at in (LANE / 2 - RUT, LANE / 2 + RUT):
        canvas.rect(part(at - 1.6, at + 1.6), (*rgb(canvas, "ghawar.rut"), 128))
    canvas.rect(part(LANE - 1.2, LANE + 0.4), mixed(own, rgb(canvas, "ghawar.bone"), 0.42))
