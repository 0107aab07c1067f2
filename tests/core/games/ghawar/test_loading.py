"""Loading: where, from whom, at what price, and what with.

"If a truck lands beside a platform with derrick and resource at the end of its move, the resource can be
extracted. With one's own derrick it costs nothing; with another's the value on the value table, and the money
goes to the derrick's owner. A truck can load only one and must go to the depot before it loads again."
"""

from __future__ import annotations

import pytest

from core.game import Seat
from core.games.ghawar.roads import Load, beside, loads_at
from core.games.ghawar.state import DEPOT, Options
from tests.core.games.ghawar.diagrams import CROSSINGS, RING, RING_CROSSINGS, TWO, USUAL, Position, position

BETWEEN = """
    +   -   +   -   +
    |   rS  |   vN  |
    +   -   S   -   +
    |   ·   |   ·   |
"""
"""The truck of the south is about to drive into the gap between a red cube of its own and a violet one of
the north's.
"""


def between(drawing: str = BETWEEN, roll: int = 1, **more: object) -> Position:
    return position(drawing, at=(2, 2), roll=roll, **more)  # type: ignore[arg-type]


def after(s: Position) -> tuple[list[int], list[list[int]], list[int]]:
    """Barrels, loads, and how many cubes of each colour lie on platforms."""
    cubes = s.state.cubes.ravel().tolist()
    return s.money, s.state.loads.tolist(), [cubes.count(colour) for colour in range(6)]


# --- Whose derrick ------------------------------------------------------------------------------------------


def test_none_or_the_one_or_the_other() -> None:
    s = between(money=(6, 3))
    assert s.loads("4,3") == {"3,3", "5,3"}
    assert s.offers("drive 4,3") == {"drive 4,3", "drive 4,3 load 3,3", "drive 4,3 load 5,3"}


def test_ones_own_derrick_costs_nothing() -> None:
    s = between().play("drive 4,3 load 3,3")
    assert after(s) == ([3, 3], [[0], [-1]], [0, 0, 0, 0, 0, 1])
    assert s.state.derricks[1, 1] == 0, "the derrick stays"
    assert s.state.turn == 1 and not s.state.idle


def test_the_owner_of_the_derrick_is_paid_the_value() -> None:
    s = between(money=(8, 3)).play("drive 4,3 load 5,3")
    assert after(s) == ([2, 9], [[5], [-1]], [1, 0, 0, 0, 0, 0])


def test_exactly_enough_is_enough_and_leaves_nothing() -> None:
    s = between(money=(6, 0)).play("drive 4,3 load 5,3")
    assert s.money == [0, 6]


def test_without_the_money_nothing_is_loaded() -> None:
    s = between(money=(5, 3))
    assert s.loads("4,3") == {"3,3"}
    assert s.refuses("drive 4,3 load 5,3") == ("too_dear", ((5, 3),))
    assert s.why_not("drive 4,3 load 5,3").values == {"price": 6, "money": 5}  # type: ignore[union-attr]
    assert s.allows("drive 4,3"), "it may drive there all the same"


def test_without_any_money_ones_own_is_still_free() -> None:
    assert between(money=(0, 0)).loads("4,3") == {"3,3"}


def test_the_value_table_sets_the_price() -> None:
    """Violet is worth 1 here, and red 6."""
    s = between(money=(1, 0)).changed(values=between().state.values[::-1].copy())
    assert s.play("drive 4,3 load 5,3").money == [0, 1]


def test_of_four_seats_the_owner_alone_is_paid() -> None:
    s = between(BETWEEN.replace("vN", "yE"), seats=4, money=(4, 1, 1, 1)).play("drive 4,3 load 5,3")
    assert s.money == [1, 1, 1, 4]


def test_who_drives_loads_and_pays() -> None:
    """The same truck place, seen by the north: red is the south's and costs 1, violet its own."""
    s = between(BETWEEN.replace("S   -", "N   -"), turn=1, money=(3, 1))
    assert s.loads("4,3") == {"3,3", "5,3"}
    assert s.play("drive 4,3 load 3,3").money == [4, 0]
    assert s.play("drive 4,3 load 5,3").money == [3, 1]


# --- Where --------------------------------------------------------------------------------------------------


def test_without_a_derrick_nothing_is_loaded() -> None:
    s = between(BETWEEN.replace("rS", "r "))
    assert s.loads("4,3") == set() and s.refuses("drive 4,3 load 3,3") == ("no_derrick", ((3, 3),))


def test_a_derrick_without_a_cube_gives_nothing() -> None:
    s = between(BETWEEN.replace("rS", "S "))
    assert s.refuses("drive 4,3 load 3,3") == ("no_cube", ((3, 3),))


def test_a_platform_with_nothing_on_it() -> None:
    assert between().refuses("drive 4,5 load 3,5") == ("no_cube", ((3, 5),))


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("drive 4,3 load 3,5", ((4, 3), (3, 5))),
        ("drive 4,3 load 7,3", ((4, 3), (7, 3))),
        ("drive 4,5 load 3,3", ((4, 5), (3, 3))),
        ("drive 3,4 load 5,3", ((3, 4), (5, 3))),
    ],
)
def test_only_platforms_beside_the_truck(text: str, places: tuple[object, ...]) -> None:
    assert between().refuses(text) == ("not_beside", places)


def test_a_load_lies_on_a_platform() -> None:
    assert between().refuses("drive 4,3 load 4,4") == ("no_platform", ((4, 4),))
    assert between().refuses("drive 4,3 load 3,2") == ("no_platform", ((3, 2),))


def test_beside_a_gap_that_runs_east_to_west_lie_platforms_in_the_north_and_south() -> None:
    drawing = """
        |   rS  |
        S   -   +
        |   oS  |
    """
    s = position(drawing, at=(4, 3), roll=1)
    assert s.loads("5,4") == {"5,3", "5,5"}


def test_on_the_outer_road_one_platform_lies_beside() -> None:
    drawing = """
        N   -   +   -   +
        |   rN  |   oN  |
    """
    s = position(drawing, turn=1, roll=1, options=RING)
    assert s.loads("1,0") == {"1,1"} == s.loads("0,1")
    assert position(drawing, turn=1, roll=3, options=RING).loads("3,0") == {"3,1"}
    south = position("|   rS  |\n+   -   S", at=(10, 11), roll=1, options=RING)
    assert south.loads("11,12") == {"11,11"} == south.loads("12,11")


def test_only_where_the_drive_ends() -> None:
    """Passing a red cube, it is beside the violet one in the end."""
    drawing = """
        |   rS  |   ·   |   vS  |
        S   -   +   -   +   -   +
    """
    s = position(drawing, at=(0, 1), roll=5, options=RING)
    assert s.loads("5,2") == {"5,1"} and s.refuses("drive 5,2 load 1,1") == ("not_beside", ((5, 2), (1, 1)))
    assert s.refuses("drive 1,2 load 1,1") == ("not_in_reach", ((1, 2),))


def test_straight_from_the_depot() -> None:
    """The first space counts, so with one it ends there."""
    s = position("|   rS  |\n+   -   +", at=(2, 11), roll=1, options=RING)
    assert s.loads("3,12") == {"3,11"}
    assert s.play("drive 3,12 load 3,11").state.loads[0, 0] == 0


def test_a_truck_that_stays_away_from_where_it_stood() -> None:
    """Waiting beside a cube loads nothing: it has to drive, and the drive ends elsewhere."""
    s = position("|   rS  S   ·   |", at=(0, 1), roll=2)
    assert s.refuses("drive 2,1 load 1,1") == ("not_in_reach", ((2, 1),))


def test_in_the_mouths_of_the_inner_roads() -> None:
    drawing = """
        rS  |   oS
        -   S   -
    """
    s = position(drawing, at=(1, 1), roll=1)
    assert s.loads("2,1") == {"1,1", "3,1"}, "also in one of another side"
    mouth = position("oS  |   rS", at=(5, 11), roll=1)
    assert mouth.loads("6,11") == {"5,11", "7,11"}


# --- One cube a trip ----------------------------------------------------------------------------------------


def test_a_loaded_truck_loads_nothing_more() -> None:
    s = between(BETWEEN.replace("S   -", "So  -"))
    assert s.loads("4,3") == set() and s.refuses("drive 4,3 load 3,3") == ("has_load", ((4, 3),))


def test_after_the_depot_it_loads_again() -> None:
    drawing = """
        |   ·   |   rS  |
        +   -   So  -   +
    """
    s = position(drawing, at=(2, 11), roll=1, options=RING).play("drive depot", "die 1", "drive 0,0", "die 1")
    assert s.stored == ["o", ""] and s.loads("5,12") == {"5,11"}


def test_each_truck_has_a_load_of_its_own() -> None:
    drawing = BETWEEN.replace("S   -", "S1o -").replace("|   ·   |   ·   |", "|   ·   S2  ·   |")
    s = between(drawing, roll=1, options=TWO)
    assert s.loads("4,3", 1) == set()
    assert s.refuses("1: drive 4,3 load 3,3") == ("has_load", ((4, 3),))
    s = between(drawing.replace("S1o -", "+   -"), roll=2, options=TWO)
    assert s.loads("4,3", 2) == {"3,3"}
    assert s.play("2: drive 4,3 load 3,3").state.loads.tolist() == [[-1, 0], [-1, -1]]


def test_a_derrick_that_has_been_moved_away_loads_nothing_for_anybody() -> None:
    s = between(money=(3, 9)).play("derrick 3,3>1,1", "die 1", "drive 2,1", "die 1")
    assert s.loads("4,3") == set()


def test_a_derrick_that_has_been_put_there_is_paid() -> None:
    """The north moves a derrick onto an orange cube: the south has to pay 2."""
    drawing = BETWEEN.replace("rS", "o ")
    s = between(drawing, turn=1).play("derrick 5,3>3,3", "die 1").play("drive 4,3 load 3,3")
    assert s.money == [1, 5]


def test_in_a_mouth_one_loads_as_in_any_gap() -> None:
    """In that of another side, where the drive has to end, and in one's own."""
    foreign = position("|   rS  |   oN  |\n+   -   S   -   +", at=(2, 1), roll=1)
    assert foreign.loads("4,1") == {"3,1", "5,1"}
    own = position("+   -   S   -   +\n|   rS  |   oN  |", at=(2, 10), roll=1)
    assert own.loads("4,11") == {"3,11", "5,11"}
    assert position("r   |   oS", at=(3, 11), roll=1).loads("4,11") == {"5,11"}, "straight from the depot"


# --- Option crossing_loads ----------------------------------------------------------------------------------

CORNERS = """
    |   rS  |   oS  |
    +   -   +   -   +
    |   yS  |   gS  |
    +   S   +   -   +
"""


def test_on_a_crossing_nothing_is_loaded() -> None:
    s = position(CORNERS.replace("+   S", "+   -").replace("+   -   +", "+   -   S", 1), at=(2, 3), roll=2)
    assert {end for end in s.ends() if s.loads(end)} == set()
    assert s.refuses("drive 6,4 load 5,5") == ("loads_in_gaps", ((6, 4),))
    assert s.refuses("drive 6,4 load 5,3") == ("loads_in_gaps", ((6, 4),))


def test_with_the_option_the_four_at_its_corners_are_beside_a_crossing() -> None:
    drawing = """
        |   rS  |   oS  |
        +   -   +   S   +
        |   yS  |   gS  |
    """
    s = position(drawing, at=(2, 3), roll=1, options=CROSSINGS)
    assert s.loads("4,4") == {"3,3", "5,3", "3,5", "5,5"}
    assert s.loads("6,4") == {"5,3", "5,5"}, "two of the four have nothing"
    assert s.play("drive 4,4 load 3,5").state.loads[0, 0] == 2
    assert s.refuses("drive 4,4 load 7,3") == ("not_beside", ((4, 4), (7, 3)))
    assert not position(drawing, at=(2, 3), roll=1).loads("4,4")


def test_with_the_option_gaps_load_too() -> None:
    assert between(options=CROSSINGS).loads("4,3") == {"3,3"}
    assert between(options=CROSSINGS).refuses("drive 4,3 load 3,5") == ("not_beside", ((4, 3), (3, 5)))


def test_fewer_platforms_lie_at_the_crossings_of_the_outer_road() -> None:
    drawing = """
        +   N   +   -   +
        |   rN  |   oN  |
        +   -   +   -   +
    """
    s = position(drawing, turn=1, roll=1, options=RING_CROSSINGS)
    assert s.loads("0,0") == {"1,1"} and s.loads("2,0") == {"1,1", "3,1"}


def test_payment_at_a_crossing() -> None:
    drawing = """
        |   rN  |   oW  |
        +   -   +   S   +
        |   yS  |   gE  |
    """
    s = position(drawing, at=(2, 3), roll=1, seats=4, options=CROSSINGS)
    assert s.loads("4,4") == {"3,3", "5,3", "3,5"}
    assert s.refuses("drive 4,4 load 5,5") == ("too_dear", ((5, 5),))
    assert s.play("drive 4,4 load 5,3").money == [1, 3, 5, 3]


# --- What screens and bots ask ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [USUAL, CROSSINGS, RING])
def test_what_lies_beside_whatever_one_can_pay(options: Options) -> None:
    s = between(money=(5, 3), options=options)
    space = 3 * 13 + 4
    red, violet = Load(7, 0, Seat(0), 0), Load(8, 5, Seat(1), 6)
    assert {*beside(s.state, Seat(0), space)} == {red, violet}
    assert loads_at(s.state, Seat(0), 0, space) == (red,)
    assert {*beside(s.state, Seat(1), space)} == {Load(7, 0, Seat(0), 1), Load(8, 5, Seat(1), 0)}
    assert loads_at(s.state, Seat(1), 0, space) == beside(s.state, Seat(1), space)
    assert beside(s.state, Seat(0), DEPOT) == () == loads_at(s.state, Seat(0), 0, DEPOT)
