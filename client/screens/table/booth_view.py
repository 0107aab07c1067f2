"""The view of a booth: board, head and buttons, on a surface of its own that lies on the window."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from client.boards.contract import Offer
from client.screens.shared.clock import draw_clock
from client.screens.shared.panes import Pane, board_panes
from client.screens.shared.plates import CLOCK_SIZE
from client.screens.table.board import BoardWidget
from client.screens.table.booth import HEAD_HEIGHT, Booth, BoothSnapshot
from client.screens.table.curtain_cloth import draw_parting, paint_cloth
from client.screens.table.snapshot import Surroundings
from client.ui.canvas import Canvas
from client.ui.focus import Focus, PlaySound
from client.ui.geometry import Rect
from client.ui.intents import Accept, Intent
from client.ui.overlays import Hint, draw_hints
from client.ui.symbols import seat_badge
from client.ui.widgets import Button


class BoothView:
    """View of one booth, as long as the booth is there."""

    def __init__(self, booth: Booth, sound: PlaySound) -> None:
        self.booth = booth
        self._board = BoardWidget(booth)
        self._offers: tuple[Offer, ...] = ()
        self._buttons: list[Button] = []
        self.focus = Focus((self._board,), sound)
        self.focus.focus(self._board)
        self._window: Canvas | None = None
        self._canvas: Canvas | None = None

    def handle(self, intent: Intent) -> None:
        """Handle input from the person's device."""
        if not self.booth.handle(intent):
            self.focus.handle(intent)

    def follow(self, say: Callable[[str], str], now: float) -> None:
        """Update the buttons to what is offered now."""
        booth = self.booth
        if booth.offers != self._offers:
            self._offers = booth.offers
            self._buttons = [self._button(offer, say) for offer in booth.offers]
            self.focus.set((self._board, *self._buttons), self._board, now)
        for button, place in zip(self._buttons, booth.lay.offers, strict=True):
            button.layout(place)
        self._board.layout(booth.lay.field.union(booth.lay.side))

    def _button(self, offer: Offer, say: Callable[[str], str]) -> Button:
        label, press = say(offer.key), lambda: self.booth.choose(offer)
        if offer.on is not None:
            return Button(label, press, icon="check" if offer.on else "empty")
        return Button(label, press, kind="primary")

    # --- looks --------------------------------------------------------------------------------

    def _own_canvas(self, canvas: Canvas, place: pygame.Rect, area: Rect) -> Canvas:
        """The canvas of this booth; a new one when the window has a new one."""
        kept = self._canvas is not None and self._canvas.surface.get_size() == place.size
        if self._canvas is None or not kept or self._window is not canvas:
            self._window = canvas
            surface = pygame.Surface(place.size, 0, canvas.surface)
            self._canvas = Canvas(surface, canvas.theme, canvas.cache)
            self._canvas.scale = place.h / area.h
            self._canvas.width, self._canvas.area = area.w, area
        return self._canvas

    def _readable(self, canvas: Canvas, own: Canvas) -> Canvas:
        """The canvas of this booth with units of the window: cloth has room for words of usual size."""
        closed = Canvas(own.surface, own.theme, own.cache)
        closed.scale = canvas.scale
        wide, high = (side / canvas.scale for side in own.surface.get_size())
        closed.width, closed.area = wide, Rect(0, 0, wide, high)
        return closed

    def draw(self, canvas: Canvas, shown: BoothSnapshot, around: Surroundings, now: float) -> None:
        """Draw the booth at its place in the window."""
        place = canvas.pixels(shown.lay.place)
        own = self._own_canvas(canvas, place, shown.lay.area)
        if shown.closed:
            _draw_closed(self._readable(canvas, own), shown, around)
        else:
            self._draw_open(own, shown, around, now)
        canvas.surface.blit(own.surface, place)
        canvas.touch(place)

    def _draw_open(self, own: Canvas, shown: BoothSnapshot, around: Surroundings, now: float) -> None:
        lay, still = shown.lay, shown.board.still(shown.frame)
        labels = around.labels.on(shown.device)
        whole, low, split = own.area, lay.foot.y - 4, lay.side.x - 8
        papers = (
            Pane(Rect(split, 0, whole.w - split, low), still.side_key, still.paint_side),
            Pane(
                Rect(0, low, whole.w, whole.h - low),
                (shown.hints, labels, around.language),
                lambda c: draw_hints(c, shown.hints, labels, lay.foot),
            ),
        )
        for pane in board_panes(still, Rect(0, 0, split, low), papers):
            pane.draw(own, f"booth {shown.seat}")
        shown.board.draw(own, shown.frame)
        _draw_head(own, shown)
        self.focus.draw(own, now)
        shown.board.draw_tip(own, shown.frame, around.line)
        draw_parting(own, own.area, now, shown.lifted_at, around.motion)


def _draw_head(own: Canvas, shown: BoothSnapshot) -> None:
    head = shown.lay.head
    own.panel(head, "float")
    badge, rest = head.inset(6, 0).cut_left(HEAD_HEIGHT, 16)
    seat_badge(own, shown.seat, badge.inset(4, 4))
    if shown.face is not None:
        place, rest = rest.cut_right(CLOCK_SIZE[0], 16)
        draw_clock(own, place.place(*CLOCK_SIZE), shown.face)
    own.text(shown.words, rest, "body", "ink", fit="wrap", size=30)


def _draw_closed(own: Canvas, shown: BoothSnapshot, around: Surroundings) -> None:
    """Draw cloth with a name, and what there is to do."""
    say, area, key = around.say, own.area, ("booth", shown.seat)
    own.layer(key, area, lambda inner: paint_cloth(inner, area), slot=key)
    badge, name, below, away = area.inset(24, 10).rows(0.9, 1.1, 0.8, 1.25)
    side = min(150.0, badge.h)
    seat_badge(own, shown.seat, Rect.around(area.cx, badge.cy, side))
    own.text(shown.name, name, "title", "ink", align="centre", size=min(76.0, 0.62 * name.h))
    if shown.owes:
        hint = Hint((Accept(),), say("table.curtain.lift"))
        draw_hints(own, (hint,), around.labels.on(shown.device), below)
        if shown.away:
            words = say("table.pad.away", name=shown.name)
            own.text(words, away, "small", "quiet", align="centre", fit="wrap")
    else:
        own.text(say("table.ready"), below, "heading", "ink", align="centre")
