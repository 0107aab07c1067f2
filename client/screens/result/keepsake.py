"""The picture of a result that people keep and send to others: always of the same size."""

from __future__ import annotations

import datetime
import io
from typing import TYPE_CHECKING, Final

import pygame

from client.screens.result import confetti
from client.screens.result.layout import ResultLayout
from client.screens.title import landscape
from client.ui.cache import SurfaceCache
from client.ui.canvas import Canvas
from client.ui.geometry import Rect

if TYPE_CHECKING:
    from client.screens.result.screen import ResultScreen

SIZE: Final = (1920, 1080)
"""Pixels."""
STORE: Final = 64 << 20
"""Bytes for what is drawn on the way; they are free again afterwards."""
NAME: Final = 1180 / 272
"""Width to height of the picture of our name."""
FALLEN: Final = 11.0
"""Seconds that its confetti have fallen."""


def keepsake(result: ResultScreen) -> bytes:
    """A PNG: board, winner, everybody's points, what there is to say, the game, the date and our sign."""
    surface = pygame.Surface(SIZE)
    canvas = Canvas(surface, result.app.theme, SurfaceCache(STORE))
    now, lay = result.app.now, ResultLayout.of(canvas.area, len(result.names))
    board = result.new_print()
    landscape.draw_veiled(canvas, result.table.mirror.game.info.key)
    confetti.draw_confetti(canvas, result.scraps, FALLEN)
    result.draw_head(canvas, lay, now)
    board.draw_mounted(canvas, lay.mount, now)
    result.draw_podium(canvas, lay.podium, result.ceremony.end)
    result.draw_insight(canvas, lay.insight)
    _draw_foot(canvas, Rect(lay.mount.x, 972, lay.podium.right - lay.mount.x, 76))
    image = io.BytesIO()
    pygame.image.save(surface, image, "result.png")
    return image.getvalue()


def _draw_foot(canvas: Canvas, rect: Rect) -> None:
    """Our name, and the date as it is written everywhere."""
    canvas.picture("icons/name.svg", rect.fit(NAME, "left"))
    today = datetime.date.today().isoformat()
    canvas.text(today, rect, "body", "quiet", align="right", size=30)
