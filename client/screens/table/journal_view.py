"""The journal as it is drawn: its last lines on a paper beside the board, and all of it as a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from assets.texts import TextLookup, quoted
from client.stage.window import App
from client.ui.animation import ease_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Point, Rect
from client.ui.intents import Back, Intent
from client.ui.list_view import ListView
from client.ui.overlays import FADE_SECONDS
from client.ui.symbols import icon, seat_badge
from client.ui.widgets import Button
from core.protocol.messages import Said

PAPER_PADDING: Final = 12.0
"""Units between the rim of the paper and its lines."""
LINE_INDENT: Final = 40.0
"""Units before the words of a line, for the badge of the seat it is about."""
BADGE_SIZE: Final = 30.0
TURN_GAP: Final = 8.0
"""Units between the lines of two turns."""
MOST_BOARD_LINES: Final = 8
"""Most lines beside a board."""
LEAST_HEIGHT: Final = 60.0
"""Least units of height for the paper: less has no room for a line."""
PAGE_SIZE: Final = (900.0, 760.0)
"""Width and height of the page with all lines, in units."""
PAGE_ROW_HEIGHT: Final = 74.0
"""Units of height of a line on that page."""


class Entry(msgspec.Struct, frozen=True):
    """Line of the journal: what a seat did, or (`chat`) what somebody said."""

    text: str
    seat: int
    chat: bool = False

    def continues(self, before: Entry) -> bool:
        """Whether the line belongs to the same turn as the one before."""
        return not self.chat and not before.chat and self.seat in (-1, before.seat)


def chat_entry(news: Said, translate: TextLookup) -> Entry:
    """Line for a chat message, with its sender: the host must know whom to mute."""
    name = news.name or spectator_name(news.guest, translate)
    return Entry(f"{quoted(name)}: {quoted(news.text)}", news.seat, chat=True)


def spectator_name(guest: int, translate: TextLookup) -> str:
    """Name for somebody without a seat: the same at every screen and for as long as they stay."""
    return translate("people.spectator", number=guest)


def journal_rows(canvas: Canvas, rect: Rect, entries: Sequence[Entry]) -> list[Rect]:
    """Places of the lines, the newest first and lowest, as far as there is room."""
    rows: list[Rect] = []
    inside = rect.inset(PAPER_PADDING, 8)
    y = inside.bottom
    later: Entry | None = None
    for entry in reversed(entries) if rect.h >= LEAST_HEIGHT else ():
        high = canvas.measure(entry.text, "small", wrap_at=inside.w - LINE_INDENT)[1] + 4
        y -= high + (0.0 if later is None or later.continues(entry) else TURN_GAP)
        if y < inside.y or len(rows) >= MOST_BOARD_LINES:
            break
        rows.append(Rect(inside.x, y, inside.w, high))
        later = entry
    return rows


def draw_journal(canvas: Canvas, rect: Rect, entries: Sequence[Entry]) -> None:
    """Draw the last lines on paper no larger than they need, the newest at the bottom and brightest."""
    rows = journal_rows(canvas, rect, entries)
    if not rows:
        return
    top = rows[-1].y - 8
    canvas.panel(Rect(rect.x, top, rect.w, rect.bottom - top), "float")
    for age, row in enumerate(rows):
        entry, before = entries[-1 - age], entries[-2 - age : -1 - age]
        begins = age == len(rows) - 1 or not before or not entry.continues(before[0])
        draw_entry(canvas, row, entry, begins=begins, ink="ink" if entry.chat or age == 0 else "quiet")


def draw_entry(canvas: Canvas, row: Rect, entry: Entry, *, begins: bool, ink: str) -> None:
    """Draw a line, with its seat's badge where a turn `begins`."""
    if begins and entry.seat >= 0:
        seat_badge(canvas, entry.seat, Rect(row.x, row.y + 2, BADGE_SIZE, BADGE_SIZE))
    elif begins and entry.chat:
        icon(canvas, "chat", Rect(row.x + 2, row.y + 4, 26, 26), "quiet")
    canvas.text(entry.text, row.cut_left(LINE_INDENT)[1], "small", ink, valign="top", fit="wrap")


def draw_beside(canvas: Canvas, rect: Rect, entries: Sequence[Entry], watching: str) -> None:
    """Draw the journal, below the line for somebody who is `watching`."""
    line, rect = split_beside(canvas, rect, watching)
    if watching:
        canvas.rounded(line, 12, "well", "lamp", 1.5)
        sign, words = line.inset(14, 6).cut_left(28, 12)
        icon(canvas, "eye", sign.place(28, 28), "lamp")
        canvas.text(watching, words, "small", "ink", fit="wrap")
    draw_journal(canvas, rect, entries)


def split_beside(canvas: Canvas, rect: Rect, watching: str) -> tuple[Rect, Rect]:
    """Room for the line about watching (if there is one), and for the journal."""
    if not watching:
        return Rect(rect.x, rect.y, rect.w, 0.0), rect
    high = canvas.measure(watching, "small", wrap_at=rect.w - 66)[1] + 20
    return rect.cut_top(high, 8)


def journal_under(canvas: Canvas, rect: Rect, entries: Sequence[Entry], point: Point) -> bool:
    """Whether a point lies on the paper with the last lines."""
    rows = journal_rows(canvas, rect, entries)
    return bool(rows) and rect.contains(*point) and point[1] >= rows[-1].y - 8


class JournalPage:
    """Page with all of the journal over a table, until a line is picked or it is closed."""

    def __init__(self, app: App, entries: Sequence[Entry], pick: Callable[[int], None]) -> None:
        """`pick` gets the number of a line, counted from the newest."""
        self.app, self.entries = app, tuple(entries)
        self.closed = False
        self._at, self._pick = app.now, pick
        self._close = Button(app.label("table.menu.close"), self._shut, kind="primary")
        self._list = ListView(len(entries), self._draw_row, self._picked, row_height=PAGE_ROW_HEIGHT, gap=2)
        self.focus = Focus((self._list, self._close), app.sound)
        self._rect = Rect(0, 0, 0, 0)

    text_field = None

    def layout(self, area: Rect) -> None:
        self._rect = area.place(min(PAGE_SIZE[0], area.w - 40), min(PAGE_SIZE[1], area.h - 60))
        foot, rest = self._rect.inset(36, 24).cut_bottom(72, 16)
        self._close.layout(foot.place(min(foot.w, 360), foot.h))
        self._list.layout(rest.cut_top(64, 10)[1])
        if self.entries and self.focus.current is None:
            self._list.show(len(self.entries) - 1, -1.0)
            self.focus.focus(self._list, self._at)

    def handle(self, intent: Intent) -> bool:
        if not self.focus.handle(intent) and isinstance(intent, Back):
            self._shut()
        return True

    def still(self, now: float) -> bool:
        return now > self._at + 2 * FADE_SECONDS and self.focus.still(now)

    def draw(self, canvas: Canvas, now: float) -> None:
        with canvas.faded(ease_out(progress(now, self._at, FADE_SECONDS))):
            canvas.rect(canvas.area, (*canvas.colour("shadow")[:3], 150))
            canvas.panel(self._rect, "sheet")
            head = self._rect.inset(36, 24).cut_top(64)[0]
            canvas.text(self.app.translate("table.menu.journal"), head, "heading", "ink")
            self.focus.draw(canvas, now)

    def _draw_row(self, canvas: Canvas, index: int, rect: Rect, chosen: bool, now: float) -> None:
        entry = self.entries[index]
        begins = index == 0 or not entry.continues(self.entries[index - 1])
        if begins and index:
            canvas.rect(Rect(rect.x, rect.y - 2, rect.w, 1.5), "line")
        draw_entry(canvas, rect.inset(14, 6), entry, begins=begins, ink="ink")

    def _picked(self, index: int) -> None:
        self._shut()
        self._pick(len(self.entries) - 1 - index)

    def _shut(self) -> None:
        self.closed = True
