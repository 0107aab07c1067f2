"""Players for tests: one that does anything, and one that wants to load and bring home.

Random play is nine tenths moves of derricks and ends by stalemate; so there is need of the other one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np

from core.game import CHANCE, Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import (
    DEPOT,
    LATTICE_SIZE,
    NOTHING,
    Action,
    Drive,
    Leave,
    Options,
    Roll,
    Shift,
    State,
    place_of,
    truck_index,
)

FAR: Final = 5
"""How far it seems from the depot to a cube; where there is none, it is twice as far."""

Player = Callable[[State, np.random.Generator], Action]


class Step(NamedTuple):
    """What happened in a position, and what came of it."""

    before: State
    seat: Seat
    action: Action
    after: State


def steps(options: Options, seats: int, player: Player, seed: int) -> Iterator[Step]:
    """A game in which every seat plays like this."""
    rng = np.random.default_rng([seed, seats])
    s = GHAWAR.start(options, seats)
    while acting := GHAWAR.to_act(s):
        seat = acting[0]
        action = drawn(s, rng) if seat == CHANCE else player(s, rng)
        after = GHAWAR.apply(s, seat, action)
        yield Step(s, seat, action, after)
        s = after


def drawn(s: State, rng: np.random.Generator) -> Action:
    """What chance does, as probably as it should."""
    actions, odds = zip(*GHAWAR.chances(s), strict=True)
    drawn: Action = actions[int(rng.choice(len(actions), p=[float(p) for p in odds]))]
    return drawn


def anything(s: State, rng: np.random.Generator) -> Action:
    """Any action, all alike."""
    legal = GHAWAR.legal(s, s.turn)
    return legal[int(rng.integers(len(legal)))]


def loader(s: State, rng: np.random.Generator) -> Action:
    """Brings home what is loaded, loads what can be loaded, else drives near it; now and then anything."""
    legal = GHAWAR.legal(s, s.turn)
    if rng.random() < 0.1:
        return legal[int(rng.integers(len(legal)))]
    worths = np.array([_worth(s, action) for action in legal])
    best = np.flatnonzero(worths == worths.max())
    return legal[int(rng.choice(best))]


def _worth(s: State, a: Action) -> float:
    """How gladly the loader does this: what it brings, less the way that is left."""
    if isinstance(a, Shift):
        bare = s.cubes[a.y // 2, a.x // 2] == NOTHING
        over = s.cubes[a.to[1] // 2, a.to[0] // 2] != NOTHING
        return -7.5 if bare and over else -99.0
    if isinstance(a, Roll):
        return max(_hope(s, truck) for truck in range(s.options.trucks))
    if not isinstance(a, Drive | Leave):
        return 0
    loaded = s.loads.item(s.turn, truck_index(a.truck)) != NOTHING
    if isinstance(a, Leave):
        return 100 if loaded else -30
    if a.load is not None:
        return 50
    return -_way_home(s.turn, a.x, a.y) if loaded else -_way_to_a_cube(s, a.x, a.y)


def _hope(s: State, truck: int) -> float:
    """How gladly the loader rolls for this truck: to bring home what it carries, or by the way to a cube."""
    if s.loads.item(s.turn, truck) != NOTHING:
        return 100
    space = s.trucks.item(s.turn, truck)
    return -FAR if space == DEPOT else -_way_to_a_cube(s, *place_of(space))


def _way_home(seat: Seat, x: int, y: int) -> int:
    return (LATTICE_SIZE - 1 - y, y, x, LATTICE_SIZE - 1 - x)[seat]


def _way_to_a_cube(s: State, x: int, y: int) -> float:
    """As the crow flies, to the nearest one that the seat in turn can pay."""
    prices = np.where(s.derricks == s.turn, 0, s.values[s.cubes])
    there = np.argwhere((s.cubes != NOTHING) & (s.derricks != NOTHING) & (prices <= s.money.item(s.turn)))
    if not len(there):
        return 2 * FAR
    return float(np.abs(2 * there + 1 - (y, x)).sum(axis=1).min())
