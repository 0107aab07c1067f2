"""Page over the screen with everybody at a table: who is host, who is away, who watches.

Here the host can send people away, or mute their chat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from assets.texts import TextLookup
from client.screens.shared.phrases import count_words
from client.screens.table.journal_view import spectator_name
from client.screens.table.people import name_of, sign_of, watcher_count
from client.session.archive import told_apart
from client.session.session import Session
from client.session.table import ClientTable
from client.stage.window import App
from client.ui.animation import ease_out, progress
from client.ui.canvas import Canvas, VAlign
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent
from client.ui.overlays import FADE_SECONDS, Dialog
from client.ui.symbols import icon, seat_badge, seat_swatch
from client.ui.widgets import Button
from core.protocol import messages as m

PersonAction = Literal["mute", "unmute", "kick"]

ROW_HEIGHT: Final = 88.0
ROW_GAP: Final = 10.0
MOST_WATCHERS: Final = 7
"""Most watchers shown."""
FEWEST_WATCHERS: Final = 4
"""Watchers for whom there is always room."""
LEAST_ROW_HEIGHT: Final = 60.0
"""Units high: a row where room is scarce."""
HEADING_HEIGHT: Final = 40.0
"""Units high: a heading in an upright window."""
PAGE_FRAME_HEIGHT: Final = 20 + 50 + 4 + HEADING_HEIGHT + 6 + 92 + 16.0
"""Units high: the page in an upright window, without its rows and without watchers."""
PAGE_WIDTH: Final = 1060.0
"""Units wide: the page with seats only; watchers add 0.7 of it."""
KICK_BUTTON_WIDTH: Final = 240.0
"""Units wide: the button that sends somebody away, with words."""
SIGN_BUTTON_WIDTH: Final = 84.0
"""Units wide: a button without words."""
WORDED_ROW_WIDTH: Final = 840.0
"""Units wide: rows from this width on have room for words beside the longest name."""
PERSON_ACTIONS: Final[dict[PersonAction, tuple[str, str, str]]] = {
    "mute": ("mute", "people.mute", "people.tip_mute"),
    "unmute": ("chat", "people.unmute", "people.tip_unmute"),
    "kick": ("door", "people.kick", "people.tip_kick"),
}
"""Host's actions: icon and words of the button, and their explanation."""


class PersonRow(msgspec.Struct, frozen=True):
    """Person at a `seat`, or without one (-1). `guest` is 0 where no person is there."""

    seat: int
    guest: int
    name: str
    notes: tuple[str, ...]
    sign: str
    muted: bool = False


def seat_rows(client_table: ClientTable, me: int, translate: TextLookup) -> tuple[PersonRow, ...]:
    """Rows of all seats."""
    return tuple(_seat_row(client_table, seat, me, translate) for seat in range(client_table.seats))


def _seat_row(client_table: ClientTable, seat: int, me: int, translate: TextLookup) -> PersonRow:
    holder = client_table.holders[seat]
    name = name_of(holder, seat, translate)
    if _is_shared(client_table.holders, holder):
        name = told_apart(name, holder.fingerprint)
    if holder.kind == "open":
        return PersonRow(seat, 0, translate("table.open"), (), "chair")
    notes = []
    if holder.guest and holder.guest == me:
        notes.append(translate("people.you"))
    if holder.guest and holder.guest == client_table.host:
        notes.append(translate("people.host"))
    if holder.kind == "away":
        notes.append(translate("people.away"))
    if holder.kind == "bot" and holder.owner:
        notes.append(translate("people.standing_in"))
    if holder.muted:
        notes.append(translate("people.muted"))
    if holder.program:
        notes.append(translate("people.program"))
    if not notes:
        notes.append(translate("people.ai" if holder.kind == "bot" else "people.here"))
    signs = {"away": "door", "bot": "robot"}
    sign = "mute" if holder.muted else signs.get(holder.kind, sign_of(holder))
    return PersonRow(seat, holder.guest, name, tuple(notes), sign, holder.muted)


def _is_shared(holders: Sequence[m.Holder], holder: m.Holder) -> bool:
    """Whether another person at the table has the same name."""
    same = (other for other in holders if other.name.casefold() == holder.name.casefold())
    return bool(holder.name) and any(other.fingerprint != holder.fingerprint for other in same)


def watcher_rows(
    client_table: ClientTable, speakers: tuple[int, ...], translate: TextLookup
) -> tuple[PersonRow, ...]:
    """Watchers, as the host knows them: the `speakers` first, since they may be the ones to mute.

    A person whose seat is held by an AI watches too, but is listed with the seats.
    """
    rank = {guest: place for place, guest in enumerate(speakers)}
    seated = {holder.guest for holder in client_table.holders}
    watching = [watcher for watcher in client_table.watchers if watcher.guest not in seated]
    rows = []
    for watcher in sorted(watching, key=lambda watcher: rank.get(watcher.guest, len(rank))):
        notes = (translate("people.muted" if watcher.muted else "people.looking_on"),)
        sign = "mute" if watcher.muted else "eye"
        rows.append(
            PersonRow(-1, watcher.guest, spectator_name(watcher.guest, translate), notes, sign, watcher.muted)
        )
    return tuple(rows)


class PeoplePage:
    """Page of people, until it is closed. It follows the client table; `rect` is its place.

    Meanwhile nothing moves under a pointer: the page keeps its size, and everybody their place on it.
    """

    def __init__(self, app: App, session: Session, focus: Focus) -> None:
        assert session.client_table is not None
        self.app = app
        self.session = session
        self.closed = False
        self.over = focus
        self._speakers = self.client_table.speakers  # kept, so that no row moves under the pointer
        self._at = app.now
        self.close = Button(app.label("people.close"), self._shut, icon="check", kind="primary")
        self.deeds: dict[tuple[int, int, PersonAction], Button] = {}
        self._known: object = None
        self._wordy = True
        self._room = 0
        self._slots: dict[int, int] = {}
        self.focus = Focus((self.close,), app.sound)
        self._area = app.canvas.area
        self.follow()

    def still(self, now: float) -> bool:
        return False

    @property
    def client_table(self) -> ClientTable:
        """Client table of the page."""
        assert self.session.client_table is not None
        return self.session.client_table

    @property
    def text_field(self) -> None:
        """Nothing is typed here."""

    def _shut(self) -> None:
        self.closed = True

    # --- people -------------------------------------------------------------------------------

    def follow(self) -> None:
        """Update once a frame, since people come and go while the page is open."""
        client_table = self.client_table
        known = (
            client_table.holders,
            client_table.host,
            client_table.watchers,
            client_table.spectators,
            client_table.yours,
        )
        if known == self._known:
            return
        self._known = known
        self.seats = seat_rows(client_table, self.session.guest, self.app.translate)
        self.watching = self._with_place(watcher_rows(client_table, self._speakers, self.app.translate))
        self._set_buttons()
        self.layout(self._area)

    def _set_buttons(self) -> None:
        """Make the buttons for the people shown."""
        wanted = [(row.seat, row.guest, deed) for row in self.rows for deed in self._may(row)]
        self.deeds = {key: self.deeds.get(key) or self._button(*key) for key in wanted}
        self.focus.set((*self.deeds.values(), self.close), at=self.app.now)

    def _with_place(self, watching: tuple[PersonRow, ...]) -> tuple[PersonRow, ...]:
        """Watchers in their places: those who stay keep theirs, new ones take a free one."""
        if not self._room and (watching or self.client_table.host == self.session.guest):
            self._room = min(self._fitting, max(FEWEST_WATCHERS, len(watching) + 1))
        here = {row.guest for row in watching}
        self._slots = {
            guest: slot for guest, slot in self._slots.items() if guest in here and slot < self._room
        }
        free = iter(sorted(set(range(self._room)) - set(self._slots.values())))
        come = [row.guest for row in watching if row.guest not in self._slots]
        self._slots.update(zip(come, free, strict=False))
        placed = (row for row in watching if row.guest in self._slots)
        return tuple(sorted(placed, key=lambda row: self._slots[row.guest]))

    @property
    def rows(self) -> tuple[PersonRow, ...]:
        """All rows shown."""
        return (*self.seats, *self.watching)

    def _may(self, person: PersonRow) -> tuple[PersonAction, ...]:
        """Actions on a person: for the host only, and not on themselves."""
        if self.client_table.host != self.session.guest or person.guest in (0, self.session.guest):
            return ()
        return ("unmute" if person.muted else "mute", "kick")

    def _button(self, seat: int, guest: int, deed: PersonAction) -> Button:
        sign, words, _ = PERSON_ACTIONS[deed]
        return Button(
            lambda: self.app.translate(words) if self._worded(deed) else "",
            lambda: self._do(guest, deed),
            icon=sign,
            role="small",
        )

    def _worded(self, deed: PersonAction) -> bool:
        """Whether a button has words; those of the others stand at the foot."""
        return self._wordy and deed == "kick"

    # --- doing --------------------------------------------------------------------------------

    def _do(self, guest: int, deed: PersonAction) -> None:
        if deed == "kick":
            self._ask(guest)
        else:
            self.session.ask(m.Mute, guest=guest, muted=deed == "mute")

    def _ask(self, guest: int) -> None:
        """Ask before sending anybody away."""
        translate, theirs = self.app.translate, [row for row in self.rows if row.guest == guest]
        if not theirs:
            return
        names = translate("result.comma").join(row.name for row in theirs)
        seated = theirs[0].seat >= 0

        def kick() -> None:
            self.session.ask(m.Kick, guest=guest)
            self._rebuild()

        self.over.open(
            Dialog(
                translate("people.kick_title", name=names),
                translate("people.kick_text" if seated else "people.kick_watcher"),
                [(translate("people.kick_go"), kick), (translate("people.kick_cancel"), self._rebuild)],
                at=self.app.now,
                sound=self.app.sound,
                first=1,
            )
        )

    def _rebuild(self) -> None:
        self.over.open(PeoplePage(self.app, self.session, self.over))

    # --- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        """Take all intents; back closes the page."""
        if not self.focus.handle(intent) and isinstance(intent, Back):
            self._shut()
        return True

    # --- looks --------------------------------------------------------------------------------

    def layout(self, area: Rect) -> None:
        """Seats in the middle, watchers beside or below them if the host may see who they are."""
        self._area = area
        if self._room > self._fitting:
            self._room = self._fitting
            self.watching = self._with_place(self.watching)
            self._set_buttons()
        if area.w < area.h:
            self._layout_above(area)
        else:
            self._layout_beside(area)
        if self.focus.current is None:
            self.focus.focus(self.close, self.app.now)

    def _layout_beside(self, area: Rect) -> None:
        """Watchers in a column of their own."""
        count = max(len(self.seats), self._room)
        wide = min(area.w - 60, PAGE_WIDTH * (1.7 if self._room else 1))
        self.rect = area.place(wide, 30 + 64 + 46 + count * (ROW_HEIGHT + ROW_GAP) + 40 + 76 + 24)
        self._title, rest = self.rect.inset(40, 30).cut_top(64, 6)
        bar, rest = self.rect.inset(40, 24).cut_bottom(76, 14)
        self.close.layout(bar.place(300, 76, "right"))
        self.foot = Rect(bar.x, bar.y, bar.w - 330, bar.h)
        body = Rect(self._title.x, self._title.bottom + 6, self._title.w, rest.bottom - self._title.bottom)
        columns = body.columns(1.1, 1, gap=36) if self._room else [body]
        heads = [column.cut_top(36)[0] for column in columns]
        places = [
            column.cut_top(36, 10)[1].stack(rows, ROW_HEIGHT, ROW_GAP)
            for column, rows in zip(columns, (len(self.seats), self._room), strict=False)
        ]
        self._place(heads, places)

    def _layout_above(self, area: Rect) -> None:
        """Watchers below the seats, as many as there is room for."""
        count = len(self.seats) + self._room
        high = min(ROW_HEIGHT, self._rows_high(area) / count - 5)
        self.rect = area.place(
            area.w - 40, PAGE_FRAME_HEIGHT + (HEADING_HEIGHT if self._room else 0) + count * (high + 5)
        )
        self._title, body = self.rect.inset(24, 20).cut_top(50, 4)
        bar, _ = self.rect.inset(24, 16).cut_bottom(92)
        self.close.layout(bar.place(220, 72, "right"))
        self.foot = bar.cut_right(220, 16)[1]
        heads, places = [], []
        for rows in (len(self.seats), self._room) if self._room else (len(self.seats),):
            head, body = body.cut_top(HEADING_HEIGHT)
            room, body = body.cut_top(rows * (high + 5))
            heads.append(head)
            places.append(room.stack(rows, high, 5))
        self._place(heads, places)

    @property
    def _fitting(self) -> int:
        """Most watchers for whom there is room."""
        if self._area.w >= self._area.h:
            return MOST_WATCHERS
        free = self._area.h - 32 - PAGE_FRAME_HEIGHT - HEADING_HEIGHT
        return min(MOST_WATCHERS, max(1, int(free / (LEAST_ROW_HEIGHT + 5)) - len(self.seats)))

    def _rows_high(self, area: Rect) -> float:
        """Units high: all rows together in an upright window."""
        return area.h - 32 - PAGE_FRAME_HEIGHT - (HEADING_HEIGHT if self._room else 0)

    def _place(self, heads: list[Rect], slot_rows: list[list[Rect]]) -> None:
        """Place seats and, if there is room for any, watchers."""
        self._heads = heads
        self._wordy = heads[0].w >= WORDED_ROW_WIDTH
        seats, *slots = slot_rows
        self._places = [*seats, *(slots[0][self._slots[row.guest]] for row in self.watching)]
        self._nobody = slots[0][0] if slots and not self.watching else self.foot
        for row, place in zip(self.rows, self._places, strict=True):
            self._place_buttons(row, place)

    def _place_buttons(self, person: PersonRow, rect: Rect) -> None:
        strip = rect.inset(12, 12 if rect.h >= ROW_HEIGHT else 4)
        for deed in reversed(self._may(person)):
            spot, strip = strip.cut_right(KICK_BUTTON_WIDTH if self._worded(deed) else SIGN_BUTTON_WIDTH, 10)
            self.deeds[person.seat, person.guest, deed].layout(spot)

    def draw(self, canvas: Canvas, now: float) -> None:
        """Draw the page over the darkened screen."""
        translate = self.app.translate
        with canvas.faded(ease_out(progress(now, self._at, FADE_SECONDS))):
            canvas.rect(canvas.area, (*canvas.colour("shadow")[:3], 170))
            canvas.panel(self.rect, "sheet")
            canvas.text(translate("people.title"), self._title, "heading", "ink")
            for head, key in zip(self._heads, ("gather.seats", "people.watching"), strict=False):
                canvas.text(translate(key), head, "small", "lamp")
            for row, place in zip(self.rows, self._places, strict=True):
                self._draw_row(canvas, row, place)
            about = self.about()
            if not about or self._nobody is not self.foot:
                canvas.text(self.others(), self._nobody, "small", "quiet", fit="wrap")
            canvas.text(about, self.foot, "small", "ink", fit="wrap")
            self.focus.draw(canvas, now)

    def _draw_row(self, canvas: Canvas, person: PersonRow, rect: Rect) -> None:
        canvas.panel(rect, "raised" if person.sign != "chair" else "well")
        rest = rect
        if person.seat >= 0:
            band, rest = rect.cut_left(14)
            seat_swatch(canvas, person.seat, band.inset(0, 10).moved(6, 0), 6)
        mark, words = rest.inset(18, 8 if rect.h >= ROW_HEIGHT else 3).cut_left(54, 16)
        if person.seat >= 0:
            seat_badge(canvas, person.seat, mark.place(min(50, mark.h), min(50, mark.h)))
        else:
            icon(canvas, "eye", mark.place(44, 44), "lamp")
        buttons = [self.deeds[person.seat, person.guest, deed].rect.x for deed in self._may(person)]
        words = Rect(words.x, words.y, min([words.right, *(x - 12 for x in buttons)]) - words.x, words.h)
        self._draw_words(canvas, person, words)

    def _draw_words(self, canvas: Canvas, person: PersonRow, rect: Rect) -> None:
        free = person.sign == "chair"
        if not person.notes:
            canvas.text(person.name, rect, "body", "quiet" if free else "ink", face="display", size=32)
            return
        roomy = rect.h > LEAST_ROW_HEIGHT
        name, below = rect.rows(1.15 if roomy else 1, 1)
        align: VAlign
        size, align = (32, "bottom") if roomy else (28, "centre")
        canvas.text(person.name, name, "body", "ink", face="display", size=size, valign=align)
        mark, notes = below.cut_left(24, 10)
        sign = Rect(mark.x, below.y + 6, 24, 24) if roomy else mark.place(24, 24)
        icon(canvas, person.sign, sign, "bad" if person.muted else "quiet")
        size, align = (26, "top") if roomy else (24, "centre")
        canvas.text(" · ".join(person.notes), notes, "small", "quiet", valign=align, size=size)

    def about(self) -> str:
        """Explanation of the focused button. At the foot, since a tip would cover other buttons."""
        current = self.focus.current
        deed = next((key[2] for key, button in self.deeds.items() if button is current), None)
        if deed is None:
            return ""
        _, words, tip = PERSON_ACTIONS[deed]
        return (
            self.app.translate(tip)
            if self._worded(deed)
            else f"{self.app.translate(words)}: {self.app.translate(tip)}"
        )

    def others(self) -> str:
        """Words on the number of watchers that are not listed."""
        more = watcher_count(self.client_table.holders, self.client_table.spectators) - len(self.watching)
        if more <= 0:
            return "" if self.watching else self.app.translate("people.nobody")
        if self.watching:
            return self.app.translate("people.more", count=more)
        return count_words(self.app.translate, "lobby.watching", more)
