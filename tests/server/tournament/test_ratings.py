"""Ratings: known values, laws, and intervals that hold what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from server.tournament.contract import ScheduledGame
from server.tournament.ratings import duels, expected_share, interval, ratings
from server.tournament.schedule import round_of
from server.tournament.standings import standings
from tests.server.tournament.kit import great_split, result, simulated, tournament

DUEL = ScheduledGame(0, 0, (0, 1))


def won(count: int, seating: tuple[int, ...] = (0, 1), *winners: int) -> list:  # type: ignore[type-arg]
    return [result(ScheduledGame(0, 0, seating), *(winners or (0,)))] * count


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (1.0, 10, 0.7225, 1.0), (0.0, 10, 0.0, 0.2775), (0.9, 200, 0.8506, 0.9343)],
)
def test_the_interval_is_that_of_wilson(share: float, count: int, low: float, high: float) -> None:
    """Expected values worked out by hand from Wilson (1927), z = 1.96."""
    assert interval(share, count) == pytest.approx((low, high), abs=5e-5)


def test_two_players_stand_as_far_apart_as_their_share_says() -> None:
    """Three of four is 400 log10 3 = 190.85 points; the standard error 400 / ln 10 / sqrt(n p q)."""
    one, two = ratings(2, won(75) + won(25, (0, 1), 1), prior=0)
    assert one.elo - two.elo == pytest.approx(190.85, abs=0.01) and one.elo == -two.elo
    reach = 1.96 * 173.718 / (100 * 0.75 * 0.25) ** 0.5
    assert [one.high - one.elo, one.elo - one.low] == pytest.approx([reach / 2] * 2, abs=0.01)


def test_a_draw_is_half_a_win_for_each() -> None:
    drawn = ratings(2, won(50) + won(50, (0, 1), 0, 1))
    decided = ratings(2, won(75) + won(25, (0, 1), 1))
    assert drawn[0].elo == pytest.approx(decided[0].elo)


def test_ratings_add_up() -> None:
    """Who beats the second by a known share, and the second the third, stands so far above the third."""
    played = won(60) + won(40, (0, 1), 1) + won(70, (1, 2), 0) + won(30, (1, 2), 1)
    one, two, three = (rating.elo for rating in ratings(3, played, prior=0))
    assert one - two == pytest.approx(400 * np.log10(1.5), abs=0.01)
    assert two - three == pytest.approx(400 * np.log10(7 / 3), abs=0.01)
    assert one + two + three == pytest.approx(0, abs=1e-6)


def test_at_larger_tables_each_seat_counts() -> None:
    """Equal players with two seats of three win two of three games; one of three is no weakness."""
    equal = ratings(2, won(67, (0, 1, 0), 0) + won(33, (0, 1, 0), 1), prior=0)
    assert abs(equal[0].elo - equal[1].elo) < 5


def test_who_has_won_all_has_a_rating_too_and_more_games_make_it_higher() -> None:
    few, many = ratings(2, won(5)), ratings(2, won(50))
    assert 0 < few[0].elo < many[0].elo < 1000
    assert many[0].high - many[0].low > ratings(2, won(25) + won(25, (0, 1), 1))[0].high * 2


def test_intervals_shrink_with_games() -> None:
    widths = [ratings(2, won(n) + won(n, (0, 1), 1))[0].high for n in (5, 20, 80)]
    assert widths[0] > 1.8 * widths[1] > 3.2 * widths[2]


def test_intervals_hold_the_true_value_in_95_of_100_tournaments() -> None:
    """Five players at tables of two and of three; with draws they are wider than they need be."""
    rng, elo = np.random.default_rng(11), [150.0, 60.0, 0.0, -60.0, -150.0]
    for t, draws, least, most in (
        (tournament(*["easy"] * 5, games=20), 0.0, 0.93, 0.98),
        (great_split(3, *["easy"] * 5, games=9), 0.0, 0.93, 0.98),
        (tournament(*["easy"] * 5, games=20), 0.6, 0.98, 1.0),
    ):
        held = list[bool]()
        for _ in range(60):
            games = simulated(round_of(t, 0, {}), elo, rng, draws)
            fair = [value * (1 - draws) for value in elo]
            rated = ratings(5, games)
            held += [one.low <= true <= one.high for one, true in zip(rated, fair, strict=True)]
        assert least <= sum(held) / len(held) <= most


def test_duels_count_for_the_first_and_are_none_where_nobody_met() -> None:
    played = [result(DUEL, 0), result(ScheduledGame(1, 0, (1, 0)), 0), result(DUEL, 0, 1), result(DUEL)]
    score = duels(played)[0, 1]
    assert (score.games, score.wins, score.draws, score.losses, score.share) == (4, 1, 2, 1, 0.5)
    crowd = duels([result(ScheduledGame(0, 0, (2, 1, 0)), 0)])
    assert list(crowd) == [(0, 1), (0, 2), (1, 2)]
    assert (crowd[0, 1].draws, crowd[0, 1].share) == (1, 0.5) and crowd[0, 2].losses == 1


def test_standings_count_every_game_once() -> None:
    t = great_split(3, "easy", "hard", "easy")
    table = standings(
        t, [result(ScheduledGame(0, 0, (0, 1, 2)), 0), result(ScheduledGame(1, 0, (1, 2, 0)), 0, 1)]
    )
    told = {row.name: (row.games, row.wins, row.draws, row.losses, row.share) for row in table}
    assert told == {
        "easy (1)": (2, 1, 0, 1, 0.5), "hard": (2, 0, 1, 1, 0.25), "easy (2)": (2, 0, 1, 1, 0.25)
    }  # fmt: skip
    assert expected_share(0) == 0.5
