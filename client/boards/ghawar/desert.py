"""The desert at dusk: dunes cut out of paper, sheet over sheet, warm in the west and violet in the east.

Painted pixel by pixel; it takes a good tenth of a second, so let a layer keep it.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from client.boards.ghawar.paper import mixed, plain, rgb
from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Rect

Field = NDArray[np.float32]

SHEETS: Final = 7
"""Sheets of paper from the lowest hollow to the highest crest."""
_LARGE: Final = 2_500_000
"""Pixels from which on it is painted half as large and scaled up."""
_SHADE: Final = ((5, 2), (11, 6), (18, 10))
"""How far the edges of sheets throw their shadows, in units across and down."""


def paint_desert(canvas: Canvas, rect: Rect) -> None:
    """Dunes under a violet sky, on a canvas whose surface is all of the rectangle."""
    if plain(canvas):
        canvas.surface.fill(rgb(canvas, "sand"))
        return
    wide, high = canvas.surface.get_size()
    times = 2 if wide * high > _LARGE else 1
    size, scale = (max(2, wide // times), max(2, high // times)), canvas.scale / times
    x = ((np.arange(size[0], dtype=np.float32) + 0.5) / scale + rect.x)[:, None]
    y = ((np.arange(size[1], dtype=np.float32) + 0.5) / scale + rect.y)[None, :]
    colours = _lit(canvas, size) * _relief(x, y, scale)[:, :, None]
    soft = pygame.Surface(size)
    pygame.surfarray.blit_array(soft, np.clip(colours, 0, 255).astype(np.uint8))
    canvas.surface.blit(soft if times == 1 else pygame.transform.smoothscale(soft, (wide, high)), (0, 0))
    sprites.add_grain(canvas.surface, 7)


# --- inside -------------------------------------------------------------------------------------


def _relief(x: Field, y: Field, scale: float) -> Field:
    """How bright the paper is: each sheet a little lighter, shadows in the lee of its edge."""
    height = _height(x, y)
    level = np.floor(height)
    dx, dy = np.gradient(height)
    steep = np.maximum(np.hypot(dx, dy), np.float32(1e-4))
    edge = (height - level) / steep
    smooth = level - np.clip(0.5 - edge, 0, 0.5) + np.clip(0.5 - (1 - height + level) / steep, 0, 0.5)
    shade = sum(
        np.clip(_shifted(level, across * scale, down * scale) - level, 0, 1) for across, down in _SHADE
    )
    facing = np.clip((dx * np.float32(0.8) + dy * np.float32(0.6)) / steep, 0, 1)
    rim = np.clip(1 - np.abs(edge - 1) / np.float32(1.4), 0, 1) * facing
    wind = (y + 0.5 * x + 14 * np.sin(x / 83) + 9 * np.sin(y / 57)) * np.float32(2 * math.pi / 17)
    found = 0.90 + 0.035 * smooth - 0.2 / len(_SHADE) * shade + 0.12 * rim + 0.012 * np.sin(wind)
    return np.asarray(found, dtype=np.float32)


def _shifted(values: Field, across: float, down: float) -> Field:
    """The values of so many pixels further left and up; what comes in at the edges is that of the edges."""
    dx, dy = round(across), round(down)
    return np.pad(values, ((dx, 0), (dy, 0)), mode="edge")[: values.shape[0], : values.shape[1]]


def _height(x: Field, y: Field) -> Field:
    """How high the dunes are, 0 … `SHEETS`: long crests across the wind, broken here and there."""
    bend = 70 * np.sin(x / 310 + 0.6) + 46 * np.sin(x / 173 + y / 290) + 30 * np.sin(y / 121 - x / 260)
    crest = np.sin((y + 0.34 * x + bend) / 118)
    swell = np.sin(x / 410 - 1.0) * np.cos(y / 330 + 0.4)
    return np.asarray((0.5 + 0.34 * crest + 0.16 * swell) * SHEETS, dtype=np.float32)


def _lit(canvas: Canvas, size: tuple[int, int]) -> Field:
    """Colours of the sand: gold in the north-west, where the sun goes down, violet in the south-east."""
    light, sand, deep = (rgb(canvas, name) for name in ("sand_light", "sand", "sand_deep"))
    dusk = mixed(deep, rgb(canvas, "dusk"), 0.62)
    stops = np.array([mixed(light, sand, 0.25), sand, mixed(sand, deep, 0.75), dusk], dtype=np.float32)
    x = np.linspace(0, 1, size[0], dtype=np.float32)[:, None]
    y = np.linspace(0, 1, size[1], dtype=np.float32)[None, :]
    far = np.clip(np.hypot(x * 0.9 + 0.04, y * 0.72 + 0.06) / 1.02, 0, 1) * (len(stops) - 1.001)
    index = far.astype(np.int8)
    share = (far - index)[:, :, None]
    return np.asarray(stops[index] * (1 - share) + stops[index + 1] * share, dtype=np.float32)
