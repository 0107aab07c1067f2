"""What the tests of Ghawar's table share: positions, frames, games of players who want to load, hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from client.boards.contract import Frame, Reply
from client.boards.ghawar.board import GhawarBoard
from client.boards.kit.action_picker import ActionPicker, Choices, ThingKind
from client.ui.intents import MOUSE, Intent, PointAt, Press, Secondary
from core.game import CHANCE, Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import (
    Action,
    Options,
    State,
)
from tests.client.boards import fixtures
from tests.client.boards.fixtures import FIELD, SIDE
from tests.client.boards.ghawar.wants import drawn, wants

BASIC = Options()
QUICK = Options(stalemate=1)
"""Ends soon after nobody wants to load any more."""
MANY: tuple[tuple[Options, int], ...] = (
    (BASIC, 2),
    (Options(stalemate=4), 3),
    (Options(crossing_loads=True, stalemate=3), 4),
    (Options(dice_choice=True, stalemate=2), 2),
    (Options(roads="ring", stalemate=3), 3),
    (Options(trucks=2, roads="ring", stalemate=2), 2),
    (Options(trucks=3, crossing_loads=True, dice_choice=True, stalemate=3), 4),
    (Options(derricks="instead of the roll", stalemate=3), 2),
    (Options(trucks=2, roads="ring", derricks="instead of the roll", stalemate=2), 3),
)
"""Options and numbers of seats that differ in what there is to do."""


position = partial(fixtures.position, GHAWAR)
frame = partial(fixtures.frame, GHAWAR)
step_event = partial(fixtures.step_event, GHAWAR)


# --- games ---------------------------------------------------------------------------------------


def games(
    options: Options, seats: int, seed: int, folly: float = 0.1
) -> Iterator[tuple[State, Seat, Action, State]]:
    """Every step of a game of players who mostly want to load."""
    rng, state = random.Random(seed), GHAWAR.start(options, seats)
    while GHAWAR.to_act(state):
        seat = GHAWAR.to_act(state)[0]
        action = drawn(state, rng) if seat == CHANCE else wants(state, GHAWAR.legal(state, seat), rng, folly)
        after = GHAWAR.apply(state, seat, action)
        yield state, seat, action, after
        state = after


# --- hands ---------------------------------------------------------------------------------------


class Player:
    """Whoever is to act at a position, at a board of its own."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = state.turn
        self.board = made_board(state.options, state.seats)
        self.turn = 0

    def does(self, *intents: Intent) -> Reply:
        """What comes of the last of these intents."""
        reply: Reply = None
        for intent in intents:
            reply = self.board.handle(intent, self.frame)
        return reply

    @property
    def frame(self) -> Frame:
        return frame(self.state, self.seat, self.turn)

    @property
    def hand(self) -> ActionPicker:
        return self.board.pickers[self.seat]

    @property
    def choices(self) -> Choices:
        return self.hand.choices(self.state, self.seat)

    @property
    def kind(self) -> ThingKind:
        """The truck that is meant, by its number, or derricks."""
        return self.hand.meant(self.choices)

    @property
    def said(self) -> str:
        """What Accept would do, in the notation; "" where it would do nothing."""
        action = self.hand.action(self.choices)
        return "" if action is None else GHAWAR.notation(action)

    @property
    def refused(self) -> str:
        """Why it cannot be done: the last part of the code, "" if it can."""
        refusal = self.board.refusal(self.frame)
        return "" if refusal is None else refusal.code.rpartition(".")[2]

    def over(self, *place: int) -> PointAt:
        """The pointer comes to a place of the lattice; without one to the own depot."""
        x, y = self.at(*place)
        return PointAt(x=x, y=y, device=MOUSE)

    def on(self, *place: int) -> Press:
        """The main button goes down there."""
        x, y = self.at(*place)
        return Press(x=x, y=y, device=MOUSE)

    def beside(self, *place: int) -> Secondary:
        """The second button goes down there."""
        x, y = self.at(*place)
        return Secondary(x=x, y=y, device=MOUSE)

    def at(self, *place: int) -> tuple[float, float]:
        layout = self.board.layout(self.state)
        return (layout.cell(*place) if place else layout.depot(self.seat)).centre


def made_board(options: Options, seats: int) -> GhawarBoard:
    """A board in the window of the tests."""
    board = GhawarBoard(GHAWAR, options, seats)
    board.arrange(FIELD, SIDE)
    return board
