"""How long people may still think at a table.

Only who owes a decision is charged, and only while the game goes on and somebody is there; the time while the
server does not run is nobody's. What is left travels with every line that is recorded.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from core.game import Refused, Seat
from core.messages import Clock, Level, Notice
from server import chairs

if TYPE_CHECKING:
    from server.table import Table

STANDS_IN: Level = "normal"
"""How good the AI is that decides for whoever has no time left, where the table does not say."""


class Clocks:
    """The clocks of one table; without a `clock` they do nothing and cost nothing.

    `_left` are the seconds of each seat at `_then` (of the loop's clock); the seats in `_running` are charged
    since then.
    """

    def __init__(self, table: Table, clock: Clock | None) -> None:
        self.clock = clock
        self._table = table
        self._left: list[float] = []
        self._running: frozenset[Seat] = frozenset()
        self._then = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self.begin()

    def begin(self) -> None:
        """Another game: everybody has the whole time."""
        self._running = frozenset()
        self._left = [] if self.clock is None else [self.clock.seconds] * self._table.match.seats

    def restore(self, left: tuple[float, ...]) -> None:
        """Go on from what was recorded."""
        self._left = list(left)

    def left(self) -> tuple[float, ...]:
        """The seconds that each seat has now."""
        if not self._running:
            return tuple(self._left)
        gone = asyncio.get_running_loop().time() - self._then
        return tuple(
            max(0.0, left - gone) if seat in self._running else left for seat, left in enumerate(self._left)
        )

    def reward(self, seat: Seat) -> None:
        """A decision of this seat is seen by everybody: it has some more time."""
        if self.clock is not None and self._table.chairs[seat].kind == "person":
            self._left = list(self.left())
            self._then = asyncio.get_running_loop().time()
            self._left[seat] += self.clock.bonus

    def stir(self) -> None:
        """Charge those who owe a decision, as the table now stands.

        Only where that changes: else the last digits would tell how often somebody has decided unseen.
        """
        if self.clock is None:
            return
        if (owing := self._owing()) != self._running:
            self._left = list(self.left())
            self._then = asyncio.get_running_loop().time()
            self._running = owing
        self.stop()
        if self._running:
            first = min(self._left[seat] for seat in self._running)
            self._timer = asyncio.get_running_loop().call_at(self._then + first, self._wake)

    def stop(self) -> None:
        """Wake nobody any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _owing(self) -> frozenset[Seat]:
        table = self._table
        if table.phase != "playing" or not table.guests or table.set_aside or table.closed:
            return frozenset()
        return frozenset(seat for seat in table.match.to_act() if table.chairs[seat].kind == "person")

    def _wake(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._act())

    async def _act(self) -> None:
        """Whoever has no time left is stood in for."""
        table = self._table
        async with table.lock:
            try:
                left = self.left()
                for seat in sorted(self._running):
                    if left[seat] <= 0:
                        await self._stand_in(seat)
                self.stir()
            except Exception as error:
                await table.put_aside(error)

    async def _stand_in(self, seat: Seat) -> None:
        table = self._table
        chair = table.chairs[seat]
        after = chair.handed_over(table.stand_in or STANDS_IN)
        try:
            await table.reseat(chairs.changed(table.chairs, seat, after))
        except Refused:
            return
        table.tell(Notice("net.notice.time_up", {"name": chair.name}))
        for guest in table.guests.values():
            if chair.guest == guest.number:
                table.show(guest)
        table.introduce()
