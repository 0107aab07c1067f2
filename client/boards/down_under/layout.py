"""Layout of the table of Down Under: cells on the ground, and what floats beside it, in units.

Beside the ground lie the cards that a seat has left (with two paths a seat, of each), a row for every path of
the others (with animals: of all), and the billabongs that are left with the size of the field: one below the
other, or side by side where there is more room across.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from client.boards.down_under.camera import Viewport
from client.ui.geometry import Rect
from core.games.down_under.state import SET_ANIMALS, SET_CARDS, Animal, Options, PathLetter, Shape

SEAT_BAND_WIDTH: Final = 14.0
"""Units wide: the colour and pattern of a seat along the left edge of its cards."""
PANEL_PADDING: Final = 12.0
"""Units between the rim of a paper and what lies on it."""
PANEL_GAP: Final = 14.0
"""Units between the papers."""
HEADING_HEIGHT: Final = 36.0
"""Units high: the words over the cards that are left."""
COUNT_HEIGHT: Final = 30.0
"""Units high: how many there are of a card, below it."""
PATH_ROW_HEIGHTS: Final = {(1, False): 52.0, (1, True): 86.0, (2, False): 52.0, (2, True): 60.0}
"""Units high: the row of a path, by paths of a seat, without and with animals."""
FOOT_HEIGHT: Final = 112.0
PLAIN_CARDS_HEIGHT, ANIMAL_CARDS_HEIGHT = 216.0, 250.0
"""Units high: the cards of a path, without and with animals."""
LARGEST_CARD_WIDTH: Final = 112.0
"""Units a card beside the ground is wide at most."""
ABREAST_WIDTHS: Final = {(1, False): 256.0, (1, True): 290.0, (2, False): 182.0, (2, True): 196.0}
"""Units wide: the cards of one path, by paths of a seat, without and with animals, where all lies side by
side.
"""
ABREAST_FOOT_WIDTHS: Final = {(1, False): 150.0, (1, True): 142.0, (2, False): 112.0}
"""Units wide: the billabongs there; of two paths with animals they lie below the rows."""
ABREAST_FOOT_HEIGHT: Final = 44.0
"""Units high: the same there."""


LEAST_LINE_HEIGHT: Final = 25.0
"""Units high at least: a line of small pictures with their numbers; less is not read."""

TWO_ROWS_HEIGHT: Final = 172.0
"""Units high at least: two rows of cards whose animals are told apart, with their numbers."""


def least_side_height(options: Options, seats: int) -> float:
    """Units high: everything beside the ground at least, where it lies side by side."""
    below = (2 if options.two_paths else 1, options.animals) not in ABREAST_FOOT_WIDTHS
    rows = LEAST_LINE_HEIGHT * _rows(options, seats) + 16 + below * (ABREAST_FOOT_HEIGHT + 6)
    return max(rows, TWO_ROWS_HEIGHT if options.animals else 0.0)


def _rows(options: Options, seats: int) -> int:
    """Number of paths with a row: with animals all, else those of the other seats."""
    return (seats if options.animals else seats - 1) * (2 if options.two_paths else 1)


class Slot(NamedTuple):
    """Kind of a card: its shape, with animals also which, with two paths also for which of them."""

    shape: Shape
    animal: Animal | None = None
    colour: PathLetter | None = None


BILLABONG_KIND: Final = "billabong"
"""Kind of the card laid instead of a curve."""
RING_KIND: Final = "ring"
"""Kind of a ring's own curve, which is turned."""


class SideLayout(msgspec.Struct, frozen=True):
    """Places of the papers beside the ground.

    `panels` are the cards that are left for each path of the seat that is shown, `standing` holds the
    `rows` of the other seats' paths, with animals of all, `foot` the billabongs that are left and the
    field's size.
    """

    panels: tuple[Rect, ...]
    slots: Mapping[Slot, Rect]
    standing: Rect
    rows: tuple[Rect, ...]
    foot: Rect


class Layout(msgspec.Struct, frozen=True):
    """The layout of a table in one window, as a camera sees the ground.

    `plated`: there are plates that say how long paths are.
    """

    field: Rect
    side: Rect
    options: Options
    seats: int
    viewport: Viewport
    plated: bool = False

    @property
    def beside(self) -> SideLayout:
        """What floats beside the ground."""
        return side_layout(self.side, self.options, self.seats)


@lru_cache(maxsize=8)
def side_layout(side: Rect, options: Options, seats: int) -> SideLayout:
    """The layout of the strip beside the field, or below it."""
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
    """Whether there is room for words over the cards that are left."""
    return side.h > side.w and not options.two_paths


def _stacked(side: Rect, paths: int, others: int, animals: bool) -> tuple[tuple[Rect, ...], Rect, Rect]:
    """The papers one below the other, as high as what is on them."""
    high, row = ANIMAL_CARDS_HEIGHT if animals else PLAIN_CARDS_HEIGHT, PATH_ROW_HEIGHTS[paths, animals]
    scale = min(1.0, (side.h - (paths + 1) * PANEL_GAP) / (paths * high + others * row + 16 + FOOT_HEIGHT))
    papers, rest = [], side
    for _ in range(paths):
        here, rest = rest.cut_top(high * scale, PANEL_GAP)
        papers.append(here)
    standing, rest = rest.cut_top((others * row + 16) * scale, PANEL_GAP)
    return tuple(papers), standing, rest.cut_top(FOOT_HEIGHT * scale)[0]


def _abreast(side: Rect, paths: int, others: int, animals: bool) -> tuple[tuple[Rect, ...], Rect, Rect]:
    """The papers side by side."""
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
    """The places of one path's cards on its paper."""
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
    """Rectangle of a card in a part of a paper that leaves its number free below it."""
    size = min(part.w, part.h - COUNT_HEIGHT, LARGEST_CARD_WIDTH)
    return Rect.around(part.cx, part.cy - COUNT_HEIGHT / 2, size)


def count_rect(slot: Rect) -> Rect:
    """Rectangle of the number of cards in a slot: below it."""
    return Rect(slot.cx - COUNT_HEIGHT, slot.bottom, 2 * COUNT_HEIGHT, COUNT_HEIGHT)
