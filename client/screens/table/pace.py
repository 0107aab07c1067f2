"""AIs go on no faster than what they did can be seen.

A server lets its AIs decide after a pause that knows nothing of animations. Where AIs follow upon AIs
(a demo, a game handed over) the position shown would fall behind without end, and who pauses or joins
would be somewhere else than on the screen. So the table's host holds them while a step waits to be shown.
Whoever is not host only watches, and catches up by skipping.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.session.session import Session
from client.session.table import ClientTable
from core.game import CHANCE
from core.protocol import messages as m

AI_PAUSE: Final = 0.35
"""Seconds an AI waits before its move in a game with people, so that nobody feels rushed."""
DEMO_PAUSE: Final = 0.7
"""The same where people only watch, so that they can follow."""
HOLD: Final = 60.0
"""Seconds: the longest pause there is; it is over as soon as a shorter one is asked for."""
LONGEST: Final = 1.0
"""Seconds: a longer usual pause is one that a host who has gone was just holding the AIs with."""
BEHIND: Final = 3
"""So many decisions may wait to be shown, or so many groups of sealed ones, before they are no longer
animated."""


class Pace:
    """The pauses of one table's AIs. `usual`: seconds."""

    def __init__(self, session: Session, usual: float) -> None:
        self._session = session
        self._usual = min(usual, LONGEST)
        self._held: bool | None = None if usual > LONGEST else False

    def keep(self, mirror: ClientTable, skip: Callable[[], None], awaited: bool = False) -> None:
        """Once a frame: hold, let go, or catch up; nobody runs away while somebody here is `awaited`."""
        if not awaited and sum(happening.seat != CHANCE for happening in mirror.waiting) > BEHIND:
            skip()
        if mirror.host != self._session.guest:
            self._held = None  # whoever becomes host does not know how the last one left it
            return
        if mirror.paused:
            return
        hold = bool(mirror.waiting) and _ai_is_next(mirror)
        if hold != self._held:
            self._held = hold
            self._session.ask(m.SetPace, pause=HOLD if hold else self._usual, paused=False)

    def pause(self, mirror: ClientTable, paused: bool) -> None:
        """Let the AIs wait altogether, or go on."""
        self._held, mirror.paused = False, paused
        self._session.ask(m.SetPace, pause=self._usual, paused=paused)


def _ai_is_next(mirror: ClientTable) -> bool:
    return any(seat >= 0 and mirror.holders[seat].kind == "bot" for seat in mirror.latest.to_act)
