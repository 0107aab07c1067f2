"""Trucks, seen from above and turned in any direction; dust behind them and light before them.

Angles are degrees clockwise, 0 to the east.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import pygame

from client.boards.ghawar.cubes import draw_piece
from client.boards.ghawar.paper import Cut, box, cast, owner, rgb, spun, stamp
from client.boards.kit.paper import mixed, plain
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.patterns import marks
from client.ui.symbols import seat_symbol
from core.games.ghawar.state import Colour

STEP: Final = 5
"""Degrees between two pictures of a truck."""
BED: Final = -0.19
"""Where on its length a truck carries its load, from its middle, in lengths."""
_CAB: Final = 0.28
"""Where its cab is."""
LOAD: Final = 0.46
"""How large its load is."""


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
    """A seat's truck about a point, `length` units long; load and symbol stay upright however it turns.

    `number` 1 … 3 says which of a seat's trucks it is.
    """
    side, turn = Rect.around(*centre, length), round(angle / STEP) * STEP % 360
    stamp(canvas, ("truck", seat, turn), side, 0.16, lambda c, cut: _lay_truck(c, cut, seat, turn))
    seat_number = seat % len(canvas.theme.seats)
    cab = Rect.around(*ahead(centre, angle, _CAB * length), 0.27 * length)
    seat_symbol(canvas, seat_number, cab, f"seat.{seat_number}.ink")
    if load is not None:
        bed = Rect.around(*ahead(centre, angle, BED * length), LOAD * length)
        draw_piece(canvas, "load", bed, load)
    if number:
        _draw_number(canvas, ahead(centre, angle, -0.49 * length), 0.13 * length, number)


def ahead(centre: Point, angle: float, by: float) -> Point:
    """The point `by` units in front of another one."""
    turn = math.radians(angle)
    return (centre[0] + by * math.cos(turn), centre[1] + by * math.sin(turn))


def draw_headlight(
    canvas: Canvas, centre: Point, angle: float, length: float = 62.0, strength: float = 1.0
) -> None:
    """The light that a truck throws on the road before it; to be drawn before the truck."""
    turn = round(angle / STEP) * STEP % 360
    spot = Rect.around(*ahead(centre, angle, 1.14 * length), 1.4 * length)
    with canvas.faded(strength):
        canvas.layer(("ghawar.headlight", turn), spot, lambda c: _paint_light(c, turn))


def draw_dust(canvas: Canvas, spot: Point, age: float, size: float = 26.0) -> None:
    """A puff of dust; `age` goes from 0 (just raised) to 1 (gone)."""
    if not 0 <= age < 1:
        return
    wide = size * (0.5 + age)
    canvas.glow(
        Rect.around(spot[0], spot[1] - 6 * age, wide * 1.5, wide * 1.2), "ghawar.sand_light", 0.5 * (1 - age)
    )


# --- inside -------------------------------------------------------------------------------------


def _draw_number(canvas: Canvas, spot: Point, radius: float, number: int) -> None:
    canvas.circle(spot, radius, "ghawar.bone", "ghawar.dark", max(1.5, radius * 0.14))
    where = Rect.around(*spot, radius * 2)
    canvas.text(
        str(number), where, ink="ghawar.ink", align="centre", size=radius * 1.6, face="display", fit="free"
    )


def _lay_truck(canvas: Canvas, cut: Cut, seat: int, angle: int) -> None:
    look, steel, dark = owner(canvas, seat), rgb(canvas, "steel"), rgb(canvas, "dark")
    shine, bone = rgb(canvas, "steel_light"), rgb(canvas, "bone")

    def put(x: float, y: float, w: float, h: float, r: float = 0.0) -> list[Point]:
        return spun(box(x, y, w, h, r), angle)

    body = put(0.03, 0.22, 0.94, 0.56, 0.08)
    cut.shade([cast(body, 0.1)], dark, 0.5, 0.03)
    for x in (0.1, 0.32, 0.72):
        for y in (0.19, 0.73):
            cut.fill(put(x, y, 0.17, 0.08, 0.03), dark)
    cut.fill(put(0.08, 0.3, 0.86, 0.4, 0.02), mixed(steel, dark, 0.5))
    bed = put(0.03, 0.22, 0.56, 0.56, 0.05)
    cut.fill(bed, look.deep if not plain(canvas) else dark)
    cut.gradient(put(0.045, 0.235, 0.53, 0.53, 0.04), look.light, look.ground)
    cut.clipped(
        put(0.045, 0.235, 0.53, 0.53, 0.04),
        [spun(m, angle) for m in marks(look.pattern, (0.03, 0.22, 0.56, 0.56), 0.17)],
        look.mark,
    )
    cut.fill(put(0.1, 0.29, 0.42, 0.42, 0.02), look.deep)
    cut.fill(put(0.115, 0.305, 0.39, 0.39, 0.02), steel)
    for i in range(1, 4):
        cut.fill(put(0.115 + 0.0975 * i - 0.008, 0.305, 0.016, 0.39), mixed(steel, dark, 0.35))
    cab = put(0.61, 0.21, 0.37, 0.58, 0.1)
    cut.fill(cab, look.deep if not plain(canvas) else dark)
    cut.gradient(put(0.625, 0.225, 0.34, 0.55, 0.09), look.light, look.ground)
    cut.fill(put(0.645, 0.255, 0.26, 0.49, 0.06), look.ground)
    glass = spun([(0.905, 0.27), (0.945, 0.3), (0.945, 0.7), (0.905, 0.73)], angle)
    cut.fill(glass, mixed(shine, bone, 0.5))
    for y in (0.255, 0.7):
        cut.fill(put(0.95, y, 0.035, 0.055, 0.015), rgb(canvas, "flame_light"))


def _paint_light(canvas: Canvas, angle: int) -> None:
    """Two cones that widen and fade; the lamps are at the middle of the left edge before it is turned."""
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
    surface.fill((*rgb(canvas, "flame_light"), 0))
    pygame.surfarray.pixels_alpha(surface)[:] = (light * 150).astype(np.uint8)
