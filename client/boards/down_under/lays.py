"""What could be laid where in a position, be it legal or not.

What is asked for in every frame is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, Literal, NamedTuple

from client.boards.down_under.places import Slot
from client.boards.down_under.preview import Preview, compare
from core.game import Refusal, Seat
from core.games.down_under.paths import is_ring, leads
from core.games.down_under.placing import Placing
from core.games.down_under.queries import is_beginning, path_of, paths_to_lay, starts_with_ends, supply
from core.games.down_under.rules import DownUnder, way
from core.games.down_under.state import (
    BILLABONG,
    CURVES,
    ENDS,
    OWN,
    SHAPES,
    STRAIGHTS,
    Action,
    Card,
    Cell,
    Curve,
    Laid,
    Lay,
    LayBillabong,
    Lead,
    Shape,
    State,
    reading_order,
)

USUAL: Final[dict[Shape, Card]] = {"straight": "EW", "curve": "SE", "end": "endN"}
"""How a card lies where no path says how."""


class Way(NamedTuple):
    """Something that could lie on a cell: for which path, and as which card."""

    path: int
    card: Card | Literal["billabong"]

    @property
    def shape(self) -> Shape | None:
        """The shape of its card; a billabong has none."""
        return None if self.card == BILLABONG else SHAPES[self.card]


class Lays:
    """Everything about a position that the seat to act can ask for."""

    def __init__(self, game: DownUnder, view: State, seat: Seat) -> None:
        self.game = game
        self.view = view
        self.seat = seat
        self._refusals: dict[Action, Refusal | None] = {}
        self._previews: dict[Action, Preview] = {}

    # --- what is legal ------------------------------------------------------------------------

    @cached_property
    def legal(self) -> Sequence[Action]:
        """Everything the seat may do."""
        return self.game.legal(self.view, self.seat)

    @cached_property
    def wanted(self) -> tuple[Cell, ...]:
        """The cells on which something can be done, in reading order."""
        return _in_order({(a.x, a.y) for a in self.legal})

    @cached_property
    def can(self) -> frozenset[tuple[Cell, Way]]:
        """All ways in which something may be laid or turned."""
        return frozenset(((a.x, a.y), Way(path_of(self.view, self.seat, a), _card(a))) for a in self.legal)

    def why_not(self, action: Action) -> Refusal | None:
        """Why the seat may not do something, if so."""
        if action not in self._refusals:
            self._refusals[action] = self.game.why_not(self.view, self.seat, action)
        return self._refusals[action]

    def preview(self, action: Action) -> Preview:
        """What would come of a legal action."""
        if action not in self._previews:
            self._previews[action] = compare(self.view, self.game.apply(self.view, self.seat, action))
        return self._previews[action]

    def meeting(self, action: Action) -> tuple[int, ...]:
        """The paths that would meet in what is laid, if more than one would. Asked for in every frame."""
        if isinstance(action, LayBillabong):
            return ()
        return self._placing.joins((action.x, action.y), action.card, path_of(self.view, self.seat, action))

    # --- what can be meant --------------------------------------------------------------------

    @cached_property
    def paths(self) -> tuple[int, ...]:
        """The paths for which something can be laid now, as far as it fits."""
        return paths_to_lay(self.view)

    @property
    def begins(self) -> bool:
        """Whether a path is begun now: its first card joins nothing."""
        return is_beginning(self.view)

    @cached_property
    def ring(self) -> int | None:
        """The path that is a ring and has to be opened."""
        return next((path for path in self.paths if is_ring(self.view.paths[path])), None)

    @cached_property
    def stops(self) -> tuple[Cell, ...]:
        """Where keys lead: the cells where something can be done, and those into which the own paths lead."""
        cells = set(self.wanted)
        if not self.begins and self.ring is None:
            cells |= {(lead.x, lead.y) for path in self.paths for lead in self._leads(path)}
        return _in_order(cells)

    def beyond(self, cell: Cell, dx: int, dy: int) -> Cell | None:
        """The next one of them in a direction: straight ahead before aslant."""
        found: list[tuple[int, Cell]] = []
        for stop in self.stops:
            right, down = stop[0] - cell[0], stop[1] - cell[1]
            ahead, aside = right * dx + down * dy, abs(right * dy - down * dx)
            if ahead > 0:
                found.append((ahead + 2 * aside, stop))
        return min(found)[1] if found else None

    def ways(self, cell: Cell) -> tuple[Way, ...]:
        """Everything that could be meant on a cell."""
        if self.ring is not None:
            return tuple(Way(self.ring, card) for card in self._turned(cell))
        if any(isinstance(a, LayBillabong) and (a.x, a.y) == cell for a in self.legal):
            return (Way(self.paths[0], BILLABONG),)
        found: dict[Way, None] = {}
        for path in self.paths:
            left = {shape for shape, _ in supply(self.view, path)}
            cards = self._first(cell) if self.begins else self._joined(path, cell)
            found.update({Way(path, card): None for card in cards if SHAPES[card] in left})
        return tuple(found)

    def slots(self, cell: Cell) -> tuple[Slot, ...]:
        """The cards of the supplies that could be meant on a cell; where nothing can lie all of them."""
        if self.ring is not None:
            return ()
        here = {(way.path, way.shape) for way in self.ways(cell)}
        kinds = [Slot(path, *kind) for path in self.paths for kind in supply(self.view, path)]
        return tuple(kind for kind in kinds if not here or (kind.path, kind.shape) in here)

    def own_curve(self, cell: Cell) -> Laid | None:
        """The curve on a cell whose own part belongs to the ring; none while there is no ring."""
        if self.ring is None:
            return None
        here = (laid for laid in self.view.played if (laid.x, laid.y) == cell and laid.path == self.ring)
        return next((laid for laid in here if laid.card in CURVES), None)

    # --- inside -------------------------------------------------------------------------------

    @cached_property
    def _placing(self) -> Placing:
        """What the rules look at before something is laid."""
        return Placing(self.view)

    def _leads(self, path: int) -> Sequence[Lead]:
        """Where open ends of a path lead at which something may be laid now."""
        return self.view.due or tuple(leads(self.view.paths[path]))

    def _turned(self, cell: Cell) -> tuple[Curve, ...]:
        """The own curve on a cell, turned by 90° either way."""
        curve = self.own_curve(cell)
        if curve is None:
            return ()
        at = [str(card) for card in CURVES].index(curve.card)
        return CURVES[(at + 1) % 4], CURVES[at - 1]

    def _first(self, cell: Cell) -> Sequence[Card]:
        """What a path can be begun with."""
        if not starts_with_ends(self.view.options):
            return (*STRAIGHTS, *CURVES)
        there = [laid for laid in self.view.cards if (laid.x, laid.y) == cell and laid.card in ENDS]
        return (ENDS[OWN[there[0].card][0] ^ 2],) if len(there) == 1 else ENDS

    def _joined(self, path: int, cell: Cell) -> Iterator[Card]:
        """The cards that join an end of a path that leads here: straight on, to either side, closing it."""
        for lead in self._leads(path):
            if (lead.x, lead.y) == cell:
                for out in (2, 3, 1):
                    yield way(lead.side, (lead.side + out) % 4)
                if self.view.stage != "opening" or self.view.due:
                    yield ENDS[lead.side]


def _card(action: Action) -> Card | Literal["billabong"]:
    return action.card if isinstance(action, Lay) or not isinstance(action, LayBillabong) else "billabong"


def _in_order(cells: set[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=reading_order))
