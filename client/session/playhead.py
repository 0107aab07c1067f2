"""Playhead: a place in a recorded game, with what comes next and the record of all before it.

Knows no window. A playback shows it like a table: it is an `EventSource`.
"""

from __future__ import annotations

import msgspec

from client.session.events import GameEvent, PositionView, StepShown
from core import record
from core.game import CHANCE
from core.protocol.messages import EVERYBODY
from core.record import Record


class Playhead:
    """Place between two steps of a record: `at` steps are made, `position_view` is the position then.

    While `playing` one step follows another.
    """

    def __init__(self, saved: Record, index: int = 0) -> None:
        self.record = saved
        self.playing = False
        self._single = 0
        self._go(index)

    def _go(self, number: int) -> None:
        self.at = number
        self.position_view = self.position(number)

    @property
    def steps(self) -> int:
        """Number of steps of the record."""
        return len(self.record.steps)

    @property
    def at_end(self) -> bool:
        """Whether all steps are made."""
        return self.at >= self.steps

    def position(self, number: int) -> PositionView:
        """The position after `number` steps, as everybody may see it once a game is over."""
        game, state = self.record.game, self.record.states[number]
        return PositionView({EVERYBODY: state}, number, game.to_act(state), game.outcome(state))

    def event(self, number: int) -> GameEvent:
        """The event of step `number`, counted from 0."""
        step = self.record.steps[number]
        told = StepShown(step.seat, {EVERYBODY: step.action})
        return GameEvent(self.position(number), (told,), self.position(number + 1))

    def next(self) -> GameEvent | None:
        """The next event, if a step was asked for or the record is playing; see `EventSource`."""
        if self.at_end:
            self.playing, self._single = False, 0
        if not self.playing and not self._single:
            return None
        self._single = max(0, self._single - 1)
        self._go(self.at + 1)
        if self.at_end:
            self.playing = False
        return self.event(self.at - 1)

    def step(self) -> None:
        """Let the next step happen, once. Playing stops."""
        self.playing = False
        if not self.at_end:
            self._single = 1

    def jump(self, number: int) -> bool:
        """Go to the position after `number` steps, or the nearest; returns whether that is another one."""
        before = self.at
        self._go(min(self.steps, max(0, number)))
        self._single = 0
        self.playing = self.playing and not self.at_end
        return self.at != before

    def toggle(self) -> None:
        """Play or pause; at the end, play from the start."""
        if not self.playing and self.at_end:
            self._go(0)
        self.playing = not self.playing and self.steps > 0
        self._single = 0

    def why_not_on(self) -> str:
        """Reason why nobody can play on from here, as the key of a text; "" if they can."""
        to_act = self.position_view.to_act
        if not to_act:
            return "replay.over"
        return "replay.draw_first" if CHANCE in to_act else ""

    def text(self) -> str:
        """The record of all steps before this place, without the seed of the old draws."""
        header = msgspec.structs.replace(self.record.header, commitment="", seed="")
        return record.write(self.record.game, header, self.record.steps[: self.at])
