"""The board of The Great Divide on another map: everything asks the game at hand, none the map of the box."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pygame
import pytest

from client.boards.base import Frame
from client.boards.great_divide.board import GreatDivideBoard
from client.mirror import Happening, Position, Told
from client.screens.panes import sentence
from client.screens.table_layout import TableLayout
from client.ui import theme
from client.ui.anim import Motion
from client.ui.canvas import Canvas
from client.ui.intents import Accept
from core.game import CHANCE, Seat
from core.games.great_divide.land import read
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import Draw, Flip, Options, State
from core.messages import EVERYBODY
from tests.client.great_divide_kit import texts
from tests.core.great_divide.test_maps import SMALL

GAME = GreatDivide(read(SMALL))
"""Five columns, three areas inland."""
OPTIONS = Options(great_basin=True, two_ocean_pass=True, earthquake=True, events=2)


def position(state: State) -> Position:
    views = {viewer: GAME.view(state, Seat(viewer) if viewer >= 0 else None) for viewer in (-1, 0, 1)}
    return Position(views, 0, GAME.to_act(state), GAME.outcome(state))


def played(seed: int) -> Iterator[Happening]:
    """The steps of a random game on the small map."""
    rng, state = random.Random(seed), GAME.start(OPTIONS, 2)
    while to_act := GAME.to_act(state):
        seat = rng.choice(to_act)
        legal = [a for a, _ in GAME.chances(state)] if seat == CHANCE else list(GAME.legal(state, seat))
        draws = [a for a in legal if isinstance(a, Draw)]
        action = rng.choice(draws or [a for a in legal if not isinstance(a, Flip)])
        after = GAME.apply(state, seat, action)
        viewers = (-1, 0, 1)
        seen = {v: GAME.seen(state, seat, action, Seat(v) if v >= 0 else None, after) for v in viewers}
        yield Happening(position(state), (Told(seat, seen),), position(after))
        state = after


@cache
def steps() -> tuple[Happening, ...]:
    return tuple(step for seed in range(6) for step in played(seed))


@pytest.fixture(scope="module")
def canvas() -> Canvas:
    return Canvas(pygame.Surface((640, 360)), theme.load("lamplight"))


@pytest.fixture
def board(canvas: Canvas) -> GreatDivideBoard:
    made = GreatDivideBoard(GAME, OPTIONS, 2)
    lay = TableLayout.of(canvas.area, 2, 4, 1)
    made.arrange(lay.field, lay.side)
    return made


def during(step: Happening, t: float) -> Frame:
    return Frame(step.before, -1, None, t, texts("en").say, happening=step, t=t)


def asked(step: Happening) -> Frame:
    return Frame(step.before, step.seat, step.seat, 0.0, texts("en").say)


def test_everything_is_said_and_measured(board: GreatDivideBoard) -> None:
    for step in steps():
        assert sentence(board.caption(step, -1), texts("en").say, ("Ada", "Bo").__getitem__)
        assert board.animation(step, Motion(), EVERYBODY).seconds > 0
        view = step.after.view()
        points = [board.tally(during(step, 0.0), seat).values["points"] for seat in (Seat(0), Seat(1))]
        assert all(0 <= int(number) <= GAME.land.size + 5 for number in points)
        stands = [board.measure(view, seat) for seat in (Seat(0), Seat(1))]
        if step.after.outcome is not None:
            assert stands == pytest.approx(list(step.after.outcome.scores))


def test_what_lies_beside_the_land_and_what_moves_can_be_drawn(
    board: GreatDivideBoard, canvas: Canvas
) -> None:
    for step in steps()[:160]:
        seconds = board.animation(step, Motion(), EVERYBODY).seconds
        for moment in (0.0, 0.3, 0.6, 0.95):
            shown = during(step, seconds * moment)
            board.still(shown).paint_side(canvas)
            board.draw(canvas, shown)


def test_a_hand_can_do_something_everywhere(board: GreatDivideBoard, canvas: Canvas) -> None:
    for step in steps():
        if step.seat == CHANCE:
            continue
        shown = asked(step)
        assert board.prompt(shown).key and board.hints(shown)
        board.handle(Accept(), shown)
        assert board.refusal(shown) is None
        board.draw(canvas, shown)
        board.leave()
