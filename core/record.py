"""A game as one file of text: a header, its steps in notation, and a seal.

    tilewright record 3
    {"game":"sturt","options":{…},"seats":2,"names":["Ada","Bo"],…}
    0 5@0,0
    1 3@1,0
    sealed 2 5f2a…

Decisions that were made at once stand in the order of the seats; at the end of a game that goes on they may
still be sealed.

The seal counts the steps and hashes every byte above it, so that a truncated or edited file is noticed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from core import codec, position
from core.audit import judge
from core.chance import commitment
from core.game import CHANCE, AnyGame, Refused, Seat
from core.match import Match
from core.protocol.messages import MAX_SEATS, NAME_LENGTH, RECORD_LENGTH, Level, Portrait
from core.simultaneous import Step, in_order, states_after

FORMAT_PREFIX: Final = "tilewright record "
FORMAT_VERSIONS: Final = (1, 2, 3)
"""Versions of the format that are read; the last one is written.

In version 1 no game names its rules; before version 3 each begins at its usual start.
"""
FIRST_LINE: Final = f"{FORMAT_PREFIX}{FORMAT_VERSIONS[-1]}"

Hexadecimal = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Header of a record: what the game is played with.

    `levels` names the AIs that hold seats ("" for a person); `seed` is empty where it is still secret or was
    never known; `rules` is the version of Tilewright whose rules it is played by, see `GameInfo`. `position`
    is the text of the position it begins with (`core.position`), empty for the usual start. `portraits` are
    those of the seats' persons, "" where none is known.
    """

    game: str
    options: dict[str, Any]
    seats: int
    names: Annotated[
        tuple[Annotated[str, Meta(max_length=NAME_LENGTH)], ...], Meta(max_length=MAX_SEATS)
    ] = ()
    date: Annotated[str, Meta(max_length=32)] = ""
    commitment: Hexadecimal = ""
    seed: Hexadecimal = ""
    levels: Annotated[tuple[Level | Literal[""], ...], Meta(max_length=MAX_SEATS)] = ()
    rules: Annotated[str, Meta(pattern=r"^[0-9.]{1,16}$")] = "0.1"
    position: Annotated[str, Meta(max_length=position.LONGEST_POSITION_TEXT)] = ""
    portraits: Annotated[tuple[Portrait, ...], Meta(max_length=MAX_SEATS)] = ()


class Record(msgspec.Struct, frozen=True):
    """Game played so far, checked: every step was legal and `states[i]` is the state before step i.

    Steps decided at once come in the order of the seats, whatever their order in the text.
    """

    header: Header
    game: Any
    options: Any
    steps: tuple[Step, ...]
    states: tuple[Any, ...]

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return not self.game.to_act(self.states[-1])


def write(game: AnyGame, header: Header, steps: Sequence[Step]) -> str:
    """Text of a record, with the present rules of the game."""
    begun = position.beginning(game)
    options = codec.shared_options(game, codec.options_of(game, header.options))
    header = msgspec.structs.replace(header, options=options, rules=game.info.rules, position=begun)
    lines = [FIRST_LINE, json.dumps(codec.plain(header), ensure_ascii=False, separators=(",", ":"))]
    lines += [f"{step.seat} {game.notation(step.action)}" for step in steps]
    body = "\n".join(lines) + "\n"
    return f"{body}sealed {len(steps)} {_hash(body)}\n"


def of_match(match: Match, names: tuple[str, ...] = (), date: str = "") -> str:
    """Record of a match, with its sealed decisions; the seed only once the game is over."""
    over = match.snapshot(None)
    header = Header(
        match.game.info.key,
        codec.plain(match.options),
        match.seats,
        names,
        date,
        match.commitment.hex(),
        over.seed.hex(),
    )
    return write(match.game, header, match.all_steps())


def read(text: str, draws: bool = True) -> Record:
    """Record from its text, replayed and checked. Raises `Refused("replay.refusal.…")`.

    `values` of the refusal name the line where one is to blame. Without `draws` it is enough that each draw
    was possible: for callers that judge them themselves (`core.audit`).
    """
    from core.games import game as game_of

    header, lines = _open(text)
    game = game_of(header.game)
    if header.rules != game.info.rules:
        raise Refused("replay.refusal.rules", game=game.info.title, theirs=header.rules, ours=game.info.rules)
    options = codec.options_of(game, header.options)
    if header.seats not in game.info.seats:
        raise Refused("match.refusal.seats", seats=header.seats, allowed=_listed(game.info.seats))
    game = position.from_text(game, options, header.seats, header.position)
    start = game.start(options, header.seats)
    steps, states = _replay(game, [start], lines)
    if draws:
        _check_draws(game, header, steps, states)
    ordered = in_order(game, start, steps)
    if ordered != steps:
        states = [start, *states_after(game, start, ordered)]
    return Record(header, game, options, tuple(ordered), tuple(states))


def as_written(text: str) -> tuple[Header, list[tuple[Seat, str]]]:
    """Header, and each step as seat and notation; the seal is checked, but nothing is replayed.

    Raises `Refused("replay.refusal.…")`.
    """
    header, lines = _open(text)
    return header, [_seat_and_text(line, number) for number, line in enumerate(lines, start=3)]


def read_bytes(raw: bytes, draws: bool = True) -> Record:
    """Record from the bytes of a file. Raises like `read`."""
    if len(raw) > 4 * RECORD_LENGTH:
        raise Refused("replay.refusal.too_long", limit=RECORD_LENGTH)
    try:
        return read(raw.decode("utf-8"), draws)
    except UnicodeDecodeError:
        raise Refused("replay.refusal.not_a_record") from None


def _open(text: str) -> tuple[Header, list[str]]:
    if len(text) > RECORD_LENGTH:
        raise Refused("replay.refusal.too_long", limit=RECORD_LENGTH)
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0] not in (f"{FORMAT_PREFIX}{number}" for number in FORMAT_VERSIONS):
        newer = lines[0].startswith(FORMAT_PREFIX) and lines[0].removeprefix(FORMAT_PREFIX).isdecimal()
        raise Refused("replay.refusal.newer" if newer else "replay.refusal.not_a_record")
    if len(lines) < 4 or lines[-1] != "" or not lines[-2].startswith("sealed "):
        raise Refused("replay.refusal.truncated")
    body = "\n".join(lines[:-2]) + "\n"
    if lines[-2] != f"sealed {len(lines) - 4} {_hash(body)}":
        raise Refused("replay.refusal.edited")
    try:
        data = json.loads(lines[1])
    except (ValueError, RecursionError):
        raise Refused("replay.refusal.header") from None
    header: Header = codec.typed(data, Header)
    if not all(text.isprintable() for text in (*header.names, header.date)):
        raise Refused("replay.refusal.header")
    return header, lines[2:-2]


def _replay(game: AnyGame, states: list[Any], lines: list[str]) -> tuple[list[Step], list[Any]]:
    steps: list[Step] = []
    for number, line in enumerate(lines, start=3):
        seat, action = _step(game, line, number)
        _check(game, states[-1], seat, action, number)
        steps.append(Step(seat, action))
        states.append(game.apply(states[-1], seat, action))
    return steps, states


def _step(game: AnyGame, line: str, number: int) -> tuple[Seat, Any]:
    seat, text = _seat_and_text(line, number)
    return seat, game.parse(text)


def _seat_and_text(line: str, number: int) -> tuple[Seat, str]:
    seat, gap, text = line.partition(" ")
    if not gap or not seat.removeprefix("-").isdecimal() or len(seat) > 3 or str(int(seat)) != seat:
        raise Refused("replay.refusal.line", line=number)
    return Seat(int(seat)), text


def _check(game: AnyGame, state: Any, seat: Seat, action: Any, number: int) -> None:
    if seat not in game.to_act(state):
        raise Refused("replay.refusal.illegal", line=number)
    if seat == CHANCE:
        legal = any(action == possible for possible, _ in game.chances(state))
    else:
        legal = game.why_not(state, seat, action) is None
    if not legal:
        raise Refused("replay.refusal.illegal", line=number)


def _check_draws(game: AnyGame, header: Header, steps: list[Step], states: list[Any]) -> None:
    """Check a known seed: it must be the one committed to, and every draw the one that follows from it."""
    if not header.seed:
        return
    seed, promise = bytes.fromhex(header.seed), bytes.fromhex(header.commitment)
    if promise not in (commitment(seed), commitment(seed, by_draw=True)):
        raise Refused("replay.refusal.commitment")
    verdict = judge(game, states, steps, promise, seed)
    if verdict.kind == "differs":
        raise Refused("replay.refusal.chance", line=verdict.step + 3)


def _hash(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
