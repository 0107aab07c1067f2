"""Ground of The Great Divide: two oceans, and the land between them with its empty spaces.

Coast and relief are painted pixel by pixel, with the contour lines of a printed map. That takes a tenth of
a second, so draw it in a layer, which caches it. To save memory it is done in strips, where it is visible.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

import numpy as np
import pygame

from client.boards.great_divide.layout import Layout
from client.boards.great_divide.paper import (
    area_colour,
    dark,
    draw_hole,
    draw_symbol,
    hex_distance,
    highlight_colour,
    lighten,
)
from client.boards.great_divide.sea import draw_seas
from client.boards.kit.hexes import HALF_WIDTH
from client.boards.kit.paper import (
    PaperSheet,
    PixelField,
    Rgb,
    grain,
    mix_colours,
    rgb,
    stamp,
    wants_clear_shapes,
)
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.great_divide.land import Heading

MOUNTAIN_STEP_WIDTH: Final = 0.17
"""Width of the steps in which the mountains rise, in radii."""
SPACE_INFLUENCE: Final = 1.6
"""Distance up to which a space influences a pixel, in radii."""
STRIP_WIDTH: Final = 256
"""Pixels across a strip of relief."""
RELIEF_PIXELS: Final = 2
"""Pixels of the surface per pixel of the relief, which is soft enough to be coarser."""
CONTOUR_SPACING: Final = 26.0
"""Units between the contour lines on the mountains beyond the spaces."""


def draw_ground(canvas: Canvas, layout: Layout, world: Rect) -> None:
    """Draw the two oceans and the land without its tiles, to the edges of the world."""
    draw_seas(canvas, layout, world)
    _draw_mountains(canvas, layout, world)
    for strip in _strips(canvas, layout, world):
        strip.lay_coast()
    for space in range(layout.land.size):
        _draw_space(canvas, layout.spaces.box(space), layout.land.areas[layout.land.area[space]])
    if not wants_clear_shapes(canvas):
        for strip in _columns(canvas, layout):
            strip.lay_relief()
    _draw_borders(canvas, layout)


def _draw_mountains(canvas: Canvas, layout: Layout, world: Rect) -> None:
    """Draw the land north and south of the spaces, with its contour lines."""
    ground, r = layout.ground, layout.spaces.radius
    top = _stone(canvas, 6)
    for start, end, way in ((ground.y + r, world.y, -1), (ground.bottom - r, world.bottom, 1)):
        y = np.linspace(start, end, 2 + round(abs(end - start) / 6), dtype=np.float32)
        off = np.maximum(0.0, way * (y - (ground.y if way < 0 else ground.bottom))) / r
        swing = (0.5 + _swing(off)) * r
        west, east = ground.x + 0.5 * r - swing + 0.5 * r, ground.right - r + swing
        outline = [*zip(west, y, strict=True), *zip(east[::-1], y[::-1], strict=True)]
        pygame.draw.polygon(canvas.surface, top, [canvas.pixel(*spot) for spot in outline])
        if wants_clear_shapes(canvas):
            continue
        lines = np.arange(1, abs(end - (ground.y if way < 0 else ground.bottom)) / CONTOUR_SPACING)
        for number in lines.tolist():
            _draw_height(canvas, layout, way, number)
    canvas.touch(canvas.pixels(world))


def _draw_height(canvas: Canvas, layout: Layout, way: int, number: float) -> None:
    """Draw a contour line by its number from the spaces, north (`way` -1) or south (1) of them."""
    ground, r = layout.ground, layout.spaces.radius
    y = (ground.y if way < 0 else ground.bottom) + way * CONTOUR_SPACING * (number + 0.4)
    x = np.linspace(ground.x + 0.3 * r, ground.right - 0.3 * r, 60)
    swing = 9 * np.sin(x / 47 + 1.3 * number) + 5 * np.sin(x / 21 - number)
    colour = mix_colours(_stone(canvas, 6), highlight_colour(canvas), 0.1)
    line = [canvas.pixel(*spot) for spot in zip(x.tolist(), (y + swing).tolist(), strict=True)]
    pygame.draw.aalines(canvas.surface, colour, False, line)


def _stone(canvas: Canvas, step: int) -> Rgb:
    """Colour of the mountains at a step of their height, from 0 beside the spaces."""
    red, green, blue = mix_colours(rgb(canvas, "great_divide.slate"), dark(canvas), 0.25)
    lift = 0 if wants_clear_shapes(canvas) else 5 * step
    return (red + lift, green + lift, blue + lift)


def _swing(off: PixelField) -> PixelField:
    """Radii by which the coasts swing out at a distance `off` from the spaces, in radii."""
    return np.asarray(0.13 * np.sin(off * 7) * np.clip(off * 3, 0, 1) + 0.08 * np.minimum(off, 4.0))


def _draw_space(canvas: Canvas, box: Rect, area_name: str) -> None:
    """Draw an empty space: sunk into the land, dim, with the symbol of its area."""

    def paint(c: Canvas, rect: Rect) -> None:
        draw_hole(c, rect, area_colour(area_name))
        tone = lighten(c, rgb(c, area_colour(area_name)), 0.22)
        with c.faded(0.95 if wants_clear_shapes(c) else 0.62):
            draw_symbol(c, rect.scaled(0.45), area_name, tone)

    if canvas.pixels(box).colliderect(canvas.surface.get_rect()):
        stamp(canvas, ("great_divide.space", area_name), box, 0.04 * box.w, paint)


def _draw_borders(canvas: Canvas, layout: Layout) -> None:
    """Draw lines between areas."""
    land, spaces = layout.land, layout.spaces
    for ink, wide in (("great_divide.ink", 0.075), ("great_divide.paper", 0.025)):
        for space, way in product(range(land.size), (Heading.NE, Heading.SE, Heading.S)):
            there = land.beside[space][way]
            if 0 <= there < land.size and land.area[there] != land.area[space]:
                ends = spaces.corners(space)[way], spaces.corners(space)[(way + 1) % len(Heading)]
                canvas.line(*ends, wide * spaces.radius, ink)


def _strips(canvas: Canvas, layout: Layout, world: Rect) -> Iterator[_Strip]:
    """Strips along both coasts, and between them along the upper and lower edge of the spaces."""
    ground, r = layout.ground, layout.spaces.radius
    out, near = 0.8 * r, 1.3 * r
    whole = Rect(ground.x - out, world.y, ground.w + 2 * out, world.h)
    west, rest = whole.cut_left(out + near)
    east, middle = rest.cut_right(out + near)
    edges = (Rect(middle.x, y, middle.w, out + near) for y in (ground.y - out, ground.bottom - near))
    for rect in (west, east, *edges):
        area = canvas.pixels(rect).clip(canvas.surface.get_rect())
        if area.w and area.h:
            yield _Strip(canvas, layout, area)


def _columns(canvas: Canvas, layout: Layout) -> Iterator[_Strip]:
    """Upright strips of the visible land, to save memory."""
    area = canvas.pixels(layout.ground.grown(2)).clip(canvas.surface.get_rect())
    for x in range(area.left, area.right, STRIP_WIDTH):
        part = pygame.Rect(x, area.y, STRIP_WIDTH, area.h).clip(area)
        if part.w and part.h:
            yield _Strip(canvas, layout, part)


class _Strip:
    """Rectangle of pixels of the ground. Lengths are in pixels of the surface if no other unit is named."""

    def __init__(self, canvas: Canvas, layout: Layout, area: pygame.Rect) -> None:
        self.canvas, self.layout, self.area = canvas, layout, area
        self.r = layout.spaces.radius * canvas.scale
        self.middles = [canvas.pixel(*centre) for centre in layout.spaces.centres]
        xs, ys = zip(*self.middles, strict=True)
        self.west, self.east, self.north, self.south = min(xs), max(xs), min(ys), max(ys)

    def _axes(self, extra: tuple[int, int] = (0, 0), step: int = 1) -> tuple[PixelField, PixelField]:
        """Middles of every `step`th pixel, and of `extra` to the left and above, spread to [x, y]."""
        x = np.arange(-extra[0], -(-self.area.w // step), dtype=np.float32) * step + self.area.x + step / 2
        y = np.arange(-extra[1], -(-self.area.h // step), dtype=np.float32) * step + self.area.y + step / 2
        return x[:, None], y[None, :]

    def _paste(self, sheet: PaperSheet) -> None:
        surface = pygame.Surface(sheet.cover.shape, pygame.SRCALPHA)
        sheet.paint(surface)
        if surface.get_size() != self.area.size:
            surface = pygame.transform.smoothscale(surface, self.area.size)
        self.canvas.touch(self.canvas.surface.blit(surface, self.area))

    # --- the land -----------------------------------------------------------------------------

    def _out(self, xs: PixelField, ys: PixelField) -> PixelField:
        """Distance of pixels from the spaces, negative on them."""
        out = np.full((xs.size, ys.size), 9 * self.r, dtype=np.float32)
        for cx, cy in self._near_spaces(xs, ys):
            part = _window(xs, cx, SPACE_INFLUENCE * self.r), _window(ys, cy, SPACE_INFLUENCE * self.r)
            here = hex_distance(xs[part[0]] - cx, ys[:, part[1]] - cy, self.r)
            out[part] = np.minimum(out[part], here)
        return out

    def _near_spaces(self, xs: PixelField, ys: PixelField) -> list[tuple[int, int]]:
        """Middles of the spaces that influence these pixels."""
        reach = SPACE_INFLUENCE * self.r
        (left, right), (top, bottom) = ((v.min() - reach, v.max() + reach) for v in (xs, ys))
        return [(cx, cy) for cx, cy in self.middles if left < cx < right and top < cy < bottom]

    def lay_coast(self) -> None:
        """Lay the land's shadow on the sea, surf, beach, and the mountains north and south."""
        r, sheet = self.r, PaperSheet(self.area.size)
        shade = round(0.1 * r), round(0.16 * r)
        x, y = self._axes(shade)
        out, beyond = self._out(x, y), self._beyond(x, y)
        whole = np.minimum(out, beyond)
        if not wants_clear_shapes(self.canvas):
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
        self._paste(sheet)

    def _beyond(self, xs: PixelField, ys: PixelField) -> PixelField:
        """Signed distance to the land north and south of the spaces, negative on it."""
        r = self.r
        off = (
            np.maximum(np.maximum(self.north - HALF_WIDTH * r - ys, ys - self.south - HALF_WIDTH * r), 0) / r
        )
        swing = _swing(off)
        west, east = self.west - 0.5 * r - swing * r, self.east + 0.5 * r + swing * r
        return np.asarray(np.maximum(west - xs, xs - east), dtype=np.float32)

    def _lay_stone(self, sheet: PaperSheet, out: PixelField, cover: PixelField) -> None:
        """Lay mountains that rise away from the spaces, step by step."""
        if not cover.any():
            return
        colour = _stone(self.canvas, 0)
        if wants_clear_shapes(self.canvas):
            sheet.lay(colour, cover)
            return
        height = (out / self.r - 0.05) / MOUNTAIN_STEP_WIDTH
        steps = np.clip(np.floor(height), -1, 6)
        edge = np.clip(1 - np.abs(height - np.round(height)) * MOUNTAIN_STEP_WIDTH * self.r / 1.2, 0, 1) * (
            steps >= 0
        )
        tone = np.asarray(colour) + (5.0 * steps + 16.0 * edge)[:, :, None] + grain(out.shape, 2.4)
        sheet.lay(np.asarray(tone, dtype=np.float32), cover)

    def lay_relief(self) -> None:
        """Lay relief over the empty spaces: slopes in light and shade, and contour lines."""
        x, y = self._axes(step=RELIEF_PIXELS)
        if not self._near_spaces(x, y):
            return
        sheet = PaperSheet((x.size, y.size))
        sheet.rgb[:] = highlight_colour(self.canvas)
        land = sheet.inside((self._out(x, y) + 1) / RELIEF_PIXELS)
        height = self._height(*self._axes((1, 1), RELIEF_PIXELS))
        dx, dy = np.diff(height, axis=0)[:, 1:], np.diff(height, axis=1)[1:, :]
        height = height[1:, 1:]
        slope = (dx * 0.55 + dy * 0.84) * self.r * 0.11 / RELIEF_PIXELS
        sheet.lay(dark(self.canvas), np.clip(slope, 0, 0.2) * land)
        steep = np.maximum(np.hypot(dx, dy), 1e-6)
        away_from = np.abs(height - np.round(height)) / steep / max(0.6, 0.016 * self.r / RELIEF_PIXELS)
        light = 0.2 * np.clip(1.0 - away_from, 0, 1)
        sheet.lay(highlight_colour(self.canvas), np.maximum(light, np.clip(-slope, 0, 0.13)) * land)
        self._paste(sheet)

    def _height(self, xs: PixelField, ys: PixelField) -> PixelField:
        """Height of the land, which rises from both coasts to a winding ridge, counted in contour lines."""
        half = (self.east - self.west) / 2 + self.r
        u, v = (xs - (self.east + self.west) / 2) / half, (ys - self.north) / self.r
        ridge = 0.16 * np.sin(0.45 * v + 0.6) + 0.07 * np.sin(1.1 * v)
        rise = 7.5 * np.clip(1.05 - np.hypot(u - ridge, 0.12), 0, 1)
        hills = np.sin(4.1 * u + 0.9 * np.sin(0.6 * v)) * np.sin(0.83 * v + 1.4 * u)
        return np.asarray(rise + 1.1 * hills + 0.5 * np.sin(7.3 * u + 1.9 * v), dtype=np.float32)


def _window(pixels: PixelField, middle: float, reach: float) -> slice:
    """Slice of these evenly spaced pixels within `reach` of a middle."""
    first, *others = pixels.ravel()[:2]
    step = others[0] - first if others else 1.0
    return slice(*(max(0, int((middle + off - first) / step)) for off in (-reach, reach)))
