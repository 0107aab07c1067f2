"""Daily challenge here: the challenge of a date, and the results that were reached, kept in a file.

A date has one result for each name, whatever the clock says: it is neither replaced nor lost.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from core.challenge import Challenge, challenge_of
from core.game import Outcome, Refused, Seat
from core.protocol.messages import NAME_LENGTH
from server.storage import atomic_file, folders

FIRST_DATE: Final = date(2026, 12, 1)
"""Date of the first challenge."""
RESULTS_FILE: Final = "challenges.json"
MOST_RESULTS: Final = 20_000
MOST_BYTES: Final = 8 << 20
MOST_STARS: Final = 3
STAR, NO_STAR = "★", "☆"
PUZZLE_SIGN, TABLE_SIGN = "◆", "●"


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Result of a challenge. `tries` at a puzzle; `score` at a table, the person's points first.

    `late`: it was played on another day.
    """

    date: date
    name: Annotated[str, Meta(max_length=NAME_LENGTH)]
    stars: Annotated[int, Meta(ge=0, le=MOST_STARS)]
    tries: Annotated[int, Meta(ge=0)] = 0
    score: Annotated[str, Meta(max_length=40)] = ""
    late: bool = False


class Begun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Challenge that was begun: the number of its table, or the moves tried at a puzzle, in notation."""

    date: date
    name: Annotated[str, Meta(max_length=NAME_LENGTH)]
    table: int | None = None
    tried: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=1000)] = ()
    late: bool = False


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    results: Annotated[tuple[Result, ...], Meta(max_length=MOST_RESULTS)] = ()
    begun: Annotated[tuple[Begun, ...], Meta(max_length=MOST_RESULTS)] = ()


def local_date() -> date:
    """Date where this machine is, also after it came into another time zone."""
    if sys.platform != "win32":
        time.tzset()
    return date.today()


def challenge_on(day: date, today: date) -> Challenge:
    """The challenge of a date. Raises `Refused("challenge.refusal.before")` or `ahead`."""
    if day < FIRST_DATE:
        raise Refused("challenge.refusal.before", first=FIRST_DATE.isoformat())
    if day > today:
        raise Refused("challenge.refusal.ahead", date=day.isoformat())
    return challenge_of((day - FIRST_DATE).days)


def stars_for_tries(tries: int, solved: bool) -> int:
    """Stars for a puzzle: three for the first try, one from the third on, none if the answer was shown."""
    return max(1, MOST_STARS + 1 - tries) if solved else 0


def stars_for_outcome(outcome: Outcome, seat: Seat) -> int:
    """Stars for a game: three for a win, two for a shared one, one for having played it to the end."""
    if seat not in outcome.winners:
        return 1
    return MOST_STARS if len(outcome.winners) == 1 else MOST_STARS - 1


def score_words(outcome: Outcome, seat: Seat) -> str:
    """The points of all seats, those of `seat` first: `38:33`."""
    others = [points for other, points in enumerate(outcome.scores) if other != seat]
    return ":".join(f"{points:g}" for points in (outcome.scores[seat], *others))


def result_line(challenge: Challenge, result: Result) -> str:
    """A result as a line of text and signs, to be copied."""
    stars = STAR * result.stars + NO_STAR * (MOST_STARS - result.stars)
    sign, reached = (PUZZLE_SIGN, f"{result.tries}") if challenge.is_puzzle else (TABLE_SIGN, result.score)
    return f"Tilewright {result.date} · {challenge.game.info.title} {sign} {reached} {stars}"


class ChallengeResults:
    """Results of all people on this machine, and the tables at which challenges wait for their end.

    `notice` is the key of a sentence about the file, "" if all is well: one that cannot be understood is set
    aside and a new one begun; one that cannot be read is left as it is, and nothing is kept.
    """

    def __init__(self, home: Path | None = None) -> None:
        self._file = (home or folders.user_folder("settings")) / RESULTS_FILE
        self.notice = ""
        self._keeps = True
        self._known = self._read()

    def result(self, day: date, name: str) -> Result | None:
        """The result of a name on a date."""
        return next((one for one in self._known.results if (one.date, one.name) == (day, name)), None)

    def begun(self, day: date, name: str) -> Begun | None:
        """Attempt that a name has begun on a date and not ended."""
        found = (one for one in self._known.begun if (one.date, one.name) == (day, name))
        return None if self.result(day, name) is not None else next(found, None)

    def begun_at(self, table_number: int) -> Begun | None:
        """Attempt that was begun at a table and not ended."""
        found = (one for one in self._known.begun if one.table == table_number)
        return next((one for one in found if self.result(one.date, one.name) is None), None)

    def begin(self, challenge: Begun) -> bool:
        """Keep what was begun, or how far it has come; False if that cannot be written."""

        def with_it(stored: _File) -> _File:
            others = (one for one in stored.begun if (one.date, one.name) != (challenge.date, challenge.name))
            return msgspec.structs.replace(stored, begun=(*others, challenge)[-MOST_RESULTS:])

        return self._change(with_it)

    def keep(self, result: Result) -> bool:
        """Keep a result, unless its date has one; False if it cannot be written."""

        def with_it(stored: _File) -> _File:
            if any((one.date, one.name) == (result.date, result.name) for one in stored.results):
                return stored
            begun = tuple(one for one in stored.begun if (one.date, one.name) != (result.date, result.name))
            return _File((*stored.results, result)[-MOST_RESULTS:], begun)

        return self._change(with_it)

    def streak(self, name: str, today: date) -> int:
        """Days in a row on which a name has played that day's challenge, up to today or yesterday.

        One that was begun yesterday and has not ended yet keeps the days before it.
        """
        played = {one.date for one in self._known.results if one.name == name and not one.late}
        yesterday = today - timedelta(days=1)
        begun = self.begun(yesterday, name)
        count, day = (1, yesterday) if today in played else (0, yesterday)
        if begun is not None and not begun.late:
            day -= timedelta(days=1)
        while day in played:
            count, day = count + 1, day - timedelta(days=1)
        return count

    def _change(self, change: Callable[[_File], _File]) -> bool:
        """Change what the file has now, which another program may have written."""
        if self._keeps and self._file.exists():
            self._known = _joined(self._read(), self._known)
        self._known = change(self._known)
        return self._keeps and self._write()

    def _read(self) -> _File:
        try:
            raw = self._file.read_bytes()
        except FileNotFoundError:
            return _File()
        except OSError:
            self.notice, self._keeps = "challenge.file.unreadable", False
            return _File()
        try:
            if len(raw) > MOST_BYTES:
                raise ValueError("too long")
            read = msgspec.json.decode(raw, type=_File)
            dates = [*(one.date for one in read.results), *(one.date for one in read.begun)]
            if min(dates, default=FIRST_DATE) < FIRST_DATE:
                raise ValueError("a date without a challenge")
            return read
        except (ValueError, RecursionError):
            self.notice = self._set_aside()
            return _File()

    def _set_aside(self) -> str:
        try:
            target = atomic_file.real_path(self._file)
            stem, number = f"{RESULTS_FILE}.broken", 2
            aside = target.with_name(stem)
            while aside.exists():
                aside, number = target.with_name(f"{stem}-{number}"), number + 1
            target.replace(aside)
        except OSError:
            self._keeps = False
            return "challenge.file.unreadable"
        return "challenge.file.broken"

    def _write(self) -> bool:
        """Write the file, whole or not at all."""
        try:
            atomic_file.write(self._file, msgspec.json.encode(self._known), private=True)
        except OSError:
            return False
        return True


def _joined(there: _File, local: _File) -> _File:
    """Content of the file, and what could not be written to it before."""
    dates = {(one.date, one.name) for one in there.results}
    more = tuple(one for one in local.results if (one.date, one.name) not in dates)
    begun = {(one.date, one.name) for one in there.begun} | dates
    return _File(
        (*there.results, *more)[-MOST_RESULTS:],
        (*there.begun, *(one for one in local.begun if (one.date, one.name) not in begun)),
    )
