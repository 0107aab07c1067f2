"""PettingZoo's own tests of its environments, for ours; what ours refuse."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from core.environments.setup import NotPossible
from tests.adapters.ways import EACH_WAY, Way

pytest.importorskip("pettingzoo", reason="install it: pip install pettingzoo")
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of its list of environments
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

    from core.environments.pettingzoo import env, parallel_env

pytestmark = [
    # It asks for arrays, but its own games have tables with a mask, too.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

CYCLES = 400
"""Decisions of each agent in PettingZoo's tests, at most: more than one game."""


def constructor(way: Way, kind: Callable[..., Any] = env) -> Callable[..., Any]:
    """What makes environments of a way to play."""
    return lambda render_mode=None: kind(
        way.key, seats=way.seats, options=way.options, render_mode=render_mode
    )


@EACH_WAY
def test_pettingzoo_finds_nothing_wrong(way: Way, capsys: pytest.CaptureFixture[str]) -> None:
    made = constructor(way)
    api_test(made(), num_cycles=CYCLES)
    seed_test(made, num_cycles=CYCLES)
    render_test(made)
    parallel_api_test(constructor(way, parallel_env)(), num_cycles=CYCLES)
    said = capsys.readouterr().out
    assert "Passed API test" in said and "Passed Parallel API test" in said


def test_other_seeds_are_other_games() -> None:
    def begun(seed: int | None) -> list[int]:
        table = env("great_split")
        table.reset(seed=seed)
        seen: list[int] = table.observe("seat_0")["observation"].tolist()
        return seen

    assert begun(1) == begun(1) != begun(2)
    assert begun(None) != begun(None)


def test_all_decide_at_once_and_nobody_is_heard_twice() -> None:
    table = parallel_env("great_divide")
    observations, _ = table.reset(seed=3)
    assert all(seen["action_mask"].sum() == 1 << 7 for seen in observations.values())
    observations, *_ = table.step({"seat_0": 5, "seat_1": 6})
    owing = [agent for agent, seen in observations.items() if seen["action_mask"].any()]
    assert owing == ["seat_0"]
    draw = int(np.flatnonzero(observations["seat_0"]["action_mask"])[-1])
    table.step({"seat_0": draw, "seat_1": 0})  # what it sends means nothing


def test_rewards_come_at_the_end_and_add_up_to_nothing() -> None:
    table, rng = parallel_env("great_split", seats=3), np.random.default_rng(5)
    observations, _ = table.reset(seed=5)
    sums = np.zeros(3)
    while table.agents:
        actions = {
            agent: rng.choice(np.flatnonzero(seen["action_mask"]))
            for agent, seen in observations.items()
            if seen["action_mask"].any()
        }
        assert not sums.any()
        observations, rewards, *_ = table.step(actions)
        sums += [*rewards.values()]
    assert sums.max() > 0 and sums.sum() == 0


@pytest.mark.parametrize(
    ("key", "chosen", "words"),
    [
        ("chess", {}, "no game 'chess'"),
        ("sturt", {"seats": 3}, "played with 2 seats"),
        ("sturt", {"options": {"colour": "red"}}, "colour"),
        ("sturt", {"options": {"no_draws": "maybe"}}, "maybe"),
        ("down_under", {"seats": 3, "options": {"two_paths": "one card"}}, "wo paths"),
        ("sturt", {"position": "sturt\nboard: nonsense"}, "line"),
        ("sturt", {"position": "sturt\n", "options": {"no_draws": True}}, "no_draws"),
        ("sturt", {"position": 5}, "is a text"),
        ("sturt", {"render_mode": "hologram"}, "hologram"),
    ],
)
def test_what_cannot_be_begun_is_refused_with_a_sentence(key: str, chosen: Any, words: str) -> None:
    with pytest.raises(NotPossible, match=words):
        env(key, **chosen)


@pytest.mark.parametrize("action", [-1, 10**6, 1, "5", 2.5, None])
def test_what_cannot_be_done_is_refused_and_changes_nothing(action: Any) -> None:
    table = env("great_divide", options={"limited_selection": True})
    table.reset(seed=1)
    before = table.observe("seat_0")
    with pytest.raises(NotPossible, match="seat_0 cannot do"):
        table.step(action)
    after = table.observe("seat_0")
    assert all(np.array_equal(before[part], after[part]) for part in before)


def test_agents_and_seeds_that_there_are_not() -> None:
    table = parallel_env("great_divide")
    with pytest.raises(NotPossible, match="reset begins one"):
        table.step({})
    for seed in (-1, "x", 1.5):
        with pytest.raises(NotPossible, match="A seed is"):
            table.reset(seed=seed)
    table.reset()
    for wrong in ({"seat_7": 1}, {"seat_0": 1}, {"seat_0": 1, "seat_1": 999}):
        with pytest.raises(NotPossible, match=r"seat_[17]"):
            table.step(wrong)
    with pytest.raises(NotPossible, match="seat_2"):
        table.observation_space("seat_2")
