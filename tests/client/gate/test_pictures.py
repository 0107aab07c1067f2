"""What is sent of a picture: every pixel that has changed, little else, and files that decode to it."""

from __future__ import annotations

import io
import struct
from itertools import pairwise

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.gate import pictures
from client.gate.pictures import BAND, STRIDE, PictureStream, Pixels, changed_parts, png
from tests.client.gate.browsers import apply_picture, parts_of

TOLERANCE = 4.0
"""Levels of 255 by which a painted picture may differ from its JPEG, on average."""


def blank(wide: int = 300, high: int = 150) -> Pixels:
    return np.zeros((high, wide), np.uint32)


def read_rgb(file: bytes) -> np.ndarray:
    """Width × height × 3 levels of a picture's file."""
    return pygame.surfarray.array3d(pygame.image.load(io.BytesIO(file)))


def painted(size: tuple[int, int], phase: float = 0.0) -> pygame.Surface:
    """A picture without any flat place: soft waves of colour."""
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]), indexing="ij")
    waves = [np.sin(x / 17 + phase), np.sin(y / 23 - phase), np.sin((x + y) / 31)]
    surface = pygame.Surface(size, 0, 32)
    pygame.surfarray.blit_array(surface, (np.stack(waves, axis=-1) * 100 + 128).astype(np.uint8))
    return surface


spots = st.lists(
    st.tuples(
        st.integers(0, 299), st.integers(0, 149), st.integers(1, 120), st.integers(1, 90), st.integers(1, 9)
    ),
    max_size=6,
)


@given(spots)
def test_every_pixel_that_differs_is_in_one_part_and_no_part_is_wider_than_needed(
    spots: list[tuple[int, int, int, int, int]],
) -> None:
    now = blank()
    for x, y, wide, high, colour in spots:
        now[y : y + high, x : x + wide] = colour
    parts = changed_parts(blank(), now)
    covered = np.zeros(now.shape, int)
    for part in parts:
        covered[part.top : part.bottom, part.left : part.right] += 1
        for top in range(part.top, part.bottom, BAND):
            rows = now[top : min(top + BAND, part.bottom), part.left : part.right]
            assert rows[:, :STRIDE].any() and rows[:, -STRIDE:].any(), (
                "a part begins and ends at a difference"
            )
    assert (covered <= 1).all() and (covered[now > 0] == 1).all()


def test_nothing_is_sent_of_two_equal_pictures() -> None:
    stream, surface = PictureStream(), painted((64, 48))
    assert stream.next(surface, 0.0) is not None and stream.number == 1
    assert stream.next(surface, 0.0) is None and stream.number == 1


def test_far_apart_changes_are_sent_apart_and_very_many_as_one() -> None:
    now = blank(800, 700)
    now[5, 5] = now[5, 700] = now[600, 5] = 1
    assert len(changed_parts(blank(800, 700), now)) == 3
    now[:, ::100] = 1
    now[::BAND, 50::100] = 1  # bands alike are one part: every second one has other columns
    now[BAND :: 2 * BAND, 20::100] = 1
    now[: 2 * BAND] = np.roll(now[: 2 * BAND], 37, axis=1)
    for row in range(0, 700, BAND):
        now[row] = np.roll(now[row], row)
    assert len(changed_parts(blank(800, 700), now)) <= pictures.MOST_PARTS


def test_a_flat_picture_arrives_exactly() -> None:
    rng = np.random.default_rng(1)
    pixels = rng.integers(0, 1 << 24, (37, 53), np.uint32)
    levels = read_rgb(png(pixels))
    assert np.array_equal(
        (levels.astype(np.uint32) << np.array([16, 8, 0], np.uint32)).sum(axis=-1).T, pixels
    )


def test_a_stream_applied_part_by_part_is_the_picture() -> None:
    """Flat things exactly, painted ones nearly; what is sent again lies where it belongs."""
    rng, stream = np.random.default_rng(2), PictureStream()
    surface = pygame.Surface((400, 300), 0, 32)
    page = pygame.Surface((400, 300), 0, 32)
    for number in range(1, 9):
        place = pygame.Rect(*rng.integers(0, 250, 2), *rng.integers(1, 150, 2))
        pygame.draw.rect(surface, tuple(rng.integers(0, 255, 3)), place)
        picture = stream.next(surface, 0.0)
        assert picture is not None and apply_picture(page, picture) == number
        assert all(file.startswith(b"\x89PNG") for _, file in parts_of(picture))
        assert np.array_equal(pygame.surfarray.array3d(page), pygame.surfarray.array3d(surface))
    for phase in (0.0, 1.0):
        surface.blit(painted((320, 200), phase), (40, 60))
        picture = stream.next(surface, phase + 9)
        assert picture is not None and any(file.startswith(b"\xff\xd8") for _, file in parts_of(picture))
        apply_picture(page, picture)
        here, there = (pygame.surfarray.array3d(one).astype(int) for one in (page, surface))
        assert np.abs(here - there).mean() < TOLERANCE


def test_after_forgetting_and_at_another_size_all_of_it_is_sent() -> None:
    stream, surface = PictureStream(), painted((64, 48))
    stream.next(surface, 0.0)
    stream.forget()
    again = stream.next(surface, 0.0)
    assert again is not None and [tuple(part) for part, _ in parts_of(again)] == [(0, 0, 64, 48)]
    other = stream.next(painted((48, 64)), 0.0)
    assert other is not None and [tuple(part) for part, _ in parts_of(other)] == [(0, 0, 48, 64)]


def test_the_bytes_of_a_picture_say_their_length() -> None:
    """Each part's file ends where the next part begins, and the last with the picture."""
    stream, surface = PictureStream(), pygame.Surface((400, 300), 0, 32)
    stream.next(surface, 0.0)
    for x in (0, 200, 390):
        surface.set_at((x, 7), "red")
    picture = stream.next(surface, 0.0)
    assert picture is not None and picture[:5] == b"P" + struct.pack(">I", 2)
    parts = parts_of(picture)
    assert len(parts) == 3 and sum(12 + len(file) for _, file in parts) == len(picture) - 5
    assert all(one.right <= other.left for (one, _), (other, _) in pairwise(parts))


@pytest.mark.parametrize("size", [(64, 64), (4096, 64), (64, 4096), (1000, 1000)])
def test_every_size_of_a_screen_can_be_sent(size: tuple[int, int]) -> None:
    picture = PictureStream().next(pygame.Surface(size, 0, 32), 0.0)
    assert picture is not None
    page = pygame.Surface(size)
    assert apply_picture(page, picture) == 1


def test_what_is_large_moves_with_half_its_pixels_and_rests_with_all_of_them() -> None:
    stream, page = PictureStream(), pygame.Surface((600, 500))
    sizes = []
    for number, (phase, now) in enumerate(((0.0, 0.0), (0.5, 0.02), (1.0, 0.04), (1.0, 0.06), (1.0, 1.0)), 1):
        surface = painted((600, 500), phase)
        picture = stream.next(surface, now)
        if phase == 1.0 and now == 0.06:
            assert picture is None and stream.coarse, "it may go on to move"
            continue
        assert picture is not None and apply_picture(page, picture) == number - (now == 1.0)
        sizes.append(len(picture))
    assert sizes[1] < sizes[0] / 2 and sizes[2] < sizes[0] / 2 and sizes[3] > sizes[0] / 2
    assert not stream.coarse and stream.next(painted((600, 500), 1.0), 2.0) is None
    here, there = (pygame.surfarray.array3d(one).astype(int) for one in (page, painted((600, 500), 1.0)))
    assert np.abs(here - there).mean() < TOLERANCE
