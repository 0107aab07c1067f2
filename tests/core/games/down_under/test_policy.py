"""What the tree search believes of Down Under: moves worth trying, their values, and how games end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import exp

import numpy as np
import pytest

from core.bots.analysis import Analyst
from core.bots.contract import Budget, FloatArray
from core.bots.kernel import OVER, IntArray
from core.game import Seat
from core.games import game
from core.games.down_under.bot import evaluation, kernel, policy
from core.games.down_under.bot.search_state import SearchState, action_of
from core.games.down_under.state import Options
from tests.core.games.down_under.diagrams import Position, position
from tests.core.games.down_under.test_billabongs import CROSSING, WINDING

pytestmark = pytest.mark.long  # to compile the policy takes long

DOWN_UNDER = game("down_under")
SETTINGS = (
    (2, Options()),
    (3, Options()),
    (4, Options(animals=True)),
    (2, Options(animals=True, frame="border")),
    (3, Options(frame="river")),
    (4, Options(single_start=True)),
    (2, Options(two_paths="two cards", animals=True)),
    (2, Options(two_paths="one card")),
    (2, Options(two_paths="one card", paths_scored="longest")),
    (2, Options(two_paths="two cards", animals=True, dingo="loses", paths_scored="longest")),
)
RING = """
    ·    ·    ·    ┌2   ┐2   ┌2   ┐2   ·
    ·    ┌0   ┐0   │2   │2   │2   │2   ·
    ·    └0   ┘0   ·    └2   ┘2   ·    ·
    ·    ·    ·    ·    ·    ·    ·    │1
"""
"""Behind 2,1 a neutral run leads east; the other curves of the ring bring their own neutral part only."""


def listed(s: IntArray) -> tuple[list[int], FloatArray]:
    """The candidates of the seat to act, and their weights."""
    actions, weights = np.zeros(kernel.MOST_ACTIONS, dtype=np.int64), np.zeros(kernel.MOST_ACTIONS)
    count = policy.candidates(s, kernel.actor(s), actions, weights)
    return actions[:count].tolist(), weights[:count]


def legal(s: IntArray) -> list[int]:
    """The codes of all legal actions of the seat to act."""
    actions = np.zeros(kernel.MOST_ACTIONS, dtype=np.int64)
    return list(map(int, actions[: kernel.legal(s, kernel.actor(s), actions)]))


def random_states(seats: int, options: Options, seed: int) -> Iterator[IntArray]:
    """The states of a random game, without its end."""
    rng = np.random.default_rng(seed)
    s = kernel.from_state(DOWN_UNDER.start(options, seats))
    while kernel.actor(s) != OVER:
        yield s.copy()
        kernel.apply(s, kernel.actor(s), rng.choice(legal(s)))


def judged(s: IntArray, seed: int = 1) -> tuple[list[float], list[float]]:
    """Each seat's share of the win and its points as judged once."""
    wins, points = np.zeros(s[kernel.SEATS]), np.zeros(s[kernel.SEATS])
    policy.evaluate(s.copy(), np.array([seed], dtype=np.uint64), wins, points)
    return wins.tolist(), points.tolist()


# --- Candidates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats, options", SETTINGS)
def test_candidates_are_legal_and_their_weights_add_up(seats: int, options: Options) -> None:
    for seed in range(4):
        for s in random_states(seats, options, seed):
            before = s.copy()
            codes, weights = listed(s)
            assert codes and len(set(codes)) == len(codes) and set(codes) <= set(legal(s))
            assert (weights > 0).all() and weights.sum() == pytest.approx(1)
            assert (s == before).all()


@pytest.mark.parametrize("seats, options", SETTINGS)
def test_values_are_those_of_the_readable_bot(seats: int, options: Options) -> None:
    for seed in range(2):
        for s in random_states(seats, options, seed):
            if not kernel.is_beginning(s):
                compare_with_evaluation(s)


@pytest.mark.parametrize("drawing, seats", [(CROSSING, 3), (WINDING, 2), (RING, 3)])
def test_values_where_play_hardly_ever_gets(drawing: str, seats: int) -> None:
    at = position(drawing, seats=seats)
    for text in sorted(at.offers()):
        for now in (at, at.play(text)):
            compare_with_evaluation(kernel.from_state(now.state))


def compare_with_evaluation(s: IntArray) -> None:
    """Hold candidates and weights against those of `evaluation`."""
    at = SearchState(kernel.to_state(s))
    values = {
        kernel.code_of(action_of(at, move)): evaluation.move_value(at, move)
        for move in evaluation.candidates(at)
    }
    weights = {code: exp(value / policy.PRIOR_SCALE) for code, value in values.items()}
    total = sum(weights.values())
    expected = {code: weight / total for code, weight in weights.items()}
    assert dict(zip(*listed(s), strict=True)) == pytest.approx(expected)


@pytest.mark.parametrize("seats, options", SETTINGS)
def test_ways_to_begin_are_few(seats: int, options: Options) -> None:
    for s in random_states(seats, options, 1):
        if kernel.is_beginning(s):
            assert len(listed(s)[0]) <= policy.MOST_FIRST_CARDS


# --- Judging -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats, options", SETTINGS)
def test_shares_of_the_win_add_up_and_come_again(seats: int, options: Options) -> None:
    for s in random_states(seats, options, 5):
        wins, points = judged(s)
        assert all(0 <= share <= 1 for share in wins) and sum(wins) == pytest.approx(1)
        assert judged(s) == (wins, points)


def test_judges_differ_by_chance() -> None:
    s = kernel.from_state(DOWN_UNDER.start(Options(), 2))
    assert len({judged(s, seed)[0][0] for seed in range(20)}) > 5


@pytest.mark.parametrize("seats, options", SETTINGS[:3])
def test_a_forced_end_is_seen(seats: int, options: Options) -> None:
    """Where the last action is the only one, points are exact, and a lead is nearly a win."""
    seen = 0
    for seed in range(12):
        *_, s = random_states(seats, options, seed)
        if len(legal(s)) == 1:
            wins, points = judged(s)
            true_wins, true_points = outcome_after(s, legal(s)[0])
            assert points == true_points
            if max(true_wins) == 1:
                assert wins[true_wins.index(1)] > 0.8
                seen += 1
    assert seen > 2


def outcome_after(s: IntArray, code: int) -> tuple[list[float], list[float]]:
    """How the game ends with an action."""
    s, wins, points = s.copy(), np.zeros(s[kernel.SEATS]), np.zeros(s[kernel.SEATS])
    kernel.apply(s, kernel.actor(s), code)
    kernel.outcome(s, wins, points)
    return wins.tolist(), points.tolist()


# --- Analysis ------------------------------------------------------------------------------------------


@cache
def analyst() -> Analyst:
    return Analyst(DOWN_UNDER)


def best(s: Position, iterations: int) -> str:
    """The best action after so many iterations, in notation."""
    rng = np.random.default_rng(3)
    found = analyst().analyse(s.state, Seat(s.state.turn), rng, Budget(iterations))
    return DOWN_UNDER.notation(found.actions[0].action)


def test_takes_a_long_neutral_run() -> None:
    s = position(
        """
        ·    ·    ┌1   ┐1   ┌1   ┐1   ·
        ─0   ·    │1   │1   │1   │1   ·
        ·    ·    ·    └1   ┘1   ·    ·
        """
    )
    assert best(s, 100) == "EW@1,1"


def test_opens_a_ring_where_most_is_gained() -> None:
    assert best(position(RING, seats=3), 100) in ("turn NW@2,1", "turn SE@2,1")


def test_leads_a_rival_out_of_the_field() -> None:
    """NS on 7,1 leaves seat 1 only an end to lay, and seat 0 goes on; else seat 1 goes on there."""
    s = position(
        """
        ·    ·    ·    ·    ·    ─0   ─0   ┐0
        ·    ·    ·    ·    ╶1   ─1   ─1   ·
        ·    ·    ·    ·    ·    ·    ·    ·
        ─2   ─2   ·    ·    ·    ·    ·    ·
        """,
        seats=3,
        options=Options(size="4x8"),
    )
    assert best(s, 300) == "NS@7,1"
