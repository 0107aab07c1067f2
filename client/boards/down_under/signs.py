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

FIGURES: Final = 0.65
"""Size of the figures on a pill, as a share of its height."""
DROPS: Final = 11
STEPS: Final = 10
"""In so many sizes a wave on water is drawn."""


def draw_gain(canvas: Canvas, rect: Rect, style: int, text: str) -> None:
    """What would become of a path, in its colour, on a pill: "+3"."""
    road, seat, high = own(canvas, style), seat_of(style), rect.h
    canvas.shadow(rect, high / 2, high * 0.17)
    canvas.rounded(rect, high / 2, road.ground, "down_under.bone", high * 0.065)
    badge, number = rect.cut_left(high, 0)
    if seat is not None:
        seat_symbol(canvas, seat, badge.scaled(0.5), road.symbol)
    room = number.cut_right(high * 0.26)[1]
    size = high * FIGURES
    canvas.text(text, room, "body", road.symbol, align="centre", size=size, face="display", fit="free")


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
