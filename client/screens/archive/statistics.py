"""Statistics of a server's finished games: totals for every name and every AI in each game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from client.screens.archive.page import PagedArchiveScreen, PageTexts
from client.screens.shared.phrases import title_of
from client.session.archive import local_time, person_name, points_of, points_text, shared_names
from client.session.session import Session
from client.ui.animation import ease_out
from client.ui.boxes import Box, column, lay_out, row, several
from client.ui.canvas import Align, Canvas
from client.ui.focus import Label, label_words
from client.ui.geometry import Rect
from client.ui.intents import Back, Turn
from client.ui.list_view import ListView
from client.ui.overlays import Hint
from client.ui.symbols import icon
from client.ui.widgets import Button, focus_ring
from core.games import GAMES
from core.protocol import messages as m

ROW_HEIGHT: Final = 60.0
NO_POINTS: Final = -math.inf
"""Value by which players without points are sorted."""
HIGH_ROW_HEIGHT: Final = 84.0
"""Units high: a row of two lines."""
NAME_CELL_WEIGHTS, FIGURE_CELL_WEIGHTS = (1.25, 1.0), (1.38, 1.05, 1.1, 1.25, 1.3, 2.02)
"""Widths of the cells of the first line and of the second, relative to one another."""
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

    def __init__(self, key: str, label: Label, press: Callable[[], None]) -> None:
        super().__init__(label, press, kind="quiet", role="small")
        self.key = key
        self.sorts = 0
        """0: not sorted by this column; 1: greatest first; -1: least first."""

    def draw(self, canvas: Canvas, now: float) -> None:
        heat = ease_out(self.heat(now))
        words = label_words(self.label)
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
    texts = PageTexts(
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
        self.heads = tuple(self._column_head(key) for key in COLUMNS)
        self.list = ListView(0, self._draw_row, row_height=ROW_HEIGHT, gap=0)
        self.begin()
        self.ask()

    def _column_head(self, key: str) -> ColumnHead:
        return ColumnHead(key, self.app.label(f"archive.stats.{key}"), lambda: self.sort(key))

    # --- what is on the page ------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.app.translate("archive.stats.title")

    @property
    def subtitle(self) -> str:
        """Sentence on what is counted, or that the list is not complete."""
        told = len(self.archive.standings or ())
        if told < self.archive.standings_total:
            return self.app.translate("archive.stats.more", count=told)
        return self.app.translate("archive.stats.line")

    @property
    def land(self) -> str:
        return GAMES[max(0, self.games.chosen - 1)].info.key

    def aside(self) -> Box | None:
        """Search fields beside the title, where there is room."""
        if self.upright:
            return None
        asked = row(self.field, self.games, size=70, gap=16)
        return column(Box(size=14), asked, size=min(900.0, self.area.w * 0.55))

    def body(self) -> Box:
        """The table; in an upright window name and game stand above the figures of a row."""
        asked = [row(self.field, self.games, size=60, gap=16)] if self.upright else []
        self.list.row_height = HIGH_ROW_HEIGHT if self.upright else ROW_HEIGHT
        heads = self._cells([Box(content=head) for head in self.heads], size=88 if self.upright else 60)
        rule = Box(size=2, content=lambda canvas, rect, _: canvas.rect(rect, "line"))
        rows = self.list if self.rows else self.draw_nothing
        pad = (12.0, 14.0) if self.upright else (20.0, 16.0)
        return self.spread(self.sheet("", *asked, heads, rule, rows, gap=2, pad=pad))

    def _cells(self, boxes: Sequence[Box], size: float | None = None) -> Box:
        """Cells of a row; beside them there is room for the scroll bar."""
        columns = [wide for wide, _, _ in COLUMNS.values()]
        shares = [*NAME_CELL_WEIGHTS, *FIGURE_CELL_WEIGHTS] if self.upright else columns
        cells = [replace(box, share=share) for box, share in zip(boxes, shares, strict=True)]
        lines = column(row(*cells[:2]), row(*cells[2:])) if self.upright else row(*cells)
        return replace(row(lines, Box(size=24)), size=size)

    def bar(self) -> tuple[Box, ...]:
        return (Box(content=self.back, size=230),)

    def hints(self) -> tuple[Hint, ...]:
        translate = self.app.translate
        return (
            Hint((Turn(step=-1), Turn(step=1)), translate("archive.hint.sort"), by_mouse=False),
            Hint((Back(),), translate("archive.hint.back")),
        )

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
        self._rank()

    def take(self, now: float) -> None:
        """Show new statistics; the first time the rows get the focus."""
        first, self._shown_at = self._shown_at < 0, now
        self._rank()
        self.arrange()
        if first and self.rows:
            self.focus.focus(self.list, now)

    def _rank(self) -> None:
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

    def _draw_row(self, canvas: Canvas, index: int, rect: Rect, chosen: bool, now: float) -> None:
        one = self.rows[index]
        with canvas.faded(self.presence(now)):
            if index % 2:
                canvas.rounded(rect.inset(0, 2), 10, "well")
            places = lay_out(self._cells(several("cell", len(COLUMNS))), replace(rect, w=self.list.rect.w))
            cells = [places[f"cell {number}"].inset(8, 0) for number in range(len(COLUMNS))]
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
