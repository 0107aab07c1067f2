"""What the lines of a table come to, told by nothing but plain matches: the judge over `restore`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from core import codec
from core.game import CHANCE, Seat
from core.games import game as game_of
from core.match import Match
from core.series import Series
from core.simultaneous import Step
from server.storage import journal
from server.storage.journal import JournalEntry
from server.tables.table import Table


class Known(msgspec.Struct, frozen=True):
    """All of a table that must outlive its server. `receipts`: who said which command, and the answer."""

    games: int
    match: str
    turn: int
    plies: tuple[int, ...]
    phase: str
    chairs: tuple[tuple[Any, ...], ...]
    patron: int | None
    series: tuple[Any, ...]
    pace: tuple[float, bool]
    banned: tuple[str, ...]
    receipts: frozenset[tuple[bytes, int, bytes, bytes]]
    chosen: tuple[Any, ...]


def known(table: Table) -> Known:
    """The same of a table that is there."""
    match = table.match
    chairs = tuple((c.kind, c.name, c.level, c.token, c.muted) for c in table.chairs)
    chosen = (
        table.terms.title,
        table.terms.seed,
        table.terms.stand_in,
        table.terms.clock,
        table.terms.delay,
        table.terms.password,
    )
    return Known(
        table.games,
        match.digest(),
        match.turn,
        tuple(match.ply(Seat(seat)) for seat in range(match.seats)),
        table.phase,
        chairs,
        table.patron,
        (table.series.points, table.series.played, table.series.goal),
        (table.pause, table.paused),
        table.banned,
        frozenset(_receipt(receipt) for receipt in table.receipts.all()),
        chosen,
    )


def is_as_told(live: Known | None, lines: Known | None) -> bool:
    """Whether a table that runs is as its lines say. It remembers also commands that left no line."""
    if live is None or lines is None:
        return live is lines
    return live.receipts >= lines.receipts and msgspec.structs.replace(live, receipts=lines.receipts) == lines


def replayed(lines: Iterable[JournalEntry]) -> list[Known | None]:
    """A table after none, one, two … of its lines; None before the first and after the last of them."""
    teller = _Teller()
    found: list[Known | None] = [None]
    for line in lines:
        teller.hear(line)
        found.append(None if line.closes else teller.known())
    return found


def replay(lines: Iterable[JournalEntry]) -> Known:
    """A table after all of its lines."""
    teller = _Teller()
    for line in lines:
        teller.hear(line)
    return teller.known()


class _Teller:
    opened: journal.Opened
    seating: journal.Seating
    match: Match
    series: Series
    games = 0
    phase = "gathering"
    pace = (0.0, False)
    banned: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.receipts: set[tuple[bytes, int, bytes, bytes]] = set()

    def hear(self, line: JournalEntry) -> None:
        for entry in line.entries:
            getattr(self, f"_{type(entry).__name__.lower()}")(entry)
        self.receipts |= {_receipt(each) for each in (*line.earlier, line.receipt) if each is not None}

    def known(self) -> Known:
        opened, match = self.opened, self.match
        return Known(
            self.games,
            match.digest(),
            match.turn,
            tuple(match.ply(Seat(seat)) for seat in range(match.seats)),
            self.phase,
            tuple((k.kind, k.name, k.level, k.token, k.muted) for k in self.seating.seats),
            self.seating.patron,
            (self.series.points, self.series.played, self.series.goal),
            self.pace,
            self.banned,
            frozenset(self.receipts),
            (opened.title, opened.seed, opened.stand_in, opened.clock, opened.delay, opened.password),
        )

    def _opened(self, entry: journal.Opened) -> None:
        self.opened, self.pace = entry, (entry.pause, False)

    def _seating(self, entry: journal.Seating) -> None:
        self.seating = entry

    def _began(self, entry: journal.Began) -> None:
        game = game_of(self.opened.game)
        options = codec.options_of(game, entry.options)
        self.match = Match(game, options, self.opened.seats, entry.seed)
        if entry.steps:
            steps = [Step(CHANCE if s == CHANCE else Seat(s), game.parse(text)) for s, text in entry.steps]
            self.match.resume(steps)
        self.series = Series(self.opened.goal, options, entry.points, entry.played)
        self.games, self.phase = entry.number, "gathering"

    def _started(self, _: journal.Started) -> None:
        self.phase = "playing" if self.match.to_act() else "over"

    def _moved(self, entry: journal.Moved) -> None:
        game = self.match.game
        move = self.match.submit(Seat(entry.seat), game.parse(entry.action), entry.turn, entry.ply)
        assert tuple(game.notation(step.action) for step in move.drawn) == entry.drawn
        outcome = self.match.outcome()
        if outcome is not None:
            self.phase, self.series = "over", self.series.scored(game, outcome)

    def _withdrawn(self, entry: journal.Withdrawn) -> None:
        assert (entry.turn, entry.ply) == (self.match.turn, self.match.ply(Seat(entry.seat)))
        self.match.withdraw(Seat(entry.seat))

    def _cleared(self, entry: journal.Cleared) -> None:
        self.match.clear(Seat(entry.seat))

    def _undone(self, entry: journal.Undone) -> None:
        assert (entry.turn, entry.game) == (self.match.turn, self.games)
        outcome = self.match.outcome()
        self.match.undo(entry.index)
        if outcome is not None:
            brought = self.match.game.points(outcome)
            points = tuple(a - b for a, b in zip(self.series.points, brought, strict=True))
            self.series = msgspec.structs.replace(self.series, points=points, played=self.series.played - 1)
            self.phase = "playing"

    def _paced(self, entry: journal.Paced) -> None:
        self.pace = (entry.pause, entry.paused)

    def _banned(self, entry: journal.Banned) -> None:
        self.banned = entry.marks

    def _closed(self, _: journal.Closed) -> None:
        """Nothing comes after it."""


def _receipt(receipt: journal.Receipt) -> tuple[bytes, int, bytes, bytes]:
    return receipt.client, receipt.id, receipt.digest, codec.encode(receipt.reply)
