"""The light that moves on the water of The Great Divide, towards the seas."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from client.boards.great_divide.layout import Spaces
from client.boards.great_divide.rivers import Fate, Rivers
from client.boards.great_divide.water import LIGHT, WIDTHS, bend_of, curve, rank
from client.ui.canvas import Canvas

Rgb = tuple[int, ...]

PACE: Final = 0.55
"""Stretches that the light on the water passes in a second."""
GLINTS: Final = 2
"""Lights on each stretch."""
PHASES: Final = 48
"""Places along a stretch at which a light can be."""
TURNS: Final = 16
"""Directions in which a light is drawn."""


class Current:
    """Where the lights on the water of one position are, at every moment: worked out once.

    Lights are listed column by column of the land, so that what they cover falls into few rectangles.
    """

    def __init__(self, places: Spaces, rivers: Rivers, scale: float, inks: tuple[Rgb, ...]) -> None:
        """`inks` are the colours of the lights by `Fate`."""
        stretches = [s for s in rivers.stretches if s.source is not None or rivers.carries[s.space] == 1]
        stretches.sort(key=lambda stretch: stretch.space)
        self._empty = not stretches
        if self._empty:
            return
        middles = np.array([places.centre(stretch.space) for stretch in stretches])
        paths = np.stack([_phases(s.source, s.way, bend_of(s.space)) for s in stretches], axis=1)
        at = (middles + paths[:, :, :2] * places.radius) * scale
        ranks = np.array([[rank(stretch.after), stretch.fate] for stretch in stretches])
        codes = (paths[:, :, 2].astype(int) * len(WIDTHS) + ranks[:, 0]) * len(Fate) + ranks[:, 1]
        found, which = np.unique(codes, return_inverse=True)
        self._sprites = [_light(places.radius * scale, code, inks) for code in found.tolist()]
        sizes = np.array([sprite.get_size() for sprite in self._sprites])
        self._which = which.reshape(codes.shape)
        self._corners = np.rint(at - sizes[self._which] / 2).astype(int)
        self._largest = int(sizes.max())
        columns = [places.land.places[stretch.space][0] for stretch in stretches]
        self._starts = [index for index, x in enumerate(columns) if index == 0 or columns[index - 1] != x]

    def draw(self, canvas: Canvas, now: float) -> None:
        """All lights at a moment."""
        if self._empty:
            return
        first = int(now * PACE * PHASES) % PHASES
        phases = [(first + glint * PHASES // GLINTS) % PHASES for glint in range(GLINTS)]
        corners = self._corners[phases] + canvas.pixel(0, 0)
        lights = zip(self._which[phases].ravel().tolist(), corners.reshape(-1, 2).tolist(), strict=True)
        sprites = self._sprites
        canvas.surface.fblits([(sprites[which], corner) for which, corner in lights])
        low = np.minimum.reduceat(corners.min(axis=0), self._starts)
        size = np.maximum.reduceat(corners.max(axis=0), self._starts) - low + self._largest
        for place in np.hstack((low, size)).tolist():
            canvas.touch(pygame.Rect(place))


def _light(radius: float, code: int, inks: tuple[Rgb, ...]) -> pygame.Surface:
    """The picture of a light by direction, width and fate in one number."""
    rest, fate = divmod(code, len(Fate))
    turn, rank = divmod(rest, len(WIDTHS))
    return _streak(radius, turn, WIDTHS[rank][1], inks[fate])


@lru_cache(maxsize=128)
def _phases(source: int | None, way: int, bend: int) -> NDArray[np.float64]:
    """x, y and direction of a light all along a stretch, at even distances: shape (phases, 3)."""
    path = np.array(curve(source, way, bend))
    length = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))))
    wanted = (np.arange(PHASES) + 0.5) / PHASES * length[-1]
    x, y = (np.interp(wanted, length, path[:, axis]) for axis in (0, 1))
    turn = np.arctan2(np.gradient(y), np.gradient(x)) / math.pi * TURNS
    return np.stack((x, y, np.round(turn) % TURNS), axis=1)


def current(canvas: Canvas, places: Spaces, rivers: Rivers) -> Current:
    """The lights that move with the water towards the sea; kept for the last positions."""
    return _current(places, rivers, canvas.scale, tuple(canvas.colour(ink)[:3] for ink in LIGHT))


@lru_cache(maxsize=4)
def _current(places: Spaces, rivers: Rivers, scale: float, inks: tuple[Rgb, ...]) -> Current:
    return Current(places, rivers, scale, inks)


@lru_cache(maxsize=512)
def _streak(radius: float, turn: int, wide: float, ink: Rgb) -> pygame.Surface:
    """An ellipse of light, soft at its ends, on a river `wide` radii across; `radius` in pixels."""
    long, thin = radius * (0.16 + 0.3 * wide), max(1.0, radius * wide * 0.2)
    half = math.ceil(long) + 1
    axis = np.arange(2 * half, dtype=np.float32) + 0.5 - half
    x, y = axis[:, None], axis[None, :]
    along_x, along_y = math.cos(turn * math.pi / TURNS), math.sin(turn * math.pi / TURNS)
    off = np.hypot((x * along_x + y * along_y) / long, (y * along_x - x * along_y) / thin)
    surface = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    surface.fill(ink)
    pygame.surfarray.pixels_alpha(surface)[:] = (np.clip(1 - off, 0, 1) ** 0.7 * 235).astype(np.uint8)
    cut = surface.get_bounding_rect()
    even = cut.union(pygame.Rect(2 * half - cut.right, 2 * half - cut.bottom, cut.w, cut.h))
    return surface.subsurface(even).copy()
