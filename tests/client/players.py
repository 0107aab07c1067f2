"""Who plays which game at the couch of the tests: an action becomes clicks, keys or buttons."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from client.boards.great_divide.hand import Hand as GreatDivideHand
from client.boards.great_split.board import GreatSplitBoard
from client.boards.great_split.hand import Hand as SplitHand
from client.boards.great_split.meant import SPLITTER, TARGETS, Thing
from client.boards.great_split.places import PRESTIGE
from client.ui.focus import Widget
from client.ui.geometry import Rect
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Cards, Draw
from core.games.great_split import state as split
from tests.client.couch import Couch, Player, fingers
from tests.client.ghawar_wants import wants
from tests.client.great_split_kit import misplaced, rect_of
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


class GreatSplitPlayer:
    """Parts cards, chooses groups and plays cards at The Great Split's table."""

    def __init__(self, hands: Couch) -> None:
        self.hands = hands
        self._splits = 0

    def picks(self, legal: Sequence[Any], rng: random.Random) -> Any:
        return rng.choice(legal)

    def does(self, action: Any, device: str) -> None:
        """Make the decision; where the hand warns that something is lost, once more."""
        match action:
            case split.Split():
                self._part(action, device)
            case split.Take():
                self._over(action.side, device)
            case split.Discard():
                self._over(action.card, device)
            case split.Bonus():
                self._track(action.track, device)
            case split.Splitter():
                self._over(SPLITTER, device)
                self._track(action.track, device)
            case split.Sell():
                self._sell(action.card, action.goods, device)
            case split.SellSplitter():
                self._sell(SPLITTER, action.goods, device)
            case split.Play():
                self._over(action.card, device)
                for seal in action.seals:
                    self._track(seal, device)

    @property
    def board(self) -> GreatSplitBoard:
        board = self.hands.table.board
        assert isinstance(board, GreatSplitBoard)
        return board

    @property
    def hand(self) -> SplitHand:
        """The hand of whoever is asked."""
        return self.board.hand(self.hands.table.frame())

    @property
    def view(self) -> Any:
        return self.hands.table.frame().view

    def _part(self, action: split.Split, device: str) -> None:
        """Cards go across one by one; the wallet is handed over with the splitter, or with the button."""
        hand, view = self.hand, self.view
        for card in misplaced(hand.row.of(hand.estate(view).hand), action.left):
            self._over(card, device)
        assert hand.split(view) == action
        self._splits += 1
        if device == "mouse" or self._splits % 2:
            press(self.hands, self.hands.table.offers[0], device)
        else:
            self._over(SPLITTER, device)

    def _sell(self, thing: Thing, goods: split.Goods, device: str) -> None:
        """Say with a button, the wheel or a shoulder button what the next card is sold for."""
        hand = self.hand
        if device == "mouse" and goods == "prestige":
            press(self.hands, self.hands.table.offers[1], device)
        elif device == "mouse":
            self.hands.point(*self._rect(thing).centre)
        for _ in range(3):
            if hand.mode != goods:
                self.hands.wheel() if device == "mouse" else fingers(self.hands, device).turn()
        assert hand.mode == goods
        self._over(thing, device)

    def _over(self, thing: Thing, device: str) -> None:
        """Click on a card, the splitter or a group; or lead the hand there and accept."""
        hand, view = self.hand, self.view
        if device == "mouse":
            rect = self._rect(thing)
            self._sure(lambda: self.hands.click(rect.x + 3, rect.cy))
            return
        keys = fingers(self.hands, device)
        lead(self.hands, self.hands.table.widget, lambda: keys.move(0, -1))
        while (over := hand.focus(view)) != thing:
            stops = hand.stops(view)
            keys.move(-1 if over is not None and stops.index(over) > stops.index(thing) else 1, 0)
        self._sure(keys.accept)

    def _rect(self, thing: Thing) -> Rect:
        """Where a card, the splitter or a group lies now."""
        places = self.board.places(self.hands.table.frame().viewer)
        return rect_of(self.hand, self.view, places, thing)

    def _track(self, track: split.BonusTrack, device: str) -> None:
        """Click on a track, or on prestige; or lead the hand there and accept."""
        hand, view, number = self.hand, self.view, TARGETS.index(track)
        assert number in hand.wanted(view)
        if device == "mouse":
            places = self.board.places(self.hands.table.frame().viewer)
            prestige = places.prestige_of(hand.seat).centre
            spot = prestige if number == PRESTIGE else places.space(hand.seat, number, 3)
            self._sure(lambda: self.hands.click(*spot))
            return
        keys = fingers(self.hands, device)
        lead(self.hands, self.hands.table.widget, lambda: keys.move(0, -1))
        if hand.rests(view):
            keys.accept()
        for _ in TARGETS:
            if hand.meant(view) != number:
                keys.cycle()
        assert hand.meant(view) == number
        self._sure(keys.accept)

    def _sure(self, accept: Callable[[], None]) -> None:
        accept()
        table = self.hands.table
        if not table.pending and self.hand.warns(self.view):
            accept()


class GhawarPlayer(KitPlayer):
    """Wants to load and to bring home: who plays at random hardly ever does."""

    def picks(self, legal: Sequence[Any], rng: random.Random) -> Any:
        return wants(self.frame.view, legal, rng)


PLAYERS: Mapping[str, Callable[[Couch], Player]] = {
    "sturt": KitPlayer,
    "great_divide": GreatDividePlayer,
    "great_split": GreatSplitPlayer,
    "down_under": KitPlayer,
    "ghawar": GhawarPlayer,
}
"""For each game on the shelf who can play it; a game without a player fails the tests of the couch."""
