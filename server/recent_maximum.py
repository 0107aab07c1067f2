"""Highest value of late: of this minute and the one before."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

WINDOW_SECONDS: Final = 60.0


class RecentMaximum:
    """See the module. Values are noted by one thread, and may be asked for by others."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute = 0
        self._now = self._before = 0.0

    def note(self, value: float) -> None:
        """Note a value of this moment."""
        self._turn()
        self._now = max(self._now, value)

    @property
    def highest(self) -> float:
        """The highest value noted lately; 0 if there is none."""
        self._turn()
        return max(self._now, self._before)

    def _turn(self) -> None:
        """Begin another minute if it is time."""
        minute = int(self._clock() // WINDOW_SECONDS)
        if minute != self._minute:
            self._before = self._now if minute == self._minute + 1 else 0.0
            self._now, self._minute = 0.0, minute
