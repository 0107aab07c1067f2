"""Words and signs of rules pictures: bubble above a field, label below, ticks, crosses, arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from assets.texts import TextLookup
from client.boards.kit.illustration import AnswerMark, IllustrationField
from client.boards.kit.illustration_layout import (
    FIELD_GAP,
    SAYING_HEIGHT,
    FieldPlace,
)
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import icon, seat_badge
from client.ui.theme import Ink

MARK_SIZE, MARK_GAP = 38.0, 10.0
"""Units across a tick or a cross beside a label, and between the two."""
ARROW_STROKE: Final = 0.09
"""Thickness of an arrow, in sizes."""
ARROW_HEAD_SIZE: Final = 0.16
"""Length from the middle of an arrow's head to its tip, in sizes."""
ARROW_TIP_SHARE: Final = 0.2
"""Share of its last place's width by which the head of a short arrow stays before the middle."""
FAR_DISTANCE: Final = 1.5
"""Distance between two places, in their widths, from which on an arrow runs between their edges."""
ARROW_SIDE_OFFSET: Final = 0.08
"""Distance, in sizes, by which an arrow through several places runs to the right of their middles."""


def draw_words(
    canvas: Canvas, field: IllustrationField, field_place: FieldPlace, translate: TextLookup, game: str
) -> None:
    """Draw the bubble above a field, and the label below it."""
    start = f"{game}.rules.label."
    if field.says is not None:
        draw_saying(canvas, field_place, field.says.seat, translate(start + field.says.words))
    if field.label or field.mark:
        draw_caption(canvas, field_place, translate(start + field.label) if field.label else "", field.mark)


def draw_saying(canvas: Canvas, field_place: FieldPlace, seat: int, words: str) -> None:
    """Draw a paper bubble above the field with the words of a seat."""
    beside = max(0.0, field_place.beside - FIELD_GAP * 0.4)
    strip = Rect(
        field_place.box.x - beside,
        field_place.top - SAYING_HEIGHT,
        field_place.box.w + 2 * beside,
        SAYING_HEIGHT - 30,
    )
    wide, high = canvas.measure(words, "small", wrap_at=strip.w - 106)
    bubble = strip.place(wide + 96, max(60.0, high + 20))
    canvas.panel(bubble, "tip")
    canvas.ring(bubble, 12, f"seat.{seat}", 4)
    x, y = bubble.x + 38, bubble.bottom - 3
    canvas.polygon([(x - 12, y), (x + 14, y), (x - 4, y + 24)], f"seat.{seat}")
    seat_badge(canvas, seat, Rect.around(bubble.x + 38, bubble.cy, 42))
    text = Rect(bubble.x + 70, bubble.y, bubble.w - 82, bubble.h)
    canvas.text(words, text, "small", "paper_ink", fit="wrap")


def label_width(canvas: Canvas, field: IllustrationField, translate: TextLookup, game: str) -> float:
    """Units wide: mark and label of a field in one line; 0 without either."""
    words = translate(f"{game}.rules.label.{field.label}") if field.label else ""
    mark = MARK_SIZE if field.mark else 0.0
    return mark + MARK_GAP + canvas.measure(words, "small")[0] if words else mark


def draw_caption(canvas: Canvas, field_place: FieldPlace, words: str, mark: AnswerMark) -> None:
    """Draw a tick or a cross with a few words below the field."""
    strip = Rect(
        field_place.box.x - field_place.beside,
        field_place.foot + 8,
        field_place.box.w + 2 * field_place.beside,
        field_place.label - 8,
    )
    sign = MARK_SIZE if mark else 0.0
    wide = canvas.measure(words, "small", wrap_at=strip.w - sign - MARK_GAP)[0]
    left = strip.cx - (wide + (sign + MARK_GAP if sign else 0)) / 2
    if mark:
        draw_mark(canvas, Rect(left, strip.cy - sign / 2, sign, sign), mark)
        left += sign + MARK_GAP
    text = Rect(left, strip.y, wide + 2, strip.h)
    canvas.text(words, text, "small", "paper_ink", fit="wrap", align="left" if sign else "centre")


def draw_mark(canvas: Canvas, rect: Rect, mark: AnswerMark) -> None:
    """Draw a tick on a green disc for right, or a cross on a red one for wrong."""
    name, ink = ("check", "paper_good") if mark == "right" else ("cross", "paper_bad")
    _draw_sign(canvas, rect, name, ink)


def _draw_sign(canvas: Canvas, rect: Rect, name: str, ink: Ink) -> None:
    box = rect.fit(1.0)
    canvas.shadow(box.scaled(0.7), box.w * 0.3, box.w * 0.08)
    canvas.circle(box.centre, box.w * 0.5, "paper")
    canvas.circle(box.centre, box.w * 0.44, ink)
    icon(canvas, name, box.scaled(0.58), "paper")


def draw_step_arrows(canvas: Canvas, spots: Sequence[FieldPlace], ink: Ink) -> None:
    """Draw an arrow from each field to the next."""
    for before, after in pairwise(spot.box for spot in spots):
        beside = after.x >= before.right
        middle = ((before.right + after.x) / 2, before.cy)
        below = (before.cx, (before.bottom + after.y) / 2)
        icon(canvas, "right" if beside else "down", Rect.around(*(middle if beside else below), 48), ink)


def draw_arrow(canvas: Canvas, rects: Sequence[Rect], size: float, ink: Ink) -> None:
    """Draw an arrow from the first place to the last; `size` is the units of one size.

    It runs between the middles of two near places, between the edges of two far ones, and to the right of
    the middles of more than two.
    """
    points = [place.centre for place in rects]
    way = _direction(*points[-2:])
    if len(points) > 2:
        points = _on_the_right(points, size * ARROW_SIDE_OFFSET)
    elif math.dist(*points) > FAR_DISTANCE * rects[0].w:
        points = [_edge(rects[0], way), _edge(rects[1], (-way[0], -way[1]))]
    (x, y), back = (
        points[-1],
        rects[-1].w * ARROW_TIP_SHARE if points[-1] == rects[-1].centre else size * ARROW_HEAD_SIZE,
    )
    points[-1] = (x - way[0] * back, y - way[1] * back)
    canvas.polyline(points, size * ARROW_STROKE, ink)
    draw_head(canvas, points[-1], way, size * ARROW_HEAD_SIZE, ink)


def draw_head(canvas: Canvas, point: Point, direction: Point, size: float, ink: Ink) -> None:
    """Draw the head of an arrow about a spot; `direction` is its direction, of length 1."""
    (x, y), (dx, dy) = point, direction
    tips = ((1.0, 0.0), (-0.6, 0.8), (-0.6, -0.8))
    canvas.polygon([(x + size * (a * dx - b * dy), y + size * (a * dy + b * dx)) for a, b in tips], ink)


def _edge(rect: Rect, direction: Point) -> Point:
    """Point of the ellipse in a rectangle, in the direction `direction` from its middle."""
    return rect.cx + direction[0] * rect.w / 2, rect.cy + direction[1] * rect.h / 2


def _on_the_right(points: Sequence[Point], off: float) -> list[Point]:
    """Path `off` units to the right of its direction; where it turns back, it goes around the end."""
    ways = [_direction(a, b) for a, b in pairwise(points)]
    found: list[Point] = []
    for (x, y), before, after in zip(points, (ways[0], *ways), (*ways, ways[-1]), strict=True):
        right, then = ((-way[1] * off, way[0] * off) for way in (before, after))
        turns_round = math.dist(right, then) > 1.5 * off
        if turns_round:
            tip = (x + before[0] * off, y + before[1] * off)
            found += [(tip[0] + right[0], tip[1] + right[1]), (tip[0] + then[0], tip[1] + then[1])]
        else:
            straight = math.dist(right, then) < 0.5 * off
            dx, dy = right if straight else (right[0] + then[0], right[1] + then[1])
            found.append((x + dx, y + dy))
    return found


def _direction(start: Point, end: Point) -> Point:
    """Direction from one point to another, of length 1."""
    length = max(1.0, math.dist(start, end))
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length
