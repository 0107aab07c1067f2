"""Rivers of a position: their way from tile to tile, the water they carry, and their ocean.

They are computed once for each position; nothing is drawn here.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from core.game import Seat
from core.games.great_divide.drainage import BASIN_CODE, EMPTY_SPACE, PASS_CODE, Water, arrows, is_pass, water
from core.games.great_divide.land import WAYS, Heading, Land
from core.games.great_divide.scoring import SEATS
from core.games.great_divide.state import State

SpaceSide = tuple[int, int]
"""Side of a space: (space, way)."""


class Fate(IntEnum):
    """Final ocean of water: one of the two for sure, still open, or none (`LOST`: with the inland sea)."""

    PACIFIC = 0
    ATLANTIC = 1
    OPEN = 2
    LOST = 3

    @property
    def seat(self) -> Seat | None:
        """Seat of the ocean, if that is decided."""
        return Seat(self.value) if self < Fate.OPEN else None


class RiverStretch(NamedTuple):
    """Piece of river on one tile: in over the side `source` (None: a spring), out over `way`.

    `before` and `after` are the numbers of tiles whose water comes in and goes out.
    """

    space: int
    source: int | None
    way: int
    before: int
    after: int
    fate: Fate


class Mouth(NamedTuple):
    """Place where a river leaves the laid tiles: from `space` over side `way`, into a sea or an empty space.

    `carries` is the number of tiles whose water comes here.
    """

    space: int
    way: int
    carries: int
    fate: Fate
    sea: bool


class Rivers:
    """Water of one position."""

    def __init__(self, water: Water) -> None:
        self.water = water
        self.land = water.land

    @cached_property
    def fates(self) -> tuple[Fate | None, ...]:
        """Fate of the water of each space, of empty ones too; None for special tiles."""
        west, east = (self.water.reach(seat).tolist() for seat in SEATS)
        return tuple(
            None if tile >= PASS_CODE else self._fate(space, tile, west[space], east[space])
            for space, tile in enumerate(self.water.tiles)
        )

    def _fate(self, space: int, tile: int, west: bool, east: bool) -> Fate:
        """Fate of the water of a space that can come to these oceans.

        Without the inland sea all water drains in the end. With it only water that has already reached an
        ocean does so for sure; other water may still be led into a ring.
        """
        if self.water.inland and (west or east):
            end = EMPTY_SPACE if tile == EMPTY_SPACE else self.water.mouth(space, Heading(tile))
            return Fate(end - self.land.size) if self.land.is_ocean(end) else Fate.OPEN
        if west and east:
            return Fate.OPEN
        return Fate.PACIFIC if west else Fate.ATLANTIC if east else Fate.LOST

    def fate(self, space: int, way: int) -> Fate:
        """Fate of water that leaves a space this way."""
        after = self.land.beside[space][way]
        if self.land.is_ocean(after):
            return Fate(after - self.land.size)
        fate = self.fates[after] if after >= 0 else Fate.LOST
        return Fate.LOST if fate is None else fate

    @cached_property
    def carries(self) -> tuple[int, ...]:
        """Number of tiles whose water leaves each space; in a ring, of all its tiles."""
        total = [0] * self.land.size
        for space, tile in enumerate(self.water.tiles):
            if 0 <= tile < PASS_CODE:
                total[space] += 1
            for way in arrows(tile):
                for after in self.water.course(space, way):
                    total[after] += 1
        return tuple(total)

    @cached_property
    def stretches(self) -> tuple[RiverStretch, ...]:
        """All pieces of river, thin ones first."""
        found: list[RiverStretch] = []
        for space, tile in enumerate(self.water.tiles):
            if is_pass(tile):
                found += [RiverStretch(space, None, way, 0, 1, self.fate(space, way)) for way in arrows(tile)]
            elif tile != EMPTY_SPACE and tile != BASIN_CODE:
                found += self._on(space, tile)
        return tuple(sorted(found, key=lambda stretch: stretch.after))

    def stretches_on(self, spaces: set[int]) -> list[RiverStretch]:
        """Pieces of river on some spaces, thin ones first."""
        return [stretch for stretch in self.stretches if stretch.space in spaces]

    @cached_property
    def _by_sides(self) -> dict[tuple[int, int | None, int], RiverStretch]:
        return {(piece.space, piece.source, piece.way): piece for piece in self.stretches}

    def stretch(self, space: int, source_space: int | None, way: int) -> RiverStretch:
        """Piece of river that comes onto a tile over one side (None: springs there), leaves over another.

        Raises `KeyError` if no water runs there.
        """
        return self._by_sides[space, source_space, way]

    def along(self, space: int, way: int) -> tuple[RiverStretch, ...]:
        """Pieces over which water runs that springs on a space and leaves it this way, in order."""
        course = self.downstream(space, way)
        sources = (None, *((out + 3) % len(WAYS) for _, out in course))
        return tuple(
            self.stretch(at, source, out) for (at, out), source in zip(course, sources, strict=False)
        )

    def _on(self, space: int, tile: int) -> list[RiverStretch]:
        """Pieces on a river tile: its own spring, and one from each side over which water comes in."""
        after, fate = self.carries[space], self.fate(space, tile)
        sides = [side for side in WAYS if self._comes_in(space, side)]
        found = [
            RiverStretch(space, side, tile, self._tiles_upstream(space, side), after, fate) for side in sides
        ]
        return [RiverStretch(space, None, tile, 0, 1, fate), *found]

    def _comes_in(self, space: int, heading: Heading) -> bool:
        there = self.land.beside[space][heading]
        return 0 <= there < self.land.size and heading.opposite in arrows(self.water.tiles[there])

    def _tiles_upstream(self, space: int, side: int) -> int:
        there = self.land.beside[space][side]
        return 1 if is_pass(self.water.tiles[there]) else self.carries[there]

    @cached_property
    def mouths(self) -> tuple[Mouth, ...]:
        """Mouths of rivers into a sea, and their ends for now."""
        found = []
        for space, tile in enumerate(self.water.tiles):
            for way in arrows(tile):
                after = self.land.beside[space][way]
                sea = self.land.is_ocean(after)
                if sea or self.water.tiles[after] == EMPTY_SPACE:
                    carries = 1 if is_pass(tile) else self.carries[space]
                    found.append(Mouth(space, int(way), carries, self.fate(space, int(way)), sea))
        return tuple(found)

    @cached_property
    def divide(self) -> tuple[SpaceSide, ...]:
        """Watershed: the sides of spaces between water of the one ocean and of the other."""
        sides = []
        for space, fate in enumerate(self.fates):
            for way in (Heading.NE, Heading.SE, Heading.S):
                there = self.land.beside[space][way]
                other = self.fates[there] if 0 <= there < self.land.size else None
                if {fate, other} == {Fate.PACIFIC, Fate.ATLANTIC}:
                    sides.append((space, int(way)))
        return tuple(sides)

    def risen(self, before: Rivers) -> tuple[SpaceSide, ...]:
        """Part of the watershed that was not there before."""
        old = set(before.divide)
        return tuple(side for side in self.divide if side not in old)

    @cached_property
    def won(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Tiles of each seat whose water will end in its ocean whatever is laid; the Pass in both."""
        lists: tuple[list[int], list[int]] = ([], [])
        for space, tile in enumerate(self.water.tiles):
            ends = {self.fate(space, int(way)) for way in arrows(tile)}
            for seat in SEATS:
                if Fate(seat) in ends:
                    lists[seat].append(space)
        return tuple(lists[0]), tuple(lists[1])

    def drains(self, space: int) -> tuple[Seat, ...]:
        """Seats in whose oceans the water of a tile will end whatever is laid; both for the Pass."""
        return tuple(seat for seat in SEATS if space in self.won[seat])

    def downstream(self, space: int, way: int) -> tuple[SpaceSide, ...]:
        """Way of water that leaves a space: the side over which it leaves each tile, itself first."""
        tiles = self.water.course(space, Heading(way))
        return ((space, way), *((tile, self.water.tiles[tile]) for tile in tiles))


@lru_cache(maxsize=64)
def rivers_of(land: Land, tiles: bytes, inland: bool) -> Rivers:
    """Rivers of a board, whose tiles are given as bytes; equal boards share them."""
    return Rivers(water(land, np.frombuffer(tiles, dtype=np.int8), inland))


def rivers(land: Land, view: State) -> Rivers:
    """Rivers of a view."""
    return rivers_of(land, view.tiles.tobytes(), view.inland)
