"""Analysis of positions by tree search on kernels: how good each action of a seat is, as far as it knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from core.bots import comparison, endgame, tree
from core.bots.compiled import specialised
from core.bots.contract import Budget
from core.bots.kernel import OVER, Generator, IntArray, has_kernel, kernel_of
from core.bots.tree import MOST_SEATS, NO_NODE, Tree, clear, empty_tree, find, key_of
from core.game import AnyGame, Refused, Seat

USUAL_ITERATIONS: Final = 20_000
"""Iterations of a search whose budget names none and has no clock."""
MOST_ITERATIONS: Final = 2_000_000
"""Iterations of any search: what comes after changes nothing."""
MOST_SOLVED: Final = 100_000
"""Positions of an endgame that is solved instead of searched."""
SOLVED_PER_ITERATION: Final = 16
"""So many positions of an endgame take less time than an iteration of the search."""
TRIED_ALONE: Final = 200
"""Tries of an action that is asked about, if the search tried it less often."""
STRIDE: Final = 64
"""Iterations between two looks at the budget, at first; later so many that they take about as long."""
NODES: Final = 100_000
EDGES: Final = 2_500_000
"""Room of a tree: about 140 MB."""
LONGEST_LINE: Final = 12
"""Actions of an expected line."""
LEAST_TRIES: Final = 50
"""Tries without which no action is expected."""


@dataclass(frozen=True)
class RankedAction:
    """Action with what it is expected to bring its seat.

    `win`: chance to win, 0 … 1 (half of one for a draw of two). `points` at the end. `visits`: iterations
    that began with it; with none the two others are those of the position. `spread`: standard error of `win`.
    `line`: the actions expected to follow, with the seats that do them, as far as they were tried and neither
    chance nor what the seat does not know decides. `ends`: it ends the game, so that its values are exact.
    """

    action: Any
    win: float
    points: float
    visits: int
    spread: float
    line: tuple[tuple[Seat, Any], ...] = ()
    ends: bool = False


@dataclass(frozen=True)
class Analysis:
    """Result of an analysis: actions, the best first. `solved`: their values are exact, not estimates."""

    actions: tuple[RankedAction, ...]
    iterations: int
    solved: bool = False


class Analyst:
    """Analyst of a game's positions.

    Raises `Refused("match.refusal.no_analysis")` for a game without a kernel, ImportError without numba.
    """

    def __init__(self, game: AnyGame) -> None:
        if not has_kernel(game):
            raise Refused("match.refusal.no_analysis")
        self.game = game
        self._search, self._solve, self._try_action, self._prior_worth = _compiled(game.info.key)
        self._kernel = kernel_of(game.info.key)
        self._tree = empty_tree(NODES, EDGES)
        self._seat: Seat | None = None

    def analyse(
        self,
        view: Any,
        seat: Seat,
        rng: np.random.Generator,
        budget: Budget,
        until_settled: bool = False,
        go_on: bool = False,
        also: Any = None,
        compare: bool = False,
    ) -> Analysis:
        """The legal actions of a seat that is to act, ranked.

        `until_settled` ends when no further iteration can change which action is best. `go_on` uses what the
        analysis before, if it was for the same seat, has found about this position; without it equal
        questions with a number of positions have equal answers. The action `also` is tried in any case where
        chance or secrets decide; elsewhere the position after it says more. With `compare` it gets a search
        of its own, as long as that of all others. Raises `Refused("match.refusal.not_your_turn")` if the seat
        owes no decision.
        """
        if seat not in self.game.to_act(view):
            raise Refused("match.refusal.not_your_turn")
        legal = self.game.legal(view, seat)
        start = self._kernel.from_state(self.game.sample_state(view, seat, rng))
        generator = rng.integers(1 << 63, size=1, dtype=np.uint64)
        limit = USUAL_ITERATIONS if budget.positions is None else budget.positions
        left = limit = max(1, min(limit, MOST_ITERATIONS))
        if solved := self._solved(start, seat, legal, min(SOLVED_PER_ITERATION * limit, MOST_SOLVED)):
            return Analysis(solved, 0, solved=True)
        if not (go_on and seat == self._seat and self._has_room()):
            clear(self._tree)
        self._seat = seat
        done = 0
        while done < limit:
            stride = min(max(STRIDE, min(done // 8, left)), limit - done)
            root = self._search(self._tree, start, seat, stride, generator)
            done += stride
            left = _iterations_left(done, limit, budget.used())
            if root == NO_NODE or not left or (until_settled and _is_settled(self._tree, root, left)):
                break
        ranked = self._ranked(start, seat, legal)
        iterations = max(done, sum(one.visits for one in ranked))
        if also != ranked[0].action:
            ranked = tuple(
                self._looked_at(start, seat, one, done, generator, compare) if one.action == also else one
                for one in ranked
            )
        return Analysis(ranked, iterations)

    def _has_room(self) -> bool:
        """Whether the tree is less than half full."""
        nodes, edges = self._tree.counts.tolist()
        return bool(nodes < NODES // 2 and edges < EDGES // 2)

    def _solved(
        self, start: IntArray, seat: Seat, legal: Sequence[Any], positions: int
    ) -> tuple[RankedAction, ...]:
        """The actions by their exact values; none where that takes more than so many positions.

        Only the best has a line.
        """
        by_code = {self._kernel.code_of(action): action for action in legal}
        ranked = list[RankedAction]()
        for code, win, points in self._solutions(start, seat, positions):
            action = RankedAction(by_code[code], win, points[seat], 0, 0.0)
            line = () if ranked else self._best_line(start, seat, code)
            ranked.append(replace(action, line=line))
        return tuple(ranked)

    def _solutions(self, s: IntArray, seat: int, positions: int) -> list[tuple[int, float, list[float]]]:
        """Codes of a seat's actions with its exact share of the win and the points of both, best first.

        Of equal ones, whoever wins takes what ends soonest, whoever does not what the other finds hardest.
        """
        if self._kernel.HIDDEN or self._kernel.seats(s) > 2:
            return []
        codes = np.empty(self._kernel.MOST_ACTIONS, dtype=np.int64)
        values = np.empty((self._kernel.MOST_ACTIONS, 5))
        count = self._solve(s, seat, codes, values, positions)
        rewards, wins = values[:count, :2].T if seat == 0 else 1 - values[:count, :2].T
        effort = np.where(wins > 0.5, values[:count, 4], -values[:count, 4])
        order = np.lexsort((effort, -rewards)).tolist()
        return [(int(codes[i]), float(wins[i]), values[i, 2:4].tolist()) for i in order]

    def _best_line(self, start: IntArray, seat: int, code: int) -> tuple[tuple[Seat, Any], ...]:
        """Decisions of both seats after an action in a solved position, until chance decides."""
        kernel, s = self._kernel, start.copy()
        line = list[tuple[Seat, Any]]()
        while len(line) < LONGEST_LINE:
            kernel.apply(s, seat, code)
            seat = kernel.actor(s)
            if seat < 0 or not (solutions := self._solutions(s, seat, MOST_SOLVED)):
                break
            code = solutions[0][0]
            line.append((Seat(seat), kernel.action_of(code)))
        return tuple(line)

    def _ranked(self, start: IntArray, seat: Seat, legal: Sequence[Any]) -> tuple[RankedAction, ...]:
        """The actions by visits, then by what decides between those; other than candidates last."""
        tree, node = self._tree, self._node(start, seat)
        begin, width = int(tree.begins[node]), int(tree.widths[node])
        standing = tree.prior[begin : begin + width].astype(np.float64)
        if self._prior_worth:
            means = tree.rewards[begin : begin + width] / np.maximum(1, tree.tries[begin : begin + width])
            standing = means + self._prior_worth * np.log(standing)
        edges = sorted(range(begin, begin + width), key=lambda e: (-tree.tries[e], -standing[e - begin]))
        tries, wins, points = (
            array[begin : begin + width].sum() for array in (tree.tries, tree.wins, tree.points)
        )
        usual = wins / tries, points / tries
        by_code = {self._kernel.code_of(action): action for action in legal}
        ranked = [
            self._ranked_action(start, seat, edge, by_code.pop(int(tree.action[edge])), usual)
            for edge in edges
        ]
        ranked += [RankedAction(action, *usual, 0, 0.5) for action in by_code.values()]
        return tuple(self._by_outcome(start, seat, one) for one in ranked)

    def _by_outcome(self, start: IntArray, seat: Seat, ranked: RankedAction) -> RankedAction:
        """An action with exact values if it ends the game, whatever the seat does not know."""
        kernel, s = self._kernel, start.copy()
        if kernel.HIDDEN:
            return ranked
        kernel.apply(s, seat, kernel.code_of(ranked.action))
        if kernel.actor(s) != OVER:
            return ranked
        wins, points = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
        kernel.outcome(s, wins, points)
        return replace(ranked, win=float(wins[seat]), points=float(points[seat]), spread=0.0, ends=True)

    def _ranked_action(
        self, start: IntArray, seat: Seat, edge: int, action: Any, usual: tuple[float, float]
    ) -> RankedAction:
        tree, tries = self._tree, int(self._tree.tries[edge])
        if not tries:
            return RankedAction(action, *usual, 0, 0.5)
        win = float(tree.wins[edge]) / tries
        variance = max(0.0, float(tree.squares[edge]) / tries - win * win)
        spread = sqrt((variance + 0.25 / tries) / tries)
        line = self._line(start, seat, int(tree.action[edge]))
        return RankedAction(action, win, float(tree.points[edge]) / tries, tries, spread, line)

    def _looked_at(
        self,
        start: IntArray,
        seat: Seat,
        ranked: RankedAction,
        tries: int,
        generator: Generator,
        compare: bool,
    ) -> RankedAction:
        """An action that is asked about, with what is known once it has been tried enough, if it was not."""
        if compare and not ranked.ends:
            return self._searched(start, seat, ranked, tries, generator)
        unsure = self._kernel.HIDDEN or hasattr(self._kernel, "chances")
        if unsure and ranked.visits < TRIED_ALONE:
            return self._tried(start, seat, ranked, min(tries, TRIED_ALONE), generator)
        return ranked

    def _searched(
        self, start: IntArray, seat: Seat, ranked: RankedAction, tries: int, generator: Generator
    ) -> RankedAction:
        """An action with what it brings in a search of so many tries that begin with no other."""
        tree, key = self._tree, self._key(start, seat)
        clear(tree)
        self._seat = None
        tree.slots[-1 - find(tree, key)] = 0
        tree.keys[0], tree.begins[0], tree.widths[0], tree.visits[0] = key, 0, 1, 0
        tree.action[0], tree.prior[0], tree.tries[0] = self._kernel.code_of(ranked.action), 1.0, 0
        tree.rewards[0] = tree.wins[0] = tree.points[0] = tree.squares[0] = 0.0
        tree.counts[:] = 1
        self._search(tree, start, seat, tries, generator)
        return self._ranked_action(start, seat, 0, ranked.action, (ranked.win, ranked.points))

    def _tried(
        self, start: IntArray, seat: Seat, ranked: RankedAction, tries: int, generator: Generator
    ) -> RankedAction:
        """An action with what it brings when it is played so many times, each time judged at once."""
        sums = np.zeros(3)
        self._try_action(start, seat, self._kernel.code_of(ranked.action), tries, generator, sums)
        win, points, square = (sums / tries).tolist()
        spread = sqrt((max(0.0, square - win * win) + 0.25 / tries) / tries)
        return RankedAction(ranked.action, win, points, tries, spread)

    def _line(self, start: IntArray, seat: int, code: int) -> tuple[tuple[Seat, Any], ...]:
        """Actions expected to follow another: the most tried ones, from node to node."""
        kernel, tree, s = self._kernel, self._tree, start.copy()
        line = list[tuple[Seat, Any]]()
        while len(line) < LONGEST_LINE and not kernel.HIDDEN:
            kernel.apply(s, seat, code)
            seat = kernel.actor(s)
            node = self._node(s, seat) if seat >= 0 else NO_NODE
            if node < 0:
                break
            begin = int(tree.begins[node])
            edge = begin + int(tree.tries[begin : begin + tree.widths[node]].argmax())
            if tree.tries[edge] < LEAST_TRIES:
                break
            code = int(tree.action[edge])
            line.append((Seat(seat), kernel.action_of(code)))
        return tuple(line)

    def _node(self, s: IntArray, seat: int) -> int:
        """The node for what a seat knows; negative if there is none."""
        return int(find(self._tree, self._key(s, seat)))

    def _key(self, s: IntArray, seat: int) -> np.uint64:
        """The key of the node for what a seat knows."""
        known = s.copy()
        if hasattr(self._kernel, "conceal"):
            self._kernel.conceal(known, seat)
        return np.uint64(key_of(known, seat))


def _iterations_left(done: int, limit: int, used: float) -> int:
    """Iterations that are still to come, by count and by the clock."""
    if used >= 1:
        return 0
    return min(limit - done, int(done * (1 - used) / used)) if used > 0 else limit - done


def _is_settled(tree: Tree, node: int, left: int) -> bool:
    """Whether so many more iterations cannot change which action of a node was tried most."""
    tries = np.sort(tree.tries[tree.begins[node] : tree.begins[node] + tree.widths[node]])
    return len(tries) == 1 or int(tries[-1]) - int(tries[-2]) > left


class _Compiled(NamedTuple):
    """Compiled functions of a game: see `core.bots.tree` and `core.bots.endgame`.

    `prior_worth`: see `core.bots.comparison`; 0 for a game whose actions are not compared.
    """

    search: Callable[..., int]
    solve: Callable[..., int]
    try_action: Callable[..., None]
    prior_worth: float


@lru_cache(maxsize=8)
def _compiled(key: str) -> _Compiled:
    """The search and the solver of the game with this key."""
    name = f"core.games.{key}.bot.policy"
    policy = import_module(name) if find_spec(name) else None
    own = {name: getattr(policy, name) for name in tree.POLICY if hasattr(policy, name)}
    compared = comparison.PARTS if "worth" in own else ()
    parts = {part.__name__: part for part in (*tree.PARTS, *endgame.PARTS, *compared)}
    made = specialised([part for name, part in parts.items() if name not in own], kernel_of(key), own)
    return _Compiled(made["search"], made["solve"], made["try_action"], float(own.get("PRIOR_WORTH", 0)))
