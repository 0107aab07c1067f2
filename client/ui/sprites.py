"""Soft and antialiased shapes as surfaces, computed exactly with numpy: corners, shadows, glows, grain.

Sizes here are pixels. Nothing is cached in this file: the canvas does that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt
import pygame

from client.ui.geometry import Point
from client.ui.theme import Colour

FadeSide = Literal["left", "right", "top", "bottom"]
ShapeKind = Literal["polygon", "stroke"]
Mask = npt.NDArray[np.float32]
"""Coverage 0 … 1 of shape (width, height)."""


def rounded(w: int, h: int, radius: float, fill: Colour, border: Colour, edge: float) -> pygame.Surface:
    """Rounded rectangle with a clean antialiased edge; `edge` pixels of border lie inside."""
    core, radius = _core(w, h, radius, edge)
    size = 2 * core + 1
    distance = _distance(size, size, 0.0, radius)
    shape = np.clip(0.5 - distance, 0, 1)
    inner = np.clip(0.5 - (distance + edge), 0, 1) if edge > 0 else shape
    return nine_slice(_mixed(shape, inner, fill, border), core, w, h)


def shadow(w: int, h: int, radius: float, blur: float, colour: Colour) -> pygame.Surface:
    """Soft shadow of a rounded rectangle of w × h: `blur` pixels wider on every side."""
    pad = int(np.ceil(blur))
    core, radius = _core(w, h, radius, blur)
    core += pad
    distance = _distance(2 * core + 1, 2 * core + 1, float(pad), radius)
    fall = np.clip(0.5 - distance / (2 * max(blur, 0.5)), 0, 1)
    return nine_slice(_filled(fall * fall * (3 - 2 * fall), colour), core, w + 2 * pad, h + 2 * pad)


def ring(w: int, h: int, radius: float, width: float, soft: float, colour: Colour) -> pygame.Surface:
    """Hollow rounded frame of w × h, `width` pixels wide, glowing `soft` pixels to both sides."""
    pad = int(np.ceil(soft))
    core, radius = _core(w, h, radius, width + soft)
    core += pad
    distance = _distance(2 * core + 1, 2 * core + 1, float(pad), radius) + width / 2
    line = np.clip(width / 2 + 0.5 - np.abs(distance), 0, 1)
    halo = np.clip(1 - (np.abs(distance) - width / 2) / max(soft, 0.5), 0, 1) ** 2 * 0.42 if soft else line
    return nine_slice(_filled(np.maximum(line, halo), colour), core, w + 2 * pad, h + 2 * pad)


def disc(radius: float, fill: Colour, border: Colour, edge: float) -> pygame.Surface:
    """Disc; the surface is just large enough."""
    size = int(np.ceil(radius)) * 2 + 2
    axis = np.arange(size, dtype=np.float32) + 0.5 - size / 2
    distance = np.hypot(axis[:, None], axis[None, :]) - radius
    shape = np.clip(0.5 - distance, 0, 1)
    inner = np.clip(0.5 - (distance + edge), 0, 1) if edge > 0 else shape
    return _mixed(shape, inner, fill, border)


def glow(w: int, h: int, colour: Colour) -> pygame.Surface:
    """Light in an ellipse that falls off softly to its edge; dithered, so that no rings show."""
    x = (np.arange(w, dtype=np.float32) + 0.5) / w * 2 - 1
    y = (np.arange(h, dtype=np.float32) + 0.5) / h * 2 - 1
    fall = np.clip(1 - np.hypot(x[:, None], y[None, :]), 0, 1)
    noise = np.random.default_rng(1).random((w, h), dtype=np.float32) - 0.5
    light = fall * fall * (3 - 2 * fall)
    return _filled(np.asarray(light + noise * (light > 0.004) / 255, dtype=np.float32), colour)


def fade(w: int, h: int, edge_name: FadeSide, colour: Colour) -> pygame.Surface:
    """Light that falls in from one side and is gone at the other; dithered."""
    across = edge_name in ("left", "right")
    fall = np.linspace(1, 0, w if across else h, dtype=np.float32) ** 2.2
    if edge_name in ("right", "bottom"):
        fall = fall[::-1]
    light = np.broadcast_to(fall[:, None] if across else fall[None, :], (w, h))
    noise = np.random.default_rng(1).random((w, h), dtype=np.float32) - 0.5
    return _filled(np.asarray(light + noise * (light > 0.004) / 255, dtype=np.float32), colour)


def backdrop(w: int, h: int, rim: Colour, light: Colour, lamp: Colour, warmth: float) -> pygame.Surface:
    """Dark paper under a lamp: lit above the middle, darker to the corners, with a little grain."""
    small_w, small_h = max(8, w // 8), max(8, h // 8)
    x = np.linspace(-1, 1, small_w, dtype=np.float32)[:, None]
    y = np.linspace(-1, 1, small_h, dtype=np.float32)[None, :]
    room = np.clip(1.12 - np.hypot(x * 0.74, y * 0.80), 0, 1)
    room = room * room * (3 - 2 * room)
    pool = np.clip(1 - np.hypot(x * 0.80, (y + 0.62) * 0.72), 0, 1)
    pool = pool * pool * (3 - 2 * pool)
    edge_rgb, middle_rgb = np.array(rim[:3], np.float32), np.array(light[:3], np.float32)
    pixels = edge_rgb + (middle_rgb - edge_rgb) * room[:, :, None]
    pixels += pool[:, :, None] * np.array(lamp[:3], np.float32) * warmth
    soft = pygame.Surface((small_w, small_h))
    pygame.surfarray.blit_array(soft, np.clip(pixels, 0, 255).astype(np.uint8))
    surface = pygame.transform.smoothscale(soft, (w, h))
    add_grain(surface, 5)
    return surface


def add_grain(surface: pygame.Surface, amount: int) -> None:
    """Add paper grain: every pixel a little lighter or darker; alpha stays."""
    if amount <= 0:
        return
    w, h = surface.get_size()
    tile = 256
    places = [(x, y) for x in range(0, w, tile) for y in range(0, h, tile)]
    for sign, flag in ((1, pygame.BLEND_RGB_ADD), (-1, pygame.BLEND_RGB_SUB)):
        grain = _grain(amount, sign)
        surface.fblits([(grain, place) for place in places], flag)


def copy(
    sprite: pygame.Surface,
    canvas: pygame.Surface,
    corner: tuple[int, int],
    rects: Sequence[pygame.Rect] | None = None,
) -> None:
    """Copy an opaque surface of the same format, or parts of it, which are given in the target.

    SDL's own blit of opaque pixels takes up to ten times as long where rows begin at multiples of 16
    bytes.
    """
    area = sprite.get_rect(topleft=corner).clip(canvas.get_clip())
    if sprite.get_masks() != canvas.get_masks() or canvas.get_bytesize() != 4:
        for part in (area,) if rects is None else rects:
            canvas.blit(sprite, part, part.move(-corner[0], -corner[1]))
        return
    pixels, source = pygame.surfarray.pixels2d(canvas), pygame.surfarray.pixels2d(sprite)
    dx, dy = corner
    for part in (area,) if rects is None else [part.clip(area) for part in rects]:
        left, top, right, bottom = part.x, part.y, part.right, part.bottom
        pixels[left:right, top:bottom] = source[left - dx : right - dx, top - dy : bottom - dy]


def shape(
    size: tuple[int, int], kind: ShapeKind, points: Sequence[Point], width: float, rgba: tuple[int, ...]
) -> pygame.Surface:
    """Polygon or stroke of one colour, drawn several times as large and scaled down."""
    times = 4 if size[0] * size[1] < 40_000 else 2
    large = pygame.Surface((size[0] * times, size[1] * times), pygame.SRCALPHA)
    # Clear pixels have the colour too, so that scaling brings no dark fringe at the edges.
    large.fill((*rgba, 0))
    draw_shape(large, kind, [(x * times, y * times) for x, y in points], width * times, (*rgba, 255))
    return pygame.transform.smoothscale(large, size)


def draw_shape(
    surface: pygame.Surface, kind: ShapeKind, points: Sequence[Point], width: float, rgba: tuple[int, ...]
) -> None:
    """Draw a polygon or a stroke with round ends and corners, with hard edges."""
    if kind == "polygon":
        pygame.draw.polygon(surface, rgba, points)
        return
    for a, b in pairwise(points):
        length = math.dist(a, b)
        if length > 0:
            x, y = (b[1] - a[1]) / length * width / 2, (b[0] - a[0]) / length * width / 2
            corners = ((a[0] - x, a[1] + y), (b[0] - x, b[1] + y), (b[0] + x, b[1] - y), (a[0] + x, a[1] - y))
            pygame.draw.polygon(surface, rgba, corners)
    for point in points:
        pygame.draw.circle(surface, rgba, point, width / 2)


def plain(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Surface of one colour."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(colour)
    return surface


def nine_slice(picture: pygame.Surface, core: int, w: int, h: int) -> pygame.Surface:
    """`picture` (2·core + 1 square) with its middle row and column stretched to w × h."""
    target = pygame.Surface((w, h), pygame.SRCALPHA)
    across, down = w - 2 * core, h - 2 * core
    spans_x = ((0, core, 0, core), (core, 1, core, across), (core + 1, core, core + across, core))
    spans_y = ((0, core, 0, core), (core, 1, core, down), (core + 1, core, core + down, core))
    for sx, sw, tx, tw in spans_x:
        for sy, sh, ty, th in spans_y:
            if min(sw, sh, tw, th) <= 0:
                continue
            part = picture.subsurface((sx, sy, sw, sh))
            if (sw, sh) != (tw, th):
                part = pygame.transform.scale(part, (tw, th))
            target.blit(part, (tx, ty), special_flags=pygame.BLEND_RGBA_ADD)
    return target


def _core(w: int, h: int, radius: float, edge: float) -> tuple[int, float]:
    """Half the side of the source square, and the radius as far as it fits."""
    limit = min(w, h) / 2
    radius = max(0.0, min(radius, limit))
    wanted = int(np.ceil(max(radius, edge))) + 2
    return max(1, min(wanted, (min(w, h) - 1) // 2)), radius


def _distance(w: int, h: int, pad: float, radius: float) -> Mask:
    """Signed distance of every pixel centre to a rounded rectangle that leaves `pad` free around."""
    half_w, half_h = w / 2 - pad, h / 2 - pad
    x = np.abs(np.arange(w, dtype=np.float32) + 0.5 - w / 2) - (half_w - radius)
    y = np.abs(np.arange(h, dtype=np.float32) + 0.5 - h / 2) - (half_h - radius)
    outside = np.hypot(np.maximum(x, 0)[:, None], np.maximum(y, 0)[None, :])
    inside = np.minimum(np.maximum(x[:, None], y[None, :]), 0)
    return np.asarray(outside + inside - radius, dtype=np.float32)


def _filled(mask: Mask, colour: Colour) -> pygame.Surface:
    surface = pygame.Surface(mask.shape, pygame.SRCALPHA)
    surface.fill(colour[:3])
    _set_alpha(surface, mask * colour[3])
    return surface


def _mixed(mask: Mask, inner: Mask, fill: Colour, border: Colour) -> pygame.Surface:
    surface = pygame.Surface(mask.shape, pygame.SRCALPHA)
    share = np.divide(inner, mask, out=np.ones_like(inner), where=mask > 0)[:, :, None]
    share = np.clip(share, 0, 1)
    pixels = np.array(border, np.float32) * (1 - share) + np.array(fill, np.float32) * share
    rgb = pygame.surfarray.pixels3d(surface)
    rgb[:] = pixels[:, :, :3].astype(np.uint8)
    del rgb
    _set_alpha(surface, mask * pixels[:, :, 3])
    return surface


def _set_alpha(surface: pygame.Surface, alpha: npt.NDArray[np.floating]) -> None:
    view = pygame.surfarray.pixels_alpha(surface)
    view[:] = np.clip(alpha + 0.5, 0, 255).astype(np.uint8)
    del view


@lru_cache(maxsize=16)
def _grain(amount: int, sign: int) -> pygame.Surface:
    """Tile of 256 × 256 pixels of grain: how much lighter (1) or darker (-1) they are."""
    noise = np.random.default_rng(7).normal(0, amount / 2.2, (256, 256))
    value = np.clip(noise * sign, 0, 255).astype(np.uint8)
    surface = pygame.Surface((256, 256))
    pygame.surfarray.blit_array(surface, np.repeat(value[:, :, None], 3, axis=2))
    return surface
