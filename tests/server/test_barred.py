"""Files that are not damaged, but may not be used: no rights, no room, a folder in the way.

Whoever runs the tests may be allowed everything, so what SQLite says without rights is said here instead.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assets.texts import LANGUAGES, Texts
from core.game import Refusal, Refused
from server.storage import couch, database, file_errors, guard
from server.storage.database import DATABASE_FILE, Database, Driver
from server.storage.guard import LOCK_FILE, WITNESS_FILE
from server.storage.journal import JournalEntry, MemoryStore, Paced

FILES = [LOCK_FILE, DATABASE_FILE, WITNESS_FILE]
RIGHTS = "-dac_override,-dac_read_search"
"""What lets a root do with a file what its mode forbids, taken away."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with stored games."""

    async def run() -> None:
        store = Database.open(tmp_path / "data")
        await store.record(1, JournalEntry((Paced(1.0, False),)))
        await store.close()

    asyncio.run(run())
    return tmp_path / "data"


def refusal(folder: Path, driver: Driver = database.SQLITE) -> Refusal:
    """How the folder is refused; there are words for it."""
    with pytest.raises(Refused) as refused:
        Database.open(folder, driver)
    found = refused.value.refusal
    for language in LANGUAGES:
        assert Texts(language).translate(found.code, **found.values)
    return found


def saying(name: str) -> Driver:
    """A driver that cannot open anything, for a reason of SQLite's."""

    def connect(file: str) -> Any:
        error = sqlite3.OperationalError("what SQLite says")
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
        raise error

    return Driver(connect, (sqlite3.Error,), file_errors.code)


def in_the_way(file: Path) -> None:
    file.unlink(missing_ok=True)
    file.mkdir()


@pytest.mark.parametrize("name", [*FILES, f"{LOCK_FILE}-journal", f"{DATABASE_FILE}-wal"])
def test_a_folder_in_place_of_a_file_is_refused_by_its_name(folder: Path, name: str) -> None:
    in_the_way(folder / name)
    found = refusal(folder)
    assert (found.code, found.values["file"]) == ("net.refusal.data_file", str(folder / name))
    assert found.values["why"] == "Is a directory"


@pytest.mark.parametrize("name", ["CANTOPEN", "READONLY_DIRECTORY", "PERM", "FULL", "IOERR_READ", "BUSY"])
def test_a_file_that_may_not_be_used_is_not_called_damaged(folder: Path, name: str) -> None:
    found = refusal(folder, saying(name))
    assert (found.code, found.values["file"]) == ("net.refusal.data_file", str(folder / DATABASE_FILE))
    assert found.values["why"] == "what SQLite says"


@pytest.mark.parametrize("name", ["CORRUPT", "NOTADB", "ERROR", "MISMATCH"])
def test_a_file_that_is_broken_is_called_damaged(folder: Path, name: str) -> None:
    assert refusal(folder, saying(name)).code == "net.refusal.data_damaged"


@pytest.mark.parametrize("name", [DATABASE_FILE, f"{DATABASE_FILE}-shm", ""])
def test_who_has_no_rights_is_told_to_what(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (folder / name).exists():
        (folder / name).touch()
    real = os.access
    monkeypatch.setattr(os, "access", lambda file, mode: file != folder / name and real(file, mode))
    found = refusal(folder, saying("CANTOPEN"))
    assert (found.values["file"], found.values["why"]) == (str(folder / name), "Permission denied")


@pytest.mark.parametrize("name", [LOCK_FILE, DATABASE_FILE])
def test_a_file_that_can_only_be_read_is_refused(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite opens it all the same, and even lets it be locked, without locking anything."""
    real = sqlite3.connect

    def connect(file: str | Path, **more: Any) -> sqlite3.Connection:
        mode = "ro" if Path(file).name == name else "rw"
        connection: sqlite3.Connection = real(f"file:{file}?mode={mode}", uri=True, **more)
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect)
    found = refusal(folder)
    assert (found.code, found.values["file"]) == ("net.refusal.data_file", str(folder / name))


def as_somebody(*command: str) -> list[str]:
    """The command for someone whom the modes of files bind. Skips where nobody here can be that."""
    if os.name == "nt":
        pytest.skip("Windows has no such modes")
    if os.geteuid():
        return [*command]
    if (setpriv := shutil.which("setpriv")) is None:
        pytest.skip("root may do everything")
    return [setpriv, f"--bounding-set={RIGHTS}", f"--inh-caps={RIGHTS}", *command]


@pytest.mark.covering(most=2)
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("more", [(), ("--accept-loss",)])
def test_a_server_does_not_begin_with_a_file_that_it_can_only_read(
    folder: Path, name: str, more: tuple[str, ...]
) -> None:
    """A witness that stands still would be right about any older copy of the database."""
    (folder / name).chmod(0o400)
    server = [sys.executable, "-m", "server", "--data", str(folder), "--port", "0", "--hidden", *more]
    done = subprocess.run(as_somebody(*server), capture_output=True, text=True, timeout=30, check=False)
    sentence = Texts("en").translate("net.refusal.data_file", file=folder / name, why="Permission denied")
    assert (done.returncode, done.stderr) == (2, f"{sentence}\n")


def test_what_may_only_be_read_is_not_even_opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.access
    monkeypatch.setattr(os, "access", lambda file, mode: file != folder / DATABASE_FILE and real(file, mode))
    assert refusal(folder).values["why"] == "Permission denied"
    assert not (folder / f"{DATABASE_FILE}-wal").exists()


@pytest.mark.parametrize("name", FILES)
def test_a_couch_plays_on_and_moves_nothing_away(folder: Path, name: str) -> None:
    in_the_way(folder / name)
    store, trouble = couch.open_store(folder)
    assert isinstance(store, MemoryStore)
    assert trouble == Refusal("couch.not_kept")
    assert [each.name for each in folder.parent.iterdir()] == [folder.name]


def test_a_couch_without_rights_moves_nothing_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drivers = iter((saying("READONLY"), database.SQLITE))
    real = Database.open
    monkeypatch.setattr(Database, "open", lambda folder, **more: real(folder, next(drivers), **more))
    assert couch.open_store(folder)[1] == Refusal("couch.not_kept")
    assert [each.name for each in folder.parent.iterdir()] == [folder.name]


@pytest.mark.parametrize("content", [b"", b"0123456789ab", b"0123456789abcdef"])
def test_a_witness_that_cannot_say_anything_is_told_in_the_log(
    folder: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        Database.open(folder).close_now()
        assert not caplog.records
        (folder / WITNESS_FILE).write_bytes(content)
        Database.open(folder).close_now()
    assert str(folder / WITNESS_FILE) in caplog.text
    again = guard.DatabaseGuard(folder)
    assert again.commits() == 1, "it is written anew"
    again.close()


def test_a_witness_that_cannot_be_written_any_more_is_told_in_the_log_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    in_the_way(tmp_path / WITNESS_FILE)
    late = guard.DatabaseGuard(tmp_path)
    for commits in (1, 2, 3):
        late.mark(commits)
    assert [str(tmp_path / WITNESS_FILE) in line for line in caplog.messages] == [True]
