"""The page of people: who is there, and what the host can do about them, on a real server."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from msgspec.structs import replace

from client.screens.gather.screen import GatherActions, GatherScreen
from client.screens.shared.people import MOST_WATCHERS, PeoplePage, PersonRow
from client.screens.table.intents import OpenDialog
from client.session.own_addresses import OwnAddress
from client.session.session import Session
from client.stage.window import Screen
from client.ui.focus import Focus
from client.ui.overlays import Dialog
from core.protocol import messages as m
from tests.client.looking import ARROWS, DPAD, HIGH_SIZES, inside, key, pad, reachable
from tests.client.screens_kit import (
    EVERYWHERE,
    LANGUAGES,
    House,
    Stage,
    cut_texts,
    guest,
    opened,
    server,
    stage,
    stray_words,
    table,
)

TIGHT = (("en", (960, 540)), ("de", (1440, 1080)), ("de", (1920, 1080)), ("ja", (1920, 1080)))
HIGH = tuple((language, size) for size in HIGH_SIZES for language in LANGUAGES)
LONG = "Maximiliane-Elisabeth O."


class Party:
    """Ada is host; Bo sits at her table, Cleo watches. `screen` is where people gather, as Ada sees it."""

    def __init__(self, on: Stage, house: House, name: str = "Bo", watchers: int = 1) -> None:
        self.on, self.house = on, house
        self.ada = opened(on, house, "Ada", "open", "bot", game="great_split")
        self.bo = self.came(m.Sit, seat=1, name=name)
        self.watching = [self.came(m.Watch) for _ in range(watchers)]
        on.until(lambda: self.client_table.holders[1].kind == "person", *self.all)
        on.until(lambda: self.client_table.spectators == watchers, *self.all)

    def came(self, how: type[m.Command], **fields: object) -> Session:
        session = guest(self.house)
        session.ask(how, table=self.client_table.table, **fields)
        self.on.until(lambda: session.client_table is not None, session, self.ada)
        return session

    @property
    def client_table(self):  # type: ignore[no-untyped-def]  # as Ada sees the table
        assert self.ada.client_table is not None
        return self.ada.client_table

    @property
    def all(self) -> tuple[Session, ...]:
        return (self.ada, self.bo, *self.watching)

    def gathering(self, of: Session | None = None) -> GatherScreen:
        nowhere = GatherActions(begun=lambda: None, leave=lambda: None, lost=lambda session: None)
        screen = GatherScreen(of or self.ada, nowhere, lambda: (OwnAddress("192.168.1.23"),))
        self.on.app.push(screen)
        self.on.frames(0.2)
        return screen

    def page(self, of: Session | None = None) -> PeoplePage:
        """Opened by its button."""
        screen = self.gathering(of)
        self.on.click(screen.people)
        assert isinstance(screen.focus.modal, PeoplePage)
        self.on.frames(0.3)
        return screen.focus.modal

    def until(self, true: Callable[[], object]) -> None:
        self.on.until(true, *self.all)


def button(page: PeoplePage, guest: int, deed: str):  # type: ignore[no-untyped-def]  # one of its buttons
    return next(found for (_, who, what), found in page.deeds.items() if (who, what) == (guest, deed))


def row(page: PeoplePage, seat: int) -> PersonRow:
    return next(row for row in page.rows if row.seat == seat)


def test_everybody_is_told_who_is_host_and_who_they_are_themselves() -> None:
    with server() as house, stage() as on:
        party = Party(on, house)
        page = party.page(party.bo)
        assert [found.name for found in page.seats] == ["Ada", "Bo", "Easy AI"]
        assert [found.notes for found in page.seats] == [("host",), ("you",), ("AI",)]
        assert page.deeds == {} and page.watching == (), "only the host deals with people"
        assert page.others() == "one is watching"


def test_two_with_one_name_are_told_apart_by_their_fingerprints() -> None:
    with server() as house, stage() as on:
        party = Party(on, house, name="ada")
        ada, other, bot = party.client_table.holders
        party.client_table.holders = (ada, replace(other, fingerprint="KXQDABCDEFGH"), bot)
        assert [found.name for found in party.page().seats] == ["Ada", "ada · KXQD", "Easy AI"]


def test_the_host_can_deal_with_everybody_but_herself_and_ais() -> None:
    with server() as house, stage() as on:
        party = Party(on, house)
        page = party.page()
        guests = {who for _, who, _ in page.deeds}
        assert guests == {party.bo.guest, party.watching[0].guest}
        assert [found.name for found in page.watching] == [f"Spectator {party.watching[0].guest}"]


def test_a_spectator_who_speaks_is_listed_first_and_called_as_in_the_chat() -> None:
    with server() as house, stage() as on:
        party = Party(on, house, watchers=MOST_WATCHERS + 2)
        loud = party.watching[-1]
        assert loud.guest not in [found.guest for found in party.page().watching]
        screen = party.gathering()
        loud.ask(m.Say, text="Ghawar!")
        party.until(lambda: screen.journal)
        page = party.page()
        assert screen.journal[-1].text == f"{page.watching[0].name}: Ghawar!"
        on.click(button(page, loud.guest, "mute"))
        party.until(lambda: page.watching[0].muted)


def test_whoever_is_muted_is_told_why_and_heard_again_later() -> None:
    with server() as house, stage() as on:
        party = Party(on, house)
        page = party.page()
        on.click(button(page, party.bo.guest, "mute"))
        party.until(lambda: row(page, 1).muted)
        assert row(page, 1).notes == ("muted",)
        said = party.bo.ask(m.Say, text="hello")
        heard: list[m.Failed] = []

        def told() -> bool:
            heard.extend(news for news in party.bo.news if isinstance(news, m.Failed) and news.id == said)
            return bool(heard)

        party.until(told)
        assert heard[0].why.code == "net.refusal.muted"
        assert on.app.texts.has("net.refusal.muted")
        on.click(button(page, party.bo.guest, "unmute"))
        party.until(lambda: not row(page, 1).muted)


def test_a_muted_person_sees_it_before_typing() -> None:
    with server() as house, stage() as on:
        party = Party(on, house)
        party.ada.ask(m.Mute, guest=party.bo.guest)
        party.ada.ask(m.Start)
        party.until(lambda: party.bo.client_table.holders[1].muted)  # type: ignore[union-attr]  # Bo has come
        party.until(lambda: party.bo.client_table.phase == "playing")  # type: ignore[union-attr]
        screen = table(party.bo)
        on.app.push(screen)
        screen.do(OpenDialog("talk"))
        assert isinstance(screen.focus.modal, Dialog)
        assert screen.focus.modal.text == on.app.translate("table.chat.muted")


def test_sending_somebody_away_is_asked_first() -> None:
    """The question is not answered by pressing on: the focus is on the way out."""
    with server() as house, stage() as on:
        party = Party(on, house)
        page = party.page()
        over = page.over
        on.click(button(page, party.bo.guest, "kick"))
        assert isinstance(over.modal, Dialog) and over.modal.title == "Send Bo away?"
        on.key(pygame.K_RETURN)
        assert isinstance(over.modal, PeoplePage), "and back to the page"
        on.frames(0.3)
        assert party.bo.status == "open" and party.client_table.holders[1].name == "Bo"


def test_whoever_is_sent_away_is_told_and_does_not_come_back() -> None:
    with server() as house, stage() as on:
        party = Party(on, house)
        page = party.page()
        over = page.over
        on.click(button(page, party.bo.guest, "kick"))
        on.key(pygame.K_LEFT, pygame.K_RETURN)
        party.until(lambda: party.bo.status == "lost")
        assert party.bo.trouble is not None and party.bo.trouble.code == "net.bye.kicked"
        party.until(lambda: party.client_table.holders[1].kind == "open")
        assert isinstance(over.modal, PeoplePage)
        on.frames()
        assert row(over.modal, 1).sign == "chair"


def test_the_page_follows_whoever_comes_and_goes() -> None:
    with server() as house, stage() as on:
        party = Party(on, house)
        page = party.page()
        party.watching[0].ask(m.Leave)
        party.until(lambda: page.watching == ())
        assert page.others() == "Nobody is watching."
        assert all(widget in (*page.deeds.values(), page.close) for widget in page.focus.widgets)
        party.bo.close()
        on.until(lambda: row(page, 1).sign == "chair", party.ada)


def test_at_the_table_it_is_in_the_menu_where_others_may_come() -> None:
    with server() as house, stage() as on:
        party = Party(on, house)
        party.ada.ask(m.Publish, name="Ada")
        party.ada.ask(m.Start)
        party.until(lambda: party.client_table.phase == "playing" and party.client_table.port)
        screen = table(party.ada)
        on.app.push(screen)
        on.frames(0.2)
        screen.do(OpenDialog("menu"))
        on.frames(0.2)
        labels = [found.label for found in screen.focus.modal.widgets]  # type: ignore[union-attr]
        on.click(screen.focus.modal.widgets[labels.index("People")])  # type: ignore[union-attr]
        assert isinstance(screen.focus.modal, PeoplePage)
        party.ada.ask(m.Mute, guest=party.bo.guest)
        party.until(lambda: row(screen.focus.modal, 1).muted)  # type: ignore[arg-type]
        on.key(pygame.K_ESCAPE)
        assert screen.focus.modal is None


def test_whoever_has_an_ai_in_their_seat_is_listed_there_and_nowhere_else() -> None:
    with server() as house, stage() as on:
        party = Party(on, house)
        party.ada.ask(m.Start)
        party.until(lambda: party.client_table.phase == "playing")
        party.bo.ask(m.HandOver, seat=1, level="normal")
        party.until(
            lambda: party.client_table.holders[1].kind == "bot" and party.client_table.spectators == 2
        )
        page = PeoplePage(on.app, party.ada, Focus(()))
        assert [found.guest for found in page.watching] == [party.watching[0].guest]
        assert page.others() == ""
        button(page, party.bo.guest, "kick").press()
        dialog = page.over.modal
        assert isinstance(dialog, Dialog) and dialog.title == "Send Bo away?"
        theirs = PeoplePage(on.app, party.watching[0], Focus(()))
        assert theirs.others() == "one is watching"


def test_everybody_has_a_second_line() -> None:
    with server() as house, stage() as on:
        page = Party(on, house).page()
        assert [found.notes for found in page.rows] == [("you", "host"), ("here",), ("AI",), ("watching",)]


def test_nothing_moves_while_people_come_and_go() -> None:
    with server() as house, stage() as on:
        party = Party(on, house, watchers=3)
        page = party.page()
        places = {who: button(page, who, "kick").rect for who in (party.bo.guest, party.watching[1].guest)}
        size, close = page.rect, page.close.rect
        new = [party.came(m.Watch) for _ in range(MOST_WATCHERS)]
        party.watching[0].ask(m.Leave)
        party.until(lambda: party.client_table.spectators == 2 + MOST_WATCHERS)
        assert (page.rect, page.close.rect) == (size, close)
        assert {who: button(page, who, "kick").rect for who in places} == places
        for gone in (*party.watching[1:], *new):
            gone.close()
        on.until(lambda: page.watching == (), party.ada)
        assert (page.rect, page.close.rect) == (size, close)


def test_what_a_button_does_is_said_at_the_foot_and_over_no_other() -> None:
    with server() as house, stage() as on:
        party = Party(on, house)
        page = party.page()
        assert page.about() == ""
        kick = button(page, party.bo.guest, "kick")
        page.focus.focus(kick, on.app.now)
        assert page.about() == on.app.translate("people.tip_kick") and not kick.tip
        assert not page.foot.overlaps(page.close.rect)


@pytest.mark.parametrize(("press", "codes"), [(key, ARROWS), (pad, DPAD)], ids=["keyboard", "gamepad"])
def test_directions_lead_to_every_button(
    press: Callable[..., None], codes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with server() as house, stage() as on:
        party = Party(on, house, watchers=2)
        page = party.page()
        monkeypatch.setattr(page, "follow", lambda: None)
        found = reachable(on.app, page.focus, press, codes)
        assert found == {*page.deeds.values(), page.close} and len(found) == 7


@pytest.mark.long
@pytest.mark.covering(most=4)
@pytest.mark.parametrize(("language", "size"), [*EVERYWHERE, *HIGH])
def test_the_longest_names_and_notes_fit(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven seats, and everybody who can be is muted and has an AI in their seat."""
    with server() as house, stage(language, size) as on:
        party = Party(on, house, LONG)
        seats = (
            "Donaudampfschifffahrtska",
            LONG,
            "みどり",
            "José",
            "WWWWWWW",
        )
        holders = [party.client_table.holders[0]]
        for number, name in enumerate(("Bo", *seats), 100):
            holders.append(m.Holder("bot", name, "hard", number, owner=True, muted=True))
        page = party.page()
        party.client_table.holders = tuple(holders)
        party.client_table.seats = len(holders)
        page.follow()
        assert len(page.seats) == 7
        with cut_texts(monkeypatch) as cut:
            page.draw(on.app.canvas, on.clock.now + 1)
        assert cut == []


@pytest.mark.covering(most=3)
@pytest.mark.parametrize(("language", "size"), TIGHT + HIGH)
def test_all_words_fit(language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage(language, size) as on:
        party = Party(on, house, LONG, watchers=2)
        party.ada.ask(m.Mute, guest=party.bo.guest)
        party.ada.ask(m.Mute, guest=party.watching[0].guest)
        party.until(lambda: party.client_table.watchers[0].muted)
        on.app.push(Screen())
        pages = [party.page(party.watching[1]), party.page()]
        for page in pages:
            stray = stray_words(monkeypatch)
            with cut_texts(monkeypatch) as cut:
                page.draw(on.app.canvas, on.clock.now + 1)
            assert (cut, stray) == ([], [])
            places = [found.rect for found in page.focus.widgets]
            assert all(inside(place, on.app.canvas.area) for place in places)
            assert not any(a.overlaps(b) for a in places for b in places if a is not b)
