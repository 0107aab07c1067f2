"""Where things lie on The Great Divide's table: in windows of every shape, at tables and in replays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from client.boards.great_divide.art import card_halves
from client.boards.great_divide.board import GreatDivideBoard
from client.boards.great_divide.layout import Layout, Spaces, columns_of
from client.boards.great_divide.water import BEAD_SIZE, OWNER_SYMBOL_SIZE, legible_size
from client.boards.kit.hexes import HALF_WIDTH, extent
from client.screens.table.layout import WINDOW_MARGIN, TableLayout, side_column_width
from client.ui.geometry import Rect
from core.games.great_divide.land import GREAT_DIVIDE_MAP as LAND
from core.games.great_divide.land import Land, read
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Options
from tests.client.looking import SIZES, inside

SEVEN, EIGHT = LAND.areas, GREAT_DIVIDE.letters
WIDTHS = sorted({1080.0 * width / height for width, height in SIZES})
AREAS = [*(Rect(0, 0, width, 1080) for width in WIDTHS), Rect(0, 0, 720, 960), Rect(0, 0, 720, 1280)]
WIDE = "columns = ['WWWW', '11111', '2222', '11111', '2222', '11111', '2222', '11111', 'EEEE']\n"
WIDE_LAND = read(WIDE + "[tiles]\nW = 4\n1 = 20\n2 = 12\nE = 4\n")


def shape(land: Land) -> float:
    wide, high = extent(columns_of(land))
    return wide / high


def tables(area: Rect, land: Land = LAND) -> Iterator[TableLayout]:
    """Tables with few and many buttons."""
    for tools, offers in ((4, 0), (4, 2), (0, 0)):
        yield TableLayout.of(area, 2, tools, offers, shape(land))


def rooms(area: Rect, land: Land = LAND) -> Iterator[tuple[Rect, Rect]]:
    """Field and side of tables, and of a replay."""
    yield from ((lay.field, lay.side) for lay in tables(area, land))
    if area.w < area.h:
        return
    wide, room = side_column_width(area), area.inset(WINDOW_MARGIN).cut_bottom(76, 20)[1]
    _people, rest = room.cut_left(max(wide, 366.0), 24)
    right, middle = rest.cut_right(wide if wide > 366 else 260.0, 24)
    yield middle.cut_top(76, 8)[1].cut_bottom(44, 6)[1], right.cut_bottom(3 * 68 + 2 * 12, 24)[1]


def layout_at(area: Rect, lay: TableLayout) -> Layout:
    """That of the board of a table."""
    board = GreatDivideBoard(GREAT_DIVIDE, Options(True), 2)
    board.arrange(lay.field, lay.side, area, lay.plates)
    return board.layout(GREAT_DIVIDE.start(Options(True), 2))


LAYOUTS = [
    Layout(LAND, field, side, letters, kinds=12)
    for area in AREAS
    for field, side in rooms(area)
    for letters in (SEVEN, EIGHT)
]
each_layout = pytest.mark.parametrize(
    "layout", LAYOUTS, ids=lambda p: f"{p.field.w:.0f}x{p.field.h:.0f}+{len(p.letters)}"
)


@each_layout
def test_nothing_lies_on_anything_else(layout: Layout) -> None:
    cards = [layout.card(seat, letter) for seat in (0, 1) for letter in layout.letters]
    for rect in cards:
        assert inside(rect, layout.field)
        assert (
            min(_gap(layout.spaces, rect, space) for space in range(LAND.size)) > 0.05 * layout.spaces.radius
        )
    assert not [pair for pair in combinations(cards, 2) if pair[0].overlaps(pair[1])]
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
    (x, y), reach = spaces.centre(space), spaces.radius * HALF_WIDTH
    dx, dy = abs(spot[0] - x), abs(spot[1] - y)
    return max(dy - reach, HALF_WIDTH * dx + dy / 2 - reach)


@pytest.mark.parametrize("area", AREAS, ids=str)
def test_the_sentence_lies_on_no_card_and_both_sides_are_alike(area: Rect) -> None:
    for lay in tables(area):
        layout = layout_at(area, lay)
        west, east = ([layout.card(seat, letter) for letter in EIGHT] for seat in (0, 1))
        assert not [card for card in (*west, *east, layout.ground) if card.overlaps(lay.prompt)]
        assert [(card.y, card.w, card.h) for card in west] == [(card.y, card.w, card.h) for card in east]
        assert west[0].x - lay.field.x == pytest.approx(lay.field.right - east[0].right)


@pytest.mark.parametrize("area", AREAS, ids=str)
def test_what_has_a_meaning_is_large_enough(area: Rect) -> None:
    """Symbols have 20 units at a table: areas and badges on cards, kinds in the bag, numbers, signs."""
    for lay in tables(area):
        layout = layout_at(area, lay)
        picture, band = card_halves(layout.card(0, "W"))
        assert min(picture.fit(1.0).h * 0.78, band.h * 0.92, band.w * 0.7) >= 20
        assert (
            min(legible_size(OWNER_SYMBOL_SIZE, layout.spaces), legible_size(BEAD_SIZE, layout.spaces)) >= 20
        )
        assert (
            not lay.wide
            or min(OWNER_SYMBOL_SIZE * layout.spaces.radius, 0.38 * 1.75 * band.h) >= 20
            or area.w < 1600
        )
        shown, number = layout.boxes["kind 0"].columns(1, 1, gap=4.0)
        signs = layout.boxes["sign 0"].w, layout.boxes["five"].w * 0.42, layout.aside_rect(0, 1).w
        assert min(shown.w, shown.h, *signs) >= 20
        assert number.w >= 30 and number.h >= 30, "two digits of 24 units"


@each_layout
def test_the_side_holds_everything(layout: Layout) -> None:
    boxes = layout.boxes
    names = ["bag", "drawn", "left", "kind", "five", "deck", "sign 0", "sign 1"]
    parts = [boxes[name] for name in (*names, *(() if layout.below else ("teller", "heading")))]
    parts.append(layout.aside_rect(0, 1))
    assert all(inside(part, layout.paper(aside=True)) for part in parts)
    assert inside(layout.paper(aside=True), layout.side)
    assert not [pair for pair in combinations(parts, 2) if pair[0].overlaps(pair[1])]
    assert min(boxes["bag"].w, boxes["drawn"].w) > 80
    assert inside(layout.set_aside, layout.side)


@pytest.mark.parametrize("area", AREAS, ids=str)
def test_buttons_find_room_and_change_nothing(area: Rect) -> None:
    """A layout in which things moved with every button would be painted anew each time."""
    several = [TableLayout.of(area, 2, 4, offers, shape(LAND)) for offers in range(3)]
    assert len({Layout(LAND, lay.field, lay.side, EIGHT).aside_rect(0, 1) for lay in several}) == 1


@pytest.mark.parametrize("area", AREAS, ids=str)
def test_another_map_fits_as_well(area: Rect) -> None:
    for field, side in rooms(area, WIDE_LAND):
        layout = Layout(WIDE_LAND, field, side, WIDE_LAND.areas)
        assert inside(layout.ground, field)
        assert layout.card(0, "W").right < layout.ground.x
