"""Picture of a finished game: a row of the archive, and its details."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from assets.texts import TextLookup
from client.screens.shared.phrases import count_words, title_of
from client.screens.title.shelf import BOX_RATIO, box_of
from client.session.archive import holder_name, local_time, result_owner, valid_summary
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.protocol.messages import GameSummary

ROW_HEIGHT: Final = 112.0
SEAT_HEIGHT: Final = 62.0
BROAD_HEAD_HEIGHT: Final = 102.0
BROAD_SEAT_HEIGHT: Final = 66.0
BROAD_SEAT_GAP: Final = 5.0
"""Units high, where a game's details are broad: box and title; a seat; the gap between two seats."""
ONE_COLUMN_SEATS: Final = 3
"""Most seats in one column of the details; more seats stand in two columns."""
LEAST_SEAT_GAP: Final = 14.0
MOST_SEAT_GAP: Final = 28.0
BADGE_SIZE: Final = 30.0
CROWN_SIZE: Final = 24.0
NARROW_ROW_WIDTH: Final = 640.0
"""Units: rows of the archive up to this width are set closer, to leave room for names."""
NARROW_SEAT_WIDTH: Final = 360.0
"""Units: seats' results narrower than this are set closer."""
LEAST_NAME_WIDTH: Final = 48.0
"""Units wide: the least room in which a name is shown."""


def draw_row(
    canvas: Canvas, rect: Rect, summary: GameSummary, looked_at: bool, translate: TextLookup
) -> None:
    """Sheet of paper: box, game and date; below them the players, with a crown for the winners."""
    canvas.panel(rect, "raised")
    if looked_at:
        canvas.rounded(rect.cut_left(10)[0].inset(0, 14).moved(5, 0), 5, "accent")
    line = valid_summary(summary)
    if line is None:
        _draw_damaged(canvas, rect.inset(26, 12), summary.number, translate)
        return
    beside, gap = (26.0, 20.0) if rect.w > NARROW_ROW_WIDTH else (16.0, 12.0)
    picture, rest = rect.inset(beside, 12).cut_left((rect.h - 24) * BOX_RATIO, gap)
    canvas.picture(f"shelf/{box_of(line.game)}.svg", picture)
    head, foot = rest.rows(1, 1, gap=2)
    when = local_time(line.ended)
    date, head = head.cut_right(canvas.measure(when, "small", tabular=True)[0] + 4, 16)
    canvas.text(title_of(line.game), head, "body", "ink", face="display", size=34)
    canvas.text(when, date, "small", "quiet", align="right", tabular=True)
    least = LEAST_NAME_WIDTH if rect.w > NARROW_ROW_WIDTH else math.inf
    _draw_people(canvas, foot, line, least, translate)


def _draw_people(
    canvas: Canvas, foot: Rect, summary: GameSummary, least: float, translate: TextLookup
) -> None:
    """Players in one row. Where room is scarce, names of losers go first, then scores."""
    seats = range(len(summary.names))
    names = [canvas.measure(_name(summary, seat, translate), "small", size=26)[0] + 2 for seat in seats]
    won = summary.winners
    for named, scored in ((seats, seats), (won, seats), (won, won), (won, ())):
        rests = [_beside_name(canvas, summary, seat, seat in scored) for seat in seats]
        free = foot.w - sum(rests)
        wanted = [name if seat in named else 0.0 for seat, name in enumerate(names)]
        rooms = shares(wanted, free - LEAST_SEAT_GAP * (len(seats) - 1))
        if all(room >= min(name, least) for room, name in zip(rooms, wanted, strict=True)):
            break
    gap = min(MOST_SEAT_GAP, max(LEAST_SEAT_GAP, (free - sum(rooms)) / max(1, len(seats) - 1)))
    x = foot.x
    for seat, room in enumerate(rooms):
        wide = rests[seat] + max(0.0, room)
        _draw_person(canvas, Rect(x, foot.y, wide, foot.h), summary, seat, translate, seat in scored)
        x += wide + gap


def shares(widths: list[float], room: float) -> list[float]:
    """Widths of parts: those that need less than an equal share get what they need, the others share the
    rest.
    """
    most = room
    left, rest = room, len(widths)
    for wide in sorted(widths):
        most = left / rest
        if wide > most:
            break
        left, rest = left - wide, rest - 1
        most = max(most, wide)
    return [min(wide, most) for wide in widths]


def _name(summary: GameSummary, seat: int, translate: TextLookup) -> str:
    """Name without its kind, where there is one: the badge says that an AI held the seat."""
    return summary.names[seat] or holder_name("", summary.levels[seat], translate)


def _beside_name(canvas: Canvas, summary: GameSummary, seat: int, scored: bool) -> float:
    """Units wide: badge, crown and, if `scored`, score."""
    score = canvas.measure(f"{summary.scores[seat]:g}", "small", tabular=True)[0] + 2 + 8 if scored else 0
    return BADGE_SIZE + (CROWN_SIZE + 4 if seat in summary.winners else 0) + 8 + score


def _draw_person(
    canvas: Canvas, rect: Rect, summary: GameSummary, seat: int, translate: TextLookup, scored: bool
) -> None:
    """Badge, name and, if `scored`, score, close together; a crown in front of who has won."""
    won = seat in summary.winners
    spot, rest = rect.cut_left(BADGE_SIZE, 8)
    _draw_badge(canvas, spot.place(BADGE_SIZE, BADGE_SIZE, "left"), seat, bool(summary.levels[seat]))
    if won:
        crown, rest = rest.cut_left(CROWN_SIZE, 4)
        icon(canvas, "crown", crown.place(CROWN_SIZE, CROWN_SIZE), "lamp")
    score = f"{summary.scores[seat]:g}"
    wide = canvas.measure(score, "small", tabular=True)[0] + 2
    ink = "ink" if won else "quiet"
    room, left = rest.cut_right(wide, 8)[1] if scored else rest, rest.x
    if room.w > 0:
        left = canvas.text(_name(summary, seat, translate), room, "small", ink, size=26).right + 8
    if scored:
        canvas.text(score, Rect(left, rest.y, wide, rest.h), "small", ink, tabular=True)


def _draw_badge(canvas: Canvas, rect: Rect, seat: int, ai: bool) -> None:
    seat_badge(canvas, seat, rect)
    if ai:
        side = rect.w * 0.62
        corner = Rect(rect.right - side * 0.7, rect.bottom - side * 0.7, side, side)
        canvas.circle(corner.centre, side / 2, "sheet")
        icon(canvas, "robot", corner.scaled(0.76), "ink")


def _draw_damaged(canvas: Canvas, room: Rect, number: int, translate: TextLookup) -> None:
    sign, words = room.cut_left(60, 20)
    icon(canvas, "cross", sign.place(40, 40), "bad")
    canvas.text(translate("archive.damaged", number=number), words, "body", "quiet")


def details_height(seats: int) -> float:
    """Units high: the `broad` details of a game with this number of seats."""
    rows = seats if seats <= ONE_COLUMN_SEATS else math.ceil(seats / 2)
    return BROAD_HEAD_HEIGHT + 8 + rows * (BROAD_SEAT_HEIGHT + BROAD_SEAT_GAP) - BROAD_SEAT_GAP


def draw_details(
    canvas: Canvas, room: Rect, summary: GameSummary, translate: TextLookup, broad: bool = False
) -> None:
    """Details of a game, with the seats in their order; `broad`: as low as possible."""
    line = valid_summary(summary)
    if line is None:
        draw_empty(
            canvas,
            room,
            translate("archive.damaged", number=summary.number),
            translate("archive.damaged_help"),
            "cross",
            "bad",
        )
        return
    if broad:
        _draw_broad(canvas, room, line, translate)
        return
    head, room = room.cut_top(170, 18)
    words = _draw_box(canvas, head, line, 24)
    title, rest = words.cut_top(92, 2)
    canvas.text(title_of(line.game), title, "heading", "lamp", valign="bottom", fit="wrap", size=40)
    _draw_lines(canvas, rest, (local_time(line.ended), count_words(translate, "archive.steps", line.steps)))
    if line.title:
        name, room = room.cut_top(40, 8)
        canvas.text(translate("archive.table", name=line.title), name, "body", "quiet")
    high = min(SEAT_HEIGHT, (room.h + 10) / len(line.names) - 10)
    for seat, place in enumerate(room.stack(len(line.names), high, 10)):
        _draw_result(canvas, place, line, seat, translate)


def _draw_broad(canvas: Canvas, room: Rect, summary: GameSummary, translate: TextLookup) -> None:
    """Seats in one column, or in two if there are too many for one."""
    head, room = room.cut_top(BROAD_HEAD_HEIGHT, 8)
    words = _draw_box(canvas, head, summary, 20)
    title, rest = words.cut_top(34)
    canvas.text(title_of(summary.game), title, "heading", "lamp", size=34)
    when = f"{local_time(summary.ended)}  ·  {count_words(translate, 'archive.steps', summary.steps)}"
    _draw_lines(canvas, rest, (when, translate("archive.table", name=summary.title) if summary.title else ""))
    columns = 1 if len(summary.names) <= ONE_COLUMN_SEATS else 2
    rows = math.ceil(len(summary.names) / columns)
    high = min(BROAD_SEAT_HEIGHT, (room.h + BROAD_SEAT_GAP) / rows - BROAD_SEAT_GAP)
    places = [column.stack(rows, high, BROAD_SEAT_GAP) for column in room.columns(*[1] * columns, gap=10)]
    for seat, place in enumerate(place for column in places for place in column):
        if seat < len(summary.names):
            _draw_result(canvas, place, summary, seat, translate)


def _draw_box(canvas: Canvas, head: Rect, summary: GameSummary, gap: float) -> Rect:
    """Draw the game's box on its shadow; returns the room beside it."""
    picture, words = head.cut_left(head.h * BOX_RATIO, gap)
    canvas.shadow(Rect(picture.x, picture.bottom - 8, picture.w, 8), 4, 8)
    canvas.picture(f"shelf/{box_of(summary.game)}.svg", picture)
    return words


def _draw_lines(canvas: Canvas, room: Rect, lines: Iterable[str]) -> None:
    for index, words in enumerate(lines):
        place = Rect(room.x, room.y + index * 36, room.w, 34)
        canvas.text(words, place, "small", "ink", tabular=True)


def _draw_result(canvas: Canvas, rect: Rect, summary: GameSummary, seat: int, translate: TextLookup) -> None:
    won = seat in summary.winners
    canvas.panel(rect, "raised" if won else "well")
    narrow = rect.w < NARROW_SEAT_WIDTH
    inner = rect.inset(10, 0) if narrow else rect.inset(14, 4)
    badge, gap, crowned = (34.0, 8.0, 26.0) if narrow else (40.0, 14.0, 34.0)
    spot, rest = inner.cut_left(badge, gap)
    _draw_badge(canvas, spot.place(badge - 2, badge - 2), seat, bool(summary.levels[seat]))
    score = f"{summary.scores[seat]:g}"
    wide = max(0.0 if narrow else 64.0, canvas.measure(score, "body", tabular=True)[0] + 6)
    points, rest = rest.cut_right(wide, 12)
    if won:
        crown, rest = rest.cut_right(crowned, 4 if narrow else 8)
        icon(canvas, "crown", crown.place(crowned - 2, crowned - 2), "lamp")
    canvas.text(
        result_owner(summary, seat, translate),
        rest,
        "body",
        "ink" if won else "quiet",
        size=28,
        fit="wrap",
    )
    canvas.text(score, points, "body", "ink" if won else "quiet", align="right", tabular=True)


def draw_empty(canvas: Canvas, room: Rect, words: str, hint: str, sign: str, ink: str = "line") -> None:
    """Words where there is nothing to show."""
    icon(canvas, sign, Rect.around(room.cx, room.y + room.h * 0.26, 84), ink)
    head = Rect(room.x + 10, room.y + room.h * 0.4, room.w - 20, 64)
    canvas.text(words, head, "heading", "ink", align="centre", size=36, fit="wrap")
    rest = Rect(room.x + 24, head.bottom + 10, room.w - 48, room.bottom - head.bottom - 10)
    canvas.text(hint, rest, "body", "quiet", align="centre", valign="top", fit="wrap", size=28)
