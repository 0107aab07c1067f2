"""Derricks: pump jacks on a mat in their seat's colour and pattern.

A derrick takes up its whole platform; the head of its beam nods over the cube.
"""

from __future__ import annotations

import math
from typing import Final

from client.boards.ghawar.cubes import READABLE_CUBE_SIZE, WELL_POSITION, WELL_SIZE, draw_piece
from client.boards.kit.paper import stamp
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_swatch, seat_symbol

BEAM_PHASES: Final = 48
"""Number of pictures of one stroke of a beam, up and down."""
STROKE_SECONDS: Final = 4.2
"""Seconds of one stroke."""

_PIVOT: Final = (0.60, 0.24)
"""Place of the beam's pivot on the platform, in its sides."""
_HEAD: Final = 0.348
_TAIL: Final = 0.29
"""Distances of the rods at the beam's head and tail from its pivot, in sides of the platform."""
BEAM_PICTURE_SIZE: Final = 0.84
"""Width of the picture of the beam about its pivot, in sides of the platform."""
SUPERSAMPLING: Final = 2.0
"""Factor by which parts are painted larger than shown before they are turned."""
_CRANK: Final = (0.865, 0.60)
"""Place of the crank's axle on the platform, in its sides."""
_RADIUS: Final = 0.066
"""Radius of the crank's pin about its axle, in sides of the platform."""
_BADGE: Final = (0.675, 0.755)
"""Place of the middle of the seat's badge on the platform, in its sides."""
_BADGE_RADIUS, _LARGEST_BADGE = 0.175, 0.235
"""Usual radius of the seat's badge, and greatest on a small platform, in sides of the platform."""
SYMBOL_SIZE: Final = 1.5 * _BADGE_RADIUS
"""Size of a seat's symbol on its derrick, in sides of the platform."""
_ROD: Final = 0.46
"""Distance from the platform's upper edge to where the rod enters the cube, in sides of the platform."""


def phase_at(now: float, platform: int) -> float:
    """Phase 0 … 1 of the derrick on a platform at the time `now` in seconds; neighbours are not in step."""
    return (now / STROKE_SECONDS + 0.381966 * platform) % 1.0


def draw_rising_derrick(canvas: Canvas, rect: Rect, seat: int, rise: float, phase: float | None) -> None:
    """Draw a derrick that is built up to `rise`, 0 … 1: first its mat, then what stands on it."""
    with canvas.faded(min(1.0, max(0.0, rise) * 3)):
        _draw_mat(canvas, rect, seat)
    up = max(0.0, rise * 1.5 - 0.5)
    with canvas.clip(Rect(rect.x, rect.y - 0.2 * rect.h, rect.w * 1.3, rect.h * 1.1)):
        standing = rect.moved(0, (1 - up) * rect.h)
        _draw_tower(canvas, standing, seat)
        draw_beam(canvas, standing, seat, phase)


def draw_base(canvas: Canvas, rect: Rect, seat: int) -> None:
    """Draw the part of a derrick that does not move, below the cube."""
    _draw_mat(canvas, rect, seat)
    _draw_tower(canvas, rect, seat)


def _draw_mat(canvas: Canvas, rect: Rect, seat: int) -> None:
    """Draw the mat under a derrick, in the seat's colour and pattern, with the well."""
    mat = Rect(rect.x + 0.085 * rect.w, rect.y + 0.082 * rect.h, 0.83 * rect.w, 0.83 * rect.h)
    seat_swatch(canvas, seat, mat, 0.055 * rect.w)
    well = rect.x + WELL_POSITION[0] * rect.w, rect.y + WELL_POSITION[1] * rect.h
    draw_piece(canvas, "well", Rect.around(*well, WELL_SIZE * rect.w))


def _draw_tower(canvas: Canvas, rect: Rect, seat: int) -> None:
    """Draw the tower of a derrick and the badge of its seat."""
    draw_piece(canvas, "tower", rect)
    radius = min(max(_BADGE_RADIUS * rect.w, READABLE_CUBE_SIZE / 2), _LARGEST_BADGE * rect.w)
    off = radius - _BADGE_RADIUS * rect.w
    middle = rect.x + _BADGE[0] * rect.w + off, rect.y + _BADGE[1] * rect.h
    canvas.circle(middle, radius, "ghawar.bone", "ghawar.dark", 0.014 * rect.w)
    canvas.circle(middle, radius - 0.036 * rect.w, f"seat.{seat}")
    seat_symbol(canvas, seat, Rect.around(*middle, SYMBOL_SIZE / _BADGE_RADIUS * radius), f"seat.{seat}.ink")


def draw_beam(canvas: Canvas, rect: Rect, seat: int, phase: float | None = None) -> None:
    """Draw the beam alone at a phase (0 … 1; None: at rest); cheap, since many pump at once."""
    step = -1 if phase is None else round(phase * BEAM_PHASES) % BEAM_PHASES
    stamp(canvas, ("ghawar.beam", seat, step), rect, 0.1 * rect.w, lambda c, r: _paint_beam(c, r, seat, step))


def _paint_beam(canvas: Canvas, rect: Rect, seat: int, step: int) -> None:
    """Paint beam, rods and crank at one of the `BEAM_PHASES`; -1: at rest."""
    size = rect.w

    def at(x: float, y: float) -> Point:
        return rect.x + x * size, rect.y + y * size

    def turned(centre: Point, across: float, angle: float, *name: str) -> None:
        """Draw pictures over one another; painted parts in the seat's colour."""
        large = Rect.around(*at(*centre), SUPERSAMPLING * across * size)
        inner = Rect(0, 0, large.w, large.h)

        def paint(c: Canvas) -> None:
            for part in name:
                draw_piece(c, part, inner, tint=f"seat.{seat}" if part == "beam-paint" else None)

        canvas.sprite(("ghawar", seat, name), large, paint, angle=angle, zoom=1 / SUPERSAMPLING)

    turn = 2 * math.pi * (step / BEAM_PHASES if step >= 0 else 0.75)
    (px, py), (cx, cy) = _PIVOT, _CRANK
    pin = cx + _RADIUS * math.cos(turn), cy + _RADIUS * math.sin(turn)
    nod = math.asin((pin[1] - cy) / _TAIL)
    rod, tail = px - _HEAD, (px + _TAIL * math.cos(nod), py + _TAIL * math.sin(nod))
    turned((px + 0.07, py + 0.075), BEAM_PICTURE_SIZE, math.degrees(nod), "beam-shadow")
    turned(_CRANK, 0.3, math.degrees(turn), "crank")
    for start, end, wide, ink in (
        (tail, pin, 0.056, "dark"),
        (tail, pin, 0.028, "steel_light"),
        ((rod, py + 0.06 - _HEAD * math.sin(nod)), (rod, _ROD), 0.036, "dark"),
        ((rod, py + 0.06 - _HEAD * math.sin(nod)), (rod, _ROD), 0.016, "bone"),
    ):
        canvas.line(at(*start), at(*end), wide * size, f"ghawar.{ink}")
    canvas.rect(Rect.around(*at(rod, _ROD), 0.08 * size, 0.055 * size), "ghawar.dark")
    turned(_PIVOT, BEAM_PICTURE_SIZE, math.degrees(nod), "beam", "beam-paint")
