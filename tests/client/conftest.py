"""Pictures and fonts that tests share: made once in a process, not once in each window of a test."""

from __future__ import annotations

from pathlib import Path

import pygame
import pygame._sdl2.controller as sdl_controller

from client.ui import fonts
from client.ui.cache import SurfaceCache

_rasterised = SurfaceCache(bound=192 << 20)
_load = pygame.image.load_sized_svg


def load_sized_svg(path: str | Path, size: tuple[int, int]) -> pygame.Surface:
    """A picture of its own, as from the file."""
    return _rasterised.get((str(path), *size), lambda: _load(path, size)).copy()


def keep_fonts() -> None:
    """Fonts stay open, as `quit_without_fonts` leaves pygame.font alone."""


def quit_without_fonts() -> None:
    """End what a window has begun, as `pygame.quit` does, but not the fonts."""
    for module in (sdl_controller, pygame.joystick, pygame.mixer, pygame.display):
        module.quit()


pygame.image.load_sized_svg = load_sized_svg
pygame.quit = quit_without_fonts
fonts.forget_fonts = keep_fonts
