"""The Great Split: all icons of its cards and tracks, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from tools.art.great_split_goods import GOODS, prestige
from tools.art.great_split_icon import (
    BRASS,
    COLOURS,
    INK,
    IVORY,
    RESOURCES,
    SHINE,
    Icon,
    Piece,
    bold,
    disc,
    fine,
    silhouette,
    star_of,
)
from tools.art.great_split_seals import diamond, square, star, wax
from tools.art.paper import at, mix, moved

STYLES: Final = {"icon": fine, "bold": bold, "sign": silhouette}
"""The ways to draw an icon, by how its file is named."""


def drawn(style: str, name: str) -> str:
    """An icon of ICONS in a style of STYLES."""
    return STYLES[style](ICONS[name]())


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
    points = star_of(4, 50, 15, (50, 50))
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
        Piece(disc(50, 20, 6), COLOURS["books"]),
    ]
    return icon


ICONS: Final[dict[str, Callable[[], Icon]]] = {
    "prestige": prestige,
    **GOODS,
    **{f"{resource}-seal": partial(wax, resource) for resource in RESOURCES},
    "diamond": diamond,
    "square": square,
    "star": star,
    "double-arrow": double_arrow,
    "contract": contract,
    **{f"contract-{resource}": partial(contract, resource) for resource in RESOURCES},
    "score": score,
    "banner": banner,
    "splitter": splitter,
}
"""The icons by the names that the game asks for."""
