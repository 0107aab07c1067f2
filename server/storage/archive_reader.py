"""Read-only access to the database in a folder, also while a server works with it.

Where SQLite may write beside the file, or finds what a server has there, it reads what was stored last. Where
it may not (a read-only medium, somebody else's folder), the file is read as it lies if all is in it, else
from a copy; then no server may be working with it, as that would go unnoticed.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal
from urllib.parse import quote

from core.game import Refused
from server.storage import atomic_file, file_errors, guard, schema

DATABASE_FILE: Final = "tilewright.db"
LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait while a server is busy with the file."""
LOG_SUFFIXES: Final = ("-wal", "-journal")
"""Suffixes of the files in which SQLite may have a part of a database."""
UNWRITABLE_CODES: Final = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY})
"""SQLite's codes for a database that it could read if it could write beside it."""


@contextlib.contextmanager
def open_reader(folder: Path) -> Iterator[sqlite3.Connection]:
    """Connection for `server.storage.archive`; everything read over it is of one moment.

    Raises `Refused("archive.refusal.…")`: `none`, `unreadable`, `held`, `no_room`, `foreign`, `newer`,
    `older`, `behind` or `damaged`, the last and `held` also while it is read.
    """
    file = folder / DATABASE_FILE
    try:
        file.stat()
        witnessed = guard.witnessed(folder)
    except FileNotFoundError:
        raise Refused("archive.refusal.none", folder=str(folder)) from None
    except OSError as error:
        raise _unreadable(file, file_errors.why(error)) from None
    try:
        with contextlib.ExitStack() as ending:
            connection = _connection(ending, file)
            _check(connection, file, witnessed)
            yield connection
    except sqlite3.OperationalError as error:
        raise _unreadable(file, str(error)) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # SQLite's message may quote the file, and bytes of a damaged one may be no text.
        raise Refused("archive.refusal.damaged", file=str(file), why=str(error)) from None


def copy_database(file: Path, folder: Path) -> Path:
    """Copy a database that nobody works with, with all that belongs to it; the copy.

    Raises `Refused("archive.refusal.…")`: `unreadable`, `no_room`, or `held` if a server has begun meanwhile.
    """
    target = folder / DATABASE_FILE
    try:
        file = atomic_file.real_path(file)  # SQLite's own files lie beside the one that a link leads to
        for suffix in ("", *LOG_SUFFIXES):
            part = file.with_name(file.name + suffix)
            if not suffix or part.exists():
                _copy(part, target.with_name(target.name + suffix))
    except OSError as error:
        raise _unreadable(file, file_errors.why(error)) from None
    return target


def _copy(origin: Path, destination: Path) -> None:
    """Copy a file. Raises OSError where it cannot be read, `Refused` where the copy cannot be written."""
    with origin.open("rb") as opened:
        try:
            with destination.open("xb") as copied:
                shutil.copyfileobj(opened, copied)
        except OSError as error:
            why = file_errors.why(error)
            raise Refused(
                "archive.refusal.no_room", file=str(origin), folder=str(destination.parent), why=why
            ) from None


def _connection(ending: contextlib.ExitStack, file: Path) -> sqlite3.Connection:
    """Connection to the file in which a transaction has begun, closed when `ending` ends."""
    try:
        return _begun(ending, file, "mode=ro")
    except sqlite3.OperationalError as error:
        if file_errors.code(error) not in UNWRITABLE_CODES:
            raise
    _need_nobody(file)
    ending.callback(_need_nobody, file)  # a server that has begun meanwhile may have changed what was read
    if not any(_has_content(file.with_name(file.name + suffix)) for suffix in LOG_SUFFIXES):
        return _begun(ending, file, "immutable=1")
    copy = copy_database(file, Path(ending.enter_context(_temporary_folder(file))))
    _need_nobody(file)
    return _begun(ending, copy, "mode=ro")


def _begun(
    ending: contextlib.ExitStack, file: Path, how: Literal["mode=ro", "immutable=1"]
) -> sqlite3.Connection:
    address = f"file:{quote(str(file.absolute()))}?{how}"
    connection = sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT, isolation_level=None)
    try:
        connection.execute("BEGIN")
        connection.execute("SELECT 1 FROM sqlite_master").fetchall()
    except BaseException:  # also a damaged file's bytes that are no text
        connection.close()
        raise
    ending.callback(connection.close)
    return connection


def _temporary_folder(file: Path) -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix="tilewright-")
    except OSError as error:
        where, why = error.filename or "", file_errors.why(error)
        raise Refused("archive.refusal.no_room", file=str(file), folder=where, why=why) from None


def _has_content(file: Path) -> bool:
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _unreadable(file, file_errors.why(error)) from None


def _need_nobody(file: Path) -> None:
    """Check that no server works with a database. Raises `Refused`."""
    if guard.is_held(file.parent):
        raise Refused("archive.refusal.held", file=str(file))


def _unreadable(file: Path, why: str) -> Refused:
    return Refused("archive.refusal.unreadable", file=str(file), why=why)


def _check(db: sqlite3.Connection, file: Path, witnessed: int) -> None:
    version = _number(db, "user_version")
    if _number(db, "application_id") != schema.APPLICATION_ID:
        raise Refused("archive.refusal.foreign", file=str(file))
    if version > schema.SCHEMA_VERSION:
        raise Refused("archive.refusal.newer", file=str(file))
    if version < schema.SCHEMA_VERSION:
        raise Refused("archive.refusal.older", file=str(file))
    missing = witnessed - schema.counters(db)[0]
    if missing > 0:
        raise Refused("archive.refusal.behind", file=str(file), missing=missing)


def _number(db: sqlite3.Connection, pragma: str) -> int:
    return int(db.execute(f"PRAGMA {pragma}").fetchall()[0][0])
