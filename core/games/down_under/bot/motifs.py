"""Motifs of Down Under: what speaks for a card, in points.

An end is *free* while its seat could lay a straight or a curve there: it would keep to the field, join no
paths, and there is one left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from core.bots.motifs import Motif
from core.game import Place, Seat
from core.games.down_under import scoring
from core.games.down_under.board import Placing
from core.games.down_under.bot.evaluation import DINGO_URGENCY, LOST_END_COST, RIVAL_WEIGHTS
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import (
    BILLABONG,
    SHAPES,
    Action,
    Cell,
    Lay,
    Lead,
    State,
    is_ring,
    open_leads,
    paths_of,
    supply,
)

_WIN: Final = 60.0
_LEAD: Final = 2.0
_KEPT_ENDS: Final = {1: 0.6, 2: 0.8}
"""Points that ends are worth because they are still free, by their number."""


def motifs(view: Any, seat: Seat, action: Action) -> list[Motif]:
    """Facts that speak for an action; weights are points."""
    before: State = view
    return list(_motifs(before, DOWN_UNDER.apply(before, seat, action), seat, action))


def _motif(code: str, weight: float, places: tuple[Place, ...] = (), **values: int) -> Motif:
    return Motif(f"down_under.motif.{code}", weight, places, dict(values))


def _motifs(before: State, after: State, seat: Seat, action: Action) -> Iterator[Motif]:
    here = ((action.x, action.y),)
    outcome = DOWN_UNDER.outcome(after)
    if outcome is not None and outcome.winners == (seat,):
        yield _motif("wins", _WIN, here)
    then, now = ([scoring.score(s, Seat(each)) for each in range(s.seats)] for s in (before, after))
    yield from _points(then, now, seat, here)
    yield from _ends(before, after, seat, here)
    if after.due and after.turn == seat:
        yield _motif("goes_on", 2, tuple((lead.x, lead.y) for lead in after.due))
    pools = [laid for laid in after.played[len(before.played) :] if laid.card == BILLABONG]
    if pools:
        drowned = _pooled(after, seat) - _pooled(before, seat)
        if drowned > 0:
            weight = LOST_END_COST * RIVAL_WEIGHTS[after.seats] * drowned
            yield _motif("drowns", weight, tuple((laid.x, laid.y) for laid in pools), count=drowned)
    if before.stage == "play" and not before.options.animals:
        yield from _next_cards(before, after, seat)
    if isinstance(action, Lay) and action.animal is not None:
        yield from _animals(before, after, seat, action)


# --- Points --------------------------------------------------------------------------------------------


def _points(then: list[int], now: list[int], seat: Seat, here: tuple[Place, ...]) -> Iterator[Motif]:
    """Motifs of points: those it brings, those it takes, and who leads."""
    rivals = [Seat(each) for each in range(len(now)) if each != seat]
    gain, total = now[seat] - then[seat], now[seat]
    if gain > 0:
        yield _motif("brings", gain - 0.6, here, points=gain, total=total)
    best = max(rivals, key=lambda rival: now[rival])
    if now[seat] > now[best] and then[seat] <= max(then[rival] for rival in rivals) and any(then):
        yield _motif("leads", _LEAD, mine=total, theirs=now[best])
    hurt = min(rivals, key=lambda rival: now[rival] - then[rival])
    if now[hurt] < then[hurt]:
        loss = then[hurt] - now[hurt]
        yield _motif("costs_rival", RIVAL_WEIGHTS[len(now)] * loss, here, seat=hurt, points=loss)
    elif all(now[rival] == then[rival] for rival in rivals):
        yield _motif("no_gift", 0.3, here)


# --- Ends ----------------------------------------------------------------------------------------------


def _ends(before: State, after: State, seat: Seat, here: tuple[Place, ...]) -> Iterator[Motif]:
    """Ends that stay free, become free, or are taken from rivals."""
    then, now = _free_ends(before), _free_ends(after)
    own = paths_of(after.options, after.seats, seat)
    mine = [lead for path in own for lead in now[path]]
    places = tuple(dict.fromkeys((lead.x, lead.y) for lead in mine))
    if any(is_ring(before.paths[path]) and not is_ring(after.paths[path]) for path in own):
        yield _motif("opens_ring", 1, here)
    elif len(mine) == 1:
        yield _motif("keeps_end", _KEPT_ENDS[1], places)
    elif len(mine) > 1:
        yield _motif("keeps_ends", _KEPT_ENDS[2], places, count=len(mine))
    taken = {
        Seat(rival): _taken(after, Seat(rival), then, now) for rival in range(after.seats) if rival != seat
    }
    rival = max(taken, key=lambda each: taken[each])
    if taken[rival] > 0:
        left = sum(len(now[path]) for path in paths_of(after.options, after.seats, rival))
        weight = LOST_END_COST * RIVAL_WEIGHTS[after.seats] * taken[rival]
        if left:
            yield _motif("takes_end", weight, here, seat=rival, left=left)
        else:
            yield _motif("stops", weight, here, seat=rival)


def _taken(after: State, rival: Seat, then: Mapping[int, list[Lead]], now: Mapping[int, list[Lead]]) -> int:
    """Free ends that a rival loses; none if a path of its is a ring, which may be opened."""
    own = paths_of(after.options, after.seats, rival)
    if any(is_ring(after.paths[path]) for path in own):
        return 0
    return sum(len(then[path]) - len(now[path]) for path in own)


def _free_ends(s: State) -> Mapping[int, list[Lead]]:
    """The free ends of every path of a seat; of a ring none."""
    placing = Placing(s)
    return {
        path: [lead for lead in open_leads(s.paths[path]) if _is_free(s, placing, path, lead)]
        for path in range(len(s.stuck))
    }


def _is_free(s: State, placing: Placing, path: int, lead: Lead) -> bool:
    if s.stuck[path]:
        return False
    shapes = {shape for shape, _ in supply(s, path)} - {"end"}
    cell: Cell = (lead.x, lead.y)
    return any(
        SHAPES[card] in shapes and not placing.joins(cell, card, path) for card in placing.cards_at(lead)
    )


def _pooled(s: State, seat: Seat) -> int:
    """Ends of others' paths that lie in a pool."""
    own = paths_of(s.options, s.seats, seat)
    return sum(
        path.tips.count("billabong")
        for number, path in enumerate(s.paths[: len(s.stuck)])
        if number not in own
    )


# --- Next cards ----------------------------------------------------------------------------------------


def _next_cards(before: State, after: State, seat: Seat) -> Iterator[Motif]:
    """Motifs of the next card: points that it could bring, and those that cards of rivals no longer can."""
    mine = _best_next(after, seat)
    if mine > 1:
        yield _motif("prepares", 0.5 * (mine - 1), points=mine)
    rivals = [Seat(rival) for rival in range(after.seats) if rival != seat]
    spoiled = [(_best_next(before, rival), _best_next(after, rival), rival) for rival in rivals]
    then, now, rival = max(spoiled, key=lambda each: each[0] - each[1])
    if then > 1 and then > now and after.stage != "over":
        weight = 0.8 * RIVAL_WEIGHTS[after.seats] * (then - now)
        yield _motif("spoils", weight, seat=rival, before=then, after=now)


def _best_next(s: State, seat: Seat) -> int:
    """Most points that one card would bring a seat were it its turn."""
    if s.stage == "over":
        return 0
    asked = msgspec.structs.replace(s, turn=seat, laid=(), due=())
    now = scoring.score(s, seat)
    return max(
        (
            scoring.score(DOWN_UNDER.apply(asked, seat, action), seat) - now
            for action in DOWN_UNDER.legal(asked, seat)
        ),
        default=0,
    )


# --- Animals -------------------------------------------------------------------------------------------


def _animals(before: State, after: State, seat: Seat, lay: Lay) -> Iterator[Motif]:
    """Motifs of the animal on the card's neutral part."""
    here: tuple[Place, ...] = ((lay.x, lay.y),)
    own, counted = paths_of(after.options, after.seats, seat), scoring.paths_counted(after, seat)
    then, now = (
        sum(scoring.sets_of_animals(scoring.animals_on(s, path)) for path in counted) for s in (before, after)
    )
    if now > then:
        yield _motif("set", scoring.SET_POINTS * (now - then), here, count=now)
    if lay.animal == "dingo":
        yield _motif("dingo", max(1.0, DINGO_URGENCY / 4), here)
    herds = [[scoring.animals_on(s, path)["rabbit"] for path in own] for s in (before, after)]
    if lay.animal == "rabbit" and herds[0] == herds[1]:
        yield _motif("rabbit", 0.5, here)
