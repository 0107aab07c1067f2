"""The picture of a result that people keep and send to others: always of the same size."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable
from typing import Final

import pygame

from client.screens.result.layout import ResultLayout
from client.screens.title import landscape
from client.ui.cache import SurfaceCache
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Theme

PICTURE_SIZE: Final = (1920, 1080)
"""Pixels."""
CACHE_BYTES: Final = 64 << 20
"""Bytes for what is drawn on the way; they are free again afterwards."""
LOGO_RATIO: Final = 1180 / 272
"""Width to height of the picture of our name."""


def keepsake(theme: Theme, game: str, seats: int, draw: Callable[[Canvas, ResultLayout], None]) -> bytes:
    """A PNG: the land of a game, on it what `draw` draws of its result, below it the date and our name."""
    surface = pygame.Surface(PICTURE_SIZE)
    canvas = Canvas(surface, theme, SurfaceCache(CACHE_BYTES))
    lay = ResultLayout.of(canvas.area, seats)
    landscape.draw_veiled(canvas, game)
    draw(canvas, lay)
    _draw_foot(canvas, Rect(lay.mount.x, 972, lay.podium.right - lay.mount.x, 76))
    image = io.BytesIO()
    pygame.image.save(surface, image, "result.png")
    return image.getvalue()


def _draw_foot(canvas: Canvas, rect: Rect) -> None:
    """Our name, and the date as it is written everywhere."""
    canvas.picture("icons/name.svg", rect.fit(LOGO_RATIO, "left"))
    today = datetime.date.today().isoformat()
    canvas.text(today, rect, "body", "quiet", align="right", size=30)
