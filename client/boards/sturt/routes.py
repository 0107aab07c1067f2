"""The connections that stand on a board, worked out once for each position."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from core.game import Seat
from core.games.sturt.board import WIDTH, Crossing, End, connection, ends
from core.games.sturt.state import State


class Standing(NamedTuple):
    """For each seat: a shortest route of its own, and the ends of all its connections."""

    routes: tuple[list[Crossing], list[Crossing]]
    ends: tuple[list[End], list[End]]

    def connected(self, seat: Seat) -> bool:
        """Whether the seat has a connection."""
        return bool(self.routes[seat])


def standing(view: State) -> Standing:
    """What stands in a view."""
    return _standing(view.corners.tobytes())


@lru_cache(maxsize=256)
def _standing(raw: bytes) -> Standing:
    board = np.frombuffer(raw, dtype=np.int8).reshape(WIDTH, WIDTH)
    seats = (Seat(0), Seat(1))
    marked = [sorted({end for pair in ends(board, seat) for end in pair}) for seat in seats]
    return Standing((connection(board, seats[0]), connection(board, seats[1])), (marked[0], marked[1]))
