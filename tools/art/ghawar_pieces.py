"""Ghawar: what lies and stands on the field: platforms, cubes with their signs, barrels, derricks, trucks.

They have the colours of a theme; the one with high contrast has clear shapes instead of light and relief.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Final

from tools.art.paper import Point, Sheet, ellipse, mix, moved, polar, poly, rect

THEMES: Final = Path(__file__).resolve().parents[2] / "assets" / "themes"
SIDE: Final = 100.0
SUN: Final = (0.86, 0.5)
"""Where shadows fall: the sun stands low in the west-north-west."""
COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "violet")
TOP: Final = 0.76
"""The share of a cube's picture that is its upper side."""
PALE: Final = 140
"""Lightness 0 … 255 of a colour from which on signs on it are dark."""


class Look(dict[str, str]):
    """The colours of a theme by their names; `plain` is whether it wants clear shapes."""

    plain = False


@cache
def look(theme: str) -> Look:
    """How a theme wants the pieces."""
    data = tomllib.loads((THEMES / f"{theme}.toml").read_text(encoding="utf-8"))
    found = Look(data["palettes"]["ghawar"])
    found.plain = theme == "high-contrast"
    return found


def _sheet(pad: float) -> Sheet:
    """A sheet of a side with so many sides of air around; places are those of the side."""
    return Sheet(SIDE * (1 + 2 * pad), SIDE * (1 + 2 * pad))


def _box(pad: float, x: float, y: float, w: float, h: float, r: float = 0.0) -> str:
    """A box given in sides."""
    return rect(*(SIDE * part for part in (x + pad, y + pad, w, h, r)))


def _placed(pad: float, points: list[Point]) -> str:
    return poly([(SIDE * (x + pad), SIDE * (y + pad)) for x, y in points])


def _shadow(sheet: Sheet, pad: float, x: float, y: float, w: float, h: float, long: float, ink: str) -> None:
    """The soft shadow of a box, so many sides long."""
    for step in range(1, 5):
        by = long * step / 4
        sheet.fill(_box(pad, x + SUN[0] * by, y + SUN[1] * by, w, h, 0.09), ink, 0.17)


# --- platforms -------------------------------------------------------------------------------------------


def platform(theme: str) -> str:
    """A platform with nothing on it: a plate of concrete framed in steel, in its middle a well."""
    inks, pad = look(theme), 0.12
    sheet, steel, dark, shine = _sheet(pad), inks["steel"], inks["dark"], inks["steel_light"]
    concrete, light, deep = inks["concrete"], inks["concrete_light"], inks["concrete_deep"]
    _shadow(sheet, pad, 0.045, 0.04, 0.91, 0.91, 0.08, dark)
    sheet.fill(_box(pad, 0.045, 0.058, 0.91, 0.91, 0.09), mix(steel, dark, 0.35))
    sheet.fill(_box(pad, 0.045, 0.04, 0.91, 0.91, 0.09), shine if inks.plain else steel)
    rim = steel if inks.plain else mix(shine, steel, 0.4)
    sheet.fill(_box(pad, 0.058, 0.052, 0.884, 0.875, 0.08), rim)
    sheet.fill(_box(pad, 0.08, 0.074, 0.84, 0.84, 0.06), _lit(sheet, inks, concrete, light, deep))
    for x, y, w, h in ((0.496, 0.08, 0.008, 0.83), (0.08, 0.496, 0.84, 0.008)):
        sheet.fill(_box(pad, x, y, w, h), mix(concrete, deep, 0.55))
        sheet.fill(_box(pad, x + 0.008, y + 0.008, w * 0.99, h * 0.99), mix(concrete, light, 0.5), 0.8)
    for x in (0.14, 0.86):
        for y in (0.14, 0.86):
            _disc(sheet, pad, (x, y), 0.026, deep)
            _disc(sheet, pad, (x - 0.006, y - 0.006), 0.016, light)
    _well(sheet, inks, (0.28 + pad, 0.66 + pad), 1.0)
    return sheet.svg()


def well(theme: str) -> str:
    """The capped well alone, for the mat of a derrick."""
    sheet = Sheet(SIDE, SIDE)
    _well(sheet, look(theme), (0.5, 0.5), 1 / 0.3)
    return sheet.svg()


def _well(sheet: Sheet, inks: Look, middle: Point, size: float) -> None:
    """About a point of the sheet; `size` 1 is that on a platform of one side."""
    lid = mix(inks["steel"], inks["steel_light"], 0.35)
    for radius, ink in (
        (0.15, inks["concrete_deep"]),
        (0.13, inks["steel"]),
        (0.10, lid),
        (0.055, inks["dark"]),
    ):
        _disc(sheet, 0.0, middle, radius * size, ink)


def tower(theme: str) -> str:
    """What stands still of a derrick: a tower of four legs on its skid, and the gear house."""
    inks, pad = look(theme), 0.1
    sheet, steel, dark, shine = _sheet(pad), inks["steel"], inks["dark"], inks["steel_light"]
    legs = (
        [(0.42, 0.86), (0.49, 0.86), (0.625, 0.24), (0.585, 0.24)],
        [(0.79, 0.86), (0.72, 0.86), (0.575, 0.24), (0.615, 0.24)],
    )
    for step in (0.5, 1.0):
        for leg in legs:
            sheet.fill(_placed(pad, moved(leg, 0.085 * step, 0.05 * step)), dark, 0.2)
    _shadow(sheet, pad, 0.42, 0.845, 0.52, 0.06, 0.05, dark)
    _shadow(sheet, pad, 0.785, 0.60, 0.16, 0.27, 0.06, dark)
    sheet.fill(_box(pad, 0.42, 0.845, 0.52, 0.06, 0.02), mix(steel, dark, 0.45))
    sheet.fill(_box(pad, 0.42, 0.838, 0.52, 0.034, 0.015), mix(steel, shine, 0.3))
    sheet.fill(_box(pad, 0.785, 0.60, 0.16, 0.27, 0.03), mix(steel, dark, 0.5))
    sheet.fill(_box(pad, 0.785, 0.60, 0.16, 0.215, 0.03), mix(steel, shine, 0.15))
    sheet.fill(_box(pad, 0.785, 0.60, 0.16, 0.03, 0.014), mix(steel, shine, 0.6))
    for leg in legs:
        sheet.stroke(_placed(pad, leg), dark, 2.6)
    for y, half in ((0.40, 0.055), (0.54, 0.09)):
        sheet.fill(_box(pad, 0.60 - half, y - 0.015, 2 * half, 0.03, 0.01), steel)
    for leg, share in zip(legs, (0.15, 0.6), strict=True):
        sheet.fill(_placed(pad, leg), mix(shine, steel, share))
    return sheet.svg()


def _lit(sheet: Sheet, inks: Look, ground: str, light: str, deep: str) -> str:
    """A colour that is lit from the upper left."""
    if inks.plain:
        return ground
    return sheet.linear((10, 10), (110, 110), (0, mix(ground, light, 0.6), 1), (1, mix(ground, deep, 0.5), 1))


def _disc(sheet: Sheet, pad: float, centre: Point, radius: float, ink: str) -> None:
    sheet.fill(ellipse((centre[0] + pad) * SIDE, (centre[1] + pad) * SIDE, radius * SIDE), ink)


# --- cubes -----------------------------------------------------------------------------------------------


def cube(colour: str, theme: str) -> str:
    """A cube seen at a slant, its sign on top."""
    inks, pad, edge = look(theme), 0.3, 0.045
    sheet, ground, bone, dark = _sheet(pad), inks[f"cube_{colour}"], inks["bone"], inks["dark"]
    _shadow(sheet, pad, 0.06, 0.3, 0.88, 0.68, 0.2, dark)
    sheet.fill(_box(pad, 0, 0, 1, 1, 0.11), mix(ground, dark, 0.9))
    sheet.fill(_box(pad, edge, edge, 1 - 2 * edge, 1 - 2 * edge, 0.1), mix(ground, dark, 0.42))
    rim = bone if inks.plain else mix(ground, bone, 0.62)
    sheet.fill(_box(pad, edge, edge, 1 - 2 * edge, TOP - edge, 0.1), rim)
    paint = _paint(sheet, inks, ground, (pad + TOP) * SIDE)
    sheet.fill(_box(pad, 2 * edge, 2 * edge, 1 - 4 * edge, TOP - 3 * edge, 0.085), paint)
    _sign(sheet, pad, colour, inks, (0.5, TOP / 2 + 0.01), (0.32, 0.31))
    return sheet.svg()


def load(colour: str, theme: str) -> str:
    """A cube on a truck, seen from above."""
    inks, pad = look(theme), 0.16
    sheet, ground, bone, dark = _sheet(pad), inks[f"cube_{colour}"], inks["bone"], inks["dark"]
    _shadow(sheet, pad, 0.02, 0.02, 0.96, 0.96, 0.08, dark)
    sheet.fill(_box(pad, 0, 0, 1, 1, 0.11), mix(ground, dark, 0.7))
    sheet.fill(_box(pad, 0.035, 0.035, 0.93, 0.93, 0.1), mix(ground, bone, 0.62))
    paint = _paint(sheet, inks, ground, (1 + pad) * SIDE)
    sheet.fill(_box(pad, 0.07, 0.07, 0.88, 0.88, 0.09), paint)
    _sign(sheet, pad, colour, inks, (0.505, 0.51), (0.37, 0.37))
    return sheet.svg()


def _paint(sheet: Sheet, inks: Look, ground: str, bottom: float) -> str:
    """The upper side of a cube."""
    if inks.plain:
        return ground
    light, deep = mix(ground, inks["bone"], 0.16), mix(ground, inks["dark"], 0.06)
    return sheet.linear((16, 16), (bottom, bottom), (0, light, 1), (1, deep, 1))


def _sign(
    sheet: Sheet, pad: float, colour: str, inks: Look, centre: Point, half: tuple[float, float]
) -> None:
    ink = inks["ink" if lightness(inks[f"cube_{colour}"]) > PALE else "bone"]
    for shape in SIGNS[colour]():
        sheet.fill(_placed(pad, [(centre[0] + x * half[0], centre[1] + y * half[1]) for x, y in shape]), ink)


def lightness(ink: str) -> float:
    """How light a colour is, 0 … 255."""
    red, green, blue = (int(ink[i : i + 2], 16) for i in (1, 3, 5))
    return 0.30 * red + 0.59 * green + 0.11 * blue


Shape = list[Point]


def _bar(x: float, y: float, w: float, h: float, r: float) -> Shape:
    """A box with round corners, as points."""
    corners = (
        (x + w - r, y + r, -90),
        (x + w - r, y + h - r, 0),
        (x + r, y + h - r, 90),
        (x + r, y + r, 180),
    )
    return [polar((cx, cy), r, start + 15 * i) for cx, cy, start in corners for i in range(7)]


def _hourglass() -> Iterator[Shape]:
    yield _bar(-0.8, -0.96, 1.6, 0.3, 0.08)
    yield _bar(-0.8, 0.66, 1.6, 0.3, 0.08)
    yield [(-0.64, -0.6), (0.64, -0.6), (0.12, 0), (0.64, 0.6), (-0.64, 0.6), (-0.12, 0)]


def _sun() -> Iterator[Shape]:
    """Half of it, over the horizon."""
    middle = (0.0, 0.42)
    yield [polar(middle, 0.5, 180 + 10 * i) for i in range(19)]
    for turn in (-90, -132, -48):
        yield [polar(middle, 0.68, turn - 11), polar(middle, 1.16, turn), polar(middle, 0.68, turn + 11)]
    yield _bar(-1.0, 0.18, 0.34, 0.22, 0.08)
    yield _bar(0.66, 0.18, 0.34, 0.22, 0.08)
    yield _bar(-1.0, 0.56, 2.0, 0.26, 0.1)


def _bolt() -> Iterator[Shape]:
    yield [(0.22, -1), (-0.66, 0.16), (-0.06, 0.16), (-0.3, 1), (0.68, -0.26), (0.06, -0.26), (0.52, -1)]


def _cactus() -> Iterator[Shape]:
    yield _bar(-0.23, -1, 0.46, 2, 0.23)
    for side, low, high in ((-1, 0.3, -0.42), (1, 0.08, -0.62)):
        x = 0.62 * side
        yield _bar(x - 0.17, high, 0.34, low - high + 0.16, 0.17)
        yield _bar(min(x, 0) - 0.1, low - 0.16, 0.72, 0.32, 0.1)


def _drop() -> Iterator[Shape]:
    """Falling, its tail bent by the wind."""
    belly = [polar((0.0, 0.42), 0.54, -34 + 248 * i / 24) for i in range(25)]
    yield [(-0.1, -1.0), (0.06, -0.62), (0.26, -0.26), *belly, (-0.3, -0.22), (-0.14, -0.62)]


def _moon() -> Iterator[Shape]:
    outer = [polar((0.0, 0.0), 0.96, 42 + 276 * i / 32) for i in range(33)]
    a, b, middle = outer[-1], outer[0], (0.42, 0.0)
    start, end = (math.degrees(math.atan2(p[1] - middle[1], p[0] - middle[0])) for p in (a, b))
    turn = (end - start) % 360 - 360
    yield [*outer, *(polar(middle, math.dist(middle, a), start + turn * i / 24) for i in range(1, 24))]


SIGNS: Final[dict[str, Callable[[], Iterator[Shape]]]] = {
    "red": _hourglass,
    "orange": _sun,
    "yellow": _bolt,
    "green": _cactus,
    "blue": _drop,
    "violet": _moon,
}
"""The outlines of each colour's sign, from -1 to 1."""


# --- barrels and stacks ----------------------------------------------------------------------------------


def barrel(theme: str) -> str:
    """A barrel of oil, which is the money."""
    inks, pad = look(theme), 0.16
    sheet, body, light, dark = _sheet(pad), inks["barrel"], inks["barrel_light"], inks["dark"]
    top, low = 0.16, 0.88
    for step in range(1, 5):
        spot = ((0.5 + pad + SUN[0] * 0.055 * step) * SIDE, (low + pad + SUN[1] * 0.055 * step) * SIDE)
        sheet.fill(ellipse(*spot, 30, 9), dark, 0.14)
    sheet.fill(_placed(pad, [*_arc(low, 0.3), *reversed(_arc(top, 0.3))]), body)
    sheet.fill(_placed(pad, [*_arc(low, 0.3)[5:11], *reversed(_arc(top, 0.3)[5:11])]), light, 0.75)
    sheet.fill(_placed(pad, [*_arc(low, 0.3)[:7], *reversed(_arc(top, 0.3)[:7])]), dark, 0.5)
    for y in (0.36, 0.64):
        sheet.fill(
            _placed(pad, [*_arc(y + 0.025, 0.315), *reversed(_arc(y - 0.025, 0.315))]), mix(body, dark, 0.5)
        )
        sheet.fill(_placed(pad, [*_arc(y - 0.005, 0.315), *reversed(_arc(y - 0.027, 0.315))]), light)
    sheet.fill(_placed(pad, [*_arc(0.55, 0.3), *reversed(_arc(0.44, 0.3))]), inks["flare"])
    for wide, high, share in ((0.3, 0.1, 0.85), (0.25, 0.07, 0.35)):
        lid = ellipse((0.5 + pad) * SIDE, (top + pad) * SIDE, wide * SIDE, high * SIDE)
        sheet.fill(lid, mix(body, light, share))
    sheet.fill(ellipse((0.58 + pad) * SIDE, (top + pad) * SIDE, 6, 2.6), inks["bone"])
    return sheet.svg()


def _arc(y: float, wide: float) -> list[Point]:
    """The front half of a hoop, from the right to the left."""
    return [
        (0.5 + wide * math.cos(math.pi * i / 16), y + 0.1 * math.sin(math.pi * i / 16)) for i in range(17)
    ]


def stack(theme: str) -> str:
    """The stack of a flare, standing on the ground."""
    inks, pad = look(theme), 0.5
    sheet, steel, shine, dark = _sheet(pad), inks["steel"], inks["steel_light"], inks["dark"]
    foot = [(0.45, 0.92), (0.55, 0.92), (0.55, 0.86), (0.45, 0.86)]
    for long in (0.5, 0.42, 0.34):
        tip = moved(foot, SUN[0] * long, SUN[1] * long)
        sheet.fill(_placed(pad, [foot[0], tip[0], tip[1], tip[2], foot[2], foot[3]]), dark, 0.16)
    for x in (0.26, 0.74):
        leg = [(0.486, 0.62), (0.514, 0.62), (x + 0.014, 0.92), (x - 0.014, 0.92)]
        sheet.fill(_placed(pad, leg), mix(steel, dark, 0.3))
    sheet.fill(_box(pad, 0.36, 0.86, 0.28, 0.09, 0.02), mix(steel, dark, 0.35))
    sheet.fill(_box(pad, 0.36, 0.85, 0.28, 0.055, 0.02), steel)
    sheet.fill(_placed(pad, [(0.46, 0.9), (0.54, 0.9), (0.53, 0.36), (0.47, 0.36)]), steel)
    sheet.fill(_placed(pad, [(0.46, 0.9), (0.49, 0.9), (0.49, 0.36), (0.47, 0.36)]), shine)
    for y in (0.5, 0.66):
        sheet.fill(_box(pad, 0.45, y, 0.1, 0.03), mix(steel, dark, 0.3))
    sheet.fill(_box(pad, 0.43, 0.33, 0.14, 0.05, 0.015), mix(steel, dark, 0.3))
    sheet.fill(_box(pad, 0.43, 0.33, 0.06, 0.022, 0.01), shine)
    return sheet.svg()


# --- derricks and trucks ---------------------------------------------------------------------------------

BEAM: Final = 0.84
"""Sides of a platform across the picture of a beam, whose pivot is in its middle."""
REACH: Final = 0.36
"""Sides from the pivot to the front of the beam's head."""


def _bar_and_head() -> tuple[Shape, Shape]:
    """A level beam about its pivot at (0, 0), and its head, whose front is an arc about the pivot."""
    front = [polar((0.0, 0.0), REACH, 206 - 5.2 * i) for i in range(11)]
    back = [(-0.285, 0.15), (-0.23, 0.05), (-0.23, -0.05), (-0.27, -0.145)]
    return _bar(-0.32, -0.055, 0.6, 0.11, 0.025), [*front, *back]


def _about_pivot(points: Shape) -> str:
    return poly([(SIDE * (x + BEAM / 2), SIDE * (y + BEAM / 2)) for x, y in points])


def _beam_sheet() -> Sheet:
    return Sheet(SIDE * BEAM, SIDE * BEAM)


def beam(theme: str) -> str:
    """The beam of a derrick without the colours of its seat, and the pin of its pivot."""
    inks, sheet = look(theme), _beam_sheet()
    bar, head = _bar_and_head()
    for shape in (bar, head):
        sheet.stroke(_about_pivot(shape), inks["dark"], 2.6)
    sheet.fill(_about_pivot(bar), inks["bone"])
    sheet.fill(
        _about_pivot(_bar(-0.3, 0.018, 0.57, 0.035, 0.01)), mix(inks["bone"], inks["steel_light"], 0.75)
    )
    for radius, ink in ((0.06, inks["dark"]), (0.036, inks["steel_light"])):
        _disc(sheet, 0.0, (BEAM / 2, BEAM / 2), radius, ink)
    return sheet.svg()


def beam_paint(theme: str) -> str:
    """What of it has the colour of its seat: the head and two bands. White, to be tinted."""
    sheet, (_, head) = _beam_sheet(), _bar_and_head()
    for shape in (head, _bar(-0.17, -0.055, 0.07, 0.11, 0.0), _bar(0.13, -0.055, 0.07, 0.11, 0.0)):
        sheet.fill(_about_pivot(shape), "#ffffff")
    return sheet.svg()


def beam_shadow(theme: str) -> str:
    """The soft shadow of it."""
    sheet, dark = _beam_sheet(), look(theme)["dark"]
    for shape in _bar_and_head():
        sheet.fill(_about_pivot(shape), dark, 0.2)
        sheet.stroke(_about_pivot(shape), dark, 4.0, 0.14)
    return sheet.svg()


def crank(theme: str) -> str:
    """The crank of a derrick with its weight to the west, in 0.3 sides of a platform."""
    inks, sheet = look(theme), Sheet(SIDE, SIDE)
    weight = poly([(SIDE * x, SIDE * y) for x, y in _bar(0.13, 0.25, 0.47, 0.5, 0.2)])
    sheet.stroke(weight, inks["dark"], 10.0)
    sheet.fill(weight, mix(inks["steel"], inks["steel_light"], 0.3))
    _disc(sheet, 0.0, (0.5, 0.5), 0.113, inks["dark"])
    return sheet.svg()


def truck(theme: str) -> str:
    """The frame of a truck that heads for the east, on its wheels."""
    inks, sheet = look(theme), Sheet(SIDE, SIDE)
    for x in (0.1, 0.32, 0.72):
        for y in (0.19, 0.73):
            sheet.fill(_box(0.0, x, y, 0.17, 0.08, 0.03), inks["dark"])
    sheet.fill(_box(0.0, 0.08, 0.3, 0.86, 0.4, 0.02), mix(inks["steel"], inks["dark"], 0.5))
    return sheet.svg()


def truck_top(theme: str) -> str:
    """What lies on its paint: the floor of its bed, edges in the light, glass and lamps."""
    inks, sheet = look(theme), Sheet(SIDE, SIDE)
    steel, dark, bone = inks["steel"], inks["dark"], inks["bone"]
    for x, y, w, h in ((0.052, 0.242, 0.516, 0.516), (0.632, 0.232, 0.326, 0.536)):
        sheet.stroke(_box(0.0, x, y, w, h, 0.05), bone, 1.6, 0.5)
    sheet.fill(_box(0.0, 0.1, 0.29, 0.42, 0.42, 0.02), dark, 0.6)
    sheet.fill(_box(0.0, 0.115, 0.305, 0.39, 0.39, 0.02), steel)
    for i in range(1, 4):
        sheet.fill(_box(0.0, 0.107 + 0.0975 * i, 0.305, 0.016, 0.39), mix(steel, dark, 0.35))
    glass = [(0.905, 0.27), (0.945, 0.3), (0.945, 0.7), (0.905, 0.73)]
    sheet.fill(_placed(0.0, glass), mix(inks["steel_light"], bone, 0.5))
    for y in (0.255, 0.69):
        sheet.fill(_box(0.0, 0.95, y, 0.035, 0.055, 0.015), inks["flame_light"])
    return sheet.svg()


def truck_shadow(theme: str) -> str:
    """The soft shadow of a truck."""
    sheet, dark = Sheet(SIDE, SIDE), look(theme)["dark"]
    for edge in (0.0, 0.012, 0.024, 0.036):
        sheet.fill(_box(0.0, edge, 0.19 + edge, 1 - 2 * edge, 0.62 - 2 * edge, 0.09), dark, 0.17)
    return sheet.svg()


def _pieces(theme: str) -> dict[str, Callable[[], str]]:
    folder = "plain/" if look(theme).plain else ""
    made = {f"cube-{colour}": partial(cube, colour, theme) for colour in COLOURS}
    made |= {f"load-{colour}": partial(load, colour, theme) for colour in COLOURS}
    made |= {name: partial(draw, theme) for name, draw in OTHERS.items()}
    return {folder + name: draw for name, draw in made.items()}


OTHERS: Final[dict[str, Callable[[str], str]]] = {
    "platform": platform,
    "barrel": barrel,
    "stack": stack,
    "well": well,
    "tower": tower,
    "beam": beam,
    "beam-paint": beam_paint,
    "beam-shadow": beam_shadow,
    "crank": crank,
    "truck": truck,
    "truck-top": truck_top,
    "truck-shadow": truck_shadow,
}
"""All but cubes and loads."""
PIECES: Final[dict[str, Callable[[], str]]] = {**_pieces("lamplight"), **_pieces("high-contrast")}
"""Every piece by its name below `tiles/ghawar`; those for clear themes in a folder of their own."""
