"""Messages from guest to server, and the types that both sides use. Data only, like `messages`."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta

from core.game import Goal, Refused

PROTOCOL: Final = 11
"""Version of the protocol that this program speaks best."""
LOWEST_PROTOCOL: Final = 10
"""Lowest version that it still speaks."""
TEXT_VIEWS: Final = "text-views"
"""Capability: the guest is sent every view as the text of a position (`core.position`), not as plain data."""
CAPABILITIES: Final = (TEXT_VIEWS,)
"""Capabilities of this program's server; those are in force that both sides name."""

NAME_LENGTH: Final = 24
CHAT_LENGTH: Final = 200
PASSWORD_LENGTH: Final = 64
SEARCH_LENGTH: Final = 64
CLIENT_BYTES: Final = 16
"""Number of random bytes that identify a client; also the least length of a token."""
GAMES_PER_PAGE: Final = 20
"""Games on a page of the archive."""
STANDINGS_PER_PAGE: Final = 50
"""Standings on a page of the statistics."""
MAX_SEATS: Final = 7
MOST_DUPLICATE_TABLES: Final = 8
"""Tables of a duplicate at most."""
MOST_SCRIPTED: Final = 64
"""Decisions at most that a table's script has for the AI of a seat."""
EVERYBODY: Final = -1
"""Viewer number of somebody who knows only what everybody may know."""

Level = Literal["random", "easy", "normal", "hard", "expert"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""Levels of AIs, the weakest first."""
OFFERED_LEVELS: Final = LEVELS[1:]
"""The levels that people choose from; `random` is for tests and arenas."""

Number = Annotated[int, Meta(ge=0, le=2**53)]
RECORD_LENGTH: Final = 1_000_000
"""Characters of a saved game at most. A command from another machine has room for fewer."""
ShortText = Annotated[str, Meta(max_length=16_000)]
Script = Annotated[tuple[ShortText, ...], Meta(max_length=MOST_SCRIPTED)]
RecordText = Annotated[str, Meta(max_length=RECORD_LENGTH)]
PauseSeconds = Annotated[float, Meta(ge=0, le=60)]
DelaySeconds = Annotated[float, Meta(ge=0, le=600)]
Capabilities = Annotated[tuple[Annotated[str, Meta(max_length=32)], ...], Meta(max_length=16)]
Password = Annotated[str, Meta(max_length=PASSWORD_LENGTH)]
SearchText = Annotated[str, Meta(max_length=SEARCH_LENGTH)]
Portrait = Annotated[str, Meta(max_length=24, pattern=r"^[a-z-]*\Z")]
"""Key of a player's portrait, perhaps of a picture that this program lacks; empty if none was chosen."""
Token = Annotated[bytes, Meta(min_length=CLIENT_BYTES, max_length=64)]
"""Secret made up by the guest that lets it take its seat again."""
FINGERPRINT_LENGTH: Final = 12
IDENTITY_BYTES: Final = 16
"""Bytes of a server's public identity."""
NONCE_BYTES: Final = 32
TICKET_BYTES: Final = 16
CODE_BYTES: Final = 32
MOST_TICKETS: Final = 4
"""Tickets of a challenge at most: one for each server that a guest may have known at an address."""
Identity = Annotated[bytes, Meta(min_length=IDENTITY_BYTES, max_length=IDENTITY_BYTES)]
Nonce = Annotated[bytes, Meta(min_length=NONCE_BYTES, max_length=NONCE_BYTES)]
"""Random bytes for one challenge, of either side."""
Ticket = Annotated[bytes, Meta(min_length=TICKET_BYTES, max_length=TICKET_BYTES)]
"""Random bytes by which a server works out the key of a guest anew."""
Code = Annotated[bytes, Meta(min_length=CODE_BYTES, max_length=CODE_BYTES)]
"""HMAC-SHA-256, or a key for one."""
Fingerprint = Annotated[str, Meta(max_length=FINGERPRINT_LENGTH, pattern=r"^[A-Z]*\Z")]
"""Hash of a person's secret in capitals, so that two with one name can be told apart; empty without one."""


class Message(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True):
    """Anything sent over a connection."""


# --- Who sits where -------------------------------------------------------------------------------


class Holder(msgspec.Struct, frozen=True, gc=False):
    """Holder of a seat.

    `person`: a guest holds it; `away`: a person whose connection is gone, and the seat waits for them;
    `bot`: an AI of `level`; `open`: free for anybody. `guest` is the number of the connection that
    holds it or 0. A person's seat handed to an AI is a `bot` whose `owner` is true: its person may
    take it back, nobody else may. `program`: the guest says that a program decides for this `person`.
    `fingerprint` is that of the person.
    """

    kind: Literal["person", "away", "bot", "open"]
    name: str = ""
    level: Level | None = None
    guest: int = 0
    owner: bool = False
    muted: bool = False
    program: bool = False
    portrait: Portrait = ""
    fingerprint: Fingerprint = ""


class Watcher(msgspec.Struct, frozen=True, gc=False):
    """A guest without a seat, as the host sees it."""

    guest: int
    muted: bool = False


class Clock(msgspec.Struct, frozen=True, gc=False):
    """Thinking time of people: `seconds` in all, and `bonus` more for every decision everybody sees.

    It runs only while a seat owes a decision. When it is used up an AI holds the seat until its person takes
    it back.
    """

    seconds: Annotated[float, Meta(ge=5, le=86_400)]
    bonus: Annotated[float, Meta(ge=0, le=600)] = 0.0


class SeatPlan(msgspec.Struct, frozen=True, gc=False):
    """Plan for a seat of a table to be opened: the opener's own with `name` and `token`, an AI's, or open."""

    kind: Literal["me", "bot", "open"]
    name: ShortText = ""
    level: Level | None = None
    token: Token | None = None
    portrait: Portrait = ""


class DuplicatePlan(msgspec.Struct, frozen=True, gc=False):
    """Duplicate to be opened: `tables` that play with the same draws (`core.duplicate`).

    The seats of all tables but the first are open, or, with a `level`, held by AIs: then each seat is
    compared with the same seat at the other tables, and no seats are swapped.
    """

    tables: Annotated[int, Meta(ge=2, le=MOST_DUPLICATE_TABLES)] = 2
    level: Level | None = None


# --- Commands: guest to server ---------------------------------------------------------------------


class Command(Message, frozen=True):
    """Something a guest wants done."""

    id: Number


class Hello(Message, frozen=True):
    """The first message of a guest; `program` is for the log only.

    `client` identifies this run of the program over all its connections: random bytes that nobody else knows.
    `lowest` and `highest` are the versions of the protocol that it speaks. `person` is a secret that stays
    the same for good: the server knows its person again by a hash of it (see `fingerprint_of`).
    """

    program: Annotated[str, Meta(max_length=64)]
    client: Annotated[bytes, Meta(min_length=CLIENT_BYTES, max_length=CLIENT_BYTES)]
    lowest: Number = LOWEST_PROTOCOL
    highest: Number = PROTOCOL
    capabilities: Capabilities = ()
    person: Token | None = None


class Prove(Message, frozen=True):
    """Demand of a proof, once and before `Hello`: that the server knows the keys of these tickets.

    `nonce` is new each time. See `core.protocol.identity`.
    """

    nonce: Nonce
    tickets: Annotated[tuple[Ticket, ...], Meta(min_length=1, max_length=MOST_TICKETS)]


class ListGames(Command, frozen=True):
    """Ask for the games of this server, with their numbers of seats, options and goals."""


class ListLegal(Command, frozen=True):
    """Ask for everything that one of the guest's seats may do now, in notation."""

    seat: Number


class Browse(Command, frozen=True):
    """Ask for the list of tables, now and whenever it changes (until the guest sits or watches)."""


class Open(Command, frozen=True):
    """Open a table and be its host. `record`: a saved game to go on from (see `core.record`).

    `stand_in`: level of the AI that decides for a seat that is away while all others wait for it; None: they
    wait on. `clock`: thinking time of people. `delay`: spectator delay in seconds; None: no spectators.
    `password`: needed by everybody else who comes, unless it is empty. `duplicate`: open several tables at
    once, this one is the first of them; the series is a single game then, and there is no `record`.
    `script`: for each seat the notations of the first decisions of its AI, which thinks for itself wherever
    the next of them is not legal. `coach`: clients may advise their people.
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
    duplicate: DuplicatePlan | None = None
    script: Annotated[tuple[Script, ...], Meta(max_length=MAX_SEATS)] = ()
    coach: bool = True


class Watch(Command, frozen=True):
    """Be a spectator at a table."""

    table: Number
    password: Password = ""


class Sit(Command, frozen=True):
    """Take an open seat; `token` is its token from now on. It also brings the guest to the table.

    `program`: the guest says that a program decides there, which everybody is shown.
    """

    table: Number
    seat: Number
    name: ShortText
    token: Token
    password: Password = ""
    program: bool = False
    portrait: Portrait = ""


class Return(Command, frozen=True):
    """Take a seat again with its `token`; from now on only the token `fresh` is valid for it.

    If the answer is lost, the guest does not know which of the two is valid. So the same may be sent again.
    """

    table: Number
    token: Token
    fresh: Token


class Start(Command, frozen=True):
    """Only the host: begin the game. Seats still open are given to AIs of `level`."""

    level: Level = "normal"


class Act(Command, frozen=True):
    """Decision of a seat, in notation, for the position that `turn` and the seat's own `ply` identify.

    While decisions are sealed, `ply` counts the changes of the seat's own ones; else it is 0.
    """

    seat: Number
    action: ShortText
    turn: Number
    ply: Number = 0


class Undo(Command, frozen=True):
    """Take the guest's last decision back. Other persons are asked first.

    With `seat` the last sealed decision of that seat: nobody is asked, because nobody else knows of it.
    """

    turn: Number
    seat: Number | None = None


class AnswerUndo(Command, frozen=True):
    """Yes or no to another seat's request."""

    yes: bool


class HandOver(Command, frozen=True):
    """Let an AI hold a seat of the guest (for the host: any AI's, away or open seat)."""

    seat: Number
    level: Level


class TakeBack(Command, frozen=True):
    """Take the guest's own seat back from the AI, or one that an AI holds and nobody owns.

    The latter needs a `token`, which is the seat's from now on.
    """

    seat: Number
    name: ShortText = ""
    token: Token | None = None
    portrait: Portrait = ""


class FreeSeat(Command, frozen=True):
    """Open a seat for anybody: one of the guest's own, or (the host) an AI's or an away person's."""

    seat: Number


class Rematch(Command, frozen=True):
    """Begin the next game of the series, or a new series, with the same seats. After the end of a game."""


class Say(Command, frozen=True):
    """Chat to everybody at the table."""

    text: ShortText


class SetPace(Command, frozen=True):
    """Only the host: set the pause before an AI's decision in seconds; `paused` stops AIs altogether."""

    pause: PauseSeconds
    paused: bool = False


class StepOnce(Command, frozen=True):
    """Only the host: while AIs wait, let one decision happen."""


class Kick(Command, frozen=True):
    """Only the host: send a guest away from the table for good; its seats become open."""

    guest: Number


class Mute(Command, frozen=True):
    """Only the host: send a guest's chat to nobody (or to everybody again)."""

    guest: Number
    muted: bool = True


class SearchArchive(Command, frozen=True):
    """Ask for the finished games of this server, the newest first, of one `game` or all.

    `text`: letters that a name or the title must contain.
    """

    text: SearchText = ""
    game: SearchText = ""
    page: Annotated[int, Meta(ge=0, le=10_000_000)] = 0


class FetchRecord(Command, frozen=True):
    """Ask for the record of a finished game."""

    number: Number


class FetchStatistics(Command, frozen=True):
    """Ask for the statistics of all players whose name contains `text`, over this server's finished games."""

    text: SearchText = ""
    game: SearchText = ""
    page: Annotated[int, Meta(ge=0, le=10_000_000)] = 0


class Publish(Command, frozen=True):
    """Only the host of a couch game: open this server to the LAN."""

    name: ShortText = ""


class Leave(Command, frozen=True):
    """Leave the table. Seats become open before the start, away during a game."""


class Acknowledge(Message, frozen=True):
    """Position that the guest's screen shows now: AIs wait for the screen of their table's host.

    Not a command: it is not answered or stored, and it is forgotten with the connection.
    """

    turn: Number


class Pong(Message, frozen=True):
    """The answer to `Ping`."""


ClientMessage = (
    Hello | ListGames | ListLegal | Browse | Open | Watch | Sit | Return | Start | Act | Undo | AnswerUndo
    | HandOver | TakeBack | FreeSeat | Rematch | Say | SetPace | StepOnce | Kick | Mute | SearchArchive
    | FetchRecord | FetchStatistics | Publish | Leave | Acknowledge | Pong | Prove
)  # fmt: skip


def fingerprint_of(person: bytes | None) -> str:
    """Public part of a person's secret: letters of its hash, about 56 bits."""
    if person is None:
        return ""
    number = int.from_bytes(hashlib.sha256(b"tilewright person" + person).digest(), "big")
    return "".join(chr(ord("A") + number // 26**place % 26) for place in range(FINGERPRINT_LENGTH))


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
    """A chat message, trimmed, white space of whatever kind as single spaces.

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
