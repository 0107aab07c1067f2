"""Waiting for an answer: a server that is being called, a table that is being opened, the way back to one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from client.app import Screen
from client.session import Session
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent
from client.ui.widgets import Button
from core import messages as m
from core.game import Refusal

AGAIN_AFTER: Final = 1.2
"""Seconds between two calls to a server that does not answer."""


class WaitingScreen(Screen):
    """Shows a sentence until `ready` is true of the session, then goes on; or says why not.

    With `again` a connection was lost, `why` says how. It is called again, every second or so, until the
    server is there, or says that it does not want us, or the person has enough.
    """

    name = "waiting"

    def __init__(
        self,
        session: Session,
        text: str,
        ready: Callable[[Session], bool],
        go_on: Callable[[], None],
        give_up: Callable[[Refusal | None], None],
        again: Callable[[], object] | None = None,
        why: Refusal | None = None,
    ) -> None:
        self.session = session
        self.text = text
        self.ready = ready
        self.go_on = go_on
        self.give_up = give_up
        self.again = again
        self.why = why
        self._lost_at: float | None = None

    def enter(self) -> None:
        cancel = Button(lambda: self.app.say("table.menu.cancel"), lambda: self.give_up(None), icon="cross")
        self.focus = Focus((cancel,), self.app.sound)
        self.focus.focus(cancel, self.app.now)
        self._since = self.app.now

    def layout(self, area: Rect) -> None:
        self.area = area
        self.focus.widgets[0].layout(Rect.around(area.cx, area.h * 0.78, 360, 76))
        self.focus.layout(area)

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

    def _lost(self, now: float) -> None:
        self.why = self.session.trouble or self.why
        if self.again is None or not self.session.may_return:
            self.give_up(self.why)
        elif self._lost_at is None:
            self._lost_at = now
        elif now - self._lost_at > AGAIN_AFTER:
            self._lost_at = None
            self.again()

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
        """What the last call came to, and for how long we have been calling."""
        reason = self.app.explain(self.why.code, self.why.values) if self.why is not None else ""
        since = self.app.say("back.since", seconds=int(now - self._since))
        room = Rect.around(self.area.cx, self.area.h * 0.64, self.area.w - 300, 92)
        for line, place in zip((reason, since), room.stack(2, 46), strict=True):
            canvas.text(line, place, "small", "quiet", align="centre")
