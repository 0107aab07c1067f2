"""Plays any game whose board is made of the kit: an action becomes clicks, keys or buttons."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from client.boards.contract import Frame
from client.boards.kit.action_picker import (
    ActionKey,
    ActionPicker,
    Choices,
    ThingKind,
    next_target,
    thing_target,
)
from client.boards.kit.board import KitBoard
from client.boards.kit.pieces import Target
from client.ui.geometry import Rect
from tests.client.couch import Couch, Fingers, fingers


class KitPlayer:
    """Plays a game whose board is made of the kit: looks for the way to an action as a person does."""

    def __init__(self, hands: Couch) -> None:
        self.hands = hands

    def picks(self, legal: Sequence[Any], rng: random.Random) -> Any:
        return rng.choice(legal)

    @property
    def board(self) -> KitBoard:
        board = self.hands.table.model.board
        assert isinstance(board, KitBoard)
        return board

    @property
    def hand(self) -> ActionPicker:
        chooser = self.hands.table.model.chooser
        assert chooser is not None
        return self.board.pickers[chooser]

    @property
    def frame(self) -> Frame:
        return self.hands.table.model.frame()

    def does(self, action: Any, device: str) -> None:
        """The action, by the board or by the button that offers it."""
        key = self.board.key(action)
        if key is None:
            offered = [offer.action for offer in self.board.offers(self.frame) if offer.action is not None]
            self.hands.press(self.hands.table.offers[offered.index(action)])
        elif device == "mouse":
            self._by_mouse(key)
        else:
            self._by_keys(key, device)

    def over(self, target: Target, device: str) -> None:
        """Accept at a target that is no action: what is toggled there."""
        if device == "mouse":
            self.hands.click(*self.rect(target).centre)
            return
        keys = fingers(self.hands, device)
        self._walk(target, keys)
        keys.accept()

    def _by_mouse(self, key: ActionKey) -> None:
        for target in key.path:
            if self._meant() != key.kind:
                self._take(key.kind)
            self.hands.point(*self.rect(target).centre)
            self._turned(key, self.hands.wheel)
            self.hands.click(*self.rect(target).centre)

    def _take(self, kind: ThingKind) -> None:
        """A thing of the supplies; or by the button that goes from things to others."""
        if thing_target(kind) in {spot.target for spot in self.board.every_spot(self.frame)}:
            self.hands.click(*self.rect(thing_target(kind)).centre)
        else:
            toggles = [n for n, offer in enumerate(self.board.offers(self.frame)) if offer.action is None]
            self.hands.press(self.hands.table.offers[toggles[0]])
        assert self._meant() == kind, (self._meant(), kind)

    def _by_keys(self, key: ActionKey, device: str) -> None:
        keys = fingers(self.hands, device)
        self._focus(keys)
        for target in key.path:
            for _ in range(len(self._choices().kinds)):
                if self._meant() == key.kind:
                    break
                keys.cycle()
            self._walk(target, keys)
            self._turned(key, keys.turn)
            keys.accept()

    def _focus(self, keys: Fingers) -> None:
        """From a button beside the board back to the board."""
        for _ in range(20):
            if self.hands.table.focus.current is self.hands.table.widget:
                return
            keys.move(0, -1)

    def _walk(self, target: Target, keys: Fingers) -> None:
        """By arrows to a target: along the shortest way that there is."""
        if self.hand.cursor not in self._choices().targets(self.hand.held, self._meant()):
            keys.move(1, 0)
        for _ in range(60):  # one by one, for a camera may follow the first key
            if self.hand.cursor == target:
                return
            keys.move(*self._ways(target)[0])
        assert self.hand.cursor == target, (self.hand.cursor, target)

    def _ways(self, target: Target) -> list[tuple[int, int]]:
        rects = {spot.target: spot.rect for spot in self.board.every_spot(self.frame)}
        shown = self._choices().targets(self.hand.held, self._meant())
        others = {other: rects[other] for other in (*shown, target)}  # in the hand's own order
        start = self.hand.cursor
        assert start is not None
        todo, ways = [start], dict[Target, list[tuple[int, int]]]({start: []})
        while todo and target not in ways:
            here = todo.pop(0)
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                there = next_target(rects[here], way, others)
                if there is not None and there not in ways:
                    ways[there] = [*ways[here], way]
                    todo.append(there)
        return ways[target]

    def _turned(self, key: ActionKey, turn: Callable[[], None]) -> None:
        for _ in range(6):
            meant = self.hand.key(self._choices())
            if meant is None or meant.turn == key.turn:
                return
            turn()

    def _meant(self) -> ThingKind:
        return self.hand.meant(self._choices())

    def _choices(self) -> Choices:
        assert self.frame.chooser is not None
        return self.hand.choices(self.frame.view, self.frame.chooser)

    def rect(self, target: Target) -> Rect:
        """Where a target is shown."""
        return next(spot.rect for spot in self.board.every_spot(self.frame) if spot.target == target)
