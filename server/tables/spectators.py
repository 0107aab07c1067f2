"""The gallery: what those without a seat see of a table that is shown to them late.

Whatever everybody may know goes into a queue and is told when its time has come. What the gallery stands at
is kept as one `TableView`, so that who comes later sees what the others there see.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Final

import msgspec

from core.protocol.messages import DecidersLeft, Message, StepsMade, StepView, TableView
from server.tables import views
from server.tables.contract import AnyTable, Guest

MOST_QUEUED_MESSAGES: Final = 2048
"""Messages in the queue; beyond that the gallery is shown where they lead, and none of them."""
LOG_STEPS_PER_MESSAGE: Final = 16
"""Steps in the log of a scene that count as one message more."""


class SpectatorDelay:
    """The gallery of one table; without a delay it does nothing, and everybody is told at once.

    `delay` is in seconds, None where nobody new may watch. `_queue` holds when, by the loop's clock, which
    message is due; `_scene` is where the gallery stands.
    """

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self.queue: deque[tuple[float, Message]] = deque()
        self.weight = 0
        self._scene: TableView | None = None
        self._timer: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """From now on everything is late."""
        if self._table.delay:
            self._scene = views.public_view(self._table)

    def catch_up(self) -> None:
        """After a restart nobody knows when it happened: how the table stands is told late, like all else."""
        if self._table.delay:
            self.add(views.public_view(self._table))

    def add(self, message: Message) -> None:
        """Something that everybody may know has happened."""
        if not self._table.delay:
            return
        due = asyncio.get_running_loop().time() + self._table.delay
        self.queue.append((due, message))
        self.weight += _weight(message)
        if self.weight > MOST_QUEUED_MESSAGES:
            whole = views.public_view(self._table)
            self.queue, self.weight = deque([(due, whole)]), _weight(whole)
        self._wait()

    def scene(self, guest: Guest) -> TableView:
        """The table as the gallery sees it, with the people that are there now."""
        assert self._scene is not None
        return views.with_people(self._table, guest, self._scene)

    def stop(self) -> None:
        """Show nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        if self._timer is None and self.queue:
            self._timer = asyncio.get_running_loop().call_at(self.queue[0][0], self.show)

    def show(self) -> None:
        """Tell what is due."""
        self._timer = None
        now = asyncio.get_running_loop().time()
        watching = [guest for guest in self._table.guests.values() if self._table.is_late(guest)]
        while self.queue and self.queue[0][0] <= now:
            _, message = self.queue.popleft()
            self.weight -= _weight(message)
            assert self._scene is not None
            self._scene = advance_view(self._scene, message)
            for guest in watching:
                guest.send(self.scene(guest) if isinstance(message, TableView) else message)
        self._wait()


def _weight(message: Message) -> int:
    """As how many messages it counts."""
    return 1 + len(message.sights[0].log) // LOG_STEPS_PER_MESSAGE if isinstance(message, TableView) else 1


def advance_view(scene: TableView, message: Message) -> TableView:
    """The scene after what a message tells."""
    match message:
        case TableView():
            return message
        case DecidersLeft():
            return msgspec.structs.replace(scene, to_act=message.to_act, clocks=message.clocks)
        case StepsMade():
            return _apply_steps(scene, message)
        case _:
            return scene


def _apply_steps(scene: TableView, stepped: StepsMade) -> TableView:
    sight = scene.sights[0]
    steps: tuple[StepView, ...] = dict(stepped.sights)[sight.viewer]
    log: list[tuple[int, Any]] = list(sight.log)
    for unsealed in stepped.unsealed:
        log[unsealed.number] = (log[unsealed.number][0], unsealed.action)
    log += [(step.seat, step.action) for step in steps]
    sight = msgspec.structs.replace(sight, view=steps[-1].view, log=tuple(log))
    return msgspec.structs.replace(
        scene,
        sights=(sight,),
        turn=stepped.now,
        to_act=stepped.to_act,
        outcome=stepped.outcome,
        series=stepped.series,
        seed=stepped.seed,
        phase=scene.phase if stepped.outcome is None else "over",
        clocks=stepped.clocks,
    )
