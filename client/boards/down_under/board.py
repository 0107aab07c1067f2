"""Down Under on the screen."""

from __future__ import annotations

from client.boards.base import Animation, Frame, Line, Offer, Reply, Report, Still
from client.boards.down_under import motion as motion_of
from client.boards.down_under import scene, words
from client.boards.down_under.hand import Hand
from client.boards.down_under.places import Places
from client.mirror import Happening
from client.ui.anim import Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept, Cycle, Intent, Turn
from core.game import AnyGame, Seat
from core.games.down_under.rules import DownUnder
from core.games.down_under.scoring import is_eligible, score
from core.games.down_under.state import Options, State


class DownUnderBoard:
    """Draws a view of Down Under, holds a hand for each seat."""

    def __init__(self, game: AnyGame, options: Options, seats: int) -> None:
        assert isinstance(game, DownUnder)
        self.game = game
        self.options = options
        self.seats = seats
        self.hands = tuple(Hand(game, Seat(seat)) for seat in range(seats))
        self._idle = Hand(game, Seat(0))
        self.arrange(Rect(480, 120, 960, 880), Rect(1500, 120, 380, 880))

    def arrange(self, field: Rect, side: Rect) -> None:
        self.places = Places(field, side, self.options, self.seats)

    def hand(self, frame: Frame) -> Hand:
        """The hand of whoever is asked; an empty one while nobody is."""
        return self._idle if frame.chooser is None else self.hands[frame.chooser]

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        return self.hand(frame).handle(intent, frame, self.places)

    def leave(self) -> None:
        for hand in self.hands:
            hand.leave()

    def toggle(self, key: str, frame: Frame) -> None:
        """There are no offers."""

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        """Everything is done on the ground."""
        return ()

    def prompt(self, frame: Frame) -> Line:
        return words.prompt(frame, self.hand(frame))

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        view: State = frame.view
        if frame.chooser is None or view.stage == "over":
            return ()
        lays = self.hands[frame.chooser].lays(view)
        if lays.ring is not None:
            return (
                (Accept(), "down_under.hint.open"),
                (Turn(step=1), "down_under.hint.turn"),
                (Cycle(step=1), "down_under.hint.next_curve"),
            )
        return (
            (Accept(), "down_under.hint.lay"),
            (Turn(step=1), "down_under.hint.turn"),
            (Cycle(step=1), "down_under.hint.next_card"),
        )

    def caption(self, happening: Happening, viewer: int) -> Line:
        return words.caption(happening, viewer)

    def tally(self, frame: Frame, seat: Seat) -> Line:
        return words.tally(frame.view, seat)

    def measure(self, view: State, seat: Seat) -> float | None:
        """What its paths bring; nothing in the end, without its dingo."""
        lost = view.stage == "over" and not is_eligible(view, seat)
        return 0.0 if lost else float(score(view, seat))

    def report(self, view: State) -> Report | None:
        return None

    def animation(self, happening: Happening, motion: Motion, viewer: int) -> Animation:
        return motion_of.animation(happening, viewer, self.game, motion)

    def still(self, frame: Frame) -> Still:
        return scene.still(frame, self.places)

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        scene.Scene(canvas, frame, self.hand(frame), self.places).draw()
