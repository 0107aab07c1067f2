"""The red earth that the cards lie on, and the marks on its cells."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Final, Literal

import numpy as np
import pygame

from client.boards.down_under.road_geometry import axes
from client.boards.kit.paper import Field, Sheet, mixed, plain, rgb, stamp
from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Rect

Mark = Literal["field", "grow", "legal", "outside"]
"""What a cell is: of the field, one it may still grow over, one where a card may be laid, or neither."""

COARSE: Final = 6
"""Pixels of the window for one of the light that falls on the ground."""
_APART, _SELDOM = 180.0, 0.34
"""Units between places where something may lie on the ground, and at how many of them it does."""
_BREATHS: Final = 16
"""In so many strengths an inviting cell breathes."""


def draw_earth(canvas: Canvas, rect: Rect) -> None:
    """Red earth under the lamp; all of the rectangle, nothing of what was there."""
    canvas.layer(("down_under.earth",), rect, lambda c: _paint_earth(c, rect), opaque=True)


def draw_cell(canvas: Canvas, rect: Rect, mark: Mark, *, breath: float = 1.0) -> None:
    """A light mark on a free cell or half of one; `breath` 0 … 1 is how much a legal one invites."""
    if mark == "outside":
        return
    if mark == "legal":
        step = round(min(1.0, max(0.0, breath)) * _BREATHS)
        stamp(canvas, ("down_under.legal", step), rect, 0.0, lambda c, r: _paint_legal(c, r, step / _BREATHS))
    else:
        stamp(canvas, ("down_under.cell", mark), rect, 0.0, lambda c, r: _paint_cell(c, r, mark))


# --- inside -------------------------------------------------------------------------------------


def _paint_earth(canvas: Canvas, rect: Rect) -> None:
    if plain(canvas):
        canvas.surface.fill(rgb(canvas, "down_under.earth"))
        return
    wide, high = canvas.surface.get_size()
    small = (max(2, wide // COARSE), max(2, high // COARSE))
    deep, earth, shine = (
        np.asarray(rgb(canvas, f"down_under.{name}"), dtype=np.float32)
        for name in ("earth_deep", "earth", "earth_light")
    )
    light = np.clip(_light(small) + 0.1 * _ripples(small, canvas.scale / COARSE), 0, 1)[:, :, None]
    colours = np.where(
        light < 0.5, deep + (earth - deep) * light * 2, earth + (shine - earth) * (light * 2 - 1)
    )
    soft = pygame.Surface(small)
    pygame.surfarray.blit_array(soft, np.clip(colours, 0, 255).astype(np.uint8))
    canvas.surface.blit(pygame.transform.smoothscale(soft, (wide, high)), (0, 0))
    sprites.add_grain(canvas.surface, 9)
    for name, spot, angle in _litter(rect):
        canvas.picture(f"tiles/down_under/{name}.svg", spot, angle=angle, alpha=0.8)


def _litter(rect: Rect) -> Iterator[tuple[str, Rect, float]]:
    """What lies about on the ground: here and there a twig or some pebbles; always the same."""
    rng = np.random.default_rng(61)
    for y, x in product(range(math.ceil(rect.h / _APART)), range(math.ceil(rect.w / _APART))):
        chance, across, down, turn, size = rng.random(5)
        if chance < _SELDOM:
            name, wide = ("leaves", 44 + 22 * size) if chance < 0.6 * _SELDOM else ("pebbles", 30 + 20 * size)
            spot = (rect.x + (x + 0.2 + 0.6 * across) * _APART, rect.y + (y + 0.2 + 0.6 * down) * _APART)
            yield name, Rect.around(*spot, wide), 360 * turn


def _light(size: tuple[int, int]) -> Field:
    """How bright the ground is: a pool of lamplight above the middle, dim in the corners."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[:, None]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[None, :]
    pool = np.clip(1.25 - np.hypot(x * 0.7, (y + 0.15) * 0.7), 0, 1)
    return np.asarray(0.1 + 0.5 * pool * pool * (3 - 2 * pool), dtype=np.float32)


def _ripples(size: tuple[int, int], step: float) -> Field:
    """Ridges that the wind has drawn, -1 … 1."""
    x = np.arange(size[0], dtype=np.float32)[:, None] / np.float32(step)
    y = np.arange(size[1], dtype=np.float32)[None, :] / np.float32(step)
    bend = 34 * np.sin(x / 210) + 22 * np.sin(x / 97 + y / 260) + 16 * np.sin(y / 143 - x / 330)
    ridges = np.sin((y + bend) * 2 * math.pi / 64)
    patches = 0.5 + 0.5 * np.sin(x / 173 + 1.3 * np.sin(y / 191)) * np.sin(y / 157 + 0.7)
    return np.asarray(ridges * patches, dtype=np.float32)


def _edge(sheet: Sheet, inset: float, radius: float) -> Field:
    """How far a pixel is outside a rounded rectangle that leaves `inset` free in the sheet's own one."""
    x, y = axes((sheet.cover.shape[0], sheet.cover.shape[1]))
    wide, high = (n / sheet.pixels for n in sheet.cover.shape)
    px = np.abs(x - 0.5) * np.float32(wide) - np.float32(wide / 2 - inset - radius)
    py = np.abs(y - 0.5) * np.float32(high) - np.float32(high / 2 - inset - radius)
    out = np.hypot(np.maximum(px, 0), np.maximum(py, 0)) + np.minimum(np.maximum(px, py), 0) - radius
    return np.asarray(out, dtype=np.float32)


def _sheet(canvas: Canvas) -> Sheet:
    size = canvas.surface.get_size()
    return Sheet(size, max(size))


def _paint_cell(canvas: Canvas, rect: Rect, mark: Mark) -> None:
    """A shallow hollow in the ground; hatched where the field may still grow."""
    sheet, clear = _sheet(canvas), plain(canvas)
    away = _edge(sheet, 0.02, 0.05)
    light, dark = rgb(canvas, "down_under.bone"), rgb(canvas, "down_under.dark")
    if mark == "field":
        sheet.lay(dark, (0.35 if clear else 0.2) * sheet.inside(away))
        sheet.lay(light, (0.6 if clear else 0.2) * sheet.line(away + 0.008, 0.012))
    else:
        x, y = axes(canvas.surface.get_size())
        stripes = np.abs((x + y) * 7 % 1 - 0.5) / 7 - 0.012
        sheet.lay(light, (0.3 if clear else 0.1) * sheet.inside(stripes) * sheet.inside(away))
        dashes = ((x * 5 + 0.25) % 1 < 0.5) & ((y * 5 + 0.25) % 1 < 0.5)
        sheet.lay(light, (0.8 if clear else 0.3) * sheet.line(away + 0.008, 0.014) * dashes)
    sheet.paint(canvas.surface)


def _paint_legal(canvas: Canvas, rect: Rect, breath: float) -> None:
    sheet = _sheet(canvas)
    away = _edge(sheet, 0.035, 0.06)
    glow, bone = rgb(canvas, "down_under.glow"), rgb(canvas, "down_under.bone")
    inner = sheet.inside(away)
    halo = np.clip(1 + away / 0.2, 0, 1) ** 2 * inner
    sheet.lay(mixed(glow, bone, 0.3), (0.04 + 0.2 * breath) * inner)
    sheet.lay(glow, (0.06 + 0.5 * breath) * halo)
    sheet.lay(glow, (0.5 + 0.5 * breath) * sheet.line(away + 0.012, 0.022))
    sheet.paint(canvas.surface)
