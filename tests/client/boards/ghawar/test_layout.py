"""Where things lie on Ghawar's table: in every window, with every number of seats and trucks."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from client.boards.ghawar.cubes import CUBE_SHARE, LARGEST_CUBE_SHARE, cube_rect
from client.boards.ghawar.derricks import SYMBOL_SIZE as DERRICK_SYMBOL
from client.boards.ghawar.dice import VIEW_SLANT, DiePose, held_in, pose_at
from client.boards.ghawar.lattice import TRUCK_LENGTH
from client.boards.ghawar.layout import LEAST_SIGN_SIZE, LINE_COUNT, least_side_height
from client.boards.ghawar.layout import Layout as Table
from client.boards.ghawar.trucks import SYMBOL_SIZE as TRUCK_SYMBOL
from client.boards.kit.pieces import target_at
from client.screens.replay.layout import ReplayLayout
from client.screens.table.layout import TableLayout
from client.ui.geometry import Rect
from core.game import Seat
from core.games.ghawar.roads import RoadLayout
from core.games.ghawar.state import COLOURS, FIELD_SIZE, Options

LAYOUTS: tuple[RoadLayout, ...] = ("ring", "inner")
TABLES = [
    *(
        (wide, seats, Options(trucks=3, roads=roads_))
        for wide, seats, roads_ in product((1440.0, 1920.0), (2, 3, 4), LAYOUTS)
    ),
    (1920.0, 4, Options()),
    (2520.0, 4, Options(trucks=2)),
]
"""Windows of 4:3, 16:9 and 21:9, by their width in units; seats and options."""


HIGH = [(Rect(0, 0, 720, high), seats) for high, seats in product((960, 1280), (2, 3, 4))]
"""Windows that are higher than wide."""
WINDOWS = [*HIGH, *((Rect(0, 0, wide, 1080), seats) for wide, seats, _ in TABLES)]


def places(wide: float, seats: int, options: Options) -> Table:
    """A table as its screen lays it out."""
    return laid(Rect(0, 0, wide, 1080), seats, options)


def laid(window: Rect, seats: int, options: Options) -> Table:
    lay = TableLayout.of(window, seats, 3, 0, low=least_side_height(seats))
    return Table.of(lay.field, lay.side, seats, options, window, lay.plates)


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
        assert target_at(spots, rect.centre) == target_at(spots, corner) == spot.target
    for one, other in combinations([*(spot.rect for spot in spots), *depots], 2):
        assert not one.grown(-0.01).overlaps(other)


@pytest.mark.parametrize(("wide", "seats", "options"), TABLES)
def test_a_depot_has_room_for_all_that_is_in_it(wide: float, seats: int, options: Options) -> None:
    table = places(wide, seats, options)
    for seat in map(Seat, range(seats)):
        bays = [table.truck_in_depot(seat, index) for index in range(options.trucks)]
        piles = [
            table.stored(seat, colour, 0).union(table.stored(seat, colour, FIELD_SIZE - 1))
            for colour in range(len(COLOURS))
        ]
        parts = [table.owner(seat), *bays, *piles]
        assert all(within(part, table.depot(seat)) for part in parts)
        assert not any(one.grown(-2).overlaps(other) for one, other in combinations(parts, 2))
        assert not table.lane_rect(seat).grown(-0.01).overlaps(table.depot(seat))
        assert min(max(bay.w, bay.h) for bay in bays) >= TRUCK_LENGTH * table.scale


@pytest.mark.parametrize(("wide", "seats", "options"), TABLES)
def test_beside_the_field_nothing_lies_on_anything_else(wide: float, seats: int, options: Options) -> None:
    table = places(wide, seats, options)
    panels = [table.boxes[name] for name in ("tray", "table", "quiet")]
    assert all(within(panel, table.side) for panel in panels)
    assert not any(one.overlaps(other) for one, other in combinations(panels, 2))
    check_cells(table, 30)


def check_cells(table: Table, least: float) -> None:
    """The cells of the table lie on it, none on another, and are so many units high at least."""
    cells = [table.boxes[f"name {line}"] for line in range(1, LINE_COUNT + 1)]
    cells += [
        table.boxes[f"cell {line} {seat}"] for line in range(LINE_COUNT + 1) for seat in range(table.seats)
    ]
    assert all(within(cell, table.boxes["table"]) for cell in cells)
    assert not any(one.grown(-0.01).overlaps(other) for one, other in combinations(cells, 2))
    assert min(cell.h for cell in cells) >= least


@pytest.mark.parametrize(("window", "seats"), HIGH)
def test_in_a_high_window_colours_stand_side_by_side(window: Rect, seats: int) -> None:
    table = laid(window, seats, Options())
    boxes = table.boxes
    assert (
        within(boxes["tray"], table.side)
        and within(boxes["table"], table.side)
        and within(boxes["quiet"], boxes["tray"])
    )
    assert not boxes["tray"].overlaps(boxes["table"])
    check_cells(table, 26)
    numbers, cubes = zip(
        *((table.boxes[f"number {value}"], table.boxes[f"cube {value}"]) for value in range(1, 7)),
        strict=True,
    )
    assert min(cube.w for cube in cubes) >= LEAST_SIGN_SIZE
    own = max(cube.x - number.right for number, cube in zip(numbers, cubes, strict=True))
    others = min(number.x - cube.right for number, cube in zip(numbers[1:], cubes, strict=False))
    assert min(number.w for number in numbers) > 0 and 2 * own < others, "a number is nearer to its own cube"


@pytest.mark.parametrize(("window", "seats"), WINDOWS)
def test_signs_are_large_enough_to_be_read_across_a_room(window: Rect, seats: int) -> None:
    table = laid(window, seats, Options())
    signs = [table.stored(Seat(seat), 5, 5).w for seat in range(seats)]
    assert (
        cube_rect(table.platform(0)).w
        >= min(LEAST_SIGN_SIZE, LARGEST_CUBE_SHARE * table.platform(0).w) - 0.01
    )
    if window.w > window.h:
        trucks, platforms = TRUCK_LENGTH * table.scale, table.platform(0).w
        signs += [CUBE_SHARE * platforms, TRUCK_SYMBOL * trucks, DERRICK_SYMBOL * platforms]
    assert min(signs) >= LEAST_SIGN_SIZE - 0.01
    assert all(within(stack, table.field) and stack.w >= LEAST_SIGN_SIZE for stack in table.stacks())
    assert len(table.stacks()) in (0, 4)


def test_the_side_stays_where_it_is_whatever_buttons_there_are() -> None:
    none, two = (TableLayout.of(Rect(0, 0, 1920, 1080), 4, 3, offers) for offers in (0, 2))
    one, other = (Table.of(lay.field, lay.side, 4, Options()) for lay in (none, two))
    assert one == other and hash(one) == hash(other)
    assert one != Table.of(none.field, none.side, 3, Options())


@pytest.mark.parametrize(("window", "seats"), WINDOWS)
def test_dice_never_leave_the_tray(window: Rect, seats: int) -> None:
    """At a table or in a replay, at any moment of a roll; and at rest nothing has to hold them in."""
    replay = ReplayLayout.of(window, seats)
    again = Table.of(replay.field, replay.side, seats, Options(), window, replay.plates)
    for table, count, seed, face in product((laid(window, seats, Options()), again), (1, 2), (0, 1), (1, 4)):
        side = table.die_side
        for index, rest in enumerate(table.dice(count)):
            for step in range(41):
                pose = pose_at(step / 40, seed, face, rest, start=table.thrown_from(index), edge_length=side)
                held = held_in(table.dice_room, pose, side)
                assert all(table.boxes["tray"].contains(*corner) for corner in corners(held, side))
            assert held.ground == pytest.approx(rest)


def corners(pose: DiePose, side: float) -> list[tuple[float, float]]:
    """Where the corners of a die are seen."""
    (x, y), (away, up), down = pose.ground, VIEW_SLANT, (pose.height - 0.5) * VIEW_SLANT[1]
    points = (pose.turn @ np.array(corner) / 2 for corner in product((-1, 1), repeat=3))
    return [(x + side * p[0], y - side * (away * p[1] + up * p[2] + down)) for p in points]


def test_without_a_side_the_field_is_there() -> None:
    """As in the small picture of the result screen."""
    table = Table.of(Rect(100, 100, 400, 400), Rect(100, 100, 0, 0), 4, Options(trucks=3))
    assert within(table.depot(Seat(3)), table.field) and table.boxes["tray"].w == 0
