"""Display and sounds of an app that somebody sees in a browser."""

from __future__ import annotations

import io
import math
import wave
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pygame

from client.ui.keyboard_layout import QWERTY, KeyboardLayout
from client.ui.sound.audio import SEMITONE_RATIO, Audio
from client.ui.sound.synthesis import SAMPLE_RATE, SOUNDS

MOST_PIXELS: Final = 1_000_000
"""Pixels of a picture at most: screens with more get fewer pixels, and enlarge them."""
LEAST_SIDE, MOST_SIDE = 64, 4_096
"""Pixels of a side of a picture."""
MOST_RATIO: Final = 4
"""Long side of a picture in short ones, at most: screens that are longer stretch it."""

Tell = Callable[..., None]
"""`tell(kind, **fields)` sends a message to the page."""


def surface_size(width: int, height: int, density: float) -> tuple[int, int]:
    """Pixels of the picture for a screen of so many CSS pixels with so many pixels each."""
    scale = min(max(1.0, density), math.sqrt(MOST_PIXELS / (width * height)))
    wide, high = (max(LEAST_SIDE, min(MOST_SIDE, round(side * scale))) for side in (width, height))
    return min(wide, MOST_RATIO * high), min(high, MOST_RATIO * wide)


class BrowserDisplay:
    """Display in a browser: a surface in memory, and the events that its person's device has caused."""

    kept = False
    calm_fps = 0.0

    def __init__(self, size: tuple[int, int], send_message: Tell) -> None:
        self.send_message = send_message
        self._surface = pygame.Surface(size, 0, 32)
        self._events: list[pygame.event.Event] = []
        self.field = 0
        """Number of the text field that is typed into, or was last; it grows whenever one gets the focus."""
        self.presented = False
        """Whether the app has drawn a picture since this was last set to False."""

    @property
    def surface(self) -> pygame.Surface:
        return self._surface

    def resize(self, size: tuple[int, int]) -> None:
        """Go on with a surface of another size."""
        if size != self._surface.get_size():
            self._surface = pygame.Surface(size, 0, 32)
            self.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))

    def post(self, *events: pygame.event.Event) -> None:
        """Have the app hear of these events."""
        self._events += events

    @property
    def waiting(self) -> bool:
        """Whether there are events that the app has not heard of."""
        return bool(self._events)

    def events(self) -> Sequence[pygame.event.Event]:
        events, self._events = self._events, []
        return events

    def present(self) -> None:
        self.presented = True

    def keyboard_layout(self) -> KeyboardLayout:
        # Browsers do not say; Chromium's `getLayoutMap` names a Latin layout even where another is in use.
        return QWERTY

    def set_typing(self, on: bool) -> None:
        self.field += on
        self.send_message("typing", on=on, field=self.field)

    def copy(self, text: str) -> bool:
        self.send_message("copy", text=text)
        return True

    def close(self) -> None:
        """Nothing: the page goes its own way."""


class BrowserAudio(Audio):
    """Sounds that the browser plays: each is sent once, and from then on named.

    There are no beds: one in a room is enough. `send` takes a sound on the wire.
    """

    def __init__(self, volume: float, send_message: Tell, send: Callable[[bytes], None]) -> None:
        super().__init__(volume, 0.0, silent=True)
        self._send_message, self._send = send_message, send
        self._known = set[str]()

    def play(self, name: str, pitch: int = 0) -> None:
        if self.volume <= 0:
            return
        pitch = max(-12, min(24, pitch))
        cue = f"{name}{pitch:+d}"
        if cue not in self._known:
            self._known.add(cue)
            self._send(b"S" + bytes((len(cue),)) + cue.encode() + sound_file(name, pitch))
        self._send_message("sound", cue=cue, volume=round(self.volume**1.6, 3))

    def bed(self, name: str | None) -> None:
        """Nothing: there are no beds."""

    def update(self, now: float) -> None:
        """Nothing: sounds are made when they are first played."""


@lru_cache(maxsize=64)
def sound_file(name: str, pitch: int) -> bytes:
    """A sound as a WAV file, `pitch` semitones higher."""
    samples: Any = (np.clip(SOUNDS[name](SEMITONE_RATIO**pitch), -1, 1) * 32767).astype("<i2")
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(SAMPLE_RATE)
        writer.writeframes(samples.tobytes())
    return file.getvalue()
