"""Draws the pictures of Ghawar's rules with the pieces of its table.

`Picture`, `picture` and `ratio` are what the rules screen asks of every game (`client.screens.rules_pages`).
"""

from __future__ import annotations

from typing import Any, Final

from client.boards.ghawar.dice import Style as DieStyle
from client.boards.ghawar.dice import lying
from client.boards.ghawar.die import draw_die
from client.boards.ghawar.fields import HEAD, LINE, ROW, SUM, VALUES, Field, Picture, Piece, Table
from client.boards.ghawar.pieces import draw_barrel, draw_cube
from client.boards.ghawar.trials import draw_piece
from client.boards.pictures import GAP, Say, Spot, Style, draw_fields, ratio
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.games.ghawar.state import COLOURS

__all__ = ["Picture", "picture", "ratio"]

STYLE: Final = Style("ghawar", largest=118.0, ink="ghawar.flare")
"""A size is the width of a platform."""
APART: Final = 0.35
"""How far what stands below a piece is apart, in its own size."""
LARGEST: Final = 64.0
"""How large dice, badges and barrels below a piece are at most, in units."""


def picture(canvas: Canvas, rect: Rect, shown: Any, say: Say, upto: float = 1.0) -> Rect:
    """Draws a picture into the rectangle, drives up to a share of their way.

    Returns what it covers.
    """
    return draw_fields(canvas, rect, shown, say, STYLE, lambda field, spot: _field(canvas, field, spot, upto))


def _field(canvas: Canvas, field: Field, spot: Spot, upto: float) -> None:
    if field.piece is not None:
        lines, ground = spot.box.cut_bottom(LINE * spot.size * field.piece.lines)
        draw_piece(canvas, field.piece, ground, spot.size, upto)
        if field.piece.lines:
            _lines(canvas, field.piece, lines, upto)
    else:
        assert field.table is not None
        _table(canvas, field.table, spot)


# --- dice and barrels below a piece ------------------------------------------------------------------------


def _lines(canvas: Canvas, piece: Piece, lines: Rect, upto: float) -> None:
    """Who has rolled what; below it what everybody has, before and after."""
    rows = lines.rows(*[1] * piece.lines)
    dice: list[tuple[DieStyle, int]] = []
    if piece.dice:
        dice = [("red", piece.dice[0]), ("white", piece.dice[1])]
    elif piece.roll:
        dice = [("white", piece.roll)]
    if dice:
        row = rows.pop(0)
        size = min(LARGEST, row.h * 0.74)
        x = row.cx - 1.15 * size * (1 + len(dice)) / 2
        _roll(canvas, piece.turn, dice, (x, row.bottom - row.h * 0.45), size)
    if piece.pays:
        _purses(canvas, piece, rows.pop(), upto)


def _purses(canvas: Canvas, piece: Piece, row: Rect, upto: float) -> None:
    """The barrels of the seat in turn and of those it pays, before and after: `5 → 1`.

    As large as they fit side by side.
    """
    pairs = list(zip(piece.state().money.tolist(), piece.now().money.tolist(), strict=True))
    seats = [seat for seat, (a, b) in enumerate(pairs) if seat == piece.turn or a != b]
    whole = [f"{a}" if a == b else f"{a} → {b}" for a, b in (pairs[seat] for seat in seats)]
    size = min(LARGEST, row.h * 0.74)
    size *= min(1.0, (row.w + GAP * 0.7) / _purses_width(canvas, whole, size))
    x = row.cx - _purses_width(canvas, whole, size) / 2
    for seat, text in zip(seats, whole, strict=True):
        wide = _purse_width(canvas, text, size)
        shown = text if upto >= 1 else f"{pairs[seat][0]}"
        _purse(canvas, seat, shown, Rect(x, row.cy - size / 2, wide, size))
        x += wide + APART * size


def _purses_width(canvas: Canvas, texts: list[str], size: float) -> float:
    return sum(_purse_width(canvas, text, size) + APART * size for text in texts) - APART * size


def _roll(
    canvas: Canvas, seat: int, dice: list[tuple[DieStyle, int]], at: tuple[float, float], size: float
) -> None:
    """The badge of who rolls and the dice, from the left."""
    seat_badge(canvas, seat, Rect.around(at[0] + 0.5 * size, at[1], 0.86 * size))
    for index, (style, face) in enumerate(dice, 1):
        rest = (at[0] + (1.15 * index + 0.5) * size, at[1])
        draw_die(canvas, lying(face, rest, side=0.78 * size), style, side=0.78 * size)


def _purse_width(canvas: Canvas, text: str, size: float) -> float:
    return 1.75 * size + _number_width(canvas, text, size)


def _number_width(canvas: Canvas, text: str, size: float) -> float:
    wide: float = canvas.measure(text, "heading", size=size * 0.66, face="display", tabular=True)[0]
    return wide + 6


def _purse(canvas: Canvas, seat: int, text: str, rect: Rect) -> None:
    """The badge of a seat, a barrel, how many it has."""
    size = rect.h
    seat_badge(canvas, seat, Rect.around(rect.x + 0.45 * size, rect.cy, 0.72 * size))
    draw_barrel(canvas, Rect.around(rect.x + 1.25 * size, rect.cy, 0.84 * size))
    words = rect.cut_left(1.72 * size)[1]
    _number(canvas, text, words, size * 0.66)


def _number(canvas: Canvas, text: str, rect: Rect, size: float, ink: str = "paper_ink") -> None:
    canvas.text(
        text, rect, "heading", ink, align="centre", fit="free", size=size, face="display", tabular=True
    )


# --- tables ------------------------------------------------------------------------------------------------


def _table(canvas: Canvas, table: Table, spot: Spot) -> None:
    """Values and cubes; below them what everybody has, and how it is paid."""
    size, box = spot.size, spot.box
    head, rest = box.cut_top(1.7 * ROW * size)
    columns = head.cut_left(HEAD * size if table.stored else 0.0)[1].columns(*[1] * len(COLOURS))
    for value, (column, colour) in enumerate(zip(columns, VALUES, strict=True), 1):
        number, cube = column.cut_top(0.66 * size)
        _number(canvas, str(value), number, size * 0.56)
        draw_cube(canvas, Rect.around(cube.cx, cube.cy, 0.8 * size), colour)
    for seat in range(len(table.stored)):
        row, rest = rest.cut_top(ROW * size)
        _counts(canvas, table, seat, row, size)
    for seat in range(len(table.money)):
        row, rest = rest.cut_top(SUM * size)
        _sum(canvas, table.sum(seat), seat, row, size)


def _counts(canvas: Canvas, table: Table, seat: int, row: Rect, size: float) -> None:
    """How many cubes of each colour a seat has; a crown where it has the majority."""
    badge, cells = row.cut_left(HEAD * size)
    canvas.line((row.x, row.y), (row.right, row.y), 2, "paper_quiet")
    seat_badge(canvas, seat, badge.place(0.74 * size, 0.74 * size))
    for cell, colour in zip(cells.columns(*[1] * len(COLOURS)), VALUES, strict=True):
        many = table.many(seat, colour)
        leads = table.leader(colour) == seat
        if leads:
            canvas.rounded(cell.inset(0.07 * size), 0.2 * size, f"seat.{seat}")
            crown, cell = cell.inset(0.1 * size).cut_left(0.36 * size)
            icon(canvas, "crown", crown, f"seat.{seat}.ink")
        ink = f"seat.{seat}.ink" if leads else "paper_ink" if many else "paper_quiet"
        _number(canvas, str(many), cell, size * 0.56, ink)


def _sum(canvas: Canvas, text: str, seat: int, row: Rect, size: float) -> None:
    """How a seat is paid: barrels, cubes, majorities."""
    high = min(46.0, size * 0.56)
    wide = _number_width(canvas, text, high / 0.66)
    badge, words = row.place(wide + 1.4 * high, row.h).cut_left(1.2 * high, 0.2 * high)
    seat_badge(canvas, seat, badge.place(1.2 * high, 1.2 * high))
    _number(canvas, text, words, high)
