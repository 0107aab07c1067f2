"""A position as text: a state of a game, or what a seat may know of it, in a few lines for people.

    sturt
    options: {"announce":"by hand"}
    board: -1,0
      5 . 3
      a 9 .
    turn: 1

The first line names the game; `options` and `seats` follow unless they are the usual ones. The other fields
and their order are the game's (`core/games/<game>/position.py`). A field is a name, a colon and words; rows
that belong to it follow, two spaces in. What the rest of the text already says is left out, and "?" is what
the viewer may not know. There is one spelling: a text that is not what `write` makes of its position is
refused, with line and column.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple, cast

import numpy as np

from core import codec
from core.game import AnyGame, Refused, Seat
from core.position_fields import UNKNOWN_WORD, Field, Fields, GivenText, Word

LONGEST_POSITION_TEXT: Final = 16 * 1024
"""Most characters of a position's text; the longest position of a game has a few thousand."""
ROW_INDENT: Final = "  "


class Position(NamedTuple):
    """Position that was read: the game with its options and number of seats, and the state."""

    game: AnyGame
    options: Any
    seats: int
    state: Any


def write(game: AnyGame, seats: int, state: Any) -> str:
    """Text of a state or view of a game with this number of seats; it ends with a line's end."""
    head: list[Field] = []
    if changed := codec.changed_options(state.options):
        head.append(Field("options", json.dumps(changed, ensure_ascii=False, separators=(",", ":"))))
    if seats != game.info.seats[0]:
        head.append(Field("seats", str(seats)))
    return "\n".join([game.info.key, *_lines([*head, *game.describe(state)])]) + "\n"


def read(text: str, game: AnyGame) -> Position:
    """Position read from a text of this game. Raises `Refused`, its values naming `line` and `column`."""
    text = text.replace("\r\n", "\n")
    fields = _open(text, game)
    seats = fields.number("seats", game.info.seats[0], game.info.seats[0], game.info.seats[-1])
    options = _options(fields, game, seats)
    state = game.restore(fields, options, seats)
    fields.finish()
    _expect_spelling(text, write(game, seats, state))
    if UNKNOWN_WORD not in text:
        _expect_decisions(game, state, fields)
    return Position(game, options, seats, state)


def read_bytes(raw: bytes, game: AnyGame) -> Position:
    """Position read from the bytes of a file. Raises like `read`."""
    if len(raw) > 4 * LONGEST_POSITION_TEXT:
        raise Refused("position.refusal.too_long", limit=LONGEST_POSITION_TEXT)
    try:
        return read(raw.decode("utf-8"), game)
    except UnicodeDecodeError:
        raise Refused("position.refusal.not_text") from None


def complete(position: Position, rng: np.random.Generator) -> Position:
    """The same position with everything unknown drawn at random.

    Raises `Refused("position.refusal.unknown")` for a view that no seat has.
    """
    game, state = position.game, position.state
    if UNKNOWN_WORD not in write(game, position.seats, state):
        return position
    for viewer in (None, *map(Seat, range(position.seats))):
        if codec.encode(game.view(state, viewer)) == codec.encode(state):
            return position._replace(state=game.sample_state(state, viewer, rng))
    raise Refused("position.refusal.unknown")


# --- Games that begin with a position ------------------------------------------------------------------


class PositionGame:
    """Game that begins with a position instead of its usual start, and is otherwise unchanged."""

    def __init__(self, position: Position) -> None:
        self.usual, self.position = position.game, position

    def __getattr__(self, name: str) -> Any:
        return getattr(self.usual, name)

    def start(self, options: Any, seats: int) -> Any:
        """The position."""
        return self.position.state


def from_text(game: AnyGame, options: Any, seats: int, text: str) -> AnyGame:
    """Game that begins with the position of a text; the usual game if the text is empty.

    Raises like `read`, and for a text with other options or seats.
    """
    if not text:
        return game
    position = read(text, game)
    if (position.options, position.seats) != (options, seats):
        raise Refused("position.refusal.other_options")
    return from_position(position)


def from_position(position: Position) -> AnyGame:
    """The game that begins with a position."""
    return cast("AnyGame", PositionGame(position))


def usual(game: AnyGame) -> AnyGame:
    """The same game with its usual start."""
    return game.usual if isinstance(game, PositionGame) else game


def beginning(game: AnyGame) -> str:
    """Text of the position that a game begins with; empty for the usual start."""
    if not isinstance(game, PositionGame):
        return ""
    return write(game.usual, game.position.seats, game.position.state)


def beginning_seen(game: AnyGame, viewer: Seat | None) -> str:
    """The same as `beginning`, as far as `viewer` may know it."""
    if not isinstance(game, PositionGame):
        return ""
    return write(game.usual, game.position.seats, game.view(game.position.state, viewer))


# --- Spelling ------------------------------------------------------------------------------------------


def _lines(fields: Sequence[Field]) -> list[str]:
    lines: list[str] = []
    for field in fields:
        lines.append(f"{field.name}: {field.words}".rstrip())
        lines += [ROW_INDENT + row for row in field.rows]
    return lines


def _open(text: str, game: AnyGame) -> Fields:
    """The fields of a text."""
    if len(text) > LONGEST_POSITION_TEXT:
        raise Refused("position.refusal.too_long", limit=LONGEST_POSITION_TEXT)
    first, *lines = text.removesuffix("\n").split("\n")
    if first != game.info.key:
        Word(first, 1, 1).refuse("position.refusal.other_game", game=game.info.key)
    given: dict[str, GivenText] = {}
    field: GivenText | None = None
    for number, line in enumerate(lines, start=2):
        if line.startswith(ROW_INDENT) and field is not None:
            field = field._replace(rows=(*field.rows, _words(line, number, 0)))
        else:
            name, colon, _ = line.partition(":")
            word = Word(name if colon else line, number, 1)
            if not colon or not name.replace("-", "a").isidentifier():
                word.refuse("position.refusal.line")
            if name in given:
                word.refuse("position.refusal.twice")
            field = GivenText(word, _words(line, number, len(name) + 1), ())
        given[field.name.text] = field
    return Fields(given, len(lines) + 2)


def _words(line: str, number: int, start: int) -> tuple[Word, ...]:
    """The words of a line from a column on."""
    words: list[Word] = []
    for text in line[start:].split():
        start = line.index(text, start)
        words.append(Word(text, number, start + 1))
        start += len(text)
    return tuple(words)


def _options(fields: Fields, game: AnyGame, seats: int) -> Any:
    """Options of a text, if they go together and with this number of seats."""
    words = fields.words("options", least=1 if "options" in fields else 0)
    if not words:
        return game.info.options()
    try:
        options = codec.options_of(game, json.loads(" ".join(word.text for word in words)))
        game.start(options, seats)
    except (ValueError, RecursionError):
        words[0].refuse("position.refusal.options")
    except Refused as refused:
        words[0].refuse(refused.refusal.code, **refused.refusal.values)
    return options


def _expect_spelling(text: str, right: str) -> None:
    """Refuse a text with another spelling than `write` gives, at the first difference."""
    if text.removesuffix("\n") == right.removesuffix("\n"):
        return
    pairs = zip_longest(text.split("\n"), right.split("\n"), fillvalue="")
    number, got, want = next((i, *pair) for i, pair in enumerate(pairs, start=1) if pair[0] != pair[1])
    column = next(i for i, (a, b) in enumerate(zip_longest(got, want)) if a != b)
    Word(got, number, column + 1).refuse("position.refusal.spelling", right=want.strip() or "–")


def _expect_decisions(game: AnyGame, state: Any, fields: Fields) -> None:
    """Refuse a position in which a seat is to act and cannot, or none is and the game is not over."""
    to_act = game.to_act(state)
    for seat in to_act:
        if not (game.chances(state) if seat < 0 else game.legal(state, seat)):
            fields.refuse("turn", "position.refusal.stuck")
    if not to_act and game.outcome(state) is None:
        fields.refuse("turn", "position.refusal.stuck")
