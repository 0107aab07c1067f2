"""Screen that invites devices: a code to scan, an address and a word to type, seats to give away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.app.window import Screen
from client.gate.order import GateTarget
from client.screens.shared.qr import draw_qr
from client.screens.title import landscape
from client.session.gate_process import GateProcess
from client.session.nearby_servers import THIS_MACHINE, own_addresses
from client.session.session import Session
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent
from client.ui.widgets import Button
from core.protocol import messages as m

WIDE_SHEET: Final = (1560.0, 880.0)
"""Most units of the sheet in a wide window."""
ROW_HEIGHT: Final = 76.0
TYPED_HEIGHT, SAID_SIZE = 72.0, 30.0
"""Units high: a line that is typed; and the type of a sentence."""


class InviteScreen(Screen):
    """Screen over a table of this machine, which it opens to the LAN and to browsers."""

    name = "invite"

    def __init__(
        self,
        session: Session,
        gate: GateProcess,
        back: Callable[[], None],
        addresses: Callable[[], tuple[str, ...]] = own_addresses,
    ) -> None:
        assert session.client_table is not None
        self.session, self.client_table = session, session.client_table
        self._gate, self._back, self._find_addresses = gate, back, addresses
        self._shown: object = None

    def enter(self) -> None:
        self.addresses = self._find_addresses()
        self.out = Button(lambda: self.app.say("invite.back"), self._back, icon="left", kind="primary")
        self.gifts: tuple[Button, ...] = ()
        self.focus = Focus((self.out,), self.app.sound)
        if not self.client_table.port:
            self.session.ask(m.Publish, name=self.app.settings.name(0))
        self._follow()
        self.focus.focus(self.out, self.app.now)

    def _follow(self) -> None:
        """Offer the seats here to devices, once the game goes on; before that they are free or taken."""
        playing = self.client_table.phase == "playing"
        self.gifts = tuple(self._gift(seat) for seat in self.client_table.yours if playing)
        self.focus.set((*self.gifts, self.out), self.out, self.app.now)

    def _gift(self, seat: int) -> Button:
        name = self.client_table.holders[seat].name
        return Button(
            lambda: self.app.say("invite.give", name=name),
            lambda: self._give(seat),
            icon="chair",
            role="small",
        )

    def _give(self, seat: int) -> None:
        self.session.ask(m.FreeSeat, seat=seat)

    # --- time and input -------------------------------------------------------------------------

    def update(self, now: float) -> None:
        for news in self.session.poll(now):
            if isinstance(news, m.Failed):
                self.app.refuse(news.why)
        if self.app.top is not self:
            return
        if self.session.status == "lost":
            self._back()
            return
        table = self.client_table
        if table.port:
            password = self.session.password(table.table)
            self._gate.open(GateTarget(THIS_MACHINE, table.port, table.table, password))
        shown = (self._gate.opened, tuple(table.yours), table.phase)
        if shown != self._shown:
            self._shown = shown
            self.app.wake()
            self._follow()
            self.layout(self.area)

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Back):
            self.app.sound("back")
            self._back()
            return True
        return self.focus.handle(intent)

    def still(self, now: float) -> bool:
        return self.focus.still(now)

    # --- looks ----------------------------------------------------------------------------------

    def layout(self, area: Rect) -> None:
        self.area = area
        wide = area.w > area.h
        sheet = area.inset(40, 40 if wide else 24)
        self.sheet = sheet.place(min(sheet.w, WIDE_SHEET[0]), min(sheet.h, WIDE_SHEET[1])) if wide else sheet
        inside = self.sheet.inset(40, 32)
        self._title, body = inside.cut_top(84, 10)
        bar, body = body.cut_bottom(ROW_HEIGHT, 16)
        self.out.layout(bar.place(360, ROW_HEIGHT, "right"))
        gifts = len(self.gifts)
        if wide:
            self._code, text = body.cut_left(min(body.h, body.w * 0.45), 40)
        else:
            self._code, text = body.cut_top(min(body.w, body.h * 0.42), 20)
        stack, self._text = text.cut_bottom(gifts * (ROW_HEIGHT + 10), 12 if gifts else 0)
        for button, place in zip(self.gifts, stack.stack(gifts, ROW_HEIGHT, 10), strict=True):
            button.layout(place)
        self.focus.layout(area)

    def _lines(self) -> list[tuple[str, bool]]:
        """The lines beside the code, each with whether it is to be typed."""
        say, opened = self.app.say, self._gate.opened
        if opened is None:
            return [(say("invite.opening"), False)]
        if opened.trouble:
            return [(say("invite.trouble", why=opened.trouble), False)]
        if not self.addresses:
            return [(say("invite.no_network"), False)]
        lines = [(say("invite.scan"), False), (say("invite.type"), False)]
        lines += [(opened.address(self.addresses[0]).removeprefix("http://"), True)]
        lines += [(say("invite.word"), False), (" ".join(opened.word), True)]
        return [*lines, (say("invite.seats"), False)]

    def draw(self, canvas: Canvas, now: float) -> None:
        landscape.draw_veiled(canvas, self.client_table.game.info.key)
        canvas.panel(self.sheet, "sheet")
        canvas.text(self.app.say("invite.title"), self._title, "title", "ink", size=60)
        opened = self._gate.opened
        if opened is not None and not opened.trouble and self.addresses:
            draw_qr(canvas, self._code, opened.address(self.addresses[0], token=True))
        lines, heights = self._lines(), list[float]()
        for words, typed in lines:
            said = canvas.measure(words, "body", size=SAID_SIZE, wrap_at=self._text.w)[1]
            heights.append(TYPED_HEIGHT if typed else said)
        gap = min(28.0, max(0.0, self._text.h - sum(heights)) / len(lines))
        top = self._text.y
        for (words, typed), high in zip(lines, heights, strict=True):
            place = Rect(self._text.x, top, self._text.w, high)
            if typed:
                canvas.text(words, place, "heading", "lamp", size=54)
            else:
                canvas.text(words, place, "body", "ink", fit="wrap", size=SAID_SIZE)
            top += high + gap
        self.focus.draw(canvas, now)
