"""The roads of Ghawar against a search over all ways: every space and depot, every side, every roll.

All ways without blockers are tried one after the other; with blockers those remain on which there is none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, get_args

import numpy as np
import pytest

from core.game import Seat
from core.games.ghawar.roads import RoadLayout, platforms_beside, roads
from core.games.ghawar.state import DEPOT, place_of, place_of_platform, space_at
from tests.core.games.ghawar.oracle import HEADINGS, ROADS, Place, Truck, is_crossing, onward, own_edge, ways
from tests.core.games.ghawar.oracle import platforms_beside as beside_by_oracle

Way = tuple[Truck, ...]
Case = tuple[RoadLayout, Seat, Truck]
"""Layout, side, and where the truck is."""

LAYOUTS: tuple[RoadLayout, ...] = get_args(RoadLayout)
PIPS = range(1, 7)
STARTS: list[Case] = [
    (layout, Seat(side), start)
    for layout in LAYOUTS
    for side in range(4)
    for start in (None, *sorted(ROADS[layout]))
]
CASES = [(*case, pips) for case in STARTS for pips in PIPS]


@cache
def all_ways(
    layout: RoadLayout, side: Seat, start: Truck, pips: int
) -> tuple[tuple[Way, frozenset[Truck]], ...]:
    """Every way without blockers, with the set of its spaces."""
    return tuple((way, frozenset(way)) for way in ways(layout, side, start, pips))


def free_ways(
    layout: RoadLayout, side: Seat, start: Truck, pips: int, blocked: Collection[Place]
) -> list[Way]:
    """The ways on which there is no blocker."""
    return [way for way, on in all_ways(layout, side, start, pips) if on.isdisjoint(blocked)]


def mask(blocked: Iterable[Place]) -> int:
    """Blockers as the engine knows them."""
    return sum(1 << space_at(*at) for at in blocked)


def told(space: int) -> Truck:
    """A space of the engine."""
    x, y = place_of(space)
    return None if space == DEPOT else (x, y)


def in_reach(
    layout: RoadLayout, side: Seat, start: Truck, pips: int, blocked: Collection[Place]
) -> dict[Truck, Way]:
    """The engine's answer: where the truck may end, with the way that it shows."""
    at = DEPOT if start is None else space_at(*start)
    reach = roads(layout).reach(side, at, pips, mask(blocked))
    return {told(end): tuple(map(told, route.spaces)) for end, route in reach.items()}


def turns(start: Truck, way: Way) -> int:
    """How often a truck changes its direction on the road."""
    path = [at for at in (start, *way) if at is not None]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    return sum(one != other for one, other in pairwise(steps))


def agree(layout: RoadLayout, side: Seat, start: Truck, pips: int, blocked: Collection[Place] = ()) -> None:
    """The engine reaches exactly what the search does, each over one of its ways, with fewest turns."""
    case = f"{layout} {side} {start} {pips} {sorted(blocked)}"
    free = free_ways(layout, side, start, pips, blocked)
    reach = in_reach(layout, side, start, pips, blocked)
    assert set(reach) == {way[-1] for way in free}, f"ends: {case}"
    for end, shown in reach.items():
        there = [way for way in free if way[-1] == end]
        assert shown in there, f"way: {case}: {shown}"
        if end is not None:
            assert turns(start, shown) == min(turns(start, way) for way in there), f"turns: {case}: {shown}"


def single_blockers(case: tuple[RoadLayout, Seat, Truck, int]) -> list[Place]:
    """All spaces on some way, one after the other."""
    on_some = set().union(*(on for _, on in all_ways(*case)))
    return sorted(at for at in on_some if at is not None)


def random_blockers(case: tuple[RoadLayout, Seat, Truck, int], rng: np.random.Generator) -> set[Place]:
    """Up to eleven trucks, most of them in the way."""
    layout, _, start, _ = case
    near, far = single_blockers(case), sorted(ROADS[layout])
    pool = near if near and rng.random() < 0.8 else far
    number = min(len(pool), int(rng.integers(1, 12)))
    chosen = {pool[i] for i in rng.choice(len(pool), number, replace=False)}
    return chosen - {start} if start else chosen


def test_the_field_has_the_spaces_of_the_rules() -> None:
    assert len(ROADS["ring"]) == 49 + 84
    assert sum(map(is_crossing, ROADS["ring"])) == 49
    assert len(ROADS["inner"]) == 2 * 5 * 11 - 25
    for layout in LAYOUTS:
        assert {told(space) for space in roads(layout).spaces} == ROADS[layout]
        for side in range(4):
            assert {told(space) for space in roads(layout).edge[Seat(side)]} == own_edge(layout, side)


@pytest.mark.parametrize("crossings", (False, True))
def test_what_is_beside_what(crossings: bool) -> None:
    for layout in LAYOUTS:
        for at in ROADS[layout]:
            beside = platforms_beside(space_at(*at), crossings)
            assert len(set(beside)) == len(beside)
            assert {place_of_platform(one) for one in beside} == set(beside_by_oracle(at, crossings)), at


@pytest.mark.parametrize("layout", LAYOUTS)
def test_without_blockers(layout: RoadLayout) -> None:
    for case in CASES:
        if case[0] == layout:
            agree(*case)


@pytest.mark.covering(most=2)
@pytest.mark.parametrize("pips", (*PIPS[:-1], pytest.param(PIPS[-1], marks=pytest.mark.long)))
def test_a_single_blocker(pips: int) -> None:
    """Each space on any way, one after the other; for a six that is half of all the work."""
    for case in CASES:
        if case[3] == pips:
            for at in single_blockers(case):
                agree(*case, {at})


def try_random_blockers(seed: int, number: int) -> None:
    """Any case with any blockers, so often."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        case = CASES[int(rng.integers(len(CASES)))]
        agree(*case, random_blockers(case, rng))


def test_random_blockers() -> None:
    try_random_blockers(1, 4000)


@pytest.mark.long
def test_many_random_blockers() -> None:
    try_random_blockers(2, 200_000)


def test_a_search_that_stops_at_blockers_finds_the_same() -> None:
    """What remains of all ways is what is found when trucks stand there from the beginning."""
    rng = np.random.default_rng(3)
    for _ in range(1000):
        case = CASES[int(rng.integers(len(CASES)))]
        blocked = random_blockers(case, rng)
        assert sorted(map(str, ways(*case, blocked))) == sorted(map(str, free_ways(*case, blocked)))


def drives(layout: RoadLayout) -> Iterator[tuple[Case, int, Way]]:
    """All ways that the engine knows."""
    for name, side, start, pips in CASES:
        if name == layout:
            at = DEPOT if start is None else space_at(*start)
            for route in roads(layout).routes(side, at, pips):
                yield (name, side, start), pips, tuple(map(told, route.spaces))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_way_is_a_real_one(layout: RoadLayout) -> None:
    """Step by step along the road, exactly as far as was rolled, straight on in gaps, nowhere twice."""
    for (_, side, start), pips, way in drives(layout):
        road = [at for at in way if at is not None]
        path = road if start is None else [start, *road]
        leaves = way[-1] is None
        assert len(set(path)) == len(path)
        assert set(path) <= ROADS[layout]
        assert len(way) <= pips if leaves else len(way) == pips
        assert way.count(None) == leaves
        assert (start is None) + leaves < 2
        if start is None:
            assert path[0] in own_edge(layout, side)
        if leaves:
            assert path[-1] in own_edge(layout, side)
        for one, other in pairwise(path):
            assert other in [onward(one, heading) for heading in HEADINGS]
        for before, here, after in zip(path, path[1:], path[2:], strict=False):
            assert before != after
            straight = (here[0] - before[0], here[1] - before[1]) == (after[0] - here[0], after[1] - here[1])
            assert straight or is_crossing(here)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_engine_knows_every_way_and_its_spaces(layout: RoadLayout) -> None:
    known: dict[Any, list[Way]] = {}
    for case, pips, way in drives(layout):
        known.setdefault((*case, pips), []).append(way)
    for rolled in CASES:
        if rolled[0] == layout:
            every = [way for way, _ in all_ways(*rolled)]
            assert sorted(map(str, known.get(rolled, []))) == sorted(map(str, every))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_shortest_way_round_has_eight_spaces(layout: RoadLayout) -> None:
    """So no drive comes to a space twice: none of seven does, and one of eight can."""
    rounds = []
    for start in sorted(ROADS[layout]):
        for pips in range(1, 9):
            rounds += [pips for way in ways(layout, 0, start, pips) if way[-1] == start]
    assert min(rounds) == 8
