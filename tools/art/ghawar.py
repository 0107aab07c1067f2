"""Ghawar: what stands and lies in the desert around the field, lit by a low sun in the west."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Final

from tools.art.land import soft, strip
from tools.art.paper import Point, Sheet, at, blob, curve, ellipse, lens, mix, moved, poly, rect

SIDE: Final = 100.0
LAND: Final = 1920.0, 1200.0
"""Across and down the dunes."""
WEST, MIDST, EAST = "#dcae78", "#a5705f", "#4f3660"
"""Sand in the last light, at dusk, and in the dark."""
CRESTS: Final = 13
"""Sheets of dunes, one before the other."""
DARK: Final = "#150b20"
STONE: Final = "#8a6470"
LEAF: Final = "#5c6b4a"
TRUNK: Final = "#5e3d43"
HIDE: Final = "#6b4136"
SUN: Final = "#ffd9a0"
STEEL: Final = "#8e8298"


def _shadow(sheet: Sheet, points: list[Point]) -> None:
    """A long shadow on the sand."""
    sheet.fill(curve(points, True), DARK, 0.3)


def dunes() -> str:
    """Dunes at dusk to the edges of any window, sheet before sheet: gold in the west, violet in the east."""
    sheet, rng = Sheet(*LAND), Random(1948)
    sheet.fill(rect(0, 0, *LAND), _dusk(sheet, 0.0))
    for crest in range(CRESTS):
        y = -30 + crest * LAND[1] / (CRESTS - 1.5)
        edge = _crest(rng, y)
        share = (0.10, -0.06, 0.02)[crest % 3]
        foot = [(x, y + 190.0) for x, y in reversed(edge)]
        for by, dark in ((13.0, 0.12), (6.0, 0.18)):
            sheet.fill_each(strip(edge, 0.6 * by, -0.6 * by, by), DARK, dark)
        sheet.fill(poly([*edge, *foot]), _dusk(sheet, share))
        sheet.fill_each(strip(edge, 0.0, -1.6, 2.6), SUN, 0.3)
        _wind(sheet, rng, edge)
    sheet.specks(rng, 200, DARK, 0.16, 2.4)
    return sheet.svg()


def _dusk(sheet: Sheet, light: float) -> str:
    """Sand from the west to the east, lit or shaded by a share."""
    ink, share = (SUN, light) if light > 0 else (DARK, -light)
    stops = zip((0.0, 0.46, 1.0), (WEST, MIDST, EAST), (1.0, 0.8, 0.35), strict=True)
    return sheet.linear(
        (0, 0), (LAND[0], 260), *((at, mix(sand, ink, share * part), 1) for at, sand, part in stops)
    )


def _crest(rng: Random, y: float) -> list[Point]:
    """The crest of a dune from west to east: long swells, and a sharp ridge here and there."""
    a, b, c = (rng.uniform(0, math.tau) for _ in range(3))
    return soft(
        [
            (
                float(x),
                y + 34 * math.sin(a + x / 330) + 17 * math.sin(b + x / 141) + 9 * abs(math.sin(c + x / 205)),
            )
            for x in range(-40, int(LAND[0]) + 81, 40)
        ],
        30,
    )


def _wind(sheet: Sheet, rng: Random, edge: list[Point]) -> None:
    """Ripples that the wind has drawn below a crest."""
    lit, dark = list[str](), list[str]()
    for _ in range(9):
        x, y = edge[int(rng.uniform(4, len(edge) - 12))]
        for row in range(int(rng.uniform(2, 4))):
            down, long = 16 + 13 * row + rng.uniform(0, 12), rng.uniform(50, 130)
            ripple = lens((x + 9 * row, y + down), (x + long, y + down + rng.uniform(-4, 8)), -5, 1.3)
            (lit if row % 2 else dark).append(ripple)
    sheet.fill_each(lit, SUN, 0.16)
    sheet.fill_each(dark, DARK, 0.16)


def rocks() -> str:
    """Three boulders."""
    sheet, rng = Sheet(SIDE, SIDE), Random(36)
    for x, y, r in ((58.0, 40.0, 12.0), (38.0, 58.0, 21.0), (68.0, 68.0, 9.0)):
        stone = blob(rng, (x, y), r * 1.15, r * 0.9, 8, 0.13)
        foot = [(px, py) for px, py in stone if py > y] or stone
        _shadow(
            sheet,
            [
                (x - r * 0.7, y + r * 0.6),
                (x + r, y + r * 0.1),
                (x + r * 2.0, y + r * 0.9),
                (x + r * 0.8, y + r),
            ],
        )
        sheet.fill(poly(stone), mix(STONE, DARK, 0.45))
        lit = [(x + (px - x) * 0.78 - r * 0.15, y + (py - y) * 0.74 - r * 0.16) for px, py in stone]
        sheet.fill(poly(lit), STONE)
        crest = [(x + (px - x) * 0.46 - r * 0.26, y + (py - y) * 0.4 - r * 0.34) for px, py in stone]
        sheet.fill(poly(crest), mix(STONE, SUN, 0.45))
        sheet.stroke(curve(moved(foot[:3], 0, -1)), mix(STONE, DARK, 0.6), 1.0, 0.6)
    return sheet.svg()


def scrub() -> str:
    """A tuft of dry grass."""
    sheet, rng = Sheet(SIDE, SIDE), Random(73)
    _shadow(sheet, at("38,76 60,72 92,84 96,90 70,90 46,84"))
    for index in range(17):
        lean = -40 + 5 * index
        long = rng.uniform(38, 58) - abs(lean) * 0.35
        angle = math.radians(lean - 90)
        tip = (50 + lean * 0.22 + long * math.cos(angle), 80 + long * math.sin(angle))
        tone = (LEAF, mix(LEAF, SUN, 0.4), mix(LEAF, DARK, 0.35))[index % 3]
        sheet.fill(lens((50 + lean * 0.22, 82), tip, -lean * 0.09, 2.1), tone)
    sheet.fill(ellipse(50, 82, 15, 4.4), mix(LEAF, DARK, 0.5))
    return sheet.svg()


def palm() -> str:
    """A date palm, leaning away from the wind."""
    sheet = Sheet(SIDE, SIDE)
    _shadow(sheet, at("42,93 60,92 82,97 98,99 74,99 50,97"))
    trunk = soft(at("40,94 42,70 48,48 55,32"), 4)
    back = soft(at("49,94 50,70 54,50 60,34"), 4)
    sheet.fill(poly([*trunk, *reversed(back)]), TRUNK)
    sheet.fill(poly([*trunk, *reversed([(x + 2.6, y) for x, y in trunk])]), mix(TRUNK, SUN, 0.5))
    for index in range(8):
        y = 88 - 7 * index
        x = 45 + (90 - y) * 0.13 + max(0, 60 - y) * 0.12
        sheet.stroke(curve([(x - 4, y), (x, y + 2), (x + 4, y)]), mix(TRUNK, DARK, 0.4), 1.2)
    crown = (57.5, 31.0)
    fronds = (
        "57,31 40,20 22,26 8,42",
        "57,31 44,10 30,6 16,10",
        "57,31 60,10 70,2 80,2",
        "57,31 74,16 90,20 97,34",
        "57,31 74,30 86,42 90,56",
        "57,31 42,34 32,46 28,60",
        "57,31 60,42 66,54 66,66",
    )
    for index, text in enumerate(fronds):
        spine = soft(at(text), 4)
        wide = [5.2 * math.sin(math.pi * (0.06 + 0.94 * i / (len(spine) - 1))) for i in range(len(spine))]
        low = [(x + 0.6 * w, y + w) for (x, y), w in zip(spine, wide, strict=True)]
        high = [(x - 0.3 * w, y - 0.7 * w) for (x, y), w in zip(spine, wide, strict=True)]
        sheet.fill(poly([*spine, *reversed(low)]), mix(LEAF, DARK, 0.45))
        sheet.fill(poly([*spine, *reversed(high)]), mix(LEAF, SUN, 0.18 if index % 2 else 0.34))
    for x, y in ((-3, 4), (2, 6), (5, 3)):
        sheet.fill(ellipse(crown[0] + x, crown[1] + y, 2.6), "#a85a2c")
    return sheet.svg()


def camel() -> str:
    """A dromedary on its way to the west."""
    sheet = Sheet(SIDE, SIDE)
    _shadow(sheet, at("30,92 52,88 78,92 99,97 80,99 48,97"))
    far = ("40,56 42,74 40,92 45,92 47,74 48,56", "66,56 70,74 66,92 71,92 75,74 74,52")
    for leg in far:
        sheet.fill(poly(soft(at(leg), 4)), mix(HIDE, DARK, 0.5))
    body = [
        *soft(at("4,26 6,20 14,16 20,17"), 3)[:-1],
        *soft(at("20,17 24,26 26,40 34,46"), 3)[:-1],
        *soft(at("34,46 42,42 48,28 56,22 64,30 70,42 80,46 84,56"), 3)[:-1],
        *soft(at("84,56 86,66 84,72 82,64 80,60"), 3)[:-1],
        *soft(at("80,60 80,76 76,93"), 3),
        *soft(at("71,93 73,76 70,62 56,64 44,62"), 3)[:-1],
        *soft(at("44,62 40,78 37,93"), 3),
        *soft(at("32,93 33,76 31,60 24,52 18,38 15,28"), 3)[:-1],
        *soft(at("15,28 10,30 4,26"), 3),
    ]
    sheet.fill(poly(body), HIDE)
    sheet.stroke(curve(soft(at("22,24 26,38 34,45 42,41 48,27 56,21"), 3)), mix(HIDE, SUN, 0.65), 2.2)
    sheet.stroke(curve(soft(at("5,22 13,16.5 19,17.5"), 3)), mix(HIDE, SUN, 0.65), 1.6)
    sheet.fill(poly(at("40,50 66,49 68,62 42,62")), "#a8323a")
    sheet.fill(poly(at("40,50 66,49 66.4,52 40.4,53")), "#e8b45a")
    sheet.fill(poly(at("41.6,59 67.6,59 68,62 42,62")), "#e8b45a")
    sheet.fill(ellipse(12.5, 20.5, 1.3), DARK)
    return sheet.svg()


def tank() -> str:
    """A tank for crude oil with a stair around it."""
    sheet = Sheet(SIDE, SIDE)
    _shadow(sheet, at("30,84 70,82 97,92 99,96 76,97 44,92"))
    wall = sheet.linear(
        (10, 0), (86, 0), (0, mix(STEEL, SUN, 0.55), 1), (0.35, STEEL, 1), (1, mix(STEEL, DARK, 0.62), 1)
    )
    sheet.fill(rect(10, 34, 76, 46), wall)
    sheet.fill(ellipse(48, 80, 38, 11), wall)
    for y in (49, 65):
        ring = [
            (48 + 38 * math.cos(math.radians(a)), y + 11 * math.sin(math.radians(a)))
            for a in range(0, 181, 12)
        ]
        sheet.stroke(curve(ring), mix(STEEL, DARK, 0.45), 1.2)
    stair = [(20 + 1.0 * i * 5, 40 + i * 5.6 + 3) for i in range(9)]
    sheet.stroke(curve(stair), mix(STEEL, DARK, 0.7), 3.0)
    sheet.stroke(curve(moved(stair, 0, -2.4)), mix(STEEL, SUN, 0.4), 1.0)
    sheet.fill(ellipse(48, 34, 38, 11), mix(STEEL, SUN, 0.3))
    sheet.fill(ellipse(48, 34.6, 34, 9), mix(STEEL, DARK, 0.12))
    sheet.fill(ellipse(58, 33, 5, 1.8), mix(STEEL, DARK, 0.55))
    return sheet.svg()


PIECES: Final[dict[str, Callable[[], str]]] = {
    "dunes": dunes,
    "rocks": rocks,
    "scrub": scrub,
    "palm": palm,
    "camel": camel,
    "tank": tank,
}
