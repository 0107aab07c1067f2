"""The shelf: Ghawar – violet dusk over sand, derricks, gas flares and a truck on its way."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from tools.art.land import BOX, OPEN, WINDOW, BoxColours, box_frame, glow, hatch, land, placed, soft
from tools.art.paper import (
    SHADE,
    CutShape,
    Point,
    Sheet,
    at,
    ellipse,
    lens,
    mix,
    moved,
    num,
    pair,
    polar,
    poly,
    rect,
)

SKY = ("#f2a25e", "#c9637a", "#83417f", "#4d2a68", "#2a1942")
STEEL = "#1d1228"
BARRELS = ("#c2402a", "#2e6f8e", "#d99a2b", "#4b7f52")


def wide() -> str:
    """The land unfolded."""
    sheet, rng = Sheet(*OPEN), Random(36)
    stops = [(o, c, 1.0) for o, c in zip((0, 0.2, 0.48, 0.76, 1), SKY, strict=True)]
    sheet.fill(rect(0, 0, 1600, 450), sheet.linear((1250, 480), (950, -60), *stops))
    _stars(sheet, rng, (20, 12, 1580, 210), 46)
    moon(sheet, 1420, 110, 44)
    for x, y, w in ((250, 300, 220), (760, 236, 260), (1180, 300, 300), (560, 350, 180)):
        sheet.fill(lens((x - w, y), (x + w, y + 4), -3, 7), "#e58a72", 0.35)
    far = soft(at("0,398 180,384 380,402 640,380 900,398 1180,376 1400,396 1600,380"))
    land(sheet, far, 470, "#5a2c66", "#6d3567", lift=5)
    for x, y, k in (
        (520, 392, 0.34),
        (600, 388, 0.42),
        (1010, 392, 0.4),
        (1330, 390, 0.46),
        (1412, 396, 0.36),
    ):
        derrick(sheet, x, y, k, mix(STEEL, "#83417f", 0.35))
        flare(sheet, x + 46 * k, y - 176 * k, k * 1.0)
    second = soft(at("0,452 220,430 480,458 760,440 1010,462 1260,434 1440,452 1600,436"))
    land(sheet, second, 540, "#8a4a63", "#9c5a60", lift=6)
    derrick(sheet, 846, 458, 0.8, mix(STEEL, "#6a3a60", 0.25))
    flare(sheet, 846 + 46 * 0.8, 458 - 176 * 0.8, 0.8)
    third = soft(at("0,514 240,494 520,528 800,512 1080,534 1330,498 1600,520"))
    land(sheet, third, 660, "#b97a58", "#a8684f", lift=7)
    hatch(sheet, rng, (560, 536, 1560, 590), 40, "#7d4746", 0.5, 60)
    derrick(sheet, 1180, 560, 1.75, STEEL)
    flare(sheet, 1180 + 46 * 1.75, 560 - 176 * 1.75, 1.9)
    derrick(sheet, 1478, 540, 1.2, mix(STEEL, "#5c3058", 0.2))
    flare(sheet, 1478 + 46 * 1.2, 540 - 176 * 1.2, 1.2)
    road = soft(at("0,632 300,612 620,622 900,636 1200,628 1600,604"))
    land(sheet, road, 700, "#d6a06a", "#b57a4e", lift=7)
    _tyre_tracks(sheet, road)
    truck(sheet, 930, 646, 1.25)
    low = soft(at("0,668 200,650 480,672 760,690 1000,684 1240,672 1430,656 1600,660"))
    land(sheet, low, 702, "#5e3346", "#3c2036", lift=8)
    for x, y, r in ((1292, 668, 11), (1329, 672, 7), (1506, 656, 14), (311, 660, 9)):
        barrel(sheet, x, y, r / 10, BARRELS[x % 4])
    sheet.specks(rng, 90, "#1a0c1c", 0.22, 2.2)
    return sheet.svg()


def box() -> str:
    """The box on the shelf."""
    sheet, rng = Sheet(*BOX), Random(37)
    x0, y0, x1, _ = WINDOW
    stops = [(o, c, 1.0) for o, c in zip((0, 0.22, 0.5, 0.78, 1), SKY, strict=True)]
    sheet.fill(rect(x0 - 5, y0 - 5, x1 - x0 + 10, 246), sheet.linear((170, 262), (110, 10), *stops))
    _stars(sheet, rng, (34, 30, 268, 120), 18)
    moon(sheet, 70, 74, 18)
    land(sheet, soft(at("19,238 90,228 160,240 281,226"), 8), 280, "#5a2c66", lift=3)
    derrick(sheet, 62, 236, 0.34, mix(STEEL, "#83417f", 0.35))
    flare(sheet, 62 + 15.6, 236 - 60, 0.4)
    derrick(sheet, 240, 234, 0.4, mix(STEEL, "#83417f", 0.35))
    flare(sheet, 240 + 18, 234 - 70, 0.45)
    land(sheet, soft(at("19,266 80,254 170,268 281,254"), 8), 310, "#8a4a63", lift=3)
    derrick(sheet, 142, 288, 1.02, STEEL)
    flare(sheet, 142 + 47, 288 - 180, 1.05)
    land(sheet, soft(at("19,290 110,280 190,292 281,280"), 8), 350, "#b97a58", "#a8684f", lift=4)
    hatch(sheet, rng, (30, 298, 250, 316), 12, "#7d4746", 0.5, 26)
    land(sheet, soft(at("19,326 120,318 281,322"), 8), 372, "#d6a06a", "#b57a4e", lift=4)
    truck(sheet, 152, 346, 0.62)
    land(sheet, soft(at("19,354 100,350 200,366 281,352"), 8), 378, "#5e3346", "#3c2036", lift=4)
    barrel(sheet, 44, 358, 0.8, "#c2402a")
    barrel(sheet, 252, 362, 0.9, "#2e6f8e")
    box_frame(sheet, BoxColours("#5c3a6e", "#8d63a0", "#2c1a3a"))
    sheet.specks(rng, 60, "#1a0c1c", 0.2, 1.6)
    return sheet.svg()


def _stars(sheet: Sheet, rng: Random, area: tuple[float, float, float, float], count: int) -> None:
    parts = []
    for _ in range(count):
        x, y = rng.uniform(area[0], area[2]), rng.uniform(area[1], area[3])
        r = rng.uniform(0.8, 2.4)
        parts.append(poly([(x, y - r), (x + r * 0.3, y), (x, y + r), (x - r * 0.3, y)]))
    sheet.fill_each(parts, "#f6e3c4", 0.8)


def moon(sheet: Sheet, x: float, y: float, r: float) -> None:
    """A waxing crescent."""
    for shift, tone, alpha in ((r * 0.08, SHADE, 0.3), (0.0, "#f7dfb4", 1.0)):
        a, b = (polar((x + shift, y + shift), r, degrees) for degrees in (-115, 145))
        big, small = num(r), num(r * 0.82)
        sheet.fill(f"M{pair(a)}A{big} {big} 0 1 1 {pair(b)}A{small} {small} 0 1 0 {pair(a)}Z", tone, alpha)


def derrick(sheet: Sheet, x: float, y: float, k: float, colour: str) -> None:
    """An oil derrick, 200 high at k = 1, with a flare stack beside it; (x, y) is the middle of its foot."""
    put = placed(x, y, k)
    lit = mix(colour, "#f2a25e", 0.4)
    sheet.fill(poly(put(at("-40,2 50,2 96,10 30,10"))), SHADE, 0.3)
    levels = [(-36 + 5.6 * i, -33.0 * i) for i in range(6)]
    for (a, ya), (b, yb) in pairwise(levels):
        for left, right in ((a, -b), (-a, b)):
            w = 1.7
            sheet.fill(poly(put([(left - w, ya), (left + w, ya), (right + w, yb), (right - w, yb)])), colour)
        sheet.fill(poly(put([(b, yb - 1.6), (-b, yb - 1.6), (-b, yb + 1.6), (b, yb + 1.6)])), colour)
    top = levels[-1]
    for side, tone in ((1, lit), (-1, colour)):
        x0, x1 = levels[0][0] * side, top[0] * side
        sheet.fill(poly(put([(x0 - 3.4, 2), (x0 + 3.4, 2), (x1 + 2.4, top[1]), (x1 - 2.4, top[1])])), tone)
    sheet.fill(poly(put(at("-13,-164 13,-164 10,-172 -10,-172"))), colour)
    sheet.fill(poly(put(at("-6,-172 6,-172 3,-190 -3,-190"))), lit)
    sheet.fill(poly(put(at("-24,-22 22,-22 22,2 -24,2"))), colour)
    sheet.fill(poly(put(at("-27,-22 0,-32 25,-22"))), lit)
    sheet.fill(poly(put(at("-16,-15 -8,-15 -8,-7 -16,-7"))), "#ffd27a")
    sheet.fill(poly(put(at("43,2 49,2 48,-160 44,-160"))), colour)
    sheet.fill(poly(put(at("43,2 44.6,2 45,-160 44,-160"))), lit)
    sheet.fill(poly(put(at("41,-158 51,-158 52,-165 40,-165"))), colour)
    sheet.fill(poly(put(at("36,-60 47,-60 47,-56 22,-40 22,-44"))), colour)


def flare(sheet: Sheet, x: float, y: float, k: float) -> None:
    """Burning gas: three sheets of flame, leaning with the wind, and their light."""
    glow(sheet, (x + 6 * k, y - 16 * k), 62 * k, "#ffb057", 0.5)
    flame = at("-4,12 -11,-2 -10,-14 -3,-22 -4,-34 7,-27 12,-46 22,-30 19,-20 25,-14 16,2 5,12")
    for size, tone in ((1.0, "#e0542a"), (0.7, "#f79a35"), (0.4, "#ffe597")):
        put = placed(x + (1 - size) * 2 * k, y + (1 - size) * 8 * k, k * size)
        sheet.fill(poly(soft([*put(flame), put(flame)[0]], 3)), tone)


def truck(sheet: Sheet, x: float, y: float, k: float) -> None:
    """A truck going west with cubes on its bed; (x, y) is the road under its middle."""
    put = placed(x, y, k)
    sheet.fill(poly(put(at("-92,-4 96,-4 124,8 -70,8"))), SHADE, 0.35)
    for i, tone in enumerate(("#c2402a", "#e2a32f", "#2e7f8e", "#6a4fa0")):
        cx, cy = -8 + 25 * i, -47 - (i % 2) * 1.5
        sheet.fill(poly(put([(cx, cy), (cx + 22, cy), (cx + 22, cy + 22), (cx, cy + 22)])), tone)
        sheet.fill(
            poly(put([(cx, cy), (cx + 22, cy), (cx + 18, cy + 4), (cx + 4, cy + 4)])),
            mix(tone, "#ffffff", 0.35),
        )
        sheet.fill(
            poly(put([(cx + 22, cy), (cx + 22, cy + 22), (cx + 18, cy + 18), (cx + 18, cy + 4)])),
            mix(tone, SHADE, 0.4),
        )
    bed = CutShape(put(at("-20,-26 98,-26 98,-14 -20,-14")))
    sheet.cut(bed, "#53607a", rim="#9fb0c8", lift=2 * k)
    sheet.fill(poly(put(at("-80,-14 98,-14 98,-8 -80,-8"))), "#1f1a2c")
    cab = CutShape(put(at("-84,-12 -84,-36 -64,-42 -52,-66 -20,-66 -20,-12")))
    sheet.cut(cab, "#d9512e", rim="#ffb27a", lift=2.4 * k)
    sheet.fill(poly(put(at("-58,-42 -48,-60 -38,-60 -38,-42"))), "#ffe9b8")
    sheet.fill(poly(put(at("-35,-42 -35,-60 -25,-60 -25,-42"))), "#f4c98c")
    sheet.fill(poly(put(at("-84,-24 -20,-24 -20,-21 -84,-21"))), "#f6e7cf")
    sheet.fill(poly(put(at("-90,-16 -78,-16 -78,-9 -90,-9"))), "#2a2233")
    glow(sheet, put([(-90, -26)])[0], 26 * k, "#ffe7a0", 0.7)
    sheet.fill(ellipse(*put([(-83, -28)])[0], 3.6 * k), "#fff3c4")
    for cx in (-60, 28, 72):
        wheel = put([(cx, -8)])[0]
        sheet.fill(ellipse(*wheel, 14 * k), "#15101c")
        sheet.fill(ellipse(*wheel, 6.5 * k), "#a9a0b4")
        sheet.fill(ellipse(*wheel, 2.6 * k), "#15101c")


def barrel(sheet: Sheet, x: float, y: float, k: float, colour: str) -> None:
    """An upright oil barrel standing at (x, y)."""
    put = placed(x, y, k)
    sheet.fill(poly(put(at("-9,0 12,0 26,5 4,5"))), SHADE, 0.35)
    sheet.fill(rect(x - 10 * k, y - 28 * k, 20 * k, 29 * k, 2.5 * k), mix(colour, SHADE, 0.3))
    sheet.fill(rect(x - 10 * k, y - 28 * k, 12 * k, 29 * k, 2.5 * k), colour)
    for dy in (-20, -10):
        sheet.fill(rect(x - 10.6 * k, y + dy * k, 21.2 * k, 2.4 * k), mix(colour, "#ffffff", 0.3))
    sheet.fill(ellipse(x, y - 28 * k, 10 * k, 3 * k), mix(colour, "#ffffff", 0.45))


def _tyre_tracks(sheet: Sheet, road: list[Point]) -> None:
    for dy in (14, 25):
        ruts = moved(road, 0, dy)
        parts = [
            poly([*ruts[i : i + 4], *reversed(moved(ruts[i : i + 4], 0, 3))])
            for i in range(0, len(ruts) - 4, 5)
        ]
        sheet.fill_each(parts, "#8d5a3c", 0.55)
