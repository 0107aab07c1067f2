"""Where things lie on The Great Divide's table: in windows of every shape, at tables and in replays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from client.boards.great_divide.hexes import HALF
from client.boards.great_divide.layout import Layout, Spaces
from client.screens.table_layout import MARGIN, TableLayout, column
from client.ui.geometry import Rect
from core.games.great_divide.land import GREAT_DIVIDE_MAP as LAND
from core.games.great_divide.land import read
from core.games.great_divide.rules import GREAT_DIVIDE
from tests.client.looking import SIZES, inside

SEVEN, EIGHT = LAND.areas, GREAT_DIVIDE.letters
WIDTHS = sorted({1080.0 * width / height for width, height in SIZES})
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
    Layout(LAND, field, side, letters)
    for width in WIDTHS
    for field, side in rooms(width)
    for letters in (SEVEN, EIGHT)
]
each_layout = pytest.mark.parametrize(
    "layout", LAYOUTS, ids=lambda p: f"{p.field.w:.0f}x{p.field.h:.0f}+{len(p.letters)}"
)


@each_layout
def test_nothing_lies_on_anything_else(layout: Layout) -> None:
    cards = [layout.card(seat, letter) for seat in (0, 1) for letter in layout.letters]
    things = [*cards, layout.count(0), layout.count(1)]
    for rect in things:
        assert inside(rect, layout.field)
        assert (
            min(_gap(layout.spaces, rect, space) for space in range(LAND.size)) > 0.05 * layout.spaces.radius
        )
    assert not [pair for pair in combinations(things, 2) if pair[0].overlaps(pair[1])]
    assert inside(layout.ground, layout.field)
    assert all(layout.card(0, letter).right < layout.ground.x for letter in layout.letters)


def _gap(spaces: Spaces, rect: Rect, space: int) -> float:
    """How far a rectangle is from a hex at least (from the circle in it and its corners)."""
    x, y = spaces.centre(space)
    near = (min(max(x, rect.x), rect.right), min(max(y, rect.y), rect.bottom))
    corners = product((rect.x, rect.right), (rect.y, rect.bottom))
    return min(_outside(spaces, space, spot) for spot in (near, *corners))


def _outside(spaces: Spaces, space: int, spot: tuple[float, float]) -> float:
    """How far a point is outside a hex."""
    (x, y), reach = spaces.centre(space), spaces.radius * HALF
    dx, dy = abs(spot[0] - x), abs(spot[1] - y)
    return max(dy - reach, HALF * dx + dy / 2 - reach)


@each_layout
def test_the_side_holds_everything(layout: Layout) -> None:
    signs = [layout.sign(index) for index in range(2)]
    parts = [layout.bag, layout.drawn, *layout.tellers, layout.contents, layout.five, layout.deck, *signs]
    assert all(inside(part, layout.side) for part in (*parts, layout.aside_words))
    assert not [pair for pair in combinations(parts, 2) if pair[0].overlaps(pair[1])]
    assert layout.bag.w > 80 and layout.drawn.w > 100
    assert inside(layout.five_tile, layout.five)


@pytest.mark.parametrize("width", WIDTHS)
def test_buttons_find_room_and_change_nothing(width: float) -> None:
    """A layout in which things moved with every button would be painted anew each time."""
    tables = [TableLayout.of(Rect(0, 0, width, 1080), 2, 4, offers) for offers in range(3)]
    assert len({Layout(LAND, lay.field, lay.side, EIGHT).aside(0, 1) for lay in tables}) == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_another_map_fits_as_well(width: float) -> None:
    for field, side in rooms(width):
        layout = Layout(WIDE_LAND, field, side, WIDE_LAND.areas)
        assert inside(layout.ground, field)
        assert layout.card(0, "W").right < layout.ground.x
