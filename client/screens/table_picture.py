"""How a table looks: three columns of still panes, and over them what moves."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from client.boards.base import Frame, Still
from client.screens.clock import Face, in_words
from client.screens.panes import Pane
from client.screens.table_people import (
    Plate,
    draw_beside,
    draw_liveliness,
    draw_plate,
    journal_rows,
    note_of,
    series_of,
    split_beside,
)
from client.ui.anim import breath
from client.ui.canvas import Canvas, Painter
from client.ui.geometry import Point, Rect
from client.ui.intents import Accept, Back, Menu, Pause, Skip, Speed, Undo
from client.ui.overlays import Hint, draw_hints
from client.ui.symbols import seat_edge
from core.game import Seat

if TYPE_CHECKING:
    from client.screens.table import TableScreen

TOLD: Final = 8
"""So many lines of the journal are drawn."""
_BARE: Final = Still("curtain", lambda canvas: None, "curtain", lambda canvas: None)
"""The table with nothing on it."""


class TablePicture:
    """Draws a table screen."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table

    def draw(self, canvas: Canvas, now: float) -> None:
        table = self.table
        if table.booths.active:
            table.booths.draw(canvas, now)
            strip = Rect(canvas.area.x + 28, 16, canvas.area.w - 420, 72)
            table.prompt.draw(canvas, strip, now)
            table.focus.draw(canvas, now)
            return
        frame = table.frame()
        plates = self._plates(frame)
        for pane in self._panes(frame, plates):
            pane.draw(canvas, table.name)
        if table.asked is not None:
            seat_edge(canvas, table.asked, 0.75 + 0.25 * breath(now))
        for rect, plate in zip(table.lay.plates, plates, strict=True):
            draw_liveliness(canvas, rect, plate, now, self._clock(plate.seat))
        if not table.curtain.closed:
            table.board.draw(canvas, frame)
        table.curtain.draw(canvas, now)
        table.prompt.draw(canvas, table.lay.prompt, now)
        table.focus.draw(canvas, now)

    def line_at(self, point: Point) -> int | None:
        """The line of the journal under a point, counted from the newest."""
        canvas, journal = self.table.app.canvas, self.table.lay.journal
        told = self.table.journal.entries[-TOLD:]
        room = split_beside(canvas, journal, self._watching())[1]
        rows = journal_rows(canvas, room, told)
        return next((line for line, row in enumerate(rows) if row.contains(*point)), None)

    def _panes(self, frame: Frame, plates: tuple[Plate, ...]) -> tuple[Pane, ...]:
        """People, journal, board, hints, supplies: together they cover the window."""
        app, lay = self.table.app, self.table.lay
        wide, high = app.canvas.area.w, app.canvas.area.h
        left, right, low = lay.prompt.x - 12, lay.prompt.right + 12, lay.hints.y - 4
        split = lay.journal.y - 4
        still, language = self._still(frame), app.settings.language
        hints, device = self._hints(frame), app.device
        beside, paint_beside = self._beside()

        def people(canvas: Canvas) -> None:
            for rect, plate in zip(lay.plates, plates, strict=True):
                draw_plate(canvas, rect, plate)

        return (
            Pane(Rect(0, 0, left, split), (plates, language), people),
            Pane(Rect(0, split, left, high - split), (beside, language), paint_beside),
            Pane(Rect(left, 0, right - left, low), still.field_key, still.paint_field, still.changed),
            Pane(
                Rect(left, low, right - left, high - low),
                (hints, device.kind, lay.hints, language),
                lambda c: draw_hints(c, hints, device, app.say, lay.hints),
            ),
            Pane(Rect(right, 0, wide - right, high), (still.side_key, language), still.paint_side),
        )

    def _beside(self) -> tuple[Hashable, Painter]:
        """What stands below the people, as a key, and how it is drawn: the journal."""
        told, watching = self.table.journal.entries[-TOLD:], self._watching()
        return (told, watching), lambda c: draw_beside(c, self.table.lay.journal, told, watching)

    def _clock(self, seat: Seat) -> Face | None:
        """The clock of a person's seat; AIs have none."""
        holder = self.table.mirror.holders[seat]
        timed = holder.kind in ("person", "away") or holder.owner
        return self.table.clocks.face(seat) if timed else None

    def _watching(self) -> str:
        """What somebody without a seat has to know about what they see."""
        table, say = self.table, self.table.app.say
        mine = any(holder.guest == table.session.guest for holder in table.mirror.holders)
        if mine or table.demo:
            return ""
        if not table.mirror.delay:
            return say("table.watching")
        return say("table.watching_late", time=in_words(say, table.mirror.delay))

    def _still(self, frame: Frame) -> Still:
        """The board as it stands; nothing of it behind the curtain."""
        return _BARE if self.table.curtain.closed else self.table.board.still(frame)

    def _plates(self, frame: Frame) -> tuple[Plate, ...]:
        mirror = self.table.mirror
        position = mirror.latest if self.table.curtain.closed else frame.position
        acting = position.to_act if mirror.phase == "playing" else ()
        return tuple(self._plate(frame, Seat(seat), seat in acting) for seat in range(mirror.seats))

    def _plate(self, frame: Frame, seat: Seat, acting: bool) -> Plate:
        table = self.table
        holder, series = table.mirror.holders[seat], table.mirror.series
        sign, note = note_of(holder, table.line(table.board.tally(frame, seat)), table.app.say)
        if table.is_ready(seat):
            sign, note = "check", table.app.say("table.ready")
        thinking = seat in table.thinking and holder.kind == "bot"
        account = series_of(series.goal, series.points[seat], table.app.say)
        timed = table.mirror.clock is not None
        return Plate(seat, table.seat_name(seat), note, sign, account, acting, thinking, timed)

    def _hints(self, frame: Frame) -> tuple[Hint, ...]:
        say, table = self.table.app.say, self.table
        if table.demo:
            return (
                Hint((Pause(),), say(table.pause_key)),
                Hint((Skip(),), say("table.demo.step")),
                Hint((Speed(step=-1), Speed(step=1)), table.speed),
                Hint((Accept(),), say("table.demo.join")),
                Hint((Back(),), say("table.demo.back")),
            )
        if table.curtain.recap:
            return (Hint((Skip(),), say("table.curtain.skip")),)
        if table.opening:
            return (Hint((Skip(),), say("table.opening.skip")), Hint((Menu(),), say("table.tool.menu")))
        at_board = table.focus.current is table.widget
        mine = at_board and any(seat in table.mirror.yours for seat in table.mirror.latest.to_act)
        here = table.board.hints(frame) if mine else ()
        undo = (Hint((Undo(),), say("table.tool.undo")),) if table.mirror.may_take_back() else ()
        return (
            *(Hint((intent,), say(key)) for intent, key in here),
            *undo,
            Hint((Menu(),), say("table.tool.menu")),
        )
