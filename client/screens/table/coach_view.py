"""View of the coach's paper: the best actions with their worth, and what speaks for the first."""

from __future__ import annotations

from typing import Final

from client.screens.table.coach import CoachSnapshot
from client.screens.table.layout import TableLayout
from client.screens.table.snapshot import Say
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, rank_badge

TYPE: Final = 26.0
"""Units: type of actions and reasons."""
LEAST_HEIGHT: Final = 330.0
"""Units of height below which the paper takes more room than the journal leaves."""
BADGE: Final = 38.0
"""Units across: the badge with an action's rank, as on the board."""
HEAD_HEIGHT: Final = 48.0


def advice_rect(lay: TableLayout, area: Rect) -> Rect:
    """Rectangle of the paper: over the journal; in high windows above what lies below the board."""
    if not lay.wide:
        foot = lay.hints.y - 8
        return Rect(area.x + 20, foot - LEAST_HEIGHT, area.w - 40, LEAST_HEIGHT)
    place = lay.journal
    if place.h >= LEAST_HEIGHT:
        return place
    return Rect(place.x, place.bottom - LEAST_HEIGHT, place.w, LEAST_HEIGHT)


def draw_advice(canvas: Canvas, rect: Rect, advice: CoachSnapshot, say: Say) -> None:
    """Draw the paper with as much of the advice as there is room for."""
    key = "coach", advice, rect, say("coach.title")
    canvas.layer(key, rect.grown(14), lambda inner: _paint(inner, rect, advice, say))


def _paint(canvas: Canvas, rect: Rect, advice: CoachSnapshot, say: Say) -> None:
    canvas.panel(rect, "tip")
    head, rest = rect.inset(18, 12).cut_top(HEAD_HEIGHT, 4)
    icon(canvas, "bulb", head.place(34, 34, "left"), "paper_ink")
    canvas.text(say("coach.title"), head.cut_left(44)[1], "body", "paper_ink", face="display", size=30)
    if advice.note:
        high = _height(canvas, advice.note, rest.w)
        foot, rest = rest.cut_bottom(high, 6)
        canvas.text(advice.note, foot, "small", "paper_quiet", size=24, fit="wrap")
    for rank, line in enumerate(advice.lines, start=1):
        words = f"{line.words} {line.worth}".strip()
        rest = _entry(canvas, rest, words, rank)
        if rank == 1:
            for reason in advice.reasons:
                rest = _entry(canvas, rest, reason, 0)


def _entry(canvas: Canvas, rest: Rect, words: str, rank: int) -> Rect:
    """Draw an action with its badge, or (rank 0) a reason with a dot, if there is room; what is left."""
    wide = rest.w - BADGE - 10
    high = max(BADGE, _height(canvas, words, wide))
    if high > rest.h:
        return Rect(rest.x, rest.y, rest.w, 0.0)
    row, below = rest.cut_top(high, 6)
    left, text = row.cut_left(BADGE, 10)
    top = left.cut_top(BADGE)[0]
    if rank:
        rank_badge(canvas, top, rank)
    else:
        canvas.circle(top.centre, 5, "paper_good")
    canvas.text(words, text, "small", "paper_ink", size=TYPE, fit="wrap")
    return below


def _height(canvas: Canvas, words: str, wide: float) -> float:
    return canvas.measure(words, "small", size=TYPE, wrap_at=wide)[1]
