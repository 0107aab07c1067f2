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

    def follow(self, translate: Callable[[str], str], now: float) -> None:
        """Update the buttons to what is offered now."""
        booth = self.booth
        if booth.offers != self._offers:
            self._offers = booth.offers
            self._buttons = [self._button(offer, translate) for offer in booth.offers]
            self.focus.set((self._board, *self._buttons), self._board, now)
        for button, place in zip(self._buttons, booth.lay.offers, strict=True):
            button.layout(place)
        self._board.layout(booth.lay.field.union(booth.lay.side))

    def _button(self, offer: Offer, translate: Callable[[str], str]) -> Button:
        label, press = translate(offer.key), lambda: self.booth.choose(offer)
        if offer.on is not None:
            return Button(label, press, icon="check" if offer.on else "empty")
        return Button(label, press, kind="primary")

    # --- looks --------------------------------------------------------------------------------

    def _own_canvas(self, canvas: Canvas, rect: pygame.Rect, area: Rect) -> Canvas:
        """The canvas of this booth; a new one when the window has a new one."""
        kept = self._canvas is not None and self._canvas.surface.get_size() == rect.size
        if self._canvas is None or not kept or self._window is not canvas:
            self._window = canvas
            surface = pygame.Surface(rect.size, 0, canvas.surface)
            self._canvas = Canvas(surface, canvas.theme, canvas.cache)
            self._canvas.scale = rect.h / area.h
            self._canvas.width, self._canvas.area = area.w, area
        return self._canvas

    def _readable(self, canvas: Canvas, own: Canvas) -> Canvas:
        """The canvas of this booth with units of the window: cloth has room for words of usual size."""
        closed = Canvas(own.surface, own.theme, own.cache)
        closed.scale = canvas.scale
        wide, high = (side / canvas.scale for side in own.surface.get_size())
        closed.width, closed.area = wide, Rect(0, 0, wide, high)
        return closed

    def draw(self, canvas: Canvas, snapshot: BoothSnapshot, around: Surroundings, now: float) -> None:
        """Draw the booth at its place in the window."""
        place = canvas.pixels(snapshot.lay.place)
        own = self._own_canvas(canvas, place, snapshot.lay.area)
        if snapshot.closed:
            _draw_closed(self._readable(canvas, own), snapshot, around)
        else:
            self._draw_open(own, snapshot, around, now)
        canvas.surface.blit(own.surface, place)
        canvas.touch(place)

    def _draw_open(self, own: Canvas, snapshot: BoothSnapshot, around: Surroundings, now: float) -> None:
        lay, still = snapshot.lay, snapshot.board.still(snapshot.frame)
        labels = around.labels.on(snapshot.device)
        whole, low, split = own.area, lay.foot.y - 4, lay.side.x - 8
        papers = (
            Pane(Rect(split, 0, whole.w - split, low), still.side_key, still.paint_side),
            Pane(
                Rect(0, low, whole.w, whole.h - low),
                (snapshot.hints, labels, around.language),
                lambda c: draw_hints(c, snapshot.hints, labels, lay.foot),
            ),
        )
        for pane in board_panes(still, Rect(0, 0, split, low), papers):
            pane.draw(own, f"booth {snapshot.seat}")
        snapshot.board.draw(own, snapshot.frame)
        _draw_head(own, snapshot)
        self.focus.draw(own, now)
        snapshot.board.draw_tip(own, snapshot.frame, around.line)
        draw_parting(own, own.area, now, snapshot.lifted_at, around.motion)


def _draw_head(own: Canvas, snapshot: BoothSnapshot) -> None:
    head = snapshot.lay.head
    own.panel(head, "float")
    badge, rest = head.inset(6, 0).cut_left(HEAD_HEIGHT, 16)
    seat_badge(own, snapshot.seat, badge.inset(4, 4))
    if snapshot.face is not None:
        place, rest = rest.cut_right(CLOCK_SIZE[0], 16)
        draw_clock(own, place.place(*CLOCK_SIZE), snapshot.face)
    own.text(snapshot.words, rest, "body", "ink", fit="wrap", size=30)


def _draw_closed(own: Canvas, snapshot: BoothSnapshot, around: Surroundings) -> None:
    """Draw cloth with a name, and what there is to do."""
    translate, area, key = around.translate, own.area, ("booth", snapshot.seat)
    own.layer(key, area, lambda inner: paint_cloth(inner, area), slot=key)
    badge, name, below, away = area.inset(24, 10).rows(0.9, 1.1, 0.8, 1.25)
    side = min(150.0, badge.h)
    seat_badge(own, snapshot.seat, Rect.around(area.cx, badge.cy, side))
    own.text(snapshot.name, name, "title", "ink", align="centre", size=min(76.0, 0.62 * name.h))
    if snapshot.owes:
        hint = Hint((Accept(),), translate("table.curtain.lift"))
        draw_hints(own, (hint,), around.labels.on(snapshot.device), below)
        if snapshot.away:
            words = translate("table.pad.away", name=snapshot.name)
            own.text(words, away, "small", "quiet", align="centre", fit="wrap")
    else:
        own.text(translate("table.ready"), below, "heading", "ink", align="centre")
