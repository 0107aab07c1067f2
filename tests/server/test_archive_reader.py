"""An archive that may only be read: really mounted read-only, or a folder without the right to write."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assets.texts import Texts
from server.storage import archive
from server.storage.archive_reader import DATABASE_FILE
from server.storage.guard import DatabaseGuard, Lock
from tests.server.archive_kit import finished, folder_of
from tests.server.test_barred import as_somebody
from tools.bootstrap import ROOT

WAL = f"{DATABASE_FILE}-wal"
SHM = f"{DATABASE_FILE}-shm"
MOUNTS: tuple[str, ...] = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")
"""A shell that may mount what only it and its children see; it needs no rights."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Path]:
    """A folder that a server works with: one game is in the database, another only in its log so far."""
    folder = tmp_path / "served"
    folder.mkdir()
    with contextlib.closing(folder_of(folder, finished("Ada", "Bo"))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        archive.keep(connection, 1, 1, finished("Cem", "Dee"))
        yield folder


def copied(served: Path, *names: str) -> Path:
    folder = served.parent / "copied"
    folder.mkdir()
    for name in names:
        shutil.copyfile(served / name, folder / name)
    return folder


def closed(served: Path) -> Path:
    """A folder as a server leaves it that was closed: everything is in the one file."""
    folder = copied(served, DATABASE_FILE, WAL)
    with contextlib.closing(sqlite3.connect(folder / DATABASE_FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    assert [file.name for file in folder.iterdir()] == [DATABASE_FILE]
    return folder


def with_empty_log(served: Path) -> Path:
    folder = closed(served)
    (folder / WAL).touch()
    return folder


COPIES: dict[str, Callable[[Path], Path]] = {
    "closed": closed,
    "with an empty log": with_empty_log,
    "with its log": lambda served: copied(served, DATABASE_FILE, WAL),
    "with all": lambda served: copied(served, DATABASE_FILE, WAL, SHM),
}


def asked(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    known = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **environment}
    return subprocess.run(command, check=False, env=known, capture_output=True, encoding="utf-8", timeout=60)


def listing(folder: Path, *more: str) -> list[str]:
    return [sys.executable, "-P", "-m", "client", "archive", "list", "--json", "--data", str(folder), *more]


def mounted_read_only(folder: Path, command: list[str], before: str = "true") -> list[str]:
    """The command where a folder is really mounted read-only."""
    if shutil.which("unshare") is None or asked([*MOUNTS, "true"]).returncode:
        pytest.skip("a read-only mount needs unshare with user namespaces (package util-linux)")
    script = f'{before} && mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    return [*MOUNTS, script, str(folder), *command]


def without_rights(folder: Path, command: list[str]) -> list[str]:
    """The command of somebody who may read a folder, but not write to it."""
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    return as_somebody(*command)


@pytest.mark.parametrize("place", [mounted_read_only, without_rights])
@pytest.mark.parametrize("copy", COPIES)
def test_every_game_is_read_where_nothing_can_be_written(
    copy: str, place: Callable[[Path, list[str]], list[str]], served: Path, tmp_path: Path
) -> None:
    folder = COPIES[copy](served)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    said = asked(place(folder, listing(folder)), TMPDIR=str(temporary))
    assert said.stderr == "" and json.loads(said.stdout)["total"] == 2
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    assert not list(temporary.iterdir()), "the copy is removed"


@pytest.mark.parametrize("place", [mounted_read_only, without_rights])
def test_a_server_that_works_there_is_read_all_the_same(
    place: Callable[[Path, list[str]], list[str]], served: Path
) -> None:
    lock = Lock.take(served)
    said = asked(place(served, listing(served)))
    lock.release()
    assert said.stderr == "" and json.loads(said.stdout)["total"] == 2


@pytest.mark.parametrize("copy", ["closed", "with its log"])
def test_nothing_is_read_as_it_lies_while_a_server_works_with_it(copy: str, served: Path) -> None:
    folder = COPIES[copy](served)
    lock = Lock.take(folder)
    said = asked(without_rights(folder, listing(folder)))
    lock.release()
    sentence = Texts("en").translate("archive.refusal.held", file=folder / DATABASE_FILE)
    assert (said.returncode, said.stdout, said.stderr) == (2, "", f"{sentence}\n")


@pytest.mark.parametrize("place", [None, without_rights])
def test_a_copy_without_its_log_says_what_is_missing(
    place: Callable[[Path, list[str]], list[str]] | None, served: Path
) -> None:
    guard = DatabaseGuard(served)
    guard.mark(3)
    guard.close()
    folder = copied(served, DATABASE_FILE, "witness")
    said = asked(place(folder, listing(folder)) if place else listing(folder))
    sentence = Texts("en").translate("archive.refusal.behind", file=folder / DATABASE_FILE, missing=3)
    assert (said.returncode, said.stderr) == (2, f"{sentence}\n")


def test_without_room_for_a_copy_a_sentence_says_so(served: Path, tmp_path: Path) -> None:
    folder = copied(served, DATABASE_FILE, WAL)
    full = tmp_path / "full"
    full.mkdir()
    fill = f'mount -t tmpfs -o size=64k none "{full}"'
    said = asked(mounted_read_only(folder, listing(folder), fill), TMPDIR=str(full))
    assert said.returncode == 2 and said.stdout == "" and len(said.stderr.splitlines()) == 1
    assert "there is no room for it" in said.stderr and "No space left on device" in said.stderr


def test_a_log_that_may_not_be_read_is_not_left_out(served: Path) -> None:
    folder = copied(served, DATABASE_FILE, WAL)
    command = without_rights(folder, listing(folder))
    (folder / WAL).chmod(0)
    said = asked(command)
    assert said.returncode == 2 and said.stdout == "" and "Permission denied" in said.stderr


@pytest.mark.parametrize("in_use", [False, True])
def test_the_archive_of_the_couch_is_there_where_no_game_can_be_kept(in_use: bool, served: Path) -> None:
    """The screen asks the server inside the program, which cannot open the folder to write."""
    program = """
import asyncio, json, sys
from pathlib import Path
from server.storage.couch import open_store
store, trouble = open_store(Path(sys.argv[1]))
found = [asyncio.run(store.search("", "", 0))[0], asyncio.run(store.tally("", "", 0))[0]]
print(json.dumps([trouble.code, *found, asyncio.run(store.fetch(2)) is not None]))
"""
    folder = served if in_use else copied(served, DATABASE_FILE, WAL)
    lock = Lock.take(served)
    said = asked(without_rights(folder, [sys.executable, "-c", program, str(folder)]))
    lock.release()
    assert said.stderr == "" and json.loads(said.stdout) == ["couch.not_kept", 2, 4, True]


@pytest.mark.parametrize("words", [["stats"], ["show", "2"], ["export", "2", "game"]])
def test_every_word_of_the_archive_reads_it(words: list[str], served: Path, tmp_path: Path) -> None:
    folder = copied(served, DATABASE_FILE, WAL)
    words = [str(tmp_path / "game") if word == "game" else word for word in words]
    command = [sys.executable, "-P", "-m", "client", "archive", *words, "--data", str(folder)]
    said = asked(without_rights(folder, command))
    assert "cannot be read" not in said.stderr and "archive" not in said.stderr
