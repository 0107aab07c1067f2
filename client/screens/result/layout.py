"""Layout of the result screen, in units, for landscape and portrait windows."""

from __future__ import annotations

from typing import Final

import msgspec

from client.ui.geometry import Rect

PICTURE_INSET: Final = 0.024
BOARD_INSET: Final = 0.042
"""Distances of picture and board from the mount's edge, as shares of its width."""
SEAL_LINE_HEIGHT: Final = 36.0
"""Units high: the line of the seal below the second page."""
BUTTON_GAP: Final = 12.0
"""Units between two buttons of a bar."""
GRID_SIZE: Final = 6.0
"""Units of which the edges of mount and picture are multiples."""
LEAST_PODIUM_HEIGHT: Final = 246.0
"""Units high: the podium at least."""
LEAST_COLUMN_WIDTH: Final = 76.0
"""Units wide: a column of the podium at least."""


class ResultLayout(msgspec.Struct, frozen=True):
    """Rectangles of both pages. `large` is the board during the win's gesture, `mount` the paper with its
    picture
    afterwards; both are squares. Where `papers` lie over `reason`, the further pages leave the reason out.
    `bars` are one or two rows of buttons.
    """

    eyebrow: Rect
    title: Rect
    reason: Rect
    large: Rect
    mount: Rect
    podium: Rect
    insight: Rect
    papers: Rect
    note: Rect
    bars: tuple[Rect, ...]

    @classmethod
    def of(cls, area: Rect, seats: int) -> ResultLayout:
        """Layout for a window of this size and this number of columns of the podium."""
        return cls._portrait(area, seats) if area.w < area.h else cls._landscape(area)

    @classmethod
    def _landscape(cls, area: Rect) -> ResultLayout:
        inside = area.inset(64 if area.w > 1600 else 40, 0)
        eyebrow = Rect(inside.x, 26, inside.w, 36)
        title = Rect(inside.x, 62, inside.w, 104)
        reason = Rect(inside.x, 168, inside.w, 44)
        body = Rect(inside.x, 228, inside.w, area.h - 228 - 132)
        left, right = body.cut_left(min(body.h, body.w * 0.45), 36)
        side = min(left.w, body.h)
        mount = _aligned(left.place(side, side))
        insight, podium = right.cut_bottom(132, 24)
        note, papers = body.cut_bottom(SEAL_LINE_HEIGHT, 14)
        bars = (Rect(inside.x, area.h - 108, inside.w, 80),)
        large = _large(area, title.bottom + 14)
        return cls(eyebrow, title, reason, large, mount, podium, insight, papers, note, bars)

    @classmethod
    def _portrait(cls, area: Rect, seats: int) -> ResultLayout:
        inside = area.inset(24, 0)
        eyebrow = Rect(inside.x, 14, inside.w, 32)
        title = Rect(inside.x, 48, inside.w, 76)
        reason = Rect(inside.x, 124, inside.w, 76)
        low = Rect(inside.x, area.h - 158, inside.w, 142)
        bars = tuple(low.rows(1, 1, gap=10))
        body = Rect(inside.x, reason.bottom + 6, inside.w, low.y - reason.bottom - 20)
        insight, rest = body.cut_bottom(118, 12)
        mount, podium = _share(rest, seats)
        note, papers = Rect(body.x, title.bottom + 12, body.w, body.bottom - title.bottom - 12).cut_bottom(
            2.8 * SEAL_LINE_HEIGHT, 10
        )
        large = _large(area, title.bottom + 14)
        return cls(eyebrow, title, reason, large, mount, podium, insight, papers, note, bars)


def _share(room: Rect, seats: int) -> tuple[Rect, Rect]:
    """Mount and podium, one above the other; side by side where that makes the board much larger."""
    high = min(room.w, room.h - 14 - max(LEAST_PODIUM_HEIGHT, 0.47 * room.h))
    wide = min(room.h, room.w - 14 - 40 - LEAST_COLUMN_WIDTH * seats)
    if wide > 1.2 * high:
        left, podium = room.cut_left(wide, 14)
        return _aligned(left.place(wide, wide)), podium
    upper, podium = room.cut_top(high, 14)
    return _aligned(upper.place(high, high)), podium


def _large(area: Rect, top: float) -> Rect:
    """The largest square below the title."""
    return _aligned(area.inset(24, 0).cut_top(top)[1].cut_bottom(24)[1].fit(1.0))


def _aligned(square: Rect) -> Rect:
    """Square whose edges are whole pixels in windows of the usual sizes, so that what is painted in it can be
    kept.
    """
    side = square.w // GRID_SIZE * GRID_SIZE
    return Rect(round(square.x / GRID_SIZE) * GRID_SIZE, round(square.y / GRID_SIZE) * GRID_SIZE, side, side)


def picture_in(mount: Rect) -> Rect:
    """Picture on a mount: the land, to the edges of its paper."""
    return mount.inset(max(3, round(mount.w * PICTURE_INSET / GRID_SIZE)) * GRID_SIZE)


def field_in(mount: Rect) -> Rect:
    """Board on a mount; what extends over its edge lies on land and paper."""
    return mount.inset(max(4, round(mount.w * BOARD_INSET / GRID_SIZE)) * GRID_SIZE)
