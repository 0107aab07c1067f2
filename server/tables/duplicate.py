"""Duplicate: the tables of a server that play with the same seed.

Their draws are the same, so whoever knows one table's game knows what will be drawn at the others. Until all
are over nobody may look on, the seed and the records of those that are over stay secret, and nobody new sits
down.
Sums and sides are in `core.duplicate`.
"""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

from core.protocol.messages import DuplicateView
from server.storage.terms import DuplicatePlace
from server.tables.contract import AnyTable, Results

T = TypeVar("T", bound=AnyTable)


class Duplicate(Generic[T]):
    """Duplicate with those of its tables that are there.

    What changes several of them needs its `lock`, which is taken before that of any table.
    """

    def __init__(self, duplicate_place: DuplicatePlace) -> None:
        self.place = duplicate_place
        self.members: dict[int, T] = {}
        self.lock = asyncio.Lock()

    def playable(self) -> tuple[T, ...]:
        """The tables that are there and have not been stopped, the last one first."""
        tables = sorted(self.members.items(), reverse=True)
        return tuple(table for _, table in tables if not (table.closed or table.set_aside))

    def others(self, other_table: T) -> tuple[T, ...]:
        """The tables that are there, without this one."""
        return tuple(other for other in self.playable() if other is not other_table)

    def is_complete(self) -> bool:
        """Whether every table is there."""
        return len(self.playable()) == self.place.tables

    def has_begun(self) -> bool:
        """Whether draws may be known to somebody: a table has begun, and not all is over."""
        return any(table.phase != "gathering" for table in self.playable())

    def is_over(self) -> bool:
        """Whether every table that is there is over."""
        return all(table.phase == "over" for table in self.playable())

    def keeps(self, other_table: T) -> bool:
        """Whether a table that nobody is at has to stay for people at the others.

        The result of one that is over has to, and a table of AIs; others wait for their own people only.
        """
        others = self.others(other_table)
        if other_table.phase == "over" and not other_table.results:
            return any(other.guests or (other.is_awaited() and other.phase != "over") for other in others)
        return not other_table.is_awaited() and any(other.guests or other.is_awaited() for other in others)

    def waits_only_for(self, other_table: T) -> bool:
        """Whether people at the other tables, which are all over, wait for the end of this one."""
        others = self.others(other_table)
        over = all(other.phase == "over" for other in others)
        return other_table.phase == "playing" and over and any(other.guests for other in others)

    def results(self) -> Results:
        """The results of all tables, once every one that is there is over."""
        known = next((table.results for table in self.playable() if table.results), ())
        if known:
            return known
        numbers = range(self.place.first, self.place.first + self.place.tables)
        there = {table.number: table for table in self.playable()}
        return tuple(there[number].result() if number in there else None for number in numbers)

    def view(self, other_table: T) -> DuplicateView:
        """The duplicate as everybody at this table may know it."""
        place = self.place
        ended = tuple((other.number, other.phase == "over") for other in reversed(self.playable()))
        return DuplicateView(
            place.first, place.tables, place.level is not None, other_table.games, ended, other_table.results
        )
