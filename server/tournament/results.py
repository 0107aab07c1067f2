"""Results of a tournament, in memory and in a file that is only ever added to.

The file is JSON lines: the first names the tournament, each other is one game with its record. A line that
was cut off at the end is a game that was not finished; anything else that does not fit is refused, and left
as it is. `docs/files.md` explains the fields.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

import msgspec

from core import codec
from core.game import Refused
from core.protocol.messages import RECORD_LENGTH
from core.refusal import printable, printable_path
from server.tournament.contract import PlayedGame, ScheduledGame, Tournament
from server.tournament.schedule import check, games_in_all

FORMAT_VERSION: Final = 1
MOST_LINE: Final = 8 * RECORD_LENGTH
"""Bytes of a line: a record, each of whose characters may take several in JSON."""


class FirstLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """First line of a file of results."""

    tilewright_tournament: int
    tournament: Tournament


class Results:
    """Results in memory, each game once, without records."""

    def __init__(self) -> None:
        self.played: dict[int, PlayedGame] = {}

    def holds(self, scheduled: ScheduledGame) -> bool:
        """Whether this game was played. Raises `Refused` where another one has its number."""
        played = self.played.get(scheduled.number)
        if played is not None and played.seating != scheduled.seating:
            raise Refused("arena.refusal.not_due", number=scheduled.number)
        return played is not None

    def add(self, played_game: PlayedGame) -> None:
        """Add a game; one whose number there is already changes nothing. Raises `Refused`."""
        if played_game.number not in self.played:
            self._keep(played_game)
            self.played[played_game.number] = msgspec.structs.replace(played_game, record="")

    def close(self) -> None:
        """Give back what is held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _keep(self, played_game: PlayedGame) -> None:
        """Keep a game beyond the end of this process."""


class ResultFile(Results):
    """Results in a file, which nobody else may write at the same time."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        """Open the file of this tournament, or make it. Raises `Refused`."""
        super().__init__()
        self._path = path
        self._file = _open(path, "a+b")
        try:
            _lock(self._file, path)
            end = self._read(tournament)
            self._mend(end, tournament)
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """See `Results`."""
        self._file.close()

    def _read(self, tournament: Tournament) -> int:
        """Take in what the file holds; the number of bytes up to the end of its last whole line."""
        self._file.seek(0)
        ours = _first_line(tournament)
        head = self._file.readline(MOST_LINE)
        if ours.startswith(head):
            end = len(head) if head == ours else 0
        else:
            _compare(tournament_of(head, self._path), tournament)
            end = len(head)
        for number, line in enumerate(iter(lambda: self._file.readline(MOST_LINE), b""), start=2):
            played = self._game(line, number, games_in_all(tournament))
            if played is None:
                break
            self.played.setdefault(played.number, msgspec.structs.replace(played, record=""))
            end += len(line)
        return end

    def _game(self, line: bytes, number: int, games: int) -> PlayedGame | None:
        """The game of a line; None for one that was cut off."""
        try:
            played = msgspec.json.decode(line, type=PlayedGame)
            seats = len(played.seating)
            fits = played.number < games and len(played.times) == len(played.faults) == seats
            if fits and all(0 <= winner < seats for winner in played.winners):
                return played
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            if not line.endswith(b"\n") and not self._file.read(1):
                return None
        raise Refused("arena.refusal.line", file=printable_path(str(self._path)), line=number)

    def _mend(self, last_space: int, tournament: Tournament) -> None:
        """Cut off what is no whole line, end the last one, and begin a new file with its first line."""
        self._file.seek(0, os.SEEK_END)
        if self._file.tell() > last_space:
            self._file.truncate(last_space)
        if last_space == 0:
            self._write(_first_line(tournament))
            return
        self._file.seek(last_space - 1)
        if self._file.read(1) != b"\n":
            self._write(b"\n")

    def _keep(self, played_game: PlayedGame) -> None:
        self._write(msgspec.json.encode(played_game) + b"\n")

    def _write(self, line: bytes) -> None:
        """Write a line in full, or nothing of it. Raises `Refused`."""
        end = self._file.seek(0, os.SEEK_END)
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(end)
            raise _refusal("arena.refusal.unwritable", self._path, error) from None


def tournament_in(path: Path) -> Tournament:
    """The tournament whose results a file holds. Raises `Refused`."""
    with _open(path, "rb") as file:
        return tournament_of(file.readline(MOST_LINE), path)


def tournament_of(line: bytes, path: Path) -> Tournament:
    """The tournament that the first line of a file names. Raises `Refused`."""
    shown = printable_path(str(path))
    try:
        data: Any = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        data = None
    if not isinstance(data, dict) or "tilewright_tournament" not in data:
        raise Refused("arena.refusal.no_results", file=shown)
    if data["tilewright_tournament"] != FORMAT_VERSION:
        raise Refused("arena.refusal.newer", file=shown)
    first: FirstLine = codec.typed(data, FirstLine)
    check(first.tournament)
    return first.tournament


def _first_line(tournament: Tournament) -> bytes:
    return msgspec.json.encode(FirstLine(FORMAT_VERSION, tournament)) + b"\n"


def _compare(theirs: Tournament, ours: Tournament) -> None:
    """Refuse another tournament, and say in what it differs."""
    for field in Tournament.__struct_fields__:
        values = [msgspec.json.encode(getattr(one, field)).decode() for one in (theirs, ours)]
        if values[0] != values[1]:
            told = [printable(value, 80) for value in values]
            raise Refused("arena.refusal.other_tournament", field=field, theirs=told[0], ours=told[1])


def _open(path: Path, mode: str) -> IO[bytes]:
    try:
        return path.open(mode)
    except (OSError, ValueError) as error:
        raise _refusal("arena.refusal.unopened", path, error) from None


def _refusal(code: str, path: Path, error: OSError | ValueError) -> Refused:
    why = getattr(error, "strerror", None) or str(error)
    return Refused(code, file=printable_path(str(path)), why=printable(why, 80))


if sys.platform == "win32":
    import msvcrt

    _LOCKED_BYTE: Final = 2**40
    """A byte far behind the end: a locked one cannot be read by others."""

    def _lock(file: IO[bytes], path: Path) -> None:
        file.seek(_LOCKED_BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise Refused("arena.refusal.in_use", file=printable_path(str(path))) from None

else:
    import fcntl

    def _lock(file: IO[bytes], path: Path) -> None:
        """Keep others from writing the file until it is closed. Raises `Refused`."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused("arena.refusal.in_use", file=printable_path(str(path))) from None
