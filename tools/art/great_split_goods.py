"""The Great Split: the icons of what one gathers – five goods and prestige."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from tools.art.great_split_icon import BRASS, COLOURS, INK, IVORY, SHINE, Icon, Piece, disc
from tools.art.paper import Point, at, mix, moved, polar


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
        Piece(disc(67, 55, 5.5), COLOURS["gold"]),
        Piece(disc(50, 9, 5), BRASS),
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


GOODS: Final[dict[str, Callable[[], Icon]]] = {
    "books": books,
    "art": art,
    "topaz": topaz,
    "emerald": emerald,
    "gold": gold,
}
