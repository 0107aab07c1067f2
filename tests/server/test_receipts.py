"""Exactly once: a command said again is not done again, and its guest is told the same."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest

from core.game import Refused, Seat
from core.match import Match
from core.protocol import messages as m
from server.bots.pool import DirectThinker
from server.storage import schema
from server.storage.database import Database
from server.storage.journal import Closed, Finished, JournalEntry, MemoryStore, Paced, Receipt, Stored
from server.storage.restore import restore
from server.tables.lobby import Lobby
from server.tables.receipts import MOST_CLIENTS, MOST_COMMANDS, Receipts, digest
from server.tables.table import Table
from tests.server.helpers import Ear, Unsure, in_lobby, new_client, new_token, planned, settle

Fields = dict[str, Any]


def table_of(lobby: Lobby) -> Table:
    return lobby.tables[1]


def state(lobby: Lobby) -> Any:
    """All that a command may change."""
    table = table_of(lobby)
    match = table.match
    played = (match.turn, match.digest(), match.ply(Seat(0)), table.games, table.phase, table.series)
    kept = [chair.kept_seat() for chair in table.chairs]
    here = sorted(guest.client for guest in table.guests.values())
    return played, kept, here, table.banned, sorted(table.muted), table.pause, table.paused


class Room:
    """Ada, the host at seat 0 with an AI at seat 2, Bo at seat 1, and Eve, who watches.

    Of what Ada says `said` remembers the last.
    """

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.ada, self.bo, self.eve = Ear(lobby), Ear(lobby), Ear(lobby)
        self.token = new_token()

    async def gather(self, start: bool = True) -> None:
        plans = (m.SeatPlan("me", "Ada", token=self.token), *planned(("open", "random")))
        await self.ada.do(m.Open, game="toy", options={"face_up": True, "rounds": 1}, plans=plans)
        await self.bo.do(m.Sit, table=1, seat=1, name="Bo")
        await self.eve.do(m.Watch, table=1)
        await self.ada.do(m.SetPace, pause=0.0, paused=True)
        if start:
            await self.ada.do(m.Start)

    def second(self) -> Ear:
        """Ada at another connection."""
        return Ear(self.lobby, client=self.ada.guest.client)

    async def back(self) -> Ear:
        """Ada, back at her seat over another connection."""
        second = self.second()
        fresh = new_token()
        await second.send(m.Return(10_000, 1, self.token, fresh))
        self.token = fresh
        return second

    async def to_the_end(self) -> None:
        for ear, seat in ((self.ada, 0), (self.bo, 1)):
            await ear.act(seat)
        await self.ada.do(m.StepOnce)
        await settle()


async def nothing(room: Room) -> None:
    """The game has begun."""


async def acted(room: Room) -> None:
    await room.ada.act(0)


async def handed(room: Room) -> None:
    await room.ada.do(m.HandOver, seat=0, level="easy")


def action(lobby: Lobby) -> Fields:
    match: Match = table_of(lobby).match
    text = match.game.notation(match.game.legal(match.state, Seat(0))[0])
    return {"seat": 0, "action": text, "turn": match.turn}


Given = Callable[[Room], Awaitable[None]]
COMMANDS: Final[list[tuple[type[m.Command], Given, Callable[[Room], Fields], Fields]]] = [
    (m.Act, nothing, lambda room: action(room.lobby), {"action": "something else"}),
    (m.Undo, acted, lambda room: {"turn": table_of(room.lobby).match.turn, "seat": 0}, {"turn": 0}),
    (m.HandOver, nothing, lambda room: {"seat": 0, "level": "easy"}, {"level": "hard"}),
    (m.TakeBack, handed, lambda room: {"seat": 0}, {"seat": 2}),
    (m.FreeSeat, nothing, lambda room: {"seat": 0}, {"seat": 1}),
    (m.SetPace, nothing, lambda room: {"pause": 3.0, "paused": True}, {"pause": 4.0}),
    (m.Mute, nothing, lambda room: {"guest": room.eve.number}, {"muted": False}),
    (m.Kick, nothing, lambda room: {"guest": room.eve.number}, {"guest": 1_000}),
    (m.Rematch, Room.to_the_end, lambda room: {}, {}),
]
"""A command, what comes before it, what it says, and what else it could say."""
IDS: Final = [kind.__name__ for kind, *_ in COMMANDS]


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(("kind", "given", "fields", "other"), COMMANDS, ids=IDS)
def test_a_command_said_again_has_one_effect_and_the_same_answer(
    kind: type[m.Command], given: Given, fields: Callable[[Room], Fields], other: Fields
) -> None:
    """Over the same connection, and over another one; with the same number something else is refused."""
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        room = Room(lobby)
        await room.gather()
        await given(room)
        before = state(lobby)
        said: Any = room.ada.command(kind, **fields(room))
        answer = await room.ada.send(said)
        assert isinstance(answer, m.Done)
        after, lines = state(lobby), len(store.entries[1])
        assert after != before
        assert await room.ada.send(said) == answer
        assert (state(lobby), len(store.entries[1])) == (after, lines)
        if kind is not m.FreeSeat:
            second = await room.back()
            after = state(lobby)
            assert await second.send(said) == answer
            assert state(lobby) == after
        changed = type(said)(**{**_plain(said), **other}) if other else m.Start(said.id)
        assert (await (room.ada if kind is m.FreeSeat else second).send(changed)).why.code == (
            "match.refusal.key_reused"
        )
        assert state(lobby) == after

    in_lobby(test, store)


def _plain(command: m.Command) -> Fields:
    return {name: getattr(command, name) for name in command.__struct_fields__}


@pytest.mark.usefixtures("shelf")
def test_start_answers_steps_and_chat_are_told_once() -> None:
    """What they change is told: so they are counted by what the others hear."""

    async def test(lobby: Lobby) -> None:
        room = Room(lobby)
        await room.gather(start=False)

        async def twice(kind: type[m.Command], heard: type[m.Message], **fields: Any) -> None:
            said = room.ada.command(kind, **fields)
            room.bo.forget()
            answers = [await room.ada.send(said), await room.ada.send(said)]
            await settle()
            assert answers == [m.Done(said.id)] * 2
            assert len([message for message in room.bo.heard if isinstance(message, heard)]) == 1

        await twice(m.Start, m.TableView)
        await twice(m.Say, m.Said, text="Hello")
        await twice(m.StepOnce, m.DecidersLeft)

    in_lobby(test)


def test_a_yes_said_again_takes_nothing_else_back() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.Start)
        match = table_of(lobby).match
        await ada.act(0)
        undo = ada.command(m.Undo, turn=match.turn)
        yes = bo.command(m.AnswerUndo, yes=True)
        for ear, said in ((ada, undo), (ada, undo), (bo, yes)):
            assert await ear.send(said) == m.Done(said.id)
        assert len([heard for heard in bo.heard if isinstance(heard, m.UndoAsked)]) == 1
        await ada.act(0)
        again = ada.command(m.Undo, turn=match.turn)
        assert await ada.send(again) == m.Done(again.id)
        turn = match.turn
        for ear, said in ((bo, yes), (ada, undo)):
            assert await ear.send(said) == m.Done(said.id)
        assert match.turn == turn and table_of(lobby).question is not None
        await bo.do(m.AnswerUndo, yes=False)
        assert await ada.send(again) == m.Done(again.id)
        assert table_of(lobby).question is None, "what was refused is not asked for again"

    in_lobby(test)


def test_what_was_taken_back_is_not_done_again_by_being_said_again() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        said = ada.command(m.Act, seat=0, action="5@0,0", turn=0)
        answer = await ada.send(said)
        await ada.do(m.Undo, turn=1)
        assert await ada.send(said) == answer
        assert table_of(lobby).match.steps == []
        await ada.do(m.Act, seat=0, action="5@0,0", turn=2)

    in_lobby(test)


def test_an_act_said_again_after_the_end_gets_its_answer() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        match = table_of(lobby).match
        said: list[m.Command] = []
        while match.to_act():
            seat = match.to_act()[0]
            text = match.game.notation(match.game.legal(match.state, seat)[-1])
            said.append(ada.command(m.Act, seat=seat, action=text, turn=match.turn))
            await ada.send(said[-1])
        assert [await ada.send(each) for each in said] == [m.Done(each.id) for each in said]
        assert (
            await ada.ask(m.Act, seat=0, action="5@0,0", turn=match.turn)
        ).why.code == "match.refusal.over"

    in_lobby(test)


def test_a_command_that_was_refused_is_judged_anew() -> None:
    store = Unsure()

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        early = ada.command(m.Act, seat=1, action="9@1,0", turn=1)
        assert (await ada.send(early)).why.code == "match.refusal.stale"
        lost = ada.command(m.Act, seat=0, action="5@0,0", turn=0)
        store.full = True
        assert (await ada.send(lost)).why.code == "net.refusal.not_stored"
        store.full = False
        assert await ada.send(lost) == m.Done(lost.id)
        assert isinstance(await ada.send(early), m.Done)

    in_lobby(test, store)


def test_the_number_of_one_client_is_nothing_to_another() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.Start)
        said = m.Act(500, 0, "5@0,0", 0)
        await ada.send(said)
        assert (await bo.send(said)).why.code == "net.refusal.not_your_seat"
        assert isinstance(await bo.send(m.Act(500, 1, "9@1,0", 1)), m.Done)

    in_lobby(test)


# --- On the way to a table ------------------------------------------------------------------------------


def test_open_said_again_opens_no_other_table_and_brings_its_guest_there() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        said: Any = ada.command(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        answer = await ada.send(said)
        assert await ada.send(said) == answer == m.Done(said.id, 1)
        await lobby.gone(ada.guest)
        second = Ear(lobby, client=ada.guest.client)
        assert await second.send(said) == answer
        assert second.last(m.TableView).yours == (0, 1) and second.last(m.TableView).host == second.number
        assert [*lobby.tables] == [1]
        third = Ear(lobby, client=ada.guest.client)
        other = m.Open(said.id, "sturt", {"first": 1}, said.plans)
        assert (await third.send(other)).why.code == "match.refusal.key_reused"
        stranger = Ear(lobby)
        assert await stranger.send(said) == m.Done(said.id, 2), "another client's number"

    in_lobby(test)


def test_what_was_done_at_a_table_that_is_closed_is_not_done_again(tmp_path: Path) -> None:
    """Over the same connection, over another one, and after the server was started anew."""

    async def test() -> None:
        lobby = Lobby("First", Database.open(tmp_path), DirectThinker())
        ada = Ear(lobby)
        opened: Any = ada.command(m.Open, game="sturt", options={}, plans=planned(("me", "open")))
        left = ada.command(m.Leave)
        assert [await ada.send(said) for said in (opened, left)] == [m.Done(1, 1), m.Done(2)]
        for _ in range(2):
            assert not lobby.tables
            for ear in (ada, Ear(lobby, client=ada.guest.client)):
                assert [await ear.send(said) for said in (opened, left)] == [m.Done(1, 1), m.Done(2)]
                assert ear.guest.table is None
                assert (await ear.send(m.Leave(1))).why.code == "match.refusal.key_reused"
            assert await Ear(lobby).refused(m.Leave) == "net.refusal.no_table"
            elsewhere = Ear(lobby, client=ada.guest.client)
            other = m.Open(70 + len(lobby.past.all()), "sturt", {}, opened.plans)
            await elsewhere.send(other)
            assert await elsewhere.send(left) == m.Done(2)
            assert elsewhere.guest.table is not None, "it is another table that was left"
            await elsewhere.send(m.Leave(other.id + 1))
            await lobby.close()
            lobby = Lobby("Again", Database.open(tmp_path), DirectThinker())
            lobby.recover()
            ada = Ear(lobby, client=ada.guest.client)
        await lobby.close()

    asyncio.run(test())


def test_receipts_of_closed_tables_are_forgotten_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr(schema, "MOST_PAST_TABLES", 2)
        store = Database.open(tmp_path)
        for table in range(1, 5):
            await store.record(table, JournalEntry((Paced(0.0, False),)))
            receipt = Receipt(b"c" * 16, table, b"d", m.Done(table))
            await store.record(table, JournalEntry((Closed(),), earlier=(receipt,)))
        await store.close()
        again = Database.open(tmp_path)
        await again.close()
        assert [receipt.id for receipt in again.past_receipts()] == [3, 4]

    asyncio.run(test())


def test_a_return_that_another_has_followed_gets_its_answer_again() -> None:
    async def test(lobby: Lobby) -> None:
        ada, token, fresh = Ear(lobby), new_token(), new_token()
        await ada.do(
            m.Open, game="sturt", options={}, plans=(m.SeatPlan("me", "A", token=token), *planned(("me",)))
        )
        second = Ear(lobby, client=ada.guest.client)
        first = m.Return(10, 1, token, fresh)
        answer = await second.send(first)
        third = Ear(lobby, client=ada.guest.client)
        assert isinstance(await third.send(m.Return(11, 1, fresh, new_token())), m.Done)
        for ear in (third, second, Ear(lobby, client=ada.guest.client)):
            assert await ear.send(first) == answer == m.Done(10)
        assert table_of(lobby).chairs[0].guest == third.number
        worn = await Ear(lobby).refused(m.Return, table=1, token=token, fresh=new_token())
        assert worn == "net.refusal.token", "said by others it is judged as ever"

    in_lobby(test)


class Slow(MemoryStore):
    """Keeps nothing before its `gate` is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        await self.gate.wait()
        await super().record(table, line, finished)


def test_open_said_again_while_the_first_is_still_being_stored_opens_no_other_table() -> None:
    """The connection broke, and its guest was quick."""
    store = Slow()

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        second = Ear(lobby, client=ada.guest.client)
        said = ada.command(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        answers = [asyncio.ensure_future(ear.send(said)) for ear in (ada, second)]
        await settle()
        store.gate.set()
        assert [await answer for answer in answers] == [m.Done(said.id, 1)] * 2
        assert [*lobby.tables] == [1]
        assert table_of(lobby).chairs[0].guest == second.number, "the newer connection"

    in_lobby(test, store)


def test_a_move_said_again_while_the_first_is_still_being_stored_is_made_once() -> None:
    store = Slow()
    store.gate.set()

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        store.gate.clear()
        said = ada.command(m.Act, seat=0, action="5@0,0", turn=0)
        answers = [asyncio.ensure_future(lobby.handle(ada.guest, said)) for _ in range(2)]
        await settle()
        store.gate.set()
        await asyncio.gather(*answers)
        assert [heard for heard in ada.heard if getattr(heard, "id", 0) == said.id] == [m.Done(said.id)] * 2
        assert table_of(lobby).match.turn == 1

    in_lobby(test, store)


def test_sit_said_again_brings_its_guest_back_to_the_seat() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        said: Any = bo.command(m.Sit, table=1, seat=1, name="Bo")
        answer = await bo.send(said)
        assert await bo.send(said) == answer
        second = Ear(lobby, client=bo.guest.client)
        assert await second.send(said) == answer
        assert second.last(m.Seated) == m.Seated(1, 1, said.token)
        assert second.last(m.TableView).yours == (1,) and bo.last(m.Notice).code == "net.notice.taken_over"
        eve = Ear(lobby)
        assert await eve.refused(m.Sit, table=1, seat=1, name="Eve") == "net.refusal.seat_taken"
        assert (
            await second.send(m.Sit(said.id, 1, 1, "Al", said.token))
        ).why.code == "match.refusal.key_reused"

    in_lobby(test)


def test_return_whose_answer_was_lost_can_be_said_again_and_an_old_token_never() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        first, second, third = new_token(), new_token(), new_token()
        await bo.do(m.Sit, table=1, seat=1, name="Bo", token=first)
        await ada.do(m.Start)
        for _ in range(3):
            await lobby.gone(bo.guest)
            bo = Ear(lobby, client=bo.guest.client)
            assert await bo.send(m.Return(7, 1, first, second)) == m.Done(7)
            assert bo.last(m.Seated) == m.Seated(1, 1, second)
        stranger = Ear(lobby)
        assert await stranger.refused(m.Return, table=1, token=first) == "net.refusal.token"
        assert await bo.send(m.Return(8, 1, second, third)) == m.Done(8)
        for old in (first, second):
            assert await stranger.refused(m.Return, table=1, token=old) == "net.refusal.token"
            late = Ear(lobby, client=bo.guest.client)
            assert (await late.send(m.Return(9, 1, old, old))).why.code == "net.refusal.token"
        assert table_of(lobby).chairs[1].guest == bo.number

    in_lobby(test)


def test_a_token_of_another_seat_is_not_taken_for_a_second_one() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        one, two = new_token(), new_token()
        await ada.open("sturt", "open", "open")
        await bo.do(m.Sit, table=1, seat=0, name="Bo", token=one)
        assert await bo.refused(m.Sit, table=1, seat=1, name="Bo", token=one) == "net.refusal.token_used"
        await bo.do(m.Sit, table=1, seat=1, name="Bo", token=two)
        assert await bo.refused(m.Return, table=1, token=two, fresh=one) == "net.refusal.token_used"

    in_lobby(test)


def test_leave_said_again_has_the_same_answer() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.Start)
        said = bo.command(m.Leave)
        answer = await bo.send(said)
        assert await bo.send(said) == answer
        second = Ear(lobby, client=bo.guest.client)
        assert await second.send(said) == answer

    in_lobby(test)


def test_before_its_guest_is_back_a_command_that_was_done_gets_its_answer() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        said = ada.command(m.Act, seat=0, action="5@0,0", turn=0)
        answer = await ada.send(said)
        await lobby.gone(ada.guest)
        second = Ear(lobby, client=ada.guest.client)
        assert await second.send(said) == answer
        assert (await second.send(m.Act(said.id, 1, "9@1,0", 1))).why.code == "match.refusal.key_reused"
        assert (await second.send(m.Act(99, 1, "9@1,0", 1))).why.code == "net.refusal.no_table"

    in_lobby(test)


def test_another_run_of_the_server_knows_what_was_done() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        token = new_token()
        plans = (m.SeatPlan("me", "Ada", token=token), *planned(("random",)))
        opened = ada.command(m.Open, game="sturt", options={}, plans=plans)
        await ada.send(opened)
        said = ada.command(m.Act, seat=0, action="5@0,0", turn=0)
        answer = await ada.send(said)
        await settle()
        kept = MemoryStore()
        kept.entries[1] = [*store.entries[1]]
        other = Lobby("Again", kept, lobby.services.brains)
        other.tables[1] = restore(Stored(1, tuple(store.entries[1])), other.services)
        again = Ear(other, client=ada.guest.client)
        assert await again.send(opened) == m.Done(opened.id, 1) and again.last(m.TableView).yours == (0,)
        turn = again.last(m.TableView).turn
        assert await again.send(said) == answer
        assert other.tables[1].match.turn == turn
        other.tables[1].stop()

    in_lobby(test, store)


# --- The window -----------------------------------------------------------------------------------------


def _receipt(client: bytes, number: int) -> Receipt:
    return Receipt(client, number, digest(m.Say(number, "x")), m.Done(number))


def test_the_last_commands_of_a_client_are_known_and_older_ones_not_done_again() -> None:
    receipts, client = Receipts(), new_client()
    for number in range(100, 100 + 2 * MOST_COMMANDS, 2):
        receipts.keep(_receipt(client, number))
    assert len(receipts.all()) == MOST_COMMANDS
    first = 100
    assert receipts.find(client, m.Say(first, "x")) == m.Done(first)
    receipts.keep(_receipt(client, 10_000))
    for number in (first, first - 1, 0):
        with pytest.raises(Refused, match=r"^net\.refusal\.long_done"):
            receipts.find(client, m.Say(number, "x"))
    assert receipts.find(client, m.Say(first + 2, "x")) == m.Done(first + 2)
    assert receipts.find(client, m.Say(first + 3, "x")) is None, "refused before, or late: not done yet"
    assert receipts.find(client, m.Say(10_001, "x")) is None
    with pytest.raises(Refused, match=r"^match\.refusal\.key_reused"):
        receipts.find(client, m.Say(10_000, "y"))
    assert len(receipts.all()) == MOST_COMMANDS


def test_so_many_clients_are_known_and_the_busy_ones_longest() -> None:
    receipts, busy = Receipts(), new_client()
    receipts.keep(_receipt(busy, 1))
    others = [new_client() for _ in range(MOST_CLIENTS)]
    for number, other in enumerate(others):
        receipts.keep(_receipt(other, 1))
        receipts.keep(_receipt(busy, number + 2))
    assert len({receipt.client for receipt in receipts.all()}) == MOST_CLIENTS
    assert receipts.find(busy, m.Say(MOST_CLIENTS, "x")) == m.Done(MOST_CLIENTS)
    assert receipts.find(others[0], m.Say(1, "x")) is None
    assert receipts.find(others[-1], m.Say(1, "x")) == m.Done(1)


def test_what_a_command_says_is_told_apart_in_every_field() -> None:
    said = m.Sit(1, 1, 0, "Ada", b"a" * 16, "")
    others = [
        m.Sit(1, 2, 0, "Ada", b"a" * 16, ""),
        m.Sit(1, 1, 1, "Ada", b"a" * 16, ""),
        m.Sit(1, 1, 0, "Bo", b"a" * 16, ""),
        m.Sit(1, 1, 0, "Ada", b"b" * 16, ""),
        m.Leave(1),
        m.Start(1),
    ]
    assert digest(m.Sit(2, 1, 0, "Ada", b"a" * 16, "")) == digest(said)
    assert digest(m.Sit(1, 1, 0, "Ada", b"a" * 16, "x")) == digest(said), "a password leaves no trace"
    assert len({digest(each) for each in [said, *others]}) == 1 + len(others)
