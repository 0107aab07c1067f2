"""Option `derricks`: "instead of the roll".

"Instead of driving a truck a player may also move his derrick." With this option the seat says first whether
it drives or moves a derrick, and rolls only for driving.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.game import CHANCE
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options
from tests.core.games.ghawar.diagrams import INSTEAD, building, built, position

INSTEAD_TWO = Options(trucks=2, derricks="instead of the roll")

MOUTH = """
    |   rS  S   ·   |
    +   -   N   -   +
    |   vS  |   oN  |
"""
"""The truck of the south in a mouth of the north, with the north's before it."""


def test_by_default_nobody_says_anything_before_the_roll() -> None:
    s = built()
    assert s.state.stage == "die" and s.actor == CHANCE
    assert Options() == Options(derricks="after the roll") and s.refuses("roll") == ("not_your_turn", ())
    assert s.play("die 3").refuses("roll") == ("die_lies", ())


def test_the_seat_says_first_whether_it_drives_or_moves_a_derrick() -> None:
    """No die lies, and no drive is offered."""
    s = position(MOUTH, at=(2, 1), stage="choose", options=INSTEAD)
    free = {(x, y) for x in range(1, 12, 2) for y in range(1, 12, 2)} - {(3, 1), (3, 3), (5, 3)}
    assert s.offers("derrick") == {f"derrick 3,{here}>{x},{y}" for here in (1, 3) for x, y in free}
    assert s.offers() == s.offers("derrick") | {"roll"}
    assert GHAWAR.chances(s.state) == ()


def test_the_die_is_rolled_for_driving_only() -> None:
    s = position(MOUTH, at=(2, 1), stage="choose", turn=1, options=INSTEAD).play("roll")
    assert s.actor == CHANCE and s.state.turn == 1
    assert s.odds() == {f"die {pips}": Fraction(1, 6) for pips in range(1, 7)}
    s = s.play("die 2")
    assert s.offers() == {"drive 2,2", "drive 6,2", "drive 4,4"}
    s = s.play("drive 4,4")
    assert (s.state.turn, s.state.stage, s.state.rounds) == (0, "choose", 1)


def test_who_has_rolled_drives() -> None:
    """A derrick is moved instead of the roll, not after it; passing is for those who cannot drive."""
    s = position(MOUTH, at=(2, 1), turn=1, roll=2, options=INSTEAD)
    assert s.refuses("derrick 5,3>5,1") == ("now_drive", ())
    assert s.refuses("pass") == ("can_drive", ())
    assert s.refuses("roll") == ("die_lies", ())


def test_moving_a_derrick_is_the_whole_turn() -> None:
    s = position(MOUTH, at=(2, 1), stage="choose", options=INSTEAD).play("derrick 3,1>11,11")
    assert (s.state.turn, s.state.stage, s.state.derricks[5, 5]) == (1, "choose", 0)
    assert s.state.rolled.sum() == 0


@pytest.mark.parametrize("roll", range(1, 7))
def test_who_cannot_drive_after_the_roll_passes(roll: int) -> None:
    """It has derricks, but it has said that it drives."""
    s = position(MOUTH, at=(2, 1), stage="choose", options=INSTEAD)
    s = s.play("roll", f"die {roll}")
    assert s.offers() == {"pass"}
    s = s.play("pass")
    assert (s.state.turn, s.state.stage, s.state.idle) == (1, "choose", True)


def test_who_can_do_nothing_with_any_roll_may_roll() -> None:
    """Neither a derrick nor a way: rolling is all there is, and passing before it is not."""
    s = position("S\nN", at=(4, 1), stage="choose", options=INSTEAD)
    assert s.offers() == {"roll"}
    assert s.refuses("pass") == ("now_choose", ())


def test_nothing_is_driven_before_the_roll() -> None:
    s = position(MOUTH, at=(2, 1), stage="choose", turn=1, options=INSTEAD)
    for text in ("drive 4,3", "drive 4,1", "drive depot", "place 1,1"):
        assert s.refuses(text) == ("now_choose", ())
    assert s.refuses("die 3") == ("chance_only", ())
    for seat in (0, 2, -1):
        assert s.refuses("roll", seat) == ("not_your_turn", ())


def test_one_roll_is_for_any_of_several_trucks() -> None:
    s = position("S1  -   +   -   S2", at=(4, 6), stage="choose", options=INSTEAD_TWO).play("roll", "die 1")
    assert s.ends(1) == {"3,6", "5,6", "4,5", "4,7"} and s.ends(2) == {"7,6", "9,6", "8,5", "8,7"}


def test_phase_2_begins_with_saying() -> None:
    s = built(options=INSTEAD)
    assert (s.state.stage, s.state.turn, s.actor) == ("choose", 0, 0)
    assert building(options=INSTEAD).state.stage == "dice", "in phase 1 nobody says anything"


def test_moving_derricks_only_ends_in_a_stalemate() -> None:
    """Two rounds, of which the last turn is the second seat's."""
    s = position(MOUTH, at=(2, 1), stage="choose", options=Options(derricks=INSTEAD.derricks, stalemate=2))
    s = s.play("derrick 3,1>11,11", "derrick 5,3>1,1", "derrick 11,11>3,1")
    assert (s.state.stage, s.state.quiet) == ("choose", 1)
    s = s.play("derrick 1,1>5,3")
    assert s.outcome().reason.startswith("ghawar.reason.stalemate")
    rolled = position(
        "Sr  ·", at=(4, 11), stage="choose", options=Options(derricks=INSTEAD.derricks, stalemate=1)
    )
    assert rolled.play("roll", "die 1", "drive depot").outcome().reason == "ghawar.reason.empty"


@pytest.mark.parametrize(("stalemate", "seats"), [(1, 2), (20, 2), (50, 4)])
def test_a_turn_has_three_steps(stalemate: int, seats: int) -> None:
    """What is said, the roll, and the drive."""
    bound = GHAWAR.bound(Options(derricks=INSTEAD.derricks, stalemate=stalemate), seats)
    assert bound == 42 + seats * (2 * 400 + 3 * 73 * stalemate)
