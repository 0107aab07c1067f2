"""Many deserts at once, for the AI: routes and distances by bitboards in numpy lanes.

A lane is one desert seen through a frame of 5 × 5 cells. It has an unsigned 32-bit integer for each
corner, NE, SE, SW, NW, in which bit 6·y + x says that cell x, y of the frame carries that curve:

      x  0  1  2  3  4 (5)
    y 0| 0  1  2  3  4  -
      1| 6  7  8  9 10  -      Column 5 is always empty. So a step to the east is a shift by one,
      2|12 13 14 15 16  -      to the south by six, and who leaves the frame finds no curve.
      3|18 19 20 21 22  -
      4|24 25 26 27 28  -

A batch is an array of shape (4, n): corners by lanes. How routes run is told in `board`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.game import Seat
from core.games.sturt.board import DESERT_SIZE, WEST_EAST, Board

Bits = NDArray[np.uint32]
Flags = NDArray[np.bool_]
Counts = NDArray[np.int8]

STRIDE: Final = DESERT_SIZE + 1
CELL_BIT: Final = np.array(
    [[1 << (STRIDE * y + x) for x in range(DESERT_SIZE)] for y in range(DESERT_SIZE)], dtype=np.uint32
)
ALL_CELLS: Final = np.uint32(CELL_BIT.sum())
_EAST: Final = np.uint32(1)
_SOUTH: Final = np.uint32(STRIDE)
_COLUMN: Final = tuple(np.uint32(CELL_BIT[:, x].sum()) for x in range(DESERT_SIZE))
_LINE: Final = tuple(np.uint32(CELL_BIT[y].sum()) for y in range(DESERT_SIZE))


class CrossingAxis(NamedTuple):
    """A seat's crossing, mirrored so that it runs from west to east."""

    order: tuple[int, int, int, int]
    first: np.uint32
    last: np.uint32
    along: np.uint32
    across: np.uint32


_WAYS: Final = (
    CrossingAxis((0, 1, 2, 3), _COLUMN[0], _COLUMN[-1], _EAST, _SOUTH),
    CrossingAxis((2, 1, 0, 3), _LINE[0], _LINE[-1], _SOUTH, _EAST),
)


def crossing_axis(seat: Seat) -> CrossingAxis:
    """The crossing axis of `seat`."""
    return _WAYS[0 if seat == WEST_EAST else 1]


def frame_bits(frame: Board) -> Bits:
    """The corner bits of one (5, 5) window of a board: shape (4, 1)."""
    return np.array(
        [[(CELL_BIT[(frame >> corner & 1).astype(np.bool_)]).sum()] for corner in range(4)], dtype=np.uint32
    )


def lay_cards(lanes: Bits, cells: Bits, corners: NDArray[np.int8]) -> Bits:
    """Lanes with a card on one cell each: `cells` are bits, `corners` the cards; shapes broadcast."""
    shape = np.broadcast_shapes(lanes.shape[1:], cells.shape, corners.shape)
    after = np.empty((4, *shape), dtype=np.uint32)
    for corner in range(4):
        after[corner] = (lanes[corner] & ~cells) | np.where(corners >> corner & 1, cells, np.uint32(0))
    return after


def connected_lanes(lanes: Bits, seat: Seat) -> Flags:
    """Mask of the lanes that have a connection of `seat`: shape of one corner's array."""
    w = crossing_axis(seat)
    ne, se, sw, nw = (lanes[i] for i in w.order)
    east = np.broadcast_to(w.first, ne.shape)
    west = np.zeros_like(ne)
    fresh_east, fresh_west = ~east, ~west
    out = np.zeros_like(ne)
    while True:
        south = (east & sw | west & se) << w.across
        north = (east & nw | west & ne) >> w.across
        leaving = north & se | south & ne
        out |= leaving
        east = leaving << w.along & fresh_east
        west = (north & sw | south & nw) >> w.along & fresh_west
        if not (east | west).any():
            found: Flags = (out & w.last) != 0
            return found
        fresh_east &= ~east
        fresh_west &= ~west


def distance(free: Bits, paid: Bits, seat: Seat, limit: int) -> Counts:
    """Number of paid curves that the cheapest route of `seat` needs: per lane 0 … limit, or limit + 1.

    `free` curves can be run as they lie, `paid` ones after changing a card; both of shape (4, n).
    """
    w = crossing_axis(seat)
    f = tuple(free[i] for i in w.order)
    p = tuple(paid[i] for i in w.order)
    zero = np.zeros_like(f[0])
    reached = _Reached(zero.copy(), zero.copy(), zero.copy(), zero.copy())
    seeds = _Reached(np.full_like(zero, w.first), zero, zero, zero)
    cost = np.full(zero.shape, limit + 1, dtype=np.int8)
    for spent in range(limit + 1):
        _flood(reached, seeds, f, w)
        cost[(cost > spent) & (_leaving(reached, f) & w.last != 0)] = spent
        if spent == limit or (cost <= spent).all():
            break
        cost[(cost > spent + 1) & (_leaving(reached, p) & w.last != 0)] = spent + 1
        seeds = _step(reached, p, w)
    return cost


class _Reached(NamedTuple):
    """The cells reached, by the direction of entering: moving east, west, south, north."""

    east: Bits
    west: Bits
    south: Bits
    north: Bits


_Four = tuple[Bits, ...]


def _leaving(r: _Reached, curves: _Four) -> Bits:
    """The cells that can be left to the east."""
    ne, se, _, _ = curves
    leaving: Bits = r.north & se | r.south & ne
    return leaving


def _step(r: _Reached, curves: _Four, w: CrossingAxis) -> _Reached:
    """The cells reached after one of `curves`."""
    ne, se, sw, nw = curves
    return _Reached(
        _leaving(r, curves) << w.along,
        (r.north & sw | r.south & nw) >> w.along,
        (r.east & sw | r.west & se) << w.across,
        (r.east & nw | r.west & ne) >> w.across,
    )


def _flood(reached: _Reached, seeds: _Reached, curves: _Four, w: CrossingAxis) -> None:
    """Add to `reached` (in place) the seeds and all cells they get to over `curves`."""
    while True:
        new = _Reached(*(seed & ~old for seed, old in zip(seeds, reached, strict=True)))
        if not (new.east | new.west | new.south | new.north).any():
            return
        for old, more in zip(reached, new, strict=True):
            old |= more
        seeds = _step(new, curves, w)
