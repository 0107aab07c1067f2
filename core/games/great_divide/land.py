"""The land of The Great Divide: spaces in columns, their areas and neighbours, and the two oceans.

It is read from `map.toml` and knows nothing of the shape of any particular map. Spaces are numbered
column by column from the north, as in `core.grid.hex_neighbours`; `places` gives the coordinates
(column, row) of the notation. Water that leaves the first column to the NW or SW is in the Pacific, water
that leaves the last one to the NE or SE is in the Atlantic; nowhere else does it leave the board.
"""

from __future__ import annotations

from enum import IntEnum
from importlib.resources import files
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.game import Place, Refused, Seat, read_only
from core.grid import hex_neighbours


class Heading(IntEnum):
    """The directions of an arrow, clockwise."""

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5

    @property
    def opposite(self) -> Heading:
        return Heading((self + 3) % 6)


WAYS: Final = tuple(Heading)
PACIFIC: Final = Seat(0)
ATLANTIC: Final = Seat(1)
"""The seat whose ocean each is."""

OFF_BOARD: Final = -1
"""Instead of a neighbour: the rim of the board where no ocean is."""

_SEAWARD: Final = {PACIFIC: (Heading.NW, Heading.SW), ATLANTIC: (Heading.NE, Heading.SE)}
_LARGEST_SIDE: Final = 40
"""Columns of a map, and spaces of a column, at the most."""
MOST_AREAS: Final = 10
"""Areas of a map at the most: a seat's first choice is among 2 to that power."""
MOST_TILES: Final = 99
"""Tiles of one area at the most."""


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as its file has it: `columns` of letters, and how many `tiles` each area has."""

    columns: tuple[str, ...]
    tiles: dict[str, int]


class Land:
    """A map made ready for playing.

    `areas` are the letters of all areas in the order of the selection cards, the west coast first and the
    east coast last; `area[space]` is an index into it (int8, shape (spaces,)). `neighbour[space, way]`
    (int16, shape (spaces, 6)) is a space, `OFF_BOARD`, or an ocean: `size + seat`.
    """

    def __init__(self, sheet: MapFile) -> None:
        """Raises `Refused("great_divide.refusal.map_…")`, naming the place."""
        _check(sheet)
        self.columns = sheet.columns
        self.areas = _areas(sheet)
        self.places: tuple[Place, ...] = tuple(
            (x, y) for x, column in enumerate(sheet.columns) for y in range(len(column))
        )
        self.size = len(self.places)
        self.space = {place: space for space, place in enumerate(self.places)}
        letters = "".join(sheet.columns)
        self.area = read_only(np.array([self.areas.index(letter) for letter in letters], dtype=np.int8))
        self.neighbour = self._neighbours()
        self.beside: tuple[tuple[int, ...], ...] = tuple(map(tuple, self.neighbour.tolist()))

    def ocean(self, seat: Seat) -> int:
        """The number that stands for a seat's ocean in `neighbour`."""
        return self.size + seat

    def is_ocean(self, space: int) -> bool:
        """Whether this number stands for an ocean instead of a space."""
        return space >= self.size

    def _neighbours(self) -> NDArray[np.int16]:
        table = hex_neighbours([len(column) for column in self.columns]).copy()
        for seat, column in ((PACIFIC, 0), (ATLANTIC, len(self.columns) - 1)):
            coast = [space for space, place in enumerate(self.places) if place[0] == column]
            table[np.ix_(coast, _SEAWARD[seat])] = self.ocean(seat)
        return read_only(table)


def read(text: str) -> Land:
    """A land from the text of a map. Raises `Refused("great_divide.refusal.map_…")`, naming the place."""
    try:
        sheet = msgspec.toml.decode(text, type=MapFile)
    except (msgspec.DecodeError, ValueError) as error:
        raise Refused("great_divide.refusal.map_unreadable", detail=str(error)[:120]) from None
    return Land(sheet)


def _areas(sheet: MapFile) -> str:
    """The letters of the areas, coasts first and last."""
    west, east = sheet.columns[0][0], sheet.columns[-1][0]
    inland = [letter for letter in sheet.tiles if letter not in (west, east)]
    return "".join((west, *inland, east))


def _check(sheet: MapFile) -> None:
    """Refuse a map that cannot be played on."""
    if not 3 <= len(sheet.columns) <= _LARGEST_SIDE:
        raise Refused("great_divide.refusal.map_columns", columns=len(sheet.columns), most=_LARGEST_SIDE)
    for x, column in enumerate(sheet.columns):
        if not 1 <= len(column) <= _LARGEST_SIDE:
            raise Refused("great_divide.refusal.map_column", [(x, 0)], column=x, most=_LARGEST_SIDE)
        for y, letter in enumerate(column):
            if letter in " .":
                raise Refused("great_divide.refusal.map_hole", [(x, y)], column=x, row=y)
            if letter not in sheet.tiles:
                raise Refused("great_divide.refusal.map_area", [(x, y)], column=x, row=y, area=_shown(letter))
    _check_steps(sheet)
    _check_coasts(sheet)
    _check_counts(sheet)


def _check_steps(sheet: MapFile) -> None:
    """Refuse columns that do not alternate: the even ones of one height, the odd ones a space more."""
    low = len(sheet.columns[0])
    for x, column in enumerate(sheet.columns):
        if len(column) != low + x % 2:
            raise Refused("great_divide.refusal.map_height", [(x, 0)], column=x, height=low + x % 2)


def _check_coasts(sheet: MapFile) -> None:
    """Refuse a map whose outer columns are not coasts, or with coast inland."""
    last = len(sheet.columns) - 1
    west, east = sheet.columns[0][0], sheet.columns[last][0]
    for x, column in enumerate(sheet.columns):
        for y, letter in enumerate(column):
            wanted = west if x == 0 else east if x == last else None
            inland = wanted is None and letter not in (west, east)
            if inland or (wanted == letter and west != east):
                continue
            raise Refused("great_divide.refusal.map_coast", [(x, y)], column=x, row=y)


def _check_counts(sheet: MapFile) -> None:
    if len(sheet.tiles) > MOST_AREAS:
        raise Refused("great_divide.refusal.map_areas", areas=len(sheet.tiles), most=MOST_AREAS)
    letters = "".join(sheet.columns)
    for letter, tiles in sheet.tiles.items():
        if len(letter) != 1 or not (letter.isascii() and letter.isalnum()) or letter == EIGHTH_CARD:
            raise Refused("great_divide.refusal.map_letter", area=_shown(letter))
        if tiles != letters.count(letter):
            spaces = [(x, y) for x, c in enumerate(sheet.columns) for y, at in enumerate(c) if at == letter]
            raise Refused(
                "great_divide.refusal.map_count", spaces, area=letter, tiles=tiles, spaces=len(spaces)
            )
        if tiles > MOST_TILES:
            raise Refused("great_divide.refusal.map_tiles", area=letter, most=MOST_TILES)


def _shown(letter: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in letter[:8])


EIGHTH_CARD: Final = "S"
"""The letter of the eighth selection card; so no area has it."""

GREAT_DIVIDE_MAP: Final = read((files(__package__) / "map.toml").read_text(encoding="utf-8"))
