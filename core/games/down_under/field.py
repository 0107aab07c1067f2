"""The playing field: only its size is agreed on; where it lies comes from the cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from core.games.down_under.state import ENDS, Cell, FieldSize, Laid, Options

FIELD_SIZES: Final[dict[int, dict[FieldSize, FieldSize]]] = {
    2: {"easy": "6x6", "recommended": "5x7", "hard": "4x8"},
    3: {"easy": "7x7", "recommended": "6x8", "hard": "4x10"},
    4: {"easy": "8x8", "recommended": "7x9", "hard": "5x11"},
}
"""The sizes for each number of seats."""


def size_name(options: Options, seats: int) -> FieldSize:
    """The size by its name, `"5x7"` or `"unlimited"`."""
    return FIELD_SIZES[seats].get(options.size, options.size)


def size_of(options: Options, seats: int) -> tuple[int, int] | None:
    """Length and width of the field, in cells; None if it has no bounds."""
    size = size_name(options, seats)
    if size == "unlimited":
        return None
    short, long = size.split("x")
    return int(short), int(long)


class CellRect(NamedTuple):
    """A rectangle of cells, both ends included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1

    def holds(self, cell: Cell) -> bool:
        """Whether the cell lies inside."""
        return self.left <= cell[0] <= self.right and self.top <= cell[1] <= self.bottom

    def around(self, cell: Cell) -> CellRect:
        """The smallest rectangle around this one and a cell."""
        x, y = cell
        return CellRect(min(self.left, x), min(self.top, y), max(self.right, x), max(self.bottom, y))


def extent(cards: Iterable[Laid]) -> CellRect | None:
    """The smallest rectangle around all cards but ends; None if there are none."""
    cells = [(laid.x, laid.y) for laid in cards if laid.card not in ENDS]
    if not cells:
        return None
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return CellRect(min(xs), min(ys), max(xs), max(ys))


class PlayingField(NamedTuple):
    """What decides where a straight, a curve or a billabong may lie.

    `size` is the size agreed on, None without bounds; `taken` the smallest rectangle around all such cards,
    None if there are none; `fixed` where the field lies if a frame says so from the start.
    """

    size: tuple[int, int] | None
    taken: CellRect | None
    fixed: CellRect | None = None

    def has(self, cell: Cell) -> bool:
        """Whether such a card could lie on this cell."""
        if self.fixed is not None:
            return self.fixed.holds(cell)
        return self.size is None or self.taken is None or self._fits(self.taken.around(cell))

    def _fits(self, rect: CellRect) -> bool:
        assert self.size is not None
        short, long = self.size
        width, height = rect.width, rect.height
        return min(width, height) <= short and max(width, height) <= long
