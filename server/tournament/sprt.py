"""Sequential probability ratio test over pairs of games: it ends as soon as it can be decided.

Wald's test (Annals of Mathematical Statistics, 1945) adds up how much likelier each result is under one of
two hypotheses, and ends at the first sum beyond a bound. Here the results are *pairs*: two games with the
same draws and seats changed over depend on each other, but pairs do not. A pair is worth 0, ½, 1, 1½ or 2
points, so there are five probabilities (*pentanomial*). How often each comes is unknown; so each hypothesis
is given those that fit the results best among all with its expected score. That generalised ratio is what
tests of chess programs use (M. Van den Bergh, "A practical introduction to the GSPRT"). Where seats share a
win, pairs may be worth other parts of two points, and these are counted just so.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Final, Literal

from server.tournament.contract import Hypotheses, PlayedGame
from server.tournament.ratings import expected_share

Decision = Literal["", "elo0", "elo1"]

PRIOR: Final = 1e-3
"""Pairs of each of the five scores that are counted before the first: nothing is impossible."""
HALVINGS: Final = 40
"""Steps of the search for the most likely probabilities."""


class SequentialTest:
    """Test of the first two entrants, fed with the results in the order of their numbers."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.lower = log(hypotheses.beta / (1 - hypotheses.alpha))
        self.upper = log((1 - hypotheses.beta) / hypotheses.alpha)
        self.pairs = 0
        self.ratio = 0.0
        self.decision: Decision = ""
        self.counts: dict[float, float] = dict.fromkeys((0.0, 0.25, 0.5, 0.75, 1.0), PRIOR)

    def follow(self, played_games: Mapping[int, PlayedGame]) -> None:
        """Take in all pairs that are complete up to the first that is not, or until it is decided."""
        while not self.decision:
            games = [played_games.get(2 * self.pairs + turn) for turn in (0, 1)]
            shares = [game.shares()[0] for game in games if game is not None]
            if len(shares) < 2:
                return
            self.add(sum(shares) / 2)

    def add(self, score: float) -> None:
        """Take in the mean share of the first entrant in a pair."""
        score = round(score, 6)
        self.counts[score] = self.counts.get(score, PRIOR) + 1
        self.pairs += 1
        self.ratio = log_likelihood_ratio(self.counts, self.hypotheses)
        if self.ratio >= self.upper:
            self.decision = "elo1"
        elif self.ratio <= self.lower:
            self.decision = "elo0"


def log_likelihood_ratio(counts: Mapping[float, float], hypotheses: Hypotheses) -> float:
    """Logarithm of how much likelier these pairs are by `elo1` than by `elo0`."""
    tilts = [_tilt(counts, expected_share(elo)) for elo in (hypotheses.elo0, hypotheses.elo1)]
    shares = [expected_share(elo) for elo in (hypotheses.elo0, hypotheses.elo1)]
    return sum(
        count * (log(1 + tilts[0] * (score - shares[0])) - log(1 + tilts[1] * (score - shares[1])))
        for score, count in counts.items()
    )


def _tilt(counts: Mapping[float, float], share: float) -> float:
    """The t with which the probabilities count / (1 + t (score - share)) are the most likely of this mean.

    It is where the sum of count (score - share) / (1 + t (score - share)) is 0, which falls with t.
    """
    low, high = -1 / (1 - share), 1 / share
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        slope = sum(n * (score - share) / (1 + middle * (score - share)) for score, n in counts.items())
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
