"""Where things are on a table screen, in units."""

from __future__ import annotations

from typing import Final

import msgspec

from client.ui.geometry import Rect

MARGIN: Final = 28.0
PROMPT: Final = 76.0
HEADED: Final = MARGIN + PROMPT + 8
"""Where a table begins below the sentence that says what there is to do."""
HINTS: Final = 44.0
TOOL: Final = 68.0
OFFER: Final = 72.0
PLATE: Final = 156.0
"""High enough for a long name in two lines and two lines below it."""
GAP: Final = 16.0


def column(area: Rect) -> float:
    """How wide what stands left and right of a board is, in a window of this size."""
    return min(max((area.w - 960) / 2 - 40, 300.0), 420.0)


class TableLayout(msgspec.Struct, frozen=True):
    """People on the left, the board in the middle, its supplies and what can be done on the right."""

    plates: tuple[Rect, ...]
    journal: Rect
    prompt: Rect
    field: Rect
    hints: Rect
    tools: tuple[Rect, ...]
    side: Rect
    offers: tuple[Rect, ...]

    @classmethod
    def of(cls, area: Rect, seats: int, tools: int, offers: int) -> TableLayout:
        """The layout for a window of this size."""
        inside = area.inset(MARGIN)
        wide = column(area)
        left, rest = inside.cut_left(wide, 24)
        right, middle = rest.cut_right(wide, 24)
        prompt, below = middle.cut_top(PROMPT, 10)
        hints, field = below.cut_bottom(HINTS, 8)
        high = min(PLATE, (left.h * 0.72) / seats - GAP)
        plates = left.stack(seats, high, GAP)
        journal = left.cut_bottom(left.h - seats * (high + GAP) - 8)[0]
        top, lower = right.cut_top(TOOL, 28)
        bar = [Rect(top.right - (i + 1) * (TOOL + 12) + 12, top.y, TOOL, TOOL) for i in range(tools)]
        stack, side = lower.cut_bottom(offers * (OFFER + 12), 12) if offers else (lower, lower)
        return cls(
            tuple(plates),
            journal,
            prompt,
            field,
            hints,
            tuple(bar),
            side,
            tuple(stack.stack(offers, OFFER, 12)),
        )
