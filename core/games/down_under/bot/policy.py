"""Policy of Down Under for the tree search (`core.bots.tree`): values of moves, and playouts by them.

The values are those of `evaluation`, on the kernel's array and compiled. A test compares them.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

import numpy as np

from core.bots.compiled import jit, lowest_bit, random_below, share_chances
from core.bots.contract import FloatArray
from core.bots.kernel import Generator, IntArray
from core.games.down_under.bot import evaluation
from core.games.down_under.bot.kernel import (
    ANIMAL_BITS,
    ANIMAL_MASK,
    ANIMAL_WORTHS,
    BILLABONG_CARD,
    CURVE_SUPPLY,
    DINGO,
    EMU,
    END_CARDS,
    ENDED,
    FIRST_CURVE,
    FIRST_END,
    GROUND,
    KANGAROO,
    LENGTH_BITS,
    LENGTH_MASK,
    MOST_ACTIONS,
    NOWHERE,
    ONE,
    PATHS,
    PLACES,
    PLATYPUS,
    PLAYED,
    RABBIT,
    RING,
    SEATS,
    SIDES_OF,
    STAGE,
    STEPS,
    STRANDS,
    SUPPLY,
    TURN,
    TWO_PATHS,
    WITH_ANIMALS,
    WORTH,
    WORTH_SHIFT,
    apply,
    cell_at,
    end_of,
    first_lays,
    has,
    is_beginning,
    is_eligible,
    lays,
    legal_turns,
    meets_case_3,
    neutral_ends,
    next_to_begin,
    outcome,
    path_of,
    paths_to_lay,
)
from core.games.down_under.scoring import RABBIT_POINTS, SET_POINTS
from core.games.down_under.state import ANIMALS, NOBODY

EXPLORATION: Final = 1.0
"""Weight of how promising an action looks, which says much here; see `core.bots.tree`."""
LEAD_SCALE: Final = 12.0
"""Lead in points that is as good as any larger one."""
PRIOR_SCALE: Final = 3.0
"""Points by which a move must look better to be tried e times as often at first."""
PLAYOUT_NOISE: Final = 1.5
"""Points by which a move is misjudged at most in playouts."""
MOVE_SPREAD: Final = 0.5
"""Points by which a playout of one move misjudges a lead; one of n moves by √n times as many."""
MOST_FIRST_CARDS: Final = 32
"""Ways to begin a path that are tried at most."""

LOST_END_COST: Final = evaluation.LOST_END_COST
PARTIAL_SET_VALUE: Final = evaluation.PARTIAL_SET_VALUE
DINGO_VALUE: Final = evaluation.DINGO_VALUE
DINGO_URGENCY: Final = evaluation.DINGO_URGENCY
NO_DINGO_SCORE: Final = evaluation.NO_DINGO_SCORE
RIVAL_WEIGHTS: Final = np.array(evaluation.RIVAL_WEIGHTS)

NO_END: Final = RING
"""Instead of a key: the path has no new end that could be lost."""


# --- For the tree search ---------------------------------------------------------------------------------


@jit
def candidates(s: IntArray, seat: int, actions: IntArray, weights: FloatArray) -> int:
    """Write the codes of a seat's moves worth trying, weighted by their values; returns their number."""
    count = moves(s, actions, weights)
    best = -np.inf
    for i in range(count):
        best = max(best, weights[i])
    total = 0.0
    for i in range(count):
        weights[i] = exp((weights[i] - best) / PRIOR_SCALE)
        total += weights[i]
    for i in range(count):
        weights[i] /= total
    return count


@jit
def evaluate(s: IntArray, rng: Generator, wins: FloatArray, points: FloatArray) -> None:
    """Play on to the end by the values of moves; the more moves, the less a small lead is taken for a win."""
    played = play_out(s, rng)
    outcome(s, wins, points)
    scale = max(0.01, MOVE_SPREAD * sqrt(played))
    for seat in range(s[SEATS]):
        wins[seat] = points[seat] if is_eligible(s, seat) else NO_DINGO_SCORE
    share_chances(wins, s[SEATS], scale, wins)


@jit
def play_out(s: IntArray, rng: Generator) -> int:
    """Play on to the end by the values of moves; returns the number of moves."""
    actions, values = np.empty(MOST_ACTIONS, dtype=np.int64), np.empty(MOST_ACTIONS)
    played = 0
    while s[STAGE] != ENDED:
        count = moves(s, actions, values)
        chosen = random_below(rng, count) if is_beginning(s) else _best_misjudged(values, count, rng)
        apply(s, s[TURN], actions[chosen])
        played += 1
    return played


@jit
def _best_misjudged(values: FloatArray, count: int, rng: Generator) -> int:
    """Index of the highest value when each is misjudged."""
    best, chosen = -np.inf, 0
    for i in range(count if count > 1 else 0):
        value = values[i] + PLAYOUT_NOISE * random_below(rng, 1 << 20) / (1 << 20)
        if value > best:
            best, chosen = value, i
    return chosen


# --- Moves worth trying ----------------------------------------------------------------------------------


@jit
def moves(s: IntArray, actions: IntArray, values: FloatArray) -> int:
    """Write the codes and values of the moves worth trying of the seat to act; returns their number.

    Ends only where nothing else fits, and one animal each, besides the dingo.
    """
    if is_beginning(s):
        return _first_moves(s, next_to_begin(s), actions, values)
    count, paths = 0, paths_to_lay(s)
    while paths:
        count = _moves_for(s, lowest_bit(paths), actions, values, count)
        paths &= paths - 1
    return count


@jit
def _moves_for(s: IntArray, path: int, actions: IntArray, values: FloatArray, count: int) -> int:
    """Write the moves for a path behind `count` others; returns how many there are then."""
    if s[ONE + path] == RING:
        begin, count = count, legal_turns(s, path, actions, count)
        for i in range(begin, count):
            values[i] = _turn_value(s, path, cell_at(s, actions[i] >> 9))
        return count
    one, fitting_one, other, fitting_other = lays(s, path)
    lines_one, lines_other = fitting_one & ~END_CARDS, fitting_other & ~END_CARDS
    if one >> 2 == other >> 2 and (lines_one or lines_other):
        fitting_one, fitting_other = lines_one, lines_other
    count = _lays_at(s, path, one >> 2, lines_one or fitting_one, actions, values, count)
    count = _lays_at(s, path, other >> 2, lines_other or fitting_other, actions, values, count)
    if meets_case_3(s, path):
        actions[count], values[count] = BILLABONG_CARD | s[PLACES + (one >> 2)] << 9, -LOST_END_COST
        count += 1
    return count


@jit
def _lays_at(
    s: IntArray, path: int, cell: int, cards: int, actions: IntArray, values: FloatArray, count: int
) -> int:
    """Write the laying of these cards on a cell, as in `_moves_for`."""
    while cards:
        count = _lay(s, path, s[PLACES + cell], lowest_bit(cards), actions, values, count)
        cards &= cards - 1
    return count


@jit
def _first_moves(s: IntArray, path: int, actions: IntArray, values: FloatArray) -> int:
    """Write the moves of the highest values with which a path may be begun; returns their number."""
    lays = np.empty(MOST_ACTIONS, dtype=np.int64)
    count, before = 0, NOWHERE
    for i in range(first_lays(s, path, lays, 0, MOST_ACTIONS)):
        place, card = lays[i] >> 9, lays[i] & 15
        if place << 4 | card != before:
            count = _lay(s, path, place, card, actions, values, count)
        before = place << 4 | card
    for i in range(min(count, MOST_FIRST_CARDS)):
        best = i + np.argmax(values[i:count])
        actions[i], actions[best] = actions[best], actions[i]
        values[i], values[best] = values[best], values[i]
    return min(count, MOST_FIRST_CARDS)


@jit
def _lay(
    s: IntArray, path: int, place: int, card: int, actions: IntArray, values: FloatArray, count: int
) -> int:
    """Write the laying of a card with the animal that suits best, and with the dingo, as in `_moves_for`."""
    action = card | (1 + path // s[SEATS] if s[TWO_PATHS] else 0) << 7 | place << 9
    if card >= FIRST_END:
        actions[count], values[count] = action, -LOST_END_COST
        return count + 1
    getter, worth, lost = _neutral(s, path, place, card)
    own = _own_gain(s, path, place, card)
    if not s[WITH_ANIMALS]:
        actions[count], values[count] = action, own + _neutral_value(s, path, getter, worth, lost)
        return count + 1
    herd = s[SUPPLY + path] >> (0 if card < FIRST_CURVE else CURVE_SUPPLY)
    if herd >> 4 * DINGO & 15 and card >= FIRST_CURVE:
        actions[count] = action | DINGO + 1 << 4
        values[count] = own + _neutral_value(s, path, getter, worth + ANIMAL_WORTHS[DINGO + 1], lost)
        values[count] += DINGO_URGENCY / _curves_left(s, path)
        count += 1
    animal = _best_animal(s, path, getter, herd)
    if animal:
        actions[count] = action | animal << 4
        values[count] = own + _neutral_value(s, path, getter, worth + ANIMAL_WORTHS[animal], lost)
        count += 1
    return count


@jit
def _best_animal(s: IntArray, path: int, getter: int, herd: int) -> int:
    """The animal, from 1, that suits the path that gets it; a poor one for others. 0 if none is left."""
    mine = getter != NOBODY and getter < s[PATHS] and (getter - path) % s[SEATS] == 0
    worth = s[WORTH + (path if getter == NOBODY else getter)]
    best, chosen = -np.inf, 0
    for animal in range(1, DINGO + 1):
        if herd >> 4 * animal - 4 & 15:
            value = _animals_value(worth + ANIMAL_WORTHS[animal])
            value = value if mine else -value
            if value > best:
                best, chosen = value, animal
    return chosen


# --- Values ----------------------------------------------------------------------------------------------


@jit
def _turn_value(s: IntArray, path: int, cell: int) -> float:
    """The points that opening a ring adds: those of the neutral strand at its curve."""
    number = 0
    while s[PLAYED + number] >> 18 != s[PLACES + cell]:
        number += 1
    one, _ = neutral_ends(s, cell, s[PLAYED + number] & 15)
    return _gain(s, path, s[STRANDS + one] >> WORTH_SHIFT)


@jit
def _own_gain(s: IntArray, path: int, place: int, card: int) -> float:
    """The points that the own part of a card adds to its path."""
    side = _onward_side(s, path, place, card)
    strand = s[STRANDS + 4 * cell_at(s, place) + side]
    if not strand:
        return -_border_loss(s, place, side)
    if path_of(strand) == path:
        return 0.0
    return _gain(s, path, strand >> WORTH_SHIFT) - _end_loss(s, end_of(strand))


@jit
def _onward_side(s: IntArray, path: int, place: int, card: int) -> int:
    """The side over which a card leads its path on."""
    one, other = SIDES_OF[card, 0], SIDES_OF[card, 1]
    return other if path_of(s[STRANDS + 4 * cell_at(s, place) + one]) == path else one  # type: ignore[no-any-return]


@jit
def _neutral(s: IntArray, path: int, place: int, card: int) -> tuple[int, int, float]:
    """The path that gets a card's neutral part, the worth that it gains, and what its new end costs it."""
    cell, left, right = 4 * cell_at(s, place), SIDES_OF[card, 2], SIDES_OF[card, 3]
    one, other = s[STRANDS + cell + left], s[STRANDS + cell + right]
    if not one and not other:
        return NOBODY, 1, 0.0
    onward = s[STRANDS + cell + _onward_side(s, path, place, card)]
    gained = end_of(onward) if onward else NOWHERE
    a = path if one and gained == cell + left else path_of(one)
    b = path if other and gained == cell + right else path_of(other)
    if a == b:
        return a, 1, 0.0
    far, side = (other, right) if a != NOBODY else (one, left)
    if not far:
        return max(a, b), 1, _border_loss(s, place, side)
    return max(a, b), 1 + (far >> WORTH_SHIFT), _end_loss(s, end_of(far))


@jit
def _neutral_value(s: IntArray, path: int, getter: int, worth: int, lost: float) -> float:
    """The value of what a path gets of the neutral part, to the seat that lays it."""
    if getter == NOBODY:
        return 0.0
    gain = _gain(s, getter, worth) - lost
    if getter < s[PATHS] and (getter - path) % s[SEATS] == 0:
        return gain
    return -gain * RIVAL_WEIGHTS[s[SEATS]]  # type: ignore[no-any-return]


@jit
def _gain(s: IntArray, path: int, worth: int) -> float:
    """The points that a worth adds to a path."""
    gain = float(worth & LENGTH_MASK)
    if s[WITH_ANIMALS]:
        gain += _animals_value(s[WORTH + path] + worth) - _animals_value(s[WORTH + path])
    return gain


@jit
def _animals_value(worth: int) -> float:
    """The value of the animals in a worth, in points, with what may become of them."""
    kangaroos, emus, platypuses = _count(worth, KANGAROO), _count(worth, EMU), _count(worth, PLATYPUS)
    sets = min(kangaroos, emus, platypuses)
    begun = PARTIAL_SET_VALUE * ((kangaroos > sets) + (emus > sets) + (platypuses > sets))
    rabbits = DINGO_VALUE if _count(worth, DINGO) else RABBIT_POINTS * _count(worth, RABBIT)
    return SET_POINTS * sets + begun + rabbits


@jit
def _count(worth: int, animal: int) -> int:
    """Number of animals of one kind in a worth."""
    return worth >> LENGTH_BITS + ANIMAL_BITS * animal & ANIMAL_MASK


@jit
def _curves_left(s: IntArray, path: int) -> int:
    """Number of curves left for a path."""
    curves = 0
    for animal in range(len(ANIMALS)):
        curves += s[SUPPLY + path] >> CURVE_SUPPLY + 4 * animal & 15
    return curves


@jit
def _border_loss(s: IntArray, place: int, side: int) -> float:
    """The points that an end costs a path that leads over a side of a place."""
    place += STEPS[side]
    return 0.0 if not s[GROUND + cell_at(s, place)] and has(s, place) else LOST_END_COST


@jit
def _end_loss(s: IntArray, end: int) -> float:
    """The points that an end with this key costs a path."""
    if end == NO_END:
        return 0.0
    free = end >= 0 and not s[GROUND + (end >> 2)] and has(s, s[PLACES + (end >> 2)])
    return 0.0 if free else LOST_END_COST
