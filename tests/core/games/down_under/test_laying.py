"""First cards, attaching, never joining, neutral stretches gained and given: positions as drawings."""

from __future__ import annotations

from core.games.down_under.state import Options
from tests.core.games.down_under.diagrams import position, start

LINES = {"NS", "EW", "NE", "SE", "SW", "NW"}
"""All straights and curves."""


# --- First cards ---------------------------------------------------------------------------------------


def test_the_first_card_is_a_straight_or_a_curve_on_0_0() -> None:
    s = start()
    assert s.offers() == {f"{card}@0,0" for card in LINES}
    assert s.refuses("NE@1,0") == ("at_the_origin", ((0, 0),))
    assert s.why("endN@0,0") == "no_end_first"


def test_the_other_first_cards_lie_beside_any_card_or_diagonally() -> None:
    s = start().play("NS@0,0")
    around = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
    assert {(x, y) for x in range(-2, 3) for y in range(-2, 3) if s.at((x, y))} == around
    for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        assert s.cards(corner) == LINES
    assert s.refuses("NS@2,0") == ("next_to_a_card", ((2, 0),))
    assert s.refuses("NE@0,0") == ("taken", ((0, 0),))


def test_a_first_card_beside_a_neutral_part_takes_it() -> None:
    """│0 leaves its sides E and W to anybody: ─1 beside it runs over it."""
    s = start().play("NS@0,0", "EW@1,0")
    assert s.run(1) == {"EW@0,0", "EW@1,0"}
    assert s.leads(1) == {"-1,0 E", "2,0 W"}
    assert s.lengths == [1, 2]


def test_a_first_card_may_lengthen_the_path_of_another() -> None:
    """└1 beside ─0 leaves S and W to its neutral part: seat 0 comes over W and goes on over S."""
    s = start().play("EW@0,0", "NE@1,0")
    assert s.run(0) == {"EW@0,0", "SW@1,0"}
    assert s.leads(0) == {"-1,0 E", "1,1 N"}
    assert s.lengths == [2, 1]


def test_a_first_card_joins_nobody() -> None:
    s = start().play("EW@0,0")
    for card in ("EW", "SW", "NW"):
        assert s.refuses(f"{card}@1,0") == ("joins", ((1, 0), (0, 0), (0, 0)))
    assert s.cards((1, 0)) == {"NS", "NE", "SE"}


def test_a_first_card_may_have_no_open_end_at_all() -> None:
    """The neutral parts of 2,1 1,1 1,2 lead round from side N of the empty cell 2,2 to its side W."""
    s = position(
        """
        ·    ┌0   ┐0   ·
        ┌0   ┘0   └0   ·
        └0   ┐0   ·    ·
        """,
        stage="start",
        turn=1,
    )
    after = s.play("NW@2,2")
    assert after.run(1) == {"NW@2,2", "SW@2,1", "SE@1,1", "NE@1,2"}
    assert after.tips(1) == ["ring", "ring"] and after.leads(1) == set()
    assert s.play("NE@2,2").tips(1) == ["open", "open"]


def test_three_seats_may_lie_next_to_any_card() -> None:
    """The third card lies beside the second, two cells from the first."""
    s = start(3).play("NS@0,0", "NS@1,1")
    assert s.allows("NS@2,2")
    assert s.play("NS@2,2").actor == 0
    assert s.refuses("NS@3,1") == ("next_to_a_card", ((3, 1),))


# --- Attaching by the own part -------------------------------------------------------------------------


def test_a_card_is_attached_by_its_own_part() -> None:
    """Seat 0's straight leads into 2,0 over W and into 0,0 over E."""
    s = position(
        """
        ·    ─0   ·
        ·    ·    │1
        """
    )
    assert s.cards((0, 0)) == {"EW", "NE", "SE", "endE"}
    assert s.cards((2, 0)) == {"EW", "NW", "endW"}, "the fourth would run into seat 1's path"
    for card in ("NS", "SW", "NW", "endN", "endS", "endW"):
        assert s.refuses(f"{card}@0,0") == ("own_part", ((0, 0),))
    assert s.meets("SW@2,0") == ("joins", 0, 1)


def test_a_card_lies_where_an_open_end_leads_and_nowhere_else() -> None:
    s = position(
        """
        ·    ─0   ·
        ·    ·    │1
        """
    )
    assert s.refuses("NS@1,1") == ("at_your_end", ((2, 0), (0, 0)))
    assert s.refuses("NS@2,2") == ("at_your_end", ((2, 0), (0, 0)))
    assert s.refuses("NS@1,0") == ("taken", ((1, 0),))
    assert {cell for cell in ((0, 0), (2, 0), (1, 1), (3, 0)) if s.at(cell)} == {(0, 0), (2, 0)}


def test_after_a_card_it_is_the_next_seats_turn() -> None:
    s = position(
        """
        ·    ─0   ·    ·
        ·    ·    │1   ·
        """
    )
    after = s.play("NE@0,0")
    assert after.actor == 1
    assert after.refuses("EW@2,0", seat=0) == ("not_your_turn", ())
    assert after.diagram == "└0 ─0 ·\n·  ·  │1"


# --- Never joining two seats ---------------------------------------------------------------------------


def test_the_own_part_joins_nobody() -> None:
    """Seat 0 leads into 1,0 over W, seat 1 over E."""
    s = position("─0   ·    ─1   ·")
    assert s.meets("EW@1,0") == ("joins", 0, 1)
    assert s.refuses("EW@1,0") == ("joins", ((1, 0), (0, 0), (0, 0), (2, 0), (2, 0)))
    assert s.cards((1, 0)) == {"SW", "NW", "endW"}


def test_the_neutral_part_joins_nobody_to_ones_own_path() -> None:
    """Both ends of seat 0 lead into 1,1, over N and W; seat 1 comes over S."""
    s = position(
        """
        ┌0   ┐0   ·
        └0   ·    ·
        ·    │1   ·
        """
    )
    assert s.leads(0) == {"1,1 N", "1,1 W"}
    assert s.meets("NS@1,1") == ("joins", 0, 1)
    assert s.meets("SW@1,1") == ("joins", 0, 1)
    assert s.meets("EW@1,1") == ("joins", 0, 1), "its neutral part runs from N to S"
    assert s.meets("NE@1,1") == ("joins", 0, 1), "its neutral part runs from W to S"
    assert s.allows("NW@1,1"), "one's own two ends may meet"


def test_the_neutral_part_joins_no_two_others() -> None:
    """Seat 0 leads into 1,1 over W, seats 1 and 2 over N and S; a fourth seat is not there yet."""
    s = position(
        """
        ·    │1   ·
        ─0   ·    ·
        ·    │2   ·
        """,
        seats=4,
        options=Options(size="unlimited"),
    )
    assert s.meets("EW@1,1") == ("joins", 1, 2)
    assert s.refuses("EW@1,1")[1] == ((1, 1), (1, 0), (1, 0), (1, 2), (1, 2))
    assert s.meets("NW@1,1") == ("joins", 0, 1)
    assert s.meets("endW@1,1") == ("joins", 1, 2), "behind an end there is a neutral stretch too"
    assert s.at((1, 1)) == set()


def test_nobody_is_joined_by_way_of_a_neutral_run_that_is_somebodys() -> None:
    """Seat 1 has run from 5,1 over the neutral parts of three straights as far as 1,1.

    0    1    2    3    4    5
    """
    s = position(
        """
        ·    ·    ┌2   ┐2   ·    ·
        ─0   ·    │2   │2   │2   ─1
        ·    ·    ·    └2   ┘2   ·
        """,
        seats=3,
    )
    assert s.leads(1) == {"1,1 E", "6,1 W"}
    assert s.meets("EW@1,1") == ("joins", 0, 1)
    assert s.refuses("EW@1,1")[1] == ((1, 1), (0, 1), (0, 1), (5, 1), (2, 1))
    assert s.cards((1, 1)) == {"NW", "SW", "endW"}


LOOP = """
    ·    ┌2   ┐2   ·
    ·    ┘2   └2   ┐2
    ─0   ·    ┌2   ┘2
    ·    │1   ·    ·
"""
"""The neutral parts of 2,2 2,1 1,1 are one free run from side E of the empty cell 1,2 to its side N."""


def test_nobody_is_joined_by_a_run_that_comes_back_through_the_cards_own_neutral_part() -> None:
    """Seat 0 leads into 1,2 over W, seat 1 over S; own part, run and neutral part would be one."""
    s = position(LOOP, seats=3)
    assert s.leads(0) == {"-1,2 E", "1,2 W"} and s.leads(1) == {"1,2 S", "1,4 N"}
    assert s.meets("EW@1,2") == ("joins", 0, 1), "E, round to N, down to S"
    assert s.meets("NW@1,2") == ("joins", 0, 1), "N, round to E, over the neutral part to S"
    assert s.meets("SW@1,2") == ("joins", 0, 1)
    assert s.at((1, 2)) == {"endW@1,2"}


def test_a_run_round_the_other_corner_comes_back_too() -> None:
    """Here it leads from side E of 1,1 to side S, and seat 1 comes from the north."""
    s = position(
        """
        ·    │1   ·    ·
        ─0   ·    └2   ┐2
        ·    ┐2   ┌2   ┘2
        ·    └2   ┘2   ·
        """,
        seats=3,
    )
    assert s.meets("EW@1,1") == s.meets("SW@1,1") == s.meets("NW@1,1") == ("joins", 0, 1)
    assert s.at((1, 1)) == {"endW@1,1"}


def test_at_the_free_half_of_a_cell_nothing_leads_on() -> None:
    """NS on 1,2 leads to the blank side of seat 3's end; over its neutral part seat 2 runs on to the west."""
    s = position(
        """
        ┌3   ┐3   ·
        └3   ╵3   ·
        ┐1   ·    ─2
        ·    │0   ·
        """,
        seats=4,
    )
    after = s.play("NS@1,2")
    assert after.leads(0) == {"1,1 S", "1,4 N"}
    assert after.run(2) == {"EW@2,2", "EW@1,2", "NE@0,2", "SW@0,1"}


def test_a_run_may_come_back_through_the_cards_own_neutral_part() -> None:
    """Without seat 1 there it is five stretches for one card, the neutral part of that card among them."""
    s = position(LOOP.replace("│1", "· "), seats=3)
    assert s.cards((1, 2)) == {"EW", "NW", "SW", "endW"}
    after = s.play("EW@1,2")
    assert after.run(0) - s.run(0) == {"EW@1,2", "NW@2,2", "SW@2,1", "SE@1,1", "NS@1,2"}
    assert after.leads(0) == {"-1,2 E", "1,3 N"}


def test_neutral_parts_join_no_two_others_by_way_of_a_run_either() -> None:
    """Seat 0 comes from the south now, seat 1 over W."""
    s = position(
        """
        ·    ┌2   ┐2   ·
        ·    ┘2   └2   ┐2
        ─1   ·    ┌2   ┘2
        ·    │0   ·    ·
        """,
        seats=3,
    )
    assert s.meets("NS@1,2") == ("joins", 0, 1), "N, round to E, over the neutral part to W"
    assert s.meets("SE@1,2") == ("joins", 0, 1), "E, round to N, over the neutral part to W"
    assert s.at((1, 2)) == {"endS@1,2"}


def test_a_colour_of_ones_own_that_is_not_ones_path_is_no_exception() -> None:
    """With two paths each, one's own two paths may not meet either: 0 and 2 are both seat 0's."""
    s = position(
        "·    ╴1╶0 ·    ╴2╶3 ·",
        options=Options(size="unlimited", two_paths="two cards"),
    )
    assert s.leads(0) == {"2,0 W"} and s.leads(2) == {"2,0 E"}
    assert s.meets("a:EW@2,0") == ("joins_own", 0, 0)
    assert s.meets("b:EW@2,0") == ("joins_own", 0, 0)
    assert {"a:SW@2,0", "b:SE@2,0", "a:endW@2,0"} <= s.at((2, 0))


# --- Neutral stretches ---------------------------------------------------------------------------------


SNAKE = """
    ·    ·    ┌2   ┐2   ·    ·
    ─0   ·    │2   │2   │2   ·
    ·    ─1   ·    └2   ┘2   ·
"""
"""The neutral parts of 2,1 3,1 4,1 are one free run from 1,1 to 5,1."""


def test_a_neutral_run_of_several_cards_is_gained() -> None:
    s = position(SNAKE, seats=3)
    after = s.play("EW@1,1")
    assert after.run(0) - s.run(0) == {"EW@1,1", "EW@2,1", "EW@3,1", "EW@4,1"}
    assert after.lengths[0] == s.lengths[0] + 4
    assert after.leads(0) == {"-1,1 E", "5,1 W"}, "one goes on at its far end"
    assert after.lengths[1:] == s.lengths[1:]


def test_a_run_that_is_not_reached_belongs_to_nobody() -> None:
    after = position(SNAKE, seats=3).play("NW@1,1")
    assert after.leads(0) == {"-1,1 E", "1,0 S"}
    assert after.run(0) == {"EW@0,1", "NW@1,1"}


def test_a_gain_is_given_to_another_seat() -> None:
    """NW on 1,1 leaves E and S to its neutral part: seat 1 comes up over S, and out over E into the run."""
    s = position(SNAKE.replace("─1", "│1"), seats=3)
    assert s.leads(1) == {"1,1 S", "1,3 N"}
    after = s.play("NW@1,1")
    assert after.run(1) - s.run(1) == {"SE@1,1", "EW@2,1", "EW@3,1", "EW@4,1"}
    assert after.leads(1) == {"1,3 N", "5,1 W"}
    assert after.lengths == [2, 5, 7]


def test_own_part_and_neutral_part_may_lengthen_two_paths_at_once() -> None:
    """EW on 1,1 takes the run to the east; over its neutral part seat 1 comes up from the south."""
    s = position(SNAKE.replace("─1", "│1"), seats=3)
    after = s.play("EW@1,1")
    assert after.lengths == [5, 2, 7]
    assert after.run(1) == {"NS@1,2", "NS@1,1"}
    assert after.leads(0) == {"-1,1 E", "5,1 W"} and after.leads(1) == {"1,0 S", "1,3 N"}


def test_the_own_other_end_is_lengthened_by_the_neutral_part_too() -> None:
    """Both ends of seat 0 lead into 1,1, over N and W; SW takes the one, its neutral part the other."""
    s = position(
        """
        ┌0   ┐0   ·
        └0   ·    ·
        """
    )
    after = s.play("SW@1,1")
    assert after.run(0) - s.run(0) == {"SW@1,1", "NE@1,1"}
    assert after.leads(0) == {"1,2 N", "2,1 W"}
    assert after.tips(0) == ["open", "open"]
