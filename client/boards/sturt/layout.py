"""Layout of Sturt's Stony Desert: cells and end markers, in units.

While the desert grows, seven cells across are visible, at first around the first card; the viewport moves no
further than it must for every place to be visible. Once the desert spans five cells both ways, exactly these
5 x 5 cells are visible.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from client.boards.kit.grid_camera import GridCamera, nearest_middle
from client.ui.geometry import Rect
from core.game import Place
from core.games.sturt import board
from core.games.sturt.board import BOARD_WIDTH, DESERT_SIZE, NORTH_SOUTH, ORIGIN_INDEX, WEST_EAST, Side
from core.games.sturt.rules import cells
from core.games.sturt.state import State

GROWING_SIGHT: Final = DESERT_SIZE + 2
"""Number of cells visible across while the desert grows."""
FIRST_CARD_MIDDLE: Final = 0.5, 0.5
"""Middle of the first card, in cells."""
RIM_SHARE: Final = 0.075
"""Share of the ground's width for the rim of dunes on each side."""


class Viewport(msgspec.Struct, frozen=True):
    """Visible part of the desert: the place in its middle, in cells, and the number of cells across."""

    x: float
    y: float
    span: int

    @classmethod
    def centred_on(cls, view: State, before: Viewport | None = None) -> Viewport:
        """Viewport for a view: as near as possible to `before`, or to the first card."""
        x, y = FIRST_CARD_MIDDLE if before is None else (before.x, before.y)
        return _camera(view.corners.tobytes(), x, y)


@lru_cache(maxsize=16)
def _camera(cards: bytes, x: float, y: float) -> Viewport:
    """Viewport for a board, as near as possible to (x, y); the last 16 are remembered."""
    area = _area(cards)
    if area is None:
        return Viewport(*FIRST_CARD_MIDDLE, GROWING_SIGHT)
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


def _middle(block: board.Area) -> tuple[float, float]:
    """Middle of 5 x 5 cells around this area, as near to the first card as possible."""
    x, y = FIRST_CARD_MIDDLE
    return (
        _within(block.left, block.right, DESERT_SIZE, x),
        _within(block.top, block.bottom, DESERT_SIZE, y),
    )


def _within(first: int, last: int, span: int, near: float) -> float:
    """Middle of `span` cells that include `first` … `last`, nearest to `near`, from the first card."""
    return nearest_middle(first - ORIGIN_INDEX, last - ORIGIN_INDEX + 1, span, near)


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
    def grid(self) -> GridCamera:
        """Visible cells."""
        inner, camera = self.inner, self.camera
        return GridCamera(inner, camera.x, camera.y, inner.w / camera.span)

    def cell(self, cell: Place) -> Rect:
        """Rectangle of a cell."""
        return self.grid.cell(*cell)

    @property
    def whole(self) -> Rect:
        """Rectangle of all cells on which a card can ever lie."""
        return self.grid.box(Rect(-ORIGIN_INDEX, -ORIGIN_INDEX, BOARD_WIDTH, BOARD_WIDTH))

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

    def gate(self, cell: Place, compass_side: Side) -> Rect:
        """Rectangle of an end marker beside a cell at the border."""
        rect, size = self.cell(cell), self.grid.size
        step = size * 0.5 + self.ground.w * RIM_SHARE * 0.45
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[compass_side]
        return Rect.around(rect.cx + dx * step, rect.cy + dy * step, min(size * 0.5, self.ground.w * 0.09))
