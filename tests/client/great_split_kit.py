"""What the tests of The Great Split's table share: positions, frames, random games, hands played directly."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from assets.texts import Texts
from client.boards.base import Chosen, Frame, Reply
from client.boards.great_split.hand import Hand
from client.boards.great_split.meant import SPLITTER, TARGETS, Meant, Thing
from client.boards.great_split.places import PRESTIGE, Places
from client.boards.great_split.row import Row
from client.mirror import Happening, Position, Told
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Accept, Cycle, Drag, Intent, Move, Point, Press, Scroll, Turn
from core.game import CHANCE, Seat
from core.games.great_split import state as play
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import TRACKS, Action, Estate, Options, State

FIELD, SIDE = Rect(480, 120, 960, 880), Rect(1500, 120, 380, 880)
BY_KEYS = ("keyboard", "pad")

replace = msgspec.structs.replace
texts = lru_cache(Texts)


def position(state: State, turn: int = 0) -> Position:
    """A moment as everybody and each seat see it."""
    views = {viewer: GREAT_SPLIT.view(state, Seat(viewer)) for viewer in range(state.seats)}
    views[-1] = GREAT_SPLIT.view(state, None)
    return Position(views, turn, GREAT_SPLIT.to_act(state), GREAT_SPLIT.outcome(state))


def frame(
    state: State, chooser: int | None = None, turn: int = 0, now: float = 0.0, language: str = "en"
) -> Frame:
    """What a board is shown of a state while `chooser` is asked."""
    viewer = -1 if chooser is None else chooser
    asked = None if chooser is None else Seat(chooser)
    return Frame(position(state, turn), viewer, asked, now, texts(language).say)


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


def happening(before: State, after: State, *steps: tuple[int, Action], sealed: bool = False) -> Happening:
    """Steps as a mirror hands them on, seen by everybody and each seat."""
    viewers: list[Seat | None] = [None, *map(Seat, range(before.seats))]
    told = []
    state = before
    for who, action in steps:
        seat, views = Seat(who), {}
        for viewer in viewers:
            views[-1 if viewer is None else viewer] = GREAT_SPLIT.seen(state, seat, action, viewer, after)
        told.append(Told(seat, views))
        state = GREAT_SPLIT.apply(state, seat, action)
    return Happening(position(before), tuple(told), position(after), sealed)


def rect_of(hand: Meant, view: State, places: Places, thing: Thing) -> Rect:
    """Where a card, the splitter or a group lies in front of a person."""
    left, right = hand.groups(view)
    cards, at = hand.estate(view).hand, hand.stops(view).index(thing)
    match view.stage:
        case "split":
            before, splitter, behind = places.spread(len(left), len(right))
            return (*before, splitter, *behind)[at]
        case "choose":
            return places.trays(len(left), len(right))[at]
        case "resolve":
            lying, own = places.resolving(len(cards), hand.estate(view).splitter)
            return own if thing == SPLITTER and own else lying[at]
    return places.card(hand.seat, at, len(cards))


class Player:
    """A seat's hand at a position, played by intents; `presses` counts those of keys and buttons."""

    def __init__(self, state: State, seat: int = 0) -> None:
        self.state = state
        self.seat = Seat(seat)
        self.hand = Hand(GREAT_SPLIT, self.seat)
        self.presses = 0

    @property
    def view(self) -> State:
        return GREAT_SPLIT.view(self.state, self.seat)

    @property
    def places(self) -> Places:
        return Places(FIELD, SIDE, self.state.seats, self.seat)

    def does(self, *intents: Intent) -> Reply:
        """What comes of the last of these intents."""
        reply: Reply = None
        for intent in intents:
            if not isinstance(intent, Point | Press | Drag | Scroll):
                self.presses += 1
            reply = self.hand.handle(intent, frame(self.state, self.seat), self.places)
        return reply

    # --- by keys -------------------------------------------------------------------------------------

    def to(self, thing: Thing) -> None:
        """Lead the hand over something, by as few directions as it takes."""
        if self.hand.focus(self.view) is None:
            self.does(Move(dx=1))
        stops = self.hand.stops(self.view)
        if thing == SPLITTER and self.state.stage == "split":
            far = abs(stops.index(self.hand.focus(self.view)) - stops.index(SPLITTER))
            if far > 1:
                self.does(Cycle(step=1))
        while (over := self.hand.focus(self.view)) != thing:
            assert over is not None
            self.does(Move(dx=1 if stops.index(over) < stops.index(thing) else -1))

    def to_track(self, track: int) -> None:
        """Lead the hand over a track that is wanted: by the shorter way around."""
        wanted = self.hand.wanted(self.view)
        meant = self.hand.meant(self.view)
        assert meant is not None and track in wanted, (track, wanted)
        ahead = (wanted.index(track) - wanted.index(meant)) % len(wanted)
        for _ in range(min(ahead, len(wanted) - ahead)):
            self.does(Turn(step=1 if ahead * 2 <= len(wanted) else -1))
        assert self.hand.meant(self.view) == track

    def keyed(self, action: Action) -> Reply:
        """Make a decision by keys."""
        if self.hand.rests(self.view) and not isinstance(action, play.Split):
            self.does(Accept())
        match action:
            case play.Split():
                part(self, action)
            case play.Take():
                self.to(action.side)
            case play.Bonus():
                self.to_track(TARGETS.index(action.track))
            case play.Splitter():
                self.to(SPLITTER)
                self.does(Accept())
                self.to_track(TRACKS.index(action.track))
            case play.SellSplitter():
                self.to(SPLITTER)
                self.does(Turn(step=1 if action.goods == "gold" else -1))
            case play.Sell():
                self.to(action.card)
                self.does(*[Turn(step=1 if action.goods == "gold" else -1)])
            case play.Discard() | play.Play():
                self.to(action.card)
                for seal in getattr(action, "seals", ()):
                    self.does(Accept())
                    self.to_track(TRACKS.index(seal))
        return self.sure(lambda: self.does(Accept()))

    def sure(self, accept: Callable[[], Reply]) -> Reply:
        """Accept; once more if it warns."""
        reply = accept()
        return reply if isinstance(reply, Chosen) else accept()

    # --- by mouse ------------------------------------------------------------------------------------

    def rect(self, thing: Thing) -> Rect:
        """Where a card, the splitter or a group lies now."""
        return rect_of(self.hand, self.view, self.places, thing)

    def spot(self, thing: Thing) -> dict[str, float]:
        """The corner of it that nothing else covers."""
        rect = self.rect(thing)
        return {"x": rect.x + 3, "y": rect.cy}

    def click(self, x: float, y: float) -> Reply:
        return self.does(Point(x=x, y=y, device=MOUSE), Press(x=x, y=y, device=MOUSE))

    def click_track(self, track: int) -> Reply:
        rect = self.places.prestige_of(self.seat)
        return self.click(*(rect.centre if track == PRESTIGE else self.places.space(self.seat, track, 3)))

    def clicked(self, action: Action) -> Reply:
        """Make a decision by clicks, or all of it that is not a button."""
        match action:
            case play.Split():
                row = self.hand.row.of(self.hand.estate(self.view).hand)
                for card in misplaced(row, action.left):
                    self.click(**self.spot(card))
                return Chosen(self.hand.split(self.view))
            case play.Take():
                return self.click(*self.rect(action.side).centre)
            case play.Bonus():
                return self.sure(lambda: self.click_track(TARGETS.index(action.track)))
            case play.SellSplitter():
                self.hand.set_mode(action.goods, self.view)
                return self.sure(lambda: self.click(**self.spot(SPLITTER)))
            case play.Splitter():
                self.click(**self.spot(SPLITTER))
                return self.sure(lambda: self.click_track(TRACKS.index(action.track)))
            case play.Sell():
                self.hand.set_mode(action.goods, self.view)
        assert isinstance(action, play.Sell | play.Discard | play.Play)
        spot, seals = self.spot(action.card), getattr(action, "seals", ())
        reply = self.click(**spot) if seals else self.sure(lambda: self.click(**spot))
        for number, seal in enumerate(seals, start=1):
            last = number == len(seals)
            track = TRACKS.index(seal)
            reply = self.sure(lambda t=track: self.click_track(t)) if last else self.click_track(track)
        return reply


def part(player: Player, split: play.Split) -> None:
    """Part the cards by keys as a person would: some by the splitter, the others one by one across it.

    Which group is left and which is right is all the same to whoever gets the wallet.
    """
    row = player.hand.row.of(player.hand.estate(player.view).hand)
    places = range(1, len(row.cards))
    ways = [
        (before - row.before, misplaced(row.put(before), group))
        for group in (split.left, split.right)
        for before in places
    ]
    slides, across = min(ways, key=lambda way: _parted(Player(player.state, player.seat), *way).presses)
    _parted(player, slides, across)


def _parted(player: Player, slides: int, across: list[int]) -> Player:
    """A player who has moved the splitter, sent these cards across it, and is over it."""
    for _ in range(abs(slides)):
        player.does(Turn(step=1 if slides > 0 else -1))
    for card in across:
        player.to(card)
        player.does(Accept())
    player.to(SPLITTER)
    return player


def misplaced(row: Row, group: tuple[int, ...]) -> list[int]:
    """The cards to send across so that `group` lies before the splitter, so that none empties its group."""
    across = list[int]()
    while wrong := [card for side, cards in enumerate(row.groups) for card in cards
                    if (card in group) == side and len(cards) > 1]:  # fmt: skip
        across.append(wrong[0])
        row = row.across(wrong[0])
    return across
