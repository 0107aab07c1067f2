"""Files that are not what they were, and what the next start may make of them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import msgspec

from assets.texts import LANGUAGES, Texts
from core.game import Refused
from server.storage.database import Database
from server.storage.journal import StoreFailed
from server.tables.lobby import Lobby
from tests.server.faults.store_account import Account, Truth
from tests.server.faults.store_disk import SECTOR
from tests.server.faults.store_recovery import need
from tests.server.faults.store_replay import Known, known
from tests.server.faults.store_script import lobby_of

KINDS: Final = ("cut", "bit", "bytes", "hole", "copied")
WEIGHTS: Final = {"tilewright.db": 6, "tilewright.db-wal": 4, "witness": 1}


class Damage(msgspec.Struct, frozen=True):
    """What was done to a file, from byte `at` on."""

    kind: str
    file: str
    at: int


def damaged(files: dict[str, bytes], luck: random.Random, only: str = "") -> tuple[dict[str, bytes], Damage]:
    """One of the files is cut off, or some of it is something else; `only` this file, where it is there."""
    there = [only] if only in files else [name for name in WEIGHTS if files.get(name)]
    name = luck.choices(there, [WEIGHTS[name] for name in there])[0]
    content = bytearray(files[name])
    kind, at = luck.choice(KINDS), luck.randrange(len(content))
    while content[at] == 0 and luck.random() < 0.95:
        at = luck.randrange(len(content))
    if kind == "cut":
        del content[at:]
    elif kind == "bit":
        content[at] ^= 1 << luck.randrange(8)
    elif kind == "bytes":
        content[at : at + 8] = luck.randbytes(min(8, len(content) - at))
    else:
        start = at // SECTOR * SECTOR
        size = min(SECTOR, len(content) - start)
        other = luck.randrange(len(content)) // SECTOR * SECTOR
        hole = bytes(size) if kind == "hole" else bytes(content[other : other + size]).ljust(size, b"\0")
        content[start : start + size] = hole
    return files | {name: bytes(content)}, Damage(kind, name, at)


async def start(folder: Path, account: Account, truth: Truth, texts: dict[int, str]) -> str:
    """Start from damaged files; `refused`, `aside` or `whole`. Raises `Wrong` for anything that is not so.

    `texts` are the records by their numbers of the finished games that somebody was told of.
    """
    try:
        store = Database.open(folder)
    except Refused as refused:
        _is_told(refused)
        return "refused"
    lobby = lobby_of(store)
    try:
        lobby.recover()
        for table, lines in account.lines.items():
            _is_right(lobby, table, account, truth.states(table, lines)[account.told[table] :])
        need({*lobby.tables} <= {*account.lines}, "a table that nobody opened")
        await _archive(store, texts)
        return "aside" if lobby.services.aside else "whole"
    finally:
        await lobby.close()


def _is_right(lobby: Lobby, table: int, account: Account, allowed: list[Known | None]) -> None:
    """A table is set aside, or as it was; none is lost."""
    if table in lobby.services.aside:
        return
    there = lobby.tables.get(table)
    found = None if there is None else known(there)
    need(found in allowed, "table", table, "was told of", account.told[table], "lines, and is", found)


async def _archive(store: Database, texts: dict[int, str]) -> None:
    """Every record is what it was, or cannot be read."""
    for number, text in texts.items():
        try:
            found = await store.fetch(number)
        except (StoreFailed, Refused):
            continue
        need(found == text, "record", number, "is", found)
    for ask in (store.search, store.tally):
        try:
            await ask("", "", 0)
        except (StoreFailed, Refused):
            continue


def _is_told(refused: Refused) -> None:
    """There are words for it in every language."""
    refusal = refused.refusal
    need(refusal.code.startswith("net.refusal.data_"), refusal)
    for language in LANGUAGES:
        need(Texts(language).translate(refusal.code, **refusal.values), refusal)
