"""Trip tables: turns that a trip takes, for the AI, worked out once for each layout of the roads.

They are for a truck alone on the roads that with every roll drives what brings it home soonest, or waits.
Tables have a row for each place of the lattice and a last one for the depot, whose index is `DEPOT`.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.game import Seat, read_only
from core.games.ghawar.roads import EAST, NORTH, SOUTH, WEST, RoadLayout, platforms_beside, roads
from core.games.ghawar.state import (
    DEPOT,
    FIELD_SIZE,
    LATTICE_SIZE,
    NOTHING,
    PLATFORMS,
    place_of,
    place_of_platform,
    platform_at,
    space_at,
)

TurnArray = NDArray[np.float32]
IntArray = NDArray[np.int64]

UNREACHABLE: Final = 99.0
"""Turns of a trip that is impossible: more than any other takes."""
TABLE_ROWS: Final = LATTICE_SIZE * LATTICE_SIZE + 1
"""Rows of a table: the places of the lattice, and the depot."""
_TOLERANCE: Final = 1e-3
"""Turns by which the tables may be wrong: where value iteration stops."""


class Distances:
    """Trip tables of one side.

    `ends` (shape (6, places, most ends)) is where a truck can get with each roll; rows are filled up with
    their first end. `home` (shape (places,)) is the mean number of turns until a loaded truck has stored its
    load, `fetch` (shape (places, platforms)) until an empty one has loaded there and stored that.
    """

    def __init__(self, ends: IntArray, home: TurnArray, fetch: TurnArray) -> None:
        self.ends = ends
        self.home = home
        self.fetch = fetch


@cache
def trips(layout: RoadLayout, crossings: bool, side: Seat) -> Distances:
    """The trip tables of a side; those of the south are worked out, the other sides mirror them."""
    if side == SOUTH:
        home = _home(layout)
        return Distances(_ends(layout, SOUTH), home, _fetch(layout, crossings, home))
    south = trips(layout, crossings, SOUTH)
    places = [_mirrored(*place_of(place), side) for place in range(TABLE_ROWS - 1)]
    spaces = np.array([space_at(x, y) for x, y in places] + [TABLE_ROWS - 1])
    lie = [_mirrored(*place_of_platform(platform), side) for platform in range(PLATFORMS)]
    platforms = np.array([platform_at(x, y) for x, y in lie])
    return Distances(_ends(layout, side), south.home[spaces], south.fetch[np.ix_(spaces, platforms)])


def _mirrored(x: int, y: int, side: Seat) -> tuple[int, int]:
    """The place that corresponds to one of the south when this side is turned to the south."""
    last = LATTICE_SIZE - 1
    return {NORTH: (x, last - y), WEST: (y, last - x), EAST: (last - y, x)}[side]


@cache
def beside(crossings: bool) -> IntArray:
    """The platforms beside each place (shape (places, 4)), filled up with `NOTHING`."""
    table = np.full((TABLE_ROWS, 4), NOTHING)
    for place in range(TABLE_ROWS - 1):
        found = platforms_beside(place, crossings) if platform_at(*place_of(place)) is None else ()
        table[place, : len(found)] = found
    return read_only(table if crossings else table[:, :2])


def _ends(layout: RoadLayout, side: Seat) -> IntArray:
    paved = roads(layout)
    found = {
        (pips, start): list(dict.fromkeys(route.end for route in paved.routes(side, start, pips + 1)))
        for pips in range(FIELD_SIZE)
        for start in (*paved.spaces, DEPOT)
    }
    table = np.zeros((FIELD_SIZE, TABLE_ROWS, max(map(len, found.values()))), dtype=np.int64)
    for at, ends in found.items():
        table[at] = ends[0] if ends else at[1]
        table[at][: len(ends)] = ends
    return read_only(table)


def _home(layout: RoadLayout) -> TurnArray:
    """Mean turns to the depot for a loaded truck, by value iteration over its rolls."""
    ends, off = _ends(layout, SOUTH), _off_road(layout)
    home, last = np.zeros(TABLE_ROWS, dtype=np.float32), np.full(TABLE_ROWS, UNREACHABLE, dtype=np.float32)
    while np.abs(home - last).max() > _TOLERANCE:
        last = home
        home = 1 + np.minimum(last[ends].min(axis=2), last).mean(axis=0, dtype=np.float32)
        home[off] = home[DEPOT] = 0
    return read_only(home)


def _fetch(layout: RoadLayout, crossings: bool, home: TurnArray) -> TurnArray:
    """Mean turns to load at each platform and bring that home, by value iteration over the rolls."""
    ends, off = _ends(layout, SOUTH), _off_road(layout)
    loaded = np.full((TABLE_ROWS, PLATFORMS + 1), UNREACHABLE, dtype=np.float32)
    for place, platforms in enumerate(beside(crossings)):
        loaded[place, platforms] = home[place]
    loaded = loaded[:, :PLATFORMS]
    fetch, last = np.zeros_like(loaded), loaded
    while np.abs(fetch - last).max() > _TOLERANCE:
        last = fetch
        then = np.minimum(last, loaded)
        best = [np.minimum(then[ends[pips]].min(axis=1), last) for pips in range(FIELD_SIZE)]
        fetch = 1 + np.array(best).mean(axis=0, dtype=np.float32)
        fetch[off] = 0
    return read_only(fetch)


def _off_road(layout: RoadLayout) -> list[int]:
    """The places on which no truck ever stands."""
    return [place for place in range(TABLE_ROWS - 1) if place not in roads(layout).spaces]
