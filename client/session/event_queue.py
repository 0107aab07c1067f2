"""What has happened and is still to be shown, for each of those who look at one screen.

Where several look, everybody has a queue of their own: who takes a turn at the screen is shown what has
happened since the last one. What all have seen together is shown to nobody again, unless there is something
in it that only they may see.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from client.session.events import GameEvent
from core.game import Seat
from core.protocol.messages import EVERYBODY


class EventQueue:
    """Queues of happenings. `room` is what all who look together, or the only one who does, have to see."""

    def __init__(self, viewers: Collection[int]) -> None:
        self.room: deque[GameEvent] = deque()
        self._own: dict[int, deque[GameEvent]] = {}
        if EVERYBODY in viewers:
            self._own = {viewer: deque() for viewer in viewers if viewer != EVERYBODY}

    def waiting(self, viewer: int) -> deque[GameEvent]:
        """What is still to be shown to somebody."""
        return self._own.get(viewer, self.room)

    def add(self, happening: GameEvent) -> None:
        """It has happened; a sealed decision for its seat alone."""
        if happening.sealed:
            self.waiting(happening.seat).append(happening)
            return
        for queue in (self.room, *self._own.values()):
            queue.append(happening)

    def take(self, viewer: int) -> GameEvent | None:
        """The next one for somebody: from now on it has been shown to them."""
        queue = self.waiting(viewer)
        if not queue:
            return None
        happening = queue.popleft()
        if viewer in self._own:
            _drop(self.room, happening)
        else:
            for seat, missed in self._own.items():
                if not _private(happening, seat):
                    _drop(missed, happening)
        return happening

    def take_back(self, seat: Seat) -> None:
        """The last sealed decision of a seat is taken back: nobody need see it any more."""
        queue = self.waiting(seat)
        if queue and queue[-1].sealed and queue[-1].seat == seat:
            queue.pop()

    def clear(self) -> None:
        """Everything is elsewhere."""
        for queue in (self.room, *self._own.values()):
            queue.clear()


def _private(happening: GameEvent, seat: int) -> bool:
    """Whether a seat sees something in it that not everybody does."""
    others = (told for told in happening.steps if told.seat != seat)
    return any(told.action(seat) != told.action(EVERYBODY) for told in others)


def _drop(queue: deque[GameEvent], happening: GameEvent) -> None:
    for index, other in enumerate(queue):
        if other is happening:
            del queue[index]
            return
