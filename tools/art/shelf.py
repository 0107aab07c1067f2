"""The shelf itself: the plank the boxes stand on, the lamp above it, and an ornament for the title."""

from __future__ import annotations

from random import Random

from tools.art.land import glow, soft
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

PLANK = (1600.0, 110.0)
WOOD = ("#8a5a34", "#6c4226", "#4a2b18")


def board() -> str:
    """A wooden plank, seen from a little above: boxes stand on its top (0 … 52), its front edge is below."""
    sheet, rng = Sheet(*PLANK), Random(5)
    sheet.fill(rect(0, 4, 1600, 50), sheet.linear((0, 4), (0, 54), (0, WOOD[2], 1), (1, WOOD[0], 1)))
    _grain(sheet, rng, 6, 50, WOOD[2], 46)
    sheet.fill(rect(0, 50, 1600, 3), "#d9a467")
    sheet.fill(rect(0, 53, 1600, 37), sheet.linear((0, 53), (0, 90), (0, WOOD[1], 1), (1, WOOD[2], 1)))
    _grain(sheet, rng, 58, 86, "#2d190d", 34)
    for deep, alpha in ((20, 0.16), (12, 0.2), (6, 0.24)):
        sheet.fill(rect(0, 90, 1600, deep), SHADE, alpha)
    return sheet.svg()


def _grain(sheet: Sheet, rng: Random, top: float, low: float, colour: str, count: int) -> None:
    """Long strokes along the wood, bent around a few knots."""
    parts = []
    for _ in range(count):
        x, y, long = rng.uniform(-60, 1560), rng.uniform(top, low), rng.uniform(60, 260)
        parts.append(lens((x, y), (x + long, y + rng.uniform(-1, 1)), rng.uniform(-2, 2), 0.9))
    sheet.fill_each(parts, colour, 0.5)
    for _ in range(3):
        x, y = rng.uniform(100, 1500), rng.uniform(top + 9, low - 9)
        for size, tone in ((1.0, colour), (0.66, mix(colour, WOOD[0], 0.6)), (0.34, colour)):
            sheet.fill(ellipse(x, y, 17 * size, 5 * size), tone, 0.7)


def lamp() -> str:
    """A hanging paper lamp and its cone of light; the bulb is at (200, 96), the cone reaches down to 400."""
    sheet = Sheet(400, 400)
    cone = sheet.linear((200, 90), (200, 400), (0, "#ffdf9e", 0.34), (1, "#ffdf9e", 0))
    sheet.fill(poly(at("150,96 250,96 400,400 0,400")), cone)
    glow(sheet, (200, 100), 90, "#fff0c0", 0.7)
    sheet.fill(rect(198, 0, 4, 46), "#241a16")
    shade = at("176,44 224,44 262,92 138,92")
    sheet.cut(CutShape(shade), "#b5542b", rim="#f0a060", lift=5, dark=0.3)
    sheet.fill(poly(at("200,44 224,44 262,92 216,92")), "#7f3519")
    sheet.fill(poly(at("180,44 190,44 166,92 146,92")), "#d77a45")
    sheet.fill(ellipse(200, 93, 60, 7), "#ffe9b8")
    sheet.fill(ellipse(200, 93, 40, 4.4), "#fffbe8")
    return sheet.svg()


def logo() -> str:
    """An ornament for beside or under the title: five paper tiles joined by one path."""
    sheet = Sheet(600, 120)
    tones = ("#3f6c57", "#d2913c", "#1b5c45", "#6b3f7e", "#b1472a")
    for i, tone in enumerate(tones):
        tile = _tile(60 + 120 * i, 60 + (5 if i % 2 else -5), 5 if i % 2 else -4, 42)
        sheet.cut(tile, tone, rim=mix(tone, "#fff1d0", 0.5), lift=4, dark=0.28)
    path = soft(at("14,60 60,60 120,36 180,60 240,80 300,60 360,38 420,60 480,82 540,60 586,60"), 8)
    sheet.stroke(curve(_under(path)), SHADE, 15, 0.35)
    sheet.stroke(curve(path), "#f6e5bd", 14)
    sheet.stroke(curve(path), "#221913", 3.4, dash="9 8", cap="butt")
    return sheet.svg()


def _under(path: list[Point]) -> list[Point]:
    return [(x + 2.5, y + 3.5) for x, y in path]


def app() -> str:
    """The program's icon: a Sturt fork of track on an ochre tile, lit from the upper left, on a dark one."""
    sheet = Sheet(128, 128)
    sheet.fill(rect(2, 2, 124, 124, 26), "#1f2430")
    sheet.fill(
        rect(2, 2, 124, 124, 26), sheet.linear((10, 6), (120, 124), (0, "#3c4356", 1), (1, "#171b25", 1))
    )
    for x, y, angle, tone in ((70, 60, 12, "#1b5c45"), (58, 62, -10, "#a9441f")):
        sheet.cut(_tile(x, y, angle, 40), tone, rim=mix(tone, "#fff1d0", 0.5), lift=3.4, dark=0.3)
    sheet.cut(_tile(63, 66, 0, 42), "#dfa64f", rim="#fbe2ab", lift=4.4, dark=0.34)
    arcs = "M63 24A42 42 0 0 0 105 66M63 108A42 42 0 0 1 105 66"
    sheet.stroke(arcs, "#f8e5b8", 26, 1, "butt")
    ties = []
    for centre, start in (((105, 24), 90), ((105, 108), 180)):
        for i in range(6):
            a = start + 7.5 + 15 * i
            inner, outer = 32.0, 52.0
            ends = ((inner, -2.6), (outer, -1.8), (outer, 1.8), (inner, 2.6))
            ties.append(poly([polar(centre, r, a + d) for r, d in ends]))
    sheet.fill_each(ties, "#1c1613")
    for r in (37.5, 46.5):
        rail = f"M{105 - r} 24A{r} {r} 0 0 0 105 {24 + r}M{105 - r} 108A{r} {r} 0 0 1 105 {108 - r}"
        sheet.stroke(rail, "#f8e5b8", 5, 1, "butt")
        sheet.stroke(rail, "#1c1613", 3.2, 1, "butt")
    return sheet.svg()


def _tile(x: float, y: float, angle: float, half: float) -> CutShape:
    """A square with its corners cut off a little, turned about its middle."""
    short = half - 4
    side = [(-short, -half), (short, -half)]
    corners = [p for quarter in range(4) for p in spun(side, angle + 90 * quarter)]
    return CutShape([(x + px, y + py) for px, py in corners])
