"""Which part of the ground is seen: a function of the position alone.

Everything that lies is in sight, and every cell next to it on which the field may still lie. The first card,
or a field of which it is certain where it lies, is as near the middle as that allows. Cells keep their size
as long as all fits; with a field of a size they are from the beginning as small as it will need.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from client.ui.geometry import Point, Rect
from core.games.down_under.field import Field
from core.games.down_under.field import Rect as Cells
from core.games.down_under.paths import leads
from core.games.down_under.queries import field_of
from core.games.down_under.state import Cell, Laid, Lead, State

AROUND: Final = 2
"""So many cells more than the field is long are in sight: one on each side, for ends outside."""
UNLIMITED: Final = 7
"""Without a field so many cells are in sight at first, and one more for each seat."""
SMALLER: Final = 1.2
"""Where all does not fit any more, cells become so many times smaller."""
STEPS: Final = 501
"""A cell is a multiple of this part of the room's height: whole pixels in windows of the usual sizes."""
SMALLEST: Final = 4
"""Steps that a cell has at least."""
TINY: Final = 1e-6
"""Share of a step by which a size that is a multiple of it may come out too small."""


class Sight(NamedTuple):
    """Cells as the camera sees them in a room: the place in its middle, in cells, and units across a cell."""

    room: Rect
    x: float
    y: float
    size: float

    def cell(self, x: float, y: float) -> Rect:
        """Where a cell lies, in units."""
        size, room = self.size, self.room
        return Rect(room.cx + (x - self.x) * size, room.cy + (y - self.y) * size, size, size)

    def box(self, cells: Rect) -> Rect:
        """Where a rectangle of cells lies: cell `x` reaches from `x` to `x + 1`."""
        first = self.cell(cells.x, cells.y)
        return Rect(first.x, first.y, cells.w * self.size, cells.h * self.size)

    def cell_at(self, spot: Point) -> Cell | None:
        """The cell under a point; None beside the room."""
        if not self.room.contains(*spot):
            return None
        origin, size = self.cell(0, 0), self.size
        return int((spot[0] - origin.x) // size), int((spot[1] - origin.y) // size)

    def cells(self) -> Iterator[Cell]:
        """All cells that are at least partly in sight."""
        left, top = self.cell_at((self.room.x, self.room.y)) or (0, 0)
        right, bottom = self.cell_at((self.room.right - 1, self.room.bottom - 1)) or (0, 0)
        return ((x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))


@lru_cache(maxsize=12)
def sight_of(view: State, room: Rect) -> Sight:
    """How a position is seen in a room; remembered for the last few."""
    field = field_of(view)
    first, needed = _first(view, field), _needed(view, field)
    cell = _whole_steps(min(room.w / first.w, room.h / first.h), room)
    while needed.w > room.w / cell or needed.h > room.h / cell:
        cell = _whole_steps(cell / SMALLER, room)
    can, (across, down) = reach(field), settled(field)
    if field.fixed is None and can is not None:
        first = Rect.around(can.cx if across else first.cx, can.cy if down else first.cy, first.w, first.h)
    x = _within(needed.left, needed.right, room.w / cell, first.cx)
    y = _within(needed.top, needed.bottom, room.h / cell, first.cy)
    return Sight(room, x, y, cell)


def _first(view: State, field: Field) -> Rect:
    """The cells that are in sight at first: a frame with its field, or so many around the first card."""
    if field.fixed is not None:
        return _around(view.frame, Rect(0, 0, field.fixed.width, field.fixed.height).grown(1))
    across = UNLIMITED + view.seats if field.size is None else field.size[1] + AROUND
    return Rect.around(0.5, 0.5, across)


def _needed(view: State, field: Field) -> Rect:
    """The cells that have to be in sight: what lies, where paths lead, where the field can still lie."""
    if not view.cards:
        return Rect(0, 0, 1, 1)
    lying, can = _around(view.cards, Rect(view.cards[0].x, view.cards[0].y, 1, 1)), reach(field)
    if field.fixed is None:
        near = lying.grown(1)
        lying = near if can is None else near.meet(can).union(lying)
    return _around((lead for path in view.paths for lead in leads(path)), lying)


def _around(cells: Iterable[Laid | Lead], known: Rect) -> Rect:
    """The smallest rectangle around some cells and what is known."""
    for at in cells:
        known = known.union(Rect(at.x, at.y, 1, 1))
    return known


def _within(first: float, last: float, span: float, near: float) -> float:
    """The middle of so many cells that hold these, as near as can be."""
    return sorted((last - span / 2, near, first + span / 2))[1]


def _whole_steps(size: float, room: Rect) -> float:
    """The largest multiple of a step that is not larger: in a room twice as large all is, too."""
    step = room.h / STEPS
    return step * max(SMALLEST, math.floor(size / step + TINY))


def whole(cells: Cells) -> Rect:
    """The rectangle of these cells."""
    return Rect(cells.left, cells.top, cells.width, cells.height)


def reach(field: Field) -> Rect | None:
    """Where a field that floats can still lie; None without bounds or cards."""
    if field.size is None or field.taken is None:
        return None
    (short, long), taken = field.size, field.taken
    wide = long if taken.height <= short else short
    high = long if taken.width <= short else short
    left, top = taken.right - wide + 1, taken.bottom - high + 1
    return Rect(left, top, taken.left + wide - left, taken.top + high - top)


def settled(field: Field) -> tuple[bool, bool]:
    """Whether it is certain from which column to which, and from which row to which the field lies."""
    if field.fixed is not None:
        return True, True
    can, taken = reach(field), field.taken
    if can is None or taken is None:
        return False, False
    return can.w == taken.width, can.h == taken.height
