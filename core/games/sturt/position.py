"""Positions of Sturt's Stony Desert as text.

sturt
board: -1,0
5 . 3        cards by their corners, one hexadecimal digit each (see `board`); . is an empty cell,
a 9 .        and the upper left one lies on the cell behind the field's name
doubles: 4     how many lie on their pile, unless the cards under all triples are forks
last: 1,0      the cell of the last card, unless it is the first of the drawing
said: passed   or announced: what the last move was besides
alone: 0       the seat that goes on alone
turn: 1        the seat to act, unless it is 0
won: 0 early   the winner and why; nothing stands behind it in a draw
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

import numpy as np

from core.game import Outcome, Place, Seat, read_only
from core.games.sturt import board
from core.games.sturt.board import (
    BOARD_WIDTH,
    DESERT_SIZE,
    DOUBLES,
    EMPTY_BOARD,
    FORKS,
    FULL_SUPPLY,
    NORTH_SOUTH,
    ORIGIN_INDEX,
    TRIPLES,
    WEST_EAST,
    Board,
    Supply,
)
from core.games.sturt.state import DRAW_OUTCOME, GROWING_CARDS, Options, Reason, State, win_outcome
from core.grid import spread
from core.position_fields import Field, Fields, Word

FREE_SIGN: Final = "."
CARD_OF_SIGN: Final = {FREE_SIGN: 0, **{f"{corners:x}": corners for corners in DOUBLES + FORKS + TRIPLES}}
"""Meaning of each sign of a drawing."""
REASON_WORDS: Final[dict[str, Reason]] = {reason: reason for reason in get_args(Reason)}


def describe(s: State) -> list[Field]:
    """The fields of a position."""
    fields: list[Field] = []
    if s.corners.any():
        at, rows = drawing(s.corners)
        fields.append(Field("board", f"{at[0]},{at[1]}", rows))
        if s.supply.doubles != _doubles_without_covered(s.corners):
            fields.append(Field("doubles", str(s.supply.doubles)))
        if s.last is not None and s.last != _first_card(s.corners):
            fields.append(Field("last", f"{s.last[0]},{s.last[1]}"))
    if s.passed or s.announced:
        fields.append(Field("said", "passed" if s.passed else "announced"))
    if s.alone is not None:
        fields.append(Field("alone", str(s.alone)))
    if s.turn:
        fields.append(Field("turn", str(s.turn)))
    if s.result is not None:
        fields.append(Field("won", _ending(s.result)))
    return fields


def restore(fields: Fields, options: Options) -> State:
    """The position of these fields."""
    corners = _board(fields)
    said = fields.one_of("said", {"passed": "passed", "announced": "announced"}, "")
    alone = fields.word("alone")
    s = State(
        options,
        corners,
        Seat(fields.number("turn", 0, 0, 1)),
        _supply(fields, corners),
        announced=said == "announced",
        passed=said == "passed",
        last=_last(fields, corners),
        alone=None if alone is None else Seat(alone.number(0, 1)),
        result=_result(fields),
    )
    _expect_no_winner_yet(fields, s)
    return s


# --- The board -----------------------------------------------------------------------------------------


def drawing(corners: Board) -> tuple[Place, tuple[str, ...]]:
    """The rows and columns that have cards, as drawn, and the cell of the first sign."""
    area = board.area(corners)
    part = corners[area.top : area.bottom + 1, area.left : area.right + 1]
    rows = tuple(" ".join(f"{card:x}" if card else FREE_SIGN for card in row) for row in part.tolist())
    return (area.left - ORIGIN_INDEX, area.top - ORIGIN_INDEX), rows


def read_drawing(rows: Sequence[Sequence[Word]], at: Place) -> Board:
    """The board of a drawing whose first sign lies on the cell `at`."""
    corners = EMPTY_BOARD.copy()
    for y, row in enumerate(rows, at[1]):
        for x, word in enumerate(row, at[0]):
            card = word.one_of(CARD_OF_SIGN)
            if card and not board.is_on_board((x, y)):
                word.refuse("sturt.position.far")
            if card:
                corners[y + ORIGIN_INDEX, x + ORIGIN_INDEX] = card
    return read_only(corners)


def _board(fields: Fields) -> Board:
    """The board, checked: its cards lie together in 5 × 5 cells, the first of them on 0,0."""
    rows, at = fields.rows("board"), fields.word("board")
    if at is None:
        return EMPTY_BOARD
    corners = read_drawing(rows, at.place(-ORIGIN_INDEX, ORIGIN_INDEX))
    if not corners[ORIGIN_INDEX, ORIGIN_INDEX]:
        fields.refuse("board", "sturt.position.first_card")
    area = board.area(corners)
    if max(area.right - area.left, area.bottom - area.top) >= DESERT_SIZE:
        fields.refuse("board", "sturt.position.wide", span=DESERT_SIZE)
    if not _holds_together(corners):
        fields.refuse("board", "sturt.position.apart")
    if np.isin(corners, TRIPLES).any() and np.count_nonzero(corners) < GROWING_CARDS:
        fields.refuse("board", "sturt.position.triple_too_early", cards=GROWING_CARDS)
    return corners


def _holds_together(corners: Board) -> bool:
    """Whether one gets from the first card to all the others over their sides."""
    taken = corners != 0
    reached = np.zeros_like(taken)
    reached[ORIGIN_INDEX, ORIGIN_INDEX] = True
    for _ in range(BOARD_WIDTH * BOARD_WIDTH):
        reached |= spread(reached) & taken
    return bool((reached == taken).all())


# --- What lies beside it -------------------------------------------------------------------------------


def _supply(fields: Fields, corners: Board) -> Supply:
    """The piles: as many cards as are not on the board, and as many triples as have not covered any."""
    cards = int(np.count_nonzero(corners))
    usual = _doubles_without_covered(corners)
    forks_seen, triples = _count(corners, FORKS), _count(corners, TRIPLES)
    left = FULL_SUPPLY.doubles + FULL_SUPPLY.forks - cards
    low, high = max(0, left - (FULL_SUPPLY.forks - forks_seen)), min(usual, left)
    if usual < 0 or forks_seen > FULL_SUPPLY.forks or triples > FULL_SUPPLY.triples or low > high:
        fields.refuse("board", "sturt.position.too_many")
    doubles = fields.number("doubles", usual, low, high)
    if not low <= doubles <= high:
        fields.refuse("board", "sturt.position.too_many")
    return Supply(doubles, left - doubles, FULL_SUPPLY.triples - triples)


def _doubles_without_covered(corners: Board) -> int:
    """Number of double curves left if none lies under a triple."""
    return FULL_SUPPLY.doubles - _count(corners, DOUBLES)


def _count(corners: Board, cards: tuple[int, ...]) -> int:
    return int(np.isin(corners, cards).sum())


def _first_card(corners: Board) -> tuple[int, int]:
    """The first cell with a card, row by row from the north."""
    y, x = np.argwhere(corners)[0].tolist()
    return (x - ORIGIN_INDEX, y - ORIGIN_INDEX)


def _last(fields: Fields, corners: Board) -> tuple[int, int] | None:
    word = fields.word("last")
    if word is None:
        return _first_card(corners) if corners.any() else None
    cell = word.place(-ORIGIN_INDEX, ORIGIN_INDEX)
    if not board.card_at(corners, cell):
        word.refuse("sturt.position.no_card")
    return cell


# --- How it ended --------------------------------------------------------------------------------------


def _ending(result: Outcome) -> str:
    if result == DRAW_OUTCOME:
        return ""
    return f"{result.winners[0]} {result.reason.rpartition('.')[2]}"


def _result(fields: Fields) -> Outcome | None:
    words = fields.words("won", most=2)
    if not words:
        return DRAW_OUTCOME if "won" in fields else None
    if len(words) < 2:
        words[0].refuse("position.refusal.few", count=2)
    return win_outcome(Seat(words[0].number(0, 1)), words[1].one_of(REASON_WORDS))


def _expect_no_winner_yet(fields: Fields, s: State) -> None:
    """Refuse a position that goes on although a connection that counts stands in it."""
    if s.result is not None or s.last is None:
        return
    if s.phase == 1 or s.alone is not None:
        counts: tuple[Seat, ...] = (WEST_EAST, NORTH_SOUTH)
    else:
        counts = (s.turn,) if s.options.announce == "automatic" else ()
    tracks = board.tracks(s.corners)
    if any(board.connects(tracks, seat) for seat in counts):
        fields.refuse("board", "sturt.position.connected")
