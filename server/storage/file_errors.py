"""Errors of files whose content is fine: missing rights, a full disk, a folder in the way.

They are told apart here from SQLite's errors about damage: damaged files are put aside, these must stay where
they are. A driver gives SQLite's code of its own errors by `Driver.code`.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final

from core.game import Refused

IN_USE_CODES: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
ACCESS_CODES: Final = IN_USE_CODES | {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOLFS,
    sqlite3.SQLITE_AUTH,
}
"""Codes that say nothing about a file's content."""
PRIMARY_CODE_MASK: Final = 0xFF
"""Mask for the part of a code without its finer distinctions."""
FILE_SUFFIXES: Final = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite needs for a database."""


def code(error: Exception) -> int:
    """SQLite's code for an error of the module `sqlite3`; 0 if it has none."""
    return getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE_MASK


def check_access(file: Path) -> None:
    """Check that a database can be read and written, as far as the system knows beforehand. Raises `Refused`.

    SQLite silently opens one read-only, and leaves files beside it that nobody can write.
    """
    if (found := _in_the_way(file)) is not None:
        raise found


def refusal(file: Path, why: str) -> Refused:
    """Refusal for a database of which SQLite says `why`; it names the file that is in the way, if one is."""
    return _in_the_way(file) or refused_file(file, why)


def _in_the_way(file: Path) -> Refused | None:
    for end in FILE_SUFFIXES:
        each = file.with_name(file.name + end)
        if each.is_dir():
            return refused_file(each, os.strerror(errno.EISDIR))
        if each.exists() and not os.access(each, os.R_OK | os.W_OK):
            return refused_file(each, os.strerror(errno.EACCES))
    if not os.access(file.parent, os.W_OK | os.X_OK):
        return refused_file(file.parent, os.strerror(errno.EACCES))
    return None


def system_refusal(file: Path, error: OSError) -> Refused:
    """Refusal for a file that the system had an error with."""
    return refused_file(file, why(error))


def why(error: OSError) -> str:
    """The system's own words."""
    return error.strerror or str(error)


def refused_file(file: Path, why: str) -> Refused:
    """Refusal to raise for a file, or a folder, that cannot be used."""
    return Refused("net.refusal.data_file", file=str(file), why=why)
