"""The list of tables as guests in the lobby are told it."""

from __future__ import annotations

from collections.abc import Iterable

from core.protocol.messages import TableSummary
from server.tables import views
from server.tables.chairs import Chair
from server.tables.table import Table

SummaryKey = tuple[tuple[Chair, ...], str, int]
"""All that can change in a table's line: who sits there, its phase, how many watch."""


class Listing:
    """Makes the lines; that of a table in which nothing has changed is the one of the last time."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[SummaryKey, TableSummary]] = {}

    def lines(self, tables: Iterable[Table]) -> tuple[TableSummary, ...]:
        """One line for each table."""
        self._lines = {table.number: self._line(table) for table in tables}
        return tuple(line for _, line in self._lines.values())

    def _line(self, table: Table) -> tuple[SummaryKey, TableSummary]:
        chairs, phase, spectators = known = (table.chairs, table.phase, views.spectators(table))
        if (before := self._lines.get(table.number)) is not None:
            theirs = before[0]
            if theirs[0] is chairs and theirs[1:] == (phase, spectators):
                return before
        return known, views.table_summary(table)
