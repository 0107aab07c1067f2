"""Standings beside the field of Ghawar: stored cubes, their payout, a warning.

A table has a row for each colour, in the order of their values, with the number of cubes that each seat has
stored and a crown for the majority; then rows for barrels, cubes and majorities. The plates show the sums.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec

from assets.texts import TextLookup
from client.boards.ghawar.cubes import draw_barrel, draw_cube
from client.boards.ghawar.layout import SUM_LINES, Layout
from client.ui.canvas import Align, Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.game import Seat
from core.games.ghawar.scoring import leader, sheet
from core.games.ghawar.state import COLOURS, State

Payment = Literal["barrels", "cubes", "majorities"]
PAYMENTS: Final[tuple[Payment, ...]] = ("barrels", "cubes", "majorities")
"""Payments to a seat, from the top. Its number of barrels is a piece of the board, since it counts up."""
PAYMENT_KEYS: Final[dict[Payment, str]] = {
    "barrels": "ghawar.points.barrels",
    "cubes": "ghawar.points.cubes",
    "majorities": "ghawar.points.majorities",
}
"""Keys of the payments' names."""
ROUNDS_LEFT_KEYS: Final = {
    (True, False): "ghawar.side.quiet",
    (True, True): "ghawar.side.quiet_last",
    (False, False): "ghawar.side.quiet_short",
    (False, True): "ghawar.side.quiet_short_last",
}
"""Keys of the warning about the rounds left: (on a paper of its own, only one round is left)."""
_SIGN: Final = 34.0
"""Most units across the sign of a payment."""
FIGURE_HEIGHT: Final = 30.0
"""Font size in units of figures, where there is room."""


class Standings(msgspec.Struct, frozen=True):
    """Content of the panels beside the field at a position.

    `order` are the colours by their values 1 … 6, None while unknown; `stored` is for each seat the number
    of cubes of each colour; `leaders` are the seats with the majority of each colour. `paid` are barrels,
    cubes and majorities of each seat. `left` is the number of rounds without oil until the game ends, None
    while fewer than half of them have passed.
    """

    order: tuple[int | None, ...]
    stored: tuple[tuple[int, ...], ...]
    leaders: tuple[Seat | None, ...]
    paid: tuple[tuple[int, ...], ...]
    left: int | None


@lru_cache(maxsize=16)
def standings(view: State) -> Standings:
    """Standings at a position; the last 16 are remembered."""
    values = view.values.tolist()
    return Standings(
        tuple(values.index(value) if value in values else None for value in range(1, len(values) + 1)),
        tuple(tuple(counts) for counts in view.stored.tolist()),
        tuple(leader(view, colour) for colour in range(len(values))),
        tuple(_payments(view, Seat(seat)) for seat in range(view.seats)),
        _quiet_rounds_left(view),
    )


def _payments(view: State, seat: Seat) -> tuple[int, ...]:
    points = {point.code.rpartition(".")[2]: int(point.amount) for point in sheet(view, seat)}
    return tuple(points.get(paid, 0) for paid in PAYMENTS)


def _quiet_rounds_left(view: State) -> int | None:
    """Rounds without oil that are left until the end; None while fewer than half have passed."""
    if (
        view.stage not in ("choose", "die", "move")
        or 2 * view.quiet < view.options.quiet_rounds
        or not view.quiet
    ):
        return None
    return view.options.quiet_rounds - view.quiet


# --- drawing --------------------------------------------------------------------------------------


def draw_standings(canvas: Canvas, layout: Layout, now: Standings, say: TextLookup) -> None:
    """Draw the tray, the table and, if there is one, the warning."""
    if layout.side.w > 0:
        _Strip(canvas, layout, now, say).draw()


class _Strip:
    """Painter of the strip beside the field for one position."""

    def __init__(self, canvas: Canvas, layout: Layout, now: Standings, say: TextLookup) -> None:
        self.canvas = canvas
        self.layout = layout
        self.now = now
        self.say = say

    def draw(self) -> None:
        """Draw tray, table and warning."""
        self._tray()
        self.canvas.panel(self.layout.table, "float")
        for seat in range(self.layout.seats):
            rect = self.layout.seat_of_line(0, Seat(seat))
            seat_badge(self.canvas, seat, Rect.around(rect.cx, rect.cy, min(rect.w, rect.h, 40.0)))
        for value, colour in enumerate(self.now.order, start=1):
            self._line(value, colour)
        for index, paid in enumerate(PAYMENTS):
            self._sum(index, paid)
        if self.now.left is not None:
            self._warning(self.now.left)

    def _tray(self) -> None:
        canvas, tray = self.canvas, self.layout.tray
        canvas.panel(tray, "float")
        canvas.rounded(tray.inset(8), 12, "well", "line", 2)

    # --- what is stored -----------------------------------------------------------------------

    def _line(self, value: int, colour: int | None) -> None:
        canvas, number = self.canvas, self.layout.number_of_line(value)
        ink = "quiet" if colour is None else "ink"
        align: Align = "centre" if self.layout.apart else "right"
        canvas.text(str(value), number, "heading", ink, align=align, tabular=True, size=_size(number))
        spot = self.layout.cube_of_line(value)
        if colour is None:
            canvas.rounded(spot.inset(3), 8, "well", "line", 2)
            return
        draw_cube(canvas, spot, COLOURS[colour])
        for seat, counts in enumerate(self.now.stored):
            self._count(self.layout.seat_of_line(value, Seat(seat)), Seat(seat), counts[colour], colour)

    def _count(self, cell: Rect, seat: Seat, count: int, colour: int) -> None:
        """Draw a seat's number of cubes of a colour; a majority is crowned."""
        canvas, leads = self.canvas, self.now.leaders[colour] == seat
        if leads:
            pill = Rect.around(cell.cx, cell.cy, min(cell.w - 2, 76), min(cell.h - 4, 42))
            canvas.rounded(pill, pill.h / 2, f"seat.{seat}", f"seat.{seat}.ink", 1.5)
            sign, cell = pill.inset(7 if pill.w > 56 else 3, 0).columns(1, 1)
            icon(canvas, "crown", sign.fit(1.0).scaled(0.96), f"seat.{seat}.ink")
        ink = f"seat.{seat}.ink" if leads else "ink" if count else "quiet"
        canvas.text(str(count), cell, "body", ink, align="centre", tabular=True, fit="free", size=_size(cell))

    # --- what it pays -------------------------------------------------------------------------

    def _sum(self, index: int, paid: Payment) -> None:
        canvas, name = self.canvas, self.layout.name_of_line(SUM_LINES[index])
        if not index:
            whole = self.layout.line(SUM_LINES[index])
            down = whole.h > whole.w
            canvas.rect(
                Rect(whole.x - 1, whole.y, 2 if down else whole.w + 2, whole.h if down else 2), "line"
            )
        self._name(name, paid)
        for seat, lines in enumerate(self.now.paid) if index else ():
            cell = self.layout.seat_of_line(SUM_LINES[index], Seat(seat))
            ink = "ink" if lines[index] else "quiet"
            canvas.text(
                str(lines[index]),
                cell,
                "body",
                ink,
                align="centre",
                size=_size(cell),
                fit="free",
                tabular=True,
            )

    def _name(self, rect: Rect, paid: Payment) -> None:
        """Draw the name of a payment: a sign and its word, if there is room for both."""
        words, sign = self.say(PAYMENT_KEYS[paid]), min(_SIGN, rect.h - 4)
        widest = max(self.canvas.measure(self.say(PAYMENT_KEYS[name]), "small")[0] for name in PAYMENTS)
        if widest > rect.w:
            self._sign(Rect.around(*rect.centre, sign), paid)
            return
        if widest <= rect.w - sign - 8:
            self._sign(Rect(rect.x, rect.cy - sign / 2, sign, sign), paid)
            rect = rect.cut_left(sign, 8)[1]
        self.canvas.text(words, rect, "small", "quiet")

    def _sign(self, rect: Rect, paid: Payment) -> None:
        match paid:
            case "barrels":
                draw_barrel(self.canvas, rect)
            case "cubes":
                self._any_cube(rect.inset(3))
            case _:
                icon(self.canvas, "crown", rect.inset(3), "accent")

    def _any_cube(self, rect: Rect) -> None:
        """Draw a cube of no particular colour."""
        self.canvas.rounded(rect, 6, "quiet", "ink", 2)

    # --- how long nothing has happened --------------------------------------------------------

    def _warning(self, left: int) -> None:
        canvas, rect, apart = self.canvas, self.layout.quiet, self.layout.apart
        if apart:
            canvas.panel(rect, "float")
        bar, words = rect.inset(14, 10).cut_bottom(6, 2) if apart else (None, rect.inset(10, 2))
        said = self.say(ROUNDS_LEFT_KEYS[apart, left == 1], rounds=left)
        canvas.text(said, words, "small", "ink", align="centre", fit="wrap", size=24)
        if bar is None:
            return
        share = left / self.layout.options.quiet_rounds
        canvas.rounded(bar, bar.h / 2, "well")
        canvas.rounded(Rect(bar.x, bar.y, max(bar.h, bar.w * share), bar.h), bar.h / 2, "bad")


def _size(cell: Rect) -> float:
    """Font size in units of a figure in a cell."""
    return min(FIGURE_HEIGHT, max(24.0, 0.72 * cell.h))
