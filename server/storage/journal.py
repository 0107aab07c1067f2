"""Journal of a table, recorded before anything is sent: the interface of stores, and a store in memory.

A journal entry is what one change brings: all of it is kept, or nothing. It holds facts, not effects: the
entries of a table in their order are the table (`restore`). `database` keeps them on a disk; nothing else in
the server knows where they go.
"""

from __future__ import annotations

import secrets
from typing import Any, Literal, Protocol

import msgspec

from core.game import Goal
from core.protocol.identity import SECRET_BYTES
from core.protocol.messages import Done, DuplicateResult, GameSummary, PlayerStatistics
from server.recent_maximum import RecentMaximum
from server.storage.terms import Terms


class StoreFailed(Exception):
    """Raised if an entry could not be kept: nothing of it is, and its change has not happened."""


class Fact(msgspec.Struct, frozen=True, gc=False, tag_field="entry"):
    """One fact about a table."""


class Opened(Terms, Fact, frozen=True):
    """The table was opened on its terms.

    `rules` is the version of Tilewright whose rules the game has, see `core.game.GameInfo`.

    An entry with this fact is complete: when it is not the first, those before it may be forgotten.
    """

    game: str
    seats: int
    goal: Goal
    rules: str = "0.1"

    @property
    def terms(self) -> Terms:
        """The terms alone."""
        return Terms(**{name: getattr(self, name) for name in Terms.__struct_fields__})


class KeptSeat(msgspec.Struct, frozen=True, gc=False):
    """Seat as it is stored: without the connection, the token only as its hash.

    `knows` are the seats whose secrets its last holder has been shown, see `disclosure`; `program` see
    `messages.Sit`.
    """

    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    token: bytes
    muted: bool = False
    knows: tuple[int, ...] = ()
    program: bool = False
    portrait: str = ""
    fingerprint: str = ""


class Seating(Fact, frozen=True):
    """Holders of the seats from now on; the holder of the seat `patron` is the host, if there is one."""

    seats: tuple[KeptSeat, ...]
    patron: int | None = None


class Began(Fact, frozen=True):
    """A game of the series was set up: with it the chance of the whole game is fixed.

    `steps` are those it goes on from, sealed ones last, as (seat, notation); `points` the account of the
    series. `proven`: all draws follow from the seed. `position` is the text it begins with, empty for
    its start.
    """

    number: int
    options: Any
    seed: bytes
    played: int
    points: tuple[float, ...]
    steps: tuple[tuple[int, str], ...] = ()
    proven: bool = True
    position: str = ""


class Started(Fact, frozen=True):
    """The game was started: the seats may act."""


class Moved(Fact, frozen=True):
    """Decision of `seat` (sealed ones too) in the position that `turn` and the seat's `ply` identify.

    `action` is in notation; `drawn` are the draws of chance that follow.
    """

    turn: int
    ply: int
    seat: int
    action: str
    drawn: tuple[str, ...] = ()


class Withdrawn(Fact, frozen=True):
    """The last sealed decision of `seat` was taken back, in the position that `turn` and `ply` identify."""

    turn: int
    ply: int
    seat: int


class Cleared(Fact, frozen=True):
    """All sealed decisions of `seat` at `turn` were dropped: somebody else decides there."""

    turn: int
    seat: int


class Undone(Fact, frozen=True):
    """Step number `index` of game number `game` was taken back, see `Match.undo`."""

    turn: int
    index: int
    game: int


class Concluded(Fact, frozen=True):
    """Every table of the duplicate is over: these are their results, and the seed is no secret any more."""

    results: tuple[DuplicateResult | None, ...]


class Paced(Fact, frozen=True, tag="Pace"):
    """The pace of the AIs was changed."""

    pause: float
    paused: bool


class HeldPace(Fact, frozen=True, tag="Paced"):
    """The pace in entries of 0.1, where a host's screen held AIs by a long pause before each decision.

    So only `paused` counts: 0.1 offered nobody another pause than that of `Opened`.
    """

    pause: float
    paused: bool


class Banned(Fact, frozen=True):
    """Guests with one of these marks (`server.tables.contract`) were banned from the table."""

    marks: tuple[str, ...]


class Closed(Fact, frozen=True):
    """The table was closed."""


AnyFact = (
    Opened
    | Seating
    | Began
    | Started
    | Moved
    | Withdrawn
    | Cleared
    | Undone
    | Concluded
    | Paced
    | HeldPace
    | Banned
    | Closed
)


class Receipt(msgspec.Struct, frozen=True, gc=False):
    """Proof that a command was done: `client` and `id` identify it, `digest` is its hash."""

    client: bytes
    id: int
    digest: bytes
    reply: Done


class JournalEntry(msgspec.Struct, frozen=True, gc=False):
    """One change of a table: its facts, with the receipt of the command that caused them.

    `clocks` are the seconds that each seat had left before; empty without clocks, and for a change that
    nobody else may know of: then they are those of the entry before. `earlier` are the receipts of entries
    that may be forgotten, as all may with the last entry of a table.
    """

    entries: tuple[AnyFact, ...] = ()
    receipt: Receipt | None = None
    clocks: tuple[float, ...] = ()
    earlier: tuple[Receipt, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the table can be restored without the entries before it."""
        return any(isinstance(entry, Opened) for entry in self.entries)

    @property
    def closes(self) -> bool:
        """Whether it is the last of its table."""
        return any(isinstance(entry, Closed) for entry in self.entries)


class Finished(msgspec.Struct, frozen=True, gc=False):
    """Game that the entry ends, for the archive: game `number` of its table. `text` is its record."""

    number: int
    about: GameSummary
    text: str


class Stored(msgspec.Struct, frozen=True, gc=False):
    """Table as a store has it; `damage` says why its entries cannot be trusted, and then there are none."""

    number: int
    entries: tuple[JournalEntry, ...]
    damage: str = ""


class Store(Protocol):
    """Interface of stores of journal entries. Tables call one method at a time and send nothing before."""

    last_table: int
    """The highest number that any table ever had."""
    commits: int
    """Number of commits so far."""
    slowest: RecentMaximum
    """Seconds of the slowest commit lately."""
    secret: bytes
    """Secret of the server's identity (`core.protocol.identity`), kept as long as the tables are."""

    def tables(self) -> list[Stored]:
        """All tables that were not closed, in the order of their numbers. Before anything is recorded."""
        ...

    def past_receipts(self) -> list[Receipt]:
        """The receipts of the tables that were closed last, in the order of their tables."""
        ...

    async def record(self, table_number: int, entry: JournalEntry, finished: Finished | None = None) -> None:
        """Keep all of this entry, or nothing. Raises `StoreFailed`."""
        ...

    async def search(self, text: str, game: str, page: int) -> tuple[int, list[GameSummary]]:
        """Number of games found, see `SearchArchive`, and those of the page. Raises `StoreFailed`."""
        ...

    async def fetch(self, number: int) -> str | None:
        """The record of a finished game; None if there is none. Raises `StoreFailed`."""
        ...

    async def tally(self, text: str, game: str, page: int) -> tuple[int, list[PlayerStatistics]]:
        """Number of standings found, see `FetchStatistics`, and those of the page. Raises `StoreFailed`."""
        ...

    async def close(self) -> None:
        """Close the store: nothing more is recorded."""
        ...


class MemoryStore:
    """Store that keeps the entries of every open table as long as the process lives, and no archive."""

    def __init__(self) -> None:
        self.last_table = 0
        self.commits = 0
        self.slowest = RecentMaximum()
        self.secret = secrets.token_bytes(SECRET_BYTES)
        self.entries: dict[int, list[JournalEntry]] = {}

    def tables(self) -> list[Stored]:
        """No tables: nothing outlives the process."""
        return []

    def past_receipts(self) -> list[Receipt]:
        """No receipts: nothing outlives the process."""
        return []

    async def record(self, table_number: int, entry: JournalEntry, finished: Finished | None = None) -> None:
        """Never fails."""
        self.last_table = max(self.last_table, table_number)
        self.commits += 1
        if entry.closes:
            self.entries.pop(table_number, None)
        elif entry.is_complete:
            self.entries[table_number] = [entry]
        else:
            self.entries[table_number].append(entry)

    async def search(self, text: str, game: str, page: int) -> tuple[int, list[GameSummary]]:
        """Nothing."""
        return 0, []

    async def fetch(self, number: int) -> str | None:
        """Nothing."""
        return None

    async def tally(self, text: str, game: str, page: int) -> tuple[int, list[PlayerStatistics]]:
        """Nothing."""
        return 0, []

    async def close(self) -> None:
        """Nothing to do."""
