"""Portraits of players: eight animals of the games' lands."""

from __future__ import annotations

from typing import Final

from tools.art.paper import SHADE, Sheet, at, ellipse, mix
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
    whites,
    wire,
    wires,
)


def kangaroo(sheet: Sheet, eyes: Eyes) -> None:
    """Tall ears and a long muzzle."""
    fur, pale = "#b9794a", "#ecd2ac"
    pair(sheet, "118,70 124,32 140,10 154,16 156,42 144,74 130,84", fur, 4)
    flats(sheet, "128,68 132,38 142,22 149,28 148,46 138,70", "#e0a488")
    shoulders(sheet, fur, 60, 158)
    flat(sheet, both("100,162 122,166 134,206 100,206"), pale)
    paper(sheet, both("100,56 128,62 144,86 144,112 130,136 126,164 114,178 100,181"), fur, 4)
    flat(sheet, both("100,126 118,132 122,160 112,174 100,177"), pale)
    flats(sheet, "104,110 120,118 134,130 128,140 112,132", mix(fur, pale, 0.45))
    whites(sheet, eyes, mix(fur, SHADE, 0.4), 4)
    wires(sheet, "137,86 143,81", INK, 2.6)
    paper(sheet, both("100,136 113,138 117,147 109,156 100,158"), "#33241f", 2)
    sheet.fill(ellipse(95, 143, 5, 2.4), "#ffffff", 0.5)
    wire(sheet, "100,158 100,165", INK, 2.8)
    wire(sheet, "86,165 93,169 100,166 107,169 114,165", INK, 2.8)
    flat(sheet, both("100,62 108,66 106,92 100,102"), mix(fur, SHADE, 0.16))


def bison(sheet: Sheet, eyes: Eyes) -> None:
    """Horns, a woollen crown and a beard."""
    wool, dark, horn = "#6b4028", "#432619", "#ead9b4"
    pair(sheet, "136,76 156,74 168,62 170,42 178,52 181,72 170,92 144,98", horn, 3)
    flats(sheet, "170,42 178,52 180,62 172,60", "#4a3a30")
    shoulders(sheet, dark, 90, 120)
    pair(sheet, "140,92 164,96 172,108 160,118 142,114", mix(wool, dark, 0.4), 2.4)
    paper(sheet, both("100,44 136,54 148,84 144,120 134,156 116,182 100,188"), wool, 4)
    tuft = (
        "52,76 46,58 58,44 62,30 78,30 86,18 100,24 114,18 122,30 138,30 142,44 154,58 "
        "148,76 138,70 132,82 120,74 112,86 100,78 88,86 80,74 68,82 62,70"
    )
    paper(sheet, at(tuft), dark, 4)
    for line in ("72,58 76,44 86,36", "98,62 100,46 104,36", "126,58 122,46 116,36"):
        wire(sheet, line, mix(dark, LAMP, 0.24), 2.6, 0.8)
    whites(sheet, eyes, dark, 4)
    beard = (
        "62,140 60,158 72,164 74,178 86,178 92,192 100,186 108,192 114,178 126,178 128,164 140,158 138,140"
    )
    paper(sheet, at(beard), dark, 3)
    paper(sheet, both("100,120 122,122 134,138 128,158 112,166 100,167"), mix(wool, LAMP, 0.22), 3)
    flats(sheet, "110,134 120,132 124,140 116,146", "#2a1a14")
    wire(sheet, "80,154 92,158 100,156 108,158 120,154", "#2a1a14", 3)


def fox(sheet: Sheet, eyes: Eyes) -> None:
    """A pointed face with white cheeks."""
    fur, pale = "#d9722e", "#fbeeda"
    pair(sheet, "112,62 132,14 140,12 158,48 158,92 132,84", fur, 4)
    flats(sheet, "128,60 138,28 150,54 148,80", "#3a2620", soft=False)
    shoulders(sheet, fur, 58, 154)
    paper(
        sheet,
        at("100,150 124,152 138,164 118,172 122,186 106,184 100,200 94,184 78,186 82,172 62,164 76,152"),
        pale,
        2.4,
    )
    paper(sheet, both("100,48 128,54 150,80 156,104 174,128 148,136 140,150 118,150 100,172"), fur, 4)
    flat(sheet, both("100,140 110,118 126,116 148,116 172,128 148,136 140,150 118,150 100,172"), pale)
    flat(sheet, both("100,52 106,58 110,90 106,118 100,140"), mix(fur, LAMP, 0.24))
    whites(sheet, eyes, mix(fur, SHADE, 0.5), 4.4)
    wires(sheet, "135,90 142,84", INK, 2.8)
    paper(sheet, both("100,150 110,151 113,158 106,166 100,169"), INK, 2)
    sheet.fill(ellipse(96, 155, 4, 2), "#ffffff", 0.6)
    wires(sheet, "101,172 108,176 118,170", mix(fur, INK, 0.6), 2.8)


def owl(sheet: Sheet, eyes: Eyes) -> None:
    """Amber eyes in two discs of feathers."""
    brown, pale, deep = "#8a6444", "#ecd9b2", "#5d4029"
    pair(sheet, "116,62 138,36 160,18 158,52 150,82", deep, 3.4)
    shoulders(sheet, brown, 72, 128)
    flat(sheet, both("100,150 130,154 140,206 100,206"), pale)
    for y, count in ((162, 3), (175, 4)):
        for i in range(count):
            x = 100 + (i - (count - 1) / 2) * 20
            wire(sheet, f"{x - 6},{y} {x},{y + 6} {x + 6},{y}", deep, 3)
    paper(sheet, both("100,44 134,46 158,74 160,112 144,142 118,156 100,158"), brown, 4)
    for x in (72, 128):
        disc(sheet, x, 104, 33, pale, 36, 2)
        for r in (27.0, 31.0):
            sheet.stroke(ellipse(x, 104, r, r + 3), mix(pale, deep, 0.28), 1.6, 0.8)
    whites(sheet, eyes, deep, 5)
    paper(sheet, both("100,40 118,56 142,60 158,64 140,76 116,82 100,104"), deep, 3)
    flat(sheet, both("100,50 108,64 104,84 100,94"), mix(deep, pale, 0.35))
    for x in (84, 116):
        wire(sheet, f"{x - 5},62 {x},67 {x + 5},62", mix(deep, pale, 0.4), 2.4)
    paper(sheet, both("100,110 109,116 107,132 100,144"), "#d99a34", 2.4)
    flat(sheet, at("100,110 109,116 107,132 100,144"), "#a86c20", 0.6)


def camel(sheet: Sheet, eyes: Eyes) -> None:
    """A shaggy crown, long lashes, a necklace of beads."""
    fur, pale, deep = "#d3a261", "#efd4a2", "#8a5c34"
    flat(sheet, at("20,206 30,150 52,120 76,128 88,206"), mix(fur, deep, 0.35))
    pair(sheet, "128,66 148,48 160,52 158,70 140,84", fur, 3)
    flats(sheet, "138,68 150,56 154,62 144,76", "#a8684a")
    paper(sheet, both("100,130 128,138 132,206 100,206"), mix(fur, deep, 0.2), 4)
    flat(sheet, at("70,182 84,176 100,184 116,176 130,182 131,206 69,206"), deep)
    paper(sheet, both("100,42 126,48 142,72 142,100 128,120 136,148 126,170 100,176"), fur, 4)
    tuft = (
        "66,58 64,40 76,36 80,22 94,28 104,16 112,28 126,24 128,38 138,44 134,58 120,54 "
        "112,64 100,56 88,64 80,54"
    )
    paper(sheet, at(tuft), deep, 3)
    wire(sheet, "88,50 92,38 100,32", mix(deep, LAMP, 0.3), 2.4, 0.8)
    whites(sheet, eyes, deep, 4.4)
    wires(sheet, "138,80 146,77", INK, 2.8)
    wires(sheet, "135,75 142,70", INK, 2.6)
    paper(sheet, both("100,122 120,124 137,142 134,160 116,168 100,164"), pale, 3)
    wires(sheet, "108,134 116,130 122,136", deep, 4)
    wire(sheet, "100,140 100,152", deep, 3)
    wire(sheet, "72,158 84,160 100,152 116,160 128,158", deep, 3.2)
    for x, colour in ((52, "#a63f3a"), (100, "#e2b44c"), (148, "#a63f3a")):
        disc(sheet, x * 0.34 + 66, 182 + (6 if x == 100 else 0), 5.4, colour, 0, 1.2)


def gull(sheet: Sheet, eyes: Eyes) -> None:
    """A white head with the red spot on its beak."""
    white, grey = "#f8f4ea", "#a9b6bd"
    shoulders(sheet, white, 78, 138)
    pair(sheet, "126,150 158,150 190,190 150,206 134,190", grey, 3)
    paper(sheet, both("100,24 130,30 152,58 156,96 144,132 124,152 100,156"), white, 4)
    flat(
        sheet, at("112,27 136,38 152,60 156,96 144,132 124,152 104,156 128,134 140,98 136,62"), "#d9d8d2", 0.8
    )
    whites(sheet, eyes, "#c9903a", 3.4)
    for x in (100 - eyes.gap, 100 + eyes.gap):
        sheet.stroke(ellipse(x, eyes.y, eyes.white + 1.4), "#d9772e", 2.4)
    wires(sheet, "114,68 128,62 144,70", "#c2bdb0", 4)
    paper(sheet, both("100,102 114,106 122,122 118,142 108,160 100,164"), "#f0b63a", 4)
    flat(sheet, at("100,102 114,106 122,122 118,142 108,160 100,164 106,140 106,118"), "#d08f24", 0.75)
    sheet.fill(ellipse(100, 152, 7, 6), "#c9402c")
    wires(sheet, "105,116 110,118 112,122", "#6e4413", 2.6)
    wires(sheet, "101,143 112,142 120,134", "#8e5a18", 2.8)


def puffin(sheet: Sheet, eyes: Eyes) -> None:
    """A black cap over a striped beak."""
    black, white = "#2b2c33", "#f8f2e6"
    shoulders(sheet, black, 74, 136)
    flat(sheet, both("100,156 126,160 138,206 100,206"), white)
    paper(sheet, both("100,26 134,32 158,64 160,104 144,138 120,154 100,156"), black, 4)
    pair(sheet, "104,96 108,72 128,62 150,78 154,106 142,132 120,142 106,128", white, 2)
    whites(sheet, eyes, "#6b6a6c", 3)
    for x in (100 - eyes.gap, 100 + eyes.gap):
        sheet.stroke(ellipse(x, eyes.y, eyes.white + 1.6), "#d9532e", 3)
    wires(sheet, "136,112 146,122 148,134", "#8a8c94", 3)
    paper(sheet, both("100,90 112,96 124,116 122,134 110,154 100,164"), "#e2602e", 4)
    paper(sheet, both("100,88 110,94 118,108 100,114"), "#4a5a74", 1)
    flat(sheet, both("100,112 120,107 123,114 100,120"), "#f6d37a")
    wires(sheet, "101,134 112,133 122,124", "#9c3a1c", 2.8)
    wires(sheet, "102,148 108,146 113,142", "#f6c06a", 2.6)


def koala(sheet: Sheet, eyes: Eyes) -> None:
    """Round ears, and a leaf between meals."""
    fur, pale = "#9a989c", "#e6e0d8"
    for x in (42, 158):
        disc(sheet, x, 70, 34, fur, 32, 4)
        disc(sheet, x + (4 if x < 100 else -4), 74, 20, "#e3b7ae", 19, 0)
    for x, y in ((26, 92), (38, 98), (50, 100)):
        for fx in (x, 200 - x):
            disc(sheet, fx, y, 9, pale, 0, 1.2)
    shoulders(sheet, fur, 62, 152)
    flat(sheet, both("100,158 120,162 128,206 100,206"), pale)
    paper(sheet, both("100,46 134,52 156,84 156,118 140,146 118,162 100,164"), fur, 4)
    flat(
        sheet,
        at("120,50 144,64 156,90 156,118 140,146 118,162 108,164 132,140 142,106 138,76"),
        mix(fur, SHADE, 0.3),
        0.5,
    )
    flat(sheet, both("100,140 118,142 126,152 114,161 100,163"), pale)
    whites(sheet, eyes, "#5a565a", 3.6)
    wires(sheet, "118,78 130,76 140,82", "#6f6b6e", 4)
    paper(sheet, both("100,90 111,94 117,114 116,136 108,146 100,147"), "#37312f", 3.4)
    sheet.fill(ellipse(95, 103, 4, 8), "#ffffff", 0.28)
    wire(sheet, "86,150 93,155 100,152 107,155 114,150", INK, 2.8)
    leaf = "116,160 138,146 160,148 172,158 150,166 130,166"
    paper(sheet, at(leaf), "#7f9f5a", 2.4)
    wire(sheet, "120,160 146,156 166,157", "#4f6b3a", 2.2)


AMBER: Final = "#f6cf6a"
ANIMALS: Final = {
    "kangaroo": Portrait("#a8503a", "#efb184", Eyes(98, 27, 12.5, 9, "#3a2416"), kangaroo),
    "bison": Portrait("#8f8a5a", "#e8dfa8", Eyes(104, 28, 11.5, 8, "#2a1a12"), bison),
    "fox": Portrait("#5f7f74", "#c6d9c4", Eyes(102, 26, 12.5, 8.2, "#4a3416"), fox),
    "owl": Portrait("#4f5f84", "#b4c2d8", Eyes(104, 28, 18, 10.5, "#3a2a1a", AMBER), owl),
    "camel": Portrait("#c08a58", "#f6e0b4", Eyes(90, 27, 12, 8.4, "#3a2416"), camel),
    "gull": Portrait("#5f8ea2", "#bfe0e2", Eyes(88, 28, 13, 7.6, "#4a3a1e", "#fdf3c4"), gull),
    "puffin": Portrait("#6f9a94", "#d0e6d6", Eyes(96, 28, 11.5, 7.8, "#2a2622"), puffin),
    "koala": Portrait("#8a9a5e", "#dfe6b0", Eyes(102, 29, 11.5, 8.6, "#33241c"), koala),
}
