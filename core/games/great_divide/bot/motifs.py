"""Motifs of The Great Divide: where the water goes, in points.

Water is *sure* to come to a sea if it can come to no other, whatever is laid. What is not sure is counted as
if the rest of the land filled up by chance (see `outflow`); with the inland sea that is not done.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from core.bots.motifs import Motif
from core.game import Place, Seat
from core.games.great_divide.bot.outflow import ocean_shares, outflow_for
from core.games.great_divide.drainage import AXIS_COUNT, EMPTY_SPACE, PASS_CODE, water
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.scoring import FIVE_POINTS
from core.games.great_divide.state import (
    ACTIVE,
    BASIN_TILE,
    FIVE,
    PASS_TILE,
    Action,
    Cards,
    Decline,
    Draw,
    Flip,
    Flood,
    Give,
    Keep,
    Lay,
    LayBasin,
    LayPass,
    Remove,
    State,
    Turn,
    TurnPass,
    opponent,
)

_LAND: Final = GREAT_DIVIDE.land
_WIN: Final = 60.0
_SURE_TILE: Final = 0.6
_SURE_SPACE: Final = 0.15
"""Points of a tile, or an empty space, whose water becomes sure: it could have come there anyway."""
_SHOWN_GAIN: Final = 0.5
"""Points from which an estimated gain is named."""


def motifs(view: Any, seat: Seat, action: Action) -> list[Motif]:
    """Facts that speak for an action; weights are points."""
    s: State = view
    match action:
        case Cards():
            return list(_sides(s, action))
        case Flip():
            return list(_flip(s, seat, action))
        case Draw():
            count = _decided(s, _active(s, seat))
            return [_motif("draws", 0.5, (), count=count, bag=int(s.bag.sum()))] if count else []
        case Keep():
            return [_motif("keeps_five", FIVE_POINTS, (), points=FIVE_POINTS)]
        case Give():
            return [_motif("draws_again", 2)] if s.bag.any() else []
        case Decline():
            return [_motif("stops_quake", 1)] if s.stage == "quake" else []
        case Lay() | LayBasin() | LayPass() | Remove() | Flood() | Turn() | TurnPass():
            return list(_board(s, GREAT_DIVIDE.apply(s, seat, action), seat, action))
        case _:
            return []


def _motif(code: str, weight: float, places: tuple[Place, ...] = (), **values: str | int) -> Motif:
    return Motif(f"great_divide.motif.{code}", weight, places, dict(values))


# --- Cards ---------------------------------------------------------------------------------------------


def _decided(s: State, letters: str) -> int:
    """Tiles in the bag that these cards decide on, were they drawn now: those that can lie somewhere."""
    numbers = zip(GREAT_DIVIDE.kinds, s.bag.tolist(), strict=True)
    return sum(
        count
        for kind, count in numbers
        if count and _is_governed(s, kind) and GREAT_DIVIDE.card_for(kind) in letters and _can_lie(s, kind)
    )


def _is_governed(s: State, kind: str) -> bool:
    """Whether a selection card says what becomes of a kind of tile."""
    return kind in _LAND.areas or (s.options.special_geography and kind in (FIVE, BASIN_TILE, PASS_TILE))


def _can_lie(s: State, kind: str) -> bool:
    """Whether a tile could be laid now; the "5" never needs a place."""
    if kind == FIVE:
        return True
    if kind == PASS_TILE:  # all its places would take long to find
        now = water(_LAND, s.tiles, s.inland)
        spaces = np.flatnonzero(now.wall_mask).tolist()
        return any(now.pass_obstacle(space, axis) is None for space in spaces for axis in range(AXIS_COUNT))
    drawn = msgspec.structs.replace(s, stage="lay", drawn=kind)
    return bool(GREAT_DIVIDE.legal(drawn, drawn.actor))


def _active(s: State, seat: Seat) -> str:
    sides = zip(GREAT_DIVIDE.letters, s.cards[seat].tolist(), strict=True)
    return "".join(letter for letter, side in sides if side == ACTIVE)


def _sides(s: State, action: Cards) -> Iterator[Motif]:
    """Whose the tiles in the bag would be."""
    every, mine = _decided(s, GREAT_DIVIDE.letters), _decided(s, action.active)
    if mine:
        yield _motif("lays_itself", mine / every, count=mine, bag=every)
    if mine < every:
        yield _motif("draws_on", 1 - mine / every, count=every - mine, bag=every)


def _flip(s: State, seat: Seat, action: Flip) -> Iterator[Motif]:
    """Motifs of a card that is turned over: who lays its tiles now."""
    code = "flip_passive" if action.card in _active(s, seat) else "flip_active"
    count = _decided(s, action.card)
    if not count:
        return
    yield _motif(code, 1, card=f"great_divide.kind.{action.card}", count=count)
    if action.card in _LAND.areas and not s.inland and water(_LAND, s.tiles, s.inland).crest is None:
        estimate = outflow_for(_LAND, s.tiles, inland=False)
        west, east = (gains[_LAND.areas.index(action.card)] for gains in estimate.best(estimate.gains()))
        if np.isfinite(west) and west >= 0 >= east:
            both = round(float(west) / 2), round(-float(east) / 2)
            yield _motif("best_place", 0.8, mine=both[seat], theirs=both[opponent(seat)])


# --- Water ---------------------------------------------------------------------------------------------


class _Sure(NamedTuple):
    """Spaces whose water is sure to come to a sea: those with a river tile, and the empty ones."""

    tiles: frozenset[int]
    empty: frozenset[int]


def _board(
    s: State, after: State, seat: Seat, action: Lay | LayBasin | LayPass | Remove | Flood | Turn | TurnPass
) -> Iterator[Motif]:
    """Motifs of a change of the board."""
    here = ((action.x, action.y),)
    outcome = GREAT_DIVIDE.outcome(after)
    if outcome is not None and outcome.winners == (seat,):
        yield _motif("wins", _WIN, here)
    then, now = _sure(s, seat), _sure(after, seat)
    gained = now.tiles - then.tiles
    if gained:
        yield _motif("secures", _SURE_TILE * len(gained), _places(gained), count=len(gained))
    land = now.empty - then.empty
    if land:
        yield _motif("secures_land", _SURE_SPACE * len(land), _places(land), count=len(land))
    theirs_then, theirs = _sure(s, opponent(seat)), _sure(after, opponent(seat))
    lost = theirs_then.tiles - theirs.tiles
    if lost:
        yield _motif("takes", float(len(lost)), _places(lost), count=len(lost))
    if not (theirs.tiles | theirs.empty) - (theirs_then.tiles | theirs_then.empty):
        yield _motif("no_gift", 0.2, here)
    if not after.inland:
        yield from _estimates(s, after, seat, action, now)


def _places(spaces: frozenset[int]) -> tuple[Place, ...]:
    return tuple(_LAND.places[space] for space in sorted(spaces))


def _sure(s: State, seat: Seat) -> _Sure:
    """Water that is sure to come to a seat's sea; with the inland sea only that which does so already."""
    now = water(_LAND, s.tiles, s.inland)
    tiles = (s.tiles != EMPTY_SPACE) & (s.tiles < PASS_CODE)
    if s.inland:
        there = {space for space in np.flatnonzero(tiles).tolist() if seat in now.drains(space)}
        return _Sure(frozenset(there), frozenset())
    only = now.reach(seat) & ~now.reach(opponent(seat))
    return _Sure(
        frozenset(np.flatnonzero(only & tiles).tolist()), frozenset(np.flatnonzero(only & ~tiles).tolist())
    )


def _estimates(s: State, after: State, seat: Seat, action: Action, now: _Sure) -> Iterator[Motif]:
    """Motifs of the estimate: points gained if the rest of the land fills up by chance."""
    then, shares = (ocean_shares(_LAND, each.tiles, inland=False)[:, seat] for each in (s, after))
    gain = float(shares.sum() - then.sum())
    if gain >= _SHOWN_GAIN:
        yield _motif("expects", gain, points=max(1, round(gain)))
    if isinstance(action, Lay | Turn):
        space = _LAND.space[action.x, action.y]
        percent = round(100 * float(shares[space]))
        if 50 <= percent < 100 and space not in now.tiles:
            count, here = _upstream(after, space), ((action.x, action.y),)
            code = "flows" if count == 1 else "flow_together"
            values = {"percent": percent} if count == 1 else {"percent": percent, "count": count}
            yield _motif(code, 0.3 + 0.1 * count, here, **values)


def _upstream(s: State, space: int) -> int:
    """River tiles whose water comes by a space, its own among them."""
    now = water(_LAND, s.tiles, s.inland)
    rivers = np.flatnonzero((s.tiles != EMPTY_SPACE) & (s.tiles < PASS_CODE)).tolist()
    return 1 + sum(space in now.course(each, s.tiles[each]) for each in rivers if each != space)
