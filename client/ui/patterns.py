"""Patterns of seats as shapes: stripes, dots, waves … that tell seats apart without their colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from client.ui.geometry import Point
from client.ui.theme import Pattern

MarkOutline = list[Point]
"""Outline of a mark."""


def marks(pattern: Pattern, bounds: tuple[float, float, float, float], pitch: float) -> list[MarkOutline]:
    """Marks of a pattern over a rectangle (x, y, width, height), about `pitch` from one to the next."""
    return PATTERN_MARKS[pattern](*bounds, pitch)


def _steps(start: float, end: float, pitch: float) -> list[float]:
    return [start + pitch * i for i in range(math.ceil((end - start) / pitch) + 1)]


def _band(points: Sequence[Point], half: float) -> MarkOutline:
    """Band from left to right, `half` to both sides of its middle."""
    return [*((x, y - half) for x, y in points), *((x, y + half) for x, y in reversed(points))]


def _box(x: float, y: float, w: float, h: float) -> MarkOutline:
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def _disc(x: float, y: float, radius: float) -> MarkOutline:
    turns = (2 * math.pi * i / 14 for i in range(14))
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def _stripes(x: float, y: float, w: float, h: float, pitch: float) -> list[MarkOutline]:
    wide = 0.42 * pitch
    return [
        [(at, y + h), (at + h, y), (at + h + wide, y), (at + wide, y + h)]
        for at in _steps(x - h - wide, x + w, pitch)
    ]


def _dots(x: float, y: float, w: float, h: float, pitch: float) -> list[MarkOutline]:
    rows = _steps(y + pitch / 3, y + h, 0.75 * pitch)
    return [
        _disc(at, row, 0.25 * pitch)
        for n, row in enumerate(rows)
        for at in _steps(x + pitch * (0.3 if n % 2 else 0.8), x + w, pitch)
    ]


def _waves(x: float, y: float, w: float, h: float, pitch: float) -> list[MarkOutline]:
    across = _steps(x - pitch, x + w + pitch, pitch / 8)
    return [
        _band([(at, row + 0.2 * pitch * math.sin((at - x) / pitch * 3.6)) for at in across], 0.15 * pitch)
        for row in _steps(y + 0.3 * pitch, y + h, 0.8 * pitch)
    ]


def _checks(x: float, y: float, w: float, h: float, pitch: float) -> list[MarkOutline]:
    half = pitch / 2
    return [
        _box(at, row, half, half)
        for n, row in enumerate(_steps(y, y + h, half))
        for at in _steps(x + (half if n % 2 else 0), x + w, pitch)
    ]


def _crosses(x: float, y: float, w: float, h: float, pitch: float) -> list[MarkOutline]:
    out: list[MarkOutline] = []
    for n, row in enumerate(_steps(y + 0.4 * pitch, y + h, 0.9 * pitch)):
        for at in _steps(x + (0.3 if n % 2 else 0.8) * pitch, x + w, pitch):
            out.append(_box(at - 0.3 * pitch, row - 0.1 * pitch, 0.6 * pitch, 0.2 * pitch))
            out.append(_box(at - 0.1 * pitch, row - 0.3 * pitch, 0.2 * pitch, 0.6 * pitch))
    return out


def _zigzag(x: float, y: float, w: float, h: float, pitch: float) -> list[MarkOutline]:
    across = _steps(x - pitch, x + w + pitch, pitch / 2)
    return [
        _band([(at, row + (0.2 if n % 2 else -0.2) * pitch) for n, at in enumerate(across)], 0.14 * pitch)
        for row in _steps(y + 0.3 * pitch, y + h, 0.8 * pitch)
    ]


def _none(x: float, y: float, w: float, h: float, pitch: float) -> list[MarkOutline]:
    return []


PATTERN_MARKS: Final[dict[Pattern, Callable[[float, float, float, float, float], list[MarkOutline]]]] = {
    "plain": _none,
    "stripes": _stripes,
    "dots": _dots,
    "waves": _waves,
    "checks": _checks,
    "crosses": _crosses,
    "zigzag": _zigzag,
}
"""Functions that make the marks of each pattern."""
