"""What the tests of Down Under's table share: positions, frames, games played at random, hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from assets.texts import Texts
from client.boards.contract import Frame
from client.boards.down_under.board import DownUnderBoard
from client.boards.kit.hand import Hand
from client.session.events import GameEvent, PositionView, StepShown
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, PointAt
from core.game import Seat
from core.games.down_under.board import trace_paths
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Action, Cell, Laid, Lay, LayBillabong, Options, State

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

FIELD, SIDE = Rect(480, 120, 960, 880), Rect(1500, 120, 380, 880)

replace = msgspec.structs.replace
texts = lru_cache(Texts)


def made_board(options: Options, seats: int) -> DownUnderBoard:
    """The board of a table."""
    board = DownUnderBoard(DOWN_UNDER, options, seats)
    board.arrange(FIELD, SIDE)
    return board


def over(board: DownUnderBoard, shown: Frame, cell: Cell) -> Hand:
    """The hand of whoever is asked, with the pointer over a cell."""
    assert shown.chooser is not None
    spots = {spot.target: spot.rect for spot in board.spots(shown.view, board.layout(shown.view))}
    x, y = spots["cell", *cell].centre
    board.handle(PointAt(x=x, y=y, device=MOUSE), shown)
    return board.hands[shown.chooser]


def position(state: State, turn: int = 0) -> PositionView:
    """A moment, which everybody sees alike."""
    views = dict.fromkeys(range(-1, state.seats), state)
    return PositionView(views, turn, DOWN_UNDER.to_act(state), DOWN_UNDER.outcome(state))


def frame(
    state: State, chooser: int | None = None, turn: int = 0, now: float = 0.0, language: str = "en"
) -> Frame:
    """What a board is shown of a state while `chooser` is asked."""
    asked = None if chooser is None else Seat(chooser)
    return Frame(position(state, turn), -1, asked, now, texts(language).say)


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


def happening(before: State, seat: int, action: Action, after: State) -> GameEvent:
    """A step as a mirror hands it on."""
    actions: dict[int, Any] = dict.fromkeys(range(-1, before.seats), action)
    return GameEvent(position(before), (StepShown(Seat(seat), actions),), position(after, 1))
