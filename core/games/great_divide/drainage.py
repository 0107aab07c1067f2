"""Drainage: which arrows leave every river a way to an ocean, and which ocean it reaches.

Water in an empty space may go to any neighbour, in a tile only along its arrow; special tiles are walls.
A tile laid or turned on a space X points at a neighbour. Its water can still reach an ocean exactly if it
can get from that neighbour to an ocean without coming back through X. So one question answers for every
space and direction at once: which spaces must the water of a space pass, whatever is laid later? Those are
its *gates*, the dominators of the graph seen from the oceans. (No harm can come to other tiles: those
whose water passes X go on with it from there.)

Two-Ocean Pass: its two streams need ways to both oceans that share no space. That is a flow of two units
through spaces that hold one each; it is found by augmenting paths (Ford and Fulkerson), and only the
spaces on the ways found have to be looked at again.

With the inland sea nothing needs to drain; there only facing arrows, borders and special tiles matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.game import Seat, read_only
from core.games.great_divide.land import ATLANTIC, OFF_BOARD, PACIFIC, WAYS, Heading, Land

TileCodes = NDArray[np.int8]
"""Code of each space: `EMPTY_SPACE`, arrow 0 … 5 (`Heading`), `PASS_CODE` 6 … 8 by axis, or `BASIN_CODE`."""

EMPTY_SPACE: Final = -1
PASS_CODE: Final = 6
"""The Two-Ocean Pass with arrows to N and S; + 1 to NE and SW, + 2 to SE and NW."""
BASIN_CODE: Final = 9
AXIS_COUNT: Final = len(WAYS) // 2
"""The axes on which the two arrows of the Pass may lie."""

NO_GATES: Final = -1
"""The gates of water that cannot reach an ocean: all bits set, as if it had to pass every space."""

Obstacle = Literal["no_sea_there", "onto_special", "facing", "trapped", "cuts_pass", "no_two_oceans"]
"""Obstacle that an arrow comes up against; each is the name of a refusal."""

WaterRoute = tuple[int, ...]
"""Spaces in the order in which water runs through them, at the end an ocean."""


def pass_ways(tile: int) -> tuple[Heading, Heading]:
    """Directions of the arrows of a Two-Ocean Pass."""
    return Heading(tile - PASS_CODE), Heading(tile - PASS_CODE + AXIS_COUNT)


def is_pass(tile: int) -> bool:
    """Whether a tile is the Two-Ocean Pass."""
    return PASS_CODE <= tile < BASIN_CODE


def arrows(tile: int) -> tuple[Heading, ...]:
    """Directions of the arrows on a space; none for an empty space and the Basin."""
    if is_pass(tile):
        return pass_ways(tile)
    return (Heading(tile),) if 0 <= tile < PASS_CODE else ()


class Water:
    """The water on one board. Made once for each position; see `water`."""

    def __init__(self, land: Land, tiles: tuple[int, ...], inland: bool) -> None:
        self.land = land
        self.tiles = tiles
        self.inland = inland
        self.crest = next((space for space, tile in enumerate(tiles) if is_pass(tile)), None)
        """The space of the Two-Ocean Pass."""
        self.onward: list[tuple[int, ...]] = [self._onward(space) for space in range(land.size)]
        """Spaces and oceans to which the water of each space may go next; none for special tiles."""
        self._ways: dict[int, list[bool]] = {}

    def _onward(self, space: int) -> tuple[int, ...]:
        tile, beside = self.tiles[space], self.land.beside[space]
        if tile == EMPTY_SPACE:
            return tuple(w for w in beside if w != OFF_BOARD and not self.is_special(w))
        return (beside[tile],) if tile < PASS_CODE else ()

    def is_special(self, space: int) -> bool:
        """Whether Basin or Pass lie on a space (not an ocean's number, nor `OFF_BOARD`)."""
        return 0 <= space < self.land.size and self.tiles[space] >= PASS_CODE

    # --- gates ---------------------------------------------------------------------------------

    @cached_property
    def gates(self) -> list[int]:
        """For each space a bit set of the spaces that its water must pass, itself among them.

        The greatest solution of "my own bit, and what all my ways on have in common".
        """
        gates = [NO_GATES] * self.land.size
        order = self._from_the_sea()
        changed = True
        while changed:
            changed = False
            for space in order:
                common = NO_GATES
                for after in self.onward[space]:
                    if after >= self.land.size:
                        common = 0
                        break
                    common &= gates[after]
                found = common | 1 << space
                if found != gates[space]:
                    gates[space] = found
                    changed = True
        return gates

    def _from_the_sea(self) -> list[int]:
        """All spaces from which an ocean can be reached, the nearest first."""
        return self._up_from((self.land.ocean(PACIFIC), self.land.ocean(ATLANTIC)))

    def _up_from(self, starts: tuple[int, ...]) -> list[int]:
        found = list(starts)
        met = set(starts)
        sources = self._sources()
        for here in found:
            for before in sources[here]:
                if before not in met:
                    met.add(before)
                    found.append(before)
        return found[len(starts) :]

    def _sources(self) -> list[list[int]]:
        """From where water may come into each space and ocean."""
        sources: list[list[int]] = [[] for _ in range(self.land.size + 2)]
        for space, afters in enumerate(self.onward):
            for after in afters:
                sources[after].append(space)
        return sources

    # --- what may lie where --------------------------------------------------------------------

    def arrow_mask(self, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Directions in which an arrow may point: mask (spaces, 6), True only for spaces of the mask `where`.

        These are empty or have a river tile, which may be turned. Borders, arrows and drainage count; areas
        do not matter here.
        """
        mask = np.zeros((self.land.size, len(WAYS)), dtype=np.bool_)
        for space in np.flatnonzero(where).tolist():
            if space not in self._ways:
                self._ways[space] = [self.obstacle(space, way) is None for way in WAYS]
            mask[space] = self._ways[space]
        return mask

    def obstacle(self, space: int, way: Heading) -> Obstacle | None:
        """Why an arrow on `space`, empty or with a river tile, may not point this way; None if it may."""
        target = self.land.beside[space][way]
        if target == OFF_BOARD:
            return "no_sea_there"
        if target >= self.land.size:
            return None if self._keeps_streams(space, target) else "cuts_pass"
        if self.is_special(target):
            return "onto_special"
        if self.tiles[target] == way.opposite:
            return "facing"
        if not self.inland and self.gates[target] >> space & 1:
            return "trapped"
        return None if self._keeps_streams(space, target) else "cuts_pass"

    def _keeps_streams(self, space: int, target: int) -> bool:
        """Whether the Pass keeps its two ways if `space` leads to `target`; only spaces on them matter."""
        for stream, kept in () if self.inland else self._streams_both_ways():
            if space in stream and (space, target) not in pairwise(stream):
                return self._joins(stream[0], kept, {space: (target,)})
        return True

    @cached_property
    def wall_mask(self) -> NDArray[np.bool_]:
        """The empty spaces where a special tile may lie as far as all other water goes: shape (spaces,)."""
        free = np.array([tile == EMPTY_SPACE for tile in self.tiles])
        for space, tile in enumerate(self.tiles):
            for way in arrows(tile):
                if self.land.beside[space][way] < self.land.size:
                    free[self.land.beside[space][way]] = False
        if not self.inland:
            needed = 0
            for space, gates in enumerate(self.gates):
                if 0 <= self.tiles[space] < PASS_CODE:
                    needed |= gates
            for space in np.flatnonzero(free).tolist():
                free[space] = not needed >> space & 1
            for stream, kept in self._streams_both_ways():
                for space in stream[:-1]:
                    free[space] &= free[space] and self._joins(stream[0], kept, {space: ()})
        return read_only(free)

    @cached_property
    def pass_mask(self) -> NDArray[np.bool_]:
        """Mask of the spaces and axes on which the Two-Ocean Pass may lie: shape (spaces, 3)."""
        mask = np.zeros((self.land.size, AXIS_COUNT), dtype=np.bool_)
        for space in np.flatnonzero(self.wall_mask).tolist():
            for axis in range(AXIS_COUNT):
                mask[space, axis] = self.pass_obstacle(space, axis) is None
        return read_only(mask)

    @cached_property
    def pass_axes(self) -> tuple[int, ...]:
        """The axes to which the Pass may be turned where it lies.

        No other water runs over its space, however it is turned: only its own two streams matter.
        """
        if self.crest is None:
            return ()
        return tuple(axis for axis in range(AXIS_COUNT) if self.pass_obstacle(self.crest, axis) is None)

    def pass_obstacle(self, space: int, axis: int) -> Obstacle | None:
        """Why the Pass may not lie with its arrows on this axis; None if it may.

        `space` is one of `wall_mask`, or the one that the Pass lies on already.
        """
        springs = self.land.beside[space][axis], self.land.beside[space][axis + AXIS_COUNT]
        if OFF_BOARD in springs:
            return "no_sea_there"
        if any(map(self.is_special, springs)):
            return "onto_special"
        parts = self.inland or self._streams(springs, {space: ()}) is not None
        return None if parts else "no_two_oceans"

    # --- two streams that share no space --------------------------------------------------------

    @cached_property
    def streams(self) -> tuple[WaterRoute, WaterRoute] | None:
        """Ways for the two streams of the Pass that share no space and end in different oceans."""
        if self.crest is None:
            return None
        first, second = pass_ways(self.tiles[self.crest])
        beside = self.land.beside[self.crest]
        return self._streams((beside[first], beside[second]), {})

    def _streams_both_ways(self) -> tuple[tuple[WaterRoute, WaterRoute], ...]:
        """Each stream of the Pass with the other one; nothing where there is no Pass."""
        streams = self.streams
        return () if streams is None else (streams, streams[::-1])

    def _streams(
        self, springs: tuple[int, int], changed: ChangedFlow
    ) -> tuple[WaterRoute, WaterRoute] | None:
        alone = self._search(springs[0], (), changed)
        if alone is None:
            return None
        first = tuple(space for space, leaving in alone if not leaving)
        path = self._search(springs[1], first, changed)
        return None if path is None else _disjoint_streams(first, path)

    def _joins(self, spring: int, kept: WaterRoute, changed: ChangedFlow) -> bool:
        """Whether a stream from `spring` can be added to `kept`, pushing it aside where it has to."""
        return self._search(spring, kept, changed) is not None

    def _search(self, spring: int, kept: WaterRoute, changed: ChangedFlow) -> list[SearchVisit] | None:
        """An augmenting path from `spring` to the ocean that `kept` does not use; None if there is none.

        A space on `kept` is full: who comes into it can only push the water there back to where it came
        from, which then has to find another way on.
        """
        before = dict(zip(kept[1:], kept, strict=False))
        after = dict(pairwise(kept))
        taken = frozenset(kept)
        came: dict[SearchVisit, SearchVisit | None] = {(spring, False): None}
        queue: list[SearchVisit] = [(spring, False)]
        for visit in queue:
            space, leaving = visit
            if leaving:
                ways = changed.get(space, self.onward[space])
                steps = [(way, False) for way in ways if way != after.get(space)]
                if space in taken:
                    steps.append((space, False))
            elif space in taken:
                steps = [(before[space], True)] if space in before else []
            elif space >= self.land.size:
                return _path(came, visit)
            else:
                steps = [(space, True)]
            for step in steps:
                if step not in came:
                    came[step] = visit
                    queue.append(step)
        return None

    # --- where the water goes -------------------------------------------------------------------

    def course(self, space: int, way: Heading) -> WaterRoute:
        """The tiles that water leaving a space runs over, in order: until the sea, an empty space or a ring.

        The space itself is not among them, nor is the ocean or the empty space.
        """
        found: list[int] = []
        here = self.land.beside[space][way]
        while (
            0 <= here < self.land.size and 0 <= self.tiles[here] < PASS_CODE and here not in (space, *found)
        ):
            found.append(here)
            here = self.land.beside[here][self.tiles[here]]
        return tuple(found)

    def mouth(self, space: int, way: Heading) -> int:
        """End of that water's course: an ocean, an empty space, or what closes a ring."""
        last = (space, *self.course(space, way))[-1]
        return self.land.beside[last][way if last == space else self.tiles[last]]

    def drains(self, space: int) -> tuple[Seat, ...]:
        """The seats whose oceans the water of a tile has reached already."""
        mouths = [self.mouth(space, way) for way in arrows(self.tiles[space])]
        return tuple(seat for seat in (PACIFIC, ATLANTIC) if self.land.ocean(seat) in mouths)

    def reach(self, seat: Seat) -> NDArray[np.bool_]:
        """The spaces whose water could still come to a seat's ocean, shape (spaces,); no special tiles."""
        mask = np.zeros(self.land.size, dtype=np.bool_)
        mask[self._up_from((self.land.ocean(seat),))] = True
        return read_only(mask)

    def stretch(self, space: int, way: Heading) -> tuple[int, ...]:
        """Everywhere water could get if an arrow on `space` pointed this way: what would be cut off."""
        found = [space]
        ways = {space: (self.land.beside[space][way],)}
        for here in found:
            for after in ways.get(here, self.onward[here]):
                if 0 <= after < self.land.size and after not in found:
                    found.append(after)
        return tuple(found)


SearchVisit = tuple[int, bool]
"""A space (or ocean) on a search: just come to, or (True) about to be left."""

ChangedFlow = Mapping[int, tuple[int, ...]]
"""Spaces whose water goes elsewhere than the board says."""


def _path(came: Mapping[SearchVisit, SearchVisit | None], last: SearchVisit) -> list[SearchVisit]:
    path: list[SearchVisit] = []
    visit: SearchVisit | None = last
    while visit is not None:
        path.append(visit)
        visit = came[visit]
    return path[::-1]


def _disjoint_streams(kept: WaterRoute, path: list[SearchVisit]) -> tuple[WaterRoute, WaterRoute]:
    """The two streams once an augmenting path is added to `kept`: what both run over in turn cancels out."""
    after = dict(pairwise(kept))
    for (space, leaving), (then, _) in pairwise(path):
        if not leaving and space != then:
            del after[then]
    for (space, leaving), (then, leaves) in pairwise(path):
        if leaving and not leaves and space != then:
            after[space] = then
    return _follow(after, kept[0]), _follow(after, path[0][0])


def _follow(after: Mapping[int, int], spring: int) -> WaterRoute:
    route = [spring]
    while route[-1] in after:
        route.append(after[route[-1]])
    return tuple(route)


@lru_cache(maxsize=64)
def _water(land: Land, tiles: bytes, inland: bool) -> Water:
    return Water(land, tuple(np.frombuffer(tiles, dtype=np.int8).tolist()), inland)


def water(land: Land, tiles: TileCodes, inland: bool) -> Water:
    """The water on a board, shape (spaces,). Equal boards share it, so that it is worked out once."""
    return _water(land, tiles.tobytes(), inland)
