"""Where things lie on the table of Ghawar: the lattice, the depots around it, and what stands beside it.

The field is the square of the lattice, as large as fits between the depots. A depot is a strip along its side
of the field: nearest to the field a lane on which its trucks drive, beyond it seat and money, the bays of the
trucks, and the stored cubes, sorted by colour. Along it everything lies from the left, or from the top.

                       depot of 1             Beside the field, from the top: the tray in which the dice
                      +----------+            roll, what everybody has stored of each colour with the
        depot of 2    |  field   | depot of 3 payout below it, and how long nothing has happened.
                      +----------+
                       depot of 0
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, Literal

import msgspec

from client.boards.ghawar.headings import Headings
from client.boards.ghawar.lattice import BAY, CORE, CUBE, DEPTH, LANE, OWNER, ROAD, beside, lines
from client.ui.geometry import Point, Rect
from core.game import Seat
from core.games.ghawar.roads import roads
from core.games.ghawar.state import (
    COLOURS,
    FIELD,
    LATTICE,
    PLATFORMS,
    Options,
    place_of,
    place_of_platform,
    platform_at,
    space_at,
)

MARGIN: Final = 3.0
TALLEST: Final = 740.0
"""Units of the side that are used at most: below, a table may have buttons of its own."""
PAD: Final = 12.0
"""Units between the rim of a panel and what lies on it."""
GAP: Final = 12.0
"""Units between the panels."""
TRAY, TABLE, QUIET = 118.0, 508.0, 90.0
"""Units high: the tray of the dice, stores with the payout, how long nothing has happened."""
ROWS: Final = len(COLOURS) + 4
"""Rows below the head of the table: the colours; barrels, cubes, majorities, and what they add up to."""
FIRST: Final = {2: 0.46, 3: 0.42, 4: 0.38}
"""The share of its width that the names of its rows take, by the number of seats."""

Kind = Literal["space", "platform", "depot", "die"]
Across = Literal["column", "row"]


class Spot(msgspec.Struct, frozen=True):
    """Something one can point at: a space of the roads, a platform, or the depot of a seat, by its number; or
    the dice beside the field.
    """

    kind: Kind
    number: int


DIE: Final = Spot("die", 0)
"""The die in its tray, which is rolled by pressing it."""


class Number(msgspec.Struct, frozen=True):
    """A number 1 … 6 that is written beside a column or row of platforms, and where."""

    across: Across
    number: int
    rect: Rect


class Places:
    """The layout of a table in one window, in units.

    `headings` remembers which way trucks stand; a table gives the same to every layout it makes.
    """

    def __init__(
        self, field: Rect, side: Rect, seats: int, options: Options, headings: Headings | None = None
    ) -> None:
        self.field = field
        self.side = side.cut_top(min(side.h, TALLEST))[0]
        """What is used of the strip beside the field; so no button there moves or changes anything."""
        self.seats = seats
        self.options = options
        self.headings = Headings() if headings is None else headings
        self.roads = roads(options.roads)
        self._lay_out_field()
        self._lay_out_side()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Rect, Rect, int, Options]:
        return self.field, self.side, self.seats, self.options

    # --- the lattice --------------------------------------------------------------------------

    def _lay_out_field(self) -> None:
        room = self.field.inset(MARGIN)
        sides = 2 * DEPTH if self.seats > 2 else 0.0
        self.scale = max(0.01, min(room.h / (CORE + 2 * DEPTH), room.w / (CORE + sides)))
        """Units of the window for one of the lattice."""
        self.core = Rect.around(room.cx, room.cy, CORE * self.scale)
        """The square of the lattice."""
        self._lines = tuple(self.scale * at for at in lines(self.options.roads))
        self._platforms = tuple(self._lattice(*place_of_platform(p)) for p in range(PLATFORMS))
        self._spaces = {space: self._lattice(*place_of(space)) for space in self.roads.spaces}

    def _lattice(self, x: int, y: int) -> Rect:
        """Where a place of the lattice lies."""
        lines, core = self._lines, self.core
        return Rect(core.x + lines[x], core.y + lines[y], lines[x + 1] - lines[x], lines[y + 1] - lines[y])

    def platform(self, platform: int) -> Rect:
        """Where a platform lies."""
        return self._platforms[platform]

    def space(self, space: int) -> Rect:
        """Where a space of the roads lies."""
        return self._spaces[space]

    def at(self, point: Point) -> Point:
        """Where a point of the lattice and its depots lies."""
        return self.core.x + self.scale * point[0], self.core.y + self.scale * point[1]

    @property
    def road(self) -> float:
        """How wide a road is."""
        return ROAD * self.scale

    def numbers(self) -> tuple[Number, ...]:
        """Where the numbers of the columns (in the north and south) and rows (west and east) stand.

        On the outer road, or on the sand beside the outer platforms where there is none.
        """
        last, found = LATTICE - 1, list[Number]()
        for index in range(FIELD):
            at, number = 2 * index + 1, index + 1
            found += [Number("column", number, self._lattice(at, edge)) for edge in (0, last)]
            found += [Number("row", number, self._lattice(edge, at)) for edge in (0, last)]
        return tuple(found)

    def spot_at(self, point: Point) -> Spot | None:
        """What of the field lies under a point, or the dice."""
        if self.tray.contains(*point):
            return DIE
        for seat in range(self.seats):
            if self.depot(Seat(seat)).contains(*point):
                return Spot("depot", seat)
        if not self.core.contains(*point):
            return None
        x = bisect_right(self._lines, point[0] - self.core.x) - 1
        y = bisect_right(self._lines, point[1] - self.core.y) - 1
        platform = platform_at(x, y)
        if platform is not None:
            return Spot("platform", platform)
        space = space_at(x, y)
        return Spot("space", space) if space in self._spaces else None

    def rect(self, spot: Spot) -> Rect:
        """Where a spot lies."""
        match spot.kind:
            case "space":
                return self.space(spot.number)
            case "platform":
                return self.platform(spot.number)
            case "die":
                return self.tray
            case _:
                return self.depot(Seat(spot.number))

    # --- the depots ---------------------------------------------------------------------------

    def depot(self, seat: Seat) -> Rect:
        """The strip of a seat along its side of the field."""
        return self._strip(seat, 0.0, CORE, 0.0, DEPTH)

    def _strip(self, seat: Seat, frm: float, upto: float, near: float, far: float) -> Rect:
        """A part of a depot: from where to where along it, and how far from the field."""
        return Rect.bounding([self.at(beside(seat, frm, near)), self.at(beside(seat, upto, far))])

    def lane(self, seat: Seat) -> Rect:
        """The part of a depot on which trucks drive, beside the field."""
        return self._strip(seat, 0.0, CORE, 0.0, LANE)

    def owner(self, seat: Seat) -> Rect:
        """Where the symbol of the seat is, in its depot."""
        return self._strip(seat, 2.0, 40.0, LANE, DEPTH)

    def money(self, seat: Seat) -> Rect:
        """Where the barrel stands from and to which money travels."""
        return self._strip(seat, 40.0, 68.0, LANE, DEPTH)

    def figure(self, seat: Seat) -> Rect:
        """Where it is written how many barrels a seat has."""
        return self._strip(seat, 66.0, OWNER, LANE, DEPTH)

    def truck_in_depot(self, seat: Seat, index: int) -> Rect:
        """The bay of a truck, across the depot; it stands in the middle and heads for the field."""
        start = OWNER + index * BAY
        return self._strip(seat, start, start + BAY, 0.0, DEPTH)

    def stored(self, seat: Seat, colour: int, n: int) -> Rect:
        """Where the n-th cube of a colour lies that was stored, counted from 0; the last is in front."""
        begin = OWNER + self.options.trucks * BAY + 6
        slot = (CORE - begin - 4) / len(COLOURS)
        step = (slot - CUBE - 6) / (FIELD - 1)
        start, near = begin + colour * slot + n * step, LANE + (DEPTH - LANE - CUBE) / 2
        return self._strip(seat, start, start + CUBE, near, near + CUBE)

    # --- beside the field ---------------------------------------------------------------------

    def _lay_out_side(self) -> None:
        whole = TRAY + TABLE + QUIET + 2 * GAP
        scale = min(1.0, self.side.h / whole)
        self.tray, rest = self.side.cut_top(TRAY * scale, GAP * scale)
        """Where the dice roll."""
        self.table, rest = rest.cut_top(TABLE * scale, GAP * scale)
        """What everybody has stored, and what it pays."""
        self.quiet = rest.cut_top(QUIET * scale)[0]
        """How long nothing has been loaded or stored."""
        inside = self.table.inset(PAD, PAD * scale)
        self._rows = inside.rows(*[1] * (ROWS + 1))

    def head(self, seat: Seat) -> Rect:
        """Over the column of a seat."""
        return self._cell(0, seat)

    def colour_row(self, value: int) -> Rect:
        """The name of the row of the colour that pays this value, 1 … 6."""
        return self._name(value)

    def count(self, value: int, seat: Seat) -> Rect:
        """Where it stands how many cubes of the colour with this value a seat has stored."""
        return self._cell(value, seat)

    def sum_row(self, index: int) -> Rect:
        """The name of a row of the payout: barrels, cubes, majorities, the sum."""
        return self._name(1 + len(COLOURS) + index)

    def sum(self, index: int, seat: Seat) -> Rect:
        """Where it stands what a seat gets for it."""
        return self._cell(1 + len(COLOURS) + index, seat)

    def _name(self, row: int) -> Rect:
        return self._rows[row].cut_left(self._rows[row].w * FIRST[self.seats])[0]

    def _cell(self, row: int, seat: Seat) -> Rect:
        whole = self._rows[row]
        rest = whole.cut_left(whole.w * FIRST[self.seats])[1]
        return rest.columns(*[1] * self.seats)[seat]
