"""Paper hexes of The Great Divide in the colours of its areas: raised tiles, sunken spaces."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from client.boards.kit.hexes import HALF_WIDTH, corner_points
from client.boards.kit.paper import PixelField, Rgb, mix_colours, rgb, wants_clear_shapes
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Ink
from core.games.great_divide.land import EIGHTH_CARD

PICTURE_MARGIN: Final = 0.16
"""Margin of the pictures of tiles and spaces around their square, in radii."""


# --- areas --------------------------------------------------------------------------------------

LANDSCAPES: Final = {
    "W": "shore",
    "1": "forest",
    "2": "peaks",
    "3": "prairie",
    "4": "mesa",
    "5": "marsh",
    "E": "cape",
    EIGHTH_CARD: "special",
}
"""Landscape of each area, and of the eighth card: the name of its colour and of its symbol."""


def landscape(area_name: str) -> str:
    """Landscape of an area; areas of other maps share those of this one."""
    kinds = tuple(LANDSCAPES.values())
    return LANDSCAPES.get(area_name) or kinds[ord(area_name) % (len(kinds) - 1)]


def area_colour(area_name: str) -> str:
    """Name of an area's colour in the theme."""
    return f"great_divide.{landscape(area_name)}"


def draw_symbol(canvas: Canvas, rect: Rect, area_name: str, ink: Ink) -> None:
    """Draw the symbol of an area in one colour, in the largest square inside the rectangle."""
    canvas.picture(f"tiles/great_divide/sign-{landscape(area_name)}.svg", rect.fit(1.0), tint=ink)


def hex_distance(xs: PixelField, ys: PixelField, radius: float, soft: float = 0.0) -> PixelField:
    """Signed distances to a hex about (0, 0), negative inside; its corners are rounded with radius `soft`."""
    inner = radius * HALF_WIDTH - soft
    px, py = np.abs(xs), np.abs(ys)
    turned = 2 * np.minimum(0.5 * py - HALF_WIDTH * px, 0)
    px, py = px + HALF_WIDTH * turned, py - 0.5 * turned
    px = px - np.clip(px, -inner / math.sqrt(3), inner / math.sqrt(3))
    py = py - inner
    found: PixelField = (np.hypot(px, py) * np.where(py < 0, -1, 1) - soft).astype(np.float32)
    return found


def lighten(canvas: Canvas, rgb: Rgb, share: float) -> Rgb:
    """Colour with a share (0 … 1) of the lamp's light in it; dark colours get more."""
    return mix_colours(rgb, highlight_colour(canvas), min(0.85, share + 0.5 * _dimness(rgb)))


def _dimness(rgb: Rgb) -> float:
    """Darkness of a colour: 1 for black, 0 from a medium brightness on."""
    return max(0.0, 1 - brightness(rgb) / 150)


def brightness(rgb: Rgb) -> float:
    """Brightness of a colour to the eye, 0 … 255."""
    red, green, blue = rgb
    return 0.30 * red + 0.59 * green + 0.11 * blue


# --- hexes --------------------------------------------------------------------------------------


def highlight_colour(canvas: Canvas) -> Rgb:
    """Colour of the lamp's light on edges."""
    return rgb(canvas, "great_divide.warm")


def dark(canvas: Canvas) -> Rgb:
    """Colour of shadows."""
    return rgb(canvas, "great_divide.dark")


def contrast_colour(canvas: Canvas, ground: Ink) -> str:
    """Name of the colour that is most readable on another one: ink or paper."""
    return "great_divide.ink" if brightness(rgb(canvas, ground)) > 118 else "great_divide.paper"


def draw_paper(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """Draw the thick paper of a tile with its short shadow; `rect` is the square around its space."""
    _picture(canvas, rect, "tile-paper", ink)
    if wants_clear_shapes(canvas):
        for radius, colour in ((0.955, "great_divide.paper"), (0.92, "great_divide.ink"), (0.885, ink)):
            canvas.polygon(corner_points(rect.centre, radius * rect.w / 2), colour)
    else:
        _picture(canvas, rect, "tile-light")


def floor_of(canvas: Canvas, ink: Ink) -> Rgb:
    """Colour at the bottom of an empty space, in an area of this colour."""
    slate, colour = rgb(canvas, "great_divide.slate"), rgb(canvas, ink)
    if wants_clear_shapes(canvas):
        return mix_colours(dark(canvas), colour, 0.2)
    return mix_colours(mix_colours(dark(canvas), colour, 0.52), slate, 0.1)


def draw_hole(canvas: Canvas, rect: Rect, ink: Ink) -> None:
    """Draw an empty space as a hole in land of this colour; `rect` is the square around it."""
    colour, floor = rgb(canvas, ink), floor_of(canvas, ink)
    if wants_clear_shapes(canvas):
        light = lighten(canvas, colour, 0.0)
        for radius, tone in ((1.01, "great_divide.ink"), (0.93, light), (0.88, floor)):
            canvas.polygon(corner_points(rect.centre, radius * rect.w / 2), tone)
        return
    _picture(canvas, rect, "space-rim", mix_colours(rgb(canvas, "great_divide.slate"), colour, 0.74))
    _picture(canvas, rect, "space-floor", floor)
    _picture(canvas, rect, "space-shade")


def _picture(canvas: Canvas, rect: Rect, name: str, tint: Ink | None = None) -> None:
    """Draw one of the pictures that extend a little beyond the square."""
    canvas.picture(f"tiles/great_divide/{name}.svg", rect.scaled(1 + PICTURE_MARGIN), tint=tint)
