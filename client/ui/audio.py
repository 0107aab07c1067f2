"""Plays synthesised sounds; without a sound device everything is silent and nothing fails."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import numpy as np
import pygame

from client.ui.synth import RATE, SOUNDS, Bed, Wave

SEMITONE: Final = 2 ** (1 / 12)


class Audio:
    """The sounds of the program. `volume` and `music` are 0 … 1.

    The device is opened by the first `warm` or `play` that needs it, never before the first frame.
    """

    def __init__(
        self, volume: float = 0.5, music: float = 0.4, *, silent: bool = False, seed: int = 0
    ) -> None:
        self.volume = volume
        self.music = music
        self._silent = silent
        self._opened = False
        self._sounds: dict[tuple[str, int], pygame.mixer.Sound] = {}
        self._bed: Bed | None = None
        self._bed_sound: pygame.mixer.Sound | None = None
        self._bed_wanted = False
        self._seed = seed

    @property
    def available(self) -> bool:
        """Whether there is a device that plays."""
        return self._opened and not self._silent

    def set(self, volume: float, music: float) -> None:
        """Other loudnesses, at once."""
        self.volume, self.music = volume, music
        for sound in self._sounds.values():
            sound.set_volume(self._loudness(volume))
        if self._bed_sound is not None:
            self._bed_sound.set_volume(self._loudness(music) * 0.6)

    def play(self, name: str, pitch: int = 0) -> None:
        """Plays a sound of `synth.SOUNDS`, `pitch` semitones higher (for the links of a chain)."""
        if self.volume > 0 and self._open():
            self._sound(name, max(-12, min(24, pitch))).play()

    def bed(self, wanted: bool) -> None:
        """Whether the slow music of the title should be heard; it comes and goes softly."""
        if wanted == self._bed_wanted:
            return
        self._bed_wanted = wanted
        if self._bed_sound is not None:
            if wanted and self.music > 0:
                self._bed_sound.play(loops=-1, fade_ms=3000)
            else:
                self._bed_sound.fadeout(1200)

    def warm(self) -> bool:
        """Prepares one more thing (a few milliseconds); False when all is ready. Once a frame is plenty."""
        if not self._open():
            return False
        missing = next((name for name in SOUNDS if (name, 0) not in self._sounds), None)
        if missing is not None:
            self._sound(missing, 0)
            return True
        return self._warm_bed()

    def close(self) -> None:
        """Silence, and the device is free again."""
        if self.available:
            pygame.mixer.quit()
        self._sounds.clear()
        self._bed_sound, self._opened, self._silent = None, False, True

    # --- inside -------------------------------------------------------------------------------

    def _open(self) -> bool:
        if self._opened or self._silent:
            return self.available
        try:
            with _quiet_stderr():
                pygame.mixer.init(RATE, -16, 2, 512)
                pygame.mixer.set_num_channels(16)
            self._opened = True
        except pygame.error:
            self._silent = True
        return self.available

    def _sound(self, name: str, pitch: int) -> pygame.mixer.Sound:
        key = (name, pitch)
        if key not in self._sounds:
            sound = _stereo(SOUNDS[name](SEMITONE**pitch))
            sound.set_volume(self._loudness(self.volume))
            self._sounds[key] = sound
        return self._sounds[key]

    def _warm_bed(self) -> bool:
        if not self._bed_wanted or self.music <= 0 or self._bed_sound is not None:
            return False
        if self._bed is None:
            self._bed = Bed(self._seed)
        if not self._bed.done:
            self._bed.step()
            return True
        self._bed_sound, self._bed = _stereo(self._bed.wave(), Bed.RATE), None
        self._bed_sound.set_volume(self._loudness(self.music) * 0.6)
        self._bed_sound.play(loops=-1, fade_ms=3000)
        return False

    def _loudness(self, value: float) -> float:
        """Loudness as it is heard: half of the slider is half as loud."""
        return float(value**1.6)


def _stereo(wave: Wave, rate: int = RATE) -> pygame.mixer.Sound:
    """A sound in the format the mixer really has."""
    real, _, channels = pygame.mixer.get_init() or (RATE, -16, 2)
    samples = (np.clip(wave, -1, 1) * np.float32(32767)).astype(np.int16)
    held, rest = divmod(real, rate)
    if rest:
        held = 1
        places = np.arange(0, len(samples), rate / real)
        samples = np.interp(places, np.arange(len(samples)), samples).astype(np.int16)
    # Samples held to twice the rate sound the same: what it adds lies above hearing.
    return pygame.mixer.Sound(buffer=np.repeat(samples, held * channels).tobytes())


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Sound libraries write to the terminal when there is no device; nobody needs to read that."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        with suppress(OSError):
            os.dup2(kept, 2)
        os.close(kept)
