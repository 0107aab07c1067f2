"""Rules: moves a second in random games through the contract, one core, and what one list of moves costs.

Goals: Sturt ≥ 15,000 moves a second; The Great Divide ≥ 1,500 (basic game), and `legal` for a drawn tile in
mid-game ≤ 0.7 ms in the basic game, ≤ 2 ms with Pass and Basin on the board; The Great Split ≥ 2,000 with
four seats; Down Under ≥ 3,000 with two seats, and `legal` with four seats late in the game ≤ 1 ms; Ghawar
≥ 5,000 with two seats, and `legal` ≤ 0.2 ms.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np

from core.bots.greedy import settle_chance
from core.game import CHANCE, AnyGame
from core.games import GAMES
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import ENDS, Lay
from core.games.down_under.state import Options as DownUnderOptions
from core.games.down_under.state import State as DownUnderState
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options as GhawarOptions
from core.games.ghawar.state import State as GhawarState
from core.games.great_divide.drainage import EMPTY_SPACE, PASS_CODE
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Options, State
from tests.core.games.ghawar.playing import loader, steps
from tests.core.laws import Shape
from tests.core.shapes import shapes_of

RUNS = 5
SECONDS_A_RUN = 2.0
SECONDS_A_GLANCE = 0.2
"""For each of very many ways to play."""
MANY = 8
"""Of more combinations of options than these only the first and the last are measured at length."""
MIDDLE = range(20, 45)
"""So many tiles lie in mid-game."""
LATE = 36
"""From so many cards on it is late in a game of four in which ends are laid last."""


def moves_a_second(
    game: AnyGame, options: Any, seats: int, seed: int, seconds: float = SECONDS_A_RUN
) -> float:
    """Random games: `to_act`, `legal`, a choice, `apply`; draws of chance are made but not counted as moves.

    Seconds of this process, not of its neighbours.
    """
    rng = np.random.default_rng(seed)
    moves = 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        s = game.start(options, seats)
        while acting := game.to_act(s):
            if acting[0] == CHANCE:
                s = settle_chance(game, s, rng)
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
            special = int(np.count_nonzero(s.tiles >= PASS_CODE))
            if s.stage == "lay" and np.count_nonzero(s.tiles != EMPTY_SPACE) in MIDDLE and special == wanted:
                positions.append(s)
            if acting[0] == CHANCE:
                s = settle_chance(game, s, rng)
            else:
                legal = game.legal(s, acting[0])
                s = game.apply(s, acting[0], legal[int(rng.integers(len(legal)))])
    taken = list[float]()
    for s in positions:
        begun = time.perf_counter()
        game.legal(s, s.actor)
        taken.append(1000 * (time.perf_counter() - begun))
    return taken


def late_lists(seed: int, games: int = 20) -> list[float]:
    """Milliseconds for every list of actions late in a game of four at Down Under."""
    rng, positions = np.random.default_rng(seed), list[DownUnderState]()
    for _ in range(games):
        s = DOWN_UNDER.start(DownUnderOptions(), 4)
        while DOWN_UNDER.to_act(s):
            if len(s.played) >= LATE:
                positions.append(s)
            legal = DOWN_UNDER.legal(s, s.turn)
            lines = [a for a in legal if not isinstance(a, Lay) or a.card not in ENDS] or legal
            s = DOWN_UNDER.apply(s, s.turn, lines[int(rng.integers(len(lines)))])
    taken = list[float]()
    for s in positions:
        begun = time.perf_counter()
        DOWN_UNDER.legal(s, s.turn)
        taken.append(1000 * (time.perf_counter() - begun))
    return taken


def drives(options: GhawarOptions, seats: int, seed: int, games: int = 6) -> list[float]:
    """Milliseconds for every list of drives and moves of derricks at Ghawar.

    Whoever plays wants to load, so trucks are out and stand in each other's way.
    """
    positions = [
        step.before
        for game in range(games)
        for step in steps(options, seats, loader, seed + game)
        if step.before.stage == "move"
    ]
    return [glance(s) for s in positions]


def glance(s: GhawarState) -> float:
    """Milliseconds of this process for one list of actions."""
    begun = time.process_time()
    GHAWAR.legal(s, s.turn)
    return 1000 * (time.process_time() - begun)


def telling(game: AnyGame) -> list[Shape]:
    """All combinations of options, or the first and the last that go together; with few and many seats."""
    shapes = shapes_of(game)
    every = list(dict.fromkeys(shape.options for shape in shapes))
    options = every if len(every) <= MANY else (every[0], every[-1])
    seats = {game.info.seats[0], min(4, game.info.seats[-1]), game.info.seats[-1]}
    return [shape for shape in shapes if shape.options in options and shape.seats in seats]


def told(shape: Shape) -> str:
    """A way to play in a line."""
    values = (f"{name}={getattr(shape.options, name)}" for name in shape.options.__struct_fields__)
    return f"{shape.game.info.key} {' '.join(values)} {shape.seats} seats"


def main() -> None:
    """Print the median of several runs for every game; for a game with many options the most telling ones."""
    for game in GAMES:
        for shape in telling(game):
            speeds = [moves_a_second(*shape, seed) for seed in range(RUNS)]
            print(
                f"{told(shape)}: {statistics.median(speeds):,.0f} moves a second (best {max(speeds):,.0f})",
                flush=True,
            )
    for name, options in (("basic", Options()), ("Pass and Basin", Options(True, True))):
        report(f"great_divide legal for a drawn tile, {name}", drawn_tiles(options, 7))
    report("down_under legal late in a game of four", late_lists(7))
    report("ghawar legal, two seats", drives(GhawarOptions(), 2, 7))
    report("ghawar legal, three trucks for each of four", drives(GhawarOptions(trucks=3), 4, 7))
    glances = {shape: moves_a_second(*shape, 1, SECONDS_A_GLANCE) for shape in shapes_of(DOWN_UNDER)}
    for shape in sorted(glances, key=glances.__getitem__)[:3]:
        print(f"slowest of {len(glances)}: {told(shape)}: {glances[shape]:,.0f} moves a second")


def report(what: str, taken: list[float]) -> None:
    """Print the median and the 99th percentile."""
    print(
        f"{what}: median {statistics.median(taken):.2f} ms, 99 % {np.quantile(taken, 0.99):.2f} ms,"
        f" {len(taken)} lists"
    )


if __name__ == "__main__":
    main()
