"""Tournaments and results for tests, made without playing."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from core import codec, games
from server.tables.lobby import version
from server.tournament.contract import PlayedGame, ScheduledGame, Tournament

STURT = games.game("sturt")
USUAL = Tournament(
    game="sturt",
    rules=STURT.info.rules,
    version=version(),
    options=codec.plain(STURT.info.options()),
    seats=2,
    entrants=("random", "easy"),
    schedule="round-robin",
    games=4,
    rounds=1,
    seed=7,
)


def tournament(*entrants: str, **more: Any) -> Tournament:
    """Sturt among these, if they are named, else between two."""
    return msgspec.structs.replace(USUAL, **({"entrants": entrants} if entrants else {}), **more)


def great_split(seats: int, *entrants: str, **more: Any) -> Tournament:
    """A tournament at larger tables."""
    return tournament(*entrants, game="great_split", options={}, seats=seats, **more)


def result(game: ScheduledGame, *winners: int, record: str = "") -> PlayedGame:
    """A game that these seats won."""
    seats = len(game.seating)
    scores = tuple(float(seat in winners) for seat in range(seats))
    times, faults = ((1.0, 2.0),) * seats, (0,) * seats
    return PlayedGame(game.number, game.seating, winners, scores, 30, times, faults, record)


def simulated(games: Any, elo: list[float], rng: np.random.Generator, draws: float = 0.0) -> list[PlayedGame]:
    """Results as players of these strengths would have them; a part of the games is drawn."""
    played = []
    for game in games:
        strengths = np.array([10 ** (elo[entrant] / 400) for entrant in game.seating])
        winner = int(rng.choice(len(strengths), p=strengths / strengths.sum()))
        played.append(result(game, *(range(len(strengths)) if rng.random() < draws else (winner,))))
    return played
