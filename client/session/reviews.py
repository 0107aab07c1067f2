"""Reviews of games: made decision by decision in the background, and kept beside the settings."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import Final

import msgspec

from client.session.adviser_client import AdviserClient
from core import record as records
from core.bots.advice import Advice
from core.bots.review import (
    CHECK_FACTOR,
    REVIEW_VERSION,
    Review,
    begin,
    decisions_of,
    reviewed,
    tries_for,
    with_values_after,
)
from core.game import Refused
from core.record import Record
from core.refusal import Refusal
from server.storage import atomic_file, folders

FOLDER: Final = "reviews"
MOST_KEPT: Final = 500
"""Reviews kept: the newest."""
STRIDE: Final = 8
"""Decisions after which an unfinished review is kept again."""


class ReviewRun:
    """Making of a review. `trouble`: why it cannot go on."""

    def __init__(self, record: Record, adviser: AdviserClient, home: Path | None = None) -> None:
        self.played, self._adviser = record, adviser
        self._file = _file_of(record, home)
        self._steps = decisions_of(record)
        self.review = _read(self._file, record, self._steps) or begin(record)
        self.trouble: Refusal | None = None
        self._asked: int | None = None

    def update(self) -> bool:
        """Take what has been answered, and ask for the next; whether something new is known."""
        news = False
        for reply in self._adviser.poll():
            if reply.number != self._asked:
                continue
            self._asked = None
            if reply.trouble is not None or reply.advice is None:
                self.trouble = reply.trouble
                return True
            self._take(reply.advice)
            news = True
        if not self.review.done and self.trouble is None and (self._asked is None or not self._adviser.busy):
            self._ask()
        return news

    def stop(self) -> None:
        """Stop, and keep what is known: a later run goes on from there."""
        if self._asked is not None:
            self._adviser.forget()
            self._asked = None
        self._keep()

    def _next(self) -> int:
        """Index of the decision to be looked at next, for the first time or again."""
        check = self.review.next_check()
        return len(self.review.decisions) if check is None else check

    def _ask(self) -> None:
        played, check = self.played, self.review.next_check() is not None
        number = self._steps[self._next()]
        step = played.steps[number]
        tries = tries_for(played.game) * (CHECK_FACTOR if check else 1)
        view = played.game.view(played.states[number], step.seat)
        notation = played.game.notation(step.action)
        self._asked = self._adviser.ask(
            played.game, played.options, played.header.seats, view, step.seat, tries, notation, check
        )

    def _take(self, advice: Advice) -> None:
        """Take what is known about the decision that was asked about."""
        index, check = self._next(), self.review.next_check() is not None
        decision = reviewed(self.played, self._steps[index], advice, check)
        decisions = (*self.review.decisions[:index], decision, *self.review.decisions[index + 1 :])
        if not check and len(decisions) == self.review.total:
            decisions = with_values_after(decisions, self.played)
        self.review = msgspec.structs.replace(self.review, decisions=decisions)
        if check or self.review.done or len(decisions) % STRIDE == 0:
            self._keep()

    def _keep(self) -> None:
        """Write the review, whole or not at all; where that cannot be, nothing is kept."""
        with contextlib.suppress(OSError):
            atomic_file.write(self._file, msgspec.json.encode(self.review))
            _forget_oldest(self._file.parent)


def _file_of(record: Record, home: Path | None) -> Path:
    """File of the review of a record: named after its text, without names and portraits."""
    header = msgspec.structs.replace(record.header, names=(), portraits=(), date="")
    text = records.write(record.game, header, record.steps)
    name = hashlib.sha256(text.encode()).hexdigest()[:32]
    return (home or folders.user_folder("settings")) / FOLDER / f"{name}.json"


def _read(file: Path, record: Record, numbers: tuple[int, ...]) -> Review | None:
    """The review in a file; None if there is none, or none that fits this version and this game."""
    try:
        review = msgspec.json.decode(file.read_bytes(), type=Review)
        fits = review.version == REVIEW_VERSION and review.total == len(numbers)
        known = tuple(one.step for one in review.decisions)
        return review if fits and known == numbers[: len(known)] and _is_played(review, record) else None
    except (OSError, ValueError, RecursionError, Refused):
        return None


def _is_played(review: Review, record: Record) -> bool:
    """Whether all that a review says was possible in the game. Raises `Refused` for no notation."""
    game = record.game
    for one in review.decisions:
        step, state = record.steps[one.step], record.states[one.step]
        if one.seat != step.seat or one.played != game.notation(step.action):
            return False
        for notation in (one.best, *one.equal):
            if game.why_not(state, step.seat, game.parse(notation)) is not None:
                return False
    return True


def _forget_oldest(folder: Path) -> None:
    files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
    for file in files[:-MOST_KEPT]:
        file.unlink(missing_ok=True)
