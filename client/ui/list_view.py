"""Lists that scroll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.ui.animation import ease_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Intent, MoveFocus, PointAt, Press, Release, Scroll
from client.ui.widgets import focus_ring

SCROLL_SECONDS: Final = 0.14
"""Seconds a list takes to come to rest."""

DrawRow = Callable[[Canvas, int, Rect, bool, float], None]
"""Function that draws a row: canvas, index, place, whether it is chosen, now."""

OVERHANG: Final = 8.0
"""Units that the ring of a row, or the tail of a letter, may stick out of a list that does not scroll."""


class ListView(Widget):
    """Rows of equal height drawn by a function; up and down choose, accept or a click picks."""

    swipe = "scroll"

    def __init__(
        self,
        count: int,
        draw_row: DrawRow,
        pick: Callable[[int], None] | None = None,
        *,
        row_height: float = 72.0,
        gap: float = 8.0,
        choose: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__()
        self.count = count
        self.draw_row = draw_row
        self.pick = pick
        self.choose = choose
        self.row_height = row_height
        self.gap = gap
        self.chosen = 0
        self._from, self._to, self._since = 0.0, 0.0, -1e9
        self._pressed = -1

    @property
    def focusable(self) -> bool:
        return super().focusable and self.count > 0

    def set_count(self, count: int) -> None:
        """Set the number of rows; the chosen one and the scroll stay where they can."""
        self.count = count
        self.chosen = min(self.chosen, max(0, count - 1))
        self._to = self._from = min(self._to, self._most())

    def layout(self, rect: Rect) -> None:
        super().layout(rect)
        self._to = self._from = min(self._to, self._most())

    def row(self, index: int, now: float) -> Rect:
        """Rectangle of a row now (it may lie outside of the list)."""
        top = self.rect.y + index * (self.row_height + self.gap) - self._offset(now)
        return Rect(self.rect.x, top, self.rect.w - (18 if self._most() > 0 else 0), self.row_height)

    def show(self, index: int, at: float) -> None:
        """Choose a row and scroll to it."""
        self.chosen = index
        self._reveal(index, at)

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, MoveFocus) and intent.dy:
            return self._step(intent.dy, intent.at)
        if isinstance(intent, Accept):
            return self._pick(self.chosen)
        if isinstance(intent, Scroll):
            self._scroll(self._to - intent.dy * (self.row_height + self.gap), intent.at)
            return True
        if isinstance(intent, PointAt | Press | Release):
            return self._point(intent)
        return False

    def _point(self, intent: PointAt | Press | Release) -> bool:
        index = self._index(intent.y, intent.at)
        if index is None:
            return False
        if isinstance(intent, Press):
            self._pressed = index
        if isinstance(intent, Release):
            return self._pressed == index and self._pick(index)
        self._choose(index)
        return True

    def draw(self, canvas: Canvas, now: float) -> None:
        heat = self.heat(now)
        margin, above = 14.0, 0.0 if self._most() > 0 else OVERHANG
        with canvas.clip(self.rect.inset(-margin, -above)):
            for index in range(self.count):
                place = self.row(index, now)
                if place.bottom >= self.rect.y and place.y <= self.rect.bottom:
                    self.draw_row(canvas, index, place, index == self.chosen and self.focused, now)
            if self.count:
                focus_ring(canvas, self.row(self.chosen, now).inset(5), heat, 10)
        self._draw_bar(canvas, now)

    def _draw_bar(self, canvas: Canvas, now: float) -> None:
        most = self._most()
        if most <= 0:
            return
        track = self.rect.cut_right(8)[0]
        share = self.rect.h / (self.rect.h + most)
        top = track.y + (track.h * (1 - share)) * self._offset(now) / most
        canvas.rounded(track, 4, "well")
        canvas.rounded(Rect(track.x, top, track.w, track.h * share), 4, "quiet")

    def _step(self, step: int, at: float) -> bool:
        index = self.chosen + step
        if not 0 <= index < self.count:
            return False
        self._choose(index)
        self._reveal(index, at)
        return True

    def _reveal(self, index: int, at: float) -> None:
        top = index * (self.row_height + self.gap)
        least = top + self.row_height - self.rect.h + self.gap
        self._scroll(max(least, min(self._to, top - self.gap)), at)

    def _choose(self, index: int) -> None:
        if index != self.chosen:
            self.chosen = index
            if self.choose is not None:
                self.choose(index)

    def _pick(self, index: int) -> bool:
        if self.pick is None or not 0 <= index < self.count:
            return False
        self.pick(index)
        return True

    def _index(self, y: float, now: float) -> int | None:
        index = int((y - self.rect.y + self._offset(now)) // (self.row_height + self.gap))
        return index if 0 <= index < self.count else None

    def _most(self) -> float:
        return max(0.0, self.count * (self.row_height + self.gap) - self.gap - self.rect.h)

    def _offset(self, now: float) -> float:
        return self._from + (self._to - self._from) * ease_out(progress(now, self._since, SCROLL_SECONDS))

    def _scroll(self, to: float, at: float) -> None:
        self._from, self._to = self._offset(at), min(self._most(), max(0.0, to))
        self._since = at
