"""A game on the shelf that has nothing but its rules is played all the same; what it lacks is told."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import core.games
from core.bots import Budget, bot
from core.bots.kernel import has_kernel
from core.bots.motifs import motifs
from core.bots.parts import has_part
from core.bots.review import USUAL_TRIES, game_points, tries_for
from core.challenge import DAILY_GAMES
from core.environments import setup
from core.game import Refused, Seat
from core.protocol.commands import LEVELS
from server.bots.analyses import analyst_of
from tests.core.floors import GROWN, TOLD
from tests.core.stones import GAME, Lay, Options

PARTS = ("player", "kernel", "encoding", "motifs")


@pytest.fixture(autouse=True)
def _on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    every = (*core.games.GAMES, GAME)
    monkeypatch.setattr(core.games, "GAMES", every)
    monkeypatch.setattr(setup, "GAMES", every)
    yield


def test_it_has_no_parts_and_the_grown_games_have_all() -> None:
    assert not any(has_part("stones", name) for name in PARTS) and not has_kernel(GAME)
    assert all(has_part(game.info.key, name) for game in GROWN for name in PARTS)
    assert GROWN == TOLD and len(GROWN) >= 5


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_it(level: str) -> None:
    state = GAME.start(Options("hexes"), 2)
    for _ in range(3):
        seat = GAME.to_act(state)[0]
        action = bot(GAME, level).choose(GAME, state, seat, np.random.default_rng(4), Budget(positions=40))
        assert action in GAME.legal(state, seat)
        state = GAME.apply(state, seat, action)


def test_what_it_lacks_is_told_or_has_a_usual_value() -> None:
    state = GAME.start(Options(), 2)
    assert motifs(GAME, state, Seat(0), Lay(0, 0)) == ()
    assert (tries_for(GAME), game_points(GAME)) == (USUAL_TRIES, 0.0)
    with pytest.raises(Refused, match="no_analysis"):
        analyst_of(GAME)
    with pytest.raises(setup.NotPossible, match="no game 'stones'; there are great_divide"):
        setup.game_of("stones")


def test_days_of_the_challenge_do_not_depend_on_it() -> None:
    assert GAME not in DAILY_GAMES and not GAME.info.daily and set(DAILY_GAMES) <= set(GROWN)
