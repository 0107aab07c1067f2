"""The styles of paths: colour and pattern of its ribbon, and the roads painted with it.

A style is a number: the seats' own ones are 0 … 6, a seat's second path has that of its seat + `SECOND`, the
paths of a frame are `FRAME` and `FRAME` + 1; `NOBODY` is the grey stone. Patterns come out even on every
straight and curve, and style the same walked the other way: so they run on along a path from card to card.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from client.boards.down_under.road_geometry import CORE, KERB, Offs, Way, is_curve, long
from client.boards.kit.paper import Field, Rgb, Sheet, mixed, plain, rgb
from client.ui.canvas import Canvas
from client.ui.theme import Pattern
from core.games.down_under.state import MIDDLE, NOBODY, Options, owner

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
    """The own part of a card, or the ribbon over it; of `NOBODY` the stone of the neutral parts."""
    if style == NOBODY:
        ground, dark = rgb(canvas, "down_under.stone"), rgb(canvas, "down_under.dark")
        kerb, light = rgb(canvas, "down_under.stone_deep"), rgb(canvas, "down_under.stone_light")
        return RoadStyle(ground, mixed(ground, dark, 0.2), kerb, light, dark, "plain")
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
    if style == NOBODY:
        return own(canvas, style)
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
