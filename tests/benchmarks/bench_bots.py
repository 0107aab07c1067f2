"""AIs: each level against the one below it, and `hard` against a search that knows nothing but the rules.

    ./test --bench bots                          every game, 100 games a pairing
    python -m tests.benchmarks.bench_bots sturt ghawar --games 200 --only expert

prints a table as in docs/opponents.md. Where two play, they change seats after each game, and two games in a
row have the same draws. With four seats one AI of the stronger level plays against three of the weaker. Elo
points are those by which the stronger level's share of the wins is expected. Goals: ≥ 150 Elo from level to
level; against the blank search with half a second a move, `hard` ≥ 90 % (≥ 60 % against three of it).
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from math import log10
from typing import Any, Final

import numpy as np

from core.bots import Bot, Budget, bot
from core.bots.contract import NoEvaluator
from core.bots.greedy import settle_chance
from core.bots.search import Search
from core.game import AnyGame, Seat
from core.games import GAMES
from core.protocol.messages import LEVELS
from server.bots.compilation import cache_folder, use_cache
from server.tournament.ratings import interval

BLANK: Final = "blank search"
BLANK_SECONDS: Final = 0.5
PLAYOUT_DEPTH: Final = 60
"""Actions of a playout of the blank search."""
PAIRINGS: Final = (*zip(LEVELS[1:], LEVELS, strict=False), ("hard", BLANK))
CROWD: Final = 4
"""Seats where one plays against several."""


def player(game: AnyGame, name: str) -> tuple[Bot, Callable[[], Budget]]:
    """A bot by its level, or the blank search, and the budget of each of its decisions."""
    if name != BLANK:
        return bot(game, name), Budget
    return Search(NoEvaluator(), 10**9, PLAYOUT_DEPTH), lambda: clocked(BLANK_SECONDS)


def clocked(seconds: float) -> Budget:
    """A budget of so many seconds from now."""
    begun = time.monotonic()
    return Budget(used=lambda: (time.monotonic() - begun) / seconds)


def play(game: AnyGame, names: Sequence[str], seed: int) -> tuple[float, list[float]]:
    """The first name's share of a win, and the seconds of each of its decisions.

    It sits one seat further on with each seed; draws repeat after all seats.
    """
    count = len(names)
    first = Seat(seed % count)
    players = [player(game, name) for name in names]
    draws, choices = np.random.default_rng([3, seed // count]), np.random.default_rng([5, seed])
    s = settle_chance(game, game.start(game.info.options(), count), draws)
    seconds = list[float]()
    while acting := game.to_act(s):
        seat = acting[0]
        who, budget = players[(seat - first) % count]
        view, begun = game.view(s, seat), time.perf_counter()
        action = who.choose(game, view, seat, choices, budget())
        if seat == first:
            seconds.append(time.perf_counter() - begun)
        s = settle_chance(game, game.apply(s, seat, action), draws)
    outcome = game.outcome(s)
    assert outcome is not None
    return (first in outcome.winners) / len(outcome.winners), seconds


def elo(share: float, seats: int) -> float:
    """Elo points above the others that bring such a share of the wins."""
    share = min(max(share, 0.001), 0.999)
    return 400 * log10(share / (1 - share) * (seats - 1))


def row(game: AnyGame, better: str, worse: str, seats: int, games: int, seed: int) -> str:
    """Row of the table for a pairing."""
    results = [play(game, (better, *[worse] * (seats - 1)), seed + number) for number in range(games)]
    share = statistics.fmean(share for share, _ in results)
    low, high = interval(share, games)
    seconds = sorted(second for _, seconds in results for second in seconds)
    slow = seconds[int(len(seconds) * 0.99)]
    return (
        f"| {game.info.key} | {seats} | {better} | {worse} | {games} | {share:.0%} ({low:.0%} … {high:.0%})"
        f" | {elo(share, seats):+.0f} ({elo(low, seats):+.0f} … {elo(high, seats):+.0f})"
        f" | {statistics.median(seconds):.2f} / {slow:.2f} |"
    )


def tables(game: AnyGame) -> list[int]:
    """Numbers of seats to play with: the least, and four where that is possible and another number."""
    return sorted({game.info.seats[0], *({CROWD} & set(game.info.seats))})


def main(arguments: Sequence[Any] | None = None) -> None:
    """Print a row for each pairing."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games_played", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=100_000)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--only", help="the pairings of this stronger level, or against this weaker one")
    given = parser.parse_args(arguments)
    use_cache(cache_folder())
    print("| game | seats | stronger | weaker | games | share of wins | Elo | s a move: median / 99 % |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for game in GAMES:
        if given.games_played and game.info.key not in given.games_played:
            continue
        for seats in tables(game):
            for better, worse in PAIRINGS:
                if given.only in (None, better, worse) and given.seats in (None, seats):
                    print(row(game, better, worse, seats, given.games, given.seed), flush=True)


if __name__ == "__main__":
    main()
