"""The archive: the finished games of a server, to look for, to watch again, to keep."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from client import saves
from client.app import Screen
from client.archive import PAGE, Archive, pages, sound
from client.screens import land
from client.screens.archive_rows import ROW, draw_details, draw_empty, draw_row
from client.screens.parts import margin
from client.screens.rows import SheetList
from client.screens.shelf import box_of
from client.screens.words import counted
from client.session import Session
from client.ui.anim import HOVER, ease_out, progress
from client.ui.canvas import Canvas
from client.ui.fields import TextField
from client.ui.focus import TIP_DELAY, Focus
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Intent, Turn
from client.ui.overlays import Hint, draw_hints
from client.ui.widgets import Button, Choice
from core import messages as m
from core import record
from core.game import Refusal, Refused
from core.games import GAMES

LETTERS_REST: Final = 0.25
"""Seconds without a new letter after which it is looked for."""
FADE: Final = 0.2
REST: Final = TIP_DELAY + 3 * HOVER
"""Seconds after which everything that an input has moved lies still, tips included."""


@dataclass(frozen=True)
class ArchiveActions:
    """Where the screen leads to; given by the program."""

    replay: Callable[[record.Record], None]
    statistics: Callable[[], None]
    back: Callable[[], None]


class ArchiveScreen(Screen):
    """Asks the server of a session. Says itself what is in the way if nothing can be told."""

    name = "archive"

    def __init__(self, session: Session, actions: ArchiveActions) -> None:
        self.session = session
        self.actions = actions
        self.archive = Archive(session)
        self.page = 0
        self.line: m.FinishedLine | None = None
        self._due: float | None = None
        self._shown_at = self._stirred = -1e9
        self._keeps = False

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        say = self.app.say
        self.field = TextField(
            "",
            limit=m.SEARCH_LENGTH,
            change=lambda _: self._typed(),
            submit=lambda _: self.ask(),
            placeholder=lambda: say("archive.search"),
        )
        titles = [game.info.title for game in GAMES]
        self.games = Choice("", [lambda: say("archive.all"), *titles], 0, lambda _: self.ask())
        self.list = SheetList(0, self._draw_row, self._pick, row_height=ROW, gap=0)
        self.newer = Button(
            "", lambda: self.turn(-1), icon="left", kind="quiet", tip=lambda: say("archive.newer")
        )
        self.older = Button(
            "", lambda: self.turn(1), icon="right", kind="quiet", tip=lambda: say("archive.older")
        )
        self.open = Button(
            lambda: say("archive.open"), lambda: self._fetch(False), icon="play", kind="primary"
        )
        self.keep = Button(lambda: say("archive.export"), lambda: self._fetch(True), icon="down")
        self.stats = Button(lambda: say("archive.statistics"), self.actions.statistics, icon="crown")
        self.back = Button(lambda: say("archive.back"), self.actions.back, icon="left", kind="quiet")
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
        self.focus.layout(area)
        side = margin(area)
        inside = Rect(side, 0, area.w - 2 * side, area.h)
        self._title = Rect(inside.x, 30, inside.w, 96)
        self._line = Rect(inside.x, 122, inside.w, 40)
        self._left, self._right = Rect(inside.x, 184, inside.w, 760).columns(
            1.8 if area.w < 1700 else 1.45, 1, gap=32
        )
        asked, room = self._left.inset(24, 22).cut_top(70, 14)
        field, choice = asked.columns(1, 1, gap=16)
        self.field.layout(field)
        self.games.layout(choice)
        turning, room = room.cut_bottom(64, 8)
        self.list.layout(Rect(room.x - 10, room.y, room.w + 20, room.h))
        self.newer.layout(turning.place(92, 60, "left"))
        self.older.layout(turning.place(92, 60, "right"))
        self._turning = turning.inset(110, 0)
        details = self._right.inset(28, 24)
        do, self._details = details.cut_bottom(2 * 76 + 14, 18)
        for button, place in zip((self.open, self.keep), do.stack(2, 76, 14), strict=True):
            button.layout(place)
        bar = Rect(inside.x, 972, inside.w, 76)
        self.back.layout(bar.place(230, 76, "right"))
        self.stats.layout(Rect(bar.right - 230 - 20 - 300, bar.y, 300, 76))
        self._hints = Rect(bar.x, bar.y, bar.w - 590, 76)

    # --- asking -------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The key of the game that is looked for; empty for all."""
        return GAMES[self.games.chosen - 1].info.key if self.games.chosen else ""

    @property
    def pages(self) -> int:
        return pages(self.archive.total, PAGE)

    def ask(self, page: int = 0) -> None:
        """Look for what is typed and chosen."""
        self._due, self.page = None, page
        self.archive.search(self.field.text, self.game, page)

    def turn(self, way: int) -> None:
        """Another page, if there is one."""
        page = self.page + way
        if 0 <= page < self.pages:
            self.app.sound("paper_slide")
            self.ask(page)

    def _typed(self) -> None:
        self._due = self.app.now + LETTERS_REST

    def _fetch(self, keep: bool) -> None:
        if self.line is not None and not self.archive.fetching:
            self._keeps = keep
            self.archive.fetch(self.line.number)

    def _pick(self, index: int) -> None:
        self._look_at(index)
        if self.open.enabled:
            self.focus.focus(self.open, self.app.now)

    def _look_at(self, index: int) -> None:
        games = self.archive.games or ()
        self.line = games[index] if index < len(games) else None
        self._allow()

    def _allow(self) -> None:
        """What can be done with the game that is looked at."""
        fits = self.line is not None and sound(self.line) is not None
        for button in (self.open, self.keep):
            button.enabled = fits
            button.visible = self.line is not None
        for button, way in ((self.newer, -1), (self.older, 1)):
            button.visible = self.pages > 1
            button.enabled = 0 <= self.page + way < self.pages

    # --- input and time -----------------------------------------------------------------------

    @property
    def wants_text(self) -> bool:
        return self.focus.wants_text

    def handle(self, intent: Intent) -> bool:
        self._stirred = intent.at
        if isinstance(intent, Turn) and not self.focus.wants_text:
            self.turn(intent.step)
            return True
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back):
            self.app.sound("back")
            self.actions.back()
            return True
        return False

    def update(self, now: float) -> None:
        for news in self.session.poll(now):
            if isinstance(news, m.Found | m.Fetched | m.Failed):
                self._hear(news, now)
        if self.app.top is not self:
            return
        if self.session.status == "lost":
            self.app.refuse(self.session.trouble or Refusal("net.refusal.archive"))
            self.actions.back()
        elif self._due is not None and now >= self._due:
            self.ask()

    def _hear(self, news: m.Found | m.Fetched | m.Failed, now: float) -> None:
        before, self._stirred = self.archive.games, now
        self.archive.hear(news)
        if self.archive.games is not before:
            self._take(now)
        if self.archive.trouble is not None:
            self.app.refuse(self.archive.trouble)
            self.archive.trouble = None
        if self.archive.record is not None:
            text, self.archive.record = self.archive.record, None
            self._use(text)

    def _take(self, now: float) -> None:
        """Another page has come: its first game is looked at."""
        first, self._shown_at = self._shown_at < 0, now
        self.list.set_count(0)
        self.list.set_count(len(self.archive.games or ()))
        self._look_at(0)
        current = self.focus.current
        if first or current is None or not current.focusable or not current.enabled:
            self.focus.focus(self.list if self.list.count else self.back, now)

    def _use(self, text: str) -> None:
        """The record that was asked for is here: watch it, or write it to a file."""
        try:
            played = record.read(text)
            if self._keeps:
                file = saves.keep_text(played.game.info.key, text)
                self.app.notice(self.app.say("archive.saved", file=str(file)), "good")
            elif self.app.top is self:
                self.actions.replay(played)
        except Refused as refused:
            self.app.refuse(refused.refusal)
        except OSError:
            self.app.notice(self.app.say("table.notice.not_saved"), "bad")

    def still(self, now: float) -> bool:
        """Nothing moves by itself: some time after the last input or news the picture rests."""
        return now > self._stirred + REST

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        say, games = self.app.say, self.archive.games
        land.draw_veiled(canvas, self._land())
        canvas.text(say("archive.title"), self._title, "title", "ink")
        there = say("archive.line_there", server=self.session.server)
        canvas.text(there if self.session.remote else say("archive.line"), self._line, "body", "lamp")
        canvas.panel(self._left, "sheet")
        if games:
            canvas.panel(self._right, "sheet")
        with canvas.faded(self._presence(now)):
            if games:
                self._draw_page(canvas)
            else:
                self._draw_nothing(canvas, games is None)
        hints = (
            Hint((Accept(),), say("archive.hint.open")),
            *([Hint((Turn(step=-1), Turn(step=1)), say("archive.hint.page"))] if self.pages > 1 else []),
            Hint((Back(),), say("archive.hint.back")),
        )
        draw_hints(canvas, hints, self.app.device, say, self._hints, "left")
        self.focus.draw(canvas, now)

    def _presence(self, now: float) -> float:
        """A new page fades in."""
        return 1.0 if self._shown_at < 0 else 0.2 + 0.8 * ease_out(progress(now, self._shown_at, FADE))

    def _land(self) -> str:
        return box_of(self.line.game if self.line is not None else "")

    def _draw_page(self, canvas: Canvas) -> None:
        say = self.app.say
        total = counted(say, "archive.total", self.archive.total)
        page = say("archive.page", page=self.page + 1, pages=self.pages)
        words = f"{page}  ·  {total}" if self.pages > 1 else total
        canvas.text(words, self._turning, "small", "quiet", align="centre", tabular=True)
        if self.line is not None:
            draw_details(canvas, self._details, self.line, say)

    def _draw_nothing(self, canvas: Canvas, asking: bool) -> None:
        say, room = self.app.say, self.list.rect
        if asking:
            draw_empty(canvas, room, say("archive.asking"), "", "search")
        elif self.field.text.strip() or self.game:
            draw_empty(canvas, room, say("archive.nothing"), say("archive.nothing_help"), "search")
        else:
            draw_empty(canvas, room, say("archive.empty"), say("archive.empty_help"), "book")

    def _draw_row(self, canvas: Canvas, index: int, rect: Rect, chosen: bool, now: float) -> None:
        line = (self.archive.games or ())[index]
        with canvas.faded(self._presence(now)):
            draw_row(canvas, rect, line, line is self.line, self.app.say)
