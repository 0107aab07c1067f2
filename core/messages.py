"""Every message of the protocol. Data only; `core.wire` carries it, `server` and `client` speak it.

A *guest* is one connection. It may be at one table at a time and hold any number of seats there. Every
command has a number `id`, chosen by the guest, and is answered by exactly one `Done` or `Failed` with
that number; everything else the server says by itself. Views, actions and options travel as plain
data (see `core.codec`) because their type depends on the game; actions of people travel in notation.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta

from core.game import Goal, Outcome, Refusal, Refused, Seat
from core.series import Series

PROTOCOL: Final = 3
NAME_LENGTH: Final = 24
CHAT_LENGTH: Final = 200
MAX_SEATS: Final = 7
EVERYBODY: Final = -1
"""The viewer who knows what everybody may know."""

Level = Literal["random", "easy", "normal", "hard"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""How good an AI can be asked to be, the weakest first."""
OFFERED: Final = LEVELS[1:]
"""The levels that people choose from; `random` is for tests and arenas."""

Number = Annotated[int, Meta(ge=0, le=2**53)]
RECORD_LENGTH: Final = 1_000_000
"""Characters of a saved game. A command of a guest from elsewhere has room for fewer."""
Text = Annotated[str, Meta(max_length=16_000)]
Saved = Annotated[str, Meta(max_length=RECORD_LENGTH)]
Pause = Annotated[float, Meta(ge=0, le=60)]
Seconds = Annotated[float, Meta(ge=0)]


class Message(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """Anything said over a connection."""


# --- Who sits where -------------------------------------------------------------------------------


class Holder(msgspec.Struct, frozen=True):
    """Who holds a seat.

    `person`: a guest holds it; `away`: a person's whose connection is gone, the seat waits for them;
    `bot`: an AI of `level`; `open`: free for anybody. `guest` is the number of the connection that
    holds it or 0. A person's seat handed to an AI is a `bot` whose `owner` is true: its person may
    take it back, nobody else may.
    """

    kind: Literal["person", "away", "bot", "open"]
    name: str = ""
    level: Level | None = None
    guest: int = 0
    owner: bool = False


class Plan(msgspec.Struct, frozen=True):
    """What shall become of a seat when a table is opened: mine by `name`, an AI's, or open."""

    kind: Literal["me", "bot", "open"]
    name: Text = ""
    level: Level | None = None


# --- Commands: guest to server ---------------------------------------------------------------------


class Command(Message, frozen=True):
    """Something a guest wants done."""

    id: Number


class Hello(Message, frozen=True):
    """The first message of a guest; `program` is for the log only."""

    program: Annotated[str, Meta(max_length=64)]


class Browse(Command, frozen=True):
    """Tell me the tables now, and again whenever they change (until I sit or watch)."""


class Open(Command, frozen=True):
    """Open a table and be its host. `record` goes on from a saved game (see `core.record`).

    `stand_in`: an AI so good decides for a seat that is away while all others wait for it; None: they wait.
    """

    game: Text
    options: dict[str, Any]
    plans: Annotated[tuple[Plan, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    goal: Goal = Goal(games=1)
    title: Text = ""
    pause: Pause = 0.0
    record: Saved = ""
    seed: Number | None = None
    stand_in: Level | None = None


class Watch(Command, frozen=True):
    """Be a spectator at a table."""

    table: Number


class Sit(Command, frozen=True):
    """Take an open seat; it also brings the guest to the table."""

    table: Number
    seat: Number
    name: Text


class Return(Command, frozen=True):
    """Take a seat again with the token that was given for it."""

    table: Number
    token: Annotated[bytes, Meta(max_length=64)]


class Start(Command, frozen=True):
    """Begin; only the host. Seats still open are given to AIs of `level`."""

    level: Level = "normal"


class Act(Command, frozen=True):
    """A decision of a seat, in notation, in the position that `turn` and the seat's own `ply` name.

    While decisions are sealed `ply` counts the changes of what the seat has decided so far; else it is 0.
    """

    seat: Number
    action: Text
    turn: Number
    ply: Number = 0


class Undo(Command, frozen=True):
    """Take my last decision back. Other persons are asked first.

    Nobody is asked about the last sealed decision of `seat`: nobody else knows of it.
    """

    turn: Number
    seat: Number | None = None


class Answer(Command, frozen=True):
    """Yes or no to what another seat asked for."""

    yes: bool


class HandOver(Command, frozen=True):
    """Let an AI hold a seat of mine (the host: any AI's, away or open seat)."""

    seat: Number
    level: Level


class TakeBack(Command, frozen=True):
    """Take a seat of mine back from the AI, or one that an AI holds and nobody owns."""

    seat: Number
    name: Text = ""


class Free(Command, frozen=True):
    """Open a seat for anybody: one of mine, or (the host) an AI's or an away person's."""

    seat: Number


class Rematch(Command, frozen=True):
    """The next game of the series, or a new series, with the same seats. After the end of a game."""


class Say(Command, frozen=True):
    """Chat to everybody at the table."""

    text: Text


class Tempo(Command, frozen=True):
    """Only the host: the pause before an AI's decision in seconds; whether AIs wait altogether."""

    pause: Pause
    paused: bool = False


class OneStep(Command, frozen=True):
    """Only the host: while AIs wait, let one decision happen."""


class Publish(Command, frozen=True):
    """Only the host of a couch game: open this server to the LAN."""

    name: Text = ""


class Leave(Command, frozen=True):
    """Leave the table. Seats become open before the start, away during a game."""


class Pong(Message, frozen=True):
    """The answer to `Ping`."""


ClientMessage = (
    Hello | Browse | Open | Watch | Sit | Return | Start | Act | Undo | Answer | HandOver | TakeBack | Free
    | Rematch | Say | Tempo | OneStep | Publish | Leave | Pong
)  # fmt: skip


# --- What the server says --------------------------------------------------------------------------


class TableLine(msgspec.Struct, frozen=True):
    """A table as the lobby lists it."""

    table: int
    title: str
    game: str
    seats: int
    holders: Annotated[tuple[Holder, ...], Meta(max_length=MAX_SEATS)]
    phase: Literal["gathering", "playing", "over"]
    spectators: int


class Welcome(Message, frozen=True):
    """The handshake is done."""

    guest: int
    server: str
    version: str


class Tables(Message, frozen=True):
    """All tables of this server, whenever they change."""

    tables: tuple[TableLine, ...]


class Done(Message, frozen=True):
    """The command was done; `turn` is where the match stands, `port` answers `Publish`."""

    id: int
    turn: int = 0
    port: int = 0


class Failed(Message, frozen=True):
    """The command was not done, and why."""

    id: int
    why: Refusal


class Seated(Message, frozen=True):
    """A seat is yours; the token brings you back to it."""

    table: int
    seat: int
    token: bytes


class SeenStep(msgspec.Struct, frozen=True):
    """A step as its receiver may see it, with the view after it. `action` and `view` are plain data.

    Decisions that are opened together happen at once: `view` is None for all of them but the last.
    """

    seat: int
    action: Any
    view: Any


class Unsealed(msgspec.Struct, frozen=True):
    """A step told before, as the first viewer of the message sees it from now on.

    `number` counts the steps of the game from 0.
    """

    number: Number
    action: Any


class Sight(msgspec.Struct, frozen=True):
    """What one viewer sees: `viewer` is the seat, or `EVERYBODY`; only the first of a scene has a log.

    While decisions are sealed `view` is where the seat's own decisions `own` (plain data) have led, which are
    not in the log; `ply` counts how often these have changed.
    """

    viewer: int
    view: Any
    log: tuple[tuple[int, Any], ...] = ()
    ply: int = 0
    own: tuple[Any, ...] = ()


class Scene(Message, frozen=True):
    """Everything about a table, on arrival and whenever more than a step has changed.

    Where the game has secrets there is a `Sight` for the guest's seat; for several seats one of what
    everybody may know, then one for each; else a single one of what everybody may know.
    `seed` is hexadecimal and empty until the game is over.
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
    sights: tuple[Sight, ...]
    outcome: Outcome | None
    commitment: str
    seed: str
    pause: float
    paused: bool
    spectators: int
    port: int


class Stepped(Message, frozen=True):
    """Steps that were made: for each viewer, `turn` counts from before the first to after the last.

    All look as they do after the last of them. `unsealed` are those told before that look otherwise now.
    """

    table: int
    turn: int
    now: int
    sights: tuple[tuple[int, tuple[SeenStep, ...]], ...]
    to_act: tuple[Seat, ...]
    outcome: Outcome | None
    series: Series
    seed: str = ""
    unsealed: tuple[Unsealed, ...] = ()


class Decided(Message, frozen=True):
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


class Ready(Message, frozen=True):
    """While decisions are sealed: who still owes one has changed."""

    table: int
    turn: int
    to_act: tuple[Seat, ...]


class People(Message, frozen=True):
    """Who is at the table has changed."""

    table: int
    host: int
    holders: tuple[Holder, ...]
    yours: tuple[int, ...]
    spectators: int


class Thinking(Message, frozen=True):
    """An AI has begun to think about its decision."""

    seat: int


class Asked(Message, frozen=True):
    """A seat asks for something that you have to agree to: `undo`."""

    seat: int
    what: Literal["undo"]


class Said(Message, frozen=True):
    """Chat. `seat` is -1 for a spectator."""

    seat: int
    name: str
    text: str


class Notice(Message, frozen=True):
    """Something everybody at the table should know; `code` is the key of a text."""

    code: str
    values: dict[str, str | int] = {}


class Bye(Message, frozen=True):
    """The last message before the server closes the connection, and why."""

    why: Refusal


class Ping(Message, frozen=True):
    """Are you there?"""


ServerMessage = (
    Welcome | Tables | Done | Failed | Seated | Scene | Stepped | Decided | Ready | People | Thinking | Asked
    | Said | Notice | Bye | Ping
)  # fmt: skip


def clean_name(text: str) -> str:
    """A name as people may see it: trimmed, single spaces of whatever kind, nothing invisible.

    Raises `Refused("net.refusal.name_…")` if it is empty, too long or has control characters.
    """
    name = " ".join(text.split())
    if len(name) > NAME_LENGTH:
        raise Refused("net.refusal.name_long", limit=NAME_LENGTH)
    if not name:
        raise Refused("net.refusal.name_empty")
    if not name.isprintable():
        raise Refused("net.refusal.name_unprintable")
    return name


def clean_chat(text: str) -> str:
    """A line of chat, trimmed, white space of whatever kind as single spaces.

    Raises `Refused("net.refusal.chat_…")`.
    """
    line = " ".join(text.split())
    if not line:
        raise Refused("net.refusal.chat_empty")
    if len(line) > CHAT_LENGTH:
        raise Refused("net.refusal.chat_long", limit=CHAT_LENGTH)
    if not line.isprintable():
        raise Refused("net.refusal.chat_unprintable")
    return line
