"""Layout of The Great Divide: spaces, selection cards, and the supply beside them.

The land lies in the middle of the field, the Pacific to its left, the Atlantic to its right. Each seat's
cards lie in a column on its ocean. Everything else lies in a strip beside the land, or in a low room below.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import msgspec

from client.boards.great_divide.hexes import HALF_WIDTH, corner_points, side
from client.ui.geometry import Point, Rect
from core.games.great_divide.land import Land

DESIGN_HEIGHT: Final = 1064.0
"""Height in units of the field for which the lengths below are given; other fields scale them."""
LAND_RIM: Final = 4.0
"""Units above and below the land."""
COLUMN_MARGIN: Final = 14.0
"""Units around a column of cards."""
PROMPT_HEIGHT: Final = 116.0
"""Height in units of the room above the cards for the prompt."""
CARD_GAP: Final = 11.0
"""Units between the cards of a column."""
CARD_RATIO: Final = 0.84
"""Greatest ratio of width to height of an upright card."""
NARROW_CARD_RATIO: Final = 0.62
"""Least ratio of width to height of an upright card, where the oceans are narrow."""
LYING_CARD_RATIO: Final = 1.75
"""Greatest ratio of width to height of a card that lies on its side, in high windows."""
WIDEST_CARD: Final = 104.0
"""Most units across an upright card."""
NARROWEST_CARD: Final = 66.0
"""Least width in units that is left for cards; where that is too much, the land gets smaller."""
MOST_SEA_WIDTH: Final = 260.0
"""Most units of sea beside the land in whose middle the cards lie, however wide the field."""
EVENT_CARD_RATIO: Final = 0.72
"""Ratio of width to height of the deck of events."""
PANEL_PADDING: Final = 16.0
"""Units between the rim of the paper beside the land and what lies on it."""
STRIP_WIDTH: Final = 380.0
"""Usual width in units of the strip beside the land."""
SECTION_HEIGHTS: Final = (150.0, 34.0, 190.0, 122.0, 34.0, 60.0)
"""Heights in units of the sections of a strip: bag and drawn tile, words about them, content of the bag,
"5" and events, heading of the tiles set aside, and those tiles.
"""
LOW_SECTION_WIDTHS: Final = (212.0, 272.0, 146.0)
"""Shares in the width of a room below the land: bag and drawn tile, content of the bag, everything else."""
SECTION_GAP: Final = 12.0
"""Units between sections, and between things side by side in them."""
LAND_MARGIN: Final = 0.5
"""Distance by which rivers and mountains extend beyond the spaces, in radii."""


class Spaces(msgspec.Struct, frozen=True, dict=True):
    """Places of the spaces of a land, in units, whose upper left corner is `corner`.

    `radius` is the distance from the middle of a space to its corners.
    """

    land: Land
    radius: float
    corner: Point

    @classmethod
    def inside(cls, land: Land, rect: Rect) -> Spaces:
        """Spaces that fill a rectangle with their margins, so that it is their `whole`."""
        radius = round(rect.w / (extent(land)[0] + 2 * LAND_MARGIN), 4)
        return cls(land, radius, (rect.x + LAND_MARGIN * radius, rect.y + LAND_MARGIN * radius))

    @cached_property
    def ground(self) -> Rect:
        """Smallest rectangle around all spaces."""
        wide, high = extent(self.land)
        return Rect(*self.corner, wide * self.radius, high * self.radius)

    @property
    def whole(self) -> Rect:
        """Rectangle around all spaces and what extends beyond them: rivers, mountains."""
        return self.ground.grown(LAND_MARGIN * self.radius)

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """Middles of all spaces."""
        tallest = max(map(len, self.land.columns))
        return tuple(
            (
                self.corner[0] + self.radius * (1 + 1.5 * x),
                self.corner[1] + self.radius * HALF_WIDTH * (1 + 2 * y + tallest - len(self.land.columns[x])),
            )
            for x, y in self.land.places
        )

    def centre(self, space: int) -> Point:
        """Middle of a space."""
        return self.centres[space]

    def box(self, space: int) -> Rect:
        """Smallest square around a space."""
        return Rect.around(*self.centres[space], 2 * self.radius)

    def hex_rect(self, space: int) -> Rect:
        """Smallest rectangle around a space."""
        return Rect.around(*self.centres[space], 2 * self.radius, 2 * HALF_WIDTH * self.radius)

    def corners(self, space: int) -> tuple[Point, ...]:
        """Six corners of a space."""
        return corner_points(self.centres[space], self.radius)

    def edge(self, space: int, way: int) -> Point:
        """Middle of the side of a space over which water flows `way`."""
        return side(self.centres[space], self.radius, way)


def extent(land: Land) -> tuple[float, float]:
    """Width and height of all spaces together, in radii."""
    return 1.5 * (len(land.columns) - 1) + 2, 2 * HALF_WIDTH * max(map(len, land.columns))


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Layout of the table in one window: `letters` are the selection cards of each seat, the eighth one last.

    `head` is the height in units of the room above the cards, on both sides, for the prompt.
    """

    land: Land
    field: Rect
    side: Rect
    letters: str
    head: float = 0.0

    @property
    def scale(self) -> float:
        """Factor by which lengths in the field are scaled: 1 for a field as high as `DESIGN_HEIGHT`."""
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
        """Smallest rectangle around all spaces."""
        return self.spaces.ground

    @property
    def table(self) -> Rect:
        """Rectangle of the land with the cards on both sides, as high as the field."""
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
        """Rectangles of each seat's cards, in the middle of the sea beside the land."""
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
        """Rectangle of a seat's selection card."""
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
        """Rectangle of the paper under the supply; in a strip it is longer while tiles are set `aside`."""
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
        """Rectangle of the bag."""
        return self._pair[0].fit(1.0)

    @property
    def in_bag(self) -> Rect:
        """Rectangle of a tile in the bag."""
        return self.bag.scaled(0.35)

    @property
    def drawn(self) -> Rect:
        """Rectangle of the drawn tile."""
        return self._pair[1].fit(1.0)

    @property
    def actor(self) -> Rect:
        """Rectangle of the badge of the seat that has the drawn tile."""
        return Rect.around(
            self.drawn.x + self.drawn.w * 0.1, self.drawn.y + self.drawn.h * 0.16, self.drawn.w * 0.3
        )

    @property
    def tellers(self) -> list[Rect]:
        """Rectangles of the words below bag and drawn tile: tiles left and, in a strip, who lays it."""
        if not self.below:
            return self._section_rects[1].columns(1, 1, gap=SECTION_GAP)
        row = self._low[0].cut_bottom(SECTION_HEIGHTS[1])[0]
        return [row.columns(1, 1, gap=SECTION_GAP)[0]]

    @property
    def contents(self) -> Rect:
        """Rectangle of the kinds of tiles in the bag with their numbers."""
        return self._low[1] if self.below else self._section_rects[2]

    def kind(self, index: int, count: int) -> Rect:
        """Rectangle of one of `count` kinds in the bag."""
        columns = 3 if count <= 9 and not self.below else 4
        return self.contents.grid(columns, -(-count // columns), 4.0)[index]

    def stock(self, index: int, count: int) -> tuple[Rect, Rect]:
        """Rectangles of picture and number of one of `count` kinds in the bag."""
        picture, number = self.kind(index, count).columns(1, 1, gap=4.0)
        return picture, number

    @cached_property
    def _special(self) -> list[Rect]:
        """Rectangles of the "5", the deck and the signs of events."""
        room = self._low[2].cut_top(self._low[2].h * 0.5)[0] if self.below else self._section_rects[3]
        return room.columns(11, 9, 5, gap=6.0)

    @property
    def five(self) -> Rect:
        """Rectangle of the place for the "5"."""
        return self._special[0].fit(1.0)

    @property
    def five_tile(self) -> Rect:
        """Rectangle of the "5" in its place."""
        return self.five.scaled(0.88)

    @property
    def owner(self) -> Rect:
        """Rectangle of the badge of the seat that holds the "5"."""
        size = self.five.w * 0.42
        return self.five.place(size, size, "bottomright")

    @property
    def deck(self) -> Rect:
        """Rectangle of the deck, with the event card turned up last."""
        return self._special[1].fit(EVENT_CARD_RATIO)

    def sign(self, index: int) -> Rect:
        """Rectangle of the sign of an event that has been turned up."""
        return self._special[2].rows(1, 1, gap=6.0)[index].fit(1.0)

    @property
    def set_aside(self) -> Rect:
        """Rectangle of the tiles set aside, in a strip with the heading over them."""
        if self.below:
            return self._row_aside
        both = self.aside_words.union(self._row_aside)
        return both.cut_left(both.w / 2)[0]

    @property
    def aside_words(self) -> Rect:
        """Rectangle of the heading over the tiles set aside; empty in a low room."""
        return Rect(0, 0, 0, 0) if self.below else self._section_rects[4]

    @property
    def _row_aside(self) -> Rect:
        return (
            self._low[2].cut_top(self._low[2].h * 0.5, SECTION_GAP)[1]
            if self.below
            else self._section_rects[5]
        )

    def aside_rect(self, index: int, count: int) -> Rect:
        """Rectangle of one of `count` tiles set aside."""
        row = self._row_aside
        size = min(row.h, SECTION_HEIGHTS[5])
        step = min(size * 1.05, (row.w - size) / max(1, count - 1))
        return Rect(row.x + step * index, row.cy - size / 2, size, size)
