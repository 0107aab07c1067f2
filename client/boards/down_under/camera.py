"""Which part of the ground is seen: a function of the position alone.

The cards are followed in the order in which they came to lie. As long as everything that lies, and every cell
next to it on which the field may still lie, is in sight, nothing moves. Cells keep their size as long as all
fits; with a field of a size they are from the beginning as small as it will need.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from client.ui.geometry import Point, Rect
from core.games.down_under.field import Field, extent
from core.games.down_under.field import Rect as Cells
from core.games.down_under.paths import leads
from core.games.down_under.queries import field_of
from core.games.down_under.state import ENDS, Cell, Laid, Lead, State

AROUND: Final = 2
"""So many cells more than the field is long are in sight: one on each side, for ends outside."""
UNLIMITED: Final = 7
"""Without a field so many cells are in sight at first, and one more for each seat."""
SMALLER: Final = 1.2
"""Where all does not fit any more, cells become so many times smaller."""
STEPS: Final = 443
"""A cell is a multiple of this part of the room's height: whole pixels in windows of the usual sizes."""
SMALLEST: Final = 4
"""Steps that a cell has at least."""
TINY: Final = 1e-6
"""Share of a step by which a size that is a multiple of it may come out too small."""


class Camera(NamedTuple):
    """What is in sight: the place in the middle, in cells, and how many units a cell is wide."""

    x: float
    y: float
    cell: float


class Sight(NamedTuple):
    """Cells as a camera sees them in a room."""

    room: Rect
    camera: Camera

    @property
    def size(self) -> float:
        """Units across a cell."""
        return self.camera.cell

    def cell(self, x: float, y: float) -> Rect:
        """Where a cell lies, in units."""
        size, room = self.camera.cell, self.room
        left = room.cx + (x - self.camera.x) * size
        top = room.cy + (y - self.camera.y) * size
        return Rect(left, top, size, size)

    def box(self, cells: Rect) -> Rect:
        """Where a rectangle of cells lies: cell `x` reaches from `x` to `x + 1`."""
        first, size = self.cell(cells.x, cells.y), self.camera.cell
        return Rect(first.x, first.y, cells.w * size, cells.h * size)

    def cell_at(self, spot: Point) -> Cell | None:
        """The cell under a point; None beside the room."""
        if not self.room.contains(*spot):
            return None
        origin, size = self.cell(0, 0), self.camera.cell
        return int((spot[0] - origin.x) // size), int((spot[1] - origin.y) // size)

    def cells(self) -> Iterator[Cell]:
        """All cells that are at least partly in sight."""
        origin, size = self.cell(0, 0), self.camera.cell
        columns = range(
            int((self.room.x - origin.x) // size), int((self.room.right - origin.x - 1) // size) + 1
        )
        rows = range(
            int((self.room.y - origin.y) // size), int((self.room.bottom - origin.y - 1) // size) + 1
        )
        return ((x, y) for y in rows for x in columns)


@lru_cache(maxsize=12)
def sight_of(view: State, room: Rect) -> Sight:
    """How a position is seen in a room; remembered for the last few."""
    return Sight(room, _Window(view, room).follow())


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


def _around(cells: Iterable[Laid | Lead], known: Rect) -> Rect:
    """The smallest rectangle around some cells and what is known."""
    for at in cells:
        known = known.union(Rect(at.x, at.y, 1, 1))
    return known


class _Window:
    """A camera that follows the cards of a position."""

    def __init__(self, view: State, room: Rect) -> None:
        self.view = view
        self.room = room
        self.size, _, self.fixed = field_of(view)
        self.x, self.y = 0.5, 0.5
        self.cell = self._first_cell()
        self.settled = (False, False)

    def _first_cell(self) -> float:
        """How large cells are in the beginning; with a frame the window shows all of it from then on."""
        room, view = self.room, self.view
        if self.fixed is not None:
            field = Rect(0, 0, self.fixed.width, self.fixed.height).grown(1)
            all_of_it = _around(view.frame, field)
            self._look_at(all_of_it, (True, True))
            return self._whole(min(room.w / all_of_it.w, room.h / all_of_it.h))
        across = UNLIMITED + view.seats if self.size is None else self.size[1] + AROUND
        return self._whole(min(room.w, room.h) / across)

    def follow(self) -> Camera:
        """Where it has come to."""
        if not self.view.cards:
            return Camera(self.x, self.y, self.cell)
        first, taken = self.view.cards[0], extent(self.view.frame)
        lying = _around(self.view.frame, Rect(first.x, first.y, 1, 1))
        for laid in self.view.played:
            lying = _around([laid], lying)
            if laid.card not in ENDS:
                here = (laid.x, laid.y)
                taken = Cells(*here, *here) if taken is None else taken.around(here)
            self._look_after(lying, taken)
        self._keep(_around([lead for path in self.view.paths for lead in leads(path)], lying))
        return Camera(self.x, self.y, self.cell)

    def _look_after(self, lying: Rect, taken: Cells | None) -> None:
        """Keep in sight what lies, and the cells next to it on which the field can still lie."""
        field = Field(self.size, taken)
        can = reach(field)
        if self.fixed is not None:
            self._keep(lying)
        elif can is None:
            self._keep(lying.grown(1))
        else:
            self._keep(lying.grown(1).meet(can).union(lying))
            self._settle(can, settled(field))

    def _keep(self, needed: Rect) -> None:
        """Have all of this in sight."""
        while needed.w > self.room.w / self.cell or needed.h > self.room.h / self.cell:
            self.cell = self._whole(self.cell / SMALLER)
            self._look_at(needed, (True, True))
        wide, high = self.room.w / self.cell / 2, self.room.h / self.cell / 2
        self._look_at(
            needed,
            (
                not self.x - wide <= needed.left <= needed.right <= self.x + wide,
                not self.y - high <= needed.top <= needed.bottom <= self.y + high,
            ),
        )

    def _look_at(self, box: Rect, ways: tuple[bool, bool]) -> None:
        """Have the middle of a box in the middle, across and down as said."""
        self.x = box.cx if ways[0] else self.x
        self.y = box.cy if ways[1] else self.y

    def _settle(self, can: Rect, now: tuple[bool, bool]) -> None:
        """The moment it is certain from where to where the field lies, it comes to the middle."""
        self._look_at(can, (now[0] and not self.settled[0], now[1] and not self.settled[1]))
        self.settled = now

    def _whole(self, size: float) -> float:
        """The largest multiple of a step that is not larger: in a room twice as large all is, too."""
        step = self.room.h / STEPS
        return step * max(SMALLEST, math.floor(size / step + TINY))
