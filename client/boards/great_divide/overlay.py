"""Overlays on spaces of The Great Divide: tints of the oceans."""

from __future__ import annotations

import math

from client.boards.great_divide.water import LIGHT_COLOURS, WATER_COLOURS
from client.boards.kit.hexes import draw_kept, hexagon
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Seat


def draw_tint(canvas: Canvas, box: Rect, seats: tuple[Seat, ...]) -> None:
    """Draw the colour and pattern of a tile's ocean over it, or half of each of two oceans."""
    draw_kept(canvas, box, ("tint", seats), lambda c, r: _tint(c, r, seats))


def _tint(canvas: Canvas, radius: float, seats: tuple[Seat, ...]) -> None:
    for seat in seats:
        left = -radius if seat == seats[0] else 0.0
        wide = 2 * radius if len(seats) == 1 else radius
        with canvas.clip(Rect(left, -radius, wide, 2 * radius)):
            _sea(canvas, radius, seat)


def _sea(canvas: Canvas, radius: float, seat: Seat) -> None:
    """Draw a hex of sea: the Pacific in waves, the Atlantic in slanting stripes."""
    deep, light = canvas.colour(WATER_COLOURS[seat])[:3], canvas.colour(LIGHT_COLOURS[seat])[:3]
    canvas.polygon(hexagon(radius * 0.94), (*deep, 150))
    ink = (*light, 120)
    for row in range(-2, 3):
        y = row * radius * 0.34
        if seat == 0:
            half = radius * (0.86 - abs(row) * 0.17)
            points = [
                (half * t / 8, y + radius * 0.045 * math.sin(t * half / radius * 1.9)) for t in range(-8, 9)
            ]
            canvas.polyline(points, radius * 0.035, ink)
        else:
            reach = radius * (0.62 - abs(row) * 0.16)
            x = row * radius * 0.34
            canvas.line((x - reach * 0.6, reach), (x + reach * 0.6, -reach), radius * 0.035, ink)
