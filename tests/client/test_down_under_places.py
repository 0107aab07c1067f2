"""Where things lie on Down Under's table, and what the camera shows of the ground."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from client.boards.down_under.camera import Camera, reach, sight_of
from client.boards.down_under.places import Places, Slot, count_of
from client.screens.table_layout import TableLayout
from client.ui.geometry import Rect
from core import codec
from core.game import Seat
from core.games.down_under.paths import leads
from core.games.down_under.queries import field_of
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import HERDS, SET, Animal, Options, Shape, State, paths_of
from tests.client.down_under_kit import BASIC, FIELD, MANY, SIDE, games, played, replace, set_up

WINDOWS = ((1440, 1080), (1920, 1080), (2520, 1080))


def laid_out(options: Options, seats: int, wide: float = 1920) -> Places:
    """The layout in a window of this width."""
    layout = TableLayout.of(Rect(0, 0, wide, 1080), seats, 4, 0)
    return Places(layout.field, layout.side, options, seats)


def cameras(options: Options, seats: int, seed: int) -> list[tuple[State, Camera]]:
    """What is seen of every position of a random game."""
    room = laid_out(options, seats).room
    steps = list(games(options, seats, seed))
    states = [before for before, *_ in steps] + [steps[-1][3]]
    return [(state, sight_of(state, room).camera) for state in states]


# --- the camera ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "seats"), MANY)
@pytest.mark.parametrize("wide", [1440, 1920])
def test_all_that_lies_and_all_open_ends_are_in_sight(options: Options, seats: int, wide: int) -> None:
    places = laid_out(options, seats, wide)
    room = places.room.grown(0.5)
    for *_, state in games(options, seats, 3):
        cells = {(laid.x, laid.y) for laid in state.cards}
        cells |= {(lead.x, lead.y) for path in state.paths for lead in leads(path)}
        for cell in cells:
            rect = places.cell(state, *cell)
            assert room.contains(rect.x, rect.y) and room.contains(rect.right, rect.bottom)


def test_all_of_a_settled_field_is_in_sight() -> None:
    """Its rows are settled by the cards in the first and in the seventh."""
    state = set_up("0:EW@0,0 1:EW@4,6")
    places = laid_out(BASIC, 2)
    field = places.sight(state).box_of(field_of(state).taken)  # type: ignore[arg-type]
    assert field.w == 5 * places.sight(state).size and field.h == 7 * places.sight(state).size
    assert abs(field.cx - places.room.cx) < 1 and abs(field.cy - places.room.cy) < 1, "in the middle"


def test_a_field_comes_to_the_middle_when_it_is_settled() -> None:
    """All of it was in sight before, a little aside."""
    room = laid_out(BASIC, 2).room
    assert sight_of(set_up("0:EW@0,0 1:EW@3,3"), room).camera[:2] == (0.5, 0.5)
    assert sight_of(set_up("0:EW@0,0 1:EW@3,3 0:EW@-1,-3"), room).camera[:2] == (1.5, 0.5)


@pytest.mark.parametrize(("options", "seats"), [case for case in MANY if case[0].size != "unlimited"])
def test_cells_of_a_field_keep_their_size(options: Options, seats: int) -> None:
    assert len({camera.cell for _, camera in cameras(options, seats, 1)}) == 1


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


def test_what_is_seen_follows_from_the_position_alone() -> None:
    """However one came there: playing, joining, or looking at a replay."""
    places = laid_out(BASIC, 3)
    for before, *_ in games(BASIC, 3, 5):
        again: State = codec.typed(codec.plain(before), State)
        assert again is not before
        assert laid_out(BASIC, 3).sight(again).camera == places.sight(before).camera


def test_without_a_field_cells_get_smaller_when_all_does_not_fit() -> None:
    options = Options(size="unlimited")
    far = " ".join(f"0:EW@{x},0" for x in range(13))
    small = sight_of(set_up("0:EW@0,0", options), laid_out(options, 2).room).camera
    large = sight_of(set_up(far, options), laid_out(options, 2).room).camera
    assert large.cell < small.cell
    assert large.x == 6.5, "all of it in the middle"


@pytest.mark.parametrize("frame", ["river", "border"])
def test_a_frame_is_in_sight_from_the_beginning(frame: str) -> None:
    options = Options(frame=frame)  # type: ignore[arg-type]
    start = DOWN_UNDER.start(options, 2)
    sight = laid_out(options, 2).sight(start)
    for laid in start.frame:
        assert sight.room.grown(1).contains(*sight.cell(laid.x, laid.y).centre)
    assert {camera for _, camera in cameras(options, 2, 2)} == {sight.camera}


def test_cells_and_points_belong_together() -> None:
    places, state = laid_out(BASIC, 2), played("EW@0,0")
    for cell in places.sight(state).cells():
        rect = places.cell(state, *cell)
        if places.room.contains(*rect.centre):
            assert places.cell_at(state, rect.centre) == cell
            assert places.cell_at(state, (rect.x + 0.1, rect.bottom - 0.1)) in (cell, None)
    assert places.cell_at(state, (places.field.x - 5, places.field.cy)) is None


@pytest.mark.parametrize("wide", WINDOWS)
def test_cells_are_whole_pixels_in_the_usual_windows(wide: tuple[int, int]) -> None:
    for options, seats in MANY:
        sight = laid_out(options, seats, wide[0]).sight(DOWN_UNDER.start(options, seats))
        assert sight.size % 2 == 0


def test_sights_are_remembered_by_position_not_by_place_in_memory() -> None:
    """A new position may come to lie where an old one was."""
    places = laid_out(BASIC, 2)
    for shift in range(0, 60, 6):
        state = set_up(f"0:EW@{shift},0 1:EW@{shift + 6},0")
        assert places.sight(state) == sight_of(state, places.room)
        del state


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
    assert reach(field_of(set_up(cards))) == expected


def test_the_reach_is_where_something_can_lie() -> None:
    for *_, state in games(BASIC, 4, 2):
        field = field_of(state)
        can = reach(field)
        assert can is not None
        inside = {(x, y) for x in range(-12, 13) for y in range(-12, 13) if field.has((x, y))}
        assert min(x for x, _ in inside) == can.left and max(x for x, _ in inside) + 1 == can.right
        assert min(y for _, y in inside) == can.top and max(y for _, y in inside) + 1 == can.bottom


# --- beside the ground ----------------------------------------------------------------------------


def slots(options: Options, seats: int, seat: int) -> list[Slot]:
    """All kinds of cards of a seat."""
    found = []
    for path in paths_of(options, seats, Seat(seat)):
        for shape in SET:
            herd = HERDS.get(shape) if options.animals else None
            kinds: list[Animal | None] = list(herd) if herd else [None]
            found += [Slot(path, shape, animal) for animal in kinds]
    return found


@pytest.mark.parametrize(("options", "seats"), MANY)
@pytest.mark.parametrize("wide", [1440, 1920, 2520])
def test_cards_beside_the_ground_can_be_told_apart(options: Options, seats: int, wide: int) -> None:
    places = laid_out(options, seats, wide)
    kinds = slots(options, seats, seats - 1)
    rects = [places.supply_slot(*kind) for kind in kinds]
    for kind, rect in zip(kinds, rects, strict=True):
        assert places.slot_at(rect.centre, Seat(seats - 1)) == kind
        number = count_of(rect, options.animals)
        assert places.slot_at((number.cx - 3, number.cy - 3), Seat(seats - 1)) == kind
        assert rect.w == rect.h > 36
    assert not any(one.overlaps(other) for one, other in combinations(rects, 2))
    assert places.slot_at(places.room.centre, Seat(0)) is None
    assert all(places.has(kind) for kind in kinds)
    assert places.has(Slot(0, "curve", None)) != options.animals


@pytest.mark.parametrize(("options", "seats"), MANY)
@pytest.mark.parametrize("wide", [1440, 1920])
def test_everything_beside_the_ground_has_room(options: Options, seats: int, wide: int) -> None:
    places = laid_out(options, seats, wide)
    parts = [*places.panels, places.standing, places.foot]
    assert not any(one.overlaps(other) for one, other in combinations(parts, 2))
    assert all(places.side.grown(0.1).contains(part.x, part.y) for part in parts)
    assert parts[-1].bottom <= places.side.bottom + 0.1
    shapes: tuple[Shape, ...] = tuple(SET)
    for number, panel in enumerate(places.panels):
        path = number * seats
        rect = places.supply_slot(path, shapes[-1])
        assert panel.contains(*rect.centre) and rect.bottom < panel.bottom
    rows = [places.row(path) for path in range(len(DOWN_UNDER.start(options, seats).stuck))]
    assert all(places.standing.contains(*row.centre) for row in rows)
    assert not any(one.overlaps(other) for one, other in combinations(rows, 2))


def test_two_paths_of_a_seat_lie_one_below_the_other() -> None:
    places = laid_out(Options(two_paths="two cards"), 2)
    assert [sorted(range(4), key=lambda path: places.row(path).y)] == [[0, 2, 1, 3]]


def test_offers_below_the_side_move_nothing() -> None:
    """At the end of a game there is a button."""
    bare, full = (TableLayout.of(Rect(0, 0, 1920, 1080), 4, 4, count) for count in (0, 1))
    options = Options(two_paths="two cards", animals=True)
    one, other = (Places(lay.field, lay.side, options, 2) for lay in (bare, full))
    assert one == other and hash(one) == hash(other)


def test_layouts_differ_where_what_they_show_differs() -> None:
    one = Places(FIELD, SIDE, BASIC, 2)
    assert one == Places(FIELD, SIDE, BASIC, 2)
    assert one != Places(FIELD, SIDE, BASIC, 3)
    assert one != Places(FIELD.moved(1, 0), SIDE, BASIC, 2)
    assert one != Places(FIELD, SIDE, replace(BASIC, animals=True), 2)
