"""Rules: moves a second in random games through the contract, one core. Goal for Sturt: ≥ 15,000."""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np

from core import codec
from core.game import AnyGame
from core.games import GAMES

RUNS = 5
GAMES_A_RUN = 150


def moves_a_second(game: AnyGame, options: Any, seed: int) -> float:
    """Random games: `to_act`, `legal`, a choice, `apply`. Seconds of this process, not of its neighbours."""
    rng = np.random.default_rng(seed)
    moves = 0
    begun = time.process_time()
    for _ in range(GAMES_A_RUN):
        s = game.start(options, game.info.seats[0])
        while acting := game.to_act(s):
            legal = game.legal(s, acting[0])
            s = game.apply(s, acting[0], legal[int(rng.integers(len(legal)))])
            moves += 1
    return moves / (time.process_time() - begun)


def main() -> None:
    """Print the median of several runs for every game and every set of options."""
    for game in GAMES:
        if game.info.chance:
            continue
        for options in codec.every_options(game):
            speeds = [moves_a_second(game, options, seed) for seed in range(RUNS)]
            told = " ".join(f"{name}={getattr(options, name)}" for name in options.__struct_fields__)
            median = statistics.median(speeds)
            print(f"{game.info.key} {told}: {median:,.0f} moves a second (best {max(speeds):,.0f})")


if __name__ == "__main__":
    main()
