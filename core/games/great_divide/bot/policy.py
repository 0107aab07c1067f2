"""Policy of The Great Divide for analyses: the look-ahead by which its AIs play, in place of a tree.

A tree search lost to the look-ahead, even with values of the same kind at its leaves. Nothing here has to be
compiled.
"""

from __future__ import annotations

from math import exp
from typing import Final

import numpy as np

from core.bots.contract import FloatArray
from core.bots.kernel import Generator, IntArray
from core.bots.tree import NO_NODE, Tree, find, key_of
from core.game import Seat
from core.games.great_divide.bot import kernel
from core.games.great_divide.bot.evaluation import first_sight, foreseen
from core.games.great_divide.bot.player import EXPERT_LIMITS
from core.games.great_divide.bot.search import sign
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.scoring import FIVE_POINTS
from core.games.great_divide.state import Action, State

LEAD_SCALE: Final = 30.0
"""Lead in points as good as any larger one."""
LOOK_TRIES: Final = 64
"""Tries of the search as which a look at an action counts."""
LEAST_SPREAD, SPREAD_OF_TILE = 2.0, 0.2
"""Scale of the lead's uncertainty in points: at the end, and what each tile left adds."""

ROOT: Final = 0
CARD_STAGES: Final = ("cards", "turn", "again")


def search(tree: Tree, start: IntArray, seat: int, iterations: int, rng: Generator) -> int:
    """See `core.bots.tree`; here the tree is one action deep, and each action is looked at once.

    What looks best at first sight comes first. `NO_NODE` once all have been looked at.
    """
    known = start.copy()
    kernel.conceal(known, seat)
    key, s = np.uint64(key_of(known, seat)), kernel.to_state(known)
    if find(tree, key) < 0:
        _add_root(tree, s, Seat(seat), key)
    left = np.flatnonzero(tree.tries[: tree.widths[ROOT]] == 0)
    if not len(left):
        return NO_NODE
    # One forecast says what all cards are worth.
    looks = len(left) if s.stage in CARD_STAGES else max(1, iterations // LOOK_TRIES)
    for edge in left[:looks].tolist():
        win, points = _look(s, Seat(seat), kernel.action_of(int(tree.action[edge])))
        tree.tries[edge], tree.prior[edge] = LOOK_TRIES, win
        tree.wins[edge], tree.squares[edge] = LOOK_TRIES * win, LOOK_TRIES * win * win
        tree.points[edge] = LOOK_TRIES * points
    return ROOT


def try_action(s: IntArray, seat: int, action: int, tries: int, rng: Generator, sums: FloatArray) -> None:
    """See `core.bots.tree`: one look stands for all tries."""
    win, points = _look(kernel.to_state(s), Seat(seat), kernel.action_of(action))
    sums += tries * np.array((win, points, win * win))


def _add_root(tree: Tree, s: State, seat: Seat, key: np.uint64) -> None:
    """Make a tree of a seat's actions, as they look at first sight, and forget any other."""
    tree.slots.fill(NO_NODE)
    actions = GREAT_DIVIDE.legal(s, seat)
    if s.stage != "lay":
        actions = actions[::-1]  # of equals to leave all as it is
    if s.stage not in CARD_STAGES:
        values = sign(seat) * first_sight(GREAT_DIVIDE, s, actions, tempo=True)
        actions = [actions[i] for i in np.argsort(-values, kind="stable")]
    count = len(actions)
    for numbers in (tree.tries, tree.rewards, tree.wins, tree.points, tree.squares, tree.prior):
        numbers[:count] = 0
    tree.action[:count] = [kernel.code_of(action) for action in actions]
    tree.slots[-1 - find(tree, key)] = ROOT
    tree.keys[ROOT], tree.begins[ROOT], tree.widths[ROOT] = key, 0, count
    tree.counts[:] = 1, count


def _look(s: State, seat: Seat, action: Action) -> tuple[float, float]:
    """The seat's chance to win after an action, and its points at the end."""
    outcome = GREAT_DIVIDE.outcome(GREAT_DIVIDE.apply(s, seat, action))
    if outcome is not None:
        return (seat in outcome.winners) / len(outcome.winners), outcome.scores[seat]
    lead = sign(seat) * foreseen(GREAT_DIVIDE, s, seat, action, EXPERT_LIMITS)
    scale = LEAST_SPREAD + SPREAD_OF_TILE * int(s.bag.sum())
    return 1.0 / (1.0 + exp(-lead / scale)), 0.5 * (len(s.tiles) + FIVE_POINTS + lead)
