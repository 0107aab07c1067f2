"""Daily challenge: it is the same for everybody, for ever, and every game has its turn."""

from __future__ import annotations

from core.challenge import DAILY_GAMES, MOST_SEATS, challenge_of

GOLDEN = [
    ("great_divide", 632980495424, 2, 0),
    ("sturt", 1088416303951, 2, 0),
    ("great_split", 401053867613, 2, 0),
    ("ghawar", 397833363536, 2, 1),
    ("down_under", 912495430030, 3, 1),
    ("great_divide", 198613744265, 2, 0),
]
"""Game, seed, seats and seat of the first days: results are compared with those of other versions."""


def test_what_a_day_has_never_changes() -> None:
    told = [(one.game.info.key, one.seed, one.seats, one.seat) for one in map(challenge_of, range(6))]
    assert told == GOLDEN


def test_every_game_has_its_turn() -> None:
    for first in range(20):
        assert {challenge_of(first + day).game.info.key for day in range(len(DAILY_GAMES))} == {
            game.info.key for game in DAILY_GAMES
        }


def test_where_there_is_chance_one_plays_and_elsewhere_one_finds_a_move() -> None:
    for day in range(len(DAILY_GAMES)):
        assert challenge_of(day).is_puzzle is not challenge_of(day).game.info.chance


def test_one_sits_at_a_table_that_the_game_can_be_played_at_and_not_always_first() -> None:
    made = [challenge_of(day) for day in range(500)]
    assert all(one.seats in one.game.info.seats and one.seats <= MOST_SEATS for one in made)
    assert all(0 <= one.seat < one.seats for one in made)
    for game in DAILY_GAMES:
        mine = [one for one in made if one.game is game]
        assert {one.seat for one in mine} == set(range(max(one.seats for one in mine)))
        assert len({one.seed for one in mine}) == len(mine)


def test_puzzles_come_one_after_the_other() -> None:
    mine = [one for one in map(challenge_of, range(50)) if one.game.info.key == "sturt"]
    assert [one.puzzle(4) for one in mine] == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
