"""The square grid's tables against their definition."""

from __future__ import annotations

import numpy as np

from core.grid import neighbours, spread


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
