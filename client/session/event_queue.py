"""Queues of events that are still to be shown, one for each of those who look at one screen.

Where several look, each has a queue: whoever gets the screen next is shown what has happened since their last
turn. What all have seen together is not shown again, unless it holds something that only one of them may see.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from client.session.events import GameEvent
from core.game import Seat
from core.protocol.messages import EVERYBODY


class EventQueue:
    """Queues of events. `room` is the queue of all who look together, or of the only one who does."""

    def __init__(self, viewers: Collection[int]) -> None:
        self.room: deque[GameEvent] = deque()
        self._own: dict[int, deque[GameEvent]] = {}
        if EVERYBODY in viewers:
            self._own = {viewer: deque() for viewer in viewers if viewer != EVERYBODY}

    def waiting(self, viewer: int) -> deque[GameEvent]:
        """The events still to be shown to a viewer."""
        return self._own.get(viewer, self.room)

    def add(self, event: GameEvent) -> None:
        """Add an event; a sealed decision for its seat alone."""
        if event.sealed:
            self.waiting(event.seat).append(event)
            return
        for queue in (self.room, *self._own.values()):
            queue.append(event)

    def take(self, viewer: int) -> GameEvent | None:
        """Take the next event of a viewer, which then counts as shown to them."""
        queue = self.waiting(viewer)
        if not queue:
            return None
        event = queue.popleft()
        if viewer in self._own:
            _drop(self.room, event)
        else:
            for seat, missed in self._own.items():
                if not _private(event, seat):
                    _drop(missed, event)
        return event

    def take_back(self, seat: Seat) -> None:
        """Remove the last sealed decision of a seat, which was taken back: nobody need see it any more."""
        queue = self.waiting(seat)
        if queue and queue[-1].sealed and queue[-1].seat == seat:
            queue.pop()

    def clear(self) -> None:
        """Remove all events: the table is at another position."""
        for queue in (self.room, *self._own.values()):
            queue.clear()


def _private(event: GameEvent, seat: int) -> bool:
    """Whether a seat sees something in the event that not everybody does."""
    others = (told for told in event.steps if told.seat != seat)
    return any(told.action(seat) != told.action(EVERYBODY) for told in others)


def _drop(queue: deque[GameEvent], event: GameEvent) -> None:
    for index, other in enumerate(queue):
        if other is event:
            del queue[index]
            return
