"""Where things lie on the table of Down Under: cells on the ground, and what stands beside it.

Beside the ground lie from the top: the cards that a seat has left (with two paths a seat, of each), a row for
every path, and the billabongs that are left.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from client.boards.down_under.camera import Sight, sight_of
from client.ui.geometry import Point, Rect
from core.game import Seat
from core.games.down_under.state import HERDS, SET, Animal, Cell, Options, Shape, State, paths_of

TALLEST: Final = 740.0
"""Units of the side that are used at most: below, a table may have buttons of its own."""
MARGIN: Final = 6.0
"""Units around the ground that is seen."""
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
KEPT: Final = 6
"""So many positions the last sights are remembered of."""


class Slot(NamedTuple):
    """A place for cards of one kind beside the ground; without animals `animal` is None."""

    path: int
    shape: Shape
    animal: Animal | None


class Places:
    """The layout of a table in one window, in units."""

    def __init__(self, field: Rect, side: Rect, options: Options, seats: int) -> None:
        self.field = field
        self.room = field.inset(MARGIN)
        """Where the ground is looked at."""
        self.side = side.cut_top(min(side.h, TALLEST))[0]
        """What is used of the strip beside the field; so no button there moves or changes anything."""
        self.options = options
        self.seats = seats
        self._sights: OrderedDict[int, tuple[State, Sight]] = OrderedDict()
        self._lay_out_side()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Rect, Rect, Options, int]:
        return self.field, self.side, self.options, self.seats

    # --- on the ground ------------------------------------------------------------------------

    def sight(self, view: State) -> Sight:
        """How a position is seen. The last ones are remembered: no other can come to lie in their place."""
        known = self._sights.get(id(view))
        if known is None:
            known = (view, sight_of(view, self.room))
            self._sights[id(view)] = known
            if len(self._sights) > KEPT:
                self._sights.popitem(last=False)
        return known[1]

    def cell(self, view: State, x: int, y: int) -> Rect:
        """Where a cell lies."""
        return self.sight(view).cell(x, y)

    def cell_at(self, view: State, spot: Point) -> Cell | None:
        """The cell under a point; None beside the ground."""
        return self.sight(view).cell_at(spot)

    # --- beside it ----------------------------------------------------------------------------

    def _lay_out_side(self) -> None:
        two = bool(self.options.two_paths)
        panels, rows = (2 if two else 1), (4 if two else self.seats)
        panel = ANIMALS if self.options.animals else PLAIN
        whole = panels * (panel + GAP) + rows * ROW + 2 * PAD + GAP + FOOT
        scale = min(1.0, self.side.h / whole)
        rest = self.side
        self.panels: list[Rect] = []
        """The cards that are left for each path of the seat that is shown."""
        for _ in range(panels):
            here, rest = rest.cut_top(panel * scale, GAP * scale)
            self.panels.append(here)
        self.standing, rest = rest.cut_top((rows * ROW + 2 * PAD) * scale, GAP * scale)
        """All paths and how long they are."""
        self.foot = rest.cut_top(FOOT * scale)[0]
        """The billabongs that are left, and the size of the field."""
        self._rows = self.standing.inset(PAD, PAD * scale).rows(*[1] * rows)
        self._slots = [self._lay_out_slots(panel) for panel in self.panels]

    def _lay_out_slots(self, panel: Rect) -> dict[tuple[Shape, Animal | None], Rect]:
        """The places of one path's cards."""
        inside = panel.inset(PAD, 0).cut_top(HEAD)[1]
        inside = inside.cut_bottom(10.0)[1]
        if not self.options.animals:
            parts = inside.columns(*[1] * len(SET), gap=12)
            kinds: list[tuple[Shape, Animal | None]] = [(shape, None) for shape in SET]
            return {kind: _square(part, COUNT) for kind, part in zip(kinds, parts, strict=True)}
        upper, lower = inside.rows(1, 1, gap=8)
        straights, curves = upper.columns(*[1] * 5, gap=8), lower.columns(*[1] * 5, gap=8)
        found: dict[tuple[Shape, Animal | None], Rect] = {}
        columns: dict[Shape, list[Rect]] = {"straight": straights[:-1], "curve": curves}
        for shape, parts in columns.items():
            for animal, part in zip(HERDS[shape], parts, strict=True):
                found[shape, animal] = _square(part, 0.0)
        return {**found, ("end", None): _square(straights[-1], 0.0)}

    def panel_of(self, path: int) -> Rect:
        """Where the cards of a path lie that are left, while those of its seat are shown."""
        return self.panels[self._number(path)]

    def supply_slot(self, path: int, shape: Shape, animal: Animal | None = None) -> Rect:
        """Where the cards of one kind lie that are left for a path, while those of its seat are shown."""
        return self._slots[self._number(path)][shape, animal]

    def has(self, slot: Slot) -> bool:
        """Whether there is such a place: with animals none for straights and curves without one."""
        return (slot.shape, slot.animal) in self._slots[self._number(slot.path)]

    def slot_at(self, spot: Point, seat: Seat) -> Slot | None:
        """The cards under a point, while those of this seat are shown."""
        for path in paths_of(self.options, self.seats, seat):
            for (shape, animal), rect in self._slots[self._number(path)].items():
                if rect.grown(4).contains(*spot) or count_of(rect, self.options.animals).contains(*spot):
                    return Slot(path, shape, animal)
        return None

    def _number(self, path: int) -> int:
        return path // self.seats if self.options.two_paths else 0

    def row(self, path: int) -> Rect:
        """The row of a path of a seat; with two paths those of a seat lie one below the other."""
        if self.options.two_paths:
            return self._rows[2 * (path % self.seats) + path // self.seats]
        return self._rows[path]


def _square(part: Rect, below: float) -> Rect:
    """Where a card lies in a part of a panel that leaves so much free below it."""
    size = min(part.w, part.h - below, LARGEST)
    return Rect(part.cx - size / 2, part.y, size, size)


def count_of(slot: Rect, over: bool) -> Rect:
    """Where the number of cards in a slot stands: below it, or over its corner."""
    if over:
        return Rect(slot.right - BADGE + 5, slot.bottom - BADGE + 7, BADGE, BADGE)
    return Rect(slot.x, slot.bottom, slot.w, COUNT)
