"""The Great Divide: what lies on the paper of the tiles.

A tile is a flat-topped hex of radius 100 about the middle of a sheet of 200. Its paper is white here, and
tinted by the program with the colour that the theme has for its area; over it lie the light, what grows
there, its arrow. A little more of the sheet is seen around the paper of tiles and of empty spaces (`AROUND`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from tools.art.great_divide_signs import SIGNS, draw, leaf, round_
from tools.art.land import placed
from tools.art.paper import (
    INK,
    SHADE,
    CutShape,
    Point,
    Sheet,
    at,
    blob,
    ellipse,
    lens,
    line,
    mix,
    moved,
    polar,
    poly,
    spun,
)

SIDE = 200.0
MIDDLE = (100.0, 100.0)
HALF = math.sqrt(3) / 2
EDGE = 93.0
"""Radius of what may be printed on a tile."""
ARROW = 73.0
"""How far the middle of a lone head is from that of its tile."""
BED = 178.0
"""Sides of the sheet of an arrow with its bed."""
CREAM, RIM = "#f8ecd2", "#fffaf0"
GOLD, GOLD_DARK, GOLD_LIGHT = "#e7b749", "#8f6420", "#ffe7a6"


def _within(p: Point, room: float) -> bool:
    """Whether a point lies on the paper, so far from its edge."""
    x, y = abs(p[0] - 100), abs(p[1] - 100)
    inner = EDGE * HALF - room
    return y < inner and x * HALF + y / 2 < inner


def _strewn(rng: Random, count: int, room: float, apart: float) -> list[Point]:
    """Places on the paper that keep apart from one another."""
    out: list[Point] = []
    for _ in range(count * 30):
        p = rng.uniform(5, 195), rng.uniform(15, 185)
        if len(out) < count and _within(p, room) and all(math.dist(p, q) > apart for q in out):
            out.append(p)
    return out


# --- paper --------------------------------------------------------------------------------------

AROUND = 16.0
"""What is seen around a tile or space for its shadow."""
LAMP = (-0.55, -0.84)
"""Where the light comes from."""
CENTRE = (100 + AROUND, 100 + AROUND)


def _paper() -> Sheet:
    return Sheet(SIDE + 2 * AROUND, SIDE + 2 * AROUND)


def _hex(radius: float, shift: Point = (0, 0), soft: float = 0.0) -> list[Point]:
    """The corners of a hex, rounded by so much."""
    x, y = CENTRE[0] + shift[0], CENTRE[1] + shift[1]
    inner = radius - soft / HALF
    if not soft:
        return [polar((x, y), radius, 60 * corner) for corner in range(6)]
    return [
        polar(polar((x, y), inner, 60 * corner), soft, 60 * corner + turn)
        for corner in range(6)
        for turn in range(-30, 31, 10)
    ]


def _edges(sheet: Sheet, radius: float, wide: float, bright: float, dim: float) -> None:
    """Light along the sides of a hex that face the lamp, shade along the others; negative the other way."""
    for side in range(6):
        normal = polar((0, 0), 1, 60 * side + 30)
        lit = normal[0] * LAMP[0] + normal[1] * LAMP[1]
        ends = [polar(CENTRE, radius, 60 * corner) for corner in (side, side + 1)]
        colour, strength = ("#fff0d0", bright * lit) if bright * lit > 0 else (SHADE, -dim * lit)
        sheet.stroke(line(ends), colour, wide, abs(strength), cap="butt")


def tile_paper() -> str:
    """A thick piece of paper with its short shadow, white."""
    sheet = _paper()
    for grown in (6.5, 4.0, 1.5, -1.0, -3.5):
        sheet.fill(poly(_hex(95.5 + grown, (3, 7.5), 7)), "#000000", 0.11)
    sheet.fill(poly(_hex(93, (0, 5), 7)), "#858585")
    sheet.fill(poly(_hex(93, soft=7)), "#ffffff")
    return sheet.svg()


def tile_light() -> str:
    """The light on that paper, and on its edges."""
    sheet, far = _paper(), 90.0
    ends = [(CENTRE[0] + far * LAMP[0] * way, CENTRE[1] + far * LAMP[1] * way) for way in (1, -1)]
    stops = (0.0, "#ffffff", 0.05), (0.5, "#ffffff", 0.0), (0.5, "#000000", 0.0), (1.0, "#000000", 0.05)
    sheet.fill(poly(_hex(93, soft=7)), sheet.linear(ends[0], ends[1], *stops))
    _edges(sheet, 91.0, 3.2, 0.55, 0.22)
    return sheet.svg()


def space_rim() -> str:
    """The land around an empty space, white."""
    sheet = _paper()
    sheet.fill(poly(_hex(100.6)), "#ffffff")
    return sheet.svg()


def space_floor() -> str:
    """The bottom of an empty space, white."""
    sheet = _paper()
    sheet.fill(poly(_hex(93, soft=5)), "#ffffff")
    return sheet.svg()


def space_shade() -> str:
    """The shade and the light on it."""
    sheet = _paper()
    hole = poly(_hex(93, soft=5))
    for reach in (2.0, 4.0, 6.5, 9.5, 13.0):
        sheet.fill(hole + poly(_out_of_the_shade(93, reach)), SHADE, 0.11, hole=True)
    _edges(sheet, 92.4, 2.2, -0.34, -0.3)
    return sheet.svg()


def _out_of_the_shade(radius: float, reach: float) -> list[Point]:
    """What lies deeper inside of a hex than so far from the sides that face the lamp."""
    sides = []
    for side in range(6):
        (nx, ny), far = polar((0, 0), 1, 60 * side + 30), radius * HALF
        sides.append((nx, ny, far - reach * max(0.0, nx * LAMP[0] + ny * LAMP[1])))
    found = []
    for (ax, ay, a), (bx, by, b) in zip(sides, sides[1:] + sides[:1], strict=True):
        wide = ax * by - ay * bx
        found.append((CENTRE[0] + (a * by - b * ay) / wide, CENTRE[1] + (b * ax - a * bx) / wide))
    return found


PAPER: dict[str, Callable[[], str]] = {
    "tile-paper": tile_paper,
    "tile-light": tile_light,
    "space-rim": space_rim,
    "space-floor": space_floor,
    "space-shade": space_shade,
}
"""What tiles and empty spaces are made of."""


# --- what grows on the paper --------------------------------------------------------------------


def texture(name: str) -> str:
    """Marks all over a tile's paper, darker and lighter than it whatever its colour."""
    sheet, rng = Sheet(SIDE, SIDE), Random(f"divide {name}")
    TEXTURES[name](sheet, rng)
    return sheet.svg()


def _shore(sheet: Sheet, rng: Random) -> None:
    """Ripples of sand."""
    for dark, down in ((SHADE, 0.0), ("#ffffff", 2.0)):
        parts = []
        for row in range(9):
            y = 28 + 18 * row
            for start in range(14, 190, 44):
                x = start + (row % 2) * 22
                if _within((x, y), 14) and _within((x + 30, y), 14):
                    parts.append(lens((x, y + down), (x + 30, y + down), -3.4, 1.1))
        sheet.fill_each(parts, dark, 0.2 if dark == SHADE else 0.5)


def _forest(sheet: Sheet, rng: Random) -> None:
    """Far trees."""
    for x, y in sorted(_strewn(rng, 34, 9, 17), key=lambda p: p[1]):
        tree = at("0,-10 6.5,5 -6.5,5")
        sheet.fill(poly(moved(tree, x + 1.6, y + 1.6)), SHADE, 0.22)
        sheet.fill(poly(moved(tree, x, y)), "#0c2a22", 0.45)
        sheet.fill(poly(moved(at("0,-10 -6.5,5 -1,5"), x, y)), "#bfe0a8", 0.2)


def _peaks(sheet: Sheet, rng: Random) -> None:
    """Hachures, as on an old map."""
    for x, y in _strewn(rng, 15, 14, 29):
        sheet.fill(poly(moved(at("-2,-8 2,-3 4,-5 11,7 2,7 1,0"), x, y)), "#14161f", 0.3)
        sheet.fill(poly(moved(at("-10,7 -2,-8 1,0 2,7"), x, y)), "#ffffff", 0.24)


def _prairie(sheet: Sheet, rng: Random) -> None:
    """Tufts of grass."""
    for x, y in _strewn(rng, 30, 9, 19):
        blades = "".join(
            poly(leaf((x + dx * 0.3, y + 5), (x + dx, y - high), bend, 0.9))
            for dx, high, bend in ((-6, 4, -1), (-2, 9, 0.6), (2.5, 8, -0.6), (6.5, 3, 1))
        )
        sheet.fill(blades, "#5d4206", 0.5)


def _mesa(sheet: Sheet, rng: Random) -> None:
    """Layers of rock and a few stones."""
    for row in range(8):
        y = 32 + 19.5 * row + rng.uniform(-2, 2)
        long = (EDGE * HALF - 7 - abs(y - 100) / 2) / HALF if abs(y - 100) < EDGE * HALF - 6 else 0
        if long > 20:
            xs = [100 - long + i * (2 * long / 10) for i in range(11)]
            wave = [(x, y + 2.4 * math.sin(x * 0.075 + row * 1.3)) for x in xs]
            back = [(x, v + 3.2 + 2 * math.sin(x * 0.11 + row)) for x, v in reversed(wave)]
            sheet.fill(poly([*wave, *back]), "#3d1206" if row % 2 else "#ffd9a0", 0.2)
    for x, y in _strewn(rng, 9, 12, 34):
        stone = blob(rng, (x, y), 4.2, 3.2, 6, 0.2)
        sheet.fill(poly(moved(stone, 1.2, 1.4)), SHADE, 0.3)
        sheet.fill(poly(stone), "#f3c293", 0.55)


def _marsh(sheet: Sheet, rng: Random) -> None:
    """Pools and rushes."""
    for x, y in _strewn(rng, 13, 16, 33):
        rx = rng.uniform(8, 12)
        sheet.fill(ellipse(x, y, rx, rx * 0.42), "#17351f", 0.32)
        sheet.fill(lens((x - rx * 0.6, y + 0.6), (x + rx * 0.5, y + 0.6), -1.6, 0.7), "#f2ffdf", 0.55)
        for dx, high in ((rx * 0.7, 8), (rx * 0.95, 6), (-rx * 0.9, 7)):
            sheet.fill(poly(leaf((x + dx, y + 2), (x + dx * 1.2, y - high), 0.5, 0.8)), "#17351f", 0.55)


def _cape(sheet: Sheet, rng: Random) -> None:
    """Heather."""
    for x, y in _strewn(rng, 26, 9, 20):
        for dx, dy, r in ((-3.6, 0.8, 2.5), (0, -2.4, 3.0), (3.6, 0.8, 2.5)):
            sheet.fill(ellipse(x + dx + 0.8, y + dy + 1, r), SHADE, 0.18)
            sheet.fill(ellipse(x + dx, y + dy, r), "#6b2b57", 0.42)
        sheet.fill(ellipse(x - 0.8, y - 3.2, 1.1), "#ffffff", 0.5)


TEXTURES: dict[str, Callable[[Sheet, Random], None]] = {
    "shore": _shore,
    "forest": _forest,
    "peaks": _peaks,
    "prairie": _prairie,
    "mesa": _mesa,
    "marsh": _marsh,
    "cape": _cape,
}


# --- arrows -------------------------------------------------------------------------------------


def _turned(points: Sequence[Point], way: int) -> list[Point]:
    """Points of something that points north, turned to a way."""
    return spun(points, 60 * way, MIDDLE)


def _smaller(points: Sequence[Point], by: float) -> list[Point]:
    """A convex outline drawn in towards its middle."""
    x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    return [
        (px - by * (px - x) / math.dist((px, py), (x, y)), py - by * (py - y) / math.dist((px, py), (x, y)))
        for px, py in points
    ]


def _head(tip: float, long: float, wide: float, barb: float) -> list[Point]:
    """An arrow's head that points north, its tip so far from the middle."""
    y = 100 - tip
    return [(100, y), (100 + wide, y + long), (100, y + long - barb), (100 - wide, y + long)]


def bed(way: int) -> str:
    """The arrow of a tile: a spring, a bed for its river, and a head at the side the water leaves by."""
    sheet = Sheet(BED, BED)
    _draw_bed(sheet, (way,), (BED - SIDE) / 2)
    return sheet.svg()


def _draw_bed(sheet: Sheet, ways: Sequence[int], shift: float = 0.0) -> None:
    """A spring, dry beds that part from it, and the arrows' heads at their ends."""
    spring = round_(100, 100, 12, count=24)
    shafts = [_turned(at("91.5,100 90.5,50 109.5,50 108.5,100"), way) for way in ways]
    grooves = [moved(part, shift, shift) for part in (spring, *shafts)]
    for part in grooves:
        sheet.fill(poly(moved(part, 1.6, 1.8)), RIM, 0.5)
    for part in grooves:
        sheet.fill(poly(part), "#2b221c")
    for part in grooves:
        sheet.fill(poly(moved(_smaller(part, 2.2), 0.8, 1)), "#6d5c4b")
    for way in ways:
        head = moved(_turned(_head(87, 35, 31, 5), way), shift, shift)
        for by, dark in ((3.4, 0.22), (1.7, 0.26)):
            sheet.fill(poly(moved(head, by, by * 1.1)), SHADE, dark)
        sheet.stroke(poly(head), INK, 5.0, 0.8)
        sheet.fill(poly(moved(head, -0.8, -1)), RIM)
        sheet.fill(poly(head), CREAM)


def arrow(way: int) -> str:
    """A white head alone, to be tinted and laid over water; its middle is ARROW from that of its tile."""
    wide = 40.0
    sheet = Sheet(wide, wide)
    head = moved(
        _turned(_head(84, 22, 15, 6), way), *(wide / 2 - v for v in polar(MIDDLE, ARROW, 60 * way - 90))
    )
    sheet.fill(poly(head), "#ffffff")
    return sheet.svg()


def wave(ocean: str) -> str:
    """A mark on the open sea: long swell on the Pacific, the low sun on the Atlantic."""
    sheet = Sheet(60, 30)
    if ocean == "pacific":
        for y, start, long in ((10, 4, 46), (20, 14, 42)):
            sheet.fill(lens((start, y), (start + long / 2, y), -4.5, 1.3), "#b8e0fa")
            sheet.fill(lens((start + long / 2, y), (start + long, y), 3.5, 1.1), "#b8e0fa")
    else:
        for x, y, long in ((4, 12, 30), (22, 19, 34), (12, 26, 20)):
            sheet.fill(lens((x, y), (x + long, y - long * 0.12), -1.2, 1.5), "#ffe2a0")
    return sheet.svg()


def surf(seat: int) -> str:
    """A streak of foam that comes in from the west, for the coast of seat 1 from the east."""
    sheet = Sheet(20, 100)
    way = 1 if seat == 0 else -1
    for back, bend, wide, opacity in ((0.0, 5.0, 2.0, 0.95), (-4.5, 4.0, 1.3, 0.55)):
        x = 10 - way * 3 + way * back
        sheet.fill(lens((x, 4), (x, 96), -way * bend, wide), "#fffaf0", opacity)
    return sheet.svg()


# --- the watershed, and what strikes the land ---------------------------------------------------

RIDGE = 140.0
"""Sides of the sheet of a piece of watershed, a side of a hex long."""
PEAKS = ((0.14, 26.0), (0.5, 42.0), (0.86, 30.0))
"""Where along that side its mountains stand, and how wide they are."""
ROCK, SLATE, SNOW = "#9ea5ac", "#4c565f", "#f5e9cf"
NIGHT = "#1e2321"


def divide(way: int) -> str:
    """A chain of snow-capped mountains along a side of a space; opposite sides have the same."""
    sheet, middle = Sheet(RIDGE, RIDGE), RIDGE / 2
    start, end = (polar((0, 0), 100, 60 * way + turn) for turn in (-120, -60))
    shift = (middle - (start[0] + end[0]) / 2, middle - (start[1] + end[1]) / 2)
    (ax, ay), (bx, by) = moved((start, end), *shift)
    for colour, wide in ((NIGHT, 20.0), (SLATE, 12.0), ("#ffe7b0", 3.5)):
        sheet.stroke(line([(ax, ay), (bx, by)]), colour, wide)
    spots = [(ax + (bx - ax) * t, ay + (by - ay) * t, wide) for t, wide in PEAKS]
    for x, y, wide in sorted(spots, key=lambda spot: spot[1]):
        _mountain(sheet, x, y + 0.12 * wide, wide)
    return sheet.svg()


def _mountain(sheet: Sheet, x: float, foot: float, wide: float) -> None:
    """Dark on the side away from the lamp, with a cap of snow."""
    edge, half, top = 0.07 * wide, wide / 2, foot - 1.05 * wide
    peak, low = (x, top + 2.2 * edge), foot - edge
    west, between, east = (x - half + 1.6 * edge, low), (x + 0.06 * wide, low), (x + half - 1.6 * edge, low)
    sheet.fill(poly([(x, top), (x - half, foot), (x + half, foot)]), NIGHT)
    sheet.fill(poly([peak, west, east]), ROCK)
    sheet.fill(poly([peak, between, east]), SLATE)
    snow = [
        (peak[0] + (a - peak[0]) * t, peak[1] + (b - peak[1]) * t)
        for (a, b), t in ((west, 0.46), (between, 0.32), (east, 0.46))
    ]
    sheet.fill(poly([peak, *snow]), SNOW)


def crater() -> str:
    """Where a volcano has thrown its tile up."""
    sheet = Sheet(SIDE, SIDE)
    sheet.fill(poly([polar(MIDDLE, 95, 60 * corner) for corner in range(6)]), NIGHT)
    for radius, colour in ((62, "#781e14"), (46, "#e24a22"), (27, "#ffe282")):
        sheet.fill(ellipse(*MIDDLE, radius), colour)
    return sheet.svg()


def bird(lift: float) -> str:
    """A bird of a quiet year, the tips of its wings lifted so far."""
    sheet = Sheet(36, 20)
    wings = moved(((-15, -lift), (-7, -lift * 0.3 - 3), (0, 0), (7, -lift * 0.3 - 3), (15, -lift)), 18, 11)
    for colour, wide in ((NIGHT, 4.2), (SNOW, 2.2)):
        sheet.stroke(line(wings), colour, wide)
    return sheet.svg()


BIRDS = (8.0, 2.0, -5.0)
"""How far the tips of a bird's wings are lifted, beat by beat."""


GULLS = ((-7.0, 1.0), (0.0, 0.94), (8.0, 0.8))
"""How far back the tips of a gull's wings are, and how long its wings, beat by beat."""


def gull(back: float, long: float) -> str:
    """A gull from above that flies north, its wings swept back so far, and its shadow on the water."""
    sheet = Sheet(80, 44)
    body, tail, bill = (
        round_(40, 21, 4.2, 12),
        at("36.5,31 43.5,31 45,38 40,35.5 35,38"),
        at("38.4,9 41.6,9 40,4.5"),
    )
    wings, tips = [], []
    for way in (-1, 1):
        tip = (40 + way * 36 * long, 23 + back)
        wings.append([(40, 14), (40 + way * 17 * long, 16), tip, (40 + way * 16 * long, 23), (40, 26)])
        near = ((40 + way * 27 * long, 19.5 + 0.5 * back), (40 + way * 25 * long, 23.5 + 0.5 * back))
        tips.append([tip, *near])
    for part in (*wings, body, tail):
        sheet.fill(poly(moved(part, 3, 4.8)), SHADE, 0.2)
    for part in (*wings, body):
        sheet.fill(poly(part), RIM)
    for part, ink in ((tail, "#d9dcd8"), (bill, GOLD), *((part, "#3a4148") for part in tips)):
        sheet.fill(poly(part), ink)
    return sheet.svg()


# --- special tiles ------------------------------------------------------------------------------


def five() -> str:
    """The "5": a golden medal on a wreath of drops."""
    sheet = Sheet(SIDE, SIDE)
    for i in range(5):
        drop = [polar((0, 9), 9, a) for a in range(-30, 211, 20)] + [(0.0, -12.0)]
        x, y = polar(MIDDLE, 68, 72 * i - 90)
        sheet.cut(CutShape(moved(drop, x, y - 2)), "#8fd0d6", rim="#e6fbf5", lift=2.4, dark=0.2)
    medal = [polar(MIDDLE, 54 if i % 2 else 50, 360 * i / 56) for i in range(56)]
    sheet.cut(CutShape(medal), GOLD_DARK, rim=GOLD_LIGHT, lift=5, dark=0.25)
    shine = sheet.linear((60, 55), (140, 150), (0, GOLD_LIGHT, 1), (0.5, GOLD, 1), (1, "#c08a2c", 1))
    sheet.fill(ellipse(100, 100, 48), shine)
    sheet.stroke(ellipse(100, 100, 42), GOLD_DARK, 1.6, 0.8)
    digit = at("78,66 120,66 120,78 90,78 89,92")
    belly = [polar((99, 111), 26, a) for a in range(-118, 150, 12)]
    inner = [polar((98, 111), 13, a) for a in range(142, -137, -14)]
    shape = [*digit, *belly, *at("72,124 83,117"), *inner, *at("88,104 76,104")]
    sheet.fill(poly(moved(shape, 1.6, 2)), "#fff3cf", 0.7)
    sheet.fill(poly(shape), "#2b1c0c")
    return sheet.svg()


def basin() -> str:
    """The Great Basin: sheets cut out one below the other, at the bottom a lake that nothing leaves."""
    sheet, rng = Sheet(SIDE, SIDE), Random(1846)
    turns = [rng.uniform(0, math.tau) for _ in range(12)]

    def ring(level: int, radius: float, shift: Point) -> list[Point]:
        out = []
        for i in range(60):
            a = math.tau * i / 60
            wave = sum(math.sin(a * k + turns[j] + 0.5 * level) / (j + 2) for j, k in enumerate((2, 3, 5, 8)))
            far = radius * (1 + 0.13 * wave)
            out.append((100 + shift[0] + far * 1.12 * math.cos(a), 100 + shift[1] + far * 0.92 * math.sin(a)))
        return out

    steps = (
        (72, (0, 0), "#8d9560"),
        (61, (1, 1), "#b3a565"),
        (50, (2, 2), "#d2b377"),
        (40, (4, 3), "#f3ead6"),
    )
    for level, (radius, shift, colour) in enumerate(steps):
        _hollow(sheet, ring(level, radius, shift), colour)
    for _ in range(16):
        one = polar((104, 103), rng.uniform(16, 32), rng.uniform(0, 360))
        two = polar(one, rng.uniform(5, 9), rng.uniform(0, 360))
        sheet.fill(lens(one, two, 1.2, 0.7), "#b5a98e")
    _hollow(sheet, ring(5, 19, (0, 4)), "#4fa3a8")
    sheet.fill(lens((88, 101), (104, 101), -1.8, 0.9), "#d8f3ec")
    sheet.fill(lens((96, 108), (112, 108), -1.8, 0.9), "#d8f3ec")
    return sheet.svg()


def _hollow(sheet: Sheet, outline: Sequence[Point], colour: str) -> None:
    """A hole in the paper with the next sheet at its bottom: shade above, light below."""
    hole = CutShape(outline, soft=True)
    sheet.fill(hole(1.6, 1.9), mix(colour, "#fff6dd", 0.7))
    sheet.fill(hole(), mix(colour, SHADE, 0.55))
    x, y = (sum(p[i] for p in outline) / len(outline) for i in (0, 1))
    for share, tone in ((0.985, 0.3), (0.97, 0.0)):
        drawn = [(x + (px - x) * share + 1.3, y + (py - y) * share + 1.6) for px, py in outline]
        sheet.fill(CutShape(drawn, soft=True)(), mix(colour, SHADE, tone))


def two_ocean(axis: int) -> str:
    """The Two-Ocean Pass: peaks to both sides of a saddle, from which two arrows part."""
    sheet = Sheet(SIDE, SIDE)
    spots = [polar(MIDDLE, 57, 60 * axis + turn) for turn in (0, 180)]
    for x, y in sorted(spots, key=lambda p: p[1]):
        put = placed(x - 31, y - 34, 0.62)
        draw(sheet, SIGNS["peaks"](), put, 0.62)
    _draw_bed(sheet, (axis, axis + 3))
    sheet.fill(ellipse(100, 100, 9), "#8fd0d6")
    return sheet.svg()


def quake() -> str:
    """The earthquake: the paper torn in two, fire below."""
    sheet = Sheet(SIDE, SIDE)
    left = at("18,86 44,100 52,84 74,108 86,88 104,114 118,92 138,112 150,96 182,118")
    wide = (0, 5, 9, 12, 15, 16, 14, 11, 7, 0)
    lower = [(x + 3, y + w) for (x, y), w in zip(left, wide, strict=True)]
    upper = [(x - 3, y - w) for (x, y), w in zip(left, wide, strict=True)]
    sheet.fill(poly([*upper, *reversed(lower)]), "#1a0906")
    glow = sheet.linear((100, 78), (100, 128), (0, "#7a1608", 1), (0.5, "#ffb347", 1), (1, "#c03512", 1))
    deep = [(x, y + w * 0.62) for (x, y), w in zip(left, wide, strict=True)]
    high = [(x, y - w * 0.42) for (x, y), w in zip(left, wide, strict=True)]
    sheet.fill(poly([*high, *reversed(deep)]), glow)
    sheet.stroke(poly(lower)[:-1], "#ffe2b0", 2.2, 0.8)
    for start, bits in (
        ((74, 80), "0,0 -6,-16 -1,-24 -5,-38"),
        ((104, 130), "0,0 5,12 -2,22 4,36"),
        ((138, 90), "0,0 6,-14 0,-22 5,-34"),
    ):
        crack = moved(at(bits), *start)
        sheet.stroke("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in crack), "#1a0906", 3.2)
        sheet.stroke("M" + "L".join(f"{x + 1.4:.1f} {y + 1.4:.1f}" for x, y in crack), "#ffe2b0", 1.0, 0.6)
    for r in (26, 40, 54):
        for a in (205, 285, 25, 105):
            arc = [polar((100, 101), r + 14, a + i * 7) for i in range(7)]
            if all(_within(p, 4) for p in arc):
                sheet.stroke("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in arc), "#ffd9a0", 2.6, 0.5)
    return sheet.svg()


def event() -> str:
    """An event: sun, cloud and lightning."""
    sheet = Sheet(SIDE, SIDE)
    for i in range(12):
        a = 30 * i
        ray = [
            polar((120, 78), 34, a - 6),
            polar((120, 78), 50 if i % 2 else 45, a),
            polar((120, 78), 34, a + 6),
        ]
        sheet.fill(poly(ray), GOLD)
    sheet.cut(CutShape(round_(120, 78, 28)), GOLD_LIGHT, rim="#fffbe6", lift=3, dark=0.2)
    puffs = (
        round_(72, 100, 26),
        round_(100, 90, 30),
        round_(130, 102, 24),
        at("56,126 56,98 140,98 146,126"),
    )
    for by, dark in ((5, 0.16), (2.5, 0.2)):
        for puff in puffs:
            sheet.fill(poly(moved(puff, by, by)), SHADE, dark)
    for puff in puffs:
        sheet.fill(poly(moved(puff, -1, -1.2)), RIM)
    for puff in puffs:
        sheet.fill(poly(puff), "#dfe4e6")
    sheet.cut(
        CutShape(at("104,108 80,146 97,146 86,176 122,134 104,134 120,108")),
        "#ffc83d",
        rim="#fff3b8",
        lift=3,
        dark=0.25,
    )
    return sheet.svg()


SPECIAL: dict[str, Callable[[], str]] = {"five": five, "basin": basin, "quake": quake, "event": event}
"""The tiles that are no river tiles, but for the Two-Ocean Pass."""
