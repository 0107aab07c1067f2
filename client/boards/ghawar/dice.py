"""Rolling dice: thrown, bouncing, tipping over their edges, at rest with the drawn face up.

The pose of a die is a function of the share of its roll that has passed (`t`, 0 … 1), a seed, the face that
is up at the end, and the place where it then lies. The world has x to the right, y away from the viewer and z
up; the viewer looks down at it at a slant. Dice are right-handed: 1, 2 and 3 run counterclockwise around
their corner, opposite faces add to 7. They are rounded, lit from the upper left, and throw a shadow.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from client.boards.ghawar.cubes import SHADOW_DIRECTION
from client.boards.kit.paper import Rgb, mix_colours, rgb
from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect

Vector = NDArray[np.float64]
Rotation = NDArray[np.float64]
"""Rotation from the die to the world, shape (3, 3)."""
DieStyle = Literal["red", "white"]
"""Colour of a die: of two, the red one names the column, the white one the row; one alone is white."""

FACE_NORMALS: Final[dict[int, tuple[int, int, int]]] = {
    1: (1, 0, 0),
    2: (0, 1, 0),
    3: (0, 0, 1),
    4: (0, 0, -1),
    5: (0, -1, 0),
    6: (-1, 0, 0),
}
"""Direction of each face in the die's own axes."""

VIEW_SLANT: Final = (0.80, 0.60)
"""Foreshortening of lengths away from the viewer, and of heights: sine and cosine of the view's slant."""
_FLIGHTS: Final = ((0.0, 0.27), (0.27, 0.50), (0.50, 0.64))
"""Spans of a roll, in shares of it, in which a die is in the air."""
_TIPS: Final = ((0.64, 0.76), (0.76, 0.88))
"""Spans of a roll in which it tips over an edge; afterwards it rocks."""
_ARCS: Final = (0.0, 0.95, 0.30)
"""Heights of the flights above the line between their ends, in sides."""
_DROP: Final = 2.6
"""Height at which the die is thrown, in sides."""
_SHARES: Final = (0.52, 0.32, 0.16)
"""Shares of the distance to the first tip that each flight covers."""
_ROCK: Final = 9.0
"""Greatest degrees by which a die rocks at the end."""


class DiePose(NamedTuple):
    """Pose of a die: the point on the screen below it, its height in sides, its rotation.

    `height` is that of its middle; a die at rest has 0.5 and shows about `ground` on the screen.
    """

    ground: Point
    height: float
    turn: Rotation

    @property
    def face(self) -> int:
        """Number of the uppermost face."""
        return max(FACE_NORMALS, key=lambda face: float(self.turn[2] @ np.asarray(FACE_NORMALS[face])))


class _Throw(NamedTuple):
    """Course of a roll, computed backwards from its end: poses at the ends of its parts."""

    spots: tuple[Point, ...]
    """Points on the screen at the throw, and at the end of each flight."""
    turns: tuple[Rotation, ...]
    """Rotations at the end of each flight, and at rest."""
    spins: tuple[tuple[Vector, float], ...]
    """Axis and degrees of each flight."""
    way: Vector
    """Direction on the ground in which it tips; `axis` is the axis about which it does."""
    axis: Vector


def pose_at(
    t: float,
    seed: int,
    side_number: int,
    point: Point,
    *,
    start: Point | None = None,
    edge_length: float = 64.0,
) -> DiePose:
    """Pose of a die after a share `t` (0 … 1) of its roll, which ends at `point` with this face up.

    `start` is the point on the screen from which it is thrown; without it, it comes from the lower right.
    `edge_length` is the die's, in units.
    """
    throw = _throw(seed, side_number, point, start, edge_length)
    if t < _FLIGHTS[-1][1]:
        return _flight_pose(throw, max(0.0, t))
    if t < _TIPS[-1][1]:
        return _tip_pose(throw, t, edge_length)
    return _rock_pose(throw, min(1.0, t), point, edge_length)


def resting_pose(
    side_number: int, point: Point, seed: int = 0, *, start: Point | None = None, edge_length: float = 64.0
) -> DiePose:
    """Pose at the end of a roll."""
    return pose_at(1.0, seed, side_number, point, start=start, edge_length=edge_length)


def held_in(room: Rect, pose: DiePose, edge_length: float) -> DiePose:
    """Pose moved so far that all of the die is seen inside a rectangle, as by the walls of a tray."""
    (x, y), near = _seen_at(pose, edge_length), _nearness(pose) * edge_length / 2
    wide, high = float(np.abs(pose.turn[0]).sum()) * near, float(np.abs(_UP @ pose.turn).sum()) * near
    dx = min(max(x, room.x + wide), room.right - wide) - x
    dy = min(max(y, room.y + high), room.bottom - high) - y
    return pose._replace(ground=(pose.ground[0] + dx, pose.ground[1] + dy))


# --- planning -----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _throw(seed: int, side_number: int, point: Point, start: Point | None, edge_length: float) -> _Throw:
    rng = np.random.default_rng((seed, side_number, 36))
    origin = (point[0] + 5.2 * edge_length, point[1] + 2.4 * edge_length) if start is None else start
    across, away = point[0] - origin[0], -(point[1] - origin[1]) / VIEW_SLANT[0]
    heading = math.atan2(away, across) + float(rng.choice((-1, 1)) * rng.uniform(0.2, 0.5))
    way = np.array((math.cos(heading), math.sin(heading), 0.0))
    axis = np.cross((0.0, 0.0, 1.0), way)
    turns = [_upright(side_number, heading + math.pi / 2 * int(rng.integers(4)))]
    for _ in _TIPS:
        turns.insert(0, rotation_about(axis, -90) @ turns[0])
    turns = [turns[0], turns[-1]]
    spins: list[tuple[Vector, float]] = []
    for low, high in ((95, 130), (170, 220), (260, 330)):
        lean = axis + rng.normal(0, 0.34, 3)
        spins.insert(0, (lean / np.linalg.norm(lean), float(rng.uniform(low, high))))
        if len(spins) < len(_FLIGHTS):
            turns.insert(0, rotation_about(*_back(spins[0])) @ turns[0])
    tipped = _shift_point(point, way, -len(_TIPS) * edge_length)
    spots, gone = [origin], 0.0
    for share in _SHARES:
        gone += share
        spots.append((origin[0] + (tipped[0] - origin[0]) * gone, origin[1] + (tipped[1] - origin[1]) * gone))
    return _Throw(tuple(spots), tuple(turns), tuple(spins), way, axis)


def rotation_about(direction: Vector, degrees: float) -> Rotation:
    """Rotation about an axis of length 1, counterclockwise as seen from its tip."""
    angle = math.radians(degrees)
    x, y, z = direction
    cross = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    found: Rotation = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * (cross @ cross)
    return found


def _back(spin: tuple[Vector, float]) -> tuple[Vector, float]:
    return spin[0], -spin[1]


def _upright(side_number: int, heading: float) -> Rotation:
    """Rotation of a die with this face up and its edges along a heading in radians."""
    up = np.asarray(FACE_NORMALS[side_number], dtype=float)
    along = np.roll(np.abs(up), 1)
    flat = np.array((along, np.cross(up, along), up))
    found: Rotation = rotation_about(np.array((0.0, 0.0, 1.0)), math.degrees(heading)) @ flat
    return found


def _shift_point(point: Point, offset: Vector, by: float) -> Point:
    """Point on the screen that lies `by` units further on the ground in a direction."""
    return (point[0] + float(offset[0]) * by, point[1] - float(offset[1]) * by * VIEW_SLANT[0])


# --- moving -------------------------------------------------------------------------------------


def centre_height(rotation: Rotation) -> float:
    """Height of the middle of a die that touches the ground, in sides."""
    return float(np.abs(rotation[2]).sum()) / 2


def _flight_pose(throw: _Throw, t: float) -> DiePose:
    index = next(i for i, (_, end) in enumerate(_FLIGHTS) if t < end)
    begin, end = _FLIGHTS[index]
    s = (t - begin) / (end - begin)
    axis, degrees = throw.spins[index]
    turn = rotation_about(axis, -degrees * (1 - s)) @ throw.turns[index]
    a, b = throw.spots[index], throw.spots[index + 1]
    low = centre_height(throw.turns[index])
    if index == 0:
        height = _DROP + (low - _DROP) * s * s
    else:
        before = centre_height(throw.turns[index - 1])
        height = before + (low - before) * s + 4 * _ARCS[index] * s * (1 - s)
    return DiePose(
        (a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s), max(height, centre_height(turn)), turn
    )


def _tip_pose(throw: _Throw, t: float, edge_length: float) -> DiePose:
    index = next(i for i, (_, end) in enumerate(_TIPS) if t < end)
    begin, end = _TIPS[index]
    s = (t - begin) / (end - begin)
    degrees = 90 * (s + 0.09 * math.sin(2 * math.pi * s))
    turn = rotation_about(throw.axis, degrees + 90 * index) @ throw.turns[len(_FLIGHTS) - 1]
    return DiePose(
        _shift_point(throw.spots[-1], throw.way, edge_length * (index + _tip_distance(degrees))),
        centre_height(turn),
        turn,
    )


def _rock_pose(throw: _Throw, t: float, point: Point, edge_length: float) -> DiePose:
    last = _TIPS[-1][1]
    s = (t - last) / (1 - last)
    degrees = _ROCK * math.sin(3 * math.pi * s) * (1 - s) ** 2 if s < 1 else 0.0
    turn = rotation_about(throw.axis, degrees) @ throw.turns[-1]
    by = math.copysign(_tip_distance(abs(degrees)), degrees) * edge_length
    return DiePose(_shift_point(point, throw.way, by), centre_height(turn), turn)


def _tip_distance(degrees: float) -> float:
    """Distance that the middle of a die has moved when it has tipped by `degrees` over an edge, in sides."""
    angle = math.radians(degrees)
    return (1 - math.cos(angle) + math.sin(angle)) / 2


# --- what it looks like -------------------------------------------------------------------------

_TIMES: Final = 2
"""Factor by which a die is drawn larger than shown, for smooth edges."""
_ROUND: Final = 0.13
"""Radius of a die's edges, in sides."""
_PIP: Final = 0.098
"""Radius of a pip, in sides."""
_LAMP: Final = np.array((-0.52, 0.30, 0.80))
"""Direction from the die to the lamp in the world, of length 1."""
_VIEW: Final = np.array((0.0, -VIEW_SLANT[1], VIEW_SLANT[0]))
"""Direction from the die to the viewer in the world, of length 1."""
_UP: Final = np.array((0.0, VIEW_SLANT[0], VIEW_SLANT[1]))
"""Direction in the world that is up on the screen, of length 1."""
_AT: Final = 0.25
"""Distance of outer pips from the middle lines of a face, in sides."""
_SPOTS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-_AT, -_AT), (_AT, _AT)),
    3: ((-_AT, -_AT), (0, 0), (_AT, _AT)),
    4: ((-_AT, -_AT), (_AT, -_AT), (-_AT, _AT), (_AT, _AT)),
    5: ((-_AT, -_AT), (_AT, -_AT), (0, 0), (-_AT, _AT), (_AT, _AT)),
    6: ((-_AT, -_AT), (_AT, -_AT), (-_AT, 0), (_AT, 0), (-_AT, _AT), (_AT, _AT)),
}
"""Places of the pips on each face, in sides from its middle."""
_COARSE: Final = 24
"""Pixels per side of the die in the small picture of its shadow."""
_REACH: Final = 1.05
"""Half the side of a picture that holds a die in any pose, in sides."""


def draw_die(canvas: Canvas, pose: DiePose, die_style: DieStyle, *, edge_length: float = 64.0) -> None:
    """Draw a die of this colour in a pose, with its shadow; `edge_length` in units. Fading has no effect on
    it.
    """
    scale = canvas.scale
    _draw_shadow(canvas, pose, edge_length)
    wide = max(4, round(_REACH * 2 * edge_length * _nearness(pose) * scale))
    key = ("ghawar.die", die_style, wide, pose.turn.round(3).tobytes(), canvas.theme.name)
    sprite = canvas.cache.get(key, lambda: _picture(canvas, pose, die_style, wide), ("ghawar.die", die_style))
    place = sprite.get_rect(center=canvas.pixel(*_seen_at(pose, edge_length)))
    canvas.touch(canvas.surface.blit(sprite, place, special_flags=pygame.BLEND_PREMULTIPLIED))


def _seen_at(pose: DiePose, edge_length: float) -> Point:
    """Point on the screen where the middle of a die is seen; `edge_length` in units."""
    return pose.ground[0], pose.ground[1] - (pose.height - 0.5) * edge_length * VIEW_SLANT[1]


def _nearness(pose: DiePose) -> float:
    """Factor by which a die is drawn larger the nearer it is to the viewer; 1 at rest."""
    return 1 + (pose.height - 0.5) * 0.09


def _picture(canvas: Canvas, pose: DiePose, die_style: DieStyle, wide: int) -> pygame.Surface:
    """Picture of a die in the middle of a square `wide` pixels across, in premultiplied colours."""
    large = pygame.Surface((wide * _TIMES, wide * _TIMES), pygame.SRCALPHA)
    middle, side = wide * _TIMES / 2, wide * _TIMES / (2 * _REACH)
    ground, bone, dark = (rgb(canvas, f"ghawar.{name}") for name in (f"die_{die_style}", "bone", "dark"))
    pips = bone if die_style == "red" else rgb(canvas, "ghawar.ink")

    def seen(vector: Vector) -> list[Point]:
        world = vector @ pose.turn.T
        return list(
            zip((middle + world[:, 0] * side).tolist(), (middle - (world @ _UP) * side).tolist(), strict=True)
        )

    body = _hull(seen(_corners()))
    rim = mix_colours(ground, dark, 0.62)
    _round(large, body, 2 * _ROUND * side + 2.4 * _TIMES, rim)
    _round(large, body, 2 * _ROUND * side, mix_colours(ground, dark, 0.22))
    for face, normal in FACE_NORMALS.items():
        out = pose.turn @ np.asarray(normal, dtype=float)
        if float(out @ _VIEW) > 0.01:
            light = _lit_colour(ground, float(out @ _LAMP), bone, dark)
            pygame.draw.polygon(large, mix_colours(light, bone, 0.35), seen(_plate(face, 0.475)))
            pygame.draw.polygon(large, light, seen(_plate(face, 0.455)))
            for pip in _pips(face):
                pygame.draw.polygon(large, mix_colours(pips, light, 0.1), seen(pip))
    return pygame.transform.smoothscale(large, (wide, wide))


def _round(surface: pygame.Surface, outline: list[Point], wide: float, rgb: Rgb) -> None:
    pygame.draw.polygon(surface, rgb, outline)
    sprites.draw_shape(surface, "stroke", [*outline, outline[0]], wide, rgb)


def _lit_colour(ground: Rgb, share: float, bone: Rgb, dark: Rgb) -> Rgb:
    """Colour of a face; `share` is the cosine of the angle between it and the lamp."""
    return (
        mix_colours(ground, bone, 0.12 * share)
        if share > 0.55
        else mix_colours(ground, dark, min(0.6, 0.55 * (0.55 - share)))
    )


@lru_cache(maxsize=1)
def _corners() -> Vector:
    """Centres of a die's rounded corners, in its own axes."""
    half = 0.5 - _ROUND
    return np.array([(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-half, half)])


@lru_cache(maxsize=16)
def _plate(side_number: int, half: float) -> Vector:
    """Outline of a face, with round corners, `half` sides from its middle."""
    round_at = [(x * (half - 0.17), y * (half - 0.17)) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    turns = [(corner, 90 * n + 15 * i) for n, corner in enumerate(round_at) for i in range(7)]
    return _onto(side_number, [_polar(corner, 0.17, degrees) for corner, degrees in turns])


@lru_cache(maxsize=8)
def _pips(side_number: int) -> tuple[Vector, ...]:
    """Outlines of the pips on a face."""
    size = _PIP * (1.35 if side_number == 1 else 1.0)
    return tuple(
        _onto(side_number, [_polar(spot, size, 22.5 * i) for i in range(16)]) for spot in _SPOTS[side_number]
    )


def _polar(centre: Point, radius: float, degrees: float) -> Point:
    turn = math.radians(degrees)
    return centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)


def _onto(side_number: int, points: list[Point]) -> Vector:
    """Points of a plane (in sides) placed on a face of the die."""
    up = np.asarray(FACE_NORMALS[side_number], dtype=float)
    along = np.roll(np.abs(up), 1)
    across = np.cross(up, along)
    return np.array([up * 0.5 + along * x + across * y for x, y in points])


def _hull(points: Iterable[Point]) -> list[Point]:
    """Convex outline around points."""
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


def _draw_shadow(canvas: Canvas, pose: DiePose, edge_length: float) -> None:
    """Draw a die's shadow, small and then scaled up so that it is soft; the higher the die, the fainter."""
    world = _corners() @ pose.turn.T * 1.12
    high = (world[:, 2] + pose.height)[:, None]
    flat = (
        np.stack((world[:, 0], -world[:, 1] * VIEW_SLANT[0]), axis=1)
        + high * np.array(SHADOW_DIRECTION) * 0.62
    )
    points = _hull([(float(x), float(y)) for x, y in flat])
    left, top = (math.floor(min(p[i] for p in points) * 8) / 8 - 0.25 for i in (0, 1))
    right, bottom = (max(p[i] for p in points) + 0.25 for i in (0, 1))
    step = edge_length * canvas.scale / max(1.0, edge_length * canvas.scale / _COARSE)
    size = (math.ceil((right - left) * step), math.ceil((bottom - top) * step))
    share = 0.55 / (1 + 0.5 * max(0.0, pose.height - 0.5))
    tone = (*(round(part * share) for part in rgb(canvas, "ghawar.dark")), round(255 * share))
    small = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.polygon(small, tone, [((x - left) * step, (y - top) * step) for x, y in points])
    blurred = pygame.transform.box_blur(small, 2)
    times = edge_length * canvas.scale / step
    soft = pygame.transform.smoothscale(blurred, (round(size[0] * times), round(size[1] * times)))
    rest = (pose.ground[0], pose.ground[1] + 0.5 * edge_length * VIEW_SLANT[1])
    x, y = canvas.pixel(rest[0] + left * edge_length, rest[1] + top * edge_length)
    canvas.touch(canvas.surface.blit(soft, (x, y), special_flags=pygame.BLEND_PREMULTIPLIED))
