"""Where things lie on Down Under's table, and what the camera shows of the ground."""

from __future__ import annotations

from itertools import combinations, pairwise

import pygame
import pytest

from client.boards.down_under.art import covered_rect
from client.boards.down_under.camera import cells_rect, field_reach, viewport_of
from client.boards.down_under.layout import LEAST_LINE_HEIGHT, Layout, Slot, count_rect, least_side_height
from client.boards.down_under.supplies import cards_left, row_chips, row_paths, side_items
from client.boards.kit.action_picker import thing_target
from client.boards.kit.grid_camera import GridCamera
from client.boards.kit.pieces import PaintContext, target_at
from client.boards.kit.side import hit_areas
from client.screens.table.layout import TableLayout
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import load
from core.games.down_under.board import field_of
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import ENDS, Laid, Options, State, open_leads
from tests.client.boards.down_under.fixtures import MANY, games, set_up

WINDOWS = ((1440, 1080), (1920, 1080), (2520, 1080), (720, 960), (720, 1280))


def laid_out(state: State, area: tuple[int, int] = (1920, 1080)) -> Layout:
    """The layout of a position in a window of this size."""
    least = least_side_height(state.options, state.seats)
    table = TableLayout.of(Rect(0, 0, *area), state.seats, 4, 0, low=least)
    viewport = viewport_of(state, table.field)
    return Layout(table.field, table.side, state.options, state.seats, viewport)


def room(seats: int = 2) -> Rect:
    """Where the ground is looked at in the usual window."""
    return TableLayout.of(Rect(0, 0, 1920, 1080), seats, 4, 0).field


def start(options: Options, seats: int) -> State:
    return DOWN_UNDER.start(options, seats)


def cameras(options: Options, seats: int, seed: int) -> list[tuple[State, GridCamera]]:
    """What is seen of every position of a random game."""
    steps = list(games(options, seats, seed))
    states = [before for before, *_ in steps] + [steps[-1][3]]
    return [(state, viewport_of(state, room(seats))) for state in states]


# --- the camera ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "seats"), MANY)
@pytest.mark.parametrize("area", WINDOWS)
def test_all_that_lies_and_all_open_ends_are_in_sight(
    options: Options, seats: int, area: tuple[int, int]
) -> None:
    """Wholly; of an end outside the field all its paper, and half of a cell to which a path leads there."""
    for *_, state in games(options, seats, 3):
        layout, field = laid_out(state, area), field_of(state)
        seen = layout.field.grown(0.5)
        for at in (*state.cards, *(lead for path in state.paths for lead in open_leads(path))):
            rect = layout.grid.cell(at.x, at.y)
            needed = rect if field.has((at.x, at.y)) else rect.scaled(0)
            if isinstance(at, Laid) and at.card in ENDS:
                needed = covered_rect(rect, at.card)
            assert seen.contains(needed.x, needed.y) and seen.contains(needed.right, needed.bottom)


def test_all_of_a_settled_field_is_in_sight() -> None:
    """Its rows are settled by the cards in the first and in the seventh."""
    state = set_up("0:EW@0,0 1:EW@4,6")
    viewport = laid_out(state).grid
    field = viewport.box(cells_rect(field_of(state).taken))  # type: ignore[arg-type]
    assert field.w == 5 * viewport.size and field.h == 7 * viewport.size
    assert abs(field.cx - viewport.room.cx) < 1 and abs(field.cy - viewport.room.cy) < 1, "in the middle"


def test_a_field_comes_to_the_middle_when_it_is_settled() -> None:
    """All of it was in sight before, a little aside."""
    aside = viewport_of(set_up("0:EW@0,0 1:EW@3,3"), room())
    assert (aside.x, aside.y) == pytest.approx((0.55, 0.96), abs=0.01), "row 4 is just in sight"
    assert viewport_of(set_up("0:EW@0,0 1:EW@3,3 0:EW@-1,-3"), room())[1:3] == (1.5, 0.5)


@pytest.mark.parametrize(("options", "seats"), [case for case in MANY if case[0].size != "unlimited"])
def test_cells_of_a_field_only_get_smaller_for_ends_outside(options: Options, seats: int) -> None:
    """By less than a tenth in all, and larger once it is settled which way round the field lies."""
    sizes = [camera.size for _, camera in cameras(options, seats, 1)]
    for (before, _), (state, _), old, new in zip(
        *(cameras(options, seats, 1)[n:] for n in (0, 1)), sizes, sizes[1:], strict=False
    ):
        outside = _ends_outside(state) > _ends_outside(before)
        assert new >= old or outside
    assert min(sizes) > 0.9 * sizes[0]


def _ends_outside(state: State) -> int:
    field = field_of(state)
    return sum(laid.card in ENDS and not field.has((laid.x, laid.y)) for laid in state.cards)


@pytest.mark.parametrize(("options", "seats"), MANY)
def test_nothing_moves_without_need(options: Options, seats: int) -> None:
    """Unless the outline of all cards grows, the camera stays where it is."""
    moved = 0
    for seed in range(4):
        for (before, then), (after, now) in pairwise(cameras(options, seats, seed)):
            if _outline(before) == _outline(after):
                assert then == now
            moved += then != now
    assert moved <= 4 * 6


def _outline(state: State) -> tuple[int, int, int, int] | None:
    if not state.cards:
        return None
    xs, ys = [laid.x for laid in state.cards], [laid.y for laid in state.cards]
    return min(xs), min(ys), max(xs), max(ys)


def test_without_a_field_cells_get_smaller_when_all_does_not_fit() -> None:
    options = Options(size="unlimited")
    far = " ".join(f"0:EW@{x},0" for x in range(13))
    small = viewport_of(set_up("0:EW@0,0", options), room())
    large = viewport_of(set_up(far, options), room())
    assert large.size < small.size


@pytest.mark.parametrize("frame", ["river", "border"])
def test_a_frame_is_in_sight_from_the_beginning(frame: str) -> None:
    options = Options(frame=frame)  # type: ignore[arg-type]
    begin = start(options, 2)
    viewport = laid_out(begin).grid
    for laid in begin.frame:
        assert viewport.room.grown(1).contains(*viewport.cell(laid.x, laid.y).centre)
    for state, camera in cameras(options, 2, 2):
        assert camera == viewport or _ends_outside(state)


@pytest.mark.parametrize("area", [area for area in WINDOWS if area[0] > area[1]])
def test_cells_are_whole_pixels_in_the_usual_windows(area: tuple[int, int]) -> None:
    for options, seats in MANY:
        assert laid_out(start(options, seats), area).grid.size % 2 == 0


# --- where the field may lie ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("0:EW@0,0", (-6, -6, 7, 7)),
        ("0:EW@0,0 1:EW@5,0", (-1, -4, 7, 5)),
        ("0:EW@0,0 1:EW@6,0", (0, -4, 7, 5)),
        ("0:EW@0,0 1:EW@4,6", (0, 0, 5, 7)),
        ("0:EW@0,0 1:endN@6,0", (-6, -6, 7, 7)),
    ],
)
def test_how_far_the_field_can_still_reach(cards: str, expected: tuple[int, ...]) -> None:
    """By hand for 5 × 7: once something is wider than five, it is seven wide and five high."""
    can = field_reach(field_of(set_up(cards)))
    assert can is not None and (can.left, can.top, can.right, can.bottom) == expected


# --- beside the ground ----------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "seats"), MANY)
@pytest.mark.parametrize("area", WINDOWS)
def test_cards_beside_the_ground_can_be_told_apart(
    options: Options, seats: int, area: tuple[int, int]
) -> None:
    state, layout = start(options, seats), laid_out(start(options, seats), area)
    slots = {slot: layout.boxes[str(slot)] for slot in cards_left(state)}
    found = hit_areas(tuple(side_items(state, layout)), acts=True)
    for slot, rect in slots.items():
        assert (
            target_at(found, rect.centre) == target_at(found, count_rect(rect).centre) == thing_target(slot)
        )
        assert rect.w == rect.h >= 30
        assert layout.side.contains(*rect.place(0, 0, "topleft").centre)
        assert layout.side.contains(*count_rect(rect).place(0, 0, "bottomright").centre)
    assert not any(one.overlaps(other) for one, other in combinations(slots.values(), 2))
    assert (Slot("curve") in slots) == (not options.animals and not options.two_paths)


@pytest.mark.parametrize(("options", "seats"), MANY)
@pytest.mark.parametrize("area", WINDOWS)
def test_what_stands_beside_the_ground_is_large_enough_to_read(
    options: Options, seats: int, area: tuple[int, int]
) -> None:
    """Small pictures lie in lines of 25 units at least, wholly on their paper and beside each other."""
    layout, state = laid_out(start(options, seats), area), start(options, seats)
    ctx = PaintContext(Canvas(pygame.Surface((1, 1)), load("lamplight")), 0.0, str)
    for index, path in enumerate(row_paths(state)):
        row = layout.boxes[f"row {index}"]
        places = [place for _, place in row_chips(ctx, row, state, path)]
        assert places, "all of it fits"
        assert all(place.h >= LEAST_LINE_HEIGHT for place in places), (row, places)
        assert all(
            row.grown(2).contains(*place.place(0, 0, corner).centre)
            for place in places
            for corner in ("topleft", "bottomright")
        )
        assert not any(one.inset(1).overlaps(other) for one, other in combinations(places, 2))
    assert len(row_paths(state)) == (seats if options.animals else seats - 1) * (
        2 if options.two_paths else 1
    )
