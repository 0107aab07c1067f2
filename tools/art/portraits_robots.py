"""Portraits of players: four robots, one for each level of an AI."""

from __future__ import annotations

from typing import Final

from tools.art.paper import SHADE, Sheet, at, ellipse, mix, polar, rect
from tools.art.portrait_bust import (
    INK,
    LAMP,
    Eyes,
    Portrait,
    both,
    disc,
    flat,
    flats,
    pair,
    paper,
    shoulders,
    wire,
    wires,
)

BRASS: Final = "#d0a548"


def easy(sheet: Sheet, eyes: Eyes) -> None:
    """A tin toy with a key in its head: it means well."""
    tin, red = "#8fb7b0", "#c9553f"
    wire(sheet, "100,44 100,24", mix(BRASS, SHADE, 0.3), 7)
    for x in (84, 116):
        sheet.stroke(ellipse(x + 1.4, 22.8, 12, 10), SHADE, 6, 0.3)
        sheet.stroke(ellipse(x, 21, 12, 10), BRASS, 6)
    shoulders(sheet, red, 60, 160)
    _rivets(sheet, "70,182 100,178 130,182", "#f0c9a0")
    flat(sheet, both("100,150 118,150 118,168 100,170"), mix(tin, SHADE, 0.4), soft=False)
    for x in (40, 160):
        disc(sheet, x, 104, 13, red, 17, 2.4)
    paper(sheet, both("100,42 134,46 154,72 156,112 146,142 122,156 100,158"), tin, 4)
    flat(
        sheet,
        at("116,44 138,50 154,74 156,112 146,142 122,156 108,158 134,138 142,104 136,68"),
        mix(tin, SHADE, 0.3),
        0.5,
    )
    _sockets(sheet, eyes, mix(tin, SHADE, 0.35), "#f3ead2")
    for x in (64, 136):
        sheet.fill(ellipse(x, 132, 10, 7), red, 0.5)
    flat(sheet, both("100,116 107,128 100,129"), red)
    wire(sheet, "78,136 88,144 100,147 112,144 122,136", mix(tin, INK, 0.75), 4.4)


def normal(sheet: Sheet, eyes: Eyes) -> None:
    """A boxy clerk with an aerial and a grille: it does its duty."""
    steel, blue = "#b8b2a4", "#5f7486"
    wire(sheet, "100,44 100,24", mix(steel, SHADE, 0.4), 5)
    disc(sheet, 100, 20, 9, "#e2954a")
    shoulders(sheet, blue, 66, 162)
    pair(sheet, "101,172 124,164 128,178 104,184", "#c9553f", 2.4, soft=False)
    disc(sheet, 100, 176, 7, mix("#c9553f", SHADE, 0.2))
    flat(sheet, both("100,150 116,150 116,166 100,166"), mix(steel, SHADE, 0.45), soft=False)
    for x in (41, 159):
        paper(sheet, at(f"{x - 9},88 {x + 9},88 {x + 9},124 {x - 9},124"), blue, 2.4, soft=False)
    paper(sheet, both("100,46 146,46 153,53 153,150 146,157 100,157"), steel, 4, soft=False)
    flat(sheet, at("136,47 146,47 153,53 153,150 146,157 136,157"), mix(steel, SHADE, 0.3), 0.5, soft=False)
    paper(sheet, both("100,72 136,72 142,78 142,114 136,120 100,120"), mix(blue, INK, 0.45), 0.1, soft=False)
    _sockets(sheet, eyes, mix(blue, INK, 0.6), "#d8f0e2")
    _rivets(sheet, "56,56 144,56 56,147 144,147", mix(steel, INK, 0.4))
    sheet.fill(rect(74, 130, 52, 16, 6), mix(steel, INK, 0.7))
    for x in range(81, 126, 9):
        sheet.fill(rect(x, 132.5, 4, 11, 1.5), "#f3d08a")


def hard(sheet: Sheet, eyes: Eyes) -> None:
    """A brass thinker with a monocle and open clockwork: it counts ahead."""
    brass, deep = "#c9974a", "#6b4524"
    shoulders(sheet, "#4a4038", 70, 158)
    pair(sheet, "102,160 122,158 134,176 112,196", "#efe3c8", 2.4, soft=False)
    pair(sheet, "100,176 116,168 118,186", "#7a2f3a", 2, soft=False)
    _gear(sheet, 42, 104, 22, mix(brass, deep, 0.45))
    _gear(sheet, 158, 104, 22, mix(brass, deep, 0.45))
    flat(sheet, both("100,146 116,146 118,164 100,166"), mix(brass, deep, 0.8), soft=False)
    paper(sheet, both("100,28 132,34 150,66 150,102 140,136 124,154 100,158"), brass, 4)
    flat(sheet, at("118,31 136,38 150,66 150,102 140,136 124,154 106,158 130,136 138,100 132,62"), deep, 0.3)
    hole = both("100,40 122,44 132,60 122,72 100,74")
    flat(sheet, hole, "#3a2418")
    _gear(sheet, 90, 57, 13, "#e8c46a")
    _gear(sheet, 113, 60, 10, "#b8b2a4")
    _sockets(sheet, eyes, deep, "#fff0c8")
    sheet.stroke(ellipse(100 + eyes.gap, eyes.y, 20), deep, 5.4)
    sheet.stroke(ellipse(100 + eyes.gap - 0.5, eyes.y - 0.8, 20), "#ffe9a8", 2.4)
    wire(sheet, f"{100 + eyes.gap + 14},{eyes.y + 15} 142,146 134,172", "#e8c46a", 2.6)
    wires(sheet, "62,82 74,76 90,82", deep, 5.6)
    pair(sheet, "99,132 114,126 130,134 140,126 134,142 116,144 102,140", mix(deep, INK, 0.35), 2)
    flat(sheet, both("100,112 107,126 100,130"), mix(brass, deep, 0.6))
    wire(sheet, "90,149 100,151 110,149", deep, 3.4)


def expert(sheet: Sheet, eyes: Eyes) -> None:
    """A dark porcelain mask with stars in its head: it has seen the end already."""
    night, shell, light = "#2b2f4a", "#e9e4ea", "#8fd6e6"
    paper(sheet, both("100,14 140,22 168,62 170,112 156,160 150,206 100,206"), night, 4)
    for x, y, r in (
        (60, 44, 2.6),
        (46, 78, 2.0),
        (150, 60, 2.6),
        (139, 36, 2),
        (158, 110, 2.2),
        (40, 118, 2.4),
        (100, 26, 2.8),
    ):
        sheet.fill(ellipse(x, y, r), "#fbe9b0")
    for line in ("60,44 100,26 139,36 150,60 158,110", "60,44 46,78 40,118"):
        wire(sheet, line, "#fbe9b0", 1.2, 0.5)
    shoulders(sheet, mix(night, LAMP, 0.1), 74, 166)
    paper(sheet, both("100,160 112,162 118,176 100,190"), BRASS, 2.4)
    flat(sheet, both("100,140 114,140 116,164 100,168"), mix(night, INK, 0.4), soft=False)
    paper(sheet, both("100,44 126,50 144,76 145,108 134,138 116,156 100,162"), shell, 4)
    flat(sheet, at("100,44 126,50 144,76 145,108 134,138 116,156 100,162"), mix(shell, night, 0.32), 0.6)
    sheet.stroke("M100 46L100 88", mix(shell, night, 0.55), 1.8)
    paper(sheet, at("100,54 106,64 100,74 94,64"), light, 1.2, soft=False)
    flats(sheet, "102,98 114,86 134,86 143,100 132,118 112,116", mix(night, INK, 0.2))
    _sockets(sheet, eyes, night, light)
    wires(sheet, "110,82 124,77 140,84", BRASS, 3.6)
    wires(sheet, "126,120 128,132 122,144", BRASS, 2.2)
    flat(sheet, at("100,100 106,124 100,127"), mix(shell, night, 0.5), 0.8)
    flat(sheet, both("100,139 108,137 114,140 106,146 100,147"), "#a8505e")
    wire(sheet, "84,139 92,141 100,140 108,141 116,137", mix(night, INK, 0.3), 2.6)
    for x in (46, 154):
        disc(sheet, x, 108, 7, BRASS, 14, 2)


def _sockets(sheet: Sheet, eyes: Eyes, rim: str, glow: str) -> None:
    """Round lamps for eyes."""
    for x in (100 - eyes.gap, 100 + eyes.gap):
        sheet.fill(ellipse(x, eyes.y, eyes.white + 4.5), mix(rim, INK, 0.25))
        sheet.fill(ellipse(x - 0.6, eyes.y - 0.8, eyes.white + 3.6), rim)
        sheet.fill(ellipse(x, eyes.y, eyes.white), glow)


def _rivets(sheet: Sheet, places: str, colour: str) -> None:
    for x, y in at(places):
        sheet.fill(ellipse(x + 0.8, y + 1, 3.4), SHADE, 0.35)
        sheet.fill(ellipse(x, y, 3.2), colour)


def _gear(sheet: Sheet, x: float, y: float, r: float, colour: str) -> None:
    """A cogwheel with a hub."""
    teeth = 10
    outline = [
        polar((x, y), r * (1.0 if step % 4 in (1, 2) else 0.78), 360 * step / (4 * teeth))
        for step in range(4 * teeth)
    ]
    paper(sheet, outline, colour, 2, soft=False)
    sheet.fill(ellipse(x, y, r * 0.4), mix(colour, INK, 0.4))


ROBOTS: Final = {
    "bot-easy": Portrait("#b98a5a", "#f3dcae", Eyes(100, 27, 15.5, 9, "#3f5f5a", "#fff6dc"), easy),
    "bot-normal": Portrait("#8a8f6a", "#e2e2b8", Eyes(96, 23, 14, 8, "#2f4452"), normal),
    "bot-hard": Portrait("#6a5a6e", "#cdb9c2", Eyes(104, 23, 13, 8, "#5a3216"), hard),
    "bot-expert": Portrait("#7a5f8a", "#cdb6d6", Eyes(101, 23, 11.5, 6.6, "#1c2038"), expert),
}
