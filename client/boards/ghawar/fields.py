"""What the pictures of Ghawar's rules show: pieces of the oil field and value tables as data.

The data is `assets/rules/ghawar.toml`. What a picture claims (a truck may drive there, so much is paid) is
worked out with the rules, or stands in the data and is checked against them by
`tests/client/test_ghawar_pictures.py`.

A piece of the field has a word for each platform, the roads around them always belong to it:

    ·  r  r0        nothing, a red cube, a red cube below a derrick of seat 0
    0  g1 ·         a derrick of seat 0 without a cube, a green cube below a derrick of seat 1 …

The first platform is `at`, counted (column, row) from 1. All other places are those of the lattice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Final

import msgspec
import numpy as np
from msgspec import Meta
from msgspec.structs import replace

from client.boards.fields import AnyField, Fields
from client.boards.ghawar.lattice import CORE, DEPTH, PLATFORM
from client.boards.ghawar.layout import MARGIN
from client.boards.ghawar.layout import Layout as Places
from client.ui.geometry import Rect
from core.game import CHANCE, Refusal, Refused, Seat, sealed
from core.games.ghawar import scoring
from core.games.ghawar.loading import Load, beside
from core.games.ghawar.roads import EAST, NORTH, SIDES, SOUTH, WEST, Route, roads
from core.games.ghawar.rules import GHAWAR, reachable, route_of
from core.games.ghawar.state import (
    COLOURS,
    FIELD,
    LATTICE,
    NOTHING,
    Build,
    Colour,
    Coordinate,
    Dice,
    Die,
    Drive,
    Leave,
    Options,
    Shift,
    State,
    platform_at,
    space_at,
    truck_index,
)

LETTERS: Final[dict[str, int]] = {colour[0]: number for number, colour in enumerate(COLOURS)}
VALUES: Final[tuple[Colour, ...]] = ("green", "violet", "red", "blue", "yellow", "orange")
"""What is worth 1 to 6 in every picture."""
NORMAL: Final = Options()

LINE: Final = 0.78
"""How high a line below a piece is, with dice or with barrels; a size is the width of a platform."""
ROW: Final = 1.0
"""How high a row of a table is; HEAD: how wide the badge before it."""
HEAD: Final = 1.1
SUM: Final = 1.0

SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Seats = Annotated[int, Meta(ge=2, le=4)]
Pips = Annotated[int, Meta(ge=1, le=FIELD)]
Amount = Annotated[int, Meta(ge=0, le=99)]
Place = tuple[Coordinate, Coordinate]
_WORD: Final = "(·|[roygbv]?[0-3]|[roygbv])"
Row = Annotated[str, Meta(pattern=rf"^ *({_WORD} +)*{_WORD} *$")]
Cubes = Annotated[str, Meta(pattern="^[roygbv]*$")]


class Variant(Options, frozen=True, forbid_unknown_fields=True):
    """Options of the game, spelled as they are there."""


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the seat in turn may do, in notation; or may not, `because` of what.

    `way` is how a truck would have to drive for it: the places that it cannot take like that.
    """

    step: str
    because: str = ""
    way: tuple[Place, ...] = ()

    def __post_init__(self) -> None:
        try:
            action = GHAWAR.parse(self.step)
        except Refused as error:
            raise ValueError(f"no step: {self.step}") from error
        if not isinstance(action, Drive | Leave | Shift | Build):
            raise ValueError(f"nothing that a seat decides: {self.step}")

    @property
    def action(self) -> Drive | Leave | Shift | Build:
        """What is done."""
        action = GHAWAR.parse(self.step)
        assert isinstance(action, Drive | Leave | Shift | Build)
        return action


class Truck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A truck on the road; those that are not named stand in their depots."""

    seat: SeatNumber
    at: Place
    load: Colour | None = None


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the field, and what the seat whose `turn` it is tries there.

    `roll` is the die of phase 2, `dice` are those of phase 1: the derrick that they bring goes up. `reach`
    lights up where the trucks of the seat get with the roll, `legal` the platforms where a derrick may go
    up. `prices` tells what can be loaded with the roll, `pays` everybody's barrels, before and after.
    `depots` shows those at the sides of the piece.
    """

    rows: Annotated[tuple[Row, ...], Meta(min_length=1, max_length=FIELD)]
    at: tuple[Pips, Pips] = (1, 1)
    seats: Seats = 2
    options: Variant = Variant()
    turn: SeatNumber = 0
    trucks: tuple[Truck, ...] = ()
    stored: Annotated[tuple[Cubes, ...], Meta(max_length=4)] = ()
    money: Annotated[tuple[Amount, ...], Meta(max_length=4)] = ()
    roll: Pips | None = None
    dice: tuple[Pips, Pips] | None = None
    tries: Annotated[tuple[Try, ...], Meta(max_length=3)] = ()
    reach: bool = False
    legal: bool = False
    depots: bool = False
    prices: bool = False
    pays: bool = False

    def __post_init__(self) -> None:
        column, row = self.at
        if len({len(words.split()) for words in self.rows}) > 1:
            raise ValueError("the rows of a drawing are of different length")
        if column + self.wide > FIELD + 1 or row + self.high > FIELD + 1:
            raise ValueError("a drawing beyond the field")
        if self.roll and self.dice:
            raise ValueError("one die or two dice")
        if any(seat >= self.seats for seat in (self.turn, *(truck.seat for truck in self.trucks))):
            raise ValueError("a seat that nobody has")
        if max(len(self.stored), len(self.money)) > self.seats:
            raise ValueError("more depots or barrels than seats")
        if any(owner >= self.seats for _, _, owner in self.platforms()):
            raise ValueError("a derrick of nobody")
        self._check_trucks()

    def _check_trucks(self) -> None:
        spaces = [space_at(*truck.at) for truck in self.trucks]
        if len(set(spaces)) < len(spaces) or not set(spaces) <= roads(self.options.roads).spaces:
            raise ValueError("trucks stand on roads, one on a space")
        if any(len(fleet) > self.options.trucks for fleet in self._fleets()):
            raise ValueError("more trucks than a seat has")

    def _fleets(self) -> tuple[list[Truck], ...]:
        return tuple([t for t in self.trucks if t.seat == seat] for seat in range(self.seats))

    # --- what it shows ------------------------------------------------------------------------

    @property
    def wide(self) -> int:
        """How many platforms it is wide; `high` how many it is high."""
        return len(self.rows[0].split())

    @property
    def high(self) -> int:
        return len(self.rows)

    @property
    def corner(self) -> Place:
        """The place of the lattice in its north-west corner."""
        return 2 * (self.at[0] - 1), 2 * (self.at[1] - 1)

    @property
    def strips(self) -> tuple[Seat, ...]:
        """The sides at which a depot is seen."""
        (left, top), last = self.corner, LATTICE - 1
        touched = (top + 2 * self.high == last, top == 0, left == 0, left + 2 * self.wide == last)
        return tuple(side for side in SIDES[: self.seats] if self.depots and touched[side])

    @property
    def lines(self) -> int:
        """How many lines stand below it: dice, barrels."""
        return bool(self.roll or self.dice) + self.pays

    @property
    def extent(self) -> tuple[float, float]:
        """How wide and high it is."""
        part = self.part(self.places(PLATFORM, 0.0, 0.0))
        return part.w / PLATFORM, part.h / PLATFORM + LINE * self.lines

    def places(self, size: float, x: float, y: float) -> Places:
        """The whole field with platforms of this size; its piece lies with its corner at `x`, `y`."""
        places = _field(self.seats, self.options, size / PLATFORM, 0.0, 0.0)
        part = self.part(places)
        return _field(self.seats, self.options, size / PLATFORM, x - part.x, y - part.y)

    def part(self, places: Places) -> Rect:
        """What is seen of the field, with the depots at its sides."""
        numbers = [platform for platform, _, _ in self.platforms()]
        first, last = places.platform(numbers[0]), places.platform(numbers[-1])
        (left, top), core, road = self.corner, places.core, places.road
        edges = [
            core.x if left == 0 else first.x - road,
            core.y if top == 0 else first.y - road,
            core.right if left + 2 * self.wide == LATTICE - 1 else last.right + road,
            core.bottom if top + 2 * self.high == LATTICE - 1 else last.bottom + road,
        ]
        for side in self.strips:
            edges[_EDGES[side]] += (-1 if _EDGES[side] < 2 else 1) * DEPTH * places.scale
        return Rect(edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1])

    def platforms(self) -> Iterator[tuple[int, int, int]]:
        """The platforms of the drawing with cube and derrick: (platform, colour, seat)."""
        left, top = self.corner
        for y, words in enumerate(self.rows):
            for x, word in enumerate(words.split()):
                platform = platform_at(left + 2 * x + 1, top + 2 * y + 1)
                assert platform is not None, "rows are rows of platforms"
                colour = LETTERS.get(word[0], NOTHING)
                yield platform, colour, int(word[-1]) if word[-1].isdigit() else NOTHING

    def shows(self, place: Place) -> bool:
        """Whether a place of the lattice belongs to it."""
        (left, top), (x, y) = self.corner, place
        return left <= x <= left + 2 * self.wide and top <= y <= top + 2 * self.high

    # --- what the rules say of it -------------------------------------------------------------

    def state(self) -> State:
        """The position of the rules that it shows."""
        return _state(self)

    def refusal(self, trial: Try) -> Refusal | None:
        """Why it may not be done, by the rules."""
        state = self.state()
        return GHAWAR.why_not(state, state.turn, trial.action)

    def after(self, trial: Try) -> State:
        """The position once it is done."""
        state = self.state()
        return GHAWAR.apply(state, state.turn, trial.action)

    def route(self, trial: Try) -> tuple[int, ...]:
        """The spaces that a truck enters, or would have to; none if no truck drives."""
        if trial.way:
            return tuple(space_at(*place) for place in trial.way)
        if trial.because or not isinstance(trial.action, Drive | Leave):
            return ()
        return route_of(self.state(), trial.action).spaces

    def start_of(self, trial: Try) -> int:
        """The space from which a truck sets off, or `DEPOT`."""
        assert isinstance(trial.action, Drive | Leave)
        start: int = self.state().trucks.item(self.turn, truck_index(trial.action.truck))
        return start

    def load_of(self, trial: Try) -> Load | None:
        """What is loaded there, or cannot be, and at what price."""
        return loaded(self.state(), trial.action) if isinstance(trial.action, Drive) else None

    def reached(self) -> dict[int, Route]:
        """Where the trucks of the seat in turn get with the roll."""
        state = self.state()
        found: dict[int, Route] = {}
        for index in range(self.options.trucks):
            found |= reachable(state, index)
        return found

    def offers(self) -> tuple[Load, ...]:
        """All that the trucks of the seat in turn may load with the roll, platform by platform."""
        state = self.state()
        legal = [a for a in GHAWAR.legal(state, state.turn) if isinstance(a, Drive)]
        found = {load for a in legal for load in [loaded(state, a)] if load is not None}
        return tuple(sorted(found, key=lambda load: load.platform))

    def sites(self) -> tuple[Place, ...]:
        """The platforms where the seat in turn may put up the derrick it has rolled."""
        state = self.state()
        return tuple((a.x, a.y) for a in GHAWAR.legal(state, state.turn) if isinstance(a, Build))

    def now(self) -> State:
        """The position once that is done which is tried, if it is one thing that can be done."""
        state = self.state()
        if self.dice and state.stage == "dice":
            return GHAWAR.apply(state, CHANCE, Dice(*self.dice))
        able = [trial for trial in self.tries if not trial.because]
        return self.after(able[0]) if len(able) == 1 else state


_EDGES: Final = {SOUTH: 3, NORTH: 1, WEST: 0, EAST: 2}
"""Which edge of a piece lies on a side: left, top, right, bottom."""


@lru_cache(maxsize=256)
def _field(seats: int, options: Options, scale: float, x: float, y: float) -> Places:
    """A table whose field has this scale and lies there; nothing is beside it."""
    across, down = CORE + (2 * DEPTH if seats > 2 else 0.0), CORE + 2 * DEPTH
    room = Rect(x, y, across * scale + 2 * MARGIN, down * scale + 2 * MARGIN)
    return Places(room, Rect(0, 0, 1, 1), seats, options)


@lru_cache(maxsize=256)
def _state(piece: Piece) -> State:
    """Everything on the drawing, nothing elsewhere."""
    begin = GHAWAR.start(piece.options, piece.seats)
    cubes, derricks = begin.cubes.copy(), begin.derricks.copy()
    for platform, colour, owner in piece.platforms():
        cubes.flat[platform], derricks.flat[platform] = colour, owner
    trucks, loads = begin.trucks.copy(), begin.loads.copy()
    for seat, fleet in enumerate(piece._fleets()):
        for index, truck in enumerate(fleet):
            trucks[seat, index] = space_at(*truck.at)
            loads[seat, index] = NOTHING if truck.load is None else COLOURS.index(truck.load)
    money = begin.money.copy()
    money[: len(piece.money)] = piece.money
    s = replace(
        begin,
        cubes=sealed(cubes),
        derricks=sealed(derricks),
        values=_values(),
        trucks=sealed(trucks),
        loads=sealed(loads),
        stored=_stored(piece.stored, piece.seats),
        money=sealed(money),
        turn=Seat(piece.turn),
        stage="die",
    )
    if piece.roll:
        return GHAWAR.apply(s, CHANCE, Die(piece.roll))
    if piece.dice:
        s = replace(s, stage="dice")
        return GHAWAR.apply(s, CHANCE, Dice(*piece.dice)) if piece.options.dice_choice else s
    return s


def _values() -> np.ndarray:
    return sealed(np.array([VALUES.index(colour) + 1 for colour in COLOURS], dtype=np.int8))


def _stored(cubes: tuple[str, ...], seats: int) -> np.ndarray:
    counts = [[text.count(letter) for letter in LETTERS] for text in cubes]
    counts += [[0] * len(COLOURS)] * (seats - len(cubes))
    return sealed(np.array(counts, dtype=np.int8))


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The value table; below it what the seats have `stored`, and with their `money` how they are paid."""

    stored: Annotated[tuple[Cubes, ...], Meta(max_length=4)] = ()
    money: Annotated[tuple[Amount, ...], Meta(max_length=4)] = ()

    def __post_init__(self) -> None:
        if len(self.stored) == 1 or len(self.money) not in (0, len(self.stored)):
            raise ValueError("cubes, and barrels if any, of two seats at the least")

    @property
    def extent(self) -> tuple[float, float]:
        """How wide and high it is."""
        head = HEAD if self.stored else 0.0
        return head + len(COLOURS), 1.7 * ROW + ROW * len(self.stored) + SUM * len(self.money)

    def state(self) -> State:
        """The position of the rules that it shows: the game is over."""
        seats = max(2, len(self.stored))
        begin = GHAWAR.start(NORMAL, seats)
        money = begin.money.copy()
        money[: len(self.money)] = self.money
        stored = _stored(self.stored, seats)
        return replace(begin, values=_values(), stored=stored, money=sealed(money), stage="over")

    def many(self, seat: int, colour: Colour) -> int:
        """How many cubes of a colour a seat has."""
        return self.stored[seat].count(colour[0])

    def leader(self, colour: Colour) -> Seat | None:
        """Who has more of a colour than every other seat."""
        return scoring.leader(self.state(), COLOURS.index(colour))

    def sum(self, seat: int) -> str:
        """How a seat is paid, barrels, cubes and majorities: `3 + 14 + 6 = 23`."""
        state = self.state()
        found = {point.code.rpartition(".")[2]: point.amount for point in scoring.sheet(state, Seat(seat))}
        parts = [f"{found.get(line, 0.0):g}" for line in ("barrels", "cubes", "majorities")]
        return f"{' + '.join(parts)} = {scoring.worth(state, Seat(seat)):g}"


class Field(AnyField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing in a picture, exactly one of those below."""

    piece: Piece | None = None
    table: Table | None = None

    def __post_init__(self) -> None:
        if sum(thing is not None for thing in (self.piece, self.table)) != 1:
            raise ValueError("a field shows one thing")

    @property
    def measures(self) -> tuple[float, float]:
        thing = self.piece or self.table
        assert thing is not None
        return thing.extent


class Picture(Fields[Field], frozen=True, forbid_unknown_fields=True):
    """What a page shows."""


def loaded(state: State, action: Drive) -> Load | None:
    """What a drive of the seat in turn would load, whether it can pay for it or not."""
    if action.load is None:
        return None
    platform, end = platform_at(*action.load), space_at(action.x, action.y)
    return next((load for load in beside(state, state.turn, end) if load.platform == platform), None)
