"""The shelf: The Great Split – velvet hills, ivory cards parted by a brass divider, topaz and emerald."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from tools.art.great_split_icon import draw
from tools.art.great_split_icons import ICONS
from tools.art.land import BOX, OPEN, WINDOW, BoxColours, box_frame, glow, land, placed, soft
from tools.art.paper import (
    SHADE,
    CutShape,
    Point,
    Sheet,
    at,
    curve,
    ellipse,
    lens,
    mix,
    polar,
    poly,
    rect,
    spun,
)

VELVET = ("#1f5a44", "#18503b", "#124332", "#0d3628", "#092a1f")
DRAPE = ("#13483a", "#1a5a46", "#216a52", "#185341")
IVORY, EDGE, BRASS = "#f3e8cf", "#cdb98d", "#d6a544"
TOPAZ, EMERALD, RUBY = "#ee9114", "#0c9a5e", "#b02a30"


def wide() -> str:
    """The land unfolded."""
    sheet = Sheet(*OPEN)
    back = sheet.linear((1180, 300), (120, 60), (0, "#2f7355", 1), (0.4, "#1d523f", 1), (1, "#0b2a21", 1))
    sheet.fill(rect(0, 0, 1600, 456), back)
    glow(sheet, (1120, 250), 220, "#ffe3a0", 0.34)
    _curtain(sheet, 1600, 0, 470, -1)
    velvet = (
        (at("0,420 240,398 520,430 800,452 1120,410 1400,440 1600,400"), 506),
        (at("0,486 260,462 560,500 860,486 1120,468 1380,494 1600,470"), 582),
        (at("0,560 280,534 600,574 900,556 1120,540 1400,566 1600,540"), 656),
    )
    for i, (shape, floor) in enumerate(velvet):
        _velvet(sheet, soft(shape), floor, VELVET[i])
    for x, y, angle, symbol in ((786, 452, -17, "books"), (868, 432, -9, "topaz"), (952, 424, -2, "art")):
        card(sheet, x, y, angle, 1.32, symbol)
    for x, y, angle, symbol in ((1442, 446, 17, "star"), (1364, 430, 9, "gold"), (1284, 424, 2, "emerald")):
        card(sheet, x, y, angle, 1.32, symbol)
    divider(sheet, 1118, 610, 1.5)
    front = soft(at("0,640 280,608 600,648 900,640 1120,622 1400,648 1600,620"))
    _velvet(sheet, front, 702, VELVET[3])
    gem(sheet, 968, 636, 58, TOPAZ, 6)
    gem(sheet, 1264, 634, 60, EMERALD, 8)
    gem(sheet, 1376, 664, 30, TOPAZ, 6)
    gem(sheet, 860, 662, 32, EMERALD, 8)
    gem(sheet, 1468, 646, 38, RUBY, 6)
    for x, y in ((1040, 670), (1066, 664), (1180, 672), (1206, 676), (760, 670)):
        coin(sheet, x, y, 17)
    low = soft(at("0,690 300,664 640,690 800,702"))
    _velvet(sheet, low, 702, VELVET[4])
    return sheet.svg()


def box() -> str:
    """The box on the shelf."""
    sheet, rng = Sheet(*BOX), Random(71)
    x0, y0, x1, _ = WINDOW
    back = sheet.linear((150, 120), (150, 300), (0, "#2f7355", 1), (1, "#123f30", 1))
    sheet.fill(rect(x0 - 5, y0 - 5, x1 - x0 + 10, 240), back)
    glow(sheet, (150, 130), 110, "#ffe3a0", 0.4)
    _curtain(sheet, 19, 17, 250, 0.42)
    _curtain(sheet, 281, 17, 250, -0.42)
    _velvet(sheet, soft(at("19,236 90,226 150,238 210,226 281,238"), 8), 300, VELVET[0])
    for x, y, angle, symbol in ((68, 262, -18, "books"), (100, 250, -7, "topaz")):
        card(sheet, x, y, angle, 0.74, symbol)
    for x, y, angle, symbol in ((232, 262, 18, "gold"), (200, 250, 7, "emerald")):
        card(sheet, x, y, angle, 0.74, symbol)
    _velvet(sheet, soft(at("19,292 90,280 150,290 210,278 281,292"), 8), 350, VELVET[1])
    divider(sheet, 150, 312, 0.82)
    _velvet(sheet, soft(at("19,326 90,314 150,322 210,312 281,326"), 8), 378, VELVET[3])
    gem(sheet, 94, 328, 27, TOPAZ, 6)
    gem(sheet, 208, 328, 28, EMERALD, 8)
    for x, y in ((142, 346), (156, 350), (60, 350), (246, 348)):
        coin(sheet, x, y, 8)
    box_frame(sheet, BoxColours("#8a6a2c", "#d9b35e", "#4d3714"))
    sheet.specks(rng, 50, "#06140e", 0.18, 1.6)
    return sheet.svg()


def _velvet(sheet: Sheet, edge: list[Point], floor: float, colour: str) -> None:
    """A fold of velvet: a dark sheet with a soft sheen along its crest."""
    land(sheet, edge, floor, colour, mix(colour, SHADE, 0.35), lift=7, shine=0.35)
    for deep, alpha in ((26, 0.08), (12, 0.1)):
        parts = []
        for a, b in pairwise([*edge[:-1:4], edge[-1]]):
            parts.append(poly([(a[0], a[1] + 2), (b[0], b[1] + 2), (b[0], b[1] + deep), (a[0], a[1] + deep)]))
        sheet.fill_each(parts, "#9fe0b8", alpha)


def _curtain(sheet: Sheet, x: float, top: float, low: float, k: float) -> None:
    """Hanging folds at one side, gathered by a brass cord; negative k hangs on the right."""
    for i, (reach, tone) in enumerate(zip((250, 190, 132, 74), DRAPE, strict=True)):
        marks = ((1.0, -0.01), (0.95, 0.3), (0.62, 0.6), (0.72, 0.8), (0.84, 1.0))
        inner = [(x + reach * across * k, top + (low - top) * down) for across, down in marks]
        shape = [(x, top - 2), *soft(inner, 14), (x, low)]
        step = 8 * abs(k)
        sheet.fill(poly([(px + step * 0.8, py) for px, py in shape]), SHADE, 0.25)
        sheet.fill(poly(shape), tone if i % 2 else mix(tone, "#0b2a21", 0.2))
    y = top + (low - top) * 0.6
    cord = soft([(x, y - 4), (x + 90 * k, y + 10 * abs(k)), (x + 168 * k, y - 8)], 10)
    sheet.stroke(curve([(px + 2, py + 4 * abs(k)) for px, py in cord]), SHADE, 10 * abs(k), 0.4)
    sheet.stroke(curve(cord), BRASS, 9 * abs(k))
    sheet.stroke(curve([(px, py - 2.2 * abs(k)) for px, py in cord]), "#f7dc96", 2.4 * abs(k))


def card(sheet: Sheet, x: float, y: float, angle: float, k: float, symbol: str) -> None:
    """An ivory card, 110 by 160 at k = 1, leaning; (x, y) is its middle."""

    def put(points: list[Point]) -> list[Point]:
        return [(x + px * k, y + py * k) for px, py in spun(points, angle)]

    corner = at("-55,-74 -53,-78 -49,-80 49,-80 53,-78 55,-74 55,74 53,78 49,80 -49,80 -53,78 -55,74")
    sheet.cut(CutShape(put(corner)), IVORY, rim="#fffaf0", lift=6 * k, dark=0.22)
    for inset, width in ((7, 2.4), (12, 0.9)):
        a, b = 55 - inset, 80 - inset
        frame = put([(-a, -b), (a, -b), (a, b), (-a, b)])
        sheet.stroke(poly(frame), EDGE if inset > 7 else "#b08a3c", width * k)
    for px, py in ((-34, -58), (34, 58)):
        sheet.fill(poly(put([(px, py - 9), (px + 7, py), (px, py + 9), (px - 7, py)])), "#b08a3c")
    draw(
        sheet,
        ICONS[symbol](),
        lambda points: put([((px - 50) * 0.66, (py - 50) * 0.66) for px, py in points]),
        0.66 * k,
    )


def divider(sheet: Sheet, x: float, y: float, k: float) -> None:
    """The brass splitter: an upright blade with a jewelled head, 260 high at k = 1; (x, y) is its foot."""
    put = placed(x, y, k)
    glow(sheet, (x, y - 250 * k), 90 * k, "#ffe7a8", 0.55)
    sheet.fill(poly(put(at("-4,0 14,0 120,26 60,26"))), SHADE, 0.3)
    blade = at("-9,0 -11,-60 -8,-200 0,-222 8,-200 11,-60 9,0")
    sheet.cut(CutShape(put(blade)), BRASS, rim="#fff0b8", lift=5 * k, dark=0.25)
    sheet.fill(poly(put(at("0,-222 8,-200 11,-60 9,0 0,0"))), "#a97a26")
    sheet.fill(poly(put(at("-6,-8 -8,-60 -5,-190 -3,-60 -3,-8"))), "#f9e2a0")
    for py, half in ((-64, 22), (-150, 17)):
        bar = at(f"-{half},-6 {half},-6 {half + 4},0 {half},6 -{half},6 -{half + 4},0")
        sheet.cut(CutShape(put([(px, qy + py) for px, qy in bar])), "#c4923a", rim="#ffe9a8", lift=3 * k)
    wings = at("0,-206 -20,-214 -46,-206 -62,-184 -44,-190 -22,-186 0,-176")
    for side, tone in ((1, "#e2b455"), (-1, "#b4852f")):
        wing = [(px * side, py) for px, py in wings]
        sheet.cut(CutShape(put(soft([*wing, wing[0]], 8))), tone, rim="#fff0b8", lift=3 * k)
    head = [polar((0, -240), 27, a) for a in range(0, 360, 15)]
    sheet.cut(CutShape(put(head)), BRASS, rim="#fff0b8", lift=4 * k)
    gem(sheet, *put([(0, -240)])[0], 21 * k, RUBY, 8)
    base = at("-40,8 -34,-8 34,-8 40,8")
    sheet.cut(CutShape(put(base)), "#b4852f", rim="#ffe9a8", lift=4 * k)


def gem(sheet: Sheet, x: float, y: float, r: float, colour: str, sides: int) -> None:
    """A cut stone seen from above: girdle, crown facets by their slope to the light, and a table."""
    outer = [polar((x, y), r, 360 * (i + 0.5) / sides - 90) for i in range(sides)]
    table = [polar((x, y), r * 0.56, 360 * (i + 0.5) / sides - 90) for i in range(sides)]
    sheet.fill(poly([(px + r * 0.16, py + r * 0.2) for px, py in outer]), SHADE, 0.35)
    for i in range(sides):
        j = (i + 1) % sides
        mx, my = (outer[i][0] + outer[j][0]) / 2 - x, (outer[i][1] + outer[j][1]) / 2 - y
        light = -(mx * 0.6 + my * 0.8) / r
        tone = mix(colour, "#fff0c0", 0.46 * light) if light > 0 else mix(colour, SHADE, -0.6 * light)
        sheet.fill(poly([outer[i], outer[j], table[j], table[i]]), tone)
        sheet.fill(
            poly([outer[i], outer[j], polar((x, y), r * 0.78, 360 * (i + 1) / sides - 90)]),
            mix(tone, "#ffffff", 0.1),
        )
    sheet.fill(poly(table), mix(colour, "#ffffff", 0.08))
    sheet.fill(poly([table[-1], table[0], (x, y), table[-2]]), mix(colour, "#ffffff", 0.5), 0.4)
    sheet.fill(
        lens((x - r * 0.4, y - r * 0.66), (x + r * 0.1, y - r * 0.8), -r * 0.04, r * 0.05), "#ffffff", 0.9
    )


def coin(sheet: Sheet, x: float, y: float, r: float) -> None:
    """A gold coin lying flat."""
    sheet.fill(ellipse(x + r * 0.25, y + r * 0.3, r, r * 0.78), SHADE, 0.35)
    sheet.fill(ellipse(x, y + r * 0.14, r, r * 0.78), "#94671d")
    sheet.fill(ellipse(x, y, r, r * 0.78), "#e6b64f")
    sheet.fill(ellipse(x - r * 0.04, y - r * 0.04, r * 0.74, r * 0.56), "#f4d07a")
    sheet.fill(poly([(x, y - r * 0.34), (x + r * 0.3, y), (x, y + r * 0.34), (x - r * 0.3, y)]), "#b98428")
