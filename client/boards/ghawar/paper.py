"""Cut paper for Ghawar: shapes laid over one another, shadows of a low sun, and how pictures are kept.

Shapes are given in sides of their piece (0 … 1 across it, y down); everything is drawn several times as large
as it is shown and scaled down once, in premultiplied colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
import pygame

from client.boards.kit.paper import Rgb, Size, mixed, size_of
from client.boards.kit.paper import stamp as kit_stamp
from client.ui import pictures, sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.theme import Ink, Pattern

Shape = Sequence[Point]

SUN: Final = (0.86, 0.5)
"""Where shadows fall, as a direction: the sun stands low in the west-north-west."""
_LARGE: Final = 250_000
"""Pixels of a picture from which on it is drawn twice instead of three times as large."""


# --- colours ------------------------------------------------------------------------------------


def rgb(canvas: Canvas, ink: Ink) -> Rgb:
    """A colour of the theme without its alpha; names without a dot are of this game's palette."""
    name = f"ghawar.{ink}" if isinstance(ink, str) and "." not in ink else ink
    return canvas.colour(name)[:3]


class Owner(NamedTuple):
    """The colours of what belongs to a seat: `ink` is to be read on `ground`, `mark` is its pattern on it."""

    ground: Rgb
    light: Rgb
    deep: Rgb
    mark: Rgb
    ink: Rgb
    pattern: Pattern


def owner(canvas: Canvas, seat: int) -> Owner:
    """How what belongs to this seat looks."""
    number = seat % len(canvas.theme.seats)
    ground, ink = rgb(canvas, f"seat.{number}"), rgb(canvas, f"seat.{number}.ink")
    return Owner(
        ground,
        mixed(ground, rgb(canvas, "bone"), 0.42),
        mixed(ground, rgb(canvas, "dark"), 0.5),
        mixed(ground, ink, 0.36),
        ink,
        canvas.theme.seats[number].pattern,
    )


# --- outlines -----------------------------------------------------------------------------------


def box(x: float, y: float, w: float, h: float, r: float = 0.0) -> list[Point]:
    """The outline of a rectangle with round corners."""
    r = min(r, w / 2, h / 2)
    if r <= 0:
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    out = []
    for cx, cy, start in (
        (x + w - r, y + r, -90),
        (x + w - r, y + h - r, 0),
        (x + r, y + h - r, 90),
        (x + r, y + r, 180),
    ):
        out += [polar((cx, cy), r, start + 15 * i) for i in range(7)]
    return out


def polar(centre: Point, radius: float, degrees: float) -> Point:
    """The point at an angle, clockwise from the east."""
    turn = math.radians(degrees)
    return (centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn))


def oval(centre: Point, rx: float, ry: float, count: int = 32) -> list[Point]:
    """The outline of an ellipse."""
    turns = (2 * math.pi * i / count for i in range(count))
    return [(centre[0] + rx * math.cos(t), centre[1] + ry * math.sin(t)) for t in turns]


def moved(points: Iterable[Point], dx: float, dy: float) -> list[Point]:
    """The same outline elsewhere."""
    return [(x + dx, y + dy) for x, y in points]


def spun(points: Iterable[Point], degrees: float, pivot: Point = (0.5, 0.5)) -> list[Point]:
    """The same outline turned clockwise about a point."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    px, py = pivot
    return [(px + (x - px) * c - (y - py) * s, py + (x - px) * s + (y - py) * c) for x, y in points]


def hull(points: Iterable[Point]) -> list[Point]:
    """The convex outline around points."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    return _half_hull(ordered)[:-1] + _half_hull(ordered[::-1])[:-1]


def _half_hull(ordered: Sequence[Point]) -> list[Point]:
    out: list[Point] = []
    for p in ordered:
        while len(out) > 1 and _turn(out[-2], out[-1], p) <= 0:
            out.pop()
        out.append(p)
    return out


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cast(points: Shape, length: float) -> list[Point]:
    """The outline of a thing together with its shadow on the ground, `length` sides long (convex ones)."""
    return hull([*points, *moved(points, SUN[0] * length, SUN[1] * length)])


# --- cutting ------------------------------------------------------------------------------------


class Cut:
    """A picture under construction: `side` pixels make a side of the piece, whose corner lies at `at`."""

    def __init__(self, size: Size, side: float, at: Point = (0.0, 0.0)) -> None:
        self.size = size
        self._times = 3 if size[0] * size[1] < _LARGE else 2
        self._side, self._at = side * self._times, (at[0] * self._times, at[1] * self._times)
        self._large = pygame.Surface((size[0] * self._times, size[1] * self._times), pygame.SRCALPHA)

    @property
    def pixel(self) -> float:
        """The width of a pixel of the finished picture, in sides."""
        return self._times / self._side

    def fill(self, points: Shape, colour: Rgb, alpha: float = 1.0) -> None:
        """A filled outline."""
        placed = self._placed(points)
        if alpha >= 1:
            pygame.draw.polygon(self._large, colour, placed)
        else:
            self._blend([placed], _premultiplied(colour, alpha))

    def disc(self, centre: Point, radius: float, colour: Rgb, alpha: float = 1.0) -> None:
        """A filled circle."""
        if alpha >= 1:
            pygame.draw.circle(self._large, colour, self._placed([centre])[0], radius * self._side)
        else:
            self.fill(oval(centre, radius, radius), colour, alpha)

    def stroke(self, points: Shape, width: float, colour: Rgb, *, closed: bool = False) -> None:
        """A line with round ends and corners; never thinner than a pixel."""
        path = [*points, points[0]] if closed else list(points)
        wide = max(width, self.pixel) * self._side
        sprites.draw_shape(self._large, "stroke", self._placed(path), wide, colour)

    def gradient(self, points: Shape, top: Rgb, bottom: Rgb) -> None:
        """A filled outline that is lit from the upper left: `top` there, `bottom` at the lower right."""
        placed = self._placed(points)
        area = _around(placed, self._large)
        if area.w < 1 or area.h < 1:
            return
        light = _diagonal(area.size, top, bottom)
        light.blit(_mask(area, [placed]), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self._large.blit(light, area, special_flags=pygame.BLEND_PREMULTIPLIED)

    def shade(self, shapes: Iterable[Shape], colour: Rgb, strength: float, blur: float) -> None:
        """The soft shadow of shapes as one; `blur` in sides."""
        self._blend([self._placed(shape) for shape in shapes], _premultiplied(colour, strength), blur)

    def clipped(self, points: Shape, marks: Iterable[Shape], colour: Rgb, alpha: float = 1.0) -> None:
        """Marks as far as they lie on the outline."""
        placed = self._placed(points)
        area = _around(placed, self._large)
        if area.w < 1 or area.h < 1:
            return
        found = _mask(area, [self._placed(mark) for mark in marks])
        found.blit(_mask(area, [placed]), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        found.fill(_premultiplied(colour, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        self._large.blit(found, area, special_flags=pygame.BLEND_PREMULTIPLIED)

    def straight(self) -> pygame.Surface:
        """The finished picture."""
        return pictures.straight(pygame.transform.smoothscale(self._large, self.size))

    def _placed(self, points: Iterable[Point]) -> list[Point]:
        (ax, ay), side = self._at, self._side
        return [(ax + x * side, ay + y * side) for x, y in points]

    def _blend(self, shapes: Sequence[Sequence[Point]], colour: tuple[int, ...], blur: float = 0.0) -> None:
        radius = round(blur * self._side)
        area = _around([p for shape in shapes for p in shape], self._large, 2 * radius)
        if area.w < 1 or area.h < 1:
            return
        found = _mask(area, shapes)
        if radius > 0:
            found = pygame.transform.box_blur(found, radius)
            found = pygame.transform.box_blur(found, max(1, radius // 2))
        found.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
        self._large.blit(found, area, special_flags=pygame.BLEND_PREMULTIPLIED)


def _premultiplied(colour: Rgb, alpha: float) -> tuple[int, int, int, int]:
    red, green, blue = (round(part * alpha) for part in colour)
    return (red, green, blue, round(255 * alpha))


def _around(points: Sequence[Point], surface: pygame.Surface, more: int = 0) -> pygame.Rect:
    """The pixels of a surface that a shape may touch."""
    left, top = (math.floor(min(p[i] for p in points)) - 1 - more for i in (0, 1))
    right, bottom = (math.ceil(max(p[i] for p in points)) + 2 + more for i in (0, 1))
    return pygame.Rect(left, top, right - left, bottom - top).clip(surface.get_rect())


def _mask(area: pygame.Rect, shapes: Sequence[Sequence[Point]]) -> pygame.Surface:
    """White where shapes are, clear elsewhere."""
    found = pygame.Surface(area.size, pygame.SRCALPHA)
    for shape in shapes:
        if len(shape) > 2:
            pygame.draw.polygon(found, (255, 255, 255, 255), [(x - area.x, y - area.y) for x, y in shape])
    return found


def _diagonal(size: Size, top: Rgb, bottom: Rgb) -> pygame.Surface:
    """A surface that goes from one colour at the upper left to another at the lower right."""
    x, y = (np.linspace(0, 1, n, dtype=np.float32) for n in size)
    share = ((x[:, None] + y[None, :]) / 2)[:, :, None]
    found = pygame.Surface(size, pygame.SRCALPHA)
    found.fill((0, 0, 0, 255))
    start, end = (np.asarray(colour, dtype=np.float32) for colour in (top, bottom))
    pygame.surfarray.pixels3d(found)[:] = (start + (end - start) * share + 0.5).astype(np.uint8)
    return found


# --- kept pictures ------------------------------------------------------------------------------


def stamp(
    canvas: Canvas, key: Hashable, rect: Rect, pad: float, paint: Callable[[Canvas, Cut], None]
) -> None:
    """A picture of a piece whose side is the rectangle's width, with `pad` sides around it.

    Kept once for all places of its size; lies on whole pixels. `paint` lays its shapes.
    """
    wide = size_of(rect, canvas.scale)[0]
    edge = math.ceil(pad * wide)

    def lay(c: Canvas, here: Rect) -> None:
        cut = Cut(c.surface.get_size(), wide, (edge, edge))
        paint(c, cut)
        c.surface.blit(cut.straight(), (0, 0))

    kit_stamp(canvas, ("ghawar", key), rect, edge / canvas.scale, lay)
