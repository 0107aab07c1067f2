"""Layout of Down Under: cells on the ground, and papers beside it, in units.

Three kinds of papers lie beside the ground, one below the other, or side by side where there is more room
across: the cards that a seat has left (one paper for each of its paths); a row for every path of the other
seats (with animals, of all seats); the billabongs left, with the size of the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from client.boards.kit.grid_camera import GridCamera
from client.ui.geometry import Rect
from core.games.down_under.state import SET_ANIMALS, SET_CARDS, Animal, Options, PathLetter, Shape

SEAT_BAND_WIDTH: Final = 14.0
"""Width in units of the strip in a seat's colour and pattern along the left edge of its cards."""
PANEL_PADDING: Final = 12.0
"""Units between the rim of a paper and what lies on it."""
PANEL_GAP: Final = 14.0
"""Units between the papers."""
HEADING_HEIGHT: Final = 36.0
"""Height in units of the heading over the cards that are left."""
COUNT_HEIGHT: Final = 30.0
"""Height in units of the number of cards below each kind of card."""
PATH_ROW_HEIGHTS: Final = {(1, False): 52.0, (1, True): 86.0, (2, False): 52.0, (2, True): 60.0}
"""Height in units of the row of a path, by paths of a seat and whether there are animals."""
FOOT_HEIGHT: Final = 112.0
"""Height in units of the paper with billabongs and the field's size, where papers lie one below another."""
PLAIN_CARDS_HEIGHT, ANIMAL_CARDS_HEIGHT = 216.0, 250.0
"""Heights in units of the cards of a path, without and with animals."""
LARGEST_CARD_WIDTH: Final = 112.0
"""Most units across a card beside the ground."""
ABREAST_WIDTHS: Final = {(1, False): 256.0, (1, True): 290.0, (2, False): 182.0, (2, True): 196.0}
"""Width in units of the cards of one path where papers lie side by side; keys as above."""
ABREAST_FOOT_WIDTHS: Final = {(1, False): 150.0, (1, True): 142.0, (2, False): 112.0}
"""Width in units of the billabongs there; without an entry they lie below the rows."""
ABREAST_FOOT_HEIGHT: Final = 44.0
"""Height in units of the billabongs where they lie below the rows."""


LEAST_LINE_HEIGHT: Final = 25.0
"""Least height in units at which a line of small pictures with their numbers is readable."""

TWO_ROWS_HEIGHT: Final = 172.0
"""Least height in units of two rows of cards with numbers whose animals can be told apart."""


def least_side_height(options: Options, seats: int) -> float:
    """Least height in units of everything beside the ground where it lies side by side."""
    below = (2 if options.two_paths else 1, options.animals) not in ABREAST_FOOT_WIDTHS
    rows = LEAST_LINE_HEIGHT * _rows(options, seats) + 16 + below * (ABREAST_FOOT_HEIGHT + 6)
    return max(rows, TWO_ROWS_HEIGHT if options.animals else 0.0)


def _rows(options: Options, seats: int) -> int:
    """Number of paths with a row: with animals all, else those of the other seats."""
    return (seats if options.animals else seats - 1) * (2 if options.two_paths else 1)


class Slot(NamedTuple):
    """Kind of a card: its shape, with animals also its animal, with two paths also the path it is for."""

    shape: Shape
    animal: Animal | None = None
    colour: PathLetter | None = None


BILLABONG_KIND: Final = "billabong"
"""Kind of thing in hand (`ThingKind`) for a billabong that is laid instead of a curve."""
RING_KIND: Final = "ring"
"""Kind of thing in hand for a ring's own curve, which is turned."""


class SideLayout(msgspec.Struct, frozen=True):
    """Rectangles of the papers beside the ground.

    `panels` are the papers with the cards left for each path of the seat shown, `slots` the cards on them;
    `standing` is the paper with the `rows` of paths, `foot` that with the billabongs and the field's size.
    """

    panels: tuple[Rect, ...]
    slots: Mapping[Slot, Rect]
    standing: Rect
    rows: tuple[Rect, ...]
    foot: Rect


class Layout(msgspec.Struct, frozen=True):
    """Layout of a table in one window: `viewport` is the visible part of the ground.

    `plated`: there are plates of seats, which say how long paths are.
    """

    field: Rect
    side: Rect
    options: Options
    seats: int
    viewport: GridCamera
    plated: bool = False

    @property
    def beside(self) -> SideLayout:
        """Layout of the papers beside the ground."""
        return side_layout(self.side, self.options, self.seats)


@lru_cache(maxsize=8)
def side_layout(side: Rect, options: Options, seats: int) -> SideLayout:
    """Layout of the papers in the strip beside the field, or below it."""
    colours: tuple[PathLetter | None, ...] = ("a", "b") if options.two_paths else (None,)
    arrange = _abreast if side.w > side.h else _stacked
    count = _rows(options, seats)
    papers, standing, foot = arrange(side, len(colours), count, options.animals)
    head = HEADING_HEIGHT if has_head(side, options) else 0.0
    slots = {
        slot._replace(colour=colour): rect
        for colour, here in zip(colours, papers, strict=True)
        for slot, rect in _slots(here.cut_top(head)[1], options.animals).items()
    }
    rows = standing.inset(PANEL_PADDING, 8).rows(*[1] * count)
    return SideLayout(papers, slots, standing, tuple(rows), foot)


def has_head(side: Rect, options: Options) -> bool:
    """Whether there is room for a heading over the cards that are left."""
    return side.h > side.w and not options.two_paths


def _stacked(side: Rect, paths: int, others: int, animals: bool) -> tuple[tuple[Rect, ...], Rect, Rect]:
    """Papers one below the other, with their full heights or all reduced: panels, standing, foot."""
    high, row = ANIMAL_CARDS_HEIGHT if animals else PLAIN_CARDS_HEIGHT, PATH_ROW_HEIGHTS[paths, animals]
    scale = min(1.0, (side.h - (paths + 1) * PANEL_GAP) / (paths * high + others * row + 16 + FOOT_HEIGHT))
    papers, rest = [], side
    for _ in range(paths):
        here, rest = rest.cut_top(high * scale, PANEL_GAP)
        papers.append(here)
    standing, rest = rest.cut_top((others * row + 16) * scale, PANEL_GAP)
    return tuple(papers), standing, rest.cut_top(FOOT_HEIGHT * scale)[0]


def _abreast(side: Rect, paths: int, others: int, animals: bool) -> tuple[tuple[Rect, ...], Rect, Rect]:
    """Papers side by side: panels, standing, foot."""
    papers, rest = [], side
    for _ in range(paths):
        here, rest = rest.cut_left(ABREAST_WIDTHS[paths, animals], PANEL_GAP)
        papers.append(here)
    if (paths, animals) in ABREAST_FOOT_WIDTHS:
        foot, standing = rest.cut_right(ABREAST_FOOT_WIDTHS[paths, animals], PANEL_GAP)
    else:
        foot, standing = rest.cut_bottom(ABREAST_FOOT_HEIGHT, 6)
    return tuple(papers), standing, foot


def _slots(panel: Rect, animals: bool) -> dict[Slot, Rect]:
    """Rectangles of one path's cards on its paper."""
    inside = panel.cut_left(SEAT_BAND_WIDTH)[1].inset(8, 6)
    if not animals:
        parts = inside.columns(*[1] * len(SET_CARDS), gap=12)
        return {Slot(shape): _square(part) for shape, part in zip(SET_CARDS, parts, strict=True)}
    upper, lower = inside.rows(1, 1, gap=4)
    straights, curves = upper.columns(*[1] * 5, gap=3), lower.columns(*[1] * 5, gap=3)
    columns: dict[Shape, list[Rect]] = {"straight": straights[:-1], "curve": curves}
    found = {
        Slot(shape, animal): _square(part)
        for shape, parts in columns.items()
        for animal, part in zip(SET_ANIMALS[shape], parts, strict=True)
    }
    return {**found, Slot("end"): _square(straights[-1])}


def _square(part: Rect) -> Rect:
    """Square of a card in its part of a paper, with room for its number below."""
    size = min(part.w, part.h - COUNT_HEIGHT, LARGEST_CARD_WIDTH)
    return Rect.around(part.cx, part.cy - COUNT_HEIGHT / 2, size)


def count_rect(slot: Rect) -> Rect:
    """Rectangle of the number of cards in a slot: below it."""
    return Rect(slot.cx - COUNT_HEIGHT, slot.bottom, 2 * COUNT_HEIGHT, COUNT_HEIGHT)
