"""Every message of the protocol. Data only; `core.protocol.wire` carries it, `server` and `client` speak it.

A *guest* is one connection. It may be at one table at a time and hold any number of seats there. Every
command (`commands`) has a number `id`, chosen by the guest, and is answered by exactly one `Done` or
`Failed` with that number; everything else the server sends without being asked. The number and the `client`
of the guest's `Hello` together identify a command for good: sent again, even over another connection, it is
done only once. Actions travel in the notation of their game, both ways; views and options as plain data (see
`core.codec`), because their type depends on the game.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from core.game import Goal, Outcome, Refusal, Seat
from core.position import LONGEST_POSITION_TEXT as POSITION_LENGTH
from core.protocol.commands import (
    CAPABILITIES,
    CHAT_LENGTH,
    CLIENT_BYTES,
    CODE_BYTES,
    EVERYBODY,
    IDENTITY_BYTES,
    LEVELS,
    LOWEST_PROTOCOL,
    MAX_SEATS,
    MOST_DUPLICATE_TABLES,
    MOST_TICKETS,
    NAME_LENGTH,
    NONCE_BYTES,
    OFFERED_LEVELS,
    PASSWORD_LENGTH,
    PROTOCOL,
    RECORD_LENGTH,
    SEARCH_LENGTH,
    TEXT_VIEWS,
    TICKET_BYTES,
    Acknowledge,
    Act,
    AnswerUndo,
    Browse,
    Capabilities,
    ClientMessage,
    Clock,
    Code,
    Command,
    DelaySeconds,
    DuplicatePlan,
    FetchRecord,
    FetchStatistics,
    Fingerprint,
    FreeSeat,
    HandOver,
    Hello,
    Holder,
    Identity,
    Kick,
    Leave,
    Level,
    ListGames,
    ListLegal,
    Message,
    Mute,
    Nonce,
    Number,
    Open,
    Password,
    PauseSeconds,
    Pong,
    Portrait,
    Prove,
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
    Ticket,
    Token,
    Undo,
    Watch,
    Watcher,
    clean_chat,
    clean_name,
    fingerprint_of,
)
from core.series import Series

__all__ = [
    "CAPABILITIES",
    "CHAT_LENGTH",
    "CLIENT_BYTES",
    "CODE_BYTES",
    "EVERYBODY",
    "IDENTITY_BYTES",
    "LEVELS",
    "LOWEST_PROTOCOL",
    "MAX_SEATS",
    "MOST_DUPLICATE_TABLES",
    "MOST_TICKETS",
    "NAME_LENGTH",
    "NONCE_BYTES",
    "OFFERED_LEVELS",
    "PASSWORD_LENGTH",
    "PROTOCOL",
    "RECORD_LENGTH",
    "SEARCH_LENGTH",
    "TEXT_VIEWS",
    "TICKET_BYTES",
    "Acknowledge",
    "Act",
    "AnswerUndo",
    "ArchivePage",
    "Browse",
    "Bye",
    "Capabilities",
    "ClientMessage",
    "Clock",
    "Code",
    "Command",
    "DecidersLeft",
    "DecisionSealed",
    "DelaySeconds",
    "Done",
    "DuplicatePlan",
    "DuplicateResult",
    "DuplicateView",
    "Failed",
    "FetchRecord",
    "FetchStatistics",
    "Fingerprint",
    "FreeSeat",
    "GameDescription",
    "GameSummary",
    "Games",
    "HandOver",
    "Hello",
    "Holder",
    "Identity",
    "Kick",
    "Leave",
    "LegalActions",
    "Level",
    "ListGames",
    "ListLegal",
    "Message",
    "Mute",
    "Nonce",
    "Notice",
    "Number",
    "Occupants",
    "Open",
    "OptionDescription",
    "Password",
    "PauseSeconds",
    "Ping",
    "PlayerStatistics",
    "Pong",
    "Portrait",
    "Proof",
    "ProofKey",
    "Prove",
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
    "Ticket",
    "Token",
    "Undo",
    "UndoAsked",
    "Watch",
    "Watcher",
    "Welcome",
    "clean_chat",
    "clean_name",
    "fingerprint_of",
]


class TableSummary(msgspec.Struct, frozen=True, gc=False):
    """A table as the lobby lists it; `duplicate`: the first table of its duplicate, 0 without one."""

    table: int
    title: str
    game: str
    seats: int
    holders: Annotated[tuple[Holder, ...], Meta(max_length=MAX_SEATS)]
    phase: Literal["gathering", "playing", "over"]
    spectators: int
    locked: bool = False
    watchable: bool = True
    duplicate: int = 0


class GameSummary(msgspec.Struct, frozen=True, gc=False):
    """A finished game as the archive lists it. `ended` is UTC, as in 2026-11-22T08:15:00Z.

    The result of a seat belongs to whoever made most of its decisions: a person (`levels` has ""), or an AI
    with the name of the person it played for, if there was one. `winners` are seats, `shared` the seats for
    which others have decided too; `steps` counts decisions, not draws. `fingerprints` are those of
    the persons in `names`, empty in games of older versions.
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
    fingerprints: tuple[str, ...] = ()


class PlayerStatistics(msgspec.Struct, frozen=True, gc=False):
    """Results of one player in one game; an AI has an empty `name` and its `level`.

    A person is a name with a `fingerprint`. `won` counts shared victories too; `best` and `mean` are of the
    scores.
    """

    name: str
    level: str
    game: str
    games: int
    won: int
    best: float
    mean: float
    last: str
    fingerprint: str = ""


class ProofKey(msgspec.Struct, frozen=True, gc=False):
    """Key with which one guest checks later that a server is this one: see `core.protocol.identity`.

    `ticket` names the `key` to the server; no other guest is given either.
    """

    identity: Identity
    ticket: Ticket
    key: Code


class Proof(Message, frozen=True):
    """Answer to `Prove`: a code for each of its tickets, bound to the `nonce` of either side."""

    nonce: Nonce
    codes: Annotated[tuple[Code, ...], Meta(min_length=1, max_length=MOST_TICKETS)]


class Welcome(Message, frozen=True):
    """The server's first message, but for a `Proof`: the handshake is complete.

    `version` is the program's, `lowest` and `highest` are those of the protocol.
    """

    guest: int
    server: str
    version: str
    lowest: int = LOWEST_PROTOCOL
    highest: int = PROTOCOL
    capabilities: Capabilities = CAPABILITIES
    proof_key: ProofKey | None = None


class OptionDescription(msgspec.Struct, frozen=True, gc=False):
    """Option of a game: its `values`, or of a number the `least` and `most`; `default` if it is not named."""

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    least: float | None = None
    most: float | None = None


class GameDescription(msgspec.Struct, frozen=True, gc=False):
    """Game that a server offers, with what `Open` takes for it; see `core.game.GameInfo`."""

    key: str
    title: str
    seats: tuple[int, ...]
    options: tuple[OptionDescription, ...]
    goals: tuple[Goal, ...]
    hidden: bool
    chance: bool
    scored: bool
    rules: str


class Games(Message, frozen=True):
    """Answer to the `ListGames` with this `id`."""

    id: int
    games: tuple[GameDescription, ...]


class LegalActions(Message, frozen=True):
    """Part of the answer to the `ListLegal` with this `id`: notations for an `Act` with this turn and ply."""

    id: int
    seat: int
    turn: int
    ply: int
    actions: tuple[str, ...]
    last: bool


class Tables(Message, frozen=True):
    """All tables of this server, sent whenever they change."""

    tables: tuple[TableSummary, ...]


class Done(Message, frozen=True):
    """Answer to a command that was done; `table` is for `Open`, `port` for `Publish`."""

    id: int
    table: int = 0
    port: int = 0


class Failed(Message, frozen=True):
    """Answer to a command that was not done, with the reason."""

    id: int
    why: Refusal


class Seated(Message, frozen=True):
    """Notice to a guest that it holds a seat; `token`, which it sent, brings it back to the seat."""

    table: int
    seat: int
    token: bytes


class ArchivePage(Message, frozen=True):
    """Answer to the `SearchArchive` with this `id`: one page of the `total` games found."""

    id: int
    total: int
    lines: tuple[GameSummary, ...]


class RecordPart(Message, frozen=True):
    """Part of the record that the `FetchRecord` with this `id` asked for; parts come in order."""

    id: int
    text: str
    last: bool


class Statistics(Message, frozen=True):
    """Answer to the `FetchStatistics` with this `id`: one page of the `total` standings found."""

    id: int
    total: int
    standings: tuple[PlayerStatistics, ...]


class StepView(msgspec.Struct, frozen=True, gc=False):
    """Step as its receiver may see it, in notation, with the view after it as plain data.

    Sealed decisions that are revealed together happen at once: `view` is None for all of them but the last.
    """

    seat: int
    action: str
    view: Any


class RevealedStep(msgspec.Struct, frozen=True, gc=False):
    """Step sent before, in notation, as the first viewer of the message sees it from now on.

    `number` counts the steps of the game from 0.
    """

    number: Number
    action: str


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """View of a game for one viewer: `viewer` is the seat, or `EVERYBODY`.

    Only the first seat view of a table view has the `log` (seat and notation), and in `begin` the text of the
    position that the game began with (`core.position`; empty for the usual start), as far as the viewer may
    know it now.

    While decisions are sealed, `own` are the seat's own ones (notation), which are not in the log; `view` is
    the state after them, and `ply` counts how often they have changed.
    """

    viewer: int
    view: Any
    log: tuple[tuple[int, str], ...] = ()
    ply: int = 0
    own: tuple[str, ...] = ()
    begin: Annotated[str, Meta(max_length=POSITION_LENGTH)] = ""


class DuplicateResult(msgspec.Struct, frozen=True, gc=False):
    """Result of one table of a duplicate: the holders of its seats at the end, and their points."""

    holders: tuple[Holder, ...]
    points: tuple[float, ...]


class DuplicateView(msgspec.Struct, frozen=True, gc=False):
    """Duplicate that a table belongs to (`core.duplicate`), as everybody there may know it.

    `first` is the number of its first table; the others follow. `compared`: seats are compared, no sides are
    formed. `game` counts the games played before. `ended` says of each table that is there whether its game
    is over. `results` has a result for each table, None for one that has closed before its end; it is empty
    until all are over.
    """

    first: int
    tables: int
    compared: bool
    game: int
    ended: tuple[tuple[int, bool], ...]
    results: tuple[DuplicateResult | None, ...] = ()


class TableView(Message, frozen=True):
    """Everything about a table, sent on arrival and whenever more than a step has changed.

    `views` are the seat views. In a game with secrets a guest with one seat gets that seat's view; a guest
    with several seats gets the view for everybody first, then one for each seat. All others get only the
    view for everybody.
    `seed` is hexadecimal and empty until the game is over, and with it all others with this seed.
    `clocks` are the seconds that each seat has left (empty without a `clock`); those of `to_act` are running.
    `delay` is the spectator delay in seconds. `watchers` are sent to the host only. Without `coach`
    nobody shall be advised.
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
    views: tuple[SeatView, ...]
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
    duplicate: DuplicateView | None = None
    coach: bool = True


class StepsMade(Message, frozen=True):
    """Steps that were made, as each viewer sees them; `turn` counts up to the first, `now` up to the last.

    All look as they do after the last of them. `unsealed` are steps sent before that look different now. At
    the end of a game with secrets `begin` is the position that it began with, empty for the usual start.
    """

    table: int
    turn: int
    now: int
    views: tuple[tuple[int, tuple[StepView, ...]], ...]
    to_act: tuple[Seat, ...]
    outcome: Outcome | None
    series: Series
    seed: str = ""
    unsealed: tuple[RevealedStep, ...] = ()
    clocks: tuple[float, ...] = ()
    begin: Annotated[str, Meta(max_length=POSITION_LENGTH)] = ""


class DecisionSealed(Message, frozen=True):
    """Sealed decision made by a seat of the receiver, or its last one taken back (`action` is None).

    `view` is what the seat sees now, `ply` identifies this position within the `turn`, `to_act` are all seats
    that still owe a decision. `action` is notation, `view` plain data.
    """

    table: int
    seat: int
    turn: int
    ply: int
    action: str | None
    view: Any
    to_act: tuple[Seat, ...]


class DecidersLeft(Message, frozen=True):
    """Seats that still owe a sealed decision, sent when they change."""

    table: int
    turn: int
    to_act: tuple[Seat, ...]
    clocks: tuple[float, ...] = ()


class Occupants(Message, frozen=True):
    """The people and AIs at a table, sent when they change."""

    table: int
    host: int
    holders: tuple[Holder, ...]
    yours: tuple[int, ...]
    spectators: int
    clocks: tuple[float, ...] = ()
    watchers: tuple[Watcher, ...] = ()


class Thinking(Message, frozen=True):
    """Notice that an AI has begun to think about its decision."""

    seat: int


class UndoAsked(Message, frozen=True):
    """Request of a seat that the receiver has to agree to: `undo`."""

    seat: int
    what: Literal["undo"]


class Said(Message, frozen=True):
    """Chat message. `seat` is -1 for a spectator, `guest` is the sender."""

    seat: int
    name: str
    text: str
    guest: int = 0


class Notice(Message, frozen=True):
    """News for everybody at the table; `code` is the key of a text."""

    code: str
    values: dict[str, str | int] = msgspec.field(default_factory=dict)


class Bye(Message, frozen=True):
    """Last message before the server closes the connection, with the reason."""

    why: Refusal


class Ping(Message, frozen=True):
    """Question whether the guest is still there, answered by `Pong`."""


ServerMessage = (
    Welcome | Tables | Done | Failed | Seated | TableView | StepsMade | DecisionSealed | DecidersLeft
    | Occupants | Thinking | UndoAsked | Said | Notice | ArchivePage | RecordPart | Statistics | Games
    | LegalActions | Bye | Ping | Proof
)  # fmt: skip
