"""SDL's own functions, called beside pygame."""

from __future__ import annotations

import pygame
import pytest

from client.ui import sdl

VIDEO = 0x20


def test_it_is_the_library_that_pygame_uses() -> None:
    pygame.display.init()
    try:
        known = sdl.library()
        assert known is not None and known.SDL_WasInit(VIDEO) == VIDEO
        pygame.display.quit()
        assert known.SDL_WasInit(VIDEO) == 0
    finally:
        pygame.display.quit()


def test_another_version_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame, "get_sdl_version", lambda: (2, 0, 1))
    assert sdl.library.__wrapped__() is None
