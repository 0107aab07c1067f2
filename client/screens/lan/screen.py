"""Play on the LAN: servers nearby, an address to type, a table to open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from client.screens.shared.names import NameField
from client.screens.shared.parts import below_heading
from client.screens.shared.phrases import count_words
from client.screens.shared.sheet_list import SheetList
from client.screens.title import landscape
from client.session import seat_keys
from client.session.connection import address_text, parse_address
from client.session.nearby_servers import THIS_MACHINE, NearbyServers, ServerSighting
from client.session.own_addresses import hosts_here
from client.stage.window import Screen
from client.ui.animation import breath, ease_out
from client.ui.canvas import Canvas
from client.ui.focus import Focus, Widget, label_words
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Intent
from client.ui.overlays import Hint, draw_hints
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
MOST_RECENT: Final = 4
"""Most recent addresses that are offered."""


@dataclass(frozen=True)
class LanActions:
    """Callbacks to other screens, given by the program."""

    host: Callable[[str], None]
    call: Callable[[str, int], None]
    back: Callable[[], None]


class LanScreen(Screen):
    """Screen for the LAN.

    `key` is the game chosen on the shelf, if any; `search` begins to look for servers.
    """

    name = "lan"

    def __init__(
        self, key: str | None, actions: LanActions, search: Callable[[], NearbyServers] = NearbyServers
    ) -> None:
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

        translate, settings = self.app.translate, self.app.settings
        self.port = DEFAULT_PORT
        self.nearby = self._search()
        self.list = SheetList(0, self._draw_row, self._pick, row_height=ROW_HEIGHT, gap=0)
        self.who = NameField(
            translate,
            lambda: translate("lan.name"),
            settings.name(0),
            split=0.36,
            placeholder=lambda: translate("table.guest_name", number=1),
        )
        self.games = Choice(
            lambda: translate("lan.game"), [game.info.title for game in GAMES], self.game, self._choose
        )
        self.games.split = 0.36
        self.host = Button(lambda: translate("lan.host"), self._host, icon="plus", kind="primary")
        self.field = TextField(
            "",
            limit=ADDRESS_LENGTH,
            change=lambda _: self._right(),
            submit=self.call_text,
            placeholder=lambda: translate("lan.placeholder"),
        )
        self.call = Button(
            lambda: translate("lan.call"), lambda: self.call_text(self.field.text), icon="search"
        )
        self.recent = tuple(self._recent_button(known) for known in settings.addresses[:MOST_RECENT])
        self.back = Button(lambda: translate("lan.back"), self._back, icon="left", kind="quiet")
        self.focus = Focus(
            (self.list, self.who, self.games, self.host, self.field, self.call, *self.recent, self.back),
            self.app.sound,
        )
        self.focus.focus(self.host, self.app.now)
        self._touched = False
        self._look_for_seats()

    def _recent_button(self, address: str) -> Button:
        words = address.removesuffix(f":{self.port}")
        return Button(
            words, lambda: self.call_text(address), icon="lan", kind="quiet", role="small", align="left"
        )

    def leave(self) -> None:
        self.nearby.close()

    def resume(self) -> None:
        self._look_for_seats()

    def _look_for_seats(self) -> None:
        """Look up the servers at which seats are kept for people here."""
        kept = {(place.host, place.port) for place in seat_keys.remembered_seats()}
        here = {(address, port) for host, port in kept if host == THIS_MACHINE for address in hosts_here()}
        self._kept = frozenset(kept | here)

    def _keeps_a_seat(self, server: FoundServer) -> bool:
        """Whether a person here has left an unfinished game at this server."""
        return any((host, server.port) in self._kept for host in server.hosts)

    def layout(self, area: Rect) -> None:
        self.area = area
        self.above = area.w < area.h
        self.focus.layout(area)
        if self.above:
            self._layout_above(area)
        else:
            self._layout_beside(area)

    def _layout_beside(self, area: Rect) -> None:
        """Servers at the left, address and table at the right."""
        inside, self._title, self._line = below_heading(area)
        self._left, right = Rect(inside.x, 184, inside.w, 752).columns(1.18, 1, gap=36)
        self._list_head, room = self._left.inset(28, 20).cut_top(56, 14)
        self.list.layout(Rect(room.x - 12, room.y, room.w + 24, room.h))
        self._host_panel, self._call_panel = right.cut_top(352, 24)
        self._host_head, room = self._host_panel.inset(28, 20).cut_top(56, 8)
        self._layout_host(room.stack(3, 70, 14))
        self._call_head, room = self._call_panel.inset(28, 20).cut_top(56, 10)
        self._layout_call(room, 100)
        bar = Rect(inside.x, 968, inside.w, 76)
        self.back.layout(bar.place(240, 76, "right"))
        self._hints = Rect(bar.x, bar.y, bar.w - 280, 76)

    def _layout_above(self, area: Rect) -> None:
        """Servers above, address and table below; here buttons need no headings."""
        inside = area.inset(36, 14)
        head, rest = inside.cut_top(142, 8)
        self._title, self._line = head.cut_top(64, 0)
        bar, rest = rest.cut_bottom(62, 10)
        self._call_panel, rest = rest.cut_bottom(250, 10)
        self._host_panel, self._left = rest.cut_bottom(210, 10)
        self._list_head, room = self._left.inset(24, 12).cut_top(56, 14)
        self.list.layout(Rect(room.x - 12, room.y, room.w + 24, room.h))
        self._layout_host(self._host_panel.inset(24, 16).stack(3, 54, 8))
        self._layout_call(self._call_panel.inset(24, 16), 102)
        self._host_head = self._call_head = Rect(0, 0, 0, 0)
        self.back.layout(bar.place(240, 62, "left"))
        self._hints = bar.cut_left(260)[1]

    def _layout_host(self, rects: Sequence[Rect]) -> None:
        for widget, place in zip((self.who, self.games, self.host), rects, strict=True):
            widget.layout(place)

    def _layout_call(self, room: Rect, help_high: float) -> None:
        """Address field, the message about it, and as many recent addresses as fit."""
        line, room = room.cut_top(60 if self.above else 76, 4)
        button, field = line.cut_right(min(230.0, line.w * 0.36), 14)
        self.field.layout(field)
        self.call.layout(button)
        self._wrong, room = room.cut_top(help_high, 4)
        widest = max((self._least_width(known, room) for known in self.recent), default=0.0)
        columns = 2 if room.w > 560 and widest <= (room.w - 4) / 2 else 1
        rows = 1 if self.above or widest > room.w else 2
        places = room.grid(columns, rows, 4)
        for known, place in zip_longest(self.recent, places[: len(self.recent)]):
            known.visible = place is not None
            if place is not None:
                known.layout(place)

    def _least_width(self, known: Button, room: Rect) -> float:
        """Units wide at least in which an address is read on one line."""
        return known.least_width(self.app.canvas, room.h / 2, label_words(known.label))

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

    def _back(self) -> None:
        self._keep_name()
        self.actions.back()

    # --- input and time -----------------------------------------------------------------------

    @property
    def text_field(self) -> Widget | None:
        return self.focus.text_field

    def handle(self, intent: Intent) -> bool:
        self._touched = True
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back):
            self.app.sound("back")
            self._back()
            return True
        return False

    def update(self, now: float) -> None:
        if self.app.top is not self:
            return
        before = self._chosen_key()
        self.sightings = self.nearby.poll(now)
        self.list.set_count(len(self.sightings))
        keys = [seen.key for seen in self.sightings]
        if before in keys:
            self.list.chosen = keys.index(before)
        if keys and before is None and not self._touched:
            # The first server that is found gets the focus: people came for that.
            self.focus.focus(self.list, now)
        if not keys and self.focus.current is self.list:
            self.focus.focus(self.host, now)

    def _chosen_key(self) -> tuple[bytes, int, str] | None:
        chosen = self.list.chosen
        return self.sightings[chosen].key if chosen < len(self.sightings) else None

    # --- looks --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, now: float) -> None:
        translate = self.app.translate
        landscape.draw_veiled(canvas, GAMES[self.game].info.key)
        canvas.text(translate("lan.title"), self._title, "title", "ink", size=60 if self.above else None)
        canvas.text(translate("lan.line"), self._line, "body", "lamp", fit="wrap" if self.above else "shrink")
        for panel, head, key in (
            (self._left, self._list_head, "lan.near"),
            (self._host_panel, self._host_head, "lan.open"),
            (self._call_panel, self._call_head, "lan.address"),
        ):
            canvas.panel(panel, "sheet")
            if head.h:
                canvas.text(translate(key), head, "heading", "lamp", valign="top")
        if not self.sightings:
            self._draw_nobody(canvas, now)
        self._draw_wrong(canvas)
        hints = (Hint((Accept(),), translate("lan.hint.choose")), Hint((Back(),), translate("lan.hint.back")))
        draw_hints(canvas, hints, self.app.labels, self._hints, "left")
        self.focus.draw(canvas, now)

    def _draw_wrong(self, canvas: Canvas) -> None:
        """Message about a wrong address, or an example of a right one."""
        if self.wrong:
            icon(canvas, "cross", Rect(self._wrong.x + 4, self._wrong.y + 10, 26, 26), "bad")
            canvas.text(self.wrong, self._wrong.cut_left(44)[1], "small", "ink", fit="wrap")
        else:
            canvas.text(self.app.translate("lan.address_help"), self._wrong, "small", "quiet", fit="wrap")

    def _draw_nobody(self, canvas: Canvas, now: float) -> None:
        """Message while no server is found: that the search goes on, and what else to do."""
        room = self.list.rect
        if room.h < LOW_HEIGHT:
            below = self._list_head.bottom  # words need no gap, which is for the ring around a row
            words = Rect(room.x + 12, below, room.w - 24, room.bottom - below)
            head, rest = words.cut_top(38, 2)
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
