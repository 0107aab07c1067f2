"""Seats of a table in the lobby: their holders, and free ones to choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from assets.texts import TextLookup
from client.screens.shared.names import NameField
from client.screens.shared.portraits import PortraitButton, draw_framed
from client.screens.table.people import holder_note, name_of
from client.ui.animation import ease_out
from client.ui.boxes import Box, row
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Intent, Press, Release
from client.ui.symbols import icon, seat_badge, seat_swatch
from client.ui.widgets import focus_ring
from core.protocol.messages import Holder

ROW_HEIGHT: Final = 84.0


class PickBox(Widget):
    """Box of a free seat: accepting it chooses the seat or drops it again."""

    def __init__(
        self, seat: int, translate: TextLookup, change: Callable[[], None], alignment: str = ""
    ) -> None:
        super().__init__()
        self.seat = seat
        self.side = alignment
        self.translate = translate
        self.change = change
        self.on = False

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Press):
            return True
        if isinstance(intent, Accept) or (
            isinstance(intent, Release) and self.rect.contains(intent.x, intent.y)
        ):
            self.on = not self.on
            self.change()
            return True
        return False

    def draw(self, canvas: Canvas, now: float) -> None:
        box = self.rect
        canvas.panel(box, "raised")
        mark, words = box.inset(16, 8).cut_left(40, 14)
        tick = mark.place(38, 38)
        canvas.rounded(tick, 9, "accent" if self.on else "well", "lamp" if self.on else "line", 2)
        if self.on:
            icon(canvas, "check", tick.scaled(0.6), "accent_ink")
        if not self.on:  # once chosen, the portrait beside it shows the seat's symbol
            badge, words = words.cut_left(min(46.0, words.h), 14)
            seat_badge(canvas, self.seat, badge)
        free = (
            self.translate("duplicate.free_side", letter=self.side)
            if self.side
            else self.translate("lobby.free")
        )
        canvas.text(free, words, "body", "good" if not self.on else "ink", size=28)
        focus_ring(canvas, box, ease_out(self.heat(now)), 16)


class SeatLine:
    """Seat of the selected table: its holder; or if free, a box, a portrait and a name."""

    def __init__(
        self,
        seat: int,
        holder: Holder,
        portrait: PortraitButton,
        translate: TextLookup,
        change: Callable[[], None],
        alignment: str = "",
    ) -> None:
        """`alignment`: letter of the side of a duplicate that the seat plays for, else empty."""
        self.seat = seat
        self.holder = holder
        self.portrait = portrait
        self.translate = translate
        self._change = change
        self.side = alignment
        self.box = PickBox(seat, translate, change, alignment)
        self.name = NameField(
            translate, "", "", placeholder=lambda: translate("table.guest_name", number=seat + 1)
        )

    @property
    def free(self) -> bool:
        """Whether the seat is free."""
        return self.holder.kind == "open"

    @property
    def wanted(self) -> str | None:
        """Name of the person who wants this seat; None if nobody does."""
        if not (self.free and self.box.on):
            return None
        return self.name.text.strip() or self.translate("table.guest_name", number=self.seat + 1)

    def choose(self) -> None:
        """Choose the seat."""
        self.box.on = True
        self._change()

    def tree(self) -> Box:
        """Row of the seat: its holder, or the box, and once it is chosen portrait and name beside it."""
        if not self.free:
            return Box(content=self._draw_holder, limit=ROW_HEIGHT)
        if not self.box.on:
            return Box(content=self.box, limit=ROW_HEIGHT)
        person = row(Box(content=self.portrait, size=ROW_HEIGHT, ratio=1.0), self.name, gap=14, share=1.3)
        return row(self.box, person, gap=14, limit=ROW_HEIGHT)

    def _draw_holder(self, canvas: Canvas, rect: Rect, now: float) -> None:
        canvas.rounded(rect, 14, "well", "line", 1.5)
        band, rest = rect.cut_left(12)
        seat_swatch(canvas, self.seat, band.inset(0, 8).moved(6, 0), 5)
        picture, words = rest.inset(20, 4).cut_left(rest.h - 8, 16)
        draw_framed(canvas, self.seat, self.portrait.key, picture)
        sign, note = holder_note(self.holder, "", self.translate)
        if self.side:
            note = " · ".join(filter(None, (note, self.translate("duplicate.side", letter=self.side))))
        name, side = words.columns(1.4, 1, gap=12)
        canvas.text(
            name_of(self.holder, self.seat, self.translate), name, "body", "ink", face="display", size=30
        )
        side, mark = side.cut_right(30, 10)[1], side.cut_right(30)[0]
        icon(canvas, sign, mark.place(26, 26), "quiet")
        canvas.text(note, side, "small", "quiet", align="right")
