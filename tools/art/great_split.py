"""The Great Split: the splitter, the back of its cards."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

from tools.art.paper import SHADE, CutShape, Point, Sheet, at, curve, ellipse, mix, moved, polar, poly, rect

BRASS, LIGHT, DEEP, IVORY = "#d0a548", "#ffe9a8", "#7c5a22", "#f7efdb"
LEVELS: Final = ("I", "II", "III")
RUBY: Final = "#b02a30"


def splitter() -> str:
    """The splitter card: a winged blade in brass, arrows to both sides of it."""
    sheet = Sheet(100, 310)
    sheet.fill(rect(0, 0, 100, 310, 16), "#4a3410")
    shine = sheet.linear((0, 0), (100, 310), (0, LIGHT, 1), (0.4, BRASS, 1), (1, DEEP, 1))
    sheet.fill(rect(2.5, 2.5, 95, 305, 14), shine)
    sheet.fill(rect(10, 10, 80, 290, 10), DEEP)
    velvet = sheet.radial((50, 90), 190, (0, "#2a6a50", 1), (0.6, "#154435", 1), (1, "#0f2a20", 1))
    sheet.fill(rect(12, 12, 76, 286, 9), velvet)
    glow = sheet.radial((50, 60), 48, (0, "#ffe7a8", 0.5), (1, "#ffe7a8", 0))
    sheet.fill(rect(12, 12, 76, 110, 9), glow)
    for way in (1, -1):
        arrow = at("14,-7 20,-7 20,-17 36,0 20,17 20,7 14,7")
        sheet.cut(
            CutShape([(50 + way * x, 184 + y) for x, y in arrow]),
            "#f7efdb",
            rim="#ffffff",
            lift=2.4,
            dark=0.3,
        )
    _blade(sheet)
    return sheet.svg()


def _blade(sheet: Sheet) -> None:
    blade = at("50,292 42,266 42,96 50,80 58,96 58,266")
    sheet.cut(CutShape(blade), BRASS, rim=LIGHT, lift=4, dark=0.3)
    sheet.fill(poly(at("50,292 58,266 58,96 50,80")), "#a97a26")
    sheet.fill(poly(at("44.5,262 44.5,100 46.5,98 46.5,266")), LIGHT)
    for y, half in ((134, 15), (236, 12)):
        bar = at(f"{50 - half},-5 {50 + half},-5 {54 + half},0 {50 + half},5 {50 - half},5 {46 - half},0")
        sheet.cut(CutShape(moved(bar, 0, y)), "#c4923a", rim=LIGHT, lift=2, dark=0.3)
    for way, tone in ((1, "#b4852f"), (-1, "#e2b455")):
        wing = at("0,88 12,80 28,84 36,104 24,100 10,102 0,112")
        sheet.cut(
            CutShape([(50 + way * x, y) for x, y in wing], soft=True), tone, rim=LIGHT, lift=3, dark=0.3
        )
    head = [polar((50, 58), 27, a) for a in range(0, 360, 15)]
    sheet.cut(CutShape(head), BRASS, rim=LIGHT, lift=3, dark=0.3)
    sheet.stroke(ellipse(50, 58, 23.5), DEEP, 1.6)
    gem(sheet, (50, 58), 19, RUBY, 8)


def gem(sheet: Sheet, middle: Point, r: float, colour: str, sides: int) -> None:
    """A cut stone seen from above."""
    outer = [polar(middle, r, 360 * (i + 0.5) / sides - 90) for i in range(sides)]
    table = [polar(middle, r * 0.55, 360 * (i + 0.5) / sides - 90) for i in range(sides)]
    sheet.fill(poly(outer), mix(colour, SHADE, 0.5))
    for i in range(sides):
        j = (i + 1) % sides
        slope = (outer[i][0] + outer[j][0]) / 2 - middle[0], (outer[i][1] + outer[j][1]) / 2 - middle[1]
        light = -(slope[0] * 0.6 + slope[1] * 0.8) / r
        tone = mix(colour, "#fff0c0", 0.5 * light) if light > 0 else mix(colour, SHADE, -0.55 * light)
        sheet.fill(poly([outer[i], outer[j], table[j], table[i]]), tone)
    sheet.fill(poly(table), mix(colour, "#ffffff", 0.12))


def back() -> str:
    """What is on the back of the cards: a blade that parts, in an oval of brass; 200 by 300."""
    sheet = Sheet(200, 300)
    for column in range(7):
        for row in range(9):
            x, y = 100 + (column - 3) * 27, 150 + (row - 4) * 31
            if (column + row) % 2 == 1 and ((x - 100) / 74) ** 2 + ((y - 150) / 94) ** 2 > 1:
                sheet.fill(poly([(x, y - 9), (x + 7, y), (x, y + 9), (x - 7, y)]), BRASS, 0.4)
                sheet.fill(poly([(x, y - 4), (x + 3, y), (x, y + 4), (x - 3, y)]), "#0f2a20")
    sheet.stroke(rect(11, 11, 178, 278, 8), BRASS, 1.6, 0.7)
    sheet.fill(ellipse(100, 150, 62, 82), SHADE, 0.3)
    inside = sheet.radial((86, 120), 100, (0, "#2a6a50", 1), (1, "#0c221a", 1))
    sheet.fill(ellipse(100, 150, 60, 80), inside)
    sheet.stroke(ellipse(100, 150, 60, 80), DEEP, 5)
    sheet.stroke(ellipse(100, 149.4, 60, 80), BRASS, 3.4)
    sheet.stroke(ellipse(100, 150, 53, 73), BRASS, 1.2, 0.8)
    for way in (1, -1):
        arrow = at("16,-6 24,-6 24,-17 42,0 24,17 24,6 16,6")
        sheet.cut(
            CutShape([(100 + way * x, 152 + y) for x, y in arrow]),
            "#f7efdb",
            rim="#ffffff",
            lift=2.4,
            dark=0.3,
        )
    sheet.cut(
        CutShape(at("100,88 109,106 109,196 100,216 91,196 91,106")), BRASS, rim=LIGHT, lift=3, dark=0.3
    )
    sheet.fill(poly(at("100,88 109,106 109,196 100,216")), "#a97a26")
    for way, tone in ((1, "#b4852f"), (-1, "#e2b455")):
        wing = at("0,104 10,98 24,101 32,116 20,113 8,115 0,124")
        sheet.cut(
            CutShape([(100 + way * x, y) for x, y in wing], soft=True), tone, rim=LIGHT, lift=2, dark=0.3
        )
    gem(sheet, (100, 96), 11, RUBY, 8)
    return sheet.svg()


# --- wallets and tokens -------------------------------------------------------------------------


def wallet() -> str:
    """The body of a wallet: leather with a seam and brass corners; 260 by 128."""
    sheet = Sheet(260, 128)
    shine = sheet.linear((0, 0), (200, 128), (0, "#7d5238", 1), (0.5, "#5a3a28", 1), (1, "#3c2519", 1))
    sheet.fill(rect(0, 0, 260, 128, 17), "#24140c")
    sheet.fill(rect(2.4, 2.4, 255.2, 123.2, 15), "#96684a")
    sheet.fill(rect(3.4, 4.4, 254, 121, 14.5), shine)
    sheet.stroke(rect(11, 11, 238, 106, 10), "#2c190f", 3, 0.7)
    sheet.stroke(rect(10.4, 10, 238, 106, 10), "#d9b184", 1.8, dash="6 4")
    for x, way in ((3, 1), (257, -1)):
        corner = [(x, 125), (x, 96), (x + way * 8, 98), (x + way * 28, 117), (x + way * 30, 125)]
        sheet.cut(CutShape(corner), BRASS, rim=LIGHT, lift=-1.2, dark=0.25)
        sheet.fill(ellipse(x + way * 9, 116, 3), DEEP)
    return sheet.svg()


def flap() -> str:
    """The shape of a wallet's flap in white; 260 by 80."""
    sheet = Sheet(260, 80)
    sheet.fill(_flap(0), "#ffffff")
    return sheet.svg()


def _flap(inset: float) -> str:
    """The edge of a flap as path data: a straight hinge, round corners, a tongue in the middle."""
    a, b, low = inset, 260 - inset, 80 - inset
    side = 60 - inset
    right = f"M{a:g} {a:g}H{b:g}V{side - 20:g}Q{b:g} {side:g} {b - 20:g} {side:g}"
    down = f"H184Q166 {side:g} 160 {side + 10:g}Q154 {low:g} 130 {low:g}"
    up = f"Q106 {low:g} 100 {side + 10:g}Q94 {side:g} 76 {side:g}"
    return f"{right}{down}{up}H{a + 20:g}Q{a:g} {side:g} {a:g} {side - 20:g}Z"


def flap_light() -> str:
    """Light and seam of a flap, to be laid over its colour."""
    sheet = Sheet(260, 80)
    sheet.fill(
        _flap(0), sheet.linear((40, 0), (80, 80), (0, "#ffffff", 0.22), (0.4, "#ffffff", 0), (1, SHADE, 0.3))
    )
    sheet.stroke(_flap(1.2), SHADE, 2.6, 0.9)
    sheet.stroke(_flap(7), SHADE, 2.2, 0.35)
    sheet.stroke(_flap(6.4), "#fff6dc", 1.6, 0.75, dash="6 4")
    return sheet.svg()


def token() -> str:
    """A brass token with a milled rim and an ivory middle for a figure."""
    sheet = Sheet(100, 100)
    _disc(sheet)
    sheet.fill(ellipse(50, 50, 35), DEEP)
    sheet.fill(ellipse(50.6, 50.8, 34), "#fffaf0")
    sheet.fill(ellipse(50, 50, 33.4), "#f7efdb")
    for a in range(0, 360, 45):
        x, y = polar((50, 50), 40.5, a + 22.5)
        sheet.fill(ellipse(x, y, 1.9), DEEP)
    return sheet.svg()


def token_back() -> str:
    """A token face down: a hanging painting on velvet."""
    sheet = Sheet(100, 100)
    _disc(sheet)
    sheet.fill(ellipse(50, 50, 37), "#0f2a20")
    sheet.fill(ellipse(50, 50, 35.4), sheet.radial((42, 40), 44, (0, "#2f6b53", 1), (1, "#1a4435", 1)))
    sheet.stroke("M36 42L50 28L64 42", LIGHT, 3.4)
    sheet.fill(rect(27, 42, 46, 31, 1.5) + rect(33, 48, 34, 19), LIGHT, hole=True)
    sheet.fill(poly(at("33,67 33,63 43,54 50,61 57,56 67,65 67,67")), LIGHT)
    return sheet.svg()


def _disc(sheet: Sheet) -> None:
    rim = [polar((50, 50), 49 if i % 2 else 47.2, i * 3.75) for i in range(96)]
    sheet.fill(poly(rim), "#4a3410")
    shine = sheet.linear((15, 10), (85, 92), (0, LIGHT, 1), (0.45, BRASS, 1), (1, DEEP, 1))
    sheet.fill(ellipse(50, 50, 46.4), shine)
    sheet.stroke(ellipse(50, 50, 45), LIGHT, 1.2, 0.7)


def plaque() -> str:
    """A scoring token: an ivory plaque with cut-off corners in a brass frame."""
    sheet = Sheet(100, 100)
    outer = at("20,1 80,1 99,20 99,80 80,99 20,99 1,80 1,20")
    shine = sheet.linear((0, 0), (100, 100), (0, LIGHT, 1), (0.4, BRASS, 1), (1, DEEP, 1))
    sheet.fill(poly(outer), "#4a3410")
    sheet.fill(poly([(50 + (x - 50) * 0.97, 50 + (y - 50) * 0.97) for x, y in outer]), shine)
    sheet.fill(poly([(50 + (x - 50) * 0.86, 50 + (y - 50) * 0.86) for x, y in outer]), DEEP)
    sheet.fill(poly([(50.6 + (x - 50) * 0.84, 50.8 + (y - 50) * 0.84) for x, y in outer]), "#f7efdb")
    return sheet.svg()


def damask() -> str:
    """One figure of the velvet's weave, to be laid side by side: a lattice with a flower at its crossings."""
    sheet = Sheet(150, 240)
    way = [(37.5 + 37.5 * math.cos(math.tau * y / 240), float(y)) for y in range(-10, 251, 10)]
    for points in (way, [(150 - x, y) for x, y in way]):
        sheet.stroke(curve(points), "#ffffff", 5.0)
    for x, y in ((75.0, 60.0), (0.0, 180.0), (150.0, 180.0)):
        turns = [math.tau * n / 64 for n in range(64)]
        reaches = [22 * (1 + 0.3 * math.cos(8 * turn)) for turn in turns]
        petals = [
            (x + reach * math.cos(turn), y + reach * math.sin(turn))
            for reach, turn in zip(reaches, turns, strict=True)
        ]
        sheet.fill(poly(petals) + ellipse(x, y, 7.5), "#ffffff", hole=True)
    return sheet.svg()


def _paper() -> Sheet:
    """A card of ivory in a brass frame, 350 × 500."""
    sheet = Sheet(350, 500)
    sheet.fill(rect(0, 0, 350, 500, 27.5), DEEP)
    sheet.fill(rect(3.5, 3.5, 343, 493, 24), BRASS)
    sheet.fill(rect(9, 9, 332, 482, 19), IVORY)
    return sheet


def _bars(sheet: Sheet, count: int, middle: Point, wide: float, high: float, ink: str) -> None:
    """The level of a card as one, two or three bars."""
    for index in range(count):
        x = middle[0] + (index - (count - 1) / 2) * wide * 0.3
        sheet.fill(rect(x - wide * 0.085, middle[1] - high / 2, wide * 0.17, high, wide * 0.05), ink)


def card(level: int) -> str:
    """What all cards of a level show: a strip that says it in colours and bars, fine lines beside it."""
    sheet = _paper()
    strip = (mix(IVORY, "#d9c9a3", 0.9), mix(BRASS, LIGHT, 0.3), "#1f4a3a")[level - 1]
    sheet.fill(rect(10, 10, 85, 480, 17), strip)
    sheet.fill(rect(78, 10, 17, 480), strip)
    _bars(sheet, level, (52.5, 451.6), 76.5, 48, LIGHT if level == 3 else "#1e1a16")
    line = mix(IVORY, BRASS, 0.75)
    for inner in (0, 7)[: min(level, 2)]:
        sheet.stroke(
            rect(107 + inner, 22 + inner, 221 - 2 * inner, 456 - 2 * inner, 15 - inner / 2), line, 2.5
        )
    if level == 3:
        for x in (107, 328):
            for y in (22, 478):
                sheet.fill(poly([(x, y - 13), (x + 13, y), (x, y + 13), (x - 13, y)]), BRASS)
    return sheet.svg()


def card_back() -> str:
    """The frame round the back of a card."""
    sheet = _paper()
    sheet.fill(rect(20, 20, 310, 460, 15), BRASS)
    sheet.fill(rect(25, 25, 300, 450, 11), "#1f4a3a")
    return sheet.svg()


def level_plate(level: int) -> str:
    """The level of a deck on a small plate."""
    sheet = Sheet(175, 75)
    sheet.fill(rect(0, 0, 175, 75, 15), DEEP)
    sheet.fill(rect(5, 5, 165, 65, 11), IVORY)
    _bars(sheet, level, (87.5, 37.5), 115, 50, "#1e1a16")
    return sheet.svg()


def wallet_inside() -> str:
    """The lining of an open wallet, and the cards that look out of it."""
    sheet = Sheet(126, 48)
    sheet.fill(rect(0, 0, 126, 48, 8), "#1e1a16")
    sheet.fill(rect(1, 1, 124, 46, 7), mix("#5a3a28", BRASS, 0.3))
    sheet.fill(rect(3, 3, 120, 42, 5), mix("#a82a3c", "#06120d", 0.35))
    for index in (-1, 1, 0):
        x, y = 63 + index * 26 - 22, 12 + 5 * abs(index)
        sheet.fill(rect(x, y, 44, 52, 3), DEEP)
        sheet.fill(rect(x + 0.8, y + 0.8, 42.4, 52, 2.4), IVORY)
        sheet.stroke(rect(x + 2.9, y + 2.9, 38.2, 52, 1.5), BRASS, 0.8)
    return sheet.svg()


PIECES: Final[dict[str, Callable[[], str]]] = {
    "splitter": splitter,
    "back": back,
    "wallet": wallet,
    "flap": flap,
    "flap-light": flap_light,
    "token": token,
    "token-back": token_back,
    "plaque": plaque,
    "damask": damask,
    "card-back": card_back,
    "wallet-inside": wallet_inside,
    **{f"card-{name}": partial(card, number) for number, name in enumerate(LEVELS, 1)},
    **{f"level-{name}": partial(level_plate, number) for number, name in enumerate(LEVELS, 1)},
}
"""The pictures of this file by name."""
