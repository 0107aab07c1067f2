"""Couch store: games of people on the disk, games of AIs alone in memory.

A table that only AIs play at may run for days and nobody will ask for it: only the games finished there go to
the archive. As soon as a person takes a seat, everything that is needed to restore the table goes to the
disk, in one entry.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence, Set
from pathlib import Path
from typing import Final, TypeVar

from core.game import CHANCE, Refusal, Refused
from core.protocol.messages import GameSummary, PlayerStatistics
from server.recent_maximum import RecentMaximum
from server.storage import archive
from server.storage.archive import SqlConnection
from server.storage.archive_reader import open_reader
from server.storage.database import Database
from server.storage.journal import (
    AnyFact,
    Closed,
    Finished,
    JournalEntry,
    MemoryStore,
    Opened,
    Receipt,
    Seating,
    Store,
    Stored,
    StoreFailed,
)
from server.storage.restore import bring_back
from server.tables import chairs
from server.tables.lobby import Lobby
from server.tables.table import Table

T = TypeVar("T")
MOST_KEPT_GAMES: Final = 8
"""Unfinished games kept at most: the ones opened last."""
LEAVE_TIMEOUT: Final = 2.0
"""Seconds that leaving a table may take."""
POLL_INTERVAL: Final = 0.002
DAMAGE_REFUSALS: Final = ("net.refusal.data_damaged", "net.refusal.data_foreign")
"""Refusals for which a folder is set aside: its data could not be read even with all rights."""


class CouchStore:
    """`Store` that uses another one for the disk, and memory. `kept` are the tables on the disk."""

    def __init__(self, disk: Store) -> None:
        self._disk, self._memory = disk, MemoryStore()
        self.kept = {stored.number for stored in disk.tables()}
        self.last_table = disk.last_table
        self.commits = 0
        self.slowest = RecentMaximum()
        self.secret = disk.secret

    def tables(self) -> list[Stored]:
        """See `Store`."""
        return [stored for stored in self._disk.tables() if stored.number in self.kept]

    def past_receipts(self) -> list[Receipt]:
        """See `Store`."""
        return self._disk.past_receipts()

    async def record(self, table_number: int, entry: JournalEntry, finished: Finished | None = None) -> None:
        """See `Store`."""
        self.last_table = max(self.last_table, table_number)
        self.commits += 1
        if table_number in self.kept:
            await self._disk.record(table_number, entry, finished)
            if entry.closes:
                self.kept.discard(table_number)
        elif not entry.closes and _sits(entry):
            await self._disk.record(
                table_number, _merged([*self._memory.entries.get(table_number, ()), entry]), finished
            )
            self.kept.add(table_number)
            self._memory.entries.pop(table_number, None)
        else:
            if finished is not None:
                await self._disk.record(table_number, JournalEntry((Closed(),)), finished)
            await self._memory.record(table_number, entry)

    async def search(self, text: str, game: str, page: int) -> tuple[int, list[GameSummary]]:
        """See `Store`."""
        return await self._disk.search(text, game, page)

    async def fetch(self, number: int) -> str | None:
        """See `Store`."""
        return await self._disk.fetch(number)

    async def tally(self, text: str, game: str, page: int) -> tuple[int, list[PlayerStatistics]]:
        """See `Store`."""
        return await self._disk.tally(text, game, page)

    async def close(self) -> None:
        """See `Store`."""
        await self._disk.close()


class ReadOnlyStore(MemoryStore):
    """`Store` where nothing can be kept now: games are in memory, the archive is read where it lies."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    async def search(self, text: str, game: str, page: int) -> tuple[int, list[GameSummary]]:
        """See `Store`. Raises `Refused` for an archive that cannot be read."""
        return await self._read(lambda archived: archive.search(archived, text, game, page), (0, []))

    async def fetch(self, number: int) -> str | None:
        """See `Store`. Raises `Refused` for an archive that cannot be read."""
        return await self._read(lambda archived: archive.fetch(archived, number), None)

    async def tally(self, text: str, game: str, page: int) -> tuple[int, list[PlayerStatistics]]:
        """See `Store`. Raises `Refused` for an archive that cannot be read."""
        return await self._read(lambda archived: archive.tally(archived, text, game, page), (0, []))

    async def _read(self, ask: Callable[[SqlConnection], T], nothing: T) -> T:
        """The answer of the archive, or `nothing` if none has been begun yet."""

        def read() -> T:
            with open_reader(self._folder) as connection:
                return ask(connection)

        try:
            return await asyncio.to_thread(read)
        except Refused as refused:
            if refused.refusal.code == "archive.refusal.none":
                return nothing
            raise


def _sits(entry: JournalEntry) -> bool:
    """Whether a person has a seat from this entry on, or at another table of the duplicate."""
    return any(
        (isinstance(fact, Seating) and any(kept.token for kept in fact.seats))
        or (isinstance(fact, Opened) and fact.duplicate is not None)
        for fact in entry.entries
    )


def _merged(journal_entries: Sequence[JournalEntry]) -> JournalEntry:
    """All of these entries as one complete entry."""
    entries: list[AnyFact] = [entry for line in journal_entries for entry in line.entries]
    earlier: list[Receipt] = [receipt for line in journal_entries for receipt in line.earlier]
    earlier += [line.receipt for line in journal_entries[:-1] if line.receipt is not None]
    return JournalEntry(
        tuple(entries), journal_entries[-1].receipt, journal_entries[-1].clocks, tuple(earlier)
    )


def open_store(folder: Path) -> tuple[Store, Refusal | None]:
    """The store in this folder, and what people should know about it.

    A damaged folder is set aside under another name, and a new one begun. Where nothing can be kept, be it
    for now or for this user, games are played all the same.
    """
    try:
        return CouchStore(Database.open(folder)), None
    except Refused as refused:
        why = refused.refusal
    if why.code == "net.refusal.data_in_use":
        return ReadOnlyStore(folder), Refusal("couch.in_use")
    with contextlib.suppress(Refused, OSError):
        if why.code == "net.refusal.data_behind":
            store = CouchStore(Database.open(folder, accept_loss=True))
            return store, Refusal("couch.behind", (), {"missing": why.values["missing"]})
        if why.code in DAMAGE_REFUSALS:
            return _replace_folder(folder)
    return ReadOnlyStore(folder), Refusal("couch.not_kept")


def _replace_folder(folder: Path) -> tuple[Store, Refusal]:
    """Set the folder aside. Raises `Refused` or OSError, with all as before, if there can be no new one."""
    number = 1
    while (aside := folder.with_name(f"{folder.name}-damaged-{number}")).exists():
        number += 1
    folder.rename(aside)
    try:
        return CouchStore(Database.open(folder)), Refusal("couch.damaged", (), {"folder": aside.name})
    except Refused:
        for file in folder.glob("*"):
            file.unlink()
        folder.rmdir()
        aside.rename(folder)
        raise


def can_resume(table: Table) -> bool:
    """Whether the table can be gone on with: somebody has decided, and the series is not over.

    In a duplicate that is not over, each table is needed.
    """
    if table.is_secret():
        return not table.set_aside
    match = table.match
    begun = table.games > 0 or any(step.seat != CHANCE for step in match.all_steps())
    return begun and not table.set_aside and not (match.outcome() is not None and table.series.over())


async def resume_table(
    lobby: Lobby, tokens: Sequence[tuple[bytes, ...]], host: str = "", game: str = ""
) -> tuple[int, list[int]] | None:
    """Restore the newest table that can go on, of those that one of `tokens` opens.

    With `host` only one of this `game` at which this person plays with people from elsewhere. Returns its
    number, and the tokens that fit; None if there is no such table. Other tables stay on the disk: nobody can
    look at them, even if the server is opened to the LAN.
    """
    store = lobby.services.store
    for stored in reversed(store.tables()):
        table = bring_back(stored, lobby.services)
        if table is None:
            continue
        seats = [chairs.find(table.chairs, *pair) for pair in tokens]
        fits = [index for index, seat in enumerate(seats) if seat is not None]
        if not can_resume(table):
            await _close(store, stored.number)
        elif fits and (not host or _is_hosted(table, host, game, {seats[index] for index in fits})):
            lobby.resume(_with_others(table, lobby))
            return table.number, fits
    return None


def _with_others(table: Table, lobby: Lobby) -> list[Table]:
    """The table, and the others of its duplicate that the store has."""
    if table.terms.duplicate is None:
        return [table]
    numbers = range(table.terms.duplicate.first, table.terms.duplicate.first + table.terms.duplicate.tables)
    stored = [each for each in lobby.services.store.tables() if each.number in numbers]
    others = (bring_back(each, lobby.services) for each in stored if each.number != table.number)
    return [table, *(other for other in others if other is not None)]


def _is_hosted(table: Table, host: str, game: str, ours: Set[int | None]) -> bool:
    """Whether `host` plays this game at one of our seats, with somebody from elsewhere at another."""
    persons = {seat: chair.name for seat, chair in enumerate(table.chairs) if chair.token}
    ours_named = any(name == host for seat, name in persons.items() if seat in ours)
    return table.match.game.info.key == game and ours_named and not persons.keys() <= ours


async def prune(store: Store) -> None:
    """Close the oldest tables, if there are too many."""
    for stored in store.tables()[:-MOST_KEPT_GAMES]:
        await _close(store, stored.number)


async def _close(store: Store, table_number: int) -> None:
    with contextlib.suppress(StoreFailed):
        await store.record(table_number, JournalEntry((Closed(),)))


async def close_unresumable(lobby: Lobby) -> frozenset[int]:
    """Close the tables that cannot go on, once the program has left; returns the tables that are kept."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LEAVE_TIMEOUT):
            while any(guest.embedded for guest in lobby.guests.values()):
                await asyncio.sleep(POLL_INTERVAL)
    for table in tuple(lobby.tables.values()):
        if not can_resume(table):
            await lobby.close_empty(table)
    store = lobby.services.store
    return frozenset(store.kept) if isinstance(store, CouchStore) else frozenset()
