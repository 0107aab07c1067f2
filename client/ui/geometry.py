"""Rectangles in units: the one value all layout is made of.

A window is 1080 units high (on a phone 720), or, if it is higher than wide, 720 wide; x grows to the right,
y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

Anchor = Literal[
    "centre", "left", "right", "top", "bottom", "topleft", "topright", "bottomleft", "bottomright"
]
Point = tuple[float, float]


class Rect(msgspec.Struct, frozen=True):
    """Rectangle: left edge `x`, top edge `y`, width `w`, height `h`, all in units."""

    x: float
    y: float
    w: float
    h: float

    @property
    def left(self) -> float:
        return self.x

    @property
    def top(self) -> float:
        return self.y

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    @property
    def centre(self) -> Point:
        return (self.cx, self.cy)

    @classmethod
    def around(cls, cx: float, cy: float, w: float, h: float | None = None) -> Rect:
        """Rectangle of this size with its middle at (cx, cy); a square if `h` is left out."""
        height = w if h is None else h
        return cls(cx - w / 2, cy - height / 2, w, height)

    @classmethod
    def bounding(cls, points: Sequence[Point]) -> Rect:
        """Smallest rectangle that holds all points (at least one)."""
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return cls(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def contains(self, x: float, y: float) -> bool:
        """Whether the point lies inside (left and top edge included)."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    def overlaps(self, other: Rect) -> bool:
        """Whether both share an area."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """Rectangle smaller by dx on the left and right and by dy (dx if left out) above and below."""
        down = dx if dy is None else dy
        return Rect(self.x + dx, self.y + down, max(0.0, self.w - 2 * dx), max(0.0, self.h - 2 * down))

    def grown(self, d: float) -> Rect:
        """Rectangle larger by d on every side."""
        return Rect(self.x - d, self.y - d, self.w + 2 * d, self.h + 2 * d)

    def moved(self, dx: float, dy: float) -> Rect:
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def scaled(self, factor: float) -> Rect:
        """Rectangle scaled about its middle."""
        return Rect.around(self.cx, self.cy, self.w * factor, self.h * factor)

    def towards(self, other: Rect, t: float) -> Rect:
        """Rectangle part of the way to another one: 0 is here, 1 is there."""
        return Rect(
            self.x + (other.x - self.x) * t,
            self.y + (other.y - self.y) * t,
            self.w + (other.w - self.w) * t,
            self.h + (other.h - self.h) * t,
        )

    def union(self, other: Rect) -> Rect:
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def meet(self, other: Rect) -> Rect:
        """Common part of two rectangles that overlap."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def cut_top(self, h: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """Strip of height h at the top, and the rest below a gap."""
        return Rect(self.x, self.y, self.w, h), Rect(
            self.x, self.y + h + gap, self.w, max(0.0, self.h - h - gap)
        )

    def cut_bottom(self, h: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """Strip of height h at the bottom, and the rest above a gap."""
        strip = Rect(self.x, self.bottom - h, self.w, h)
        return strip, Rect(self.x, self.y, self.w, max(0.0, self.h - h - gap))

    def cut_left(self, w: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """Strip of width w at the left, and the rest beside a gap."""
        return Rect(self.x, self.y, w, self.h), Rect(
            self.x + w + gap, self.y, max(0.0, self.w - w - gap), self.h
        )

    def cut_right(self, w: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """Strip of width w at the right, and the rest beside a gap."""
        strip = Rect(self.right - w, self.y, w, self.h)
        return strip, Rect(self.x, self.y, max(0.0, self.w - w - gap), self.h)

    def columns(self, *weights: float, gap: float = 0.0) -> list[Rect]:
        """Rectangles side by side, widths in proportion to the weights."""
        free, total, x = self.w - gap * (len(weights) - 1), sum(weights), self.x
        parts = []
        for weight in weights:
            width = free * weight / total
            parts.append(Rect(x, self.y, width, self.h))
            x += width + gap
        return parts

    def rows(self, *weights: float, gap: float = 0.0) -> list[Rect]:
        """Rectangles one below the other, heights in proportion to the weights."""
        free, total, y = self.h - gap * (len(weights) - 1), sum(weights), self.y
        parts = []
        for weight in weights:
            height = free * weight / total
            parts.append(Rect(self.x, y, self.w, height))
            y += height + gap
        return parts

    def stack(self, count: int, h: float, gap: float = 0.0) -> list[Rect]:
        """`count` strips of fixed height h from the top."""
        return [Rect(self.x, self.y + i * (h + gap), self.w, h) for i in range(count)]

    def grid(self, columns: int, count: int, gap: float = 0.0) -> list[Rect]:
        """Equal cells, columns × rows of them, row by row."""
        return [
            cell for row in self.rows(*[1] * count, gap=gap) for cell in row.columns(*[1] * columns, gap=gap)
        ]

    def place(self, w: float, h: float, anchor: Anchor = "centre") -> Rect:
        """Rectangle of this size inside (or over) this one, held at the anchor."""
        x, y = self.cx - w / 2, self.cy - h / 2
        if "left" in anchor:
            x = self.x
        elif "right" in anchor:
            x = self.right - w
        if anchor.startswith("top"):
            y = self.y
        elif anchor.startswith("bottom"):
            y = self.bottom - h
        return Rect(x, y, w, h)

    def cover(self, ratio: float) -> Rect:
        """Smallest rectangle around it, with the same middle, with width / height = ratio."""
        w = max(self.w, self.h * ratio)
        return self.place(w, w / ratio)

    def fit(self, ratio: float, anchor: Anchor = "centre") -> Rect:
        """Largest rectangle inside with width / height = ratio."""
        w = min(self.w, self.h * ratio)
        return self.place(w, w / ratio, anchor)
