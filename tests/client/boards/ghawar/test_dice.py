"""Dice that roll: nothing jumps, nothing sinks into the table, and the drawn face is up in the end."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from client.boards.ghawar.dice import (
    FACE_NORMALS,
    VIEW_SLANT,
    DiePose,
    centre_height,
    draw_die,
    pose_at,
    resting_pose,
)
from client.ui import theme
from client.ui.canvas import Canvas

FACES = range(1, 7)
SEEDS = range(8)
REST, SIDE = (900.0, 500.0), 64.0
STEPS = 600


def roll(seed: int, face: int, start: tuple[float, float] | None = None) -> list[DiePose]:
    return [
        pose_at(step / STEPS, seed, face, REST, start=start, edge_length=SIDE) for step in range(STEPS + 1)
    ]


def canvas_of(name: str = "lamplight", high: int = 1080) -> Canvas:
    found = Canvas(pygame.Surface((high * 16 // 9, high)), theme.load(name))
    found.fill((150, 110, 90))
    return found


def test_opposite_faces_add_to_seven() -> None:
    for face, normal in FACE_NORMALS.items():
        assert FACE_NORMALS[7 - face] == tuple(-part for part in normal)


def test_dice_are_right_handed() -> None:
    """1, 2 and 3 run counter-clockwise around their corner: as x, y and z do."""
    one, two, three = (np.array(FACE_NORMALS[face]) for face in (1, 2, 3))
    assert (np.cross(one, two) == three).all()


@pytest.mark.parametrize("face", FACES)
def test_the_drawn_face_is_up_in_the_end(face: int) -> None:
    for seed in SEEDS:
        last = resting_pose(face, REST, seed)
        assert last.face == face and last.height == pytest.approx(0.5)
        assert last.turn[2] @ np.array(FACE_NORMALS[face]) == pytest.approx(1.0)
        assert last.ground == pytest.approx(REST)


@pytest.mark.parametrize("face", FACES)
def test_it_stays_a_die_all_the_time(face: int) -> None:
    """Its turn is a rotation: nothing is mirrored or bent."""
    for pose in roll(3, face):
        assert pose.turn @ pose.turn.T == pytest.approx(np.eye(3), abs=1e-9)
        assert np.linalg.det(pose.turn) == pytest.approx(1.0)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("start", [None, (300.0, 900.0), (900.0, 200.0)])
def test_it_never_jumps(face: int, start: tuple[float, float] | None) -> None:
    """In a six-hundredth of its roll it turns by less than 6°, and moves by less than a tenth of its side."""
    for seed in SEEDS:
        for a, b in pairwise(roll(seed, face, start)):
            turned = math.acos(min(1.0, max(-1.0, (float(np.trace(a.turn.T @ b.turn)) - 1) / 2)))
            assert math.degrees(turned) < 6
            assert math.dist(a.ground, b.ground) < 0.1 * SIDE and abs(a.height - b.height) < 0.1


def test_it_lies_on_the_table_or_is_above_it() -> None:
    """The lowest corner is never below the table, and touches it again and again."""
    for seed, face in (*((seed, 4) for seed in SEEDS), (18, 1)):
        off = [pose.height - centre_height(pose.turn) for pose in roll(seed, face)]
        assert min(off) > -1e-9
        touches = [step for step, height in enumerate(off) if height < 1e-6]
        assert sum(b - a > 20 for a, b in pairwise(touches)) >= 2
        assert all(height < 1e-6 for height in off[round(0.66 * STEPS) :])


@pytest.mark.covering(most=2)
@pytest.mark.parametrize("face", FACES)
def test_as_many_pips_are_seen_on_top_as_were_drawn(face: int) -> None:
    """Counted in the picture: spots of dark on the upper face of the white die."""
    canvas, side = canvas_of(), 300.0
    pose = resting_pose(face, REST, 1, edge_length=side)._replace(ground=REST)
    draw_die(canvas, pose, "white", edge_length=side)
    pixels = pygame.surfarray.array3d(canvas.surface).astype(int)
    top = _on_top(pose, pixels.shape[:2], side)
    dark = (pixels.sum(axis=2) < 330) & top
    assert _spots(dark) == face


def _on_top(pose: DiePose, size: tuple[int, ...], side: float) -> NDArray[np.bool_]:
    """Which pixels lie on the upper face: undoes how a die is seen at a slant."""
    x, y = np.meshgrid(*(np.arange(n) - at for n, at in zip(size, REST, strict=True)), indexing="ij")
    world = np.stack(
        (x / side, -(y / side + 0.5 * VIEW_SLANT[1]) / VIEW_SLANT[0], np.full(x.shape, 0.5)), axis=-1
    )
    found: NDArray[np.bool_] = np.sort(np.abs(world @ pose.turn), axis=-1)[..., 1] < 0.42
    return found


def _spots(mask: NDArray[np.bool_]) -> int:
    """How many connected spots there are."""
    left, count = {(int(x), int(y)) for x, y in np.argwhere(mask)}, 0
    while left:
        spot, size = [left.pop()], 0
        while spot:
            x, y = spot.pop()
            size += 1
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in left:
                    left.remove(near)
                    spot.append(near)
        count += size > 60
    return count


def test_a_rolling_die_leaves_nothing_in_the_cache() -> None:
    canvas = canvas_of(high=540)
    for step in range(60):
        draw_die(canvas, pose_at(step / 60, 1, 4, REST), "red")
    assert len(canvas.cache) < 8
