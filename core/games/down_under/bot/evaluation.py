"""Static evaluation of Down Under: moves worth trying, which animals to lay, and how a playout goes on.

It looks at strands (`search_board`) and not a single step ahead; looking ahead is for `player`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from core.games.down_under.bot.search_board import (
    ANIMAL_UNITS,
    BORDER_OFFSETS,
    DINGO_INDEX,
    FIRST_CURVE,
    FIRST_END,
    NO_ANIMAL,
    RING_END,
    SIDES_OF,
    PathMove,
    count,
    score,
)
from core.games.down_under.bot.search_state import SearchState
from core.games.down_under.scoring import SET_OF_ANIMALS
from core.games.down_under.state import ANIMALS, NOBODY

LOST_END_COST: Final = 4.0
"""Points a path loses when an end of it leads where only an end card fits."""
RIVAL_WEIGHTS: Final = (0.0, 0.0, 1.0, 0.6, 0.5)
"""Weight of a rival's point, by the number of seats."""
PARTIAL_SET_VALUE: Final = 1.5
"""Points of an animal that may become part of a set."""
DINGO_VALUE: Final = 1.0
"""Points of a dingo on a path besides the rabbits there: more may come."""
DINGO_URGENCY: Final = 8.0
"""Urgency in points of laying the dingo, shared out among the curves left."""
NO_DINGO_SCORE: Final = -5
"""Assumed score of a seat that has not laid its dingo and so cannot win."""

_SET_INDICES: Final = tuple(ANIMALS.index(animal) for animal in SET_OF_ANIMALS)
_RABBIT_INDEX: Final = ANIMALS.index("rabbit")


def points(at: SearchState) -> list[int]:
    """The points of every seat if the game ended now."""
    return [
        NO_DINGO_SCORE
        if at.setting.animals and any(at.left[path][len(ANIMALS) + DINGO_INDEX] for path in own)
        else (max if at.setting.longest else sum)(score(tips) if (tips := at.paths[p]) else 0 for p in own)
        for own in at.setting.own
    ]


def candidates(at: SearchState) -> list[PathMove]:
    """The moves worth trying: ends only where nothing else fits, one animal each, and the dingo besides."""
    found = at.moves()
    longer = [move for move in found if move.card < FIRST_END]
    if len(longer) < len(found):
        cells = {move.cell for move in longer}
        found = [move for move in found if move.card < FIRST_END or move.cell not in cells]
    return [each for move in found for each in with_animals(at, move)]


def with_animals(at: SearchState, move: PathMove) -> Iterator[PathMove]:
    """The move with the animal that suits best, and once more with the dingo while it has not been laid."""
    if not at.setting.animals or move.card >= FIRST_END or move.cell in at.cards:
        yield move
        return
    first = len(ANIMALS) if move.card >= FIRST_CURVE else 0
    herd = [animal for animal in range(len(ANIMALS)) if at.left[move.path][first + animal]]
    if DINGO_INDEX in herd:
        yield move._replace(animal=DINGO_INDEX)
        herd.remove(DINGO_INDEX)
    if herd:
        yield move._replace(animal=_choice(at, move, herd))


def _choice(at: SearchState, move: PathMove, herd: list[int]) -> int:
    """The animal that suits the path that gets the neutral part; a poor one where no path has it yet."""
    if len(herd) == 1:
        return herd[0]
    getter = _neutral(at, move)[0]
    mine = getter in at.setting.own[at.turn]
    tips = at.paths[getter if getter != NOBODY else move.path]
    worth = tips[2] if tips else 0
    return (max if mine else min)(
        herd, key=lambda animal: _animals_value(_animals(worth + ANIMAL_UNITS[animal]))
    )


@lru_cache(maxsize=65536)
def _animals_value(worth: int) -> float:
    """The value of the animals in this worth for a path, in points, with what may become of them."""
    counts = [count(worth, animal) for animal in _SET_INDICES]
    sets = min(counts)
    rabbits, dingos = count(worth, _RABBIT_INDEX), count(worth, DINGO_INDEX)
    begun = PARTIAL_SET_VALUE * sum(number > sets for number in counts)
    return 5 * sets + begun + (DINGO_VALUE if dingos else -2 * rabbits)


def _animals(worth: int) -> int:
    """The animals of a worth, without its length."""
    return worth & -ANIMAL_UNITS[0]


def _gain(at: SearchState, path: int, worth: int) -> float:
    """The points that these stretches add to a path."""
    stretches = worth - _animals(worth)
    if not at.setting.animals:
        return stretches
    tips = at.paths[path]
    before = tips[2] if tips else 0
    return stretches + _animals_value(_animals(before + worth)) - _animals_value(_animals(before))


def move_value(at: SearchState, move: PathMove) -> float:
    """The value of a move in points: what it adds to its path and to the path that gets the neutral part."""
    path, cell, card, animal = move
    if card >= FIRST_END:
        return -LOST_END_COST
    if cell in at.cards:
        ends = at.free_ends(cell)
        return _gain(at, path, at.strands[ends[0]][2]) if ends else 0.0
    value = _own_gain(at, move)
    getter, worth, end = _neutral(at, move)
    if getter != NOBODY:
        gain = _gain(at, getter, worth) - _end_loss(at, end)
        mine = getter in at.setting.own[at.turn]
        value += gain if mine else -gain * RIVAL_WEIGHTS[at.setting.seats]
    if animal == DINGO_INDEX:
        value += DINGO_URGENCY / at.curves_left(path)
    return value


def _own_gain(at: SearchState, move: PathMove) -> float:
    """The points that the own part of a card adds to its path."""
    beyond = _onward_key(at, move)
    strand = at.strands.get(beyond)
    if strand is None:
        return -_end_loss(at, beyond + BORDER_OFFSETS[beyond & 3])
    if strand[1] == move.path:
        return 0.0
    return _gain(at, move.path, strand[2]) - _end_loss(at, strand[0])


def _onward_key(at: SearchState, move: PathMove) -> int:
    """The key of the side over which the card leads its path on."""
    one, other, *_ = SIDES_OF[move.card]
    strand = at.strands.get(4 * move.cell + one)
    return 4 * move.cell + (other if strand is not None and strand[1] == move.path else one)


def _neutral(at: SearchState, move: PathMove) -> tuple[int, int, int]:
    """The path that gets a card's neutral part, the worth that it gains, and the end it then has."""
    _, _, left, right = SIDES_OF[move.card]
    one, other = 4 * move.cell + left, 4 * move.cell + right
    strands = at.strands
    first, second = strands.get(one), strands.get(other)
    worth = 1 if move.animal == NO_ANIMAL else 1 + ANIMAL_UNITS[move.animal]
    if first is None and second is None:
        return NOBODY, worth, RING_END
    gained = strands.get(_onward_key(at, move), (RING_END,))[0]
    a = NOBODY if first is None else move.path if gained == one else first[1]
    b = NOBODY if second is None else move.path if gained == other else second[1]
    if a == b != NOBODY:
        return a, worth, RING_END
    if a == NOBODY == b:
        return NOBODY, worth, RING_END
    far, side = (second, other) if a != NOBODY else (first, one)
    if far is None:
        return max(a, b), worth, side + BORDER_OFFSETS[side & 3]
    return max(a, b), worth + far[2], far[0]


def _end_loss(at: SearchState, end: int) -> float:
    """The points that an end here costs a path."""
    if end == RING_END:
        return 0.0
    return 0.0 if end >= 0 and end >> 2 not in at.cards and at.has(end >> 2) else LOST_END_COST


def best_candidate(at: SearchState, rng: np.random.Generator, noise: float) -> PathMove:
    """The candidate of the highest value when each is misjudged by up to `noise` points."""
    found = candidates(at)
    if len(found) == 1:
        return found[0]
    return max(found, key=lambda move: move_value(at, move) + noise * rng.random())


def play_out(at: SearchState, rng: np.random.Generator, noise: float) -> int:
    """Play on to the end by `best_candidate`; returns the number of moves."""
    moves = 0
    while at.turn >= 0:
        at.play(best_candidate(at, rng, noise))
        moves += 1
    return moves
