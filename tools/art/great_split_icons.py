"""The Great Split: the icons of its cards and tracks.

Each stands in a square of 100 and is drawn three ways: *fine*, in colours with light on it; *bold*, flat with
a thick outline, for small sizes and for the eyes that want contrast; and as a white silhouette to be tinted.
All have an outline of ink and around it a rim of ivory, so that they can be read on ivory as on velvet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from tools.art.paper import Point, Sheet, at, curve, line, mix, moved, polar, poly, spun

SIDE: Final = 100.0
COLOURS: Final = {
    "books": "#b8323f",
    "art": "#3f7fbf",
    "topaz": "#f08a1c",
    "emerald": "#1fa866",
    "gold": "#f2cb3a",
    "prestige": "#8a5bb8",
}
"""As in the palettes of the themes."""
RESOURCES: Final = ("books", "art", "topaz", "emerald", "gold")
INK, IVORY, BRASS, SHINE = "#1e1a16", "#f7efdb", "#d0a548", "#fff3cf"


@dataclass(frozen=True)
class Piece:
    """A piece of paper: an outline, or with a `width` a stroke along a line; `soft` rounds it."""

    points: Sequence[Point]
    colour: str
    width: float = 0.0
    soft: bool = False

    def path(self) -> str:
        """As SVG path data."""
        if self.soft:
            return curve(self.points, closed=not self.width)
        return line(self.points) if self.width else poly(self.points)


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
    """Holes of the silhouette, all in the last piece of the body."""
    hollow: bool = False
    """Whether the holes are holes in the coloured icon too."""


def fine(name: str) -> str:
    """An icon in colours with light on it."""
    return _coloured(ICONS[name](), 5.0, True)


def bold(name: str) -> str:
    """An icon in flat colours with a thick outline."""
    return _coloured(ICONS[name](), 8.0, False)


def silhouette(name: str) -> str:
    """An icon in white."""
    sheet, icon = Sheet(SIDE, SIDE), ICONS[name]()
    holes = "".join(poly(gap) for gap in icon.gaps)
    for piece in icon.body:
        if piece.width:
            sheet.stroke(piece.path(), "#ffffff", piece.width)
        else:
            last = piece is icon.body[-1]
            sheet.fill(piece.path() + (holes if last else ""), "#ffffff", hole=bool(holes) and last)
    return sheet.svg()


def _coloured(icon: Icon, outline: float, lit: bool) -> str:
    sheet = Sheet(SIDE, SIDE)
    holes = "".join(poly(gap) for gap in icon.gaps) if icon.hollow else ""
    for colour, width in ((IVORY, outline + 6), (INK, outline)):
        for piece in icon.body:
            sheet.stroke(piece.path(), colour, piece.width + width)
            if not piece.width and not holes:
                sheet.fill(piece.path(), colour)
        if holes:
            sheet.stroke(holes, colour, width)
    for piece in icon.body:
        _lay(sheet, piece, holes if piece is icon.body[-1] else "")
    for piece in (*icon.marks, *(icon.light if lit else ())):
        _lay(sheet, piece)
    return sheet.svg()


def _lay(sheet: Sheet, piece: Piece, holes: str = "") -> None:
    if piece.width:
        sheet.stroke(piece.path(), piece.colour, piece.width)
    else:
        sheet.fill(piece.path() + holes, piece.colour, hole=bool(holes))


def _scaled(points: Sequence[Point], k: float, x: float = 50, y: float = 50) -> list[Point]:
    """Points brought from the middle of the square to (x, y), k times as large."""
    return [(x + (px - 50) * k, y + (py - 50) * k) for px, py in points]


# --- goods --------------------------------------------------------------------------------------


def books() -> Icon:
    """An open book in a crimson binding."""
    red, deep = COLOURS["books"], mix(COLOURS["books"], INK, 0.45)
    cover = at("5,22 44,28 50,34 56,28 95,22 95,84 58,88 50,95 42,88 5,84")
    left = at("15,13 33,11 46,20 46,78 32,71 15,74")
    right = [(100 - x, y) for x, y in left]
    icon = Icon([Piece(cover, red), Piece(left, IVORY), Piece(right, IVORY)])
    icon.body = [Piece(_book_outline(), red)]
    icon.marks = [Piece(left, IVORY), Piece(right, IVORY), Piece(at("50,22 50,88"), INK, 5.0)]
    for y in (30, 44, 58):
        icon.marks.append(Piece(at(f"22,{y - 2} 39,{y + 2}"), red, 5.0))
        icon.marks.append(Piece(at(f"78,{y - 2} 61,{y + 2}"), red, 5.0))
    icon.light = [
        Piece(at("46,20 46,78 40,74 40,16"), mix(IVORY, deep, 0.22)),
        Piece(at("54,20 54,78 60,74 60,16"), mix(IVORY, deep, 0.12)),
        Piece(at("50,22 50,88"), INK, 4.0),
    ]
    icon.gaps = [
        at("47.5,30 52.5,30 52.5,88 47.5,88"),
        *(at(f"20,{y - 4} 40,{y} 40,{y + 6} 20,{y + 2}") for y in (30, 50)),
        *(at(f"80,{y - 4} 60,{y} 60,{y + 6} 80,{y + 2}") for y in (30, 50)),
    ]
    return icon


def _book_outline() -> list[Point]:
    left = at("50,22 34,10 14,12 14,20 5,22 5,84 42,88 50,95")
    return [*left, *((100 - x, y) for x, y in reversed(left[1:-1]))]


def art() -> Icon:
    """A painting that hangs by its cord."""
    blue = COLOURS["art"]
    frame, inner = at("6,32 94,32 94,94 6,94"), at("20,46 80,46 80,80 20,80")
    icon = Icon([Piece(at("24,33 50,9 76,33"), blue, 7.0), Piece(frame, blue)])
    icon.marks = [
        Piece(inner, "#dcebf2"),
        Piece(at("20,80 20,72 38,54 50,66 62,58 80,74 80,80"), mix(blue, INK, 0.35)),
    ]
    icon.light = [
        Piece(at("6,32 94,32 80,46 20,46"), mix(blue, SHINE, 0.35)),
        Piece(at("94,32 94,94 80,80 80,46"), mix(blue, INK, 0.22)),
        Piece(at("6,94 94,94 80,80 20,80"), mix(blue, INK, 0.34)),
        Piece(_round(67, 55, 5.5), COLOURS["gold"]),
        Piece(_round(50, 9, 5), BRASS),
    ]
    icon.gaps = [at("20,46 80,46 80,70 62,55 50,63 38,51 20,69")]
    return icon


def topaz() -> Icon:
    """A brilliant, seen from the side."""
    amber = COLOURS["topaz"]
    outer = at("25,12 75,12 96,40 50,93 4,40")
    icon = Icon([Piece(outer, amber)])
    icon.marks = [
        Piece(at("25,12 75,12 65,40 35,40"), mix(amber, SHINE, 0.55)),
        Piece(at("50,93 65,40 96,40"), mix(amber, INK, 0.32)),
    ]
    icon.light = [
        Piece(at("25,12 35,40 4,40"), mix(amber, SHINE, 0.3)),
        Piece(at("75,12 96,40 65,40"), mix(amber, INK, 0.1)),
        Piece(at("4,40 35,40 50,93"), mix(amber, INK, 0.08)),
        Piece(at("35,40 65,40 50,93"), mix(amber, SHINE, 0.12)),
        Piece(at("31,16 54,16 47,36 38,36"), SHINE),
    ]
    icon.gaps = [at("12,37 88,37 86,44 14,44")]
    return icon


def emerald() -> Icon:
    """A tall stone in steps, seen from above."""
    green = COLOURS["emerald"]
    outer = at("34,5 66,5 86,25 86,75 66,95 34,95 14,75 14,25")
    table = at("42,24 58,24 68,35 68,65 58,76 42,76 32,65 32,35")
    icon = Icon([Piece(outer, green)])
    icon.marks = [Piece(table, mix(green, SHINE, 0.5))]
    tones = (0.4, -0.05, -0.2, -0.34, -0.42, -0.2, 0.12, 0.3)
    for i, tone in enumerate(tones):
        j = (i + 1) % 8
        colour = mix(green, SHINE, tone) if tone > 0 else mix(green, INK, -tone)
        icon.light.append(Piece([outer[i], outer[j], table[j], table[i]], colour))
    icon.light.append(Piece(at("42,24 58,24 32,54 32,35"), mix(green, SHINE, 0.82)))
    icon.gaps = [
        at("32,16 68,16 76,25 76,34 66,24 34,24 24,34 24,25"),
        at("32,84 68,84 76,75 76,66 66,76 34,76 24,66 24,75"),
    ]
    return icon


def gold() -> Icon:
    """Three bars."""
    yellow = COLOURS["gold"]
    front = at("12,0 28,0 40,36 0,36")
    bars = [moved(front, x, y) for x, y in ((30, 12), (6, 54), (54, 54))]
    icon = Icon([Piece(bar, yellow) for bar in bars])
    for bar in bars:
        a, b, c, d = bar
        low, deep = 9, mix(yellow, INK, 0.3)
        icon.marks.append(Piece([(d[0] + 3, d[1] - low), (c[0] - 3, c[1] - low), c, d], deep))
        icon.light.append(Piece([a, b, (b[0] + 3, b[1] + 8), (a[0] - 3, a[1] + 8)], mix(yellow, SHINE, 0.75)))
        icon.light.append(Piece([(a[0] + 2, a[1] + 16), (b[0] - 2, b[1] + 16)], mix(yellow, INK, 0.35), 3.0))
    return icon


def prestige() -> Icon:
    """A laurel wreath, open above."""
    violet = COLOURS["prestige"]
    icon = Icon([])
    for way in (1, -1):
        stem = [_mirror(polar((50, 48), 37, a), way) for a in range(84, -56, -10)]
        icon.body.append(Piece(stem, violet, 6.0))
        for index, angle in enumerate(range(72, -50, -24)):
            root = polar((50, 48), 37, angle)
            for side, long in ((1, 24), (-1, 21)):
                tip = polar(root, long, angle - 90 + side * 42)
                leaf = _leaf(root, tip, 7.5)
                tone = mix(violet, SHINE, 0.06 * index + (0.12 if side > 0 else 0))
                icon.body.append(Piece([_mirror(p, way) for p in leaf], tone))
    icon.marks = [Piece(at("38,84 62,84 62,94 38,94"), BRASS)]
    icon.body.append(Piece(at("38,84 62,84 62,94 38,94"), violet))
    return icon


def _mirror(point: Point, way: int) -> Point:
    return (50 + way * (point[0] - 50), point[1])


def _leaf(a: Point, b: Point, thick: float) -> list[Point]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy)
    nx, ny = -dy / long * thick, dx / long * thick
    out = [
        (a[0] + dx * t + nx * math.sin(math.pi * t), a[1] + dy * t + ny * math.sin(math.pi * t)) for t in _T
    ]
    back = [
        (a[0] + dx * t - nx * math.sin(math.pi * t), a[1] + dy * t - ny * math.sin(math.pi * t)) for t in _T
    ]
    return [*out, *reversed(back[1:-1])]


_T: Final = tuple(i / 6 for i in range(7))


def _round(x: float, y: float, r: float, count: int = 20) -> list[Point]:
    return [polar((x, y), r, 360 * i / count) for i in range(count)]


# --- seals --------------------------------------------------------------------------------------


def wax(resource: str) -> Icon:
    """The seal of a resource: its sign pressed into a drop of wax."""
    colour, good = COLOURS[resource], GOODS[resource]()
    blob = [
        polar(
            (50, 50), 43 + 3.4 * math.sin(math.radians(a * 9)) + 1.6 * math.sin(math.radians(a * 4 + 40)), a
        )
        for a in range(0, 360, 6)
    ]
    icon = Icon([Piece(blob, colour, soft=True)])
    icon.light = [Piece(_round(50, 50, 37, 40), mix(colour, INK, 0.16))]
    icon.light.append(
        Piece([polar((50, 50), 40, a) for a in range(170, 290, 8)], mix(colour, SHINE, 0.6), 3.5)
    )
    for piece in _sign(good, 0.62):
        for pieces, dy, tone in ((icon.light, 2.4, mix(colour, INK, 0.6)),):
            pieces.append(Piece(moved(piece.points, dy * 0.5, dy), tone, piece.width))
    icon.marks = [Piece(p.points, IVORY, p.width) for p in _sign(good, 0.66)]
    icon.marks += [Piece(_scaled(gap, 0.66), colour) for gap in good.gaps]
    icon.light += icon.marks
    icon.gaps = [_scaled(p.points, 0.66) for p in good.body if not p.width]
    return icon


def _sign(good: Icon, k: float) -> list[Piece]:
    return [Piece(_scaled(p.points, k), "", p.width * k) for p in good.body]


def diamond() -> Icon:
    """A seal for books or art."""
    return _choice([at("50,4 96,50 50,96 4,50")], ("books", "art"), ((31, 50), (69, 50)), 0.27)


def square() -> Icon:
    """A seal for topaz, emerald or gold."""
    return _choice(
        [at("9,9 91,9 91,91 9,91")], ("topaz", "emerald", "gold"), ((23, 50), (50, 50), (77, 50)), 0.25
    )


def star() -> Icon:
    """A seal for any of the five."""
    places = [polar((50, 53), 27, 72 * i - 90) for i in range(5)]
    return _choice([_star(5, 50, 23)], RESOURCES, places, 0.19)


def _star(tips: int, outer: float, inner: float, middle: Point = (50, 53)) -> list[Point]:
    step = 180 / tips
    return [polar(middle, outer if i % 2 == 0 else inner, step * i - 90) for i in range(2 * tips)]


def _choice(outlines: list[list[Point]], goods: Sequence[str], places: Sequence[Point], k: float) -> Icon:
    """A seal in the colours of all it can be used for."""
    outline = outlines[0]
    icon = Icon([Piece(outline, COLOURS[goods[0]])])
    icon.marks = [
        Piece(part, COLOURS[good]) for good, part in zip(goods, _parts(outline, len(goods)), strict=True)
    ]
    for good, (x, y) in zip(goods, places, strict=True):
        sign = GOODS[good]()
        for piece in sign.body:
            icon.light.append(Piece(_scaled(piece.points, k, x, y), IVORY, piece.width * k))
        icon.light += [Piece(_scaled(gap, k, x, y), COLOURS[good]) for gap in sign.gaps]
    return icon


def _parts(outline: list[Point], count: int) -> list[list[Point]]:
    """An outline cut into so many pieces: halves or thirds side by side, or the points of a star."""
    if count == 5:
        middle = (50.0, 53.0)
        return [[middle, outline[2 * i - 1], outline[2 * i], outline[2 * i + 1]] for i in range(5)]
    if count == 2:
        top, right, bottom, left = outline
        return [[top, bottom, left], [top, right, bottom]]
    (x0, y0), (x1, _), (_, y1), _ = outline
    cuts = [x0 + (x1 - x0) * i / count for i in range(count + 1)]
    return [[(a, y0), (b, y0), (b, y1), (a, y1)] for a, b in pairwise(cuts)]


# --- signs of the tracks ------------------------------------------------------------------------


def double_arrow() -> Icon:
    """Two steps on another track."""
    head = at("0,0 22,0 50,38 22,76 0,76 26,38")
    icon = Icon([Piece(moved(head, x, 12), BRASS) for x in (6, 46)])
    icon.light = [
        Piece(at(f"{x},12 {x + 22},12 {x + 50},50 {x + 26},50"), mix(BRASS, SHINE, 0.5)) for x in (6, 46)
    ]
    return icon


def contract(resource: str = "") -> Icon:
    """A bold frame with two ribbons; in the colour of a resource."""
    colour = COLOURS[resource] if resource else IVORY
    ribbon = mix(colour, INK, 0.3) if resource else BRASS
    left = at("20,60 46,60 38,96 29,84 13,90")
    frame, inner = at("10,5 90,5 90,68 10,68"), at("25,20 75,20 75,53 25,53")
    icon = Icon([Piece(left, ribbon), Piece([(100 - x, y) for x, y in left], ribbon), Piece(frame, colour)])
    icon.marks = [Piece(inner, INK if not resource else IVORY)]
    line_ink = IVORY if not resource else INK
    icon.light = [
        Piece(at("10,5 90,5 75,20 25,20"), mix(colour, SHINE, 0.5)),
        Piece(at("10,68 90,68 75,53 25,53"), mix(colour, INK, 0.25)),
        Piece(at("33,40 38,30 42,42 48,32 52,42 66,36"), line_ink, 3.4, True),
    ]
    icon.gaps = [inner]
    return icon


def score() -> Icon:
    """A star reached on a seal track: four slender points."""
    points = _star(4, 48, 14, (50, 50))
    icon = Icon([Piece(points, COLOURS["gold"])])
    icon.light = [
        Piece([(50, 50), points[2 * i], points[(2 * i + 1) % 8]], mix(COLOURS["gold"], INK, 0.28))
        for i in range(4)
    ]
    return icon


def banner() -> Icon:
    """What books are worth: a swallow-tailed banner on its pole."""
    violet = COLOURS["prestige"]
    flag = at("22,9 95,9 76,35 95,61 22,61")
    icon = Icon([Piece(flag, violet), Piece(at("18,7 18,94"), BRASS, 9.0)])
    icon.body = [Piece(at("18,7 18,94"), BRASS, 9.0), Piece(flag, violet)]
    icon.light = [
        Piece(at("22,9 40,9 34,35 40,61 22,61"), mix(violet, INK, 0.28)),
        Piece(at("40,9 58,9 52,35 58,61 40,61 34,35"), mix(violet, SHINE, 0.25)),
    ]
    return icon


def splitter() -> Icon:
    """The blade that parts a hand, with arrows to both sides."""
    blade = at("50,4 60,16 60,84 50,97 40,84 40,16")
    left = at("4,50 28,28 28,42 34,42 34,58 28,58 28,72")
    arrows = [Piece(left, IVORY), Piece([(100 - x, y) for x, y in left], IVORY)]
    icon = Icon([*arrows, Piece(blade, BRASS)])
    icon.light = [
        Piece(at("50,4 60,16 60,84 50,97"), mix(BRASS, INK, 0.3)),
        Piece(_round(50, 20, 6), COLOURS["books"]),
    ]
    return icon


def turned(icon: Icon, degrees: float) -> Icon:
    """An icon turned clockwise about its middle."""

    def spin(pieces: Sequence[Piece]) -> list[Piece]:
        return [Piece(spun(p.points, degrees, (50, 50)), p.colour, p.width, p.soft) for p in pieces]

    gaps = [spun(gap, degrees, (50, 50)) for gap in icon.gaps]
    return Icon(spin(icon.body), spin(icon.marks), spin(icon.light), list(gaps), icon.hollow)


def _wax(resource: str) -> Callable[[], Icon]:
    return lambda: wax(resource)


def _contract(resource: str) -> Callable[[], Icon]:
    return lambda: contract(resource)


GOODS: Final[dict[str, Callable[[], Icon]]] = {
    "books": books,
    "art": art,
    "topaz": topaz,
    "emerald": emerald,
    "gold": gold,
}
ICONS: Final[dict[str, Callable[[], Icon]]] = {
    "prestige": prestige,
    **GOODS,
    **{f"{resource}-seal": _wax(resource) for resource in RESOURCES},
    "diamond": diamond,
    "square": square,
    "star": star,
    "double-arrow": double_arrow,
    "contract": contract,
    **{f"contract-{resource}": _contract(resource) for resource in RESOURCES},
    "score": score,
    "banner": banner,
    "splitter": splitter,
}
"""The icons by the names that the game asks for."""
