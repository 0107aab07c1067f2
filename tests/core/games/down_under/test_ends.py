"""Ends: half a cell, two of them in one, the neutral stretch behind them; finished and stuck seats."""

from __future__ import annotations

import pytest

from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Options
from tests.core.games.down_under.diagrams import position

FACING = """
    ─0   ·    ─1
    ·    │2   ·
"""
"""Seats 0 and 1 lead into 1,0 from both sides, seat 2 from below."""


# --- Two ends in one cell ------------------------------------------------------------------------------


def test_an_end_closes_a_path() -> None:
    s = position("─0   ·    ─1").play("endW@1,0")
    assert s.tips(0) == ["closed", "open"] and s.lengths == [2, 1]
    assert s.run(0) == {"EW@0,0", "W@1,0"}
    assert s.leads(0) == {"-1,0 E"}


def test_only_the_opposite_end_goes_into_the_free_half() -> None:
    """Whoever leads there over the blank side can lay nothing else."""
    s = position("─0   ·    ─1").play("endW@1,0")
    assert s.actor == 1 and s.at((1, 0)) == {"endE@1,0"}
    for card in ("EW", "NE", "SE", "endN", "endS", "endW"):
        assert s.refuses(f"{card}@1,0") == ("half", ((1, 0),))
    after = s.play("endE@1,0")
    assert after.diagram == "─0 ╴0╶1 ─1"
    assert after.lengths == [2, 2]
    assert after.state.turn == 0 and after.refuses("endW@1,0") == ("taken", ((1, 0),))


def test_the_other_order_makes_the_same_cell() -> None:
    s = position("─0   ·    ─1", turn=1).play("endE@1,0")
    assert s.actor == 0 and s.at((1, 0)) == {"endW@1,0"}
    after = s.play("endW@1,0")
    assert after.diagram == "─0 ╶1╴0 ─1" and after.lengths == [2, 2]


@pytest.mark.parametrize("drawing", ["─0   ╴0   ─1", "─0   ╶1   ─1", "─0   ╴0╶1 ─1"])
def test_between_one_or_two_ends_is_one_neutral_stretch(drawing: str) -> None:
    """Half or whole, it counts one for whoever comes over it."""
    s = position(f"·    ·    ·\n{drawing}\n·    ·    ·\n·    ─2   ·", seats=3, turn=2)
    assert s.lengths[2] == 1
    below = position(f"·    ·    ·\n{drawing}\n·    ·    ·\n·    │2   ·", seats=3, turn=2)
    after = below.play("NS@1,2")
    assert after.run(2) - below.run(2) == {"NS@1,2", "NS@1,1"}
    assert after.leads(2) == {"1,0 S", "1,4 N"}


def test_the_second_end_does_not_change_the_stretch_between() -> None:
    """Seat 2 runs over it already; the second end joins nobody."""
    s = position("─0   ╴0   ─1\n·    │2   ·", seats=3, turn=1)
    assert s.run(2) == {"NS@1,1", "NS@1,0"}
    after = s.play("endE@1,0")
    assert after.run(2) == s.run(2) and after.leads(2) == {"1,-1 S", "1,2 N"}
    assert after.lengths == [2, 2, 2]


def test_laying_an_end_lengthens_who_leads_there_from_beside() -> None:
    s = position(FACING, seats=3)
    after = s.play("endW@1,0")
    assert after.run(2) == {"NS@1,1", "NS@1,0"}
    assert after.leads(2) == {"1,-1 S", "1,2 N"}
    assert after.cards((1, 0)) == {"endE"}, "seat 1 still has its half"


def test_ones_own_second_end_may_lie_there_too() -> None:
    """Both ends of seat 0 lead into 1,1, from west and east."""
    s = position("┌0   ─0   ┐0   ·\n└0   ·    ┘0   ·\n·    ·    │1   ·")
    assert s.leads(0) == {"1,1 W", "1,1 E"}
    once = s.play("endE@1,1")
    assert once.tips(0) == ["closed", "open"] and once.actor == 1
    twice = once.play("NS@2,3")
    assert twice.offers() == {"endW@1,1"}
    done = twice.play("endW@1,1")
    assert done.tips(0) == ["closed", "closed"] and done.lengths[0] == 7
    assert done.diagram.splitlines()[1] == "└0 ╶0╴0 ┘0"


def test_a_path_that_meets_the_blank_side_by_a_neutral_stretch_ends_there_open() -> None:
    """A run is no way into the free half: only a stub is."""
    s = position("·    ─0   ·    ╶1\n·    ·    ·    ·\n·    ·    ·    ·").play("EW@2,0")
    assert s.leads(0) == {"0,0 E", "3,0 W"} and s.run(0) == {"EW@1,0", "EW@2,0"}
    assert s.actor == 1
    again = s.play("EW@4,0")
    assert again.cards((3, 0)) == {"endW"}


# --- Finished ------------------------------------------------------------------------------------------


def test_a_path_with_two_closed_ends_is_finished_and_its_seat_skipped() -> None:
    s = position("╶0   ─0   ·\n·    ·    ·\n·    ─1   ·\n·    ·    ·\n·    ─2   ·", seats=3)
    s = s.play("endW@2,0")
    assert s.tips(0) == ["closed", "closed"]
    s = s.play("EW@0,2", "EW@0,4")
    assert s.actor == 1
    assert s.refuses("EW@3,0", seat=0) == ("not_your_turn", ())


def test_the_game_is_over_when_all_paths_are_finished() -> None:
    s = position("╶0   ─0   ·\n·    ·    ·\n╶1   ─1   ·")
    late = s.play("endW@2,0", "EW@2,2", "EW@3,2")
    assert late.actor == 1 and DOWN_UNDER.outcome(late.state) is None
    over = late.play("endW@4,2")
    assert over.actor is None and over.state.stage == "over"
    assert over.refuses("EW@5,2", seat=1) == ("over", ())
    outcome = over.outcome()
    assert outcome.scores == (3.0, 5.0) and outcome.winners == (1,)


WALLED = """
    ○    ·    │1   ·    ·
    ○    ·    ·    ─0   ╴0
    ○    ·    │2   ·    ·
    ○    ·    ·    ·    ·
"""
"""Three paths lead to 2,1, and all billabongs lie elsewhere: seat 0 would join the others with any card."""


def test_a_seat_that_can_lay_nothing_is_finished_though_its_end_is_open() -> None:
    s = position(WALLED, seats=3, turn=2)
    assert s.leads(0) == {"2,1 E"} and s.tips(0) == ["closed", "open"]
    blocked = position(WALLED, seats=3)
    assert blocked.offers() == set()
    assert blocked.meets("EW@2,1") == ("joins", 1, 2)
    assert blocked.meets("NE@2,1") == ("joins", 0, 1)
    assert blocked.meets("endE@2,1") == ("joins", 1, 2)
    s = s.play("NS@2,3")
    assert s.actor == 1, "seat 0 is skipped"
    assert s.state.stuck == (True, False, False)


def test_an_open_end_of_a_finished_seat_is_lengthened_by_others() -> None:
    """Behind seat 1's end seat 0's path runs on to where there would be room: it counts, and no more."""
    s = position(WALLED, seats=3, turn=2).play("NS@2,3", "endN@2,1")
    assert s.run(0) == {"W@4,1", "EW@3,1", "EW@2,1"} and s.leads(0) == {"1,1 E"}
    assert s.actor == 2
    again = s.play("NS@2,4", "NS@2,-1", "NS@2,5")
    assert again.actor == 1, "seat 0 is not asked again"
    assert again.refuses("EW@1,1", seat=0) == ("not_your_turn", ())


def test_a_finished_seat_stays_finished_even_if_its_end_is_lengthened_later() -> None:
    """Seat 1's curve carries the end of seat 0 on; seat 1 alone ends the game."""
    s = position(
        """
        ·    ·    ·    ·
        ╶0   ─0   ·    ─1
        ·    ·    ·    ·
        """,
        stuck=(0,),
        turn=1,
    )
    assert s.leads(0) == {"2,1 W"}
    after = s.play("NE@2,1")
    assert after.run(0) == {"E@0,1", "EW@1,1", "SW@2,1"} and after.leads(0) == {"2,2 N"}
    assert after.actor == 1, "it is seat 1's turn again"
    assert after.state.stuck == (True, False)
    over = after.play("endS@2,0", "endW@4,1")
    assert over.actor is None and over.outcome().scores == (3.0, 4.0)


def test_a_seat_that_cannot_begin_is_finished() -> None:
    """The field of 4×8 is full but for 0,3."""
    s = position(
        """
        ─0   ─0   ─0   ─0   ─0   ─0   ─0   ┐0
        ┌0   ─0   ─0   ─0   ─0   ─0   ─0   ┘0
        └0   ─0   ─0   ─0   ─0   ─0   ─0   ┐0
        ·    ─0   ─0   ─0   ─0   ─0   ─0   ┘0
        """,
        seats=3,
        options=Options(size="4x8"),
        stage="start",
        turn=1,
    )
    assert s.cards((0, 3)) == {"NS", "SW", "NW"} and s.offers() == s.at((0, 3))
    after = s.play("NS@0,3")
    assert after.state.stuck == (False, False, True) and after.lengths[2] == 0
    assert after.actor == 0 and after.state.stage == "play"


def test_over_the_border_only_an_end_is_laid_and_closes_the_path() -> None:
    s = position(
        """
        ╶0   ─0   ─0   ─0   ─0   ─0   ─0
        ·    ·    ·    ·    ·    ·    ·
        ·    ─1   ·    ·    ·    ·    ·
        """,
        options=Options(size="6x6"),
    )
    assert s.offers() == {"endW@7,0"}
    assert s.play("endW@7,0").tips(0) == ["closed", "closed"]
