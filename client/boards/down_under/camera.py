"""Camera: the visible part of the ground, as a function of the position alone.

Visible are all cards, the cells next to them over which the field may still grow, and half a cell around the
field, since paths lead out of it. Of an end outside the field almost all is visible. The first card, or the
field once its place is certain, is as near the middle as that allows. Without bounds, cells keep their size
as long as everything fits; with a field, they become larger when it is certain which way round it lies.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache, reduce
from typing import Final

from client.boards.kit.grid_camera import GridCamera, nearest_middle
from client.ui.geometry import Rect
from core.games.down_under.board import CellRect as Cells
from core.games.down_under.board import PlayingField, field_of
from core.games.down_under.state import Laid, Lead, State, open_leads

TABLE_MARGIN: Final = 0.5
"""Cells around the field that are visible at a table, since paths lead out of it."""
PICTURE_MARGIN: Final = 1.0
"""Cells around the field that are visible in pictures."""
OUTSIDE_END_MARGIN: Final = 0.9
"""Cells around the field that are visible where an end lies outside it, with its length behind it."""
UNLIMITED_SIGHT: Final = 7
"""Cells visible across and down at first, without bounds; one more for each seat."""
ZOOM_OUT_FACTOR: Final = 1.2
"""Factor by which cells shrink when a ground without bounds does not fit."""
SIZE_STEPS: Final = 501
"""Steps in the room's height; a cell's side is whole steps: whole pixels in windows of the usual sizes."""
LEAST_CELL_STEPS: Final = 4
"""Fewest steps in a cell's side."""
STEP_TOLERANCE: Final = 1e-6
"""Share of a step by which a whole number of steps may come out too small in floating point."""


@lru_cache(maxsize=12)
def viewport_of(view: State, room: Rect, around: float = TABLE_MARGIN) -> GridCamera:
    """Camera over a position in a room, with `around` cells around its field; the last 12 are remembered."""
    field = field_of(view)
    first, seen = _first(view, field, around), needed_cells(view, field, around)
    if field.size is None:
        cell = _whole_steps(min(room.w / first.w, room.h / first.h), room)
        while seen.w > room.w / cell or seen.h > room.h / cell:
            cell = _whole_steps(cell / ZOOM_OUT_FACTOR, room)
    else:
        wide, high = max(first.w, seen.w), max(first.h, seen.h)
        cell = _whole_steps(min(room.w / wide, room.h / high), room)
    x = nearest_middle(seen.left, seen.right, room.w / cell, first.cx)
    y = nearest_middle(seen.top, seen.bottom, room.h / cell, first.cy)
    return GridCamera(room, x, y, cell)


def _first(view: State, field: PlayingField, around: float) -> Rect:
    """Cells visible at least: the field and `around` it, or without bounds a square around the first card."""
    if field.fixed is not None:
        return cells_rect(field.fixed).grown(around)
    if field.size is None:
        return Rect.around(0.5, 0.5, UNLIMITED_SIGHT + view.seats)
    can, (across, down) = field_reach(field), is_settled(field)
    x, y = 0.5, 0.5
    if can is not None:
        x, y = can.cx if across else x, can.cy if down else y
    wide, high = _longest(field)
    return Rect.around(x, y, wide + 2 * around, high + 2 * around)


def _longest(field: PlayingField) -> tuple[int, int]:
    """Most cells that the field may have across and down."""
    assert field.size is not None
    (short, long), taken = field.size, field.taken
    if taken is None:
        return long, long
    return long if taken.height <= short else short, long if taken.width <= short else short


def needed_cells(view: State, field: PlayingField, around: float = TABLE_MARGIN) -> Rect:
    """Cells that have to be visible: cards, cells paths lead to, and cells next to the field's cards."""
    led = [lead for path in view.paths for lead in open_leads(path)]
    limits = cells_rect(field.fixed) if field.fixed is not None else field_reach(field)
    if limits is None:
        near = _around(view.cards[:1], Rect(0, 0, 1, 1))
        return _around(led, _around(view.cards, near).grown(1 if view.cards else 0))
    taken = field.fixed or field.taken
    assert taken is not None
    found = _around(view.frame, cells_rect(taken).grown(1).meet(limits.grown(around)))
    every: tuple[Laid | Lead, ...] = (*view.cards, *led)
    found = _around((at for at in every if field.has((at.x, at.y))), found)
    for cells, share in ((view.played, max(OUTSIDE_END_MARGIN, around)), (led, around)):
        parts = (_part(Rect(at.x, at.y, 1, 1), limits.grown(share)) for at in cells)
        found = reduce(Rect.union, parts, found)
    return found


def _part(rect: Rect, seen: Rect) -> Rect:
    """Part of a cell inside a rectangle of cells; all of the cell if they do not overlap."""
    return rect.meet(seen) if rect.overlaps(seen) else rect


def _around(cells: Iterable[Laid | Lead], rect: Rect) -> Rect:
    """Smallest rectangle around some cells and the rectangle `rect`."""
    for at in cells:
        rect = rect.union(Rect(at.x, at.y, 1, 1))
    return rect


def _whole_steps(size: float, room: Rect) -> float:
    """Largest whole number of steps that is at most `size`, in units; steps grow with the room."""
    step = room.h / SIZE_STEPS
    return step * max(LEAST_CELL_STEPS, math.floor(size / step + STEP_TOLERANCE))


def cells_rect(cells: Cells) -> Rect:
    """Rectangle, in cells, of these cells."""
    return Rect(cells.left, cells.top, cells.width, cells.height)


def field_reach(field: PlayingField) -> Rect | None:
    """Cells over which a field without a fixed place may still lie; None without bounds or cards."""
    if field.size is None or field.taken is None:
        return None
    taken = field.taken
    wide, high = _longest(field)
    left, top = taken.right - wide + 1, taken.bottom - high + 1
    return Rect(left, top, taken.left + wide - left, taken.top + high - top)


def is_settled(field: PlayingField) -> tuple[bool, bool]:
    """Whether the field's columns are certain, and whether its rows are."""
    if field.fixed is not None:
        return True, True
    can, taken = field_reach(field), field.taken
    if can is None or taken is None:
        return False, False
    return can.w == taken.width, can.h == taken.height
