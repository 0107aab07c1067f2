"""Pictures of the screen for `--shots DIR`: `NNN-name.png` in the order they were taken."""

from __future__ import annotations

import re
from pathlib import Path

import pygame


class ScreenshotWriter:
    """Writer of PNGs into a folder, which is made if it is missing. Raises OSError if it cannot be."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.taken = 0

    def take(self, surface: pygame.Surface, name: str) -> Path:
        """Write what the surface shows now."""
        safe = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "screen"
        path = self.folder / f"{self.taken:03d}-{safe}.png"
        pygame.image.save(surface, str(path))
        self.taken += 1
        return path
