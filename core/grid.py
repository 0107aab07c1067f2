"""Square and hexagonal grids: neighbour tables and masks that more than one game needs.

Squares. Cells are numbered row by row, `cell = y * width + x`, x to the east and y to the south:

      x 0  1  2
    y +---------
    0 | 0  1  2
    1 | 3  4  5          the neighbours of 4 to N, E, S, W are 1, 5, 7, 3

Hexagons with a flat top, in columns that are centred on each other, so that the heights of two that touch
differ by an odd number. Cells are numbered column by column from the north:

     column  0     1     2
                 +---+
           +---+ | 2 | +---+
           | 0 | +---+ | 5 |        the neighbours of 3 to N, NE, SE, S, SW, NW are 2, 5, 6, 4, 1, 0
           +---+ | 3 | +---+
           | 1 | +---+ | 6 |        the neighbours of 0 are -1, 2, 3, 1, -1, -1
           +---+ | 4 | +---+
                 +---+
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.game import read_only

GRID_STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Steps (dx, dy) to N, E, S, W."""


def neighbours(width: int, height: int) -> NDArray[np.int16]:
    """Cells across each side N, E, S, W: shape (width·height, 4); -1 is off the board."""
    table = np.full((width * height, len(GRID_STEPS)), -1, dtype=np.int16)
    for cell in range(width * height):
        y, x = divmod(cell, width)
        for side, (dx, dy) in enumerate(GRID_STEPS):
            if 0 <= x + dx < width and 0 <= y + dy < height:
                table[cell, side] = (y + dy) * width + x + dx
    return read_only(table)


def spread(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The cells of `mask` (height, width) together with all that touch one orthogonally or diagonally."""
    height, width = mask.shape
    padded = np.zeros((height + 2, width + 2), dtype=np.bool_)
    padded[1:-1, 1:-1] = mask
    rows = padded[:-2] | padded[1:-1] | padded[2:]
    return rows[:, :-2] | rows[:, 1:-1] | rows[:, 2:]


def hex_neighbours(heights: Sequence[int]) -> NDArray[np.int16]:
    """Cells across each side N, NE, SE, S, SW, NW: shape (sum of the heights, 6); -1 is off the board.

    Raises ValueError where the cells of two columns would not lie half a cell apart.
    """
    if not all((west - east) % 2 for west, east in pairwise(heights)):
        raise ValueError(f"heights of columns that touch differ by an odd number, unlike {tuple(heights)}")
    first = [sum(heights[:column]) for column in range(len(heights))]

    def cell(column: int, row: int) -> int:
        inside = 0 <= column < len(heights) and 0 <= row < heights[column]
        return first[column] + row if inside else -1

    def across(column: int, row: int, way: int) -> tuple[int, int]:
        """The cells to the north and south in the column to the west (`way` -1) or east (1)."""
        beside = column + way
        height = heights[beside] if 0 <= beside < len(heights) else 0
        north = row + (height - heights[column] - 1) // 2
        return cell(beside, north), cell(beside, north + 1)

    table = np.full((sum(heights), 6), -1, dtype=np.int16)
    for column, height in enumerate(heights):
        for row in range(height):
            (north_west, south_west), (north_east, south_east) = (across(column, row, w) for w in (-1, 1))
            north, south = cell(column, row - 1), cell(column, row + 1)
            sides = (north, north_east, south_east, south, south_west, north_west)
            table[first[column] + row] = sides
    return read_only(table)
