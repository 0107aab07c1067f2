"""Screen that invites devices: a code to scan, an address and a word to type, seats to give away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.screens.shared.qr import draw_qr
from client.screens.title import landscape
from client.session.gate_order import GateTarget
from client.session.gate_process import GateProcess
from client.session.nearby_servers import THIS_MACHINE
from client.session.own_addresses import OwnAddress, OwnAddresses
from client.session.session import Session
from client.stage.window import Screen
from client.ui.canvas import Canvas
from client.ui.focus import Focus, Widget
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent
from client.ui.symbols import icon
from client.ui.widgets import Button, Choice
from core.protocol import messages as m

WIDE_SHEET: Final = (1560.0, 880.0)
"""Most units of the sheet in a wide window."""
ROW_HEIGHT: Final = 76.0
TYPED_HEIGHT, SAID_SIZE, LEAST_SAID_SIZE = 72.0, 30.0, 26.0
"""Units high: a line that is typed; the type of a sentence, and where there is little room."""
SIGN_SIZE, SIGN_GAP = 72.0, 20.0
"""Units: the sign over what is said where there is no code, and the room between them."""
CODE_SHARE, CODE_SHARE_LOST = 0.42, 0.04
"""Share of an upright sheet that the code has, and what it loses to each row below the text."""


class InviteScreen(Screen):
    """Screen over a table of this machine, which it opens to the LAN and to browsers.

    `addresses` are those at which devices may reach it, `network` steps through them.
    """

    name = "invite"

    def __init__(
        self,
        session: Session,
        gate: GateProcess,
        back: Callable[[], None],
        addresses: Callable[[], tuple[OwnAddress, ...]] | None = None,
    ) -> None:
        assert session.client_table is not None
        self.session, self.client_table = session, session.client_table
        self._gate, self._back, self._find_addresses = gate, back, addresses or OwnAddresses().now
        self._shown: object = None

    def enter(self) -> None:
        self.addresses = self._find_addresses()
        self.out = Button(lambda: self.app.translate("invite.back"), self._back, icon="left", kind="primary")
        self.gifts: tuple[Button, ...] = ()
        self.network = Choice(lambda: self.app.translate("invite.network"), (), 0, lambda _: None)
        self.network.split = 0.3
        self.focus = Focus((self.out,), self.app.sound)
        if not self.client_table.port:
            self.session.ask(m.Publish, name=self.app.settings.name(0))
        self._follow()
        self.focus.focus(self.out, self.app.now)

    def _follow(self) -> None:
        """Offer the seats here to devices, once the game goes on; before that they are free or taken."""
        playing = self.client_table.phase == "playing"
        self.gifts = tuple(self._gift(seat) for seat in self.client_table.yours if playing)
        self.network.options = tuple(self._label(number) for number in range(len(self.addresses)))
        self.focus.set((*self._rows, self.out), self.out, self.app.now)

    @property
    def _rows(self) -> tuple[Widget, ...]:
        """Widgets below the text: the networks, if there are several addresses, and seats to give away."""
        return (self.network, *self.gifts) if len(self.addresses) > 1 else self.gifts

    def _label(self, number: int) -> str:
        """Name of one of several addresses: its interface, and its number among them."""
        one = self.addresses[number]
        key = "invite.network_vpn" if one.vpn else "invite.network_of"
        return self.app.translate(key, interface=one.interface, number=number + 1, count=len(self.addresses))

    @property
    def address(self) -> OwnAddress | None:
        """The address that is shown; None without one."""
        return self.addresses[self.network.chosen] if self.addresses else None

    def _follow_addresses(self) -> None:
        """Note networks that have come and gone; the address that is shown stays if it can."""
        found, before = self._find_addresses(), self.address
        if found != self.addresses:
            self.addresses = found
            self.network.chosen = found.index(before) if before in found else 0

    def _gift(self, seat: int) -> Button:
        name = self.client_table.holders[seat].name
        return Button(
            lambda: self.app.translate("invite.give", name=name),
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
        self._follow_addresses()
        shown = (self._gate.opened, tuple(table.yours), table.phase, self.addresses)
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
        rows = self._rows
        if not self._scannable:
            self._code, text = body.cut_top(0.0, 0.0)
        elif wide:
            self._code, text = body.cut_left(min(body.h, body.w * 0.45), 40)
        else:
            self._code, text = body.cut_top(
                min(body.w, body.h * (CODE_SHARE - CODE_SHARE_LOST * len(rows))), 20
            )
        stack, self._text = text.cut_bottom(len(rows) * (ROW_HEIGHT + 10), 12 if rows else 0)
        for widget, place in zip(rows, stack.stack(len(rows), ROW_HEIGHT, 10), strict=True):
            widget.layout(place)
        self.focus.layout(area)

    @property
    def _scannable(self) -> bool:
        """Whether there is a code to scan; else what is said has all the room."""
        opened = self._gate.opened
        return opened is not None and not opened.trouble and self.address is not None

    def _lines(self) -> list[tuple[str, bool]]:
        """The lines beside the code, each with whether it is to be typed."""
        translate, opened = self.app.translate, self._gate.opened
        if opened is None:
            return [(translate("invite.opening"), False)]
        if opened.trouble:
            return [(translate("invite.trouble", why=opened.trouble), False)]
        if self.address is None:
            return [(translate("invite.no_network"), False)]
        lines = [
            (translate("invite.vpn" if self.address.vpn else "invite.scan"), False),
            (translate("invite.type"), False),
        ]
        lines += [(opened.address(self.address.host).removeprefix("http://"), True)]
        lines += [(translate("invite.word"), False), (" ".join(opened.word), True)]
        return [*lines, (translate("invite.seats"), False)]

    def draw(self, canvas: Canvas, now: float) -> None:
        landscape.draw_veiled(canvas, self.client_table.game.info.key)
        canvas.panel(self.sheet, "sheet")
        canvas.text(self.app.translate("invite.title"), self._title, "title", "ink", size=60)
        opened = self._gate.opened
        if self._scannable and opened is not None and self.address is not None:
            draw_qr(canvas, self._code, opened.address(self.address.host, token=True))
            self._draw_lines(canvas)
        else:
            self._draw_sentence(canvas, self._lines()[0][0])
        self.focus.draw(canvas, now)

    def _draw_sentence(self, canvas: Canvas, words: str) -> None:
        """Draw the one sentence there is without a code, in the middle, below a sign."""
        high = self._heights(canvas, [(words, False)], SAID_SIZE)[0]
        block = self._text.place(self._text.w, min(self._text.h, SIGN_SIZE + SIGN_GAP + high))
        sign, said = block.cut_top(SIGN_SIZE, SIGN_GAP)
        icon(canvas, "phone", sign.place(SIGN_SIZE, SIGN_SIZE), "quiet")
        canvas.text(words, said, "body", "ink", align="centre", valign="top", fit="wrap", size=SAID_SIZE)

    def _draw_lines(self, canvas: Canvas) -> None:
        """Draw the lines beside the code; with little room smaller, and without what one can do without."""
        whole = self._lines()
        shorter = [whole[:-1], whole[1:-1], [line for line in whole if line[1]]]
        lines, size = whole, SAID_SIZE
        for fewer in [whole, *shorter]:
            heights = self._heights(canvas, lines, size)
            if sum(heights) <= self._text.h:
                break
            lines, size = fewer, LEAST_SAID_SIZE
        heights = self._heights(canvas, lines, size)
        gap = min(28.0, max(0.0, self._text.h - sum(heights)) / len(lines))
        top = self._text.y
        for (words, typed), high in zip(lines, heights, strict=True):
            place = Rect(self._text.x, top, self._text.w, high)
            if typed:
                canvas.text(words, place, "heading", "lamp", size=54)
            else:
                canvas.text(words, place, "body", "ink", fit="wrap", size=size)
            top += high + gap

    def _heights(self, canvas: Canvas, paragraphs: list[tuple[str, bool]], size: float) -> list[float]:
        """Units high: each line, sentences in type of this size."""
        said = [canvas.measure(words, "body", size=size, wrap_at=self._text.w)[1] for words, _ in paragraphs]
        return [TYPED_HEIGHT if typed else high for (_, typed), high in zip(paragraphs, said, strict=True)]
