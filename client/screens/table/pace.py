"""Pace of AIs: no faster than their moves can be seen.

A server lets its AIs decide after a pause that knows nothing of animations. Where AIs follow upon AIs (a
demo, a game handed over) the position on the screen would fall behind without end, and a person who pauses or
joins would do so at another position than the one they see. So the screen of the table's host reports how far
it has come, and the AIs wait for it. All others only watch, and catch up by skipping.
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
"""Seconds an AI waits where people only watch, so that they can follow."""
MOST_PENDING: Final = 3
"""Decisions (or groups of sealed ones) that wait to be shown at most; then they are not animated."""


class Pace:
    """Pace of one table."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def keep(self, client_table: ClientTable, skip: Callable[[], None], awaited: bool = False) -> None:
        """Acknowledge or catch up, once a frame; AIs do not run ahead while somebody here is `awaited`."""
        if not awaited and sum(event.seat != CHANCE for event in client_table.waiting) > MOST_PENDING:
            skip()
        self._session.acknowledge()

    def pause(self, client_table: ClientTable, paused: bool) -> None:
        """Let all AIs wait, or go on."""
        client_table.paused = paused
        self._session.ask(m.SetPace, pause=client_table.pause, paused=paused)
