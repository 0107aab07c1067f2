"""Box trees: a layout as data.

A box may be divided into columns or rows; `lay_out` gives every box that has a name its rectangle. A shape of
window is one tree, so that everything in it is computed once for a size.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypedDict, Unpack

import msgspec

from client.ui.geometry import Anchor, Rect

Padding = float | tuple[float, float]
"""Units between the rim of a box and its parts: on all sides, or at left and right, then above and below."""
Boxes = Mapping[str, Rect]
"""Rectangles of a layout by the names of their boxes."""


class Box(msgspec.Struct, frozen=True):
    """Part of a layout, and how its own parts divide what its padding leaves: into columns, or rows (`down`).

    A box of `size` units takes these of its parent, the others share the rest by their `share`. With a
    `ratio` of width to height it is the largest rectangle of that shape in its place, at most `most` units
    wide, held at the `anchor`.
    """

    name: str = ""
    size: float | None = None
    share: float = 1.0
    ratio: float = 0.0
    most: float = math.inf
    anchor: Anchor = "centre"
    parts: tuple[Box, ...] = ()
    down: bool = False
    gap: float = 0.0
    pad: Padding = 0.0


class BoxOptions(TypedDict, total=False):
    """What may be said of a box that is divided."""

    name: str
    size: float
    share: float
    gap: float
    pad: Padding


def row(*parts: Box, **options: Unpack[BoxOptions]) -> Box:
    """Box with its parts side by side."""
    return Box(parts=parts, **options)


def column(*parts: Box, **options: Unpack[BoxOptions]) -> Box:
    """Box with its parts one below the other."""
    return Box(parts=parts, down=True, **options)


def several(name: str, count: int, ratio: float = 0.0, anchor: Anchor = "centre") -> list[Box]:
    """Equal boxes called `name 0`, `name 1`, …"""
    return [Box(f"{name} {index}", ratio=ratio, anchor=anchor) for index in range(count)]


def grid(count: int, columns: int, **options: Unpack[BoxOptions]) -> Box:
    """Box with equal parts, row by row, called `name 0`, `name 1`, …; the last row may have empty places."""
    name, gap = options.get("name", ""), options.get("gap", 0.0)
    cells = [*several(name, count), *[Box()] * (-count % columns)]
    rows = (row(*cells[start : start + columns], gap=gap) for start in range(0, len(cells), columns))
    return column(*rows, **options)


def lay_out(box: Box, rect: Rect) -> Boxes:
    """Rectangles of all named boxes, if the outermost one fills the rectangle."""
    found: dict[str, Rect] = {}
    _lay_out(box, rect, found)
    return found


def _lay_out(box: Box, target_rect: Rect, found: dict[str, Rect]) -> None:
    rect = target_rect
    if box.ratio:
        wide = min(target_rect.w, target_rect.h * box.ratio, box.most)
        rect = target_rect.place(wide, wide / box.ratio, box.anchor)
    if box.name:
        found[box.name] = rect
    if not box.parts:
        return
    across, along = box.pad if isinstance(box.pad, tuple) else (box.pad, box.pad)
    inside = rect.inset(across, along)
    whole, start = (inside.h, inside.y) if box.down else (inside.w, inside.x)
    fixed = sum(part.size for part in box.parts if part.size is not None)
    free = max(0.0, whole - box.gap * (len(box.parts) - 1) - fixed)
    shares = sum(part.share for part in box.parts if part.size is None)
    for part in box.parts:
        length = free * part.share / shares if part.size is None else part.size
        down = Rect(inside.x, start, inside.w, length), Rect(start, inside.y, length, inside.h)
        _lay_out(part, down[0] if box.down else down[1], found)
        start += length + box.gap
