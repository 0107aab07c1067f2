"""What the tests of Ghawar's table share: positions, frames, games of players who want to load, hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from assets.texts import Texts
from client.boards.base import Frame, Reply
from client.boards.ghawar.hand import Hand
from client.boards.ghawar.places import Places, Spot
from client.mirror import Happening, Position, Told
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Intent, Point, Press, Secondary
from core.game import CHANCE, Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import (
    Action,
    Options,
    State,
    platform_at,
    space_at,
)
from tests.client.ghawar_wants import drawn, wants

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

FIELD, SIDE = Rect(480, 120, 960, 880), Rect(1500, 120, 380, 880)

replace = msgspec.structs.replace
texts = lru_cache(Texts)


def position(state: State, turn: int = 0) -> Position:
    """A moment, which everybody sees alike."""
    views = dict.fromkeys(range(-1, state.seats), state)
    return Position(views, turn, GHAWAR.to_act(state), GHAWAR.outcome(state))


def frame(
    state: State, chooser: int | None = None, turn: int = 0, now: float = 0.0, language: str = "en"
) -> Frame:
    """What a board is shown of a state while `chooser` is asked."""
    asked = None if chooser is None else Seat(chooser)
    return Frame(position(state, turn), -1, asked, now, texts(language).say)


def happening(before: State, seat: int, action: Action, after: State) -> Happening:
    """A step as a mirror hands it on."""
    actions: dict[int, Any] = dict.fromkeys(range(-1, before.seats), action)
    return Happening(position(before), (Told(Seat(seat), actions),), position(after, 1))


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


def spot_at(x: int, y: int) -> Spot:
    """What lies at a place of the lattice."""
    platform = platform_at(x, y)
    return Spot("space", space_at(x, y)) if platform is None else Spot("platform", platform)


class Player:
    """The hand of the seat to act at a position; each position has a number."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = state.turn
        self.hand = Hand(GHAWAR)
        self.places = Places(FIELD, SIDE, state.seats, state.options)

    def does(self, *intents: Intent) -> Reply:
        """What comes of the last of these intents."""
        reply: Reply = None
        for intent in intents:
            reply = self.hand.handle(intent, self.frame, self.places)
        return reply

    @property
    def frame(self) -> Frame:
        return frame(self.state, self.seat)

    @property
    def meant(self) -> Action | None:
        """What Accept would do."""
        return self.hand.action(self.state, self.seat)

    @property
    def said(self) -> str:
        """What Accept would do, in the notation."""
        return "" if self.meant is None else GHAWAR.notation(self.meant)

    @property
    def refused(self) -> str:
        """Why it cannot be done: the last part of the code, "" if it can."""
        refusal = self.hand.refusal(self.state, self.seat)
        return "" if refusal is None else refusal.code.rpartition(".")[2]

    def over(self, *place: int) -> Point:
        """The pointer comes to a place of the lattice; without one to the own depot."""
        x, y = self._at(place)
        return Point(x=x, y=y, device=MOUSE)

    def on(self, *place: int) -> Press:
        """The main button goes down there."""
        x, y = self._at(place)
        return Press(x=x, y=y, device=MOUSE)

    def over_die(self) -> Point:
        """The pointer comes to the die."""
        x, y = self.places.tray.centre
        return Point(x=x, y=y, device=MOUSE)

    def on_die(self) -> Press:
        """The main button goes down there."""
        x, y = self.places.tray.centre
        return Press(x=x, y=y, device=MOUSE)

    def beside(self, *place: int) -> Secondary:
        """The second button goes down there."""
        x, y = self._at(place)
        return Secondary(x=x, y=y, device=MOUSE)

    def _at(self, place: tuple[int, ...]) -> tuple[float, float]:
        return self.places.rect(self.spot(*place)).centre

    def spot(self, *place: int) -> Spot:
        """What lies at a place of the lattice; without one the own depot."""
        if not place:
            return Spot("depot", self.seat)
        return spot_at(*place)
