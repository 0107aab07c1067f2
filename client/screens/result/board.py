"""Picture of the final board: large while the last step's gesture is drawn, then on a mount."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.boards.contract import Board, Frame
from client.screens.result.layout import ResultLayout, field_in, picture_in
from client.session.events import GameEvent, PositionView
from client.ui.animation import Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect

MOUNT_EDGE: Final = 6.0
"""Units of the mount's edge that nothing may cover: its corners are round."""
PREPARE_SECONDS: Final = 0.1
"""Seconds at the start of a ceremony in which its pictures are made."""
OFFSCREEN_RECT: Final = Rect(-4000, -4000, 0, 0)
"""Rectangle for the supplies, out of sight: a finished game shows none."""


class BoardPrint:
    """Board of a finished game. `last` is the step that ended it, if known."""

    def __init__(
        self,
        board: Board,
        position: PositionView,
        event: GameEvent | None,
        translate: Callable[..., str],
        motion: Motion,
        gesture: float,
    ) -> None:
        """The last `gesture` seconds of the step that ended the game are shown again."""
        self.board = board
        self._position = position
        self._last = event
        self._say = translate
        self._motion = motion
        length = board.animation(event, motion, -1).seconds if event is not None else 0.0
        self.gesture = min(gesture, length)
        """Seconds in which the gesture of the win is drawn."""
        self._from = length - self.gesture

    def draw(self, canvas: Canvas, lay: ResultLayout, now: float, age: float, large: float) -> None:
        """Draw the board, `age` seconds into the ceremony; `large` 1 … 0 from large place to mount."""
        if large <= 0:
            self.draw_mounted(canvas, lay.mount, now)
        elif large >= 1:
            if age <= PREPARE_SECONDS:
                with canvas.clip(Rect(0, 0, 0, 0)):  # painted unseen beforehand, so that nothing waits later
                    self.draw_mounted(canvas, lay.mount, now)
                    self._draw_flying(canvas, lay.large, lay.mount, now)
            self.draw_mounted(canvas, lay.large, now, age)
        elif self._motion.reduced:
            for share, mount in ((large, lay.large), (1 - large, lay.mount)):
                with canvas.faded(share):
                    self._draw_flying(canvas, lay.large, mount, now)
        else:
            self._draw_flying(canvas, lay.large, lay.mount.towards(lay.large, large), now)

    def draw_mounted(self, canvas: Canvas, mount: Rect, now: float, age: float | None = None) -> None:
        """Draw the board on its mount; with an `age`, the gesture of the win up to that second."""
        canvas.panel(mount, "paper")
        self._draw_picture(canvas, mount, now, age)

    def _draw_picture(self, canvas: Canvas, mount: Rect, now: float, age: float | None) -> None:
        """Draw the board on the mount's paper, with what extends over the board's edge."""
        self.board.arrange(field_in(mount), OFFSCREEN_RECT, picture_in(mount))
        frame, paper = self._frame(now, age), mount.inset(MOUNT_EDGE)
        still = self.board.still(frame)

        def paint(inner: Canvas) -> None:
            inner.rect(paper, "paper")
            still.paint_field(inner)

        key = ("result.board", still.field_key)
        canvas.layer(key, paper, paint, opaque=True, slot=("result.board", paper))
        with canvas.clip(paper):
            self.board.draw(canvas, frame)

    def _draw_flying(self, canvas: Canvas, large: Rect, mount: Rect, now: float) -> None:
        """Draw the board as one picture on its way to the mount."""

        def paint(inner: Canvas) -> None:
            with inner.shifted(-large.x, -large.y):
                inner.rect(large, "paper")
                self._draw_picture(inner, large, now, None)

        place = Rect.around(mount.cx, mount.cy, large.w, large.h)
        canvas.sprite(("result.print", large), place, paint, zoom=mount.w / large.w, opaque=True)

    def _frame(self, now: float, age: float | None) -> Frame:
        if age is None or self._last is None or age >= self.gesture:
            return Frame(self._position, -1, None, now, self._say, self._motion)
        return Frame(
            self._last.before,
            -1,
            None,
            now,
            self._say,
            self._motion,
            event=self._last,
            t=self._from + age,
        )
