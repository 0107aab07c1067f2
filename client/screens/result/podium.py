"""Podium: a column for each seat, as high as its points, with its player on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from client.screens.result.ceremony import Ceremony, placements
from client.screens.result.score_sheet import amount
from client.ui.animation import progress
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas
from client.ui.geometry import Point, Rect
from client.ui.portraits import draw_portrait
from client.ui.symbols import icon, seat_badge, seat_swatch
from core.game import Outcome

NAME_HEIGHT: Final = 44.0
PLINTH_HEIGHT: Final = 64.0
"""Units high: the paper with the figure at the foot of a column."""
WIDEST_COLUMN: Final = 190.0
"""Units wide: a column at most."""
CROWN_SIZE: Final = 36.0
FACE_SIZE: Final = 148.0
PLAIN_HEIGHTS: Final = (0.85, 0.4)
"""Heights of the first and of other places where a game has no points, as shares of the room."""
LEAST_COLUMN_HEIGHT: Final = 18.0
"""Units that a column rises at least."""


class Column(msgspec.Struct, frozen=True):
    """Column of a seat. `height` 0 … 1; `gain` are the points just counted, `fresh` 1 … 0 how new they are.

    `light` 0 … 1 falls on a winner, `crown` 0 … 1 is how far a crown has come down: a draw has none.
    `figure` is empty in games without points, `face` where nobody sits; `look` is the direction of the
    eyes.
    """

    seat: int
    name: str
    face: str
    height: float
    figure: str
    gain: str = ""
    fresh: float = 0.0
    light: float = 0.0
    crown: float = 0.0
    look: Point = (0.0, 0.0)


def columns(
    outcome: Outcome, names: Sequence[tuple[str, str]], ceremony: Ceremony, t: float, calm: bool
) -> tuple[Column, ...]:
    """Columns of the podium `t` seconds into a ceremony; with `calm` nothing rises.

    People: names and portraits.
    """
    seats, order = len(outcome.scores), placements(outcome)
    most = ceremony.most(seats)
    crowned = (1.0 if t >= ceremony.crown else 0.0) if calm else ceremony.crowned(t)
    made = []
    for seat, (name, face) in enumerate(names):
        counted = ceremony.counted(seat, t, rolling=not calm)
        gain = ceremony.gain(seat, t)
        height = max(0.0, counted / most) if most else PLAIN_HEIGHTS[order[seat] > 1] * crowned
        light = crowned if seat in outcome.winners else 0.0
        look = _look(seat, outcome) if crowned else (0.0, 0.0)
        crown = light if len(outcome.winners) < seats else 0.0
        told = f"{'+' if gain.amount > 0 else ''}{amount(gain.amount)}" if gain is not None else ""
        fresh = 1 - progress(t, gain.at + 0.7, 0.5) if gain is not None else 0.0
        figure = amount(round(counted)) if t < ceremony.crown else amount(outcome.scores[seat])
        figure = figure if outcome.breakdown else ""
        made.append(Column(seat, name, face, height, figure, told, fresh, light, crown, look))
    return tuple(made)


def _look(seat: int, outcome: Outcome) -> Point:
    """Direction of a seat's eyes once there is a winner: to the nearest one; winners look ahead."""
    way = min((winner - seat for winner in outcome.winners), key=abs, default=0)
    return (float((way > 0) - (way < 0)), -0.3 if way else 0.0)


def draw_podium(canvas: Canvas, rect: Rect, podium: Sequence[Column]) -> None:
    """Draw all columns side by side, their names below."""
    gap, equal = min(24.0, 60.0 / len(podium)), [1] * len(podium)
    widest = (
        max(
            canvas.measure(column.name, "small", size=LEAST_TEXT_SIZE, face="display")[0] for column in podium
        )
        + 2
    )
    rows = 1 if widest <= rect.columns(*equal, gap=gap)[0].w else 2
    names, above = rect.cut_bottom(rows * min(NAME_HEIGHT, rect.h * 0.15))
    for index, (place, column) in enumerate(zip(above.columns(*equal, gap=gap), podium, strict=True)):
        _draw_column(canvas, Rect.around(place.cx, above.cy, min(place.w, WIDEST_COLUMN), above.h), column)
        _draw_name(canvas, names.rows(*[1] * rows)[index % rows], place, column.name, widest)


def _draw_name(canvas: Canvas, row: Rect, rect: Rect, name: str, widest: float) -> None:
    """Draw a name below its column; where columns are narrow, every other name is a row lower."""
    wide = min(row.w, max(rect.w, widest))
    x = min(max(rect.cx - wide / 2, row.x), row.right - wide)
    canvas.text(name, Rect(x, row.y, wide, row.h), "small", "ink", align="centre", size=28, face="display")


def _draw_column(canvas: Canvas, room: Rect, column: Column) -> None:
    foot, rest = room.cut_bottom(min(PLINTH_HEIGHT, room.h * 0.28) if column.figure else LEAST_COLUMN_HEIGHT)
    side = min(room.w * 0.86, FACE_SIZE, room.h * 0.28)
    high = LEAST_COLUMN_HEIGHT + max(0.0, rest.h - CROWN_SIZE - side - LEAST_COLUMN_HEIGHT) * column.height
    top = foot.y - high
    face = Rect.around(room.cx, top - side / 2 + 4, side)
    if column.light:
        canvas.glow(Rect.around(face.cx, face.cy, side * 3.2), "lamp", 0.55 * column.light)
    with canvas.clip(Rect(room.x, top, room.w, foot.y - top + 8)):
        seat_swatch(canvas, column.seat, Rect(room.x + 6, top, room.w - 12, rest.h), 14)
    draw_face(canvas, column, face)
    if column.crown:
        _draw_crown(canvas, face, column.crown)
    if column.figure:
        canvas.panel(foot, "paper")
        size, spot = min(46, foot.h * 0.8), foot.inset(6, 4)
        canvas.text(column.figure, spot, "heading", "paper_ink", align="centre", size=size, face="display")
    _draw_gain(canvas, face, column)


def _draw_crown(canvas: Canvas, rect: Rect, share: float) -> None:
    """Draw the crown on its way down to a head."""
    place = Rect.around(rect.cx, rect.y - CROWN_SIZE / 2 + 6 - 26 * (1 - share), CROWN_SIZE * 1.25)
    with canvas.faded(share):
        icon(canvas, "crown", place, "lamp")


def _draw_gain(canvas: Canvas, rect: Rect, column: Column) -> None:
    """Draw the points just counted, over the face."""
    if not column.gain or column.fresh <= 0:
        return
    wide = canvas.measure(column.gain, "body", size=34, face="display")[0] + 28
    tag = Rect.around(rect.cx, rect.y - 4, wide, 46)
    with canvas.faded(column.fresh):
        canvas.rounded(tag, 23, "paper")
        canvas.text(
            column.gain, tag, "body", "paper_ink", align="centre", size=34, face="display", fit="free"
        )


def draw_face(canvas: Canvas, column: Column, rect: Rect) -> None:
    """Draw the player of a column: a portrait framed in the seat's colour with its symbol; or the symbol
    alone.
    """
    if not column.face:
        seat_badge(canvas, column.seat, rect)
        return
    canvas.circle(rect.centre, rect.w / 2, f"seat.{column.seat}", "ink", max(1.5, rect.w * 0.03))
    draw_portrait(canvas, column.face, rect.scaled(0.86), column.look)
    side = max(20.0, rect.w * 0.34)
    seat_badge(canvas, column.seat, Rect(rect.right - side * 0.9, rect.bottom - side, side, side))
