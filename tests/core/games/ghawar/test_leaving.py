"""Into the field and out of it: the depot, the four sides, the corners.

"As soon as a truck leaves the field on its owner's side it is in the depot by itself. From this side it then
starts at any place." Leaving costs one, ends the move, and the rest of the roll is lost.
"""

from __future__ import annotations

import pytest

from core.game import Seat
from core.games.ghawar.position import SIDE_LETTERS
from core.games.ghawar.roads import roads
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import DEPOT, LATTICE_SIZE, place_of
from tests.core.games.ghawar.diagrams import RING, RING_TWO, USUAL, Position, marked, position

LAST = LATTICE_SIZE - 1
EDGES = {
    0: [(i, LAST) for i in range(LATTICE_SIZE)],
    1: [(i, 0) for i in range(LATTICE_SIZE)],
    2: [(0, i) for i in range(LATTICE_SIZE)],
    3: [(LAST, i) for i in range(LATTICE_SIZE)],
}
"""The outer road of each seat's side: south, north, west, east."""


def at_home(seat: int, roll: int, seats: int = 4) -> Position:
    return position("r", at=(1, 1), seats=seats, turn=seat, roll=roll, options=RING)


# --- Setting off -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", EDGES)
def test_setting_off_onto_any_space_of_ones_own_side(seat: int) -> None:
    """The corners too; that space counts as the first."""
    assert at_home(seat, 1).ends() == {f"{x},{y}" for x, y in EDGES[seat]}


def test_after_the_first_space_the_drive_goes_on_in_any_direction() -> None:
    """With two: along the road both ways, and inward from the crossings."""
    drawing = """
        +   -   +   -   +   -   +   -   +   -   +   -   +
        *   ·   *   ·   *   ·   *   ·   *   ·   *   ·   *
        *   *   *   *   *   *   *   *   *   *   *   *   *
    """
    assert position(drawing, at=(0, 10), roll=2, options=RING).ends() == marked(drawing, (0, 10))


def test_a_taken_space_is_no_way_in() -> None:
    """6,11 can only be reached over 6,12 with two; 5,12 and 7,12 from outside it."""
    drawing = """
        *   ·   *   ·   *   ·   |   ·   *   ·   *   ·   *
        *   *   *   *   *   *   N   *   *   *   *   *   *
    """
    s = position(drawing, at=(0, 11), roll=2, options=RING)
    assert s.ends() == marked(drawing, (0, 11))
    assert s.refuses("drive 6,11") == ("in_the_way", ((6, 12),))
    assert s.refuses("drive 6,12") == ("truck_there", ((6, 12),))


@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize("options", [USUAL, RING])
def test_a_drive_that_begins_in_the_depot_does_not_end_there(roll: int, options: object) -> None:
    s = position("r", at=(1, 1), roll=roll, options=options)  # type: ignore[arg-type]
    assert "depot" not in s.ends() and s.refuses("drive depot") == ("in_depot", ())


# --- Leaving -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", EDGES)
@pytest.mark.parametrize("index", range(LATTICE_SIZE))
def test_leaving_costs_one_from_every_space_of_ones_own_side(seat: int, index: int) -> None:
    """Crossings, gaps and both corners."""
    place = EDGES[seat][index]
    for roll in (1, 6):
        s = position(SIDE_LETTERS[seat], at=place, seats=4, turn=seat, roll=roll, options=RING)
        assert "depot" in s.ends() and len(s.ends()) > 1, "staying on the road is a choice too"
        s = s.play("drive depot")
        assert s.state.trucks[seat, 0] == DEPOT


@pytest.mark.parametrize("seat", EDGES)
def test_nobody_leaves_elsewhere(seat: int) -> None:
    """Not with one from any other space of the road; on another side's edge that is the reason."""
    others = {place for edge in EDGES.values() for place in edge} - set(EDGES[seat])
    for space in roads("ring").spaces:
        x, y = place_of(space)
        s = position(SIDE_LETTERS[seat], at=(x, y), seats=4, turn=seat, roll=1, options=RING)
        assert ("depot" in s.ends()) == ((x, y) in EDGES[seat])
        if (x, y) in others:
            assert s.refuses("drive depot") == ("other_side", ((x, y),))
        elif (x, y) not in EDGES[seat]:
            assert s.refuses("drive depot") == ("home_too_far", ())
            assert s.why_not("drive depot").values == {"pips": 1}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("corner", "sides"), [((0, 0), "NW"), ((12, 0), "NE"), ((0, 12), "SW"), ((12, 12), "SE")]
)
def test_a_corner_belongs_to_two_sides(corner: tuple[int, int], sides: str) -> None:
    for seat, side in enumerate(SIDE_LETTERS):
        s = position(side, at=corner, seats=4, turn=seat, roll=1, options=RING)
        assert s.allows("drive depot") == (side in sides)
        assert (f"{corner[0]},{corner[1]}" in at_home(seat, 1).ends()) == (side in sides)


@pytest.mark.parametrize("place", [(12, 2), (12, 6), (12, 9)])
def test_with_three_seats_nobody_leaves_in_the_east(place: tuple[int, int]) -> None:
    for seat in range(3):
        s = position(SIDE_LETTERS[seat], at=place, seats=3, turn=seat, roll=1, options=RING)
        assert s.refuses("drive depot") == ("other_side", (place,))


def test_two_seats_sit_opposite_each_other() -> None:
    assert at_home(0, 1, seats=2).ends() == {f"{x},12" for x in range(13)}
    assert at_home(1, 1, seats=2).ends() == {f"{x},0" for x in range(13)}


@pytest.mark.parametrize(("roll", "out"), list(zip(range(1, 7), [False] * 3 + [True] * 3, strict=True)))
def test_with_no_pip_left_the_truck_stays_on_the_road(roll: int, out: bool) -> None:
    """Three to the edge and one to leave; what is left over is lost."""
    s = position("Sr", at=(6, 9), roll=roll, options=RING)
    assert s.allows("drive depot") == out
    if not out:
        assert s.refuses("drive depot") == ("home_too_far", ())
    if roll == 3:
        stays = s.play("drive 6,12")
        assert stays.state.loads[0, 0] == 0 and stays.stored == ["", ""]


def test_leaving_ends_the_move_and_the_rest_of_the_roll_is_lost() -> None:
    s = position("Sr  -   +   -   Ny", at=(2, 12), seats=3, roll=6, options=RING).play("drive depot")
    assert s.state.trucks[0, 0] == DEPOT and s.stored == ["r", "", ""]
    assert s.state.turn == 1 and s.state.stage == "die", "the next one rolls"


def test_leaving_is_a_choice() -> None:
    """On its own outer road a truck may drive on instead, along it or back into the field."""
    drawing = """
        +   -   *   -   +   -   +
        |   ·   |   ·   |   ·   |
        *   -   S   -   *   -   +
    """
    s = position(drawing, at=(0, 10), roll=2, options=RING)
    assert s.ends() == marked(drawing, (0, 10)) | {"depot"}


def test_blocked_on_the_way_home() -> None:
    """The straight way is shut. With three no other leads out, with five one does."""
    drawing = """
        +   -   +   -   S   -   +
        |   ·   |   ·   N   ·   |
        +   -   +   -   +   -   +
    """
    assert position(drawing, at=(2, 10), roll=3, options=RING).refuses("drive depot") == (
        "in_the_way",
        ((6, 11),),
    )
    assert position(drawing, at=(2, 10), roll=4, options=RING).refuses("drive depot") == (
        "in_the_way",
        ((6, 11),),
    )
    assert position(drawing, at=(2, 10), roll=5, options=RING).allows("drive depot")


def test_trucks_in_a_depot_block_nobody() -> None:
    """Neither those of others nor one's own; and not the way out."""
    s = position("S1  r", at=(6, 11), roll=2, options=RING_TWO)
    assert s.state.trucks.tolist() == [[11 * 13 + 6, DEPOT], [DEPOT, DEPOT]]
    assert s.allows("1: drive depot")
    both = s.play("1: drive depot", "die 1", "1: drive 0,0", "die 4")
    assert both.ends(1) == both.ends(2) != set()


@pytest.mark.parametrize("seat", range(4))
def test_the_mouths_are_the_ways_out_of_the_inner_roads(seat: int) -> None:
    mouths = {
        0: [(x, 11) for x in range(2, 12, 2)],
        1: [(x, 1) for x in range(2, 12, 2)],
        2: [(1, y) for y in range(2, 12, 2)],
        3: [(11, y) for y in range(2, 12, 2)],
    }
    for space in roads("inner").spaces:
        place = place_of(space)
        s = position(SIDE_LETTERS[seat], at=place, seats=4, turn=seat, roll=1)
        assert s.allows("drive depot") == (place in mouths[seat])
        if any(place in others for side, others in mouths.items() if side != seat):
            assert s.refuses("drive depot") == ("other_side", (place,))


def test_a_taken_mouth_is_no_way_in() -> None:
    """And no way round it: the road behind it can only be reached through it."""
    s = position("N", at=(6, 11), roll=2)
    assert s.ends() == {f"{x},10" for x in (2, 4, 8, 10)}
    assert s.refuses("drive 6,10") == ("in_the_way", ((6, 11),))
    assert s.refuses("drive 6,11") == ("truck_there", ((6, 11),))


def test_with_no_pip_left_the_truck_stays_in_its_mouth() -> None:
    s = position("Sr", at=(6, 9), roll=2).play("drive 6,11")
    assert s.state.loads[0, 0] == 0 and s.stored == ["", ""]
    assert position("Sr", at=(6, 9), roll=3).play("drive depot").stored == ["r", ""]


@pytest.mark.parametrize("seat", range(4))
def test_with_inner_roads_no_corner_and_no_other_gap_leads_out(seat: int) -> None:
    """The ways out are five for each seat, and no two seats share one."""
    ways_out = [{place_of(space) for space in roads("inner").edge[Seat(side)]} for side in range(4)]
    assert len(ways_out[seat]) == 5
    assert all(not ways_out[seat] & ways_out[side] for side in range(4) if side != seat)


def test_a_load_is_stored_on_arrival() -> None:
    s = position("S2b", at=(6, 12), roll=4, options=RING_TWO, stored=("rb", "v")).play("2: drive depot")
    assert s.stored == ["rbb", "v"] and (s.state.loads == -1).all() and s.money == [3, 3]


def test_an_empty_truck_stores_nothing() -> None:
    s = position("S   r", at=(6, 11), roll=2, stored=("r", "")).play("drive depot")
    assert s.stored == ["r", ""] and s.state.idle


def test_only_the_seat_in_turn_drives() -> None:
    s = position("S", at=(6, 6), roll=1)
    for seat in (1, 2, -1, 9):
        assert s.refuses("drive 6,5", seat) == ("not_your_turn", ())
        assert GHAWAR.legal(s.state, Seat(seat)) == []
