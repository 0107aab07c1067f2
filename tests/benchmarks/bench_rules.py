"""Rules: moves a second in random games through the contract, one core, and what one list of moves costs.

Goals: Sturt ≥ 15,000 moves a second; The Great Divide ≥ 1,500 (basic game), and `legal` for a drawn tile in
mid-game ≤ 0.7 ms in the basic game, ≤ 2 ms with Pass and Basin on the board; The Great Split ≥ 2,000 with
four seats.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np

from core import codec
from core.bots.greedy import settled
from core.game import CHANCE, AnyGame
from core.games import GAMES
from core.games.great_divide.drainage import EMPTY, PASS
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Options, State

RUNS = 5
SECONDS_A_RUN = 2.0
MANY = 8
MIDDLE = range(20, 45)
"""So many tiles lie in mid-game."""


def moves_a_second(game: AnyGame, options: Any, seats: int, seed: int) -> float:
    """Random games: `to_act`, `legal`, a choice, `apply`; draws of chance are made but not counted as moves.

    Seconds of this process, not of its neighbours.
    """
    rng = np.random.default_rng(seed)
    moves = 0
    begun = time.process_time()
    while time.process_time() - begun < SECONDS_A_RUN:
        s = game.start(options, seats)
        while acting := game.to_act(s):
            if acting[0] == CHANCE:
                s = settled(game, s, rng)
                continue
            legal = game.legal(s, acting[0])
            s = game.apply(s, acting[0], legal[int(rng.integers(len(legal)))])
            moves += 1
    return moves / (time.process_time() - begun)


def drawn_tiles(options: Any, seed: int, games: int = 12) -> list[float]:
    """Milliseconds for every list of places for a drawn tile in mid-game.

    All positions are gathered first: by the time they are asked, what was remembered of them is gone.
    """
    game, rng, positions = GREAT_DIVIDE, np.random.default_rng(seed), list[State]()
    wanted = options.great_basin + options.two_ocean_pass
    for _ in range(games):
        s = game.start(options, 2)
        while acting := game.to_act(s):
            special = int(np.count_nonzero(s.tiles >= PASS))
            if s.stage == "lay" and np.count_nonzero(s.tiles != EMPTY) in MIDDLE and special == wanted:
                positions.append(s)
            if acting[0] == CHANCE:
                s = settled(game, s, rng)
            else:
                legal = game.legal(s, acting[0])
                s = game.apply(s, acting[0], legal[int(rng.integers(len(legal)))])
    taken = list[float]()
    for s in positions:
        begun = time.perf_counter()
        game.legal(s, s.actor)
        taken.append(1000 * (time.perf_counter() - begun))
    return taken


def main() -> None:
    """Print the median of several runs for every game; for a game with many options the most telling ones."""
    for game in GAMES:
        every = codec.every_options(game)
        for options in every if len(every) <= MANY else (every[0], every[-1]):
            for seats in sorted({game.info.seats[0], min(4, game.info.seats[-1]), game.info.seats[-1]}):
                told = " ".join(f"{name}={getattr(options, name)}" for name in options.__struct_fields__)
                speeds = [moves_a_second(game, options, seats, seed) for seed in range(RUNS)]
                print(
                    f"{game.info.key} {told} {seats} seats: {statistics.median(speeds):,.0f} moves a second"
                    f" (best {max(speeds):,.0f})",
                    flush=True,
                )
    for name, options in (("basic", Options()), ("Pass and Basin", Options(True, True))):
        taken = drawn_tiles(options, 7)
        print(
            f"great_divide legal for a drawn tile, {name}: median {statistics.median(taken):.2f} ms,"
            f" 99 % {np.quantile(taken, 0.99):.2f} ms, {len(taken)} lists"
        )


if __name__ == "__main__":
    main()
