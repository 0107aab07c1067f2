"""Billabongs: each case with every way it can end; by hand where play does not bring it about."""

from __future__ import annotations

import pytest

from core.games.down_under.state import Options
from tests.core.games.down_under.diagrams import position, start

CROSSING = """
    ·    ·    ·    ·    ·
    ·    ·    │1   ·    ·
    ─0   ·    ·    ·    ·
    ·    ·    │2   ·    ·
"""
"""Seats 1 and 2 lead into 2,2; with EW on 1,2 seat 0 does too."""


# --- Case 1: three paths lead to one cell --------------------------------------------------------------


def test_three_paths_bring_a_billabong_and_the_movers_runs_on_over_it() -> None:
    s = position(CROSSING, seats=3).play("EW@1,2")
    assert s.pools == [(2, 2, ("EW",))]
    assert s.run(0) == {"EW@0,2", "EW@1,2", "EW@2,2"}
    assert s.run(1) == {"NS@2,1", "N@2,2"} and s.run(2) == {"NS@2,3", "S@2,2"}
    assert s.tips(1) == s.tips(2) == ["billabong", "open"]
    assert s.lengths == [3, 2, 2], "a billabong counts one for each path that touches it"


def test_a_card_is_due_at_the_fourth_exit_and_nowhere_else() -> None:
    s = position(CROSSING, seats=3).play("EW@1,2")
    assert s.actor == 0 and s.due == {"3,2 W"}
    assert s.offers() == {"EW@3,2", "NW@3,2", "SW@3,2", "endW@3,2"}, "any card, an end too"
    assert s.refuses("EW@-1,2") == ("at_the_billabong", ((3, 2),))
    assert s.refuses("NS@3,2") == ("own_part", ((3, 2),))
    assert s.refuses("EW@2,2") == ("taken", ((2, 2),))
    assert s.refuses("EW@2,0", seat=1) == ("not_your_turn", ())


@pytest.mark.parametrize("card", ["EW", "NW", "SW", "endW"])
def test_with_that_card_the_turn_is_over(card: str) -> None:
    s = position(CROSSING, seats=3).play("EW@1,2", f"{card}@3,2")
    assert s.actor == 1 and s.due == set() and s.lengths[0] == 4
    assert s.offers() and all("@2,0" in text for text in s.offers()), "seat 1 has its other end left"


def test_the_exit_may_lie_round_the_corner() -> None:
    """Seat 2 comes from the east here: the fourth exit leads south."""
    s = position(CROSSING.replace("│2", "· ").replace("─0   ·    ·    ·", "─0   ·    ·    ─2"), seats=3)
    s = s.play("EW@1,2")
    assert s.pools == [(2, 2, ("SW",))] and s.due == {"2,3 N"}
    assert s.offers() == {"NS@2,3", "NE@2,3", "NW@2,3", "endN@2,3"}


def test_out_of_the_field_only_an_end_is_due() -> None:
    s = position(
        """
        ·    ·    ·    ·    ·    ·    ·    │1
        ─0   ─0   ─0   ─0   ─0   ─0   ·    ·
        ·    ·    ·    ·    ·    ·    ·    │2
        """,
        seats=3,
        options=Options(size="4x8"),
    ).play("EW@6,1")
    assert s.due == {"8,1 W"} and s.offers() == {"endW@8,1"}


DEAD_END = """
    ·    ·    ┌1   ┐1   ·    ·
    ─0   ·    ·    ·    ·    ·
    ·    ·    └2   ┘2   ·    ·
    ·    ·    ·    ·    ·    ·
"""
"""Seats 1 and 2 lead into 2,1 and into 3,1 as well: whatever seat 0 lays in 3,1 would join them."""


def test_where_nothing_fits_the_end_stays_open_for_later() -> None:
    """With its last billabong the game has none left for 3,1."""
    s = position(DEAD_END + "\n    ○    ○    ○    ·    ·    ·", seats=3).play("EW@1,1")
    assert s.pools[-1] == (2, 1, ("EW",)) and len(s.pools) == 4
    assert s.leads(0) == {"-1,1 E", "3,1 W"}
    assert s.due == set() and s.actor == 1, "nothing is due where nothing fits"
    assert s.offers() == {"endN@3,1"}
    later = s.play("endN@3,1")
    assert later.run(0) - s.run(0) == {"EW@3,1"} and later.leads(0) == {"-1,1 E", "4,1 W"}
    assert later.actor == 2 and later.offers() == {"endS@3,1"}


def test_one_billabong_may_bring_about_the_next() -> None:
    s = position(DEAD_END, seats=3).play("EW@1,1")
    assert s.pools == [(2, 1, ("EW",)), (3, 1, ("EW",))]
    assert s.due == {"4,1 W"} and s.actor == 0, "only at the far end"
    assert s.tips(1) == s.tips(2) == ["billabong", "billabong"]
    assert s.lengths == [4, 4, 4]
    after = s.play("endW@4,1")
    assert after.actor == 0, "the others are finished"


def test_an_exit_into_a_free_run_leads_on_and_no_card_is_due() -> None:
    """Behind 2,2 the neutral parts of two straights lead east."""
    s = position(
        """
        ·    ·    ·    ┌3   ┐3   ·
        ·    ·    │1   │3   │3   ·
        ─0   ·    ·    │3   │3   ·
        ·    ·    │2   ·    ·    ·
        """,
        seats=4,
    )
    after = s.play("EW@1,2")
    assert after.run(0) == {"EW@0,2", "EW@1,2", "EW@2,2", "EW@3,2", "EW@4,2"}
    assert after.leads(0) == {"-1,2 E", "5,2 W"}
    assert after.due == set() and after.actor == 1


def test_an_exit_into_the_movers_own_other_end_makes_a_ring() -> None:
    s = position(
        """
        ·    ┌0   ╷1   ┐0
        ·    ·    ·    ┘0
        ·    ·    │2   ·
        """,
        seats=3,
    )
    assert s.leads(0) == {"1,1 N", "2,1 E"}
    after = s.play("NE@1,1")
    assert after.pools == [(2, 1, ("EW",))]
    assert after.tips(0) == ["ring", "ring"] and after.lengths == [6, 2, 2]
    assert after.due == set() and after.actor == 2, "seat 1 is finished"
    opened = after.play("NS@2,3")
    assert opened.actor == 0 and all(text.startswith("turn ") for text in opened.offers())


def test_an_exit_into_anothers_end_is_the_end_of_all_three() -> None:
    """Seat 1 comes over N and E. Both its ends lie in one pool, which counts once."""
    s = position(
        """
        ·    ·    ┌1   ┐1
        ─0   ·    ·    ┘1
        ·    ·    │2   ·
        """,
        seats=3,
    ).play("EW@1,1")
    assert s.pools == [(2, 1, ())]
    assert s.tips(0) == ["billabong", "open"] and s.tips(1) == ["billabong", "billabong"]
    assert s.lengths == [3, 4, 2]
    assert s.due == set() and s.actor == 2, "seat 1 is finished"


def test_all_three_end_if_the_mover_is_not_among_them() -> None:
    """Over the neutral part of seat 3's card seat 2 comes to 2,2, where seats 0 and 1 lead already."""
    s = position(
        """
        ·    ·    ·    ·    ·
        ·    ·    │1   ·    ·
        ·    ─0   ·    ·    ·
        ·    ·    ·    ─3   ·
        ·    ·    │2   ·    ·
        """,
        seats=4,
        turn=3,
    ).play("EW@2,3")
    assert s.pools == [(2, 2, ())]
    assert s.tips(0) == s.tips(1) == s.tips(2) == ["billabong", "open"]
    assert s.run(2) == {"NS@2,4", "NS@2,3", "S@2,2"}
    assert s.tips(3) == ["open", "open"] and s.due == set() and s.actor == 0
    assert s.lengths == [2, 2, 3, 2]


def test_it_is_the_path_that_got_the_card_that_has_moved() -> None:
    """The card is laid for path a of seat 0 and brings its path b there: all three end."""
    s = position(
        """
        ·    ·    ·    ·    ·
        ·    ·    │1   ·    ·
        ·    ─3   ·    ·    ·
        ·    ·    ·    ─0   ·
        ·    ·    │2   ·    ·
        """,
        options=Options(size="unlimited", two_paths="two cards"),
    ).play("a:EW@2,3")
    assert s.pools == [(2, 2, ())] and s.due == set()
    assert s.actor == 0 and all(text.startswith("b:") for text in s.offers())


def test_seat_0s_two_paths_and_one_of_seat_1_are_three() -> None:
    """Cases count paths: seat 0's a is lengthened and runs on, its b ends."""
    s = position(
        CROSSING,
        options=Options(size="unlimited", two_paths="two cards"),
    ).play("a:EW@1,2")
    assert s.pools == [(2, 2, ("EW",))] and s.tips(2) == ["billabong", "open"]
    assert s.due == {"3,2 W"} and {text[:2] for text in s.offers()} == {"a:"}
    assert s.refuses("b:NS@2,4") == ("other_path", ())
    after = s.play("a:endW@3,2")
    assert after.actor == 0 and {text[:2] for text in after.offers()} == {"b:"}, "then b has its card"
    assert after.state.laid == (0,)


SEVERAL = """
    ┌3   ─3   ┐3   ·    ·
    │3   ┌2   ·    ·    ·
    └3   ·    ·    ─0   ·
    ·    ·    │1   ·    ·
"""
"""EW on 2,2 brings seat 0 to 1,2 and, over its neutral part, seat 1 to 2,1. Seats 2 and 3 lead to both."""


def test_several_cells_at_once() -> None:
    s = position(SEVERAL, seats=4).play("EW@2,2")
    assert s.pools == [(2, 1, ()), (1, 2, ("SE",))], "in reading order"
    assert s.tips(1) == ["billabong", "open"]
    assert s.tips(2) == s.tips(3) == ["billabong", "billabong"]
    assert s.due == {"1,3 N"} and s.actor == 0


def test_with_one_left_the_first_cell_in_reading_order_gets_it() -> None:
    s = position(SEVERAL + "\n    ○    ○    ○    ·    ·", seats=4).play("EW@2,2")
    assert s.pools[-1] == (2, 1, ()) and len(s.pools) == 4
    assert s.leads(0) == {"4,2 W", "1,2 E"} and s.due == set() and s.actor == 1


ABREAST = """
    ·    ┌2   │0   ┐2   ·
    ·    ·    ·    ·    ·
    ·    └3   │1   ┘3   ·
"""
"""NE on 2,1 brings seat 0 to 3,1 and seat 1 to 1,1. Seats 2 and 3 lead to both."""


def test_in_one_row_the_western_cell_comes_first() -> None:
    s = position(ABREAST, seats=4).play("NE@2,1")
    assert s.pools == [(1, 1, ()), (3, 1, ("EW",))] and s.due == {"4,1 W"}
    last = position(ABREAST + "\n    ○    ○    ○    ·    ·", seats=4).play("NE@2,1")
    assert last.pools[-1] == (1, 1, ()) and len(last.pools) == 4 and last.due == set()


def test_with_none_left_none_is_laid() -> None:
    s = position(CROSSING + "\n    ○    ○    ○    ○    ·", seats=3).play("EW@1,2")
    assert len(s.pools) == 4 and s.actor == 1
    assert s.leads(0) == {"-1,2 E", "2,2 W"}
    assert s.cards((2, 2)) == {"endN"}, "every other card of seat 1 would join two"


def test_outside_the_field_there_is_none() -> None:
    """The first ends of seats 1 and 2 came to lie outside a field of seven columns."""
    s = position(
        """
        ·    ·    ·    ·    ·    ·    ·    ╷1
        ─0   ─0   ─0   ─0   ─0   ─0   ·    ·
        ·    ·    ·    ·    ·    ·    ·    ╵2
        """,
        seats=3,
        options=Options(size="5x7"),
    ).play("EW@6,1")
    assert s.pools == [] and s.leads(0) == {"-1,1 E", "7,1 W"}
    assert s.actor == 1 and s.offers() == {"endN@7,1"}


def test_half_a_cell_is_no_empty_cell() -> None:
    """Seat 1 runs over 2,1 behind the end of seat 2: seat 0 has its half, and nobody else leads there."""
    s = position(
        """
        ·    ·    │1   ·
        ─0   ·    ╶2   ─2
        ·    ·    ·    ·
        """,
        seats=3,
    ).play("EW@1,1")
    assert s.pools == [] and s.run(1) == {"NS@2,0", "NS@2,1"}
    assert s.play("NS@2,-1", "EW@4,1").cards((2, 1)) == {"endW"}


def test_among_the_first_lines_of_two_paths_an_end_may_be_due_too() -> None:
    s = position(CROSSING, options=Options(size="unlimited", two_paths="two cards"), stage="opening")
    assert "a:endW@1,2" not in s.offers()
    after = s.play("a:EW@1,2")
    assert after.offers() == {"a:EW@3,2", "a:NW@3,2", "a:SW@3,2", "a:endW@3,2"}
    assert after.play("a:endW@3,2").actor == 1


def test_among_the_first_cards() -> None:
    """The third seat's first card leads to where two lead already: a card is due before the game goes on."""
    s = start(3).play("EW@0,0", "NS@1,1", "EW@2,0")
    assert s.pools == [(1, 0, ("NE",))] and s.due == {"1,-1 S"} and s.actor == 2
    assert s.offers() == {"NS@1,-1", "SE@1,-1", "SW@1,-1", "endS@1,-1"}
    after = s.play("endS@1,-1")
    assert after.actor == 0 and after.state.stage == "play"
    assert after.tips(0) == ["billabong", "open"]


def test_opening_a_ring_is_a_step_like_any_other() -> None:
    """┌0 on 1,1 becomes └0 and leads to 1,0 as seats 1 and 2 do: its path runs on over the fourth exit."""
    s = position(
        """
        ·    ·    ·    ·
        ─1   ·    ─2   ·
        ·    ┌0   ┐0   ·
        ·    └0   ┘0   ·
        """,
        seats=3,
    ).play("turn NE@1,2")
    assert s.pools == [(1, 1, ("NS",))] and s.due == {"1,0 S"} and s.actor == 0
    assert s.play("endS@1,0").tips(0) == ["closed", "open"]


# --- Case 2: four paths lead to one cell ---------------------------------------------------------------


def test_four_paths_all_end() -> None:
    """Seat 0 comes to 3,2 with EW; its neutral part brings seat 1 there too, by way of 2,1 and 3,1."""
    s = position(
        """
        ·    ·    ┌3   ┐3   ·
        ·    ·    ┘3   └3   ┐3
        ·    ─0   ·    ·    ┘3
        ·    ·    │1   │2   ·
        """,
        seats=4,
    )
    after = s.play("EW@2,2")
    assert after.pools == [(3, 2, ())]
    assert all(after.tips(seat) == ["billabong", "open"] for seat in range(4))
    assert after.lengths == [3, 5, 2, 7]
    assert after.due == set() and after.actor == 1


# --- Case 3: both ends of two paths, and no curve left -------------------------------------------------


WINDING = """
    ┌0   ─0   ─0   ─0   ┐0   ·
    └0   ┐0   ·    ·    │0   ·
    ·    └0   ┐0   ·    │0   ·
    ·    ·    └0   ┐0   │0   ·
    ·    ·    ·    └0   ·    ┐1
    ·    ·    ·    ·    └1   ┘1
"""
"""Seat 0 has laid nine curves. Both its ends lead into 4,4, over N and W; both of seat 1 over E and S."""

SHORT = (
    WINDING.replace("┌0   ─0   ─0   ─0   ┐0", "·    ·    ┌0   ─0   ┐0")
    .replace("└0   ┐0   ·    ·    │0", "·    ·    │0   ·    │0")
    .replace("·    └0   ┐0   ·    │0", "·    ·    │0   ·    │0")
)
"""The same with five curves."""


def test_without_curves_a_billabong_is_laid_instead() -> None:
    s = position(WINDING)
    assert s.leads(0) == {"4,4 N", "4,4 W"} and s.leads(1) == {"4,4 E", "4,4 S"}
    assert s.offers() == {"billabong@4,4"}
    assert s.refuses("billabong@4,5") == ("no_case_for_billabong", ((4, 5),))
    assert s.why("NW@4,4") == "no_curve_left"
    assert s.meets("EW@4,4") == s.meets("endN@4,4") == ("joins", 0, 1)
    after = s.play("billabong@4,4")
    ((x, y, ways),) = after.pools
    assert (x, y, sorted(ways)) == (4, 4, ["NW", "SE"])
    assert after.tips(0) == after.tips(1) == ["ring", "ring"]
    assert after.lengths == [16, 4] and after.actor == 1


def test_then_both_rings_are_opened() -> None:
    s = position(WINDING).play("billabong@4,4")
    assert s.offers() == {
        "turn SE@5,4", "turn NW@5,4", "turn NE@5,5", "turn SW@5,5", "turn SE@4,5", "turn NW@4,5",
    }  # fmt: skip
    s = s.play("turn NW@5,4")
    assert s.tips(1) == ["open", "open"] and "SE@4,4" in s.run(1)
    assert s.actor == 0 and all(text.startswith("turn ") for text in s.offers())


def test_with_a_curve_left_no_billabong_is_laid() -> None:
    s = position(SHORT)
    assert s.leads(0) == {"4,4 N", "4,4 W"}
    assert s.offers() == {"NW@4,4"}
    assert s.refuses("billabong@4,4") == ("curves_left", ())
    other = position(WINDING, turn=1)
    assert other.offers() == {"SE@4,4"}, "it is the seat to act that has to lack curves"
    both = other.play("SE@4,4")
    assert both.tips(0) == both.tips(1) == ["ring", "ring"]


def test_with_no_billabong_left_the_seat_is_finished() -> None:
    drawing = WINDING + "    ·    ·    ·    ·    ·    ·\n    ○    ○    ○    ○    ·    ·"
    s = position(drawing)
    assert s.offers() == set() and s.refuses("billabong@4,4") == ("no_billabong", ())
    assert s.meets("endW@4,4") == ("joins", 0, 1)
    assert position(drawing.replace("○", "·", 1)).offers() == {"billabong@4,4"}, "one is enough"


def test_opposite_sides_are_no_case() -> None:
    """Seat 0 has laid nine curves here too, but leads into 4,2 over N and S, seat 1 over E and W."""
    s = position(
        """
        ┘2   ─0   ─0   ─0   ┐0   ·
        └0   ┐0   ·    ┌1   │0   ┐1
        ·    └0   ┐0   └1   ·    ┘1
        ·    ·    └0   ┐0   │0   ·
        ·    ·    ·    └0   ┘0   ·
        """,
        seats=3,
    )
    assert s.leads(0) == {"4,2 N", "4,2 S"} and s.leads(1) == {"4,2 E", "4,2 W"}
    assert s.offers() == {"NS@4,2", "endN@4,2", "endS@4,2"}
    assert s.refuses("billabong@4,2") == ("no_case_for_billabong", ((4, 2),))
    after = s.play("NS@4,2")
    assert after.tips(0) == after.tips(1) == ["ring", "ring"]


def test_nor_is_one_end_of_another() -> None:
    s = position(WINDING.replace("┐1", "· ").replace("└1   ┘1", "│1   · "))
    assert s.leads(1) == {"4,4 S", "4,6 N"}
    assert s.offers() == {"endN@4,4"}
    assert s.why("billabong@4,4") == "no_case_for_billabong"


def test_ones_own_two_ends_alone_are_no_case() -> None:
    """Without seat 1 there an end still fits."""
    s = position(WINDING.replace("┐1", "· ").replace("└1   ┘1", "·    · "))
    assert s.leads(0) == {"4,4 N", "4,4 W"}
    assert s.offers() == {"NS@4,4", "EW@4,4", "endN@4,4", "endW@4,4"}
    assert s.why("billabong@4,4") == "no_case_for_billabong"


# --- Unused sides --------------------------------------------------------------------------------------


def test_a_path_that_reaches_an_unused_side_later_ends_there() -> None:
    s = position("─0   ·    ○    ·    ─1").play("EW@1,0")
    assert s.run(0) == {"EW@0,0", "EW@1,0", "W@2,0"}
    assert s.tips(0) == ["billabong", "open"] and s.actor == 1
    after = s.play("EW@3,0")
    assert after.tips(1) == ["billabong", "open"], "both end in it, they are not joined"
    assert after.lengths == [3, 3]


def test_a_neutral_part_leads_another_into_it() -> None:
    s = position(
        """
        ·    ○    ·
        ─0   ·    ·
        ·    │1   ·
        """
    ).play("EW@1,1")
    assert s.run(1) == {"NS@1,2", "NS@1,1", "S@1,0"}
    assert s.tips(1) == ["billabong", "open"] and s.lengths == [2, 3]


def test_both_ends_of_a_path_in_one_pool_count_once() -> None:
    """Seat 0 ends in 1,0 over W; then it comes in over S as well."""
    s = position(
        """
        ┌0   ○
        ·    ·
        """
    )
    assert s.tips(0) == ["billabong", "open"] and s.lengths[0] == 2
    over = s.play("NE@0,1", "NW@1,1")
    assert over.tips(0) == ["billabong", "billabong"] and over.lengths[0] == 4
    assert over.outcome().scores == (4.0, 0.0)
