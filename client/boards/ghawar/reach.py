"""Reach of a roll: where trucks get, gains and prices there, derricks that may move.

It is computed once for a position, and read in every frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from core.game import Seat
from core.games.ghawar.roads import Load, Route, beside, loads_at, platforms_beside, roads
from core.games.ghawar.rules import reachable
from core.games.ghawar.state import (
    DEPOT,
    NOTHING,
    Action,
    Drive,
    Leave,
    Shift,
    State,
    platform_at,
    space_at,
    truck_index,
)


class PlaceGain(NamedTuple):
    """Gain of a place in reach for the seat in turn.

    `trucks` are the indices of those that get there, `loads` the cubes that one of them may load, best
    first, `unaffordable` those that the seat cannot pay, `stored` the best colour that would be stored
    there, `NOTHING` if none.
    """

    trucks: tuple[int, ...]
    loads: tuple[Load, ...]
    unaffordable: tuple[Load, ...]
    stored: int


@lru_cache(maxsize=8)
def reach(view: State) -> tuple[dict[int, Route], ...]:
    """Routes of each truck of the seat in turn, by where they end."""
    if view.stage != "move":
        return ()
    return tuple(reachable(view, truck) for truck in range(view.options.trucks))


def drivers(view: State) -> tuple[int, ...]:
    """Trucks (indices) that can drive."""
    return tuple(truck for truck, ends in enumerate(reach(view)) if ends)


@lru_cache(maxsize=8)
def gains_in_reach(view: State) -> dict[int, PlaceGain]:
    """Gains of each space in reach, and of the depot."""
    ends = sorted({end for found in reach(view) for end in found})
    return {end: _bring(view, end) for end in ends}


def _bring(view: State, last_space: int) -> PlaceGain:
    seat = view.turn
    trucks = tuple(truck for truck, ends in enumerate(reach(view)) if last_space in ends)
    carried = [view.loads.item(seat, truck) for truck in trucks]
    if last_space == DEPOT:
        return PlaceGain(trucks, (), (), max(carried, key=lambda colour: worth_of(view, colour)))
    found = {load for truck in trucks for load in loads_at(view, seat, truck, last_space)}
    loads = sorted(found, key=lambda load: load_merit(view, load), reverse=True)
    offered = beside(view, seat, last_space) if NOTHING in carried else ()
    return PlaceGain(trucks, tuple(loads), tuple(load for load in offered if load not in loads), NOTHING)


def can_shift(view: State) -> bool:
    """Whether the seat in turn may move a derrick now."""
    stage = "choose" if view.options.rolls_to_drive else "move"
    own, free = (bool((view.derricks == owner).any()) for owner in (view.turn, NOTHING))
    return view.stage == stage and own and free


def asking_spaces(view: State, platform: int) -> Iterator[int]:
    """Spaces from which a platform can be loaded, those in reach first."""
    net, crossings = roads(view.options.roads), view.options.crossing_loads
    spaces = [space for space in sorted(net.spaces) if platform in platforms_beside(space, crossings)]
    yield from sorted(spaces, key=lambda space: space not in gains_in_reach(view))


# --- what things are worth ---------------------------------------------------------------------------------


def worth_of(view: State, colour: int) -> int:
    """Points for a cube of a colour; 0 for `NOTHING`."""
    return 0 if colour == NOTHING else view.values.item(colour)


def load_merit(view: State, load: Load) -> tuple[int, int]:
    """Rank of a load by a simple rule, higher is better: the cheaper first, then by value."""
    return -load.price, worth_of(view, load.colour)


def load_of(view: State, action: Drive) -> Load | None:
    """Load of a drive, with its price."""
    platform = None if action.load is None else platform_at(*action.load)
    return None if platform is None else load_from(view, platform)


def load_from(view: State, platform: int) -> Load:
    """Load of the cube on a platform with a derrick, with its price for the seat in turn."""
    colour, owner = view.cubes.item(platform), Seat(view.derricks.item(platform))
    return Load(platform, colour, owner, 0 if owner == view.turn else view.values.item(colour))


def drive_merit(view: State, action: Action) -> tuple[int, int]:
    """Rank of a drive by a simple rule, higher is better: store, load free, load and pay, only drive."""
    if isinstance(action, Leave):
        colour = view.loads.item(view.turn, truck_index(action.truck))
        return (4, worth_of(view, colour)) if colour != NOTHING else (1, 0)
    load = load_of(view, action) if isinstance(action, Drive) else None
    if load is None:
        return (1, 0) if isinstance(action, Drive) else (0, 0)
    return 2 if load.price else 3, worth_of(view, load.colour)


def load_rank(view: State, action: Action) -> tuple[int, int, int]:
    """Rank among the drives to one place, higher is better: loads by their merit, then without a load."""
    load = load_of(view, action) if isinstance(action, Drive) else None
    return (0, 0, 0) if load is None else (1, *load_merit(view, load))


def end_of(action: Drive | Leave) -> int:
    """End of a drive: a space, or the depot."""
    return DEPOT if isinstance(action, Leave) else space_at(action.x, action.y)


def platform_of(action: Shift) -> tuple[int, int]:
    """Platforms from and to which a derrick is moved."""
    here, there = platform_at(action.x, action.y), platform_at(*action.to)
    assert here is not None and there is not None, "derricks stand on platforms"
    return here, there
