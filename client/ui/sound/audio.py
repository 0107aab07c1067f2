"""Player of synthesised sounds; without a sound device everything is silent and nothing fails."""

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
"""Share of its loudness that a bed has while somebody thinks."""
THINNING_SECONDS: Final = 1.5
"""Seconds in which a bed becomes quieter or louder again."""
DEVICE_RETRY_DELAY: Final = 5.0
"""Seconds until a missing device is looked for again; each time twice as long."""
LONGEST_RETRY_DELAY: Final = 120.0


class Audio:
    """Player of all sounds. `volume` and `music` are 0 … 1; `lost` is called once when the device disappears.

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
        """Set the loudness, effective at once."""
        self.volume, self.music = volume, music
        if self._opened and self._open():
            with self._device():
                for sound in self._sounds.values():
                    sound.set_volume(_loudness(volume))
                self._set_bed()

    def play(self, name: str, pitch: int = 0) -> None:
        """Play one of `synthesis.SOUNDS`, `pitch` semitones higher (for the links of a chain)."""
        if self.volume > 0 and self._open():
            with self._device():
                self._sound(name, max(-12, min(24, pitch))).play()

    def bed(self, name: str | None) -> None:
        """Set the bed that is heard from now on, if any; it fades into the one before."""
        if name == self._bed:
            return
        before, self._bed, self._growing, self._thin = self._bed, name, None, False
        if self._opened and self._open():
            with self._device():
                if before in self._beds:
                    self._beds[before].fadeout(CROSSFADE_MILLISECONDS)
                self._play_bed()

    def set_thinned(self, thin: bool) -> None:
        """Make the bed quieter while somebody thinks."""
        self._thin = thin

    def update(self, now: float) -> None:
        """Advance time once a frame: fade the bed, and prepare one more sound."""
        passed, self._now = max(0.0, now - self._now), now
        goal, most = THINNED_SHARE if self._thin else 1.0, passed * (1 - THINNED_SHARE) / THINNING_SECONDS
        share = self._share + max(-most, min(most, goal - self._share))
        if share != self._share and self._open():
            self._share = share
            with self._device():
                self._set_bed()
        self.warm()

    def warm(self) -> bool:
        """Prepare one more sound (a few milliseconds); False when all are ready."""
        if self._open():
            with self._device():
                missing = next((name for name in SOUNDS if (name, 0) not in self._sounds), None)
                if missing is None:
                    return self._grow_bed()
                self._sound(missing, 0)
                return True
        return False

    def device_added(self) -> None:
        """Report another device: if there was none it is tried at once."""
        self._retry_at = self._now

    def device_removed(self) -> None:
        """Report that a device is gone, perhaps the one that plays: another takes over, or all is silent."""
        if self._opened:
            self._forget()
            self._retry_at = self._now
            if not self._open():
                self.tell()

    def close(self) -> None:
        """Stop all sounds and release the device."""
        self._forget()
        self._silent = True

    # --- the device -----------------------------------------------------------------------------

    def _open(self) -> bool:
        """Whether there is a device; a missing one is looked for now and then."""
        if self._opened and pygame.mixer.get_init() is None:
            self._lose()  # to play a sound without a mixer would crash pygame
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
        """Guard for calls to the device: if it is gone, all is silent until it is back."""
        try:
            yield
        except pygame.error:
            self._lose()

    def _lose(self) -> None:
        """Handle the loss of the device: silence for now, and `lost` is called."""
        self._forget()
        self._retry_at = self._now + self._wait
        self.tell()

    def _forget(self) -> None:
        """Forget the sounds that the device was given: they are gone with it."""
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
        """Add a stroke to the wanted bed; True while there are more to come."""
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
            del self._beds[name]  # of the games' beds only the last is kept
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
    """Loudness as it is heard: half of the slider sounds half as loud."""
    return float(value**1.6)


def _stereo(wave: Wave, rate: int = SAMPLE_RATE) -> pygame.mixer.Sound:
    """Sound in the format that the mixer really has."""
    real, _, channels = pygame.mixer.get_init() or (SAMPLE_RATE, -16, 2)
    samples = (np.clip(wave, -1, 1) * np.float32(32767)).astype(np.int16)
    held, rest = divmod(real, rate)
    if rest:
        held = 1
        places = np.arange(0, len(samples), rate / real)
        samples = np.interp(places, np.arange(len(samples)), samples).astype(np.int16)
    # Doubling samples to twice the rate sounds the same: what it adds lies above hearing.
    return pygame.mixer.Sound(buffer=np.repeat(samples, held * channels).data)


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Hide stderr: sound libraries write there when there is no device."""
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
