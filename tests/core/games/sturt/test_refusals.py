"""Every reason for which something cannot be done, and the places it blames."""

from __future__ import annotations

import msgspec
import pytest

from assets.texts import LANGUAGES, Texts
from core.game import Place, Seat
from core.games.sturt.board import FULL_SUPPLY
from core.games.sturt.rules import STURT
from core.games.sturt.state import Action, Declare, Lay, Pass, State, Stop
from tests.core.games.sturt.diagrams import AUTOMATIC, BY_HAND, NO_DRAWS, NS, WE, state_of
from tests.core.games.sturt.test_rules import BATTLEMENT, DULL, SPENT, play

START = STURT.start(AUTOMATIC, 2)
ROW = state_of("33333", WE, at=(0, 0))
FULL = state_of(DULL, WE)
ALONE = play(state_of(DULL, NS, NO_DRAWS), "declare")
ALONE_BY_HAND = msgspec.structs.replace(ALONE, options=msgspec.structs.replace(BY_HAND, no_draws=True))
OVER = play(state_of(SPENT, WE), "pass", "pass")
NO_DOUBLES = state_of("55555 55555 55555 55555 55...", WE)
NO_FORKS = state_of("33333 33333 33333 33333 33...", WE)
NO_TRIPLES = state_of(SPENT, WE)

CASES: list[tuple[State, Action, str, tuple[Place, ...]]] = [
    (OVER, Pass(), "over", ()),
    (OVER, Lay(5, 0, 0), "over", ()),
    (START, Lay(5, 1, 0), "first_card", ((0, 0),)),
    (START, Lay(5, 0, 0, True), "announce_automatic", ()),
    (START, Lay(0, 0, 0), "no_such_card", ()),
    (START, Lay(15, 0, 0), "no_such_card", ()),
    (START, Lay(-3, 0, 0), "no_such_card", ()),
    (START, Lay(1 << 70, 0, 0), "no_such_card", ()),
    (START, Lay(0xE, 0, 0), "triple_too_early", ()),
    (START, Pass(), "pass_can_lay", ()),
    (START, Declare(), "declare_not_played", ()),
    (START, Stop(), "stop_not_alone", ()),
    (STURT.start(NO_DRAWS, 2), Declare(), "declare_too_early", ()),
    (ROW, Lay(5, 2, 0), "cell_taken", ((2, 0),)),
    (ROW, Lay(5, 3, 2), "not_adjacent", ((3, 2),)),
    (ROW, Lay(5, -1, 0), "too_far", ((-1, 0), (4, 0))),
    (ROW, Lay(5, -1, 1), "too_far", ((-1, 1), (4, 0))),
    (ROW, Lay(5, 1 << 70, 0), "too_far", ((4, 0),)),
    (ROW, Lay(5, 0, -(1 << 70)), "too_far", ((0, 0),)),
    (state_of("33333", WE, BY_HAND, at=(0, 0)), Lay(5, 0, 1, True), "announce_too_early", ()),
    (NO_DOUBLES, Lay(5, 1, 2), "used_up", ()),
    (NO_FORKS, Lay(3, 1, 2), "used_up", ()),
    (NO_TRIPLES, Lay(0xE, 2, 2), "used_up", ()),
    (FULL, Lay(5, 0, 0), "two_curves_too_late", ()),
    (FULL, Lay(0xE, 3, 0), "nothing_to_cover", ((3, 0),)),
    (FULL, Lay(0xE, 99, 0), "nothing_to_cover", ()),
    (play(FULL, "e@0,0"), Lay(0xD, 0, 0), "triple_on_triple", ((0, 0),)),
    (FULL, Pass(), "pass_can_lay", ()),
    (state_of(BATTLEMENT, WE, BY_HAND), Lay(0xB, 2, -2, True), "announce_nothing", ()),
    (state_of(SPENT, WE, NO_DRAWS), Pass(), "pass_must_declare", ()),
    (ALONE, Pass(), "pass_alone", ()),
    (ALONE, Declare(), "declare_alone", ()),
    (ALONE_BY_HAND, Lay(0xE, 0, 0, True), "announce_alone", ()),
]


@pytest.mark.parametrize(("state", "action", "reason", "places"), CASES)
def test_why_not(state: State, action: Action, reason: str, places: tuple[Place, ...]) -> None:
    refusal = STURT.why_not(state, state.turn, action)
    assert refusal is not None and refusal.code == f"sturt.refusal.{reason}"
    assert refusal.places == places


def test_the_other_seat_has_to_wait() -> None:
    for seat in (Seat(1), Seat(7), Seat(-1)):
        refusal = STURT.why_not(START, seat, Lay(5, 0, 0))
        assert refusal is not None and refusal.code == "sturt.refusal.not_your_turn"


def test_every_refusal_has_a_sentence_and_a_case() -> None:
    keys = Texts(LANGUAGES[0]).keys()
    written = {key for key in keys if key.startswith("sturt.refusal.")}
    met = {f"sturt.refusal.{reason}" for _, _, reason, _ in CASES} | {"sturt.refusal.not_your_turn"}
    assert written == met


def test_supplies_hold_enough_for_a_desert() -> None:
    assert (FULL_SUPPLY.doubles, FULL_SUPPLY.forks, FULL_SUPPLY.triples) == (22, 22, 24)
