"""The board of the search: the ground as loose strands, quick to change.

A strand is a run of stretches that hang together, own or neutral, and only its two ends are remembered:
laying a card ties strands together and never looks at what they are made of.

A *cell* is a number, see `cell_of`. A *key* is a side of a cell over which a strand leads into it, `4 * cell
+ side`. Instead of a key a strand may end in `CLOSED_END`, in a pool (`POOL_BASE` or less) or, as a ring, in
`RING_END`. Cards are numbers too: 0 to 5 the straights and curves as in `CARDS`, 6 to 9 the ends by side. A
*worth* is a length with the numbers of each animal packed into one integer, so that worths add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Self

from core.games.down_under.board import CellRect, PlayingField
from core.games.down_under.scoring import RABBIT_POINTS, SET_POINTS
from core.games.down_under.state import (
    ANIMALS,
    BILLABONGS,
    CARDS,
    NEUTRAL_SIDES,
    NOBODY,
    OWN_SIDES,
    Shape,
)

ROW_STRIDE: Final = 256
_ORIGIN: Final = 128
CELL_STEPS: Final = (-ROW_STRIDE, 1, ROW_STRIDE, -1)
"""Added to a cell: the next one over each side."""
BORDER_OFFSETS: Final = tuple(4 * step + (side ^ 2) - side for side, step in enumerate(CELL_STEPS))
"""Added to a key, by side: the same border seen from the next cell."""

CLOSED_END: Final = -1
RING_END: Final = -2
POOL_BASE: Final = -16
"""End of a strand in a billabong: the pool on cell c is `POOL - c`."""

FIRST_CURVE: Final = 2
FIRST_END: Final = 6
BILLABONG_CARD: Final = 10
BOTH_ENDS: Final = 1 << 10
"""Added to an end when the opposite one comes to lie on its cell."""
_POOLS_ONLY: Final = -1
"""Instead of a card: a billabong with no way through; one with a way like card c is `-2 - c`."""

SIDES_OF: Final = tuple((OWN_SIDES[card][0], OWN_SIDES[card][-1], *NEUTRAL_SIDES[card]) for card in CARDS)
"""For each card the two sides of its own part, an end's only one twice, and those of its neutral part."""
_CARDS_OVER_SIDE: Final = tuple(
    tuple(card for card in range(FIRST_END) if side in SIDES_OF[card][:2]) for side in range(4)
)
"""The straights and curves whose own part leads over each side."""
_CARD_OF_SIDES: Final = {frozenset(sides[:2]): card for card, sides in enumerate(SIDES_OF[:FIRST_END])}

_BITS: Final = 10
_MASK: Final = (1 << _BITS) - 1
ANIMAL_UNITS: Final = tuple(1 << _BITS * (number + 1) for number in range(len(ANIMALS)))
"""Worth of one animal of each kind."""

END_SLOT: Final = 2 * len(ANIMALS)
DINGO_INDEX: Final = ANIMALS.index("dingo")
_SLOTS: Final[dict[Shape, int]] = {"straight": 0, "curve": len(ANIMALS), "end": END_SLOT}
NO_ANIMAL: Final = -1

EndEntry = tuple[int, int, int]
"""Facts kept at one end of a strand: the other end, its path or `NOBODY`, its worth."""
PathEnds = tuple[int, int, int]
"""Both ends of a path and its worth."""
RemainingCards = tuple[int, ...]
"""Cards left for a path: straights by animal, curves by animal, ends; without animals all are kangaroos."""


class PathMove(NamedTuple):
    """Laying `card` for a path on a cell; a curve that lies there already is turned."""

    path: int
    cell: int
    card: int
    animal: int = NO_ANIMAL


def cell_of(x: int, y: int) -> int:
    return (y + _ORIGIN) * ROW_STRIDE + x + _ORIGIN


def place_of(cell: int) -> tuple[int, int]:
    """Column and row of a cell, `x, y`."""
    return cell % ROW_STRIDE - _ORIGIN, cell // ROW_STRIDE - _ORIGIN


def length(tips: PathEnds) -> int:
    """The number of stretches of a path, see `board.length`."""
    return (tips[2] & _MASK) - (tips[0] == tips[1] <= POOL_BASE)


def count(worth: int, animal: int) -> int:
    """The number of animals of one kind in a worth."""
    return worth >> _BITS * (animal + 1) & _MASK


def score(tips: PathEnds) -> int:
    """The points of a path, as in `scoring.score`."""
    worth = tips[2]
    if worth <= _MASK:
        return length(tips)
    kangaroos, emus, platypuses, rabbits, dingos = (count(worth, animal) for animal in range(len(ANIMALS)))
    sets = SET_POINTS * min(kangaroos, emus, platypuses)
    return length(tips) + sets + (0 if dingos else RABBIT_POINTS * rabbits)


class SearchBoard:
    """The cards on the board as strands, and the cards left.

    `strands` has an entry for each end of a strand that is a key, `paths` for each path that has been begun.
    `cards[cell]` is 16 × the path + the card that lies there. `room` are the cells for straights, curves and
    billabongs, the taken ones too; None for all.
    """

    __slots__ = ("cards", "field", "left", "paths", "pools", "room", "strands", "taken")

    def __init__(self, field: PlayingField, paths: int) -> None:
        self.field: PlayingField = field
        self.strands: dict[int, EndEntry] = {}
        self.cards: dict[int, int] = {}
        self.paths: list[PathEnds | None] = [None] * paths
        self.left: list[RemainingCards] = []
        self.pools: int = BILLABONGS
        self.taken: CellRect | None = None
        self.room: frozenset[int] | None = _room(field, None)

    def copy(self) -> Self:
        """A board that can be changed without changing this one."""
        new = self.__class__.__new__(self.__class__)
        new.field, new.pools, new.taken, new.room = self.field, self.pools, self.taken, self.room
        new.strands, new.cards = self.strands.copy(), self.cards.copy()
        new.paths, new.left = self.paths.copy(), self.left.copy()
        return new

    # --- Laying ----------------------------------------------------------------------------------------

    def has(self, cell: int) -> bool:
        """Whether a straight, a curve or a billabong may lie on the cell."""
        return self.room is None or cell in self.room

    def straights_left(self, path: int) -> int:
        """The number of straights left for a path."""
        return sum(self.left[path][: len(ANIMALS)])

    def curves_left(self, path: int) -> int:
        """The number of curves left for a path."""
        return sum(self.left[path][len(ANIMALS) : END_SLOT])

    def cards_at(self, path: int, key: int) -> list[int]:
        """The cards that fit where an open end of a path leads; the supply is not looked at."""
        cell, side = key >> 2, key & 3
        if cell in self.cards:
            return [FIRST_END + side]
        found: list[int] = []
        if self.has(cell):
            found += [card for card in _CARDS_OVER_SIDE[side] if self._fits(path, key, card)]
        if self._may_cross(cell, (side + 1) % 4, (side + 3) % 4, path, CLOSED_END):
            found.append(FIRST_END + side)
        return found

    def _fits(self, path: int, key: int, card: int) -> bool:
        """Whether a straight or curve, laid where a path leads, joins no two paths."""
        cell = key >> 2
        one, other, left, right = SIDES_OF[card]
        beyond = self.strands.get(4 * cell + (other if key & 3 == one else one))
        if beyond is None:
            return self._may_cross(cell, left, right, path, CLOSED_END)
        return beyond[1] in (NOBODY, path) and self._may_cross(cell, left, right, path, beyond[0])

    def _may_cross(self, cell: int, one: int, other: int, path: int, gained: int) -> bool:
        """Whether a neutral part between these sides joins no two paths; the end `gained` is now `path`'s."""
        left, right = self.strands.get(4 * cell + one), self.strands.get(4 * cell + other)
        if left is None or right is None:
            return True
        a = path if gained == 4 * cell + one else left[1]
        b = path if gained == 4 * cell + other else right[1]
        return NOBODY in (a, b) or a == b

    def lay(self, move: PathMove) -> None:
        """Put a card on a cell and tie strands together; nothing else follows here."""
        path, cell, card, animal = move
        one, other, left, right = SIDES_OF[card]
        worth = 1 if animal == NO_ANIMAL else 1 + ANIMAL_UNITS[animal]
        if card >= FIRST_END:
            self.join_ends(4 * cell + one, CLOSED_END, path, 1)
            if cell in self.cards:
                self.cards[cell] += BOTH_ENDS
            else:
                self.cards[cell] = 16 * path + card
                self.join_ends(4 * cell + left, 4 * cell + right, NOBODY, 1)
        else:
            self.cards[cell] = 16 * path + card
            self.join_ends(4 * cell + one, 4 * cell + other, path, 1)
            self.join_ends(4 * cell + left, 4 * cell + right, NOBODY, worth)
            self._take(cell)
        self._spend(path, card, animal)

    def _spend(self, path: int, card: int, animal: int) -> None:
        slot = END_SLOT if card >= FIRST_END else max(animal, 0) + (card >= FIRST_CURVE) * len(ANIMALS)
        if path < len(self.left):
            left = self.left[path]
            self.left[path] = (*left[:slot], left[slot] - 1, *left[slot + 1 :])

    def _take(self, cell: int) -> None:
        """Count the cell as taken in the field."""
        place = place_of(cell)
        if self.taken is None or not self.taken.holds(place):
            self.taken = CellRect(*place, *place) if self.taken is None else self.taken.around(place)
            self.room = _room(self.field, self.taken)

    def join_ends(self, one: int, other: int, path: int, worth: int) -> None:
        """Add a stretch between two sides of a cell; `other` may be `CLOSED_END` or a pool."""
        strands = self.strands
        strand = strands.pop(one, None)
        if strand is None:
            end = one + BORDER_OFFSETS[one & 3]
        else:
            end, path, worth = strand[0], max(path, strand[1]), worth + strand[2]
            if end == other >= 0:
                del strands[other]
                if path >= 0:
                    self.paths[path] = (RING_END, RING_END, worth)
                return
        if other >= 0:
            strand = strands.pop(other, None)
            if strand is None:
                other += BORDER_OFFSETS[other & 3]
            else:
                other, path, worth = strand[0], max(path, strand[1]), worth + strand[2]
        if end >= 0:
            strands[end] = (other, path, worth)
        if other >= 0:
            strands[other] = (end, path, worth)
        if path >= 0:
            self.paths[path] = (end, other, worth)

    # --- Rings -----------------------------------------------------------------------------------------

    def free_ends(self, cell: int) -> tuple[int, int] | None:
        """Both ends of the strand over the neutral part of a curve, if both are open and nobody's."""
        sides = SIDES_OF[self.cards[cell] & 15][2:]
        one, other = self._end_beyond(cell, sides[0]), self._end_beyond(cell, sides[1])
        if one < 0 or other < 0 or self.strands[one][1] != NOBODY:
            return None
        return one, other

    def _end_beyond(self, cell: int, side: int) -> int:
        """The key at which a strand ends that leads out of a cell; less than 0 where it is not open."""
        key = 4 * cell + side
        start = key
        while True:
            key += BORDER_OFFSETS[key & 3]
            if key in self.strands:
                return key
            over = self._joined(self.cards[key >> 2], key & 3)
            if over < 0:
                return CLOSED_END
            key = key - (key & 3) + over
            if key >> 2 == start >> 2:
                return RING_END

    @staticmethod
    def _joined(card: int, side: int) -> int:
        """The side of a card that is joined to this one; less than 0 where none is."""
        if card < 0:
            one, other, *_ = SIDES_OF[-2 - card] if card < _POOLS_ONLY else (-1, -1)
            return other if side == one else one if side == other else -1
        one, other, left, right = SIDES_OF[card & 15]
        if one == other:
            return side ^ 2 if side in (left, right) else -1
        return {one: other, other: one, left: right, right: left}[side]

    def turn_curve(self, move: PathMove) -> None:
        """Turn the curve of a ring: its path then runs from end to end of the neutral strand there."""
        path, cell, card, _ = move
        ends, ring = self.free_ends(cell), self.paths[path]
        assert ends is not None and ring is not None
        one, other = ends
        worth = ring[2] + self.strands[one][2]
        self.cards[cell] = 16 * path + card
        self.strands[one], self.strands[other] = (other, path, worth), (one, path, worth)
        self.paths[path] = (one, other, worth)

    # --- Billabongs ------------------------------------------------------------------------------------

    def coming(self, cell: int) -> list[int]:
        """The paths that lead to a cell."""
        return [p for p, tips in enumerate(self.paths) if tips and self.sides_into(p, cell)]

    def sides_into(self, path: int, cell: int) -> list[int]:
        """The sides over which a path leads to a cell."""
        tips = self.paths[path]
        return [key & 3 for key in (tips[:2] if tips else ()) if key >= 0 and key >> 2 == cell]

    def crowded(self) -> int | None:
        """The first cell to which three paths lead, if a billabong can be laid there."""
        cells = [key >> 2 for tips in self.paths if tips for key in tips[:2] if key >= 0]
        if len(cells) - len(set(cells)) < 2 or not self.pools:
            return None
        crowded = (cell for cell in set(cells) if cells.count(cell) > 2 and len(self.coming(cell)) > 2)
        return min((cell for cell in crowded if cell not in self.cards and self.has(cell)), default=None)

    def lay_billabong(self, cell: int, ways: Sequence[Sequence[int]], instead: bool = False) -> None:
        """A billabong with ways between these sides; over the others strands end in its pool.

        Not if it lies `instead` of a curve: then it has two ways.
        """
        self.pools -= 1
        self.cards[cell] = -2 - _CARD_OF_SIDES[frozenset(ways[0])] if ways else _POOLS_ONLY
        for one, other in ways:
            self.join_ends(4 * cell + one, 4 * cell + other, NOBODY, 1)
        through = range(4) if instead else [side for way in ways for side in way]
        for side in range(4):
            if side not in through:
                self.join_ends(4 * cell + side, POOL_BASE - cell, NOBODY, 1)
        self._take(cell)


@lru_cache(maxsize=4096)
def _room(field: PlayingField, taken: CellRect | None) -> frozenset[int] | None:
    """The cells that the field may still come to have, once these are taken: see `PlayingField.has`."""
    if field.fixed is not None:
        return _cells(field.fixed)
    if field.size is None or taken is None:
        return None
    short, long = field.size
    return frozenset().union(
        *(
            _cells(CellRect(taken.right - w + 1, taken.bottom - h + 1, taken.left + w - 1, taken.top + h - 1))
            for w, h in ((short, long), (long, short))
            if taken.width <= w and taken.height <= h
        )
    )


def _cells(rect: CellRect) -> frozenset[int]:
    columns = range(rect.left, rect.right + 1)
    return frozenset(cell_of(x, y) for y in range(rect.top, rect.bottom + 1) for x in columns)
