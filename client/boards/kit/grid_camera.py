"""Camera over a grid of square cells: which of them are visible where, and how large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from client.ui.geometry import Point, Rect

LEAST_VISIBLE: Final = 1.0
"""Units of a cell at the edge of the room below which it does not count as visible."""


class GridCamera(NamedTuple):
    """Visible part of a grid, in which cell `x` reaches from `x` to `x + 1`.

    `room` is the rectangle in units, `x`, `y` the place in its middle in cells, `size` the units across a
    cell.
    """

    room: Rect
    x: float
    y: float
    size: float

    @classmethod
    def showing(cls, cells: Rect, room: Rect) -> GridCamera:
        """Camera that shows a rectangle of cells, as large as it fits in the middle of a room."""
        size = min(room.w / cells.w, room.h / cells.h)
        return cls(Rect.around(*room.centre, cells.w * size, cells.h * size), cells.cx, cells.cy, size)

    def cell(self, x: float, y: float) -> Rect:
        """Rectangle of a cell, in units."""
        size, room = self.size, self.room
        return Rect(room.cx + (x - self.x) * size, room.cy + (y - self.y) * size, size, size)

    def visible_part(self, x: float, y: float) -> Rect:
        """Rectangle of what is visible of a cell that lies at least partly in the room."""
        cell = self.cell(x, y)
        part = cell.meet(self.room)
        return cell if min(part.w, part.h) > self.size - LEAST_VISIBLE else part

    def box(self, cells: Rect) -> Rect:
        """Rectangle, in units, of a rectangle of cells."""
        first = self.cell(cells.x, cells.y)
        return Rect(first.x, first.y, cells.w * self.size, cells.h * self.size)

    def cell_at(self, point: Point) -> tuple[int, int] | None:
        """Cell under a point; None outside the room."""
        if not self.room.contains(*point):
            return None
        origin, size = self.cell(0, 0), self.size
        return int((point[0] - origin.x) // size), int((point[1] - origin.y) // size)

    def cells(self) -> Iterator[tuple[int, int]]:
        """Cells that are at least partly visible, row by row."""
        seen = self.room.inset(LEAST_VISIBLE)
        left, top = self.cell_at((seen.x, seen.y)) or (0, 0)
        right, bottom = self.cell_at((seen.right, seen.bottom)) or (0, 0)
        return ((x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))


def nearest_middle(first: float, last: float, span: float, near: float) -> float:
    """Middle of `span` cells that include all from `first` to `last` (edges): the one nearest to `near`."""
    return sorted((last - span / 2, near, first + span / 2))[1]
