"""Every message of the protocol. Data only; `core.protocol.wire` carries it, `server` and `client` speak it.

A *guest* is one connection. It may be at one table at a time and hold any number of seats there. Every
command (`commands`) has a number `id`, chosen by the guest, and is answered by exactly one `Done` or
`Failed` with that number; everything else the server says by itself. Together with the `client` of the
guest's `Hello` the number names a command for good: said again, also over another connection, it is done
once. Views, actions and options travel as plain data (see `core.codec`) because their type depends on the
game; actions of people travel in notation.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from core.game import Outcome, Refusal, Seat
from core.position import LONGEST_POSITION_TEXT as POSITION_LENGTH
from core.protocol.commands import (
    CHAT_LENGTH,
    CLIENT_BYTES,
    EVERYBODY,
    LEVELS,
    MAX_SEATS,
    NAME_LENGTH,
    OFFERED_LEVELS,
    PASSWORD_LENGTH,
    RECORD_LENGTH,
    SEARCH_LENGTH,
    Acknowledge,
    Act,
    AnswerUndo,
    Browse,
    ClientMessage,
    Clock,
    Command,
    DelaySeconds,
    FetchRecord,
    FetchStatistics,
    FreeSeat,
    HandOver,
    Hello,
    Holder,
    Kick,
    Leave,
    Level,
    Message,
    Mute,
    Number,
    Open,
    Password,
    PauseSeconds,
    Pong,
    Portrait,
    Publish,
    RecordText,
    Rematch,
    Return,
    Say,
    SearchArchive,
    SearchText,
    SeatPlan,
    SetPace,
    ShortText,
    Sit,
    Start,
    StepOnce,
    TakeBack,
    Token,
    Undo,
    Watch,
    Watcher,
    clean_chat,
    clean_name,
)
from core.series import Series

__all__ = [
    "CHAT_LENGTH",
    "CLIENT_BYTES",
    "EVERYBODY",
    "LEVELS",
    "MAX_SEATS",
    "NAME_LENGTH",
    "OFFERED_LEVELS",
    "PASSWORD_LENGTH",
    "PROTOCOL",
    "RECORD_LENGTH",
    "SEARCH_LENGTH",
    "Acknowledge",
    "Act",
    "AnswerUndo",
    "ArchivePage",
    "Browse",
    "Bye",
    "ClientMessage",
    "Clock",
    "Command",
    "DecidersLeft",
    "DecisionSealed",
    "DelaySeconds",
    "Done",
    "Failed",
    "FetchRecord",
    "FetchStatistics",
    "FreeSeat",
    "GameSummary",
    "HandOver",
    "Hello",
    "Holder",
    "Kick",
    "Leave",
    "Level",
    "Message",
    "Mute",
    "Notice",
    "Number",
    "Occupants",
    "Open",
    "Password",
    "PauseSeconds",
    "Ping",
    "PlayerStatistics",
    "Pong",
    "Portrait",
    "Publish",
    "RecordPart",
    "RecordText",
    "Rematch",
    "Return",
    "RevealedStep",
    "Said",
    "Say",
    "SearchArchive",
    "SearchText",
    "SeatPlan",
    "SeatView",
    "Seated",
    "ServerMessage",
    "SetPace",
    "ShortText",
    "Sit",
    "Start",
    "Statistics",
    "StepOnce",
    "StepView",
    "StepsMade",
    "TableSummary",
    "TableView",
    "Tables",
    "TakeBack",
    "Thinking",
    "Token",
    "Undo",
    "UndoAsked",
    "Watch",
    "Watcher",
    "Welcome",
    "clean_chat",
    "clean_name",
]

PROTOCOL: Final = 6


class TableSummary(msgspec.Struct, frozen=True, gc=False):
    """A table as the lobby lists it."""

    table: int
    title: str
    game: str
    seats: int
    holders: Annotated[tuple[Holder, ...], Meta(max_length=MAX_SEATS)]
    phase: Literal["gathering", "playing", "over"]
    spectators: int
    locked: bool = False
    watchable: bool = True


class GameSummary(msgspec.Struct, frozen=True, gc=False):
    """A finished game as the archive lists it. `ended` is UTC, as in 2026-11-22T08:15:00Z.

    The result of a seat belongs to whoever made most of its decisions: a person (`levels` has ""), or an AI
    with the name of the person for whom it played, if there was one. `winners` are seats, `shared` those for
    which others have decided too; `steps` counts decisions, not draws.
    """

    number: int
    game: str
    ended: str
    title: str
    names: tuple[str, ...]
    levels: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    steps: int
    shared: tuple[int, ...] = ()


class PlayerStatistics(msgspec.Struct, frozen=True, gc=False):
    """What somebody has done in one game: of an AI `name` is empty and `level` says how good it was.

    `won` counts shared victories too; `best` and `mean` are of the scores.
    """

    name: str
    level: str
    game: str
    games: int
    won: int
    best: float
    mean: float
    last: str


class Welcome(Message, frozen=True):
    """The handshake is done."""

    guest: int
    server: str
    version: str


class Tables(Message, frozen=True):
    """All tables of this server, whenever they change."""

    tables: tuple[TableSummary, ...]


class Done(Message, frozen=True):
    """The command was done; `table` answers `Open`, `port` answers `Publish`."""

    id: int
    table: int = 0
    port: int = 0


class Failed(Message, frozen=True):
    """The command was not done, and why."""

    id: int
    why: Refusal


class Seated(Message, frozen=True):
    """A seat is yours; `token`, which you sent, brings you back to it."""

    table: int
    seat: int
    token: bytes


class ArchivePage(Message, frozen=True):
    """What `SearchArchive` with this `id` has found: one page of `total` games."""

    id: int
    total: int
    lines: tuple[GameSummary, ...]


class RecordPart(Message, frozen=True):
    """A part of a record that `FetchRecord` with this `id` asked for, in order; the last is marked."""

    id: int
    text: str
    last: bool


class Statistics(Message, frozen=True):
    """What `FetchStatistics` with this `id` has found: one page of `total` standings."""

    id: int
    total: int
    standings: tuple[PlayerStatistics, ...]


class StepView(msgspec.Struct, frozen=True, gc=False):
    """A step as its receiver may see it, with the view after it. `action` and `view` are plain data.

    Decisions that are opened together happen at once: `view` is None for all of them but the last.
    """

    seat: int
    action: Any
    view: Any


class RevealedStep(msgspec.Struct, frozen=True, gc=False):
    """A step told before, as the first viewer of the message sees it from now on.

    `number` counts the steps of the game from 0.
    """

    number: Number
    action: Any


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """What one viewer sees: `viewer` is the seat, or `EVERYBODY`.

    Only the first of a scene has the `log`, and the text of the position that the game began with in `begin`
    (`core.position`; empty for its start), as far as the viewer may know it now.

    While decisions are sealed `view` is where the seat's own decisions `own` (plain data) have led, which are
    not in the log; `ply` counts how often these have changed.
    """

    viewer: int
    view: Any
    log: tuple[tuple[int, Any], ...] = ()
    ply: int = 0
    own: tuple[Any, ...] = ()
    begin: Annotated[str, Meta(max_length=POSITION_LENGTH)] = ""


class TableView(Message, frozen=True):
    """Everything about a table, on arrival and whenever more than a step has changed.

    Where the game has secrets there is a `SeatView` for the guest's seat; for several seats one of what
    everybody may know, then one for each; else a single one of what everybody may know.
    `seed` is hexadecimal and empty until the game is over.
    `clocks` are the seconds that each seat has left, those in `to_act` are running; empty without a `clock`.
    `delay`: so many seconds late is what a guest without a seat sees. `watchers` are told to the host only.
    """

    table: int
    title: str
    game: str
    options: Any
    seats: int
    series: Series
    phase: Literal["gathering", "playing", "over"]
    host: int
    holders: tuple[Holder, ...]
    yours: tuple[int, ...]
    turn: int
    to_act: tuple[Seat, ...]
    sights: tuple[SeatView, ...]
    outcome: Outcome | None
    commitment: str
    seed: str
    pause: float
    paused: bool
    spectators: int
    port: int
    clock: Clock | None = None
    clocks: tuple[float, ...] = ()
    delay: float | None = 0.0
    locked: bool = False
    watchers: tuple[Watcher, ...] = ()


class StepsMade(Message, frozen=True):
    """Steps that were made: for each viewer, `turn` counts from before the first to after the last.

    All look as they do after the last of them. `unsealed` are those told before that look otherwise now. At
    the end of a game with secrets `begin` is the position that it began with, if that was not its start.
    """

    table: int
    turn: int
    now: int
    sights: tuple[tuple[int, tuple[StepView, ...]], ...]
    to_act: tuple[Seat, ...]
    outcome: Outcome | None
    series: Series
    seed: str = ""
    unsealed: tuple[RevealedStep, ...] = ()
    clocks: tuple[float, ...] = ()
    begin: Annotated[str, Meta(max_length=POSITION_LENGTH)] = ""


class DecisionSealed(Message, frozen=True):
    """A sealed decision of a seat of yours was made, or the last one taken back (`action` is None).

    `view` is what the seat sees now, `ply` names this position of it at this `turn`, `to_act` are all that
    still owe a decision. `action` and `view` are plain data.
    """

    table: int
    seat: int
    turn: int
    ply: int
    action: Any
    view: Any
    to_act: tuple[Seat, ...]


class DecidersLeft(Message, frozen=True):
    """While decisions are sealed: who still owes one has changed."""

    table: int
    turn: int
    to_act: tuple[Seat, ...]
    clocks: tuple[float, ...] = ()


class Occupants(Message, frozen=True):
    """Who is at the table has changed."""

    table: int
    host: int
    holders: tuple[Holder, ...]
    yours: tuple[int, ...]
    spectators: int
    clocks: tuple[float, ...] = ()
    watchers: tuple[Watcher, ...] = ()


class Thinking(Message, frozen=True):
    """An AI has begun to think about its decision."""

    seat: int


class UndoAsked(Message, frozen=True):
    """A seat asks for something that you have to agree to: `undo`."""

    seat: int
    what: Literal["undo"]


class Said(Message, frozen=True):
    """Chat. `seat` is -1 for a spectator, `guest` is whoever said it."""

    seat: int
    name: str
    text: str
    guest: int = 0


class Notice(Message, frozen=True):
    """Something everybody at the table should know; `code` is the key of a text."""

    code: str
    values: dict[str, str | int] = msgspec.field(default_factory=dict)


class Bye(Message, frozen=True):
    """The last message before the server closes the connection, and why."""

    why: Refusal


class Ping(Message, frozen=True):
    """Are you there?"""


ServerMessage = (
    Welcome | Tables | Done | Failed | Seated | TableView | StepsMade | DecisionSealed | DecidersLeft
    | Occupants | Thinking | UndoAsked | Said | Notice | ArchivePage | RecordPart | Statistics | Bye | Ping
)  # fmt: skip
