"""Overlays on spaces of The Great Divide: rims of light, highlights, tints of the oceans."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from client.boards.great_divide.hexes import HALF_WIDTH, hexagon
from client.boards.great_divide.water import LIGHT_COLOURS, WATER_COLOURS
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Ink
from core.game import Seat

Paint = Callable[[Canvas, float], None]
"""Function that draws about (0, 0) in a hex with a radius in units."""

LIGHT_STRENGTHS: Final = 12
"""Number of strengths in which light is cached: cached pictures are much faster than faded ones."""


def draw_rim(canvas: Canvas, box: Rect, ink: Ink, strength: float = 1.0) -> None:
    """Draw a lit rim around a space; `box` is the square around it, `strength` 0 … 1."""
    level = round(strength * LIGHT_STRENGTHS)
    if level > 0:
        _keep(canvas, box, ("rim", canvas.colour(ink), level), lambda c, r: _rim(c, r, ink, level))


def _rim(canvas: Canvas, radius: float, ink: Ink, level: int) -> None:
    share, colour = level / LIGHT_STRENGTHS, canvas.colour(ink)[:3]
    for wide, alpha in ((0.2, 46), (0.13, 80), (0.065, 255)):
        ring = hexagon(radius * 0.93)
        canvas.polyline(ring, radius * wide, (*colour, round(alpha * share)), closed=True)


def draw_invitation(canvas: Canvas, box: Rect, strength: float) -> None:
    """Draw light on a space on which something can be done now; `strength` 0 … 1."""
    level = round(strength * LIGHT_STRENGTHS)
    _keep(canvas, box, ("open", level), lambda c, r: _invitation(c, r, level))


def _invitation(canvas: Canvas, radius: float, level: int) -> None:
    share, colour = level / LIGHT_STRENGTHS, canvas.colour("great_divide.glow")[:3]
    canvas.polygon(hexagon(radius * 0.92), (*colour, round(70 * share)))
    canvas.polyline(hexagon(radius * 0.88), radius * 0.06, (*colour, round(230 * share)), closed=True)


def draw_tint(canvas: Canvas, box: Rect, seats: tuple[Seat, ...]) -> None:
    """Draw the colour and pattern of a tile's ocean over it, or half of each of two oceans."""
    _keep(canvas, box, ("tint", seats), lambda c, r: _tint(c, r, seats))


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


def _keep(canvas: Canvas, box: Rect, key: tuple[object, ...], paint: Paint) -> None:
    """Draw what `paint` draws about the middle of a hex, cached under a key."""
    radius = box.w / 2
    room = Rect(
        -1.12 * radius, -1.08 * HALF_WIDTH * radius - 2, 2.24 * radius, 2.16 * HALF_WIDTH * radius + 4
    )
    with canvas.shifted(*box.centre):
        canvas.layer(("great_divide.light", *key), room, lambda c: paint(c, radius), smooth=2)
