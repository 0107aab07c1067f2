"""The Great Split: the icons of seals – of one resource, or of all that a seal can be used for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tools.art.great_split_goods import GOODS
from tools.art.great_split_icon import (
    COLOURS,
    INK,
    IVORY,
    RESOURCES,
    SHINE,
    Icon,
    Piece,
    disc,
    scaled,
    star_of,
)
from tools.art.paper import Point, at, mix, moved, polar


def wax(resource: str) -> Icon:
    """The seal of a resource: its sign pressed into a drop of wax."""
    colour, good = COLOURS[resource], GOODS[resource]()
    blob = [polar((50, 50), _drop(a), a) for a in range(0, 360, 10)]
    icon = Icon([Piece(blob, colour, soft=True)])
    ink = mix(colour, INK, 0.75) if resource == "gold" else IVORY
    icon.marks = [Piece(p.points, ink, p.width) for p in _sign(good, _PRESSED)]
    icon.marks += [Piece(scaled(gap, _PRESSED), colour) for gap in good.gaps]
    deep = mix(colour, INK if ink == IVORY else SHINE, 0.6)
    icon.light = [
        Piece([polar((50, 50), _drop(a) - 4, a) for a in range(0, 110, 8)], INK, 5, True, 0.22),
        Piece([polar((50, 50), _drop(a) - 4, a) for a in range(190, 280, 8)], SHINE, 4, True, 0.6),
        Piece(disc(50, 50, 37, 40), mix(colour, INK, 0.2)),
        Piece(disc(51, 51.2, 36, 40), mix(colour, INK, 0.06)),
        *(Piece(moved(p.points, 1.6, 2.2), deep, p.width) for p in _sign(good, _PRESSED)),
        *icon.marks,
    ]
    icon.gaps = [scaled(p.points, _PRESSED) for p in good.body if not p.width]
    icon.gaps += [scaled(gap, _PRESSED) for gap in good.gaps]
    return icon


_PRESSED: Final = 0.66
"""How large the sign on a seal is."""


def _drop(angle: float) -> float:
    """How far a drop of wax has run in a direction."""
    a = math.radians(angle)
    return 44 + 2.2 * math.sin(5 * a + 0.7) + 1.7 * math.sin(8 * a + 2.1) + 0.8 * math.sin(3 * a)


def _sign(good: Icon, k: float) -> list[Piece]:
    return [Piece(scaled(p.points, k), "", p.width * k) for p in good.body]


def diamond() -> Icon:
    """A seal for books or art."""
    outline = _softened(at("50,1 99,50 50,99 1,50"), 9)
    parts = [_beyond(outline, (50, 50), (-1, 0)), _beyond(outline, (50, 50), (1, 0))]
    return _choice(outline, ("books", "art"), parts, ((32, 50), (68, 50)), 0.3)


def square() -> Icon:
    """A seal for topaz, emerald or gold."""
    outline, cuts = _softened(at("8,8 92,8 92,92 8,92"), 10), (8.0, 36.0, 64.0, 92.0)
    parts = [_beyond(_beyond(outline, (a, 0), (1, 0)), (b, 0), (-1, 0)) for a, b in pairwise(cuts)]
    return _choice(outline, ("topaz", "emerald", "gold"), parts, ((23, 50), (50, 50), (77, 50)), 0.25)


def star() -> Icon:
    """A seal for any of the five."""
    middle = (50.0, 54.0)
    outline = _softened(star_of(5, 53, 26, middle), 8)
    parts = []
    for tip in range(5):
        a, b = (math.radians(72 * tip - 90 + turn) for turn in (-36, 36))
        half = _beyond(outline, middle, (-math.sin(a), math.cos(a)))
        parts.append(_beyond(half, middle, (math.sin(b), -math.cos(b))))
    places = [polar(middle, 27, 72 * tip - 90) for tip in range(5)]
    return _choice(outline, RESOURCES, parts, places, 0.21)


def _choice(
    outline: list[Point],
    goods: Sequence[str],
    parts: Sequence[list[Point]],
    places: Sequence[Point],
    k: float,
) -> Icon:
    """A seal in the colours of all it can be used for, with their signs."""
    icon = Icon([Piece(outline, COLOURS[goods[0]])])
    icon.marks = [Piece(part, COLOURS[good]) for good, part in zip(goods, parts, strict=True)]
    middle = (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))
    for aside, ink, opacity in ((1.6, SHINE, 0.45), (0.0, INK, 0.5)):
        inner = [(x + (middle[0] - x) * 0.13 + aside, y + (middle[1] - y) * 0.13 + aside) for x, y in outline]
        icon.light.append(Piece([*inner, inner[0]], ink, 2.2, False, opacity))
    icon.light.append(Piece(_beyond(outline, (62, 62), (1, 1)), INK, 0.0, False, 0.14))
    for good, (x, y) in zip(goods, places, strict=True):
        sign = GOODS[good]()
        for tone, by in ((mix(COLOURS[good], INK, 0.55), 1.4), (IVORY, 0.0)):
            icon.light += [
                Piece(scaled(piece.points, k, x + by, y + by), tone, piece.width * k) for piece in sign.body
            ]
        icon.light += [Piece(scaled(gap, k, x, y), COLOURS[good]) for gap in sign.gaps]
    return icon


def _softened(points: Sequence[Point], radius: float) -> list[Point]:
    """An outline with its corners rounded."""
    out: list[Point] = []
    for i, (x, y) in enumerate(points):
        ends = []
        for px, py in (points[i - 1], points[(i + 1) % len(points)]):
            share = min(0.5, radius / math.dist((x, y), (px, py)))
            ends.append((x + (px - x) * share, y + (py - y) * share))
        (ax, ay), (bx, by) = ends
        for step in range(7):
            t = step / 6
            u = 1 - t
            out.append((u * u * ax + 2 * u * t * x + t * t * bx, u * u * ay + 2 * u * t * y + t * t * by))
    return out


def _beyond(points: Sequence[Point], foot: Point, way: Point) -> list[Point]:
    """What of an outline lies on that side of a line through `foot` that `way` points to."""

    def height(p: Point) -> float:
        return (p[0] - foot[0]) * way[0] + (p[1] - foot[1]) * way[1]

    out: list[Point] = []
    for i, q in enumerate(points):
        p = points[i - 1]
        a, b = height(p), height(q)
        if a * b < 0:
            t = a / (a - b)
            out.append((p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t))
        if b >= 0:
            out.append(q)
    return out
