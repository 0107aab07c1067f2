"""Judgement of The Great Divide for the tree search: the outflow estimate, compiled (see `core.bots.tree`).

The estimate is that of `estimate`: the water of a space ends where a random walk ends that takes any open way
out of an empty space and follows the arrow of a tile. Here the walk has the empty spaces only, each with the
tiles whose water comes to it: what walks do on tiles is sure. Leads and gains are West's points less East's.

A position is judged by its lead, what the draws to come are worth (`tempo`, see `lookahead`), and a chance to
win by how sure that is with so many tiles left.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bots.compiled import bit_count, jit, lowest_bit, random_below
from core.bots.contract import FloatArray
from core.bots.kernel import Generator, IntArray
from core.games.great_divide.bot.kernel import (
    ACTOR,
    AGAIN_STAGE,
    AREA,
    AREAS,
    AXES,
    AXIS,
    BAG,
    BASIN,
    CARDS_STAGE,
    CHOOSE,
    CREST,
    CUT,
    DECK,
    DRAW,
    DRAWN,
    EIGHTH,
    EMPTY,
    EVERY_DRAW,
    FIVE,
    FIVE_STAGE,
    FIVE_TILE,
    FLIP,
    FLIPPED,
    GIVE,
    GREAT_BASIN,
    INLAND_CARD,
    KEEP,
    KIND,
    LAY_STAGE,
    LEFT,
    LIMITED,
    NEIGHBOUR,
    NO_WAY,
    QUAKE_TILE,
    RIVERS,
    SIDES,
    SPACE,
    SPACES,
    STAGE,
    TURN,
    TURN_STAGE,
    TWO_OCEAN_PASS,
    WAYS,
    apply,
    legal,
)
from core.games.great_divide.land import OFF_BOARD
from core.games.great_divide.scoring import FIVE_POINTS

LEAD_SCALE: Final = 30.0
"""Lead in points as good as any larger one."""
BREADTH: Final = 10
"""Actions of a position that are tried."""
WARMTH: Final = 1.5
"""Points by which an action is worse that looks promising 1/e as much as another."""
CARD_WARMTH: Final = 0.15
"""Points that turning a card is worth if it is e times as promising as leaving it."""
LEAST_PRIOR: Final = 0.02
"""Weight below which turning a card is not tried."""
TEMPO_DRAWS: Final = 10
"""Draws over which the tempo counts what can be gained."""
ROLLOUT: Final = 0
"""Draws that are played out before a position is judged."""
SEEPAGE: Final = 0.1
"""Share of the water that is lost at each empty space, with the inland sea."""
LEAST_ESCAPE: Final = 1e-9
"""Probability below which a walk counts as never getting away."""
LEAST_SPREAD, SPREAD_OF_TILE, MOST_SPREAD = 0.5, 0.28, 16.0
"""Scale of the lead's uncertainty in points: at the end, what each tile left adds, and at the most."""

EMPTY_SIGN: Final = -1
WALL: Final = 9
"""Instead of a way: an empty space, and Basin or Pass."""
KIND_COUNT: Final = AREAS + 1
"""The kinds of tiles that can gain: the areas', and the "5"."""
CLOSED: Final = -1
"""Instead of a target: the way is not open."""
PACIFIC_END, ATLANTIC_END, NO_END, ENDS = range(4)
"""Numbers of a walk's ends, behind those of the empty spaces."""


class Outflow(NamedTuple):
    """Outflow estimate of a board with n empty spaces, numbered 0 … n - 1.

    `spaces` on the map; `targets`, shape (n, 6): number of the empty space or end to which each way leads, or
    `CLOSED`. `visits[i, j]`: how often the walk from i comes to j, shape (n + 3, n); `lead`: value of where it
    ends, shape (n + 3,); `crowd`: how often all walks come to a space. `is_empty` is False once a tile is
    laid. `total` holds the expected lead in river tiles.
    """

    spaces: IntArray
    targets: IntArray
    visits: FloatArray
    lead: FloatArray
    crowd: FloatArray
    is_empty: NDArray[np.bool_]
    total: FloatArray


# --- The board as a walk ---------------------------------------------------------------------------------


@jit
def _tiles(s: IntArray, tiles: IntArray) -> None:
    """Write what lies on each space: a way, `EMPTY_SIGN` or `WALL`."""
    for board in range(EMPTY, RIVERS + 2 * WAYS):
        bits, first = s[board], CUT * ((board - EMPTY) & 1)
        while bits:
            tiles[first + lowest_bit(bits)] = (board - RIVERS) >> 1
            bits &= bits - 1
    if s[BASIN] >= 0:
        tiles[s[BASIN]] = WALL
    if s[CREST] >= 0:
        tiles[s[CREST]] = WALL


@jit
def _end(tiles: IntArray, space: int) -> int:
    """Where the water of a space comes to over tiles: an empty space, an ocean, or `SPACES + NO_END`."""
    for _ in range(SPACES):
        if space >= SPACES or tiles[space] == EMPTY_SIGN:
            return space
        if tiles[space] == WALL:
            break
        space = NEIGHBOUR[space, tiles[space]]
    return SPACES + NO_END


@jit
def _is_inland(s: IntArray) -> bool:
    return INLAND_CARD in (s[DECK], s[DECK + 1])


@jit
def _walk(s: IntArray) -> tuple[Outflow, FloatArray]:
    """The estimate without `visits` and `lead`, and the number of walks that begin at each empty space.

    Instead they are the equations for them: what the walk takes away at each space, and brings ashore.
    """
    tiles, number, ends = np.empty(SPACES, np.int64), np.empty(SPACES + 3, np.int64), np.empty(SPACES, np.int64)
    _tiles(s, tiles)
    n = bit_count(s[EMPTY]) + bit_count(s[EMPTY + 1])
    spaces, targets = np.empty(n, np.int64), np.empty((n, WAYS), np.int64)
    matrix, ashore, walks = np.zeros((n + ENDS - 1, n)), np.zeros(n + ENDS - 1), np.ones(n)
    total = np.zeros(1)
    ashore[n + PACIFIC_END], ashore[n + ATLANTIC_END] = 1.0, -1.0
    i = 0
    for space in range(SPACES):
        if tiles[space] == EMPTY_SIGN:
            spaces[i], number[space] = space, i
            i += 1
    for end in range(ENDS - 1):
        number[SPACES + end] = n + end
    for space in range(SPACES):
        ends[space] = number[_end(tiles, space)]
        if 0 <= tiles[space] < WAYS:
            if ends[space] < n:
                walks[ends[space]] += 1.0
            else:
                total[0] += ashore[ends[space]]
    stay = 1.0 - SEEPAGE if _is_inland(s) else 1.0
    for i in range(n):
        matrix[i, i] = 1.0
        count = 0
        for way in range(WAYS):
            target = NEIGHBOUR[spaces[i], way]
            targets[i, way] = CLOSED
            if target >= SPACES:
                targets[i, way] = number[target]
            elif target != OFF_BOARD and tiles[target] != WALL and tiles[target] != (way + 3) % WAYS:
                targets[i, way] = ends[target]
            count += targets[i, way] != CLOSED
        for way in range(WAYS):
            target = targets[i, way]
            if target == CLOSED:
                continue
            if target < n:
                matrix[i, target] -= stay / count
            else:
                ashore[i] += stay / count * ashore[target]
    return Outflow(spaces, targets, matrix, ashore, walks.copy(), np.ones(n, np.bool_), total), walks


@jit
def _invert(matrix: FloatArray, n: int) -> None:
    """Invert the first n rows in place (Gauss and Jordan; the diagonal dominates)."""
    row = np.empty(n)
    for k in range(n):
        pivot = 1.0 / max(matrix[k, k], 1e-12)
        here = matrix[k]
        here[k] = 1.0
        for j in range(n):
            here[j] *= pivot
            row[j] = here[j]
        for i in range(n):
            factor = matrix[i, k]
            if i == k or factor == 0.0:
                continue
            other = matrix[i]
            other[k] = 0.0
            for j in range(n):
                other[j] -= factor * row[j]


@jit
def outflow_of(s: IntArray) -> Outflow:
    """The outflow estimate of a position's board."""
    flow, walks = _walk(s)
    n = len(flow.spaces)
    _invert(flow.visits, n)
    ashore = flow.lead[:n].copy()
    flow.crowd[:] = 0.0
    for i in range(n):
        here, lead, times = flow.visits[i], 0.0, walks[i]
        for j in range(n):
            lead += here[j] * ashore[j]
            flow.crowd[j] += times * here[j]
        flow.lead[i] = lead
        flow.total[0] += times * lead
    return flow


@jit
def lead_of(s: IntArray) -> float:
    """The expected lead in river tiles: one solution of the equations instead of the inverse."""
    flow, walks = _walk(s)
    n, matrix, lead = len(flow.spaces), flow.visits, flow.lead
    row = np.empty(n)
    for k in range(n):
        pivot = 1.0 / max(matrix[k, k], 1e-12)
        lead[k] *= pivot
        for j in range(k + 1, n):
            row[j] = matrix[k, j] = matrix[k, j] * pivot
        for i in range(k + 1, n):
            factor = matrix[i, k]
            if factor == 0.0:
                continue
            lead[i] -= factor * lead[k]
            other = matrix[i]
            for j in range(k + 1, n):
                other[j] -= factor * row[j]
    for k in range(n - 1, -1, -1):
        here = matrix[k]
        for j in range(k + 1, n):
            lead[k] -= here[j] * lead[j]
        flow.total[0] += walks[k] * lead[k]
    return flow.total[0]  # type: ignore[no-any-return]


# --- What lays change ------------------------------------------------------------------------------------


@jit
def _gain(flow: Outflow, i: int, target: int) -> float:
    """Points that an arrow on an empty space to a target brings West; NaN where it traps water."""
    own = flow.visits[i, i]
    away = own - flow.visits[target, i]
    if away <= LEAST_ESCAPE * own:
        return np.nan
    return flow.crowd[i] * (flow.lead[target] - flow.lead[i]) / away  # type: ignore[no-any-return]


@jit
def _lay(flow: Outflow, i: int, target: int) -> None:
    """The estimate after an arrow is laid on an empty space (Sherman and Morrison)."""
    n, visits, lead = len(flow.spaces), flow.visits, flow.lead
    here, there, fall = visits[i], visits[target], np.empty(n)
    away = here[i] - there[i]
    for j in range(n):
        fall[j] = (here[j] - there[j]) / away
    fall[i] -= 1.0 / away
    rise, times = (lead[target] - lead[i]) / away, flow.crowd[i]
    flow.total[0] += times * rise
    for k in range(n):
        factor = visits[k, i]
        if factor == 0.0:
            continue
        lead[k] += factor * rise
        row = visits[k]
        for j in range(n):
            row[j] -= factor * fall[j]
    for j in range(n):
        flow.crowd[j] -= times * fall[j]
    flow.is_empty[i] = False


@jit
def _lay_best(flow: Outflow, kind: int, sign: float) -> bool:
    """Lay a river tile where it gains most for the seat with this sign; False where it has no place."""
    best, where, whither = -1e9, -1, -1
    for i in range(len(flow.spaces)):
        if flow.is_empty[i] and AREA[flow.spaces[i]] == kind:
            for way in range(WAYS):
                target = flow.targets[i, way]
                if target != CLOSED:
                    gain = sign * _gain(flow, i, target)
                    if gain > best:
                        best, where, whither = gain, i, target
    if where < 0:
        return False
    _lay(flow, where, whither)
    return True


@jit
def _best_gains(flow: Outflow, bag: IntArray, most: FloatArray, least: FloatArray) -> None:
    """Write the greatest and the least gain of each kind of tile in the bag; NaN where it has no place."""
    most[:], least[:] = np.nan, np.nan
    if bag[FIVE_TILE]:
        most[FIVE_TILE], least[FIVE_TILE] = FIVE_POINTS, -FIVE_POINTS
    for i in range(len(flow.spaces)):
        kind = AREA[flow.spaces[i]]
        if not flow.is_empty[i] or not bag[kind]:
            continue
        for way in range(WAYS):
            target = flow.targets[i, way]
            if target == CLOSED:
                continue
            gain = _gain(flow, i, target)
            if not most[kind] >= gain:
                most[kind] = gain if gain == gain else most[kind]
            if not least[kind] <= gain:
                least[kind] = gain if gain == gain else least[kind]


# --- What draws are worth --------------------------------------------------------------------------------


@jit
def tempo(bag: IntArray, left: int, most: FloatArray, least: FloatArray) -> tuple[float, float]:
    """What it brings West if West, or East, draws next and may turn all its cards first.

    Of each kind only the first tile drawn counts: once it is laid, what was to gain is gone.
    """
    west, east = 0.0, 0.0
    for draws in range(min(TEMPO_DRAWS, left) - 1, -1, -1):
        if_west, if_east, dealt = 0.0, 0.0, 0.0
        for kind in range(KIND_COUNT):
            if bag[kind] and most[kind] == most[kind]:
                fresh = (1.0 - bag[kind] / left) ** draws
                mine, theirs = fresh * most[kind] + east, fresh * least[kind] + west
                if_west += bag[kind] * max(mine, theirs)
                if_east += bag[kind] * min(mine, theirs)
                dealt += bag[kind]
        ends = bag[QUAKE_TILE]
        again = left - dealt - ends
        west, east = (
            (if_west + again * west + ends * east) / left,
            (if_east + again * east + ends * west) / left,
        )
    return west, east


@jit
def _drawn_value(
    s: IntArray, seat: int, west: float, east: float, most: FloatArray, least: FloatArray
) -> float:
    """What the next draw by a seat brings West, with its cards as they lie."""
    value, rest = 0.0, float(s[LEFT])
    special = s[GREAT_BASIN] or s[TWO_OCEAN_PASS]
    mine, theirs = (west, east) if seat == 0 else (east, west)
    for kind in range(KIND_COUNT):
        if not s[BAG + kind] or most[kind] != most[kind]:
            continue
        keeps, gives = most[kind] + theirs, least[kind] + mine
        if seat:
            keeps, gives = least[kind] + theirs, most[kind] + mine
        active = s[SIDES + seat] >> kind & 1
        if kind == EIGHTH and not special:
            active = keeps > gives if seat == 0 else keeps < gives
        value += s[BAG + kind] * (keeps if active else gives)
        rest -= s[BAG + kind]
    value += s[BAG + QUAKE_TILE] * theirs + (rest - s[BAG + QUAKE_TILE]) * mine
    return value / s[LEFT]  # type: ignore[no-any-return]


@jit
def _five_lead(s: IntArray) -> float:
    return 0.0 if s[FIVE] < 0 else float(FIVE_POINTS * (1 - 2 * s[FIVE]))


@jit
def _may_turn_cards(s: IntArray) -> bool:
    """Whether the active seat may turn its cards before the draw."""
    return s[STAGE] == TURN_STAGE or (s[STAGE] == AGAIN_STAGE and (s[EVERY_DRAW] or s[LIMITED]))  # type: ignore[no-any-return]


# --- The judgement ---------------------------------------------------------------------------------------


@jit
def judge(s: IntArray, rng: Generator, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's expected share of the win, and its expected points."""
    lead, left = expected_lead(s, rng)
    wins[0] = 1.0 / (1.0 + exp(-lead / min(MOST_SPREAD, LEAST_SPREAD + SPREAD_OF_TILE * left)))
    wins[1] = 1.0 - wins[0]
    for seat in range(2):
        points[seat] = 0.5 * (SPACES + FIVE_POINTS + (1 - 2 * seat) * lead)


@jit
def expected_lead(s: IntArray, rng: Generator) -> tuple[float, int]:
    """The lead that is expected at the end, and the number of tiles in the bag by which it is judged."""
    flow = outflow_of(s)
    lead = _five_lead(s)
    most, least = np.empty(KIND_COUNT), np.empty(KIND_COUNT)
    turn, left = s[TURN], s[LEFT]
    bag = s[BAG : BAG + 12]
    fixed = s[STAGE] == AGAIN_STAGE and not _may_turn_cards(s)
    if s[STAGE] == LAY_STAGE and s[DRAWN] < AREAS:
        _lay_best(flow, s[DRAWN], 1.0 - 2.0 * s[ACTOR])
        if s[ACTOR] == turn:
            turn = 1 - turn
        else:
            fixed = s[EVERY_DRAW] == 0 and s[LIMITED] == 0
    _best_gains(flow, bag, most, least)
    if left == 0:
        return lead + flow.total[0], 0
    west, east = tempo(bag, left, most, least)
    if s[STAGE] == FIVE_STAGE:
        keep, give = FIVE_POINTS, -FIVE_POINTS
        if turn == 0:
            return lead + flow.total[0] + max(keep + east, give + west), left
        return lead + flow.total[0] + min(-keep + west, -give + east), left
    if fixed:
        return lead + flow.total[0] + _drawn_value(s, turn, west, east, most, least), left
    return lead + flow.total[0] + (west if turn == 0 else east), left


# --- The candidates --------------------------------------------------------------------------------------


@jit
def candidates(s: IntArray, seat: int, actions: IntArray, weights: FloatArray) -> int:
    """Write the codes of a seat's actions worth trying, and how promising each looks."""
    stage = s[STAGE]
    if stage in (CARDS_STAGE, TURN_STAGE, AGAIN_STAGE):
        return _card_candidates(s, seat, actions, weights)
    count = legal(s, seat, actions)
    if count == 1:
        weights[0] = 1.0
        return 1
    sign = 1.0 - 2.0 * seat
    if stage == LAY_STAGE and s[DRAWN] < AREAS:
        flow = outflow_of(s)
        number = np.empty(SPACES, np.int64)
        for i in range(len(flow.spaces)):
            number[flow.spaces[i]] = i
        for k in range(count):
            i, way = number[(actions[k] & KIND - 1) >> SPACE], actions[k] & NO_WAY
            gain = sign * _gain(flow, i, flow.targets[i, way])
            weights[k] = gain if gain == gain else -1e3
    elif stage == FIVE_STAGE:
        west, east = _tempo_of(s)
        mine, theirs = (west, east) if seat == 0 else (-east, -west)
        weights[0], weights[1] = FIVE_POINTS + theirs, mine - FIVE_POINTS
    else:
        for k in range(count):
            after = s.copy()
            apply(after, seat, actions[k])
            weights[k] = sign * lead_of(after)
    return _best_of(actions, weights, count)


@jit
def _tempo_of(s: IntArray) -> tuple[float, float]:
    """The tempo in a position."""
    most, least = np.empty(KIND_COUNT), np.empty(KIND_COUNT)
    bag = s[BAG : BAG + 12]
    _best_gains(outflow_of(s), bag, most, least)
    return tempo(bag, s[LEFT], most, least)


@jit
def _best_of(actions: IntArray, weights: FloatArray, count: int) -> int:
    """Keep the actions of greatest value, in order; their values become priors. Returns their number."""
    kept = min(count, BREADTH)
    for k in range(kept):
        best = k
        for other in range(k + 1, count):
            if weights[other] > weights[best]:
                best = other
        actions[k], actions[best] = actions[best], actions[k]
        weights[k], weights[best] = weights[best], weights[k]
    total, most = 0.0, weights[0]
    for k in range(kept):
        weights[k] = exp((weights[k] - most) / WARMTH)
        total += weights[k]
    for k in range(kept):
        weights[k] /= total
    return kept


@jit
def card_gains(s: IntArray, seat: int, gains: FloatArray) -> None:
    """Write the points that each card of a seat is worth more on its active side, if the seat draws next."""
    most, least = np.empty(KIND_COUNT), np.empty(KIND_COUNT)
    bag = s[BAG : BAG + 12]
    _best_gains(outflow_of(s), bag, most, least)
    west, east = tempo(bag, s[LEFT], most, least)
    for kind in range(KIND_COUNT):
        gains[kind] = 0.0
        if bag[kind] and most[kind] == most[kind]:
            # to lay it brings the difference between the gains, and costs the next draw
            gains[kind] = bag[kind] / s[LEFT] * (most[kind] - least[kind] - (west - east))


@jit
def _card_candidates(s: IntArray, seat: int, actions: IntArray, weights: FloatArray) -> int:
    """Cards to turn, in their order, and to draw.

    Each card is as likely to be turned as that promises; so the weights are the probabilities of which card
    is the first one turned that comes after those turned already, or that none is.
    """
    count = legal(s, seat, actions)
    if count == 1:
        weights[0] = 1.0
        return 1
    gains = np.zeros(EIGHTH + 1)
    card_gains(s, seat, gains)
    if s[STAGE] == CARDS_STAGE:
        choice = 0
        for card in range(EIGHTH + (s[GREAT_BASIN] or s[TWO_OCEAN_PASS])):
            choice |= (gains[card] > 0) << card
        actions[0], weights[0] = CHOOSE | choice, 1.0
        return 1
    kept, rest, total, likeliest = 0, 1.0, 0.0, 0
    for k in range(count):
        weight = rest
        if actions[k] != DRAW:
            card = actions[k] & KIND - 1
            if s[FLIPPED] >> card:
                continue
            gain = -gains[card] if s[SIDES + seat] >> card & 1 else gains[card]
            if gains[card] == 0.0:
                continue
            weight = rest / (1.0 + exp(-gain / CARD_WARMTH))
            rest -= weight
            if weight < LEAST_PRIOR:
                continue
        actions[kept], weights[kept] = actions[k], weight
        total += weight
        kept += 1
    for k in range(kept):
        weights[k] /= total
    return kept
