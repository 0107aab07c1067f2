"""What the pictures of The Great Divide's rules claim is what the rules say."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pytest

from assets.texts import LANGUAGES
from client.boards.great_divide.fields import FREE, LAND, Case, Compass, Field, Flow, Picture, Piece, Try
from client.screens.rules_pages import load
from core.game import CHANCE, Seat, sealed
from core.games.great_divide import scoring
from core.games.great_divide import state as play
from core.games.great_divide.drainage import EMPTY, PASS, water
from core.games.great_divide.land import WAYS, Way
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import ACTIVE, EVENTS, PASSIVE, Options, State
from tests.client.pages_kit import fields, those, words

PAGES = load("great_divide")
FIELDS = fields(PAGES)
PIECES = those(PAGES, "piece")


def of(params: list[Any], what: str) -> list[Any]:
    """A field or piece with each of its `what`: tries, flows …"""
    found = []
    for param in params:
        owner = param.values[0]
        things = getattr(owner, what)
        for thing in things if isinstance(things, tuple) else [things] if things is not None else []:
            found.append(pytest.param(owner, thing, id=f"{param.id}: {getattr(thing, 'step', what)}"))
    return found


# --- pieces of the map -------------------------------------------------------------------------


@pytest.mark.parametrize(("piece", "trial"), of(PIECES, "tries"))
def test_what_is_tried_can_be_done_or_is_refused_for_that_reason(piece: Piece, trial: Try) -> None:
    state, seat = piece.before(trial), Seat(trial.seat)
    refusal = piece.refusal(trial)
    code = "" if refusal is None else refusal.code.removeprefix("great_divide.refusal.")
    assert code == trial.because
    assert (trial.action in GREAT_DIVIDE.legal(state, seat)) == (trial.because == "")


@pytest.mark.parametrize(("piece", "trial"), [t for t in of(PIECES, "tries") if t.values[1].because])
def test_all_that_is_to_blame_can_be_seen(piece: Piece, trial: Try) -> None:
    refusal = piece.refusal(trial)
    assert refusal is not None and set(refusal.places) <= set(piece.signs())
    if trial.because in ("trapped", "facing", "onto_special", "arrow_points_here", "cuts_pass"):
        assert len(refusal.places) > 1


@pytest.mark.parametrize("field", [p for p in FIELDS if p.values[0].piece is not None and p.values[0].mark])
def test_a_tick_is_for_what_is_allowed_and_a_cross_for_what_is_not(field: Field) -> None:
    assert field.piece is not None and (field.piece.tries or field.piece.flows)
    assert all(bool(trial.because) == (field.mark == "wrong") for trial in field.piece.tries)


@pytest.mark.parametrize(("piece", "compass"), of(PIECES, "compass"))
def test_ticks_and_crosses_round_a_space_are_right(piece: Piece, compass: Compass) -> None:
    for way, allowed in compass.allowed().items():
        refusal = piece.refusal(compass.trial(way))
        code = "" if refusal is None else refusal.code.removeprefix("great_divide.refusal.")
        assert code == ("" if allowed else compass.because), way.name


@pytest.mark.parametrize(("piece", "flow"), of(PIECES, "flows"))
def test_water_runs_where_the_picture_says(piece: Piece, flow: Flow) -> None:
    now = water(LAND, piece.tiles(), piece.inland)
    space = LAND.space[flow.at]
    mouth = now.mouth(space, Way(now.tiles[space]) if flow.way is None else Way[flow.way])
    ends = {LAND.size: "pacific", LAND.size + 1: "atlantic"}
    assert ends.get(mouth, "open" if now.tiles[mouth % LAND.size] == EMPTY else "ring") == flow.to


@pytest.mark.parametrize("piece", PIECES)
def test_what_lies_on_a_piece_could_have_been_laid(piece: Piece) -> None:
    tiles = piece.tiles()
    now = water(LAND, tiles, piece.inland)
    rivers = (tiles != EMPTY) & (tiles < PASS)
    may = now.arrow_mask(rivers)
    assert all(may[space, tiles[space]] for space in np.flatnonzero(rivers))
    assert now.crest is None or piece.inland or now.streams is not None
    assert (piece.state().bag >= 0).all(), "no more tiles than there are"


@pytest.mark.parametrize("piece", [p for p in PIECES if p.values[0].aside])
def test_a_tile_set_aside_has_no_place(piece: Piece) -> None:
    assert piece.aside is not None
    state = drawing(piece.state(), piece.aside, play.FIVE)
    after = GREAT_DIVIDE.apply(state, CHANCE, play.Tile(piece.aside))
    assert [tile.kind for tile in after.aside] == [piece.aside]
    assert after.stage == "again" and after.actor == state.turn


@pytest.mark.parametrize("piece", [p for p in PIECES if p.values[0].scores])
def test_points_are_what_the_rules_count(piece: Piece) -> None:
    assert EMPTY not in piece.tiles().tolist(), "the game is over"
    sheets = (scoring.sheet(LAND, piece.state(), Seat(seat)) for seat in (0, 1))
    points = tuple(sum(point.amount for point in lines) for lines in sheets)
    assert points == piece.scores


@pytest.mark.parametrize("number", [1, 8])
@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_tell_the_points(language: str, number: int) -> None:
    page = PAGES[number - 1]
    told = {int(n) for n in re.findall(r"\d+", words("great_divide", language, number, "caption"))}
    assert set(page.picture.fields[0].piece.scores) <= told


def drawing(state: State, *kinds: str) -> State:
    """The same position with one tile of each of these kinds in the bag, and one about to be drawn."""
    bag = np.array([kind in kinds for kind in GREAT_DIVIDE.kinds], dtype=np.int8)
    return msgspec.structs.replace(state, stage="bag", bag=sealed(bag))


# --- from one field to the next ----------------------------------------------------------------


@pytest.mark.parametrize("number", [12, 14, 15, 16])
def test_what_comes_after_is_what_the_rules_make_of_it(number: int) -> None:
    before, after = (field.piece for field in PAGES[number - 1].picture.fields)
    (trial,) = before.tries
    assert (before.after(trial).tiles == after.tiles()).all()
    assert not (before.tiles() == after.tiles()).all()
    assert set(before.signs()) == set(after.signs())


def test_the_flood_of_the_picture_leaves_its_source_and_the_side_streams() -> None:
    before, after = (field.piece.signs() for field in PAGES[13].picture.fields)
    (trial,) = PAGES[13].picture.fields[0].piece.tries
    gone = {cell for cell in before if before[cell] != after[cell]}
    left = {cell for cell in before if after[cell] != FREE}
    assert len(gone) == 3 and LAND.places[trial.space] in left
    beside = {
        LAND.places[there] for cell in gone for there in LAND.beside[LAND.space[cell]] if 0 <= there < 66
    }
    assert len(beside & left) >= 2, "side streams came in"


def test_after_the_earthquake_the_other_seat_may_pass() -> None:
    first, second = PAGES[11].picture.fields
    (trial,) = first.piece.tries
    state = first.piece.after(trial)
    assert first.says.seat == trial.seat and GREAT_DIVIDE.to_act(state) == (Seat(second.says.seat),)
    assert GREAT_DIVIDE.why_not(state, Seat(second.says.seat), play.Decline()) is None


def test_the_volcano_sends_the_river_to_the_other_ocean() -> None:
    before, after = PAGES[14].picture.fields
    assert [flow.to for flow in before.piece.flows] == ["pacific"]
    assert [(flow.at, flow.to) for flow in after.piece.flows] == [(before.piece.flows[0].at, "atlantic")]


def test_the_turned_pass_of_the_picture_takes_other_rivers_to_both_oceans() -> None:
    before, after = (field.piece for field in PAGES[15].picture.fields)
    for piece in (before, after):
        assert {flow.to for flow in piece.flows} == {"pacific", "atlantic"}
    assert {flow.way for flow in before.flows}.isdisjoint(flow.way for flow in after.flows)


# --- tiles and cards ---------------------------------------------------------------------------


@pytest.mark.parametrize("case", those(PAGES, "case"))
def test_a_tile_goes_to_whom_the_picture_says(case: Case) -> None:
    special = case.kind in (play.BASIN_TILE, play.PASS_TILE)
    state = GREAT_DIVIDE.start(Options(great_basin=special, two_ocean_pass=special), 2)
    cards = np.full_like(state.cards, PASSIVE if case.to == case.seat else ACTIVE)
    cards[case.seat, GREAT_DIVIDE.letters.index(case.letter)] = ACTIVE if case.card == "active" else PASSIVE
    state = msgspec.structs.replace(state, cards=sealed(cards), turn=Seat(case.seat), actor=Seat(case.seat))
    after = GREAT_DIVIDE.apply(drawing(state, case.kind), CHANCE, play.Tile(case.kind))
    if case.kind != play.FIVE:
        assert after.stage == "lay" and after.actor == case.to
        return
    step = play.Keep() if case.to == case.seat else play.Give()
    assert GREAT_DIVIDE.why_not(after, Seat(case.seat), step) is None
    assert GREAT_DIVIDE.apply(after, Seat(case.seat), step).five == case.to


def test_the_page_of_the_land_shows_all_its_tiles() -> None:
    empty, tiles = PAGES[1].picture.fields
    assert set(empty.piece.signs()) == set(LAND.places) and set(empty.piece.signs().values()) == {FREE}
    assert tiles.kinds.kinds == (*LAND.areas, play.FIVE)
    assert (
        sum(tiles.kinds.count(kind) for kind in tiles.kinds.kinds)
        == GREAT_DIVIDE.start(Options(), 2).bag.sum()
    )


def test_both_seats_show_all_their_cards_and_both_sides() -> None:
    for seat, field in enumerate(PAGES[2].picture.fields):
        assert field.cards.seat == seat and field.cards.letters == LAND.areas
        assert 0 < len(field.cards.active) < len(LAND.areas)
        assert play.Cards(field.cards.active) in GREAT_DIVIDE.legal(
            GREAT_DIVIDE.start(Options(), 2), Seat(seat)
        )


def test_with_limited_selection_all_begin_active_and_one_is_turned() -> None:
    begin, one = (field.cards for field in PAGES[17].picture.fields)
    state = GREAT_DIVIDE.start(Options(limited_selection=True), 2)
    assert begin.active == LAND.areas and (state.cards == ACTIVE).all()
    state = GREAT_DIVIDE.apply(state, Seat(one.seat), play.Flip(one.flip))
    sides = state.cards[one.seat, :-1] == ACTIVE
    assert one.active == "".join(c for c, up in zip(LAND.areas, sides, strict=True) if up)
    assert [GREAT_DIVIDE.notation(a) for a in GREAT_DIVIDE.legal(state, Seat(one.seat))] == ["draw"]


def test_every_event_card_is_shown() -> None:
    assert tuple(field.events[0] for field in PAGES[12].picture.fields) == EVENTS


def test_turning_goes_clockwise_from_tile_to_tile() -> None:
    assert PAGES[18].picture.fields[0].wheel is not None
    spots = [(np.sin(np.pi / 3 * way), -np.cos(np.pi / 3 * way)) for way in WAYS]
    crosses = [a[0] * b[1] - a[1] * b[0] for a, b in pairwise([*spots, spots[0]])]
    assert all(cross > 0 for cross in crosses), "y grows down, so a positive turn is clockwise"


# --- the data ----------------------------------------------------------------------------------

GOOD: dict[str, Any] = {"rows": ["·", "· ·", "·"]}


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"piece": GOOD, "events": ["flood"]},
        {"piece": {"rows": []}},
        {"piece": {"rows": ["x", "· ·"]}},
        {"piece": {"rows": ["·", "· ·", "· ·"]}},
        {"piece": {**GOOD, "left": 6}},
        {"piece": {**GOOD, "top": 19}},
        {"piece": {**GOOD, "scores": [1]}},
        {"piece": {**GOOD, "options": {"rivers": True}}},
        {"piece": {**GOOD, "five": 2}},
        {"piece": {**GOOD, "tries": [{"step": "draw"}]}},
        {"piece": {**GOOD, "tries": [{"step": "E@1,1"}]}},
        {"piece": {**GOOD, "tries": [{"step": "N@9,9"}]}},
        {"piece": {**GOOD, "tries": [{"step": "remove@1,1", "because": "over"}]}},
        {"piece": {**GOOD, "tries": [{"step": "N@1,1", "drawn": "X"}]}},
        {"piece": {**GOOD, "compass": {"at": [1, 1], "ways": "E", "because": "facing"}}},
        {"piece": {**GOOD, "flows": [{"at": [1, 1], "to": "lake"}]}},
        {"case": {"kind": "3", "seat": 0, "to": 0}},
        {"case": {"kind": "x", "seat": 0, "to": 0, "card": "active"}},
        {"cards": {"seat": 0, "active": "21"}},
        {"cards": {"seat": 0, "active": "", "flip": "12"}},
        {"kinds": {"kinds": []}},
        {"kinds": {"kinds": ["S"]}},
        {"events": ["storm"]},
        {"wheel": {"area": "S"}},
    ],
    ids=str,
)
def test_broken_data_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"fields": [wrong]}, Picture)
