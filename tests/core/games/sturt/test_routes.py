"""Routes: the fast answer, the route shown and the exact questions against a naive recursive search."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from core.game import Seat, read_only
from core.games.sturt import board
from core.games.sturt.board import (
    BOARD_WIDTH,
    DESERT_SIZE,
    DOUBLES,
    FORKS,
    ORIGIN_INDEX,
    TRIPLES,
    Board,
    Side,
)
from core.games.sturt.bot import batch
from core.games.sturt.bot.player import cards_to_connection
from tests.core.games.sturt import naive
from tests.core.games.sturt.diagrams import NS, WE, board_of

SEATS = (WE, NS)


def random_board(rng: np.random.Generator, triples: float, holes: float) -> Board:
    """A desert somewhere on the board: a share of triples, a share of cells without a card."""
    kinds = np.where(
        rng.random((DESERT_SIZE, DESERT_SIZE)) < triples,
        rng.choice(TRIPLES, (DESERT_SIZE, DESERT_SIZE)),
        rng.choice(DOUBLES + FORKS, (DESERT_SIZE, DESERT_SIZE)),
    )
    kinds[rng.random((DESERT_SIZE, DESERT_SIZE)) < holes] = 0
    corners = np.zeros((BOARD_WIDTH, BOARD_WIDTH), dtype=np.int8)
    top, left = rng.integers(0, BOARD_WIDTH - DESERT_SIZE + 1, 2)
    corners[top : top + DESERT_SIZE, left : left + DESERT_SIZE] = kinds
    return read_only(corners)


def boards(count: int, triples: float, holes: float) -> list[Board]:
    rng = np.random.default_rng([count, int(100 * triples), int(100 * holes)])
    return [b for b in (random_board(rng, triples, holes) for _ in range(count)) if b.any()]


FIELDS = boards(250, 0.0, 0.0) + boards(150, 0.0, 0.2) + boards(200, 0.25, 0.0)


def test_is_there_a_route() -> None:
    found = 0
    for b in FIELDS:
        for seat in SEATS:
            there = any(naive.routes(b, seat))
            assert board.connects(board.tracks(b), seat) == there, b
            assert bool(board.connection(b, seat)) == there, b
            assert bool(board.ends(b, seat)) == there, b
            found += there
    assert 80 < found < len(FIELDS)


def test_the_route_shown_is_a_shortest_one() -> None:
    for b in FIELDS[::3]:
        for seat in SEATS:
            route = board.connection(b, seat)
            shortest = min((len(r) for r in naive.routes(b, seat)), default=0)
            assert len(route) == shortest
            assert len(route) % 2 == 0 and (not route or len(route) >= 10)


def test_the_route_shown_runs_on_from_card_to_card() -> None:
    for b in FIELDS:
        for seat in SEATS:
            route = board.connection(b, seat)
            for here, following in pairwise(route):
                dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[here.left]
                assert following.cell == (here.cell[0] + dx, here.cell[1] + dy)
                assert following.entered == here.left.opposite
            if route:
                into, out = (Side.W, Side.E) if seat == WE else (Side.N, Side.S)
                assert (route[0].entered, route[-1].left) == (into, out)


def test_end_markers_stand_where_routes_begin_and_end() -> None:
    for b in FIELDS[::2]:
        for seat in SEATS:
            expected = {
                ((way[0][0][:2], way[0][1]), (way[-1][0][:2], way[-1][2])) for way in naive.routes(b, seat)
            }
            shown = {
                tuple(
                    ((end.cell[1] + ORIGIN_INDEX, end.cell[0] + ORIGIN_INDEX), end.side.name) for end in pair
                )
                for pair in board.ends(b, seat)
            }
            assert shown == expected
            assert len(board.ends(b, seat)) == len(expected)


def test_which_cards_a_route_runs_over() -> None:
    asked = disputed = 0
    for b in FIELDS[::2]:
        for seat in SEATS:
            over = {curve[:2] for way in naive.routes(b, seat) for curve, _, _ in way}
            for y, x in np.argwhere(b).tolist() if over else ():
                assert board.runs_over(b, seat, (x - ORIGIN_INDEX, y - ORIGIN_INDEX)) == ((y, x) in over), (
                    b,
                    y,
                    x,
                )
                asked += 1
                disputed += (y, x) not in over
    assert asked > 800 and disputed > 100


@pytest.mark.parametrize("seat", SEATS)
def test_only_cards_between_the_edges_matter(seat: Seat) -> None:
    silent = 0
    for b in FIELDS[::4]:
        now = board.connects(board.tracks(b), seat)
        decisive = board.reachable_from_both(b, seat)
        for y, x in np.argwhere((b != 0) & ~decisive).tolist():
            for card in TRIPLES:
                after = b.copy()
                after[y, x] = card
                assert board.connects(board.tracks(after), seat) == now
                silent += 1
        for here in board.connection(b, seat):
            assert decisive[here.cell[1] + ORIGIN_INDEX, here.cell[0] + ORIGIN_INDEX]
    assert silent > 1000


@pytest.mark.parametrize("digit", ["3", "6", "c", "9"])
def test_a_fork_is_no_place_to_turn_back(digit: str) -> None:
    #  9 9 9 9 9      9 = NE + NW. Joined into groups, each row would be one track from W to E: in over W, up
    #  9 9 9 9 9      to the north side, back down to E, and on. But who comes up leaves over N, and no 9 can
    #  9 9 9 9 9      be entered from below.
    b = board_of((digit * 5 + " ") * 5)
    assert not any(board.connects(board.tracks(b), seat) for seat in SEATS)


def test_a_battlement_connects_at_any_place_on_the_board() -> None:
    #  5 a 5 a 5      5 = NE + SW, a = SE + NW: in over W, down (SW), east (NE), up (NW), east (SE), down …
    #  5 a 5 a 5
    flat = [board_of("5a5a5 5a5a5", (dx, dy)) for dx in range(-4, 1) for dy in range(-4, 4)]
    assert {board.connects(board.tracks(b), WE) for b in flat} == {True}
    assert {board.connects(board.tracks(b), NS) for b in flat} == {False}
    upright = [board_of("55 aa 55 aa 55", (dx, dy)) for dx in range(-4, 4) for dy in range(-4, 1)]
    assert {board.connects(board.tracks(b), NS) for b in upright} == {True}
    assert {board.connects(board.tracks(b), WE) for b in upright} == {False}


@pytest.mark.parametrize("seat", SEATS)
def test_lanes_agree_with_the_board(seat: Seat) -> None:
    for b in FIELDS:
        area = board.tracks(b).area
        top, left = min(area.top, BOARD_WIDTH - DESERT_SIZE), min(area.left, BOARD_WIDTH - DESERT_SIZE)
        lane = batch.frame_bits(b[top : top + DESERT_SIZE, left : left + DESERT_SIZE])
        joined = board.connects(board.tracks(b), seat)
        assert bool(batch.connected_lanes(lane, seat)[0]) == joined
        assert (cards_to_connection(lane, seat)[0] == 0) == joined


@pytest.mark.parametrize("seat", SEATS)
def test_near_counts_the_cards_still_needed(seat: Seat) -> None:
    """Where one card is enough, covering some card by some triple connects; where more, none does."""
    ones = 0
    for b in boards(60, 0.3, 0.0):
        window = b[b.any(axis=1)][:, b.any(axis=0)]
        lane = batch.frame_bits(window)
        needed = int(cards_to_connection(lane, seat)[0])
        after = [
            batch.connected_lanes(
                batch.lay_cards(lane, batch.CELL_BIT[y, x], np.array(card, dtype=np.int8)), seat
            )[0]
            for y, x in np.ndindex(DESERT_SIZE, DESERT_SIZE)
            if int(window[y, x]) not in TRIPLES
            for card in TRIPLES
        ]
        if needed == 1:
            assert any(after)
            ones += 1
        if needed > 2:
            assert not any(after)
    assert ones > 5
