"""Where things are on the result screen, in windows of every shape and for every number of seats."""

from __future__ import annotations

from itertools import combinations

import pytest

from client.screens.result.layout import ResultLayout, field_in, picture_in
from client.ui.geometry import Rect

AREAS = (
    *((720, 960), (720, 1066), (720, 1280), (720, 1680)),
    *((1440, 1080), (1600, 1080), (1920, 1080), (2560, 1080)),
)


@pytest.mark.parametrize("seats", [2, 4, 7])
@pytest.mark.parametrize("size", AREAS)
def test_all_has_room_and_nothing_lies_on_anything(size: tuple[float, float], seats: int) -> None:
    area = Rect(0, 0, *map(float, size))
    lay = ResultLayout.of(area, seats)
    first = (lay.eyebrow, lay.title, lay.reason, lay.mount, lay.podium, lay.insight, *lay.bars)
    second = (lay.eyebrow, lay.title, lay.papers, lay.note, *lay.bars)
    for page in (first, second, (lay.eyebrow, lay.title, lay.large)):
        assert all(area.union(place) == area for place in page)
        for one, other in combinations(page, 2):
            assert not one.inset(0.01).overlaps(other.inset(0.01)), (one, other)
    assert lay.mount.w == lay.mount.h >= 180 and lay.large.w >= 1.1 * lay.mount.w
    assert min(lay.large.w, lay.large.h) > 0.72 * min(area.w, area.h)
    assert lay.podium.w >= 76 * seats and lay.podium.h >= 240
    assert all(bar.h >= 60 for bar in lay.bars)


@pytest.mark.parametrize("size", AREAS)
def test_what_is_kept_lies_on_whole_pixels(size: tuple[float, float]) -> None:
    """In windows of 540, 720 and 1080 pixels: ground and pieces are else painted once more at each place."""
    lay = ResultLayout.of(Rect(0, 0, *map(float, size)), 4)
    for mount in (lay.large, lay.mount):
        for part in (mount, picture_in(mount), field_in(mount)):
            assert all(edge % 6 == 0 for edge in (part.x, part.y, part.w, part.h)), part
