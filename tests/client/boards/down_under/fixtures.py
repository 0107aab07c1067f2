"""What the tests of Down Under's table share: positions, frames, games played at random, hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from client.boards.contract import Frame
from client.boards.down_under.board import DownUnderBoard
from client.boards.kit.action_picker import ActionPicker
from client.ui.intents import MOUSE, PointAt
from core.game import Seat
from core.games.down_under.board import trace_paths
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Action, Cell, Laid, Lay, LayBillabong, Options, State
from tests.client.boards import fixtures
from tests.client.boards.fixtures import FIELD, SIDE, replace

BASIC = Options()
ANIMALS = Options(animals=True)
MANY: tuple[tuple[Options, int], ...] = (
    (BASIC, 2),
    (BASIC, 3),
    (BASIC, 4),
    (ANIMALS, 2),
    (Options(size="hard", animals=True), 4),
    (Options(size="unlimited"), 3),
    (Options(frame="river", animals=True), 3),
    (Options(frame="border"), 2),
    (Options(single_start=True), 2),
    (Options(single_start=True), 3),
    (Options(two_paths="two cards"), 2),
    (Options(two_paths="one card", animals=True), 2),
)
"""Options and numbers of seats that differ in what there is to do."""


position = partial(fixtures.position, DOWN_UNDER)
frame = partial(fixtures.frame, DOWN_UNDER)
step_event = partial(fixtures.step_event, DOWN_UNDER)


def made_board(options: Options, seats: int) -> DownUnderBoard:
    """The board of a table."""
    board = DownUnderBoard(DOWN_UNDER, options, seats)
    board.arrange(FIELD, SIDE)
    return board


def over(board: DownUnderBoard, shown: Frame, cell: Cell) -> ActionPicker:
    """The hand of whoever is asked, with the pointer over a cell."""
    assert shown.chooser is not None
    spots = {spot.target: spot.rect for spot in board.spots(shown.view, board.layout(shown.view))}
    x, y = spots["cell", *cell].centre
    board.handle(PointAt(x=x, y=y, device=MOUSE), shown)
    return board.pickers[shown.chooser]


def played(text: str, options: Options = BASIC, seats: int = 2) -> State:
    """The position after these actions, each of them made by whoever is to act."""
    state = DOWN_UNDER.start(options, seats)
    for word in text.split():
        action = DOWN_UNDER.parse(word)
        assert DOWN_UNDER.why_not(state, state.turn, action) is None, word
        state = DOWN_UNDER.apply(state, state.turn, action)
    return state


def set_up(text: str, options: Options = BASIC, seats: int = 2, turn: int = 0) -> State:
    """A position with these cards, each with its path in front of it: `0:NE@0,0 1:EW@3,0`."""
    start, cards = DOWN_UNDER.start(options, seats), list[Laid]()
    for word in text.split():
        path, _, rest = word.partition(":")
        action = DOWN_UNDER.parse(rest)
        assert isinstance(action, Lay | LayBillabong)
        if isinstance(action, Lay):
            cards.append(Laid(action.card, action.x, action.y, int(path), action.animal))
        else:
            cards.append(Laid("billabong", action.x, action.y, -1))
    paths = trace_paths((*start.frame, *cards), len(start.paths))
    return replace(start, played=tuple(cards), paths=paths, stage="play", turn=Seat(turn))


def games(
    options: Options, seats: int, seed: int, start: State | None = None
) -> Iterator[tuple[State, Seat, Action, State]]:
    """Every step of a random game."""
    rng, state = random.Random(seed), DOWN_UNDER.start(options, seats) if start is None else start
    while DOWN_UNDER.to_act(state):
        seat = state.turn
        action = rng.choice(DOWN_UNDER.legal(state, seat))
        after = DOWN_UNDER.apply(state, seat, action)
        yield state, seat, action, after
        state = after
