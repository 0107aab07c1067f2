"""Portraits of players: what all busts share – the round ground, paper cut along it, faces, eyes.

A portrait is 200 by 200, its ground a disc around (100, 100). Outlines that are alike on both sides are
written as their right half, from top to bottom. The pupils are a second picture, which is laid over the first
a little aside when the eyes look there: so nothing of a portrait covers the whites of its eyes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tools.art.great_split_bust import Skin, smooth
from tools.art.paper import SHADE, Point, Sheet, at, curve, ellipse, mix, moved, poly

SIDE: Final = 200.0
MIDDLE: Final = 100.0
RADIUS: Final = 95.0
INK: Final = "#1e1a16"
LAMP: Final = "#fff3cf"
WHITE: Final = "#fffaf0"


@dataclass(frozen=True)
class Eyes:
    """A pair of eyes: `y` of both, half the distance between them, radii of whites and pupils, colours."""

    y: float
    gap: float
    white: float = 13.5
    pupil: float = 8.8
    iris: str = "#3a2a1e"
    colour: str = WHITE


@dataclass(frozen=True)
class Portrait:
    """A bust: the two colours of its ground, its eyes, and what draws all but their pupils."""

    deep: str
    bright: str
    eyes: Eyes
    draw: Callable[[Sheet, Eyes], None]

    def bust(self) -> str:
        """The picture without pupils."""
        sheet = Sheet(SIDE, SIDE)
        _ground(sheet, self.deep, self.bright)
        self.draw(sheet, self.eyes)
        return sheet.svg()

    def pupils(self) -> str:
        """The pupils as they look ahead."""
        sheet, eyes = Sheet(SIDE, SIDE), self.eyes
        for x in (MIDDLE - eyes.gap, MIDDLE + eyes.gap):
            sheet.fill(ellipse(x, eyes.y, eyes.pupil), eyes.iris)
            sheet.fill(ellipse(x, eyes.y, eyes.pupil * 0.62), mix(eyes.iris, INK, 0.85))
            sheet.fill(
                ellipse(x - eyes.pupil * 0.32, eyes.y - eyes.pupil * 0.38, eyes.pupil * 0.3), "#ffffff"
            )
        return sheet.svg()


def both(text: str) -> list[Point]:
    """An outline from its right half, from top to bottom."""
    right = at(text)
    return [*right, *(p for p in mirrored(right)[::-1] if abs(p[0] - MIDDLE) > 0.01)]


def mirrored(points: Sequence[Point]) -> list[Point]:
    """Points on the other side of the middle."""
    return [(2 * MIDDLE - x, y) for x, y in points]


def paper(
    sheet: Sheet,
    points: Sequence[Point],
    colour: str,
    lift: float = 3.4,
    soft: bool = True,
    shine: float = 0.3,
) -> None:
    """A piece of cut paper with its shadow and a lit rim; nothing of it reaches beyond the ground."""
    edge = smooth(points, 5) if soft else _dense(points)
    for share in (1.0, 0.45):
        sheet.fill(poly(_held(moved(edge, lift * share, 1.1 * lift * share))), SHADE, 0.2)
    sheet.fill(poly(_held(moved(edge, -0.9, -1.1))), mix(colour, LAMP, shine))
    sheet.fill(poly(_held(edge)), colour)


def pair(sheet: Sheet, text: str, colour: str, lift: float = 3.4, soft: bool = True) -> None:
    """A piece of paper and its mirror image."""
    for points in (mirrored(at(text)), at(text)):
        paper(sheet, points, colour, lift, soft)


def flat(sheet: Sheet, points: Sequence[Point], colour: str, opacity: float = 1.0, soft: bool = True) -> None:
    """Colour without a shadow."""
    sheet.fill(poly(_held(smooth(points, 5) if soft else _dense(points))), colour, opacity)


def flats(sheet: Sheet, text: str, colour: str, opacity: float = 1.0, soft: bool = True) -> None:
    """Colour without a shadow, and its mirror image."""
    for points in (at(text), mirrored(at(text))):
        flat(sheet, points, colour, opacity, soft)


def disc(
    sheet: Sheet, x: float, y: float, rx: float, colour: str, ry: float = 0.0, lift: float = 2.0
) -> None:
    """A round piece of paper."""
    outline = [
        (x + rx * math.cos(math.radians(a)), y + (ry or rx) * math.sin(math.radians(a)))
        for a in range(0, 360, 30)
    ]
    paper(sheet, outline, colour, lift)


def wire(sheet: Sheet, points: str, colour: str, width: float, opacity: float = 1.0) -> None:
    """A soft line."""
    sheet.stroke(curve(at(points)), colour, width, opacity)


def wires(sheet: Sheet, points: str, colour: str, width: float, opacity: float = 1.0) -> None:
    """A soft line and its mirror image."""
    for line in (at(points), mirrored(at(points))):
        sheet.stroke(curve(line), colour, width, opacity)


def whites(sheet: Sheet, eyes: Eyes, rim: str, lashes: float = 3.0) -> None:
    """The whites of the eyes with a line above each, thicker with `lashes`."""
    for x in (MIDDLE - eyes.gap, MIDDLE + eyes.gap):
        r, y = eyes.white, eyes.y
        sheet.fill(ellipse(x, y, r + 1.4), rim, 0.55)
        sheet.fill(ellipse(x, y, r), eyes.colour)
        lid = [(x - r * 1.04, y - r * 0.3), (x - r * 0.6, y - r * 0.88), (x, y - r * 1.06)]
        lid += [(2 * x - px, py) for px, py in lid[1::-1]]
        sheet.stroke(curve(lid), mix(rim, INK, 0.7), lashes)


def shoulders(sheet: Sheet, colour: str, wide: float = 66.0, top: float = 160.0) -> None:
    """A body down to the edge of the ground."""
    right = [
        (MIDDLE, top),
        (MIDDLE + wide * 0.45, top + 2),
        (MIDDLE + wide * 0.85, top + 14),
        (MIDDLE + wide, 196),
    ]
    paper(sheet, [*right, (MIDDLE, 206), *mirrored(right[1:])[::-1]], colour, 4)


def head(sheet: Sheet, skin: Skin, outline: str, ears: float = 0.0) -> None:
    """A neck and a face lit from the left; with `ears` these stand at that height."""
    flat(sheet, both("100,130 119,132 120,164 112,178 100,182"), mix(skin.shade, SHADE, 0.12))
    points = both(outline)
    if ears:
        wide = max(x for x, _ in points) - 3
        for x in (2 * MIDDLE - wide, wide):
            disc(sheet, x, ears, 8.5, skin.shade, 11)
    paper(sheet, points, skin.base, 4)
    right = [p for p in points if p[0] >= MIDDLE]
    low, top = max(y for _, y in points), min(y for _, y in points)
    flat(
        sheet,
        [*right, (MIDDLE + 12, low - 12), (MIDDLE + 31, low - 34), (MIDDLE + 36, top + 36)],
        skin.shade,
        0.6,
    )


def cheeks(sheet: Sheet, colour: str, x: float = 32.0, y: float = 128.0, r: float = 10.0) -> None:
    """Warm paper on both cheeks."""
    for side in (-x, x):
        sheet.fill(ellipse(MIDDLE + side, y, r, r * 0.75), colour, 0.55)


def nose(sheet: Sheet, skin: Skin, low: float = 128.0, wide: float = 7.0) -> None:
    """The shaded side of a nose and its line below."""
    dark = mix(skin.shade, SHADE, 0.16)
    flat(
        sheet, [(101, low - 20), (104, low - 10), (100 + wide, low - 2), (103, low + 2), (100, low + 1)], dark
    )
    wire(
        sheet,
        f"{100 - wide},{low - 2} {98},{low + 2} {100 + wide},{low - 1}",
        mix(skin.shade, SHADE, 0.5),
        2.6,
    )


def smile(
    sheet: Sheet, skin: Skin, y: float = 142.0, wide: float = 15.0, up: float = 5.0, teeth: bool = False
) -> None:
    """A mouth whose corners lie `up` above its middle, open with `teeth`."""
    dark = mix(skin.lips, INK, 0.55)
    left, right = (MIDDLE - wide, y - up), (MIDDLE + wide, y - up)

    def bowl(share: float, drop: float) -> list[Point]:
        """What lies under a line like that of the lips, `drop` units deep."""
        top = [
            (MIDDLE - wide * share, y - up * share + 1),
            (MIDDLE, y),
            (MIDDLE + wide * share, y - up * share + 1),
        ]
        low = y + drop * 0.7
        return [
            *top,
            (MIDDLE + wide * share * 0.62, low),
            (MIDDLE, y + drop),
            (MIDDLE - wide * share * 0.62, low),
        ]

    if teeth:
        flat(sheet, bowl(1.0, 9), dark)
        flat(sheet, bowl(0.8, 4.5), WHITE)
    else:
        flat(sheet, bowl(0.7, 6.5), skin.lips, 0.9)
    sheet.stroke(curve([left, (MIDDLE, y), right]), dark, 3.2)


def brows(sheet: Sheet, left: str, colour: str, width: float = 5.0) -> None:
    """Both eyebrows from the left one's line."""
    wires(sheet, left, colour, width)


def _ground(sheet: Sheet, deep: str, bright: str) -> None:
    """A disc of coloured paper under the lamp, with its shadow."""
    sheet.fill(ellipse(102.2, 103, RADIUS + 1.5), SHADE, 0.16)
    sheet.fill(ellipse(101.2, 101.6, RADIUS + 1.2), SHADE, 0.2)
    sheet.fill(ellipse(MIDDLE, MIDDLE, RADIUS + 2), mix(bright, LAMP, 0.5))
    light = sheet.radial((72, 62), 150, (0, bright, 1), (0.5, mix(bright, deep, 0.5), 1), (1, deep, 1))
    sheet.fill(ellipse(MIDDLE, MIDDLE, RADIUS), light)


def _dense(points: Sequence[Point], step: float = 5) -> list[Point]:
    """The corners of an outline and points between them, so that it can follow the ground's edge."""
    out: list[Point] = []
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        count = max(1, round(math.dist(a, b) / step))
        out += [(a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count) for i in range(count)]
    return out


def _held(points: Sequence[Point]) -> list[Point]:
    """Points beyond the ground's edge brought back onto it."""
    out = []
    for x, y in points:
        far = math.hypot(x - MIDDLE, y - MIDDLE)
        share = min(1.0, RADIUS / far) if far else 1.0
        out.append((MIDDLE + (x - MIDDLE) * share, MIDDLE + (y - MIDDLE) * share))
    return out
