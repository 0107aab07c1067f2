"""Layout of The Great Divide: spaces, selection cards, and the supply beside them.

The land lies in the middle of the field, the Pacific to its left, the Atlantic to its right. Each seat's
cards lie in a column on its ocean. Everything else lies in a strip beside the land, or in a low room below.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import msgspec

from client.boards.kit.hexes import HexGrid, extent
from client.ui.boxes import Box, Boxes, column, grid, lay_out, row, several
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
BAG_HEIGHT, WORDS_HEIGHT, CONTENTS_HEIGHT, SPECIAL_HEIGHT, ASIDE_HEIGHT = 150.0, 34.0, 190.0, 122.0, 60.0
"""Heights in units of what lies in a strip: bag and drawn tile, a line of words, content of the bag, "5" and
events, tiles set aside.
"""
LOW_SHARES: Final = (212.0, 272.0, 146.0)
"""Shares in the width of a room below the land: bag and drawn tile, content of the bag, everything else."""
SECTION_GAP: Final = 12.0
"""Units between sections, and between things side by side in them."""
LAND_MARGIN: Final = 0.5
"""Distance by which rivers and mountains extend beyond the spaces, in radii."""


class Spaces(HexGrid, frozen=True, dict=True):
    """Spaces of a land."""

    land: Land

    @classmethod
    def of(cls, land: Land, radius: float, corner: Point) -> Spaces:
        """Spaces of a land whose upper left corner is `corner`."""
        return cls(columns_of(land), radius, corner, land)

    @classmethod
    def within(cls, land: Land, rect: Rect) -> Spaces:
        """Spaces that fill a rectangle with their margins, so that it is their `whole`."""
        radius = round(rect.w / (extent(columns_of(land))[0] + 2 * LAND_MARGIN), 4)
        return cls.of(land, radius, (rect.x + LAND_MARGIN * radius, rect.y + LAND_MARGIN * radius))

    @property
    def whole(self) -> Rect:
        """Rectangle around all spaces and what extends beyond them: rivers, mountains."""
        return self.ground.grown(LAND_MARGIN * self.radius)


def columns_of(land: Land) -> tuple[int, ...]:
    """Number of spaces in each column of a land."""
    return tuple(map(len, land.columns))


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Layout of the table in one window: `letters` are the selection cards of each seat, the eighth one last.

    `head` is the height in units of the room above the cards, on both sides, for the prompt; `kinds` is the
    number of kinds of tiles in the game.
    """

    land: Land
    field: Rect
    side: Rect
    letters: str
    head: float = 0.0
    kinds: int = 0

    @property
    def scale(self) -> float:
        """Factor by which lengths in the field are scaled: 1 for a field as high as `DESIGN_HEIGHT`."""
        return self.field.h / DESIGN_HEIGHT

    @cached_property
    def spaces(self) -> Spaces:
        """Spaces of the land, as large as the field allows."""
        wide, high = extent(columns_of(self.land))
        room = self.field.w - 2 * (NARROWEST_CARD + 2 * COLUMN_MARGIN) * self.scale
        radius = round(min((self.field.h - 2 * LAND_RIM * self.scale) / high, room / wide), 4)
        corner = self.field.cx - wide * radius / 2, self.field.cy - high * radius / 2
        return Spaces.of(self.land, radius, corner)

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
    def boxes(self) -> Boxes:
        """Rectangles of the supply: `bag`, `drawn`, `left` …"""
        return lay_out(_low(self.kinds) if self.below else _strip(self.unit, self.kinds), self.side)

    def paper(self, aside: bool) -> Rect:
        """Rectangle of the paper under the supply; in a strip it is longer while tiles are set `aside`."""
        if self.below:
            return self.side
        last = self.boxes["aside" if aside else "special"]
        return self.side.cut_top(last.bottom + PANEL_PADDING * self.unit - self.side.y)[0]

    @property
    def in_bag(self) -> Rect:
        """Rectangle of a tile in the bag."""
        return self.boxes["bag"].scaled(0.35)

    @property
    def set_aside(self) -> Rect:
        """Rectangle of the tiles set aside, in a strip with the heading over them."""
        row = self.boxes["aside"]
        return row if self.below else self.boxes["heading"].union(row).cut_left(row.w / 2)[0]

    def aside_rect(self, index: int, count: int) -> Rect:
        """Rectangle of one of `count` tiles set aside."""
        row = self.boxes["aside"]
        size = min(row.h, ASIDE_HEIGHT)
        step = min(size * 1.05, (row.w - size) / max(1, count - 1))
        return Rect(row.x + step * index, row.cy - size / 2, size, size)


def _strip(unit: float, kinds: int) -> Box:
    """Supply in a strip beside the land."""
    return column(
        row(*_PAIR, size=BAG_HEIGHT * unit, gap=SECTION_GAP),
        row(Box("left"), Box("teller"), size=WORDS_HEIGHT * unit, gap=SECTION_GAP),
        grid(kinds, 3 if kinds <= 9 else 4, name="kind", size=CONTENTS_HEIGHT * unit, gap=4.0),
        row(*_SPECIAL, name="special", size=SPECIAL_HEIGHT * unit, gap=6.0),
        Box("heading", size=WORDS_HEIGHT * unit),
        Box("aside", size=ASIDE_HEIGHT * unit),
        pad=PANEL_PADDING * unit,
        gap=SECTION_GAP * unit,
    )


def _low(kinds: int) -> Box:
    """Supply in a low room below the land: without a heading, and without the words on who lays the tile."""
    bag, contents, others = LOW_SHARES
    words = row(Box("left"), Box(), size=WORDS_HEIGHT, gap=SECTION_GAP)
    return row(
        column(row(*_PAIR, gap=SECTION_GAP), words, share=bag),
        grid(kinds, 4, name="kind", share=contents, gap=4.0),
        column(row(*_SPECIAL, gap=6.0), column(Box(size=SECTION_GAP), Box("aside")), share=others),
        pad=(PANEL_PADDING, SECTION_GAP),
        gap=SECTION_GAP,
    )


_PAIR: Final = (Box("bag", ratio=1.0), Box("drawn", ratio=1.0))
_SPECIAL: Final = (
    Box("five", share=11, ratio=1.0),
    Box("deck", share=9, ratio=EVENT_CARD_RATIO),
    column(*several("sign", 2, 1.0), share=5, gap=6.0),
)
