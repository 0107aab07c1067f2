"""What lies on the ground: which sides of a cell are joined, and where one gets from there.

Every card is read as its *ports*: for each side N, E, S, W the side that it is joined to. A straight `EW` is
`(2, 3, 0, 1)`; an end `endN` is `(MIDDLE, 3, BLANK, 1)` until another end lies on its free half.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.games.down_under.state import (
    CARDS,
    CELL_MIDDLE,
    NEUTRAL_SIDES,
    OWN_SIDES,
    SIDES,
    Cell,
    Laid,
    Stretch,
    cell_over,
    opposite,
)

POOL_PORT: Final = -2
"""Instead of a side: the water of a billabong."""
BLANK_PORT: Final = -3
"""Instead of a side: nothing, where an end leaves its half of the cell free."""

Ports = tuple[int, int, int, int]
"""What each side N, E, S, W of a cell is joined to: a side, `CELL_MIDDLE`, `POOL_PORT` or `BLANK_PORT`."""

Ground = dict[Cell, Ports]
"""The ports of every cell on which something lies."""


def _join_ports(ways: Iterable[tuple[int, ...]], rest: int) -> Ports:
    """The ports of a cell over which these ways run; a way of one side leads to the middle."""
    ports = [rest] * len(SIDES)
    for way in ways:
        ports[way[0]] = way[-1] if len(way) == 2 else CELL_MIDDLE
        if len(way) == 2:
            ports[way[1]] = way[0]
    north, east, south, west = ports
    return north, east, south, west


CARD_PORTS: Final[dict[str, Ports]] = {
    card: _join_ports((OWN_SIDES[card], NEUTRAL_SIDES[card]), BLANK_PORT) for card in CARDS
}
"""The ports of a cell on which this card lies alone."""

TWO_ENDS_PORTS: Final[dict[str, Ports]] = {
    card: _join_ports((OWN_SIDES[card], NEUTRAL_SIDES[card], (opposite(OWN_SIDES[card][0]),)), BLANK_PORT)
    for card in CARDS
    if len(OWN_SIDES[card]) == 1
}
"""The ports of a cell on which this end lies and another one opposite."""


def _pool(billabong: Laid) -> Ports:
    """The ports of a billabong."""
    return _join_ports((OWN_SIDES[way] for way in billabong.through), POOL_PORT)


def ground(cards: Iterable[Laid]) -> Ground:
    """The ground under these cards."""
    found: Ground = {}
    for laid in cards:
        cell = (laid.x, laid.y)
        found[cell] = TWO_ENDS_PORTS[laid.card] if cell in found else CARD_PORTS.get(laid.card) or _pool(laid)
    return found


def next_stretch(land: Ground, cell: Cell, side: int) -> Stretch | None:
    """The stretch one comes upon over this side of a cell; None where nothing leads on."""
    there, enters = cell_over(cell, side), opposite(side)
    ports = land.get(there)
    if ports is None or ports[enters] == BLANK_PORT:
        return None
    return Stretch(*there, enters, max(ports[enters], CELL_MIDDLE))


def is_pool(land: Ground, stretch: Stretch) -> bool:
    """Whether a stretch that leads to the middle ends in a billabong there."""
    return land[stretch.x, stretch.y][stretch.enters] == POOL_PORT
