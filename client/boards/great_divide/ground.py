"""The ground of The Great Divide: two oceans, and the land between them with its empty spaces.

It is painted pixel by pixel: sheets of paper for every depth of the sea, and on the land the lines of equal
height of a printed map. That takes a good tenth of a second, so let a layer keep it; it is done patch by
patch, so that it never needs much memory, and only where it is seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final, Literal

import numpy as np
import pygame

from client.boards.great_divide.hexes import HALF
from client.boards.great_divide.layout import Layout
from client.boards.great_divide.paper import (
    area_colour,
    away,
    dark,
    draw_hole,
    draw_symbol,
    lightened,
    warm,
)
from client.boards.kit.paper import Field, Rgb, Sheet, grain, mixed, plain, rgb, stamp
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol
from client.ui.theme import Ink
from core.game import Seat
from core.games.great_divide.land import ATLANTIC, PACIFIC, Way

Ocean = Literal["pacific", "atlantic"]

DEPTHS: Final = (13.0, 40.0, 76.0, 122.0, 180.0)
"""How far from the coast the sea gets deeper, in units."""
EDGE: Final = 12.0
"""Units to both sides of where the sea gets deeper in which that shows."""
SWELL: Final[dict[Ocean, float]] = {"pacific": 190.0, "atlantic": 62.0}
"""From wave to wave along the coast in units: long swell in the west, short seas in the east."""
COAST: Final = 0.06
"""How far the beaches reach below the outermost spaces, in widths of the land."""
FRAME: Final = 7.0
"""Units of the frame around the map; its marks are `TICK` units long."""
TICK: Final = 48.0
ROUND: Final = 12.0
MARKS: Final = 5200.0
"""On so many square units of sea there is one mark."""
APART: Final = 62.0
"""Units from a mark to the next."""
SEAL: Final = 54.0
"""Units across: the sign on the sea of the seat whose it is."""
OFF: Final = 70.0
"""So far off the coast it stands."""
STEP: Final = 0.17
"""How wide the steps are in which the mountains rise, in radii."""
NEAR: Final = 1.6
"""How far from its middle a space has a say about a pixel, in radii."""
PATCH: Final = 256
"""Pixels across what is painted at a time: as many as the grain of paper has until it repeats."""


def draw_ground(canvas: Canvas, layout: Layout) -> None:
    """The two oceans, the Pacific in the west, the Atlantic in the east, and the land without its tiles."""
    for patch in _patches(canvas, layout):
        patch.lay_sea_and_coast()
    _draw_marks(canvas, layout)
    for space in range(layout.land.size):
        _draw_space(canvas, layout.spaces.box(space), layout.land.areas[layout.land.area[space]])
    if not plain(canvas):
        for patch in _patches(canvas, layout):
            patch.lay_relief()
    _draw_borders(canvas, layout)


def _draw_space(canvas: Canvas, box: Rect, area: str) -> None:
    """An empty space: sunk into the land, dim, with the symbol of its area."""

    def paint(c: Canvas, here: Rect) -> None:
        draw_hole(c, here, area_colour(area))
        tone = lightened(c, rgb(c, area_colour(area)), 0.22)
        with c.faded(0.95 if plain(c) else 0.62):
            draw_symbol(c, here.scaled(0.45), area, tone)

    if canvas.pixels(box).colliderect(canvas.surface.get_rect()):
        stamp(canvas, ("great_divide.space", area), box, 0.04 * box.w, paint)


def _draw_borders(canvas: Canvas, layout: Layout) -> None:
    """Lines where one area ends and the next one begins."""
    land, spaces = layout.land, layout.spaces
    for ink, wide in (("great_divide.ink", 0.075), ("great_divide.paper", 0.025)):
        for space, way in product(range(land.size), (Way.NE, Way.SE, Way.S)):
            there = land.beside[space][way]
            if 0 <= there < land.size and land.area[there] != land.area[space]:
                ends = spaces.corners(space)[way], spaces.corners(space)[(way + 1) % len(Way)]
                canvas.line(*ends, wide * spaces.radius, ink)


def _patches(canvas: Canvas, layout: Layout) -> Iterator[_Patch]:
    """All of the field that can be seen, piece by piece."""
    field = canvas.pixels(layout.field)
    seen = field.clip(canvas.surface.get_rect())
    for x, y in product(range(seen.left, seen.right, PATCH), range(seen.top, seen.bottom, PATCH)):
        yield _Patch(canvas, layout, field, pygame.Rect(x, y, PATCH, PATCH).clip(seen))


class _Patch:
    """Some pixels of the ground. Lengths are in pixels of the surface unless another unit is named."""

    def __init__(self, canvas: Canvas, layout: Layout, field: pygame.Rect, area: pygame.Rect) -> None:
        self.canvas, self.layout, self.field, self.area = canvas, layout, field, area
        self.r = layout.spaces.radius * canvas.scale
        self.unit = layout.scale * canvas.scale
        """Pixels of a unit on a table."""
        self.middles = [canvas.pixel(*centre) for centre in layout.spaces.centres]
        xs, ys = zip(*self.middles, strict=True)
        self.west, self.east, self.north, self.south = min(xs), max(xs), min(ys), max(ys)

    def _axes(self, more: tuple[int, int] = (0, 0)) -> tuple[Field, Field]:
        """The middles of all pixels, and of some more to the left and above, spread to [x, y]."""
        x = np.arange(self.area.left - more[0], self.area.right, dtype=np.float32) + 0.5
        y = np.arange(self.area.top - more[1], self.area.bottom, dtype=np.float32) + 0.5
        return x[:, None], y[None, :]

    def _paste(self, sheet: Sheet) -> None:
        surface = pygame.Surface(self.area.size, pygame.SRCALPHA)
        sheet.paint(surface)
        self.canvas.touch(self.canvas.surface.blit(surface, self.area))

    # --- the sea ------------------------------------------------------------------------------

    def lay_sea_and_coast(self) -> None:
        """The oceans, the coasts of the land with its mountains, and the frame of the map."""
        sheet = Sheet(self.area.size)
        x, y = self._axes()
        self._lay_seas(sheet, x, y)
        if not plain(self.canvas):
            sheet.rgb += grain(self.area.size, 2.2)
        if self.west - 3 * self.r < self.area.right and self.area.left < self.east + 3 * self.r:
            self._lay_coast(sheet)
        self._lay_frame(sheet, x, y)
        self._paste(sheet)

    def _lay_seas(self, sheet: Sheet, x: Field, y: Field) -> None:
        """The water on both sides of the middle of the land."""
        middle, down = (self.west + self.east) / 2, (y - self.field.top) / self.unit
        reach = (0.5 - COAST) * (self.east - self.west + 2 * self.r)
        self._lay_sea(sheet, "pacific", (middle - reach - x) / self.unit, down, x < middle)
        self._lay_sea(sheet, "atlantic", (x - middle - reach) / self.unit, down, x >= middle)

    def _lay_sea(self, sheet: Sheet, ocean: Ocean, depth: Field, down: Field, where: Field) -> None:
        """One sheet of paper for every depth, from the deepest to the beach, `where` the ocean is.

        `depth` is how far a pixel is off the coast, `down` from the top, in units. The paper's edges face
        the lamp in the west and throw shadows in the east.
        """
        if not where.any():
            return
        colours, lit = _depths(self.canvas, ocean), ocean == "pacific"
        outs = [depth - reach - _waves(ocean, down, index) for index, reach in enumerate(DEPTHS)]
        whole = next((index for index, out in enumerate(outs) if out.max() < -EDGE), len(DEPTHS))
        sheet.lay(colours[whole], where)
        for index in range(whole - 1, -1, -1):
            out = outs[index]
            if out.min() > EDGE:
                continue
            if not plain(self.canvas):
                fall = np.clip(1 - out / (4.0 if lit else 9.0), 0, 1) * (out > -1)
                sheet.lay(dark(self.canvas), (0.13 if lit else 0.26) * fall * where)
            sheet.lay(colours[index], sheet.inside(out * self.unit) * where)
            rim = np.clip(1 - np.abs(out + 0.9) / 1.1, 0, 1) * where
            sheet.lay(lightened(self.canvas, colours[index], 0.5), (0.6 if lit else 0.3) * rim)

    def _lay_frame(self, sheet: Sheet, x: Field, y: Field) -> None:
        """The frame of a printed map with its marks, and round corners."""
        scale, field = self.unit, self.field
        across, down = (
            np.minimum(v - a, b - v) for v, a, b in ((x, *_ends(field, 0)), (y, *_ends(field, 1)))
        )
        near, wide = np.minimum(across, down), FRAME * scale
        if near.min() > max(wide + 1, ROUND * scale):
            return
        paper, ink = rgb(self.canvas, "great_divide.paper"), rgb(self.canvas, "great_divide.slate")
        sheet.lay(ink, sheet.inside(near - wide))
        sheet.lay(paper, sheet.inside(near - wide + max(1.0, 0.9 * scale)))
        along = np.where(across < down, y - field.centery, x - field.centerx)
        mark = np.floor(along / (TICK * scale)) % 2
        sheet.lay(ink, mark * sheet.inside(np.abs(near - wide * 0.55) - wide * 0.2))
        soft = ROUND * scale
        corner = np.hypot(np.minimum(across - soft, 0), np.minimum(down - soft, 0)) - soft
        sheet.cover *= sheet.inside(corner)

    # --- the land -----------------------------------------------------------------------------

    def _out(self, x: Field, y: Field) -> Field:
        """How far pixels are outside of the spaces, negative on them."""
        out = np.full((x.size, y.size), 9 * self.r, dtype=np.float32)
        for cx, cy in self._near(x, y):
            part = _window(x, cx, NEAR * self.r), _window(y, cy, NEAR * self.r)
            here = away(x[part[0]] - cx, y[:, part[1]] - cy, self.r)
            out[part] = np.minimum(out[part], here)
        return out

    def _near(self, x: Field, y: Field) -> list[tuple[int, int]]:
        """The middles of the spaces that have a say about these pixels."""
        reach = NEAR * self.r
        (left, right), (top, bottom) = ((v.min() - reach, v.max() + reach) for v in (x, y))
        return [(cx, cy) for cx, cy in self.middles if left < cx < right and top < cy < bottom]

    def _lay_coast(self, sheet: Sheet) -> None:
        """The shadow of the land on the sea, surf, beach, and the mountains north and south of it."""
        r = self.r
        shade = round(0.1 * r), round(0.16 * r)
        x, y = self._axes(shade)
        out, beyond = self._out(x, y), self._beyond(x, y)
        whole = np.minimum(out, beyond)
        if not plain(self.canvas):
            fall = whole[: self.area.w, : self.area.h]
            sheet.lay(dark(self.canvas), 0.42 * np.clip(0.5 - fall / (0.34 * r), 0, 1))
        here = whole[shade[0] :, shade[1] :]
        surf = 0.3 * sheet.inside(np.abs(here - 0.31 * r) - 0.022 * r)
        surf = np.maximum(surf, 0.22 * sheet.inside(here - 0.2 * r))
        beach = np.maximum(surf, sheet.inside(here - 0.085 * r))
        sheet.lay(rgb(self.canvas, "great_divide.paper"), beach)
        rows = y[:, shade[1] :]
        self._lay_stone(
            sheet,
            out[shade[0] :, shade[1] :],
            sheet.inside(beyond[shade[0] :, shade[1] :]) * ((rows < self.north) | (rows > self.south)),
        )

    def _beyond(self, x: Field, y: Field) -> Field:
        """Signed distance to the land north and south of the spaces, negative on it."""
        r = self.r
        off = np.maximum(np.maximum(self.north - HALF * r - y, y - self.south - HALF * r), 0) / r
        swing = 0.13 * np.sin(off * 7) * np.clip(off * 3, 0, 1) + 0.08 * off
        west, east = self.west - 0.5 * r - swing * r, self.east + 0.5 * r + swing * r
        return np.asarray(np.maximum(west - x, x - east), dtype=np.float32)

    def _lay_stone(self, sheet: Sheet, out: Field, cover: Field) -> None:
        """Slate that rises away from the spaces, step by step."""
        if not cover.any():
            return
        colour = mixed(rgb(self.canvas, "great_divide.slate"), dark(self.canvas), 0.25)
        if plain(self.canvas):
            sheet.lay(colour, cover)
            return
        height = (out / self.r - 0.05) / STEP
        steps = np.clip(np.floor(height), -1, 6)
        edge = np.clip(1 - np.abs(height - np.round(height)) * STEP * self.r / 1.2, 0, 1) * (steps >= 0)
        tone = np.asarray(colour) + (5.0 * steps + 16.0 * edge)[:, :, None] + grain(out.shape, 2.4)
        sheet.lay(np.asarray(tone, dtype=np.float32), cover)

    def lay_relief(self) -> None:
        """Over the empty spaces: slopes in the light and in the shade, and lines of equal height."""
        x, y = self._axes()
        if not self._near(x, y):
            return
        sheet = Sheet(self.area.size)
        land = sheet.inside(self._out(x, y) + 1)
        height = self._height(*self._axes((1, 1)))
        dx, dy = np.diff(height, axis=0)[:, 1:], np.diff(height, axis=1)[1:, :]
        height = height[1:, 1:]
        slope = (dx * 0.55 + dy * 0.84) * self.r * 0.11
        sheet.lay(dark(self.canvas), np.clip(slope, 0, 0.2) * land)
        steep = np.maximum(np.hypot(dx, dy), 1e-6)
        away_from = np.abs(height - np.round(height)) / steep / max(0.8, 0.016 * self.r)
        light = 0.2 * np.clip(1.0 - away_from, 0, 1)
        sheet.lay(warm(self.canvas), np.maximum(light, np.clip(-slope, 0, 0.13)) * land)
        self._paste(sheet)

    def _height(self, x: Field, y: Field) -> Field:
        """A land that rises from both coasts to a winding ridge; in lines of equal height."""
        half = (self.east - self.west) / 2 + self.r
        u, v = (x - (self.east + self.west) / 2) / half, (y - self.north) / self.r
        ridge = 0.16 * np.sin(0.45 * v + 0.6) + 0.07 * np.sin(1.1 * v)
        rise = 7.5 * np.clip(1.05 - np.hypot(u - ridge, 0.12), 0, 1)
        hills = np.sin(4.1 * u + 0.9 * np.sin(0.6 * v)) * np.sin(0.83 * v + 1.4 * u)
        return np.asarray(rise + 1.1 * hills + 0.5 * np.sin(7.3 * u + 1.9 * v), dtype=np.float32)


def _ends(rect: pygame.Rect, axis: int) -> tuple[int, int]:
    """Where a rectangle begins and ends across or down."""
    return rect.topleft[axis], rect.bottomright[axis]


def _window(pixels: Field, middle: float, reach: float) -> slice:
    """Which of these pixels, one after the other, lie so near to a middle."""
    first = pixels.ravel()[0]
    return slice(max(0, int(middle - reach - first)), max(0, int(middle + reach - first)))


def _depths(canvas: Canvas, ocean: Ocean) -> list[Rgb]:
    """The colours of the sea from the beach to the deep."""
    light, body, deep = (rgb(canvas, f"great_divide.{ocean}{name}") for name in ("_light", "", "_deep"))
    shallow = (mixed(light, body, share) for share in (0.45, 0.8))
    return [*shallow, *(mixed(body, deep, share) for share in (0.2, 0.5, 0.78, 1.0))]


def _waves(ocean: Ocean, y: Field, index: int) -> Field:
    """How far the edge of a sheet swings out at a height, in units."""
    turn = 2 * math.pi / (SWELL[ocean] * (1 + 0.11 * index))
    start = 1.7 * index
    if ocean == "pacific":
        swing = 9 * np.sin(y * turn + start) + 4 * np.sin(y * turn * 1.83 - start)
    else:
        swing = 11 * np.abs(np.sin(y * turn / 2 + start)) - 6 + 4 * np.sin(y * turn * 0.37 + start)
    return np.asarray(swing * (0.45 + 0.2 * index), dtype=np.float32)


# --- signs on the sea ---------------------------------------------------------------------------


def _draw_marks(canvas: Canvas, layout: Layout) -> None:
    """Waves here and there on the open sea, and the symbol of the seat whose ocean it is."""
    rng, rect, land, scale = Random(1805), layout.field, layout.ground, layout.scale
    for seat, ocean, area in (
        (PACIFIC, "pacific", Rect(rect.x, rect.y, land.x - rect.x, rect.h)),
        (ATLANTIC, "atlantic", Rect(land.right, rect.y, rect.right - land.right, rect.h)),
    ):
        free = area.inset((FRAME + 18) * scale, (FRAME + 14) * scale)
        seals = _seals(area, scale, area.right - OFF * scale if seat == PACIFIC else area.x + OFF * scale)
        spots = list(seals)
        for _ in range(round(free.w * free.h / scale**2 / MARKS) * 6):
            spot = (rng.uniform(free.x, free.right), rng.uniform(free.y, free.bottom))
            if all(math.dist(spot, other) > APART * scale for other in spots):
                spots.append(spot)
        for x, y in spots[len(seals) :]:
            place = Rect.around(x, y, 34 * scale, 17 * scale)
            canvas.picture(f"tiles/great_divide/wave-{ocean}.svg", place, alpha=0.5)
        for spot in seals:
            _draw_seal(canvas, seat, Rect.around(*spot, SEAL * scale), f"great_divide.{ocean}_light")


def _seals(area: Rect, scale: float, x: float) -> list[Point]:
    """Where the signs of its seat stand on a sea that has room for them."""
    return [(x, area.y + area.h * share / 6) for share in (1, 3, 5)] if area.w > 2 * OFF * scale else []


def _draw_seal(canvas: Canvas, seat: Seat, rect: Rect, ink: Ink) -> None:
    """The symbol of a seat in a ring, as on its badge."""
    with canvas.faded(0.45):
        canvas.ring(rect, rect.w / 2, ink, 2.5)
        seat_symbol(canvas, seat, rect.scaled(0.52), ink)
