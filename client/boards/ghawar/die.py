"""How a die looks in any pose: rounded, lit from the upper left, with its shadow on the ground."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np
import pygame

from client.boards.ghawar.dice import NORMALS, SLANT, Pose, Style, Vector
from client.boards.ghawar.paper import SUN, Rgb, box, hull, mixed, oval, rgb
from client.ui import sprites
from client.ui.canvas import Canvas
from client.ui.geometry import Point

_TIMES: Final = 2
"""How much larger than shown a die is drawn."""
_ROUND: Final = 0.13
"""How round a die's edges are, in sides."""
_PIP: Final = 0.098
_LAMP: Final = np.array((-0.52, 0.30, 0.80))
_VIEW: Final = np.array((0.0, -SLANT[1], SLANT[0]))
_UP: Final = np.array((0.0, SLANT[0], SLANT[1]))
_AT: Final = 0.25
_SPOTS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-_AT, -_AT), (_AT, _AT)),
    3: ((-_AT, -_AT), (0, 0), (_AT, _AT)),
    4: ((-_AT, -_AT), (_AT, -_AT), (-_AT, _AT), (_AT, _AT)),
    5: ((-_AT, -_AT), (_AT, -_AT), (0, 0), (-_AT, _AT), (_AT, _AT)),
    6: ((-_AT, -_AT), (_AT, -_AT), (-_AT, 0), (_AT, 0), (-_AT, _AT), (_AT, _AT)),
}
"""Where the pips lie on each face."""
_COARSE: Final = 24
"""Pixels of the small picture of its shadow to a side."""
_REACH: Final = 1.05
"""Half a side of the picture that holds a die in any pose, in sides."""


def draw_die(canvas: Canvas, pose: Pose, style: Style, *, side: float = 64.0) -> None:
    """A die of this colour in a pose, with its shadow; `side` in units. It is never faded."""
    scale = canvas.scale
    near = 1 + (pose.height - 0.5) * 0.09
    _draw_shadow(canvas, pose, side)
    wide = max(4, round(_REACH * 2 * side * near * scale))
    key = ("ghawar.die", style, wide, pose.turn.round(3).tobytes(), canvas.theme.name)
    sprite = canvas.cache.get(key, lambda: _picture(canvas, pose, style, wide), ("ghawar.die", style))
    spot = (pose.ground[0], pose.ground[1] - (pose.height - 0.5) * side * SLANT[1])
    place = sprite.get_rect(center=canvas.pixel(*spot))
    canvas.touch(canvas.surface.blit(sprite, place, special_flags=pygame.BLEND_PREMULTIPLIED))


# --- inside -------------------------------------------------------------------------------------


def _picture(canvas: Canvas, pose: Pose, style: Style, wide: int) -> pygame.Surface:
    """A die in the middle of a square so many pixels wide, in premultiplied colours."""
    large = pygame.Surface((wide * _TIMES, wide * _TIMES), pygame.SRCALPHA)
    middle, side = wide * _TIMES / 2, wide * _TIMES / (2 * _REACH)
    ground, bone, dark = rgb(canvas, f"die_{style}"), rgb(canvas, "bone"), rgb(canvas, "dark")
    pips = bone if style == "red" else rgb(canvas, "ink")

    def seen(points: Vector) -> list[Point]:
        world = points @ pose.turn.T
        return list(
            zip((middle + world[:, 0] * side).tolist(), (middle - (world @ _UP) * side).tolist(), strict=True)
        )

    body = hull(seen(_corners()))
    rim = mixed(ground, dark, 0.62)
    _round(large, body, 2 * _ROUND * side + 2.4 * _TIMES, rim)
    _round(large, body, 2 * _ROUND * side, mixed(ground, dark, 0.22))
    for face, normal in NORMALS.items():
        out = pose.turn @ np.asarray(normal, dtype=float)
        if float(out @ _VIEW) > 0.01:
            light = _lit(ground, float(out @ _LAMP), bone, dark)
            pygame.draw.polygon(large, mixed(light, bone, 0.35), seen(_plate(face, 0.475)))
            pygame.draw.polygon(large, light, seen(_plate(face, 0.455)))
            for pip in _pips(face):
                pygame.draw.polygon(large, mixed(pips, light, 0.1), seen(pip))
    return pygame.transform.smoothscale(large, (wide, wide))


def _round(surface: pygame.Surface, body: list[Point], wide: float, colour: Rgb) -> None:
    pygame.draw.polygon(surface, colour, body)
    sprites.draw_shape(surface, "stroke", [*body, body[0]], wide, colour)


def _lit(ground: Rgb, share: float, bone: Rgb, dark: Rgb) -> Rgb:
    """The colour of a face that looks so much towards the lamp."""
    return (
        mixed(ground, bone, 0.12 * share)
        if share > 0.55
        else mixed(ground, dark, min(0.6, 0.55 * (0.55 - share)))
    )


@lru_cache(maxsize=1)
def _corners() -> Vector:
    """The middles of a die's round corners."""
    half = 0.5 - _ROUND
    return np.array([(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-half, half)])


@lru_cache(maxsize=16)
def _plate(face: int, half: float) -> Vector:
    """The outline of a face."""
    return _onto(face, [(x, y) for x, y in box(-half, -half, 2 * half, 2 * half, 0.17)])


@lru_cache(maxsize=8)
def _pips(face: int) -> tuple[Vector, ...]:
    """The outlines of its pips."""
    size = _PIP * (1.35 if face == 1 else 1.0)
    return tuple(_onto(face, oval(spot, size, size, 16)) for spot in _SPOTS[face])


def _onto(face: int, points: list[Point]) -> Vector:
    """Points of the plane as they lie on a face of the die."""
    up = np.asarray(NORMALS[face], dtype=float)
    along = np.roll(np.abs(up), 1)
    across = np.cross(up, along)
    return np.array([up * 0.5 + along * x + across * y for x, y in points])


def _draw_shadow(canvas: Canvas, pose: Pose, side: float) -> None:
    """Drawn small and scaled up, so its edge is soft; the higher the die, the fainter."""
    world = _corners() @ pose.turn.T * 1.12
    high = (world[:, 2] + pose.height)[:, None]
    flat = np.stack((world[:, 0], -world[:, 1] * SLANT[0]), axis=1) + high * np.array(SUN) * 0.62
    points = hull([(float(x), float(y)) for x, y in flat])
    left, top = (math.floor(min(p[i] for p in points) * 8) / 8 - 0.25 for i in (0, 1))
    right, bottom = (max(p[i] for p in points) + 0.25 for i in (0, 1))
    step = side * canvas.scale / max(1.0, side * canvas.scale / _COARSE)
    size = (math.ceil((right - left) * step), math.ceil((bottom - top) * step))
    share = 0.55 / (1 + 0.5 * max(0.0, pose.height - 0.5))
    tone = (*(round(part * share) for part in rgb(canvas, "dark")), round(255 * share))
    small = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.polygon(small, tone, [((x - left) * step, (y - top) * step) for x, y in points])
    blurred = pygame.transform.box_blur(small, 2)
    times = side * canvas.scale / step
    soft = pygame.transform.smoothscale(blurred, (round(size[0] * times), round(size[1] * times)))
    rest = (pose.ground[0], pose.ground[1] + 0.5 * side * SLANT[1])
    x, y = canvas.pixel(rest[0] + left * side, rest[1] + top * side)
    canvas.touch(canvas.surface.blit(soft, (x, y), special_flags=pygame.BLEND_PREMULTIPLIED))
