"""Looks of Sturt's pieces: cards, routes of light, end markers, ropes.

Every curve is a quarter of a circle round the card's corner, from the middle of one side to the middle of
a neighbouring one; its radius is half a side. Sides are 0 … 3 = N, E, S, W.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import numpy as np
import pygame
from numpy.typing import NDArray

from client.boards.kit.paper import PixelField, Rgb
from client.boards.kit.pieces import Art, PaintContext
from client.ui.animation import breath, mix
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_badge
from client.ui.theme import Ink, SeatStyle
from core.game import Place
from core.games.sturt.board import Side

PlaceRect = Callable[[Place], Rect]
PlacedCurve = tuple[Place, int, int]
"""Cell with the sides over which a route comes in and goes out."""

HALO_REACH: Final = 2.6
"""Distance to which the light of a route reaches from its middle, in widths of its line."""
DASH_SPACING: Final = 42.0
"""Approximate units from one dash of a rope to the next."""
GROWTH_STEPS: Final = 24
"""Number of steps in which a line grows along a curve; the picture of each is cached."""
SUBPIXELS: Final = 16
"""Number of distances per pixel for which light is computed."""

_MIDDLES: Final = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
_WHITE: Final = (255, 252, 240)
_DARK: Final = (24, 16, 12)

ByteArray = NDArray[np.uint8]


def draw_card(canvas: Canvas, rect: Rect, corners: int, *, angle: float = 0.0) -> None:
    """Draw a card by its corner bits, turned clockwise by `angle` degrees."""
    canvas.picture(f"tiles/sturt/{corners:x}.svg", rect, angle=angle)


class CardArt(Art, frozen=True):
    """Card by its corner bits."""

    corners: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        ctx.canvas.picture(f"tiles/sturt/{self.corners:x}.svg", rect)


class RouteArt(Art, frozen=True):
    """Connection of a seat (or -1: a wrong one) as a line of light that glimmers.

    Its rectangle is that of a square of cells, its `block`: the first column, the first row, and the number
    of cells across.
    """

    live: ClassVar[bool] = True

    seat: int
    curves: tuple[PlacedCurve, ...]
    block: tuple[int, int, int]

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        with ctx.canvas.faded(0.55 + 0.3 * breath(ctx.now, self.seat * 0.5)):
            self.paint_up_to(ctx, rect, 1.0)

    def grow(self, ctx: PaintContext, rect: Rect, share: float) -> None:
        self.paint_up_to(ctx, rect, share, 0.095)

    def paint_up_to(self, ctx: PaintContext, rect: Rect, share: float, width: float = 0.07) -> None:
        """Paint the first `share` (0 … 1) of the line; `width` is a share of a cell."""
        x, y, count = self.block
        size = rect.w / count

        def cell(place: Place) -> Rect:
            return Rect(rect.x + (place[0] - x) * size, rect.y + (place[1] - y) * size, size, size)

        ink = "paper_bad" if self.seat < 0 else f"seat.{self.seat}"
        draw_route(ctx.canvas, cell, self.curves, ink, size * width, share)


class EndMarker(Art, frozen=True):
    """End marker beside the field, which points out over `side`."""

    seat: int
    side: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        draw_end(ctx.canvas, rect, ctx.canvas.theme.seats[self.seat], self.side)


class Ropes(Art, frozen=True):
    """Ropes along sides of a rectangle beyond which no card may be laid."""

    sides: tuple[Side, ...]

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        canvas = ctx.canvas
        rope = (*canvas.colour("sturt.land_light")[:3], 150)
        for side in self.sides:
            (ax, ay), (bx, by) = _ends(rect, side)
            dashes = max(3, round((rect.h if side in (Side.E, Side.W) else rect.w) / DASH_SPACING))
            for step in range(dashes):
                a, b = (step + 0.2) / dashes, (step + 0.8) / dashes
                start, end = (mix(ax, bx, a), mix(ay, by, a)), (mix(ax, bx, b), mix(ay, by, b))
                canvas.line(start, end, 3.5, rope)
        for post in {end for side in self.sides for end in _ends(rect, side)}:
            canvas.circle(post, 7, "sturt.track", "sturt.land_light", 2)


def _ends(rect: Rect, compass_side: Side) -> tuple[Point, Point]:
    """Corners at the two ends of a side."""
    x, y = (
        (rect.right if compass_side is Side.E else rect.x),
        (rect.bottom if compass_side is Side.S else rect.y),
    )
    return (
        ((rect.x, y), (rect.right, y))
        if compass_side in (Side.N, Side.S)
        else ((x, rect.y), (x, rect.bottom))
    )


def draw_route(
    canvas: Canvas,
    cell_rect: PlaceRect,
    route: Sequence[PlacedCurve],
    ink: Ink,
    width: float,
    share: float = 1.0,
    *,
    closed: bool = True,
) -> None:
    """Draw one glowing line along a route, `width` units wide, up to a share (0 … 1) of its length.

    `closed` puts a bead on its end too, not only on its beginning. `cell_rect` gives the rectangle of a cell.
    Each curve is a cached picture cut off at its card's edges: so neighbours meet without a seam, and of a
    growing line only the last curve is new from frame to frame.
    """
    reached = min(1.0, max(0.0, share)) * len(route)
    for index, (place, entered, left) in enumerate(route):
        share = math.floor(min(1.0, reached - index) * GROWTH_STEPS) / GROWTH_STEPS
        if share <= 0:
            break
        _draw_curve(canvas, cell_rect(place), (entered, left), ink, width, share)
    if route and reached > 0:
        first, last = route[0], route[-1]
        _draw_bead(canvas, side_middle(cell_rect(first[0]), first[1]), ink, width)
        if closed and reached >= len(route):
            _draw_bead(canvas, side_middle(cell_rect(last[0]), last[2]), ink, width)


def draw_end(canvas: Canvas, rect: Rect, seat_style: SeatStyle, side: int) -> None:
    """Draw an end marker beside the field: a sign in the seat's colour that points out over `side`."""
    seat = canvas.theme.seats.index(seat_style)
    box = rect.fit(1.0)
    canvas.picture("tiles/sturt/end.svg", box, angle=90.0 * side)
    dx, dy = _MIDDLES[side][0] - 0.5, _MIDDLES[side][1] - 0.5
    seat_badge(canvas, seat, box.scaled(0.62).moved(-0.22 * box.w * dx, -0.22 * box.h * dy))


def side_middle(rect: Rect, side: int) -> Point:
    """Middle of a side of a card, where its curves begin."""
    x, y = _MIDDLES[side]
    return (rect.x + x * rect.w, rect.y + y * rect.h)


# --- one curve of light ------------------------------------------------------------------------


def _corner(entered: int, left: int) -> Point:
    """Corner that two neighbouring sides share, in a square of 0 … 1."""
    (ax, ay), (bx, by) = _MIDDLES[entered], _MIDDLES[left]
    return (ax + bx - 0.5, ay + by - 0.5)


def _draw_curve(
    canvas: Canvas, rect: Rect, sides: tuple[int, int], ink: Ink, width: float, share: float
) -> None:
    rgb, line = canvas.colour(ink)[:3], max(1.5, round(width * canvas.scale, 1))
    way = tuple(sorted(sides)) if share >= 1 else sides
    here = Rect(0.0, 0.0, rect.w, rect.h)
    key = ("sturt.route", way, rgb, line, share)
    with canvas.shifted(rect.x, rect.y):
        canvas.layer(key, here, lambda c: _paint_curve(c.surface, sides, rgb, line, share))


def _paint_curve(
    surface: pygame.Surface, sides: tuple[int, int], rgb: Rgb, width: float, share: float
) -> None:
    """Paint light on a clear square surface: halo, dark rim, colour and a bright core, by distance."""
    away = _distance(surface.get_size(), sides, share)
    light = _light(rgb, width)
    seen = light[np.minimum((away * SUBPIXELS).astype(np.intp), len(light) - 1)]
    pygame.surfarray.pixels3d(surface)[:] = seen[:, :, :3]
    pygame.surfarray.pixels_alpha(surface)[:] = seen[:, :, 3]


def _light(rgb: Rgb, width: float) -> ByteArray:
    """Red, green, blue, alpha of a route per `SUBPIXELS`th of a pixel off its middle: [step, channel]."""
    half, reach = width / 2, width * HALO_REACH
    away: PixelField = np.arange(math.ceil(reach * SUBPIXELS) + 2, dtype=np.float32) / np.float32(SUBPIXELS)
    halo = 0.75 * np.clip(1 - (away - half) / (reach - half), 0, 1) ** 2
    layers = (
        (_mixed(rgb, _WHITE, 0.35), halo),
        (_DARK, 0.8 * _inside(away, half * 1.35)),
        (rgb, _inside(away, half)),
        (_mixed(rgb, _WHITE, 0.72), _inside(away, half * 0.42)),
    )
    colours, cover = np.zeros((len(away), 3), dtype=np.float32), np.zeros_like(away)
    for ink, alpha in layers:
        total = alpha + cover * (1 - alpha)
        weight = np.divide(alpha, total, out=np.zeros_like(total), where=total > 0)
        colours += (np.array(ink, dtype=np.float32) - colours) * weight[:, None]
        cover = total
    light: ByteArray = np.concatenate((colours, cover[:, None] * 255), axis=1).round().astype(np.uint8)
    return light


def _distance(size: tuple[int, int], sides: tuple[int, int], share: float) -> PixelField:
    """Distance of each pixel from a `share` of the curve, in pixels; array [x, y]."""
    cx, cy = _corner(*sides)
    (ax, ay), (bx, by) = _MIDDLES[sides[0]], _MIDDLES[sides[1]]
    across, down = ((np.arange(n, dtype=np.float32) + 0.5) / n for n in size)
    x, y = across[:, None] - cx, down[None, :] - cy
    onto_first, onto_second = 2 * (x * (ax - cx) + y * (ay - cy)), 2 * (x * (bx - cx) + y * (by - cy))
    away: PixelField = np.abs(np.hypot(x, y) - 0.5) * size[0]
    if share < 1:
        end = math.pi / 2 * share
        ahead = np.arctan2(onto_second, onto_first) > end
        tip = np.hypot(onto_first - 0.5 * math.cos(end), onto_second - 0.5 * math.sin(end)) * size[0]
        away = np.where(ahead, tip, away).astype(np.float32)
    return away


def _inside(away: PixelField, edge: float) -> PixelField:
    """Cover: 1 within the edge, 0 outside, smooth over a pixel."""
    inside: PixelField = np.clip(edge - away + 0.5, 0, 1)
    return inside


def _mixed(first_colour: Rgb, second_colour: Rgb, share: float) -> Rgb:
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(first_colour, second_colour, strict=True))
    return (red, green, blue)


def _draw_bead(canvas: Canvas, point: Point, ink: Ink, width: float) -> None:
    """Draw the bead at the beginning or end of a route."""
    canvas.circle(point, width * 0.95, ink, _WHITE, width * 0.3)


# --- light along the tracks ----------------------------------------------------------------------------


def draw_lit_curve(canvas: Canvas, rect: Rect, corner: int) -> None:
    """Draw light on one curve of a card; `corner` is the bit of its corner."""
    here = Rect(0, 0, rect.w, rect.h)
    with canvas.shifted(rect.x, rect.y):
        canvas.layer(("sturt.lit", corner), here, lambda c: _paint_lit(c, here, corner))


def _paint_lit(canvas: Canvas, rect: Rect, corner: int) -> None:
    centre, start = {
        1: ((rect.right, rect.y), 90.0),
        2: ((rect.right, rect.bottom), 180.0),
        4: ((rect.x, rect.bottom), 270.0),
        8: ((rect.x, rect.y), 0.0),
    }[corner]
    with canvas.clip(rect):
        for width, alpha in ((0.20, 70), (0.11, 120), (0.05, 255)):
            canvas.arc(centre, rect.w / 2, start, start + 90, rect.w * width, (255, 226, 160, alpha))
