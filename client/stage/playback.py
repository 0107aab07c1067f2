"""Playback: shows the events of a table one after another on a board, at the speed the person likes.

Tables, demos and replays are all shown through it. It has no rules and no pictures: the client table knows
what happened, the board how it looks, the playback only how far in time the screen has come.
"""

from __future__ import annotations

from collections.abc import Callable

from assets.texts import TextLookup
from client.boards.contract import NO_ANIMATION, Animation, Board, Frame
from client.session.events import EventSource, GameEvent
from client.ui.animation import Motion
from core.game import Refusal, Seat
from core.protocol.messages import EVERYBODY

PlaySound = Callable[[str, int], None]

DENIED_SECONDS = 2.6
"""Seconds a refusal stays lit, and a place that somebody has asked for."""


class Playback:
    """Shows the events of a source on a board."""

    def __init__(
        self, event_source: EventSource, board: Board, motion: Motion, translate: TextLookup, play: PlaySound
    ) -> None:
        self.source = event_source
        self.board = board
        self.motion = motion
        self.translate = translate
        self.play = play
        self.viewer: int = EVERYBODY
        """Viewer through whose eyes the next event is shown."""
        self.rate = 1.0
        """Factor on the person's usual speed: above 1 where they missed much."""
        self.event: GameEvent | None = None
        self.ended: GameEvent | None = None
        self._animation: Animation = NO_ANIMATION
        self._clock = 0.0
        self._last = 0.0
        self._cued = 0
        self._denied: tuple[Refusal, float] | None = None
        self._lit: tuple[GameEvent, float] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being shown."""
        return self.event is not None

    @property
    def open(self) -> bool:
        """Whether the essential part of the running event has been seen."""
        return self.event is not None and self._clock >= self._animation.open

    def finish(self) -> None:
        """End what is being shown at once."""
        if self.event is not None:
            self.ended, self.event = self.event, None

    def reset(self) -> None:
        """Forget what is being shown: the source has jumped to another position."""
        self.event = None

    def update(self, now: float, hold: bool = False) -> None:
        """Let time pass. With `hold` a running event is finished, but no new one begun.

        Between two events there is one moment in which nothing runs.
        """
        passed, self._last = max(0.0, now - self._last), now
        if self.event is not None:
            self._clock += passed * self.motion.speed * self.rate
            self._sound()
            if self._clock >= self._animation.seconds:
                self.finish()
        elif not hold:
            self._begin()

    def skip(self) -> None:
        """End what is being shown; only the last of its sounds is heard."""
        if self.event is not None:
            self._clock = self._animation.seconds
            self._cued = max(self._cued, len(self._animation.cues) - 1)

    def deny(self, why: Refusal, now: float) -> None:
        """Light up what is to blame for a refusal."""
        self._denied = (why, now)

    def light(self, event: GameEvent, now: float) -> None:
        """Light up where a step was made."""
        self._lit = event, now

    def highlighted(self, now: float) -> GameEvent | None:
        """The step whose place is still lit."""
        if self._lit is None or now - self._lit[1] > DENIED_SECONDS:
            return None
        return self._lit[0]

    def denied(self, now: float) -> Refusal | None:
        """The refusal that is still lit."""
        if self._denied is None or now - self._denied[1] > DENIED_SECONDS:
            return None
        return self._denied[0]

    def frame(self, now: float, chooser: Seat | None, viewer: int = -1) -> Frame:
        """Frame that the board is to draw now."""
        running = self.event
        return Frame(
            position=running.before if running is not None else self.source.position_view,
            viewer=viewer,
            chooser=chooser if running is None else None,
            now=now,
            translate=self.translate,
            motion=self.motion,
            event=running,
            t=self._clock,
            denied=self.denied(now),
            lit=self.highlighted(now) if running is None else None,
        )

    def _begin(self) -> None:
        event = self.source.next()
        if event is None:
            return
        self._denied = self._lit = None
        self.event = event
        self._animation = self.board.animation(event, self.motion, self.viewer)
        self._clock, self._cued = 0.0, 0
        self._sound()

    def _sound(self) -> None:
        cues = sorted(self._animation.cues, key=lambda cue: cue.at)
        while self._cued < len(cues) and cues[self._cued].at <= self._clock:
            self.play(cues[self._cued].sound, cues[self._cued].pitch)
            self._cued += 1
