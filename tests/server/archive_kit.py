"""Finished games for tests of the archive, and a store that keeps them in memory."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

from core.protocol.messages import GameSummary, PlayerStatistics
from server.storage import archive, schema
from server.storage.journal import Finished, JournalEntry, MemoryStore

NAMES = ("Ada", "Zoë", "José", "みどり", "STRASSE", "100%_sure")
GAMES = ("sturt", "ghawar", "down_under")


def finished(
    *names: str,
    game: str = "sturt",
    winners: tuple[int, ...] = (0,),
    scores: tuple[float, ...] = (),
    title: str = "",
    levels: tuple[str, ...] = (),
    ended: str = "2026-11-22T08:15:00Z",
    text: str = "",
    shared: tuple[int, ...] = (),
) -> Finished:
    """A game that these have played; the first has won it."""
    line = GameSummary(
        number=0,
        game=game,
        ended=ended,
        title=title,
        names=names,
        levels=levels or ("",) * len(names),
        winners=winners,
        scores=scores or tuple(float(len(names) - seat) for seat in range(len(names))),
        steps=max(1, text.count("\n")),
        shared=shared,
    )
    return Finished(0, line, text or f"the record of {names} at {game}")


def any_game(rng: random.Random) -> Finished:
    """A game of two to four seats, some of them AIs'."""
    seats = rng.randint(2, 4)
    names = tuple(rng.sample(NAMES, seats))
    levels = tuple(rng.choice(("", "", "easy", "hard")) for _ in names)
    scores = tuple(rng.randrange(40) / 2 for _ in names)
    winners = tuple(seat for seat in range(seats) if scores[seat] == max(scores))
    names = tuple("" if level else name for name, level in zip(names, levels, strict=True))
    ended = f"2026-{rng.randint(1, 12):02}-11T10:00:00Z"
    game = rng.choice(GAMES)
    return finished(*names, game=game, winners=winners, scores=scores, levels=levels, ended=ended)


def memory() -> sqlite3.Connection:
    """Empty shelves."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    archive.create(connection)
    return connection


def folder_of(folder: Path, *games: Finished) -> sqlite3.Connection:
    """A database file with these games, as a server that is still running has it."""
    connection = sqlite3.connect(folder / "tilewright.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    schema.check(connection, "")
    for number, game in enumerate(games):
        archive.keep(connection, 1, number, game)
    return connection


class Shelved(MemoryStore):
    """A store whose archive is in memory."""

    def __init__(self, *games: Finished) -> None:
        super().__init__()
        self.shelves = memory()
        for number, game in enumerate(games):
            archive.keep(self.shelves, 0, number, game)

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        await super().record(table, line, finished)
        if finished is not None:
            archive.keep(self.shelves, table, finished.number, finished)

    async def search(self, text: str, game: str, page: int) -> tuple[int, list[GameSummary]]:
        return archive.search(self.shelves, text, game, page)

    async def fetch(self, number: int) -> str | None:
        return archive.fetch(self.shelves, number)

    async def tally(self, text: str, game: str, page: int) -> tuple[int, list[PlayerStatistics]]:
        return archive.tally(self.shelves, text, game, page)

    async def close(self) -> None:
        self.shelves.close()
