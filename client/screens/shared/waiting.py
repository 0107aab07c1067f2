"""Screen for waiting: a call to a server, a table being opened, the return to one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from client.session.connection import NOT_PROVEN, ConnectionAttempt
from client.session.session import Session
from client.stage.window import Screen
from client.ui.canvas import Canvas
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent
from client.ui.widgets import Button
from core.game import Refusal
from core.protocol import messages as m

if TYPE_CHECKING:
    from client.session.relocation import Relocation

REDIAL_DELAY: Final = 1.2
"""Seconds between two calls to a server that does not answer."""

RELOCATION_REFUSALS: Final = (
    "net.refusal.unreachable",
    "net.refusal.no_greeting",
    "net.refusal.no_answer",
    "net.refusal.not_tilewright",
    "net.refusal.lost",
    NOT_PROVEN,
)
"""Refusals of a call that may mean that the server has another address now."""
SEARCH_DELAY: Final = 1.0
"""Seconds without an answer after which the server is looked for elsewhere."""
SEARCH_SECONDS: Final = 8.0
"""Seconds for which a server is looked for where no connection was lost; a claimant may take half of them."""


class WaitingScreen(Screen):
    """Sentence until `ready` is true of the session, then the next screen; or the reason for a failure.

    With `again` a connection was lost, for the reason `why`. The server is called again every second or
    so, until it answers, or refuses, or the person cancels. Meanwhile `search` looks for it at other
    addresses, if it can prove itself there: then `follow` goes on with that connection.
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
        search: Callable[[m.ProofKey], Relocation] | None = None,
        follow: Callable[[ConnectionAttempt], None] | None = None,
    ) -> None:
        self.session = session
        self.text = text
        self.ready = ready
        self.go_on = go_on
        self.give_up = give_up
        self.again = again
        self.why = why
        self._search, self._follow = search, follow
        self._relocation: Relocation | None = None
        self._lost_at: float | None = None
        self._searched_at = 0.0

    def enter(self) -> None:
        self.cancel = Button(self.app.label("table.menu.cancel"), lambda: self.give_up(None), icon="cross")
        self.focus = Focus((self.cancel,), self.app.sound)
        self.focus.focus(self.cancel, self.app.now)
        self._since = self._calling_since = self.app.now

    def leave(self) -> None:
        self._end_search()

    def layout(self, area: Rect) -> None:
        self.area = area
        self.cancel.layout(Rect.around(area.cx, area.h * 0.81, 360, 76))
        self.focus.layout(area)

    # --- a server at another address ------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """Whether the server is looked for at other addresses."""
        return self._relocation is not None

    def _look_around(self, now: float) -> None:
        """Look for our server elsewhere, while the known address does not answer."""
        if self.session.status == "open":
            self._end_search()
        elif self.session.status == "lost" or now - self._calling_since > SEARCH_DELAY:
            self._begin_search(now)
        found = self._relocation.poll(now) if self._relocation is not None else None
        if found is not None and self._follow is not None:
            self._end_search()
            self._search = None  # one place is enough: if it is lost again, it is called there
            self._lost_at = None
            self._follow(found)

    def _begin_search(self, now: float) -> None:
        """Begin to search, if there is something to know the server by, and it may have moved."""
        key, why = self.session.keys.proof, self.session.trouble
        if why is not None and why.code not in RELOCATION_REFUSALS:
            return
        if self._relocation is None and self._search is not None and key is not None:
            self._relocation, self._searched_at = self._search(key), now

    def _end_search(self) -> None:
        if self._relocation is not None:
            self._relocation.close()
            self._relocation = None

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Back):
            self.give_up(None)
            return True
        return self.focus.handle(intent)

    def update(self, now: float) -> None:
        refused = next((news.why for news in self.session.poll(now) if isinstance(news, m.Failed)), None)
        if refused is not None and self.again is None:
            self.give_up(refused)
        elif self.session.status == "open" and self.ready(self.session):
            self.go_on()
        elif self.session.status == "lost" and self._is_given_up(now):
            self.give_up(self.why)
        else:
            if refused is not None:
                self.app.refuse(refused)
            self._look_around(now)
            if self.session.status == "lost" and self.again is not None:
                self._call_again(now, self.again)

    def _is_given_up(self, now: float) -> bool:
        """Whether a lost server is neither called again nor looked for any more."""
        self.why = self.session.trouble or self.why
        if self.again is not None:
            return not self.session.may_return
        if self._relocation is None:
            self._begin_search(now)
        return self._relocation is None or now - self._searched_at > SEARCH_SECONDS

    def _call_again(self, now: float, again: Callable[[], object]) -> None:
        if self._lost_at is None:
            self._lost_at = now
        elif now - self._lost_at > REDIAL_DELAY:
            self._lost_at, self._calling_since = None, now
            again()

    def draw(self, canvas: Canvas, now: float) -> None:
        canvas.backdrop()
        if now - self._since < 0.25:
            return
        for index in range(8):
            turn = 2 * math.pi * index / 8
            with canvas.faded(0.25 + 0.75 * ((index / 8 - now * 1.2) % 1.0)):
                spot = (self.area.cx + 56 * math.cos(turn), self.area.h * 0.38 + 56 * math.sin(turn))
                canvas.circle(spot, 9, "lamp")
        words = Rect.around(self.area.cx, self.area.h * 0.51, self.area.w - 200, 90)
        canvas.text(self.text, words, "heading", "ink", align="centre", fit="wrap")
        if self.again is not None or self.searching:
            self._draw_why(canvas, now)
        self.focus.draw(canvas, now)

    def _draw_why(self, canvas: Canvas, now: float) -> None:
        """Draw the result of the last call, and the time since the first."""
        reason = self.app.explain(self.why.code, self.why.values) if self.why is not None else ""
        key = "back.searching" if self.searching else "back.since"
        since = self.app.translate(key, seconds=int(now - self._since))
        top = self.area.h * 0.51 + 51
        room = Rect(40, top, self.area.w - 80, self.cancel.rect.y - 26 - top)
        for line, place in zip((reason, since), room.rows(1.5, 1), strict=True):
            canvas.text(line, place, "small", "quiet", align="centre", fit="wrap")
