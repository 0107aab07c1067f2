"""Schedules: who plays whom, from which seat, with which draws, and nobody more often than others."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from core.game import Refused
from server.tournament import schedule
from server.tournament.contract import MOST_ENTRANTS, Hypotheses, PlayedGame, ScheduledGame, Tournament
from server.tournament.schedule import check, games_in_all, round_of
from tests.server.tournament.kit import great_split, result, tournament


def round_robin(t: Tournament) -> list[ScheduledGame]:
    games = round_of(t, 0, {})
    assert games is not None and round_of(t, 1, {}) is None
    return list(games)


def swiss(t: Tournament) -> list[list[PlayedGame]]:
    """All rounds, in which the entrant with the lower number wins."""
    played: dict[int, PlayedGame] = {}
    rounds = []
    while (games := round_of(t, len(rounds), played)) is not None:
        rounds.append([result(game, game.seating.index(min(game.seating))) for game in games])
        played |= {game.number: game for game in rounds[-1]}
    return rounds


def test_the_seats_are_taken_in_turns() -> None:
    games = round_robin(tournament(games=4))
    assert [game.seating for game in games] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert [game.draws for game in games] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("seats", "entrants", "games"),
    [(2, 2, 3), (2, 5, 4), (4, 2, 2), (3, 2, 4), (4, 3, 7), (7, 7, 14), (5, 6, 5)],
)
def test_everybody_holds_every_seat_equally_often(seats: int, entrants: int, games: int) -> None:
    """Also in each set of games with the same draws, and with every other entrant."""
    t = great_split(seats, *["random"] * entrants, games=games)
    due = round_robin(t)
    assert [game.number for game in due] == list(range(games_in_all(t)))
    held = Counter((seat, who) for game in due for seat, who in enumerate(game.seating))
    assert len(held) == seats * entrants and len(set(held.values())) == 1
    met = Counter(pair for game in due for pair in combinations(sorted(set(game.seating)), 2))
    assert len(met) == entrants * (entrants - 1) / 2 and len(set(met.values())) == 1
    sets = Counter((game.draws, tuple(sorted(set(game.seating)))) for game in due)
    assert set(sets.values()) == {min(seats, entrants)}


@pytest.mark.parametrize("seats", range(3, 8))
def test_everybody_sits_behind_everybody_about_equally_often(seats: int) -> None:
    due = round_robin(great_split(seats, *["random"] * seats, games=60 * seats))
    behind = Counter((game.seating[0], game.seating[1]) for game in due)
    assert len(behind) == seats * (seats - 1) and max(behind.values()) <= 2 * min(behind.values())


@pytest.mark.parametrize("entrants", [2, 3, 6, 9, 16])
def test_in_swiss_rounds_nobody_meets_anybody_twice(entrants: int) -> None:
    t = tournament(*["random"] * entrants, schedule="swiss", games=2, rounds=schedule.usual_rounds(entrants))
    rounds = swiss(t)
    assert [game.number for games in rounds for game in games] == list(range(games_in_all(t)))
    met = Counter(frozenset(game.seating) for games in rounds for game in games)
    assert set(met.values()) == {2}
    plays = Counter(who for games in rounds for who in {one for game in games for one in game.seating})
    assert min(plays.values()) >= len(rounds) - 1, "nobody is free twice"


def test_in_swiss_rounds_winners_meet() -> None:
    rounds = swiss(tournament(*["random"] * 8, schedule="swiss", games=2, rounds=3))
    assert {frozenset(game.seating) for game in rounds[2]} >= {frozenset((0, 1))} or any(
        frozenset(game.seating) == frozenset((0, 1)) for games in rounds[:2] for game in games
    )
    points = Counter(min(game.seating) for games in rounds[:2] for game in games)
    for game in rounds[2]:
        one, two = game.seating
        assert points[one] == points[two]


def test_as_many_rounds_as_can_be_are_paired() -> None:
    """In the last rounds of many a search in vain has to end, if need be with a second meeting."""
    for entrants in (10, 20):
        t = tournament(
            *["random"] * entrants, schedule="swiss", games=2, rounds=schedule.most_rounds(entrants)
        )
        for games in swiss(t):
            assert Counter(who for game in games for who in game.seating) == dict.fromkeys(range(entrants), 2)


@pytest.mark.parametrize(("seats", "entrants"), [(3, 4), (4, 5), (4, 9), (7, 8), (3, 7), (7, 3)])
def test_in_swiss_rounds_everybody_sits_at_larger_tables(seats: int, entrants: int) -> None:
    t = great_split(seats, *["random"] * entrants, schedule="swiss", games=seats, rounds=2)
    for games in swiss(t):
        assert {who for game in games for who in game.seating} == set(range(entrants))
        assert all(len(set(game.seating)) >= 2 for game in games)


def test_the_same_results_give_the_same_schedule() -> None:
    t = tournament(*["random"] * 7, schedule="swiss", games=2, rounds=3)
    assert (
        swiss(t)
        == swiss(t)
        != swiss(tournament(*["random"] * 7, schedule="swiss", games=2, rounds=3, seed=8))
    )


@pytest.mark.parametrize(
    ("t", "code"),
    [
        (tournament("easy", "hard", "easy", schedule="sprt", hypotheses=Hypotheses()), "two_for_sprt"),
        (tournament(schedule="sprt"), "hypotheses"),
        (tournament(hypotheses=Hypotheses()), "hypotheses"),
        (tournament(schedule="sprt", hypotheses=Hypotheses(5, 5)), "hypotheses"),
        (tournament("easy", "hard", "easy", "hard", schedule="swiss", rounds=4), "rounds"),
        (tournament(*["easy"] * MOST_ENTRANTS, games=1000), "games"),
    ],
)
def test_what_cannot_be_played_is_refused(t: Tournament, code: str) -> None:
    with pytest.raises(Refused, match=f"arena.refusal.{code}"):
        check(t)
    with pytest.raises(Refused, match=r"match.refusal.seats"):
        check(great_split(8, "easy", "hard"))
