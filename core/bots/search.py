"""Tree search for any game: each iteration imagines what is hidden and plays on from there.

Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012) in its plain form. A node
stands for the actions that led to it, whatever was imagined. Its edges are the actions met there; only those
legal in the iteration's own state are candidates. Each edge counts how often it was available, so that a
rarely possible action is not taken for a rarely chosen one. All seats maximise their own result.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final

import numpy as np

from core.bots.contract import Budget, Evaluator, result
from core.bots.greedy import settle_chance
from core.game import AnyGame, Seat

EXPLORATION: Final = 0.7
"""Exploration constant of UCB1: larger tries rare edges more often."""


class _Edge:
    """Action in a node, with the number of times it was chosen, and was available, and its results so far."""

    __slots__ = ("available", "node", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0
        self.node = _Node()

    def promise(self) -> float:
        if not self.visits:
            return float("inf")
        return self.total / self.visits + EXPLORATION * sqrt(log(self.available) / self.visits)


class _Node:
    __slots__ = ("edges",)

    def __init__(self) -> None:
        self.edges: dict[Any, _Edge] = {}


class Search:
    """Bot with `positions` iterations by default; after `depth` actions the evaluator judges."""

    def __init__(self, evaluator: Evaluator, positions: int = 200, depth: int = 0) -> None:
        self._evaluator = evaluator
        self._positions = positions
        self._depth = depth

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """The action tried most often."""
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        root = _Node()
        limit = self._positions if budget.positions is None else budget.positions
        for _ in range(max(1, limit)):
            self._iterate(game, game.sample_state(view, seat, rng), seat, root, rng)
            if budget.spent():
                break
        return max(root.edges, key=lambda action: root.edges[action].visits)

    def _iterate(self, game: AnyGame, state: Any, seat: Seat, root: _Node, rng: np.random.Generator) -> None:
        """Walk down to an untried edge, play on from there, and add the result to all edges on the way."""
        node, path = root, list[tuple[Seat, _Edge]]()
        fresh = False
        while not fresh and (acting := game.to_act(state)):
            # In the root the searching seat decides, even where several owe a sealed decision.
            actor = seat if node is root else acting[0]
            action, edge = self._pick(game, state, actor, node, rng)
            fresh = not edge.visits
            state = settle_chance(game, game.apply(state, actor, action), rng)
            path.append((actor, edge))
            node = edge.node
        state = self._play_on(game, state, rng)
        worth = {actor: result(game, state, actor, self._evaluator) for actor, _ in path}
        for actor, edge in path:
            edge.visits += 1
            edge.total += worth[actor]

    def _pick(
        self, game: AnyGame, state: Any, actor: Seat, node: _Node, rng: np.random.Generator
    ) -> tuple[Any, _Edge]:
        """The most promising action; untried ones first, in the evaluator's order."""
        candidates = self._evaluator.candidates(game, state, actor)
        edges = [node.edges.setdefault(action, _Edge()) for action in candidates]
        for edge in edges:
            edge.available += 1
        best = max(range(len(edges)), key=lambda i: edges[i].promise())
        return candidates[best], edges[best]

    def _play_on(self, game: AnyGame, state: Any, rng: np.random.Generator) -> Any:
        """The state after `depth` random actions, or the end."""
        for _ in range(self._depth):
            acting = game.to_act(state)
            if not acting:
                break
            legal = game.legal(state, acting[0])
            action = legal[int(rng.integers(len(legal)))]
            state = settle_chance(game, game.apply(state, acting[0], action), rng)
        return state
