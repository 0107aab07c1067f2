"""Hexes of paper for The Great Divide, computed pixel by pixel: raised tiles, sunken spaces, shadows.

Arrays are [x, y], lengths here pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from client.boards.great_divide.hexes import HALF
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.theme import Ink
from core.games.great_divide.land import EIGHTH

Field = NDArray[np.float32]
AnyField = NDArray[np.floating]
Rgb = tuple[int, int, int]

TILE: Final = 0.955
"""Radius of a tile's paper, in those of its space."""
HOLE: Final = 0.93
"""Radius of the hole where a tile may lie."""
REACH: Final = 1.16
"""Half a side of the square that holds a tile with its shadow, in radii."""
_LIGHT: Final = (-0.55, -0.84)
"""Where the lamp stands, seen from the table."""


class Sheet:
    """Colours and cover of a surface under construction, laid sheet over sheet."""

    def __init__(self, rgb: Field, cover: Field) -> None:
        self.rgb = rgb
        self.cover = cover

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Sheet:
        """Nothing yet."""
        return cls(np.zeros((*size, 3), dtype=np.float32), np.zeros(size, dtype=np.float32))

    def part(self, across: slice, down: slice) -> Sheet:
        """A rectangle of it: what is laid there lies here too."""
        return Sheet(self.rgb[across, down], self.cover[across, down])

    def lay(self, colour: Rgb | Field, cover: AnyField) -> None:
        """A colour (or one for each pixel) over what is there, where it covers (0 … 1)."""
        total = cover + self.cover * (1 - cover)
        share = np.divide(cover, total, out=np.zeros_like(self.cover), where=total > 0)
        self.rgb += (np.asarray(colour, dtype=np.float32) - self.rgb) * share[:, :, None]
        self.cover[:] = total

    def paint(self, surface: pygame.Surface) -> None:
        """All of it as the pixels of a surface of the same size."""
        pygame.surfarray.pixels3d(surface)[:] = np.clip(self.rgb + 0.5, 0, 255).astype(np.uint8)
        pygame.surfarray.pixels_alpha(surface)[:] = (self.cover * 255 + 0.5).astype(np.uint8)


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


def axes(size: tuple[int, int], middle: Point) -> tuple[Field, Field]:
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


def inside(distance: AnyField) -> Field:
    """1 inside, 0 outside, smooth over a pixel."""
    share: Field = np.clip(0.5 - distance, 0, 1).astype(np.float32)
    return share


def facing(distance: Field) -> Field:
    """How much an edge of paper faces the lamp: 1 towards it, -1 away from it."""
    dx, dy = np.gradient(distance)
    long = np.maximum(np.hypot(dx, dy), 1e-6)
    share: Field = ((dx * _LIGHT[0] + dy * _LIGHT[1]) / long).astype(np.float32)
    return share


def mixed(a: Rgb, b: Rgb, share: float) -> Rgb:
    """`share` of the second colour in the first."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return (red, green, blue)


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


def grain(size: tuple[int, int], amount: float) -> Field:
    """Paper grain: so much lighter or darker is each pixel, array [x, y, 1]."""
    noise, (wide, high) = _noise(), size
    times = (-(-wide // len(noise)), -(-high // len(noise)))
    found: Field = np.tile(noise, times)[:wide, :high, None] * np.float32(amount)
    return found


@lru_cache(maxsize=1)
def _noise() -> Field:
    return np.random.default_rng(7).normal(0, 1, (256, 256)).astype(np.float32)


# --- hexes --------------------------------------------------------------------------------------


def plain(canvas: Canvas) -> bool:
    """Whether the theme wants clear shapes instead of relief: it is the one without grain."""
    return canvas.theme.panel("paper").grain == 0


def rgb(canvas: Canvas, ink: Ink) -> Rgb:
    """A colour of the theme without its alpha."""
    return canvas.colour(ink)[:3]


def warm(canvas: Canvas) -> Rgb:
    """The colour of the lamp's light on edges."""
    return rgb(canvas, "great_divide.warm")


def dark(canvas: Canvas) -> Rgb:
    """The colour of what the light does not come to."""
    return rgb(canvas, "great_divide.dark")


def on_top(canvas: Canvas, ground: Ink) -> str:
    """What is best to be read on a colour: ink or paper."""
    return "great_divide.ink" if brightness(rgb(canvas, ground)) > 118 else "great_divide.paper"


def middle(canvas: Canvas) -> Point:
    """The middle of the surface a stamp is painted on, in units."""
    return (canvas.surface.get_width() / 2 / canvas.scale, canvas.surface.get_height() / 2 / canvas.scale)


def paint_tile(canvas: Canvas, radius: float, ink: Ink) -> None:
    """A thick piece of paper in the middle of the canvas's surface, with its short shadow; units."""
    size = canvas.surface.get_size()
    r = radius * canvas.scale
    x, y = axes(size, (size[0] / 2, size[1] / 2))
    sheet, colour, edge = Sheet.blank(size), rgb(canvas, ink), TILE * r
    soft = 0.07 * r
    fall = 0.05 * r
    shade = away(x - 0.03 * r, y - 0.075 * r, edge, soft)
    sheet.lay(dark(canvas), 0.5 * np.clip(0.5 - shade / (0.13 * r), 0, 1) ** 1.5)
    if plain(canvas):
        _lay_plain(sheet, x, y, edge, colour, canvas)
    else:
        top = away(x, y, edge - fall * 0.5, soft)
        sheet.lay(mixed(colour, dark(canvas), 0.48), inside(away(x, y - fall, edge - fall * 0.5, soft)))
        sheet.lay(_lit(colour, x, y, r, size), inside(top))
        rim = np.clip(1 + (top + 0.02 * r) / (0.045 * r), 0, 1) * inside(top)
        lamp = facing(top)
        sheet.lay(warm(canvas), 0.55 * rim * np.clip(lamp, 0, 1))
        sheet.lay(dark(canvas), 0.22 * rim * np.clip(-lamp, 0, 1))
    sheet.paint(canvas.surface)


def _lit(colour: Rgb, x: Field, y: Field, r: float, size: tuple[int, int]) -> Field:
    """Paper under the lamp: a little lighter towards it, with grain."""
    light = (x * _LIGHT[0] + y * _LIGHT[1]) / r * 11
    return np.asarray(np.asarray(colour) + light[:, :, None] + grain(size, 3.2), dtype=np.float32)


def _lay_plain(sheet: Sheet, x: Field, y: Field, edge: float, colour: Rgb, canvas: Canvas) -> None:
    """The same for the eyes that want contrast: one colour, framed in ink and light."""
    rim = max(1.5, 0.035 * edge)
    soft = 0.05 * edge
    sheet.lay(rgb(canvas, "great_divide.paper"), inside(away(x, y, edge, soft)))
    sheet.lay(rgb(canvas, "great_divide.ink"), inside(away(x, y, edge - rim, soft)))
    sheet.lay(colour, inside(away(x, y, edge - 2 * rim, soft)))


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
    sheet, colour = Sheet.blank(size), rgb(canvas, ink)
    slate = rgb(canvas, "great_divide.slate")
    whole, hole = away(x, y, r), away(x, y, HOLE * r, 0.05 * r)
    if plain(canvas):
        sheet.lay(rgb(canvas, "great_divide.ink"), np.clip(1.0 - whole, 0, 1))
        sheet.lay(lightened(canvas, colour, 0.0), inside(hole))
        sheet.lay(floor_of(canvas, ink), inside(hole + max(1.5, 0.045 * r)))
    else:
        web = mixed(slate, colour, 0.74)
        sheet.lay(np.asarray(web, dtype=np.float32) + grain(size, 3.0), np.clip(1.0 - whole, 0, 1))
        floor = np.asarray(floor_of(canvas, ink), dtype=np.float32) + grain(size, 2.2)
        sheet.lay(floor, inside(hole))
        shade = away(x - 0.045 * r, y - 0.07 * r, HOLE * r, 0.05 * r)
        sheet.lay(dark(canvas), 0.5 * np.clip(0.5 + shade / (0.16 * r), 0, 1) * inside(hole))
        rim = np.clip(1 - np.abs(hole - 0.6) / max(1.0, 0.022 * r), 0, 1)
        sheet.lay(warm(canvas), 0.34 * rim * np.clip(facing(hole) * -1, 0, 1))
        sheet.lay(dark(canvas), 0.3 * rim * np.clip(facing(hole), 0, 1))
    sheet.paint(canvas.surface)


def paint_shadow(canvas: Canvas, radius: float, blur: float) -> None:
    """The soft shadow of a tile that has been lifted, in the middle of the canvas's surface; units."""
    size = canvas.surface.get_size()
    x, y = axes(size, (size[0] / 2, size[1] / 2))
    sheet, soft = Sheet.blank(size), max(1.0, blur * canvas.scale)
    fall = np.clip(0.5 - away(x, y, TILE * radius * canvas.scale, soft * 0.5) / (2 * soft), 0, 1)
    sheet.lay(rgb(canvas, "shadow"), 0.55 * fall * fall * (3 - 2 * fall))
    sheet.paint(canvas.surface)


# --- stamps -------------------------------------------------------------------------------------


def stamp(canvas: Canvas, key: Hashable, centre: Point, half: float, paint: Callable[[Canvas], None]) -> None:
    """A square picture about a point (see `middle`), kept once for all places: it lies on whole pixels."""
    reach = max(1, math.ceil(half * canvas.scale))
    x, y = canvas.pixel(*centre)
    left, top = canvas.units(x - reach, y - reach)
    wide = 2 * reach / canvas.scale
    with canvas.shifted(left, top):
        canvas.layer(("great_divide", key), Rect(0, 0, wide, wide), paint)
