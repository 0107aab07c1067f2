"""The authority over one game: what it lets in, what it refuses, what it takes back, what it tells."""

from __future__ import annotations

from typing import Any

import pytest

from core import chance
from core.game import CHANCE, Refusal, Refused, Seat
from core.games import game as game_of
from core.games.great_divide.state import Cards, Draw, Flip
from core.match import Match, Step
from tests.core import toy
from tests.core.laws import same
from tests.core.matches import FIRST, SECOND, SEED, choose, legal, refusal, sturt, toys
from tests.core.toy import Deal, Play


def finish(match: Match) -> Match:
    while match.to_act():
        choose(match, match.to_act()[0])
    return match


# --- Opening and submitting ---------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [-1, 0, 1, 3, 99])
def test_a_number_of_seats_that_the_game_has_not(seats: int) -> None:
    game = game_of("sturt")
    with refusal("match.refusal.seats") as caught:
        Match(game, game.info.options(), seats, SEED)
    assert caught.value.refusal.values == {"seats": seats, "allowed": "2"}


def test_chance_acts_by_itself_until_a_seat_has_to() -> None:
    match = toys(seats=3)
    assert [step.seat for step in match.steps] == [CHANCE] * 9
    assert match.turn == 9 and match.to_act() == (0, 1, 2)
    assert len(match.states) == len(match.steps) + 1


def test_the_seed_decides_every_draw() -> None:
    assert toys().steps == toys().steps
    other = Match(toy.GAME, toy.ToyOptions(), 2, chance.seed_from(2))
    assert other.steps != toys().steps


def test_a_decision_is_applied_and_counted() -> None:
    match = sturt()
    action = legal(match, FIRST)[0]
    move = match.submit(FIRST, action, 0)
    assert move.steps == (Step(FIRST, action),)
    assert match.turn == 1 and match.to_act() == (SECOND,)
    assert match.state is match.states[1] is move.states[-1]


def test_proposing_changes_nothing() -> None:
    match = sturt()
    before = (match.turn, match.digest(), len(match.states))
    match.propose(FIRST, legal(match, FIRST)[0], 0)
    assert (match.turn, match.digest(), len(match.states)) == before


def test_of_two_proposals_for_a_turn_only_one_can_be_accepted() -> None:
    match = sturt()
    one, two = (match.propose(FIRST, legal(match, FIRST)[i], 0) for i in (0, 1))
    match.accept(one)
    for late in (one, two):
        with refusal("match.refusal.stale"):
            match.accept(late)
    assert match.turn == 1


@pytest.mark.parametrize("turn", [-1, 1, 2, 10**9])
def test_a_stale_turn(turn: int) -> None:
    match = sturt()
    with refusal("match.refusal.stale") as caught:
        match.propose(FIRST, legal(match, FIRST)[0], turn)
    assert caught.value.refusal.values == {"turn": turn, "now": 0}


@pytest.mark.parametrize("seat", [1, 2, -1, -2, 99])
def test_a_seat_that_is_not_to_act(seat: int) -> None:
    match = sturt()
    with refusal("match.refusal.not_your_turn"):
        match.submit(Seat(seat), legal(match, FIRST)[0], 0)
    assert match.turn == 0


def test_an_illegal_action_gets_the_reason_of_the_game() -> None:
    match = toys()
    taken = legal(match, SECOND)[0]
    with refusal("toy.refusal.not_in_hand") as caught:
        match.submit(FIRST, taken, match.turn)
    assert caught.value.refusal == toy.GAME.why_not(match.state, FIRST, taken)


def test_a_seat_cannot_do_what_chance_does() -> None:
    match = toys()
    with refusal("toy.refusal.chance"):
        match.submit(FIRST, Deal(1), match.turn)


def test_nothing_can_be_done_after_the_end() -> None:
    match = finish(toys())
    with refusal("match.refusal.over"):
        match.submit(FIRST, Play(1), match.turn)


# --- Taking back --------------------------------------------------------------------------------------


def test_what_was_taken_back_can_be_done_again() -> None:
    match = sturt()
    choose(match, FIRST)
    second = legal(match, SECOND)[0]
    match.submit(SECOND, second, 1)
    match.undo(1)
    with refusal("match.refusal.stale"):
        match.submit(SECOND, second, 1)
    match.submit(SECOND, second, match.turn)
    assert len(match.steps) == 2


def test_undo_goes_back_to_a_seats_last_decision() -> None:
    match = sturt()
    start = match.state
    choose(match, FIRST)
    choose(match, SECOND)
    assert match.undo_point(frozenset({FIRST})) == 0
    assert match.undo_point(frozenset({SECOND})) == 1
    assert match.undo_point(frozenset({FIRST, SECOND})) == 1
    assert match.undo_point(frozenset()) is None
    match.undo(0)
    assert match.state is start and match.steps == [] and match.to_act() == (FIRST,)


def test_a_turn_number_never_names_two_states() -> None:
    match = sturt()
    choose(match, FIRST)
    match.undo(0)
    assert match.turn == 2
    with refusal("match.refusal.stale"):
        match.submit(FIRST, legal(match, FIRST)[0], 0)
    choose(match, FIRST)
    assert match.turn == 3


def test_undo_does_not_look_behind_a_draw() -> None:
    game = game_of("great_divide")
    match = Match(game, game.info.options(), 2, SEED)
    for action in (Cards("W12345E"), Cards("W12345E"), Flip("3"), Flip("2")):
        match.submit(match.to_act()[0], action, match.turn)
    assert match.undo_point(frozenset({FIRST})) == 3
    match.undo(3)
    assert match.undo_point(frozenset({FIRST})) == 2
    match.submit(FIRST, Draw(), match.turn)
    assert match.steps[-1].seat == CHANCE
    assert match.undo_point(frozenset({FIRST})) is None


def test_an_answer_to_what_is_taken_back_goes_with_it() -> None:
    """In Sturt everybody sees what was done before, so no later step stands by itself."""
    match = sturt()
    for seat in (FIRST, SECOND, FIRST):
        choose(match, seat)
    match.undo(0)
    assert match.steps == []


def test_what_was_played_openly_from_a_hidden_hand_cannot_be_taken_back() -> None:
    """The others have seen the card. Where the hands lie open they have learnt nothing from it."""
    for face_up in (False, True):
        match = Match(toy.IN_TURN, toy.ToyOptions(face_up=face_up), 2, SEED)
        choose(match, FIRST)
        assert match.undo_point(frozenset({FIRST})) == (6 if face_up else None)
    match.undo(6)
    assert match.to_act() == (FIRST,)


def test_the_game_is_asked_about_what_it_hides_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been shown is not looked at again, however long the game lasts."""
    match, asked = toys(rounds=3), list[object]()
    real = toy.Toy.seen

    def counted(self: toy.Toy, *what: Any) -> Any:
        asked.append(what)
        return real(self, *what)

    monkeypatch.setattr(toy.Toy, "seen", counted)
    match.snapshot(SECOND)
    choose(match, FIRST)
    match.snapshot(SECOND)
    assert asked == [], "while decisions are sealed nothing looks otherwise"
    choose(match, SECOND)
    assert len(asked) == 12 + 6, "what is dealt, for the others; both choices, for two seats and a spectator"
    asked.clear()
    match.snapshot(SECOND)
    match.undo_point(frozenset({FIRST}))
    assert asked == []


def test_a_proposal_made_before_an_undo_is_stale() -> None:
    match = sturt()
    choose(match, FIRST)
    move = match.propose(SECOND, legal(match, SECOND)[0], match.turn)
    match.undo(0)
    with refusal("match.refusal.stale"):
        match.accept(move)


def test_undo_stops_at_a_draw() -> None:
    match = Match(toy.IN_TURN, toy.ToyOptions(face_up=True), 2, SEED)
    assert match.undo_point(frozenset({FIRST, SECOND})) is None
    choose(match, FIRST)
    assert match.undo_point(frozenset({FIRST})) == 6
    assert match.undo_point(frozenset({SECOND})) is None
    for index in (5, 0, -1, 7, 99):
        with refusal("match.refusal.nothing_to_undo"):
            match.undo(index)
    match.undo(6)
    assert match.to_act() == (FIRST,)


def test_the_end_can_be_taken_back() -> None:
    match = finish(sturt())
    last = match.steps[-1].seat
    match.undo(len(match.steps) - 1)
    assert match.outcome() is None and match.to_act() == (last,)
    assert match.snapshot(None).seed == b""


def test_the_end_of_a_game_with_secrets_has_told_them() -> None:
    match = finish(toys())
    assert match.undo_point(frozenset({FIRST, SECOND})) is None


# --- What is told -------------------------------------------------------------------------------------


def test_a_snapshot_tells_a_viewer_no_more_than_it_may_know() -> None:
    match = toys()
    choose(match, FIRST)
    for viewer in (FIRST, SECOND, None):
        told = match.snapshot(viewer)
        assert told.seed == b"" and told.commitment == chance.commitment(SEED)
        assert same(told.view, match.game.view(match.tip(viewer), viewer))
        dealt = [step.action.card for step in told.log[:6]]
        known = [card for index, card in enumerate(dealt) if index % 2 == viewer]
        assert all(card > 0 for card in known) and dealt.count(toy.UNKNOWN) == 6 - len(known)
        assert len(told.log) == 6 and len(told.own) == told.ply == (viewer == FIRST)


def test_after_the_end_everybody_may_know_everything() -> None:
    match = finish(toys())
    for viewer in (FIRST, None):
        told = match.snapshot(viewer)
        assert told.seed == SEED and told.view is match.state and list(told.log) == match.steps
        assert told.outcome == match.outcome() is not None


def test_sealed_decisions_are_shown_with_the_last_one() -> None:
    match = toys()
    choose(match, FIRST)
    assert not match.state.played.any()
    choose(match, SECOND)
    assert (match.state.played[:, 0] > 0).all()


def test_what_a_move_opens_of_earlier_steps_is_named_for_each_viewer() -> None:
    """What was decided at once is told only when it lies open; the end of the game opens the hands."""
    match = toys()
    assert [match.opened(viewer) for viewer in (FIRST, None)] == [(), ()]
    for seat in (FIRST, SECOND):
        choose(match, seat)
        assert [match.opened(viewer) for viewer in (FIRST, SECOND, None)] == [(), (), ()]
    assert all(match.snapshot(viewer).log[6:] == tuple(match.steps[6:]) for viewer in (FIRST, None))
    choose(match, SECOND)
    assert match.opened(FIRST) == ()
    choose(match, FIRST)
    assert match.opened(FIRST) == (1, 3, 5) and match.opened(SECOND) == (0, 2, 4)
    assert match.opened(None) == (*range(6),)


def test_the_digest_names_the_whole_match() -> None:
    one, two = toys(), toys()
    assert one.digest() == two.digest()
    choose(one, FIRST)
    choose(two, FIRST, 1)
    assert one.digest() != two.digest(), "also what is sealed"
    assert Match(toy.GAME, toy.ToyOptions(wins="low"), 2, SEED).digest() != toys().digest()


def test_a_refusal_survives_being_raised_whatever_its_gaps_are_called() -> None:
    """Refusals come in over the wire too."""
    refusal = Refusal("x.y", ((1, 2),), {"code": "a", "places": 1, "self": 2})
    assert Refused.of(refusal).refusal == refusal


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with refusal("match.refusal.unknown_game") as caught:
        game_of("chess" * 100)
    assert "sturt" in str(caught.value.refusal.values["known"])
    assert len(str(caught.value.refusal.values["game"])) <= 40
