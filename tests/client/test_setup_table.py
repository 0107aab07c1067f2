"""The sheet of a set-up about the table itself: thinking time, absence, spectators, a password."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from assets.texts import LANGUAGES
from client.screens.setup.table_options import TableSheet, two_lines
from client.session.table_policy import BONUS_SECONDS, CLOCK_MINUTES, SPECTATOR_DELAYS, TablePolicy
from client.stage.window import App
from client.ui.canvas import Canvas
from client.ui.focus import label_words
from client.ui.geometry import Rect
from core.protocol import messages as m
from tests.client.looking import (
    ARROWS,
    DPAD,
    HIGH_SIZES,
    SIZES,
    Ruler,
    click,
    inside,
    key,
    pad,
    reachable,
    typed,
)
from tests.client.test_screen_setup import Agreement

WORD = "open sesame"


@pytest.fixture
def lan() -> Iterator[Agreement]:
    made = Agreement(lan=True)
    yield made
    made.app.close()


def sheet(made: Agreement, now: float = 1.0) -> TableSheet:
    """Opened by its row."""
    click(made.app, made.screen.table_row.rect.centre, now)
    modal = made.screen.focus.modal
    assert isinstance(modal, TableSheet)
    made.app.frame(now + 0.5, [])
    return modal


def test_nothing_is_asked_of_a_table_that_nobody_touched(lan: Agreement) -> None:
    assert lan.start().policy == TablePolicy()
    assert (
        label_words(lan.screen.table_row.label)
        == "whoever is away is waited for · no time limit · open to all"
    )


@pytest.mark.parametrize(("press", "right"), [(key, pygame.K_RIGHT), (pad, 14)], ids=["keyboard", "gamepad"])
def test_every_thinking_time_can_be_had(
    press: Callable[[App, int, float], None], right: int, lan: Agreement
) -> None:
    opened, seen = sheet(lan), []
    opened.focus.focus(opened.choices.thinking)
    for step in range(len(CLOCK_MINUTES)):
        press(lan.app, right, 2.0 + step)
        seen.append(opened.choices.policy.clock)
    assert seen == [m.Clock(60.0 * minutes) for minutes in CLOCK_MINUTES]
    opened.focus.focus(opened.choices.bonus)
    for step, seconds in enumerate(BONUS_SECONDS[1:]):
        press(lan.app, right, 10.0 + step)
        assert opened.choices.policy.clock == m.Clock(60.0 * CLOCK_MINUTES[-1], seconds)


def test_without_a_thinking_time_nothing_is_added_to_it(lan: Agreement) -> None:
    opened = sheet(lan)
    bonus = opened.choices.bonus
    assert not bonus.enabled and label_words(bonus.tip)
    opened.focus.focus(bonus)
    key(lan.app, pygame.K_RIGHT, 2.0)
    assert bonus.chosen == 0 and opened.choices.policy.clock is None


def test_every_way_of_watching_can_be_had(lan: Agreement) -> None:
    opened, seen = sheet(lan), []
    opened.focus.focus(opened.choices.watching)
    for step in range(len(SPECTATOR_DELAYS)):
        key(lan.app, pygame.K_RIGHT, 2.0 + step)
        seen.append(opened.choices.policy.delay)
    assert seen == [*SPECTATOR_DELAYS[1:], SPECTATOR_DELAYS[0]]


def test_what_is_chosen_is_handed_over_and_told_in_the_row(lan: Agreement) -> None:
    opened = sheet(lan)
    for row, steps in ((opened.choices.away, 3), (opened.choices.thinking, 1), (opened.choices.watching, 2)):
        opened.focus.focus(row)
        for step in range(steps):
            key(lan.app, pygame.K_RIGHT, 2.0 + step)
    opened.focus.focus(opened.choices.password)
    typed(lan.app, f" {WORD} ", 6.0)
    key(lan.app, pygame.K_ESCAPE, 7.0)
    assert lan.screen.focus.modal is None and lan.made == [], "back closes the sheet only"
    line = "AI if away · 5 min · spectators 30 s late · password"
    assert label_words(lan.screen.table_row.label) == line
    assert lan.start().policy == TablePolicy("hard", m.Clock(300.0, 0.0), 30.0, WORD)


def test_at_one_screen_nothing_is_asked_about_guests() -> None:
    made = Agreement()
    opened = sheet(made)
    assert opened.choices.rows == (opened.choices.thinking, opened.choices.bonus, opened.choices.duplicate)
    opened.choices.password.set_text(WORD)
    key(made.app, pygame.K_RIGHT, 2.0)
    key(made.app, pygame.K_ESCAPE, 3.0)
    assert label_words(made.screen.table_row.label) == "Thinking time: 5 min"
    assert made.start().policy == TablePolicy(clock=m.Clock(300.0))
    made.app.close()


def test_the_password_is_drawn_nowhere(lan: Agreement, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = sheet(lan)
    opened.focus.focus(opened.choices.password)
    typed(lan.app, WORD, 2.0)
    ruler = Ruler(monkeypatch)
    lan.screen.draw(lan.app.canvas, 3.0)
    assert any("•" * len(WORD) in words.text for words in ruler.words)
    assert not any(WORD in words.text or "sesame" in words.text for words in ruler.words)


@pytest.mark.parametrize(("press", "codes"), [(key, ARROWS), (pad, DPAD)], ids=["keyboard", "gamepad"])
def test_up_and_down_lead_through_the_sheet(
    press: Callable[[App, int, float], None], codes: tuple[int, ...], lan: Agreement
) -> None:
    opened = sheet(lan)
    found = reachable(lan.app, opened.focus, press, codes[2:])
    assert found == set(opened.focus.widgets) and len(found) == 8


@pytest.mark.covering(most=4)
@pytest.mark.parametrize("size", [*SIZES[:3], *HIGH_SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_words_of_the_sheet_fit(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    ruler, wrong = Ruler(monkeypatch), []
    for language in LANGUAGES:
        made = Agreement(True, size, language)
        opened = sheet(made)
        choices = opened.choices
        for chosen, row in enumerate(choices.rows):
            opened.focus.focus(row, 2.0)
            for choice in (choices.away, choices.thinking, choices.bonus, choices.watching):
                choice.chosen = min(chosen, len(choice.options) - 1)
            ruler.words.clear()
            ruler.cut.clear()
            opened.draw(made.app.canvas, 2.3)  # a tip would lie over it a moment later
            wrong += [f"{language} cut off: {text}" for text in ruler.cut]
            beyond = [words for words in ruler.words if not inside(words.place, opened.rect)]
            wrong += [f"{language} outside: {words}" for words in beyond]
            wrong += [f"{language} {line}" for line in ruler.clashes()]
        made.app.close()
    assert wrong == []


@pytest.mark.parametrize("room", [300.0, 420.0, 640.0, 1200.0])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_breaks_between_two_things_only(language: str, room: float) -> None:
    made = Agreement(True, language=language)
    choices, canvas = made.screen.table, made.app.canvas
    choices.password.set_text(WORD)
    for watching in range(len(SPECTATOR_DELAYS)):
        choices.away.chosen, choices.thinking.chosen, choices.bonus.chosen = 2, 4, 2
        choices.watching.chosen = watching
        parts = choices.parts()
        lines = two_lines(canvas, parts, room).split("\n")
        assert [part for line in lines for part in line.split(" · ")] == [*parts]
        fits = canvas.measure(choices.summary(), "small", size=26)[0] <= room
        assert len(lines) == (1 if fits else 2)
    made.app.close()


def test_the_row_is_drawn_so(monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[str] = []
    text = Canvas.text

    def noting(self: Canvas, said: str, *rest: Any, **more: Any) -> Rect:
        words.append(said)
        return text(self, said, *rest, **more)

    monkeypatch.setattr(Canvas, "text", noting)
    made = Agreement(True, language="ja", game="ghawar")
    choices = made.screen.table
    choices.password.set_text(WORD)
    choices.away.chosen, choices.thinking.chosen = 2, 3
    choices.bonus.chosen, choices.watching.chosen = 2, 2
    made.app.draw()
    assert "離席時はAI · 20分＋30秒\n観戦30秒遅れ · パスワードあり" in words
    made.app.close()


@pytest.mark.parametrize("size", [(960, 540), (1440, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["sturt", "great_split", "down_under"])
def test_the_row_has_room_for_the_longest_line(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ruler, wrong = Ruler(monkeypatch), []
    for language in LANGUAGES:
        made = Agreement(True, size, language, game=game)
        choices = made.screen.table
        choices.password.set_text(WORD)
        choices.away.chosen, choices.thinking.chosen, choices.bonus.chosen = 2, 4, 2
        for watching in (3, 4):
            choices.watching.chosen = watching
            wrong += [f"{language}: {line}" for line in ruler.measure(made.screen, made.app, 9.0)]
        made.app.close()
    assert wrong == []
