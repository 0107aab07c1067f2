"""The smallest board of each family: what a game adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from client.boards.kit.card_table import CardLayout, CardTable
from client.boards.kit.gestures import Gesture
from client.boards.kit.grid_board import CELL_PATH, GridBoard, GridLayout, in_cell
from client.boards.kit.hex_board import SPACE_PATH, HexBoard, HexLayout, on_space
from client.boards.kit.pieces import Art, HitArea, PaintContext, Piece
from client.ui.geometry import Rect
from tests.core.stones import COLUMNS, FREE, GAME, Lay, Stones
from tests.core.toy import NONE, UNKNOWN, Deal, Play, ToyState


class Stone(Art, frozen=True):
    """Stone of a seat."""

    seat: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        ctx.canvas.circle(rect.centre, 0.32 * rect.w, f"seat.{self.seat}", "ink", 2)


class Card(Art, frozen=True):
    """Card with its number, in the own hand; one that nobody may know shows its back."""

    live: ClassVar[bool] = True

    number: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        ctx.canvas.rounded(rect, 8, "lamp" if self.number == UNKNOWN else "paper", "line", 3)
        if self.number != UNKNOWN:
            ctx.canvas.text(str(self.number), rect, "body", "paper_ink", align="centre")


class SquareStones(GridBoard):
    """Stones in the cells of a square."""

    gestures = (Gesture(Lay, CELL_PATH),)

    def visible_cells(self, view: Stones) -> Rect:
        return Rect(0, 0, 4, 4)

    def pieces(self, view: Stones, layout: GridLayout) -> Sequence[Piece]:
        stones = zip(view.places, view.stones.tolist(), strict=True)
        return [in_cell("stone", place, Stone(seat), layout.grid) for place, seat in stones if seat != FREE]

    def score(self, view: Stones) -> Sequence[float]:
        return GAME.score(view)


class HexStones(HexBoard):
    """Stones on hexes."""

    gestures = (Gesture(Lay, SPACE_PATH),)
    columns = COLUMNS["hexes"]

    def pieces(self, view: Stones, layout: HexLayout) -> Sequence[Piece]:
        stones = zip(view.places, view.stones.tolist(), strict=True)
        return [
            on_space("stone", place, Stone(seat), layout.spaces) for place, seat in stones if seat != FREE
        ]

    def score(self, view: Stones) -> Sequence[float]:
        return GAME.score(view)


class HandsOfCards(CardTable):
    """The toy as a game of cards: hands, and before each seat what it has chosen and played."""

    gestures = (Gesture(Play, (("card", "card"),)),)
    sounds: ClassVar = {Deal: "deal"}

    def pieces(self, view: ToyState, layout: CardLayout) -> Sequence[Piece]:
        found: list[Piece] = []
        for seat in range(layout.seats):
            hand = [card for card in view.hands[seat].tolist() if card != NONE]
            laid = [card for card in (*view.played[seat].tolist(), view.chosen[seat].item()) if card != NONE]
            places = (*layout.hand(seat, len(hand)), *layout.table(seat, len(laid)))
            for index, (card, rect) in enumerate(zip((*hand, *laid), places, strict=True)):
                known = index < len(hand) and card != UNKNOWN
                piece_id = ("card", card) if known else ("laid", seat, index - len(hand))
                found.append(Piece(piece_id, Card(card), rect))
        return found

    def spots(self, view: ToyState, layout: CardLayout) -> Sequence[HitArea]:
        own = set(view.hands[layout.own].tolist())
        cards = [piece for piece in self.pieces(view, layout) if piece.id[0] == "card"]
        return [HitArea(piece.id, piece.rect) for piece in cards if piece.id[1] in own]
