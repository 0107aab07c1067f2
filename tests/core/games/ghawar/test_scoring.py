"""What the oil pays: barrels, stored cubes, and the value once more for each colour with a clear majority.

"Every player is paid the values of his resources. For each colour in which a player has the clear majority he
gets a bonus of the colour's value." Red is worth 1, orange 2, yellow 3, green 4, blue 5, violet 6.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.game import ScoreLine, Seat
from core.games.ghawar import scoring
from core.games.ghawar.position import COLOUR_LETTERS
from core.games.ghawar.state import COLOURS
from tests.core.games.ghawar.diagrams import RING, Position, position


def stores(*cubes: str, money: Sequence[int] = ()) -> Position:
    """A position with this in the depots; on the field lies a cube that nobody has."""
    return position("r", at=(1, 1), seats=len(cubes), stored=cubes, money=money)


def sheet(s: Position, seat: int) -> dict[str, float]:
    return {
        point.code.removeprefix("ghawar.points."): point.amount
        for point in scoring.sheet(s.state, Seat(seat))
    }


def leaders(s: Position) -> list[Seat | None]:
    return [scoring.leader(s.state, colour) for colour in range(len(COLOURS))]


def test_barrels_are_money() -> None:
    s = stores("", "", money=(7, 0))
    assert [sheet(s, seat) for seat in (0, 1)] == [{"barrels": 7}, {}]
    assert [scoring.worth(s.state, Seat(seat)) for seat in (0, 1)] == [7, 0]


def test_every_cube_pays_its_value() -> None:
    """One of each is 21; nobody has a majority."""
    s = stores(COLOUR_LETTERS, COLOUR_LETTERS)
    assert sheet(s, 0) == {"barrels": 3, "cubes": 21} == sheet(s, 1)
    assert leaders(s) == [None] * 6


@pytest.mark.parametrize("colour", range(6))
def test_a_majority_pays_the_value_once_more(colour: int) -> None:
    s = stores(COLOUR_LETTERS[colour], "")
    value = colour + 1
    assert sheet(s, 0) == {"barrels": 3, "cubes": value, "majorities": value}
    assert sheet(s, 1) == {"barrels": 3}
    assert leaders(s) == [0 if index == colour else None for index in range(6)]


def test_it_pays_once_however_many_cubes() -> None:
    assert sheet(stores("vvvvv", "v"), 0) == {"barrels": 3, "cubes": 30, "majorities": 6}


def test_only_a_clear_majority_pays() -> None:
    """Two of three share the most of green; the third's cubes make neither of them second."""
    s = stores("ggr", "gg", "gbb")
    assert leaders(s) == [0, None, None, None, 2, None]
    assert [sheet(s, seat).get("majorities") for seat in range(3)] == [1, None, 5]


def test_more_than_every_other_seat_not_more_than_all_together() -> None:
    s = stores("ooo", "oo", "o", "")
    assert leaders(s)[1] == 0 and sheet(s, 0)["majorities"] == 2


def test_two_last_share_while_one_leads() -> None:
    assert leaders(stores("y", "yy", "y"))[2] == 1


def test_a_tie_of_all_but_one() -> None:
    assert leaders(stores("", "b", "b", "b"))[4] is None


def test_what_nobody_has_stored_pays_nobody() -> None:
    assert leaders(stores("", "", "")) == [None] * 6


def test_the_sums_behind_the_lines() -> None:
    s = stores("rrbv", "oob", money=(4, 2))
    assert scoring.sheet(s.state, Seat(0)) == (
        ScoreLine("ghawar.points.barrels", 4, ""),
        ScoreLine("ghawar.points.cubes", 13, "2 × 1 + 1 × 5 + 1 × 6"),
        ScoreLine("ghawar.points.majorities", 7, "1 + 6"),
    )
    assert scoring.sheet(s.state, Seat(1)) == (
        ScoreLine("ghawar.points.barrels", 2, ""),
        ScoreLine("ghawar.points.cubes", 9, "2 × 2 + 1 × 5"),
        ScoreLine("ghawar.points.majorities", 2),
    )


def test_values_are_those_of_the_table() -> None:
    s = stores("rv", "")
    s = s.changed(values=s.state.values[::-1].copy())
    assert sheet(s, 0) == {"barrels": 3, "cubes": 7, "majorities": 7}
    assert scoring.sheet(s.state, Seat(0))[1].how == "1 × 6 + 1 × 1"


def test_what_lies_on_a_truck_pays_nothing_in_a_forecast() -> None:
    s = position("Sv", at=(4, 4), stored=("r", ""))
    assert sheet(s, 0) == {"barrels": 3, "cubes": 1, "majorities": 1}


def test_forecast_and_result_are_the_same_sheets() -> None:
    s = position("Sv", at=(4, 12), roll=1, stored=("r", "rrr"), money=(1, 5), options=RING).play(
        "drive depot"
    )
    outcome = s.outcome()
    assert outcome.breakdown == tuple(scoring.sheet(s.state, Seat(seat)) for seat in (0, 1))
    assert outcome.scores == (14, 9) == tuple(scoring.worth(s.state, Seat(seat)) for seat in (0, 1))


def test_nobody_can_have_more_than_most() -> None:
    s = stores(COLOUR_LETTERS * 6, "", "", "", money=(12, 0, 0, 0))
    assert scoring.worth(s.state, Seat(0)) == scoring.MOST_MONEY == 159


def test_whether_the_field_is_empty() -> None:
    assert scoring.is_empty(position("S", options=RING).state)
    assert not scoring.is_empty(position("Sr", options=RING).state)
    assert not scoring.is_empty(position("b", at=(11, 11)).state)
