"""Where things lie on The Great Split's table: in windows of every shape, for every number of seats."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from client.boards.great_split.places import CARD, Places
from client.screens.table_layout import TableLayout
from client.ui.geometry import Rect
from core.games.great_split.data import GREAT_SPLIT_DATA as DATA
from core.games.great_split.state import RESOURCES, TRACKS
from tests.client.looking import SIZES, inside

WIDTHS = sorted({1080.0 * width / height for width, height in SIZES})
MOST_CARDS = 14
"""More are never in a hand."""


def laid_out(width: float, seats: int, viewer: int, offers: int = 0) -> Places:
    lay = TableLayout.of(Rect(0, 0, width, 1080), seats, 4, offers)
    return Places(lay.field, lay.side, seats, viewer)


LAYOUTS = [
    laid_out(width, seats, viewer)
    for width in WIDTHS
    for seats in range(2, 8)
    for viewer in (-1, 0, seats - 1)
]
each_layout = pytest.mark.parametrize(
    "places", LAYOUTS, ids=lambda p: f"{p.field.w:.0f}-{p.seats}-{'x' if p.own is None else p.own}"
)


def apart(rects: list[Rect]) -> bool:
    return not any(a.inset(0.1).overlaps(b.inset(0.1)) for a, b in combinations(rects, 2))


@each_layout
def test_every_estate_has_its_place_and_none_covers_another(places: Places) -> None:
    panels = [places.panel(seat) for seat in range(places.seats)]
    areas = panels if places.strip is None else [*panels, places.strip]
    assert apart(areas)
    assert all(inside(area, places.field.grown(0.5)) for area in areas)


@each_layout
def test_what_belongs_to_an_estate_lies_on_it_side_by_side(places: Places) -> None:
    for panel in places.panels:
        head = [panel.head.badge, panel.head.character, panel.head.prestige, panel.head.hand]
        rows = [
            part
            for row in panel.rows
            for part in (row.icon, row.spaces, row.now, row.seal, row.seal_spaces, row.contract)
        ]
        assert apart([*head, *rows])
        assert all(inside(part, panel.rect.grown(0.5)) for part in (*head, *rows))
        assert all(part.w > 0 and part.h > 0 for part in (*head, *rows))


@each_layout
def test_spaces_of_a_track_follow_one_another_on_it(places: Places) -> None:
    for seat in range(places.seats):
        for track in range(len(TRACKS)):
            cells = [places.cell(seat, track, n) for n in range(1, DATA.spaces[track] + 1)]
            strip = places.strip_of(seat, track)
            assert all(inside(cell, strip.grown(0.5)) for cell in cells)
            assert math.isclose(sum(cell.w for cell in cells), strip.w)
            assert [cell.x for cell in cells] == sorted(cell.x for cell in cells)
            row = places.row(seat, track)
            sign = row.icon if track < len(RESOURCES) else row.seal
            assert places.space(seat, track, 0) == sign.centre


@each_layout
def test_a_track_of_the_own_estate_is_found_all_along_and_no_other(places: Places) -> None:
    for track in range(len(TRACKS)):
        for seat in range(places.seats):
            found = {places.track_at(places.space(seat, track, n)) for n in range(DATA.spaces[track] + 1)}
            assert found == ({track} if seat == places.own else {None})
    x, y = places.field.x - 30, places.field.cy
    assert places.track_at((x, y)) is None


def test_wallets_travel_clockwise_and_only_to_the_next_estate() -> None:
    """The left neighbour sits at the lower left, the right one at the lower right."""
    for places in LAYOUTS:
        if places.own is None or places.seats == 2:
            continue
        left = places.panel((places.own + 1) % places.seats)
        right = places.panel((places.own - 1) % places.seats)
        own = places.panel(places.own)
        assert left.cx < own.cx < right.cx
        around = [places.panel(seat) for seat in places.ring]
        middle = Rect.bounding([panel.centre for panel in around]).centre
        turns = [math.atan2(panel.cy - middle[1], panel.cx - middle[0]) for panel in around]
        steps = [(b - a) % (2 * math.pi) for a, b in pairwise(turns)]
        assert all(0 < step < math.pi + 0.01 for step in steps)
        assert sum(steps) < 2 * math.pi


def test_the_own_estate_shows_numbers_in_every_window() -> None:
    assert all(places.panels[places.own].detailed for places in LAYOUTS if places.own is not None)


# --- the own hand ----------------------------------------------------------------------------------


@each_layout
def test_a_hand_of_any_size_lies_in_its_strip_and_every_card_can_be_hit(places: Places) -> None:
    if places.own is None or places.strip is None:
        return
    for count in range(1, MOST_CARDS + 1):
        for index in range(count):
            card = places.card(places.own, index, count)
            assert inside(card, places.strip.grown(0.5))
            assert math.isclose(card.w / card.h, CARD)
            assert places.card_at((card.x + 2, card.cy), count) == index
    assert places.card_at((places.strip.x + 1, places.strip.y - 40), 3) is None


@each_layout
def test_the_splitter_lies_between_the_groups_and_is_found_there(places: Places) -> None:
    if places.strip is None:
        return
    for left in range(8):
        for right in range(8 - left):
            before, splitter, behind = places.spread(left, right)
            line = [*before, splitter, *behind]
            assert len(before) == left and len(behind) == right
            assert [rect.x for rect in line] == sorted(rect.x for rect in line)
            assert all(inside(rect, places.strip.grown(0.5)) for rect in line)
            assert places.spread_at(splitter.centre, left, right) == "splitter"
            for index, rect in enumerate((*before, *behind)):
                assert places.spread_at((rect.x + 8, rect.cy), left, right) == index


@each_layout
def test_groups_and_what_they_bring_lie_on_their_side_of_the_splitter(places: Places) -> None:
    if places.strip is None:
        return
    for left, right in ((0, 3), (2, 4), (5, 0), (1, 1), (6, 1)):
        splitter = places.spread(left, right)[1]
        for rects in (places.trays(left, right), places.groups(left, right), places.sums(left, right)):
            first, second = rects
            assert first.right <= splitter.cx <= second.x
            assert first.w > 0 and second.w > 0
        for tray in places.trays(left, right):
            assert inside(tray, places.strip.grown(0.5))


@each_layout
def test_cards_to_be_played_and_cards_played_do_not_mix(places: Places) -> None:
    if places.own is None:
        return
    for count in range(1, 10):
        rects, splitter = places.resolving(count, True)
        assert splitter is not None and places.resolving(count, False)[1] is None
        played = [places.played(places.own, index, 9 - count) for index in range(9 - count)]
        assert all(rect.right <= pile.x for rect in (*rects, splitter) for pile in played)
        assert places.resolving_at(splitter.centre, count, True) == "splitter"
        for index, rect in enumerate(rects):
            assert places.resolving_at((rect.x + 2, rect.cy), count, True) == index


def test_nobody_has_a_hand_to_hit_where_there_is_no_own_seat() -> None:
    places = laid_out(1920, 4, -1)
    middle = places.field.centre
    assert places.card_at(middle, 5) is None
    assert places.spread_at(middle, 2, 2) is None
    assert places.resolving_at(middle, 3, True) is None
    assert all(inside(places.hand(seat), places.panel(seat)) for seat in range(4))


@each_layout
def test_a_wallet_rests_at_every_seat_inside_its_estate_or_strip(places: Places) -> None:
    for seat in range(places.seats):
        area = places.strip if seat == places.own and places.strip else places.panel(seat)
        assert inside(places.wallet(seat), area.grown(0.5))


# --- beside the field ------------------------------------------------------------------------------


@each_layout
def test_what_lies_beside_has_room_and_buttons_change_nothing(places: Places) -> None:
    parts = [
        *(*places.rounds, *places.tokens, places.final, *places.levels, places.slot_market),
        *(*places.market_tokens, *places.decks, places.box),
    ]
    assert all(inside(part, places.side.grown(0.5)) for part in parts)
    assert apart(parts)
    lay = TableLayout.of(Rect(0, 0, 1920, 1080), 4, 4, 0)
    more = TableLayout.of(Rect(0, 0, 1920, 1080), 4, 4, 3)
    assert Places(lay.field, lay.side, 4, 0) == Places(more.field, more.side, 4, 0)


@each_layout
def test_the_slider_goes_from_end_to_end_and_no_further(places: Places) -> None:
    spots = [places.slider(step)[0] for step in range(places.farthest + 1)]
    assert places.farthest == 4 + 3 + 3 + 2 + 2 + 1
    assert spots == sorted(spots) and len(set(spots)) == len(spots)
    assert places.slot_market.x < spots[0] and spots[-1] < places.slot_market.right
    assert places.slider(-5) == places.slider(0)
    assert places.slider(999) == places.slider(places.farthest)


def test_places_are_the_same_only_for_the_same_room_seats_and_eyes() -> None:
    one, same = laid_out(1920, 4, 1), laid_out(1920, 4, 1)
    others = (laid_out(1920, 4, 2), laid_out(1920, 4, -1), laid_out(1920, 5, 1), laid_out(1440, 4, 1))
    assert one == same and hash(one) == hash(same)
    assert all(one != other for other in others)
