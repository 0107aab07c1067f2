"""Plays synthesised sounds; without a sound device everything is silent and nothing fails."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import numpy as np
import pygame

from client.ui.sound import ambience
from client.ui.sound.ambience import Bed
from client.ui.sound.synthesis import SAMPLE_RATE, SOUNDS, Wave

SEMITONE_RATIO: Final = 2 ** (1 / 12)
CROSSFADE_MILLISECONDS: Final = 1000
"""Milliseconds in which one bed fades into another."""
THINNED_SHARE: Final = 0.5
"""The share of its loudness that a bed has while somebody thinks."""
THINNING_SECONDS: Final = 1.5
"""Seconds in which it becomes so."""
DEVICE_RETRY_DELAY: Final = 5.0
"""Seconds until a device that is not there is looked for again; each time twice as many."""
LONGEST_RETRY_DELAY: Final = 120.0


class Audio:
    """The sounds of the program. `volume` and `music` are 0 … 1; `lost` is called when the device goes, once.

    The device is opened by the first `update` or `play` that needs it, never before the first frame.
    """

    def __init__(
        self,
        volume: float = 0.5,
        music: float = 0.4,
        *,
        silent: bool = False,
        seed: int = 0,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        self.volume = volume
        self.music = music
        self._silent = silent
        self._seed = seed
        self._lost: Callable[[], None] | None = lost
        self._opened = False
        self._now = self._retry_at = 0.0
        self._wait = DEVICE_RETRY_DELAY
        self._sounds: dict[tuple[str, int], pygame.mixer.Sound] = {}
        self._beds: dict[str, pygame.mixer.Sound] = {}
        self._growing: Bed | None = None
        self._bed: str | None = None
        self._thin = False
        self._share = 1.0

    @property
    def available(self) -> bool:
        """Whether there is a device that plays."""
        return self._opened and not self._silent

    def set(self, volume: float, music: float) -> None:
        """Other loudnesses, at once."""
        self.volume, self.music = volume, music
        if self._opened and self._open():
            with self._device():
                for sound in self._sounds.values():
                    sound.set_volume(_loudness(volume))
                self._set_bed()

    def play(self, name: str, pitch: int = 0) -> None:
        """Plays a sound of `synth.SOUNDS`, `pitch` semitones higher (for the links of a chain)."""
        if self.volume > 0 and self._open():
            with self._device():
                self._sound(name, max(-12, min(24, pitch))).play()

    def bed(self, name: str | None) -> None:
        """Which bed of `beds` is heard from now on, if any; it fades into the one before."""
        if name == self._bed:
            return
        before, self._bed, self._growing, self._thin = self._bed, name, None, False
        if self._opened and self._open():
            with self._device():
                if before in self._beds:
                    self._beds[before].fadeout(CROSSFADE_MILLISECONDS)
                self._play_bed()

    def set_thinned(self, thin: bool) -> None:
        """Whether the bed steps back because somebody thinks."""
        self._thin = thin

    def update(self, now: float) -> None:
        """Lets time pass: a bed steps back or forth, and one more thing is prepared. Once a frame."""
        passed, self._now = max(0.0, now - self._now), now
        goal, most = THINNED_SHARE if self._thin else 1.0, passed * (1 - THINNED_SHARE) / THINNING_SECONDS
        share = self._share + max(-most, min(most, goal - self._share))
        if share != self._share and self._open():
            self._share = share
            with self._device():
                self._set_bed()
        self.warm()

    def warm(self) -> bool:
        """Prepares one more thing (a few milliseconds); False when all is ready."""
        if self._open():
            with self._device():
                missing = next((name for name in SOUNDS if (name, 0) not in self._sounds), None)
                if missing is None:
                    return self._grow_bed()
                self._sound(missing, 0)
                return True
        return False

    def device_added(self) -> None:
        """There is another device: if none was there it is tried at once."""
        self._retry_at = self._now

    def device_removed(self) -> None:
        """A device has gone, perhaps the one that plays: another takes over, or all is silent."""
        if self._opened:
            self._forget()
            self._retry_at = self._now
            if not self._open():
                self.tell()

    def close(self) -> None:
        """Silence, and the device is free again."""
        self._forget()
        self._silent = True

    # --- the device -----------------------------------------------------------------------------

    def _open(self) -> bool:
        """Whether there is a device; one that is not there is looked for now and then."""
        if self._opened and pygame.mixer.get_init() is None:
            self._lose()  # to play a sound without a mixer crashes pygame
        if self._opened or self._silent or self._now < self._retry_at:
            return self.available
        try:
            with _quiet_stderr():
                pygame.mixer.init(SAMPLE_RATE, -16, 2, 512)
                pygame.mixer.set_num_channels(16)
            self._opened, self._wait = True, DEVICE_RETRY_DELAY
        except pygame.error:
            self._retry_at = self._now + self._wait
            self._wait = min(2 * self._wait, LONGEST_RETRY_DELAY)
        return self.available

    @contextmanager
    def _device(self) -> Iterator[None]:
        """Something that is asked of the device: if that is gone, all is silent until it is back."""
        try:
            yield
        except pygame.error:
            self._lose()

    def _lose(self) -> None:
        """The device has gone: silence for now, and people are told."""
        self._forget()
        self._retry_at = self._now + self._wait
        self.tell()

    def _forget(self) -> None:
        """What the device has been given is gone with it."""
        if self._opened:
            pygame.mixer.quit()
        self._opened, self._growing = False, None
        self._sounds.clear()
        self._beds.clear()

    def tell(self) -> None:
        if self._lost is not None:
            tell, self._lost = self._lost, None
            tell()

    # --- what it is given -----------------------------------------------------------------------

    def _sound(self, name: str, pitch: int) -> pygame.mixer.Sound:
        key = (name, pitch)
        if key not in self._sounds:
            sound = _stereo(SOUNDS[name](SEMITONE_RATIO**pitch))
            sound.set_volume(_loudness(self.volume))
            self._sounds[key] = sound
        return self._sounds[key]

    def _grow_bed(self) -> bool:
        """One stroke more of the bed that is wanted; True while there are more to come."""
        if self._bed is None or self.music <= 0 or self._bed in self._beds:
            return False
        if self._growing is None:
            self._growing = ambience.bed(self._bed, self._seed)
            if self._growing is None:
                return False
        if not self._growing.done:
            self._growing.step()
            return True
        for name in self._beds.keys() - {ambience.TITLE_BED}:
            del self._beds[name]  # of the worlds only the last is kept
        self._beds[self._bed], self._growing = _stereo(self._growing.wave(), ambience.AMBIENCE_RATE), None
        self._play_bed()
        return False

    def _play_bed(self) -> None:
        if self._bed in self._beds:
            self._set_bed()
            self._beds[self._bed].play(loops=-1, fade_ms=CROSSFADE_MILLISECONDS)

    def _set_bed(self) -> None:
        if self._bed in self._beds:
            self._beds[self._bed].set_volume(_loudness(self.music) * 0.6 * self._share)


def _loudness(value: float) -> float:
    """Loudness as it is heard: half of the slider is half as loud."""
    return float(value**1.6)


def _stereo(wave: Wave, rate: int = SAMPLE_RATE) -> pygame.mixer.Sound:
    """A sound in the format the mixer really has."""
    real, _, channels = pygame.mixer.get_init() or (SAMPLE_RATE, -16, 2)
    samples = (np.clip(wave, -1, 1) * np.float32(32767)).astype(np.int16)
    held, rest = divmod(real, rate)
    if rest:
        held = 1
        places = np.arange(0, len(samples), rate / real)
        samples = np.interp(places, np.arange(len(samples)), samples).astype(np.int16)
    # Samples held to twice the rate sound the same: what it adds lies above hearing.
    return pygame.mixer.Sound(buffer=np.repeat(samples, held * channels).data)


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
