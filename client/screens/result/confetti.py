"""Confetti of cut paper, which falls slowly through the lamplight for the winner."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

import msgspec

from client.ui.canvas import Canvas
from client.ui.geometry import Rect

SCRAP_COUNT: Final = 64
NEAR_SCRAPS: Final = 6
"""Scraps that fall in front of everything else."""
FALL_SECONDS: Final = 13.0
"""Seconds a scrap takes from above the window to below it, at least."""
SWING_CYCLE: Final = 4 * math.pi
"""Radians of swing after which a scrap looks as before: it turns half as fast as it swings."""
ATTITUDE_COUNT: Final = 56
"""Number of poses in which a scrap is painted; each is painted once."""
SCRAP_SIZES: Final = ((8.0, 0.7), (11.0, 0.45), (13.0, 0.6))
NEAR_SCRAP_SIZES: Final = ((17.0, 0.5), (20.0, 0.7))
FALL_COUNT: Final = 2
"""Times that each scrap falls before the confetti are over."""


class Scrap(msgspec.Struct, frozen=True):
    """Scrap of confetti: its whole course is fixed when it is made."""

    at: float
    """Place across the window at which it falls, 0 … 1."""
    begin: float
    seconds: float
    size: float
    slim: float
    sway: float
    flutter: float
    phase: float
    ink: str


def make_scraps(inks: Sequence[str], seed: int = 3) -> tuple[Scrap, ...]:
    """Scraps in these colours (names of the theme), the nearest and largest last."""
    rng = random.Random(seed)
    scraps = []
    for index in range(SCRAP_COUNT):
        near = index >= SCRAP_COUNT - NEAR_SCRAPS
        size, slim = rng.choice(NEAR_SCRAP_SIZES if near else SCRAP_SIZES)
        scraps.append(
            Scrap(
                at=rng.random(),
                begin=rng.uniform(0.0, 9.0) if index % 3 else rng.uniform(0.0, 1.5),
                seconds=FALL_SECONDS * rng.uniform(1.0, 1.5) * (0.8 if near else 1.0),
                size=size,
                slim=slim,
                sway=rng.uniform(16, 46),
                flutter=rng.uniform(1.6, 3.4),
                phase=rng.uniform(0, 2 * math.pi),
                ink=inks[0] if near else inks[index % len(inks)],
            )
        )
    return tuple(scraps)


def is_over(scraps: Sequence[Scrap], age: float) -> bool:
    """Whether all scraps have fallen."""
    return all(age > scrap.begin + FALL_COUNT * scrap.seconds for scrap in scraps)


def draw_confetti(canvas: Canvas, scraps: Sequence[Scrap], age: float) -> None:
    """Draw the scraps `age` seconds after the first began to fall."""
    for scrap in scraps:
        fallen = (age - scrap.begin) / scrap.seconds
        if 0 <= fallen < FALL_COUNT:
            _draw(canvas, scrap, fallen % 1.0, age)


def _draw(canvas: Canvas, scrap: Scrap, fallen: float, age: float) -> None:
    swing = scrap.phase + age * scrap.flutter
    x = scrap.at * canvas.area.w + scrap.sway * math.sin(swing * 0.6)
    y = -30 + (canvas.area.h + 60) * fallen + 5 * math.sin(swing)
    attitude = round(swing / SWING_CYCLE * ATTITUDE_COUNT) % ATTITUDE_COUNT
    box = Rect.around(0, 0, 2.6 * scrap.size)
    key = ("scrap", scrap.size, scrap.slim, scrap.ink, attitude)
    with canvas.shifted(x, y):
        canvas.layer(key, box, lambda c: _paint(c, scrap, attitude), smooth=2)


def _paint(canvas: Canvas, scrap: Scrap, attitude: int) -> None:
    """Paint a scrap in one of its poses: turned, and tilted away from the lamp."""
    swing = SWING_CYCLE * attitude / ATTITUDE_COUNT
    light, turn = math.cos(swing), swing / 2
    shade = canvas.colour(scrap.ink)[:3]
    # The side turned away from the lamp is darker, so that it looks like paper, not like a dot.
    level = 0.72 + 0.28 * light if light > 0 else 0.62 + 0.1 * light
    ink = (round(shade[0] * level), round(shade[1] * level), round(shade[2] * level))
    wide, high = scrap.size, scrap.size * scrap.slim * max(0.12, abs(light))
    cos, sin = math.cos(turn), math.sin(turn)
    corners = ((-wide, -high), (wide, -high * 0.8), (wide, high), (-wide * 0.9, high))
    canvas.polygon([(dx * cos - dy * sin, dx * sin + dy * cos) for dx, dy in corners], ink)
