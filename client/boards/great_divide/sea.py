"""The two oceans of The Great Divide, to the edges of the window: sheets of paper, one below the other.

They have the colours of their seats. The Pacific has long waves and weak shadows, the Atlantic short waves
and strong shadows.
"""

from __future__ import annotations

import math
from itertools import product
from random import Random
from typing import Final, Literal, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from client.boards.great_divide.layout import Layout
from client.boards.great_divide.paper import dark, lighten
from client.boards.kit.paper import Rgb, mix_colours, rgb, wants_clear_shapes
from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_symbol
from client.ui.theme import Ink
from core.game import Seat
from core.games.great_divide.land import ATLANTIC, PACIFIC

Ocean = Literal["pacific", "atlantic"]
CoastCurve = NDArray[np.float64]
"""Points along a coast from north to south, in units: shape (points, 2)."""

DEPTH_DISTANCES: Final = (14.0, 44.0, 88.0, 146.0, 214.0, 296.0, 388.0)
"""Distances from the coast, in units, at which the sea gets deeper."""
SHALLOW_SHARES: Final = (0.45, 0.85)
"""Shares of the ocean's own colour in the first sheets, from the beach on; the rest is its light colour."""
SWELL_SPACING: Final[dict[Ocean, float]] = {"pacific": 190.0, "atlantic": 62.0}
"""Units from wave to wave along the coast."""
COAST_REACH: Final = 0.06
"""Distance by which the sea extends below the outermost spaces, in widths of the land."""
SHEET_OVERLAP: Final = 190.0
"""Units by which a sheet extends below the next one."""
EDGE_STEP: Final = 7.0
"""Units between the points of the edge of a sheet."""
FILL_STEPS: Final = 8
"""Steps of an edge that are filled at a time, since a shape with many corners takes long."""
SEA_GRAIN: Final = 3
"""Strength of the sea's grain, as `sprites.add_grain` takes it: steps of brightness, of 255."""
MARK_CELL_SIZE: Final = 84.0
"""Units across and down a square of sea with one small wave in it."""
SEAL_SIZE: Final = 92.0
"""Units across the seat's symbol on its sea."""
SEAL_HEIGHTS: Final = (0.47, 0.73)
"""Distance of that symbol from the top for each seat, in heights of the world, between papers there."""


def draw_seas(canvas: Canvas, layout: Layout, world: Rect) -> None:
    """Draw both oceans, from below the land to the edges of the world."""
    _Sea.of(canvas, layout, world, Seat(PACIFIC), "pacific").draw()
    _Sea.of(canvas, layout, world, Seat(ATLANTIC), "atlantic").draw()
    if not wants_clear_shapes(canvas):
        area = canvas.pixels(world).clip(canvas.surface.get_rect())
        sprites.add_grain(canvas.surface.subsurface(area), SEA_GRAIN)
        canvas.touch(area)


class _Sea(NamedTuple):
    """One ocean: `coast` is the x in units where it begins, `out` is -1 if it lies to the left, else 1."""

    canvas: Canvas
    layout: Layout
    room: Rect
    seat: Seat
    ocean: Ocean
    coast: float
    out: int

    @classmethod
    def of(cls, canvas: Canvas, layout: Layout, world: Rect, seat: Seat, ocean: Ocean) -> _Sea:
        ground = layout.ground
        reach = (0.5 - COAST_REACH) * ground.w
        if seat == PACIFIC:
            room = Rect(world.x, world.y, ground.cx - world.x, world.h)
            return cls(canvas, layout, room, seat, ocean, ground.cx - reach, -1)
        room = Rect(ground.cx, world.y, world.right - ground.cx, world.h)
        return cls(canvas, layout, room, seat, ocean, ground.cx + reach, 1)

    def draw(self) -> None:
        """Draw the sheets from the deepest to the beach, then small waves and the seat's symbol."""
        colours, lit = self._colours(), self.out < 0
        area = self.canvas.pixels(self.room)
        self.canvas.surface.fill(colours[-1], area)
        self.canvas.touch(area)
        for index in range(len(DEPTH_DISTANCES) - 1, -1, -1):
            edge = self._edge(index)
            if not wants_clear_shapes(self.canvas):
                self._shade(edge, colours[index + 1], 4.0 if lit else 9.0, 0.13 if lit else 0.24)
            self._sheet(edge, colours[index])
            rim = mix_colours(colours[index], lighten(self.canvas, colours[index], 0.5), 0.6 if lit else 0.4)
            for off in (0.0, 1.0):
                self._line(self._in(edge, off / self.canvas.scale), rim)
        self._marks()
        self._seal()

    def _colours(self) -> list[Rgb]:
        """Colours of the sheets, from the beach to the far sea."""
        light, body, dusk, far = (
            rgb(self.canvas, f"great_divide.{self.ocean}{name}") for name in ("_light", "", "_dusk", "_far")
        )
        shallow = (mix_colours(light, body, share) for share in SHALLOW_SHARES)
        half = (len(DEPTH_DISTANCES) + 1 - len(SHALLOW_SHARES)) // 2
        deeper = (
            mix_colours(*ends, index / half) for ends in ((body, dusk), (dusk, far)) for index in range(half)
        )
        return [*shallow, *deeper]

    def _edge(self, index: int) -> CoastCurve:
        """Outer edge of a sheet."""
        scale, room = self.layout.scale, self.room
        y = np.arange(room.y - EDGE_STEP, room.bottom + 2 * EDGE_STEP, EDGE_STEP)
        off = DEPTH_DISTANCES[index] + _waves(self.ocean, (y - self.layout.field.y) / scale, index)
        return np.column_stack((self.coast + self.out * off * scale, y))

    def _in(self, coast: CoastCurve, by: float) -> CoastCurve:
        """Edge moved `by` units towards the land."""
        return coast - (self.out * by, 0.0)

    def _sheet(self, coast: CoastCurve, rgb: Rgb) -> None:
        """Draw a sheet from its edge to below the next sheet, with a smooth edge."""
        self._fill(coast, self._in(coast, SHEET_OVERLAP * self.layout.scale), rgb)
        self._line(coast, rgb)

    def _shade(self, coast: CoastCurve, below: Rgb, wide: float, strength: float) -> None:
        """Draw the shadow of a sheet, `wide` units, on the one below it; `strength` 0 … 1."""
        steps = 4
        for step in range(steps, 0, -1):
            share = strength * (steps + 1 - step) / steps
            outer = self._in(coast, -wide * step / steps)
            self._fill(outer, self._in(outer, wide / 2), mix_colours(below, dark(self.canvas), share))

    def _fill(self, coast: CoastCurve, other: CoastCurve, rgb: Rgb) -> None:
        """Fill everything between two curves."""
        left, right = self._pixels(coast), self._pixels(other)
        for first in range(0, len(left) - 1, FILL_STEPS):
            part = slice(first, first + FILL_STEPS + 1)
            pygame.draw.polygon(self.canvas.surface, rgb, [*left[part], *reversed(right[part])])

    def _line(self, curve: CoastCurve, rgb: Rgb) -> None:
        pygame.draw.aalines(self.canvas.surface, rgb, False, self._pixels(curve))

    def _pixels(self, curve: CoastCurve) -> list[list[float]]:
        found: list[list[float]] = (curve * self.canvas.scale + self.canvas.pixel(0, 0)).tolist()
        return found

    # --- signs on the sea -------------------------------------------------------------------------

    def _marks(self) -> None:
        """Draw small waves scattered over the open sea."""
        rng, scale, room = Random(1805), self.layout.scale, self._open()
        cell = MARK_CELL_SIZE * scale
        for column, row in product(range(round(room.w / cell)), range(round(room.h / cell))):
            x = room.x if self.out > 0 else room.right
            x += self.out * cell * (column + rng.uniform(0.2, 0.8))
            y = room.y + cell * (row + rng.uniform(0.1, 0.9))
            place = Rect.around(x, y, 40 * scale, 20 * scale)
            self.canvas.picture(f"tiles/great_divide/wave-{self.ocean}.svg", place, alpha=0.55)

    def _open(self) -> Rect:
        """Rectangle of the sea beyond surf and shallows."""
        off = self.coast + self.out * DEPTH_DISTANCES[1] * self.layout.scale
        if self.out < 0:
            return Rect(self.room.x, self.room.y, max(0.0, off - self.room.x), self.room.h)
        return Rect(off, self.room.y, max(0.0, self.room.right - off), self.room.h)

    def _seal(self) -> None:
        """Draw the symbol of the seat on its ocean, beyond the field, if there is room."""
        field = self.layout.field
        wide = field.x - self.room.x if self.out < 0 else self.room.right - field.right
        if wide > 2 * SEAL_SIZE:
            x = (self.room.x if self.out < 0 else field.right) + wide / 2
            rect = Rect.around(x, self.room.y + SEAL_HEIGHTS[self.seat] * self.room.h, SEAL_SIZE)
            _draw_seal(self.canvas, self.seat, rect, f"great_divide.{self.ocean}_light")


def _waves(ocean: Ocean, ys: NDArray[np.float64], index: int) -> NDArray[np.float64]:
    """Units by which the edge of a sheet swings out at the heights `ys`."""
    turn = 2 * math.pi / (SWELL_SPACING[ocean] * (1 + 0.11 * index))
    start = 1.7 * index
    if ocean == "pacific":
        swing = 9 * np.sin(ys * turn + start) + 4 * np.sin(ys * turn * 1.83 - start)
    else:
        swing = 11 * np.abs(np.sin(ys * turn / 2 + start)) - 6 + 4 * np.sin(ys * turn * 0.37 + start)
    return np.asarray(swing * (0.45 + 0.2 * index), dtype=np.float64)


def _draw_seal(canvas: Canvas, seat: Seat, rect: Rect, ink: Ink) -> None:
    """Draw the symbol of a seat in a ring, as on its badge."""
    with canvas.faded(0.35):
        canvas.ring(rect, rect.w / 2, ink, 2.5)
        seat_symbol(canvas, seat, rect.scaled(0.52), ink)
