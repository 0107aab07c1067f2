"""What is due at a table at some time, and for whom: what thinking time and waiting for people share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from core.game import Refused, Seat
from core.protocol.messages import Level, Notice
from server.tables import chairs
from server.tables.contract import AnyTable


class Alarm:
    """Does what is `due` when its time has come, with the table's lock held; a bug sets the table aside."""

    def __init__(self, table: AnyTable, due: Callable[[], Awaitable[None]]) -> None:
        self._table, self._due = table, due
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def set(self, times: Iterable[float]) -> None:
        """Ring at the first of these times (of the loop's clock) instead of any before; never without one."""
        self.stop()
        first = min(times, default=None)
        if first is not None:
            self._timer = asyncio.get_running_loop().call_at(first, self._ring)

    def stop(self) -> None:
        """Ring no more."""
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
    """An AI decides for a seat until its person takes it back. False: it could not be stored.

    All are told; `why` is the code of a notice with a name.
    """
    chair = table.chairs[seat]
    try:
        await table.reseat(chairs.with_chair(table.chairs, seat, chair.handed_over(level)))
    except Refused:
        return False
    table.tell(Notice(why, {"name": chair.name}))
    if chair.guest in table.guests:
        table.show(table.guests[chair.guest])
    table.introduce()
    return True
