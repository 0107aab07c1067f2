"""Sounds of a table where people play: cards, stones, brass and felt, and the chord that ends a chain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from client.ui.sound.waves import Wave, band, clock, fall, level, noise, tone


def _full(wave: Wave) -> Wave:
    """Wave at full loudness, so that factors alone decide in a mixture."""
    return np.asarray(wave / (np.abs(wave).max() or 1), dtype=np.float32)


def chord(pitch: float) -> Wave:
    """The end of a chain: a major triad on soft bells, plucked upwards, that rings on."""
    t = clock(1.3)
    out = np.zeros_like(t)
    for start, hertz in ((0.0, 261.6), (0.022, 329.6), (0.044, 392.0), (0.066, 523.3)):
        local = np.maximum(t - start, 0)
        bell = tone(local, hertz * pitch, (1.0, 0.35, 0.12)) * fall(local, 0.004, 0.34)
        out += bell * (t >= start)
    return level(out, 0.24)


def bar(pitch: float) -> Wave:
    """A wooden bar struck with a soft mallet: one more stretch of a path."""
    t = clock(0.3)
    wood = tone(t, 523.3 * pitch) * fall(t, 0.0015, 0.075)
    return level(wood + 0.3 * tone(t, 3.93 * 523.3 * pitch) * fall(t, 0.001, 0.014), 0.2)


def brush(pitch: float) -> Wave:
    """A hand strokes over felt: nothing is done."""
    t = clock(0.36)
    felt = band(noise(0.36, 201), 260 * pitch, 1300 * pitch) * np.sin(np.pi * t / 0.36) ** 1.4
    return level(felt * (1 - 0.5 * t / 0.36), 0.2)


def fold(pitch: float) -> Wave:
    """A map is folded up: two creases, then a palm upon it."""
    t = clock(0.5)
    out = np.zeros_like(t)
    for start, gain in ((0.0, 0.5), (0.14, 0.7)):
        local = np.maximum(t - start, 0)
        crease = band(noise(0.5, 203 + int(start * 100)), 1800 * pitch, 7000)
        out += gain * _full(crease) * fall(local, 0.02, 0.035) * (t >= start)
    local = np.maximum(t - 0.3, 0)
    palm = tone(local, 112 * pitch) * fall(local, 0.002, 0.05) * (t >= 0.3)
    return level(out + palm, 0.34)


def deal(pitch: float) -> Wave:
    """A card is flicked off the pack."""
    t = clock(0.14)
    snap = _full(band(noise(0.14, 207), 2300 * pitch, 8500)) * fall(t, 0.0006, 0.009)
    glide = _full(band(noise(0.14, 208), 900 * pitch, 3600)) * fall(t, 0.012, 0.034)
    return level(snap + 0.5 * glide, 0.2)


def card_turn(pitch: float) -> Wave:
    """A card is bent up and snaps over onto its face."""
    t = clock(0.24)
    rub = _full(band(noise(0.24, 211), 2000 * pitch, 6000)) * np.sin(np.pi * np.clip(t / 0.12, 0, 1)) ** 2
    local = np.maximum(t - 0.13, 0)
    slap = _full(band(noise(0.24, 212), 600 * pitch, 4200)) * fall(local, 0.0006, 0.014) * (t >= 0.13)
    body = tone(local, 196 * pitch) * fall(local, 0.001, 0.024) * (t >= 0.13)
    return level(0.4 * rub + slap + 0.5 * body, 0.34)


def unfold(pitch: float) -> Wave:
    """Stiff old paper is opened: it crackles, and is smoothed flat."""
    t = clock(0.55)
    dots = np.random.default_rng(215).random(len(t)) > 0.996
    crackle = band(np.asarray(noise(0.55, 216) * dots, dtype=np.float32), 1200 * pitch, 7500)
    smooth = band(noise(0.55, 217), 900 * pitch, 3200) * np.sin(np.pi * np.clip((t - 0.25) / 0.3, 0, 1)) ** 2
    return level(_full(crackle) * np.minimum(1, t / 0.05) * fall(t, 0.01, 0.25) + 0.35 * _full(smooth), 0.26)


def splitter(pitch: float) -> Wave:
    """A brass ruler is set down on its edge and sings."""
    t = clock(0.6)
    out = np.zeros_like(t)
    for part, gain, decay in ((1.0, 0.5, 0.2), (2.76, 1.0, 0.13), (5.4, 0.5, 0.05)):
        out += gain * tone(t, 392 * part * pitch) * fall(t, 0.0008, decay)
    return level(out, 0.26)


def pat(pitch: float) -> Wave:
    """Something is pushed across and patted twice: yours."""
    t = clock(0.34)
    out = np.zeros_like(t)
    for start, gain in ((0.0, 0.8), (0.13, 1.0)):
        local = np.maximum(t - start, 0)
        palm = tone(local, 168 * pitch) + 0.5 * _full(band(noise(0.34, 221), 300, 1800 * pitch))
        out += gain * palm * fall(local, 0.003, 0.03) * (t >= start)
    return level(out, 0.32)


def stone(pitch: float) -> Wave:
    """Two stones knock against each other, and the second comes to lie."""
    t = clock(0.32)
    out = np.zeros_like(t)
    for start, hertz, gain in ((0.0, 1480, 1.0), (0.07, 1190, 0.7), (0.12, 1230, 0.3)):
        local = np.maximum(t - start, 0)
        knock = tone(local, hertz * pitch) + 0.7 * tone(local, 1.63 * hertz * pitch)
        out += gain * knock * fall(local, 0.0005, 0.012) * (t >= start)
    ground = tone(t, 142 * pitch) * fall(t, 0.002, 0.05)
    return level(out + 0.8 * ground, 0.4)


def basin(pitch: float) -> Wave:
    """A wide bowl is struck: what runs in here does not run out again."""
    t = clock(1.1)
    out = np.zeros_like(t)
    for part, gain, decay in ((1.0, 1.0, 0.4), (1.008, 0.8, 0.4), (2.71, 0.4, 0.2), (5.1, 0.15, 0.06)):
        out += gain * tone(t, 174.6 * part * pitch) * fall(t, 0.006, decay)
    return level(out, 0.34)


def omen(pitch: float) -> Wave:
    """A gong far away: the land is about to change."""
    t = clock(1.6)
    out = np.zeros_like(t)
    for part, gain, rise, decay in ((1.0, 1.0, 0.02, 0.5), (1.48, 0.6, 0.09, 0.45), (2.31, 0.4, 0.16, 0.35)):
        out += gain * tone(t, 98 * part * pitch) * fall(t, rise, decay)
    return level(out, 0.36)


TABLETOP_SOUNDS: Final[dict[str, Callable[[float], Wave]]] = {
    "chord": chord,
    "bar": bar,
    "brush": brush,
    "fold": fold,
    "deal": deal,
    "card_turn": card_turn,
    "unfold": unfold,
    "splitter": splitter,
    "pat": pat,
    "stone": stone,
    "basin": basin,
    "omen": omen,
}
"""Sounds by name; `synthesis` has them among all others."""
