"""Board of a table or of a booth as a widget that can have the focus."""

from __future__ import annotations

from typing import Protocol

from client.boards.contract import Board, Frame
from client.ui.focus import Swipe, Widget
from client.ui.geometry import Rect
from client.ui.intents import Intent


class Playable(Protocol):
    """Board with somebody who may decide: the model of a table or of a booth."""

    @property
    def board(self) -> Board: ...

    def frame(self) -> Frame:
        """Frame that the board shows now."""
        ...

    def play(self, intent: Intent) -> bool:
        """Answer an intent for the board; False if it means nothing there."""
        ...


class BoardWidget(Widget):
    """Widget that passes input to the board's model. `beside`: other places that belong to it."""

    def __init__(self, model: Playable) -> None:
        super().__init__()
        self._model = model
        self.beside: tuple[Rect, ...] = ()

    @property
    def swipe(self) -> Swipe:  # type: ignore[override]  # what it does changes with the decision
        return self._model.board.swipe(self._model.frame())

    def holds(self, x: float, y: float) -> bool:
        return any(rect.contains(x, y) for rect in (self.rect, *self.beside))

    def set_focus(self, focused: bool, at: float) -> None:
        super().set_focus(focused, at)
        if not focused:
            self._model.board.leave()

    def pointer_left(self) -> None:
        self._model.board.pointed = None

    def handle(self, intent: Intent) -> bool:
        return self._model.play(intent)
