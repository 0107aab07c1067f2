"""Draws the pictures of Sturt's rules: cut paper deserts with routes of light, hands and signs.

`Picture` and `picture` are what the rules screen asks of every game (`client.screens.rules_pages`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from client.boards import pictures
from client.boards.pictures import Say, Spot, draw_head, draw_mark, draw_words, ratio
from client.boards.sturt.art import draw_card, draw_end, draw_route, side_middle
from client.boards.sturt.fields import RIM, STEP, TURNING, Cell, Field, Picture, Route
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_badge
from core.game import Place
from core.games.sturt.board import Side

__all__ = ["Picture", "picture", "ratio"]

LARGEST: Final = 190.0
"""Units across a card at most, however much room there is."""
LINE: Final = 0.095
"""Width of a route in cells."""


def picture(canvas: Canvas, rect: Rect, shown: Any, say: Say, upto: float = 1.0) -> Rect:
    """Draws a picture into the rectangle, its routes up to a share of their length.

    Returns what it covers.
    """
    assert isinstance(shown, Picture)
    arranged = arrange(shown, rect.inset(pictures.EDGE), canvas.scale)
    canvas.layer(("sturt.picture", msgspec.json.encode(shown)), rect, lambda c: _below(c, arranged))
    for placed in arranged:
        for route in placed.field.routes:
            _route(canvas, placed, route, upto)
    _above(canvas, shown, arranged, say)
    extents = [placed.field.extent for placed in arranged]
    return pictures.covered(rect, extents, [placed.spot for placed in arranged])


# --- where everything lies ---------------------------------------------------------------------


class Placed(msgspec.Struct, frozen=True):
    """A field with its place; a size is the width of a cell."""

    field: Field
    spot: Spot

    @property
    def box(self) -> Rect:
        """Its ground."""
        return self.spot.box

    @property
    def size(self) -> float:
        """The units across a cell."""
        return self.spot.size

    def cell(self, cell: Place) -> Rect:
        """Where a cell lies."""
        gap = self.field.gap
        step = self.size * (1 + gap)
        across = self.field.columns + (self.field.columns - 1) * gap
        down = self.field.height + (self.field.height - 1) * gap
        left, top = self.box.cx - across * self.size / 2, self.box.cy - down * self.size / 2
        return Rect(left + cell[0] * step, top + cell[1] * step, self.size, self.size)

    def cells(self) -> Iterator[Cell]:
        """Every cell, row by row."""
        return ((x, y) for y in range(self.field.height) for x in range(self.field.columns))


def arrange(shown: Picture, rect: Rect, scale: float) -> tuple[Placed, ...]:
    """The fields in the rows in which their cards become largest, in the middle of the rectangle."""
    extents = [field.extent for field in shown.fields]
    spots = pictures.arrange(extents, rect, scale, then=shown.then, largest=LARGEST)
    return tuple(Placed(field, spot) for field, spot in zip(shown.fields, spots, strict=True))


# --- what lies under the routes ----------------------------------------------------------------


def _below(canvas: Canvas, arranged: Sequence[Placed]) -> None:
    for placed in arranged:
        _ground(canvas, placed)
        _open(canvas, placed)
        for cell, card in placed.field.cards().items():
            draw_card(canvas, placed.cell(cell), card)
        if placed.field.sign:
            draw_end(canvas, placed.cell((0, 0)), canvas.theme.seats[0], Side.N)
        if placed.field.turning:
            _turning(canvas, placed)


def _ground(canvas: Canvas, placed: Placed) -> None:
    box = placed.box
    if placed.field.whole:
        canvas.picture("tiles/sturt/ground.svg", box)
        _edges(canvas, placed)
        return
    if placed.field.apart or placed.field.sign:
        for cell in placed.field.cards():
            canvas.shadow(placed.cell(cell), placed.size * 0.06, max(6.0, placed.size * 0.07))
        return
    radius = min(18.0, placed.size * 0.14)
    canvas.shadow(box, radius, 9)
    canvas.rounded(box, radius, "sturt.land_deep", "sturt.rust", max(2.0, placed.size * 0.025))
    for cell in placed.cells():
        canvas.rounded(placed.cell(cell).inset(placed.size * 0.04), 8, (30, 14, 8, 70))


def _edges(canvas: Canvas, placed: Placed) -> None:
    """A row of pennants in the owner's colour along each edge, and a badge at its end."""
    inner = placed.cell((0, 0)).union(placed.cell((placed.field.columns - 1, placed.field.height - 1)))
    depth = placed.box.w * 0.042
    for index in range(placed.field.columns):
        along = placed.cell((index, index))
        edges = {
            "w": (Rect(inner.x - depth, along.y, depth, along.h), 0),
            "e": (Rect(inner.right, along.y, depth, along.h), 0),
            "n": (Rect(along.x, inner.y - depth, along.w, depth), 1),
            "s": (Rect(along.x, inner.bottom, along.w, depth), 1),
        }
        for name, (rect, seat) in edges.items():
            canvas.picture(f"tiles/sturt/edge-{name}.svg", rect, tint=f"seat.{seat}")
    for side in Side:
        across, down = STEP[side]
        beside = placed.cell(_free_cell(placed.field, side))
        x = beside.cx if not across else placed.box.x if across < 0 else placed.box.right
        y = beside.cy if not down else placed.box.y if down < 0 else placed.box.bottom
        seat_badge(canvas, 1 if down else 0, Rect.around(x, y, max(28.0, placed.size * 0.4)))


def _free_cell(field: Field, side: Side) -> Cell:
    """The cell nearest to the middle of an edge that has no end marker beside it."""
    last = field.columns - 1
    taken = _marked(field)
    for index in sorted(range(field.columns), key=lambda i: abs(i - last / 2)):
        edge = {Side.N: (index, 0), Side.E: (last, index), Side.S: (index, last), Side.W: (0, index)}
        if (edge[side], side) not in taken:
            break
    return edge[side]


def _marked(field: Field) -> dict[tuple[Cell, Side], int]:
    """Where end markers stand, and whose they are."""
    ends: dict[tuple[Cell, Side], int] = {}
    for route in field.routes if field.ends else ():
        curves = route.curves()
        for (x, y), side in (curves[0][:2], (curves[-1][0], curves[-1][2])):
            assert route.seat is not None
            ends[(x, y), Side(side)] = route.seat
    return ends


def _open(canvas: Canvas, placed: Placed) -> None:
    """Where a card may be laid."""
    if not placed.field.open:
        return
    for cell in placed.field.places():
        rect = placed.cell(cell).inset(placed.size * 0.06)
        canvas.rounded(rect, placed.size * 0.08, (255, 226, 160, 120))
        canvas.ring(rect, placed.size * 0.08, "sturt.glow", placed.size * 0.03)


def _turning(canvas: Canvas, placed: Placed) -> None:
    """Arrows from each card to the next, clockwise round the middle."""
    radius = placed.size * (1 + TURNING) / 2
    for quarter in range(4):
        start = -90.0 + 90 * quarter - 16
        canvas.arc(placed.box.centre, radius, start, start + 18, placed.size * 0.09, "sturt.rust")
        tip = math.radians(start + 25)
        x, y = placed.box.cx + radius * math.cos(tip), placed.box.cy + radius * math.sin(tip)
        draw_head(canvas, (x, y), (-math.sin(tip), math.cos(tip)), placed.size * 0.13, "sturt.rust")


# --- the routes --------------------------------------------------------------------------------


def _route(canvas: Canvas, placed: Placed, route: Route, upto: float) -> None:
    ink = "paper_bad" if route.wrong else f"seat.{route.seat}"
    curves = route.curves()
    width = max(4.0, placed.size * LINE)
    draw_route(canvas, placed.cell, curves, ink, width, upto, closed=False)
    if upto >= 1:
        cell, _, left = curves[-1]
        way = STEP[Side(left)]
        x, y = side_middle(placed.cell(cell), left)
        spot = (x + way[0] * width * 1.1, y + way[1] * width * 1.1)
        draw_head(canvas, spot, way, width * 1.65, (255, 252, 240))
        draw_head(canvas, spot, way, width * 1.15, ink)
        for where, side in route.turns_back():
            draw_mark(
                canvas, Rect.around(*side_middle(placed.cell(where), side), placed.size * 0.34), "wrong"
            )


# --- what lies over the routes -----------------------------------------------------------------


def _above(canvas: Canvas, shown: Picture, arranged: Sequence[Placed], say: Say) -> None:
    for placed in arranged:
        _ends(canvas, placed)
        for cell in placed.field.shut:
            draw_mark(canvas, placed.cell(cell).scaled(0.42), "wrong")
        if placed.field.last is not None:
            rect = placed.cell(placed.field.last)
            canvas.ring(
                rect.grown(placed.size * 0.03), placed.size * 0.1, (255, 250, 235), placed.size * 0.05
            )
        _hand(canvas, placed)
        draw_words(canvas, placed.field, placed.spot, say, "sturt")
    if shown.then:
        pictures.draw_then(canvas, [placed.spot for placed in arranged], "sturt.rust")


def _ends(canvas: Canvas, placed: Placed) -> None:
    """End markers beside the first and the last card of each route."""
    for (cell, side), seat in _marked(placed.field).items():
        dx, dy = STEP[side]
        rect, away = placed.cell(cell), placed.size * 0.5 + placed.box.w * RIM * 0.45
        spot = Rect.around(rect.cx + dx * away, rect.cy + dy * away, placed.box.w * 0.095)
        draw_end(canvas, spot, canvas.theme.seats[seat], side)


def _hand(canvas: Canvas, placed: Placed) -> None:
    """A card held a little askew above its place, with the badge of whoever holds it."""
    hand = placed.field.hand
    if hand is None:
        return
    rect = placed.cell(hand.at)
    held = rect.moved(placed.size * 0.1, -placed.size * 0.13)
    canvas.ring(rect, placed.size * 0.08, f"seat.{hand.seat}", max(3.0, placed.size * 0.045))
    canvas.shadow(held.inset(placed.size * 0.03), placed.size * 0.08, max(10.0, placed.size * 0.16))
    draw_card(canvas, held, int(hand.card, 16), angle=6)
    seat_badge(canvas, hand.seat, Rect.around(held.right, held.y, max(28.0, placed.size * 0.36)))
