"""Whoever is away is waited for: all are told for whom, and where the table wants it an AI stands in."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core.game import Seat
from core.protocol import messages as m
from server.net.limits import Limits
from server.storage.journal import MemoryStore, Seating
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, Unsure, entries_of, in_lobby, settle

QUICK = Limits(remind=0.05, stand_in=0.15)
NEVER = Limits(remind=0.05, stand_in=3600.0)
REMINDER = m.Notice("net.notice.waiting_for", {"name": "Bo"})


async def two(lobby: Lobby, game: str = "toy", **fields: Any) -> tuple[Ear, Ear]:
    """Ada, the host, and Bo, who holds seat 1; the game has begun."""
    ada, bo = Ear(lobby), Ear(lobby)
    await ada.open(game, "me", "open", **fields)
    await bo.do(m.Sit, table=1, seat=1, name="Bo")
    await ada.do(m.Start)
    return ada, bo


def notices(ear: Ear) -> list[m.Notice]:
    return [heard for heard in ear.heard if isinstance(heard, m.Notice)]


@pytest.mark.usefixtures("shelf")
def test_all_hear_once_for_whom_they_wait() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two(lobby)
        await lobby.gone(bo.guest)
        assert await ada.until(m.Notice) == REMINDER
        await asyncio.sleep(0.2)
        assert notices(ada) == [REMINDER]
        assert ada.guest.table is not None
        assert ada.guest.table.chairs[1].is_away(), "this table waits"

    in_lobby(test, limits=QUICK)


@pytest.mark.usefixtures("shelf")
def test_nobody_is_waited_for_who_owes_nothing_or_is_back_in_time() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two(lobby, stand_in="random")
        await bo.act(1)
        token = bo.last(m.Seated).token
        await lobby.gone(bo.guest)
        await asyncio.sleep(0.2)
        assert notices(ada) == [], "ready"
        await ada.act(0)
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        await asyncio.sleep(0.2)
        assert notices(ada) == [], "back before it was time"

    in_lobby(test, limits=QUICK)


@pytest.mark.usefixtures("shelf")
def test_who_comes_to_owe_a_decision_while_away_is_waited_for_from_then_on() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two(lobby)
        await bo.act(1)
        await lobby.gone(bo.guest)
        await asyncio.sleep(0.1)
        await ada.act(0)
        ada.forget()
        await settle()
        assert notices(ada) == []
        assert await ada.until(m.Notice) == REMINDER

    in_lobby(test, limits=QUICK)


def test_in_a_game_of_turns_too() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two(lobby, "sturt")
        await lobby.gone(bo.guest)
        await ada.act(0)
        assert await ada.until(m.Notice) == REMINDER

    in_lobby(test, limits=NEVER)


@pytest.mark.usefixtures("shelf")
def test_an_ai_stands_in_and_the_person_gets_the_seat_back_by_coming() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, bo = await two(lobby, stand_in="random")
        token = bo.last(m.Seated).token
        await ada.act(0)
        await lobby.gone(bo.guest)
        await ada.until(m.Notice, lambda told: told.code == "net.notice.stand_in")
        assert notices(ada) == [REMINDER, m.Notice("net.notice.stand_in", {"name": "Bo"})]
        stepped = await ada.until(m.StepsMade)
        assert [step.seat for step in stepped.views[0][1]] == [0, 1]
        holder = ada.last(m.Occupants).holders[1]
        assert (holder.kind, holder.name, holder.level, holder.owner) == ("bot", "Bo", "random", True)
        last = [entry for entry in entries_of(store, 1) if isinstance(entry, Seating)][-1]
        assert last.seats[1].kind == "bot" and last.seats[1].token
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        assert again.last(m.TableView).yours == (1,)
        assert again.last(m.TableView).holders[1].kind == "person"

    in_lobby(test, store=store, limits=QUICK)


def test_how_many_decisions_were_made_before_leaving_shows_in_nothing() -> None:
    """In the middle of a phase: the same words, whatever lies on the line."""

    async def test(lobby: Lobby) -> None:
        told = []
        for decisions in (0, 4):
            ada, bo = Ear(lobby), Ear(lobby)
            await ada.open("great_split", "me", "open", stand_in="random")
            assert ada.guest.table is not None
            table = ada.guest.table
            await bo.do(m.Sit, table=table.number, seat=1, name="Bo")
            await ada.do(m.Start)
            while table.match.state.stage != "resolve":
                seat = table.match.to_act()[0]
                await (ada, bo)[seat].act(seat)
            for _ in range(decisions):
                await bo.act(1)
            ada.forget()
            await lobby.gone(bo.guest)
            await ada.until(m.DecidersLeft)
            told.append([type(heard) for heard in ada.heard])
            assert table.match.own(Seat(1))
        assert told[0] == told[1] == [m.Occupants, m.Notice, m.Notice, m.Occupants, m.DecidersLeft]

    in_lobby(test, limits=QUICK)


@pytest.mark.usefixtures("shelf")
def test_where_it_cannot_be_written_down_all_wait_on() -> None:
    store = Unsure()

    async def test(lobby: Lobby) -> None:
        ada, bo = await two(lobby, stand_in="random")
        await lobby.gone(bo.guest)
        store.full = True
        await asyncio.sleep(0.3)
        assert ada.guest.table is not None
        assert ada.guest.table.chairs[1].is_away() and not ada.guest.table.set_aside
        store.full = False
        await ada.until(m.Notice, lambda told: told.code == "net.notice.stand_in")

    in_lobby(test, store=store, limits=QUICK)


@pytest.mark.usefixtures("shelf")
def test_a_table_that_all_have_left_waits_for_them_without_an_ai() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two(lobby, stand_in="random")
        token = ada.last(m.Seated).token
        table = ada.guest.table
        for ear in (bo, ada):
            await lobby.gone(ear.guest)
        await asyncio.sleep(0.3)
        assert table is not None and all(chair.is_away() for chair in table.chairs)
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        await again.until(m.Notice, lambda told: told.code == "net.notice.stand_in")

    in_lobby(test, limits=QUICK)
