"""What is said of a game: only what its course, sheets and dice carry, the most telling first."""

from __future__ import annotations

import random
from typing import Any

import pytest

from assets.texts import LANGUAGES, Texts
from client.boards.contract import LuckReport, SeatLuck
from client.screens.result.insight import insights, leaders
from core.game import Outcome, ScoreLine, Seat

TEXTS = tuple(map(Texts, LANGUAGES))


def won(winner: int, *scores: float, sheets: tuple[tuple[ScoreLine, ...], ...] = ()) -> Outcome:
    return Outcome((Seat(winner),), scores, "reason", sheets)


def told(
    outcome: Outcome, *values: str, report: LuckReport | None = None, moves: int = 0
) -> list[tuple[Any, ...]]:
    """What is said, as (last part of the key, its seats, its values, the decision); courses are digits.

    Every sentence has its gaps filled in every language.
    """
    lines = tuple(tuple(map(float, line)) for line in values)
    found = insights(outcome, lines, report, moves or (len(values[0]) - 1 if values else 0))
    for line in (insight.line for insight in found):
        assert all(set(texts.gaps(line.key)) == {*line.values, *line.seats, *line.words} for texts in TEXTS)
    return [(i.line.key.rpartition(".")[2], i.line.seats, i.line.values, i.turned) for i in found]


def test_who_alone_was_ahead() -> None:
    assert leaders(((0, 1, 2, 2), (0, 0, 2, 3))) == (None, 0, None, 1)


@pytest.mark.parametrize(
    ("ada", "bo", "first"),
    [
        ("00000009", "01234567", ("last_move", {"rival": 1}, {}, 7)),
        ("00000789", "01234567", ("until", {"rival": 1}, {"move": 5}, 5)),
        ("01234599", "00000670", ("taken_back", {"rival": 1, "winner": 0}, {"move": 6}, 6)),
        ("01234569", "00012366", ("never_behind", {"winner": 0}, {}, 0)),
        ("00124567", "01122222", ("taken", {"winner": 0}, {"move": 4}, 4)),
        ("01112459", "00222433", ("open", {"winner": 0}, {"move": 6}, 6)),
    ],
)
def test_the_course(ada: str, bo: str, first: tuple[Any, ...]) -> None:
    assert told(won(0, 1.0, 0.0), ada, bo)[0] == first


def test_who_led_longest_and_lost() -> None:
    said = told(won(0, 1.0, 0.0), "0000000009", "0111111111")
    assert ("long_lead", {"rival": 1}, {"share": 80}, 0) in said and said[0][0] == "last_move"


def test_a_lead_that_went_to_and_fro() -> None:
    said = told(won(0, 1.0, 0.0), "0101010102", "1010101010")
    assert ("changes", {}, {"times": 9}, 0) in said


def test_a_short_game_has_no_course_to_speak_of() -> None:
    assert told(won(0, 1.0, 0.0), "01", "10") == [("length", {}, {"moves": 1}, 0)]


def sheets(*points: tuple[float, float]) -> tuple[tuple[ScoreLine, ...], ...]:
    return tuple((ScoreLine("rivers", rivers), ScoreLine("pass", more)) for rivers, more in points)


@pytest.mark.parametrize(
    ("scores", "first"),
    [
        ((40.0, 39.0), "one_point"),
        ((100.0, 98.0), "narrow"),
        ((50.0, 30.0), "wide"),
        ((50.0, 40.0), "length"),
    ],
)
def test_how_close_it_was(scores: tuple[float, ...], first: str) -> None:
    outcome = won(0, *scores, sheets=tuple((ScoreLine("rivers", score),) for score in scores))
    assert told(outcome)[0][0] == first


def test_without_points_no_margin_is_told() -> None:
    assert [key for key, *_ in told(won(0, 1.0, 0.0))] == ["length"]


def test_the_category_that_decided() -> None:
    """Named only where somebody else would have been ahead without it, and it is not what all is about."""
    close = told(won(0, 30.0, 25.0, sheets=sheets((20.0, 10.0), (22.0, 3.0))))
    assert close[0] == ("category", {"rival": 1}, {}, 0)
    clear = told(won(0, 33.0, 25.0, sheets=sheets((23.0, 10.0), (22.0, 3.0))))
    assert "category" not in [key for key, *_ in clear]
    all_of_it = told(won(0, 30.0, 25.0, sheets=sheets((28.0, 2.0), (3.0, 22.0))))
    assert "category" not in [key for key, *_ in all_of_it]


def test_a_draw_and_a_game_that_nobody_wins() -> None:
    level = Outcome((Seat(0), Seat(1)), (7.0, 7.0), "reason", sheets((4.0, 3.0), (3.0, 4.0)))
    assert told(level)[0] == ("level", {}, {"points": "7"}, 0)
    nobody = Outcome((), (0.0, 0.0), "reason", sheets((0.0, 0.0), (0.0, 0.0)))
    assert [key for key, *_ in told(nobody, moves=9)] == ["length"]


def dice(total: float, less: float) -> SeatLuck:
    return SeatLuck((1,) * 6, 1.0, total, 100.0, less, 1 - less)


@pytest.mark.parametrize(
    ("winner", "other", "expected"),
    [
        (dice(100, 0.5), dice(112, 0.95), [("high_lost", {"name": 1}, {"pips": "12"}, 0)]),
        (dice(88.5, 0.05), dice(100, 0.5), [("low_won", {"name": 0}, {"pips": "11½"}, 0)]),
        (dice(112, 0.95), dice(88, 0.05), []),
        (dice(100, 0.5), dice(102, 0.95), []),
    ],
)
def test_dice_that_did_not_decide(winner: SeatLuck, other: SeatLuck, expected: list[tuple[Any, ...]]) -> None:
    """Who won with high dice, or lost with low ones, is no news; nor is what is off by little."""
    said = told(won(0, 1.0, 0.0), report=LuckReport(tuple("123456"), (winner, other)))
    assert [line for line in said if line[0] != "length"] == expected


def test_whatever_is_said_of_a_course_is_so() -> None:
    """Random courses of two to four seats, each claim held against the values."""
    rng, seen = random.Random(3), set[str]()
    for _ in range(400):
        seats, moves = rng.randint(2, 4), rng.randint(6, 20)
        values = [[rng.randint(0, 6) for _ in range(moves + 1)] for _ in range(seats)]
        winner = rng.randrange(seats)
        values[winner][-1] = 7
        outcome = won(winner, *[float(seat == winner) for seat in range(seats)])
        lead = leaders(values)
        for insight in insights(outcome, values, None, moves):
            key = insight.line.key.rpartition(".")[2]
            seen.add(key)
            rival, move = insight.line.seats.get("rival"), insight.turned
            if move:
                assert lead[move - 1] != winner and set(lead[move:]) == {winner}
            if key in ("until", "last_move", "taken_back"):
                assert lead[move - 1] == rival
            if key == "last_move":
                assert move == moves
            if key == "taken_back":
                assert winner in lead[:move]
            if key in ("taken", "open"):
                assert lead[move - 1] is None
            if key == "never_behind":
                assert all(row[winner] == max(row) for row in zip(*values, strict=True))
            if key == "long_lead":
                assert int(insight.line.values["share"]) <= 100 * lead.count(rival) / len(lead)
    assert {"until", "last_move", "taken_back", "taken", "open", "changes", "length"} <= seen
