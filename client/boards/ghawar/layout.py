"""Layout of Ghawar: the lattice, the depots around it, and the panels beside it.

The field is the square of the lattice, as large as fits between the depots. A depot is a slim strip along its
side of the field: from the left, or the top, the badge of the seat, the bays of its trucks, and the stored
cubes, sorted by colour.

                       depot of 1             Beside the field, from the top: the tray in which the dice
                      +----------+            roll, what everybody has stored of each colour with the
        depot of 2    |  field   | depot of 3 payout below it, and how long nothing has happened. Below a
                      +----------+            field in a high window the tray lies at the left of the
                       depot of 0             table, in which every colour has a column then.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final, Literal

import msgspec

from client.boards.ghawar.lattice import (
    BAY_LENGTH,
    FIELD_WIDTH,
    FRINGE_WIDTH,
    OWNER_LENGTH,
    STORED_CUBE_SIZE,
    TRUCK_LENGTH,
    depot_point,
    lane_offset,
    lattice_lines,
    space_centre,
    yard_far_offset,
    yard_near_offset,
    yard_offset,
)
from client.boards.kit.pieces import HitArea, Target
from client.ui.boxes import Box, Boxes, column, lay_out, row, several
from client.ui.geometry import Point, Rect
from core.game import Place, Seat
from core.games.ghawar.roads import Roads, roads
from core.games.ghawar.state import (
    COLOURS,
    DEPOT,
    FIELD_SIZE,
    LATTICE_SIZE,
    PLATFORMS,
    Options,
    place_of,
    place_of_platform,
    platform_at,
    space_at,
)

FIELD_MARGIN: Final = 2.0
"""Units between the edge of the board's rectangle and the depots."""
TALLEST_SIDE: Final = 740.0
"""Most units of the side's height that are used; below, a table may have buttons of its own."""
PANEL_PADDING: Final = 12.0
"""Units between the rim of a panel and what lies on it."""
PANEL_GAP: Final = 12.0
"""Units between the panels."""
TRAY_HEIGHT, TABLE_HEIGHT, WARNING_HEIGHT = 112.0, 468.0, 96.0
"""Heights in units of the tray of the dice, the table, and the warning about rounds without oil."""
SIDE_TRAY_WIDTH: Final = 156.0
"""Width in units of the tray where it lies beside the table."""
SIDE_WARNING_HEIGHT: Final = 72.0
"""Height in units of the warning there, below the dice."""
SUM_LINES: Final = range(len(COLOURS) + 1, len(COLOURS) + 4)
"""Rows of the table after those of the colours: barrels, cubes, majorities."""
LINE_COUNT: Final = SUM_LINES[-1]
"""Number of rows after the head of the table."""
COLOUR_NAME_SHARES: Final = (4.0, 5.0)
"""Shares of value and cube in the name cell of a colour's row."""
COLUMN_SHARES: Final = (0.85, *[1.08] * len(COLOURS), *[0.89] * 3)
"""Shares of the table's width for its columns below a field, where a colour's name has two parts."""
PAIR_GAP, COLUMN_GAP = 4.0, 12.0
"""Units there between the value and the cube of a colour, and between two colours."""
NAME_COLUMN_SHARES: Final = {2: 0.46, 3: 0.42, 4: 0.38}
"""Share of the table's width for the names of its rows, by number of seats."""
LEAST_SIGN_SIZE: Final = 20.0
"""Least units across a sign, however small the field is."""
LEAST_LINE_HEIGHT: Final = 33.0
"""Least height in units of a line of the table, where it lies below the field."""

BANK_WIDTH: Final = 6.0
"""Width in units of the bank of sand around the field."""
FLARE_HEIGHT: Final = 66.0
"""Height of a flare, in units of the lattice."""
TRAY_RIM: Final = 4.0
"""Units between the edge of the tray and where dice roll."""
LARGEST_DIE_SIDE: Final = 58.0
"""Most units across a die in the tray."""

DEPOT_TARGET: Final[Target] = ("depot",)
"""Target of the depot of the seat in turn."""
DIE_TARGET: Final[Target] = ("die",)
"""Target of the tray while the die in it can be rolled, by pressing it."""

LatticeAxis = Literal["column", "row"]
"""Direction of a line of platforms."""


def least_side_height(seats: int) -> float:
    """Least height in units of tray and table where they lie below the field."""
    return LEAST_LINE_HEIGHT * (seats + 1) + 8


class LatticeNumber(msgspec.Struct, frozen=True):
    """Number 1 … 6 beside a column or row of platforms, and its rectangle."""

    across: LatticeAxis
    number: int
    rect: Rect


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Layout of a table in one window, in units: its field, and the strip beside it.

    The land extends to the edges of `world`; `plates` are the rectangles of the seats' plates, if any.
    """

    field: Rect
    side: Rect
    seats: int
    options: Options
    world: Rect
    plates: tuple[Rect, ...] = ()

    @classmethod
    def of(
        cls,
        field: Rect,
        side: Rect,
        seats: int,
        options: Options,
        world: Rect | None = None,
        plates: tuple[Rect, ...] = (),
    ) -> Layout:
        """Layout of a table, with the side cut to `TALLEST_SIDE`, since buttons may lie below."""
        room = side.cut_top(min(side.h, TALLEST_SIDE))[0]
        return cls(field, room, seats, options, field if world is None else world, plates)

    # --- the lattice --------------------------------------------------------------------------

    @property
    def roads(self) -> Roads:
        """Roads of this table."""
        return roads(self.options.roads)

    @cached_property
    def scale(self) -> float:
        """Units of the window per unit of the lattice."""
        room, sides = self.field.inset(FIELD_MARGIN), 2 * self.depth if self.seats > 2 else 0.0
        return max(0.01, min(room.h / (FIELD_WIDTH + 2 * self.depth), room.w / (FIELD_WIDTH + sides)))

    @property
    def least(self) -> float:
        """Least units across a sign at a table; 0 in a picture of the rules."""
        return LEAST_SIGN_SIZE if self.plates else 0.0

    @property
    def depth(self) -> float:
        """Distance from the field to the far edge of a depot, in units of the lattice."""
        return yard_far_offset(self.options.roads)

    @cached_property
    def core(self) -> Rect:
        """Square of the lattice."""
        return Rect.around(self.field.cx, self.field.cy, FIELD_WIDTH * self.scale)

    @property
    def bounds(self) -> Rect:
        """Rectangle of the field with the depots and the bank around it."""
        sides = self.depth if self.seats > 2 else 0.0
        return self.core.grown(BANK_WIDTH).union(
            Rect.bounding(
                [
                    self.lattice_point((-sides, -self.depth)),
                    self.lattice_point((FIELD_WIDTH + sides, FIELD_WIDTH + self.depth)),
                ]
            )
        )

    def lattice_point(self, point: Point) -> Point:
        """Point of the lattice and its depots, in units of the window."""
        core, scale = self.core, self.scale
        return core.x + scale * point[0], core.y + scale * point[1]

    def cell(self, x: int, y: int) -> Rect:
        """Rectangle of a place of the lattice, 0 … 12; -1 and 13 are the depots beside it."""
        line = (-self.depth, *lattice_lines(self.options.roads), FIELD_WIDTH + self.depth)
        return Rect.bounding(
            [self.lattice_point((line[x + 1], line[y + 1])), self.lattice_point((line[x + 2], line[y + 2]))]
        )

    def platform(self, platform: int) -> Rect:
        """Rectangle of a platform."""
        return self.cell(*place_of_platform(platform))

    def space(self, space: int) -> Rect:
        """Rectangle of a space of the roads."""
        return self.cell(*place_of(space))

    def target(self, place: Place) -> Target | None:
        """Target of a place of the lattice; None for a place that is neither platform nor space."""
        if not all(0 <= part < LATTICE_SIZE for part in place):
            return None
        platform, space = platform_at(*place), space_at(*place)
        if platform is not None:
            return ("platform", platform)
        return ("space", space) if space in self.roads.spaces else None

    def numbers(self) -> tuple[LatticeNumber, ...]:
        """Numbers of the columns (in the north and south) and rows (west and east).

        They lie on the outer road or, where there is none, on the sand beside the outer platforms.
        """
        last, found = LATTICE_SIZE - 1, list[LatticeNumber]()
        for index in range(FIELD_SIZE):
            at, number = 2 * index + 1, index + 1
            found += [LatticeNumber("column", number, self.cell(at, edge)) for edge in (0, last)]
            found += [LatticeNumber("row", number, self.cell(edge, at)) for edge in (0, last)]
        return tuple(found)

    def stacks(self) -> tuple[Rect, ...]:
        """Rectangles of the gas flares' stacks, at the outer corners of the depots, if large enough."""
        sides = self.depth if self.seats > 2 else 0.0
        across = (self.field.w / self.scale - FIELD_WIDTH) / 2 - sides
        down = (self.field.h / self.scale - FIELD_WIDTH) / 2 - self.depth
        size = min(FLARE_HEIGHT, max(across, down))
        x, y = (
            (sides + size / 2, self.depth - size / 2)
            if across >= down
            else (-size / 2, self.depth + size / 2)
        )
        corners = [(-x, -y), (FIELD_WIDTH + x, -y), (FIELD_WIDTH + x, FIELD_WIDTH + y), (-x, FIELD_WIDTH + y)]
        found = (Rect.around(*self.lattice_point(corner), size * self.scale) for corner in corners)
        return tuple(rect for rect in found if rect.w >= LEAST_SIGN_SIZE)

    def truck(self, seat: Seat, index: int, space: int) -> Rect:
        """Rectangle of a truck: a square as wide as the truck is long."""
        middle = self.truck_in_depot(seat, index).centre
        if space != DEPOT:
            middle = self.lattice_point(space_centre(self.options.roads, space))
        return Rect.around(*middle, TRUCK_LENGTH * self.scale)

    def spots(self) -> tuple[HitArea, ...]:
        """Hit areas of platforms and spaces."""
        platforms = (
            HitArea(("platform", platform), self.platform(platform)) for platform in range(PLATFORMS)
        )
        spaces = (HitArea(("space", space), self.space(space)) for space in sorted(self.roads.spaces))
        return (*platforms, *spaces)

    # --- the depots ---------------------------------------------------------------------------

    def depot(self, seat: Seat) -> Rect:
        """Rectangle of a seat's depot along its side of the field."""
        return self._strip(seat, 0.0, FIELD_WIDTH)

    def lane_rect(self, seat: Seat) -> Rect:
        """Rectangle of the lane of trucks along a depot."""
        middle = lane_offset(self.options.roads)
        return self._beside(seat, 0.0, FIELD_WIDTH, middle - FRINGE_WIDTH / 2, middle + FRINGE_WIDTH / 2)

    def _strip(self, seat: Seat, start: float, end: float) -> Rect:
        """Part of a depot, from `start` to `end` along it (units of the lattice)."""
        return self._beside(seat, start, end, yard_near_offset(self.options.roads), self.depth)

    def _beside(self, seat: Seat, start: float, end: float, near: float, far: float) -> Rect:
        """Rectangle beside the field, `start` to `end` along it, `near` to `far` from it (lattice units)."""
        return Rect.bounding(
            [
                self.lattice_point(depot_point(seat, start, near)),
                self.lattice_point(depot_point(seat, end, far)),
            ]
        )

    def owner(self, seat: Seat) -> Rect:
        """Rectangle of the seat's badge in its depot."""
        return self._strip(seat, 0.0, OWNER_LENGTH)

    def money_origin_rect(self, seat: Seat) -> Rect:
        """Rectangle from and to which a seat's money flies: on its plate, or without plates in its depot."""
        if not self.plates:
            return self.owner(seat)
        return Rect.around(*self.plates[seat].centre, OWNER_LENGTH * self.scale)

    def truck_in_depot(self, seat: Seat, index: int) -> Rect:
        """Rectangle of a truck's bay in the depot."""
        start = OWNER_LENGTH + index * BAY_LENGTH
        return self._strip(seat, start, start + BAY_LENGTH)

    def stored(self, seat: Seat, colour: int, n: int) -> Rect:
        """Rectangle of the n-th stored cube of a colour, counted from 0; the last is in front."""
        size = max(STORED_CUBE_SIZE, self.least / self.scale)
        begin = OWNER_LENGTH + self.options.trucks * BAY_LENGTH + 6
        slot = (FIELD_WIDTH - begin - 4) / len(COLOURS)
        along = begin + colour * slot + size / 2 + n * (slot - size - 6) / (FIELD_SIZE - 1)
        return Rect.around(
            *self.lattice_point(depot_point(seat, along, yard_offset(self.options.roads))), size * self.scale
        )

    # --- beside the field ---------------------------------------------------------------------

    @property
    def boxes(self) -> Boxes:
        """Rectangles beside the field: `tray`, `dice`, `table`, `quiet`, and the parts of the table."""
        return _side_boxes(self.side, self.seats)

    @property
    def apart(self) -> bool:
        """Whether the warning has a paper of its own."""
        return self.side.w <= self.side.h

    @property
    def values(self) -> Rect:
        """Part of the table with the values of the colours and their cubes."""
        return self.boxes["name 1"].union(self.boxes[f"name {len(COLOURS)}"]).grown(PANEL_PADDING)

    @property
    def dice_room(self) -> Rect:
        """Part of the tray that rolling dice never leave."""
        return self.boxes["tray"].inset(TRAY_RIM)

    @property
    def die_side(self) -> float:
        """Units across a die in this window."""
        room = self.boxes["dice"]
        return min(LARGEST_DIE_SIDE, room.h * 0.46, room.w * 0.3)

    def dice(self, count: int) -> tuple[Point, ...]:
        """Middles of `count` dice at rest."""
        room = self.boxes["dice"]
        return tuple((part.cx, room.cy) for part in room.inset(room.w * 0.1, 0).columns(*[1] * count))

    def thrown_from(self, index: int) -> Point:
        """Point from which a die is thrown: the lower right corner of the tray, the first from its left."""
        tray = self.boxes["tray"]
        return tray.right - (1 - index) * 1.2 * self.die_side, tray.bottom


@lru_cache(maxsize=8)
def _side_boxes(side: Rect, seats: int) -> Boxes:
    """Rectangles of everything beside the field; the last few are remembered."""
    return lay_out(_below(side, seats) if side.w > side.h else _strip(side, seats), side)


def _strip(side: Rect, seats: int) -> Box:
    """Tray, table and warning one below the other, all lower than usual in a low window."""
    scale = min(1.0, side.h / (TRAY_HEIGHT + TABLE_HEIGHT + WARNING_HEIGHT + 2 * PANEL_GAP))
    share = NAME_COLUMN_SHARES[seats]
    lines = (
        row(
            Box(f"name {line}", share=share, parts=_value(line)),
            row(*several(f"cell {line}", seats), share=1 - share),
            name=f"line {line}",
        )
        for line in range(LINE_COUNT + 1)
    )
    return column(
        row(Box("dice"), name="tray", size=TRAY_HEIGHT * scale),
        column(*lines, name="table", size=TABLE_HEIGHT * scale, pad=(PANEL_PADDING, PANEL_PADDING * scale)),
        Box("quiet", size=WARNING_HEIGHT * scale),
        gap=PANEL_GAP * scale,
    )


def _below(side: Rect, seats: int) -> Box:
    """Tray, with the warning at its foot, beside the table, in which each line is a column."""
    lines = (
        column(
            Box(f"name {line}", parts=_value(line), gap=PAIR_GAP, pad=(COLUMN_GAP / 2, 0.0)),
            *several(f"cell {line}", seats),
            name=f"line {line}",
            share=share,
        )
        for line, share in enumerate(COLUMN_SHARES)
    )
    quiet = Box("quiet", size=min(SIDE_WARNING_HEIGHT, side.h / 2))
    return row(
        column(Box("dice"), quiet, name="tray", size=min(SIDE_TRAY_WIDTH, side.w)),
        row(*lines, name="table", pad=(PANEL_PADDING, 4.0)),
        gap=PANEL_GAP,
    )


def _value(index: int) -> tuple[Box, ...]:
    """Value and cube in the name of a colour's line."""
    if index not in range(1, len(COLOURS) + 1):
        return ()
    value, cube = COLOUR_NAME_SHARES
    return (
        Box(f"number {index}", share=value),
        row(Box(f"cube {index}", ratio=1.0), share=cube, pad=(0.0, 3.0)),
    )
