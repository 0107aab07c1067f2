"""Listing: the list of tables as guests in the lobby get it."""

from __future__ import annotations

from collections.abc import Iterable

from core.protocol.messages import TableSummary
from server.tables import views
from server.tables.chairs import Chair
from server.tables.table import Table

SummaryKey = tuple[tuple[Chair, ...], str, int, bool]
"""All that a table's summary depends on and can change: chairs, phase, number of spectators, secrecy."""


class Listing:
    """Maker of table summaries; that of an unchanged table is the same object as last time."""

    def __init__(self) -> None:
        self._summaries: dict[int, tuple[SummaryKey, TableSummary]] = {}

    def summaries(self, tables: Iterable[Table]) -> tuple[TableSummary, ...]:
        """One summary for each table."""
        self._summaries = {table.number: self._line(table) for table in tables}
        return tuple(line for _, line in self._summaries.values())

    def _line(self, table: Table) -> tuple[SummaryKey, TableSummary]:
        known = (table.chairs, table.phase, views.spectators(table), table.is_secret())
        if (before := self._summaries.get(table.number)) is not None:
            theirs = before[0]
            if theirs[0] is known[0] and theirs[1:] == known[1:]:
                return before
        return known, views.table_summary(table)
