"""Land of the chosen game behind the shelf, which unfolds like paper from the game's box."""

from __future__ import annotations

from typing import Final

import pygame

from client.ui import pictures
from client.ui.animation import Motion, Tween, ease_in_out, mix
from client.ui.cache import SurfaceCache
from client.ui.canvas import Canvas
from client.ui.geometry import Rect

PICTURE_RATIO: Final = 1600 / 700
"""Width to height of the pictures of lands."""

CROP_MIDDLE: Final = 0.62
"""Middle of the part of a land's picture that a narrow window shows, as a share of the picture's width."""

UNFOLD_SECONDS: Final = 0.52
"""Seconds in which a land unfolds."""

CREASE_WIDTH: Final = 30.0
"""Units wide: the light along the edge of a land that is unfolding."""


class LandscapeState:
    """Land that is shown, and how far it has unfolded."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._before = ""
        self._origin = 0.0
        self._tween = Tween(-10.0, 0.0)

    def unfold(self, game: str, origin: float, motion: Motion, now: float) -> None:
        """Unfold another land from its box at x = `origin` (units)."""
        if game != self.game:
            self._before, self.game, self._origin = self.game, game, origin
            self._tween = motion.tween(now, UNFOLD_SECONDS, ease_in_out)

    def moving(self, now: float) -> bool:
        """Whether it is still unfolding."""
        return not self._tween.done(now)

    def draw(self, canvas: Canvas, now: float, reduced: bool) -> None:
        """Draw the land, or the new one unfolding over the old."""
        t = self._tween.value_at(now)
        if t >= 1:
            _draw_land(canvas, self.game)
            return
        _draw_land(canvas, self._before)
        if reduced:
            with canvas.faded(t):
                _draw_land(canvas, self.game)
            return
        area = canvas.area
        left, right = mix(self._origin, 0, t), mix(self._origin, area.w, t)
        with canvas.clip(Rect(left, 0, right - left, area.h)):
            _draw_land(canvas, self.game)
        for edge, way in ((left, -1), (right, 1)):
            _draw_crease(canvas, edge, way, 1 - t)


def land_height(area: Rect) -> float:
    """Units from the top of an upright window to the lower edge of the land."""
    return 450 + 0.75 * (area.h - 960)


def prepare(canvas: Canvas, game: str) -> None:
    """Paint the picture of a land unseen, so that choosing it does not wait."""
    with canvas.clip(Rect(0, 0, 0, 0)):
        _draw_land(canvas, game)


def draw_veiled(canvas: Canvas, game: str) -> None:
    """Draw the land of a game, dim, behind a screen with much text."""
    canvas.layer(("veiled land", game), canvas.area, lambda c: _paint_veiled(c, game), opaque=True)


def _paint_veiled(canvas: Canvas, game: str) -> None:
    area, dark = canvas.area, canvas.colour("night")[:3]
    high = max(area.h, area.w / PICTURE_RATIO)
    _paste(canvas, game, Rect(area.w - high * PICTURE_RATIO, 0, high * PICTURE_RATIO, high))
    canvas.rect(area, (*dark, 96))
    _shade(canvas, Rect(0, 0, area.w, 420), dark, (200, 120, 0), False)
    _shade(canvas, Rect(0, area.h - 320, area.w, 320), dark, (0, 170, 235, 235), False)


def _draw_land(canvas: Canvas, game: str) -> None:
    canvas.layer(("land", game), canvas.area, lambda c: _paint(c, game), opaque=True)


def _paint(canvas: Canvas, game: str) -> None:
    if canvas.area.w < canvas.area.h:
        _paint_above(canvas, game)
    else:
        _paint_beside(canvas, game)


def _paint_above(canvas: Canvas, game: str) -> None:
    """Paint the picture over the upper part of an upright window, fading into the dark below."""
    area, dark = canvas.area, canvas.colour("night")[:3]
    high = land_height(area)
    canvas.fill("night")
    _paste(canvas, game, Rect(area.cx - high * PICTURE_RATIO * CROP_MIDDLE, 0, high * PICTURE_RATIO, high))
    _shade(canvas, Rect(0, 0, area.w, 190), dark, (190, 120, 0), False)
    _shade(canvas, Rect(0, high * 0.6, area.w, high * 0.4), dark, (0, 60, 150), False)
    canvas.rect(Rect(0, high - 3, area.w, area.h - high + 3), "night")


def _paint_beside(canvas: Canvas, game: str) -> None:
    """Paint the picture at the right, fading into the dark at its left and lower edge."""
    area = canvas.area
    high = 840 + (area.w - 1920) * 0.21
    place = Rect(area.w - high * PICTURE_RATIO, 0, high * PICTURE_RATIO, high)
    canvas.fill("night")
    _paste(canvas, game, place)
    left = max(0.0, place.x)
    dark = canvas.colour("night")[:3]
    if left > 0:
        canvas.rect(Rect(0, 0, left + 1, area.h), "night")
    narrow = area.w < 1700
    run = (230, 222, 205, 110, 0) if narrow else (255 if left else 215, 190, 120, 30, 0)
    reach = area.w * (0.88 if narrow else 0.74)
    _shade(canvas, Rect(left, 0, reach - left, area.h), dark, run, True)
    _shade(canvas, Rect(0, 0, area.w, 190), dark, (150, 70, 0), False)
    _shade(canvas, Rect(0, high - 330, area.w, 330), dark, (0, 60, 160, 255), False)
    canvas.rect(Rect(0, high - 3, area.w, area.h - high + 3), "night")


def _paste(canvas: Canvas, game: str, rect: Rect) -> None:
    """Paint the bare picture; only the result is kept, so it stays out of the canvas's cache."""
    pixels = canvas.pixels(rect).inflate(4, 2)
    picture = pictures.raster(SurfaceCache(0), f"shelf/{game}-open.svg", *pixels.size)
    canvas.surface.blit(picture, pixels.topleft)


def _shade(
    canvas: Canvas, rect: Rect, rgba: tuple[int, ...], alphas: tuple[int, ...], horizontal: bool
) -> None:
    """Paint a gradient of opacities over the rectangle, left to right or top to bottom."""
    count = len(alphas)
    strip = pygame.Surface((count, 1) if horizontal else (1, count), pygame.SRCALPHA)
    for index, alpha in enumerate(alphas):
        strip.set_at((index, 0) if horizontal else (0, index), (*rgba, alpha))
    area = canvas.pixels(rect)
    fine = (64, 1) if horizontal else (1, 64)
    soft = pygame.transform.smoothscale(pygame.transform.smoothscale(strip, fine), area.size)
    canvas.surface.blit(soft, area.topleft)


def _draw_crease(canvas: Canvas, x: float, way: int, strength: float) -> None:
    """Draw light on the fold, and its short shadow on the land below it."""
    lamp = canvas.colour("lamp")[:3]
    shadow = canvas.colour("shadow")[:3]
    for step in range(5):
        reach = CREASE_WIDTH * (5 - step) / 5
        start = x if way > 0 else x - reach
        canvas.rect(Rect(start, 0, reach, canvas.area.h), (*shadow, round(34 * strength)))
    canvas.rect(Rect(x - 2, 0, 4, canvas.area.h), (*lamp, round(230 * strength)))
