"""After a stop: what the next start finds is compared with what was told, then everybody comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from core.protocol import messages as m
from server.storage.database import Database
from server.storage.journal import Store
from server.tables import chairs
from server.tables.lobby import Lobby
from server.tables.table import Table
from tests.server.faults.store_account import Account, Truth
from tests.server.faults.store_disk import Disk, watched_os
from tests.server.faults.store_replay import Known, is_as_told, known, replay, replayed
from tests.server.faults.store_script import PASSWORD, Client, Kept, Lost, Seen, client_of, lobby_of
from tests.server.helpers import new_token

GONE: Final = {
    "net.refusal.nothing_asked",
    "net.refusal.no_such_guest",
    "net.refusal.no_bot_there",
    "net.refusal.banned",
}
"""Questions and the numbers of guests end with the process; who comes back has a seat back from its AI; and
a kick may be found of which nobody had heard."""
CLOCK: Final = 60.0
"""Seconds by which a clock may be wrong after a restart; the script takes less, a bonus is more."""


class Wrong(AssertionError):
    """The files do not hold what they must."""


def need(fits: object, *what: object) -> None:
    if not fits:
        raise Wrong(*what)


async def recover(folder: Path, account: Account, truth: Truth) -> list[Any]:
    """Start from these files, check everything, let everybody come back; raises `Wrong`.

    What comes after the trace: whether lines that had begun to be kept were found, and what was done here.
    """
    with Disk(folder) as disk, watched_os(disk):
        store = Seen.open(folder, disk.driver)
        assert isinstance(store, Seen)
        store.attach(disk.trace)
        lobby = store.lobby = lobby_of(store)
        lobby.recover()
        try:
            after = compare(lobby, store, account, truth)
            total, _ = await store.search("", "", 0)
            need(total == truth.finished(after), "the archive has", total, "games")
            await _Return(lobby, account, truth, after, disk.trace).all()
        finally:
            await lobby.close()
        left = {number: known(table) for number, table in lobby.tables.items() if not _robots(table)}
        await _again(folder, disk, left)
    begun = [table for table, lines in account.lines.items() if len(lines) > account.kept[table]]
    found = [Kept(table) if after[table] == len(account.lines[table]) else Lost(table) for table in begun]
    return [*found, *disk.trace]


async def _again(folder: Path, disk: Disk, left: dict[int, Known]) -> None:
    """And once more, after an orderly end."""
    store = Database.open(folder, disk.driver)
    try:
        found = {stored.number: replay(stored.entries) for stored in store.tables()}
        for number, known_last in left.items():
            need(is_as_told(known_last, found.get(number)), "another state after an orderly end", number)
    finally:
        await store.close()


def compare(lobby: Lobby, store: Store, account: Account, truth: Truth) -> dict[int, int]:
    """Every table is as it was after what was told of it, or one more line; after how many lines."""
    need(not lobby.services.aside, "set aside", lobby.services.aside)
    lines = {stored.number: stored.entries for stored in store.tables()}
    after: dict[int, int] = {}
    for table, wanted in account.lines.items():
        there = lobby.tables.get(table)
        found = None if there is None else known(there)
        told, kept, most = account.told[table], account.kept[table], len(wanted)
        need(most <= kept + 1, "two lines of one table at once")
        states = truth.states(table, wanted)
        fits = [number for number in range(told, most + 1) if states[number] == found]
        ghosts = [] if fits else account.ghosts[table]
        fits += [kept + 1 for ghost in ghosts if replayed([*wanted[:kept], ghost])[-1] == found]
        need(fits, "table", table, "was told of", told, "of", most, "lines, and is", found)
        after[table] = fits[-1]
        if there is not None:
            need(replay(lines[table]) == found, "its lines say otherwise")
            _clocks(there, truth, after[table])
    need(set(lobby.tables) <= set(account.lines), "a table that nobody opened")
    return after


def _clocks(table: Table, truth: Truth, number: int) -> None:
    """What is left of everybody's time is what was left before."""
    left, before = table.clocks.remaining_seconds(), truth.clocks.get((table.number, number))
    if before is not None:
        wrong = max((abs(a - b) for a, b in zip(left, before, strict=True)), default=0.0)
        need(wrong < CLOCK, "clocks", left, "instead of", before)


class _Return:
    """Everybody comes back and says once more what was not answered."""

    def __init__(
        self, lobby: Lobby, account: Account, truth: Truth, after: dict[int, int], trace: list[Any]
    ) -> None:
        self._lobby, self._account, self._truth, self._after = lobby, account, truth, after
        self._trace = trace

    async def all(self) -> None:
        # Who only watches is told something before anything is written.
        for name in sorted(self._account.last, key=lambda each: bool(self._account.tokens[each])):
            if self._left(name):
                continue
            client = Client(self._lobby, self._trace, name, self._account.last[name])
            if isinstance(asked := self._account.asked[name], m.Return | m.Sit | m.Open):
                await self._ask_again(client, asked)
                await self._seats(client)
            else:
                await self._seats(client)
                if asked is not None:
                    await self._ask_again(client, asked)
            await self._said_before(client)
            await self._worn(client)

    async def _watch(self, client: Client) -> None:
        """Whoever has no seat watches again, if that is still allowed."""
        table = self._account.where.get(client.name, 0)
        if client.guest.table is None and table in self._lobby.tables:
            await client.ask(m.Watch, table=table, password=PASSWORD)

    def _left(self, name: str) -> bool:
        """Whoever has left does not come back."""
        asked, (said, _) = self._account.asked[name], self._account.answered.get(name, (None, None))
        return asked is None and isinstance(said, m.Leave)

    async def _seats(self, client: Client) -> None:
        """Every seat whose token was good is still its client's."""
        for token, number in self._account.tokens[client.name].items():
            table = self._lobby.tables.get(number)
            if table is not None and chairs.find(table.chairs, token) is not None:
                fresh = new_token()
                answer = await client.ask(m.Return, table=number, token=token, fresh=fresh)
                need(isinstance(answer, m.Done), client.name, "cannot return", answer)
                need(client.last(m.Seated).token == fresh, "another token")
        await self._watch(client)

    async def _ask_again(self, client: Client, command: m.Command) -> None:
        """It is answered as it was or would have been, and has happened once.

        Whoever only tried whether a worn token is good for anything has left that unanswered, too.
        """
        line = self._truth.line_of(client.name, command)
        done_before = line is not None and line[1] <= self._after.get(line[0], 0)
        if line is not None and done_before and line[0] not in self._lobby.tables:
            return
        before = None if line is None else self._state(line[0], command)
        answer = await client.send(command)
        if isinstance(answer, m.Failed):
            gone = isinstance(command, m.Leave) and client.guest.table is None
            gone |= isinstance(command, m.Return) and command.token in self._account.worn[client.name]
            need(gone or (not done_before and answer.why.code in GONE), client.name, command, answer)
            return
        if isinstance(command, m.Open):
            mine = [
                t for t in self._lobby.tables.values() if t.receipts.find(client_of(client.name), command)
            ]
            need(len(mine) == 1 and mine[0].number == answer.table, "opened", len(mine), "times")
        elif line is not None and before is not None and not self._robots(line[0]):
            after = self._truth.at(*line)
            new = after and (after.games, "" if isinstance(command, m.Rematch) else after.match)
            now = self._state(line[0], command)
            need(now == (before if done_before else new), client.name, command, "has another effect")

    async def _said_before(self, client: Client) -> None:
        """What was answered long ago may be said again without any effect."""
        if client.name not in self._account.answered or client.guest.table is None:
            return
        command, reply = self._account.answered[client.name]
        table = client.guest.table
        receipts = {(client_id, number) for client_id, number, _, _ in known(table).receipts}
        if (client_of(client.name), command.id) not in receipts or isinstance(command, m.Leave):
            return
        before = table.match.digest(), table.match.turn
        answer = await client.send(command)
        need(answer == reply, client.name, command, answer, "instead of", reply)
        need(self._robots(table.number) or before == (table.match.digest(), table.match.turn), "done twice")

    async def _worn(self, client: Client) -> None:
        """A token that was renewed is good for nothing."""
        for token, number in self._account.worn[client.name].items():
            if number in self._lobby.tables and client.guest.table is not None:
                answer = await client.ask(m.Return, table=number, token=token, fresh=new_token())
                need(isinstance(answer, m.Failed), "an old token is good")

    def _state(self, number: int, command: m.Command) -> tuple[int, str] | None:
        """Which game it is and where it stands; nobody knows where the next game begins."""
        table = self._lobby.tables.get(number)
        digest = "" if table is None or isinstance(command, m.Rematch) else table.match.digest()
        return None if table is None else (table.games, digest)

    def _robots(self, number: int) -> bool:
        """Whether the game goes on by itself."""
        table = self._lobby.tables.get(number)
        return table is None or _robots(table)


def _robots(table: Table) -> bool:
    return any(chair.kind == "bot" for chair in table.chairs)
