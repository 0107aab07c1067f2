"""Evaluation of tracks: the points still to be expected from where they stand after a round.

Points come from families of tracks that do not touch each other: books with its seal, art with its, gold with
its, and both gems with theirs, for only the lesser gem counts. For each family a table holds the worth of
every position after every round, worked out backwards from the last scoring. In each round to come

- the icons on the cards bring steps at random (`inflow`, the mean for each resource), and
- further steps (seals, the splitter, double arrows) can be bought at a `price`: what such a step would bring
  elsewhere, since there are never enough of them.

Where the worth of a family grows by more than the price, its steps are bought.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations
from math import exp, factorial, fsum
from typing import Final, NamedTuple

import numpy as np

from core.bots.contract import FloatArray, IndexArray
from core.games.great_split.data import ROUNDS, SCORING_ROUNDS, GameData
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import TRACKS, Estate, Resource, State

FAMILIES: Final[tuple[tuple[Resource, ...], ...]] = (("books",), ("art",), ("gold",), ("topaz", "emerald"))
"""The resources whose points hang together; each with its seal track."""

MOST_INFLOW: Final = 4
"""Steps on one track that the cards of a round are expected to bring at the most."""


class Prices(NamedTuple):
    """Assumptions about the rounds to come.

    `seal`, `resource`: prices in points of a step on tracks of either kind that no icon gives; `arrows`:
    points a double arrow is worth; `purchases`: steps that can be bought on one track in a round; `inflow`:
    share of a hand's icons that are played.
    """

    seal: float = 1.6
    resource: float = 1.9
    arrows: float = 3.2
    purchases: int = 1
    inflow: float = 1.0


class Horizon(NamedTuple):
    """Horizon of a family of tracks: its scorings to come; families with equal horizons share their tables.

    `lines`: the rounds after which its token scores; `contracts`: the icons on the character tile, for each
    resource; `market`: the tokens turned up so far, for art.
    """

    family: tuple[Resource, ...]
    scoring_rounds: tuple[int, ...]
    contracts: tuple[int, ...]
    market: tuple[int, ...]


def horizons(data: GameData, s: State, estate: Estate) -> tuple[Horizon, ...]:
    """The horizon of each family of a seat."""
    tile = {} if estate.character is None else data.characters[estate.character].contracts
    ahead = []
    for family in FAMILIES:
        token = "gems" if len(family) == 2 else family[0]
        lines = tuple(SCORING_ROUNDS[place // 2] for place, laid in enumerate(s.tokens) if laid == token)
        contracts = tuple(tile.get(resource, 0) for resource in family)
        ahead.append(Horizon(family, lines, contracts, s.market if token == "art" else ()))
    return tuple(ahead)


class Worth:
    """The evaluation of tracks after a round, for many at once."""

    def __init__(self, data: GameData, tables: tuple[FloatArray, ...]) -> None:
        self._tables = [table.ravel() for table in tables]
        self._axes = [_axes(data, family) for family in FAMILIES]
        self._sizes = [table.shape for table in tables]

    def __call__(self, tracks: IndexArray) -> FloatArray:
        """Points for tracks of shape (…, 10)."""
        total = np.zeros(tracks.shape[:-1])
        for table, axes, sizes in zip(self._tables, self._axes, self._sizes, strict=True):
            index = tracks[..., axes[0]]
            for axis, size in zip(axes[1:], sizes[1:], strict=True):
                index = index * size + tracks[..., axis]
            total += table[index]
        return total


@lru_cache(maxsize=256)
def track_values(
    game: GreatSplit, ahead: tuple[Horizon, ...], after: int, prices: Prices, share: float = 0.0
) -> Worth:
    """The evaluation of tracks once the cards of round `after` are resolved.

    With `share` this part of a round's icons is still to come before that.
    """
    tables = (_table(game, horizon, after, prices, share) for horizon in ahead)
    return Worth(game.data, tuple(tables))


# --- The tables of a family ----------------------------------------------------------------------------

StepTransform = Callable[[FloatArray], FloatArray]
"""A function from the worth of every position to the worth one step further on."""


@lru_cache(maxsize=512)
def _table(game: GreatSplit, horizon: Horizon, after: int, prices: Prices, share: float) -> FloatArray:
    """The worth of each position once round `after` is resolved, or all of it but a share."""
    table = _tables(game, horizon, prices)[after]
    if not share:
        return table
    moves = _moves(game.data, horizon.family, prices)
    return _inflow(moves, _icons(game, horizon.family, after - 1), table, share * prices.inflow)


@lru_cache(maxsize=128)
def _tables(game: GreatSplit, horizon: Horizon, prices: Prices) -> list[FloatArray]:
    """The worth of each position after rounds 0 … 6."""
    data, family = game.data, horizon.family
    moves, costs = _moves(data, family, prices), _costs(family, prices)
    tables = [_points(data, horizon, ROUNDS) + _contracts(data, horizon)]
    for after in range(ROUNDS - 1, -1, -1):
        table = tables[0]
        for _ in range(prices.purchases):
            table = _bought(moves, costs, table)
        table = _inflow(moves, _icons(game, family, after), table, prices.inflow)
        for _ in range(horizon.scoring_rounds.count(after)):
            table = table + _points(data, horizon, after)
        tables.insert(0, table)
    return tables


def _bought(moves: list[StepTransform], costs: list[float], table: FloatArray) -> FloatArray:
    """The worth if a step on each track can be bought."""
    for move, cost in zip(moves, costs, strict=True):
        table = np.maximum(table, move(table) - cost)
    return table


def _inflow(moves: list[StepTransform], icons: list[float], table: FloatArray, share: float) -> FloatArray:
    """The worth before random steps on each resource: a Poisson number of them, with these means."""
    for move, mean in zip(moves, icons, strict=False):
        chances = [exp(-share * mean) * (share * mean) ** n / factorial(n) for n in range(MOST_INFLOW)]
        chances.append(1 - fsum(chances))
        total = chances[0] * table
        for chance in chances[1:]:
            table = move(table)
            total = total + chance * table
        table = total
    return table


def _icons(game: GreatSplit, family: tuple[Resource, ...], done: int) -> list[float]:
    """Mean number of icons of each resource in a hand once `done` rounds are over.

    Of the first cards those were laid down for which there was no room.
    """
    data, counts = game.data, levels(game, done)
    return [
        fsum(
            count / len(deck) * sum(data.cards[card].icons.count(resource) for card in deck)
            for count, deck in zip(counts, data.decks, strict=True)
        )
        for resource in family
    ]


def levels(game: GreatSplit, done: int) -> tuple[int, int, int]:
    """Mean number of cards of each level in a hand once `done` rounds are over."""
    twos, threes = min(done + 1, SCORING_ROUNDS[0]), max(0, done + 1 - SCORING_ROUNDS[0])
    return max(0, game.data.hand_limit[done] - twos - threes), twos, threes


def _axes(data: GameData, family: tuple[Resource, ...]) -> list[int]:
    """The tracks of a family: its resources, then their seals."""
    return [TRACKS.index(name) for name in (*family, *(data.seal_of[name] for name in family))]


def _shape(data: GameData, family: tuple[Resource, ...]) -> tuple[int, ...]:
    return tuple(data.spaces[axis] + 1 for axis in _axes(data, family))


def _costs(family: tuple[Resource, ...], prices: Prices) -> list[float]:
    return [prices.resource] * len(family) + [prices.seal] * len(family)


def _moves(data: GameData, family: tuple[Resource, ...], prices: Prices) -> list[StepTransform]:
    """A step on each track of a family, with the bonuses that it reaches."""
    resources = [_resource_move(data, family, i, prices.arrows) for i in range(len(family))]
    seals = [_seal_move(data, family, i, resources[i]) for i in range(len(family))]
    return resources + seals


def _resource_move(data: GameData, family: tuple[Resource, ...], number: int, arrows: float) -> StepTransform:
    track = data.tracks[family[number]]
    spaces = np.arange(track.spaces + 1)
    further = np.minimum(spaces + 1, track.spaces)
    reward = arrows * (np.isin(further, track.double_arrows) & (further > spaces))
    shape = [1] * (2 * len(family))
    shape[number] = track.spaces + 1
    reached = reward.reshape(shape)
    return lambda table: np.take(table, further, axis=number) + reached


def _seal_move(
    data: GameData, family: tuple[Resource, ...], number: int, resource: StepTransform
) -> StepTransform:
    track = data.seal_tracks[data.seal_of[family[number]]]
    axis = len(family) + number
    spaces = np.arange(track.spaces + 1)
    further = np.minimum(spaces + 1, track.spaces)
    shape = [1] * (2 * len(family))
    shape[axis] = track.spaces + 1
    bonus = (np.isin(further, list(track.steps)) & (further > spaces)).reshape(shape)
    return lambda table: np.where(
        bonus, np.take(resource(table), further, axis=axis), np.take(table, further, axis=axis)
    )


# --- What scores when ----------------------------------------------------------------------------------


def _points(data: GameData, horizon: Horizon, after: int) -> FloatArray:
    """The points of books, art or gems scoring after this round, at every position."""
    family = horizon.family
    rows: Mapping[Resource, FloatArray] = {
        "books": np.array(data.tracks["books"].banners, dtype=float),
        "art": _art(data, horizon.market, after)[list(data.tracks["art"].levels)],
        "topaz": 2.0 * np.array(data.tracks["topaz"].values),
        "emerald": 2.0 * np.array(data.tracks["emerald"].values),
        "gold": np.zeros(data.tracks["gold"].spaces + 1),
    }
    points = rows[family[0]]
    if len(family) == 2:
        points = np.minimum.outer(points, rows[family[1]])
    seals = (1,) * len(family)
    return np.ascontiguousarray(np.broadcast_to(points.reshape(*points.shape, *seals), _shape(data, family)))


def _art(data: GameData, market: tuple[int, ...], after: int) -> FloatArray:
    """The expected points of each level of art after this round."""
    left = list(data.market_tokens)
    for value in market:
        left.remove(value)
    to_come = max(0, after - len(market))
    sliders = [sum(market) + sum(values) for values in combinations(left, to_come)]
    rows = np.array([data.art_pays(slider) for slider in sliders], dtype=float)
    return np.asarray(rows.mean(axis=0))


def _contracts(data: GameData, horizon: Horizon) -> FloatArray:
    """The points of contracts at the end, at every position."""
    family = horizon.family
    total = np.zeros(_shape(data, family))
    for number, resource in enumerate(family):
        track, seal = data.tracks[resource], data.seal_tracks[data.seal_of[resource]]
        icons = horizon.contracts[number] + np.array(
            [sum(c <= space for c in track.contracts) for space in range(track.spaces + 1)]
        )
        shape = np.ones((2, 2 * len(family)), dtype=int)
        shape[0, number], shape[1, len(family) + number] = len(icons), len(seal.stars)
        total = total + icons.reshape(shape[0]) * np.array(seal.stars).reshape(shape[1])
    return total
