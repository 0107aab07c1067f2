"""Screen that invites devices: a code to scan, an address and a word to type, seats to give away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from client.screens.shared.page import Page
from client.screens.shared.qr import draw_qr
from client.session.gate_order import GateTarget
from client.session.gate_process import GateProcess
from client.session.nearby_servers import THIS_MACHINE
from client.session.own_addresses import OwnAddress, OwnAddresses
from client.session.session import Session
from client.ui.boxes import Box, column, row
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.symbols import icon
from client.ui.widgets import Button, Choice
from core.protocol import messages as m

ROW_HEIGHT: Final = 76.0
TYPED_HEIGHT, SAID_SIZE, LEAST_SAID_SIZE = 72.0, 30.0, 26.0
"""Units high: a line that is typed; the type of a sentence, and where there is little room."""
SIGN_SIZE, SIGN_GAP = 72.0, 20.0
"""Units: the sign over what is said where there is no code, and the room between them."""
CODE_WIDTH: Final = 0.8
"""Width of the code's part of a wide sheet, that of the text being 1."""
CODE_SHARE, CODE_SHARE_LOST = 0.42, 0.04
"""Share of an upright sheet that the code has, and what it loses to each row below the text."""


class InviteScreen(Page):
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
        super().__init__()
        self.session, self.client_table = session, session.client_table
        self._gate, self._back, self._find_addresses = gate, back, addresses or OwnAddresses().now
        self._shown: object = None

    def enter(self) -> None:
        self.addresses = self._find_addresses()
        self.out = Button(self.app.label("invite.back"), self._back, icon="left", kind="primary")
        self.gifts: tuple[Button, ...] = ()
        self.network = Choice(self.app.label("invite.network"), (), 0, lambda _: None)
        self.network.split = 0.3
        if not self.client_table.port:
            self.session.ask(m.Publish, name=self.app.settings.name(0))
        self._offer()
        self.begin()

    def _offer(self) -> None:
        """Offer the seats here to devices, once the game goes on; before that they are free or taken."""
        playing = self.client_table.phase == "playing"
        self.gifts = tuple(self._gift(seat) for seat in self.client_table.yours if playing)
        self.network.options = tuple(self._label(number) for number in range(len(self.addresses)))

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
        label = self.app.label("invite.give", name=name)
        return Button(label, lambda: self._give(seat), icon="chair", role="small")

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
            self._offer()
            self.arrange()

    def go_back(self) -> None:
        self._back()

    def still(self, now: float) -> bool:
        return self.focus.still(now)

    # --- looks ----------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.app.translate("invite.title")

    @property
    def land(self) -> str:
        key: str = self.client_table.game.info.key
        return key

    def likeliest(self) -> Widget:
        return self.out

    def bar(self) -> tuple[Box, ...]:
        return (Box(content=self.out, size=360),)

    def body(self) -> Box:
        """The code, and beside or below it what is typed, the networks and the seats to give away."""
        networks = (self.network,) if len(self.addresses) > 1 else ()
        rows = [Box(content=widget, size=ROW_HEIGHT) for widget in (*networks, *self.gifts)]
        if self._code is None:
            return self.sheet("", self._draw_sentence, *rows, gap=12)
        text = column(Box(content=self._draw_lines), *rows, gap=12)
        if self.upright:
            share = CODE_SHARE - CODE_SHARE_LOST * len(rows)
            return self.sheet("", Box(content=self._draw_code, share=share), replace(text, share=1 - share))
        return self.sheet("", row(Box(content=self._draw_code, share=CODE_WIDTH), text, gap=40))

    @property
    def _code(self) -> str | None:
        """Address that devices scan; None without one: then what is said has all the room."""
        opened = self._gate.opened
        if opened is None or opened.trouble or self.address is None:
            return None
        return opened.address(self.address.host, token=True)

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

    def _draw_code(self, canvas: Canvas, rect: Rect, now: float) -> None:
        if self._code is not None:
            draw_qr(canvas, rect, self._code)

    def _draw_sentence(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """Draw the one sentence there is without a code, in the middle, below a sign."""
        words = self._lines()[0][0]
        high = canvas.measure(words, "body", size=SAID_SIZE, wrap_at=rect.w)[1]
        block = rect.place(rect.w, min(rect.h, SIGN_SIZE + SIGN_GAP + high))
        sign, said = block.cut_top(SIGN_SIZE, SIGN_GAP)
        icon(canvas, "phone", sign.place(SIGN_SIZE, SIGN_SIZE), "quiet")
        canvas.text(words, said, "body", "ink", align="centre", valign="top", fit="wrap", size=SAID_SIZE)

    def _draw_lines(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """Draw the lines beside the code; with little room smaller, and without what one can do without."""
        whole = self._lines()
        shorter = [whole[:-1], whole[1:-1], [line for line in whole if line[1]]]
        lines, size = whole, SAID_SIZE
        for fewer in [whole, *shorter]:
            heights = _heights(canvas, lines, size, rect.w)
            if sum(heights) <= rect.h:
                break
            lines, size = fewer, LEAST_SAID_SIZE
        heights = _heights(canvas, lines, size, rect.w)
        gap = min(28.0, max(0.0, rect.h - sum(heights)) / len(lines))
        top = rect.y
        for (words, typed), high in zip(lines, heights, strict=True):
            place = Rect(rect.x, top, rect.w, high)
            if typed:
                canvas.text(words, place, "heading", "lamp", size=54)
            else:
                canvas.text(words, place, "body", "ink", fit="wrap", size=size)
            top += high + gap


def _heights(canvas: Canvas, lines: list[tuple[str, bool]], size: float, wide: float) -> list[float]:
    """Units high: each line, sentences in type of this size."""
    said = [canvas.measure(words, "body", size=size, wrap_at=wide)[1] for words, _ in lines]
    return [TYPED_HEIGHT if typed else high for (_, typed), high in zip(lines, said, strict=True)]
