"""Standings beside the field of Ghawar: stored cubes, their payout, a warning.

A table has a row for each colour, in the order of their values, with the number of cubes that each seat has
stored and a crown for the majority; then rows for barrels, cubes and majorities. The plates show the sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal

import msgspec

from client.boards.contract import Sentence
from client.boards.ghawar import tips
from client.boards.ghawar.art import MONEY_LAYER, CubeArt
from client.boards.ghawar.cubes import draw_barrel
from client.boards.ghawar.layout import DIE_TARGET, SUM_LINES, Layout
from client.boards.kit.pieces import Badge, Figure, PaintContext, Piece
from client.boards.kit.side import SHEET, SideItem, Words, painted
from client.boards.kit.tips import Tip
from client.ui.canvas import Align, Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon
from core.game import Seat
from core.games.ghawar.scoring import leader, sheet
from core.games.ghawar.state import State

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


# --- on the papers --------------------------------------------------------------------------------


def side_items(view: State, layout: Layout) -> Iterator[SideItem]:
    """Everything beside the field: the tray, the table and, if there is one, the warning."""
    now, boxes = standings(view), layout.boxes
    rolls = view.stage == "choose"
    tray = DIE_TARGET if rolls else ("tray",)
    tip = Tip(Sentence("ghawar.offer.roll"), Sentence("ghawar.would.roll")) if rolls else tips.named("dice")
    area = boxes["tray" if now.left is None else "dice"]
    yield SideItem(boxes["tray"], painted(_draw_tray), tray, tip, acts=rolls, area=area)
    yield SideItem(boxes["table"], SHEET)
    for seat in range(layout.seats):
        cell = boxes[f"cell 0 {seat}"]
        yield SideItem(Rect.around(*cell.centre, min(cell.w, cell.h, 40.0)), Badge(Seat(seat)))
    for value, colour in enumerate(now.order, start=1):
        yield from _line(view, layout, value, colour)
    for line, paid in zip(SUM_LINES, PAYMENTS, strict=True):
        yield from _sum(view, layout, line, paid)
    if now.left is not None:
        warning = painted(_draw_warning, now.left, view.options.quiet_rounds, layout.apart)
        left = Sentence("ghawar.tip.quiet_left", {"rounds": now.left})
        yield SideItem(boxes["quiet"], warning, ("quiet",), tips.named("quiet", left))


def _line(view: State, layout: Layout, value: int, colour: int | None) -> Iterator[SideItem]:
    """Row of the colour with this value: its cube, and what every seat has stored."""
    now, boxes = standings(view), layout.boxes
    yield SideItem(boxes[f"line {value}"], None, ("value", value), tips.value(view, value))
    number, ink = boxes[f"number {value}"], "quiet" if colour is None else "ink"
    align: Align = "centre" if layout.apart else "right"
    yield SideItem(number, Words("", value, "heading", ink, align, size=_size(number), tabular=True))
    if colour is None:
        yield SideItem(boxes[f"cube {value}"], painted(_draw_empty_cube))
        return
    yield SideItem(boxes[f"cube {value}"], CubeArt(colour))
    for seat, counts in enumerate(now.stored):
        leads = now.leaders[colour] == seat
        count = painted(_draw_count, counts[colour], seat if leads else None)
        yield SideItem(boxes[f"cell {value} {seat}"], count)


def _sum(view: State, layout: Layout, number: int, paid: Payment) -> Iterator[SideItem]:
    """Row of a payment, with the figure of every seat; that of its barrels is a piece, since it counts up."""
    whole, index = layout.boxes[f"line {number}"], PAYMENTS.index(paid)
    yield SideItem(whole, None, ("sum", paid), tips.named(paid, name=f"points.{paid}"))
    if not index:
        down = whole.h > whole.w
        rule = Rect(whole.x - 1, whole.y, 2 if down else whole.w + 2, whole.h if down else 2)
        yield SideItem(rule, painted(_draw_rule))
    yield SideItem(layout.boxes[f"name {number}"], painted(_draw_name, paid))
    for seat, lines in enumerate(standings(view).paid):
        cell, points = layout.boxes[f"cell {number} {seat}"], lines[index]
        if index:
            yield SideItem(cell, Figure(points, "ink" if points else "quiet", _size(cell)))
        else:
            figure = Figure(view.money.item(seat), "ink", FIGURE_HEIGHT)
            yield SideItem(cell, pieces=(Piece(("money", seat), figure, cell, MONEY_LAYER),))


def _draw_tray(ctx: PaintContext, rect: Rect) -> None:
    """Draw the tray in which the dice roll."""
    ctx.canvas.panel(rect, "float")
    ctx.canvas.rounded(rect.inset(8), 12, "well", "line", 2)


def _draw_empty_cube(ctx: PaintContext, rect: Rect) -> None:
    """Draw the place of a cube whose colour is not yet known."""
    ctx.canvas.rounded(rect.inset(3), 8, "well", "line", 2)


def _draw_rule(ctx: PaintContext, rect: Rect) -> None:
    """Draw a line between two parts of the table."""
    ctx.canvas.rect(rect, "line")


def _draw_count(ctx: PaintContext, rect: Rect, count: int, leader: int | None) -> None:
    """Draw a number of cubes of a colour; crowned in the colour of the `leader`, if it is a majority."""
    canvas, ink = ctx.canvas, "ink" if count else "quiet"
    if leader is not None:
        ink = f"seat.{leader}.ink"
        pill = Rect.around(rect.cx, rect.cy, min(rect.w - 2, 76), min(rect.h - 4, 42))
        canvas.rounded(pill, pill.h / 2, f"seat.{leader}", ink, 1.5)
        sign, rect = pill.inset(7 if pill.w > 56 else 3, 0).columns(1, 1)
        icon(canvas, "crown", sign.fit(1.0).scaled(0.96), ink)
    Figure(count, ink, _size(rect)).paint(ctx, rect)


def _draw_name(ctx: PaintContext, rect: Rect, paid: Payment) -> None:
    """Draw the name of a payment: a sign and its word, if there is room for both, or one of them."""
    words, sign = ctx.translate(PAYMENT_KEYS[paid]), min(_SIGN, rect.h - 4)
    widest = max(ctx.canvas.measure(ctx.translate(PAYMENT_KEYS[name]), "small")[0] for name in PAYMENTS)
    if widest > rect.w:
        _draw_sign(ctx.canvas, Rect.around(*rect.centre, sign), paid)
        return
    if widest <= rect.w - sign - 8:
        _draw_sign(ctx.canvas, Rect(rect.x, rect.cy - sign / 2, sign, sign), paid)
        rect = rect.cut_left(sign, 8)[1]
    ctx.canvas.text(words, rect, "small", "quiet")


def _draw_sign(canvas: Canvas, rect: Rect, paid: Payment) -> None:
    match paid:
        case "barrels":
            draw_barrel(canvas, rect)
        case "cubes":  # a cube of no particular colour
            canvas.rounded(rect.inset(3), 6, "quiet", "ink", 2)
        case _:
            icon(canvas, "crown", rect.inset(3), "accent")


def _draw_warning(ctx: PaintContext, rect: Rect, left: int, most: int, apart: bool) -> None:
    """Draw the warning of the rounds left without oil; on a paper of its own (`apart`) with a bar."""
    canvas = ctx.canvas
    if apart:
        canvas.panel(rect, "float")
    bar, words = rect.inset(14, 10).cut_bottom(6, 2) if apart else (None, rect.inset(10, 2))
    said = ctx.translate(ROUNDS_LEFT_KEYS[apart, left == 1], rounds=left)
    canvas.text(said, words, "small", "ink", align="centre", fit="wrap", size=24)
    if bar is not None:
        canvas.rounded(bar, bar.h / 2, "well")
        canvas.rounded(bar.cut_left(max(bar.h, bar.w * left / most))[0], bar.h / 2, "bad")


def _size(rect: Rect) -> float:
    """Font size in units of a figure in a cell."""
    return min(FIGURE_HEIGHT, max(24.0, 0.72 * rect.h))
