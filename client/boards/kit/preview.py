"""Preview of an action: the view after it, less the view before.

New and changed pieces are drawn translucent, lost ones are veiled, and every seat's gain or loss of points
is written beside the place. All games share this: it follows from their `apply`, `pieces` and `score`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from client.boards.kit.pieces import PaintContext, Piece, by_id, draw_one, in_layers, moved_inside
from client.ui.geometry import Rect
from client.ui.symbols import seat_badge
from core.game import Seat

GHOST_OPACITY: Final = 0.86
"""Opacity of a piece that the action would bring or change."""
VEIL_OPACITY: Final = 0.45
"""Opacity of the veil over a piece that the action would remove."""
PILL_HEIGHT: Final = 44.0
"""Height in units of the label with a seat's gain or loss."""


class Preview(msgspec.Struct, frozen=True):
    """Changes by an action: pieces that would come or change, pieces that would go, each seat's gain."""

    comes: tuple[Piece, ...]
    goes: tuple[Piece, ...]
    gains: tuple[float, ...] = ()


def preview(
    before: Sequence[Piece],
    after: Sequence[Piece],
    scores: tuple[Sequence[float], Sequence[float]] = ((), ()),
) -> Preview:
    """Difference of two lists of pieces, and of the scores before and after."""
    old, new = by_id(before), by_id(after)
    comes = tuple(piece for piece in after if old.get(piece.id) != piece)
    goes = tuple(piece for piece in before if piece.id not in new and not piece.follows)
    return Preview(comes, goes, tuple(b - a for a, b in zip(*scores, strict=True)))


def draw_preview(ctx: PaintContext, preview: Preview, room: Rect) -> None:
    """Draw veils over lost pieces, and new ones translucent, those with `whole` arts inside the room."""
    for piece in in_layers(preview.goes):
        with ctx.canvas.faded(VEIL_OPACITY):
            ctx.canvas.rounded(piece.rect, 10, "shadow")
    for piece in in_layers(preview.comes):
        draw_one(ctx, moved_inside(msgspec.structs.replace(piece, alpha=piece.alpha * GHOST_OPACITY), room))


def draw_gains(ctx: PaintContext, gains: Sequence[float], beside: Rect, room: Rect) -> None:
    """Draw every seat's gain or loss to the right of the place, or to its left where the room ends."""
    told = [(Seat(seat), gain) for seat, gain in enumerate(gains) if gain]
    wide = PILL_HEIGHT * 2.4
    x = beside.right + 12 if beside.right + 12 + wide <= room.right else beside.x - 12 - wide
    y = min(max(beside.y, room.y), room.bottom - PILL_HEIGHT * 1.15 * len(told))
    for seat, gain in told:
        pill = Rect(x, y, wide, PILL_HEIGHT)
        ctx.canvas.panel(pill, "tip")
        seat_badge(ctx.canvas, seat, Rect.around(pill.x + PILL_HEIGHT * 0.5, pill.cy, PILL_HEIGHT * 0.72))
        figure = Rect(pill.x + PILL_HEIGHT, pill.y, wide - PILL_HEIGHT * 1.15, PILL_HEIGHT)
        sign = "+" if gain > 0 else "−"
        ctx.canvas.text(f"{sign}{abs(gain):g}", figure, "small", "paper_ink", align="right", tabular=True)
        y += PILL_HEIGHT * 1.15
