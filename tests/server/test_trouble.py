"""A store that fails, a bug in one table, what must not be heard: the order is record, apply, tell."""

from __future__ import annotations

from typing import Any

import pytest

from core.match import Match
from core.protocol import messages as m
from server.storage.journal import (
    Began,
    Closed,
    Finished,
    JournalEntry,
    MemoryStore,
    Moved,
    Opened,
    Seating,
    Started,
    Undone,
)
from server.tables.bot_turns import DECISION_RETRY_DELAY
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, Time, Unsure, entries_of, in_lobby, planned, settle, two_at_sturt


class Flaky(Unsure):
    """Looks, at every write, at what the guests have been told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[int] = []
        self.ears: list[Ear] = []

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        await super().record(table, line, finished)
        self.told += [sum(isinstance(x, m.StepsMade) for x in ear.heard) for ear in self.ears]


def test_nobody_is_told_of_what_could_not_be_stored() -> None:
    store = Flaky()

    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "me")
        await eve.do(m.Watch, table=1)
        heard = len(eve.heard)
        store.full = True
        assert await ada.refused(m.Act, seat=0, action="5@0,0", turn=0) == "net.refusal.not_stored"
        assert await ada.refused(m.HandOver, seat=0, level="easy") == "net.refusal.not_stored"
        assert (len(eve.heard), ada.guest.table.match.turn) == (heard, 0)
        assert await eve.refused(m.Open, game="sturt", options={}, plans=()) == "net.refusal.at_a_table"
        store.full = False
        await ada.act(0)
        store.full = True
        assert await ada.refused(m.Undo, turn=1) == "net.refusal.not_stored"
        assert ada.guest.table.match.turn == 1

    in_lobby(test, store)


def test_whoever_is_asked_may_go_though_nothing_can_be_stored() -> None:
    store = Flaky()

    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await ada.act(0)
        await ada.do(m.Undo, turn=1)
        store.full = True
        await lobby.gone(bo.guest)
        assert ada.last(m.Occupants).holders[1].kind == "away"
        store.full = False
        await ada.do(m.Undo, turn=1)
        assert ada.last(m.TableView).turn == 2

    in_lobby(test, store)


def test_a_step_is_recorded_before_it_is_told() -> None:
    store = Flaky()

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        store.ears = [ada]
        for turn in range(3):
            await ada.act(turn % 2)
        assert store.told == [0, 1, 2]

    in_lobby(test, store)


def test_what_an_ai_has_decided_and_nobody_could_store_is_decided_anew_by_itself() -> None:
    """After a while, and told once: a disk that is full may be so for long."""
    store = Flaky()

    async def test(lobby: Lobby) -> None:
        time = Time()
        ada = Ear(lobby)
        await ada.open("sturt", "me", "random")
        await ada.act(0)
        store.full, store.tried = True, 0
        for seconds, tried in (
            (0.0, 1),
            (DECISION_RETRY_DELAY - 0.1, 1),
            (0.1, 2),
            (1.0, 2),
            (DECISION_RETRY_DELAY - 1.0, 3),
        ):
            await time.later(seconds)
            await Ear(lobby).do(m.Watch, table=1)
            await settle()
            assert store.tried == tried, "whatever else happens at the table"
        assert [x for x in ada.heard if isinstance(x, m.Notice)] == [m.Notice("net.notice.not_stored")]
        store.full = False
        await time.later(DECISION_RETRY_DELAY)
        assert ada.last(m.StepsMade).now == 2
        assert not ada.last(m.TableView).paused

    in_lobby(test, store)


def test_while_ais_are_paused_a_step_that_could_not_be_stored_is_still_allowed() -> None:
    store = Flaky()

    async def test(lobby: Lobby) -> None:
        time = Time()
        ada = Ear(lobby)
        await ada.open("sturt", "random", "random", pause=60.0)
        await ada.do(m.SetPace, pause=0.0, paused=True)
        await ada.do(m.StepOnce)
        store.full = True
        await settle()
        store.full = False
        for _ in range(3):
            await time.later(DECISION_RETRY_DELAY)
        assert ada.guest.table is not None and ada.guest.table.match.turn == 1

    in_lobby(test, store)


def test_the_entries_of_a_table_tell_its_story() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        await ada.act(0)
        await ada.do(m.Undo, turn=1)
        await ada.do(m.HandOver, seat=1, level="random")
        entries = entries_of(store, 1)
        assert [type(entry) for entry in entries] == [Opened, Seating, Began, Started, Moved, Undone, Seating]
        receipts = [line.receipt for line in store.entries[1]]
        assert [receipt and (receipt.client, receipt.id) for receipt in receipts] == [
            (ada.guest.client, number) for number in (1, 2, 3, 4)
        ]
        assert b"".join(kept.token for kept in entries[1].seats) != b""
        token = ada.heard[1].token
        assert all(token not in (kept.token, b"") for kept in entries[1].seats)
        await store.record(1, JournalEntry((Closed(),)))
        assert store.entries == {}

    in_lobby(test, store)


def test_a_bug_in_one_table_sets_it_aside_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = Match.propose

    def buggy(self: Match, *what: Any) -> Any:
        if self.options.first == 1:
            raise ZeroDivisionError("a bug")
        return real(self, *what)

    monkeypatch.setattr(Match, "propose", buggy)

    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        plans = planned(("me", "me"))
        await ada.do(m.Open, game="sturt", options={"first": 1}, plans=plans)
        await bo.open("sturt", "me", "me")
        assert await ada.refused(m.Act, seat=1, action="5@0,0", turn=0) == "net.refusal.set_aside"
        assert ada.last(m.Notice).code == "net.notice.set_aside"
        assert await ada.refused(m.Say, text="hello?") == "net.refusal.set_aside"
        await bo.act(0)
        await bo.do(m.Browse)
        assert [line.table for line in bo.last(m.Tables).tables] == [2]
        await ada.do(m.Leave)
        await ada.open("sturt", "me", "me")
        assert sorted(lobby.tables) == [2, 3]
        assert store.entries.keys() == {1, 2, 3}, "its lines stay, for whoever looks for the bug"
        await lobby.gone(ada.guest)
        assert 3 in store.entries

    store = MemoryStore()
    in_lobby(test, store)
    assert "a bug" in caplog.text


def test_a_bug_while_an_ai_is_asked_sets_only_that_table_aside() -> None:
    class Broken:
        async def choose(self, asked: Any, whose: Any) -> Any:
            raise ZeroDivisionError("a bug")

        def take_unkept(self) -> None:
            return None

        async def close(self) -> None:
            pass

    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await bo.open("sturt", "me", "me")
        await ada.open("sturt", "random", "random")
        await ada.until(m.Notice, lambda notice: notice.code == "net.notice.set_aside")
        await lobby.gone(ada.guest)
        await bo.act(0)
        assert sorted(lobby.tables) == [1]
        assert store.entries.keys() == {1, 2}, "its lines stay"

    store = MemoryStore()
    in_lobby(test, store, brains=Broken())
