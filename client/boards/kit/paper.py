"""Cut paper, computed pixel by pixel: sheets laid on sheets, grain, colours, cached pictures.

Arrays are [x, y]. Distances are in sides of a piece, so that everything fits at every size; a `PaperSheet`
knows the number of pixels in a side.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Ink

PixelField = NDArray[np.float32]
"""Number for every pixel, or for each colour of every pixel."""
AnyField = NDArray[np.floating]
Rgb = tuple[int, int, int]
PixelSize = tuple[int, int]
"""Pixels across and down."""


LEAST_COVER: Final = 0.002
"""Cover (0 … 1) below which a colour is not laid on a pixel."""
DENSE_SHARE: Final = 0.1
"""Share of covered pixels above which a colour is computed for all pixels: that is faster then."""


class PaperSheet:
    """Surface under construction: colours (0 … 255) and cover (0 … 1) of each pixel.

    `pixels` is the number of pixels in a side of a piece.
    """

    def __init__(self, size: PixelSize, pixel_size: float = 1.0) -> None:
        self.rgb: PixelField = np.zeros((*size, 3), dtype=np.float32)
        self.cover: PixelField = np.zeros(size, dtype=np.float32)
        self.pixels = pixel_size

    def lay(self, tone: Rgb | PixelField, cover: AnyField | float) -> None:
        """Lay a colour (or one for each pixel) over the sheet, as far as it covers (0 … 1)."""
        share = np.broadcast_to(np.asarray(cover, dtype=np.float32), self.cover.shape)
        ink = np.asarray(tone, dtype=np.float32)
        here = np.flatnonzero(share.ravel() > LEAST_COVER)
        if here.size > DENSE_SHARE * share.size:
            self._lay_everywhere(ink, share)
        elif here.size:
            self._lay_on(ink, share.ravel()[here], here)

    def _lay_everywhere(self, ink: PixelField, share: PixelField) -> None:
        """Lay over all pixels, one plane of colour after the other."""
        total = share + self.cover * (1 - share)
        weight = np.divide(share, total, out=np.zeros_like(total), where=total > 0)
        for index in range(3):
            plane = self.rgb[:, :, index]
            plane += (ink[..., index] - plane) * weight
        self.cover[:] = total

    def _lay_on(self, ink: PixelField, share: PixelField, index: NDArray[np.intp]) -> None:
        """Lay over some pixels only: cheaper while they are few."""
        before = self.cover.ravel()[index]
        total = share + before * (1 - share)
        pixels = self.rgb.reshape(-1, 3)
        old = pixels[index]
        new = ink if ink.ndim == 1 else ink.reshape(-1, 3)[index]
        pixels[index] = old + (new - old) * (share / total)[:, None]
        self.cover.reshape(-1)[index] = total

    def inside(self, distance: AnyField) -> PixelField:
        """Cover of a shape by distances in sides: 1 inside (negative), 0 outside, smooth over a pixel."""
        share: PixelField = np.clip(0.5 - distance * self.pixels, 0, 1).astype(np.float32)
        return share

    def paint(self, surface: pygame.Surface) -> None:
        """Write the sheet to the pixels of a surface of the same size."""
        pygame.surfarray.pixels3d(surface)[:] = np.clip(self.rgb + 0.5, 0, 255).astype(np.uint8)
        pygame.surfarray.pixels_alpha(surface)[:] = (np.clip(self.cover, 0, 1) * 255 + 0.5).astype(np.uint8)


def grain(size: PixelSize, amount: float) -> PixelField:
    """Paper grain, array [x, y, 1]: how much lighter a pixel is; `amount` is the standard deviation."""
    noise, (wide, high) = _noise(), size
    times = (-(-wide // len(noise)), -(-high // len(noise)))
    found: PixelField = np.tile(noise, times)[:wide, :high, None] * np.float32(amount)
    return found


@lru_cache(maxsize=1)
def _noise() -> PixelField:
    return np.random.default_rng(11).normal(0, 1, (256, 256)).astype(np.float32)


def mix_colours(first_colour: Rgb, second_colour: Rgb, share: float) -> Rgb:
    """Mixture of two colours with a `share` (0 … 1) of the second."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(first_colour, second_colour, strict=True))
    return (red, green, blue)


def rgb(canvas: Canvas, ink: Ink) -> Rgb:
    """Colour of the theme without its alpha."""
    return canvas.colour(ink)[:3]


def wants_clear_shapes(canvas: Canvas) -> bool:
    """Whether to draw clear shapes instead of light and relief: in a theme whose paper has no grain."""
    return canvas.theme.panel("paper").grain == 0


def size_of(rect: Rect, scale: float) -> PixelSize:
    """Pixels across and down of a picture for a place, the same wherever the place lies between pixels.

    `scale` is the pixels of a unit. Never smaller than the place, so that neighbours leave no gap.
    """
    return max(1, math.ceil(rect.w * scale - 0.01)), max(1, math.ceil(rect.h * scale - 0.01))


def stamp(
    canvas: Canvas,
    key: Hashable,
    rect: Rect,
    pad: float,
    paint: Callable[[Canvas, Rect], None],
    smooth: int = 1,
) -> None:
    """Draw a picture that is cached under `key` and used again at every place of the same size.

    `paint` gets the rectangle to draw in, on whole pixels; it may draw `pad` units around that, too.
    `smooth` as in `Canvas.layer`.
    """
    scale = canvas.scale
    edge, (wide, high) = math.ceil(pad * scale) / scale, size_of(rect, scale)
    x, y = canvas.units(*canvas.pixel(rect.x, rect.y))
    here = Rect(x, y, wide / scale, high / scale)
    canvas.layer(key, here.grown(edge) if edge else here, lambda c: paint(c, here), smooth=smooth)


def paint_lit(surface: pygame.Surface, light: PixelField, colours: tuple[Rgb, Rgb, Rgb]) -> None:
    """Paint ground in lamplight: from the first colour in the dark (0) to the last in full light (1).

    `light` is an array [x, y], which may be coarser than the surface.
    """
    dark, middle, bright = (np.asarray(colour, dtype=np.float32) for colour in colours)
    share = np.clip(light, 0, 1)[:, :, None]
    lower, upper = dark + (middle - dark) * share * 2, middle + (bright - middle) * (share * 2 - 1)
    soft = pygame.Surface(light.shape[:2])
    pygame.surfarray.blit_array(soft, np.where(share < 0.5, lower, upper).astype(np.uint8))
    surface.blit(pygame.transform.smoothscale(soft, surface.get_size()), (0, 0))
