"""Hexes of paper for The Great Divide, computed pixel by pixel: raised tiles, sunken spaces, shadows.

Arrays are [x, y], lengths here pixels.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from client.boards.great_divide.hexes import HALF
from client.boards.kit.paper import Field, Rgb, Sheet, Size, grain, mixed, plain, rgb
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.theme import Ink
from core.games.great_divide.land import EIGHTH

TILE: Final = 0.955
"""Radius of a tile's paper, in those of its space."""
HOLE: Final = 0.93
"""Radius of the hole where a tile may lie."""
AROUND: Final = 0.16
"""How far the shadow of a tile reaches beyond its space, in radii."""
_LIGHT: Final = (-0.55, -0.84)
"""Where the lamp stands, seen from the table."""


# --- areas --------------------------------------------------------------------------------------

LANDSCAPES: Final = {
    "W": "shore",
    "1": "forest",
    "2": "peaks",
    "3": "prairie",
    "4": "mesa",
    "5": "marsh",
    "E": "cape",
    EIGHTH: "special",
}
"""What land each area is: the name of its colour and of its symbol. The eighth card has both too."""


def landscape(area: str) -> str:
    """The landscape of an area; the letters of other maps share those there are."""
    kinds = tuple(LANDSCAPES.values())
    return LANDSCAPES.get(area) or kinds[ord(area) % (len(kinds) - 1)]


def area_colour(area: str) -> str:
    """The name of an area's colour in the theme."""
    return f"great_divide.{landscape(area)}"


def draw_symbol(canvas: Canvas, rect: Rect, area: str, ink: Ink) -> None:
    """The symbol of an area in one colour, in the largest square inside the rectangle."""
    canvas.picture(f"tiles/great_divide/sign-{landscape(area)}.svg", rect.fit(1.0), tint=ink)


# --- shapes -------------------------------------------------------------------------------------


def axes(size: Size, middle: Point) -> tuple[Field, Field]:
    """How far the pixels lie right of and below a point; they spread to [x, y] when used together."""
    x, y = (np.arange(n, dtype=np.float32) + np.float32(0.5 - m) for n, m in zip(size, middle, strict=True))
    return x[:, None], y[None, :]


def away(x: Field, y: Field, radius: float, soft: float = 0.0) -> Field:
    """Signed distance to a hex about the origin, negative inside; its corners rounded by `soft`."""
    inner = radius * HALF - soft
    px, py = np.abs(x), np.abs(y)
    turned = 2 * np.minimum(0.5 * py - HALF * px, 0)
    px, py = px + HALF * turned, py - 0.5 * turned
    px = px - np.clip(px, -inner / math.sqrt(3), inner / math.sqrt(3))
    py = py - inner
    found: Field = (np.hypot(px, py) * np.where(py < 0, -1, 1) - soft).astype(np.float32)
    return found


def facing(distance: Field) -> Field:
    """How much an edge of paper faces the lamp: 1 towards it, -1 away from it."""
    dx, dy = np.gradient(distance)
    long = np.maximum(np.hypot(dx, dy), 1e-6)
    share: Field = ((dx * _LIGHT[0] + dy * _LIGHT[1]) / long).astype(np.float32)
    return share


def lightened(canvas: Canvas, colour: Rgb, share: float) -> Rgb:
    """The colour with so much of the lamp's light in it; dark ones get more."""
    return mixed(colour, warm(canvas), min(0.85, share + 0.5 * _dimness(colour)))


def _dimness(colour: Rgb) -> float:
    """1 for black, 0 from a middling brightness on."""
    return max(0.0, 1 - brightness(colour) / 150)


def brightness(colour: Rgb) -> float:
    """How bright a colour is to the eye, 0 … 255."""
    red, green, blue = colour
    return 0.30 * red + 0.59 * green + 0.11 * blue


# --- hexes --------------------------------------------------------------------------------------


def warm(canvas: Canvas) -> Rgb:
    """The colour of the lamp's light on edges."""
    return rgb(canvas, "great_divide.warm")


def dark(canvas: Canvas) -> Rgb:
    """The colour of what the light does not come to."""
    return rgb(canvas, "great_divide.dark")


def on_top(canvas: Canvas, ground: Ink) -> str:
    """What is best to be read on a colour: ink or paper."""
    return "great_divide.ink" if brightness(rgb(canvas, ground)) > 118 else "great_divide.paper"


def paint_tile(canvas: Canvas, radius: float, ink: Ink) -> None:
    """A thick piece of paper in the middle of the canvas's surface, with its short shadow; units."""
    size = canvas.surface.get_size()
    r = radius * canvas.scale
    x, y = axes(size, (size[0] / 2, size[1] / 2))
    sheet, colour, edge = Sheet(size), rgb(canvas, ink), TILE * r
    soft = 0.07 * r
    fall = 0.05 * r
    shade = away(x - 0.03 * r, y - 0.075 * r, edge, soft)
    sheet.lay(dark(canvas), 0.5 * np.clip(0.5 - shade / (0.13 * r), 0, 1) ** 1.5)
    if plain(canvas):
        _lay_plain(sheet, x, y, edge, colour, canvas)
    else:
        top = away(x, y, edge - fall * 0.5, soft)
        sheet.lay(mixed(colour, dark(canvas), 0.48), sheet.inside(away(x, y - fall, edge - fall * 0.5, soft)))
        sheet.lay(_lit(colour, x, y, r, size), sheet.inside(top))
        rim = np.clip(1 + (top + 0.02 * r) / (0.045 * r), 0, 1) * sheet.inside(top)
        lamp = facing(top)
        sheet.lay(warm(canvas), 0.55 * rim * np.clip(lamp, 0, 1))
        sheet.lay(dark(canvas), 0.22 * rim * np.clip(-lamp, 0, 1))
    sheet.paint(canvas.surface)


def _lit(colour: Rgb, x: Field, y: Field, r: float, size: Size) -> Field:
    """Paper under the lamp: a little lighter towards it, with grain."""
    light = (x * _LIGHT[0] + y * _LIGHT[1]) / r * 11
    return np.asarray(np.asarray(colour) + light[:, :, None] + grain(size, 3.2), dtype=np.float32)


def _lay_plain(sheet: Sheet, x: Field, y: Field, edge: float, colour: Rgb, canvas: Canvas) -> None:
    """The same for the eyes that want contrast: one colour, framed in ink and light."""
    rim = max(1.5, 0.035 * edge)
    soft = 0.05 * edge
    sheet.lay(rgb(canvas, "great_divide.paper"), sheet.inside(away(x, y, edge, soft)))
    sheet.lay(rgb(canvas, "great_divide.ink"), sheet.inside(away(x, y, edge - rim, soft)))
    sheet.lay(colour, sheet.inside(away(x, y, edge - 2 * rim, soft)))


def floor_of(canvas: Canvas, ink: Ink) -> Rgb:
    """The colour at the bottom of an empty space of an area of this colour."""
    slate, colour = rgb(canvas, "great_divide.slate"), rgb(canvas, ink)
    if plain(canvas):
        return mixed(dark(canvas), colour, 0.2)
    return mixed(mixed(dark(canvas), colour, 0.52), slate, 0.1)


def paint_space(canvas: Canvas, radius: float, ink: Ink) -> None:
    """A hole in land of this colour in the middle of the canvas's surface, dim at its bottom; units."""
    size = canvas.surface.get_size()
    r = radius * canvas.scale
    x, y = axes(size, (size[0] / 2, size[1] / 2))
    sheet, colour = Sheet(size), rgb(canvas, ink)
    slate = rgb(canvas, "great_divide.slate")
    whole, hole = away(x, y, r), away(x, y, HOLE * r, 0.05 * r)
    if plain(canvas):
        sheet.lay(rgb(canvas, "great_divide.ink"), np.clip(1.0 - whole, 0, 1))
        sheet.lay(lightened(canvas, colour, 0.0), sheet.inside(hole))
        sheet.lay(floor_of(canvas, ink), sheet.inside(hole + max(1.5, 0.045 * r)))
    else:
        web = mixed(slate, colour, 0.74)
        sheet.lay(np.asarray(web, dtype=np.float32) + grain(size, 3.0), np.clip(1.0 - whole, 0, 1))
        floor = np.asarray(floor_of(canvas, ink), dtype=np.float32) + grain(size, 2.2)
        sheet.lay(floor, sheet.inside(hole))
        shade = away(x - 0.045 * r, y - 0.07 * r, HOLE * r, 0.05 * r)
        sheet.lay(dark(canvas), 0.5 * np.clip(0.5 + shade / (0.16 * r), 0, 1) * sheet.inside(hole))
        rim = np.clip(1 - np.abs(hole - 0.6) / max(1.0, 0.022 * r), 0, 1)
        sheet.lay(warm(canvas), 0.34 * rim * np.clip(facing(hole) * -1, 0, 1))
        sheet.lay(dark(canvas), 0.3 * rim * np.clip(facing(hole), 0, 1))
    sheet.paint(canvas.surface)


def paint_shadow(canvas: Canvas, radius: float, blur: float) -> None:
    """The soft shadow of a tile that has been lifted, in the middle of the canvas's surface; units."""
    size = canvas.surface.get_size()
    x, y = axes(size, (size[0] / 2, size[1] / 2))
    sheet, soft = Sheet(size), max(1.0, blur * canvas.scale)
    fall = np.clip(0.5 - away(x, y, TILE * radius * canvas.scale, soft * 0.5) / (2 * soft), 0, 1)
    sheet.lay(rgb(canvas, "shadow"), 0.55 * fall * fall * (3 - 2 * fall))
    sheet.paint(canvas.surface)
