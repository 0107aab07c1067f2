"""Screen for waiting: a call to a server, a table being opened, the return to one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from client.app.window import Screen
from client.session.connection import address_text
from client.session.session import Session
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent
from client.ui.widgets import Button
from core.game import Refusal
from core.protocol import messages as m

if TYPE_CHECKING:
    from client.session.nearby_servers import NearbyServers
    from server.net.discovery import FoundServer

REDIAL_DELAY: Final = 1.2
"""Seconds between two calls to a server that does not answer."""

RELOCATION_REFUSALS: Final = ("net.refusal.unreachable", "net.refusal.no_greeting", "net.refusal.no_answer")
"""Refusals of a call that may mean that the server has another address now."""


class WaitingScreen(Screen):
    """Sentence until `ready` is true of the session, then the next screen; or the reason for a failure.

    With `again` a connection was lost, for the reason `why`. The server is called again every second or
    so, until it answers, or refuses, or the person cancels. Meanwhile `search` looks for a server of this
    name at another address: if there is one, the person is told, and may `move` there.
    """

    name = "waiting"
    fits_phones = True

    def __init__(
        self,
        session: Session,
        text: str,
        ready: Callable[[Session], bool],
        go_on: Callable[[], None],
        give_up: Callable[[Refusal | None], None],
        again: Callable[[], object] | None = None,
        why: Refusal | None = None,
        search: Callable[[], NearbyServers] | None = None,
        move: Callable[[FoundServer], None] = lambda found: None,
    ) -> None:
        self.session = session
        self.text = text
        self.ready = ready
        self.go_on = go_on
        self.give_up = give_up
        self.again = again
        self.why = why
        self._search, self._move = search, move
        self._nearby: NearbyServers | None = None
        self.elsewhere: FoundServer | None = None
        self._lost_at: float | None = None

    def enter(self) -> None:
        say = self.app.say
        self.cancel = Button(lambda: say("table.menu.cancel"), lambda: self.give_up(None), icon="cross")
        self.there = Button(lambda: say("back.there", address=self._address), self._call_there, icon="lan")
        self.focus = Focus((self.cancel,), self.app.sound)
        self.focus.focus(self.cancel, self.app.now)
        self._since = self.app.now

    def leave(self) -> None:
        if self._nearby is not None:
            self._nearby.close()

    def layout(self, area: Rect) -> None:
        self.area = area
        self.there.layout(Rect.around(area.cx, area.h * 0.76, 620, 76))
        self.cancel.layout(Rect.around(area.cx, area.h * (0.86 if self.elsewhere else 0.78), 360, 76))
        self.focus.layout(area)

    # --- a server at another address ------------------------------------------------------------

    @property
    def _address(self) -> str:
        found = self.elsewhere
        return "" if found is None else address_text(found.host, found.port)

    def _look_around(self, now: float) -> None:
        """Look for a server of this name, now that the known one does not answer."""
        if self._nearby is None or self.elsewhere is not None:
            return
        seen = (sighting.found for sighting in self._nearby.poll(now))
        self.elsewhere = next((found for found in seen if self._is_ours(found)), None)
        if self.elsewhere is not None:
            self.focus.set((self.there, self.cancel), at=now)
            self.focus.focus(self.there, now)
            self.layout(self.area)

    def _is_ours(self, found: FoundServer) -> bool:
        """Whether a server has the name of ours, but another address."""
        from client.session.nearby_servers import key_address

        if not found.fits or found.name != self.session.server:
            return False
        host, port = self.session.called
        known = {key_address(each) for each in found.hosts}
        return found.port != port or key_address(host) not in known

    def _call_there(self) -> None:
        found, self.elsewhere, self._search = self.elsewhere, None, None
        if found is not None:
            self.leave()
            self._nearby = None
            self._move(found)
            self.focus.set((self.cancel,), at=self.app.now)
            self.layout(self.area)

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Back):
            self.give_up(None)
            return True
        return self.focus.handle(intent)

    def update(self, now: float) -> None:
        refused = next((news.why for news in self.session.poll(now) if isinstance(news, m.Failed)), None)
        if refused is not None and self.again is None:
            self.give_up(refused)
        elif self.session.status == "lost":
            self._lost(now)
        elif refused is not None:
            self.app.refuse(refused)
        elif self.ready(self.session):
            self.go_on()
        else:
            self._look_around(now)

    def _lost(self, now: float) -> None:
        self.why = self.session.trouble or self.why
        if self.again is None or not self.session.may_return:
            self.give_up(self.why)
        elif self._lost_at is None:
            self._lost_at = now
            self._begin_search()
        elif now - self._lost_at > REDIAL_DELAY:
            self._lost_at = None
            self.again()

    def _begin_search(self) -> None:
        """Begin to search, once the server has not answered a call."""
        unreachable = self.why is not None and self.why.code in RELOCATION_REFUSALS
        if unreachable and self._nearby is None and self._search is not None:
            self._nearby = self._search()

    def draw(self, canvas: Canvas, now: float) -> None:
        canvas.backdrop()
        if now - self._since < 0.25:
            return
        for index in range(8):
            turn = 2 * math.pi * index / 8
            with canvas.faded(0.25 + 0.75 * ((index / 8 - now * 1.2) % 1.0)):
                spot = (self.area.cx + 56 * math.cos(turn), self.area.h * 0.38 + 56 * math.sin(turn))
                canvas.circle(spot, 9, "lamp")
        words = Rect.around(self.area.cx, self.area.h * 0.53, self.area.w - 200, 90)
        canvas.text(self.text, words, "heading", "ink", align="centre", fit="wrap")
        if self.again is not None:
            self._draw_why(canvas, now)
        self.focus.draw(canvas, now)

    def _draw_why(self, canvas: Canvas, now: float) -> None:
        """Draw the result of the last call, and the time since the first."""
        reason = self.app.explain(self.why.code, self.why.values) if self.why is not None else ""
        since = self.app.say("back.since", seconds=int(now - self._since))
        if self.elsewhere is not None:
            since = self.app.say("back.elsewhere", server=self.session.server, address=self._address)
        room = Rect.around(self.area.cx, self.area.h * 0.64, self.area.w - 300, 92)
        for line, place in zip((reason, since), room.stack(2, 46), strict=True):
            canvas.text(line, place, "small", "quiet", align="centre")
