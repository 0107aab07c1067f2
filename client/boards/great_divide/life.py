"""What moves on the oceans though nothing happens: surf that comes in, and a gull along each coast."""

from __future__ import annotations

import math
from typing import Final

from client.boards.great_divide.art import PICTURES
from client.boards.great_divide.layout import Layout
from client.boards.kit.pieces import Look
from client.ui.geometry import Rect

SURF: Final = 9.0
"""Seconds a streak of foam takes to come in."""
STREAKS: Final = 9
"""Streaks on each coast."""
STREAK: Final = 13.0, 66.0
"""Units across and along: a streak."""
BEYOND: Final = 0.36
"""How far from the spaces a streak ends, in radii."""
GLIDES: Final = 38.0
"""Seconds a gull takes from one end of a coast to the other."""
GULL: Final = 46.0, 26.0
BEATS: Final = (1, 0, 1, 2)
"""The pictures of a gull that beats its wings."""
LANE: Final = 40.0
"""Units between cards and coast in which a gull has room."""


def paint_life(look: Look, layout: Layout) -> None:
    """Both, on the sea between the land and the cards."""
    for seat in (0, 1):
        lane = free_lane(layout, seat)
        _draw_surf(look, layout, lane, seat)
        if lane.w >= LANE * layout.scale:
            _draw_gull(look, lane, seat, layout.scale)


def free_lane(layout: Layout, seat: int) -> Rect:
    """The sea between the coast and a seat's cards, as high as the field."""
    ground, cards, field = layout.ground, layout.column(seat), layout.field
    off = BEYOND * layout.spaces.radius
    if seat == 0:
        return Rect(cards.right, field.y, max(0.0, ground.x - off - cards.right), field.h)
    return Rect(ground.right + off, field.y, max(0.0, cards.x - ground.right - off), field.h)


def _draw_surf(look: Look, layout: Layout, lane: Rect, seat: int) -> None:
    """Streaks of foam that drift to the coast, come up and fade."""
    wide, high = (size * layout.scale for size in STREAK)
    reach = min(lane.w - wide, 30 * layout.scale)
    if reach <= 0:
        return
    for number in range(STREAKS):
        share = (look.now / SURF + number * 0.618) % 1.0
        off = wide / 2 + (1 - share) * reach
        x = lane.right - off if seat == 0 else lane.x + off
        y = lane.y + lane.h * ((number + 0.5 + 0.3 * math.sin(5 * number)) / STREAKS)
        with look.canvas.faded(0.75 * math.sin(math.pi * share)):
            look.canvas.picture(f"{PICTURES}surf-{seat}.svg", Rect.around(x, y, wide, high))


def _draw_gull(look: Look, lane: Rect, seat: int, scale: float) -> None:
    """A gull that glides northwards in the west, southwards in the east, and beats its wings now and then."""
    wide, high = (size * scale for size in GULL)
    share = (look.now / GLIDES + 0.4 * seat) % 1.0
    run = lane.h + 4 * high
    y = lane.y - 2 * high + run * (share if seat else 1 - share)
    sway = max(0.0, lane.w - wide) / 2 * 0.7
    x = lane.cx + sway * math.sin(look.now * 0.7 + 2 * seat)
    beat = BEATS[int(look.now * 5) % len(BEATS)] if look.now % 7 < 1.6 else 1
    look.canvas.picture(f"{PICTURES}bird-{beat}.svg", Rect.around(x, y, wide, high))
