"""Wildlife of The Great Divide: surf that comes in, and a gull along each coast."""

from __future__ import annotations

import math
from typing import Final

from client.boards.great_divide.art import TILE_PICTURES
from client.boards.great_divide.layout import Layout
from client.boards.kit.pieces import PaintContext
from client.ui.geometry import Rect

SURF_SECONDS: Final = 9.0
"""Seconds in which a streak of foam comes in and fades."""
STREAK_COUNT: Final = 9
"""Number of streaks on each coast."""
STREAK_SIZE: Final = 13.0, 66.0
"""Units across and down a streak."""
STREAK_END: Final = 0.36
"""Distance from the spaces at which a streak ends, in radii."""
GULL_SECONDS: Final = 38.0
"""Seconds that a gull takes from one end of a coast to the other."""
GULL_SIZE: Final = 50.0, 27.5
"""Units across and down a gull."""
WING_PICTURES: Final = (1, 0, 1, 2)
"""Numbers of the pictures of a gull that beats its wings, in their order."""


def paint_wildlife(ctx: PaintContext, layout: Layout) -> None:
    """Paint surf between the land and the cards, and gulls beyond the cards, so that they hide nothing."""
    for seat in (0, 1):
        _draw_surf(ctx, layout, shore_rect(layout, seat), seat)
        _draw_gull(ctx, outer_sea_rect(layout, seat), seat, layout.scale)


def shore_rect(layout: Layout, seat: int) -> Rect:
    """Rectangle of the sea between the coast and a seat's cards, below the prompt."""
    ground, cards = layout.ground, layout.column(seat)
    off = STREAK_END * layout.spaces.radius
    if seat == 0:
        return _lane(layout, cards.right, ground.x - off)
    return _lane(layout, ground.right + off, cards.x)


def outer_sea_rect(layout: Layout, seat: int) -> Rect:
    """Rectangle of the sea beyond a seat's cards, inside the field and below the prompt."""
    cards, field = layout.column(seat), layout.field
    return _lane(layout, field.x, cards.x) if seat == 0 else _lane(layout, cards.right, field.right)


def _lane(layout: Layout, start: float, end: float) -> Rect:
    field = layout.field
    return Rect(start, field.y + layout.head, max(0.0, end - start), field.h - layout.head)


def _draw_surf(ctx: PaintContext, layout: Layout, lane: Rect, seat: int) -> None:
    """Draw streaks of foam that appear, drift to the coast and fade."""
    wide, high = (size * layout.scale for size in STREAK_SIZE)
    reach = min(lane.w - wide, 30 * layout.scale)
    if reach <= 0:
        return
    for number in range(STREAK_COUNT):
        share = (ctx.now / SURF_SECONDS + number * 0.618) % 1.0
        off = wide / 2 + (1 - share) * reach
        x = lane.right - off if seat == 0 else lane.x + off
        y = lane.y + lane.h * ((number + 0.5 + 0.3 * math.sin(5 * number)) / STREAK_COUNT)
        with ctx.canvas.faded(0.75 * math.sin(math.pi * share)):
            ctx.canvas.picture(f"{TILE_PICTURES}surf-{seat}.svg", Rect.around(x, y, wide, high))


def _draw_gull(ctx: PaintContext, lane: Rect, seat: int, scale: float) -> None:
    """Draw a gull, which glides north in the west and south in the east, and sometimes beats its wings."""
    wide, high = (size * scale for size in GULL_SIZE)
    if lane.w < wide:
        return
    share = (ctx.now / GULL_SECONDS + 0.4 * seat) % 1.0
    y = lane.y + high + (lane.h - 2 * high) * (share if seat else 1 - share)
    x = lane.cx + (lane.w - wide) / 2 * math.sin(ctx.now * 0.5 + 2 * seat)
    beat = WING_PICTURES[int(ctx.now * 5) % len(WING_PICTURES)] if ctx.now % 7 < 1.6 else 1
    with ctx.canvas.faded(min(1.0, 12 * share, 12 * (1 - share))):
        place = Rect.around(x, y, wide, high)
        ctx.canvas.picture(f"{TILE_PICTURES}gull-{beat}.svg", place, angle=180.0 * seat)
