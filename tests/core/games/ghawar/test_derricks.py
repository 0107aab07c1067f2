"""Setting up, phase 1, and moving derricks: what the rules of 2009 and docs/rules-ghawar.md say of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.games.ghawar.rules import DERRICKS_PER_SEAT
from tests.core.games.ghawar.diagrams import (
    CHOICE,
    LAID_OUT,
    RING,
    VALUED,
    building,
    built,
    field,
    position,
    start,
)

# --- Setup: 36 cubes, six colours, at random; a value for each; three barrels; trucks in their depots -------


def test_a_cube_is_drawn_from_those_left() -> None:
    s = start()
    assert s.odds() == dict.fromkeys(LAID_OUT[:6], Fraction(1, 6))
    s = s.play("cube red")
    assert s.odds()["cube red"] == Fraction(5, 35) and s.odds()["cube violet"] == Fraction(6, 35)
    s = s.play(*["cube red"] * 5)
    assert s.offers() == set(LAID_OUT[1:6]) and s.odds()["cube blue"] == Fraction(1, 5)


def test_cubes_are_put_on_row_by_row_from_the_north_west() -> None:
    cubes = [f"cube {colour}" for colour in ("red", "blue", "green", "violet", "orange", "yellow", "red")]
    assert start().play(*cubes).diagram == position(field("r b g v o y\nr · · · · ·"), stage="cubes").diagram


def test_each_colour_gets_a_value_once() -> None:
    s = start().play(*LAID_OUT)
    assert s.odds() == dict.fromkeys(VALUED, Fraction(1, 6))
    s = s.play("value green", "value red")
    assert s.odds() == {
        f"value {colour}": Fraction(1, 4) for colour in ("orange", "yellow", "blue", "violet")
    }
    s = s.play("value violet", "value blue", "value yellow")
    assert s.state.stage == "values" and s.odds() == {"value orange": Fraction(1)}
    s = s.play("value orange")
    assert s.state.values.tolist() == [2, 6, 5, 1, 4, 3] and s.state.stage == "dice"


@pytest.mark.parametrize("seats", DERRICKS_PER_SEAT)
def test_what_everybody_begins_with(seats: int) -> None:
    s = building(seats)
    assert s.money == [3] * seats and s.stored == [""] * seats
    assert set("SNWE") & set(s.diagram) == set(), "neither trucks nor derricks"
    assert s.diagram == field("r o y g b v\n" * 6).replace(" ", "   ")


# --- Phase 1: two dice, the red one is the column, the white one the row ------------------------------------


def test_a_derrick_goes_up_where_the_dice_say() -> None:
    s = building().play("dice 3 5")
    assert s.state.derricks[4, 2] == 0 and "yS" in s.diagram.splitlines()[9]
    assert s.state.turn == 1 and s.state.stage == "dice"
    assert s.odds() == {
        f"dice {column} {row}": Fraction(1, 36) for column in range(1, 7) for row in range(1, 7)
    }
    s = s.play("dice 6 1")
    assert s.state.derricks[0, 5] == 1 and s.state.turn == 0 and (s.state.derricks >= 0).sum() == 2


@pytest.mark.parametrize("seat", [0, 1])
def test_on_an_occupied_platform_nothing_happens(seat: int) -> None:
    """Neither one's own nor another seat's derrick gives way, and nobody is asked anything."""
    s = position(field("S N · · · ·"), stage="dice", turn=seat)
    for dice in ("dice 1 1", "dice 2 1"):
        after = s.play(dice)
        assert after.diagram == s.diagram and after.state.turn == 1 - seat and after.state.stage == "dice"


NEARLY = field("""
    S S S S S S
    S S S S S S
    S N N N N N
    N N N N N N
    N N · · · ·
    r · · · · ·
""")
"""Thirteen derricks each; two seats have fourteen."""


def test_the_last_derrick_ends_phase_1_with_its_round() -> None:
    """The first seat has put up its last; the second still rolls, and its derrick goes up."""
    s = position(NEARLY, stage="dice").play("dice 3 5")
    assert s.state.stage == "dice" and s.state.turn == 1
    s = s.play("dice 4 5")
    assert (s.state.stage, s.state.turn, s.state.rounds) == ("die", 0, 0)
    assert [(s.state.derricks == seat).sum() for seat in (0, 1)] == [14, 14]


def test_derricks_that_are_not_up_leave_the_game() -> None:
    """The second seat misses; it has thirteen and gets no more."""
    s = position(NEARLY, stage="dice").play("dice 3 5", "dice 1 1")
    assert s.state.stage == "die"
    s = s.play("die 1")
    s = s.play("derrick 5,9>11,11", "die 1", "derrick 3,9>9,11", "die 1")
    assert s.state.stage == "move" and [(s.state.derricks == seat).sum() for seat in (0, 1)] == [14, 13]


def test_the_last_derrick_of_the_last_seat_ends_phase_1_at_once() -> None:
    s = position(NEARLY, stage="dice").play("dice 1 1", "dice 3 5")
    assert s.state.stage == "die" and s.state.turn == 0


def test_nobody_has_put_up_the_last_derrick() -> None:
    s = position(NEARLY, stage="dice", rounds=20).play("dice 1 1", "dice 1 1")
    assert (s.state.stage, s.state.turn, s.state.rounds) == ("dice", 0, 21)


@pytest.mark.parametrize(("seats", "derricks"), [(3, 10), (4, 8)])
def test_all_after_the_seat_with_the_last_derrick_still_roll(seats: int, derricks: int) -> None:
    rest = [0] * seats
    rest[1] = derricks - 1
    row = ["N"] * rest[1] + ["·"] * (36 - rest[1])
    drawing = field("\n".join(" ".join(row[i : i + 6]) for i in range(0, 36, 6)))
    s = position(drawing, seats=seats, stage="dice").play("dice 6 6")
    s = s.play("dice 6 5")
    assert (s.state.derricks == 1).sum() == derricks
    for seat in range(2, seats):
        assert s.state.stage == "dice" and s.state.turn == seat
        s = s.play(f"dice {seat} 4")
    assert s.state.stage == "die" and s.state.turn == 0
    assert [(s.state.derricks == seat).sum() for seat in range(2, seats)] == [1] * (seats - 2)


@pytest.mark.parametrize(("seats", "most"), [(2, 14), (3, 10), (4, 8)])
def test_how_many_derricks_everybody_has(seats: int, most: int) -> None:
    s = built(seats)
    assert s.state.stage == "die"
    assert [(s.state.derricks == seat).sum() for seat in range(seats)] == [most] * seats


def test_phase_1_ends_after_400_rounds_in_any_case() -> None:
    """A decision of ours: the dice may miss for ever, and then nobody would ever drive."""
    s = position(field("S · · · · ·"), stage="dice", rounds=398).play("dice 1 1", "dice 1 1")
    assert (s.state.stage, s.state.rounds) == ("dice", 399)
    s = s.play("dice 1 1")
    assert (s.state.stage, s.state.turn) == ("dice", 1)
    s = s.play("dice 2 1")
    assert (s.state.stage, s.state.turn, s.state.rounds) == ("die", 0, 0)
    assert [(s.state.derricks == seat).sum() for seat in (0, 1)] == [1, 1]


# --- Option dice_choice: the roller says which die is the column --------------------------------------------


def test_the_roller_chooses_between_two_platforms() -> None:
    s = building(options=CHOICE).play("dice 3 5")
    assert s.state.stage == "build" and s.state.turn == 0 and s.offers() == {"place 5,9", "place 9,5"}
    for place, at in (("place 5,9", (4, 2)), ("place 9,5", (2, 4))):
        after = s.play(place)
        assert after.state.derricks[at] == 0 and (after.state.derricks >= 0).sum() == 1
        assert after.state.turn == 1 and after.state.stage == "dice"


@pytest.mark.parametrize(("taken", "left"), [("5,9", "9,5"), ("9,5", "5,9")])
def test_one_platform_is_placed_on_by_hand_too(taken: str, left: str) -> None:
    s = building(options=CHOICE).play("dice 3 5", f"place {taken}", "dice 5 3")
    assert s.state.stage == "build" and s.state.turn == 1 and s.offers() == {f"place {left}"}
    assert s.refuses(f"place {taken}") == ("derrick_there", (tuple(map(int, taken.split(","))),))


def test_where_both_are_taken_nobody_is_asked() -> None:
    s = building(options=CHOICE).play("dice 3 5", "place 5,9", "dice 3 5", "place 9,5")
    for dice in ("dice 3 5", "dice 5 3"):
        after = s.play(dice)
        assert after.state.stage == "dice" and after.state.turn == 1 and after.diagram == s.diagram


def test_doubles_name_one_platform() -> None:
    s = building(options=CHOICE).play("dice 4 4")
    assert s.offers() == {"place 7,7"}
    s = s.play("place 7,7", "dice 4 4")
    assert s.state.stage == "dice" and s.state.turn == 0


def test_without_the_option_the_other_platform_is_never_taken() -> None:
    s = position(field("· S · · · ·"), stage="dice")
    assert s.play("dice 2 1").diagram == s.diagram
    assert s.play("dice 1 2").state.derricks[1, 0] == 0


def test_the_last_derrick_ends_the_round_with_the_choice_too() -> None:
    s = position(NEARLY, stage="dice", options=CHOICE).play("dice 3 6", "place 5,11")
    assert s.state.stage == "dice" and s.state.turn == 1
    s = s.play("dice 6 6")
    assert s.state.stage == "build"
    assert s.play("place 11,11").state.stage == "die"


# --- The account of luck ------------------------------------------------------------------------------------


def test_hopes_are_how_many_of_the_36_rolls_find_room() -> None:
    s = building().play("dice 1 2", "dice 1 2", "dice 1 3")
    assert s.state.hoped.tolist() == [36 + 35, 35]
    s = building(options=CHOICE).play("dice 1 2", "place 1,3", "dice 1 1", "place 1,1")
    assert s.state.hoped.tolist() == [36, 36], "1 2 and 2 1 still find room at 3,1"
    s = s.play("dice 1 2", "place 3,1", "dice 1 2")
    assert s.state.hoped.tolist() == [36 + 35, 36 + 33]
    assert building(options=CHOICE).play("dice 1 2").state.hoped.tolist() == [36, 0]


def test_rolls_for_trucks_are_counted() -> None:
    s = built(options=RING).play("die 6", "drive 0,7", "die 2", "drive 0,1", "die 6")
    assert s.state.rolled.tolist() == [[0, 0, 0, 0, 0, 2], [0, 1, 0, 0, 0, 0]]
    assert s.state.dice == (6,)


# --- Moving a derrick instead of driving --------------------------------------------------------------------

FEW = field("""
    S  rS N · g ·
    ·  ·  · · · ·
    ·  oN · · · v
""")


def test_any_own_derrick_goes_to_any_platform_without_one() -> None:
    """Cube or not, both where it comes from and where it goes to."""
    s = position(FEW, roll=3)
    free = {
        (x, y)
        for x in range(1, 13, 2)
        for y in range(1, 13, 2)
        if (x, y) not in {(1, 1), (3, 1), (5, 1), (3, 5)}
    }
    assert len(free) == 32
    assert s.offers("derrick") == {f"derrick {x},1>{a},{b}" for x in (1, 3) for a, b in free}
    s = s.play("derrick 3,1>11,5")
    assert s.state.derricks[0, 1] == -1 and s.state.derricks[2, 5] == 0
    assert (s.state.derricks == 0).sum() == 2 and s.state.cubes[0, 1] == 0 and s.state.cubes[2, 5] == 5
    assert s.state.turn == 1 and s.state.stage == "die"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("derrick 1,1>3,1", ("derrick_there", ((3, 1),))),
        ("derrick 1,1>5,1", ("derrick_there", ((5, 1),))),
        ("derrick 1,1>1,1", ("derrick_there", ((1, 1),))),
        ("derrick 5,1>1,3", ("not_your_derrick", ((5, 1),))),
        ("derrick 7,1>1,3", ("no_derrick_there", ((7, 1),))),
        ("derrick 9,1>1,3", ("no_derrick_there", ((9, 1),))),
        ("derrick 1,1>2,3", ("no_platform", ((2, 3),))),
        ("derrick 1,1>1,2", ("no_platform", ((1, 2),))),
        ("derrick 2,1>1,3", ("no_platform", ((2, 1),))),
        ("derrick 2,2>12,12", ("no_platform", ((12, 12),))),
    ],
)
def test_which_derrick_may_not_go_where(text: str, reason: tuple[str, object]) -> None:
    assert position(FEW, roll=3).refuses(text) == reason


def test_a_moved_derrick_loads_nothing_beside_a_waiting_truck() -> None:
    s = position(
        """
        +   -   +   -   +
        |   ·   S   r   |
        +   -   +   -   +
        |   S   |   ·   |
        """,
        roll=2,
        options=RING,
    ).play("derrick 1,3>3,1")
    assert s.state.loads.tolist() == [[-1], [-1]] and s.state.cubes[0, 1] == 0 and s.state.idle
    s = s.play("die 1", "drive 0,0", "die 1")
    assert s.loads("2,0") == set() == s.loads("2,2"), "it has to end beside it once more"


def test_the_die_is_rolled_before_anybody_chooses() -> None:
    s = built()
    assert s.odds() == {f"die {pips}": Fraction(1, 6) for pips in range(1, 7)}
    s = s.play("die 3")
    assert s.offers("drive") and s.offers("derrick") and "pass" not in s.offers()


def test_derricks_moved_away_and_back() -> None:
    s = position(FEW, roll=3)
    there = s.play("derrick 1,1>9,1", "die 1", "derrick 5,1>1,1", "die 1")
    assert there.refuses("derrick 9,1>1,1") == ("derrick_there", ((1, 1),))
    assert there.play("derrick 9,1>5,1").state.derricks[0, 2] == 0
