"""The journal of a table: what happened and what was said. What is taken back is struck out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from client.mirror import Happening
from client.screens.table_people import Entry
from core.messages import EVERYBODY

if TYPE_CHECKING:
    from client.screens.table import TableScreen

KEPT: Final = 41
"""Lines; more would never be seen again."""


class Noted(msgspec.Struct, frozen=True):
    """A line with the number of steps that had been made by then."""

    entry: Entry
    made: int


class Journal:
    """That of one table. Everything that happens is noted once."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table
        self._lines: list[Noted] = []
        self._game = table.mirror.playing
        self._upto = table.mirror.shown.turn

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All lines, the oldest first."""
        return tuple(line.entry for line in self._lines)

    def note(self, entry: Entry, made: int | None = None) -> None:
        """A line more, after so many steps (all that there are); the same one twice in a row is one."""
        if entry.chat or entry not in self.entries[-1:]:
            made = len(self.table.mirror.log) if made is None else made
            self._lines = [*self._lines[1 - KEPT :], Noted(entry, made)]

    def chronicle(self, happening: Happening) -> None:
        """What happened, once, as all who look at this screen may know it."""
        table, latest = self.table, self.table.mirror.latest
        several = len(latest.views) > 1
        if several if happening.sealed else happening.after.turn <= self._upto:
            return
        self._upto = happening.after.turn
        viewer = EVERYBODY if several else table.curtain.viewer
        seat = happening.seat if len(happening.steps) == 1 else -1
        made = len(table.mirror.log) - (latest.turn - happening.after.turn)
        self.note(Entry(table.line(table.board.caption(happening, viewer)), seat), made)

    def renew(self) -> None:
        """The position is another one: moves that are no more are not told, of a new game nothing yet."""
        mirror = self.table.mirror
        if self._game != mirror.playing:
            self._lines.clear()
        made = len(mirror.log)
        self._lines = [line for line in self._lines if line.entry.chat or line.made <= made]
        self._game, self._upto = mirror.playing, mirror.shown.turn
