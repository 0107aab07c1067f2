"""Timing of curtains, of tables and of booths: when they can be lifted, how fast is shown what was missed."""

from __future__ import annotations

from typing import Final

from client.boards.contract import Board
from client.session.table import ViewerEvents
from client.ui.animation import Motion

GUARD: Final = 0.6
"""Seconds before it can be lifted: a key pressed in haste shows nobody anything."""
RECAP: Final = 8.0
"""Seconds of what was missed that are shown at the usual speed; more goes faster, up to `FASTEST`."""
FASTEST: Final = 4.0
"""So many times."""


def pace_of(
    board: Board, missed: ViewerEvents, motion: Motion, longest: float = RECAP, fastest: float = FASTEST
) -> float:
    """How many times faster somebody is shown what they missed: much of it does not take so long."""
    shown = (board.animation(happening, motion, missed.viewer) for happening in missed.waiting)
    return min(fastest, max(1.0, sum(animation.seconds for animation in shown) / longest))
