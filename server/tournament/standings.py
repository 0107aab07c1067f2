"""Standings: what every entrant has reached, as a table for people and as data."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

import msgspec

from server.tournament.contract import PlayedGame, Tournament, names
from server.tournament.ratings import Rating, ratings

COLUMNS: Final = ("rank", "entrant", "elo", "interval", "games", "wins", "draws", "losses", "share", "time")
"""Columns of the table of all entrants, see `cells`."""


class Standing(msgspec.Struct, frozen=True):
    """Entrant with its results.

    A game is won with more of the win than anybody else at the table, and drawn where another has as much.
    `median_ms` is the median of its games' medians; `faults` are decisions that were not its own because
    it failed.
    """

    entrant: int
    name: str
    rating: Rating
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    median_ms: float
    longest_ms: float
    faults: int


def standings(tournament: Tournament, played_games: Sequence[PlayedGame]) -> list[Standing]:
    """All entrants, the strongest first."""
    rated = ratings(len(tournament.entrants), played_games)
    games: list[list[PlayedGame]] = [[] for _ in rated]
    for game in played_games:
        for entrant in set(game.seating):
            games[entrant].append(game)
    table = [
        _standing(entrant, name, rated[entrant], games[entrant])
        for entrant, name in enumerate(names(tournament))
    ]
    return sorted(table, key=lambda row: (-row.rating.elo, row.entrant))


def cells(rank: int, standing: Standing) -> tuple[str, ...]:
    """Row of the table of all entrants, as text."""
    rating = standing.rating
    return (
        f"{rank}",
        standing.name,
        f"{rating.elo:+.0f}",
        f"{rating.low:+.0f} … {rating.high:+.0f}",
        *map(str, (standing.games, standing.wins, standing.draws, standing.losses)),
        f"{100 * standing.share:.1f} %",
        f"{standing.median_ms:.1f} / {standing.longest_ms:.0f}",
    )


def _standing(entrant: int, name: str, rating: Rating, games: Sequence[PlayedGame]) -> Standing:
    wins = draws = 0
    total = 0.0
    for game in games:
        shares = game.shares()
        mine = shares.pop(entrant)
        total += mine
        wins += mine > max(shares.values())
        draws += mine == max(shares.values())
    times = [
        time
        for game in games
        for holder, time in zip(game.seating, game.times, strict=True)
        if holder == entrant
    ]
    return Standing(
        entrant,
        name,
        rating,
        len(games),
        wins,
        draws,
        len(games) - wins - draws,
        total / len(games) if games else 0.0,
        median([middle for middle, _ in times] or [0.0]),
        max([longest for _, longest in times], default=0.0),
        sum(
            fault
            for game in games
            for holder, fault in zip(game.seating, game.faults, strict=True)
            if holder == entrant
        ),
    )
