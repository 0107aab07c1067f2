"""Rings: how a path becomes one, and how one of its curves is turned to open it again."""

from __future__ import annotations

import pytest

from core.games.down_under.state import Options
from tests.core.games.down_under.diagrams import Position, position

BOW = """
    ·    ·    ·    ·    ·
    ·    ┌0   ┐0   ·    ·
    ·    └0   ·    ·    ·
    ·    ·    ·    ·    ·
    ·    ·    ·    ·    │1
"""
"""Both ends of seat 0 lead into 2,2, over N and W."""

CIRCLE = BOW.replace("└0   · ", "└0   ┘0")


# --- Closed --------------------------------------------------------------------------------------------


def test_ones_own_card_closes_a_ring() -> None:
    s = position(BOW).play("NW@2,2")
    assert s.tips(0) == ["ring", "ring"] and s.leads(0) == set()
    assert s.lengths == [4, 1] and s.actor == 1


def test_anothers_card_closes_a_ring_by_its_neutral_part() -> None:
    """Seat 1 comes to 2,2 from the east; SE there leaves N and W to seat 0."""
    s = position(
        """
        ·    ·    ·    ·    ·
        ·    ┌0   ┐0   ·    ·
        ·    └0   ·    ─1   ·
        ·    ·    ·    ·    ·
        """,
        turn=1,
    )
    after = s.play("SE@2,2")
    assert after.tips(0) == ["ring", "ring"]
    assert after.run(0) == {"SE@1,1", "SW@2,1", "NE@1,2", "NW@2,2"}
    assert after.actor == 0 and after.offers(), "seat 0 has a ring to open"


def test_a_neutral_run_closes_a_ring() -> None:
    """From 2,2 a free run leads out over E and back over N; both ends of seat 0 lead in, over W and S."""
    s = position(
        """
        ·    ·    ┌2   ┐2   ·
        ·    ·    ┘2   └2   ┐2
        ┌0   ─0   ·    ┌2   ┘2
        └0   ─0   ┘0   ·    ·
        """,
        seats=3,
    )
    assert s.leads(0) == {"2,2 W", "2,2 S"}
    after = s.play("EW@2,2")
    assert after.tips(0) == ["ring", "ring"]
    gained = {"EW@2,2", "NW@3,2", "SW@3,1", "SE@2,1", "NS@2,2"}
    assert after.run(0) - s.run(0) == gained and after.lengths[0] == 10


def test_a_ring_may_be_closed_where_another_leads_unless_they_are_joined() -> None:
    """Seat 1 comes to 2,2 from the east; over the neutral part of NW it goes on to the south."""
    s = position(BOW.replace("└0   ·    · ", "└0   ·    ─1").replace("│1", "· "))
    assert s.cards((2, 2)) == {"NW", "endW"}
    assert s.meets("SW@2,2") == ("joins", 0, 1)
    assert s.play("NW@2,2").lengths == [4, 2]


# --- Opened --------------------------------------------------------------------------------------------


def circle(turn: int = 0) -> Position:
    return position(CIRCLE, turn=turn)


def test_any_curve_is_turned_by_90_degrees_either_way() -> None:
    s = circle()
    assert s.offers() == {
        "turn NE@1,1", "turn SW@1,1", "turn SE@2,1", "turn NW@2,1",
        "turn SE@1,2", "turn NW@1,2", "turn NE@2,2", "turn SW@2,2",
    }  # fmt: skip


def test_one_way() -> None:
    """┌0 on 1,1 becomes └0: its neutral part takes the other end on to the west."""
    s = circle().play("turn NE@1,1")
    assert s.tips(0) == ["open", "open"] and s.leads(0) == {"1,0 S", "0,1 E"}
    assert s.run(0) == {"NE@1,1", "SW@1,1", "SW@2,1", "NW@2,2", "NE@1,2"}
    assert s.lengths[0] == 5 and s.actor == 1, "it was the whole turn"


def test_the_other_way() -> None:
    s = circle().play("turn SW@1,1")
    assert s.leads(0) == {"0,1 E", "1,0 S"}
    assert s.run(0) == {"SW@1,1", "NE@1,1", "SW@2,1", "NW@2,2", "NE@1,2"}


def test_a_ring_has_to_be_opened() -> None:
    s = circle()
    assert s.refuses("EW@0,1") == ("open_the_ring", ())
    assert s.refuses("endW@3,1") == ("open_the_ring", ())
    assert s.refuses("billabong@0,1") == ("open_the_ring", ())


def test_only_ones_own_curves_are_turned_and_by_90_degrees_only() -> None:
    s = circle()
    assert s.refuses("turn NW@1,1") == ("by_90", ((1, 1),))
    assert s.refuses("turn SE@1,1") == ("by_90", ((1, 1),))
    assert s.refuses("turn NE@0,0") == ("not_your_curve", ((0, 0),))
    assert s.refuses("turn NE@4,4") == ("not_your_curve", ((4, 4),)), "a straight, and another seat's"
    assert circle(turn=1).refuses("turn NE@1,1") == ("no_ring", ())


def test_ends_may_lead_outside() -> None:
    """The turned curve leads over the border of a field that is full in that direction."""
    s = position(
        """
        ┌0   ┐0   ·    ·    ·    ·
        └0   ┘0   ·    ·    ·    ·
        ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ·    ·
        ·    ·    ·    ·    ─1   ┘1
        """,
        options=Options(size="6x6"),
    )
    after = s.play("turn NE@0,0", "EW@3,5")
    assert after.leads(0) == {"0,-1 S", "-1,0 E"}
    assert after.offers() == {"endS@0,-1", "endE@-1,0"}


def test_a_turned_curve_takes_free_runs_at_once() -> None:
    """The neutral parts of 1,1 and 1,0 lead on to the north."""
    s = position(
        """
        ┌1   ─1   ·
        └1   ─1   ·
        ·    ┌0   ┐0
        ·    └0   ┘0
        """
    )
    after = s.play("turn NE@1,2")
    assert after.run(0) - s.run(0) == {"NE@1,2", "SW@1,2", "NS@1,1", "NS@1,0"}
    assert after.leads(0) == {"1,-1 S", "0,2 E"}


# --- What cannot be turned -----------------------------------------------------------------------------


def test_a_curve_whose_neutral_part_is_in_use_stays() -> None:
    """Seat 1 runs over the neutral part of 1,1, from the west out to the north."""
    s = position(
        """
        ·    ·    ·    ·
        ─1   ┌0   ┐0   ·
        ·    └0   ┘0   ·
        """
    )
    assert s.leads(1) == {"-1,1 E", "1,0 S"}
    for card in ("NE", "SW"):
        assert s.refuses(f"turn {card}@1,1") == ("neutral_in_use", ((1, 1),))
    assert s.offers() == {
        "turn SE@2,1", "turn NW@2,1", "turn SE@1,2", "turn NW@1,2", "turn NE@2,2", "turn SW@2,2",
    }  # fmt: skip


def test_nor_one_over_whose_neutral_part_the_ring_itself_runs() -> None:
    """The ring comes through 1,1 twice, over its own part and over the neutral one."""
    s = position(
        """
        ·    ┌0   ┐0
        ┌0   ┌0   ┘0
        └0   ┘0   ·
        """
    )
    assert s.tips(0) == ["ring", "ring"] and s.lengths[0] == 8
    assert s.refuses("turn NE@1,1") == s.refuses("turn SW@1,1") == ("neutral_in_use", ((1, 1),))


LOOPED = """
    ·    ┌1   ┐1   ·    ·
    ┌1   ┘1   └1   ·    ·
    └1   ┐1   ┌0   ┐0   ·
    ·    ·    └0   ┘0   ·
"""
"""The neutral parts of 2,1 1,1 1,2 lead from side N of 2,2 round to its side W."""


def test_no_turn_that_makes_a_ring_again() -> None:
    s = position(LOOPED)
    for card in ("NE", "SW"):
        assert s.refuses(f"turn {card}@2,2") == ("two_open_ends", ((2, 2),))
    assert s.allows("turn SE@3,2") and s.allows("turn NW@3,2")


@pytest.mark.parametrize("cell", ["1,0", "0,1"])
def test_no_turn_that_leads_into_a_pool(cell: str) -> None:
    x, y = map(int, cell.split(","))
    rows = [["·"] * 3, ["·", "┌0", "┐0"], ["·", "└0", "┘0"]]
    rows[y][x] = "○"
    s = position("\n".join(" ".join(row) for row in rows))
    for card in ("NE", "SW"):
        assert s.refuses(f"turn {card}@1,1") == ("two_open_ends", ((1, 1),))
    assert s.allows("turn SE@2,1")


def test_the_free_half_beside_an_end_is_an_open_end() -> None:
    """Seat 1's end on 1,0 turns its blank side to the south: the opposite end still fits."""
    s = position(
        """
        ·    ╵1   ·
        ·    ┌0   ┐0
        ·    └0   ┘0
        """
    )
    after = s.play("turn NE@1,1", "NS@1,-1")
    assert after.leads(0) == {"1,0 S", "0,1 E"} and after.cards((1, 0)) == {"endS"}


def test_a_ring_that_cannot_be_opened_is_finished() -> None:
    """Pools lie where the neutral parts of the other two curves lead."""
    drawing = """
        ·    ·    ·    ○    ·    ·
        ·    ─1   ┌0   ┐0   ·    ·
        ·    ·    └0   ┘0   ─2   ·
        ·    ·    ○    ·    ·    ·
    """
    s = position(drawing, seats=3)
    assert s.offers() == set()
    assert s.why("turn NE@2,1") == s.why("turn NE@3,2") == "neutral_in_use"
    assert s.why("turn SE@3,1") == s.why("turn NW@2,2") == "two_open_ends"
    after = position(drawing, seats=3, turn=1).play("EW@0,1", "EW@5,2")
    assert after.actor == 1 and after.state.stuck == (True, False, False)
    assert after.lengths[0] == 4, "and counts as it is"


def test_a_ring_without_a_curve_of_ones_own_is_finished() -> None:
    """The straight of seat 0 on 2,2, and neutral parts from its side E round to its side W."""
    s = position(
        """
        ·    ·    ┌1   ┐1   ·
        ┌2   ┘2   │1   └1   ┐1
        └2   ┐2   ─0   ┌1   ┘1
        ·    ·    ·    ·    ·
        """,
        seats=3,
        turn=2,
    )
    assert s.tips(0) == ["ring", "ring"] and s.lengths[0] == 6
    assert s.refuses("turn NE@2,2", seat=0) == ("not_your_turn", ())
    after = s.play("NS@1,0")
    assert after.actor == 1 and after.state.stuck == (True, False, False)
