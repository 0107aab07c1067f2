"""Where things lie on the table of The Great Divide: spaces, selection cards, and what stands beside them.

The land stands in the middle of the field, the Pacific to its left, the Atlantic to its right. Each seat's
cards stand in a column at its ocean, under the count of what drains into it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import msgspec

from client.boards.great_divide.hexes import HALF, corners, side
from client.ui.geometry import Anchor, Point, Rect
from core.games.great_divide.land import Land

HIGH: Final = 886.0
"""Units high: the field of a table. The lengths below are for it; in another one all is larger or smaller."""
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
BROADEST: Final = 150.0
"""Units across the count over a column at most."""
FARTHEST: Final = 260.0
"""From the land to the far side of the cards, however wide the field."""
DECK: Final = 0.72
"""An event card's width in its heights."""
FIGURE: Final = 34.0
"""Units across the number of tiles of one kind."""
SIGN: Final = 38.0
"""Units across: the sign of an event that has been turned up."""
OWNER: Final = 52.0
"""Units across: the badge of the seat that holds the "5"."""
ASIDE: Final = 34.0
"""Units high: the words over the tiles set aside."""
STRIP: Final = 380.0
"""Units wide: the usual strip beside the land."""
TALLEST: Final = 740.0
"""Units of the side that are used at most: below, a table may have buttons of its own."""
BADGE_EDGE: Final = 6.0
"""Units between a badge and the rim of its count."""
NUMBER: Final = 45.0
"""Units across a count of two digits."""
BESIDE: Final = 12.0
"""Units between things that stand side by side beside the land."""
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

    def hex(self, space: int) -> Rect:
        """The smallest rectangle around it."""
        return Rect.around(*self.centres[space], 2 * self.radius, 2 * HALF * self.radius)

    def corners(self, space: int) -> tuple[Point, ...]:
        """Its six corners."""
        return corners(self.centres[space], self.radius)

    def edge(self, space: int, way: int) -> Point:
        """The middle of the side over which water flows `way`."""
        return side(self.centres[space], self.radius, way)


def extent(land: Land) -> tuple[float, float]:
    """Width and height of all spaces together, in radii."""
    return 1.5 * (len(land.columns) - 1) + 2, 2 * HALF * max(map(len, land.columns))


class Layout(msgspec.Struct, frozen=True, dict=True):
    """The table in one window: `letters` are the selection cards that each seat has, the eighth one last."""

    land: Land
    field: Rect
    side: Rect
    letters: str

    @property
    def scale(self) -> float:
        """How large all is drawn: 1 on a table."""
        return self.field.h / HIGH

    @cached_property
    def spaces(self) -> Spaces:
        """The land, as large as the field allows."""
        wide, high = extent(self.land)
        margin = MARGIN * self.scale
        room = self.field.w - 2 * (SLIMMEST * self.scale + 2 * margin)
        radius = round(min((self.field.h - 2 * margin) / high, room / wide), 4)
        corner = self.field.cx - wide * radius / 2, self.field.cy - high * radius / 2
        return Spaces(self.land, radius, corner)

    @property
    def ground(self) -> Rect:
        """The smallest rectangle around the land."""
        return self.spaces.ground

    @property
    def table(self) -> Rect:
        """The land and the cards on both sides of it, as high as the field."""
        left, right = self.count(0).x, self.count(1).right
        margin = MARGIN * self.scale
        return Rect(left - margin, self.field.y, right - left + 2 * margin, self.field.h)

    # --- cards --------------------------------------------------------------------------------

    @cached_property
    def _columns(self) -> tuple[tuple[Rect, ...], ...]:
        """For each seat the place of its count, then those of its cards."""
        margin, head_high = MARGIN * self.scale, COUNT * self.scale
        pitch = (self.field.h - 2 * margin - head_high) / len(self.letters)
        high, free = pitch - GAP * self.scale, self.ground.x - self.field.x - 2 * margin
        wide = min(high * CARD, WIDEST * self.scale, free)
        size = (wide, min(high, wide / CARD))
        reach = min(free + margin, FARTHEST * self.scale)
        anchors: tuple[Anchor, Anchor] = ("topleft", "topright")
        columns = []
        for anchor, x in zip(anchors, (self.ground.x - reach, self.ground.right + reach - wide), strict=True):
            column = Rect(x, self.field.y + margin, wide, self.field.h - 2 * margin)
            head, below = column.cut_top(head_high)
            count = head.place(max(wide, min(free, BROADEST * self.scale)), head_high, anchor)
            columns.append((count, *(row.place(*size) for row in below.stack(len(self.letters), pitch))))
        return tuple(columns)

    def count(self, seat: int) -> Rect:
        """Over a seat's cards: how much drains into its ocean."""
        return self._columns[seat][0].inset(0, 6 * self.scale)

    def figure(self, seat: int) -> Rect:
        """The number in it, beside the badge."""
        inner = self.count(seat).inset(BADGE_EDGE * self.scale, 0)
        number = inner.cut_left(self.badge(seat).w, 3 * self.scale)[1]
        return number.cut_right(min(max(0.0, number.w - NUMBER * self.scale), self.badge(seat).w / 2))[1]

    def badge(self, seat: int) -> Rect:
        """The badge of the seat in it."""
        inner = self.count(seat).inset(BADGE_EDGE * self.scale, 0)
        return inner.cut_left(min(inner.h - 2 * BADGE_EDGE * self.scale, 0.38 * inner.w))[0].fit(1.0)

    def card(self, seat: int, letter: str) -> Rect:
        """A seat's selection card."""
        return self._columns[seat][1 + self.letters.index(letter)]

    # --- beside the land ----------------------------------------------------------------------

    @property
    def beside(self) -> bool:
        """Whether there is room beside the land at all: under a result there is none."""
        return self.side.w > 0

    @property
    def unit(self) -> float:
        """How large all is drawn there: 1 in a strip of the usual width."""
        return self.side.w / STRIP

    @cached_property
    def _rows(self) -> list[Rect]:
        """From the top: bag and drawn tile, who lays it, what is in the bag, special things, set aside."""
        high = min(self.side.h, TALLEST * self.unit)
        return self.side.cut_top(high)[0].rows(29, 7, 29, 20, 15, gap=10 * self.unit)

    def _columns_of(self, row: int, *weights: float) -> list[Rect]:
        """The things that stand side by side in a row."""
        return self._rows[row].columns(*weights, gap=BESIDE * self.unit)

    @property
    def bag(self) -> Rect:
        """The bag."""
        return self._columns_of(0, 9, 11)[0].fit(1.0)

    @property
    def in_bag(self) -> Rect:
        """A tile that is in it."""
        return self.bag.scaled(0.35)

    @property
    def drawn(self) -> Rect:
        """The tile that came out of it."""
        return self._columns_of(0, 9, 11)[1].fit(1.0)

    @property
    def actor(self) -> Rect:
        """The badge of the seat that has the drawn tile."""
        return Rect.around(
            self.drawn.x + self.drawn.w * 0.1, self.drawn.y + self.drawn.h * 0.16, self.drawn.w * 0.3
        )

    @property
    def tellers(self) -> list[Rect]:
        """Lines about the bag and the drawn tile: how many are left, who lays it."""
        return self._columns_of(1, 9, 11)

    @property
    def contents(self) -> Rect:
        """How many tiles of each kind are left in the bag."""
        return self._rows[2]

    def stock(self, index: int, count: int) -> tuple[Rect, Rect]:
        """Of one of `count` kinds in the bag: its picture and its number."""
        columns = 3 if count <= 9 else 4
        cell = self.contents.inset(12 * self.unit).grid(columns, -(-count // columns), 4 * self.unit)[index]
        picture, number = cell.columns(11, 9, gap=4 * self.unit)
        return picture, Rect(number.x, number.y, min(number.w, FIGURE * self.unit), number.h)

    @property
    def five(self) -> Rect:
        """The place of the "5"."""
        return self._columns_of(3, 1, 1)[0].fit(1.0)

    @property
    def five_tile(self) -> Rect:
        """The "5" in its place."""
        return self.five.scaled(0.88)

    @property
    def owner(self) -> Rect:
        """The badge of the seat that holds it."""
        return self.five.place(OWNER * self.unit, OWNER * self.unit, "bottomright")

    @property
    def deck(self) -> Rect:
        """The event card that was turned up last, on the deck."""
        return self._columns_of(3, 1, 1)[1].cut_right(SIGN * self.unit, 10 * self.unit)[1].fit(DECK, "left")

    def sign(self, index: int) -> Rect:
        """The sign of an event that has been turned up."""
        size, scale = SIGN * self.unit, self.unit
        return Rect(self.deck.right + 10 * scale, self._rows[3].y + index * (size + 6 * scale), size, size)

    @property
    def set_aside(self) -> Rect:
        """The first tiles set aside, and the line over them."""
        return self._rows[4].cut_left(self._rows[4].w / 2)[0]

    @property
    def aside_words(self) -> Rect:
        """That line."""
        return self._rows[4].cut_top(ASIDE * self.unit)[0]

    def aside(self, index: int, count: int) -> Rect:
        """One of `count` tiles set aside."""
        row = self._rows[4].cut_top(ASIDE * self.unit)[1]
        step = min(row.h * 1.05, (row.w - row.h) / max(1, count - 1))
        return Rect(row.x + step * index, row.y, row.h, row.h)
