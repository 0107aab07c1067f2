"""Derricks: nodding donkeys on a mat in their seat's colour and pattern.

A derrick stands on the whole of its platform; the head of its beam nods over the cube.
"""

from __future__ import annotations

import math
from typing import Final, Literal

from client.boards.ghawar.looks import marks, owner
from client.boards.ghawar.paper import Cut, box, cast, mixed, moved, oval, plain, polar, rgb, spun, stamp
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol

Part = Literal["whole", "base", "beam"]
"""What to draw of a derrick: its beam is all that moves, and what lies over the cube."""

PHASES: Final = 48
"""In so many pictures a beam goes up and down once."""
STROKE: Final = 4.2
"""Seconds that it takes."""

_PIVOT: Final = (0.60, 0.25)
_HEAD: Final = 0.36
_TAIL: Final = 0.29
"""How far the two ends of the beam reach from its pivot, in sides of the platform."""
_CRANK: Final = (0.865, 0.60)
_RADIUS: Final = 0.066
_BADGE: Final = (0.655, 0.745)
_BADGE_RADIUS: Final = 0.16
_ROD: Final = 0.47
"""Where the rod goes into the cube."""


def phase_at(now: float, platform: int) -> float:
    """The phase 0 … 1 of the derrick on a platform at a time in seconds; neighbours are not in step."""
    return (now / STROKE + 0.381966 * platform) % 1.0


def draw_derrick(
    canvas: Canvas,
    rect: Rect,
    seat: int,
    *,
    phase: float | None = None,
    part: Part = "whole",
    rise: float = 1.0,
    ghost: bool = False,
) -> None:
    """A seat's derrick on the platform in the rectangle, to be drawn before its cube.

    `phase` 0 … 1 is how far its beam has come; None: it stands still, head down. Where it pumps, lay
    `base` and cube once and only `beam` over them for each frame. `rise` 0 … 1 is how much of it has been
    put up.
    """
    with canvas.faded(0.55 if ghost else 1.0):
        if rise >= 1:
            _draw(canvas, rect, seat, phase, part)
            return
        with canvas.faded(min(1.0, max(0.0, rise) * 3)):
            stamp(canvas, ("mat", seat), rect, 0.0, lambda c, cut: _lay_mat(c, cut, seat))
        up = max(0.0, rise * 1.5 - 0.5)
        with canvas.clip(Rect(rect.x, rect.y - 0.2 * rect.h, rect.w * 1.3, rect.h * 1.1)):
            _draw(canvas, rect.moved(0, (1 - up) * rect.h), seat, phase, part, mat=False)


def _draw(canvas: Canvas, rect: Rect, seat: int, phase: float | None, part: Part, mat: bool = True) -> None:
    if part != "beam":
        stamp(
            canvas,
            ("derrick", seat, mat),
            rect,
            0.1,
            lambda c, cut: _lay_base(c, cut, seat, mat),
            over=lambda c, here: _draw_symbol(c, here, seat),
        )
    if part != "base":
        step = -1 if phase is None else round(phase * PHASES) % PHASES
        stamp(canvas, ("beam", seat, step), rect, 0.1, lambda c, cut: _lay_beam(c, cut, seat, step))


def _draw_symbol(canvas: Canvas, rect: Rect, seat: int) -> None:
    side = 1.24 * _BADGE_RADIUS * rect.w
    centre = (rect.x + _BADGE[0] * rect.w, rect.y + _BADGE[1] * rect.h)
    number = seat % len(canvas.theme.seats)
    seat_symbol(canvas, number, Rect.around(*centre, side), f"seat.{number}.ink")


def _lay_mat(canvas: Canvas, cut: Cut, seat: int) -> None:
    """Painted ground in the seat's colour and pattern, under all of the derrick."""
    look, dark = owner(canvas, seat), rgb(canvas, "dark")
    mat = box(0.085, 0.082, 0.83, 0.83, 0.055)
    cut.shade([mat], dark, 0.35, 0.02)
    cut.fill(moved(mat, -0.008, -0.008), look.light)
    cut.fill(mat, look.ground)
    cut.clipped(mat, marks(look.pattern, (0.085, 0.082, 0.83, 0.83), 0.16), look.mark)


def _lay_base(canvas: Canvas, cut: Cut, seat: int, mat: bool) -> None:
    look, steel, dark = owner(canvas, seat), rgb(canvas, "steel"), rgb(canvas, "dark")
    shine, bone = rgb(canvas, "steel_light"), rgb(canvas, "bone")
    if mat:
        _lay_mat(canvas, cut, seat)
    skid = box(0.46, 0.83, 0.48, 0.075, 0.02)
    legs = [
        [(0.45, 0.86), (0.52, 0.86), (0.625, 0.23), (0.585, 0.23)],
        [(0.8, 0.86), (0.73, 0.86), (0.575, 0.23), (0.615, 0.23)],
    ]
    shadow = [cast(leg, 0.0) for leg in legs] + [cast(skid, 0.06)]
    cut.shade([moved(shape, 0.07, 0.04) for shape in shadow], dark, 0.42, 0.02)
    cut.fill(skid, mixed(steel, dark, 0.4))
    cut.fill(box(0.46, 0.825, 0.48, 0.045, 0.02), steel)
    house = box(0.775, 0.56, 0.175, 0.3, 0.03)
    cut.fill(house, mixed(steel, dark, 0.4))
    cut.fill(box(0.775, 0.56, 0.175, 0.23, 0.03), mixed(steel, shine, 0.25))
    for y, half in ((0.42, 0.075), (0.6, 0.115)):
        cut.stroke([(0.61 - half, y), (0.61 + half, y)], 0.03, steel)
    for leg, tone in zip(legs, (mixed(steel, shine, 0.55), steel), strict=True):
        cut.fill(leg, dark if plain(canvas) else mixed(steel, dark, 0.5))
        cut.fill([(x + (0.5 - x) * 0.0, y) for x, y in leg], tone)
    cut.shade([oval((_BADGE[0] + 0.02, _BADGE[1] + 0.025), _BADGE_RADIUS, _BADGE_RADIUS)], dark, 0.5, 0.02)
    cut.disc(_BADGE, _BADGE_RADIUS + 0.004, dark)
    cut.disc(_BADGE, _BADGE_RADIUS - 0.008, bone)
    cut.disc(_BADGE, _BADGE_RADIUS - 0.032, look.ground)


def _lay_beam(canvas: Canvas, cut: Cut, seat: int, step: int) -> None:
    """Beam, head, rod and crank at one of the `PHASES`; -1: at rest, the head down."""
    look, steel, dark = owner(canvas, seat), rgb(canvas, "steel"), rgb(canvas, "dark")
    shine, bone = rgb(canvas, "steel_light"), rgb(canvas, "bone")
    turn = 360 * (step / PHASES if step >= 0 else 0.75)
    pin = polar(_CRANK, _RADIUS, turn)
    angle = math.degrees(math.asin((pin[1] - _CRANK[1]) / _TAIL))

    def held(points: list[Point]) -> list[Point]:
        return spun(points, angle, _PIVOT)

    px, py = _PIVOT
    bar = held(box(px - _HEAD + 0.06, py - 0.05, _HEAD + _TAIL, 0.1, 0.02))
    head = held(_horse_head())
    weight = spun(box(_CRANK[0] + 0.0, _CRANK[1] - 0.085, 0.125, 0.17, 0.07), turn + 180, _CRANK)
    cut.shade([moved(shape, 0.06, 0.07) for shape in (bar, head)], dark, 0.32, 0.02)
    rod = px - _HEAD + 0.012
    hang = held([(px - _HEAD + 0.012, py + 0.06)])[0][1]
    cut.stroke([(rod, hang), (rod, _ROD)], 0.034, dark)
    cut.stroke([(rod, hang), (rod, _ROD)], 0.014, bone)
    cut.fill(box(rod - 0.035, _ROD - 0.03, 0.07, 0.05, 0.015), dark)
    cut.fill(weight, dark)
    cut.fill(spun(box(_CRANK[0] + 0.005, _CRANK[1] - 0.07, 0.105, 0.14, 0.06), turn + 180, _CRANK), steel)
    cut.stroke([held([(px + _TAIL, py)])[0], pin], 0.05, dark)
    cut.stroke([held([(px + _TAIL, py)])[0], pin], 0.024, shine)
    cut.disc(_CRANK, 0.035, dark)
    cut.disc(pin, 0.028, shine)
    for shape in (bar, head):
        cut.stroke(shape, 0.03, dark, closed=True)
    cut.fill(bar, look.ground)
    cut.clipped(bar, [held(box(px - _HEAD, py - 0.05, _HEAD + _TAIL + 0.1, 0.032))], look.light)
    cut.fill(head, look.ground)
    cut.clipped(head, [held(box(px - _HEAD - 0.06, py - 0.2, 0.075, 0.5))], look.light)
    cut.disc(_PIVOT, 0.055, dark)
    cut.disc(_PIVOT, 0.034, shine)


def _horse_head() -> list[Point]:
    """The head of the beam at rest: its front is an arc about the pivot."""
    front = [polar(_PIVOT, _HEAD, 180 + 24 - 6 * i) for i in range(9)]
    return [
        *front,
        (_PIVOT[0] - _HEAD + 0.13, _PIVOT[1] + 0.055),
        (_PIVOT[0] - _HEAD + 0.13, _PIVOT[1] - 0.055),
    ]
