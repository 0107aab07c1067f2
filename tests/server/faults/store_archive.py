"""An archive of finished games in the files of a server: a start has all of it, or says what is gone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import msgspec

from core.game import Refused
from core.protocol.commands import GAMES_PER_PAGE
from core.protocol.messages import GameSummary
from server.storage.database import Database
from server.storage.journal import JournalEntry, Paced, StoreFailed
from tests.server.archive_kit import GAMES, any_game
from tests.server.faults.store_recovery import need

TOLD: Final = 120
"""Games that were told as finished."""
FILES: Final = ("tilewright.db", "tilewright.db-wal", "witness")


class Archive(msgspec.Struct, frozen=True):
    """Files at a moment, with the records that were told by then: their texts and games by number."""

    files: dict[str, bytes]
    texts: dict[int, str]
    games: dict[int, str]


async def archives(folder: Path) -> list[Archive]:
    """The same archive as a kill leaves it, half of it in the log, and as an orderly end leaves it."""
    luck = random.Random(5)
    texts, games = {}, {}
    for half in (1, 2):
        store = Database.open(folder)
        for number in range((half - 1) * TOLD // 2 + 1, half * TOLD // 2 + 1):
            game = any_game(luck)
            text = "\n".join(f"step {luck.getrandbits(64)}" for _ in range(luck.randrange(60)))
            game = msgspec.structs.replace(game, number=number, text=text)
            await store.record(1, JournalEntry((Paced(float(number), False),)), game)
            texts[number], games[number] = text, game.about.game
        killed = _files(folder)
        await store.close()
    return [Archive(files, texts, games) for files in (killed, _files(folder))]


def _files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES if (folder / name).exists()}


async def every_game(store: Database, archive: Archive) -> int:
    """Each game is listed and as it was, or listed as damaged; how many are damaged. Raises `Wrong`."""
    listed = {line.number: line for line in await _pages(store, "")}
    damaged = {number for number in archive.texts if number in listed and not listed[number].game}
    for number, text in archive.texts.items():
        need(number in listed, "game", number, "is not listed")
        try:
            need(await store.fetch(number) == text, "game", number, "is not what it was")
        except (Refused, StoreFailed):
            damaged.add(number)
    for game in GAMES:
        found = {line.number for line in await _pages(store, game)}
        wanted = {number for number, other in archive.games.items() if other == game}
        need(wanted <= found | damaged, "games of", game, "are not found", wanted - found - damaged)
    return len(damaged)


async def _pages(store: Database, game: str) -> list[GameSummary]:
    total, lines = await store.search("", game, 0)
    for page in range(1, -(-total // GAMES_PER_PAGE)):
        lines += (await store.search("", game, page))[1]
    return lines
