"""Ratings: how strong each entrant is, in Elo points about the mean of all, and how sure that is.

The model is that of Bradley and Terry (Biometrika, 1952), as Luce extends it to more than two: a seat wins
with a chance in proportion to the strength of who holds it. A shared win is shared out, so a draw of two
counts as half a win for each. Ratings are the most likely ones, with one drawn game of everybody against an
average player added, so that who has won or lost all has a rating, too. Intervals follow from the curvature
of the likelihood. They take draws for wins and the games of a set for independent, so they are rather wide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from math import log
from typing import Any, Final

import msgspec
import numpy as np

from server.tournament.contract import PlayedGame, duel_share

CONFIDENCE: Final = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""
POINTS: Final = 400 / log(10)
"""Elo points of a strength e times as large."""
MOST_STEPS: Final = 200
LONGEST_STEP: Final = 2.0
"""Longest step of the search for the most likely strengths, in logarithms of strength."""


class Rating(msgspec.Struct, frozen=True):
    """Elo points of an entrant, with their interval of 95 %."""

    elo: float
    low: float
    high: float


class Duel(msgspec.Struct, frozen=True):
    """Score of an entrant against another one, in games in which both sat at the table.

    `share` is the mean of the first one's part of what both have won, with its interval of 95 %.
    """

    games: int
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float


def expected_share(elo: float) -> float:
    """Share of the wins of a player this many Elo points above the only other one."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def interval(share: float, games: int) -> tuple[float, float]:
    """Interval of the true share with 95 % certainty: Wilson's, wide where there are draws."""
    z2 = CONFIDENCE**2 / games
    middle = (share + z2 / 2) / (1 + z2)
    reach = CONFIDENCE / (1 + z2) * (share * (1 - share) / games + z2 / (4 * games)) ** 0.5
    return max(0.0, middle - reach), min(1.0, middle + reach)


def ratings(entrants: int, played_games: Sequence[PlayedGame], prior: float = 1.0) -> list[Rating]:
    """The rating of each entrant. `prior`: drawn games against an average player that are added."""
    return course(entrants, played_games, [len(played_games)], prior)[0]


def course(
    entrants: int, played_games: Iterable[PlayedGame], moments: Collection[int], prior: float = 1.0
) -> list[list[Rating]]:
    """The rating of each entrant after each of these numbers of games."""
    tables: _Tables = {}
    rated = [_rate(entrants, tables, prior)] if 0 in moments else []
    for number, game in enumerate(played_games, start=1):
        won = tables.setdefault(tuple(sorted(game.seating)), np.zeros(entrants))
        for entrant, share in game.shares().items():
            won[entrant] += share
        if number in moments:
            rated.append(_rate(entrants, tables, prior))
    return rated


def duels(played_games: Iterable[PlayedGame]) -> dict[tuple[int, int], Duel]:
    """Scores of all pairs of entrants who have met, for the one with the lower number, which comes first."""
    scores = defaultdict[tuple[int, int], list[float]](list)
    for game in played_games:
        shares = game.shares()
        for one, two in combinations(sorted(shares), 2):
            scores[one, two].append(duel_share(shares, one, two))
    return {pair: _duel(scores[pair]) for pair in sorted(scores)}


def _duel(scores: Sequence[float]) -> Duel:
    games, share = len(scores), sum(scores) / len(scores)
    wins, losses = sum(score > 0.5 for score in scores), sum(score < 0.5 for score in scores)
    return Duel(games, wins, games - wins - losses, losses, share, *interval(share, games))


_Tables = dict[tuple[int, ...], Any]
"""For each way to fill a table, its entrants seat by seat in order: the sum of everybody's shares."""


def _rate(entrants: int, filled: _Tables, prior: float) -> list[Rating]:
    """The most likely ratings, by Newton's method: the logarithm of the likelihood is concave."""
    tables = [(np.bincount(held, minlength=entrants), won) for held, won in filled.items()]
    strengths = np.zeros(entrants)
    for _ in range(MOST_STEPS):
        slope, curvature = _likelihood(strengths, tables, prior)
        step = np.linalg.solve(curvature, slope)
        strengths += step * min(1.0, LONGEST_STEP / max(float(np.abs(step).max()), 1e-12))
        if float(np.abs(step).max()) < 1e-9:
            break
    _, curvature = _likelihood(strengths, tables, prior)
    from_mean = np.eye(entrants) - 1 / entrants
    spread = np.sqrt(np.diag(from_mean @ np.linalg.inv(curvature) @ from_mean)) * CONFIDENCE
    elo, reach = POINTS * (from_mean @ strengths), POINTS * spread
    return [Rating(float(e), float(e - r), float(e + r)) for e, r in zip(elo, reach, strict=True)]


def _likelihood(strengths: Any, pairings: Sequence[tuple[Any, Any]], prior: float) -> tuple[Any, Any]:
    """Slope of the logarithm of the likelihood, and its curvature downwards, by logarithms of strength."""
    drawn = 1 / (1 + np.exp(-strengths))
    slope, curvature = prior * (0.5 - drawn), np.diag(prior * drawn * (1 - drawn) + 1e-12)
    for held, won in pairings:
        chances = held * np.exp(strengths - strengths.max())
        chances /= chances.sum()
        games = won.sum()
        slope += won - games * chances
        curvature += games * (np.diag(chances) - np.outer(chances, chances))
    return slope, curvature
