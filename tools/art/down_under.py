"""Down Under: the animals on the neutral parts, cut out of one dark sheet with a few light cuts in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tools.art.land import soft
from tools.art.paper import Point, Sheet, at, curve, ellipse, lens, poly

SIDE: Final = 100.0
INK: Final = "#4a2014"
LIGHT: Final = "#f2ead9"
"""The paper that shows through cuts, as in the palettes of the themes."""


def _outline(*pieces: str) -> list[Point]:
    """A closed outline of soft pieces; it has a corner where one ends and the next begins."""
    out: list[Point] = []
    for piece in pieces:
        out += soft(at(piece), 3)[:-1]
    return out


def kangaroo() -> str:
    """In the middle of a leap, looking east: long tail, large foot, upright ears."""
    sheet = Sheet(SIDE, SIDE)
    body = _outline(
        "2,62 14,70 26,66 34,54 40,42 50,33 60,27 68,22",
        "68,22 70,12 74,4 77,13 76,20",
        "76,20 80,13 85,6 86,15 83,22",
        "83,22 90,26 97,31 97,35",
        "97,35 90,37 82,37 77,38",
        "77,38 75,46 72,52",
        "72,52 79,55 86,61 83,65",
        "83,65 75,60 66,60",
        "66,60 62,66 58,68",
        "58,68 64,74 66,80 60,88",
        "60,88 70,91 82,95 81,98",
        "81,98 66,98 50,96 46,93",
        "46,93 51,86 50,80 42,78 36,74",
        "36,74 26,78 14,76 2,62",
    )
    sheet.fill(poly(body), INK)
    sheet.fill(ellipse(85, 27, 2.2), LIGHT)
    sheet.stroke(curve(soft(at("42,72 40,62 46,55 56,58"), 3)), LIGHT, 2.6)
    return sheet.svg()


def emu() -> str:
    sheet = Sheet(SIDE, SIDE)
    body = _outline(
        "6,60 12,44 28,36 46,38 58,44",
        "58,44 66,38 68,26 68,16 74,7 83,8",
        "83,8 90,11 97,16 96,18",
        "96,18 88,18 82,18",
        "82,18 78,24 79,36 75,50 68,60 58,66",
        "58,66 60,76 66,94",
        "66,94 76,97 60,98",
        "60,98 54,82 50,68",
        "50,68 44,69 42,69",
        "42,69 40,80 44,94",
        "44,94 54,97 38,98",
        "38,98 33,82 33,67",
        "33,67 20,70 8,76 4,72",
        "4,72 6,66 6,60",
    )
    sheet.fill(poly(body), INK)
    sheet.fill(ellipse(81, 13, 2.2), LIGHT)
    return sheet.svg()


def platypus() -> str:
    sheet = Sheet(SIDE, SIDE)
    body = _outline("30,50 40,36 56,36 68,44 74,50 68,60 56,66 40,66 30,50")
    sheet.fill(poly(body), INK)
    sheet.fill(ellipse(16, 52, 16, 10), INK)
    sheet.fill(ellipse(86, 50, 13, 9), INK)
    sheet.fill(ellipse(70, 46, 2), LIGHT)
    return sheet.svg()


def rabbit() -> str:
    sheet = Sheet(SIDE, SIDE)
    sheet.fill(ellipse(42, 70, 32, 24), INK)
    sheet.fill(ellipse(72, 48, 17, 15), INK)
    sheet.fill(lens((66, 38), (48, 4), 0, 9), INK)
    sheet.fill(lens((74, 36), (72, 2), 0, 9), INK)
    sheet.fill(ellipse(10, 72, 9), INK)
    sheet.fill(ellipse(77, 45, 2.4), LIGHT)
    return sheet.svg()


def dingo() -> str:
    sheet = Sheet(SIDE, SIDE)
    body = _outline(
        "2,50 8,40 18,44 26,42 44,42 58,40",
        "58,40 64,28 68,14",
        "68,14 74,24",
        "74,24 80,16 82,28",
        "82,28 90,34 98,38 97,43",
        "97,43 86,46 78,48",
        "78,48 76,58 74,62 74,94",
        "74,94 66,94 64,70",
        "64,70 50,68 36,66",
        "36,66 32,76 36,94",
        "36,94 26,94 22,78 20,62",
        "20,62 18,54 12,52 2,50",
    )
    sheet.fill(poly(body), INK)
    sheet.fill(ellipse(80, 34, 2.2), LIGHT)
    return sheet.svg()


ANIMALS: Final[dict[str, Callable[[], str]]] = {
    "kangaroo": kangaroo,
    "emu": emu,
    "platypus": platypus,
    "rabbit": rabbit,
    "dingo": dingo,
}
