"""Records as data: finished games of an archive or a tournament as three tables, for analysis.

    games   one row a game: what was played, how it ended, what its draws follow from
    seats   one row a seat of a game: who held it, what it has won
    steps   one row a step of a game in its notation; seat -1 is chance

The tables are joined by `number`. Rows go out as they come in, so that memory does not grow with the games.
Steps are not played again: games by older rules are data, too. `docs/files.md` explains the columns.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Protocol, Self

import msgspec

from core import record
from core.game import CHANCE, Refused, Seat
from core.protocol.messages import GameSummary
from core.refusal import printable, printable_path
from server.storage import archive
from server.tournament.contract import PlayedGame, Tournament
from server.tournament.results import MOST_LINE, tournament_of

FORMATS: Final = ("jsonl", "parquet")
ROWS_PER_BATCH: Final = 4096
"""Rows of a table that are kept in memory before they are written."""
MOST_SHOWN: Final = 80

COLUMNS: Final[dict[str, dict[str, str]]] = {
    "games": {
        "number": "int64", "game": "string", "rules": "string", "options": "json", "seats": "int64",
        "ended": "string", "title": "string", "decisions": "int64", "draws": "int64",
        "winners": "list", "commitment": "string", "seed": "string", "position": "string",
    },
    "seats": {
        "number": "int64", "seat": "int64", "name": "string", "level": "string", "entrant": "int64",
        "won": "bool", "score": "float64", "shared": "bool", "faults": "int64",
        "median_ms": "float64", "max_ms": "float64",
    },
    "steps": {"number": "int64", "step": "int64", "seat": "int64", "action": "string"},
}  # fmt: skip
"""Columns of each table with their types; `json` is a JSON object, as text in Parquet."""


class ExportedGame(msgspec.Struct, frozen=True):
    """Rows of one game."""

    game: dict[str, Any]
    seats: list[dict[str, Any]]
    steps: list[dict[str, Any]]


class Damaged(msgspec.Struct, frozen=True):
    """Game that is left out; `number` is that of the game in an archive, of the line in a file of results."""

    number: int


def archived_games(db: sqlite3.Connection, game: str = "") -> Iterator[ExportedGame | Damaged]:
    """The games of an archive, the oldest first; `game` is a key, or "" for all."""
    for number in archive.numbers(db, game):
        about = archive.summary(db, number)
        try:
            text = archive.fetch(db, number)
            if about is None or text is None:
                raise Refused("net.refusal.archive_damaged", number=number)
            yield _archived(about, text)
        except Refused:
            yield Damaged(number)


def _archived(about: GameSummary, text: str) -> ExportedGame:
    header, steps = record.as_written(text)
    seats = [
        _seat(about.number, seat, name, level, seat in about.winners, score, shared=seat in about.shared)
        for seat, (name, level, score) in enumerate(zip(about.names, about.levels, about.scores, strict=True))
    ]
    winners = [*map(int, about.winners)]
    return _exported(about.number, header, steps, winners, seats, ended=about.ended, title=about.title)


def tournament_games(path: Path) -> Iterator[ExportedGame | Damaged]:
    """The games of a file of results. Raises `Refused` for a file that is none."""
    try:
        with path.open("rb") as file:
            tournament = tournament_of(file.readline(MOST_LINE), path)
            yield from _played(file, tournament)
    except OSError as error:
        shown, why = printable_path(str(path)), error.strerror or str(error)
        raise Refused("arena.refusal.unopened", file=shown, why=why) from None


def _played(file: IO[bytes], tournament: Tournament) -> Iterator[ExportedGame | Damaged]:
    seen = set[int]()
    for number, line in enumerate(iter(lambda: file.readline(MOST_LINE), b""), start=2):
        try:
            played = msgspec.json.decode(line, type=PlayedGame)
            if played.number not in seen:
                seen.add(played.number)
                yield _of_tournament(tournament, played)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Refused, ValueError, IndexError):
            if line.endswith(b"\n") or file.read(1):  # else it is being written, or was cut off
                yield Damaged(number)


def _of_tournament(tournament: Tournament, played_game: PlayedGame) -> ExportedGame:
    header, steps = record.as_written(played_game.record)
    levels = (*header.levels, *[""] * tournament.seats)
    seats = [
        _seat(
            played_game.number,
            seat,
            tournament.entrants[entrant],
            levels[seat],
            seat in played_game.winners,
            score,
            entrant=entrant,
            faults=faults,
            median_ms=times[0],
            max_ms=times[1],
        )
        for seat, (entrant, score, faults, times) in enumerate(
            zip(played_game.seating, played_game.scores, played_game.faults, played_game.times, strict=True)
        )
    ]
    return _exported(played_game.number, header, steps, [*played_game.winners], seats)


def _seat(
    number: int, seat: int, name: str, level: str, won: bool, score: float, **fields: object
) -> dict[str, Any]:
    known = {
        "number": number,
        "seat": seat,
        "name": name,
        "level": level,
        "won": won,
        "score": score,
        **fields,
    }
    return {column: known.get(column) for column in COLUMNS["seats"]}


def _exported(
    number: int,
    header: record.Header,
    notations: list[tuple[Seat, str]],
    winners: list[int],
    chairs: list[dict[str, Any]],
    ended: str | None = None,
    title: str | None = None,
) -> ExportedGame:
    draws = sum(seat == CHANCE for seat, _ in notations)
    game = {
        "number": number,
        "game": header.game,
        "rules": header.rules,
        "options": header.options,
        "seats": header.seats,
        "ended": ended,
        "title": title,
        "decisions": len(notations) - draws,
        "draws": draws,
        "winners": winners,
        "commitment": header.commitment,
        "seed": header.seed,
        "position": header.position,
    }
    rows = [
        {"number": number, "step": step, "seat": seat, "action": action}
        for step, (seat, action) in enumerate(notations)
    ]
    return ExportedGame(game, chairs, rows)


# --- Writing --------------------------------------------------------------------------------------


class TableWriter(Protocol):
    """Writer of one table."""

    def write(self, rows: list[dict[str, Any]]) -> None:
        """Add rows."""
        ...

    def close(self) -> None:
        """End the file."""
        ...


class JsonLines:
    """Writer of JSON lines."""

    def __init__(self, path: Path, column_types: dict[str, str]) -> None:
        self._file = path.open("x", encoding="utf-8", newline="\n")

    def write(self, rows: list[dict[str, Any]]) -> None:
        """See `TableWriter`."""
        self._file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)

    def close(self) -> None:
        """See `TableWriter`."""
        self._file.close()


class Parquet:
    """Writer of a Parquet file; needs the package pyarrow."""

    def __init__(self, path: Path, column_types: dict[str, str]) -> None:
        """Raises `Refused` if pyarrow is missing."""
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError:
            raise Refused("export.refusal.no_pyarrow") from None
        types = {
            "int64": pa.int64(),
            "float64": pa.float64(),
            "bool": pa.bool_(),
            "list": pa.list_(pa.int64()),
        }
        self._json = [name for name, kind in column_types.items() if kind == "json"]
        schema = pa.schema([(name, types.get(kind, pa.string())) for name, kind in column_types.items()])
        self._batch = pa.RecordBatch
        self._schema = schema
        self._writer = pq.ParquetWriter(path, schema)

    def write(self, rows: list[dict[str, Any]]) -> None:
        """See `TableWriter`."""
        texts = ({name: json.dumps(row[name], ensure_ascii=False) for name in self._json} for row in rows)
        rows = [row | text for row, text in zip(rows, texts, strict=True)]
        self._writer.write_batch(self._batch.from_pylist(rows, schema=self._schema))

    def close(self) -> None:
        """See `TableWriter`."""
        self._writer.close()


class Export:
    """Three tables in a folder: all of them, whole, or nothing at all.

    Until `finish` they have other names: nothing is overwritten, and nothing half is taken for the whole.
    """

    def __init__(self, folder: Path, kind: str) -> None:
        self._folder, self._kind = folder, kind
        self._paths = {name: folder / f"{name}.{kind}" for name in COLUMNS}
        self._parts = {name: folder / f".{name}.{kind}.part" for name in COLUMNS}
        self._rows: dict[str, list[dict[str, Any]]] = {name: [] for name in COLUMNS}
        self._writers: dict[str, TableWriter] = {}
        self._made = False
        self.games = self.steps = 0

    def __enter__(self) -> Self:
        """Make the folder and the files. Raises `Refused` where one of them is there already."""
        try:
            with _disk(self._folder):
                self._open()
        except Refused:
            self._clear(given_up=True)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear(given_up=error is not None)

    def _open(self) -> None:
        self._made = not self._folder.exists()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._check()
        writer = JsonLines if self._kind == "jsonl" else Parquet
        for name, path in self._parts.items():
            path.unlink(missing_ok=True)
            self._writers[name] = writer(path, COLUMNS[name])

    def _clear(self, given_up: bool) -> None:
        """Leave nothing that is not whole."""
        with contextlib.suppress(OSError, ValueError):
            self._close()
        for path in self._parts.values():
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
        if given_up and self._made:
            with contextlib.suppress(OSError):
                self._folder.rmdir()

    def add(self, exported: ExportedGame) -> None:
        """Add a game. Raises `Refused` if it cannot be written."""
        self.games, self.steps = self.games + 1, self.steps + len(exported.steps)
        self._rows["games"].append(exported.game)
        self._rows["seats"] += exported.seats
        self._rows["steps"] += exported.steps
        if len(self._rows["steps"]) >= ROWS_PER_BATCH:
            self._flush()

    def finish(self) -> tuple[Path, ...]:
        """Write what is left and give the files their names. Raises `Refused`."""
        self._flush()
        with _disk(self._folder):
            self._close()
            self._check()
            for name, part in self._parts.items():
                part.rename(self._paths[name])
        return tuple(self._paths.values())

    def _check(self) -> None:
        for path in self._paths.values():
            if path.exists():
                raise Refused("export.refusal.exists", file=printable_path(str(path)))

    def _flush(self) -> None:
        with _disk(self._folder):
            for name, rows in self._rows.items():
                if rows:
                    self._writers[name].write(rows)
                    rows.clear()

    def _close(self) -> None:
        while self._writers:
            self._writers.popitem()[1].close()


@contextlib.contextmanager
def _disk(folder: Path) -> Iterator[None]:
    """Refusals of the disk as sentences."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = printable(getattr(error, "strerror", None) or str(error), MOST_SHOWN)
        raise Refused("export.refusal.unwritable", folder=printable_path(str(folder)), why=why) from None
