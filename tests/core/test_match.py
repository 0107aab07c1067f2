"""The authority over one game: what it lets in, what it refuses, what it takes back, what it tells."""

from __future__ import annotations

from typing import Any

import pytest

from core import chance, codec
from core.game import CHANCE, Refusal, Refused, Seat
from core.games import game as game_of
from core.games.great_divide.state import Cards, Draw, Flip
from core.match import Match, Step
from tests.core import toy
from tests.core.laws import same
from tests.core.toy import Deal, Play

SEED = chance.seed_from(1)
FIRST, SECOND = Seat(0), Seat(1)


def sturt() -> Match:
    game = game_of("sturt")
    return Match(game, game.info.options(), 2, SEED)


def toys(seats: int = 2, rounds: int = 2, face_up: bool = False) -> Match:
    return Match(toy.GAME, toy.ToyOptions(rounds=rounds, face_up=face_up), seats, SEED)


def legal(match: Match, seat: Seat) -> Any:
    return match.game.legal(match.state, seat)


def choose(match: Match, seat: Seat, index: int = 0) -> None:
    match.submit(seat, legal(match, seat)[index], match.turn)


def refusal(code: str) -> Any:
    return pytest.raises(Refused, match=f"^{code}")


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
    assert move is not None and move.steps == (Step(FIRST, action),)
    assert match.turn == 1 and match.to_act() == (SECOND,)
    assert match.state is match.states[1] is move.states[-1]


def test_proposing_changes_nothing() -> None:
    match = sturt()
    before = (match.turn, match.digest(), len(match.states))
    match.propose(FIRST, legal(match, FIRST)[0], 0, "k")
    assert (match.turn, match.digest(), len(match.states)) == before


def test_of_two_proposals_for_a_turn_only_one_can_be_accepted() -> None:
    match = sturt()
    one, two = (match.propose(FIRST, legal(match, FIRST)[i], 0) for i in (0, 1))
    assert one is not None and two is not None
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


# --- Keys: the same decision sent twice is made once --------------------------------------------------


def test_a_decision_sent_again_with_its_key_is_not_made_again() -> None:
    match = sturt()
    action = legal(match, FIRST)[0]
    assert match.submit(FIRST, action, 0, "a") is not None
    assert match.submit(FIRST, action, 0, "a") is None
    assert match.turn == 1


def test_it_is_recognised_even_after_the_end() -> None:
    over = toys(rounds=1)
    last = legal(over, FIRST)[0]
    over.submit(FIRST, last, over.turn, "z")
    finish(over)
    assert over.submit(FIRST, last, 0, "z") is None


def test_a_key_used_for_something_else() -> None:
    match = sturt()
    first, second, *_ = legal(match, FIRST)
    match.submit(FIRST, first, 0, "a")
    for seat, action in [(FIRST, second), (SECOND, first)]:
        with refusal("match.refusal.key_reused"):
            match.submit(seat, action, match.turn, "a")


def test_a_refused_decision_leaves_its_key_unused() -> None:
    match = sturt()
    action = legal(match, FIRST)[0]
    with refusal("match.refusal.stale"):
        match.submit(FIRST, action, 5, "a")
    assert match.submit(FIRST, action, 0, "a") is not None


def test_no_key_is_never_the_same_key() -> None:
    match = toys()
    for seat in (FIRST, SECOND):
        assert match.submit(seat, legal(match, seat)[0], match.turn) is not None


# --- Taking back --------------------------------------------------------------------------------------


def test_what_was_taken_back_can_be_done_again_with_its_key() -> None:
    match = sturt()
    first = legal(match, FIRST)[0]
    match.submit(FIRST, first, 0, "a")
    second = legal(match, SECOND)[0]
    match.submit(SECOND, second, 1, "b")
    match.undo(1)
    assert match.submit(FIRST, first, 0, "a") is None, "it still stands"
    with refusal("match.refusal.stale"):
        match.submit(SECOND, second, 1, "b")
    assert match.submit(SECOND, second, match.turn, "b") is not None
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


@pytest.mark.parametrize("face_up", [False, True])
def test_a_sealed_decision_can_be_taken_back_until_it_lies_open(face_up: bool) -> None:
    match = toys(face_up=face_up)
    choose(match, FIRST)
    assert match.undo_point(frozenset({FIRST})) == match.undo_point(frozenset({FIRST, SECOND})) == 6
    assert match.undo_point(frozenset({SECOND})) is None
    choose(match, SECOND)
    for seats in ({FIRST}, {SECOND}, {FIRST, SECOND}):
        assert match.undo_point(frozenset(seats)) is None
    for index in (6, 7):
        with refusal("match.refusal.nothing_to_undo"):
            match.undo(index)


def test_of_three_sealed_decisions_the_third_opens_them() -> None:
    match = toys(seats=3)
    choose(match, SECOND)
    choose(match, FIRST)
    assert match.undo_point(frozenset({FIRST})) == 10
    assert match.undo_point(frozenset({SECOND})) == 9
    match.undo(9)
    assert len(match.steps) == 10 and match.to_act() == (SECOND, Seat(2))
    for seat in (SECOND, Seat(2)):
        choose(match, seat)
    assert match.undo_point(frozenset({FIRST, SECOND, Seat(2)})) is None


def test_after_what_was_opened_the_next_decision_can_be_taken_back() -> None:
    match = toys(rounds=3)
    for seat in (FIRST, SECOND, SECOND):
        choose(match, seat)
    assert match.undo_point(frozenset({SECOND})) == 8
    assert match.undo_point(frozenset({FIRST})) is None
    match.undo(8)
    assert match.to_act() == (FIRST, SECOND)


def test_what_others_have_sealed_stands_when_one_takes_a_decision_back() -> None:
    match = toys(seats=4)
    for number, seat in enumerate((SECOND, FIRST, Seat(3))):
        match.submit(seat, legal(match, seat)[1], match.turn, "abc"[number])
    others, turn = match.steps[-2:], match.turn
    match.undo(12)
    assert match.steps[12:] == others and match.to_act() == (SECOND, Seat(2)) and match.turn > turn
    assert match.state.chosen.tolist() == [others[0].action.card, 0, 0, others[1].action.card]
    assert [match.snapshot(SECOND).log[index].action for index in (12, 13)] == [Play(toy.UNKNOWN)] * 2
    assert match.submit(FIRST, others[0].action, 0, "b") is None, "its key stands too"
    assert match.submit(SECOND, legal(match, SECOND)[0], match.turn, "a") is not None, "this one is free"
    choose(match, Seat(2))
    assert all(match.snapshot(viewer).log[12:] == tuple(match.steps[12:]) for viewer in (SECOND, None))
    assert match.opened(15, SECOND) == (12, 13) and match.opened(15, FIRST) == (13, 14)


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


def test_a_game_taken_up_again_goes_on_as_if_it_had_never_stopped() -> None:
    one, other = toys(rounds=3), toys(rounds=3)
    for seat in (FIRST, SECOND, SECOND):
        choose(one, seat)
    other.resume(one.steps, one.states)
    assert other.turn == len(one.steps) and other.digest() == one.digest()
    for match in (one, other):
        assert match.undo_point(frozenset({SECOND})) == 8
        assert match.snapshot(FIRST).log[8].action == Play(toy.UNKNOWN)
        choose(match, FIRST)
        assert match.opened(9, FIRST) == (8,) and match.undo_point(frozenset({FIRST, SECOND})) is None


def test_the_game_is_asked_about_what_it_hides_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been shown is not looked at again, however long the game lasts."""
    match, asked = toys(face_up=True, rounds=3), list[object]()
    real = toy.Toy.seen

    def counted(self: toy.Toy, *what: Any) -> Any:
        asked.append(what)
        return real(self, *what)

    monkeypatch.setattr(toy.Toy, "seen", counted)
    match.snapshot(SECOND)
    assert asked == [], "the cards dealt lie open"
    choose(match, FIRST)
    assert len(asked) == 3, "the choice, for two seats and a spectator"
    asked.clear()
    match.snapshot(SECOND)
    assert len(asked) == 1
    choose(match, SECOND)
    asked.clear()
    match.snapshot(SECOND)
    match.undo_point(frozenset({FIRST}))
    assert asked == []


def test_taking_a_sealed_decision_back_tells_nothing_about_it() -> None:
    told = []
    for index in (0, 1):
        match = toys()
        choose(match, FIRST, index)
        before = codec.encode(match.snapshot(SECOND))
        match.undo(6)
        told.append((before, codec.encode(match.snapshot(SECOND))))
    assert told[0] == told[1]


def test_a_proposal_made_before_an_undo_is_stale() -> None:
    match = sturt()
    choose(match, FIRST)
    move = match.propose(SECOND, legal(match, SECOND)[0], match.turn)
    assert move is not None
    match.undo(0)
    with refusal("match.refusal.stale"):
        match.accept(move)


def test_undo_stops_at_a_draw() -> None:
    match = toys()
    assert match.undo_point(frozenset({FIRST, SECOND})) is None
    choose(match, FIRST)
    assert match.undo_point(frozenset({FIRST})) == 6
    assert match.undo_point(frozenset({SECOND})) is None
    for index in (5, 0, -1, 7, 99):
        with refusal("match.refusal.nothing_to_undo"):
            match.undo(index)
    match.undo(6)
    assert match.to_act() == (FIRST, SECOND)


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
        assert same(told.view, match.game.view(match.state, viewer))
        dealt = [step.action.card for step in told.log[:6]]
        known = [card for index, card in enumerate(dealt) if index % 2 == viewer]
        assert all(card > 0 for card in known) and dealt.count(toy.UNKNOWN) == 6 - len(known)
    assert match.snapshot(FIRST).log[6].action != Play(toy.UNKNOWN)
    assert match.snapshot(SECOND).log[6].action == Play(toy.UNKNOWN)


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


def test_what_has_lain_open_since_is_seen_in_the_log_too() -> None:
    match = toys()
    choose(match, FIRST)
    assert match.seen(6, SECOND, 7).action == Play(toy.UNKNOWN) == match.snapshot(None).log[6].action
    choose(match, SECOND)
    for viewer in (FIRST, SECOND, None):
        assert match.snapshot(viewer).log[6:] == tuple(match.steps[6:])
    assert match.seen(6, SECOND, 7).action == Play(toy.UNKNOWN), "as it looked before"


def test_what_a_move_opens_is_named_for_each_viewer() -> None:
    match = toys()
    assert [match.opened(0, viewer) for viewer in (FIRST, None)] == [(), ()]
    choose(match, FIRST)
    assert [match.opened(6, viewer) for viewer in (FIRST, SECOND, None)] == [(), (), ()]
    choose(match, SECOND)
    assert [match.opened(7, viewer) for viewer in (FIRST, SECOND, None)] == [(), (6,), (6,)]
    assert [match.opened(6, viewer) for viewer in (FIRST, SECOND)] == [(), (6,)], "told within one move"
    choose(match, SECOND)
    assert match.opened(8, FIRST) == ()
    choose(match, FIRST)
    assert match.opened(9, FIRST) == (1, 3, 5, 8) and match.opened(9, None) == (*range(6), 8)


def test_the_digest_names_the_whole_match() -> None:
    one, two = toys(), toys()
    assert one.digest() == two.digest()
    choose(one, FIRST)
    choose(two, FIRST, 1)
    assert one.digest() != two.digest()
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
