"""One store for everything that was rasterised: least recently used goes first, bounded in bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame


class SurfaceCache:
    """Surfaces by key, at most `bound` bytes of pixels (the newest entry always stays)."""

    def __init__(self, bound: int = 64 << 20) -> None:
        self.bound = bound
        self.bytes = 0
        self.made = 0
        """How many surfaces have been made: stands still while nothing new has to be drawn."""
        self._entries: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface under this key, made now if it is not there."""
        surface = self._entries.get(key)
        if surface is not None:
            self._entries.move_to_end(key)
            return surface
        surface = make()
        self.made += 1
        self._entries[key] = surface
        self.bytes += _size(surface)
        while self.bytes > self.bound and len(self._entries) > 1:
            _, old = self._entries.popitem(last=False)
            self.bytes -= _size(old)
        return surface

    def clear(self) -> None:
        self._entries.clear()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._entries)


def _size(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()
