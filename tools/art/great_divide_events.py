"""The Great Divide: the event cards with their back and their round signs, and the bag of tiles."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from tools.art.great_divide_signs import SIGNS, draw, leaf, round_
from tools.art.land import land, placed, rough, soft
from tools.art.paper import (
    SHADE,
    CutShape,
    Point,
    Sheet,
    at,
    curve,
    ellipse,
    lens,
    line,
    mix,
    moved,
    polar,
    poly,
    rect,
)

WIDE, HIGH = 200.0, 290.0
WINDOW = (13.0, 13.0, 174.0, 264.0)  # x, y, w, h of what shows of a card's scene
CREAM, CREAM_DARK = "#f3e6c8", "#b9a47d"
WATER = ("#12505f", "#1b6c79", "#2c8f95", "#58b5b4")


def card(event: str) -> str:
    """The face of an event card."""
    sheet = Sheet(WIDE, HIGH)
    sheet.fill(rect(4, 4, WIDE - 8, HIGH - 8, 10), CREAM)
    _SCENES[event](sheet)
    _frame(sheet, CREAM, "#fffaf0", CREAM_DARK)
    return sheet.svg()


def back() -> str:
    """The back of all event cards: a compass rose on night blue."""
    sheet = Sheet(WIDE, HIGH)
    sheet.fill(rect(4, 4, WIDE - 8, HIGH - 8, 10), "#33405c")
    for row in range(12):
        for column in range(-1, 7):
            x, y = 12 + 32 * column + 16 * (row % 2), 24 + 22 * row
            sheet.stroke(
                curve([(x, y), (x + 8, y - 6), (x + 16, y), (x + 24, y + 6), (x + 32, y)]), "#465578", 2.2
            )
    put = placed(45, 90, 1.1)
    sheet.fill(ellipse(100 + 4, 145 + 5, 64), SHADE, 0.3)
    sheet.fill(ellipse(100, 145, 64), "#28334c")
    sheet.stroke(ellipse(100, 145, 64), "#c9a255", 2.4)
    sheet.stroke(ellipse(100, 145, 57), "#c9a255", 1.0)
    draw(sheet, SIGNS["special"](), put, 1.1)
    _frame(sheet, "#e9dbb8", "#fff6dd", CREAM_DARK)
    return sheet.svg()


def _frame(sheet: Sheet, paper: str, light: str, dark: str) -> None:
    """The border of a card, over whatever sticks out of its scene."""
    x, y, w, h = WINDOW
    window = rect(x, y, w, h, 7)
    for by, shade in ((4.5, 0.16), (2.2, 0.2)):
        inner = rect(x + by, y + by * 1.1, w, h, 7)
        sheet.fill(rect(x - 3, y - 3, w + 10, h + 10, 9) + inner, SHADE, shade, hole=True)
    sheet.fill(rect(0, 0, WIDE, HIGH, 14) + window, dark, hole=True)
    sheet.fill(rect(0, 0, WIDE - 1.6, HIGH - 2, 13) + window, light, hole=True)
    sheet.fill(
        rect(1.2, 1.4, WIDE - 3, HIGH - 3.6, 12.5) + rect(x - 1, y - 1, w + 1.6, h + 1.6, 7.5),
        paper,
        hole=True,
    )
    sheet.stroke(rect(x - 5, y - 5, w + 10, h + 10, 10), dark, 1.0, 0.8)


def _sky(sheet: Sheet, *colours: str) -> None:
    x, y, w, h = WINDOW
    stops = [(i / (len(colours) - 1), colour, 1.0) for i, colour in enumerate(colours)]
    sheet.fill(rect(x, y, w, h), sheet.linear((0, y), (0, y + h), *stops))


def _cloud(sheet: Sheet, x: float, y: float, k: float, colour: str) -> None:
    """Paper puffs with their shadow."""
    puffs = [
        round_(x + dx * k, y + dy * k, r * k, r * k * 0.8)
        for dx, dy, r in ((-26, 4, 18), (0, -8, 25), (28, 3, 19))
    ]
    puffs.append(
        [(x - 40 * k, y + 5 * k), (x + 42 * k, y + 5 * k), (x + 36 * k, y + 18 * k), (x - 36 * k, y + 18 * k)]
    )
    for by, dark in ((4 * k, 0.12), (2 * k, 0.16)):
        for puff in puffs:
            sheet.fill(poly(moved(puff, by, by)), SHADE, dark)
    for puff in puffs:
        sheet.fill(poly(moved(puff, -0.9, -1.2)), mix(colour, "#ffffff", 0.5))
    for puff in puffs:
        sheet.fill(poly(puff), colour)


def _wave(
    sheet: Sheet, y: float, high: float, long: float, start: float, colour: str, foam: str = ""
) -> None:
    """A sheet of water with curling crests, down to the bottom of the card."""
    crest: list[Point] = []
    x = start
    while x < WIDE - 4:
        for dx, dy in (
            (0, 0),
            (0.3, -0.18),
            (0.55, -0.55),
            (0.74, -0.92),
            (0.9, -1.0),
            (1.0, -0.86),
            (0.93, -0.66),
            (0.86, -0.72),
            (0.84, -0.5),
            (0.9, -0.2),
        ):
            crest.append((min(max(x + dx * long, 4), WIDE - 4), y + dy * high))
        x += long
    outline = [*crest, (WIDE - 4, HIGH - 9), (4, HIGH - 9)]
    for by, dark in ((5, 0.14), (2.5, 0.16)):
        sheet.fill(poly(moved(outline, 0, -by)), SHADE, dark)
    if foam:
        sheet.fill(poly(moved(outline, -1, -3.6)), foam)
    sheet.fill(poly(outline), colour)


# --- the four events ----------------------------------------------------------------------------


def _flood(sheet: Sheet) -> None:
    """Rain, and a house in the waves."""
    _sky(sheet, "#44546a", "#6f8593", "#a7b6ae", "#c9cdb4")
    rng = Random(1862)
    hill = soft(at("5,170 50,140 95,158 140,128 195,150"), 8)
    land(sheet, hill, 250, "#5f7a6c", lift=4)
    for _ in range(46):
        x, y = rng.uniform(14, 190), rng.uniform(46, 170)
        sheet.fill(lens((x, y), (x - 6, y + 19), 0, 0.7), "#e8f2ee", 0.55)
    _cloud(sheet, 62, 46, 1.0, "#8d9aa6")
    _cloud(sheet, 138, 38, 1.15, "#a9b4bb")
    _wave(sheet, 196, 22, 62, -40, WATER[3], "#e9f7f1")
    house = CutShape(at("84,222 84,176 124,168 124,222"))
    sheet.cut(house, "#f4e4c4", rim="#fffaf0", lift=4, dark=0.2)
    sheet.fill(poly(at("108,171 124,168 124,222 108,222")), "#d3bd95")
    sheet.cut(
        CutShape(at("76,180 96,146 134,168 128,172 108,172 104,156 88,181")),
        "#b5452f",
        rim="#e98a66",
        lift=3,
        dark=0.2,
    )
    sheet.fill(poly(at("104,156 132,170 110,174")), "#8e3020")
    sheet.fill(rect(90, 188, 11, 12), "#4a3524")
    _wave(sheet, 224, 30, 84, -18, WATER[2], "#eefaf4")
    _wave(sheet, 250, 30, 96, -66, WATER[1], "#dff3ee")
    _wave(sheet, 276, 24, 78, -30, WATER[0], "#cfeae6")


def _volcanoes(sheet: Sheet) -> None:
    """A volcano by night."""
    _sky(sheet, "#2a1c33", "#5e2a3c", "#b1492f", "#f0a04a")
    for i in range(9):
        a = -90 + (i - 4) * 15
        sheet.fill(
            poly([(100, 118), polar((100, 118), 130, a - 2.6), polar((100, 118), 130, a + 2.6)]),
            "#ffd07a",
            0.16,
        )
    _cloud(sheet, 132, 36, 1.0, "#6e5660")
    _cloud(sheet, 74, 40, 1.1, "#83666c")
    _cloud(sheet, 104, 64, 0.95, "#9c7b7c")
    for x, y, r in (
        (80, 92, 3.4),
        (122, 86, 4),
        (66, 112, 2.6),
        (138, 108, 3),
        (101, 88, 2.6),
        (150, 84, 2.2),
        (54, 88, 2.2),
    ):
        sheet.fill(ellipse(x + 1, y + 1.2, r), SHADE, 0.3)
        sheet.fill(ellipse(x, y, r), "#ffc24a")
    fountain = at("88,122 84,98 92,106 96,82 101,104 108,86 109,106 118,96 113,122")
    sheet.cut(CutShape(fountain), "#ff8a2e", rim="#ffe7a0", lift=2)
    sheet.fill(poly(at("94,122 93,108 98,114 101,98 105,113 109,107 107,122")), "#ffe08a")
    rng = Random(1915)
    west = rough(rng, at("2,262 40,204 70,156 84,120"), 0.07, 9)
    east = rough(rng, at("116,118 132,158 160,206 198,262"), 0.07, 9)
    cone = [*west, (92, 124), (100, 121), (108, 124), *east]
    land(sheet, cone, 280, "#6b4a4a", "#4a3038", lift=4)
    spine = rough(rng, at("108,124 112,160 104,196 120,236 114,280"), 0.1, 10)
    sheet.fill(poly([*spine, (198, 280), *reversed(east)]), "#3d2733")
    for flow in (
        "88,119 100,122 112,119 108,138 114,160 102,182 106,206 96,226 90,206 96,182 88,162 94,140",
        "112,120 117,128 128,150 126,168 138,188 133,196 120,170 116,146",
        "86,124 90,132 78,156 80,170 66,190 62,184 74,160 74,150",
    ):
        sheet.fill(poly(moved(at(flow), 1.5, 1.5)), SHADE, 0.4)
        sheet.fill(curve(at(flow), closed=True), "#ff7a26")
    front = soft(at("5,262 50,248 100,258 150,246 196,260"), 8)
    land(sheet, front, 290, "#26202c", lift=5)
    for x, y, k in ((32, 262, 0.34), (52, 258, 0.24), (160, 260, 0.36), (142, 258, 0.24), (178, 264, 0.28)):
        _black_fir(sheet, x, y, k)


def _black_fir(sheet: Sheet, x: float, y: float, k: float) -> None:
    put = placed(x - 50 * k, y - 94 * k, k)
    for piece in SIGNS["forest"]().outline:
        sheet.fill(poly(put(piece.points)), "#17131c")


def _inland_sea(sheet: Sheet) -> None:
    """A sea between mountains, a boat on it."""
    _sky(sheet, "#7fb2bd", "#b9d3c6", "#f3e3b6", "#f3d9a0")
    sheet.cut(CutShape(round_(138, 66, 21, count=32)), "#ffe3a0", rim="#fffbe6", lift=2, dark=0.1)
    _cloud(sheet, 60, 52, 0.62, "#f6ecd6")
    for x, k, down in ((-6, 0.9, 152), (112, 0.95, 150), (54, 1.05, 150)):
        put = placed(x, down - 88 * k, k)
        draw(sheet, SIGNS["peaks"](), put, k)
    land(sheet, soft(at("5,152 60,144 120,150 195,142"), 8), 190, "#7f9a5f", lift=3)
    shores = (
        (100, 208, 98, 56, "#5c7f4b"),
        (100, 210, 90, 49, "#e6d29a"),
        (100, 211, 84, 44, WATER[3]),
        (101, 213, 74, 37, WATER[2]),
        (102, 215, 58, 27, "#237a84"),
    )
    sheet.fill(rect(7, 186, 186, 95), "#6f8f55")
    for x, y, rx, ry, colour in shores:
        rim = CutShape(round_(x, y, rx, ry, 44), soft=True)
        sheet.fill(rim(-1.2, -1.6), SHADE, 0.4)
        sheet.fill(rim(1.2, 1.6), mix(colour, "#fff6dd", 0.5))
        sheet.fill(rim(), colour)
    for y, x, long in (
        (198, 60, 30),
        (206, 120, 36),
        (226, 78, 34),
        (234, 112, 26),
        (216, 44, 20),
        (220, 140, 24),
    ):
        sheet.fill(lens((x, y), (x + long, y), -2.4, 0.9), "#dff5ee", 0.8)
    sheet.cut(CutShape(at("76,212 128,212 118,223 86,223")), "#8a4a2a", rim="#d79a66", lift=3, dark=0.2)
    sheet.cut(CutShape(at("101,160 101,208 76,208")), "#fbf3df", rim="#ffffff", lift=3, dark=0.18)
    sheet.cut(CutShape(at("105,154 105,208 132,208")), "#e0654a", rim="#f6a78d", lift=3, dark=0.18)
    land(sheet, soft(at("5,262 60,250 110,262 195,248"), 8), 281, "#3f6a45", lift=5)
    put = placed(14, 226, 0.5)
    draw(sheet, SIGNS["marsh"](), put, 0.5)


def _quiet(sheet: Sheet) -> None:
    """Sun, hills, and a bison that has nothing to do."""
    _sky(sheet, "#8fc3c9", "#cfe0c2", "#fbe9b8", "#f8dc9c")
    for i in range(16):
        a = 22.5 * i
        ray = [
            polar((100, 92), 44, a - 5),
            polar((100, 92), 62 if i % 2 else 56, a),
            polar((100, 92), 44, a + 5),
        ]
        sheet.fill(poly(ray), "#f7c255")
    sheet.cut(CutShape(round_(100, 92, 38, count=40)), "#ffd978", rim="#fff6d0", lift=3, dark=0.12)
    _cloud(sheet, 46, 62, 0.6, "#fbf4e4")
    _cloud(sheet, 158, 44, 0.5, "#fbf4e4")
    for x, y in ((140, 82), (154, 74), (60, 104)):
        sheet.fill(
            poly(leaf((x, y), (x - 8, y - 2.5), 2, 0.9)) + poly(leaf((x, y), (x + 8, y - 2.5), -2, 0.9)),
            "#4a5a58",
        )
    hills = (
        ("5,158 60,132 120,152 195,128", "#9fb96c"),
        ("5,180 70,172 130,148 195,164", "#7fa457"),
        ("5,196 60,186 120,204 195,190", "#5f8b49"),
        ("5,262 70,246 130,256 195,240", "#3f6f43"),
    )
    for i, (edge, colour) in enumerate(hills):
        land(sheet, soft(at(edge), 8), 281, colour, lift=4)
        if i == 1:
            for x, y, k in ((36, 186, 0.28), (52, 190, 0.36), (168, 176, 0.34), (182, 178, 0.26)):
                put = placed(x - 50 * k, y - 94 * k, k)
                draw(sheet, SIGNS["forest"](), put, k)
        if i == 2:
            put = placed(58, 172, 0.86)
            draw(sheet, SIGNS["prairie"](), put, 0.86)
    rng = Random(3)
    for _ in range(26):
        foot = rng.uniform(18, 182), rng.uniform(268, 280)
        tip = (foot[0] + rng.uniform(-3, 3), foot[1] - 12)
        sheet.fill(poly(leaf(foot, tip, 0.6, 1.0)), "#9cc26a")
    for x, y in ((40, 262), (150, 260), (172, 266), (70, 268)):
        sheet.fill(ellipse(x, y, 3), "#f6e6f0")
        sheet.fill(ellipse(x, y, 1.2), "#e7b749")


_SCENES: dict[str, Callable[[Sheet], None]] = {
    "flood": _flood,
    "volcanoes": _volcanoes,
    "inland-sea": _inland_sea,
    "quiet": _quiet,
}


# --- their signs --------------------------------------------------------------------------------


def sign(event: str) -> str:
    """An event as a round sign."""
    sheet = Sheet(100, 100)
    ground, paint = _SIGNS[event]
    for by, dark in ((3.4, 0.2), (1.7, 0.24)):
        sheet.fill(ellipse(50 + by * 0.6, 50 + by, 45), SHADE, dark)
    sheet.fill(ellipse(50, 50, 46), CREAM)
    sheet.fill(ellipse(50, 50, 40.5), ground)
    paint(sheet)
    return sheet.svg()


def _chord(y: float, r: float = 40.5) -> float:
    """Half the width of the sign's ground at a height."""
    return math.sqrt(max(0.0, r * r - (y - 50) ** 2))


def _flood_sign(sheet: Sheet) -> None:
    drops = ((34, 30, 1.0), (52, 22, 1.2), (68, 32, 0.9))
    for x, y, k in drops:
        drop = [polar((x, y), 6.4 * k, a) for a in range(-30, 211, 20)] + [(x, y - 14 * k)]
        sheet.cut(CutShape(drop), "#e9f7f1", lift=2)
    for y, colour in ((48, WATER[3]), (60, WATER[2]), (73, WATER[0])):
        half = _chord(y)
        crest = [(50 - half + i * half / 10, y + 4.2 * math.sin(i * 1.25)) for i in range(21)]
        arc = [
            polar((50, 50), 40.5, a) for a in range(0, 181, 6) if 50 + 40.5 * math.sin(math.radians(a)) > y
        ]
        sheet.fill(poly([*moved(crest, 0, -2.6), *arc]), "#e9f7f1")
        sheet.fill(poly([*crest, *arc]), colour)


def _volcano_sign(sheet: Sheet) -> None:
    for x, y, r in ((38, 26, 10), (54, 20, 11), (64, 30, 8)):
        sheet.fill(ellipse(x + 1.5, y + 1.8, r), SHADE, 0.25)
        sheet.fill(ellipse(x, y, r), "#a88a88")
    sheet.fill(poly(at("43,44 40,28 47,36 50,24 54,36 61,28 57,44")), "#ffb23d")
    sheet.cut(
        CutShape(at("16,72 42,42 46,45 50,43 54,45 58,42 84,72 70,85 30,85")),
        "#6b4a4a",
        rim="#b98a7a",
        lift=2.4,
    )
    sheet.fill(poly(at("58,42 84,72 70,85 54,85 60,66 54,54 54,45")), "#3d2733")
    sheet.fill(curve(at("43,43 50,45 57,43 54,54 58,64 50,76 46,66 49,56"), closed=True), "#ff7a26")


def _sea_sign(sheet: Sheet) -> None:
    put = placed(17, 2, 0.62)
    draw(sheet, SIGNS["peaks"](), put, 0.62)
    for rx, ry, colour in ((36, 17, "#e6d29a"), (32, 14, WATER[2])):
        rim = CutShape(round_(50, 66, rx, ry, 36))
        sheet.fill(rim(-0.8, -1.2), SHADE, 0.4)
        sheet.fill(rim(), colour)
    sheet.cut(CutShape(at("38,68 64,68 59,75 43,75")), "#8a4a2a", lift=1.6)
    sheet.cut(CutShape(at("50,42 50,66 37,66")), "#fbf3df", lift=1.6)
    sheet.cut(CutShape(at("53,40 53,66 66,66")), "#e0654a", lift=1.6)


def _quiet_sign(sheet: Sheet) -> None:
    for i in range(12):
        a = 30 * i
        sheet.fill(
            poly([polar((50, 46), 19, a - 8), polar((50, 46), 29, a), polar((50, 46), 19, a + 8)]), "#f7c255"
        )
    sheet.cut(CutShape(round_(50, 46, 17, count=28)), "#ffd978", rim="#fff6d0", lift=2)
    for y, lean, colour in ((62, 7, "#7fa457"), (72, -7, "#3f6f43")):
        half = _chord(y)
        crest = [
            (
                50 - half + i * half / 6,
                y + lean * math.sin(i / 6 * math.pi / 2 + (0 if lean > 0 else 0.4)) * 0.9 - lean * 0.4,
            )
            for i in range(13)
        ]
        arc = [
            polar((50, 50), 40.5, a) for a in range(0, 181, 6) if 50 + 40.5 * math.sin(math.radians(a)) > y
        ]
        sheet.fill(poly([*crest, *arc]), colour)


_SIGNS: dict[str, tuple[str, Callable[[Sheet], None]]] = {
    "flood": ("#6f8593", _flood_sign),
    "volcanoes": ("#8c3a34", _volcano_sign),
    "inland-sea": ("#9cc2bd", _sea_sign),
    "quiet": ("#a9d3d2", _quiet_sign),
}


# --- the bag ------------------------------------------------------------------------------------


def bag() -> str:
    """A bag of linen, tied up, a hex sewn on."""
    sheet, rng = Sheet(200, 200), Random(9)
    body = at("70,70 58,88 36,112 22,142 24,170 46,188 100,194 154,188 176,170 178,142 164,112 142,88 130,70")
    ruff = at("70,66 58,44 50,26 66,34 78,18 90,32 102,14 112,32 126,18 136,34 150,26 142,46 130,66")
    sheet.fill(ellipse(108, 190, 82, 9), SHADE, 0.35)
    linen = CutShape(body, soft=True)
    sheet.fill(linen(5, 4), SHADE, 0.3)
    sheet.fill(linen(-1.4, -1.6), "#f2dfb4")
    shine = sheet.linear((40, 90), (176, 190), (0, "#e2c68c", 1), (0.45, "#cfac6c", 1), (1, "#8d6a3a", 1))
    sheet.fill(linen(), shine)
    for a, b, bend in (
        ((72, 78), (44, 134), -7),
        ((84, 78), (66, 142), -5),
        ((118, 78), (138, 140), 5),
        ((130, 78), (160, 132), 8),
        ((100, 78), (101, 112), 1),
    ):
        sheet.fill(lens(a, b, bend, 2.0), "#7a5a30", 0.4)
    frill = CutShape(ruff, soft=True)
    sheet.fill(frill(3, 4), SHADE, 0.3)
    sheet.fill(frill(-1.2, -1.6), "#f7e6bf")
    sheet.fill(frill(), "#d8b779")
    for a, b in (
        ((76, 62), (66, 38)),
        ((88, 62), (84, 32)),
        ((100, 62), (101, 30)),
        ((112, 62), (118, 32)),
        ((124, 62), (136, 38)),
    ):
        sheet.fill(lens(a, b, 1, 1.8), "#7a5a30", 0.45)
    sheet.stroke(line(at("68,69 84,74 100,75 116,74 132,69")), "#5a3a1c", 11)
    sheet.stroke(line(at("69,67.5 84,72 100,73 116,72 131,67.5")), "#b5452f", 7.5)
    sheet.stroke(curve(at("112,74 128,84 122,104 130,116")), "#5a3a1c", 6)
    sheet.stroke(curve(at("112,74 128,84 122,104 130,116")), "#b5452f", 4)
    _sewn(sheet)
    sheet.specks(rng, 30, "#6b4d26", 0.3, 1.6)
    return sheet.svg()


def _sewn(sheet: Sheet) -> None:
    """The hex on the bag: half Pacific, half Atlantic, a river between them."""
    hexagon = [polar((98, 144), 36, 60 * i) for i in range(6)]
    sheet.cut(CutShape(hexagon), "#f4e4c4", rim="#fffaf0", lift=3, dark=0.22)
    inner = [polar((98, 144), 30, 60 * i) for i in range(6)]
    sheet.fill(poly(inner), "#2f6b4b")
    sheet.fill(poly([inner[2], inner[3], inner[4], (90, 130), (100, 144), (88, 158)]), "#0072b2")
    sheet.fill(poly([inner[1], inner[0], inner[5], (108, 130), (100, 144), (112, 158)]), "#e0940c")
    put = placed(83, 123, 0.34)
    draw(sheet, SIGNS["peaks"](), put, 0.34)


EVENTS: tuple[str, ...] = tuple(_SCENES)
"""The events there are pictures of."""
