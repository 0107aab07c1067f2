"""Moments: the two or three great events of a game, each with a slow zoom, a jolt and a ribbon of words."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from client.boards.contract import Sentence
from client.boards.kit.pieces import PaintContext
from client.ui.animation import overshoot, progress
from client.ui.geometry import Rect

HIGHLIGHT_SECONDS: Final = 1.6
"""Seconds that a moment lasts."""
ZOOM_SHARE: Final = 0.045
"""Share by which the picture is magnified in the middle of a moment."""
JOLT_DISTANCE: Final = 5.0
"""Most units by which the picture sways in the jolt at the beginning."""
JOLT_SECONDS: Final = 0.35
"""Seconds until the jolt has died away."""
JOLT_SWINGS: Final = 3
"""Swings of the jolt to and fro."""
UNROLL_SHARE: Final = 0.22
"""Share of a moment in which its ribbon unrolls, and at the end in which it rolls up again."""
WORDS_HEIGHT: Final = 64.0
RIBBON_HEIGHT: Final = 104.0
"""Heights in units of the words of a ribbon (`WORDS_HEIGHT`) and of the ribbon."""


class Highlight(msgspec.Struct, frozen=True):
    """Great event at a place of the board, with `words` on a ribbon in the colour of `seat` (-1: none).

    It begins `start` seconds into the step. `jolts`: the picture jolts, as for heavy things such as a card,
    a derrick or a mountain.
    """

    start: float
    rect: Rect
    words: Sentence | None = None
    seat: int = -1
    jolts: bool = False
    seconds: float = HIGHLIGHT_SECONDS

    @property
    def end(self) -> float:
        return self.start + self.seconds


def draw_highlight(ctx: PaintContext, highlight: Highlight, t: float, room: Rect) -> None:
    """Magnify what is drawn in the room, and draw the ribbon, `t` seconds into the step.

    In reduced motion only the ribbon.
    """
    share = progress(t, highlight.start, highlight.seconds)
    if not ctx.reduced:
        jolt = progress(t, highlight.start, JOLT_SECONDS) if highlight.jolts else 1.0
        sway = JOLT_DISTANCE * (1 - jolt) * math.sin(2 * math.pi * JOLT_SWINGS * jolt)
        ctx.canvas.magnify(room, highlight.rect.centre, 1 + ZOOM_SHARE * math.sin(math.pi * share), sway)
    if highlight.words is not None:
        _draw_ribbon(ctx, highlight, highlight.words, share, room)


def _draw_ribbon(
    ctx: PaintContext, highlight: Highlight, sentence: Sentence, share: float, room: Rect
) -> None:
    """Draw a ribbon in the half of the room, upper or lower, in which the moment's place is not."""
    said = ctx.translate(
        sentence.key, **sentence.values, **{gap: ctx.translate(key) for gap, key in sentence.words.items()}
    )
    low = highlight.rect.cy < room.cy
    y = room.y + room.h * (0.78 if low else 0.22)
    shown = min(share, 1 - share) / UNROLL_SHARE
    unrolled = 1.0 if ctx.reduced else overshoot(min(1.0, shown))
    wide = min(room.w, ctx.canvas.measure(said, "title", size=WORDS_HEIGHT)[0] + 120) * max(0.05, unrolled)
    ribbon = Rect.around(room.cx, y, wide, RIBBON_HEIGHT)
    with ctx.canvas.faded(min(1.0, 2 * shown)), ctx.canvas.clip(ribbon.grown(30)):
        ctx.canvas.panel(ribbon, "paper")
        if highlight.seat >= 0:
            for edge in (ribbon.cut_top(12)[0], ribbon.cut_bottom(12)[0]):
                ctx.canvas.rect(edge, f"seat.{highlight.seat}")
        ctx.canvas.text(said, ribbon.inset(30, 14), "title", "paper_ink", align="centre", size=WORDS_HEIGHT)
