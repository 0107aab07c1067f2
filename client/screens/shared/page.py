"""Pages: screens made of sheets of paper, with a heading above and a bar of buttons below.

A page is declared as box trees whose parts are widgets and drawings: what is in the tree is on the page, and
nothing else. In a wide window the sheets usually stand side by side, in an upright one below each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from client.screens.shared import landscape
from client.screens.shared.parts import draw_help, in_order, margin
from client.stage.window import Screen
from client.ui.boxes import Box, Drawing, Part, column, contents, lay_out, row
from client.ui.canvas import LANDSCAPE_HEIGHT, LEAST_TEXT_SIZE, Align, Canvas, Fit, VAlign
from client.ui.focus import Focus, Widget
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent
from client.ui.overlays import Hint, draw_hints
from client.ui.theme import Ink, Role

WIDE_BAR_HEIGHT, UPRIGHT_BAR_HEIGHT = 76.0, 66.0
BAR_GAP, UPRIGHT_BAR_GAP = 20.0, 12.0
WIDE_HELP_HEIGHT, UPRIGHT_HELP_HEIGHT = 72.0, 100.0
TITLE_HEIGHT, UPRIGHT_TITLE_HEIGHT = 92.0, 62.0
SUBTITLE_LINE_HEIGHT, HELP_GAP = 40.0, 12.0
UPRIGHT_TITLE_SIZE: Final = 56.0
HEADING_HEIGHT, UPRIGHT_HEADING_HEIGHT = 56.0, 54.0
SHEET_GAP, UPRIGHT_SHEET_GAP = 36.0, 12.0
UPRIGHT_MARGIN: Final = 28.0
EMBLEM_GAP: Final = 24.0

Words = str | Callable[[], str]
"""Text on a page: its key, or a function for words that have gaps."""


class Page(Screen):
    """Screen of sheets. A subclass makes its widgets in `enter`, then calls `begin`."""

    focus: Focus
    form = False
    """Whether left and right change values, so that up and down lead through all widgets in order."""
    leaving: tuple[type[Intent], ...] = (Back,)
    """Intents that lead away, if no widget has a use for them."""

    def __init__(self) -> None:
        self.area = self.room = Rect(0, 0, 1920, 1080)
        self._drawings: tuple[tuple[Drawing, Rect], ...] = ()

    # --- what a page declares -----------------------------------------------------------------

    @property
    def title(self) -> str:
        """Words of the heading."""
        raise NotImplementedError

    @property
    def subtitle(self) -> str:
        """Sentence below the heading; "" without one."""
        return ""

    def emblem(self) -> Box | None:
        """Picture at the left of title and subtitle, with its width."""
        return None

    def aside(self) -> Box | None:
        """Box at the right of the title, with its width."""
        return None

    @property
    def land(self) -> str:
        """Key of the game whose land lies behind; "" for the plain backdrop."""
        return ""

    def body(self) -> Box:
        """Sheets of this window, for which there is `room`."""
        raise NotImplementedError

    def bar(self) -> Sequence[Box]:
        """Buttons below the sheets, from left to right, each with its width."""
        raise NotImplementedError

    def hints(self) -> Sequence[Hint]:
        """Keys that are named beside the buttons, where there is room."""
        return ()

    def help(self) -> tuple[str, bool] | None:
        """Words on the focused widget, and whether they warn; None on a page without such a line."""
        return None

    def likeliest(self) -> Widget | None:
        """Widget with the first focus, and with the focus after the one that had it is gone."""
        return None

    def go_back(self) -> None:
        """Leave the page."""
        raise NotImplementedError

    # --- parts for subclasses -----------------------------------------------------------------

    @property
    def upright(self) -> bool:
        """Whether the window is higher than wide."""
        return self.area.w < self.area.h

    @property
    def compact(self) -> bool:
        """Whether the window is upright or a phone's, with smaller headings and margins."""
        return self.upright or self.area.h < LANDSCAPE_HEIGHT

    def spread(self, *sheets: Box) -> Box:
        """Sheets side by side, in an upright window below each other."""
        return column(*sheets, gap=UPRIGHT_SHEET_GAP) if self.upright else row(*sheets, gap=SHEET_GAP)

    def sheet(
        self,
        heading: Words,
        *parts: Part,
        size: float | None = None,
        share: float = 1.0,
        gap: float | None = None,
        pad: tuple[float, float] | None = None,
        paper: Drawing | None = None,
        hugs: bool = False,
    ) -> Box:
        """Sheet of paper with a heading ("" without one) above its parts, `gap` apart.

        One that `hugs` its parts, which all have a size or a limit, ends below them.
        """
        usual, high = (10.0, UPRIGHT_HEADING_HEIGHT) if self.compact else (14.0, HEADING_HEIGHT)
        inner = column(*parts, gap=usual if gap is None else gap)
        head = (self.words(heading, "heading", "lamp", size=high, valign="top"),) if heading else ()
        pad = pad or ((20.0, 14.0) if self.compact else (28.0, 20.0))
        found = column(*head, inner, gap=usual, pad=pad, share=share, content=paper or _draw_sheet)
        if not hugs:
            return replace(found, size=size)
        needed = sum(part.limit if part.size is None else part.size for part in inner.parts)
        needed += inner.gap * (len(parts) - 1) + 2 * pad[1] + (high + usual if heading else 0.0)
        if self.upright:
            return replace(found, size=needed)
        return column(replace(found, limit=needed), Box(share=0), share=share)

    def words(
        self,
        words: Words,
        role: Role = "body",
        ink: Ink = "ink",
        *,
        size: float | None = None,
        letters: float | None = None,
        align: Align = "left",
        valign: VAlign = "centre",
        fit: Fit = "shrink",
    ) -> Box:
        """Box with a text, `size` units high, its type `letters` units."""

        def draw(canvas: Canvas, rect: Rect, _: float) -> None:
            text = self.app.translate(words) if isinstance(words, str) else words()
            canvas.text(text, rect, role, ink, align=align, valign=valign, fit=fit, size=letters)

        return Box(size=size, content=draw)

    # --- what all pages do --------------------------------------------------------------------

    def begin(self) -> None:
        """Show the widgets for the first time."""
        self.area = self.app.canvas.area
        self.focus = Focus((), self.app.sound)
        self.arrange()
        self.focus.focus(self.likeliest(), self.app.now)

    def layout(self, area: Rect) -> None:
        self.area = area
        self.arrange()

    def arrange(self) -> None:
        """Place everything that is on the page now; the focus stays if its widget does."""
        self.room = lay_out(self._tree(Box(name="body")), self.area)["body"]
        found = contents(self._tree(self.body()), self.area)
        widgets = [(part, rect) for part, rect in found if isinstance(part, Widget)]
        self._drawings = tuple((part, rect) for part, rect in found if not isinstance(part, Widget))
        for widget, rect in widgets:
            widget.layout(rect)
        before = self.focus.current
        self.focus.set([widget for widget, _ in widgets], at=self.app.now)
        if before not in (None, self.focus.current) and not before.wants_text:
            # An Enter of somebody who was typing is not to press the likeliest button.
            self.focus.focus(self.likeliest(), self.app.now)
        self.focus.layout(self.area)

    @property
    def text_field(self) -> Widget | None:
        return self.focus.text_field

    def handle(self, intent: Intent) -> bool:
        ordered = self.form and self.focus.modal is None
        if self.focus.handle(in_order(intent, self.focus.current) if ordered else intent):
            return True
        if isinstance(intent, self.leaving):
            self.app.sound("back")
            self.go_back()
            return True
        return False

    def draw(self, canvas: Canvas, now: float) -> None:
        if self.land:
            landscape.draw_veiled(canvas, self.land)
        else:
            canvas.backdrop()
        for draw, rect in self._drawings:
            draw(canvas, rect, now)
        self.focus.draw(canvas, now)

    # --- the tree -----------------------------------------------------------------------------

    def _tree(self, body: Box) -> Box:
        """The whole page around its sheets."""
        over, under, below, under_help, rim = (16, 8, 14, 6, 16) if self.compact else (30, 22, 28, 8, 24)
        foot = [Box(size=below), self._bar(), Box(size=rim)]
        if self.help() is not None:
            high = UPRIGHT_HELP_HEIGHT if self.compact else WIDE_HELP_HEIGHT
            foot[:1] = [
                Box(size=HELP_GAP),
                Box(size=high, content=self._draw_help),
                Box(size=under_help),
            ]
        side = UPRIGHT_MARGIN if self.compact else margin(self.area)
        return column(Box(size=over), self._head(), Box(size=under), body, *foot, pad=(side, 0.0))

    def _head(self) -> Box:
        """Title, with what stands aside, and subtitle at the right of the emblem."""
        high = UPRIGHT_TITLE_HEIGHT if self.compact else TITLE_HEIGHT
        below = Box(size=self._subtitle_height(), content=self._draw_subtitle)
        emblem, aside = self.emblem(), self.aside()
        beside = () if aside is None else (aside,)
        words = column(row(self._draw_title, *beside, size=high, gap=EMBLEM_GAP), below)
        parts = (words,) if emblem is None else (emblem, words)
        return row(*parts, size=high + self._subtitle_height(), gap=EMBLEM_GAP)

    def _subtitle_height(self) -> float:
        """Units high: the line below the title, which may become two in an upright window."""
        if not self.subtitle:
            return 0.0
        room = self.area.w - 2 * UPRIGHT_MARGIN
        long = self.app.canvas.measure(self.subtitle, "body", size=LEAST_TEXT_SIZE)[0] > room
        return 2 * SUBTITLE_LINE_HEIGHT if self.upright and long else SUBTITLE_LINE_HEIGHT

    def _bar(self) -> Box:
        """Hints and buttons; in an upright window several buttons take all of its width."""
        buttons, high = [*self.bar()], UPRIGHT_BAR_HEIGHT if self.compact else WIDE_BAR_HEIGHT
        if not self.upright or len(buttons) == 1:
            return row(self._draw_hints, *buttons, size=high, gap=BAR_GAP)
        wide = sum(button.size or 0.0 for button in buttons) + BAR_GAP * (len(buttons) - 1)
        if wide > self.area.w - 2 * UPRIGHT_MARGIN:
            shares = [replace(button, size=None, share=button.size or 1.0) for button in buttons]
            return row(*shares, size=high, gap=UPRIGHT_BAR_GAP)
        spaced = [part for button in buttons for part in (Box(), button)][1:]
        return row(*spaced, size=high)

    def _draw_title(self, canvas: Canvas, rect: Rect, now: float) -> None:
        canvas.text(self.title, rect, "title", "ink", size=UPRIGHT_TITLE_SIZE if self.compact else None)

    def _draw_subtitle(self, canvas: Canvas, rect: Rect, now: float) -> None:
        canvas.text(self.subtitle, rect, "body", "lamp", fit="wrap" if self.upright else "shrink")

    def _draw_help(self, canvas: Canvas, rect: Rect, now: float) -> None:
        words, warns = self.help() or ("", False)
        draw_help(canvas, rect, words, warns)

    def _draw_hints(self, canvas: Canvas, rect: Rect, now: float) -> None:
        draw_hints(canvas, self.hints(), self.app.labels, rect, "left")


def _draw_sheet(canvas: Canvas, rect: Rect, now: float) -> None:
    canvas.panel(rect, "sheet")
