"""The Great Split: what all portraits share – the frame, a head of cut paper, its eyes, hands.

A portrait is 240 by 300; the face is about (120, 130). Outlines that are alike on both sides are written as
their right half, from top to bottom.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tools.art import land
from tools.art.paper import SHADE, Point, Sheet, at, curve, ellipse, line, mix, moved, polar, poly, rect

WIDE, HIGH, MIDDLE = 240.0, 300.0, 120.0
INK, LAMP = "#1e1a16", "#fff3cf"
BRASS, BRASS_LIGHT, BRASS_DEEP = "#d0a548", "#ffe9a8", "#7c5a22"
FACE: Final = "120,68 148,75 164,104 162,138 150,170 134,190 120,195"


@dataclass(frozen=True)
class Skin:
    """Colours of a face."""

    base: str
    shade: str
    cheek: str
    lips: str


def both(text: str) -> list[Point]:
    """An outline from its right half, from top to bottom."""
    right = at(text)
    left = [(2 * MIDDLE - x, y) for x, y in reversed(right)]
    return [*right, *(p for p in left if abs(p[0] - MIDDLE) > 0.01)]


def mirrored(points: Sequence[Point]) -> list[Point]:
    """Points on the other side of the middle."""
    return [(2 * MIDDLE - x, y) for x, y in points]


def paper(
    sheet: Sheet,
    points: Sequence[Point],
    colour: str,
    lift: float = 4.0,
    soft: bool = True,
    shine: float = 0.28,
) -> None:
    """A piece of cut paper with its shadow and a lit rim; nothing of it reaches beyond the frame."""
    edge = smooth(points) if soft else list(points)
    for share in (1.0, 0.45):
        sheet.fill(poly(_held(moved(edge, lift * share, 1.1 * lift * share))), SHADE, 0.2)
    sheet.fill(poly(_held(moved(edge, -0.8, -1.0))), mix(colour, LAMP, shine))
    sheet.fill(poly(_held(edge)), colour)


def smooth(points: Sequence[Point], step: float = 7) -> list[Point]:
    """Points of a soft closed curve through the given ones."""
    count = len(points)
    whole = land.soft([points[-1], *points, points[0], points[1 % count]], step)
    first = min(range(len(whole)), key=lambda i: math.dist(whole[i], points[0]))
    last = max(range(len(whole)), key=lambda i: (-math.dist(whole[i], points[0]), i))
    return whole[min(first, last) : max(first, last)]


def _held(points: Sequence[Point]) -> list[Point]:
    """Points beyond the frame brought back under it."""
    return [(min(max(x, 7.0), WIDE - 7.0), min(max(y, 7.0), HIGH - 7.0)) for x, y in points]


def flat(sheet: Sheet, points: Sequence[Point], colour: str, opacity: float = 1.0, soft: bool = True) -> None:
    """Colour without a shadow."""
    sheet.fill(poly(_held(smooth(points) if soft else points)), colour, opacity)


def wire(sheet: Sheet, points: Sequence[Point], colour: str, width: float, opacity: float = 1.0) -> None:
    """A soft line."""
    sheet.stroke(curve(points), colour, width, opacity)


def ground(sheet: Sheet, deep: str, bright: str) -> None:
    """What a portrait is painted on: coloured paper under the lamp."""
    sheet.fill(rect(6, 6, WIDE - 12, HIGH - 12, 18), deep)
    light = sheet.radial((90, 90), 190, (0, bright, 1), (0.55, bright, 0.55), (1, bright, 0))
    sheet.fill(rect(6, 6, WIDE - 12, HIGH - 12, 18), light)


def frame(sheet: Sheet) -> None:
    """The brass frame over the rims of a portrait, which throws its shadow on it."""
    outer, inner = rect(0, 0, WIDE, HIGH, 26), rect(11, 11, WIDE - 22, HIGH - 22, 17)
    for by, dark in ((7, 0.14), (4, 0.18)):
        sheet.fill(
            rect(5, 5, WIDE - 10, HIGH - 10, 21) + rect(11 + by, 11 + by, WIDE - 22, HIGH - 22, 17),
            SHADE,
            dark,
            hole=True,
        )
    shine = sheet.linear((0, 0), (WIDE, HIGH), (0, BRASS_LIGHT, 1), (0.35, BRASS, 1), (1, BRASS_DEEP, 1))
    sheet.fill(outer + inner, mix(BRASS_DEEP, INK, 0.4), hole=True)
    sheet.fill(
        rect(2, 2, WIDE - 4, HIGH - 4, 24) + rect(9.5, 9.5, WIDE - 19, HIGH - 19, 18), shine, hole=True
    )
    sheet.stroke(rect(5.5, 5.5, WIDE - 11, HIGH - 11, 21), BRASS_LIGHT, 1.2, 0.8)


def neck(sheet: Sheet, skin: Skin) -> None:
    flat(sheet, both("120,160 142,160 143,205 168,226 120,252"), skin.shade)


def face(sheet: Sheet, skin: Skin, outline: str = FACE, ears: bool = True) -> None:
    """A head of paper, lit from the left."""
    points = both(outline)
    if ears:
        for ear in (at("164,118 175,112 178,130 170,150 161,148"), at("76,118 65,112 62,130 70,150 79,148")):
            paper(sheet, ear, skin.shade, 2)
    paper(sheet, points, skin.base, 5)
    right = [p for p in points if p[0] >= MIDDLE]
    lowest, top = max(y for _, y in points), min(y for _, y in points)
    inner = at(f"120,{lowest} 133,{lowest - 24} 146,150 149,118 140,88 120,{top}")
    flat(sheet, [*right, *inner[1:-1]], skin.shade, 0.75)
    for x in (90, 148):
        sheet.fill(ellipse(x, 150, 13, 9), skin.cheek, 0.5)


def eyes(
    sheet: Sheet, y: float = 126, gap: float = 24, size: float = 1.0, iris: str = "#3a2a1e", lid: str = ""
) -> None:
    """Two eyes that look at one; with a `lid` they are half closed."""
    for side in (-1, 1):
        x = MIDDLE + side * gap
        outline = [(x - 12 * size, y + 1), (x, y - 8 * size), (x + 12 * size, y + 1), (x, y + 7 * size)]
        flat(sheet, outline, "#fffaf0")
        sheet.fill(ellipse(x + 1.5, y, 6 * size, 6.4 * size), iris)
        sheet.fill(ellipse(x + 1.5, y, 3 * size, 3.2 * size), INK)
        sheet.fill(ellipse(x - 1, y - 2.4, 1.9 * size), "#ffffff")
        if lid:
            flat(sheet, [(x - 14 * size, y), (x, y - 11 * size), (x + 14 * size, y), (x, y - 2 * size)], lid)
        wire(
            sheet,
            [
                (x - 13 * size, y + 1),
                (x - 5 * size, y - 6 * size),
                (x + 5 * size, y - 6.5 * size),
                (x + 13 * size, y),
            ],
            INK,
            3.2,
        )


def brows(sheet: Sheet, left: str, colour: str, width: float = 5.0, right: str = "") -> None:
    """Both eyebrows from the left one's line."""
    wire(sheet, at(left), colour, width)
    wire(sheet, at(right) if right else mirrored(at(left)), colour, width)


def nose(sheet: Sheet, skin: Skin, long: float = 0.0, wide: float = 0.0) -> None:
    """The shaded side of a nose and what is lit of it."""
    low = 158 + long
    flat(
        sheet,
        at(f"121,120 126,132 {134 + wide},{low - 5} {131 + wide},{low + 1} 121,{low + 3} 122,140"),
        mix(skin.shade, SHADE, 0.14),
    )
    wire(
        sheet,
        at(f"112,{low - 2} 117,{low + 2} 122,{low + 3} {130 + wide},{low + 1}"),
        mix(skin.shade, SHADE, 0.4),
        2.4,
    )


def smile(
    sheet: Sheet, skin: Skin, y: float = 174, wide: float = 15, up: float = 4, lift: float = 0.0
) -> None:
    """A closed mouth; `lift` raises its right corner."""
    edge = [
        (MIDDLE - wide, y - up),
        (MIDDLE - wide * 0.4, y),
        (MIDDLE + wide * 0.4, y),
        (MIDDLE + wide, y - up - lift),
    ]
    lower = [
        (MIDDLE - wide * 0.8, y - up * 0.4),
        (MIDDLE, y + 7),
        (MIDDLE + wide * 0.8, y - up * 0.4 - lift * 0.5),
        (MIDDLE, y - 1),
    ]
    flat(sheet, lower, skin.lips, 0.9)
    wire(sheet, edge, mix(skin.lips, INK, 0.6), 3.0)


def hand(
    sheet: Sheet,
    skin: Skin,
    x: float,
    y: float,
    *,
    mirror: bool = False,
    scale: float = 1.0,
    sleeve: str = "",
) -> None:
    """Four fingers that hold something from below or in front; (x, y) is the middle of the knuckles.

    With a `sleeve` a cuff of that colour follows below.
    """
    way = -1 if mirror else 1
    if sleeve:
        arm = at("-30,22 28,22 34,66 -52,66")
        paper(sheet, [(x + way * px * scale, y + py * scale) for px, py in arm], sleeve, 3, soft=False)
        cuff = at("-27,16 26,16 30,30 -31,30")
        paper(sheet, [(x + way * px * scale, y + py * scale) for px, py in cuff], "#fffaf0", 2.4, soft=False)
    for index in range(4):
        fx = x + way * (index - 1.5) * 10 * scale
        fy = y + (abs(index - 1.3) * 2.2) * scale
        finger = [polar((fx, fy), 6.4 * scale, a) for a in range(180, 361, 30)]
        finger += [(fx + 6 * scale, fy + 22 * scale), (fx - 6 * scale, fy + 22 * scale)]
        paper(sheet, finger, skin.base if index < 2 else mix(skin.base, skin.shade, 0.5), 1.6, soft=False)


def gem(sheet: Sheet, x: float, y: float, r: float, colour: str, sides: int = 8) -> None:
    """A cut stone with a glint."""
    outer = [polar((x, y), r, 360 * (i + 0.5) / sides - 90) for i in range(sides)]
    table = [polar((x, y), r * 0.5, 360 * (i + 0.5) / sides - 90) for i in range(sides)]
    sheet.fill(poly(moved(outer, r * 0.15, r * 0.2)), SHADE, 0.4)
    sheet.fill(poly(outer), mix(colour, INK, 0.3))
    for i in range(sides):
        j = (i + 1) % sides
        mx, my = (outer[i][0] + outer[j][0]) / 2 - x, (outer[i][1] + outer[j][1]) / 2 - y
        light = -(mx * 0.6 + my * 0.8) / r
        tone = mix(colour, LAMP, 0.55 * light) if light > 0 else mix(colour, INK, -0.5 * light)
        sheet.fill(poly([outer[i], outer[j], table[j], table[i]]), tone)
    sheet.fill(poly(table), mix(colour, LAMP, 0.25))
    sheet.fill(ellipse(x - r * 0.25, y - r * 0.3, r * 0.16), "#ffffff")


def coin(sheet: Sheet, x: float, y: float, r: float) -> None:
    """A gold coin seen from the front."""
    sheet.fill(ellipse(x + r * 0.14, y + r * 0.2, r), SHADE, 0.35)
    sheet.fill(ellipse(x, y, r), "#a87a1e")
    sheet.fill(ellipse(x - r * 0.04, y - r * 0.06, r * 0.92), "#f2cb3a")
    sheet.stroke(ellipse(x - r * 0.04, y - r * 0.06, r * 0.68), "#b98a24", r * 0.1)
    rhomb = [(x, y - r * 0.42), (x + r * 0.34, y), (x, y + r * 0.42), (x - r * 0.34, y)]
    sheet.fill(poly(rhomb), "#fff0b0")


def thread(sheet: Sheet, points: Sequence[Point], colour: str, width: float) -> None:
    """A straight-edged line with a shadow: a blade, a chain, a cord."""
    sheet.stroke(line(moved(points, 2, 2.6)), SHADE, width, 0.35)
    sheet.stroke(line(points), colour, width)
