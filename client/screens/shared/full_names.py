"""Names in full: where one is cut off, a tip says all of it as long as the pointer rests there."""

from __future__ import annotations

from collections.abc import Iterable

from client.boards.kit.tips import TIP_REST_SECONDS
from client.ui.canvas import Canvas
from client.ui.focus import draw_tip
from client.ui.geometry import Point, Rect
from client.ui.intents import MOUSE, Intent
from client.ui.intents import PointAt as Pointing


class FullNames:
    """Follows the pointer over the names of a screen."""

    def __init__(self) -> None:
        self._at: Point | None = None
        self._since = 0.0

    def follow(self, intent: Intent) -> None:
        """Where the pointer is, and since when; nowhere once another device is used."""
        if isinstance(intent, Pointing):
            self._at, self._since = (intent.x, intent.y), intent.at
        elif intent.device != MOUSE:
            self._at = None

    def draw(self, canvas: Canvas, now: float, cut: Iterable[tuple[Rect, str]]) -> None:
        """The whole of the name that is `cut` off where the pointer rests: places with their names.

        Above them: a board may have a tip of its own beside the pointer.
        """
        if self._at is None or now - self._since < TIP_REST_SECONDS:
            return
        for place, name in cut:
            if place.contains(*self._at):
                draw_tip(canvas, name, place, above=True)
