"""Motifs of Sturt's Stony Desert: what speaks for a lay, mostly in cards that a route still lacks.

A route *lacks* the cards that its seat would have to lay, or to cover, if nobody interfered. None needs two
curves of a card that is still to come: it enters a card always over its vertical sides or always over the
others, so one curve cuts the loop short. Hence counting curves counts cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.bots.motifs import Motif
from core.game import Place, Seat
from core.games.sturt import board
from core.games.sturt.board import (
    BOARD_WIDTH,
    DESERT_SIZE,
    NORTH_SOUTH,
    ORIGIN_INDEX,
    WEST_EAST,
    Board,
    Side,
)
from core.games.sturt.bot import batch
from core.games.sturt.bot.batch import ALL_CELLS, CELL_BIT, Bits
from core.games.sturt.bot.player import NO_CONNECTION, cards_to_connection, changeable_cards
from core.games.sturt.rules import STURT, cards
from core.games.sturt.state import GROWING_CARDS, Action, Declare, Lay, Pass, State, Stop, opponent

_STEPS = {Side.N: (0, -1), Side.E: (1, 0), Side.S: (0, 1), Side.W: (-1, 0)}
_CURVES_AT = {Side.N: 0x9, Side.E: 0x3, Side.S: 0x6, Side.W: 0xC}
"""Corners whose curves end at a side."""


def motifs(view: Any, seat: Seat, action: Action) -> list[Motif]:
    """Facts that speak for an action; weights are about the share of a win, in hundredths."""
    before: State = view
    match action:
        case Lay():
            after = STURT.apply(before, seat, action)
            if after.result is not None:
                return [_motif("wins", 100, action)] if after.result.winners == (seat,) else []
            find = _alone if before.alone is not None else _lay
            return list(find(before, after, seat, action))
        case Declare() | Stop():
            return [_motif("hopeless", 90)] if _hopeless(before) else []
        case Pass():
            return []


def _motif(code: str, weight: float, lay: Lay | None = None, **values: int) -> Motif:
    return Motif(f"sturt.motif.{code}", weight, ((lay.x, lay.y),) if lay else (), dict(values))


def _lay(before: State, after: State, seat: Seat, lay: Lay) -> Iterator[Motif]:
    foe = opponent(seat)
    lanes, lanes_before = _lanes(after.corners), _lanes(before.corners)
    yield from _tactics(before, after, lanes_before, lanes, seat, lay)
    mine, mine_before = _missing(lanes, seat), _missing(lanes_before, seat)
    if 0 < mine < mine_before <= NO_CONNECTION:
        yield _motif("shorter", 24 * (mine_before - mine) / mine, lay, before=mine_before, after=mine)
    theirs, theirs_before = _missing(lanes, foe), _missing(lanes_before, foe)
    if theirs > NO_CONNECTION >= theirs_before > 0:
        yield _motif("blocks", 40, lay)
    elif theirs > theirs_before > 0:
        weight = 24 * (theirs - theirs_before) / theirs_before
        yield _motif("longer", weight, lay, before=theirs_before, after=theirs)
    if after.supply.on_field == GROWING_CARDS:
        yield from _firmness(lanes_before, lanes, seat, lay)
    elif before.last is not None:
        yield from _growth(before, after, lay)
    if theirs_before <= theirs <= NO_CONNECTION and 0 < mine < theirs:
        yield _motif("ahead", 1.5, mine=mine, theirs=theirs)
    elif theirs == theirs_before > NO_CONNECTION:
        yield _motif("safe", 0.4)
    elif 1 < theirs == theirs_before:
        yield _motif("no_help", 0.3, count=theirs)


# --- Connections ---------------------------------------------------------------------------------------


def _tactics(
    before: State, after: State, lanes_before: Bits, lanes: Bits, seat: Seat, lay: Lay
) -> Iterator[Motif]:
    """Connections that stand, are broken, or are one card away."""
    foe = opponent(seat)
    counted = before.announced or before.options.announce == "automatic"
    if counted and before.supply.on_field == GROWING_CARDS and _connected(lanes_before, foe):
        route = tuple(dict.fromkeys(passage.cell for passage in board.connection(before.corners, foe)))
        yield Motif("sturt.motif.breaks", 80, route)
    if not _connected(lanes, seat):
        ways = len(_connecting_cells(after, seat))
        if ways > 1:
            yield _motif("threats", 20 + 5 * ways, lay, count=ways)
    elif lay.announce or before.options.announce == "automatic":
        places = tuple(dict.fromkeys(passage.cell for passage in board.connection(after.corners, seat)))
        firm = not _breaking(after, seat).any()
        yield Motif("sturt.motif.firm" if firm else "sturt.motif.connects", 95 if firm else 50, places)
    threats = _connecting_cells(before, foe)
    left = _connecting_cells(after, foe)
    if 0 < len(left) < len(threats):
        yield _motif(
            "fewer_threats", 5 * (len(threats) - len(left)), lay, before=len(threats), after=len(left)
        )


def _connected(lanes: Bits, seat: Seat) -> bool:
    return bool(batch.connected_lanes(lanes, seat).any())


def _lays_from(s: State) -> tuple[Bits, Bits, NDArray[np.int8], list[tuple[int, int]]]:
    """Everything that can be laid next in a settled desert: its lane, cells, cards, and places."""
    where = board.area(s.corners)
    lane = _lanes(s.corners)
    covering = s.supply.on_field == GROWING_CARDS
    kinds = cards(s)
    held = lane[0] | lane[1] | lane[2] | lane[3]
    free = ALL_CELLS & ~(_triples(lane) if covering else held)
    spots = [(y, x) for y in range(DESERT_SIZE) for x in range(DESERT_SIZE) if free[0] & CELL_BIT[y, x]]
    cells = np.array([CELL_BIT[spot] for spot in spots for _ in kinds], dtype=np.uint32)
    corners = np.array([kind for _ in spots for kind in kinds], dtype=np.int8)
    places = [(x + where.left - ORIGIN_INDEX, y + where.top - ORIGIN_INDEX) for y, x in spots for _ in kinds]
    return lane, cells, corners, places


def _connecting_cells(s: State, seat: Seat) -> set[Place]:
    """Cells on which one more card, were it the seat's turn, would connect it; none while edges are open."""
    if not s.corners.any() or len(_corners_of_frames(s.corners)) > 1:
        return set()
    lane, cells, corners, places = _lays_from(s)
    if not len(cells) or _connected(lane, seat):
        return set()
    found = batch.connected_lanes(batch.lay_cards(lane, cells, corners), seat)
    return {places[i] for i in np.flatnonzero(found)}


def _breaking(s: State, seat: Seat) -> NDArray[np.bool_]:
    """Mask over everything that can be laid next: whether no connection of `seat` is left."""
    lane, cells, corners, _ = _lays_from(s)
    if not len(cells):
        return np.zeros(0, dtype=np.bool_)
    broken: NDArray[np.bool_] = ~batch.connected_lanes(batch.lay_cards(lane, cells, corners), seat)
    return broken


# --- Routes --------------------------------------------------------------------------------------------


def _corners_of_frames(corners: Board) -> list[tuple[int, int]]:
    """Top and left index of every frame of 5 × 5 cells that the desert may come to fill."""
    if not corners.any():
        middle = range(ORIGIN_INDEX - DESERT_SIZE + 1, ORIGIN_INDEX + 1)
        return [(top, left) for top in middle for left in middle]
    area, last = board.area(corners), BOARD_WIDTH - DESERT_SIZE
    tops = range(max(0, area.bottom - DESERT_SIZE + 1), min(area.top, last) + 1)
    lefts = range(max(0, area.right - DESERT_SIZE + 1), min(area.left, last) + 1)
    return [(top, left) for top in tops for left in lefts]


def _lanes(corners: Board) -> Bits:
    """A lane for each frame: shape (4, frames)."""
    frames = np.array(
        [
            corners[top : top + DESERT_SIZE, left : left + DESERT_SIZE]
            for top, left in _corners_of_frames(corners)
        ]
    )
    lanes: Bits = np.stack(
        [((frames >> corner & 1) * CELL_BIT).sum(axis=(1, 2), dtype=np.uint32) for corner in range(4)]
    )
    return lanes


def _missing(lanes: Bits, seat: Seat) -> int:
    """Cards that the shortest route still lacks; more than `NO_CONNECTION` if there is none."""
    return int(cards_to_connection(lanes, seat, NO_CONNECTION).min())


def _triples(lane: Bits) -> Bits:
    ne, se, sw, nw = lane
    triples: Bits = ne & se & (sw | nw) | sw & nw & (ne | se)
    return triples


def _hopeless(s: State) -> bool:
    lanes = _lanes(s.corners)
    return min(_missing(lanes, WEST_EAST), _missing(lanes, NORTH_SOUTH)) > NO_CONNECTION


def _firmness(lanes_before: Bits, lanes: Bits, seat: Seat, lay: Lay) -> Iterator[Motif]:
    """Motifs of firmness: cards of the firmest route that can still be covered; at 0 it stands for good."""
    for code, whose, sign in (("firmer", seat, -1), ("softer", opponent(seat), 1)):
        then, now = (
            int(changeable_cards(each, whose, NO_CONNECTION).min()) for each in (lanes_before, lanes)
        )
        if sign * (now - then) > 0 and now <= NO_CONNECTION:
            yield _motif(code, 3 * abs(now - then), lay, before=then, after=now)


def _alone(before: State, after: State, seat: Seat, lay: Lay) -> Iterator[Motif]:
    """Going on alone, any connection wins."""
    then, now = (
        min(_missing(_lanes(s.corners), WEST_EAST), _missing(_lanes(s.corners), NORTH_SOUTH))
        for s in (before, after)
    )
    if now < then <= NO_CONNECTION:
        yield _motif("alone", 30 * (then - now), lay, before=then, after=now)


# --- The desert grows ----------------------------------------------------------------------------------


def _growth(before: State, after: State, lay: Lay) -> Iterator[Motif]:
    """Edges that are settled, tracks that are continued, places left for the desert."""
    for code, direction in (("columns", WEST_EAST), ("rows", NORTH_SOUTH)):
        spans = board.area(after.corners).spans(direction)
        if spans and not board.area(before.corners).spans(direction):
            yield _motif(f"settles_{code}", 2, lay)
    joined = sum(
        bool(
            lay.corners & _CURVES_AT[side]
            and board.card_at(before.corners, (lay.x + dx, lay.y + dy)) & _CURVES_AT[side.opposite]
        )
        for side, (dx, dy) in _STEPS.items()
    )
    if joined:
        yield _motif("joins", 0.2 * joined, lay, count=joined)
    places = len(_corners_of_frames(after.corners))
    if 1 < places == len(_corners_of_frames(before.corners)):
        yield _motif("open", 0.1, count=places)
