"""Fair queue for places to think at: somebody who asks for many does not delay somebody who asks for one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable


class FairQueue:
    """Queue for `count` places.

    A newcomer is served after one request of each other who waits, however many requests these have, and its
    own further requests come behind them again.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._asking: dict[Hashable, deque[asyncio.Future[None]]] = {}

    async def take(self, whose: Hashable) -> None:
        """Wait until one of the places is the caller's. Cancelled, it takes none."""
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._asking.setdefault(whose, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.give()  # the place was the caller's already
            raise

    def give(self) -> None:
        """Free a place: the next in turn gets it; a cancelled request costs nobody a turn."""
        while self._asking:
            whose = next(iter(self._asking))
            turns = self._asking.pop(whose)
            while turns and turns[0].done():
                turns.popleft()
            if turns:
                turns.popleft().set_result(None)
                if turns:
                    self._asking[whose] = turns
                return
        self._free += 1
