"""Status of a running server for its host, written beside its data every few seconds.

Anybody may read it who may read that folder. It needs no connection, so it also shows a server that does not
answer. How old it is follows from a clock that nobody sets: seconds since this machine was started.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from core.game import Refused
from core.refusal import printable
from server.bots.pool import DirectThinker
from server.storage import atomic_file, file_errors, guard
from server.storage.archive_reader import copy_database
from server.storage.database import DATABASE_FILE, Database
from server.storage.guard import WITNESS_FILE
from server.tables.lobby import Lobby, version

STATUS_FILE: Final = "status.json"
WRITE_INTERVAL: Final = 2.0
HANGING_AFTER: Final = 10.0
"""Seconds after which a server that has written nothing counts as hanging."""
BOOT_ID_FILE: Final = Path("/proc/sys/kernel/random/boot_id")
"""File in which Linux says what it has called its present run; no other system has such a name."""
MOST_SAID: Final = 200
"""Characters that are said of what is wrong with a status."""
Count = Annotated[int, Meta(ge=0, le=2**53)]
WallTime = Annotated[float, Meta(ge=0, le=253402300799)]
"""Seconds since 1970, to the end of the year 9999."""


class TableStatus(msgspec.Struct, frozen=True):
    """Status of a table. `phase` as in the lobby's list, or `aside` with the reason in `why`."""

    table: Count
    title: str
    game: str
    phase: str
    turn: Count
    persons: Count
    away: Count
    bots: Count
    spectators: Count
    why: str = ""


class Status(msgspec.Struct, frozen=True):
    """Status of a server at the time `at`, in seconds since 1970.

    `commands` is the number done since it was `started`. `slowest`: seconds of the slowest commit lately.
    `boot` names the run of the machine (see `boot_id`) and `uptime` the seconds of its clock then; version
    0.2 has written neither.
    """

    at: WallTime
    started: WallTime
    pid: Count
    name: str
    version: str
    port: Count
    guests: Count
    commands: Count
    commits: Count
    slowest: Annotated[float, Meta(ge=0)]
    tables: tuple[TableStatus, ...]
    boot: str = ""
    uptime: float = 0.0


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
        boot=boot_id(),
        uptime=time.monotonic(),
    )


def boot_id() -> str:
    """Name of this run of the machine, in which `time.monotonic` is one clock; "" where there is none."""
    try:
        return BOOT_ID_FILE.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def age(status: Status) -> float | None:
    """Seconds since a status was written; None where that cannot be known here."""
    seconds = time.monotonic() - status.uptime
    return seconds if status.boot and status.boot == boot_id() and seconds >= 0 else None


def _table(lobby: Lobby, number: int) -> TableStatus:
    table = lobby.tables.get(number)
    if table is None:
        return TableStatus(number, "", "", "aside", 0, 0, 0, 0, 0, lobby.services.aside[number])
    kinds = [chair.holder().kind for chair in table.chairs]
    return TableStatus(
        table=number,
        title=table.terms.title,
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

    `age`: seconds since the server has written its `status`, None where that is not known; `unreadable` says
    why there is none. `damaged` are the numbers of the finished games of which nothing else is left.
    """

    running: bool
    status: Status | None = None
    age: float | None = None
    unreadable: str = ""
    kept: int = 0
    aside: dict[int, str] = msgspec.field(default_factory=dict)
    damaged: tuple[int, ...] = ()


def forget(folder: Path) -> None:
    """Remove the status that an earlier server has left: until this one writes, it has not said how it is."""
    with contextlib.suppress(OSError):
        (folder / STATUS_FILE).unlink()


def find(folder: Path) -> FolderStatus:
    """Status of a folder. Nothing is made or changed in it, and no server is kept from starting.

    Raises `Refused("net.refusal.data_…")` or `("archive.refusal.…")` if no server could use its data.
    """
    try:
        if not any((folder / name).exists() for name in (DATABASE_FILE, WITNESS_FILE)):
            return FolderStatus(running=False)
    except OSError as error:
        raise file_errors.system_refusal(folder, error) from None
    if guard.is_held(folder):
        return _running(folder)
    with tempfile.TemporaryDirectory(prefix="tilewright-") as name:
        copy = Path(name)
        try:
            _copy(folder, copy)
            found = open_as_server(copy)
        except Refused as refused:
            if not guard.is_held(folder):
                raise _named(refused, copy, folder) from None
        # A server that has begun meanwhile may have changed what was copied.
        return _running(folder) if guard.is_held(folder) else found


def open_as_server(folder: Path) -> FolderStatus:
    """Status of a folder after what a start would do there. Raises `Refused("net.refusal.data_…")`."""
    database = Database.open(folder)
    try:
        lobby = Lobby("", database, DirectThinker())
        lobby.restore_tables()
        return FolderStatus(
            False, kept=len(lobby.tables), aside=lobby.services.aside, damaged=database.damaged
        )
    finally:
        database.close_now()


def _copy(folder: Path, copy: Path) -> None:
    """Copy the data of a folder that no server uses. Raises `Refused`."""
    if (folder / DATABASE_FILE).exists():
        copy_database(folder / DATABASE_FILE, copy)
    if (folder / WITNESS_FILE).exists():
        try:
            shutil.copyfile(folder / WITNESS_FILE, copy / WITNESS_FILE)
        except OSError as error:
            raise file_errors.system_refusal(folder / WITNESS_FILE, error) from None


def _named(refused: Refused, copy: Path, folder: Path) -> Refused:
    """A refusal of the copy of a folder as one of the folder."""
    told = {
        name: value.replace(str(copy), str(folder)) if isinstance(value, str) else value
        for name, value in refused.refusal.values.items()
    }
    return Refused(refused.refusal.code, (), **told)


def _running(folder: Path) -> FolderStatus:
    """Status of a folder that a server uses: what it has written there last."""
    file = folder / STATUS_FILE
    try:
        status = msgspec.json.decode(file.read_bytes(), type=Status)
    except FileNotFoundError:
        return FolderStatus(running=True)
    except OSError as error:
        return FolderStatus(running=True, unreadable=f"{file}: {file_errors.why(error)}")
    except (ValueError, RecursionError) as error:
        return FolderStatus(running=True, unreadable=printable(f"{file}: {error}", MOST_SAID))
    return FolderStatus(running=True, status=status, age=age(status))
