"""What the pictures of Down Under's rules show: drawings of positions, cards and animals as data.

The data is `assets/rules/down_under.toml`. What a picture claims (a card may lie there, so much is gained) is
worked out with the rules, or stands in the data and is checked against them by
`tests/client/test_down_under_pictures.py`.

A drawing has a word for each cell: the own part of the card that lies there and the number of its path.

    ·     ┌0    ─0    ·         the first cell is `at`, here 0,0
    ·     │0    ╵1╷2  ○└        `╵1╷2` are two ends, `○└` is a billabong with a way from N to E

With animals their first letter follows: `┌0d`. Cards of a frame lie there without being drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from client.boards.fields import AnyField, Fields
from core.game import Refusal, Refused, Seat
from core.games.down_under import scoring
from core.games.down_under.paths import traced
from core.games.down_under.queries import next_to_begin, path_of
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import (
    ANIMALS,
    BILLABONG,
    BILLABONGS,
    HERDS,
    NOBODY,
    SET,
    SHAPES,
    Action,
    Animal,
    Card,
    Cell,
    Curve,
    Laid,
    Lay,
    LayBillabong,
    Options,
    Size,
    Stage,
    State,
    Straight,
    owner,
)

WAYS: Final[dict[str, Straight | Curve]] = {
    "│": "NS", "─": "EW", "└": "NE", "┌": "SE", "┐": "SW", "┘": "NW",
}  # fmt: skip
SIGNS: Final[dict[str, Card]] = {**WAYS, "╵": "endN", "╶": "endE", "╷": "endS", "╴": "endW"}
LETTERS: Final[dict[str, Animal]] = {animal[0]: animal for animal in ANIMALS}
FREE: Final = "·"
POOL: Final = "○"
_WORD: Final = rf"({FREE}|{POOL}[│─└┌┐┘]{{0,2}}|([│─└┌┐┘][0-3][keprd]?)|([╵╶╷╴][0-3]){{1,2}})"

SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Row = Annotated[str, Meta(pattern=rf"^ *({_WORD} +)*{_WORD} *$")]
Kind = Literal["NS", "EW", "NE", "SE", "SW", "NW", "endN", "endE", "endS", "endW", "billabong"]

MARGIN: Final = 0.3
"""How much of the ground is seen around a drawing, in cells."""
SUM: Final = 0.9
"""How high a line with lengths or a sum is."""
COUNT: Final = 0.6
"""How high a number below a card or an animal is; APART: how far they are from one another."""
APART: Final = 0.25
HERD: Final = 0.9
"""How large an animal is drawn."""


class Variant(Options, frozen=True, forbid_unknown_fields=True):
    """Options of the game, spelled as they are there; without others the ground has no bounds."""

    size: Size = "unlimited"


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the seat to act may do, in notation; or may not, `because` of what."""

    step: str
    because: str = ""

    def __post_init__(self) -> None:
        try:
            DOWN_UNDER.parse(self.step)
        except Refused as error:
            raise ValueError(f"no step: {self.step}") from error

    @property
    def action(self) -> Action:
        """What is done."""
        action = DOWN_UNDER.parse(self.step)
        assert isinstance(action, Action)
        return action


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of ground with what lies on it, and what the seat whose `turn` it is tries there.

    `legal` lights up where something can be done, `field` shows where the field may lie. With `grows` all
    paths grow, `lengths` tells how long they are. `count` numbers the stretches of a path, `sums` adds up
    what these seats score.
    """

    rows: Annotated[tuple[Row, ...], Meta(min_length=1)]
    at: Cell = (0, 0)
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    options: Variant = Variant()
    turn: SeatNumber = 0
    stage: Stage = "play"
    tries: Annotated[tuple[Try, ...], Meta(max_length=2)] = ()
    legal: bool = False
    field: bool = False
    lengths: bool = False
    grows: bool = False
    count: SeatNumber | None = None
    sums: tuple[SeatNumber, ...] = ()

    def __post_init__(self) -> None:
        if len({len(row.split()) for row in self.rows}) > 1:
            raise ValueError("the rows of a drawing are of different length")
        try:
            begin = DOWN_UNDER.start(self.options, self.seats)
        except Refused as error:
            raise ValueError(f"options that do not go together: {error.refusal.code}") from error
        if any(laid.path >= len(begin.stuck) for laid in self.laid()):
            raise ValueError("a path that nobody has")
        if {(laid.x, laid.y) for laid in begin.frame} & {(laid.x, laid.y) for laid in self.laid()}:
            raise ValueError("a card of the frame lies there")

    # --- what it shows ------------------------------------------------------------------------

    @property
    def wide(self) -> int:
        """How many cells it is wide; `high` how many it is high."""
        return len(self.rows[0].split())

    @property
    def high(self) -> int:
        return len(self.rows)

    @property
    def extent(self) -> tuple[float, float]:
        """How wide and high it is with its margin and what stands below it."""
        return self.wide + 2 * MARGIN, self.high + 2 * MARGIN + SUM * self.lines

    @property
    def lines(self) -> int:
        """How many lines of numbers stand below it."""
        return len(self.sums) + self.lengths

    def cells(self) -> Iterator[Cell]:
        """Every cell, row by row."""
        return ((x, y) for y in range(self.high) for x in range(self.wide))

    def laid(self) -> tuple[Laid, ...]:
        """The cards of the drawing."""
        words = ((x, y, word) for y, row in enumerate(self.rows) for x, word in enumerate(row.split()))
        left, top = self.at
        return tuple(laid for x, y, word in words for laid in _cards(word, x + left, y + top))

    # --- what the rules say of it -------------------------------------------------------------

    def state(self) -> State:
        """The position of the rules that it shows; all paths run as far as they lead."""
        return _state(self)

    def refusal(self, trial: Try) -> Refusal | None:
        """Why it may not be done, by the rules."""
        state = self.state()
        return DOWN_UNDER.why_not(state, state.turn, trial.action)

    def after(self, trial: Try) -> State:
        """The position once it is done."""
        state = self.state()
        return DOWN_UNDER.apply(state, state.turn, trial.action)

    def open_cells(self) -> tuple[Cell, ...]:
        """Where the seat to act can do something."""
        state = self.state()
        return tuple(dict.fromkeys((a.x, a.y) for a in DOWN_UNDER.legal(state, state.turn)))

    def sum(self, seat: int) -> str:
        """How the points of a seat are worked out: `13 + 5 − 4 = 14`."""
        state = self.state()
        lines = scoring.points(state, Seat(seat))
        parts = [f"{'−' if point.amount < 0 else '+'} {abs(point.amount):g}" for point in lines]
        added = " ".join(parts).removeprefix("+ ")
        return f"{added} = {scoring.score(state, Seat(seat))}" if len(parts) > 1 else added


@lru_cache(maxsize=256)
def _state(piece: Piece) -> State:
    begin = DOWN_UNDER.start(piece.options, piece.seats)
    played = piece.laid()
    paths = traced((*begin.frame, *played), len(begin.paths))
    s = replace(begin, played=played, paths=paths, stage=piece.stage, turn=Seat(piece.turn))
    if piece.stage != "start":
        return s
    seat = owner(piece.options, piece.seats, next_to_begin(s))
    return replace(s, turn=Seat(0) if seat is None else seat)


def _cards(word: str, x: int, y: int) -> Iterator[Laid]:
    """What lies on a cell that is drawn so."""
    if word.startswith(POOL):
        yield Laid(BILLABONG, x, y, NOBODY, through=tuple(WAYS[sign] for sign in word[1:]))
    elif word != FREE:
        for sign, path, letter in re.findall(r"(\D)(\d)([a-z]?)", word):
            yield Laid(SIGNS[sign], x, y, int(path), LETTERS.get(letter))


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards side by side; `counts` tells how many of each there are, billabongs in all, others in a set."""

    kinds: Annotated[tuple[Kind, ...], Meta(min_length=1, max_length=8)]
    seat: SeatNumber = 0
    animal: Animal | None = None
    counts: bool = False

    @property
    def extent(self) -> tuple[float, float]:
        """How wide and high it is."""
        count = len(self.kinds)
        return count + (count - 1) * APART, 1 + (COUNT if self.counts else 0.0)

    def count(self, kind: str) -> int:
        """How many of a kind there are."""
        return BILLABONGS if kind == BILLABONG else SET[SHAPES[kind]]


class Herd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Animals side by side; below each how many of them a set has."""

    animals: Annotated[tuple[Animal, ...], Meta(min_length=1, max_length=5)]

    @property
    def extent(self) -> tuple[float, float]:
        """How wide and high it is."""
        return HERD * len(self.animals) + APART * (len(self.animals) - 1), HERD + COUNT

    def count(self, animal: Animal) -> int:
        """How many cards of a set show this animal."""
        return sum(herd.get(animal, 0) for herd in HERDS.values())


class Field(AnyField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing in a picture, exactly one of those below. A size is the width of a cell."""

    piece: Piece | None = None
    cards: Cards | None = None
    herd: Herd | None = None

    def __post_init__(self) -> None:
        if sum(thing is not None for thing in (self.piece, self.cards, self.herd)) != 1:
            raise ValueError("a field shows one thing")

    @property
    def measures(self) -> tuple[float, float]:
        thing = self.piece or self.cards or self.herd
        assert thing is not None
        return thing.extent


class Picture(Fields[Field], frozen=True, forbid_unknown_fields=True):
    """What a page shows."""


def laid_by(piece: Piece, trial: Try) -> tuple[Laid, ...]:
    """What lies once this is done that did not lie so before; the card of the seat first."""
    before, after = piece.state(), piece.after(trial)
    new = tuple(laid for laid in after.played if laid not in before.played)
    return tuple(sorted(new, key=lambda laid: (laid.x, laid.y) != (trial.action.x, trial.action.y)))


def held(piece: Piece, trial: Try) -> Laid:
    """The card that is tried, where and how it would lie."""
    state, action = piece.state(), trial.action
    if isinstance(action, LayBillabong):
        return Laid(BILLABONG, action.x, action.y, NOBODY)
    animal = action.animal if isinstance(action, Lay) else None
    return Laid(action.card, action.x, action.y, path_of(state, state.turn, action), animal)
