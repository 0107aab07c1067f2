"""The cards of Sturt's Stony Desert, the desert they form, and the routes that run through it.

A card is a set of curves, each named after the corner it bends round. A board is an int8 array of
shape (9, 9) holding each cell's corner bits, 0 where no card lies; the first card lies in the middle,
so index [y + 4, x + 4] is cell x, y.

          N                  NE = 1   joins N and E
      +---|---+              SE = 2   joins E and S
      | 8 | 1 |              SW = 4   joins S and W
    W --- + --- E            NW = 8   joins W and N
      | 4 | 2 |
      +---|---+              5 = NE + SW is a double curve, 3 = NE + SE a fork, 7 = all but NW a triple
          S
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.game import Place, Seat, read_only
from core.grid import neighbours

Board = NDArray[np.int8]

WEST_EAST: Final = Seat(0)
NORTH_SOUTH: Final = Seat(1)

ORIGIN_INDEX: Final = 4
BOARD_WIDTH: Final = 2 * ORIGIN_INDEX + 1
DESERT_SIZE: Final = 5
"""Cells of the finished desert's width and height."""

EMPTY_BOARD: Final[Board] = read_only(np.zeros((BOARD_WIDTH, BOARD_WIDTH), dtype=np.int8))
"""The board before the first card."""

DOUBLES: Final = (0x5, 0xA)
FORKS: Final = (0x3, 0x6, 0xC, 0x9)
TRIPLES: Final = (0xE, 0xD, 0xB, 0x7)
ALL_CORNERS: Final = 0xF


class Supply(msgspec.Struct, frozen=True):
    """The cards not yet laid; both seats draw from them."""

    doubles: int = 22
    forks: int = 22
    triples: int = 24

    def without(self, corners: int) -> Supply:
        """The supply after a card with these corners was taken from it."""
        return Supply(
            self.doubles - (corners in DOUBLES),
            self.forks - (corners in FORKS),
            self.triples - (corners in TRIPLES),
        )

    @property
    def on_field(self) -> int:
        """Number of cells that have a card."""
        return FULL_SUPPLY.doubles + FULL_SUPPLY.forks - self.doubles - self.forks


FULL_SUPPLY: Final = Supply()


class Side(IntEnum):
    """The sides of a card, clockwise."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def opposite(self) -> Side:
        return Side((self + 2) % 4)


class Crossing(NamedTuple):
    """The passage of a route through one card: the sides over which it enters and leaves `cell`."""

    cell: Place
    entered: Side
    left: Side


class End(NamedTuple):
    """The place where a route enters or leaves the desert."""

    cell: Place
    side: Side


class Area(NamedTuple):
    """The smallest rectangle around all cards, as array indices, both ends included."""

    left: int
    top: int
    right: int
    bottom: int

    def spans(self, seat: Seat) -> bool:
        """Whether the cards span the desert's final size in the direction in which `seat` crosses it."""
        return (
            self.right - self.left == DESERT_SIZE - 1
            if seat == WEST_EAST
            else self.bottom - self.top == DESERT_SIZE - 1
        )


def is_on_board(cell: Place) -> bool:
    """Whether the board has this cell."""
    return all(-ORIGIN_INDEX <= c <= ORIGIN_INDEX for c in cell)


def card_at(board: Board, cell: Place) -> int:
    """The corners of the card on a cell, 0 if there is none or it is off the board."""
    return int(board[cell[1] + ORIGIN_INDEX, cell[0] + ORIGIN_INDEX]) if is_on_board(cell) else 0


# --- Is there a route at all? Bitboards, for this is asked after every card. --------------------------
#
# The board read as one integer has a byte for each cell: cell [y, x] is byte 9·y + x, so a step to the
# east is a shift by 8 bits, a step to the south by 72. The lowest four bits of the byte are the card's
# corners; masked with LOWEST they become four bitboards "cells with that curve".
#
# A traveller is a cell together with the side it came in over; that is why nobody turns back inside a
# fork. Curves turn by 90°, so those on their way east or west go on to the north or south, and back:
#
#     moving east  (entered over W): NW leads north, SW leads south
#     moving west  (entered over E): NE leads north, SE leads south
#     moving north (entered over S): SE leads east,  SW leads west
#     moving south (entered over N): NE leads east,  NW leads west
#
# A step over the rim of the 9 × 9 board arrives in the next row; but the desert is five cells wide at
# most, so if it touches one rim, no card lies along the other and the traveller is gone.

CELL_BITS: Final = 8
ROW_BITS: Final = CELL_BITS * BOARD_WIDTH
LOWEST_BITS: Final = int.from_bytes(bytes([1] * BOARD_WIDTH * BOARD_WIDTH), "little")
COLUMN_MASKS: Final = tuple(
    sum(1 << (ROW_BITS * y + CELL_BITS * x) for y in range(BOARD_WIDTH)) for x in range(BOARD_WIDTH)
)
ROW_MASKS: Final = tuple(
    sum(1 << (ROW_BITS * y + CELL_BITS * x) for x in range(BOARD_WIDTH)) for y in range(BOARD_WIDTH)
)


class Tracks(NamedTuple):
    """All curves of a board: a bitboard for each corner, moved up so that the desert's top is row 0."""

    ne: int
    se: int
    sw: int
    nw: int
    area: Area


def area(board: Board) -> Area:
    """The rectangle of the cards of a board, on which at least one lies."""
    return _area(int.from_bytes(board.tobytes(), "little"))


def _area(cells: int) -> Area:
    top = ((cells & -cells).bit_length() - 1) // ROW_BITS
    bottom = (cells.bit_length() - 1) // ROW_BITS
    line = cells >> ROW_BITS * top
    line |= line >> 4 * ROW_BITS
    line |= line >> 2 * ROW_BITS
    line = (line | line >> ROW_BITS) & ((1 << ROW_BITS) - 1)
    left = ((line & -line).bit_length() - 1) // CELL_BITS
    right = (line.bit_length() - 1) // CELL_BITS
    return Area(left, top, right, bottom)


def tracks(board: Board) -> Tracks:
    """The curves of a board on which at least one card lies."""
    cells = int.from_bytes(board.tobytes(), "little")
    where = _area(cells)
    cells >>= ROW_BITS * where.top
    return Tracks(
        cells & LOWEST_BITS,
        cells >> 1 & LOWEST_BITS,
        cells >> 2 & LOWEST_BITS,
        cells >> 3 & LOWEST_BITS,
        where,
    )


def connects(t: Tracks, seat: Seat) -> bool:
    """Whether a route joins the two edges of `seat`."""
    if not t.area.spans(seat):
        return False
    last = COLUMN_MASKS[t.area.right] if seat == WEST_EAST else ROW_MASKS[DESERT_SIZE - 1]
    return any(leaving & last for _, leaving in _travels(t, seat))


def _travels(t: Tracks, seat: Seat) -> Iterator[tuple[int, int]]:
    """All travellers that enter over the first edge of `seat`, two cards at a time.

    Yields the cells that they have newly come into, and those that they then leave eastward.
    """
    ne, se, sw, nw, where = t
    east, west, along, across = COLUMN_MASKS[where.left], 0, CELL_BITS, ROW_BITS
    if seat == NORTH_SOUTH:
        # Mirrored along the diagonal from NW to SE, south is east and NE is SW.
        ne, sw, east, along, across = sw, ne, ROW_MASKS[0], ROW_BITS, CELL_BITS
    fresh_east, fresh_west = ~east, ~west
    while east or west:
        south = (east & sw | west & se) << across
        north = (east & nw | west & ne) >> across
        leaving = north & se | south & ne
        yield east | west | south | north, leaving
        east = leaving << along & fresh_east
        west = (north & sw | south & nw) >> along & fresh_west
        fresh_east ^= east
        fresh_west ^= west


_TURNED: Final = read_only(np.array([(c << 2 | c >> 2) & ALL_CORNERS for c in range(16)], dtype=np.int8))
"""Corner bits of each card turned upside down."""


def reachable_from_both(board: Board, seat: Seat) -> NDArray[np.bool_]:
    """The cells that can be come into from both edges of `seat`, a mask of shape (9, 9).

    Only a card on one of them can make or break a connection: the way to the card, and the way on from
    it, run over what lies already.
    """
    upside_down = _TURNED[board[::-1, ::-1]]
    return _come_into(board, seat) & _come_into(upside_down, seat)[::-1, ::-1]


def _come_into(board: Board, seat: Seat) -> NDArray[np.bool_]:
    """The cells that travellers from the first edge come into."""
    t = tracks(board)
    met = 0
    for cells, _ in _travels(t, seat):
        met |= cells
    inside = met << ROW_BITS * t.area.top & LOWEST_BITS
    return np.frombuffer(inside.to_bytes(BOARD_WIDTH * BOARD_WIDTH, "little"), dtype=np.bool_).reshape(
        BOARD_WIDTH, BOARD_WIDTH
    )


# --- Which route is it? Cell by cell, for the glowing line, the end markers and rare exact questions. --

_NEIGHBOUR: Final[list[list[int]]] = neighbours(BOARD_WIDTH, BOARD_WIDTH).tolist()
_CORNER: Final = {
    frozenset((Side.N, Side.E)): 1,
    frozenset((Side.E, Side.S)): 2,
    frozenset((Side.S, Side.W)): 4,
    frozenset((Side.W, Side.N)): 8,
}
_TURNS: Final = tuple(
    tuple((left, _CORNER[frozenset((entered, left))]) for left in Side if left % 2 != entered % 2)
    for entered in Side
)
"""By the side entered over: both sides a curve may lead to, each with the corner bit that does it."""

Traveller = tuple[int, Side]
"""A cell's number and the side it was entered over."""

TravelledCurve = tuple[int, Side, Side]
"""A curve in the direction it is run: a cell's number, the side entered over, the side left over."""


def place(cell: int) -> Place:
    """The coordinates, as in the notation, of a cell's number."""
    return (cell % BOARD_WIDTH - ORIGIN_INDEX, cell // BOARD_WIDTH - ORIGIN_INDEX)


class Desert:
    """The routes of one seat on a board, found cell by cell."""

    def __init__(self, board: Board, seat: Seat) -> None:
        self._cards: list[int] = board.ravel().tolist()
        self._area = area(board)
        self._way_in = Side.W if seat == WEST_EAST else Side.N
        self._spans = self._area.spans(seat)

    def entries(self) -> list[Traveller]:
        """The travellers on the seat's first edge."""
        if not self._spans:
            return []
        a = self._area
        if self._way_in == Side.W:
            return [(y * BOARD_WIDTH + a.left, Side.W) for y in range(a.top, a.bottom + 1)]
        return [(a.top * BOARD_WIDTH + x, Side.N) for x in range(a.left, a.right + 1)]

    def curves(self, traveller: Traveller) -> Iterator[TravelledCurve]:
        """The curves on which a traveller can run through its card."""
        cell, entered = traveller
        for left, corner in _TURNS[entered]:
            if self._cards[cell] & corner:
                yield (cell, entered, left)

    def leaves(self, curve: TravelledCurve) -> bool:
        """Whether the curve leads out over the seat's second edge."""
        cell, _, left = curve
        if left != self._way_in.opposite:
            return False
        at, end = (
            (cell % BOARD_WIDTH, self._area.right)
            if left == Side.E
            else (cell // BOARD_WIDTH, self._area.bottom)
        )
        return at == end

    def onward(self, curve: TravelledCurve) -> Traveller | None:
        """The traveller in the next card; None if no card lies there."""
        cell = _NEIGHBOUR[curve[0]][curve[2]]
        return (cell, curve[2].opposite) if cell >= 0 and self._cards[cell] else None

    def search(
        self, starts: list[Traveller], without: frozenset[TravelledCurve] = frozenset()
    ) -> SearchFront:
        """Everything reached from `starts`, breadth first, without running the curves `without`."""
        came: dict[Traveller, TravelledCurve | None] = dict.fromkeys(starts)
        exits: list[TravelledCurve] = []
        queue = list(starts)
        for traveller in queue:
            for curve in self.curves(traveller):
                if curve in without:
                    continue
                if self.leaves(curve):
                    exits.append(curve)
                after = self.onward(curve)
                if after is not None and after not in came:
                    came[after] = curve
                    queue.append(after)
        return SearchFront(came, exits)

    def ways_to(self, traveller: Traveller, reachable: SearchFront) -> Iterator[frozenset[TravelledCurve]]:
        """The curves of every way from the first edge to `traveller` that meets no traveller twice."""
        stack = [(traveller, frozenset[TravelledCurve](), frozenset((traveller,)))]
        starts = set(self.entries())
        while stack:
            here, used, met = stack.pop()
            if here in starts:
                yield used
            cell, entered = here
            before = _NEIGHBOUR[cell][entered]
            for side, corner in _TURNS[entered.opposite] if before >= 0 else ():
                earlier = (before, side)
                if self._cards[before] & corner and earlier in reachable.came and earlier not in met:
                    stack.append((earlier, used | {(before, side, entered.opposite)}, met | {earlier}))


class SearchFront(NamedTuple):
    """Reach of a search: each traveller with the curve it came by, and the curves that lead out."""

    came: dict[Traveller, TravelledCurve | None]
    exits: list[TravelledCurve]

    def route(self) -> list[TravelledCurve]:
        """The curves of a shortest whole route; empty if there is none."""
        route: list[TravelledCurve] = []
        step = self.exits[0] if self.exits else None
        while step is not None:
            route.append(step)
            step = self.came[step[:2]]
        return route[::-1]


def connection(board: Board, seat: Seat) -> list[Crossing]:
    """A shortest whole route of `seat`, card by card from W to E or N to S; empty if there is none."""
    if not board.any():
        return []
    desert = Desert(board, seat)
    route = desert.search(desert.entries()).route()
    return [Crossing(place(cell), entered, left) for cell, entered, left in route]


def ends(board: Board, seat: Seat) -> list[tuple[End, End]]:
    """Entry and exit of every standing connection of `seat`, without duplicates."""
    if not board.any():
        return []
    desert = Desert(board, seat)
    return [
        (End(place(start[0]), start[1]), End(place(cell), left))
        for start in desert.entries()
        for cell, left in sorted({(cell, left) for cell, _, left in desert.search([start]).exits})
    ]


def runs_over(board: Board, seat: Seat, cell: Place) -> bool:
    """Whether a route of `seat` that runs no curve twice runs over a curve of the card at `cell`.

    It is not enough that one gets from the first edge to the curve and from the curve to the second
    edge: both parts might need the same curve. A route never runs a curve in both directions, since
    crossings alternate between horizontal and vertical while x + y changes parity. A detour that comes
    back to the same traveller can be left out, so trying every way to the curve that meets no traveller
    twice, each with all that remains for the way on, is exact.
    """
    desert = Desert(board, seat)
    reachable = desert.search(desert.entries())
    number = (cell[1] + ORIGIN_INDEX) * BOARD_WIDTH + cell[0] + ORIGIN_INDEX
    for traveller in ((number, side) for side in Side):
        if traveller not in reachable.came:
            continue
        for curve in desert.curves(traveller):
            for used in desert.ways_to(traveller, reachable):
                if desert.leaves(curve):
                    return True
                after = desert.onward(curve)
                if after is not None and desert.search([after], used | {curve}).exits:
                    return True
    return False
