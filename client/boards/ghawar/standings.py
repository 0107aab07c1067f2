"""What stands beside the field of Ghawar: what everybody has stored, what that pays, a warning.

One table with a column for every seat: a row for each colour in the order of its value with how many cubes
of it are stored, the majority crowned; below it barrels, cubes and majorities, and what they add up to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal

import msgspec

from client.boards.ghawar.cubes import draw_barrel, draw_cube
from client.boards.ghawar.layout import NAME, SUMS, Layout
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.game import Seat
from core.games.ghawar.scoring import leader, sheet
from core.games.ghawar.state import COLOURS, State

Say = Callable[..., str]
Line = Literal["barrels", "cubes", "majorities", "total"]
LINES: Final[tuple[Line, ...]] = ("barrels", "cubes", "majorities", "total")
"""What a seat is paid for, from the top; and all of it."""
WORDS: Final[dict[Line, str]] = {
    "barrels": "ghawar.points.barrels",
    "cubes": "ghawar.points.cubes",
    "majorities": "ghawar.points.majorities",
    "total": "ghawar.side.total",
}
"""The keys of what that is called."""
_SIGN: Final = 34.0


class Standings(msgspec.Struct, frozen=True):
    """What a position says beside the field.

    `order` are the colours by their values 1 … 6, None while that is not known; `stored` for each seat how
    many cubes of each colour; `leaders` who has the majority of each. `paid` are barrels, cubes, majorities
    and their sum for each seat, `best` who has the most. `left` are the rounds without oil until the end,
    None while that is far.
    """

    order: tuple[int | None, ...]
    stored: tuple[tuple[int, ...], ...]
    leaders: tuple[Seat | None, ...]
    paid: tuple[tuple[int, ...], ...]
    best: tuple[Seat, ...]
    left: int | None


@lru_cache(maxsize=16)
def standings(view: State) -> Standings:
    """What a position says beside the field. Asked for in every frame."""
    values = view.values.tolist()
    paid = tuple(_paid(view, Seat(seat)) for seat in range(view.seats))
    most = max(lines[-1] for lines in paid)
    ahead = tuple(Seat(seat) for seat, lines in enumerate(paid) if lines[-1] == most)
    return Standings(
        tuple(values.index(value) if value in values else None for value in range(1, len(values) + 1)),
        tuple(tuple(counts) for counts in view.stored.tolist()),
        tuple(leader(view, colour) for colour in range(len(values))),
        paid,
        ahead if len(ahead) < view.seats else (),
        _left(view),
    )


def _paid(view: State, seat: Seat) -> tuple[int, ...]:
    """Barrels, cubes, majorities, and what they add up to."""
    points = {point.code.rpartition(".")[2]: int(point.amount) for point in sheet(view, seat)}
    lines = [points.get(line, 0) for line in LINES[:-1]]
    return *lines, sum(lines)


def _left(view: State) -> int | None:
    """The rounds without oil that are left, once half of them are over."""
    if (
        view.stage not in ("choose", "die", "move")
        or 2 * view.quiet < view.options.stalemate
        or not view.quiet
    ):
        return None
    return view.options.stalemate - view.quiet


# --- drawing --------------------------------------------------------------------------------------


def draw_standings(canvas: Canvas, layout: Layout, now: Standings, say: Say) -> None:
    """The tray, the table and, if there is one, the warning."""
    if layout.side.w > 0:
        _Strip(canvas, layout, now, say).draw()


class _Strip:
    """Paints the strip beside the field for one position."""

    def __init__(self, canvas: Canvas, layout: Layout, now: Standings, say: Say) -> None:
        self.canvas = canvas
        self.layout = layout
        self.now = now
        self.say = say

    def draw(self) -> None:
        """All of it."""
        self._tray()
        self.canvas.panel(self.layout.table, "sheet")
        self._head()
        for value, colour in enumerate(self.now.order, start=1):
            self._row(value, colour)
        for index, line in enumerate(LINES):
            self._line(index, line)
        if self.now.left is not None:
            self._warning(self.now.left)

    def _tray(self) -> None:
        canvas, tray = self.canvas, self.layout.tray
        canvas.panel(tray, "sheet")
        canvas.rounded(tray.inset(8), 12, "well", "line", 2)

    # --- what is stored -----------------------------------------------------------------------

    def _head(self) -> None:
        for seat in range(self.layout.seats):
            rect = self.layout.column_of_row(0, Seat(seat))
            seat_badge(self.canvas, seat, Rect.around(rect.cx, rect.cy, min(rect.w, rect.h, 40.0)))

    def _row(self, value: int, colour: int | None) -> None:
        canvas, name = self.canvas, self.layout.name_of_row(value)
        number = name.columns(*NAME)[0]
        ink = "quiet" if colour is None else "ink"
        canvas.text(str(value), number, "heading", ink, align="centre", tabular=True, size=34)
        spot = self.layout.cube_of_row(value)
        if colour is None:
            canvas.rounded(spot.inset(3), 8, "well", "line", 2)
            return
        draw_cube(canvas, spot, COLOURS[colour])
        for seat, counts in enumerate(self.now.stored):
            self._count(self.layout.column_of_row(value, Seat(seat)), Seat(seat), counts[colour], colour)

    def _count(self, cell: Rect, seat: Seat, count: int, colour: int) -> None:
        """How many cubes of a colour a seat has; a majority is crowned."""
        canvas, leads = self.canvas, self.now.leaders[colour] == seat
        if leads:
            pill = Rect.around(cell.cx, cell.cy, min(cell.w - 2, 76), cell.h - 8)
            canvas.rounded(pill, pill.h / 2, f"seat.{seat}", f"seat.{seat}.ink", 1.5)
            sign, cell = pill.inset(7 if pill.w > 56 else 3, 0).columns(1, 1)
            icon(canvas, "crown", sign.fit(1.0).scaled(0.92), f"seat.{seat}.ink")
        ink = f"seat.{seat}.ink" if leads else "ink" if count else "quiet"
        canvas.text(str(count), cell, "body", ink, align="centre", tabular=True, fit="free", size=30)

    # --- what it pays -------------------------------------------------------------------------

    def _line(self, index: int, line: Line) -> None:
        canvas, name, last = self.canvas, self.layout.name_of_row(SUMS[index]), line == "total"
        if not index or last:
            whole = self.layout.table.inset(12, 0)
            canvas.rect(Rect(whole.x, name.y - 1, whole.w, 2), "line")
        self._name(name, line)
        for seat, lines in enumerate(self.now.paid):
            cell = self.layout.column_of_row(SUMS[index], Seat(seat))
            if last and seat in self.now.best:
                pill = Rect.around(cell.cx, cell.cy, min(cell.w - 6, 92), cell.h - 6)
                canvas.rounded(pill, 10, "well", "accent", 2.5)
            ink = "ink" if last or lines[index] else "quiet"
            size = 36.0 if last else 28.0
            face: Literal["display", "body"] = "display" if last else "body"
            canvas.text(
                str(lines[index]), cell, "body", ink, align="centre", size=size, face=face, fit="free"
            )

    def _name(self, rect: Rect, line: Line) -> None:
        """What a line of the payout is called: a sign and its word, as far as there is room for both."""
        words, sign = self.say(WORDS[line]), min(_SIGN, rect.h - 4)
        if line == "total":
            self.canvas.text(words, rect, "small", "ink")
            return
        widest = max(self.canvas.measure(self.say(WORDS[name]), "small")[0] for name in LINES[:-1])
        if widest <= rect.w - sign - 8 or widest > rect.w:
            self._sign(Rect(rect.x, rect.cy - sign / 2, sign, sign), line)
            rect = rect.cut_left(sign, 8)[1]
        if widest <= rect.w:
            self.canvas.text(words, rect, "small", "quiet")

    def _sign(self, rect: Rect, line: Line) -> None:
        match line:
            case "barrels":
                draw_barrel(self.canvas, rect)
            case "cubes":
                self._any_cube(rect.inset(3))
            case _:
                icon(self.canvas, "crown", rect.inset(3), "accent")

    def _any_cube(self, rect: Rect) -> None:
        """A cube of whatever colour."""
        self.canvas.rounded(rect, 6, "quiet", "ink", 2)

    # --- how long nothing has happened --------------------------------------------------------

    def _warning(self, left: int) -> None:
        canvas, rect = self.canvas, self.layout.quiet
        canvas.panel(rect, "sheet")
        key = "ghawar.side.quiet_last" if left == 1 else "ghawar.side.quiet"
        bar, words = rect.inset(14, 6).cut_bottom(6, 4)
        canvas.text(self.say(key, rounds=left), words, "small", "ink", align="centre", fit="wrap", size=26)
        share = left / self.layout.options.stalemate
        canvas.rounded(bar, bar.h / 2, "well")
        canvas.rounded(Rect(bar.x, bar.y, max(bar.h, bar.w * share), bar.h), bar.h / 2, "bad")
