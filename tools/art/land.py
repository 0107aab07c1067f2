"""Layered land: edges of hills and dunes, the sheets cut along them, and the frame of a box on the shelf."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from tools.art.paper import SHADE, CutShape, Point, Sheet, lens, mix, moved, poly, rect

OPEN = (1600.0, 700.0)
BOX = (320.0, 460.0)
PIECES = 8  # strips along an edge are cut in so many pieces, to keep the box around each small


def soft(points: Sequence[Point], step: float = 12) -> list[Point]:
    """Points along a soft curve through the given ones, about `step` units apart."""
    out: list[Point] = []
    n = len(points)
    for i in range(n - 1):
        a, b, c, d = (points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2))
        count = max(1, round(math.dist(b, c) / step))
        out += [
            (_spline(a[0], b[0], c[0], d[0], t / count), _spline(a[1], b[1], c[1], d[1], t / count))
            for t in range(count)
        ]
    return [*out, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def placed(x: float, y: float, k: float, mirror: bool = False) -> Callable[[Iterable[Point]], list[Point]]:
    """What brings points of a figure to its place: scaled by k about its origin, mirrored if wanted."""
    kx = -k if mirror else k
    return lambda points: [(x + px * kx, y + py * k) for px, py in points]


def rough(rng: Random, points: Sequence[Point], amount: float = 0.16, step: float = 10) -> list[Point]:
    """A broken edge through the given points: each piece is halved and its middle pushed up or down."""
    out = [points[0]]
    for a, b in pairwise(points):
        out += _split(rng, a, b, amount, step)
    return out


def _split(rng: Random, a: Point, b: Point, amount: float, step: float) -> list[Point]:
    long = math.dist(a, b)
    if long < step:
        return [b]
    middle = (
        (a[0] + b[0]) / 2 + rng.uniform(-0.06, 0.06) * long,
        (a[1] + b[1]) / 2 + rng.uniform(-amount, amount) * long,
    )
    return _split(rng, a, middle, amount, step) + _split(rng, middle, b, amount, step)


def strip(edge: Sequence[Point], dx: float, dy: float, deep: float) -> list[str]:
    """A band along an edge, moved aside and `deep` units high, in pieces."""
    size = max(2, -(-len(edge) // PIECES))
    parts = []
    for start in range(0, len(edge) - 1, size):
        piece = edge[start : start + size + 1]
        parts.append(poly([*moved(piece, dx, dy), *moved(reversed(piece), dx, dy + deep)]))
    return parts


def land(
    sheet: Sheet,
    edge: Sequence[Point],
    floor: float,
    colour: str,
    foot: str = "",
    lift: float = 6,
    dark: float = 0.15,
    shine: float = 0.3,
) -> None:
    """A sheet of land from an edge (west to east) down to `floor`, which the next sheet covers.

    It shades what lies behind it to the lower right, and its edge catches the light; `foot` is the colour at
    its lower end.
    """
    for share, up in ((1.0, 0.2), (0.5, -0.4)):
        sheet.fill_each(strip(edge, lift * share, lift * up, lift * 2.2), SHADE, dark)
    if shine:
        sheet.fill_each(strip(edge, -1.1, -1.5, 5), mix(colour, "#fff1d0", shine))
    top = min(y for _, y in edge)
    fill = sheet.linear((0, top), (0, floor), (0, colour, 1), (1, foot, 1)) if foot else colour
    sheet.fill(poly([*edge, (edge[-1][0], floor), (edge[0][0], floor)]), fill)


def hatch(
    sheet: Sheet,
    rng: Random,
    area: tuple[float, float, float, float],
    count: int,
    colour: str,
    opacity: float,
    long: float = 30,
    bend: float = -4,
) -> None:
    """Woodcut strokes, pointed at both ends, strewn over a rectangle x0, y0, x1, y1."""
    parts = []
    for _ in range(count):
        x, y = rng.uniform(area[0], area[2]), rng.uniform(area[1], area[3])
        size = long * rng.uniform(0.5, 1.3)
        parts.append(lens((x, y + rng.uniform(-2, 2)), (x + size, y), bend, 0.045 * long + 0.3))
    sheet.fill_each(parts, colour, opacity)


def glow(sheet: Sheet, centre: Point, radius: float, colour: str, strength: float) -> None:
    """Light around a lamp, a flame or a sun."""
    fill = sheet.radial(centre, radius, (0, colour, strength), (0.45, colour, strength * 0.4), (1, colour, 0))
    sheet.fill(rect(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius), fill)


@dataclass(frozen=True)
class BoxColours:
    """The paper a box is made of."""

    paper: str
    light: str
    dark: str


WINDOW = (24.0, 22.0, 276.0, 372.0)  # x0, y0, x1, y1 of what shows of a box's scene
PLATE = (24.0, 388.0, 252.0, 50.0)  # x, y, w, h of the blank plate for the name


def box_frame(sheet: Sheet, colours: BoxColours) -> None:
    """The box around a scene: a front with a window, the right side in shade, a blank plate for the name."""
    x0, y0, x1, y1 = WINDOW
    front, window = rect(0, 4, 300, 456, 7), rect(x0, y0, x1 - x0, y1 - y0, 16)
    sheet.fill(poly([(296, 6), (320, 14), (320, 452), (296, 460)]), colours.dark)
    for by, dark in ((9, 0.16), (5, 0.18), (2.5, 0.2)):
        shade = rect(x0 + by, y0 + by * 1.1, x1 - x0, y1 - y0, 16)
        sheet.fill(rect(x0 - 4, y0 - 4, x1 - x0 + 8, y1 - y0 + 8, 18) + shade, SHADE, dark, hole=True)
    shine = sheet.linear(
        (0, 0), (300, 460), (0, colours.light, 1), (0.5, colours.paper, 1), (1, colours.dark, 1)
    )
    sheet.fill(
        front + rect(x0 - 1.5, y0 - 1.5, x1 - x0, y1 - y0, 16), mix(colours.light, "#fff3d6", 0.6), hole=True
    )
    sheet.fill(rect(1.2, 5.4, 297.5, 453.4, 6.5) + window, shine, hole=True)
    inner = rect(x0 - 7, y0 - 7, x1 - x0 + 14, y1 - y0 + 14, 21)
    sheet.stroke(inner, mix(colours.dark, SHADE, 0.35), 1.4, 0.7)
    x, y, w, h = PLATE
    sheet.cut(_plate(x, y, w, h), "#efe2c6", rim="#fffaf0", lift=3.4, dark=0.2)
    sheet.stroke(rect(x + 6, y + 6, w - 12, h - 12, 5), "#b9a47d", 1.2)


def _plate(x: float, y: float, w: float, h: float) -> CutShape:
    """A label with corners cut off round, inwards."""
    r = 9.0
    out: list[Point] = []
    for cx, cy, start in ((x, y, 90), (x + w, y, 180), (x + w, y + h, 270), (x, y + h, 0)):
        for step in range(0, 91, 15):
            a = math.radians(start - step)
            out.append((cx + r * math.cos(a), cy + r * math.sin(a)))
    return CutShape(out)
