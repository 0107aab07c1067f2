"""What a guest says to a server, and the words that both sides use. Data only, like `messages`."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta

from core.game import Goal, Refused

NAME_LENGTH: Final = 24
CHAT_LENGTH: Final = 200
PASSWORD_LENGTH: Final = 64
SEARCH_LENGTH: Final = 64
CLIENT_BYTES: Final = 16
"""Random bytes that name a client, and the fewest of a token."""
MAX_SEATS: Final = 7
EVERYBODY: Final = -1
"""The viewer who knows what everybody may know."""

Level = Literal["random", "easy", "normal", "hard"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""How good an AI can be asked to be, the weakest first."""
OFFERED_LEVELS: Final = LEVELS[1:]
"""The levels that people choose from; `random` is for tests and arenas."""

Number = Annotated[int, Meta(ge=0, le=2**53)]
RECORD_LENGTH: Final = 1_000_000
"""Characters of a saved game. A command of a guest from elsewhere has room for fewer."""
ShortText = Annotated[str, Meta(max_length=16_000)]
RecordText = Annotated[str, Meta(max_length=RECORD_LENGTH)]
PauseSeconds = Annotated[float, Meta(ge=0, le=60)]
DelaySeconds = Annotated[float, Meta(ge=0, le=600)]
Password = Annotated[str, Meta(max_length=PASSWORD_LENGTH)]
SearchText = Annotated[str, Meta(max_length=SEARCH_LENGTH)]
Portrait = Annotated[str, Meta(max_length=24, pattern=r"^[a-z-]*\Z")]
"""The key of a player's portrait, perhaps of a picture that nobody has; empty where nobody chose one."""
Token = Annotated[bytes, Meta(min_length=CLIENT_BYTES, max_length=64)]
"""A secret that its guest made up: with it a seat is taken again."""


class Message(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True):
    """Anything said over a connection."""


# --- Who sits where -------------------------------------------------------------------------------


class Holder(msgspec.Struct, frozen=True, gc=False):
    """Who holds a seat.

    `person`: a guest holds it; `away`: a person's whose connection is gone, the seat waits for them;
    `bot`: an AI of `level`; `open`: free for anybody. `guest` is the number of the connection that
    holds it or 0. A person's seat handed to an AI is a `bot` whose `owner` is true: its person may
    take it back, nobody else may. `program`: who holds it as a person says that a program decides.
    """

    kind: Literal["person", "away", "bot", "open"]
    name: str = ""
    level: Level | None = None
    guest: int = 0
    owner: bool = False
    muted: bool = False
    program: bool = False
    portrait: Portrait = ""


class Watcher(msgspec.Struct, frozen=True, gc=False):
    """A guest without a seat, as the host sees it."""

    guest: int
    muted: bool = False


class Clock(msgspec.Struct, frozen=True, gc=False):
    """How long people may think: `seconds` in all, and `bonus` more for every decision everybody sees.

    Only who owes a decision is charged. When nothing is left an AI holds the seat until it is taken back.
    """

    seconds: Annotated[float, Meta(ge=5, le=86_400)]
    bonus: Annotated[float, Meta(ge=0, le=600)] = 0.0


class SeatPlan(msgspec.Struct, frozen=True, gc=False):
    """What shall become of a seat when a table is opened: mine by `name` and `token`, an AI's, or open."""

    kind: Literal["me", "bot", "open"]
    name: ShortText = ""
    level: Level | None = None
    token: Token | None = None
    portrait: Portrait = ""


# --- Commands: guest to server ---------------------------------------------------------------------


class Command(Message, frozen=True):
    """Something a guest wants done."""

    id: Number


class Hello(Message, frozen=True):
    """The first message of a guest; `program` is for the log only.

    `client` names the program run that calls, also when it calls again: random bytes that nobody else knows.
    """

    program: Annotated[str, Meta(max_length=64)]
    client: Annotated[bytes, Meta(min_length=CLIENT_BYTES, max_length=CLIENT_BYTES)]


class Browse(Command, frozen=True):
    """Tell me the tables now, and again whenever they change (until I sit or watch)."""


class Open(Command, frozen=True):
    """Open a table and be its host. `record` goes on from a saved game (see `core.record`).

    `stand_in`: an AI so good decides for a seat that is away while all others wait for it; None: they wait.
    `clock`: how long people may think. `delay`: seconds after which those without a seat see what happens;
    None: nobody else sees anything. `password`: what others have to know, if it is not empty.
    """

    game: ShortText
    options: dict[str, Any]
    plans: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    goal: Goal = Goal(games=1)
    title: ShortText = ""
    pause: PauseSeconds = 0.0
    record: RecordText = ""
    seed: Number | None = None
    stand_in: Level | None = None
    clock: Clock | None = None
    delay: DelaySeconds | None = 0.0
    password: Password = ""


class Watch(Command, frozen=True):
    """Be a spectator at a table."""

    table: Number
    password: Password = ""


class Sit(Command, frozen=True):
    """Take an open seat, for which `token` is good from now on; it also brings the guest to the table.

    `program`: a program decides there, and everybody may know.
    """

    table: Number
    seat: Number
    name: ShortText
    token: Token
    password: Password = ""
    program: bool = False
    portrait: Portrait = ""


class Return(Command, frozen=True):
    """Take a seat again with its `token`; from now on `fresh` is good for it, and nothing else.

    If the answer is lost, nobody knows which of the two is good. So the same may be said again.
    """

    table: Number
    token: Token
    fresh: Token


class Start(Command, frozen=True):
    """Begin; only the host. Seats still open are given to AIs of `level`."""

    level: Level = "normal"


class Act(Command, frozen=True):
    """A decision of a seat, in notation, in the position that `turn` and the seat's own `ply` name.

    While decisions are sealed `ply` counts the changes of what the seat has decided so far; else it is 0.
    """

    seat: Number
    action: ShortText
    turn: Number
    ply: Number = 0


class Undo(Command, frozen=True):
    """Take my last decision back. Other persons are asked first.

    Nobody is asked about the last sealed decision of `seat`: nobody else knows of it.
    """

    turn: Number
    seat: Number | None = None


class AnswerUndo(Command, frozen=True):
    """Yes or no to what another seat asked for."""

    yes: bool


class HandOver(Command, frozen=True):
    """Let an AI hold a seat of mine (the host: any AI's, away or open seat)."""

    seat: Number
    level: Level


class TakeBack(Command, frozen=True):
    """Take a seat of mine back from the AI, or one that an AI holds and nobody owns.

    For the latter a `token` is needed, which is good for it from now on.
    """

    seat: Number
    name: ShortText = ""
    token: Token | None = None
    portrait: Portrait = ""


class FreeSeat(Command, frozen=True):
    """Open a seat for anybody: one of mine, or (the host) an AI's or an away person's."""

    seat: Number


class Rematch(Command, frozen=True):
    """The next game of the series, or a new series, with the same seats. After the end of a game."""


class Say(Command, frozen=True):
    """Chat to everybody at the table."""

    text: ShortText


class SetPace(Command, frozen=True):
    """Only the host: the pause before an AI's decision in seconds; whether AIs wait altogether."""

    pause: PauseSeconds
    paused: bool = False


class StepOnce(Command, frozen=True):
    """Only the host: while AIs wait, let one decision happen."""


class Kick(Command, frozen=True):
    """Only the host: send a guest away from the table; it cannot come back, and its seats are open."""

    guest: Number


class Mute(Command, frozen=True):
    """Only the host: what a guest says is told to nobody (or to everybody again)."""

    guest: Number
    muted: bool = True


class SearchArchive(Command, frozen=True):
    """The finished games of this server, the newest first, of one `game` or all.

    `text`: with these letters in a name or the title.
    """

    text: SearchText = ""
    game: SearchText = ""
    page: Annotated[int, Meta(ge=0, le=10_000_000)] = 0


class FetchRecord(Command, frozen=True):
    """The record of a finished game."""

    number: Number


class FetchStatistics(Command, frozen=True):
    """What the finished games of this server add up to for everybody whose name has `text` in it."""

    text: SearchText = ""
    game: SearchText = ""
    page: Annotated[int, Meta(ge=0, le=10_000_000)] = 0


class Publish(Command, frozen=True):
    """Only the host of a couch game: open this server to the LAN."""

    name: ShortText = ""


class Leave(Command, frozen=True):
    """Leave the table. Seats become open before the start, away during a game."""


class Acknowledge(Message, frozen=True):
    """The position that my screen has come to: AIs wait for the one of their table's host.

    Not a command: nobody answers it, nothing is written down, and it is forgotten with the connection.
    """

    turn: Number


class Pong(Message, frozen=True):
    """The answer to `Ping`."""


ClientMessage = (
    Hello | Browse | Open | Watch | Sit | Return | Start | Act | Undo | AnswerUndo | HandOver | TakeBack
    | FreeSeat | Rematch | Say | SetPace | StepOnce | Kick | Mute | SearchArchive | FetchRecord
    | FetchStatistics | Publish | Leave | Acknowledge | Pong
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
