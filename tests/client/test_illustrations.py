"""What the pictures of all games' rules claim is what the rules say."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from assets.texts import Texts
from client.boards import BOARDS, board
from client.boards.kit import illustration
from client.boards.kit.illustration import (
    Illustration,
    IllustrationField,
    acting_seat,
    ready_field,
    targets_of,
)
from client.screens.rules.pages import load
from core import codec
from core.game import Refused, Seat
from core.games import game as game_of
from tests.client.pages_kit import fields

GAMES = tuple(BOARDS)
PAGES = {game: load(game) for game in GAMES}
FIELDS = [
    pytest.param(game, *param.values, id=f"{game}, {param.id}")
    for game in GAMES
    for param in fields(PAGES[game])
]


def those(what: str) -> list[Any]:
    """The fields that claim something of this kind."""
    return [param for param in FIELDS if getattr(param.values[1], what)]


def begin(game: str, field: IllustrationField) -> tuple[Any, Any, Seat | None]:
    """The game of a field, its state, and who acts in it."""
    one = drawn(game, field)
    assert one.begin is not None
    seat = acting_seat(one) if one.begin.game.to_act(one.begin.state) else None
    return one.begin.game, one.begin.state, seat


def drawn(game: str, field: IllustrationField) -> illustration.ReadyField:
    return ready_field(field, game_of(game), board)


@pytest.mark.parametrize(("game", "field"), FIELDS)
def test_every_position_can_be(game: str, field: IllustrationField) -> None:
    one = drawn(game, field)
    assert one.extent().across > 0 and one.extent().down > 0
    assert bool(one.loose) == bool(field.show)


@pytest.mark.parametrize(("game", "field"), those("do"))
def test_what_is_done_may_be_done(game: str, field: IllustrationField) -> None:
    rules, state, seat = begin(game, field)
    assert seat is not None and rules.why_not(state, seat, rules.parse(field.do)) is None


@pytest.mark.parametrize(("game", "field"), those("refused"))
def test_what_is_crossed_out_is_refused_for_the_reason_given(game: str, field: IllustrationField) -> None:
    rules, state, seat = begin(game, field)
    assert seat is not None
    for text, code in field.refused:
        refusal = rules.why_not(state, seat, rules.parse(text))
        assert refusal is not None and refusal.code == f"{game}.refusal.{code}", text
        assert Texts("en").has(refusal.code)


@pytest.mark.parametrize(("game", "field"), those("open"))
def test_every_place_that_is_lit_is_in_the_picture_and_none_is_missing(
    game: str, field: IllustrationField
) -> None:
    one = drawn(game, field)
    layout = one.board.layout_for(one.view, field.viewer)
    targets = targets_of(one)
    assert targets
    spots = {spot.target: spot.rect for spot in one.board.spots(one.view, layout)}
    assert all(one.part.grown(1).contains(*spots[target].centre) for target in targets)


@pytest.mark.parametrize(("game", "field"), [param for param in FIELDS if param.values[1].position])
def test_a_game_that_is_over_has_ended_for_the_reason_given(game: str, field: IllustrationField) -> None:
    rules, state, _ = begin(game, field)
    outcome = rules.outcome(state)
    assert (f"{game}.reason.{field.over}" if field.over else None) == (outcome and outcome.reason)


@pytest.mark.parametrize(("game", "field"), those("marks"))
def test_every_mark_is_known_and_its_places_are_there(game: str, field: IllustrationField) -> None:
    one = drawn(game, field)
    view, layout = one.view, one.board.layout_for(one.view, field.viewer)
    for mark in field.marks:
        kind, *words = mark.split()
        if not one.board.mark(kind, words, view, layout):
            assert kind in ("right", "wrong", "light", "arrow")
            assert all(one.board.rect_of(word, view, layout) for word in words)


@pytest.mark.parametrize("game", GAMES)
def test_from_one_field_to_the_next_happens_what_is_done(game: str) -> None:
    """Where an arrow leads from a position in which something is done, what follows is what comes of it."""
    for page in PAGES[game]:
        for before, after in pairwise(page.picture.fields) if page.picture.then else ():
            if before.do:
                rules, state, seat = begin(game, before)
                done = rules.apply(state, seat, rules.parse(before.do))
                assert codec.encode(done) == codec.encode(begin(game, after)[1]), page.number


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"position": "sturt\n", "show": ["5"]},
        {"position": 5},
        {"show": ["5"], "colour": "red"},
        {"show": ["5"], "mark": "maybe"},
        {"show": ["5"], "says": {"seat": 7, "words": "x"}},
        {"show": ["5"], "says": {"seat": 0}},
    ],
    ids=str,
)
def test_broken_data_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"fields": [wrong]}, Illustration)


def test_a_picture_has_one_to_six_fields() -> None:
    for count, fits in ((0, False), (1, True), (6, True), (7, False)):
        with nullcontext() if fits else pytest.raises(msgspec.ValidationError):
            msgspec.convert({"fields": [{"show": ["5"]}] * count}, Illustration)


def test_a_wrong_position_thing_or_mark_is_named() -> None:
    with pytest.raises(Refused):
        drawn("sturt", IllustrationField(position="sturt\nboard: 1,1\n  5\n"))
    with pytest.raises(KeyError, match="f"):
        drawn("sturt", IllustrationField(show=("f",)))
    one = drawn("sturt", IllustrationField(position="sturt\nboard: 0,0\n  5\nturn: 1\n"))
    view, layout = one.view, one.board.layout(one.view)
    assert one.board.mark("route", ["0", "0,0", "W", "S"], view, layout)
    for way, start in (("N", "0,0"), ("SX", "0,0"), ("S", "1,0")):
        with pytest.raises((ValueError, KeyError)):
            one.board.mark("route", ["0", start, "W", way], view, layout)
