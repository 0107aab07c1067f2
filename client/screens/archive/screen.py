"""Archive of a server: its finished games, to search, to watch again, to save."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from client.screens.archive.page import PagedArchiveScreen, PageTexts
from client.screens.archive.rows import ROW_HEIGHT, details_height, draw_details, draw_row
from client.screens.shared import landscape
from client.screens.shared.parts import below_heading
from client.screens.shared.phrases import count_words
from client.screens.shared.sheet_list import SheetList
from client.screens.title.shelf import box_of
from client.session import saved_games
from client.session.archive import page_count, valid_summary
from client.session.session import Session
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Turn
from client.ui.overlays import Hint, draw_hints
from client.ui.widgets import Button
from core import record
from core.game import Refused
from core.protocol import messages as m
from core.protocol.commands import GAMES_PER_PAGE

ROOMY_HEIGHT: Final = 1100.0
"""Units high: upright windows from this height on have a line below the title."""


@dataclass(frozen=True)
class ArchiveActions:
    """Callbacks to other screens, given by the program."""

    replay: Callable[[record.Record], None]
    statistics: Callable[[], None]
    back: Callable[[], None]


class ArchiveScreen(PagedArchiveScreen):
    """Pages of finished games, with the details of the selected one."""

    name = "archive"
    words = PageTexts(
        search="archive.search",
        nothing=("archive.nothing", "archive.nothing_help"),
        empty=("archive.empty", "archive.empty_help"),
        sign="archive",
    )

    def __init__(self, session: Session, actions: ArchiveActions) -> None:
        super().__init__(session, actions.back)
        self.actions = actions
        self.page = 0
        self.line: m.GameSummary | None = None
        self._keeps = False

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        translate = self.app.translate
        self.make_widgets()
        self.list = SheetList(0, self._draw_row, self._pick, row_height=ROW_HEIGHT, gap=0)
        self.newer = Button(
            "", lambda: self.turn(-1), icon="left", kind="quiet", tip=lambda: translate("archive.newer")
        )
        self.older = Button(
            "", lambda: self.turn(1), icon="right", kind="quiet", tip=lambda: translate("archive.older")
        )
        self.open = Button(
            lambda: translate("archive.open"), lambda: self._fetch(False), icon="replay", kind="primary"
        )
        self.keep = Button(lambda: translate("archive.export"), lambda: self._fetch(True), icon="save")
        self.stats = Button(lambda: translate("archive.statistics"), self.actions.statistics, icon="bars")
        self.focus = Focus(
            (*(self.field, self.games, self.list, self.newer, self.older), self.open, self.keep,
             self.stats, self.back),
            self.app.sound,
        )  # fmt: skip
        self.focus.focus(self.back, self.app.now)
        self.ask()

    def resume(self) -> None:
        self._stirred = self.app.now
        self._allow()

    def layout(self, area: Rect) -> None:
        self.area = area
        self.above = area.w < area.h
        self.focus.layout(area)
        if self.above:
            self._layout_above(area)
        else:
            self._layout_beside(area)

    def _layout_beside(self, area: Rect) -> None:
        """List of games at the left, details of the selected one at the right."""
        inside, self._title, self._line = below_heading(area)
        self._left, self._right = Rect(inside.x, 184, inside.w, 760).columns(
            1.8 if area.w < 1700 else 1.45, 1, gap=32
        )
        turning, games = self._left.inset(24, 22).cut_bottom(64, 8)
        self._layout_list(games, 70)
        self._layout_turning(turning, 92)
        details = self._right.inset(28, 24)
        do, self._details = details.cut_bottom(2 * 76 + 14, 18)
        for button, place in zip((self.open, self.keep), do.stack(2, 76, 14), strict=True):
            button.layout(place)
        bar = Rect(inside.x, 972, inside.w, 76)
        self.back.layout(bar.place(230, 76, "right"))
        self.stats.layout(Rect(bar.right - 230 - 20 - 300, bar.y, 300, 76))
        self._hints = Rect(bar.x, bar.y, bar.w - 590, 76)

    def _layout_above(self, area: Rect) -> None:
        """List of games above, details below, with room for the most seats on this page."""
        inside = area.inset(28, 14)
        head, rest = inside.cut_top(60, 2)
        turning, self._title = head.cut_right(370, 10)
        self._layout_turning(turning, 66)
        self._line, rest = rest.cut_top(36 if area.h > ROOMY_HEIGHT else 0, 8)
        bar, rest = rest.cut_bottom(62, 10)
        self.stats.layout(bar.place(300, 62, "left"))
        self.back.layout(bar.place(230, 62, "right"))
        self._hints = Rect(0, 0, 0, 0)
        self._left, self._right = rest, rest.cut_bottom(0)[0]
        games = [line for line in self.archive.games or () if valid_summary(line) is not None]
        if self.archive.games:
            high = details_height(max((len(line.names) for line in games), default=0))
            self._right, self._left = rest.cut_bottom(min(high + 2 * 16 + 64 + 10, rest.h * 0.63), 10)
        self._layout_list(self._left.inset(18, 12), 60)
        do, self._details = self._right.inset(20, 16).cut_bottom(64, 10)
        for button, place in zip((self.open, self.keep), do.columns(1, 1, gap=16), strict=True):
            button.layout(place)

    def _layout_list(self, room: Rect, high: float) -> None:
        """Search fields, and the list of games below them."""
        asked, room = room.cut_top(high, 14 if high > 60 else 6)
        field, choice = asked.columns(1, 1, gap=16)
        self.field.layout(field)
        self.games.layout(choice)
        self.list.layout(Rect(room.x - 10, room.y, room.w + 20, room.h))

    def _layout_turning(self, rect: Rect, wide: float) -> None:
        """Number of the page, between the buttons to the others."""
        self.newer.layout(rect.place(wide, 60, "left"))
        self.older.layout(rect.place(wide, 60, "right"))
        self._turning = rect.inset(wide + 4, 0)

    # --- asking -------------------------------------------------------------------------------

    @property
    def answer(self) -> tuple[m.GameSummary, ...] | None:
        return self.archive.games

    @property
    def pages(self) -> int:
        return page_count(self.archive.total, GAMES_PER_PAGE)

    def ask(self, page: int = 0) -> None:
        """Search for what is typed and chosen."""
        self.due, self.page = None, page
        self.archive.search(self.field.text, self.game, page)

    def turn(self, way: int) -> None:
        """Go to another page, if there is one."""
        page = self.page + way
        if 0 <= page < self.pages:
            self.app.sound("paper_slide")
            self.ask(page)

    def _fetch(self, keep: bool) -> None:
        if self.line is not None and not self.archive.fetching:
            self._keeps = keep
            self.archive.fetch(self.line.number)

    def _pick(self, index: int) -> None:
        self.look_at(index)
        if self.open.enabled:
            self.focus.focus(self.open, self.app.now)

    def look_at(self, index: int) -> None:
        games = self.archive.games or ()
        self.line = games[index] if index < len(games) else None
        self._allow()

    def _allow(self) -> None:
        """Enable the buttons that fit the selected game."""
        fits = self.line is not None and valid_summary(self.line) is not None
        for button in (self.open, self.keep):
            button.enabled = fits
            button.visible = self.line is not None
        for button, way in ((self.newer, -1), (self.older, 1)):
            button.visible = self.pages > 1
            button.enabled = 0 <= self.page + way < self.pages

    # --- time ---------------------------------------------------------------------------------

    def handle_news(self, news: m.ArchivePage | m.RecordPart | m.Statistics | m.Failed, now: float) -> None:
        super().handle_news(news, now)
        if self.archive.record is not None:
            text, self.archive.record = self.archive.record, None
            self._use(text)

    def take(self, now: float) -> None:
        """Show a new page with its first game selected."""
        first, self._shown_at = self._shown_at < 0, now
        self.layout(self.area)
        self.list.set_count(0)
        self.list.set_count(len(self.archive.games or ()))
        self.look_at(0)
        current = self.focus.current
        if first or current is None or not current.focusable or not current.enabled:
            self.focus.focus(self.list if self.list.count else self.back, now)

    def _use(self, text: str) -> None:
        """Use the record that has arrived: watch it, or write it to a file."""
        try:
            played = record.read(text)
            if self._keeps:
                file = saved_games.keep_text(played.game.info.key, text)
                self.app.notice(self.app.translate("archive.saved", file=str(file)), "good")
            elif self.app.top is self:
                self.actions.replay(played)
        except Refused as refused:
            self.app.refuse(refused.refusal)
        except OSError:
            self.app.notice(self.app.translate("table.notice.not_saved"), "bad")

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        translate, games = self.app.translate, self.archive.games
        landscape.draw_veiled(canvas, self._land())
        canvas.text(translate("archive.title"), self._title, "title", "ink", size=56 if self.above else None)
        there = translate("archive.line_there", server=self.session.server)
        if self._line.h:
            canvas.text(
                there if self.session.remote else translate("archive.line"), self._line, "body", "lamp"
            )
        canvas.panel(self._left, "sheet")
        if games:
            canvas.panel(self._right, "sheet")
        with canvas.faded(self.presence(now)):
            if games:
                self._draw_page(canvas)
            else:
                self.draw_nothing(canvas, self.list.rect)
        pages = Hint((Turn(step=-1), Turn(step=1)), translate("archive.hint.page"), by_mouse=False)
        hints = (
            Hint((Accept(),), translate("archive.hint.open")),
            *([pages] if self.pages > 1 else []),
            Hint((Back(),), translate("archive.hint.back")),
        )
        if self._hints.w:
            draw_hints(canvas, hints, self.app.labels, self._hints, "left")
        self.focus.draw(canvas, now)

    def _land(self) -> str:
        return box_of(self.line.game if self.line is not None else "")

    def _draw_page(self, canvas: Canvas) -> None:
        translate = self.app.translate
        total = count_words(translate, "archive.total", self.archive.total)
        page = translate("archive.page", page=self.page + 1, pages=self.pages) if self.pages > 1 else ""
        words = [page, total] if self.above else ["  ·  ".join(filter(None, (page, total)))]
        words = [line for line in words if line]
        for line, place in zip(words, self._turning.rows(*[1] * len(words)), strict=True):
            canvas.text(line, place, "small", "quiet", align="centre", tabular=True)
        if self.line is not None:
            draw_details(canvas, self._details, self.line, translate, broad=self.above)

    def _draw_row(self, canvas: Canvas, index: int, rect: Rect, chosen: bool, now: float) -> None:
        line = (self.archive.games or ())[index]
        with canvas.faded(self.presence(now)):
            draw_row(canvas, rect, line, line is self.line, self.app.translate)
