"""Seats that all others wait for because their people are away: a reminder, later perhaps an AI.

`stir` is called after every change. The time counts from when a seat that owes a decision was left, or one
that was left came to owe one; who comes back or is not waited for any more has all of it again.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from core.game import Refused, Seat
from core.messages import Notice
from server import chairs

if TYPE_CHECKING:
    from server.table import Table


class Waiting:
    """The absences of one table. `_since` are the times (of the loop's clock) from which on all wait."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._since: dict[Seat, float] = {}
        self._reminded: set[Seat] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def stir(self) -> None:
        """Wait for whom there is to wait for, as the table now stands."""
        now = asyncio.get_running_loop().time()
        self._since = {seat: self._since.get(seat, now) for seat in self._missing()}
        self._reminded &= self._since.keys()
        self._set_timer()

    def stop(self) -> None:
        """Wait for nobody."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _missing(self) -> list[Seat]:
        """The seats that owe a decision and whose people are away."""
        table = self._table
        if table.phase != "playing" or not table.guests or table.question or table.set_aside or table.closed:
            return []
        return [seat for seat in table.match.to_act() if table.chairs[seat].is_away()]

    def _set_timer(self) -> None:
        self.stop()
        due = [at for seat in self._since for at in self._times(seat)]
        if due:
            self._timer = asyncio.get_running_loop().call_at(min(due), self._wake)

    def _times(self, seat: Seat) -> list[float]:
        """When something is due for this seat: a reminder, an AI."""
        limits, since = self._table.house.limits, self._since[seat]
        reminder = [] if seat in self._reminded else [since + limits.remind]
        return reminder + ([] if self._table.stand_in is None else [since + limits.stand_in])

    def _wake(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._act())

    async def _act(self) -> None:
        """Do what is due by now."""
        table = self._table
        async with table.lock:
            try:
                self.stir()
                now = asyncio.get_running_loop().time()
                for seat in [*self._since]:
                    if seat not in self._reminded and now >= self._since[seat] + table.house.limits.remind:
                        self._remind(seat)
                    if table.stand_in and now >= self._since[seat] + table.house.limits.stand_in:
                        await self._stand_in(seat)
                self.stir()
            except Exception as error:
                table.put_aside(error)

    def _remind(self, seat: Seat) -> None:
        self._reminded.add(seat)
        self._table.tell(Notice("net.notice.waiting_for", {"name": self._table.chairs[seat].name}))

    async def _stand_in(self, seat: Seat) -> None:
        """An AI decides from now on, until the seat's person is back."""
        table = self._table
        chair = table.chairs[seat]
        assert table.stand_in is not None
        try:
            await table.reseat(chairs.changed(table.chairs, seat, chair.handed_over(table.stand_in)))
        except Refused:
            del self._since[seat]  # it could not be stored: all wait on
            return
        table.tell(Notice("net.notice.stand_in", {"name": chair.name}))
        table.introduce()
