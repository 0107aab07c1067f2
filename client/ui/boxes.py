"""Box trees: a layout as data.

A box may be divided into columns or rows. `lay_out` gives every box that has a name its rectangle, and
`contents` whatever is to lie in a box. A shape of window is one tree, so that everything in it is computed
once for a size.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypedDict, Unpack

import msgspec

from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Anchor, Rect

Padding = float | tuple[float, float]
"""Units between the rim of a box and its parts: on all sides, or at left and right, then above and below."""
Boxes = Mapping[str, Rect]
"""Rectangles of a layout by the names of their boxes."""
Drawing = Callable[[Canvas, Rect, float], None]
"""Function that draws the content of a box: canvas, its rectangle, now."""
Content = Widget | Drawing
"""Content of a box, below its parts."""


class Box(msgspec.Struct, frozen=True):
    """Part of a layout, and how its own parts divide what its padding leaves: into columns, or rows (`down`).

    A box of `size` units takes these of its parent; the others share the rest by their `share`, each up to
    its `limit`. With a `ratio` of width to height it is the largest rectangle of that shape in its place, at
    most `most` units wide, held at the `anchor`.
    """

    name: str = ""
    size: float | None = None
    share: float = 1.0
    limit: float = math.inf
    ratio: float = 0.0
    most: float = math.inf
    anchor: Anchor = "centre"
    parts: tuple[Box, ...] = ()
    down: bool = False
    gap: float = 0.0
    pad: Padding = 0.0
    content: Content | None = None


class BoxOptions(TypedDict, total=False):
    """What may be said of a box that is divided."""

    name: str
    size: float
    share: float
    limit: float
    gap: float
    pad: Padding
    content: Content


Part = Box | Content
"""Part of a box; a widget or a drawing alone has the share 1."""


def row(*parts: Part, **options: Unpack[BoxOptions]) -> Box:
    """Box with its parts side by side."""
    return Box(parts=_boxes(parts), **options)


def column(*parts: Part, **options: Unpack[BoxOptions]) -> Box:
    """Box with its parts one below the other."""
    return Box(parts=_boxes(parts), down=True, **options)


def _boxes(mixed: Sequence[Part]) -> tuple[Box, ...]:
    return tuple(part if isinstance(part, Box) else Box(content=part) for part in mixed)


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
    return {part.name: place for part, place in _places(box, rect) if part.name}


def contents(box: Box, rect: Rect) -> list[tuple[Content, Rect]]:
    """Everything that lies in boxes, with its rectangle: what is behind comes first."""
    return [(part.content, place) for part, place in _places(box, rect) if part.content is not None]


def _places(box: Box, target_rect: Rect) -> Iterator[tuple[Box, Rect]]:
    """The box and all parts of its parts, each with its rectangle."""
    rect = target_rect
    if box.ratio:
        wide = min(target_rect.w, target_rect.h * box.ratio, box.most)
        rect = target_rect.place(wide, wide / box.ratio, box.anchor)
    yield box, rect
    if not box.parts:
        return
    across, along = box.pad if isinstance(box.pad, tuple) else (box.pad, box.pad)
    inside = rect.inset(across, along)
    whole, start = (inside.h, inside.y) if box.down else (inside.w, inside.x)
    lengths = _lengths(box.parts, whole - box.gap * (len(box.parts) - 1))
    for part, length in zip(box.parts, lengths, strict=True):
        down = Rect(inside.x, start, inside.w, length), Rect(start, inside.y, length, inside.h)
        yield from _places(part, down[0] if box.down else down[1])
        start += length + box.gap


def _lengths(boxes: Sequence[Box], whole: float) -> list[float]:
    """Lengths of boxes side by side: what one with a limit leaves of its share goes to the others."""
    found = [box.size for box in boxes]
    while True:
        free = max(0.0, whole - sum(length for length in found if length is not None))
        shares = sum(box.share for box, length in zip(boxes, found, strict=True) if length is None) or 1.0
        limited = [
            index
            for index, box in enumerate(boxes)
            if found[index] is None and free * box.share / shares > box.limit
        ]
        if not limited:
            return [
                free * box.share / shares if length is None else length
                for box, length in zip(boxes, found, strict=True)
            ]
        found[limited[0]] = boxes[limited[0]].limit
