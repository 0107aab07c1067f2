"""Absences: seats that all others wait for because their people are away. A reminder, later perhaps an AI.

`update_deadlines` is called after every change. The time counts from when a seat that owes a decision was
left, or a seat that was left came to owe one. It starts anew for somebody who comes back or is no longer
waited for.
"""

from __future__ import annotations

import asyncio

from core.game import Seat
from core.protocol.messages import Level, Notice
from server.tables.contract import AnyTable
from server.tables.deadlines import Alarm, stand_in


class Absences:
    """Absences of one table. `_since` are the times (of the loop's clock) since which all wait."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._since: dict[Seat, float] = {}
        self._reminded: set[Seat] = set()
        self._alarm = Alarm(table, self._act)

    def update_deadlines(self) -> None:
        """Update who is waited for, as the table now stands."""
        now = asyncio.get_running_loop().time()
        self._since = {seat: self._since.get(seat, now) for seat in self._missing()}
        self._reminded &= self._since.keys()
        self._alarm.set(at for seat in self._since for at in self._times(seat))

    def stop(self) -> None:
        """Stop waiting for anybody."""
        self._alarm.stop()

    def _missing(self) -> list[Seat]:
        """The seats that owe a decision and whose people are away."""
        table = self._table
        return [] if table.question else [seat for seat in table.owing() if table.chairs[seat].is_away()]

    def _times(self, seat: Seat) -> list[float]:
        """Times at which this seat gets a reminder and an AI."""
        limits, since = self._table.services.limits, self._since[seat]
        reminder = [] if seat in self._reminded else [since + limits.remind]
        return reminder + ([] if self._table.terms.stand_in is None else [since + limits.stand_in])

    async def _act(self) -> None:
        """Do everything that is due by now."""
        self.update_deadlines()
        table, limits = self._table, self._table.services.limits
        now = asyncio.get_running_loop().time()
        for seat in [*self._since]:
            if seat not in self._reminded and now >= self._since[seat] + limits.remind:
                self._remind(seat)
            if table.terms.stand_in and now >= self._since[seat] + limits.stand_in:
                await self._stand_in(seat, table.terms.stand_in)
        self.update_deadlines()

    def _remind(self, seat: Seat) -> None:
        self._reminded.add(seat)
        self._table.send_all(Notice("net.notice.waiting_for", {"name": self._table.chairs[seat].name}))

    async def _stand_in(self, seat: Seat, level: Level) -> None:
        if not await stand_in(self._table, seat, level, "net.notice.stand_in"):
            del self._since[seat]  # without an AI all wait on
