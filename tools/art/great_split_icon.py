"""The Great Split: what its icons are made of, and how one is drawn.

Each stands in a square of 100 and is drawn three ways: *fine*, in colours with light on it; *bold*, flat with
a thick outline, for small sizes and for the eyes that want contrast; and as a white silhouette to be tinted.
All have an outline of ink and around it a rim of ivory, so that they can be read on ivory as on velvet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from tools.art.paper import SHADE, Point, Sheet, curve, line, moved, polar, poly

SIDE: Final = 100.0
RIM: Final = 5.0
"""How much larger coloured icons are on every side, for outline and shadow."""
COLOURS: Final = {
    "books": "#a82a3c",
    "art": "#2f62b2",
    "topaz": "#ee7e12",
    "emerald": "#24b878",
    "gold": "#f6d648",
    "prestige": "#8a5bb8",
}
"""As in the palettes of the themes."""
RESOURCES: Final = ("books", "art", "topaz", "emerald", "gold")
INK, IVORY, BRASS, SHINE = "#1e1a16", "#f7efdb", "#d0a548", "#fff3cf"


Place = Callable[[Iterable[Point]], list[Point]]
"""What brings points to where they belong."""


@dataclass(frozen=True)
class Piece:
    """A piece of paper: an outline, or with a `width` a stroke along a line; `soft` rounds it."""

    points: Sequence[Point]
    colour: str
    width: float = 0.0
    soft: bool = False
    opacity: float = 1.0

    def path(self, place: Place = list) -> str:
        """As SVG path data, where `place` brings its points."""
        points = place(self.points)
        if not self.width and _area(points) < 0:
            points = points[::-1]
        if self.soft:
            return curve(points, closed=not self.width)
        return line(points) if self.width else poly(points)


def _area(points: Sequence[Point]) -> float:
    """Twice the area inside an outline, negative if it runs against the clock."""
    return sum(points[i - 1][0] * y - points[i - 1][1] * x for i, (x, y) in enumerate(points))


@dataclass
class Icon:
    """What an icon is made of, each from the back to the front."""

    body: list[Piece]
    """What is outlined and makes the silhouette."""
    marks: list[Piece] = field(default_factory=list)
    """What lies on the body however small it is."""
    light: list[Piece] = field(default_factory=list)
    """What is only seen where there is room: light, shade, small things."""
    gaps: list[Sequence[Point]] = field(default_factory=list)
    """Holes of the silhouette, all in the last piece of the body; what lies in a hole is filled again."""


def fine(icon: Icon) -> str:
    """An icon in colours with light on it."""
    return _coloured(icon, 5.0, True)


def bold(icon: Icon) -> str:
    """An icon in flat colours with a thick outline."""
    return _coloured(icon, 8.0, False)


def silhouette(icon: Icon) -> str:
    """An icon in white."""
    sheet = Sheet(SIDE, SIDE)
    holes = "".join(poly(gap) for gap in icon.gaps)
    for piece in icon.body:
        if piece.width:
            sheet.stroke(piece.path(), "#ffffff", piece.width)
        else:
            last = piece is icon.body[-1]
            sheet.fill(piece.path() + (holes if last else ""), "#ffffff", hole=bool(holes) and last)
    return sheet.svg()


def _coloured(icon: Icon, outline: float, lit: bool) -> str:
    sheet = Sheet(SIDE + 2 * RIM, SIDE + 2 * RIM)
    draw(sheet, icon, lambda points: moved(points, RIM, RIM), 1.0, outline, lit)
    return sheet.svg()


def draw(
    sheet: Sheet, icon: Icon, place: Place, scale: float = 1.0, outline: float = 5.0, lit: bool = True
) -> None:
    """An icon with its outline; `place` brings its points where they belong, `scale` its widths."""
    if lit:
        for by, dark in ((4.5, 0.12), (2.5, 0.16)):
            _lay_around(sheet, icon, SHADE, outline + 5, _aside(place, by), scale, dark)
    _lay_around(sheet, icon, IVORY, outline + 6, place, scale)
    _lay_around(sheet, icon, INK, outline, place, scale)
    for path, piece in _joined((*icon.body, *icon.marks, *(icon.light if lit else ())), place):
        if piece.width:
            sheet.stroke(path, piece.colour, piece.width * scale, piece.opacity)
        else:
            sheet.fill(path, piece.colour, piece.opacity)


def _joined(pieces: Iterable[Piece], place: Place) -> Iterator[tuple[str, Piece]]:
    """Path data of pieces that follow one another in the same colour: one path is drawn faster than many."""
    for _, group in groupby(pieces, key=lambda piece: (piece.colour, piece.width, piece.opacity)):
        alike = list(group)
        yield "".join(piece.path(place) for piece in alike), alike[0]


def _aside(place: Place, by: float) -> Place:
    return lambda points: place(moved(points, by * 0.8, by))


def _lay_around(
    sheet: Sheet, icon: Icon, colour: str, width: float, place: Place, scale: float, opacity: float = 1.0
) -> None:
    """The body of an icon and half of `width` around it in one colour."""
    plain = [replace(piece, colour=colour, opacity=opacity) for piece in icon.body]
    for path, piece in _joined(sorted(plain, key=lambda piece: piece.width), place):
        sheet.stroke(path, colour, (piece.width + width) * scale, opacity)
        if not piece.width:
            sheet.fill(path, colour, opacity)


def scaled(points: Sequence[Point], k: float, x: float = 50, y: float = 50) -> list[Point]:
    """Points brought from the middle of the square to (x, y), k times as large."""
    return [(x + (px - 50) * k, y + (py - 50) * k) for px, py in points]


def disc(x: float, y: float, r: float, count: int = 20) -> list[Point]:
    return [polar((x, y), r, 360 * i / count) for i in range(count)]


def star_of(tips: int, outer: float, inner: float, middle: Point) -> list[Point]:
    step = 180 / tips
    return [polar(middle, outer if i % 2 == 0 else inner, step * i - 90) for i in range(2 * tips)]
