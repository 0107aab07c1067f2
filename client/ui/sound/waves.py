"""Elements of sounds: noise, tones, how they swell and die away. Mono waves."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

SAMPLE_RATE: Final = 44100
Wave = npt.NDArray[np.float32]
"""Samples -1 … 1, one channel, SAMPLE_RATE in a second unless another rate is given."""


def clock(seconds: float, rate: int = SAMPLE_RATE) -> Wave:
    """Second of each sample of a wave that lasts `seconds`."""
    return np.asarray(np.arange(int(rate * seconds)) / rate, dtype=np.float32)


def noise(seconds: float, seed: int, rate: int = SAMPLE_RATE) -> Wave:
    """White noise, always the same for a seed."""
    return np.random.default_rng(seed).standard_normal(int(rate * seconds), dtype=np.float32)


def band(wave: Wave, low: float, high: float, rate: int = SAMPLE_RATE) -> Wave:
    """Wave with only the frequencies between low and high, with soft shoulders."""
    spectrum = np.fft.rfft(wave)
    hertz = np.fft.rfftfreq(len(wave), 1 / rate)
    gain = 1 / (1 + (low / np.maximum(hertz, 1)) ** 4) / (1 + (hertz / high) ** 4)
    return np.asarray(np.fft.irfft(spectrum * gain, len(wave)), dtype=np.float32)


def fall(t: Wave, attack: float, decay: float) -> Wave:
    """Envelope of a blow: it rises in `attack` seconds and dies away with `decay`."""
    return np.asarray(np.minimum(1, t / max(attack, 1e-4)) * np.exp(-t / decay), dtype=np.float32)


def tone(t: Wave, hertz: float, overtones: tuple[float, ...] = (1.0,)) -> Wave:
    """Tone with its overtones, each with its loudness."""
    wave = sum(gain * np.sin(2 * np.pi * hertz * (i + 1) * t) for i, gain in enumerate(overtones))
    return np.asarray(wave, dtype=np.float32)


def level(wave: Wave, peak: float) -> Wave:
    """Wave with its peak at `peak`, its last moment faded out."""
    top = float(np.abs(wave).max()) or 1.0
    out = wave / top * peak
    out[-64:] *= np.linspace(1, 0, 64, dtype=np.float32)
    return np.asarray(out, dtype=np.float32)
