"""Archive of a server: its finished games, to search, to watch again, to save."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from client.screens.archive.page import PagedArchiveScreen, PageTexts
from client.screens.archive.rows import ROW_HEIGHT, details_height, draw_details, draw_row
from client.screens.shared.phrases import count_words
from client.screens.shared.sheet_list import SheetList
from client.screens.title.shelf import box_of
from client.session import saved_games
from client.session.archive import page_count, valid_summary
from client.session.session import Session
from client.ui.boxes import Box, column, row
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Turn
from client.ui.overlays import Hint
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
    texts = PageTexts(
        search="archive.search",
        nothing=("archive.nothing", "archive.nothing_help"),
        empty=("archive.empty", "archive.empty_help"),
        sign="archive",
    )

    def __init__(self, session: Session, actions: ArchiveActions) -> None:
        super().__init__(session, actions.back)
        self.actions = actions
        self.page = 0
        self.selected: m.GameSummary | None = None
        self._keeps = False

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        label = self.app.label
        self.make_widgets()
        self.list = SheetList(0, self._draw_row, self._pick, row_height=ROW_HEIGHT, gap=0)
        self.newer = Button("", lambda: self.turn(-1), icon="left", kind="quiet", tip=label("archive.newer"))
        self.older = Button("", lambda: self.turn(1), icon="right", kind="quiet", tip=label("archive.older"))
        self.open = Button(label("archive.open"), lambda: self._fetch(False), icon="replay", kind="primary")
        self.keep = Button(label("archive.export"), lambda: self._fetch(True), icon="save")
        self.stats = Button(label("archive.statistics"), self.actions.statistics, icon="bars")
        self.begin()
        self.ask()

    def resume(self) -> None:
        self._stirred = self.app.now
        self._allow()

    # --- what is on the page ------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.app.translate("archive.title")

    @property
    def subtitle(self) -> str:
        if self.upright and self.area.h <= ROOMY_HEIGHT:
            return ""
        if self.session.remote:
            return self.app.translate("archive.line_there", server=self.session.server)
        return self.app.translate("archive.line")

    @property
    def land(self) -> str:
        return box_of(self.selected.game if self.selected is not None else "")

    def aside(self) -> Box | None:
        return column(self._turning(), size=370) if self.upright and self.archive.games else None

    def body(self) -> Box:
        """Games to choose from, and beside or below them the details of the selected one."""
        asked = row(self.field, self.games, size=60 if self.upright else 70, gap=16)
        share = 1.8 if self.area.w < 1700 else 1.45
        if not self.archive.games:
            beside = () if self.upright else (Box(),)
            return self.spread(self.sheet("", asked, self.draw_nothing, share=share), *beside)
        do = [Box(content=button) for button in (self.open, self.keep)]
        details = Box(content=self._draw_details)
        if self.upright:
            high = details_height(self._most_seats()) + 2 * 16 + 64 + 10
            chosen = self.sheet("", details, row(*do, size=64, gap=16), size=min(high, self.room.h * 0.63))
            return self.spread(self.sheet("", asked, self.list), chosen)
        games = self.sheet("", asked, self.list, self._turning(), share=share)
        return self.spread(games, self.sheet("", details, column(*do, size=2 * 76 + 14, gap=14)))

    def _turning(self) -> Box:
        """Number of the page, between the buttons to the others."""
        if self.pages < 2:
            return Box(content=self._draw_total, size=60)
        newer, older = Box(content=self.newer, size=66), Box(content=self.older, size=66)
        return row(newer, self._draw_total, older, size=60)

    def _most_seats(self) -> int:
        """Most seats of a game on this page."""
        games = [line for line in self.archive.games or () if valid_summary(line) is not None]
        return max((len(line.names) for line in games), default=0)

    def bar(self) -> tuple[Box, ...]:
        return Box(content=self.stats, size=300), Box(content=self.back, size=230)

    def hints(self) -> tuple[Hint, ...]:
        translate = self.app.translate
        pages = Hint((Turn(step=-1), Turn(step=1)), translate("archive.hint.page"), by_mouse=False)
        return (
            Hint((Accept(),), translate("archive.hint.open")),
            *([pages] if self.pages > 1 else []),
            Hint((Back(),), translate("archive.hint.back")),
        )

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
        if self.selected is not None and not self.archive.fetching:
            self._keeps = keep
            self.archive.fetch(self.selected.number)

    def _pick(self, index: int) -> None:
        self.look_at(index)
        if self.open.enabled:
            self.focus.focus(self.open, self.app.now)

    def look_at(self, index: int) -> None:
        games = self.archive.games or ()
        self.selected = games[index] if index < len(games) else None
        self._allow()

    def _allow(self) -> None:
        """Enable the buttons that fit the selected game."""
        fits = self.selected is not None and valid_summary(self.selected) is not None
        for button in (self.open, self.keep):
            button.enabled = fits
        for button, way in ((self.newer, -1), (self.older, 1)):
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
        self.list.set_count(0)
        self.list.set_count(len(self.archive.games or ()))
        self.look_at(0)
        self.arrange()
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

    def _draw_total(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """Number of the page, and of all games."""
        translate = self.app.translate
        total = count_words(translate, "archive.total", self.archive.total)
        page = translate("archive.page", page=self.page + 1, pages=self.pages) if self.pages > 1 else ""
        words = list(filter(None, (page, total)))
        lines = words if self.upright else ["  ·  ".join(words)]
        with canvas.faded(self.presence(now)):
            for line, place in zip(lines, rect.rows(*[1] * len(lines)), strict=True):
                canvas.text(line, place, "small", "quiet", align="centre", tabular=True)

    def _draw_details(self, canvas: Canvas, rect: Rect, now: float) -> None:
        if self.selected is not None:
            with canvas.faded(self.presence(now)):
                draw_details(canvas, rect, self.selected, self.app.translate, broad=self.upright)

    def _draw_row(self, canvas: Canvas, index: int, rect: Rect, chosen: bool, now: float) -> None:
        line = (self.archive.games or ())[index]
        with canvas.faded(self.presence(now)):
            draw_row(canvas, rect, line, line is self.selected, self.app.translate)
