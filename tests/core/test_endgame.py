"""Endgames: the values of the solver are those of the rules, played out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from core.bots import Budget
from core.bots.analysis import SOLVED_PER_ITERATION, Analysis, Analyst
from core.game import Seat
from core.games.sturt.board import FULL_SUPPLY
from core.games.sturt.rules import STURT
from core.games.sturt.state import Options, State

POSITIONS = 400
"""Positions of an endgame at most: the rules are slow."""


def best(s: State) -> float:
    """The share of the win that seat 0 gets if both play perfectly."""
    if not STURT.to_act(s):
        outcome = STURT.outcome(s)
        assert outcome is not None
        return (0 in outcome.winners) / len(outcome.winners)
    found = float(s.turn)
    for action in STURT.legal(s, s.turn):
        value = best(STURT.apply(s, s.turn, action))
        found = min(found, value) if s.turn else max(found, value)
        if found == 1 - s.turn:
            break
    return found


def late_positions(
    options: Options, seeds: Iterable[int], positions: int = POSITIONS
) -> Iterator[tuple[State, Analysis]]:
    """Positions shortly before the end of random games, with their solutions."""
    analyst, budget = Analyst(STURT), Budget(positions // SOLVED_PER_ITERATION)
    for seed in seeds:
        rng = np.random.default_rng(seed)
        s: State = STURT.start(options, 2)
        while STURT.to_act(s):
            found = (
                analyst.analyse(s, Seat(s.turn), rng, budget)
                if s.supply.triples < FULL_SUPPLY.triples
                else None
            )
            if found is not None and found.solved:
                yield s, found
                break
            legal = STURT.legal(s, s.turn)
            s = STURT.apply(s, s.turn, legal[int(rng.integers(len(legal)))])


@pytest.mark.parametrize("options", [Options(), Options(announce="by hand", no_draws=True)])
def test_an_endgame_has_the_value_of_perfect_play(options: Options) -> None:
    seen = set[float]()
    for s, found in late_positions(options, range(40)):
        seat = Seat(s.turn)
        after = {action: best(STURT.apply(s, seat, action)) for action in STURT.legal(s, seat)}
        truth = {action: 1 - value if seat else value for action, value in after.items()}
        assert {ranked.action: ranked.win for ranked in found.actions} == truth
        assert found.actions[0].win == max(truth.values()) == _played(s, seat, found.actions[0])
        seen |= set(truth.values())
    assert seen >= {0.0, 1.0}


def _played(s: State, seat: Seat, ranked: Any) -> float:
    """The seat's value once an action and the line expected after it are played."""
    s = STURT.apply(s, seat, ranked.action)
    for who, action in ranked.line:
        s = STURT.apply(s, who, action)
    return 1 - best(s) if seat else best(s)


def test_a_winner_ends_the_game_soon_and_a_loser_does_not() -> None:
    seen = set[float]()
    for s, found in late_positions(Options(), (9, 32, 61), 5000):
        win = found.actions[0].win
        soon = {ranked.action: _ends_soon(s, ranked.action) for ranked in found.actions if ranked.win == win}
        if win != 0.5 and len(set(soon.values())) == 2:
            assert soon[found.actions[0].action] == (win == 1.0)
            seen.add(win)
    assert seen == {0.0, 1.0}


def _ends_soon(s: State, action: Any) -> bool:
    """Whether an action ends the game, or every answer to it does."""
    s = STURT.apply(s, s.turn, action)
    legal = STURT.legal(s, s.turn) if STURT.to_act(s) else ()
    return not any(STURT.to_act(STURT.apply(s, s.turn, answer)) for answer in legal)


def test_a_position_that_takes_more_is_searched() -> None:
    s = next(s for s, found in late_positions(Options(), range(40)) if len(found.actions) > 1)
    found = Analyst(STURT).analyse(s, Seat(s.turn), np.random.default_rng(0), Budget(positions=1))
    assert not found.solved and found.iterations == 1
