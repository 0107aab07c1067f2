"""What every test of the gate needs: pictures in the format of a screen, with nobody before it."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest


@pytest.fixture(autouse=True)
def screen() -> Iterator[None]:
    """A screen that nobody sees, as `client.gate.__main__` opens it."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    yield
    pygame.display.quit()
