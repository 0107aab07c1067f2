"""Series: what adds up, who sits where, when it is over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import Goal, Outcome, Refused, Seat
from core.games import game as game_of
from core.series import Series
from tests.core import toy
from tests.core.toy import ToyOptions


def outcome(*scores: float) -> Outcome:
    winners = tuple(Seat(i) for i, score in enumerate(scores) if score == max(scores))
    return Outcome(winners, scores, "toy.reason.points")


def begin(goal: Goal, seats: int = 2) -> Series:
    return Series.begin(toy.GAME, goal, ToyOptions(), seats)


SINGLE, TO_30, OF_THREE = toy.GAME.info.goals


def test_a_series_begins_at_nothing() -> None:
    assert begin(SINGLE, 3) == Series(SINGLE, ToyOptions(), (0.0, 0.0, 0.0))


@pytest.mark.parametrize("goal", [Goal(games=2), Goal(points=31), Goal()])
def test_a_goal_that_the_game_does_not_offer(goal: Goal) -> None:
    with pytest.raises(Refused, match=r"^match\.refusal\.goal"):
        begin(goal)


def test_points_follow_their_people_when_the_seats_turn() -> None:
    """Seat 1 of 3 came last and opens the next game."""
    series = begin(TO_30, 3).scored(toy.GAME, outcome(9, 2, 5))
    assert series.points == (9, 2, 5) and series.played == 1
    following, seating = series.following(toy.GAME, outcome(9, 2, 5))
    assert seating == (1, 2, 0)
    assert following.points == (2, 5, 9) and following.played == 1
    assert following.scored(toy.GAME, outcome(1, 1, 30)).points == (3, 6, 39)


def test_first_to_a_number_of_points() -> None:
    once = begin(TO_30).scored(toy.GAME, outcome(29, 28))
    assert not once.over() and once.leaders() == (0,)
    twice = once.scored(toy.GAME, outcome(1, 2))
    assert twice.over() and twice.leaders() == (0, 1)


def test_after_the_end_the_next_game_begins_a_new_series() -> None:
    ended = begin(TO_30).scored(toy.GAME, outcome(30, 3))
    following, seating = ended.following(toy.GAME, outcome(30, 3))
    assert seating == (1, 0)
    assert following == Series(TO_30, ToyOptions(), (0.0, 0.0), 0)


def test_a_single_game_is_over_after_it_even_in_a_draw() -> None:
    assert not begin(SINGLE).over()
    assert begin(SINGLE).scored(toy.GAME, outcome(4, 4)).over()


def best_of(games: int, *points: float, played: int, most: float = 1) -> bool:
    return Series(Goal(games=games, most=most), ToyOptions(), points, played).over()


def test_best_of_five_ends_when_nobody_can_catch_up_any_more() -> None:
    assert not best_of(5, 2, 0, played=2)
    assert best_of(5, 3, 0, played=3)
    assert not best_of(5, 2, 1, played=3)
    assert not best_of(5, 2.5, 0.5, played=3), "two wins would draw level"
    assert best_of(5, 2.5, 2.5, played=5)
    assert best_of(5, 3, 1, played=4)
    assert best_of(5, 0, 1, 4, played=4)
    assert not best_of(5, 0, 4, 3.5, played=4), "the second matters, wherever it sits"


def test_a_lead_in_points_ends_a_series_only_if_a_game_cannot_bring_as_many() -> None:
    assert not best_of(3, 20, 0, played=1, most=42)
    assert not best_of(3, 42, 0, played=2, most=42)
    assert best_of(3, 43, 0, played=2, most=42)


@given(st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), min_size=3, max_size=3))
def test_who_leads_when_a_series_is_over_would_lead_after_all_its_games(
    games: list[tuple[int, int]],
) -> None:
    series = begin(OF_THREE)
    decided: tuple[int, ...] | None = None
    for scores in games:
        series = series.scored(toy.GAME, outcome(*map(float, scores)))
        if decided is None and series.over():
            decided = series.leaders()
    assert series.over() and decided == series.leaders()


@pytest.mark.parametrize("first", [0, 1])
def test_sturt_gives_the_start_to_the_other(first: int) -> None:
    game = game_of("sturt")
    options = game.info.options(first=first)
    series = Series.begin(game, game.info.goals[0], options, 2)
    won = Outcome((Seat(0),), (1.0, 0.0), "sturt.reason.won")
    following, seating = series.scored(game, won).following(game, won)
    opens = seating[following.options.first]
    assert opens != first, "whoever opened does not open again"
