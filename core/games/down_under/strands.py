"""The ground as loose strands: a position in which bots look many steps ahead.

A strand is what hangs together, own or neutral stretches, and only its two ends are remembered: laying a card
ties strands together and never looks at what they are made of. It is the same game as `rules`, which a test
shows step by step, from the moment on when every path has been begun.

A *cell* is a number, see `cell_of`. A *key* is a side of a cell over which a strand leads into it, `4 * cell +
side`. Instead of a key a strand may end in `CLOSED`, in a pool (`POOL` or less) or, as a ring, in `RING`.
Cards are numbers too: 0 to 5 the straights and curves as in `CARDS`, 6 to 9 the ends by side. A *worth* is a
length with the numbers of each animal packed into one integer, so that worths add up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from core.game import Seat
from core.games.down_under.field import Field, size_of
from core.games.down_under.position import field_of, supply
from core.games.down_under.scoring import WORTH_OF_A_RABBIT, WORTH_OF_A_SET
from core.games.down_under.state import (
    ANIMALS,
    BILLABONG,
    BILLABONGS,
    CARDS,
    CURVES,
    NEUTRAL,
    NOBODY,
    OWN,
    Action,
    Colour,
    Laid,
    Lay,
    LayBillabong,
    Shape,
    State,
    Turn,
    paths_of,
)

ROW: Final = 256
_MIDDLE: Final = 128
STEPS: Final = (-ROW, 1, ROW, -1)
"""From a cell to the next one over each side."""
_OUT: Final = tuple(4 * step + (side ^ 2) - side for side, step in enumerate(STEPS))
"""From a key to that of the same border seen from the next cell."""

CLOSED: Final = -1
RING: Final = -2
POOL: Final = -16
"""A pool on cell c is `POOL - c`."""

FIRST_CURVE: Final = 2
FIRST_END: Final = 6
BILLABONG_CARD: Final = 10
BOTH_ENDS: Final = 15
"""Instead of a card: two ends that share a cell."""
_POOLS_ONLY: Final = -1
"""Instead of a card: a billabong with no way through; one with a way like card c is `-2 - c`."""

SIDES_OF: Final = tuple((OWN[card][0], OWN[card][-1], *NEUTRAL[card]) for card in CARDS)
"""For each card the two sides of its own part, an end's only one twice, and those of its neutral part."""
_OVER: Final = tuple(
    tuple(card for card in range(FIRST_END) if side in SIDES_OF[card][:2]) for side in range(4)
)
"""The straights and curves whose own part leads over each side."""
_WAY: Final = {frozenset(sides[:2]): card for card, sides in enumerate(SIDES_OF[:FIRST_END])}

_BITS: Final = 10
_MASK: Final = (1 << _BITS) - 1
UNITS: Final = tuple(1 << _BITS * (number + 1) for number in range(len(ANIMALS)))
"""The worth of each animal."""

END_SLOT: Final = 2 * len(ANIMALS)
DINGO: Final = ANIMALS.index("dingo")
_SLOTS: Final[dict[Shape, int]] = {"straight": 0, "curve": len(ANIMALS), "end": END_SLOT}
NO_ANIMAL: Final = -1

Strand = tuple[int, int, int]
"""The other end, whose path it is or `NOBODY`, its worth."""
Tips = tuple[int, int, int]
"""Both ends of a path and its worth."""
Left = tuple[int, ...]
"""How many straights with each animal, curves with each, and ends are left; without animals as kangaroos."""


class Move(NamedTuple):
    """Laying `card` for a path on a cell; a curve that lies there already is turned."""

    path: int
    cell: int
    card: int
    animal: int = NO_ANIMAL


class Setting(NamedTuple):
    """What stays the same all through a game."""

    seats: int
    paths: int
    animals: bool
    two_cards: bool
    field: Field
    own: tuple[tuple[int, ...], ...]


def cell_of(x: int, y: int) -> int:
    return (y + _MIDDLE) * ROW + x + _MIDDLE


def place_of(cell: int) -> tuple[int, int]:
    """x, y."""
    return cell % ROW - _MIDDLE, cell // ROW - _MIDDLE


def length(tips: Tips) -> int:
    """Of how many stretches a path is made, see `paths.length`."""
    return (tips[2] & _MASK) - (tips[0] == tips[1] <= POOL)


def count(worth: int, animal: int) -> int:
    """How many of an animal are in a worth."""
    return worth >> _BITS * (animal + 1) & _MASK


def score(tips: Tips) -> int:
    """Points of a path, as in `scoring.score`."""
    worth = tips[2]
    if worth <= _MASK:
        return length(tips)
    kangaroos, emus, platypuses, rabbits, dingos = (count(worth, animal) for animal in range(len(ANIMALS)))
    sets = WORTH_OF_A_SET * min(kangaroos, emus, platypuses)
    return length(tips) + sets + (0 if dingos else WORTH_OF_A_RABBIT * rabbits)


class Strands:
    """A position; see the module. `turn` is -1 when the game is over.

    `cards` says what lies on each cell: 16 × its path + the card. `laid` are the paths that got a card in
    this turn, `due` the keys where one is owed.
    """

    __slots__ = (
        "cards",
        "due",
        "laid",
        "left",
        "opening",
        "paths",
        "pools",
        "setting",
        "strands",
        "stuck",
        "taken",
        "turn",
    )

    setting: Setting
    strands: dict[int, Strand]
    cards: dict[int, int]
    paths: list[Tips | None]
    left: list[Left]
    stuck: list[bool]
    taken: tuple[int, int, int, int] | None
    pools: int
    turn: int
    laid: tuple[int, ...]
    due: tuple[int, ...]
    opening: bool

    def copy(self) -> Strands:
        """One that can be played on without changing this one."""
        new = Strands.__new__(Strands)
        new.setting, new.taken, new.pools = self.setting, self.taken, self.pools
        new.turn, new.laid, new.due, new.opening = self.turn, self.laid, self.due, self.opening
        new.strands, new.cards = self.strands.copy(), self.cards.copy()
        new.paths, new.left, new.stuck = self.paths.copy(), self.left.copy(), self.stuck.copy()
        return new

    # --- What can be done ------------------------------------------------------------------------------

    def todo(self) -> list[int]:
        """The paths for which the seat to act may do something, as far as anything can be done there."""
        own = self.setting.own[self.turn]
        if self.due:
            return [p for p in own if all(self.strands[key][1] == p for key in self.due)]
        return [p for p in own if p not in self.laid and not self.is_finished(p)]

    def is_finished(self, path: int) -> bool:
        """See `position.is_finished`."""
        tips = self.paths[path]
        return self.stuck[path] or (tips is not None and tips[0] < 0 and tips[1] < 0 and tips[0] != RING)

    def moves(self) -> list[Move]:
        """Everything that the seat to act can do, without choosing among animals."""
        return [move for path in self.todo() for move in self._of_path(path)]

    def _of_path(self, path: int) -> Iterator[Move]:
        tips = self.paths[path]
        if tips is None:
            return
        if tips[0] == RING:
            yield from self._turns(path)
            return
        curves = self.curves_left(path)
        straights = sum(self.left[path][: len(ANIMALS)])
        ends = 0 if self.opening else self.left[path][END_SLOT]
        met = set[tuple[int, int]]()
        for key in self.due or tips[:2]:
            if key >= 0:
                for card in self.cards_at(path, key):
                    left = straights if card < FIRST_CURVE else curves if card < FIRST_END else ends
                    if left and (key >> 2, card) not in met:
                        met.add((key >> 2, card))
                        yield Move(path, key >> 2, card)
        if not curves and not self.due and not self.opening and self._meets_case_3(path):
            yield Move(path, tips[0] >> 2, BILLABONG_CARD)

    def curves_left(self, path: int) -> int:
        """How many curves are left for a path."""
        return sum(self.left[path][len(ANIMALS) : END_SLOT])

    def cards_at(self, path: int, key: int) -> list[int]:
        """The cards that fit where an open end of a path leads; the supply is not looked at."""
        cell, side = key >> 2, key & 3
        if cell in self.cards:
            return [FIRST_END + side]
        found: list[int] = []
        if self.has(cell):
            found += [card for card in _OVER[side] if self._fits(path, key, card)]
        if self._may_cross(cell, (side + 1) % 4, (side + 3) % 4, path, CLOSED):
            found.append(FIRST_END + side)
        return found

    def _fits(self, path: int, key: int, card: int) -> bool:
        """Whether a straight or curve, laid where a path leads, joins no two paths."""
        cell = key >> 2
        one, other, left, right = SIDES_OF[card]
        beyond = self.strands.get(4 * cell + (other if key & 3 == one else one))
        if beyond is None:
            return self._may_cross(cell, left, right, path, CLOSED)
        return beyond[1] in (NOBODY, path) and self._may_cross(cell, left, right, path, beyond[0])

    def _may_cross(self, cell: int, one: int, other: int, path: int, gained: int) -> bool:
        """Whether a neutral part between these sides joins no two paths; the end `gained` is now `path`'s."""
        left, right = self.strands.get(4 * cell + one), self.strands.get(4 * cell + other)
        if left is None or right is None:
            return True
        a = path if gained == 4 * cell + one else left[1]
        b = path if gained == 4 * cell + other else right[1]
        return NOBODY in (a, b) or a == b

    def has(self, cell: int) -> bool:
        """Whether a straight, a curve or a billabong may lie on the cell."""
        return _has(self.setting.field, self.taken, cell)

    def is_able(self, path: int) -> bool:
        """Whether anything can be done for a path."""
        return next(self._of_path(path), None) is not None

    # --- Doing it --------------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Do this, and all that follows up to the next decision."""
        path, cell, card, _ = move
        if not self.due:
            self.laid = (*self.laid, path)
        if card == BILLABONG_CARD:
            self._billabong(cell, {p: self._sides_into(p, cell) for p in self._coming(cell)}, instead=True)
        elif cell in self.cards and card < FIRST_END:
            self._turn(move)
        else:
            self.lay(move)
        self._fill_billabongs(path)
        self._go_on()

    def lay(self, move: Move) -> None:
        """The card lies there, and strands are tied together; nothing else."""
        path, cell, card, animal = move
        one, other, left, right = SIDES_OF[card]
        worth = 1 if animal == NO_ANIMAL else 1 + UNITS[animal]
        if card >= FIRST_END:
            self.tie(4 * cell + one, CLOSED, path, 1)
            if cell in self.cards:
                self.cards[cell] = BOTH_ENDS
            else:
                self.cards[cell] = 16 * path + card
                self.tie(4 * cell + left, 4 * cell + right, NOBODY, 1)
        else:
            self.cards[cell] = 16 * path + card
            self.tie(4 * cell + one, 4 * cell + other, path, 1)
            self.tie(4 * cell + left, 4 * cell + right, NOBODY, worth)
            self._take(cell)
        self._spend(path, card, animal)

    def _spend(self, path: int, card: int, animal: int) -> None:
        slot = END_SLOT if card >= FIRST_END else max(animal, 0) + (card >= FIRST_CURVE) * len(ANIMALS)
        if path < len(self.left):
            left = self.left[path]
            self.left[path] = (*left[:slot], left[slot] - 1, *left[slot + 1 :])

    def _take(self, cell: int) -> None:
        """The cell counts for the field."""
        x, y = place_of(cell)
        if self.taken is None:
            self.taken = (x, y, x, y)
        else:
            left, top, right, bottom = self.taken
            if not (left <= x <= right and top <= y <= bottom):
                self.taken = (min(left, x), min(top, y), max(right, x), max(bottom, y))

    def tie(self, one: int, other: int, path: int, worth: int) -> None:
        """A stretch comes to lie between two sides of a cell; `other` may be `CLOSED` or a pool."""
        strands = self.strands
        strand = strands.pop(one, None)
        if strand is None:
            end = one + _OUT[one & 3]
        else:
            end, path, worth = strand[0], max(path, strand[1]), worth + strand[2]
            if end == other >= 0:
                del strands[other]
                if path >= 0:
                    self.paths[path] = (RING, RING, worth)
                return
        if other >= 0:
            strand = strands.pop(other, None)
            if strand is None:
                other += _OUT[other & 3]
            else:
                other, path, worth = strand[0], max(path, strand[1]), worth + strand[2]
        if end >= 0:
            strands[end] = (other, path, worth)
        if other >= 0:
            strands[other] = (end, path, worth)
        if path >= 0:
            self.paths[path] = (end, other, worth)

    # --- Rings -----------------------------------------------------------------------------------------

    def _turns(self, path: int) -> Iterator[Move]:
        """How a ring can be opened. However its curve is turned, its ends are those of the neutral strand."""
        for cell, card in self.cards.items():
            if card >> 4 == path and FIRST_CURVE <= card & 15 < FIRST_END and self._free_ends(cell):
                for step in (1, 3):
                    yield Move(path, cell, FIRST_CURVE + ((card & 15) - FIRST_CURVE + step) % 4)

    def _free_ends(self, cell: int) -> tuple[int, int] | None:
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
            key += _OUT[key & 3]
            if key in self.strands:
                return key
            over = self._joined(self.cards[key >> 2], key & 3)
            if over < 0:
                return CLOSED
            key = key - (key & 3) + over
            if key >> 2 == start >> 2:
                return RING

    @staticmethod
    def _joined(card: int, side: int) -> int:
        """The side of a card that is joined to this one; less than 0 where none is."""
        if card < 0:
            one, other, *_ = SIDES_OF[-2 - card] if card < _POOLS_ONLY else (-1, -1)
            return other if side == one else one if side == other else -1
        if card == BOTH_ENDS or card & 15 >= FIRST_END:
            return side ^ 2 if card != BOTH_ENDS and side in SIDES_OF[card & 15][2:] else -1
        one, other, left, right = SIDES_OF[card & 15]
        return {one: other, other: one, left: right, right: left}[side]

    def _turn(self, move: Move) -> None:
        """The curve of a ring lies turned: its path now runs from end to end of the neutral strand there."""
        path, cell, card, _ = move
        ends, ring = self._free_ends(cell), self.paths[path]
        assert ends is not None and ring is not None
        one, other = ends
        worth = ring[2] + self.strands[one][2]
        self.cards[cell] = 16 * path + card
        self.strands[one], self.strands[other] = (other, path, worth), (one, path, worth)
        self.paths[path] = (one, other, worth)

    # --- Billabongs ------------------------------------------------------------------------------------

    def _coming(self, cell: int) -> list[int]:
        """The paths that lead to a cell."""
        return [p for p, tips in enumerate(self.paths) if tips and self._sides_into(p, cell)]

    def _sides_into(self, path: int, cell: int) -> list[int]:
        """The sides over which a path leads to a cell."""
        tips = self.paths[path]
        return [key & 3 for key in (tips[:2] if tips else ()) if key >= 0 and key >> 2 == cell]

    def _meets_case_3(self, path: int) -> bool:
        tips = self.paths[path]
        if tips is None or tips[0] < 0 or tips[0] >> 2 != tips[1] >> 2 or not self.pools:
            return False
        cell = tips[0] >> 2
        if cell in self.cards or not self.has(cell):
            return False
        met = [self._sides_into(p, cell) for p in self._coming(cell)]
        return len(met) == 2 and all(len(sides) == 2 and (sides[0] + sides[1]) % 2 for sides in met)

    def _fill_billabongs(self, mover: int) -> None:
        """Cases 1 and 2; what is due where is noted."""
        due = list(self.due)
        while (cell := self._crowded()) is not None:
            coming = {p: self._sides_into(p, cell) for p in self._coming(cell)}
            sides = self._way_through(coming, mover)
            self._billabong(cell, {mover: sides} if sides else {})
            due += [4 * cell + side + _OUT[side] for side in sides]
        tips = self.paths[mover]
        self.due = tuple(key for key in due if tips and key in tips[:2])

    def _crowded(self) -> int | None:
        if not self.pools:
            return None
        met: dict[int, set[int]] = {}
        for path, tips in enumerate(self.paths):
            for key in tips[:2] if tips else ():
                if key >= 0:
                    met.setdefault(key >> 2, set()).add(path)
        crowded = (cell for cell, paths in met.items() if len(paths) > 2)
        return min((c for c in crowded if c not in self.cards and self.has(c)), default=None)

    @staticmethod
    def _way_through(coming: dict[int, list[int]], mover: int) -> list[int]:
        """See `rules._way_through`."""
        if len(coming) > 3 or mover not in coming:
            return []
        taken = {side for sides in coming.values() for side in sides}
        sides = coming[mover] + [side for side in range(4) if side not in taken]
        return sides if len(sides) == 2 else []

    def _billabong(self, cell: int, ways: dict[int, list[int]], instead: bool = False) -> None:
        """A billabong with these ways through it; over the other sides strands end in its pool."""
        self.pools -= 1
        card = _POOLS_ONLY
        for one, other in ways.values():
            self.tie(4 * cell + one, 4 * cell + other, NOBODY, 1)
            card = -2 - _WAY[frozenset((one, other))]
        if not instead:
            through = [side for sides in ways.values() for side in sides]
            for side in range(4):
                if side not in through:
                    self.tie(4 * cell + side, POOL - cell, NOBODY, 1)
        self.cards[cell] = card
        self._take(cell)

    # --- Whose turn it is ------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """See `rules._go_on`."""
        if self.due:
            path = self.strands[self.due[0]][1]
            self.due = tuple(key for key in self.due if self._is_due(path, key))
            if self.due:
                return
        if self.setting.two_cards and not self.opening:
            todo = self.todo()
            if any(self.is_able(path) for path in todo):
                return
            self._finish(todo)
        self.opening = False
        self._pass_on()

    def _is_due(self, path: int, key: int) -> bool:
        """Whether a card can be laid where it is due."""
        curves, straights = self.curves_left(path), sum(self.left[path][: len(ANIMALS)])
        for card in self.cards_at(path, key):
            if straights if card < FIRST_CURVE else curves if card < FIRST_END else self.left[path][END_SLOT]:
                return True
        return False

    def _pass_on(self) -> None:
        last, self.due = self.turn, ()
        for step in range(1, self.setting.seats + 1):
            self.turn = (last + step) % self.setting.seats
            self.laid = ()
            todo = self.todo()
            if any(self.is_able(path) for path in todo):
                return
            self._finish(todo)
        self.turn = -1

    def _finish(self, paths: list[int]) -> None:
        for path in paths:
            self.stuck[path] = True


@lru_cache(maxsize=65536)
def _has(field: Field, taken: tuple[int, int, int, int] | None, cell: int) -> bool:
    x, y = place_of(cell)
    if field.fixed is not None:
        left, top, right, bottom = field.fixed
        return left <= x <= right and top <= y <= bottom
    if field.size is None or taken is None:
        return True
    width = max(x, taken[2]) - min(x, taken[0]) + 1
    height = max(y, taken[3]) - min(y, taken[1]) + 1
    short, long = field.size
    return min(width, height) <= short and max(width, height) <= long


# --- From the rules and back ---------------------------------------------------------------------------


def strands_of(s: State) -> Strands:
    """The position as strands."""
    two = bool(s.options.two_paths)
    own = tuple(paths_of(s.options, s.seats, Seat(seat)) for seat in range(s.seats))
    new = Strands.__new__(Strands)
    field = Field(size_of(s.options, s.seats), None, field_of(s).fixed)
    two_cards = s.options.two_paths == "two cards"
    new.setting = Setting(s.seats, s.seats * (1 + two), s.options.animals, two_cards, field, own)
    new.strands, new.cards, new.taken = {}, {}, None
    new.paths, new.left = [None] * len(s.paths), []
    new.stuck = [*s.stuck, *[False] * (len(s.paths) - len(s.stuck))]
    new.pools = BILLABONGS
    for laid in s.cards:
        _put(new, laid)
    new.left = [_left(s, path) for path in range(new.setting.paths)]
    new.turn = -1 if s.stage == "over" else int(s.turn)
    new.laid, new.opening = s.laid, s.stage == "opening"
    new.due = tuple(4 * cell_of(x, y) + side for x, y, side in s.due)
    return new


def _put(new: Strands, laid: Laid) -> None:
    cell = cell_of(laid.x, laid.y)
    if laid.card == BILLABONG:
        sides = [list(OWN[way]) for way in laid.through]
        new._billabong(cell, dict(enumerate(sides)), instead=len(sides) == 2)
    else:
        animal = NO_ANIMAL if laid.animal is None else ANIMALS.index(laid.animal)
        new.lay(Move(laid.path, cell, CARDS.index(laid.card), animal))


def _left(s: State, path: int) -> Left:
    """What is left for a path, by slot."""
    left = [0] * (END_SLOT + 1)
    for (shape, animal), number in supply(s, path).items():
        left[_SLOTS[shape] + (0 if animal is None else ANIMALS.index(animal))] += number
    return tuple(left)


def action_of(strands: Strands, move: Move) -> Action:
    """The action of the rules that this is."""
    path, cell, card, animal = move
    x, y = place_of(cell)
    if card == BILLABONG_CARD:
        return LayBillabong(x, y)
    if cell in strands.cards and card < FIRST_END:
        return Turn(CURVES[card - FIRST_CURVE], x, y)
    two = strands.setting.paths > strands.setting.seats
    colour: Colour | None = None if not two else "a" if path < strands.setting.seats else "b"
    return Lay(CARDS[card], x, y, None if animal == NO_ANIMAL else ANIMALS[animal], colour)
