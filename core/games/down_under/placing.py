"""Where a card could come to lie, and which paths would meet in it."""

from __future__ import annotations

from typing import Final

from core.games.down_under.ground import BLANK_PORT, CARD_PORTS, TWO_ENDS_PORTS, Ground, Ports, ground
from core.games.down_under.paths import open_leads
from core.games.down_under.queries import field_of
from core.games.down_under.state import (
    CARDS,
    ENDS,
    NEUTRAL_SIDES,
    OWN_SIDES,
    SHAPES,
    Card,
    Cell,
    Lead,
    State,
    cell_over,
    opposite,
)

_END_ON: Final = dict(zip(range(4), ENDS, strict=True))
"""The end whose stub opens on each side."""


class Placing:
    """A position as one looks at it before laying: what lies where, and where open ends lead.

    `open_leads` names the path for each cell and side that an open end leads into.
    """

    def __init__(self, s: State) -> None:
        self.land: Ground = ground(s.cards)
        self.field = field_of(s)
        self.leads: dict[tuple[int, int, int], int] = {
            lead: number for number, path in enumerate(s.paths) for lead in open_leads(path)
        }

    def cards_at(self, lead: Lead) -> tuple[Card, ...]:
        """The cards whose own part would join the end that leads here; paths that meet are not looked for."""
        cell = (lead.x, lead.y)
        if cell in self.land:
            return (_END_ON[lead.side],)
        fits = self.field.has(cell)
        return tuple(
            card for card in CARDS if lead.side in OWN_SIDES[card] and (fits or SHAPES[card] == "end")
        )

    def ports(self, cell: Cell, card: Card) -> Ports:
        """What the card would join on this cell, be it empty or half free."""
        return TWO_ENDS_PORTS[card] if cell in self.land else CARD_PORTS[card]

    def has_half(self, cell: Cell, card: Card) -> bool:
        """Whether the cell holds one end and this card is the opposite one."""
        here = self.land.get(cell)
        return here is not None and SHAPES[card] == "end" and here[OWN_SIDES[card][0]] == BLANK_PORT

    def is_half_free(self, cell: Cell) -> bool:
        """Whether the cell holds one end only."""
        return BLANK_PORT in self.land.get(cell, ())

    def joins(self, cell: Cell, card: Card, path: int) -> tuple[int, ...]:
        """The paths that this card, laid for `path`, would join to one another; empty if it joins none."""
        ports = self.ports(cell, card)
        met, sides = self.strand(cell, ports, OWN_SIDES[card][0])
        met.add(path)
        if len(met) > 1:
            return tuple(sorted(met))
        if cell not in self.land and NEUTRAL_SIDES[card][0] not in sides:
            met, _ = self.strand(cell, ports, NEUTRAL_SIDES[card][0])
        return tuple(sorted(met)) if len(met) > 1 else ()

    def strand(self, cell: Cell, ports: Ports, side: int) -> tuple[set[int], set[int]]:
        """What would hang together with this side of a card with these ports on `cell`.

        Returns the paths it would meet, over free stretches too, and the sides of the card it runs over:
        it may come back to the card and run over its other part as well.
        """
        met: set[int] = set()
        sides: set[int] = set()
        for out in (side, ports[side]):
            while out >= 0 and out not in sides:
                sides.add(out)
                path, back = self._beyond(cell, out)
                met |= path
                if back >= 0:
                    sides.add(back)
                    out = ports[back]
                else:
                    out = back
        return met, sides

    def _beyond(self, cell: Cell, side: int) -> tuple[set[int], int]:
        """Where one gets over a side of the card: the path met, or the side over which one comes back."""
        if (owner := self.leads.get((*cell, side))) is not None:
            return {owner}, -1
        here, out = cell_over(cell, side), opposite(side)
        while here != cell:
            at = self.land.get(here)
            if at is None or at[out] < 0:
                return set(), -1
            out = at[out]
            here, out = cell_over(here, out), opposite(out)
        return set(), out
