"""Small signs over the ground of Down Under: gains, barriers, splashes."""

from __future__ import annotations

import math
from typing import Final

from client.boards.down_under.road_style import own, seat_of
from client.boards.kit.paper import stamp
from client.ui.anim import ease_out, mix
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol

GAIN: Final = 46.0
"""Units high: how much longer a path would get."""
DROPS: Final = 11
STEPS: Final = 10
"""In so many sizes a wave on water is drawn."""


def draw_gain(canvas: Canvas, spot: Point, style: int, text: str, room: Rect) -> None:
    """What would become of a path, in its colour: "+3"; as near to its spot as it is whole in `room`."""
    road, seat = own(canvas, style), seat_of(style)
    wide = canvas.measure(text, "body", size=30, face="display")[0] + GAIN + 16
    inside = room.inset(wide / 2 + 8, GAIN / 2 + 8)
    x = min(max(spot[0], inside.left), inside.right)
    y = min(max(spot[1], inside.top), inside.bottom)
    rect = Rect.around(x, y, wide, GAIN)
    canvas.shadow(rect, GAIN / 2, 8)
    canvas.rounded(rect, GAIN / 2, road.ground, "down_under.bone", 3)
    badge, number = rect.cut_left(GAIN, 0)
    if seat is not None:
        seat_symbol(canvas, seat, badge.scaled(0.5), road.symbol)
    canvas.text(text, number.cut_right(12)[1], "body", road.symbol, size=30, face="display", fit="free")


def draw_barrier(canvas: Canvas, spot: Point, side: float, style: int) -> None:
    """Here a path cannot go on: a barrier across its end; `side` is that of a cell."""
    road = own(canvas, style)
    radius = side * 0.17
    canvas.circle(spot, radius, "down_under.bone", road.kerb, radius * 0.2)
    canvas.rounded(Rect.around(*spot, radius * 1.15, radius * 0.4), radius * 0.1, road.kerb)


def draw_splash(canvas: Canvas, rect: Rect, share: float) -> None:
    """Water that splashes where a billabong has come down, 0 … 1 of its time."""
    if not 0 < share < 1:
        return
    for late in (0.0, 0.28):
        age = (share - late) / (1 - late)
        if 0 < age < 1:
            _wave(canvas, rect, age)
    with canvas.faded(1 - share**2):
        for index in range(DROPS):
            turn = 2 * math.pi * (index + 0.3 * (index % 2)) / DROPS
            far = rect.w * (0.12 + 0.42 * ease_out(share) * (0.7 + 0.3 * (index % 3) / 2))
            up = rect.w * 0.55 * 4 * share * (1 - share) * (0.6 + 0.2 * (index % 3))
            spot = (rect.cx + far * math.cos(turn), rect.cy + far * math.sin(turn) * 0.7 - up)
            canvas.circle(spot, rect.w * 0.032 * (1 + index % 2), "down_under.water_light")


def _wave(canvas: Canvas, rect: Rect, age: float) -> None:
    """A ring on the water that becomes wider and fainter."""
    step = round(age * STEPS)
    reach = rect.w * mix(0.3, 1.0, ease_out(step / STEPS))
    box = Rect.around(rect.cx, rect.cy, reach)
    with canvas.faded(1 - age):
        stamp(
            canvas,
            ("down_under.wave", step),
            box,
            2.0,
            lambda c, r: c.ring(r, r.w / 2, "down_under.water_light", width=4, soft=3),
        )
