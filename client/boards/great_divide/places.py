"""Where things lie on the table of The Great Divide: land, selection cards, and what stands beside it.

The land stands in the middle of the field, the Pacific to its left, the Atlantic to its right. Each
seat's cards stand in a column at its ocean, under the count of what drains into it.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

from client.boards.great_divide.hexes import HALF, corners, side
from client.ui.geometry import Anchor, Point, Rect
from core.game import Seat
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
ASIDE: Final = 34.0
"""Units high: the words over the tiles set aside."""
TALLEST: Final = 740.0
"""Units of the side that are used at most: below, a table may have buttons of its own."""


class Spaces:
    """Where the spaces of a land lie that begins at a point in the north-west, in units."""

    def __init__(self, land: Land, radius: float, corner: Point) -> None:
        self.land = land
        self.radius = radius
        """From the middle of a space to its corners."""
        wide, high = extent(land)
        self.ground = Rect(*corner, wide * radius, high * radius)
        """The smallest rectangle around all spaces."""

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """The middles of all spaces."""
        tallest = max(map(len, self.land.columns))
        return tuple(
            (
                self.ground.x + self.radius * (1 + 1.5 * x),
                self.ground.y + self.radius * HALF * (1 + 2 * y + tallest - len(self.land.columns[x])),
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


class Places(Spaces):
    """The layout of a table in one window, in units: each seat has a card for each of the `letters`."""

    def __init__(self, land: Land, field: Rect, side: Rect, letters: str) -> None:
        wide, high = extent(land)
        room = field.w - 2 * (SLIMMEST + 2 * MARGIN)
        radius = min((field.h - 2 * MARGIN) / high, room / wide)
        super().__init__(land, radius, (field.cx - wide * radius / 2, field.cy - high * radius / 2))
        self.field = field
        self.side = side.cut_top(min(side.h, TALLEST))[0]
        """What is used of the strip beside the field; so no button there moves or changes anything."""
        self.letters = letters
        """The selection cards that each seat has, by area; `EIGHTH` last if it is in play."""
        self._lay_out_columns()
        self._lay_out_side()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[int, Rect, Rect, str]:
        return id(self.land), self.field, self.side, self.letters

    def ocean(self, seat: Seat) -> Rect:
        """The sea of a seat: everything between its edge of the field and its coast."""
        if seat == 0:
            return Rect(self.field.x, self.field.y, self.ground.x - self.field.x, self.field.h)
        return Rect(self.ground.right, self.field.y, self.field.right - self.ground.right, self.field.h)

    # --- cards --------------------------------------------------------------------------------

    def _lay_out_columns(self) -> None:
        pitch = (self.field.h - 2 * MARGIN - COUNT) / len(self.letters)
        high = pitch - GAP
        free = self.ground.x - self.field.x - 2 * MARGIN
        wide = min(high * CARD, WIDEST, free)
        size = (wide, min(high, wide / CARD))
        self._counts: list[Rect] = []
        self._columns: list[list[Rect]] = []
        reach = min(free + MARGIN, FARTHEST)
        anchors: tuple[Anchor, Anchor] = ("topleft", "topright")
        for anchor, x in zip(anchors, (self.ground.x - reach, self.ground.right + reach - wide), strict=True):
            column = Rect(x, self.field.y + MARGIN, wide, self.field.h - 2 * MARGIN)
            head, below = column.cut_top(COUNT)
            self._counts.append(head.place(max(wide, min(free, 150.0)), COUNT, anchor))
            self._columns.append([row.place(*size) for row in below.stack(len(self.letters), pitch)])

    def card(self, seat: int, index: int) -> Rect:
        """A seat's selection card, in the order of the land's areas, the eighth last."""
        return self._columns[seat][index]

    def card_at(self, spot: Point) -> tuple[int, int] | None:
        """(seat, index) of the selection card under a point."""
        for seat, column in enumerate(self._columns):
            for index, rect in enumerate(column):
                if rect.grown(GAP / 2).contains(*spot):
                    return seat, index
        return None

    def count(self, seat: int) -> Rect:
        """Over a seat's cards: how much drains into its ocean."""
        return self._counts[seat]

    # --- beside the land ----------------------------------------------------------------------

    def _lay_out_side(self) -> None:
        """From the top: bag and drawn tile, who lays it, what is in the bag, special things, set aside."""
        rows = self.side.rows(29, 7, 29, 20, 15, gap=10)
        left, right = rows[0].columns(9, 11, gap=12)
        self.bag = left.fit(1.0)
        """The bag."""
        self.drawn = right.fit(1.0)
        """The tile that came out of it."""
        self.teller = rows[1]
        """A line about the drawn tile: who lays it."""
        self.contents = rows[2]
        """How many tiles of each kind are left in the bag."""
        five, deck = rows[3].columns(1, 1, gap=12)
        self.five = five
        """The "5" and who holds it."""
        self.deck = deck
        """The event cards."""
        self.aside = rows[4]
        """Tiles set aside."""

    @property
    def card_of_deck(self) -> Rect:
        """The event card that was turned up last."""
        return self.deck.fit(DECK, "left")

    def aside_at(self, index: int, count: int) -> Rect:
        """One of `count` tiles set aside."""
        row = self.aside.cut_top(ASIDE)[1]
        step = min(row.h * 1.05, (row.w - row.h) / max(1, count - 1))
        return Rect(row.x + step * index, row.y, row.h, row.h)
