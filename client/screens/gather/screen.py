"""Screen before the start of a game: seats, addresses to join by, rules and chat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from client.screens.gather.seats import ROW_HEIGHT, SEAT_ACTIONS, SeatAction, SeatRow, seat_actions
from client.screens.shared.clock import clock_in_words, duration_words
from client.screens.shared.full_names import FullNames
from client.screens.shared.names import NameField
from client.screens.shared.page import Page
from client.screens.shared.people import PeoplePage
from client.screens.shared.phrases import count_words, option_sentences
from client.screens.shared.portraits import PortraitButton, PortraitSheet
from client.screens.shared.qr import draw_qr
from client.screens.table.journal_view import Entry, chat_entry, draw_journal
from client.session.connection import address_text
from client.session.gate_process import GateProcess
from client.session.own_addresses import OwnAddress, OwnAddresses
from client.session.session import Session
from client.session.table import ClientTable
from client.ui.boxes import Box, Part, column, row
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Chat, Intent
from client.ui.overlays import Dialog, Hint
from client.ui.portraits import portraits_of
from client.ui.symbols import icon
from client.ui.text_field import TextField
from client.ui.widgets import Button, Choice
from core.protocol import messages as m

MOST_ADDRESSES: Final = 2
"""Most addresses of this machine that are shown."""
PEOPLE_BUTTON_WIDTH: Final = 210.0
"""Units wide: the button that opens the list of everybody here."""
POLICY_WIDTH: Final = 330.0
"""Units wide: the words about this table's special policies."""
CHAT_LINES: Final = 8
SEATS_SHARE, MANY_SEATS_SHARE, MANY_SEATS = 1.2, 2.0, 5
"""Share of the seats beside a page with the share 1, in an upright window from MANY_SEATS on the second."""
SEAT_HEIGHT: Final = 76.0
"""Units high: the room for a seat that the rules of a wide window leave."""
LOWER_PAGES: Final = ("address", "rules", "chat")
"""Pages of an upright window or a phone, shown one at a time, as keys of texts."""
RULE_HEIGHT, LEAST_RULE_HEIGHT = 42.0, 34.0
ADDRESS_HEIGHT: Final = 56.0
CODE_SHEET_HEIGHT: Final = 450.0
LEAST_CODE: Final = 120.0
"""Units of the smallest code that is shown beside addresses."""
MOST_CODE_SHARE: Final = 0.45
"""Share of a page's width that the code for devices takes at most."""


@dataclass(frozen=True)
class GatherActions:
    """Callbacks to other screens, given by the program."""

    begun: Callable[[], None]
    leave: Callable[[], None]
    lost: Callable[[Session], None]
    invite: Callable[[], None] | None = None
    """Shows how devices come to the table; None where it is another machine's."""


class GatherScreen(Page):
    """Table that waits for its host to start.

    `addresses` are those of this machine, `field` is for what one says.
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
        super().__init__()
        self.session = session
        self.actions = actions
        self.client_table: ClientTable = session.client_table
        self._find_addresses, self._gate = addresses or OwnAddresses().now, gate
        self.journal: tuple[Entry, ...] = ()
        self.deeds: dict[tuple[int, SeatAction], Button] = {}
        self._known: object = None
        self.starting = 0
        self.names = FullNames()

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        label = self.app.label
        self.addresses = self._addresses_to_tell()
        self.seats = tuple(
            SeatRow(self.client_table, seat, self.session.guest, self.app.translate)
            for seat in range(self.client_table.seats)
        )
        levels = [label(f"table.bot.{level}") for level in m.OFFERED_LEVELS]
        self.level = Choice(
            label("gather.start_level"), levels, m.OFFERED_LEVELS.index("normal"), lambda _: None
        )
        self.level.split = 0.42
        self.start = Button(label("gather.start"), self._start, icon="play", kind="primary")
        self.publish = Button(label("gather.publish"), self._publish, icon="lan")
        invite = self.actions.invite or self._publish
        self.invite = Button(label("table.menu.invite"), invite, icon="phone", role="small")
        self.field = TextField(
            "", placeholder=label("gather.chat_placeholder"), limit=m.CHAT_LENGTH, submit=self._announce
        )
        self.out = Button(label("gather.leave"), self.go_back, icon="door", kind="quiet")
        self.people = Button(label("gather.people"), self._show_people, icon="people", role="small")
        pages = [label(f"gather.{key}") for key in LOWER_PAGES]
        shown = LOWER_PAGES.index("address" if self.host else "chat")
        self.page = Choice("", pages, shown, lambda _: self.arrange())
        self._find_deeds()
        self.begin()

    def _addresses_to_tell(self) -> tuple[OwnAddress, ...]:
        """The best addresses of this machine: those of the first's kind, a VPN's only if all are."""
        found = self._find_addresses()
        kinds = [(one.vpn, ":" in one.host) for one in found]
        return tuple(one for one, kind in zip(found, kinds, strict=True) if kind == kinds[0])[:MOST_ADDRESSES]

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

    def _find_deeds(self) -> None:
        """Find out what may be done about the seats now; buttons that stay keep the focus."""
        self._known = self._facts
        wanted = [
            (seat, deed)
            for seat in range(self.client_table.seats)
            for deed in seat_actions(self.client_table, seat, self.session.guest)
        ]
        self.deeds = {key: self.deeds.get(key) or self._deed_button(*key) for key in wanted}

    def likeliest(self) -> Widget:
        """The likeliest wish: to start, to sit down, or to talk."""
        sits = (button for (_, deed), button in self.deeds.items() if deed == "sit")
        wishes = (self.start, *sits, self.field, self.out)
        return next(wish for wish in wishes if wish in self.focus.widgets)

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
            self.app.label(words),
            lambda: self._do(seat, deed),
            tip=lambda: "" if self._hides_tips else self.app.translate(tip),
        )

    @property
    def _hides_tips(self) -> bool:
        """Whether a tip would only lie over what a finger wants to touch: where none rests to ask."""
        return self.app.device.kind == "touch" and not self.focus.pointed

    # --- what is on the page ------------------------------------------------------------------

    @property
    def title(self) -> str:
        title: str = self.client_table.game.info.title
        return title

    @property
    def subtitle(self) -> str:
        if self.late:
            return self.app.translate(
                "table.watching_late", time=duration_words(self.app.translate, self.late)
            )
        if not self.may_start:
            return self.app.translate("gather.line")
        free = any(holder.kind == "open" for holder in self.client_table.holders)
        return self.app.translate("gather.line_host" if free else "gather.line_host_full")

    @property
    def land(self) -> str:
        key: str = self.client_table.game.info.key
        return key

    def aside(self) -> Box | None:
        """Special policies; a small window has them among the rules."""
        return None if self.compact else Box(content=self._draw_policy_marks, size=POLICY_WIDTH)

    def body(self) -> Box:
        """Seats and rules beside addresses and chat; in a small window seats and one page of the others."""
        if not self.compact:
            rules = self.sheet("gather.rules", *self._page_parts("rules"), size=self._rules_height)
            address = self.sheet("gather.address", *self._page_parts("address"), size=self._address_height)
            chat = self.sheet("gather.chat", *self._page_parts("chat"))
            left = column(self._seats_sheet(), rules, gap=24, share=SEATS_SHARE)
            return self.spread(left, column(address, chat, gap=24))
        parts = self._page_parts(LOWER_PAGES[self.page.chosen])
        page = self.sheet("", Box(content=self.page, size=54), *parts, gap=8)
        seats = self._seats_sheet()
        if not self.upright:
            return self.spread(replace(seats, share=SEATS_SHARE), page)
        count = len(self.seats)
        share = SEATS_SHARE if count < MANY_SEATS else MANY_SEATS_SHARE
        most = 90.0 + count * (ROW_HEIGHT + 6)
        return self.spread(replace(seats, share=share, limit=most), page, replace(self._starting(), size=58))

    def _seats_sheet(self) -> Box:
        head = row(self._draw_seats_head, Box(content=self.people, size=PEOPLE_BUTTON_WIDTH), size=58)
        scale = 1.0 if self.compact or self.area.w < 1700 else 1.25
        rows = [
            line.tree({deed: button for (where, deed), button in self.deeds.items() if where == seat}, scale)
            for seat, line in enumerate(self.seats)
        ]
        return self.sheet("", head, column(*rows, gap=6 if self.compact else 12))

    def _page_parts(self, key: str) -> tuple[Part, ...]:
        """Parts of the addresses, the rules or the chat."""
        high = 58.0 if self.compact else 72.0
        if key == "rules":
            return (self._draw_rules,)
        if key == "chat":
            return self._draw_chat, Box(content=self.field, size=high)
        return self._draw_address, *(Box(content=button, size=high) for button in self._opening())

    def _opening(self) -> list[Button]:
        """Buttons that open the table to others."""
        offered = ((self.publish, self._may_publish), (self.invite, self._may_invite))
        return [button for button, may in offered if may]

    @property
    def _rules_height(self) -> float:
        """Units high: the sheet with the rules, which leaves the seats their room."""
        left = self.room.h - 136 - SEAT_HEIGHT * len(self.seats)
        return min(110 + RULE_HEIGHT * len(self.rules), max(110 + RULE_HEIGHT, left))

    @property
    def _address_height(self) -> float:
        """Units high: the sheet with the addresses."""
        if self._scanned and self._may_invite:
            return CODE_SHEET_HEIGHT
        return 200.0 + ADDRESS_HEIGHT * len(self._ways_in()[1]) + 86.0 * len(self._opening())

    def _starting(self) -> Box:
        """The level of AIs for free seats; or words on who starts."""
        if self.may_start:
            return Box(content=self.level, share=3, limit=520)
        words = self.words(self.waiting_words, "heading", letters=38, align="right")
        return replace(words, share=3, limit=800)

    def bar(self) -> tuple[Box, ...]:
        out, start = Box(content=self.out, size=230), Box(content=self.start, size=330)
        if self.upright:
            return (out, start) if self.may_start else (out,)
        return (out, self._starting(), start) if self.may_start else (self._starting(), out)

    def hints(self) -> tuple[Hint, ...]:
        translate = self.app.translate
        send = Hint((Accept(),), translate("table.chat.send"), by_mouse=False)
        talk = Hint((Chat(),), translate("gather.hint.chat"))
        first = send if self.focus.current is self.field else talk
        return first, Hint((Back(),), translate("gather.hint.leave"))

    @property
    def rules(self) -> tuple[tuple[str, str], ...]:
        """Rules that were agreed on: what each is about, and the choice."""
        table = self.client_table
        rules = option_sentences(self.app.texts, table.game, table.options, table.series.goal)
        return (*rules, *((words, "") for _, words in self._policy_marks())) if self.compact else rules

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
            self.app.label("gather.sit_name"),
            self.app.settings.name(number),
            placeholder=self.app.label("table.guest_name", number=seat + 1),
            split=0.3,
        )
        taken = portraits_of(self.client_table.holders)
        portrait = PortraitButton(
            seat,
            self.app.settings.portrait(number, taken),
            translate,
            lambda button: dialog.open(PortraitSheet(button, owners, self.app.sound, self.app.now)),
            self.app.label("screen.portrait.label"),
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
            self.field.set_text("")

    def _show_people(self) -> None:
        self.focus.open(PeoplePage(self.app, self.session, self.focus))

    def _turn_to(self, page: str) -> None:
        """Show this page of an upright window."""
        self.page.chosen = LOWER_PAGES.index(page)
        self.arrange()

    def _start(self) -> None:
        if not self.starting:
            self.starting = self.session.ask(m.Start, level=self.level_chosen)

    def _publish(self) -> None:
        self.session.ask(m.Publish, name=self.app.settings.name(0))

    def go_back(self) -> None:
        self.actions.leave()

    # --- input and time -----------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        self.names.follow(intent)
        if super().handle(intent):
            return True
        if isinstance(intent, Chat):
            self._turn_to("chat")
            self.focus.focus(self.field, intent.at, quiet=False)
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
            self._find_deeds()
            self.arrange()
        elif (found := self._addresses_to_tell()) != self.addresses:
            self.addresses = found
            self.app.wake()
            self.arrange()

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
        super().draw(canvas, now)
        if self.focus.modal is None:
            cut = [(seat.rect, seat.holder.name) for seat in self.seats if not seat.fits(canvas)]
            self.names.draw(canvas, now, cut)

    def _draw_policy_marks(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """Special policies, one below the other."""
        marks = self._policy_marks()
        for (sign, words), place in zip(marks, rect.moved(0, 10).stack(len(marks), 40), strict=True):
            covered = canvas.text(words, place, "small", "ink", align="right", size=28)
            icon(canvas, sign, Rect(covered.x - 42, place.cy - 15, 30, 30), "lamp")

    def _draw_seats_head(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """Heading of the seats, and the number of spectators if there is room."""
        covered = canvas.text(self.app.translate("gather.seats"), rect, "heading", "lamp", valign="top")
        if self.client_table.spectators:
            words = count_words(self.app.translate, "lobby.watching", self.client_table.spectators)
            room = rect.cut_left(covered.w + 14)[1].cut_right(14)[1]
            if canvas.measure(words, "small")[0] <= room.w:
                canvas.text(words, room.cut_top(48)[0], "small", "quiet", align="right")

    def _draw_rules(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """The rules, one below the other or with little room one after the other."""
        rules = self.rules
        high = min(RULE_HEIGHT, rect.h / max(1, len(rules)))
        if high < LEAST_RULE_HEIGHT:
            words = " · ".join(
                f"{label.rstrip('?？')}: {value}" if value else label for label, value in rules
            )
            canvas.text(words, rect, "small", "ink", valign="top", fit="wrap", size=26)
            return
        for (label, value), place in zip(rules, rect.stack(len(rules), high), strict=True):
            name, chosen = place.columns(1, 1.1, gap=16)
            canvas.text(label, name, "small", "quiet", size=26)
            canvas.text(value, chosen, "small", "ink", size=28)

    def _draw_address(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """Addresses of this machine for others to join by, large enough to be read out aloud."""
        key, addresses = self._ways_in()
        widths = [canvas.measure(one, "heading", size=LEAST_TEXT_SIZE, tabular=True)[0] for one in addresses]
        side = min(rect.h, MOST_CODE_SHARE * rect.w, rect.w - 86 - max(widths, default=0.0))
        if self._scanned and side >= LEAST_CODE:
            code, rect = rect.cut_right(side, 20)
            draw_qr(canvas, code, self._scanned)
        below, room = rect.cut_bottom(ADDRESS_HEIGHT * len(addresses), 8)
        words = self.app.translate(key)
        if canvas.measure(words, "small", size=LEAST_TEXT_SIZE, wrap_at=room.w)[1] <= room.h:
            canvas.text(words, room, "small", "ink", valign="top", fit="wrap", size=26)
        for address, place in zip(addresses, below.stack(len(addresses), ADDRESS_HEIGHT), strict=True):
            icon(canvas, "lan", place.cut_left(44)[0].place(38, 38), "lamp")
            canvas.text(address, place.cut_left(62)[1], "heading", "ink", tabular=True)

    def _ways_in(self) -> tuple[str, tuple[str, ...]]:
        """Key of the words on how others join, and the server or the addresses at which they do."""
        translate, port = self.app.translate, self.client_table.port
        if self.session.remote:
            return "gather.server_help", (translate("gather.server", name=self.session.server),)
        if not port:
            return "gather.publish_help" if self.host else "gather.line", ()
        if not self.addresses:
            return "gather.address_none", (translate("gather.port", port=port),)
        help_ = "gather.address_vpn" if self.addresses[0].vpn else "gather.address_help"
        return help_, tuple(address_text(one.host, port) for one in self.addresses)

    def _draw_chat(self, canvas: Canvas, rect: Rect, now: float) -> None:
        if self.journal:
            draw_journal(canvas, rect, self.journal[-CHAT_LINES:])
        else:
            words = self.app.translate("gather.chat_empty")
            canvas.text(words, rect, "small", "quiet", valign="bottom", size=26)

    @property
    def late(self) -> float:
        """Seconds of delay for spectators here, the start included; 0 with a seat."""
        return 0.0 if self.client_table.yours else self.client_table.delay or 0.0

    def waiting_words(self) -> str:
        translate, table = self.app.translate, self.client_table
        if self.late:
            return translate("gather.perhaps_begun")
        if self.host:
            return translate("gather.waiting_first")
        name = next((holder.name for holder in table.holders if holder.guest == table.host), "")
        return translate("gather.waiting", name=name) if name else translate("gather.waiting_host")
