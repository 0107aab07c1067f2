"""Who plays which game at the couch of the tests: an action becomes clicks, keys or buttons."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from client.boards.ghawar.board import GhawarBoard
from client.boards.ghawar.hand import Hand as GhawarHand
from client.boards.ghawar.hand import beyond
from client.boards.ghawar.places import DIE, Spot
from client.boards.great_divide.hand import Hand as GreatDivideHand
from client.boards.great_split.parting import PartingHand
from client.boards.great_split.strip import SPLITTER
from client.boards.kit.pieces import Target
from client.ui.focus import Widget
from core.game import Seat
from core.games.ghawar import state as ghawar
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Cards, Draw
from core.games.great_split import state as split
from tests.client.couch import KEYS, Couch, Player, fingers
from tests.client.ghawar_kit import spot_at
from tests.client.ghawar_wants import wants
from tests.client.great_split_kit import misplaced
from tests.client.kit_player import KitPlayer


def press(hands: Couch, button: Widget, device: str) -> None:
    """Press a button; without a mouse the focus is led there."""
    if device == "mouse":
        hands.press(button)
        return
    keys = fingers(hands, device)
    lead(hands, button, lambda: keys.move(0, 1))
    keys.accept()


def lead(hands: Couch, widget: Widget, move: Callable[[], None]) -> None:
    """Lead the focus to a widget."""
    for _ in range(20):
        if hands.table.focus.current is widget:
            return
        move()
    raise AssertionError(f"{hands.table.focus.current} has the focus")


class GreatDividePlayer(KitPlayer):
    """Chooses cards, draws and lays tiles at The Great Divide's table."""

    def picks(self, legal: Sequence[Any], rng: random.Random) -> Any:
        """Draws, when cards have been turned over a little."""
        return Draw() if Draw() in legal and rng.random() < 0.8 else rng.choice(legal)

    def does(self, action: Any, device: str) -> None:
        """The action; cards are turned over one by one before they are chosen."""
        if isinstance(action, Cards):
            hand, seat = self.hand, self.frame.chooser
            assert isinstance(hand, GreatDivideHand) and seat is not None
            letters = GREAT_DIVIDE.letters_in_play(self.frame.view.options)
            for letter in letters:
                if (letter in action.active) != (letter in hand.chosen(self.frame).active):
                    self.over(("card", seat, letter), device)
            assert hand.chosen(self.frame) == action
        super().does(action, device)


class GreatSplitPlayer(KitPlayer):
    """Parts cards at The Great Split's table; what loses something it does twice, as it is asked to."""

    def __init__(self, hands: Couch) -> None:
        super().__init__(hands)
        self._splits = 0

    @property
    def hand(self) -> PartingHand:
        hand = super().hand
        assert isinstance(hand, PartingHand)
        return hand

    def does(self, action: Any, device: str) -> None:
        if device != "mouse":
            keys = fingers(self.hands, device)
            lead(self.hands, self.hands.table.widget, lambda: keys.move(0, -1))
        if isinstance(action, split.Split):
            self._part(action, device)
            return
        super().does(action, device)
        if not self.hands.table.pending and self.hands.table.chooser is not None and self.hand.warned(action):
            self.accepts(device)

    def accepts(self, device: str) -> None:
        """What is meant is done."""
        cursor = self.hand.cursor
        if device == "mouse" and cursor is not None:
            self.hands.click(*self._rect(cursor).centre)
        elif device != "mouse":
            fingers(self.hands, device).accept()

    def over(self, target: Target, device: str) -> None:
        """Lead the hand, or the pointer, over something, and accept."""
        if device == "mouse":
            self.hands.click(*self._rect(target).centre)
            return
        keys = fingers(self.hands, device)
        lead(self.hands, self.hands.table.widget, lambda: keys.move(0, -1))
        for _ in range(20):
            if self.hand.cursor == target:
                break
            if self.frame.view.stage != "split":
                self._walk(target, keys)
                break
            row = self.hand.parted(self.frame.view, self.seat).stops
            back = self.hand.cursor in row and row.index(self.hand.cursor) > row.index(target)
            keys.move(-1 if back else 1, 0)
        assert self.hand.cursor == target
        keys.accept()

    @property
    def seat(self) -> Seat:
        """Whose decision it is."""
        assert self.hands.table.chooser is not None
        return self.hands.table.chooser

    def _part(self, action: split.Split, device: str) -> None:
        """Cards go across one by one; the wallet is handed over with the splitter, or with the button."""
        for card in misplaced(self.hand.parted(self.frame.view, self.seat), action.left):
            self.over(("card", card), device)
        assert self.hand.parted(self.frame.view, self.seat).split == action
        self._splits += 1
        if device == "mouse" or self._splits % 2:
            press(self.hands, self.hands.table.offers[0], device)
        else:
            self.over(SPLITTER, device)


class GhawarPlayer:
    """Drives trucks, moves derricks at Ghawar's table."""

    def __init__(self, hands: Couch) -> None:
        self.hands = hands
        self._done = 0

    def picks(self, legal: Sequence[Any], rng: random.Random) -> Any:
        return wants(self.view, legal, rng)

    def does(self, action: Any, device: str) -> None:
        """Lead the hand to a place, choose what is loaded there; a derrick is picked up first."""
        self._done += 1
        if isinstance(action, ghawar.Pass):
            press(self.hands, self.hands.table.offers[0], device)
        elif isinstance(action, ghawar.Roll):
            self._roll(device)
        elif isinstance(action, ghawar.Shift):
            self._shift(action, device)
        else:
            self._drive(action, device)

    @property
    def board(self) -> GhawarBoard:
        board = self.hands.table.board
        assert isinstance(board, GhawarBoard)
        return board

    @property
    def hand(self) -> GhawarHand:
        """The hand of whoever is asked."""
        return self.board.hand(self.hands.table.frame())

    @property
    def view(self) -> ghawar.State:
        view: ghawar.State = self.hands.table.frame().view
        return view

    def _drive(self, action: ghawar.Drive | ghawar.Leave | ghawar.Build, device: str) -> None:
        """Onto a space, into the depot; or onto a platform that the dice name."""
        spot = Spot("depot", self.view.turn)
        if not isinstance(action, ghawar.Leave):
            spot = spot_at(action.x, action.y)
        if device == "mouse":
            self._point(spot)
            self._turn_to(action, self.hands.wheel)
            self.hands.click(*self._middle(spot))
            return
        keys = fingers(self.hands, device)
        self._begin("build" if self.view.stage == "build" else "drive", device)
        self._lead(spot, device)
        self._turn_to(action, keys.turn)
        keys.accept()

    def _roll(self, device: str) -> None:
        """The die is pressed, or now and then the button."""
        if device == "mouse" and self._done % 2:
            self.hands.press(self.hands.table.offers[0])
        elif device == "mouse":
            self._point(DIE)
            self.hands.click(*self._middle(DIE))
        else:
            self._begin("choose", device)
            self._lead(DIE, device)
            fingers(self.hands, device).accept()

    def _shift(self, action: ghawar.Shift, device: str) -> None:
        """A derrick is picked up by the second button, or by the first after the button beside the field."""
        here, there = spot_at(action.x, action.y), spot_at(*action.to)
        if device == "mouse":
            self._pick_up(here)
            self._point(there)
            self.hands.click(*self._middle(there))
            return
        self._begin("choose" if self.view.stage == "choose" else "derrick", device)
        for spot in (here, there):
            self._lead(spot, device)
            fingers(self.hands, device).accept()

    def _pick_up(self, here: Spot) -> None:
        if self._done % 2 and self.view.stage == "choose":
            self._point(here)
            self.hands.click(*self._middle(here))
        elif self._done % 2 and self.hands.table.offers:
            self.hands.press(self.hands.table.offers[0])
            self._point(here)
            self.hands.click(*self._middle(here))
        else:
            self._point(here)
            self.hands.other_button(*self._middle(here))
        assert Spot("platform", self.hand.derrick or 0) == here

    def _begin(self, mode: str, device: str) -> None:
        """The hand is on the field, and about to do this."""
        keys = fingers(self.hands, device)
        lead(self.hands, self.hands.table.widget, lambda: keys.move(0, -1))
        if self.hand.rests(self.hands.table.frame()) or self.hand.target is None:
            keys.accept()
        for _ in range(4):
            if self.hand.mode != mode:
                keys.cycle()
        assert self.hand.mode == mode

    def _lead(self, spot: Spot, device: str) -> None:
        """By directions to a place; where none leads there, from place to place."""
        keys, hand = fingers(self.hands, device), self.hand
        if hand.target is None:
            keys.accept()
        for way in self._ways(spot):
            keys.move(*way)
        for _ in range(200):
            if hand.target == spot:
                return
            keys.turn()
        raise AssertionError(f"the hand stays at {hand.target}")

    def _ways(self, spot: Spot) -> list[tuple[int, int]]:
        """The directions that lead the hand to a place, as few as possible; none if they do not."""
        assert self.hand.target is not None
        wanted = self.hand.wanted(self.view, self.view.turn)
        known, queue = {self.hand.target: list[tuple[int, int]]()}, [self.hand.target]
        for here in queue:
            for way in KEYS:
                there = beyond(here, way, wanted)
                if there is not None and there not in known:
                    known[there] = [*known[here], way]
                    queue.append(there)
        return known.get(spot, [])

    def _turn_to(self, action: Any, turn: Callable[[], None]) -> None:
        """Until that is meant."""
        for _ in range(20):
            if self.hand.action(self.view, self.view.turn) == action:
                return
            turn()
        raise AssertionError(f"{self.hand.action(self.view, self.view.turn)} never becomes {action}")

    def _point(self, spot: Spot) -> None:
        self.hands.point(*self._middle(spot))

    def _middle(self, spot: Spot) -> tuple[float, float]:
        return self.board.places.rect(spot).centre


PLAYERS: Mapping[str, Callable[[Couch], Player]] = {
    "sturt": KitPlayer,
    "great_divide": GreatDividePlayer,
    "great_split": GreatSplitPlayer,
    "down_under": KitPlayer,
    "ghawar": GhawarPlayer,
}
"""For each game on the shelf who can play it; a game without a player fails the tests of the couch."""
