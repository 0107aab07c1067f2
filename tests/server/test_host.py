"""Who the host is: while its person is here the one whose table it is, meanwhile somebody else."""

from __future__ import annotations

import msgspec
import pytest

from core.protocol import messages as m
from server.storage.journal import JournalEntry, MemoryStore, Paced, Seating, Stored
from server.storage.restore import restore
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, entries_of, in_lobby, settle, two_at_sturt


def host(lobby: Lobby) -> int:
    return lobby.tables[1].host


def test_an_heir_is_host_until_the_host_is_back() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        token = ada.last(m.Seated).token
        await lobby.gone(ada.guest)
        assert host(lobby) == bo.number == bo.last(m.Occupants).host
        await bo.do(m.SetPace, pause=1.0)
        back = Ear(lobby)
        await back.do(m.Return, table=1, token=token)
        assert host(lobby) == back.number == bo.last(m.Occupants).host
        assert await bo.refused(m.SetPace, pause=2.0) == "net.refusal.host_only"

    in_lobby(test)


def test_all_have_gone_and_the_first_who_is_back_is_host_for_a_while() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        tokens = [ear.last(m.Seated).token for ear in (ada, bo)]
        for ear in (ada, bo):
            await lobby.gone(ear.guest)
        assert host(lobby) == 0
        late = [Ear(lobby), Ear(lobby)]
        await late[1].do(m.Return, table=1, token=tokens[1])
        assert host(lobby) == late[1].number
        await late[0].do(m.Return, table=1, token=tokens[0])
        assert host(lobby) == late[0].number

    in_lobby(test)


def test_a_newer_connection_of_the_host_is_the_host() -> None:
    async def test(lobby: Lobby) -> None:
        ada, _ = await two_at_sturt(lobby)
        newer = Ear(lobby)
        await newer.do(m.Return, table=1, token=ada.last(m.Seated).token)
        assert host(lobby) == newer.number
        assert await ada.refused(m.SetPace, pause=1.0) == "net.refusal.host_only"

    in_lobby(test)


def test_somebody_elses_seat_does_not_bring_the_hosts_right() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        token = bo.last(m.Seated).token
        await lobby.gone(bo.guest)
        back = Ear(lobby)
        await back.do(m.Return, table=1, token=token)
        assert host(lobby) == ada.number

    in_lobby(test)


def test_a_host_who_gives_the_seat_up_has_no_right_to_come_back_to() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await ada.do(m.FreeSeat, seat=0)
        assert host(lobby) == ada.number, "as long as they are here"
        await lobby.gone(ada.guest)
        assert host(lobby) == bo.number
        eve = Ear(lobby)
        await eve.do(m.Sit, table=1, seat=0, name="Eve")
        assert host(lobby) == bo.number

    in_lobby(test)


@pytest.mark.usefixtures("shelf")
def test_the_right_follows_its_person_to_another_seat_of_the_next_game_also_after_a_restart() -> None:
    """In the toy the seats move: whoever had fewest points sits first."""
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        moved = False
        for seed in range(20):
            ada = Ear(lobby, embedded=True)
            ears = [ada, Ear(lobby), Ear(lobby)]
            await ada.open("toy", "me", "open", "open", seed=seed)
            assert ada.guest.table is not None
            table = ada.guest.table
            for seat in (1, 2):
                await ears[seat].do(m.Sit, table=table.number, seat=seat, name=f"Seat {seat}")
            await ada.do(m.Start)
            while table.match.to_act():
                await ears[table.match.to_act()[0]].act(table.match.to_act()[0])
            await ears[1].do(m.Rematch)
            seat = ada.last(m.TableView).yours[0]
            assert table.patron == seat
            moved |= seat != 0
            token = ada.last(m.Seated).token
            restored = restore(Stored(table.number, tuple(store.entries[table.number])), lobby.services)
            assert (restored.patron, restored.host) == (seat, 0)
            await lobby.gone(ada.guest)
            assert table.host in (ears[1].number, ears[2].number)
            back = Ear(lobby)
            await back.do(m.Return, table=table.number, token=token)
            assert table.host == back.number and back.last(m.TableView).yours == (seat,)
        assert moved

    in_lobby(test, store)


def test_the_host_after_a_restart_is_whose_seat_it_was() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        kept = MemoryStore()
        kept.entries[1] = [*store.entries[1]]
        other = Lobby("Again", kept, lobby.services.brains)
        other.tables[1] = restore(Stored(1, tuple(store.entries[1])), other.services)
        late = [Ear(other), Ear(other)]
        for number in (1, 0):
            await late[number].do(m.Return, table=1, token=(ada, bo)[number].last(m.Seated).token)
            assert other.tables[1].host == late[number].number
        other.tables[1].stop()

    in_lobby(test, store)


def test_who_waits_for_the_host_is_written_down_and_nothing_of_who_stands_in() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, _ = await two_at_sturt(lobby)
        await lobby.gone(ada.guest)
        patrons = [entry.patron for entry in entries_of(store, 1) if isinstance(entry, Seating)]
        assert set(patrons) == {0}

    in_lobby(test, store)


def test_the_pause_with_which_a_screen_of_0_1_held_ais_is_no_pace() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "random", pause=0.5)
        held = msgspec.convert({"entries": [{"entry": "Paced", "pause": 60.0, "paused": True}]}, JournalEntry)
        restored = restore(Stored(1, (*store.entries[1], held)), lobby.services)
        assert (restored.pause, restored.paused) == (0.5, True)

    in_lobby(test, store)


def test_the_pace_is_written_down_and_a_step_with_its_receipt() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "random", "random", pause=60.0)
        await ada.do(m.SetPace, pause=2.5, paused=True)
        assert entries_of(store, 1)[-1] == Paced(2.5, True)
        restored = restore(Stored(1, tuple(store.entries[1])), lobby.services)
        assert (restored.pause, restored.paused) == (2.5, True)
        for kind, fields in ((m.StepOnce, {}), (m.Say, {"text": "Go on"})):
            done = await ada.do(kind, **fields)
            line = store.entries[1][-1]
            assert line.entries == () and line.receipt is not None
            assert (line.receipt.client, line.receipt.id) == (ada.guest.client, done.id)
        await settle()

    in_lobby(test, store)
