"""Beside the database: who uses it, and how many commits it must have.

The witness is a small file that is written after every commit and never synced. A power cut may take its last
words, then it says too little, which means nothing. But when it says more than the database knows, commits
that people were told of are not there any more: a truncated log, an older copy, a disk that lied.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import zlib
from pathlib import Path
from typing import Final

from core.game import Refused
from server.storage import file_errors, folders

log = logging.getLogger("tilewright.store")

WITNESS_FILE: Final = "witness"
LOCK_FILE: Final = "lock"
NUMBER_BYTES: Final = 8
CHECK_BYTES: Final = 4
MOST_WITNESS_BYTES: Final = 64
"""Bytes of it that are read: more than it has."""
OPEN_FLAGS: Final = os.O_RDWR | getattr(os, "O_BINARY", 0)


class DatabaseGuard:
    """The witness of the database in a folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / WITNESS_FILE
        self._handle = -1
        self._told = False

    def commits(self) -> int:
        """How many commits there have been at least; 0 if it cannot say, and the log knows.

        Raises `Refused("net.refusal.data_file")`, also for one that may be read but not written: it would go
        on saying what it says now, and be right about any older copy.
        """
        try:
            self._handle = os.open(self._file, OPEN_FLAGS)
            raw = os.read(self._handle, MOST_WITNESS_BYTES)
        except FileNotFoundError:
            return 0
        except OSError as error:
            raise file_errors.system_refusal(self._file, error) from None
        number, check = (
            raw[:NUMBER_BYTES],
            raw[NUMBER_BYTES : NUMBER_BYTES + CHECK_BYTES],
        )  # what comes after stays there
        if check != _check(number) or len(number) != NUMBER_BYTES:
            log.warning("%s is damaged: whether commits are missing cannot be said", self._file)
            return 0
        return int.from_bytes(number, "big")

    def mark(self, commits: int) -> None:
        """There have been so many. What cannot be written is told in the log once: the database has it."""
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
        """Write nothing more."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _check(number: bytes) -> bytes:
    return zlib.crc32(number).to_bytes(CHECK_BYTES, "big")


class Lock:
    """One program at a time uses a folder. The system takes the lock away from whoever dies.

    SQLite locks files on every system there is, so the lock is an empty database that is held exclusively.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    def take(cls, folder: Path) -> Lock:
        """Raises `Refused("net.refusal.data_in_use")` while somebody else has it, `data_file`, or OSError."""
        folders.create_private_file(folder / LOCK_FILE)
        file_errors.check_access(folder / LOCK_FILE)
        try:
            return cls(_open_locked(folder / LOCK_FILE))
        except sqlite3.Error as error:
            if file_errors.code(error) in file_errors.IN_USE_CODES:
                raise Refused("net.refusal.data_in_use", folder=str(folder)) from None
            raise file_errors.refusal(folder / LOCK_FILE, str(error)) from None

    def release(self) -> None:
        """Others may use the folder."""
        self._connection.close()


def _open_locked(file: Path) -> sqlite3.Connection:
    """A database that nobody else can have. Raises `sqlite3.Error`."""
    connection = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("PRAGMA user_version=1")  # fails if it can only be read: then nothing is held
    except sqlite3.Error:
        connection.close()
        raise
    return connection
