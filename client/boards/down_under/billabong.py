"""The water of a billabong: a little deeper than the paper, so that its upper bank throws a shadow on it."""

from __future__ import annotations

from typing import Final

import numpy as np
import pygame

from client.boards.down_under.road_geometry import POOL, axes
from client.boards.kit.paper import Field, Sheet, mixed, plain, rgb
from client.ui.canvas import Canvas

BANK: Final = 0.035
"""How wide the sand around the water is, in sides of a cell."""
_RINGS: Final = ((0.46, 0.47, 0.05), (0.46, 0.47, 0.105), (0.46, 0.47, 0.165), (0.62, 0.62, 0.04))
"""Rings on the water: where their middle is and their radius."""


def paint_pool(canvas: Canvas, surface: pygame.Surface) -> None:
    """A pool in the middle of a cell as large as the surface."""
    size = surface.get_size()
    sheet = Sheet(size, size[0])
    x, y = axes(size)
    shore, bank = _shore(x, y, POOL), _shore(x, y, POOL + BANK)
    dark, sand = (
        rgb(canvas, "down_under.dark"),
        mixed(rgb(canvas, "down_under.earth_light"), rgb(canvas, "down_under.bone"), 0.5),
    )
    sheet.lay(mixed(sand, dark, 0.35), sheet.inside(bank - 0.006))
    sheet.lay(sand, sheet.inside(bank))
    sheet.lay(_water(canvas, shore), sheet.inside(shore))
    if not plain(canvas):
        shade = _shore(x - np.float32(0.02), y - np.float32(0.035), POOL)
        sheet.lay(dark, 0.42 * np.clip(1 + shade / 0.07, 0, 1) * sheet.inside(shore))
    light = rgb(canvas, "down_under.water_light")
    for cx, cy, radius in _RINGS:
        far = np.hypot(x - np.float32(cx), (y - np.float32(cy)) * 1.25) - np.float32(radius)
        gone = np.clip(0.5 + 2.2 * np.sin(np.arctan2(y - cy, x - cx) * 2 + 2.4 + 9 * radius), 0, 1)
        sheet.lay(light, 0.75 * sheet.line(far, 0.011) * gone * sheet.inside(shore + 0.03))
    sheet.paint(surface)


def _shore(x: Field, y: Field, radius: float) -> Field:
    """How far a place is outside a shore of about this radius, negative in the water."""
    turn = np.arctan2(y - 0.5, x - 0.5)
    wobble = 0.016 * np.sin(3 * turn + 0.7) + 0.011 * np.sin(5 * turn + 2.1)
    return np.asarray(np.hypot(x - 0.5, y - 0.5) - radius - wobble, dtype=np.float32)


def _water(canvas: Canvas, shore: Field) -> Field:
    """Colours of the water: light where it is shallow, deep in the middle."""
    deep, water, light = (
        np.asarray(rgb(canvas, f"down_under.{name}"), dtype=np.float32)
        for name in ("water_deep", "water", "water_light")
    )
    depth = np.clip(-shore / POOL, 0, 1)[:, :, None]
    near = np.clip(1 - depth / 0.22, 0, 1)
    return np.asarray((water + (deep - water) * depth**1.3) * (1 - 0.45 * near) + light * 0.45 * near)
