"""Dice that really roll: thrown, bouncing, tipping over their edges, at rest with the drawn face up.

Where a die is and how it is turned is a function of how far its roll has come (`t`, 0 … 1), of a seed, of the
face that is up at the end and of the place where it then lies. The world has x to the right, y away from the
viewer and z up; the viewer looks down at it at a slant. Dice are right-handed: 1, 2 and 3 run counter-
clockwise around their corner, opposite faces add to 7.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from client.ui.geometry import Point

Vector = NDArray[np.float64]
Turn = NDArray[np.float64]
"""A rotation, shape (3, 3): what it takes from the die to the world."""
Style = Literal["red", "white"]
"""In phase 1 the red die names the column, the white one the row; in phase 2 the white one is rolled."""

NORMALS: Final[dict[int, tuple[int, int, int]]] = {
    1: (1, 0, 0),
    2: (0, 1, 0),
    3: (0, 0, 1),
    4: (0, 0, -1),
    5: (0, -1, 0),
    6: (-1, 0, 0),
}
"""Where each face of a die looks, in the die's own directions."""

SLANT: Final = (0.80, 0.60)
"""How much of what lies away and of what rises is seen: sine and cosine of the viewer's height."""
SECONDS: Final = 0.95
"""How long a roll takes at normal speed."""

_FLIGHTS: Final = ((0.0, 0.27), (0.27, 0.50), (0.50, 0.64))
"""From when to when a die is in the air."""
_TIPS: Final = ((0.64, 0.76), (0.76, 0.88))
"""And when it tips over an edge; then it rocks."""
_ARCS: Final = (0.0, 0.95, 0.30)
"""How high each flight rises above its ends, in sides."""
_DROP: Final = 2.6
"""How high the die is when it is thrown."""
_SHARES: Final = (0.52, 0.32, 0.16)
"""How much of the way to the first tip each flight covers."""
_ROCK: Final = 9.0
"""Degrees by which it rocks at the end."""


class Pose(NamedTuple):
    """Where a die is: the point on the screen that it is over, how high, in sides, and how it is turned.

    `height` is that of its middle; a die that lies has 0.5 and shows about `ground` on the screen.
    """

    ground: Point
    height: float
    turn: Turn

    @property
    def face(self) -> int:
        """The face that is uppermost."""
        return max(NORMALS, key=lambda face: float(self.turn[2] @ np.asarray(NORMALS[face])))


class _Throw(NamedTuple):
    """A roll that was planned from its end: what is known at the ends of its parts."""

    spots: tuple[Point, ...]
    """Where on the screen it is when thrown, and at the end of each flight."""
    turns: tuple[Turn, ...]
    """How it is turned at the end of each flight, and when it lies."""
    spins: tuple[tuple[Vector, float], ...]
    """Axis and degrees of each flight."""
    way: Vector
    """In which direction of the ground it tips, and the axis that it tips about."""
    axis: Vector


def pose_at(
    t: float, seed: int, face: int, rest: Point, *, start: Point | None = None, side: float = 64.0
) -> Pose:
    """The pose of a die that has come `t` (0 … 1) of its roll and then lies at `rest` with this face up.

    `start` is the point on the screen from which it is thrown; left out, it comes from below on the right.
    `side` is the die's, in units.
    """
    throw = _throw(seed, face, rest, start, side)
    if t < _FLIGHTS[-1][1]:
        return _flying(throw, max(0.0, t))
    if t < _TIPS[-1][1]:
        return _tipping(throw, t, side)
    return _rocking(throw, min(1.0, t), rest, side)


def lying(face: int, rest: Point, seed: int = 0, *, start: Point | None = None, side: float = 64.0) -> Pose:
    """The pose at the end of a roll."""
    return pose_at(1.0, seed, face, rest, start=start, side=side)


# --- planning -----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _throw(seed: int, face: int, rest: Point, start: Point | None, side: float) -> _Throw:
    rng = np.random.default_rng((seed, face, 36))
    origin = (rest[0] + 5.2 * side, rest[1] + 2.4 * side) if start is None else start
    across, away = rest[0] - origin[0], -(rest[1] - origin[1]) / SLANT[0]
    heading = math.atan2(away, across) + float(rng.choice((-1, 1)) * rng.uniform(0.2, 0.5))
    way = np.array((math.cos(heading), math.sin(heading), 0.0))
    axis = np.cross((0.0, 0.0, 1.0), way)
    turns = [_upright(face, heading + math.pi / 2 * int(rng.integers(4)))]
    for _ in _TIPS:
        turns.insert(0, about(axis, -90) @ turns[0])
    turns = [turns[0], turns[-1]]
    spins: list[tuple[Vector, float]] = []
    for low, high in ((95, 130), (170, 220), (260, 330)):
        lean = axis + rng.normal(0, 0.34, 3)
        spins.insert(0, (lean / np.linalg.norm(lean), float(rng.uniform(low, high))))
        if len(spins) < len(_FLIGHTS):
            turns.insert(0, about(*_back(spins[0])) @ turns[0])
    tipped = _shifted(rest, way, -len(_TIPS) * side)
    spots, gone = [origin], 0.0
    for share in _SHARES:
        gone += share
        spots.append((origin[0] + (tipped[0] - origin[0]) * gone, origin[1] + (tipped[1] - origin[1]) * gone))
    return _Throw(tuple(spots), tuple(turns), tuple(spins), way, axis)


def about(axis: Vector, degrees: float) -> Turn:
    """The rotation about an axis of length 1, counter-clockwise as seen from its tip."""
    angle = math.radians(degrees)
    x, y, z = axis
    cross = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    found: Turn = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * (cross @ cross)
    return found


def _back(spin: tuple[Vector, float]) -> tuple[Vector, float]:
    return spin[0], -spin[1]


def _upright(face: int, heading: float) -> Turn:
    """A die with this face up and its edges along a direction."""
    up = np.asarray(NORMALS[face], dtype=float)
    along = np.roll(np.abs(up), 1)
    flat = np.array((along, np.cross(up, along), up))
    found: Turn = about(np.array((0.0, 0.0, 1.0)), math.degrees(heading)) @ flat
    return found


def _shifted(spot: Point, way: Vector, by: float) -> Point:
    """A point on the screen, `by` units further on the ground."""
    return (spot[0] + float(way[0]) * by, spot[1] - float(way[1]) * by * SLANT[0])


# --- moving -------------------------------------------------------------------------------------


def above(turn: Turn) -> float:
    """How high the middle of a die is that touches the ground, in sides."""
    return float(np.abs(turn[2]).sum()) / 2


def _flying(throw: _Throw, t: float) -> Pose:
    index = next(i for i, (_, end) in enumerate(_FLIGHTS) if t < end)
    begin, end = _FLIGHTS[index]
    s = (t - begin) / (end - begin)
    axis, degrees = throw.spins[index]
    turn = about(axis, -degrees * (1 - s)) @ throw.turns[index]
    a, b = throw.spots[index], throw.spots[index + 1]
    low = above(throw.turns[index])
    if index == 0:
        height = _DROP + (low - _DROP) * s * s
    else:
        before = above(throw.turns[index - 1])
        height = before + (low - before) * s + 4 * _ARCS[index] * s * (1 - s)
    return Pose((a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s), max(height, above(turn)), turn)


def _tipping(throw: _Throw, t: float, side: float) -> Pose:
    index = next(i for i, (_, end) in enumerate(_TIPS) if t < end)
    begin, end = _TIPS[index]
    s = (t - begin) / (end - begin)
    degrees = 90 * (s + 0.09 * math.sin(2 * math.pi * s))
    turn = about(throw.axis, degrees + 90 * index) @ throw.turns[len(_FLIGHTS) - 1]
    return Pose(_shifted(throw.spots[-1], throw.way, side * (index + _rolled(degrees))), above(turn), turn)


def _rocking(throw: _Throw, t: float, rest: Point, side: float) -> Pose:
    last = _TIPS[-1][1]
    s = (t - last) / (1 - last)
    degrees = _ROCK * math.sin(3 * math.pi * s) * (1 - s) ** 2 if s < 1 else 0.0
    turn = about(throw.axis, degrees) @ throw.turns[-1]
    by = math.copysign(_rolled(abs(degrees)), degrees) * side
    return Pose(_shifted(rest, throw.way, by), above(turn), turn)


def _rolled(degrees: float) -> float:
    """How far the middle of a die has come that has tipped so far over an edge, in sides."""
    angle = math.radians(degrees)
    return (1 - math.cos(angle) + math.sin(angle)) / 2
