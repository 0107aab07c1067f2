"""Comparison of a seat's actions on a kernel, in place of a tree: each is played on from with the same luck.

Where chance and the secrets of others are worth many times what actions differ by, most of that cancels out
if they are the same for all. What does worse drops out (successive halving: Karnin, Koren and Somekh, "Almost
optimal exploration in multi-armed bandits", 2013); how an action looked before counts as much as what it has
brought.

A game that compares brings `worth` and `PRIOR_WORTH` with its policy (see `core.bots.tree`), and a
`candidates` that looks long, since it is asked only once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from core.bots.compiled import random_bits
from core.bots.contract import FloatArray
from core.bots.kernel import MOST_ACTIONS, Generator, IntArray, apply, conceal, imagine, seats
from core.bots.tree import MOST_SEATS, NO_NODE, Tree, candidates, evaluate, find, key_of

FIRST_TRIES: Final = 24
"""Times each action is tried before the worse half drops out; then twice as often, and so on."""
MORE_THAN_ANY: Final = 1e6
"""More than any worth."""
ROOT: Final = 0
PRIOR_WORTH: Final = 1.0
"""Worth by which an action must look better to have e times the weight."""


def worth(wins: FloatArray, points: FloatArray, count: int, seat: int) -> float:
    """Reward of one of so many seats for an evaluation of the position."""
    return wins[seat]  # type: ignore[no-any-return]


def add_root(tree: Tree, s: IntArray, seat: int, key: np.uint64) -> None:
    """Make a tree of a seat's candidates, and forget any other."""
    tree.slots[:] = NO_NODE
    actions, weights = np.empty(MOST_ACTIONS, dtype=np.int64), np.empty(MOST_ACTIONS)
    count = candidates(s, seat, actions, weights)
    for edge in range(count):
        tree.action[edge], tree.prior[edge], tree.tries[edge] = actions[edge], weights[edge], 0
        tree.rewards[edge] = tree.wins[edge] = tree.points[edge] = tree.squares[edge] = 0.0
    tree.slots[-1 - find(tree, key)] = ROOT
    tree.keys[ROOT], tree.begins[ROOT], tree.widths[ROOT] = key, 0, count
    tree.counts[0], tree.counts[1] = 1, count


def still_compared(tree: Tree) -> IntArray:
    """The edges to be tried next, tried equally often so far: now and then the worse half drops out."""
    edges, limit = np.arange(tree.widths[ROOT]), FIRST_TRIES
    while len(edges) > 1 and tree.tries[edges].min() >= limit:
        values = tree.rewards[edges] / tree.tries[edges] + PRIOR_WORTH * np.log(tree.prior[edges])
        values += MORE_THAN_ANY * (tree.tries[edges] > limit)
        edges = edges[np.argsort(-values)[: (len(edges) + 1) // 2]]
        limit = 2 * limit + FIRST_TRIES
    return edges


def search(tree: Tree, start: IntArray, seat: int, iterations: int, rng: Generator) -> int:
    """See `core.bots.tree`; here the tree is one action deep, and those compared are tried equally often."""
    known = start.copy()
    conceal(known, seat)
    key = np.uint64(key_of(known, seat))
    if find(tree, key) < 0:
        add_root(tree, start, seat, key)
    luck, wins, points = np.empty_like(rng), np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    s, done = np.empty_like(start), 0
    while done < iterations:
        for edge in still_compared(tree):
            luck[0] = key ^ np.uint64(tree.tries[edge])
            luck[0] = random_bits(luck)
            s[:] = start
            imagine(s, seat, luck)
            apply(s, seat, tree.action[edge])
            evaluate(s, luck, wins, points)
            tree.tries[edge] += 1
            tree.rewards[edge] += worth(wins, points, seats(start), seat)
            tree.wins[edge] += wins[seat]
            tree.points[edge] += points[seat]
            tree.squares[edge] += wins[seat] * wins[seat]
            done += 1
    return ROOT


PARTS: Final[tuple[Callable[..., object], ...]] = (worth, add_root, still_compared, search)
"""Functions that take the place of those of the same names in `core.bots.tree`."""
