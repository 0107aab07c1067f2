"""List whose rows are sheets of paper, with room around each for shadow and focus."""

from __future__ import annotations

from client.ui.geometry import Rect
from client.ui.list_view import ListView


class SheetList(ListView):
    """List of panels, which keeps its scroll when its rows change."""

    def row(self, index: int, now: float) -> Rect:
        """Rectangle of a row's sheet now, without the room around it."""
        return super().row(index, now).inset(10, 8)
