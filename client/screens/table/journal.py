"""Journal of a table: what happened and what was said. What is taken back is removed."""

from __future__ import annotations

from typing import Final

import msgspec

from client.screens.table.journal_view import Entry
from client.screens.table.state import TableState
from client.session.catch_up import catch_up_events
from client.session.events import GameEvent, PositionView
from core.protocol.messages import EVERYBODY

MOST_LINES: Final = 200
"""Lines kept at most; nobody would look at older ones."""


class JournalLine(msgspec.Struct, frozen=True):
    """Line of the journal: the number of steps made by then, and the event, unless it is chat."""

    entry: Entry
    made: int
    happening: GameEvent | None = None


class Journal:
    """Journal of one table. Every event is noted once."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._lines: list[JournalLine] = []
        self._game = state.mirror.playing
        self._upto = 0

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All lines, the oldest first."""
        return tuple(line.entry for line in self._lines)

    def happening(self, line: int) -> GameEvent | None:
        """The event of a line, counted from the newest."""
        return self._lines[-1 - line].happening if line < len(self._lines) else None

    def note(self, entry: Entry, made: int | None = None, happening: GameEvent | None = None) -> None:
        """Add a line after this number of steps (all made so far); the same line twice in a row is one."""
        if entry.chat or entry not in self.entries[-1:]:
            made = len(self.state.mirror.log) if made is None else made
            self._lines = [*self._lines[1 - MOST_LINES :], JournalLine(entry, made, happening)]

    def add_event(self, happening: GameEvent, viewer: int) -> None:
        """Add an event, once, as all who look at this screen may know it: `viewer`, if it is only one."""
        if self._several if happening.sealed else happening.after.turn <= self._upto:
            return
        self._upto = happening.after.turn
        self._tell(happening, self._made(happening.after), viewer)

    def renew(self, viewer: int) -> None:
        """Begin anew at another position: with the events that led there, and nothing of an earlier game.

        Chat stays where it was.
        """
        mirror = self.state.mirror
        same = self._game == mirror.playing
        chat = [line for line in self._lines if same and line.entry.chat]
        self._game, self._upto, self._lines = mirror.playing, mirror.shown.turn, []
        told = catch_up_events(mirror, self.state.board, self._made(mirror.shown))
        for one in told[-MOST_LINES:]:
            if not (self._several and one.happening.sealed):
                self._tell(one.happening, one.made, viewer)
        lines = sorted((*self._lines, *chat), key=lambda line: line.made)
        self._lines = lines[-MOST_LINES:]

    @property
    def _several(self) -> bool:
        """Whether several look at this screen."""
        return len(self.state.mirror.latest.views) > 1

    def _made(self, position: PositionView) -> int:
        """Number of steps that had been made by this position."""
        mirror = self.state.mirror
        return len(mirror.log) - (mirror.latest.turn - position.turn)

    def _tell(self, happening: GameEvent, made: int, viewer: int) -> None:
        viewer = EVERYBODY if self._several else viewer
        seat = happening.seat if len(happening.steps) == 1 else -1
        self.note(Entry(self.state.line(self.state.board.caption(happening, viewer)), seat), made, happening)
