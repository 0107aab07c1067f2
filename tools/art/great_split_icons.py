"""The Great Split: the icons of its cards and tracks.

Each stands in a square of 100 and is drawn three ways: *fine*, in colours with light on it; *bold*, flat with
a thick outline, for small sizes and for the eyes that want contrast; and as a white silhouette to be tinted.
All have an outline of ink and around it a rim of ivory, so that they can be read on ivory as on velvet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import Final

from tools.art.paper import SHADE, Point, Sheet, at, curve, line, mix, moved, polar, poly

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


def _scaled(points: Sequence[Point], k: float, x: float = 50, y: float = 50) -> list[Point]:
    """Points brought from the middle of the square to (x, y), k times as large."""
    return [(x + (px - 50) * k, y + (py - 50) * k) for px, py in points]


# --- goods --------------------------------------------------------------------------------------


def books() -> Icon:
    """An open book in a crimson binding."""
    red, deep = COLOURS["books"], mix(COLOURS["books"], INK, 0.45)
    binding = at("50,22 34,10 14,12 14,20 4,22 4,85 42,89 50,96")
    left = at("15,13 33,11 46,20 46,78 32,71 15,74")
    right = [(100 - x, y) for x, y in left]
    icon = Icon([Piece([*binding, *((100 - x, y) for x, y in reversed(binding[1:-1]))], red)])
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
    icon, veins = Icon([Piece(at("39,84 61,84 61,93 39,93"), violet)]), []
    for side, long, tone in ((-1, 18, violet), (1, 24, mix(violet, SHINE, 0.3))):
        for way in (1, -1):
            for angle in range(70, -46, -23):
                root = polar((50, 52), 31, angle)
                tip = polar(root, long, angle - 90 + side * 42)
                leaf = [_mirror(p, way) for p in _leaf(root, tip, 6.8)]
                icon.body.append(Piece(leaf, tone))
                veins.append(Piece([*leaf, leaf[0]], mix(violet, INK, 0.6), 1.6))
    icon.marks = [Piece(at("39,84 61,84 61,93 39,93"), BRASS)]
    icon.light = [*veins, *icon.marks]
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
    blob = [polar((50, 50), _drop(a), a) for a in range(0, 360, 10)]
    icon = Icon([Piece(blob, colour, soft=True)])
    ink = mix(colour, INK, 0.75) if resource == "gold" else IVORY
    icon.marks = [Piece(p.points, ink, p.width) for p in _sign(good, _PRESSED)]
    icon.marks += [Piece(_scaled(gap, _PRESSED), colour) for gap in good.gaps]
    deep = mix(colour, INK if ink == IVORY else SHINE, 0.6)
    icon.light = [
        Piece([polar((50, 50), _drop(a) - 4, a) for a in range(0, 110, 8)], INK, 5, True, 0.22),
        Piece([polar((50, 50), _drop(a) - 4, a) for a in range(190, 280, 8)], SHINE, 4, True, 0.6),
        Piece(_round(50, 50, 37, 40), mix(colour, INK, 0.2)),
        Piece(_round(51, 51.2, 36, 40), mix(colour, INK, 0.06)),
        *(Piece(moved(p.points, 1.6, 2.2), deep, p.width) for p in _sign(good, _PRESSED)),
        *icon.marks,
    ]
    icon.gaps = [_scaled(p.points, _PRESSED) for p in good.body if not p.width]
    icon.gaps += [_scaled(gap, _PRESSED) for gap in good.gaps]
    return icon


_PRESSED: Final = 0.66
"""How large the sign on a seal is."""


def _drop(angle: float) -> float:
    """How far a drop of wax has run in a direction."""
    a = math.radians(angle)
    return 44 + 2.2 * math.sin(5 * a + 0.7) + 1.7 * math.sin(8 * a + 2.1) + 0.8 * math.sin(3 * a)


def _sign(good: Icon, k: float) -> list[Piece]:
    return [Piece(_scaled(p.points, k), "", p.width * k) for p in good.body]


def diamond() -> Icon:
    """A seal for books or art."""
    outline = _softened(at("50,1 99,50 50,99 1,50"), 9)
    parts = [_beyond(outline, (50, 50), (-1, 0)), _beyond(outline, (50, 50), (1, 0))]
    return _choice(outline, ("books", "art"), parts, ((32, 50), (68, 50)), 0.3)


def square() -> Icon:
    """A seal for topaz, emerald or gold."""
    outline, cuts = _softened(at("8,8 92,8 92,92 8,92"), 10), (8.0, 36.0, 64.0, 92.0)
    parts = [_beyond(_beyond(outline, (a, 0), (1, 0)), (b, 0), (-1, 0)) for a, b in pairwise(cuts)]
    return _choice(outline, ("topaz", "emerald", "gold"), parts, ((23, 50), (50, 50), (77, 50)), 0.25)


def star() -> Icon:
    """A seal for any of the five."""
    middle = (50.0, 54.0)
    outline = _softened(_star(5, 53, 26, middle), 8)
    parts = []
    for tip in range(5):
        a, b = (math.radians(72 * tip - 90 + turn) for turn in (-36, 36))
        half = _beyond(outline, middle, (-math.sin(a), math.cos(a)))
        parts.append(_beyond(half, middle, (math.sin(b), -math.cos(b))))
    places = [polar(middle, 27, 72 * tip - 90) for tip in range(5)]
    return _choice(outline, RESOURCES, parts, places, 0.21)


def _star(tips: int, outer: float, inner: float, middle: Point) -> list[Point]:
    step = 180 / tips
    return [polar(middle, outer if i % 2 == 0 else inner, step * i - 90) for i in range(2 * tips)]


def _choice(
    outline: list[Point],
    goods: Sequence[str],
    parts: Sequence[list[Point]],
    places: Sequence[Point],
    k: float,
) -> Icon:
    """A seal in the colours of all it can be used for, with their signs."""
    icon = Icon([Piece(outline, COLOURS[goods[0]])])
    icon.marks = [Piece(part, COLOURS[good]) for good, part in zip(goods, parts, strict=True)]
    middle = (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))
    for aside, ink, opacity in ((1.6, SHINE, 0.45), (0.0, INK, 0.5)):
        inner = [(x + (middle[0] - x) * 0.13 + aside, y + (middle[1] - y) * 0.13 + aside) for x, y in outline]
        icon.light.append(Piece([*inner, inner[0]], ink, 2.2, False, opacity))
    icon.light.append(Piece(_beyond(outline, (62, 62), (1, 1)), INK, 0.0, False, 0.14))
    for good, (x, y) in zip(goods, places, strict=True):
        sign = GOODS[good]()
        for tone, by in ((mix(COLOURS[good], INK, 0.55), 1.4), (IVORY, 0.0)):
            icon.light += [
                Piece(_scaled(piece.points, k, x + by, y + by), tone, piece.width * k) for piece in sign.body
            ]
        icon.light += [Piece(_scaled(gap, k, x, y), COLOURS[good]) for gap in sign.gaps]
    return icon


def _softened(points: Sequence[Point], radius: float) -> list[Point]:
    """An outline with its corners rounded."""
    out: list[Point] = []
    for i, (x, y) in enumerate(points):
        ends = []
        for px, py in (points[i - 1], points[(i + 1) % len(points)]):
            share = min(0.5, radius / math.dist((x, y), (px, py)))
            ends.append((x + (px - x) * share, y + (py - y) * share))
        (ax, ay), (bx, by) = ends
        for step in range(7):
            t = step / 6
            u = 1 - t
            out.append((u * u * ax + 2 * u * t * x + t * t * bx, u * u * ay + 2 * u * t * y + t * t * by))
    return out


def _beyond(points: Sequence[Point], foot: Point, way: Point) -> list[Point]:
    """What of an outline lies on that side of a line through `foot` that `way` points to."""

    def height(p: Point) -> float:
        return (p[0] - foot[0]) * way[0] + (p[1] - foot[1]) * way[1]

    out: list[Point] = []
    for i, q in enumerate(points):
        p = points[i - 1]
        a, b = height(p), height(q)
        if a * b < 0:
            t = a / (a - b)
            out.append((p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t))
        if b >= 0:
            out.append(q)
    return out


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
    colour = COLOURS[resource] if resource else INK
    ribbon = mix(colour, INK, 0.3) if resource else COLOURS["books"]
    left = at("20,60 46,60 38,97 29,84 13,91")
    frame, inner = at("9,4 91,4 91,69 9,69"), at("25,20 75,20 75,53 25,53")
    icon = Icon([Piece(left, ribbon), Piece([(100 - x, y) for x, y in left], ribbon), Piece(frame, colour)])
    icon.marks = [Piece(inner, IVORY)]
    icon.light = [
        Piece(at("9,4 91,4 75,20 25,20"), mix(colour, SHINE, 0.5 if resource else 0.25)),
        Piece(at("9,69 91,69 75,53 25,53"), mix(colour, INK, 0.25)),
        Piece(at("33,40 38,30 42,42 48,32 52,42 66,36"), INK, 3.4, True),
    ]
    icon.gaps = [inner]
    return icon


def score() -> Icon:
    """A star reached on a seal track: four slender points."""
    points = _star(4, 50, 15, (50, 50))
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
