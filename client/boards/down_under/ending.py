"""Ending of Down Under: the path that has won runs once more over the darkened cards."""

from __future__ import annotations

import math
from typing import Final

from client.boards.down_under.layout import Layout
from client.boards.down_under.pieces import animal_pieces, path_ribbon, tag_piece, tags
from client.boards.down_under.ribbons import draw_flourish
from client.boards.kit.pieces import PaintContext, draw, draw_one
from client.ui.animation import ease_in_out, mix_points, progress
from core.game import Seat
from core.games.down_under.board import length
from core.games.down_under.state import State, paths_of

VEIL_OPACITY: Final = 110
"""Opacity of the veil over all cards, above which the winning path is drawn, 0 … 255."""
RUN_SHARE: Final = 0.68
"""Share of the ending in which the path runs; in the rest its length flies to its usual place."""
WINNER_GLOW: Final = 0.75
"""Brightness of the light around the winning path, 0 … 1."""
LENGTH_OFFSET: Final = 0.6
"""Distance by which the counting length stands above the path's tip, in sides of a cell."""


def paint_end(
    ctx: PaintContext, view: State, winners: tuple[Seat, ...], layout: Layout, share: float
) -> None:
    """Paint the ending up to a share (0 … 1) of it; without a winner, nothing."""
    own = (path for seat in winners for path in paths_of(view.options, view.seats, seat))
    paths = tuple(path for path in own if view.paths[path].run)
    if not paths:
        return
    with ctx.canvas.clip(layout.field):
        veil = round(min(1.0, 3 * share) * 16) / 16
        dark = (*ctx.canvas.colour("down_under.dark")[:3], round(VEIL_OPACITY * veil))
        for x, y in {(laid.x, laid.y) for laid in view.cards}:
            ctx.canvas.rect(layout.grid.cell(x, y), dark)
        share = 1.0 if ctx.reduced else share
        for number in paths:
            _draw_run(ctx, view, number, layout, share)
        cells = {stretch[:2] for number in paths for stretch in view.paths[number].run}
        near = (laid for laid in view.cards if (laid.x, laid.y) in cells)
        draw(ctx, animal_pieces(near, layout.grid))
        for number in paths:
            draw_flourish(ctx.canvas, path_ribbon(view, number), layout.grid.cell, share)
            _draw_length(ctx, view, number, layout, share)


def _draw_run(ctx: PaintContext, view: State, number: int, layout: Layout, share: float) -> None:
    """Draw the winning path as far as it has run, with light around it."""
    art = path_ribbon(view, number).with_glow(WINNER_GLOW)
    art.draw(ctx.canvas, layout.grid.cell, 0.0, progress(share, 0, RUN_SHARE) * len(art.run))


def _draw_length(ctx: PaintContext, view: State, number: int, layout: Layout, share: float) -> None:
    """Draw the winning path's length: it counts up at the tip, then flies to its usual place."""
    path, viewport, ran = view.paths[number], layout.grid, progress(share, 0, RUN_SHARE)
    home = tags(view, view.paths, view.cards, layout)[number]
    tip = path_ribbon(view, number).point(ran * len(path.run), viewport.cell)
    back = ease_in_out(progress(share, RUN_SHARE, 1 - RUN_SHARE))
    spot = mix_points((tip.x, tip.y - LENGTH_OFFSET * viewport.size), home, back)
    whole = length(path)
    count = whole if ran >= 1 else min(whole, math.ceil(ran * len(path.run)))
    draw_one(ctx, tag_piece(view, layout, number, count, spot))
