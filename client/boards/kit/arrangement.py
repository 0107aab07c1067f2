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
"""Height in units of the label below a field."""
SAYING_HEIGHT: Final = 116.0
"""Height in units of the bubble above a field."""
LEAST_WORDS_WIDTH: Final = 214.0
"""Least width in units of a column of fields with words, in a low place."""
LOW_PLACE_SIZE: Final = 700.0
"""Width in units below which a place that is broader than high counts as low."""
FIELD_GAP_SIZES: Final = 0.4
"""Gap between fields, in sizes, when `side_by_side` measures the broadest picture."""


class Extent(NamedTuple):
    """Room that a field needs: sizes across and down, words above (`says`) and below (`labelled`).

    One size is the width of a place of the board; all fields of a picture share it.
    """

    across: float
    down: float
    says: bool = False
    labelled: bool = False


class FieldPlace(NamedTuple):
    """Place of a field: `box` is the rectangle of its picture, `size` the units of one size.

    The bubble stands above `top`, the label below `foot`: both are the same for all fields of a row. The
    label may extend `beside` units over the field on either side.
    """

    box: Rect
    size: float
    top: float
    foot: float
    beside: float = FIELD_GAP * 0.4


def arrange(
    extents: Sequence[Extent], rect: Rect, scale: float, *, then: bool, largest: float
) -> tuple[FieldPlace, ...]:
    """Places of fields in the rows in which they become largest, in the middle of the rectangle.

    `then` leaves room for arrows between them. One size is a whole number of pixels (`scale` pixels are a
    unit), so that no seam shows between cells, and at most `largest` units.
    """
    gap = ARROW_GAP if then else FIELD_GAP
    most = max(1, int(rect.w / LEAST_WORDS_WIDTH)) if _is_low(extents, rect) else len(extents)
    tries = [_rows(extents, columns) for columns in range(1, min(most, len(extents)) + 1)]
    rows = max(tries, key=lambda rows: _size(rows, rect, gap, largest))
    size = math.floor(_size(rows, rect, gap, largest) * scale) / scale
    high = sum(max(_height(field, size) for field in row) for row in rows) + gap * (len(rows) - 1)
    spots: list[FieldPlace] = []
    y = rect.cy - high / 2
    for row in rows:
        tall = max(_height(field, size) for field in row)
        wide = sum(field.across * size for field in row)
        apart = max(gap, (rect.w - wide) / len(row)) if _is_low(row, rect) else gap
        x = rect.cx - (wide + apart * (len(row) - 1)) / 2
        for field in row:
            above = SAYING_HEIGHT if any(f.says for f in row) else 0.0
            below = LABEL_HEIGHT if any(f.labelled for f in row) else 0.0
            room = Rect(x, y + above, field.across * size, tall - above - below)
            box = room.place(room.w, field.down * size)
            spots.append(FieldPlace(box, size, room.y, room.bottom, apart * 0.4))
            x += room.w + apart
        y += tall + gap
    return tuple(spots)


def _is_low(extents: Sequence[Extent], rect: Rect) -> bool:
    """Whether fields with words lie in a low place: there the height limits their size, not the breadth."""
    return (
        rect.w > rect.h and rect.w < LOW_PLACE_SIZE and any(field.labelled or field.says for field in extents)
    )


def side_by_side(extents: Sequence[Extent]) -> float:
    """Ratio of width to height of all fields side by side: the broadest place that a picture can use."""
    across = sum(field.across for field in extents) + FIELD_GAP_SIZES * (len(extents) - 1)
    return across / max(field.down for field in extents)


def covered_rect(rect: Rect, extents: Sequence[Extent], spots: Sequence[FieldPlace]) -> Rect:
    """Part of the rectangle, from its top, that the picture covers: its caption comes below."""
    pairs = zip(extents, spots, strict=True)
    low = max(spot.foot + (LABEL_HEIGHT if field.labelled else FIELDS_MARGIN) for field, spot in pairs)
    return Rect(rect.x, rect.y, rect.w, low - rect.y)


def _height(field: Extent, size: float) -> float:
    """Height in units of a field with its bubble and label."""
    return (
        field.down * size + (SAYING_HEIGHT if field.says else 0.0) + (LABEL_HEIGHT if field.labelled else 0.0)
    )


def _rows(extents: Sequence[Extent], columns: int) -> list[Sequence[Extent]]:
    return [extents[i : i + columns] for i in range(0, len(extents), columns)]


def _size(rows: Sequence[Sequence[Extent]], rect: Rect, gap: float, largest: float) -> float:
    """Units of one size, at most `largest`, if the fields stand in these rows."""
    across = min((rect.w - gap * (len(row) - 1)) / sum(field.across for field in row) for row in rows)
    fixed = sum(max(_height(field, 0) for field in row) for row in rows) + gap * (len(rows) - 1)
    down = (rect.h - fixed) / sum(max(field.down for field in row) for row in rows)
    return min(largest, across, down)
