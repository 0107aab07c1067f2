"""Pictures that tests share: each is rasterised once in a process, not once in each window of a test."""

from __future__ import annotations

from pathlib import Path

import pygame

from client.ui.cache import SurfaceCache

_rasterised = SurfaceCache(bound=192 << 20)
_load = pygame.image.load_sized_svg


def load_sized_svg(path: str | Path, size: tuple[int, int]) -> pygame.Surface:
    """A picture of its own, as from the file."""
    return _rasterised.get((str(path), *size), lambda: _load(path, size)).copy()


pygame.image.load_sized_svg = load_sized_svg
