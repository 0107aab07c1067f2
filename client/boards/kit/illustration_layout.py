"""Layout of the fields of a rules picture: the rows in which the fields become largest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from client.ui.geometry import Rect

FIELDS_MARGIN: Final = 26.0
"""Units around all fields, for badges, shadows and arrows that extend over them."""
FIELD_GAP: Final = 44.0
ARROW_GAP: Final = 76.0
"""Units between fields without (`FIELD_GAP`) and with arrows between them."""
LABEL_HEIGHT: Final = 78.0
"""Height in units of the label below a field, of up to two lines."""
LINE_LABEL_HEIGHT: Final = 48.0
"""Height in units of labels of one line, in a narrow place."""
NARROW_ROW_GAP: Final = 22.0
"""Units between rows without arrows between them, in a narrow place."""
LEAST_LABEL_WIDTH: Final = 168.0
"""Width in units that a label has at least in a narrow place, if it needs it."""
SAYING_HEIGHT: Final = 116.0
"""Height in units of the bubble above a field."""
LEAST_WORDS_WIDTH: Final = 214.0
"""Least width in units of a column of fields with words, in a narrow place."""
NARROW_PLACE_WIDTH: Final = 700.0
"""Width in units below which a place counts as narrow."""
FIELD_GAP_SIZES: Final = 0.4
"""Gap between fields, in sizes, when `side_by_side` measures the broadest picture."""


class Extent(NamedTuple):
    """Room that a field needs: sizes across and down, words above (`says`) and a label below.

    One size is the width of a place of the board; all fields of a picture share it. `label` is the width in
    units of the label in one line; 0 without one.
    """

    across: float
    down: float
    says: bool = False
    label: float = 0.0


class FieldPlace(NamedTuple):
    """Place of a field: `box` is the rectangle of its picture, `size` the units of one size.

    The bubble stands above `top`, the label below `foot`: both are the same for all fields of a row. The
    label is `label` units high and may extend `beside` units over the field on either side.
    """

    box: Rect
    size: float
    top: float
    foot: float
    beside: float = FIELD_GAP * 0.4
    label: float = LABEL_HEIGHT


def arrange(
    extents: Sequence[Extent], rect: Rect, scale: float, *, then: bool, largest: float
) -> tuple[FieldPlace, ...]:
    """Places of fields in the rows in which they become largest, in the middle of the rectangle.

    `then` leaves room for arrows between them. One size is a whole number of pixels (`scale` pixels are a
    unit), so that no seam shows between cells, and at most `largest` units.
    """
    narrow, gap = _is_narrow(extents, rect), ARROW_GAP if then else FIELD_GAP
    most = max(1, int(rect.w / LEAST_WORDS_WIDTH)) if narrow else len(extents)
    tries = [_rows(extents, columns) for columns in range(1, min(most, len(extents)) + 1)]
    between = NARROW_ROW_GAP if narrow and not then else gap
    rows = max(tries, key=lambda rows: _size(rows, rect, (gap, between), largest))
    size = math.floor(_size(rows, rect, (gap, between), largest) * scale) / scale
    heights = [_height(row, size, rect) for row in rows]
    spots: list[FieldPlace] = []
    y = rect.cy - (sum(heights) + between * (len(rows) - 1)) / 2
    for row, tall in zip(rows, heights, strict=True):
        wides = [max(field.across * size, words) for field, words in zip(row, _words(row, rect), strict=True)]
        apart = max(gap, (rect.w - sum(wides)) / len(row)) if _is_narrow(row, rect) else gap
        x = rect.cx - (sum(wides) + apart * (len(row) - 1)) / 2
        above, below = _saying_height(row), _label_height(row, rect)
        for field, wide in zip(row, wides, strict=True):
            room = Rect(x, y + above, wide, tall - above - below)
            box = room.place(field.across * size, field.down * size)
            beside = (wide - box.w) / 2 + apart * 0.4
            spots.append(FieldPlace(box, size, room.y, room.bottom, beside, below))
            x += wide + apart
        y += tall + between
    return tuple(spots)


def _is_narrow(extents: Sequence[Extent], rect: Rect) -> bool:
    """Whether fields with words lie in a narrow place: there labels need more care than breadth."""
    return rect.w < NARROW_PLACE_WIDTH and any(field.label or field.says for field in extents)


def side_by_side(extents: Sequence[Extent]) -> float:
    """Ratio of width to height of all fields side by side: the broadest place that a picture can use."""
    across = sum(field.across for field in extents) + FIELD_GAP_SIZES * (len(extents) - 1)
    return across / max(field.down for field in extents)


def covered_rect(rect: Rect, extents: Sequence[Extent], spots: Sequence[FieldPlace]) -> Rect:
    """Part of the rectangle, from its top, that the picture covers: its caption comes below."""
    pairs = zip(extents, spots, strict=True)
    low = max(spot.foot + (spot.label if field.label else FIELDS_MARGIN) for field, spot in pairs)
    return Rect(rect.x, rect.y, rect.w, low - rect.y)


def _height(extents: Sequence[Extent], size: float, rect: Rect) -> float:
    """Height in units of a row with its bubbles and labels."""
    return (
        max(field.down for field in extents) * size + _saying_height(extents) + _label_height(extents, rect)
    )


def _saying_height(extents: Sequence[Extent]) -> float:
    return SAYING_HEIGHT if any(field.says for field in extents) else 0.0


def _label_height(extents: Sequence[Extent], rect: Rect) -> float:
    """Units below a row for its labels: for one line where all of them need no more."""
    longest = max(field.label for field in extents)
    fits = _is_narrow(extents, rect) and longest <= (LEAST_LABEL_WIDTH if len(extents) > 1 else rect.w)
    return 0.0 if longest == 0 else LINE_LABEL_HEIGHT if fits else LABEL_HEIGHT


def _rows(extents: Sequence[Extent], columns: int) -> list[Sequence[Extent]]:
    return [extents[i : i + columns] for i in range(0, len(extents), columns)]


def _words(extents: Sequence[Extent], rect: Rect) -> list[float]:
    """Least widths in units of the columns of a row, for the labels."""
    return [min(field.label, LEAST_LABEL_WIDTH) if _is_narrow(extents, rect) else 0.0 for field in extents]


def _size(
    extents: Sequence[Sequence[Extent]], rect: Rect, gaps: tuple[float, float], largest: float
) -> float:
    """Units of one size, at most `largest`, if the fields stand in these rows; gaps across and down."""
    across = min(_size_across(row, rect, gaps[0]) for row in extents)
    fixed = sum(_height(row, 0, rect) for row in extents) + gaps[1] * (len(extents) - 1)
    down = (rect.h - fixed) / sum(max(field.down for field in row) for row in extents)
    return min(largest, across, down)


def _size_across(extents: Sequence[Extent], rect: Rect, gap: float) -> float:
    """Units of one size in which a row fills the breadth, beside the labels that are wider than their fields.

    0 if there is no room for these labels.
    """
    room, rest = rect.w - gap * (len(extents) - 1), list(zip(extents, _words(extents, rect), strict=True))
    while rest:
        size = room / sum(field.across for field, _ in rest)
        narrow = [words for field, words in rest if field.across * size < words]
        if not narrow:
            return size
        rest = [(field, words) for field, words in rest if field.across * size >= words]
        room -= sum(narrow)
    return 0.0
