"""Ground of Down Under: the red earth that the cards lie on."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Final

import numpy as np

from client.boards.kit.paper import PixelField, paint_lit, rgb, wants_clear_shapes
from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Rect

LIGHT_PIXELS: Final = 6
"""Pixels of the window per pixel of the coarser array of light."""
LITTER_SPACING, LITTER_SHARE = 180.0, 0.34
"""Units between places where leaves or pebbles may lie, and the share of these places where they do."""
EARTH_RATIO: Final = 1.6
"""Ratio of width to height of the picture `land`, which lies over the earth."""
EARTH_GRAIN: Final = 9
"""Strength of the earth's grain, as `sprites.add_grain` takes it: steps of brightness, of 255."""


def draw_earth(canvas: Canvas, rect: Rect) -> None:
    """Draw the red earth in lamplight over the whole canvas, which shows `rect`."""
    if wants_clear_shapes(canvas):
        canvas.surface.fill(rgb(canvas, "down_under.earth"))
        return
    wide, high = canvas.surface.get_size()
    small = (max(2, wide // LIGHT_PIXELS), max(2, high // LIGHT_PIXELS))
    light = _light(small) + 0.1 * _ripples(small, canvas.scale / LIGHT_PIXELS)
    deep, earth, shine = (
        rgb(canvas, f"down_under.{name}") for name in ("earth_deep", "earth", "earth_light")
    )
    paint_lit(canvas.surface, light, (deep, earth, shine))
    sprites.add_grain(canvas.surface, EARTH_GRAIN)
    canvas.picture("tiles/down_under/land.svg", rect.cover(EARTH_RATIO))
    for name, spot, angle in _litter(rect):
        canvas.picture(f"tiles/down_under/{name}.svg", spot, angle=angle, alpha=0.8)


def _litter(rect: Rect) -> Iterator[tuple[str, Rect, float]]:
    """Leaves and pebbles scattered on the ground, always the same: picture, rectangle, angle in degrees."""
    rng = np.random.default_rng(61)
    for y, x in product(range(math.ceil(rect.h / LITTER_SPACING)), range(math.ceil(rect.w / LITTER_SPACING))):
        chance, across, down, turn, size = rng.random(5)
        if chance < LITTER_SHARE:
            name, wide = (
                ("leaves", 44 + 22 * size) if chance < 0.6 * LITTER_SHARE else ("pebbles", 30 + 20 * size)
            )
            spot = (
                rect.x + (x + 0.2 + 0.6 * across) * LITTER_SPACING,
                rect.y + (y + 0.2 + 0.6 * down) * LITTER_SPACING,
            )
            yield name, Rect.around(*spot, wide), 360 * turn


def _light(size: tuple[int, int]) -> PixelField:
    """Brightness of the ground, 0 … 1, array [x, y]: brightest above the middle, dim in the corners."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[:, None]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[None, :]
    pool = np.clip(1.25 - np.hypot(x * 0.7, (y + 0.15) * 0.7), 0, 1)
    return np.asarray(0.1 + 0.5 * pool * pool * (3 - 2 * pool), dtype=np.float32)


def _ripples(size: tuple[int, int], interval: float) -> PixelField:
    """Ridges drawn by the wind, -1 … 1, array [x, y]; `interval` is the array's pixels per unit."""
    x = np.arange(size[0], dtype=np.float32)[:, None] / np.float32(interval)
    y = np.arange(size[1], dtype=np.float32)[None, :] / np.float32(interval)
    bend = 34 * np.sin(x / 210) + 22 * np.sin(x / 97 + y / 260) + 16 * np.sin(y / 143 - x / 330)
    ridges = np.sin((y + bend) * 2 * math.pi / 64)
    patches = 0.5 + 0.5 * np.sin(x / 173 + 1.3 * np.sin(y / 191)) * np.sin(y / 157 + 0.7)
    return np.asarray(ridges * patches, dtype=np.float32)
