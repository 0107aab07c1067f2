"""Moments: the two or three great events of a game, each with a slow zoom, a jolt and a ribbon of words."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from client.boards.contract import Sentence
from client.boards.kit.pieces import PaintContext
from client.ui.animation import overshoot, progress
from client.ui.geometry import Rect

MOMENT_SECONDS: Final = 1.6
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


class Moment(msgspec.Struct, frozen=True):
    """Great event at a place of the board, with `words` on a ribbon in the colour of `seat` (-1: none).

    It begins `start` seconds into the step. `jolts`: the picture jolts, as for heavy things such as a card,
    a derrick or a mountain.
    """

    start: float
    rect: Rect
    words: Sentence | None = None
    seat: int = -1
    jolts: bool = False
    seconds: float = MOMENT_SECONDS

    @property
    def end(self) -> float:
        return self.start + self.seconds


def draw_moment(look: PaintContext, moment: Moment, t: float, room: Rect) -> None:
    """Magnify what is drawn in the room, and draw the ribbon, `t` seconds into the step.

    In reduced motion only the ribbon.
    """
    share = progress(t, moment.start, moment.seconds)
    if not look.reduced:
        jolt = progress(t, moment.start, JOLT_SECONDS) if moment.jolts else 1.0
        sway = JOLT_DISTANCE * (1 - jolt) * math.sin(2 * math.pi * JOLT_SWINGS * jolt)
        look.canvas.magnify(room, moment.rect.centre, 1 + ZOOM_SHARE * math.sin(math.pi * share), sway)
    if moment.words is not None:
        _draw_ribbon(look, moment, moment.words, share, room)


def _draw_ribbon(look: PaintContext, moment: Moment, words: Sentence, share: float, room: Rect) -> None:
    """Draw a ribbon in the half of the room, upper or lower, in which the moment's place is not."""
    said = look.say(words.key, **words.values, **{gap: look.say(key) for gap, key in words.words.items()})
    low = moment.rect.cy < room.cy
    y = room.y + room.h * (0.78 if low else 0.22)
    shown = min(share, 1 - share) / UNROLL_SHARE
    unrolled = 1.0 if look.reduced else overshoot(min(1.0, shown))
    wide = min(room.w, look.canvas.measure(said, "title", size=WORDS_HEIGHT)[0] + 120) * max(0.05, unrolled)
    ribbon = Rect.around(room.cx, y, wide, RIBBON_HEIGHT)
    with look.canvas.faded(min(1.0, 2 * shown)), look.canvas.clip(ribbon.grown(30)):
        look.canvas.panel(ribbon, "paper")
        if moment.seat >= 0:
            for edge in (ribbon.cut_top(12)[0], ribbon.cut_bottom(12)[0]):
                look.canvas.rect(edge, f"seat.{moment.seat}")
        look.canvas.text(said, ribbon.inset(30, 14), "title", "paper_ink", align="centre", size=WORDS_HEIGHT)
