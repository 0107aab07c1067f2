"""What holds in every game: random games over all options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from core import codec
from core.games.sturt import board
from core.games.sturt.board import DESERT_SIZE, DOUBLES, FORKS, FULL_SUPPLY, TRIPLES
from core.games.sturt.rules import SHORTEST_ROUTE, STURT
from core.games.sturt.state import Lay, Options, State
from tests.core.games.sturt.diagrams import NS, WE

OPTIONS = codec.every_options(STURT)


def playout(options: Options, seed: int) -> Iterator[tuple[State, list[Any], Any]]:
    """Position, legal actions, the one chosen; at the end the last position, none and None."""
    rng = np.random.default_rng(seed)
    s = STURT.start(options, 2)
    while acting := STURT.to_act(s):
        legal = STURT.legal(s, acting[0])
        action = legal[int(rng.integers(len(legal)))]
        yield s, legal, action
        s = STURT.apply(s, acting[0], action)
    yield s, [], None


GAMES = [(options, list(playout(options, seed))) for options in OPTIONS for seed in range(12)]
STATES = [(options, s) for options, game in GAMES for s, _, _ in game]


def test_cards_are_neither_lost_nor_made() -> None:
    for _, s in STATES:
        lying = s.corners[s.corners != 0].tolist()
        assert len(lying) == s.supply.on_field <= DESERT_SIZE * DESERT_SIZE
        assert sum(c in TRIPLES for c in lying) == FULL_SUPPLY.triples - s.supply.triples
        assert set(lying) <= set(DOUBLES + FORKS + TRIPLES)
        if s.phase == 1:
            assert sum(c in DOUBLES for c in lying) == FULL_SUPPLY.doubles - s.supply.doubles
        assert min(s.supply.doubles, s.supply.forks, s.supply.triples) >= 0


def test_the_desert_fits_into_five_by_five_and_hangs_together() -> None:
    for _, s in STATES:
        if s.last is None:
            continue
        area = board.tracks(s.corners).area
        assert area.right - area.left < DESERT_SIZE and area.bottom - area.top < DESERT_SIZE
        if s.phase == 2:
            assert (s.corners[area.top : area.bottom + 1, area.left : area.right + 1] != 0).all()


def test_each_lay_changes_one_cell() -> None:
    for _, game in GAMES:
        for (s, _, action), (after, _, _) in pairwise(game):
            changed = np.argwhere(s.corners != after.corners).tolist()
            if isinstance(action, Lay):
                assert changed == [[action.y + 4, action.x + 4]]
                assert after.supply == s.supply.without(action.corners)
                assert after.last == (action.x, action.y)
            else:
                assert not changed and after.supply == s.supply


def test_games_end_in_time() -> None:
    longest = max(len(game) - 1 for _, game in GAMES)
    assert 30 < longest <= 52
    assert {STURT.bound(options, 2) for options in OPTIONS} == {52}


def test_the_numbers_of_choices() -> None:
    for options, game in GAMES:
        by_hand = options.announce == "by hand"
        assert all(len(legal) <= (193 if by_hand else 168) for _, legal, _ in game)


def test_no_route_before_the_tenth_card() -> None:
    for _, s in STATES:
        for seat in (WE, NS):
            route = board.connection(s.corners, seat)
            assert not route or s.supply.on_field >= SHORTEST_ROUTE
            assert len(route) % 2 == 0


def test_nobody_is_connected_while_the_desert_grows_and_the_game_goes_on() -> None:
    for _, s in STATES:
        if s.phase == 1 and s.result is None:
            assert not any(board.connection(s.corners, seat) for seat in (WE, NS))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_games_end_in_several_ways(options: Options) -> None:
    results = {game[-1][0].result for o, game in GAMES if o == options}
    reasons = {result.reason for result in results if result is not None}
    assert len(reasons) >= 2
