"""Grid board: games whose things lie in the square cells of a grid, such as cards that a land grows from.

The targets on the board are its cells, `("cell", x, y)`. A layout has a `grid`, the camera over the visible
cells: `GridLayout`, unless the game's own has more in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Final, Protocol

import msgspec

from client.boards.kit.board import KitBoard
from client.boards.kit.grid_camera import GridCamera
from client.boards.kit.pieces import HitArea, PaintContext, Piece, Target
from client.ui.geometry import Rect
from core.game import Place, Seat

CELL_PATH: Final = (("cell", "x", "y"),)
"""Path of gestures that put something into a cell: the action has the fields `x` and `y`."""
LEAST_VISIBLE_SHARE: Final = 0.3
"""Least visible share of a cell, across and down, that can be pointed at."""


class HasGrid(Protocol):
    """Layout of a grid board."""

    @property
    def grid(self) -> GridCamera:
        """Camera over the visible cells."""
        ...


class GridLayout(msgspec.Struct, frozen=True):
    """Layout of a board that has nothing but a grid; `cells` is the rectangle of those it shows, in cells."""

    grid: GridCamera
    cells: Rect


class GridBoard(KitBoard):
    """Board of cells. A game defines `pieces`, `gestures`, and `visible_cells` or a layout of its own."""

    def visible_cells(self, view: Any) -> Rect:
        """Rectangle, in cells, that has to be visible."""
        raise NotImplementedError

    def layout(self, view: Any) -> Any:
        cells = self.visible_cells(view)
        return GridLayout(GridCamera.showing(cells, self.field), cells)

    def spots(self, view: Any, layout: Any) -> Sequence[HitArea]:
        """Hit areas of the visible parts of cells."""
        grid: GridCamera = layout.grid
        parts = ((cell, grid.visible_part(*cell)) for cell in grid.cells())
        least = LEAST_VISIBLE_SHARE * grid.size
        return [HitArea(("cell", *cell), part) for cell, part in parts if min(part.w, part.h) > least]

    def last_cell(self, view: Any) -> Place | None:
        """Cell in which something was put last."""
        return None

    def start(self, view: Any, seat: Seat) -> Target | None:
        return ("cell", *(self.last_cell(view) or (0, 0)))

    # --- looks ----------------------------------------------------------------------------------------

    def paint_ground(self, ctx: PaintContext, layout: Any) -> None:
        """Paint plain cells, until a game paints its land."""
        cells: Rect = layout.cells
        columns = range(round(cells.x), round(cells.right))
        for cell in product(columns, range(round(cells.y), round(cells.bottom))):
            rect = layout.grid.cell(*cell)
            ctx.canvas.rounded(rect.inset(0.02 * rect.w), 8, "sheet", "line", 3)

    # --- pictures of the rules ------------------------------------------------------------------------

    def unit(self, view: Any, layout: Any) -> float:
        size: float = layout.grid.size
        return size

    def rect_of(self, word: str, view: Any, layout: Any) -> Rect:
        """Rectangle of a cell, or one as large between cells: `0.3,-1`."""
        try:
            x, y = map(float, word.split(","))
        except ValueError as error:
            raise KeyError(word) from error
        cell: Rect = layout.grid.cell(x, y)
        return cell


def in_cell(word: str, cell: Place, art: Any, grid: GridCamera, layer: int = 0, *more: int) -> Piece:
    """Piece that fills a cell; its id is `word`, the cell, and what tells it from others there before."""
    return Piece((word, *cell, *more), art, grid.cell(*cell), layer)
