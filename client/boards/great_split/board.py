"""The Great Split on the screen."""

from __future__ import annotations

from typing import Final

from client.boards.base import Animation, Frame, Line, Offer, Reply, Report, Still
from client.boards.great_split import covered, scene, words
from client.boards.great_split import motion as motion_of
from client.boards.great_split.hand import Hand
from client.boards.great_split.meant import MODES, SPLITTER, Mode
from client.boards.great_split.places import Places
from client.mirror import Happening
from client.ui.anim import Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Intent, Turn
from core.game import AnyGame, Seat
from core.games.great_split import scoring
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import Action, Options, State
from core.sealed import Step

HAND_OVER: Final = "great_split.offer.hand_over"
_SALES: Final[dict[str, Mode]] = {f"great_split.offer.{mode}": mode for mode in MODES if mode != "play"}
"""The buttons that say what the next card is sold for."""


class GreatSplitBoard:
    """Draws a view of The Great Split, holds a hand for each seat."""

    def __init__(self, game: AnyGame, options: Options, seats: int) -> None:
        assert isinstance(game, GreatSplit)
        self.game = game
        self.seats = seats
        self.hands = tuple(Hand(game, Seat(seat)) for seat in range(seats))
        self._idle = Hand(game, Seat(0))
        self.arrange(Rect(480, 120, 960, 880), Rect(1500, 120, 380, 880))

    def arrange(self, field: Rect, side: Rect) -> None:
        self._rooms = field, side
        self._places: dict[int, Places] = {}

    def places(self, viewer: int) -> Places:
        """Where things lie for a viewer: the own estate is large."""
        if viewer not in self._places:
            self._places[viewer] = Places(*self._rooms, self.seats, viewer, self.game.data)
        return self._places[viewer]

    def hand(self, frame: Frame) -> Hand:
        """The hand of whoever is asked; an empty one while nobody is."""
        return self._idle if frame.chooser is None else self.hands[frame.chooser]

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        return self.hand(frame).handle(intent, frame, self.places(frame.viewer))

    def leave(self) -> None:
        for hand in self.hands:
            hand.leave()

    def toggle(self, key: str, frame: Frame) -> None:
        """Sell the next card, or play it after all."""
        if frame.chooser is not None:
            self.hands[frame.chooser].set_mode(_SALES[key], frame.view)

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        view: State = frame.view
        if frame.chooser is None:
            return ()
        hand = self.hands[frame.chooser]
        if view.stage == "split":
            return (Offer(HAND_OVER, hand.split(view)),)
        if view.stage != "resolve" or hand.wanted(view):
            return ()
        return tuple(Offer(key, on=hand.mode == mode) for key, mode in _SALES.items())

    def prompt(self, frame: Frame) -> Line:
        return words.prompt(self.game, frame, self.hand(frame))

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        if frame.chooser is None:
            return ()
        return tuple(
            (intent, f"great_split.hint.{key}") for intent, key in _hints(self.hand(frame), frame.view)
        )

    def caption(self, happening: Happening, viewer: int) -> Line:
        return words.caption(self.game, happening, viewer)

    def tally(self, frame: Frame, seat: Seat) -> Line:
        view: State = frame.view
        return Line("great_split.tally.points", {"points": view.estates[seat].prestige})

    def measure(self, view: State, seat: Seat) -> float | None:
        """The prestige so far, and what the last scoring would bring now."""
        estate = view.estates[seat]
        if view.stage == "over":
            return float(estate.prestige)
        return float(estate.prestige + scoring.final(self.game.data, estate, view.slider))

    def report(self, view: State) -> Report | None:
        return None

    def workable(self, state: State, step: Step) -> tuple[State, Action]:
        """See `client.retold.Covered`: secrets last to the end."""
        return covered.workable(self.game, state, step)

    def animation(self, happening: Happening, motion: Motion, viewer: int) -> Animation:
        return motion_of.animation(happening, viewer, self.game, motion)

    def still(self, frame: Frame) -> Still:
        return scene.still(frame, self.hand(frame), self.places(frame.viewer))

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        scene.Scene(canvas, frame, self.hand(frame), self.places(frame.viewer)).draw()


def _hints(hand: Hand, view: State) -> tuple[tuple[Intent, str], ...]:
    """The intents that matter now, with the last word of the key of a text for each."""
    if hand.wanted(view):
        back = () if hand.held(view) is None else ((Back(), "put_back"),)
        return (Accept(), "track"), (Cycle(step=1), "next_track"), *back
    match view.stage:
        case "discard":
            return (Accept(), "discard"), (Cycle(step=1), "next_card")
        case "split":
            slide = (Turn(step=1), "slide")
            if hand.focus(view) != SPLITTER:
                return (Accept(), "across"), slide, (Cycle(step=1), "to_splitter")
            # a click on the splitter takes hold of it: with the mouse the button hands the wallet over
            return ((Accept(), "hand_over"), slide) if hand.by_keys else (slide,)
        case "choose":
            return (Accept(), "take"), (Cycle(step=1), "other")
        case "resolve":
            return (Accept(), _play(hand, view)), (Turn(step=1), "mode"), (Cycle(step=1), "next_card")
    return ()


def _play(hand: Hand, view: State) -> str:
    """What Accept does with the card meant."""
    if hand.focus(view) is not None and hand.action(view) is None:
        return "pick"
    return "play" if hand.mode == "play" else "sell"
