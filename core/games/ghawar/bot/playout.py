"""Playouts: many games continued side by side, every seat doing what static evaluation likes best.

Trucks do not stand in each other's way here.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from core.game import Seat
from core.games.ghawar.bot.batch import Batch
from core.games.ghawar.bot.distances import UNREACHABLE, IntArray, beside
from core.games.ghawar.bot.evaluation import TURN_COST, RealArray
from core.games.ghawar.state import NOTHING

PURCHASE_TURNS: Final = 6.0
"""Turns that a trip may take longer to avoid paying for a cube."""
SHIFT_MARGIN: Final = 0.3
"""Gain by which moving a derrick must exceed a drive."""

TURN_SAVING: Final = 1.0
"""Turns that a drive saves on average before the die is rolled."""


def play_on(lot: Batch, seat: Seat, rolls: IntArray) -> None:
    """Continue all games from this seat on; `rolls` (turns, positions) are 0 to 5."""
    for pips in rolls:
        _turn(lot, seat, pips)
        seat = Seat((seat + 1) % lot.setting.seats)


def _turn(lot: Batch, seat: Seat, pips: IntArray) -> None:
    every = np.arange(len(lot))
    onto, source, won = _best_claims(lot, seat)
    price = _prices(lot, seat)
    saved, ends, platforms = _best_drives(lot, seat, 0, pips, price)
    trucks = np.zeros_like(ends)
    for truck in range(1, lot.setting.options.trucks):
        more, there, load = _best_drives(lot, seat, truck, pips, price)
        better = more > saved
        saved = np.where(better, more, saved)
        ends, platforms = np.where(better, there, ends), np.where(better, load, platforms)
        trucks[better] = truck
    if lot.setting.options.rolls_to_drive:
        hoped, drives = np.where(saved == 0, 0, TURN_SAVING), saved != 0
    else:
        hoped, drives = saved, saved > 0
    claims = won > TURN_COST * hoped + SHIFT_MARGIN
    claiming, driving = every[claims], every[~claims & drives]
    lot.derricks[claiming, source[claiming]] = NOTHING
    lot.derricks[claiming, onto[claiming]] = seat
    lot.drive(driving, seat, trucks[driving], ends[driving], platforms[driving])


def _best_claims(lot: Batch, seat: Seat) -> tuple[IntArray, IntArray, RealArray]:
    """The best move of a derrick: the cube to claim, the own derrick to give up, the difference in worth."""
    setting = lot.setting
    trip = TURN_COST * setting.trips[seat].fetch[-1]
    worth = setting.worth[lot.cubes] - np.where(lot.cubes != NOTHING, trip, 0)
    free = (lot.derricks == NOTHING) & (lot.cubes != NOTHING)
    there = np.where(free, worth, -UNREACHABLE)
    here = np.where(lot.derricks == seat, worth, UNREACHABLE)
    onto, source = there.argmax(axis=1), here.argmin(axis=1)
    won = there.max(axis=1) - here.min(axis=1)
    return onto, source, won


def _prices(lot: Batch, seat: Seat) -> RealArray:
    """The price of the cube on each platform, in turns; 0 under own derricks."""
    worth = lot.setting.worth[lot.cubes]
    offered = (lot.cubes != NOTHING) & (lot.derricks != NOTHING)
    affordable = offered & (worth <= lot.money[:, seat][:, None])
    price = np.full((len(lot), lot.cubes.shape[1] + 1), UNREACHABLE, dtype=np.float32)
    price[:, :-1][affordable] = PURCHASE_TURNS
    price[:, :-1][offered & (lot.derricks == seat)] = 0
    return price


def _best_drives(
    lot: Batch, seat: Seat, truck: int, pips: IntArray, price: RealArray
) -> tuple[RealArray, IntArray, IntArray]:
    """The best drive of a truck with its roll: turns saved, the end, and the platform loaded from.

    0 turns for a truck that has nothing to fetch or bring home.
    """
    trips = lot.setting.trips[seat]
    start = lot.trucks[:, seat, truck]
    ends = trips.ends[pips, start]
    saved, choice = np.empty(len(lot), dtype=np.float32), np.empty(len(lot), dtype=np.int64)
    platforms = np.full(len(lot), NOTHING)
    loaded = lot.loads[:, seat, truck] != NOTHING
    full, empty = np.flatnonzero(loaded), np.flatnonzero(~loaded)
    if len(full):
        home = trips.home[ends[full]]
        choice[full] = home.argmin(axis=1)
        saved[full] = trips.home[start[full]] - home.min(axis=1)
    if len(empty):
        there, cost = ends[empty], price[empty]
        aims = trips.fetch[start[empty]] + cost[:, :-1]
        aim = aims.argmin(axis=1)[:, None]
        rows = np.arange(len(empty))[:, None]
        later = trips.fetch[there, aim] + cost[rows, aim]
        near = beside(lot.setting.options.crossing_loads)[there]
        offers = cost[rows[:, :, None], near]
        cheapest = offers[:, :, 0]
        for other in range(1, offers.shape[2]):
            cheapest = np.minimum(cheapest, offers[:, :, other])
        now = trips.home[there] + cheapest
        best = np.minimum(now, later)
        chosen = best.argmin(axis=1)
        rows = rows[:, 0]
        saved[empty] = np.where(aims.min(axis=1) < UNREACHABLE, aims.min(axis=1) - best[rows, chosen], 0)
        choice[empty] = chosen
        loads = now[rows, chosen] <= later[rows, chosen]
        platforms[empty] = np.where(loads, near[rows, chosen, offers[rows, chosen].argmin(axis=1)], NOTHING)
    return saved, ends[np.arange(len(lot)), choice], platforms
