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
        self._slots: dict[Hashable, list[Hashable]] = {}
        self._painted: dict[Hashable, Hashable] = {}

    def get(self, key: Hashable, make: Callable[[], pygame.Surface], slot: Hashable = None) -> pygame.Surface:
        """The surface under this key, made now if it is not there.

        Of all that are asked for in a `slot` only the last two are kept.
        """
        if slot is not None:
            self._make_room(slot, key)
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

    def pane(
        self, full: Hashable, key: Hashable, make: Callable[[], pygame.Surface]
    ) -> tuple[pygame.Surface, Hashable]:
        """The surface that is painted over and over, and the key of what is on it; None for nothing yet.

        From now on `key` is on it.
        """
        made = self.made
        surface = self.get(full, make)
        before = self._painted.get(full) if self.made == made else None
        self._painted[full] = key
        return surface, before

    def _make_room(self, slot: Hashable, key: Hashable) -> None:
        """Of this slot keep this key and the one asked for before."""
        keys = self._slots.setdefault(slot, [])
        if key in keys:
            keys.remove(key)
        keys.append(key)
        if len(keys) > 2:
            surface = self._entries.pop(keys.pop(0), None)
            self.bytes -= 0 if surface is None else _size(surface)

    def clear(self) -> None:
        self._entries.clear()
        self._slots.clear()
        self._painted.clear()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._entries)


def _size(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()
