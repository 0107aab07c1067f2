"""Encoding of Sturt's Stony Desert: actions and observations as numbers (see `core.environments.encoding`).

A *window* of 6 × 6 cells lies so that the desert's north-west corner is cell 7: row and column 0 lie beyond
the desert, as do row and column 5 once it is five cells wide. Cards have their index in `kernel.CARDS`.

    0 …           6 * cell + card: lay a double or fork, index 0 … 5, on a cell of the window
    COVERS …      4 * (cell of the desert, 5 * row + column) + card: lay a triple, index 6 … 9, over a card
    LAST_CALLS …  card: lay the card that completes the desert, and announce a connection
    CALLS …       as from `COVERS` on, and announce a connection
    WORDS …       pass, declare, stop
"""

from __future__ import annotations

from typing import Final

import numpy as np

from core.bots.compiled import jit, lowest_bit
from core.bots.kernel import OVER, IntArray
from core.environments.encoding import Part, Row, offsets, option_part
from core.games.sturt.board import BOARD_WIDTH, DESERT_SIZE
from core.games.sturt.bot.kernel import (
    ALONE,
    ANNOUNCED,
    ANNOUNCEMENT,
    BOTTOM,
    CARDS,
    CARDS_END,
    DOUBLES,
    FIRST_TRIPLE,
    FORKS,
    LAST,
    LEFT,
    NE,
    NW,
    PASS,
    PASSED,
    RIGHT,
    SE,
    SW,
    TOP,
    TRIPLES,
    TURN,
    actor,
)
from core.games.sturt.state import Options

CORNERS: Final = 4
WINDOW: Final = DESERT_SIZE + 1
TRIPLE_CARDS: Final = CARDS_END - FIRST_TRIPLE
COVERS: Final = WINDOW * WINDOW * FIRST_TRIPLE
LAST_CALLS: Final = COVERS + DESERT_SIZE * DESERT_SIZE * TRIPLE_CARDS
CALLS: Final = LAST_CALLS + FIRST_TRIPLE
WORDS: Final = CALLS + DESERT_SIZE * DESERT_SIZE * TRIPLE_CARDS
ACTIONS: Final = WORDS + 3
CARD_INDEX: Final = np.array([np.equal(CARDS, corners).argmax() for corners in range(1 << CORNERS)])
"""Index in `CARDS` of the card with these corners."""

OBSERVATION: Final = (
    Part("board", (CORNERS, WINDOW, WINDOW), "cells of the window with a curve round NE, SE, SW, NW"),
    Part("laid", (WINDOW, WINDOW), "the cell of the window on which the last card was laid"),
    Part("size", (2,), "width and height of the desert in cells"),
    Part(
        "direction", (2,), "1 for the direction in which the observer crosses: west to east, north to south"
    ),
    Part("turn", (2,), "1 for who is to act: the observer, the opponent; 0 0 when the game is over"),
    Part("supply", (3,), "doubles, forks and triples not laid yet"),
    Part("alone", (2,), "1 for who goes on alone: the observer, the opponent"),
    Part("last", (2,), "whether the last move announced a connection; whether it was a pass"),
    option_part(Options),
)
(BOARD, LAID, AT_SIZE, DIRECTION, AT_TURN, SUPPLY, AT_ALONE, AT_LAST, OPTIONS) = offsets(OBSERVATION)


@jit
def number(s: IntArray, seat: int, code: int) -> int:
    """The number of an action with this code."""
    if code >= PASS:
        return WORDS + code - PASS
    cell, card = code >> 4 & 127, CARD_INDEX[code & 15]
    row, column = cell // BOARD_WIDTH - s[TOP], cell % BOARD_WIDTH - s[LEFT]
    if card < FIRST_TRIPLE:
        if code & ANNOUNCEMENT:
            return LAST_CALLS + card  # type: ignore[no-any-return]
        return FIRST_TRIPLE * (WINDOW * (row + 1) + column + 1) + card  # type: ignore[no-any-return]
    first = CALLS if code & ANNOUNCEMENT else COVERS
    return first + TRIPLE_CARDS * (DESERT_SIZE * row + column) + card - FIRST_TRIPLE  # type: ignore[no-any-return]


@jit
def code(s: IntArray, seat: int, number: int) -> int:
    """The code of the action with this number."""
    if number >= WORDS:
        return PASS + number - WORDS
    if number < COVERS:
        cell, card = number // FIRST_TRIPLE, number % FIRST_TRIPLE
        return _lay(s, cell // WINDOW - 1, cell % WINDOW - 1, card)
    if number < LAST_CALLS:
        return _cover(s, number - COVERS)
    if number >= CALLS:
        return ANNOUNCEMENT | _cover(s, number - CALLS)
    cell = _last_free_cell(s)
    row, column = cell // BOARD_WIDTH - 1, cell % BOARD_WIDTH - s[LEFT]
    return ANNOUNCEMENT | _lay(s, row, column, number - LAST_CALLS)


@jit
def _lay(s: IntArray, row: int, column: int, card: int) -> int:
    """The code of laying a card on a cell of the desert."""
    return CARDS[card] | (BOARD_WIDTH * (row + s[TOP]) + column + s[LEFT]) << 4  # type: ignore[no-any-return]


@jit
def _cover(s: IntArray, number: int) -> int:
    """The code of laying a triple, without an announcement."""
    cell = number // TRIPLE_CARDS
    return _lay(s, cell // DESERT_SIZE, cell % DESERT_SIZE, FIRST_TRIPLE + number % TRIPLE_CARDS)


@jit
def _last_free_cell(s: IntArray) -> int:
    """The bit of the only cell of a whole desert that has no card."""
    row = (1 << DESERT_SIZE) - 1 << s[LEFT]
    rows = row << BOARD_WIDTH | row << 2 * BOARD_WIDTH | row << 3 * BOARD_WIDTH | row << 4 * BOARD_WIDTH
    rows |= row << 5 * BOARD_WIDTH
    return lowest_bit(rows & ~(s[NE] | s[SE] | s[SW] | s[NW]))


@jit
def observe(s: IntArray, seat: int, out: Row) -> None:
    """Write the position: nothing is hidden from anybody."""
    out[:] = 0
    for corner in range(CORNERS):
        bits = s[NE + corner]
        while bits:
            bit = lowest_bit(bits)
            bits &= bits - 1
            column = bit % BOARD_WIDTH - s[LEFT] + 1
            out[BOARD + (corner * WINDOW + bit // BOARD_WIDTH) * WINDOW + column] = 1
    if s[LAST] >= 0:
        row, column = s[LAST] // BOARD_WIDTH - s[TOP] + 1, s[LAST] % BOARD_WIDTH - s[LEFT] + 1
        out[LAID + row * WINDOW + column] = 1
        out[AT_SIZE], out[AT_SIZE + 1] = s[RIGHT] - s[LEFT] + 1, s[BOTTOM] - s[TOP] + 1
    out[DIRECTION + seat] = 1
    acting = actor(s)
    if acting != OVER:
        out[AT_TURN + (acting != seat)] = 1
    out[SUPPLY], out[SUPPLY + 1], out[SUPPLY + 2] = s[DOUBLES], s[FORKS], s[TRIPLES]
    if s[ALONE] >= 0:
        out[AT_ALONE + (s[ALONE] != seat)] = 1
    out[AT_LAST], out[AT_LAST + 1] = s[ANNOUNCED], s[PASSED]
    out[OPTIONS : OPTIONS + TURN] = s[:TURN]
