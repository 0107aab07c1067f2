"""What a step changes: whose path gets how much longer, what is closed, what becomes a ring.

Asked before a card is laid, for what the hand shows, and afterwards, for what is told.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from client.boards.down_under.growth import Growth, growth
from core.games.down_under.paths import is_closed, is_ring
from core.games.down_under.state import BILLABONG, Laid, State


class Preview(NamedTuple):
    """What comes of a step: the state after it and what is different there.

    `growths` are the paths that changed, in their order; `billabongs` what was laid by the rules or instead
    of a curve; `closed` the paths that have no open end any more, `rings` those that became rings, `stuck`
    those at which nothing can be laid any more.
    """

    after: State
    growths: tuple[Growth, ...]
    billabongs: tuple[Laid, ...]
    closed: tuple[int, ...]
    rings: tuple[int, ...]
    stuck: tuple[int, ...]

    def gain(self, path: int) -> int:
        """How much longer a path gets."""
        return next((growth.gain for growth in self.growths if growth.path == path), 0)


@lru_cache(maxsize=16)
def compare(before: State, after: State) -> Preview:
    """What is different after a step. Frames never change. Asked for in every frame."""
    pairs = list(enumerate(zip(before.paths, after.paths, strict=True)))
    return Preview(
        after,
        tuple(growth(number, old, new, after.cards) for number, (old, new) in pairs if old.run != new.run),
        tuple(laid for laid in after.cards[len(before.cards) :] if laid.card == BILLABONG),
        tuple(number for number, (old, new) in pairs if is_closed(new) and not is_closed(old)),
        tuple(number for number, (old, new) in pairs if is_ring(new) and not is_ring(old)),
        tuple(number for number, was in enumerate(before.stuck) if after.stuck[number] and not was),
    )
