"""What the pictures of Sturt's rules claim is what the rules say; positions are those of the data file."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from client.boards.sturt.board import KEYS, PILES
from client.boards.sturt.fields import Field, Picture, Route
from client.screens.rules_pages import load
from core.game import Seat
from core.games.sturt import board
from core.games.sturt.board import TRIPLES, Crossing, Side
from core.games.sturt.rules import STURT
from core.games.sturt.state import CARDS, Lay
from tests.client.pages_kit import fields

PAGES = load("sturt")
FIELDS = fields(PAGES)
ROUTES = [
    pytest.param(field, route, id=f"page {page.number} {route.way}")
    for page in PAGES
    for field in page.picture.fields
    for route in field.routes
]
WHOLE = [param for param in FIELDS if param.values[0].whole]


def corner(entered: int, left: int) -> int:
    """The corner bit of the curve between two sides; 0 if they are not neighbours."""
    bits = {(0, 1): 1, (1, 2): 2, (2, 3): 4, (0, 3): 8}
    return bits.get((min(entered, left), max(entered, left)), 0)


def crossings(field: Field, route: Route) -> list[Crossing]:
    """A route in the coordinates of the rules."""
    left, top = field.origin
    return [Crossing((x + left, y + top), Side(a), Side(b)) for (x, y), a, b in route.curves()]


@pytest.mark.parametrize(("field", "route"), ROUTES)
def test_every_route_runs_on_curves_that_lie_there(field: Field, route: Route) -> None:
    cards = field.cards()
    for cell, entered, left in route.curves():
        assert cards[cell[0], cell[1]] & corner(entered, left), (cell, Side(entered), Side(left))


@pytest.mark.parametrize(("field", "route"), ROUTES)
def test_only_the_wrong_way_turns_back_and_it_does_so_in_a_fork(field: Field, route: Route) -> None:
    steps = list(pairwise(route.curves()))
    back = [(a, b) for a, b in steps if a[0] == b[0]]
    assert bool(back) == route.wrong == (route.seat is None)
    for a, b in back:
        assert a[2] == b[1] and a[1] != b[2], "it comes along one arm and goes back along the other"
        assert route.turns_back() == [(a[0], Side(a[2]))]


@pytest.mark.parametrize("field", WHOLE)
def test_exactly_the_seats_named_are_connected(field: Field) -> None:
    tracks = board.tracks(field.state().corners)
    assert [seat for seat in (0, 1) if board.connects(tracks, Seat(seat))] == list(field.connected)


@pytest.mark.parametrize("field", WHOLE)
def test_a_route_of_a_whole_desert_is_the_one_the_rules_find(field: Field) -> None:
    for route in field.routes:
        assert route.seat is not None
        assert crossings(field, route) == board.connection(field.state().corners, Seat(route.seat))


@pytest.mark.parametrize("field", [p for p in WHOLE if p.values[0].ends])
def test_marked_ends_are_all_ends_there_are(field: Field) -> None:
    (route,) = field.routes
    assert route.seat is not None
    found = crossings(field, route)
    pair = (board.End(found[0].cell, found[0].entered), board.End(found[-1].cell, found[-1].left))
    assert board.ends(field.state().corners, Seat(route.seat)) == [pair]


@pytest.mark.parametrize("field", WHOLE)
def test_a_whole_desert_could_have_come_about(field: Field) -> None:
    """Every card touches another, and phase two has all 25."""
    cards = set(field.cards())
    start = next(iter(cards))
    met, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & cards - met
        met |= near
        todo.extend(near)
    assert met == cards
    assert (len(cards) == CARDS) == (field.phase == 2)


@pytest.mark.parametrize("field", [p for p in FIELDS if p.values[0].hand])
def test_the_card_in_hand_may_be_laid(field: Field) -> None:
    state, hand, (left, top) = field.state(), field.hand, field.origin
    assert hand is not None
    lay = Lay(int(hand.card, 16), hand.at[0] + left, hand.at[1] + top)
    assert STURT.why_not(state, Seat(hand.seat), lay) is None


@pytest.mark.parametrize("field", [p for p in FIELDS if p.values[0].shut])
def test_crossed_out_places_are_refused_for_the_reason_the_page_gives(field: Field) -> None:
    state, (left, top) = field.state(), field.origin
    card, code = (0x5, "too_far") if field.phase == 1 else (0x7, "triple_on_triple")
    for x, y in field.shut:
        refusal = STURT.why_not(state, state.turn, Lay(card, x + left, y + top))
        assert refusal is not None and refusal.code == f"sturt.refusal.{code}", (x, y)


@pytest.mark.parametrize("field", [p for p in FIELDS if p.values[0].open])
def test_bright_places_are_all_places_the_rules_allow(field: Field) -> None:
    state, (left, top) = field.state(), field.origin
    legal = {(a.x - left, a.y - top) for a in STURT.legal(state, state.turn) if isinstance(a, Lay)}
    assert set(field.places()) == legal, "all of them are in the picture"


@pytest.mark.parametrize(
    "picture", [pytest.param(p.picture, id=str(p.number)) for p in PAGES if p.picture.then]
)
def test_from_one_field_to_the_next_only_triples_cover_cards_with_two_curves(picture: Picture) -> None:
    for before, after in pairwise(picture.fields):
        old, new = before.cards(), after.cards()
        changed = {cell for cell in old if old[cell] != new[cell]}
        assert changed and after.last in {*changed, None} and old.keys() == new.keys()
        assert all(old[c].bit_count() == 2 and new[c] in TRIPLES for c in changed)
        if before.hand is not None:
            assert changed == {before.hand.at} and new[before.hand.at] == int(before.hand.card, 16)


def test_one_card_connects_both_on_the_page_about_it() -> None:
    field = PAGES[12].picture.fields[0]
    assert field.connected == (0, 1) and field.last is not None
    before = field.state().corners.copy()
    before[field.last[1] + field.origin[1] + 4, field.last[0] + field.origin[0] + 4] = 0
    tracks = board.tracks(before)
    assert not board.connects(tracks, Seat(0)) and not board.connects(tracks, Seat(1))


def test_turning_goes_clockwise_from_card_to_card() -> None:
    cards = PAGES[11].picture.fields[0].cards()
    round_ = [cards[0, 0], cards[1, 0], cards[1, 1], cards[0, 1]]
    piles = {KEYS[card][0] for card in round_}
    assert piles == {"fork"} and list(PILES["fork"]) == round_


def test_the_page_of_cards_shows_each_card_once() -> None:
    shown = [card for field in PAGES[1].picture.fields for card in field.cards().values()]
    assert sorted(shown) == sorted((*board.DOUBLES, *board.FORKS, *board.TRIPLES))


@pytest.mark.parametrize(
    "wrong",
    [
        {"rows": ["5 5", "5"]},
        {"rows": ["0"]},
        {"rows": ["5  5"]},
        {"rows": []},
        {"rows": ["5"], "sign": True},
        {"rows": ["5"], "connected": [2]},
        {"rows": ["5"], "routes": [{"at": [0, 0], "over": "W", "way": "X"}]},
        {"rows": ["5"], "hand": {"card": "4", "at": [0, 0], "seat": 0}},
    ],
    ids=str,
)
def test_broken_data_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"fields": [wrong]}, Picture)
