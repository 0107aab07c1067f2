"""Box trees: what they lay out is what the rectangles' own arithmetic gives."""

from __future__ import annotations

import pytest

from client.ui.boxes import Box, column, grid, lay_out, row, several
from client.ui.geometry import Rect

ROOM = Rect(10, 20, 400, 300)


def test_parts_of_a_size_take_it_and_the_others_share_the_rest() -> None:
    found = lay_out(row(Box("first", 90), Box("second", share=3), Box("third"), gap=5), ROOM)
    rest = ROOM.cut_left(90, 5)[1].columns(3, 1, gap=5)
    assert [found[name] for name in ("first", "second", "third")] == [ROOM.cut_left(90)[0], *rest]


def test_a_box_goes_to_the_rim_and_its_parts_keep_away_from_it() -> None:
    found = lay_out(column(Box("upper"), row(*several("cell", 2)), name="sheet", pad=(8.0, 6.0)), ROOM)
    upper, lower = ROOM.inset(8, 6).rows(1, 1)
    assert found["sheet"] == ROOM and found["upper"] == upper
    assert [found["cell 0"], found["cell 1"]] == lower.columns(1, 1)


@pytest.mark.parametrize(("most", "wide"), [(1000.0, 200.0), (80.0, 80.0)])
def test_a_ratio_is_kept_at_the_anchor(most: float, wide: float) -> None:
    found = lay_out(row(Box("picture", ratio=0.5, most=most, anchor="topleft")), Rect(0, 0, 200, 900))
    assert found["picture"] == Rect(0, 0, wide, wide / 0.5)


def test_the_last_row_of_a_grid_may_have_empty_places() -> None:
    found = lay_out(grid(5, 3, name="kind", gap=4), ROOM)
    assert [found[f"kind {index}"] for index in range(5)] == ROOM.grid(3, 2, 4)[:5]
    assert found["kind"] == ROOM and "kind 5" not in found


def test_what_has_no_room_is_empty_and_never_less() -> None:
    found = lay_out(row(Box("fixed", 90), Box("rest"), gap=5), Rect(0, 0, 60, 10))
    assert found["rest"].w == 0.0
