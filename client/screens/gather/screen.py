"""Screen before the start of a game: seats, addresses to join by, rules and chat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from client.screens.gather.seats import SEAT_ACTIONS, SeatAction, button_places, draw_seat, seat_actions
from client.screens.shared.clock import clock_in_words, duration_words
from client.screens.shared.full_names import FullNames
from client.screens.shared.names import NameField
from client.screens.shared.parts import below_heading
from client.screens.shared.people import PeoplePage
from client.screens.shared.phrases import count_words, option_sentences
from client.screens.shared.portraits import PortraitButton, PortraitSheet
from client.screens.shared.qr import draw_qr
from client.screens.table.journal_view import Entry, chat_entry, draw_journal
from client.screens.title import landscape
from client.session.connection import address_text
from client.session.gate_process import GateProcess
from client.session.own_addresses import OwnAddress, OwnAddresses
from client.session.session import Session
from client.session.table import ClientTable
from client.stage.window import Screen
from client.ui.canvas import LANDSCAPE_HEIGHT, Canvas
from client.ui.focus import Focus, Label, Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Chat, Intent
from client.ui.overlays import Dialog, Hint, draw_hints
from client.ui.portraits import portraits_of
from client.ui.symbols import icon
from client.ui.text_field import TextField
from client.ui.widgets import Button, Choice
from core.protocol import messages as m

SEAT_ROW_HEIGHT: Final = 108.0
MOST_ADDRESSES: Final = 2
"""Most addresses of this machine that are shown."""
PEOPLE_BUTTON_WIDTH: Final = 210.0
"""Units wide: the button that opens the list of everybody here."""
POLICY_WIDTH: Final = 330.0
"""Units wide: the words about this table's special policies."""
CHAT_LINES: Final = 8
LOWER_HEIGHT, LEAST_LOWER_HEIGHT, FULL_SEATS = 300.0, 220.0, 5
"""Units high: the pages below an upright window's seats, and the same from FULL_SEATS seats on."""
LOWER_PAGES: Final = ("address", "rules", "chat")
"""Pages of an upright window or a phone, shown one at a time, as keys of texts."""
LEAST_CODE: Final = 120.0
"""Units of the smallest code that is shown beside addresses."""
MOST_CODE_SHARE: Final = 0.45
"""Share of a page's width that the code for devices takes at most."""
NO_RECT: Final = Rect(0, 0, 0, 0)


@dataclass(frozen=True)
class GatherActions:
    """Callbacks to other screens, given by the program."""

    begun: Callable[[], None]
    leave: Callable[[], None]
    lost: Callable[[Session], None]
    invite: Callable[[], None] | None = None
    """Shows how devices come to the table; None where it is another machine's."""


class GatherScreen(Screen):
    """Table that waits for its host to start.

    `addresses` are those of this machine, `seat_rects` the rows of the seats.
    """

    name = "gather"
    fits_phones = True

    def __init__(
        self,
        session: Session,
        actions: GatherActions,
        addresses: Callable[[], tuple[OwnAddress, ...]] | None = None,
        gate: GateProcess | None = None,
    ) -> None:
        assert session.client_table is not None
        self.session = session
        self.actions = actions
        self.client_table: ClientTable = session.client_table
        self._find_addresses, self._gate = addresses or OwnAddresses().now, gate
        self.journal: tuple[Entry, ...] = ()
        self.deeds: dict[tuple[int, SeatAction], Button] = {}
        self._known: object = None
        self.starting = 0
        self.names = FullNames()
        self._area = Rect(0, 0, 1920, 1080)

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        translate = self.app.translate
        self.addresses = self._addresses_to_tell()
        levels = [lambda level=level: translate(f"table.bot.{level}") for level in m.OFFERED_LEVELS]
        self.level = Choice(
            lambda: translate("gather.start_level"), levels, m.OFFERED_LEVELS.index("normal"), lambda _: None
        )
        self.level.split = 0.42
        self.start = Button(lambda: translate("gather.start"), self._start, icon="play", kind="primary")
        self.publish = Button(lambda: translate("gather.publish"), self._publish, icon="lan")
        self.invite = Button(
            lambda: translate("table.menu.invite"),
            self.actions.invite or self._publish,
            icon="phone",
            role="small",
        )
        self.line = TextField(
            "",
            placeholder=lambda: translate("gather.chat_placeholder"),
            limit=m.CHAT_LENGTH,
            submit=self._announce,
        )
        self.out = Button(lambda: translate("gather.leave"), self.actions.leave, icon="door", kind="quiet")
        self.people = Button(
            lambda: translate("gather.people"), self._show_people, icon="people", role="small"
        )
        self.page = Choice(
            "",
            [self._page_label(key) for key in LOWER_PAGES],
            LOWER_PAGES.index("address" if self.host else "chat"),
            lambda _: self._arrange(),
        )
        self.focus = Focus((), self.app.sound)
        self._follow()
        self.focus.focus(self._likeliest, self.app.now)

    def _addresses_to_tell(self) -> tuple[OwnAddress, ...]:
        """The best addresses of this machine: those of the first's kind, a VPN's only if all are."""
        found = self._find_addresses()
        kinds = [(one.vpn, ":" in one.host) for one in found]
        return tuple(one for one, kind in zip(found, kinds, strict=True) if kind == kinds[0])[:MOST_ADDRESSES]

    def _page_label(self, key: str) -> Label:
        return lambda: self.app.translate(f"gather.{key}")

    @property
    def host(self) -> bool:
        """Whether the host of the table is here."""
        return self.client_table.host == self.session.guest

    @property
    def may_start(self) -> bool:
        """Whether the game can be started from here: by the host, in a duplicate that of its first table."""
        told = self.client_table.duplicate
        return self.host and (told is None or told.first == self.client_table.table)

    @property
    def level_chosen(self) -> m.Level:
        """Level of AIs that are put into seats from here."""
        return m.OFFERED_LEVELS[self.level.chosen]

    def _follow(self) -> None:
        """Update the widgets to what may be done now; those that stay keep the focus."""
        self._known = self._facts
        wanted = [
            (seat, deed)
            for seat in range(self.client_table.seats)
            for deed in seat_actions(self.client_table, seat, self.session.guest)
        ]
        self.deeds = {key: self.deeds.get(key) or self._deed_button(*key) for key in wanted}
        start = (self.level, self.start) if self.may_start else ()
        publish = (self.publish,) if self._may_publish else ()
        invite = (self.invite,) if self._may_invite else ()
        rest = (self.page, *publish, *invite, self.line, self.out, *start)
        before = self.focus.current
        self.focus.set((self.people, *self.deeds.values(), *rest), at=self.app.now)
        if before is not None and before not in self.focus.widgets:
            self.focus.focus(self._likeliest, self.app.now)
        self._arrange()

    @property
    def _likeliest(self) -> Widget:
        """Widget of the likeliest wish: to start, to sit down, or to talk."""
        sits = (button for (_, deed), button in self.deeds.items() if deed == "sit")
        return self.start if self.may_start else next(sits, self.line)

    @property
    def _facts(self) -> object:
        """Facts that the widgets depend on."""
        opened = None if self._gate is None else self._gate.opened
        return self.client_table.holders, self.client_table.host, self.client_table.port, opened

    @property
    def _scanned(self) -> str:
        """Address that devices scan; "" while there is none."""
        opened = None if self._gate is None else self._gate.opened
        # Beside a code there is no room for an address of IPv6; the invitation has it.
        if opened is None or opened.trouble or not self.addresses or ":" in self.addresses[0].host:
            return ""
        return opened.address(self.addresses[0].host, token=True)

    @property
    def _may_invite(self) -> bool:
        return self.host and self.actions.invite is not None and bool(self.client_table.port)

    @property
    def _may_publish(self) -> bool:
        return self.host and not self.session.remote and not self.client_table.port

    def _deed_button(self, seat: int, deed: SeatAction) -> Button:
        words, tip = SEAT_ACTIONS[deed]
        return Button(
            lambda: self.app.translate(words),
            lambda: self._do(seat, deed),
            tip=lambda: "" if self._hides_tips else self.app.translate(tip),
        )

    @property
    def _hides_tips(self) -> bool:
        """Whether a tip would only lie over what a finger wants to touch: where none rests to ask."""
        return self.app.device.kind == "touch" and not self.focus.pointed

    def layout(self, area: Rect) -> None:
        self._area = area
        self._arrange()

    def _arrange(self) -> None:
        area = self._area
        self.focus.layout(area)
        goal = self.client_table.series.goal
        self._rules = option_sentences(
            self.app.texts, self.client_table.game, self.client_table.options, goal
        )
        self.page.visible = area.w < area.h or area.h < LANDSCAPE_HEIGHT
        if self.page.visible:
            self._rules = (*self._rules, *((words, "") for _, words in self._policy_marks()))
            self._arrange_in_pages(area)
        else:
            self._arrange_wide(area)

    def _arrange_in_pages(self, area: Rect) -> None:
        """Seats, and below or, on a phone that lies, beside them one page at a time."""
        inside = area.inset(28, 20)
        head, room = inside.cut_top(96, 8)
        self._title, self._line = head.cut_top(62, 2)
        bar, room = room.cut_bottom(72, 6)
        self.start.layout(bar.place(330, 72, "right"))
        self.out.layout(bar.place(230, 72, "left"))
        self._hints = NO_RECT
        count = self.client_table.seats
        if area.w > area.h:
            self._waiting = bar.cut_left(260)[1].cut_right(360 if self.may_start else 0)[1]
            self.level.layout(self._waiting)
            self._seats_panel, page = room.columns(1.2, 1, gap=20)
            seats = self._seats_panel.inset(18, 14)
            high = (seats.h - 66 + 6) / count - 6
            self._place_seats(seats, min(SEAT_ROW_HEIGHT, high), 6)
            self._open_page(page)
            return
        self._waiting, room = room.cut_bottom(58, 10)
        self.level.layout(self._waiting)
        lower = LOWER_HEIGHT if count < FULL_SEATS else LEAST_LOWER_HEIGHT
        high = min(SEAT_ROW_HEIGHT, (room.h - lower - 12 - 94 - 6 * (count - 1)) / count)
        self._seats_panel, below = room.cut_top(94 + high * count + 6 * (count - 1), 12)
        self._place_seats(self._seats_panel.inset(18, 14), high, 6)
        self._open_page(below)

    def _open_page(self, panel: Rect) -> None:
        """Show rules, addresses or chat in this panel, and hide the others."""
        choice, body = panel.inset(18, 12).cut_top(54, 8)
        self.page.layout(choice)
        shown = LOWER_PAGES[self.page.chosen]
        places = {key: (panel, body) if key == shown else (NO_RECT, NO_RECT) for key in LOWER_PAGES}
        self._rules_head = self._address_head = self._chat_head = NO_RECT
        self._rules_panel, self._rules_room = places["rules"]
        self._address_panel, self._address_room = places["address"]
        self._chat_panel, talk = places["chat"]
        self.publish.visible, self.line.visible = shown == "address", shown == "chat"
        self.invite.visible = shown == "address"
        self.publish.layout(self._address_room.cut_bottom(58)[0])
        self._place_code(58)
        field, self._chat_room = talk.cut_bottom(58, 8)
        self.line.layout(field)

    def _arrange_wide(self, area: Rect) -> None:
        self.publish.visible = self.line.visible = self.invite.visible = True
        inside, self._title, self._line = below_heading(area)
        left, right = Rect(inside.x, 184, inside.w, 752).columns(1.2, 1, gap=36)
        self._arrange_seats(left)
        self._arrange_right(right)
        bar = Rect(inside.x, 968, inside.w, 84)
        self.start.layout(bar.place(330, 84, "right"))
        self.level.layout(Rect(bar.right - 330 - 24 - 520, bar.y + 4, 520, 76))
        self.out.layout(bar.place(230, 76, "left"))
        self._waiting = Rect(bar.right - 800, bar.y, 800, bar.h)
        self._hints = Rect(bar.x + 250, bar.y, bar.w - 250 - (900 if self.may_start else 820), 84)

    def _arrange_seats(self, column: Rect) -> None:
        """Seats, and below them the rules that were agreed on."""
        rules = 20 + 56 + 10 + 42 * len(self._rules) + 18
        self._rules_panel, self._seats_panel = column.cut_bottom(rules, 24)
        self._rules_head, self._rules_room = self._rules_panel.inset(28, 20).cut_top(56, 10)
        inside, count = self._seats_panel.inset(28, 20), self.client_table.seats
        high = min(SEAT_ROW_HEIGHT, (inside.h - 66 - 12 * (count - 1)) / count)
        self._place_seats(inside, high, 14 if high == SEAT_ROW_HEIGHT else 12)

    def _place_seats(self, room: Rect, high: float, gap: float) -> None:
        """Heading with the button beside it, then a row for each seat."""
        self._seats_head, rows = room.cut_top(56, 10)
        self.people.layout(Rect(room.right - PEOPLE_BUTTON_WIDTH, room.y - 6, PEOPLE_BUTTON_WIDTH, 58))
        self.seat_rects = rows.stack(self.client_table.seats, high, gap)
        for seat, rect in enumerate(self.seat_rects):
            done = [deed for where, deed in self.deeds if where == seat]
            for deed, place in zip(done, button_places(rect, done), strict=True):
                self.deeds[seat, deed].layout(place)

    def _policy_marks(self) -> list[tuple[str, str]]:
        """Special policies of this table: icons and words."""
        translate, client_table = self.app.translate, self.client_table
        marks = []
        if (told := client_table.duplicate) is not None:
            number = client_table.table - told.first + 1
            marks.append(("people", translate("duplicate.place", number=number, count=told.tables)))
        if client_table.clock is not None:
            marks.append(("clock", clock_in_words(translate, client_table.clock)))
        if client_table.delay is None:
            marks.append(("no_eye", translate("lobby.unwatched")))
        elif client_table.delay:
            marks.append(
                ("eye", translate("gather.watching_late", time=duration_words(translate, client_table.delay)))
            )
        if client_table.locked:
            marks.append(("lock", translate("lobby.locked")))
        return marks

    def _arrange_right(self, column: Rect) -> None:
        high = 240.0 + 56 * max(0, len(self.addresses) - 1) * bool(self.client_table.port)
        if self._may_publish or self._may_invite:
            high = 318.0 if not self._scanned else 440.0
        self._address_panel, self._chat_panel = column.cut_top(high, 24)
        self._address_head, self._address_room = self._address_panel.inset(28, 20).cut_top(56, 4)
        self.publish.layout(self._address_room.cut_bottom(72)[0])
        self._place_code(72)
        self._chat_head, room = self._chat_panel.inset(28, 20).cut_top(56, 8)
        field, self._chat_room = room.cut_bottom(72, 14)
        self.line.layout(field)

    def _place_code(self, high: float) -> None:
        """Place the button that invites devices, and beside everything the code that they scan."""
        if self._may_invite:
            bar, self._address_room = self._address_room.cut_bottom(high, 8)
            self.invite.layout(bar)
        self._code = NO_RECT
        if self._scanned and self._address_room.w:
            room = self._address_room
            side = min(room.h, MOST_CODE_SHARE * room.w, room.w - 20 - self._addresses_width())
            if side >= LEAST_CODE:
                self._code, self._address_room = room.cut_right(side, 20)

    def _addresses_width(self) -> float:
        """Units wide at least for addresses that are whole, with their icons."""
        whole = (address_text(one.host, self.client_table.port) for one in self.addresses)
        words = (self.app.canvas.measure(words, "heading", size=24, tabular=True)[0] for words in whole)
        return 66 + max(words, default=0.0)

    # --- doing --------------------------------------------------------------------------------

    def _do(self, seat: int, deed: SeatAction) -> None:
        match deed:
            case "sit":
                self._ask_name(seat)
            case "ai":
                self.session.ask(m.HandOver, seat=seat, level=self.level_chosen)
            case "free":
                self.session.ask(m.FreeSeat, seat=seat)

    def _ask_name(self, seat: int) -> None:
        """Ask who sits down: one of the names kept here, or another."""
        translate, number = self.app.translate, len(self.client_table.yours)
        field = NameField(
            translate,
            lambda: translate("gather.sit_name"),
            self.app.settings.name(number),
            placeholder=lambda: translate("table.guest_name", number=seat + 1),
            split=0.3,
        )
        taken = portraits_of(self.client_table.holders)
        portrait = PortraitButton(
            seat,
            self.app.settings.portrait(number, taken),
            translate,
            lambda button: dialog.open(PortraitSheet(button, owners, self.app.sound, self.app.now)),
            lambda: translate("screen.portrait.label"),
        )
        owners = {key: other for other, key in enumerate(taken) if key}
        dialog = Dialog(
            translate("gather.sit_title"),
            "",
            [
                (translate("gather.sit_go"), lambda: self._sit(seat, number, field.text, portrait.key)),
                (translate("gather.sit_cancel"), lambda: None),
            ],
            widgets=(field, portrait),
            at=self.app.now,
            sound=self.app.sound,
        )

        def submit(text: str) -> None:
            self._sit(seat, number, text, portrait.key)
            dialog.close()

        field.submit = submit
        self.focus.open(dialog)

    def _sit(self, seat: int, number: int, text: str, portrait: str) -> None:
        name = " ".join(text.split())
        kept = name or self.app.settings.name(number)
        self.app.change(self.app.settings.with_person(number, kept, portrait))
        who = {"name": name or self.app.translate("table.guest_name", number=seat + 1), "portrait": portrait}
        if self.client_table.holders[seat].kind == "bot":
            self.session.ask(m.TakeBack, seat=seat, **who)
        else:
            self.session.ask(m.Sit, table=self.client_table.table, seat=seat, **who)

    def _announce(self, text: str) -> None:
        if text.strip():
            self.session.ask(m.Say, text=text)
            self.line.set_text("")

    def _show_people(self) -> None:
        self.focus.open(PeoplePage(self.app, self.session, self.focus))

    def _turn_to(self, page: str) -> None:
        """Show this page of an upright window."""
        self.page.chosen = LOWER_PAGES.index(page)
        self._arrange()

    def _start(self) -> None:
        if not self.starting:
            self.starting = self.session.ask(m.Start, level=self.level_chosen)

    def _publish(self) -> None:
        self.session.ask(m.Publish, name=self.app.settings.name(0))

    # --- input and time -----------------------------------------------------------------------

    @property
    def text_field(self) -> Widget | None:
        return self.focus.text_field

    def handle(self, intent: Intent) -> bool:
        self.names.follow(intent)
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Chat):
            self._turn_to("chat")
            self.focus.focus(self.line, intent.at, quiet=False)
            return True
        if isinstance(intent, Back):
            self.app.sound("back")
            self.actions.leave()
            return True
        return False

    def update(self, now: float) -> None:
        for news in self.session.poll(now):
            self.app.wake()
            self._hear(news)
        if self.app.top is not self:
            return
        if isinstance(self.focus.modal, PeoplePage):
            self.focus.modal.follow()
        if self.session.status == "lost":
            self.starting = 0
            self.actions.lost(self.session)
        elif self.client_table.phase != "gathering":
            self.app.sound("brass")
            self.actions.begun()
        elif self._known != self._facts:
            self.app.sound("wood")
            self._follow()
        elif (found := self._addresses_to_tell()) != self.addresses:
            self.addresses = found
            self.app.wake()
            self._arrange()

    def _hear(self, news: object) -> None:
        match news:
            case m.Failed():
                self.starting = 0 if news.id == self.starting else self.starting
                self.app.refuse(news.why)
            case m.Said():
                self.journal = (*self.journal[-CHAT_LINES:], chat_entry(news, self.app.translate))
                self._turn_to("chat")
                self.app.sound("chime")
            case m.Notice():
                self.app.notice(self.app.explain(news.code, news.values))

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        translate = self.app.translate
        landscape.draw_veiled(canvas, self.client_table.game.info.key)
        title_size = 56 if self.page.visible else None
        canvas.text(self.client_table.game.info.title, self._title, "title", "ink", size=title_size)
        canvas.text(self.line_words(), self._line, "body", "lamp")
        for panel, head, key in (
            (self._seats_panel, self._seats_head, "gather.seats"),
            (self._rules_panel, self._rules_head, "gather.rules"),
            (self._address_panel, self._address_head, "gather.address"),
            (self._chat_panel, self._chat_head, "gather.chat"),
        ):
            canvas.panel(panel, "sheet")
            if head.w:
                canvas.text(translate(key), head, "heading", "lamp", valign="top")
        self._draw_policy_marks(canvas)
        cut = self._draw_seats(canvas)
        for room, draw in (
            (self._rules_room, self._draw_rules),
            (self._address_room, self._draw_address),
            (self._chat_room, self._draw_chat),
        ):
            if room.w:
                draw(canvas)
        if not self.may_start:
            canvas.text(self.waiting_words(), self._waiting, "heading", "ink", align="right", size=38)
        talking = Hint((Accept(),), translate("table.chat.send"), by_mouse=False)
        talk = Hint((Chat(),), translate("gather.hint.chat"))
        hints = (
            talking if self.focus.current is self.line else talk,
            Hint((Back(),), translate("gather.hint.leave")),
        )
        draw_hints(canvas, hints, self.app.labels, self._hints, "left")
        if self.focus.modal is None:
            self.names.draw(canvas, now, cut)
        self.focus.draw(canvas, now)

    def _draw_policy_marks(self, canvas: Canvas) -> None:
        """Special policies, one below the other at the upper right; where there are pages they are among
        the rules.
        """
        if self.page.visible:
            return
        marks = self._policy_marks()
        room = Rect(self._title.right - POLICY_WIDTH, 40, POLICY_WIDTH, 120)
        for (sign, words), place in zip(marks, room.stack(len(marks), 40), strict=True):
            covered = canvas.text(words, place, "small", "ink", align="right", size=28)
            icon(canvas, sign, Rect(covered.x - 42, place.cy - 15, 30, 30), "lamp")

    def _draw_seats(self, canvas: Canvas) -> list[tuple[Rect, str]]:
        """Draw all seats; returns the places of names that were cut off, with the full names."""
        cut = [
            (rect, self.client_table.holders[seat].name)
            for seat, rect in enumerate(self.seat_rects)
            if not draw_seat(canvas, rect, self.client_table, seat, self.session.guest, self.app.translate)
        ]
        if self.client_table.spectators:
            words = count_words(self.app.translate, "lobby.watching", self.client_table.spectators)
            used = canvas.measure(self.app.translate("gather.seats"), "heading")[0] + 14
            spot = self._seats_head.cut_right(PEOPLE_BUTTON_WIDTH + 14)[1].cut_left(used)[1]
            if canvas.measure(words, "small")[0] <= spot.w:
                canvas.text(words, spot.cut_top(48)[0], "small", "quiet", align="right")
        return cut

    def _draw_rules(self, canvas: Canvas) -> None:
        room = self._rules_room
        if room.h < 42 * len(self._rules):
            words = " · ".join(
                f"{label.rstrip('?？')}: {value}" if value else label for label, value in self._rules
            )
            canvas.text(words, room, "small", "ink", valign="top", fit="wrap", size=26)
            return
        for (label, value), row in zip(self._rules, room.stack(len(self._rules), 42), strict=True):
            name, chosen = row.columns(1, 1.1, gap=16)
            canvas.text(label, name, "small", "quiet", size=26)
            canvas.text(value, chosen, "small", "ink", size=28)

    def _draw_address(self, canvas: Canvas) -> None:
        """Addresses of this machine for others to join by, large enough to be read out aloud."""
        translate, room = self.app.translate, self._address_room
        if self._code.w:
            draw_qr(canvas, self._code, self._scanned)
        if self.session.remote:
            self._draw_two(
                canvas, translate("gather.server", name=self.session.server), translate("gather.server_help")
            )
        elif not self.client_table.port:
            words = room.cut_bottom(58 if self.page.visible else 72, 4 if self.page.visible else 10)[1]
            key = "gather.publish_help" if self.host else "gather.line"
            canvas.text(translate(key), words, "small", "ink", valign="top", fit="wrap", size=26)
        elif not self.addresses:
            self._draw_two(
                canvas,
                translate("gather.port", port=self.client_table.port),
                translate("gather.address_none"),
            )
        else:
            below, words = room.cut_bottom(56 * len(self.addresses), 8)
            key = "gather.address_vpn" if self.addresses[0].vpn else "gather.address_help"
            canvas.text(translate(key), words, "small", "ink", valign="top", fit="wrap", size=26)
            for address, place in zip(self.addresses, below.stack(len(self.addresses), 56), strict=True):
                icon(canvas, "lan", place.cut_left(44)[0].place(38, 38), "lamp")
                words = place.cut_left(62)[1]
                whole = address_text(address.host, self.client_table.port)
                canvas.text(whole, words, "heading", "ink", tabular=True)

    def _draw_two(self, canvas: Canvas, large: str, small: str) -> None:
        below, words = self._address_room.cut_bottom(56, 8)
        canvas.text(small, words, "small", "ink", valign="top", fit="wrap", size=26)
        canvas.text(large, below, "heading", "ink")

    def _draw_chat(self, canvas: Canvas) -> None:
        if self.journal:
            draw_journal(canvas, self._chat_room, self.journal[-CHAT_LINES:])
        else:
            canvas.text(
                self.app.translate("gather.chat_empty"),
                self._chat_room,
                "small",
                "quiet",
                valign="bottom",
                size=26,
            )

    @property
    def late(self) -> float:
        """Seconds of delay for spectators here, the start included; 0 with a seat."""
        return 0.0 if self.client_table.yours else self.client_table.delay or 0.0

    def line_words(self) -> str:
        if self.late:
            return self.app.translate(
                "table.watching_late", time=duration_words(self.app.translate, self.late)
            )
        if not self.may_start:
            return self.app.translate("gather.line")
        free = any(holder.kind == "open" for holder in self.client_table.holders)
        return self.app.translate("gather.line_host" if free else "gather.line_host_full")

    def waiting_words(self) -> str:
        if self.late:
            return self.app.translate("gather.perhaps_begun")
        if self.host:
            return self.app.translate("gather.waiting_first")
        name = next(
            (h.name for h in self.client_table.holders if h.guest == self.client_table.host and h.name), ""
        )
        return (
            self.app.translate("gather.waiting", name=name)
            if name
            else self.app.translate("gather.waiting_host")
        )
