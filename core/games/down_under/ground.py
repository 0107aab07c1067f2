"""What lies on the ground: which sides of a cell are joined, and where one gets from there.

Every card is read as its *ports*: for each side N, E, S, W the side that it is joined to. A straight `EW` is
`(2, 3, 0, 1)`; an end `endN` is `(MIDDLE, 3, BLANK, 1)` until another end lies on its free half.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.games.down_under.state import (
    CARDS,
    MIDDLE,
    NEUTRAL,
    OWN,
    SIDES,
    Cell,
    Laid,
    Stretch,
    opposite,
    over,
)

POOL: Final = -2
"""Instead of a side: the water of a billabong."""
BLANK: Final = -3
"""Instead of a side: nothing, where an end leaves its half of the cell free."""

Ports = tuple[int, int, int, int]
"""What each side N, E, S, W of a cell is joined to: a side, `MIDDLE`, `POOL` or `BLANK`."""

Ground = dict[Cell, Ports]
"""The ports of every cell on which something lies."""


def _joined(ways: Iterable[tuple[int, ...]], rest: int) -> Ports:
    """The ports of a cell over which these ways run; a way of one side leads to the middle."""
    ports = [rest] * len(SIDES)
    for way in ways:
        ports[way[0]] = way[-1] if len(way) == 2 else MIDDLE
        if len(way) == 2:
            ports[way[1]] = way[0]
    north, east, south, west = ports
    return north, east, south, west


PORTS: Final[dict[str, Ports]] = {card: _joined((OWN[card], NEUTRAL[card]), BLANK) for card in CARDS}
"""The ports of a cell on which this card lies alone."""

BOTH_HALVES: Final[dict[str, Ports]] = {
    card: _joined((OWN[card], NEUTRAL[card], (opposite(OWN[card][0]),)), BLANK)
    for card in CARDS
    if len(OWN[card]) == 1
}
"""The ports of a cell on which this end lies and another one opposite."""


def _pool(billabong: Laid) -> Ports:
    """The ports of a billabong."""
    return _joined((OWN[way] for way in billabong.through), POOL)


def ground(cards: Iterable[Laid]) -> Ground:
    """The ground under these cards."""
    found: Ground = {}
    for laid in cards:
        cell = (laid.x, laid.y)
        found[cell] = BOTH_HALVES[laid.card] if cell in found else PORTS.get(laid.card) or _pool(laid)
    return found


def onward(land: Ground, cell: Cell, side: int) -> Stretch | None:
    """The stretch one comes upon over this side of a cell; None where nothing leads on."""
    there, enters = over(cell, side), opposite(side)
    ports = land.get(there)
    if ports is None or ports[enters] == BLANK:
        return None
    return Stretch(*there, enters, max(ports[enters], MIDDLE))


def is_pool(land: Ground, stretch: Stretch) -> bool:
    """Whether a stretch that leads to the middle ends in a billabong there."""
    return land[stretch.x, stretch.y][stretch.enters] == POOL
