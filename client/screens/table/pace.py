"""AIs go on no faster than what they did can be seen.

A server lets its AIs decide after a pause that knows nothing of animations. Where AIs follow upon AIs
(a demo, a game handed over) the position shown would fall behind without end, and who pauses or joins
would be somewhere else than on the screen. So the screen of the table's host says how far it has come, and
the AIs wait for it. Whoever is not host only watches, and catches up by skipping.
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
MOST_PENDING: Final = 3
"""So many decisions may wait to be shown, or so many groups of sealed ones, before they are no longer
animated."""


class Pace:
    """How fast one table goes on."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def keep(self, mirror: ClientTable, skip: Callable[[], None], awaited: bool = False) -> None:
        """Once a frame: acknowledge or catch up; nobody runs away while somebody here is `awaited`."""
        if not awaited and sum(happening.seat != CHANCE for happening in mirror.waiting) > MOST_PENDING:
            skip()
        self._session.acknowledge()

    def pause(self, mirror: ClientTable, paused: bool) -> None:
        """Let the AIs wait altogether, or go on."""
        mirror.paused = paused
        self._session.ask(m.SetPace, pause=mirror.pause, paused=paused)
