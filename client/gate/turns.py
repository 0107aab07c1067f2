"""Turns at the processor: one device draws at a time, and between two of them everybody is heard."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

HOPS: Final = 5
"""Steps of the event loop from bytes at a socket to a device that waits for its turn because of them."""


class Turns:
    """Queue of devices that want to draw. Those whose person has just done something come first."""

    def __init__(self) -> None:
        self._taken = False
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._usual: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def turn(self, urgent: bool) -> AsyncIterator[None]:
        """Wait for a turn, and give it on after the sockets have been looked at."""
        if self._taken:
            line, ours = self._urgent if urgent else self._usual, asyncio.get_running_loop().create_future()
            line.append(ours)
            try:
                await ours
            except asyncio.CancelledError:
                if ours.cancelled():
                    line.remove(ours)
                else:
                    self._give_on()
                raise
        self._taken = True
        try:
            yield
            for _ in range(HOPS):
                await asyncio.sleep(0)
        finally:
            self._give_on()

    def _give_on(self) -> None:
        """Wake the next in line; the turn stays taken until it is back."""
        for line in (self._urgent, self._usual):
            while line:
                next_one = line.popleft()
                if not next_one.done():
                    next_one.set_result(None)
                    return
        self._taken = False
