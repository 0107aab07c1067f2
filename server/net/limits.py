"""Limits of a server, all in one place, and the bucket that measures rates."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import msgspec

from core.protocol import messages as m

KIB: Final = 1024


class Limits(msgspec.Struct, frozen=True):
    """Bounds of a server. Times in seconds, sizes in bytes, rates in commands a second."""

    tables: int = 100
    connections: int = 256
    per_address: int = 64
    """A school class or a LAN party may share one address behind a router."""
    strangers: int = 512
    """Beyond these the one silent for longest is cut off, never one that sends Hello at once."""

    handshake: float = 5.0
    ping: float = 5.0
    gone: float = 15.0
    """A guest that has not answered for so long is gone, or does not read."""
    tick: float = 0.5

    queue: int = 256 * KIB
    queue_time: float = 5.0
    farewell: float = 1.0
    """Time for a guest that is sent away to read why."""

    rate: float = 20.0
    burst: float = 60.0
    """Four people on one couch make at most a few commands a second."""
    crowd: float = 10.0
    """Factor for all connections of one address together: 200 commands a second, 600 at once.

    A class of sixty needs three commands each to sit down, and then less than one a second each. A server on
    one core does 1,000 a second, so an address that uses all of this leaves most of it to the others.
    """
    excess: int = 100
    """Commands beyond the rate that are refused; at the next one the connection ends."""
    forgiving: float = 1.0
    """Excess commands forgotten in a second: nobody is to be cut off for what they did an hour ago."""

    journal_entries: int = 65_536
    """Journal entries of a table between two games: no game needs half of it, and a disk is finite."""
    said: int = 16_384
    """The same for commands other than decisions: nobody shall be able to chat until a game cannot go on."""

    grace: float = 300.0
    """Time that an empty table waits for its people, before the start and after the end."""
    keep: float = 30 * 24 * 3600.0
    """The same for a game in progress."""
    remind: float = 15.0
    """Time that all wait for somebody who is away before they are reminded for whom."""
    stand_in: float = 60.0
    """Time until an AI decides instead, where the table wants that."""
    unshown: float = 60.0
    """Time that AIs wait for a host's screen that does not move; after that they go on until it does again.

    Longer than any animation. Without this limit a host who does nothing would stop the game of all others.
    """
    bot_seconds: float = 15.0
    """Time after which an AI counts as hanging; it is meant to take one second."""


COMMAND_COSTS: Final[dict[type[m.Message], float]] = {
    m.Open: 5.0,
    m.SearchArchive: 3.0,
    m.FetchRecord: 3.0,
    m.FetchStatistics: 3.0,
    m.ListGames: 3.0,
}
"""Cost of expensive commands, in plain commands, for the rate limit."""
PASSWORD_COST: Final = 4.0
"""Extra cost of a password, in plain commands: to hash it takes 10 ms of a processor."""
RECORD_CHARACTERS_PER_COMMAND: Final = 256
"""Characters of a saved game that cost one more command: 16 KiB take up to 0.2 s."""


def command_cost(message: m.Message) -> float:
    """Number of plain commands that a message counts as."""
    saved = len(message.record) / RECORD_CHARACTERS_PER_COMMAND if isinstance(message, m.Open) else 0.0
    guessed = PASSWORD_COST if getattr(message, "password", "") else 0.0
    return COMMAND_COSTS.get(type(message), 1.0) + saved + guessed


class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._level, self._then = burst, clock()

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more is within the rate. No cost counts as more than the whole bucket."""
        cost = min(cost, self._burst)
        if self._fill() < cost:
            return False
        self._level -= cost
        return True

    @property
    def full(self) -> bool:
        """Whether the bucket is full, as if nothing had ever been taken."""
        return self._fill() >= self._burst

    def _fill(self) -> float:
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate)
        self._then = now
        return self._level

    def give_back(self) -> None:
        """Undo the last `take`."""
        self._level += 1
