"""Drivers of Ghawar who have misread the rules, with a search of their own for all their ways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from core.game import Seat
from core.games.ghawar.roads import Roads, Route, roads
from core.games.ghawar.state import DEPOT, place_of, space_at
from tests.core.games.ghawar.oracle import BACK, HEADINGS, ROADS, SIDES, Place, is_crossing, onward, own_edge
from tests.core.games.ghawar.test_reach import turns

Patch = pytest.MonkeyPatch


@dataclass(frozen=True)
class Habits:
    """How somebody drives who has misread the rules."""

    turns_back_on_crossings: bool = False
    turns_back_in_gaps: bool = False
    never_turns: bool = False
    overtakes: bool = False
    shares_spaces: bool = False
    stops_short: bool = False
    leaves_without_a_pip: bool = False
    leaves_by_exact_roll: bool = False
    leaves_anywhere: bool = False
    leaves_from_no_corner: bool = False
    leaves_from_no_gap: bool = False
    leaves_only_at_once: bool = False
    rounds_the_depot: bool = False
    first_space_is_free: bool = False
    goes_straight_in: bool = False
    enters_anywhere: bool = False
    enters_at_no_corner: bool = False
    shuns_foreign_mouths: bool = False
    sits_round_the_corner: bool = False


@dataclass(frozen=True)
class Driver:
    """Somebody on the road, with habits."""

    habits: Habits
    layout: str
    seat: int
    blocked: frozenset[Place]

    def edges(self, foreign: bool, corners: bool) -> set[Place]:
        """One's own edge, or all of them; with corners or without."""
        seats = range(4) if foreign else (self.seat,)
        every: set[Place] = set().union(*(own_edge(self.layout, seat) for seat in seats))
        return {(x, y) for x, y in every if corners or not (x in (0, 12) and y in (0, 12))}

    def ways(self, start: Place | None, pips: int) -> Iterator[list[Place | None]]:
        """Every way to drive, as by the oracle."""
        habits = self.habits
        if start is not None:
            yield from (way[1:] for way in self.walks([start], "", pips, True))
            return
        left = pips if habits.first_space_is_free else pips - 1
        heading = BACK[SIDES[self.seat]] if habits.goes_straight_in else ""
        for first in self.edges(habits.enters_anywhere, not habits.enters_at_no_corner) - self.blocked:
            yield from self.walks([first], heading, left, habits.rounds_the_depot)

    def walks(
        self, path: list[Place], heading: str, left: int, may_leave: bool
    ) -> Iterator[list[Place | None]]:
        """All ways to go on from the end of a path."""
        habits, here = self.habits, path[-1]
        if left == 0 or (habits.stops_short and len(path) > 1):
            yield [*path]
        if may_leave and self.leaves(here, left, len(path) == 1):
            yield [*path, None]
        for turned in HEADINGS if left else ():
            there = onward(here, turned)
            if self.steers(here, heading, turned) and self.is_free(there, left):
                yield from self.walks([*path, there], turned, left - 1, may_leave)

    def leaves(self, here: Place, left: int, at_once: bool) -> bool:
        """Whether one may step off the field."""
        habits = self.habits
        edge = self.edges(habits.leaves_anywhere, not habits.leaves_from_no_corner)
        enough = left >= (0 if habits.leaves_without_a_pip and not at_once else 1)
        exact = left == 1 or not habits.leaves_by_exact_roll
        there = is_crossing(here) or not habits.leaves_from_no_gap
        return here in edge and enough and exact and there and (at_once or not habits.leaves_only_at_once)

    def steers(self, here: Place, heading: str, turned: str) -> bool:
        """Whether one may go on in this direction."""
        habits, crossing = self.habits, is_crossing(here)
        if not heading or turned == heading:
            return True
        if turned == BACK[heading]:
            return habits.turns_back_on_crossings if crossing else habits.turns_back_in_gaps
        return crossing and not habits.never_turns

    def is_free(self, there: Place, left: int) -> bool:
        """Whether one may drive there, with so many pips left before."""
        habits = self.habits
        passes = (habits.overtakes and left > 1) or (habits.shares_spaces and left == 1)
        foreign = self.edges(True, True) - self.edges(False, True) if habits.shuns_foreign_mouths else set()
        return there in ROADS[self.layout] and there not in foreign and (there not in self.blocked or passes)


def drive_like_that(patch: Patch, habits: Habits) -> None:
    """The engine's trucks drive by these habits."""

    def reach(self: Roads, side: Seat, start: int, pips: int, blocked: int) -> dict[int, Route]:
        layout = "ring" if self is roads("ring") else "inner"
        seat = (0, 2, 1, 3)[side] if habits.sits_round_the_corner else side
        trucks = frozenset(at for at in ROADS[layout] if blocked >> space_at(*at) & 1)
        x, y = place_of(start)
        ends: dict[int, Route] = {}
        here = None if start == DEPOT else (x, y)
        ways = [tuple(way) for way in Driver(habits, layout, seat, trucks).ways(here, pips)]
        for way in sorted(ways, key=lambda way: turns(here, way)):
            spaces = tuple(DEPOT if at is None else space_at(*at) for at in way)
            ends.setdefault(spaces[-1], Route(spaces=spaces, mask=0))
        return ends

    patch.setattr(Roads, "reach", reach)


HABITS = list(Habits.__dataclass_fields__)
