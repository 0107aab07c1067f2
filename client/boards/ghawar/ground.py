"""The ground of Ghawar: roads of packed sand between the platforms, depots, and the numbers beside them.

It changes only with the window and the options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pygame

from client.boards.ghawar.cubes import SUN, draw_piece
from client.boards.ghawar.desert import draw_things, paint_bands, paint_desert, shares, spread
from client.boards.ghawar.lattice import CORE, DEPTH, LANE, lines
from client.boards.ghawar.layout import Across, Layout
from client.boards.kit.paper import AnyField, Field, mixed, plain, rgb
from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_swatch
from core.game import Seat
from core.games.ghawar.roads import NORTH, SOUTH, WEST
from core.games.ghawar.roads import Layout as RoadLayout
from core.games.ghawar.state import LATTICE, PLATFORMS

RUT: Final = 7.2
"""How far from the middle of a road its ruts are, in units of the lattice."""
EDGE: Final = 20.0
"""How round the corners of the land are, in units."""
FLARE_REACH: Final = 210.0
"""Units that the light of a flare is seen on the ground."""
BANK: Final = 6.0
"""How wide the bank of sand around the field is, in units."""
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
    _paint_roads(canvas, core, table.options.roads)
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


class _Lattice:
    """How far pixels lie from the roads, in units of the lattice: those of columns `x` and rows `y`."""

    def __init__(self, layout: RoadLayout, x: Field, y: Field) -> None:
        line = lines(layout)
        roads = range(0 if layout == "ring" else 2, LATTICE - (0 if layout == "ring" else 2), 2)
        self._roads = [(line[i], line[i + 1]) for i in roads]
        self._middles = [(a + b) / 2 for a, b in self._roads]
        self.x, self.y = x, y

    def out(self, shift: Point = (0.0, 0.0)) -> Field:
        """How far each pixel is outside of the roads, negative on them; `shift`: as seen from there."""
        across, down = (
            ROUND - self._off(np.clip(at - np.float32(by), 0, CORE))
            for at, by in ((self.x, shift[0]), (self.y, shift[1]))
        )
        corner = np.hypot(np.maximum(across, 0)[:, None], np.maximum(down, 0)[None, :])
        return np.asarray(ROUND - corner, dtype=np.float32)

    def _off(self, at: Field) -> Field:
        """How far from the nearest road across, negative on it."""
        found = [np.maximum(a - at, at - b) for a, b in self._roads]
        return np.asarray(np.minimum.reduce(found), dtype=np.float32)

    def ruts(self) -> Field:
        """How deep the ruts are, 0 … 1."""
        down, along = self._tracks(self.x)[:, None], self._tread(self.y)[None, :]
        across, other = self._tracks(self.y)[None, :], self._tread(self.x)[:, None]
        worn = 0.72 + 0.28 * np.sin(self.x / 61)[:, None] * np.sin(self.y / 47 + 1)[None, :]
        return np.asarray(np.maximum(down * along, across * other) * worn, dtype=np.float32)

    def _tracks(self, at: Field) -> Field:
        found = [np.clip(1.7 - np.abs(np.abs(at - m) - RUT) * 0.62, 0, 1) for m in self._middles]
        return np.asarray(np.maximum.reduce(found), dtype=np.float32)

    def _tread(self, at: Field) -> Field:
        return np.asarray(0.62 + 0.38 * np.sin(at * 2 * np.pi / 4.6), dtype=np.float32)


def _paint_roads(canvas: Canvas, core: Rect, layout: RoadLayout) -> None:
    """The roads, sunk a little into the sand, with the ruts of all who drove there."""
    seen = on_canvas(canvas, core)
    area = canvas.pixels(seen).clip(canvas.surface.get_rect())
    if not area.w or not area.h:
        return
    surface, pixel = canvas.surface.subsurface(area), CORE / (core.w * canvas.scale)
    left, top = (seen.x - core.x) * CORE / core.w, (seen.y - core.y) * CORE / core.h
    x, y = (
        ((np.arange(n, dtype=np.float32) + 0.5) * np.float32(pixel) + np.float32(start))
        for n, start in ((area.w, left), (area.h, top))
    )
    road, sand = (
        pygame.surfarray.pixels3d(spread(area.size, light)) for light in _evening(canvas, seen, core)
    )
    noise = np.random.default_rng(8)

    def colours(rows: slice) -> Field:
        lattice = _Lattice(layout, x, y[rows])
        out = lattice.out()
        ground = _blocks(canvas, lattice, sand[:, rows], out)
        on_road = np.clip(0.5 - out / np.float32(pixel), 0, 1)
        found: Field = ground + (_road(canvas, lattice, road[:, rows]) - ground) * on_road[:, :, None]
        if not plain(canvas):
            found += 3 * noise.standard_normal((*out.shape, 1), dtype=np.float32)
        return found

    paint_bands(surface, colours)


def _evening(canvas: Canvas, seen: Rect, core: Rect) -> tuple[Field, Field]:
    """Coarse pictures of roads and sand in the light of the west, and in the dusk of the east."""
    x, y = shares(seen, core)
    dusk = ((x + 0.8 * y) / 1.8).astype(np.float32)
    road, sand = (
        np.broadcast_to(np.asarray(rgb(canvas, f"ghawar.{ink}"), dtype=np.float32), (*dusk.shape, 3))
        for ink in ("road", "sand")
    )
    if plain(canvas):
        return road, sand
    road = _towards(road, canvas, "road_light", 0.6 * np.clip(1 - 1.4 * dusk, 0, 1))
    sand = _towards(sand, canvas, "sand_light", 0.75 * np.clip(1 - 1.3 * dusk, 0, 1))
    return (
        _towards(road, canvas, "road_deep", 0.6 * dusk),
        _towards(sand, canvas, "sand_deep", 0.85 * np.clip(1.5 * dusk - 0.5, 0, 1)),
    )


def _towards(colours: Field, canvas: Canvas, ink: str, share: AnyField) -> Field:
    """Colours with so much of another one in them."""
    tone = np.asarray(rgb(canvas, f"ghawar.{ink}"), dtype=np.float32)
    return np.asarray(colours + (tone - colours) * share[:, :, None], dtype=np.float32)


def _road(canvas: Canvas, lattice: _Lattice, colours: Field) -> Field:
    """Packed sand with ruts, in the shadow of what stands higher west and north of it."""
    if plain(canvas):
        return _towards(colours, canvas, "rut", 0.5 * lattice.ruts())
    colours = _towards(colours, canvas, "rut", 0.42 * lattice.ruts())
    shade = sum(np.clip(lattice.out((SUN[0] * by, SUN[1] * by)) + 0.5, 0, 1) for by in (2.0, 4.5, 7.5))
    return _towards(colours, canvas, "dark", np.float32(0.17) * shade)


def _blocks(canvas: Canvas, lattice: _Lattice, colours: Field, out: Field) -> Field:
    """The sand between the roads, lighter than these; its edges catch the light of the west."""
    if plain(canvas):
        return _towards(colours, canvas, "rut", np.clip(1.6 - out, 0, 1))
    lit = np.clip(lattice.out((-1.1, -0.8)) - out + 0.6, 0, 1) * np.clip(2.4 - out, 0, 1)
    return _towards(colours, canvas, "sand_light", np.asarray(0.8 * lit, dtype=np.float32))


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
