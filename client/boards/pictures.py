"""How the pictures of all games' rules are drawn: fields in rows, words above and below them, signs, arrows.

A field is anything that can be drawn in any size: a piece of a board, cards, tiles (`client.boards.fields`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from client.boards.fields import AnyField, Extent, Fields, Mark
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import icon, seat_badge
from client.ui.theme import Ink

Say = Callable[..., str]

EDGE: Final = 26.0
"""Room round all fields for badges, shadows and arrows that stand out."""
GAP: Final = 44.0
ARROW: Final = 76.0
"""Units between fields, without and with an arrow."""
LABEL: Final = 78.0
"""Units high: a few words below a field; SAYING: what is said above it."""
SAYING: Final = 116.0


class Spot(msgspec.Struct, frozen=True):
    """Where a field lies: `box` is its ground, `size` the units of one size.

    What is said stands above `top`, its label below `foot`: the same for all fields of a row.
    """

    box: Rect
    size: float
    top: float
    foot: float


class Style(NamedTuple):
    """What is the same in all pictures of a game.

    `largest` are the units of one size at most; `ink` is the colour of arrows.
    """

    game: str
    largest: float
    ink: Ink


def draw_fields(
    canvas: Canvas, rect: Rect, shown: Fields[Any], say: Say, style: Style, draw: Callable[[Any, Spot], None]
) -> Rect:
    """A whole picture in the rectangle; `draw` draws what one field shows. Returns what it covers."""
    extents = [field.extent for field in shown.fields]
    spots = arrange(extents, rect.inset(EDGE), canvas.scale, then=shown.then, largest=style.largest)
    for field, spot in zip(shown.fields, spots, strict=True):
        draw(field, spot)
        draw_words(canvas, field, spot, say, style.game)
    if shown.then:
        draw_then(canvas, spots, style.ink)
    return covered(rect, extents, spots)


# --- where everything lies ---------------------------------------------------------------------


def arrange(
    extents: Sequence[Extent], rect: Rect, scale: float, *, then: bool, largest: float
) -> tuple[Spot, ...]:
    """The fields in the rows in which they become largest, in the middle of the rectangle.

    `then` leaves room for arrows between them. Sizes are whole pixels (`scale` pixels are a unit), so that
    no seam shows between cells, and at most `largest` units.
    """
    gap = ARROW if then else GAP
    tries = [_rows(extents, columns) for columns in range(1, len(extents) + 1)]
    rows = max(tries, key=lambda rows: _size(rows, rect, gap, largest))
    size = math.floor(_size(rows, rect, gap, largest) * scale) / scale
    high = sum(max(_height(field, size) for field in row) for row in rows) + gap * (len(rows) - 1)
    spots: list[Spot] = []
    y = rect.cy - high / 2
    for row in rows:
        tall = max(_height(field, size) for field in row)
        x = rect.cx - (sum(field.across * size for field in row) + gap * (len(row) - 1)) / 2
        for field in row:
            above = SAYING if any(f.says for f in row) else 0.0
            below = LABEL if any(f.labelled for f in row) else 0.0
            room = Rect(x, y + above, field.across * size, tall - above - below)
            spots.append(Spot(room.place(room.w, field.down * size), size, room.y, room.bottom))
            x += room.w + gap
        y += tall + gap
    return tuple(spots)


def ratio(shown: Fields[Any]) -> float:
    """Width by height of the picture if all fields stand side by side: how broad a place it can use."""
    extents: list[Extent] = [field.extent for field in shown.fields]
    across = sum(field.across for field in extents) + 0.4 * (len(extents) - 1)
    return across / max(field.down for field in extents)


def covered(rect: Rect, extents: Sequence[Extent], spots: Sequence[Spot]) -> Rect:
    """What the picture covers of its rectangle: the caption comes below."""
    pairs = zip(extents, spots, strict=True)
    low = max(spot.foot + (LABEL if field.labelled else EDGE) for field, spot in pairs)
    return Rect(rect.x, rect.y, rect.w, low - rect.y)


def _height(field: Extent, size: float) -> float:
    """Units from what is said above the field to its label below."""
    return field.down * size + (SAYING if field.says else 0.0) + (LABEL if field.labelled else 0.0)


def _rows(extents: Sequence[Extent], columns: int) -> list[Sequence[Extent]]:
    return [extents[i : i + columns] for i in range(0, len(extents), columns)]


def _size(rows: Sequence[Sequence[Extent]], rect: Rect, gap: float, largest: float) -> float:
    """Units of one size if the fields stand in these rows."""
    across = min((rect.w - gap * (len(row) - 1)) / sum(field.across for field in row) for row in rows)
    fixed = sum(max(_height(field, 0) for field in row) for row in rows) + gap * (len(rows) - 1)
    down = (rect.h - fixed) / sum(max(field.down for field in row) for row in rows)
    return min(largest, across, down)


# --- words -------------------------------------------------------------------------------------


def draw_words(canvas: Canvas, field: AnyField, spot: Spot, say: Say, game: str) -> None:
    """What is said above a field, and its label below."""
    start = f"{game}.rules.label."
    if field.says is not None:
        draw_saying(canvas, spot, field.says.seat, say(start + field.says.words))
    if field.label or field.mark:
        draw_caption(canvas, spot, say(start + field.label) if field.label else "", field.mark)


def draw_saying(canvas: Canvas, spot: Spot, seat: int, words: str) -> None:
    """A bubble of paper above the field: what a seat says."""
    strip = Rect(spot.box.x, spot.top - SAYING, spot.box.w, SAYING - 30)
    wide, high = canvas.measure(words, "small", wrap_at=strip.w - 106)
    bubble = strip.place(wide + 96, max(60.0, high + 20))
    canvas.panel(bubble, "tip")
    canvas.ring(bubble, 12, f"seat.{seat}", 4)
    x, y = bubble.x + 38, bubble.bottom - 3
    canvas.polygon([(x - 12, y), (x + 14, y), (x - 4, y + 24)], f"seat.{seat}")
    seat_badge(canvas, seat, Rect.around(bubble.x + 38, bubble.cy, 42))
    text = Rect(bubble.x + 70, bubble.y, bubble.w - 82, bubble.h)
    canvas.text(words, text, "small", "paper_ink", fit="wrap")


def draw_caption(canvas: Canvas, spot: Spot, words: str, mark: Mark) -> None:
    """A tick or a cross with a few words below the field."""
    strip = Rect(spot.box.x - GAP * 0.4, spot.foot + 8, spot.box.w + GAP * 0.8, LABEL - 8)
    sign = 38.0 if mark else 0.0
    wide = canvas.measure(words, "small", wrap_at=strip.w - sign - 8)[0]
    left = strip.cx - (wide + (sign + 10 if sign else 0)) / 2
    if mark:
        draw_mark(canvas, Rect(left, strip.cy - sign / 2, sign, sign), mark)
        left += sign + 10
    text = Rect(left, strip.y, wide + 2, strip.h)
    canvas.text(words, text, "small", "paper_ink", fit="wrap", align="left" if sign else "centre")


# --- signs -------------------------------------------------------------------------------------


def draw_mark(canvas: Canvas, rect: Rect, mark: Mark) -> None:
    """A tick on green paper for what is right, a cross on red paper for what is wrong."""
    name, ink = ("check", "paper_good") if mark == "right" else ("cross", "paper_bad")
    _draw_sign(canvas, rect, name, ink)


def _draw_sign(canvas: Canvas, rect: Rect, name: str, ink: Ink) -> None:
    box = rect.fit(1.0)
    canvas.shadow(box.scaled(0.7), box.w * 0.3, box.w * 0.08)
    canvas.circle(box.centre, box.w * 0.5, "paper")
    canvas.circle(box.centre, box.w * 0.44, ink)
    icon(canvas, name, box.scaled(0.49), "paper")


def draw_then(canvas: Canvas, spots: Sequence[Spot], ink: Ink) -> None:
    """An arrow from each field to the next."""
    for before, after in pairwise(spot.box for spot in spots):
        beside = after.x >= before.right
        middle = ((before.right + after.x) / 2, before.cy)
        below = (before.cx, (before.bottom + after.y) / 2)
        icon(canvas, "right" if beside else "down", Rect.around(*(middle if beside else below), 48), ink)


def draw_head(canvas: Canvas, spot: Point, way: Point, size: float, ink: Ink) -> None:
    """The head of an arrow about a spot; `way` is its direction, of length 1."""
    (x, y), (dx, dy) = spot, way
    tips = ((1.0, 0.0), (-0.6, 0.8), (-0.6, -0.8))
    canvas.polygon([(x + size * (a * dx - b * dy), y + size * (a * dy + b * dx)) for a, b in tips], ink)
