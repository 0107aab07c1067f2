"""Positions of Sturt from diagrams and back.

One hexadecimal digit a card, as in the notation (NE = 1, SE = 2, SW = 4, NW = 8), `.` an empty cell:

    5 a   double curves      3 6 c 9   forks      e d b 7   triples (all but NE, SE, SW, NW)

The upper left digit lies at `at`, so a full desert stands at -2,-2 … 2,2 unless told otherwise.
"""

from __future__ import annotations

import numpy as np

from core.game import Place, Seat, read_only
from core.games.sturt.board import BOARD_WIDTH, DOUBLES, FULL_SUPPLY, ORIGIN_INDEX, TRIPLES, Board, Supply
from core.games.sturt.state import GROWING_CARDS, Options, State

AUTOMATIC = Options()
BY_HAND = Options(announce="by hand")
NO_DRAWS = Options(no_draws=True)

WE, NS = Seat(0), Seat(1)


def board_of(diagram: str, at: Place = (-2, -2)) -> Board:
    """The corner bits of a diagram."""
    corners = np.zeros((BOARD_WIDTH, BOARD_WIDTH), dtype=np.int8)
    for y, line in enumerate(diagram.split()):
        for x, digit in enumerate(line):
            if digit != ".":
                corners[at[1] + ORIGIN_INDEX + y, at[0] + ORIGIN_INDEX + x] = int(digit, 16)
    return read_only(corners)


def state_of(
    diagram: str, turn: Seat, options: Options = AUTOMATIC, at: Place = (-2, -2), announced: bool = False
) -> State:
    """The position of a diagram; the cards under its triples are taken for forks."""
    corners = board_of(diagram, at)
    cards = [int(card) for card in corners.ravel() if card]
    triples = sum(card in TRIPLES for card in cards)
    doubles = sum(card in DOUBLES for card in cards)
    assert not triples or len(cards) == GROWING_CARDS
    supply = Supply(
        FULL_SUPPLY.doubles - doubles,
        FULL_SUPPLY.forks - (len(cards) - doubles),
        FULL_SUPPLY.triples - triples,
    )
    y, x = (int(n) for n in np.argwhere(corners)[0])
    return State(options, corners, turn, supply, announced, last=(x - ORIGIN_INDEX, y - ORIGIN_INDEX))


def diagram_of(board: Board) -> str:
    """All rows and columns with cards."""
    ys, xs = np.nonzero(board)
    if not len(ys):
        return "(empty)"
    part = board[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    return "\n".join("".join(f"{card:x}" if card else "." for card in row) for row in part.tolist())
