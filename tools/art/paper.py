"""Cut paper: points, outlines and a sheet that collects shapes and writes them as an SVG.

Only what SDL_image's nanosvg draws is used: paths, gradients, opacity, strokes; no filters, masks or text.
Coordinates are viewBox units, y grows downwards. The light comes from the upper left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random

Point = tuple[float, float]
Stop = tuple[float, str, float]

INK = "#1c1613"
SHADE = "#1a0f0a"


def at(text: str) -> list[Point]:
    """Points written as "x,y x,y …"."""
    pairs = (word.split(",") for word in text.split())
    return [(float(x), float(y)) for x, y in pairs]


def num(value: float) -> str:
    """A coordinate with one decimal at most."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def line(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of straight pieces."""
    return "M" + "L".join(pair(p) for p in points) + ("Z" if closed else "")


def poly(points: Sequence[Point]) -> str:
    return line(points, closed=True)


def curve(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of a soft curve through all points (Catmull-Rom)."""
    n = len(points)

    def at(i: int) -> Point:
        return points[i % n] if closed else points[min(max(i, 0), n - 1)]

    parts = ["M" + pair(points[0])]
    for i in range(n if closed else n - 1):
        a, b, c, d = at(i - 1), at(i), at(i + 1), at(i + 2)
        one = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        two = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        parts.append(f"C{pair(one)} {pair(two)} {pair(c)}")
    return "".join(parts) + ("Z" if closed else "")


def rect(x: float, y: float, w: float, h: float, r: float = 0) -> str:
    """Path data of a rectangle with round corners."""
    if not r:
        return poly([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    k = r * 0.448
    return (
        f"M{pair((x + r, y))}H{num(x + w - r)}"
        f"C{pair((x + w - k, y))} {pair((x + w, y + k))} {pair((x + w, y + r))}V{num(y + h - r)}"
        f"C{pair((x + w, y + h - k))} {pair((x + w - k, y + h))} {pair((x + w - r, y + h))}H{num(x + r)}"
        f"C{pair((x + k, y + h))} {pair((x, y + h - k))} {pair((x, y + h - r))}V{num(y + r)}"
        f"C{pair((x, y + k))} {pair((x + k, y))} {pair((x + r, y))}Z"
    )


def ellipse(x: float, y: float, rx: float, ry: float | None = None) -> str:
    ry = rx if ry is None else ry
    half = f"a{num(rx)} {num(ry)} 0 1 1 "
    return f"M{pair((x - rx, y))}{half}{num(2 * rx)} 0{half}{num(-2 * rx)} 0Z"


def polar(centre: Point, radius: float, degrees: float) -> Point:
    """The point at an angle measured clockwise on the screen from east."""
    a = math.radians(degrees)
    return centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)


def moved(points: Iterable[Point], dx: float, dy: float) -> list[Point]:
    return [(x + dx, y + dy) for x, y in points]


def spun(points: Iterable[Point], degrees: float, centre: Point = (0, 0)) -> list[Point]:
    """Points turned clockwise on the screen about a centre."""
    a = math.radians(degrees)
    c, s = math.cos(a), math.sin(a)
    return [
        (
            centre[0] + (x - centre[0]) * c - (y - centre[1]) * s,
            centre[1] + (x - centre[0]) * s + (y - centre[1]) * c,
        )
        for x, y in points
    ]


def blob(
    rng: Random,
    centre: Point,
    rx: float,
    ry: float,
    count: int = 9,
    rough: float = 0.18,
) -> list[Point]:
    """An irregular closed outline, such as a stone or a crown of leaves."""
    turn = rng.uniform(0, 360)
    out = []
    for i in range(count):
        a = math.radians(turn + 360 * i / count)
        r = 1 + rng.uniform(-rough, rough)
        out.append((centre[0] + rx * r * math.cos(a), centre[1] + ry * r * math.sin(a)))
    return out


def lens(a: Point, b: Point, bend: float, thick: float) -> str:
    """A woodcut stroke: pointed at both ends, bent sideways, thickest in the middle."""
    mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy) or 1
    nx, ny = -dy / long, dx / long
    one = (mx + nx * (bend - thick), my + ny * (bend - thick))
    two = (mx + nx * (bend + thick), my + ny * (bend + thick))
    return f"M{pair(a)}Q{pair(one)} {pair(b)}Q{pair(two)} {pair(a)}Z"


def mix(a: str, b: str, share: float) -> str:
    """The colour `share` of the way from a to b, both `#rrggbb`."""
    one = [int(a[i : i + 2], 16) for i in (1, 3, 5)]
    two = [int(b[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(one, two, strict=True))


class Sheet:
    """A picture under construction: shapes in the order in which the paper is laid."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._defs: list[str] = []
        self._body: list[str] = []

    def fill(self, d: str, colour: str, opacity: float = 1.0, hole: bool = False) -> None:
        """A filled outline; with `hole` the even-odd rule makes inner outlines holes."""
        extra = f' fill-opacity="{opacity:.2f}"' if opacity < 1 else ""
        extra += ' fill-rule="evenodd"' if hole else ""
        self._body.append(f'<path d="{d}" fill="{colour}"{extra}/>')

    def fill_each(self, shapes: Iterable[str], colour: str, opacity: float = 1.0) -> None:
        """Many small shapes of one colour, in one path for each part of the sheet.

        nanosvg walks all rows of the picture for every path, and in a row everything between its first and
        its last shape: neither one path for each shape nor one for all of them is fast.
        """
        parts: dict[tuple[int, int], list[str]] = {}
        for d in shapes:
            x, y = (float(v) for v in d[1:].replace("C", "L").replace("Q", "L").split("L", 1)[0].split())
            parts.setdefault((int(8 * x / self.width), int(5 * y / self.height)), []).append(d)
        extra = f' fill-opacity="{opacity:.2f}"' if opacity < 1 else ""
        inner = "".join(f'<path d="{"".join(part)}"/>' for part in parts.values())
        self._body.append(f'<g fill="{colour}"{extra}>{inner}</g>')

    def stroke(
        self,
        d: str,
        colour: str,
        width: float,
        opacity: float = 1.0,
        cap: str = "round",
        dash: str = "",
    ) -> None:
        extra = f' stroke-opacity="{opacity:.2f}"' if opacity < 1 else ""
        extra += f' stroke-dasharray="{dash}"' if dash else ""
        self._body.append(
            f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{num(width)}" stroke-linecap="{cap}" '
            f'stroke-linejoin="round"{extra}/>'
        )

    def linear(self, a: Point, b: Point, *stops: Stop) -> str:
        """A gradient along a line in viewBox units; returns what `fill` takes as its colour."""
        where = f'x1="{num(a[0])}" y1="{num(a[1])}" x2="{num(b[0])}" y2="{num(b[1])}"'
        return self._gradient("linear", where, stops)

    def radial(self, centre: Point, radius: float, *stops: Stop) -> str:
        where = f'cx="{num(centre[0])}" cy="{num(centre[1])}" r="{num(radius)}"'
        return self._gradient("radial", where, stops)

    def _gradient(self, kind: str, where: str, stops: Sequence[Stop]) -> str:
        name = f"g{len(self._defs)}"
        inner = "".join(f'<stop offset="{o:g}" stop-color="{c}" stop-opacity="{a:g}"/>' for o, c, a in stops)
        self._defs.append(
            f'<{kind}Gradient id="{name}" gradientUnits="userSpaceOnUse" {where}>{inner}</{kind}Gradient>'
        )
        return f"url(#{name})"

    def cut(
        self,
        d_at: CutShape,
        colour: str,
        rim: str = "",
        lift: float = 3.0,
        dark: float = 0.16,
    ) -> None:
        """A piece of paper: soft two-step shadow to the lower right, lit rim to the upper left."""
        if lift:
            self.fill(d_at(lift, lift * 1.1), SHADE, dark)
            self.fill(d_at(lift * 0.45, lift * 0.5), SHADE, dark)
        if rim:
            self.fill(d_at(-0.8, -1.0), rim)
        self.fill(d_at(0, 0), colour)

    def specks(self, rng: Random, count: int, colour: str, opacity: float, size: float = 1.2) -> None:
        """Grain: tiny flecks strewn over the sheet."""
        parts = []
        for _ in range(count):
            x, y, s = (
                rng.uniform(0, self.width),
                rng.uniform(0, self.height),
                size * rng.uniform(0.6, 1.4),
            )
            parts.append(poly([(x, y), (x + s, y + s * 0.3), (x + s * 0.5, y + s)]))
        self.fill_each(parts, colour, opacity)

    def svg(self) -> str:
        defs = f"<defs>{''.join(self._defs)}</defs>\n" if self._defs else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(self.width)} {num(self.height)}" '
        head += f'width="{num(self.width)}" height="{num(self.height)}">\n'
        return head + defs + "\n".join(self._body) + "\n</svg>\n"


class CutShape:
    """Outlines that can be laid again a little aside, as a shadow or a rim."""

    def __init__(self, *outlines: Sequence[Point], soft: bool = False) -> None:
        self._outlines, self._soft = outlines, soft

    def __call__(self, dx: float = 0, dy: float = 0) -> str:
        shapes = (moved(o, dx, dy) for o in self._outlines)
        return "".join(curve(s, closed=True) if self._soft else poly(s) for s in shapes)
