"""Connections on Sturt's board, computed once for each position."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from core.game import Place, Seat
from core.games.sturt.board import BOARD_WIDTH, Board, Crossing, End, Side, card_at, connection, ends
from core.games.sturt.state import State
from core.grid import GRID_STEPS


class ConnectedRoutes(NamedTuple):
    """Connections of each seat: a shortest route, and the ends of all of them."""

    routes: tuple[list[Crossing], list[Crossing]]
    ends: tuple[list[End], list[End]]

    def connected(self, seat: Seat) -> bool:
        """Whether the seat has a connection."""
        return bool(self.routes[seat])


def connected_routes(view: State) -> ConnectedRoutes:
    """Connections of a view."""
    return _standing(view.corners.tobytes())


@lru_cache(maxsize=256)
def _standing(raw: bytes) -> ConnectedRoutes:
    board = np.frombuffer(raw, dtype=np.int8).reshape(BOARD_WIDTH, BOARD_WIDTH)
    seats = (Seat(0), Seat(1))
    marked = [sorted({end for pair in ends(board, seat) for end in pair}) for seat in seats]
    return ConnectedRoutes((connection(board, seats[0]), connection(board, seats[1])), (marked[0], marked[1]))


def trace_way(board: Board, start_cell: Place, compass_side: Side, route: str) -> tuple[Crossing, ...]:
    """Route through cards on a board: it enters the first over `compass_side` and leaves each over a side of
    `route`.

    `E!` turns back at the east side inside the same card. Raises ValueError where there is no such curve.
    """
    found: list[Crossing] = []
    cell, entered = start_cell, compass_side
    for index, letter in enumerate(route):
        if letter == "!":
            continue
        left = Side[letter]
        if not card_at(board, cell) & CORNER_BITS[frozenset((entered, left))]:
            raise ValueError(f"no curve from {entered.name} to {left.name} on {cell}")
        found.append(Crossing(cell, entered, left))
        if route[index + 1 : index + 2] == "!":
            entered = left
            continue
        dx, dy = GRID_STEPS[left]
        cell, entered = (cell[0] + dx, cell[1] + dy), left.opposite
    return tuple(found)


CORNER_BITS: Final = {
    frozenset((Side.N, Side.E)): 1,
    frozenset((Side.E, Side.S)): 2,
    frozenset((Side.S, Side.W)): 4,
    frozenset((Side.W, Side.N)): 8,
}
"""Bit of the corner that two neighbouring sides share."""
