"""Saved games: records in the folder of the settings, written whole or not at all."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from client import settings
from client.mirror import Mirror
from core import codec, record
from core.messages import RECORD_LENGTH
from core.sealed import Step

COUCH: Final = "couch.tilewright"
"""The game on this couch that was not finished, see `Couch`."""
FOLDER: Final = "games"
ENDING: Final = ".tilewright"


def couch_file(home: Path | None = None) -> Path:
    """Where the unfinished couch game lies, if there is one."""
    return (home or settings.folder()) / COUCH


def text_of(mirror: Mirror, steps: Sequence[Step] | None = None) -> str:
    """The record of a game with these steps; without them of what this client knows, if that is all."""
    header = record.Header(
        game=mirror.game.info.key,
        options=codec.plain(mirror.options),
        seats=mirror.seats,
        names=tuple(holder.name for holder in mirror.holders),
        levels=tuple(holder.level or "" for holder in mirror.holders),
        date=datetime.date.today().isoformat(),
        commitment=mirror.commitment,
        seed=mirror.seed,
    )
    return record.write(mirror.game, header, mirror.log if steps is None else steps)


class Couch:
    """Keeps the game at this couch for "Continue".

    The file belongs to the game that wrote it, or that goes on from it, and is gone once there is nothing to
    continue. Another game leaves it alone until it writes its own.
    """

    def __init__(self, continued: Mirror | None = None, home: Path | None = None) -> None:
        self._file = couch_file(home)
        self._owner = continued.playing if continued is not None else None

    def keep(self, mirror: Mirror, steps: Sequence[Step] | None = None) -> None:
        """Call after every step, and when steps were taken back. Raises OSError.

        `steps` are all there are, with what is sealed: for whoever may know them. Without them the file is
        renewed whenever the game holds no secrets.
        """
        if mirror.latest.outcome is not None or not (steps or mirror.log):
            if self._owner == mirror.playing:
                self._file.unlink(missing_ok=True)
        elif steps is not None or not mirror.secrets:
            _write(self._file, text_of(mirror, steps))
            self._owner = mirror.playing


def keep_game(mirror: Mirror, home: Path | None = None) -> Path:
    """Save a game for good under a new name; the file. Raises OSError."""
    return keep_text(mirror.game.info.key, text_of(mirror), home)


def keep_text(key: str, text: str, home: Path | None = None) -> Path:
    """The same with the record of a game, whose key is given."""
    folder = (home or settings.folder()) / FOLDER
    stem = f"{key}-{datetime.datetime.now():%Y%m%d-%H%M%S}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, 100)))
    file = next(file for name in names if not (file := folder / f"{name}{ENDING}").exists())
    _write(file, text)
    return file


def read(file: Path) -> record.Record:
    """A record from a file. Raises `Refused` for what it holds and OSError where it cannot be read."""
    with file.open("rb") as opened:
        raw = opened.read(RECORD_LENGTH * 4 + 1)
    return record.read_bytes(raw)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(".part")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        temporary.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
