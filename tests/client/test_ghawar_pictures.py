"""What the pictures of Ghawar's rules claim is what the rules say."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from assets.texts import LANGUAGES, Texts
from client.boards.ghawar.drives import drive_of
from client.boards.ghawar.fields import VALUES, Field, Picture, Piece, Table, Try
from client.boards.ghawar.trials import draw_piece, way_of
from client.screens.rules_pages import load
from core.game import CHANCE, Seat
from core.games.ghawar import scoring
from core.games.ghawar.roads import roads
from core.games.ghawar.rules import DERRICKS, GHAWAR, OF_A_COLOUR
from core.games.ghawar.state import (
    COLOURS,
    DEPOT,
    FIELD,
    NOTHING,
    PLATFORMS,
    Build,
    Die,
    Drive,
    Leave,
    Options,
    Shift,
    State,
    place_of,
    platform_at,
    space_at,
)
from tests.client.pages_kit import fields, those, words
from tests.client.test_ghawar_pieces import inside, look, made

PAGES = load("ghawar")
PIECES = those(PAGES, "piece")
TRIES: list[Any] = [
    pytest.param(p.values[0], trial, id=f"{p.id}: {trial.step}")
    for p in PIECES
    for trial in p.values[0].tries
]


def on(page: int) -> tuple[Any, ...]:
    """What the fields of a page show."""
    return tuple(field.piece or field.table for field in PAGES[page - 1].picture.fields)


def numbers(language: str, page: int, part: str = "body") -> list[int]:
    """The numbers in a text, in their order."""
    return [int(n) for n in re.findall(r"\d+", words("ghawar", language, page, part))]


def code(piece: Piece, trial: Try) -> str:
    """Why it may not be done; nothing if it may."""
    refusal = piece.refusal(trial)
    return "" if refusal is None else refusal.code.removeprefix("ghawar.refusal.")


def after(piece: Piece) -> State:
    """The position once what is tried is done."""
    (trial,) = piece.tries
    return piece.after(trial)


def crossing(space: int) -> bool:
    x, y = place_of(space)
    return x % 2 == 0 and y % 2 == 0


# --- what lies there -----------------------------------------------------------------------------


@pytest.mark.parametrize("piece", PIECES)
def test_nothing_lies_there_that_a_game_has_not_got(piece: Piece) -> None:
    """At most six cubes of a colour and so many derricks; the barrels are those of the start."""
    s = piece.state()
    for colour in range(len(COLOURS)):
        lying = (s.cubes == colour).sum() + (s.loads == colour).sum() + s.stored[:, colour].sum()
        assert lying <= OF_A_COLOUR
    assert all((s.derricks == seat).sum() <= DERRICKS[piece.seats] for seat in range(piece.seats))
    assert s.money.sum() == scoring.BARRELS * piece.seats


@pytest.mark.parametrize("table", those(PAGES, "table"))
def test_no_table_has_more_than_a_game(table: Table) -> None:
    s = table.state()
    assert (s.stored.sum(axis=0) <= OF_A_COLOUR).all()
    assert s.money.sum() == scoring.BARRELS * s.seats
    assert sorted(s.values.tolist()) == list(range(1, FIELD + 1))


@pytest.mark.parametrize("piece", PIECES)
def test_trucks_of_a_picture_can_be_seen(piece: Piece) -> None:
    assert all(piece.shows(truck.at) for truck in piece.trucks)


# --- what is done, and where something can be ----------------------------------------------------


@pytest.mark.parametrize(("piece", "trial"), TRIES)
def test_what_is_tried_can_be_done_or_is_refused_for_that_reason(piece: Piece, trial: Try) -> None:
    state = piece.state()
    assert code(piece, trial) == trial.because
    assert (trial.action in GHAWAR.legal(state, state.turn)) == (trial.because == "")


@pytest.mark.parametrize(("piece", "trial"), TRIES)
def test_what_is_tried_and_what_is_to_blame_can_be_seen(piece: Piece, trial: Try) -> None:
    refusal, action = piece.refusal(trial), trial.action
    named = [] if isinstance(action, Leave) else [(action.x, action.y)]
    if isinstance(action, Drive) and action.load is not None:
        named.append(action.load)
    if isinstance(action, Shift):
        named.append(action.to)
    blamed = [] if refusal is None else [(x, y) for x, y in refusal.places]
    driven = [place_of(space) for space in piece.route(trial) if space != DEPOT]
    assert all(piece.shows(place) for place in [*named, *blamed, *driven])


@pytest.mark.parametrize("param", fields(PAGES))
def test_a_tick_is_for_what_is_allowed_and_a_cross_for_what_is_not(param: Field) -> None:
    tries = param.piece.tries if param.piece is not None else ()
    assert {bool(trial.because) for trial in tries} in (set(), {True}, {False})
    for trial in tries:
        assert param.mark in ("wrong",) if trial.because else param.mark in ("", "right")
    rolled = param.piece is not None and param.piece.dice is not None
    assert tries or rolled or not param.mark


@pytest.mark.parametrize(("piece", "trial"), [p for p in TRIES if p.values[1].way])
def test_a_way_that_cannot_be_driven_follows_the_road_and_breaks_the_rule(piece: Piece, trial: Try) -> None:
    """It sets off from the truck, and is short, turns round, meets a truck, or fails only where it ends."""
    net, route = roads(piece.options.roads), piece.route(trial)
    spaces = [piece.start_of(trial), *route]
    assert all(b in net.beside[a] for a, b in pairwise(spaces))
    found = [r.spaces for r in net.routes(Seat(piece.turn), spaces[0], piece.roll or 0)]
    turned = any(a == c for a, c in zip(spaces, spaces[2:], strict=False))
    match trial.because:
        case "not_in_reach":
            assert turned or len(route) != piece.roll
            assert not any(way[-1] == route[-1] for way in found)
        case "in_the_way":
            assert route in found and any(space_at(*truck.at) in route for truck in piece.trucks)
        case "home_too_far":
            assert route in found and route[-1] in net.edge[Seat(piece.turn)]
        case _:
            assert route in found and code(piece, Try(f"drive {place(route[-1])}")) == ""
    if isinstance(trial.action, Drive):
        assert place_of(route[-1]) == (trial.action.x, trial.action.y)


def place(space: int) -> str:
    return "{},{}".format(*place_of(space))


@pytest.mark.parametrize("piece", [p for p in PIECES if p.values[0].reach])
def test_bright_spaces_are_all_that_trucks_may_drive_to(piece: Piece) -> None:
    state = piece.state()
    legal = [a for a in GHAWAR.legal(state, state.turn) if isinstance(a, Drive | Leave)]
    ends = {DEPOT if isinstance(a, Leave) else space_at(a.x, a.y) for a in legal}
    assert set(piece.reached()) == ends
    assert all(piece.shows(place_of(end)) for end in ends if end != DEPOT)


@pytest.mark.parametrize("piece", [p for p in PIECES if p.values[0].prices])
def test_every_price_is_for_something_that_may_be_loaded(piece: Piece) -> None:
    state = piece.state()
    platforms = {
        platform_at(*a.load) for a in GHAWAR.legal(state, state.turn) if isinstance(a, Drive) and a.load
    }
    assert {offer.platform for offer in piece.offers()} == platforms
    for offer in piece.offers():
        own = state.derricks.item(offer.platform) == state.turn
        assert offer.price == (0 if own else state.values.item(state.cubes.item(offer.platform)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("param", [p for p in fields(PAGES) if p.values[0].label])
def test_a_number_in_a_label_is_the_roll(param: Field, language: str) -> None:
    told = re.findall(r"\d+", Texts(language).say(f"ghawar.rules.label.{param.label}"))
    assert not told or (param.piece is not None and told == [str(param.piece.roll)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_of_drives_tell_what_is_rolled(language: str) -> None:
    told = {page: numbers(language, page, "caption") for page in (5, 6, 7)}
    assert told[5] == [on(5)[0].roll]
    assert told[6] == [piece.roll for piece in on(6)]
    assert told[7] == [piece.roll for piece in on(7)[:2]]


# --- page by page --------------------------------------------------------------------------------


def test_the_first_page_shows_a_game_that_can_be_and_the_load_of_its_caption() -> None:
    (piece,) = on(1)
    s = piece.state()
    out = sum((s.cubes != NOTHING).ravel()) + (s.loads != NOTHING).sum() + s.stored.sum()
    assert out == PLATFORMS
    assert max((s.derricks == seat).sum() for seat in range(2)) == DERRICKS[2]
    assert s.loads[1, 0] == COLOURS.index("red")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_field_of_the_set_up_has_all_cubes_and_the_values_are_told(language: str) -> None:
    piece, table = on(2)
    lying = Counter(colour for _, colour, _ in piece.platforms())
    assert lying == dict.fromkeys(range(len(COLOURS)), OF_A_COLOUR)
    assert not any(owner != NOTHING for _, _, owner in piece.platforms())
    assert numbers(language, 2)[:2] == [PLATFORMS, PLATFORMS]
    assert numbers(language, 2)[-3:] == [1, FIELD, scoring.BARRELS]
    assert numbers(language, 2, "caption") == [1, FIELD]
    assert (VALUES[0], VALUES[-1]) == ("green", "orange") and isinstance(table, Table)


def test_depots_lie_at_the_sides_of_the_seats() -> None:
    two, four = on(3)
    assert two.strips == (0, 1) and four.strips == (0, 1, 2, 3)
    assert Piece(rows=two.rows, seats=3, depots=True).strips == (0, 1, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_derrick_goes_up_where_there_is_none(language: str) -> None:
    free, taken = on(4)
    assert numbers(language, 4, "caption") == [*free.dice, *taken.dice]
    assert numbers(language, 4) == [DERRICKS[seats] for seats in (2, 3, 4)]
    for piece, goes_up in ((free, True), (taken, False)):
        column, row = piece.dice
        before, now = piece.state().derricks[row - 1, column - 1], piece.now().derricks[row - 1, column - 1]
        assert (before == NOTHING) == goes_up == ((piece.now().derricks != piece.state().derricks).any())
        assert now == (piece.turn if goes_up else before)


def test_reach_turning_round_and_stopping_early_are_of_one_position() -> None:
    reach, back, short = on(5)
    assert reach.state().trucks.tolist() == back.state().trucks.tolist() == short.state().trucks.tolist()
    assert reach.roll == back.roll == short.roll == 3
    assert len(reach.reached()) == 6
    there = back.route(back.tries[0])
    assert len(there) == back.roll and there[1] == back.start_of(back.tries[0])
    assert len(short.route(short.tries[0])) == 2


def test_a_truck_sets_off_anywhere_on_its_side() -> None:
    one, five = on(6)
    assert set(one.reached()) == set(roads("inner").edge[Seat(0)]) and len(one.reached()) == 5
    (trial,) = five.tries
    assert five.start_of(trial) == DEPOT and len(five.route(trial)) == five.roll == 5


def test_home_costs_a_step_and_is_on_ones_own_side() -> None:
    home, far, foreign = on(7)
    (trial,) = home.tries
    assert home.roll == 5 and home.route(trial).index(DEPOT) == 3
    assert after(home).stored[0, COLOURS.index("red")] == 1
    assert home.trucks == far.trucks and far.roll == home.route(trial).index(DEPOT) == 3
    start = foreign.start_of(foreign.tries[0])
    assert [side for side, spaces in roads("inner").edge.items() if start in spaces] == [1]


def test_what_is_brought_home_lies_in_the_depot_once_the_truck_is_parked() -> None:
    """Seen within the piece; until then it is on the truck only."""
    home, places = on(7)[0], on(7)[0].places(60.0, 0.0, 0.0)
    spot, rect = places.stored(Seat(0), COLOURS.index("red"), 0), home.part(places)
    assert rect.x <= spot.x and spot.right <= rect.right and spot.bottom <= rect.bottom

    def seen(upto: float) -> bytes:
        pixels = look(made(), lambda c: draw_piece(c, home, rect, 60.0, upto))
        return inside(made(), pixels, spot.inset(4, 4)).tobytes()

    assert seen(0.0) == seen(0.8) != seen(1.0)


def test_a_way_home_ends_where_the_truck_is_parked() -> None:
    """It does not go past the bay, as a truck does that backs in."""
    home, _, _ = on(7)
    (trial,) = home.tries
    driving = drive_of(home.options.roads, Seat(0), 0, home.start_of(trial), home.route(trial), 0.0)
    bay, poses = driving.pose(driving.seconds).at, [driving.pose(t / 20 * driving.seconds) for t in range(21)]
    lines = [way_of(driving, pose.driven, home=True) for pose in poses]
    assert lines[-1][-1] == bay and len(lines[0]) == 1
    assert all(before == after[: len(before)] for before, after in pairwise(lines))
    assert min(x for x, _ in lines[-1]) >= bay[0] - 2 > min(x for x, _ in driving.legs[0].way.points)


def test_nobody_hides_the_way_off_the_side_of_another() -> None:
    """The truck of the north is parked beside it, not in it."""
    *_, foreign = on(7)
    places = foreign.places(60.0, 0.0, 0.0)
    parked = places.truck_in_depot(Seat(1), 0).grown(10)
    x = places.space(foreign.start_of(foreign.tries[0])).cx
    assert not parked.x < x < parked.right


def test_a_truck_is_in_the_way_and_there_is_a_way_around_it() -> None:
    blocked, around = on(8)
    assert blocked.trucks == around.trucks
    (trial,) = around.tries
    end, start = around.route(trial)[-1], around.start_of(trial)
    ways = [route.spaces for route in roads("inner").routes(Seat(0), start, 4) if route.end == end]
    other = space_at(*around.trucks[1].at)
    assert len(ways) == 2 and sum(other in way for way in ways) == 1
    assert crossing(end)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_loading_costs(language: str) -> None:
    own, paid, bare = on(9)
    assert [piece.load_of(piece.tries[0]) and piece.load_of(piece.tries[0]).price for piece in on(9)] == [
        0,
        4,
        None,
    ]
    assert after(own).money.tolist() == own.state().money.tolist()
    assert (after(paid).money - paid.state().money).tolist() == [-4, 4]
    assert numbers(language, 9, "caption") == [4, 4]
    assert bare.rows == own.rows == paid.rows and bare.money == own.money == paid.money


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_of_two_and_what_cannot_be_paid(language: str) -> None:
    choice, dear, _ = on(10)
    ends = {choice.route(trial)[-1] for trial in choice.tries}
    assert len(choice.tries) == 2 and len(ends) == 1
    first, second = (choice.load_of(trial).price for trial in choice.tries)
    price, money = dear.load_of(dear.tries[0]).price, dear.state().money.item(0)
    assert first == 0 and price > money
    assert numbers(language, 10, "caption") == [second, price, money]


def test_a_derrick_is_moved_from_an_empty_well_to_a_cube_and_nothing_is_loaded() -> None:
    shift, _ = on(11)
    (trial,) = shift.tries
    s, now = shift.state(), after(shift)
    assert isinstance(trial.action, Shift)
    start, end = platform_at(trial.action.x, trial.action.y), platform_at(*trial.action.to)
    assert s.cubes.item(start) == NOTHING and s.cubes.item(end) == COLOURS.index("orange")
    assert (now.cubes == s.cubes).all() and (now.loads == s.loads).all()
    beside = roads("inner").beside
    assert s.trucks.item(0, 0) in beside and trial.action.to[1] + 1 == shift.trucks[0].at[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cube_on_a_truck_keeps_the_game_going(language: str) -> None:
    last, over = on(12)
    now = after(last)
    assert (now.cubes == NOTHING).all() and now.stage != "over"
    assert now.trucks.item(0, 0) == over.state().trucks.item(0, 0)
    assert now.loads.item(0, 0) == over.state().loads.item(0, 0)
    assert (now.derricks == over.state().derricks).all()
    outcome = GHAWAR.outcome(after(over))
    assert outcome is not None and outcome.reason.startswith("ghawar.reason.empty")
    assert numbers(language, 12) == [Options().stalemate]


@pytest.mark.parametrize("table", [t for t in those(PAGES, "table") if t.values[0].money])
def test_a_sum_is_what_the_rules_pay(table: Table) -> None:
    outcome = GHAWAR.outcome(table.state())
    assert outcome is not None
    for seat, score in enumerate(outcome.scores):
        barrels, cubes, majorities, total = map(int, re.findall(r"\d+", table.sum(seat)))
        assert barrels + cubes + majorities == total == score
        assert barrels == table.money[seat]
        held = [VALUES.index(colour) + 1 for colour in COLOURS for _ in range(table.many(seat, colour))]
        assert cubes == sum(held)
        leads = [value for value, colour in enumerate(VALUES, 1) if table.leader(colour) == seat]
        assert majorities == sum(leads)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_majorities_decide_the_payout_of_the_page_and_two_have_none(language: str) -> None:
    (table,) = on(13)
    sums = [list(map(int, re.findall(r"\d+", table.sum(seat)))) for seat in range(3)]
    assert {cubes for _, cubes, _, _ in sums} == {30} and numbers(language, 13, "caption") == [30]
    assert [table.leader(colour) for colour in VALUES].count(None) == 2
    totals = [total for *_, total in sums]
    assert totals.index(max(totals)) == [m for _, _, m, _ in sums].index(6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_show_what_they_change(language: str) -> None:
    trucks, ring = on(14)
    assert len(trucks.reached()) == 6 and trucks.roll == 2
    assert set(ring.reached()) == set(roads("ring").edge[Seat(0)]) and len(ring.reached()) == 13
    corner, dice = on(15)
    (end,) = {corner.route(trial)[-1] for trial in corner.tries}
    assert crossing(end) and len(corner.tries) == 3
    normal = msgspec.structs.replace(corner, options=type(corner.options)())
    assert {code(normal, trial) for trial in corner.tries} == {"loads_in_gaps"}
    column, row = dice.dice
    assert set(dice.sites()) == {(2 * column - 1, 2 * row - 1), (2 * row - 1, 2 * column - 1)}
    assert numbers(language, 14, "caption") == [trucks.roll]
    assert numbers(language, 15, "caption") == [column, row]
    assert numbers(language, 15) == [1, 50]
    assert all(isinstance(a, Build) for a in GHAWAR.legal(dice.state(), Seat(0)))


@pytest.mark.parametrize("stalemate", [0, 1, 50, 51])
def test_the_bounds_of_the_rounds_without_oil_are_those_of_the_words(stalemate: int) -> None:
    raw = {"stalemate": stalemate}
    if 1 <= stalemate <= 50:
        assert msgspec.convert(raw, Options).stalemate == stalemate
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(raw, Options)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bought_cube_pays_what_it_costs_and_its_majority(language: str) -> None:
    before, bought = on(16)
    price = VALUES.index("red") + 1
    assert bought.money == (before.money[0] - price, before.money[1] + price)
    assert Counter(bought.stored[0]) - Counter(before.stored[0]) == Counter("r")
    assert before.leader("red") is None and bought.leader("red") == 0
    gains = [total(bought, seat) - total(before, seat) for seat in (0, 1)]
    assert gains == [price, price] and numbers(language, 16, "caption") == [price, *gains]


def total(table: Table, seat: int) -> float:
    return scoring.worth(table.state(), Seat(seat))


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_the_last_page_the_left_is_blocked(language: str) -> None:
    (piece,) = on(17)
    start = space_at(*piece.trucks[0].at)
    x, _ = place_of(start)
    free = msgspec.structs.replace(piece, trucks=piece.trucks[:1])
    lost = set(free.reached()) - set(piece.reached())
    assert lost and all(place_of(end)[0] < x for end in lost)
    assert numbers(language, 17, "caption") == [piece.roll]
    assert GHAWAR.apply(
        msgspec.structs.replace(piece.state(), stage="die"), CHANCE, Die(piece.roll)
    ).dice == (piece.roll,)


def test_a_truck_turns_round_between_two_drives_and_not_within_one() -> None:
    """The second stands where the first would have turned round: in a mouth of the north."""
    within, after_it = on(18)
    there = within.route(within.tries[0])
    assert there[1] == after_it.start_of(after_it.tries[0]) in roads("inner").edge[Seat(1)]
    assert there[0] == there[2] == after_it.route(after_it.tries[0])[0]


# --- the data ------------------------------------------------------------------------------------


GOOD: dict[str, Any] = {"rows": ["r0 ·", "0 g"]}


def test_words_of_a_drawing_are_platforms_with_cubes_and_derricks() -> None:
    piece = msgspec.convert({**GOOD, "at": [2, 3], "stored": ["rrg"]}, Piece)
    s = piece.state()
    assert s.cubes[2:4, 1:3].tolist() == [[0, NOTHING], [NOTHING, 3]]
    assert s.derricks[2:4, 1:3].tolist() == [[0, NOTHING], [0, NOTHING]]
    assert s.stored.tolist() == [[2, 0, 0, 1, 0, 0], [0] * 6]
    assert piece.corner == (2, 4) and piece.shows((6, 8)) and not piece.shows((7, 8))


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"piece": GOOD, "table": {}},
        {"piece": {"rows": []}},
        {"piece": {"rows": ["x"]}},
        {"piece": {"rows": ["r0 ·", "g"]}},
        {"piece": {"rows": ["r4"]}},
        {"piece": {"rows": ["r2"]}},
        {"piece": {"rows": ["0r"]}},
        {"piece": {**GOOD, "at": [6, 1]}},
        {"piece": {**GOOD, "at": [0, 1]}},
        {"piece": {**GOOD, "seats": 5}},
        {"piece": {**GOOD, "turn": 2}},
        {"piece": {**GOOD, "roll": 7}},
        {"piece": {**GOOD, "roll": 3, "dice": [1, 2]}},
        {"piece": {**GOOD, "options": {"trucks": 4}}},
        {"piece": {**GOOD, "options": {"cranes": 1}}},
        {"piece": {**GOOD, "trucks": [{"seat": 0, "at": [1, 1]}]}},
        {"piece": {**GOOD, "trucks": [{"seat": 2, "at": [2, 1]}]}},
        {"piece": {**GOOD, "trucks": [{"seat": 0, "at": [2, 1]}, {"seat": 1, "at": [2, 1]}]}},
        {"piece": {**GOOD, "trucks": [{"seat": 0, "at": [2, 1]}, {"seat": 0, "at": [2, 2]}]}},
        {"piece": {**GOOD, "trucks": [{"seat": 0, "at": [0, 1]}]}},
        {"piece": {**GOOD, "stored": ["r", "g", "b"]}},
        {"piece": {**GOOD, "stored": ["x"]}},
        {"piece": {**GOOD, "money": [1, 2, 3]}},
        {"piece": {**GOOD, "tries": [{"step": "pass"}]}},
        {"piece": {**GOOD, "tries": [{"step": "die 3"}]}},
        {"piece": {**GOOD, "tries": [{"step": "drive 13,1"}]}},
        {"piece": {**GOOD, "tries": [{"step": "drive 2,1", "why": "over"}]}},
        {"piece": {**GOOD, "tries": [{"step": "roll"}]}},
        {"table": {"stored": ["r"]}},
        {"table": {"stored": ["r", "g"], "money": [1]}},
        {"table": {"money": [1, 2]}},
    ],
    ids=str,
)
def test_broken_data_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"fields": [wrong]}, Picture)
