"""Cloth of a curtain, over a table or a booth: closed, and on its way to both sides."""

from __future__ import annotations

from typing import Final

from client.ui.animation import Motion, ease_in_out, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Rect

PARTING: Final = 0.5
"""Seconds in which the curtain parts."""
FOLD: Final = 74.0
"""Units from fold to fold."""


def draw_parting(canvas: Canvas, room: Rect, now: float, lifted_at: float, motion: Motion) -> None:
    """Draw the cloth on its way to both sides, from when it was lifted."""
    parted = ease_in_out(progress(now, lifted_at, motion.seconds(PARTING)))
    if parted >= 1:
        return
    if motion.reduced:
        with canvas.faded(1 - parted):
            _cloth(canvas, room)
        return
    for half, way in zip(room.columns(1, 1), (-1, 1), strict=True):
        with canvas.clip(half), canvas.shifted(way * parted * half.w, 0):
            _cloth(canvas, room)


def _cloth(canvas: Canvas, room: Rect) -> None:
    canvas.layer(("curtain", room), room, lambda inner: paint_cloth(inner, room))


def paint_cloth(canvas: Canvas, room: Rect) -> None:
    """Paint cloth in folds, with a hem at the bottom."""
    canvas.rounded(room, 4, "sheet", "line", 2)
    folds = max(2, round(room.w / FOLD))
    for fold in room.inset(3).columns(*[1] * folds):
        dark, bright = fold.columns(1, 1)
        canvas.light(dark, "shadow", "left", 0.42)
        canvas.light(bright, "sheet_raised", "right", 0.9)
    hem = room.inset(3).cut_bottom(26)[0]
    canvas.light(hem, "shadow", "bottom", 0.5)
    canvas.rect(Rect(hem.x, hem.y, hem.w, 2), "line")
