"""Sturt's Stony Desert: what lies around the cards – ground, edges, the markers of a connection."""

from __future__ import annotations

import math
from random import Random

from tools.art.land import hatch, soft
from tools.art.paper import (
    INK,
    SHADE,
    CutShape,
    Point,
    Sheet,
    blob,
    curve,
    ellipse,
    lens,
    mix,
    moved,
    polar,
    poly,
    rect,
    spun,
)
from tools.art.sturt import SIDE

GROUND = 1000.0
FLOOR = "#5b3422"
RING = 112  # points of a ring
STEPS = ("#6c3a22", "#854626", "#a2592b", "#bd7836")


def ground() -> str:
    """A basin of cracked clay, 850 wide in a picture of 1000, with dunes rising around it in four steps."""
    sheet = Sheet(GROUND, GROUND)
    rng = Random(1845)
    outer = _ring(rng, 8, 8)
    holes = [_ring(rng, 68 - 15 * i, 3 + 2.6 * i) for i in range(len(STEPS))]
    sheet.fill(rect(52, 52, GROUND - 104, GROUND - 104, 30), FLOOR)
    _clay(sheet, rng)
    for i, (colour, hole) in enumerate(zip(STEPS, holes, strict=True)):
        last = i == len(STEPS) - 1
        _step(sheet, outer if last else _between(holes[i + 1], outer, 0.5), hole, colour)
        if i:
            _wind_lines(sheet, rng, hole, mix(colour, "#f3c98a", 0.28))
    _bands(sheet, moved(outer, -1.2, -1.2), outer, mix(STEPS[-1], "#f3c98a", 0.5))
    sheet.specks(rng, 90, "#2a140b", 0.3, 2.2)
    sheet.specks(rng, 70, "#f3c98a", 0.28, 2)
    return sheet.svg()


PLATEAU = 1920.0, 1200.0
MESAS = ("#c9884c", "#d69a5c", "#e0aa6c")
MIDDLE = PLATEAU[0] / 2, PLATEAU[1] / 2


def desert() -> str:
    """The plateau into which the basin is cut, to the edges of any window: it rises in three steps."""
    sheet = Sheet(*PLATEAU)
    rng = Random(1844)
    sheet.fill(rect(0, 0, *PLATEAU), mix(STEPS[-1], MESAS[0], 0.5))
    hatch(sheet, rng, (380, 20, 1540, 1180), 150, mix(MESAS[0], "#fbd9a0", 0.5), 0.4, 70)
    for i, colour in enumerate(MESAS):
        for side in (-1, 1):
            edge = _cliff(rng, 610 + 120 * i, side)
            wall = [*edge, (MIDDLE[0] + side * 1000, 1240), (MIDDLE[0] + side * 1000, -40)]
            sheet.cut(CutShape(wall), colour, rim=mix(colour, "#ffe6b8", 0.5), lift=11 - 2 * i, dark=0.2)
            x0, x1 = sorted((MIDDLE[0] + side * (660 + 120 * i), MIDDLE[0] + side * 960))
            hatch(sheet, rng, (x0, 20, x1, 1180), 46, mix(colour, "#8a5226", 0.4), 0.45, 60, 7)
    for _ in range(64):
        _stone(sheet, rng)
    for x, y in ((150, 300), (1790, 820), (96, 1010), (1835, 150), (420, 1120), (1500, 60)):
        _bush(sheet, rng, x, y)
    sheet.specks(rng, 260, "#6b3d1c", 0.3, 2.6)
    for a, b in (((0, 0), (0, 260)), ((0, 1200), (0, 880)), ((0, 0), (420, 0)), ((1920, 0), (1500, 0))):
        dusk = sheet.linear(a, b, (0, "#4a2412", 0.42), (1, "#4a2412", 0))
        sheet.fill(rect(0, 0, *PLATEAU), dusk)
    return sheet.svg()


def _cliff(rng: Random, away: float, side: int) -> list[Point]:
    """The broken edge of a step of the plateau, from north to south, so far away from the middle."""
    phase, wave = rng.uniform(0, math.tau), rng.uniform(26, 48)
    line = [
        (MIDDLE[0] + side * (away + wave * math.sin(phase + y / 170) + rng.uniform(-14, 14)), y)
        for y in range(-40, 1281, 40)
    ]
    return soft(line)


def _stone(sheet: Sheet, rng: Random) -> None:
    """A stone beside the basin, with its shadow."""
    x = MIDDLE[0] + rng.choice((-1, 1)) * rng.uniform(520, 950)
    size = rng.uniform(5, 17)
    shape = blob(rng, (x, rng.uniform(30, 1170)), size, size * 0.7)
    sheet.cut(CutShape(shape), rng.choice(("#a8693a", "#b87a48", "#8f5830")), "#edc48c", size * 0.35, 0.25)


def _bush(sheet: Sheet, rng: Random, x: float, y: float) -> None:
    """A tuft of dry spinifex."""
    parts = []
    for _ in range(26):
        tip = polar((x, y), rng.uniform(18, 42), rng.uniform(190, 350))
        parts.append(lens((x + rng.uniform(-9, 9), y), tip, rng.uniform(-5, 5), 2.2))
    sheet.fill(ellipse(x + 5, y + 4, 34, 9), SHADE, 0.25)
    sheet.fill_each(parts[::2], "#8d8445", 0.95)
    sheet.fill_each(parts[1::2], "#b7a75c", 0.95)


def _ring(rng: Random, inset: float, wave: float) -> list[Point]:
    """A wavy square with round corners, its middle line `inset` from the border of the ground."""
    half = GROUND / 2 - inset - wave
    phases = [rng.uniform(0, math.tau) for _ in range(4)]
    out = []
    for i in range(RING):
        a = math.tau * i / RING
        c, s = math.cos(a), math.sin(a)
        r = half / (abs(c) ** 12 + abs(s) ** 12) ** (1 / 12)
        waves = zip((5, 8, 13, 3), phases, strict=True)
        r += wave * sum(math.sin(a * k + p) / (1 + j * 0.4) for j, (k, p) in enumerate(waves)) * 0.5
        out.append((GROUND / 2 + r * c, GROUND / 2 + r * s))
    return out


def _between(a: list[Point], b: list[Point], share: float) -> list[Point]:
    return [(x + (u - x) * share, y + (v - y) * share) for (x, y), (u, v) in zip(a, b, strict=True)]


def _bands(
    sheet: Sheet, inner: list[Point], outer: list[Point], colour: str, opacity: float = 1, over: int = 0
) -> None:
    """The paper between two rings in four pieces, one along each side (`over`: how far they overlap)."""
    eighth = RING // 8
    parts = []
    for quarter in range(4):
        span = range(eighth * (2 * quarter + 1), eighth * (2 * quarter + 3) + 1 + over)
        there = [inner[i % RING] for i in span]
        back_again = [outer[i % RING] for i in reversed(span)]
        parts.append(curve(there) + "L" + curve(back_again)[1:] + "Z")
    sheet.fill_each(parts, colour, opacity)


def _step(sheet: Sheet, outer: list[Point], hole: list[Point], colour: str) -> None:
    """One sheet with a hole: its rim shades the floor at the upper left and shines at the lower right."""
    edge = _between(hole, outer, 0.2)
    for by, dark in ((9.0, 0.13), (5.0, 0.15), (2.4, 0.18)):
        _bands(sheet, moved(hole, by, by * 1.1), edge, SHADE, dark)
    _bands(sheet, moved(hole, -1.6, -1.8), edge, mix(colour, "#ffe0a8", 0.4))
    _bands(sheet, hole, outer, colour, over=1)


def _clay(sheet: Sheet, rng: Random) -> None:
    """Plates of dried clay: a turned honeycomb with its joints pulled about, each plate a little smaller."""
    step, centre = 46.0, (GROUND / 2, GROUND / 2)
    grid = {
        (r, c): (
            c * step + rng.uniform(-15, 15) - 300,
            r * step * 1.62 + (c + r) % 2 * -26 + rng.uniform(-13, 13) - 300,
        )
        for r in range(24)
        for c in range(38)
    }
    plates: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for r in range(22):
        for c in range(r % 2, 35, 2):
            ring = [grid[r + d, c + e] for d, e in ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0))]
            ring = spun(ring, 27, centre)
            mx, my = sum(x for x, _ in ring) / 6, sum(y for _, y in ring) / 6
            size = rng.uniform(0.91, 0.955)
            small = [(mx + (x - mx) * size, my + (y - my) * size) for x, y in ring]
            if all(20 < v < 980 for v in (mx, my)):
                inside = [(min(max(x, 54), 946), min(max(y, 54), 946)) for x, y in small]
                plates[int(rng.uniform(0, 3))].append(poly(inside))
    for tone, parts in plates.items():
        sheet.fill_each(parts, mix(FLOOR, "#b9763f", 0.10 + 0.05 * tone))


def _wind_lines(sheet: Sheet, rng: Random, hole: list[Point], colour: str) -> None:
    """Woodcut strokes that follow the rim of a dune."""
    parts = []
    n = len(hole)
    for _ in range(16):
        i, span = int(rng.uniform(0, n)), int(rng.uniform(3, 8))
        shift = 1 + rng.uniform(8, 15) / (GROUND / 2)
        a, b = (
            ((x - 500) * shift + 500, (y - 500) * shift + 500) for x, y in (hole[i], hole[(i + span) % n])
        )
        if math.dist(a, b) < 220 and min(abs(a[0] - 500), abs(a[1] - 500)) < 300:
            parts.append(lens(a, b, -2, 1.3))
    sheet.fill_each(parts, colour, 0.6)


def edge(side: str) -> str:
    """Bunting along one side of one cell, to be tinted: pennants on W and E, round flags on N and S.

    The cord lies at the outer border, the flags hang inwards; both go on without a seam from cell to cell.
    """
    quarter = "NESW".index(side)
    long, deep = SIDE, 44.0
    sheet = Sheet(long, deep) if side in "NS" else Sheet(deep, long)

    def turn(points: list[Point]) -> list[Point]:
        corner = {0: (0, 0), 1: (deep, 0), 2: (long, deep), 3: (0, long)}[quarter]
        return moved(spun(points, 90 * quarter), *corner)

    shape = _pennant if side in "WE" else _round_flag
    flags = [CutShape(turn(moved(shape(), 50 * i + 25, 9))) for i in range(4)]
    for i, flag in enumerate(flags):
        sheet.cut(flag, ("#ffffff", "#d9d4cc")[i % 2], lift=4, dark=0.22)
    cord = CutShape(turn([(-4, 4), (long + 4, 4), (long + 4, 11), (-4, 11)]))
    sheet.cut(cord, "#f4efe6", rim="#ffffff", lift=3, dark=0.22)
    return sheet.svg()


def _pennant() -> list[Point]:
    return [(-22, 0), (22, 0), (0, 30)]


def _round_flag() -> list[Point]:
    return [(-21, 0), (21, 0), *(polar((0, 5), 21, a) for a in range(0, 181, 12))]


def end() -> str:
    """The marker of an entry or exit: a paper arch with an arrow up; the seat's colour is added around it."""
    sheet = Sheet(100, 100)
    arch = [
        (12, 92),
        (12, 46),
        *(polar((50, 46), 38, a) for a in range(190, 351, 8)),
        (88, 46),
        (88, 92),
    ]
    sheet.cut(CutShape(arch), "#efe4cf", rim="#fffaf0", lift=5, dark=0.25)
    for a in range(-75, 76, 25):
        one, two = polar((50, 46), 27, a - 90), polar((50, 46), 37, a - 90)
        sheet.stroke(f"M{one[0]:.1f} {one[1]:.1f}L{two[0]:.1f} {two[1]:.1f}", "#b9a686", 1.8)
    for y in (58, 75):
        sheet.stroke(f"M14 {y}H25M75 {y}H86", "#b9a686", 1.8)
    inner = [
        (26, 92),
        (26, 46),
        *(polar((50, 46), 24, a) for a in range(190, 351, 8)),
        (74, 46),
        (74, 92),
    ]
    sheet.fill(poly(inner), "#7d6a50")
    sheet.fill(
        poly(
            [
                (29, 92),
                (29, 48),
                *(polar((51, 48), 22, a) for a in range(190, 351, 8)),
                (73, 92),
            ]
        ),
        INK,
    )
    sheet.fill(
        poly([(50, 32), (66, 52), (56, 52), (56, 84), (44, 84), (44, 52), (34, 52)]),
        "#f7e2b0",
    )
    return sheet.svg()
