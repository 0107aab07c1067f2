"""Ghawar on the screen."""

from __future__ import annotations

from typing import Final

from client.boards.base import Animation, Frame, Line, Offer, Reply, Report, Still
from client.boards.ghawar import luck, scene, words
from client.boards.ghawar import motion as motion_of
from client.boards.ghawar.hand import Hand
from client.boards.ghawar.headings import Headings
from client.boards.ghawar.places import Places
from client.mirror import Happening
from client.ui.anim import Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Intent, Turn
from core.game import AnyGame, Seat
from core.games.ghawar.rules import Ghawar
from core.games.ghawar.scoring import worth
from core.games.ghawar.state import Options, Pass, State

MOVE_A_DERRICK: Final = "ghawar.offer.derrick"
"""The button that goes from trucks to derricks, and back."""


class GhawarBoard:
    """Draws a view of Ghawar, holds a hand for each seat."""

    def __init__(self, game: AnyGame, options: Options, seats: int) -> None:
        assert isinstance(game, Ghawar)
        self.game = game
        self.options = options
        self.seats = seats
        self.hands = tuple(Hand(game) for _ in range(seats))
        self._idle = Hand(game)
        self._headings = Headings()
        self.arrange(Rect(480, 120, 960, 880), Rect(1500, 120, 380, 880))

    def arrange(self, field: Rect, side: Rect) -> None:
        self.places = Places(field, side, self.seats, self.options, self._headings)

    def hand(self, frame: Frame) -> Hand:
        """The hand of whoever is asked; an empty one while nobody is."""
        return self._idle if frame.chooser is None else self.hands[frame.chooser]

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        return self.hand(frame).handle(intent, frame, self.places)

    def leave(self) -> None:
        for hand in self.hands:
            hand.leave()

    def toggle(self, key: str, frame: Frame) -> None:
        """From trucks to derricks, and back."""
        if frame.chooser is not None:
            self.hand(frame).toggle(frame.view, frame.chooser)

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        view, seat = frame.view, frame.chooser
        if seat is None or view.stage != "move":
            return ()
        hand = self.hands[seat]
        outlook = hand.outlook(view, seat)
        if outlook.stuck:
            return (Offer("ghawar.offer.pass", Pass()),)
        if outlook.drivers and outlook.derricks:
            return (Offer(MOVE_A_DERRICK, on=hand.doing(view, seat) == "derrick"),)
        return ()

    def prompt(self, frame: Frame) -> Line:
        return words.prompt(frame, self.hand(frame))

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        view, seat = frame.view, frame.chooser
        if seat is None or view.stage not in ("build", "move"):
            return ()
        hand = self.hands[seat]
        match hand.doing(view, seat):
            case "build":
                return ((Accept(), "ghawar.hint.build"),)
            case "derrick":
                return self._derrick_hints(hand, view, seat)
            case "drive":
                return self._drive_hints(hand, view, seat)

    def _derrick_hints(self, hand: Hand, view: State, seat: Seat) -> tuple[tuple[Intent, str], ...]:
        held = hand.derrick is not None and not hand.is_new(view)
        accept: tuple[Intent, str] = (Accept(), "ghawar.hint.put" if held else "ghawar.hint.take")
        if held or hand.outlook(view, seat).drivers:
            return accept, (Back(), "ghawar.hint.back")
        return (accept,)

    def _drive_hints(self, hand: Hand, view: State, seat: Seat) -> tuple[tuple[Intent, str], ...]:
        outlook = hand.outlook(view, seat)
        if outlook.stuck:
            return ()
        hints: list[tuple[Intent, str]] = [(Accept(), "ghawar.hint.drive")]
        if len(hand.choices(view, seat)) > 1:
            hints.append((Turn(step=1), "ghawar.hint.load"))
        if len(outlook.drivers) + bool(outlook.derricks) > 1:
            hints.append((Cycle(step=1), "ghawar.hint.other"))
        return tuple(hints)

    def caption(self, happening: Happening, viewer: int) -> Line:
        return words.caption(happening, viewer)

    def tally(self, frame: Frame, seat: Seat) -> Line:
        return words.tally(frame.view, seat)

    def measure(self, view: State, seat: Seat) -> float | None:
        """What it would have if the game ended now."""
        return worth(view, seat)

    def report(self, view: State) -> Report | None:
        return luck.report(view)

    def animation(self, happening: Happening, motion: Motion, viewer: int) -> Animation:
        return motion_of.animation(happening, motion, viewer)

    def still(self, frame: Frame) -> Still:
        return scene.still(frame, self.hand(frame), self.places)

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        scene.Scene(canvas, frame, self.hand(frame), self.places).draw()
