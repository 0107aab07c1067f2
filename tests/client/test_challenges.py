"""Results of daily challenges: none is lost or reached twice, whatever clock and file say."""

from __future__ import annotations

import os
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from client.session import challenges
from client.session.challenges import (
    FIRST_DATE,
    RESULTS_FILE,
    Begun,
    ChallengeResults,
    Result,
    challenge_on,
    result_line,
    score_words,
    stars_for_outcome,
    stars_for_tries,
)
from core.game import Outcome, Refused, Seat

DAY = date(2026, 12, 3)
GOOD = Result(DAY, "Ada", 3, 1)
POOR = Result(DAY, "Ada", 1, 5)


def again(home: Path) -> ChallengeResults:
    """The results as the next start of the program reads them."""
    return ChallengeResults(home)


def test_a_result_is_kept(home: Path) -> None:
    assert again(home).keep(GOOD)
    assert again(home).result(DAY, "Ada") == GOOD


def test_a_date_has_one_result(home: Path) -> None:
    results = again(home)
    results.keep(POOR)
    results.keep(GOOD)
    again(home).keep(GOOD)
    assert results.result(DAY, "Ada") == again(home).result(DAY, "Ada") == POOR
    assert (home / RESULTS_FILE).read_text().count("2026-12-03") == 1


def test_each_name_has_its_own(home: Path) -> None:
    again(home).keep(GOOD)
    assert again(home).result(DAY, "Bo") is None
    again(home).keep(Result(DAY, "Bo", 2, 2))
    assert again(home).result(DAY, "Ada") == GOOD


def test_two_programs_at_once_lose_nothing(home: Path) -> None:
    one, other = again(home), again(home)
    one.keep(GOOD)
    other.keep(Result(DAY + timedelta(1), "Ada", 2, 2))
    other.keep(POOR)
    assert again(home).result(DAY, "Ada") == GOOD
    assert again(home).result(DAY + timedelta(1), "Ada") is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"results":[{"date":"2026-12-03","name":"Ada","stars":9}]}',
        '{"others":1}',
        "[" * 100_000,
        '{"results":[{"date":"2026-11-30","name":"Ada","stars":1}]}',
        '{"begun":[{"date":"0001-01-01","name":"Ada","table":1}]}',
        '{"results":[{"date":"2026-12-32","name":"Ada","stars":1}]}',
    ],
    ids=["empty", "cut", "stars", "unknown", "deep", "early", "begun early", "no date"],
)
def test_a_file_that_makes_no_sense_is_set_aside(home: Path, text: str) -> None:
    (home / RESULTS_FILE).write_text(text)
    results = again(home)
    assert results.notice == "challenge.file.broken"
    assert (home / f"{RESULTS_FILE}.broken").read_text() == text
    assert results.keep(GOOD)
    assert (again(home).notice, again(home).result(DAY, "Ada")) == ("", GOOD)


def test_what_was_set_aside_stays_when_it_happens_again(home: Path) -> None:
    for text in ("one", "two"):
        (home / RESULTS_FILE).write_text(text)
        again(home)
    kept = [(home / f"{RESULTS_FILE}.broken{end}").read_text() for end in ("", "-2")]
    assert kept == ["one", "two"]


def test_a_file_that_is_too_long_is_set_aside(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    again(home).keep(GOOD)
    monkeypatch.setattr(challenges, "MOST_BYTES", 10)
    assert again(home).notice == "challenge.file.broken"


def test_a_file_that_cannot_be_read_is_left_as_it_is(home: Path) -> None:
    (home / RESULTS_FILE).mkdir()
    results = again(home)
    assert results.notice == "challenge.file.unreadable"
    assert not results.keep(GOOD)
    assert results.result(DAY, "Ada") == GOOD, "known until the program ends"
    assert (home / RESULTS_FILE).is_dir()


def test_where_nothing_can_be_written_one_is_told(home: Path) -> None:
    (home / "file").write_text("")
    results = ChallengeResults(home / "file" / "folder")
    assert not results.keep(GOOD)
    assert results.result(DAY, "Ada") == GOOD


def test_a_write_that_fails_leaves_what_was_there(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    again(home).keep(GOOD)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    results = again(home)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert not results.keep(Result(DAY + timedelta(1), "Ada", 2, 2))
    assert [file.name for file in home.iterdir()] == [RESULTS_FILE]
    assert again(home).result(DAY, "Ada") == GOOD
    results.keep(Result(DAY + timedelta(2), "Ada", 2, 2))
    assert again(home).result(DAY + timedelta(1), "Ada") is not None, "kept as soon as that is possible"


def test_what_was_begun_is_known_until_it_is_ended(home: Path) -> None:
    again(home).begin(Begun(DAY, "Ada", 4))
    again(home).begin(Begun(DAY + timedelta(1), "Ada", tried=("5@0,0",)))
    results = again(home)
    assert results.begun(DAY, "Ada") == results.begun_at(4) == Begun(DAY, "Ada", 4)
    assert results.begun(DAY, "Bo") is None
    results.keep(GOOD)
    assert results.begun(DAY, "Ada") is results.begun_at(4) is None
    assert again(home).begun(DAY + timedelta(1), "Ada") == Begun(DAY + timedelta(1), "Ada", tried=("5@0,0",))


def test_days_in_a_row_count_up_to_yesterday_and_only_if_played_on_their_day(home: Path) -> None:
    results = again(home)
    for days, late in ((0, False), (1, True), (2, False), (3, False)):
        results.keep(Result(DAY + timedelta(days), "Ada", 1, 1, late=late))
    assert [results.streak("Ada", DAY + timedelta(days)) for days in (0, 1, 2, 3, 4, 5)] == [
        1, 1, 1, 2, 2, 0
    ]  # fmt: skip
    assert results.streak("Bo", DAY) == 0


def test_what_was_begun_yesterday_and_not_ended_keeps_the_days_before_it(home: Path) -> None:
    results = again(home)
    results.keep(Result(DAY, "Ada", 1, 1))
    results.begin(Begun(DAY + timedelta(1), "Ada", 4))
    results.begin(Begun(DAY + timedelta(2), "Bo", 4, late=True))
    results.keep(Result(DAY + timedelta(1), "Bo", 1, 1))
    assert [results.streak("Ada", DAY + timedelta(days)) for days in (0, 1, 2, 3)] == [1, 1, 1, 0]
    assert results.streak("Bo", DAY + timedelta(3)) == 0, "begun on another day"
    results.keep(Result(DAY + timedelta(2), "Ada", 1, 1))
    assert results.streak("Ada", DAY + timedelta(2)) == 2
    results.keep(Result(DAY + timedelta(1), "Ada", 1, 1))
    assert results.streak("Ada", DAY + timedelta(2)) == 3


def test_dates_without_a_challenge_are_refused() -> None:
    for day, code in ((FIRST_DATE - timedelta(1), "before"), (DAY + timedelta(1), "ahead")):
        with pytest.raises(Refused, match=rf"challenge\.refusal\.{code}"):
            challenge_on(day, DAY)
    assert challenge_on(FIRST_DATE, DAY).day == 0
    assert challenge_on(DAY, DAY).day == 2


def test_a_result_is_a_line_of_text_and_signs() -> None:
    lines = [
        result_line(challenge_on(day, DAY), Result(day, "Ada", stars, tries, score))
        for day, stars, tries, score in ((FIRST_DATE, 3, 0, "38:33"), (FIRST_DATE + timedelta(1), 2, 2, ""))
    ]
    assert lines == [
        "Tilewright 2026-12-01 · The Great Divide ● 38:33 ★★★",
        "Tilewright 2026-12-02 · Sturt's Stony Desert ◆ 2 ★★☆",
    ]


def test_stars() -> None:
    assert [stars_for_tries(tries, True) for tries in (1, 2, 3, 4, 9)] == [3, 2, 1, 1, 1]
    assert stars_for_tries(2, False) == 0
    won, shared, lost = (Outcome(winners, (5, 3), "") for winners in ((0,), (0, 1), (1,)))
    assert [stars_for_outcome(each, Seat(0)) for each in (won, shared, lost)] == [3, 2, 1]
    assert score_words(msgspec.structs.replace(won, scores=(5, 3.5, 7)), Seat(1)) == "3.5:5:7"
