"""What stands about in the desert around the field: rocks, tufts of grass, palms, a tank, camels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from client.ui.canvas import Canvas
from client.ui.geometry import Rect

_THINGS: Final = (
    *(("palm", 88.0),) * 2,
    ("tank", 70.0),
    *(("palm", 74.0),) * 2,
    *(("camel", 60.0),) * 3,
    *(("rocks", 44.0),) * 5,
    *(("scrub", 34.0),) * 12,
)
"""What there is, and how large in units; what is large has the first choice."""
_TRIES: Final = 40
"""How often a place is looked for."""
_ROOM: Final = 5.0
"""Units that things keep off the field and the edge."""


def draw_litter(canvas: Canvas, rect: Rect, taken: Sequence[Rect]) -> None:
    """Things here and there in the rectangle, always the same ones, but nowhere on what is `taken`."""
    for name, spot in sorted(_litter(rect, taken), key=lambda thing: thing[1].bottom):
        canvas.picture(f"tiles/ghawar/{name}.svg", spot)


def _litter(rect: Rect, taken: Sequence[Rect]) -> Iterator[tuple[str, Rect]]:
    rng = np.random.default_rng(1948)
    free, full = rect.inset(_ROOM), [other.grown(_ROOM) for other in taken]
    for name, wide in _THINGS:
        for across, down in rng.random((_TRIES, 2)).tolist():
            spot = Rect(free.x + across * (free.w - wide), free.y + down * (free.h - wide), wide, wide)
            if not any(spot.overlaps(other) for other in full):
                full.append(spot)
                yield name, spot
                break
