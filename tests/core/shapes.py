"""The ways to play a game: its options with each number of seats, all of them or enough of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from core import codec
from core.game import AnyGame, Refused
from tests.core.laws import Shape
from tests.covering import chosen

MANY = 100
"""With more ways to play than this, tests take enough of them instead of all."""


def shapes_of(game: AnyGame) -> list[Shape]:
    """Every combination of options with every number of seats that `start` accepts, the usual ones first."""
    return list(_playable(game))


@cache
def _playable(game: AnyGame) -> tuple[Shape, ...]:
    every = (
        Shape(game, options, seats) for options in codec.every_options(game) for seats in game.info.seats
    )
    return tuple(filter(is_playable, every))


def enough_of(shapes: Sequence[Shape]) -> list[Shape]:
    """All of them, or if they are many a choice in which everything that goes together in pairs still does.

    With each number of seats every value of an option meets every value of every other one that it ever goes
    with. The choice is the same each time.
    """
    return list(shapes if len(shapes) <= MANY else _enough(tuple(shapes)))


@cache
def _enough(shapes: tuple[Shape, ...]) -> Sequence[Shape]:
    return chosen(shapes, [pairs_in(shape) for shape in shapes])


def once_each(shapes: Sequence[Shape]) -> list[ParameterSet]:
    """Parameters of a test: some ways to play in which each value of each option occurs, with each number of
    seats once; the others are for `--long`.
    """
    few = {*shapes[:1], *chosen(shapes, [values_in(shape) for shape in shapes])}
    return [
        pytest.param(shape, id=shape_id(shape), marks=() if shape in few else pytest.mark.long)
        for shape in shapes
    ]


def values_in(shape: Shape) -> set[tuple[str, Any]]:
    """The options of a way to play, each with its value, and its number of seats."""
    return {
        ("seats", shape.seats),
        *((name, getattr(shape.options, name)) for name in shape.options.__struct_fields__),
    }


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
