"""Deadlines of a table: the alarm that thinking time and absences share, and the AI that stands in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from core.game import Refused, Seat
from core.protocol.messages import Level, Notice
from server.tables import chairs
from server.tables.contract import AnyTable


class Alarm:
    """Alarm that calls `due` at its time, with the table's lock held; an error in it stops the table."""

    def __init__(self, table: AnyTable, due: Callable[[], Awaitable[None]]) -> None:
        self._table, self._due = table, due
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def set(self, times: Iterable[float]) -> None:
        """Ring at the first of these times (of the loop's clock) and no earlier one; never without any."""
        self.stop()
        first = min(times, default=None)
        if first is not None:
            self._timer = asyncio.get_running_loop().call_at(first, self._ring)

    def stop(self) -> None:
        """Cancel the alarm."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._act())

    async def _act(self) -> None:
        async with self._table.lock:
            try:
                await self._due()
            except Exception as error:
                self._table.put_aside(error)


async def stand_in(table: AnyTable, seat: Seat, level: Level, why: str) -> bool:
    """Let an AI decide for a seat until its person takes it back. False if that could not be stored.

    All are sent a notice; `why` is its code, with a name.
    """
    chair = table.chairs[seat]
    try:
        await table.reseat(chairs.with_chair(table.chairs, seat, chair.handed_over(level)))
    except Refused:
        return False
    table.send_all(Notice(why, {"name": chair.name}))
    if chair.guest in table.guests:
        table.show(table.guests[chair.guest])
    table.introduce()
    return True
