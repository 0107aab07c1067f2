"""Derricks: nodding donkeys on a mat in their seat's colour and pattern.

A derrick stands on the whole of its platform; the head of its beam nods over the cube.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from client.boards.ghawar.cubes import WELL, WELL_SIZE, draw_piece
from client.boards.ghawar.paper import Cut, Shape, box, moved, owner, polar, rgb, spun, stamp
from client.boards.kit.paper import mixed
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_swatch, seat_symbol

PHASES: Final = 48
"""In so many pictures a beam goes up and down once."""
STROKE: Final = 4.2
"""Seconds that it takes."""

_PIVOT: Final = (0.60, 0.24)
_HEAD: Final = 0.36
_TAIL: Final = 0.29
"""How far the two ends of the beam reach from its pivot, in sides of the platform."""
_CRANK: Final = (0.865, 0.60)
_RADIUS: Final = 0.066
_BADGE: Final = (0.655, 0.745)
_BADGE_RADIUS: Final = 0.16
_ROD: Final = 0.46
"""Where the rod goes into the cube."""


def phase_at(now: float, platform: int) -> float:
    """The phase 0 … 1 of the derrick on a platform at a time in seconds; neighbours are not in step."""
    return (now / STROKE + 0.381966 * platform) % 1.0


def draw_rising(canvas: Canvas, rect: Rect, seat: int, rise: float, phase: float | None) -> None:
    """A derrick that has been put up so far, 0 … 1: first its mat, then what stands on it."""
    with canvas.faded(min(1.0, max(0.0, rise) * 3)):
        _draw_mat(canvas, rect, seat)
    up = max(0.0, rise * 1.5 - 0.5)
    with canvas.clip(Rect(rect.x, rect.y - 0.2 * rect.h, rect.w * 1.3, rect.h * 1.1)):
        standing = rect.moved(0, (1 - up) * rect.h)
        _draw_tower(canvas, standing, seat)
        draw_beam(canvas, standing, seat, phase)


def draw_base(canvas: Canvas, rect: Rect, seat: int) -> None:
    """All of a seat's derrick that stands still, on the platform in the rectangle: lies under the cube."""
    _draw_mat(canvas, rect, seat)
    _draw_tower(canvas, rect, seat)


def _draw_mat(canvas: Canvas, rect: Rect, seat: int) -> None:
    """Painted ground in the seat's colour and pattern with a well, under all of the derrick."""
    mat = Rect(rect.x + 0.085 * rect.w, rect.y + 0.082 * rect.h, 0.83 * rect.w, 0.83 * rect.h)
    seat_swatch(canvas, seat, mat, 0.055 * rect.w)
    well = rect.x + WELL[0] * rect.w, rect.y + WELL[1] * rect.h
    draw_piece(canvas, "well", Rect.around(*well, WELL_SIZE * rect.w))


def _draw_tower(canvas: Canvas, rect: Rect, seat: int) -> None:
    """A tower of four legs on its skid, the gear house and the badge of the seat."""
    draw_piece(canvas, "tower", rect)
    middle = rect.x + _BADGE[0] * rect.w, rect.y + _BADGE[1] * rect.h
    canvas.circle(middle, _BADGE_RADIUS * rect.w, "ghawar.bone", "ghawar.dark", 0.014 * rect.w)
    canvas.circle(middle, (_BADGE_RADIUS - 0.036) * rect.w, f"seat.{seat}")
    seat_symbol(canvas, seat, Rect.around(*middle, 1.24 * _BADGE_RADIUS * rect.w), f"seat.{seat}.ink")


def draw_beam(canvas: Canvas, rect: Rect, seat: int, phase: float | None = None) -> None:
    """The beam alone, as far as it has come: cheap, for many pump at once."""
    step = -1 if phase is None else round(phase * PHASES) % PHASES
    stamp(canvas, ("beam", seat, step), rect, 0.1, lambda c, cut: _lay_beam(c, cut, seat, step))


def _lay_beam(canvas: Canvas, cut: Cut, seat: int, step: int) -> None:
    """Beam, head, rod and crank at one of the `PHASES`; -1: at rest, the head down."""
    dark, shine, bone = rgb(canvas, "dark"), rgb(canvas, "steel_light"), rgb(canvas, "bone")
    turn = 360 * (step / PHASES if step >= 0 else 0.75)
    pin = polar(_CRANK, _RADIUS, turn)
    angle = math.degrees(math.asin((pin[1] - _CRANK[1]) / _TAIL))
    px, py = _PIVOT

    def held(points: Shape) -> list[Point]:
        return spun(points, angle, _PIVOT)

    bar = held(box(px - _HEAD + 0.04, py - 0.055, _HEAD + _TAIL - 0.01, 0.11, 0.025))
    head = held(_horse_head())
    tail = held([(px + _TAIL, py)])[0]
    cut.shade([moved(shape, 0.07, 0.075) for shape in (bar, head)], dark, 0.32, 0.02)
    _lay_crank(canvas, cut, turn)
    cut.stroke([tail, pin], 0.056, dark)
    cut.stroke([tail, pin], 0.028, shine)
    rod = px - _HEAD + 0.012
    cut.stroke([(rod, held([(rod, py + 0.06)])[0][1]), (rod, _ROD)], 0.036, dark)
    cut.stroke([(rod, held([(rod, py + 0.06)])[0][1]), (rod, _ROD)], 0.016, bone)
    cut.fill(box(rod - 0.04, _ROD - 0.035, 0.08, 0.055, 0.015), dark)
    _lay_bar(canvas, cut, seat, bar, head, held)


def _lay_bar(
    canvas: Canvas, cut: Cut, seat: int, bar: Shape, head: Shape, held: Callable[[Shape], list[Point]]
) -> None:
    """The beam itself, of pale paper with a band of the seat's colour, and the head at its end."""
    look, bone, dark = owner(canvas, seat), rgb(canvas, "bone"), rgb(canvas, "dark")
    shine, (px, py) = rgb(canvas, "steel_light"), _PIVOT
    for shape in (bar, head):
        cut.stroke(shape, 0.034, dark, closed=True)
    cut.fill(bar, bone)
    cut.clipped(bar, [held(box(px - _HEAD, py + 0.018, 0.8, 0.05))], mixed(bone, shine, 0.75))
    cut.fill(head, look.ground)
    cut.clipped(head, [held(box(px - _HEAD - 0.06, py - 0.2, 0.07, 0.5))], look.light)
    for x in (px - 0.17, px + 0.13):
        cut.clipped(bar, [held(box(x, py - 0.06, 0.07, 0.12))], look.ground)
    cut.disc(_PIVOT, 0.06, dark)
    cut.disc(_PIVOT, 0.036, shine)


def _lay_crank(canvas: Canvas, cut: Cut, turn: float) -> None:
    steel, dark, shine = rgb(canvas, "steel"), rgb(canvas, "dark"), rgb(canvas, "steel_light")
    x, y = _CRANK
    weight = spun(box(x - 0.03, y - 0.075, 0.14, 0.15, 0.06), turn + 180, _CRANK)
    cut.stroke(weight, 0.03, dark, closed=True)
    cut.fill(weight, mixed(steel, shine, 0.3))
    cut.disc(_CRANK, 0.034, dark)


def _horse_head() -> list[Point]:
    """The head of the beam at rest: its front is an arc about the pivot."""
    (px, py), back = _PIVOT, _PIVOT[0] - _HEAD + 0.13
    front = [polar(_PIVOT, _HEAD, 206 - 5.2 * i) for i in range(11)]
    return [
        *front,
        (px - _HEAD + 0.075, py + 0.15),
        (back, py + 0.05),
        (back, py - 0.05),
        (px - _HEAD + 0.09, py - 0.145),
    ]
