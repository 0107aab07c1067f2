"""Reviews: losses, turning points, verdicts and luck, from advice that is made up here."""

from __future__ import annotations

import itertools

import msgspec
import numpy as np
import pytest

from core import codec, record
from core.bots.advice import Advice, AdvisedAction
from core.bots.motifs import Motif
from core.bots.review import (
    LEAST_TRIES,
    MOST_CHECKS,
    Review,
    ReviewedDecision,
    begin,
    decisions_of,
    reviewed,
    tries_for,
    with_values_after,
)
from core.game import CHANCE, Seat
from core.games import GAMES
from core.games import game as game_of
from core.match import Match
from core.record import Record


def played(key: str, seed: int = 5, most: int = 200) -> Record:
    """A game of two by random moves, or its beginning."""
    game, rng = game_of(key), np.random.default_rng(seed)
    match = Match(game, game.info.options(), 2, bytes([seed]) * 32)
    while (to_act := match.to_act()) and len(match.all_steps()) < most:
        seat = to_act[0]
        legal = game.legal(game.view(match.tip(seat), seat), seat)
        action = legal[int(rng.integers(len(legal)))]
        match.accept(match.propose(seat, action, match.turn, match.ply(seat)))
    header = record.Header(game=key, options=codec.plain(match.options), seats=2)
    return record.read(record.write(game, header, match.all_steps()))


def decision(step: int, seat: int, win: float, got: float | None) -> ReviewedDecision:
    return ReviewedDecision(step, seat, "played", "best", win, got, checked=True)


LOSSES = (0.01, 0.3, 0.05, 0.2, 0.0, 0.12, 0.09)
GAME = Review(7, tuple(decision(i, i % 2, 0.6, 0.6 - loss) for i, loss in enumerate(LOSSES)))


def test_turning_points_are_the_greatest_losses_in_their_order() -> None:
    assert [one.step for one in GAME.turning_points()] == [1, 3, 5, 6]
    assert Review(1, (decision(0, 0, 0.5, 0.45),)).turning_points() == ()
    assert Review(1, (decision(0, 0, 0.5, None),)).turning_points() == ()


def test_blunders_are_those_of_one_seat_the_worst_first() -> None:
    assert [one.step for one in GAME.blunders(Seat(1))] == [1, 3] and GAME.blunders(Seat(0)) == ()


def test_the_worst_are_checked_once_all_are_known_and_nothing_else_is_shown() -> None:
    losses = (0.01, 0.3, *[0.1] * MOST_CHECKS, 0.2, 0.02)
    some = tuple(
        ReviewedDecision(i, i % 2, "played", "best", 0.6, 0.6 - loss) for i, loss in enumerate(losses)
    )
    assert Review(len(some) + 1, some).next_check() is None, "there is one more to look at"
    review = Review(len(some), some)
    assert review.turning_points() == () and review.blunders(Seat(1)) == ()
    checked = list[int]()
    while (index := review.next_check()) is not None:
        assert not review.done
        checked.append(index)
        one = msgspec.structs.replace(
            review.decisions[index], checked=True, got=0.6 if index == 1 else 0.4 - index / 100
        )
        decisions = (*review.decisions[:index], one, *review.decisions[index + 1 :])
        review = msgspec.structs.replace(review, decisions=decisions)
    assert review.done and checked[:2] == [1, MOST_CHECKS + 2] and len(checked) == MOST_CHECKS
    assert [one.step for one in review.turning_points()] == sorted(sorted(checked[1:])[-4:])


def test_what_speaks_for_both_is_no_reason_to_choose_the_best() -> None:
    one = played("sturt")
    step = decisions_of(one)[2]
    notation = one.game.notation(one.steps[step].action)
    both, own, less = Motif("both", 3, (), {"count": 2}), Motif("own", 2), Motif("both", 1, (), {"count": 1})
    best = AdvisedAction("best", 0.8, 0.0, 500, (both, own))
    advice = Advice((best, AdvisedAction(notation, 0.3, 0.0, 500, (both, less))))
    assert reviewed(one, step, advice).motifs == (own,)
    other = Advice((best, AdvisedAction(notation, 0.3, 0.0, 500, (less,))))
    assert reviewed(one, step, other).motifs == (both, own)


def test_what_is_as_good_as_the_best_is_known_once_it_is_checked() -> None:
    one = played("sturt")
    step = decisions_of(one)[2]
    notation = one.game.notation(one.steps[step].action)
    values = {"best": 0.8, "near": 0.79, "worse": 0.7, notation: 0.3}
    advice = Advice(tuple(AdvisedAction(name, win, 0.0, 500) for name, win in values.items()))
    assert reviewed(one, step, advice, checked=True).equal == ("near",)
    assert reviewed(one, step, advice).equal == ()


def test_a_verdict_follows_from_all_that_was_lost_as_far_as_is_known() -> None:
    assert GAME.verdict(Seat(1)) == "shaky" and GAME.verdict(Seat(0)) == "strong"
    assert Review(2, (decision(0, 0, 0.5, 0.5), decision(1, 0, 0.5, None))).verdict(Seat(0)) == "flawless"
    assert Review(1, (decision(0, 0, 0.5, None),)).verdict(Seat(0)) is None
    assert GAME.mean_loss(Seat(0)) == pytest.approx(0.15 / 4)


def test_of_two_seats_every_decision_says_the_chances_of_both() -> None:
    assert GAME.course(Seat(0), 2)[:2] == ((0, 0.6), (1, pytest.approx(0.4)))
    assert [step for step, _ in GAME.course(Seat(1), 3)] == [1, 3, 5]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_all_real_choices_are_looked_at_and_no_others(game: object) -> None:
    one = played(game.info.key)  # type: ignore[attr-defined]  # a game
    numbers = decisions_of(one)
    for number, step in enumerate(one.steps):
        real = step.seat != CHANCE and len(one.game.legal(one.states[number], step.seat)) > 1
        assert (number in numbers) == real
    assert numbers and tries_for(one.game) > 0


def test_what_was_played_is_compared_with_the_best() -> None:
    one = played("sturt")
    step = decisions_of(one)[2]
    notation = one.game.notation(one.steps[step].action)
    better = AdvisedAction("better", 0.8, 0.0, 500)
    known = reviewed(one, step, Advice((better, AdvisedAction(notation, 0.5, 0.0, 100))))
    assert (known.win, known.got, known.loss) == (0.8, 0.5, pytest.approx(0.3))
    hardly = Advice((better, AdvisedAction(notation, 0.5, 0.0, LEAST_TRIES - 1)))
    assert reviewed(one, step, hardly).got is None and reviewed(one, step, hardly).loss == 0.0
    assert reviewed(one, step, Advice((AdvisedAction(notation, 0.8, 0.0, 3),))).loss == 0.0


def test_where_leads_decide_losses_are_counted_in_points() -> None:
    one = played("ghawar")
    step = decisions_of(one)[2]
    notation = one.game.notation(one.steps[step].action)
    advice = Advice((AdvisedAction("better", 1.0, 60.0, 100), AdvisedAction(notation, 1.0, 55.0, 100)))
    lost = reviewed(one, step, advice, checked=True)
    assert (lost.loss, lost.points) == (0.0, 5.0)
    found = msgspec.structs.replace(begin(one), total=1, decisions=(lost,))
    assert found.turning_points() == (lost,) and found.blunders(Seat(lost.seat)) == (lost,)
    assert found.mean_loss(Seat(lost.seat)) == pytest.approx(5.0)
    assert found.course(Seat(lost.seat), 2) == ((step, 60.0),), "points are hoped for"
    assert found.verdict(Seat(lost.seat)) == "sound", "a third of a game"
    assert begin(played("sturt")).game_points == 0, "there a chance to win says enough"


def test_an_action_hardly_tried_has_the_value_of_what_it_led_to() -> None:
    one = played("sturt")
    first, second = decisions_of(one)[:2]
    pair = decision(first, 0, 0.7, None), decision(second, 1, 0.6, 0.6)
    assert with_values_after(pair, one)[0].got == pytest.approx(0.4)
    hidden = played("great_split")
    assert with_values_after(pair, hidden)[0].got is None


def test_luck_is_what_chances_changed_by_where_something_was_drawn_without_what_others_gave_away() -> None:
    one = played("ghawar")
    own = [number for number in decisions_of(one) if one.steps[number].seat == 0]
    first, last = next(
        (a, b) for a, b in itertools.pairwise(own) if any(step.seat == CHANCE for step in one.steps[a:b])
    )
    some = [decision(first, 0, 0.5, 0.4), decision(first + 1, 1, 0.6, 0.5), decision(last, 0, 0.8, 0.8)]
    some.append(
        decision(one.steps[last:].index(next(s for s in one.steps[last:] if s.seat == 1)) + last, 1, 0.2, 0.2)
    )
    gained = (0.8 - 0.4 - 0.1) - (0.2 - 0.5 - 0.0)
    assert Review(4, tuple(some)).luck(one) == pytest.approx((gained / 2, -gained / 2))
    assert Review(2, tuple(some[:2])).luck(one) == (), "nothing is known of their draws"
    assert Review(4, tuple(some)).luck(played("sturt")) == (), "no draws at all"


def test_equal_views_have_equal_reviews() -> None:
    """What was asked of the adviser is the view of who decided: two worlds with one view have one answer."""
    one = played("great_split", most=30)
    rng = np.random.default_rng(9)
    for number in decisions_of(one)[:6]:
        seat, state = one.steps[number].seat, one.states[number]
        view = one.game.view(state, seat)
        other = one.game.sample_state(view, seat, rng)
        assert codec.encode(one.game.view(other, seat)) == codec.encode(view)
