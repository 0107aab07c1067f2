"""Which part of the ground is seen: a function of the position alone.

The cards are followed in the order in which they came to lie. As long as everything that lies, and every cell
next to it on which the field may still lie, is in sight, nothing moves. Cells keep their size as long as all
fits; with a field of a size they are from the beginning as small as it will need.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from client.ui.anim import mix
from client.ui.geometry import Point, Rect
from core.games.down_under.field import Field, extent
from core.games.down_under.field import Rect as Cells
from core.games.down_under.paths import leads
from core.games.down_under.queries import field_of
from core.games.down_under.state import ENDS, Cell, Laid, State

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


class Box(NamedTuple):
    """A rectangle of cells by its edges: cell `x` reaches from `x` to `x + 1`."""

    left: float
    top: float
    right: float
    bottom: float

    def union(self, other: Box) -> Box:
        """The smallest one around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def meet(self, other: Box) -> Box:
        """What both share; they overlap."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def grown(self, by: float) -> Box:
        """Larger by so many cells on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


class Camera(NamedTuple):
    """What is in sight: the place in the middle, in cells, and how many units a cell is wide."""

    x: float
    y: float
    cell: float

    def towards(self, other: Camera, t: float) -> Camera:
        """Part of the way to another camera."""
        x, y, cell = (mix(a, b, t) for a, b in zip(self, other, strict=True))
        return Camera(x, y, cell)


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

    def box(self, box: Box) -> Rect:
        """Where a rectangle of cells lies."""
        first, size = self.cell(box.left, box.top), self.camera.cell
        return Rect(first.x, first.y, (box.right - box.left) * size, (box.bottom - box.top) * size)

    def box_of(self, cells: Cells) -> Rect:
        """Where a rectangle of cells lies that is given by its first and last ones."""
        return self.box(Box(cells.left, cells.top, cells.right + 1, cells.bottom + 1))

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


def sight_of(view: State, room: Rect) -> Sight:
    """How a position is seen in a room."""
    return Sight(room, _Window(view, room).follow())


def reach(field: Field) -> Box | None:
    """Where a field that floats can still lie; None without bounds or cards."""
    if field.size is None or field.taken is None:
        return None
    (short, long), taken = field.size, field.taken
    wide = long if taken.height <= short else short
    high = long if taken.width <= short else short
    return Box(taken.right - wide + 1, taken.bottom - high + 1, taken.left + wide, taken.top + high)


def settled(field: Field) -> tuple[bool, bool]:
    """Whether it is certain from which column to which, and from which row to which the field lies."""
    if field.fixed is not None:
        return True, True
    can, taken = reach(field), field.taken
    if can is None or taken is None:
        return False, False
    return can.right - can.left == taken.width, can.bottom - can.top == taken.height


def bounds(cards: tuple[Laid, ...]) -> Box | None:
    """The smallest box around these cards, ends too; None if there are none."""
    if not cards:
        return None
    xs, ys = [laid.x for laid in cards], [laid.y for laid in cards]
    return Box(min(xs), min(ys), max(xs) + 1, max(ys) + 1)


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
            field = Box(0, 0, self.fixed.width, self.fixed.height)
            around = bounds(view.frame)
            all_of_it = field.grown(1) if around is None else field.grown(1).union(around)
            self._look_at(all_of_it, (True, True))
            wide, high = all_of_it.right - all_of_it.left, all_of_it.bottom - all_of_it.top
            return self._whole(min(room.w / wide, room.h / high))
        across = UNLIMITED + view.seats if self.size is None else self.size[1] + AROUND
        return self._whole(min(room.w, room.h) / across)

    def follow(self) -> Camera:
        """Where it has come to."""
        lying, taken = bounds(self.view.frame), extent(self.view.frame)
        for laid in self.view.played:
            cell = Box(laid.x, laid.y, laid.x + 1, laid.y + 1)
            lying = cell if lying is None else lying.union(cell)
            if laid.card not in ENDS:
                here = (laid.x, laid.y)
                taken = Cells(*here, *here) if taken is None else taken.around(here)
            self._look_after(lying, taken)
        for path in self.view.paths:
            for lead in leads(path):
                cell = Box(lead.x, lead.y, lead.x + 1, lead.y + 1)
                lying = cell if lying is None else lying.union(cell)
        if lying is not None:
            self._keep(lying)
        return Camera(self.x, self.y, self.cell)

    def _look_after(self, lying: Box, taken: Cells | None) -> None:
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

    def _keep(self, needed: Box) -> None:
        """Have all of this in sight."""
        while (
            needed.right - needed.left > self.room.w / self.cell
            or needed.bottom - needed.top > self.room.h / self.cell
        ):
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

    def _look_at(self, box: Box, ways: tuple[bool, bool]) -> None:
        """Have the middle of a box in the middle, across and down as said."""
        if ways[0]:
            self.x = (box.left + box.right) / 2
        if ways[1]:
            self.y = (box.top + box.bottom) / 2

    def _settle(self, can: Box, now: tuple[bool, bool]) -> None:
        """The moment it is certain from where to where the field lies, it comes to the middle."""
        self._look_at(can, (now[0] and not self.settled[0], now[1] and not self.settled[1]))
        self.settled = now

    def _whole(self, size: float) -> float:
        """The largest multiple of a step that is not larger: in a room twice as large all is, too."""
        step = self.room.h / STEPS
        return step * max(SMALLEST, math.floor(size / step + TINY))
