"""The Great Divide: the signs of the seven areas and of the eighth card.

Each sign stands in a square of 100 and is drawn twice: as a small landscape in colours, and as a white
silhouette with gaps for its inner lines, to be tinted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tools.art.paper import SHADE, Point, Sheet, at, curve, line, mix, moved, polar, poly

SIDE = 100.0
Place = Callable[[Iterable[Point]], list[Point]]


@dataclass(frozen=True)
class Piece:
    """A piece of paper: an outline, or with a `width` a stroke along a line; `soft` rounds its corners."""

    points: Sequence[Point]
    colour: str
    width: float = 0.0
    soft: bool = False


@dataclass
class Sign:
    """What a sign is made of."""

    body: list[Piece] = field(default_factory=list)
    """From the back to the front; what casts the shadow and makes the silhouette."""
    detail: list[Piece] = field(default_factory=list)
    """What lies on the body, seen in the landscape only."""
    outline: list[Piece] = field(default_factory=list)
    """The silhouette, where it is not the body."""
    gaps: list[Sequence[Point]] = field(default_factory=list)
    """Holes in the first piece of the silhouette."""


def landscape(name: str) -> str:
    """A sign in colours."""
    sheet = Sheet(SIDE, SIDE)
    draw(sheet, SIGNS[name]())
    return sheet.svg()


def silhouette(name: str) -> str:
    """A sign in white."""
    sheet, sign = Sheet(SIDE, SIDE), SIGNS[name]()
    gaps = "".join(poly(gap) for gap in sign.gaps)
    for piece in sign.outline or sign.body:
        if piece.width:
            sheet.stroke(_path(piece, list), "#ffffff", piece.width)
        else:
            sheet.fill(_path(piece, list) + gaps, "#ffffff", hole=bool(gaps))
            gaps = ""
    return sheet.svg()


def draw(sheet: Sheet, sign: Sign, place: Place = list, scale: float = 1.0) -> None:
    """A sign with its short shadow; `place` brings its points where they belong, `scale` its widths."""
    for by, dark in ((3.2, 0.16), (1.6, 0.2)):
        for piece in sign.body:
            shade = Piece(moved(piece.points, by, by * 1.1), SHADE, piece.width, piece.soft)
            _lay(sheet, shade, place, scale, dark)
    for piece in (*sign.body, *sign.detail):
        _lay(sheet, piece, place, scale, 1.0)


def _lay(sheet: Sheet, piece: Piece, place: Place, scale: float, opacity: float) -> None:
    if piece.width:
        sheet.stroke(_path(piece, place), piece.colour, piece.width * scale, opacity)
    else:
        sheet.fill(_path(piece, place), piece.colour, opacity)


def _path(piece: Piece, place: Place) -> str:
    points = place(piece.points)
    if piece.soft:
        return curve(points, closed=not piece.width)
    return line(points) if piece.width else poly(points)


def leaf(a: Point, b: Point, bend: float, thick: float) -> list[Point]:
    """A blade from a to b: pointed at both ends, bent sideways, thickest in the middle."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy) or 1.0
    nx, ny = -dy / long, dx / long

    def edge(way: float) -> list[Point]:
        out = []
        for i in range(9):
            t = i / 8
            off = (bend + way * thick) * 4 * t * (1 - t)
            out.append((a[0] + dx * t + nx * off, a[1] + dy * t + ny * off))
        return out

    return [*edge(1), *reversed(edge(-1))]


def round_(x: float, y: float, rx: float, ry: float | None = None, count: int = 20) -> list[Point]:
    """A circle or an ellipse as points."""
    ry = rx if ry is None else ry
    turns = [math.tau * i / count for i in range(count)]
    return [(x + rx * math.cos(t), y + ry * math.sin(t)) for t in turns]


# --- the signs ----------------------------------------------------------------------------------


def shore() -> Sign:
    """The west coast: a scallop's shell."""
    ribs, first, step = 7, 197.0, 146.0 / 7
    hinge = (49.0, 82.0)
    rim: list[Point] = []
    for rib in range(ribs):
        for i in range(6):
            a = first + step * (rib + i / 6)
            long = 64 - 17 * (abs(a - 270) / 74) ** 2 + 4.5 * math.sin(math.pi * i / 6)
            rim.append(polar(hinge, long, a))
    fan = [(43, 84), *rim, (57, 84)]
    ears = at("33,74 67,74 64,90 58,94 42,94 36,90")
    sign = Sign([Piece(fan, "#d9694a"), Piece(ears, "#b44e36", soft=False)])
    for rib in range(ribs):
        a = first + step * (rib + 0.5)
        long = 57 - 17 * (abs(a - 270) / 74) ** 2
        sign.detail.append(
            Piece(
                leaf(polar(hinge, 14, a), polar(hinge, long, a), 0, 2.6),
                mix("#f7b58f", "#d9694a", 0.12 * abs(rib - 2)),
            )
        )
    for rib in range(1, ribs):
        a = first + step * rib
        long = 55 - 17 * (abs(a - 270) / 74) ** 2
        sign.gaps.append(
            [hinge, polar(hinge, long, a - 1.6), polar(hinge, long + 2, a), polar(hinge, long, a + 1.6)]
        )
    return sign


def forest() -> Sign:
    """A fir of three tiers."""
    tiers = (
        at("50,40 84,84 66,80 50,85 34,80 16,84"),
        at("50,22 76,60 62,57 50,61 38,57 24,60"),
        at("50,4 68,37 58,35 50,38 42,35 32,37"),
    )
    sign = Sign([Piece(at("44,80 56,80 57,97 43,97"), "#4a2c18")])
    for i, tier in enumerate(tiers):
        tone = mix("#3f8a5d", "#74b776", 0.4 * i)
        sign.body.append(Piece(tier, tone))
        top, low = tier[0], tier[3]
        sign.body.append(Piece([top, tier[5], tier[4], low], mix(tone, "#dcecae", 0.36)))
        if i < 2:
            sign.detail.append(Piece(_under(tiers[i + 1]), mix("#1d4a38", tone, 0.25)))
    apart = (
        "50,4 67,34 58,32 50,35 42,32 33,34",
        "44,39 50,41 56,39 62,41 76,60 62,57 50,61 38,57 24,60 38,41",
        "42,62 50,66 58,62 68,65 84,84 66,80 50,85 34,80 16,84 32,65",
        "44,89 56,89 56,98 44,98",
    )
    sign.outline = [Piece(at(outline), "") for outline in apart]
    return sign


def _under(tier: Sequence[Point]) -> list[Point]:
    """The shade of a tier on the one below it."""
    low = list(tier[1:])
    return [*low, *((x * 0.86 + 7, y + 5.5) for x, y in reversed(low))]


def peaks() -> Sign:
    """Two peaks with snow."""
    back = at("44,88 74,36 82,46 100,88")
    main = at("2,88 14,68 20,64 42,14 52,34 57,38 66,60 72,64 84,88")
    ridge = at("42,14 46,34 41,48 48,66 44,88")
    sign = Sign([Piece(back, "#454b5c"), Piece(main, "#aeb4c4")])
    sign.detail += [
        Piece(at("74,36 82,46 88,60 82,56 78,62 74,52 69,58 66,50"), "#cfd6df"),
        Piece([*ridge, *at("84,88 72,64 66,60 57,38 52,34")], "#3b4152"),
        Piece(at("42,14 25,53 31,50 35,58 41,48 46,34"), "#fbf6ea"),
        Piece(at("42,14 52,34 57,38 60,46 54,44 50,54 46,46 41,48 46,34"), "#c3ccda"),
    ]
    apart = (
        "42,14 52,34 57,38 60,46 54,44 50,54 46,46 41,48 35,58 31,50 25,53",
        "2,88 14,68 20,64 22,59 31,57 35,65 43,55 46,54 50,62 55,52 63,55 66,60 72,64 84,88",
        "89,88 77,63 71,59 66,49 74,36 82,46 100,88",
    )
    sign.outline = [Piece(at(outline), "") for outline in apart]
    return sign


def prairie() -> Sign:
    """A bison."""
    body = at(
        "5,64 8,54 14,47 20,42 24,31 32,22 42,18 52,23 62,31 74,35 86,38 93,46 94,58 91,66 92,90 83,90"
        " 80,72 70,69 58,72 52,76 51,92 42,92 40,78 35,78 34,90 26,90 25,78 19,84 14,76 8,73"
    )
    mane = at(
        "5,64 8,54 14,47 20,42 24,31 32,22 42,18 50,24 53,36 49,52 50,66 44,76 34,78 25,78 19,84 14,76 8,73"
    )
    sign = Sign([Piece(body, "#7a4a26")])
    sign.detail += [
        Piece(mane, "#40230f"),
        Piece(at("42,18 52,23 62,31 74,35 86,38 78,40 62,37 50,30"), "#a46c3a"),
        Piece(at("19,45 14,40 14,31 18,36 24,41"), "#f6e6c4"),
        Piece(round_(14.5, 56, 2.1, count=10), "#f6e6c4"),
        Piece(leaf((93, 44), (97, 68), -3, 1.6), "#40230f"),
    ]
    sign.gaps.append(at("22,44 16,40 15,33 20,38 26,40"))
    return sign


def mesa() -> Sign:
    """A saguaro with two arms."""
    green, lit = "#1f4f3a", "#5f9a63"
    trunk, left, right = at("50,94 50,16"), at("50,66 25,66 25,40"), at("50,54 75,54 75,28")
    sign = Sign([Piece(left, green, 13), Piece(right, green, 13), Piece(trunk, green, 19)])
    for points, shift, width in ((left, -3, 3.4), (right, -3, 3.4), (trunk, -4.6, 4.6)):
        sign.detail.append(Piece(moved(points[-2:], shift, 1), lit, width))
    sign.detail += [
        Piece(at("52,90 52,17"), "#143627", 2.2),
        Piece(at("56.5,88 56.5,20"), "#143627", 2.0),
        Piece(round_(50, 6.5, 5.5, 4.5, 12), "#f4d9e2"),
    ]
    return sign


def marsh() -> Sign:
    """Cattails."""
    reed, brown = "#1d4630", "#5a2c12"
    stems = (at("36,96 34,60 26,20"), at("52,96 53,50 54,8"), at("64,96 68,62 78,26"))
    heads = (at("31,46 27.5,27"), at("53,40 53.6,16"), at("72.5,50 76,35"))
    blades = (
        leaf((44, 97), (6, 50), 9, 3.4),
        leaf((56, 97), (95, 58), -9, 3.4),
        leaf((48, 97), (40, 44), 3, 2.6),
    )
    sign = Sign([Piece(blade, reed) for blade in blades])
    sign.body += [Piece(stem, reed, 4.2, soft=True) for stem in stems]
    sign.body += [Piece(head, brown, 13) for head in heads]
    sign.detail += [Piece(moved(head, -2.6, 0), "#b4713a", 3.2) for head in heads]
    sign.detail.append(Piece(leaf((44, 97), (6, 50), 10, 1.2), "#78ad6a"))
    sign.detail.append(Piece(leaf((56, 97), (95, 58), -10, 1.2), "#78ad6a"))
    return sign


def cape() -> Sign:
    """The east coast: a lighthouse."""
    tower = at("41,36 59,36 66,86 34,86")
    sign = Sign(
        [
            Piece(tower, "#fdf6e8"),
            Piece(at("43,24 4,10 4,34"), "#fff3c0"),
            Piece(at("57,24 96,10 96,34"), "#fff3c0"),
            Piece(at("16,97 24,86 36,82 64,82 77,86 86,97"), "#4a3a4a"),
            Piece(at("35,32 65,32 63,39 37,39"), "#3a2c3a"),
            Piece(at("43,18 57,18 57,33 43,33"), "#ffd978"),
            Piece(at("39,19 50,4 61,19"), "#a8322c"),
        ]
    )
    for low, high in ((46, 57), (68, 79)):
        sign.detail.append(Piece(_band(low, high), "#c23d33"))
    sign.detail.append(Piece(at("53,39 59.5,39 66,86 55,86"), "#3a2c3a30"[:7]))
    sign.gaps += [_band(47, 57), _band(67, 77)]
    return sign


def _band(high: float, low: float) -> list[Point]:
    """A band round the lighthouse between two heights."""

    def half(y: float) -> float:
        return 9 + 7 * (y - 36) / 50

    return [(50 - half(high), high), (50 + half(high), high), (50 + half(low), low), (50 - half(low), low)]


def special() -> Sign:
    """The eighth card: a compass rose."""
    sign = Sign()
    for long, turn, one, two in ((30, 45, "#b99a5a", "#7a6336"), (48, 0, "#f4e3b8", "#c9a255")):
        for quarter in range(4):
            a = turn + 90 * quarter
            tip, left, right = (
                polar((50, 50), long, a),
                polar((50, 50), 13, a - 45),
                polar((50, 50), 13, a + 45),
            )
            sign.body += [Piece([(50, 50), left, tip], one), Piece([(50, 50), tip, right], two)]
    star = [polar((50, 50), (48, 14, 30, 14)[i % 4], 22.5 * i) for i in range(16)]
    sign.outline = [Piece(star, "")]
    return sign


SIGNS: dict[str, Callable[[], Sign]] = {
    "shore": shore,
    "forest": forest,
    "peaks": peaks,
    "prairie": prairie,
    "mesa": mesa,
    "marsh": marsh,
    "cape": cape,
    "special": special,
}
