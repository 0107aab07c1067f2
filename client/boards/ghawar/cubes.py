"""Platforms, cubes and barrels: each kept as a picture once for a size, wherever it lies."""

from __future__ import annotations

from typing import Final

from client.boards.ghawar.derricks import WELL, lay_well
from client.boards.ghawar.paper import Cut, box, cast, moved, oval, rgb, stamp
from client.boards.ghawar.signs import cube_ink, lay_sign, sign_ink
from client.boards.kit.paper import mixed, plain
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.ghawar.state import Colour

CUBE: Final = 0.43
"""How large the cube of a platform is, in sides of the platform."""
_TOP: Final = 0.76
"""How much of a cube's picture is its upper side."""


def cube_rect(platform: Rect) -> Rect:
    """Where the cube of a platform lies, whether a derrick stands there or not."""
    side = CUBE * platform.w
    return Rect.around(platform.x + WELL[0] * platform.w, platform.y + WELL[1] * platform.h, side)


def draw_platform(canvas: Canvas, rect: Rect) -> None:
    """A platform with nothing on it: a plate of concrete framed in steel, in its middle a well."""
    stamp(canvas, ("platform",), rect, 0.12, _lay_platform, grain=5)


def draw_cube(canvas: Canvas, rect: Rect, colour: Colour, *, ghost: bool = False) -> None:
    """A cube in the largest square inside the rectangle, with its sign on top."""
    side = rect.fit(1.0)
    with canvas.faded(0.55 if ghost else 1.0):
        stamp(canvas, ("cube shadow",), side, 0.3, _lay_cube_shadow)
        stamp(canvas, ("cube", colour), side, 0.06, lambda c, cut: _lay_cube(c, cut, colour))


def draw_barrel(canvas: Canvas, rect: Rect) -> None:
    """A barrel of oil, which is the money, as high as the rectangle."""
    stamp(canvas, ("barrel",), rect.fit(1.0), 0.16, _lay_barrel)


# --- inside -------------------------------------------------------------------------------------


def _lay_platform(canvas: Canvas, cut: Cut) -> None:
    clear = plain(canvas)
    concrete, light, deep = (rgb(canvas, f"concrete{name}") for name in ("", "_light", "_deep"))
    steel, shine, dark = rgb(canvas, "steel"), rgb(canvas, "steel_light"), rgb(canvas, "dark")
    plate = box(0.045, 0.04, 0.91, 0.91, 0.09)
    cut.shade([cast(plate, 0.07)], dark, 0.5, 0.025)
    cut.fill(moved(plate, 0, 0.018), mixed(steel, dark, 0.35))
    cut.fill(plate, shine if clear else steel)
    cut.fill(box(0.058, 0.052, 0.884, 0.875, 0.08), steel if clear else mixed(shine, steel, 0.4))
    if clear:
        cut.fill(box(0.08, 0.074, 0.84, 0.84, 0.06), concrete)
    else:
        cut.gradient(
            box(0.08, 0.074, 0.84, 0.84, 0.06), mixed(concrete, light, 0.6), mixed(concrete, deep, 0.5)
        )
    for seam in ([(0.5, 0.08), (0.5, 0.92)], [(0.08, 0.5), (0.92, 0.5)]):
        cut.stroke(seam, 0.008, mixed(concrete, deep, 0.55))
        cut.stroke(moved(seam, 0.008, 0.008), 0.006, mixed(concrete, light, 0.5))
    for x in (0.14, 0.86):
        for y in (0.14, 0.86):
            cut.disc((x, y), 0.026, deep)
            cut.disc((x - 0.006, y - 0.006), 0.016, light)
    lay_well(canvas, cut)


def _lay_cube_shadow(canvas: Canvas, cut: Cut) -> None:
    cut.shade([cast(box(0.06, 0.3, 0.88, 0.68, 0.08), 0.2)], rgb(canvas, "dark"), 0.5, 0.04)


def _lay_cube(canvas: Canvas, cut: Cut, colour: Colour) -> None:
    ground, bone, dark = rgb(canvas, cube_ink(colour)), rgb(canvas, "bone"), rgb(canvas, "dark")
    edge = max(0.022, cut.pixel)
    cut.fill(box(0, 0, 1, 1, 0.11), mixed(ground, dark, 0.78))
    cut.fill(box(edge, edge, 1 - 2 * edge, 1 - 2 * edge, 0.1), mixed(ground, dark, 0.42))
    top = box(edge, edge, 1 - 2 * edge, _TOP - edge, 0.1)
    if plain(canvas):
        cut.fill(top, bone)
        cut.fill(box(2 * edge, 2 * edge, 1 - 4 * edge, _TOP - 3 * edge, 0.09), ground)
    else:
        cut.fill(top, mixed(ground, bone, 0.62))
        inner = box(edge + 0.02, edge + 0.028, 1 - 2 * edge - 0.03, _TOP - edge - 0.036, 0.085)
        cut.gradient(inner, mixed(ground, bone, 0.16), mixed(ground, dark, 0.06))
    tone = rgb(canvas, sign_ink(canvas, colour))
    lay_sign(cut, colour, tone, (0.5, _TOP / 2 + 0.01), (0.32, 0.31))


def _lay_barrel(canvas: Canvas, cut: Cut) -> None:
    body, light, dark = rgb(canvas, "barrel"), rgb(canvas, "barrel_light"), rgb(canvas, "dark")
    glow, bone = rgb(canvas, "flare"), rgb(canvas, "bone")
    x, w, top, low = 0.2, 0.6, 0.16, 0.88
    cut.shade([cast(oval((0.5, low), 0.3, 0.09), 0.22)], dark, 0.4, 0.03)
    side = [*oval((0.5, low), w / 2, 0.1)[:17], *oval((0.5, top), w / 2, 0.1)[16:], (x + w, top)]
    cut.fill(side, body)
    cut.clipped(side, [box(x + 0.06, 0, 0.12, 1)], light, 0.75)
    cut.clipped(side, [box(x + 0.42, 0, 0.2, 1)], dark, 0.5)
    for y in (0.36, 0.64):
        ring = oval((0.5, y), w / 2 + 0.015, 0.1)[:17]
        cut.stroke(ring, 0.05, mixed(body, dark, 0.5))
        cut.stroke(moved(ring, 0, -0.016), 0.022, light)
    cut.fill([*oval((0.5, 0.44), w / 2, 0.1)[:17], *reversed(oval((0.5, 0.55), w / 2, 0.1)[:17])], glow)
    cut.fill(oval((0.5, top), w / 2, 0.1), mixed(body, light, 0.85))
    cut.fill(oval((0.5, top), w / 2 - 0.05, 0.07), mixed(body, light, 0.35))
    cut.fill(oval((0.58, top), 0.06, 0.026), bone)
