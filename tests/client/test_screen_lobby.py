"""The lobby of a real server."""

from __future__ import annotations

import pygame
import pytest

from assets.texts import LANGUAGES
from client.screens.lobby.screen import LobbyActions, LobbyScreen
from client.screens.setup.screen import SetupScreen
from client.session.session import Session
from client.stage.window import Screen
from client.ui.portraits import default_portrait
from core.protocol import messages as m
from tests.client.looking import HIGH_SIZES
from tests.client.screens_kit import (
    EVERYWHERE,
    House,
    Stage,
    asked_from_now,
    check_layout,
    guest,
    opened,
    server,
    stage,
    wait,
)


class Where:
    """Notes where the screen leads to; who has entered is somewhere else, as in the program."""

    def __init__(self, on: Stage) -> None:
        self.on = on
        self.notes: list[str] = []

    def entered(self) -> None:
        self.notes.append("entered")
        self.on.app.replace(Screen())

    @property
    def actions(self) -> LobbyActions:
        return LobbyActions(
            entered=self.entered,
            leave=lambda: self.notes.append("leave"),
            archive=lambda: self.notes.append("archive"),
            lost=lambda session: self.notes.append("lost"),
        )


def shown(on: Stage, house: House, password: str = "") -> tuple[LobbyScreen, Session, Where]:
    """The lobby for a new guest who knows the tables already, and perhaps a password."""
    session = guest(house)
    session.ask(m.Browse)
    while session.tables is None:
        on.clock.now += 0.01
        session.poll(on.clock.now)
        wait((session,))
    where = Where(on)
    screen = LobbyScreen(session, where.actions, password)
    on.app.push(screen)
    on.frames(0.2)
    return screen, session, where


def test_who_comes_alone_sits_down_with_one_press() -> None:
    with server() as house, stage(names=("Bo",)) as on:
        host = opened(on, house, "Ada", "open")
        _, session, where = shown(on, house)
        on.key(pygame.K_RETURN)
        on.until(lambda: where.notes, session, host)
        assert where.notes == ["entered"]
        assert session.client_table is not None and session.client_table.yours == (1,)
        assert session.client_table.holders[1].name == "Bo"


def test_two_people_of_one_machine_take_two_seats() -> None:
    with server() as house, stage(names=("Ada", "Bo"), portraits=("fox", "fox")) as on:
        host = opened(on, house, "open", "open")
        screen, session, where = shown(on, house)
        on.click(screen.lines[1].box)
        assert [line.wanted for line in screen.lines] == ["Ada", "Bo"]
        on.click(screen.lines[1].name)
        on.type("nny")
        on.click(screen.sit)
        on.until(lambda: where.notes, session, host)
        assert session.client_table is not None and session.client_table.yours == (0, 1)
        assert [holder.name for holder in session.client_table.holders] == ["Ada", "Bonny"]
        assert on.app.settings.names[:2] == ("Ada", "Bonny")
        told = [holder.portrait for holder in session.client_table.holders]
        assert told == [*on.app.settings.portraits[:2]] == ["fox", default_portrait("Bo", ["fox"])]


def test_nobody_sits_down_without_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage() as on:
        opened(on, house, "Ada", "open")
        screen, session, _ = shown(on, house)
        on.click(screen.lines[1].box)
        assert not screen.sit.enabled and screen.sit.tip
        asked = asked_from_now(session, monkeypatch)
        on.click(screen.sit)
        assert asked == []


def test_a_seat_taken_by_somebody_else_is_told_and_nothing_lost() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "open")
        assert host.client_table is not None
        screen, session, where = shown(on, house)
        faster = guest(house)
        faster.ask(m.Sit, table=host.client_table.table, seat=1, name="Flash")
        while faster.client_table is None:
            on.clock.now += 0.01
            faster.poll(on.clock.now)
            wait((faster,))
        screen.sit.press()
        on.until(lambda: on.app.notices.shown, session)
        assert on.app.notices.shown[-1].text == "Somebody already sits there."
        on.until(lambda: not screen.lines[1].free, session)
        assert where.notes == [] and screen.focus.current is not None


def test_a_full_table_can_be_watched() -> None:
    with server() as house, stage() as on:
        host = opened(on, house, "Ada", "Kenji")
        screen, session, where = shown(on, house)
        assert screen.focus.current is screen.watch and screen.sit not in screen.focus.widgets
        on.key(pygame.K_RETURN)
        on.until(lambda: where.notes, session, host)
        assert session.client_table is not None and session.client_table.yours == ()


def test_an_upright_window_shows_tables_or_the_seats_of_one() -> None:
    with server() as house, stage(size=(720, 960)) as on:
        host = opened(on, house, "Ada", "open")
        screen, session, where = shown(on, house)
        assert screen.sit in screen.focus.widgets and screen.list not in screen.focus.widgets
        on.click(screen.page)
        assert screen.sit not in screen.focus.widgets and screen.list in screen.focus.widgets
        on.click((screen.list.rect.cx, screen.list.rect.y + 40))
        assert screen.focus.current is screen.sit
        on.key(pygame.K_RETURN)
        on.until(lambda: where.notes, session, host)
        assert where.notes == ["entered"]


def test_tables_appear_while_one_looks_and_what_was_typed_stays() -> None:
    with server() as house, stage() as on:
        opened(on, house, "Ada", "open")
        screen, session, _ = shown(on, house)
        on.click(screen.lines[1].name)
        on.type("Zoe")
        typed = screen.lines[1].name.text
        opened(on, house, "bot", "open")
        on.until(lambda: len(screen.tables) == 2, session)
        assert screen.lines[1].name.text == typed and screen.focus.current is screen.lines[1].name
        on.click(screen.list.row(1, on.clock.now))
        assert screen.table == screen.tables[1].table
        assert screen.lines[0].holder.kind == "bot"


def test_what_one_can_take_part_in_comes_first_and_what_is_looked_at_is_in_view() -> None:
    with server() as house, stage() as on:
        for number in range(5):
            opened(on, house, f"Full {number}", "Too")
        host = opened(on, house, "Ada", "open")
        assert host.client_table is not None
        screen, session, _ = shown(on, house)
        assert screen.table == screen.tables[0].table == host.client_table.table and screen.list.chosen == 0
        last = screen.tables[-1].table
        screen.look_at(last)
        on.frames(0.3)
        row = screen.list.row(5, on.clock.now)
        assert screen.list.chosen == 5 and screen.list.rect.contains(*row.centre)
        opened(on, house, "Bo", "open")
        on.until(lambda: len(screen.tables) == 7, session)
        on.frames(0.3)
        assert screen.tables[screen.list.chosen].table == screen.table == last
        assert screen.list.rect.contains(*screen.list.row(6, on.clock.now).centre), "though it moved down"
        free = [any(holder.kind == "open" for holder in line.holders) for line in screen.tables]
        assert free == [True, True, *[False] * 5]


def test_tables_whose_game_is_over_come_last() -> None:
    full, free = (m.Holder("person"), m.Holder("bot")), (m.Holder("person"), m.Holder("open"))
    lines = [
        m.TableSummary(1, "", "sturt", 2, free, "over", 0),
        m.TableSummary(2, "", "sturt", 2, full, "playing", 0),
        m.TableSummary(3, "", "sturt", 2, full, "over", 0),
        m.TableSummary(4, "", "sturt", 2, free, "playing", 0),
        m.TableSummary(5, "", "sturt", 2, free, "gathering", 0),
    ]
    with server() as house, stage() as on:
        screen, _, _ = shown(on, house)
        screen.take(tuple(lines))
        assert [line.table for line in screen.tables] == [4, 5, 2, 1, 3]


def test_the_first_table_is_opened_from_here() -> None:
    with server() as house, stage() as on:
        screen, session, where = shown(on, house)
        assert screen.tables == () and screen.focus.current is screen.new
        on.key(pygame.K_RETURN)
        assert isinstance(on.app.top, SetupScreen)
        on.frames(0.1)
        setup = on.app.top
        assert setup.subtitle == "A table at Parlour"
        assert setup.help_words() == "Your table appears at Parlour, for everybody who comes there."
        setup.focus.focus(setup.seats[1].kind)
        assert setup.help_words().startswith("Anyone who comes to Parlour may sit down here.")
        setup.focus.focus(setup.seats[0].kind)
        assert setup.help_words() == on.app.translate("screen.setup.help_person")
        on.click(setup.start)
        on.until(lambda: where.notes, session)
        assert where.notes == ["entered"]


def test_escape_leaves_and_a_lost_line_is_told() -> None:
    with server() as house, stage() as on:
        _, _, where = shown(on, house)
        on.key(pygame.K_ESCAPE)
        assert where.notes == ["leave"]
    with server() as house, stage() as on:
        _, session, where = shown(on, house)
        house.embedded.close()
        on.until(lambda: where.notes, session)
        assert where.notes[0] == "lost"


@pytest.mark.covering(most=4)
@pytest.mark.parametrize(
    ("language", "size"), [*EVERYWHERE, *((language, size) for language in LANGUAGES for size in HIGH_SIZES)]
)
def test_everything_fits(language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage(language, size, names=("Maximiliane", "Bo")) as on:
        screen, session, _ = shown(on, house)
        check_layout(on, screen, monkeypatch)
        opened(on, house, "open", "open")
        opened(on, house, "Maximiliane", "bot")
        on.until(lambda: len(screen.tables) == 2, session)
        screen.look_at(screen.tables[0].table)
        check_layout(on, screen, monkeypatch)
        screen.look_at(screen.tables[1].table)
        check_layout(on, screen, monkeypatch)
        screen.page.chosen = 0
        screen.resume()
        check_layout(on, screen, monkeypatch)
