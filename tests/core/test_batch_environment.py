"""The batch environment: it plays by the rules, games do not touch each other, and bad input hurts nobody."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from core.bots.kernel import CHANCE, kernel_of
from core.environments.batch import BatchEnvironment, BatchStep
from core.environments.encoding import encoding_of
from core.environments.setup import NotPossible
from core.game import Seat
from tests.core.test_encodings import SHAPES
from tools.bootstrap import ROOT

KEYS = [
    pytest.param(key, marks=() if key == "sturt" else pytest.mark.long)  # each takes a while to compile
    for key in SHAPES
]
EACH_GAME = pytest.mark.parametrize("key", KEYS)


def copied(step: BatchStep) -> BatchStep:
    return BatchStep(*(array.copy() for array in step))


def played(environment: BatchEnvironment, steps: int, seeds: Any) -> list[BatchStep]:
    """What a number of random steps lead to."""
    rng = np.array([3], dtype=np.uint64)
    found = [copied(environment.reset(seeds))]
    for _ in range(steps):
        found.append(copied(environment.step(environment.random_actions(rng))))
    return found


def differing_games(one: BatchStep, other: BatchStep) -> set[int]:
    """Games in which anything differs."""
    pairs = zip(one, other, strict=True)
    return {int(game) for a, b in pairs for game in np.flatnonzero((a != b).reshape(len(a), -1).any(1))}


@EACH_GAME
def test_a_game_follows_from_its_seed_and_actions(key: str) -> None:
    environment = BatchEnvironment(key, 3)
    both = [played(environment, 200, [5, 6, 7]) for _ in range(2)]
    assert all(not differing_games(one, other) for one, other in zip(*both, strict=True))
    alone, rng = BatchEnvironment(key, 1), np.array([3], dtype=np.uint64)
    environment.reset([5, 6, 7])
    alone.reset([6])
    for _ in range(200):
        actions = environment.random_actions(rng)
        step, single = environment.step(actions), alone.step(actions[1:2])
        assert all(np.array_equal(rows[1], row[0]) for rows, row in zip(step, single, strict=True))


@EACH_GAME
def test_it_plays_by_the_rules(key: str) -> None:
    """What may be done and who wins is what the rules say; states and chances are those of the kernel."""
    shape = SHAPES[key][-1]
    kernel, encoding = kernel_of(key), encoding_of(key)
    options = {name: getattr(shape.options, name) for name in shape.options.__struct_fields__}
    environment, rng = BatchEnvironment(key, 2, options, shape.seats), np.array([3], dtype=np.uint64)
    step, ends = copied(environment.reset([1, 2])), 0
    while ends < 2:
        states, generators = environment.states.copy(), environment.generators.copy()
        actions = environment.random_actions(rng)
        after = copied(environment.step(actions))
        for game, s in enumerate(states):
            seat = int(step.actor[game])
            legal = shape.game.legal(kernel.to_state(s), Seat(seat))
            numbers = {encoding.number(s, seat, kernel.code_of(action)) for action in legal}
            assert numbers == set(np.flatnonzero(step.legal[game]).tolist())
            kernel.apply(s, seat, encoding.code(s, seat, actions[game]))
            while kernel.actor(s) == CHANCE:
                kernel.apply(s, CHANCE, kernel.draw(s, generators[game]))
            outcome = shape.game.outcome(kernel.to_state(s))
            assert after.ended[game] == (outcome is not None)
            if outcome is None:
                assert np.array_equal(environment.states[game], s)
                assert not after.rewards[game].any() and not after.points[game].any()
            else:
                share = 1 / max(1, len(outcome.winners))
                wins = [share if seat in outcome.winners else 0 for seat in range(shape.seats)]
                assert after.rewards[game].tolist() == pytest.approx(
                    [shape.seats * win - sum(wins) for win in wins]
                )
                assert after.points[game].tolist() == pytest.approx(list(outcome.scores))
                ends += 1
        step = after


def test_a_game_that_is_over_begins_again() -> None:
    environment, begun = BatchEnvironment("sturt", 4), 0
    steps = played(environment, 200, range(4))
    for step in steps[1:]:
        new = step.observations[step.ended] == steps[0].observations[step.ended]
        begun += len(new)
        assert new.all()
        assert (step.legal[step.ended] == steps[0].legal[step.ended]).all()
    assert begun > 4


def test_an_action_that_is_not_legal_hurts_its_own_game_only() -> None:
    one, other = BatchEnvironment("sturt", 3), BatchEnvironment("sturt", 3)
    begun, rng = copied(one.reset([5, 6, 7])), np.array([3], dtype=np.uint64)
    other.reset([5, 6, 7])
    illegal = [-1, one.actions, -(1 << 62), 1 << 62, *np.flatnonzero(~begun.legal[1]).tolist()]
    for bad in illegal:
        actions = other.random_actions(rng)
        expected = copied(other.step(actions))
        actions[1] = bad
        step = one.step(actions)
        assert step.illegal.tolist() == [False, True, False]
        assert differing_games(step, expected) == {1}
        assert differing_games(step._replace(illegal=begun.illegal), begun) <= {0, 2}
    assert not one.step(one.random_actions(rng)).illegal.any()


@pytest.mark.parametrize(
    "bad",
    (
        [1],
        [1, 2, 3],
        [[1, 2]],
        1,
        [1.0, 2.0],
        [True, False],
        ["1", "2"],
        None,
        [1, [2]],
        [1, 1 << 70],
        [1, None],
    ),
    ids=repr,
)
def test_what_is_no_array_of_whole_numbers_does_nothing(bad: Any) -> None:
    environment = BatchEnvironment("sturt", 2)
    with pytest.raises(NotPossible, match="first call"):
        environment.step([0, 0])
    step = environment.reset([1, 2])
    before = copied(step), environment.states.copy()
    for call in (environment.step, environment.reset):
        with pytest.raises(NotPossible):
            call(bad)
    assert not differing_games(step, before[0]) and np.array_equal(environment.states, before[1])
    with pytest.raises(ValueError, match="read-only"):
        step.legal[:] = True


@pytest.mark.parametrize(
    ("wrong", "words"),
    (
        ({"key": "chess"}, "There is no game 'chess'"),
        ({"games": 0}, "at least 1"),
        ({"games": 2.0}, "at least 1"),
        ({"seats": 3}, "played with 2 seats, not with 3"),
        ({"seats": True}, "not with True"),
        ({"seats": 2.0}, "not with 2.0"),
        ({"options": {"no_draw": True}}, "no_draw"),
        ({"options": {"no_draws": 2}}, "no_draws"),
        ({"options": [1]}, "Options are a table"),
        ({"key": "down_under", "options": {"size": "unlimited", "frame": "border"}}, "frame unlimited"),
    ),
)
def test_a_setup_that_there_is_not(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(NotPossible, match=words):
        BatchEnvironment(**{"key": "sturt", "games": 2, **wrong})
    with pytest.raises(NotPossible, match="from 0 to"):
        BatchEnvironment("sturt", 1).reset([-1])


def test_the_examples_of_the_page_run() -> None:
    page = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    program, split = (
        dedent(block) for block in re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", page, re.MULTILINE)
    )
    names: dict[str, Any] = {}
    exec(program.replace("1024", "8").replace("1000", "200"), names)
    exec(split, names)
    assert names["won"].sum() > 0
    assert names["named"]["board"].shape == (8, 4, 6, 6)
