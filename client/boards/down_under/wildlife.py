"""Wildlife of Down Under: a kangaroo that hops across, and a dust devil.

Both keep to the parts of the ground around the cells that are played on.
"""

from __future__ import annotations

from typing import Final

from client.boards.down_under.layout import Layout
from client.boards.kit.dust_devil import draw_dust_devil
from client.boards.kit.pieces import PaintContext
from client.ui.animation import mix, progress
from client.ui.geometry import Rect

CROSSING_INTERVAL: Final = 64.0
"""Seconds from the beginning of one crossing to that of the next."""
CROSSING_SECONDS: Final = 20.0
"""Seconds a kangaroo takes from west to east."""
HOP_INTERVAL: Final = 0.85
"""Seconds from the beginning of one hop to that of the next."""
LEAP_SHARE: Final = 0.55
"""Share of a hop's time in which the kangaroo is in the air."""
KANGAROO_HEIGHT: Final = 62.0
"""Height in units of the kangaroo."""
KANGAROO_ROOM_HEIGHT: Final = 84.0
"""Least height in units of the strip in which it hops."""
DEVIL_MARGIN: Final = 0.15
"""Share of such a strip on each side that is left free, so that a swaying dust devil stays inside."""
LEAST_DEVIL: Final = 36.0
"""Least width in units of the strip in which a dust devil wanders."""


def draw_wildlife(ctx: PaintContext, layout: Layout, busy: Rect) -> None:
    """Draw kangaroo and dust devil where there is room below and beside `busy`, the cells in play."""
    room = layout.field
    below = Rect(room.x, busy.bottom, room.w, room.bottom - busy.bottom)
    if below.h >= KANGAROO_ROOM_HEIGHT:
        _draw_kangaroo(ctx, below)
    sides = (
        Rect(room.x, room.y, busy.x - room.x, room.h),
        Rect(busy.right, room.y, room.right - busy.right, room.h),
    )
    side = max(sides, key=lambda rect: rect.w)
    if side.w >= LEAST_DEVIL:
        draw_dust_devil(ctx.canvas, side.inset(DEVIL_MARGIN * side.w, 0), ctx.now, "down_under.dust")


def _draw_kangaroo(ctx: PaintContext, room: Rect) -> None:
    """Draw the kangaroo that hops through the strip, with a rest between hops; between crossings, nothing."""
    t = ctx.now % CROSSING_INTERVAL
    if t > CROSSING_SECONDS:
        return
    hop, since = divmod(t, HOP_INTERVAL)
    leap = progress(since, 0.0, LEAP_SHARE * HOP_INTERVAL)
    hops = CROSSING_SECONDS / HOP_INTERVAL
    share = (hop + leap) / hops
    x = mix(room.x - 2 * KANGAROO_HEIGHT, room.right + 2 * KANGAROO_HEIGHT, share)
    ground = room.bottom - 8
    up = 4 * leap * (1 - leap)
    shade = Rect.around(x, ground - 3, KANGAROO_HEIGHT * (0.9 - 0.3 * up), 9)
    ctx.canvas.rounded(shade, 4, (*ctx.canvas.colour("down_under.dark")[:3], 70))
    wide = 1.4 if up else 1.0
    box = Rect.around(
        x,
        ground - KANGAROO_HEIGHT / 2 - (room.h - KANGAROO_HEIGHT - 10) * min(1.0, up) * 0.8,
        KANGAROO_HEIGHT * wide,
        KANGAROO_HEIGHT,
    )
    ctx.canvas.picture(f"tiles/down_under/{'jump' if up else 'kangaroo'}.svg", box)
