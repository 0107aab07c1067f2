"""Motifs of Ghawar: what a drive, a trip or a derrick brings, in barrels.

Turns to come are the means of the trip tables (see `distances`): for a truck alone on the roads. Numbers of
rolls count with all other trucks where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from core.bots.motifs import Motif
from core.game import Place, Seat
from core.games.ghawar import scoring
from core.games.ghawar.bot.distances import UNREACHABLE, trips
from core.games.ghawar.bot.evaluation import TURN_COST
from core.games.ghawar.roads import loads_at
from core.games.ghawar.rules import GHAWAR, reachable
from core.games.ghawar.state import (
    COLOURS,
    DEPOT,
    FIELD_SIZE,
    NOTHING,
    Action,
    Build,
    Drive,
    Leave,
    Roll,
    Shift,
    State,
    place_of_platform,
    platform_at,
    truck_index,
)

_WIN: Final = 60.0
_LEAD: Final = 1.5
_ROLL: Final = 0.1
"""Barrels that a roll more with which something can be done next is worth."""


def motifs(view: Any, seat: Seat, action: Action) -> list[Motif]:
    """Facts that speak for an action; weights are barrels."""
    s: State = view
    match action:
        case Build():
            return list(_claim(s, (action.x, action.y)))
        case Roll():
            return list(_next_rolls(s, seat))
        case Drive() | Leave() | Shift():
            return list(_turn(s, GHAWAR.apply(s, seat, action), seat, action))
        case _:
            return []


def _motif(code: str, weight: float, places: tuple[Place, ...] = (), **values: str | int) -> Motif:
    return Motif(f"ghawar.motif.{code}", weight, places, dict(values))


def _turn(s: State, after: State, seat: Seat, action: Drive | Leave | Shift) -> Iterator[Motif]:
    outcome = GHAWAR.outcome(after)
    if outcome is not None and outcome.winners == (seat,):
        yield _motif("wins", _WIN)
    match action:
        case Leave():
            yield from _store(s, after, seat, truck_index(action.truck))
        case Drive():
            yield from _drive(s, after, seat, action)
        case Shift():
            yield from _claim(s, action.to)
            yield from _shift(s, after, seat, action)
    yield from _standing(s, after, seat)
    if outcome is None:
        yield from _next_rolls(after, seat)
        yield from _blocks(s, after, seat)


def _standing(s: State, after: State, seat: Seat) -> Iterator[Motif]:
    """Motifs of the standing: who would have most if the game ended now."""
    then, now = ([scoring.worth(each, Seat(i)) for i in range(s.seats)] for each in (s, after))
    best = max(money for i, money in enumerate(now) if i != seat)
    led = then[seat] > max(money for i, money in enumerate(then) if i != seat)
    if now[seat] > best and not led:
        yield _motif("leads", _LEAD, mine=int(now[seat]), theirs=int(best))


# --- Cubes ---------------------------------------------------------------------------------------------


def _store(s: State, after: State, seat: Seat, truck: int) -> Iterator[Motif]:
    """A cube comes home, and what majorities become of it."""
    colour = s.loads.item(seat, truck)
    if colour == NOTHING:
        return
    value, name = s.values.item(colour), _cargo(colour)
    yield _motif("stores", value, colour=name, value=value)
    then, now = scoring.leader(s, colour), scoring.leader(after, colour)
    if then != seat == now:
        mine = after.stored.item(seat, colour)
        others = [after.stored.item(i, colour) for i in range(s.seats) if i != seat]
        yield _motif("majority", value, (), colour=name, mine=mine, theirs=max(others), value=value)
    elif then not in (None, seat) and now is None:
        assert then is not None
        yield _motif("ends_majority", value / (s.seats - 1), colour=name, seat=int(then))


def _drive(s: State, after: State, seat: Seat, action: Drive) -> Iterator[Motif]:
    """Motifs of a drive: a cube that is loaded, or that comes nearer."""
    truck = truck_index(action.truck)
    here = ((action.x, action.y),)
    table = trips(s.options.roads, s.options.crossing_loads, seat)
    start, end = s.trucks.item(seat, truck), after.trucks.item(seat, truck)
    if action.load is not None:
        yield from _loads(s, after, seat, action)
        yield _motif("way_home", 0.1, here, turns=max(1, round(float(table.home[end]))))
        return
    if s.loads.item(seat, truck) != NOTHING:
        yield from _nearer("home_nearer", 1.0, table.home.item(start), table.home.item(end), here)
        return
    best: Motif | None = None
    for platform, (colour, owner) in enumerate(
        zip(after.cubes.ravel().tolist(), after.derricks.ravel().tolist(), strict=True)
    ):
        if colour == NOTHING or owner != seat or table.fetch.item(end, platform) >= UNREACHABLE:
            continue
        then, now = table.fetch.item(start, platform), table.fetch.item(end, platform)
        place, value = place_of_platform(platform), s.values.item(colour)
        cube = {"colour": _cargo(colour), "value": value}
        for motif in _nearer("cube_nearer", 1.0 + 0.05 * value, then, now, (place,), **cube):
            best = motif if best is None or motif.weight > best.weight else best
    if best is not None:
        yield best


def _nearer(
    code: str, factor: float, then: float, now: float, places: tuple[Place, ...], **values: str | int
) -> Iterator[Motif]:
    """A trip that takes fewer turns than before, in whole turns."""
    if round(now) < round(then):
        weight = factor * (0.2 + TURN_COST * (then - now))
        yield _motif(code, weight, places, before=round(then), after=max(1, round(now)), **values)


def _loads(s: State, after: State, seat: Seat, action: Drive) -> Iterator[Motif]:
    assert action.load is not None
    platform = platform_at(*action.load)
    assert platform is not None
    colour, owner = s.cubes.item(platform), Seat(s.derricks.item(platform))
    value, name = s.values.item(colour), _cargo(colour)
    if owner == seat:
        yield _motif("loads", 0.6 * value, (action.load,), colour=name, value=value)
    else:
        yield _motif("buys", 0.2 * value, (action.load,), colour=name, price=value, seat=int(owner))
    mine, others = _with_trucks(after, seat, colour)
    if mine > others >= _with_trucks(s, seat, colour)[0]:
        yield _motif("majority_ahead", 0.6 * value, (), colour=name, mine=mine, theirs=others)


def _with_trucks(s: State, seat: Seat, colour: int) -> tuple[int, int]:
    """Cubes of a colour in a seat's depot and on its trucks, and the most that another seat has."""
    counts = [s.stored.item(i, colour) + s.loads[i].tolist().count(colour) for i in range(s.seats)]
    return counts[seat], max(count for i, count in enumerate(counts) if i != seat)


def _cargo(colour: int) -> str:
    return f"ghawar.cargo.{COLOURS[colour]}"


# --- Derricks ------------------------------------------------------------------------------------------


def _claim(s: State, place: Place) -> Iterator[Motif]:
    """A derrick on a cube."""
    platform = platform_at(place[0], place[1])
    assert platform is not None
    colour = s.cubes.item(platform)
    if colour != NOTHING:
        value = s.values.item(colour)
        yield _motif("claims", 0.8 * value, (place,), colour=_cargo(colour), value=value)


def _shift(s: State, after: State, seat: Seat, action: Shift) -> Iterator[Motif]:
    """Motifs of a moved derrick: its place before, and the way to its cube."""
    here, there = platform_at(action.x, action.y), platform_at(*action.to)
    assert here is not None and there is not None
    if s.cubes.item(here) == NOTHING:
        code = "idle_derrick" if s.cubes.item(there) != NOTHING else "waits"
        yield _motif(code, 0.3, ((action.x, action.y),))
    if s.cubes.item(there) != NOTHING:
        table = trips(s.options.roads, s.options.crossing_loads, seat)
        turns = min(table.fetch.item(at, there) for at in s.trucks[seat].tolist())
        if turns < UNREACHABLE:
            yield _motif("trip", 0.2, (action.to,), turns=max(1, round(turns)))


# --- Rolls to come -------------------------------------------------------------------------------------


def _next_rolls(s: State, seat: Seat) -> Iterator[Motif]:
    """The rolls with which the seat could bring a cube home next, or load one of its own."""
    home, load = _useful_rolls(s, seat, pays=False)
    if home:
        yield _motif("home_next", 0.2 + _ROLL * home, count=home)
    if load:
        yield _motif("loads_next", 0.1 + _ROLL * load, count=load)


def _useful_rolls(s: State, seat: Seat, pays: bool) -> tuple[int, int]:
    """Of the six rolls those with which a loaded truck gets home, and those with which an empty one loads.

    With `pays` also from others' derricks.
    """
    home = load = 0
    for pips in range(1, FIELD_SIZE + 1):
        rolled = msgspec.structs.replace(s, turn=seat, stage="move", dice=(pips,))
        ends = [reachable(rolled, truck) for truck in range(s.options.trucks)]
        full = [colour != NOTHING for colour in s.loads[seat].tolist()]
        home += any(is_full and DEPOT in reach for is_full, reach in zip(full, ends, strict=True))
        load += any(
            pays or offer.owner == seat
            for truck, reach in enumerate(ends)
            for end in reach
            for offer in loads_at(s, seat, truck, end)
        )
    return home, load


def _blocks(s: State, after: State, seat: Seat) -> Iterator[Motif]:
    """A rival who gets home, or loads, with fewer rolls than before."""
    found = list[Motif]()
    for rival in map(Seat, range(s.seats)):
        rolls = zip(_useful_rolls(s, rival, pays=True), _useful_rolls(after, rival, pays=True), strict=True)
        for code, (then, now) in zip(("hinders_home", "hinders_loading"), rolls, strict=True):
            if rival != seat and now < then:
                weight = 1.5 * _ROLL * (then - now)
                found.append(_motif(code, weight, (), seat=int(rival), before=then, after=now))
    yield from sorted(found, key=lambda motif: -motif.weight)[:1]
