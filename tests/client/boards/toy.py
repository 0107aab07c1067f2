"""The toy on the screen: a board made of the kit with nothing special. It shows all that the view shows."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from client.boards.contract import Cue, Frame, SeatScore, Sentence
from client.boards.kit.board import KitBoard
from client.boards.kit.gestures import Gesture
from client.boards.kit.pieces import Art, HitArea, PaintContext, Piece
from client.boards.kit.timeline import Timeline
from client.session.events import GameEvent
from client.ui.geometry import Rect
from client.ui.intents import Intent
from core.game import Seat
from tests.core.toy import NONE, UNKNOWN, Deal, Play, ToyState


class Card(Art, frozen=True):
    """A card with its number; one that nobody may know shows its back."""

    number: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        ctx.canvas.rounded(rect, 8, "lamp" if self.number == UNKNOWN else "paper", "line", 3)
        if self.number != UNKNOWN:
            ctx.canvas.text(str(self.number), rect, "body", "paper_ink", align="centre")


class Layout(msgspec.Struct, frozen=True):
    """A row for each seat: its hand, then what it has played."""

    field: Rect
    seats: int
    columns: int

    def slot(self, seat: int, column: int) -> Rect:
        row = self.field.rows(*[1] * self.seats)[seat]
        return row.columns(*[1] * self.columns)[column].fit(0.7).scaled(0.8)


class ToyBoard(KitBoard):
    """The face of the toy."""

    gestures = (Gesture(Play, (("card", "card"),)),)

    def layout(self, view: ToyState) -> Layout:
        return Layout(self.field, len(view.hands), view.hands.shape[1] + 1 + view.played.shape[1])

    def pieces(self, view: ToyState, layout: Layout) -> Sequence[Piece]:
        found: list[Piece] = []
        for seat in range(layout.seats):
            cards = [*view.hands[seat].tolist(), view.chosen[seat].item(), *view.played[seat].tolist()]
            found += [
                Piece(("card", seat, column), Card(card), layout.slot(seat, column))
                for column, card in enumerate(cards)
                if card != NONE
            ]
        return found

    def spots(self, view: ToyState, layout: Layout) -> Sequence[HitArea]:
        slots = ((seat, column) for seat in range(layout.seats) for column in range(view.hands.shape[1]))
        return [
            HitArea(("card", view.hands[slot].item()), layout.slot(*slot))
            for slot in slots
            if view.hands[slot] > 0
        ]

    def hints(self, frame: Frame) -> tuple[tuple[Intent, str], ...]:
        """None: a toy has no texts."""
        return ()

    def cues(self, event: GameEvent, timeline: Timeline) -> tuple[Cue, ...]:
        return (Cue(0.0, "deal" if isinstance(event.action(), Deal) else "paper_land"),)

    def prompt(self, frame: Frame) -> Sentence:
        """There are no texts about the end of a toy's game."""
        return super().prompt(frame) if frame.position.outcome is None else self.task(frame)

    def waiting(self, frame: Frame) -> Sentence:
        return Sentence("table.seat", {"number": 0})

    def task(self, frame: Frame) -> Sentence:
        return Sentence("table.seat", {"number": 0 if frame.chooser is None else 1 + frame.chooser})

    def caption(self, event: GameEvent, viewer: int) -> Sentence:
        action = event.action(viewer)
        return Sentence("table.seat", {"number": action.card if isinstance(action, Deal | Play) else 0})

    def standing(self, frame: Frame, seat: Seat) -> SeatScore:
        return SeatScore(Sentence("table.seat", {"number": int(frame.view.chosen[seat])}))
