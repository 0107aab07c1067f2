"""Ratings: how strong each entrant is, in Elo points about the mean of all, and how sure that is.

The model is that of Bradley and Terry (Biometrika, 1952), as Luce extends it to more than two: a seat wins
with a chance in proportion to the strength of who holds it. A shared win is shared out, so a draw of two
counts as half a win for each. Ratings are the most likely ones, with one drawn game of everybody against an
average player added, so that who has won or lost all has a rating, too. Intervals follow from the curvature
of the likelihood. They take draws for wins and the games of a set for independent, so they are rather wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def ratings(entrants: int, played: Iterable[PlayedGame], prior: float = 1.0) -> list[Rating]:
    """The rating of each entrant. `prior`: drawn games against an average player that are added."""
    tables = _tables(entrants, played)
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


def duel(played: Iterable[PlayedGame], one: int, two: int) -> Duel | None:
    """Score of entrant `one` against `two`; None if they have not met."""
    scores = [
        duel_share(game.shares(), one, two) for game in played if one in game.seating and two in game.seating
    ]
    if not scores:
        return None
    wins, losses = sum(score > 0.5 for score in scores), sum(score < 0.5 for score in scores)
    share = sum(scores) / len(scores)
    return Duel(len(scores), wins, len(scores) - wins - losses, losses, share, *interval(share, len(scores)))


def _tables(entrants: int, played: Iterable[PlayedGame]) -> list[tuple[Any, Any]]:
    """For each way to fill a table: the seats of each entrant, and the sum of their shares."""
    tables: dict[tuple[int, ...], Any] = {}
    for game in played:
        held = tuple(map(game.seating.count, range(entrants)))
        won = tables.setdefault(held, np.zeros(entrants))
        for entrant, share in game.shares().items():
            won[entrant] += share
    return [(np.array(held, float), won) for held, won in tables.items()]


def _likelihood(strengths: Any, tables: Sequence[tuple[Any, Any]], prior: float) -> tuple[Any, Any]:
    """Slope of the logarithm of the likelihood, and its curvature downwards, by logarithms of strength."""
    drawn = 1 / (1 + np.exp(-strengths))
    slope, curvature = prior * (0.5 - drawn), np.diag(prior * drawn * (1 - drawn) + 1e-12)
    for held, won in tables:
        chances = held * np.exp(strengths - strengths.max())
        chances /= chances.sum()
        games = won.sum()
        slope += won - games * chances
        curvature += games * (np.diag(chances) - np.outer(chances, chances))
    return slope, curvature
