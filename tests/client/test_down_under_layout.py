"""Where things lie on Down Under's table, and what the camera shows of the ground."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from client.boards.down_under.board import spots
from client.boards.down_under.camera import Sight, reach, sight_of, whole
from client.boards.down_under.layout import Layout, Slot, count_of
from client.boards.down_under.side import cards_left
from client.boards.kit.hand import thing
from client.boards.kit.pieces import under
from client.screens.table_layout import TableLayout
from client.ui.geometry import Rect
from core.games.down_under.paths import leads
from core.games.down_under.queries import field_of
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Options, State
from tests.client.down_under_kit import MANY, games, set_up

WINDOWS = ((1440, 1080), (1920, 1080), (2520, 1080))


def laid_out(state: State, wide: float = 1920) -> Layout:
    """The layout of a position in a window of this width."""
    table = TableLayout.of(Rect(0, 0, wide, 1080), state.seats, 4, 0)
    sight = sight_of(state, table.field)
    return Layout(table.field, table.side, state.options, state.seats, sight)


def room(seats: int = 2) -> Rect:
    """Where the ground is looked at in the usual window."""
    return TableLayout.of(Rect(0, 0, 1920, 1080), seats, 4, 0).field


def start(options: Options, seats: int) -> State:
    return DOWN_UNDER.start(options, seats)


def cameras(options: Options, seats: int, seed: int) -> list[tuple[State, Sight]]:
    """What is seen of every position of a random game."""
    steps = list(games(options, seats, seed))
    states = [before for before, *_ in steps] + [steps[-1][3]]
    return [(state, sight_of(state, room(seats))) for state in states]


# --- the camera ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "seats"), MANY)
@pytest.mark.parametrize("wide", [1440, 1920])
def test_all_that_lies_and_all_open_ends_are_in_sight(options: Options, seats: int, wide: int) -> None:
    for *_, state in games(options, seats, 3):
        layout = laid_out(state, wide)
        seen = layout.field.grown(0.5)
        cells = {(laid.x, laid.y) for laid in state.cards}
        cells |= {(lead.x, lead.y) for path in state.paths for lead in leads(path)}
        for cell in cells:
            rect = layout.sight.cell(*cell)
            assert seen.contains(rect.x, rect.y) and seen.contains(rect.right, rect.bottom)


def test_all_of_a_settled_field_is_in_sight() -> None:
    """Its rows are settled by the cards in the first and in the seventh."""
    state = set_up("0:EW@0,0 1:EW@4,6")
    sight = laid_out(state).sight
    field = sight.box(whole(field_of(state).taken))  # type: ignore[arg-type]
    assert field.w == 5 * sight.size and field.h == 7 * sight.size
    assert abs(field.cx - sight.room.cx) < 1 and abs(field.cy - sight.room.cy) < 1, "in the middle"


def test_a_field_comes_to_the_middle_when_it_is_settled() -> None:
    """All of it was in sight before, a little aside."""
    assert sight_of(set_up("0:EW@0,0 1:EW@3,3"), room())[1:3] == (0.5, 0.5)
    assert sight_of(set_up("0:EW@0,0 1:EW@3,3 0:EW@-1,-3"), room())[1:3] == (1.5, 0.5)


@pytest.mark.parametrize(("options", "seats"), [case for case in MANY if case[0].size != "unlimited"])
def test_cells_of_a_field_keep_their_size(options: Options, seats: int) -> None:
    assert len({camera.size for _, camera in cameras(options, seats, 1)}) == 1


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
    small = sight_of(set_up("0:EW@0,0", options), room())
    large = sight_of(set_up(far, options), room())
    assert large.size < small.size


@pytest.mark.parametrize("frame", ["river", "border"])
def test_a_frame_is_in_sight_from_the_beginning(frame: str) -> None:
    options = Options(frame=frame)  # type: ignore[arg-type]
    begin = start(options, 2)
    sight = laid_out(begin).sight
    for laid in begin.frame:
        assert sight.room.grown(1).contains(*sight.cell(laid.x, laid.y).centre)
    assert {camera for _, camera in cameras(options, 2, 2)} == {sight}


@pytest.mark.parametrize("wide", WINDOWS)
def test_cells_are_whole_pixels_in_the_usual_windows(wide: tuple[int, int]) -> None:
    for options, seats in MANY:
        assert laid_out(start(options, seats), wide[0]).sight.size % 2 == 0


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
    can = reach(field_of(set_up(cards)))
    assert can is not None and (can.left, can.top, can.right, can.bottom) == expected


# --- beside the ground ----------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "seats"), MANY)
@pytest.mark.parametrize("wide", [1440, 1920, 2520])
def test_cards_beside_the_ground_can_be_told_apart(options: Options, seats: int, wide: int) -> None:
    layout = laid_out(start(options, seats), wide)
    slots, found = layout.beside.slots, spots(layout)
    for slot, rect in slots.items():
        number = count_of(rect, options.animals)
        assert under(found, rect.centre) == thing(slot)
        assert under(found, (number.cx - 3, number.cy - 3)) == thing(slot)
        assert rect.w == rect.h > 36
    assert not any(one.overlaps(other) for one, other in combinations(slots.values(), 2))
    assert (Slot("curve") in slots) == (not options.animals and not options.two_paths)
    assert set(cards_left(start(options, seats))) == set(slots)


def test_two_paths_of_a_seat_lie_one_below_the_other() -> None:
    rows = laid_out(start(Options(two_paths="two cards"), 2)).beside.rows
    assert sorted(range(4), key=lambda path: rows[path].y) == [0, 2, 1, 3]
