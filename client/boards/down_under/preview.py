"""What a step changes: whose path gets how much longer, what is closed, what becomes a ring.

Asked before a card is laid, for what the hand shows, and afterwards, for what is told.
"""

from __future__ import annotations

from typing import NamedTuple

from core.games.down_under.paths import is_open, is_ring, length
from core.games.down_under.state import BILLABONG, Laid, Path, State


class Growth(NamedTuple):
    """How one path changes: its length before and after.

    Of the stretches of its new run the first `front` and the last `back` are new.
    """

    path: int
    before: int
    after: int
    front: int
    back: int

    @property
    def gain(self) -> int:
        """How much longer it gets; negative when a ring that is opened loses something."""
        return self.after - self.before


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


def compare(before: State, after: State) -> Preview:
    """What is different after a step. Frames never change."""
    pairs = list(enumerate(zip(before.paths, after.paths, strict=True)))
    return Preview(
        after,
        tuple(_growth(number, old, new) for number, (old, new) in pairs if old.run != new.run),
        tuple(laid for laid in after.cards[len(before.cards) :] if laid.card == BILLABONG),
        tuple(number for number, (old, new) in pairs if _closed(new) and not _closed(old)),
        tuple(number for number, (old, new) in pairs if is_ring(new) and not is_ring(old)),
        tuple(number for number, was in enumerate(before.stuck) if after.stuck[number] and not was),
    )


def _closed(path: Path) -> bool:
    return bool(path.run) and not is_open(path) and not is_ring(path)


def _growth(number: int, old: Path, new: Path) -> Growth:
    front = _where(old, new)
    back = len(new.run) - front - len(old.run) if old.run and front >= 0 else len(new.run)
    return Growth(number, length(old), length(new), max(0, front), back)


def _where(old: Path, new: Path) -> int:
    """Behind how many new stretches the old run lies in the new one; -1 if it lies there differently."""
    if not old.run or old.run[0] not in new.run:
        return -1
    start = new.run.index(old.run[0])
    return start if new.run[start : start + len(old.run)] == old.run else -1
