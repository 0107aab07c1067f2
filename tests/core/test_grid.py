"""The tables of squares and hexagons against their definition."""

from __future__ import annotations

import numpy as np
import pytest

from core.grid import hex_neighbours, neighbours, spread


def test_neighbours_of_a_small_grid() -> None:
    #  0 1 2
    #  3 4 5
    assert neighbours(3, 2).tolist() == [
        [-1, 1, 3, -1],
        [-1, 2, 4, 0],
        [-1, -1, 5, 1],
        [0, 4, -1, -1],
        [1, 5, -1, 3],
        [2, -1, -1, 4],
    ]


def test_tables_are_sealed() -> None:
    assert not neighbours(2, 2).flags.writeable


def test_spread_reaches_sides_and_corners_but_not_around_the_rim() -> None:
    rng = np.random.default_rng(1)
    for shape in ((1, 1), (2, 5), (9, 9)):
        mask = rng.random(shape) < 0.2
        expected = [
            [mask[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].any() for x in range(shape[1])]
            for y in range(shape[0])
        ]
        before = mask.copy()
        assert np.array_equal(spread(mask), expected) and np.array_equal(mask, before)


def test_neighbours_of_hexagons() -> None:
    #        2
    #     0     5
    #        3
    #     1     6
    #        4
    assert hex_neighbours((2, 3, 2)).tolist() == [
        [-1, 2, 3, 1, -1, -1],
        [0, 3, 4, -1, -1, -1],
        [-1, -1, 5, 3, 0, -1],
        [2, 5, 6, 4, 1, 0],
        [3, 6, -1, -1, -1, 1],
        [-1, -1, -1, 6, 3, 2],
        [5, -1, -1, -1, 4, 3],
    ]
    assert not hex_neighbours((2, 3)).flags.writeable


def test_columns_are_centred_on_each_other() -> None:
    """A hexagon of hexes: where columns grow and shrink, the cells of two are still half a cell apart."""
    heights = (2, 3, 4, 3, 2)
    table = hex_neighbours(heights)
    lies = [(column, 2 * row - high) for column, high in enumerate(heights) for row in range(high)]
    for cell, (x, y) in enumerate(lies):
        near = {n for n, (u, v) in enumerate(lies) if (abs(u - x), abs(v - y)) in ((0, 2), (1, 1))}
        assert set(table[cell].tolist()) - {-1} == near
    with pytest.raises(ValueError, match="odd number"):
        hex_neighbours((2, 2))


@pytest.mark.parametrize("heights", [(9, 10, 9, 10, 9, 10, 9), (3, 4, 5, 4, 3)])
def test_across_a_side_and_back_is_where_one_was(heights: tuple[int, ...]) -> None:
    table = hex_neighbours(heights)
    for cell, side in np.argwhere(table >= 0).tolist():
        assert table[table[cell, side], (side + 3) % 6] == cell
