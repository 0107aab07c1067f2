"""Ground of Ghawar: dunes, roads of packed sand between the platforms, depots, numbers beside them.

It changes only with the window and the options. Its light is golden in the west and violet in the east.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import pygame

from client.boards.ghawar.cubes import SHADOW_DIRECTION, draw_piece
from client.boards.ghawar.lattice import FIELD_WIDTH, YARD_WIDTH, lattice_lines
from client.boards.ghawar.layout import BANK_WIDTH, LatticeAxis, Layout
from client.boards.kit.paper import AnyField, PixelField, mix_colours, rgb, wants_clear_shapes
from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_swatch
from core.game import Seat
from core.games.ghawar.roads import NORTH, SOUTH, WEST
from core.games.ghawar.state import LATTICE_SIZE, PLATFORMS

DUNES_RATIO: Final = 1.6
"""Ratio of width to height of the picture of the dunes."""
LIGHT_PIXELS: Final = 96
"""Pixels across and down of the coarse pictures of light."""
LAND_THINGS: Final = (
    *(("palm", 88.0),) * 3,
    ("tank", 70.0),
    *(("palm", 74.0),) * 3,
    *(("camel", 60.0),) * 2,
    *(("rocks", 44.0),) * 8,
    *(("scrub", 34.0),) * 22,
)
"""Things on the land with their widths in units, in the order in which they are placed."""
PLACEMENT_TRIES: Final = 40
"""Most tries to find a place for a thing."""
THING_CLEARANCE: Final = 5.0
"""Least units between things and everything else, and the edge of the land."""
RUT_OFFSET: Final = 7.2
"""Distance of ruts from the middle of a road, in units of the lattice."""
RUT_WIDTH: Final = 5.2
"""Width of a rut, in units of the lattice."""
FLARE_REACH: Final = 210.0
"""Units from a flare up to which it lights the ground."""
TREAD_SPACING: Final = 4.6
"""Units from one mark of a tyre to the next."""
SAND_CORNER_RADIUS: Final = 9.0
"""Radius of the corners of the sand between the roads, in units of the lattice."""


def draw_ground(canvas: Canvas, layout: Layout) -> None:
    """Draw the visible part of all that never moves: dunes, roads, platforms, depots, light of flares."""
    seen, core = clip_to_canvas(canvas, layout.world), layout.core
    seats = [Seat(seat) for seat in range(layout.seats)]
    if wants_clear_shapes(canvas):
        canvas.rect(seen, "ghawar.sand")
    elif not _within(seen, core):
        canvas.picture("tiles/ghawar/dunes.svg", layout.world.cover(DUNES_RATIO))
    _draw_things(canvas, seen, layout.world, (core, *layout.stacks(), *map(layout.depot, seats)))
    _draw_bank(canvas, core)
    for seat in seats:
        if layout.depot(seat).overlaps(seen):
            _draw_depot(canvas, layout.depot(seat), seat)
    if core.overlaps(seen):
        _paint_roads(canvas, layout, seen)
    for seat in seats:
        _draw_lane(canvas, layout, seat)
    for rect in map(layout.platform, range(PLATFORMS)):
        if rect.overlaps(seen):
            draw_piece(canvas, "platform", rect)
    if not wants_clear_shapes(canvas):
        _lay_lights(canvas, seen, layout.world, layout.stacks())


def _within(seen: Rect, core: Rect) -> bool:
    """Whether the visible part lies wholly in the field."""
    return seen == clip_to_rect(seen, core)


def _draw_things(canvas: Canvas, seen: Rect, land: Rect, taken_rects: Sequence[Rect]) -> None:
    """Draw rocks, grass, palms, a tank and camels, always the same, but none over what is `taken_rects`."""
    for name, spot in sorted(_things(land, taken_rects), key=lambda thing: thing[1].bottom):
        if spot.overlaps(seen):
            canvas.picture(f"tiles/ghawar/{name}.svg", spot)


def _things(land: Rect, taken_rects: Sequence[Rect]) -> Iterator[tuple[str, Rect]]:
    rng = np.random.default_rng(1948)
    free, full = land.inset(THING_CLEARANCE), [other.grown(THING_CLEARANCE) for other in taken_rects]
    for name, wide in LAND_THINGS:
        for across, down in rng.random((PLACEMENT_TRIES, 2)).tolist():
            spot = Rect(free.x + across * (free.w - wide), free.y + down * (free.h - wide), wide, wide)
            if not any(spot.overlaps(other) for other in full):
                full.append(spot)
                yield name, spot
                break


def land_shares(seen: Rect, land: Rect) -> tuple[PixelField, PixelField]:
    """Positions on the land, 0 … 1 across and down, of the pixels of a coarse picture of the visible part.

    Arrays [x, 1] and [1, y].
    """
    at = (np.arange(LIGHT_PIXELS, dtype=np.float32) + 0.5) / LIGHT_PIXELS
    x, y = (seen.x + at * seen.w - land.x) / land.w, (seen.y + at * seen.h - land.y) / land.h
    return x[:, None].astype(np.float32), y[None, :].astype(np.float32)


def clip_to_canvas(canvas: Canvas, rect: Rect) -> Rect:
    """Part of a rectangle that lies on a canvas."""
    (left, top), (right, bottom) = canvas.units(0, 0), canvas.units(*canvas.surface.get_size())
    return clip_to_rect(Rect(left, top, right - left, bottom - top), rect)


def clip_to_rect(room: Rect, rect: Rect) -> Rect:
    """Part of a rectangle that lies in a room; of no size if there is none."""
    x, y = max(rect.x, room.x), max(rect.y, room.y)
    return Rect(x, y, max(0.0, min(rect.right, room.right) - x), max(0.0, min(rect.bottom, room.bottom) - y))


def _lay_lights(canvas: Canvas, seen: Rect, land: Rect, flares: Sequence[Rect]) -> None:
    """Lay evening light over everything, gold in the west and violet in the east, and that of flares."""
    x, y = land_shares(seen, land)
    dusk = np.clip(0.6 * x + 0.4 * y, 0, 1)
    _lay_light(canvas, "sand_light", 0.24 * np.clip(1 - 1.7 * dusk, 0, 1))
    _lay_light(canvas, "dusk", 0.34 * np.clip(1.9 * dusk - 0.9, 0, 1))
    glow = np.zeros_like(dusk)
    for spot in flares:
        away = np.hypot(x * land.w + land.x - spot.cx, y * land.h + land.y - spot.cy)
        glow = np.maximum(glow, np.clip(1 - away / FLARE_REACH, 0, 1) ** 2)
    _lay_light(canvas, "flare", 0.34 * glow)


def _lay_light(canvas: Canvas, ink: str, share: AnyField) -> None:
    """Lay a colour over the canvas, as strong as a coarse picture [x, y] of shares says."""
    small = pygame.Surface(share.shape, pygame.SRCALPHA)
    small.fill(rgb(canvas, f"ghawar.{ink}"))
    pygame.surfarray.pixels_alpha(small)[:] = (share * 255 + 0.5).astype(np.uint8)
    canvas.surface.blit(pygame.transform.smoothscale(small, canvas.surface.get_size()), (0, 0))


def draw_number(
    canvas: Canvas, rect: Rect, number: int, axis: LatticeAxis, *, lit: float = 0.0, least: float = 0.0
) -> None:
    """Draw the number of a column (red die) or row (white die), painted on the ground.

    `lit` 0 … 1 is its brightness because it was rolled; `least` the least units across it.
    """
    side = max(least, 0.9 * min(rect.w, rect.h))
    spot = Rect.around(*rect.centre, min(side, max(0.75 * side, 34.0)) * (1 + 0.16 * lit))
    ground, ink = ("die_red", "bone") if axis == "column" else ("die_white", "ink")
    if lit > 0:
        canvas.glow(Rect.around(*rect.centre, side * 2.1), "ghawar.bone", 0.9 * lit)
    with canvas.faded(0.82 + 0.18 * lit):
        canvas.rounded(spot, spot.w * 0.24, f"ghawar.{ground}", "ghawar.dark", 1.5)
        canvas.text(
            str(number),
            spot,
            ink=f"ghawar.{ink}",
            align="centre",
            size=max(1.2 * least, 0.9 * spot.h),
            face="display",
            fit="free",
        )


def _draw_bank(canvas: Canvas, core: Rect) -> None:
    """Draw the bank of sand around the field, which is visible where no depot lies."""
    canvas.shadow(core.grown(BANK_WIDTH).moved(3, 2), 10, 6)
    canvas.rounded(core.grown(BANK_WIDTH), 8, "ghawar.sand_deep")
    canvas.rounded(core.grown(BANK_WIDTH).moved(-1.2, -1.2), 8, "ghawar.sand_light")
    canvas.rounded(core.grown(BANK_WIDTH - 1.2), 7, "ghawar.sand")


# --- roads --------------------------------------------------------------------------------------


def _paint_roads(canvas: Canvas, layout: Layout, seen: Rect) -> None:
    """Paint roads with ruts, and between them the slightly higher sand on which platforms stand."""
    core, scale, clear = layout.core, layout.scale, wants_clear_shapes(canvas)
    line, outer = lattice_lines(layout.options.roads), 0 if layout.options.roads == "ring" else 2
    roads = [(line[i], line[i + 1]) for i in range(outer, LATTICE_SIZE - outer, 2)]
    edges = [
        -2 * SAND_CORNER_RADIUS,
        *(at for road in roads for at in road),
        FIELD_WIDTH + 2 * SAND_CORNER_RADIUS,
    ]
    blocks = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 2 * SAND_CORNER_RADIUS]
    squares = [
        Rect.bounding([layout.lattice_point((left, top)), layout.lattice_point((right, bottom))])
        for left, right in blocks
        for top, bottom in blocks
    ]
    with canvas.clip(core):
        canvas.rect(core, "ghawar.road")
        for a, b in roads:
            for rut in ((a + b) / 2 - RUT_OFFSET, (a + b) / 2 + RUT_OFFSET):
                _draw_rut(canvas, Rect.around(core.x + rut * scale, core.cy, RUT_WIDTH * scale, core.h))
                _draw_rut(canvas, Rect.around(core.cx, core.y + rut * scale, core.w, RUT_WIDTH * scale))
        for square in squares:
            if not clear:
                canvas.shadow(
                    square.moved(4 * SHADOW_DIRECTION[0], 4 * SHADOW_DIRECTION[1]),
                    SAND_CORNER_RADIUS * scale,
                    3,
                )
        for square in squares:
            edge = "ghawar.rut" if clear else "ghawar.sand_light"
            canvas.rounded(square, SAND_CORNER_RADIUS * scale, "ghawar.sand", edge, 1.6)
        if not clear:
            sprites.add_grain(
                canvas.surface.subsurface(canvas.pixels(core).clip(canvas.surface.get_rect())), 3
            )
            x, y = land_shares(seen, core)
            dusk = np.clip((x + 0.8 * y) / 1.8, 0, 1)
            _lay_light(canvas, "road_deep", 0.45 * dusk)
            _lay_light(canvas, "sand_light", 0.12 * np.clip(1 - 1.4 * dusk, 0, 1))


def _draw_rut(canvas: Canvas, rect: Rect) -> None:
    """Draw a rut along a rectangle, with marks of tyres."""
    along, rut = max(rect.w, rect.h), rgb(canvas, "ghawar.rut")

    def paint(inner: Canvas) -> None:
        inner.rect(rect, (*rut, 42))
        for step in range(int(along / TREAD_SPACING)):
            at, half = step * TREAD_SPACING, TREAD_SPACING / 2
            upright = Rect(rect.x, rect.y + at, rect.w, half)
            inner.rect(upright if rect.h > rect.w else Rect(rect.x + at, rect.y, half, rect.h), (*rut, 42))

    canvas.layer(("ghawar.rut", rect.w > rect.h), rect, paint)


# --- depots -------------------------------------------------------------------------------------


def _draw_lane(canvas: Canvas, layout: Layout, seat: Seat) -> None:
    """Draw the lane along a depot, with a hint of the seat's colour."""
    lane = layout.lane_rect(seat)
    canvas.rect(lane, (*mix_colours(rgb(canvas, "ghawar.road"), rgb(canvas, f"seat.{seat}"), 0.3), 190))
    for side in (-1, 1):
        across, down = (0.0, side * 0.22 * lane.h) if lane.w > lane.h else (side * 0.22 * lane.w, 0.0)
        rut = lane.moved(across, down)
        wide = min(lane.w, lane.h) * 0.16
        _draw_rut(canvas, Rect.around(*rut.centre, *((rut.w, wide) if lane.w > lane.h else (wide, rut.h))))


def _draw_depot(canvas: Canvas, rect: Rect, seat: int) -> None:
    """Draw the depot of a seat along its side of the field, in its colour and pattern."""
    number = seat % len(canvas.theme.seats)
    unit = min(rect.w, rect.h) / YARD_WIDTH
    dark, road, own = (rgb(canvas, ink) for ink in ("ghawar.dark", "ghawar.road", f"seat.{number}"))
    deep = mix_colours(own, dark, 0.5)
    rim = 5 * unit
    inner, far = {
        SOUTH: (rect.cut_bottom(rim)[1], rect.cut_bottom(rim)[0]),
        NORTH: (rect.cut_top(rim)[1], rect.cut_top(rim)[0]),
        WEST: (rect.cut_left(rim)[1], rect.cut_left(rim)[0]),
    }.get(Seat(seat), (rect.cut_right(rim)[1], rect.cut_right(rim)[0]))
    canvas.shadow(rect, 6 * unit, 4)
    canvas.rounded(rect, 6 * unit, mix_colours(deep, dark, 0.3))
    canvas.rounded(
        inner, 5 * unit, mix_colours(mix_colours(road, own, 0.45), mix_colours(road, deep, 0.6), 0.5)
    )
    seat_swatch(canvas, seat, far, 2 * unit)
