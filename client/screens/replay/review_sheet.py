"""Sheet with the review of a game: chances to win, turning points, how well each seat decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor
from typing import Final

import msgspec

from assets.texts import TextLookup
from client.ui.animation import ease_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Point, Rect
from client.ui.intents import Back, Intent
from client.ui.overlays import FADE_SECONDS
from client.ui.symbols import rank_badge, seat_badge
from client.ui.widgets import Button
from core.bots.review import Review
from core.game import Seat

SHEET_WIDTH: Final = 1560.0
"""Units wide, at most: the sheet."""
GRAPH_HEIGHT: Final = 300.0
"""Units high, at most: the graph."""
USUAL_GRAPH_HEIGHT: Final = 180.0
"""Units high: the graph, where the rows want more room than there is."""
LEAST_GRAPH_HEIGHT: Final = 120.0
LEAST_ROW_HEIGHT: Final = 84.0
"""Units high: a row of two lines."""
ROW_HEIGHT: Final = 112.0
"""Units high: a row of three lines, in a sheet of full width; in a narrow one it is as much higher."""
ROW_GAP: Final = 8.0
LINE_HEIGHT: Final = 44.0
"""Units high: a line about a seat."""
NARROW: Final = 1100.0
"""Units wide: a sheet in which the words of turning points take room from the graph."""
BUTTON_HEIGHT: Final = 72.0
TYPE: Final = 26.0
"""Units: type of what is said."""
MARK: Final = 34.0
"""Units across: the mark of a turning point on the graph."""


class TurnWords(msgspec.Struct, frozen=True):
    """Words about a turning point: the move, its cost, a better one; and why, if that is known."""

    what: str
    why: str = ""


class ReviewWords(msgspec.Struct, frozen=True):
    """Words of the sheet about each turning point; and a line for each seat, or about luck (seat -1)."""

    turns: tuple[TurnWords, ...]
    seats: tuple[tuple[int, str], ...]
    trouble: str = ""


class TurnRow(Button):
    """Row of a turning point with its number; pressing it leads to the board.

    It says why only where there is room for that.
    """

    def __init__(self, number: int, words: TurnWords, press: Callable[[], None]) -> None:
        super().__init__(f"{words.what} {words.why}".strip(), press, role="small")
        self.number, self._turn = number, words

    def _draw_words(self, canvas: Canvas, rect: Rect, heat: float) -> None:
        left, room = rect.inset(16, 6).cut_left(MARK, 16)
        rank_badge(canvas, left.place(MARK, MARK), self.number)
        assert isinstance(self.label, str)
        fits = canvas.measure(self.label, "small", size=TYPE, wrap_at=room.w)[1] <= room.h
        canvas.text(self.label if fits else self._turn.what, room, "small", "ink", fit="wrap", size=TYPE)


class ReviewSheet:
    """Sheet over a replay. `words` gives its sentences; `jump(step)` leads to a turning point."""

    def __init__(
        self,
        review: Callable[[], Review],
        review_words: Callable[[], ReviewWords],
        seats: int,
        translate: TextLookup,
        jump: Callable[[int], None],
        learn: Callable[[], None] | None,
        sound: Callable[[str], None],
        at: float,
    ) -> None:
        self.closed = False
        self._review, self._words, self._seats, self._say = review, review_words, seats, translate
        self._jump, self._at = jump, at
        self._close = Button(lambda: translate("review.close"), self.close, icon="check", kind="primary")
        self._learn = Button(lambda: translate("review.learn"), learn or self.close, icon="bulb")
        self._can_learn = learn is not None
        self._shown: tuple[Review, ReviewWords] | None = None
        self._area = Rect(0, 0, 1920, 1080)
        self.rows: tuple[TurnRow, ...] = ()
        self.focus = Focus((self._close,), sound)
        self.rect = Rect(0, 0, 0, 0)
        self.follow()

    def close(self) -> None:
        """Close the sheet."""
        self.closed = True

    @property
    def text_field(self) -> None:
        """Nothing is typed here."""

    def still(self, now: float) -> bool:
        return self._review().done and now > self._at + FADE_SECONDS

    def follow(self) -> None:
        """Update rows and buttons to what is known."""
        shown = self._review(), self._words()
        if shown == self._shown:
            return
        self._shown = review, words = shown
        self.rows = tuple(
            TurnRow(number, text, self._leads(one.step))
            for number, (one, text) in enumerate(zip(review.turning_points(), words.turns, strict=True), 1)
        )
        learn = (self._learn,) if self._can_learn and review.done else ()
        self.focus.set((*self.rows, *learn, self._close), at=self._at)
        if self.focus.current is None:
            self.focus.focus(self._close, self._at)
        self.layout(self._area)

    def _leads(self, step: int) -> Callable[[], None]:
        def press() -> None:
            self.close()
            self._jump(step)

        return press

    def layout(self, area: Rect) -> None:
        """Title, graph, rows, lines and buttons, from the top."""
        self._area = area
        assert self._shown is not None
        _, words = self._shown
        wide = min(SHEET_WIDTH, area.w - 32)
        lines = len(words.seats) * (LINE_HEIGHT + 4)
        count = max(1, len(self.rows))
        fixed = 28 + 60 + 12 + 8 + lines + 12 + BUTTON_HEIGHT + 24
        graph = USUAL_GRAPH_HEIGHT if wide > NARROW else LEAST_GRAPH_HEIGHT
        room = (area.h - 24 - fixed - graph) / count - ROW_GAP
        high = max(LEAST_ROW_HEIGHT, min(room, ROW_HEIGHT * SHEET_WIDTH / wide))
        rows = count * (high + ROW_GAP)
        fixed += rows
        graph = min(GRAPH_HEIGHT, max(LEAST_GRAPH_HEIGHT, area.h - 24 - fixed))
        self.rect = area.place(wide, min(area.h - 16, fixed + graph))
        inner = self.rect.inset(32, 24)
        self._title, rest = inner.cut_top(60, 12)
        self._graph, rest = rest.cut_top(graph, 12)
        bar, rest = rest.cut_bottom(BUTTON_HEIGHT, 12)
        self._list, rest = rest.cut_top(rows, 0)
        self._lines = rest
        for row, place in zip(self.rows, self._list.stack(count, high, ROW_GAP), strict=False):
            row.layout(place)
        self._close.layout(bar.place(280, BUTTON_HEIGHT, "right"))
        self._learn.layout(bar.place(min(620.0, bar.w - 300), BUTTON_HEIGHT, "left"))

    def handle(self, intent: Intent) -> bool:
        """Take all intents; back closes the sheet."""
        if not self.focus.handle(intent) and isinstance(intent, Back):
            self.close()
        return True

    def draw(self, canvas: Canvas, now: float) -> None:
        """Draw the sheet over the darkened screen."""
        self.follow()
        assert self._shown is not None
        review, words = self._shown
        with canvas.faded(ease_out(progress(now, self._at, FADE_SECONDS))):
            canvas.rect(canvas.area, (*canvas.colour("shadow")[:3], 170))
            canvas.panel(self.rect, "sheet")
            canvas.text(self._say("review.title"), self._title, "heading", "lamp")
            self._draw_progress(canvas, review, words)
            self._draw_graph(canvas, review)
            if not self.rows:
                canvas.text(self._say(no_turns(review)), self._list, "small", "quiet", size=TYPE, fit="wrap")
            for (seat, text), place in zip(
                words.seats, self._lines.stack(max(1, len(words.seats)), LINE_HEIGHT, 4), strict=False
            ):
                badge, line = place.cut_left(MARK, 14)
                if seat >= 0:
                    seat_badge(canvas, seat, badge.place(MARK, MARK))
                canvas.text(text, line if seat >= 0 else place, "small", "ink", size=TYPE)
            self.focus.draw(canvas, now)

    def _draw_progress(self, canvas: Canvas, review: Review, review_words: ReviewWords) -> None:
        """Draw how far the review has come, or why it does not go on."""
        place = self._title.cut_left(self._title.w * 0.36)[1]
        if review_words.trouble:
            canvas.text(review_words.trouble, place, "small", "bad", align="right", size=24, fit="wrap")
        elif not review.done:
            key, known, total = _progress(review)
            text = self._say(key, known=known, total=total)
            canvas.text(text, place.cut_top(place.h - 12)[0], "small", "quiet", align="right", size=TYPE)
            bar = Rect(place.x, place.bottom - 10, place.w, 10)
            canvas.rounded(bar, 5, "sheet_raised")
            share = known / max(1, total)
            if share * bar.w > 10:
                canvas.rounded(Rect(bar.x, bar.y, bar.w * share, bar.h), 5, "accent")

    def _draw_graph(self, canvas: Canvas, review: Review) -> None:
        """Draw every seat's chance to win over the game, and the turning points."""
        canvas.panel(self._graph, "well")
        label, plot = self._graph.inset(24, 14).cut_top(30, MARK / 2)
        least, most = _range(review)
        key = "review.graph_points" if review.game_points else "review.graph"
        words = self._say(key, least=round(least), most=round(most))
        canvas.text(words, label, "small", "quiet", size=24, valign="top")
        for share in (0.0, 0.5, 1.0):
            y = plot.bottom - plot.h * share
            canvas.line((plot.x, y), (plot.right, y), 2, "line")
        last = max((one.step for one in review.decisions), default=0) if review.done else _last(review)

        def place(step: int, value: float) -> Point:
            return (
                plot.x + plot.w * step / max(1, last),
                plot.bottom - plot.h * (value - least) / (most - least),
            )

        for seat in range(self._seats):
            line = [place(*there) for there in review.course(Seat(seat), self._seats)]
            if len(line) > 1:
                _draw_line(canvas, seat, line)
        for number, one in enumerate(review.turning_points(), start=1):
            rank_badge(canvas, Rect.around(*place(one.step, review.value(one)), MARK), number)


def _progress(review: Review) -> tuple[str, int, int]:
    """Sentence about how far an unfinished review has come; how much is done, of how much."""
    if len(review.decisions) < review.total:
        return "review.progress", len(review.decisions), review.total
    known = len(review.checked())
    return "review.checking", known, known + len(review.to_check())


def _range(review: Review) -> tuple[float, float]:
    """Values at the foot and at the top of the graph: no chance and a sure win, or points in tens."""
    if not review.game_points or not review.decisions:
        return 0.0, 1.0
    values = [review.value(one) / 10 for one in review.decisions]
    return 10.0 * floor(min(values)), 10.0 * (floor(max(values)) + 1)


def no_turns(review: Review) -> str:
    """Sentence where no turning point is shown."""
    if not review.done:
        return "review.so_far"
    return "review.unconfirmed" if review.checked() else "review.no_turns"


def _last(review: Review) -> int:
    """Step at which the graph of an unfinished review ends: as far as it would come at this pace."""
    if not review.decisions:
        return 1
    return round(review.decisions[-1].step * review.total / len(review.decisions))


def _draw_line(canvas: Canvas, seat: int, points: Sequence[Point]) -> None:
    key = ("review.line", seat, tuple(points))
    box = Rect.bounding(points).grown(8)
    canvas.layer(key, box, lambda inner: inner.polyline(points, 5, f"seat.{seat}"), smooth=2)
    seat_badge(canvas, seat, Rect.around(*points[-1], 32))
