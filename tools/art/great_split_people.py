"""The Great Split: portraits of its seven characters, busts of cut paper in brass frames."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from tools.art.great_split_bust import (
    BRASS,
    BRASS_DEEP,
    BRASS_LIGHT,
    INK,
    LAMP,
    Skin,
    both,
    brows,
    coin,
    eyes,
    face,
    flat,
    frame,
    gem,
    ground,
    hand,
    mirrored,
    neck,
    nose,
    paper,
    smile,
    thread,
    wire,
)
from tools.art.paper import Sheet, at, ellipse, mix, polar, poly, rect

AMBER, GREEN, RED, BLUE = "#f08a1c", "#1fa866", "#b8323f", "#3f7fbf"


def ottilie() -> str:
    """Sister Ottilie keeps the forbidden shelves: spectacles, a veil, and a book on a chain."""
    sheet, skin = Sheet(240, 300), Skin("#f0cba6", "#d7a47e", "#e07a6a", "#b3564e")
    ground(sheet, "#2c1d26", "#6b4148")
    _shelves(sheet)
    paper(sheet, both("120,34 158,42 186,84 194,150 204,214 214,304 120,304"), "#352f47", 6)
    flat(sheet, both("120,60 152,66 172,98 176,150 180,214 190,304 120,304"), "#26213a")
    paper(sheet, both("120,56 150,62 170,92 173,140 168,186 160,228 120,250"), "#f6f0e2", 4)
    face(sheet, skin, "120,86 144,90 156,112 157,140 148,170 134,188 120,193", ears=False)
    flat(sheet, both("120,82 146,86 160,110 158,116 142,97 120,93"), "#d8ccb4")
    nose(sheet, skin, -2)
    eyes(sheet, 132, 22, 0.92, "#4a6a4a")
    brows(sheet, "86,113 98,107 110,112", "#8a7a70", 4)
    for x in (97, 143):
        sheet.fill(ellipse(x, 133, 19), "#ffffff", 0.16)
        sheet.stroke(ellipse(x, 133, 19), BRASS_DEEP, 5)
        sheet.stroke(ellipse(x, 132.4, 19), BRASS, 3)
        wire(sheet, [(x - 12, 127), (x - 6, 120)], "#ffffff", 2.4, 0.8)
    wire(sheet, at("115,131 120,128 125,131"), BRASS_DEEP, 4)
    smile(sheet, skin, 176, 11, 3, 3)
    paper(sheet, both("120,204 150,198 172,214 186,250 190,304 120,304"), "#f6f0e2", 4)
    flat(sheet, both("120,222 140,216 160,232 176,268 180,304 120,304"), "#352f47")
    book = at("66,226 168,218 174,300 70,304")
    paper(sheet, book, RED, 6, soft=False)
    flat(sheet, at("66,226 78,225 82,304 70,304"), mix(RED, INK, 0.45), soft=False)
    flat(sheet, at("90,236 160,230 165,290 94,296"), mix(RED, INK, 0.18), soft=False)
    for link in range(9):
        along, down = 60 + link * 14.5, 262 - 2.2 * link + 3 * math.sin(link)
        sheet.stroke(ellipse(along, down, 8, 5), BRASS_DEEP, 5)
        sheet.stroke(ellipse(along, down - 0.6, 8, 5), BRASS, 3)
    paper(sheet, at("110,246 140,243 143,274 113,277"), BRASS, 3, soft=False)
    sheet.fill(ellipse(126, 257, 5), INK)
    flat(sheet, at("124,258 128,258 131,270 122,271"), INK, soft=False)
    hand(sheet, skin, 64, 246, sleeve="#352f47")
    frame(sheet)
    return sheet.svg()


def _shelves(sheet: Sheet) -> None:
    """Books behind her, of which one is missing."""
    tones = ("#7d2f36", "#3a5a4a", "#8a6a3a", "#4a3a5e", "#6e4a2a")
    x, index = 12.0, 0
    for top, base in ((26, 104), (118, 198)):
        x = 12.0
        while x < 228:
            wide, down = 11 + (index * 7) % 9, (index * 13) % 22
            if index != 9:
                sheet.fill(
                    rect(x, top + down, wide - 1.5, base - top - down), mix(tones[index % 5], INK, 0.35)
                )
                sheet.fill(rect(x + 2, top + down + 8, wide - 5.5, 4), BRASS_DEEP)
            x, index = x + wide, index + 1
        sheet.fill(rect(6, base, 228, 9), "#4a2e20")
        sheet.fill(rect(6, base, 228, 2), "#8a5a3a")


def vesper() -> str:
    """Baron Vesper, patron of unfinished paintings: one hangs behind him, half of it a sketch."""
    sheet, skin = Sheet(240, 300), Skin("#e9bd94", "#c98f66", "#d9735c", "#a8524a")
    ground(sheet, "#1d2a40", "#4a6486")
    _unfinished(sheet)
    coat = "#27507f"
    paper(sheet, both("120,196 150,206 190,224 216,252 228,304 120,304"), coat, 6)
    neck(sheet, skin)
    hair = "#3b2a24"
    paper(sheet, both("120,44 158,50 180,84 182,136 176,190 150,206 120,200"), hair, 5)
    face(sheet, skin)
    paper(
        sheet,
        at("64,118 66,74 92,46 130,38 166,52 178,92 176,122 164,104 150,80 122,84 96,78 78,94"),
        hair,
        4,
    )
    for k in (0, 10, 20):
        wire(
            sheet,
            [(72 + k, 92 - k), (96 + k, 62 - k * 0.5), (138 + k, 52 - k * 0.1)],
            mix(hair, LAMP, 0.25),
            2,
        )
    nose(sheet, skin, 2, 1)
    eyes(sheet, 126, 24, 0.95, "#2f5d8a", skin.shade)
    brows(sheet, "82,108 94,100 110,106", hair, 5, "130,102 146,94 160,103")
    sheet.fill(ellipse(145, 127, 18), "#ffffff", 0.2)
    sheet.stroke(ellipse(145, 127, 18), BRASS_DEEP, 5)
    sheet.stroke(ellipse(145, 126.4, 18), BRASS, 3)
    wire(sheet, at("162,134 172,160 170,200 178,226"), BRASS, 2.4)
    smile(sheet, skin, 181, 9, 1, 3)
    for way in (list, mirrored):
        paper(sheet, way(at("120,166 132,163 146,168 160,156 166,158 156,172 138,176 120,171")), hair, 1.6)
    paper(sheet, both("120,187 126,189 124,202 120,211"), hair, 1.6)
    for way in (list, mirrored):
        paper(sheet, way(at("120,214 150,196 166,206 172,244 146,250")), "#f7efdb", 4, soft=False)
    _jabot(sheet)
    gem(sheet, 120, 216, 10, BLUE)
    for way in (list, mirrored):
        paper(sheet, way(at("146,250 172,212 200,232 190,304 150,304")), mix(coat, LAMP, 0.14), 4, soft=False)
    thread(sheet, at("34,304 62,204"), "#b98a4a", 7)
    paper(sheet, at("56,210 62,180 68,168 72,184 70,213"), "#f2cb3a", 2)
    flat(sheet, at("55,206 71,210 70,218 54,214"), "#c8ccd2", soft=False)
    hand(sheet, skin, 52, 240, scale=0.95, sleeve=mix(coat, INK, 0.2))
    frame(sheet)
    return sheet.svg()


def _jabot(sheet: Sheet) -> None:
    """Frills at the throat, the lowest behind."""
    for y, half, tone in ((246, 22, "#e6dcc4"), (230, 19, "#f3ead6"), (214, 15, "#fffaf0")):
        hem = [(120 + half * k / 3, y + 22 - 5 * (k % 2) - abs(k) * 2) for k in range(3, -4, -1)]
        paper(sheet, [(113, y - 10), (127, y - 10), *hem], tone, 2.4)
        for k in (-1, 0, 1):
            wire(sheet, [(120 + k * 3, y), (120 + k * half * 0.5, y + 15)], "#bfb294", 1.6)


def _unfinished(sheet: Sheet) -> None:
    """A painting whose right half is bare canvas with a few lines."""
    sheet.fill(rect(30, 24, 184, 170), BRASS_DEEP)
    sheet.fill(rect(33, 27, 178, 164), BRASS)
    sheet.fill(rect(44, 38, 156, 142), "#efe4c8")
    edge = "112,38 120,60 108,84 118,112 106,140 114,180"
    sheet.fill(poly([*at("44,38"), *at(edge), *at("44,180")]), "#7fb0cf")
    sheet.fill(poly(at("44,180 44,120 66,92 84,118 100,104 112,122 106,140 114,180")), "#37603f")
    sheet.fill(ellipse(76, 66, 13), "#f6d98a")
    for points in (
        "112,112 132,92 152,118 176,84 200,116",
        "120,150 150,138 200,150",
        "176,84 176,70 190,62",
    ):
        wire(sheet, at(points), "#8a7a60", 2)


def calloway() -> str:
    """Amber Calloway, who never sold a stone: she wears them all and holds the largest."""
    sheet, skin = Sheet(240, 300), Skin("#f4c9a2", "#dd9f78", "#e8755a", "#bf4a3e")
    ground(sheet, "#3a1d12", "#8a4a22")
    for index in range(26):
        spot = (18 + (index * 67) % 206, 20 + (index * 41) % 150)
        flat(
            sheet,
            [(spot[0], spot[1] - 5), (spot[0] + 4, spot[1]), (spot[0], spot[1] + 5), (spot[0] - 4, spot[1])],
            "#d98a3a",
            0.35,
            soft=False,
        )
    hair = "#a8421c"
    paper(sheet, both("120,62 160,66 186,100 190,150 182,196 160,214 120,206"), mix(hair, INK, 0.25), 5)
    dress = "#7a2f1c"
    paper(sheet, both("120,214 152,210 196,228 220,256 230,304 120,304"), dress, 6)
    flat(sheet, both("120,176 142,178 144,206 176,222 168,240 120,266"), skin.shade)
    flat(sheet, both("120,196 138,200 142,210 170,224 160,238 120,258"), skin.base)
    face(sheet, skin)
    paper(sheet, at("70,124 66,92 84,62 120,54 158,64 174,94 170,124 156,98 132,84 110,98 86,104"), hair, 4)
    for x, y, r in ((120, 40, 25), (93, 52, 21), (147, 52, 21), (76, 76, 17), (165, 77, 17)):
        paper(sheet, [polar((x, y), r, a) for a in range(0, 360, 30)], hair, 3)
        wire(sheet, [polar((x, y), r * 0.56, a) for a in range(150, 400, 25)], mix(hair, LAMP, 0.38), 3)
    nose(sheet, skin, -3)
    eyes(sheet, 127, 24, 1.05, "#8a5a1c")
    for side in (-1, 1):
        wire(sheet, [(120 + side * 36, 125), (120 + side * 42, 119)], INK, 2.6)
    brows(sheet, "82,110 94,102 109,107", mix(hair, INK, 0.35), 4.5)
    for x, y in ((98, 146), (106, 150), (90, 151), (134, 148), (142, 151), (128, 152), (150, 146)):
        sheet.fill(ellipse(x, y, 1.7), "#b5643c", 0.8)
    smile(sheet, skin, 175, 17, 6)
    for x in (67, 173):
        wire(sheet, [(x, 146), (x, 156)], BRASS, 3)
        gem(sheet, x, 168, 12, AMBER, 6)
    for index in range(9):
        middle = polar((120, 194), 52, 20 + 140 * index / 8)
        gem(sheet, *middle, 9 if index != 4 else 13, AMBER, 6)
    paper(sheet, at("10,304 14,254 46,226 74,226 60,262 66,304"), "#d9772a", 5)
    paper(sheet, at("230,304 226,254 194,226 166,226 180,262 174,304"), "#c2641f", 5)
    gem(sheet, 120, 276, 30, AMBER, 6)
    hand(sheet, skin, 90, 282, scale=1.0)
    hand(sheet, skin, 150, 282, mirror=True, scale=1.0)
    frame(sheet)
    return sheet.svg()


def verdigris() -> str:
    """The Widow Verdigris: black lace, a veil over her eyes, and emeralds at ears and throat."""
    sheet, skin = Sheet(240, 300), Skin("#efd9c4", "#cdb09a", "#c98a86", "#8e2f3c")
    ground(sheet, "#0d2a24", "#2f7a66")
    black = "#171a20"
    paper(sheet, both("120,206 146,210 184,228 212,262 222,304 120,304"), black, 6)
    silver = "#b9b6b4"
    paper(sheet, both("120,70 158,76 180,112 178,164 158,190 120,196"), mix(silver, INK, 0.3), 4)
    flat(sheet, both("120,160 140,162 141,214 150,232 120,240"), skin.shade)
    face(sheet, skin, "120,74 146,80 160,106 158,140 145,172 131,190 120,195")
    for way in (list, mirrored):
        paper(sheet, way(at("120,76 150,82 170,108 172,150 164,166 162,126 148,100 122,90")), silver, 3)
    nose(sheet, skin, 0)
    eyes(sheet, 130, 23, 0.95, "#1f8a5e", mix(skin.shade, "#5a3a5e", 0.25))
    brows(sheet, "84,112 96,105 110,112", "#7d7a78", 4)
    smile(sheet, skin, 176, 12, 0, 0)
    sheet.fill(ellipse(141, 168, 2.4), INK)
    _veil(sheet)
    paper(sheet, at("22,100 60,74 120,64 180,74 218,100 176,96 120,88 64,96"), black, 5)
    paper(sheet, both("120,22 152,26 168,46 172,76 120,84"), black, 4)
    flat(sheet, both("120,62 170,66 172,77 120,84"), "#1f6b50")
    feathers = (
        ("158,74 176,44 204,26 190,54 172,78", "#2f9a72"),
        ("161,74 184,50 209,42 196,65 172,78", "#1f6b50"),
        ("164,74 191,56 213,56 202,75 172,78", "#184f3e"),
    )
    for outline, tone in feathers:
        paper(sheet, at(outline), tone, 2)
    gem(sheet, 162, 74, 10, GREEN)
    for x in (68, 172):
        wire(sheet, [(x, 152), (x, 164)], BRASS, 3)
        gem(sheet, x, 174, 9, GREEN)
        gem(sheet, x, 194, 12, GREEN)
    paper(sheet, both("120,200 142,204 145,222 120,230"), black, 2)
    gem(sheet, 120, 220, 15, GREEN)
    for way in (list, mirrored):
        collar = at("122,244 148,226 166,196 178,214 190,214 190,228 204,232 200,246 212,254 186,262 150,266")
        paper(sheet, way(collar), "#1d3a36", 4, soft=False)
        inner = at("134,246 152,234 166,210 174,222 182,224 182,236 192,242 166,254 148,258")
        flat(sheet, way(inner), "#2c5a50", soft=False)
        for x, y in ((166, 226), (176, 234), (158, 238), (168, 244), (148, 248)):
            sheet.fill(ellipse(x if way is list else 240 - x, y, 2.6), "#0d2a24")
    for index in range(2):
        gem(sheet, 120, 256 + index * 23, 8, GREEN)
    frame(sheet)
    return sheet.svg()


def _veil(sheet: Sheet) -> None:
    """A net over the upper half of her face."""
    net = both("120,84 164,90 176,120 168,146 120,153")
    flat(sheet, net, "#0d1412", 0.22)
    for step in range(-6, 12):
        a, b = (60 + step * 13, 88), (60 + step * 13 + 62, 150)
        for points in ([a, b], [(240 - a[0], a[1]), (240 - b[0], b[1])]):
            clipped = [(x, y) for x, y in _along(*points) if abs(x - 120) < 52 - max(0, y - 130) * 0.45]
            if len(clipped) > 1:
                sheet.stroke(
                    f"M{clipped[0][0]:.1f} {clipped[0][1]:.1f}L{clipped[-1][0]:.1f} {clipped[-1][1]:.1f}",
                    "#0d1412",
                    1.3,
                    0.55,
                )
    wire(sheet, at("66,140 92,150 120,153 148,150 174,140"), "#0d1412", 2.4, 0.9)


def _along(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    return [(a[0] + (b[0] - a[0]) * i / 12, a[1] + (b[1] - a[1]) * i / 12) for i in range(13)]


def pell() -> str:
    """Midas Pell, banker to both sides: half his coat is for one of them, half for the other."""
    sheet, skin = Sheet(240, 300), Skin("#8e5a38", "#6e4026", "#a85a3a", "#6a2f26")
    ground(sheet, "#3a2e12", "#8a7430")
    for index in range(5):
        wire(sheet, [(14, 40 + index * 34), (226, 40 + index * 34)], "#5e4c1e", 2, 0.7)
        for x in range(30 + (index % 2) * 34, 226, 68):
            wire(sheet, [(x, 40 + index * 34), (x, 74 + index * 34)], "#5e4c1e", 2, 0.7)
    outline = both("120,204 154,208 198,226 222,256 230,304 120,304")
    paper(sheet, outline, "#7d2f36", 6)
    flat(sheet, [p for p in outline if p[0] >= 119.9], "#2a4a6e", soft=False)
    paper(sheet, both("120,206 142,200 150,244 120,292"), "#f7efdb", 3, soft=False)
    for way, tone in ((mirrored, "#963c44"), (list, "#365c86")):
        paper(sheet, way(at("142,202 160,206 186,240 150,296 132,304 152,246")), tone, 4, soft=False)
    neck_top = both("120,176 144,180 147,206 120,222")
    flat(sheet, neck_top, skin.shade)
    face(sheet, skin, "120,70 150,78 168,108 168,146 156,180 138,200 120,205")
    nose(sheet, skin, 3, 4)
    eyes(sheet, 128, 25, 0.95, "#2a1a10")
    white = "#e9e4da"
    brows(sheet, "80,110 94,101 111,109", white, 7, "129,106 146,98 160,106")
    for way in (list, mirrored):
        paper(sheet, way(at("166,116 176,128 180,160 168,190 150,196 154,172 162,150")), white, 3)
    smile(sheet, skin, 183, 20, 7)
    flat(sheet, at("104,178 136,178 132,186 108,186"), "#fffaf0", soft=False)
    sheet.fill(rect(127, 178, 6, 8), "#f2cb3a")
    paper(sheet, both("120,163 132,161 152,168 162,162 156,175 136,176 120,170"), white, 2)
    hat = "#22201f"
    paper(sheet, both("120,12 160,14 164,40 158,86 120,92"), hat, 5, soft=False)
    flat(sheet, at("80,66 160,66 159,84 81,84"), "#f2cb3a", soft=False)
    flat(sheet, at("120,66 160,66 159,84 120,84"), "#c79a22", soft=False)
    paper(sheet, at("58,90 70,80 120,84 170,80 182,90 160,97 120,99 80,97"), hat, 4)
    for way in (list, mirrored):
        paper(sheet, way(at("120,214 140,204 146,222 138,230")), "#d0a548", 2, soft=False)
    sheet.fill(ellipse(120, 216, 6), BRASS_DEEP)
    for index in range(5):
        y = 290 - index * 8
        sheet.fill(ellipse(58, y, 26, 9), "#8a641a")
        sheet.fill(ellipse(58, y - 3, 26, 9), "#f2cb3a")
        sheet.stroke(ellipse(58, y - 3, 26, 9), "#b98a24", 1.4)
    hand(sheet, Skin("#e8bd3a", "#b88a22", "", ""), 182, 250, mirror=True, scale=1.05, sleeve="#1f3a5a")
    paper(sheet, at("166,246 170,238 184,232 190,238 182,248"), "#f2cb3a", 2)
    coin(sheet, 188, 206, 19)
    for k in (27, 34):
        wire(sheet, [polar((188, 210), k, a) for a in (150, 170, 190, 210)], LAMP, 2.2, 0.75)
        wire(sheet, [polar((188, 210), k, a) for a in (-30, -10, 10, 30)], LAMP, 2.2, 0.75)
    frame(sheet)
    return sheet.svg()


def quillfeather() -> str:
    """Notary Quillfeather seals impossible deals: wig, a quill behind his ear, a deed with its seal."""
    sheet, skin = Sheet(240, 300), Skin("#f2d2b6", "#d8a786", "#e08a78", "#b0605a")
    ground(sheet, "#3a1620", "#7d3440")
    for y in range(30, 190, 13):
        wire(sheet, [(20, y), (60, y - 3), (100, y + 1)], "#a85a62", 1.6, 0.4)
        wire(sheet, [(150, y), (190, y + 2), (224, y - 2)], "#a85a62", 1.6, 0.4)
    coat = "#4a1a28"
    paper(sheet, both("120,206 150,210 188,228 212,258 222,304 120,304"), coat, 6)
    wig, shade = "#eeeae2", "#c9c2b6"
    _quill(sheet)
    paper(sheet, both("120,40 160,46 186,80 190,130 186,190 120,200"), wig, 5)
    neck(sheet, skin)
    face(sheet, skin, "120,72 142,78 155,106 152,142 141,176 130,196 120,202")
    for way in (list, mirrored):
        for x, y, r in ((172, 118, 19), (178, 150, 18), (174, 182, 17)):
            middle = way([(x, y)])[0]
            paper(sheet, [polar(middle, r, a) for a in range(0, 360, 30)], wig, 3)
            wire(sheet, [polar(middle, r * 0.6 * (1 - t / 14), 200 + t * 38) for t in range(12)], shade, 3)
    paper(
        sheet, at("66,106 70,72 94,48 120,44 146,48 170,72 174,106 158,90 140,92 120,76 100,92 82,90"), wig, 4
    )
    for k in (-34, -17, 0, 17, 34):
        wire(
            sheet,
            [(120 + k, 78 - abs(k) * 0.1), (120 + k * 1.2, 64), (120 + k * 1.1, 52 + abs(k) * 0.15)],
            shade,
            2.4,
        )
    nose(sheet, skin, 12, 5)
    eyes(sheet, 126, 21, 0.85, "#5a4a6a", skin.shade)
    brows(sheet, "86,110 98,108 109,114", "#a89a90", 5)
    smile(sheet, skin, 184, 10, 2, 2)
    _jabot(sheet)
    deed = at("124,222 214,208 226,296 138,308")
    paper(sheet, deed, "#f7e9c4", 6, soft=False)
    for index in range(4):
        wire(
            sheet,
            [(138 + index * 2, 236 + index * 13), (172, 229 + index * 13), (206, 226 + index * 13)],
            "#7a6a4a",
            2.4,
        )
    blob = [polar((192, 276), 19 + 2.4 * math.sin(math.radians(a * 7)), a) for a in range(0, 360, 10)]
    for points in ("182,290 178,304 190,300 196,304 196,290", "194,290 200,304 208,296 214,300 206,286"):
        flat(sheet, at(points), mix(RED, INK, 0.25), soft=False)
    paper(sheet, blob, RED, 3)
    sheet.stroke(ellipse(192, 276, 12), mix(RED, INK, 0.4), 2.4)
    flat(sheet, at("192,266 200,276 192,286 184,276"), mix(RED, LAMP, 0.45), soft=False)
    hand(sheet, skin, 128, 262)
    frame(sheet)
    return sheet.svg()


def _quill(sheet: Sheet) -> None:
    """The feather behind his ear; the wig hides where it is held."""
    vane = at("172,112 176,80 190,48 208,22 222,16 226,44 216,78 200,104 184,122")
    paper(sheet, vane, "#d9e6ea", 4)
    flat(sheet, at("174,114 194,66 222,16 226,44 216,78 200,104 184,122"), "#a8c2cc")
    wire(sheet, at("160,140 178,106 196,66 221,20"), "#fffaf0", 2.6)
    for t in (0.2, 0.4, 0.6, 0.75):
        x, y = 178 + 42 * t, 104 - 82 * t
        wire(sheet, [(x, y), (x + 13, y + 2)], "#7d98a4", 1.8)
        wire(sheet, [(x, y), (x - 7, y - 10)], "#9fb8c2", 1.8)


def halfmoon() -> str:
    """Countess Halfmoon, duellist and auctioneer: a mask of half a moon, a rapier, a hammer."""
    sheet, skin = Sheet(240, 300), Skin("#b57a4e", "#8e5634", "#c9644a", "#8e2f3a")
    ground(sheet, "#141838", "#3a4a8e")
    half = [polar((120, 142), 101, a) for a in range(-90, 91, 10)]
    sheet.fill(ellipse(120, 142, 101), "#4a5a9e")
    sheet.fill(poly(half), "#f3ead3")
    for x, y, r in ((196.0, 108.0, 9.0), (206, 150, 12), (182, 190, 7), (204, 190, 5)):
        sheet.fill(ellipse(x, y, r), "#d8cdb2")
    for x, y, r in (
        (34, 40, 2.4),
        (58, 84, 1.8),
        (26, 130, 2.2),
        (222, 262, 2),
        (216, 30, 2.2),
        (84, 26, 1.6),
        (26, 214, 2),
        (22, 76, 1.5),
    ):
        sheet.fill(ellipse(x, y, r), "#fff3cf", 0.9)
    coat, silver = "#232a5c", "#d8dbe6"
    paper(sheet, both("120,70 164,74 190,118 196,176 184,232 120,240"), "#6e7286", 5)
    paper(sheet, both("120,206 150,210 190,228 214,258 224,304 120,304"), coat, 6)
    neck(sheet, skin)
    face(sheet, skin)
    for way in (list, mirrored):
        paper(
            sheet,
            way(at("120,72 156,76 182,108 186,160 194,206 178,234 166,206 170,160 164,120 146,96")),
            silver,
            4,
        )
        wire(sheet, way(at("150,88 170,116 176,160 180,206")), "#9a9eb2", 2.4)
    nose(sheet, skin, -2)
    eyes(sheet, 128, 24, 1.0, "#3a2a1e")
    brows(sheet, "82,110 95,102 110,107", "#8a8ea2", 4.5)
    mask = at("118,88 146,92 160,116 158,146 142,150 130,146 124,150 118,136")
    paper(sheet, mask, "#f3ead3", 3)
    flat(sheet, at("131,128 144,121 156,128 144,136"), INK)
    sheet.fill(ellipse(145, 128, 5.4), "#8a5a3a")
    sheet.fill(ellipse(143.4, 126, 1.8), "#ffffff")
    moon = [polar((136, 107), 8, a) for a in range(60, 301, 20)]
    moon += [polar((140, 107), 6, a) for a in range(290, 69, -20)]
    flat(sheet, moon, BRASS, soft=False)
    smile(sheet, skin, 176, 14, 3, 5)
    paper(sheet, at("36,96 58,66 92,52 122,44 156,50 186,66 206,98 164,84 120,78 78,84"), coat, 5)
    wire(sheet, at("40,94 78,82 120,76 164,82 202,95"), BRASS, 4)
    paper(sheet, at("80,58 56,34 24,32 14,54 36,50 62,66"), "#f3ead3", 3)
    paper(sheet, at("80,64 56,42 24,44 14,64 36,59 62,71"), "#d8cdb2", 3)
    sheet.fill(ellipse(82, 64, 8), BRASS_DEEP)
    sheet.fill(ellipse(81.4, 63, 7), BRASS)
    for way in (list, mirrored):
        paper(sheet, way(at("126,216 148,204 166,216 156,256 134,262")), mix(coat, LAMP, 0.12), 4, soft=False)
        paper(sheet, way(at("176,224 206,224 224,246 212,256 180,242")), BRASS, 3)
        for step in range(5):
            wire(
                sheet,
                way([(182 + step * 8, 244 + step * 2.4), (183 + step * 8, 258 + step * 2)]),
                BRASS_LIGHT,
                3.4,
            )
    paper(sheet, both("120,214 130,222 126,252 120,262"), "#fffaf0", 2)
    thread(sheet, at("20,176 126,300"), "#e4e8f0", 5)
    thread(sheet, at("20,176 126,300"), "#ffffff", 1.6)
    paper(sheet, [polar((92, 262), 26, a) for a in range(150, 331, 20)], BRASS, 3)
    thread(sheet, at("70,272 112,246"), BRASS_LIGHT, 6)
    hand(sheet, Skin("#f3ead3", "#cfc3a6", "", ""), 116, 272)
    frame(sheet)
    return sheet.svg()


PEOPLE: Final[dict[str, Callable[[], str]]] = {
    "ottilie": ottilie,
    "vesper": vesper,
    "calloway": calloway,
    "verdigris": verdigris,
    "pell": pell,
    "quillfeather": quillfeather,
    "halfmoon": halfmoon,
}
