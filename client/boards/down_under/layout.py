"""Where things lie on the table of Down Under: cells on the ground, and what stands beside it, in units.

Beside the ground lie from the top: the cards that a seat has left (with two paths a seat, of each), a row for
every path, and the billabongs that are left.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from client.boards.down_under.camera import Sight
from client.ui.geometry import Rect
from core.games.down_under.state import HERDS, SET, Animal, Colour, Options, Shape

TALLEST: Final = 740.0
"""Units of the side that are used at most: below, a table may have buttons of its own."""
EDGE: Final = 10.0
"""Units around the field that belong to its picture."""
PAD: Final = 14.0
"""Units between the rim of a panel and what lies on it."""
GAP: Final = 14.0
"""Units between the panels."""
HEAD: Final = 40.0
"""Units high: what stands over the cards of a path."""
COUNT: Final = 34.0
"""Units high: how many there are of a card, below it."""
BADGE: Final = 30.0
"""Units high: the same with animals, over the corner of the card."""
ROW: Final = 88.0
FOOT: Final = 64.0
PLAIN, ANIMALS = 216.0, 214.0
"""Units high: the cards of a path, without and with animals."""
LARGEST: Final = 118.0
"""Units a card beside the ground is wide at most."""
NUMBER: Final = 0.36
"""Share of a row's width that its path and its length take."""


class Slot(NamedTuple):
    """A kind of card: its shape, with animals which, with two paths for which of them."""

    shape: Shape
    animal: Animal | None = None
    colour: Colour | None = None


BILLABONG: Final = "billabong"
"""Kind of what lies instead of a curve."""
RING: Final = "ring"
"""Kind of the own curve of a ring, which is turned."""


class SideLayout(msgspec.Struct, frozen=True):
    """Where the panels beside the ground lie.

    `panels` are the cards that are left for each path of the seat that is shown, `standing` holds the `rows`
    of all paths by their numbers, `foot` the billabongs that are left and the size of the field.
    """

    panels: tuple[Rect, ...]
    slots: Mapping[Slot, Rect]
    standing: Rect
    rows: tuple[Rect, ...]
    foot: Rect

    def number(self, path: int) -> Rect:
        """What of the row of a path is taken by its ribbon and its length."""
        row = self.rows[path].inset(0, 5)
        return row.cut_left(row.w * NUMBER, 12)[0]


class Layout(msgspec.Struct, frozen=True):
    """The layout of a table in one window, as a camera sees the ground."""

    field: Rect
    side: Rect
    options: Options
    seats: int
    sight: Sight

    @property
    def beside(self) -> SideLayout:
        """What stands beside the ground."""
        return side_layout(self.side, self.options, self.seats)


@lru_cache(maxsize=8)
def side_layout(side: Rect, options: Options, seats: int) -> SideLayout:
    """The layout of the strip beside the field; no button below it moves or changes anything."""
    rest = side.cut_top(min(side.h, TALLEST))[0]
    colours: tuple[Colour | None, ...] = ("a", "b") if options.two_paths else (None,)
    count = seats * len(colours)
    panel = ANIMALS if options.animals else PLAIN
    whole = len(colours) * (panel + GAP) + count * ROW + 2 * PAD + GAP + FOOT
    scale = min(1.0, rest.h / whole)
    panels: list[Rect] = []
    for _ in colours:
        here, rest = rest.cut_top(panel * scale, GAP * scale)
        panels.append(here)
    standing, rest = rest.cut_top((count * ROW + 2 * PAD) * scale, GAP * scale)
    rows = standing.inset(PAD, PAD * scale).rows(*[1] * count)
    if options.two_paths:  # those of a seat lie one below the other
        rows = [rows[2 * (path % seats) + path // seats] for path in range(count)]
    slots = {
        slot._replace(colour=colour): rect
        for colour, here in zip(colours, panels, strict=True)
        for slot, rect in _slots(here, options.animals).items()
    }
    return SideLayout(tuple(panels), slots, standing, tuple(rows), rest.cut_top(FOOT * scale)[0])


def _slots(panel: Rect, animals: bool) -> dict[Slot, Rect]:
    """The places of one path's cards in its panel."""
    inside = panel.inset(PAD, 0).cut_top(HEAD)[1].cut_bottom(10.0)[1]
    if not animals:
        parts = inside.columns(*[1] * len(SET), gap=12)
        return {Slot(shape): _square(part, COUNT) for shape, part in zip(SET, parts, strict=True)}
    upper, lower = inside.rows(1, 1, gap=8)
    straights, curves = upper.columns(*[1] * 5, gap=8), lower.columns(*[1] * 5, gap=8)
    columns: dict[Shape, list[Rect]] = {"straight": straights[:-1], "curve": curves}
    found = {
        Slot(shape, animal): _square(part, 0.0)
        for shape, parts in columns.items()
        for animal, part in zip(HERDS[shape], parts, strict=True)
    }
    return {**found, Slot("end"): _square(straights[-1], 0.0)}


def _square(part: Rect, below: float) -> Rect:
    """Where a card lies in a part of a panel that leaves so much free below it."""
    size = min(part.w, part.h - below, LARGEST)
    return Rect(part.cx - size / 2, part.y, size, size)


def count_of(slot: Rect, over: bool) -> Rect:
    """Where the number of cards in a slot stands: below it, or over its corner."""
    if over:
        return Rect(slot.right - BADGE + 5, slot.bottom - BADGE + 7, BADGE, BADGE)
    return Rect(slot.x, slot.bottom, slot.w, COUNT)
