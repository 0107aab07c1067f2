"""Archive: finished games in tables of a SQLite database.

These functions take a connection of which they only need `execute`; transactions are the caller's. A game is
written in one transaction with the move that ends it, so it is here exactly if it is over.

    archive_games      searched: small rows
    archive_records    read: the summary and the record of each game, with their hashes
    archive_results    results of each seat of each game, to count standings anew from
    archive_standings  sums of these: a page of statistics is read, never counted
    archive_kept       the number of each game once more, so that a lost row is noticed

A game whose summary or record has changed is reported as damaged; the others stay as they are. After a start
the list has every game that any of these tables knows (`mend`).
"""

from __future__ import annotations

import hashlib
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Protocol, TypeVar

import msgspec

from core.game import Refused
from core.protocol.commands import GAMES_PER_PAGE, STANDINGS_PER_PAGE
from core.protocol.messages import GameSummary, PlayerStatistics
from server.storage.journal import Finished

T = TypeVar("T")
KEY_BREAK: Final = "\n"
"""Stands between name and fingerprint in a person's key; no name has it."""
NUMBERS_AT_A_TIME: Final = 1000
MOST_FIRST: Final = "ORDER BY games DESC, who, level, game"

TABLE_SCHEMAS: Final = (
    """CREATE TABLE IF NOT EXISTS archive_games (
        number INTEGER PRIMARY KEY AUTOINCREMENT, in_table INTEGER NOT NULL,
        game_number INTEGER NOT NULL, game TEXT NOT NULL, sought TEXT NOT NULL)""",
    "CREATE UNIQUE INDEX IF NOT EXISTS archive_origins ON archive_games (in_table, game_number)",
    "CREATE INDEX IF NOT EXISTS archive_kinds ON archive_games (game, number, sought)",
    """CREATE TABLE IF NOT EXISTS archive_records (
        number INTEGER PRIMARY KEY, about BLOB NOT NULL, about_hash BLOB NOT NULL,
        record BLOB NOT NULL, record_hash BLOB NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS archive_results (
        who TEXT NOT NULL, level TEXT NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL,
        seat INTEGER NOT NULL, name TEXT NOT NULL, won INTEGER NOT NULL, score REAL NOT NULL,
        ended TEXT NOT NULL, PRIMARY KEY (who, level, game, number, seat)) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS archive_numbers ON archive_results (number)",
    """CREATE TABLE IF NOT EXISTS archive_standings (
        who TEXT NOT NULL, level TEXT NOT NULL, game TEXT NOT NULL, games INTEGER NOT NULL,
        standing BLOB NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (who, level, game)) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS archive_most ON archive_standings (games DESC, who, level, game)",
    "CREATE TABLE IF NOT EXISTS archive_kept (number INTEGER PRIMARY KEY)",
)


class SqlConnection(Protocol):
    """Part of a SQLite connection that is needed here."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Iterable[Any]:
        """The rows that a statement gives."""
        ...


def create(db: SqlConnection) -> None:
    """Make the tables that are not there yet."""
    for statement in TABLE_SCHEMAS:
        db.execute(statement)


# --- Writing --------------------------------------------------------------------------------------


def keep(db: SqlConnection, table_number: int, game_number: int, finished: Finished) -> None:
    """Add a game, instead of the one that table number `table_number` had as its game number
    `game_number`.
    """
    drop(db, table_number, game_number)
    about = finished.about
    db.execute(
        "INSERT INTO archive_games (in_table, game_number, game, sought) VALUES (?, ?, ?, ?)",
        (table_number, game_number, about.game, _search_names(about)),
    )
    number = _rows(db, "SELECT last_insert_rowid()")[0][0]
    about = msgspec.structs.replace(about, number=number)
    summary = msgspec.msgpack.encode(about)
    record = zlib.compress(finished.text.encode())
    db.execute(
        "INSERT INTO archive_records VALUES (?, ?, ?, ?, ?)",
        (number, summary, _hash(summary), record, _hash(summary, record)),
    )
    db.execute("INSERT INTO archive_kept VALUES (?)", (number,))
    for seat in range(len(about.names)):
        _add(db, about, seat)


def drop(db: SqlConnection, table_number: int, game_number: int) -> None:
    """Delete a game, if it is there: its end was taken back. Its number is not used again."""
    found = _rows(
        db,
        "SELECT number FROM archive_games WHERE in_table = ? AND game_number = ?",
        (table_number, game_number),
    )
    for (number,) in found:
        held = f"SELECT DISTINCT {_raw('who', 'level', 'game')} FROM archive_results WHERE number = ?"
        keys = [tuple(map(_text, key)) for key in _rows(db, held, (number,))]
        for rows in ("archive_games", "archive_records", "archive_results", "archive_kept"):
            db.execute(f"DELETE FROM {rows} WHERE number = ?", (number,))
        for key in keys:
            db.execute("DELETE FROM archive_standings WHERE who = ? AND level = ? AND game = ?", key)
            standing = _counted(db, key)
            if standing is not None:
                _write(db, key, standing)


def _add(db: SqlConnection, about: GameSummary, seat: int) -> None:
    """Add a seat's result, and update its holder's standing."""
    level = about.levels[seat]
    name = "" if level else about.names[seat]
    fingerprint = about.fingerprints[seat] if about.fingerprints else ""
    key = (_person_key(name, fingerprint), level, about.game)
    won, score = seat in about.winners, float(about.scores[seat])
    db.execute(
        "INSERT INTO archive_results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*key, about.number, seat, name, won, score, about.ended),
    )
    rows = _rows(
        db,
        f"SELECT {_raw('standing', 'hash')} FROM archive_standings WHERE who = ? AND level = ? AND game = ?",
        key,
    )
    before = _standing(*rows[0]) if rows else None
    if before is None:
        after = _counted(db, key)
    else:
        games = before.games + 1
        mean = before.mean + (score - before.mean) / games
        best = max(before.best, score)
        wins = before.won + won
        after = PlayerStatistics(name, level, about.game, games, wins, best, mean, about.ended, fingerprint)
    if after is not None:
        _write(db, key, after)


def _counted(db: SqlConnection, key: Sequence[str]) -> PlayerStatistics | None:
    """A standing counted from all results of its key (who, level, game); None if there are none."""
    rows = _rows(
        db,
        """SELECT count(*), CAST(sum(won) AS INTEGER), max(CAST(score AS REAL)), avg(CAST(score AS REAL)),
        max(number) FROM archive_results WHERE who = ? AND level = ? AND game = ?""",
        key,
    )
    games, won, best, mean, newest = rows[0]
    if not games:
        return None
    last = f"""SELECT {_raw("name", "ended")} FROM archive_results
        WHERE who = ? AND level = ? AND game = ? AND number = ? ORDER BY seat DESC LIMIT 1"""
    name, ended = map(_text, _rows(db, last, (*key, newest))[0])
    fingerprint = key[0].partition(KEY_BREAK)[2]
    return PlayerStatistics(name, key[1], key[2], games, won, best, mean, ended, fingerprint)


def _write(db: SqlConnection, key: Sequence[str], statistics: PlayerStatistics) -> None:
    packed = msgspec.msgpack.encode(statistics)
    db.execute(
        "INSERT OR REPLACE INTO archive_standings VALUES (?, ?, ?, ?, ?, ?)",
        (*key, statistics.games, packed, _hash(packed)),
    )


# --- Mending --------------------------------------------------------------------------------------


def mend(db: SqlConnection) -> tuple[int, ...]:
    """List every game that any table knows, as its summary says; the numbers of games without a summary.

    A lost row is made again without its origin, so the end of such a game cannot be taken back any more.
    """
    rows = _rows(
        db,
        f"""SELECT number, archive_kept.number, {_raw("game", "sought", "about", "about_hash")} FROM
        (SELECT number FROM archive_kept UNION SELECT number FROM archive_games
        UNION SELECT number FROM archive_records) LEFT JOIN archive_kept USING (number)
        LEFT JOIN archive_games USING (number) LEFT JOIN archive_records USING (number)""",
    )
    lost = []
    for number, kept, game, sought, *summary in rows:
        about = _about(number, *summary)
        if about is None:
            lost.append(number)
        if kept is None:
            db.execute("INSERT INTO archive_kept VALUES (?)", (number,))
        _list(db, number, about or damaged_game(number), None if game is None else (game, sought))
    return tuple(lost)


def _list(db: SqlConnection, number: int, about: GameSummary, found: tuple[bytes, bytes] | None) -> None:
    """Make a game's row in the list as its summary says; `found` is the row that is there."""
    values = about.game, _search_names(about)
    if found is None:
        db.execute("INSERT INTO archive_games VALUES (?, ?, 0, ?, ?)", (number, -number, *values))
    elif about.game and found != tuple(value.encode() for value in values):
        db.execute("UPDATE archive_games SET game = ?, sought = ? WHERE number = ?", (*values, number))


# --- Reading --------------------------------------------------------------------------------------


def search(db: SqlConnection, text: str, game: str, page: int) -> tuple[int, list[GameSummary]]:
    """Number of games with `text` in a name or the title, and those of a page, the newest first.

    `game` is a key, or "" for all. Of a damaged game only the number is known.
    """
    where, values = _name_condition("sought", text, game)
    total: int = _rows(db, f"SELECT count(*) FROM archive_games {where}", values)[0][0]
    found = _rows(
        db,
        f"""SELECT number, {_raw("about", "about_hash")} FROM
        (SELECT number FROM archive_games {where} ORDER BY number DESC LIMIT ? OFFSET ?)
        LEFT JOIN archive_records USING (number) ORDER BY number DESC""",
        (*values, GAMES_PER_PAGE, page * GAMES_PER_PAGE),
    )
    return total, [_about(*row) or damaged_game(row[0]) for row in found]


def numbers(db: SqlConnection, game: str = "") -> Iterator[int]:
    """Numbers of all games, the oldest first; `game` is a key, or "" for all."""
    last = -1
    while True:
        found = _rows(
            db,
            "SELECT number FROM archive_games WHERE number > ? AND ? IN ('', game) ORDER BY number LIMIT ?",
            (last, game, NUMBERS_AT_A_TIME),
        )
        if not found:
            return
        yield from (number for (number,) in found)
        last = found[-1][0]


def summary(db: SqlConnection, number: int) -> GameSummary | None:
    """Summary of a game, None if there is none or it is damaged."""
    query = f"SELECT {_raw('about', 'about_hash')} FROM archive_records WHERE number = ?"
    return next((_about(number, *row) for row in _rows(db, query, (number,))), None)


def fetch(db: SqlConnection, number: int) -> str | None:
    """The record of a game; None if there is no such game.

    Raises `Refused("net.refusal.archive_damaged")` if it is not what was written.
    """
    known = _rows(db, "SELECT 1 FROM archive_games WHERE number = ?", (number,))
    rows = _rows(
        db,
        f"SELECT {_raw('about', 'record', 'record_hash')} FROM archive_records WHERE number = ?",
        (number,),
    )
    if not known and not rows:
        return None
    for about, record, kept in rows:
        if None not in (about, record) and kept == _hash(about, record):
            return zlib.decompress(record).decode()
    raise Refused("net.refusal.archive_damaged", number=number)


def tally(db: SqlConnection, text: str, game: str, page: int) -> tuple[int, list[PlayerStatistics]]:
    """Number of standings, and those of a page, most games first.

    There is one for each person in each game, which is a name, with any capitals, and a fingerprint, and for
    each level of the AIs. Every seat
    counts; all winners have won, so that a draw is won by all. With a `text` only persons are found whose
    names have it.
    """
    where, values = _name_condition("who", text, game)
    total: int = _rows(db, f"SELECT count(*) FROM archive_standings {where}", values)[0][0]
    found = _rows(
        db,
        f"""SELECT {_raw("who", "level", "game", "standing", "hash")} FROM
        (SELECT games, who, level, game FROM archive_standings {where} {MOST_FIRST} LIMIT ? OFFSET ?)
        JOIN archive_standings USING (games, who, level, game) {MOST_FIRST}""",
        (*values, STANDINGS_PER_PAGE, page * STANDINGS_PER_PAGE),
    )
    standings = [
        _standing(packed, kept) or _counted(db, tuple(map(_text, key))) for *key, packed, kept in found
    ]
    return total, [standing for standing in standings if standing is not None]


def search_key(text: str) -> str:
    """A text as it is compared: without differences of capitals, composed letters and wide forms."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _person_key(name: str, fingerprint: str) -> str:
    """Key of a person's results. A search for letters of names never meets the capitals of a fingerprint."""
    return search_key(name) + (KEY_BREAK + fingerprint if fingerprint else "")


def damaged_game(number: int) -> GameSummary:
    """Summary of a damaged game: nothing but its number can be trusted."""
    return GameSummary(number, "", "", "", (), (), (), (), 0)


def _search_names(about: GameSummary) -> str:
    """Text that a game is searched by: title and names; for an AI that plays for a person, theirs."""
    return search_key("\n".join((about.title, *about.names)))


def _name_condition(column: str, text: str, game: str) -> tuple[str, tuple[str, ...]]:
    """SQL condition for letters in a column, of a game or all; there are no wildcards."""
    text = search_key(" ".join(text.split()))
    parts = {f"instr({column}, ?)": text, "game = ?": game}
    asked = {part: value for part, value in parts.items() if value}
    return (f"WHERE {' AND '.join(asked)}" if asked else ""), tuple(asked.values())


def _about(number: int, packed: bytes | None, kept: bytes | None) -> GameSummary | None:
    about = _unpacked(packed, kept, GameSummary)
    return about if about is not None and about.number == number else None


def _standing(packed: bytes | None, kept: bytes | None) -> PlayerStatistics | None:
    return _unpacked(packed, kept, PlayerStatistics)


def _unpacked(packed: bytes | None, kept: bytes | None, kind: type[T]) -> T | None:
    """The value that was packed, if it is unchanged."""
    if packed is None or kept != _hash(packed):
        return None
    return msgspec.msgpack.decode(packed, type=kind)


def _raw(*column_names: str) -> str:
    """These columns as bytes: after a disk error not even the type can be trusted."""
    return ", ".join(f"CAST({column} AS BLOB)" for column in column_names)


def _text(raw: bytes | None) -> str:
    return (raw or b"").decode(errors="replace")


def _hash(*content: bytes) -> bytes:
    """Hash of these parts and their lengths."""
    digest = hashlib.sha256()
    for part in content:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()


def _rows(db: SqlConnection, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
    return list(db.execute(sql, parameters))
