"""Layout of the table of The Great Divide: spaces, selection cards, and what stands beside them.

The land stands in the middle of the field, the Pacific to its left, the Atlantic to its right. Each seat's
cards stand in a column on its ocean. Everything else lies in a strip beside the land, or in a low room
below it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import msgspec

from client.boards.great_divide.hexes import HALF_WIDTH, corner_points, side
from client.ui.geometry import Point, Rect
from core.games.great_divide.land import Land

DESIGN_HEIGHT: Final = 1064.0
"""Units high: the field of a table, for which the lengths below are; other fields scale them."""
LAND_RIM: Final = 4.0
"""Units above and below the land."""
COLUMN_MARGIN: Final = 14.0
"""Units around a column of cards."""
PROMPT_HEIGHT: Final = 116.0
"""Units above the cards that are left for the sentence on what there is to do."""
CARD_GAP: Final = 11.0
"""Units between the cards of a column."""
CARD_RATIO: Final = 0.84
"""A card's width in its heights."""
NARROW_CARD_RATIO: Final = 0.62
"""Width to height of a card where the oceans are narrow."""
LYING_CARD_RATIO: Final = 1.75
"""Width to height of a card that lies on its side, in high windows."""
WIDEST_CARD: Final = 104.0
NARROWEST_CARD: Final = 66.0
"""Units wide: cards at least and at most; where they need too much room the land gets smaller."""
MOST_SEA_WIDTH: Final = 260.0
"""Most units of sea beside the land in whose middle the cards stand, however wide the field."""
EVENT_CARD_RATIO: Final = 0.72
"""An event card's width in its heights."""
PANEL_PADDING: Final = 16.0
"""Units between the rim of the paper beside the land and what lies on it."""
STRIP_WIDTH: Final = 380.0
"""Units wide: the usual strip beside the land."""
SECTION_HEIGHTS: Final = (150.0, 34.0, 190.0, 122.0, 34.0, 60.0)
"""Units high, in a strip: bag and drawn tile, words about them, content of the bag, special things,
words over the tiles set aside, and those.
"""
LOW_SECTION_WIDTHS: Final = (212.0, 272.0, 146.0)
"""Units wide, in a room below the land: bag and drawn tile, content of the bag, everything else."""
SECTION_GAP: Final = 12.0
"""Units between things that stand side by side beside the land."""
LAND_MARGIN: Final = 0.5
"""Distance that rivers and mountains extend beyond the spaces, in radii."""


class Spaces(msgspec.Struct, frozen=True, dict=True):
    """Places of the spaces of a land whose north-west `corner` is given in units.

    `radius` is from the middle of a space to its corners.
    """

    land: Land
    radius: float
    corner: Point

    @classmethod
    def inside(cls, land: Land, rect: Rect) -> Spaces:
        """Spaces with their margins, filling a rectangle (see `whole`)."""
        radius = round(rect.w / (extent(land)[0] + 2 * LAND_MARGIN), 4)
        return cls(land, radius, (rect.x + LAND_MARGIN * radius, rect.y + LAND_MARGIN * radius))

    @cached_property
    def ground(self) -> Rect:
        """The smallest rectangle around all spaces."""
        wide, high = extent(self.land)
        return Rect(*self.corner, wide * self.radius, high * self.radius)

    @property
    def whole(self) -> Rect:
        """The same rectangle with everything that extends beyond the spaces."""
        return self.ground.grown(LAND_MARGIN * self.radius)

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """The middles of all spaces."""
        tallest = max(map(len, self.land.columns))
        return tuple(
            (
                self.corner[0] + self.radius * (1 + 1.5 * x),
                self.corner[1] + self.radius * HALF_WIDTH * (1 + 2 * y + tallest - len(self.land.columns[x])),
            )
            for x, y in self.land.places
        )

    def centre(self, space: int) -> Point:
        """The middle of a space."""
        return self.centres[space]

    def box(self, space: int) -> Rect:
        """The smallest square around a space."""
        return Rect.around(*self.centres[space], 2 * self.radius)

    def hex_rect(self, space: int) -> Rect:
        """The smallest rectangle around it."""
        return Rect.around(*self.centres[space], 2 * self.radius, 2 * HALF_WIDTH * self.radius)

    def corners(self, space: int) -> tuple[Point, ...]:
        """Its six corners."""
        return corner_points(self.centres[space], self.radius)

    def edge(self, space: int, way: int) -> Point:
        """The middle of the side over which water flows `way`."""
        return side(self.centres[space], self.radius, way)


def extent(land: Land) -> tuple[float, float]:
    """Width and height of all spaces together, in radii."""
    return 1.5 * (len(land.columns) - 1) + 2, 2 * HALF_WIDTH * max(map(len, land.columns))


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Layout of the table in one window: `letters` are the selection cards of each seat, the eighth one last.

    `head` units over the cards are left for the sentence, on both sides.
    """

    land: Land
    field: Rect
    side: Rect
    letters: str
    head: float = 0.0

    @property
    def scale(self) -> float:
        """Factor by which everything is scaled: 1 at a table."""
        return self.field.h / DESIGN_HEIGHT

    @cached_property
    def spaces(self) -> Spaces:
        """Spaces of the land, as large as the field allows."""
        wide, high = extent(self.land)
        room = self.field.w - 2 * (NARROWEST_CARD + 2 * COLUMN_MARGIN) * self.scale
        radius = round(min((self.field.h - 2 * LAND_RIM * self.scale) / high, room / wide), 4)
        corner = self.field.cx - wide * radius / 2, self.field.cy - high * radius / 2
        return Spaces(self.land, radius, corner)

    @property
    def ground(self) -> Rect:
        """The smallest rectangle around the land."""
        return self.spaces.ground

    @property
    def table(self) -> Rect:
        """Land and cards on both sides, as high as the field."""
        left, right = self.column(0).x, self.column(1).right
        margin = COLUMN_MARGIN * self.scale
        return Rect(left - margin, self.field.y, right - left + 2 * margin, self.field.h)

    # --- cards --------------------------------------------------------------------------------

    @property
    def below(self) -> bool:
        """Whether the room beside the land lies below it: in a high window."""
        return self.side.w > 2 * self.side.h > 0

    @cached_property
    def _cards(self) -> tuple[tuple[Rect, ...], ...]:
        """Places of each seat's cards, in the middle of the sea beside the land."""
        margin, free = COLUMN_MARGIN * self.scale, self.ground.x - self.field.x
        reach, high = min(free, MOST_SEA_WIDTH * self.scale), self.field.h - self.head
        room = Rect(self.ground.x - reach, self.field.bottom - high, reach, high).inset(margin)
        east = room.moved(self.ground.right + self.ground.x - room.x - room.right, 0)
        pitch = (room.h + CARD_GAP * self.scale) / len(self.letters)
        wide, most = room.w, pitch - CARD_GAP * self.scale
        if self.below:
            size = min(wide, most * LYING_CARD_RATIO), most
        else:
            wide = min(wide, most * CARD_RATIO, WIDEST_CARD * self.scale)
            size = wide, min(most, wide / NARROW_CARD_RATIO)
        rows = len(self.letters), pitch
        return tuple(
            tuple(row.cut_top(most)[0].place(*size) for row in sea.stack(*rows)) for sea in (room, east)
        )

    def card(self, seat: int, letter: str) -> Rect:
        """A seat's selection card."""
        return self._cards[seat][self.letters.index(letter)]

    def column(self, seat: int) -> Rect:
        """Rectangle around all cards of a seat."""
        return self._cards[seat][0].union(self._cards[seat][-1])

    # --- beside the land ----------------------------------------------------------------------

    @property
    def beside(self) -> bool:
        """Whether there is room beside the land at all: on a result screen there is none."""
        return self.side.w > 0

    @property
    def unit(self) -> float:
        """Factor by which a strip beside the land is scaled: 1 for the usual width."""
        return self.side.w / STRIP_WIDTH

    @cached_property
    def _section_rects(self) -> list[Rect]:
        """Sections of a strip, from the top: see `SECTION_HEIGHTS`."""
        inner, found = self.side.inset(PANEL_PADDING * self.unit), list[Rect]()
        for high in SECTION_HEIGHTS:
            shelf, inner = inner.cut_top(high * self.unit, SECTION_GAP * self.unit)
            found.append(shelf)
        return found

    @cached_property
    def _low(self) -> list[Rect]:
        """Sections of a low room, from the left: see `LOW_SECTION_WIDTHS`."""
        return self.side.inset(PANEL_PADDING, SECTION_GAP).columns(*LOW_SECTION_WIDTHS, gap=SECTION_GAP)

    def paper(self, aside: bool) -> Rect:
        """Paper below all of it; in a strip it is longer while tiles are set `aside`."""
        if self.below:
            return self.side
        last = self._section_rects[-1 if aside else 3]
        return Rect(
            self.side.x, self.side.y, self.side.w, last.bottom + PANEL_PADDING * self.unit - self.side.y
        )

    @cached_property
    def _pair(self) -> list[Rect]:
        """Rectangles of bag and drawn tile."""
        room = self._low[0].cut_bottom(SECTION_HEIGHTS[1])[1] if self.below else self._section_rects[0]
        return room.columns(1, 1, gap=SECTION_GAP)

    @property
    def bag(self) -> Rect:
        """The bag."""
        return self._pair[0].fit(1.0)

    @property
    def in_bag(self) -> Rect:
        """Rectangle of a tile in the bag."""
        return self.bag.scaled(0.35)

    @property
    def drawn(self) -> Rect:
        """The tile that came out of it."""
        return self._pair[1].fit(1.0)

    @property
    def actor(self) -> Rect:
        """Badge of the seat that has the drawn tile."""
        return Rect.around(
            self.drawn.x + self.drawn.w * 0.1, self.drawn.y + self.drawn.h * 0.16, self.drawn.w * 0.3
        )

    @property
    def tellers(self) -> list[Rect]:
        """Lines below bag and drawn tile: number of tiles left, and who lays the drawn one."""
        if not self.below:
            return self._section_rects[1].columns(1, 1, gap=SECTION_GAP)
        row = self._low[0].cut_bottom(SECTION_HEIGHTS[1])[0]
        return [row.columns(1, 1, gap=SECTION_GAP)[0]]

    @property
    def contents(self) -> Rect:
        """Numbers of tiles of each kind left in the bag."""
        return self._low[1] if self.below else self._section_rects[2]

    def kind(self, index: int, count: int) -> Rect:
        """Place of one of `count` kinds in the bag."""
        columns = 3 if count <= 9 and not self.below else 4
        return self.contents.grid(columns, -(-count // columns), 4.0)[index]

    def stock(self, index: int, count: int) -> tuple[Rect, Rect]:
        """Picture and number of one of `count` kinds in the bag."""
        picture, number = self.kind(index, count).columns(1, 1, gap=4.0)
        return picture, number

    @cached_property
    def _special(self) -> list[Rect]:
        """Places of the "5", the deck and the signs of events."""
        room = self._low[2].cut_top(self._low[2].h * 0.5)[0] if self.below else self._section_rects[3]
        return room.columns(11, 9, 5, gap=6.0)

    @property
    def five(self) -> Rect:
        """The place of the "5"."""
        return self._special[0].fit(1.0)

    @property
    def five_tile(self) -> Rect:
        """The "5" in its place."""
        return self.five.scaled(0.88)

    @property
    def owner(self) -> Rect:
        """Badge of the seat that holds the "5"."""
        size = self.five.w * 0.42
        return self.five.place(size, size, "bottomright")

    @property
    def deck(self) -> Rect:
        """Rectangle of the deck, with the event card turned up last."""
        return self._special[1].fit(EVENT_CARD_RATIO)

    def sign(self, index: int) -> Rect:
        """Sign of an event that has been turned up."""
        return self._special[2].rows(1, 1, gap=6.0)[index].fit(1.0)

    @property
    def set_aside(self) -> Rect:
        """Place of the tiles set aside, and in a strip of the words over them."""
        if self.below:
            return self._row_aside
        both = self.aside_words.union(self._row_aside)
        return both.cut_left(both.w / 2)[0]

    @property
    def aside_words(self) -> Rect:
        """Place of those words; there is none in a low room."""
        return Rect(0, 0, 0, 0) if self.below else self._section_rects[4]

    @property
    def _row_aside(self) -> Rect:
        return (
            self._low[2].cut_top(self._low[2].h * 0.5, SECTION_GAP)[1]
            if self.below
            else self._section_rects[5]
        )

    def waiting_wallet_rect(self, index: int, count: int) -> Rect:
        """One of `count` tiles set aside."""
        row = self._row_aside
        size = min(row.h, SECTION_HEIGHTS[5])
        step = min(size * 1.05, (row.w - size) / max(1, count - 1))
        return Rect(row.x + step * index, row.cy - size / 2, size, size)
