"""Statistics of a server's finished games: totals for every name and every AI in each game."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from client.screens.archive.page import PagedArchiveScreen, PageTexts
from client.screens.shared import landscape
from client.screens.shared.parts import margin
from client.screens.shared.phrases import title_of
from client.session.archive import local_time, person_name, points_of, points_text, shared_names
from client.session.session import Session
from client.ui.animation import ease_out
from client.ui.canvas import Align, Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Back, Turn
from client.ui.list_view import ListView
from client.ui.overlays import Hint, draw_hints
from client.ui.symbols import icon
from client.ui.widgets import Button, focus_ring
from core.games import GAMES
from core.protocol import messages as m

ROW_HEIGHT: Final = 60.0
NO_POINTS: Final = -math.inf
"""Value by which players without points are sorted."""
HIGH_ROW_HEIGHT: Final = 84.0
"""Units high: a row of two lines."""
FIGURE_CELL_WEIGHTS: Final = (1.38, 1.05, 1.1, 1.25, 1.3, 2.02)
"""Widths of the cells of the second line, relative to one another."""
LEAST_BAR_CELL_WIDTH: Final = 150.0
"""Units wide: cells from this width on show a share also as a bar."""
BAR_OFFSET: Final = 26.0
"""Units from the left edge of a cell to the bar of its share."""

COLUMNS: Final[dict[str, tuple[float, Callable[[m.PlayerStatistics], Any], bool]]] = {
    "name": (2.7, lambda one: (bool(one.level), one.name.casefold(), one.level), False),
    "game": (2.4, lambda one: title_of(one.game), False),
    "games": (0.95, lambda one: one.games, True),
    "won": (0.95, lambda one: one.won, True),
    "rate": (1.6, lambda one: one.won / max(1, one.games), True),
    "best": (1.0, lambda one: points_of(one) or (NO_POINTS, NO_POINTS), True),
    "mean": (1.1, lambda one: (points_of(one) or (NO_POINTS, NO_POINTS))[1], True),
    "last": (1.5, lambda one: one.last, True),
}
"""Columns by their keys: width, value that rows are sorted by, whether the greatest comes first."""


class ColumnHead(Button):
    """Head of a column: pressing it sorts by that column."""

    def __init__(self, key: str, label: Callable[[], str], press: Callable[[], None]) -> None:
        super().__init__(label, press, kind="quiet", role="small")
        self.key = key
        self.sorts = 0
        """0: not sorted by this column; 1: greatest first; -1: least first."""

    def draw(self, canvas: Canvas, now: float) -> None:
        heat = ease_out(self.heat(now))
        words = self.label if isinstance(self.label, str) else self.label()
        barred = self.key == "rate" and self.rect.w >= LEAST_BAR_CELL_WIDTH
        align: Align = "left" if barred or self.key in ("name", "game") else "right"
        room = self.rect.inset(BAR_OFFSET if barred else 8, 0)
        said = canvas.text(words, room, "small", "lamp" if self.sorts else "quiet", align=align)
        if self.sorts:
            sign = Rect.around(said.cx, self.rect.bottom - 8, 13)
            icon(canvas, "down" if self.sorts > 0 else "up", sign, "lamp")
        focus_ring(canvas, self.rect.inset(4), heat, 8)


class StatisticsScreen(PagedArchiveScreen):
    """Table of statistics, which can be sorted by any column."""

    name = "statistics"
    words = PageTexts(
        search="archive.stats.search",
        nothing=("archive.stats.nothing", "archive.stats.nothing_help"),
        empty=("archive.stats.empty", "archive.stats.empty_help"),
        sign="bars",
    )

    def __init__(self, session: Session, back: Callable[[], None]) -> None:
        super().__init__(session, back)
        self.rows: tuple[m.PlayerStatistics, ...] = ()
        self._shared: frozenset[str] = frozenset()
        self.by, self.most_first = "games", True

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        self.make_widgets()
        self.heads = tuple(self._head(key) for key in COLUMNS)
        self.list = ListView(0, self._draw_row, row_height=ROW_HEIGHT, gap=0)
        self.focus = Focus((self.field, self.games, *self.heads, self.list, self.back), self.app.sound)
        self.focus.focus(self.back, self.app.now)
        self.ask()

    def _head(self, key: str) -> ColumnHead:
        return ColumnHead(key, lambda: self.app.translate(f"archive.stats.{key}"), lambda: self.sort(key))

    def layout(self, area: Rect) -> None:
        self.area = area
        self.above = area.w < area.h
        self.focus.layout(area)
        if self.above:
            self._layout_above(area)
        else:
            self._layout_beside(area)

    def _layout_beside(self, area: Rect) -> None:
        """Search fields beside the title, every row in one line."""
        side = margin(area)
        inside = Rect(side, 0, area.w - 2 * side, area.h)
        self._title = Rect(inside.x, 30, inside.w * 0.5, 96)
        asked = Rect(inside.right - min(900.0, inside.w * 0.62), 44, min(900.0, inside.w * 0.62), 70)
        self._layout_asked(asked)
        self._line = Rect(inside.x, 126, inside.w, 40)
        self._layout_table(Rect(inside.x, 184, inside.w, 760), 60, ROW_HEIGHT)
        bar = Rect(inside.x, 972, inside.w, 76)
        self.back.layout(bar.place(230, 76, "right"))
        self._hints = Rect(bar.x, bar.y, bar.w - 270, 76)

    def _layout_above(self, area: Rect) -> None:
        """Search fields below the title; name and game above the figures of a row."""
        inside = area.inset(28, 14)
        self._title, rest = inside.cut_top(60, 4)
        self._line, rest = rest.cut_top(76, 6)
        asked, rest = rest.cut_top(60, 12)
        self._layout_asked(asked)
        bar, rest = rest.cut_bottom(62, 10)
        self._layout_table(rest, 88, HIGH_ROW_HEIGHT)
        self.back.layout(bar.place(230, 62, "right"))
        self._hints = bar.cut_right(230, 20)[1]

    def _layout_asked(self, room: Rect) -> None:
        field, choice = room.columns(1, 1, gap=16)
        self.field.layout(field)
        self.games.layout(choice)

    def _layout_table(self, sheet: Rect, heads: float, row_height: float) -> None:
        self._sheet = sheet
        head, room = sheet.inset(12 if self.above else 20, 16).cut_top(heads, 4)
        for widget, place in zip(self.heads, self._columns(head), strict=True):
            widget.layout(place)
        self._rule = Rect(head.x, head.bottom + 1, head.w, 2)
        self.list.row_height = row_height
        self.list.layout(room)

    def _columns(self, row: Rect) -> list[Rect]:
        """Cells of a row; beside them there is room for the scroll bar."""
        row = Rect(row.x, row.y, row.w - 24, row.h)
        if not self.above:
            return row.columns(*(wide for wide, _, _ in COLUMNS.values()))
        names, figures = row.rows(1, 1)
        return [*names.columns(1.25, 1), *figures.columns(*FIGURE_CELL_WEIGHTS)]

    # --- asking and sorting -------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for the statistics of what is typed and chosen."""
        self.due = None
        self.archive.tally(self.field.text, self.game)

    @property
    def answer(self) -> tuple[m.PlayerStatistics, ...] | None:
        return self.archive.standings

    def turn(self, way: int) -> None:
        """Sort by the next column."""
        keys = tuple(COLUMNS)
        self.sort(keys[(keys.index(self.by) + way) % len(keys)])

    def sort(self, column: str) -> None:
        """Sort by a column; the second time in the opposite order."""
        most_first = COLUMNS[column][2]
        self.most_first = not self.most_first if column == self.by else most_first
        self.by = column
        self._arrange()

    def take(self, now: float) -> None:
        """Show new statistics; the first time the rows get the focus."""
        first, self._shown_at = self._shown_at < 0, now
        self._arrange()
        if first and self.rows:
            self.focus.focus(self.list, now)

    def _arrange(self) -> None:
        """Sort the rows; equal ones stay in the server's order, most games first."""
        self.rows = tuple(
            sorted(self.archive.standings or (), key=COLUMNS[self.by][1], reverse=self.most_first)
        )
        self._shared = shared_names(self.rows)
        self.list.set_count(0)
        self.list.set_count(len(self.rows))
        for head in self.heads:
            head.sorts = (1 if self.most_first else -1) if head.key == self.by else 0

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        translate = self.app.translate
        landscape.draw_veiled(canvas, GAMES[max(0, self.games.chosen - 1)].info.key)
        size = 56.0 if self.above else None
        canvas.text(translate("archive.stats.title"), self._title, "title", "ink", size=size)
        canvas.text(self._about(), self._line, "small", "lamp", fit="wrap" if self.above else "shrink")
        canvas.panel(self._sheet, "sheet")
        if not self.rows:
            self.draw_nothing(canvas, self.list.rect)
        canvas.rect(self._rule, "line")
        hints = (
            Hint((Turn(step=-1), Turn(step=1)), translate("archive.hint.sort"), by_mouse=False),
            Hint((Back(),), translate("archive.hint.back")),
        )
        draw_hints(canvas, hints, self.app.labels, self._hints, "left")
        self.focus.draw(canvas, now)

    def _about(self) -> str:
        """Sentence on what is counted, or that the list is not complete."""
        told = len(self.archive.standings or ())
        if told < self.archive.standings_total:
            return self.app.translate("archive.stats.more", count=told)
        return self.app.translate("archive.stats.line")

    def _draw_row(self, canvas: Canvas, index: int, rect: Rect, chosen: bool, now: float) -> None:
        one = self.rows[index]
        with canvas.faded(self.presence(now)):
            if index % 2:
                canvas.rounded(rect.inset(0, 2), 10, "well")
            cells = [
                cell.inset(8, 0) for cell in self._columns(Rect(rect.x, rect.y, self.list.rect.w, rect.h))
            ]
            self._draw_name(canvas, cells[0], one)
            canvas.text(title_of(one.game), cells[1], "small", "ink")
            numbers = (str(one.games), str(one.won), *points_text(one))
            for cell, words in zip((*cells[2:4], *cells[5:7]), numbers, strict=True):
                canvas.text(words, cell, "small", "ink", align="right", size=26, tabular=True)
            self._draw_rate(canvas, cells[4], one)
            last = local_time(one.last, date_only=True)
            canvas.text(last, cells[7], "small", "quiet", align="right", tabular=True)

    def _draw_name(self, canvas: Canvas, rect: Rect, statistics: m.PlayerStatistics) -> None:
        sign, words = rect.cut_left(30, 12)
        icon(
            canvas,
            "robot" if statistics.level else "person",
            sign.place(28, 28),
            "quiet" if statistics.level else "lamp",
        )
        ink = "quiet" if statistics.level else "ink"
        canvas.text(person_name(statistics, self._shared, self.app.translate), words, "small", ink, size=26)

    def _draw_rate(self, canvas: Canvas, rect: Rect, statistics: m.PlayerStatistics) -> None:
        """Share of games won in per cent, and as a bar where there is room."""
        share = min(1.0, max(0.0, statistics.won / max(1, statistics.games)))
        words, room = rect.cut_right(72, 8)
        if rect.w + 16 >= LEAST_BAR_CELL_WIDTH:
            bar = Rect(room.x + BAR_OFFSET - 8, room.cy - 6, room.w - BAR_OFFSET + 8, 12)
            canvas.rounded(bar, 6, "well", "line", 1.5)
            if share > 0:
                canvas.rounded(Rect(bar.x, bar.y, max(12.0, bar.w * share), bar.h), 6, "accent")
        canvas.text(f"{round(100 * share)} %", words, "small", "ink", align="right", tabular=True)
