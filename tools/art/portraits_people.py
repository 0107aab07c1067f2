"""Portraits of players: eight people, young and old, from near and far."""

from __future__ import annotations

from typing import Final

from tools.art.great_split_bust import Skin
from tools.art.paper import SHADE, Point, Sheet, at, curve, ellipse, mix, moved
from tools.art.portrait_bust import (
    INK,
    LAMP,
    WHITE,
    Eyes,
    Portrait,
    both,
    brows,
    cheeks,
    disc,
    flat,
    head,
    nose,
    pair,
    paper,
    shoulders,
    smile,
    whites,
    wire,
    wires,
)

FAIR: Final = Skin("#f3cfae", "#dcab86", "#e87f66", "#b9564c")
ROSE: Final = Skin("#f6d5ba", "#e3b394", "#ee7f6c", "#c45f58")
OLIVE: Final = Skin("#e3b184", "#c48b5f", "#d9694f", "#a34a40")
GOLD: Final = Skin("#efc795", "#d2a06c", "#e07a5c", "#b0534a")
BROWN: Final = Skin("#a86a42", "#844d2e", "#c4573f", "#7c2f2a")
DARK: Final = Skin("#7a4a30", "#5b3422", "#a8462f", "#5e2320")
ROUND: Final = "100,50 126,55 146,78 149,108 140,138 120,157 100,162"
LONG: Final = "100,48 126,53 144,76 146,110 138,142 118,163 100,168"


def surveyor(sheet: Sheet, eyes: Eyes) -> None:
    """A woman with a broad hat and a braid, who measures deserts."""
    hair, felt = "#3a241a", "#c9974a"
    pair(sheet, "132,70 152,92 156,130 148,150 134,150", hair)
    shoulders(sheet, "#7b8f5a")
    pair(sheet, "104,166 128,158 142,172 122,192 106,186", "#f1e2bd", 2.6, soft=False)
    head(sheet, BROWN, ROUND, 110)
    flat(sheet, both("100,62 128,66 150,98 146,78 128,56 100,50"), hair)
    cheeks(sheet, BROWN.cheek)
    nose(sheet, BROWN)
    whites(sheet, eyes, BROWN.shade, 3.4)
    brows(sheet, "66,88 76,82 88,86", hair)
    smile(sheet, BROWN, teeth=True)
    for step in range(5):
        disc(
            sheet,
            150 + step * 1.5,
            136 + step * 12,
            9.5 - step * 0.8,
            mix(hair, LAMP, 0.06 * (step % 2)),
            8,
            1.6,
        )
    disc(sheet, 157, 190, 5, "#b8452e")
    paper(sheet, both("100,14 122,16 136,30 142,62 100,62"), felt, 3)
    flat(sheet, both("100,50 140,48 143,64 100,66"), "#7c2f22")
    paper(sheet, both("100,58 146,56 184,44 176,66 148,76 100,78"), mix(felt, SHADE, 0.06), 5)
    wires(sheet, "104,70 146,68 172,58", mix(felt, SHADE, 0.3), 2, 0.6)


def sailor(sheet: Sheet, eyes: Eyes) -> None:
    """An old man with a knitted cap and a full grey beard."""
    beard, wool = "#d8d3c8", "#2f4a66"
    shoulders(sheet, "#33475c", 70)
    head(sheet, FAIR, ROUND, 106)
    pair(sheet, "136,96 150,92 152,120 142,128", beard, 2)
    paper(sheet, both("100,132 122,122 146,112 152,134 144,162 124,182 100,190"), beard, 4)
    for line in ("84,150 88,166 96,178", "72,136 76,152 82,164", "100,156 101,170 104,182"):
        wire(sheet, line, mix(beard, SHADE, 0.35), 2.4, 0.7)
    wires(sheet, "128,134 124,152 118,166", mix(beard, SHADE, 0.35), 2.4, 0.7)
    cheeks(sheet, FAIR.cheek, 30, 122, 10)
    whites(sheet, eyes, FAIR.shade)
    disc(sheet, 100, 124, 11, mix(FAIR.base, FAIR.cheek, 0.45), 10, 2)
    flat(sheet, both("100,146 114,143 120,149 110,156 100,157"), "#8e4038")
    pair(sheet, "99,137 116,131 134,139 140,150 122,148 104,146", mix(beard, LAMP, 0.35), 2.2)
    paper(sheet, both("100,14 128,19 146,42 150,68 100,70"), wool, 4)
    for x in (64, 82, 100, 118, 136):
        wire(sheet, f"{100 + (x - 100) * 0.7},22 {x},66", mix(wool, LAMP, 0.2), 2, 0.6)
    paper(sheet, both("100,56 150,58 156,66 153,82 100,80"), mix(wool, LAMP, 0.16), 3)
    for x in range(56, 150, 11):
        wire(sheet, f"{x},62 {x},78", mix(wool, SHADE, 0.3), 2.2, 0.6)
    pair(sheet, "109,90 116,83 128,83 138,92 124,89", "#f6f2ea", 1.6)


def gardener(sheet: Sheet, eyes: Eyes) -> None:
    """A grandmother with a white bun, round spectacles and a flower."""
    hair = "#efe9df"
    disc(sheet, 100, 30, 25, hair, 21, 4)
    wire(sheet, "84,34 98,22 114,34", mix(hair, SHADE, 0.25), 2.4)
    paper(sheet, both("100,34 136,42 156,76 156,112 144,128 100,120"), hair, 4)
    shoulders(sheet, "#8d5a86")
    pair(sheet, "101,170 120,160 132,168 118,188", "#f4e6d2", 2.4)
    head(sheet, ROSE, ROUND)
    paper(
        sheet,
        at("50,104 50,78 66,52 100,42 134,52 150,78 150,104 140,84 122,70 104,62 84,70 60,84"),
        hair,
        2.4,
    )
    wires(sheet, "106,52 128,62 142,82", mix(hair, SHADE, 0.22), 2)
    cheeks(sheet, ROSE.cheek, 32, 130, 11)
    nose(sheet, ROSE)
    whites(sheet, eyes, ROSE.shade)
    for x in (100 - eyes.gap, 100 + eyes.gap):
        sheet.stroke(ellipse(x + 0.8, eyes.y + 1.2, 19.5), SHADE, 4.4, 0.25)
        sheet.stroke(ellipse(x, eyes.y, 19.5), "#a8762c", 4.2)
        sheet.stroke(ellipse(x - 0.4, eyes.y - 0.6, 19.5), "#e8c46a", 1.6)
    wire(sheet, "95,104 100,101 105,104", "#a8762c", 4)
    brows(sheet, "64,80 76,75 88,80", "#c9bfb2", 4.4)
    smile(sheet, ROSE, 145, 14, 6)
    for x, y in ((146, 44), (156, 54), (150, 66), (137, 65), (134, 52)):
        disc(sheet, x, y, 8, "#d8533a", 0, 1.4)
    disc(sheet, 145, 56, 6, "#f3c64a", 0, 1)


def scholar(sheet: Sheet, eyes: Eyes) -> None:
    """A woman with a headscarf, who has read it all."""
    cloth = "#2f7d78"
    paper(sheet, both("100,20 138,28 164,66 166,116 172,150 180,200 100,204"), mix(cloth, SHADE, 0.22), 5)
    head(sheet, OLIVE, "100,52 124,56 140,78 142,108 134,138 116,154 100,158")
    cheeks(sheet, OLIVE.cheek, 28, 128, 10)
    nose(sheet, OLIVE, 126)
    whites(sheet, eyes, OLIVE.shade, 4.2)
    wires(sheet, "136,99 141,95", INK, 2.6)
    brows(sheet, "68,84 78,79 90,84", "#2c1d18", 5)
    smile(sheet, OLIVE, 140, 13, 5)
    rim = at("100,20 140,28 162,62 164,112 154,150 120,176 100,180 80,176 46,150 36,112 38,62 60,28")
    hole = at("100,54 80,58 62,80 59,108 67,138 85,156 100,160 115,156 133,138 141,108 138,80 120,58")
    _hood(sheet, rim, hole, cloth)
    flat(sheet, both("100,50 122,53 142,76 136,70 118,60 100,58"), mix(cloth, SHADE, 0.35))
    wires(sheet, "112,26 142,44 154,80", mix(cloth, LAMP, 0.3), 2.4, 0.8)
    paper(sheet, at("64,154 100,172 146,150 166,176 128,200 76,200 40,180"), mix(cloth, LAMP, 0.08), 4)
    wire(sheet, "66,168 102,184 150,166", mix(cloth, SHADE, 0.35), 2.4, 0.7)
    disc(sheet, 138, 166, 6.5, "#e2b44c", 0, 1.6)


def _hood(sheet: Sheet, outer: list[Point], inner: list[Point], colour: str) -> None:
    """Paper around a face: a ring whose inner edge throws its shadow on what lies in it."""

    def ring(dx: float, dy: float) -> str:
        return curve(moved(outer, dx, dy), closed=True) + curve(moved(inner, dx, dy), closed=True)

    sheet.fill(curve(outer, closed=True) + curve(moved(inner, 3, 3.6), closed=True), SHADE, 0.22, hole=True)
    sheet.fill(ring(-0.9, -1.1), mix(colour, LAMP, 0.3), hole=True)
    sheet.fill(ring(0, 0), colour, hole=True)


def musician(sheet: Sheet, eyes: Eyes) -> None:
    """A woman with a cloud of hair, a headband and big earrings."""
    hair, band = "#2b1c18", "#d8842e"
    puffs = (
        (44, 66, 30),
        (156, 66, 30),
        (64, 38, 30),
        (136, 38, 30),
        (100, 30, 32),
        (38, 98, 24),
        (162, 98, 24),
    )
    for x, y, r in puffs:
        disc(sheet, x, y, r, hair, 0, 3)
    for x, y in ((50, 56), (74, 30), (104, 20), (134, 34), (156, 60), (40, 90), (162, 92)):
        wire(sheet, f"{x - 7},{y + 4} {x},{y - 4} {x + 7},{y + 3}", mix(hair, LAMP, 0.22), 2.4, 0.8)
    shoulders(sheet, "#a63f52")
    head(sheet, DARK, ROUND, 110)
    flat(sheet, both("100,48 128,53 149,78 149,98 136,78 118,70 100,68"), hair)
    paper(sheet, both("100,54 130,60 150,84 148,98 128,76 100,70"), band, 2.4)
    for x in (66, 84, 100, 116, 134):
        sheet.fill(ellipse(x, 64 + (x - 100) ** 2 / 95, 3.6), "#fbe3a4")
    cheeks(sheet, DARK.cheek)
    nose(sheet, DARK, 128, 9)
    whites(sheet, eyes, DARK.shade, 4)
    wires(sheet, "136,99 142,95", INK, 2.6)
    brows(sheet, "66,89 77,84 89,88", "#1c1210", 4.6)
    smile(sheet, Skin(DARK.base, DARK.shade, DARK.cheek, "#9c2f3a"), 142, 17, 6, teeth=True)
    for x in (46, 154):
        sheet.stroke(ellipse(x + 1.2, 135.4, 10), SHADE, 4.6, 0.3)
        sheet.stroke(ellipse(x, 134, 10), "#e2b44c", 4.4)
    pair(sheet, "102,174 120,164 134,172 120,190 104,196", mix("#a63f52", LAMP, 0.25), 2.2)


def engineer(sheet: Sheet, eyes: Eyes) -> None:
    """A man in a helmet with a lamp, who drills and builds."""
    hair, helmet = "#221b1c", "#e6b53a"
    shoulders(sheet, "#c2673a", 70)
    pair(sheet, "122,164 138,162 148,200 130,200", "#f0d48a", 1.6, soft=False)
    head(sheet, GOLD, LONG, 110)
    pair(sheet, "140,72 151,84 150,110 142,104", hair, 1.6)
    cheeks(sheet, GOLD.cheek, 31, 130, 9)
    nose(sheet, GOLD, 130)
    whites(sheet, eyes, GOLD.shade, 4)
    brows(sheet, "64,88 76,84 90,88", hair, 6)
    smile(sheet, GOLD, 148, 14, 5)
    paper(sheet, both("100,16 130,22 148,46 152,72 100,72"), helmet, 4)
    paper(sheet, both("100,12 110,14 112,62 100,62"), mix(helmet, LAMP, 0.25), 2)
    paper(sheet, both("100,62 152,64 160,74 152,82 126,76 100,75"), mix(helmet, SHADE, 0.1), 4)
    disc(sheet, 100, 48, 14, "#5a4a3c", 0, 2.6)
    disc(sheet, 100, 48, 9.5, "#fff0b8", 0, 0.8)


def scout(sheet: Sheet, eyes: Eyes) -> None:
    """A child with red hair, freckles and a gap between the teeth."""
    hair, scarf = "#c9562a", "#3f7f5a"
    shoulders(sheet, "#e3d3a8", 58, 164)
    head(sheet, ROSE, "100,52 128,57 150,80 153,110 142,138 120,156 100,160", 112)
    pair(sheet, "101,168 116,160 142,166 136,180 112,182", scarf, 3)
    disc(sheet, 100, 174, 7.5, mix(scarf, SHADE, 0.2))
    locks = (
        "48,104 44,76 58,46 84,30 100,22 112,32 128,28 132,40 150,48 148,60 158,76 "
        "152,104 144,84 132,72 122,78 112,64 98,76 86,64 72,80 60,84"
    )
    paper(sheet, at(locks), hair, 3.4)
    for line in ("64,66 74,48 90,38", "88,58 94,44 106,36", "118,60 124,50 134,46"):
        wire(sheet, line, mix(hair, LAMP, 0.35), 2.4, 0.8)
    cheeks(sheet, ROSE.cheek, 34, 130, 11)
    for x, y in ((62, 124), (70, 130), (64, 136), (76, 124)):
        for fx in (x, 200 - x):
            sheet.fill(ellipse(fx, y, 1.9), "#b5653c", 0.85)
    nose(sheet, ROSE, 127, 6)
    whites(sheet, eyes, ROSE.shade)
    brows(sheet, "64,90 75,85 87,89", mix(hair, SHADE, 0.2), 4.6)
    smile(sheet, ROSE, 141, 17, 6, teeth=True)
    flat(sheet, at("98.4,141 101.6,141 101.4,145 98.6,145"), mix(ROSE.lips, INK, 0.55), soft=False)


def trader(sheet: Sheet, eyes: Eyes) -> None:
    """A man with a turban and a trimmed beard."""
    beard, cloth = "#2a201d", "#b9503a"
    shoulders(sheet, "#d9c79a", 68)
    head(sheet, BROWN, LONG, 112)
    paper(
        sheet,
        at(
            "54,112 60,128 76,134 88,130 100,132 112,130 124,134 140,128 146,112 146,142 "
            "130,172 100,182 70,172 54,142"
        ),
        beard,
        3,
    )
    cheeks(sheet, BROWN.cheek, 29, 124, 8)
    nose(sheet, BROWN, 128, 9)
    whites(sheet, eyes, BROWN.shade, 3.6)
    brows(sheet, "64,88 76,82 90,88", beard, 6.4)
    flat(sheet, both("100,143 112,141 117,146 108,153 100,154"), "#b0564a")
    pair(sheet, "100,135 114,132 130,140 136,138 124,148 108,144", mix(beard, LAMP, 0.1), 1.4)
    paper(sheet, both("100,10 132,16 156,40 158,66 146,84 124,70 100,66"), cloth, 5)
    for line in ("56,78 88,56 132,20", "46,62 78,42 118,14", "96,66 126,48 154,38"):
        wire(sheet, line, mix(cloth, SHADE, 0.35), 2.8, 0.7)
    wire(sheet, "70,66 104,44 146,26", mix(cloth, LAMP, 0.35), 2.4, 0.8)
    paper(sheet, at("100,36 110,50 100,66 90,50"), "#e2b44c", 2)
    sheet.fill(ellipse(100, 51, 4.6), "#3f8f84")
    sheet.fill(ellipse(98.6, 49.4, 1.6), WHITE, 0.9)


PEOPLE: Final = {
    "surveyor": Portrait("#8a6a4c", "#e9cfa0", Eyes(106, 23, iris="#4a2c1a"), surveyor),
    "sailor": Portrait("#6c8a90", "#cfe0da", Eyes(104, 22, 12.5, 8.2, "#2f5d80"), sailor),
    "gardener": Portrait("#7f8f68", "#dbe0b8", Eyes(106, 24, 12.5, 8.2, "#4f7257"), gardener),
    "scholar": Portrait("#a5785c", "#f0d3ae", Eyes(106, 21, 13, 8.6, "#4a3420"), scholar),
    "musician": Portrait("#a08a6a", "#f3e2b4", Eyes(108, 23, iris="#3a2416"), musician),
    "engineer": Portrait("#6a7f86", "#cbd9d4", Eyes(108, 22, 12.5, 8.4, "#2c2018"), engineer),
    "scout": Portrait("#86977a", "#dfe6c6", Eyes(108, 24, 14.5, 9.4, "#4a7a54"), scout),
    "trader": Portrait("#7a7290", "#d9d2de", Eyes(106, 22, 12.5, 8.4, "#3a2416"), trader),
}
