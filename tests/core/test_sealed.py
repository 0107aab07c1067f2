"""Sealed decisions: each seat decides on a line of its own, and how these grew is nowhere to be seen."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from core import codec
from core.game import CHANCE, Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import Sell
from core.match import Match, Step
from tests.core import toy
from tests.core.laws import same
from tests.core.matches import FIRST, SECOND, SEED, choose, legal, refusal, sturt, toys


def splits(seats: int = 3) -> Match:
    """The Great Split, where in a phase each seat makes several sealed decisions."""
    return Match(GREAT_SPLIT, GREAT_SPLIT.info.options(), seats, SEED)


def decide_all(match: Match, *order: int) -> None:
    """The next phase of sealed decisions, each seat its own way, however the decisions interleave."""
    turn, ways = match.turn, np.random.default_rng(list(order))
    while match.turn == turn:
        owing = match.to_act()
        seat = owing[int(ways.integers(len(owing)))] if order else owing[0]
        actions = legal(match, seat)
        own = np.random.default_rng([turn, seat, len(match.own(seat))])
        choose(match, seat, int(own.integers(len(actions))))


def phases(match: Match, count: int, *order: int) -> Match:
    for number in range(count):
        decide_all(match, *(number + one for one in order))
    return match


def until(match: Match, stage: str, round_: int = 1) -> Match:
    """The Great Split when this phase begins."""
    while (match.state.round, match.state.stage) != (round_, stage):
        decide_all(match)
    return match


def whole(match: Match) -> list[bytes]:
    """All that anybody may be told, and the names of the match."""
    told = [codec.encode(match.snapshot(viewer)) for viewer in (*map(Seat, range(match.seats)), None)]
    return [*told, match.digest().encode(), codec.encode(match.steps)]


def test_what_is_sealed_is_no_step_and_moves_no_turn() -> None:
    match = toys(seats=3)
    before = codec.encode(match.snapshot(None)), codec.encode(match.snapshot(SECOND).view)
    move = match.submit(FIRST, legal(match, FIRST)[0], match.turn)
    assert move.steps == () and move.drawn == ()
    assert (match.turn, len(match.steps), match.to_act()) == (9, 9, (1, 2))
    assert match.snapshot(None).to_act == (1, 2)
    told = msgspec.structs.replace(match.snapshot(None), to_act=(FIRST, SECOND, Seat(2)))
    assert (codec.encode(told), codec.encode(match.snapshot(SECOND).view)) == before


def test_the_last_opens_all_in_the_order_of_the_seats() -> None:
    match = toys(seats=3)
    cards = {seat: legal(match, seat)[seat] for seat in map(Seat, range(3))}
    for seat in (Seat(2), FIRST):
        match.submit(seat, cards[seat], match.turn)
    move = match.submit(SECOND, cards[SECOND], match.turn)
    assert move.together == 3
    assert match.steps[9:] == list(move.steps) == [Step(seat, card) for seat, card in cards.items()]
    assert match.turn == 12 and match.to_act() == (0, 1, 2) and match.own(FIRST) == ()


@pytest.mark.parametrize("order", [(1,), (2,), (3, 4)])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_how_lines_grew_is_nowhere_to_be_seen(seats: int, order: tuple[int, ...]) -> None:
    """Two rounds of The Great Split: in whatever order decisions come, all is the same, draws included."""
    one, other = phases(splits(seats), 7), phases(splits(seats), 7, *order)
    assert whole(one) == whole(other)
    assert [step.seat for step in one.steps].count(CHANCE) > 5 * seats


def test_nobody_can_tell_how_long_the_line_of_another_is() -> None:
    match = until(splits(), "resolve")
    told = [codec.encode(match.snapshot(viewer)) for viewer in (SECOND, None)]
    for _ in range(4):
        choose(match, FIRST)
        assert [codec.encode(match.snapshot(viewer)) for viewer in (SECOND, None)] == told
    assert match.snapshot(FIRST).ply == 4 and len(match.snapshot(FIRST).own) == 4


def test_a_position_on_a_line_is_named_by_its_own_ply() -> None:
    """Also what was taken back counts; what others do does not."""
    match = until(splits(), "resolve")
    for _ in range(2):
        choose(match, FIRST)
        choose(match, SECOND)
    for ply in (0, 1, 3):
        with refusal("match.refusal.stale"):
            match.submit(FIRST, legal(match, FIRST)[0], match.turn, ply)
    match.withdraw(FIRST)
    assert match.ply(FIRST) == 3 and match.ply(SECOND) == 2
    match.submit(FIRST, legal(match, FIRST)[1], match.turn, 3)
    with refusal("match.refusal.stale"):
        match.submit(FIRST, legal(match, FIRST)[0], match.turn - 1, 4)


def test_outside_of_lines_the_ply_is_0() -> None:
    match = sturt()
    with refusal("match.refusal.stale"):
        match.submit(FIRST, legal(match, FIRST)[0], 0, 1)


def test_whoever_is_ready_waits() -> None:
    match = toys()
    choose(match, FIRST)
    with refusal("match.refusal.not_your_turn"):
        match.submit(FIRST, match.game.legal(match.state, FIRST)[1], match.turn, 1)


def test_a_sealed_decision_is_legal_on_the_line_of_its_seat() -> None:
    """There the card is gone; where the others see the game it still lies in the hand."""
    match = until(splits(), "resolve")
    card = match.state.estates[0].hand[0]
    match.submit(FIRST, Sell(card, "gold"), match.turn)
    assert match.tip(FIRST).estates[0].hand.count(card) == 0 < match.state.estates[0].hand.count(card)
    with refusal("great_split.refusal."):
        match.submit(FIRST, Sell(card, "gold"), match.turn, match.ply(FIRST))


def test_of_two_proposals_only_one_can_be_accepted_also_on_two_lines() -> None:
    """Else both could be the last but one, and nothing would be opened."""
    match = toys()
    first, second = (match.propose(seat, legal(match, seat)[0], match.turn) for seat in (FIRST, SECOND))
    match.accept(first)
    with refusal("match.refusal.stale"):
        match.accept(second)
    assert match.to_act() == (SECOND,)


def test_the_last_sealed_decision_can_be_taken_back_by_its_seat_alone() -> None:
    match = toys(seats=3)
    before = [codec.encode(match.snapshot(viewer)) for viewer in (FIRST, SECOND, None)]
    choose(match, FIRST)
    choose(match, SECOND, 1)
    match.withdraw(FIRST)
    assert match.to_act() == (FIRST, Seat(2)) and len(match.own(SECOND)) == 1
    match.withdraw(SECOND)
    assert match.turn == 9 and (match.ply(FIRST), match.ply(SECOND)) == (2, 2)
    assert codec.encode(match.snapshot(None)) == before[2]
    for seat in (FIRST, Seat(2), Seat(7)):
        with refusal("match.refusal.nothing_to_undo"):
            match.withdraw(seat)


def test_a_decision_taken_back_can_be_made_again() -> None:
    match = toys()
    card = legal(match, FIRST)[0]
    match.submit(FIRST, card, match.turn)
    match.withdraw(FIRST)
    with refusal("match.refusal.stale"):
        match.submit(FIRST, card, match.turn)
    match.submit(FIRST, card, match.turn, 2)
    choose(match, SECOND)
    assert match.steps[6:] == [Step(FIRST, card), match.steps[7]]


def test_what_was_opened_stays_so() -> None:
    for face_up in (False, True):
        match = toys(face_up=face_up)
        for seat in (FIRST, SECOND):
            choose(match, seat)
        assert match.undo_point(frozenset({FIRST, SECOND})) is None
        for index in (6, 7):
            with refusal("match.refusal.nothing_to_undo"):
                match.undo(index)


def test_with_an_open_decision_the_sealed_ones_after_it_are_taken_back() -> None:
    match = Match(toy.OPENER, toy.ToyOptions(face_up=True), 3, SEED)
    assert match.to_act() == (FIRST,) and match.branches == {}
    match.submit(FIRST, legal(match, FIRST)[0], match.turn)
    card = legal(match, SECOND)[0]
    match.submit(SECOND, card, match.turn)
    assert match.to_act() == (Seat(2),)
    match.undo(9)
    assert match.to_act() == (FIRST,) and match.own(SECOND) == () and match.turn == 11
    match.submit(FIRST, legal(match, FIRST)[1], match.turn)
    match.submit(SECOND, card, match.turn)
    assert match.to_act() == (Seat(2),)


def test_a_game_taken_up_again_in_the_middle_of_lines_goes_on_as_if_it_had_never_stopped() -> None:
    one = until(splits(), "resolve", 2)
    for seat in (Seat(2), FIRST, FIRST, Seat(2), Seat(2)):
        choose(one, seat)
    other = splits()
    other.resume(one.all_steps())
    assert other.turn == one.turn == len(one.steps) and len(one.all_steps()) == one.turn + 5
    assert [other.ply(Seat(seat)) for seat in range(3)] == [2, 0, 3]
    assert whole(other) == whole(one)
    for match in (one, other):
        phases(match, 3)
    assert whole(other) == whole(one)


def test_steps_of_a_record_may_come_in_any_order_where_they_were_made_at_once() -> None:
    """Older ones have them in the order in which they were made."""
    one = toys(seats=3)
    for seat in (0, 1, 2, 0):
        choose(one, Seat(seat))
    dealt, played, left = one.steps[:9], one.steps[9:12], one.all_steps()[12:]
    other = toys(seats=3)
    other.resume([*dealt, played[2], played[0], played[1], *left])
    assert whole(other) == whole(one)


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_every_seat_is_told_where_its_line_stands_and_nobody_else(seats: int) -> None:
    """Throughout a game: what others may know is the same before and after each sealed decision."""
    match, rng = splits(seats), np.random.default_rng(seats)
    for _ in range(60):
        if not match.to_act():
            break
        seat = match.to_act()[int(rng.integers(len(match.to_act())))]
        actions = legal(match, seat)
        others = [Seat(other) for other in range(seats) if other != seat]
        before = [codec.encode(match.snapshot(other).view) for other in (*others, None)]
        own = match.own(seat)
        choose(match, seat, int(rng.integers(len(actions))))
        if match.own(seat):
            assert [codec.encode(match.snapshot(other).view) for other in (*others, None)] == before
            assert match.own(seat)[:-1] == own
            assert same(match.snapshot(seat).view, match.game.view(match.tip(seat), seat))
