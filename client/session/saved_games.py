"""Saved games: records in the folder of the settings, written whole or not at all."""

from __future__ import annotations

import contextlib
import datetime
from pathlib import Path
from typing import Final

from client.session.table import ClientTable
from core import codec, record
from core.protocol.messages import RECORD_LENGTH
from server.storage import atomic_file, folders

COUCH_FILE: Final = "couch.tilewright"
"""File of the unfinished couch game, as older versions kept it."""
SAVES_FOLDER: Final = "games"
FILE_SUFFIX: Final = ".tilewright"
PICTURES_FOLDER: Final = "Tilewright"
"""Folder among the user's pictures."""


def couch_file(home: Path | None = None) -> Path:
    """The file of the unfinished couch game that an older version has left, if it has."""
    return (home or folders.user_folder("settings")) / COUCH_FILE


def forget_couch(home: Path | None = None) -> None:
    """Put that game's file out of the way: the game is kept elsewhere now, or cannot be read."""
    file = couch_file(home)
    with contextlib.suppress(OSError):
        atomic_file.set_aside(file, f"{COUCH_FILE}.old")


def text_of(client_table: ClientTable) -> str:
    """The record of a game with the steps that this client knows."""
    header = record.Header(
        game=client_table.game.info.key,
        options=codec.plain(client_table.options),
        seats=client_table.seats,
        names=tuple(holder.name for holder in client_table.holders),
        levels=tuple(holder.level or "" for holder in client_table.holders),
        date=datetime.date.today().isoformat(),
        commitment=client_table.commitment,
        seed=client_table.seed,
        portraits=tuple(holder.portrait for holder in client_table.holders),
    )
    return record.write(client_table.game, header, client_table.log)


def keep_game(client_table: ClientTable, home: Path | None = None) -> Path:
    """Save a game under a new name and return the file. Raises OSError."""
    return keep_text(client_table.game.info.key, text_of(client_table), home)


def keep_text(key: str, text: str, home: Path | None = None) -> Path:
    """The same for the record of a game, whose key is given."""
    file = _new_file((home or folders.user_folder("settings")) / SAVES_FOLDER, key, FILE_SUFFIX)
    atomic_file.write(file, text.encode())
    return file


def keep_picture(key: str, picture: bytes, folder: Path | None = None) -> Path:
    """Save a PNG of a result under a new name among the user's pictures; the file. Raises OSError."""
    file = _new_file(folder or folders.pictures() / PICTURES_FOLDER, key, ".png")
    atomic_file.write(file, picture)
    return file


def _new_file(folder: Path, key: str, ending: str) -> Path:
    """A free file name with the game and the time."""
    stem = f"{key}-{datetime.datetime.now():%Y%m%d-%H%M%S}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, 100)))
    return next(file for name in names if not (file := folder / f"{name}{ending}").exists())


def read(file: Path) -> record.Record:
    """A record from a file. Raises `Refused` for its content and OSError where it cannot be read."""
    with file.open("rb") as opened:
        raw = opened.read(RECORD_LENGTH * 4 + 1)
    return record.read_bytes(raw)
