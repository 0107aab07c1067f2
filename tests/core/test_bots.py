"""Bots for any game: the registry, and greedy and search playing a game they know nothing about."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.bots import Bot, Budget, bot
from core.bots.contract import NoEvaluator, result
from core.bots.greedy import Greedy, settle_chance
from core.bots.random import Random
from core.bots.search import Search
from core.game import AnyGame, Refused, Seat
from core.games import GAMES
from core.protocol.messages import LEVELS
from tests.core import toy
from tests.core.toy import ToyOptions


def test_every_game_has_every_level() -> None:
    for game in (*GAMES, toy.GAME):
        assert [type(bot(game, level)).__name__ for level in LEVELS]
    kinds = [type(bot(toy.GAME, level)) for level in LEVELS]
    assert kinds == [Random, Greedy, Search, Search, Search]


@pytest.mark.parametrize("level", ["", "Hard", "impossible" * 100])
def test_an_unknown_level_is_refused(level: str) -> None:
    with pytest.raises(Refused) as caught:
        bot(toy.GAME, level)
    assert caught.value.refusal.code == "match.refusal.unknown_level"
    assert caught.value.refusal.values == {"level": level[:40], "known": ", ".join(LEVELS)}


def score(players: tuple[Bot, ...], seed: int, budget: Budget) -> tuple[float, ...]:
    """One game of Toy: what each seat's share of the win is."""
    game: AnyGame = toy.GAME
    rng = np.random.default_rng(seed)
    s = settle_chance(game, game.start(ToyOptions(), len(players)), rng)
    while acting := game.to_act(s):
        seat = acting[0]
        action = players[seat].choose(game, game.view(s, seat), seat, rng, budget)
        assert action in game.legal(s, seat)
        s = settle_chance(game, game.apply(s, seat, action), rng)
    outcome = game.outcome(s)
    assert outcome is not None
    return tuple((Seat(seat) in outcome.winners) / len(outcome.winners) for seat in range(len(players)))


@pytest.mark.covering(most=1)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_search_plays_cards_chance_and_sealed_decisions(seats: int) -> None:
    players: tuple[Bot, ...] = (Search(NoEvaluator(), 60, 6), *(Random() for _ in range(seats - 1)))
    won = np.mean([score(players, seed, Budget())[0] for seed in range(30)])
    assert won > 1.15 / seats


def test_the_same_generator_gives_the_same_game() -> None:
    players = (Search(NoEvaluator(), 15, 20), Greedy(NoEvaluator(), 0.1))
    assert [score(players, 5, Budget()) for _ in range(2)] == [score(players, 5, Budget())] * 2


class Counting(NoEvaluator):
    """Counts what it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def value(self, game: AnyGame, state: Any, seat: Seat) -> float:
        self.asked += 1
        return 0.0


@pytest.mark.parametrize("kind", [Greedy, Search])
def test_a_budget_ends_the_thinking(kind: type) -> None:
    game: AnyGame = toy.GAME
    start = settle_chance(game, game.start(ToyOptions(), 2), np.random.default_rng(1))

    def asked(budget: Budget) -> int:
        judge = Counting()
        kind(judge).choose(game, game.view(start, Seat(0)), Seat(0), np.random.default_rng(2), budget)
        return judge.asked

    assert asked(Budget(positions=1)) == 1
    assert asked(Budget(positions=2)) == 2
    assert asked(Budget(used=lambda: 1.0)) == 1
    assert asked(Budget()) > 2


class Heights(NoEvaluator):
    """Likes to hold high cards, so it plays the lowest."""

    def value(self, game: AnyGame, state: Any, seat: Seat) -> float:
        held: float = state.hands[seat].clip(0).sum() - state.chosen[seat]
        return held / 100


def test_greedy_takes_what_its_judge_likes_best() -> None:
    game: AnyGame = toy.GAME
    for seed in range(5):
        s = settle_chance(game, game.start(ToyOptions(), 2), np.random.default_rng(seed))
        action = Greedy(Heights()).choose(game, s, Seat(0), np.random.default_rng(seed), Budget())
        assert action.card == s.hands[0].min()


def test_results_share_the_win() -> None:
    game: AnyGame = toy.GAME
    rng = np.random.default_rng(3)
    s = settle_chance(game, game.start(ToyOptions(), 3), rng)
    assert result(game, s, Seat(0), NoEvaluator()) == 0.0
    while acting := game.to_act(s):
        s = settle_chance(game, game.apply(s, acting[0], game.legal(s, acting[0])[0]), rng)
    outcome = game.outcome(s)
    assert outcome is not None and len(outcome.winners) == 1
    shares = [result(game, s, Seat(seat), NoEvaluator()) for seat in range(3)]
    assert sorted(shares) == [-1.0, -1.0, 1.0]
