"""Places to think at, given in turn: who asks for many keeps nobody waiting who asks for one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable


class FairQueue:
    """At first `count` places are free.

    Whoever comes to ask goes behind all others who ask, and behind them again with what else they ask. So
    they wait for one of each other at most, however often each of these has asked.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._asking: dict[Hashable, deque[asyncio.Future[None]]] = {}

    async def take(self, whose: Hashable) -> None:
        """Returns when one of the places is the caller's. Cancelled, it takes none."""
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._asking.setdefault(whose, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.give()  # it was the caller's already
            raise

    def give(self) -> None:
        """One place more: whose turn it is has it; who was cancelled loses nobody a turn."""
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
