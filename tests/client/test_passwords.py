"""Tables with a password, and tables where nobody may watch, in the lobby; and how a password is typed."""

from __future__ import annotations

import pygame
import pytest

from client.screens.lobby.screen import LobbyScreen
from client.screens.shared.password import DOT, PasswordField
from client.session.table_policy import TablePolicy, clean_password
from client.ui.focus import label_words
from client.ui.intents import Accept, Device, MoveFocus, Typed
from client.ui.overlays import Dialog
from core.protocol import messages as m
from tests.client.screens_kit import (
    asked_from_now,
    check_layout,
    cut_texts,
    opened,
    server,
    stage,
    stray_words,
)
from tests.client.test_screen_lobby import shown

WORD = "open sesame"


def question(screen: LobbyScreen) -> Dialog:
    assert isinstance(screen.focus.modal, Dialog)
    return screen.focus.modal


def test_whoever_knows_the_password_sits_down() -> None:
    with server() as house, stage(names=("Bo",)) as on:
        host = opened(on, house, "Ada", "open", password=WORD)
        screen, session, where = shown(on, house)
        on.key(pygame.K_RETURN)
        assert label_words(question(screen).title) == "Password of “Ada”"
        assert label_words(question(screen).text) == on.app.translate("lobby.password_line"), (
            "before the server refuses"
        )
        on.frames(0.3)
        on.type(WORD)
        on.key(pygame.K_RETURN)
        on.until(lambda: where.notes, session, host)
        assert (
            session.client_table is not None
            and session.client_table.yours == (1,)
            and session.client_table.locked
        )


@pytest.mark.parametrize("wish", ["sit", "watch"])
def test_a_wrong_password_is_asked_for_again(wish: str) -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "open", password=WORD)
        screen, session, where = shown(on, house)
        on.click(getattr(screen, wish))
        first = question(screen)
        on.type("let me in")
        on.key(pygame.K_RETURN)
        on.until(lambda: screen.focus.modal not in (None, first), session, host)
        assert question(screen).text == on.app.translate("lobby.password_wrong")
        assert where.notes == []
        assert not on.app.notices.shown, "it is said once, in the question"
        on.type(WORD)
        on.key(pygame.K_RETURN)
        on.until(lambda: where.notes, session, host)
        assert session.client_table is not None and session.client_table.yours == (
            (1,) if wish == "sit" else ()
        )


def test_without_a_password_the_question_says_that_one_is_needed() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "open", password=WORD)
        screen, session, _ = shown(on, house)
        on.click(screen.sit)
        first = question(screen)
        on.key(pygame.K_RETURN)
        on.until(lambda: screen.focus.modal not in (None, first), session, host)
        assert question(screen).text == on.app.translate("net.refusal.password")


def test_the_question_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage() as on:
        opened(on, house, "Ada", "open", password=WORD)
        screen, session, where = shown(on, house)
        asked = asked_from_now(session, monkeypatch)
        on.click(screen.sit)
        on.key(pygame.K_ESCAPE)
        assert screen.focus.modal is None and asked == [] and where.notes == []


def test_two_seats_need_the_password_once() -> None:
    with server() as house, stage(names=("Ada", "Bo")) as on:
        host = opened(on, house, "open", "open", password=WORD)
        screen, session, where = shown(on, house)
        on.click(screen.lines[1].box)
        on.click(screen.sit)
        on.type(WORD)
        on.key(pygame.K_RETURN)
        on.until(lambda: where.notes, session, host)
        assert session.client_table is not None and session.client_table.yours == (0, 1)


def test_a_password_from_the_command_line_is_tried_first() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "open", password=WORD)
        screen, session, where = shown(on, house, WORD)
        screen.sit_at(1)
        on.until(lambda: where.notes, session, host)
        assert session.client_table is not None and session.client_table.yours == (1,)


def test_a_wrong_one_from_the_command_line_leads_to_the_question() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "open", password=WORD)
        screen, session, _ = shown(on, house, "sesame")
        screen.sit_at(1)
        on.until(lambda: screen.focus.modal, session, host)
        assert question(screen).text == on.app.translate("lobby.password_wrong")


def test_a_seat_that_is_free_nowhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage() as on:
        opened(on, house, "Ada", "open")
        screen, session, _ = shown(on, house)
        asked = asked_from_now(session, monkeypatch)
        screen.sit_at(0)
        assert on.app.notices.shown[-1].text == on.app.translate("table.notice.seat_not_free", number=1)
        assert asked == []


def test_where_nobody_may_watch_the_tool_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage() as on:
        opened(on, house, "Ada", "open", delay=None)
        screen, session, _ = shown(on, house)
        assert not screen.watch.enabled and label_words(screen.watch.tip) == "Nobody may watch at this table."
        asked = asked_from_now(session, monkeypatch)
        on.click(screen.watch)
        assert asked == []
        opened(on, house, "Bo", "open", password=WORD)
        on.until(lambda: len(screen.tables) == 2)
        on.click(screen.list.row(1, on.clock.now))
        assert screen.watch.enabled


def test_what_a_table_opened_from_the_lobby_was_given_reaches_the_server() -> None:
    with server() as house, stage() as on:
        screen, session, _ = shown(on, house)
        on.click(screen.new)
        setup = on.app.top
        policy = setup.table  # type: ignore[union-attr]  # it is the set-up
        policy.watching.chosen, policy.thinking.chosen = 2, 1
        policy.password.set_text(WORD)
        on.frames(0.3)
        on.click(setup.start)  # type: ignore[union-attr]
        on.until(lambda: session.client_table is not None, session)
        assert session.client_table is not None
        found = session.client_table
        assert (found.clock, found.delay, found.locked) == (m.Clock(300.0, 0.0), 30.0, True)


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_locks_and_questions_fit(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage(language, (1440, 1080)) as on:
        opened(on, house, "Grete Kluge", "open", password=WORD, delay=None)
        opened(on, house, "Ada", "bot", password=WORD, delay=30.0)
        screen, _, _ = shown(on, house)
        check_layout(on, screen, monkeypatch)
        for wrong in (
            "",
            on.app.translate("lobby.password_wrong"),
            on.app.translate("net.refusal.password_tries"),
        ):
            screen.ask_password(wrong)
            stray = stray_words(monkeypatch)
            with cut_texts(monkeypatch) as cut:
                on.leap(3)
            assert (cut, stray) == ([], [])


# --- the field ------------------------------------------------------------------------------------

KEYS, PAD = Device("keyboard"), Device("gamepad", 1)


def test_a_password_is_not_shown() -> None:
    field = PasswordField("", limit=m.PASSWORD_LENGTH)
    field.set_focus(True, 0.0)
    field.handle(Typed(device=KEYS, at=0.0, text="secret"))
    assert field.password == "secret"
    assert field.visible_text(field.text) == DOT * 6 and field.visible_text(field.text[:3]) == DOT * 3


def test_only_the_letter_that_a_gamepad_picks_is_seen() -> None:
    field = PasswordField("", limit=m.PASSWORD_LENGTH)
    field.set_focus(True, 0.0)
    field.handle(Accept(device=PAD, at=0.0))
    for dy in (1, 1):
        field.handle(MoveFocus(device=PAD, at=0.0, dy=dy))
    assert field.visible_text(field.text) == "B"
    field.handle(MoveFocus(device=PAD, at=0.0, dx=1))
    field.handle(MoveFocus(device=PAD, at=0.0, dy=1))
    assert field.text == "BA" and field.visible_text(field.text) == f"{DOT}A"
    field.handle(Accept(device=PAD, at=0.0))
    assert field.visible_text(field.text) == DOT * 2


def test_the_same_letters_from_other_keyboards_are_the_same_password() -> None:
    assert clean_password(" Cafe\u0301 ") == clean_password("Caf\u00e9") == "Caf\u00e9"
    assert len(clean_password("x" * 100)) == m.PASSWORD_LENGTH


def test_a_password_is_not_printed_by_accident() -> None:
    assert WORD not in repr(TablePolicy(password=WORD)) and WORD not in str([TablePolicy(password=WORD)])
