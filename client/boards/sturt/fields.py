"""What the pictures of Sturt's rules show: small deserts as data (`assets/rules/sturt.toml`).

What a picture claims (this is a connection, here one may lay) stands in the data and is checked against
the rules by `tests/client/test_sturt_pictures.py`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Final, Literal

import msgspec
import numpy as np
from msgspec import Meta

from client.boards.fields import AnyField, Fields
from client.boards.sturt.art import Curve
from core.game import Seat, sealed
from core.games.sturt.board import FULL_SUPPLY, MIDDLE, WIDTH, Side, Supply
from core.games.sturt.rules import cells
from core.games.sturt.state import Options, State

Cell = tuple[int, int]
"""Column and row in a field, from its upper left corner."""

SeatNumber = Annotated[int, Meta(ge=0, le=1)]
Row = Annotated[str, Meta(pattern=r"^([.35679abcde] )*[.35679abcde]$")]
Way = Annotated[str, Meta(pattern=r"^([NESW]!?)*[NESW]$")]
Card = Annotated[str, Meta(pattern=r"^[35679abcde]$")]


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way through the cards: it enters `at` over a side, then leaves card after card as `way` says.

    `E!` in the way turns back at the east side inside the same card: the wrong turn. Only a route that
    has one may have no seat.
    """

    at: Cell
    over: Literal["N", "E", "S", "W"]
    way: Way
    seat: SeatNumber | None = None

    @property
    def wrong(self) -> bool:
        """Whether it turns back somewhere."""
        return "!" in self.way

    def curves(self) -> list[Curve]:
        """Its curves in order, in columns and rows of the field."""
        (x, y), entered = self.at, Side[self.over]
        curves: list[Curve] = []
        for index, letter in enumerate(self.way):
            if letter == "!":
                continue
            left = Side[letter]
            curves.append(((x, y), int(entered), int(left)))
            if self.way[index + 1 : index + 2] == "!":
                entered = left
                continue
            dx, dy = STEP[left]
            x, y, entered = x + dx, y + dy, left.opposite
        return curves

    def turns_back(self) -> list[tuple[Cell, Side]]:
        """Where it turns back: the cell and the side."""
        pairs = pairwise(self.curves())
        return [((a[0][0], a[0][1]), Side(a[2])) for a, b in pairs if a[0] == b[0] and a[2] == b[1]]


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that a seat is about to lay on a cell."""

    card: Card
    at: Cell
    seat: SeatNumber


class Field(AnyField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of desert. `rows` are cards as in the notation, `.` is an empty place.

    `whole` draws the edges of the seats round a desert of 5 × 5; `connected` are the seats that have a
    connection in it, whose ends are marked if `ends` is set. `open` lights up where a card may be laid,
    `shut` are places where none may. `last` is the card just laid. `apart` leaves gaps between the cards,
    `turning` draws arrows between them. `sign` shows an end marker instead of cards.
    """

    rows: tuple[Row, ...] = ()
    whole: bool = False
    phase: Literal[1, 2] = 1
    routes: tuple[Route, ...] = ()
    connected: tuple[SeatNumber, ...] = ()
    ends: bool = False
    open: bool = False
    shut: tuple[Cell, ...] = ()
    hand: Hand | None = None
    last: Cell | None = None
    apart: bool = False
    turning: bool = False
    sign: bool = False

    def __post_init__(self) -> None:
        if self.sign == bool(self.rows):
            raise ValueError("a field has either rows or a sign")
        if len({len(row) for row in self.rows}) > 1:
            raise ValueError("the rows of a field are of different length")

    @property
    def columns(self) -> int:
        """How many cells it is wide."""
        return len(self.rows[0].split()) if self.rows else 1

    @property
    def height(self) -> int:
        """How many cells it is high."""
        return len(self.rows) or 1

    @property
    def gap(self) -> float:
        """What is left free between its cells, in cells."""
        return TURNING if self.turning else APART if self.apart else 0.0

    @property
    def measures(self) -> tuple[float, float]:
        """A size is the width of a cell."""
        rim = RIM / (1 - 2 * RIM) * self.columns if self.whole else MAT
        columns, rows = (n + (n - 1) * self.gap for n in (self.columns, self.height))
        return columns + 2 * rim, rows + 2 * rim

    def cards(self) -> dict[Cell, int]:
        """The corners of every card."""
        return {
            (x, y): int(card, 16)
            for y, row in enumerate(self.rows)
            for x, card in enumerate(row.split())
            if card != "."
        }

    def state(self) -> State:
        """The position of the rules whose cards it shows; a piece of a full desert is filled up."""
        corners = np.zeros((WIDTH, WIDTH), dtype=np.int8)
        if self.phase == 2:
            corners[MIDDLE - 2 : MIDDLE + 3, MIDDLE - 2 : MIDDLE + 3] = FILLER
        left, top = self.origin
        for (x, y), card in self.cards().items():
            corners[y + top + MIDDLE, x + left + MIDDLE] = card
        on_field = int(np.count_nonzero(corners))
        triples = sum(int(c).bit_count() == 3 for c in corners.ravel())
        left_over = FULL_SUPPLY.forks + FULL_SUPPLY.doubles - on_field
        supply = Supply(left_over // 2, left_over - left_over // 2, FULL_SUPPLY.triples - triples)
        seat = Seat(self.hand.seat if self.hand is not None else 0)
        return State(Options(), sealed(corners), seat, supply, last=(0, 0))

    @property
    def origin(self) -> Cell:
        """Where the field's first cell lies in the coordinates of the rules."""
        return (-(self.columns // 2), -(self.height // 2))

    def places(self) -> list[Cell]:
        """Where a card may be laid, as far as the field shows it."""
        mask, (left, top) = cells(self.state()), self.origin
        return [
            (x, y)
            for y in range(self.height)
            for x in range(self.columns)
            if mask[y + top + MIDDLE, x + left + MIDDLE]
        ]


class Picture(Fields[Field], frozen=True, forbid_unknown_fields=True):
    """What a page shows."""


RIM: Final = 0.11
"""The share of a whole desert's ground that its dunes take on each side."""
MAT: Final = 0.13
"""The rim of a piece of desert, in cells."""
APART: Final = 0.12
TURNING: Final = 0.5
STEP: Final = {Side.N: (0, -1), Side.E: (1, 0), Side.S: (0, 1), Side.W: (-1, 0)}
FILLER: Final = 0x5
"""What lies round a piece of a full desert."""
