"""What the tests of Ghawar's table share: positions, frames, games of players who want to load, hands."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
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
from core.games.ghawar.loading import beside
from core.games.ghawar.roads import Roads, roads
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import (
    NOTHING,
    Action,
    Drive,
    Leave,
    Options,
    Shift,
    State,
    platform_at,
    space_at,
    truck_index,
)

BASIC = Options()
QUICK = Options(stalemate=1)
"""Ends soon after nobody wants to load any more."""
MANY: tuple[tuple[Options, int], ...] = (
    (BASIC, 2),
    (Options(stalemate=4), 3),
    (Options(crossing_loads=True, stalemate=3), 4),
    (Options(dice_choice=True, stalemate=2), 2),
    (Options(roads="inner", stalemate=3), 3),
    (Options(trucks=2, stalemate=2), 2),
    (Options(trucks=3, roads="inner", crossing_loads=True, dice_choice=True, stalemate=3), 4),
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


def drawn(state: State, rng: random.Random) -> Action:
    """What chance does."""
    actions, odds = zip(*GHAWAR.chances(state), strict=True)
    drawn_: Action = rng.choices(actions, [float(chance) for chance in odds])[0]
    return drawn_


def wants(state: State, legal: Sequence[Any], rng: random.Random, folly: float = 0.1) -> Any:
    """What somebody does who wants to load and bring home, though not without folly."""
    if state.stage != "move" or rng.random() < folly:
        return rng.choice(legal)
    return max(legal, key=lambda action: liking(state, action) + rng.random())


def liking(state: State, action: Action) -> float:
    """How much of a good thing an action is."""
    match action:
        case Leave():
            return 90.0 if state.loads.item(state.turn, truck_index(action.truck)) != NOTHING else -20.0
        case Drive():
            return _liking_drive(state, action)
        case Shift():
            here, there = (action.y // 2, action.x // 2), (action.to[1] // 2, action.to[0] // 2)
            gains = state.cubes.item(here) == NOTHING and state.cubes.item(there) != NOTHING
            return -3.0 if gains else -40.0
    return 0.0


def _liking_drive(state: State, action: Drive) -> float:
    truck, end = truck_index(action.truck), space_at(action.x, action.y)
    if action.load is not None:
        platform = (action.load[1] // 2, action.load[0] // 2)
        value: int = state.values.item(state.cubes.item(platform))
        return 60.0 + value + 5 * bool(state.derricks.item(platform) == state.turn)
    net = roads(state.options.roads)
    if state.loads.item(state.turn, truck) != NOTHING:
        return 30.0 - _way_home(net, state.turn)[end]
    waiting = [space for space in net.spaces if any(_pays(state, space))]
    return -0.5 * min((_apart(end, space) for space in waiting), default=99)


def _pays(state: State, space: int) -> Iterator[bool]:
    """Whether what can be loaded on a space can be paid."""
    for load in beside(state, state.turn, space):
        yield load.price <= state.money.item(state.turn)


@cache
def _way_home(net: Roads, seat: Seat) -> dict[int, int]:
    """How many spaces it is from each to the own edge, for a truck that may turn round."""
    found = dict.fromkeys(net.edge[seat], 0)
    queue = [*found]
    for here in queue:
        for there in net.beside[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def _apart(one: int, other: int) -> int:
    (y, x), (v, u) = divmod(one, 13), divmod(other, 13)
    return abs(x - u) + abs(y - v)


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
