"""Ghawar's policy for tree search: legal candidates, sound shares, the readable evaluation's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import core.position
from core.bots import Budget
from core.bots.analysis import Analyst
from core.bots.kernel import CHANCE, OVER, Generator, IntArray
from core.game import Seat
from core.games.ghawar.bot import evaluation, kernel, policy
from core.games.ghawar.bot.batch import Batch
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options, Shift
from tests.core.games.ghawar.diagrams import INSTEAD, position

pytestmark = pytest.mark.long  # to compile the policy takes long

GAME: Any = GHAWAR
SHAPES = (
    (2, Options()),
    (3, Options(trucks=3, crossing_loads=True, dice_choice=True)),
    (4, Options(trucks=2, roads="ring", derricks="instead of the roll")),
    (2, Options(roads="ring", crossing_loads=True, dice_choice=True, derricks="instead of the roll")),
)
SENSE = 0.6
"""Share of decisions that a game of these tests leaves to the likeliest candidate; others are random."""


def decisions(seats: int, options: Options, seed: int) -> Iterator[IntArray]:
    """States of a game in which a seat has to act."""
    s, generator = kernel.from_state(GHAWAR.start(options, seats)), seeded(seed)
    rng = np.random.default_rng(seed)
    while kernel.actor(s) != OVER:
        if kernel.actor(s) == CHANCE:
            kernel.apply(s, CHANCE, kernel.draw(s, generator))
            continue
        yield s.copy()
        action = kernel.random_action(s, generator)
        if rng.random() < SENSE:
            action = max(candidates(s), key=lambda candidate: candidate[1])[0]
        kernel.apply(s, kernel.actor(s), action)


def seeded(seed: int) -> Generator:
    return np.array([seed], dtype=np.uint64)


def candidates(s: IntArray) -> list[tuple[int, float]]:
    """The candidates of the seat to act, each with its weight."""
    actions, weights = np.zeros(kernel.MOST_ACTIONS, dtype=np.int64), np.zeros(kernel.MOST_ACTIONS)
    count = policy.candidates(s, kernel.actor(s), actions, weights)
    return list(zip(actions[:count].tolist(), weights[:count].tolist(), strict=True))


def judged(s: IntArray, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Each seat's share of the win and its points."""
    wins, points = np.zeros(s[kernel.SEATS]), np.zeros(s[kernel.SEATS])
    policy.evaluate(s.copy(), seeded(seed), wins, points)
    return wins, points


@pytest.mark.parametrize("seats, options", SHAPES)
def test_candidates_are_legal_and_their_weights_add_up(seats: int, options: Options) -> None:
    for s in list(decisions(seats, options, 1))[::3]:
        before, found = s.copy(), candidates(s)
        codes = [code for code, _ in found]
        legal = {kernel.code_of(a) for a in GHAWAR.legal(kernel.to_state(s), Seat(kernel.actor(s)))}
        assert codes and set(codes) <= legal
        assert len(set(codes)) == len(codes)
        assert min(weight for _, weight in found) >= 0
        assert sum(weight for _, weight in found) == pytest.approx(1)
        assert (s == before).all()


@pytest.mark.parametrize("seats, options", SHAPES)
def test_expects_the_money_that_the_readable_evaluation_does(seats: int, options: Options) -> None:
    for s in list(decisions(seats, options, 2))[::5]:
        money = np.zeros(seats)
        policy.expected_money(s, money)
        readable = evaluation.expected_money(Batch.of(kernel.to_state(s), 1))[0]
        assert money == pytest.approx(readable, abs=1e-4)


@pytest.mark.parametrize("seats, options", SHAPES)
def test_shares_add_up_and_are_the_same_again(seats: int, options: Options) -> None:
    for s in list(decisions(seats, options, 3))[::5]:
        wins, points = judged(s)
        assert wins.sum() == pytest.approx(1) and wins.min() >= 0
        again = judged(s)
        assert (wins == again[0]).all() and (points == again[1]).all()


NEARLY_OVER = """
    |   ·   |   ·   |
    +   -   +   -   +
    |   ·   |   ·   Sv
    +   -   +   -   +
    |   ·   |   ·   |
    +   -   +   -   +
"""


@pytest.mark.parametrize("seat", [0, 1])
def test_knows_who_has_won(seat: int) -> None:
    """The last cube decides nothing any more; points are what the seats will have."""
    state = position(NEARLY_OVER, at=(0, 7), roll=6).state
    s = kernel.from_state(state)
    s[kernel.MONEY + seat] += 30
    wins, points = judged(s)
    assert wins[seat] > 0.99
    final = s.copy()
    kernel.apply(final, 0, kernel.LEAVE)
    worth, shares = np.zeros(2), np.zeros(2)
    kernel.outcome(final, shares, worth)
    assert points == pytest.approx(worth)


CARRYING = """
    |   ·   |   ·   |   ·   |
    +   -   +   -   +   -   +
    |   rS  |   oN  |   vS  |
    +   -   +   -   +   -   +
    |   ·   |   gS  |   ·   Sy
    +   -   +   -   +   -   +
"""
OPEN = """
    +   -   +   -   +   -   +
    |   yS  |   v   |   ·   |
    +   -   +   -   +   -   +
    |   ·   |   rS  |   ·   |
    +   -   S   -   +   -   +
    |   ·   |   ·   |   yN  |
    +   -   +   -   +   -   +
"""
"""A violet cube under no derrick, and a red one, worth little, under one of the south's."""


@pytest.mark.parametrize(
    "drawing, put, best",
    [
        (CARRYING, {"at": (0, 7), "roll": 3}, "drive depot"),
        (OPEN, {"at": (0, 4), "roll": 1}, "derrick 3,7>3,5"),
        (OPEN, {"at": (0, 4), "stage": "choose", "options": INSTEAD}, "derrick 3,7>3,5"),
    ],
)
def test_the_analysis_soon_finds_what_is_best(drawing: str, put: dict[str, Any], best: str) -> None:
    s = position(drawing, **put).state
    ranked = Analyst(GAME).analyse(s, s.turn, np.random.default_rng(1), Budget(positions=200)).actions
    assert GHAWAR.notation(ranked[0].action) == best


# --- The trap ------------------------------------------------------------------------------------------


DEAD_END = """
    +   -   +   -   +
    |   r   |   g   |
    +   N   *   -   +
    |   gS  |   rN  |
    +   -   S   -   +
    |   ·   |   ·   |
    +   -   +   -   +
"""
"""The north's truck stands in a mouth of the west, and only the marked space leads on."""


@pytest.mark.parametrize("layout, dead_ends", [("inner", 15), ("ring", 0)])
def test_only_mouths_of_other_sides_are_dead_ends(layout: str, dead_ends: int) -> None:
    gates = policy.GATES[kernel.LAYOUTS.index(layout)]
    assert (gates != -1).sum(axis=1).tolist() == [dead_ends] * 4


@pytest.mark.parametrize("stored, trapped", [(("vv", ""), True), (("", "vv"), False), (("", ""), False)])
def test_shuts_in_a_rival_that_is_behind(stored: tuple[str, str], trapped: bool) -> None:
    s = position(DEAD_END, at=(0, 4), roll=2, stored=stored)
    found = [GHAWAR.notation(kernel.action_of(code)) for code, _ in candidates(kernel.from_state(s.state))]
    assert (found == ["drive 2,6"]) == trapped


AHEAD = """ghawar
board:
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   S   |   ·   |   N   |   bN  |   N   |   N   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   gS  |   N   |   rN  |   gS  |   N   |   N   |
  +   -   +   -   S   -   +   -   +   -   +   -   +
  |   ·   |   N   No  ·   |   S   |   N   |   rS  |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   yS  |   N   |   oN  |   bS  |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   S   |   oS  |   oS  |   oS  |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   bS  |   S   |   ·   |   ·   |   oS  |   rN  |
  +   -   +   -   +   -   +   -   +   -   +   -   +
values: o b y v g r
stored: rrrygvvvv yyyygggbbbvv
barrels: 2 4
rounds: 54
quiet: 1
stage: move
dice: 3
rolled-0: 10 8 11 12 2 12
rolled-1: 10 8 8 7 11 10
hoped: 503 489
"""
"""The south wins by twelve barrels, but would lose by one if it drove to 1,4 and were shut in from 2,4."""


def test_keeps_out_of_a_mouth_in_which_it_would_lose() -> None:
    s = core.position.read(AHEAD, GAME).state
    found = [GHAWAR.notation(kernel.action_of(code)) for code, _ in candidates(kernel.from_state(s))]
    assert "drive 2,3 load 1,3" in found and not any("drive 1,4" in each for each in found[:3])


def test_keeps_it_shut_in_until_the_game_ends() -> None:
    """It only moves derricks, with every roll, and the other cannot drive; the game ends by stalemate."""
    s = position(DEAD_END, at=(0, 4), roll=2, stored=("vv", "")).play("drive 2,6").state
    rng, generator = np.random.default_rng(1), seeded(1)
    while seats := GHAWAR.to_act(s):
        if seats[0] == CHANCE:
            code = kernel.draw(kernel.from_state(s), generator)
        elif seats[0] == 0:
            code = max(candidates(kernel.from_state(s)), key=lambda candidate: candidate[1])[0]
        else:
            code = kernel.code_of(legal := GHAWAR.legal(s, seats[0])[int(rng.integers(3))])
            assert isinstance(legal, Shift)
        s = GHAWAR.apply(s, seats[0], kernel.action_of(code))
    outcome = GHAWAR.outcome(s)
    assert outcome is not None and outcome.winners == (0,) and outcome.reason == "ghawar.reason.stalemate"


def test_another_position_is_thought_over_anew() -> None:
    analyst = Analyst(GAME)
    for roll in (2, 4, 2):
        s = position(DEAD_END, at=(0, 4), roll=roll).state
        seat = GHAWAR.to_act(s)[0]
        found = analyst.analyse(s, seat, np.random.default_rng(1), Budget(positions=30), go_on=True)
        assert {ranked.action for ranked in found.actions} == set(GHAWAR.legal(s, seat))
        visits = sum(ranked.visits for ranked in found.actions)
        assert 30 <= visits < 30 + policy.MOST_COMPARED, "all are tried equally often"
