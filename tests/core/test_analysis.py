"""Analyses: wins are found, equal questions have equal answers, and only what the seat knows matters.

Most ask about Sturt's Stony Desert, so that few searches have to be compiled.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from core import codec, position
from core.bots import analysis as analysis_module
from core.bots.analysis import Analysis, Analyst, RankedAction
from core.bots.contract import Budget
from core.bots.greedy import settle_chance
from core.bots.kernel import Generator, IntArray
from core.bots.tree import Tree
from core.game import AnyGame, Refused, Seat
from core.games import game as game_of
from tests.core import toy

STURT = game_of("sturt")
ABOUT_TO_WIN = """sturt
board: -2,-2
  . . . . 3
  . . 6 6 9
  3 6 3 9 c
  5 5 9 . .
last: 2,-1
"""
ABOUT_TO_LOSE = """sturt
board: -1,-3
  9 . c 5 c
  . c 3 c a
  c . 3 c 6
  5 5 5 c c
  6 9 3 a .
last: 1,-1
"""
WINS = {"5@-2,-1", "6@-2,-1", "c@-2,-1"}
"""All actions that win at once in the first position; in both west to east is to act."""


@cache
def analyst_of(game: AnyGame) -> Analyst:
    return Analyst(game)


def analyse(game: AnyGame, state: object, seat: int, budget: Budget, seed: int = 0) -> Analysis:
    rng = np.random.default_rng(seed)
    return analyst_of(game).analyse(game.view(state, Seat(seat)), Seat(seat), rng, budget)


def test_an_immediate_win_is_found() -> None:
    state = position.read(ABOUT_TO_WIN, STURT).state
    found = analyse(STURT, state, 0, Budget(2000))
    best = found.actions[0]
    assert STURT.notation(best.action) in WINS and best.win > 0.9 and best.points > 0.9
    wins = [ranked for ranked in found.actions if STURT.notation(ranked.action) in WINS]
    assert all(ranked.win == 1 and ranked.line == () for ranked in wins if ranked.visits)
    worst = found.actions[-1]
    assert worst.win < best.win and worst.visits < best.visits
    assert found.iterations == sum(ranked.visits for ranked in found.actions) == 2000


def test_what_ends_the_game_has_exact_values_however_seldom_it_was_tried() -> None:
    """In the second position a lay that leaves the connection of the other side loses at once."""
    state = position.read(ABOUT_TO_LOSE, STURT).state
    found = analyse(STURT, state, 0, Budget(300))
    ended = 0
    for ranked in found.actions:
        outcome = STURT.outcome(STURT.apply(state, Seat(0), ranked.action))
        assert ranked.ends == (outcome is not None)
        if outcome is not None:
            ended += 1
            assert (ranked.win, ranked.spread) == (float(Seat(0) in outcome.winners), 0)
    assert 0 < ended < len(found.actions)


def test_every_legal_action_is_ranked_once_those_never_tried_last() -> None:
    state = position.read(ABOUT_TO_WIN, STURT).state
    few = analyse(STURT, state, 0, Budget(30))
    assert len(few.actions) == len(STURT.legal(state, Seat(0)))
    assert {ranked.action for ranked in few.actions} == set(STURT.legal(state, Seat(0)))
    visits = [ranked.visits for ranked in few.actions]
    assert visits == sorted(visits, reverse=True) and visits[0] > 0 == visits[-1]
    usual = sum(ranked.visits * ranked.win for ranked in few.actions) / 30
    assert few.actions[-1].win == pytest.approx(usual) and few.actions[-1].line == ()


def test_equal_questions_have_equal_answers() -> None:
    state = STURT.start(STURT.info.options(), 2)
    first = analyse(STURT, state, 0, Budget(500))
    analyse(STURT, position.read(ABOUT_TO_WIN, STURT).state, 0, Budget(100))
    assert analyse(STURT, state, 0, Budget(500)) == first
    assert analyse(STURT, state, 0, Budget(500), seed=1) != first


def test_an_analysis_goes_on_with_what_that_before_has_found() -> None:
    s = STURT.start(STURT.info.options(), 2)
    analyst = Analyst(STURT)

    def visits(seat: int, **how: bool) -> int:
        view, rng = STURT.view(s, Seat(seat)), np.random.default_rng(0)
        found = analyst.analyse(view, Seat(seat), rng, Budget(400), **how)
        return sum(action.visits for action in found.actions)

    assert visits(0) == 400
    assert visits(0, go_on=True) == 800
    s = STURT.apply(s, Seat(0), STURT.legal(s, Seat(0))[0])
    assert visits(1, go_on=True) == 400, "what another seat has thought is its own"
    assert visits(1) == 400


def test_expected_lines_can_be_played() -> None:
    state = STURT.start(STURT.info.options(), 2)
    found = analyse(STURT, state, 0, Budget(40_000))
    assert len(found.actions[0].line) > 1
    for ranked in found.actions:
        after = STURT.apply(state, Seat(0), ranked.action)
        for seat, action in ranked.line:
            assert STURT.to_act(after) == (seat,) and STURT.why_not(after, seat, action) is None
            after = STURT.apply(after, seat, action)


def test_the_most_tried_answer_is_expected() -> None:
    """Where west to east does not prevent it, north to south is expected to win at once."""
    state = position.read(ABOUT_TO_LOSE, STURT).state
    expected = 0
    for ranked in analyse(STURT, state, 0, Budget(60_000)).actions:
        after = STURT.apply(state, Seat(0), ranked.action)
        wins = [action for action in STURT.legal(after, Seat(1)) if _wins(after, Seat(1), action)]
        if ranked.line and wins:
            assert len(ranked.line) == 1 and ranked.line[0][1] in wins
            expected += 1
    assert expected > 10


def _wins(state: Any, seat: Seat, action: Any) -> bool:
    outcome = STURT.outcome(STURT.apply(state, seat, action))
    return outcome is not None and outcome.winners == (seat,)


def test_a_seat_that_owes_nothing_is_refused() -> None:
    state = STURT.start(STURT.info.options(), 2)
    with pytest.raises(Refused) as caught:
        analyse(STURT, state, 1, Budget(10))
    assert caught.value.refusal.code == "match.refusal.not_your_turn"


def test_a_game_without_a_kernel_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        Analyst(toy.GAME)
    assert caught.value.refusal.code == "match.refusal.no_analysis"


def test_budgets_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    state = STURT.start(STURT.info.options(), 2)
    assert analyse(STURT, state, 0, Budget(0)).iterations == 1
    asked = [0.0]

    def used() -> float:
        asked.append(asked[-1] + 0.25)
        return asked[-1]

    assert 4 <= analyse(STURT, state, 0, Budget(10**9, used)).iterations < 5000
    assert len(asked) == 5, "the clock is asked until it has run out, and no more"
    monkeypatch.setattr(analysis_module, "MOST_ITERATIONS", 300)
    assert analyse(STURT, state, 0, Budget(10**9)).iterations == 300


def test_a_search_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """As measured by its own iterations: it never looks at the clock much later than it should."""
    state = STURT.start(STURT.info.options(), 2)
    strides: list[int] = []
    analyst = Analyst(STURT)
    search = vars(analyst)["_search"]

    def counted(tree: Tree, start: IntArray, seat: Seat, stride: int, rng: Generator) -> int:
        strides.append(stride)
        return int(search(tree, start, seat, stride, rng))

    monkeypatch.setattr(analyst, "_search", counted)
    clock = Budget(10**9, lambda: sum(strides) / 5000)
    found = analyst.analyse(state, Seat(0), np.random.default_rng(0), clock)
    assert found.iterations == sum(strides)
    assert abs(found.iterations - 5000) < analysis_module.STRIDE and len(strides) < 60


def test_an_action_that_is_compared_is_searched_as_long_as_all_others() -> None:
    """West to east wins at once; what else it does north to south can refute, which has to be searched."""
    state = position.read(ABOUT_TO_WIN, STURT).state
    also = analyse(STURT, state, 0, Budget(2000)).actions[-1].action

    def found(compare: bool) -> RankedAction:
        rng, view = np.random.default_rng(0), STURT.view(state, Seat(0))
        analysis = analyst_of(STURT).analyse(view, Seat(0), rng, Budget(2000), also=also, compare=compare)
        return next(one for one in analysis.actions if one.action == also)

    assert found(False).visits < 20 and found(True).visits == 2000
    assert analyse(STURT, state, 0, Budget(2000)).iterations == 2000, "and nothing of it stays"


@pytest.mark.long
def test_only_what_a_seat_knows_matters() -> None:
    """States of The Great Split that differ in other hands and in a sealed decision.

    Seen whole they give one answer, too: a search imagines what the seat does not know, whatever is there.
    """
    game = game_of("great_split")
    rng = np.random.default_rng(3)
    state = settle_chance(game, game.start(game.info.options(), 3), rng)
    state = game.apply(state, Seat(1), game.legal(state, Seat(1))[0])
    view = game.view(state, Seat(0))
    states = [state, *(game.sample_state(view, Seat(0), rng) for _ in range(2))]
    assert len({codec.encode(one) for one in states}) == 3
    answers = [analyse(game, one, 0, Budget(200)) for one in states]
    whole = [analyst_of(game).analyse(one, Seat(0), np.random.default_rng(0), Budget(200)) for one in states]
    assert answers[0] == answers[1] == answers[2] and whole[0] == whole[1] == whole[2]
    assert {ranked.action for ranked in answers[0].actions} == set(game.legal(state, Seat(0)))
