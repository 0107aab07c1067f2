"""The store on a disk: what it keeps, who may open it, and what it says of files that it cannot use."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from assets.texts import LANGUAGES, Texts
from core.game import Refused
from core.games.down_under import state as down_under
from core.games.ghawar import state as ghawar
from core.games.great_divide import state as great_divide
from core.games.sturt.rules import STURT
from core.protocol import messages as m
from server.bots.pool import DirectThinker
from server.storage import archive, database, schema
from server.storage.database import DATABASE_FILE, SQLITE, Database
from server.storage.journal import Closed, JournalEntry, Paced, Receipt, StoreFailed
from server.tables.lobby import Lobby
from tests.server.archive_kit import finished
from tests.server.helpers import Ear, new_client, new_token

PRIVATE = stat.S_IRWXG | stat.S_IRWXO

OLD = Path(__file__).parents[1] / "data" / "database-0.1"
OF_0_2 = Path(__file__).parents[1] / "data" / "database-0.2"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "data"


def refusal(folder: Path) -> str:
    """The code with which the folder is refused; there are words for it."""
    with pytest.raises(Refused) as refused:
        Database.open(folder)
    found = refused.value.refusal
    for language in LANGUAGES:
        assert Texts(language).translate(found.code, **found.values)
    return found.code


def line(number: int) -> JournalEntry:
    return JournalEntry((Paced(float(number), False),), Receipt(b"c" * 16, number, b"d", m.Done(number)))


def keep(folder: Path, *lines: JournalEntry, table: int = 1) -> None:
    async def run() -> None:
        store = Database.open(folder)
        for each in lines:
            await store.record(table, each)
        await store.close()

    asyncio.run(run())


def kept(folder: Path) -> dict[int, tuple[JournalEntry, ...]]:
    store = Database.open(folder)
    store.close_now()
    return {stored.number: stored.entries for stored in store.tables()}


def test_what_is_recorded_is_there_again(folder: Path) -> None:
    keep(folder, line(1), line(2))
    keep(folder, line(3))
    assert kept(folder) == {1: (line(1), line(2), line(3))}


def test_the_numbers_of_tables_go_on(folder: Path) -> None:
    keep(folder, line(1), table=7)
    store = Database.open(folder)
    assert store.last_table == 7
    store.close_now()


def test_lines_that_come_together_share_a_commit(folder: Path) -> None:
    async def run() -> int:
        store = Database.open(folder)
        await asyncio.gather(*(store.record(table, line(1)) for table in range(1, 51)))
        await store.close()
        return store.commits

    assert asyncio.run(run()) < 10
    assert len(kept(folder)) == 50


def test_a_line_that_cannot_be_kept_does_not_take_others_with_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = schema.append

    def append(connection: Any, table: int, *rest: Any) -> None:
        if table == 2:
            raise sqlite3.IntegrityError("not this one")
        real(connection, table, *rest)

    async def run() -> list[BaseException | None]:
        store = Database.open(folder)
        answers = await asyncio.gather(
            *(store.record(table, line(1)) for table in (1, 2, 3)), return_exceptions=True
        )
        await store.close()
        return answers

    monkeypatch.setattr(schema, "append", append)
    one, two, three = asyncio.run(run())
    assert isinstance(two, StoreFailed)
    assert (one, three) == (None, None)
    assert kept(folder).keys() == {1, 3}


def test_the_host_hears_of_a_slow_disk(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> float:
        store = Database.open(folder)
        await store.record(1, line(1))
        await store.close()
        return store.slowest.highest

    monkeypatch.setattr(database, "SLOW_COMMIT", 1e9)
    assert asyncio.run(run()) > 0.0
    assert not caplog.records
    monkeypatch.setattr(database, "SLOW_COMMIT", 0.0)
    asyncio.run(run())
    assert "the disk is slow" in caplog.text


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps folders of users apart by other means")
def test_nobody_else_can_read_it(folder: Path) -> None:
    async def run() -> None:
        store = Database.open(folder)
        await store.record(1, line(1))
        assert not stat.S_IMODE(folder.stat().st_mode) & PRIVATE
        for file in folder.iterdir():
            assert not stat.S_IMODE(file.stat().st_mode) & PRIVATE, file.name
        await store.close()

    before = os.umask(0)
    try:
        asyncio.run(run())
    finally:
        os.umask(before)


def test_one_program_at_a_time(folder: Path) -> None:
    store = Database.open(folder)
    program = "import sys, pathlib, server.storage.database as d; d.Database.open(pathlib.Path(sys.argv[1]))"
    other = [sys.executable, "-c", program, str(folder)]
    assert refusal(folder) == "net.refusal.data_in_use"
    found = subprocess.run(other, capture_output=True, text=True, check=False)
    assert "net.refusal.data_in_use" in found.stderr, "whoever tried in this program has not let go of it"
    store.close_now()
    Database.open(folder).close_now()


def test_a_newer_file_is_refused_and_left_alone(folder: Path) -> None:
    keep(folder, line(1))
    _sql(folder, f"PRAGMA user_version={schema.SCHEMA_VERSION + 1}")
    before = (folder / DATABASE_FILE).read_bytes()
    assert refusal(folder) == "net.refusal.data_newer"
    assert (folder / DATABASE_FILE).read_bytes() == before


def test_an_older_file_is_brought_up_to_date(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(folder, line(1))

    def second(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE something_new (value)")

    monkeypatch.setattr(schema, "UPGRADES", (*schema.UPGRADES, second))
    monkeypatch.setattr(schema, "SCHEMA_VERSION", schema.SCHEMA_VERSION + 1)
    assert kept(folder) == {1: (line(1),)}
    assert _sql(folder, "PRAGMA user_version") == [(schema.SCHEMA_VERSION,)]
    assert _sql(folder, "SELECT count(*) FROM something_new") == [(0,)]


def test_a_file_of_the_first_version_has_its_archive_afterwards(folder: Path) -> None:
    async def run() -> None:
        store = Database.open(folder)
        await store.record(1, line(1), finished("Ada", "Bo"))
        await store.close()
        for statement in ("DROP TABLE archive_kept", "DROP TABLE past", "PRAGMA user_version=1"):
            _sql(folder, statement)
        store = Database.open(folder)
        total, _ = await store.search("", "", 0)
        await store.record(2, line(1), finished("Cem", "Dee"))
        await store.record(2, JournalEntry((Closed(),)))
        await store.close()
        assert (total, store.damaged, store.past_receipts()) == (1, (), [])

    asyncio.run(run())
    assert _sql(folder, "SELECT number FROM archive_kept") == [(1,), (2,)]


def test_a_file_of_0_1_has_its_tables_and_their_ais_go_on(folder: Path) -> None:
    """Written by Tilewright 0.1: two tables whose host held the AIs with a pause of a minute."""
    shutil.copytree(OLD, folder, dirs_exist_ok=True)

    async def run() -> dict[str, tuple[int, str, float]]:
        lobby = Lobby("Here", Database.open(folder), DirectThinker())
        lobby.recover()
        found = {
            table.match.game.info.key: (table.match.turn, table.match.digest()[:12], table.pause)
            for table in lobby.tables.values()
        }
        await lobby.close()
        return found

    assert asyncio.run(run()) == {"sturt": (8, "9f57420aa122", 0.0), "great_split": (24, "0eedfbe7a3d4", 0.0)}


def test_a_file_of_0_2_has_its_tables_with_their_options(folder: Path) -> None:
    """Written by Tilewright 0.2, whose journal names every option that it knew."""
    shutil.copytree(OF_0_2, folder, dirs_exist_ok=True)

    async def run() -> dict[str, tuple[int, Any]]:
        lobby = Lobby("Here", Database.open(folder), DirectThinker())
        lobby.recover()
        found = {t.match.game.info.key: (t.match.turn, t.match.options) for t in lobby.tables.values()}
        await lobby.close()
        return found

    assert asyncio.run(run()) == {
        "great_divide": (11, great_divide.Options(events=2, two_ocean_pass=True)),
        "ghawar": (90, ghawar.Options(stalemate=3, roads="ring")),
        "down_under": (8, down_under.Options(animals=True)),
    }


def test_an_upgrade_that_fails_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(folder, line(1))

    def second(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE something_new (value)")
        connection.execute("no SQL at all")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "UPGRADES", (*schema.UPGRADES, second))
        patch.setattr(schema, "SCHEMA_VERSION", schema.SCHEMA_VERSION + 1)
        assert refusal(folder) == "net.refusal.data_damaged"
    assert kept(folder) == {1: (line(1),)}


@pytest.mark.parametrize("content", [b"Dear diary, " * 1000, b""])
def test_a_file_that_is_refused_is_let_go_of(folder: Path, content: bytes) -> None:
    """With whatever fails, even the first question."""
    folder.mkdir()
    (folder / DATABASE_FILE).write_bytes(content)
    opened: list[sqlite3.Connection] = []

    def connect(file: str) -> sqlite3.Connection:
        opened.append(SQLITE.connect(file))
        if not content:
            opened[-1].set_authorizer(lambda *_: sqlite3.SQLITE_DENY)
        return opened[-1]

    with pytest.raises(Refused):
        Database.open(folder, msgspec.structs.replace(SQLITE, connect=connect))
    with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
        opened[0].execute("SELECT 1")


def test_a_file_of_another_program_is_refused(folder: Path) -> None:
    folder.mkdir()
    _sql(folder, "CREATE TABLE theirs (value)")
    assert refusal(folder) == "net.refusal.data_foreign"


def test_no_database_at_all_is_damage(folder: Path) -> None:
    folder.mkdir()
    (folder / DATABASE_FILE).write_bytes(b"Dear diary, " * 1000)
    assert refusal(folder) == "net.refusal.data_damaged"


def test_an_older_copy_is_noticed_and_can_be_gone_on_from_on_demand(folder: Path) -> None:
    keep(folder, line(1))
    older = (folder / DATABASE_FILE).read_bytes()
    keep(folder, line(2))
    (folder / DATABASE_FILE).write_bytes(older)
    assert refusal(folder) == "net.refusal.data_behind"
    Database.open(folder, accept_loss=True).close_now()
    assert kept(folder) == {1: (line(1),)}


def test_a_folder_that_cannot_be_made_is_refused(folder: Path) -> None:
    folder.write_text("a file is in the way")
    assert refusal(folder) == "net.refusal.data_folder"


@pytest.mark.parametrize("change", ["body = x'00'", "hash = x'00'", "number = 5"])
def test_a_changed_line_sets_its_table_aside_and_no_other(folder: Path, change: str) -> None:
    keep(folder, line(1), line(2))
    keep(folder, line(1), table=2)
    _sql(folder, f"UPDATE lines SET {change} WHERE in_table = 1 AND number = 2")
    store = Database.open(folder)
    store.close_now()
    one, two = store.tables()
    assert one.damage
    assert (two.damage, two.entries) == ("", (line(1),))


@pytest.mark.parametrize("gone", ["lines WHERE in_table = 1 AND number = 2", "tables WHERE number = 1"])
def test_a_missing_line_or_table_is_noticed(folder: Path, gone: str) -> None:
    keep(folder, line(1), line(2))
    _sql(folder, f"DELETE FROM {gone}")
    store = Database.open(folder)
    store.close_now()
    assert [bool(stored.damage) for stored in store.tables()] == [True]


def test_what_comes_after_the_end_is_not_kept_and_nobody_waits_for_it(folder: Path) -> None:
    async def ask() -> None:
        database = Database.open(folder)
        await database.close()
        await database.close()
        with pytest.raises(StoreFailed):
            await database.record(1, JournalEntry((Paced(0.0, True),)))
        with pytest.raises(StoreFailed):
            await database.search("", "", 0)

    asyncio.run(ask())


def test_a_line_waits_for_one_question_to_the_archive_and_not_for_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Semaphore(0), threading.Semaphore(0)

    async def run() -> list[str | None]:
        store = Database.open(folder)

        def commits(connection: object, number: int) -> str:
            begun.release()
            go_on.acquire()
            return str(store.commits)

        monkeypatch.setattr(archive, "fetch", commits)
        asked = [asyncio.ensure_future(store.fetch(number)) for number in range(6)]
        for _ in range(2):
            await asyncio.to_thread(begun.acquire)
            go_on.release()
        await asked[0]
        recorded = asyncio.ensure_future(store.record(1, line(1)))
        await asyncio.sleep(0)
        go_on.release(5)
        found = list(await asyncio.gather(*asked))
        await recorded
        await store.close()
        return found

    assert asyncio.run(run())[3:] == ["1", "1", "1"]


def test_after_a_restart_both_seats_of_a_couch_come_back_though_one_answer_was_lost(folder: Path) -> None:
    client, tokens, fresh = new_client(), [new_token(), new_token()], [new_token(), new_token()]

    async def first() -> None:
        lobby = _lobby(folder)
        ear = Ear(lobby, client=client)
        plans = tuple(m.SeatPlan("me", f"Seat {seat}", token=token) for seat, token in enumerate(tokens))
        await ear.do(m.Open, game="sturt", options={}, plans=plans)
        again = Ear(lobby, client=client)
        for command in _returns(tokens, fresh):
            assert isinstance(await again.send(command), m.Done)
        await lobby.close()

    async def second() -> None:
        lobby = _lobby(folder)
        ear = Ear(lobby, client=client)
        for command in _returns(tokens, fresh):
            assert isinstance(await ear.send(command), m.Done)
        assert ear.last(m.TableView).yours == (0, 1)
        await lobby.close()

    asyncio.run(first())
    asyncio.run(second())


def test_a_table_that_brings_up_an_error_stays_aside_and_the_others_are_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that nobody has thought of: rules that have changed since may fail in any way."""

    async def first() -> None:
        lobby = _lobby(folder)
        for game in ("sturt", "ghawar"):
            await Ear(lobby).open(game, "me", "me")
        await lobby.close()

    async def second() -> None:
        lobby = _lobby(folder)
        assert (sorted(lobby.tables), sorted(lobby.services.aside)) == ([2], [1])
        await lobby.close()

    def fails(game: object, options: object, seats: int) -> None:
        raise AttributeError("planted")

    asyncio.run(first())
    monkeypatch.setattr(type(STURT), "start", fails)
    asyncio.run(second())


def test_a_table_of_other_rules_stays_aside_with_their_version(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was begun by the rules of another Tilewright; its lines are kept as they are."""

    async def first() -> None:
        lobby = _lobby(folder)
        await Ear(lobby).open("sturt", "me", "me")
        await Ear(lobby).open("ghawar", "me", "me")
        await lobby.close()

    async def later() -> tuple[list[int], dict[int, str], dict[int, str]]:
        lobby = _lobby(folder)
        house = lobby.services
        await lobby.close()
        return sorted(lobby.tables), house.aside, house.outdated

    asyncio.run(first())
    was = STURT.info
    monkeypatch.setattr(type(STURT), "info", msgspec.structs.replace(was, rules="7.3"))
    why = f"begun by the rules of Tilewright {was.rules}, today's are those of 7.3"
    assert asyncio.run(later()) == ([2], {1: why}, {1: was.rules})
    monkeypatch.undo()
    assert asyncio.run(later()) == ([1, 2], {}, {})


def _returns(tokens: list[bytes], fresh: list[bytes]) -> list[m.Return]:
    pairs = zip(tokens, fresh, strict=True)
    return [m.Return(100 + seat, 1, token, new) for seat, (token, new) in enumerate(pairs)]


def _lobby(folder: Path) -> Lobby:
    lobby = Lobby("Test", Database.open(folder), DirectThinker())
    lobby.recover()
    return lobby


def _sql(folder: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()
