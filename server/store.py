"""What a table writes down before anybody is told: one interface, and a store in memory.

An entry holds facts, not effects: the entries of a table in their order are the table. Whoever keeps
them on a disk implements `Store`; nothing else in the server knows where they go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from core.game import Goal


class StoreFailed(Exception):
    """The entries could not be kept: none of them is, and what they say has not happened."""


class Entry(msgspec.Struct, frozen=True, tag_field="entry"):
    """One fact about a table."""


class Opened(Entry, frozen=True):
    """A table was opened."""

    title: str
    game: str
    seats: int
    goal: Goal


class Kept(msgspec.Struct, frozen=True):
    """A seat as it is kept: without the connection, the token only as its hash."""

    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    token: bytes


class Seating(Entry, frozen=True):
    """Who holds the seats from now on."""

    seats: tuple[Kept, ...]


class Began(Entry, frozen=True):
    """A game of the series was set up: with it the chance of the whole game is fixed.

    `steps` are those it goes on from, sealed ones last, as (seat, notation); `points` the account of the
    series.
    """

    number: int
    options: Any
    seed: bytes
    played: int
    points: tuple[float, ...]
    steps: tuple[tuple[int, str], ...] = ()


class Started(Entry, frozen=True):
    """The seats may act."""


class Moved(Entry, frozen=True):
    """A decision of `seat`, sealed ones too, in the position that `turn` and the seat's `ply` name.

    `action` is in notation; `drawn` is what chance made of it.
    """

    turn: int
    ply: int
    key: str
    seat: int
    action: str
    drawn: tuple[str, ...] = ()


class Withdrawn(Entry, frozen=True):
    """The last sealed decision of `seat` was taken back, in the position that `turn` and `ply` name."""

    turn: int
    ply: int
    seat: int


class Cleared(Entry, frozen=True):
    """All sealed decisions of `seat` at `turn` were dropped: somebody else decides there."""

    turn: int
    seat: int


class Undone(Entry, frozen=True):
    """Step number `index` was taken back, see `Match.undo`."""

    turn: int
    index: int


class Closed(Entry, frozen=True):
    """The table is gone."""


AnyEntry = Opened | Seating | Began | Started | Moved | Withdrawn | Cleared | Undone | Closed


class Store(Protocol):
    """Keeps entries. A table calls one at a time and tells nobody before the call has returned."""

    async def record(self, table: int, entries: Sequence[AnyEntry]) -> None:
        """Keep all of `entries`, in this order, or none. Raises `StoreFailed`."""
        ...

    async def close(self) -> None:
        """Nothing more will be recorded."""
        ...


class MemoryStore:
    """Keeps the entries of every table that is open, as long as the process lives.

    Of earlier games of a series only their seating is kept: a demo may run for days.
    """

    def __init__(self) -> None:
        self.entries: dict[int, list[AnyEntry]] = {}

    async def record(self, table: int, entries: Sequence[AnyEntry]) -> None:
        """Never fails."""
        kept = self.entries.setdefault(table, [])
        for entry in entries:
            if isinstance(entry, Closed):
                del self.entries[table]
                return
            if isinstance(entry, Began):
                kept[:] = [old for old in kept if isinstance(old, Opened)] + _last_seating(kept)
            kept.append(entry)

    async def close(self) -> None:
        """Nothing to do."""


def _last_seating(entries: list[AnyEntry]) -> list[AnyEntry]:
    seatings: list[AnyEntry] = [entry for entry in entries if isinstance(entry, Seating)]
    return seatings[-1:]
