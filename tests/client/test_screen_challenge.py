"""Daily challenge, from the calendar to the result: by posted events, through the program."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from assets.texts import LANGUAGES
from client.app import navigation
from client.screens.challenge import screen as challenge_screen
from client.screens.challenge.screen import ChallengeScreen
from client.screens.puzzle.screen import PuzzleScreen
from client.screens.result.screen import ResultScreen
from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.session.challenges import (
    FIRST_DATE,
    RESULTS_FILE,
    Begun,
    ChallengeResults,
    Result,
    local_date,
)
from client.stage.settings import Settings
from client.ui.widgets import Button
from core.challenge import challenge_of
from core.chance import commitment, seed_from
from core.game import Outcome, Seat
from tests.client.couch import Couch, couch
from tests.client.looking import ARROWS, DPAD, HIGH_SIZES, SIZES, Ruler, key, pad, reachable

TABLE_DAY, PUZZLE_DAY = FIRST_DATE, FIRST_DATE + timedelta(1)
TODAY = FIRST_DATE + timedelta(9)


class Clock:
    """The date that the machine says."""

    today = TODAY


@pytest.fixture
def hands(home: Path) -> Iterator[Couch]:
    quick = Settings(language="en", names=("Ada",), speed=4.0, motion="reduced")
    with couch(quick, (960, 540), tick=0.2, drawn=False) as made:
        made.program.today = lambda: Clock.today
        Clock.today = TODAY
        made.program.title()
        made.rest(0.6)
        yield made


def calendar(hands: Couch, day: date = TODAY) -> ChallengeScreen:
    hands.program.challenge(day)
    hands.rest(0.5)
    assert isinstance(hands.app.top, ChallengeScreen)
    return hands.app.top


def offered(screen: ChallengeScreen) -> list[Button]:
    """Buttons for the chosen day."""
    return [button for button in (screen.play, screen.copy) if button in screen.focus.widgets]


def puzzle(hands: Couch) -> PuzzleScreen:
    assert isinstance(hands.app.top, PuzzleScreen), type(hands.app.top)
    return hands.app.top


def wrong(screen: PuzzleScreen, number: int = 0) -> Any:
    state, seat = screen.puzzle.position.state, screen.puzzle.seat
    legal = screen.game.legal(state, seat)
    return [move for move in legal if move not in screen.puzzle.answers][number]


# --- the title ----------------------------------------------------------------------------------


def test_the_title_leads_to_the_calendar_from_the_first_day_on(hands: Couch) -> None:
    title = hands.app.top
    assert isinstance(title, TitleScreen)
    assert title.challenge.visible
    hands.press(title.challenge)
    assert isinstance(hands.app.top, ChallengeScreen)
    hands.key(pygame.K_ESCAPE)
    hands.rest(0.5)
    Clock.today = FIRST_DATE - timedelta(1)
    title.resume()
    assert not title.challenge.visible


# --- the calendar -------------------------------------------------------------------------------


def test_it_opens_today_and_arrows_go_from_day_to_day(hands: Couch) -> None:
    screen = calendar(hands)
    assert screen.month.chosen == TODAY
    screen.focus.focus(screen.month, hands.app.now)
    hands.key(pygame.K_LEFT)
    hands.key(pygame.K_UP)
    assert screen.month.chosen == TODAY - timedelta(8)
    hands.pad(DPAD[1])
    assert screen.month.chosen == TODAY - timedelta(7)
    day, cell = list(screen.month.cells())[4]
    hands.click(*cell.centre)
    assert screen.month.chosen == day == date(2026, 12, 5)


@pytest.mark.parametrize("by", ["key", "pad", "wheel", "button"])
def test_months_are_turned(hands: Couch, by: str) -> None:
    screen = calendar(hands)
    screen.month.choose(date(2026, 12, 31))
    if by == "key":
        hands.key(pygame.K_e)
    elif by == "pad":
        hands.pad(10)
    elif by == "wheel":
        hands.wheel()
    else:
        hands.press(screen.later)
    assert screen.month.chosen == date(2027, 1, 31)
    screen.month.turn(1)
    assert screen.month.chosen == date(2027, 2, 28)
    screen.month.turn(-3)
    assert screen.month.chosen == date(2026, 11, 28)
    for last, step in ((date.min, -1), (date.max, 1)):
        screen.month.choose(last)
        screen.month.turn(step)
        assert screen.month.chosen == last


@pytest.mark.parametrize(("press", "codes"), [(key, ARROWS), (pad, DPAD)], ids=["keyboard", "gamepad"])
def test_every_widget_can_be_reached(hands: Couch, press: Any, codes: tuple[int, ...]) -> None:
    screen = calendar(hands, FIRST_DATE)
    screen.focus.focus(screen.month, hands.app.now)
    found = reachable(hands.app, screen.focus, press, codes)
    assert found == {screen.month, screen.earlier, screen.later, screen.play, screen.back}


@pytest.mark.parametrize("day", [FIRST_DATE - timedelta(1), TODAY + timedelta(1)], ids=["before", "ahead"])
def test_a_day_without_a_challenge_has_nothing_to_play(hands: Couch, day: date) -> None:
    screen = calendar(hands, day)
    assert screen.play not in screen.focus.widgets
    screen.focus.focus(screen.month, hands.app.now)
    hands.key(pygame.K_RETURN)
    assert hands.app.top is screen


def test_days_show_what_became_of_them(hands: Couch) -> None:
    ChallengeResults().keep(Result(PUZZLE_DAY, "Ada", 2, 2))
    ChallengeResults().begin(Begun(TABLE_DAY, "Ada", 7))
    screen = calendar(hands)
    states = [screen.day(FIRST_DATE + timedelta(days)).state for days in (-1, 0, 1, 2, 9, 10)]
    assert states == ["none", "begun", "done", "missed", "open", "none"]
    assert screen.day(PUZZLE_DAY).stars == 2


# --- midnight -----------------------------------------------------------------------------------


def solve(hands: Couch) -> None:
    puzzle(hands).answer(puzzle(hands).puzzle.answers[0])
    hands.until(lambda: not puzzle(hands).playback.busy and puzzle(hands).playback.ended is not None)
    hands.rest(0.4)
    hands.key(pygame.K_RETURN)
    hands.rest(0.5)


def streak(hands: Couch, screen: ChallengeScreen) -> int:
    return screen.results.streak("Ada", screen.today)


def test_a_calendar_left_open_moves_on_at_midnight(hands: Couch) -> None:
    Clock.today = TABLE_DAY
    screen = calendar(hands, TABLE_DAY)
    hands.rest(3.0)
    Clock.today, drawn = PUZZLE_DAY, hands.app.frames
    hands.rest(2.0)
    assert screen.today == screen.month.chosen == PUZZLE_DAY
    assert hands.app.frames > drawn, "it is drawn anew"
    states = [screen.day(TABLE_DAY + timedelta(days)).state for days in (0, 1, 2)]
    assert states == ["missed", "open", "none"]
    hands.key(pygame.K_RETURN)
    hands.rest(0.5)
    begun = ChallengeResults().begun(PUZZLE_DAY, "Ada")
    assert begun is not None and not begun.late


def test_whoever_looks_at_another_day_stays_there(hands: Couch) -> None:
    screen = calendar(hands, TABLE_DAY)
    Clock.today = TODAY + timedelta(1)
    hands.rest(2.0)
    assert (screen.month.chosen, screen.today) == (TABLE_DAY, TODAY + timedelta(1))


def test_the_day_it_was_begun_on_counts(hands: Couch) -> None:
    """Begun before midnight, solved after it, also where the puzzle was left for a moment."""
    ChallengeResults().keep(Result(FIRST_DATE, "Ada", 3, 1))
    Clock.today = PUZZLE_DAY
    calendar(hands, PUZZLE_DAY)
    hands.key(pygame.K_RETURN)
    hands.rest(0.5)
    Clock.today = PUZZLE_DAY + timedelta(1)
    hands.key(pygame.K_ESCAPE)
    hands.rest(2.0)
    screen = hands.app.top
    assert isinstance(screen, ChallengeScreen)
    assert screen.day(PUZZLE_DAY).state == "begun"
    assert streak(hands, screen) == 1, "what is not ended yet breaks nothing"
    screen.month.choose(PUZZLE_DAY)
    hands.press(screen.play)
    hands.rest(0.5)
    solve(hands)
    assert ChallengeResults().result(PUZZLE_DAY, "Ada") == Result(PUZZLE_DAY, "Ada", 3, 1)
    assert screen.month.chosen == PUZZLE_DAY, "what was just reached is shown"
    assert (streak(hands, screen), screen.today) == (2, PUZZLE_DAY + timedelta(1))


def test_what_the_calendar_shows_as_today_is_begun_today(hands: Couch) -> None:
    """The press comes after midnight, before the calendar has looked at the date again."""
    Clock.today = PUZZLE_DAY
    screen = calendar(hands, PUZZLE_DAY)
    hands.rest(challenge_screen.DATE_INTERVAL)
    Clock.today = PUZZLE_DAY + timedelta(1)
    screen.play.press()
    begun = ChallengeResults().begun(PUZZLE_DAY, "Ada")
    assert begun is not None and not begun.late


def test_a_calendar_follows_a_clock_that_is_set_back(hands: Couch) -> None:
    """Back over midnight, as by hand, in another time zone, or where summer time ends at midnight."""
    Clock.today = PUZZLE_DAY
    screen = calendar(hands, PUZZLE_DAY)
    hands.key(pygame.K_RETURN)
    hands.rest(0.5)
    solve(hands)
    assert screen.day(PUZZLE_DAY).state == "done"
    Clock.today = TABLE_DAY
    hands.rest(2.0)
    assert screen.today == screen.month.chosen == TABLE_DAY
    assert (screen.day(TABLE_DAY).state, screen.day(PUZZLE_DAY).state) == ("open", "done")
    Clock.today = PUZZLE_DAY
    hands.rest(2.0)
    assert screen.today == screen.month.chosen == PUZZLE_DAY
    assert screen.play not in screen.focus.widgets
    assert streak(hands, screen) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no TZ")
def test_the_date_follows_the_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that travels while the program runs: these two zones never have the same date."""
    try:
        monkeypatch.setenv("TZ", "<+14>-14")
        east = local_date()
        monkeypatch.setenv("TZ", "<-12>+12")
        assert east - local_date() in (timedelta(1), timedelta(2))
    finally:
        monkeypatch.undo()
        time.tzset()


# --- a puzzle -----------------------------------------------------------------------------------


def test_a_puzzle_is_solved_kept_and_its_line_copied(hands: Couch, monkeypatch: pytest.MonkeyPatch) -> None:
    Clock.today = PUZZLE_DAY
    screen = calendar(hands, PUZZLE_DAY)
    assert offered(screen) == [screen.play]
    hands.key(pygame.K_RETURN)
    hands.rest(0.5)
    puzzle(hands).answer(puzzle(hands).puzzle.answers[0])
    hands.until(lambda: not puzzle(hands).playback.busy and puzzle(hands).playback.ended is not None)
    hands.rest(0.4)
    hands.key(pygame.K_RETURN)
    hands.rest(0.5)
    assert hands.app.top is screen
    assert ChallengeResults().result(PUZZLE_DAY, "Ada") == Result(PUZZLE_DAY, "Ada", 3, 1)
    assert offered(screen) == [screen.copy]
    copied: list[str] = []
    monkeypatch.setattr(challenge_screen, "copy_text", lambda text: not copied.append(text))
    hands.press(screen.copy)
    assert copied == ["Tilewright 2026-12-02 · Sturt's Stony Desert ◆ 1 ★★★"]


def test_tries_count_although_the_puzzle_was_left(hands: Couch) -> None:
    calendar(hands, PUZZLE_DAY)
    hands.key(pygame.K_RETURN)
    hands.rest(0.5)
    puzzle(hands).answer(wrong(puzzle(hands)))
    hands.key(pygame.K_ESCAPE)
    hands.rest(0.5)
    screen = hands.app.top
    assert isinstance(screen, ChallengeScreen)
    assert screen.day(PUZZLE_DAY).state == "begun"
    hands.key(pygame.K_ESCAPE)
    hands.rest(0.5)
    calendar(hands, PUZZLE_DAY)
    hands.key(pygame.K_RETURN)
    hands.rest(0.5)
    assert puzzle(hands).tried == [wrong(puzzle(hands))]
    puzzle(hands).answer(puzzle(hands).puzzle.answers[0])
    assert ChallengeResults().result(PUZZLE_DAY, "Ada") == Result(PUZZLE_DAY, "Ada", 2, 2, late=True)


def test_a_shown_move_is_a_result_too(hands: Couch) -> None:
    calendar(hands, PUZZLE_DAY)
    hands.key(pygame.K_RETURN)
    hands.rest(0.5)
    puzzle(hands).show_answer()
    assert ChallengeResults().result(PUZZLE_DAY, "Ada") == Result(PUZZLE_DAY, "Ada", 0, 0, late=True)


def test_a_clock_set_back_repeats_and_loses_nothing(hands: Couch) -> None:
    ChallengeResults().keep(Result(TODAY, "Ada", 3, 1))
    Clock.today = PUZZLE_DAY
    screen = calendar(hands, TODAY)
    assert (screen.day(TODAY).state, offered(screen)) == ("done", [screen.copy])
    screen.month.choose(PUZZLE_DAY)
    assert screen.play in screen.focus.widgets
    ChallengeResults().keep(Result(PUZZLE_DAY, "Ada", 1, 4))
    screen = calendar(hands, PUZZLE_DAY)
    assert screen.play not in screen.focus.widgets
    assert ChallengeResults().result(TODAY, "Ada") == Result(TODAY, "Ada", 3, 1)


def test_a_damaged_file_is_told_and_a_new_calendar_begins(hands: Couch, home: Path) -> None:
    (home / RESULTS_FILE).write_text("{")
    screen = calendar(hands)
    told = [notice.text for notice in hands.app.notices.alive(hands.app.now)]
    assert told == [hands.app.translate("challenge.file.broken")]
    assert screen.play in screen.focus.widgets


# --- a table ------------------------------------------------------------------------------------


def begin(hands: Couch, day: date = TABLE_DAY) -> TableScreen:
    calendar(hands, day)
    hands.key(pygame.K_RETURN)
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    hands.settle()
    return hands.table


def play_on(hands: Couch, decisions: int, rng: random.Random) -> None:
    """Make some decisions at the table, or all until the end."""
    table = hands.table
    while decisions:
        hands.until(lambda: table.model.chooser is not None or table.client_table.latest.outcome is not None)
        if table.client_table.latest.outcome is not None:
            return
        legal = table.client_table.game.legal(table.model.frame().view, table.model.chooser)
        table.model.decide(rng.choice(list(legal)))
        hands.until(lambda: not table.model.state.pending)
        for _ in range(3):
            hands.key(pygame.K_n)
        decisions -= 1


def test_a_table_has_the_draws_of_its_day_is_gone_on_with_and_kept_once(
    hands: Couch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(navigation, "CHALLENGE_LEVEL", "random")
    challenge, rng = challenge_of(0), random.Random(3)
    client_table = begin(hands).client_table
    assert client_table.commitment == commitment(seed_from(challenge.seed)).hex()
    assert [holder.kind for holder in client_table.holders].index("person") == challenge.seat
    play_on(hands, 5, rng)
    number, steps = client_table.table, len(client_table.log)
    hands.table.actions.leave()
    hands.rest(0.5)
    assert ChallengeResults().begun(TABLE_DAY, "Ada") == Begun(TABLE_DAY, "Ada", number, late=True)
    screen = calendar(hands, TABLE_DAY)
    assert screen.day(TABLE_DAY).state == "begun"
    client_table = begin(hands).client_table
    assert client_table.table == number and len(client_table.log) >= steps
    play_on(hands, -1, rng)
    hands.until(lambda: isinstance(hands.app.top, ResultScreen))
    outcome = client_table.latest.outcome
    result = ChallengeResults().result(TABLE_DAY, "Ada")
    assert result is not None
    assert result.score == ":".join(f"{outcome.scores[seat]:g}" for seat in (0, 1))
    assert result.stars == (3 if outcome.winners == (0,) else 1)
    assert ChallengeResults().begun(TABLE_DAY, "Ada") is None
    hands.app.top.actions.leave()
    hands.rest(0.5)
    screen = hands.app.top
    assert isinstance(screen, ChallengeScreen) and screen.month.chosen == TABLE_DAY
    assert offered(screen) == [screen.copy]


def test_a_table_that_is_gone_is_begun_anew(hands: Couch) -> None:
    ChallengeResults().begin(Begun(TABLE_DAY, "Ada", 999))
    client_table = begin(hands).client_table
    assert client_table.commitment == commitment(seed_from(challenge_of(0).seed)).hex()
    assert ChallengeResults().begun(TABLE_DAY, "Ada") == Begun(TABLE_DAY, "Ada", client_table.table)


def test_another_game_at_the_table_does_not_count(hands: Couch) -> None:
    """The next one after a rematch has the table's number, but draws of its own."""
    ChallengeResults().begin(Begun(TABLE_DAY, "Ada", 5))
    game = challenge_of(0).game
    over = SimpleNamespace(outcome=Outcome((Seat(0),), (40.0, 31.0), ""))
    right = commitment(seed_from(challenge_of(0).seed)).hex()
    for drawn, kept in ((commitment(seed_from(challenge_of(0).seed + 1)).hex(), False), (right, True)):
        table = SimpleNamespace(table=5, latest=over, game=game, commitment=drawn)
        hands.program.note_challenge(table)
        assert (ChallengeResults().result(TABLE_DAY, "Ada") is not None) is kept


# --- looks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", (*SIZES, *HIGH_SIZES), ids=str)
def test_everything_fits(
    language: str, size: tuple[int, int], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = ChallengeResults()
    results.keep(Result(FIRST_DATE, "Ada", 3, 0, "138:133"))
    results.keep(Result(PUZZLE_DAY, "Ada", 1, 12))
    results.keep(Result(FIRST_DATE + timedelta(6), "Ada", 0, 2))
    results.begin(Begun(FIRST_DATE + timedelta(3), "Ada", 1))
    ruler, lines = Ruler(monkeypatch), []
    with couch(Settings(language=language, names=("Ada",)), size, tick=0.5, drawn=False) as hands:  # type: ignore[arg-type]
        hands.program.today = lambda: TODAY
        for day in (*(TODAY - timedelta(days) for days in range(-1, 11)), date(2027, 5, 31)):
            screen = calendar(hands, day)
            lines += [f"{day}: {line}" for line in ruler.measure(screen, hands.app, hands.app.now)]
            hands.app.pop()
            hands.app.push(screen)
    assert lines == []
