"""Card table: games with hands of cards, the own one as a row in which cards rise, those of others as fans.

A card is a piece `("card", …)`, whose id is also its target. In the own hand its art is live, since the
picker lifts it. A layout has a `viewer`: `CardLayout`, with the own hand at the foot of the field, those of
others at its head and the table between, or the game's own, made of `hand_row` and `fan`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from client.boards.contract import Frame
from client.boards.kit.action_picker import ActionPicker
from client.boards.kit.board import KitBoard
from client.boards.kit.pieces import Piece, Target, rects_by_target
from client.session.events import GameEvent
from client.ui.geometry import Point as Place
from client.ui.geometry import Rect
from core.protocol.messages import EVERYBODY

CARD_RATIO: Final = 0.7
"""Ratio of width to height of a card."""
CARD_GAP: Final = 0.07
"""Gap between cards of a row, in widths of a card."""
HAND_ARC: Final = 14.0
"""Units by which the outer cards of a row lie lower than the middle."""
FAN_STEP: Final = 0.62
"""Most visible share of the width of a card of a fan that another one covers."""
CARD_LIFT, PICKED_CARD_LIFT = 14.0, 30.0
"""Units by which the height of a card under the cursor grows, and of one that is picked up."""
HAND_SHARE, HEAD_SHARE = 0.32, 0.2
"""Shares of the field's height for the own hand at its foot, and for those of the others at its head."""


def hand_row(area: Rect, widths: Sequence[float], gaps: Sequence[float] = ()) -> list[Rect]:
    """Rectangles of cards side by side in the middle of an area, overlapping where they would not fit.

    `widths` are in widths of a card, `gaps` in usual gaps (1 if left out).
    """
    wide = min((area.h - HAND_ARC) * CARD_RATIO, area.w)
    between = [wide * CARD_GAP * gap for gap in gaps or [1.0] * (len(widths) - 1)]
    total = wide * sum(widths) + sum(between)
    over = max(0.0, total - area.w) / max(1, len(between))
    x, rects = area.cx - min(total, area.w) / 2, []
    for index, share in enumerate(widths):
        low = HAND_ARC * (2 * (x + wide * share / 2 - area.cx) / area.w) ** 2 - HAND_ARC / 2
        rects.append(Rect(x, area.cy - wide / CARD_RATIO / 2 + low, wide * share, wide / CARD_RATIO))
        x += wide * share + (between[index] - over if index < len(between) else 0.0)
    return rects


def fan(area: Rect, count: int) -> list[Rect]:
    """Rectangles of overlapping cards at the right of an area, as high as it."""
    wide = min(area.h * CARD_RATIO, area.w)
    step = min(wide * FAN_STEP, (area.w - wide) / max(1, count - 1))
    first = area.right - wide - step * (count - 1)
    return [Rect(first + step * index, area.y, wide, area.h) for index in range(count)]


class CardLayout(msgspec.Struct, frozen=True):
    """Layout of a table of cards as `viewer` sees it (-1: somebody without a seat)."""

    field: Rect
    seats: int
    viewer: int = EVERYBODY

    @property
    def own(self) -> int:
        """Seat whose hand lies at the foot of the field."""
        return max(self.viewer, 0)

    @property
    def others(self) -> tuple[int, ...]:
        """Other seats, from the left of the own one on."""
        return tuple((self.own + step) % self.seats for step in range(1, self.seats))

    def hand(self, seat: int, count: int) -> list[Rect]:
        """Rectangles of the cards of a hand."""
        if seat == self.own:
            return hand_row(self.field.cut_bottom(HAND_SHARE * self.field.h)[0].inset(8), [1.0] * count)
        heads = self.field.cut_top(HEAD_SHARE * self.field.h)[0].columns(*[1] * len(self.others), gap=16)
        return fan(heads[self.others.index(seat)].inset(8), count)

    def table(self, seat: int, count: int) -> list[Rect]:
        """Rectangles of cards that a seat has laid on the table: a row for each seat, the own one lowest."""
        field = self.field
        middle = field.cut_bottom(HAND_SHARE * field.h, 8)[1].cut_top(HEAD_SHARE * field.h, 8)[1]
        rows = middle.rows(*[1] * self.seats, gap=8)
        return hand_row(rows[(*self.others, self.own).index(seat)], [1.0] * count)


class CardTable(KitBoard):
    """Board of hands of cards. A game defines `pieces`, `spots` and `gestures`."""

    zoomable = False
    lifted_words: Sequence[str] = ("card",)
    """First words of the ids of pieces that rise under the cursor."""

    def layout(self, view: Any) -> Any:
        return self.layout_for(view, EVERYBODY)

    def layout_for(self, view: Any, viewer: int) -> Any:
        return _card_layout(self.field, self.seats, viewer)

    def rearranged(self, view: Any, layout: Any, picker: ActionPicker) -> Mapping[Target, Rect]:
        """Rectangles of cards of the own hand that the picker has put in another order."""
        return {}

    def hovered(self, frame: Frame, layout: Any, picker: ActionPicker) -> Target | None:
        """Card that rises because it is under the cursor."""
        return picker.cursor if frame.chooser is not None else None

    def held_pieces(self, frame: Frame, layout: Any, picker: ActionPicker) -> Mapping[Target, Rect]:
        """Rectangles of rearranged cards; on top those that rise: under the cursor, and picked up."""
        found = dict(self.rearranged(frame.view, layout, picker))
        rects = found.copy() or rects_by_target(self.action_areas(frame.view, layout))
        lifts = [(self.hovered(frame, layout, picker), CARD_LIFT)]
        lifts += [(target, PICKED_CARD_LIFT) for target in picker.picked(frame)[:1]]
        for target, more in lifts:
            if target is not None and target in rects and target[0] in self.lifted_words:
                found.pop(target, None)
                found[target] = _lifted(rects[target], more)
        return found

    def way(self, event: GameEvent, piece: Piece, layout: Any) -> Sequence[Place]:
        """Way of a card: straight if it only moves up, in an arc if it is new, or if an action names it."""
        before = self.pieces_of(event.before.view(layout.viewer), layout)
        old = next((one for one in before if one.id == piece.id), None)
        named = {("card", getattr(step.action(layout.viewer), "card", None)) for step in event.steps}
        flies = old is None or not piece.alpha or piece.id in named
        return () if flies else (piece.rect.centre,)


@lru_cache(maxsize=32)
def _card_layout(field: Rect, seats: int, viewer: int) -> CardLayout:
    return CardLayout(field, seats, viewer)


def _lifted(rect: Rect, more: float) -> Rect:
    """Rectangle `more` units higher with the same middle, so that arrow keys find the same neighbours."""
    return rect.scaled(1 + more / rect.h)
