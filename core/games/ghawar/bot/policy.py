"""Policy of Ghawar's positions for comparing actions: the static evaluation of `evaluation`, compiled.

`expected_money` is the same number as there. `evaluate` plays on for some turns, every seat doing what static
evaluation likes best with trucks in each other's way, and evaluates the position it gets to.

What the readable evaluation does not see is the *trap*. From the mouth of another side only one space leads
on. A truck on that space shuts in the one in the mouth; if its owner now only moves derricks, nobody loads or
stores any more, and the game ends by stalemate. So who shuts in all others and leads has won.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.bots.arithmetic import logistic
from core.bots.compiled import bit_count, jit, lowest_bit, share_chances
from core.bots.contract import FloatArray
from core.bots.kernel import CHANCE, Generator, IntArray
from core.game import Seat
from core.games.ghawar.bot import distances
from core.games.ghawar.bot.evaluation import (
    APPROACH_SHARE,
    CLAIM_WEIGHT,
    LEAD_VARIANCE,
    LOGISTIC_SLOPE,
    TURN_COST,
)
from core.games.ghawar.bot.kernel import (
    AT_BUILD,
    AT_CHOOSE,
    AT_DICE,
    AT_DIE,
    AT_END,
    AT_MOVE,
    BUILD,
    CELL,
    CROSSING,
    CROSSING_LOADS,
    CUBES,
    DERRICKS,
    DIE,
    FIRST_DIE,
    LAYOUT,
    LAYOUTS,
    LOADS,
    MONEY,
    MOST_ACTIONS,
    MOST_TRUCKS,
    PASS,
    PLATFORM_CELLS,
    ROLL,
    ROLLS_TO_DRIVE,
    SEATS,
    SPACES,
    STAGE,
    STORED,
    TAKEN,
    TRUCKS,
    TURN,
    VALUES,
    WIDTH,
    apply,
    draw,
    free_platforms,
    legal,
    outcome,
    reachable,
    shift_code,
    space_of,
)
from core.games.ghawar.bot.playout import TURN_SAVING
from core.games.ghawar.roads import DEPOT_SIDES, roads
from core.games.ghawar.scoring import MOST_SEATS
from core.games.ghawar.state import CUBES_PER_COLOUR, DEPOT, FIELD_SIZE, NOTHING, place_of

MOST_COMPARED: Final = 8
"""Actions that are compared by playing on, the most promising."""
LEAD_SCALE: Final = 15.0
"""Lead in money that is as good as any larger one."""

PLAYOUT_TURNS: Final = 12
"""Turns that `evaluate` plays on before it evaluates."""
LEAD_SPREAD: Final = (0.6, 0.035)
"""Square of the money by which a seat must lead to be e times as likely to win: the base, and for each barrel
that cubes on platforms pay.
"""
PRIOR_WORTH: Final = 0.15
"""Money by which an action must look better to have e times the weight; see `core.bots.comparison`."""
MOST_TRAP_GAIN: Final = 24.0
"""Money that a trap is worth to a seat far behind."""
TRAP_SPREAD: Final = 6.0
"""Lead in money with which a trap is worth e times less, for a seat ahead."""
TRAP_MONEY: Final = 1000.0
"""Money that a trap is worth when actions are compared: more than any lead."""
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
    return logistic(LOGISTIC_SLOPE * (leads - 0.5) / spread)


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


# --- The trap ------------------------------------------------------------------------------------------


def _gate_table() -> IntArray:
    """The only space beside a mouth of another side, by layout, seat and space; else `NOTHING`."""
    gates = np.full((len(LAYOUTS), MOST_SEATS, _DEPOT_ROW + 1), NOTHING)
    for layout, name in enumerate(LAYOUTS):
        for side in DEPOT_SIDES:
            for place in roads(name).spaces:
                ends = [route.end for route in roads(name).routes(side, place, 1)]
                if len(ends) == 1 and ends[0] != DEPOT:
                    gates[layout, side, space_of(*place_of(place))] = space_of(*place_of(ends[0]))
    return gates


GATES: Final = _gate_table()


@jit
def _shuts_in(s: IntArray, seat: int) -> bool:
    """Whether no truck of the others can drive, whatever is rolled, while the seat's trucks stay."""
    for truck in range(s[SEATS] * MOST_TRUCKS):
        if truck // MOST_TRUCKS != seat and truck % MOST_TRUCKS < s[TRUCKS]:
            gate = GATES[s[LAYOUT], truck // MOST_TRUCKS, s[SPACES + truck]]
            if gate == NOTHING or not s[TAKEN + (gate >> 6)] >> (gate & CELL) & 1:
                return False
    return True


@jit
def _is_trap(s: IntArray, wins: FloatArray, points: FloatArray) -> bool:
    """Whether a seat not in turn wins by waiting; then writes the outcome, which is as if it were over."""
    for seat in range(s[SEATS]):
        if seat != s[TURN] and _shuts_in(s, seat):
            outcome(s, wins, points)
            return wins[seat] == 1.0  # type: ignore[no-any-return]
    return False


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

    They go onto cubes, from a platform without one if there is one. One more changes nothing, or little:
    it waits.
    """
    cubes, own, free = _all_cubes(s), s[DERRICKS + seat], free_platforms(s)
    if not own or not free:
        return count
    idle, waste = own & ~cubes, free & ~cubes
    for number in range(1 if idle else SOURCES):
        if not own:
            break
        source = lowest_bit(idle) if idle else _worst_claim(s, seat, own)
        own &= ~(1 << source)
        goals = free & cubes
        if waste and number == 0:
            goals |= waste & -waste
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
def _evaluate(s: IntArray, seat: int, actions: IntArray, values: FloatArray, traps: bool) -> int:
    """Write the actions worth trying, and the seat's lead after each, in money; returns their number."""
    count = _list_candidates(s, seat, actions)
    after, wins, money = np.empty_like(s), np.empty(MOST_SEATS), np.empty(MOST_SEATS)
    for i in range(count):
        after[:] = s
        apply(after, seat, actions[i])
        values[i] = TURN_COST * TURN_SAVING * (actions[i] == ROLL)
        if traps and _is_trap(after, wins, money):
            values[i] += TRAP_MONEY * wins[seat]
        expected_money(after, money)
        values[i] += _money_lead(money, s[SEATS], seat)
    return count


@jit
def _rolls_to(s: IntArray, seat: int, space: int) -> int:
    """Number of the six rolls with which a seat's first truck can stop on a crossing."""
    turn, die, count = s[TURN], s[FIRST_DIE], 0
    s[TURN] = seat
    for pips in range(1, FIELD_SIZE + 1):
        s[FIRST_DIE] = pips
        count += reachable(s, seat * MOST_TRUCKS)[CROSSING] >> (space & CELL) & 1
    s[TURN], s[FIRST_DIE] = turn, die
    return count


@jit
def _trap_chance(s: IntArray, seat: int) -> float:
    """Probability that a seat whose turn is over can set a trap in its next one, with one truck each of two.

    The other does what static evaluation likes best.
    """
    if s[STAGE] != AT_DIE or s[SEATS] != 2 or s[TRUCKS] != 1:
        return 0.0
    other, rolls = 1 - seat, 0
    actions, values = np.empty(MOST_ACTIONS, dtype=np.int64), np.empty(MOST_ACTIONS)
    wins, points = np.empty(MOST_SEATS), np.empty(MOST_SEATS)
    for roll in range(FIELD_SIZE):
        after = s.copy()
        apply(after, CHANCE, DIE | roll)
        count = _evaluate(after, other, actions, values, False)
        apply(after, other, actions[values[:count].argmax()])
        gate = GATES[s[LAYOUT], other, after[SPACES + other * MOST_TRUCKS]]
        outcome(after, wins, points)
        if gate != NOTHING and wins[seat] == 1.0 and after[STAGE] != AT_END:
            rolls += _rolls_to(after, seat, gate)
    return rolls / FIELD_SIZE**2


@jit
def _trap_gain(s: IntArray, seat: int, action: int, lead: float) -> float:
    """Money that the chance of a trap after an action is worth to a seat with this lead."""
    after = s.copy()
    apply(after, seat, action)
    return MOST_TRAP_GAIN / (1.0 + exp(lead / TRAP_SPREAD)) * _trap_chance(after, seat)


@jit
def _trap_danger(s: IntArray, seat: int, action: int, lead: float) -> float:
    """Money that an action costs a seat with this lead as it may be shut in, with one truck each of two."""
    after, other = s.copy(), 1 - seat
    apply(after, seat, action)
    if after[STAGE] == AT_END or s[SEATS] != 2 or s[TRUCKS] != 1:
        return 0.0
    gate = GATES[s[LAYOUT], seat, after[SPACES + seat * MOST_TRUCKS]]
    wins, points = np.empty(MOST_SEATS), np.empty(MOST_SEATS)
    outcome(after, wins, points)
    if gate == NOTHING or wins[other] < 1.0:
        return 0.0
    return MOST_TRAP_GAIN / (1.0 + exp(-lead / TRAP_SPREAD)) * _rolls_to(after, other, gate) / FIELD_SIZE


@jit
def candidates(s: IntArray, seat: int, actions: IntArray, weights: FloatArray) -> int:
    """See `core.bots.tree`: what looks best, the best first, or a trap alone; weights by softmax of money."""
    count = _evaluate(s, seat, actions, weights, True)
    best = weights[:count].max()
    for i in range(count):
        if best < TRAP_MONEY / 2 and weights[i] > best - MOST_TRAP_GAIN / FIELD_SIZE:
            lead = weights[i]
            weights[i] += _trap_gain(s, seat, actions[i], lead) - _trap_danger(s, seat, actions[i], lead)
    order = np.argsort(-weights[:count])[: 1 if best > TRAP_MONEY / 2 else MOST_COMPARED]
    shares = np.exp((weights[order] - weights[order[0]]) / PRIOR_WORTH)
    actions[: len(order)] = actions[order]
    weights[: len(order)] = shares / shares.sum()
    return len(order)


# --- Playing on ----------------------------------------------------------------------------------------


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
    """Put up the derricks that are left, then play so many turns; nobody sets traps."""
    actions, values = np.empty(MOST_ACTIONS, dtype=np.int64), np.empty(MOST_ACTIONS)
    while s[STAGE] == AT_DICE or s[STAGE] == AT_BUILD or (turns and s[STAGE] != AT_END):
        if s[STAGE] == AT_BUILD:
            apply(s, s[TURN], _best_building(s, actions))
        elif s[STAGE] == AT_CHOOSE or s[STAGE] == AT_MOVE:
            count = _evaluate(s, s[TURN], actions, values, False)
            action = actions[values[:count].argmax()]
            turns -= action != ROLL
            apply(s, s[TURN], action)
        else:
            apply(s, CHANCE, draw(s, rng))


@jit
def evaluate(s: IntArray, rng: Generator, wins: FloatArray, points: FloatArray) -> None:
    """See `core.bots.tree`: some turns played on, then static evaluation."""
    if _is_trap(s, wins, points):
        return
    _play_on(s, rng, PLAYOUT_TURNS)
    if s[STAGE] == AT_END:
        outcome(s, wins, points)
        return
    expected_money(s, points)
    _share(s, wins, points)


@jit
def _share(s: IntArray, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's chance to win by its expected money."""
    left = 0.0
    for colour in range(FIELD_SIZE):
        left += s[VALUES + colour] * bit_count(s[CUBES + colour])
    spread = sqrt(LEAD_SPREAD[0] + LEAD_SPREAD[1] * left)
    share_chances(points, s[SEATS], spread, wins)


@jit
def worth(wins: FloatArray, points: FloatArray, count: int, seat: int) -> float:
    """See `core.bots.comparison`: the seat's lead, in money."""
    return _money_lead(points, count, seat)
