"""Database: a store in a SQLite file, with every journal entry and the archive of finished games.

    record ─▶ queue ─▶ one thread: BEGIN … all that waits … COMMIT ─▶ witness ─▶ table told

A commit has been synced when it returns (WAL, `synchronous=FULL`), so what is shown after it outlives any
stop. Entries that come while another commit is under way share the next one. Each entry of a table carries a
hash of itself and all before it, and the last hash of a table is kept apart from its entries: a changed or
missing entry is noticed. Lost commits are noticed by `server.storage.guard`.

A commit that fails has not happened: the next one is written over it. At worst a stop at that moment brings
it back, which is one entry of a table that nobody was told of.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import queue
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import msgspec

from core.game import Refused
from core.protocol.messages import GameSummary, PlayerStatistics
from server.recent_maximum import RecentMaximum
from server.storage import archive, file_errors, folders, schema
from server.storage.guard import DatabaseGuard, Lock
from server.storage.identity import server_secret
from server.storage.journal import Finished, JournalEntry, Receipt, Stored, StoreFailed, Undone

log = logging.getLogger("tilewright.store")

DATABASE_FILE: Final = "tilewright.db"
COMMIT_INTERVAL: Final = 0.005
"""Seconds between two commits while there is much to do: entries that come meanwhile share the second."""
SLOW_COMMIT: Final = 1.0
"""Seconds that a commit may take before the host is told."""
DATA_ERRORS: Final = (ValueError, TypeError, LookupError)
"""Exceptions raised by stored values that are not what was written."""
START_HASH: Final = b""
"""Hash before the first entry of a table."""


class Driver(msgspec.Struct, frozen=True):
    """Driver that opens a database file, with the errors it raises. Tests bring a disk of their own.

    `code` is SQLite's code of such an error, see `server.storage.file_errors`.
    """

    connect: Callable[[str], Any]
    errors: tuple[type[Exception], ...]
    code: Callable[[Exception], int]


def _connect(file: str) -> Any:
    return sqlite3.connect(file, isolation_level=None, check_same_thread=False)


SQLITE: Final = Driver(_connect, (sqlite3.Error,), file_errors.code)


class JournalHead(msgspec.Struct, frozen=True):
    """State of a table's journal: the number of its last entry and the hash of all of them."""

    number: int = 0
    hash: bytes = START_HASH


class WriteRequest(msgspec.Struct):
    """Journal entry on its way to the disk."""

    table: int
    line: JournalEntry
    body: bytes
    before: JournalHead
    after: JournalHead
    finished: Finished | None
    done: asyncio.Future[None]


class ReadRequest(msgspec.Struct):
    """Any other job for the connection, done between two commits."""

    run: Callable[[Any], Any]
    done: asyncio.Future[Any]


class Database:
    """Store in a SQLite file, see the module and `server.storage.journal.Store`. Made with `Database.open`.

    `_heads` are the tables in the file, `damaged` the numbers of the finished games of which nothing else is
    left. Only the thread uses the connection once it runs.
    """

    def __init__(self, folder: Path, driver: Driver, lock: Lock) -> None:
        self._file = folder / DATABASE_FILE
        self._driver, self._lock = driver, lock
        self._errors: tuple[type[Exception], ...] = (*driver.errors, OSError)
        self._guard = DatabaseGuard(folder)
        self._connection: Any = None
        self._heads: dict[int, JournalHead] = {}
        self.commits = 0
        self.slowest = RecentMaximum()
        self.secret = b""
        self.last_table = 0
        self.damaged: tuple[int, ...] = ()
        self._stored: list[Stored] = []
        self._past: list[Receipt] = []
        self._closed = False
        self._jobs: queue.SimpleQueue[WriteRequest | ReadRequest | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="tilewright store", daemon=True)

    @classmethod
    def open(cls, folder: Path, driver: Driver = SQLITE, accept_loss: bool = False) -> Database:
        """The database in a folder, which is made if it is not there; nobody else can open it meanwhile.

        `accept_loss`: go on although acknowledged commits are missing. Raises
        `Refused("net.refusal.data_…")`.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = Lock.take(folder)
        except OSError as error:
            raise Refused("net.refusal.data_folder", folder=str(folder), why=file_errors.why(error)) from None
        database = cls(folder, driver, lock)
        try:
            database._begin(accept_loss)
        except BaseException:
            database._abandon()
            raise
        database._thread.start()
        return database

    # --- starting -------------------------------------------------------------------------------

    def _begin(self, accept_loss: bool) -> None:
        try:
            witnessed = self._guard.commits()
            known = 0 if accept_loss else witnessed
            if not self._file.exists():
                self._need(known)
            folders.create_private_file(self._file)  # it holds the seeds of games in progress
            file_errors.check_access(self._file)
            self._connect()
            schema.check(self._connection, str(self._file))
            _settle_log(self._connection)
            self.commits, self.last_table = schema.counters(self._connection)
            self._need(known)
            self._try_to_write()
            self._mend_archive()
            self._read_tables()
            self.secret = server_secret(self._file.parent)
        except OSError as error:
            raise Refused(
                "net.refusal.data_folder", folder=str(self._file.parent), why=file_errors.why(error)
            ) from None
        except self._driver.errors as error:
            raise self._refusal(error) from None
        except DATA_ERRORS as error:
            raise self._damaged(error) from None
        self._guard.mark(self.commits)

    def _try_to_write(self) -> None:
        """Test whether the file can be written, which SQLite says only now; nothing is changed."""
        self._connection.execute("BEGIN IMMEDIATE")
        schema.count(self._connection, self.commits, self.last_table)
        self._connection.execute("ROLLBACK")

    def _mend_archive(self) -> None:
        """List every finished game, also those of which nothing but the number is left."""
        self._connection.execute("BEGIN IMMEDIATE")
        self.damaged = archive.mend(self._connection)
        self._connection.execute("COMMIT")
        if self.damaged:
            log.warning("finished games that are damaged: %s", ", ".join(map(str, self.damaged)))

    def _need(self, commits: int) -> None:
        missing = commits - self.commits
        if missing > 0:
            raise Refused("net.refusal.data_behind", file=str(self._file), missing=missing)

    def _refusal(self, error: Exception) -> Refused:
        """The refusal for an error; without the right to use a file its damage cannot be judged."""
        if self._driver.code(error) in file_errors.ACCESS_CODES:
            return file_errors.refusal(self._file, str(error))
        return self._damaged(error)

    def _damaged(self, error: Exception) -> Refused:
        return Refused("net.refusal.data_damaged", file=str(self._file), why=str(error))

    def _connect(self) -> None:
        self._connection = self._driver.connect(str(self._file))
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=OFF", "trusted_schema=OFF"):
            self._connection.execute(f"PRAGMA {pragma}").fetchall()

    def _read_tables(self) -> None:
        for number, first, anchor, last, head in schema.tables(self._connection):
            self._heads[number] = JournalHead(last, head)
            lines, why = self._read_lines(number, JournalHead(first - 1, anchor), JournalHead(last, head))
            self._stored.append(Stored(number, lines, why))
        for body, kept in schema.past_receipts(self._connection):
            if kept == after(JournalHead(), body).hash:
                self._past += _past_decoder.decode(body)

    def _read_lines(
        self, table_number: int, before: JournalHead, journal_head: JournalHead
    ) -> tuple[tuple[JournalEntry, ...], str]:
        """The journal entries of a table, or why they cannot be trusted."""
        lines: list[JournalEntry] = []
        for number, body, kept in schema.lines(self._connection, table_number):
            before = after(before, body)
            if (number, kept) != (before.number, before.hash):
                return (), f"line {number} is not what it was"
            try:
                lines.append(_decoder.decode(body))
            except (msgspec.DecodeError, ValueError) as error:
                return (), f"line {number}: {error}"
        if before != journal_head:
            return (), f"it ends with line {before.number} instead of {journal_head.number}"
        return tuple(lines), ""

    def tables(self) -> list[Stored]:
        """See `Store`."""
        return self._stored

    def past_receipts(self) -> list[Receipt]:
        """See `Store`."""
        return self._past

    # --- the event loop's side ------------------------------------------------------------------

    async def record(self, table_number: int, entry: JournalEntry, finished: Finished | None = None) -> None:
        """See `Store`."""
        self._need_open()
        body = _encoder.encode(entry)
        before = self._heads.get(table_number, JournalHead())
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put(WriteRequest(table_number, entry, body, before, after(before, body), finished, done))
        await done

    async def search(self, text: str, game: str, page: int) -> tuple[int, list[GameSummary]]:
        """See `Store`."""
        found: tuple[int, list[GameSummary]] = await self._ask(
            lambda connection: archive.search(connection, text, game, page)
        )
        return found

    async def fetch(self, number: int) -> str | None:
        """See `Store`."""
        text: str | None = await self._ask(lambda connection: archive.fetch(connection, number))
        return text

    async def tally(self, text: str, game: str, page: int) -> tuple[int, list[PlayerStatistics]]:
        """See `Store`."""
        found: tuple[int, list[PlayerStatistics]] = await self._ask(
            lambda connection: archive.tally(connection, text, game, page)
        )
        return found

    async def _ask(self, job: Callable[[Any], Any]) -> Any:
        self._need_open()
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put(ReadRequest(job, done))
        return await done

    async def close(self) -> None:
        """See `Store`. Finishes everything that was asked for first."""
        await asyncio.to_thread(self.close_now)

    def close_now(self) -> None:
        """The same as `close`, without an event loop."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _need_open(self) -> None:
        """Check that the database is open: else nobody would ever answer. Raises `StoreFailed`."""
        if self._closed:
            raise StoreFailed("the database is closed")

    # --- the thread's side ----------------------------------------------------------------------

    def _work(self) -> None:
        """Loop of the thread. Reads wait for entries of players: one read is answered between two commits."""
        last, going_on = 0.0, True
        asks: deque[ReadRequest] = deque()
        while going_on or asks:
            jobs = self._next_requests(last + COMMIT_INTERVAL, wait=not asks)
            writes = [job for job in jobs if isinstance(job, WriteRequest)]
            if writes:
                self._keep(writes)
                last = monotonic()
            asks += [job for job in jobs if isinstance(job, ReadRequest)]
            if asks:
                self._answer(asks.popleft())
            going_on = going_on and None not in jobs
        self._abandon()

    def _next_requests(self, until: float, wait: bool) -> list[WriteRequest | ReadRequest | None]:
        """The jobs that come until the next commit; at least one, if it may `wait` for that."""
        jobs = [self._jobs.get()] if wait else []
        # Sleeps instead of waking for each job: that would interrupt whoever is thinking every time.
        sleep(max(0.0, until - monotonic()))
        with contextlib.suppress(queue.Empty):
            while True:
                jobs.append(self._jobs.get_nowait())
        return jobs

    def _keep(self, writes: list[WriteRequest]) -> None:
        """Make one commit for all entries; if that fails one for each, so that a bad one fails alone."""
        error = self._try(writes)
        if error is None or len(writes) == 1:
            _settle([(write, error) for write in writes])
        else:
            _settle([(write, self._try([write])) for write in writes])

    def _try(self, writes: list[WriteRequest]) -> Exception | None:
        """Make a commit, or return why nothing of it is kept."""
        begun = monotonic()
        try:
            self._commit(writes)
        except Exception as error:
            log.error("the database has failed", exc_info=error)
            # The connection stays: it knows that nothing after its last commit counts, and writes over it.
            # Another one could find the failed commit in the log and take it as valid, synced or not.
            with contextlib.suppress(*self._errors):
                self._connection.execute("ROLLBACK")
            return error
        took = monotonic() - begun
        self.slowest.note(took)
        if took > SLOW_COMMIT:
            log.warning("the disk is slow: a commit took %.1f s, and everybody waited for it", took)
        return None

    def _commit(self, writes: list[WriteRequest]) -> None:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        for write in writes:
            self._write(connection, write)
        self.last_table = max(self.last_table, *(write.table for write in writes))
        schema.count(connection, self.commits + 1, self.last_table)
        connection.execute("COMMIT")
        self.commits += 1
        for write in writes:
            self._take_over(write)
        self._guard.mark(self.commits)

    def _write(self, db: Any, write: WriteRequest) -> None:
        table, head = write.table, write.after
        if write.finished is not None:
            archive.keep(db, table, write.finished.number, write.finished)
        if write.line.closes:
            schema.close(db, table)
            body = _encoder.encode(write.line.earlier)
            schema.keep_past_receipts(db, table, body, after(JournalHead(), body).hash)
            return
        if write.line.is_complete:
            schema.drop(db, table, write.before.number, write.before.hash)
        schema.append(db, table, head.number, write.body, head.hash)
        for entry in write.line.entries:
            if isinstance(entry, Undone):
                archive.drop(db, table, entry.game)

    def _take_over(self, write: WriteRequest) -> None:
        if write.line.closes:
            self._heads.pop(write.table, None)
        else:
            self._heads[write.table] = write.after

    def _answer(self, ask: ReadRequest) -> None:
        try:
            found = ask.run(self._connection)
        except Refused as refused:
            _settle([(ask, refused)])
        except Exception as error:
            log.error("the archive cannot be read", exc_info=error)
            _settle([(ask, error)])
        else:
            _settle([(ask, None)], found)

    def _hang_up(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(*self._errors):
                self._connection.close()
            self._connection = None

    def _abandon(self) -> None:
        self._hang_up()
        self._guard.close()
        self._lock.release()


def after(before: JournalHead, body: bytes) -> JournalHead:
    """The head of a table after one more entry."""
    return JournalHead(before.number + 1, hashlib.sha256(before.hash + body).digest())


def _settle_log(db: Any) -> None:
    """Sync the log at the start: commits found in it after a kill may not have been synced yet."""
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _settle(
    outcomes: Sequence[tuple[WriteRequest | ReadRequest, Exception | None]], outcome: Any = None
) -> None:
    """Report to the event loop, once for all jobs."""
    loop = outcomes[0][0].done.get_loop()

    def tell() -> None:
        for job, error in outcomes:
            if job.done.done():
                continue
            if error is None:
                job.done.set_result(outcome)
            else:
                job.done.set_exception(error if isinstance(error, Refused) else StoreFailed(str(error)))

    with contextlib.suppress(RuntimeError):  # the loop has gone, and with it everybody who waited
        loop.call_soon_threadsafe(tell)


_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(JournalEntry)
_past_decoder: Final = msgspec.msgpack.Decoder(tuple[Receipt, ...])
