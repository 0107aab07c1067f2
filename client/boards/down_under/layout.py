"""Layout of Down Under: cells on the ground, and papers beside it, in units.

Three kinds of papers lie beside the ground, one below the other, or side by side where there is more room
across: the cards that a seat has left (one paper for each of its paths); a row for every path of the other
seats (with animals, of all seats); the billabongs left, with the size of the field.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from client.boards.kit.grid_camera import GridCamera
from client.ui.boxes import Box, Boxes, column, lay_out, row, several
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
BILLABONG_SIZE: Final = 46.0
"""Most units across the billabong that stands for all that are left."""
ANIMAL_SHAPES: Final[tuple[Shape, Shape]] = ("straight", "curve")
"""Shapes of cards that show an animal, each in a row."""
RING_KIND: Final = "ring"
"""Kind of thing in hand for a ring's own curve, which is turned."""


class Layout(msgspec.Struct, frozen=True):
    """Layout of a table in one window: `grid` is the visible part of the ground.

    `plated`: there are plates of seats, which say how long paths are.
    """

    field: Rect
    side: Rect
    options: Options
    seats: int
    grid: GridCamera
    plated: bool = False

    @property
    def boxes(self) -> Boxes:
        """Rectangles beside the ground, see `side_boxes`."""
        return side_boxes(self.side, self.options, self.seats)


@lru_cache(maxsize=8)
def side_boxes(side: Rect, options: Options, seats: int) -> Boxes:
    """Rectangles of everything in the strip beside the field, or below it; the last few are remembered.

    `panel 0` and `panel 1` are the papers with the cards left, which are called by their kinds; `standing` is
    that with `row 0` … of paths, `foot` that with the `billabong` and the field's size.
    """
    return lay_out((_abreast if side.w > side.h else _stacked)(side, options, seats), side)


def has_head(side: Rect, options: Options) -> bool:
    """Whether there is room for a heading over the cards that are left."""
    return side.h > side.w and not options.two_paths


def _stacked(side: Rect, options: Options, seats: int) -> Box:
    """Papers one below the other, with their full heights or all reduced."""
    count, kind = _rows(options, seats), _kind(options)
    cards, standing = (
        ANIMAL_CARDS_HEIGHT if kind[1] else PLAIN_CARDS_HEIGHT,
        count * PATH_ROW_HEIGHTS[kind] + 16,
    )
    free = side.h - (kind[0] + 1) * PANEL_GAP
    scale = min(1.0, free / (kind[0] * cards + standing + FOOT_HEIGHT))
    return column(
        *_panels(options, cards * scale, HEADING_HEIGHT if has_head(side, options) else 0.0),
        _standing(count, standing * scale),
        _foot(FOOT_HEIGHT * scale),
        gap=PANEL_GAP,
    )


def _abreast(side: Rect, options: Options, seats: int) -> Box:
    """Papers side by side."""
    kind, standing = _kind(options), _standing(_rows(options, seats))
    panels, foot = _panels(options, ABREAST_WIDTHS[kind]), ABREAST_FOOT_WIDTHS.get(kind)
    if foot is not None:
        return row(*panels, standing, _foot(foot), gap=PANEL_GAP)
    return row(*panels, column(standing, _foot(ABREAST_FOOT_HEIGHT), gap=6.0), gap=PANEL_GAP)


def _kind(options: Options) -> tuple[int, bool]:
    """Number of paths of a seat, and whether there are animals."""
    return 2 if options.two_paths else 1, options.animals


def _standing(count: int, size: float | None = None) -> Box:
    return Box("standing", size, parts=tuple(several("row", count)), down=True, pad=(PANEL_PADDING, 8.0))


def _foot(size: float) -> Box:
    pool = Box(BILLABONG_KIND, ratio=1.0, most=BILLABONG_SIZE, anchor="topleft")
    return row(pool, name="foot", size=size, pad=(PANEL_PADDING, 8.0))


def _panels(options: Options, size: float, head: float = 0.0) -> list[Box]:
    """Papers of the cards left for each path, below a heading as high as `head`."""
    colours: tuple[PathLetter | None, ...] = ("a", "b") if options.two_paths else (None,)
    return [
        column(
            Box(size=head),
            row(Box(size=SEAT_BAND_WIDTH), _cards(colour, options.animals)),
            name=f"panel {index}",
            size=size,
        )
        for index, colour in enumerate(colours)
    ]


def _cards(letter: PathLetter | None, animals: bool) -> Box:
    """Cards of one path, each with room for its number below."""
    if not animals:
        plain = (_card(Slot(shape, None, letter)) for shape in SET_CARDS)
        return row(*plain, gap=12.0, pad=(8.0, 6.0))
    straights, curves = (
        [_card(Slot(shape, animal, letter)) for animal in SET_ANIMALS[shape]] for shape in ANIMAL_SHAPES
    )
    upper = row(*straights, _card(Slot("end", None, letter)), gap=3.0)
    return column(upper, row(*curves, gap=3.0), gap=4.0, pad=(8.0, 6.0))


def _card(slot: Slot) -> Box:
    return column(Box(str(slot), ratio=1.0, most=LARGEST_CARD_WIDTH), Box(size=COUNT_HEIGHT))


def count_rect(slot: Rect) -> Rect:
    """Rectangle of the number of cards in a slot: below it."""
    return Rect(slot.cx - COUNT_HEIGHT, slot.bottom, 2 * COUNT_HEIGHT, COUNT_HEIGHT)
