"""Lights of Ghawar: flares of burning gas, and highlighted places on the road."""

from __future__ import annotations

import math
from typing import Final

from client.boards.kit.paper import stamp
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect

FLAME_PICTURES: Final = 24
"""Number of pictures of a flame, which follow one another in a loop."""
FLICKER_SECONDS: Final = 1.7
"""Seconds of that loop."""
_STRENGTHS: Final = 8
"""Number of strengths in which light on a place is drawn."""
FAINT_OPACITY: Final = 0.5
"""Opacity of places that only another truck reaches, 0 … 1."""


def draw_flame(canvas: Canvas, rect: Rect, now: float | None = None, *, seed: int = 0) -> None:
    """Draw the flame over the stack in a rectangle, with its light, at the time `now`; None: it is still."""
    side = rect.fit(1.0)
    share = 0.0 if now is None else (now / FLICKER_SECONDS + 0.37 * seed) % 1.0
    light = 0.86 + 0.14 * math.sin(2 * math.pi * share * 3)
    canvas.glow(
        Rect.around(side.cx + 0.05 * side.w, side.y + 0.22 * side.h, side.w * 2.4),
        "ghawar.flare",
        0.55 * light,
    )
    step = int(share * FLAME_PICTURES) % FLAME_PICTURES
    key = ("ghawar.flame", step)
    stamp(canvas, key, side, 0.25 * side.w, lambda c, here: _paint_flame(c, here, step / FLAME_PICTURES))


def draw_place(canvas: Canvas, rect: Rect, breath: float, *, faint: bool = False) -> None:
    """Draw a highlighted place: light in a frame, `breath` (0 … 1) its strength; `faint` for another truck.

    It is drawn as one cached picture, since there may be many.
    """
    step, area = round(breath * _STRENGTHS), Rect(0, 0, rect.w, rect.h).inset(2)
    share, radius = step / _STRENGTHS, min(rect.w, rect.h) * 0.22

    def paint(inner: Canvas) -> None:
        tone = inner.colour("ghawar.bone")[:3]
        with inner.faded(FAINT_OPACITY if faint else 1.0):
            inner.rounded(area, radius, (*tone, round(40 + 60 * share)))
            inner.ring(area, radius, (*tone, round(150 + 105 * share)), 3.0, 6.0)

    with canvas.shifted(rect.x, rect.y):
        canvas.layer(("ghawar.lit", faint, step), area.grown(8), paint)


def draw_glow(canvas: Canvas, rect: Rect, breath: float, *, ink: str = "bone", strong: bool = False) -> None:
    """Draw a frame of light around a rectangle; `breath` (0 … 1) is its strength."""
    share = round(min(1.0, max(0.0, breath)) * _STRENGTHS) / _STRENGTHS
    tone = canvas.colour(f"ghawar.{ink}")
    light = (*tone[:3], round((190 if strong else 130) + 65 * share))
    canvas.ring(rect.grown(3), min(rect.w, rect.h) * 0.14, light, 6.0 if strong else 4.0, 9.0)


# --- inside -------------------------------------------------------------------------------------


def _paint_flame(canvas: Canvas, rect: Rect, share: float) -> None:
    """Paint a flame of three sheets, bent by the wind, after a share (0 … 1) of the loop."""
    for size, ink in ((1.0, "flame_deep"), (0.68, "flame"), (0.38, "flame_light")):
        points = [(rect.x + x * rect.w, rect.y + y * rect.w) for x, y in _flame(size, 2 * math.pi * share)]
        canvas.polygon(points, f"ghawar.{ink}")


def _flame(size: float, angle: float) -> list[Point]:
    """Outline of a flame, in sides of its stack; `angle` is the phase in radians."""
    high = 0.44 * size * (1 + 0.1 * math.sin(2 * angle + 2 * size))

    def edge(side: int, up: float) -> Point:
        wide = 0.15 * size * math.sin(math.pi * min(1.0, 0.22 + up * 0.78)) ** 0.8 * (1 - 0.35 * up)
        lean = 0.11 * up * up
        sway = lean + 0.035 * up * math.sin(angle + 5 * up) + 0.018 * up * math.sin(3 * angle - 7 * up)
        return 0.5 + sway + side * wide, 0.34 - high * up

    rise = [step / 12 for step in range(13)]
    return [edge(-1, up) for up in rise] + [edge(1, up) for up in reversed(rise)]
