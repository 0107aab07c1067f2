"""Sheet of a calendar: the days of a month, with what was reached on each."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import MAXYEAR, MINYEAR, date, timedelta
from typing import Final, Literal

import msgspec

from client.session.challenges import MOST_STARS
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Intent, MoveFocus, Press
from client.ui.symbols import icon
from client.ui.widgets import focus_ring

WEEK: Final = 7
CELL_GAP: Final = 8.0
CELL_RADIUS: Final = 12.0
STAR_GAP: Final = 2.0

DayState = Literal["none", "open", "begun", "missed", "done"]
"""State of a day: no challenge, or one to be played, begun, missed on its day, or ended."""


class Day(msgspec.Struct, frozen=True):
    """Day on the sheet; `stars` are those of a challenge that is `done`."""

    date: date
    state: DayState
    stars: int = 0


class MonthWidget(Widget):
    """Days of a month; arrows, a click or a touch choose one, accepting it picks it."""

    def __init__(self, today: date, day_of: Callable[[date], Day], choose: Callable[[], None]) -> None:
        super().__init__()
        self.today = self.chosen = today
        self._day_of, self._choose = day_of, choose

    def choose(self, day: date) -> None:
        """Choose a day, of this or another month."""
        self.chosen = day
        self._choose()

    def turn(self, step: int) -> None:
        """Go to the month after, or before; as near as can be to the chosen day."""
        month = self.chosen.year * 12 + self.chosen.month - 1 + step
        year, month = month // 12, month % 12 + 1
        if not MINYEAR <= year <= MAXYEAR:
            return
        last = monthrange(year, month)[1]
        self.choose(date(year, month, min(self.chosen.day, last)))

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, MoveFocus):
            return self._move(timedelta(days=intent.dx + WEEK * intent.dy))
        if isinstance(intent, Press):
            pressed = [day for day, cell in self.cells() if cell.contains(intent.x, intent.y)]
            if pressed:
                self.choose(pressed[0])
            return bool(pressed)
        return isinstance(intent, Accept)

    def _move(self, step: timedelta) -> bool:
        day = self.chosen + step
        if day.month != self.chosen.month:
            return False
        self.choose(day)
        return True

    def cells(self) -> Iterator[tuple[date, Rect]]:
        """Days of the month, with their places."""
        first = self.chosen.replace(day=1)
        days = monthrange(first.year, first.month)[1]
        places = self.rect.grid(WEEK, -(-(first.weekday() + days) // WEEK), CELL_GAP)
        for number in range(days):
            yield first.replace(day=number + 1), places[first.weekday() + number]

    def draw(self, canvas: Canvas, now: float) -> None:
        for day, cell in self.cells():
            self._draw_day(canvas, self._day_of(day), cell)
            if day == self.chosen:
                canvas.ring(cell, CELL_RADIUS, "lamp", width=3)
                focus_ring(canvas, cell, self.heat(now), CELL_RADIUS)

    def _draw_day(self, canvas: Canvas, day: Day, rect: Rect) -> None:
        if day.state != "none":
            canvas.rounded(rect, CELL_RADIUS, "sheet_raised" if day.state != "open" else "accent")
        ink = {"none": "quiet", "open": "accent_ink"}.get(day.state, "ink")
        number, below = rect.inset(4, 1).rows(1.1, 1)
        with canvas.faded(0.55 if day.state == "none" else 1.0):
            canvas.text(str(day.date.day), number, "small", ink, align="centre", tabular=True)
        if day.state == "done":
            draw_stars(canvas, day.stars, below)
        elif day.state in ("begun", "missed"):
            sign, size = ("resume", 24.0) if day.state == "begun" else ("minus", 20.0)
            icon(canvas, sign, below.place(size, size), "lamp" if day.state == "begun" else "quiet")
        elif day.state == "open":
            icon(canvas, "play", below.place(22, 22), "accent_ink")


def draw_stars(canvas: Canvas, stars: int, rect: Rect) -> None:
    """Draw the stars that were reached, and the outlines of the others."""
    size = min((rect.w - (MOST_STARS - 1) * STAR_GAP) / MOST_STARS, rect.h)
    wide = MOST_STARS * size + (MOST_STARS - 1) * STAR_GAP
    row = rect.place(wide, size)
    for number in range(MOST_STARS):
        place = Rect(row.x + number * (size + STAR_GAP), row.y, size, size)
        icon(canvas, "star" if number < stars else "no_star", place, "lamp" if number < stars else "quiet")
