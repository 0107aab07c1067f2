"""What lies beside the land: the bag and what is in it, the drawn tile, the "5", events, tiles set aside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from client.boards.great_divide.cards import draw_bag, draw_event_card, draw_event_sign
from client.boards.great_divide.hexes import corners
from client.boards.great_divide.pieces import Pose, draw_kind
from client.boards.great_divide.places import ASIDE, Places
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_badge
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import FIVE, INLAND_SEA, State

FIVE_SIZE: Final = 0.44
"""How large the "5" lies, in sides of its place."""
SIGN: Final = 38.0
"""Units across: the sign of an event that has been turned up; that of one still in force is lit."""
_TELLERS: Final = {
    "lay": ("great_divide.side.west_lays", "great_divide.side.east_lays"),
    "five": ("great_divide.side.west_five", "great_divide.side.east_five"),
}


class Beside(msgspec.Struct, frozen=True):
    """What lies beside the land: a position, less what moves just now.

    `hidden` are parts that are drawn elsewhere: "drawn", "five", "card", "aside" (the last one).
    """

    view: State
    hidden: frozenset[str] = frozenset()

    @property
    def key(self) -> tuple[object, ...]:
        """All that the picture depends on, besides layout and language."""
        view = self.view
        things = (view.bag.tobytes(), view.events, view.drawn, view.five, view.aside, view.options)
        return (*things, view.drawn and view.actor, _TELLERS.get(view.stage), self.hidden)


def draw_side(
    canvas: Canvas, places: Places, beside: Beside, game: GreatDivide, say: Callable[..., str]
) -> None:
    """All that lies beside the land."""
    _Side(canvas, places, beside, game, say).draw()


class _Side:
    """Paints the strip beside the board for one position."""

    def __init__(
        self, canvas: Canvas, places: Places, beside: Beside, game: GreatDivide, say: Callable[..., str]
    ) -> None:
        self.canvas = canvas
        self.places = places
        self.view = beside.view
        self.hidden = beside.hidden
        self.game = game
        self.say = say

    def draw(self) -> None:
        """All of it."""
        canvas = self.canvas
        self._bag(canvas)
        self._drawn(canvas)
        self._contents(canvas)
        self._five(canvas)
        if self.view.options.events:
            self._events(canvas)
        self._aside(canvas)

    def _bag(self, canvas: Canvas) -> None:
        draw_bag(canvas, self.places.bag)

    def _drawn(self, canvas: Canvas) -> None:
        """The tile that came out of the bag and who has it now; an empty place while there is none."""
        view, rect = self.view, self.places.drawn
        self._slot(canvas, rect)
        if view.drawn and "drawn" not in self.hidden:
            draw_kind(canvas, rect.centre, rect.w / 2, view.drawn, Pose(lift=8))
            badge = Rect.around(rect.x + rect.w * 0.1, rect.y + rect.h * 0.16, rect.w * 0.3)
            seat_badge(canvas, view.actor, badge)
        left, right = self.places.teller.columns(9, 11, gap=12)
        count = self.say("great_divide.side.left", count=int(view.bag.sum()))
        canvas.text(count, left, "small", "quiet", align="centre", tabular=True)
        teller = _TELLERS.get(view.stage)
        if teller is not None:
            canvas.text(self.say(teller[view.actor]), right, "small", "ink", align="centre")

    def _slot(self, canvas: Canvas, rect: Rect) -> None:
        """Where a tile can lie."""
        rim = corners(rect.centre, rect.w * 0.44)
        canvas.layer("great_divide.slot", rect, lambda c: c.polyline(rim, 3, "line", closed=True), smooth=2)

    def _contents(self, canvas: Canvas) -> None:
        """How many tiles of each kind are in the bag."""
        every = self.game.all_tiles(self.view.options).tolist()
        tiles = zip(self.game.kinds, self.view.bag.tolist(), every, strict=True)
        shown = [(kind, left) for kind, left, at_first in tiles if at_first]
        canvas.panel(self.places.contents, "sheet")
        columns = 3 if len(shown) <= 9 else 4
        rows = -(-len(shown) // columns)
        for (kind, left), cell in zip(
            shown, self.places.contents.inset(12).grid(columns, rows, 4), strict=False
        ):
            picture, number = cell.columns(11, 9, gap=4)
            size = min(picture.w, picture.h * 1.1)
            with canvas.faded(1.0 if left else 0.3):
                draw_kind(canvas, picture.centre, size / 2, kind)
                canvas.text(str(left), number, "small", "ink" if left else "quiet", tabular=True)

    def _five(self, canvas: Canvas) -> None:
        """The "5" and whose it is."""
        rect = self.places.five
        square = rect.fit(1.0)
        self._slot(canvas, square)
        if self.view.five is None:
            words = square.inset(square.w * 0.18, square.h * 0.1)
            canvas.text(
                self.say("great_divide.side.five"), words, "small", "quiet", align="centre", fit="wrap"
            )
        if self.view.five is None or "five" in self.hidden:
            return
        draw_kind(canvas, square.centre, square.w * FIVE_SIZE, FIVE)
        seat_badge(canvas, self.view.five, square.place(52, 52, "bottomright"))

    def _events(self, canvas: Canvas) -> None:
        """The deck, the cards turned up, and whether there is an inland sea."""
        rect, view = self.places.deck, self.view
        card = self.places.card_of_deck
        seen = view.events
        last = "" if not seen or "card" in self.hidden else seen[-1]
        draw_event_card(canvas, card, last)
        for index, event in enumerate(seen):
            sign = Rect(card.right + 10, rect.y + index * (SIGN + 6), SIGN, SIGN)
            if event == INLAND_SEA:
                canvas.ring(sign.grown(5), SIGN, "great_divide.glow", width=3, soft=6)
            draw_event_sign(canvas, sign, event)

    def _aside(self, canvas: Canvas) -> None:
        """Tiles that could not be laid."""
        aside = self.view.aside
        if not aside:
            return
        canvas.text(
            self.say("great_divide.side.aside"), self.places.aside.cut_top(ASIDE)[0], "small", "quiet"
        )
        shown = aside[:-1] if "aside" in self.hidden else aside
        for index, tile in enumerate(shown):
            rect = self.places.aside_at(index, len(aside))
            draw_kind(canvas, rect.centre, rect.h / 2, tile.kind)
