"""Seats of a gathering table: their holders, and buttons for what can be done with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from assets.texts import TextLookup
from client.screens.shared.phrases import side_letter
from client.screens.shared.portraits import draw_framed
from client.screens.table.people import name_of, sign_of
from client.session.table import ClientTable
from client.ui.boxes import Box, column, row
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas, Fit
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.portraits import portraits_of
from client.ui.symbols import icon, seat_badge, seat_swatch
from client.ui.theme import Ink
from client.ui.widgets import Button
from core import duplicate
from core.protocol.messages import Holder

SeatAction = Literal["sit", "ai", "free"]
SEAT_ACTIONS: Final[dict[SeatAction, tuple[str, str]]] = {
    "sit": ("gather.sit", "gather.tip_sit"),
    "ai": ("gather.give_ai", "gather.tip_ai"),
    "free": ("gather.make_free", "gather.tip_free"),
}
"""Words and explanations of the buttons of a seat."""
BUTTON_WIDTHS: Final[dict[SeatAction, float]] = {"sit": 152.0, "ai": 100.0, "free": 100.0}
BUTTON_GAP: Final = 12.0
ROW_HEIGHT: Final = 108.0
MOST_INSET: Final = 14.0
"""Most units above and below a button in its row."""
TWO_LINES_HEIGHT: Final = 64.0
"""Units high: the least room for a name with a note below, or a name of two lines; in lower rows the note
stands beside the name.
"""
NOTE_SIGN_WIDTH: Final = 52.0
"""Units wide: the icon of a note beside a long name, where its words have no room."""
NOTE_HEIGHT: Final = 31.0
"""Units high: a note below a name of two lines."""


def seat_actions(client_table: ClientTable, seat: int, guest: int) -> tuple[SeatAction, ...]:
    """Buttons of a seat that this guest may use before the start."""
    holder, host = client_table.holders[seat], client_table.host == guest
    mine = holder.guest == guest
    if holder.kind == "open":
        return ("sit", "ai") if host else ("sit",)
    if holder.kind == "bot":
        if holder.owner and not mine:
            return ()
        return ("sit", "free") if host and not holder.owner else ("sit",)
    if mine or (host and holder.kind == "away"):
        return ("ai", "free")
    return ()


def holder_note(client_table: ClientTable, seat: int, guest: int, translate: TextLookup) -> tuple[str, str]:
    """Icon and few words on who holds a seat."""
    holder = client_table.holders[seat]
    if holder.kind == "bot":
        return "robot", translate("table.standing_in") if holder.owner else ""
    if holder.kind == "open":
        return "chair", ""
    if holder.kind == "away":
        return "door", translate("gather.away")
    notes = [translate("gather.you")] if seat in client_table.yours else []
    if holder.guest == client_table.host:
        notes.append(translate("gather.host"))
    if holder.muted:
        notes.append(translate("people.muted"))
    if holder.program:
        notes.append(translate("people.program"))
    return "mute" if holder.muted else sign_of(holder), " · ".join(notes)


def side_words(client_table: ClientTable, seat: int, translate: TextLookup) -> str:
    """Side of a duplicate that the seat plays for; empty without sides."""
    told = client_table.duplicate
    if told is None or told.compared:
        return ""
    side = duplicate.side(client_table.table - told.first, seat, client_table.seats, told.game)
    return translate("duplicate.side", letter=side_letter(side))


class SeatRow(Widget):
    """Row of a seat, beside its buttons: pattern, portrait, name and note. It cannot have the focus."""

    def __init__(self, client_table: ClientTable, seat: int, guest: int, translate: TextLookup) -> None:
        super().__init__(enabled=False)
        self._client_table, self._seat, self._guest, self._translate = client_table, seat, guest, translate

    @property
    def holder(self) -> Holder:
        """Holder of the seat."""
        return self._client_table.holders[self._seat]

    def tree(self, deeds: Mapping[SeatAction, Button], scale: float) -> Box:
        """The row with the buttons of what may be done at its right, larger by a factor."""
        boxes = (
            column(
                Box(limit=MOST_INSET),
                Box(content=button, share=10),
                Box(limit=MOST_INSET),
                size=BUTTON_WIDTHS[deed] * scale,
            )
            for deed, button in deeds.items()
        )
        return row(self, *boxes, Box(size=4), gap=BUTTON_GAP, limit=ROW_HEIGHT, content=self._draw_panel)

    def _draw_panel(self, canvas: Canvas, rect: Rect, now: float) -> None:
        canvas.panel(rect, "well" if self.holder.kind == "open" else "raised")
        seat_swatch(canvas, self._seat, rect.cut_left(14)[0].inset(0, 10).moved(6, 0), 6)

    def draw(self, canvas: Canvas, now: float) -> None:
        taken = self.holder.kind != "open"
        picture, words = self._columns
        if taken:
            portrait = portraits_of(self._client_table.holders)[self._seat]
            draw_framed(canvas, self._seat, portrait, picture)
        else:
            with canvas.faded(0.45):
                seat_badge(canvas, self._seat, picture.scaled(0.72))
        name, below, fit = self._places(canvas)
        sign, note = self._note
        low = words.h < TWO_LINES_HEIGHT
        valign: Literal["bottom", "centre"] = "bottom" if note and not low else "centre"
        ink: Ink = "ink" if taken else "quiet"
        canvas.text(self._label, name, "body", ink, face="display", size=34, valign=valign, fit=fit)
        if note:
            mark, below = below.cut_left(24, 10)
            icon(canvas, sign, Rect(mark.x, below.cy - 12 if low else below.y + 5, 24, 24), "quiet")
            if not low or canvas.measure(note, "small", size=LEAST_TEXT_SIZE)[0] <= below.w:
                canvas.text(note, below, "small", "quiet", valign="centre" if low else "top")

    def fits(self, canvas: Canvas) -> bool:
        """Whether the whole name has room."""
        name, _, fit = self._places(canvas)
        return canvas.fits(self._label, name, "body", face="display", size=34, fit=fit)

    @property
    def _columns(self) -> tuple[Rect, Rect]:
        """Places of the portrait and of the words."""
        side = min(88.0, self.rect.h - 12)
        picture, words = self.rect.cut_left(14)[1].inset(22, 6).cut_left(side, 20)
        return picture.place(side, side), Rect(words.x, words.y, self.rect.right - words.x - 2, words.h)

    @property
    def _label(self) -> str:
        if self.holder.kind == "open":
            return self._translate("gather.free")
        return name_of(self.holder, self._seat, self._translate)

    @property
    def _note(self) -> tuple[str, str]:
        """Icon and words below or beside the name; with a side there is no room for more than "you"."""
        sign, note = holder_note(self._client_table, self._seat, self._guest, self._translate)
        if letter := side_words(self._client_table, self._seat, self._translate):
            note = self._translate("gather.you") if self._seat in self._client_table.yours else ""
            note = " · ".join(filter(None, (note, letter)))
        return sign, note

    def _places(self, canvas: Canvas) -> tuple[Rect, Rect, Fit]:
        """Places of name and note, and how the name fits in."""
        words, note = self._columns[1], self._note[1]
        least = canvas.measure(self._label, "body", face="display", size=LEAST_TEXT_SIZE)[0]
        long = least > words.w
        name, below = words, words
        if note and words.h < TWO_LINES_HEIGHT:
            wide = canvas.measure(self._label, "body", face="display", size=34)[0] + 2
            most = words.w * 0.6 if least <= words.w * 0.6 else words.w - NOTE_SIGN_WIDTH
            name, below = words.cut_left(min(wide, most), 18)
        elif note:
            below, name = words.cut_bottom(NOTE_HEIGHT if long else words.h / 2.2)
        return name, below, "wrap" if long and name.h >= TWO_LINES_HEIGHT else "shrink"
