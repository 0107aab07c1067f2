"""Where things lie on the table of The Great Divide: spaces, selection cards, and what stands beside them.

The land stands in the middle of the field, the Pacific to its left, the Atlantic to its right. Each seat's
cards stand in a column at its ocean, under the count of what drains into it.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

import msgspec

from client.boards.great_divide.hexes import HALF, corners, side
from client.ui.geometry import Anchor, Point, Rect
from core.games.great_divide.land import Land

MARGIN: Final = 14.0
"""Units around the land, and around a column of cards."""
COUNT: Final = 66.0
"""Units high: what stands over a column of cards."""
GAP: Final = 11.0
"""Units between the cards of a column."""
CARD: Final = 0.84
"""A card's width in its heights."""
WIDEST: Final = 96.0
SLIMMEST: Final = 62.0
"""Between so many units a card is wide; where that is too much the land gets smaller."""
FARTHEST: Final = 260.0
"""From the land to the far side of the cards, however wide the field."""
DECK: Final = 0.72
"""An event card's width in its heights."""
FIGURE: Final = 34.0
"""Units across the number of tiles of one kind."""
SIGN: Final = 38.0
"""Units across: the sign of an event that has been turned up."""
ASIDE: Final = 34.0
"""Units high: the words over the tiles set aside."""
TALLEST: Final = 740.0
"""Units of the side that are used at most: below, a table may have buttons of its own."""
BADGE_EDGE: Final = 6.0
"""Units between a badge and the rim of its count."""
NUMBER: Final = 45.0
"""Units across a count of two digits."""
AROUND: Final = 0.5
"""How far rivers and mountains reach beyond the spaces, in radii."""


class Spaces(msgspec.Struct, frozen=True, dict=True):
    """Where the spaces of a land lie that begins at a `corner` in the north-west, in units.

    `radius` is from the middle of a space to its corners.
    """

    land: Land
    radius: float
    corner: Point

    @classmethod
    def inside(cls, land: Land, rect: Rect) -> Spaces:
        """The spaces with all that reaches beyond them, filling a rectangle (see `whole`)."""
        radius = round(rect.w / (extent(land)[0] + 2 * AROUND), 4)
        return cls(land, radius, (rect.x + AROUND * radius, rect.y + AROUND * radius))

    @cached_property
    def ground(self) -> Rect:
        """The smallest rectangle around all spaces."""
        wide, high = extent(self.land)
        return Rect(*self.corner, wide * self.radius, high * self.radius)

    @property
    def whole(self) -> Rect:
        """The same with all that reaches beyond the spaces."""
        return self.ground.grown(AROUND * self.radius)

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """The middles of all spaces."""
        tallest = max(map(len, self.land.columns))
        return tuple(
            (
                self.corner[0] + self.radius * (1 + 1.5 * x),
                self.corner[1] + self.radius * HALF * (1 + 2 * y + tallest - len(self.land.columns[x])),
            )
            for x, y in self.land.places
        )

    def centre(self, space: int) -> Point:
        """The middle of a space."""
        return self.centres[space]

    def box(self, space: int) -> Rect:
        """The smallest square around a space."""
        return Rect.around(*self.centres[space], 2 * self.radius)

    def corners(self, space: int) -> tuple[Point, ...]:
        """Its six corners."""
        return corners(self.centres[space], self.radius)

    def edge(self, space: int, way: int) -> Point:
        """The middle of the side over which water flows `way`."""
        return side(self.centres[space], self.radius, way)

    def space_at(self, spot: Point) -> int | None:
        """The space under a point; None beside the land."""
        space = min(range(self.land.size), key=lambda at: math.dist(self.centres[at], spot))
        x, y = (abs(a - b) / self.radius for a, b in zip(spot, self.centres[space], strict=True))
        return space if y <= HALF and x + y / (2 * HALF) <= 1 else None


def extent(land: Land) -> tuple[float, float]:
    """Width and height of all spaces together, in radii."""
    return 1.5 * (len(land.columns) - 1) + 2, 2 * HALF * max(map(len, land.columns))


class Layout(msgspec.Struct, frozen=True, dict=True):
    """The table in one window: `letters` are the selection cards that each seat has, the eighth one last."""

    land: Land
    field: Rect
    side: Rect
    letters: str

    @cached_property
    def spaces(self) -> Spaces:
        """The land, as large as the field allows."""
        wide, high = extent(self.land)
        room = self.field.w - 2 * (SLIMMEST + 2 * MARGIN)
        radius = round(min((self.field.h - 2 * MARGIN) / high, room / wide), 4)
        corner = self.field.cx - wide * radius / 2, self.field.cy - high * radius / 2
        return Spaces(self.land, radius, corner)

    @property
    def ground(self) -> Rect:
        """The smallest rectangle around the land."""
        return self.spaces.ground

    # --- cards --------------------------------------------------------------------------------

    @cached_property
    def _columns(self) -> tuple[tuple[Rect, ...], ...]:
        """For each seat the place of its count, then those of its cards."""
        pitch = (self.field.h - 2 * MARGIN - COUNT) / len(self.letters)
        high, free = pitch - GAP, self.ground.x - self.field.x - 2 * MARGIN
        wide = min(high * CARD, WIDEST, free)
        size = (wide, min(high, wide / CARD))
        reach = min(free + MARGIN, FARTHEST)
        anchors: tuple[Anchor, Anchor] = ("topleft", "topright")
        columns = []
        for anchor, x in zip(anchors, (self.ground.x - reach, self.ground.right + reach - wide), strict=True):
            column = Rect(x, self.field.y + MARGIN, wide, self.field.h - 2 * MARGIN)
            head, below = column.cut_top(COUNT)
            count = head.place(max(wide, min(free, 150.0)), COUNT, anchor)
            columns.append((count, *(row.place(*size) for row in below.stack(len(self.letters), pitch))))
        return tuple(columns)

    def count(self, seat: int) -> Rect:
        """Over a seat's cards: how much drains into its ocean."""
        return self._columns[seat][0].inset(0, 6)

    def figure(self, seat: int) -> Rect:
        """The number in it, beside the badge."""
        inner = self.count(seat).inset(BADGE_EDGE, 0)
        number = inner.cut_left(self.badge(seat).w, 3)[1]
        return number.cut_right(min(max(0.0, number.w - NUMBER), self.badge(seat).w / 2))[1]

    def badge(self, seat: int) -> Rect:
        """The badge of the seat in it."""
        inner = self.count(seat).inset(BADGE_EDGE, 0)
        return inner.cut_left(min(inner.h - 2 * BADGE_EDGE, 0.38 * inner.w))[0].fit(1.0)

    def card(self, seat: int, letter: str) -> Rect:
        """A seat's selection card."""
        return self._columns[seat][1 + self.letters.index(letter)]

    # --- beside the land ----------------------------------------------------------------------

    @property
    def beside(self) -> bool:
        """Whether there is room beside the land at all: under a result there is none."""
        return self.side.w > 0

    @cached_property
    def _rows(self) -> list[Rect]:
        """From the top: bag and drawn tile, who lays it, what is in the bag, special things, set aside."""
        return self.side.cut_top(min(self.side.h, TALLEST))[0].rows(29, 7, 29, 20, 15, gap=10)

    @property
    def bag(self) -> Rect:
        """The bag."""
        return self._rows[0].columns(9, 11, gap=12)[0].fit(1.0)

    @property
    def drawn(self) -> Rect:
        """The tile that came out of it."""
        return self._rows[0].columns(9, 11, gap=12)[1].fit(1.0)

    @property
    def actor(self) -> Rect:
        """The badge of the seat that has the drawn tile."""
        return Rect.around(
            self.drawn.x + self.drawn.w * 0.1, self.drawn.y + self.drawn.h * 0.16, self.drawn.w * 0.3
        )

    @property
    def tellers(self) -> list[Rect]:
        """Lines about the bag and the drawn tile: how many are left, who lays it."""
        return self._rows[1].columns(9, 11, gap=12)

    @property
    def contents(self) -> Rect:
        """How many tiles of each kind are left in the bag."""
        return self._rows[2]

    def stock(self, index: int, count: int) -> tuple[Rect, Rect]:
        """Of one of `count` kinds in the bag: its picture and its number."""
        columns = 3 if count <= 9 else 4
        cell = self.contents.inset(12).grid(columns, -(-count // columns), 4)[index]
        picture, number = cell.columns(11, 9, gap=4)
        return picture, Rect(number.x, number.y, min(number.w, FIGURE), number.h)

    @property
    def five(self) -> Rect:
        """The place of the "5"."""
        return self._rows[3].columns(1, 1, gap=12)[0].fit(1.0)

    @property
    def five_tile(self) -> Rect:
        """The "5" in its place."""
        return self.five.scaled(0.88)

    @property
    def owner(self) -> Rect:
        """The badge of the seat that holds it."""
        return self.five.place(52, 52, "bottomright")

    @property
    def deck(self) -> Rect:
        """The event card that was turned up last, on the deck."""
        return self._rows[3].columns(1, 1, gap=12)[1].cut_right(SIGN, 10)[1].fit(DECK, "left")

    def sign(self, index: int) -> Rect:
        """The sign of an event that has been turned up."""
        return Rect(self.deck.right + 10, self._rows[3].y + index * (SIGN + 6), SIGN, SIGN)

    @property
    def aside_words(self) -> Rect:
        """The line over the tiles set aside."""
        return self._rows[4].cut_top(ASIDE)[0]

    def aside(self, index: int, count: int) -> Rect:
        """One of `count` tiles set aside."""
        row = self._rows[4].cut_top(ASIDE)[1]
        step = min(row.h * 1.05, (row.w - row.h) / max(1, count - 1))
        return Rect(row.x + step * index, row.y, row.h, row.h)
