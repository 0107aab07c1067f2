"""What The Great Split lies on: velvet under the lamp; and how its pieces are kept as pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Rect

Field = NDArray[np.float32]
AnyField = NDArray[np.floating]

COARSE: Final = 4
"""Pixels of the window for one of the light that falls on the velvet."""
_MOTIF: Final = 150.0
"""Units from one figure of the damask to the next."""


def draw_table(canvas: Canvas, rect: Rect) -> None:
    """Green velvet with a faint damask, lit from above; all of the rectangle, nothing of what was there."""
    canvas.layer(("great_split.table",), rect, lambda c: _paint_table(c, rect), opaque=True)


def plain(canvas: Canvas) -> bool:
    """Whether the theme wants clear shapes instead of light and relief: it is the one without grain."""
    return canvas.theme.panel("paper").grain == 0


def mixed(canvas: Canvas, one: str, other: str, share: float) -> tuple[int, int, int]:
    """`share` of the second colour of the palette in the first."""
    a, b = (canvas.colour(name if "." in name else f"great_split.{name}") for name in (one, other))
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a[:3], b[:3], strict=True))
    return (red, green, blue)


def stamp(
    canvas: Canvas, key: Hashable, rect: Rect, pad: float, paint: Callable[[Canvas, Rect], None]
) -> None:
    """What `paint` draws in a rectangle of this size, with `pad` units around: kept once for all places.

    It lies on whole pixels; `paint` gets the rectangle where it has to draw.
    """
    edge = math.ceil(pad * canvas.scale)
    wide, high = (max(1, round(length * canvas.scale)) for length in (rect.w, rect.h))
    left, top = canvas.units(*canvas.pixel(rect.x, rect.y))
    here = Rect(0, 0, wide / canvas.scale, high / canvas.scale)
    with canvas.shifted(left, top):
        canvas.layer(("great_split", key), here.grown(edge / canvas.scale), lambda c: paint(c, here))


# --- inside -------------------------------------------------------------------------------------


def _paint_table(canvas: Canvas, rect: Rect) -> None:
    if plain(canvas):
        canvas.rect(rect, "great_split.velvet")
        return
    wide, high = canvas.surface.get_size()
    small = (max(2, wide // COARSE), max(2, high // COARSE))
    deep, cloth, shine = (
        np.asarray(canvas.colour(f"great_split.{name}")[:3], dtype=np.float32)
        for name in ("velvet_deep", "velvet", "velvet_light")
    )
    light = _light(small)
    light += 0.12 * _damask(small, _MOTIF * canvas.scale / COARSE)
    light = np.clip(light, 0, 1)[:, :, None]
    colours = np.where(
        light < 0.5, deep + (cloth - deep) * light * 2, cloth + (shine - cloth) * (light * 2 - 1)
    )
    soft = pygame.Surface(small)
    pygame.surfarray.blit_array(soft, np.clip(colours, 0, 255).astype(np.uint8))
    canvas.surface.blit(pygame.transform.smoothscale(soft, (wide, high)), (0, 0))
    sprites.add_grain(canvas.surface, 7)


def _light(size: tuple[int, int]) -> Field:
    """How bright the velvet is: a pool of lamplight above the middle, the nap brushed to and fro."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[:, None]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[None, :]
    pool = np.clip(1.18 - np.hypot(x * 0.72, (y + 0.2) * 0.72), 0, 1)
    nap = np.sin(3.1 * x + 1.7 * np.sin(2.3 * y + 0.6)) * np.sin(2.2 * y - 1.9 * x)
    found = 0.12 + 0.5 * pool * pool * (3 - 2 * pool) + 0.045 * nap
    return np.asarray(found, dtype=np.float32)


def _damask(size: tuple[int, int], step: float) -> Field:
    """A figure woven into the cloth: a lattice with a flower of eight petals at each crossing, 0 … 1."""
    wide, high = max(4, round(step)), max(4, round(step * 1.6))
    x = (np.arange(wide, dtype=np.float32)[:, None] + 0.5) / wide
    y = (np.arange(high, dtype=np.float32)[None, :] + 0.5) / high
    bend = 0.25 + 0.25 * np.cos(2 * math.pi * y)
    lattice = np.minimum(_apart(x - bend), _apart(x + bend))
    shift = 0.5 * ((y + 0.25) % 1 >= 0.5)
    u, v = (x + shift) % 1 - 0.5, (2 * y + 0.5) % 1 - 0.5
    far, turn = np.hypot(u, v * 0.8), np.arctan2(v * 0.8, u)
    petals = far - 0.15 * (1 + 0.3 * np.cos(8 * turn))
    soft = 1.5 / wide
    found = np.maximum(_inside(lattice - 0.02, soft), _inside(petals, soft) - _inside(far - 0.05, soft))
    times = (-(-size[0] // wide), -(-size[1] // high))
    return np.asarray(np.tile(found, times)[: size[0], : size[1]], dtype=np.float32)


def _apart(x: AnyField) -> Field:
    """How far numbers are from the next whole one."""
    return np.asarray(np.abs((x + 0.5) % 1 - 0.5), dtype=np.float32)


def _inside(distance: AnyField, soft: float) -> Field:
    """1 where a distance is negative, 0 elsewhere, with an edge `soft` wide."""
    return np.asarray(np.clip(0.5 - distance / soft, 0, 1), dtype=np.float32)
