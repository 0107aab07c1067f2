"""Bubble: paper with the words of a step, its pointer at the thing, and everything else dimmed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.theme import Face

BUBBLE_WIDTH: Final = 620.0
"""Units across a bubble; in an upright window it is as wide as that."""
PADDING: Final = 26.0
"""Units between the rim of a bubble and its words."""
HEAD_HEIGHT: Final = 52.0
"""Units high: the line that counts the steps, with the button that skips them."""
SKIP_WIDTH: Final = 300.0
BUTTON_HEIGHT: Final = 62.0
GAP: Final = 14.0
"""Units between the parts of a bubble."""
POINTER_LENGTH: Final = 40.0
"""Units between a bubble and what it points at, at least: room for the pointer."""
POINTER_WIDTH: Final = 44.0
"""Units across the foot of a pointer."""
RIM: Final = 8.0
"""Units around what is pointed at that stay bright."""
DIMMING: Final = 115
"""Opacity, of 255, of the shadow over everything else."""
EDGE: Final = 16.0
"""Units between a bubble and the edges of the window."""
RASTER: Final = 24
"""Places across and down that are tried for a bubble."""


class Bubble(msgspec.Struct, frozen=True):
    """Bubble laid out: its paper, the places that stay bright, and its words.

    `task` is what there is to do, empty where there is nothing. `skip` and `on` are the places of the buttons
    to skip the lesson and to read on; `on` is empty where something is to be done.
    """

    paper: Rect
    bright: tuple[Rect, ...]
    head: str
    text: str
    task: str
    skip: Rect
    on: Rect


def lay_out(
    canvas: Canvas,
    head: str,
    text: str,
    task: str,
    rects: Sequence[Rect],
    buttons: Sequence[Rect] = (),
    keep: Sequence[Rect] = (),
) -> Bubble:
    """Lay a bubble out beside `rects`, which it never covers.

    If it can it leaves other `buttons` free, and most of what it should `keep` visible.
    """
    area = canvas.area
    wide = BUBBLE_WIDTH if area.w > area.h else area.w - 2 * EDGE
    inner = wide - 2 * PADDING
    words = sum(high + GAP for high in _heights(canvas, text, task, inner))
    high = 2 * PADDING + HEAD_HEIGHT + GAP + words + (0.0 if task else BUTTON_HEIGHT)
    bright = tuple(place.grown(RIM) for place in rects)
    room, size = area.inset(EDGE), (wide, high)
    paper = _place(room, size, bright, buttons, keep)
    if any(paper.overlaps(rect) for rect in bright):  # the last place is what it is about
        bright = bright[-1:]
        paper = _place(room, size, bright, buttons, keep)
    inside = paper.inset(PADDING)
    skip = inside.cut_top(HEAD_HEIGHT)[0].cut_right(SKIP_WIDTH)[0]
    on = inside.cut_bottom(0.0 if task else BUTTON_HEIGHT)[0].cut_right(SKIP_WIDTH)[0]
    return Bubble(paper, bright, head, text, task, skip, on)


def _heights(canvas: Canvas, text: str, task: str, wide: float) -> tuple[float, ...]:
    """Units high: the text and, if there is one, the task."""
    high = canvas.measure(text, "body", wrap_at=wide)[1]
    return (high, canvas.measure(task, "body", face="display", wrap_at=wide)[1]) if task else (high,)


def _place(
    room: Rect,
    size: tuple[float, float],
    bright: Sequence[Rect],
    buttons: Sequence[Rect],
    keep: Sequence[Rect],
) -> Rect:
    """The best place for a paper of this size: off what is bright, off buttons, near the last place."""
    wide, high = size
    middle = bright[-1] if bright else room
    columns = [room.x + (room.w - wide) * i / RASTER for i in range(RASTER + 1)]
    rows = [room.y + max(0.0, room.h - high) * i / RASTER for i in range(RASTER + 1)]

    papers = [Rect(x, y, wide, high) for x in columns for y in rows]
    papers = _least_covering(papers, bright)
    papers = _least_covering(papers, buttons)
    papers = _least_covering(papers, bright, POINTER_LENGTH)

    def cost(paper: Rect) -> float:
        hidden = sum(_shared(paper, rect) for rect in keep)
        return hidden / 60 + math.dist(paper.centre, middle.centre)

    return min(papers, key=cost)


def _least_covering(papers: Sequence[Rect], rects: Sequence[Rect], margin: float = 0.0) -> list[Rect]:
    """Those papers that, grown by a margin, cover the least of the rectangles."""
    grown = [paper.grown(margin) for paper in papers]
    covered = [sum(_shared(paper, rect) for rect in rects) for paper in grown]
    least = min(covered)
    return [paper for paper, units in zip(papers, covered, strict=True) if units == least]


def _shared(a: Rect, b: Rect) -> float:
    """Square units that two rectangles share."""
    if not a.overlaps(b):
        return 0.0
    common = a.meet(b)
    return common.w * common.h


def dimmed_parts(area: Rect, bright: Sequence[Rect]) -> list[Rect]:
    """Parts of an area that together are all of it but the bright places."""
    parts = [area]
    for hole in bright:
        parts = [left for part in parts for left in _without(part, hole)]
    return parts


def _without(part_rect: Rect, hole: Rect) -> list[Rect]:
    if not part_rect.overlaps(hole):
        return [part_rect]
    common = part_rect.meet(hole)
    found = (
        Rect(part_rect.x, part_rect.y, part_rect.w, common.y - part_rect.y),
        Rect(part_rect.x, common.bottom, part_rect.w, part_rect.bottom - common.bottom),
        Rect(part_rect.x, common.y, common.x - part_rect.x, common.h),
        Rect(common.right, common.y, part_rect.right - common.right, common.h),
    )
    return [rect for rect in found if rect.w > 0 and rect.h > 0]


def pointer(paper: Rect, bright: Sequence[Rect]) -> tuple[Point, Point, Point] | None:
    """Corners of the pointer: two on the paper, its tip at the last bright place; None without one."""
    if not bright:
        return None
    target = bright[-1]
    tip = (
        min(max(paper.cx, target.x), target.right),
        min(max(paper.cy, target.y), target.bottom),
    )
    foot = (
        min(max(tip[0], paper.x + POINTER_WIDTH), paper.right - POINTER_WIDTH),
        min(max(tip[1], paper.y + POINTER_WIDTH), paper.bottom - POINTER_WIDTH),
    )
    if paper.contains(*tip):
        return None
    half = POINTER_WIDTH / 2
    if paper.x <= tip[0] <= paper.right:
        edge = paper.y + 2 if tip[1] < paper.y else paper.bottom - 2
        return (foot[0] - half, edge), (foot[0] + half, edge), tip
    edge = paper.x + 2 if tip[0] < paper.x else paper.right - 2
    return (edge, foot[1] - half), (edge, foot[1] + half), tip


def draw_shade(canvas: Canvas, bubble: Bubble) -> None:
    """Draw the shadow over all that is not bright."""
    shade = (*canvas.colour("shadow")[:3], DIMMING)
    for part in dimmed_parts(canvas.area, bubble.bright):
        canvas.rect(part, shade)
    for rect in bubble.bright:
        canvas.ring(rect, 12, "lamp", width=4, soft=10)


def draw_paper(canvas: Canvas, bubble: Bubble) -> None:
    """Draw the paper with its pointer and its words, without its buttons."""
    canvas.panel(bubble.paper, "paper")
    corners = pointer(bubble.paper, bubble.bright)
    if corners is not None:
        canvas.polygon(corners, "paper")
    head, room = bubble.paper.inset(PADDING).cut_top(HEAD_HEIGHT, GAP)
    canvas.text(bubble.head, head, "small", "paper_ink", face="display")
    words: tuple[tuple[str, Face], ...] = (bubble.text, "body"), (bubble.task, "display")
    for (text, face), high in zip(words, _heights(canvas, bubble.text, bubble.task, room.w), strict=False):
        line, room = room.cut_top(high, GAP)
        canvas.text(text, line, "body", "paper_ink", face=face, valign="top", fit="wrap")
