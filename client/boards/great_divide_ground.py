"""The ground of The Great Divide: two oceans, and the land between them with its empty spaces."""

from __future__ import annotations

from collections.abc import Sequence

from client.boards.great_divide_paper import area_colour, draw_symbol, middle, paint_space, plain, stamp
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect


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

    def paint(c: Canvas) -> None:
        ink = area_colour(area)
        paint_space(c, radius, ink)
        with c.faded(0.95 if plain(c) else 0.5):
            draw_symbol(c, Rect.around(*middle(c), radius * 0.86), area, ink)

    stamp(canvas, ("space", area, round(radius, 3)), centre, radius, paint)
