"""A couch game opened to the LAN: another machine takes a seat, loses its line and comes back to it."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from client.screens.gather.screen import GatherScreen
from client.screens.shared.waiting import WaitingScreen
from client.screens.table.intents import PlainIntent
from client.screens.table.screen import TableScreen
from client.session import seat_keys
from client.session.connection import ServerConnection
from client.session.session import Session
from client.stage.settings import Settings
from client.ui.portraits import default_portrait, portraits_of
from core.game import Goal
from core.games.great_divide.state import Cards
from core.games.sturt.rules import STURT
from core.games.sturt.state import Lay
from core.protocol import messages as m
from server.embedded import Embedded
from tests.client.couch import DEVICES, PATIENCE, Couch, couch
from tests.client.kit_player import KitPlayer
from tests.client.players import PLAYERS, GreatDividePlayer

BROKEN = 9
"""Decisions after which the guest's line breaks."""
WHOLE = tuple(
    pytest.param(game, marks=[pytest.mark.long] if game == "ghawar" else [])  # the longest one
    for game in PLAYERS
)
SETTINGS = Settings(language="en", names=("Ada", "Bo"), speed=4.0)


class Guest:
    """Somebody at another machine, without a window."""

    def __init__(self, hands: Couch, port: int, home: Path | None = None) -> None:
        """`home` is where the guest's machine keeps its seats; None: it keeps none."""
        self.hands = hands
        self.port = port
        address = f"127.0.0.1:{port}"
        keys = None if home is None else seat_keys.keys_for(address, home)
        self.session = Session.to("127.0.0.1", port, keys)
        self.heard: list[object] = []
        self.now = 0.0

    def until(self, true: Callable[[], object]) -> None:
        """Both sides go on until something is true."""
        end = time.monotonic() + PATIENCE
        while not true():
            self.now += 1
            self.heard += self.session.poll(self.now)
            self.hands.frame()
            assert time.monotonic() < end, self.session.trouble

    def sit(self, name: str = "Cleo", portrait: str = "") -> None:
        """Take the free seat of the first table."""
        self.session.ask(m.Browse)
        self.until(lambda: self.session.tables)
        line = self.session.tables[0]
        seat = next(i for i, holder in enumerate(line.holders) if holder.kind == "open")
        self.session.ask(m.Sit, table=line.table, seat=seat, name=name, portrait=portrait)
        self.until(lambda: self.session.client_table is not None and self.session.client_table.yours)


@contextmanager
def open_to_the_lan(game: str, **window: Any) -> Iterator[tuple[Couch, Guest]]:
    """Ada's couch, open to the LAN, Bo's seat free; and a guest who has called."""
    with couch(SETTINGS, **window) as hands:
        hands.program.port = 0
        hands.open_table(game)
        hands.table.do(PlainIntent.PUBLISH)
        hands.until(lambda: hands.table.client_table.port > 0)
        hands.table.session.ask(m.FreeSeat, seat=1)
        hands.until(lambda: hands.table.client_table.holders[1].kind == "open")
        guest = Guest(hands, hands.table.client_table.port)
        yield hands, guest
        guest.session.close()


@pytest.fixture
def opened() -> Iterator[tuple[Couch, Guest]]:
    """A couch with Sturt on it."""
    with open_to_the_lan("sturt") as there:
        yield there


def test_a_guest_sits_plays_talks_and_comes_back(opened: tuple[Couch, Guest]) -> None:
    hands, guest = opened
    guest.sit(portrait="puffin")
    table = hands.table
    hands.until(lambda: table.client_table.holders[1].portrait == "puffin")
    hands.settle()
    KitPlayer(hands).does(Lay(5, 0, 0), "mouse")
    guest.until(lambda: len(guest.session.client_table.log) == 1)
    guest.session.act(1, Lay(3, 1, 0))
    guest.until(lambda: len(table.client_table.log) == 2)
    guest.session.ask(m.Say, text="Hello!")
    guest.until(lambda: any("Hello!" in entry.text for entry in table.model.journal.entries))

    guest.session.line.close()
    guest.until(lambda: table.client_table.holders[1].kind == "away")
    guest.until(lambda: guest.session.status == "lost")
    hands.settle()
    KitPlayer(hands).does(Lay(5, 0, 1), "keyboard")
    hands.until(lambda: len(table.client_table.log) == 3)
    assert guest.session.call_again()
    guest.until(lambda: guest.session.returned and table.client_table.holders[1].kind == "person")
    guest.until(lambda: len(guest.session.client_table.log) == 3)
    assert guest.session.client_table.yours == (1,)
    assert [*map(portraits_of, (guest.session.client_table.holders, table.client_table.holders))] == [
        (default_portrait("Ada"), "puffin")
    ] * 2
    assert STURT.notation(guest.session.client_table.log[2].action) == "5@0,1"
    guest.session.act(1, Lay(6, 1, 1))
    guest.until(lambda: len(table.client_table.log) == 4)


def test_the_host_hands_a_seat_to_an_ai_and_takes_it_back(opened: tuple[Couch, Guest]) -> None:
    hands, guest = opened
    guest.sit()
    hands.settle()
    table = hands.table
    table.session.ask(m.HandOver, seat=0, level="easy")
    guest.until(lambda: len(guest.session.client_table.log) == 1)
    assert guest.session.client_table.holders[0].kind == "bot"
    table.session.ask(m.TakeBack, seat=0)
    guest.until(lambda: guest.session.client_table.holders[0].kind == "person")
    assert table.client_table.holders[0].name == "Ada"


@pytest.mark.long
def test_a_guest_is_told_when_the_host_has_gone(opened: tuple[Couch, Guest]) -> None:
    hands, guest = opened
    guest.sit()
    hands.program.close()
    end = time.monotonic() + PATIENCE
    while guest.session.status != "lost":
        guest.now += 1
        guest.session.poll(guest.now)
        assert time.monotonic() < end
    assert guest.session.trouble is not None
    assert guest.session.trouble.code.startswith("net.")


def test_a_lost_line_leads_back_to_the_same_seat_by_itself() -> None:
    """The window is the guest: its line breaks, it calls again and sits where it sat."""
    server = Embedded("Cleo", port=0, host="127.0.0.1")
    host = Session(ServerConnection(server.connect()))
    now = [0.0]

    def told(code: type) -> list[object]:
        now[0] += 1
        return [news for news in host.poll(now[0]) if isinstance(news, code)]

    with couch(SETTINGS) as hands:
        plans = (m.SeatPlan("me", name="Cleo"), m.SeatPlan("open"))
        host.ask(m.Open, game="sturt", options={}, plans=plans)
        asked, port = host.ask(m.Publish, name="Cleo"), 0
        while not port:
            port = next((done.port for done in told(m.Done) if done.id == asked), 0)
        hands.program.title()
        hands.program.call("127.0.0.1", port, "Ada", 1)
        hands.until(lambda: isinstance(hands.app.top, GatherScreen))
        host.ask(m.Start)
        hands.until(lambda: (told(m.Done) or True) and isinstance(hands.app.top, TableScreen))
        table = hands.table
        host.act(0, Lay(5, 0, 0))
        hands.until(lambda: (told(m.Done) or True) and len(table.client_table.log) == 1)
        hands.settle()
        table.session.line.close()
        hands.until(lambda: isinstance(hands.app.top, WaitingScreen))
        hands.until(lambda: hands.app.top is table and table.session.status == "open")
        hands.settle()
        KitPlayer(hands).does(Lay(3, 1, 0), "keyboard")
        hands.until(lambda: (told(m.Done) or True) and len(host.client_table.log) == 2)
        assert host.client_table.holders[1].name == "Ada"
    host.close()
    server.close()


def test_who_left_comes_back_to_the_same_seat_later(opened: tuple[Couch, Guest], tmp_path: Path) -> None:
    """The token outlives the program: a new session finds the seat kept, and only its owner may read it."""
    hands, guest = opened
    left = Guest(hands, guest.port, tmp_path)
    left.sit()
    table = left.session.client_table.table
    left.session.close()
    guest.until(lambda: hands.table.client_table.holders[1].kind == "away")

    again = Guest(hands, guest.port, tmp_path)
    assert again.session.come_back(table)
    again.until(lambda: hands.table.client_table.holders[1].kind == "person")
    again.until(lambda: again.session.client_table is not None and again.session.client_table.yours == (1,))
    again.session.close()
    assert os.name == "nt" or (tmp_path / seat_keys.KEYS_FILE).stat().st_mode & 0o077 == 0


def test_kept_seats_that_make_no_sense_are_none(home: Path) -> None:
    """Junk, a wrong shape, a cut file: no seats, no error; and keeping writes a good file again."""
    key = seat_keys.SeatKey(5, 2, b"\x01\xff" * 8)
    for junk in (b"", b"{", b"[]", b'{"a:1": [[1]]}', b'{"a:1": [[1, 2, "xyz", ""]]}', b"\xff\xfe"):
        (home / seat_keys.KEYS_FILE).write_bytes(junk)
        keys = seat_keys.keys_for("a:1")
        assert keys.all() == ()
    keys.add(key)
    assert seat_keys.keys_for("a:1").all() == (key,)
    keys.drop(key.token)
    assert seat_keys.keys_for("a:1").all() == ()


def test_the_next_couch_game_is_not_on_the_lan(opened: tuple[Couch, Guest]) -> None:
    """Opening one table opens no other: who called before sees nothing of what is played later."""
    hands, guest = opened
    guest.session.ask(m.Browse)
    guest.until(lambda: guest.session.tables)
    before = hands.table
    before.actions.leave()
    plans = (m.SeatPlan("me", name="Ada"), m.SeatPlan("me", name="Bo"))
    hands.program.open("sturt", {}, plans, Goal(games=1))
    guest.until(lambda: isinstance(hands.app.top, TableScreen) and hands.app.top is not before)
    assert hands.table.client_table.port == 0
    guest.session.ask(m.Browse)
    guest.until(lambda: guest.session.news)
    assert all("Bo" not in [holder.name for holder in line.holders] for line in guest.session.tables)
    guest.session.ask(m.Watch, table=hands.table.client_table.table + 1)
    guest.until(lambda: any(isinstance(news, m.Failed) for news in guest.heard))


def test_a_sealed_choice_stays_sealed_on_the_way() -> None:
    with open_to_the_lan("great_divide", size=(960, 540), tick=0.1) as (hands, guest):
        guest.sit()
        table, client_table = hands.table, guest.session.client_table
        before = client_table.latest
        GreatDividePlayer(hands).does(Cards("W13"), "mouse")
        guest.until(lambda: client_table.latest.to_act == (1,))
        assert client_table.latest.views == before.views and not client_table.log, (
            "that she is ready, and nothing else"
        )
        assert table.client_table.line(0) == (Cards("W13"),)
        guest.session.act(1, Cards("5E"))
        guest.until(lambda: len(table.client_table.log) == len(client_table.log) == 2)
        assert [step.action for step in client_table.log] == [Cards("W13"), Cards("5E")]


@pytest.mark.covering(most=1)
@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_game_with_a_line_that_breaks(game: str) -> None:
    """Ada plays with her hands, the guest by the rules alone; who comes back finds it all there."""
    rng = random.Random(3)
    with open_to_the_lan(game, size=(960, 540), tick=0.1) as (hands, guest):
        guest.sit()
        table, player, decided = hands.table, PLAYERS[game](hands), 0
        while table.client_table.latest.outcome is None:
            if decided == BROKEN:
                _break(guest, table)
                _come_back(guest, table)
            guest.until(lambda: guest.session.client_table.latest.turn == table.client_table.latest.turn)
            if 0 in table.client_table.latest.to_act:
                hands.settle()
                moment, view = hands.moment, table.client_table.latest.view(0)
                player.does(player.picks(table.client_table.game.legal(view, 0), rng), DEVICES[decided % 3])
                guest.until(lambda moment=moment: hands.moment != moment)
            else:
                position = guest.session.client_table.latest
                guest.session.act(1, rng.choice(table.client_table.game.legal(position.view(1), 1)))
                guest.until(lambda position=position: guest.session.client_table.latest is not position)
            decided += 1
        client_table = guest.session.client_table
        guest.until(lambda: client_table.latest.outcome is not None)
        assert client_table.log == table.client_table.log
        assert client_table.latest.outcome == table.client_table.latest.outcome


def _break(guest: Guest, table: TableScreen) -> None:
    guest.session.line.close()
    guest.until(lambda: table.client_table.holders[1].kind == "away" and guest.session.status == "lost")


def _come_back(guest: Guest, table: TableScreen) -> None:
    assert guest.session.call_again()
    guest.until(lambda: guest.session.returned and table.client_table.holders[1].kind == "person")
    assert guest.session.client_table.yours == (1,)
