"""The floating field: only its size is fixed; where it lies and which way round comes from the cards."""

from __future__ import annotations

import pytest

from core.games.down_under.board import size_of
from core.games.down_under.state import FieldSize, Options
from tests.core.games.down_under.diagrams import Position, position

TABLE = {
    2: {"easy": (6, 6), "recommended": (5, 7), "hard": (4, 8)},
    3: {"easy": (7, 7), "recommended": (6, 8), "hard": (4, 10)},
    4: {"easy": (8, 8), "recommended": (7, 9), "hard": (5, 11)},
}


@pytest.mark.parametrize("seats", TABLE)
def test_sizes_are_those_of_the_table(seats: int) -> None:
    for size in ("easy", "recommended", "hard"):
        assert size_of(Options(size=size), seats) == TABLE[seats][size]
    named: list[FieldSize] = ["4x8", "5x7", "6x6", "4x10", "5x9", "6x8", "7x7", "5x11", "6x10", "7x9", "8x8"]
    for size in named:
        assert size_of(Options(size=size), seats) == tuple(map(int, size.split("x")))
    assert size_of(Options(size="unlimited"), seats) is None


# --- 5×7 -----------------------------------------------------------------------------------------------


FIVE = """
    ─0   ·    ·    ·    ·
    ·    ·    ·    ·    ·
    ·    ·    ·    ·    ─2
    ·    ·    ·    ·    ·
    ·    ·    ·    ·    │1
"""
"""Five columns and five rows; seat 0 leads west and east, seat 1 north and south, seat 2 east and west."""


def five(turn: int = 0) -> Position:
    return position(FIVE, seats=3, options=Options(size="5x7"), turn=turn)


def test_as_long_as_both_directions_are_short_everything_fits() -> None:
    assert five().cards((-1, 0)) == {"EW", "NE", "SE", "endE"}
    assert five(turn=1).cards((4, 5)) == {"NS", "NE", "NW", "endN"}
    assert five(turn=2).cards((5, 2)) == {"EW", "NW", "SW", "endW"}


def test_the_sixth_column_leaves_five_rows() -> None:
    s = five().play("EW@-1,0")
    assert s.actor == 1
    assert s.cards((4, 5)) == {"endN"}
    assert s.refuses("NS@4,5") == ("outside", ((4, 5),))
    assert s.cards((4, 3)) == {"NS", "SE", "SW", "endS"}


def test_the_sixth_row_leaves_five_columns() -> None:
    s = five(turn=1).play("NS@4,5")
    assert s.actor == 2 and s.cards((5, 2)) == {"endW"}
    assert s.refuses("EW@5,2") == ("outside", ((5, 2),))
    s = s.play("endW@5,2")
    assert s.actor == 0 and s.cards((-1, 0)) == {"endE"}


def test_the_seventh_column_may_come_at_either_side() -> None:
    s = five().play("EW@-1,0", "NS@4,3")
    west = s.play("EW@3,2")
    assert west.actor == 0 and "EW" in west.cards((-2, 0))
    east = s.play("EW@5,2")
    assert east.actor == 0 and east.cards((-2, 0)) == {"endE"}, "seven columns lie from -1 to 5"
    assert east.refuses("SE@-2,0") == ("outside", ((-2, 0),))


def test_once_there_are_seven_columns_no_eighth_comes_anywhere() -> None:
    s = five().play("EW@-1,0", "NS@4,3", "endE@3,2", "EW@-2,0", "endN@4,5")
    assert s.actor == 2 and s.cards((5, 2)) == {"endW"}
    s = s.play("endW@5,2")
    assert s.actor == 0 and s.cards((-3, 0)) == {"endE"}


def test_a_square_field_takes_as_many_rows_as_columns() -> None:
    s = position(FIVE, seats=3, options=Options(size="6x6")).play("EW@-1,0", "NS@4,5")
    assert s.actor == 2 and s.cards((5, 2)) == {"endW"}
    assert s.play("endW@5,2").cards((-2, 0)) == {"endE"}


# --- 7×9 -----------------------------------------------------------------------------------------------


SEVEN = """
    ─0   ·    ·    ·    ·    ·    ·
    ·    ·    ·    ·    ·    ·    ·
    ·    ·    ·    ·    ·    ·    ·
    ·    ·    ·    ·    ·    ·    ─2
    ·    ·    ·    ·    ·    ·    ·
    ·    ·    ·    ·    ·    ·    ·
    ·    │3   ·    ·    ·    ·    │1
"""


@pytest.fixture
def seven_by_nine() -> Position:
    """Seven columns and seven rows with four seats, who play on 7×9 by default."""
    return position(SEVEN, seats=4, options=Options())


def test_the_eighth_column_leaves_seven_rows(seven_by_nine: Position) -> None:
    s = seven_by_nine.play("EW@-1,0")
    assert s.actor == 1 and s.cards((6, 7)) == {"endN"}
    assert s.refuses("NS@6,7") == ("outside", ((6, 7),))


def test_the_ninth_column_at_the_same_side(seven_by_nine: Position) -> None:
    s = seven_by_nine.play("EW@-1,0", "NS@6,5", "EW@5,3", "NS@1,5", "EW@-2,0", "NS@6,4")
    assert s.actor == 2 and s.cards((7, 3)) == {"endW"}, "nine columns lie from -2 to 6"
    assert s.refuses("EW@7,3") == ("outside", ((7, 3),))


def test_the_ninth_column_at_the_other_side(seven_by_nine: Position) -> None:
    s = seven_by_nine.play("EW@-1,0", "NS@6,5", "EW@7,3", "NS@1,5")
    assert s.actor == 0 and s.cards((-2, 0)) == {"endE"}, "nine columns lie from -1 to 7"


def test_the_other_way_round_it_is_the_same(seven_by_nine: Position) -> None:
    s = seven_by_nine.play("EW@1,0", "NS@6,7", "EW@5,3", "NS@1,7")
    assert s.actor == 0 and s.cards((-1, 0)) == {"endE"}, "eight rows leave seven columns"
    s = s.play("EW@2,0", "NS@6,8", "EW@4,3")
    assert s.actor == 3 and s.cards((1, 8)) == {"NS", "NE", "NW", "endN"}, "the ninth row is there"
    s = s.play("NS@1,8", "EW@3,0")
    assert s.actor == 1 and s.cards((6, 9)) == {"endN"}, "and no tenth comes"


def test_without_bounds_everything_fits() -> None:
    s = position(SEVEN, seats=4).play("EW@-1,0", "NS@6,7", "EW@7,3", "NS@1,7")
    assert s.cards((-2, 0)) == {"EW", "NE", "SE", "endE"}
    assert s.play("EW@-2,0").cards((6, 8)) == {"NS", "NE", "NW", "endN"}


# --- Ends and the field --------------------------------------------------------------------------------


def test_ends_lie_outside_and_do_not_count() -> None:
    """Six columns are there; an end in a seventh, eighth … leaves the field as it was."""
    s = five().play("EW@-1,0", "endN@4,5", "EW@5,2")
    assert s.actor == 0 and s.cards((-2, 0)) == {"endE"}
    after = s.play("endE@-2,0")
    assert after.actor == 1 and after.cards((4, 3)) == {"NS", "SE", "SW", "endS"}
    assert after.lengths == [3, 2, 2]


def test_an_end_may_be_laid_before_the_field_is_settled_and_does_not_settle_it() -> None:
    s = five(turn=1).play("endN@4,5", "EW@3,2")
    assert s.actor == 0 and "EW" in s.cards((-1, 0)), "there are still five rows, the sixth has only an end"
    s = s.play("EW@-1,0", "NS@4,3")
    assert s.actor == 2 and "EW" in s.cards((5, 2)), "and a seventh column still fits"


def test_an_end_outside_need_not_be_laid_at_once() -> None:
    """Seat 0 leads out of the field in the west; it goes on in the east."""
    s = five().play("EW@-1,0", "endN@4,5", "EW@5,2")
    assert s.actor == 0
    assert s.cards((-2, 0)) == {"endE"} and s.cards((1, 0)) == {"EW", "NW", "SW", "endW"}
    after = s.play("EW@1,0", "NS@4,3", "EW@3,2")
    assert after.actor == 0 and "endE@-2,0" in after.offers()


def test_outside_the_field_paths_may_run_on_over_neutral_stretches() -> None:
    """Seat 1's first end lies outside on 7,2: seat 0 runs over the neutral stretch behind it and leads on.

    The field has seven columns, 0 to 6, and five rows.
    """
    s = position(
        """
        │2   ·    ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ·    ─0   ·    ╷1
        ·    ·    ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ·    ·    │3   ·
        """,
        seats=4,
        options=Options(size="5x7"),
    )
    after = s.play("EW@6,2")
    assert after.run(0) - s.run(0) == {"EW@6,2", "EW@7,2"}
    assert after.leads(0) == {"4,2 E", "8,2 W"}
    assert after.actor == 1 and after.offers() == {"endN@7,3"}, "it leads from outside to the outside"
    later = after.play("endN@7,3", "NS@0,1", "NS@6,3")
    assert later.cards((8, 2)) == {"endW"}
    assert later.refuses("EW@8,2") == ("outside", ((8, 2),))


def test_the_first_card_needs_the_field_too() -> None:
    """Seven columns, and five rows from 0 to 4: the third seat begins inside only."""
    s = position(
        """
        ─0   ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ·    ·    │1
        """,
        seats=3,
        options=Options(size="5x7"),
        stage="start",
        turn=2,
    )
    assert s.refuses("NS@7,3") == ("outside", ((7, 3),))
    assert s.refuses("NS@0,-1") == ("outside", ((0, -1),))
    assert s.allows("NS@5,3") and s.allows("NS@1,1")
