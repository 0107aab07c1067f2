"""Thinking time: who is charged for what, what happens when none is left, and what a restart knows of it."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest

from core.game import Seat
from core.protocol import messages as m
from server.storage.journal import MemoryStore, Stored
from server.storage.restore import restore
from server.tables.clocks import LEAST_RENEWED_TIME, STORE_RETRY_DELAY
from server.tables.lobby import Lobby
from server.tables.table import Table
from tests.server.helpers import Ear, Time, Unsure, in_lobby, settle

CLOCK: Final = m.Clock(60.0, 2.0)
UP: Final = m.Notice("net.notice.time_up", {"name": "Bo"})


def table_of(ear: Ear) -> Table:
    assert ear.guest.table is not None
    return ear.guest.table


async def two(lobby: Lobby, game: str = "sturt", **fields: Any) -> tuple[Ear, Ear]:
    """Ada, the host, and Bo at seat 1; the game has begun, AIs wait."""
    ada, bo = Ear(lobby), Ear(lobby)
    await ada.open(game, "me", "open", **{"clock": CLOCK, **fields})
    await bo.do(m.Sit, table=1, seat=1, name="Bo")
    await ada.do(m.SetPace, pause=0.0, paused=True)
    await ada.do(m.Start)
    return ada, bo


async def run_out(time: Time, ada: Ear, bo: Ear) -> None:
    """Bo has to decide and does not."""
    await ada.act(0)
    await time.later(60.0)
    assert ada.last(m.Notice) == bo.last(m.Notice) == UP


# --- Who is charged -------------------------------------------------------------------------------------


def test_who_owes_a_decision_pays_for_the_time_and_has_some_back_with_it() -> None:
    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby)
        await time.later(10.0)
        await ada.act(0)
        assert bo.last(m.StepsMade).clocks == (52.0, 60.0)
        await time.later(5.0)
        await ada.do(m.Say, text="?")
        await bo.act(1)
        assert ada.last(m.StepsMade).clocks == (52.0, 57.0)
        watcher = Ear(lobby)
        await time.later(1.0)
        await watcher.do(m.Watch, table=1)
        assert (watcher.last(m.TableView).clock, watcher.last(m.TableView).clocks) == (CLOCK, (51.0, 57.0))

    in_lobby(test)


def test_an_ai_pays_nothing_nor_anybody_before_the_start_and_after_the_end() -> None:
    async def test(lobby: Lobby) -> None:
        time = Time()
        ada = Ear(lobby)
        await ada.open("sturt", "me", "open", clock=CLOCK)
        clocks = table_of(ada).clocks
        await time.later(1000.0)
        await ada.do(m.SetPace, pause=0.0, paused=True)
        await ada.do(m.Start)
        await ada.act(0)
        await time.later(1000.0)
        assert clocks.remaining_seconds() == (62.0, 60.0)
        await ada.do(m.SetPace, pause=0.0)
        while table_of(ada).match.to_act():
            await settle()
            if 0 in table_of(ada).match.to_act():
                await ada.act(0)
        left = clocks.remaining_seconds()
        await time.later(1000.0)
        assert clocks.remaining_seconds() == left and left[1] == 60.0

    in_lobby(test)


def test_nobody_pays_while_nobody_is_there() -> None:
    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby)
        clocks = table_of(ada).clocks
        token = ada.last(m.Seated).token
        await lobby.gone(ada.guest)
        await time.later(7.0)
        assert clocks.remaining_seconds() == (53.0, 60.0), "somebody waits for who is away"
        await lobby.gone(bo.guest)
        await time.later(1000.0)
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        assert again.last(m.TableView).clocks == (53.0, 60.0)
        await time.later(3.0)
        assert clocks.remaining_seconds() == (50.0, 60.0)

    in_lobby(test)


@pytest.mark.usefixtures("shelf")
def test_who_decides_at_the_same_time_pays_until_ready_and_is_rewarded_when_all_lies_open() -> None:
    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby, "toy")
        await time.later(10.0)
        await ada.act(0)
        assert bo.last(m.DecidersLeft).clocks == (50.0, 50.0)
        await time.later(10.0)
        assert table_of(ada).clocks.remaining_seconds() == (50.0, 40.0)
        await bo.act(1)
        assert ada.last(m.StepsMade).clocks == (52.0, 42.0)

    in_lobby(test)


def test_how_many_decisions_are_sealed_shows_in_no_clock() -> None:
    """Neither while they are nor with what comes back for them, to the last digit."""

    async def test(lobby: Lobby) -> None:
        told = []
        for restless in (False, True):
            time = Time()
            time.now = 0.3  # near 0 every sum is rounded: whoever reckons more often has other digits
            ada, bo = Ear(lobby), Ear(lobby)
            await ada.open("great_split", "me", "open", clock=CLOCK)
            table = table_of(ada)
            await bo.do(m.Sit, table=table.number, seat=1, name="Bo")
            await ada.do(m.Start)
            while table.match.state.stage != "resolve":
                seat = table.match.to_act()[0]
                await (ada, bo)[seat].act(seat)
            ada.forget()
            for _ in range(4):
                await time.later(0.1)
                if restless:
                    await bo.act(1)
                    await bo.do(m.Undo, turn=table.match.turn, seat=1)
                    await bo.act(1)
                await ada.do(m.SetPace, pause=0.0)
            for number, ear in ((1, bo), (0, ada)):
                while number in table.match.to_act() and table.match.state.stage == "resolve":
                    await ear.act(number)
            clocks = [heard.clocks for heard in ada.heard if isinstance(heard, m.TableView | m.DecidersLeft)]
            told.append((clocks, ada.last(m.StepsMade).clocks))
        assert told[0] == told[1]
        before, after = told[0][0][-1], told[0][1]
        assert [round(now - then, 6) for now, then in zip(after, before, strict=True)] == [2.0, 2.0]

    in_lobby(test)


# --- No time left ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [None, "easy"])
def test_an_ai_holds_the_seat_of_whoever_has_no_time_left(level: m.Level | None) -> None:
    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby, stand_in=level)
        await ada.act(0)
        await time.later(59.9)
        assert m.Notice not in [type(heard) for heard in ada.heard]
        await time.later(0.1)
        assert ada.last(m.Notice) == bo.last(m.Notice) == UP
        holder = ada.last(m.Occupants).holders[1]
        assert (holder.kind, holder.level, holder.owner) == ("bot", level or "normal", True)
        assert (bo.last(m.TableView).yours, bo.last(m.TableView).clocks) == ((), (62.0, 0.0))
        assert await bo.refused(m.Act, seat=1, action="5@0,0", turn=1) == "net.refusal.not_your_seat"

    in_lobby(test)


@pytest.mark.parametrize(("bonus", "least"), [(0.0, LEAST_RENEWED_TIME), (20.0, 20.0)])
def test_the_seat_can_be_taken_back_once_the_ai_has_decided(bonus: float, least: float) -> None:
    """Not before: else who has no time left could hold up the others for ever."""

    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby, clock=m.Clock(60.0, bonus))
        await run_out(time, ada, bo)
        assert await bo.refused(m.TakeBack, seat=1) == "net.refusal.time_up"
        await ada.do(m.StepOnce)
        await bo.until(m.StepsMade, lambda stepped: stepped.now == 2)
        await bo.do(m.TakeBack, seat=1)
        assert bo.last(m.TableView).yours == (1,)
        assert bo.last(m.TableView).clocks == (60.0 + bonus, least)
        await ada.act(0)
        await time.later(least)
        assert [x for x in ada.heard if x == UP] == [UP, UP]

    in_lobby(test)


def test_who_comes_back_without_time_owns_the_seat_and_the_ai_decides_on() -> None:
    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby)
        await run_out(time, ada, bo)
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=bo.last(m.Seated).token)
        holder = ada.last(m.Occupants).holders[1]
        assert (holder.kind, holder.guest, again.last(m.TableView).yours) == ("bot", again.number, ())
        await ada.do(m.StepOnce)
        await again.until(m.StepsMade, lambda stepped: stepped.now == 2)
        await again.do(m.TakeBack, seat=1)
        assert again.last(m.TableView).yours == (1,)

    in_lobby(test)


def test_who_sits_down_where_somebody_had_no_time_left_has_some() -> None:
    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby)
        await run_out(time, ada, bo)
        await bo.do(m.FreeSeat, seat=1)
        eve = Ear(lobby)
        await eve.do(m.Sit, table=1, seat=1, name="Eve")
        assert eve.last(m.TableView).clocks == (62.0, LEAST_RENEWED_TIME)

    in_lobby(test)


@pytest.mark.usefixtures("shelf")
def test_two_run_out_at_the_same_moment() -> None:
    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, _ = await two(lobby, "toy")
        await time.later(61.0)
        assert [holder.kind for holder in ada.last(m.Occupants).holders] == ["bot", "bot"]

    in_lobby(test)


def test_where_nobody_has_time_left_ais_go_on_at_the_tables_pace_until_somebody_is_back() -> None:
    """Paused they wait. Who comes back over another connection has the seat at once."""

    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby, clock=m.Clock(60.0, 0.0))
        match, token = table_of(ada).match, bo.last(m.Seated).token
        await time.later(60.0)
        assert ada.last(m.Notice) == bo.last(m.Notice) == m.Notice("net.notice.time_up", {"name": "Ada"})
        await time.later(60.0)
        assert match.turn == 0, "AIs wait"
        await ada.do(m.SetPace, pause=4.0)
        await settle()
        await time.later(3.9)
        assert match.turn == 0
        await time.later(0.1)
        assert match.turn == 1
        await time.later(60.0)
        assert ada.last(m.Notice) == bo.last(m.Notice) == UP
        for turn in (1, 2, 3, 4):
            assert match.turn == turn
            await time.later(3.9)
            assert match.turn == turn
            await time.later(0.1)
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        assert again.last(m.TableView).yours == (1,)
        assert again.last(m.TableView).clocks == (LEAST_RENEWED_TIME, LEAST_RENEWED_TIME)
        await ada.do(m.TakeBack, seat=0)
        assert ada.last(m.TableView).yours == (0,)
        assert [heard for heard in ada.heard if heard == UP] == [UP]

    in_lobby(test)


def test_where_it_cannot_be_stored_it_is_tried_again_after_a_while_and_not_before() -> None:
    store = Unsure()

    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby)
        await ada.act(0)
        store.full, store.tried = True, 0
        for seconds, tried in ((60.0, 1), (0.0, 1), (STORE_RETRY_DELAY - 0.1, 1), (0.1, 2), (1.0, 2)):
            await time.later(seconds)
            assert store.tried == tried
        assert table_of(bo).chairs[1].kind == "person" and not table_of(bo).set_aside
        store.full = False
        await time.later(STORE_RETRY_DELAY)
        assert ada.last(m.Notice) == UP

    in_lobby(test, store)


# --- Other games, other runs of the server --------------------------------------------------------------


async def _to_the_end(ears: tuple[Ear, Ear]) -> None:
    while to_act := table_of(ears[0]).match.to_act():
        await ears[to_act[0]].act(to_act[0], -1)


def again(lobby: Lobby, store: MemoryStore) -> Table:
    """The table as another run of the server would have it."""
    return restore(Stored(1, tuple(store.entries[1])), lobby.services)


def test_with_the_next_game_everybody_has_the_whole_time_also_after_a_restart() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        time = Time()
        ears = await two(lobby)
        await time.later(10.0)
        await _to_the_end(ears)
        await ears[0].do(m.Rematch)
        assert ears[1].last(m.TableView).clocks == (60.0, 60.0)
        assert again(lobby, store).clocks.remaining_seconds() == (60.0, 60.0)
        await time.later(1.0)
        assert min(table_of(ears[0]).clocks.remaining_seconds()) == 59.0

    in_lobby(test, store)


def test_a_restart_knows_the_clocks_as_they_were_told_last() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby)
        for seconds, ear in ((10.0, ada), (3.5, bo), (1.25, ada)):
            await time.later(seconds)
            await ear.act((ada, bo).index(ear))
            assert again(lobby, store).clocks.remaining_seconds() == ada.last(m.StepsMade).clocks
        await time.later(60.0)
        await ada.do(m.StepOnce)
        await bo.until(m.StepsMade, lambda stepped: stepped.now == 4)
        restored = again(lobby, store)
        assert restored.clocks.remaining_seconds() == table_of(ada).clocks.remaining_seconds()
        assert restored.clocks.remaining_seconds()[1] == LEAST_RENEWED_TIME
        await asyncio.sleep(0)
        await time.later(1000.0)
        assert restored.clocks.remaining_seconds()[1] == LEAST_RENEWED_TIME, "nobody is there"
        assert not restored.clocks.is_up(Seat(1))

    in_lobby(test, store)


def test_a_restart_does_not_tell_when_somebody_decided_unseen() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby, "great_split")
        table = table_of(ada)
        while table.match.state.stage != "resolve":
            seat = table.match.to_act()[0]
            await time.later(1.0)
            await (ada, bo)[seat].act(seat)
        before = again(lobby, store).clocks.remaining_seconds()
        await time.later(5.0)
        await bo.act(1)
        await bo.do(m.Undo, turn=table.match.turn, seat=1)
        assert 1 in table.match.to_act()
        assert again(lobby, store).clocks.remaining_seconds() == before, "what was had back is kept, too"
        while 1 in table.match.to_act():
            await bo.act(1)
        assert (
            again(lobby, store).clocks.remaining_seconds()
            == ada.last(m.DecidersLeft).clocks
            == table.clocks.remaining_seconds()
        )
        await time.later(5.0)
        await bo.do(m.Undo, turn=table.match.turn, seat=1)
        assert again(lobby, store).clocks.remaining_seconds() == ada.last(m.DecidersLeft).clocks

    in_lobby(test, store)


def test_a_table_without_a_clock_tells_and_charges_nothing() -> None:
    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo = await two(lobby, clock=None)
        await time.later(10_000.0)
        await ada.act(0)
        assert (bo.last(m.StepsMade).clocks, bo.last(m.TableView).clock) == ((), None)

    in_lobby(test)
