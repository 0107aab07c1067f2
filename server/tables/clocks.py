"""Clocks: thinking time left for the people at a table.

A clock runs only while its seat owes a decision, the game goes on and somebody is there; time while the
server does not run is not counted. What is left is recorded with every journal entry.
"""

from __future__ import annotations

import asyncio
from typing import Final

from core.game import CHANCE, Seat
from core.match import Move
from core.protocol.messages import Level
from server.tables.contract import AnyTable
from server.tables.deadlines import Alarm, stand_in

STAND_IN_LEVEL: Final[Level] = "normal"
"""Level of the AI that decides for somebody without time left, where the table does not choose one."""
LEAST_RENEWED_TIME: Final = 5.0
"""Seconds given at least to somebody who takes a seat, or had no time left and may go on."""
STORE_RETRY_DELAY: Final = 5.0
"""Seconds until another try, if the store could not keep that an AI decides for somebody."""


class Clocks:
    """Clocks of one table; without a `clock` they do nothing and cost nothing.

    `_left` are the seconds of each seat at `_then` (of the loop's clock); the clocks of the seats in
    `_running` run since then. Nothing is due before `_not_before`.
    """

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._left: list[float] = []
        self._running: frozenset[Seat] = frozenset()
        self._then = self._not_before = 0.0
        self._alarm = Alarm(table, self._act)
        self._clock = table.terms.clock
        self.begin()

    def begin(self) -> None:
        """Begin another game: everybody has the whole time."""
        self._running = frozenset()
        self._left = [] if self._clock is None else [self._clock.seconds] * self._table.match.seats

    def restore(self, seconds_left: tuple[float, ...]) -> None:
        """Go on from recorded times. Raises ValueError if their number is not that of the seats."""
        if len(seconds_left) != len(self._left):
            raise ValueError(f"{len(seconds_left)} clocks instead of {len(self._left)}")
        self._left = list(seconds_left)

    def remaining_seconds(self) -> tuple[float, ...]:
        """The seconds that each seat has now."""
        if not self._running:
            return tuple(self._left)
        gone = asyncio.get_running_loop().time() - self._then
        return tuple(
            max(0.0, left - gone) if seat in self._running else left for seat, left in enumerate(self._left)
        )

    def is_up(self, seat: Seat) -> bool:
        """Whether this seat has no time left in a game that goes on."""
        return (
            self._clock is not None and self._table.phase == "playing" and self.remaining_seconds()[seat] <= 0
        )

    def reward(self, move: Move) -> None:
        """Add the bonus of each seat whose decisions this move shows to everybody: one, however many there
        are.

        Somebody whose time was up has some again once an AI has decided for them.
        """
        if self._clock is None or move.branch is not None:
            return
        self._charge()
        for seat in {step.seat for step in move.steps if step.seat != CHANCE}:
            if self._table.chairs[seat].kind == "person":
                self._left[seat] += self._clock.bonus
            elif self._left[seat] <= 0:
                self.grant(seat)

    def grant(self, seat: Seat) -> None:
        """Give a little time at least to somebody who sits down, or may go on."""
        if self._clock is not None:
            self._charge()
            self._left[seat] = max(self._left[seat], self._clock.bonus, LEAST_RENEWED_TIME)

    def update_clocks(self) -> None:
        """Let the clocks run of those who owe a decision, as the table now stands.

        Only where that changes: else the last digits would show how often somebody has decided unseen.
        """
        if self._clock is None:
            return
        if (owing := self._owing()) != self._running:
            self._charge()
            self._then = asyncio.get_running_loop().time()
            self._running = owing
        self._alarm.set(max(self._then + self._left[seat], self._not_before) for seat in self._running)

    def _charge(self) -> None:
        """Subtract the time until now from the running clocks. Needs no loop while none runs."""
        if self._running:
            self._left = list(self.remaining_seconds())
            self._then = asyncio.get_running_loop().time()

    def stop(self) -> None:
        """Stop all clocks' alarms."""
        self._alarm.stop()

    def _owing(self) -> frozenset[Seat]:
        return frozenset(seat for seat in self._table.owing() if self._table.chairs[seat].kind == "person")

    async def _act(self) -> None:
        """Let AIs decide for those without time left."""
        self.update_clocks()
        for seat in sorted(self._running):
            if self.is_up(seat):
                await self._stand_in(seat)
        self.update_clocks()

    async def _stand_in(self, seat: Seat) -> None:
        level = self._table.terms.stand_in or STAND_IN_LEVEL
        if not await stand_in(self._table, seat, level, "net.notice.time_up"):
            self._not_before = asyncio.get_running_loop().time() + STORE_RETRY_DELAY
