"""The estimate of The Great Divide's AI, against every way of filling small boards and against plain sums."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import numpy as np
import pytest

from core.game import Seat
from core.games.great_divide.bot.outflow import (
    ENDING_VALUES,
    Outflow,
    expected_leads,
    ocean_shares,
    outflow_for,
)
from core.games.great_divide.bot.search import Drawer, DrawSearch, Forecast, SearchLimits
from core.games.great_divide.drainage import EMPTY_SPACE, PASS_CODE, TileCodes, water
from core.games.great_divide.land import GREAT_DIVIDE_MAP, OFF_BOARD, Land
from tests.core.games.great_divide.diagrams import land_of, tiles_of

FILLABLE = (
    """
             ·
         ·       ·
             ·
         ↖       ↓
             ↓
         ·       ↗
             ↗
    """,
    """
             ·       ·
         ↖       ·       ↗
             ·       ·
         ↙       ○       ↘
             ↓       ↘
         ↖       ↙       ↗
             ↖       ↗
    """,
    """
             ·       ·
         ·       ·       ↗
             ·       ↗
         ↖       ⤢       ↗
             ↙       ↑
         ↖       ↘       ↘
             ↖       ↑
    """,
)
"""Boards with five empty spaces."""

NO_SPECIALS = np.full((2, 2), np.nan)


def board(diagram: str) -> tuple[Land, TileCodes]:
    land = land_of(diagram)
    return land, tiles_of(land, diagram)


def completions(land: Land, tiles: TileCodes) -> Iterator[TileCodes]:
    """Every way of filling the empty spaces with arrows so that all water reaches an ocean."""
    empty = np.flatnonzero(tiles == EMPTY_SPACE)
    for ways in product(range(6), repeat=len(empty)):
        full = tiles.copy()
        full[empty] = ways
        if all(_ends(land, full, space) is not None for space in range(land.size) if full[space] < PASS_CODE):
            yield full


def _ends(land: Land, full: TileCodes, space: int) -> int | None:
    """The ocean to which the water of a space comes on a full board."""
    for _ in range(land.size):
        if space < 0 or full[space] >= PASS_CODE:
            return None
        space = land.beside[space][full[space]]
        if space >= land.size:
            return space - land.size
    return None


def some_boards(inland: bool) -> Iterator[TileCodes]:
    """Boards of random lays on the true map, one with each number of tiles."""
    land, rng = GREAT_DIVIDE_MAP, np.random.default_rng(5)
    tiles = np.full(land.size, EMPTY_SPACE, dtype=np.int8)
    for _ in range(land.size):
        yield tiles
        now = outflow_for(land, tiles, inland)
        lay = int(rng.integers(len(now.spaces)))
        tiles = tiles.copy()
        tiles[now.spaces[lay]] = now.ways[lay]


@pytest.mark.parametrize("diagram", FILLABLE)
def test_the_estimate_is_the_mean_over_all_ways_to_fill_the_board(diagram: str) -> None:
    land, tiles = board(diagram)
    ends = [[_ends(land, full, i) for i in range(land.size)] for full in completions(land, tiles)]
    worth = np.array([[0 if end is None else ENDING_VALUES[end] for end in row] for row in ends])
    worth[:, tiles >= PASS_CODE] = 0
    assert len(ends) > 100
    assert np.allclose(outflow_for(land, tiles, False).lead, worth.mean(axis=0))
    assert expected_leads(land, tiles[None], False) == pytest.approx([worth.mean(axis=0).sum()])


@pytest.mark.parametrize("diagram", FILLABLE)
def test_shares_are_the_mean_over_all_ways_to_fill_the_board_too(diagram: str) -> None:
    land, tiles = board(diagram)
    ends = [[_ends(land, full, i) for i in range(land.size)] for full in completions(land, tiles)]
    for seat in (0, 1):
        wanted = np.array([[end == seat for end in row] for row in ends]).mean(axis=0)
        wanted[tiles >= PASS_CODE] = 0
        assert np.allclose(ocean_shares(land, tiles, False)[:, seat], wanted)


def test_all_water_comes_to_one_ocean_or_the_other() -> None:
    """However long it strays about; with the inland sea some comes to none."""
    land = GREAT_DIVIDE_MAP
    for tiles in some_boards(inland=False):
        found = ocean_shares(land, tiles, False)
        assert found.min() > -1e-12 and np.allclose(found.sum(axis=1), 1)
        assert np.allclose(found @ ENDING_VALUES[:2], outflow_for(land, tiles, False).lead)
    for tiles in some_boards(inland=True):
        found = ocean_shares(land, tiles, True)
        assert found.min() > -1e-12 and found.sum(axis=1).max() < 1 + 1e-9


def test_with_the_inland_sea_what_lies_already_counts_in_full_and_rings_nothing() -> None:
    land = GREAT_DIVIDE_MAP
    tiles = list(some_boards(inland=True))[-1]
    full, now = tiles[tiles != EMPTY_SPACE].size, water(land, tiles, True)
    ends = np.array([[seat in now.drains(space) for seat in (0, 1)] for space in range(land.size)])
    assert full > land.size - 5 and (ends.sum(axis=1) == 0).any()
    reached = ends.any(axis=1)
    assert np.array_equal(ocean_shares(land, tiles, True)[reached], ends[reached].astype(float))
    ring = {(3, 4): 2, (4, 4): 3, (4, 5): 5, (3, 5): 0}
    tiles = np.full(land.size, EMPTY_SPACE, dtype=np.int8)
    tiles[[land.space[place] for place in ring]] = list(ring.values())
    assert not ocean_shares(land, tiles, True)[[land.space[place] for place in ring]].any()


def test_the_estimate_is_what_many_walks_find() -> None:
    land, rng, walks = GREAT_DIVIDE_MAP, np.random.default_rng(3), 4000
    tiles = list(some_boards(inland=False))[20]
    here = np.repeat(np.arange(land.size), walks)
    while (moving := here[here < land.size]).size:
        ways = np.where(tiles[moving] == EMPTY_SPACE, rng.integers(6, size=moving.size), tiles[moving])
        there = land.neighbour[moving, ways]
        here[here < land.size] = np.where(there == OFF_BOARD, moving, there)
    found = ENDING_VALUES[here - land.size].reshape(land.size, walks).mean(axis=1)
    assert np.abs(found - outflow_for(land, tiles, False).lead).max() < 5 / np.sqrt(walks)


@pytest.mark.parametrize("inland", [False, True])
def test_gains_are_differences_of_estimates(inland: bool) -> None:
    land = GREAT_DIVIDE_MAP
    for tiles in list(some_boards(inland))[::7]:
        now = outflow_for(land, tiles, inland)
        boards = np.tile(tiles, (len(now.spaces), 1))
        boards[np.arange(len(boards)), now.spaces] = now.ways
        close = 0.5 if inland else 1e-6
        assert np.allclose(now.total + now.gains(), expected_leads(land, boards, inland), atol=close)


@pytest.mark.parametrize("inland", [False, True])
def test_lays_are_the_legal_ones_and_what_follows_is_what_a_new_estimate_says(inland: bool) -> None:
    land = GREAT_DIVIDE_MAP
    for before, after in list(pairwise(some_boards(inland)))[::5]:
        now, then = outflow_for(land, before, inland), outflow_for(land, after, inland)
        (space,) = np.flatnonzero(before != after)
        number = int(now.find([(int(space), int(after[space]))])[0])
        assert lays(then) == lays_by_the_rules(land, after, inland)
        laid, gains = now.laid(number), now.gains_after([number])[0]
        known = dict(zip(zip(now.spaces.tolist(), now.ways.tolist(), strict=True), gains, strict=True))
        assert lays(laid) == lays(then) == {lay for lay, gain in known.items() if not np.isnan(gain)}
        if not inland:
            new = dict(
                zip(zip(then.spaces.tolist(), then.ways.tolist(), strict=True), then.gains(), strict=True)
            )
            assert known == pytest.approx(known | new, abs=1e-6, nan_ok=True)
            assert np.allclose(laid.lead, then.lead)


def lays(now: Outflow) -> set[tuple[int, int]]:
    return set(zip(now.spaces.tolist(), now.ways.tolist(), strict=True))


def lays_by_the_rules(land: Land, tiles: TileCodes, inland: bool) -> set[tuple[int, int]]:
    mask = water(land, tiles, inland).arrow_mask(tiles == EMPTY_SPACE)
    return {(space, way) for space, way in np.argwhere(mask).tolist()}


def test_the_mirrored_board_is_worth_the_opposite() -> None:
    land, tiles = board(FILLABLE[0])
    mirrored, last = tiles.copy(), len(land.columns) - 1
    for (x, y), tile in zip(land.places, tiles.tolist(), strict=True):
        mirrored[land.space[last - x, y]] = EMPTY_SPACE if tile == EMPTY_SPACE else -tile % 6
    assert outflow_for(land, mirrored, False).total == pytest.approx(-outflow_for(land, tiles, False).total)


@pytest.mark.long
@pytest.mark.parametrize("tiles", [20, 30, 40])
def test_with_the_inland_sea_the_estimate_is_near_what_random_fillings_bring(tiles: int) -> None:
    land, rng = GREAT_DIVIDE_MAP, np.random.default_rng(4)
    start = list(some_boards(inland=False))[tiles]
    found = []
    for _ in range(100):
        full = start.copy()
        for space in rng.permutation(np.flatnonzero(start == EMPTY_SPACE)):
            here = np.arange(land.size) == space
            ways = np.flatnonzero(water(land, full, True).arrow_mask(here)[space])
            if ways.size:
                full[space] = rng.choice(ways)
        found.append(expected_leads(land, full[None], True)[0])
    assert abs(np.mean(found) - expected_leads(land, start[None], True)[0]) < 6


# --- The draws to come ---------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [(1, 0, 0), (0, 2, 0), (1, 1, 1), (2, 0, 1), (0, 3, 1), (2, 1, 1)])
def test_the_tempo_takes_turns(left: tuple[int, ...]) -> None:
    most, least = np.array([6.0, 1.0, 2.0]), np.array([-4.0, -1.0, 0.5])
    outlook = DrawSearch(board(FILLABLE[0])[0], NO_SPECIALS, eighth=False)
    bag = np.array([*left, 0, 0, 0, 0, 0], dtype=np.float64)

    def tempo(draws: int, seat: int) -> float:
        if not draws:
            return 0.0
        total = 0.0
        for count, up, down in zip(left, most, least, strict=True):
            mine, theirs = (up, down) if seat == 0 else (down, up)
            options = mine + tempo(draws - 1, 1 - seat), theirs + tempo(draws - 1, seat)
            total += count / sum(left) * (min if seat else max)(options)
        return total

    assert outlook.tempo(bag, most, least) == pytest.approx([tempo(sum(left), seat) for seat in (0, 1)])


@pytest.mark.parametrize(("flips", "value"), [(0, 0.0), (1, 2.5), (2, 3.5), (3, 3.5)])
def test_the_drawer_turns_over_what_gains_most(flips: int, value: float) -> None:
    active, passive = np.array([4.0, 2.0, -1.0, 0.0]), np.array([-6.0, -2.0, 3.0, 0.0])
    share = np.full(4, 0.25)
    forecast = Forecast(
        share, np.stack([active, passive]), np.stack([passive, active]), np.array([0, 1, 2, 3])
    )
    cards = np.array([False, True, True])
    before = float(share @ np.array([-6.0, 2.0, -1.0, 0.0]))
    assert forecast.value(Drawer(Seat(0), cards, flips)) == before + value
    assert forecast.value(Drawer(Seat(0), cards, 3)) == forecast.free(Seat(0))


@pytest.mark.long
def test_a_few_draws_before_the_end_the_forecast_is_exact() -> None:
    land, tiles = board(
        """
             ↓       ↙
         ·       ↓       ↗
             ·       ·
         ↗       ↓       ↗
             ↙       ↗
         ↙       ↖       ·
             ↖       ↖
        """
    )
    for bag in ((0, 0, 1), (0, 1, 1), (1, 1, 0), (1, 1, 1)):
        bags = np.array([*bag, 0, 0, 0, 0, 0], dtype=np.float64)
        found = DrawSearch(land, NO_SPECIALS, False).both(
            outflow_for(land, tiles, False), bags, SearchLimits(99, 99)
        )
        assert found == pytest.approx([searched(land, tiles, bag, seat) for seat in (0, 1)]), bag


def searched(land: Land, tiles: TileCodes, bag: tuple[int, ...], seat: int) -> float:
    """The same by plain search: `seat` draws from what is in the bag, its cards lying as it likes."""
    if not sum(bag):
        return float(expected_leads(land, tiles[None], False)[0])
    total = 0.0
    for area, count in enumerate(bag):
        if not count:
            continue
        less = tuple(n - (i == area) for i, n in enumerate(bag))
        mine = best(land, tiles, less, area, by=seat, then=1 - seat)
        theirs = best(land, tiles, less, area, by=1 - seat, then=seat)
        total += count / sum(bag) * (min if seat else max)(mine, theirs)
    return total


def best(land: Land, tiles: TileCodes, bag: tuple[int, ...], area: int, by: int, then: int) -> float:
    worth = []
    mask = water(land, tiles, False).arrow_mask((tiles == EMPTY_SPACE) & (land.area == area))
    for space, way in np.argwhere(mask).tolist():
        after = tiles.copy()
        after[space] = way
        worth.append(searched(land, after, bag, then))
    return (min if by else max)(worth)
