"""Clocks of a table: time left for each seat, counted down between two messages, and their picture."""

from __future__ import annotations

import math
from typing import Final, Literal

import msgspec

from assets.texts import TextLookup
from client.session.table import ClientTable
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Seat
from core.protocol.messages import Clock

ClockState = Literal["still", "runs", "low", "last"]

LOW_SECONDS: Final = 30.0
"""Seconds left from which on a clock warns."""
LAST_SECONDS: Final = 10.0
"""Seconds left from which on it warns more strongly."""
WARNING_PITCHES: Final[dict[ClockState, int]] = {"low": 0, "last": 5}
"""Pitch, in semitones, of the one quiet sound with which a warning begins."""
TEXT_SIZE, SMALL_TEXT_SIZE = 30.0, 27.0
BAR_HEIGHT: Final = 6.0


class ClockFace(msgspec.Struct, frozen=True):
    """Content of a clock: time as text, urgency, and the share of the last half minute that is left."""

    text: str
    state: ClockState
    share: float


class ClockFaces:
    """Clocks of one table. The server's times hold; between its messages they run here."""

    def __init__(self) -> None:
        self._told: tuple[float, ...] = ()
        self._left: list[float] = []
        self._running: tuple[Seat, ...] = ()
        self._then = 0.0
        self._warned: dict[Seat, ClockState] = {}

    def follow(self, client_table: ClientTable, now: float) -> ClockState | None:
        """Update once a frame. Returns the warning that has just begun for a person here, if any."""
        if client_table.clocks is not self._told:
            self._told, self._left = client_table.clocks, list(client_table.clocks)
        else:
            for seat in self._running:
                self._left[seat] = max(0.0, self._left[seat] - (now - self._then))
        self._then, self._running = now, _running(client_table)
        return self._warning(client_table)

    @property
    def ticks(self) -> tuple[int, ...]:
        """Whole seconds left of the clocks that run: when they change, so do their faces."""
        return tuple(math.ceil(self._left[seat]) for seat in self._running)

    def _warning(self, client_table: ClientTable) -> ClockState | None:
        begun: ClockState | None = None
        for seat in self._running:
            state = self._state(seat)
            if state in WARNING_PITCHES and state != self._warned.get(seat) and seat in client_table.yours:
                begun = state
            self._warned[seat] = state
        return begun

    def face(self, seat: Seat) -> ClockFace | None:
        """Clock of a seat; None where there are no clocks."""
        if not self._left:
            return None
        left = self._left[seat]
        return ClockFace(clock_text(left), self._state(seat), min(1.0, left / LOW_SECONDS))

    def _state(self, seat: Seat) -> ClockState:
        if seat not in self._running:
            return "still"
        left = self._left[seat]
        return "last" if left <= LAST_SECONDS else "low" if left <= LOW_SECONDS else "runs"


def _running(client_table: ClientTable) -> tuple[Seat, ...]:
    """Seats whose clocks run: all people who still have to decide, also those who are away."""
    if client_table.clock is None or client_table.phase != "playing":
        return ()
    owing = (seat for seat in client_table.latest.to_act if seat >= 0)
    return tuple(seat for seat in owing if client_table.holders[seat].kind in ("person", "away"))


def clock_text(seconds: float) -> str:
    """Time in the form of clocks; 0:00 only when nothing is left."""
    whole = math.ceil(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def duration_words(translate: TextLookup, seconds: float) -> str:
    """Duration in words: 30 s, 2 min."""
    if seconds >= 60 and seconds % 60 == 0:
        return translate("screen.setup.minutes", count=f"{seconds / 60:g}")
    return translate("screen.setup.seconds", count=f"{seconds:g}")


def clock_in_words(translate: TextLookup, clock: Clock) -> str:
    """Thinking time of a clock in words."""
    budget = duration_words(translate, clock.seconds)
    if not clock.bonus:
        return budget
    return translate("screen.setup.clock_bonus", time=budget, bonus=duration_words(translate, clock.bonus))


def draw_clock(canvas: Canvas, rect: Rect, clock: ClockFace) -> None:
    """Draw a clock: bare figures while it stands, on a sheet while it runs; light paper and a bar that runs
    out
    when it warns, with a heavy edge in the last seconds.
    """
    ink = "quiet"
    if clock.state == "runs":
        canvas.rounded(rect, 10, "well", "line", 1.5)
        ink = "ink"
    elif clock.state != "still":
        last = clock.state == "last"
        canvas.rounded(rect, 10, "paper", "bad" if last else "lamp", 4 if last else 2)
        ink = "paper_bad" if last else "paper_ink"
        bar = Rect(rect.x + 8, rect.bottom - BAR_HEIGHT - 5, rect.w - 16, BAR_HEIGHT)
        canvas.rounded(
            Rect(bar.x, bar.y, max(BAR_HEIGHT, bar.w * clock.share), BAR_HEIGHT), BAR_HEIGHT / 2, ink
        )
    warns = clock.state in ("low", "last")
    words = rect.inset(6, 0).moved(0, -4 if warns else 0)
    size = SMALL_TEXT_SIZE if warns else TEXT_SIZE
    canvas.text(clock.text, words, "small", ink, align="centre", size=size, tabular=True)
