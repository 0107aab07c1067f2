"""Environments: steps a second on one core for so many games at once, beside peers where they are installed.

    ./test --bench environments
    python -m tests.benchmarks.bench_environments sturt peers       some of it

Goals, with masks and observations and random legal actions: Sturt ≥ 1,000,000 steps/s, each other game ≥
200,000. In the same run Pgx plays Hex and Backgammon (packages `pgx` and `jax`), OpenSpiel the same two from
Python, and PettingZoo Connect Four. Seconds are computing time. Choosing the actions does not count, but for
Pgx, where it is compiled into the step; nor do the dice of OpenSpiel. For one core start it with
`taskset -c 0`: Pgx would take all.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from server.bots.compilation import cache_folder, use_cache

GOALS: Final = {
    "sturt": 1_000_000,
    "down_under": 200_000,
    "great_divide": 200_000,
    "great_split": 200_000,
    "ghawar": 200_000,
}
"""Steps a second with the usual options and the fewest seats."""
GAMES: Final = (1, 64, 1024, 8192)
RUN_SECONDS: Final = 0.5
RUNS: Final = 3
PEER_GAMES: Final = ("hex", "backgammon")


def rate(step: Callable[[], float], steps: int) -> float:
    """Steps a second, the median of several runs; `step` does that many and returns the seconds they took."""
    step()
    rates = []
    for _ in range(RUNS):
        seconds, calls, begun = 0.0, 0, time.process_time()
        while time.process_time() - begun < RUN_SECONDS:
            seconds += step()
            calls += 1
        rates.append(steps * calls / seconds)
    return statistics.median(rates)


def timed(work: Callable[[], object]) -> float:
    """Seconds of computing time that something takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def own(key: str) -> None:
    """Print the figures of one of our games."""
    from core.environments.batch import BatchEnvironment

    begun = time.process_time()
    for observations in (True, False):
        figures = []
        for games in GAMES:
            environment = BatchEnvironment(key, games, observations=observations)
            environment.reset(range(games))
            rng = np.array([7], dtype=np.uint64)
            environment.step(environment.random_actions(rng))
            if not figures and observations:
                print(f"{key}: loaded or compiled in {time.process_time() - begun:.1f} s", flush=True)

            def step(environment: BatchEnvironment = environment, rng: Any = rng) -> float:
                actions = environment.random_actions(rng)
                return timed(lambda: environment.step(actions))

            figures.append(f"{rate(step, games):,.0f}")
        told = f"masks and observations (goal {GOALS[key]:,})" if observations else "masks only"
        print(f"  {told}: {' / '.join(figures)} steps/s", flush=True)


def pgx_figures() -> None:
    """Print Pgx's figures: its steps compiled for this processor, with a random legal action in them."""
    import jax
    import pgx  # type: ignore[import-not-found]
    from pgx.experimental.wrappers import auto_reset  # type: ignore[import-not-found]

    for name in PEER_GAMES:
        environment = pgx.make(name)
        act = auto_reset(environment.step, environment.init)

        def act_at_random(state: Any, key: Any, act: Any = act) -> Any:
            choosing, stepping = jax.random.split(key)
            action = jax.random.categorical(choosing, jax.numpy.log(state.legal_action_mask))
            return act(state, action, stepping)

        figures = []
        stepping_all = jax.jit(jax.vmap(act_at_random))
        for games in GAMES:
            keys = jax.random.split(jax.random.PRNGKey(0), games)
            state = jax.jit(jax.vmap(environment.init))(keys)
            held = [state, jax.random.PRNGKey(1)]

            def step(held: list[Any] = held, games: int = games, stepping_all: Any = stepping_all) -> float:
                held[1], key = jax.random.split(held[1])
                keys = jax.random.split(key, games)

                def work() -> None:
                    held[0] = jax.block_until_ready(stepping_all(held[0], keys))

                return timed(work)

            figures.append(f"{rate(step, games):,.0f}")
        print(f"Pgx, {name}: {' / '.join(figures)} steps/s", flush=True)


def pettingzoo_figures() -> None:
    """Print PettingZoo's figure, one game at a time."""
    from pettingzoo.classic import connect_four_v3

    environment, rng = connect_four_v3.env(), np.random.default_rng(0)
    environment.reset(seed=0)

    def step() -> float:
        def work() -> None:
            environment.step(action)
            if environment.terminations[environment.agent_selection]:
                environment.reset()
            environment.last()

        mask = environment.observe(environment.agent_selection)["action_mask"]
        action = int(rng.choice(np.flatnonzero(mask)))
        return timed(work)

    print(f"PettingZoo, Connect Four, one game: {rate(step, 1):,.0f} steps/s", flush=True)


def open_spiel_figures() -> None:
    """Print OpenSpiel's figures, one game at a time, its C++ code called from Python."""
    import pyspiel

    rng = np.random.default_rng(0)
    for name in PEER_GAMES:
        game = pyspiel.load_game(name)
        held = [game.new_initial_state()]

        def roll(state: Any) -> None:
            while state.is_chance_node():
                state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))

        def step(held: list[Any] = held, game: Any = game, roll: Callable[[Any], None] = roll) -> float:
            if held[0].is_terminal():
                held[0] = game.new_initial_state()
            state = held[0]
            roll(state)
            action = int(rng.choice(state.legal_actions()))
            seconds = timed(lambda: state.apply_action(action))
            roll(state)
            if state.is_terminal():
                return seconds
            return seconds + timed(lambda: (state.legal_actions_mask(), state.observation_tensor()))

        print(f"OpenSpiel, {name}, one game: {rate(step, 1):,.0f} steps/s", flush=True)


def main() -> None:
    """Print all figures, or those of the games named; `peers` stands for the peers."""
    named = sys.argv[1:] or [*GOALS, "peers"]
    use_cache(cache_folder())
    print(f"Games at once: {' / '.join(f'{games:,}' for games in GAMES)}")
    for key in GOALS:
        if key in named:
            own(key)
    if "peers" in named:
        peers()


def peers() -> None:
    """Print the figures of the peers that are installed."""
    for module, figures in (
        (("pgx", "jax"), pgx_figures),
        (("pettingzoo",), pettingzoo_figures),
        (("pyspiel",), open_spiel_figures),
    ):
        if all(map(find_spec, module)):
            figures()
        else:
            print(f"{' and '.join(module)}: not installed")


if __name__ == "__main__":
    main()
