"""The desert at dusk: dunes cut out of paper, sheet over sheet, and what stands about in it.

It is warm in the west and violet in the east. Painted pixel by pixel, so let a layer keep it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import pygame

from client.boards.kit.paper import Field, mixed, plain, rgb
from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Rect

SHEETS: Final = 7
"""Sheets of paper from the lowest hollow to the highest crest."""
SHADE: Final = ((5, 2), (11, 6), (18, 10))
"""How far the edges of sheets throw their shadows, in units across and down."""
BAND: Final = 64
"""Rows of pixels that are painted at a time, so that little memory is needed."""
COARSE: Final = 96
"""Pixels across and down of pictures of light."""
THINGS: Final = (
    *(("palm", 88.0),) * 2,
    ("tank", 70.0),
    *(("palm", 74.0),) * 2,
    *(("camel", 60.0),) * 3,
    *(("rocks", 44.0),) * 5,
    *(("scrub", 34.0),) * 12,
)
"""What stands about, and how large in units; what is large has the first choice."""
TRIES: Final = 40
"""How often a place is looked for."""
ROOM: Final = 5.0
"""Units that things keep off the field and the edge."""


def paint_desert(canvas: Canvas, seen: Rect, land: Rect) -> None:
    """Dunes under a violet sky, as far as they are `seen`."""
    surface = canvas.surface.subsurface(canvas.pixels(seen).clip(canvas.surface.get_rect()))
    if plain(canvas):
        surface.fill(rgb(canvas, "ghawar.sand"))
        return
    size, scale = surface.get_size(), canvas.scale
    coarse = pygame.surfarray.make_surface(np.clip(_light(canvas, seen, land), 0, 255).astype(np.uint8))
    light = pygame.surfarray.pixels3d(pygame.transform.smoothscale(coarse, size))
    edge = math.ceil(max(max(shade) for shade in SHADE) * scale)

    def places(first: int, last: int, start: float) -> Field:
        """In units, with as many before as a shadow is long, and one after."""
        pixels = np.arange(first - edge, last + 1) + 0.5
        found: Field = (pixels / scale + start).astype(np.float32)
        return found

    x = places(0, size[0], seen.x)

    surface.fill((0, 0, 0, 255))
    pixels = pygame.surfarray.pixels3d(surface)
    for top in range(0, size[1], BAND):
        rows = slice(top, min(top + BAND, size[1]))
        y = places(rows.start, rows.stop, seen.y)
        relief = _relief(x[:, None], y[None, :], scale)[edge:-1, edge:-1]
        pixels[:, rows] = np.clip(light[:, rows] * relief[:, :, None] + np.float32(0.5), 0, 255).astype(
            np.uint8
        )
    del pixels
    sprites.add_grain(surface, 7)


def draw_things(canvas: Canvas, seen: Rect, land: Rect, taken: Sequence[Rect]) -> None:
    """Rocks, grass, palms, a tank, camels on the land: always the same, but nowhere on what is `taken`."""
    for name, spot in sorted(_things(land, taken), key=lambda thing: thing[1].bottom):
        if spot.overlaps(seen):
            canvas.picture(f"tiles/ghawar/{name}.svg", spot)


def _things(land: Rect, taken: Sequence[Rect]) -> Iterator[tuple[str, Rect]]:
    rng = np.random.default_rng(1948)
    free, full = land.inset(ROOM), [other.grown(ROOM) for other in taken]
    for name, wide in THINGS:
        for across, down in rng.random((TRIES, 2)).tolist():
            spot = Rect(free.x + across * (free.w - wide), free.y + down * (free.h - wide), wide, wide)
            if not any(spot.overlaps(other) for other in full):
                full.append(spot)
                yield name, spot
                break


def _relief(x: Field, y: Field, scale: float) -> Field:
    """How bright the paper is: each sheet a little lighter, shadows in the lee of its edge."""
    height = _height(x, y)
    level = np.floor(height)
    dx, dy = np.gradient(height)
    steep = np.maximum(np.hypot(dx, dy), np.float32(1e-4))
    edge = (height - level) / steep
    smooth = level - np.clip(0.5 - edge, 0, 0.5) + np.clip(0.5 - (1 - height + level) / steep, 0, 0.5)
    shade = sum(np.clip(_shifted(level, dx * scale, dy * scale) - level, 0, 1) for dx, dy in SHADE)
    facing = np.clip((dx * np.float32(0.8) + dy * np.float32(0.6)) / steep, 0, 1)
    rim = np.clip(1 - np.abs(edge - 1) / np.float32(1.4), 0, 1) * facing
    wind = (y + 0.5 * x + 14 * np.sin(x / 83) + 9 * np.sin(y / 57)) * np.float32(2 * math.pi / 17)
    found = 0.90 + 0.035 * smooth - 0.2 / len(SHADE) * shade + 0.12 * rim + 0.012 * np.sin(wind)
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


def _light(canvas: Canvas, seen: Rect, land: Rect) -> Field:
    """Colours of the sand: gold in the north-west, where the sun goes down, violet in the south-east."""
    light, sand, deep = (rgb(canvas, f"ghawar.{name}") for name in ("sand_light", "sand", "sand_deep"))
    dusk = mixed(deep, rgb(canvas, "ghawar.dusk"), 0.62)
    stops = np.array([mixed(light, sand, 0.25), sand, mixed(sand, deep, 0.75), dusk], dtype=np.float32)
    x, y = shares(seen, land)
    far = np.clip(np.hypot(x * 0.9 + 0.04, y * 0.72 + 0.06) / 1.02, 0, 1) * (len(stops) - 1.001)
    index = far.astype(np.int8)
    share = (far - index)[:, :, None]
    return np.asarray(stops[index] * (1 - share) + stops[index + 1] * share, dtype=np.float32)


def shares(seen: Rect, land: Rect) -> tuple[Field, Field]:
    """Where what is seen lies on the land, 0 … 1 across (a column) and down (a row), for coarse pictures."""
    at = (np.arange(COARSE, dtype=np.float32) + 0.5) / COARSE
    x, y = (seen.x + at * seen.w - land.x) / land.w, (seen.y + at * seen.h - land.y) / land.h
    return x[:, None].astype(np.float32), y[None, :].astype(np.float32)
