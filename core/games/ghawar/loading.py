"""What a truck may load where it stands, and at what price."""

from __future__ import annotations

import msgspec

from core.game import Seat
from core.games.ghawar.roads import platforms_beside
from core.games.ghawar.state import DEPOT, NOTHING, State


class Load(msgspec.Struct, frozen=True, gc=False):
    """The cube of a platform with a derrick: its colour, whose derrick it is, and what that seat gets for
    it.
    """

    platform: int
    colour: int
    owner: Seat
    price: int


def beside(s: State, seat: Seat, space: int) -> tuple[Load, ...]:
    """The cubes with a derrick beside a space, as they are offered to `seat`, whatever it can pay."""
    if space == DEPOT:
        return ()
    offered = []
    for platform in platforms_beside(space, s.options.crossing_loads):
        colour, owner = s.cubes.item(platform), s.derricks.item(platform)
        if colour != NOTHING and owner != NOTHING:
            price = 0 if owner == seat else s.values.item(colour)
            offered.append(Load(platform, colour, Seat(owner), price))
    return tuple(offered)


def loads_at(s: State, seat: Seat, truck: int, space: int) -> tuple[Load, ...]:
    """What truck `truck` (an index) of `seat` may load when it ends on a space; nothing if it has a load."""
    if s.loads.item(seat, truck) != NOTHING:
        return ()
    money = s.money.item(seat)
    return tuple(load for load in beside(s, seat, space) if load.price <= money)
