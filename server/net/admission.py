"""Admission control: all connections of a server by address, and what each address may use.

A connection is a *stranger* until it has sent Hello, then a *guest*. Strangers cannot keep others out: when
there are too many, the address with the most loses the one that has been silent for longest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

from server.net.limits import Bucket, Limits

MOST_PER_ROUND: Final = 4
"""Commands of guests at no table handled in one round of the event loop, before players' turn."""


class Visitor(Protocol):
    """Connection that admission control may end."""

    def cut(self, why: str) -> None:
        """End it at once."""
        ...


class AddressQuota:
    """Use of one address: strangers, the longest silent first, guests, and the `bucket` they share."""

    def __init__(self, limits: Limits) -> None:
        self.strangers: dict[Visitor, None] = {}
        self.guests: set[Visitor] = set()
        self.bucket = Bucket(limits.rate * limits.crowd, limits.burst * limits.crowd)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to remember about the address."""
        return not self.strangers and not self.guests and self.bucket.full


class TurnQueue:
    """Queue that lets `MOST_PER_ROUND` callers go on in each round of the event loop."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._busy = False

    async def next(self) -> None:
        """Returns when it is the caller's turn."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        if not self._busy:
            self._busy = True
            loop.call_soon(self._go_on)
        await turn

    def _go_on(self) -> None:
        """Let those go on who have waited longest; cancelled ones do not count."""
        left = MOST_PER_ROUND
        while self._waiting and left:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                left -= 1
        self._busy = left < MOST_PER_ROUND
        if self._busy:
            asyncio.get_running_loop().call_soon(self._go_on)


class Admission:
    """Admission control of a server, see the module. `turns` is the queue of all who are at no table."""

    def __init__(self) -> None:
        self.turns = TurnQueue()
        self._places: dict[str, AddressQuota] = {}
        self._strangers = 0
        self._guests = 0

    def come(self, caller: Visitor, address: str, limits: Limits) -> AddressQuota:
        """Add a stranger, perhaps instead of another one; returns the quota of its address."""
        place = self._places.get(address) or self._places.setdefault(address, AddressQuota(limits))
        place.strangers[caller] = None
        self._strangers += 1
        if self._strangers > limits.strangers:
            crowded = max(self._places.values(), key=lambda each: len(each.strangers))
            silent = next(iter(crowded.strangers))
            self._forget(silent, crowded)
            silent.cut("made room for others")
        return place

    def is_full(self, quota: AddressQuota, limits: Limits) -> bool:
        """Whether nobody else may become a guest, from this address or at all."""
        return self._guests >= limits.connections or len(quota.guests) >= limits.per_address

    def admit(self, caller: Visitor, quota: AddressQuota) -> None:
        """Make a stranger a guest."""
        self._forget(caller, quota)
        quota.guests.add(caller)
        self._guests += 1

    def leave(self, caller: Visitor, quota: AddressQuota) -> None:
        """Remove a connection."""
        self._forget(caller, quota)
        if caller in quota.guests:
            quota.guests.remove(caller)
            self._guests -= 1

    def sweep(self) -> None:
        """Forget the addresses from which nobody has called lately."""
        self._places = {address: place for address, place in self._places.items() if not place.empty}

    def _forget(self, stranger: Visitor, quota: AddressQuota) -> None:
        if stranger in quota.strangers:
            del quota.strangers[stranger]
            self._strangers -= 1
