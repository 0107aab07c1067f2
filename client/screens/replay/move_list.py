"""The list of moves beside a replay: number, who, and what happened in a sentence."""

from __future__ import annotations

import msgspec

from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.list_view import ListView
from client.ui.symbols import icon, seat_badge


class MoveRow(msgspec.Struct, frozen=True):
    """A step as the list shows it: whose (-1 is chance), how many decisions with it, and a sentence."""

    seat: int
    decisions: int
    text: str

    def draw(self, canvas: Canvas, index: int, rect: Rect, current: bool) -> None:
        """A row; the move just made is lit, every second one a shade brighter."""
        box = rect.grown(14)
        home = rect.moved(-box.x, -box.y)
        with canvas.shifted(box.x, box.y):
            canvas.layer(
                ("replay.move", self, index, current),
                box.moved(-box.x, -box.y),
                lambda c: self._paint(c, index, home, current),
            )

    def _paint(self, canvas: Canvas, index: int, rect: Rect, current: bool) -> None:
        if current:
            canvas.panel(rect, "accent")
        elif index % 2:
            canvas.rounded(rect, 10, "sheet_raised")
        ink = "accent_ink" if current else "ink"
        left, words = rect.inset(8, 4).cut_left(48, 10)
        badge, number = left.cut_top(left.h * 0.55)
        if self.seat < 0:
            icon(canvas, "dice", left.place(32, 32), ink)
        else:
            seat_badge(canvas, self.seat, badge.place(32, 32))
            quiet = ink if current else "quiet"
            count = str(self.decisions)
            canvas.text(count, number, "small", quiet, align="centre", size=24, tabular=True)
        canvas.text(self.text, words, "small", ink, size=24, fit="wrap")


class MoveList(ListView):
    """Rows of moves that keep the one just made in sight."""

    def show(self, index: int, at: float) -> None:
        """Choose a row and bring it into sight, with its neighbours."""
        self.chosen = index
        row = self.row_height + self.gap
        top = index * row - row
        self._scroll(max(top + 3 * row - self.rect.h, min(self._to, top)), at)


def draw_moves(canvas: Canvas, rect: Rect, title: str, note: str) -> None:
    """The sheet the list lies on, with its title and when the game was played."""
    canvas.panel(rect, "sheet")
    head = rect.inset(20, 10).cut_top(48)[0]
    words = canvas.text(title, head, "body", "lamp", face="display", size=32)
    left = Rect(words.right + 16, head.y, head.right - words.right - 16, head.h)
    canvas.text(note, left, "small", "quiet", align="right", tabular=True)
