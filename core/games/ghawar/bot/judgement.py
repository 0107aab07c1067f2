"""Judgement of Ghawar's positions for tree search: the static evaluation of `heuristics`, compiled.

`expected_money` is the same number as there. `judge` plays on for some turns as `playout` does, with trucks
in each other's way, and evaluates the position it gets to.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.bots.compiled import bit_count, jit, lowest_bit
from core.bots.contract import FloatArray
from core.bots.kernel import CHANCE, Generator, IntArray
from core.game import Seat
from core.games.ghawar.bot import distances
from core.games.ghawar.bot.heuristics import (
    APPROACH_SHARE,
    CLAIM_WEIGHT,
    LEAD_VARIANCE,
    LOGISTIC_SLOPE,
    TURN_COST,
)
from core.games.ghawar.bot.kernel import (
    AT_BUILD,
    AT_CHOOSE,
    AT_END,
    AT_MOVE,
    BUILD,
    CROSSING_LOADS,
    CUBES,
    DERRICKS,
    GROUP_KINDS,
    GROUP_OFFSETS,
    HOME,
    LAYOUT,
    LAYOUTS,
    LOADS,
    MONEY,
    MOST_TRUCKS,
    PASS,
    PLATFORM_CELLS,
    ROLL,
    ROLLS_TO_DRIVE,
    SEATS,
    SPACES,
    STAGE,
    STORED,
    TRUCKS,
    TURN,
    VALUES,
    WIDTH,
    apply,
    draw,
    drive_code,
    ends_of_group,
    free_platforms,
    group_count,
    legal,
    offered,
    outcome,
    reachable,
    shift_code,
    space_of,
)
from core.games.ghawar.bot.playout import PURCHASE_TURNS, SHIFT_MARGIN, TURN_SAVING
from core.games.ghawar.roads import DEPOT_SIDES, roads
from core.games.ghawar.scoring import MOST_SEATS
from core.games.ghawar.state import CUBES_PER_COLOUR, DEPOT, FIELD_SIZE, NOTHING, place_of

EXPLORATION: Final = 1.0
"""Weight of how promising an action looks, which says much here; see `core.bots.tree`."""
LEAD_SCALE: Final = 15.0
"""Lead in money that is as good as any larger one."""

PLAYOUT_TURNS: Final = 12
"""Turns that `judge` plays on before it evaluates."""
LEAD_SPREAD: Final = (0.6, 0.035)
"""Square of the money by which a seat must lead to be e times as likely to win: the base, and for each barrel
that cubes on platforms pay.
"""
PRIOR_MONEY: Final = 0.15
"""Money by which an action must look better to be tried e times as much."""
LEAST_PRIOR: Final = 0.004
"""Weight below which an action is not tried, as a share of the best one's."""
SOURCES: Final = 3
"""Own derricks that are considered for moving, those least worth."""

_DEPOT_ROW: Final = 3 << 6
"""Row of the depot in tables of trips; kernel and tables count it as the last one."""
_TENTHS: Final = 10
_CLAIM: Final = round(CLAIM_WEIGHT * _TENTHS)
_MOST_LEAD: Final = _TENTHS * (CUBES_PER_COLOUR + 1)


def _trip_tables() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Turns until a load is stored, by layout, seat and space, and until a platform's cube is stored, by
    layout, crossing loads, seat, space and platform.
    """
    home = np.zeros((len(LAYOUTS), MOST_SEATS, _DEPOT_ROW + 1), dtype=np.float32)
    fetch = np.zeros((len(LAYOUTS), 2, MOST_SEATS, _DEPOT_ROW + 1, WIDTH * WIDTH), dtype=np.float32)
    platforms = PLATFORM_CELLS.ravel()
    for layout, name in enumerate(LAYOUTS):
        places = [*sorted(roads(name).spaces), DEPOT]
        rows = np.array([DEPOT if place == DEPOT else space_of(*place_of(place)) for place in places])
        for side in DEPOT_SIDES:
            for crossings in (False, True):
                trips = distances.trips(name, crossings, Seat(side))
                home[layout, side, rows] = trips.home[places]
                fetch[layout, int(crossings), side][np.ix_(rows, platforms)] = trips.fetch[places]
    return home, fetch


HOME_TURNS, FETCH_TURNS = _trip_tables()
"""See `_trip_tables`: frozen into the compiled code."""


def _majority_table() -> FloatArray:
    """Probability of the majority of a colour, by cubes on platforms and lead in tenths."""
    leads = np.arange(-_MOST_LEAD, _MOST_LEAD + 1) / _TENTHS
    left = np.arange(CUBES_PER_COLOUR + 1)[:, None]
    spread = np.sqrt(LEAD_VARIANCE[0] + LEAD_VARIANCE[1] * left)
    likely: FloatArray = 1 / (1 + np.exp(-LOGISTIC_SLOPE * (leads - 0.5) / spread))
    return likely


MAJORITY: Final = _majority_table()


# --- Static evaluation ---------------------------------------------------------------------------------


@jit
def _count_cubes(s: IntArray, leads: IntArray) -> None:
    """Write the cubes each seat may count on, in tenths, by colour and seat."""
    for colour in range(FIELD_SIZE):
        for seat in range(s[SEATS]):
            under = bit_count(s[CUBES + colour] & s[DERRICKS + seat])
            leads[colour, seat] = _TENTHS * s[STORED + seat * FIELD_SIZE + colour] + _CLAIM * under
    for truck in range(s[SEATS] * MOST_TRUCKS):
        if s[LOADS + truck] != NOTHING and truck % MOST_TRUCKS < s[TRUCKS]:
            leads[s[LOADS + truck], truck // MOST_TRUCKS] += _TENTHS


@jit
def _majority(leads: IntArray, seats: int, seat: int, left: int) -> float:
    """Probability that a seat gets a majority."""
    best = -_MOST_LEAD
    for other in range(seats):
        if other != seat:
            best = max(best, leads[other])
    lead = min(max(leads[seat] - best, -_MOST_LEAD), _MOST_LEAD)
    return MAJORITY[left, lead + _MOST_LEAD]  # type: ignore[no-any-return]


@jit
def _majority_lead(leads: IntArray, seats: int, seat: int, left: int) -> float:
    """Probability of a majority, less the mean of the others' best and average one."""
    best, total = 0.0, 0.0
    for other in range(seats):
        if other != seat:
            chance = _majority(leads, seats, other, left)
            best = max(best, chance)
            total += chance
    return _majority(leads, seats, seat, left) - (best + total / (seats - 1)) / 2


@jit
def _swing(leads: IntArray, seats: int, seat: int, owner: int, left: int) -> float:
    """Majority that a cube more brings a seat, as a lead in probability."""
    before = _majority_lead(leads, seats, seat, left)
    leads[seat] += _TENTHS
    leads[owner] -= _CLAIM
    after = _majority_lead(leads, seats, seat, left - 1)
    leads[seat] -= _TENTHS
    leads[owner] += _CLAIM
    return after - before


@jit
def _turns_left(s: IntArray, seat: int, leads: IntArray) -> float:
    """Turns that a seat needs to store what stands under its derricks, less those that its aims are worth."""
    trips = FETCH_TURNS[s[LAYOUT], s[CROSSING_LOADS], seat]
    home, whole = HOME_TURNS[s[LAYOUT], seat], trips[_DEPOT_ROW]
    platforms, wishes = np.empty(WIDTH * WIDTH, dtype=np.int64), np.empty(WIDTH * WIDTH)
    count, turns, later = 0, 0.0, 0.0
    for colour in range(FIELD_SIZE):
        value = s[VALUES + colour]
        for owner in range(s[SEATS]):
            cubes = s[CUBES + colour] & s[DERRICKS + owner]
            if not cubes or (owner != seat and value > s[MONEY + seat]):
                continue
            swing = _swing(leads[colour], s[SEATS], seat, owner, bit_count(s[CUBES + colour]))
            aim = APPROACH_SHARE * swing * value / TURN_COST
            while cubes:
                platform = lowest_bit(cubes)
                cubes &= cubes - 1
                turns += whole[platform] * (owner == seat)
                platforms[count], wishes[count] = platform, aim + whole[platform] * (owner == seat)
                later = min(later, whole[platform] - wishes[count])
                count += 1
    first = seat * MOST_TRUCKS
    for truck in range(first, first + s[TRUCKS]):
        turns += home[s[SPACES + truck]] + later
    gone, taken = 0, 0
    for _ in range(s[TRUCKS]):
        saved, best_truck, best_platform = 0.0, 0, 0
        for truck in range(first, first + s[TRUCKS]):
            if s[LOADS + truck] != NOTHING or gone >> truck & 1:
                continue
            at = s[SPACES + truck]
            for i in range(count):
                more = home[at] + later - trips[at, platforms[i]] + wishes[i]
                if more > saved and not taken >> platforms[i] & 1:
                    saved, best_truck, best_platform = more, truck, platforms[i]
        turns -= saved
        gone |= 1 << best_truck
        taken |= 1 << best_platform
    return turns


@jit
def expected_money(s: IntArray, money: FloatArray) -> None:
    """Write the money that each seat may have in the end."""
    seats = s[SEATS]
    leads = np.empty((FIELD_SIZE, MOST_SEATS), dtype=np.int64)
    _count_cubes(s, leads)
    for seat in range(seats):
        money[seat] = s[MONEY + seat] - TURN_COST * _turns_left(s, seat, leads)
        for colour in range(FIELD_SIZE):
            cubes = s[CUBES + colour]
            safe = s[STORED + seat * FIELD_SIZE + colour] + bit_count(cubes & s[DERRICKS + seat])
            chance = _majority(leads[colour], seats, seat, bit_count(cubes))
            money[seat] += s[VALUES + colour] * (safe + chance)
        for truck in range(seat * MOST_TRUCKS, seat * MOST_TRUCKS + s[TRUCKS]):
            if s[LOADS + truck] != NOTHING:
                money[seat] += s[VALUES + s[LOADS + truck]]


@jit
def _money_lead(money: FloatArray, seats: int, seat: int) -> float:
    """Lead of a seat: half over the best other one, half over the others' mean."""
    best, total = -1e9, 0.0
    for other in range(seats):
        if other != seat:
            best = max(best, money[other])
            total += money[other]
    return money[seat] - (best + total / (seats - 1)) / 2  # type: ignore[no-any-return]


# --- Candidates ----------------------------------------------------------------------------------------


@jit
def _all_cubes(s: IntArray) -> int:
    """All platforms with a cube."""
    bits = 0
    for colour in range(FIELD_SIZE):
        bits |= s[CUBES + colour]
    return bits


@jit
def _claim_worth(s: IntArray, seat: int, platform: int) -> float:
    """Money that a derrick on a platform is worth: the cube's value less the trip; 0 without a cube."""
    for colour in range(FIELD_SIZE):
        if s[CUBES + colour] >> platform & 1:
            trips = FETCH_TURNS[s[LAYOUT], s[CROSSING_LOADS], seat, _DEPOT_ROW]
            return s[VALUES + colour] - TURN_COST * trips[platform]  # type: ignore[no-any-return]
    return 0.0


@jit
def _worst_claim(s: IntArray, seat: int, own: int) -> int:
    """The platform of some own ones where a derrick is least worth."""
    worst, chosen = 1e9, NOTHING
    while own:
        platform = lowest_bit(own)
        own &= own - 1
        worth = _claim_worth(s, seat, platform)
        if worth < worst:
            worst, chosen = worth, platform
    return chosen


@jit
def _list_claims(s: IntArray, seat: int, actions: IntArray, count: int) -> int:
    """Write the moves of derricks worth trying after `count` other actions; returns the new number.

    They go onto cubes, from a platform without one if there is one. One more changes nothing.
    """
    cubes, own = _all_cubes(s), s[DERRICKS + seat]
    free, idle = free_platforms(s), own & ~cubes
    if idle and free & ~cubes:
        actions[count] = shift_code(lowest_bit(idle), lowest_bit(free & ~cubes))
        count += 1
    for _ in range(1 if idle else SOURCES):
        if not own:
            break
        source = lowest_bit(idle) if idle else _worst_claim(s, seat, own)
        own &= ~(1 << source)
        goals = free & cubes
        while goals:
            actions[count] = shift_code(source, lowest_bit(goals))
            goals &= goals - 1
            count += 1
    return count


@jit
def _list_candidates(s: IntArray, seat: int, actions: IntArray) -> int:
    """Write the actions worth trying; returns their number."""
    if s[STAGE] == AT_BUILD:
        return legal(s, seat, actions)
    if s[STAGE] == AT_CHOOSE:
        actions[0] = ROLL
        return _list_claims(s, seat, actions, 1)
    rolls_to_drive = s[ROLLS_TO_DRIVE]
    s[ROLLS_TO_DRIVE] = 1
    count = legal(s, seat, actions)
    s[ROLLS_TO_DRIVE] = rolls_to_drive
    if rolls_to_drive:
        return count
    if actions[0] == PASS:
        count = 0
    count = _list_claims(s, seat, actions, count)
    return count if count else legal(s, seat, actions)


@jit
def candidates(s: IntArray, seat: int, actions: IntArray, weights: FloatArray) -> int:
    """See `core.bots.tree`: weights by the softmax of static evaluation after each action."""
    count = _list_candidates(s, seat, actions)
    if count == 1:
        weights[0] = 1.0
        return 1
    after, money = np.empty_like(s), np.empty(MOST_SEATS)
    best = -1e9
    for i in range(count):
        after[:] = s
        apply(after, seat, actions[i])
        expected_money(after, money)
        weights[i] = _money_lead(money, s[SEATS], seat) + TURN_COST * TURN_SAVING * (actions[i] == ROLL)
        best = max(best, weights[i])
    kept, total = 0, 0.0
    for i in range(count):
        weight = exp((weights[i] - best) / PRIOR_MONEY)
        if weight >= LEAST_PRIOR:
            actions[kept], weights[kept] = actions[i], weight
            total += weight
            kept += 1
    for i in range(kept):
        weights[i] /= total
    return kept


# --- Playing on ----------------------------------------------------------------------------------------


@jit
def _best_drive(s: IntArray, truck: int) -> tuple[float, int]:
    """Turns that a truck's best drive saves, and its code; `NOTHING` if it cannot drive."""
    seat = s[TURN]
    trips = FETCH_TURNS[s[LAYOUT], s[CROSSING_LOADS], seat]
    home, start = HOME_TURNS[s[LAYOUT], seat], s[SPACES + truck]
    ends, offers = reachable(s, truck), offered(s, truck)
    own = s[DERRICKS + seat]
    aim, before = NOTHING, 0.0
    if s[LOADS + truck] != NOTHING:
        before = home[start]
    elif offers:
        before, bits = 1e9, offers
        while bits:
            platform = lowest_bit(bits)
            bits &= bits - 1
            turns = trips[start, platform] + PURCHASE_TURNS * (own >> platform & 1 == 0)
            if turns < before:
                before, aim = turns, platform
    price = PURCHASE_TURNS * (aim != NOTHING and own >> aim & 1 == 0)
    best, chosen = 1e9, NOTHING
    for group in range(group_count(s)):
        cells, kind, offset = ends_of_group(ends, offers, group), GROUP_KINDS[group], GROUP_OFFSETS[group]
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            end = _DEPOT_ROW if kind == HOME else cell | kind << 6
            if offset != NOTHING:
                turns = home[end] + PURCHASE_TURNS * (own >> (cell - offset) & 1 == 0)
            elif aim != NOTHING:
                turns = trips[end, aim] + price
            else:
                turns = home[end]
            if turns < best:
                best, chosen = turns, drive_code(s, truck, group, cell)
    return before - best, chosen


@jit
def _best_claim(s: IntArray) -> tuple[float, int]:
    """Money that the best move of a derrick wins, and its code; `NOTHING` if none goes onto a cube."""
    seat = s[TURN]
    cubes, own = _all_cubes(s), s[DERRICKS + seat]
    goals = free_platforms(s) & cubes
    if not goals or not own:
        return 0.0, NOTHING
    best, goal = -1e9, 0
    while goals:
        platform = lowest_bit(goals)
        goals &= goals - 1
        worth = _claim_worth(s, seat, platform)
        if worth > best:
            best, goal = worth, platform
    source = lowest_bit(own & ~cubes) if own & ~cubes else _worst_claim(s, seat, own)
    return best - _claim_worth(s, seat, source), shift_code(source, goal)


@jit
def _sensible_action(s: IntArray) -> int:
    """What the seat in turn does in a playout."""
    seat = s[TURN]
    if s[STAGE] == AT_CHOOSE:
        won, claim = _best_claim(s)
        return claim if won > TURN_COST * TURN_SAVING + SHIFT_MARGIN else ROLL
    saved, drive = -1e9, NOTHING
    for truck in range(seat * MOST_TRUCKS, seat * MOST_TRUCKS + s[TRUCKS]):
        more, code = _best_drive(s, truck)
        if code != NOTHING and more > saved:
            saved, drive = more, code
    if s[ROLLS_TO_DRIVE]:
        return PASS if drive == NOTHING else drive
    won, claim = _best_claim(s)
    if claim != NOTHING and won > TURN_COST * max(saved, 0.0) + SHIFT_MARGIN:
        return claim
    if saved <= 0.0:
        idle, waste = s[DERRICKS + seat] & ~_all_cubes(s), free_platforms(s) & ~_all_cubes(s)
        if idle and waste:
            return shift_code(lowest_bit(idle), lowest_bit(waste))
    if drive != NOTHING:
        return drive
    if claim != NOTHING:
        return claim
    own, free = s[DERRICKS + seat], free_platforms(s)
    return shift_code(_worst_claim(s, seat, own), lowest_bit(free)) if own and free else PASS


@jit
def _best_building(s: IntArray, actions: IntArray) -> int:
    """The derrick most worth of those that may be put up."""
    best, chosen = -1e9, 0
    for i in range(legal(s, s[TURN], actions)):
        worth = _claim_worth(s, s[TURN], actions[i] - BUILD)
        if worth > best:
            best, chosen = worth, actions[i]
    return chosen


@jit
def _play_on(s: IntArray, rng: Generator, turns: int) -> None:
    """Put up the derricks that are left, then play so many turns."""
    actions = np.empty(2, dtype=np.int64)
    while s[STAGE] != AT_END:
        if s[STAGE] == AT_BUILD:
            apply(s, s[TURN], _best_building(s, actions))
        elif s[STAGE] == AT_CHOOSE or s[STAGE] == AT_MOVE:
            if not turns:
                return
            action = _sensible_action(s)
            turns -= action != ROLL
            apply(s, s[TURN], action)
        else:
            if not turns:
                return
            apply(s, CHANCE, draw(s, rng))


@jit
def judge(s: IntArray, rng: Generator, wins: FloatArray, points: FloatArray) -> None:
    """See `core.bots.tree`: some turns played on, then static evaluation."""
    _play_on(s, rng, PLAYOUT_TURNS)
    if s[STAGE] == AT_END:
        outcome(s, wins, points)
        return
    expected_money(s, points)
    _share(s, wins, points)


@jit
def _share(s: IntArray, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's share of the win: a softmax of expected money, for two seats a logistic curve."""
    left = 0.0
    for colour in range(FIELD_SIZE):
        left += s[VALUES + colour] * bit_count(s[CUBES + colour])
    spread = sqrt(LEAD_SPREAD[0] + LEAD_SPREAD[1] * left)
    best, total = -1e9, 0.0
    for seat in range(s[SEATS]):
        best = max(best, points[seat])
    for seat in range(s[SEATS]):
        wins[seat] = exp((points[seat] - best) / spread)
        total += wins[seat]
    for seat in range(s[SEATS]):
        wins[seat] /= total
