"""Policy of Sturt's Stony Desert for tree search: what can be seen of a lay at once.

The values are those of random games (see `core.bots.tree`). Between two connections that have to be broken a
search without this tries every lay of a hundred, and overlooks what is forced.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from core.bots.compiled import jit
from core.bots.contract import FloatArray
from core.bots.kernel import IntArray
from core.games.sturt.bot.kernel import RESULT, apply, is_connected, legal, outcome

WINS: Final = 10.0
"""Weight of an action that wins at once, against one of which nothing is known."""
CONNECTS: Final = 5.0
"""Weight of a lay after which the seat is connected: the other seat has to break that at once."""
LOSES: Final = 0.01
"""Weight of an action that loses at once."""


@jit
def candidates(s: IntArray, seat: int, actions: IntArray, weights: FloatArray) -> int:
    """See `core.bots.tree`: all legal actions, weighed by what they do at once."""
    count, total = legal(s, seat, actions), 0.0
    after, wins, points = np.empty_like(s), np.empty(2), np.empty(2)
    for i in range(count):
        after[:] = s
        apply(after, seat, actions[i])
        weights[i] = 1.0
        if after[RESULT]:
            outcome(after, wins, points)
            if wins[seat] != 0.5:
                weights[i] = WINS if wins[seat] == 1.0 else LOSES
        elif is_connected(after, seat):
            weights[i] = CONNECTS
        total += weights[i]
    for i in range(count):
        weights[i] /= total
    return count
