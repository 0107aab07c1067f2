"""How things of Ghawar are told apart: the cubes by colour and sign, the seats by colour and pattern.

The signs are those of the desert: hourglass, sun, bolt, cactus, drop and moon, none of them a seat's symbol.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from client.boards.ghawar.paper import Cut, Shape, box, moved, oval, polar, rgb, stamp
from client.boards.kit.paper import Rgb, mixed
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.theme import Ink, Pattern
from core.games.ghawar.state import Colour


class Owner(NamedTuple):
    """The colours of what belongs to a seat: `ink` is to be read on `ground`, `mark` is its pattern on it."""

    ground: Rgb
    light: Rgb
    deep: Rgb
    mark: Rgb
    ink: Rgb
    pattern: Pattern


def owner(canvas: Canvas, seat: int) -> Owner:
    """How what belongs to this seat looks."""
    number = seat % len(canvas.theme.seats)
    ground, ink = rgb(canvas, f"seat.{number}"), rgb(canvas, f"seat.{number}.ink")
    return Owner(
        ground,
        mixed(ground, rgb(canvas, "bone"), 0.42),
        mixed(ground, rgb(canvas, "dark"), 0.5),
        mixed(ground, ink, 0.36),
        ink,
        canvas.theme.seats[number].pattern,
    )


# --- cubes --------------------------------------------------------------------------------------


def cube_ink(colour: Colour) -> str:
    """The name of a cube's colour in the theme."""
    return f"ghawar.cube_{colour}"


def sign_ink(canvas: Canvas, colour: Colour) -> str:
    """The name of the colour in which a cube's sign is best to be read on it."""
    red, green, blue = rgb(canvas, cube_ink(colour))
    return "ghawar.ink" if 0.30 * red + 0.59 * green + 0.11 * blue > 140 else "ghawar.bone"


def draw_sign(canvas: Canvas, rect: Rect, colour: Colour, ink: Ink | None = None) -> None:
    """The sign of a colour's cubes alone, in that colour or another."""
    tone = rgb(canvas, cube_ink(colour) if ink is None else ink)
    stamp(canvas, ("sign", colour, tone), rect.fit(1.0), 0.0, lambda c, cut: lay_sign(cut, colour, tone))


def lay_sign(
    cut: Cut, colour: Colour, tone: Rgb, centre: Point = (0.5, 0.5), half: tuple[float, float] = (0.5, 0.5)
) -> None:
    """The sign of a colour's cubes within a rectangle about a point."""
    for shape in SIGNS[colour]:
        cut.fill([(centre[0] + x * half[0], centre[1] + y * half[1]) for x, y in shape], tone)


def _hourglass() -> list[Shape]:
    return [
        box(-0.8, -0.96, 1.6, 0.3, 0.08),
        box(-0.8, 0.66, 1.6, 0.3, 0.08),
        [(-0.64, -0.6), (0.64, -0.6), (0.12, 0), (0.64, 0.6), (-0.64, 0.6), (-0.12, 0)],
    ]


def _sun() -> list[Shape]:
    """Half of it, over the horizon."""
    middle = (0.0, 0.42)
    half = [polar(middle, 0.5, 180 + 10 * i) for i in range(19)]
    rays = [
        [polar(middle, 0.68, turn - 11), polar(middle, 1.16, turn), polar(middle, 0.68, turn + 11)]
        for turn in (-90, -132, -48)
    ]
    sides: list[Shape] = [box(-1.0, 0.18, 0.34, 0.22, 0.08), box(0.66, 0.18, 0.34, 0.22, 0.08)]
    return [half, *rays, *sides, box(-1.0, 0.56, 2.0, 0.26, 0.1)]


def _bolt() -> list[Shape]:
    return [[(0.22, -1), (-0.66, 0.16), (-0.06, 0.16), (-0.3, 1), (0.68, -0.26), (0.06, -0.26), (0.52, -1)]]


def _cactus() -> list[Shape]:
    arms: list[Shape] = []
    for side, low, high in ((-1, 0.3, -0.42), (1, 0.08, -0.62)):
        x = 0.62 * side
        arms += [
            box(x - 0.17, high, 0.34, low - high + 0.16, 0.17),
            box(min(x, 0) - 0.1, low - 0.16, 0.72, 0.32, 0.1),
        ]
    return [box(-0.23, -1, 0.46, 2, 0.23), *arms]


def _drop() -> list[Shape]:
    """Falling, its tail bent by the wind."""
    middle, radius = (0.0, 0.42), 0.54
    belly = [polar(middle, radius, -34 + 248 * i / 24) for i in range(25)]
    return [[(-0.1, -1.0), (0.06, -0.62), (0.26, -0.26), *belly, (-0.3, -0.22), (-0.14, -0.62)]]


def _moon() -> list[Shape]:
    outer = [polar((0.0, 0.0), 0.96, 42 + 276 * i / 32) for i in range(33)]
    a, b = outer[-1], outer[0]
    middle = (0.42, 0.0)
    radius = math.dist(middle, a)
    start, end = (math.degrees(math.atan2(p[1] - middle[1], p[0] - middle[0])) for p in (a, b))
    inner = [polar(middle, radius, start + ((end - start) % 360 - 360) * i / 24) for i in range(1, 24)]
    return [[*outer, *inner]]


SIGNS: Final[dict[Colour, Sequence[Shape]]] = {
    "red": _hourglass(),
    "orange": _sun(),
    "yellow": _bolt(),
    "green": _cactus(),
    "blue": _drop(),
    "violet": _moon(),
}
"""The outlines of each colour's sign, from -1 to 1."""

# --- patterns -----------------------------------------------------------------------------------


def marks(pattern: Pattern, area: tuple[float, float, float, float], pitch: float) -> list[Shape]:
    """The marks of a pattern over a rectangle (x, y, width, height), about `pitch` from one to the next."""
    return PATTERNS[pattern](*area, pitch)


def _steps(start: float, end: float, pitch: float) -> list[float]:
    return [start + pitch * i for i in range(math.ceil((end - start) / pitch) + 1)]


def _band(points: Sequence[Point], half: float) -> Shape:
    """A line from the left to the right, `half` to both sides."""
    return [*moved(points, 0, -half), *moved(reversed(points), 0, half)]


def _stripes(x: float, y: float, w: float, h: float, pitch: float) -> list[Shape]:
    wide = 0.42 * pitch
    return [
        [(at, y + h), (at + h, y), (at + h + wide, y), (at + wide, y + h)]
        for at in _steps(x - h - wide, x + w, pitch)
    ]


def _dots(x: float, y: float, w: float, h: float, pitch: float) -> list[Shape]:
    rows = _steps(y + pitch / 3, y + h, 0.75 * pitch)
    return [
        oval((at, row), 0.25 * pitch, 0.25 * pitch, 14)
        for n, row in enumerate(rows)
        for at in _steps(x + pitch * (0.3 if n % 2 else 0.8), x + w, pitch)
    ]


def _waves(x: float, y: float, w: float, h: float, pitch: float) -> list[Shape]:
    across = _steps(x - pitch, x + w + pitch, pitch / 8)
    return [
        _band([(at, row + 0.2 * pitch * math.sin((at - x) / pitch * 3.6)) for at in across], 0.15 * pitch)
        for row in _steps(y + 0.3 * pitch, y + h, 0.8 * pitch)
    ]


def _checks(x: float, y: float, w: float, h: float, pitch: float) -> list[Shape]:
    half = pitch / 2
    return [
        box(at, row, half, half)
        for n, row in enumerate(_steps(y, y + h, half))
        for at in _steps(x + (half if n % 2 else 0), x + w, pitch)
    ]


def _crosses(x: float, y: float, w: float, h: float, pitch: float) -> list[Shape]:
    out: list[Shape] = []
    for n, row in enumerate(_steps(y + 0.4 * pitch, y + h, 0.9 * pitch)):
        for at in _steps(x + (0.3 if n % 2 else 0.8) * pitch, x + w, pitch):
            out.append(box(at - 0.3 * pitch, row - 0.1 * pitch, 0.6 * pitch, 0.2 * pitch))
            out.append(box(at - 0.1 * pitch, row - 0.3 * pitch, 0.2 * pitch, 0.6 * pitch))
    return out


def _zigzag(x: float, y: float, w: float, h: float, pitch: float) -> list[Shape]:
    across = _steps(x - pitch, x + w + pitch, pitch / 2)
    return [
        _band([(at, row + (0.2 if n % 2 else -0.2) * pitch) for n, at in enumerate(across)], 0.14 * pitch)
        for row in _steps(y + 0.3 * pitch, y + h, 0.8 * pitch)
    ]


def _none(x: float, y: float, w: float, h: float, pitch: float) -> list[Shape]:
    return []


PATTERNS: Final[dict[Pattern, Callable[[float, float, float, float, float], list[Shape]]]] = {
    "plain": _none,
    "stripes": _stripes,
    "dots": _dots,
    "waves": _waves,
    "checks": _checks,
    "crosses": _crosses,
    "zigzag": _zigzag,
}
"""What lays the marks of each pattern."""
