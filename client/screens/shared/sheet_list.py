"""Lists whose rows are sheets of paper: with room around each of them for shadow and focus."""

from __future__ import annotations

from client.ui.geometry import Rect
from client.ui.list_view import ListView


class SheetList(ListView):
    """A list of panels. Keeps its place when its rows change."""

    def row(self, index: int, now: float) -> Rect:
        """Where a row's sheet is now, without the room around it."""
        return super().row(index, now).inset(10, 8)
