"""The lines that paths follow across a card, in a square of 0 … 1: where they run, how far off things are.

A way is named by the two sides it joins, `MIDDLE` instead of one of them for a stub or for a path that ends
in a pool. Curves are quarters of a circle about the card's corner, so that neighbours always meet.
"""

from __future__ import annotations

import math
from typing import Final, Literal, NamedTuple

import numpy as np
import pygame

from client.boards.kit.paper import Field, Size
from client.ui.geometry import Point
from core.games.down_under.state import MIDDLE

Way = tuple[int, int]
"""The side over which it comes in and the one over which it goes out."""
Part = Literal["own", "neutral", "under", "pool"]
"""What of a card a stretch is: its own part, its neutral part, that of a straight, which passes under the own
one, or a way over or into a billabong."""

CORE: Final = 0.115
"""Half the width of the coloured middle of a road."""
KERB: Final = 0.15
"""Half the width of a road with its kerbs."""
STUB: Final = 0.17
"""How far from its side the round end of a stub has its middle."""
SHORE: Final = 0.25
"""How far a path that ends in a pool comes from its side."""
POOL: Final = 0.33
"""The radius of a pool."""

MIDDLES: Final[tuple[Point, ...]] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
_IN: Final[tuple[Point, ...]] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
"""By side: the direction in which one comes in."""


class Spot(NamedTuple):
    """A place on a way and the direction there, of length 1."""

    x: float
    y: float
    dx: float
    dy: float


class Offs(NamedTuple):
    """For every pixel of a cell, in sides of a cell: how far it is along a way, how far to the right of it.

    And how far away from it: beyond the end of a stub, from that end.
    """

    along: Field
    right: Field
    away: Field


def axes(size: Size, pad: int = 0) -> tuple[Field, Field]:
    """Where the pixels lie in a cell of 0 … 1 with `pad` pixels around it; they spread to [x, y] together."""
    x, y = ((np.arange(n, dtype=np.float32) + np.float32(0.5 - pad)) / (n - 2 * pad) for n in size)
    return x[:, None].astype(np.float32), y[None, :].astype(np.float32)


def is_curve(way: Way) -> bool:
    """Whether it joins two neighbouring sides."""
    return MIDDLE not in way and (way[0] - way[1]) % 2 == 1


def reach(part: Part) -> float:
    """How far a way with an end in its cell comes from its side."""
    return SHORE if part == "pool" else STUB


def long(way: Way, part: Part = "own") -> float:
    """How long it is, in sides of a cell."""
    if MIDDLE in way:
        return reach(part)
    return math.pi / 4 if is_curve(way) else 1.0


def spot(way: Way, share: float, part: Part = "own") -> Spot:
    """Where one is on a way after a share 0 … 1 of it."""
    enters, leaves = way
    if enters == MIDDLE:
        back = spot((leaves, MIDDLE), 1 - share, part)
        return Spot(back.x, back.y, -back.dx, -back.dy)
    (ax, ay), (ux, uy) = MIDDLES[enters], _IN[enters]
    if not is_curve(way):
        far = share * long(way, part)
        return Spot(ax + ux * far, ay + uy * far, ux, uy)
    cx, cy = corner(way)
    turn, (bx, by) = share * math.pi / 2, MIDDLES[leaves]
    cos, sin = math.cos(turn), math.sin(turn)
    first, second = (2 * (ax - cx), 2 * (ay - cy)), (2 * (bx - cx), 2 * (by - cy))
    return Spot(
        cx + 0.5 * (cos * first[0] + sin * second[0]),
        cy + 0.5 * (cos * first[1] + sin * second[1]),
        cos * second[0] - sin * first[0],
        cos * second[1] - sin * first[1],
    )


def corner(way: Way) -> Point:
    """The corner that the two sides of a curve share."""
    (ax, ay), (bx, by) = MIDDLES[way[0]], MIDDLES[way[1]]
    return (ax + bx - 0.5, ay + by - 0.5)


def offs(size: Size, way: Way, part: Part = "own", box: pygame.Rect | None = None) -> Offs:
    """Where the pixels of a cell of this size, or of a box in it, are relative to a way."""
    enters, leaves = way
    if enters == MIDDLE:
        along, right, away = offs(size, (leaves, MIDDLE), part, box)
        return Offs(np.float32(reach(part)) - along, -right, away)
    x, y = axes(size)
    if box is not None:
        x, y = x[box.left : box.right], y[:, box.top : box.bottom]
    if is_curve(way):
        return _round(x, y, way)
    (ax, ay), (ux, uy) = MIDDLES[enters], _IN[enters]
    along = ((x - ax) * ux + (y - ay) * uy).astype(np.float32)
    right = ((y - ay) * ux - (x - ax) * uy).astype(np.float32)
    beyond = np.maximum(along - reach(part), 0) if leaves == MIDDLE else np.float32(0)
    return Offs(along, right, np.hypot(right, beyond).astype(np.float32))


def _round(x: Field, y: Field, way: Way) -> Offs:
    cx, cy = corner(way)
    (ax, ay), (bx, by) = MIDDLES[way[0]], MIDDLES[way[1]]
    x, y = x - np.float32(cx), y - np.float32(cy)
    first, second = 2 * (x * (ax - cx) + y * (ay - cy)), 2 * (x * (bx - cx) + y * (by - cy))
    along = (0.5 * np.arctan2(second, first)).astype(np.float32)
    out = (np.hypot(x, y) - np.float32(0.5)).astype(np.float32)
    left = (way[1] - way[0]) % 4 == 1
    return Offs(along, out if left else -out, np.abs(out))
