"""Timing of curtains, of tables and of booths: when they can be lifted, how fast missed events are shown."""

from __future__ import annotations

from typing import Final

from client.boards.contract import Board
from client.session.table import ViewerEvents
from client.ui.animation import Motion

GUARD: Final = 0.6
"""Seconds before the curtain can be lifted: a key pressed in haste shows nobody anything."""
RECAP: Final = 8.0
"""Seconds of missed events that are shown at the usual speed; more goes faster, up to `FASTEST`."""
FASTEST: Final = 4.0
"""Most times faster than usual."""


def pace_of(
    board: Board, missed: ViewerEvents, motion: Motion, longest: float = RECAP, fastest: float = FASTEST
) -> float:
    """Factor on the usual speed for missed events, so that many of them do not take too long."""
    shown = (board.animation(event, motion, missed.viewer) for event in missed.waiting)
    return min(fastest, max(1.0, sum(animation.seconds for animation in shown) / longest))
