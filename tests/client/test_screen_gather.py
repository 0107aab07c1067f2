"""A table that gathers its people, on a real server."""

from __future__ import annotations

import pygame
import pytest

from assets.texts import LANGUAGES
from client.screens.gather.screen import GatherActions, GatherScreen
from client.screens.gather.seats import seat_actions
from client.screens.shared import page
from client.session.own_addresses import OwnAddress
from client.session.session import Session
from core.protocol import messages as m
from tests.client.looking import HIGH_SIZES
from tests.client.screens_kit import EVERYWHERE, Stage, check_layout, guest, opened, server, stage, wait

LEAST_ROW_HEIGHT = 40
"""Units of the lowest row of a seat."""


class Where:
    """Notes where the screen leads to."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    @property
    def actions(self) -> GatherActions:
        return GatherActions(
            begun=lambda: self.notes.append("begun"),
            leave=lambda: self.notes.append("leave"),
            lost=lambda session: self.notes.append("lost"),
        )


def shown(on: Stage, session: Session) -> tuple[GatherScreen, Where]:
    where = Where()
    screen = GatherScreen(session, where.actions, lambda: (OwnAddress("192.168.1.23"),))
    on.app.push(screen)
    on.frames(0.2)
    return screen, where


def seated(on: Stage, house: object, host: Session, seat: int, name: str) -> Session:
    """Another guest who has sat down at the host's table."""
    other = guest(house)  # type: ignore[arg-type]  # the house of the test
    assert host.client_table is not None
    other.ask(m.Sit, table=host.client_table.table, seat=seat, name=name)
    while other.client_table is None or seat not in other.client_table.yours:
        on.clock.now += 0.01
        other.poll(on.clock.now)
        wait((other,))
    return other


def test_the_host_starts_and_free_seats_go_to_ais_of_the_chosen_level() -> None:
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "open")
        screen, where = shown(on, session)
        on.click(screen.level)
        chosen = screen.level_chosen
        on.click(screen.start)
        on.until(lambda: where.notes, session)
        assert where.notes[0] == "begun" and session.client_table is not None
        assert (
            session.client_table.holders[1].kind == "bot"
            and session.client_table.holders[1].level == chosen != "normal"
        )


def test_enter_starts_at_once_for_the_host_and_a_guest_only_waits() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "open")
        other = seated(on, house, host, 1, "Bo")
        screen, where = shown(on, other)
        assert screen.start not in screen.focus.widgets
        assert screen.waiting_words() == "Waiting for Ada to start"
        on.key(pygame.K_RETURN)
        host.ask(m.Start)
        on.until(lambda: where.notes, host, other)
        assert where.notes[0] == "begun"


def test_somebody_at_this_screen_sits_down_too() -> None:
    with server() as house, stage(names=("Ada", "Bo"), portraits=("", "fox")) as on:
        session = opened(on, house, "Ada", "open")
        screen, _ = shown(on, session)
        on.click(screen.deeds[1, "sit"])
        on.frames(0.3)
        on.type("nny")
        on.key(pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN)
        on.frames(0.3)
        on.key(pygame.K_RIGHT, pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN)
        on.until(lambda: screen.client_table.yours == (0, 1), session)
        assert screen.client_table.holders[1].portrait == on.app.settings.portraits[1] == "camel"
        assert screen.client_table.holders[1].name == "Bonny" and on.app.settings.name(1) == "Bonny"


def test_seats_go_to_ais_and_become_free_again() -> None:
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "open")
        screen, _ = shown(on, session)
        on.click(screen.level)
        on.click(screen.deeds[1, "ai"])
        on.until(lambda: screen.client_table.holders[1].kind == "bot", session)
        assert screen.client_table.holders[1].level == screen.level_chosen != "normal"
        on.frames()
        assert screen.subtitle == "Every seat is taken. Begin whenever you like."
        on.click(screen.deeds[1, "free"])
        on.until(lambda: screen.client_table.holders[1].kind == "open", session)
        on.frames()
        assert screen.subtitle == "Begin whenever you like. Free seats then go to AIs."
        on.click(screen.deeds[0, "free"])
        on.until(lambda: screen.client_table.holders[0].kind == "open", session)
        assert screen.client_table.yours == ()


def test_what_may_be_done_about_a_seat() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "open")
        other = seated(on, house, host, 1, "Bo")
        assert host.client_table is not None and other.client_table is not None
        mine, theirs = host.guest, other.guest
        while host.client_table.holders[1].kind == "open":
            on.clock.now += 0.01
            host.poll(on.clock.now)
            wait((host,))
        assert [seat_actions(host.client_table, seat, mine) for seat in (0, 1)] == [("ai", "free"), ()]
        assert [seat_actions(other.client_table, seat, theirs) for seat in (0, 1)] == [(), ("ai", "free")]


def test_people_talk_and_see_who_comes() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "open")
        screen, _ = shown(on, host)
        other = seated(on, house, host, 1, "Bo")
        on.until(lambda: screen.client_table.holders[1].name == "Bo", host)
        other.ask(m.Say, text="Hello!")
        on.until(lambda: screen.journal, host, other)
        assert (screen.journal[-1].text, screen.journal[-1].seat) == ("Bo: Hello!", 1)
        on.click(screen.field)
        on.type("Welcome")
        on.key(pygame.K_RETURN)
        on.until(lambda: len(screen.journal) == 2, host, other)
        assert screen.journal[-1].text == "Ada: Welcome" and screen.field.text == ""


def test_a_couch_table_is_opened_to_the_lan_and_shows_its_port() -> None:
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "open")
        screen, _ = shown(on, session)
        assert screen.publish in screen.focus.widgets
        on.click(screen.publish)
        on.until(lambda: screen.client_table.port, session)
        on.frames()
        assert screen.publish not in screen.focus.widgets


def test_a_refusal_is_told_and_start_may_be_pressed_again() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "open")
        other = seated(on, house, host, 1, "Bo")
        screen, where = shown(on, other)
        screen.start.press()
        on.until(lambda: on.app.notices.shown, other)
        assert on.app.notices.shown[-1].text == "Only the host of the table can do that."
        assert screen.starting == 0 and where.notes == []


def test_escape_leaves_and_a_lost_line_is_told() -> None:
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "open")
        _, where = shown(on, session)
        on.key(pygame.K_ESCAPE)
        assert where.notes == ["leave"]
        house.embedded.close()
        on.until(lambda: "lost" in where.notes, session)


def test_whoever_watches_late_is_told_that_the_game_may_have_begun() -> None:
    with server() as house, stage() as on:
        ada = opened(on, house, "Ada", "open", delay=30)
        watcher = guest(house)
        assert ada.client_table is not None
        watcher.ask(m.Watch, table=ada.client_table.table)
        on.until(lambda: watcher.client_table is not None, ada, watcher)
        screen, _ = shown(on, watcher)
        say = on.app.translate
        assert screen.subtitle == say("table.watching_late", time=say("screen.setup.seconds", count="30"))
        assert screen.waiting_words() == say("gather.perhaps_begun")
        ada.ask(m.Start)
        on.until(lambda: ada.client_table is not None and ada.client_table.phase == "playing", ada, watcher)
        assert screen.late == 30 and screen.client_table.phase == "gathering"
        assert shown(on, ada)[0].late == 0


@pytest.mark.covering(most=4)
@pytest.mark.parametrize(
    ("language", "size"), [*EVERYWHERE, *((language, size) for language in LANGUAGES for size in HIGH_SIZES)]
)
def test_everything_fits(language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage(language, size) as on:
        session = opened(on, house, "Maximiliane", "open")
        screen, _ = shown(on, session)
        for number in range(3 if screen.page in screen.focus.widgets else 1):
            screen.page.chosen = number
            screen.layout(on.app.canvas.area)
            check_layout(on, screen, monkeypatch)
        session.ask(m.Publish)
        on.until(lambda: screen.client_table.port, session)
        check_layout(on, screen, monkeypatch)
        other = seated(on, house, session, 1, "Maximiliane")
        screen, _ = shown(on, other)
        check_layout(on, screen, monkeypatch)
        screen.client_table.yours, screen.client_table.delay = (), 3600
        check_layout(on, screen, monkeypatch)


@pytest.mark.covering(most=6)
@pytest.mark.parametrize("seats", [("great_divide", 2), ("ghawar", 4), ("great_split", 7)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(960, 540), (1024, 768), *HIGH_SIZES])
def test_many_seats_rules_and_addresses_leave_room_for_each_other(
    size: tuple[int, int], language: str, seats: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    (game, count), addresses = seats, (OwnAddress("192.168.1.23"), OwnAddress("10.111.112.113"))
    with server() as house, stage(language, size) as on:
        session = opened(on, house, "Maximiliane", "open", *["bot"] * (count - 2), game=game)
        session.ask(m.Publish)
        on.until(lambda: session.client_table is not None and session.client_table.port, session)
        actions = GatherActions(lambda: None, lambda: None, lambda lost: None, invite=lambda: None)
        screen = GatherScreen(session, actions, lambda: addresses)
        on.app.push(screen)
        for number in range(3):
            screen.page.chosen = number
            screen.layout(on.app.canvas.area)
            check_layout(on, screen, monkeypatch)
        assert min(seat.rect.h for seat in screen.seats) >= LEAST_ROW_HEIGHT


def test_an_upright_window_shows_one_page_and_turns_to_talk_by_itself() -> None:
    with server() as house, stage(size=(720, 960)) as on:
        session = opened(on, house, "Ada", "open")
        other = seated(on, house, session, 1, "Bo")
        screen, _ = shown(on, session)
        assert screen.publish in screen.focus.widgets and screen.field not in screen.focus.widgets
        on.click(screen.page)
        assert not {screen.publish, screen.field} & {*screen.focus.widgets}
        other.ask(m.Say, text="Hello")
        on.until(lambda: screen.journal, session, other)
        assert screen.field in screen.focus.widgets and screen.publish not in screen.focus.widgets
        on.key(pygame.K_t)
        assert screen.focus.current is screen.field


def test_the_key_for_talking_is_no_text_and_its_hint_goes_while_one_types(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a window system tells of the letter after the key, too."""
    hinted: list[str] = []
    monkeypatch.setattr(page, "draw_hints", lambda c, hints, *_: hinted.extend(h.text for h in hints))
    with server() as house, stage() as on:
        screen, _ = shown(on, opened(on, house, "Ada", "open"))
        assert "Talk" in hinted
        down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_t, mod=0, unicode="t", scancode=0)
        on.frames(0.1, down, pygame.event.Event(pygame.TEXTINPUT, text="t"))
        up = pygame.event.Event(pygame.KEYUP, key=pygame.K_t, mod=0, unicode="t", scancode=0)
        on.frames(0.1, up)
        assert screen.focus.current is screen.field and screen.field.text == ""
        hinted.clear()
        on.frames(0.1, down, pygame.event.Event(pygame.TEXTINPUT, text="t"))
        assert screen.field.text == "t"
        assert hinted and "Talk" not in hinted
