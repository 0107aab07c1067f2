"""Players of Ghawar who want to load and bring home: who plays at random hardly ever does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from core.game import Seat
from core.games.ghawar.roads import Roads, beside, roads
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import (
    NOTHING,
    Action,
    Drive,
    Leave,
    Roll,
    Shift,
    State,
    place_of,
    space_at,
    truck_index,
)


def drawn(state: State, rng: random.Random) -> Action:
    """What chance does."""
    actions, odds = zip(*GHAWAR.chances(state), strict=True)
    drawn_: Action = rng.choices(actions, [float(chance) for chance in odds])[0]
    return drawn_


def wants(state: State, legal: Sequence[Any], rng: random.Random, folly: float = 0.1) -> Any:
    """What somebody does who wants to load and bring home, though not without folly."""
    if state.stage not in ("choose", "move") or rng.random() < folly:
        return rng.choice(legal)
    return max(legal, key=lambda action: liking(state, action) + rng.random())


def liking(state: State, action: Action) -> float:
    """How much of a good thing an action is."""
    match action:
        case Leave():
            return 90.0 if state.loads.item(state.turn, truck_index(action.truck)) != NOTHING else -20.0
        case Roll():
            return 0.0 if (state.loads[state.turn] != NOTHING).any() else -2.5
        case Drive():
            return _liking_drive(state, action)
        case Shift():
            here, there = (action.y // 2, action.x // 2), (action.to[1] // 2, action.to[0] // 2)
            gains = state.cubes.item(here) == NOTHING and state.cubes.item(there) != NOTHING
            return -3.0 if gains else -40.0
    return 0.0


def _liking_drive(state: State, action: Drive) -> float:
    truck, end = truck_index(action.truck), space_at(action.x, action.y)
    if action.load is not None:
        platform = (action.load[1] // 2, action.load[0] // 2)
        value: int = state.values.item(state.cubes.item(platform))
        return 60.0 + value + 5 * bool(state.derricks.item(platform) == state.turn)
    net = roads(state.options.roads)
    if state.loads.item(state.turn, truck) != NOTHING:
        return 30.0 - _way_home(net, state.turn)[end]
    waiting = [space for space in net.spaces if any(_pays(state, space))]
    return -0.5 * min((_apart(end, space) for space in waiting), default=99)


def _pays(state: State, space: int) -> Iterator[bool]:
    """Whether what can be loaded on a space can be paid."""
    for load in beside(state, state.turn, space):
        yield load.price <= state.money.item(state.turn)


@cache
def _way_home(net: Roads, seat: Seat) -> dict[int, int]:
    """How many spaces it is from each to the own edge, for a truck that may turn round."""
    found = dict.fromkeys(net.edge[seat], 0)
    queue = [*found]
    for here in queue:
        for there in net.beside[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def _apart(one: int, other: int) -> int:
    (x, y), (u, v) = place_of(one), place_of(other)
    return abs(x - u) + abs(y - v)
