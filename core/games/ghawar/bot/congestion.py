"""How much trucks are in each other's way, for the AI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from core.game import Seat
from core.games.ghawar.bot.batch import BatchSetting
from core.games.ghawar.bot.distances import beside
from core.games.ghawar.roads import mask_of, roads
from core.games.ghawar.state import FIELD_SIZE, NOTHING, PLATFORMS, State

RankedDrives = list[tuple[float, int]]
"""Ways to drive: how many turns are left at the end of each, and its mask; the best come first."""


class Congestion:
    """What the trucks of a seat can do to those of the others with the next roll of each.

    The ways of a truck that is not after anything are left out.
    """

    def __init__(self, s: State, seat: Seat, setting: BatchSetting) -> None:
        self._ways = [
            ways
            for rival in range(s.seats)
            if rival != seat
            for truck in range(s.options.trucks)
            for ways in _ways(s, Seat(rival), truck, setting)
        ]

    def __call__(self, trucks: Sequence[int]) -> float:
        """How many turns the others lose, all together, while the trucks of the seat stand there."""
        blocked = mask_of(trucks)
        return sum(_lost(ways, blocked) for ways in self._ways) / FIELD_SIZE


def _lost(ways: RankedDrives, blocked: int) -> float:
    """How many turns longer the best way is that is free; a truck that has none waits for a turn."""
    best = ways[0][0]
    for turns, mask in ways:
        if not mask & blocked:
            return min(turns - best, 1.0)
    return 1.0


def _ways(s: State, rival: Seat, truck: int, setting: BatchSetting) -> Iterator[RankedDrives]:
    """For each roll what a truck can do, as if it were alone."""
    turns = _turns_after(s, rival, s.loads.item(rival, truck), setting)
    if turns is None:
        return
    start = s.trucks.item(rival, truck)
    for pips in range(1, FIELD_SIZE + 1):
        routes = roads(s.options.roads).routes(rival, start, pips)
        if routes:
            yield sorted((turns[route.end], route.mask) for route in routes)


def _turns_after(s: State, rival: Seat, load: int, setting: BatchSetting) -> list[float] | None:
    """How many turns are left until a cube is stored, by where a drive ends."""
    trips = setting.trips[rival]
    if load != NOTHING:
        return list[float](trips.home.tolist())
    wanted = ((s.cubes != NOTHING) & (s.derricks == rival)).reshape(PLATFORMS)
    if not wanted.any():
        return None
    near = np.append(wanted, False)[beside(s.options.crossing_loads)].any(axis=1)
    fetch = trips.fetch[:, wanted].min(axis=1)
    return list[float](np.where(near, np.minimum(trips.home, fetch), fetch).tolist())
