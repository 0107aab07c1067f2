"""Who watches late sees what happened, all of it, in its order, and none of it too soon."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from core import codec
from core.game import Seat
from core.games import GAMES
from core.protocol import messages as m
from server.bots.pool import DirectThinker
from server.storage.database import Database
from server.tables import spectators, views
from server.tables.lobby import Lobby
from server.tables.table import Table
from tests.server.helpers import Ear, in_lobby

DELAY = 60.0


def _later(table: Table, seconds: float = DELAY) -> None:
    """As if so many seconds had gone by."""
    watching = table.spectator_delay
    watching.queue = type(watching.queue)((due - seconds, said) for due, said in watching.queue)
    watching.stop()
    watching.show()


def _told(ear: Ear) -> list[Any]:
    return [
        said
        for said in ear.heard
        if isinstance(said, m.StepsMade | m.DecidersLeft | m.DecisionSealed | m.TableView)
    ]


async def _watched(lobby: Lobby, game: str = "sturt") -> tuple[Ear, Ear, Table]:
    ada, eve = Ear(lobby), Ear(lobby)
    await ada.open(game, "me", "me", delay=DELAY)
    await eve.do(m.Watch, table=1)
    ada.forget()
    return ada, eve, lobby.tables[1]


def test_who_watches_hears_of_a_move_when_its_time_has_come() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve, table = await _watched(lobby)
        assert eve.last(m.TableView).turn == 0
        eve.forget()
        await ada.act(0)
        await ada.act(1)
        assert len(_told(ada)) == 2
        assert not _told(eve)
        _later(table, DELAY - 5)
        assert not _told(eve)
        _later(table)
        assert _told(eve) == _told(ada)

    in_lobby(test)


def test_who_comes_later_sees_what_the_others_there_see() -> None:
    async def test(lobby: Lobby) -> None:
        ada, _, table = await _watched(lobby)
        await ada.act(0)
        _later(table)
        await ada.act(1)
        joined = Ear(lobby)
        await joined.do(m.Watch, table=1)
        table_view = joined.last(m.TableView)
        assert (table_view.turn, len(table_view.views[0].log)) == (1, 1)
        joined.forget()
        _later(table)
        assert [said.turn for said in _told(joined)] == [1], "and goes on from there"

    in_lobby(test)


def test_a_restart_shows_nothing_too_soon(tmp_path: Path) -> None:
    async def first() -> None:
        lobby = Lobby("Test", Database.open(tmp_path), DirectThinker())
        ada, _, _ = await _watched(lobby)
        await ada.act(0)
        await ada.act(1)
        await lobby.close()

    async def second() -> None:
        lobby = Lobby("Test", Database.open(tmp_path), DirectThinker())
        lobby.recover()
        eve, table = Ear(lobby), lobby.tables[1]
        await eve.do(m.Watch, table=1)
        assert (eve.last(m.TableView).turn, eve.last(m.TableView).phase) == (0, "playing")
        _later(table, DELAY - 5)
        assert eve.last(m.TableView).turn == 0
        _later(table)
        assert eve.last(m.TableView).turn == 2
        await lobby.close()

    asyncio.run(first())
    asyncio.run(second())


def test_who_sits_down_sees_the_present_and_who_gets_up_does_not() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve, table = await _watched(lobby)
        await ada.act(0)
        await ada.do(m.FreeSeat, seat=1)
        assert ada.last(m.TableView).turn == 1
        await eve.do(m.Sit, table=1, seat=1, name="Eve")
        assert eve.last(m.TableView).turn == 1
        await eve.act(1)
        await eve.do(m.FreeSeat, seat=1)
        assert eve.last(m.TableView).turn == 0, "of the spectator delay, which has seen nothing yet"
        assert table.match.turn == 2

    in_lobby(test)


def test_an_ai_that_thinks_tells_the_gallery_nothing() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "random", delay=DELAY, pause=60.0)
        await eve.do(m.Watch, table=1)
        eve.forget()
        await ada.act(0)
        await ada.until(m.Thinking)
        assert not eve.heard

    in_lobby(test)


def test_what_players_say_comes_in_its_place_among_what_happens() -> None:
    """It may be about a move that spectators have not seen yet; what others say there is heard at once."""

    async def test(lobby: Lobby) -> None:
        ada, eve, table = await _watched(lobby)
        eve.forget()
        await ada.act(0)
        await ada.do(m.Say, text="the middle is mine")
        await eve.do(m.Say, text="what is going on?")
        assert [said.text for said in eve.heard if isinstance(said, m.Said)] == ["what is going on?"]
        eve.forget()
        _later(table)
        kinds = [type(said) for said in eve.heard]
        assert kinds == [m.StepsMade, m.Said]

    in_lobby(test)


def test_a_queue_that_grows_too_long_becomes_one_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "MOST_QUEUED_MESSAGES", 3)

    async def test(lobby: Lobby) -> None:
        ada, eve, table = await _watched(lobby)
        eve.forget()
        for number in range(5):
            await ada.act(number % 2)
        assert len(table.spectator_delay.queue) <= 3
        assert not _told(eve)
        _later(table)
        assert _told(eve)[-1].turn in (4, 5)
        assert eve.guest.table is table
        assert table.spectator_delay.table_view(eve.guest) == views.table_view(table, eve.guest)

    in_lobby(test)


def test_a_host_cannot_have_a_long_log_kept_thousands_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "LOG_STEPS_PER_MESSAGE", 1)
    monkeypatch.setattr(spectators, "MOST_QUEUED_MESSAGES", 100)

    async def test(lobby: Lobby) -> None:
        ada, eve, table = await _watched(lobby)
        for number in range(9):
            await ada.act(number % 2)
        for _ in range(50):
            await ada.do(m.SetPace, pause=0.0)
        assert len(table.spectator_delay.queue) <= 11
        _later(table)
        assert (len(table.spectator_delay.queue), table.spectator_delay.weight) == (0, 0)
        assert table.spectator_delay.table_view(eve.guest) == views.table_view(table, eve.guest)

    in_lobby(test)


def test_people_are_told_at_once_but_not_their_clocks() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "me", delay=DELAY, clock=m.Clock(60.0))
        await eve.do(m.Watch, table=1)
        eve.forget()
        await ada.do(m.HandOver, seat=1, level="random")
        told = eve.last(m.Occupants)
        assert told.holders[1].kind == "bot"
        assert told.clocks == ()

    in_lobby(test)


@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
def test_what_messages_make_of_a_scene_is_the_scene(game: str) -> None:
    """Messages laid on a scene one after the other, against the scene made anew each time."""

    async def test(lobby: Lobby) -> None:
        ada, eve, table = await _watched(lobby, game)
        rng = np.random.default_rng(7)
        table_view = table.spectator_delay.table_view(eve.guest)
        for _ in range(120):
            owing = table.match.to_act()
            if not owing:
                break
            seat = Seat(int(rng.choice(owing)))
            legal = table.match.game.legal(table.match.tip(seat), seat)
            await ada.act(seat, int(rng.integers(len(legal))))
            while table.spectator_delay.queue:
                table_view = spectators.advance_view(table_view, table.spectator_delay.queue.popleft()[1])
            fresh = views.with_people(table, eve.guest, views.public_view(table))
            assert _plain(table_view) == _plain(fresh)
        assert len(table_view.views[0].log) >= 10

    in_lobby(test)


def _plain(table_view: m.TableView) -> Any:
    return codec.plain(msgspec.structs.replace(table_view, clocks=()))


def test_the_gallery_is_shown_by_itself() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve, table = await _watched(lobby)
        table.terms = msgspec.structs.replace(table.terms, delay=0.02)
        eve.forget()
        await ada.act(0)
        assert not _told(eve)
        await eve.until(m.StepsMade)

    in_lobby(test)
