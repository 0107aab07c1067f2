"""The shelf: Sturt's Stony Desert – a low sun, dunes of stone, a boat on a sledge and a black track."""

from __future__ import annotations

import math
from random import Random

from tools.art.land import BOX, OPEN, WINDOW, BoxColours, box_frame, hatch, land, placed, rough, soft
from tools.art.paper import (
    INK,
    SHADE,
    CutShape,
    Point,
    Sheet,
    at,
    blob,
    ellipse,
    line,
    moved,
    poly,
    rect,
    spun,
)

SKY = ("#f3b25c", "#de8638", "#b9571f", "#7d3519", "#4f2411")


def wide() -> str:
    """The land unfolded."""
    sheet, rng = Sheet(*OPEN), Random(1844)
    _sky(sheet, (1130, 262), 120, 1130, 420)
    _mesas(sheet, rng)
    crest = soft(at("0,432 190,418 420,446 700,424 960,448 1240,414 1430,440 1600,416"))
    land(sheet, crest, 560, "#a9531f", "#8f4119", lift=7)
    hatch(sheet, rng, (620, 450, 1560, 500), 34, "#74310f", 0.5, 46)
    second = soft(at("0,500 240,478 520,520 760,540 1010,500 1220,486 1420,520 1600,500"))
    land(sheet, second, 702, "#c4702c", "#a4531d", lift=8)
    hatch(sheet, rng, (560, 530, 1590, 590), 40, "#833a12", 0.5, 60)
    _winding(sheet, at("1190,487 1120,500 985,514 850,532 800,562 860,604 985,648 1075,730"), 4, 54)
    boat(sheet, 1340, 590, 1.3)
    third = soft(at("0,596 220,566 470,596 700,640 860,690 1000,705"))
    land(sheet, third, 702, "#8c421a", "#5e2a12", lift=8)
    near = soft(at("1090,705 1210,668 1380,640 1500,622 1600,626"))
    land(sheet, near, 702, "#6b2e13", "#45200f", lift=8)
    low = soft(at("0,668 180,640 420,660 600,698 700,704"))
    land(sheet, low, 702, "#552511", "#381a0d", lift=8)
    for x, y, r in (
        (1150, 668, 15),
        (1196, 676, 9),
        (1480, 640, 17),
        (1530, 652, 10),
        (620, 660, 12),
        (760, 676, 9),
    ):
        stone(sheet, rng, (x, y), r)
    for x, y in ((1432, 648), (1568, 640), (560, 650), (330, 664), (1120, 690)):
        spinifex(sheet, rng, (x, y), 1.3)
    sheet.specks(rng, 140, "#2a140b", 0.25, 2.4)
    return sheet.svg()


def box() -> str:
    """The box on the shelf."""
    sheet, rng = Sheet(*BOX), Random(1845)
    x0, y0, x1, _ = WINDOW
    _sky(sheet, (176, 132), 50, 330, 236, rect(x0 - 5, y0 - 5, x1 - x0 + 10, 240))
    land(
        sheet,
        rough(rng, at("19,232 46,206 112,204 124,226 190,230 208,212 258,214 281,228"), 0.06),
        270,
        "#8a3a18",
        lift=3,
    )
    land(sheet, soft(at("19,248 80,236 150,252 220,238 281,250")), 300, "#b45d24", "#9a4a1c", lift=4)
    hatch(sheet, rng, (30, 254, 250, 276), 12, "#74310f", 0.5, 24)
    land(sheet, soft(at("19,286 90,270 170,284 281,268")), 370, "#cf7d34", "#a4531d", lift=4)
    _winding(sheet, at("150,279 104,287 84,299 104,316 146,338 178,362 186,392"), 2, 27)
    boat(sheet, 201, 324, 0.5)
    land(sheet, soft(at("19,330 70,336 130,368 150,378")), 378, "#7a3616", "#5a2812", lift=4)
    land(sheet, soft(at("204,378 240,352 281,344")), 378, "#5e2a12", lift=4)
    stone(sheet, rng, (64, 346), 8)
    stone(sheet, rng, (84, 356), 5)
    stone(sheet, rng, (254, 358), 7)
    spinifex(sheet, rng, (40, 342), 0.8)
    spinifex(sheet, rng, (232, 364), 0.7)
    box_frame(sheet, BoxColours("#b0622a", "#d98f48", "#6e3415"))
    sheet.specks(rng, 60, "#2a140b", 0.22, 1.6)
    return sheet.svg()


def _sky(sheet: Sheet, sun: Point, size: float, reach: float, low: float, shape: str = "") -> None:
    stops = [(o, c, 1.0) for o, c in zip((0, 0.2, 0.42, 0.72, 1), SKY, strict=True)]
    fill = sheet.linear(sun, (sun[0] - reach, sun[1] - reach * 0.25), *stops)
    sheet.fill(shape or rect(0, 0, sheet.width, low), fill)
    for grow, alpha in ((1.9, 0.12), (1.4, 0.2)):
        sheet.fill(ellipse(sun[0], sun[1], size * grow), "#ffe2a0", alpha)
    sheet.fill(ellipse(sun[0] + size * 0.05, sun[1] + size * 0.06, size), "#a8501c", 0.25)
    sheet.fill(ellipse(*sun, size), "#fff0bd")


def _mesas(sheet: Sheet, rng: Random) -> None:
    far = at("0,372 60,366 84,330 330,326 352,350 420,356 520,392 700,398 880,404")
    far += at("1300,398 1330,356 1352,340 1490,336 1512,362 1600,372")
    land(sheet, rough(rng, far, 0.05, 14), 460, "#83371a", "#94431d", lift=5)
    near = at("0,404 120,398 150,372 230,370 262,402 420,420 1180,424 1420,410")
    near += at("1450,380 1560,376 1600,384")
    land(sheet, rough(rng, near, 0.05, 14), 470, "#954420", "#9c481e", lift=5)


def _winding(sheet: Sheet, path: list[Point], thin: float, thick: float) -> None:
    """A track that comes nearer: two black rails on a pale bed, sleepers across, wider with every step."""
    middle = soft(path, thick / 9)
    n = len(middle)
    left, right, steps = [], [], []
    for i, (x, y) in enumerate(middle):
        a, b = middle[max(i - 1, 0)], middle[min(i + 1, n - 1)]
        long = math.dist(a, b) or 1
        nx, ny = -(b[1] - a[1]) / long, (b[0] - a[0]) / long
        w = thin + (thick - thin) * ((y - path[0][1]) / (path[-1][1] - path[0][1])) ** 1.2
        left.append((x + nx * w, y + ny * w * 0.62))
        right.append((x - nx * w, y - ny * w * 0.62))
        steps.append(w)
    bed = CutShape([*left, *reversed(right)])
    sheet.fill(bed(5, 4), SHADE, 0.2)
    sheet.fill(bed(), "#eec37e")
    timbers = []
    gone = 0.0
    for i in range(1, n - 1):
        gone += math.dist(middle[i - 1], middle[i])
        if gone < steps[i] * 0.5:
            continue
        gone = 0.0
        (lx, ly), (rx, ry), t = left[i], right[i], steps[i] * 0.1
        timbers.append(poly([(lx, ly - t), (rx, ry - t), (rx, ry + t), (lx, ly + t)]))
    sheet.fill_each(timbers, INK)
    for share in (0.26, 0.74):
        one, two = _along(left, right, share - 0.055), _along(left, right, share + 0.055)
        sheet.fill(poly([*one, *reversed(moved(two, 0, 0.6))]), INK)


def _along(left: list[Point], right: list[Point], share: float) -> list[Point]:
    pairs = zip(left, right, strict=True)
    return [(lx + (rx - lx) * share, ly + (ry - ly) * share) for (lx, ly), (rx, ry) in pairs]


def boat(sheet: Sheet, x: float, y: float, k: float) -> None:
    """Sturt's whale boat, taken apart: the hull on a sledge, ribs bare, the mast lashed on top.

    `x` is its middle and `y` the ground.
    """
    put = placed(x, y, k)
    sheet.fill(poly(put(at("-112,6 150,2 190,12 150,18 -90,16"))), SHADE, 0.3)
    sheer = soft(at("-124,-76 -70,-54 0,-48 70,-54 128,-82"), 12)
    keel = soft(at("128,-82 104,-34 60,-16 -56,-14 -100,-32 -124,-76"), 12)
    inside = soft(at("-124,-76 -66,-64 0,-60 70,-65 128,-82"), 12)
    sheet.fill(poly(put([*inside, *reversed(sheer)])), "#3a1c10")
    for px in range(-78, 90, 26):
        lean, top = px * 0.09, -62 - abs(px) * 0.16 - (px % 4) * 3
        sheet.fill(
            poly(put([(px - 3, -50), (px - 2 + lean, top), (px + 3 + lean, top), (px + 3, -50)])), "#6b4225"
        )
        sheet.fill(
            poly(put([(px - 3, -50), (px - 2 + lean, top), (px - 0.5 + lean, top), (px - 0.5, -50)])),
            "#a87443",
        )
    hull = CutShape(put([*sheer, *keel[1:-1]]))
    sheet.cut(hull, "#7c4a27", rim="#d69a5c", lift=4 * k, dark=0.2)
    for i, tone in enumerate(("#8d5730", "#6f4022")):
        low = soft(
            [
                (-116 + 8 * i, -62 + 15 * i),
                (-66, -40 + 11 * i),
                (0, -34 + 10 * i),
                (66, -39 + 10 * i),
                (119 - 9 * i, -60 + 16 * i),
            ],
            12,
        )
        under = moved(reversed(low), 0, 9)
        sheet.fill(poly(put([*low, *under])), tone)
        sheet.stroke(line(put(low)), "#3a1c10", 1.4 * k)
    gap = soft(at("-34,-41 4,-37 44,-40"), 10)
    sheet.fill(poly(put([*gap, (36, -20), (-30, -19)])), "#2c150c")
    for px in (-18, 4, 26):
        sheet.fill(poly(put([(px, -40), (px + 5, -40), (px + 4, -19), (px - 1, -19)])), "#8d5730")
    mast = put(at("-150,-74 -149,-80 160,-86 160,-80"))
    sheet.fill(poly(moved(mast, 3 * k, 5 * k)), SHADE, 0.3)
    sheet.fill(poly(mast), "#caa06a")
    sail = put(at("-72,-80 -30,-90 48,-90 66,-82 48,-74 -56,-72"))
    sheet.fill(poly(moved(sail, 2.5 * k, 3.5 * k)), SHADE, 0.25)
    sheet.fill(poly(sail), "#f3e3c2")
    for px in (-46, -8, 32):
        sheet.fill(poly(put([(px, -90), (px + 4, -90), (px + 6, -73), (px + 2, -73)])), "#a87443")
    for px in (-60, 52):
        sheet.fill(poly(put([(px, -20), (px + 10, -20), (px + 12, 4), (px - 2, 4)])), "#4a2714")
    runner = soft(at("-138,-20 -126,-2 -96,6 0,6 118,5"), 10)
    body = CutShape(put([*runner, *reversed(moved(runner, 0, 8))]))
    sheet.cut(body, "#38200f", rim="#b9814a", lift=3 * k)
    rope = put(soft(at("-138,-20 -170,2 -212,10"), 8))
    sheet.stroke(line(rope), "#e0c08a", 2 * k)


def stone(sheet: Sheet, rng: Random, p: Point, r: float) -> None:
    """A stone with a lit facet."""
    outline = blob(rng, p, r * 1.25, r * 0.85, 8, 0.15)
    sheet.fill(poly(moved(outline, r * 0.4, r * 0.35)), SHADE, 0.35)
    sheet.fill(poly(outline), "#4b2413")
    lit = [(p[0] + (a - p[0]) * 0.72 - r * 0.16, p[1] + (b - p[1]) * 0.66 - r * 0.2) for a, b in outline]
    sheet.fill(poly(lit), "#b06a38")
    spark = [(p[0] + (a - p[0]) * 0.32 - r * 0.34, p[1] + (b - p[1]) * 0.26 - r * 0.32) for a, b in outline]
    sheet.fill(poly(spark), "#dfa262")


def spinifex(sheet: Sheet, rng: Random, p: Point, k: float) -> None:
    """A tuft of desert grass."""
    blades = []
    for lean in range(-70, 71, 14):
        tip = spun([(0, -rng.uniform(20, 32) * k)], lean + rng.uniform(-5, 5))[0]
        blades.append(
            poly(
                [
                    (p[0] - 2 * k + lean * 0.06, p[1]),
                    (p[0] + tip[0], p[1] + tip[1]),
                    (p[0] + 2 * k + lean * 0.06, p[1]),
                ]
            )
        )
    sheet.fill(ellipse(p[0] + 6 * k, p[1], 20 * k, 4 * k), SHADE, 0.3)
    sheet.fill_each(blades[::2], "#3b3a1c")
    sheet.fill_each(blades[1::2], "#76702f")
