"""Status of a running server for its host, written beside its data every few seconds.

Anybody may read it who may read that folder. It needs no connection, so it also shows a server that does not
answer.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import Final

import msgspec

from core.game import Refused
from server.bots.pool import DirectThinker
from server.storage import atomic_file, file_errors
from server.storage.database import DATABASE_FILE, Database
from server.storage.guard import WITNESS_FILE
from server.tables.lobby import Lobby, version

STATUS_FILE: Final = "status.json"
WRITE_INTERVAL: Final = 2.0
HANGING_AFTER: Final = 10.0
"""Seconds after which a server that has written nothing counts as hanging."""


class TableStatus(msgspec.Struct, frozen=True):
    """Status of a table. `phase` as in the lobby's list, or `aside` with the reason in `why`."""

    table: int
    title: str
    game: str
    phase: str
    turn: int
    persons: int
    away: int
    bots: int
    spectators: int
    why: str = ""


class Status(msgspec.Struct, frozen=True):
    """Status of a server at the time `at`, in seconds since 1970.

    `commands` is the number done since it was `started`. `slowest`: seconds of the slowest commit lately.
    """

    at: float
    started: float
    pid: int
    name: str
    version: str
    port: int
    guests: int
    commands: int
    commits: int
    slowest: float
    tables: tuple[TableStatus, ...]


def server_status(lobby: Lobby, started: float) -> Status:
    """Status of the server now."""
    rows = [_table(lobby, number) for number in sorted({*lobby.tables, *lobby.services.aside})]
    return Status(
        at=time.time(),
        started=started,
        pid=os.getpid(),
        name=lobby.name,
        version=version(),
        port=lobby.services.port,
        guests=len(lobby.guests),
        commands=lobby.commands,
        commits=lobby.services.store.commits,
        slowest=lobby.services.store.slowest.highest,
        tables=tuple(rows),
    )


def _table(lobby: Lobby, number: int) -> TableStatus:
    table = lobby.tables.get(number)
    if table is None:
        return TableStatus(number, "", "", "aside", 0, 0, 0, 0, 0, lobby.services.aside[number])
    kinds = [chair.holder().kind for chair in table.chairs]
    return TableStatus(
        table=number,
        title=table.title,
        game=table.match.game.info.key,
        phase="aside" if table.set_aside else table.phase,
        turn=table.match.turn,
        persons=kinds.count("person"),
        away=kinds.count("away"),
        bots=kinds.count("bot"),
        spectators=len(table.guests) - len(table.persons()),
        why=lobby.services.aside.get(number, ""),
    )


def write(folder: Path, status: Status) -> None:
    """Write the file completely or not at all; a full disk is noticed by what cannot be stored."""
    with contextlib.suppress(OSError):
        atomic_file.write(folder / STATUS_FILE, msgspec.json.encode(status), sync=False)


class FolderStatus(msgspec.Struct, frozen=True):
    """Status of a folder: `running` says whether a server uses it, `kept` how many tables wait.

    `damaged` are the numbers of the finished games of which nothing else is left.
    """

    running: bool
    status: Status | None = None
    kept: int = 0
    aside: dict[int, str] = msgspec.field(default_factory=dict)
    damaged: tuple[int, ...] = ()


def find(folder: Path, begin: bool = False) -> FolderStatus:
    """Status of the folder with this data. Raises `Refused("net.refusal.data_…")` if no server could use it.

    `begin`: where there is nothing, make what a start would make.
    """
    try:
        if not begin and not any((folder / name).exists() for name in (DATABASE_FILE, WITNESS_FILE)):
            return FolderStatus(running=False)
    except OSError as error:
        raise file_errors.system_refusal(folder, error) from None
    try:
        database = Database.open(folder)
    except Refused as refused:
        if refused.refusal.code == "net.refusal.data_in_use":
            return FolderStatus(running=True, status=_read(folder / STATUS_FILE))
        raise
    try:
        return _try(database)
    finally:
        database.close_now()


def _try(database: Database) -> FolderStatus:
    """Restore every table, as at a start."""
    lobby = Lobby("", database, DirectThinker())
    lobby.restore_tables()
    return FolderStatus(False, kept=len(lobby.tables), aside=lobby.services.aside, damaged=database.damaged)


def _read(file: Path) -> Status | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Status)
    except (OSError, msgspec.DecodeError):
        return None
