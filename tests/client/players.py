"""Who plays which game at the couch of the tests: an action becomes clicks, keys or buttons."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from client.boards.great_divide.action_picker import GreatDividePicker
from client.boards.great_split.action_picker import SPLITTER_TARGET, PartingPicker
from client.boards.kit.pieces import Target
from client.ui.focus import Widget
from core.game import Seat
from core.games import GAMES
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Cards, Draw, cards_in_play
from core.games.great_split import state as split
from tests.client.boards.ghawar.wants import wants
from tests.client.boards.great_split.fixtures import misplaced
from tests.client.couch import Couch, Player, fingers
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
            assert isinstance(hand, GreatDividePicker) and seat is not None
            letters = cards_in_play(GREAT_DIVIDE.land, self.frame.view.options)
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
    def hand(self) -> PartingPicker:
        hand = super().hand
        assert isinstance(hand, PartingPicker)
        return hand

    def does(self, action: Any, device: str) -> None:
        if device != "mouse":
            keys = fingers(self.hands, device)
            lead(self.hands, self.hands.table.widget, lambda: keys.move(0, -1))
        if isinstance(action, split.Split):
            self._part(action, device)
            return
        super().does(action, device)
        if (
            not self.hands.table.model.state.pending
            and self.hands.table.model.chooser is not None
            and self.hand.has_warned(action)
        ):
            self.accepts(device)

    def accepts(self, device: str) -> None:
        """What is meant is done."""
        cursor = self.hand.cursor
        if device == "mouse" and cursor is not None:
            self.hands.click(*self.rect(cursor).centre)
        elif device != "mouse":
            fingers(self.hands, device).accept()

    def over(self, target: Target, device: str) -> None:
        """Lead the hand, or the pointer, over something, and accept."""
        if device == "mouse":
            self.hands.click(*self.rect(target).centre)
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
        assert self.hands.table.model.chooser is not None
        return self.hands.table.model.chooser

    def _part(self, action: split.Split, device: str) -> None:
        """Cards go across one by one; the wallet is handed over with the splitter, or with the button."""
        for card in misplaced(self.hand.parted(self.frame.view, self.seat), action.left):
            self.over(("card", card), device)
        assert self.hand.parted(self.frame.view, self.seat).split == action
        self._splits += 1
        if device == "mouse" or self._splits % 2:
            press(self.hands, self.hands.table.offers[0], device)
        else:
            self.over(SPLITTER_TARGET, device)


class GhawarPlayer(KitPlayer):
    """Wants to load and to bring home: who plays at random hardly ever does."""

    def picks(self, legal: Sequence[Any], rng: random.Random) -> Any:
        return wants(self.frame.view, legal, rng)


_OWN = {"great_divide": GreatDividePlayer, "great_split": GreatSplitPlayer, "ghawar": GhawarPlayer}
PLAYERS: Mapping[str, Callable[[Couch], Player]] = {
    game.info.key: _OWN.get(game.info.key, KitPlayer) for game in GAMES
}
"""Player of each game on the shelf: `KitPlayer`, unless a decision is more than a gesture of the kit."""
