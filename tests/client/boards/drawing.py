"""Pictures of single pieces: a small window, what is seen after drawing, and how alike two things are."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from itertools import combinations

import numpy as np
import pygame
from numpy.typing import NDArray

from client.boards.kit.pieces import Art, PaintContext
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from tools import draw_art

Draw = Callable[[Canvas], None]
Pixels = NDArray[np.int16]
Shares = NDArray[np.float64]
"""Of each pixel how much is covered, or how bright it is: 0 … 1."""
BLACK = (0, 0, 0)
GREY = (0.30, 0.59, 0.11)
"""How much red, green and blue add to brightness."""


def canvas_of(name: str = "lamplight", high: int = 540) -> Canvas:
    """A window in a theme, all black. There is a display: turned pictures are kept in its pixels."""
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    found = Canvas(pygame.Surface((high * 16 // 9, high)), theme.load(name))
    found.fill(BLACK)
    return found


def look(canvas: Canvas, *draw: Draw, ground: tuple[int, int, int] = BLACK) -> Pixels:
    """What is seen after drawing on nothing but a ground."""
    canvas.fill(ground)
    for step in draw:
        step(canvas)
    return pygame.surfarray.array3d(canvas.surface).astype(np.int16)


def inside(canvas: Canvas, pixels: Pixels, rect: Rect) -> Pixels:
    """The part of a picture that a place of the window has."""
    area = canvas.pixels(rect)
    return pixels[area.left : area.right, area.top : area.bottom]


def piece(art: Art, rect: Rect) -> Draw:
    """A piece in its place, at rest."""
    return lambda canvas: art.paint(PaintContext(canvas, 0.0, str), rect)


def greys(canvas: Canvas, draw: Draw, rect: Rect, ground: tuple[int, int, int] = BLACK) -> Shares:
    """How bright everything in a place is."""
    found: Shares = inside(canvas, look(canvas, draw, ground=ground), rect) @ GREY / 255
    return found


def file_mask(path: str, size: int) -> Shares:
    """What a picture of the game covers of a square of so many pixels."""
    picture = pygame.image.load_sized_svg(draw_art.ASSETS / f"{path}.svg", (size, size))
    found: Shares = pygame.surfarray.array_alpha(picture) / 255
    return found


def drawn_mask(draw: Callable[[Canvas, Rect], None], size: int) -> Shares:
    """What is covered by something that the code draws in white."""
    canvas = canvas_of(high=1080)
    box = Rect(100, 100, size, size)
    found: Shares = inside(canvas, look(canvas, lambda canvas: draw(canvas, box)), box)[:, :, 0] / 255
    return found


def most_shared(masks: Mapping[str, Shares], given: Container[str] = ()) -> tuple[float, str, str]:
    """The two shapes that are hardest to tell apart: of what they cover together, the part that both do.

    Two that are both `given` need not differ.
    """
    pairs = [(a, b) for a, b in combinations(masks, 2) if a not in given or b not in given]
    return max(
        (float(np.minimum(masks[a], masks[b]).sum() / np.maximum(masks[a], masks[b]).sum()), a, b)
        for a, b in pairs
    )


def nearest_greys(pictures: Mapping[str, Shares]) -> tuple[float, str, str]:
    """The two pictures that are hardest to tell apart without colour: their distance on average."""
    return min((float(np.abs(pictures[a] - pictures[b]).mean()), a, b) for a, b in combinations(pictures, 2))
