"""The AI's levels in Down Under, and how each decides.

A tree of moves grows from the position, each leaf judged by a playout to the end (UCT, with `evaluation` as
priors; every seat wants its own lead over the best of its rivals). It ends by count. While paths are being
begun there is no tree: the candidates are halved again and again, the better half played on from more often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, sqrt, tanh
from statistics import fmean
from typing import Any, Final

import numpy as np

from core.bots.contract import Bot, Budget
from core.bots.expert import Expert
from core.bots.random import Random
from core.game import AnyGame, Seat
from core.games.down_under.bot.evaluation import (
    best_candidate,
    candidates,
    move_value,
    play_out,
    points,
    with_animals,
)
from core.games.down_under.bot.search_board import PathMove, cell_of
from core.games.down_under.bot.search_state import SearchState, action_of
from core.games.down_under.rules import DownUnder
from core.games.down_under.state import CARDS, Action, Lay, State, paths_to_lay

PLAYOUT_NOISE: Final = 1.5
"""Standard misjudgement of a move in playouts, in points."""
EXPLORATION: Final = 0.7
"""Weight of exploration in the tree: how much a move of a high prior is tried again although it did worse."""
PRIOR_SCALE: Final = 3.0
"""Points by which a move must look better to be tried e times as often at first."""
LEAD_SCALE: Final = 4.0
"""Lead in points, after a playout, that counts as seven eighths of a win."""
MOST_FIRST_CARDS: Final = 32
"""Ways to begin a path that are compared at most."""
POSITIONS_PER_FIRST_CARD: Final = 100
"""Positions of the budget for each of these ways."""
STEP_POSITIONS: Final = 30
"""Cost of a step by the rules, in positions of the search."""


@dataclass(frozen=True)
class Skill:
    """Strength of a level.

    It searches for so many `positions`; with none it plays the candidate of the highest value, misjudged by
    up to `noise` points. With the probability `dozes` it plays anything.
    """

    positions: int
    noise: float = 0.0
    dozes: float = 0.0


class Player:
    """The AI: plays on from its legal actions."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `core.bots.Bot`."""
        assert isinstance(game, DownUnder)
        s: State = view
        legal: Sequence[Action] = game.legal(s, seat)
        if len(legal) == 1:
            return legal[0]
        if rng.random() < self._skill.dozes:
            return _any(legal, rng)
        positions = self._skill.positions if budget.positions is None else budget.positions
        if s.stage == "start" and not s.due:
            return _Beginning(game, s, seat, rng).choose(legal, positions, budget)
        at = SearchState(s)
        if not positions:
            return action_of(at, best_candidate(at, rng, self._skill.noise))
        return action_of(at, _Search(at, rng).best(positions, budget))


def _any(actions: Sequence[Action], rng: np.random.Generator) -> Action:
    return actions[int(rng.integers(len(actions)))]


def _seat_values(at: SearchState) -> list[float]:
    """The value of a game's end for every seat, 0 … 1."""
    had = points(at)
    return [
        0.5 + 0.5 * tanh((mine - max(had[:seat] + had[seat + 1 :])) / LEAD_SCALE)
        for seat, mine in enumerate(had)
    ]


class _Node:
    """A position in the tree: its moves, how often each was tried, and the sum of their values."""

    __slots__ = ("at", "moves", "nodes", "prior", "total", "tries", "visits")

    def __init__(self, at: SearchState) -> None:
        self.at = at
        self.moves = candidates(at) if at.turn >= 0 else []
        looks = [move_value(at, move) for move in self.moves]
        weights = [exp((look - max(looks)) / PRIOR_SCALE) for look in looks]
        total = fsum(weights)
        self.prior = [weight / total for weight in weights]
        self.tries = [0] * len(looks)
        self.total = [0.0] * len(looks)
        self.nodes: list[_Node | None] = [None] * len(looks)
        self.visits = 0

    def most_promising(self) -> int:
        """The move to follow next; one never tried is taken to be as good as the others."""
        explore = EXPLORATION * sqrt(self.visits + 1)
        usual = fsum(self.total) / self.visits if self.visits else 0.5
        best, choice = -1.0, 0
        for number, tries in enumerate(self.tries):
            mean = self.total[number] / tries if tries else usual
            value = mean + explore * self.prior[number] / (1 + tries)
            if value > best:
                best, choice = value, number
        return choice


class _Search:
    """A tree of moves that grows from a position."""

    def __init__(self, at: SearchState, rng: np.random.Generator) -> None:
        self._root = _Node(at)
        self._rng = rng

    def best(self, positions: int, budget: Budget) -> PathMove:
        """The move tried most often after so many positions."""
        root = self._root
        while positions > 0 and len(root.moves) > 1 and not budget.spent():
            positions -= self._grow()
        return root.moves[max(range(len(root.moves)), key=lambda number: root.tries[number])]

    def _grow(self) -> int:
        """Walk down to a move never tried, play on from there, and add the result to all nodes above.

        Returns the number of positions it took.
        """
        node, way = self._root, list[tuple[_Node, int]]()
        fresh = False
        while node.moves and not fresh:
            number = node.most_promising()
            way.append((node, number))
            following = node.nodes[number]
            fresh = following is None
            if following is None:
                at = node.at.copy()
                at.play(node.moves[number])
                following = node.nodes[number] = _Node(at)
            node = following
        at = node.at.copy()
        played = play_out(at, self._rng, PLAYOUT_NOISE)
        wishes = _seat_values(at)
        for passed, number in way:
            passed.visits += 1
            passed.tries[number] += 1
            passed.total[number] += wishes[passed.at.turn]
        return played + len(way)


class _Beginning:
    """The choice of a path's first card."""

    def __init__(self, game: DownUnder, s: State, seat: Seat, rng: np.random.Generator) -> None:
        self._game = game
        self._s = s
        self._seat = seat
        self._rng = rng

    def choose(self, legal: Sequence[Action], positions: int, budget: Budget) -> Action:
        """The best candidate after so many positions."""
        found = self._promising(legal)[: max(2, min(MOST_FIRST_CARDS, positions // POSITIONS_PER_FIRST_CARD))]
        wishes: dict[Action, list[float]] = {action: [0.5] for action in found}
        rounds = (len(found) - 1).bit_length() if positions else 0
        for _ in range(rounds):
            left = max(1, positions // rounds)
            while left > 0 and not budget.spent():
                for action in found:
                    wish, played = self._try(action)
                    wishes[action].append(wish)
                    left -= played
            found.sort(key=lambda action: -fmean(wishes[action]))
            found = found[: (len(found) + 1) // 2]
        return found[0]

    def _promising(self, legal: Sequence[Action]) -> list[Action]:
        """The candidates of the highest value, with few animals each."""
        at, path = SearchState(self._s), paths_to_lay(self._s)[0]
        lays = {(lay.card, lay.x, lay.y) for lay in legal if isinstance(lay, Lay)}
        moves = [
            each
            for card, x, y in sorted(lays)
            for each in with_animals(at, PathMove(path, cell_of(x, y), CARDS.index(card)))
        ]
        shuffled = [moves[number] for number in self._rng.permutation(len(moves))]
        shuffled.sort(key=lambda move: -move_value(at, move))
        return [action_of(at, move) for move in shuffled]

    def _try(self, action: Action) -> tuple[float, int]:
        """The value of one playout from this action for the seat, 0 … 1, and the positions it took."""
        s, steps = self._game.apply(self._s, self._seat, action), 1
        while s.stage == "start":
            s = self._game.apply(s, s.turn, _any(self._game.legal(s, s.turn), self._rng))
            steps += 1
        at = SearchState(s)
        played = play_out(at, self._rng, PLAYOUT_NOISE)
        return _seat_values(at)[self._seat], played + steps * STEP_POSITIONS


_HARD: Final = Player(Skill(positions=4000))
REVIEW_TRIES: Final = 2_500
"""Tries for each decision of a game that is reviewed, which takes a minute at most."""
LEVELS: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Player(Skill(positions=0, noise=5.0, dozes=0.1)),
    "normal": Player(Skill(positions=400)),
    "hard": _HARD,
    "expert": Expert(12_000, _HARD),
}
"""Skill by level: easy sees what it lays, not well; the others search, each longer than the one before."""
