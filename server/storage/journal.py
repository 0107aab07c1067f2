"""What a table writes down before anybody is told: the interface, and a store in memory.

A line is what one change brings: all of it is kept, or nothing. Its entries hold facts, not effects: the
lines of a table in their order are the table (`restore`). `database` keeps them on a disk; nothing else in
the server knows where they go.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol

import msgspec

from core.game import Goal
from core.protocol.messages import Clock, Done, GameSummary, Level, PlayerStatistics
from server.recent_maximum import RecentMaximum


class StoreFailed(Exception):
    """The line could not be kept: nothing of it is, and what it says has not happened."""


class Fact(msgspec.Struct, frozen=True, gc=False, tag_field="entry"):
    """One fact about a table."""


class Opened(Fact, frozen=True):
    """A table was opened, see `messages.Open`. `password` is empty or as `server.net.passwords` has it;
    `rules` is the version of Tilewright whose rules the game has, see `core.game.GameInfo`.

    A line with this entry stands for itself: when it is not the first, those before it may be forgotten.
    """

    title: str
    game: str
    seats: int
    goal: Goal
    pause: float = 0.0
    seed: int | None = None
    stand_in: Level | None = None
    clock: Clock | None = None
    delay: float | None = 0.0
    password: bytes = b""
    rules: str = "0.1"


class KeptSeat(msgspec.Struct, frozen=True, gc=False):
    """A seat as it is kept: without the connection, the token only as its hash.

    `knows` are the seats whose secrets its last holder has been shown, see `disclosure`; `program`
    see `messages.Sit`.
    """

    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    token: bytes
    muted: bool = False
    knows: tuple[int, ...] = ()
    program: bool = False
    portrait: str = ""


class Seating(Fact, frozen=True):
    """Who holds the seats from now on; the holder of the seat `patron` is the host, if there is one."""

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
    """The seats may act."""


class Moved(Fact, frozen=True):
    """A decision of `seat`, sealed ones too, in the position that `turn` and the seat's `ply` name.

    `action` is in notation; `drawn` is what chance made of it.
    """

    turn: int
    ply: int
    seat: int
    action: str
    drawn: tuple[str, ...] = ()


class Withdrawn(Fact, frozen=True):
    """The last sealed decision of `seat` was taken back, in the position that `turn` and `ply` name."""

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


class Paced(Fact, frozen=True, tag="Pace"):
    """The pace of the AIs was changed."""

    pause: float
    paused: bool


class HeldPace(Fact, frozen=True, tag="Paced"):
    """The same in lines of 0.1, where a host's screen held AIs with a long pause for each of their decisions.

    So only `paused` counts: 0.1 offered nobody another pause than that of `Opened`.
    """

    pause: float
    paused: bool


class Banned(Fact, frozen=True):
    """Whoever has one of these marks (`server.tables.contract`) cannot come to the table."""

    marks: tuple[str, ...]


class Closed(Fact, frozen=True):
    """The table is gone."""


AnyFact = (
    Opened
    | Seating
    | Began
    | Started
    | Moved
    | Withdrawn
    | Cleared
    | Undone
    | Paced
    | HeldPace
    | Banned
    | Closed
)


class Receipt(msgspec.Struct, frozen=True, gc=False):
    """That a command was done: `client` and `id` name it, `digest` what it said, `reply` the answer."""

    client: bytes
    id: int
    digest: bytes
    reply: Done


class JournalEntry(msgspec.Struct, frozen=True, gc=False):
    """What one change brings, with the receipt of the command that made it.

    `clocks` are the seconds that each seat had left before; empty where there are no clocks, and where nobody
    hears of the change: then they are as the line before has left them. `earlier` are the receipts of lines
    that may be forgotten, as all are with the last of a table.
    """

    entries: tuple[AnyFact, ...] = ()
    receipt: Receipt | None = None
    clocks: tuple[float, ...] = ()
    earlier: tuple[Receipt, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether it stands for itself."""
        return any(isinstance(entry, Opened) for entry in self.entries)

    @property
    def closes(self) -> bool:
        """Whether it is the last of its table."""
        return any(isinstance(entry, Closed) for entry in self.entries)


class Finished(msgspec.Struct, frozen=True, gc=False):
    """A game that the line ends, for the archive: game `number` of its table. `text` is its record."""

    number: int
    about: GameSummary
    text: str


class Stored(msgspec.Struct, frozen=True, gc=False):
    """A table as a store has it; `damage` says why its lines cannot be trusted, and then there are none."""

    number: int
    lines: tuple[JournalEntry, ...]
    damage: str = ""


class Store(Protocol):
    """Keeps lines. A table calls one at a time and tells nobody before the call has returned."""

    last_table: int
    """The highest number that any table ever had."""
    commits: int
    """How often something was kept."""
    slowest: RecentMaximum
    """Seconds that it took."""

    def tables(self) -> list[Stored]:
        """All tables that were not closed, in the order of their numbers. Before anything is recorded."""
        ...

    def past(self) -> list[Receipt]:
        """The receipts of the tables that were closed last, in the order of their tables."""
        ...

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        """Keep all of this, or nothing. Raises `StoreFailed`."""
        ...

    async def search(self, text: str, game: str, page: int) -> tuple[int, list[GameSummary]]:
        """See `SearchArchive`: how many there are, and those of the page. Raises `StoreFailed`."""
        ...

    async def fetch(self, number: int) -> str | None:
        """The record of a finished game; None if there is none. Raises `StoreFailed`."""
        ...

    async def tally(self, text: str, game: str, page: int) -> tuple[int, list[PlayerStatistics]]:
        """See `FetchStatistics`: how many there are, and those of the page. Raises `StoreFailed`."""
        ...

    async def close(self) -> None:
        """Nothing more will be recorded."""
        ...


class MemoryStore:
    """Keeps the lines of every table that is open, as long as the process lives, and no archive."""

    def __init__(self) -> None:
        self.last_table = 0
        self.commits = 0
        self.slowest = RecentMaximum()
        self.lines: dict[int, list[JournalEntry]] = {}

    def tables(self) -> list[Stored]:
        """None: nothing outlives the process."""
        return []

    def past(self) -> list[Receipt]:
        """None, likewise."""
        return []

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        """Never fails."""
        self.last_table = max(self.last_table, table)
        self.commits += 1
        if line.closes:
            self.lines.pop(table, None)
        elif line.is_complete:
            self.lines[table] = [line]
        else:
            self.lines[table].append(line)

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
