"""Down Under: cards, billabongs, the animals on the neutral parts, and what lies on the earth."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from tools.art.land import hatch, soft
from tools.art.paper import (
    SHADE,
    CutShape,
    Point,
    Sheet,
    at,
    blob,
    curve,
    ellipse,
    lens,
    mix,
    moved,
    pair,
    polar,
    poly,
    rect,
    spun,
)

SIDE: Final = 100.0
INK: Final = "#4a2014"
OCHRE: Final = "#c9803f"
PAPER: Final = "#f2ead9"
"""As in the usual palette: the animals' dark paper, what is light on them, the paper that shows through."""
REED: Final = "#4e6b3e"
WATER: Final = "#17555f"
LEAF: Final = "#6f8f6b"


def _outline(*pieces: str) -> list[Point]:
    """A closed outline of soft pieces; it has a corner where one ends and the next begins."""
    out: list[Point] = []
    for piece in pieces:
        out += soft(at(piece), 3)[:-1]
    return out


def _strokes(sheet: Sheet, colour: str, width: float, *lines: str) -> None:
    for line in lines:
        sheet.stroke(curve(soft(at(line), 3)), colour, width)


def kangaroo() -> str:
    """On its hind feet, looking east: ears up, small hands, a long foot and a heavy tail."""
    sheet = Sheet(SIDE, SIDE)
    body = _outline(
        "4,88 16,91 28,86 33,74 34,60 40,46 52,36 60,28 64,20",
        "64,20 63,10 66,2 71,8 72,16",
        "72,16 75,8 80,3 82,10 79,18",
        "79,18 87,22 95,28 96,32",
        "96,32 91,35 82,34 76,34",
        "76,34 74,42 72,48",
        "72,48 80,52 87,60 86,65 82,65",
        "82,65 76,60 68,57",
        "68,57 66,64 61,69",
        "61,69 66,77 64,86 58,91",
        "58,91 70,92 80,94 81,98",
        "81,98 66,98 50,98 42,97 38,93",
        "38,93 32,97 18,99 6,95 4,88",
    )
    sheet.fill(poly(body), INK)
    _strokes(sheet, OCHRE, 3.2, "36,88 34,76 38,64 48,62 56,70")
    _strokes(sheet, OCHRE, 2.6, "66,8 68,16")
    sheet.fill(ellipse(80, 24.5, 2.6), PAPER)
    return sheet.svg()


def emu() -> str:
    """Striding east: a shaggy body on two long legs, a long bare neck."""
    sheet = Sheet(SIDE, SIDE)
    body = _outline(
        "3,66 6,50 18,36 36,31 52,37 58,42",
        "58,42 65,34 66,24 65,14 71,4 81,4",
        "81,4 89,7 97,13 96,16",
        "96,16 87,16 79,17",
        "79,17 76,26 79,38 76,52 68,61 59,66",
        "59,66 62,78 70,92",
        "70,92 80,95 80,98 62,98",
        "62,98 54,82 49,68",
        "49,68 44,69 41,70",
        "41,70 40,80 44,92",
        "44,92 54,95 54,98 36,98",
        "36,98 31,82 31,69",
        "31,69 24,72 22,80",
        "22,80 18,74 12,78 12,72 6,76 3,66",
    )
    sheet.fill(poly(body), INK)
    _strokes(sheet, OCHRE, 3.0, "14,62 22,50 34,46", "26,64 36,56 48,54", "50,46 56,50 62,50")
    sheet.fill(ellipse(78.5, 10, 2.6), PAPER)
    return sheet.svg()


def platypus() -> str:
    """Swimming to the north-east, seen from above: a broad bill, webbed feet, a flat tail."""
    sheet = Sheet(SIDE, SIDE)

    def turned(points: list[Point]) -> list[Point]:
        return spun(moved([(px * 0.78, py * 0.78) for px, py in points], 50, 50), -36, (50, 50))

    for x, y, lean in ((20, 17, 64), (-25, 15, 132)):
        for side in (1, -1):
            toes = [(0, -5), (13, -11), (18, -4), (20, 3), (15, 9), (0, 6)]
            foot = [(x + px, side * (y + py)) for px, py in spun(toes, lean)]
            sheet.fill(curve(turned(foot), True), INK)
    tail = _outline("-26,-13 -40,-13 -56,-17 -65,-9 -66,0 -65,9 -56,17 -40,13 -26,13")
    body = _outline("42,-9 30,-16 10,-23 -14,-23 -34,-13 -36,0 -34,13 -14,23 10,23 30,16 42,9 44,0 42,-9")
    bill = _outline("36,-10 47,-14 59,-15 66,-9 68,0 66,9 59,15 47,14 36,10")
    sheet.fill(poly(turned(tail)), INK)
    for x in (-58, -50, -42):
        sheet.stroke(curve(turned([(x, -9.0), (x + 4, 0.0), (x, 9.0)])), OCHRE, 2.4)
    sheet.fill(poly(turned(bill)), OCHRE)
    sheet.fill(poly(turned(body)), INK)
    for side in (1, -1):
        sheet.fill(ellipse(*turned([(34.0, side * 8.0)])[0], 2.6), PAPER)
        sheet.fill(ellipse(*turned([(60.0, side * 4.5)])[0], 1.8), INK)
    return sheet.svg()


def rabbit() -> str:
    """Sitting, looking east, light on dark, for it is not welcome: long ears laid back, a round back."""
    sheet = Sheet(SIDE, SIDE)
    body = _outline(
        "12,84 8,70 14,54 28,45 42,42 52,40 58,36",
        "58,36 46,26 40,10 44,3 52,8 62,20 66,30",
        "66,30 64,16 67,3 74,1 78,12 77,30",
        "77,30 86,33 93,41 94,48 90,54 80,56 74,57",
        "74,57 76,68 72,78 74,88 82,92 81,97",
        "81,97 66,98 58,97 58,91",
        "58,91 50,93 50,97",
        "50,97 34,98 22,97 14,92 12,84",
    )
    sheet.fill(poly(body), PAPER)
    sheet.fill(ellipse(11, 80, 9.5), PAPER)
    sheet.fill(ellipse(10.5, 80, 6.6), OCHRE)
    _strokes(sheet, OCHRE, 3.2, "47,9 54,20 61,30", "72,8 72,18 71,28")
    _strokes(sheet, OCHRE, 3.0, "26,86 30,68 46,64 56,76 52,88")
    sheet.fill(ellipse(80, 42, 3.4), INK)
    return sheet.svg()


def dingo() -> str:
    """Walking east: pricked ears, a lean belly, a bushy tail and white socks."""
    sheet = Sheet(SIDE, SIDE)
    body = _outline(
        "2,69 3,58 10,47 20,41 34,41 50,42 60,38 64,30",
        "64,30 64,18 66,6",
        "66,6 73,12 77,19",
        "77,19 80,12 84,8",
        "84,8 86,16 86,24",
        "86,24 93,29 99,32 98,37",
        "98,37 92,41 84,42 80,44",
        "80,44 80,54 76,62 78,76 84,96",
        "84,96 73,96 68,80 65,68",
        "65,68 62,82 64,96",
        "64,96 54,96 53,80 51,66",
        "51,66 42,64 34,63",
        "34,63 35,70 31,78 36,96",
        "36,96 26,96 22,80 21,72",
        "21,72 17,84 15,96",
        "15,96 6,96 8,78 12,62",
        "12,62 9,70 7,80 4,76 2,69",
    )
    sheet.fill(poly(body), INK)
    for x, lean in ((78, 3.4), (58.6, 0.2), (31, 2.4), (10.4, -0.8)):
        sock = [(x - 3.6 - lean, 86.0), (x + 4.2 - lean, 86.0), (x + 5.6, 96.5), (x - 5.0, 96.5)]
        sheet.fill(poly(sock), OCHRE)
    sheet.fill(poly(_outline("2,69 5,70 8,71", "8,71 7,80 4,76 2,69")), OCHRE)
    _strokes(sheet, OCHRE, 2.8, "68,13 71,19 73,24")
    _strokes(sheet, OCHRE, 3.0, "76,48 70,56 62,58")
    sheet.fill(ellipse(83, 29, 2.6), PAPER)
    return sheet.svg()


ANIMALS: Final[dict[str, Callable[[], str]]] = {
    "kangaroo": kangaroo,
    "emu": emu,
    "platypus": platypus,
    "rabbit": rabbit,
    "dingo": dingo,
}

# --- cards --------------------------------------------------------------------------------------

PAD: Final = 6.0
"""How far the picture of a card reaches over its cell on every side, for its shadow."""
PAPER_DEEP: Final = "#bba98a"
STONE, STONE_DEEP, STONE_LIGHT = "#aba59b", "#746c61", "#dad5cb"
"""The paper's edge; the grey roads, their kerbs, the light along these."""
KERB, CORE = 15.0, 11.5
"""Half the width of a road with its kerbs, and of its middle."""
MIDDLES: Final = {"N": (50.0, 0.0), "E": (100.0, 50.0), "S": (50.0, 100.0), "W": (0.0, 50.0)}
STRAIGHTS, CURVES, ENDS = ("NS", "EW"), ("NE", "SE", "SW", "NW"), ("N", "E", "S", "W")
"""Cards by the sides that their own parts join."""
OTHERS: Final = {"NS": "EW", "EW": "NS", "NE": "SW", "SE": "NW", "SW": "NE", "NW": "SE"}
"""The sides that the grey road of a card joins, by those of its own part; ways over a billabong too."""


def card(own: str) -> str:
    """A straight or a curve: paper with the grey road, without the own part."""
    sheet = _cell()
    _paper(sheet, [(1.2, 1.2), (98.8, 1.2), (98.8, 98.8), (1.2, 98.8)])
    _road(sheet, OTHERS[own])
    if own in STRAIGHTS:
        for far in (-KERB - 7, KERB):
            strip = (50 + far, 50 - KERB, 7.0, 2 * KERB)
            x, y, wide, high = strip if own == "NS" else (strip[1], strip[0], strip[3], strip[2])
            beside = rect(x + PAD, y + PAD, wide, high)
            sheet.fill(beside, SHADE, 0.22)
    return sheet.svg()


def end(own: str) -> str:
    """An end: half a card, cut with pinking shears behind the grey road."""
    sheet = _cell()
    teeth = [(98.8 - i * 97.6 / 34, 65 + (1.2 if i % 2 else -1.2)) for i in range(35)]
    turn = 90 * ENDS.index(own)
    _paper(sheet, spun([(1.2, 1.2), (98.8, 1.2), *teeth], turn, (50, 50)))
    _road(sheet, "EW" if own in "NS" else "NS")
    return sheet.svg()


def way(sides: str) -> str:
    """A grey road over a billabong."""
    sheet = _cell()
    _road(sheet, sides)
    return sheet.svg()


def _cell() -> Sheet:
    return Sheet(SIDE + 2 * PAD, SIDE + 2 * PAD)


def _placed(points: list[Point]) -> list[Point]:
    """Points of the cell on a sheet with a pad around it."""
    return moved(points, PAD, PAD)


def _paper(sheet: Sheet, outline: list[Point]) -> None:
    """A thin piece of bone-white paper with its short shadow, lit from the upper left."""
    for far, dark in ((3.2, 0.1), (2.2, 0.16), (1.2, 0.22)):
        sheet.stroke(poly(moved(_placed(outline), 0.5, 1.2)), SHADE, 2 * far, dark)
    top = sheet.linear((PAD, PAD), (SIDE + PAD, SIDE + PAD), (0, "#f9f2e3", 1), (1, "#ebe2cf", 1))
    sheet.fill(poly(_placed(outline)), PAPER_DEEP)
    sheet.stroke(poly(_placed(outline)), PAPER_DEEP, 2)
    inner = [(50 + (x - 50) * 0.985, 50 + (y - 50) * 0.985) for x, y in outline]
    sheet.fill(poly(_placed(inner)), top)
    sheet.stroke(poly(_placed(inner)), top, 1.6)


def _road(sheet: Sheet, sides: str) -> None:
    """A grey road from side to side of a cell; a curve is a quarter of a circle about their corner."""
    a, b = _placed([MIDDLES[side] for side in sides])
    clockwise = (a[0] - 50 - PAD) * (b[1] - 50 - PAD) < (a[1] - 50 - PAD) * (b[0] - 50 - PAD)
    bend = f"A50 50 0 0 {int(clockwise)} {pair(b)}" if sides in CURVES else f"L{pair(b)}"
    path = f"M{pair(a)}{bend}"
    for half, colour, opacity in (
        (KERB + 4.2, SHADE, 0.06),
        (KERB + 2.4, SHADE, 0.08),
        (KERB + 1.0, SHADE, 0.14),
        (KERB, STONE_DEEP, 1.0),
        (CORE, mix(STONE, STONE_LIGHT, 0.6), 1.0),
        (CORE - 1.2, STONE, 1.0),
    ):
        sheet.stroke(path, colour, 2 * half, opacity, cap="butt")


# --- a pool and what grows there ----------------------------------------------------------------

POOL: Final = 33.0
"""Radius of a billabong."""
SAND: Final = "#e0b98f"
DEEP, SHALLOW, SHINE = "#17555f", "#2f8c90", "#8fd3c6"
"""Its water in the middle and at the shore, and the light on it."""

CLUMPS: Final = ((24.0, 31.0, 1.0), (77.0, 28.0, 0.8), (26.0, 78.0, 0.75), (78.0, 79.0, 1.0))
"""Where reeds stand in the corners between the four ways, by the foot of a clump, and how large it is."""
LILIES: Final = ((42.0, 60.0, 4.6), (36.0, 53.0, 3.4), (61.0, 42.0, 4.0))


def billabong() -> str:
    """A card with a pool into which a road leads from every side."""
    sheet, rng = _cell(), Random(2005)
    _paper(sheet, [(1.2, 1.2), (98.8, 1.2), (98.8, 98.8), (1.2, 98.8)])
    _road(sheet, "NS")
    _road(sheet, "EW")
    centre = (50 + PAD, 50 + PAD)
    sheet.fill(curve(_shore(POOL + 4), True), mix(SAND, SHADE, 0.35))
    sheet.fill(curve(_shore(POOL + 3.2), True), SAND)
    water = sheet.radial(centre, POOL + 2, (0, DEEP, 1), (0.72, SHALLOW, 1), (1, mix(SHALLOW, SHINE, 0.5), 1))
    sheet.fill(curve(_shore(POOL), True), SHADE, 0.45)
    sheet.fill(curve([(x + 1.2, y + 1.8) for x, y in _shore(POOL - 1.6)], True), water)
    for radius, start in ((5.0, 20.0), (10.5, 150.0), (16.5, 265.0), (22.0, 40.0)):
        for first in (start, start + 180):
            turns = (math.radians(first + 100 * i / 12) for i in range(13))
            arc = [
                (centre[0] - 3 + radius * math.cos(t), centre[1] - 2 + 0.8 * radius * math.sin(t))
                for t in turns
            ]
            sheet.stroke(curve(arc), SHINE, 1.1, 0.75)
    for x, y, r in LILIES:
        _lily(sheet, x + PAD, y + PAD, r, rng.uniform(0, 360))
    for x, y, k in CLUMPS:
        _clump(sheet, rng, x + PAD, y + PAD, k)
    return sheet.svg()


def _shore(radius: float) -> list[Point]:
    """A shore of about this radius, not quite round."""
    turns = [2 * math.pi * i / 36 for i in range(36)]
    rough = (radius + 1.6 * math.sin(3 * t + 0.7) + 1.1 * math.sin(5 * t + 2.1) for t in turns)
    return _placed([(50 + r * math.cos(t), 50 + r * math.sin(t)) for r, t in zip(rough, turns, strict=True)])


def _lily(sheet: Sheet, x: float, y: float, r: float, turn: float) -> None:
    """A round leaf on the water with a notch."""
    leaf = [(x, y)]
    for step in range(13):
        a = math.radians(turn + 20 + step * 320 / 12)
        leaf.append((x + r * math.cos(a), y + 0.82 * r * math.sin(a)))
    sheet.fill(poly(moved(leaf, 0.7, 1.0)), WATER)
    sheet.fill(poly(leaf), mix(REED, "#a9c67e", 0.45))
    sheet.fill(ellipse(x + 0.25 * r, y - 0.1 * r, 0.24 * r), "#f2d9a0")


def _clump(sheet: Sheet, rng: Random, x: float, y: float, k: float) -> None:
    """Reeds and two bulrushes out of one foot."""
    foot = blob(rng, (x, y), 9 * k, 3.4 * k, 9, 0.2)
    sheet.fill(curve(moved(foot, 1, 1.2), True), "#1a0f0a", 0.3)
    sheet.fill(curve(foot, True), mix(REED, "#1a0f0a", 0.3))
    for index, lean in enumerate((-9, -6.5, -4, -1.5, 1, 3.5, 6, 9)):
        high = rng.uniform(13, 19) * k - abs(lean) * 0.5
        root, tip = (x + lean * 0.55 * k, y + 0.8), (x + lean * 1.15 * k, y - high)
        blade = [(root[0] - 1.15 * k, root[1]), tip, (root[0] + 1.15 * k, root[1])]
        sheet.fill(poly(blade), REED if index % 2 else mix(REED, "#a9c67e", 0.4))
    for lean in (-2.6, 4.4):
        top = (x + lean * k, y - (20 - abs(lean)) * k)
        sheet.stroke(curve([(x + lean * 0.4 * k, y), top]), mix(REED, "#1a0f0a", 0.2), 0.9 * k)
        sheet.stroke(curve([(top[0], top[1] + 4 * k), top]), "#5a2d18", 2.6 * k)


# --- the earth and what lies on it --------------------------------------------------------------


def grow() -> str:
    """A cell over which the field may still grow: stripes in a dashed frame, in white, to be shown pale."""
    sheet = Sheet(SIDE, SIDE)
    for far in range(14, 200, 14):
        x, y = max(3.0, far - 97.0), min(97.0, far - 3.0)
        if y > x:
            slanted = [(x, y), (x + 1.7, y + 1.7), (y + 1.7, x + 1.7), (y, x)]
            sheet.fill(poly([(min(97.0, a), min(97.0, b)) for a, b in slanted]), "#ffffff", 0.35)
    for start in range(0, 100, 20):
        for dash in (rect(start + 5, 2, 10, 1.4), rect(start + 5, 96.6, 10, 1.4)):
            sheet.fill(dash, "#ffffff")
        for dash in (rect(2, start + 5, 1.4, 10), rect(96.6, start + 5, 1.4, 10)):
            sheet.fill(dash, "#ffffff")
    return sheet.svg()


LAND: Final = 1920.0, 1200.0
"""Size of the picture of the land."""
SLABS: Final = ("#8f3a20", "#7c2f19", "#662413")
"""Steps of sandstone that go down beside the field, from its red earth to the dark of the window's edge."""


def land() -> str:
    """What lies over the red earth: steps of sandstone, a dry creek, spinifex, termite mounds, stones.

    The middle is empty; windows that are higher than wide show little else.
    """
    sheet, rng = Sheet(*LAND), Random(1770)
    for step, colour in enumerate(SLABS):
        for side in (-1, 1):
            _slab(sheet, rng, 600.0 + 128 * step, side, colour, 9.0 - 2 * step)
    _creek(sheet, rng)
    _mounds(sheet)
    _tufts(sheet, rng)
    _stones(sheet, rng)
    sheet.specks(rng, 200, "#3a1209", 0.3, 2.4)
    return sheet.svg()


MOUNDS: Final = ((352, 500, 1.0), (390, 556, 0.6), (1585, 905, 1.1), (1530, 950, 0.65), (1880, 300, 0.8))
"""Where termites have built, and how high."""
TUFTS: Final = (
    *((110.0, 690.0), (250.0, 330.0), (300.0, 1090.0), (60.0, 1130.0), (390.0, 800.0), (400.0, 180.0)),
    *((1540.0, 560.0), (1700.0, 640.0), (1850.0, 930.0), (1640.0, 1120.0), (1500.0, 230.0), (1800.0, 90.0)),
    *((700.0, 24.0), (1190.0, 1184.0), (820.0, 1188.0)),
)
"""Where spinifex grows."""


def _slab(sheet: Sheet, rng: Random, away: float, side: int, colour: str, lift: float) -> None:
    """A step of sandstone so far from the middle, with strokes along its face."""
    phase, wave, middle = rng.uniform(0, math.tau), rng.uniform(20, 40), LAND[0] / 2
    edge = [
        (middle + side * (away + wave * math.sin(phase + y / 150) + rng.uniform(-16, 16)), float(y))
        for y in range(-40, 1281, 40)
    ]
    wall = [*soft(edge), (middle + side * 1000, 1280.0), (middle + side * 1000, -40.0)]
    sheet.cut(CutShape(wall), colour, rim=mix(colour, "#e8935f", 0.5), lift=lift, dark=0.2)
    x0, x1 = sorted((middle + side * (away + 56), middle + side * 960))
    hatch(sheet, rng, (x0, 20, x1, 1180), 40, mix(colour, "#3a1209", 0.4), 0.4, 70, 6)


def _creek(sheet: Sheet, rng: Random) -> None:
    """A dry creek of pale sand that winds down the western side."""
    line = [(170 + 58 * math.sin(y / 118) + 26 * math.sin(y / 47), float(y)) for y in range(-40, 1281, 40)]
    for wide, colour, opacity in ((58, "#4c190c", 0.5), (48, "#9c5530", 1.0), (30, "#aa6239", 1.0)):
        sheet.stroke(curve(line), colour, wide, opacity)
    strokes = []
    for _ in range(40):
        x, y = line[rng.randrange(len(line))]
        x, y = x + rng.uniform(-16, 16), y + rng.uniform(-20, 20)
        strokes.append(lens((x, y), (x + rng.uniform(-8, 8), y + rng.uniform(24, 50)), 3, 1.1))
    sheet.fill_each(strokes, "#7c3c20", 0.6)


def _mounds(sheet: Sheet) -> None:
    """Termite mounds: tall cones of baked earth, lit from the upper left."""
    body = soft(at("-32,4 -26,-26 -20,-58 -10,-86 -2,-98 7,-84 12,-92 18,-60 26,-30 32,4 14,10 -14,10"), 2)
    shade = at("4,-80 12,-88 18,-60 26,-30 32,4 14,10 8,-24")
    foot = at("-30,6 20,-10 64,0 62,12 10,18 -26,14")

    def each(shape: list[Point], by: float = 0.0) -> list[str]:
        return [poly([(x + px * k + by, y + py * k + by) for px, py in shape]) for x, y, k in MOUNDS]

    sheet.fill_each(each(soft(foot, 2)), SHADE, 0.3)
    sheet.fill_each(each(body, -1.0), "#e79a66")
    sheet.fill_each(each(body), "#b4572f")
    sheet.fill_each(each(shade), "#7c2f19", 0.55)
    holes = [
        poly(moved(((-2.6, 0), (0, -5), (2.6, 0), (0, 5)), x + px * k, y + py * k))
        for x, y, k in MOUNDS
        for px, py in ((-14, -20), (-8, -52), (-20, -4), (-2, -34))
    ]
    sheet.fill_each(holes, "#7c2f19", 0.5)


def _tufts(sheet: Sheet, rng: Random) -> None:
    """Cushions of spinifex."""
    shades: list[str] = []
    dark: list[str] = []
    light: list[str] = []
    for x, y in TUFTS:
        k = rng.uniform(0.7, 1.25)
        shades.append(poly(blob(rng, (x + 6 * k, y + 3 * k), 36 * k, 9 * k, 12, 0.04)))
        for index in range(22):
            tip = polar((x, y), rng.uniform(18, 42) * k, rng.uniform(185, 355))
            blade = lens((x + rng.uniform(-11, 11) * k, y), tip, rng.uniform(-5, 5), 2.4 * k)
            (dark if index % 2 else light).append(blade)
    sheet.fill_each(shades, SHADE, 0.28)
    sheet.fill_each(dark, "#77803f", 0.95)
    sheet.fill_each(light, "#b3b065", 0.95)


def _stones(sheet: Sheet, rng: Random) -> None:
    """Stones beside the field, each with its shadow and its lit edge."""
    stones = []
    for _ in range(46):
        x = LAND[0] / 2 + rng.choice((-1, 1)) * rng.uniform(560, 950)
        size = rng.uniform(4, 13)
        stones.append(blob(rng, (x, rng.uniform(30, 1170)), size, size * 0.7))
    sheet.fill_each([poly(moved(stone, 3, 4)) for stone in stones], SHADE, 0.3)
    sheet.fill_each([poly(moved(stone, -0.8, -1)) for stone in stones], "#d98a5c")
    sheet.fill_each([poly(stone) for stone in stones], "#a04a2b")


def jump() -> str:
    """A kangaroo in the middle of a jump to the east: stretched out, its tail behind it."""
    sheet = Sheet(140.0, SIDE)
    body = _outline(
        "2,40 20,46 36,46 50,36 68,30 86,28 98,24",
        "98,24 98,12 103,4 107,12 108,19",
        "108,19 113,11 118,10 116,20",
        "116,20 126,25 134,32 133,37",
        "133,37 124,40 113,39 106,40",
        "106,40 104,48 98,54",
        "98,54 106,60 110,68 104,69",
        "104,69 96,63 88,60",
        "88,60 78,62 68,64",
        "68,64 56,72 40,84 30,96",
        "30,96 22,94 26,88 34,78 44,68",
        "44,68 38,60 34,56 20,54 2,46 2,40",
    )
    sheet.fill(poly(body), INK)
    _strokes(sheet, OCHRE, 3.2, "44,66 50,54 62,50 70,58")
    sheet.fill(ellipse(116, 27, 2.6), PAPER)
    return sheet.svg()


def leaves() -> str:
    """A fallen twig of a gum tree: three sickle-shaped leaves and two gumnuts."""
    sheet = Sheet(SIDE, SIDE)
    blades = (
        _outline("38,58 52,44 72,34 96,33", "96,33 78,44 60,54 38,58"),
        _outline("44,52 42,34 50,16 64,4", "64,4 60,24 54,40 44,52"),
        _outline("34,64 48,68 64,78 74,94", "74,94 56,88 42,78 34,64"),
    )
    for blade in blades:
        sheet.fill(poly(moved(blade, 2.2, 3)), "#1a0f0a", 0.3)
    _strokes(sheet, "#5a3a22", 2.4, "6,84 22,70 40,56")
    for blade, tone in zip(blades, (LEAF, mix(LEAF, PAPER, 0.22), mix(LEAF, "#1a0f0a", 0.2)), strict=True):
        sheet.fill(poly(blade), tone)
    _strokes(
        sheet, mix(LEAF, PAPER, 0.45), 1.3, "40,57 62,47 88,36", "45,50 49,32 60,12", "37,66 54,76 68,88"
    )
    for x, y in ((20.0, 58.0), (13.0, 68.0)):
        sheet.fill(ellipse(x, y, 5.2), "#6b4528")
        sheet.fill(ellipse(x - 1.4, y - 1.6, 2.0), "#3a2214")
    return sheet.svg()


def pebbles() -> str:
    """A few stones of the same earth."""
    sheet, rng = Sheet(SIDE, SIDE), Random(61)
    for x, y, r in ((34.0, 44.0, 15.0), (66.0, 62.0, 10.0), (54.0, 28.0, 6.0), (26.0, 72.0, 5.0)):
        stone = blob(rng, (x, y), r * 1.2, r * 0.85, 8, 0.14)
        sheet.fill(poly(moved(stone, 3, 4)), "#1a0f0a", 0.32)
        sheet.fill(poly(stone), "#7a3320")
        lit = [(x + (px - x) * 0.72 - r * 0.12, y + (py - y) * 0.66 - r * 0.16) for px, py in stone]
        sheet.fill(poly(lit), "#b0603c")
    return sheet.svg()


PIECES: Final[dict[str, Callable[[], str]]] = {
    **ANIMALS,
    "billabong": billabong,
    "grow": grow,
    "land": land,
    "jump": jump,
    **{f"card-{own}": partial(card, own) for own in OTHERS},
    **{f"card-end{own}": partial(end, own) for own in ENDS},
    **{f"way-{sides}": partial(way, sides) for sides in OTHERS},
    "leaves": leaves,
    "pebbles": pebbles,
}
