"""Cache for everything that was rasterised: least recently used goes first, bounded in bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping

import pygame

Makers = Mapping[Hashable, Callable[[], pygame.Surface]]


class BackgroundPainter(threading.Thread):
    """Thread that makes surfaces on another core, one after the other."""

    def __init__(self, makers: Makers) -> None:
        super().__init__(daemon=True)
        self._makers = makers
        self._made: dict[Hashable, pygame.Surface] = {}
        self.start()

    def run(self) -> None:
        for key, make in self._makers.items():
            self._made[key] = make()

    def take(self, key: Hashable) -> pygame.Surface | None:
        """Surface under this key, once all are made; None if it is not one of them, or was taken before."""
        if key not in self._makers:
            return None
        self.join()
        return self._made.pop(key, None)


class SurfaceCache:
    """Surfaces by key, at most `bound` bytes of pixels (the newest entry always stays).

    What belongs to no slot is kept in `shared`, if there is one: by all canvases of one size together.
    """

    def __init__(self, bound: int = 64 << 20, shared: SurfaceCache | None = None) -> None:
        self.bound = bound
        self._shared = shared
        self.bytes = 0
        self.made = 0
        """Number of surfaces made so far: constant while nothing new has to be drawn."""
        self._entries: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._slots: dict[Hashable, list[Hashable]] = {}
        self._painted: dict[Hashable, Hashable] = {}
        self._ahead: BackgroundPainter | None = None

    def ahead(self, makers: Makers) -> None:
        """Have these surfaces made in the background; their makers check `taken` first."""
        self._ahead = BackgroundPainter(makers)

    def taken(self, key: Hashable) -> pygame.Surface | None:
        """Surface under this key that was made ahead."""
        return None if self._ahead is None else self._ahead.take(key)

    def get(self, key: Hashable, make: Callable[[], pygame.Surface], slot: Hashable = None) -> pygame.Surface:
        """Surface under this key, made now if it is not there.

        Of all keys asked for in a `slot` only the last two are kept.
        """
        if slot is not None:
            self._make_room(slot, key)
        elif self._shared is not None:
            return self._shared.get(key, make)
        return self._own(key, make)

    def _own(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Surface under this key, not shared with anybody."""
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
        """Surface of a slot that is painted over and over, and the key of its current picture; None for a new
        one.

        From now on it counts as a picture of `key`.
        """
        made = self.made
        surface = self._own(full, make)
        before = self._painted.get(full) if self.made == made else None
        self._painted[full] = key
        return surface, before

    def _make_room(self, slot: Hashable, key: Hashable) -> None:
        """Drop all surfaces of this slot but this key and the one asked for before."""
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
        self._ahead = None
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._entries)


def _size(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()
