"""The drawing pieces of The Great Divide, shared by the table and by the pictures of the rules.

Hexes are flat-topped: `radius` is from the middle to a corner, in units. Ways are 0 … 5, N and on clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import icon, seat_badge
from client.ui.theme import Ink
from core.game import Seat
from core.games.great_divide.state import ACTIVE, HIDDEN, NOT_CHOSEN, PASSIVE, other

LANDSCAPES: Final = {
    "W": "shore",
    "1": "forest",
    "2": "peaks",
    "3": "prairie",
    "4": "mesa",
    "5": "marsh",
    "E": "cape",
}
"""What land each area is; also the name of its colour in the palette."""

TILE: Final = 0.94
"""Radius of a tile's paper as a share of its space."""
BED: Final = 0.34
"""A river up to this wide (share of the radius) leaves the arrow of its tile to be seen."""


def landscape(area: str) -> str:
    """The landscape of an area; letters of other maps share those there are."""
    kinds = tuple(LANDSCAPES.values())
    return LANDSCAPES.get(area) or kinds[ord(area) % len(kinds)]


def area_colour(area: str) -> str:
    """The name of an area's colour in the theme."""
    return f"great_divide.{landscape(area)}"


def corners(centre: Point, radius: float) -> list[Point]:
    """The corners of a hex, clockwise from the east."""
    x, y = centre
    turns = [math.radians(60 * i) for i in range(6)]
    return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]


def side(centre: Point, radius: float, way: int) -> Point:
    """The middle of a side of a hex."""
    turn = math.radians(60 * way - 90)
    reach = radius * math.sqrt(3) / 2
    return (centre[0] + reach * math.cos(turn), centre[1] + reach * math.sin(turn))


def draw_ground(canvas: Canvas, rect: Rect, land: Rect | None = None) -> None:
    """The two oceans: the Pacific in the west, the Atlantic in the east; `land` lies between them."""
    west, east = rect.columns(1, 1)
    canvas.rect(west, "great_divide.pacific_deep")
    canvas.rect(east, "great_divide.atlantic_deep")


def draw_land(canvas: Canvas, field: Rect, spaces: Sequence[tuple[Point, str]], radius: float) -> None:
    """All of the land without its tiles: `spaces` are their centres and areas. Includes `draw_space`."""
    for centre, area in spaces:
        draw_space(canvas, centre, radius, area)


def draw_space(canvas: Canvas, centre: Point, radius: float, area: str) -> None:
    """An empty space: sunk into the land, dim, with the symbol of its area."""
    canvas.polygon(corners(centre, radius), area_colour(area))
    canvas.polygon(corners(centre, radius * 0.96), "great_divide.slate")
    draw_symbol(canvas, Rect.around(*centre, radius * 0.8), area, area_colour(area))


def draw_tile(
    canvas: Canvas,
    centre: Point,
    radius: float,
    area: str,
    way: int,
    *,
    angle: float = 0.0,
    lift: float = 0.0,
    zoom: float = 1.0,
) -> None:
    """A river tile with its arrow, turned clockwise by `angle` degrees, `lift` units above the board.

    `radius` is that of its space. Where the size is animated keep `radius` and change `zoom`.
    """
    _hex(canvas, centre, radius * zoom, area_colour(area))
    draw_symbol(canvas, Rect.around(*centre, radius * 0.5), area, "great_divide.ink")
    draw_arrow(canvas, centre, radius * zoom, way)


def draw_arrow(
    canvas: Canvas, centre: Point, radius: float, way: int, ink: Ink = "great_divide.paper"
) -> None:
    """The head of an arrow at a side; also to be laid over water."""
    tip = side(centre, radius * TILE, way)
    turn = math.radians(60 * way - 90)
    dx, dy = math.cos(turn) * radius * 0.26, math.sin(turn) * radius * 0.26
    base = (tip[0] - dx, tip[1] - dy)
    canvas.polygon([tip, (base[0] - dy, base[1] + dx), (base[0] + dy, base[1] - dx)], ink)


def draw_basin(
    canvas: Canvas,
    centre: Point,
    radius: float,
    *,
    angle: float = 0.0,
    lift: float = 0.0,
    zoom: float = 1.0,
) -> None:
    """The Great Basin: land around a lake of salt, no arrow."""
    _hex(canvas, centre, radius * zoom, "great_divide.slate")
    canvas.circle(centre, radius * zoom * 0.4, "great_divide.paper")


def draw_pass(
    canvas: Canvas,
    centre: Point,
    radius: float,
    axis: int,
    *,
    angle: float = 0.0,
    lift: float = 0.0,
    zoom: float = 1.0,
) -> None:
    """The Two-Ocean Pass: arrows to `axis` (0 N, 1 NE, 2 SE) and the opposite way."""
    _hex(canvas, centre, radius * zoom, "great_divide.slate")
    draw_arrow(canvas, centre, radius * zoom, axis)
    draw_arrow(canvas, centre, radius * zoom, axis + 3)


def draw_kind(
    canvas: Canvas,
    centre: Point,
    radius: float,
    kind: str,
    *,
    angle: float = 0.0,
    lift: float = 0.0,
    zoom: float = 1.0,
) -> None:
    """A tile as it comes out of the bag, by its kind: an area's letter, or one of `OTHER_KINDS`."""
    if len(kind) > 1:
        _hex(canvas, centre, radius * zoom, "great_divide.paper")
        canvas.text(kind, Rect.around(*centre, radius * 1.6, 40), "small", "paper_ink", align="centre")
        return
    _hex(canvas, centre, radius * zoom, area_colour(kind))
    draw_symbol(canvas, Rect.around(*centre, radius), kind, "great_divide.ink")


def draw_symbol(canvas: Canvas, rect: Rect, area: str, ink: Ink) -> None:
    """The symbol of an area in one colour, in the largest square inside the rectangle."""
    box = rect.fit(1.0)
    canvas.circle(box.centre, box.w / 2, ink)


def draw_card(canvas: Canvas, rect: Rect, letter: str, side: int, seat: Seat, *, turn: float = 1.0) -> None:
    """A selection card of a seat: its area (or `S`, the eighth card) and which side lies up.

    `side` is `ACTIVE`, `PASSIVE`, `NOT_CHOSEN` or `HIDDEN`; `turn` 0 … 1 is its flip in progress, at 0 the
    other side still lies up.
    """
    if turn < 0.5 and side in (ACTIVE, PASSIVE):
        side = ACTIVE + PASSIVE - side
    share = max(0.04, abs(math.cos(math.pi * turn)))
    face = Rect.around(rect.cx, rect.cy, rect.w * share, rect.h)
    canvas.shadow(face, 8, 4)
    canvas.rounded(face, 8, area_colour(letter) if side == ACTIVE else "great_divide.slate")
    mark = face.fit(1.0).scaled(0.5)
    if side in (NOT_CHOSEN, HIDDEN):
        icon(canvas, "help", mark)
    else:
        seat_badge(canvas, seat if side == ACTIVE else other(seat), mark)


def draw_event_card(canvas: Canvas, rect: Rect, event: str, *, turn: float = 1.0) -> None:
    """An event card (one of `EVENTS`); its back while `turn` is below a half, or for an `event` of ""."""
    share = max(0.04, abs(math.cos(math.pi * turn)))
    face = Rect.around(rect.cx, rect.cy, rect.w * share, rect.h)
    canvas.rounded(face, 8, "great_divide.paper" if event and turn >= 0.5 else "great_divide.slate")


def draw_event_sign(canvas: Canvas, rect: Rect, event: str) -> None:
    """What an event is, as a round sign: for the strip, the captions and the journal."""
    box = rect.fit(1.0)
    canvas.circle(box.centre, box.w / 2, "great_divide.paper")


def draw_bag(canvas: Canvas, rect: Rect) -> None:
    """The bag with the tiles."""
    canvas.circle(rect.centre, min(rect.w, rect.h) / 2, "great_divide.paper")


def _hex(canvas: Canvas, centre: Point, radius: float, ink: Ink) -> None:
    canvas.polygon(corners(centre, radius * TILE), ink)
