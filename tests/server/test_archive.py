"""What a game leaves in the archive, and who asks for it over a connection."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from core import record
from core.game import Refused, Seat
from core.games import game as game_of
from core.match import Match
from core.protocol import messages as m
from server.storage import archive as shelves
from server.storage import schema
from server.storage.archive_reader import open_reader
from server.storage.couch import CouchStore
from server.storage.database import Database
from server.storage.journal import Stored, StoreFailed
from server.storage.restore import restore
from server.tables import archive
from server.tables.chairs import Chair, bot_chair
from server.tables.deciders import Deciders, SeatHolding
from server.tables.lobby import Lobby
from tests.server.archive_kit import Shelved, finished, folder_of
from tests.server.helpers import Ear, in_lobby, new_token, settle


async def play_out(ear: Ear) -> None:
    """All that is left of a game at the ear's table, by its first seats to act."""
    table = ear.guest.table
    assert table is not None
    while table.phase == "playing":
        (seat, *_) = table.match.to_act()
        await ear.act(seat)


async def found(ear: Ear, **asked: object) -> m.ArchivePage:
    ear.forget()
    await ear.do(m.SearchArchive, **asked)
    return ear.last(m.ArchivePage)


async def fetched(ear: Ear, number: int) -> str:
    """A record from its parts."""
    ear.forget()
    done = await ear.do(m.FetchRecord, number=number)
    parts = [part for part in ear.heard if isinstance(part, m.RecordPart)]
    assert {part.id for part in parts} == {done.id}
    assert [part.last for part in parts] == [False] * (len(parts) - 1) + [True]
    return "".join(part.text for part in parts)


def test_a_finished_game_is_found_by_anybody_and_its_record_is_whole() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        plans = [m.SeatPlan("me", "Ada", None, new_token(), portrait) for portrait in ("owl", "")]
        await ada.do(m.Open, game="sturt", options={}, plans=tuple(plans), title="Attic")
        assert (await found(eve)).total == 0
        await play_out(ada)
        assert ada.guest.table is not None
        match = ada.guest.table.match
        (line,) = (await found(eve, text="atti")).lines
        assert (line.game, line.names, line.steps) == ("sturt", ("Ada", "Ada"), len(match.steps))
        outcome = match.outcome()
        assert outcome is not None
        assert (line.winners, line.scores) == (tuple(outcome.winners), tuple(outcome.scores))
        played = record.read(await fetched(eve, line.number))
        assert played.finished and list(played.steps) == list(match.steps)
        assert played.header.seed == match.seed_at_end().hex()
        assert played.header.portraits == ("owl", "")
        eve.forget()
        await eve.do(m.FetchStatistics, text="AD")
        assert [(one.name, one.games) for one in eve.last(m.Statistics).standings] == [("Ada", 2)]
        assert await eve.refused(m.FetchRecord, number=line.number + 1) == "net.refusal.no_such_game"

    in_lobby(test, Shelved())


def test_every_game_of_a_series_is_kept() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        await play_out(ada)
        await ada.do(m.Rematch)
        await play_out(ada)
        assert (await found(ada)).total == 2

    in_lobby(test, Shelved())


def test_games_of_ais_alone_are_kept_too() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "random", "easy")
        await ada.until(m.StepsMade, lambda stepped: stepped.outcome is not None)
        (line,) = (await found(ada)).lines
        assert (line.names, line.levels, line.shared) == (("", ""), ("random", "easy"), ())

    in_lobby(test, Shelved())


def test_on_the_couch_only_the_archive_goes_to_the_disk_of_what_ais_play_alone(tmp_path: Path) -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "random", "random")
        await ada.until(m.StepsMade, lambda stepped: stepped.outcome is not None)
        await ada.do(m.Rematch)
        ada.forget()
        await ada.until(m.StepsMade, lambda stepped: stepped.outcome is not None)
        assert [line.levels for line in (await found(ada)).lines] == [("random", "random")] * 2
        await ada.do(m.TakeBack, seat=0, name="Ada")
        store = lobby.services.store
        assert isinstance(store, CouchStore) and store.kept == {1}

    in_lobby(test, CouchStore(Database.open(tmp_path)))
    again = Database.open(tmp_path)
    assert [stored.damage for stored in again.tables()] == [""]
    again.close_now()


async def played(lobby: Lobby, ada: Ear, by_ada: int) -> m.GameSummary:
    """A game of Sturt at which Ada makes so many decisions, then an AI plays for her to the end."""
    await ada.open("sturt", "me", "random")
    table = ada.guest.table
    assert table is not None
    made = 0
    while table.phase == "playing" and made < by_ada:
        if table.match.to_act() == (0,):
            await ada.act(0)
            made += 1
        await settle()
    if table.phase == "playing":
        await ada.do(m.HandOver, seat=0, level="random")
        await ada.until(m.StepsMade, lambda stepped: stepped.outcome is not None)
    (line,) = (await found(ada, text="ada")).lines
    return line


@pytest.mark.parametrize(("by_ada", "level", "shared"), [(1, "random", (0,)), (999, "", ())])
def test_a_result_is_whose_who_made_most_of_the_decisions(
    by_ada: int, level: str, shared: tuple[int, ...]
) -> None:
    """One move and an AI for the rest is no victory of Ada's, though the game is found by her name."""

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        line = await played(lobby, ada, by_ada)
        assert (line.names, line.levels, line.shared) == (("Ada", ""), (level, "random"), shared)
        await ada.do(m.FetchStatistics, text="ada")
        assert [one.games for one in ada.last(m.Statistics).standings] == ([] if level else [1])

    in_lobby(test, Shelved())


def test_who_decided_is_known_after_undo_and_after_a_restart() -> None:
    """What was taken back counts for nobody; what the lines tell, for whom they tell."""
    store = Shelved()

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        table = ada.guest.table
        assert table is not None
        for _ in range(8):
            await ada.act(table.match.to_act()[0])
        for _ in range(4):
            await ada.do(m.Undo, turn=table.match.turn)
        await ada.do(m.HandOver, seat=0, level="random")
        while len(table.match.steps) < 14:
            if table.match.to_act() == (1,):
                await ada.act(1)
            await settle()
        restored = restore(Stored(1, tuple(store.entries[1])), lobby.services)
        for seen in (table, restored):
            holding = [
                seen.deciders.holding(seen.match, Seat(seat), chair, Seat(1))
                for seat, chair in enumerate(seen.chairs)
            ]
            assert holding == [SeatHolding("Ada", "random", True), SeatHolding("Ada", "", False)]

    in_lobby(test, store)


def test_of_a_game_from_a_file_only_what_is_decided_here_counts() -> None:
    match, who = Match(game_of("sturt"), game_of("sturt").info.options(), 2, bytes(32)), Deciders(2)
    for _ in range(5):
        (seat,) = match.to_act()
        match.accept(match.propose(seat, match.game.legal(match.state, seat)[0], match.turn, 0))
    (seat,) = match.to_act()
    chair = Chair("person", "Ada")
    assert who.holding(match, seat, chair, seat) == SeatHolding("Ada", "", False)
    assert who.holding(match, seat, bot_chair("hard"), seat) == SeatHolding("", "hard", False)


def test_a_long_record_comes_in_parts_that_a_guest_may_read() -> None:
    text = "".join(f"0 line {number}\n" for number in range(6000))
    longer = text * (archive.LONGEST_SENT_RECORD // len(text) + 1)

    async def test(lobby: Lobby) -> None:
        eve, here = Ear(lobby), Ear(lobby, embedded=True)
        assert await eve.refused(m.FetchRecord, number=2) == "net.refusal.archive_long"
        assert await fetched(here, 2) == longer
        assert await fetched(eve, 1) == text
        assert len([part for part in eve.heard if isinstance(part, m.RecordPart)]) == -(
            -len(text) // archive.PART_CHARACTERS
        )

    in_lobby(test, Shelved(finished("Ada", text=text), finished("Ada", text=longer)))


def test_a_damaged_game_is_refused_and_a_store_without_an_archive_has_nothing() -> None:
    store = Shelved(finished("Ada"), finished("Bo"))
    store.shelves.execute("UPDATE archive_records SET record = x'00' WHERE number = 1")

    async def test(lobby: Lobby) -> None:
        eve = Ear(lobby)
        assert await eve.refused(m.FetchRecord, number=1) == "net.refusal.archive_damaged"
        assert "Bo" in await fetched(eve, 2)

    async def nothing(lobby: Lobby) -> None:
        eve = Ear(lobby)
        assert (await found(eve)).total == 0
        assert await eve.refused(m.FetchRecord, number=1) == "net.refusal.no_such_game"

    in_lobby(test, store)
    in_lobby(nothing)


def test_an_archive_that_cannot_be_read_says_so() -> None:
    class Broken(Shelved):
        async def search(self, *_: object) -> tuple[int, list[m.GameSummary]]:
            raise StoreFailed("disk")

    async def test(lobby: Lobby) -> None:
        assert await Ear(lobby).refused(m.SearchArchive) == "net.refusal.archive"

    in_lobby(test, Broken())


@pytest.mark.parametrize("again", [False, True])
def test_a_game_whose_end_is_taken_back_is_in_the_archive_only_when_it_has_ended_again(
    tmp_path: Path, again: bool
) -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        await play_out(ada)
        await ada.do(m.Rematch)
        await play_out(ada)
        (second, first) = (await found(ada)).lines
        assert ada.guest.table is not None
        await ada.do(m.Undo, turn=ada.guest.table.match.turn)
        assert (await found(ada)).lines == (first,)
        await ada.do(m.Undo, turn=ada.guest.table.match.turn)
        assert (await found(ada)).lines == (first,)
        if again:
            await play_out(ada)
            (last, known) = (await found(ada)).lines
            assert known == first and last.number > second.number
            assert record.read(await fetched(ada, last.number)).finished

    in_lobby(test, Database.open(tmp_path))
    with open_reader(tmp_path) as connection:
        assert shelves.search(connection, "", "", 0)[0] == (2 if again else 1)


def test_an_archive_is_read_while_a_server_works_with_it(tmp_path: Path) -> None:
    with contextlib.closing(folder_of(tmp_path, finished("Ada"))) as writer:
        writer.execute("BEGIN IMMEDIATE")
        shelves.keep(writer, 5, 0, finished("Bo"))
        with open_reader(tmp_path) as connection:
            assert shelves.search(connection, "", "", 0)[0] == 1
            writer.execute("COMMIT")
            assert shelves.tally(connection, "", "", 0)[0] == 1, "all of one moment"
        with open_reader(tmp_path) as connection:
            assert shelves.search(connection, "", "", 0)[0] == 2
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                connection.execute("DELETE FROM archive_games")


def refused(folder: Path) -> str:
    with pytest.raises(Refused) as why, open_reader(folder) as connection:
        shelves.search(connection, "", "", 0)
        shelves.tally(connection, "", "", 0)
    return why.value.refusal.code.removeprefix("archive.refusal.")


def test_a_file_that_cannot_be_an_archive_says_why(tmp_path: Path) -> None:
    file = tmp_path / "tilewright.db"
    assert refused(tmp_path) == "none" and not file.exists()
    file.mkdir()
    assert refused(tmp_path) == "unreadable"
    file.rmdir()
    file.write_bytes(b"")
    assert refused(tmp_path) == "foreign"
    file.write_bytes(b"tilewright record 1" * 1000)
    assert refused(tmp_path) == "damaged"
    file.unlink()
    folder_of(tmp_path, *(finished(f"Player {number}", "Bo") for number in range(60))).close()
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version={schema.SCHEMA_VERSION + 1}")
    assert refused(tmp_path) == "newer"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version={schema.SCHEMA_VERSION - 1}")
    assert refused(tmp_path) == "older"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version={schema.SCHEMA_VERSION}")
        connection.execute("PRAGMA application_id=7")
    assert refused(tmp_path) == "foreign"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA application_id={schema.APPLICATION_ID}")
    with open_reader(tmp_path) as whole:
        assert shelves.search(whole, "", "", 0)[0] == 60
    raw = file.read_bytes()
    file.write_bytes(raw.replace(b"CREATE TABLE archive_games", b"CREATE \xa8ABLE archive_games"))
    assert refused(tmp_path) == "damaged"
    file.write_bytes(raw[:4096] + bytes(len(raw) - 4096))
    assert refused(tmp_path) == "damaged"
    file.write_bytes(raw[: len(raw) // 3])
    assert refused(tmp_path) in ("damaged", "unreadable")
