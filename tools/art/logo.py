"""The program's name: letters of cream paper over coloured paper, along each of which something runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tools.art.paper import INK, SHADE, CutShape, Point, Sheet, line, mix, moved, polar, poly, rect, spun

Stroke = list[Point]
"""Points of a middle line; y grows downwards from the foot of the letter, which is at 0."""

BAND: Final = 31.0
"""Width of a letter's strokes."""
RIM: Final = 10.0
"""How far the coloured paper below a letter looks out on every side."""
SINK: Final = 4.0
"""How far that paper lies to the lower right."""
EDGE: Final = 24.0
"""Free space around the middle lines of the outermost strokes: rim and shadow."""
TALL, SMALL, TAIL = 164.0, 113.0, 38.0
"""How far middle lines reach: of tall letters up, of small ones up, of the g down."""
ROUND: Final = 41.0
"""Radius of bowls and arches."""
DOT: Final = 46.0
"""How far above an i its dot lies."""
HOOK: Final = 30.0
"""Radius of the small curves that end an l and a t."""
PAPER, LIGHT = "#f7e6c0", "#fffaf0"
RED, OCHRE, GREEN, TEAL, PLUM = "#c4532b", "#d9932f", "#4b8a52", "#2b8b99", "#7d57a3"


class Letter(NamedTuple):
    """One letter: its strokes, the colour below it, what runs along it, and its dot if it has one."""

    strokes: list[Stroke]
    tone: str
    runs: str
    dot: Sequence[Point] = ()

    @property
    def right(self) -> float:
        """How far its middle lines reach to the right of the first one."""
        return max(x for stroke in self.strokes for x, _ in stroke)


def arc(centre: Point, radius: float, start: float, end: float) -> Stroke:
    """Part of a circle: degrees clockwise, 0 points right."""
    steps = max(6, round(abs(end - start) / 9))
    return [polar(centre, radius, start + (end - start) * i / steps) for i in range(steps + 1)]


_LOW, _MID = (ROUND, -ROUND), (ROUND, ROUND - SMALL)
"""Middles of the curves that stand on the line, and of those that hang from the height of small letters."""
_STEM: Final[Stroke] = [(0, -SMALL), (0, 0)]
_SHAFT: Final[Stroke] = [(0, -TALL), (0, 0)]
_FOOT: Final[Stroke] = [*arc((HOOK, -HOOK), HOOK, 180, 90), (HOOK + 12, 0)]
_TILE: Final[Stroke] = spun([(-18, -18), (18, -18), (18, 18), (-18, 18)], 9)
_HEXAGON: Final[Stroke] = [polar((0, 0), 23, 60 * corner) for corner in range(6)]
_VALLEY: Final = 33.0
"""Radius of the two curves of the w."""
_E: Final[Stroke] = [
    *((0, -SMALL / 2), (2 * ROUND, -SMALL / 2)),
    *(*arc(_MID, ROUND, 0, -180), *arc(_LOW, ROUND, 180, 30)),
]
_W: Final[list[Stroke]] = [
    [(0, -SMALL), *arc((_VALLEY, -_VALLEY), _VALLEY, 180, 0), (2 * _VALLEY, 22 - SMALL)],
    [(2 * _VALLEY, 22 - SMALL), *arc((3 * _VALLEY, -_VALLEY), _VALLEY, 180, 0), (4 * _VALLEY, -SMALL)],
]
_G: Final[list[Stroke]] = [
    [*arc(_MID, ROUND, 360, 180), *arc(_LOW, ROUND, 180, 0)],
    [(2 * ROUND, -SMALL), *arc((ROUND, TAIL - ROUND), ROUND, 0, 90), (8, TAIL)],
]
NAME: Final[tuple[tuple[float, Letter], ...]] = (
    (0, Letter([[(0, -TALL), (108, -TALL)], [(54, -TALL), (54, 0)]], RED, "rails")),
    (46, Letter([_STEM], OCHRE, "trail", _TILE)),
    (58, Letter([[(0, -TALL), *_FOOT]], GREEN, "river")),
    (44, Letter([_E], TEAL, "trail")),
    (54, Letter(_W, PLUM, "river")),
    (57, Letter([_STEM, [*arc(_MID, ROUND, 180, 270), (ROUND + 16, -SMALL)]], RED, "rails")),
    (45, Letter([_STEM], OCHRE, "trail", _HEXAGON)),
    (57, Letter(_G, GREEN, "rails")),
    (57, Letter([_SHAFT, [*arc(_MID, ROUND, 180, 360), (2 * ROUND, 0)]], TEAL, "river")),
    (45, Letter([[(36, 12 - TALL), *moved(_FOOT, 36, 0)], [(0, -SMALL), (84, -SMALL)]], PLUM, "trail")),
)
"""The letters in their order, each after the space before its first middle line."""


def name() -> str:
    """The name of the program."""
    placed, x = [], EDGE
    for before, letter in NAME:
        x += before
        placed.append((letter, x))
        x += letter.right
    sheet = Sheet(x + EDGE, TALL + 46 + TAIL + EDGE)
    draw(sheet, placed, TALL + 30)
    return sheet.svg()


def icon() -> str:
    """The program's icon: the first letter on a pile of tiles."""
    sheet = Sheet(256, 256)
    sheet.fill(rect(4, 4, 248, 248, 52), "#1f2430")
    light = sheet.linear((20, 12), (240, 248), (0, "#3c4356", 1), (1, "#171b25", 1))
    sheet.fill(rect(4, 4, 248, 248, 52), light)
    for turn, half, tone in ((13, 86, GREEN), (-9, 88, TEAL), (2, 88, OCHRE)):
        tile = [(-half, -half), (half, -half), (half, half), (-half, half)]
        shape = CutShape(moved(spun(tile, turn), 128, 128))
        sheet.cut(shape, tone, rim=mix(tone, LIGHT, 0.5), lift=7, dark=0.3)
    draw(sheet, [(NAME[0][1], 74.0)], 212)
    return sheet.svg()


def draw(sheet: Sheet, placed: list[tuple[Letter, float]], foot: float) -> None:
    """Letters at their places, standing on `foot`: coloured papers first, cream ones over them."""
    for letter, x in placed:
        for drop, dark in ((7.0, 0.16), (4.0, 0.2)):
            _lay(sheet, letter, (x + SINK + drop, foot + SINK + drop), RIM, SHADE, dark)
    for letter, x in placed:
        _lay(sheet, letter, (x + SINK - 1.2, foot + SINK - 1.4), RIM, mix(letter.tone, "#ffffff", 0.35))
        _lay(sheet, letter, (x + SINK, foot + SINK), RIM, letter.tone)
    for letter, x in placed:
        _lay(sheet, letter, (x + 3, foot + 3.4), 0, SHADE, 0.3)
        _lay(sheet, letter, (x - 1, foot - 1.2), 0, LIGHT)
        _lay(sheet, letter, (x, foot), 0, PAPER)
        _run(sheet, letter, (x, foot))


def _lay(sheet: Sheet, letter: Letter, at: Point, rim: float, colour: str, opacity: float = 1.0) -> None:
    """A letter as one piece of paper, `rim` wider on every side."""
    strokes = "".join(line(moved(_longer(stroke, rim), *at)) for stroke in letter.strokes)
    sheet.stroke(strokes, colour, BAND + 2 * rim, opacity, "butt")
    if letter.dot:
        grown = [(x * (1 + rim / 20), y * (1 + rim / 20) - SMALL - DOT) for x, y in letter.dot]
        sheet.fill(
            poly(moved(grown, *at)), mix(letter.tone, LIGHT, 0.25) if colour == PAPER else colour, opacity
        )


def _run(sheet: Sheet, letter: Letter, at: Point) -> None:
    """What runs along the middle of a letter: a river, rails, or a trail."""
    d = "".join(line(moved(stroke, *at)) for stroke in letter.strokes)
    if letter.runs == "river":
        sheet.stroke(d, mix(letter.tone, LIGHT, 0.2), 9, 1, "butt")
        sheet.stroke(d, mix(letter.tone, LIGHT, 0.6), 2.4, 1, "butt")
    elif letter.runs == "rails":
        sheet.stroke(d, mix(INK, PAPER, 0.4), 13, 1, "butt", "3.4 7")
        sheet.stroke(d, mix(INK, PAPER, 0.2), 3.4, 1, "butt")
    else:
        sheet.stroke(d, letter.tone, 7, 1, "butt", "11 8")


def _longer(stroke: Stroke, by: float) -> Stroke:
    """A stroke that goes on straight at both ends."""
    return [_beyond(stroke[1], stroke[0], by), *stroke, _beyond(stroke[-2], stroke[-1], by)]


def _beyond(a: Point, b: Point, by: float) -> Point:
    long = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    return b[0] + (b[0] - a[0]) / long * by, b[1] + (b[1] - a[1]) / long * by
