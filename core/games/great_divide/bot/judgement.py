"""Judgement of The Great Divide for the tree search: the outflow estimate, compiled (see `core.bots.tree`).

The estimate is that of `estimate`: the water of a space ends where a random walk ends that takes any open way
out of an empty space and follows the arrow of a tile. Here the walk has the empty spaces only, each with the
tiles whose water comes to it: what walks do on tiles is sure. Leads and gains are West's points less East's.

A position is judged by the lead after some more draws, played on by what lays gain and what the draws after
them are worth (`tempo`, see `lookahead`), and by how sure that is with so many tiles left.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bots.compiled import bit_count, jit, keep_best, lowest_bit, random_below
from core.bots.contract import FloatArray
from core.bots.kernel import Generator, IntArray
from core.games.great_divide.bot.kernel import (
    ACTOR,
    AGAIN_STAGE,
    AREA,
    AREAS,
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
    EVENT_TILE,
    EVERY_DRAW,
    FIVE,
    FIVE_STAGE,
    FIVE_TILE,
    GREAT_BASIN,
    INLAND_CARD,
    KIND,
    LAY_STAGE,
    LEFT,
    LIMITED,
    NEIGHBOUR,
    NO_WAY,
    QUAKE_STAGE,
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
EXPLORATION: Final = 0.3
"""See `core.bots.tree`: good actions differ by a few points, which is little of the chance to win."""
BREADTH: Final = 10
"""Actions of a position that are tried."""
WARMTH: Final = 1.5
"""Points by which an action is worse that looks promising 1/e as much as another."""
LEAST_WEIGHT: Final = 1e-4
"""Of an action that looks hopeless, against 1 of the best."""
LEAST_FLIP_GAIN: Final = 1e-6
"""Points that a card must be worth more on its other side to be turned over."""
TEMPO_DRAWS: Final = 7
"""Draws over which the tempo counts what can be gained."""
TOP_LAYS: Final = 2
"""Lays of a tile drawn that are looked at while a judgement plays on."""
PLAYED_ON: Final = 10
"""Draws that a judgement plays on."""
SEEPAGE: Final = 0.1
"""Share of the water that is lost at each empty space, with the inland sea."""
LEAST_ESCAPE: Final = 1e-9
"""Probability below which a walk counts as never getting away."""
LEAST_SPREAD, SPREAD_OF_TILE = 2.0, 0.2
"""Scale of the lead's uncertainty in points: at the end, and what each tile left adds."""

EMPTY_SIGN: Final = -1
WALL: Final = 9
"""Instead of a way: an empty space, and Basin or Pass."""
KIND_COUNT: Final = AREAS + 1
"""The kinds of tiles that can gain: the areas', and the "5"."""
KINDS: Final = EVENT_TILE + 1
"""All kinds of tiles."""
CLOSED: Final = -1
"""Instead of a target: the way is not open."""
PACIFIC_END, ATLANTIC_END, NO_END = range(3)
"""Numbers of a walk's ends, behind those of the empty spaces."""
ENDS: Final = NO_END + 1


class Outflow(NamedTuple):
    """Outflow estimate of a board with n empty spaces, numbered 0 … n - 1.

    `spaces` on the map; `targets`, shape (n, 6): number of the empty space or end to which each way leads, or
    `CLOSED`. `visits[i, j]`: how often the walk from i comes to j, shape (n + 3, n); `lead`: value of its
    end, shape (n + 3,); `crowd`: how often all walks come to a space. `is_empty` is False once a tile is
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
def _number_spaces(tiles: IntArray, spaces: IntArray, number: IntArray) -> None:
    """Number the empty spaces in their order, and the ends behind them."""
    n = len(spaces)
    i = 0
    for space in range(SPACES):
        if tiles[space] == EMPTY_SIGN:
            spaces[i], number[space] = space, i
            i += 1
    for end in range(ENDS):
        number[SPACES + end] = n + end


@jit
def _steps(space: int, tiles: IntArray, ends: IntArray, n: int, targets: IntArray) -> int:
    """Write where each way out of an empty space leads; returns the number of open ways."""
    count = 0
    for way in range(WAYS):
        target = NEIGHBOUR[space, way]
        targets[way] = CLOSED
        if target >= SPACES:
            targets[way] = n + target - SPACES
        elif target != OFF_BOARD and tiles[target] != WALL and tiles[target] != (way + 3) % WAYS:
            targets[way] = ends[target]
        count += targets[way] != CLOSED
    return count


@jit
def _walk(s: IntArray) -> tuple[Outflow, FloatArray]:
    """The estimate without `visits` and `lead`, and the number of walks that begin at each empty space.

    Instead they are the equations for them: what the walk takes away at each space, and brings ashore.
    """
    tiles, number, ends = (
        np.empty(SPACES, np.int64),
        np.empty(SPACES + ENDS, np.int64),
        np.empty(SPACES, np.int64),
    )
    _tiles(s, tiles)
    n = bit_count(s[EMPTY]) + bit_count(s[EMPTY + 1])
    spaces, targets = np.empty(n, np.int64), np.empty((n, WAYS), np.int64)
    matrix, ashore, walks, total = np.zeros((n + ENDS, n)), np.zeros(n + ENDS), np.ones(n), np.zeros(1)
    ashore[n + PACIFIC_END], ashore[n + ATLANTIC_END] = 1.0, -1.0
    _number_spaces(tiles, spaces, number)
    for space in range(SPACES):
        ends[space] = number[_end(tiles, space)]
        if 0 <= tiles[space] < WAYS and ends[space] < n:
            walks[ends[space]] += 1.0
        elif 0 <= tiles[space] < WAYS:
            total[0] += ashore[ends[space]]
    stay = 1.0 - SEEPAGE if _is_inland(s) else 1.0
    for i in range(n):
        matrix[i, i] = 1.0
        count = _steps(spaces[i], tiles, ends, n, targets[i])
        for target in targets[i]:
            if target >= n:
                ashore[i] += stay / count * ashore[target]
            elif target != CLOSED:
                matrix[i, target] -= stay / count
    return Outflow(spaces, targets, matrix, ashore, walks.copy(), np.ones(n, np.bool_), total), walks


@jit
def _reach(targets: IntArray, k: int, reach: int, n: int) -> int:
    """The column from which on the rows of an elimination hold only 0, once it has come to row k.

    `reach` is the one before. Walks go to near spaces, so that this halves the work.
    """
    reach = max(reach, k + 1)
    for target in targets:
        if target < n:
            reach = max(reach, target + 1)
    return reach


@jit
def _invert(matrix: FloatArray, targets: IntArray, n: int) -> None:
    """Invert the first n rows in place (Gauss and Jordan; the diagonal dominates)."""
    row, reach = np.empty(n), 0
    for k in range(n):
        reach = _reach(targets[k], k, reach, n)
        pivot = 1.0 / max(matrix[k, k], 1e-12)
        here = matrix[k]
        here[k] = 1.0
        for j in range(reach):
            here[j] *= pivot
            row[j] = here[j]
        for i in range(n):
            factor = matrix[i, k]
            if i == k or factor == 0.0:
                continue
            other = matrix[i]
            other[k] = 0.0
            for j in range(reach):
                other[j] -= factor * row[j]


@jit
def outflow_of(s: IntArray) -> Outflow:
    """The outflow estimate of a position's board."""
    flow, walks = _walk(s)
    n = len(flow.spaces)
    _invert(flow.visits, flow.targets, n)
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
    row, reach = np.empty(n), 0
    for k in range(n):
        reach = _reach(flow.targets[k], k, reach, n)
        pivot = 1.0 / max(matrix[k, k], 1e-12)
        lead[k] *= pivot
        for j in range(k + 1, reach):
            row[j] = matrix[k, j] = matrix[k, j] * pivot
        for i in range(k + 1, n):
            factor = matrix[i, k]
            if factor == 0.0:
                continue
            lead[i] -= factor * lead[k]
            other = matrix[i]
            for j in range(k + 1, reach):
                other[j] -= factor * row[j]
    for k in range(n - 1, -1, -1):
        here = matrix[k]
        for j in range(k + 1, n):
            lead[k] -= here[j] * lead[j]
        flow.total[0] += walks[k] * lead[k]
    return flow.total[0]  # type: ignore[no-any-return]


# --- What lays change ------------------------------------------------------------------------------------


@jit
def gain_of(flow: Outflow, i: int, target: int) -> float:
    """Points that an arrow on an empty space to a target brings West; NaN where it traps water."""
    own = flow.visits[i, i]
    away = own - flow.visits[target, i]
    if away <= LEAST_ESCAPE * own:
        return np.nan
    return flow.crowd[i] * (flow.lead[target] - flow.lead[i]) / away  # type: ignore[no-any-return]


@jit
def lay_at(flow: Outflow, i: int, target: int) -> None:
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
def extremes(flow: Outflow, kind: int) -> tuple[float, float]:
    """The greatest and the least gain of a river tile; NaN where it has no place."""
    most, least = np.nan, np.nan
    for i in range(len(flow.spaces)):
        if not flow.is_empty[i] or AREA[flow.spaces[i]] != kind:
            continue
        for way in range(WAYS):
            if flow.targets[i, way] == CLOSED:
                continue
            gain = gain_of(flow, i, flow.targets[i, way])
            if gain == gain:
                most = most if gain <= most else gain
                least = least if gain >= least else gain
    return most, least


@jit
def best_gains(flow: Outflow, bag: IntArray, most: FloatArray, least: FloatArray) -> None:
    """Write the greatest and the least gain of each kind of tile in the bag; NaN where it has no place."""
    most[:], least[:] = np.nan, np.nan
    for kind in range(AREAS):
        if bag[kind]:
            most[kind], least[kind] = extremes(flow, kind)
    if bag[FIVE_TILE]:
        most[FIVE_TILE], least[FIVE_TILE] = FIVE_POINTS, -FIVE_POINTS


@jit
def gains_after(flow: Outflow, x: int, y: int, bag: IntArray, most: FloatArray, least: FloatArray) -> None:
    """`best_gains` as they will be once an arrow is laid on x to y."""
    n, visits = len(flow.spaces), flow.visits
    fall, lead = np.empty(n), flow.lead.copy()
    own, away = visits[x, x], visits[x, x] - visits[y, x]
    rise, times = (lead[y] - lead[x]) / away, flow.crowd[x]
    for j in range(n):
        fall[j] = (visits[x, j] - visits[y, j]) / away
        lead[j] += visits[j, x] * rise
    fall[x] -= 1.0 / away
    most[:], least[:] = np.nan, np.nan
    if bag[FIVE_TILE]:
        most[FIVE_TILE], least[FIVE_TILE] = FIVE_POINTS, -FIVE_POINTS
    for i in range(n):
        kind = AREA[flow.spaces[i]]
        if i == x or not flow.is_empty[i] or not bag[kind]:
            continue
        own = visits[i, i] - visits[i, x] * fall[i]
        crowd, here = flow.crowd[i] - times * fall[i], lead[i]
        for way in range(WAYS):
            target = flow.targets[i, way]
            if target == CLOSED:
                continue
            away = own - visits[target, i] + visits[target, x] * fall[i]
            if away <= LEAST_ESCAPE * own:
                continue
            gain = crowd * (lead[target] - here) / away
            if not most[kind] >= gain:
                most[kind] = gain
            if not least[kind] <= gain:
                least[kind] = gain


@jit
def _top_lays(flow: Outflow, kind: int, sign: float, lays: IntArray, gains: FloatArray) -> int:
    """Write the lays of a river tile that gain most for the seat with this sign, as `space * WAYS + way`.

    At most as many as `lays` has room for; the best first, `gains` as West's. Returns their number.
    """
    count, room = 0, len(lays)
    for i in range(len(flow.spaces)):
        if not flow.is_empty[i] or AREA[flow.spaces[i]] != kind:
            continue
        for way in range(WAYS):
            target = flow.targets[i, way]
            if target == CLOSED:
                continue
            gain = gain_of(flow, i, target)
            if gain != gain or (count == room and sign * gain <= sign * gains[room - 1]):
                continue
            k = min(count, room - 1)
            while k and sign * gain > sign * gains[k - 1]:
                lays[k], gains[k] = lays[k - 1], gains[k - 1]
                k -= 1
            lays[k], gains[k] = i * WAYS + way, gain
            count = min(count + 1, room)
    return count


@jit
def best_lay(flow: Outflow, kind: int, lays_west: bool, bag: IntArray, left: int, east_draws: bool) -> int:
    """The lay of a river tile that is best with what the draws after it are worth; -1 where there is none.

    Only the `TOP_LAYS` are looked at that gain most.
    """
    sign = 1.0 if lays_west else -1.0
    lays, gains = np.empty(TOP_LAYS, np.int64), np.empty(TOP_LAYS)
    most, least = np.empty(KIND_COUNT), np.empty(KIND_COUNT)
    chosen, best = -1, -1e9
    for k in range(_top_lays(flow, kind, sign, lays, gains)):
        value = gains[k]
        if left:
            i = lays[k] // WAYS
            gains_after(flow, i, flow.targets[i, lays[k] % WAYS], bag, most, least)
            west, east = tempo(bag, left, most, least)
            value += east if east_draws else west
        if sign * value > best:
            chosen, best = lays[k], sign * value
    return chosen


# --- What draws are worth --------------------------------------------------------------------------------


@jit
def tempo(bag: IntArray, left: int, most: FloatArray, least: FloatArray) -> tuple[float, float]:
    """What it brings West if West, or East, draws next and may turn all its cards first.

    Of each kind only the first tile drawn counts: once it is laid, what was to gain is gone.
    """
    draws = min(TEMPO_DRAWS, left)
    fresh, rest = np.empty(KIND_COUNT), np.empty(KIND_COUNT)
    again = float(left - bag[QUAKE_TILE])
    for kind in range(KIND_COUNT):
        rest[kind] = 1.0 - bag[kind] / left
        fresh[kind] = 0.0 if most[kind] != most[kind] else bag[kind] / left
        again -= 0.0 if most[kind] != most[kind] else bag[kind]
        for _ in range(draws - 1):
            fresh[kind] *= rest[kind]
    west, east, again, ends = 0.0, 0.0, again / left, bag[QUAKE_TILE] / left
    for draw in range(draws - 1, -1, -1):
        if_west, if_east = again * west + ends * east, again * east + ends * west
        for kind in range(KIND_COUNT):
            if bag[kind] == 0 or most[kind] != most[kind]:
                continue
            share = bag[kind] / left
            first = fresh[kind] if rest[kind] > 0.0 else share * (draw == 0)
            mine, theirs = first * most[kind] + share * east, first * least[kind] + share * west
            if_west += max(mine, theirs)
            if_east += min(mine, theirs)
            if rest[kind] > 0.0:
                fresh[kind] /= rest[kind]
        west, east = if_west, if_east
    return west, east


@jit
def _tempo_of(flow: Outflow, bag: IntArray, left: int) -> tuple[float, float]:
    """The tempo of a position."""
    most, least = np.empty(KIND_COUNT), np.empty(KIND_COUNT)
    best_gains(flow, bag, most, least)
    return tempo(bag, left, most, least) if left else (0.0, 0.0)


# --- The judgement ---------------------------------------------------------------------------------------


@jit
def judge(s: IntArray, rng: Generator, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's expected share of the win, and its expected points; plays on."""
    flow = outflow_of(s)
    if s[STAGE] == LAY_STAGE and s[DRAWN] < AREAS:
        lay_best(s, flow, s[DRAWN], s[ACTOR])
    west, east = _tempo_of(flow, s[BAG : BAG + KINDS], s[LEFT])
    _finish_turn(s, west - east)
    lead = play_on(s, flow, west - east, rng) + flow.total[0]
    wins[0] = 1.0 / (1.0 + exp(-lead / (LEAST_SPREAD + SPREAD_OF_TILE * s[LEFT])))
    wins[1] = 1.0 - wins[0]
    for seat in range(2):
        points[seat] = 0.5 * (SPACES + FIVE_POINTS + (1 - 2 * seat) * lead)


@jit
def lay_best(s: IntArray, flow: Outflow, kind: int, seat: int) -> None:
    """Lay a river tile for a seat as is best for it, if there is a place."""
    lay = best_lay(flow, kind, seat == 0, s[BAG : BAG + KINDS], s[LEFT], (s[TURN] == 0) == (seat == s[TURN]))
    if lay >= 0:
        lay_at(flow, lay // WAYS, flow.targets[lay // WAYS, lay % WAYS])


@jit
def _finish_turn(s: IntArray, swing: float) -> None:
    """Settle who draws next, whether its cards may be turned (else `AGAIN_STAGE`), and who has the "5"."""
    stage = s[STAGE]
    keeps = stage == FIVE_STAGE and swing < 2 * FIVE_POINTS
    if stage == FIVE_STAGE:
        s[FIVE] = s[TURN] if keeps else 1 - s[TURN]
    if keeps or stage == QUAKE_STAGE or (stage == LAY_STAGE and s[ACTOR] == s[TURN]):
        s[TURN], s[STAGE] = 1 - s[TURN], TURN_STAGE
    elif stage in (CARDS_STAGE, TURN_STAGE) or s[EVERY_DRAW] or s[LIMITED]:
        s[STAGE] = TURN_STAGE
    else:
        s[STAGE] = AGAIN_STAGE


@jit
def play_on(s: IntArray, flow: Outflow, swing: float, rng: Generator) -> float:
    """Play some draws; returns the lead by the "5".

    Each seat lays what is best with the tempo, and turns its cards so that it lays what gains more than the
    next draw is worth. `swing`, the points that it is worth now, becomes less with the tiles.
    """
    fall = swing / max(1, s[LEFT])
    for _ in range(min(PLAYED_ON, s[LEFT])):
        kind, seat = draw_kind(s, rng), s[TURN]
        active = kind == QUAKE_TILE
        if kind <= AREAS:
            most, least = extremes(flow, kind) if kind < AREAS else (float(FIVE_POINTS), -float(FIVE_POINTS))
            active = most - least > fall * s[LEFT]
            if s[STAGE] == AGAIN_STAGE and kind < AREAS and most == most:
                active = (s[SIDES + seat] >> kind & 1) != 0
            layer = seat if active else 1 - seat
            if kind == FIVE_TILE:
                s[FIVE] = layer
            else:
                lay_best(s, flow, kind, layer)
        if active:
            s[TURN], s[STAGE] = 1 - seat, TURN_STAGE
    return 0.0 if s[FIVE] < 0 else float(FIVE_POINTS * (1 - 2 * s[FIVE]))


@jit
def draw_kind(s: IntArray, rng: Generator) -> int:
    """The kind of a tile drawn out of the bag."""
    number, kind = random_below(rng, s[LEFT]), 0
    while number >= s[BAG + kind]:
        number -= s[BAG + kind]
        kind += 1
    s[BAG + kind] -= 1
    s[LEFT] -= 1
    return kind


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
            gain = sign * gain_of(flow, i, flow.targets[i, way])
            weights[k] = gain if gain == gain else -1e3
        count = keep_best(actions, weights, count, BREADTH)
        bag, left = s[BAG : BAG + KINDS], s[LEFT]
        most, least = np.empty(KIND_COUNT), np.empty(KIND_COUNT)
        for k in range(count if left else 0):
            i, way = number[(actions[k] & KIND - 1) >> SPACE], actions[k] & NO_WAY
            if weights[k] > -1e3:
                gains_after(flow, i, flow.targets[i, way], bag, most, least)
                west, east = tempo(bag, left, most, least)
                drawer = 1 - s[TURN] if seat == s[TURN] else s[TURN]
                weights[k] += sign * (west if drawer == 0 else east)
    elif stage == FIVE_STAGE:
        west, east = _tempo_of(outflow_of(s), s[BAG : BAG + KINDS], s[LEFT])
        mine, theirs = (west, east) if seat == 0 else (-east, -west)
        weights[0], weights[1] = FIVE_POINTS + theirs, mine - FIVE_POINTS
    else:
        for k in range(count):
            after = s.copy()
            apply(after, seat, actions[k])
            weights[k] = sign * lead_of(after)
    return _best_of(actions, weights, count)


@jit
def _best_of(actions: IntArray, weights: FloatArray, count: int) -> int:
    """Keep the actions of greatest value, in order; their values become priors. Returns their number."""
    kept = keep_best(actions, weights, count, BREADTH)
    total, most = 0.0, weights[0]
    for k in range(kept):
        weights[k] = max(exp((weights[k] - most) / WARMTH), LEAST_WEIGHT)
        total += weights[k]
    for k in range(kept):
        weights[k] /= total
    return kept


@jit
def card_gains(s: IntArray, seat: int, gains: FloatArray) -> None:
    """Write the points that each card of a seat is worth more on its active side, if the seat draws next."""
    most, least = np.empty(KIND_COUNT), np.empty(KIND_COUNT)
    bag, left = s[BAG : BAG + KINDS], s[LEFT]
    best_gains(outflow_of(s), bag, most, least)
    west, east = tempo(bag, left, most, least)
    for kind in range(KIND_COUNT):
        gain = bag[kind] / left * (most[kind] - least[kind] - (west - east))
        gains[kind] = gain if gain == gain else 0.0


@jit
def _card_candidates(s: IntArray, seat: int, actions: IntArray, weights: FloatArray) -> int:
    """The choice of cards that look best active, the card to turn that gains most, or to draw.

    Only this one action: what a card is worth is less than the error of a search, and each card turned takes
    a node.
    """
    gains = np.zeros(EIGHTH + 1)
    card_gains(s, seat, gains)
    weights[0] = 1.0
    if s[STAGE] == CARDS_STAGE:
        choice = 0
        for card in range(EIGHTH + (s[GREAT_BASIN] or s[TWO_OCEAN_PASS])):
            choice |= (gains[card] > 0) << card
        actions[0] = CHOOSE | choice
        return 1
    chosen, most = DRAW, LEAST_FLIP_GAIN
    for k in range(legal(s, seat, actions)):
        card = actions[k] & KIND - 1
        if actions[k] != DRAW:
            gain = -gains[card] if s[SIDES + seat] >> card & 1 else gains[card]
            if gain > most:
                chosen, most = actions[k], gain
    actions[0] = chosen
    return 1
