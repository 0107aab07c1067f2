"""Motion as a function of time: nothing here keeps state or reads a clock.

Times are seconds on the app's clock, as passed to `Screen.update` and `draw`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import msgspec

from client.ui.geometry import Point, Rect

Easing = Callable[[float], float]

HOVER_SECONDS = 0.120
"""Seconds a thing takes to answer the pointer."""

TRAVEL_SECONDS = 0.380
"""Seconds a card takes from the supply to its place."""

LANDING_SECONDS = 0.090
"""Seconds of the squash when a card lands."""

CHAIN_INTERVAL = 0.140
"""Seconds between the links of a chain."""

GESTURE_SECONDS = 2.0
"""Seconds of the gesture that shows a win."""

BREATH_SECONDS = 2.6
"""Seconds of one soft breath of a highlighted place."""


def progress(now: float, start: float, duration: float) -> float:
    """Share of its duration that something begun at `start` has passed: 0 before, 1 after."""
    if duration <= 0:
        return 1.0 if now >= start else 0.0
    return min(1.0, max(0.0, (now - start) / duration))


def linear(t: float) -> float:
    return t


def ease_out(t: float) -> float:
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


def overshoot(t: float) -> float:
    """Easing that goes a little too far and comes back."""
    back = 1.4
    return 1 + (back + 1) * (t - 1) ** 3 + back * (t - 1) ** 2


def mix(a: float, b: float, t: float) -> float:
    return a + (b - a) * t


def mix_points(a: Point, b: Point, t: float) -> Point:
    return (mix(a[0], b[0], t), mix(a[1], b[1], t))


def arc(a: Point, b: Point, t: float, height: float) -> Point:
    """Point on a curve from a to b that rises by `height` units in the middle."""
    x, y = mix_points(a, b, t)
    return (x, y - height * 4 * t * (1 - t))


def breath(now: float, phase: float = 0.0, period: float = BREATH_SECONDS) -> float:
    """Slow wave 0 … 1 … 0 for highlighted places; never a blink."""
    return 0.5 - 0.5 * math.cos(2 * math.pi * (now / period + phase))


def polyline_start(points: list[Point], t: float) -> list[Point]:
    """First part of a polyline, t of its length: for lines that draw themselves."""
    if t >= 1 or len(points) < 2:
        return points
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    left = sum(lengths) * max(0.0, t)
    drawn = [points[0]]
    for a, b, length in zip(points, points[1:], lengths, strict=False):
        if left <= length:
            drawn.append(mix_points(a, b, left / length if length else 0.0))
            return drawn
        drawn.append(b)
        left -= length
    return drawn


class Tween(msgspec.Struct, frozen=True):
    """Movement in time: from `start`, lasting `duration` seconds, shaped by an easing."""

    start: float
    duration: float
    ease: Easing = ease_in_out

    @property
    def end(self) -> float:
        return self.start + self.duration

    def value_at(self, now: float) -> float:
        """Eased progress 0 … 1 (may overshoot)."""
        return self.ease(progress(now, self.start, self.duration))

    def done(self, now: float) -> bool:
        return now >= self.end

    def value(self, now: float, a: float, b: float) -> float:
        return mix(a, b, self.value_at(now))

    def rect(self, now: float, a: Rect, b: Rect) -> Rect:
        return a.towards(b, self.value_at(now))

    def point(self, now: float, a: Point, b: Point) -> Point:
        return mix_points(a, b, self.value_at(now))


class Motion(msgspec.Struct, frozen=True):
    """Amount of motion that the player wants.

    `speed` multiplies (2 = twice as fast); `reduced` turns travel into fades.
    """

    speed: float = 1.0
    reduced: bool = False

    def seconds(self, duration: float) -> float:
        """Seconds that something of this duration takes for this player."""
        return duration / self.speed if self.speed > 0 else 0.0

    def tween(self, now: float, duration: float, ease: Easing = ease_in_out) -> Tween:
        """Tween that begins now and lasts as long as this player wants."""
        return Tween(now, self.seconds(duration), ease)

    def travel(self, tween: Tween, now: float, a: Rect, b: Rect) -> tuple[Rect, float]:
        """Rectangle and opacity 0 … 1: moves from a to b, or with reduced motion fades in at b."""
        if self.reduced:
            return b, progress(now, tween.start, tween.duration)
        return tween.rect(now, a, b), 1.0
