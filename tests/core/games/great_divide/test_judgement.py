"""The judgement of The Great Divide: equal to the outflow estimate, its actions legal, its shares a whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from core.bots import Budget
from core.bots.analysis import Analyst
from core.bots.kernel import CHANCE, OVER, IntArray
from core.game import Seat
from core.games.great_divide.bot import judgement, kernel
from core.games.great_divide.bot.estimate import estimate_for
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Options
from tests.core.games.great_divide.diagrams import EACH_DRAW, EVENTFUL, LIMITED, QUAKES, SPECIAL

pytestmark = pytest.mark.long  # to compile the judgement takes long

GAMES = [Options(), EACH_DRAW, LIMITED, SPECIAL, QUAKES, EVENTFUL]


def decisions(options: Options, seed: int) -> Iterator[IntArray]:
    """The positions of a random game in which a seat is to act; cards are seldom turned."""
    rng = np.random.default_rng(seed)
    generator = rng.integers(1 << 63, size=1, dtype=np.uint64)
    actions = np.empty(kernel.MOST_ACTIONS, dtype=np.int64)
    s = kernel.from_state(GREAT_DIVIDE.start(options, 2))
    while (acting := kernel.actor(s)) != OVER:
        if acting == CHANCE:
            kernel.apply(s, CHANCE, kernel.draw(s, generator))
            continue
        yield s.copy()
        count = kernel.legal(s, acting, actions)
        chosen = count - 1 if s[kernel.STAGE] == kernel.AGAIN_STAGE else int(rng.integers(count))
        kernel.apply(s, acting, int(actions[chosen]))


def judged(s: IntArray, seed: int = 1) -> tuple[float, float, float, float]:
    """Both shares of the win and both seats' points."""
    wins, points = np.zeros(2), np.zeros(2)
    judgement.judge(s.copy(), np.array([seed], dtype=np.uint64), wins, points)
    return wins[0], wins[1], points[0], points[1]


@pytest.mark.parametrize("options", GAMES)
def test_candidates_are_legal_and_their_weights_a_whole(options: Options) -> None:
    legal, chosen = (np.empty(kernel.MOST_ACTIONS, dtype=np.int64) for _ in range(2))
    for s in islice(decisions(options, 3), 0, None, 3):
        weights, seat, before = np.zeros(kernel.MOST_ACTIONS), kernel.actor(s), s.copy()
        count = judgement.candidates(s, seat, chosen, weights)
        codes = chosen[:count].tolist()
        assert 0 < count == len(set(codes))
        assert set(codes) <= set(legal[: kernel.legal(s, seat, legal)].tolist())
        assert (weights[:count] > 0).all()
        assert weights[:count].sum() == pytest.approx(1)
        assert (s == before).all()


@pytest.mark.parametrize("options", GAMES)
def test_a_judgement_is_shares_that_make_a_whole_and_repeats(options: Options) -> None:
    for s in islice(decisions(options, 4), 0, None, 3):
        first, second, *points = judged(s)
        assert 0 <= first <= 1
        assert first + second == pytest.approx(1)
        assert np.isfinite(points).all()
        assert judged(s) == (first, second, *points)


@pytest.mark.parametrize("options", [Options(), SPECIAL])
def test_leads_and_gains_are_those_of_the_estimate(options: Options) -> None:
    for s in islice(decisions(options, 5), 0, None, 9):
        flow, state = judgement.outflow_of(s), kernel.to_state(s)
        estimate = estimate_for(GREAT_DIVIDE.land, state.tiles, state.inland)
        assert flow.total[0] == pytest.approx(estimate.total)
        assert judgement.lead_of(s) == pytest.approx(estimate.total)
        number = {space: i for i, space in enumerate(flow.spaces.tolist())}
        for space, way, gain in zip(
            estimate.spaces.tolist(), estimate.ways.tolist(), estimate.gains(), strict=True
        ):
            i = number[space]
            assert judgement.gain_of(flow, i, int(flow.targets[i, way])) == pytest.approx(gain)


def test_what_gains_after_a_lay_is_what_gains_once_it_is_laid() -> None:
    for s in islice(decisions(Options(), 6), 5, None, 17):
        bag = np.ones(judgement.KINDS, dtype=np.int64)
        flow = judgement.outflow_of(s)
        lay = judgement.best_lay(flow, int(kernel.AREA[flow.spaces[0]]), True, bag, 12, True)
        i, target = lay // 6, int(flow.targets[lay // 6, lay % 6])
        foreseen, found = np.empty((2, judgement.KIND_COUNT)), np.empty((2, judgement.KIND_COUNT))
        judgement.gains_after(flow, i, target, bag, *foreseen)
        judgement.lay_at(flow, i, target)
        judgement.best_gains(flow, bag, *found)
        np.testing.assert_allclose(foreseen, found, atol=1e-7)


def test_is_right_at_the_end() -> None:
    right = 0
    for seed in range(20):
        *_, s = decisions(Options(), seed)
        actions, wins, points = np.empty(kernel.MOST_ACTIONS, dtype=np.int64), np.zeros(2), np.zeros(2)
        first = judged(s)[0]
        judgement.candidates(s, kernel.actor(s), actions, np.zeros(kernel.MOST_ACTIONS))
        kernel.apply(s, kernel.actor(s), int(actions[0]))
        if kernel.actor(s) == CHANCE:
            continue
        kernel.outcome(s, wins, points)
        right += (first > 0.5) == (wins[0] > 0.5)
    assert right >= 10


@pytest.mark.parametrize("seed", [8, 9])
def test_prefers_the_lay_that_matters_most(seed: int) -> None:
    for s in islice(decisions(Options(), seed), 60, None):
        if s[kernel.STAGE] == kernel.LAY_STAGE and s[kernel.DRAWN] < kernel.AREAS:
            break
    state, seat = kernel.to_state(s), Seat(kernel.actor(s))
    after = {
        action: kernel.from_state(GREAT_DIVIDE.apply(state, seat, action))
        for action in GREAT_DIVIDE.legal(state, seat)
    }
    sign = 1 if seat == 0 else -1
    leads = {action: sign * judgement.lead_of(s) for action, s in after.items()}
    best, worst = max(leads, key=lambda a: leads[a]), min(leads, key=lambda a: leads[a])
    assert leads[best] > leads[worst] + 5
    shares = [[judged(after[action], seed)[seat] for seed in range(10)] for action in (best, worst)]
    assert np.mean(shares[0]) > np.mean(shares[1])
    actions, weights = np.empty(kernel.MOST_ACTIONS, dtype=np.int64), np.zeros(kernel.MOST_ACTIONS)
    judgement.candidates(s, seat, actions, weights)
    assert leads[kernel.action_of(int(actions[0]))] > leads[best] - 2
    found = Analyst(GREAT_DIVIDE).analyse(state, seat, np.random.default_rng(1), Budget(200)).actions[0]
    assert leads[found.action] > leads[best] - 2
