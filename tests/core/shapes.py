"""The ways to play a game: its options with each number of seats, all of them or enough of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from core import codec
from core.game import AnyGame, Refused
from tests.core.laws import Shape

MANY = 100
"""With more ways to play than this, tests that are not `long` take enough of them instead of all."""


def shapes_of(game: AnyGame) -> list[Shape]:
    """Every combination of options with every number of seats that `start` accepts, the usual ones first."""
    every = [
        Shape(game, options, seats) for options in codec.every_options(game) for seats in game.info.seats
    ]
    return [shape for shape in every if is_playable(shape)]


def enough_of(shapes: Sequence[Shape]) -> list[Shape]:
    """All of them, or if they are many a choice in which everything that goes together in pairs still does.

    With each number of seats every value of an option meets every value of every other one that it ever goes
    with. The choice is the same each time: always the first of those that bring most that is new.
    """
    if len(shapes) <= MANY:
        return list(shapes)
    wanted = {shape: pairs_in(shape) for shape in shapes}
    chosen: list[Shape] = []
    while wanted:
        best = max(wanted, key=lambda shape: len(wanted[shape]))
        met = wanted.pop(best)
        chosen.append(best)
        wanted = {shape: left for shape, pairs in wanted.items() if (left := pairs - met)}
    return chosen


def spread_over(shapes: Sequence[Shape], most: int) -> Sequence[Shape]:
    """At most so many of them, taken at equal distances; the first is one of them."""
    return shapes[:: -(-len(shapes) // most)]


def pairs_in(shape: Shape) -> set[tuple[Any, ...]]:
    """Which values of two options meet in a way to play, with its number of seats."""
    values = [(name, getattr(shape.options, name)) for name in shape.options.__struct_fields__]
    return {(shape.seats, *pair) for pair in combinations(values, 2)}


def shape_id(shape: Shape) -> str:
    """What a test with these options and seats is called."""
    values = (getattr(shape.options, name) for name in shape.options.__struct_fields__)
    return "-".join(map(str, [shape.game.info.key, *values, shape.seats]))


def is_playable(shape: Shape) -> bool:
    """Whether these options go together, and with so many seats."""
    try:
        shape.game.start(shape.options, shape.seats)
    except Refused:
        return False
    return True
