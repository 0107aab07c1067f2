"""The pictures are what the code draws, and the library that shows them can draw them."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tools import draw_art

FILES = sorted(draw_art.ASSETS.rglob("*.svg"))
LIMIT = 200_000
SPECKS = 1 / 20
"""Share of a portrait that its pupils cover at least."""


def _name(path: Path) -> str:
    return path.relative_to(draw_art.ASSETS).as_posix()


def test_drawing_again_gives_the_same_files() -> None:
    assert list(draw_art.stale()) == []


def test_every_file_is_drawn_by_the_code() -> None:
    assert {_name(path) for path in FILES} == set(draw_art.pictures())


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_file_is_small(path: Path) -> None:
    assert path.stat().st_size < LIMIT


@pytest.mark.covering(most=317)
@pytest.mark.parametrize("path", FILES, ids=_name)
@pytest.mark.parametrize("width", [24, 60, 150])
def test_picture_is_not_empty(path: Path, width: int) -> None:
    picture = pygame.image.load_sized_svg(path, (width, width))
    assert max(picture.get_size()) in {width, width + 1}  # SDL_image rounds up
    seen, least = picture.get_bounding_rect(), SPECKS if path.stem.endswith("-pupils") else 1 / 3
    assert seen.width > picture.get_width() * least
    assert seen.height > picture.get_height() * least


@pytest.mark.parametrize("digit", "5a36c97edb")
def test_sturt_card_has_track_exactly_on_its_sides(digit: str) -> None:
    """Ink on a rail where a side has track, paper where it has none (corner bits NE 1, SE 2, SW 4, NW 8)."""
    card = pygame.image.load_sized_svg(draw_art.ASSETS / f"tiles/sturt/{digit}.svg", (200, 200))
    bits = int(digit, 16)
    middles = {(112, 1): 1 | 8, (198, 112): 1 | 2, (112, 198): 2 | 4, (1, 112): 4 | 8}
    for place, corners in middles.items():
        assert (sum(card.get_at(place)[:3]) < 120) == bool(bits & corners), place
