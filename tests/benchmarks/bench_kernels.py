"""Kernels: random games a second on one core, beside a peer where it is installed.

Goals, random games from the start with the usual options: Sturt ≥ 500,000, Down Under ≥ 70,000, The Great
Divide ≥ 25,000, Ghawar ≥ 20,000, The Great Split with four seats ≥ 20,000. The peer is Hex on 5 × 5 cells in
OpenSpiel's own C++ code, where the package `open_spiel` is installed. Seconds are computing time, so that
what else a machine does counts little.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Final

import numpy as np

from core.bots.compiled import specialised
from core.bots.kernel import Generator, IntArray, kernel_of, playout
from core.games import GAMES

GOALS: Final = {
    "sturt": (2, 500_000),
    "down_under": (2, 70_000),
    "great_divide": (2, 25_000),
    "ghawar": (2, 20_000),
    "great_split": (4, 20_000),
}
"""Seats, and random games a second."""
RUN_SECONDS: Final = 1.0
RUNS: Final = 5


def play_many(start: IntArray, games: int, rng: Generator) -> None:
    """Play random games from a state."""
    s = start.copy()
    for _ in range(games):
        s[:] = start
        playout(s, rng)


def rate(run: Callable[[int], None], count: int = 64) -> float:
    """How often something is done in a second, the median of several runs; `run(count)` does it so often."""
    run(count)
    while True:
        begun = time.process_time()
        run(count)
        seconds = time.process_time() - begun
        if seconds > RUN_SECONDS / 2:
            break
        count = int(count * min(16.0, RUN_SECONDS / max(seconds, 1e-6)))
    rates = []
    for _ in range(RUNS):
        begun = time.process_time()
        run(count)
        rates.append(count / (time.process_time() - begun))
    return statistics.median(rates)


def peer() -> None:
    """Print the same figure for OpenSpiel's Hex: rollouts of one simulation of its search."""
    import pyspiel  # type: ignore[import-not-found]

    game = pyspiel.load_game("hex(board_size=5)")
    state = game.new_initial_state()

    def play(rollouts: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False).step(state)

    print(f"OpenSpiel, Hex 5 × 5: {rate(play):,.0f} random games/s")


def main() -> None:
    """Print all figures."""
    rng = np.array([7], dtype=np.uint64)
    for game in GAMES:
        key = game.info.key
        kernel, (seats, goal) = kernel_of(key), GOALS[key]
        begun = time.process_time()
        many = specialised((play_many,), kernel)["play_many"]
        start = kernel.from_state(game.start(game.info.options(), seats))
        many(start, 1, rng)
        compiled = time.process_time() - begun
        games = rate(lambda count, many=many, start=start: many(start, count, rng))  # type: ignore[misc]
        print(
            f"{key}, {seats} seats: {games:,.0f} random games/s (goal {goal:,}); loaded or compiled in"
            f" {compiled:.1f} s",
            flush=True,
        )
    if find_spec("pyspiel"):
        peer()


if __name__ == "__main__":
    main()
