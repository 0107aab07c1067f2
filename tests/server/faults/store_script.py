"""A scripted evening on a disk that remembers: everything that can happen at tables, in one trace.

Three tables at once, so that commits are shared: Sturt with undo, chat, hands that change, a return, a kick,
the end of a game and its taking back; Toy with chance, sealed decisions, a clock, a series; one with an AI.
The trace has, in their order, what was done to the files (`store_disk.Done`), what clients said (`Sent`),
lines that began to be kept, were kept or lost (`Begun`, `Kept`, `Lost`), and what guests were told (`Told`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
import numpy as np

from core import record
from core.game import Seat
from core.games import game as game_of
from core.match import Match
from core.protocol import messages as m
from server.bots.pool import DirectThinker
from server.net.limits import Limits
from server.storage.database import Database
from server.storage.journal import Finished, JournalEntry, Store, StoreFailed
from server.tables.lobby import Lobby
from server.tables.table import Table
from tests.server.faults.store_disk import Disk, Fault, watched_os
from tests.server.faults.store_replay import Known, known
from tests.server.helpers import Ear, new_token

LIMITS: Final = Limits(grace=1e6, keep=1e6)
NOT_STORED: Final = "net.refusal.not_stored"
PASSWORD: Final = "sesame"
TRIES: Final = 200
"""How often a client says a command again that could not be stored."""


class Sent(msgspec.Struct, frozen=True):
    """A client says something; `name` is the client's."""

    name: str
    command: Any


class Told(msgspec.Struct, frozen=True):
    """A client is told something; `table` is where it is."""

    name: str
    table: int
    message: Any


class Begun(msgspec.Struct, frozen=True):
    """The server wants a line kept; `before` is how the table is at that moment, None where it is new."""

    table: int
    line: JournalEntry
    before: Known | None
    clocks: tuple[float, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """The store says that it has the line that began last at this table."""

    table: int


class Lost(msgspec.Struct, frozen=True):
    """The store says that it does not have it."""

    table: int


class Seen(Database):
    """Writes into the trace what it is asked to keep. The store under it is as it is."""

    def attach(self, trace: list[Any]) -> None:
        self.trace = trace
        self.lobby: Lobby | None = None

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        there = self.lobby.tables.get(table) if self.lobby is not None else None
        before = None if there is None else known(there)
        self.trace.append(
            Begun(table, line, before, () if there is None else there.clocks.remaining_seconds())
        )
        try:
            await super().record(table, line, finished)
        except StoreFailed:
            self.trace.append(Lost(table))
            raise
        self.trace.append(Kept(table))


class Eager(Seen):
    """Control: says that a line is kept before it is. Nothing else is wrong with it."""

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        waiting = self.__dict__.setdefault("waiting", {})
        if table in waiting:
            await waiting[table]
        waiting[table] = asyncio.create_task(super().record(table, line, finished))
        await asyncio.sleep(0)


class Client(Ear):
    """An ear whose words and news are in the trace; its client's name outlives connections and servers."""

    def __init__(self, lobby: Lobby, trace: list[Any], name: str, last_id: int = 0) -> None:
        self.name, self._trace = name, trace
        super().__init__(lobby, client=client_of(name), address=f"home of {name}")
        self.last_id = last_id
        self.tokens: list[bytes] = []

    def _hear(self, message: m.Message) -> None:
        guest = getattr(self, "guest", None)
        table = guest.table.number if guest is not None and guest.table is not None else 0
        self._trace.append(Told(self.name, getattr(message, "table", 0) or table, message))
        super()._hear(message)
        if isinstance(message, m.Seated):
            self.tokens.append(message.token)

    async def send(self, command: m.Command) -> Any:
        """Said again as often as it cannot be stored, as people do."""
        for _ in range(TRIES):
            self._trace.append(Sent(self.name, command))
            answer = await super().send(command)
            if not isinstance(answer, m.Failed) or answer.why.code != NOT_STORED:
                return answer
        raise AssertionError(f"{self.name} gives up: {command}")

    async def come_back(self, table: int) -> None:
        """Take every seat again."""
        tokens, self.tokens = self.tokens, []
        for token in tokens:
            await self.do(m.Return, table=table, token=token, fresh=new_token())


def client_of(name: str) -> bytes:
    """The 16 bytes that a client of the script goes by."""
    return name.encode().ljust(m.CLIENT_BYTES, b".")


class Evening:
    """The script. Every client is sure of what happened before it goes on."""

    def __init__(self, lobby: Lobby, trace: list[Any]) -> None:
        self.lobby, self.trace = lobby, trace

    def client(self, name: str, last_id: int = 0) -> Client:
        return Client(self.lobby, self.trace, name, last_id)

    async def play(self) -> None:
        await asyncio.gather(self.sturt(), self.toy(), self.with_an_ai())

    async def sturt(self) -> None:
        ada, bo, cy = self.client("ada"), self.client("bo"), self.client("cy")
        table = (await ada.open("sturt", "me", "open", record=almost_over())).table
        await bo.do(m.Sit, table=table, seat=1, name="Bo")
        await cy.do(m.Watch, table=table)
        await ada.do(m.Start)
        seats = {0: ada, 1: bo}
        match = self.lobby.tables[table].match
        first = match.to_act()[0]
        await seats[first].act(first)
        await cy.do(m.Say, text="good move")
        await seats[first].do(m.Undo, turn=match.turn)
        await seats[1 - first].do(m.AnswerUndo, yes=True)
        await seats[1 - first].do(m.HandOver, seat=1 - first, level="random")
        await seats[1 - first].do(m.TakeBack, seat=1 - first)
        await ada.do(m.Mute, guest=cy.number)
        await ada.do(m.Kick, guest=cy.number)
        await bo.do(m.Leave)
        await bo.come_back(table)
        while match.to_act():
            seat = match.to_act()[0]
            await seats[seat].act(seat)
        await ada.do(m.Undo, turn=match.turn)
        await bo.ask(m.AnswerUndo, yes=True)
        while match.to_act():
            seat = match.to_act()[0]
            await seats[seat].act(seat)
        await bo.do(m.Rematch)
        match = self.lobby.tables[table].match
        for _ in range(3):
            seat = match.to_act()[0]
            await seats[seat].act(seat)

    async def toy(self) -> None:
        dee = self.client("dee")
        clock = m.Clock(5000.0, 600.0)
        opened = await dee.open("toy", "me", "me", clock=clock, goal=game_of("toy").info.goals[2])
        table = self.lobby.tables[opened.table]
        await dee.do(m.Start) if table.phase == "gathering" else None
        for _ in range(2):
            while table.match.to_act():
                seat = table.match.to_act()[0]
                await dee.act(seat, 1)
                if table.match.own(Seat(seat)):
                    await dee.do(m.Undo, turn=table.match.turn, seat=seat)
                    await dee.act(seat)
            await dee.do(m.Rematch)
        again = self.client("dee", dee.last_id)
        again.tokens = dee.tokens
        await again.come_back(opened.table)
        dee.last_id += 100  # two connections of one client number their commands together
        await dee.do(m.Leave)
        await again.act(table.match.to_act()[0])
        await again.do(m.FreeSeat, seat=1)
        await self.client("dora").do(m.Sit, table=opened.table, seat=1, name="Dora")

    async def with_an_ai(self) -> None:
        eve, fay = self.client("eve"), self.client("fay")
        opened = await eve.open("toy", "me", "open", "random", stand_in="random", password=PASSWORD)
        table = self.lobby.tables[opened.table]
        await eve.do(m.SetPace, pause=0.0, paused=True)
        await fay.do(m.Sit, table=opened.table, seat=1, name="Fay", password=PASSWORD)
        await eve.do(m.Start)
        turn = table.match.turn
        await eve.act(0)
        await fay.act(1)
        await eve.do(m.StepOnce)
        await _wait_for_ai(eve, table, turn)
        await eve.do(m.SetPace, pause=0.0, paused=False)
        while table.match.to_act():
            turn = table.match.turn
            await eve.act(0)
            await fay.act(1)
            await _wait_for_ai(eve, table, turn)
        await eve.do(m.Leave)
        await fay.do(m.FreeSeat, seat=0)
        await fay.do(m.FreeSeat, seat=1)
        await fay.do(m.Leave)


async def _wait_for_ai(host: Client, table: Table, turn: int) -> None:
    """Until the AI has decided too; it waits to be asked where its decision could not be stored."""
    async with asyncio.timeout(30):
        while table.match.turn == turn:
            if any(isinstance(x, m.Notice) and x.code == "net.notice.not_stored" for x in host.heard):
                host.forget()
                await host.ask(m.StepOnce)
            await asyncio.sleep(0.001)


def almost_over() -> str:
    """A saved game of Sturt with two decisions to make."""
    game, luck = game_of("sturt"), np.random.default_rng(7)
    match = Match(game, game.info.options(), 2, bytes(32))
    while match.to_act():
        seat = match.to_act()[0]
        legal = game.legal(match.state, seat)
        match.submit(seat, legal[int(luck.integers(len(legal)))], match.turn)
    header = record.Header(game="sturt", options={}, seats=2)
    return record.write(game, header, match.steps[:-3])


class Played(msgspec.Struct):
    """What an evening has left behind."""

    trace: list[Any]
    operations: int


def play(
    folder: Path,
    fault: Fault | None = None,
    kind: type[Seen] = Seen,
    script: Callable[[Evening], Awaitable[None]] = Evening.play,
    instead: Mapping[str, str] = MappingProxyType({}),
) -> Played:
    """The evening in a folder; `kind` is the store, of which one may be a control."""
    with Disk(folder, fault, instead) as disk, watched_os(disk):
        asyncio.run(_play(disk, kind, script))
        return Played(disk.trace, disk.operations)


async def _play(disk: Disk, kind: type[Seen], script: Callable[[Evening], Awaitable[None]]) -> None:
    store = kind.open(disk.folder, disk.driver)
    assert isinstance(store, Seen)
    store.attach(disk.trace)
    lobby = store.lobby = lobby_of(store)
    lobby.recover()
    try:
        await script(Evening(lobby, disk.trace))
    finally:
        await lobby.close()


def lobby_of(store: Store) -> Lobby:
    return Lobby("Faults", store, DirectThinker(), LIMITS)
