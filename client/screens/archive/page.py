"""Base of the archive's pages: asks a server for what is typed and chosen there."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import msgspec

from client.screens.archive.rows import draw_empty
from client.screens.shared.page import Page
from client.session.archive import ArchiveClient
from client.session.session import Session
from client.ui.animation import HOVER_SECONDS, ease_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import TIP_DELAY, Widget
from client.ui.geometry import Rect
from client.ui.intents import Intent, Turn
from client.ui.text_field import TextField
from client.ui.widgets import Button, Choice
from core.game import Refusal
from core.games import GAMES
from core.protocol import messages as m

SEARCH_DELAY: Final = 0.25
"""Seconds without a new letter after which the search is sent."""
FADE_SECONDS: Final = 0.2
SETTLE_SECONDS: Final = TIP_DELAY + 3 * HOVER_SECONDS
"""Seconds after an input until everything is still again, tips included."""


class PageTexts(msgspec.Struct, frozen=True):
    """Keys of a page's texts, for the empty search field and for an empty page.

    `nothing` if the search has no result, `empty` if the archive holds nothing, each with a hint. `sign`
    is the icon above the hint.
    """

    search: str
    nothing: tuple[str, str]
    empty: tuple[str, str]
    sign: str


class PagedArchiveScreen(Page):
    """Page of the archive, which says why if nothing can be shown; `done` leads to the screen before."""

    texts: ClassVar[PageTexts]

    def __init__(self, session: Session, done: Callable[[], None]) -> None:
        super().__init__()
        self.session = session
        self._done = done
        self.archive = ArchiveClient(session)
        self.due: float | None = None
        self._shown_at = self._stirred = -1e9

    def make_widgets(self) -> None:
        """Make the search fields of the page, and the button back."""
        self.field = TextField(
            "",
            limit=m.SEARCH_LENGTH,
            change=lambda _: self._typed(),
            submit=lambda _: self.ask(),
            placeholder=self.app.label(self.texts.search),
        )
        titles = [game.info.title for game in GAMES]
        self.games = Choice("", [self.app.label("archive.all"), *titles], 0, lambda _: self.ask())
        self.back = Button(self.app.label("archive.back"), self.go_back, icon="left", kind="quiet")

    def go_back(self) -> None:
        self._done()

    def likeliest(self) -> Widget:
        return self.back

    # --- asking -------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """Key of the game that is searched for; empty for all."""
        return GAMES[self.games.chosen - 1].info.key if self.games.chosen else ""

    @property
    def answer(self) -> tuple[object, ...] | None:
        """Last answer of the server; None before there is one."""
        raise NotImplementedError

    def ask(self) -> None:
        """Ask the server for what is typed and chosen."""
        raise NotImplementedError

    def turn(self, way: int) -> None:
        """Go to another page or another order, by keys."""
        raise NotImplementedError

    def take(self, now: float) -> None:
        """Show a new answer of the server."""
        raise NotImplementedError

    def _typed(self) -> None:
        self.due = self.app.now + SEARCH_DELAY

    # --- input and time -----------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        self._stirred = intent.at
        if isinstance(intent, Turn) and self.focus.text_field is None:
            self.turn(intent.step)
            return True
        return super().handle(intent)

    def update(self, now: float) -> None:
        for news in self.session.poll(now):
            self.app.wake()
            if isinstance(news, m.ArchivePage | m.RecordPart | m.Statistics | m.Failed):
                self.handle_news(news, now)
        if self.app.top is not self:
            return
        if self.session.status == "lost":
            self.app.refuse(self.session.trouble or Refusal("net.refusal.archive"))
            self.go_back()
        elif self.due is not None and now >= self.due:
            self.ask()

    def handle_news(self, news: m.ArchivePage | m.RecordPart | m.Statistics | m.Failed, now: float) -> None:
        """Take an answer of the server, which may be for this page."""
        before, self._stirred = self.answer, now
        self.archive.handle_news(news)
        if self.answer is not before:
            self.take(now)
        if self.archive.trouble is not None:
            self.app.refuse(self.archive.trouble)
            self.archive.trouble = None

    def still(self, now: float) -> bool:
        """Whether the picture rests: some time after the last input or answer."""
        return now > self._stirred + SETTLE_SECONDS

    # --- looks --------------------------------------------------------------------------------

    def presence(self, now: float) -> float:
        """Opacity 0 … 1 of the last answer, which fades in."""
        return (
            1.0 if self._shown_at < 0 else 0.2 + 0.8 * ease_out(progress(now, self._shown_at, FADE_SECONDS))
        )

    def draw_nothing(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """Say why there is nothing to show: no answer yet, no result, or an empty archive."""
        translate, texts = self.app.translate, self.texts
        if self.answer is None:
            draw_empty(canvas, rect, translate("archive.asking"), "", "search")
            return
        sought = bool(self.field.text.strip() or self.game)
        what, helps = texts.nothing if sought else texts.empty
        draw_empty(canvas, rect, translate(what), translate(helps), "search" if sought else texts.sign)
