"""The program's own icon."""

from __future__ import annotations

from tools.art.paper import CutShape, Sheet, mix, polar, poly, rect, spun


def icon() -> str:
    """The program's icon: a Sturt fork of track on an ochre tile, lit from the upper left, on a dark one."""
    sheet = Sheet(128, 128)
    sheet.fill(rect(2, 2, 124, 124, 26), "#1f2430")
    sheet.fill(
        rect(2, 2, 124, 124, 26), sheet.linear((10, 6), (120, 124), (0, "#3c4356", 1), (1, "#171b25", 1))
    )
    for x, y, angle, tone in ((70, 60, 12, "#1b5c45"), (58, 62, -10, "#a9441f")):
        sheet.cut(_tile(x, y, angle, 40), tone, rim=mix(tone, "#fff1d0", 0.5), lift=3.4, dark=0.3)
    sheet.cut(_tile(63, 66, 0, 42), "#dfa64f", rim="#fbe2ab", lift=4.4, dark=0.34)
    arcs = "M63 24A42 42 0 0 0 105 66M63 108A42 42 0 0 1 105 66"
    sheet.stroke(arcs, "#f8e5b8", 26, 1, "butt")
    ties = []
    for centre, start in (((105, 24), 90), ((105, 108), 180)):
        for i in range(6):
            a = start + 7.5 + 15 * i
            inner, outer = 32.0, 52.0
            ends = ((inner, -2.6), (outer, -1.8), (outer, 1.8), (inner, 2.6))
            ties.append(poly([polar(centre, r, a + d) for r, d in ends]))
    sheet.fill_each(ties, "#1c1613")
    for r in (37.5, 46.5):
        rail = f"M{105 - r} 24A{r} {r} 0 0 0 105 {24 + r}M{105 - r} 108A{r} {r} 0 0 1 105 {108 - r}"
        sheet.stroke(rail, "#f8e5b8", 5, 1, "butt")
        sheet.stroke(rail, "#1c1613", 3.2, 1, "butt")
    return sheet.svg()


def _tile(x: float, y: float, angle: float, half: float) -> CutShape:
    """A square with its corners cut off a little, turned about its middle."""
    short = half - 4
    side = [(-short, -half), (short, -half)]
    corners = [p for quarter in range(4) for p in spun(side, angle + 90 * quarter)]
    return CutShape([(x + px, y + py) for px, py in corners])
