"""Picture of a result for people to keep and send to others, always of the same size."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable
from typing import Final

import pygame

from client.screens.result.layout import ResultLayout
from client.screens.shared import landscape
from client.ui.cache import SurfaceCache
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Theme

PICTURE_SIZE: Final = (1920, 1080)
"""Pixels across and down."""
CACHE_BYTES: Final = 64 << 20
"""Bytes for surfaces that are needed while it is drawn; they are free again afterwards."""
LOGO_RATIO: Final = 1180 / 272
"""Width to height of the picture of the program's name."""


def keepsake(theme: Theme, game: str, seats: int, draw: Callable[[Canvas, ResultLayout], None]) -> bytes:
    """PNG of a result: a game's land, on it what `draw` draws, below it date and program name."""
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
    """Draw the program's name, and the date in the form used everywhere."""
    canvas.picture("icons/name.svg", rect.fit(LOGO_RATIO, "left"))
    today = datetime.date.today().isoformat()
    canvas.text(today, rect, "body", "quiet", align="right", size=30)
