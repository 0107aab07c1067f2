"""Scrubber of a replay: a ribbon with a notch for every step, and a knob at the current one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from client.ui.animation import ease_out
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Drag, Intent, MoveFocus, Press, Release, Scroll
from client.ui.widgets import focus_ring

END_MARGIN: Final = 30.0
"""Units from the ends of the ribbon to the first and the last notch."""
KNOB_RADIUS: Final = 19.0
LINE_THICKNESS: Final = 12.0


class Scrubber(Widget):
    """Bar of a replay: left and right go step by step, the pointer anywhere; accepting plays or pauses."""

    swipe = "drag"

    def __init__(
        self,
        seat_numbers: Sequence[int],
        position_of: Callable[[], float],
        jump: Callable[[int], None],
        go: Callable[[int], None],
        toggle: Callable[[], None],
    ) -> None:
        """`seat_numbers`: who makes each step; `position_of`: the current step, with a fraction during its
        animation.
        """
        super().__init__()
        self.seats = tuple(seat_numbers)
        self.place = position_of
        self.jump = jump
        self.step = go
        self.toggle = toggle

    def handle(self, intent: Intent) -> bool:
        match intent:
            case Press() | Drag():
                self.jump(self.number_at(intent.x))
            case MoveFocus() if intent.dx:
                self.step(intent.dx)
            case Scroll():
                if intent.step:
                    self.step(intent.step)
            case Accept():
                self.toggle()
            case Release():
                pass
            case _:
                return False
        return True

    @property
    def line(self) -> Rect:
        """Rectangle of the ribbon."""
        return Rect(
            self.rect.x + END_MARGIN,
            self.rect.cy - LINE_THICKNESS / 2,
            max(1.0, self.rect.w - 2 * END_MARGIN),
            LINE_THICKNESS,
        )

    def x_of(self, number: float) -> float:
        """Units: the place of a step on the ribbon."""
        return self.line.x + self.line.w * number / max(1, len(self.seats))

    def number_at(self, x: float) -> int:
        """Step whose place is nearest to x."""
        share = (x - self.line.x) / self.line.w
        return min(len(self.seats), max(0, round(share * len(self.seats))))

    def draw(self, canvas: Canvas, now: float) -> None:
        canvas.panel(self.rect, "well")
        key = ("scrubber", self.seats, canvas.theme.name)
        canvas.layer(key, self.rect, self._paint)
        line, knob = self.line, self.x_of(self.place())
        if knob > line.x + 1:
            canvas.rounded(
                Rect(line.x, line.y, max(LINE_THICKNESS, round(knob - line.x)), LINE_THICKNESS),
                LINE_THICKNESS / 2,
                "accent",
            )
        canvas.circle((knob, line.cy), KNOB_RADIUS, "ink", "accent", 5)
        focus_ring(canvas, self.rect, ease_out(self.heat(now)), 14)

    def _paint(self, canvas: Canvas) -> None:
        """Ribbon with a notch in its seat's colour for each decision: even seats above, odd seats below."""
        line = self.line
        canvas.rounded(line, LINE_THICKNESS / 2, "sheet_raised", "line", 1.5)
        wide = max(1.0 / canvas.scale, min(6.0, line.w / max(1, len(self.seats)) * 0.6))
        for index, seat in enumerate(self.seats):
            if seat >= 0:
                y = line.y - 15 if seat % 2 == 0 else line.bottom + 5
                ink = f"seat.{seat % len(canvas.theme.seats)}"
                canvas.rect(Rect(self.x_of(index + 1) - wide / 2, y, wide, 10), ink)
