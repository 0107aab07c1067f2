"""View of a curtain: cloth over the board with the name of the person who may lift it; lifted it parts."""

from __future__ import annotations

from typing import Final

from client.screens.table.curtain_cloth import draw_parting
from client.screens.table.snapshot import CurtainSnapshot, Surroundings
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept
from client.ui.overlays import Hint, draw_hints
from client.ui.symbols import seat_badge
from core.game import Seat

LOW: Final = 560.0
"""Units of height below which the words on it stand closer."""


def draw_curtain(
    canvas: Canvas, room: Rect, snapshot: CurtainSnapshot, around: Surroundings, now: float
) -> None:
    """Draw the cloth over the board; once lifted it parts."""
    if snapshot.closed:
        _draw_closed(canvas, room, snapshot, around)
    elif snapshot.lifted_at is not None:
        draw_parting(canvas, room, now, snapshot.lifted_at, around.motion)


def _draw_closed(canvas: Canvas, room: Rect, snapshot: CurtainSnapshot, around: Surroundings) -> None:
    translate, (seat, called) = around.translate, snapshot.owing[0]
    if room.h < LOW:
        head, away, hint, others = room.place(room.w - 80, min(room.h - 8, 300)).rows(1.1, 1.2, 0.9, 0.8)
        _draw_named(canvas, seat, called, head, 64, 52)
    else:
        side = min(150.0, room.h * 0.2)
        seat_badge(canvas, seat, Rect.around(room.cx, room.y + room.h * 0.3, side))
        words = Rect.around(room.cx, room.y + room.h * 0.55, room.w - 120, 170)
        name, away = words.rows(1.2, 1, gap=6)
        canvas.text(called, name, "title", "ink", align="centre")
        hint = Rect.around(room.cx, room.y + room.h * 0.76, room.w - 120, 60)
        others = Rect(room.x + 60, room.bottom - 110, room.w - 120, 64)
    canvas.text(translate("table.curtain.away"), away, "heading", "ink", align="centre", fit="wrap")
    lift = Hint((Accept(),), translate("table.curtain.lift"))
    draw_hints(canvas, (lift,), around.labels.on(snapshot.device), hint)
    if snapshot.away and not snapshot.owing[1:]:
        canvas.text(
            translate("table.pad.away", name=called), others, "body", "quiet", align="centre", fit="wrap"
        )
    _draw_others(canvas, snapshot.owing[1:], others)


def _draw_named(canvas: Canvas, seat: Seat, name: str, rect: Rect, edge_length: float, size: float) -> None:
    """Draw a seat's symbol with its name, in the middle of a line."""
    wide = min(canvas.measure(name, "title", size=size)[0] + 2, rect.w - edge_length - 20)
    middle = rect.place(edge_length + 20 + wide, rect.h)
    seat_badge(canvas, seat, middle.place(edge_length, edge_length, "left"))
    canvas.text(name, middle.cut_left(edge_length + 20)[1], "title", "ink", size=size)


def _draw_others(canvas: Canvas, names: tuple[tuple[Seat, str], ...], rect: Rect) -> None:
    """Draw the others who may lift it, each with a pad of their own; names only where there is room."""
    wide = [54 + canvas.measure(name, "body")[0] + 30 for _, name in names]
    if sum(wide) > rect.w:
        names, wide = tuple((seat, "") for seat, _ in names), [58.0] * len(names)
    x = rect.cx - sum(wide) / 2
    for (seat, name), high in zip(names, wide, strict=True):
        seat_badge(canvas, seat, Rect(x, rect.cy - 22, 44, 44))
        if name:
            canvas.text(name, Rect(x + 54, rect.y, high - 84 + 4, rect.h), "body", "ink")
        x += high
