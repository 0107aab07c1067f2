"""Many positions at once, as arrays: what the AI judges and plays on.

They are of one game, at the same turn; what differs is what lies and stands where.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from core.game import Seat
from core.games.ghawar.bot.distances import Distances, IntArray, trips
from core.games.ghawar.state import (
    DEPOT,
    NOTHING,
    PLATFORMS,
    Action,
    Build,
    Drive,
    Leave,
    Options,
    Shift,
    State,
    platform_at,
    space_at,
    truck_index,
)


class BatchSetting:
    """Setting shared by a batch: options, barrels by colour (0 for none), trip tables by seat."""

    def __init__(self, s: State) -> None:
        self.options: Options = s.options
        self.seats = s.seats
        self.worth: IntArray = np.append(s.values, 0).astype(np.int64)
        self.trips: tuple[Distances, ...] = tuple(
            trips(s.options.roads, s.options.crossing_loads, Seat(side)) for side in range(s.seats)
        )


class Batch:
    """Many positions of one game as arrays: the first axis of each counts the positions.

    `cubes`, `derricks` (platforms), `trucks`, `loads` (seats, trucks), `stored` (seats, 6) and `money`
    (seats) are as in `State`.
    """

    def __init__(self, setting: BatchSetting, arrays: tuple[IntArray, ...]) -> None:
        self.setting = setting
        self.cubes, self.derricks, self.trucks, self.loads, self.stored, self.money = arrays

    @classmethod
    def of(cls, s: State, copies: int) -> Self:
        """A batch of one position, repeated."""
        shape = (PLATFORMS,)
        arrays = (s.cubes.reshape(shape), s.derricks.reshape(shape), s.trucks, s.loads, s.stored, s.money)
        spread = [np.repeat(array[None].astype(np.int64), copies, axis=0) for array in arrays]
        return cls(BatchSetting(s), tuple(spread))

    def __len__(self) -> int:
        return len(self.cubes)

    def repeated(self, numbers: IntArray) -> Batch:
        """The batch of the positions with these numbers, each as often as it is named."""
        arrays = (self.cubes, self.derricks, self.trucks, self.loads, self.stored, self.money)
        return Batch(self.setting, tuple(array[numbers] for array in arrays))

    def do(self, number: int, seat: Seat, a: Action) -> None:
        """Apply a legal action to one of the positions; passing changes nothing."""
        match a:
            case Build():
                self.derricks[number, platform_at(a.x, a.y)] = seat
            case Shift():
                self.derricks[number, platform_at(a.x, a.y)] = NOTHING
                self.derricks[number, platform_at(*a.to)] = seat
            case Leave():
                one = np.array([number])
                self.drive(
                    one, seat, np.array([truck_index(a.truck)]), np.array([DEPOT]), np.array([NOTHING])
                )
            case Drive():
                platform = NOTHING if a.load is None else platform_at(*a.load)
                assert platform is not None, "only what lies on a platform is loaded"
                self._drive_one(number, seat, truck_index(a.truck), space_at(a.x, a.y), platform)

    def _drive_one(self, number: int, seat: Seat, truck: int, end: int, platform: int) -> None:
        which, trucks, ends, platforms = np.array([[number], [truck], [end], [platform]])
        self.drive(which, seat, trucks, ends, platforms)

    def drive(
        self, which: IntArray, seat: Seat, trucks: IntArray, ends: IntArray, platforms: IntArray
    ) -> None:
        """Move a truck of the seat to its end in some of the positions; there it loads, or stores in the
        depot.
        """
        self.trucks[which, seat, trucks] = ends
        home = (ends == DEPOT) & (self.loads[which, seat, trucks] != NOTHING)
        if home.any():
            there, truck = which[home], trucks[home]
            self.stored[there, seat, self.loads[there, seat, truck]] += 1
            self.loads[there, seat, truck] = NOTHING
        loading = platforms != NOTHING
        if loading.any():
            self._load(which[loading], seat, trucks[loading], platforms[loading])

    def _load(self, which: IntArray, seat: Seat, trucks: IntArray, platforms: IntArray) -> None:
        colours = self.cubes[which, platforms]
        owners = self.derricks[which, platforms]
        prices = self.setting.worth[colours]
        self.money[which, seat] -= prices
        self.money[which, owners] += prices
        self.cubes[which, platforms] = NOTHING
        self.loads[which, seat, trucks] = colours
