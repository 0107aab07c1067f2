"""Adapters: computing time of a step in OpenSpiel and PettingZoo, ours beside their own games.

Goal: a step of ours takes at most 1.2 times as long as one of OpenSpiel's own Python games. A step is asking
what is legal and doing one of it; or also what the seat may know (its observation), or its information state.
Games are played at random. What is not installed is left out.
"""

from __future__ import annotations

import random
import statistics
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

from core.games import GAMES

GOAL: Final = 1.2
RUN_SECONDS: Final = 0.5
RUNS: Final = 5
OPEN_SPIEL_OWN: Final = (
    "python_tic_tac_toe",
    "python_kuhn_poker",
    "python_liars_poker(hand_length=3,num_digits=3)",
    "python_block_dominoes",
)
PETTINGZOO_OWN: Final = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4")

Play = Callable[[], int]
"""Plays a game; returns its number of steps."""


def microseconds(play: Play) -> float:
    """Computing time of a step, the median of several runs."""
    play()
    times = []
    for _ in range(RUNS):
        begun, steps = time.process_time(), 0
        while (spent := time.process_time() - begun) < RUN_SECONDS:
            steps += play()
        times.append(spent / steps * 1e6)
    return statistics.median(times)


def open_spiel_play(name: str, looks: bool, recalls: bool) -> Play:
    """A random game of OpenSpiel; `looks` at observations, `recalls` information states."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name)
    observation = make_observation(game)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                action = random.choice(state.chance_outcomes())[0]
            else:
                action = random.choice(state.legal_actions())
                if looks:
                    observation.set_from(state, state.current_player())
                if recalls:
                    state.information_state_string()
            state.apply_action(action)
            steps += 1
        return steps

    return play


def pettingzoo_play(table: Any) -> Play:
    """A random game of PettingZoo, as its users play: the observation and its mask at each step."""

    def play() -> int:
        table.reset(seed=random.randrange(1 << 30))
        steps = 0
        for _ in table.agent_iter():
            observation, _reward, termination, truncation, info = table.last()
            if termination or truncation:
                table.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            table.step(int(random.choice(mask.nonzero()[0])))
            steps += 1
        return steps

    return play


def report(title: str, own: dict[str, float], ours: dict[str, float]) -> None:
    """Print the times of their games and ours, and how ours stand to the mean of theirs."""
    mean = statistics.mean(own.values())
    print(f"{title}: µs a step")
    for name, time_each in own.items():
        print(f"  {name:48} {time_each:7.1f}")
    print(f"  {'their mean':48} {mean:7.1f}")
    for name, time_each in ours.items():
        verdict = "met" if time_each <= GOAL * mean else "MISSED"
        print(f"  {name:48} {time_each:7.1f}   {time_each / mean:5.2f} × their mean (goal {GOAL}): {verdict}")


def open_spiel_report() -> None:
    """Measure OpenSpiel's games and ours."""
    from open_spiel.python import games as registered  # noqa: F401

    from core.environments import open_spiel

    for title, looks, recalls in (
        ("step", False, False),
        ("and observation", True, False),
        ("and information state", False, True),
    ):
        own = {name: microseconds(open_spiel_play(name, looks, recalls)) for name in OPEN_SPIEL_OWN}
        ours = {
            name: microseconds(open_spiel_play(name, looks, recalls))
            for name in (open_spiel.PREFIX + game.info.key for game in GAMES)
        }
        report(f"OpenSpiel, {title}", own, ours)


def pettingzoo_report() -> None:
    """Measure PettingZoo's games and ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from importlib import import_module

        from core.environments.pettingzoo import env

        own = {}
        for name in PETTINGZOO_OWN:
            try:
                table = import_module(f"pettingzoo.classic.{name}").env()
            except ImportError as missing:
                print(f"PettingZoo's {name} is left out: {missing}")
                continue
            own[name] = microseconds(pettingzoo_play(table))
    ours = {game.info.key: microseconds(pettingzoo_play(env(game.info.key))) for game in GAMES}
    report("PettingZoo, observation and step", own, ours)


def main() -> None:
    """Measure what is installed."""
    for package, measure in (("pyspiel", open_spiel_report), ("pettingzoo", pettingzoo_report)):
        if find_spec(package):
            measure()
        else:
            print(f"{package} is not installed here: left out")


if __name__ == "__main__":
    main()
