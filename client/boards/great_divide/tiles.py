"""The tiles of The Great Divide, shared by the table and by the pictures of the rules.

Hexes are flat-topped: `radius` is from the middle of a space to a corner, `lift` how high a tile lies above
the board, both in units. Ways are 0 … 5, N and on
clockwise. Colours come from the theme; what grows on the paper are pictures (`tools/art/great_divide.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Final

from client.boards.great_divide.hexes import HALF, side
from client.boards.great_divide.layout import Spaces
from client.boards.great_divide.paper import (
    AROUND,
    area_colour,
    draw_symbol,
    landscape,
    on_top,
    paint_shadow,
    paint_tile,
)
from client.boards.kit.paper import plain, stamp
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.theme import Ink
from core.games.great_divide.drainage import BASIN, PASS

_ARROW, _ARROW_AT = 0.40, 0.73 / HALF
"""How large the picture of a lone arrow is and how far from the middle of a tile, in radii and halves."""
_OWN: Final = {"five": "special", "basin": "special", "pass": "special", "quake": "omen", "event": "omen"}
"""Whose paper the tiles are of that belong to no area: that of the eighth card, or of what strikes all."""
_SPOT: Final = 0.59
"""How far a tile's symbols stand from its middle: beside its river, where the corners leave room."""
_LARGE, _SMALL = 0.54, 0.42
"""How large they are; both in radii."""


def draw_tile(canvas: Canvas, centre: Point, radius: float, area: str, way: int, lift: float = 0.0) -> None:
    """A river tile with its arrow; `radius` is that of its space."""

    def paint(c: Canvas, here: Rect) -> None:
        _paint_land(c, here, area)
        for spot, size in _spots(way, here.centre, radius):
            _symbol(c, Rect.around(*spot, size * radius), area)
        c.picture(f"tiles/great_divide/bed-{way}.svg", here.scaled(0.89))

    _put(canvas, ("tile", area, way), centre, radius, paint, lift)


def draw_arrow(
    canvas: Canvas, centre: Point, radius: float, way: int, ink: Ink = "great_divide.paper"
) -> None:
    """The head of an arrow at a side; also to be laid over water."""
    x, y = side(centre, radius * _ARROW_AT, way)
    canvas.picture(f"tiles/great_divide/arrow-{way}.svg", Rect.around(x, y, radius * _ARROW), tint=ink)


def draw_basin(canvas: Canvas, centre: Point, radius: float, lift: float = 0.0) -> None:
    """The Great Basin: land that falls to a lake of salt; no arrow."""
    _special(canvas, centre, radius, "basin", "basin", lift)


def draw_pass(canvas: Canvas, centre: Point, radius: float, axis: int, lift: float = 0.0) -> None:
    """The Two-Ocean Pass: arrows to `axis` (0 N, 1 NE, 2 SE) and the opposite way."""
    _special(canvas, centre, radius, "pass", f"pass-{axis % 3}", lift)


def draw_kind(canvas: Canvas, centre: Point, radius: float, kind: str, lift: float = 0.0) -> None:
    """A tile as it comes out of the bag, by its kind: an area's letter, or one of `OTHER_KINDS`.

    A river tile does not yet say where its water goes.
    """
    if kind in _OWN:
        picture = "pass-1" if kind == "pass" else kind
        _special(canvas, centre, radius, kind, picture, lift)
        return

    def paint(c: Canvas, here: Rect) -> None:
        _paint_land(c, here, kind)
        _symbol(c, here.scaled(0.53), kind)

    _put(canvas, ("kind", kind), centre, radius, paint, lift)


def draw_code(canvas: Canvas, centre: Point, radius: float, area: str, code: int, lift: float = 0.0) -> None:
    """A tile by its code (see `drainage.Tiles`): a river tile of an area, or a special one."""
    if code == BASIN:
        draw_basin(canvas, centre, radius, lift)
    elif code >= PASS:
        draw_pass(canvas, centre, radius, code - PASS, lift)
    else:
        draw_tile(canvas, centre, radius, area, code, lift)


def draw_coded(canvas: Canvas, spaces: Spaces, space: int, code: int, lift: float = 0.0) -> None:
    """A tile by its code on the space that it lies on."""
    area = spaces.land.areas[spaces.land.area[space]]
    draw_code(canvas, spaces.centre(space), spaces.radius, area, code, lift)


# --- inside -------------------------------------------------------------------------------------


def _special(canvas: Canvas, centre: Point, radius: float, kind: str, picture: str, lift: float) -> None:
    def paint(c: Canvas, here: Rect) -> None:
        paint_tile(c, radius, f"great_divide.{_OWN[kind]}")
        c.picture(f"tiles/great_divide/{picture}.svg", here)

    _put(canvas, ("special", picture), centre, radius, paint, lift)


def _put(
    canvas: Canvas,
    key: Hashable,
    centre: Point,
    radius: float,
    paint: Callable[[Canvas, Rect], None],
    lift: float,
) -> None:
    """A tile with the shadow that it throws when it is lifted."""
    if lift > 0:
        _shadow(canvas, centre, radius, lift)
    box = Rect.around(*centre, 2 * radius)
    stamp(canvas, ("great_divide", key, round(radius, 3)), box, AROUND * radius, paint)


def _shadow(canvas: Canvas, centre: Point, radius: float, lift: float) -> None:
    """Of few sizes only, so that a tile on its way needs no new one for every frame."""
    high, wide = max(2, round(lift / 3) * 3), max(1, round(radius / 3) * 3)
    box = Rect.around(centre[0] + 0.4 * lift, centre[1] + 0.8 * lift, 2 * wide)
    stamp(
        canvas, ("great_divide.shadow", wide, high), box, high, lambda c, _: paint_shadow(c, wide, high * 0.5)
    )


def _paint_land(canvas: Canvas, here: Rect, area: str) -> None:
    """The paper of a river tile with what grows on it."""
    paint_tile(canvas, here.w / 2, area_colour(area))
    if not plain(canvas):
        canvas.picture(f"tiles/great_divide/paper-{landscape(area)}.svg", here)


def _symbol(canvas: Canvas, rect: Rect, area: str) -> None:
    """The symbol of an area on its own paper: a small landscape, or where that is wanted a clear sign."""
    if plain(canvas):
        draw_symbol(canvas, rect, area, on_top(canvas, area_colour(area)))
    else:
        canvas.picture(f"tiles/great_divide/{landscape(area)}.svg", rect)


def _spots(way: int, centre: Point, radius: float) -> tuple[tuple[Point, float], tuple[Point, float]]:
    """Where a tile's two symbols stand and how large: to both sides of its arrow, the larger one in front."""
    turns = sorted((60 * way - 180, 60 * way), key=lambda turn: round(math.sin(math.radians(turn)), 3))
    x, y = centre
    places = [
        (x + _SPOT * radius * math.cos(math.radians(t)), y + _SPOT * radius * math.sin(math.radians(t)))
        for t in turns
    ]
    return (places[0], _SMALL), (places[1], _LARGE)
