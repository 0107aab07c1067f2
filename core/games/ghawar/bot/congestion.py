"""Congestion: the turns that trucks cost each other by standing in the way, for the AI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

import numpy as np

from core.game import Seat
from core.games.ghawar.bot.batch import BatchSetting
from core.games.ghawar.bot.distances import beside
from core.games.ghawar.roads import mask_of, roads
from core.games.ghawar.state import FIELD_SIZE, NOTHING, PLATFORMS, State

RankedDrives = list[tuple[float, int]]
"""Drives of one roll, the best first: turns left at the end of each, and the mask of the spaces it enters."""


class Congestion:
    """Turns that a seat's trucks cost the other seats at their next roll.

    Trucks without a cube to fetch or to bring home have no drives here.
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
        """Turns that the others lose on average while the seat's trucks stand on these spaces."""
        blocked = mask_of(trucks)
        return fsum(_lost(ways, blocked) for ways in self._ways) / FIELD_SIZE


def _lost(ways: RankedDrives, blocked: int) -> float:
    """Turns that blocked spaces cost a truck with this roll: at most 1, as if it waited."""
    best = ways[0][0]
    for turns, mask in ways:
        if not mask & blocked:
            return min(turns - best, 1.0)
    return 1.0


def _ways(s: State, rival: Seat, truck: int, setting: BatchSetting) -> Iterator[RankedDrives]:
    """The drives of a truck for each roll, as if it were alone on the roads."""
    turns = _turns_after(s, rival, s.loads.item(rival, truck), setting)
    if turns is None:
        return
    start = s.trucks.item(rival, truck)
    for pips in range(1, FIELD_SIZE + 1):
        routes = roads(s.options.roads).routes(rival, start, pips)
        if routes:
            yield sorted((turns[route.end], route.mask) for route in routes)


def _turns_after(s: State, rival: Seat, load: int, setting: BatchSetting) -> list[float] | None:
    """Turns left until a cube is stored, by the place where a drive ends."""
    trips = setting.trips[rival]
    if load != NOTHING:
        return list[float](trips.home.tolist())
    wanted = ((s.cubes != NOTHING) & (s.derricks == rival)).reshape(PLATFORMS)
    if not wanted.any():
        return None
    near = np.append(wanted, False)[beside(s.options.crossing_loads)].any(axis=1)
    fetch = trips.fetch[:, wanted].min(axis=1)
    return list[float](np.where(near, np.minimum(trips.home, fetch), fetch).tolist())
