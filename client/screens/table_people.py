"""The people at a table: name plates, whose turn it is, and the journal of what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from client.screens.clock import Face, draw_clock
from client.ui.anim import breath
from client.ui.canvas import Canvas, Fit
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge, seat_swatch
from core.game import Goal, Seat
from core.messages import Holder, Said

Say = Callable[..., str]

BADGE: Final = 64.0
"""A seat's badge on its plate, across."""
CLOCK = (102.0, 42.0)
"""How wide and high a clock is."""
ONE, TWO = 46.0, 72.0
"""How high a name is in one line and in two."""
LINE: Final = 33.0
"""How high a line of small words is."""
LEAST_NAME: Final = 30.0
"""How high a name is at least, if anything stands below it."""
SIGN: Final = 36.0
"""How wide the sign before a note is, with the gap after it."""


class Entry(msgspec.Struct, frozen=True):
    """A line of the journal: what a seat did, or (`chat`) what somebody said."""

    text: str
    seat: int
    chat: bool = False


def said(news: Said, say: Say) -> Entry:
    """What somebody said, and who: the host must know whom to mute."""
    name = news.name or spectator(news.guest, say)
    return Entry(f"{name}: {news.text}", news.seat, chat=True)


def spectator(guest: int, say: Say) -> str:
    """What somebody without a seat is called: the same at every screen and for as long as they stay."""
    return say("people.spectator", number=guest)


class Plate(msgspec.Struct, frozen=True):
    """What a name plate shows; `series` says how the seat stands in a series of games, if this is one.

    `timed`: it has room for a clock.
    """

    seat: Seat
    name: str
    note: str
    sign: str
    series: str
    acting: bool
    thinking: bool
    timed: bool = False


def draw_liveliness(canvas: Canvas, rect: Rect, plate: Plate, now: float, face: Face | None = None) -> None:
    """What moves on a plate: the ring of the seat to act, the dots of an AI that thinks, its clock."""
    if plate.acting:
        with canvas.faded(0.6 + 0.4 * breath(now)):
            canvas.ring(_lifted(rect, plate), 16, f"seat.{plate.seat}", width=4, soft=10)
    if plate.thinking:
        for index in range(3):
            with canvas.faded(0.3 + 0.7 * breath(now, -index / 5, 1.1)):
                canvas.circle((rect.right - 54 + 18 * index, rect.y + 20), 5, "ink")
    if face is not None:
        draw_clock(canvas, _parts(_lifted(rect, plate), plate)[2], face)


def _lifted(rect: Rect, plate: Plate) -> Rect:
    return rect.moved(8, 0) if plate.acting else rect


def draw_plate(canvas: Canvas, rect: Rect, plate: Plate) -> None:
    """A seat's name plate; it lifts when the seat is to act."""
    box = _lifted(rect, plate)
    canvas.panel(box, "raised" if plate.acting else "sheet")
    band, _ = box.cut_left(14)
    seat_swatch(canvas, plate.seat, band.inset(0, 10).moved(4, 0), 6)
    badge, words, clock = _parts(box, plate)
    seat_badge(canvas, plate.seat, badge)
    _draw_words(canvas, words, plate, clock)


def _parts(box: Rect, plate: Plate) -> tuple[Rect, Rect, Rect]:
    """The places of the badge, the words and the clock: below the badge, on low plates beside the name."""
    room = box.cut_left(14)[1].inset(14, 10)
    side = max(0.0, min(BADGE, room.h - 10))
    if not plate.timed:
        badge, words = room.cut_left(side, 14)
        return badge.place(side, side), words, Rect(0, 0, 0, 0)
    if room.h >= side + 6 + CLOCK[1]:
        left, words = room.cut_left(CLOCK[0], 12)
        stack = left.place(CLOCK[0], side + 6 + CLOCK[1])
        badge, clock = stack.cut_top(side, 6)
        return badge.place(side, side), words, clock
    badge, words = room.cut_left(side, 14)
    if words.h >= LINE + LEAST_NAME:
        clock = words.cut_bottom(LINE)[1].cut_right(CLOCK[0])[0]
    else:
        clock, words = words.cut_right(CLOCK[0], 10)
    return badge.place(side, side), words, clock.place(CLOCK[0], min(CLOCK[1], clock.h))


def _draw_words(canvas: Canvas, words: Rect, plate: Plate, clock: Rect) -> None:
    """The name; below it, on low plates beside it, a note, and how the series stands."""
    beside = words.right - clock.x + 10 if clock.overlaps(words) else 0.0
    lines = 2 * LINE if plate.series else LINE
    if words.h < LINE + LEAST_NAME:
        name, note = words.columns(1, 1, gap=10)
        canvas.text(plate.name, name, "body", "ink", face="display", size=30)
        _draw_note(canvas, note, plate)
        return
    if words.h < lines + LEAST_NAME:
        top, note = words.rows(1, 1)
        name, series = top.cut_right(beside)[1].columns(1.2, 1, gap=10)
        canvas.text(plate.name, name, "body", "ink", face="display", size=30)
    else:
        note, series = _below_name(canvas, words, plate, lines, beside)
    _draw_note(canvas, note, plate)
    canvas.text(plate.series, series, "small", "ink", tabular=True)


def _below_name(canvas: Canvas, words: Rect, plate: Plate, lines: float, beside: float) -> tuple[Rect, Rect]:
    """The name, in two lines if need be, and so much `beside` it; the places of what stands below it."""
    one = canvas.measure(plate.name, "small", face="display")[0] <= words.w - beside
    block = words.place(words.w, min(words.h, lines + (ONE if one else TWO)), "left")
    below, name = block.cut_bottom(lines)
    fit: Fit = "shrink" if one else "wrap"
    name = name.cut_right(beside)[1]
    canvas.text(plate.name, name, "body", "ink", face="display", size=34, valign="bottom", fit=fit)
    return below.cut_top(LINE)


def _draw_note(canvas: Canvas, note: Rect, plate: Plate) -> None:
    fits = canvas.measure(plate.note, "small")[0] + SIGN <= note.w
    if plate.sign and (fits or plate.sign != "person"):  # that somebody is a person says no more than a name
        sign, note = note.cut_left(SIGN)
        icon(canvas, plate.sign, sign.place(24, 24, "left"), "quiet")
    canvas.text(plate.note, note, "small", "quiet")


def draw_beside(canvas: Canvas, rect: Rect, entries: tuple[Entry, ...], watching: str) -> None:
    """The journal, below a line that says how one `watching` sees the game."""
    line, rect = split_beside(canvas, rect, watching)
    if watching:
        canvas.rounded(line, 12, "well", "lamp", 1.5)
        sign, words = line.inset(14, 6).cut_left(28, 12)
        icon(canvas, "eye", sign.place(28, 28), "lamp")
        canvas.text(watching, words, "small", "ink", fit="wrap")
    draw_journal(canvas, rect, entries)


def split_beside(canvas: Canvas, rect: Rect, watching: str) -> tuple[Rect, Rect]:
    """The line that says how one watches (if one does), and the room for the journal."""
    if not watching:
        return Rect(rect.x, rect.y, rect.w, 0.0), rect
    high = canvas.measure(watching, "small", wrap_at=rect.w - 66)[1] + 20
    return rect.cut_top(high, 8)


def journal_rows(canvas: Canvas, rect: Rect, entries: tuple[Entry, ...]) -> list[Rect]:
    """Where the lines lie, the newest first, as far as there is room."""
    rows: list[Rect] = []
    y = rect.bottom
    for entry in reversed(entries) if rect.h >= 60 else ():
        high = canvas.measure(entry.text, "small", wrap_at=rect.w - 46)[1] + 10
        y -= high
        if y < rect.y or len(rows) > 7:
            break
        rows.append(Rect(rect.x, y, rect.w, high))
    return rows


def draw_journal(canvas: Canvas, rect: Rect, entries: tuple[Entry, ...]) -> None:
    """The last lines, the newest at the bottom and brightest; older ones fade away upwards."""
    rows = journal_rows(canvas, rect, entries)
    for age, (row, entry) in enumerate(zip(rows, reversed(entries), strict=False)):
        with canvas.faded(max(0.3, 1.0 - 0.13 * age)):
            if entry.seat >= 0:
                seat_badge(canvas, entry.seat, Rect(row.x, row.y + 4, 30, 30))
            elif entry.chat:
                icon(canvas, "chat", Rect(row.x + 2, row.y + 6, 26, 26), "quiet")
            canvas.text(
                entry.text,
                row.cut_left(46)[1],
                "small",
                "ink" if entry.chat or age == 0 else "quiet",
                valign="top",
                fit="wrap",
            )


def name_of(holder: Holder, seat: int, say: Say) -> str:
    """What a seat is called: its person's name, or what kind of AI holds it."""
    if holder.kind == "bot" and not holder.owner:
        return say(f"table.bot.{holder.level}")
    return holder.name or say("table.seat", number=seat + 1)


def note_of(holder: Holder, tally: str, say: Say) -> tuple[str, str]:
    """A sign and a few words below the name."""
    if holder.kind == "bot":
        return "robot", say("table.standing_in") if holder.owner else tally
    if holder.kind == "away":
        return "door", say("table.away")
    if holder.kind == "open":
        return "chair", say("table.open")
    return sign_of(holder), tally


def sign_of(holder: Holder) -> str:
    """The sign of somebody who is here: a person, or a program that plays from elsewhere."""
    return "robot" if holder.program else "person"


def onlookers(holders: tuple[Holder, ...], spectators: int) -> int:
    """How many watch only: of the `spectators` those who have an AI in their seat are at the table."""
    return spectators - len({holder.guest for holder in holders if holder.kind == "bot" and holder.guest})


def series_of(goal: Goal, points: float, say: Say) -> str:
    """How a seat stands in a series of games; "" if only one is played."""
    if goal.games == 1:
        return ""
    return say(
        "table.series_to" if goal.points else "table.series", points=f"{points:g}", goal=f"{goal.points:g}"
    )
