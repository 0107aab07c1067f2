"""Derricks: nodding donkeys on a mat in their seat's colour and pattern.

A derrick stands on the whole of its platform; the head of its beam nods over the cube.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, Literal

from client.boards.ghawar.paper import Cut, Shape, box, cast, moved, oval, owner, polar, rgb, spun, stamp
from client.boards.kit.paper import mixed
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.patterns import marks
from client.ui.symbols import seat_symbol

Part = Literal["whole", "base", "beam"]
"""What to draw of a derrick: its beam is all that moves, and what lies over the cube."""

PHASES: Final = 48
"""In so many pictures a beam goes up and down once."""
STROKE: Final = 4.2
"""Seconds that it takes."""

WELL: Final = (0.28, 0.66)
"""Where on a platform the well is, and the middle of the cube: under the head of the beam."""
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
_LEGS: Final = (
    [(0.42, 0.86), (0.49, 0.86), (0.625, 0.24), (0.585, 0.24)],
    [(0.79, 0.86), (0.72, 0.86), (0.575, 0.24), (0.615, 0.24)],
)


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
) -> None:
    """A seat's derrick on the platform in the rectangle, to be drawn before its cube.

    `phase` 0 … 1 is how far its beam has come; None: it stands still, head down. Where it pumps, lay
    `base` and cube once and only `beam` over them for each frame. `rise` 0 … 1 is how much of it has been
    put up.
    """
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
        draw_beam(canvas, rect, seat, phase)


def draw_beam(canvas: Canvas, rect: Rect, seat: int, phase: float | None = None) -> None:
    """The beam alone, as far as it has come: cheap, for many pump at once."""
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
    lay_well(canvas, cut)


def lay_well(canvas: Canvas, cut: Cut) -> None:
    """The capped well, where the cube lies as long as there is one."""
    deep, steel, shine = rgb(canvas, "concrete_deep"), rgb(canvas, "steel"), rgb(canvas, "steel_light")
    x, y = WELL
    cut.disc((x, y), 0.15, deep)
    cut.disc((x, y), 0.13, steel)
    cut.disc((x - 0.008, y - 0.01), 0.10, mixed(steel, shine, 0.35))
    cut.disc((x, y), 0.055, rgb(canvas, "dark"))


def _lay_base(canvas: Canvas, cut: Cut, seat: int, mat: bool) -> None:
    """All that stands still: the mat, a tower of four legs on its skid, the gear house and the badge."""
    steel, dark, shine = rgb(canvas, "steel"), rgb(canvas, "dark"), rgb(canvas, "steel_light")
    if mat:
        _lay_mat(canvas, cut, seat)
    skid, house = box(0.42, 0.845, 0.52, 0.06, 0.02), box(0.785, 0.60, 0.16, 0.27, 0.03)
    shadows = [cast(skid, 0.05), cast(house, 0.06), *(moved(leg, 0.085, 0.05) for leg in _LEGS)]
    cut.shade(shadows, dark, 0.42, 0.02)
    cut.fill(skid, mixed(steel, dark, 0.45))
    cut.fill(box(0.42, 0.838, 0.52, 0.034, 0.015), mixed(steel, shine, 0.3))
    cut.fill(house, mixed(steel, dark, 0.5))
    cut.fill(box(0.785, 0.60, 0.16, 0.215, 0.03), mixed(steel, shine, 0.15))
    cut.fill(box(0.785, 0.60, 0.16, 0.03, 0.015), mixed(steel, shine, 0.6))
    for leg in _LEGS:
        cut.stroke(leg, 0.026, dark, closed=True)
    for y, half in ((0.40, 0.055), (0.54, 0.09)):
        cut.stroke([(_PIVOT[0] - half, y), (_PIVOT[0] + half, y)], 0.03, steel)
    for leg, tone in zip(_LEGS, (mixed(shine, steel, 0.15), mixed(shine, steel, 0.6)), strict=True):
        cut.fill(leg, tone)
    _lay_badge(canvas, cut, seat)


def _lay_badge(canvas: Canvas, cut: Cut, seat: int) -> None:
    dark, (x, y) = rgb(canvas, "dark"), _BADGE
    cut.shade([oval((x + 0.025, y + 0.025), _BADGE_RADIUS, _BADGE_RADIUS)], dark, 0.5, 0.02)
    cut.disc(_BADGE, _BADGE_RADIUS + 0.004, dark)
    cut.disc(_BADGE, _BADGE_RADIUS - 0.010, rgb(canvas, "bone"))
    cut.disc(_BADGE, _BADGE_RADIUS - 0.036, owner(canvas, seat).ground)


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
