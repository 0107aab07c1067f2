"""A plain face for the toy: rows of numbers. It shows all that the view shows, so that a leak is seen."""

from __future__ import annotations

from typing import Any

from client.boards.base import Animation, Chosen, Frame, Handled, Line, Offer, Reply, Report, Still
from client.mirror import Happening
from client.ui.anim import Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Accept, Intent, Move
from core.game import AnyGame, Seat
from tests.core.toy import NONE, Play


class ToyBoard:
    """Draws hands, chosen and played cards; the chooser's hand marks one card."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        self.seats = seats
        self.marked = [0] * seats
        self.room = Rect(0, 0, 1000, 900)

    def arrange(self, field: Rect, side: Rect) -> None:
        self.room = field

    def handle(self, intent: Intent, frame: Frame) -> Reply:
        seat = frame.chooser
        assert seat is not None
        cards = [int(card) for card in frame.view.hands[seat] if card != NONE]
        if isinstance(intent, Move):
            self.marked[seat] = (self.marked[seat] + 1) % len(cards)
            return Handled()
        return Chosen(Play(cards[self.marked[seat]])) if isinstance(intent, Accept) else None

    def leave(self) -> None:
        """Nothing lies under the pointer."""

    def toggle(self, key: str, frame: Frame) -> None:
        """There is nothing to toggle."""

    def offers(self, frame: Frame) -> tuple[Offer, ...]:
        return ()

    def prompt(self, frame: Frame) -> Line:
        return Line("table.seat", {"number": 0 if frame.chooser is None else 1 + frame.chooser})

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        return ()

    def caption(self, happening: Happening, viewer: int) -> Line:
        return Line("table.seat", {"number": happening.action(viewer).card})

    def tally(self, frame: Frame, seat: Seat) -> Line:
        return Line("table.seat", {"number": int(frame.view.chosen[seat])})

    def measure(self, view: Any, seat: Seat) -> float | None:
        return None

    def report(self, view: Any) -> Report | None:
        return None

    def animation(self, happening: Happening, motion: Motion, viewer: int) -> Animation:
        return Animation(0.3)

    def still(self, frame: Frame) -> Still:
        view = frame.view
        rows = (view.hands, view.chosen, view.played)
        key = tuple(row.tobytes() for row in rows)
        words = " / ".join(str(row.tolist()) for row in rows)

        def paint(canvas: Canvas) -> None:
            canvas.text(words, self.room, "small", "ink", fit="wrap")

        return Still(key, paint, "", lambda canvas: None)

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        if frame.chooser is not None:
            mark = Rect(self.room.x + 60 * self.marked[frame.chooser], self.room.y, 50, 50)
            canvas.rect(mark, "lamp")
        if frame.happening is not None:
            told = f"{frame.happening.action(frame.viewer)} {frame.happening.after.view(frame.viewer).chosen}"
            canvas.text(told, self.room.cut_bottom(60)[0], "small", "ink")
