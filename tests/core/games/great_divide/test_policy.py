"""Analyses of The Great Divide: they agree with its expert, and the end is exact."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from core.bots import Budget, bot
from core.bots.analysis import Analysis, Analyst
from core.bots.greedy import settle_chance
from core.game import Seat
from core.games.great_divide.bot.policy import LOOK_TRIES
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Draw, Flip, Options, State
from tests.core.games.great_divide.diagrams import EACH_DRAW, EVENTFUL, LIMITED, QUAKES, SPECIAL

LOOKS = Budget(12 * LOOK_TRIES)
"""As many looks as the expert takes."""
EXPERT, NORMAL = bot(GREAT_DIVIDE, "expert"), bot(GREAT_DIVIDE, "normal")


@pytest.fixture(scope="module")
def analyst() -> Analyst:
    return Analyst(GREAT_DIVIDE)


def decisions(options: Options, seed: int) -> Iterator[tuple[State, Seat]]:
    """Views in which a seat has a choice, from a game of normal against itself."""
    rng = np.random.default_rng(seed)
    s = settle_chance(GREAT_DIVIDE, GREAT_DIVIDE.start(options, 2), rng)
    while acting := GREAT_DIVIDE.to_act(s):
        seat = acting[0]
        view = GREAT_DIVIDE.view(s, seat)
        if len(GREAT_DIVIDE.legal(view, seat)) > 1:
            yield view, seat
        action = NORMAL.choose(GREAT_DIVIDE, view, seat, rng, Budget())
        s = settle_chance(GREAT_DIVIDE, GREAT_DIVIDE.apply(s, seat, action), rng)


def analysed(analyst: Analyst, view: State, seat: Seat) -> Analysis:
    return analyst.analyse(view, seat, np.random.default_rng(0), LOOKS)


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        LIMITED,
        *(pytest.param(one, marks=pytest.mark.long) for one in (EACH_DRAW, SPECIAL, QUAKES, EVENTFUL)),
    ],
)
def test_an_analysis_agrees_with_the_expert(analyst: Analyst, options: Options) -> None:
    """What the expert plays is worth as much as the best; equal actions may be ranked otherwise."""
    for view, seat in islice(decisions(options, 2), 1, None, 53):
        found = analysed(analyst, view, seat)
        played = EXPERT.choose(GREAT_DIVIDE, view, seat, np.random.default_rng(0), Budget())
        worth = {ranked.action: ranked.win for ranked in found.actions if ranked.visits}
        assert worth[played] == pytest.approx(found.actions[0].win)
        assert {ranked.action for ranked in found.actions} == set(GREAT_DIVIDE.legal(view, seat))


def test_the_card_that_gains_most_is_turned_first_and_none_for_nothing(analyst: Analyst) -> None:
    rng, turned = np.random.default_rng(0), 0
    for view, seat in islice(decisions(Options(), 3), 20, None):
        if view.stage == "turn":
            played = EXPERT.choose(GREAT_DIVIDE, view, seat, rng, Budget())
            assert analysed(analyst, view, seat).actions[0].action == played
            turned += isinstance(played, Flip)
            if turned and isinstance(played, Draw):
                return
    pytest.fail("cards are turned")


def test_the_last_lay_is_worth_what_it_brings(analyst: Analyst) -> None:
    *_, (view, seat) = decisions(Options(), 4)
    assert not view.bag.any()
    for ranked in analysed(analyst, view, seat).actions[:12]:
        outcome = GREAT_DIVIDE.outcome(GREAT_DIVIDE.apply(view, seat, ranked.action))
        assert outcome is not None
        assert ranked.win == (seat in outcome.winners) / len(outcome.winners)
        assert ranked.points == outcome.scores[seat]


def test_an_action_asked_about_is_looked_at(analyst: Analyst) -> None:
    view, seat = next(one for one in islice(decisions(Options(), 5), 20, None) if one[0].stage == "lay")
    last = analysed(analyst, view, seat).actions[-1]
    assert not last.visits
    found = analyst.analyse(view, seat, np.random.default_rng(0), LOOKS, also=last.action)
    asked = next(ranked for ranked in found.actions if ranked.action == last.action)
    assert asked.visits and asked.win <= found.actions[0].win
