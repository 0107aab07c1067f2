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

from functools import cached_property
from typing import Final, Literal

import msgspec

from client.boards.ghawar.lattice import BAY, CORE, CUBE, DEPTH, LANE, OWNER, TRUCK, beside, centre, lines
from client.boards.kit.pieces import Spot, Target
from client.ui.geometry import Point, Rect
from core.game import Place, Seat
from core.games.ghawar.roads import Roads, roads
from core.games.ghawar.state import (
    COLOURS,
    DEPOT,
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
SUMS: Final = range(len(COLOURS) + 1, len(COLOURS) + 5)
"""Rows of the table below those of the colours: barrels, cubes, majorities, and what they add up to."""
ROWS: Final = SUMS[-1]
"""Rows below the head of the table."""
NAME: Final = (4.0, 5.0)
"""How the name of a colour's row is shared between its value and its cube."""
FIRST: Final = {2: 0.46, 3: 0.42, 4: 0.38}
"""The share of its width that the names of its rows take, by the number of seats."""

FLARE: Final = 66.0
"""How high a flare is, in units of the lattice."""
BARREL: Final = 34.0
"""How high the barrel beside a seat's money is, in units of the lattice."""
DIE_SIDE: Final = 58.0
"""Units across a die in the tray, at most."""

DEPOT_TARGET: Final[Target] = ("depot",)
"""The depot of the seat in turn."""
DIE_TARGET: Final[Target] = ("die",)
"""The die in its tray, which is rolled by pressing it."""

Across = Literal["column", "row"]


class Number(msgspec.Struct, frozen=True):
    """A number 1 … 6 that is written beside a column or row of platforms, and where."""

    across: Across
    number: int
    rect: Rect


class Layout(msgspec.Struct, frozen=True, dict=True):
    """The layout of a table in one window, in units: its field, and the strip beside it."""

    field: Rect
    side: Rect
    seats: int
    options: Options

    @classmethod
    def of(cls, field: Rect, side: Rect, seats: int, options: Options) -> Layout:
        """The layout of a table; what is below `TALLEST` beside the field belongs to its buttons."""
        return cls(field, side.cut_top(min(side.h, TALLEST))[0], seats, options)

    # --- the lattice --------------------------------------------------------------------------

    @property
    def roads(self) -> Roads:
        """The roads of this table."""
        return roads(self.options.roads)

    @cached_property
    def scale(self) -> float:
        """Units of the window for one of the lattice."""
        room, sides = self.field.inset(MARGIN), 2 * DEPTH if self.seats > 2 else 0.0
        return max(0.01, min(room.h / (CORE + 2 * DEPTH), room.w / (CORE + sides)))

    @cached_property
    def core(self) -> Rect:
        """The square of the lattice."""
        return Rect.around(self.field.cx, self.field.cy, CORE * self.scale)

    def at(self, point: Point) -> Point:
        """Where a point of the lattice and its depots lies."""
        core, scale = self.core, self.scale
        return core.x + scale * point[0], core.y + scale * point[1]

    def cell(self, x: int, y: int) -> Rect:
        """Where a place of the lattice lies, 0 … 12; -1 and 13 are the depots beside it."""
        line = (-DEPTH, *lines(self.options.roads), CORE + DEPTH)
        return Rect.bounding([self.at((line[x + 1], line[y + 1])), self.at((line[x + 2], line[y + 2]))])

    def platform(self, platform: int) -> Rect:
        """Where a platform lies."""
        return self.cell(*place_of_platform(platform))

    def space(self, space: int) -> Rect:
        """Where a space of the roads lies."""
        return self.cell(*place_of(space))

    def target(self, place: Place) -> Target | None:
        """What one points at on a place of the lattice."""
        if not all(0 <= part < LATTICE for part in place):
            return None
        platform, space = platform_at(*place), space_at(*place)
        if platform is not None:
            return ("platform", platform)
        return ("space", space) if space in self.roads.spaces else None

    def numbers(self) -> tuple[Number, ...]:
        """Where the numbers of the columns (in the north and south) and rows (west and east) stand.

        On the outer road, or on the sand beside the outer platforms where there is none.
        """
        last, found = LATTICE - 1, list[Number]()
        for index in range(FIELD):
            at, number = 2 * index + 1, index + 1
            found += [Number("column", number, self.cell(at, edge)) for edge in (0, last)]
            found += [Number("row", number, self.cell(edge, at)) for edge in (0, last)]
        return tuple(found)

    def stacks(self) -> tuple[Rect, ...]:
        """Where gas is flared: in the corners beside the depots, as far as there is room."""
        size, off, room = FLARE * self.scale, DEPTH / 2, self.field
        corners = [(-off, -off), (CORE + off, -off), (CORE + off, CORE + off), (-off, CORE + off)]
        found = (Rect.around(*self.at(corner), size) for corner in corners)
        return tuple(rect for rect in found if rect.x >= room.x - 8 and rect.right <= room.right + 8)

    def truck(self, seat: Seat, index: int, space: int) -> Rect:
        """Where a truck stands: a square as wide as it is long."""
        middle = self.truck_in_depot(seat, index).centre
        if space != DEPOT:
            middle = self.at(centre(self.options.roads, space))
        return Rect.around(*middle, TRUCK * self.scale)

    def spots(self) -> tuple[Spot, ...]:
        """Platforms and spaces, as one can point at them."""
        platforms = (Spot(("platform", platform), self.platform(platform)) for platform in range(PLATFORMS))
        spaces = (Spot(("space", space), self.space(space)) for space in sorted(self.roads.spaces))
        return (*platforms, *spaces)

    # --- the depots ---------------------------------------------------------------------------

    def depot(self, seat: Seat) -> Rect:
        """The strip of a seat along its side of the field."""
        return self._strip(seat, 0.0, CORE, 0.0, DEPTH)

    def _strip(self, seat: Seat, frm: float, upto: float, near: float, far: float) -> Rect:
        """A part of a depot: from where to where along it, and how far from the field."""
        return Rect.bounding([self.at(beside(seat, frm, near)), self.at(beside(seat, upto, far))])

    def lane(self, seat: Seat) -> Rect:
        """The part of a depot on which trucks drive, beside the field, as far as none is parked there."""
        return self._strip(seat, OWNER + self.options.trucks * BAY, CORE, 0.0, LANE)

    def owner(self, seat: Seat) -> Rect:
        """Where the symbol of the seat is, in its depot."""
        return self._strip(seat, 2.0, 40.0, LANE, DEPTH)

    def money(self, seat: Seat) -> Rect:
        """Where the barrel stands from and to which money travels."""
        return self._strip(seat, 40.0, 68.0, LANE, DEPTH)

    def barrel(self, seat: Seat) -> Rect:
        """The barrel beside a seat's money."""
        return Rect.around(*self.money(seat).centre, BARREL * self.scale)

    def figure(self, seat: Seat) -> Rect:
        """The place of the number of barrels that a seat has."""
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

    @property
    def tray(self) -> Rect:
        """Where the dice roll."""
        return self._panels[0]

    @property
    def table(self) -> Rect:
        """What everybody has stored, and what it pays."""
        return self._panels[1]

    @property
    def values(self) -> Rect:
        """What each colour is worth, in the table: the values with their cubes."""
        return self.name_of_row(1).union(self.name_of_row(len(COLOURS))).grown(PAD)

    @property
    def quiet(self) -> Rect:
        """How long nothing has been loaded or stored."""
        return self._panels[2]

    @property
    def _panels(self) -> tuple[Rect, Rect, Rect]:
        """Tray, table and warning."""
        scale = self._tightness
        tray, rest = self.side.cut_top(TRAY * scale, GAP * scale)
        table, rest = rest.cut_top(TABLE * scale, GAP * scale)
        return tray, table, rest.cut_top(QUIET * scale)[0]

    @property
    def _tightness(self) -> float:
        """By how much the panels are lower than usual, in a low window."""
        return min(1.0, self.side.h / (TRAY + TABLE + QUIET + 2 * GAP))

    @property
    def die_side(self) -> float:
        """Units across a die in this window."""
        return min(DIE_SIDE, self.tray.h * 0.46)

    def dice(self, count: int) -> tuple[Point, ...]:
        """Where so many dice come to rest."""
        tray = self.tray
        return tuple((part.cx, tray.cy) for part in tray.inset(tray.w * 0.16, 0).columns(*[1] * count))

    def thrown_from(self, index: int) -> Point:
        """From where a die is thrown: over the right rim of the tray, from nearer to the viewer."""
        return self.tray.right + 20, self.tray.bottom + 30 + 90 * index

    def row(self, row: int) -> Rect:
        """A row of the table: its head is 0, the colours follow by their values, then `SUMS`."""
        return self.table.inset(PAD, PAD * self._tightness).rows(*[1] * (ROWS + 1))[row]

    def name_of_row(self, row: int) -> Rect:
        """Where a row of the table says what it is about."""
        whole = self.row(row)
        return whole.cut_left(whole.w * FIRST[self.seats])[0]

    def column_of_row(self, row: int, seat: Seat) -> Rect:
        """What a row of the table says of a seat; in its head, the sign of the seat."""
        whole = self.row(row)
        return whole.cut_left(whole.w * FIRST[self.seats])[1].columns(*[1] * self.seats)[seat]

    def cube_of_row(self, value: int) -> Rect:
        """Where the cube of the colour lies that pays this value."""
        part = self.name_of_row(value).columns(*NAME)[1]
        return Rect.around(part.cx, part.cy, max(0.0, min(part.h - 6, part.w)))
