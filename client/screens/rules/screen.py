"""Rules of a game on a screen: contents on the left, a page of cut paper on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from client.screens.rules.pages import Page, illustrator, load
from client.stage.window import App, Screen
from client.ui.animation import Tween, ease_in_out, ease_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import (
    Accept,
    Back,
    Cycle,
    Drag,
    Help,
    Intent,
    MoveFocus,
    PointAt,
    Press,
    Release,
    Scroll,
    Turn,
)
from client.ui.list_view import ListView
from client.ui.overlays import Hint, draw_hints
from client.ui.widgets import Button
from core.games import game as find_game

TITLED_CONTENTS_WIDTH: Final = 1700.0
"""Units wide: from here on the contents show titles, below only numbers."""
CONTENTS_WIDTH: Final = 480.0
TEXT_SHARES: Final = (0.44, 0.42, 0.40, 0.38, 0.36, 0.34)
"""Shares of a page that its text may take, from the usual one down; less if the picture needs more room."""
DECISIONS_SHARES: Final = (0.54, 0.5, 0.46, 0.42)
"""The same for a page of decisions, where the picture is less than the text."""
TEXT_SIZES: Final = (32, 30, 28, 26, 24)
"""Sizes of type for the text: the largest in which every page of a kind fits; what still does not scrolls."""
PICTURE_SHARES, PARTED_PICTURE_SHARES = (0.42, 0.48), (0.56, 0.64)
"""Shares of a page for a picture above its text: least one beside a text that fits, and usual one otherwise;
the same for pictures of several parts, each with words of its own.
"""
MOST_PICTURE_SHARE: Final = 0.64
"""Greatest share for a picture above a short text."""
ROOMY_HEIGHT: Final = 1100.0
"""Units high: from here on such a page has larger type."""
PARAGRAPH_GAP: Final = 0.62
ITEM_GAP: Final = 0.22
"""Sizes of space before a paragraph and before an item of a list."""
ITEM_INDENT: Final = 1.1
ITEM_MARKS: Final = ("– ", "・")
EDGE_LINES: Final = 1.8
"""Sizes of type over which a text fades at an edge beyond which it goes on."""
TURN_SECONDS: Final = 0.22
GROW_SECONDS: Final = 1.5
"""Seconds in which a page turns, and in which its routes grow."""


class RulesScreen(Screen):
    """Rules of one game, opened at a page counted from 1. Raises RulesError for a game that has none."""

    name = "rules"
    fits_phones = True

    def __init__(self, game: str, page: int = 1) -> None:
        self.pages = load(game)
        self.page = page - 1
        self.drawer = illustrator(game)
        self._title = find_game(game).info.title
        self._turned = Tween(-1e9, TURN_SECONDS)
        self._way = 1

    # --- the app's side -----------------------------------------------------------------------

    def enter(self) -> None:
        translate = self.app.translate
        self.contents = ListView(len(self.pages), self._draw_row, self.go, gap=6.0)
        self.back = Button(lambda: translate("rules.back") if self.wide else "", self.app.pop, icon="door")
        self.previous = Button(self.app.label("rules.previous"), lambda: self.go(self.page - 1), icon="left")
        self.next = Button(
            self.app.label("rules.next"), lambda: self.go(self.page + 1), icon="right", kind="primary"
        )
        self.focus = Focus((self.contents, self.back, self.previous, self.next), self.app.sound)
        self._turned = self.app.motion.tween(self.app.now, TURN_SECONDS, ease_out)
        self._enable()

    def layout(self, area: Rect) -> None:
        self.focus.layout(area)
        self.wide, self.above = area.w >= TITLED_CONTENTS_WIDTH, area.w < area.h
        self.contents.visible = not self.above
        if self.above:
            self._lay_above(area.inset(28, 20))
        else:
            self._lay_beside(area.inset(44, 36))
        self._lay_page()

    def _lay_beside(self, inner: Rect) -> None:
        """Contents at the left, the page at the right."""
        side, main = inner.cut_left(CONTENTS_WIDTH if self.wide else 112, 34)
        back, self.side = side.cut_bottom(76, 22)
        bar, self.sheet = main.cut_bottom(76, 22)
        self.back.layout(back)
        wide = 330 if self.wide else 300
        self.previous.layout(bar.place(wide, 76, "left"))
        self.next.layout(bar.place(wide, 76, "right"))
        self.hints = bar.inset(wide + 20, 0)
        self._lay_contents()

    def _lay_above(self, inner: Rect) -> None:
        """Page as broad as the window, without contents."""
        bar, self.sheet = inner.cut_bottom(76, 16)
        back, rest = bar.cut_left(92, 14)
        self.side = Rect(0, 0, 0, 0)
        self.hints = Rect(0, 0, 0, 0)
        for button, place in zip(
            (self.back, self.previous, self.next), (back, *rest.columns(1, 1, gap=14)), strict=True
        ):
            button.layout(place)

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Scroll):
            return self._scroll_or_turn(intent.step, intent.at) if intent.step else True
        if isinstance(intent, PointAt | Press | Drag | Release):
            return self.focus.handle(intent)
        if isinstance(intent, Back | Help):
            self.app.sound("back")
            self.app.pop()
            return True
        if isinstance(intent, Accept):
            return self.turn(1)
        if isinstance(intent, Turn | Cycle):
            return self.turn(intent.step)
        if isinstance(intent, MoveFocus):
            return self.turn(intent.dx) if intent.dx else self._scroll_or_turn(intent.dy, intent.at)
        return False

    def still(self, now: float) -> bool:
        return (
            self._grown(now) >= 1 and self._turned.done(now) and self.text.still(now) and self._is_still(now)
        )

    def needs_frames(self, now: float) -> bool:
        return not self.still(now)

    def draw(self, canvas: Canvas, now: float) -> None:
        canvas.layer(("rules.table", self.side, self.sheet), canvas.area, self._draw_table, opaque=True)
        self._draw_side(canvas)
        turned = self._turned.value_at(now)
        away = 0.0 if self.app.motion.reduced else 36.0 * self._way * (1 - turned)
        with canvas.faded(turned), canvas.shifted(away, 0):
            self._draw_page(canvas, now)
        hints = (
            Hint((MoveFocus(dx=-1), MoveFocus(dx=1)), self.app.translate("rules.leaf")),
            Hint((Back(),), self.app.translate("rules.back")),
        )
        if self.hints.w:
            draw_hints(canvas, hints, self.app.labels, self.hints)
        self.focus.draw(canvas, now)

    # --- leafing ------------------------------------------------------------------------------

    def go(self, page: int) -> None:
        """Open a page, counted from 0."""
        if page == self.page or not 0 <= page < len(self.pages):
            return
        self._way = 1 if page > self.page else -1
        self.page = page
        self.contents.chosen = page
        self._turned = self.app.motion.tween(self.app.now, TURN_SECONDS, ease_out)
        self._enable()
        self._lay_page()

    def turn(self, step: int) -> bool:
        """Turn a page on or back; False at either end."""
        if 0 <= self.page + step < len(self.pages):
            self.app.sound("paper_slide")
            self.go(self.page + step)
        else:
            self.app.sound("refuse")
        return True

    def _scroll_or_turn(self, step: int, at: float) -> bool:
        """Scroll down through the text; at its end, turn to the next page."""
        return self.text.scroll(step, at, self.app) or self.turn(step)

    def _enable(self) -> None:
        self.previous.enabled = self.page > 0
        self.next.enabled = self.page < len(self.pages) - 1

    # --- places -------------------------------------------------------------------------------

    def _lay_contents(self) -> None:
        inner = self.side.inset(22 if self.wide else 14, 22)
        self.heading, rows = inner.cut_top(104 if self.wide else 0, 14 if self.wide else 0)
        count = len(self.pages)
        self.contents.row_height = min(62.0, (rows.h - self.contents.gap * (count - 1)) / count)
        self.contents.layout(rows)
        self.contents.chosen = self.page

    def _lay_page(self) -> None:
        inner = self.sheet.inset(58 if self.wide else 44, 24 if self.above else 38)
        self.title, rest = inner.cut_top(84, 30)
        page, canvas = self.pages[self.page], self.app.canvas
        body = self._body(page)
        if self.above:
            self._lay_picture_first(body, rest)
            return
        alike = [self._body(each) for each in self.pages if _kind(each) == _kind(page)]
        if not page.picture.fields:
            self.text = Prose(canvas, body, rest, _size(canvas, alike, rest))
            return
        shares = TEXT_SHARES if page.decisions is None else DECISIONS_SHARES
        size = _size(canvas, alike, _split(rest, shares[0])[0])
        self.text, right = self._share(body, rest, size, shares)
        self.caption, self.figure = right.cut_bottom(78, 8)

    def _body(self, page: Page) -> str:
        return page.body(self.app.translate, self.app.labels.names())

    def _lay_picture_first(self, body: str, rect: Rect) -> None:
        """Picture above the text: in the room that the text leaves, or up to its share of the page."""
        canvas, translate, picture = self.app.canvas, self.app.translate, self.pages[self.page].picture
        parted = len(picture.fields) > 2  # in rows: side by side there is no room for their words
        least, share = PARTED_PICTURE_SHARES if parted else PICTURE_SHARES
        size = TEXT_SIZES[-1] if canvas.area.h < ROOMY_HEIGHT else TEXT_SIZES[-2]
        if not picture.fields:
            self.text = Prose(canvas, body, rect, size)
            return
        said = canvas.measure(translate(self.pages[self.page].caption), "small", wrap_at=rect.w)[1] + 6
        free = (rect.h - said - 20 - Prose(canvas, body, rect, size).height) / rect.h
        high = min(free, MOST_PICTURE_SHARE) if free >= least else share
        self.figure, covered = self.drawer.fitted(canvas, rect.cut_top(high * rect.h)[0], picture, translate)
        self.caption, rect = rect.cut_top(covered, 8)[1].cut_top(said, 12)
        self.text = Prose(canvas, body, rect, size)

    def _share(self, body: str, rect: Rect, size: float, shares: Sequence[float]) -> tuple[Prose, Rect]:
        """Text and rectangle of the picture, which is as broad as it can use and the text allows."""
        canvas, ratio = self.app.canvas, self.drawer.ratio(self.pages[self.page].picture)
        words, right = _split(rect, shares[0])
        prose = Prose(canvas, body, words, size)
        for share in shares[1:]:
            if right.w >= ratio * right.h:
                break
            words, narrower = _split(rect, share)
            tried = Prose(canvas, body, words, size)
            if tried.most > 0:
                break
            prose, right = tried, narrower
        return prose, right

    # --- drawing ------------------------------------------------------------------------------

    def _draw_table(self, canvas: Canvas) -> None:
        """Draw what is the same on every page."""
        canvas.backdrop()
        if self.side.w:
            canvas.panel(self.side, "sheet")
        canvas.panel(self.sheet, "paper")

    def _draw_side(self, canvas: Canvas) -> None:
        if self.wide:
            word, name = self.heading.inset(10, 0).cut_top(36, 2)
            canvas.text(self.app.translate("rules.heading"), word, "small", "quiet")
            canvas.text(self._title, name, "heading", "lamp")

    def _draw_row(self, canvas: Canvas, index: int, rect: Rect, chosen: bool, now: float) -> None:
        here = index == self.page
        if here:
            canvas.panel(rect, "accent")
        elif chosen:
            canvas.rounded(rect, 12, "sheet_raised")
        ink = "accent_ink" if here else "ink"
        number = rect.cut_left(58)[0] if self.wide else rect
        canvas.text(str(index + 1), number, "body", ink, align="centre", face="display", tabular=True)
        if self.wide:
            words = Rect(number.right + 4, rect.y, rect.w - number.w - 14, rect.h)
            canvas.text(self.app.translate(self.pages[index].title), words, "small", ink)

    def _draw_page(self, canvas: Canvas, now: float) -> None:
        page = self.pages[self.page]
        translate = self.app.translate
        tab, name = self.title.cut_left(76, 26)
        canvas.panel(tab.place(76, 76), "accent")
        canvas.text(
            str(page.number), tab, "heading", "accent_ink", align="centre", face="display", tabular=True
        )
        count, name = name.cut_right(110, 10)
        canvas.text(
            translate(page.title),
            name,
            "heading",
            "paper_ink",
            size=44 if self.above else 58,
            fit="wrap" if self.above else "shrink",
        )
        folio = translate("rules.page", page=page.number, pages=len(self.pages))
        canvas.text(folio, count, "small", "paper_quiet", align="right", tabular=True)
        canvas.rect(Rect(self.title.x, self.title.bottom + 12, self.title.w, 3), "accent")
        self.text.draw(canvas, now)
        if page.picture.fields:
            self._draw_picture(canvas, page, now)

    def _draw_picture(self, canvas: Canvas, page: Page, now: float) -> None:
        translate = self.app.translate
        covered = self.drawer.picture(canvas, self.figure, page.picture, translate, self._grown(now))
        caption = self.caption.moved(0, min(0.0, covered.bottom + 8 - self.caption.y))
        caption = balanced_rect(canvas, translate(page.caption), caption)
        canvas.text(
            translate(page.caption), caption, "small", "paper_quiet", align="centre", valign="top", fit="wrap"
        )

    def _grown(self, now: float) -> float:
        """Share of the routes that have grown on the page."""
        if self.app.motion.reduced:
            return 1.0
        return ease_in_out(progress(now, self._turned.start + TURN_SECONDS, GROW_SECONDS))

    def _is_still(self, now: float) -> bool:
        """Whether no widget is lighting up or fading."""
        return all(widget.heat(now) in (0.0, 1.0) for widget in self.focus.widgets)


# --- text ----------------------------------------------------------------------------------------


class Block(msgspec.Struct, frozen=True):
    """Paragraph or item of a list with its place, `y` from the top of the text."""

    text: str
    mark: str
    y: float
    h: float


class Prose:
    """Text of a page, laid out once; scrolls if it is longer than its place."""

    def __init__(self, canvas: Canvas, body: str, rect: Rect, size: float) -> None:
        self.rect = rect
        self.size = size
        self.blocks = blocks(canvas, body, rect.w, size)
        last = self.blocks[-1]
        self.height = last.y + last.h
        self._offset = Tween(-1e9, 0.0)
        self._from, self._to = 0.0, 0.0

    @property
    def most(self) -> float:
        """Greatest distance of scrolling."""
        return max(0.0, self.height - self.rect.h - 2)

    def scroll(self, step: int, at: float, app: App) -> bool:
        """Scroll by a few lines; False if the end is reached already."""
        to = min(self.most, max(0.0, self._to + step * self.size * 4))
        if to == self._to:
            return False
        self._from, self._to = self._at(at), to
        self._offset = app.motion.tween(at, TURN_SECONDS, ease_out)
        return True

    def still(self, now: float) -> bool:
        """Whether it is not moving."""
        return self._offset.done(now)

    def draw(self, canvas: Canvas, now: float) -> None:
        top = self.rect.y - self._at(now)
        with canvas.clip(self.rect.grown(6)):
            for block in self.blocks:
                indent = self.size * ITEM_INDENT if block.mark else 0.0
                place = Rect(self.rect.x + indent, top + block.y, self.rect.w - indent, block.h + 2)
                canvas.text(block.text, place, "body", "paper_ink", size=self.size, fit="wrap", valign="top")
                if block.mark:
                    self._mark(canvas, block, top)
        if self.most > 0:
            self._fade_edges(canvas, now)
            self._bar(canvas, now)

    def _fade_edges(self, canvas: Canvas, now: float) -> None:
        """Let the text fade into the paper where it goes on above or below."""
        whole, at, high = self.rect.grown(6), self._at(now), EDGE_LINES * self.size
        canvas.light(whole.cut_top(high)[0], "paper", "top", min(1.0, at / self.size))
        canvas.light(whole.cut_bottom(high)[0], "paper", "bottom", min(1.0, (self.most - at) / self.size))

    def _mark(self, canvas: Canvas, block: Block, top: float) -> None:
        spot = (self.rect.x + self.size * 0.4, top + block.y + self.size * 0.7)
        canvas.circle(spot, self.size * 0.16, "accent")

    def _bar(self, canvas: Canvas, now: float) -> None:
        track = Rect(self.rect.right + 16, self.rect.y, 6, self.rect.h)
        share = self.rect.h / self.height
        canvas.rounded(track, 3, (107, 95, 78, 60))
        top = track.y + track.h * (1 - share) * self._at(now) / self.most
        canvas.rounded(Rect(track.x, top, track.w, track.h * share), 3, "paper_quiet")

    def _at(self, now: float) -> float:
        return self._from + (self._to - self._from) * self._offset.value_at(now)


def blocks(canvas: Canvas, body: str, width: float, size: float) -> tuple[Block, ...]:
    """Paragraphs (empty lines between them) and items (lines that begin with a dash) of a text."""
    found: list[Block] = []
    y = 0.0
    for paragraph in body.split("\n\n"):
        for index, line in enumerate(paragraph.split("\n")):
            mark = next((m for m in ITEM_MARKS if line.startswith(m)), "")
            text = line.removeprefix(mark)
            room = width - size * ITEM_INDENT if mark else width
            high = canvas.measure(text, "body", size=size, wrap_at=room)[1]
            if found:
                y += size * (ITEM_GAP if index else PARAGRAPH_GAP)
            found.append(Block(text, mark, y, high))
            y += high
    return tuple(found)


def _kind(page: Page) -> tuple[bool, bool]:
    """Kind of a page: those of one kind have type of one size."""
    return page.decisions is None, bool(page.picture.fields)


def _size(canvas: Canvas, bodies: list[str], rect: Rect) -> float:
    """Largest size in which every text fits; the smallest if none does."""
    for size in TEXT_SIZES:
        last = [blocks(canvas, body, rect.w, size)[-1] for body in bodies]
        if all(block.y + block.h <= rect.h for block in last):
            return float(size)
    return float(TEXT_SIZES[-1])


def _split(rect: Rect, share: float) -> tuple[Rect, Rect]:
    """Text and picture side by side."""
    return rect.cut_left(min(780.0, rect.w * share), 46)


def balanced_rect(canvas: Canvas, value: str, rect: Rect) -> Rect:
    """Narrowest centred rectangle in which a caption needs no more lines, so that its lines are of like
    length.
    """
    high = canvas.measure(value, "small", wrap_at=rect.w)[1]
    low, enough = 0.0, rect.w
    while enough - low > 6:
        middle = (low + enough) / 2
        if canvas.measure(value, "small", wrap_at=middle)[1] > high:
            low = middle
        else:
            enough = middle
    return rect.place(enough, rect.h, "top")
