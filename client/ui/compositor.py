"""Compositor: layers that cover their places on the window, and what was drawn over them since.

A layer that is laid again in the same place is only mended where something was drawn over it, which for a
still picture with little motion is a small part of the window.
"""

from __future__ import annotations

from typing import Final

import pygame

from client.ui import sprites

WHOLE_SHARE: Final = 0.5
"""Share of a layer above which laying it whole is quicker."""

PixelRect = tuple[int, int, int, int]


class Compositor:
    """Record of one surface. Everything drawn on it has to be reported by `touch` or `lay`."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._lying: dict[PixelRect, pygame.Surface] = {}
        self._over: dict[PixelRect, list[pygame.Rect]] = {}

    def touch(self, area: pygame.Rect) -> None:
        """Report that something was drawn inside this rectangle."""
        for place, over in self._over.items():
            if area.colliderect(place):
                over.append(area)

    def touch_all(self) -> None:
        """Report that anything may have been drawn anywhere."""
        self._lying.clear()
        self._over.clear()

    def lay(self, sprite: pygame.Surface, corner: tuple[int, int]) -> None:
        """Draw an opaque surface of the window's own format."""
        area = sprite.get_rect(topleft=corner)
        place = (area.x, area.y, area.w, area.h)
        if self._lying.get(place) is sprite and self._surface.get_clip().contains(area):
            self._mend(sprite, area, self._over[place])
        else:
            sprites.copy(sprite, self._surface, corner)
            self._forget(area)
            self._lying[place] = sprite
        self._over[place] = []

    def _mend(self, sprite: pygame.Surface, area: pygame.Rect, over: list[pygame.Rect]) -> None:
        parts = [part for part in (touched.clip(area) for touched in over) if part.w and part.h]
        if sum(part.w * part.h for part in parts) > WHOLE_SHARE * area.w * area.h:
            sprites.copy(sprite, self._surface, area.topleft)
        elif parts:
            sprites.copy(sprite, self._surface, area.topleft, parts)

    def _forget(self, area: pygame.Rect) -> None:
        """Forget the layers that another has been laid over: they are laid whole next time."""
        for place in [place for place in self._lying if area.colliderect(place)]:
            del self._lying[place], self._over[place]
