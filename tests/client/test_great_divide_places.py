"""Where things lie on The Great Divide's table: in windows of every shape, at tables and in replays."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise, product

import pygame
import pytest

from client.boards.great_divide import land
from client.boards.great_divide.hexes import HALF
from client.boards.great_divide.places import Places
from client.screens.table_layout import MARGIN, TableLayout, column
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Seat
from core.games.great_divide.land import GREAT_DIVIDE_MAP as LAND
from core.games.great_divide.land import WAYS, read
from core.games.great_divide.rules import GREAT_DIVIDE
from tests.client.looking import SIZES, inside

SEVEN, EIGHT = LAND.areas, GREAT_DIVIDE.letters
WIDTHS = sorted({1080.0 * width / height for width, height in SIZES})
DEMO_BAR = 168.0
"""Units at the bottom of the side that a demo needs for its buttons."""
WIDE = "columns = ['WWWW', '11111', '2222', '11111', '2222', '11111', '2222', '11111', 'EEEE']\n"
WIDE_LAND = read(WIDE + "[tiles]\nW = 4\n1 = 20\n2 = 12\nE = 4\n")


def rooms(width: float) -> Iterator[tuple[Rect, Rect]]:
    """Field and side of tables with few and many buttons, and of a replay."""
    area = Rect(0, 0, width, 1080)
    for tools, offers in ((4, 0), (4, 2), (0, 0)):
        lay = TableLayout.of(area, 2, tools, offers)
        yield lay.field, lay.side
    wide, room = column(area), area.inset(MARGIN).cut_bottom(76, 20)[1]
    _people, rest = room.cut_left(max(wide, 366.0), 24)
    right, middle = rest.cut_right(wide if wide > 366 else 260.0, 24)
    yield middle.cut_top(76, 8)[1].cut_bottom(44, 6)[1], right.cut_bottom(3 * 68 + 2 * 12, 24)[1]


LAYOUTS = [
    Places(LAND, field, side, letters)
    for w in WIDTHS
    for field, side in rooms(w)
    for letters in (SEVEN, EIGHT)
]
each_layout = pytest.mark.parametrize(
    "places", LAYOUTS, ids=lambda p: f"{p.field.w:.0f}x{p.field.h:.0f}+{len(p.letters)}"
)


@each_layout
def test_a_space_is_found_all_over_its_hex_and_nowhere_else(places: Places) -> None:
    for space in range(LAND.size):
        x, y = places.centre(space)
        assert places.space_at((x, y)) == space
        for cx, cy in places.corners(space):
            assert places.space_at((x + 0.97 * (cx - x), y + 0.97 * (cy - y))) == space
        for way in WAYS:
            ex, ey = places.edge(space, way)
            beyond = places.space_at((ex + 0.05 * (ex - x), ey + 0.05 * (ey - y)))
            there = LAND.beside[space][way]
            assert beyond == (there if 0 <= there < LAND.size else None)


@each_layout
def test_neighbours_share_their_sides(places: Places) -> None:
    for space, way in product(range(LAND.size), WAYS):
        there = LAND.beside[space][way]
        if not 0 <= there < LAND.size:
            continue
        assert math.dist(places.edge(space, way), places.edge(there, way.opposite)) < 1e-6
        mine, other = places.corners(space), places.corners(there)
        assert math.dist(mine[way], other[(way + 4) % 6]) < 1e-6
        assert math.dist(mine[(way + 1) % 6], other[way.opposite]) < 1e-6


@each_layout
def test_nothing_lies_on_anything_else(places: Places) -> None:
    cards = [places.card(seat, index) for seat in (0, 1) for index in range(len(places.letters))]
    things = [*cards, places.count(0), places.count(1)]
    for rect in things:
        assert inside(rect, places.field)
        gap = min(_gap(places, rect, space) for space in range(LAND.size))
        assert gap > 0.05 * places.radius
    assert not [pair for pair in combinations(things, 2) if pair[0].overlaps(pair[1])]
    assert inside(places.ground, places.field)


def _gap(places: Places, rect: Rect, space: int) -> float:
    """How far a rectangle is from a hex at least (from the circle in it and its corners)."""
    x, y = places.centre(space)
    near = (min(max(x, rect.x), rect.right), min(max(y, rect.y), rect.bottom))
    spots = [
        near,
        *((rect.x, rect.y), (rect.right, rect.y), (rect.x, rect.bottom), (rect.right, rect.bottom)),
    ]
    return min(_outside(places, space, spot) for spot in spots)


def _outside(places: Places, space: int, spot: tuple[float, float]) -> float:
    """How far a point is outside a hex."""
    (x, y), reach = places.centre(space), places.radius * HALF
    dx, dy = abs(spot[0] - x), abs(spot[1] - y)
    return max(dy - reach, HALF * dx + dy / 2 - reach)


@each_layout
def test_the_side_holds_everything(places: Places) -> None:
    parts = [places.bag, places.drawn, places.teller, places.contents, places.five, places.deck, places.aside]
    assert all(inside(part, places.side) for part in parts)
    assert not [pair for pair in combinations(parts, 2) if pair[0].overlaps(pair[1])]
    assert places.bag.w > 80 and places.drawn.w > 100
    assert inside(places.card_of_deck, places.deck.grown(0.5))


@pytest.mark.parametrize("width", WIDTHS)
def test_buttons_find_room_and_change_nothing(width: float) -> None:
    """A layout that changed with every button would be painted anew each time."""
    tables = [TableLayout.of(Rect(0, 0, width, 1080), 2, 4, offers) for offers in range(3)]
    assert len({Places(LAND, lay.field, lay.side, EIGHT) for lay in tables}) == 1
    demo = TableLayout.of(Rect(0, 0, width, 1080), 2, 0, 0)
    places = Places(LAND, demo.field, demo.side, EIGHT)
    assert places.side.bottom <= demo.side.bottom - DEMO_BAR
    assert inside(places.side, demo.side)


@each_layout
@pytest.mark.parametrize("count", [1, 3, 12])
def test_tiles_set_aside_stay_in_their_row(places: Places, count: int) -> None:
    rects = [places.aside_at(index, count) for index in range(count)]
    assert all(inside(rect, places.aside.grown(0.5)) for rect in rects)
    assert all(a.x < b.x for a, b in pairwise(rects))


@each_layout
def test_a_card_is_found_where_it_lies(places: Places) -> None:
    for seat, index in product((0, 1), range(len(places.letters))):
        rect = places.card(seat, index)
        for spot in (rect.centre, (rect.x + 1, rect.y + 1), (rect.right - 1, rect.bottom - 1)):
            assert places.card_at(spot) == (seat, index)
    assert places.card_at(places.ground.centre) is None
    assert places.card_at(places.bag.centre) is None


def test_the_pacific_lies_in_the_west() -> None:
    places = LAYOUTS[0]
    assert places.ocean(Seat(0)).right <= places.ground.x < places.ocean(Seat(1)).x
    assert all(places.card(0, i).right < places.ground.x for i in range(len(places.letters)))
    assert all(places.card(1, i).x > places.ground.right for i in range(len(places.letters)))


def test_equal_layouts_are_equal() -> None:
    field, side = next(rooms(1920))
    assert Places(LAND, field, side, EIGHT) == Places(LAND, field, side, EIGHT)
    assert Places(LAND, field, side, EIGHT) != Places(LAND, field, side, SEVEN)
    assert Places(LAND, field, side, EIGHT) != Places(LAND, field.moved(1, 0), side, EIGHT)
    assert len({Places(LAND, field, side, EIGHT), Places(LAND, field, side, EIGHT)}) == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_another_map_fits_as_well(width: float) -> None:
    for field, side in rooms(width):
        places = Places(WIDE_LAND, field, side, WIDE_LAND.areas)
        assert inside(places.ground, field)
        assert all(places.space_at(places.centre(space)) == space for space in range(WIDE_LAND.size))
        assert places.card(0, 0).right < places.ground.x


@each_layout
def test_the_badge_of_a_count_stands_beside_its_figures(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = Canvas(pygame.Surface((2560, 1080)), theme.load("lamplight"))
    badges: list[Rect] = []
    figures: list[Rect] = []
    text = Canvas.text
    monkeypatch.setattr(land, "seat_badge", lambda _canvas, _seat, rect: badges.append(rect))
    monkeypatch.setattr(Canvas, "text", lambda *args, **named: figures.append(text(*args, **named)))
    for seat in (0, 1):
        land.draw_count(canvas, places, Seat(seat), 66)
        assert badges[-1].right < figures[-1].x
        assert all(inside(part, places.count(seat).grown(1)) for part in (badges[-1], figures[-1]))
