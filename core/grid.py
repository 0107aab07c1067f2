"""Square and hexagonal grids: neighbour tables and masks that more than one game needs.

Squares. Cells are numbered row by row, `cell = y * width + x`, x to the east and y to the south:

      x 0  1  2
    y +---------
    0 | 0  1  2
    1 | 3  4  5          the neighbours of 4 to N, E, S, W are 1, 5, 7, 3

Hexagons with a flat top, in columns of any height. Cells are numbered column by column from the north;
every second column stands half a cell higher:

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


HEX_STEPS: Final = (
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
)
"""Steps (columns, rows) to N, NE, SE, S, SW, NW, from a low (even) and from a high (odd) column."""


def hex_neighbours(heights: Sequence[int]) -> NDArray[np.int16]:
    """Cells across each side N, NE, SE, S, SW, NW: shape (sum of the heights, 6); -1 is off the board."""
    first = [sum(heights[:column]) for column in range(len(heights))]
    table = np.full((sum(heights), 6), -1, dtype=np.int16)
    for column, height in enumerate(heights):
        for row in range(height):
            for side, (dx, dy) in enumerate(HEX_STEPS[column % 2]):
                x, y = column + dx, row + dy
                if 0 <= x < len(heights) and 0 <= y < heights[x]:
                    table[first[column] + row, side] = first[x] + y
    return read_only(table)
