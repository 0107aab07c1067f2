"""View of the coach's paper: the best actions with their worth, and what speaks for the first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.screens.table.coach import CoachSnapshot
from client.screens.table.layout import TableLayout
from client.screens.table.snapshot import Translate
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
ENTRY_GAP: Final = 6.0
ENTRY_INDENT: Final = 10.0
"""Units between a badge and its words."""


def advice_rect(lay: TableLayout, area: Rect, lit: Sequence[Rect]) -> Rect:
    """Rectangle of the paper: over the journal; in high windows at the foot of the board or at its head.

    There it hides as few of the `lit` places on the board as it can.
    """
    if not lay.wide:
        foot = Rect(area.x + 20, lay.hints.y - 8 - LEAST_HEIGHT, area.w - 40, LEAST_HEIGHT)
        head = foot.moved(0, lay.field.y - foot.y)
        return min((foot, head), key=lambda paper: sum(map(paper.meet(lay.field).overlaps, lit)))
    place = lay.journal
    if place.h >= LEAST_HEIGHT:
        return place
    return Rect(place.x, place.bottom - LEAST_HEIGHT, place.w, LEAST_HEIGHT)


def draw_advice(canvas: Canvas, rect: Rect, advice: CoachSnapshot, translate: Translate) -> None:
    """Draw the paper with as much of the advice as there is room for."""
    key = "coach", advice, rect, translate("coach.title")
    canvas.layer(key, rect.grown(14), lambda inner: _paint(inner, rect, advice, translate))


def _paint(canvas: Canvas, rect: Rect, advice: CoachSnapshot, translate: Translate) -> None:
    canvas.panel(rect, "tip")
    head, rest = rect.inset(18, 12).cut_top(HEAD_HEIGHT, 4)
    icon(canvas, "bulb", head.place(34, 34, "left"), "paper_ink")
    canvas.text(translate("coach.title"), head.cut_left(44)[1], "body", "paper_ink", face="display", size=30)
    if advice.note:
        high = _height(canvas, advice.note, rest.w)
        foot, rest = rest.cut_bottom(high, 6)
        canvas.text(advice.note, foot, "small", "paper_quiet", size=24, fit="wrap")
    lines = [f"{line.words} {line.worth}".strip() for line in advice.lines]
    others = sum(_entry_height(canvas, words, rest.w) for words in lines[1:])
    for rank, words in enumerate(lines, start=1):
        rest = _entry(canvas, rest, words, rank)
        for reason in advice.reasons if rank == 1 else ():
            first = reason is advice.reasons[0]  # more of them only where the other actions have room too
            if first or _entry_height(canvas, reason, rest.w) + others <= rest.h:
                rest = _entry(canvas, rest, reason, 0)


def _entry(canvas: Canvas, rect: Rect, words: str, rank: int) -> Rect:
    """Draw an action with its badge, or (rank 0) a reason with a dot, if there is room; what is left."""
    high = _entry_height(canvas, words, rect.w) - ENTRY_GAP
    if high > rect.h:
        return Rect(rect.x, rect.y, rect.w, 0.0)
    row, below = rect.cut_top(high, ENTRY_GAP)
    left, text = row.cut_left(BADGE, ENTRY_INDENT)
    top = left.cut_top(BADGE)[0]
    if rank:
        rank_badge(canvas, top, rank)
    else:
        canvas.circle(top.centre, 5, "paper_good")
    canvas.text(words, text, "small", "paper_ink", size=TYPE, fit="wrap")
    return below


def _entry_height(canvas: Canvas, words: str, wide: float) -> float:
    """Units high: an entry, with the gap below."""
    return max(BADGE, _height(canvas, words, wide - BADGE - ENTRY_INDENT)) + ENTRY_GAP


def _height(canvas: Canvas, words: str, wide: float) -> float:
    return canvas.measure(words, "small", size=TYPE, wrap_at=wide)[1]
