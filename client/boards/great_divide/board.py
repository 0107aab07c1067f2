"""The Great Divide on the screen."""

from __future__ import annotations

from typing import Final

from client.boards.base import Animation, Frame, Line, Offer, Reply, Report, Still
from client.boards.great_divide import motion as motion_of
from client.boards.great_divide import scene
from client.boards.great_divide.hand import CHOOSING, ON_THE_LAND, TURNING, Hand, legal
from client.boards.great_divide.places import Places
from client.boards.great_divide.standing import outlook
from client.boards.great_divide.words import caption, prompt
from client.mirror import Happening
from client.ui.anim import Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept, Cycle, Intent, Move, Turn
from core.game import AnyGame, Seat
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import SEATS
from core.games.great_divide.state import Cards, Decline, Draw, Give, Keep, Options, State

_SPOKEN: Final = {
    Draw: "great_divide.offer.draw",
    Keep: "great_divide.offer.keep",
    Give: "great_divide.offer.give",
    Decline: "great_divide.offer.decline",
}
_ACCEPT: Final = {
    "cards": "great_divide.hint.card",
    "lay": "great_divide.hint.lay",
    "quake": "great_divide.hint.remove",
    "flood": "great_divide.hint.flood",
    "volcanoes": "great_divide.hint.turn_tile",
}


class GreatDivideBoard:
    """Draws a view of The Great Divide, holds a hand for each seat."""

    def __init__(self, game: AnyGame, options: Options, seats: int) -> None:
        assert isinstance(game, GreatDivide)
        self.game = game
        self.hands = tuple(Hand(game, options, seat) for seat in SEATS)
        self._idle = Hand(game, options, SEATS[0])
        self._letters = game.letters_in_play(options)
        self.arrange(Rect(0, 0, 1000, 900), Rect(1000, 0, 300, 900))

    def arrange(self, field: Rect, side: Rect) -> None:
        self.places = Places(self.game.land, field, side, self._letters)

    def hand(self, frame: Frame) -> Hand:
        """The hand of whoever is asked; an empty one while nobody is."""
        return self._idle if frame.chooser is None else self.hands[frame.chooser]

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        return self.hand(frame).handle(intent, frame, self.places)

    def leave(self) -> None:
        for hand in self.hands:
            hand.leave()

    def toggle(self, key: str, frame: Frame) -> None:
        """There are no offers without an action."""

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        view, seat = frame.view, frame.chooser
        if seat is None:
            return ()
        if view.stage in CHOOSING:
            return (Offer("great_divide.offer.cards", self.hands[seat].chosen()),)
        can = legal(self.game, view, seat)
        return tuple(Offer(_SPOKEN[type(a)], a) for a in can if type(a) in _SPOKEN)

    def prompt(self, frame: Frame) -> Line:
        hand = self.hand(frame)
        if frame.chooser is not None and frame.view.stage in ON_THE_LAND and not hand.rests(frame):
            refusal = hand.refusal(frame.view, frame.chooser)
            if refusal is not None:
                return Line(refusal.code, refusal.values)
        return prompt(self.game, frame)

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        view, seat = frame.view, frame.chooser
        if seat is None:
            return ()
        hand = self.hands[seat]
        if view.stage in TURNING:
            drawing = hand.rests(frame) or hand.card is None
            word = "great_divide.hint.draw" if drawing else "great_divide.hint.card"
            return (Accept(), word), (Cycle(step=1), "great_divide.hint.next_card")
        if view.stage not in _ACCEPT:
            return ((Move(dy=1), "great_divide.hint.buttons"),)
        hints: list[tuple[Intent, str]] = [(Accept(), _ACCEPT[view.stage])]
        if hand.turns(view):
            hints.append((Turn(step=1), "great_divide.hint.turn"))
        return (*hints, (Cycle(step=1), f"great_divide.hint.next_{_thing(view)}"))

    def caption(self, happening: Happening, viewer: int) -> Line:
        return caption(self.game, happening, viewer)

    def tally(self, frame: Frame, seat: Seat) -> Line:
        view: State = frame.view
        return Line(f"great_divide.tally.{seat}", {"points": motion_of.sure(view, self.game.land)[seat]})

    def measure(self, view: State, seat: Seat) -> float | None:
        return outlook(self.game, view)[seat]

    def report(self, view: State) -> Report | None:
        return None

    def animation(self, happening: Happening, motion: Motion, viewer: int) -> Animation:
        """How long it takes; and a choice of cards that was made is no longer in hand."""
        if isinstance(happening.action(), Cards):
            for hand in self.hands:
                hand.chosen_by(happening.seat, happening.before.turn)
        return motion_of.animation(happening, self.game, motion)

    def still(self, frame: Frame) -> Still:
        return scene.still(frame, self.hand(frame), self.places)

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        scene.Scene(canvas, frame, self.hand(frame), self.places).draw()


def _thing(view: State) -> str:
    """What the next one is of."""
    return "card" if view.stage in CHOOSING else "space" if view.stage == "lay" else "tile"
