"""View of a table: the board on its land, still papers over it, and over them what moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from client.boards.contract import StillPicture
from client.screens.shared.panes import Pane, board_panes
from client.screens.shared.plates import draw_moving_parts, draw_plate, is_name_cut
from client.screens.table.coach_view import advice_rect, draw_advice
from client.screens.table.curtain_cloth import paint_cloth
from client.screens.table.journal_view import draw_beside, journal_under, split_beside
from client.screens.table.snapshot import TableSnapshot
from client.ui.animation import breath
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.intents import Intent
from client.ui.overlays import draw_hints, draw_pills, pills
from client.ui.symbols import seat_edge


def _draw_cloth(canvas: Canvas) -> None:
    paint_cloth(canvas, canvas.area)


def _draw_nothing(canvas: Canvas) -> None:
    pass


_BARE_TABLE: Final = StillPicture("curtain", _draw_cloth, "curtain", _draw_nothing, "curtain", _draw_cloth)
"""Still picture of a table with nothing on it but a cloth."""


def draw_table(canvas: Canvas, snapshot: TableSnapshot, screen: str, now: float) -> None:
    """Draw the table of a screen, without what lies over it: curtain, sentence, buttons and tips."""
    for pane in _panes(canvas.area, snapshot):
        pane.draw(canvas, screen)
    if snapshot.asked is not None:
        seat_edge(canvas, snapshot.asked, 0.75 + 0.25 * breath(now))
    seats = zip(snapshot.lay.plates, snapshot.plates, snapshot.standings, snapshot.faces, strict=True)
    for rect, plate, standing, face in seats:
        draw_moving_parts(canvas, rect, plate, now, standing, face)
    if not snapshot.curtain.closed:
        snapshot.board.draw(canvas, snapshot.frame)


def draw_coach(canvas: Canvas, snapshot: TableSnapshot) -> None:
    """Draw the coach's paper, if somebody has asked for it."""
    if snapshot.coach is not None and not snapshot.curtain.closed:
        draw_advice(canvas, _coach_rect(canvas.area, snapshot), snapshot.coach, snapshot.around.translate)


def is_coach(canvas: Canvas, snapshot: TableSnapshot, point: Point) -> bool:
    """Whether a point lies on the coach's paper."""
    there = snapshot.coach is not None and not snapshot.curtain.closed and not snapshot.booths
    return there and _coach_rect(canvas.area, snapshot).contains(*point)


def _coach_rect(area: Rect, snapshot: TableSnapshot) -> Rect:
    """Rectangle of the coach's paper, which leaves the best action to be seen."""
    frame = snapshot.frame
    lit = (
        snapshot.board.action_rects(frame.advised[0], frame)
        if frame.advised and not snapshot.lay.wide
        else ()
    )
    return advice_rect(snapshot.lay, area, lit)


def draw_tip(canvas: Canvas, snapshot: TableSnapshot) -> None:
    """Draw the tip that the board explains; nothing behind the curtain."""
    if not snapshot.curtain.closed:
        snapshot.board.draw_tip(canvas, snapshot.frame, snapshot.around.line)


def cut_names(canvas: Canvas, snapshot: TableSnapshot) -> Iterator[tuple[Rect, str]]:
    """The plates whose names are cut off, and these names."""
    for rect, plate in zip(snapshot.lay.plates, snapshot.plates, strict=True):
        if is_name_cut(canvas, rect, plate):
            yield rect, plate.name


def is_journal(canvas: Canvas, snapshot: TableSnapshot, point: Point) -> bool:
    """Whether a point lies on the paper with the last lines of the journal."""
    room = split_beside(canvas, snapshot.lay.journal, snapshot.watching)[1]
    return not snapshot.curtain.closed and journal_under(canvas, room, snapshot.journal, point)


def hint_at(canvas: Canvas, snapshot: TableSnapshot, point: Point) -> Intent | None:
    """The intent of the hint that a finger presses at a point."""
    placed = pills(canvas, snapshot.hints, snapshot.lay.hints, stacked=snapshot.lay.wide)
    return next((hint.intents[-1] for place, hint in placed if place.contains(*point)), None)


def _panes(area: Rect, snapshot: TableSnapshot) -> tuple[Pane, ...]:
    """Panes of the board, people, journal, supplies and hints: together they cover the window."""
    lay, around = snapshot.lay, snapshot.around
    parts = lay.parts(area)
    still = _BARE_TABLE if snapshot.curtain.closed else snapshot.board.still(snapshot.frame)

    def people(canvas: Canvas) -> None:
        for rect, plate in zip(lay.plates, snapshot.plates, strict=True):
            draw_plate(canvas, rect, plate)

    def paint_journal(canvas: Canvas) -> None:
        draw_beside(canvas, lay.journal, snapshot.journal, snapshot.watching)

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
        if around.labels.device.kind == "touch":
            draw_pills(canvas, pills(canvas, snapshot.hints, lay.hints, stacked=lay.wide))
        else:
            draw_hints(canvas, snapshot.hints, around.labels, lay.hints, stacked=lay.wide, paper=True)

    papers = (
        Pane(parts.people, (snapshot.plates, around.language), people),
        Pane(parts.journal, ((snapshot.journal, snapshot.watching), around.language), paint_journal),
        Pane(
            parts.hints,
            (snapshot.hints, around.labels, lay.hints, around.language, lay.tools),
            paint_hints,
        ),
        Pane(parts.side, (still.side_key, around.language, lay.tools), paint_side),
    )
    return board_panes(still, parts.field, papers)
