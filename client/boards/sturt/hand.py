"""The hand of somebody who plays Sturt: which card, turned how, over which cell."""

from __future__ import annotations

from typing import Final, Literal

from client.boards.base import Chosen, Denied, Frame, Handled, Reply
from client.boards.sturt.places import Places
from client.ui.geometry import Point as Spot
from client.ui.intents import (
    Accept,
    Cycle,
    Intent,
    Move,
    Point,
    Press,
    Scroll,
    Secondary,
    Turn,
)
from core.game import Refusal
from core.games.sturt.board import DOUBLES, FORKS, TRIPLES
from core.games.sturt.rules import STURT
from core.games.sturt.state import Lay, State

Pile = Literal["double", "fork", "triple"]
PILES: Final[dict[Pile, tuple[int, ...]]] = {"double": DOUBLES, "fork": FORKS, "triple": TRIPLES}


def clockwise(corners: int, steps: int = 1) -> int:
    """A card turned by so many quarter turns: NE goes to SE, SE to SW and so on."""
    steps %= 4
    return ((corners << steps) | (corners >> (4 - steps))) & 15


def piles(view: State) -> tuple[Pile, ...]:
    """The piles cards are taken from in this phase."""
    return ("double", "fork") if view.phase == 1 else ("triple",)


def left(view: State, pile: Pile) -> int:
    """How many cards lie on a pile."""
    return {"double": view.supply.doubles, "fork": view.supply.forks, "triple": view.supply.triples}[pile]


class Hand:
    """What the person holds. Changed by intents only, never by drawing."""

    def __init__(self) -> None:
        self.cards: dict[Pile, int] = {pile: cards[0] for pile, cards in PILES.items()}
        self.pile: Pile = "double"
        self.cell: tuple[int, int] | None = None
        self.over_pile: Pile | None = None
        self.announcing = False
        self.turned_at = -1.0
        self.turned_by = 1
        self._moved_in = -1
        self._by_pointer = False

    @property
    def pointed(self) -> tuple[int, int] | None:
        """The cell under the pointer, if it was moved last."""
        return self.cell if self._by_pointer else None

    def rests(self, frame: Frame) -> bool:
        """Whether the pointer only lies where it lay when the turn began: it asks nothing then."""
        return self._by_pointer and self._moved_in != frame.position.turn

    def corners(self, view: State) -> int:
        """The card in hand."""
        return self.cards[self.held(view)]

    def held(self, view: State) -> Pile:
        """The pile it is from: the chosen one, if it is in play and not empty."""
        open_piles = [pile for pile in piles(view) if left(view, pile)]
        return self.pile if self.pile in open_piles else (open_piles or piles(view))[0]

    def lay(self, view: State) -> Lay | None:
        """The action of laying it where the hand is."""
        if self.cell is None or view.result is not None:
            return None
        return Lay(self.corners(view), *self.cell, self.announcing)

    def refusal(self, view: State) -> Refusal | None:
        """Why it cannot lie there; None if it can or is over no cell."""
        lay = self.lay(view)
        return None if lay is None else STURT.why_not(view, view.turn, lay)

    def start(self, view: State) -> tuple[int, int]:
        """Where the hand appears when it is moved by keys for the first time."""
        return view.last if view.last is not None else (0, 0)

    def handle(self, intent: Intent, frame: Frame, places: Places) -> Reply:
        """What the intent does to the hand, or the decision it is."""
        view: State = frame.view
        self._moved_in, self._by_pointer = frame.position.turn, intent.device.kind == "mouse"
        match intent:
            case Point():
                self._point((intent.x, intent.y), places)
                return None
            case Press():
                return self._press((intent.x, intent.y), frame, places)
            case Move():
                return self._move(intent, view, places)
            case Turn():
                return self._turn(intent.step, view, frame.now)
            case Scroll():
                return self._turn(1 if intent.dy < 0 else -1, view, frame.now)
            case Secondary():
                return self._turn(1, view, frame.now)
            case Cycle():
                return self._cycle(intent.step, view)
            case Accept():
                return self._decide(view)
        return None

    def _point(self, spot: Spot, places: Places) -> None:
        self.cell = places.cell_at(spot)
        self.over_pile = places.pile_at(spot)

    def _press(self, spot: Spot, frame: Frame, places: Places) -> Reply:
        pile = places.pile_at(spot)
        if pile is not None:
            return self._take(pile, frame.view)
        cell = places.cell_at(spot)
        if cell is None:
            return None
        self.cell = cell
        return self._decide(frame.view)

    def _take(self, pile: Pile, view: State) -> Reply:
        if not left(view, pile):
            return Denied(Refusal("sturt.refusal.used_up"))
        if self.pile == pile:
            self.cards[pile] = clockwise(self.cards[pile])
        self.pile = pile
        return Handled("paper_slide")

    def _move(self, intent: Move, view: State, places: Places) -> Reply:
        if self.cell is None:
            self.cell = self.start(view)
            return Handled("move")
        moved = (self.cell[0] + intent.dx, self.cell[1] + intent.dy)
        if not places.shows(moved):
            return None
        self.cell = moved
        return Handled("move")

    def _turn(self, step: int, view: State, now: float) -> Reply:
        pile = self.held(view)
        self.cards[pile] = clockwise(self.cards[pile], step)
        self.turned_at, self.turned_by = now, step
        return Handled("wood")

    def _cycle(self, step: int, view: State) -> Reply:
        open_piles = [pile for pile in piles(view) if left(view, pile)]
        if len(open_piles) < 2:
            return None
        self.pile = open_piles[(open_piles.index(self.held(view)) + step) % len(open_piles)]
        return Handled("paper_slide")

    def _decide(self, view: State) -> Reply:
        if self.cell is None:
            self.cell = self.start(view)
            return Handled("move")
        lay = self.lay(view)
        if lay is None:
            return None
        refusal = STURT.why_not(view, view.turn, lay)
        return Chosen(lay) if refusal is None else Denied(refusal)
