"""Tree search on a kernel: one algorithm for chance, secrets and simultaneous decisions.

Monte Carlo tree search with the choice of PUCT (Rosin, "Multi-armed bandits with episode context", 2011). A
node is what the seat to act knows: its key is a hash of the state in which all is concealed that this
seat does not know (Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012). So a
decision never depends on a secret, different ways to one position meet, and what chance does needs no nodes
of its own.

Each iteration imagines what the searching seat does not know, walks down to a node that is new, judges the
position there, and adds the policy to all actions on the way. Every seat maximises its own reward.

A game may bring its policy, `core/games/<game>/bot/policy.py`: `candidates`, `evaluate`, `LEAD_SCALE` and
`EXPLORATION` in place of those here, or some of them, and an `imagine` in place of its kernel's, in which the
others decide better than at random. With a `worth` its actions are compared, and no tree grows (see
`core.bots.comparison`). Or it has a `search` of its own, with a `try_action` if that is not to judge as here.
`search` is compiled for each game (see `core.bots.analysis`); a game's own need not be.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bots.compiled import jit
from core.bots.contract import FloatArray
from core.bots.kernel import (
    CHANCE,
    MOST_ACTIONS,
    OVER,
    Generator,
    IntArray,
    actor,
    apply,
    conceal,
    draw,
    imagine,
    legal,
    outcome,
    playout,
    seats,
)

MOST_SEATS: Final = 7
MOST_DEPTH: Final = 400
"""Decisions an iteration walks down at most."""
EXPLORATION: Final = 3.0
"""Weight of how promising an action looks against what it has brought, at the first visits.

Large, as all look alike here: a game that knows more brings its own.
"""
EXPLORATION_GROWTH: Final = 4000.0
"""Visits after which that weight has begun to grow, with their logarithm."""
LEAD_SHARE: Final = 0.1
"""Share of the reward that is for the lead in points: who has won or lost still plays for more."""
UNTRIED: Final = 0.1
"""Reward by which an action never tried is taken to be worse than the node so far."""

NO_NODE: Final = -1


# --- What a game may know better -----------------------------------------------------------------------

LEAD_SCALE: Final = 1.0
"""Lead in points that is as good as any larger one."""


def candidates(s: IntArray, seat: int, actions: IntArray, weights: FloatArray) -> int:
    """Write the codes of a seat's actions worth trying; returns their number.

    `weights` says how promising each looks; they add up to 1.
    """
    count = legal(s, seat, actions)
    for i in range(count):
        weights[i] = 1.0 / count
    return count


def evaluate(s: IntArray, rng: Generator, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's share of the win and its points, as they may be expected; may change the state."""
    playout(s, rng)
    outcome(s, wins, points)


# --- The tree ------------------------------------------------------------------------------------------


class Tree(NamedTuple):
    """Nodes and their edges, the actions.

    Of a node: `keys`, `begins` (its first edge), `widths` (number of edges), `visits`. `slots` finds a node
    by its key. Of an edge: its `action`, `prior`, `tries`, and `rewards`, the sum for the seat that acts;
    `wins`, `points` and `squares` (of wins) are sums for the searching seat. `counts` holds the number of
    nodes and of edges.
    """

    keys: NDArray[np.uint64]
    begins: NDArray[np.int32]
    widths: NDArray[np.int32]
    visits: NDArray[np.int32]
    slots: NDArray[np.int32]
    action: IntArray
    prior: NDArray[np.float32]
    tries: NDArray[np.int32]
    rewards: FloatArray
    wins: FloatArray
    points: FloatArray
    squares: FloatArray
    counts: IntArray


def empty_tree(nodes: int, edges: int) -> Tree:
    """A tree with room for so many nodes and edges."""
    slots = 1 << (2 * nodes - 1).bit_length()
    return Tree(
        np.zeros(nodes, dtype=np.uint64),
        np.zeros(nodes, dtype=np.int32),
        np.zeros(nodes, dtype=np.int32),
        np.zeros(nodes, dtype=np.int32),
        np.full(slots, NO_NODE, dtype=np.int32),
        np.zeros(edges, dtype=np.int64),
        np.zeros(edges, dtype=np.float32),
        np.zeros(edges, dtype=np.int32),
        np.zeros(edges),
        np.zeros(edges),
        np.zeros(edges),
        np.zeros(edges),
        np.zeros(2, dtype=np.int64),
    )


def clear(tree: Tree) -> None:
    """Forget everything."""
    tree.slots.fill(NO_NODE)
    tree.counts.fill(0)


FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
SHIFT: Final = np.uint64(29)


@jit
def key_of(s: IntArray, seat: int) -> np.uint64:
    """Hash of a state's numbers and the seat to act."""
    key = np.uint64(seat + 1) * FACTOR
    for i in range(len(s)):
        key = (key ^ np.uint64(s[i])) * FACTOR
        key ^= key >> SHIFT
    return np.uint64(key)


@jit
def find(tree: Tree, key: np.uint64) -> int:
    """The node with a key; if there is none, -1 less the slot for it."""
    mask = len(tree.slots) - 1
    slot = np.int64(key >> SHIFT) & mask
    while tree.slots[slot] != NO_NODE:
        if tree.keys[tree.slots[slot]] == key:
            return tree.slots[slot]  # type: ignore[no-any-return]
        slot = (slot + 1) & mask
    return -1 - slot  # type: ignore[return-value]


def add_node(tree: Tree, s: IntArray, seat: int, key: np.uint64, slot: int, actions: IntArray) -> int:
    """Add a node for what a seat knows; `NO_NODE` if there is no room."""
    node, begin = tree.counts[0], tree.counts[1]
    if node == len(tree.keys) or begin + MOST_ACTIONS > len(tree.action):
        return NO_NODE
    weights = np.zeros(MOST_ACTIONS)
    count = candidates(s, seat, actions, weights)
    tree.keys[node], tree.begins[node], tree.widths[node], tree.visits[node] = key, begin, count, 0
    for i in range(count):
        edge = begin + i
        tree.action[edge], tree.prior[edge], tree.tries[edge] = actions[i], weights[i], 0
        tree.rewards[edge] = tree.wins[edge] = tree.points[edge] = tree.squares[edge] = 0.0
    tree.slots[slot] = node
    tree.counts[0], tree.counts[1] = node + 1, begin + count
    return node  # type: ignore[no-any-return]


def node_of(tree: Tree, s: IntArray, seat: int, known: IntArray, actions: IntArray) -> tuple[int, bool]:
    """The node for what a seat knows, and whether it is new; `NO_NODE` if there is no room for it."""
    known[:] = s
    conceal(known, seat)
    key = key_of(known, seat)
    node = find(tree, key)
    if node >= 0:
        return node, False
    return add_node(tree, s, seat, key, -1 - node, actions), True


def most_promising(tree: Tree, node: int) -> int:
    """The edge of a node to follow next."""
    begin, end = tree.begins[node], tree.begins[node] + tree.widths[node]
    visits = tree.visits[node]
    explore = EXPLORATION * (1.0 + log(1.0 + visits / EXPLORATION_GROWTH)) * sqrt(visits + 1.0)
    total = 0.0
    for edge in range(begin, end):
        total += tree.rewards[edge]
    usual = total / visits - UNTRIED if visits else 0.5
    best, chosen = -1e9, begin
    for edge in range(begin, end):
        tries = tree.tries[edge]
        value = tree.rewards[edge] / tries if tries else usual
        value += explore * tree.prior[edge] / (1 + tries)
        if value > best:
            best, chosen = value, edge
    return chosen  # type: ignore[no-any-return]


def settle(s: IntArray, rng: Generator) -> int:
    """Let chance act until a seat has to, or nobody: the actor."""
    acting = actor(s)
    while acting == CHANCE:
        apply(s, CHANCE, draw(s, rng))
        acting = actor(s)
    return acting


def rewards_of(count: int, wins: FloatArray, points: FloatArray, rewards: FloatArray) -> None:
    """Write each seat's reward, 0 … 1: its share of the win and, a little, its lead over the best other."""
    for seat in range(count):
        best = -1e9
        for other in range(count):
            if other != seat:
                best = max(best, points[other])
        lead = min(1.0, max(-1.0, (points[seat] - best) / LEAD_SCALE))
        rewards[seat] = (1.0 - LEAD_SHARE) * wins[seat] + LEAD_SHARE * (0.5 + 0.5 * lead)


def search(tree: Tree, start: IntArray, seat: int, iterations: int, rng: Generator) -> int:
    """Search from a state in which a seat owes a decision; the number of the root, `NO_NODE` without room."""
    s, known = np.empty_like(start), np.empty_like(start)
    actions = np.empty(MOST_ACTIONS, dtype=np.int64)
    wins, points, rewards = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    path, actors = np.empty(MOST_DEPTH, dtype=np.int64), np.empty(MOST_DEPTH, dtype=np.int64)
    root, _ = node_of(tree, start, seat, known, actions)
    count = seats(start)
    for _ in range(iterations):
        if root == NO_NODE:
            return NO_NODE
        s[:] = start
        imagine(s, seat, rng)
        node, acting, depth, is_new = root, seat, 0, False
        while not is_new and depth < MOST_DEPTH:
            edge = most_promising(tree, node)
            tree.visits[node] += 1
            path[depth], actors[depth] = edge, acting
            depth += 1
            apply(s, acting, tree.action[edge])
            acting = settle(s, rng)
            if acting == OVER:
                break
            node, is_new = node_of(tree, s, acting, known, actions)
        if acting == OVER:
            outcome(s, wins, points)
        else:
            evaluate(s, rng, wins, points)
        rewards_of(count, wins, points, rewards)
        for i in range(depth):
            edge = path[i]
            tree.tries[edge] += 1
            tree.rewards[edge] += rewards[actors[i]]
            tree.wins[edge] += wins[seat]
            tree.points[edge] += points[seat]
            tree.squares[edge] += wins[seat] * wins[seat]
    return root


def try_action(s: IntArray, seat: int, action: int, tries: int, rng: Generator, sums: FloatArray) -> None:
    """Play an action so many times and judge what follows; add win, points, square of the win to `sums`."""
    after, wins, points = np.empty_like(s), np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    for _ in range(tries):
        after[:] = s
        imagine(after, seat, rng)
        apply(after, seat, action)
        if settle(after, rng) == OVER:
            outcome(after, wins, points)
        else:
            evaluate(after, rng, wins, points)
        sums[0] += wins[seat]
        sums[1] += points[seat]
        sums[2] += wins[seat] * wins[seat]


PARTS: Final[tuple[Callable[..., object], ...]] = (
    candidates,
    evaluate,
    add_node,
    node_of,
    most_promising,
    settle,
    rewards_of,
    search,
    try_action,
)
POLICY: Final = (
    "candidates",
    "evaluate",
    "imagine",
    "search",
    "try_action",
    "solve",
    "worth",
    "FIRST_TRIES",
    "LEAD_SCALE",
    "EXPLORATION",
    "PRIOR_WORTH",
)
"""Names of what a game may bring."""
