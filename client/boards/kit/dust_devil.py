"""Dust devil: a column of dust that wanders over dry land."""

from __future__ import annotations

import math
from typing import Final

from client.ui.animation import mix
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Ink

CROSSING_SECONDS: Final = 70.0
"""Seconds that a dust devil takes from south to north."""
LARGEST: Final = 70.0
"""Most units across a dust devil."""
RINGS: Final = 8
"""Number of rings of dust, one above the other."""


def draw_dust_devil(canvas: Canvas, strip: Rect, now: float, ink: Ink) -> None:
    """Draw a dust devil on its way up the middle of a strip, `now` in seconds: it sways, wider at the top."""
    wide = min(LARGEST, strip.w)
    y = mix(strip.bottom + 2 * LARGEST, strip.y - LARGEST, now / CROSSING_SECONDS % 1.0)
    for level in range(RINGS):
        share = level / (RINGS - 1)
        sway = math.sin(now * 1.7 + level * 0.8) * wide * 0.18 * (0.3 + share)
        across = wide * (0.16 + 0.72 * share)
        ring = Rect.around(strip.cx + sway, y - level * wide * 0.26, across, across * 0.55)
        canvas.glow(ring, ink, 0.5 - 0.28 * share)
