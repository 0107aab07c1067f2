"""How a game ends: the field is empty, or nothing has happened for too long; and how a series goes on.

"The game ends as soon as there are no more resources on the board." A cube on a truck is still on the board.
"""

from __future__ import annotations

import numpy as np
import pytest

from core.game import Goal, Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import NOTHING, Options, State, space_at
from tests.core.games.ghawar.diagrams import RING, RING_THREE, RING_TWO, Position, built, position

LAST_CUBE = """
    |   rS  |   ·   |
    +   -   +   -   +
"""
"""South-western corner; nothing else lies on the field."""

ONE_ROUND = Options(roads="ring", stalemate=1)
LOADED = Options(roads="ring", end="last cube loaded")
TWO_ROUNDS = Options(roads="ring", stalemate=2)


# --- The field is empty -------------------------------------------------------------------------------------


def test_a_cube_on_a_truck_keeps_the_game_going() -> None:
    """The last cube is loaded: the game goes on until it is in the depot, and ends at once then."""
    s = position(LAST_CUBE, at=(0, 11), roll=2, options=RING).play("drive 1,12 load 1,11")
    assert (s.state.cubes == -1).all() and s.actor is not None and s.state.stage == "die"
    s = s.play("die 1", "drive 0,0", "die 1", "drive 0,12", "die 1", "drive 0,1", "die 1")
    assert GHAWAR.outcome(s.state) is None
    s = s.play("drive depot")
    assert s.actor is None and s.state.stage == "over" and s.outcome().reason == "ghawar.reason.empty"
    assert s.outcome().winners == (0,) and s.outcome().scores == (5, 3)


def test_a_cube_on_another_seats_truck_does_so_too() -> None:
    s = position("Sr  -   +   -   +   -   No", at=(0, 12), roll=1, options=RING).play("drive depot")
    assert s.state.stage == "die" and s.state.turn == 1


def test_a_cube_on_any_truck_of_several_does_so_too() -> None:
    s = position("S1r -   +   -   S3b", at=(0, 12), roll=1, options=RING_THREE).play("3: drive depot")
    assert s.state.stage == "die"
    s = s.play("die 1", "1: drive 0,0", "die 1", "1: drive depot")
    assert s.actor is None and s.stored == ["rb", ""]


def test_a_cube_that_nobody_can_get_keeps_the_game_going() -> None:
    """There is no derrick on it."""
    s = position("|   r   |\n+   -   So", at=(10, 11), roll=1, options=RING).play("drive depot")
    assert s.state.stage == "die"


def test_the_end_comes_in_the_middle_of_a_round() -> None:
    s = position("Nr", at=(4, 0), seats=3, turn=1, roll=6, options=RING).play("drive depot")
    assert s.actor is None and (s.state.turn, s.state.rounds) == (1, 0)
    assert GHAWAR.legal(s.state, Seat(1)) == [] and GHAWAR.chances(s.state) == ()


def test_an_end_is_not_put_off_by_other_moves() -> None:
    """What is still on a truck when the field is empty elsewhere."""
    s = position("S1r -   S2", at=(0, 12), roll=1, options=RING_TWO)
    assert s.play("2: drive depot").state.stage == "die"
    assert s.play("1: drive depot").state.stage == "over"


# --- The last cube is on a truck ----------------------------------------------------------------------------


def test_by_the_option_loading_the_last_cube_ends_the_game() -> None:
    """Cubes on trucks then, anybody's, are stored; the trucks stay where they are."""
    board = "|   rS  |\n    No  -   +"
    s = position(board, at=(0, 11), roll=2, options=LOADED).play("drive 1,12 load 1,11")
    assert s.actor is None and s.outcome().reason == "ghawar.reason.empty"
    assert s.stored == ["r", "o"] and (s.state.loads == NOTHING).all()
    assert s.state.trucks.tolist() == [[space_at(1, 12)], [space_at(0, 12)]]


def test_by_the_option_a_cube_on_a_platform_keeps_the_game_going() -> None:
    s = position("|   r   |\n+   -   So", at=(10, 11), roll=1, options=LOADED)
    assert s.play("drive depot").state.stage == "die"


# --- Stalemate ----------------------------------------------------------------------------------------------

DULL = """
    +   -   +   -   N   -   +
    |   ·   |   rN  |   ·   |
    ⋮
    |   oS  |   ·   |
    Sv  -   +   -   +
"""
"""The south stands beside nothing with a violet cube, the north near a red one of its own."""
BUSY = DULL.replace("Sv", "S ")
THERE_AND_BACK = {0: ("0,12", "0,11"), 1: ("4,0", "5,0"), 2: ("0,6", "0,5")}
"""Where each seat drives with a one if it has nothing better to do."""


def dull_turn(s: Position) -> Position:
    """The seat in turn rolls a one, drives to and fro and loads nothing."""
    s = s.play("die 1")
    here, there = THERE_AND_BACK[s.state.turn]
    return s.play(f"drive {here if here in s.ends() else there}")


def dull(s: Position, turns: int) -> Position:
    for _ in range(turns):
        s = dull_turn(s)
    return s


def load(s: Position) -> Position:
    """The seat in turn drives beside its derrick and loads."""
    return s.play("die 1", ("drive 0,11 load 1,11", "drive 3,0 load 3,1")[s.state.turn])


@pytest.mark.parametrize("rounds", [1, 2, 3, 20, 50])
def test_so_many_complete_rounds_without_a_cube_end_the_game(rounds: int) -> None:
    s = position(DULL, options=Options(stalemate=rounds, roads="ring"), stored=("g", ""))
    for done in range(rounds):
        assert (s.state.quiet, s.state.rounds, s.state.stage) == (done, done, "die")
        s = dull(s, 1)
        assert s.state.stage == "die", "the round is not complete"
        s = dull(s, 1)
    assert s.actor is None and (s.state.quiet, s.state.rounds) == (rounds, rounds)
    assert s.outcome().reason == "ghawar.reason.stalemate" and s.outcome().winners == (0,)


def test_cubes_that_are_out_pay_nothing() -> None:
    """Neither the violet one on the truck nor those under derricks."""
    s = dull(position(DULL, options=ONE_ROUND), 2)
    assert s.outcome().scores == (3, 3) and s.outcome().winners == (0, 1)
    assert s.outcome().reason == "ghawar.reason.stalemate_tie"


@pytest.mark.parametrize("seat", [0, 1])
def test_loading_begins_the_count_anew(seat: int) -> None:
    """In the second of two rounds: after it two whole rounds have to pass."""
    s = dull(position(BUSY, options=TWO_ROUNDS, rounds=1, quiet=1), seat)
    s = dull(load(s), 1 - seat)
    assert (s.state.quiet, s.state.turn, s.state.stage, s.state.idle) == (0, 0, "die", True)
    s = dull(s, 3)
    assert s.state.stage == "die"
    assert dull(s, 1).state.stage == "over"


def test_storing_begins_the_count_anew() -> None:
    s = position(DULL, options=TWO_ROUNDS, rounds=1, quiet=1).play("die 1", "drive depot")
    s = dull(s, 1)
    assert (s.state.quiet, s.state.stage) == (0, "die")
    assert dull(s, 3).state.stage == "die" and dull(s, 4).state.stage == "over"


def test_rounds_are_counted_from_seat_0() -> None:
    """All seats have had a dull turn since the cube was loaded, but that is no round yet."""
    s = dull(load(position(BUSY, options=ONE_ROUND)), 2)
    assert s.state.stage == "die"
    assert dull(s, 1).state.stage == "over"


def test_with_three_seats_a_round_has_three_turns() -> None:
    s = position(DULL.replace("⋮", "+\n|\n+\n|\nW\n⋮"), seats=3, options=ONE_ROUND)
    assert s.state.trucks[2, 0] == 6 * 13
    s = dull(s, 2)
    assert s.state.stage == "die" and s.state.turn == 2
    assert dull(s, 1).state.stage == "over"


def test_nothing_else_begins_it_anew() -> None:
    """Not moving a derrick, not leaving or setting off with nothing, not passing."""
    s = position(BUSY, options=Options(stalemate=3, roads="ring"))
    s = s.play("die 1", "derrick 1,11>3,11", "die 1", "drive depot")
    s = s.play("die 1", "drive depot", "die 1", "drive 0,0")
    assert (s.state.quiet, s.state.rounds) == (2, 2)
    stuck = position("S   N   +\nE   ·   |\n+   -   +\n|   r   |", seats=4, roll=6, options=RING)
    assert stuck.play("pass").state.idle


def test_the_last_cube_stored_in_the_last_round_is_no_stalemate() -> None:
    s = position("Sv", at=(0, 12), options=ONE_ROUND, quiet=0, idle=True).play("die 1", "drive depot")
    assert s.outcome().reason == "ghawar.reason.empty"
    s = position("Nv", at=(0, 0), turn=1, options=TWO_ROUNDS, quiet=1).play("die 1", "drive depot")
    assert s.outcome().reason == "ghawar.reason.empty"


def test_the_rounds_of_phase_1_do_not_count() -> None:
    s = built(options=ONE_ROUND)
    assert (s.state.quiet, s.state.rounds, s.state.idle) == (0, 0, True)


# --- The result and the series ------------------------------------------------------------------------------


def test_whoever_has_most_money_wins() -> None:
    """The south has stored most, but the north has got all the barrels."""
    s = position("Sr", at=(0, 12), roll=1, money=(0, 6), stored=("", ""), options=RING).play("drive depot")
    assert s.outcome().scores == (2, 6) and s.outcome().winners == (1,)


def test_equal_money_is_shared() -> None:
    s = position("Wr", at=(0, 6), seats=3, turn=2, roll=1, money=(4, 3, 2), options=RING).play("drive depot")
    assert s.outcome().scores == (4, 3, 4) and s.outcome().winners == (0, 2)
    assert s.outcome().reason == "ghawar.reason.empty_tie"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_next_seat_begins_the_next_game(seats: int) -> None:
    """`seating[i]` is who takes seat i: the south goes to who was in the second seat."""
    options = Options(trucks=2, stalemate=1)
    s = position("Sr", at=(0, 12), seats=seats, roll=1, options=RING).play("drive depot")
    follows = GHAWAR.follow(options, s.outcome())
    assert follows.options == options and follows.seating == (*range(1, seats), 0)
    assert GHAWAR.points(s.outcome()) == s.outcome().scores == (5, *[3] * (seats - 1))


def test_series_of_one_to_four_games() -> None:
    """One game brings no more than all the money, all cubes and all majorities."""
    most = 4 * 3 + 6 * 21 + 21
    assert GHAWAR.info.goals == (Goal(games=1), *(Goal(games=games, most=most) for games in (2, 3, 4)))


@pytest.mark.parametrize(("stalemate", "seats", "bound"), [(1, 2, 1934), (20, 2, 7482), (50, 4, 32442)])
def test_how_long_a_game_can_be(stalemate: int, seats: int, bound: int) -> None:
    """42 of setup; 400 rounds of a roll and a derrick; 73 times the stalemate of a roll and a move."""
    assert GHAWAR.bound(Options(stalemate=stalemate), seats) == bound
    assert bound == 42 + seats * 2 * (400 + 73 * stalemate)


def test_what_a_state_is_made_of() -> None:
    """Small numbers, but spaces, barrels and counts of rolls need more room than eight bits have."""
    s = GHAWAR.start(Options(), 2)
    arrays = {name: getattr(s, name) for name in State.__struct_fields__}
    kinds = {name: str(array.dtype) for name, array in arrays.items() if isinstance(array, np.ndarray)}
    small = dict.fromkeys(("cubes", "derricks", "values", "loads", "stored"), "int8")
    assert kinds == {**small, **dict.fromkeys(("trucks", "money", "rolled", "hoped"), "int16")}


def test_what_the_game_is() -> None:
    assert (GHAWAR.info.key, GHAWAR.info.title, GHAWAR.info.seats) == ("ghawar", "Ghawar", (2, 3, 4))
    assert GHAWAR.info.chance and not GHAWAR.info.hidden
