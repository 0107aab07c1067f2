"""Lights that move on the water of The Great Divide, towards the seas."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from client.boards.great_divide.layout import Spaces
from client.boards.great_divide.rivers import Rivers
from client.boards.great_divide.water import LIGHT_COLOURS, bend_of, curve, width
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect

Rgb = tuple[int, ...]

LIGHT_SPEED: Final = 0.55
"""Stretches per second that a light passes."""
LIGHTS_PER_STRETCH: Final = 2
"""Number of lights on each stretch."""
LIGHT_PHASES: Final = 48
"""Number of places along a stretch at which a light can be."""
LIGHT_DIRECTIONS: Final = 16
"""Number of directions, within half a turn, in which a light is drawn."""
LIGHT_OVERLAP: Final = 0.2
"""Distance to which a light extends beyond its space's square, in radii."""

PlacedLight = tuple[pygame.Surface, tuple[int, int]]
"""Picture of a light, and its upper left corner in pixels."""


class LightPath(NamedTuple):
    """Stretch that lights run along: the middle of its space in units, their path, width and colour."""

    centre: Point
    path: list[list[float]]
    """x, y in radii and the number of the direction at each of the `LIGHT_PHASES`."""
    wide: float
    ink: Rgb


class WaterLights:
    """Lights on the water of one position; those of a phase are computed when they are first drawn."""

    def __init__(
        self, flows: Sequence[LightPath], columns: Sequence[Rect], radius: float, scale: float
    ) -> None:
        self.flows, self.radius, self.scale = flows, radius, scale
        self.columns = columns
        """Rectangles in units, one for each column of spaces, that the lights may cover."""
        self._phases: list[list[PlacedLight] | None] = [None] * LIGHT_PHASES

    def draw(self, canvas: Canvas, now: float) -> None:
        """Draw all lights at the time `now`, in seconds."""
        first, (left, top) = int(now * LIGHT_SPEED * LIGHT_PHASES), canvas.pixel(0, 0)
        for glint in range(LIGHTS_PER_STRETCH):
            lights = self._lights((first + glint * LIGHT_PHASES // LIGHTS_PER_STRETCH) % LIGHT_PHASES)
            canvas.surface.fblits([(light, (left + x, top + y)) for light, (x, y) in lights])
        for column in self.columns:
            canvas.touch(canvas.pixels(column))

    def _lights(self, phase: int) -> list[PlacedLight]:
        """Lights of a phase, one for every stretch."""
        lights = self._phases[phase]
        if lights is None:
            lights = self._phases[phase] = [self._light(flow, phase) for flow in self.flows]
        return lights

    def _light(self, flow: LightPath, phase: int) -> PlacedLight:
        (cx, cy), (x, y, turn), radius, scale = flow.centre, flow.path[phase], self.radius, self.scale
        light = _streak(radius * scale, int(turn), flow.wide, flow.ink)
        left = (cx + x * radius) * scale - light.get_width() / 2
        top = (cy + y * radius) * scale - light.get_height() / 2
        return light, (round(left), round(top))


@lru_cache(maxsize=128)
def _phases(source_space: int | None, way: int, bend: int) -> NDArray[np.float64]:
    """Path of a light along a stretch: x, y, direction at even distances, shape (`LIGHT_PHASES`, 3)."""
    path = np.array(curve(source_space, way, bend))
    length = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))))
    wanted = (np.arange(LIGHT_PHASES) + 0.5) / LIGHT_PHASES * length[-1]
    x, y = (np.interp(wanted, length, path[:, axis]) for axis in (0, 1))
    turn = np.arctan2(np.gradient(y), np.gradient(x)) / math.pi * LIGHT_DIRECTIONS
    return np.stack((x, y, np.round(turn) % LIGHT_DIRECTIONS), axis=1)


def current_lights(canvas: Canvas, spaces: Spaces, rivers: Rivers) -> WaterLights:
    """Lights that move with the water towards the sea; those of the last positions are remembered."""
    return _current(spaces, rivers, canvas.scale, tuple(canvas.colour(ink)[:3] for ink in LIGHT_COLOURS))


@lru_cache(maxsize=4)
def _current(spaces: Spaces, rivers: Rivers, scale: float, inks: tuple[Rgb, ...]) -> WaterLights:
    """Lights on rivers; `inks` are the colours by `Fate`."""
    flows, columns = list[LightPath](), dict[int, Rect]()
    for stretch in rivers.stretches:
        if stretch.source is None and rivers.carries[stretch.space] > 1:
            continue
        box = spaces.box(stretch.space).grown(LIGHT_OVERLAP * spaces.radius)
        column = spaces.land.places[stretch.space][0]
        columns[column] = columns.get(column, box).union(box)
        path = _phases(stretch.source, stretch.way, bend_of(stretch.space)).tolist()
        flows.append(LightPath(spaces.centre(stretch.space), path, width(stretch.after), inks[stretch.fate]))
    return WaterLights(flows, tuple(columns.values()), spaces.radius, scale)


@lru_cache(maxsize=512)
def _streak(radius: float, turn: int, wide: float, rgb: Rgb) -> pygame.Surface:
    """Picture of a soft ellipse of light, on a river `wide` radii across; `radius` in pixels."""
    long, thin = radius * (0.16 + 0.3 * wide), max(1.0, radius * wide * 0.2)
    half = math.ceil(long) + 1
    axis = np.arange(2 * half, dtype=np.float32) + 0.5 - half
    x, y = axis[:, None], axis[None, :]
    along_x, along_y = (
        math.cos(turn * math.pi / LIGHT_DIRECTIONS),
        math.sin(turn * math.pi / LIGHT_DIRECTIONS),
    )
    off = np.hypot((x * along_x + y * along_y) / long, (y * along_x - x * along_y) / thin)
    surface = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    surface.fill(rgb)
    pygame.surfarray.pixels_alpha(surface)[:] = (np.clip(1 - off, 0, 1) ** 0.7 * 235).astype(np.uint8)
    cut = surface.get_bounding_rect()
    even = cut.union(pygame.Rect(2 * half - cut.right, 2 * half - cut.bottom, cut.w, cut.h))
    return surface.subsurface(even).copy()
