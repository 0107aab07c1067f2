"""Learn the values of The Great Split's policy from games of its compiled player with itself.

    python -m tools.learn_great_split [GAMES]

Every position after the cards of a round are resolved is a sample: the entries of tables that stand for it
shall add up to the points that its seat got from there to the end. They begin with what the readable AI
expects, made right on average, and are changed by gradient descent, in smaller and smaller steps. In each
game all players have a random preference for some tracks, so that all kinds of positions occur. The values
after the last round are no estimates but follow from the rules.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from core.bots.compiled import jit, random_below
from core.bots.contract import FloatArray
from core.bots.kernel import CHANCE, Generator, IntArray
from core.games.great_split.bot import kernel, policy
from core.games.great_split.bot.evaluation import FAMILIES, Horizon, Prices, Worth, track_values
from core.games.great_split.bot.kernel import (
    ESTATE_SIZE,
    ESTATES,
    HAND,
    OVER_STAGE,
    PRESTIGE,
    ROUND,
    SEATS,
    STAGE,
    apply,
    draw,
)
from core.games.great_split.bot.policy import (
    AREA,
    BIAS_PLACE,
    BIASES,
    KEPT,
    KEPT_PLACE,
    LEDGER,
    MARKET_PLACE,
    MARKETS,
    PAIR_PLACE,
    PAIRS,
    PLACES,
    SIDE,
    SIZE,
    WIDTH,
    find_places,
    list_cards,
    play_round,
    with_shares,
)
from core.games.great_split.data import ROUNDS, SCORING_ROUNDS
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import RESOURCES, Options

DATA: Final = GREAT_SPLIT.data
RESOURCE_COUNT: Final = len(RESOURCES)
MOST_FEATURES: Final = 48


# --- What follows from the rules -----------------------------------------------------------------------


def first_values() -> FloatArray:
    """The points at the end for every position after the last round; before it those of the readable AI."""
    values = np.zeros(SIZE)
    for after in range(ROUNDS - 1):
        _put_estimates(values, after)
    resources, pairs, markets = (part[-1] for part in _parts(values))
    for number, name in enumerate(RESOURCES):
        resources[number] = _resource_values(number, name)
    worth = np.array(DATA.tracks["topaz"].values, dtype=float)
    pairs[:] = 2 * np.minimum.outer(worth, worth)
    markets[:] = _market_values()
    return values


def _parts(values: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The tables of resources, of both gems, and of the art market, by round."""
    return (
        values[:PAIRS].reshape(ROUNDS, RESOURCE_COUNT, 2, 2, SIDE, SIDE),
        values[PAIRS:MARKETS].reshape(ROUNDS, 2, SIDE, SIDE),
        values[MARKETS:KEPT].reshape(ROUNDS, 2, SIDE, SIDE),
    )


def _put_estimates(values: FloatArray, after: int) -> None:
    """Write what the readable AI expects from tracks before the last round."""
    resources, pairs, markets = (part[after] for part in _parts(values))
    spaces = np.minimum(np.arange(SIDE), 12), np.arange(SIDE)
    usual = 1 + 3 * after // 2
    for late in range(2):
        for icons in range(2):
            for number in range(RESOURCE_COUNT):
                tracks = np.full((SIDE, SIDE, 10), usual)
                tracks[:, :, number] = spaces[1][:, None]
                tracks[:, :, 5 + number] = spaces[0]
                if number in (2, 3):
                    tracks[:, :, 5 - number] = spaces[1][:, None]
                of = _estimate(after, late, icons, _tokens(after, None))(tracks)
                if number in (2, 3):
                    of = of - of[:, usual : usual + 1]
                resources[number, late, icons] = of - of[0, 0]
        tracks = np.full((SIDE, SIDE, 10), usual)
        tracks[:, :, 2], tracks[:, :, 3] = spaces[1][:, None], spaces[1]
        of = _estimate(after, late, 0, ())(tracks)
        pairs[late] = of - of[0, 0]
        tracks = np.full((SIDE, 10), usual)
        tracks[:, 1] = spaces[1]
        of = _estimate(after, late, 0, _tokens(after, None))(tracks)
        for slider in range(SIDE):
            at = _estimate(after, late, 0, _tokens(after, slider))(tracks)
            markets[late, slider] = (at - at[0]) - (of - of[0])


def _tokens(count: int, slider: int | None) -> tuple[int, ...]:
    """Some market tokens, as near to that sum as can be; without it to the usual one."""
    wanted = 1.8 * count if slider is None else slider
    return min(combinations(DATA.market_tokens, count), key=lambda tokens: abs(sum(tokens) - wanted))


def _estimate(after: int, late: int, icons: int, market: tuple[int, ...]) -> Worth:
    ahead = tuple(
        Horizon(
            family,
            () if family == ("gold",) else (SCORING_ROUNDS[late],),
            (icons,) * len(family),
            market if family == ("art",) else (),
        )
        for family in FAMILIES
    )
    return track_values(GREAT_SPLIT, ahead, after + 1, Prices())


def _resource_values(number: int, name: str) -> FloatArray:
    """Contracts, and banners of books: shape (late, contract icons, space, space of the seal)."""
    table = np.zeros((2, 2, SIDE, SIDE))
    spaces = DATA.tracks[name].spaces + 1  # type: ignore[index]
    stars = kernel.STARS[number]
    for icons in range(2):
        reached = kernel.CONTRACT_ICONS[number, :spaces] + icons
        table[:, icons, :spaces, : len(stars)] = np.multiply.outer(reached, stars)
    if name == "books":
        table[:, :, :spaces] += np.array(DATA.tracks["books"].banners)[:, None]
    return table


def _market_values() -> FloatArray:
    """What art is expected to pay after the last round: by slider before its token, and space."""
    table, counts = np.zeros((SIDE, SIDE)), np.zeros(SIDE)
    tokens = DATA.market_tokens
    for places in combinations(range(len(tokens)), ROUNDS - 1):
        slider = min(SIDE - 1, sum(tokens[place] for place in places))
        for place in set(range(len(tokens))).difference(places):
            last = sum(tokens[other] for other in places) + tokens[place]
            row = kernel.ART_PAYS[last]
            table[slider, : len(row)] += row
            counts[slider] += 1
    return table / np.maximum(counts, 1)[:, None]


# --- Games ---------------------------------------------------------------------------------------------

LINES: Final = SIZE
"""While learning from here on: by round, resource, whether of its seal, and space."""
LEASTS: Final = LINES + ROUNDS * RESOURCE_COUNT * 2 * SIDE
"""And from here on: by round, whether gems score late, and space of the lesser gem."""
ALL: Final = LEASTS + ROUNDS * 2 * SIDE


def folded(all_values: FloatArray) -> FloatArray:
    """Values with what was learnt of single tracks added to the tables."""
    values = all_values[:SIZE].copy()
    resources, pairs, _ = _parts(values)
    lines = all_values[LINES:LEASTS].reshape(ROUNDS, RESOURCE_COUNT, 2, SIDE)
    resources += lines[:, :, 0, None, None, :, None] + lines[:, :, 1, None, None, None, :]
    least = np.minimum.outer(np.arange(SIDE), np.arange(SIDE))
    pairs += all_values[LEASTS:].reshape(ROUNDS, 2, SIDE)[:, :, least]
    return values


@jit
def _features(s: IntArray, seat: int, cards: IntArray, features: IntArray) -> int:
    """Write the indices of the values that stand for a seat's position."""
    places = np.empty(PLACES, dtype=np.int64)
    find_places(s, seat, 0, places)
    at, count = ESTATES + seat * ESTATE_SIZE, 0
    for resource in range(RESOURCE_COUNT):
        space, seal = s[at + resource], s[at + RESOURCE_COUNT + resource]
        line = LINES + ((s[ROUND] - 1) * RESOURCE_COUNT + resource) * 2 * SIDE
        features[count] = places[resource] + SIDE * space + seal
        features[count + 1], features[count + 2] = line + space, line + SIDE + seal
        count += 3
    pair, lesser = places[PAIR_PLACE], min(s[at + 2], s[at + 3])
    features[count] = pair + SIDE * s[at + 2] + s[at + 3]
    features[count + 1] = LEASTS + (pair - PAIRS) // AREA * SIDE + lesser
    features[count + 2] = places[MARKET_PLACE] + s[at + 1]
    features[count + 3] = places[BIAS_PLACE]
    count += 4
    held = list_cards(s, at + HAND, cards)
    for number in range(held):
        features[count + number] = places[KEPT_PLACE] + cards[number]
    return count + held


@jit
def _tilt(values: FloatArray, tilted: FloatArray, most: float, rng: Generator) -> None:
    """Copy the values with a random preference for each track, in each round the same."""
    tilted[:] = values
    for resource in range(RESOURCE_COUNT):
        for seal in range(2):
            slope = most * (random_below(rng, 2001) / 1000 - 1)
            for block in range(ROUNDS):
                begin = (block * RESOURCE_COUNT + resource) * 4 * AREA
                for place in range(4 * AREA):
                    space = place % SIDE if seal else place // SIDE % SIDE
                    tilted[begin + place] += slope * space


@jit
def learn(
    start: IntArray,
    values: FloatArray,
    learnt: FloatArray,
    games: int,
    pace: float,
    most_tilt: float,
    rng: Generator,
    errors: FloatArray,
) -> None:
    """Play games by `values`, and change what was `learnt` after each.

    `errors` counts samples, errors and their squares by round, and points at the end.
    """
    s, ledgers = start.copy(), np.empty((WIDTH, LEDGER), dtype=np.int64)
    tilted, cards = values.copy(), np.empty(16, dtype=np.int64)
    count = start[SEATS]
    features = np.empty((ROUNDS, count, MOST_FEATURES), dtype=np.int64)
    widths = np.empty((ROUNDS, count), dtype=np.int64)
    before = np.empty((ROUNDS, count), dtype=np.int64)
    for _ in range(games):
        s[:] = start
        _tilt(values, tilted, most_tilt, rng)
        while s[STAGE] != OVER_STAGE:
            play_round(s, rng, tilted, ledgers)
            after = s[ROUND] - 1
            for seat in range(count):
                widths[after, seat] = _features(s, seat, cards, features[after, seat])
                before[after, seat] = s[ESTATES + seat * ESTATE_SIZE + PRESTIGE]
            apply(s, CHANCE, draw(s, rng))
        for after in range(ROUNDS):
            for seat in range(count):
                rest = 1.0 * (s[ESTATES + seat * ESTATE_SIZE + PRESTIGE] - before[after, seat])
                for number in range(widths[after, seat]):
                    rest -= learnt[features[after, seat, number]]
                errors[0, after] += 1
                errors[1, after] += rest
                errors[2, after] += rest * rest
                errors[3, after] += s[ESTATES + seat * ESTATE_SIZE + PRESTIGE]
                if after < ROUNDS - 1:
                    for number in range(widths[after, seat]):
                        learnt[features[after, seat, number]] += pace * rest


FIRST_GAMES: Final = 200
PATH: Final = Path(policy.__file__).with_name("values.npy")
PACES: Final = (0.01, 0.006, 0.004, 0.002, 0.001, 0.0005, 0.0003)
TILTS: Final = (0.5, 0.4, 0.3, 0.3, 0.3, 0.2, 0.2)


def meet_means(learnt: FloatArray, starts: Mapping[int, IntArray], rng: Generator) -> None:
    """Change the biases so that the values are right on average, by games of each number of seats.

    Else all values that occur would take a share of what is missing, and those that hardly do would seem bad.
    """
    for seats, start in starts.items():
        errors = np.zeros((4, ROUNDS))
        learn(start, with_shares(folded(learnt)), learnt, FIRST_GAMES, 0.0, TILTS[0], rng, errors)
        learnt[BIASES:SIZE].reshape(ROUNDS, -1)[:-1, seats] += (errors[1] / errors[0])[:-1]


def main(games: int) -> None:
    """Learn and write the file."""
    learnt, rng = np.zeros(ALL), np.array([1], dtype=np.uint64)
    learnt[:SIZE] = first_values()
    options = Options()
    starts = {seats: kernel.from_state(GREAT_SPLIT.start(options, seats)) for seats in range(2, 8)}
    begin = time.time()
    meet_means(learnt, starts, rng)
    for pace, tilt in zip(PACES, TILTS, strict=True):
        errors = np.zeros((4, ROUNDS))
        for _ in range(games // len(PACES) // 384):
            for seats in (4, 4, 3, 2, 5, 6):
                learn(starts[seats], with_shares(folded(learnt)), learnt, 64, pace, tilt, rng, errors)
        _, mean, square, points = errors / errors[0]
        spread = np.sqrt(square - mean * mean)
        took = f"{time.time() - begin:.0f} s"
        print(f"{took}: {points[0]:.1f} points, errors {spread.round(2)} around {mean.round(2)}", flush=True)
        np.save(PATH, folded(learnt).astype(np.float32))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
