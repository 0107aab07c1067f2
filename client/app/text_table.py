"""Tables of text for a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def print_table(rows: Sequence[tuple[str, ...]], right: Sequence[int]) -> None:
    """Print columns as wide as their widest cell; those in `right` are aligned to the right."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
            room = " " * (width - _width(cell))
            cells.append(room + cell if index in right else cell + room)
        print("  ".join(cells).rstrip())


def _width(text: str) -> int:
    """Columns that a text takes on a terminal: wide letters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
