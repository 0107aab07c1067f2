"""Seats of a gathering table: their holders, and buttons for what can be done with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from assets.texts import TextLookup
from client.screens.shared.phrases import side_letter
from client.screens.shared.portraits import draw_framed
from client.screens.table.people import name_of, sign_of
from client.session.table import ClientTable
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas, Fit
from client.ui.geometry import Rect
from client.ui.portraits import portraits_of
from client.ui.symbols import icon, seat_badge, seat_swatch
from client.ui.theme import Ink
from core import duplicate

SeatAction = Literal["sit", "ai", "free"]
SEAT_ACTIONS: Final[dict[SeatAction, tuple[str, str]]] = {
    "sit": ("gather.sit", "gather.tip_sit"),
    "ai": ("gather.give_ai", "gather.tip_ai"),
    "free": ("gather.make_free", "gather.tip_free"),
}
"""Words and explanations of the buttons of a seat."""
BUTTON_WIDTHS: Final[dict[SeatAction, float]] = {"sit": 152.0, "ai": 100.0, "free": 100.0}
BUTTON_GAP: Final = 12.0
BUTTON_HEIGHT: Final = 48.0
"""Units high: a button in a row that is high enough."""
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


def button_places(rect: Rect, offered_actions: Sequence[SeatAction]) -> list[Rect]:
    """Rectangles of these buttons in a row of this size."""
    scale = min(1.25, max(1.0, rect.w / 640))
    wide = [BUTTON_WIDTHS[deed] * scale for deed in offered_actions]
    strip = rect.inset(16, max(3.0, min(14.0, (rect.h - BUTTON_HEIGHT) / 2)))
    x = strip.right - sum(wide) - BUTTON_GAP * (len(offered_actions) - 1)
    places = []
    for width in wide:
        places.append(Rect(x, strip.y, width, strip.h))
        x += width + BUTTON_GAP
    return places


def draw_seat(
    canvas: Canvas, rect: Rect, client_table: ClientTable, seat: int, guest: int, translate: TextLookup
) -> bool:
    """Draw a row without its buttons: pattern, portrait, name, note. Returns whether the whole name fits."""
    holder = client_table.holders[seat]
    taken = holder.kind != "open"
    canvas.panel(rect, "raised" if taken else "well")
    band, rest = rect.cut_left(14)
    seat_swatch(canvas, seat, band.inset(0, 10).moved(6, 0), 6)
    side = min(88.0, rect.h - 12)
    picture, words = rest.inset(22, 6).cut_left(side, 20)
    if taken:
        draw_framed(canvas, seat, portraits_of(client_table.holders)[seat], picture.place(side, side))
    else:
        with canvas.faded(0.45):
            seat_badge(canvas, seat, picture.place(side * 0.72, side * 0.72))
    places = button_places(rect, seat_actions(client_table, seat, guest))
    words = Rect(words.x, words.y, (places[0].x if places else words.right) - words.x - 14, words.h)
    sign, note = holder_note(client_table, seat, guest, translate)
    if letter := side_words(client_table, seat, translate):
        note = translate("gather.you") if seat in client_table.yours else ""  # no room for more
        note = " · ".join(filter(None, (note, letter)))
    low = words.h < TWO_LINES_HEIGHT
    label = name_of(holder, seat, translate) if taken else translate("gather.free")
    least = canvas.measure(label, "body", face="display", size=LEAST_TEXT_SIZE)[0]
    long = least > words.w
    name, below = words, words
    if note and low:
        wide = canvas.measure(label, "body", face="display", size=34)[0] + 2
        most = words.w * 0.6 if least <= words.w * 0.6 else words.w - NOTE_SIGN_WIDTH
        name, below = words.cut_left(min(wide, most), 18)
    elif note:
        below, name = words.cut_bottom(NOTE_HEIGHT if long else words.h / 2.2)
    valign: Literal["bottom", "centre"] = "bottom" if note and not low else "centre"
    fit: Fit = "wrap" if long and name.h >= TWO_LINES_HEIGHT else "shrink"
    ink: Ink = "ink" if taken else "quiet"
    canvas.text(label, name, "body", ink, face="display", size=34, valign=valign, fit=fit)
    if note:
        mark, below = below.cut_left(24, 10)
        icon(canvas, sign, Rect(mark.x, below.cy - 12 if low else below.y + 5, 24, 24), "quiet")
        if not low or canvas.measure(note, "small", size=LEAST_TEXT_SIZE)[0] <= below.w:
            canvas.text(note, below, "small", "quiet", valign="centre" if low else "top")
    return canvas.fits(label, name, "body", face="display", size=34, fit=fit)
