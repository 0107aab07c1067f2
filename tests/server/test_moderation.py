"""What a host can do about a guest: send away for good, and silence."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core.game import Seat
from core.protocol import messages as m
from server.storage.journal import MemoryStore, Stored
from server.storage.restore import restore
from server.tables import seating
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, Unsure, in_lobby, new_token, settle, two_at_sturt

KICKED = "net.bye.kicked"


def again(ear: Ear, lobby: Lobby) -> Ear:
    """The same program at the same place, calling once more."""
    return Ear(lobby, client=ear.guest.client, address=ear.guest.address)


async def send_away(host: Ear, other: Ear) -> None:
    """What the server does when somebody is dismissed: the connection ends."""
    await host.do(m.Kick, guest=other.number)
    assert other.last(m.Bye).why.code == KICKED
    await other.lobby.gone(other.guest)


def test_who_is_sent_away_is_told_so_and_the_seats_are_open() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        token = bo.last(m.Seated).token
        await send_away(ada, bo)
        table = lobby.tables[1]
        assert (table.chairs[1].kind, table.chairs[1].token) == ("open", b"")
        assert ada.last(m.Occupants).holders[1].kind == "open"
        assert bo.number not in table.guests
        eve = Ear(lobby)
        assert await eve.refused(m.Return, table=1, token=token) == "net.refusal.token"
        await eve.do(m.Sit, table=1, seat=1, name="Eve")

    in_lobby(test)


@pytest.mark.parametrize("known_by", ["client", "address"])
def test_who_was_sent_away_cannot_come_back(known_by: str) -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await send_away(ada, bo)
        back: Any = {"client": bo.guest.client} if known_by == "client" else {"address": bo.guest.address}
        late = Ear(lobby, **back)
        for kind, fields in (
            (m.Watch, {}),
            (m.Sit, {"seat": 1, "name": "Bo"}),
            (m.Return, {"token": bytes(16)}),
        ):
            by_token = known_by == "address" and kind is m.Return
            refusal = "net.refusal.token" if by_token else "net.refusal.banned"
            assert await late.refused(kind, table=1, **fields) == refusal
        await late.open("sturt", "me", "me")
        assert late.last(m.TableView).table == 2, "at other tables they are as welcome as ever"

    in_lobby(test)


def test_those_who_share_their_address_with_the_host_are_known_by_their_program_only() -> None:
    """Else a host who sends one of a class away would lock out all."""

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby, address="school")
        bo, cy = Ear(lobby, address="school"), Ear(lobby, address="school")
        await ada.open("sturt", "me", "open")
        await bo.do(m.Watch, table=1)
        await send_away(ada, bo)
        await cy.do(m.Watch, table=1)
        assert await again(bo, lobby).refused(m.Watch, table=1) == "net.refusal.banned"

    in_lobby(test)


def test_others_from_the_address_of_somebody_who_was_sent_away_may_stay_and_come_back() -> None:
    """But nobody new comes from there: it may be the same person with another program."""

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby, address="attic")
        bo, cy = Ear(lobby, address="school"), Ear(lobby, address="school")
        await ada.open("sturt", "me", "open")
        token = new_token()
        await cy.do(m.Sit, table=1, seat=1, name="Cy", token=token)
        await bo.do(m.Watch, table=1)
        await send_away(ada, bo)
        await cy.do(m.Say, text="what has he done?")
        await lobby.gone(cy.guest)
        back = Ear(lobby, address="school")
        await back.do(m.Return, table=1, token=token)
        await back.do(m.Say, text="here I am")
        assert await Ear(lobby, address="school").refused(m.Watch, table=1) == "net.refusal.banned"

    in_lobby(test)


def test_guests_of_the_own_program_have_no_address_to_be_known_by() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby, embedded=True, address="")
        await ada.open("sturt", "me", "open")
        await bo.do(m.Watch, table=1)
        await send_away(ada, bo)
        assert lobby.tables[1].banned == (bo.guest.client.hex(),)
        await Ear(lobby, embedded=True, address="").do(m.Watch, table=1)

    in_lobby(test)


def test_several_are_sent_away_and_another_run_of_the_server_knows_them_all() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, *others = (Ear(lobby) for _ in range(4))
        await ada.open("sturt", "me", "open")
        for other in others:
            await other.do(m.Watch, table=1)
            await send_away(ada, other)
        marks = {mark for other in others for mark in (other.guest.client.hex(), other.guest.address)}
        assert {*lobby.tables[1].banned} == marks
        restored = restore(Stored(1, tuple(store.entries[1])), lobby.services)
        assert {*restored.banned} == marks
        assert restored.chairs[1].kind == "open"

    in_lobby(test, store)


def test_what_somebody_says_while_being_sent_away_is_too_late() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        await bo.do(m.Watch, table=1)
        sit = bo.command(m.Sit, table=1, seat=1, name="Bo")
        async with lobby.tables[1].lock:
            kicking = asyncio.ensure_future(ada.do(m.Kick, guest=bo.number))
            await settle()
            sitting = asyncio.ensure_future(bo.send(sit))
            await settle()
        await kicking
        assert (await sitting).why.code == "net.refusal.banned"
        assert lobby.tables[1].chairs[1].kind == "open"

    in_lobby(test)


def test_the_marks_of_those_sent_away_are_not_more_and_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "MOST_BANS", 4)

    async def test(lobby: Lobby) -> None:
        ada, *others = (Ear(lobby) for _ in range(4))
        await ada.open("sturt", "me", "open")
        for other in others:
            await other.do(m.Watch, table=1)
            await send_away(ada, other)
        last = [mark for other in others[1:] for mark in (other.guest.client.hex(), other.guest.address)]
        assert [*lobby.tables[1].banned] == last

    in_lobby(test)


def test_nobody_else_sends_anybody_away_nor_hosts_themselves() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        eve = Ear(lobby)
        await eve.do(m.Watch, table=1)
        for ear in (bo, eve):
            assert await ear.refused(m.Kick, guest=ada.number) == "net.refusal.host_only"
            assert await ear.refused(m.Mute, guest=ada.number) == "net.refusal.host_only"
        stranger = Ear(lobby)
        for kind in (m.Kick, m.Mute):
            assert await ada.refused(kind, guest=ada.number) == "net.refusal.yourself"
            assert await ada.refused(kind, guest=stranger.number) == "net.refusal.no_such_guest"
            assert await ada.refused(kind, guest=10**9) == "net.refusal.no_such_guest"

    in_lobby(test)


def test_where_it_cannot_be_stored_nobody_is_sent_away_or_silenced() -> None:
    store = Unsure()

    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        store.full = True
        assert await ada.refused(m.Kick, guest=bo.number) == "net.refusal.not_stored"
        assert await ada.refused(m.Mute, guest=bo.number) == "net.refusal.not_stored"
        store.full = False
        assert not [heard for heard in bo.heard if isinstance(heard, m.Bye)]
        await bo.do(m.Say, text="still here")
        assert ada.last(m.Said).text == "still here"
        assert (lobby.tables[1].banned, lobby.tables[1].muted) == ((), set())

    in_lobby(test, store)


def test_a_seat_whose_decision_is_sealed_is_open_and_decided_anew() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve = Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("great_split", "me", "open")
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.Start)
        match = lobby.tables[1].match
        while match.state.stage != "resolve":
            seat = match.to_act()[0]
            await (ada, bo)[seat].act(seat)
        await bo.act(1)
        await send_away(ada, bo)
        await eve.do(m.Sit, table=1, seat=1, name="Eve")
        assert match.own(Seat(1)) == () and match.ply(Seat(1)) == 0
        await eve.act(1)

    in_lobby(test)


def test_a_question_by_somebody_who_is_sent_away_is_forgotten() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await ada.act(0)
        await bo.act(1)
        await bo.do(m.Undo, turn=2)
        await send_away(ada, bo)
        assert lobby.tables[1].question is None
        assert await ada.refused(m.AnswerUndo, yes=True) == "net.refusal.nothing_asked"
        assert lobby.tables[1].match.turn == 2

    in_lobby(test)


# --- Silence --------------------------------------------------------------------------------------------


def test_what_somebody_says_who_is_muted_is_told_to_nobody() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await ada.do(m.Mute, guest=bo.number)
        assert [holder.muted for holder in bo.last(m.Occupants).holders] == [False, True]
        assert await bo.refused(m.Say, text="hello?") == "net.refusal.muted"
        await bo.ask(m.Say, text="hello?")
        assert not [heard for heard in ada.heard if isinstance(heard, m.Said)]
        await ada.act(0)
        await bo.act(1)
        await ada.do(m.Mute, guest=bo.number, muted=False)
        await bo.do(m.Say, text="thank you")
        assert ada.last(m.Said).text == "thank you"

    in_lobby(test)


def test_whoever_watches_can_be_muted_too_and_the_host_sees_it() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        eve = Ear(lobby)
        await eve.do(m.Watch, table=1)
        await ada.do(m.Mute, guest=eve.number)
        assert ada.last(m.Occupants).watchers == (m.Watcher(eve.number, muted=True),)
        assert bo.last(m.Occupants).watchers == ()
        assert await eve.refused(m.Say, text="la la la") == "net.refusal.muted"
        later = again(eve, lobby)
        await lobby.gone(eve.guest)
        await later.do(m.Watch, table=1)
        assert await later.refused(m.Say, text="la la la") == "net.refusal.muted"

    in_lobby(test)


def test_neither_coming_back_nor_another_seat_ends_the_silence() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await ada.do(m.Mute, guest=bo.number)
        token = bo.last(m.Seated).token
        await lobby.gone(bo.guest)
        other = Ear(lobby)
        await other.do(m.Return, table=1, token=token)
        assert await other.refused(m.Say, text="me again") == "net.refusal.muted"
        restored = restore(Stored(1, tuple(store.entries[1])), lobby.services)
        assert [chair.muted for chair in restored.chairs] == [False, True]
        await other.do(m.HandOver, seat=1, level="easy")
        assert await other.refused(m.Say, text="me again") == "net.refusal.muted"
        await other.do(m.TakeBack, seat=1)
        assert await other.refused(m.Say, text="me again") == "net.refusal.muted"

    in_lobby(test, store)


def test_who_watched_in_silence_sits_down_in_silence() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        await eve.do(m.Watch, table=1)
        await ada.do(m.Mute, guest=eve.number)
        await eve.do(m.Sit, table=1, seat=1, name="Eve")
        assert ada.last(m.Occupants).holders[1].muted
        assert await eve.refused(m.Say, text="hello") == "net.refusal.muted"
        await eve.do(m.FreeSeat, seat=1)
        assert await eve.refused(m.Say, text="hello") == "net.refusal.muted"
        bo = Ear(lobby)
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await bo.do(m.Say, text="it was not me")

    in_lobby(test)


def test_in_the_next_game_the_muted_are_still_muted() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await ada.do(m.Mute, guest=bo.number)
        match = lobby.tables[1].match
        while match.to_act():
            seat = match.to_act()[0]
            await (ada, bo)[seat].act(seat, -1)
        await ada.do(m.Rematch)
        assert await bo.refused(m.Say, text="revenge") == "net.refusal.muted"

    in_lobby(test)
