"""What looks good at a glance: how much money every seat may have in the end.

A cube under a derrick pays the derrick's owner, whoever fetches it: a buyer gets back what it pays. What is
left to win are cubes without a derrick, by moving one there, and the majorities, by driving faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from core.game import Seat
from core.games.ghawar.lot import Lot, Reals, Truths
from core.games.ghawar.state import COLOURS, DEPOT, NOTHING, Action, Shift, State
from core.games.ghawar.trips import NEVER

TURN: Final = 0.12
"""What a turn is worth, in money, that is not needed to fetch what stands under one's own derricks."""
EXPECTED: Final = 0.9
"""How much of a cube under one's derrick counts as stored when majorities are guessed at."""
UNSURE: Final = (0.05, 0.25)
"""The variance of a lead in one colour: in any case, and for each cube not yet on a truck."""
_STEEP: Final = 1.7
"""A logistic curve so steep is nearly that of the normal distribution."""

_COLOURS: Final = np.arange(len(COLOURS))


def outlook(lot: Lot, turn: float = TURN) -> Reals:
    """How much money every seat may have in the end: shape (positions, seats).

    What nobody has laid a hand on counts for nobody.
    """
    setting = lot.setting
    worth = setting.worth.astype(np.float32)
    colours = lot.cubes[:, :, None] == _COLOURS
    counts = (lot.loads[..., None] == _COLOURS).sum(axis=2) + lot.stored
    money: Reals = lot.money + counts @ worth[:-1]
    leads = counts.astype(np.float32)
    for side in range(setting.seats):
        mine = (lot.derricks == side) & (lot.cubes != NOTHING)
        under = (colours & mine[:, :, None]).sum(axis=1)
        money[:, side] += under @ worth[:-1]
        leads[:, side] += EXPECTED * under
        money[:, side] -= turn * turns_left(lot, Seat(side), mine)
    money += chances(leads, colours.sum(axis=1)) @ worth[:-1]
    return money


def chances(leads: Reals, left: Reals) -> Reals:
    """How likely every seat is to have the majority of each colour: shape (positions, seats, 6).

    `leads` (the same shape) are the cubes it has and expects, `left` (positions, 6) those not yet on a truck.
    """
    ranked = np.sort(leads, axis=1)
    first, second = ranked[:, -1:], ranked[:, -2:-1]
    ahead = leads - np.where(leads == first, second, first)
    spread = np.sqrt(UNSURE[0] + UNSURE[1] * left)[:, None]
    likely: Reals = 1 / (1 + np.exp(-_STEEP * (ahead - 0.5) / spread))
    return likely


def turns_left(lot: Lot, seat: Seat, mine: Truths) -> Reals:
    """How many turns it takes a seat to store what stands under its derricks, one cube after the other."""
    trips = lot.setting.trips[seat]
    turns: Reals = mine @ trips.fetch[DEPOT]
    detour = trips.fetch - trips.fetch[DEPOT]
    none = ~mine.any(axis=1)
    for truck in range(lot.setting.options.trucks):
        at, load = lot.trucks[:, seat, truck], lot.loads[:, seat, truck]
        nearest = np.where(mine, detour[at], NEVER).min(axis=1)
        turns += np.where(load != NOTHING, trips.home[at], np.where(none, 0, nearest))
    return turns


def lead(money: Reals, seat: Seat) -> Reals:
    """By how much a seat is ahead of the others: half of the best of them, half of what they have on average.

    `money` has shape (…, seats).
    """
    others = np.delete(money, seat, axis=-1)
    ahead: Reals = money[..., seat] - (others.max(axis=-1) + others.mean(axis=-1)) / 2
    return ahead


def promising(s: State, legal: Sequence[Action]) -> list[Action]:
    """What is worth a thought: of the moves of derricks only those onto a cube, and one that changes nothing.

    The latter is how to wait.
    """
    cubes = (s.cubes != NOTHING).tolist()
    found, waiting = list[Action](), list[Action]()
    for a in legal:
        if not isinstance(a, Shift) or cubes[a.to[1] // 2][a.to[0] // 2]:
            found.append(a)
        elif not waiting and not cubes[a.y // 2][a.x // 2]:
            waiting.append(a)
    return found + waiting or list(legal)
