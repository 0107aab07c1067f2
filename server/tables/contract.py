"""Guests, and the table contract: a table as its parts (clocks, AIs, views) see it.

The parts know this contract, `server.tables.table` knows the parts.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Literal

import msgspec

from core.game import Refusal, Seat
from core.match import Match, Move
from core.protocol.messages import PROTOCOL, DuplicateResult, DuplicateView, Message
from core.series import Series
from server.bots.pool import Thinker
from server.net.limits import Limits
from server.storage.journal import AnyFact, Finished, Store
from server.storage.terms import Terms
from server.tables.chairs import Chair
from server.tables.deciders import Deciders

Phase = Literal["gathering", "playing", "over"]
Results = tuple[DuplicateResult | None, ...]
"""Results of the tables of a duplicate, None for one that closed before its end; empty until all are over."""


class TableServices:
    """Services that all tables of a server share.

    `changed` is called when the lobby's list has changed, `ended` when the game of a table is over.

    `aside` has the reason for each table that cannot go on; `outdated` are those of them that were begun by
    other rules than today's, with the version.
    """

    def __init__(self, store: Store, brains: Thinker, limits: Limits) -> None:
        self.store, self.brains, self.limits = store, brains, limits
        self.port = 0
        self.changed: Callable[[], None] = lambda: None
        self.ended: Callable[[AnyTable], None] = lambda table: None
        self.aside: dict[int, str] = {}
        self.outdated: dict[int, str] = {}


class UndoQuestion(msgspec.Struct, frozen=True):
    """Request to take back step `index`; the guests in `waiting` have still to agree."""

    seat: Seat
    asker: int
    index: int
    waiting: frozenset[int]


class Guest:
    """Guest: one connection as lobby and tables see it, without the transport of its messages.

    `embedded`: the guest is the program in whose process this server runs.

    `client` identifies it over all its connections, `fingerprint` its person over all programs; `address` is
    where it calls from, `protocol` the version of the protocol spoken with it. `send` queues a message and
    never waits; `dismiss` sends Bye and closes. `table` is the table it is at.
    """

    def __init__(
        self,
        number: int,
        send: Callable[[Message], None],
        dismiss: Callable[[Refusal], None],
        client: bytes,
        embedded: bool = False,
        address: str = "",
        fingerprint: str = "",
        protocol: int = PROTOCOL,
    ) -> None:
        self.number = number
        self.send = send
        self.dismiss = dismiss
        self.embedded = embedded
        self.client = client
        self.address = address
        self.fingerprint = fingerprint
        self.protocol = protocol
        self.browsing = False
        self.table: AnyTable | None = None

    def __repr__(self) -> str:
        return f"guest {self.number}"


class AnyTable(ABC):
    """Table as its parts see it.

    `host` is a guest's number or 0. `games` counts the games played here before this one. `pause` are the
    seconds before an AI's decision; while `paused`, AIs wait to be asked for each. `address` is where it was
    opened from, as far as this run of the server knows. `results` are those of all tables of its duplicate.
    `script`: see `core.protocol.messages.Open`; a restored table has none.
    """

    number: int
    services: TableServices
    terms: Terms
    script: tuple[tuple[str, ...], ...]
    match: Match
    series: Series
    chairs: tuple[Chair, ...]
    deciders: Deciders
    phase: Phase
    host: int
    address: str
    guests: dict[int, Guest]
    games: int
    question: UndoQuestion | None
    set_aside: bool
    closed: bool
    lock: asyncio.Lock
    pause: float
    paused: bool
    results: Results

    # --- questions to it ------------------------------------------------------------------------

    @abstractmethod
    def time_left(self) -> tuple[float, ...]:
        """The seconds that each seat has now; empty without a `clock`."""

    def owing(self) -> tuple[Seat, ...]:
        """Seats that owe a decision; none unless the game goes on and somebody is there."""
        if self.phase != "playing" or not self.is_attended() or self.set_aside or self.closed:
            return ()
        return self.match.to_act()

    @abstractmethod
    def is_attended(self) -> bool:
        """Whether somebody is here; or, where only AIs of a duplicate play, at another table of it."""

    @abstractmethod
    def is_secret(self) -> bool:
        """Whether people at another table may not know of this game: the duplicate is not over."""

    @abstractmethod
    def is_awaited(self) -> bool:
        """Whether somebody who is not here could still come back to a seat."""

    @abstractmethod
    def result(self) -> DuplicateResult:
        """Result that this table, which is over, brings to its duplicate."""

    @abstractmethod
    def duplicate_view(self) -> DuplicateView | None:
        """The duplicate that it belongs to, as everybody here may know it."""

    def is_late(self, guest: Guest) -> bool:
        """Whether this guest is shown everything with the spectator delay."""
        if not self.terms.delay or self.phase == "gathering":
            return False
        return all(chair.guest != guest.number for chair in self.chairs)

    def is_host(self, guest: Guest) -> bool:
        """Whether this guest is the host."""
        return guest.number == self.host

    @abstractmethod
    def is_muted(self, guest: Guest) -> bool:
        """Whether this guest's chat is sent to nobody."""

    def persons(self) -> frozenset[int]:
        """Guests that hold a seat."""
        return frozenset(chair.guest for chair in self.chairs if chair.kind == "person" and chair.guest)

    # --- requests to it -------------------------------------------------------------------------

    @abstractmethod
    async def record(self, *facts: AnyFact, finished: Finished | None = None, unheard: bool = False) -> None:
        """Record facts before they take effect. Raises `Refused("net.refusal.not_stored")`."""

    @abstractmethod
    async def move(self, move: Move) -> None:
        """Make a move that was found legal. Raises `Refused` if it cannot be recorded."""

    @abstractmethod
    async def reseat(self, chairs: tuple[Chair, ...], anew: Seat | None = None) -> None:
        """Change the holders of the seats. Raises `Refused` if it cannot be recorded."""

    @abstractmethod
    def send_all(self, message: Message) -> None:
        """Send the same message to everybody at the table."""

    @abstractmethod
    def show(self, *guests: Guest) -> None:
        """Send the whole table view to these guests, or to all; then the AIs may go on."""

    @abstractmethod
    def introduce(self, *but: Guest) -> None:
        """Send the occupants to everybody but these guests; then the AIs may go on."""

    @abstractmethod
    def put_aside(self, error: Exception) -> None:
        """Stop this table after an unexpected error; all others go on."""
