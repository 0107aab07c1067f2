"""How things of Ghawar are told apart: the cubes by colour and sign, the seats by colour and pattern.

The signs are those of the desert: hourglass, sun, bolt, cactus, drop and moon, none of them a seat's symbol.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from client.boards.ghawar.paper import Cut, Shape, box, polar, rgb
from client.boards.kit.paper import Rgb, mixed
from client.ui.canvas import Canvas
from client.ui.geometry import Point
from client.ui.theme import Pattern
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
