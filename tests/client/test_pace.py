"""AIs among themselves wait for the eyes: nobody pauses or joins a game that has long gone on."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from client.screens.table.pace import MOST_PENDING, Pace
from client.screens.table.screen import TableScreen
from client.session.session import Session
from client.session.table import ClientTable
from client.stage.settings import Settings
from core.game import CHANCE
from core.protocol import messages as m
from server.tables.contract import Guest
from tests.client.couch import couch
from tests.client.serving import Caller
from tests.server.helpers import Hall


class Watched(Hall):
    """A server that writes down what is acknowledged: by which guest, which turn."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[int, int]] = []
        do = self.lobby.handle

        async def handle(guest: Guest, message: m.Message) -> None:
            if isinstance(message, m.Acknowledge):
                self.heard.append((guest.number, message.turn))
            await do(guest, message)

        self.lobby.handle = handle  # type: ignore[method-assign]


@pytest.fixture
def hall() -> Iterator[Watched]:
    with Watched() as hall:
        yield hall


def client_table(caller: Caller) -> ClientTable:
    assert caller.session.client_table is not None
    return caller.session.client_table


def frames(hall: Watched, *callers: Caller) -> list[tuple[int, int]]:
    """A few frames of everybody's table; what the server has heard in them."""
    hall.heard.clear()
    for caller in callers:
        for _ in range(3):
            Pace(caller.session).keep(client_table(caller), lambda: None)
            caller.turn()
        caller.do(m.Say, text="what was said before is heard by now")
    return hall.heard[:]


def test_the_host_says_once_which_position_the_screen_has_come_to(hall: Watched) -> None:
    ada, eve = Caller(hall.port), Caller(hall.port)
    ada.do(m.Open, game="sturt", options={}, plans=(m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo")))
    eve.do(m.Watch, table=1)
    assert frames(hall, ada, eve) == [(ada.session.guest, 0)]
    ada.act()
    for caller in (ada, eve):
        caller.played(1)
    assert frames(hall, ada, eve) == [], "it is still to be shown"
    for caller in (ada, eve):
        client_table(caller).next()
    assert frames(hall, ada, eve) == [(ada.session.guest, 1)]
    ada.cut()
    ada.return_()
    assert frames(hall, ada, eve) == [(ada.session.guest, 1)], "over another connection nothing is known"
    for caller in (ada, eve):
        caller.session.close()


def test_whoever_is_host_again_says_it_again(hall: Watched) -> None:
    ada = Caller(hall.port)
    ada.do(m.Open, game="sturt", options={}, plans=(m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo")))
    assert frames(hall, ada) == [(ada.session.guest, 0)]
    for host, heard in ((99, []), (ada.session.guest, [(ada.session.guest, 0)])):
        client_table(ada).host = host
        assert frames(hall, ada) == heard
    ada.session.close()


def test_ais_of_a_demo_are_at_most_one_decision_ahead_of_a_slow_picture() -> None:
    with couch(Settings(language="en", volume=0.0, music=False), tick=1 / 240, drawn=False) as hands:
        hands.program.title()
        hands.program.demo("sturt")
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        table = hands.table
        hands.until(lambda: bool(table.client_table.log))
        table.session.ask(m.SetPace, pause=0.0)

        def is_played() -> bool:
            assert sum(event.seat != CHANCE for event in table.client_table.waiting) <= 1
            return len(table.client_table.log) >= 4

        hands.until(is_played)


class Talk:
    """A session that writes down what is asked of it."""

    def __init__(self) -> None:
        self.guest = 1
        self.asked: list[tuple[type[m.Command], dict[str, Any]]] = []

    def ask(self, kind: type[m.Command], **fields: Any) -> int:
        self.asked.append((kind, fields))
        return 0

    def acknowledge(self) -> None:
        """Nobody hears it."""


def test_whoever_falls_behind_catches_up_but_not_while_somebody_has_to_lift_the_curtain() -> None:
    pace, skipped = Pace(cast(Session, Talk())), []
    for waiting, awaited in ((MOST_PENDING, False), (MOST_PENDING + 1, True), (MOST_PENDING + 1, False)):
        behind = cast(ClientTable, SimpleNamespace(waiting=[SimpleNamespace(seat=0)] * waiting))
        pace.keep(behind, lambda of=(waiting, awaited): skipped.append(of), awaited)
    assert skipped == [(MOST_PENDING + 1, False)]


def test_a_pause_leaves_the_usual_pace_as_it_is() -> None:
    talk, table = Talk(), SimpleNamespace(pause=2.5, paused=False)
    pace = Pace(cast(Session, talk))
    for paused in (True, False):
        pace.pause(cast(ClientTable, table), paused)
        assert table.paused == paused
        assert talk.asked.pop() == (m.SetPace, {"pause": 2.5, "paused": paused})
