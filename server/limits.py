"""Every bound of the server in one place, and the bucket that measures rates."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import msgspec

KIB: Final = 1024


class Limits(msgspec.Struct, frozen=True):
    """What a server puts up with. Times in seconds, sizes in bytes, rates in commands a second."""

    tables: int = 100
    connections: int = 256
    per_address: int = 64
    """A school class or a LAN party may share one address behind a router."""

    handshake: float = 5.0
    ping: float = 5.0
    gone: float = 15.0
    tick: float = 0.5

    queue: int = 256 * KIB
    queue_time: float = 5.0
    farewell: float = 1.0
    """How long a guest that is sent away may take to read why."""

    rate: float = 20.0
    burst: float = 60.0
    """Four people on one couch make at most a few commands a second."""
    excess: int = 100
    """So many commands beyond the rate are answered, then the connection ends."""

    grace: float = 300.0
    """How long a table waits for its people when nobody is there, before the start and after the end."""
    keep: float = 30 * 24 * 3600.0
    """And in the middle of a game."""
    remind: float = 15.0
    """How long all wait for somebody who is away before they are told for whom."""
    stand_in: float = 60.0
    """And before an AI decides instead, where the table wants that."""
    thinking: float = 15.0
    """How long an AI may take before it counts as hanging; it is meant to take one second."""


class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._level, self._then = burst, clock()

    def take(self) -> bool:
        """Whether one more is within the rate."""
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate)
        self._then = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def give_back(self) -> None:
        """The last one does not count."""
        self._level += 1
