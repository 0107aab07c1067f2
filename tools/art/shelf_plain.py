"""The shelf: a box of plain paper, and hills of it, for a game that has no pictures of its own yet."""

from __future__ import annotations

from random import Random

from tools.art.land import BOX, OPEN, WINDOW, BoxColours, box_frame, land, soft
from tools.art.paper import Sheet, at, rect

SKY = ("#efe0bd", "#c9ab7c", "#8a6c4a")


def wide() -> str:
    """The land unfolded."""
    sheet, rng = Sheet(*OPEN), Random(1846)
    sheet.fill(rect(0, 0, *OPEN), sheet.linear((0, 0), (0, 700), (0, SKY[0], 1), (1, SKY[2], 1)))
    land(
        sheet, soft(at("0,420 300,360 640,430 980,350 1300,420 1600,370")), 560, "#b08a5c", "#96724a", lift=7
    )
    land(
        sheet, soft(at("0,520 260,470 620,540 1000,470 1320,540 1600,490")), 702, "#8d6a45", "#765637", lift=8
    )
    land(sheet, soft(at("0,630 320,580 700,640 1080,590 1600,630")), 702, "#644a30", "#4c3824", lift=8)
    sheet.specks(rng, 120, "#33241a", 0.22, 2.2)
    return sheet.svg()


def box() -> str:
    """The box on the shelf."""
    sheet, rng = Sheet(*BOX), Random(1847)
    x0, y0, x1, y1 = WINDOW
    sky = sheet.linear((0, y0), (0, y1), (0, SKY[0], 1), (0.6, SKY[1], 1), (1, SKY[2], 1))
    sheet.fill(rect(x0 - 5, y0 - 5, x1 - x0 + 10, y1 - y0 + 10), sky)
    land(sheet, soft(at("19,214 90,182 160,220 230,176 281,204")), 290, "#b08a5c", "#96724a", lift=3)
    land(sheet, soft(at("19,280 80,252 160,290 240,250 281,276")), 350, "#8d6a45", "#765637", lift=4)
    land(sheet, soft(at("19,344 110,314 190,348 281,322")), 378, "#644a30", "#4c3824", lift=4)
    box_frame(sheet, BoxColours("#a9875c", "#d0b184", "#6b5236"))
    sheet.specks(rng, 50, "#33241a", 0.2, 1.6)
    return sheet.svg()
