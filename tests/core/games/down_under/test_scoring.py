"""What paths are worth: lengths, animals, the dingo, and who has won."""

from __future__ import annotations

import msgspec
import pytest

from core.game import Outcome, Seat
from core.games.down_under import scoring
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import SET_ANIMALS, SET_CARDS, Options
from tests.core.games.down_under.diagrams import UNLIMITED, WILD, Position, position

TWO_PATHS = Options(size="unlimited", animals=True, two_paths="one card")


def ended(drawing: str, seats: int = 2, options: Options = UNLIMITED) -> Outcome:
    """How a game ends with this board."""
    return position(drawing, seats=seats, options=options, stage="over").outcome()


def lines(outcome: Outcome, seat: int) -> dict[str, float]:
    """The score sheet of a seat."""
    return {point.code.rpartition(".")[2]: point.amount for point in outcome.breakdown[seat]}


def won(outcome: Outcome) -> tuple[tuple[int, ...], str]:
    return tuple(outcome.winners), outcome.reason.rpartition(".")[2]


# --- Lengths -------------------------------------------------------------------------------------------


def test_each_stretch_counts_one() -> None:
    """Seat 0: stub, straight, and the neutral part of a curve; seat 1: straight and curve."""
    outcome = ended(
        """
        ·    ·    │1
        ╶0   ─0   └1
        ·    ·    ·
        """
    )
    assert outcome.scores == (3.0, 2.0)
    assert lines(outcome, 0) == {"length": 3} and won(outcome) == ((0,), "longest")


def test_a_card_both_of_whose_parts_lie_on_the_path_counts_two() -> None:
    """The path crosses itself on 1,1: over the straight, round, and over its neutral part."""
    s = position(
        """
        ·    ┌0   ┐0
        ─0   ─0   ┘0
        """
    )
    assert s.run(0) == {"EW@0,1", "EW@1,1", "NW@2,1", "SW@2,0", "SE@1,0", "NS@1,1"}
    assert s.lengths[0] == 6, "five cards"


def test_a_ring_counts_what_it_is_made_of() -> None:
    outcome = ended("┌0   ┐0   ·    │1\n└0   ┘0   ·    ·")
    assert outcome.scores == (4.0, 1.0)


def test_a_path_that_was_not_begun_counts_nothing() -> None:
    outcome = ended("─0")
    assert outcome.scores == (1.0, 0.0) and lines(outcome, 1) == {"length": 0}


def test_ties_share_the_win() -> None:
    drawing = """
        ─0   ─0   ·    ─1
        ·    ·    ·    ·
        ·    ─2   ·    ·
    """
    assert won(ended(drawing, seats=3)) == ((0,), "longest")
    assert won(ended(drawing.replace("─2   · ", "─2   ─2"), seats=3)) == ((0, 2), "tie")


# --- Animals -------------------------------------------------------------------------------------------


def herd(word: str, first: str = "─0k") -> Position:
    """Seat 0 runs from the west over the neutral parts of seat 1's straights, which show these animals.

    Seat 1 winds up and down over them, as in

        ·    ┌1k  ┐1k  ·
        ─0k  │1   │1   │1
        ·    ·    └1k  ┘1k
    """
    high, low = ["·"], ["·"]
    for number in range(len(word)):
        is_last, is_odd = number == len(word) - 1, number % 2 == 1
        high.append("┐1k" if is_odd else "·" if is_last else "┌1k")
        low.append("·" if number == 0 or (is_odd and is_last) else "└1k" if is_odd else "┘1k")
    rows = [high, [first, *(f"│1{animal}" for animal in word)], low]
    return position("\n".join(" ".join(row) for row in rows), options=WILD, stage="over")


def bonus(word: str) -> dict[str, float]:
    """What seat 0 gets besides the length with these animals on its path."""
    points = scoring.points(herd(word).state, Seat(0))
    amounts = {point.code.rpartition(".")[2]: point.amount for point in points}
    assert amounts.pop("length") == 1 + len(word)
    return amounts


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("e", {}),
        ("ek", {}),
        ("ekp", {"animals": 5}),
        ("pke", {"animals": 5}),
        ("ekpe", {"animals": 5}),
        ("eekkp", {"animals": 5}),
        ("eekkpp", {"animals": 10}),
        ("epkkpe", {"animals": 10}),
        ("r", {"rabbits": -2}),
        ("rr", {"rabbits": -4}),
        ("rdr", {}),
        ("d", {}),
        ("ekpr", {"animals": 5, "rabbits": -2}),
        ("ekprd", {"animals": 5}),
        ("eeeee", {}),
    ],
)
def test_animals(word: str, expected: dict[str, float]) -> None:
    assert bonus(word) == expected


def test_animals_count_on_the_neutral_part_only() -> None:
    """Seat 0's own straight shows a rabbit, but it is seat 1 who runs over it."""
    s = position(
        """
        ·    │1k  ·
        ·    ─0r  ·
        ·    ·    ·
        """,
        options=WILD,
    )
    assert scoring.score(s.state, Seat(0)) == 1 and scoring.score(s.state, Seat(1)) == 2 - 2


def test_without_the_option_nobody_asks_for_animals() -> None:
    s = position("─0   │1   ·")
    assert [point.code for point in scoring.points(s.state, Seat(0))] == ["down_under.points.length"]


# --- The dingo -----------------------------------------------------------------------------------------


def test_a_longer_path_loses_if_its_dingo_was_not_laid() -> None:
    outcome = ended("─0k  ─0k  ─0e\n·    ·    ·\n┌1d  ·    ·", options=WILD)
    assert outcome.scores == (0.0, 1.0) and won(outcome) == ((1,), "dingo")
    assert lines(outcome, 0) == {"length": 3, "no_dingo": -3} and lines(outcome, 1) == {"length": 1}


def test_the_dingo_need_not_lie_on_a_path() -> None:
    """Seat 0 has laid it; nobody runs over it."""
    outcome = ended("┌0d  ─0k  ─0k\n·    ·    ·\n┌1d  ·    ·", options=WILD)
    assert outcome.scores == (3.0, 1.0) and won(outcome) == ((0,), "points")


def test_the_dingo_of_another_is_no_help() -> None:
    """Seat 0 runs over seat 1's dingo, but its own has not been laid."""
    s = position("─0k  └1d  ·\n·    ·    ·", options=WILD, stage="over")
    outcome = s.outcome()
    assert outcome.scores == (0.0, 1.0) and won(outcome) == ((1,), "dingo")


def test_nobody_wins_if_nobody_has_laid_it() -> None:
    outcome = ended("─0k  ─0k  ·    ─1e", options=WILD)
    assert won(outcome) == ((), "nobody") and outcome.scores == (0.0, 0.0)


LOSES = msgspec.structs.replace(WILD, dingo="loses")


def test_the_points_of_a_seat_without_its_dingo_stand_and_lose() -> None:
    """The other reading of the same position: three stretches lose to one."""
    outcome = ended("─0k  ─0k  ─0e\n·    ·    ·\n┌1d  ·    ·", options=LOSES)
    assert outcome.scores == (3.0, 1.0) and won(outcome) == ((1,), "dingo")
    assert lines(outcome, 0) == {"length": 3, "dingo_lost": 0} and lines(outcome, 1) == {"length": 1}
    assert DOWN_UNDER.points(outcome) == (0.0, 1.0), "a lost game brings nothing in a series"


def test_all_lose_if_nobody_has_laid_it() -> None:
    outcome = ended("─0k  ─0k  ·    ─1e", options=LOSES)
    assert won(outcome) == ((), "nobody") and outcome.scores == (2.0, 1.0)
    assert DOWN_UNDER.points(outcome) == (0.0, 0.0)


def test_whoever_shares_most_of_those_with_a_dingo_wins() -> None:
    drawing = "┌0d  ·    ·    ┌1d\n·    ·    ·    ·\n·    ─2k  ─2k  ·"
    outcome = ended(drawing, seats=3, options=WILD)
    assert outcome.scores == (1.0, 1.0, 0.0) and won(outcome) == ((0, 1), "tie")


def test_points_below_nothing_win_if_nobody_else_has_a_dingo() -> None:
    """A curve with the dingo on its unused neutral part, and three rabbits on the path."""
    outcome = herd("rrr", "└0d").outcome()
    assert lines(outcome, 0) == {"length": 4, "rabbits": -6}
    assert outcome.scores == (-2.0, 0.0) and outcome.winners == (0,)


# --- Two paths a seat ----------------------------------------------------------------------------------


def test_two_paths_are_added_up() -> None:
    outcome = ended(
        """
        ─0   ─0   ·    ─2
        ·    ·    ·    ·
        ·    ─1   ·    ─3
        """,
        options=Options(size="unlimited", two_paths="one card"),
    )
    assert outcome.scores == (3.0, 2.0)
    assert lines(outcome, 0) == {"length_a": 2, "length_b": 1} and won(outcome) == ((0,), "points")


LONGEST = Options(size="unlimited", two_paths="one card", paths_scored="longest")


def test_of_two_paths_the_longest_may_count_alone() -> None:
    """The other reading: two and one are less than two and two, but the longest path of all wins."""
    drawing = """
        ─0   ─0   ─0   ·    ─1   ─1
        ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ─3   ─3
        """
    outcome = ended(drawing, options=LONGEST)
    assert outcome.scores == (3.0, 2.0) and won(outcome) == ((0,), "longest")
    assert lines(outcome, 0) == {"length_a": 3} and lines(outcome, 1) == {"length_a": 2}
    both = ended(drawing, options=msgspec.structs.replace(LONGEST, paths_scored="both"))
    assert both.scores == (3.0, 4.0) and won(both) == ((1,), "points")


def test_with_animals_the_path_worth_most_counts() -> None:
    """Path a is longer, but rabbits run on it; both dingos have to be laid as ever."""
    options = msgspec.structs.replace(LONGEST, animals=True)
    s = position("─0k  │1r  ·    ·\n·    ·    ·    ·\n·    ─2k  ·    ·", options=options)
    codes = [(line.code.rpartition(".")[2], line.amount) for line in scoring.points(s.state, Seat(0))]
    assert codes == [("length_b", 1)] and not scoring.is_eligible(s.state, Seat(0))


def split(drawing: str) -> dict[str, float]:
    """What the two paths of seat 0 bring together."""
    s = position(drawing, options=TWO_PATHS)
    return {point.code.rpartition(".")[2]: point.amount for point in scoring.points(s.state, Seat(0))}


def test_animals_are_counted_for_each_of_two_paths() -> None:
    """Emu and kangaroo lie on path a, the platypus on b; a dingo on a does not help b."""
    apart = """
        ·    ┌1k  ┐1k  ·    ·    ·
        ─0k  │1e  │1k  ·    ─2k  │3p
    """
    assert split(apart) == {"length_a": 3, "length_b": 2}
    assert split(apart.replace("3p", "3r")) == {"length_a": 3, "length_b": 2, "rabbits": -2}
    assert split(apart.replace("3p", "3r").replace("│1k", "│1d")) == split(apart.replace("3p", "3r"))
    together = """
        ·    ┌1k  ┐1k  ┌1k  ·    ·
        ─0k  │1e  │1k  │1p  ─2k  ·
        ·    ·    └1k  ┘1k  ·    ·
    """
    assert split(together.replace("─2k", "·  ")) == {"length_a": 4, "length_b": 0, "animals": 5}


def test_both_dingos_have_to_be_laid() -> None:
    one = "┌0d  ·    ┌1d\n·    ·    ·\n┌2k  ·    ┌3d"
    outcome = ended(one, options=TWO_PATHS)
    assert outcome.scores == (0.0, 2.0) and won(outcome) == ((1,), "points")
    both = ended(one.replace("┌2k", "┌2d"), options=TWO_PATHS)
    assert both.scores == (2.0, 2.0) and won(both) == ((0, 1), "tie")


# --- A set, a series -----------------------------------------------------------------------------------


def test_a_set() -> None:
    assert SET_CARDS == {"straight": 7, "curve": 9, "end": 2}
    assert SET_ANIMALS["straight"] == {"kangaroo": 2, "emu": 2, "platypus": 1, "rabbit": 2}
    assert SET_ANIMALS["curve"] == {"kangaroo": 2, "emu": 2, "platypus": 2, "rabbit": 2, "dingo": 1}
    assert {shape: sum(animals.values()) for shape, animals in SET_ANIMALS.items()} == {
        "straight": 7,
        "curve": 9,
    }


def test_no_game_is_longer_than_all_cards_and_two_rings_for_each() -> None:
    cards = 4 * sum(SET_CARDS.values()) + 4
    assert {DOWN_UNDER.bound(Options(), seats) for seats in (2, 3, 4)} == {cards + 2 * cards} == {228}


def test_in_a_series_points_are_added_up_and_the_next_seat_begins() -> None:
    outcome = Outcome((Seat(0),), (14.0, 9.0, 11.0), "down_under.reason.longest", ())
    assert DOWN_UNDER.points(outcome) == (14.0, 9.0, 11.0)
    following = DOWN_UNDER.follow(Options(), outcome)
    assert following.seating == (1, 2, 0) and following.options == Options()
    assert DOWN_UNDER.info.seats == (2, 3, 4)
    assert [goal.games for goal in DOWN_UNDER.info.goals] == [1, 2, 3, 4]
    assert {goal.most for goal in DOWN_UNDER.info.goals[1:]} == {scoring.MOST_POINTS}
