"""Motifs: how many of the best actions have one, and how long they take.

    ./test --bench motifs                        every game, 200 positions each
    python -m tests.benchmarks.bench_motifs ghawar --positions 50

Positions come from games that AIs of the level `normal` play against each other, by turns with two and with
the most seats; the best action is what `hard` chooses there. Goals: motifs for 95 % of the best actions, and
20 ms of computing time for the motifs of an action. Counts of the codes follow, most frequent first.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from core.bots import Budget, bot
from core.bots.greedy import settle_chance
from core.bots.motifs import motifs
from core.game import AnyGame, Seat
from core.games import GAMES
from server.bots.compilation import cache_folder, use_cache

GOAL: Final = 0.95
MOST_MILLISECONDS: Final = 20.0
EVERY: Final = 5
"""Decisions from one position to the next."""


def positions(game: AnyGame, seed: int) -> Iterator[tuple[Any, Seat]]:
    """Views with a choice, each with the seat that has it, from one game after the other."""
    normal, count = bot(game, "normal"), 0
    while True:
        rng, seats = np.random.default_rng([11, seed]), game.info.seats[:: len(game.info.seats) - 1 or 1]
        s = settle_chance(game, game.start(game.info.options(), seats[seed % len(seats)]), rng)
        seed += 1
        while acting := game.to_act(s):
            seat = acting[int(rng.integers(len(acting)))]
            view, count = game.view(s, seat), count + 1
            if count % EVERY == 0 and len(game.legal(view, seat)) > 1:
                yield view, seat
            action = normal.choose(game, view, seat, rng, Budget())
            s = settle_chance(game, game.apply(s, seat, action), rng)


def measure(game: AnyGame, wanted: int, seed: int, shown: int) -> str:
    """Row of the table for a game; prints the first `shown` positions without a motif."""
    hard, rng = bot(game, "hard"), np.random.default_rng(seed)
    codes, seconds, without = Counter[str](), list[float](), 0
    for _, (view, seat) in zip(range(wanted), positions(game, seed), strict=False):
        action = hard.choose(game, view, seat, rng, Budget())
        begun = time.process_time()
        found = motifs(game, view, seat, action)
        seconds.append(1000 * (time.process_time() - begun))
        codes.update(motif.code.rpartition(".")[2] for motif in found)
        without += not found
        if not found and without <= shown:
            print(f"  none for {game.notation(action)} of seat {seat} in {game.info.key}")
    share, middle, most = 1 - without / wanted, statistics.median(seconds), max(seconds)
    kept = "" if share >= GOAL and most <= MOST_MILLISECONDS else " (goal missed)"
    counts = ", ".join(f"{code} {count}" for code, count in codes.most_common())
    return f"| {game.info.key} | {wanted} | {share:.1%}{kept} | {middle:.1f} / {most:.1f} ms |\n    {counts}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="positions without a motif that are shown")
    given = parser.parse_args(arguments)
    use_cache(cache_folder())
    print("| game | positions | best actions with motifs | median / longest |")
    print("| --- | --- | --- | --- |", flush=True)
    for game in GAMES:
        if not given.games or game.info.key in given.games:
            print(measure(game, given.positions, given.seed, given.show), flush=True)


if __name__ == "__main__":
    main()
