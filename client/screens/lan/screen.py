"""Play on the LAN: servers nearby, an address to type, a table to open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from client.screens.shared.names import NameField
from client.screens.shared.page import Page
from client.screens.shared.phrases import count_words
from client.screens.shared.sheet_list import SheetList
from client.session import seat_keys
from client.session.connection import address_text, parse_address
from client.session.nearby_servers import THIS_MACHINE, NearbyServers, ServerSighting
from client.session.own_addresses import hosts_here
from client.ui.animation import breath, ease_out
from client.ui.boxes import Box, Part, column, row
from client.ui.canvas import Canvas
from client.ui.focus import Widget, label_words
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Intent
from client.ui.overlays import Hint
from client.ui.symbols import icon
from client.ui.text_field import TextField
from client.ui.widgets import Button, Choice
from core.game import Refused
from core.games import GAMES
from server.net.discovery import FoundServer

ROW_HEIGHT: Final = 118.0
LOW_HEIGHT: Final = 400.0
"""Units high: a lower panel has no room for the picture of a search, only for words."""
ADDRESS_LENGTH: Final = 255
RECENT_HEIGHT: Final = 44.0
MOST_RECENT: Final = 4
"""Most recent addresses that are offered."""


@dataclass(frozen=True)
class LanActions:
    """Callbacks to other screens, given by the program."""

    host: Callable[[str], None]
    call: Callable[[str, int], None]
    back: Callable[[], None]


class LanScreen(Page):
    """Screen for the LAN.

    `key` is the game chosen on the shelf, if any; `search` begins to look for servers.
    """

    name = "lan"

    def __init__(
        self, key: str | None, actions: LanActions, search: Callable[[], NearbyServers] = NearbyServers
    ) -> None:
        super().__init__()
        keys = [game.info.key for game in GAMES]
        self.game = keys.index(key) if key in keys else 0
        self.actions = actions
        self._search = search
        self.sightings: tuple[ServerSighting, ...] = ()
        self._kept: frozenset[tuple[str, int]] = frozenset()
        self.wrong = ""

    # --- coming and going ---------------------------------------------------------------------

    def enter(self) -> None:
        from server.net.listener import DEFAULT_PORT

        label, settings = self.app.label, self.app.settings
        self.port = DEFAULT_PORT
        self.nearby = self._search()
        self.list = SheetList(0, self._draw_row, self._pick, row_height=ROW_HEIGHT, gap=0)
        self.who = NameField(
            self.app.translate,
            label("lan.name"),
            settings.name(0),
            split=0.36,
            placeholder=label("table.guest_name", number=1),
        )
        self.games = Choice(label("lan.game"), [game.info.title for game in GAMES], self.game, self._choose)
        self.games.split = 0.36
        self.host = Button(label("lan.host"), self._host, icon="plus", kind="primary")
        self.field = TextField(
            "",
            limit=ADDRESS_LENGTH,
            change=lambda _: self._right(),
            submit=self.call_text,
            placeholder=label("lan.placeholder"),
        )
        self.call = Button(label("lan.call"), lambda: self.call_text(self.field.text), icon="search")
        self.recent = tuple(self._recent_button(known) for known in settings.addresses[:MOST_RECENT])
        self.back = Button(label("lan.back"), self.go_back, icon="left", kind="quiet")
        self._touched = False
        self._look_for_seats()
        self.begin()

    def _recent_button(self, address: str) -> Button:
        words = address.removesuffix(f":{self.port}")
        return Button(
            words, lambda: self.call_text(address), icon="lan", kind="quiet", role="small", align="left"
        )

    def leave(self) -> None:
        self.nearby.close()

    def resume(self) -> None:
        self._look_for_seats()

    def likeliest(self) -> Widget:
        return self.host

    def _look_for_seats(self) -> None:
        """Look up the servers at which seats are kept for people here."""
        kept = {(place.host, place.port) for place in seat_keys.remembered_seats()}
        here = {(address, port) for host, port in kept if host == THIS_MACHINE for address in hosts_here()}
        self._kept = frozenset(kept | here)

    def _keeps_a_seat(self, server: FoundServer) -> bool:
        """Whether a person here has left an unfinished game at this server."""
        return any((host, server.port) in self._kept for host in server.hosts)

    # --- what is on the page ------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.app.translate("lan.title")

    @property
    def subtitle(self) -> str:
        return self.app.translate("lan.line")

    @property
    def land(self) -> str:
        return GAMES[self.game].info.key

    def body(self) -> Box:
        """Servers; and beside or below them a table to open, and addresses."""
        found = bool(self.sightings)
        heading = "lan.near" if found or not self.upright else ""
        near = self.sheet(heading, self.list if found else self._draw_nobody, share=1.18)
        mine, typed = (self.who, self.games, self.host), (self.field, Box(content=self.call, size=230))
        if self.upright:
            # Buttons that say what they do need no headings.
            table = self.sheet("", *mine, size=210)
            address = self.sheet("", row(*typed, size=60, gap=14), *self._answers(102, 1), size=250)
            return self.spread(near, table, address)
        table = self.sheet("lan.open", *mine, size=352)
        address = self.sheet("lan.address", row(*typed, size=76, gap=14), *self._answers(100, 2))
        return self.spread(near, column(table, address, gap=24))

    def _answers(self, help_height: float, most_rows: int) -> tuple[Box, ...]:
        """The message about the address, and as many recent addresses as fit."""
        wide = self.room.w - 40 if self.upright else self.room.w / 2.18 - 73
        least = (
            known.least_width(self.app.canvas, RECENT_HEIGHT, label_words(known.label))
            for known in self.recent
        )
        widest = max(least, default=0.0)
        columns = 2 if wide > 560 and widest <= (wide - 4) / 2 else 1
        rows = 1 if widest > wide else most_rows
        places: list[Part] = [*self.recent[: columns * rows], *[Box()] * (columns * rows - len(self.recent))]
        lines = [row(*places[start : start + columns], gap=4) for start in range(0, len(places), columns)]
        return Box(size=help_height, content=self._draw_wrong), column(*lines, gap=4)

    def bar(self) -> tuple[Box, ...]:
        return (Box(content=self.back, size=240),)

    def hints(self) -> tuple[Hint, ...]:
        translate = self.app.translate
        return Hint((Accept(),), translate("lan.hint.choose")), Hint((Back(),), translate("lan.hint.back"))

    # --- doing --------------------------------------------------------------------------------

    def _choose(self, index: int) -> None:
        self.game = index

    def _host(self) -> None:
        self._keep_name()
        self.actions.host(GAMES[self.game].info.key)

    def _keep_name(self) -> None:
        name = " ".join(self.who.text.split())
        if name != self.app.settings.name(0):
            self.app.change(self.app.settings.with_name(0, name))

    def _right(self) -> None:
        self.wrong = ""

    def call_text(self, text: str) -> None:
        """Call an address that was typed, or say what is wrong with it."""
        if not text.strip():
            self._refuse(self.app.translate("lan.empty_address"))
            return
        try:
            host, port = parse_address(text, self.port)
        except Refused as refused:
            self._refuse(self.app.translate(refused.refusal.code, **refused.refusal.values))
            return
        self._keep_name()
        self.actions.call(host, port)

    def _refuse(self, why: str) -> None:
        self.app.sound("refuse")
        self.wrong = why

    def _pick(self, index: int) -> None:
        seen = self.sightings[index]
        if seen.gone is not None:
            return
        if not seen.found.fits:
            self.app.sound("refuse")
            self.app.notice(self.app.translate("lan.other_version", version=seen.found.version), "bad")
            return
        self._keep_name()
        self.actions.call(seen.found.host, seen.found.port)

    def go_back(self) -> None:
        self._keep_name()
        self.actions.back()

    # --- input and time -----------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        self._touched = True
        return super().handle(intent)

    def update(self, now: float) -> None:
        if self.app.top is not self:
            return
        before = self._chosen_key()
        self.sightings = self.nearby.poll(now)
        self.list.set_count(len(self.sightings))
        keys = [seen.key for seen in self.sightings]
        if before in keys:
            self.list.chosen = keys.index(before)
        if bool(keys) != (self.list in self.focus.widgets):
            self.arrange()
        if keys and before is None and not self._touched:
            # The first server that is found gets the focus: people came for that.
            self.focus.focus(self.list, now)

    def _chosen_key(self) -> tuple[bytes, int, str] | None:
        chosen = self.list.chosen
        return self.sightings[chosen].key if chosen < len(self.sightings) else None

    # --- looks --------------------------------------------------------------------------------

    def _draw_wrong(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """Message about a wrong address, or an example of a right one."""
        if self.wrong:
            icon(canvas, "cross", Rect(rect.x + 4, rect.y + 10, 26, 26), "bad")
            canvas.text(self.wrong, rect.cut_left(44)[1], "small", "ink", fit="wrap")
        else:
            canvas.text(self.app.translate("lan.address_help"), rect, "small", "quiet", fit="wrap")

    def _draw_nobody(self, canvas: Canvas, room: Rect, now: float) -> None:
        """Message while no server is found: that the search goes on, and what else to do."""
        if room.h < LOW_HEIGHT:
            head, rest = room.inset(12, 0).cut_top(38, 2)
            canvas.text(self.app.translate("lan.nobody"), head, "body", "ink", align="centre", face="display")
            help_ = self.app.translate("lan.nobody_help")
            canvas.text(help_, rest, "small", "quiet", align="centre", valign="top", fit="wrap")
            return
        spot = (room.cx, room.y + room.h * 0.3)
        for index in range(3):
            age = (now / 3.6 + index / 3) % 1.0 if not self.app.motion.reduced else (index + 1) / 4
            with canvas.faded(0.5 * (1 - age)):
                radius = round(46 + 90 * age)
                canvas.ring(Rect.around(*spot, 2 * radius), radius, "lamp", 4)
        canvas.circle(spot, 46, "sheet_raised", "line", 2)
        icon(canvas, "lan", Rect.around(*spot, 52), "lamp")
        words = Rect(room.x + 20, room.y + room.h * 0.53, room.w - 40, 54)
        canvas.text(self.app.translate("lan.nobody"), words, "heading", "ink", align="centre", size=38)
        more = Rect(room.x + 40, words.bottom + 10, room.w - 80, 150)
        canvas.text(
            self.app.translate("lan.nobody_help"),
            more,
            "body",
            "quiet",
            align="centre",
            valign="top",
            fit="wrap",
            size=28,
        )

    def _draw_row(self, canvas: Canvas, index: int, rect: Rect, chosen: bool, now: float) -> None:
        seen = self.sightings[index]
        presence = ease_out(seen.presence(now))
        slide = 0.0 if self.app.motion.reduced else 30 * (1 - presence)
        with canvas.faded(presence), canvas.shifted(slide, 0):
            self._draw_server(canvas, seen, rect, now)

    def _draw_server(self, canvas: Canvas, seen: ServerSighting, box: Rect, now: float) -> None:
        found, translate = seen.found, self.app.translate
        canvas.panel(box, "raised")
        with canvas.faded(1.0 if found.fits else 0.55):
            sign, rest = box.inset(22, 10).cut_left(52, 18)
            icon(canvas, "lan", sign.place(44, 44), "lamp")
            facts, words = rest.cut_right(min(204.0, rest.w * 0.42), 12)
            name, where = words.rows(1.2, 1)
            canvas.text(
                found.name or found.host, name, "body", "ink", face="display", size=34, valign="bottom"
            )
            canvas.text(address_text(found.host, found.port), where, "small", "quiet", valign="top")
            if not found.fits:
                canvas.text(translate("lan.other"), facts, "small", "bad", align="right", fit="wrap")
                return
            tables, seats = facts.rows(1.2, 1)
            canvas.text(
                count_words(translate, "lan.tables", found.tables),
                tables,
                "small",
                "ink",
                align="right",
                valign="bottom",
                size=26,
            )
            ink = "good" if found.open_seats or self._keeps_a_seat(found) else "quiet"
            with canvas.faded(0.75 + 0.25 * breath(now) if ink == "good" else 1.0):
                canvas.text(self.seats_words(found), seats, "small", ink, align="right", valign="top")

    def seats_words(self, server: FoundServer) -> str:
        """Words on whether a server has a seat for a person here."""
        if self._keeps_a_seat(server):
            return self.app.translate("lan.kept")
        return count_words(self.app.translate, "lan.seats", server.open_seats)
