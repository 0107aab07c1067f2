"""Sturt read a second time: positions worked out from the rules text.

Every position runs through the engine (by the contract and the notation alone) and through the plain
oracle of `oracle.py`; after every step both must offer the same actions and agree on who acts and
on the outcome. The expectations on top are derived from the rules (`docs/rules-sturt.md`) by hand, in the
comments.

Diagrams: one hexadecimal digit a card (NE = 1, SE = 2, SW = 4, NW = 8), `.` an empty cell. Places in
the tests are (column, row) of the diagram; `Table` turns them into the notation's coordinates.
"""

from __future__ import annotations

from typing import Any

import pytest

from core.game import Seat
from core.games import game
from tests.core.games.sturt.oracle import (
    BOTH,
    BOTH_FULL,
    CROSSED,
    DOUBLES,
    DULL,
    FORKS,
    GAP,
    TRIPLES,
    ZIGZAG,
    Table,
    connected,
)

STURT = game("sturt")
AUTOMATIC: dict[str, Any] = {"announce": "automatic", "no_draws": False, "first": 0}
BY_HAND = {**AUTOMATIC, "announce": "by hand"}
NO_DRAWS = {**AUTOMATIC, "no_draws": True}


# Phase 1


@pytest.mark.parametrize("announce", ["automatic", "by hand"])
@pytest.mark.parametrize("no_draws", [False, True])
@pytest.mark.parametrize("first", [0, 1])
def test_first_move(announce: str, no_draws: bool, first: int) -> None:
    table = Table(STURT, {"announce": announce, "no_draws": no_draws, "first": first})
    assert table.oracle.to_act() == [first]
    assert set(table.legal) == {"5@0,0", "a@0,0", "3@0,0", "6@0,0", "c@0,0", "9@0,0"}
    assert list(STURT.legal(table.state, Seat(1 - first))) == []


def test_second_card_orthogonally_or_diagonally_next() -> None:
    table = Table(STURT, AUTOMATIC).play("5@0,0")
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    assert set(table.legal) == {f"{d}@{x},{y}" for d in DOUBLES + FORKS for x, y in around}
    table.play("3@1,1")
    # 8 + 8 neighbours, two of them shared, less the two cards themselves
    assert len(table.legal) == 6 * 12
    assert not table.may("5", (2, -1)) and not table.may("5", (0, 0)) and table.may("5", (-1, -1))


def test_track_may_meet_no_track() -> None:
    # 3 = NE + SE has track in the east; 3 again, to its east, has none in the west; c has
    table = Table(STURT, AUTOMATIC).play("3@0,0")
    assert all(table.may(digit, (1, 0)) for digit in DOUBLES + FORKS)
    assert all(table.may(digit, (-1, 0)) for digit in DOUBLES + FORKS)
    table.play("3@1,0").play("3@-1,0")


def test_no_triple_in_phase_1_and_no_other_words() -> None:
    table = Table(STURT, {**BY_HAND, "no_draws": True}).play("5@0,0")
    for text in ("e@1,0", "e@0,0", "5@1,0!", "pass", "declare", "stop"):
        assert STURT.why_not(table.state, Seat(1), STURT.parse(text)) is not None, text


def test_five_columns_at_most() -> None:
    #  . . . . .     33333 in a row: no connection (nothing in the west), five columns reached
    #  3 3 3 3 3     only the rows above and below stay open: 10 cells
    #  . . . . .
    table = Table(STURT, AUTOMATIC).fill("33333")
    assert set(table.legal) == {f"{d}@{x},{y}" for d in DOUBLES + FORKS for x in range(5) for y in (-1, 1)}


def test_five_rows_at_most_and_northwards() -> None:
    table = Table(STURT, AUTOMATIC)
    for y in range(5):
        table.play(f"3@0,{-y}")
    assert set(table.legal) == {
        f"{d}@{x},{y}" for d in DOUBLES + FORKS for x in (-1, 1) for y in range(-4, 1)
    }


def test_field_becomes_fixed_as_it_grows() -> None:
    table = Table(STURT, AUTOMATIC).fill("3333")
    assert table.may("5", (-1, 0)) and table.may("5", (4, 0))
    table.lay("3", (-1, 0))
    assert not table.may("5", (4, 0)) and not table.may("5", (-2, 0)) and not table.may("5", (4, 1))
    assert table.may("5", (3, -1)) and table.may("5", (-1, 1))
    # rows are still free: four more to the north, then none to the south
    for y in range(1, 5):
        assert table.may("5", (0, 1)) == (y < 5)
        table.lay("3", (0, -y))
    assert not table.may("5", (0, 1)) and not table.may("5", (0, -5))


def test_diagonal_growth_fixes_both_directions() -> None:
    table = Table(STURT, AUTOMATIC)
    for i in range(5):
        table.play(f"3@{i},{-i}")
    # inside the box: both neighbouring diagonals (4 + 4) and the next two (3 + 3)
    assert len(table.legal) == 6 * 14
    assert not table.may("5", (5, -4)) and not table.may("5", (-1, 0)) and not table.may("5", (0, 1))


@pytest.mark.parametrize(
    ("digit", "left"), [("5", FORKS), ("c", DOUBLES)], ids=["doubles run out", "forks run out"]
)
def test_supply_of_22(digit: str, left: str) -> None:
    # All 5: W-S, N-E, W-S … goes down a row with every column; five columns want six rows, and five
    # rows six columns from N-E. All c: nothing moves east and N-W stops at the cell next to it.
    rows = [digit * 5] * 4 + [digit + "...."]
    table = Table(STURT, AUTOMATIC).fill("\n".join(rows))
    assert len(table.legal) == 6 * 4
    table.lay(digit, (1, 4))
    assert set(table.legal) == {table.text(d, (x, 4)) for d in left for x in (2, 3, 4)}
    assert len(table.lay(left[0], (2, 4)).legal) == 2 * len(left)


def test_connection_before_the_field_spans_five() -> None:
    # four columns joined: nothing yet; the ninth card spans five but is not joined; the tenth is
    table = Table(STURT, AUTOMATIC).fill("5a5a 5a5a")
    assert table.winner is None
    table.lay("5", (4, 0))
    assert table.winner is None
    assert table.lay("5", (4, 1)).winner == 0


def test_connection_in_four_columns_does_not_count_when_rows_span_five() -> None:
    # five rows high, four columns wide: West-East has four columns joined, which is no connection
    table = Table(STURT, AUTOMATIC).fill("5a5a 5a5a 3... 3... 3...")
    assert table.winner is None and table.legal


@pytest.mark.parametrize("first", [0, 1])
def test_phase_1_win_whoever_laid_it(first: int) -> None:
    # the tenth card falls to the second seat: West-East's opponent if first is 0, itself if 1
    table = Table(STURT, AUTOMATIC, first=first).fill(ZIGZAG, last=(2, 1))
    assert table.winner == 0 and table.oracle.to_act() == []
    assert not table.legal


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("announce", ["automatic", "by hand"])
def test_phase_1_win_north_south(first: int, announce: str) -> None:
    # the zigzag turned about its diagonal (NE and SW change places): columns 0 and 1
    table = Table(STURT, AUTOMATIC, first=first, announce=announce).fill("55 aa 55 aa 55", last=(0, 3))
    assert table.winner == 1


@pytest.mark.parametrize("first", [0, 1])
def test_phase_1_both_by_one_card_the_layer_wins(first: int) -> None:
    # sixteen cards, the last by the second seat
    table = Table(STURT, AUTOMATIC, first=first).fill(BOTH, last=(1, 1))
    assert table.winner == 1 - first


def test_fork_is_no_bridge() -> None:
    # 6 = SE + SW: west and east arm meet in the south; as one group they join both edges, but a
    # route would turn back at that side
    table = Table(STURT, AUTOMATIC).fill("66666")
    assert table.winner is None
    table = Table(STURT, AUTOMATIC).fill("c c c c c")
    assert table.winner is None


def test_fork_trap_with_the_rest_of_a_route() -> None:
    # W (0,0)SW (0,1)NE (1,1)NW (1,0)SE (2,0) enters west; 9 = NW + NE leads north, out of the field.
    # As a group it would go on east: (3,0)SW (3,1)NE (4,1)NW (4,0)SE E.
    table = Table(STURT, BY_HAND, first=1).fill("5a95a 5ac5a ccccc ccccc ccccc")
    assert table.turn == 0 and table.winner is None
    # no triple helps there: from the west it leads N or S, and (2,1) = c leads from N only back west
    assert not any(table.may(digit, (2, 0), "!") for digit in TRIPLES)
    assert not any(text.endswith("!") for text in table.legal)


def test_route_crosses_cards_twice() -> None:
    # a 5 a 5 a   W (0,1)SW (0,2)NE (1,2)NW (1,1)SW and west again into (0,1)NE (0,0)SE (1,0)SW
    # 5 5 a 5 a   (1,1)NE (2,1)NW (2,0)SE (3,0)SW (3,1)NE (4,1)NW (4,0)SE E:
    # 5 a . . .   (0,1) and (1,1) are crossed twice, and there is no other way
    table = Table(STURT, AUTOMATIC).fill("a5a5a 55a5a 5a...", last=(1, 2))
    assert table.winner == 0


# The 25th card and phase 2


def test_25th_card_is_judged_at_the_next_turn() -> None:
    # first = 0: the 25th card is laid by West-East, who is announced automatically
    table = Table(STURT, AUTOMATIC).fill(CROSSED, last=(2, 0))
    assert table.winner is None and table.turn == 1
    assert table.lay("e", (4, 4)).winner == 0


def test_25th_card_by_the_opponent_wins_at_the_turn_start() -> None:
    for announce in ("automatic", "by hand"):
        table = Table(STURT, AUTOMATIC, first=1, announce=announce).fill(CROSSED, last=(2, 0))
        assert table.winner == 0


def test_one_turn_to_break_the_25th_card() -> None:
    # b = NE + SE + NW on (2,0) lacks SW; the way from (1,0) leads north out of the field
    table = Table(STURT, AUTOMATIC).fill(CROSSED, last=(2, 0)).lay("b", (2, 0))
    assert table.winner is None and table.turn == 0


def test_25th_card_completes_both_the_next_turn_wins() -> None:
    # in phase 1 the layer would win; here it is the other seat, whose turn starts
    for first in (0, 1):
        table = Table(STURT, AUTOMATIC, first=first).fill(BOTH_FULL, last=(1, 1))
        assert table.winner == 1 - first


def test_overlay_need_not_fit_and_goes_anywhere() -> None:
    table = Table(STURT, AUTOMATIC, first=1).fill(GAP)
    places = [(x, y) for x in range(5) for y in range(5)]
    assert set(table.legal) == {table.text(d, p) for d in TRIPLES for p in places}


def test_never_a_triple_on_a_triple() -> None:
    table = Table(STURT, AUTOMATIC).fill(DULL).lay("e", (2, 2))
    assert not any(table.may(digit, (2, 2)) for digit in TRIPLES)
    assert len(table.legal) == 96
    assert not table.may("5", (0, 0)) and not table.may("c", (1, 1))


def test_not_broken_is_won() -> None:
    table = Table(STURT, AUTOMATIC).fill(GAP).lay("e", (4, 4)).lay("e", (2, 0))
    assert table.winner is None and table.turn == 1
    assert table.lay("e", (3, 4)).winner == 0


def test_overlay_that_keeps_the_curve_does_not_break() -> None:
    # the route runs over NW of (1,1), which e = SE + SW + NW keeps
    table = Table(STURT, AUTOMATIC).fill(GAP).lay("e", (4, 4)).lay("e", (2, 0)).lay("e", (1, 1))
    assert table.winner == 0


def test_broken() -> None:
    # 7 = NE + SE + SW has no NW: from (0,1) into (1,1) it goes down to (1,2) = c, west, and ends
    table = Table(STURT, AUTOMATIC).fill(GAP).lay("e", (4, 4)).lay("e", (2, 0)).lay("7", (1, 1))
    assert table.winner is None and table.turn == 0
    assert table.lay("e", (3, 4)).winner is None


def test_opponents_overlay_completes() -> None:
    table = Table(STURT, AUTOMATIC).fill(GAP).lay("e", (2, 0))
    assert table.winner == 0


def test_overlay_completes_both() -> None:
    # (1,1) = 6 (SE + SW) misses NW, which both want; e brings it. Whose turn starts wins.
    field = BOTH_FULL.replace("3a5a5", "365a5")
    for first in (0, 1):
        table = Table(STURT, AUTOMATIC, first=first).fill(field)
        layer = table.turn
        assert table.lay("e", (1, 1)).winner == 1 - layer


def test_draw_by_two_passes() -> None:
    table = Table(STURT, AUTOMATIC).fill(DULL)
    cells = [(x, y) for y in range(5) for x in range(5)][:24]
    for place in cells:
        assert "pass" not in table.legal
        table.lay("e", place)
    assert set(table.legal) == {"pass"} and table.turn == 1
    table.play("pass")
    assert set(table.legal) == {"pass"} and table.turn == 0
    table.play("pass")
    assert table.outcome() == {"winners": [0, 1], "scores": [0.5, 0.5]} and not table.legal


# Announcing by hand


def test_24th_card_needs_no_announcement_and_takes_none() -> None:
    # 24 cards: the zigzag's last one comes before the field is full
    table = Table(STURT, BY_HAND).fill(CROSSED.replace("c", ".", 1).replace("5a5a5", "5a.a5", 1))
    assert len(table.oracle.board) == 23
    assert not table.may("5", (2, 0), "!") and not any("!" in text for text in table.legal)
    assert table.lay("5", (2, 0)).winner == 0


def test_25th_card_may_be_announced() -> None:
    # 5, 6 and c have the SW that is wanted; a, 3 and 9 do not
    field = CROSSED.replace("5a5a5", "5a.a5", 1)
    table = Table(STURT, BY_HAND).fill(field)
    assert {t[0] + t[-1] for t in table.legal if "!" in t} == {"5!", "6!", "c!"}
    assert len(table.legal) == 9
    assert table.lay("6", (2, 0), "!").lay("e", (4, 4)).winner == 0
    # the opponent's connection is not theirs to announce
    assert len(Table(STURT, BY_HAND, first=1).fill(field).legal) == 6


def test_automatic_knows_no_announcement() -> None:
    table = Table(STURT, AUTOMATIC).fill(CROSSED.replace("5a5a5", "5a.a5", 1))
    assert not table.may("5", (2, 0), "!") and table.may("5", (2, 0))


def unannounced() -> Table:
    """West-East has completed its zigzag with the 25th card and said nothing; (4,4) = e is laid."""
    table = Table(STURT, BY_HAND).fill(CROSSED, last=(2, 0)).lay("e", (4, 4))
    assert table.winner is None and table.turn == 0
    return table


def test_not_announced_is_no_win_however_long_it_stands() -> None:
    table = unannounced()
    for x in (0, 1, 2):
        table.lay("e", (x, 4)).lay("e", (x, 3))
        assert table.winner is None and table.turn == 0


def test_announced_with_a_later_card() -> None:
    # a card anywhere announces, as long as the connection stands after it
    table = unannounced().lay("e", (3, 4), "!")
    assert table.winner is None
    assert table.lay("e", (2, 4)).winner == 0


def test_announced_later_and_then_broken() -> None:
    table = unannounced().lay("e", (3, 4), "!").lay("7", (1, 1))
    assert table.winner is None
    # nothing stands, so nothing can be announced far from the gap
    assert not table.may("e", (2, 4), "!")


def test_an_announcement_is_good_for_one_turn() -> None:
    # two zigzags, each wanting SW in column 2: the first is announced and broken, the second silent
    table = Table(STURT, BY_HAND, first=1).fill("5a9a5 5a5a5 ccccc 5a9a5 5a5a5")
    table.lay("e", (2, 0), "!").lay("7", (1, 1)).lay("e", (2, 3))
    assert connected(table.oracle.board, 0)
    assert table.lay("e", (4, 2)).winner is None


def test_announcing_with_a_card_that_breaks_it_is_refused() -> None:
    table = unannounced()
    assert table.may("e", (2, 0), "!") and table.may("b", (2, 0)) and not table.may("b", (2, 0), "!")


def test_opponent_overlays_the_silent_route_and_keeps_it() -> None:
    # the route now runs over a curve of the card the opponent has just laid
    assert unannounced().lay("e", (3, 4)).lay("e", (1, 1)).winner == 0


def test_opponents_overlay_completes_unannounced() -> None:
    assert Table(STURT, BY_HAND).fill(GAP).lay("e", (2, 0)).winner == 0


def test_opponent_overlays_a_route_card_without_the_routes_curve() -> None:
    table = unannounced().lay("e", (3, 4)).lay("7", (1, 1))
    assert table.winner is None and table.turn == 0


ROUNDABOUT = "ccccc 3ca5a c9a5a ccccc ccccc"
"""W (0,0)SW (0,1)NE (1,1)SW (1,2)NE (2,2)NW (2,1)SE (3,1)SW (3,2)NE (4,2)NW (4,1)SE E. With NE on (0,2)
one could turn west in (1,2)NW and come back over (0,2)NE and (0,1)SE, but only to run (1,1)SW again."""

SIDE_LOOP = "ca5a5 3c5a5 ccccc ccccc ccccc"
"""W (0,0)SW (0,1)NE (1,1)NW (1,0)SE (2,0)SW (2,1)NE (3,1)NW (3,0)SE (4,0)SW (4,1)NE E. With NE on (0,2)
there is a longer way: (0,1)NE (1,1)SW (1,2)NW (0,2)NE (0,1)SE (1,1)NW, each curve once."""


@pytest.mark.parametrize(("field", "winner"), [(ROUNDABOUT, None), (SIDE_LOOP, 0)])
def test_opponents_card_on_a_loop_of_a_silent_route(field: str, winner: int | None) -> None:
    # 7 = NE + SE + SW on (0,2): a route runs over it only if no curve is run twice
    table = Table(STURT, BY_HAND).fill(field, last=(4, 1))
    assert table.turn == 1 and connected(table.oracle.board, 0)
    assert table.lay("7", (0, 2)).winner == winner


def test_no_connection_no_announcement() -> None:
    # only SW on (2,0) completes: e, d and 7 have it
    table = Table(STURT, BY_HAND).fill(GAP).lay("e", (4, 4))
    assert {t for t in table.legal if "!" in t} == {table.text(d, (2, 0), "!") for d in "ed7"}


def test_both_stand_and_neither_counts() -> None:
    # BOTH without SW on (4,0) and (1,4), which 7 brings: first West-East
    # completes in silence, then North-South does
    field = BOTH_FULL.replace("565a5", "565a3").replace("55ccc", "59ccc")
    table = Table(STURT, BY_HAND, first=1).fill(field).lay("7", (4, 0)).lay("7", (1, 4))
    assert connected(table.oracle.board, 0) and connected(table.oracle.board, 1)
    assert table.winner is None and table.turn == 0
    table.lay("e", (4, 4), "!")
    assert table.winner is None and table.turn == 1
    # North-South announces as well, too late
    assert table.lay("e", (3, 4), "!").winner == 0


def last_triple(options: dict[str, Any], mark: str = "") -> Table:
    """24 triples lie, `e` but for the last, West-East's `d` on (4,1), which brings NE there:
    W (0,4)NW (0,3)SE (1,3)NW (1,2)SE (2,2)NW (2,1)SE (3,1)NW (3,0)SE (4,0)SW (4,1)NE E.
    """
    table = Table(STURT, options).fill(DULL)
    cells = [(x, y) for y in range(5) for x in range(5) if (x, y) not in {(4, 1), (4, 4)}]
    for place in cells:
        table.lay("e", place)
    return table.lay("d", (4, 1), mark)


def test_passing_announces_nothing() -> None:
    table = last_triple(BY_HAND)
    assert set(table.legal) == {"pass"} and table.turn == 1
    assert set(table.play("pass").legal) == {"pass"} and connected(table.oracle.board, 0)
    assert table.play("pass").outcome() == {"winners": [0, 1], "scores": [0.5, 0.5]}


def test_announced_with_the_last_triple() -> None:
    assert last_triple(BY_HAND, "!").play("pass").winner == 0
    assert last_triple(AUTOMATIC).play("pass").winner == 0


# Nobody wants a draw


def test_declared_false_and_stopped() -> None:
    table = Table(STURT, NO_DRAWS).fill(GAP)
    assert table.turn == 1 and len(table.legal) == 101 and "declare" in table.legal
    table.play("declare")
    assert table.turn == 0 and "stop" in table.legal and len(table.legal) == 101
    assert table.play("stop").winner == 1


def test_going_on_alone_lays_several_and_stops() -> None:
    table = Table(STURT, NO_DRAWS, first=1).fill(DULL).play("declare")
    for x in range(5):
        assert table.turn == 1 and table.winner is None and "declare" not in table.legal
        table.lay("e", (x, 0))
    assert table.play("stop").winner == 0


def test_alone_completes_its_own() -> None:
    assert Table(STURT, NO_DRAWS).fill(GAP).play("declare").lay("e", (4, 4)).lay("e", (2, 0)).winner == 0


def test_alone_completes_the_declarers() -> None:
    # first = 1: West-East begins phase 2 and declares; North-South joins west to east and wins
    assert Table(STURT, NO_DRAWS, first=1).fill(GAP).play("declare").lay("e", (2, 0)).winner == 1


def test_declared_while_the_others_connection_stands() -> None:
    table = Table(STURT, NO_DRAWS).fill(CROSSED, last=(2, 0))
    assert table.turn == 1 and table.play("declare").winner == 0


def test_declared_while_an_own_silent_connection_stands() -> None:
    table = Table(STURT, BY_HAND, no_draws=True).fill(CROSSED, last=(2, 0)).lay("e", (4, 4))
    assert table.turn == 0 and table.play("declare").winner == 1


def test_no_announcing_while_going_on_alone() -> None:
    table = Table(STURT, BY_HAND, no_draws=True).fill(GAP).play("declare")
    assert not table.may("e", (2, 0), "!") and len(table.legal) == 101
    assert table.lay("e", (2, 0)).winner == 0


@pytest.mark.parametrize("announce", ["automatic", "by hand"])
def test_must_declare_when_nothing_can_be_laid(announce: str) -> None:
    table = Table(STURT, NO_DRAWS, announce=announce, first=1).fill(DULL)
    for place in [(x, y) for y in range(5) for x in range(5)][:24]:
        assert "declare" in table.legal and "pass" not in table.legal
        table.lay("e", place)
    assert table.turn == 0 and set(table.legal) == {"declare"}
    assert set(table.play("declare").legal) == {"stop"} and table.turn == 1
    assert table.play("stop").winner == 0


def test_must_declare_though_a_connection_stands() -> None:
    table = last_triple({**BY_HAND, "no_draws": True})
    assert set(table.legal) == {"declare"} and table.turn == 1
    assert table.play("declare").winner == 0
