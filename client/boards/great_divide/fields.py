"""What the pictures of The Great Divide's rules show: pieces of the map, tiles and cards as data.

The data is `assets/rules/great_divide.toml`. What a picture claims (a tile may lie there, this is washed
away) stands in the data and is checked against the rules by `tests/client/test_great_divide_pictures.py`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
import numpy as np
from msgspec import Meta

from client.boards.fields import AnyField, Fields
from client.boards.great_divide.hexes import HALF
from core.game import Refusal, Refused, Seat, sealed
from core.games.great_divide import state as play
from core.games.great_divide.drainage import BASIN, EMPTY, PASS, Tiles
from core.games.great_divide.land import Way
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import ACTIVE, INLAND_SEA, Options, Stage, State

LAND: Final = GREAT_DIVIDE.land
SIGNS: Final = "↑↗↘↓↙↖↕⤢⤡○"
"""What lies on a space, by its number in `State.tiles`: arrows, the Pass, the Basin."""
FREE: Final = "·"
CROP: Final = 0.45
"""What is seen round a piece of the map, in radii."""
BAY: Final = 2.3
"""How much of the oceans is seen where the points stand in them."""

Cell = tuple[int, int]
"""Column and row, as in the notation."""

SeatNumber = Annotated[int, Meta(ge=0, le=1)]
Row = Annotated[str, Meta(pattern=rf"^ *([{SIGNS}{FREE}] +)*[{SIGNS}{FREE}] *$")]
Kind = Annotated[str, Meta(pattern=r"^([W12345E]|five|basin|pass|quake|event)$")]
WayName = Literal["N", "NE", "SE", "S", "SW", "NW"]
Letters = Annotated[str, Meta(pattern=r"^W?1?2?3?4?5?E?S?$")]
Laying = play.Lay | play.LayBasin | play.LayPass
Placed = Laying | play.Remove | play.Flood | play.Turn | play.TurnPass

_STAGES: Final[dict[type, Stage]] = {
    play.Remove: "quake",
    play.Flood: "flood",
    play.Turn: "volcanoes",
    play.TurnPass: "volcanoes",
}


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that `seat` may do on this piece of the map, in notation; or may not, `because` of what.

    A tile is of the kind that belongs there unless `drawn` tells another one.
    """

    step: str
    seat: SeatNumber = 0
    because: str = ""
    drawn: Literal["", "W", "1", "2", "3", "4", "5", "E"] = ""

    def __post_init__(self) -> None:
        try:
            action = GREAT_DIVIDE.parse(self.step)
        except Refused as error:
            raise ValueError(f"no step: {self.step}") from error
        if not isinstance(action, Placed) or (action.x, action.y) not in LAND.space:
            raise ValueError(f"not on the land: {self.step}")
        if self.because and isinstance(action, play.Remove | play.Flood):
            raise ValueError(f"shown only if it can be done: {self.step}")

    @property
    def action(self) -> Placed:
        """What is done."""
        action = GREAT_DIVIDE.parse(self.step)
        assert isinstance(action, Placed)
        return action

    @property
    def space(self) -> int:
        """Where it is done."""
        return LAND.space[self.action.x, self.action.y]

    @property
    def code(self) -> int:
        """The number of the tile as it lies then, see `drainage.Tiles`."""
        match self.action:
            case play.Lay(_, _, way) | play.Turn(_, _, way):
                return way
            case play.LayPass(_, _, axis) | play.TurnPass(_, _, axis):
                return PASS + axis
            case play.LayBasin():
                return BASIN
        return EMPTY

    @property
    def kind(self) -> str:
        """The tile that was drawn for it; "" if none was."""
        if not isinstance(self.action, Laying):
            return ""
        own = {play.LayBasin: play.BASIN_TILE, play.LayPass: play.PASS_TILE}.get(type(self.action))
        return self.drawn or own or LAND.areas[LAND.area[self.space]]


class Compass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ways in which an arrow may point on a space (`N SE …`); others are refused `because` of what."""

    at: Cell
    ways: Annotated[str, Meta(pattern="^(N|NE|SE|S|SW|NW)( (N|NE|SE|S|SW|NW))*$")]
    because: str

    def allowed(self) -> dict[Way, bool]:
        """Every way, and whether an arrow may point there."""
        named = self.ways.split()
        return {way: way.name in named for way in Way}

    def trial(self, way: Way) -> Try:
        """A tile laid so that it points this way."""
        return Try(f"{way.name}@{self.at[0]},{self.at[1]}", because=self.because)


class Flow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the water of a tile runs `to`; from the Pass the side `way` tells which."""

    at: Cell
    to: Literal["pacific", "atlantic", "open", "ring"]
    way: WayName | None = None


class Variant(Options, frozen=True, forbid_unknown_fields=True):
    """Options of the game, spelled as they are there."""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the map with what lies on it.

    `rows` are its spaces, those of high and low columns in turn; its first column is `left`, its first row
    stands `top` half spaces below the northernmost one. All else is empty. `aside` is a tile that has no
    place. `scores` are the points of a finished game, `over` tints what drains where.
    """

    rows: tuple[Row, ...]
    left: int = 0
    top: int = 0
    options: Variant = Variant()
    inland: bool = False
    five: SeatNumber | None = None
    tries: tuple[Try, ...] = ()
    compass: Compass | None = None
    flows: tuple[Flow, ...] = ()
    aside: Kind | None = None
    scores: tuple[int, int] | None = None
    over: bool = False

    def __post_init__(self) -> None:
        if not self.rows:
            raise ValueError("a piece of the map has rows")
        for line, row in enumerate(self.rows):
            if len(row.split()) != len(self._columns(line)):
                raise ValueError(f"row {line + 1} of the piece should have {len(self._columns(line))} spaces")
        outside = [cell for cell in self.signs() if cell not in LAND.space]
        if outside:
            raise ValueError(f"there is no space {outside[0]}")

    # --- what it shows ------------------------------------------------------------------------

    @property
    def wide(self) -> int:
        """How many columns it has."""
        return sum(len(row.split()) for row in self.rows[:2])

    def _columns(self, line: int) -> list[int]:
        """The columns that have a space in a row: those whose spaces begin there."""
        columns = range(self.left, self.left + self.wide)
        return [column for column in columns if (column + self.top + line) % 2]

    def signs(self) -> dict[Cell, str]:
        """What is drawn on each of its spaces."""
        return {
            (column, (self.top + line) // 2): sign
            for line, row in enumerate(self.rows)
            for column, sign in zip(self._columns(line), row.split(), strict=True)
        }

    def tiles(self) -> Tiles:
        """The whole map with its tiles."""
        tiles = np.full(LAND.size, EMPTY, dtype=np.int8)
        for cell, sign in self.signs().items():
            tiles[LAND.space[cell]] = EMPTY if sign == FREE else SIGNS.index(sign)
        return sealed(tiles)

    @property
    def crop(self) -> tuple[float, float]:
        """What is seen to its sides, and above and below, in radii."""
        return (CROP if self.scores is None else BAY), CROP

    @property
    def extent(self) -> tuple[float, float]:
        """How wide and high it is, in radii."""
        x, y = self.crop
        return 1.5 * (self.wide - 1) + 2 + 2 * x, HALF * (len(self.rows) + 1) + 2 * y

    # --- what the rules say of it -------------------------------------------------------------

    def state(self, drawn: str = "", stage: Stage = "turn", seat: int = 0) -> State:
        """The position of the rules that it shows; all cards lie active."""
        s = GREAT_DIVIDE.start(self.options, 2)
        tiles = self.tiles()
        five = [] if self.five is None else [play.FIVE]
        lying = np.flatnonzero(tiles != EMPTY).tolist()
        gone = [*(GREAT_DIVIDE.kind_on(tiles, space) for space in lying), *five]
        gone += [kind for kind in (drawn, self.aside or "") if kind]
        left = s.bag - np.array([gone.count(kind) for kind in GREAT_DIVIDE.kinds], dtype=np.int8)
        return msgspec.structs.replace(
            s,
            tiles=tiles,
            bag=sealed(left),
            cards=sealed(np.full_like(s.cards, ACTIVE)),
            stage=stage,
            turn=Seat(seat),
            actor=Seat(seat),
            drawn=drawn,
            events=(INLAND_SEA,) if self.inland else (),
            five=None if self.five is None else Seat(self.five),
        )

    def before(self, trial: Try) -> State:
        """The position in which something is tried."""
        stage = _STAGES.get(type(trial.action), "lay")
        return self.state(trial.kind, stage, trial.seat)

    def refusal(self, trial: Try) -> Refusal | None:
        """Why it may not be done, by the rules."""
        return GREAT_DIVIDE.why_not(self.before(trial), Seat(trial.seat), trial.action)

    def after(self, trial: Try) -> State:
        """The position once it is done."""
        return GREAT_DIVIDE.apply(self.before(trial), Seat(trial.seat), trial.action)


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a tile that `seat` draws, by its card or as it decides: it goes `to` a seat."""

    kind: Kind
    seat: SeatNumber
    to: SeatNumber
    card: Literal["", "active", "passive"] = ""

    def __post_init__(self) -> None:
        if not self.card and self.kind != play.FIVE:
            raise ValueError("without a card only the five can be given")

    @property
    def letter(self) -> str:
        """The card that governs the tile."""
        return GREAT_DIVIDE.card_for(self.kind)


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The selection cards of a seat: which of them lie `active`, and which one is just being turned over."""

    seat: SeatNumber
    active: Letters
    letters: Letters = "W12345E"
    flip: Literal["", "W", "1", "2", "3", "4", "5", "E", "S"] = ""


class Kinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tiles as they come out of the bag, in rows; `counts` tells how many of each there are at first."""

    kinds: Annotated[tuple[Kind, ...], Meta(min_length=1)]
    columns: Annotated[int, Meta(ge=1, le=8)] = 8
    counts: bool = False
    options: Variant = Variant()

    @property
    def rows(self) -> int:
        """How many rows they stand in."""
        return -(-len(self.kinds) // self.columns)

    def count(self, kind: str) -> int:
        """How many of a kind there are."""
        return int(GREAT_DIVIDE.all_tiles(self.options)[GREAT_DIVIDE.kinds.index(kind)])


class Wheel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One tile in all its six positions, with arrows from each to the next."""

    area: Literal["W", "1", "2", "3", "4", "5", "E"]


class Field(AnyField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing in a picture, exactly one of those below. A size is the radius of a space."""

    piece: Piece | None = None
    case: Case | None = None
    cards: Cards | None = None
    kinds: Kinds | None = None
    events: tuple[Literal["flood", "volcanoes", "inland-sea", "quiet"], ...] = ()
    wheel: Wheel | None = None

    def __post_init__(self) -> None:
        shown = (self.piece, self.case, self.cards, self.kinds, self.events or None, self.wheel)
        if sum(thing is not None for thing in shown) != 1:
            raise ValueError("a field shows one thing")

    @property
    def measures(self) -> tuple[float, float]:
        if self.piece is not None:
            return self.piece.extent
        if self.cards is not None:
            return CARD[0] * len(self.cards.letters), CARD[1]
        if self.kinds is not None:
            step = COUNTED if self.kinds.counts else TILE
            return TILE * min(self.kinds.columns, len(self.kinds.kinds)), step * self.kinds.rows
        if self.events:
            return EVENT[0] * len(self.events), EVENT[1]
        return CASE if self.case is not None else WHEEL


CARD: Final = (1.9, 2.2)
"""Sizes across and down for a selection card with the space around it."""
TILE: Final = 2.15
"""For a tile; COUNTED: down, with a number below it."""
COUNTED: Final = 2.75
EVENT: Final = (3.2, 4.4)
CASE: Final = (8.4, 2.3)
WHEEL: Final = (7.6, 7.2)


class Picture(Fields[Field], frozen=True, forbid_unknown_fields=True):
    """What a page shows."""
