"""Positions of Ghawar from drawings: those of `core.games.ghawar.position`, or parts of one.

    +   -   +   -   +       the first place is 0,0 unless told otherwise
    |   rS  |   g   |
    +   -   N   -   +       what is not drawn is empty
    |   W   W2b ·   |
    +   -   +   *   +       * a free place that the test asks about

A line with ⋮ alone leaves rows out: those below it are the southernmost. Red is worth 1, orange 2 … violet 6.
Unlike those of a text such positions need not be met in any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
import numpy as np

from core.game import Place, Seat, read_only
from core.games.ghawar.position import COLOUR_LETTERS, EMPTY_LATTICE, cube_letters, drawing, read_drawing
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import COLOURS, FIELD_SIZE, LATTICE_SIZE, PLATFORMS, Options, Stage
from core.position_fields import Word
from tests.core import positions

MARK: Final = "*"
CUT: Final = "⋮"
USUAL: Final = Options()
RING: Final = Options(roads="ring")
RING_TWO: Final = Options(roads="ring", trucks=2)
RING_THREE: Final = Options(roads="ring", trucks=3)
INSTEAD: Final = Options(derricks="instead of the roll")
RING_CROSSINGS: Final = Options(roads="ring", crossing_loads=True)
CROSSINGS: Final = Options(crossing_loads=True)
CHOICE: Final = Options(dice_choice=True)
TWO: Final = Options(trucks=2)
THREE: Final = Options(trucks=3)

replace = msgspec.structs.replace


class Position(positions.Position, frozen=True):
    """Ghawar and where it has got to. Where no seat is named it is the one in turn, also while dice roll."""

    def ends(self, truck: int = 0) -> set[str]:
        """Where a truck can get, in or out of the depot: `4,6`, `depot`."""
        start = f"{truck}: drive " if truck else "drive "
        texts = self.offers("drive")
        return {text.removeprefix(start) for text in texts if text.startswith(start) and "load" not in text}

    def loads(self, end: str, truck: int = 0) -> set[str]:
        """What can be loaded at the end of a drive."""
        start = f"{truck}: drive {end} load " if truck else f"drive {end} load "
        return {text.removeprefix(start) for text in self.offers("load") if text.startswith(start)}

    @property
    def diagram(self) -> str:
        """The whole lattice."""
        return "\n".join(drawing(self.state))

    @property
    def money(self) -> list[int]:
        """The barrels of all seats."""
        return [int(n) for n in self.state.money]

    @property
    def stored(self) -> list[str]:
        """The cubes in the depots: `["rrv", ""]`."""
        return [cube_letters(counts) for counts in self.state.stored.tolist()]

    def _seat(self, seat: int | None) -> Seat:
        return self.state.turn if seat is None else Seat(seat)


def position(
    diagram: str,
    *,
    at: Place = (0, 0),
    seats: int = 2,
    turn: int = 0,
    roll: int = 0,
    dice: tuple[int, int] | None = None,
    options: Options = USUAL,
    stage: Stage | None = None,
    money: Sequence[int] = (),
    stored: Sequence[str] = (),
    rounds: int = 0,
    quiet: int = 0,
    idle: bool = True,
) -> Position:
    """The position of a drawing: with a `roll` somebody is to drive, else the die is to be rolled."""
    s = GHAWAR.start(options, seats)
    depots = [[text.count(cube) for cube in COLOUR_LETTERS] for text in stored]
    s = replace(
        s,
        **read_drawing(lattice(diagram, at), options, seats)._asdict(),
        values=read_only(np.arange(1, FIELD_SIZE + 1, dtype=np.int8)),
        stored=read_only(np.array(depots + s.stored.tolist()[len(depots) :], dtype=np.int8)),
        money=read_only(np.array([*money, *s.money[len(money) :]], dtype=np.int16)),
        stage=stage or ("move" if roll else "die"),
        turn=Seat(turn),
        dice=dice or ((roll,) if roll else ()),
        rounds=rounds,
        quiet=quiet,
        idle=idle,
    )
    return Position(GHAWAR, s)


def lattice(diagram: str, at: Place = (0, 0)) -> list[list[Word]]:
    """A whole drawing from a part of it; marks are left out."""
    rows = [[Word(sign, y, x) for x, sign in enumerate(row)] for y, row in enumerate(EMPTY_LATTICE)]
    for (x, y), sign in words(diagram, at):
        if sign != MARK:
            rows[y][x] = Word(sign, y, x)
    return rows


def words(diagram: str, at: Place = (0, 0)) -> Iterator[tuple[tuple[int, int], str]]:
    """The words of a drawing, marks among them, and where they stand."""
    above, _, below = diagram.strip().partition(CUT)
    south = below.strip().splitlines()
    rows = [*enumerate(above.strip().splitlines(), at[1]), *enumerate(south, LATTICE_SIZE - len(south))]
    for y, row in rows:
        for x, sign in enumerate(row.split(), at[0]):
            assert max(x, y) < LATTICE_SIZE, f"{x},{y} is not on the lattice"
            yield (x, y), sign


def marked(diagram: str, at: Place = (0, 0)) -> set[str]:
    """The places with the mark, as in the notation."""
    return {f"{x},{y}" for (x, y), sign in words(diagram, at) if sign == MARK}


def field(diagram: str) -> str:
    """A drawing in which only the platforms stand, six in a row, as a whole one."""
    road = " ".join(EMPTY_LATTICE[0])
    rows = [f"| {' | '.join(row.split())} |" for row in diagram.strip().splitlines()]
    return f"\n{road}\n".join(["", *rows, ""]).strip()


LAID_OUT: Final = tuple(f"cube {COLOURS[platform % FIELD_SIZE]}" for platform in range(PLATFORMS))
"""Every column of one colour: red in the west, violet in the east."""
VALUED: Final = tuple(f"value {colour}" for colour in COLOURS)


def start(seats: int = 2, options: Options = USUAL) -> Position:
    """The beginning of a game, before the first cube."""
    return Position(GHAWAR, GHAWAR.start(options, seats))


def building(seats: int = 2, options: Options = USUAL) -> Position:
    """The beginning of phase 1: each column of one colour, red worth 1 … violet 6."""
    return start(seats, options).play(*LAID_OUT, *VALUED)


def built(seats: int = 2, options: Options = USUAL) -> Position:
    """The beginning of phase 2, after dice that put derricks up row by row, by seats in turn.

    Of the platforms in the last rows some are left without one.
    """
    s = building(seats, options)
    for platform in range(PLATFORMS):
        if s.state.stage != "dice":
            break
        row, column = divmod(platform, FIELD_SIZE)
        s = s.play(f"dice {column + 1} {row + 1}")
        if s.state.stage == "build":
            s = s.play(f"place {2 * column + 1},{2 * row + 1}")
    return s
