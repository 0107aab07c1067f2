"""Graph of a game: a line for each seat, higher the better it stood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from assets.texts import TextLookup
from client.boards.contract import Board
from client.ui.animation import ease_in_out, polyline_start, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_badge, seat_symbol
from core.game import CHANCE, Seat
from core.record import Record
from core.simultaneous import Step

DRAW_SECONDS: Final = 1.4
"""Seconds the lines take to draw themselves."""
COURSE_FRAMES: Final = 90
"""Frames, at least, over which working out the course of a game is spread."""
MARKS_PER_LINE: Final = 5
"""Symbols on each line, which tell the seats apart without colour."""


def decision_positions(states: Sequence[Any], steps: Sequence[Step]) -> tuple[Any, ...]:
    """Positions in which seats decided `steps`, and the last one; `states[i]` is the state before step i.

    What chance does after a decision belongs to it, and what it does before the first is left out. So
    there is one position more than the decisions that a score sheet counts.
    """
    asked = (state for state, step in zip(states, steps, strict=False) if step.seat != CHANCE)
    return (*asked, states[-1])


def turning_step(board: Board, record: Record, decision: int, winner: Seat) -> int:
    """Step that helped the winner most, from a decision (counted from 1) up to the next."""
    asked = [number for number, step in enumerate(record.steps) if step.seat != CHANCE]
    first = asked[decision - 1]
    end = asked[decision] if decision < len(asked) else len(record.steps)

    def lead(number: int) -> float:
        """Difference between the winner's value and the best of the others."""
        state, seats = record.states[number], range(record.header.seats)
        values = [board.measure(state, Seat(seat)) or 0.0 for seat in seats]
        return values[winner] - max(value for seat, value in enumerate(values) if seat != winner)

    return max(range(first, end), key=lambda step: lead(step + 1) - lead(step))


class ScoreCourse:
    """Value of each seat after each decision, worked out a few at a time so that no frame waits."""

    def __init__(self, board: Board, states: Sequence[Any], seats: int) -> None:
        self._board = board
        self._states = tuple(states)
        self.seats = seats
        self.values: list[list[float]] = [[] for _ in range(seats)]
        self.known = len(states) > 1

    @property
    def ready(self) -> bool:
        """Whether all values are known."""
        return self.known and len(self.values[0]) == len(self._states)

    @property
    def steps(self) -> int:
        """Number of decisions in the game."""
        return len(self._states) - 1

    def work(self) -> None:
        """Work out the next few values, so that all are done in about a second and a half, however long the
        game.
        """
        for _ in range(1 + len(self._states) // COURSE_FRAMES):
            self._judge_next()

    def _judge_next(self) -> None:
        """Work out one value more. If the board cannot tell one, the work ends for good."""
        if not self.known or self.ready:
            return
        state = self._states[len(self.values[0])]
        measured = [self._board.measure(state, Seat(seat)) for seat in range(self.seats)]
        if None in measured:
            self.known = False
            return
        for line, value in zip(self.values, measured, strict=True):
            line.append(value if value is not None else 0.0)

    def points(self, plot: Rect) -> list[list[Point]]:
        """Line of each seat in a rectangle; lines that coincide are drawn side by side."""
        flat = [value for line in self.values for value in line]
        low, high = min(flat), max(flat)
        span = (high - low) or 1.0
        lines = []
        for seat, values in enumerate(self.values):
            aside = 4.0 * (seat - (self.seats - 1) / 2)
            lines.append(
                [
                    (
                        plot.x + plot.w * index / max(1, len(values) - 1),
                        plot.bottom - plot.h * (value - low) / span + aside,
                    )
                    for index, value in enumerate(values)
                ]
            )
        return lines


def draw_graph(
    canvas: Canvas,
    rect: Rect,
    course: ScoreCourse,
    names: Sequence[str],
    translate: TextLookup,
    now: float,
    since: float,
) -> None:
    """Draw the panel with the lines; they draw themselves from `since` on."""
    canvas.panel(rect, "sheet")
    inner = rect.inset(32, 22)
    head, body = inner.cut_top(44, 14)
    title = canvas.text(translate("result.graph.title"), head, "body", "lamp", face="display", size=34)
    _draw_names(canvas, Rect(title.right + 40, head.y, head.right - title.right - 40, head.h), names)
    foot, body = body.cut_bottom(30, 8)
    scale, plot = body.cut_left(_scale_width(canvas, translate), 18)
    plot = plot.inset(0, 12)
    plot = plot.cut_right(30)[1]
    _draw_scale(canvas, scale, plot, foot, course, translate)
    if course.ready:
        share = ease_in_out(progress(now, since, DRAW_SECONDS))
        for seat, line in enumerate(course.points(plot)):
            _draw_line(canvas, seat, line, share)


def _scale_width(canvas: Canvas, translate: TextLookup) -> float:
    return max(canvas.measure(translate(f"result.graph.{end}"), "small")[0] for end in ("best", "worst")) + 2


def _draw_scale(
    canvas: Canvas, scale: Rect, plot: Rect, foot: Rect, course: ScoreCourse, translate: TextLookup
) -> None:
    for index in range(5):
        y = plot.y + plot.h * index / 4
        canvas.line((plot.x, y), (plot.x + plot.w + 30, y), 2, "line")
    top, bottom = Rect(scale.x, plot.y - 17, scale.w, 34), Rect(scale.x, plot.bottom - 17, scale.w, 34)
    canvas.text(translate("result.graph.best"), top, "small", "quiet", align="right")
    canvas.text(translate("result.graph.worst"), bottom, "small", "quiet", align="right")
    ends = Rect(plot.x, foot.y, plot.w, foot.h)
    canvas.text(translate("result.graph.start"), ends, "small", "quiet")
    canvas.text(translate("result.graph.end", steps=course.steps), ends, "small", "quiet", align="right")


def _draw_names(canvas: Canvas, room: Rect, names: Sequence[str]) -> None:
    """Draw the names of the lines, from the right; names without room leave only their badge."""
    wide = [min(canvas.measure(name, "small")[0] + 2, 220.0) for name in names]
    full = sum(wide) + len(names) * (34 + 10 + 24) <= room.w
    gap = 24.0 if full else min(24.0, (room.w - 34 * len(names)) / max(1, len(names) - 1))
    x = room.right
    for seat in reversed(range(len(names))):
        if full:
            x -= wide[seat]
            canvas.text(names[seat], Rect(x, room.y, wide[seat], room.h), "small", "ink", fit="ellipsis")
            x -= 10
        x -= 34
        seat_badge(canvas, seat, Rect(x, room.cy - 17, 34, 34))
        x -= gap


def _draw_line(canvas: Canvas, seat: int, points: list[Point], share: float) -> None:
    drawn = polyline_start(points, share)
    ink = f"seat.{seat}"
    if len(drawn) > 1:
        if share < 1:
            canvas.polyline(drawn, 6, ink)
        else:
            box = Rect.bounding(points).grown(6)
            key = ("result.line", seat, tuple(points))
            canvas.layer(key, box, lambda c: c.polyline(points, 6, ink), smooth=2)
    for index in range(1, MARKS_PER_LINE):
        spot = points[min(len(points) - 1, (index * len(points) + seat * 2) // MARKS_PER_LINE)]
        if spot[0] <= drawn[-1][0]:
            canvas.circle(spot, 13, "sheet")
            seat_symbol(canvas, seat, Rect.around(*spot, 19))
    seat_badge(canvas, seat, Rect.around(*drawn[-1], 36))
