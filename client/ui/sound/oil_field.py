"""Sounds of an oil field: dice in a tray, derricks of steel, lorries and what they carry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from client.ui.sound.waves import SAMPLE_RATE, Wave, band, clock, fall, level, noise, tone


def die(pitch: float) -> Wave:
    """A die strikes a wooden tray: one hard click, and the tray's dull answer."""
    t = clock(0.16)
    click = band(noise(0.16, 101), 1900 * pitch, 7500) * fall(t, 0.0004, 0.007)
    bone = tone(t, 1560 * pitch, (1.0, 0.0, 0.3)) * fall(t, 0.0005, 0.012)
    tray = tone(t, 215 * pitch, (1.0, 0.4)) * fall(t, 0.001, 0.032)
    return level(click / (np.abs(click).max() or 1) * 0.8 + bone * 0.5 + tray * 0.6, 0.42)


def derrick(pitch: float) -> Wave:
    """Steel is set on a steel plate and bolted down: a clang out of tune, two blows after it."""
    t = clock(0.7)
    out = np.zeros_like(t)
    for start, gain, long in ((0.0, 1.0, 0.16), (0.11, 0.45, 0.05), (0.2, 0.55, 0.06)):
        local = np.maximum(t - start, 0)
        for part, share in ((1.0, 1.0), (1.71, 0.7), (2.43, 0.5), (3.87, 0.4), (5.26, 0.25)):
            out += (
                gain
                * share
                * tone(local, 342 * part * pitch)
                * fall(local, 0.0008, long / part**0.5)
                * (t >= start)
            )
    thud = np.sin(2 * np.pi * 88 * pitch * t) * fall(t, 0.002, 0.07)
    return level(np.asarray(out * 0.3 + thud, dtype=np.float32), 0.4)


def engine(pitch: float) -> Wave:
    """A lorry drives off, runs and comes to rest: slow strokes that come faster, and tyres in the sand."""
    long = 1.25
    t = clock(long)
    share = t / long
    strokes = np.cumsum(30 * pitch * (0.75 + 0.5 * np.sin(np.pi * np.clip(share, 0, 1)) ** 0.7)) / SAMPLE_RATE
    phase = 2 * np.pi * strokes
    motor = sum(np.sin(n * phase + 0.7 * n * n) / n**0.8 for n in range(1, 9))
    motor = np.asarray(motor * (0.65 + 0.35 * np.sin(phase / 2)), dtype=np.float32)
    sand = band(noise(long, 103), 500, 2600) * (0.5 + 0.5 * band(noise(long, 104), 2, 14) / 0.03).clip(0.2, 1)
    swell = np.minimum(1, t / 0.09) * np.minimum(1, (long - t) / 0.45) ** 1.3
    parts = band(motor, 40, 420), sand / (np.abs(sand).max() or 1)
    return level(
        np.asarray((parts[0] / (np.abs(parts[0]).max() or 1) + 0.22 * parts[1]) * swell, dtype=np.float32),
        0.32,
    )


def hoist(pitch: float) -> Wave:
    """A small crane lifts: the pawl of its winch, tooth by tooth and higher."""
    t = clock(0.42)
    out = np.zeros_like(t)
    for tooth in range(9):
        start = 0.012 + 0.04 * tooth
        local = np.maximum(t - start, 0)
        hertz = 1250 * pitch * 1.035**tooth
        out += (
            (tone(local, hertz) + 0.5 * tone(local, 2.3 * hertz)) * fall(local, 0.0005, 0.008) * (t >= start)
        )
    motor = tone(t, 178 * pitch, (1.0, 0.5, 0.35, 0.2)) * np.sin(np.pi * np.clip(t / 0.42, 0, 1)) ** 0.6
    return level(np.asarray(out + 0.28 * motor, dtype=np.float32), 0.26)


def cube(pitch: float) -> Wave:
    """A heavy cube is set down on planks: a full low tock."""
    t = clock(0.26)
    body = np.sin(2 * np.pi * 138 * pitch * (t - 0.5 * t**2)) * fall(t, 0.0015, 0.05)
    plank = tone(t, 415 * pitch, (1.0, 0.0, 0.25)) * fall(t, 0.001, 0.024)
    slap = band(noise(0.26, 107), 350, 1900 * pitch) * fall(t, 0.001, 0.014)
    return level(
        np.asarray(body + 0.5 * plank + slap / (np.abs(slap).max() or 1) * 0.4, dtype=np.float32), 0.44
    )


def dice(pitch: float) -> Wave:
    """Two dice strike a wooden tray and each other."""
    t = clock(0.2)
    out = np.zeros_like(t)
    for start, hertz, gain in ((0.0, 1560, 1.0), (0.028, 1930, 0.8), (0.05, 2420, 0.45)):
        local = np.maximum(t - start, 0)
        click = band(noise(0.2, 109 + int(start * 1000)), 1900 * pitch, 7500)
        bone = tone(local, hertz * pitch, (1.0, 0.0, 0.3))
        hit = click / (np.abs(click).max() or 1) * fall(local, 0.0004, 0.007) + 0.6 * bone * fall(
            local, 0.0005, 0.011
        )
        out += gain * hit * (t >= start)
    tray = tone(t, 215 * pitch, (1.0, 0.4)) * fall(t, 0.001, 0.032)
    return level(np.asarray(out + 0.6 * tray, dtype=np.float32), 0.42)


def shake(pitch: float) -> Wave:
    """A die is taken up and shaken in a hollow hand."""
    t = clock(0.34)
    out = np.zeros_like(t)
    for start, hertz in ((0.03, 1010), (0.1, 1240), (0.16, 940), (0.22, 1180), (0.27, 1060)):
        local = np.maximum(t - start, 0)
        knock = tone(local, hertz * pitch) * fall(local, 0.0006, 0.011)
        out += (knock + 0.6 * tone(local, 330 * pitch) * fall(local, 0.001, 0.02)) * (t >= start)
    return level(out, 0.28)


def clank(pitch: float) -> Wave:
    """Steel strikes steel that stands there already: it does not ring."""
    t = clock(0.3)
    out = np.zeros_like(t)
    for start, gain in ((0.0, 1.0), (0.085, 0.5)):
        local = np.maximum(t - start, 0)
        for part in (1.0, 1.58, 2.24, 3.9):
            out += gain / part * tone(local, 262 * part * pitch) * fall(local, 0.0008, 0.03) * (t >= start)
    return level(out, 0.34)


def unbolt(pitch: float) -> Wave:
    """A ratchet is turned back, tooth by tooth, and the steel comes free with a low clang."""
    t = clock(0.5)
    out = np.zeros_like(t)
    for tooth in range(6):
        local = np.maximum(t - 0.045 * tooth, 0)
        hertz = 1420 * pitch * 0.955**tooth
        out += 0.6 * tone(local, hertz, (1.0, 0.4)) * fall(local, 0.0005, 0.009) * (t >= 0.045 * tooth)
    local = np.maximum(t - 0.29, 0)
    for part, gain in ((1.0, 1.0), (1.71, 0.6), (2.43, 0.4)):
        out += gain * tone(local, 228 * part * pitch) * fall(local, 0.001, 0.07 / part**0.5) * (t >= 0.29)
    return level(out, 0.32)


def brake(pitch: float) -> Wave:
    """A lorry has stopped for good: its air brake hisses off."""
    t = clock(0.55)
    hiss = band(noise(0.55, 113), 1700 * pitch, 6500) * fall(t, 0.015, 0.13)
    clunk = tone(t, 118 * pitch, (1.0, 0.5)) * fall(t, 0.002, 0.04)
    return level(hiss / (np.abs(hiss).max() or 1) * 0.7 + clunk, 0.26)


def depot(pitch: float) -> Wave:
    """A cube slides onto others in a store and knocks against them."""
    t = clock(0.42)
    slide = band(noise(0.42, 115), 300, 1500 * pitch) * np.sin(np.pi * np.clip(t / 0.2, 0, 1)) ** 2
    out = 0.35 * slide / (np.abs(slide).max() or 1)
    for start, hertz in ((0.17, 196), (0.23, 262)):
        local = np.maximum(t - start, 0)
        out = out + tone(local, hertz * pitch, (1.0, 0.5, 0.2)) * fall(local, 0.001, 0.045) * (t >= start)
    return level(np.asarray(out, dtype=np.float32), 0.4)


OIL_FIELD_SOUNDS: Final[dict[str, Callable[[float], Wave]]] = {
    "die": die,
    "derrick": derrick,
    "engine": engine,
    "hoist": hoist,
    "cube": cube,
    "dice": dice,
    "shake": shake,
    "clank": clank,
    "unbolt": unbolt,
    "brake": brake,
    "depot": depot,
}
"""Sounds by name; `synthesis` has them among all others."""
