"""Tips with full names, where a name is cut off and the pointer rests on it."""

from __future__ import annotations

from collections.abc import Iterable

from client.boards.kit.tips import TIP_REST_SECONDS
from client.ui.canvas import Canvas
from client.ui.focus import draw_tip
from client.ui.geometry import Point, Rect
from client.ui.intents import Intent
from client.ui.intents import PointAt as Pointing


class FullNames:
    """Tips with full names for one screen."""

    def __init__(self) -> None:
        self._at: Point | None = None
        self._since = 0.0

    def follow(self, intent: Intent) -> None:
        """Remember where the pointer is, and since when; nowhere once another device is used."""
        if isinstance(intent, Pointing):
            self._at, self._since = (intent.x, intent.y), intent.at
        elif not intent.device.points:
            self._at = None

    def draw(self, canvas: Canvas, now: float, cut: Iterable[tuple[Rect, str]]) -> None:
        """Draw the full name where the pointer rests on one that is `cut` off: places with their names.

        Above the place: a board may have a tip of its own beside the pointer.
        """
        if self._at is None or now - self._since < TIP_REST_SECONDS:
            return
        for place, name in cut:
            if place.contains(*self._at):
                draw_tip(canvas, name, place, above=True)
