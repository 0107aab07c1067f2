"""Synthesised sounds: paper, wood, water, brass. Pure functions, mono float waves at SAMPLE_RATE."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from client.ui.sound import oil_field, tabletop
from client.ui.sound.waves import SAMPLE_RATE, Wave, band, clock, fall, level, noise, tone

__all__ = ["SAMPLE_RATE", "SOUNDS", "Wave"]


def paper_slide(pitch: float) -> Wave:
    t = clock(0.30)
    swell = np.sin(np.pi * np.clip(t / 0.30, 0, 1)) ** 1.5
    return level(band(noise(0.30, 3), 1400 * pitch, 5200 * pitch) * swell, 0.22)


def paper_land(pitch: float) -> Wave:
    t = clock(0.20)
    slap = band(noise(0.20, 5), 500, 3800 * pitch) * fall(t, 0.001, 0.022)
    body = tone(t, 128 * pitch) * fall(t, 0.002, 0.045)
    return level(slap * 0.9 + body * 0.9, 0.5)


def wood(pitch: float) -> Wave:
    t = clock(0.14)
    knock = tone(t, 720 * pitch, (1.0, 0.0, 0.35)) * fall(t, 0.0008, 0.018)
    return level(knock + tone(t, 1190 * pitch) * fall(t, 0.0008, 0.009) * 0.6, 0.4)


def refuse(pitch: float) -> Wave:
    t = clock(0.24)
    low = tone(t, 148 * pitch, (1.0, 0.3)) * fall(t, 0.004, 0.05)
    late = np.where(t > 0.09, tone(t, 124 * pitch, (1.0, 0.3)), 0) * fall(
        np.maximum(t - 0.09, 0), 0.004, 0.06
    )
    return level(low + late, 0.34)


def water(pitch: float) -> Wave:
    t = clock(0.42)
    drop = np.zeros_like(t)
    for start, hertz in ((0.0, 520), (0.11, 780), (0.19, 640)):
        local = np.maximum(t - start, 0)
        sweep = hertz * pitch * (local + 0.9 * local**2 * 4)
        drop += np.sin(2 * np.pi * sweep) * fall(local, 0.004, 0.045) * (t >= start)
    return level(np.asarray(drop, dtype=np.float32), 0.3)


def brass(pitch: float) -> Wave:
    """The phrase of a win: a rising fourth, a third, held and falling away in about two seconds."""
    t = clock(2.1)
    out = np.zeros_like(t)
    for start, length, hertz in ((0, 0.3, 293.7), (0.22, 0.3, 392.0), (0.44, 1.6, 493.9), (0.44, 1.6, 392.0)):
        local = np.maximum(t - start, 0)
        swell = np.minimum(1, local / 0.05) * np.exp(-np.maximum(local - length * 0.4, 0) / (length * 0.38))
        bright = np.minimum(1, local / 0.09)
        wave = sum(
            np.sin(2 * np.pi * hertz * pitch * n * local) / n * (bright if n > 1 else 1) for n in range(1, 7)
        )
        out += np.asarray(wave * swell * (t >= start), dtype=np.float32)
    return level(out, 0.42)


def move(pitch: float) -> Wave:
    t = clock(0.06)
    return level(band(noise(0.06, 9), 1800 * pitch, 6000) * fall(t, 0.001, 0.010), 0.13)


def accept(pitch: float) -> Wave:
    t = clock(0.16)
    first = tone(t, 523 * pitch, (1, 0.2)) * fall(t, 0.002, 0.04)
    return level(first + tone(t, 784 * pitch, (1, 0.2)) * fall(np.maximum(t - 0.035, 0), 0.002, 0.05), 0.22)


def back(pitch: float) -> Wave:
    t = clock(0.16)
    return level(tone(t, 392 * pitch, (1, 0.2)) * fall(t, 0.002, 0.05), 0.2)


def chime(pitch: float) -> Wave:
    """A track lighting up: one link of a chain."""
    t = clock(0.5)
    bell = tone(t, 660 * pitch) * fall(t, 0.003, 0.12)
    return level(bell + 0.4 * tone(t, 660 * 2.76 * pitch) * fall(t, 0.002, 0.05), 0.26)


def bag(pitch: float) -> Wave:
    """A hand among wooden tiles in a cloth bag."""
    t = clock(0.34)
    cloth = band(noise(0.34, 13), 700 * pitch, 2600 * pitch) * np.sin(np.pi * t / 0.34) ** 2 * 0.5
    tiles = np.zeros_like(t)
    for start, hertz in ((0.04, 930), (0.09, 1240), (0.13, 1050), (0.19, 1410), (0.24, 1130)):
        local = np.maximum(t - start, 0)
        tiles += tone(local, hertz * pitch, (1.0, 0.0, 0.4)) * fall(local, 0.0008, 0.011) * (t >= start)
    return level(cloth + tiles * 0.5, 0.26)


def flood(pitch: float) -> Wave:
    """A wave that comes nearer, breaks, and runs out gurgling."""
    t = clock(2.2)
    swell = np.minimum(1, (t / 0.7) ** 2) * np.exp(-np.maximum(t - 0.7, 0) / 0.55)
    roar = band(noise(2.2, 21), 90 * pitch, 900 * pitch) * swell
    foam = band(noise(2.2, 22), 1800 * pitch, 7000) * swell**2 * 0.8
    gurgle = np.zeros_like(t)
    for index in range(9):
        local = np.maximum(t - 0.75 - 0.13 * index, 0)
        hertz = (260 + 47 * (index * 5 % 7)) * pitch
        gurgle += np.sin(2 * np.pi * hertz * (local + 1.8 * local**2)) * fall(local, 0.01, 0.05) * (local > 0)
    return level(roar * 3 + foam + gurgle * 0.1, 0.46)


def quake(pitch: float) -> Wave:
    """The ground growls and trembles; stones fall."""
    t = clock(1.3)
    shake = 0.55 + 0.45 * np.sin(2 * np.pi * (13 - 4 * t) * t)
    growl = band(noise(1.3, 31), 24, 120 * pitch) * shake * fall(t, 0.08, 0.42)
    stones = np.zeros_like(t)
    for index in range(7):
        local = np.maximum(t - 0.16 - 0.11 * index - 0.03 * (index % 3), 0)
        rattle = tone(local, (310 + 70 * (index * 3 % 5)) * pitch, (1.0, 0.5, 0.3))
        stones += rattle * fall(local, 0.001, 0.018) * (local > 0)
    return level(growl / (np.abs(growl).max() or 1) + stones * 0.16, 0.5)


def volcano(pitch: float) -> Wave:
    """Pressure rises, the mountain bursts, and glowing stones hiss."""
    t = clock(2.0)
    rise = tone(t, 44 * pitch, (1.0, 0.6, 0.4)) * np.minimum(1, t / 0.45) * (t < 0.45)
    local = np.maximum(t - 0.45, 0)
    burst = band(noise(2.0, 41), 40, 1500 * pitch) * fall(local, 0.004, 0.3) * (t >= 0.45)
    thump = np.sin(2 * np.pi * 62 * pitch * (local - 0.9 * local**2)) * fall(local, 0.002, 0.16) * (t >= 0.45)
    hiss = band(noise(2.0, 42), 3200, 9000) * fall(local, 0.2, 0.45) * (t >= 0.45)
    return level(rise * 0.3 + burst * 1.6 + thump * 0.9 + hiss * 0.35, 0.5)


def inland_sea(pitch: float) -> Wave:
    """A wide slow surge over a low chord, as if the horizon rose."""
    t = clock(2.4)
    surge = np.sin(np.pi * t / 2.4) ** 2
    water = band(noise(2.4, 51), 120, 1400 * pitch) * surge
    chord = sum(tone(t, hertz * pitch, (1.0, 0.3, 0.12)) for hertz in (73.4, 110.0, 146.8, 185.0))
    beat = 0.8 + 0.2 * np.sin(2 * np.pi * 0.9 * t)
    return level(water / (np.abs(water).max() or 1) * 0.7 + chord * surge * beat * 0.22, 0.42)


def quiet_year(pitch: float) -> Wave:
    """A mild wind and two birds."""
    t = clock(1.8)
    wind = band(noise(1.8, 61), 250, 900) * np.sin(np.pi * t / 1.8) ** 2
    song = np.zeros_like(t)
    for start, hertz in ((0.25, 2350), (0.38, 2800), (0.52, 2500), (0.95, 3150), (1.07, 2750), (1.2, 3050)):
        local = np.maximum(t - start, 0)
        sweep = hertz * pitch * (local + 0.35 * np.sin(2 * np.pi * 9 * local) / 90)
        song += np.sin(2 * np.pi * sweep) * fall(local, 0.008, 0.04) * (t >= start)
    return level(wind / (np.abs(wind).max() or 1) * 0.5 + song * 0.35, 0.24)


def riffle(pitch: float) -> Wave:
    """A hand of cards run through by a thumb: quicker and quicker flicks."""
    t = clock(0.42)
    cards = np.zeros_like(t)
    hiss = band(noise(0.42, 71), 1500 * pitch, 7000)
    for index in range(11):
        start = 0.34 * (1 - (1 - index / 11) ** 1.6)
        local = np.maximum(t - start, 0)
        flick = hiss + 0.35 * tone(local, (820 + 40 * (index * 4 % 7)) * pitch)
        cards += flick * fall(local, 0.0006, 0.007) * (t >= start) * (0.6 + 0.04 * index)
    return level(cards, 0.3)


def clasp(pitch: float) -> Wave:
    """A wallet snaps shut: leather, then its brass clasp."""
    t = clock(0.3)
    leather = band(noise(0.3, 73), 110, 700 * pitch) * fall(t, 0.006, 0.035)
    local = np.maximum(t - 0.07, 0)
    snap = band(noise(0.3, 74), 2200 * pitch, 8000) * fall(local, 0.0005, 0.006)
    ring = tone(local, 1480 * pitch, (1.0, 0.0, 0.5)) * fall(local, 0.0008, 0.028)
    late = (snap / (np.abs(snap).max() or 1) + ring * 0.7) * (t >= 0.07)
    return level(leather / (np.abs(leather).max() or 1) * 0.8 + late, 0.4)


def tick(pitch: float) -> Wave:
    """One step of a brass marker on its track."""
    t = clock(0.12)
    bar = sum(
        gain * np.sin(2 * np.pi * hertz * pitch * t) * fall(t, 0.0006, decay)
        for hertz, gain, decay in ((1046, 1.0, 0.024), (2890, 0.45, 0.012), (5660, 0.2, 0.006))
    )
    return level(np.asarray(bar, dtype=np.float32), 0.24)


def coin(pitch: float) -> Wave:
    """A coin laid on others: two bright strokes, the second higher."""
    t = clock(0.46)
    out = np.zeros_like(t)
    for start, hertz, gain in ((0.0, 2093, 0.7), (0.075, 2794, 1.0)):
        local = np.maximum(t - start, 0)
        parts = tone(local, hertz * pitch) + 0.5 * tone(local, hertz * 1.51 * pitch)
        out += gain * parts * fall(local, 0.0006, 0.085) * (t >= start)
    return level(out, 0.22)


def seal(pitch: float) -> Wave:
    """A stamp pressed into warm wax: a dull thump, then it comes off with a small smack."""
    t = clock(0.34)
    thump = np.sin(2 * np.pi * 96 * pitch * (t - 0.8 * t**2)) * fall(t, 0.002, 0.055)
    desk = band(noise(0.34, 79), 150, 900 * pitch) * fall(t, 0.001, 0.03)
    local = np.maximum(t - 0.2, 0)
    smack = band(noise(0.34, 80), 700, 2600 * pitch) * fall(local, 0.004, 0.012) * (t >= 0.2)
    parts = (desk / (np.abs(desk).max() or 1) * 0.6, smack / (np.abs(smack).max() or 1) * 0.3)
    return level(np.asarray(thump + parts[0] + parts[1], dtype=np.float32), 0.5)


def appraisal(pitch: float) -> Wave:
    """A scoring is called: three struck bells, a fifth and an octave apart, that ring on together."""
    t = clock(1.5)
    out = np.zeros_like(t)
    for start, hertz in ((0.0, 523.3), (0.13, 784.0), (0.26, 1046.5)):
        local = np.maximum(t - start, 0)
        for part, gain, decay in ((1.0, 1.0, 0.42), (2.0, 0.35, 0.24), (2.74, 0.3, 0.12), (5.4, 0.12, 0.04)):
            out += gain * tone(local, hertz * part * pitch) * fall(local, 0.002, decay) * (t >= start)
    return level(out, 0.32)


def dry_earth(pitch: float) -> Wave:
    """A card laid on dry earth: a soft slap, and sand that trickles away under it."""
    t = clock(0.3)
    slap = band(noise(0.3, 91), 300 * pitch, 2200 * pitch) * fall(t, 0.001, 0.02)
    body = np.sin(2 * np.pi * 104 * pitch * (t - 0.7 * t**2)) * fall(t, 0.002, 0.04)
    trickle = noise(0.3, 92) * (np.random.default_rng(93).random(len(t)) > 0.97)
    sand = band(np.asarray(trickle, dtype=np.float32), 2600 * pitch, 8000) * fall(t, 0.03, 0.075)
    parts = (slap / (np.abs(slap).max() or 1) * 0.8, sand / (np.abs(sand).max() or 1) * 0.28)
    return level(np.asarray(body * 0.8 + parts[0] + parts[1], dtype=np.float32), 0.46)


def drone(pitch: float) -> Wave:
    """A long hollow branch is blown: a low growl whose colour opens and closes again."""
    t = clock(0.95)
    hertz, mouth = 65.4 * pitch, 420 + 780 * np.sin(np.pi * np.clip(t / 0.8, 0, 1)) ** 2
    turn = 2 * np.pi * hertz * t + 0.3 * np.sin(2 * np.pi * 5.5 * t)
    wave = np.zeros_like(t)
    for n in range(1, 19):
        gain = 0.9 / n**1.3 + 0.55 * np.exp(-(((n * hertz - mouth) / 170) ** 2))
        wave += np.asarray(gain * np.sin(n * turn + 0.4 * n * n), dtype=np.float32)
    breath = band(noise(0.95, 95), 300, 1500) * 0.12
    swell = np.minimum(1, t / 0.07) * np.minimum(1, (0.95 - t) / 0.4) ** 1.5
    growl = 0.8 + 0.2 * np.sin(2 * np.pi * 24 * t)
    return level(np.asarray((wave * growl + breath) * swell, dtype=np.float32), 0.4)


def splash(pitch: float) -> Wave:
    """Something falls into a pool: it breaks the water, drops come after, a bubble rises."""
    t = clock(0.75)
    plop = np.sin(2 * np.pi * 190 * pitch * (t + 2.6 * t**2)) * fall(t, 0.003, 0.05)
    spray = band(noise(0.75, 97), 900 * pitch, 6500) * fall(t, 0.012, 0.085)
    out = plop * 0.9 + spray / (np.abs(spray).max() or 1) * 0.55
    for start, hertz in ((0.16, 980), (0.25, 1420), (0.31, 1130), (0.43, 1690), (0.5, 620)):
        local = np.maximum(t - start, 0)
        sweep = hertz * pitch * (local + 2.2 * local**2)
        out += 0.26 * np.sin(2 * np.pi * sweep) * fall(local, 0.002, 0.03) * (t >= start)
    return level(np.asarray(out, dtype=np.float32), 0.36)


def flourish(pitch: float) -> Wave:
    """A path is finished: five wooden bars upwards, the last one doubled and left to ring."""
    t = clock(1.2)
    out = np.zeros_like(t)
    bars = ((0.0, 293.7), (0.09, 349.2), (0.18, 440.0), (0.27, 523.3), (0.38, 587.3), (0.38, 880.0))
    for index, (start, hertz) in enumerate(bars):
        local = np.maximum(t - start, 0)
        long = 0.3 if index > 3 else 0.1
        bar = tone(local, hertz * pitch) * fall(local, 0.001, long)
        bar += 0.4 * tone(local, 3.93 * hertz * pitch) * fall(local, 0.0008, long * 0.22)
        out += np.asarray(bar * (t >= start), dtype=np.float32)
    return level(out, 0.34)


def ring(pitch: float) -> Wave:
    """A path that has closed into a ring: one small bell, struck once, slowly beating."""
    t = clock(1.1)
    out = np.zeros_like(t)
    parts = ((1.0, 0.7, 0.34), (1.006, 0.6, 0.34), (2.0, 0.5, 0.22), (2.41, 0.4, 0.16), (3.9, 0.25, 0.07))
    for part, gain, decay in parts:
        out += gain * tone(t, 698.5 * part * pitch) * fall(t, 0.0015, decay)
    return level(out, 0.28)


def stuck(pitch: float) -> Wave:
    """A path that leads nowhere any more: two hollow knocks downwards, the second one dull."""
    t = clock(0.45)
    out = np.zeros_like(t)
    for start, hertz, decay in ((0.0, 262, 0.05), (0.13, 196, 0.09)):
        local = np.maximum(t - start, 0)
        knock = tone(local, hertz * pitch, (1.0, 0.0, 0.2)) * fall(local, 0.001, decay)
        out += knock * (t >= start)
    thud = band(noise(0.45, 99), 120, 620 * pitch) * fall(np.maximum(t - 0.13, 0), 0.002, 0.04) * (t >= 0.13)
    return level(np.asarray(out + thud * 1.5, dtype=np.float32), 0.36)


SOUNDS: Final[dict[str, Callable[[float], Wave]]] = {
    "paper_slide": paper_slide,
    "paper_land": paper_land,
    "wood": wood,
    "refuse": refuse,
    "water": water,
    "brass": brass,
    "move": move,
    "accept": accept,
    "back": back,
    "chime": chime,
    "bag": bag,
    "flood": flood,
    "quake": quake,
    "volcano": volcano,
    "inland_sea": inland_sea,
    "quiet_year": quiet_year,
    "riffle": riffle,
    "clasp": clasp,
    "tick": tick,
    "coin": coin,
    "seal": seal,
    "appraisal": appraisal,
    "dry_earth": dry_earth,
    "drone": drone,
    "splash": splash,
    "flourish": flourish,
    "ring": ring,
    "stuck": stuck,
    **tabletop.TABLETOP_SOUNDS,
    **oil_field.OIL_FIELD_SOUNDS,
}
"""All sounds by name; the argument is a factor on the pitch."""
