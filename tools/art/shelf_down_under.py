"""The shelf: Down Under – red earth, gum trees, a billabong and a kangaroo drawn with bone-white lines."""

from __future__ import annotations

from random import Random

from tools.art.land import BOX, OPEN, WINDOW, BoxColours, box_frame, hatch, land, placed, rough, soft
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
    poly,
    rect,
)

SKY = ("#f8d9a0", "#eeb079", "#a9a184", "#4c7d70", "#1c423d")
BONE = "#f4ead3"
LEAVES = ("#2f5546", "#47705a", "#6c9273", "#94b389")


def wide() -> str:
    """The land unfolded."""
    sheet, rng = Sheet(*OPEN), Random(2004)
    stops = [(o, c, 1.0) for o, c in zip((0, 0.2, 0.46, 0.72, 1), SKY, strict=True)]
    sheet.fill(rect(0, 0, 1600, 440), sheet.linear((1240, 470), (980, -90), *stops))
    land(sheet, soft(at("0,398 200,382 470,396 760,386 1100,398 1600,384")), 450, "#6f6f5c", lift=4)
    rock = rough(
        rng,
        at("700,416 742,372 786,322 842,300 960,288 1070,296 1150,312 1196,352 1226,392 1250,416"),
        0.05,
        18,
    )
    land(sheet, rock, 440, "#c2522e", "#9d3b22", lift=6)
    _gullies(sheet, rng, rock)
    land(
        sheet, soft(at("0,434 260,414 560,436 900,420 1240,436 1600,416")), 530, "#b4482a", "#a03c23", lift=6
    )
    for x, y, k in (
        (640, 426, 0.26),
        (300, 420, 0.22),
        (1290, 430, 0.34),
        (1392, 424, 0.28),
        (120, 424, 0.3),
    ):
        gum(sheet, rng, x, y, k)
    land(
        sheet, soft(at("0,502 240,484 560,506 900,488 1260,508 1600,480")), 702, "#c9582f", "#ad4526", lift=7
    )
    hatch(sheet, rng, (560, 506, 1560, 560), 34, "#8b3019", 0.5, 56)
    billabong(sheet, rng, 870, 566, 1.0)
    trail(sheet, soft(at("1172,590 1216,612 1176,646 1080,654 960,640 820,632 690,656 640,704"), 21), 4.6)
    kangaroo(sheet, 1180, 634, 1.25)
    land(sheet, soft(at("0,600 220,580 480,612 660,660 760,704")), 702, "#8e3520", "#632216", lift=8)
    land(sheet, soft(at("0,662 190,640 400,668 560,704")), 702, "#5d2116", "#3a150f", lift=8)
    land(sheet, soft(at("1040,704 1200,676 1380,650 1600,636")), 702, "#6b2618", "#3f1710", lift=8)
    gum(sheet, rng, 1478, 672, 2.3)
    for x, y, k in ((1150, 694, 1.1), (1352, 664, 1.3), (380, 668, 1.2), (90, 650, 1.0)):
        grass(sheet, rng, x, y, k)
    sheet.specks(rng, 90, "#2a0f0a", 0.24, 2.2)
    return sheet.svg()


def box() -> str:
    """The box on the shelf."""
    sheet, rng = Sheet(*BOX), Random(2005)
    x0, y0, x1, _ = WINDOW
    stops = [(o, c, 1.0) for o, c in zip((0, 0.25, 0.5, 0.75, 1), SKY, strict=True)]
    sheet.fill(rect(x0 - 5, y0 - 5, x1 - x0 + 10, 226), sheet.linear((170, 230), (90, 0), *stops))
    rock = rough(rng, at("70,226 88,196 112,176 168,166 216,172 246,190 262,214 281,222"), 0.05, 9)
    land(sheet, [(19, 226), *rock], 246, "#c2522e", "#9d3b22", lift=3)
    _gullies(sheet, rng, rock)
    land(sheet, soft(at("19,230 90,222 190,234 281,224"), 8), 290, "#b4482a", "#a03c23", lift=3)
    gum(sheet, rng, 256, 232, 0.28)
    land(sheet, soft(at("19,262 100,252 190,264 281,250"), 8), 378, "#c9582f", "#ad4526", lift=4)
    hatch(sheet, rng, (90, 268, 260, 284), 10, "#8b3019", 0.5, 24)
    billabong(sheet, rng, 178, 344, 0.42)
    trail(sheet, soft(at("262,322 258,300 214,288 150,286 100,276"), 10), 2.1)
    kangaroo(sheet, 206, 322, 0.56)
    land(sheet, soft(at("19,344 60,346 104,366 124,378")), 378, "#7a2d1c", "#4d1b12", lift=4)
    land(sheet, soft(at("170,378 220,368 281,358")), 378, "#6b2618", "#3f1710", lift=4)
    gum(sheet, rng, 40, 360, 0.94)
    grass(sheet, rng, 246, 366, 0.6)
    grass(sheet, rng, 98, 366, 0.55)
    box_frame(sheet, BoxColours("#a2472c", "#cf7a52", "#5a2316"))
    sheet.specks(rng, 60, "#2a0f0a", 0.2, 1.6)
    return sheet.svg()


def _gullies(sheet: Sheet, rng: Random, rock: list[Point]) -> None:
    """Furrows that run down a monolith, and its right end in shade."""
    floor = max(y for _, y in rock)
    parts = []
    for x, y in rock[3:-3:2]:
        deep = (floor - y) * rng.uniform(0.4, 0.85)
        parts.append(lens((x, y + 5), (x + rng.uniform(-0.1, 0.1) * deep, y + deep), 2, 1.2 + deep * 0.018))
    sheet.fill_each(parts, "#7d2b19", 0.6)
    tail = rock[len(rock) * 2 // 3 :]
    inner = [(x - (floor - y) * 0.3 - 4, min(floor, y + (floor - y) * 0.25)) for x, y in reversed(tail)]
    sheet.fill(poly([*tail, *inner]), "#6f2416", 0.45)


CROWNS = (
    (-66, -172, 1.0),
    (-30, -200, 0.9),
    (12, -204, 1.05),
    (48, -196, 0.85),
    (82, -166, 1.0),
    (-98, -152, 0.62),
    (112, -146, 0.6),
    (14, -174, 0.62),
)
LIMBS = (
    "-20,4 -11,-6 -7,-50 -11,-96 -4,-140 6,-186 12,-186 6,-138 5,-98 11,-52 13,-8 24,4",
    "0,-84 -24,-118 -54,-138 -66,-172 -60,-172 -46,-144 -18,-128 7,-102",
    "2,-64 30,-104 60,-124 84,-164 77,-165 54,-132 24,-114 0,-84",
)


def gum(sheet: Sheet, rng: Random, x: float, y: float, k: float) -> None:
    """A ghost gum, about 230 high at k = 1: white limbs, crowns in four tones, leaves hanging."""
    put = placed(x, y, k)
    sheet.fill(poly(put(at("-12,0 12,0 90,12 40,14"))), SHADE, 0.3)
    corners = 11 if k > 0.5 else 7
    for cx, cy, size in CROWNS[::2]:
        crown = blob(rng, (cx * 0.8 + 8, cy + 14), 34 * size, 19 * size, corners, 0.16)
        sheet.fill(curve(put(crown), True), LEAVES[0])
    for limb in LIMBS:
        points = put(at(limb))
        sheet.fill(curve(moved(points, 2.2 * k, 1.2 * k), True), "#8f7f74")
        sheet.fill(curve(points, True), "#efe5d3")
    for bx, by, r in ((1, -34, 3.4), (-4, -70, 2.8), (4, -14, 2.8), (-2, -120, 2.2)):
        sheet.fill(curve(put(blob(rng, (bx + 2, by), r, r * 2.2, 7, 0.2)), True), "#cbb3a2")
    for (shift, share), tone in zip(((5, 1.0), (0, 0.95), (-6, 0.6), (-10, 0.3)), LEAVES, strict=True):
        for cx, cy, size in CROWNS:
            centre = (cx + shift * 0.9 * size, cy + shift * 0.8 * size)
            crown = blob(rng, centre, 35 * share * size, 20 * share * size, corners, 0.15)
            sheet.fill(curve(put(crown), True), tone)
    if k > 0.5:
        _hanging_leaves(sheet, rng, x, y, k)


def _hanging_leaves(sheet: Sheet, rng: Random, x: float, y: float, k: float) -> None:
    put = placed(x, y, k)
    leaves: tuple[list[str], list[str]] = ([], [])
    for i in range(64):
        cx, cy, size = CROWNS[i % len(CROWNS)]
        px, py = cx + rng.uniform(-32, 32) * size, cy + rng.uniform(-8, 19) * size
        stalk, tip = put([(px, py), (px + rng.uniform(-5, 5), py + rng.uniform(8, 13))])
        leaves[i % 2].append(lens(stalk, tip, 1.2 * k, 1.5 * k))
    sheet.fill_each(leaves[0], LEAVES[0])
    sheet.fill_each(leaves[1], LEAVES[2])


def billabong(sheet: Sheet, rng: Random, x: float, y: float, k: float) -> None:
    """A still pool in sheets of blue, with reeds; (x, y) is its middle."""
    put = placed(x, y, k)
    shore = soft(at("-230,4 -150,-26 -20,-34 120,-28 236,-8 250,10 170,34 20,44 -130,36 -206,20 -230,4"), 16)
    sheet.fill(poly(put(moved(shore, 0, -5))), "#7c2c18")
    sheet.fill(poly(put(moved(shore, 0, 4))), "#e9b884")
    for i, tone in enumerate(("#1f5f66", "#2b7d80", "#49a39c")):
        size = 0.97 - 0.2 * i
        sheet.fill(poly(put([(px * size + 6 * i, py * size + 3 * i) for px, py in shore])), tone)
    for px, py, w in ((-60.0, -6.0, 60), (30.0, 12.0, 80), (90.0, -6.0, 40), (-110.0, 14.0, 44)):
        west, east = put([(px - w, py), (px + w, py)])
        sheet.fill(lens(west, east, 0, 2.2 * k), "#cfeae0", 0.75)
    reeds = []
    for px, py in at("-214,6 -206,10 -196,14 -188,16 222,-4 230,2 212,0 -150,30 -142,32"):
        tip = px + rng.uniform(-8, 8)
        high = rng.uniform(26, 46)
        reeds.append(poly(put([(px - 1.6, py), (tip, py - high), (px + 1.6, py)])))
    sheet.fill_each(reeds, "#3f5a34")


def trail(sheet: Sheet, points: list[Point], r: float) -> None:
    """A path of bone-white dots, a larger one now and then."""
    for i, (x, y) in enumerate(points):
        size = r * (1.5 if i % 5 == 0 else 1) * (0.7 + 0.3 * i / len(points))
        sheet.fill(ellipse(x + size * 0.3, y + size * 0.3, size, size * 0.72), SHADE, 0.3)
        sheet.fill(ellipse(x, y, size, size * 0.7), BONE)
        if i % 5 == 0:
            sheet.fill(ellipse(x, y, size * 0.5, size * 0.35), "#a03c23")


BODY = (
    "-66,-170 -58,-178 -46,-184 -38,-188",
    "-38,-188 -40,-206 -34,-222 -28,-204 -26,-188",
    "-26,-188 -22,-204 -14,-218 -12,-202 -16,-184",
    "-16,-184 -10,-170 -6,-154 8,-138 32,-122 54,-98 66,-70 70,-46 78,-28 104,-14 140,-8 176,-10 200,-20",
    "200,-20 184,-2 146,6 106,6 76,-4 56,-14",
    "56,-14 48,-6 44,4",
    "44,4 10,8 -34,8 -42,3",
    "-42,3 -30,-2 -6,-4 18,-14 24,-24",
    "24,-24 4,-32 -8,-48 -6,-66 -8,-84 -16,-100",
    "-16,-100 -28,-94 -38,-84 -44,-74",
    "-44,-74 -52,-74 -54,-82",
    "-54,-82 -44,-98 -34,-112 -34,-128 -30,-144 -34,-154",
    "-34,-154 -48,-156 -60,-158 -68,-164 -66,-170",
)


def kangaroo(sheet: Sheet, x: float, y: float, k: float) -> None:
    """A kangaroo looking west, its bones drawn on it; (x, y) is the ground under its foot."""
    put = placed(x, y, k)
    sheet.fill(poly(put(at("-44,4 40,2 200,10 250,20 120,22 0,16"))), SHADE, 0.3)
    outline: list[Point] = []
    for piece in BODY:
        outline += soft(at(piece), 6)[:-1]
    sheet.cut(CutShape(put(outline)), "#3b1a12", rim="#d98a5a", lift=4 * k, dark=0.2)
    spine = soft(at("-30,-172 -20,-156 0,-134 26,-112 46,-88 56,-60 64,-36 90,-16 130,-3 180,-9"), 6)
    sheet.stroke(curve(put(spine)), BONE, 3.2 * k)
    for px, py, w, h in ((-14.0, -124.0, 12, 22), (-6, -114, 14, 24), (4, -104, 15, 24), (15, -95, 14, 22)):
        rib = soft([(px + w, py - 4), (px - 2, py + h * 0.3), (px - 4, py + h)], 5)
        sheet.stroke(curve(put(rib)), BONE, 2.3 * k)
    thigh = soft(at("52,-62 34,-74 14,-62 12,-44 30,-34 46,-42 44,-56 32,-58 26,-48"), 6)
    sheet.stroke(curve(put(thigh)), BONE, 2.4 * k)
    for bone in (
        "28,-26 36,-12 30,-2",
        "28,1 0,3 -30,4",
        "-24,-126 -30,-108 -44,-88",
        "-36,-172 -46,-168 -58,-166",
    ):
        sheet.stroke(curve(put(soft(at(bone), 6))), BONE, 2.3 * k)
    for px, py in at("82,-10 98,-4 114,0 132,2 150,1 166,-3"):
        sheet.fill(ellipse(*put([(px, py - 0.5)])[0], 1.6 * k), "#e0a25e")
    sheet.fill(ellipse(*put([(-44, -174)])[0], 3.4 * k), BONE)
    sheet.fill(ellipse(*put([(-44.4, -174)])[0], 1.5 * k), "#3b1a12")


def grass(sheet: Sheet, rng: Random, x: float, y: float, k: float) -> None:
    """Dry grass."""
    tones: tuple[list[str], list[str]] = ([], [])
    for i, lean in enumerate(range(-22, 23, 4)):
        tip = (x + lean * k + rng.uniform(-4, 4) * k, y - rng.uniform(20, 38) * k + abs(lean) * 0.5 * k)
        tones[i % 2].append(poly([(x - 1.8 * k + lean * 0.3 * k, y), tip, (x + 1.8 * k + lean * 0.3 * k, y)]))
    sheet.fill(ellipse(x + 6 * k, y, 18 * k, 3.4 * k), SHADE, 0.3)
    sheet.fill_each(tones[0], mix("#8a6a34", SHADE, 0.35))
    sheet.fill_each(tones[1], "#d0a257")
