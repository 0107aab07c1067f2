"""Sturt's Stony Desert: the cards, the ground under them and what marks edges and ends.

Corners are bits NE = 1, SE = 2, SW = 4, NW = 8. A curve is a quarter circle about its corner with half a
side as radius. Sleepers stand every 10 degrees, the first at 5: tracks of neighbouring cards go on in step.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from tools.art.paper import (
    INK,
    SHADE,
    Point,
    Sheet,
    blob,
    ellipse,
    lens,
    line,
    mix,
    moved,
    pair,
    polar,
    poly,
    rect,
    spun,
)

SIDE = 200.0
RADIUS = SIDE / 2
RAIL, RAIL_WIDTH, SLEEPER, SLEEPER_WIDTH, BED = 12.5, 7.2, 26.0, 7.4, 68.0
CORNERS: dict[int, Point] = {1: (SIDE, 0), 2: (SIDE, SIDE), 4: (0, SIDE), 8: (0, 0)}
# Clockwise: the angle at which a corner's curve starts, and the sides (N, E, S, W) where it starts and ends.
START = {1: 90.0, 2: 180.0, 4: 270.0, 8: 0.0}
SIDES = {1: ("E", "N"), 2: ("S", "E"), 4: ("W", "S"), 8: ("N", "W")}
CARDS = {"double": "5a", "fork": "36c9", "triple": "7edb"}


@dataclass(frozen=True)
class Paper:
    """The colours of one kind of card."""

    base: str
    light: str
    dark: str
    bed: str
    bed_rim: str
    mark: str


SAND = Paper("#d89d45", "#f0cb86", "#9c6426", "#f7e2b0", "#fff5d8", "#a8702c")
RUST = Paper("#a9441f", "#dc7a45", "#61200e", "#f0bd82", "#ffdfae", "#7c2c12")


def arc(corner: int, radius: float) -> str:
    """One curve as path data, drawn a little beyond the card so that nothing shows at the joint."""
    centre, start = CORNERS[corner], START[corner]
    points = [polar(centre, radius, start + d) for d in (0, 90)]
    before = _beyond(points[0])
    after = _beyond(points[1])
    r = f"{radius:.1f}"
    return f"M{pair(before)}L{pair(points[0])}A{r} {r} 0 0 1 {pair(points[1])}L{pair(after)}"


def _beyond(p: Point) -> Point:
    step = 6.0
    x = p[0] - step if p[0] < 1 else p[0] + step if p[0] > SIDE - 1 else p[0]
    y = p[1] - step if p[1] < 1 else p[1] + step if p[1] > SIDE - 1 else p[1]
    return x, y


def corners_of(digit: str) -> list[int]:
    return [bit for bit in (1, 2, 4, 8) if int(digit, 16) & bit]


def card(digit: str) -> str:
    """The picture of one card."""
    corners = corners_of(digit)
    triple = len(corners) == 3
    paper = RUST if triple else SAND
    sheet = Sheet(SIDE, SIDE)
    card_paper(sheet, paper, triple)
    _desert(sheet, digit, paper)
    _track(sheet, corners, paper)
    return sheet.svg()


def card_paper(sheet: Sheet, paper: Paper, triple: bool) -> None:
    """An empty card: its edge and its ground; the triple's is toothed."""
    sheet.fill(rect(0, 0, SIDE, SIDE, 9), mix(paper.dark, INK, 0.35))
    sheet.fill(rect(0, 0, SIDE - 2.5, SIDE - 2.5, 8), paper.light)
    inner = rect(2.5, 2.5, SIDE - 5, SIDE - 5, 7)
    shine = sheet.linear(
        (20, 0),
        (180, 200),
        (0, mix(paper.base, paper.light, 0.35), 1),
        (1, paper.base, 1),
    )
    if not triple:
        sheet.fill(inner, shine)
        return
    sheet.fill(inner, paper.dark)
    zigzag = _pinked(9.0, 5.0, 13)
    sheet.fill(poly(moved(zigzag, -1, -1.2)), mix(paper.dark, INK, 0.5))
    sheet.fill(poly(zigzag), shine)


def _pinked(inset: float, depth: float, teeth: int) -> list[Point]:
    """A square with a toothed edge, as cut with pinking shears."""
    low, high = inset, SIDE - inset
    step = (high - low) / teeth
    top = []
    for i in range(teeth):
        top += [(low + i * step, low), (low + (i + 0.5) * step, low + depth)]
    out: list[Point] = []
    for quarter in range(4):
        out += spun(top, 90 * quarter, (RADIUS, RADIUS))
    return out


def _base_digit(digit: str) -> tuple[str, int]:
    """The card of which this one is a turned copy, and by how many quarters."""
    for family in CARDS.values():
        if digit in family:
            return family[0], family.index(digit)
    raise ValueError(digit)


def _free(p: Point, corners: list[int], room: float) -> bool:
    rim = 24 if len(corners) == 3 else 16
    inside = all(rim < v < SIDE - rim for v in p)
    return inside and all(abs(math.dist(p, CORNERS[c]) - RADIUS) > BED / 2 + room for c in corners)


def _desert(sheet: Sheet, digit: str, paper: Paper) -> None:
    """Ripples, stones and tufts where no track runs; a turned card carries them at the turned places."""
    base, quarters = _base_digit(digit)
    rng = Random(1844 + int(base, 16))
    corners = corners_of(base)
    taken: list[Point] = []
    spots: list[tuple[str, Point, int]] = []
    for kind, room, apart, tries in (
        ("stone", 10, 30, 60),
        ("tuft", 9, 24, 80),
        ("ripple", 12, 20, 120),
    ):
        limit = {"stone": 4, "tuft": 3, "ripple": 5}[kind]
        for _ in range(tries):
            p = rng.uniform(0, SIDE), rng.uniform(0, SIDE)
            if limit and _free(p, corners, room) and all(math.dist(p, q) > apart for q in taken):
                taken.append(p)
                spots.append((kind, p, int(rng.uniform(0, 10_000))))
                limit -= 1
    draw = {"stone": _stone, "tuft": _tuft, "ripple": _ripple}
    for kind, p, seed in reversed(spots):
        draw[kind](sheet, Random(seed), spun([p], 90 * quarters, (RADIUS, RADIUS))[0], paper)
    sheet.specks(rng, 46, paper.mark, 0.55, 1.7)
    sheet.specks(rng, 30, paper.light, 0.6, 1.6)


def _stone(sheet: Sheet, rng: Random, p: Point, paper: Paper) -> None:
    r = rng.uniform(5, 8)
    outline = blob(rng, p, r * 1.2, r * 0.9, 7, 0.16)
    sheet.fill(poly(moved(outline, 2.4, 2.6)), SHADE, 0.35)
    sheet.fill(poly(outline), mix(paper.dark, INK, 0.55))
    lit = [(p[0] + (x - p[0]) * 0.74 - 1.1, p[1] + (y - p[1]) * 0.7 - 1.3) for x, y in outline]
    sheet.fill(poly(lit), mix(paper.base, "#f1e2c8", 0.42))


def _tuft(sheet: Sheet, rng: Random, p: Point, paper: Paper) -> None:
    del paper
    sheet.fill(ellipse(p[0] + 3, p[1] + 1.5, 8, 2), SHADE, 0.25)
    blades = []
    for lean in (-8, -4.5, -1, 3, 7):
        tip = (
            p[0] + lean * rng.uniform(0.9, 1.3),
            p[1] - rng.uniform(9, 14) + abs(lean) * 0.5,
        )
        blades.append(
            poly(
                [
                    (p[0] - 1.7 + lean * 0.25, p[1]),
                    tip,
                    (p[0] + 1.7 + lean * 0.25, p[1] + 0.6),
                ]
            )
        )
    sheet.fill("".join(blades), "#4b4a22")


def _ripple(sheet: Sheet, rng: Random, p: Point, paper: Paper) -> None:
    parts = []
    for i, long in enumerate((rng.uniform(7, 10), rng.uniform(9, 13), rng.uniform(6, 9))):
        x, y = p[0] + rng.uniform(-3, 3), p[1] + (i - 1) * 5.2
        parts.append(lens((x - long, y + 1), (x + long, y), -3.4, 1.3))
    sheet.fill("".join(parts), paper.mark, 0.8)


def _track(sheet: Sheet, corners: list[int], paper: Paper) -> None:
    """Bed, sleepers and rails of all curves; shared ends are one piece with long timbers, as in a switch."""
    middle = "".join(arc(c, RADIUS) for c in corners)
    for shift, opacity in ((3.2, 0.14), (1.6, 0.18)):
        sheet.stroke(_shifted(corners, shift), SHADE, BED, opacity, "butt")
    sheet.stroke(_shifted(corners, -1.1), paper.bed_rim, BED, 1, "butt")
    sheet.stroke(middle, paper.bed, BED, 1, "butt")
    sheet.fill("".join(poly(s) for s in _sleepers(corners)), INK)
    gaps = "".join(arc(c, RADIUS + s * RAIL) for c in corners for s in (-1, 1))
    sheet.stroke(gaps, paper.bed, RAIL_WIDTH + 3.4, 1, "butt")
    sheet.stroke(gaps, INK, RAIL_WIDTH, 1, "butt")


def _shifted(corners: list[int], by: float) -> str:
    """The curves' middle lines moved along the light, as many-cornered lines."""
    parts = []
    for c in corners:
        points = [polar(CORNERS[c], RADIUS, START[c] + d) for d in range(0, 91, 6)]
        points = [_beyond(points[0]), *points, _beyond(points[-1])]
        parts.append(line(moved(points, by, by)))
    return "".join(parts)


def _sleepers(corners: list[int]) -> list[list[Point]]:
    shared = {side for side in "NESW" if sum(side in SIDES[c] for c in corners) > 1}
    out = []
    for c in corners:
        first, last = SIDES[c]
        for i in range(9):
            if (i < 3 and first in shared) or (i > 5 and last in shared):
                continue
            out.append(_sleeper(c, 10 * i + 5))
    for side in sorted(shared):
        one, two = (c for c in corners if side in SIDES[c])
        out += [_timber(one, two, side, 10 * i + 5) for i in range(3)]
    return out


def _sleeper(corner: int, degrees: float) -> list[Point]:
    """A short timber across one curve, its ends cut a little askew."""
    rng = Random(corner * 100 + int(degrees))
    at, half = START[corner] + degrees, math.degrees(SLEEPER_WIDTH / 2 / RADIUS)
    inner, outer = (
        RADIUS - SLEEPER + rng.uniform(-2, 2),
        RADIUS + SLEEPER + rng.uniform(-2, 2),
    )
    ends = (
        (inner, -half * 1.1),
        (outer, -half),
        (outer + rng.uniform(-2, 2), half),
        (inner, half * 1.1),
    )
    return [polar(CORNERS[corner], r, at + d) for r, d in ends]


def _timber(one: int, two: int, side: str, degrees: float) -> list[Point]:
    """A long timber under both curves that leave over one side, from outer end to outer end."""
    ends = []
    for c in (one, two):
        angle = START[c] + (degrees if SIDES[c][0] == side else 90 - degrees)
        ends.append(polar(CORNERS[c], RADIUS - SLEEPER, angle))
    (ax, ay), (bx, by) = ends
    w = SLEEPER_WIDTH / 2
    if side in "NS":
        return [(ax, ay - w), (bx, by - w), (bx, by + w), (ax, ay + w)]
    return [(ax - w, ay), (bx - w, by), (bx + w, by), (ax + w, ay)]
