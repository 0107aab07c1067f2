"""Boards of Ghawar set up at random: what play hardly ever brings.

Trucks crowd around some place, few cubes are left, purses are empty or full, the last derrick is due.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.core.games.ghawar.oracle import (
    COLOURS,
    DEPOT,
    DERRICKS,
    LONGEST_BUILDING,
    LONGEST_QUIET,
    PLATFORMS,
    ROADS,
    Oracle,
    Place,
)
from tests.core.games.ghawar.table import SETTINGS


def position(rng: random.Random) -> Oracle:
    """A position of either phase in which somebody is to roll, or to say whether to."""
    seats, options = rng.choice(SETTINGS)
    oracle = Oracle({**options, "stalemate": rng.choice((0, 1, 2, 3, 20, 50))}, seats)
    oracle.values = dict(zip(rng.sample(COLOURS, 6), range(1, 7), strict=True))
    oracle.turn, oracle.idle = rng.randrange(seats), rng.random() < 0.7
    if rng.random() < 0.2:
        building(oracle, rng)
    else:
        driving(oracle, rng)
    return oracle


def bag(rng: random.Random) -> list[str]:
    """All cubes in any order."""
    return rng.sample([*COLOURS] * 6, 36)


def building(oracle: Oracle, rng: random.Random) -> None:
    """Late in phase 1: a derrick or two are left to each."""
    oracle.stage = "dice"
    oracle.cubes = dict(zip(PLATFORMS, bag(rng), strict=True))
    spots = rng.sample(PLATFORMS, 36)
    for seat in range(oracle.seats):
        # Who has placed the last one has done so in this round.
        left = rng.randrange(0 if seat < oracle.turn else 1, 3)
        oracle.derricks.update(
            dict.fromkeys([spots.pop() for _ in range(DERRICKS[oracle.seats] - left)], seat)
        )
    oracle.rounds = rng.choice((30, LONGEST_BUILDING - 2, LONGEST_BUILDING - 1))
    oracle.idle = True


def put_up(oracle: Oracle, spots: list[Place], seat: int, number: int) -> None:
    """A seat has so many derricks, on the last of these spots."""
    for _ in range(number):
        oracle.derricks[spots.pop()] = seat


def driving(oracle: Oracle, rng: random.Random) -> None:
    """Some time in phase 2."""
    oracle.begin_turn()
    spots = rng.sample(PLATFORMS, 36)
    for seat in range(oracle.seats):
        number = rng.choice((DERRICKS[oracle.seats], rng.randrange(DERRICKS[oracle.seats]), 0))
        put_up(oracle, spots, seat, number)
    place_trucks(oracle, rng)
    cubes = bag(rng)
    for own, places in zip(oracle.loads, oracle.trucks, strict=True):
        own[:] = [cubes.pop() if at is not DEPOT and rng.random() < 0.5 else None for at in places]
    few = rng.choice((0, 1, 3, 36))
    on_board = rng.sample(PLATFORMS, min(few, len(cubes)))
    oracle.cubes = {spot: cubes.pop() for spot in on_board}
    if oracle.is_empty():
        oracle.cubes = {rng.choice(PLATFORMS): cubes.pop()}
    for colour in cubes:
        oracle.stored[rng.randrange(oracle.seats)][colour] += 1
    oracle.money = [0] * oracle.seats
    for _ in range(3 * oracle.seats):
        oracle.money[rng.randrange(oracle.seats)] += 1
    oracle.rounds = rng.randrange(100)
    oracle.quiet = rng.randrange(oracle.options["stalemate"] or LONGEST_QUIET)
    oracle.quiet *= oracle.idle


def place_trucks(oracle: Oracle, rng: random.Random) -> None:
    """Trucks stand near a place, one is on it; some are in the depot."""
    road = sorted(ROADS[oracle.layout])
    middle, width = rng.choice(road), rng.choice((1, 2, 4, 12))
    near = [place for place in road if away(place, middle) <= width]
    free = rng.sample(near, len(near))
    trucks = [(seat, number) for seat in range(oracle.seats) for number in range(oracle.options["trucks"])]
    for seat, number in rng.sample(trucks, len(trucks)):
        if free and rng.random() < 0.8:
            oracle.trucks[seat][number] = free.pop()


def away(one: Place, other: Place) -> int:
    """How many spaces lie between two places, at least."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


# Boards for which one has to think

RING = {"roads": "ring"}


def set_up(seats: int, options: dict[str, Any], **facts: Any) -> Oracle:
    """A board of phase 2 on which seat 0 is to roll; what is not told of cubes lies in its depot."""
    oracle = Oracle(options, seats)
    oracle.begin_turn()
    oracle.values = {colour: value for value, colour in enumerate(COLOURS, start=1)}
    for name, value in facts.items():
        setattr(oracle, name, value)
    lying = [*oracle.cubes.values(), *(load for own in oracle.loads for load in own if load)]
    oracle.stored[0].update({colour: 6 - lying.count(colour) for colour in COLOURS})
    return oracle


def shut_in(**more: Any) -> Oracle:
    """Seat 0 has no derrick, and a truck before its own in a dead end: it passes."""
    return set_up(
        2,
        {"roads": "inner", **more},
        trucks=[[(2, 1)], [(2, 2)]],
        cubes={(1, 1): "red"},
        derricks={(1, 1): 1},
    )


def shut_in_and_rolls() -> Oracle:
    """The same, but it has to roll first; nothing comes of that."""
    return shut_in(derricks="instead of the roll")


def rolls_in_vain() -> Oracle:
    """The same with a derrick of its own: it moves that, or rolls and has to pass."""
    oracle = shut_in_and_rolls()
    oracle.derricks[(3, 3)] = 0
    return oracle


def shut_out() -> Oracle:
    """All five mouths of seat 0 are taken by others, and its own trucks are in the depot."""
    return set_up(
        3,
        {"roads": "inner", "trucks": 3},
        trucks=[[None] * 3, [(2, 11), (4, 11), (6, 11)], [(8, 11), (10, 11), None]],
        loads=[[None] * 3, ["red", None, None], [None, "blue", None]],
        cubes={(5, 11): "green"},
        derricks={(5, 11): 2, (7, 11): 1},
    )


def last_cube() -> Oracle:
    """The last cube is on a truck at its own edge, in a corner."""
    return set_up(2, RING, trucks=[[(0, 12)], [(3, 12)]], loads=[["violet"], [None]], derricks={(1, 1): 1})


def drawn() -> Oracle:
    """The last cube is the third red one of seat 0; then both have three of each colour."""
    oracle = set_up(2, RING, trucks=[[(6, 12)], [None]], loads=[["red"], [None]], derricks={(1, 1): 0})
    oracle.stored = [Counter(dict.fromkeys(COLOURS, 3)) for _ in range(2)]
    oracle.stored[0]["red"] -= 1
    return oracle


def poor() -> Oracle:
    """Seat 0 has a barrel for what costs one, two, three; one of the cubes is beside its own derrick."""
    return set_up(
        2,
        {"crossing_loads": True},
        money=[1, 5],
        trucks=[[(6, 6)], [None]],
        cubes={(5, 5): "red", (7, 5): "orange", (5, 7): "yellow", (7, 7): "violet", (9, 7): "red"},
        derricks={(5, 5): 1, (7, 5): 1, (5, 7): 1, (7, 7): 0, (9, 7): 1},
    )


def column() -> Oracle:
    """Three trucks of each seat stand one behind the other on the edge of seat 0."""
    return set_up(
        2,
        {**RING, "trucks": 3},
        trucks=[[(0, 12), (1, 12), (3, 12)], [(2, 12), (0, 11), (4, 12)]],
        loads=[["red", None, "blue"], ["green", "red", None]],
        cubes={(1, 11): "red", (3, 11): "violet"},
        derricks={(1, 11): 0, (3, 11): 1},
    )


def last_quiet_round() -> Oracle:
    """If the last seat loads nothing in this move, there has been one round too many."""
    return set_up(
        3,
        {"stalemate": 2},
        turn=2,
        quiet=1,
        trucks=[[None], [(3, 6)], [(2, 6)]],
        cubes={(1, 5): "red", (1, 7): "violet"},
        derricks={(1, 5): 2, (1, 7): 1},
    )


def last_loaded() -> Oracle:
    """It may be loaded, with which the game is over, while another truck has a cube; or left."""
    return set_up(
        3,
        {"end": "last cube loaded", "trucks": 2},
        turn=1,
        trucks=[[(3, 4), None], [(4, 3), (8, 9)], [None, (6, 7)]],
        loads=[["red", None], [None, "blue"], [None, "green"]],
        cubes={(5, 3): "violet"},
        derricks={(5, 3): 1, (11, 11): 0},
    )


def even() -> Oracle:
    """Nobody has anything, and this is the last quiet turn of many."""
    cubes = dict(zip(PLATFORMS, [*COLOURS] * 6, strict=True))
    return set_up(2, {"stalemate": 1}, turn=1, cubes=cubes, derricks={(1, 1): 0, (11, 1): 1})


THOUGHT_OUT = (
    *(even, shut_in, shut_in_and_rolls, rolls_in_vain, shut_out),
    *(last_cube, last_loaded, drawn, poor, column, last_quiet_round),
)
