"""Trucks, seen from above and turned in any direction; dust behind them and light before them.

Angles are degrees clockwise, 0 to the east.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import pygame

from client.boards.ghawar.cubes import READABLE_CUBE_SIZE, SHADOW_DIRECTION, draw_piece
from client.boards.kit.paper import mix_colours, rgb, wants_clear_shapes
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_swatch, seat_symbol
from core.games.ghawar.state import Colour

POSE_DEGREES: Final = 5
"""Degrees between two directions in which a truck is drawn."""
SUPERSAMPLING: Final = 2.0
"""Factor by which a truck is painted larger than shown before it is turned."""
LOAD_OFFSET: Final = -0.19
"""Distance of the load ahead of the truck's middle, in lengths of the truck."""
_CAB_OFFSET: Final = 0.28
"""Distance of the cab ahead of the truck's middle, in lengths."""
SYMBOL_SIZE, LARGEST_SYMBOL_SIZE = 0.39, 0.45
"""Usual size of the seat's symbol, and greatest on a small truck, in lengths."""
NUMBER_RADIUS: Final = 0.2
"""Radius of the number that tells a seat's trucks apart, in lengths."""
LOAD_SIZE: Final = 0.46
"""Size of the load, in lengths."""


def draw_truck(
    canvas: Canvas,
    centre: Point,
    seat: int,
    angle: float = 0.0,
    load: Colour | None = None,
    *,
    length: float = 62.0,
    number: int = 0,
) -> None:
    """Draw a seat's truck about a point, `length` units long; load and symbol stay upright however it turns.

    `number` 1 … 3 tells a seat's trucks apart.
    """
    turn, seat_number = round(angle / POSE_DEGREES) * POSE_DEGREES % 360, seat % len(canvas.theme.seats)
    large, fall = Rect.around(*centre, SUPERSAMPLING * length), 0.06 * length

    def paint(inner: Canvas) -> None:
        _paint_truck(inner, Rect(0, 0, large.w, large.h), seat_number)

    def shade(inner: Canvas) -> None:
        draw_piece(inner, "truck-shadow", Rect(0, 0, large.w, large.h))

    shadow = large.moved(SHADOW_DIRECTION[0] * fall, SHADOW_DIRECTION[1] * fall)
    canvas.sprite("ghawar.truck-shadow", shadow, shade, angle=turn, zoom=1 / SUPERSAMPLING)
    canvas.sprite(("ghawar.truck", seat_number), large, paint, angle=turn, zoom=1 / SUPERSAMPLING)
    symbol = min(max(SYMBOL_SIZE * length, READABLE_CUBE_SIZE), LARGEST_SYMBOL_SIZE * length)
    cab = Rect.around(*point_ahead(centre, angle, _CAB_OFFSET * length), symbol)
    seat_symbol(canvas, seat_number, cab, f"seat.{seat_number}.ink")
    if load is not None:
        bed = Rect.around(*point_ahead(centre, angle, LOAD_OFFSET * length), LOAD_SIZE * length)
        draw_piece(canvas, "load", bed, load)
    if number:
        _draw_number(canvas, point_ahead(centre, angle, -0.55 * length), NUMBER_RADIUS * length, number)


def point_ahead(centre: Point, angle: float, by: float) -> Point:
    """Point `by` units ahead of another one in the direction `angle`, in degrees."""
    turn = math.radians(angle)
    return (centre[0] + by * math.cos(turn), centre[1] + by * math.sin(turn))


def draw_headlight(
    canvas: Canvas, centre: Point, angle: float, length: float = 62.0, strength: float = 1.0
) -> None:
    """Draw the light on the road before a truck, `strength` 0 … 1; it has to be drawn before the truck."""
    turn = round(angle / POSE_DEGREES) * POSE_DEGREES % 360
    spot = Rect.around(*point_ahead(centre, angle, 1.14 * length), 1.4 * length)
    with canvas.faded(strength):
        canvas.layer(("ghawar.headlight", turn), spot, lambda c: _paint_light(c, turn))


def draw_dust(canvas: Canvas, point: Point, age: float, size: float = 26.0) -> None:
    """Draw a puff of dust; `age` is 0 (just raised) … 1 (gone), `size` in units."""
    if not 0 <= age < 1:
        return
    wide = size * (0.5 + age)
    canvas.glow(
        Rect.around(point[0], point[1] - 6 * age, wide * 1.5, wide * 1.2),
        "ghawar.sand_light",
        0.5 * (1 - age),
    )


# --- inside -------------------------------------------------------------------------------------


def _draw_number(canvas: Canvas, point: Point, radius: float, number: int) -> None:
    canvas.circle(point, radius, "ghawar.bone", "ghawar.dark", max(1.5, radius * 0.14))
    where = Rect.around(*point, radius * 2)
    canvas.text(
        str(number), where, ink="ghawar.ink", align="centre", size=radius * 1.6, face="display", fit="free"
    )


def _paint_truck(canvas: Canvas, rect: Rect, seat: int) -> None:
    """Paint a truck that heads east."""
    size, own = rect.w, rgb(canvas, f"seat.{seat}")
    rim = mix_colours(own, rgb(canvas, "ghawar.dark"), 1.0 if wants_clear_shapes(canvas) else 0.5)
    bed = Rect(rect.x + 0.03 * size, rect.y + 0.22 * size, 0.56 * size, 0.56 * size)
    cab = Rect(rect.x + 0.61 * size, rect.y + 0.21 * size, 0.37 * size, 0.58 * size)
    draw_piece(canvas, "truck", rect)
    for part, radius in ((bed, 0.05), (cab, 0.1)):
        canvas.rounded(part, radius * size, own, rim, 0.015 * size)
    seat_swatch(canvas, seat, bed.inset(0.015 * size), 0.04 * size)
    draw_piece(canvas, "truck-top", rect)


def _paint_light(canvas: Canvas, angle: int) -> None:
    """Paint two cones of light that widen and fade along a direction, `angle` in degrees."""
    surface = canvas.surface
    x, y = ((np.arange(n, dtype=np.float32) + 0.5) / n - 0.5 for n in surface.get_size())
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    along = x[:, None] * c + y[None, :] * s + 0.5
    across = y[None, :] * c - x[:, None] * s
    light = np.zeros_like(along)
    for lamp in (-0.16, 0.16):
        off = (across - lamp * (1 - 0.4 * along)) / (0.045 + 0.2 * np.maximum(along, 0))
        light = np.maximum(light, np.exp(-(off**2)))
    light *= np.clip(1 - along, 0, 1) ** 1.4 * np.clip(along / 0.03, 0, 1)
    surface.fill((*rgb(canvas, "ghawar.flame_light"), 0))
    pygame.surfarray.pixels_alpha(surface)[:] = (light * 150).astype(np.uint8)
