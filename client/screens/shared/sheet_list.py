"""List whose rows are sheets of paper, with room around each for shadow and focus."""

from __future__ import annotations

from client.ui.geometry import Rect
from client.ui.list_view import ListView

ROOM = 12.0
"""Units free at the left and right of a row, for its shadow and focus."""


class SheetList(ListView):
    """List of panels, which keeps its scroll when its rows change. Rows are as wide as its place."""

    def layout(self, rect: Rect) -> None:
        super().layout(Rect(rect.x - ROOM, rect.y, rect.w + 2 * ROOM, rect.h))

    def row(self, index: int, now: float) -> Rect:
        """Rectangle of a row's sheet now, without the room around it."""
        return super().row(index, now).inset(ROOM, 8)
