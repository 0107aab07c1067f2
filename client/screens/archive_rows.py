"""How a finished game is shown: as a row of the archive, and with everything that is known of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from client.archive import moment, sound, who, whose
from client.screens.shelf import BOX_RATIO, box_of
from client.screens.words import counted, title_of
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.messages import FinishedLine

Say = Callable[..., str]

ROW: Final = 112.0
SEAT: Final = 62.0
GAP: Final = 14.0
WIDE_GAP: Final = 28.0
BADGE: Final = 30.0
CROWN: Final = 24.0
LEAST: Final = 48.0
"""Less room than this says nothing of a name."""


def draw_row(canvas: Canvas, rect: Rect, told: FinishedLine, looked_at: bool, say: Say) -> None:
    """A sheet: box, game and date, below them who has played, the winners with a crown."""
    canvas.panel(rect, "raised")
    if looked_at:
        canvas.rounded(rect.cut_left(10)[0].inset(0, 14).moved(5, 0), 5, "accent")
    line = sound(told)
    if line is None:
        _draw_damaged(canvas, rect.inset(26, 12), told.number, say)
        return
    picture, rest = rect.inset(26, 12).cut_left((rect.h - 24) * BOX_RATIO, 20)
    canvas.picture(f"shelf/{box_of(line.game)}.svg", picture)
    head, foot = rest.rows(1, 1, gap=2)
    when = moment(line.ended)
    date, head = head.cut_right(canvas.measure(when, "small", tabular=True)[0] + 4, 16)
    canvas.text(title_of(line.game), head, "body", "ink", face="display", size=34)
    canvas.text(when, date, "small", "quiet", align="right", tabular=True)
    seats = range(len(line.names))
    rests = [_beside_name(canvas, line, seat) for seat in seats]
    names = [canvas.measure(_name(line, seat, say), "small", size=26)[0] + 2 for seat in seats]
    between = max(1, len(rests) - 1)
    free = foot.w - sum(rests)
    gap = min(WIDE_GAP, max(GAP, (free - sum(names)) / between))
    x = foot.x
    for seat, name in enumerate(_rooms(names, free - gap * between, line.winners)):
        _draw_person(canvas, Rect(x, foot.y, rests[seat] + name, foot.h), line, seat, say)
        x += rests[seat] + name + gap


def _rooms(names: list[float], room: float, winners: tuple[int, ...]) -> list[float]:
    """The room for each name. Where it is too little for all to say anything, only winners are named."""
    shares = _shares(names, room)
    if all(share >= min(name, LEAST) for share, name in zip(shares, names, strict=True)):
        return shares
    named = dict(zip(winners, _shares([names[seat] for seat in winners], room), strict=True))
    return [named.get(seat, 0.0) for seat in range(len(names))]


def _shares(widths: list[float], room: float) -> list[float]:
    """The room for each: whoever needs less than an equal share gets that, the others share the rest."""
    most = room
    left, rest = room, len(widths)
    for wide in sorted(widths):
        most = left / rest
        if wide > most:
            break
        left, rest = left - wide, rest - 1
        most = max(most, wide)
    return [min(wide, most) for wide in widths]


def _name(line: FinishedLine, seat: int, say: Say) -> str:
    """A name alone, where there is one: the badge says that an AI held the seat."""
    return line.names[seat] or who("", line.levels[seat], say)


def _beside_name(canvas: Canvas, line: FinishedLine, seat: int) -> float:
    """The room that badge, crown and score take."""
    score = canvas.measure(f"{line.scores[seat]:g}", "small", tabular=True)[0]
    return BADGE + 8 + (CROWN + 4 if seat in line.winners else 0) + score + 2 + 8


def _draw_person(canvas: Canvas, place: Rect, line: FinishedLine, seat: int, say: Say) -> None:
    """Badge, name and score, close together; a crown in front of who has won."""
    won = seat in line.winners
    spot, rest = place.cut_left(BADGE, 8)
    _draw_badge(canvas, spot.place(BADGE, BADGE, "left"), seat, bool(line.levels[seat]))
    if won:
        crown, rest = rest.cut_left(CROWN, 4)
        icon(canvas, "crown", crown.place(CROWN, CROWN), "lamp")
    score = f"{line.scores[seat]:g}"
    wide = canvas.measure(score, "small", tabular=True)[0] + 2
    ink = "ink" if won else "quiet"
    room, left = rest.cut_right(wide, 8)[1], rest.x
    if room.w > 0:
        left = canvas.text(_name(line, seat, say), room, "small", ink, size=26).right + 8
    canvas.text(score, Rect(left, rest.y, wide, rest.h), "small", ink, tabular=True)


def _draw_badge(canvas: Canvas, spot: Rect, seat: int, ai: bool) -> None:
    seat_badge(canvas, seat, spot)
    if ai:
        side = spot.w * 0.62
        corner = Rect(spot.right - side * 0.7, spot.bottom - side * 0.7, side, side)
        canvas.circle(corner.centre, side / 2, "sheet")
        icon(canvas, "robot", corner.scaled(0.76), "ink")


def _draw_damaged(canvas: Canvas, room: Rect, number: int, say: Say) -> None:
    sign, words = room.cut_left(60, 20)
    icon(canvas, "cross", sign.place(40, 40), "bad")
    canvas.text(say("archive.damaged", number=number), words, "body", "quiet")


def draw_details(canvas: Canvas, room: Rect, told: FinishedLine, say: Say) -> None:
    """A game with all that is known of it, the seats in their order."""
    line = sound(told)
    if line is None:
        draw_empty(
            canvas,
            room,
            say("archive.damaged", number=told.number),
            say("archive.damaged_help"),
            "cross",
            "bad",
        )
        return
    head, room = room.cut_top(170, 18)
    picture, words = head.cut_left(170 * BOX_RATIO, 24)
    canvas.shadow(Rect(picture.x, picture.bottom - 8, picture.w, 8), 4, 8)
    canvas.picture(f"shelf/{box_of(line.game)}.svg", picture)
    title, rest = words.cut_top(92, 2)
    canvas.text(title_of(line.game), title, "heading", "lamp", valign="bottom", fit="wrap", size=40)
    _draw_lines(canvas, rest, (moment(line.ended), counted(say, "archive.steps", line.steps)))
    if line.title:
        name, room = room.cut_top(40, 8)
        canvas.text(say("archive.table", name=line.title), name, "body", "quiet")
    high = min(SEAT, (room.h + 10) / len(line.names) - 10)
    for seat, place in enumerate(room.stack(len(line.names), high, 10)):
        _draw_result(canvas, place, line, seat, say)


def _draw_lines(canvas: Canvas, room: Rect, lines: Iterable[str]) -> None:
    for index, words in enumerate(lines):
        place = Rect(room.x, room.y + index * 36, room.w, 34)
        canvas.text(words, place, "small", "ink", tabular=True)


def _draw_result(canvas: Canvas, place: Rect, line: FinishedLine, seat: int, say: Say) -> None:
    won = seat in line.winners
    canvas.panel(place, "raised" if won else "well")
    inner = place.inset(14, 4)
    spot, rest = inner.cut_left(40, 14)
    _draw_badge(canvas, spot.place(38, 38), seat, bool(line.levels[seat]))
    score = f"{line.scores[seat]:g}"
    wide = max(64.0, canvas.measure(score, "body", tabular=True)[0] + 6)
    points, rest = rest.cut_right(wide, 12)
    if won:
        crown, rest = rest.cut_right(34, 8)
        icon(canvas, "crown", crown.place(32, 32), "lamp")
    canvas.text(
        whose(line, seat, say),
        rest,
        "body",
        "ink" if won else "quiet",
        size=28,
        fit="wrap",
    )
    canvas.text(score, points, "body", "ink" if won else "quiet", align="right", tabular=True)


def draw_empty(canvas: Canvas, room: Rect, words: str, more: str, sign: str, ink: str = "line") -> None:
    """What is said where there is nothing to show."""
    icon(canvas, sign, Rect.around(room.cx, room.y + room.h * 0.26, 84), ink)
    head = Rect(room.x + 10, room.y + room.h * 0.4, room.w - 20, 64)
    canvas.text(words, head, "heading", "ink", align="centre", size=36, fit="wrap")
    rest = Rect(room.x + 24, head.bottom + 10, room.w - 48, room.bottom - head.bottom - 10)
    canvas.text(more, rest, "body", "quiet", align="centre", valign="top", fit="wrap", size=28)
