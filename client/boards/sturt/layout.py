"""Layout of Sturt's Stony Desert: cells and end markers, in units.

While the desert grows, seven cells across are visible, at first around the first card; the viewport moves no
further than it must for every place to be visible. Once the desert spans five cells both ways, exactly these
5 x 5 cells are visible.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from client.ui.geometry import Rect
from core.game import Place
from core.games.sturt import board
from core.games.sturt.board import BOARD_WIDTH, DESERT_SIZE, NORTH_SOUTH, ORIGIN_INDEX, WEST_EAST, Side
from core.games.sturt.rules import cells
from core.games.sturt.state import State

GROWING_SIGHT: Final = DESERT_SIZE + 2
"""Number of cells visible across while the desert grows."""
RIM_SHARE: Final = 0.075
"""Share of the ground's width for the rim of dunes on each side."""


class Viewport(msgspec.Struct, frozen=True):
    """Visible part of the desert: its middle `x`, `y` in cells, and the number of cells across."""

    x: float
    y: float
    span: int

    @classmethod
    def centred_on(cls, view: State, before: Viewport | None = None) -> Viewport:
        """Viewport for a view: as near as possible to `before`, or to the first card."""
        x, y = (0.0, 0.0) if before is None else (before.x, before.y)
        return _camera(view.corners.tobytes(), x, y)


@lru_cache(maxsize=16)
def _camera(cards: bytes, x: float, y: float) -> Viewport:
    """Viewport for a board, as near as possible to (x, y); the last 16 are remembered."""
    area = _area(cards)
    if area is None:
        return Viewport(0, 0, GROWING_SIGHT)
    wide, high = area.spans(WEST_EAST), area.spans(NORTH_SOUTH)
    if wide and high:
        return Viewport(*_middle(area), DESERT_SIZE)
    more_x, more_y = not wide, not high
    x = _within(area.left - more_x, area.right + more_x, GROWING_SIGHT, x)
    y = _within(area.top - more_y, area.bottom + more_y, GROWING_SIGHT, y)
    return Viewport(x, y, GROWING_SIGHT)


def limit(view: State) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """First and last cell on which cards can ever lie: beyond, the desert would span more than five.

    None before the first card.
    """
    area, reach = _area(view.corners.tobytes()), DESERT_SIZE - 1
    if area is None:
        return None
    return (
        (area.right - reach - ORIGIN_INDEX, area.bottom - reach - ORIGIN_INDEX),
        (area.left + reach - ORIGIN_INDEX, area.top + reach - ORIGIN_INDEX),
    )


def _area(cards: bytes) -> board.Area | None:
    corners = np.frombuffer(cards, dtype=np.int8).reshape(BOARD_WIDTH, BOARD_WIDTH)
    return board.area(corners) if corners.any() else None


def _middle(area: board.Area) -> tuple[int, int]:
    """Middle of 5 x 5 cells around this area, as near to the first card as possible."""
    x, y = _within(area.left, area.right, DESERT_SIZE, 0), _within(area.top, area.bottom, DESERT_SIZE, 0)
    return int(x), int(y)


def _within(first: int, last: int, span: int, near: float) -> float:
    """Middle of `span` cells that include `first` … `last`, nearest to `near`, from the first card."""
    reach = span // 2
    return sorted((last - ORIGIN_INDEX - reach, near, first - ORIGIN_INDEX + reach))[1]


def choices(view: State) -> frozenset[tuple[int, int]]:
    """Cells where some card may be laid now."""
    return frozenset((int(x) - ORIGIN_INDEX, int(y) - ORIGIN_INDEX) for y, x in np.argwhere(cells(view)))


class Layout(msgspec.Struct, frozen=True):
    """Layout of the desert in the field; `camera` is its visible part."""

    field: Rect
    camera: Viewport

    @property
    def ground(self) -> Rect:
        """Square of the basin with its rim of dunes."""
        return self.field.fit(1.0)

    @property
    def inner(self) -> Rect:
        """Square inside the rim, in which cards are visible."""
        return self.ground.inset(self.ground.w * RIM_SHARE)

    @property
    def size(self) -> float:
        """Units across a cell."""
        return self.inner.w / self.camera.span

    def cell(self, cell: Place) -> Rect:
        """Rectangle of a cell."""
        inner, size = self.inner, self.size
        x = inner.cx + (cell[0] - self.camera.x) * size
        y = inner.cy + (cell[1] - self.camera.y) * size
        return Rect.around(x, y, size)

    def cells(self) -> Iterator[tuple[int, int]]:
        """Visible cells, row by row."""
        reach = self.camera.span // 2
        left, top = math.ceil(self.camera.x - reach), math.ceil(self.camera.y - reach)
        return (
            (x, y) for y in range(top, top + self.camera.span) for x in range(left, left + self.camera.span)
        )

    def block(self, middle: tuple[int, int], reach: int) -> Rect:
        """Rectangle of the cells up to `reach` cells around a middle one."""
        x, y = middle
        return self.cell((x - reach, y - reach)).union(self.cell((x + reach, y + reach)))

    def rims(self) -> tuple[tuple[Side, Rect], ...]:
        """Rectangles of the rim's four sides, with their pennants."""
        ground, deep = self.ground, self.ground.w * RIM_SHARE
        parts = ground.cut_top(deep), ground.cut_right(deep), ground.cut_bottom(deep), ground.cut_left(deep)
        return tuple(zip((Side.N, Side.E, Side.S, Side.W), (part for part, _ in parts), strict=True))

    def edges(self) -> tuple[tuple[Side, Rect], ...]:
        """Rectangles of the seats' badges on the rim's four sides."""
        ground = self.ground
        size, off = ground.w * 0.05, ground.w * 0.02
        return (
            (Side.N, Rect.around(ground.cx, ground.y + off, size)),
            (Side.E, Rect.around(ground.right - off, ground.cy, size)),
            (Side.S, Rect.around(ground.cx, ground.bottom - off, size)),
            (Side.W, Rect.around(ground.x + off, ground.cy, size)),
        )

    def gate(self, cell: Place, side: Side) -> Rect:
        """Rectangle of an end marker beside a cell at the border."""
        rect, step = self.cell(cell), self.size * 0.5 + self.ground.w * RIM_SHARE * 0.45
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
        size = min(self.size * 0.5, self.ground.w * 0.09)
        return Rect.around(rect.cx + dx * step, rect.cy + dy * step, size)
