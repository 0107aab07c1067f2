"""SVG pictures of `assets`, rasterised at the size they are shown in, turned and tinted; all cached."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

import numpy as np
import pygame

import assets
from client.ui.cache import SurfaceCache
from client.ui.theme import Colour

TURN_DEGREES = 3
"""Degrees between two cached turns; multiples of 90 are exact."""

PIXEL_BITS: Final = 32
"""Bits a pixel of all pictures takes, whatever the screen has."""


def rasterise_ahead(cache: SurfaceCache, pictures: Iterable[tuple[str, tuple[int, int]]]) -> None:
    """Begin to rasterise pictures in these sizes on another core, before they are needed."""
    cache.ahead({("svg", name, *size): partial(_drawn, name, *size) for name, size in pictures})


def raster(cache: SurfaceCache, name: str, w: int, h: int) -> pygame.Surface:
    """Picture fitted into w × h pixels, its proportions kept. Raises FileNotFoundError."""
    key = ("svg", name, w, h)
    return cache.get(key, lambda: _shown(cache.taken(key) or _drawn(name, w, h)))


def turned_picture(
    cache: SurfaceCache,
    name: str,
    size: tuple[int, int],
    angle: float,
    zoom: tuple[float, float],
    tint: Colour | None,
) -> pygame.Surface:
    """Picture turned clockwise by about `angle` degrees, stretched by `zoom` (across, down), tinted."""
    degrees = (
        round(angle) % 360 if round(angle) % 90 == 0 else round(angle / TURN_DEGREES) * TURN_DEGREES % 360
    )
    across, down = round(zoom[0] * 50) / 50, round(zoom[1] * 50) / 50
    if degrees == 0 and across == down == 1 and tint is None:
        return raster(cache, name, *size)
    key = ("turned", name, size, degrees, across, down, tint)
    return cache.get(key, lambda: _turn(raster(cache, name, *size), degrees, (across, down), tint))


def posed_picture(
    cache: SurfaceCache, name: str, size: tuple[int, int], angle: float, zoom: float
) -> pygame.Surface:
    """Picture in one of the many poses of a movement, colours premultiplied; not cached."""
    source = cache.get(("premultiplied", name, *size), lambda: raster(cache, name, *size).premul_alpha())
    return pygame.transform.rotozoom(source, -angle, zoom)


def rotate_premultiplied(
    picture: pygame.Surface, angle: float, zoom: float | tuple[float, float], alpha: int
) -> pygame.Surface:
    """Picture with premultiplied colours turned clockwise, stretched, and faded to `alpha` 0 … 255."""
    if isinstance(zoom, tuple):
        w, h = picture.get_size()
        picture = pygame.transform.smoothscale(
            picture, (max(1, round(w * zoom[0])), max(1, round(h * zoom[1])))
        )
        zoom = 1.0
    if zoom == 1 and angle % 90 == 0:
        sprite = pygame.transform.rotate(picture, -angle) if angle else picture
    else:
        sprite = pygame.transform.rotozoom(picture, -angle, zoom)
    if alpha < 255:
        sprite = sprite.copy() if sprite is picture else sprite
        sprite.fill((alpha,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return sprite


def unpremultiply(surface: pygame.Surface) -> pygame.Surface:
    """Turn a surface with premultiplied colours back to straight alpha, in place; returns it."""
    alpha = pygame.surfarray.array_alpha(surface)
    at = np.nonzero((alpha > 0) & (alpha < 255))  # only the edges: elsewhere both are the same
    rgb = pygame.surfarray.pixels3d(surface)
    share = alpha[at].astype(np.float32)[:, None] / 255
    rgb[at] = np.minimum(rgb[at] / share + 0.5, 255).astype(np.uint8)
    del rgb
    return surface


def scale_down(surface: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Surface scaled smoothly, without dark fringes where it is clear."""
    return unpremultiply(pygame.transform.smoothscale(surface.premul_alpha(), size))


def _drawn(name: str, w: int, h: int) -> pygame.Surface:
    return pygame.image.load_sized_svg(str(assets.path(name)), (max(1, w), max(1, h)))


def _shown(picture: pygame.Surface) -> pygame.Surface:
    """Picture whose pixels are made up like those of all surfaces, if there is a window."""
    try:
        return picture.convert_alpha()
    except pygame.error:
        return picture


def _turn(
    picture: pygame.Surface, degrees: int, zoom: tuple[float, float], tint: Colour | None
) -> pygame.Surface:
    surface = picture
    if zoom != (1, 1):
        w, h = picture.get_size()
        surface = scale_down(surface, (max(1, round(w * zoom[0])), max(1, round(h * zoom[1]))))
    if degrees % 90 == 0:
        surface = pygame.transform.rotate(surface, -degrees)
    else:
        surface = unpremultiply(pygame.transform.rotozoom(surface.premul_alpha(), -degrees, 1.0))
    if tint is not None:
        surface = surface.copy()
        surface.fill(tint, special_flags=pygame.BLEND_RGBA_MULT)
    return surface
