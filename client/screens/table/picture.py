"""How a table looks: the board on its land, still papers over it, and over them what moves."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from client.boards.contract import Frame, SeatScore, StillPicture
from client.screens.shared.clock import ClockFace, duration_words
from client.screens.shared.panes import Pane, board_panes
from client.screens.shared.plates import Plate, draw_moving_parts, draw_plate, gaze_point, is_name_cut
from client.screens.table.curtain import paint_cloth
from client.screens.table.journal_view import MOST_BOARD_LINES, draw_beside, journal_under, split_beside
from client.screens.table.people import holder_note, series_of
from client.ui.animation import breath
from client.ui.canvas import Canvas, Painter
from client.ui.geometry import Point
from client.ui.intents import Accept, Back, Explain, Menu, Pause, Skip, Speed, Undo
from client.ui.overlays import Hint, draw_hints
from client.ui.portraits import portraits_of
from client.ui.symbols import seat_edge
from core.game import Seat

if TYPE_CHECKING:
    from client.screens.table.screen import TableScreen


def _draw_cloth(canvas: Canvas) -> None:
    paint_cloth(canvas, canvas.area)


def _draw_nothing(canvas: Canvas) -> None:
    pass


TOOLS_WIDTH: Final = 340.0
"""Units left and right of the sentence over booths: as much as the tools take."""
_BARE_TABLE: Final = StillPicture("curtain", _draw_cloth, "curtain", _draw_nothing, "curtain", _draw_cloth)
"""The table with nothing on it but a cloth."""


class TablePicture:
    """Draws a table screen."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table

    def draw(self, canvas: Canvas, now: float) -> None:
        table = self.table
        if table.booths.active:
            table.booths.draw(canvas, now)
            strip = canvas.area.cut_top(96)[0].inset(TOOLS_WIDTH, 12)
            table.prompt.draw(canvas, strip if table.lay.wide else table.lay.prompt, now)
            table.focus.draw(canvas, now)
            return
        frame = table.frame()
        standings = [self._standing(frame, Seat(seat)) for seat in range(table.mirror.seats)]
        plates = self._plates(frame, standings)
        for pane in self._panes(frame, plates):
            pane.draw(canvas, table.name)
        if table.asked is not None:
            seat_edge(canvas, table.asked, 0.75 + 0.25 * breath(now))
        for rect, plate, standing in zip(table.lay.plates, plates, standings, strict=True):
            draw_moving_parts(canvas, rect, plate, now, standing, self._clock(plate.seat))
        if not table.curtain.closed:
            table.board.draw(canvas, frame)
        table.curtain.draw(canvas, now)
        table.prompt.draw(canvas, table.lay.prompt, now)
        table.focus.draw(canvas, now)
        if table.focus.modal is None:
            if not table.curtain.closed:
                table.board.draw_tip(canvas, frame, table.line)
            pairs = zip(table.lay.plates, plates, strict=True)
            cut = ((rect, plate.name) for rect, plate in pairs if is_name_cut(canvas, rect, plate))
            table.names.draw(canvas, now, cut)

    def is_journal(self, point: Point) -> bool:
        """Whether a point lies on the paper with the last lines of the journal."""
        canvas = self.table.app.canvas
        room = split_beside(canvas, self.table.lay.journal, self._watching())[1]
        return journal_under(canvas, room, self.table.journal.entries[-MOST_BOARD_LINES:], point)

    def _panes(self, frame: Frame, plates: tuple[Plate, ...]) -> tuple[Pane, ...]:
        """The board; over its land people, journal, supplies and hints: together they cover the window."""
        app, lay = self.table.app, self.table.lay
        parts = lay.parts(app.canvas.area)
        still, language = self._still(frame), app.settings.language
        hints, device = self._hints(frame), app.device
        beside, paint_beside = self._beside()

        def people(canvas: Canvas) -> None:
            for rect, plate in zip(lay.plates, plates, strict=True):
                draw_plate(canvas, rect, plate)

        def paint_side(canvas: Canvas) -> None:
            still.paint_side(canvas)
            if lay.wide:
                paint_tools(canvas)

        def paint_tools(canvas: Canvas) -> None:
            if lay.tools:
                canvas.panel(lay.tools[0].union(lay.tools[-1]).grown(4), "float")

        def paint_hints(canvas: Canvas) -> None:
            if not lay.wide:
                paint_tools(canvas)
            draw_hints(canvas, hints, device, app.say, lay.hints, stacked=lay.wide, paper=True)

        papers = (
            Pane(parts.people, (plates, language), people),
            Pane(parts.journal, (beside, language), paint_beside),
            Pane(
                parts.hints,
                (hints, device.kind, lay.hints, language, lay.tools),
                paint_hints,
            ),
            Pane(parts.side, (still.side_key, language, lay.tools), paint_side),
        )
        return board_panes(still, parts.field, papers)

    def _beside(self) -> tuple[Hashable, Painter]:
        """What stands below the people, as a key, and how it is drawn: the journal."""
        told, watching = self.table.journal.entries[-MOST_BOARD_LINES:], self._watching()
        return (told, watching), lambda c: draw_beside(c, self.table.lay.journal, told, watching)

    def _clock(self, seat: Seat) -> ClockFace | None:
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
        return say("table.watching_late", time=duration_words(say, table.mirror.delay))

    def _still(self, frame: Frame) -> StillPicture:
        """The board as it stands; nothing of it behind the curtain."""
        return _BARE_TABLE if self.table.curtain.closed else self.table.board.still(frame)

    def _standing(self, frame: Frame, seat: Seat) -> SeatScore:
        return self.table.board.standing(frame, seat)

    def _plates(self, frame: Frame, standings: list[SeatScore]) -> tuple[Plate, ...]:
        mirror = self.table.mirror
        position = mirror.latest if self.table.curtain.closed else frame.position
        acting = position.to_act if mirror.phase == "playing" else ()
        portraits = portraits_of(mirror.holders)
        places = [plate.centre for plate in self.table.lay.plates]
        return tuple(
            self._plate(Seat(seat), standing, acting, portraits[seat], gaze_point(seat, acting, places))
            for seat, standing in enumerate(standings)
        )

    def _plate(
        self, seat: Seat, standing: SeatScore, acting: tuple[Seat, ...], portrait: str, look: Point
    ) -> Plate:
        """Of several who decide at once only the one who is asked here stands out; the others think."""
        table = self.table
        asked = seat in acting and (len(acting) == 1 or seat == table.asked)
        holder, series = table.mirror.holders[seat], table.mirror.series
        sign, note = holder_note(holder, table.line(standing.words), table.app.say)
        if table.is_ready(seat):
            sign, note = "check", table.app.say("table.ready")
        thinking = seat in table.thinking and holder.kind == "bot"
        thinking = thinking or (seat in acting and not asked)
        account = series_of(series.goal, series.points[seat], table.app.say)
        return Plate(
            seat,
            table.seat_name(seat),
            note,
            sign,
            account,
            asked,
            thinking,
            timed=table.mirror.clock is not None,
            counts=bool(standing.points),
            leads=standing.leads,
            portrait=portrait,
            look=look,
            foot=table.plate_foot,
        )

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
        undo = ((Undo(), "table.tool.undo"),) if table.mirror.may_take_back() else ()
        usual = ((Explain(), "table.hint.explain"), (Menu(), "table.tool.menu"))
        return tuple(
            Hint((intent,), say(key)) for intent, key in table.learning.needed((*here, *undo, *usual))
        )
