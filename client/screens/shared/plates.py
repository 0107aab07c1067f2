"""Name plates: a seat's player and score, with the points as the largest figure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from client.boards.contract import SeatScore, foot_rect
from client.screens.shared.clock import ClockFace, draw_clock
from client.ui.animation import breath
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas, Fit
from client.ui.geometry import Point, Rect
from client.ui.portraits import draw_portrait
from client.ui.symbols import icon, seat_badge, seat_swatch
from client.ui.text import LINE_HEIGHT as PITCH
from core.game import Seat

SEAT_BAND_WIDTH: Final = 14.0
"""Units wide: the band in the seat's colour and pattern along the left edge."""
PLATE_LIFT: Final = 8.0
"""Units by which the plate of a seat that has to act is moved out."""
LARGEST_PORTRAIT: Final = 104.0
"""Units across a portrait at most."""
BADGE_SIZE: Final = 40.0
"""Units across a seat's badge, over the corner of the portrait."""
RING_RADIUS: Final = 0.5
"""Radius of the ring round a portrait, in widths of the portrait."""
CLOCK_SIZE: Final = (102.0, 42.0)
"""Units across and down: a clock."""
POINTS_SIZE: Final = 58.0
"""Units: the type of the points."""
POINTS_WIDTH: Final = 90.0
"""Units wide: the points."""
LEAST_PORTRAIT: Final = 62.0
"""Units across a portrait with a clock below it, at least."""
NAME_SIZE: Final = 34.0
LEAST_NAME_SIZE: Final = 28.0
"""Units: the type of a name in one line, and at least."""
TWO_LINE_NAME_WIDTH: Final = 150.0
"""Units wide: the words of a low plate with a name in two lines, beside `TWO_LINE_POINTS_WIDTH`."""
TWO_LINE_POINTS_WIDTH: Final = 50.0
NARROW_PLATE_WIDTH, NARROW_FOOTED_WIDTH = 150.0, 200.0
"""Units wide: on narrower plates, the second with a foot, the name stands above everything else."""
LEAST_FACE_SIZE: Final = 40.0
"""Units across the smallest portrait that can be recognised; with less room there is only the badge."""
SMALL_PORTRAIT, SMALL_POINTS_WIDTH = 56.0, 64.0
"""Units across portrait and points on a low plate whose name takes two lines."""
_SELF_EVIDENT: Final = ("person", "robot")
"""Icons of notes that say no more than a portrait."""
_NO_RECT: Final = Rect(0, 0, 0, 0)
LINE_HEIGHT: Final = 33.0
"""Units high: a line of small words."""
SIGN_WIDTH: Final = 34.0
"""Units wide: the icon before a note, with the gap after it."""


class Plate(msgspec.Struct, frozen=True):
    """Content of a name plate; `series` is the seat's state in a series of games, if this is one.

    `note` explains the figure, or says something about the person, with the icon `sign`. `timed`: it has
    room for a clock, `counts`: for points; `thinking`: an AI is deciding. The eyes of its portrait `look`
    towards the seat in turn; "" for a seat that nobody holds. Its `foot` is for the board.
    """

    seat: Seat
    name: str
    note: str
    sign: str
    series: str
    acting: bool
    thinking: bool
    timed: bool = False
    counts: bool = False
    leads: bool = False
    portrait: str = ""
    look: Point = (0.0, 0.0)
    foot: float = 0.0


class PlateParts(NamedTuple):
    """Rectangles of the parts of a plate; empty for parts that it does not have, or has no room for."""

    portrait: Rect
    name: Rect
    note: Rect
    series: Rect
    figure: Rect
    clock: Rect


def draw_plate(canvas: Canvas, rect: Rect, plate: Plate) -> None:
    """Draw a seat's plate without its points; it is moved out while the seat has to act."""
    box = lifted_rect(rect, plate)
    canvas.panel(box, "float_raised" if plate.acting else "float")
    band, _ = box.cut_left(SEAT_BAND_WIDTH)
    seat_swatch(canvas, plate.seat, band.inset(0, 10).moved(4, 0), 6)
    here = plate_parts(canvas, box, plate)
    if plate.portrait and here.portrait.w >= LEAST_FACE_SIZE:
        draw_portrait(canvas, plate.portrait, here.portrait, plate.look)
        canvas.ring(here.portrait, RING_RADIUS * here.portrait.w, f"seat.{plate.seat}", width=4)
        size = min(BADGE_SIZE, 0.55 * here.portrait.w)
        badge = here.portrait.place(size, size, "bottomright").moved(size * 0.2, size * 0.1)
        seat_badge(canvas, plate.seat, badge)
    else:
        seat_badge(canvas, plate.seat, here.portrait)
    if plate.leads:
        crown = Rect.around(here.portrait.cx, here.portrait.y + 2, 40, 30)
        if here.portrait.w < LEAST_FACE_SIZE:
            crown = Rect(here.portrait.right + 6, here.portrait.cy - 15, 40, 30)
        icon(canvas, "crown", crown, "lamp")
    _draw_words(canvas, here, plate)


def draw_moving_parts(
    canvas: Canvas, rect: Rect, plate: Plate, now: float, score: SeatScore, clock: ClockFace | None = None
) -> None:
    """Draw what moves on a plate: points, ring of the seat in turn, dots of a thinking AI, clock."""
    box = lifted_rect(rect, plate)
    here = plate_parts(canvas, box, plate)
    if plate.acting:
        with canvas.faded(0.6 + 0.4 * breath(now)):
            canvas.ring(box, 16, f"seat.{plate.seat}", width=4, soft=10)
    if plate.thinking:
        for index in range(3):
            with canvas.faded(0.3 + 0.7 * breath(now, -index / 5, 1.1)):
                canvas.circle((here.portrait.cx + 18 * (index - 1), here.portrait.bottom - 2), 6, "ink")
    size = min(POINTS_SIZE, here.figure.h)
    canvas.text(score.figure, here.figure, "title", "ink", align="right", size=size)
    if clock is not None:
        draw_clock(canvas, here.clock, clock)


def lifted_rect(rect: Rect, plate: Plate) -> Rect:
    """Rectangle of a plate: moved out while its seat has to act."""
    return rect.moved(PLATE_LIFT, 0) if plate.acting else rect


def plate_parts(canvas: Canvas, box: Rect, plate: Plate) -> PlateParts:
    """Parts of a plate: the name beside the portrait, below it a note with the points beside it.

    A clock lies below the portrait, or on a low plate in the place of the note.
    """
    room = box.cut_left(SEAT_BAND_WIDTH)[1].inset(10, 5 if plate.foot else 8)
    foot_high = foot_rect(box, plate.foot).h
    if foot_high:
        room = room.cut_bottom(foot_high + 3, 4)[1]
    if room.w < (NARROW_FOOTED_WIDTH if foot_high else NARROW_PLATE_WIDTH):
        return _narrow(room, plate)
    below = CLOCK_SIZE[1] + 2 if plate.timed and room.h >= LEAST_PORTRAIT + CLOCK_SIZE[1] else 0.0
    side = min(LARGEST_PORTRAIT, room.h - below, room.w * 0.29)
    if foot_high and not below and not plate.series and 2 * LINE_HEIGHT <= room.h < 3 * LINE_HEIGHT:
        long_named = _with_long_name(canvas, room, side, plate)
        if long_named is not None:
            return long_named
    left, words = room.cut_left(max(side, CLOCK_SIZE[0]) if below else side, 12)
    stack = left.place(left.w, side + below)
    portrait, clock = stack.cut_top(side)[0].place(side, side), stack.cut_bottom(below)[0]
    series, rest = words.cut_bottom(LINE_HEIGHT if plate.series and words.h >= 4 * LINE_HEIGHT - 2 else 0.0)
    low, name_high = (
        rest.h < 3 * LINE_HEIGHT,
        LINE_HEIGHT + 6 if _is_short(canvas, plate.name, words.w) else 2 * LINE_HEIGHT,
    )
    wide = min(POINTS_WIDTH, words.w / 2) if plate.counts else 0.0
    if low and _spreads(canvas, plate, rest):
        figure, name = rest.cut_right(TWO_LINE_POINTS_WIDTH if plate.counts else 0.0, 6)
        return PlateParts(portrait, name, _NO_RECT, series, figure, _NO_RECT)
    broad = plate.foot > 0 and rest.w - wide > POINTS_WIDTH
    beside, rest = rest.cut_right(wide, 6) if low and broad else (_NO_RECT, rest)
    if not (beside.w or plate.timed) and rest.h < 2 * LEAST_TEXT_SIZE * PITCH:
        figure, name = rest.cut_right(wide, 6)  # name in one line
        return PlateParts(portrait, name, _NO_RECT, series, figure, _NO_RECT)
    foot, name = rest.cut_bottom(rest.h / 2 if low else min(POINTS_SIZE, rest.h - name_high))
    figure, note = (beside, foot) if beside.w else foot.cut_right(wide, 6)
    if plate.timed and not below:
        clock, note = foot.place(*CLOCK_SIZE, "left"), _NO_RECT
        figure, name = name.cut_right(wide, 6)
    return PlateParts(
        portrait, name, note, series, figure, clock.place(*CLOCK_SIZE) if plate.timed else _NO_RECT
    )


def _narrow(room: Rect, plate: Plate) -> PlateParts:
    """Parts with the name across the plate, below it portrait and points; or clock and points."""
    name, rest = room.cut_top(LINE_HEIGHT, 2)
    if plate.timed:
        badge, name = name.cut_left(0.8 * LINE_HEIGHT, 4)
        clock, figure = rest.cut_left(0.6 * rest.w, 6)
    else:
        badge, figure = rest.cut_left(rest.h, 6)
        clock = _NO_RECT
    return PlateParts(badge.fit(1.0), name, _NO_RECT, _NO_RECT, figure if plate.counts else _NO_RECT, clock)


def _with_long_name(canvas: Canvas, room: Rect, edge_length: float, plate: Plate) -> PlateParts | None:
    """Parts of a low plate whose name needs two lines: of the note, only the icon stands below the points.

    None if the name is short.
    """
    if plate.timed or _is_short(
        canvas, plate.name, room.w - edge_length - 12 - POINTS_WIDTH - 6, LEAST_TEXT_SIZE
    ):
        return None
    portrait, words = room.cut_left(min(edge_length, SMALL_PORTRAIT), 12)
    beside, name = words.cut_right(SMALL_POINTS_WIDTH if plate.counts else SIGN_WIDTH, 6)
    note, figure = beside.cut_bottom(LEAST_TEXT_SIZE)
    figure = figure if plate.counts else _NO_RECT
    return PlateParts(
        portrait.fit(1.0), name, note.place(SIGN_WIDTH, LEAST_TEXT_SIZE, "right"), _NO_RECT, figure, _NO_RECT
    )


def _is_short(canvas: Canvas, name: str, wide: float, size: float = LEAST_NAME_SIZE) -> bool:
    """Whether a name of this size fits into one line."""
    return canvas.measure(name, "small", size=size, face="display")[0] <= wide


def _spreads(canvas: Canvas, plate: Plate, room: Rect) -> bool:
    """Whether a name takes both lines of a low plate: it is too long for one, and the note says little."""
    free = not plate.timed and plate.sign in ("", *_SELF_EVIDENT) and room.w >= TWO_LINE_NAME_WIDTH
    long = canvas.measure(plate.name, "small", size=LEAST_TEXT_SIZE, face="display")[0] > room.w
    return free and long and room.h >= 2 * LEAST_TEXT_SIZE * PITCH


def is_name_cut(canvas: Canvas, rect: Rect, plate: Plate) -> bool:
    """Whether a name is cut off on a plate."""
    size, fit, room = _name(canvas, plate_parts(canvas, lifted_rect(rect, plate), plate), plate)
    return not canvas.fits(plate.name, room, "body", face="display", size=size, fit=fit)


def _name(canvas: Canvas, here: PlateParts, plate: Plate) -> tuple[float, Fit, Rect]:
    """Size of the name's type, whether it is set in one line, and its rectangle."""
    one = _is_short(canvas, plate.name, here.name.w) or here.name.h < 2 * LEAST_TEXT_SIZE * PITCH
    return min(NAME_SIZE, here.name.h / PITCH), "shrink" if one else "wrap", here.name


def _draw_words(canvas: Canvas, here: PlateParts, plate: Plate) -> None:
    """Draw the name, in two lines if need be; a note where all of it fits; the series."""
    size, fit, room = _name(canvas, here, plate)
    canvas.text(plate.name, room, "body", "ink", face="display", size=size, fit=fit)
    if here.series.h:
        canvas.text(plate.series, here.series, "small", "ink")
    note = here.note.place(here.note.w, min(LINE_HEIGHT, here.note.h), "bottomleft")
    wide = canvas.measure(plate.note, "small")[0]
    if plate.sign and note.h and (wide + SIGN_WIDTH <= note.w or plate.sign not in _SELF_EVIDENT):
        sign, note = note.cut_left(SIGN_WIDTH)
        icon(canvas, plate.sign, sign.place(LEAST_TEXT_SIZE, LEAST_TEXT_SIZE, "left"), "quiet")
    if wide <= note.w:
        canvas.text(plate.note, note, "small", "quiet")


def gaze_point(seat: int, acting: Sequence[int], points: Sequence[Point]) -> Point:
    """Point at which a portrait looks: the plate of the seat in turn; the board if that is its own, or
    several.
    """
    if len(acting) != 1 or acting[0] == seat or not 0 <= acting[0] < len(points):
        return (1.0, 0.0) if seat in acting else (0.0, 0.0)
    (x, y), (there_x, there_y) = points[seat], points[acting[0]]
    far = math.hypot(there_x - x, there_y - y)
    return ((there_x - x) / far, (there_y - y) / far) if far else (0.0, 0.0)
