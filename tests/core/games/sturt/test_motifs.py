"""What Sturt's motifs say, against routes walked one by one and crossings counted card by card."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from core.bots import Budget, bot
from core.bots.motifs import Motif
from core.game import Seat
from core.games.sturt.bot.motifs import motifs
from core.games.sturt.rules import STURT
from core.games.sturt.state import Action, Declare, Lay, Options, State, Stop, opponent
from tests.core.games.sturt import oracle
from tests.core.games.sturt.diagrams import BY_HAND, NO_DRAWS, NS, WE, state_of
from tests.core.games.sturt.test_rules import BATTLEMENT, DULL, play

NONE = 99
"""Cards of a crossing that cannot be."""


def board_of(s: State) -> oracle.Board:
    return {
        (x - 4, y - 4): oracle.card(f"{int(s.corners[y, x]):x}")
        for y, x in np.ndindex(s.corners.shape)
        if s.corners[y, x]
    }


def windows(board: oracle.Board) -> list[oracle.Cell]:
    """North-west cells of the 5 × 5 cells that the desert may come to fill."""
    cells = [*board, (0, 0)]
    starts = [(x, y) for x in range(-4, 1) for y in range(-4, 1)]
    return [
        (west, north)
        for west, north in starts
        if all(west <= x < west + 5 and north <= y < north + 5 for x, y in cells)
    ]


def crossing(board: oracle.Board, seat: int, price: Callable[[oracle.Card, str], int]) -> int:
    """Price of the cheapest crossing, curve by curve, over all windows."""
    return min(cheapest(board, seat, price, *window) for window in windows(board))


def cheapest(
    board: oracle.Board, seat: int, price: Callable[[oracle.Card, str], int], west: int, north: int
) -> int:
    start, goal = oracle.EDGES[seat]
    rim = [(west, north + i) if seat == 0 else (west + i, north) for i in range(5)]
    heap, done = [(0, cell, start) for cell in rim], set[Any]()
    heapq.heapify(heap)
    while heap:
        paid, cell, entered = heapq.heappop(heap)
        inside = west <= cell[0] < west + 5 and north <= cell[1] < north + 5
        if not inside:
            if entered == oracle.ACROSS[goal] and cell == (
                (west + 5, cell[1]) if seat == 0 else (cell[0], north + 5)
            ):
                return paid
            continue
        if (cell, entered) in done:
            continue
        done.add((cell, entered))
        for corner in oracle.BITS:
            cost = price(board.get(cell, frozenset()), corner)
            if entered in corner and cost < NONE:
                leaving = oracle.other_end(corner, entered)
                heapq.heappush(heap, (paid + cost, oracle.beside(cell, leaving), oracle.ACROSS[leaving]))
    return NONE


def missing(s: State, seat: int) -> int:
    """Cards to be laid or covered."""
    return crossing(
        board_of(s), seat, lambda card, corner: 0 if corner in card else NONE if len(card) == 3 else 1
    )


def coverable(s: State, seat: int) -> int:
    """Cards of the firmest crossing that are no triples."""
    return crossing(
        board_of(s), seat, lambda card, corner: 1 if len(card) < 3 else 0 if corner in card else NONE
    )


def connected(s: State, seat: int) -> bool:
    return oracle.connected(board_of(s), seat)


def replies(s: State, seat: Seat) -> Iterator[tuple[Lay, State]]:
    """Every lay were it the seat's turn."""
    s = msgspec.structs.replace(s, turn=seat)
    for lay in STURT.legal(s, seat):
        if isinstance(lay, Lay) and not lay.announce:
            yield lay, STURT.apply(s, seat, lay)


def connecting(s: State, seat: Seat) -> int:
    """Cells on which a card would connect."""
    return len({(lay.x, lay.y) for lay, after in replies(s, seat) if connected(after, seat)})


def spread_of(s: State, axis: int) -> int:
    return len({cell[axis] for cell in board_of(s)})


def joints(s: State, lay: Lay) -> int:
    board, cell = board_of(s), (lay.x, lay.y)
    return sum(
        any(side in corner for corner in board[cell])
        and bool(oracle.MEETS[side] & board.get(oracle.beside(cell, side), frozenset()))
        for side in oracle.STEPS
    )


def true(before: State, after: State, seat: Seat, action: Action, motif: Motif) -> bool:  # noqa: PLR0911, PLR0912
    """Whether a motif says what is so."""
    foe, values = opponent(seat), motif.values
    match motif.code.rpartition(".")[2]:
        case "wins":
            return after.result is not None and after.result.winners == (seat,)
        case "hopeless":
            return missing(before, WE) == missing(before, NS) == NONE
        case "breaks":
            return connected(before, foe) and not connected(after, foe)
        case "connects":
            return connected(after, seat) and any(not connected(s, seat) for _, s in replies(after, foe))
        case "firm":
            return connected(after, seat) and all(connected(s, seat) for _, s in replies(after, foe))
        case "threats":
            return values == {"count": connecting(after, seat)} and values["count"] > 1
        case "fewer_threats":
            return values == {"before": connecting(before, foe), "after": connecting(after, foe)}
        case "shorter":
            shrinks = values["before"] > values["after"]
            return values == {"before": missing(before, seat), "after": missing(after, seat)} and shrinks
        case "longer":
            grows = values["before"] < values["after"]
            return values == {"before": missing(before, foe), "after": missing(after, foe)} and grows
        case "blocks":
            return missing(before, foe) < NONE == missing(after, foe)
        case "safe":
            return missing(before, foe) == missing(after, foe) == NONE
        case "firmer":
            shrinks = values["before"] > values["after"]
            return values == {"before": coverable(before, seat), "after": coverable(after, seat)} and shrinks
        case "softer":
            grows = values["before"] < values["after"]
            return values == {"before": coverable(before, foe), "after": coverable(after, foe)} and grows
        case "ahead":
            return values == {"mine": missing(after, seat), "theirs": missing(after, foe)} and (
                values["mine"] < values["theirs"]
            )
        case "no_help":
            return values == {"count": missing(after, foe)} == {"count": missing(before, foe)}
        case "alone":
            both = [min(missing(s, WE), missing(s, NS)) for s in (before, after)]
            return values == {"before": both[0], "after": both[1]} and both[1] < both[0]
        case "settles_columns" | "settles_rows" as code:
            axis = 0 if code == "settles_columns" else 1
            return spread_of(before, axis) < 5 == spread_of(after, axis)
        case "joins":
            assert isinstance(action, Lay)
            return values == {"count": joints(after, action)} and values["count"] > 0
        case "open":
            count = len(windows(board_of(after)))
            return values == {"count": count} and count == len(windows(board_of(before))) > 1
    return False


def check(s: State, seat: Seat, action: Action) -> set[str]:
    """The codes of an action, after every motif was compared."""
    found = motifs(s, seat, action)
    after = STURT.apply(s, seat, action)
    for motif in found:
        assert true(s, after, seat, action, motif), (motif, STURT.notation(action), s)
    codes = [motif.code.rpartition(".")[2] for motif in found]
    assert len(set(codes)) == len(codes)
    return set(codes)


def test_what_they_say_is_so_all_through_games() -> None:
    met, normal = set[str](), bot(STURT, "normal")
    for seed in range(6):
        rng = np.random.default_rng([21, seed])
        s = STURT.start(Options(), 2)
        while s.result is None:
            legal = STURT.legal(s, s.turn)
            action = normal.choose(STURT, s, s.turn, rng, Budget())
            for any_action in (action, legal[int(rng.integers(len(legal)))]) if rng.random() < 0.5 else ():
                met |= check(s, s.turn, any_action)
            s = STURT.apply(s, s.turn, action if rng.random() < 0.8 else legal[int(rng.integers(len(legal)))])
    assert met >= {
        *("shorter", "longer", "ahead", "no_help", "joins", "open", "settles_columns", "settles_rows"),
        *("safe", "threats", "fewer_threats", "firmer", "softer", "connects", "breaks", "blocks"),
    }


RARE = {"wins", "hopeless", "breaks", "connects", "firm", "alone"}
BLOCKED = "bbbbb bbbbb bbbbb bbbbb bbbb9"
FIRM = "eedd7 bb7db ebae7 7e7ee e7e73"
NEARLY = BATTLEMENT.replace("5a5a5", "5a5a3", 1)


@pytest.mark.parametrize(
    ("s", "action", "code"),
    [
        (state_of("5a5a. 5a5a5", WE), Lay(0x5, 2, -2), "wins"),
        (state_of("5a5a. 5a5a5", WE), Lay(0x3, 2, -2), ""),
        (state_of(BLOCKED, WE, NO_DRAWS), Declare(), "hopeless"),
        (state_of(BATTLEMENT, WE, NO_DRAWS), Declare(), ""),
        (play(state_of(BLOCKED, WE, NO_DRAWS), "declare"), Stop(), "hopeless"),
        (state_of(BATTLEMENT, NS), Lay(0xE, -2, -1), "breaks"),
        (state_of(BATTLEMENT, NS, BY_HAND, announced=True), Lay(0xE, -2, -1), "breaks"),
        (state_of(BATTLEMENT, NS, BY_HAND), Lay(0xE, -2, -1), ""),
        (state_of(NEARLY, WE), Lay(0xD, 2, -2), "connects"),
        (state_of(NEARLY, WE, BY_HAND), Lay(0xD, 2, -2, announce=True), "connects"),
        (state_of(NEARLY, WE, BY_HAND), Lay(0xD, 2, -2), ""),
        (state_of(FIRM, WE), Lay(0xB, 2, 2), "firm"),
        (play(state_of(DULL, WE, NO_DRAWS), "declare"), Lay(0xE, -2, -2), "alone"),
    ],
)
def test_the_rare_ones(s: State, action: Action, code: str) -> None:
    assert action in STURT.legal(s, s.turn)
    codes = check(s, s.turn, action)
    assert code in codes if code else not codes & RARE
