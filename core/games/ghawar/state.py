"""Types of Ghawar: options, actions, and the state.

Places are those of the lattice: `x` to the east and `y` to the south, 0 to 12. Platforms lie where both are
odd, crossings where both are even, gaps between them. A *space* is one of its places as a number, `y * 13 +
x`; a *platform* is numbered row by row from the north-west, 0 to 35.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
import numpy as np
from msgspec import Meta

from core.game import Seat

Colour = Literal["red", "orange", "yellow", "green", "blue", "violet"]
COLOURS: Final[tuple[Colour, ...]] = ("red", "orange", "yellow", "green", "blue", "violet")
"""The colours of cubes; their index here is their number in arrays."""

FIELD_SIZE: Final = 6
"""Platforms in a row and in a column, cubes of a colour, sides of a die."""
PLATFORMS: Final = FIELD_SIZE * FIELD_SIZE
LATTICE_SIZE: Final = 2 * FIELD_SIZE + 1
"""Places in a row and in a column of the lattice."""

CUBES_PER_COLOUR: Final = 6
"""Number of cubes of each colour."""
DERRICKS_PER_SEAT: Final = {2: 14, 3: 10, 4: 8}
"""Derricks of each seat, by the number of seats."""
MOST_BUILDING_ROUNDS: Final = 400
"""Rounds of phase 1 after which it ends in any case.

The dice could miss for ever; that they do for so long is less likely than one in 10**50.
"""
MOST_QUIET_ROUNDS: Final = 200
"""Rounds in succession without oil that end a game in any case, also without a rule against stalemate."""

NOTHING: Final = -1
"""Instead of a colour or a seat: no cube, no load, no derrick."""
DEPOT: Final = -1
"""Instead of a space: the depot, off the road."""


class Options(msgspec.Struct, frozen=True, gc=False):
    """The variants: trucks a seat, which roads there are, and what the rulebook leaves to the players.

    `stalemate` is the number of rounds in which nothing is loaded or stored that ends the game; 0: there is
    no such rule.
    """

    trucks: Literal[1, 2, 3] = 1
    roads: Literal["inner", "ring"] = "inner"
    crossing_loads: bool = False
    dice_choice: bool = False
    derricks: Literal["after the roll", "instead of the roll"] = "after the roll"
    stalemate: Annotated[int, Meta(ge=0, le=50)] = 20
    end: Literal["last cube home", "last cube loaded"] = "last cube home"

    @property
    def rolls_to_drive(self) -> bool:
        """Whether the die is rolled for driving only: a derrick is moved instead of rolling."""
        return self.derricks == "instead of the roll"

    @property
    def quiet_rounds(self) -> int:
        """Number of rounds in succession without oil that end the game."""
        return self.stalemate or MOST_QUIET_ROUNDS

    @property
    def ends_loaded(self) -> bool:
        """Whether the game is over once the last cube is on a truck: then all that is loaded is stored."""
        return self.end == "last cube loaded"


# --- Actions -------------------------------------------------------------------------------------------

Coordinate = Annotated[int, Meta(ge=0, le=LATTICE_SIZE - 1)]
Pips = Annotated[int, Meta(ge=1, le=FIELD_SIZE)]
TruckNumber = Annotated[int, Meta(ge=0, le=3)]
"""Number of a truck in actions: 1 to 3, or 0 where every seat has only one."""


class Cube(msgspec.Struct, frozen=True, gc=False, tag="cube"):
    """Chance: a cube of this colour is put on the next platform."""

    colour: Colour


class Value(msgspec.Struct, frozen=True, gc=False, tag="value"):
    """Chance: this colour gets the next value, from 1 to 6."""

    colour: Colour


class Dice(msgspec.Struct, frozen=True, gc=False, tag="dice"):
    """Chance: the red die names a column, the white one a row."""

    column: Pips
    row: Pips


class Die(msgspec.Struct, frozen=True, gc=False, tag="die"):
    """Chance: how many spaces the seat in turn may drive."""

    pips: Pips


class Roll(msgspec.Struct, frozen=True, gc=False, tag="roll"):
    """Roll the die, which is for driving only (with the option `derricks`)."""


class Build(msgspec.Struct, frozen=True, gc=False, tag="place"):
    """Put up a derrick on the platform at `x`, `y` (with the option `dice_choice`)."""

    x: Coordinate
    y: Coordinate


class Drive(msgspec.Struct, frozen=True, gc=False, tag="drive"):
    """Drive to the road space `x`, `y` and load the cube of the platform at `load`, if any."""

    x: Coordinate
    y: Coordinate
    load: tuple[Coordinate, Coordinate] | None = None
    truck: TruckNumber = 0


class Leave(msgspec.Struct, frozen=True, gc=False, tag="leave"):
    """Drive off the field into the depot and store what is loaded."""

    truck: TruckNumber = 0


class Shift(msgspec.Struct, frozen=True, gc=False, tag="derrick"):
    """Move one of one's derricks from the platform at `x`, `y` to the one at `to`."""

    x: Coordinate
    y: Coordinate
    to: tuple[Coordinate, Coordinate]


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """Nothing can be done."""


Action = Cube | Value | Dice | Die | Roll | Build | Drive | Leave | Shift | Pass

# --- State ---------------------------------------------------------------------------------------------

Stage = Literal["cubes", "values", "dice", "build", "choose", "die", "move", "over"]
"""What happens next.

cubes, values: chance lays out cubes and value table. dice, die: chance rolls for `turn`. build: `turn`
chooses the platform for a derrick. choose: `turn` rolls the die to drive, or moves a derrick instead of the
roll. move: `turn` drives, or moves a derrick if that comes after the roll.
"""


class State(msgspec.Struct, frozen=True, gc=False, eq=False):
    """A position.

    `cubes` (int8, shape (6, 6), rows from the north) are the colours on the platforms, `derricks` (int8, the
    same shape) the seats whose derricks stand there, `NOTHING` for none. `values` (int8, shape (6,)) is what
    each colour pays, 0 while that is not known.

    `trucks` (int16, shape (seats, trucks)) are the spaces on which they stand, or `DEPOT`; `loads` (int8, the
    same shape) the colours on them; `stored` (int8, shape (seats, 6)) how many cubes of each colour lie in
    the depots; `money` (int16, shape (seats,)) barrels.

    `turn` is the seat whose roll and move it is, `dice` the dice as they lie: (column, row), or (pips,), or
    () before the first roll. `rounds` counts the complete rounds of the phase, `quiet` those since something
    was loaded or stored, `idle` says that in this round nothing was yet.

    For the account of everybody's luck: `rolled` (int16, shape (seats, 6)) is how often each seat has rolled
    each number for its trucks, `hoped` (int16, shape (seats,)) the sum over a seat's rolls for derricks of
    how many of the 36 would have found room.
    """

    options: Options
    seats: int
    cubes: np.ndarray
    derricks: np.ndarray
    values: np.ndarray
    trucks: np.ndarray
    loads: np.ndarray
    stored: np.ndarray
    money: np.ndarray
    rolled: np.ndarray
    hoped: np.ndarray
    stage: Stage = "cubes"
    turn: Seat = Seat(0)
    dice: tuple[Pips, ...] = ()
    rounds: int = 0
    quiet: int = 0
    idle: bool = True


# --- Places --------------------------------------------------------------------------------------------


def place_of(space: int) -> tuple[int, int]:
    """The place of a space on the lattice."""
    y, x = divmod(space, LATTICE_SIZE)
    return x, y


def space_at(x: int, y: int) -> int:
    """The space at a place of the lattice."""
    return y * LATTICE_SIZE + x


def place_of_platform(platform: int) -> tuple[int, int]:
    """Position of a platform on the lattice."""
    row, column = divmod(platform, FIELD_SIZE)
    return 2 * column + 1, 2 * row + 1


def platform_at(x: int, y: int) -> int | None:
    """The platform at a place of the lattice, None where there is none."""
    return (y // 2) * FIELD_SIZE + x // 2 if x % 2 and y % 2 else None


def truck_number(options: Options, index: int) -> TruckNumber:
    """Number by which actions name a seat's truck `index`: 0 if it is the only one, else counted from 1."""
    return index + 1 if options.trucks > 1 else 0


def truck_index(truck: TruckNumber) -> int:
    """The column of `State.trucks` for what actions call `truck`."""
    return max(truck - 1, 0)
