"""Where things lie on Ghawar's table: in every window, with every number of seats and trucks."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from client.boards.ghawar.lattice import TRUCK
from client.boards.ghawar.layout import ROWS
from client.boards.ghawar.layout import Layout as Table
from client.boards.kit.pieces import under
from client.screens.table_layout import TableLayout
from client.ui.geometry import Rect
from core.game import Seat
from core.games.ghawar.roads import Layout
from core.games.ghawar.state import COLOURS, FIELD, Options

LAYOUTS: tuple[Layout, ...] = ("ring", "inner")
TABLES = [
    *(
        (wide, seats, Options(trucks=3, roads=roads_))
        for wide, seats, roads_ in product((1440.0, 1920.0), (2, 3, 4), LAYOUTS)
    ),
    (1920.0, 4, Options()),
    (2520.0, 4, Options(trucks=2)),
]
"""Windows of 4:3, 16:9 and 21:9, by their width in units; seats and options."""


def places(wide: float, seats: int, options: Options) -> Table:
    """A table as its screen lays it out."""
    lay = TableLayout.of(Rect(0, 0, wide, 1080), seats, 3, 0)
    return Table.of(lay.field, lay.side, seats, options)


def within(inner: Rect, outer: Rect) -> bool:
    """Whether it lies there altogether."""
    room = outer.grown(0.01)
    return (
        inner.x >= room.x and inner.y >= room.y and inner.right <= room.right and inner.bottom <= room.bottom
    )


@pytest.mark.parametrize(("wide", "seats", "options"), TABLES)
def test_everything_can_be_pointed_at(wide: float, seats: int, options: Options) -> None:
    table = places(wide, seats, options)
    spots = table.spots()
    depots = [table.depot(Seat(seat)) for seat in range(seats)]
    for spot in spots:
        rect = spot.rect
        assert within(rect, table.field)
        corner = rect.x + 0.01 * rect.w, rect.y + 0.01 * rect.h
        assert under(spots, rect.centre) == under(spots, corner) == spot.target
    for one, other in combinations([*(spot.rect for spot in spots), *depots], 2):
        assert not one.grown(-0.01).overlaps(other)


@pytest.mark.parametrize(("wide", "seats", "options"), TABLES)
def test_a_depot_has_room_for_all_that_is_in_it(wide: float, seats: int, options: Options) -> None:
    table = places(wide, seats, options)
    for seat in map(Seat, range(seats)):
        bays = [table.truck_in_depot(seat, index) for index in range(options.trucks)]
        piles = [
            table.stored(seat, colour, 0).union(table.stored(seat, colour, FIELD - 1))
            for colour in range(len(COLOURS))
        ]
        parts = [table.owner(seat), table.money(seat), *bays, *piles]
        assert all(within(part, table.depot(seat)) for part in [*parts, table.figure(seat)])
        assert not any(one.grown(-2).overlaps(other) for one, other in combinations(parts, 2))
        assert not any(pile.overlaps(table.lane(seat).grown(-1)) for pile in piles)
        assert min(max(bay.w, bay.h) for bay in bays) >= TRUCK * table.scale


@pytest.mark.parametrize(("wide", "seats", "options"), TABLES)
def test_beside_the_field_nothing_lies_on_anything_else(wide: float, seats: int, options: Options) -> None:
    table = places(wide, seats, options)
    panels = [table.tray, table.table, table.quiet]
    assert all(within(panel, table.side) for panel in panels)
    assert not any(one.overlaps(other) for one, other in combinations(panels, 2))
    cells = [table.name_of_row(row) for row in range(1, ROWS + 1)]
    cells += [table.column_of_row(row, Seat(seat)) for row in range(ROWS + 1) for seat in range(seats)]
    assert all(within(cell, table.table) for cell in cells)
    assert not any(one.grown(-0.01).overlaps(other) for one, other in combinations(cells, 2))
    assert min(cell.h for cell in cells) >= 30


def test_the_side_stays_where_it_is_whatever_buttons_there_are() -> None:
    none, two = (TableLayout.of(Rect(0, 0, 1920, 1080), 4, 3, offers) for offers in (0, 2))
    one, other = (Table.of(lay.field, lay.side, 4, Options()) for lay in (none, two))
    assert one == other and hash(one) == hash(other)
    assert one != Table.of(none.field, none.side, 3, Options())


def test_without_a_side_the_field_is_there() -> None:
    """As in the small picture of the result screen."""
    table = Table.of(Rect(100, 100, 400, 400), Rect(100, 100, 0, 0), 4, Options(trucks=3))
    assert within(table.depot(Seat(3)), table.field) and table.tray.w == 0
