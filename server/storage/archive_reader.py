"""Read-only access to the archive in a folder, also while a server works with it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from core.game import Refused
from server.storage import schema

DATABASE_FILE: Final = "tilewright.db"
LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait while a server is busy with the file."""


@contextlib.contextmanager
def open_reader(folder: Path) -> Iterator[sqlite3.Connection]:
    """Connection for `server.storage.archive`; everything read over it is of one moment.

    Raises `Refused("archive.refusal.…")`: `none`, `unreadable`, `foreign`, `newer`, `older` or `damaged`, the
    last also while it is read.
    """
    file = folder / DATABASE_FILE
    try:
        file.stat()
    except FileNotFoundError:
        raise Refused("archive.refusal.none", folder=str(folder)) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise Refused("archive.refusal.unreadable", file=str(file), why=why) from None
    address = f"file:{quote(str(file.absolute()))}?mode=ro"
    try:
        connection = sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT, isolation_level=None)
    except sqlite3.Error as error:
        raise Refused("archive.refusal.unreadable", file=str(file), why=str(error)) from None
    try:
        connection.execute("BEGIN")
        _check(connection, file)
        yield connection
    except sqlite3.OperationalError as error:
        raise Refused("archive.refusal.unreadable", file=str(file), why=str(error)) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # SQLite's message may quote the file, and bytes of a damaged one may be no text.
        raise Refused("archive.refusal.damaged", file=str(file), why=str(error)) from None
    finally:
        connection.close()


def _check(connection: sqlite3.Connection, file: Path) -> None:
    version = _number(connection, "user_version")
    if _number(connection, "application_id") != schema.APPLICATION_ID:
        raise Refused("archive.refusal.foreign", file=str(file))
    if version > schema.SCHEMA_VERSION:
        raise Refused("archive.refusal.newer", file=str(file))
    if version < schema.SCHEMA_VERSION:
        raise Refused("archive.refusal.older", file=str(file))


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchall()[0][0])
