"""Restoring a table from its journal, as it was when the last entry was recorded.

The entries are played to a match as people's commands were, so anything that does not follow from the rules,
or from the seed, is noticed: then nothing of the table can be trusted.
"""

from __future__ import annotations

import logging
from typing import Any

from core import codec, position
from core.game import CHANCE
from core.games import game as game_of
from core.match import Match, Move
from core.protocol.messages import Fingerprint, Level, Portrait
from core.series import Series
from core.simultaneous import Step
from server.storage import journal
from server.storage.journal import JournalEntry, Stored
from server.tables.chairs import Chair
from server.tables.contract import TableServices
from server.tables.deciders import Deciders
from server.tables.opening import Opening
from server.tables.table import Table

log = logging.getLogger("tilewright.table")


class Damaged(Exception):
    """Raised for a journal that does not hold together."""


class Outdated(Damaged):
    """Raised for a game begun by the rules of another version of Tilewright: `theirs`."""

    def __init__(self, theirs: str, ours: str) -> None:
        super().__init__(f"begun by the rules of Tilewright {theirs}, today's are those of {ours}")
        self.theirs = theirs


def restore(stored: Stored, services: TableServices) -> Table:
    """The restored table, with nobody there; its spectators start anew, see `SpectatorDelay.catch_up`.

    Raises `Damaged` for any error, so that all other tables can be restored.
    """
    if stored.damage:
        raise Damaged(stored.damage)
    try:
        return _Restorer(stored, services).table()
    except Damaged:
        raise
    except Exception as error:
        raise Damaged(str(error) or type(error).__name__) from error


def bring_back(stored: Stored, services: TableServices) -> Table | None:
    """The same; None for a table that stays aside, with the reason in `services.aside`."""
    try:
        return restore(stored, services)
    except Damaged as damaged:
        services.aside[stored.number] = str(damaged)
        if isinstance(damaged, Outdated):
            services.outdated[stored.number] = damaged.theirs
        log.error("table %d stays aside: %s", stored.number, damaged)
        return None


class _Restorer:
    """Reads journal entries in their order. `_table` is there from the first game on."""

    def __init__(self, stored: Stored, services: TableServices) -> None:
        self._stored, self._services = stored, services
        self._opened: journal.Opened | None = None
        self._table: Table | None = None
        self._seating: journal.Seating | None = None

    def table(self) -> Table:
        for line in self._stored.entries:
            self._set_clocks(line)
            for entry in line.entries:
                self._read(entry)
            self._finish(line)
        return self._found

    @property
    def _found(self) -> Table:
        if self._table is None:
            raise Damaged("no game has begun")
        return self._table

    def _set_clocks(self, entry: JournalEntry) -> None:
        """Set the clocks to the times before an entry; a game that begins in it sets them anew."""
        if self._table is not None and entry.clocks and not entry.is_complete:
            self._table.clocks.restore(entry.clocks)

    def _finish(self, entry: JournalEntry) -> None:
        """Keep the receipts that come with an entry."""
        if self._table is None:
            return
        self._table.entry_count += 1
        for receipt in (*entry.earlier, entry.receipt):
            if receipt is not None:
                self._table.receipts.keep(receipt)

    def _read(self, entry: journal.AnyFact) -> None:
        match entry:
            case journal.Opened():
                self._opened, self._table = entry, None
            case journal.Seating():
                self._seat(entry)
            case journal.Began():
                self._begin(entry)
            case journal.Started():
                self._found.phase = "playing" if self._found.match.to_act() else "over"
                self._found.spectator_delay.open()
            case journal.Paced():
                self._found.pause, self._found.paused = entry.pause, entry.paused
            case journal.HeldPace():
                self._found.paused = entry.paused
            case journal.Concluded():
                self._found.conclude(entry.results)
            case journal.Banned():
                self._found.banned = entry.marks
            case journal.Closed():
                raise Damaged("it goes on after its end")
            case _:
                self._play(entry)

    def _seat(self, entry: journal.Seating) -> None:
        self._seating = entry
        if self._table is not None:
            self._sit(self._table, entry)

    def _sit(self, table: Table, entry: journal.Seating) -> None:
        if len(entry.seats) != table.match.seats:
            raise Damaged("another number of seats")
        table.chairs = tuple(
            Chair(
                kept.kind,
                kept.name,
                codec.typed(kept.level, Level | None),
                token=kept.token,
                muted=kept.muted,
                program=kept.program,
                portrait=codec.typed(kept.portrait, Portrait),
                fingerprint=codec.typed(kept.fingerprint, Fingerprint),
            )
            for kept in entry.seats
        )
        table.patron = None if entry.patron is None else codec.seat_of(entry.patron, table.match.seats)
        table.shown.remember([kept.knows for kept in entry.seats])

    def _begin(self, entry: journal.Began) -> None:
        opened, seating = self._opened, self._seating
        if opened is None or seating is None:
            raise Damaged("a game began at no table")
        match = self._match(opened, entry)
        series = Series(opened.goal, match.options, entry.points, entry.played)
        table = self._table
        if table is None:
            table = self._table = Table(self._stored.number, self._services, _opening(opened, match, series))
        table.match, table.series, table.games = match, series, entry.number
        table.results = ()
        table.deciders = Deciders(match.seats)
        table.phase = "gathering"
        table.shown.forget()
        table.clocks.begin()
        self._sit(table, seating)
        table.spectator_delay.open()

    def _match(self, opened_entry: journal.Opened, entry: journal.Began) -> Match:
        game = game_of(opened_entry.game)
        if opened_entry.rules != game.info.rules:
            raise Outdated(opened_entry.rules, game.info.rules)
        options = codec.options_of(game, entry.options)
        begun = position.from_text(game, options, opened_entry.seats, entry.position)
        match = Match(
            begun, options, opened_entry.seats, entry.seed, duplicate=opened_entry.duplicate is not None
        )
        if entry.steps:
            match.resume([_step(match, seat, text) for seat, text in entry.steps])
        if not entry.proven:
            match.commitment = b""
        return match

    def _play(self, stored: Any) -> None:
        """Replay a fact of the game, checked like any decision."""
        table = self._found
        match = table.match
        if stored.turn != match.turn:
            raise Damaged(f"turn {stored.turn} at turn {match.turn}")
        match stored:
            case journal.Moved():
                table.accept(_move(match, stored))
            case journal.Withdrawn():
                match.withdraw(codec.seat_of(stored.seat, match.seats))
            case journal.Cleared():
                match.clear(codec.seat_of(stored.seat, match.seats))
            case journal.Undone():
                table.undo_step(stored.index)


def _move(match: Match, entry: journal.Moved) -> Move:
    """The recorded move; it must lead to the recorded draws."""
    seat, action = codec.seat_of(entry.seat, match.seats), match.game.parse(entry.action)
    move = match.propose(seat, action, entry.turn, entry.ply)
    if tuple(match.game.notation(step.action) for step in move.drawn) != entry.drawn:
        raise Damaged(f"other draws at turn {entry.turn}")
    return move


def _step(match: Match, seat: int, text: str) -> Step:
    at = CHANCE if seat == CHANCE else codec.seat_of(seat, match.seats)
    return Step(at, match.game.parse(text))


def _opening(entry: journal.Opened, match: Match, series: Series) -> Opening:
    return Opening(
        terms=entry.terms,
        match=match,
        series=series,
        chairs=(Chair(),) * match.seats,
        tokens={},
        match_seed=b"",
    )
