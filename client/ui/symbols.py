"""Icons drawn as shapes: the seats' symbols and patterns, arrows, ticks and other small signs.

Everything here is drawn into a layer of the canvas once for a size and colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import pygame

from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.patterns import marks
from client.ui.sprites import FadeSide, rounded
from client.ui.theme import Ink, Pattern, Symbol

Painter = Callable[[Canvas, Rect, Ink], None]
SUPERSAMPLING: Final = 3
PATTERN_PITCH: Final = 16.0
"""Units from mark to mark of a pattern."""


def seat_symbol(canvas: Canvas, seat: int, rect: Rect, ink: Ink | None = None) -> None:
    """Draw a seat's symbol in its colour (or another) in the largest square inside the rectangle."""
    style = canvas.theme.seats[seat % len(canvas.theme.seats)]
    colour = ink if ink is not None else f"seat.{seat % len(canvas.theme.seats)}"
    box = rect.fit(1.0)
    name: Symbol = style.symbol
    canvas.layer(
        ("symbol", name, canvas.colour(colour)),
        box,
        lambda c: _symbol(c, name, box, colour),
        smooth=SUPERSAMPLING,
    )


def seat_badge(canvas: Canvas, seat: int, rect: Rect) -> None:
    """Draw a round badge in the seat's colour with its symbol."""
    number = seat % len(canvas.theme.seats)
    box = rect.fit(1.0)
    canvas.circle(box.centre, box.w / 2, f"seat.{number}", "ink", max(1.5, box.w * 0.045))
    seat_symbol(canvas, number, box.scaled(0.52), f"seat.{number}.ink")


def seat_swatch(canvas: Canvas, seat: int, rect: Rect, radius: float = 10.0) -> None:
    """Draw a rounded field in the seat's colour with its pattern."""
    number = seat % len(canvas.theme.seats)
    style = canvas.theme.seats[number]
    key = ("swatch", number, canvas.theme.name, radius)
    canvas.layer(key, rect, lambda c: _swatch(c, number, style.pattern, rect, radius), smooth=2)


def rank_badge(canvas: Canvas, rect: Rect, rank: int) -> None:
    """Draw a round badge with a rank: 1 is the best."""
    canvas.circle(rect.centre, min(rect.w, rect.h) / 2, "lamp", "paper_ink", 2)
    canvas.text(str(rank), rect, "small", "paper_ink", align="centre", size=0.62 * rect.h, tabular=True)


def seat_edge(canvas: Canvas, seat: int, strength: float = 1.0) -> None:
    """Draw the edge of the screen in the seat's colour and pattern, with light falling inwards."""
    number, area = seat % len(canvas.theme.seats), canvas.area
    band, reach = 10.0, 56.0
    sides: tuple[tuple[FadeSide, Rect, Rect], ...] = (
        ("top", area.cut_top(band)[0], area.cut_top(reach)[0]),
        ("bottom", area.cut_bottom(band)[0], area.cut_bottom(reach)[0]),
        ("left", area.cut_left(band)[0], area.cut_left(reach)[0]),
        ("right", area.cut_right(band)[0], area.cut_right(reach)[0]),
    )
    for side, strip, light in sides:
        canvas.light(light, f"seat.{number}", side, 0.4 * strength)
        with canvas.faded(strength):
            seat_swatch(canvas, number, strip, 0.0)


def icon(canvas: Canvas, name: str, rect: Rect, ink: Ink = "ink") -> None:
    """Draw a small sign, one of ICONS, in the largest square inside the rectangle."""
    box = rect.fit(1.0)
    paint = ICONS[name]
    canvas.layer(("icon", name, canvas.colour(ink)), box, lambda c: paint(c, box, ink), smooth=SUPERSAMPLING)


def _at(rect: Rect, *point: Point) -> list[Point]:
    """Points of a square of -1 … 1, placed in the rectangle."""
    return [(rect.cx + x * rect.w / 2, rect.cy + y * rect.h / 2) for x, y in point]


def _regular(count: int, radius: float = 1.0, angle: float = -90.0) -> list[Point]:
    angles = [math.radians(angle + 360 * i / count) for i in range(count)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def _star() -> list[Point]:
    outer, inner = _regular(5, 1.0), _regular(5, 0.42, -54)
    return [point for pair in zip(outer, inner, strict=True) for point in pair]


_CROSS: Final[Sequence[Point]] = (
    *((-0.34, -0.95), (0.34, -0.95), (0.34, -0.34), (0.95, -0.34), (0.95, 0.34), (0.34, 0.34)),
    *((0.34, 0.95), (-0.34, 0.95), (-0.34, 0.34), (-0.95, 0.34), (-0.95, -0.34), (-0.34, -0.34)),
)
_SHAPES: Final[dict[Symbol, Sequence[Point]]] = {
    "triangle": ((0, -0.92), (0.98, 0.8), (-0.98, 0.8)),
    "square": ((-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)),
    "diamond": ((0, -1), (0.78, 0), (0, 1), (-0.78, 0)),
    "star": [(x, y + 0.08) for x, y in _star()],
    "cross": _CROSS,
    "pentagon": [(x, y + 0.06) for x, y in _regular(5)],
}


def _symbol(canvas: Canvas, symbol: Symbol, rect: Rect, ink: Ink) -> None:
    if symbol == "disc":
        canvas.circle(rect.centre, rect.w * 0.46, ink)
    else:
        canvas.polygon(_at(rect, *_SHAPES[symbol]), ink)


# --- patterns ---------------------------------------------------------------------------------


def _swatch(canvas: Canvas, seat: int, pattern: Pattern, rect: Rect, radius: float) -> None:
    """Draw colour and pattern over all of the layer, then cut it out along the rounded edge."""
    ground, mark = canvas.colour(f"seat.{seat}"), canvas.colour(f"seat.{seat}.ink")
    soft = [round(g + (m - g) * 0.34) for g, m in zip(ground, mark, strict=True)]
    canvas.rect(rect, ground)
    for shape in marks(pattern, (rect.x, rect.y, rect.w, rect.h), PATTERN_PITCH):
        canvas.polygon(shape, (soft[0], soft[1], soft[2], 255))
    white = (255, 255, 255, 255)
    mask = rounded(*canvas.surface.get_size(), radius * canvas.scale, white, white, 0)
    canvas.surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)


# --- icons ------------------------------------------------------------------------------------


def _poly(*point: Point) -> Painter:
    return lambda canvas, rect, ink: canvas.polygon(_at(rect, *point), ink)


def _lines(width: float, *strokes: Sequence[Point]) -> Painter:
    def paint(canvas: Canvas, rect: Rect, ink: Ink) -> None:
        for stroke in strokes:
            canvas.polyline(_at(rect, *stroke), width * rect.w / 2, ink)

    return paint


def _ring_arc(canvas: Canvas, rect: Rect, ink: Ink, start: float, end: float, radius: float = 0.66) -> None:
    canvas.arc(rect.centre, rect.w / 2 * radius, start, end, rect.w * 0.11, ink)


def _turn_right(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    _ring_arc(canvas, rect, ink, -200, 20)
    canvas.polygon(_at(rect, (0.28, 0.12), (1.0, 0.12), (0.62, 0.72)), ink)


def _turn_left(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    _ring_arc(canvas, rect, ink, 160, 380)
    canvas.polygon(_at(rect, (-0.28, 0.12), (-1.0, 0.12), (-0.62, 0.72)), ink)


def _undo(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    canvas.polyline(_at(rect, (-0.5, -0.35), (0.3, -0.35)), rect.w * 0.11, ink)
    canvas.arc(_at(rect, (0.3, 0.12))[0], rect.w / 2 * 0.47, -90, 90, rect.w * 0.11, ink)
    canvas.polyline(_at(rect, (0.3, 0.59), (-0.35, 0.59)), rect.w * 0.11, ink)
    canvas.polygon(_at(rect, (-0.95, -0.35), (-0.4, -0.82), (-0.4, 0.12)), ink)


def _gear(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    for i in range(8):
        angle = math.radians(i * 45)
        near, far = ((r * math.cos(angle), r * math.sin(angle)) for r in (0.6, 0.86))
        canvas.polyline(_at(rect, near, far), rect.w * 0.16, ink)
    canvas.arc(rect.centre, rect.w * 0.25, 0, 360, rect.w * 0.19, ink)


def _person(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    canvas.circle(_at(rect, (0, -0.45))[0], rect.w * 0.2, ink)
    canvas.polygon(
        _at(rect, (-0.7, 0.9), (-0.62, 0.35), (-0.3, 0.1), (0.3, 0.1), (0.62, 0.35), (0.7, 0.9)), ink
    )


def _people(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    _person(canvas, Rect(rect.x - rect.w * 0.04, rect.y + rect.h * 0.16, rect.w * 0.62, rect.h * 0.72), ink)
    _person(canvas, Rect(rect.x + rect.w * 0.42, rect.y + rect.h * 0.16, rect.w * 0.62, rect.h * 0.72), ink)


def _lan(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    for radius in (0.42, 0.8, 1.2):
        canvas.arc(_at(rect, (0, 0.62))[0], rect.w / 2 * radius, -140, -40, rect.w * 0.1, ink)
    canvas.circle(_at(rect, (0, 0.62))[0], rect.w * 0.09, ink)


def _eye(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    for way in (1, -1):
        edge = [(-1 + i / 12, way * -0.58 * math.sin(math.pi * i / 24)) for i in range(25)]
        canvas.polyline(_at(rect, *edge), rect.w * 0.085, ink)
    canvas.circle(rect.centre, rect.w * 0.15, ink)


def _robot(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    w = rect.w * 0.09
    canvas.polyline(_at(rect, (-0.7, -0.35), (0.7, -0.35), (0.7, 0.75), (-0.7, 0.75)), w, ink, closed=True)
    canvas.polyline(_at(rect, (0, -0.4), (0, -0.75)), w, ink)
    for x, y, size in ((0, -0.85, 0.08), (-0.3, 0.08, 0.09), (0.3, 0.08, 0.09)):
        canvas.circle(_at(rect, (x, y))[0], rect.w * size, ink)
    canvas.polyline(_at(rect, (-0.3, 0.45), (0.3, 0.45)), w, ink)


def _help(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    canvas.arc(_at(rect, (0, -0.38))[0], rect.w * 0.23, -190, 60, rect.w * 0.11, ink)
    canvas.polyline(_at(rect, (0.22, 0.0), (0, 0.18), (0, 0.38)), rect.w * 0.11, ink)
    canvas.circle(_at(rect, (0, 0.78))[0], rect.w * 0.08, ink)


def _chat(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    canvas.rounded(Rect(rect.x, rect.y + rect.h * 0.12, rect.w, rect.h * 0.58), rect.w * 0.2, ink)
    canvas.polygon(_at(rect, (-0.5, 0.3), (0.1, 0.3), (-0.55, 0.9)), ink)


def _crown(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    canvas.polygon(
        _at(rect, (-0.9, 0.7), (-1, -0.5), (-0.45, 0.05), (0, -0.8), (0.45, 0.05), (1, -0.5), (0.9, 0.7)), ink
    )


def _pause(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    for x in (-0.55, 0.15):
        canvas.rounded(
            Rect(rect.cx + x * rect.w / 2, rect.y + rect.h * 0.14, rect.w * 0.2, rect.h * 0.72), 2, ink
        )


def _step(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    canvas.polygon(_at(rect, (-0.6, -0.75), (0.4, 0), (-0.6, 0.75)), ink)
    canvas.polyline(_at(rect, (0.62, -0.68), (0.62, 0.68)), rect.w * 0.12, ink)


def _search(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    canvas.arc(_at(rect, (-0.2, -0.2))[0], rect.w * 0.3, 0, 360, rect.w * 0.1, ink)
    canvas.polyline(_at(rect, (0.25, 0.25), (0.85, 0.85)), rect.w * 0.14, ink)


def _sound(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    canvas.polygon(
        _at(rect, (-0.9, -0.3), (-0.5, -0.3), (0, -0.75), (0, 0.75), (-0.5, 0.3), (-0.9, 0.3)), ink
    )
    for radius in (0.4, 0.8):
        canvas.arc(_at(rect, (0.1, 0))[0], rect.w / 2 * radius, -45, 45, rect.w * 0.08, ink)


def _door(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    canvas.polyline(_at(rect, (0.1, -0.8), (-0.75, -0.8), (-0.75, 0.8), (0.1, 0.8)), rect.w * 0.1, ink)
    canvas.polyline(_at(rect, (-0.25, 0), (0.8, 0)), rect.w * 0.1, ink)
    canvas.polyline(_at(rect, (0.45, -0.4), (0.85, 0), (0.45, 0.4)), rect.w * 0.1, ink)


def _book(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    for way in (-1, 1):
        page = [
            (0, -0.55),
            (way * 0.45, -0.72),
            (way * 0.95, -0.6),
            (way * 0.95, 0.6),
            (way * 0.45, 0.5),
            (0, 0.68),
        ]
        canvas.polyline(_at(rect, *page), rect.w * 0.09, ink)
    canvas.polyline(_at(rect, (0, -0.55), (0, 0.68)), rect.w * 0.09, ink)


def _to_end(canvas: Canvas, rect: Rect, ink: Ink, way: int = 1) -> None:
    """Two arrows against a bar; to the start with `way` -1."""
    for x in (-0.85, -0.05):
        canvas.polygon(_at(rect, (way * x, -0.62), (way * (x + 0.65), 0), (way * x, 0.62)), ink)
    canvas.polyline(_at(rect, (way * 0.78, -0.6), (way * 0.78, 0.6)), rect.w * 0.12, ink)


def _to_start(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    _to_end(canvas, rect, ink, way=-1)


def _rematch(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """Two arrows that chase each other."""
    for half in (0, 180):
        _ring_arc(canvas, rect, ink, half + 25, half + 140)
        head = ((0.74, half + 172), (0.38, half + 134), (1.06, half + 134))
        tips = [(r * math.cos(math.radians(a)), r * math.sin(math.radians(a))) for r, a in head]
        canvas.polygon(_at(rect, *tips), ink)


def _lock(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    canvas.arc(_at(rect, (0, -0.22))[0], rect.w * 0.27, -180, 0, rect.w * 0.11, ink)
    for x in (-0.48, 0.48):
        canvas.polyline(_at(rect, (x, -0.24), (x, 0.05)), rect.w * 0.11, ink)
    body = Rect(rect.x + rect.w * 0.12, rect.y + rect.h * 0.47, rect.w * 0.76, rect.h * 0.46)
    canvas.rounded(body, rect.w * 0.08, ink)


def _clock(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """A stopwatch."""
    canvas.arc(_at(rect, (0, 0.14))[0], rect.w * 0.36, 0, 360, rect.w * 0.1, ink)
    canvas.polyline(_at(rect, (0, -0.85), (0, -0.6)), rect.w * 0.11, ink)
    canvas.polyline(_at(rect, (-0.26, -0.9), (0.26, -0.9)), rect.w * 0.11, ink)
    canvas.polyline(_at(rect, (0, 0.14), (0.26, -0.16)), rect.w * 0.1, ink)


def _no_eye(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    _eye(canvas, rect, ink)
    canvas.polyline(_at(rect, (-0.75, 0.75), (0.75, -0.75)), rect.w * 0.11, ink)


def _mute(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """The outline of a speech bubble, and a stroke through it."""
    bubble = ((-0.95, -0.7), (0.95, -0.7), (0.95, 0.35), (-0.05, 0.35), (-0.55, 0.85), (-0.5, 0.35))
    canvas.polyline(_at(rect, *bubble, (-0.95, 0.35)), rect.w * 0.09, ink, closed=True)
    canvas.polyline(_at(rect, (-0.85, 0.95), (0.85, -0.95)), rect.w * 0.11, ink)


def _copy(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """Two sheets, one before the other."""
    back = ((-0.35, -0.35), (-0.35, -0.85), (0.8, -0.85), (0.8, 0.45), (0.35, 0.45))
    canvas.polyline(_at(rect, *back), rect.w * 0.1, ink)
    front = ((-0.8, -0.35), (0.35, -0.35), (0.35, 0.9), (-0.8, 0.9))
    canvas.polyline(_at(rect, *front), rect.w * 0.1, ink, closed=True)


def _picture(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """A picture in its frame: a hill and the sun."""
    frame = ((-0.9, -0.72), (0.9, -0.72), (0.9, 0.72), (-0.9, 0.72))
    canvas.polyline(_at(rect, *frame), rect.w * 0.09, ink, closed=True)
    canvas.polygon(_at(rect, (-0.7, 0.52), (-0.2, -0.2), (0.14, 0.18), (0.34, -0.04), (0.7, 0.52)), ink)
    canvas.circle(_at(rect, (0.42, -0.36))[0], rect.w * 0.09, ink)


def _graph(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """A line that rises between two axes."""
    canvas.polyline(_at(rect, (-0.85, -0.85), (-0.85, 0.8), (0.9, 0.8)), rect.w * 0.09, ink)
    canvas.polyline(_at(rect, (-0.5, 0.4), (-0.1, -0.1), (0.2, 0.15), (0.8, -0.6)), rect.w * 0.11, ink)


def _dice(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    edge = ((-0.78, -0.78), (0.78, -0.78), (0.78, 0.78), (-0.78, 0.78), (-0.78, -0.78))
    canvas.polyline(_at(rect, *edge), rect.w * 0.1, ink)
    for pip in _at(rect, (-0.38, -0.38), (0.38, -0.38), (0, 0), (-0.38, 0.38), (0.38, 0.38)):
        canvas.circle(pip, rect.w * 0.08, ink)


def _archive(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """A box with a lid and a label: what is kept."""
    w = rect.w * 0.1
    canvas.polyline(_at(rect, (-0.9, -0.75), (0.9, -0.75), (0.9, -0.3), (-0.9, -0.3)), w, ink, closed=True)
    canvas.polyline(_at(rect, (-0.74, -0.3), (-0.74, 0.8), (0.74, 0.8), (0.74, -0.3)), w, ink)
    canvas.polyline(_at(rect, (-0.28, 0.14), (0.28, 0.14)), w, ink)


def _bars(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """Three bars on a line: what games add up to."""
    for x, top in ((-0.58, 0.05), (0.0, -0.8), (0.58, -0.4)):
        left, high = rect.cx + (x - 0.2) * rect.w / 2, (0.62 - top) * rect.h / 2
        canvas.rounded(Rect(left, rect.cy + top * rect.h / 2, rect.w * 0.2, high), 2, ink)
    canvas.polyline(_at(rect, (-0.9, 0.84), (0.9, 0.84)), rect.w * 0.09, ink)


def _podium(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """Three steps, the middle one the highest: how a game came out."""
    steps = ((-0.95, 0.85), (-0.95, 0.1), (-0.32, 0.1), (-0.32, -0.4), (0.32, -0.4), (0.32, 0.3), (0.95, 0.3))
    canvas.polygon(_at(rect, *steps, (0.95, 0.85)), ink)
    canvas.circle(_at(rect, (0, -0.74))[0], rect.w * 0.1, ink)


def _chair(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """A chair from its side: a seat at a table."""
    canvas.polyline(_at(rect, (-0.5, -0.9), (-0.42, 0.1), (0.55, 0.1)), rect.w * 0.14, ink)
    for top, foot in (((-0.42, 0.1), (-0.56, 0.9)), ((0.52, 0.1), (0.6, 0.9))):
        canvas.polyline(_at(rect, top, foot), rect.w * 0.11, ink)


def _booths(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """Two booths side by side, somebody in each."""
    for x in (-0.9, 0.06):
        wall = ((x, 0.8), (x, -0.8), (x + 0.84, -0.8), (x + 0.84, 0.8))
        canvas.polyline(_at(rect, *wall), rect.w * 0.08, ink)
        canvas.circle(_at(rect, (x + 0.42, -0.1))[0], rect.w * 0.1, ink)
        canvas.polygon(_at(rect, (x + 0.14, 0.8), (x + 0.42, 0.2), (x + 0.7, 0.8)), ink)


def _faster(canvas: Canvas, rect: Rect, ink: Ink, way: int = 1) -> None:
    """Two arrowheads one after the other; slower with `way` -1."""
    for x in (-0.6, 0.1):
        canvas.polyline(_at(rect, (way * x, -0.6), (way * (x + 0.5), 0), (way * x, 0.6)), rect.w * 0.13, ink)


def _slower(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    _faster(canvas, rect, ink, way=-1)


def _replay(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """A triangle in a ring that runs back to its start: a game that is shown once more."""
    _ring_arc(canvas, rect, ink, -50, 235, 0.8)
    canvas.polygon(_at(rect, (-0.84, -0.95), (-0.12, -0.72), (-0.7, -0.2)), ink)
    canvas.polygon(_at(rect, (-0.24, -0.36), (0.42, 0), (-0.24, 0.36)), ink)


def _resume(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """A bar and a triangle: on from where it was left."""
    canvas.rounded(Rect(rect.x + rect.w * 0.1, rect.y + rect.h * 0.12, rect.w * 0.15, rect.h * 0.76), 2, ink)
    canvas.polygon(_at(rect, (-0.25, -0.78), (0.92, 0), (-0.25, 0.78)), ink)


def _save(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """An arrow down into a tray: kept as a file."""
    canvas.polyline(_at(rect, (0, -0.9), (0, 0.05)), rect.w * 0.11, ink)
    canvas.polygon(_at(rect, (-0.45, -0.1), (0.45, -0.1), (0, 0.45)), ink)
    canvas.polyline(_at(rect, (-0.85, 0.2), (-0.85, 0.8), (0.85, 0.8), (0.85, 0.2)), rect.w * 0.11, ink)


def _info(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """An i in a ring: what something is for."""
    _ring_arc(canvas, rect, ink, 0, 360, 0.88)
    canvas.circle(_at(rect, (0, -0.4))[0], rect.w * 0.08, ink)
    canvas.polyline(_at(rect, (0, -0.05), (0, 0.46)), rect.w * 0.12, ink)


def _bulb(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """A light bulb: an idea for somebody who asks."""
    canvas.circle(_at(rect, (0, -0.3))[0], rect.w * 0.31, ink)
    canvas.polygon(_at(rect, (-0.36, 0.0), (0.36, 0.0), (0.24, 0.42), (-0.24, 0.42)), ink)
    canvas.polyline(_at(rect, (-0.24, 0.6), (0.24, 0.6)), rect.w * 0.09, ink)
    canvas.polyline(_at(rect, (-0.14, 0.84), (0.14, 0.84)), rect.w * 0.09, ink)


def _empty(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """A box without a tick: not chosen."""
    box = ((-0.66, -0.66), (0.66, -0.66), (0.66, 0.66), (-0.66, 0.66))
    canvas.polyline(_at(rect, *box), rect.w * 0.11, ink, closed=True)


def _phone(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    body = ((-0.5, -0.92), (0.5, -0.92), (0.5, 0.92), (-0.5, 0.92))
    canvas.polyline(_at(rect, *body), rect.w * 0.1, ink, closed=True)
    canvas.circle(_at(rect, (0.0, 0.64))[0], rect.w * 0.06, ink)


def _calendar(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """A sheet of a calendar: a head on two rings, and some of its days."""
    sheet = ((-0.8, -0.65), (0.8, -0.65), (0.8, 0.85), (-0.8, 0.85))
    canvas.polyline(_at(rect, *sheet), rect.w * 0.09, ink, closed=True)
    for stroke in (((-0.8, -0.2), (0.8, -0.2)), ((-0.4, -0.9), (-0.4, -0.5)), ((0.4, -0.9), (0.4, -0.5))):
        canvas.polyline(_at(rect, *stroke), rect.w * 0.09, ink)
    for x in (-0.4, 0.4):
        canvas.circle(_at(rect, (x, 0.15))[0], rect.w * 0.07, ink)
    canvas.circle(_at(rect, (-0.4, 0.52))[0], rect.w * 0.07, ink)


ICONS: Final[dict[str, Painter]] = {
    "play": _poly((-0.6, -0.85), (0.85, 0), (-0.6, 0.85)),
    "pause": _pause,
    "step": _step,
    "left": _poly((0.45, -0.75), (-0.6, 0), (0.45, 0.75)),
    "right": _poly((-0.45, -0.75), (0.6, 0), (-0.45, 0.75)),
    "up": _poly((-0.75, 0.45), (0, -0.6), (0.75, 0.45)),
    "down": _poly((-0.75, -0.45), (0, 0.6), (0.75, -0.45)),
    "check": _lines(0.26, ((-0.75, 0.05), (-0.2, 0.6), (0.8, -0.6))),
    "cross": _lines(0.24, ((-0.65, -0.65), (0.65, 0.65)), ((0.65, -0.65), (-0.65, 0.65))),
    "plus": _lines(0.24, ((-0.75, 0), (0.75, 0)), ((0, -0.75), (0, 0.75))),
    "minus": _lines(0.24, ((-0.75, 0), (0.75, 0))),
    "menu": _lines(0.2, ((-0.8, -0.55), (0.8, -0.55)), ((-0.8, 0), (0.8, 0)), ((-0.8, 0.55), (0.8, 0.55))),
    "journal": _lines(
        0.18,
        *(((-0.9, y), (-0.78, y)) for y in (-0.6, 0.0, 0.6)),
        *(((-0.42, y), (0.9, y)) for y in (-0.6, 0.0, 0.6)),
    ),
    "turn_right": _turn_right,
    "turn_left": _turn_left,
    "undo": _undo,
    "gear": _gear,
    "person": _person,
    "people": _people,
    "phone": _phone,
    "lan": _lan,
    "eye": _eye,
    "robot": _robot,
    "help": _help,
    "chat": _chat,
    "crown": _crown,
    "archive": _archive,
    "bars": _bars,
    "podium": _podium,
    "chair": _chair,
    "booths": _booths,
    "faster": _faster,
    "slower": _slower,
    "replay": _replay,
    "resume": _resume,
    "save": _save,
    "info": _info,
    "bulb": _bulb,
    "empty": _empty,
    "search": _search,
    "sound": _sound,
    "door": _door,
    "book": _book,
    "to_start": _to_start,
    "to_end": _to_end,
    "rematch": _rematch,
    "copy": _copy,
    "graph": _graph,
    "picture": _picture,
    "dice": _dice,
    "lock": _lock,
    "clock": _clock,
    "no_eye": _no_eye,
    "mute": _mute,
    "calendar": _calendar,
    "star": _poly(*_star()),
    "no_star": _lines(0.09, (*_star(), _star()[0])),
}
"""The signs there are; each has one meaning wherever it stands:

| sign | meaning |
| --- | --- |
| `crown` | the winner, or who leads |
| `podium`, `archive`, `bars` | how a game came out, the games kept, what they add up to |
| `graph`, `picture` | how a game went, a picture to keep |
| `play`, `resume`, `replay` | begin or run, go on with what was left, show once more |
| `people`, `person`, `chair` | people, one of them, a seat that somebody may take |
| `plus`, `check`, `empty` | a new one, done or chosen, not chosen |
| `faster`, `slower` | the pace |
| `calendar` | the challenge of each day |
| `star`, `no_star` | one reached in it, one missed |
| `info`, `help` | what something is for, not known |
| `save`, `undo` | into a file, take back |
"""
