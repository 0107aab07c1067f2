"""Static evaluation of Ghawar: the money every seat may have in the end, without looking ahead.

A cube under a derrick pays the derrick's owner, whoever fetches it: a buyer gets back what it pays. What is
left to win are cubes without a derrick, by moving one there, and the majorities, by driving faster and by
buying where one cube more decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bots.arithmetic import logistic
from core.bots.contract import BoolArray
from core.game import Seat
from core.games.ghawar.bot.batch import Batch
from core.games.ghawar.bot.distances import UNREACHABLE
from core.games.ghawar.state import COLOURS, DEPOT, NOTHING, PLATFORMS, Action, Shift, State

RealArray = NDArray[np.floating[Any]]

TURN_COST: Final = 0.12
"""Money that a turn is worth."""
CLAIM_WEIGHT: Final = 0.9
"""Share of a stored cube that a cube under one's own derrick counts in majorities."""
LEAD_VARIANCE: Final = (0.05, 0.25)
"""Variance of a lead in a colour: the base, and for each cube not yet on a truck."""
APPROACH_SHARE: Final = 0.4
"""Share of what a cube would add through majorities that a truck drives for."""
LOGISTIC_SLOPE: Final = 1.7
"""Slope at which a logistic curve nearly equals that of the normal distribution."""

_COLOUR_INDICES: Final = np.arange(len(COLOURS))


class CashEvaluation(NamedTuple):
    """Cubes by seat and colour, as far as they are counted on.

    `mine` (seats, positions, platforms): the cubes under each seat's derricks. `safe` (positions, seats, 6):
    its cubes on trucks and in the depot. `leads` (the same shape): those and the ones it expects. `left`
    (positions, 6): the cubes not yet on a truck.
    """

    mine: BoolArray
    safe: RealArray
    leads: RealArray
    left: RealArray


def count_cubes(lot: Batch) -> CashEvaluation:
    """The estimate of cubes for every position of a batch."""
    colours = lot.cubes[:, :, None] == _COLOUR_INDICES
    sides = np.arange(lot.setting.seats)[:, None, None]
    mine = (lot.derricks == sides) & (lot.cubes != NOTHING)
    safe = (lot.loads[..., None] == _COLOUR_INDICES).sum(axis=2) + lot.stored
    under = np.stack([(colours & own[:, :, None]).sum(axis=1) for own in mine], axis=1)
    return CashEvaluation(mine, safe, safe + CLAIM_WEIGHT * under, colours.sum(axis=1))


def expected_money(lot: Batch) -> RealArray:
    """Money that every seat may have in the end: shape (positions, seats).

    Cubes without a derrick count for nobody.
    """
    worth = lot.setting.worth
    known = count_cubes(lot)
    pays = worth[:-1].astype(np.float64)
    chances = known.safe + majority_chances(known.leads, known.left)
    money: RealArray = lot.money + (chances * pays).sum(axis=2)
    for side, mine in enumerate(known.mine):
        money[:, side] += (mine * worth[lot.cubes]).sum(axis=1)
        money[:, side] -= TURN_COST * turns_left(lot, Seat(side), mine, cube_values(lot, Seat(side), known))
    return money


def majority_chances(leads: RealArray, left: RealArray) -> RealArray:
    """Probability that each seat has the majority of each colour in the end."""
    ranked = np.sort(leads, axis=1)
    first, second = ranked[:, -1:], ranked[:, -2:-1]
    ahead = leads - np.where(leads == first, second, first)
    spread = np.sqrt(LEAD_VARIANCE[0] + LEAD_VARIANCE[1] * left)[:, None]
    return logistic(LOGISTIC_SLOPE * (ahead - 0.5) / spread)


def cube_values(lot: Batch, seat: Seat, known: CashEvaluation) -> RealArray:
    """Turns worth driving for each platform's cube, for majorities: shape (positions, platforms).

    -`UNREACHABLE` stands for a cube that cannot be had.
    """
    worth = lot.setting.worth[lot.cubes]
    offered = (lot.cubes != NOTHING) & (lot.derricks != NOTHING)
    affordable = offered & (worth <= lot.money[:, seat][:, None])
    gains = _swings(seat, known)[np.arange(len(lot))[:, None], lot.derricks, lot.cubes] * worth
    return np.where(affordable | known.mine[seat], APPROACH_SHARE * gains / TURN_COST, -UNREACHABLE)


def _swings(seat: Seat, known: CashEvaluation) -> RealArray:
    """Majorities that one cube more brings a seat, as a lead in probability: shape (positions, seats, 6).

    The second axis is whose derrick the cube stands under.
    """
    before = money_lead(majority_chances(known.leads, known.left).swapaxes(1, 2), seat)
    left = np.maximum(known.left - 1, 0)
    swings = np.empty_like(known.leads)
    for owner in range(known.leads.shape[1]):
        leads = known.leads.copy()
        leads[:, seat] += 1
        leads[:, owner] -= CLAIM_WEIGHT
        swings[:, owner] = money_lead(majority_chances(leads, left).swapaxes(1, 2), seat) - before
    return swings


def turns_left(lot: Batch, seat: Seat, mine: BoolArray, aim: RealArray) -> RealArray:
    """Turns that a seat needs to store what stands under its derricks, one cube after the other.

    Turns that its aims are worth are taken off; empty trucks go for what then costs least, each for another
    cube.
    """
    trips = lot.setting.trips[seat]
    whole = trips.fetch[DEPOT]
    wish = np.where(mine, whole, 0) + aim
    at, loaded = lot.trucks[:, seat], lot.loads[:, seat] != NOTHING
    later = np.minimum((whole - wish).min(axis=1), 0)
    home = trips.home[at] + later[:, None]
    saved = home[:, :, None] - (trips.fetch[at] - wish[:, None])
    saved[loaded] = -UNREACHABLE
    turns: RealArray = (mine * whole).sum(axis=1) + home.sum(axis=1)
    every = np.arange(len(lot))
    for _ in range(lot.setting.options.trucks):
        truck, platform = np.divmod(saved.reshape(len(lot), -1).argmax(axis=1), PLATFORMS)
        turns -= np.maximum(saved[every, truck, platform], 0)
        saved[every, truck] = -UNREACHABLE
        saved[every, :, platform] = -UNREACHABLE
    return turns


def money_lead(money: RealArray, seat: Seat) -> RealArray:
    """Lead of a seat over the others, in money: half over the best of them, half over their mean.

    `money` has shape (…, seats).
    """
    others = np.delete(money, seat, axis=-1)
    ahead: RealArray = money[..., seat] - (others.max(axis=-1) + others.mean(axis=-1)) / 2
    return ahead


def candidates(s: State, legal: Sequence[Action]) -> list[Action]:
    """The actions worth evaluating: of the moves of derricks only those onto a cube, and one that waits.

    That one changes nothing.
    """
    cubes = (s.cubes != NOTHING).tolist()
    found, waiting = list[Action](), list[Action]()
    for a in legal:
        if not isinstance(a, Shift) or cubes[a.to[1] // 2][a.to[0] // 2]:
            found.append(a)
        elif not waiting and not cubes[a.y // 2][a.x // 2]:
            waiting.append(a)
    return found + waiting or list(legal)
