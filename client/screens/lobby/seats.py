"""The seats of a table in the lobby: who holds them, and which free ones somebody wants."""

from __future__ import annotations

from collections.abc import Callable

from client.screens.shared.portraits import PortraitButton, draw_framed
from client.screens.table.people import holder_note, name_of
from client.ui.animation import ease_out
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Intent, Press, Release
from client.ui.symbols import icon, seat_badge, seat_swatch
from client.ui.text_field import TextField
from client.ui.widgets import focus_ring
from core.protocol.messages import NAME_LENGTH, Holder

Say = Callable[..., str]


class PickBox(Widget):
    """A free seat: accepting it takes it or leaves it again."""

    def __init__(self, seat: int, say: Say, change: Callable[[], None]) -> None:
        super().__init__()
        self.seat = seat
        self.say = say
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
        if not self.on:  # else the portrait beside it has the sign of the seat
            badge, words = words.cut_left(min(46.0, words.h), 14)
            seat_badge(canvas, self.seat, badge)
        canvas.text(self.say("lobby.free"), words, "body", "good" if not self.on else "ink", size=28)
        focus_ring(canvas, box, ease_out(self.heat(now)), 16)


class SeatLine:
    """A seat of the table that is looked at: its holder; where it is free a box, a portrait and a name."""

    def __init__(
        self, seat: int, holder: Holder, portrait: PortraitButton, say: Say, change: Callable[[], None]
    ) -> None:
        self.seat = seat
        self.holder = holder
        self.portrait = portrait
        self.say = say
        self._changed = change
        self.box = PickBox(seat, say, self._toggled)
        self.name = TextField(
            "", limit=NAME_LENGTH, placeholder=lambda: say("table.guest_name", number=seat + 1)
        )
        self.name.visible = self.portrait.visible = False
        self.rect = Rect(0, 0, 0, 0)

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.holder.kind == "open"

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """What of it can have the focus."""
        return (self.box, self.portrait, self.name) if self.free else ()

    @property
    def wanted(self) -> str | None:
        """The name of whoever wants to sit here; None if nobody does."""
        if not (self.free and self.box.on):
            return None
        return self.name.text.strip() or self.say("table.guest_name", number=self.seat + 1)

    def choose(self) -> None:
        """Choose it."""
        self.box.on = True
        self._toggled()

    def layout(self, rect: Rect) -> None:
        """A row: box, portrait and name side by side once it is chosen."""
        self.rect = rect
        if self.box.on:
            box, person = rect.columns(1, 1.3, gap=14)
            picture, name = person.cut_left(rect.h, 14)
            self.box.layout(box)
            self.portrait.layout(picture)
            self.name.layout(name)
        else:
            self.box.layout(rect)

    def _toggled(self) -> None:
        self.name.visible = self.portrait.visible = self.box.on
        self.layout(self.rect)
        self._changed()

    def draw(self, canvas: Canvas) -> None:
        """The holder of a seat that is taken."""
        if self.free:
            return
        canvas.rounded(self.rect, 14, "well", "line", 1.5)
        band, rest = self.rect.cut_left(12)
        seat_swatch(canvas, self.seat, band.inset(0, 8).moved(6, 0), 5)
        picture, words = rest.inset(20, 4).cut_left(rest.h - 8, 16)
        draw_framed(canvas, self.seat, self.portrait.key, picture)
        sign, note = holder_note(self.holder, "", self.say)
        name, side = words.columns(1.4, 1, gap=12)
        canvas.text(name_of(self.holder, self.seat, self.say), name, "body", "ink", face="display", size=30)
        side, mark = side.cut_right(30, 10)[1], side.cut_right(30)[0]
        icon(canvas, sign, mark.place(26, 26), "quiet")
        canvas.text(note, side, "small", "quiet", align="right")
