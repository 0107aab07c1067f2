"""Page on dice: for each seat, how often it rolled each number, compared with fair dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from assets.texts import TextLookup
from client.boards.contract import LuckReport, SeatLuck
from client.boards.kit.tips import WriteSentence
from client.screens.result.score_sheet import amount
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_badge, seat_swatch

GROW_SECONDS: Final = 0.7
"""Seconds the bars take to grow."""
LUCK_WORDS: Final = ((0.1, "poor"), (0.3, "low"), (0.7, "even"), (0.9, "high"), (2.0, "rich"))
"""Words for luck, each with the greatest rank (see `luck_rank`) for which it is used."""
NUMBER_HEIGHT: Final = 30.0
"""Units high: room for a number above and below a bar; a line of words."""
DASH_LENGTH: Final = 12.0
NARROW_ROW_WIDTH: Final = 220.0
ROW_GAP: Final = 18.0
"""Units between two rows."""
SLIM_WIDTH: Final = 900.0
"""Units wide: in narrower rows the name stands above the bars, not beside them."""
LINE_HEIGHT: Final = 38.0


def luck_rank(luck: SeatLuck) -> float:
    """Rank of a seat's rolls among those of fair dice: 0 the worst, 1 the best."""
    return luck.less + (1 - luck.less - luck.more) / 2


def luck_word(luck: SeatLuck) -> str:
    """Word for a seat's luck, as the end of a text's key."""
    return next(name for end, name in LUCK_WORDS if luck_rank(luck) < end)


def sentences(luck: SeatLuck, translate: TextLookup, tell: WriteSentence) -> tuple[str, ...]:
    """Sentences about a seat's dice. Shares are rounded down, so that none is exaggerated."""
    if not sum(luck.counts):
        return translate("result.luck.none"), *map(tell, luck.facts)
    rolls, total, due = sum(luck.counts), amount(luck.total), amount(luck.due)
    key, share = ("more", luck.more) if luck.more > luck.less else ("less", luck.less)
    return (
        translate("result.luck.sum", rolls=rolls, total=total, due=due),
        translate(f"result.luck.{key}", share=int(100 * share)),
        *map(tell, luck.facts),
    )


def draw_luck(
    canvas: Canvas,
    rect: Rect,
    report: LuckReport,
    names: Sequence[str],
    translate: TextLookup,
    tell: WriteSentence,
    grown: float,
) -> None:
    """Draw the panel with a row for each seat; bars have `grown` from 0 to 1."""
    canvas.panel(rect, "sheet")
    head, body = rect.inset(32, 22).cut_top(44, 16)
    _draw_head(canvas, head, translate)
    top = max(max((*luck.counts, luck.expected)) for luck in report.seats) or 1.0
    rows = body.rows(*[1] * len(report.seats), gap=ROW_GAP)
    for seat, (row, luck) in enumerate(zip(rows, report.seats, strict=True)):
        if seat:
            canvas.line((row.x, row.y - ROW_GAP / 2), (row.right, row.y - ROW_GAP / 2), 2, "line")
        verdict = translate(f"result.luck.{luck_word(luck)}") if sum(luck.counts) else ""
        places = _slim(row) if rect.w < SLIM_WIDTH else _broad(row)
        (_draw_inline if rect.w < SLIM_WIDTH else _draw_who)(canvas, places.who, seat, names[seat], verdict)
        _draw_chart(canvas, places.chart, seat, luck, report.faces, top, grown)
        if sum(luck.counts):
            _draw_scale(canvas, places.scale.inset(18, 0), seat, luck_rank(luck))
        _draw_words(canvas, places.words, sentences(luck, translate, tell))


class _Row(NamedTuple):
    """Rectangles of a seat's row."""

    who: Rect
    chart: Rect
    scale: Rect
    words: Rect


def _broad(row: Rect) -> _Row:
    """Row with all its parts side by side; the scale above the words."""
    who, rest = row.cut_left(row.w * 0.22, 16)
    chart, told = rest.cut_left(rest.w * 0.38, 24)
    block = Rect.around(told.cx, told.cy, told.w, min(told.h, 3 * (NUMBER_HEIGHT + 4) + 44))
    return _Row(who, chart, *block.cut_top(min(36.0, row.h * 0.27), min(8.0, row.h * 0.03)))


def _slim(row: Rect) -> _Row:
    """Row with name and scale above the bars and the words."""
    above, below = row.cut_top(LINE_HEIGHT, 4)
    chart, words = below.cut_left(below.w * 0.4, 24)
    scale, who = above.cut_right(above.w * 0.36, 10)
    return _Row(who, chart, scale, words)


def _draw_head(canvas: Canvas, head: Rect, translate: TextLookup) -> None:
    """Draw the title, the meaning of the broken line, and if there is room a note that the words judge
    nobody.
    """
    key = translate("result.luck.key")
    wide = canvas.measure(key, "small", size=26)[0] + 2
    words, rest = head.cut_right(wide, 14)
    canvas.text(key, words, "small", "quiet", size=26)
    sample = rest.cut_right(3 * DASH_LENGTH + 2 * DASH_LENGTH, 30)
    _draw_dashes(canvas, sample[0].x, sample[0].right, head.cy)
    title = canvas.text(translate("result.luck.title"), sample[1], "body", "lamp", face="display", size=34)
    note, room = translate("result.luck.note"), sample[1].cut_left(title.w, 30)[1]
    if canvas.measure(note, "small", size=24)[0] < room.w:
        canvas.text(note, room, "small", "quiet", size=24)


def _draw_who(canvas: Canvas, room: Rect, seat: int, name: str, verdict: str) -> None:
    """Draw badge, name and the word for the luck; one below the other where there is little room."""
    narrow = room.w < NARROW_ROW_WIDTH
    badge, rest = Rect.around(room.cx, room.cy, room.w, 36 * 2 + 44).cut_top(44 if narrow else 48, 0)
    above, below = rest.cut_top(36, 0) if narrow else (badge.cut_left(60)[1], rest)
    seat_badge(canvas, seat, badge.cut_left(40 if narrow else 48)[0])
    canvas.text(name, above, "small", "ink", face="display", size=30)
    canvas.text(verdict, below, "small", "lamp", size=28)


def _draw_inline(canvas: Canvas, room: Rect, seat: int, name: str, verdict: str) -> None:
    """Draw badge, name and the word for the luck, in one line."""
    badge, rest = room.cut_left(34, 10)
    seat_badge(canvas, seat, badge.place(34, 34))
    wide = canvas.measure(verdict, "small", size=24)[0] + 2
    told, left = rest.cut_right(wide, 12)
    canvas.text(name, left, "small", "ink", face="display", size=28)
    canvas.text(verdict, told, "small", "lamp", size=24)


def _draw_chart(
    canvas: Canvas, room: Rect, seat: int, luck: SeatLuck, faces: Sequence[str], top: float, grown: float
) -> None:
    """Draw a bar for each face, with the face below it and its count above all bars, clear of the line."""
    plot = room.cut_top(NUMBER_HEIGHT)[1].cut_bottom(NUMBER_HEIGHT)[1]
    canvas.line((plot.x, plot.bottom), (plot.right, plot.bottom), 2, "line")
    slots = plot.columns(*[1] * len(faces))
    for slot, face, count in zip(slots, faces, luck.counts, strict=True):
        high = plot.h * count / top
        bar = Rect.around(slot.cx, plot.bottom - high / 2, slot.w * 0.64, high)
        shown = bar.cut_bottom(high * grown)[0]
        if count:
            with canvas.clip(shown):
                seat_swatch(canvas, seat, bar, min(6.0, high / 2))
        for text, y, ink in ((str(count), room.y, "ink"), (face, plot.bottom, "quiet")):
            place = Rect(slot.x, y, slot.w, NUMBER_HEIGHT)
            canvas.text(text, place, "small", ink, align="centre", size=24, tabular=True, fit="free")
    if luck.expected:
        _draw_dashes(canvas, plot.x, plot.right, plot.bottom - plot.h * luck.expected / top)


def _draw_dashes(canvas: Canvas, x: float, right: float, y: float) -> None:
    while x < right:
        canvas.line((x, y), (min(x + DASH_LENGTH, right), y), 3, "lamp")
        x += 2 * DASH_LENGTH


def _draw_words(canvas: Canvas, room: Rect, said: Sequence[str]) -> None:
    """Draw the sentences, a line each."""
    for text, line in zip(said, room.rows(*[1] * len(said)), strict=True):
        canvas.text(text, line, "small", "ink", size=min(26.0, line.h * 0.86))


def _draw_scale(canvas: Canvas, room: Rect, seat: int, x: float) -> None:
    track = Rect.around(room.cx, room.cy, room.w, 10)
    canvas.rounded(track, 5, "line")
    canvas.line((track.cx, room.cy - 12), (track.cx, room.cy + 12), 3, "quiet")
    seat_badge(canvas, seat, Rect.around(track.x + track.w * x, room.cy, room.h))
