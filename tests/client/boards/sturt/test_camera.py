"""The window on Sturt's desert: every choice in sight, no movement without need, none below a pointer."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from assets.texts import Texts
from client.boards.contract import Frame
from client.boards.sturt.board import SturtBoard
from client.boards.sturt.layout import GROWING_SIGHT, Layout, Viewport, choices, limit
from client.session.events import GameEvent, PositionView, StepShown
from client.ui.animation import Motion
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Intent, MoveFocus, PointAt
from core.games.sturt.board import DESERT_SIZE
from core.games.sturt.rules import STURT
from core.games.sturt.state import Lay, Options, State

FIELD, SIDE = Rect(480, 120, 880, 880), Rect(1500, 120, 380, 880)
SAY = Texts("en").translate


def position(state: State, turn: int) -> PositionView:
    return PositionView({-1: state}, turn, STURT.to_act(state), STURT.outcome(state))


def games(count: int) -> Iterator[list[tuple[State, Lay, State]]]:
    """Cards laid at random while the desert grows."""
    for seed in range(count):
        rng, state = random.Random(seed), STURT.start(Options(), 2)
        steps: list[tuple[State, Lay, State]] = []
        while state.result is None and state.phase == 1:
            lays = [action for action in STURT.legal(state, state.turn) if isinstance(action, Lay)]
            lay = rng.choice(lays)
            after = STURT.apply(state, state.turn, lay)
            steps.append((state, lay, after))
            state = after
        yield steps


def seen(view: State, camera: Viewport) -> bool:
    """Whether all places to choose are in sight."""
    return choices(view) <= set(Layout(FIELD, camera).grid.cells())


def test_every_choice_is_in_sight_and_the_camera_moves_only_for_that() -> None:
    moved = 0
    for steps in games(60):
        old = Viewport.centred_on(steps[0][0])
        for _, _, after in steps:
            assert seen(after, Viewport.centred_on(after)), "also where nobody knows where it was"
            new = Viewport.centred_on(after, old)
            assert seen(after, new)
            if new.span == GROWING_SIGHT and old != new:
                moved += 1
                assert not seen(after, old)
            old = new
    assert moved < 60, "less than once in a game"


def test_the_limit_is_as_near_as_it_is_certain_and_holds_all_that_comes() -> None:
    assert limit(STURT.start(Options(), 2)) is None
    for steps in games(20):
        laid = [(lay.x, lay.y) for _, lay, _ in steps]
        for number, (_, _, after) in enumerate(steps, 1):
            found = limit(after)
            assert found is not None
            (left, top), (right, bottom) = found
            assert all(left <= x <= right and top <= y <= bottom for x, y in laid)
            spans = (DESERT_SIZE - 1 - (max(c) - min(c)) for c in zip(*laid[:number], strict=True))
            assert [right - left, bottom - top] == [DESERT_SIZE - 1 + more for more in spans]


def pointed(board: SturtBoard, view: State, cell: tuple[int, int]) -> None:
    spot = board.layout(view).cell(cell).centre
    handled(board, PointAt(device=MOUSE, x=spot[0], y=spot[1]), view, 0)


def handled(board: SturtBoard, intent: Intent, view: State, turn: int) -> None:
    """Give a board an intent as a table does: first the pointer is followed."""
    frame = Frame(position(view, turn), -1, view.turn, 0.0, SAY)
    board.explain(intent, frame)
    board.handle(intent, frame)


@pytest.mark.parametrize("by_key", [False, True])
def test_the_camera_stays_while_the_pointer_is_over_a_place_to_choose(by_key: bool) -> None:
    tried = 0
    for steps in games(40):
        for number, (before, lay, after) in enumerate(steps):
            kept = sorted(choices(before) & choices(after))
            moved_to = Viewport.centred_on(after, Viewport.centred_on(before))
            if Viewport.centred_on(before) == moved_to or not kept:
                continue
            tried += 1
            board = SturtBoard(STURT, Options(), 2)
            board.arrange(FIELD, SIDE)
            pointed(board, before, kept[0])
            if by_key:
                handled(board, MoveFocus(dx=0, dy=0), before, 0)
            there = board.layout(before).cell(kept[0])
            steps_told = (StepShown(before.turn, {-1: lay}),)
            event = GameEvent(position(before, number), steps_told, position(after, number + 1))
            board.animation(event, Motion(), -1)
            if by_key:
                assert board.layout(after).camera == moved_to
                continue
            assert board.layout(before).cell(kept[0]) == board.layout(after).cell(kept[0]) == there
            pointed(board, after, (lay.x, lay.y))
            assert board.layout(after).camera == moved_to
    assert tried > 10


def test_a_key_reaches_what_a_camera_that_was_held_leaves_out() -> None:
    """The pointer rests on a place while the desert grows; whoever takes the keys then sees all places."""
    for steps in games(40):
        for number, (before, lay, after) in enumerate(steps):
            kept = sorted(choices(before) & choices(after))
            now = Viewport.centred_on(before)
            then = Viewport.centred_on(after, now)
            if not kept or then == now or then.span != GROWING_SIGHT or after.result is not None:
                continue
            board = SturtBoard(STURT, Options(), 2)
            board.arrange(FIELD, SIDE)
            pointed(board, before, kept[0])
            steps_told = (StepShown(before.turn, {-1: lay}),)
            event = GameEvent(position(before, number), steps_told, position(after, number + 1))
            board.animation(event, Motion(), -1)
            assert not seen(after, board.layout(after).camera)
            handled(board, MoveFocus(dx=1), after, number + 1)
            assert seen(after, board.layout(after).camera)
            return
    raise AssertionError("no camera had to move")
