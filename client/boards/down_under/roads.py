"""Roads across a card: the lines that paths follow, and the colours and patterns of the styles they have.

Lines run in a square of 0 … 1. A way is named by the two sides it joins, `MIDDLE` instead of one of them for
a stub or for a path that ends in a pool. Curves are quarters of a circle about the card's corner, so that
neighbours always meet.

A style is a number: the seats' own ones are 0 … 6, a seat's second path has that of its seat + `SECOND`, the
paths of a frame are `FRAME` and `FRAME` + 1. Patterns come out even on every straight and curve, and look
the same walked the other way: so they run on along a path from card to card.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

import numpy as np
import pygame

from client.boards.kit.paper import Field, Rgb, Sheet, Size, mixed, plain, rgb
from client.ui.canvas import Canvas
from client.ui.geometry import Point
from client.ui.theme import Pattern
from core.games.down_under.state import MIDDLE, Options, owner

Way = tuple[int, int]
"""The side over which it comes in and the one over which it goes out."""
Part = Literal["own", "neutral", "under", "pool"]
"""What of a card a stretch is: its own part, its neutral part, that of a straight, which passes under the own
one, or a way over or into a billabong."""

CORE: Final = 0.115
"""Half the width of the coloured middle of a road."""
KERB: Final = 0.15
"""Half the width of a road with its kerbs."""
STUB: Final = 0.17
"""How far from its side the round end of a stub has its middle."""
SHORE: Final = 0.25
"""How far a path that ends in a pool comes from its side."""

MIDDLES: Final[tuple[Point, ...]] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
_IN: Final[tuple[Point, ...]] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
"""By side: the direction in which one comes in."""


class Spot(NamedTuple):
    """A place on a way and the direction there, of length 1."""

    x: float
    y: float
    dx: float
    dy: float


class Offs(NamedTuple):
    """For every pixel of a cell, in sides of a cell: how far it is along a way, how far to the right of it.

    And how far away from it: beyond the end of a stub, from that end.
    """

    along: Field
    right: Field
    away: Field


def axes(size: Size, pad: int = 0) -> tuple[Field, Field]:
    """Where the pixels lie in a cell of 0 … 1 with `pad` pixels around it; they spread to [x, y] together."""
    x, y = ((np.arange(n, dtype=np.float32) + np.float32(0.5 - pad)) / (n - 2 * pad) for n in size)
    return x[:, None].astype(np.float32), y[None, :].astype(np.float32)


def is_curve(way: Way) -> bool:
    """Whether it joins two neighbouring sides."""
    return MIDDLE not in way and (way[0] - way[1]) % 2 == 1


def reach(part: Part) -> float:
    """How far a way with an end in its cell comes from its side."""
    return SHORE if part == "pool" else STUB


def long(way: Way, part: Part = "own") -> float:
    """How long it is, in sides of a cell."""
    if MIDDLE in way:
        return reach(part)
    return math.pi / 4 if is_curve(way) else 1.0


def spot(way: Way, share: float, part: Part = "own") -> Spot:
    """Where one is on a way after a share 0 … 1 of it."""
    enters, leaves = way
    if enters == MIDDLE:
        back = spot((leaves, MIDDLE), 1 - share, part)
        return Spot(back.x, back.y, -back.dx, -back.dy)
    (ax, ay), (ux, uy) = MIDDLES[enters], _IN[enters]
    if not is_curve(way):
        far = share * long(way, part)
        return Spot(ax + ux * far, ay + uy * far, ux, uy)
    cx, cy = corner(way)
    turn, (bx, by) = share * math.pi / 2, MIDDLES[leaves]
    cos, sin = math.cos(turn), math.sin(turn)
    first, second = (2 * (ax - cx), 2 * (ay - cy)), (2 * (bx - cx), 2 * (by - cy))
    return Spot(
        cx + 0.5 * (cos * first[0] + sin * second[0]),
        cy + 0.5 * (cos * first[1] + sin * second[1]),
        cos * second[0] - sin * first[0],
        cos * second[1] - sin * first[1],
    )


def corner(way: Way) -> Point:
    """The corner that the two sides of a curve share."""
    (ax, ay), (bx, by) = MIDDLES[way[0]], MIDDLES[way[1]]
    return (ax + bx - 0.5, ay + by - 0.5)


def offs(size: Size, way: Way, part: Part = "own", box: pygame.Rect | None = None) -> Offs:
    """Where the pixels of a cell of this size, or of a box in it, are relative to a way."""
    enters, leaves = way
    if enters == MIDDLE:
        along, right, away = offs(size, (leaves, MIDDLE), part, box)
        return Offs(np.float32(reach(part)) - along, -right, away)
    x, y = axes(size)
    if box is not None:
        x, y = x[box.left : box.right], y[:, box.top : box.bottom]
    if is_curve(way):
        return _round(x, y, way)
    (ax, ay), (ux, uy) = MIDDLES[enters], _IN[enters]
    along = ((x - ax) * ux + (y - ay) * uy).astype(np.float32)
    right = ((y - ay) * ux - (x - ax) * uy).astype(np.float32)
    beyond = np.maximum(along - reach(part), 0) if leaves == MIDDLE else np.float32(0)
    return Offs(along, right, np.hypot(right, beyond).astype(np.float32))


def _round(x: Field, y: Field, way: Way) -> Offs:
    cx, cy = corner(way)
    (ax, ay), (bx, by) = MIDDLES[way[0]], MIDDLES[way[1]]
    x, y = x - np.float32(cx), y - np.float32(cy)
    first, second = 2 * (x * (ax - cx) + y * (ay - cy)), 2 * (x * (bx - cx) + y * (by - cy))
    along = (0.5 * np.arctan2(second, first)).astype(np.float32)
    out = (np.hypot(x, y) - np.float32(0.5)).astype(np.float32)
    left = (way[1] - way[0]) % 4 == 1
    return Offs(along, out if left else -out, np.abs(out))


# --- styles -------------------------------------------------------------------------------------

SECOND: Final = 7
FRAME: Final = 14
STRAIGHT_BEATS, CURVE_BEATS = 4, 3
"""How often a pattern repeats itself on a straight and on a curve."""

_OTHER: Final[dict[Pattern, Pattern]] = {
    "plain": "checks",
    "stripes": "crosses",
    "dots": "zigzag",
    "waves": "checks",
    "checks": "stripes",
    "crosses": "waves",
    "zigzag": "dots",
}
"""The pattern of the second path of a seat whose own one has this pattern."""
_FRAMES: Final[tuple[Pattern, ...]] = ("stripes", "dots")


class RoadStyle(NamedTuple):
    """The colours and the pattern of a road.

    `mark` is the colour of the pattern, `kerb` that of its edges, `symbol` what is best to be seen on it.
    """

    ground: Rgb
    mark: Rgb
    kerb: Rgb
    light: Rgb
    symbol: Rgb
    pattern: Pattern


def style_of(options: Options, seats: int, path: int) -> int:
    """The style of a path by its number."""
    seat = owner(options, seats, path)
    if seat is None:
        return FRAME + (path - seats) % len(_FRAMES)
    return seat if path < seats else seat + SECOND


def seat_of(style: int) -> int | None:
    """The seat whose style it is; None for a frame's."""
    return style % SECOND if 0 <= style < FRAME else None


def own(canvas: Canvas, style: int) -> RoadStyle:
    """The own part of a card, or the ribbon over it."""
    if style >= FRAME:
        pattern = _FRAMES[(style - FRAME) % len(_FRAMES)]
        ground, dark = (
            rgb(canvas, f"down_under.frame_{(style - FRAME) % len(_FRAMES)}"),
            rgb(canvas, "down_under.dark"),
        )
        bone = rgb(canvas, "down_under.bone")
        return RoadStyle(ground, mixed(ground, dark, 0.4), mixed(ground, dark, 0.62), bone, bone, pattern)
    seat = style % SECOND
    seat_style = canvas.theme.seats[seat % len(canvas.theme.seats)]
    ground, ink, dark = (
        rgb(canvas, name) for name in (f"seat.{seat}", f"seat.{seat}.ink", "down_under.dark")
    )
    pattern = seat_style.pattern
    if style >= SECOND:
        ground, ink, pattern = mixed(ground, dark, 0.58), rgb(canvas, "down_under.bone"), _OTHER[pattern]
    kerb = mixed(ground, dark, 0.62 if style < SECOND else 0.75)
    light = mixed(ground, rgb(canvas, "down_under.bone"), 0.55)
    return RoadStyle(ground, mixed(ground, ink, 0.62), kerb, light, ink, pattern)


def over_neutral(canvas: Canvas, style: int) -> RoadStyle:
    """A ribbon over a neutral part: its kerbs are those of the stone below, lit."""
    return own(canvas, style)._replace(kerb=rgb(canvas, "down_under.stone_light"))


# --- roads --------------------------------------------------------------------------------------


def paint_road(
    sheet: Sheet, way: Way, offs: Offs, road: RoadStyle, canvas: Canvas, where: Field | float = 1.0
) -> None:
    """A road along a way, as far as `where` lets it be seen; 0 … 1."""
    dark, clear = rgb(canvas, "down_under.dark"), plain(canvas)
    kerb = offs.away - KERB
    if not clear:
        sheet.lay(dark, 0.3 * np.clip(1 - kerb / 0.035, 0, 1) ** 2 * where)
    sheet.lay(road.kerb, sheet.inside(kerb) * where)
    core = sheet.inside(offs.away - CORE) * where
    sheet.lay(road.ground, core)
    _paint_pattern(sheet, way, offs, road, core)
    if not clear:
        sheet.lay(road.light, 0.5 * sheet.line(offs.away - CORE + 0.008, 0.012) * where)
        sheet.lay(dark, 0.28 * sheet.line(offs.away - KERB + 0.004, 0.01) * where)


def _paint_pattern(sheet: Sheet, way: Way, offs: Offs, road: RoadStyle, core: Field) -> None:
    beats = CURVE_BEATS if is_curve(way) else STRAIGHT_BEATS
    beat = (math.pi / 4 if is_curve(way) else 1.0) / beats
    along = offs.along / np.float32(beat)
    if way[0] == MIDDLE:
        along = (offs.along - np.float32(long(way))) / np.float32(beat)
    found = PATTERNS[road.pattern](along, offs.right, beat)
    if found is not None:
        sheet.lay(road.mark, sheet.inside(found) * core)


def _apart(beats: Field) -> Field:
    """How far one is from the middle of a beat, in beats."""
    return np.asarray(np.abs(beats - np.floor(beats) - 0.5), dtype=np.float32)


def _stripes(along: Field, right: Field, beat: float) -> Field:
    slanted = (along + right / np.float32(1.6 * beat) + np.float32(0.5)).astype(np.float32)
    return np.asarray((_apart(slanted) * beat - 0.062) * 0.85, dtype=np.float32)


def _dots(along: Field, right: Field, beat: float) -> Field:
    return np.asarray(np.hypot(_apart(along) * beat, right) - 0.058, dtype=np.float32)


def _waves(along: Field, right: Field, beat: float) -> Field:
    return np.asarray(np.abs(right - 0.055 * np.sin(2 * math.pi * along)) * 0.72 - 0.02, dtype=np.float32)


def _checks(along: Field, right: Field, beat: float) -> Field:
    """Two rows of squares: how far one is from the middle of its square, negative in every other one."""
    u = (along * 2 - np.floor(along * 2) - 0.5) * beat / 2
    inner = np.minimum(beat / 4 - np.abs(u), np.abs(right))
    odd = (np.floor(along * 2) + (right > 0)) % 2 > 0
    return np.asarray(np.where(odd, -inner, inner), dtype=np.float32)


def _crosses(along: Field, right: Field, beat: float) -> Field:
    u, v = _apart(along) * beat, np.abs(right)
    one = np.maximum(u - 0.075, v - 0.021)
    return np.asarray(np.minimum(one, np.maximum(u - 0.021, v - 0.075)), dtype=np.float32)


def _zigzag(along: Field, right: Field, beat: float) -> Field:
    wave = 1 - 2 * np.abs((along + 0.25) % 1 * 2 - 1)
    return np.asarray(np.abs(right + 0.062 * wave) * 0.7 - 0.02, dtype=np.float32)


def _none(along: Field, right: Field, beat: float) -> None:
    return None


PATTERNS: Final[dict[Pattern, Callable[[Field, Field, float], Field | None]]] = {
    "plain": _none,
    "stripes": _stripes,
    "dots": _dots,
    "waves": _waves,
    "checks": _checks,
    "crosses": _crosses,
    "zigzag": _zigzag,
}
"""By pattern: how far off its marks one is, in sides of a cell; negative on them."""
