"""What holds in every game: random games over all options, on the map and on small ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest

from core.game import CHANCE
from core.games.great_divide import scoring
from core.games.great_divide.drainage import BASIN_CODE, EMPTY_SPACE, PASS_CODE, is_pass, water
from core.games.great_divide.land import read
from core.games.great_divide.rules import GREAT_DIVIDE, GreatDivide
from core.games.great_divide.state import Action, Aside, Lay, LayBasin, LayPass, Options, State
from tests.core.games.great_divide.test_maps import SMALL, text_of
from tests.core.shapes import enough_of, shapes_of

SMALLER = GreatDivide(read(SMALL))
NARROW = GreatDivide(read(text_of(("WWW", "1122", "EEE"))))
SHAPES = shapes_of(GREAT_DIVIDE)
OPTIONS = [shape.options for shape in SHAPES]


class Played(NamedTuple):
    """A game: each position with what happened in it; None in the last one."""

    game: GreatDivide
    options: Options
    steps: list[tuple[State, Action | None]]


def playout(game: GreatDivide, options: Options, seed: int) -> Iterator[tuple[State, Action | None]]:
    rng = np.random.default_rng(seed)
    s = game.start(options, 2)
    while acting := game.to_act(s):
        seat = acting[0]
        actions = [a for a, _ in game.chances(s)] if seat == CHANCE else game.legal(s, seat)
        action = actions[int(rng.integers(len(actions)))]
        yield s, action
        s = game.apply(s, seat, action)
    yield s, None


@cache
def games() -> list[Played]:
    """Random games on every map, with all options."""
    return [
        Played(game, options, list(playout(game, options, seed)))
        for game in (SMALLER, NARROW, GREAT_DIVIDE)
        for seed, options in enumerate(
            OPTIONS if game is not GREAT_DIVIDE else OPTIONS[:: len(OPTIONS) // 8], 1000
        )
    ]


def aside_in(played: Played) -> Iterator[tuple[State, Aside]]:
    """Every tile set aside, and the position it was drawn in."""
    for (s, _), (after, _) in pairwise(played.steps):
        if len(after.aside) > len(s.aside):
            yield s, after.aside[-1]


def test_tiles_are_neither_lost_nor_made() -> None:
    for game, options, steps in games():
        whole = game.start(options, 2).bag
        for s, _ in steps:
            codes = s.tiles.tolist()
            there = {kind: int(n) for kind, n in zip(game.kinds, s.bag, strict=True)}
            for space, code in enumerate(codes):
                if 0 <= code < PASS_CODE:
                    there[game.land.areas[game.land.area[space]]] += 1
            there["basin"] += BASIN_CODE in codes
            there["pass"] += any(map(is_pass, codes))
            there["five"] += s.five is not None
            for kind in (*(tile.kind for tile in s.aside), *([s.drawn] if s.drawn else [])):
                there[kind] += 1
            left = [there[kind] for kind in game.kinds]
            gone = (whole - left)[-2:]
            assert (whole - left)[:-2].tolist() == [0] * (len(whole) - 2)
            assert (gone >= 0).all(), "earthquake and events leave the game once used"


def test_every_river_can_reach_an_ocean_unless_there_is_an_inland_sea() -> None:
    for game, _, steps in games():
        for s, _ in steps[::7]:
            now = water(game.land, s.tiles, s.inland)
            west, east = now.reach(scoring.SEATS[0]), now.reach(scoring.SEATS[1])
            rivers = (s.tiles != EMPTY_SPACE) & (s.tiles < PASS_CODE)
            assert s.inland or (west | east)[rivers].all()
            assert s.inland or now.crest is None or now.streams is not None


def test_each_tile_is_laid_alone_and_nothing_else_changes_then() -> None:
    for game, _, steps in games():
        for (s, action), (after, _) in pairwise(steps):
            changed = np.flatnonzero(s.tiles != after.tiles).tolist()
            if isinstance(action, Lay | LayBasin | LayPass):
                assert changed == [game.land.space[action.x, action.y]] and s.tiles[changed[0]] == EMPTY_SPACE
                assert after.last == s.actor and (s.bag == after.bag).all()


def test_a_river_tile_is_set_aside_only_where_its_area_is_full_or_in_the_inland_sea() -> None:
    met = 0
    for played in games():
        land = played.game.land
        for s, tile in aside_in(played):
            met += 1
            assert tile.basin == (BASIN_CODE in s.tiles) and tile.two_ocean == any(
                map(is_pass, s.tiles.tolist())
            )
            if tile.kind in land.areas and not s.inland:
                area = land.area == land.areas.index(tile.kind)
                assert s.options.special_geography and not (s.tiles[area] == EMPTY_SPACE).any()
    assert met > 50


def test_no_space_stays_empty_without_the_inland_sea() -> None:
    ends = [played.steps[-1][0] for played in games()]
    assert all(s.inland or EMPTY_SPACE not in s.tiles for s in ends)
    assert any(EMPTY_SPACE in s.tiles for s in ends)


def test_points_add_up() -> None:
    for game, _, steps in games():
        outcome = game.outcome(steps[-1][0])
        assert outcome is not None
        codes = steps[-1][0].tiles.tolist()
        rivers, two_ocean = sum(0 <= code < PASS_CODE for code in codes), any(map(is_pass, codes))
        if not steps[-1][0].inland:
            assert sum(outcome.scores) == rivers + 2 * two_ocean + 5
        assert sum(outcome.scores) <= rivers + 2 * two_ocean + 5


def test_each_turn_lays_one_tile_of_ones_own() -> None:
    for _, _, steps in games():
        own = 0
        for (s, action), (after, _) in pairwise(steps):
            own += isinstance(action, Lay | LayBasin | LayPass) and s.actor == s.turn
            own += after.five != s.five and after.five == s.turn
            if after.turn != s.turn:
                assert own == 1 or s.stage == "quake"
                own = 0


def test_the_inland_sea_stays() -> None:
    for _, _, steps in games():
        assert all(after.inland or not s.inland for (s, _), (after, _) in pairwise(steps))


@pytest.mark.parametrize("options", [shape.options for shape in enough_of(SHAPES)], ids=str)
def test_games_end_in_time(options: Options) -> None:
    chosen = [played for played in games() if played.options == options]
    assert chosen
    for game, _, steps in chosen:
        assert len(steps) - 1 <= game.bound(options, 2)
