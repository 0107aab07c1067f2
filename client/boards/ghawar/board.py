"""Ghawar on the screen."""

from __future__ import annotations

from typing import Final

from client.boards.base import Animation, Frame, Line, Offer, Reply, Report, Still
from client.boards.ghawar import luck, scene, words
from client.boards.ghawar import motion as motion_of
from client.boards.ghawar.hand import Hand
from client.boards.ghawar.headings import Headings
from client.boards.ghawar.places import DIE, Places
from client.mirror import Happening
from client.ui.anim import Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Intent, Turn
from core.game import AnyGame, Seat
from core.games.ghawar.rules import Ghawar
from core.games.ghawar.scoring import worth
from core.games.ghawar.state import Options, Pass, Roll, State

MOVE_A_DERRICK: Final = Offer("ghawar.offer.derrick", on=False)
"""The button that goes from trucks to derricks."""
DRIVE_INSTEAD: Final = Offer("ghawar.offer.drive", on=False)
"""The same one while derricks are moved: it says where it leads, not how it stands."""
ROLL_THE_DIE: Final = Offer("ghawar.offer.roll", Roll())
"""The button that does what pressing the die does."""


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
        if seat is not None and view.stage == "choose":
            return (ROLL_THE_DIE,)
        if seat is None or view.stage != "move":
            return ()
        hand = self.hands[seat]
        outlook = hand.outlook(view, seat)
        if outlook.stuck:
            return (Offer("ghawar.offer.pass", Pass()),)
        if outlook.drivers and outlook.derricks:
            return (DRIVE_INSTEAD if hand.doing(view, seat) == "derrick" else MOVE_A_DERRICK,)
        return ()

    def prompt(self, frame: Frame) -> Line:
        return words.prompt(frame, self.hand(frame))

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        view, seat = frame.view, frame.chooser
        if seat is None or view.stage not in ("build", "choose", "move"):
            return ()
        hand = self.hands[seat]
        if hand.outlook(view, seat).stuck:
            return ()
        hints: list[tuple[Intent, str]] = [(Accept(), f"ghawar.hint.{_accept(hand, view, seat)}")]
        if hand.is_new(view) or hand.derrick is None:
            hints += _others(hand, view, seat)
        else:
            hints.append((Back(), "ghawar.hint.back"))
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


def _accept(hand: Hand, view: State, seat: Seat) -> str:
    """What Accept does: at first, and where nothing can be done, something is still to be chosen."""
    mode, fresh = hand.doing(view, seat), hand.is_new(view)
    if fresh or hand.target is None or hand.refusal(view, seat) is not None:
        if mode == "choose":
            return "choose"
        choosing = mode == "derrick" and (fresh or hand.derrick is None)
        return "own" if choosing else "space" if mode == "drive" else "platform"
    if hand.target == DIE:
        return "roll"
    if hand.picks_up(view, seat):
        return "take"
    return "put" if mode == "derrick" else mode


def _others(hand: Hand, view: State, seat: Seat) -> list[tuple[Intent, str]]:
    """What else can be loaded here, and what else can be moved."""
    hints: list[tuple[Intent, str]] = []
    mode = hand.doing(view, seat)
    if not hand.is_new(view) and len(hand.choices(view, seat)) > 1:
        hints.append((Turn(step=1), "ghawar.hint.load"))
    if mode == "choose":
        at_die = hand.is_new(view) or hand.target in (None, DIE)
        if not at_die or hand.outlook(view, seat).derricks:
            hints.append((Cycle(step=1), f"ghawar.hint.{'derrick' if at_die else 'roll'}"))
        return hints
    following = None if mode == "build" else hand.following(view, seat)
    if following is not None:
        word = "derrick" if following == "derrick" else "instead" if mode == "derrick" else "truck"
        hints.append((Cycle(step=1), f"ghawar.hint.{word}"))
    return hints
