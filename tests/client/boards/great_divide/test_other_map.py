"""The laws of boards on another map: everything asks the game at hand, none the map of the box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import pygame
import pytest

from client.boards.great_divide.board import GreatDivideBoard
from client.session.events import GameEvent
from client.ui.intents import MOUSE
from core.game import CHANCE
from core.games.great_divide.land import read
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import Options
from core.protocol.messages import EVERYBODY
from tests.client.boards import laws
from tests.core.games.great_divide.test_maps import SMALL
from tests.core.laws import Played, Shape, playout

GAME = GreatDivide(read(SMALL))
"""Five columns, three areas inland."""
OPTIONS = Options(great_basin=True, two_ocean_pass=True, earthquake=True, events=2)


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    yield
    pygame.display.quit()


@cache
def played(seed: int) -> Played:
    return playout(Shape(GAME, OPTIONS, 2), np.random.default_rng(seed))


@cache
def steps() -> Sequence[GameEvent]:
    """Steps of two games, those of every kind among them."""
    told = [step for seed in range(2) for step in laws.happenings(played(seed))]
    kinds = {type(step.action()): step for step in told}
    assert len(kinds) > 8
    return [*kinds.values(), *told[::40], told[-1]]


def made() -> GreatDivideBoard:
    board = GreatDivideBoard(GAME, OPTIONS, 2)
    board.arrange(laws.FIELD, laws.SIDE)
    return board


@pytest.mark.long
def test_everything_can_be_drawn_and_nothing_jumps() -> None:
    board = made()
    for step in steps():
        laws.law_1_drawable(board, step)
        laws.law_3_no_jump(board, step)


def test_everything_is_said_and_measured() -> None:
    board = made()
    laws.law_7_sentences(
        [one for step in steps() for one in laws.sentences(board, step, EVERYBODY, 2)], ("Ada", "Bo"), 2
    )
    outcome = steps()[-1].after.outcome
    assert outcome is not None
    stands = [board.measure(steps()[-1].after.view(), seat) for seat in (0, 1)]
    assert stands == pytest.approx(list(outcome.scores))


@pytest.mark.long
def test_a_hand_can_do_something_everywhere() -> None:
    deciding = [state for state in played(0).states if CHANCE not in GAME.to_act(state)]
    for state in [state for state in deciding if GAME.to_act(state)][::40]:
        laws.law_5_reachable(made, GAME, state, GAME.to_act(state)[0], MOUSE)
