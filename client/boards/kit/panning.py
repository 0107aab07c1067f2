"""Camera: all pieces of a board on their way from one layout to another."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from typing import Final, NamedTuple

from client.boards.kit.pieces import PaintContext, Piece, draw, live, still_pieces
from client.ui.animation import ease_in_out, mix
from client.ui.canvas import Canvas
from client.ui.geometry import Rect

ZOOM_TOLERANCE: Final = 0.001
"""Difference from 1 below which a factor of magnification counts as none."""
PLACE_TOLERANCE: Final = 1.0
"""Most units by which a piece may miss its place when all are moved as one picture."""


class LaidPieces(NamedTuple):
    """Pieces of a board in one layout; `key` names game and layout in the cache."""

    key: Hashable
    pieces: tuple[Piece, ...]


def draw_pan(ctx: PaintContext, old_pieces: LaidPieces, new_pieces: LaidPieces, share: float) -> None:
    """Draw all pieces, a share (0 … 1) of the way from the old layout to the new: moved, zoomed or faded."""
    share = ease_in_out(share)
    zoom = None if ctx.reduced else _zoom(old_pieces.pieces, new_pieces.pieces)
    if zoom is None:
        _draw_moved(ctx, old_pieces, 1 - share, (0.0, 0.0))
        _draw_moved(ctx, new_pieces, share, (0.0, 0.0))
    elif abs(zoom[0] - 1) < ZOOM_TOLERANCE:
        _draw_moved(ctx, old_pieces, 1.0, (-zoom[1] * share, -zoom[2] * share))
    else:
        _draw_zoomed(ctx, new_pieces, zoom, 1 - share)


def _draw_zoomed(
    ctx: PaintContext, laid: LaidPieces, zoom_and_shift: tuple[float, float, float], share: float
) -> None:
    """Draw pieces as one picture, a share of the way from their places to those that `zoom_and_shift` gives
    them.
    """
    still, room = still_pieces(laid.pieces), _room(laid.pieces)
    size, x, y = mix(1.0, zoom_and_shift[0], share), zoom_and_shift[1] * share, zoom_and_shift[2] * share

    def paint(canvas: Canvas) -> None:
        with canvas.shifted(-room.x, -room.y):
            draw(ctx._replace(canvas=canvas), still)

    place = Rect.around(size * room.cx + x, size * room.cy + y, room.w, room.h)
    ctx.canvas.sprite(("zoomed", laid.key, still), place, paint, zoom=size)


def _draw_moved(ctx: PaintContext, laid: LaidPieces, alpha: float, offset: tuple[float, float]) -> None:
    """Draw pieces as one picture, with this opacity (0 … 1), moved `offset` units."""
    if not laid.pieces:
        return
    still = still_pieces(laid.pieces)
    with ctx.canvas.faded(alpha), ctx.canvas.shifted(*offset):
        ctx.canvas.layer(
            ("moved", laid.key, still),
            _room(laid.pieces),
            lambda canvas: draw(ctx._replace(canvas=canvas), still),
            slot="moved",
        )
        draw(ctx, live(laid.pieces))


def _room(pieces: Sequence[Piece]) -> Rect:
    """Smallest rectangle around everything that the pieces and their shadows cover."""
    return reduce(Rect.union, (piece.room for piece in pieces))


def _zoom(old_pieces: Sequence[Piece], new_pieces: Sequence[Piece]) -> tuple[float, float, float] | None:
    """Factor, then units right and down, that bring all new pieces to the old places; None: nothing does."""
    if not old_pieces or [piece.id for piece in old_pieces] != [piece.id for piece in new_pieces]:
        return None
    old_xs, new_xs = ([piece.rect.cx for piece in of] for of in (old_pieces, new_pieces))
    old_ys, new_ys = ([piece.rect.cy for piece in of] for of in (old_pieces, new_pieces))
    size = _extent(old_xs, old_ys) / _extent(new_xs, new_ys)
    x, y = old_xs[0] - size * new_xs[0], old_ys[0] - size * new_ys[0]
    fits = all(
        abs(a - size * b - off) < PLACE_TOLERANCE
        for olds, news, off in ((old_xs, new_xs, x), (old_ys, new_ys, y))
        for a, b in zip(olds, news, strict=True)
    )
    return (size, x, y) if fits else None


def _extent(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Units that places span across or down, whichever is more; at least 1."""
    return max(1.0, max(xs) - min(xs), max(ys) - min(ys))
