"""Layout of the replay screen, in units: that of a table, with a bar to move through the game."""

from __future__ import annotations

from math import floor
from typing import Final

import msgspec

from client.screens.table.layout import LOW_PLATE_HEIGHT, WINDOW_MARGIN, side_column_width
from client.ui.geometry import Rect

BAR_HEIGHT: Final = 76.0
"""Units high: the bar; units wide: each of its buttons."""
TOOL_COUNT: Final = 5
"""Number of buttons that lead on or out."""
TOOL_HEIGHT: Final = 58.0
TOOL_GAP: Final = 8.0
MOST_PLATE_HEIGHT: Final = 96.0
PACE_WIDTHS: Final = (60.0, 96.0)
"""Units wide: a button for the pace, and the pace between the two."""
COUNT_WIDTH: Final = 124.0
"""Units wide: the number of the decision."""


class ReplayLayout(msgspec.Struct, frozen=True):
    """Rectangles of all parts; in high windows there is no list of `moves`.

    The parts together cover the window.
    """

    plates: tuple[Rect, ...]
    moves: Rect
    prompt: Rect
    field: Rect
    side: Rect
    hints: Rect
    tools: tuple[Rect, ...]
    transport: tuple[Rect, ...]
    scrubber: Rect
    count: Rect
    slower: Rect
    pace: Rect
    faster: Rect
    people_part: Rect
    board_part: Rect
    side_part: Rect
    hints_part: Rect
    foot_part: Rect

    @classmethod
    def of(cls, area: Rect, seats: int) -> ReplayLayout:
        """Layout for a window of this size."""
        return _wide(area, seats) if area.w > area.h else _high(area, seats)


def _wide(area: Rect, seats: int) -> ReplayLayout:
    inside, across = area.inset(WINDOW_MARGIN), max(side_column_width(area), 366.0)
    bar, rest = inside.cut_bottom(BAR_HEIGHT, 16)
    left, rest = rest.cut_left(across, 16)
    right, middle = rest.cut_right(side_column_width(area) if area.w >= 1600 else 260.0, 16)
    prompt, below = middle.cut_top(76, 4)
    hints, field = below.cut_bottom(44, 6)
    high = min(MOST_PLATE_HEIGHT, left.h * 0.5 / seats - 12)
    tools, side = right.cut_bottom(TOOL_COUNT * TOOL_HEIGHT + (TOOL_COUNT - 1) * TOOL_GAP, 16)
    first, rest = bar.cut_left(5 * BAR_HEIGHT + 4 * 10, 20)
    pace, rest = rest.cut_right(2 * PACE_WIDTHS[0] + PACE_WIDTHS[1], 16)
    count, scrubber = rest.cut_right(COUNT_WIDTH, 16)
    a, b, low = floor(middle.x - 8), floor(middle.right + 8), floor(hints.y - 4)
    foot = floor(bar.y - 8)
    return ReplayLayout(
        plates=tuple(left.stack(seats, high, 12)),
        moves=left.cut_top(seats * (high + 12), 8)[1],
        prompt=prompt,
        field=field,
        side=side,
        hints=hints,
        tools=tuple(tools.stack(TOOL_COUNT, TOOL_HEIGHT, TOOL_GAP)),
        transport=tuple(first.columns(*[1] * 5, gap=10)),
        scrubber=scrubber,
        count=count,
        slower=pace.cut_left(PACE_WIDTHS[0])[0].inset(0, 8),
        pace=pace.inset(PACE_WIDTHS[0], 0),
        faster=pace.cut_right(PACE_WIDTHS[0])[0].inset(0, 8),
        people_part=Rect(0, 0, a, foot),
        board_part=Rect(a, 0, b - a, low),
        side_part=Rect(b, 0, area.w - b, foot),
        hints_part=Rect(a, low, b - a, foot - low),
        foot_part=Rect(0, foot, area.w, area.h - foot),
    )


def _high(area: Rect, seats: int) -> ReplayLayout:
    inside = area.inset(WINDOW_MARGIN, 12)
    prompt, rest = inside.cut_top(92, 4)
    out, rest = rest.cut_bottom(TOOL_HEIGHT, 10)
    bar, rest = rest.cut_bottom(64, 8)
    line, rest = rest.cut_bottom(56, 4)
    side, rest = rest.cut_bottom(min(200.0, max(120.0, area.h * 0.15)), 10)
    rows = -(-seats // 3)
    people, field = rest.cut_bottom(rows * (LOW_PLATE_HEIGHT + 8), 0)
    plates = people.cut_top(8)[1].grid(-(-seats // rows), rows, 8)
    first, pace = bar.cut_left(5 * 76 + 4 * 8, 16)
    count, scrubber = line.cut_right(COUNT_WIDTH, 12)
    play_on, others = out.cut_left(out.w * 0.46, 12)
    low, foot = floor(people.y), floor(line.y - 4)
    beside = floor(side.y - 6)
    return ReplayLayout(
        plates=tuple(plates[:seats]),
        moves=Rect(0, 0, 0, 0),
        prompt=prompt,
        field=Rect(area.x, field.y, area.w, field.h),
        side=side,
        hints=Rect(line.x, line.y, 0, 0),
        tools=(play_on, *others.columns(1, 1, 1, 1, gap=12)),
        transport=tuple(first.columns(*[1] * 5, gap=8)),
        scrubber=scrubber,
        count=count,
        slower=pace.cut_left(PACE_WIDTHS[0])[0],
        pace=pace.inset(PACE_WIDTHS[0], 0),
        faster=pace.cut_right(PACE_WIDTHS[0])[0],
        people_part=Rect(0, low, area.w, beside - low),
        board_part=Rect(0, 0, area.w, low),
        side_part=Rect(0, beside, area.w, foot - beside),
        hints_part=Rect(0, foot, 0, 0),
        foot_part=Rect(0, foot, area.w, area.h - foot),
    )
