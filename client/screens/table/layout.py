"""Layout of a table screen, in units.

The land reaches to the edges of the window; the board lies in the field, and everything else floats over the
land on paper. In a wide window:

    people   | sentence |  tools          In a high one, from the top: the sentence,
             |          |  supplies       the field, people, supplies, hints; at the foot
    journal  |  field   |  hints          buttons and tools.
             |          |  buttons

Where people need all of the left column, the journal lies below the supplies. On a phone that lies there is
no journal, and the hints are at the lower left.
"""

from __future__ import annotations

from math import floor
from typing import Final, NamedTuple

import msgspec

from client.ui.canvas import LANDSCAPE_HEIGHT
from client.ui.geometry import Rect
from client.ui.overlays import PILL_HEIGHT

WINDOW_MARGIN: Final = 20.0
"""Units between the edge of the window and what floats over the land."""
PART_GAP: Final = 16.0
PROMPT_HEIGHT: Final = 78.0
HEADLINE_HEIGHT: Final = 62.0
"""Units of height: the sentence in a wide window, over the rim of the land, if it is not long."""
HEADED_TOP: Final = WINDOW_MARGIN + PROMPT_HEIGHT + 8
"""Units from the top to the table, below the sentence that says what there is to do."""
PORTRAIT_PROMPT_HEIGHT: Final = 86.0
"""Units of height: the sentence in a high window, where it mostly takes two lines."""
SLIM_PROMPT_HEIGHT: Final = 112.0
"""Units of height: the sentence beside a slim board."""
SLIM_RATIO: Final = 0.75
"""Width of slim boards in their heights, at most."""
FIELD_RIM: Final = 8.0
"""Units between the field and the upper and lower edge of the window."""
TOOL_SIZE: Final = 64.0
OFFER_HEIGHT: Final = 72.0
PLATE_HEIGHT: Final = 148.0
PHONE_COLUMNS: Final = 276.0, 300.0
"""Units of width of the columns left and right of a board, on a phone that lies."""
PHONE_HINTS: Final = 3
"""Hints at the lower left of such a phone."""
PHONE_OFFERS: Final = 2
"""Buttons for which there is always room there, so that they do not move or change what lies above."""
MOST_PHONE_PLATES: Final = 5
"""Slim plates below each other there, at most."""
LOW_PLATE_HEIGHT: Final = 84.0
"""Most units of height: a plate beside the board, and one below it."""
MOST_PEOPLE_SHARE: Final = 0.78
"""Most of the height that people take, as a share."""
MANY_PLATES: Final = 6
"""Plates with a foot from which people take all of the height, and the journal lies on the right."""
JOURNAL_SIDE_HEIGHT: Final = 600.0
"""Most units of height: what lies beside the board then."""
SLIM_PLATE_HEIGHT: Final = 64.0
"""Units of height: a plate on a phone, where all stand in one row."""
LOW_FOOT_HEIGHT: Final = 48.0
"""Units by which plates with a foot are higher below a board."""
TALL_HEIGHT, ROW_SEATS = 1100.0, 6
"""Units of window height below which, or seats beyond which, four plates with a foot stand in a row.

In lower windows two rows of them have no foot.
"""
LOW_SIDE_HEIGHT: Final = 140.0
"""Units of height: what lies below a board where plates with a foot leave little room."""
SIDE_HEIGHT: Final = 740.0
"""Units of height: what lies beside the board in a wide window; buttons below it do not move or change it."""
HINT_HEIGHT: Final = 44.0
"""Units of height: a row of hints."""
BELOW_SHARE: Final = 0.15
FOOTED_BELOW_SHARE: Final = 0.18
"""Share of a high window's height for supplies below the board; the second where plates have feet."""
LEAST_BELOW_HEIGHT: Final = 140.0
"""Least units of height for these supplies."""


def side_column_width(area: Rect) -> float:
    """Units of width of the columns left and right of a board, in a wide window of this size."""
    return min(max((area.w - 1104) / 2 - WINDOW_MARGIN - PART_GAP, 320.0), 380.0)


class WindowParts(NamedTuple):
    """Parts of a window, which together cover it: the still picture of each is painted separately."""

    people: Rect
    journal: Rect
    field: Rect
    side: Rect
    hints: Rect


class TableLayout(msgspec.Struct, frozen=True):
    """Layout of a table: places of people, journal, sentence, board, hints, tools, supplies and buttons."""

    plates: tuple[Rect, ...]
    journal: Rect
    prompt: Rect
    field: Rect
    hints: Rect
    tools: tuple[Rect, ...]
    side: Rect
    offers: tuple[Rect, ...]

    @classmethod
    def of(
        cls,
        area: Rect,
        seats: int,
        tools: int,
        offers: int,
        aspect_ratio: float = 1.0,
        foot: float = 0.0,
        low: float = 0.0,
        in_hand: bool = False,
    ) -> TableLayout:
        """The layout for a window of this size.

        `aspect_ratio` is the width of the board in its heights: a slim board gets all of a wide window's
        height, and the sentence lies at the upper left beside it. `foot` are the units at the foot of each
        plate for the board, `low` the least height of supplies in a high window. `in_hand`: on a phone the
        others take slim plates, and hints have room for fingers.
        """
        if area.w <= area.h:
            return _high(area, seats, tools, offers, foot, low, in_hand)
        if area.h < LANDSCAPE_HEIGHT:
            return _lying(area, seats, tools, offers, foot, in_hand)
        lay = _wide(area, seats, tools, offers, foot)
        return lay if aspect_ratio > SLIM_RATIO else _beside(lay, area, aspect_ratio)

    @property
    def wide(self) -> bool:
        """Whether the supplies lie beside the board, and not below it."""
        return self.side.x > self.field.right

    def parts(self, area: Rect) -> WindowParts:
        """The parts of a window of this size, in whole units, so that they meet exactly."""
        cut = floor(self.hints.y - 4)
        if not self.wide:
            people, side = floor(self.plates[0].y - 6), floor(self.side.y - 6)
            return WindowParts(
                Rect(area.x, people, area.w, side - people),
                Rect(area.x, area.bottom, 0.0, 0.0),
                Rect(area.x, area.y, area.w, people - area.y),
                Rect(area.x, side, area.w, cut - side),
                Rect(area.x, cut, area.w, area.bottom - cut),
            )
        left, right = floor(self.field.x - 4), floor(self.field.right + 4)
        if self.hints.x < left:
            return WindowParts(
                Rect(area.x, area.y, left - area.x, cut - area.y),
                Rect(area.x, area.bottom, 0.0, 0.0),
                Rect(left, area.y, right - left, area.h),
                Rect(right, area.y, area.right - right, area.h),
                Rect(area.x, cut, left - area.x, area.bottom - cut),
            )
        split = floor(self.journal.y - 4)
        beside = self.journal.x > self.field.right
        journal = Rect(area.x, split, left - area.x, area.bottom - split)
        if beside:
            journal = Rect(right, split, area.right - right, cut - split)
        return WindowParts(
            Rect(area.x, area.y, left - area.x, (area.bottom if beside else split) - area.y),
            journal,
            Rect(left, area.y, right - left, area.h),
            Rect(right, area.y, area.right - right, (split if beside else cut) - area.y),
            Rect(right, cut, area.right - right, area.bottom - cut),
        )


def _wide(area: Rect, seats: int, tools: int, offers: int, plate_foot: float) -> TableLayout:
    inside, across = area.inset(WINDOW_MARGIN), side_column_width(area)
    left, rest = inside.cut_left(across, PART_GAP)
    right, middle = rest.cut_right(across, PART_GAP)
    crowded = plate_foot > 0 and seats >= MANY_PLATES
    high = min(
        PLATE_HEIGHT + plate_foot,
        (left.h + PART_GAP if crowded else MOST_PEOPLE_SHARE * left.h) / seats - PART_GAP,
    )
    plates, journal = left.cut_top(seats * (high + PART_GAP))
    prompt = Rect(middle.x, area.y + FIELD_RIM, middle.w, PROMPT_HEIGHT)
    begins = area.y + FIELD_RIM + HEADLINE_HEIGHT
    field = Rect(middle.x, begins, middle.w, area.bottom - FIELD_RIM - begins)
    top, lower = right.cut_top(TOOL_SIZE, PART_GAP)
    bar = [
        Rect(top.right - (i + 1) * (TOOL_SIZE + 12) + 12, top.y, TOOL_SIZE, TOOL_SIZE) for i in range(tools)
    ]
    side, foot = lower.cut_top(SIDE_HEIGHT, PART_GAP)
    if crowded:
        side, journal = side.cut_top(JOURNAL_SIDE_HEIGHT, PART_GAP)
    hints, stack = foot.cut_top(max(0.0, foot.h - offers * (OFFER_HEIGHT + 12)))
    return TableLayout(
        tuple(plates.stack(seats, high, PART_GAP)),
        journal,
        prompt,
        field,
        hints,
        tuple(bar),
        side,
        tuple(stack.cut_top(12)[1].stack(offers, OFFER_HEIGHT, 12)),
    )


def _lying(area: Rect, seats: int, tools: int, offers: int, plate_foot: float, in_hand: bool) -> TableLayout:
    inside = area.inset(WINDOW_MARGIN, FIELD_RIM)
    left, rest = inside.cut_left(PHONE_COLUMNS[0], PART_GAP)
    right, middle = rest.cut_right(PHONE_COLUMNS[1], PART_GAP)
    hints, people = left.cut_bottom(PHONE_HINTS * (PILL_HEIGHT + 8) if in_hand else 0.0)
    columns = 1 + (in_hand and seats > MOST_PHONE_PLATES)
    rows = -(-seats // columns)
    most = SLIM_PLATE_HEIGHT if in_hand else PLATE_HEIGHT + plate_foot
    high = min(most, (people.h + 8) / rows - 8)
    plates = people.cut_top(rows * (high + 8) - 8)[0].grid(columns, rows, 8)
    bar, lower = right.cut_top(TOOL_SIZE, PART_GAP)
    stack, side = lower.cut_bottom(max(PHONE_OFFERS, offers) * (OFFER_HEIGHT + 12))
    stack = stack.cut_bottom(offers * (OFFER_HEIGHT + 12))[0]
    return TableLayout(
        tuple(plates[:seats]),
        Rect(hints.x, hints.y, 0.0, 0.0),
        Rect(middle.x, area.y + FIELD_RIM, middle.w, PROMPT_HEIGHT),
        middle.cut_top(HEADLINE_HEIGHT)[1],
        hints,
        tuple(
            Rect(bar.right - (i + 1) * (TOOL_SIZE + 12) + 12, bar.y, TOOL_SIZE, TOOL_SIZE)
            for i in range(tools)
        ),
        side,
        tuple(stack.cut_top(12)[1].stack(offers, OFFER_HEIGHT, 12)),
    )


def _beside(lay: TableLayout, area: Rect, aspect_ratio: float) -> TableLayout:
    """The same layout with the sentence over the left column, and the field as high as the window."""
    wide = (area.w - aspect_ratio * (area.h - 2 * FIELD_RIM)) / 2 - WINDOW_MARGIN - PART_GAP
    prompt = Rect(area.x + WINDOW_MARGIN, area.y + FIELD_RIM, wide, SLIM_PROMPT_HEIGHT)
    down = prompt.bottom + 4 - lay.plates[0].y
    plates = tuple(plate.moved(0, down) for plate in lay.plates)
    journal = lay.journal.cut_top(down)[1]
    field = Rect(lay.field.x, area.y + FIELD_RIM, lay.field.w, area.h - 2 * FIELD_RIM)
    return msgspec.structs.replace(lay, prompt=prompt, plates=plates, journal=journal, field=field)


def _high(
    area: Rect, seats: int, tools: int, offers: int, plate_foot: float, low: float, in_hand: bool
) -> TableLayout:
    inside = area.inset(WINDOW_MARGIN, FIELD_RIM)
    prompt, rest = inside.cut_top(PORTRAIT_PROMPT_HEIGHT, 4)
    foot, rest = rest.cut_bottom(OFFER_HEIGHT, 8)
    bar, stack = foot.cut_right(tools * (TOOL_SIZE + 4), 12)
    hints, rest = rest.cut_bottom(PILL_HEIGHT if in_hand else HINT_HEIGHT, 4)
    if in_hand:
        plate_foot = 0.0
    crowded = plate_foot > 0 and area.h < TALL_HEIGHT
    four = plate_foot > 0 and (crowded or seats > ROW_SEATS)
    rows = 1 if in_hand else -(-seats // (4 if four else 3))
    slim = plate_foot > 0 and (crowded or rows > 1)
    share = FOOTED_BELOW_SHARE if plate_foot else BELOW_SHARE
    below = LOW_SIDE_HEIGHT if slim else min(230.0, max(LEAST_BELOW_HEIGHT, low, area.h * share))
    side, rest = rest.cut_bottom(below, 8)
    high = LOW_PLATE_HEIGHT + (LOW_FOOT_HEIGHT if plate_foot and not (crowded and rows > 1) else 0.0)
    if in_hand:
        high = SLIM_PLATE_HEIGHT
    people, field = rest.cut_bottom(rows * (high + 8), 0)
    plates = people.cut_top(8)[1].grid(-(-seats // rows), rows, 8)
    return TableLayout(
        tuple(plates[:seats]),
        Rect(hints.x, hints.y, 0.0, 0.0),
        prompt,
        Rect(area.x, field.y, area.w, field.h),
        hints,
        tuple(
            Rect(bar.right - (i + 1) * (TOOL_SIZE + 4) + 4, bar.cy - TOOL_SIZE / 2, TOOL_SIZE, TOOL_SIZE)
            for i in range(tools)
        ),
        side,
        tuple(stack.columns(*[1] * offers, gap=12)) if offers else (),
    )
