"""The Great Split: the splitter, the back of its cards."""

from __future__ import annotations

from typing import Final

from tools.art.paper import SHADE, CutShape, Point, Sheet, at, ellipse, mix, polar, poly, rect

BRASS, LIGHT, DEEP = "#d0a548", "#ffe9a8", "#7c5a22"
RUBY: Final = "#b02a30"


def splitter() -> str:
    """The splitter card: a brass plaque with a jewelled blade."""
    sheet = Sheet(100, 310)
    sheet.fill(rect(0, 0, 100, 310, 16), DEEP)
    sheet.fill(
        rect(3, 3, 94, 304, 14),
        sheet.linear((0, 0), (100, 310), (0, LIGHT, 1), (0.4, BRASS, 1), (1, DEEP, 1)),
    )
    sheet.fill(rect(12, 12, 76, 286, 9), "#123429")
    for points in (at("20,155 34,141 34,169"), at("80,155 66,141 66,169")):
        sheet.fill(poly(points), LIGHT)
    _blade(sheet)
    return sheet.svg()


def _blade(sheet: Sheet) -> None:
    blade = at("50,292 42,262 43,80 50,60 57,80 58,262")
    sheet.cut(CutShape(blade), BRASS, rim=LIGHT, lift=4, dark=0.3)
    sheet.fill(poly(at("50,292 58,262 57,80 50,60")), DEEP)
    for y, half in ((104, 22), (236, 18)):
        bar = [
            (50 - half, y - 5),
            (50 + half, y - 5),
            (54 + half, y),
            (50 + half, y + 5),
            (50 - half, y + 5),
            (46 - half, y),
        ]
        sheet.cut(CutShape(bar), BRASS, rim=LIGHT, lift=2, dark=0.3)
    head = [polar((50, 50), 27, a) for a in range(0, 360, 15)]
    sheet.cut(CutShape(head), BRASS, rim=LIGHT, lift=3, dark=0.3)
    gem(sheet, (50, 50), 20, RUBY, 8)


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
    """What is on the back of the cards: a blade in a wreath of rhombs, in brass; 200 by 300."""
    sheet = Sheet(200, 300)
    for x in range(0, 201, 25):
        for y in range(0, 301, 30):
            if (x // 25 + y // 30) % 2 == 0:
                sheet.fill(poly([(x, y - 8), (x + 6, y), (x, y + 8), (x - 6, y)]), "#3c7d62", 0.55)
    sheet.fill(ellipse(100, 150, 58, 78), "#0f2a20")
    sheet.stroke(ellipse(100, 150, 58, 78), BRASS, 4)
    sheet.stroke(ellipse(100, 150, 50, 70), BRASS, 1.5)
    sheet.fill(poly(at("100,92 108,112 108,188 100,208 92,188 92,112")), BRASS)
    sheet.fill(poly(at("100,92 108,112 108,188 100,208")), DEEP)
    for way in (1, -1):
        arrow = at("18,0 18,-16 38,0 18,16")
        sheet.fill(poly([(100 + way * x, 150 + y) for x, y in arrow]), LIGHT)
    return sheet.svg()
