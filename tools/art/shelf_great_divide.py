"""The shelf: The Great Divide – a snowy ridge, land in contour sheets, two rivers and two oceans."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

from tools.art.land import BOX, OPEN, WINDOW, BoxColours, box_frame, hatch, land, rough, soft
from tools.art.paper import SHADE, Point, Sheet, at, ellipse, lens, mix, moved, poly, rect

SKY = ("#f4dcae", "#c3c9ac", "#7f9c98", "#4a6672", "#2a3a48")
HILLS = ("#7d8a68", "#63805a", "#4b724f", "#386044", "#274c38")
PACIFIC = ("#0f7fbf", "#0a5f97", "#0a4068")
ATLANTIC = ("#e39a1c", "#c26a2e", "#8a4436")


def wide() -> str:
    """The land unfolded."""
    sheet, rng = Sheet(*OPEN), Random(31)
    stops = [(o, c, 1.0) for o, c in zip((0, 0.22, 0.5, 0.78, 1), SKY, strict=True)]
    sheet.fill(rect(0, 0, 1600, 470), sheet.linear((1250, 480), (900, -110), *stops))
    _cloud(sheet, 1330, 120, 1.2)
    _cloud(sheet, 880, 84, 0.8)
    far = at("0,420 120,392 210,404 330,366 420,388 560,340 640,362 760,300")
    far += at("840,330 1300,300 1400,346 1480,318 1600,372")
    land(sheet, rough(rng, far, 0.1, 16), 492, "#5d7880", "#66827c", lift=5)
    peak(sheet, rng, (824, 236), 560, 1010, 470, "#6d7f86", 70)
    peak(sheet, rng, (1310, 206), 1100, 1560, 470, "#6a7c84", 84)
    peak(sheet, rng, (1072, 104), 770, 1370, 480, "#75868b", 128)
    _slopes(sheet, rng)
    _surf(sheet, at("0,566 150,560 330,574 480,604 560,650 590,702"), 9)
    _surf(sheet, at("1330,702 1350,660 1410,620 1500,598 1600,590"), 9)
    river(
        sheet,
        at("1050,372 1012,400 1020,428 930,462 900,500 770,520 690,560 560,576 500,622"),
        3,
        30,
        PACIFIC,
    )
    river(
        sheet,
        at("1092,376 1132,404 1128,434 1216,470 1236,510 1330,538 1350,580 1436,602 1452,640"),
        3,
        30,
        ATLANTIC,
    )
    _sea(sheet, at("0,566 150,560 330,574 480,604 560,650 590,702"), PACIFIC)
    _sea(sheet, at("1330,702 1350,660 1410,620 1500,598 1600,590"), ATLANTIC)
    front = soft(at("640,702 760,668 930,640 1080,630 1200,650 1310,702"))
    land(sheet, front, 702, "#1d3d30", "#142b24", lift=8)
    cape = soft(at("1440,702 1480,682 1540,664 1600,660"))
    land(sheet, cape, 702, "#1d3d30", "#142b24", lift=8)
    for x, y, k in (
        (720, 690, 0.9),
        (768, 682, 1.3),
        (1004, 650, 1.2),
        (1052, 644, 1.7),
        (1104, 648, 1.25),
        (1160, 658, 0.9),
        (1244, 684, 1.2),
    ):
        pine(sheet, x, y, k)
    for x, y, k in ((1556, 672, 2.1), (1504, 690, 1.5), (1600, 696, 2.5)):
        pine(sheet, x, y, k)
    sheet.specks(rng, 90, "#0d1714", 0.22, 2.2)
    return sheet.svg()


def box() -> str:
    """The box on the shelf."""
    sheet, rng = Sheet(*BOX), Random(32)
    x0, y0, x1, _ = WINDOW
    stops = [(o, c, 1.0) for o, c in zip((0, 0.3, 0.6, 0.85, 1), SKY, strict=True)]
    sheet.fill(rect(x0 - 5, y0 - 5, x1 - x0 + 10, 230), sheet.linear((190, 200), (40, 10), *stops))
    _cloud(sheet, 228, 66, 0.45)
    peak(sheet, rng, (74, 136), 0, 150, 250, "#6d7f86", 36)
    peak(sheet, rng, (238, 128), 170, 330, 250, "#6a7c84", 40)
    peak(sheet, rng, (152, 72), 54, 258, 250, "#75868b", 64)
    for i, (colour, y) in enumerate(zip(HILLS, (214, 238, 262, 286, 310), strict=True)):
        rise = 34 - 5 * i
        edge = soft(
            [(19, y + 26), (80, y + 6), (152 + 6 * (i % 2), y - rise), (220, y + 4), (281, y + 24)], 8
        )
        land(sheet, edge, y + 80, colour, lift=3)
    _surf(sheet, at("19,308 70,306 112,322 134,348 138,378"), 5)
    _surf(sheet, at("168,378 172,350 196,326 236,310 281,306"), 5)
    river(sheet, at("148,182 138,200 142,214 116,234 118,254 90,276 94,296 74,318"), 1.5, 12, PACIFIC)
    river(sheet, at("160,184 172,202 166,218 194,238 190,258 220,278 214,298 236,320"), 1.5, 12, ATLANTIC)
    _sea(sheet, at("19,308 70,306 112,322 134,348 138,378"), PACIFIC, 0.6)
    _sea(sheet, at("168,378 172,350 196,326 236,310 281,306"), ATLANTIC, 0.6)
    for x, y, k in (
        (146, 372, 0.8),
        (162, 376, 0.6),
        (132, 378, 0.55),
        (48, 306, 0.5),
        (34, 304, 0.62),
        (262, 304, 0.6),
    ):
        pine(sheet, x, y, k)
    box_frame(sheet, BoxColours("#49654f", "#7c9a78", "#25382f"))
    sheet.specks(rng, 60, "#0d1714", 0.2, 1.6)
    return sheet.svg()


def peak(
    sheet: Sheet, rng: Random, top: Point, left: float, right: float, floor: float, colour: str, snow: float
) -> None:
    """A mountain: lit to the left, its right face in shade, snow with a torn lower edge."""
    rise = floor - top[1]
    west = rough(
        rng, [(left, floor), (top[0] - (top[0] - left) * 0.42, top[1] + rise * 0.46), top], 0.1, rise / 14
    )
    east = rough(
        rng, [top, (top[0] + (right - top[0]) * 0.36, top[1] + rise * 0.42), (right, floor)], 0.1, rise / 14
    )
    spine = rough(
        rng,
        [
            top,
            (top[0] + rise * 0.05, top[1] + rise * 0.3),
            (top[0] - rise * 0.04, top[1] + rise * 0.55),
            (top[0] + rise * 0.12, floor),
        ],
        0.16,
        rise / 12,
    )
    land(sheet, [*west, *east[1:]], floor, mix(colour, "#f0e2c0", 0.16), lift=rise * 0.02)
    sheet.fill(poly([*spine, *reversed(east)]), mix(colour, SHADE, 0.42))
    for share in (0.24, 0.5):
        b = east[int(len(east) * share)]
        face = [b, (b[0] - rise * 0.1, b[1] + rise * 0.08), (b[0] - rise * 0.04, b[1] + rise * 0.34)]
        sheet.fill(poly([*face, (b[0] + rise * 0.06, b[1] + rise * 0.26)]), mix(colour, SHADE, 0.3), 0.7)
    for share in (0.3, 0.62):
        a = west[int(len(west) * (1 - share))]
        sheet.fill(
            poly(
                [
                    a,
                    (a[0] + rise * 0.1, a[1] + rise * 0.1),
                    (a[0] + rise * 0.03, a[1] + rise * 0.34),
                    (a[0] - rise * 0.05, a[1] + rise * 0.3),
                ]
            ),
            mix(colour, SHADE, 0.22),
            0.6,
        )
    _snow(
        sheet,
        [p for p in west if p[1] < top[1] + snow],
        [p for p in spine if p[1] < top[1] + snow * 0.9],
        "#f7f1e2",
        snow,
        6,
    )
    _snow(
        sheet,
        [p for p in reversed(east) if p[1] < top[1] + snow * 0.8],
        [p for p in spine if p[1] < top[1] + snow * 0.9],
        "#a9b7c0",
        snow * 0.6,
        4,
    )


def _snow(sheet: Sheet, flank: list[Point], spine: list[Point], colour: str, snow: float, teeth: int) -> None:
    """Snow between a flank (upwards) and the spine (downwards), closed below by teeth."""
    if len(flank) < 2 or len(spine) < 2:
        return
    a, b = spine[-1], flank[0]
    torn = []
    for i in range(1, teeth):
        t = i / teeth
        deep = snow * (0.2 if i % 2 else -0.12)
        torn.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t + deep))
    sheet.fill(poly([*flank, *spine, *torn]), colour)


def _slopes(sheet: Sheet, rng: Random) -> None:
    """Contour sheets that rise to the divide and fall to both coasts."""
    shapes = (
        at("0,480 560,452 760,420 930,372 1066,340 1210,380 1400,412 1600,440"),
        at("0,500 420,474 700,462 920,416 1074,380 1230,424 1420,456 1600,476"),
        at("0,516 260,500 560,508 840,474 1064,424 1240,474 1440,506 1600,512"),
        at("0,548 250,532 520,548 820,524 1060,474 1260,524 1450,550 1600,552"),
        at("0,600 300,592 560,584 820,576 1070,532 1280,578 1440,600 1600,606"),
    )
    for i, (shape, colour) in enumerate(zip(shapes, HILLS, strict=True)):
        floor = 702 if i == 4 else shapes[i + 1][0][1] + 52
        land(sheet, soft(shape, 16), floor, colour, lift=6)
        if i in {1, 2, 3}:
            line = moved(soft(shape, 16), 0, 16)
            for a, b in list(pairwise(line[::3]))[3 + i :: 2]:
                sheet.fill(lens(a, b, 0, 0.9), mix(colour, "#e8e2b4", 0.35), 0.6)
    hatch(sheet, rng, (640, 600, 1300, 640), 16, "#1b3a2c", 0.5, 40)


def _sea(sheet: Sheet, coast: list[Point], colours: tuple[str, str, str], k: float = 1.0) -> None:
    """Three sheets of water, each a little further from the coast, with a pale surf."""
    edge = soft(coast, 10)
    floor = max(y for _, y in coast)
    west = coast[0][0] < coast[-1][0] and coast[0][1] < coast[-1][1]
    for i, colour in enumerate(colours):
        d = 26 * i * k
        sunk = [(x - d * 1.1 if west else x + d * 1.1, y + d * 0.9) for x, y in edge]
        wavy = [(x, y + 2.6 * k * math.sin(j * 0.9 + i)) for j, (x, y) in enumerate(sunk)]
        corner = (wavy[0][0] - 60, floor) if west else (wavy[-1][0] + 60, floor)
        ends = [(wavy[0][0] - 60, wavy[0][1])] if west else []
        tail = [] if west else [(wavy[-1][0] + 60, wavy[-1][1])]
        outline = [*ends, *wavy, *tail, corner]
        if i:
            sheet.fill(poly(moved(outline, 0, -3 * k)), mix(colour, "#d9f0e8", 0.35), 0.7)
        sheet.fill(poly(outline), colour)


def _surf(sheet: Sheet, coast: list[Point], deep: float) -> None:
    edge = soft(coast, 10)
    sheet.fill(poly([*edge, *reversed(moved(edge, 0, -deep))]), "#dfe8d2")


def river(sheet: Sheet, path: list[Point], thin: float, thick: float, colours: tuple[str, str, str]) -> None:
    """Running water that grows on its way down."""
    middle = soft(path, 7)
    n = len(middle)
    left, right = [], []
    for i, (x, y) in enumerate(middle):
        w = thin + (thick - thin) * (i / n) ** 1.6
        a, b = middle[max(i - 1, 0)], middle[min(i + 1, n - 1)]
        long = math.dist(a, b) or 1
        nx, ny = -(b[1] - a[1]) / long, (b[0] - a[0]) / long
        left.append((x + nx * w / 2, y + ny * w * 0.36))
        right.append((x - nx * w / 2, y - ny * w * 0.36))
    body = [*left, *reversed(right)]
    sheet.fill(poly(moved(body, -thick * 0.06, -thick * 0.07)), SHADE, 0.28)
    sheet.fill(poly(body), mix(colours[0], "#ffffff", 0.14))
    inner = [(x + (u - x) * 0.3, y + (v - y) * 0.3) for (x, y), (u, v) in zip(left, right, strict=True)]
    outer = [(x + (u - x) * 0.52, y + (v - y) * 0.52) for (x, y), (u, v) in zip(left, right, strict=True)]
    sheet.fill(poly([*inner[n // 3 :], *reversed(outer[n // 3 :])]), mix(colours[0], "#ffffff", 0.5))


def pine(sheet: Sheet, x: float, y: float, k: float) -> None:
    """A fir of three tiers, lit from the left."""
    sheet.fill(ellipse(x + 9 * k, y, 15 * k, 3.4 * k), SHADE, 0.3)
    sheet.fill(rect(x - 2 * k, y - 9 * k, 4 * k, 10 * k), "#3a2417")
    for i, (half, low, high) in enumerate(((15, -6, -30), (12, -20, -43), (8.5, -34, -56))):
        tone = mix("#1c4433", "#3f7a55", 0.18 * i)
        sheet.fill(
            poly(
                [
                    (x - half * k, y + low * k),
                    (x, y + high * k),
                    (x + half * k, y + low * k),
                    (x, y + (low + 3) * k),
                ]
            ),
            tone,
        )
        sheet.fill(
            poly([(x - half * k, y + low * k), (x, y + high * k), (x - half * 0.25 * k, y + (low + 1) * k)]),
            mix(tone, "#cfe0a0", 0.3),
        )


def _cloud(sheet: Sheet, x: float, y: float, k: float) -> None:
    for dx, dy, tone, alpha in ((5, 6, SHADE, 0.12), (0, 0, "#f3e6c9", 1.0)):
        puffs = ((-60, 2, 60, 12), (20, -8, 62, 17), (84, 4, 50, 10))
        shape = (ellipse(x + (cx + dx) * k, y + (cy + dy) * k, rx * k, ry * k) for cx, cy, rx, ry in puffs)
        sheet.fill("".join(shape), tone, alpha)
