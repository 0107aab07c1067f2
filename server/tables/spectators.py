"""Spectator delay: what those without a seat see of a table that is shown to them late.

Messages that everybody may see go into a queue and are sent when their time has come. What the spectators see
now is kept as one `TableView`, so that somebody who comes later sees the same.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

import msgspec

from core.protocol.messages import DecidersLeft, Message, StepsMade, StepView, TableView
from server.tables import views
from server.tables.contract import AnyTable, Guest

MOST_QUEUED_MESSAGES: Final = 2048
"""Messages in the queue at most; beyond that spectators are shown only the position they lead to."""
LOG_STEPS_PER_MESSAGE: Final = 16
"""Steps in the log of a table view that count as one message more."""


class SpectatorDelay:
    """Spectator delay of one table; without a delay it does nothing, and messages are sent at once.

    `delay` is in seconds, None where nobody new may watch. `queue` holds each message with the time (of the
    loop's clock) it is due; `_scene` is the table view that the spectators have now.
    """

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self.queue: deque[tuple[float, Message]] = deque()
        self.weight = 0
        self._scene: TableView | None = None
        self._timer: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Begin to delay messages."""
        if self._table.terms.delay:
            self._scene = views.public_view(self._table)

    def catch_up(self) -> None:
        """Queue the table as it stands: after a restart nobody knows when it came to this."""
        if self._table.terms.delay:
            self.add(views.public_view(self._table))

    def add(self, message: Message) -> None:
        """Queue a message that everybody may see."""
        if not self._table.terms.delay:
            return
        due = asyncio.get_running_loop().time() + self._table.terms.delay
        self.queue.append((due, message))
        self.weight += _weight(message)
        if self.weight > MOST_QUEUED_MESSAGES:
            whole = views.public_view(self._table)
            self.queue, self.weight = deque([(due, whole)]), _weight(whole)
        self._wait()

    def table_view(self, guest: Guest) -> TableView:
        """The table view of the spectators, with the people that are there now."""
        assert self._scene is not None
        return views.with_people(self._table, guest, self._scene)

    def stop(self) -> None:
        """Stop sending."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        if self._timer is None and self.queue:
            self._timer = asyncio.get_running_loop().call_at(self.queue[0][0], self.show)

    def show(self) -> None:
        """Send what is due."""
        self._timer = None
        now = asyncio.get_running_loop().time()
        watching = [guest for guest in self._table.guests.values() if self._table.is_late(guest)]
        while self.queue and self.queue[0][0] <= now:
            _, message = self.queue.popleft()
            self.weight -= _weight(message)
            assert self._scene is not None
            self._scene = advance_view(self._scene, message)
            for guest in watching:
                guest.send(self.table_view(guest) if isinstance(message, TableView) else message)
        self._wait()


def _weight(message: Message) -> int:
    """Number of messages that this one counts as."""
    return 1 + len(message.views[0].log) // LOG_STEPS_PER_MESSAGE if isinstance(message, TableView) else 1


def advance_view(table_view: TableView, message: Message) -> TableView:
    """The table view after a message."""
    match message:
        case TableView():
            return message
        case DecidersLeft():
            return msgspec.structs.replace(table_view, to_act=message.to_act, clocks=message.clocks)
        case StepsMade():
            return _apply_steps(table_view, message)
        case _:
            return table_view


def _apply_steps(table_view: TableView, stepped: StepsMade) -> TableView:
    seat_view = table_view.views[0]
    steps: tuple[StepView, ...] = dict(stepped.views)[seat_view.viewer]
    log: list[tuple[int, str]] = list(seat_view.log)
    for unsealed in stepped.unsealed:
        log[unsealed.number] = (log[unsealed.number][0], unsealed.action)
    log += [(step.seat, step.action) for step in steps]
    seat_view = msgspec.structs.replace(seat_view, view=steps[-1].view, log=tuple(log))
    return msgspec.structs.replace(
        table_view,
        views=(seat_view,),
        turn=stepped.now,
        to_act=stepped.to_act,
        outcome=stepped.outcome,
        series=stepped.series,
        seed=stepped.seed,
        phase=table_view.phase if stepped.outcome is None else "over",
        clocks=stepped.clocks,
    )
