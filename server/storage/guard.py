"""Guard of a database: a lock for one program at a time, and the least number of commits it must have.

The witness is a small file that is written after every commit and never synced. After a power cut it may have
an older, lower number, which is harmless. But a number higher than the database's shows that commits that
people were told of are lost: a truncated log, an older copy, a disk that lied.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import zlib
from pathlib import Path
from typing import Final
from urllib.parse import quote

from core.game import Refused
from server.storage import file_errors, folders

log = logging.getLogger("tilewright.store")

WITNESS_FILE: Final = "witness"
LOCK_FILE: Final = "lock"
NUMBER_BYTES: Final = 8
CHECK_BYTES: Final = 4
MOST_WITNESS_BYTES: Final = 64
"""Most bytes of the witness that are read: more than it ever has."""
OPEN_FLAGS: Final = os.O_RDWR | getattr(os, "O_BINARY", 0)
DAMAGE: Final = (sqlite3.Error, UnicodeDecodeError)
"""What a file that is no whole database raises: SQLite's message may quote bytes of it that are no text."""
LOOK_SECONDS: Final = 0.25
"""Seconds that a start waits for those who only look whether the lock is held, each for an instant."""


class DatabaseGuard:
    """Witness of the database in a folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / WITNESS_FILE
        self._handle = -1
        self._told = False

    def commits(self) -> int:
        """Least number of commits there must have been; 0 if the witness cannot say.

        Raises `Refused("net.refusal.data_file")`, also for a file that can be read but not written: its
        number would stay, and fit any older copy.
        """
        try:
            self._handle = os.open(self._file, OPEN_FLAGS)
            raw = os.read(self._handle, MOST_WITNESS_BYTES)
        except FileNotFoundError:
            return 0
        except OSError as error:
            raise file_errors.system_refusal(self._file, error) from None
        number = _number(raw)
        if number is None:
            log.warning("%s is damaged: whether commits are missing cannot be said", self._file)
        return number or 0

    def mark(self, commits: int) -> None:
        """Write the number of commits. An error is logged once: the database has the number, too."""
        number = commits.to_bytes(NUMBER_BYTES, "big")
        try:
            if self._handle < 0:
                self._handle = os.open(self._file, os.O_CREAT | OPEN_FLAGS, 0o600)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, number + _check(number))
        except OSError as error:
            if not self._told:
                log.warning("%s cannot be written (%s): lost commits may go unnoticed", self._file, error)
            self._told = True

    def close(self) -> None:
        """Close the file."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def witnessed(folder: Path) -> int:
    """Least number of commits that the database of a folder must have, without the right to write there.

    0 if the witness cannot say. Raises OSError where it is there and cannot be read.
    """
    try:
        with (folder / WITNESS_FILE).open("rb") as file:
            return _number(file.read(MOST_WITNESS_BYTES)) or 0
    except FileNotFoundError:
        return 0


def _number(raw: bytes) -> int | None:
    """Number in a witness; None for a damaged one. What comes after it stays there."""
    number, check = raw[:NUMBER_BYTES], raw[NUMBER_BYTES : NUMBER_BYTES + CHECK_BYTES]
    fits = len(number) == NUMBER_BYTES and check == _check(number)
    return int.from_bytes(number, "big") if fits else None


def _check(number: bytes) -> bytes:
    return zlib.crc32(number).to_bytes(CHECK_BYTES, "big")


class Lock:
    """Lock that lets one program at a time use a folder. The system releases it when the program dies.

    SQLite locks files on every system there is, so the lock is an empty database that is held exclusively.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._connection = db

    @classmethod
    def take(cls, folder: Path) -> Lock:
        """Take the lock. Raises `Refused("net.refusal.data_in_use")` or `data_file`, or OSError."""
        folders.create_private_file(folder / LOCK_FILE)
        file_errors.check_access(folder / LOCK_FILE)
        try:
            return cls(_open_locked(folder / LOCK_FILE))
        except DAMAGE as error:
            if file_errors.code(error) in file_errors.IN_USE_CODES:
                raise Refused("net.refusal.data_in_use", folder=str(folder)) from None
            raise file_errors.refusal(folder / LOCK_FILE, str(error)) from None

    def release(self) -> None:
        """Release the lock."""
        self._connection.close()


def is_held(folder: Path) -> bool:
    """Whether a program uses a folder. It is only looked: nothing is made, and nobody is kept from starting.

    Raises `Refused("net.refusal.data_file")` where that cannot be said.
    """
    file = folder / LOCK_FILE
    try:
        if not file.exists():
            return False
        address = f"file:{quote(str(file.absolute()))}?mode=ro"
        with contextlib.closing(sqlite3.connect(address, uri=True, timeout=0)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master").fetchall()
    except OSError as error:
        raise file_errors.system_refusal(file, error) from None
    except DAMAGE as error:
        if file_errors.code(error) in file_errors.IN_USE_CODES:
            return True
        raise file_errors.refused_file(file, str(error)) from None
    return False


def _open_locked(file: Path) -> sqlite3.Connection:
    """Connection to a database that nobody else can open. Raises one of `DAMAGE`."""
    connection = sqlite3.connect(file, timeout=LOOK_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("PRAGMA user_version=1")  # fails if it can only be read: then nothing is held
    except BaseException:
        connection.close()
        raise
    return connection
