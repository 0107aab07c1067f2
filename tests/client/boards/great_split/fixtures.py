"""What the tests of The Great Split's table share: positions, frames, random games, a board to use."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from client.boards.contract import Frame, Reply
from client.boards.great_split.action_picker import PartingPicker, SplitRow
from client.boards.great_split.board import GreatSplitBoard
from client.boards.kit.pieces import Target
from client.session.events import GameEvent, StepShown
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Drag, Intent, PointAt, Press
from core.game import CHANCE, Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import TRACKS, Action, Estate, Options, State
from tests.client.boards import fixtures
from tests.client.boards.fixtures import FIELD, SIDE, replace

position = partial(fixtures.position, GREAT_SPLIT)
frame = partial(fixtures.frame, GREAT_SPLIT)


def stage(name: str, seats: int = 3, number: int = 1, **first: Any) -> State:
    """A state in a sealed stage of round `number`; what lies before the first seat is given."""
    rest = tuple(Estate(character=seat) for seat in range(1, seats))
    estates = (Estate(character=0, **first), *rest)
    start = GREAT_SPLIT.start(Options(), seats)
    tokens = ("books", "none", "art", "gems")
    ready = (False,) * seats
    return replace(
        start, stage=name, round=number, estates=estates, shown=estates, ready=ready, tokens=tokens
    )


def at(**spaces: int) -> tuple[int, ...]:
    """Tracks at these spaces, all others at 0; `books_seal` is the seal track."""
    named = {name.replace("_", "-"): space for name, space in spaces.items()}
    assert named.keys() <= set(TRACKS)
    return tuple(named.get(track, 0) for track in TRACKS)


def games(seats: int, seed: int) -> Iterator[tuple[State, Seat, Action, State]]:
    """Every step of a random game; all seats of a phase in any order."""
    rng, state = random.Random(seed), GREAT_SPLIT.start(Options(), seats)
    while to_act := GREAT_SPLIT.to_act(state):
        seat = rng.choice(to_act)
        action: Action
        if seat == CHANCE:
            choices, weights = zip(*GREAT_SPLIT.chances(state), strict=True)
            action = rng.choices(choices, [float(weight) for weight in weights])[0]
        else:
            action = rng.choice(GREAT_SPLIT.legal(state, seat))
        after = GREAT_SPLIT.apply(state, seat, action)
        yield state, seat, action, after
        state = after


def step_event(before: State, after: State, *steps: tuple[int, Action], sealed: bool = False) -> GameEvent:
    """Steps as a client table hands them on, seen by everybody and each seat."""
    viewers: list[Seat | None] = [None, *map(Seat, range(before.seats))]
    told = []
    state = before
    for who, action in steps:
        seat, views = Seat(who), {}
        for viewer in viewers:
            views[-1 if viewer is None else viewer] = GREAT_SPLIT.seen(state, seat, action, viewer, after)
        told.append(StepShown(seat, views))
        state = GREAT_SPLIT.apply(state, seat, action)
    return GameEvent(position(before), tuple(told), position(after), sealed)


class Desk:
    """A board in front of one seat, used by intents."""

    def __init__(self, state: State, seat: int = 0) -> None:
        self.state, self.seat, self.turn = state, Seat(seat), 0
        self.board = GreatSplitBoard(GREAT_SPLIT, Options(), state.seats)
        self.board.arrange(FIELD, SIDE)

    @property
    def frame(self) -> Frame:
        return frame(self.state, self.seat, self.turn)

    @property
    def view(self) -> State:
        return GREAT_SPLIT.view(self.state, self.seat)

    @property
    def hand(self) -> PartingPicker:
        return self.board.pickers[self.seat]

    @property
    def row(self) -> SplitRow:
        return self.hand.parted(self.view, self.seat)

    def does(self, *intents: Intent) -> Reply:
        """What comes of the last of these intents."""
        reply: Reply = None
        for intent in intents:
            reply = self.board.handle(intent, self.frame)
        return reply

    def rect(self, target: Target) -> Rect:
        """Where something lies now."""
        return next(spot.rect for spot in self.board.every_spot(self.frame) if spot.target == target)

    def click(self, target: Target) -> Reply:
        """Point at it and press."""
        x, y = self.rect(target).centre
        return self.does(PointAt(x=x, y=y, device=MOUSE), Press(x=x, y=y, device=MOUSE))

    def pull(self, target: Target, *xs: float) -> None:
        """Press something and draw it to these places, one after the other."""
        x, y = self.rect(target).centre
        self.does(PointAt(x=x, y=y, device=MOUSE), Press(x=x, y=y, device=MOUSE))
        self.does(*(Drag(x=place, y=y, device=MOUSE) for place in xs))


def misplaced(row: SplitRow, group: tuple[int, ...]) -> list[int]:
    """The cards to send across so that `group` lies before the splitter, so that none empties its group."""
    across = list[int]()
    while wrong := [card for side, cards in enumerate(row.groups) for card in cards
                    if (card in group) == side and len(cards) > 1]:  # fmt: skip
        across.append(wrong[0])
        row = row.across(wrong[0])
    return across
