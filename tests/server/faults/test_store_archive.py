"""Finished games after damage: listed as they were, listed as damaged, or the start is refused."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from core.game import Refused
from server.storage import archive
from server.storage.database import Database
from tests.server.faults.conftest import Cases
from tests.server.faults.store_archive import TOLD, Archive, archives, every_game
from tests.server.faults.store_damage import damaged
from tests.server.faults.store_disk import lay_out
from tests.server.faults.store_recovery import Wrong


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[Archive]:
    return asyncio.run(archives(tmp_path_factory.mktemp("archive") / "data"))


async def started(folder: Path, archive: Archive) -> str:
    """What becomes of these files; raises `Wrong` where a game is gone without a word."""
    try:
        store = Database.open(folder)
    except Refused:
        return "refused"
    try:
        return "damaged" if await every_game(store, archive) else "whole"
    finally:
        await store.close()


def test_a_game_told_as_finished_is_there_or_its_loss_is_said(
    told: list[Archive], tmp_path: Path, cases: Cases[int]
) -> None:
    found: Counter[str] = Counter()
    for case in range(cases(40, 10_000)):
        luck = random.Random(case)
        archive = luck.choice(told)
        files, damage = damaged(archive.files, luck)
        folder = lay_out(files, tmp_path / f"{case}")
        try:
            found[asyncio.run(started(folder, archive))] += 1
        except Wrong as wrong:
            raise Wrong(case, damage, *wrong.args) from wrong
        shutil.rmtree(folder)
    print(f"damaged archives: {dict(found)}")
    assert found.keys() == {"refused", "damaged", "whole"}


@pytest.mark.parametrize("table", ["archive_games", "archive_records", "archive_kept"])
def test_a_game_whose_row_is_lost_stays_in_the_list(told: list[Archive], tmp_path: Path, table: str) -> None:
    archive, folder = told[-1], lay_out(told[-1].files, tmp_path / "data")
    with sqlite3.connect(folder / "tilewright.db") as connection:
        connection.execute(f"DELETE FROM {table} WHERE number = ?", (TOLD // 2,))
    connection.close()
    is_lost = table == "archive_records"
    assert asyncio.run(started(folder, archive)) == ("damaged" if is_lost else "whole")
    store = Database.open(folder)
    store.close_now()
    assert store.damaged == ((TOLD // 2,) if is_lost else ())


def test_without_mending_a_lost_row_would_be_a_lost_game(
    told: list[Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "mend", lambda _: ())
    with pytest.raises(Wrong, match="is not listed"):
        test_a_game_whose_row_is_lost_stays_in_the_list(told, tmp_path, "archive_games")


def test_an_index_that_lost_a_row_is_made_again(told: list[Archive], tmp_path: Path) -> None:
    """SQLite's quick check does not look for what is missing from an index."""
    archive, folder = told[-1], lay_out(told[-1].files, tmp_path / "data")
    with sqlite3.connect(folder / "tilewright.db") as connection:
        _leave_out(connection, "archive_kinds", "archive_games", TOLD // 2)
    connection.close()
    assert asyncio.run(started(folder, archive)) == "whole"


def _leave_out(connection: sqlite3.Connection, index: str, table: str, number: int) -> None:
    """Write a row of a table while its index is called another's, so that the index does not hear of it."""
    (sql,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (index,)).fetchone()
    row = connection.execute(f"SELECT * FROM {table} WHERE number = ?", (number,)).fetchone()
    connection.execute(f"DELETE FROM {table} WHERE number = ?", (number,))
    connection.execute("PRAGMA writable_schema=ON")
    connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (f"{sql} WHERE 0", index))
    connection.execute("PRAGMA writable_schema=RESET")
    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    connection.execute("PRAGMA writable_schema=ON")
    connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, index))
    connection.execute("PRAGMA writable_schema=OFF")
