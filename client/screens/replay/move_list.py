"""List of moves beside a replay: number, player, and a sentence on what happened."""

from __future__ import annotations

import msgspec

from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.list_view import ListView
from client.ui.symbols import icon, seat_badge


class MoveRow(msgspec.Struct, frozen=True):
    """Step in the list: its seat (-1 is chance), decisions so far including it, and a sentence."""

    seat: int
    decisions: int
    text: str

    def draw(self, canvas: Canvas, index: int, rect: Rect, current: bool) -> None:
        """Draw a row; the current move is highlighted, every second row is a shade brighter."""
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
    """Rows of moves that scroll along with the current one."""

    def show(self, index: int, at: float) -> None:
        """Choose a row and scroll to it, with its neighbours."""
        self.chosen = index
        row = self.row_height + self.gap
        top = index * row - row
        self._scroll(max(top + 3 * row - self.rect.h, min(self._to, top)), at)


def draw_moves(canvas: Canvas, rect: Rect, title: str, note: str) -> None:
    """Draw the sheet below the list, with its title and when the game was played."""
    canvas.panel(rect, "sheet")
    head = rect.inset(20, 10).cut_top(48)[0]
    words = canvas.text(title, head, "body", "lamp", face="display", size=32)
    left = Rect(words.right + 16, head.y, head.right - words.right - 16, head.h)
    canvas.text(note, left, "small", "quiet", align="right", tabular=True)
