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
    event: GameEvent | None = None


class Journal:
    """Journal of one table. Every event is noted once."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._lines: list[JournalLine] = []
        self._game = state.client_table.playing
        self._upto = 0

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All lines, the oldest first."""
        return tuple(line.entry for line in self._lines)

    def event(self, index: int) -> GameEvent | None:
        """The event of a line, counted from the newest."""
        return self._lines[-1 - index].event if index < len(self._lines) else None

    def note(self, entry: Entry, made: int | None = None, event: GameEvent | None = None) -> None:
        """Add a line after this number of steps (all made so far); the same line twice in a row is one."""
        if entry.chat or entry not in self.entries[-1:]:
            made = len(self.state.client_table.log) if made is None else made
            self._lines = [*self._lines[1 - MOST_LINES :], JournalLine(entry, made, event)]

    def add_event(self, event: GameEvent, viewer: int) -> None:
        """Add an event, once, as all who look at this screen may know it: `viewer`, if it is only one."""
        if self._several if event.sealed else event.after.turn <= self._upto:
            return
        self._upto = event.after.turn
        self._tell(event, self._made(event.after), viewer)

    def renew(self, viewer: int) -> None:
        """Begin anew at another position: with the events that led there, and nothing of an earlier game.

        Chat stays where it was.
        """
        client_table = self.state.client_table
        same = self._game == client_table.playing
        chat = [line for line in self._lines if same and line.entry.chat]
        self._game, self._upto, self._lines = client_table.playing, client_table.position_view.turn, []
        told = catch_up_events(client_table, self.state.board, self._made(client_table.position_view))
        for one in told[-MOST_LINES:]:
            if not (self._several and one.event.sealed):
                self._tell(one.event, one.made, viewer)
        lines = sorted((*self._lines, *chat), key=lambda line: line.made)
        self._lines = lines[-MOST_LINES:]

    @property
    def _several(self) -> bool:
        """Whether several look at this screen."""
        return len(self.state.client_table.latest.views) > 1

    def _made(self, position: PositionView) -> int:
        """Number of steps that had been made by this position."""
        client_table = self.state.client_table
        return len(client_table.log) - (client_table.latest.turn - position.turn)

    def _tell(self, event: GameEvent, made: int, viewer: int) -> None:
        viewer = EVERYBODY if self._several else viewer
        seat = event.seat if len(event.steps) == 1 else -1
        self.note(Entry(self.state.line(self.state.board.caption(event, viewer)), seat), made, event)
