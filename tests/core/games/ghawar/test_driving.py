"""How trucks drive: exact rolls, turning, blocking, several trucks, and which way is shown.

"Each crossing and each gap counts as one space. At every crossing you may turn off, but not simply turn
round. Trucks block each other. The roll must always be driven in full." In the drawings `*` marks every place
where the truck that drives can get.
"""

from __future__ import annotations

from typing import Any

import pytest

from core.games.ghawar.roads import roads
from core.games.ghawar.rules import route_of
from core.games.ghawar.state import DEPOT, Drive, Leave, place_of
from tests.core.games.ghawar.diagrams import (
    RING,
    RING_THREE,
    RING_TWO,
    TWO,
    USUAL,
    Position,
    marked,
    position,
)


def gets(drawing: str, at: tuple[int, int] = (0, 0), truck: int = 0, **more: Any) -> bool:
    """Whether the truck gets to the marked places and nowhere else on the road."""
    return position(drawing, at=at, **more).ends(truck) - {"depot"} == marked(drawing, at)


# --- Turning at crossings, straight on in gaps, never back --------------------------------------------------


def test_setting_off_in_every_direction_from_a_crossing() -> None:
    assert gets(
        """
        +   -   +   -   +
        |   ·   *   ·   |
        +   *   S   *   +
        |   ·   *   ·   |
        """,
        (2, 2),
        roll=1,
    )


def test_setting_off_both_ways_from_a_gap() -> None:
    assert gets(
        """
        +   -   +   -   +
        |   ·   |   ·   |
        +   -   *   S   *
        |   ·   |   ·   |
        """,
        (2, 2),
        roll=1,
    )
    assert gets(
        """
        +   -   *   -   +
        |   ·   S   ·   |
        +   -   *   -   +
        """,
        (2, 2),
        roll=1,
    )


def test_straight_on_in_a_gap_and_never_back() -> None:
    """With two from a crossing: the next crossings, not the one where it stands."""
    assert gets(
        """
        +   -   +   -   *   -   +
        |   ·   |   ·   |   ·   |
        +   -   *   -   S   -   *
        |   ·   |   ·   |   ·   |
        +   -   +   -   *   -   +
        """,
        (2, 4),
        roll=2,
    )


def test_turning_at_a_crossing() -> None:
    """With two from a gap: through either crossing, straight on, left or right, but not back."""
    assert gets(
        """
        +   -   +   -   +   -   +
        |   ·   *   ·   *   ·   |
        +   *   +   S   +   *   +
        |   ·   *   ·   *   ·   |
        +   -   +   -   +   -   +
        """,
        (2, 2),
        roll=2,
    )


def test_three_from_a_crossing() -> None:
    assert gets(
        """
        +   -   +   -   +   -   +   -   +
        |   ·   |   ·   *   ·   |   ·   |
        +   -   +   *   +   *   +   -   +
        |   ·   *   ·   |   ·   *   ·   |
        +   *   +   -   S   -   +   *   +
        |   ·   *   ·   |   ·   *   ·   |
        +   -   +   *   +   *   +   -   +
        |   ·   |   ·   *   ·   |   ·   |
        +   -   +   -   +   -   +   -   +
        """,
        (2, 2),
        roll=3,
    )


def test_four_from_a_corner() -> None:
    """All four are driven: nobody stops after three, or goes on to where it came from."""
    assert gets(
        """
        N   -   +   -   *   -
        |   ·   |   ·   |   ·
        +   -   *   -   +   -
        |   ·   |   ·   |   ·
        *   -   +   -   +   -
        """,
        roll=4,
        turn=1,
        options=RING,
    )


def test_six_from_a_gap() -> None:
    """Round a platform it is eight: with six nobody is back where it began."""
    assert gets(
        """
        +   -   +   *   +   *   +   *   +   -   +   -   +
        |   ·   *   ·   *   ·   *   ·   *   ·   |   ·   |
        +   *   +   *   +   -   +   *   +   *   +   -   +
        *   ·   *   ·   *   ·   *   ·   *   ·   *   ·   |
        +   -   +   -   +   S   +   -   +   -   +   *   +
        *   ·   *   ·   *   ·   *   ·   *   ·   *   ·   |
        +   *   +   *   +   -   +   *   +   *   +   -   +
        |   ·   *   ·   *   ·   *   ·   *   ·   |   ·   |
        +   -   +   *   +   *   +   *   +   -   +   -   +
        |   ·   |   ·   *   ·   *   ·   |   ·   |   ·   |
        """,
        roll=6,
        options=RING,
    )


def test_how_many_places_each_roll_reaches_from_the_middle() -> None:
    """Four ways, then three at each crossing; with five and six several ways meet."""
    for options, numbers in ((USUAL, [4, 4, 12, 8, 28, 13]), (RING, [4, 4, 12, 8, 28, 16])):
        reached = [len(position("S", at=(6, 6), roll=roll, options=options).ends()) for roll in range(1, 7)]
        assert reached == numbers


def test_how_much_road_there_is() -> None:
    """49 crossings and 84 gaps; without the ring 25 and 60."""
    for layout, crossings, gaps, edge in (("ring", 49, 84, 13), ("inner", 25, 60, 5)):
        net = roads(layout)
        places = [place_of(space) for space in net.spaces]
        assert sum(x % 2 == y % 2 == 0 for x, y in places) == crossings
        assert sum(x % 2 != y % 2 for x, y in places) == gaps
        assert [len(spaces) for spaces in net.edge.values()] == [edge] * 4


# --- "Trucks block each other: overtaking is not possible." -------------------------------------------------

AROUND = """
    *   -   +   -   *   -   +
    |   ·   |   ·   |   ·   |
    +   -   S   N   +   -   +
    |   ·   |   ·   |   ·   |
    *   -   +   -   *   -   +
    |   ·   |   ·   |   ·   |
    +   -   *   -   +   -   +
"""


def test_another_way_round_a_truck() -> None:
    """The ways over 3,2 are shut; 4,0 and 4,4 can be reached by others, 6,2 cannot."""
    assert gets(AROUND, roll=4, options=RING)
    s = position(AROUND, roll=4, options=RING)
    assert s.refuses("drive 6,2") == ("in_the_way", ((3, 2),))
    assert s.allows("drive 4,4") and [place_of(space) for space in route_of(s.state, Drive(4, 4)).spaces] == [
        (2, 3),
        (2, 4),
        (3, 4),
        (4, 4),
    ]


def test_nobody_ends_on_a_truck() -> None:
    s = position(AROUND, roll=1)
    assert s.refuses("drive 3,2") == ("truck_there", ((3, 2),))
    assert s.ends() == {"1,2", "2,1", "2,3"}


HEMMED = """
    S   N   +
    W   ·   |
    +   -   +
"""


@pytest.mark.parametrize("roll", range(1, 7))
def test_a_truck_with_no_way_at_all(roll: int) -> None:
    """In the north-west corner, which is no way out for the south; a derrick can be moved."""
    s = position(HEMMED.replace("·", "S"), seats=3, roll=roll, options=RING)
    assert s.offers("drive") == set() and len(s.offers("derrick")) == 35
    assert s.refuses("pass") == ("can_move", ())
    blocked = {2: ("in_the_way", ((0, 1),)), 6: ("in_the_way", ((1, 0),))}
    assert s.refuses("drive 0,2") == blocked.get(roll, ("not_in_reach", ((0, 2),)))


def test_who_can_do_nothing_passes() -> None:
    """Neither a way nor a derrick of its own."""
    s = position(HEMMED.replace("·", "rN"), seats=3, roll=3, quiet=4, options=RING)
    assert s.offers() == {"pass"}
    s = s.play("pass")
    assert s.state.turn == 1 and s.state.stage == "die" and s.state.quiet == 4


def test_a_truck_of_ones_own_blocks_too() -> None:
    drawing = AROUND.replace("S ", "S1 ").replace("N ", "S2 ")
    assert gets(drawing, roll=4, options=RING_TWO, truck=1)
    s = position(drawing, roll=1, options=RING_TWO)
    assert s.refuses("1: drive 3,2") == ("truck_there", ((3, 2),))
    assert s.refuses("2: drive 2,2") == ("truck_there", ((2, 2),))
    assert s.ends(2) == {"4,2"}


@pytest.mark.parametrize("truck", [1, 2, 3])
def test_a_depot_holds_any_number(truck: int) -> None:
    """All three are at home, and each can set off."""
    s = position("r", at=(1, 1), roll=1, options=RING_THREE)
    assert s.ends(truck) == {f"{x},12" for x in range(13)}
    out = s.play(f"{truck}: drive 4,12", "die 1", "1: drive 0,0", "die 1")
    assert out.state.trucks[0, truck - 1] == 12 * 13 + 4
    assert (out.state.trucks[0] == DEPOT).sum() == 2 and out.allows(f"{truck}: drive depot")
    assert (out.play(f"{truck}: drive depot").state.trucks[0] == DEPOT).all()


def test_trucks_have_numbers_where_there_are_several() -> None:
    s = position("S2", at=(6, 12), roll=1, options=RING_TWO)
    assert s.ends(1) == {f"{x},12" for x in range(13) if x != 6}
    assert s.ends(2) == {"5,12", "7,12", "6,11", "depot"}
    assert s.refuses("drive 0,12") == ("which_truck", ()) == s.refuses("drive depot")
    assert s.refuses("3: drive 0,12") == ("no_such_truck", ()) == s.refuses("3: drive depot")
    assert s.play("2: drive 6,11").state.trucks[0].tolist() == [DEPOT, 11 * 13 + 6]
    one = position("S", at=(6, 12), roll=1, options=RING)
    assert one.refuses("1: drive 5,12") == ("one_truck", ()) == one.refuses("1: drive depot")


def test_a_turn_moves_one_truck() -> None:
    s = position("r", at=(1, 1), roll=1, options=RING_TWO).play("1: drive 0,12")
    assert s.state.turn == 1 and s.state.stage == "die"


# --- The inner roads ----------------------------------------------------------------------------------------


def test_only_five_mouths_lead_in() -> None:
    assert gets(
        """
        *   ·   *   ·   *   ·   *   ·   *
        +   -   +   -   +   -   +   -   +
        """,
        (2, 11),
        roll=1,
    )
    for turn, mouths in enumerate(([(x, 11) for x in range(2, 11, 2)], [(x, 1) for x in range(2, 11, 2)])):
        s = position("+", roll=1, turn=turn)
        assert s.ends() == {f"{x},{y}" for x, y in mouths}
    for turn, x in ((2, 1), (3, 11)):
        s = position("+", roll=1, turn=turn, seats=4)
        assert s.ends() == {f"{x},{y}" for y in range(2, 11, 2)}


@pytest.mark.parametrize("place", ["0,0", "2,12", "4,0", "1,12", "12,6", "3,0"])
def test_there_is_no_ring(place: str) -> None:
    s = position("S", at=(2, 11), roll=1)
    assert s.refuses(f"drive {place}") == ("no_road", (tuple(map(int, place.split(","))),))


def test_a_drive_may_end_in_the_mouth_of_another_side() -> None:
    assert gets(
        """
        +   -   +   -   +   -   +
        |   ·   *   ·   |   ·   |
        +   *   +   *   +   -   +
        |   ·   S   ·   |   ·   |
        +   *   +   *   +   -   +
        |   ·   *   ·   |   ·   |
        """,
        roll=2,
    )


def test_the_mouth_of_another_side_leads_nowhere() -> None:
    """Nothing goes on from 2,1, 1,2 and 1,4."""
    assert gets(
        """
        +   -   +   -   +   -   +
        |   ·   |   ·   |   ·   |
        +   -   +   -   *   -   +
        |   ·   S   ·   |   ·   |
        +   -   +   -   *   -   +
        |   ·   |   ·   |   ·   |
        +   -   *   -   +   -   +
        """,
        roll=3,
    )


def test_out_of_a_mouth_there_is_one_way() -> None:
    for truck, turn in (("S", 0), ("N", 1)):
        s = position(truck, at=(2, 1), roll=1, turn=turn)
        assert s.ends() == ({"2,2"} if truck == "S" else {"2,2", "depot"})
    s = position("S   ·\nN   -", at=(2, 1), roll=4)
    assert s.offers() == {"pass"} and s.refuses("drive 4,3") == ("in_the_way", ((2, 2),))


def test_ones_own_mouth_is_a_way_out_and_no_way_on() -> None:
    """Two to leave; with three one turns off before it or is out, and the rest is lost."""
    assert gets(
        """
        +   -   +   -   +   -   +   -   +
        |   ·   |   ·   *   ·   |   ·   |
        +   -   +   *   +   *   +   -   +
        |   ·   *   ·   |   ·   *   ·   |
        +   *   +   -   S   -   +   *   +
        |   ·   *   ·   |   ·   *   ·   |
        """,
        (0, 6),
        roll=3,
    )
    for roll, out in ((1, False), (2, True), (3, True), (6, True)):
        s = position("S", at=(4, 10), roll=roll)
        assert ("depot" in s.ends()) == out
    assert position("S", at=(4, 10), roll=1).allows("drive 4,11")


# --- Which way is shown -------------------------------------------------------------------------------------


def spaces(s: Position, a: Drive | Leave) -> list[tuple[int, int]]:
    return [place_of(space) for space in route_of(s.state, a).spaces if space != DEPOT]


def test_of_several_ways_the_one_with_the_fewest_turns_is_driven() -> None:
    s = position("S", at=(4, 4), roll=6)
    assert spaces(s, Drive(8, 6)) == [(5, 4), (6, 4), (7, 4), (8, 4), (8, 5), (8, 6)]


def test_one_turn_is_better_than_two_whichever_comes_first() -> None:
    """East first is shut after four; a way with two turns begins there too, one with one in the south."""
    s = position("S   -   +   -   N", at=(4, 4), roll=6)
    assert spaces(s, Drive(8, 6)) == [(4, 5), (4, 6), (5, 6), (6, 6), (7, 6), (8, 6)]


def test_a_way_with_more_turns_is_driven_where_the_plainer_ones_are_shut() -> None:
    s = position(
        """
        S   -   +   -   N1
        |   ·   |   ·   |
        N2  -   +   -   +
        """,
        at=(4, 4),
        roll=6,
        options=TWO,
    )
    path = [place_of(space) for space in route_of(s.state, Drive(8, 6, None, 1)).spaces]
    assert path == [(5, 4), (6, 4), (6, 5), (6, 6), (7, 6), (8, 6)]


def test_the_shortest_way_home_is_driven() -> None:
    """From 6,10 it is two spaces down to the edge, and longer by any other way."""
    s = position("S", at=(6, 10), roll=6, options=RING)
    assert spaces(s, Leave()) == [(6, 11), (6, 12)]
    s = position("S   -   +\nN   ·   |\n+   -   +", at=(6, 10), roll=6, options=RING)
    assert len(spaces(s, Leave())) == 4
