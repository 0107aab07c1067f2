"""Why something cannot be done in Ghawar, with the places to blame.

Asked only once an action is known not to be legal; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.game import Place, Refusal, Seat
from core.games.ghawar.roads import Roads, beside, mask_of, platforms_beside, roads
from core.games.ghawar.state import (
    DEPOT,
    NOTHING,
    Action,
    Build,
    Drive,
    Leave,
    Pass,
    Roll,
    Shift,
    State,
    place_of,
    platform_at,
    space_at,
    truck_index,
)


def reason(s: State, seat: Seat, a: Action) -> Refusal:
    """Why `a` is not legal for `seat` in `s`."""
    if s.stage == "over":
        return _because("over")
    if not isinstance(a, Roll | Build | Drive | Leave | Shift | Pass):
        return _because("chance_only")
    if s.stage not in ("build", "choose", "move") or seat != s.turn:
        return _because("not_your_turn")
    if code := _other_stage(s, a):
        return _because(code)
    match a:
        case Build():
            return _build(s, a)
        case Roll():
            return _because("die_lies")
        case Drive() | Leave():
            return _truck(s, a) or (_drive(s, a) if isinstance(a, Drive) else _leave(s, a))
        case Shift():
            return _shift(s, a)
        case Pass():
            return _because("can_drive" if s.options.rolls_to_drive else "can_move")


def _other_stage(s: State, a: Action) -> str:
    """The code of the refusal of an action that belongs to another stage; "" for one of this stage."""
    match s.stage:
        case "build":
            return "" if isinstance(a, Build) else "now_build"
        case "choose":
            return "" if isinstance(a, Shift) else "now_choose"
        case _ if s.options.rolls_to_drive:
            return "now_drive" if isinstance(a, Build | Shift) else ""
        case _:
            return "now_move" if isinstance(a, Build) else ""


def _because(code: str, places: Iterable[Place] = (), **values: str | int) -> Refusal:
    return Refusal(f"ghawar.refusal.{code}", tuple(places), values)


# --- Derricks ----------------------------------------------------------------------------------------------


def _build(s: State, a: Build) -> Refusal:
    place = (a.x, a.y)
    platform = platform_at(*place)
    if platform is None:
        return _because("no_platform", [place])
    taken = s.derricks.item(platform) != NOTHING
    return _because("derrick_there" if taken else "not_rolled", [place])


def _shift(s: State, a: Shift) -> Refusal:
    place = (a.x, a.y)
    here, there = platform_at(*place), platform_at(*a.to)
    if here is None or there is None:
        return _because("no_platform", [a.to if there is None else place])
    owner = s.derricks.item(here)
    if owner != s.turn:
        return _because("no_derrick_there" if owner == NOTHING else "not_your_derrick", [place])
    return _because("derrick_there", [a.to])


# --- Trucks ------------------------------------------------------------------------------------------------


def _truck(s: State, a: Drive | Leave) -> Refusal | None:
    """Refusal of the name of the truck, if it is wrong."""
    trucks = s.options.trucks
    if trucks == 1:
        return _because("one_truck") if a.truck else None
    if not a.truck:
        return _because("which_truck")
    return _because("no_such_truck", trucks=trucks) if a.truck > trucks else None


def _drive(s: State, a: Drive) -> Refusal:
    end, net = space_at(a.x, a.y), roads(s.options.roads)
    if end not in net.spaces:
        return _because("no_road", [(a.x, a.y)])
    others = _others(s, truck_index(a.truck))
    if end in others:
        return _because("truck_there", [(a.x, a.y)])
    return _way(s, a, net, end, others, "not_in_reach") or _load(s, a, end)


def _leave(s: State, a: Leave) -> Refusal:
    index, net = truck_index(a.truck), roads(s.options.roads)
    start = s.trucks.item(s.turn, index)
    if start == DEPOT:
        return _because("in_depot")
    refusal = _way(s, a, net, DEPOT, _others(s, index), "home_too_far")
    assert refusal is not None, "a truck that gets home may"
    at_edge = any(start in spaces for spaces in net.edge.values())
    if refusal.code == "ghawar.refusal.home_too_far" and at_edge:
        return _because("other_side", [place_of(start)])
    return refusal


def _others(s: State, truck: int) -> list[int]:
    """Spaces on which the other trucks stand."""
    others: list[int] = s.trucks.ravel().tolist()
    del others[s.turn * s.options.trucks + truck]
    return others


def _way(s: State, a: Drive | Leave, net: Roads, end: int, others: list[int], far: str) -> Refusal | None:
    """Why a truck does not reach the space: too far, too near, or trucks in the way."""
    start, pips = s.trucks.item(s.turn, truck_index(a.truck)), s.dice[0]
    ways = [route for route in net.routes(s.turn, start, pips) if route.end == end]
    places = [place_of(end)] if end != DEPOT else []
    if not ways:
        return _because(far, places, pips=pips)
    blocked = mask_of(others)
    if not all(route.mask & blocked for route in ways):
        return None
    met = {space for route in ways for space in route.spaces if space in others and space != DEPOT}
    return _because("in_the_way", map(place_of, sorted(met)))


def _load(s: State, a: Drive, end: int) -> Refusal:
    """Why a truck that gets there may not load what it wants."""
    assert a.load is not None, "a truck that gets there and loads nothing may"
    platform, index = platform_at(*a.load), truck_index(a.truck)
    if platform is None:
        return _because("no_platform", [a.load])
    crossing = a.x % 2 == 0 and a.y % 2 == 0
    if crossing and not s.options.crossing_loads:
        return _because("loads_in_gaps", [(a.x, a.y)])
    if platform not in platforms_beside(end, s.options.crossing_loads):
        return _because("not_beside", [(a.x, a.y), a.load])
    if s.loads.item(s.turn, index) != NOTHING:
        return _because("has_load", [(a.x, a.y)])
    if s.cubes.item(platform) == NOTHING:
        return _because("no_cube", [a.load])
    if s.derricks.item(platform) == NOTHING:
        return _because("no_derrick", [a.load])
    price = next(load.price for load in beside(s, s.turn, end) if load.platform == platform)
    return _because("too_dear", [a.load], price=price, money=s.money.item(s.turn))
