"""Plots of a report as SVG elements: plain marks, every text escaped, a title and a description in each.

Widths and heights are pixels of a plot `WIDTH` wide, which a page may scale. Colours are those of the theme's
paper and seats; an entrant is a colour and a shape together.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import count, takewhile
from math import ceil, cos, floor, log10, pi, sin
from typing import Any, Final

import msgspec

import assets

WIDTH: Final = 760
ROW: Final = 34
"""Height of a row with an entrant."""
NAMES: Final = 190
"""Width of the column of names."""
LINES: Final = 300
"""Height of a plot of lines or columns."""
MARK: Final = 7
"""Radius of an entrant's shape."""


class Interval(msgspec.Struct, frozen=True):
    """Value between two others, under the name and style of an entrant."""

    name: str
    style: int
    middle: float
    low: float
    high: float


class Course(msgspec.Struct, frozen=True):
    """Points of a line, from left to right, under the name and style of an entrant."""

    name: str
    style: int
    points: tuple[tuple[float, float], ...]


class Axis(msgspec.Struct, frozen=True):
    """Range of values with its name, and the pixels of its ends."""

    title: str
    low: float
    high: float
    begin: float
    end: float

    def at(self, value: float) -> float:
        """Pixel of a value."""
        span = self.high - self.low
        return self.begin + (value - self.low) / span * (self.end - self.begin)

    def ticks(self) -> list[float]:
        """Round values within the range, about six."""
        rough = (self.high - self.low) / 6
        unit = 10.0 ** floor(log10(rough))
        step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
        first = ceil(self.low / step - 1e-9)
        values = (step * number for number in count(first))
        return [round(v, 9) for v in takewhile(lambda v: v <= self.high + step * 1e-9, values)]


def axis(title: str, values: Sequence[float], begin: float, end: float) -> Axis:
    """Axis that has room for all values and a little more."""
    low, high = min(values), max(values)
    more = (high - low) * 0.06 or 1.0
    return Axis(title, low - more, high + more, begin, end)


@cache
def theme() -> Any:
    """The usual theme as its file has it: `colours` and `seats`."""
    with assets.path("themes/lamplight.toml").open("rb") as file:
        return tomllib.load(file)


def intervals(title: str, description: str, unit: str, intervals: Sequence[Interval]) -> str:
    """Each row's value as a shape, with a line from low to high."""
    values = [value for row in intervals for value in (row.low, row.high)]
    across = axis(unit, [*values, 0.0], NAMES, WIDTH - 24)
    bottom = ROW * len(intervals) + 16
    parts = [_across(across, 8, bottom)]
    if across.low < 0 < across.high:
        parts.append(_line(across.at(0), 8, across.at(0), bottom, "zero"))
    for place, row in enumerate(intervals):
        y = ROW * place + ROW / 2 + 8
        low, high = across.at(row.low), across.at(row.high)
        parts += [
            _text(NAMES - 14, y + 5, row.name, "end"),
            _line(low, y, high, y, "reach"),
            *(_line(x, y - 6, x, y + 6, "reach") for x in (low, high)),
            shape(across.at(row.middle), y, row.style),
        ]
    return _svg(title, description, bottom + 46, parts)


def courses(
    title: str,
    description: str,
    axes: tuple[str, str],
    curves: Sequence[Course],
    bounds: Sequence[tuple[str, float]] = (),
) -> str:
    """Lines over the number of games, named at their ends; `bounds` are levels with names."""
    values = [y for line in curves for _, y in line.points] + [y for _, y in bounds]
    bottom = LINES - 46
    across = Axis(axes[0], 0, max(x for line in curves for x, _ in line.points) or 1, 64, WIDTH - 150)
    up = axis(axes[1], values, bottom, 14)
    parts = [_across(across, 14, bottom), _up(up, across.begin, across.end)]
    for name, level in bounds:
        parts += [
            _line(across.begin, up.at(level), across.end, up.at(level), "bound"),
            _text(across.end + 14, up.at(level) + 5, name, "start"),
        ]
    room = list[float]()
    for line in sorted(curves, key=lambda line: -line.points[-1][1]):
        path = " ".join(f"{across.at(x):.1f},{up.at(y):.1f}" for x, y in line.points)
        end = up.at(line.points[-1][1])
        parts += [
            f'<polyline class="case" points="{path}"/>',
            f'<polyline class="course" style="stroke:{_style(line.style)["colour"]}" points="{path}"/>',
            shape(across.end, end, line.style),
        ]
        if line.name:
            room.append(max(end + 5, room[-1] + 17 if room else 0))
            parts.append(_text(across.end + 14, room[-1], line.name, "start"))
    return _svg(title, description, max(LINES, ceil(max(room, default=0)) + 12), parts)


def columns(
    title: str,
    description: str,
    axes: tuple[str, str],
    heights: Sequence[tuple[str, float, str]],
    bound: tuple[str, float] | None = None,
) -> str:
    """Columns with a name below and a figure in each; `bound` is a line across with its name."""
    bottom = LINES - 46
    most = max([height for _, height, _ in heights] + ([bound[1]] if bound else [])) or 1
    up = Axis(axes[1], 0, most * 1.05, bottom, 14)
    left, right = 64, WIDTH - (150 if bound else 24)
    width = (right - left) / len(heights)
    every = ceil(46 / width)
    parts = [_up(up, left, right), _text((left + right) / 2, LINES - 6, axes[0], "middle", "unit")]
    for place, (name, height, figure) in enumerate(heights):
        x, top = left + width * place, up.at(height)
        parts.append(
            f'<rect class="column" x="{x + width * 0.1:.1f}" y="{top:.1f}" '
            f'width="{width * 0.8:.1f}" height="{bottom - top:.1f}"/>'
        )
        if place % every == 0:
            parts.append(_text(x + width / 2, bottom + 18, name, "middle"))
        if figure:
            parts.append(_text(x + width / 2, bottom - 10, figure, "middle"))
    if bound:
        parts += [
            _line(left, up.at(bound[1]), right, up.at(bound[1]), "bound"),
            _text(right + 8, up.at(bound[1]) + 5, bound[0], "start"),
        ]
    return _svg(title, description, LINES, parts)


def shape(x: float, y: float, style: int, radius: float = MARK) -> str:
    """The shape of an entrant, in its colour."""
    symbol, colour = _symbol(style), _style(style)["colour"]
    if symbol == "disc":
        return f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'
    corners = _CORNERS[symbol]
    points = " ".join(
        f"{x + radius * 1.25 * far * sin(turn):.1f},{y - radius * 1.25 * far * cos(turn):.1f}"
        for turn, far in corners
    )
    return f'<polygon class="mark" points="{points}" fill="{colour}"/>'


def badge(style: int) -> str:
    """The shape of an entrant for a line of text; the name stands beside it."""
    return f'<svg class="badge" viewBox="0 0 22 22" aria-hidden="true">{shape(11, 11, style)}</svg>'


def _ring(corners: int, first: float = 0.0) -> list[tuple[float, float]]:
    """Corners of a regular polygon, as turns from above and distances."""
    return [(first + 2 * pi * corner / corners, 1.0) for corner in range(corners)]


_CORNERS: Final[dict[str, list[tuple[float, float]]]] = {
    "triangle": _ring(3),
    "square": _ring(4, pi / 4),
    "diamond": _ring(4),
    "star": [(pi * corner / 5, 0.45 if corner % 2 else 1.15) for corner in range(10)],
    "cross": [
        (pi / 2 * arm + turn, far)
        for arm in range(4)
        for turn, far in ((-0.32, 1.05), (0.32, 1.05), (pi / 4, 0.47))
    ],
    "pentagon": _ring(5),
}


def _style(style: int) -> Any:
    seats = theme()["seats"]
    return seats[style % len(seats)]


def _symbol(style: int) -> str:
    """Shapes shift against colours after each round of them, so more than seven entrants differ."""
    seats = theme()["seats"]
    symbol: str = seats[(style + style // len(seats)) % len(seats)]["symbol"]
    return symbol


def _svg(title: str, description: str, height: float, elements: Sequence[str]) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {WIDTH} {height:.0f}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(elements)}</svg>"
    )


def _across(axis: Axis, top: float, bottom: float) -> str:
    """Values along the bottom, with thin lines upwards."""
    marks = [
        _line(axis.at(tick), top, axis.at(tick), bottom, "grid")
        + _text(axis.at(tick), bottom + 18, f"{tick:g}", "middle")
        for tick in axis.ticks()
    ]
    unit = _text((axis.begin + axis.end) / 2, bottom + 38, axis.title, "middle", "unit")
    return "".join(marks) + unit


def _up(up: Axis, left: float, right: float) -> str:
    """Values along the left side, with thin lines to the right."""
    marks = [
        _line(left, up.at(tick), right, up.at(tick), "grid")
        + _text(left - 8, up.at(tick) + 5, f"{tick:g}", "end")
        for tick in up.ticks()
    ]
    middle = (up.begin + up.end) / 2
    unit = (
        f'<text class="unit" text-anchor="middle" transform="translate(16 {middle:.1f}) rotate(-90)">'
        f"{escape(up.title)}</text>"
    )
    return "".join(marks) + unit


def _line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    said = f' class="{kind}"' if kind else ""
    return f'<text{said} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
