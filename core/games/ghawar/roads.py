"""The roads between the platforms: every way a truck can drive on them, and what it may load beside them.

        0 1 2 3 4 …
      0 +–+–+–+–+        + crossing   – | gap   # platform
      1 |#|#|#|#|
      2 +–+–+–+–+        A gap has a road space at either end and platforms beside it. So "straight on in a
      3 |#|#|#|#|        gap" and "never reversing" are one rule: a truck goes on to any road space beside
      …                  the one where it is, but not to the one it came from.

All routes of up to six spaces are worked out once. None of them visits a space twice: the shortest way round
is eight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final, Literal

import msgspec

from core.game import Seat
from core.games.ghawar.state import DEPOT, LATTICE_SIZE, NOTHING, State, place_of, platform_at, space_at
from core.grid import GRID_STEPS

RoadLayout = Literal["inner", "ring"]

SOUTH: Final = Seat(0)
NORTH: Final = Seat(1)
WEST: Final = Seat(2)
EAST: Final = Seat(3)
DEPOT_SIDES: Final = (SOUTH, NORTH, WEST, EAST)
"""The side of the field on which each seat has its depot; with three seats the east has none."""


class Route(msgspec.Struct, frozen=True, gc=False):
    """A drive: the spaces that are entered, in order; the last may be `DEPOT`.

    `mask` has a bit for each of the road spaces.
    """

    spaces: tuple[int, ...]
    mask: int

    @property
    def end(self) -> int:
        """Space at which the drive ends."""
        return self.spaces[-1]


def mask_of(spaces: Iterable[int]) -> int:
    """A bit set of the spaces; none for a depot, which holds any number of trucks."""
    mask = 0
    for space in spaces:
        if space != DEPOT:
            mask |= 1 << space
    return mask


class Roads:
    """The road spaces of a layout, and the routes over them.

    `spaces` are the road spaces, `beside[space]` those next to one, `edge[side]` where the trucks of a side
    enter and leave.
    """

    def __init__(self, layout: RoadLayout) -> None:
        first, last = (0, LATTICE_SIZE - 1) if layout == "ring" else (1, LATTICE_SIZE - 2)
        lattice = range(LATTICE_SIZE)
        self.spaces = frozenset(
            space_at(x, y)
            for x in lattice
            for y in lattice
            if platform_at(x, y) is None and first <= x <= last and first <= y <= last
        )
        self.beside = {space: tuple(self._next_to(space)) for space in self.spaces}
        along = [i for i in lattice if layout == "ring" or (i % 2 == 0 and first < i < last)]
        self.edge = {
            SOUTH: tuple(space_at(i, last) for i in along),
            NORTH: tuple(space_at(i, first) for i in along),
            WEST: tuple(space_at(first, i) for i in along),
            EAST: tuple(space_at(last, i) for i in along),
        }
        self._routes: dict[tuple[Seat, int, int], tuple[Route, ...]] = {}

    def _next_to(self, space: int) -> Iterator[int]:
        x, y = place_of(space)
        for dx, dy in GRID_STEPS:
            if (
                0 <= x + dx < LATTICE_SIZE
                and 0 <= y + dy < LATTICE_SIZE
                and space_at(x + dx, y + dy) in self.spaces
            ):
                yield space_at(x + dx, y + dy)

    def routes(self, side: Seat, start: int, pips: int) -> tuple[Route, ...]:
        """Every way for a truck of this side to drive exactly `pips` spaces from `start`, or into its depot.

        As if nobody stood in the way. Those with the fewest turns come first, of two into the depot the
        shorter.
        """
        key = (side, start, pips)
        if key not in self._routes:
            drives = self._drives(side, start, start, pips, home=start != DEPOT)
            found = [Route(spaces, mask_of(spaces)) for spaces in drives]
            self._routes[key] = tuple(sorted(found, key=lambda route: _effort(start, route)))
        return self._routes[key]

    def _drives(self, side: Seat, came: int, at: int, pips: int, home: bool) -> Iterator[tuple[int, ...]]:
        """Every drive from `at` with `pips` left, coming from `came` (the same at the start).

        `home`: whether it may end in the depot, which a drive that begins there may not.
        """
        if pips == 0:
            yield ()
            return
        for onto in self.edge[side] if at == DEPOT else self.beside[at]:
            if onto != came:
                yield from ((onto, *rest) for rest in self._drives(side, at, onto, pips - 1, home))
        if home and at in self.edge[side]:
            yield (DEPOT,)

    def reach(self, side: Seat, start: int, pips: int, blocked: int) -> dict[int, Route]:
        """The places a truck can drive to, each with the plainest route that is free.

        `blocked` is the mask of the spaces on which other trucks stand.
        """
        free: dict[int, Route] = {}
        for route in self.routes(side, start, pips):
            if not route.mask & blocked:
                free.setdefault(route.end, route)
        return free


def _effort(start: int, route: Route) -> tuple[int, int, tuple[int, ...]]:
    """The sort key of routes, the plainest first: fewer spaces, then fewer turns."""
    road = [space for space in (start, *route.spaces) if space != DEPOT]
    ways = [b - a for a, b in pairwise(road)]
    return len(route.spaces), sum(a != b for a, b in pairwise(ways)), route.spaces


@cache
def roads(layout: RoadLayout) -> Roads:
    """The roads of this layout."""
    return Roads(layout)


@cache
def platforms_beside(space: int, crossings: bool) -> tuple[int, ...]:
    """The platforms that a truck on this space is beside; on a crossing only if `crossings` count."""
    x, y = place_of(space)
    if x % 2 == 0 and y % 2 == 0:
        around = [(x + dx, y + dy) for dy in (-1, 1) for dx in (-1, 1)] if crossings else []
    else:
        around = [(x + dx, y + dy) for dx, dy in GRID_STEPS]
    inside = [(x, y) for x, y in around if 0 <= x < LATTICE_SIZE and 0 <= y < LATTICE_SIZE]
    return tuple(platform for x, y in inside if (platform := platform_at(x, y)) is not None)


# --- Loading --------------------------------------------------------------------------------------------


class Load(msgspec.Struct, frozen=True, gc=False):
    """A cube that may be loaded: its platform and colour, the derrick's owner, and the barrels it gets."""

    platform: int
    colour: int
    owner: Seat
    price: int


def beside(s: State, seat: Seat, space: int) -> tuple[Load, ...]:
    """The cubes under derricks beside a space at their prices for `seat`, whether or not it can pay them."""
    if space == DEPOT:
        return ()
    offered = []
    for platform in platforms_beside(space, s.options.crossing_loads):
        colour, owner = s.cubes.item(platform), s.derricks.item(platform)
        if colour != NOTHING and owner != NOTHING:
            price = 0 if owner == seat else s.values.item(colour)
            offered.append(Load(platform, colour, Seat(owner), price))
    return tuple(offered)


def loads_at(s: State, seat: Seat, truck: int, space: int) -> tuple[Load, ...]:
    """The cubes that truck number `truck` (an index) of `seat` may load on a space; none if it has a load."""
    if s.loads.item(seat, truck) != NOTHING:
        return ()
    money = s.money.item(seat)
    return tuple(load for load in beside(s, seat, space) if load.price <= money)
