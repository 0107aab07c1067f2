"""Positions from the rulebook, each as a diagram (see `diagrams`)."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from core.game import Seat
from core.games.sturt import board
from core.games.sturt.board import DOUBLES, FORKS, TRIPLES
from core.games.sturt.rules import STURT, cards, cells
from core.games.sturt.state import Declare, Lay, Options, Pass, State, Stop
from tests.core.games.sturt.diagrams import (
    AUTOMATIC,
    BY_HAND,
    NO_DRAWS,
    NS,
    WE,
    board_of,
    diagram_of,
    state_of,
)

BATTLEMENT = """
    5a5a5
    5a5a5
    33333
    33333
    33333"""
"""A full desert with a single connection, W–E along the upper two rows (see `test_routes`)."""

DULL = "33333 33333 33333 33333 33333"
"""A full desert far from any connection."""


def play(s: State, *texts: str) -> State:
    """The position after these actions by whoever is to act; each must be legal."""
    for text in texts:
        action = STURT.parse(text)
        assert STURT.why_not(s, s.turn, action) is None, text
        s = STURT.apply(s, s.turn, action)
    return s


def ending(s: State) -> tuple[Seat | None, str]:
    """Who has won, None in a draw, and why."""
    outcome = STURT.outcome(s)
    assert outcome is not None and STURT.to_act(s) == ()
    winner = outcome.winners[0] if len(outcome.winners) == 1 else None
    assert outcome.scores == {WE: (1.0, 0.0), NS: (0.0, 1.0), None: (0.5, 0.5)}[winner]
    return winner, outcome.reason.removeprefix("sturt.reason.")


# --- Phase 1 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_card_lies_in_the_middle(first: int) -> None:
    s = STURT.start(msgspec.convert({"first": first}, Options), 2)
    assert STURT.to_act(s) == (Seat(first),)
    assert STURT.legal(s, Seat(first)) == [Lay(c, 0, 0) for c in DOUBLES + FORKS]
    assert STURT.legal(s, Seat(1 - first)) == []


def test_cards_touch_at_sides_and_corners() -> None:
    #  3          the twelve cells around two cards that touch at a corner
    #  . 5
    s = state_of("3. .5", WE, at=(0, 0))
    around = {
        (-1, -1),
        (0, -1),
        (1, -1),
        (-1, 0),
        (1, 0),
        (2, 0),
        (-1, 1),
        (0, 1),
        (2, 1),
        (0, 2),
        (1, 2),
        (2, 2),
    }
    assert {(a.x, a.y) for a in STURT.legal(s, WE) if isinstance(a, Lay)} == around
    assert len(STURT.legal(s, WE)) == 12 * 6


def test_the_desert_never_grows_beyond_five() -> None:
    #  3 3 3 3 3      five wide: only the rows above and below are left
    s = state_of("33333", WE, at=(-1, 0))
    assert {(a.x, a.y) for a in STURT.legal(s, WE) if isinstance(a, Lay)} == {
        (x, y) for x in range(-1, 4) for y in (-1, 1)
    }


def test_a_kind_that_is_used_up_is_not_offered() -> None:
    #  22 double curves lie; forks remain
    s = state_of("55555 55555 55555 55555 55...", WE)
    assert s.supply.doubles == 0 and cards(s) == FORKS
    assert {a.corners for a in STURT.legal(s, WE) if isinstance(a, Lay)} == set(FORKS)


#  5 a 5 a .      the fifth column is missing its upper card: SW there completes W–E
#  5 a 5 a 5
GAP = "5a5a. 5a5a5"


@pytest.mark.parametrize(("turn", "winner", "reason"), [(WE, WE, "early"), (NS, WE, "early_gift")])
def test_a_connection_in_phase_1_wins_at_once(turn: Seat, winner: Seat, reason: str) -> None:
    assert ending(play(state_of(GAP, turn), "5@2,-2")) == (winner, reason)


def test_no_connection_before_the_desert_spans_five() -> None:
    #  5 a 5 a        the same, four wide: the route would be whole, but the desert is not
    #  5 a 5 .
    s = play(state_of("5a5a 5a5.", WE), "a@1,-1")
    assert s.result is None and not board.connection(s.corners, WE)


@pytest.mark.parametrize("turn", [WE, NS])
def test_one_card_for_both_wins_for_whoever_laid_it(turn: Seat) -> None:
    #  . . . 3 6      both routes climb this stair from the lower left to the upper right; a = SE + NW at the
    #  . . . a 9      cross carries one on each of its curves
    #  . . 6 a .
    #  6 a x . .
    #  3 a . . .
    s = state_of("...36 ...a9 ..6a. 6a... 3a...", turn)
    assert ending(play(s, "a@0,1")) == (turn, "early_both")


# --- Phase 2 -------------------------------------------------------------------------------------------


def test_any_card_with_two_curves_may_be_covered() -> None:
    #  e at the upper left is a triple already
    s = state_of("e3333 33333 33333 33333 33333", WE)
    lays = [a for a in STURT.legal(s, WE) if isinstance(a, Lay)]
    assert len(lays) == len(STURT.legal(s, WE)) == 24 * 4
    assert {a.corners for a in lays} == set(TRIPLES)
    assert not cells(s)[2, 2] and cells(s).sum() == 24


def test_the_25th_card_is_judged_at_the_next_turn() -> None:
    #  5 a 5 a .      NS lays the 25th card and completes W–E: WE's turn starts, and WE has won
    s = state_of(BATTLEMENT.replace("5a5a5", "5a5a.", 1), NS)
    assert ending(play(s, "5@2,-2")) == (WE, "gift")
    #  WE lays it: NS may still break the connection
    s = play(state_of(BATTLEMENT.replace("5a5a5", "5a5a.", 1), WE), "5@2,-2")
    assert s.phase == 2 and s.result is None and STURT.to_act(s) == (NS,)


def test_a_connection_not_broken_has_won() -> None:
    s = play(state_of(BATTLEMENT.replace("5a5a5", "5a5a.", 1), WE), "5@2,-2")
    assert ending(play(s, "e@0,2")) == (WE, "connected")
    #  b lacks SW, which the route needs in the corner
    broken = play(s, "b@2,-2")
    assert broken.result is None and not board.connection(broken.corners, WE)


def test_laying_over_the_route_and_keeping_it_gives_it_away() -> None:
    s = play(state_of(BATTLEMENT.replace("5a5a5", "5a5a.", 1), WE), "5@2,-2")
    assert ending(play(s, "e@2,-2")) == (WE, "gift")


# --- Announcing by hand --------------------------------------------------------------------------------


def test_only_a_connection_that_stands_can_be_announced() -> None:
    s = state_of(BATTLEMENT, WE, BY_HAND)
    said = {(a.corners, a.x, a.y) for a in STURT.legal(s, WE) if isinstance(a, Lay) and a.announce}
    plain = {(a.corners, a.x, a.y) for a in STURT.legal(s, WE) if isinstance(a, Lay) and not a.announce}
    assert said == {lay for lay in plain if board.connection(play(s, STURT.notation(Lay(*lay))).corners, WE)}
    #  15 cards off the route take any of four; on each of its 10 one of four breaks it
    assert len(plain) == 100 and len(said) == 15 * 4 + 10 * 3


def test_unannounced_it_wins_only_after_a_later_announcement() -> None:
    s = play(state_of(BATTLEMENT, WE, BY_HAND), "e@0,2", "e@1,2")
    assert s.result is None
    s = play(s, "e@-1,2!")
    assert s.announced
    assert ending(play(s, "e@2,2")) == (WE, "connected")


def test_an_opponents_card_on_the_route_counts_unannounced() -> None:
    s = play(state_of(BATTLEMENT, WE, BY_HAND), "e@0,2", "e@2,-2")
    assert ending(s) == (WE, "gift")


def test_of_two_silent_routes_the_one_the_opponent_touches_counts() -> None:
    #  5 a 5 a 5      two W–E routes, neither announced: one stands whatever NS does to the other
    #  5 a 5 a 5
    #  3 3 3 3 3
    #  5 a 5 a 5
    #  5 a 5 a 5
    s = play(state_of("5a5a5 5a5a5 33333 5a5a5 5a5a5", WE, BY_HAND), "e@0,0")
    assert play(s, "e@1,0").result is None
    assert play(s, "b@2,-2").result is None
    assert ending(play(s, "e@2,-2")) == (WE, "gift")


# --- Passing, declaring, going on alone ----------------------------------------------------------------

#  24 triples, one card with two curves left, no connection
SPENT = "bbbbb bbbbb bbbbb bbbbb bbbb9"


def test_two_passes_are_a_draw() -> None:
    s = state_of(SPENT, WE)
    assert STURT.legal(s, WE) == [Pass()]
    s = play(s, "pass")
    assert s.result is None and s.turn == NS
    assert ending(play(s, "pass")) == (None, "draw")


def test_who_can_lay_nothing_must_declare() -> None:
    s = state_of(SPENT, WE, NO_DRAWS)
    assert STURT.legal(s, WE) == [Declare()]
    s = play(s, "declare")
    assert STURT.to_act(s) == (NS,) and STURT.legal(s, NS) == [Stop()]
    assert ending(play(s, "stop")) == (WE, "declared_right")


def test_declaring_is_for_phase_2() -> None:
    assert Declare() in STURT.legal(state_of(DULL, WE, NO_DRAWS), WE)
    assert Declare() not in STURT.legal(state_of(DULL, WE, AUTOMATIC), WE)
    assert Declare() not in STURT.legal(state_of("33333", WE, NO_DRAWS), WE)


def test_alone_one_lays_until_it_connects() -> None:
    #  5 a 5 a 3      3 = NE + SE lacks SW: WE declares, NS lays one card elsewhere and then completes W–E
    s = play(state_of(BATTLEMENT.replace("5a5a5", "5a5a3", 1), WE, NO_DRAWS), "declare")
    s = play(s, "b@0,2")
    assert STURT.to_act(s) == (NS,) and s.alone == NS
    assert Stop() in STURT.legal(s, NS) and Declare() not in STURT.legal(s, NS)
    assert ending(play(s, "e@2,-2")) == (NS, "declared_wrong")


def test_alone_one_may_stop() -> None:
    s = play(state_of(BATTLEMENT.replace("5a5a5", "5a5a3", 1), WE, NO_DRAWS), "declare", "stop")
    assert ending(s) == (WE, "declared_right")


def test_declaring_against_a_standing_connection_loses_at_once() -> None:
    assert ending(play(state_of(BATTLEMENT, NS, NO_DRAWS), "declare")) == (WE, "declared_wrong")


# --- Series --------------------------------------------------------------------------------------------


def test_the_start_alternates_in_a_series() -> None:
    s = play(state_of(SPENT, WE), "pass", "pass")
    assert s.result is not None
    after = STURT.follow(Options(announce="by hand", first=0), s.result)
    assert after.options == Options(announce="by hand", first=1) and after.seating == (WE, NS)
    assert STURT.follow(after.options, s.result).options.first == 0
    assert STURT.points(s.result) == (0.5, 0.5)


def test_diagrams_can_be_read() -> None:
    assert diagram_of(board_of("5.a e..")) == "5.a\ne.."
    assert diagram_of(np.zeros((9, 9), dtype=np.int8)) == "(empty)"
