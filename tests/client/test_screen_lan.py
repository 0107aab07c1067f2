"""Servers near by and typed addresses."""

from __future__ import annotations

import socket
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from assets.texts import LANGUAGES
from client.screens.lan.screen import LanActions, LanScreen
from client.session import seat_keys
from client.session.nearby_servers import VANISH_SECONDS, NearbyServers
from core.protocol import messages as m
from server.net.discovery import DiscoverySearch, FoundServer
from tests.client.looking import HIGH_SIZES
from tests.client.screens_kit import EVERYWHERE, Stage, check_layout, opened, server, stage

DEN = FoundServer("192.168.1.17", 4807, "Den", "0.1.0", 1, 2, True, b"den")
SIX = replace(DEN, host="fd12:3456:789a:1:5054:ff:fe12:3456", port=48070, identity=b"six")
"""A server with an address as long as most of IPv6 are; only wide windows have room for all of it."""
ATTIC = FoundServer("10.0.0.4", 4810, "Attic", "0.0.9", 2, 0, False, b"attic")


class Search:
    """A search that finds what the test says."""

    def __init__(self, *found: FoundServer) -> None:
        self.found = list(found)
        self.closed = False

    def poll(self) -> list[FoundServer]:
        return self.found

    def close(self) -> None:
        self.closed = True


class Where:
    """Notes where the screen leads to."""

    def __init__(self) -> None:
        self.hosted: list[str] = []
        self.called: list[tuple[str, int]] = []
        self.back = 0

    def leave(self) -> None:
        self.back += 1

    @property
    def actions(self) -> LanActions:
        return LanActions(self.hosted.append, lambda host, port: self.called.append((host, port)), self.leave)


def shown(on: Stage, search: Search, where: Where | None = None) -> LanScreen:
    nearby = NearbyServers(lambda: search)
    screen = LanScreen("sturt", (where or Where()).actions, lambda: nearby)
    on.app.push(screen)
    on.frames(0.5)
    return screen


def test_a_server_that_is_found_is_one_press_away() -> None:
    where = Where()
    with stage() as on:
        screen = shown(on, Search(DEN), where)
        assert [seen.found for seen in screen.sightings] == [DEN]
        on.key(pygame.K_RETURN)
        assert where.called == [("192.168.1.17", 4807)]


def test_another_version_is_shown_but_not_called() -> None:
    where = Where()
    with stage() as on:
        screen = shown(on, Search(ATTIC, DEN), where)
        on.click(screen.list.row(0, on.clock.now))
        assert where.called == []
        assert "0.0.9" in on.app.notices.shown[-1].text
        on.click(screen.list.row(1, on.clock.now))
        assert where.called == [("192.168.1.17", 4807)]


def test_servers_come_and_go_softly_and_the_choice_stays_with_its_server() -> None:
    search = Search(DEN)
    with stage() as on:
        screen = shown(on, search)
        assert screen.focus.current is screen.list
        search.found = [ATTIC, DEN]
        on.frames()
        assert [seen.found.name for seen in screen.sightings] == ["Attic", "Den"]
        assert screen.list.chosen == 1
        assert 0 <= screen.sightings[0].presence(on.clock.now) < 0.1
        search.found = []
        on.frames(VANISH_SECONDS / 2)
        assert all(0.2 < seen.presence(on.clock.now) < 0.9 for seen in screen.sightings)
        on.frames(VANISH_SECONDS)
        assert screen.sightings == () and screen.focus.current is screen.host


def test_an_address_is_typed_and_called() -> None:
    where = Where()
    with stage() as on:
        screen = shown(on, Search(), where)
        on.click(screen.field)
        on.type("desert.local:5000")
        on.key(pygame.K_RETURN)
        on.click(screen.call)
        assert where.called == [("desert.local", 5000)] * 2


@pytest.mark.parametrize("typed", ["", "a b", "host:0", "host:99999", ":4807", "x" * 255])
def test_a_wrong_address_says_why_until_it_is_changed(typed: str) -> None:
    where = Where()
    with stage() as on:
        screen = shown(on, Search(), where)
        on.click(screen.field)
        on.type(typed)
        on.key(pygame.K_RETURN)
        assert where.called == [] and screen.wrong
        on.type("1")
        on.key(pygame.K_BACKSPACE)
        assert not screen.wrong


def test_the_last_addresses_are_offered() -> None:
    where = Where()
    with stage(addresses=("den.local:4807", "10.1.1.1:5000")) as on:
        screen = shown(on, Search(), where)
        assert [button.label for button in screen.recent] == ["den.local", "10.1.1.1:5000"]
        on.click(screen.recent[1])
        assert where.called == [("10.1.1.1", 5000)]


def test_hosting_keeps_the_name_and_escape_leads_back() -> None:
    where, search = Where(), Search()
    with stage() as on:
        screen = shown(on, search, where)
        on.click(screen.who)
        on.type("  Ada  L ")
        on.click(screen.host)
        assert where.hosted == ["sturt"] and on.app.settings.name(0) == "Ada L"
        on.key(pygame.K_ESCAPE)
        assert where.back == 1
    assert search.closed


def test_a_real_server_on_this_machine_is_found() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    where = Where()
    with server(beacon_port=port) as house, stage() as on:
        session = opened(on, house, "Ada", "open")
        session.ask(m.Publish, name="Parlour")
        while session.client_table is None or not session.client_table.port:
            on.clock.now += 0.01
            session.poll(on.clock.now)
        nearby = NearbyServers(lambda: DiscoverySearch(port, addresses=["127.0.0.1"]))
        screen = LanScreen(None, where.actions, lambda: nearby)
        on.app.push(screen)
        on.until(lambda: screen.sightings, session)
        found = screen.sightings[0].found
        assert (found.name, found.port, found.open_seats) == ("Parlour", session.client_table.port, 1)


def test_a_seat_is_kept_whichever_address_of_its_server_answers_first(home: Path) -> None:
    """Also one that means something on one interface only."""
    scoped = "fe80::5054:ff:fe12:3456%eth0"
    seat_keys.keys_for(f"{scoped}:4807").add(seat_keys.SeatKey(1, 0, b"k" * 16, server="Den"))
    assert [(seat.host, seat.port) for seat in seat_keys.remembered_seats()] == [(scoped, 4807)]
    den = replace(DEN, others=(scoped,))
    with stage() as on:
        screen = shown(on, Search(den))
        assert screen.seats_words(den) == on.app.translate("lan.kept")
        assert screen.seats_words(DEN) != on.app.translate("lan.kept")


def test_a_server_whose_best_address_changes_stays_where_it_is() -> None:
    search = Search(DEN)
    with stage() as on:
        screen = shown(on, search)
        search.found = [replace(DEN, host="10.7.7.7", others=(DEN.host,))]
        on.frames(2.0)
        assert [seen.gone for seen in screen.sightings] == [None]
        assert screen.sightings[0].found.host == "10.7.7.7"


def test_a_recent_address_of_ipv6_is_called_again(home: Path) -> None:
    where = Where()
    with stage(addresses=("[fe80::1%eth0]:4807", "[fd00::5]:5000")) as on:
        screen = shown(on, Search(), where)
        for button in screen.recent:
            on.click(button)
        assert where.called == [("fe80::1%eth0", 4807), ("fd00::5", 5000)]


@pytest.mark.covering(most=4)
@pytest.mark.parametrize(
    "addresses",
    [
        ("192.168.100.117:48070", "10.0.0.2:48070", "den.local:4807", "192.168.100.118:48070"),
        (
            "[fe80::5054:ff:fe12:3456%wlp0s20f3]:48070",
            "[fd12:3456:789a:1:5054:ff:fe12:3456]:48070",
            "den:4807",
        ),
    ],
    ids=["ipv4", "ipv6"],
)
@pytest.mark.parametrize(
    ("language", "size"), EVERYWHERE + [(language, size) for size in HIGH_SIZES for language in LANGUAGES]
)
def test_everything_fits(
    language: str,
    size: tuple[int, int],
    addresses: tuple[str, ...],
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with stage(language, size, addresses=addresses) as on:
        screen = shown(on, Search())
        check_layout(on, screen, monkeypatch)
    with stage(language, size) as on:
        screen = shown(on, Search(ATTIC, DEN))
        screen.field.set_text("host:99999")
        screen.call_text("host:99999")
        check_layout(on, screen, monkeypatch)
    den = seat_keys.keys_for(f"{DEN.host}:{DEN.port}")
    den.add(seat_keys.SeatKey(1, 0, b"k" * 16, server="Den"))
    with stage(language, size) as on:
        screen = shown(on, Search(DEN))
        assert screen.seats_words(DEN) == on.app.translate("lan.kept")
        check_layout(on, screen, monkeypatch)
    if size[0] * 9 >= size[1] * 16:
        with stage(language, size) as on:
            check_layout(on, shown(on, Search(DEN, SIX)), monkeypatch)
