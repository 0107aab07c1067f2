"""The sequential test: it errs as rarely as it was told to, ends, and takes pairs in their order."""

from __future__ import annotations

import numpy as np
import pytest

from server.tournament.contract import Hypotheses, ScheduledGame
from server.tournament.ratings import expected_share
from server.tournament.sprt import SequentialTest, log_likelihood_ratio
from tests.server.tournament.kit import result

PAIR_SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])


def pairs(elo: float, rng: np.random.Generator) -> np.ndarray:
    """Chances of the five scores: two games between them, a part of which is drawn, won by who is better."""
    share, drawn = expected_share(elo), 0.2
    won, lost = share - drawn / 2, 1 - share - drawn / 2
    two_games = np.convolve([lost, drawn, won], [lost, drawn, won])
    return rng.choice(PAIR_SCORES, size=2000, p=two_games)


def decided(elo: float, hypotheses: Hypotheses, rng: np.random.Generator) -> SequentialTest:
    test = SequentialTest(hypotheses)
    for score in pairs(elo, rng):
        test.add(float(score))
        if test.decision:
            break
    return test


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "elo1"), (100.0, "elo0")])
def test_it_errs_as_rarely_as_it_was_told_to(elo: float, wrong: str) -> None:
    """150 tests of 10 % each; 24 wrong ones would be three standard errors above that."""
    rng, hypotheses = np.random.default_rng(5), Hypotheses(0, 100, 0.1, 0.1)
    tests = [decided(elo, hypotheses, rng) for _ in range(150)]
    assert all(test.decision for test in tests)
    assert 1 <= sum(test.decision == wrong for test in tests) <= 24
    assert np.mean([test.pairs for test in tests]) < 60, "it ends early"


def test_it_is_walds_ratio_where_pairs_are_won_or_lost() -> None:
    """With two outcomes the most likely chances of each hypothesis are its own, and nothing is estimated."""
    counts = {0.0: 40.0, 1.0: 60.0}
    hypotheses = Hypotheses(0, 50)
    p0, p1 = expected_share(0), expected_share(50)
    by_hand = 60 * np.log(p1 / p0) + 40 * np.log((1 - p1) / (1 - p0))
    assert log_likelihood_ratio(counts, hypotheses) == pytest.approx(by_hand, abs=1e-6)


def test_pairs_are_taken_in_order_and_none_after_the_decision() -> None:
    games = {n: result(ScheduledGame(n, n // 2, (n % 2, 1 - n % 2)), n % 2) for n in range(400)}
    test = SequentialTest(Hypotheses(0, 100))
    test.follow({n: game for n, game in games.items() if n != 3})
    assert test.pairs == 1, "the second pair is not complete, whatever comes after it"
    test.follow(games)
    assert test.decision == "elo1" and test.pairs < 200
    before = test.pairs
    test.follow(games)
    assert test.pairs == before
