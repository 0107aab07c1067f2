"""Positions with earthquakes (variant B) and events (variant C), each as a diagram."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from core.game import CHANCE, Seat
from core.games.great_divide.land import Land
from core.games.great_divide.scoring import sheet
from core.games.great_divide.state import Aside, Options, State
from tests.core.games.great_divide.diagrams import (
    EAST,
    EVENTFUL,
    QUAKES,
    SPECIAL,
    WEST,
    Position,
    position,
)
from tests.core.games.great_divide.test_rules import BROAD, EVERY_WAY, SLIM
from tests.core.games.great_divide.test_special import TAKEN

SHAKEN = Options(great_basin=True, two_ocean_pass=True, earthquake=True)
WILD = Options(great_basin=True, two_ocean_pass=True, events=2)


def board(text: str) -> str:
    """A diagram as positions write it."""
    return position(text, options=SPECIAL).diagram


def event(s: Position, name: str) -> Position:
    """An event tile is drawn, and this card turned up."""
    return s.play("draw", "tile event", f"event {name}")


# --- Earthquake ----------------------------------------------------------------------------------------

RIVER = """
             ·       ·
         ·       ·       ·
             ·       ↙
         ·       ↓       ·
             ↘       ·
         ·       ↙       ·
             ↖       ·
"""
"""From 3,1 over 2,1 2,2 and 1,3 to 0,2, which is empty; from 1,2 a side stream comes in at 2,2."""


def test_both_remove_tiles_in_turn_until_one_passes() -> None:
    s = position(RIVER, options=QUAKES, turn=EAST).play("draw", "tile quake")
    assert s.actor == EAST and "quake" not in s.bag
    assert s.offers() == {"pass", *(f"remove@{at}" for at in ("3,1", "2,1", "1,2", "2,2", "1,3"))}
    before = s.bag["1"]
    s = s.play("remove@2,1")
    assert s.actor == WEST and s.bag["1"] == before + 1
    s = s.play("remove@1,3")
    assert s.actor == EAST and s.refuses("remove@1,3") == ("no_tile_there", ((1, 3),))
    s = s.play("remove@1,2", "pass")
    assert (s.state.turn, s.actor, s.state.stage) == (WEST, WEST, "turn")
    assert s.diagram.count("·") == 17 - 2 and s.bag["1"] == before + 3


def test_who_drew_the_earthquake_may_pass_at_once() -> None:
    s = position(RIVER, options=QUAKES).play("draw", "tile quake", "pass")
    assert s.actor == EAST and s.state.stage == "turn" and s.diagram == board(RIVER)


def test_no_card_governs_the_earthquake() -> None:
    s = position(RIVER, options=SHAKEN, cards=("-", "-")).play("draw", "tile quake")
    assert s.actor == WEST


def test_on_an_empty_board_there_is_nothing_but_to_pass() -> None:
    s = position(SLIM, options=QUAKES).play("draw", "tile quake")
    assert s.offers() == {"pass"} and s.play("pass").actor == EAST


def test_whatever_is_removed_is_drawn_again_before_the_game_ends() -> None:
    full = TAKEN.replace("·", "↖", 3).replace("·", "↗")
    s = position(full.replace("○", "↙"), options=QUAKES, bag="quake", five=WEST)
    assert s.play("draw", "tile quake", "pass").state.stage == "over"
    s = s.play("draw", "tile quake", "remove@0,0", "pass")
    assert s.actor == EAST and s.bag == {"W": 1}


def test_with_the_basin_returns_what_was_set_aside_for_it() -> None:
    s = position(TAKEN, options=SHAKEN, cards=("-", "-")).play("draw", "tile 1", "draw", "tile quake")
    assert s.state.aside == (Aside("1", basin=True, two_ocean=False),)
    kept = s.play("remove@1,0")
    assert kept.state.aside and kept.bag["1"] == 1
    freed = s.play("remove@1,1")
    assert freed.state.aside == () and (freed.bag["1"], freed.bag["basin"]) == (1, 1)
    assert freed.actor == EAST and freed.offers() >= {"pass", "remove@1,0"}


def test_a_tile_remembers_which_special_tiles_lay_there() -> None:
    both, basin, neither = Aside("1", True, True), Aside("1", True, False), Aside("1", False, False)
    text = """
             ·       ·
         ·       ·       ·
             ○       ·
         ·       ·       ·
             ·       ⤡
         ·       ·       ·
             ·       ·
    """
    s = position(text, options=SHAKEN, stage="quake", aside=(both, basin, neither))
    assert s.play("remove@1,1").state.aside == (neither,)
    after = s.play("remove@3,2")
    assert after.state.aside == (basin, neither) and after.bag["pass"] == 1
    assert after.play("remove@1,1").state.aside == (neither,)


# --- Flood ---------------------------------------------------------------------------------------------


def test_event_cards_are_turned_up_until_none_is_left() -> None:
    s = position(SLIM, options=EVENTFUL).play("draw", "tile event")
    assert s.actor == CHANCE
    assert {str(chance) for _, chance in s.game.chances(s.state)} == {"1/4"} and len(s.offers()) == 4
    s = s.play("event quiet", "draw", "tile event")
    assert s.offers() == {"event flood", "event volcanoes", "event inland-sea"}


def test_a_flood_takes_what_lies_downstream_and_no_side_streams() -> None:
    s = event(position(RIVER, options=EVENTFUL), "flood")
    assert s.actor == WEST
    assert s.offers() == {f"flood@{at}" for at in ("3,1", "2,1", "1,2", "2,2", "1,3")}
    before = s.bag["1"]
    s = s.play("flood@2,1")
    assert s.diagram == board(
        """
             ·       ·
         ·       ·       ·
             ·       ↙
         ·       ↓       ·
             ↘       ·
         ·       ·       ·
             ·       ·
        """
    )
    assert s.bag["1"] == before + 2


def test_the_other_seat_may_flood_too_then_the_active_one_draws_again() -> None:
    s = event(position(RIVER, options=EVENTFUL, turn=EAST), "flood")
    assert s.refuses("pass") == ("must_flood", ())
    s = s.play("flood@1,3")
    assert s.actor == WEST and s.diagram == board(RIVER), "nothing lies downstream of 1,3"
    assert s.allows("flood@3,1") and s.allows("pass")
    assert s.play("pass").diagram == board(RIVER)
    s = s.play("flood@3,1")
    assert s.diagram.count("↓") == s.diagram.count("↖") == 0 and s.diagram.count("↘") == 1
    assert s.actor == EAST and s.state.stage == "again" and s.state.turn == EAST


def test_where_no_river_lies_no_flood_rises() -> None:
    s = event(position(SLIM, options=EVENTFUL), "flood")
    assert s.offers() == {"pass"}
    assert s.play("pass").offers() == {"pass"} and s.play("pass", "pass").actor == WEST


WATERSHED = """
             ·       ·
         ·       ·       ·
             ·       ↗
         ↖       ⤢       ↗
             ↙       ·
         ↖       ·       ·
             ·       ○
"""
"""The Pass on 2,1 drains over 3,1 and 1,2."""


def test_from_the_pass_a_flood_runs_down_one_side() -> None:
    s = event(position(WATERSHED, options=WILD), "flood")
    assert s.allows("flood@2,1:NE") and s.allows("flood@2,1:SW")
    assert s.refuses("flood@2,1") == ("which_side", ((2, 1),))
    assert s.refuses("flood@2,1:N") == ("no_stream_there", ((2, 1),))
    assert s.refuses("flood@3,1:NE") == ("no_stream_there", ((3, 1),)), "a side is told at the Pass only"
    assert s.play("flood@2,1:SW").diagram == board(
        """
             ·       ·
         ·       ·       ·
             ·       ↗
         ↖       ⤢       ↗
             ·       ·
         ·       ·       ·
             ·       ○
        """
    )
    assert s.play("flood@2,1:NE").diagram == board(
        """
             ·       ·
         ·       ·       ·
             ·       ·
         ↖       ⤢       ↗
             ↙       ·
         ↖       ·       ·
             ·       ○
        """
    )


def test_no_flood_comes_from_the_basin() -> None:
    s = event(position(WATERSHED, options=WILD), "flood")
    assert s.refuses("flood@3,3") == ("basin_holds_its_water", ((3, 3),))
    assert s.refuses("flood@0,0") == ("no_tile_there", ((0, 0),))


CIRCLE = """
             ·       ·
         ↘       ·       ·
             ↘       ·
         ·       ↙       ·
             ↑       ·
         ·       ·       ·
             ·       ·
"""
"""With the inland sea: 1,1 2,1 and 1,2 flow in a ring, 0,0 flows into it."""


def test_in_a_ring_a_flood_takes_the_whole_ring_but_its_source() -> None:
    s = event(position(CIRCLE, options=EVENTFUL, inland=True), "flood").play("flood@2,1")
    assert s.diagram == board(
        """
             ·       ·
         ↘       ·       ·
             ·       ·
         ·       ↙       ·
             ·       ·
         ·       ·       ·
             ·       ·
        """
    )


def test_into_a_ring_a_flood_takes_all_of_it() -> None:
    s = event(position(CIRCLE, options=EVENTFUL, inland=True), "flood").play("flood@0,0")
    assert s.diagram.count("·") == 16 and s.diagram.splitlines()[1].startswith("↘")


# --- Volcanoes -----------------------------------------------------------------------------------------


def test_both_turn_a_tile_each_another_one() -> None:
    s = event(position(RIVER, options=EVENTFUL), "volcanoes")
    assert s.actor == WEST and s.refuses("pass") == ("must_turn", ())
    assert s.allows("turn@2,1:S"), "it may stay as it is"
    s = s.play("turn@2,1:SE")
    assert s.actor == EAST and s.diagram == board(RIVER.replace("↓", "↘"))
    assert s.refuses("turn@2,1:N") == ("turned_already", ((2, 1),))
    s = s.play("turn@1,3:NW")
    assert s.actor == WEST and s.state.stage == "again" and s.state.turned is None


def test_turned_tiles_obey_the_rules_of_drainage() -> None:
    s = event(position(RIVER, options=EVENTFUL), "volcanoes")
    turns = {way for way in EVERY_WAY if s.allows(f"turn@2,2:{way}")}
    # N and NW face arrows, S is the rim, SW is how it lies
    assert turns == {"NE", "SE", "SW"}
    assert s.refuses("turn@2,2:S") == ("no_sea_there", ((2, 2),))
    assert s.refuses("turn@2,2:N") == ("facing", ((2, 2), (2, 1)))
    # from 2,1 a way back to 3,1 faces its arrow
    assert s.refuses("turn@2,1:NE") == ("facing", ((2, 1), (3, 1)))
    # 1,3 must not lead back to 1,2, whose water comes to it over 2,2
    assert s.refuses("turn@1,3:N") == ("trapped", ((1, 3), (1, 2), (2, 2)))
    assert s.refuses("turn@1,3:S") == ("no_sea_there", ((1, 3),))
    assert s.refuses("turn@3,3:N") == ("no_tile_there", ((3, 3),))


def axes(s: Position, place: str) -> set[str]:
    """The axes to which the Pass may be turned on a space."""
    return {axis for axis in ("N-S", "NE-SW", "SE-NW") if s.allows(f"turn@{place}:{axis}")}


def test_the_pass_is_turned_to_another_axis_or_left_as_it_is() -> None:
    s = event(position(WATERSHED, options=WILD), "volcanoes")
    assert axes(s, "2,1") == {"N-S", "NE-SW", "SE-NW"}
    assert s.play("turn@2,1:NE-SW").diagram == board(WATERSHED)
    after = s.play("turn@2,1:N-S")
    assert after.diagram == board(WATERSHED.replace("⤢", "↕")) and after.state.turned == (2, 1)
    assert s.refuses("turn@2,1:NE") == s.refuses("turn@2,1:N") == ("pass_has_two_arrows", ((2, 1),))
    assert s.refuses("turn@1,2:NE") == ("onto_special", ((1, 2), (2, 1)))


def test_after_the_pass_the_other_seat_turns_another_tile() -> None:
    s = event(position(WATERSHED, options=WILD), "volcanoes").play("turn@2,1:SE-NW")
    assert s.actor == EAST and axes(s, "2,1") == set()
    assert s.refuses("turn@2,1:N-S") == ("turned_already", ((2, 1),))
    assert s.allows("turn@1,2:S")


def test_the_second_seat_may_turn_the_pass() -> None:
    s = event(position(WATERSHED, options=WILD), "volcanoes").play("turn@1,2:S", "turn@2,1:N-S")
    assert s.actor == WEST and s.state.stage == "again" and s.state.turned is None


LONE = """
             ·
         ·       ·
             ⤡
         ·       ·
             ·
         ·       ·
             ·
"""


def test_where_the_pass_lies_alone_the_second_seat_passes() -> None:
    s = event(position(LONE, options=WILD), "volcanoes")
    assert s.offers() == {"turn@1,1:N-S", "turn@1,1:NE-SW", "turn@1,1:SE-NW"}
    s = s.play("turn@1,1:SE-NW")
    assert s.actor == EAST and s.offers() == {"pass"} and s.refuses("turn@1,1:N-S")[0] == "turned_already"


def test_the_basin_is_not_turned() -> None:
    s = event(position(WATERSHED, options=WILD), "volcanoes")
    for way in ("N", "SE", "N-S", "NE-SW"):
        assert s.refuses(f"turn@3,3:{way}") == ("basin_has_no_arrow", ((3, 3),))


def test_a_river_tile_has_no_axis() -> None:
    s = event(position(WATERSHED, options=WILD), "volcanoes")
    assert s.refuses("turn@1,2:NE-SW") == ("river_has_one_arrow", ((1, 2),))


@pytest.mark.parametrize("inland", [False, True])
def test_a_turned_pass_points_neither_off_the_land_nor_at_the_basin(inland: bool) -> None:
    text = """
             ·       ·
         ·       ⤢       ·
             ·       ○
         ·       ·       ·
             ·       ·
         ·       ·       ·
             ·       ·
    """
    s = event(position(text, options=WILD, inland=inland), "volcanoes")
    assert axes(s, "2,0") == {"NE-SW"}
    assert s.refuses("turn@2,0:N-S") == ("no_sea_there", ((2, 0),))
    assert s.refuses("turn@2,0:SE-NW") == ("onto_special", ((2, 0), (3, 1)))


STRAIT = """
             ·       ·
         ·       ·       ·
             ·       ↓
         ·       ↕       ·
             ↘       ·
         ·       ↗       ·
             ·       ·
"""
"""North-east and south-west of the Pass on 2,1 all water comes to 3,2."""


def test_a_turned_pass_needs_a_way_to_each_ocean() -> None:
    s = event(position(STRAIT, options=WILD), "volcanoes")
    assert axes(s, "2,1") == {"N-S", "SE-NW"}
    assert s.refuses("turn@2,1:NE-SW") == ("no_two_oceans", ((2, 1),))


def test_in_the_inland_sea_it_needs_none() -> None:
    s = event(position(STRAIT, options=WILD, inland=True), "volcanoes")
    assert axes(s, "2,1") == {"N-S", "NE-SW", "SE-NW"}


def test_once_the_pass_is_turned_its_new_ways_count() -> None:
    s = event(position(STRAIT.replace("↕", "⤢").replace("↘", "↙"), options=WILD), "volcanoes")
    assert s.refuses("turn@1,2:SE") == ("cuts_pass", ((2, 1), (1, 2)))
    assert s.play("turn@2,1:N-S").allows("turn@1,2:SE")


def test_no_turn_takes_the_pass_one_of_its_ways() -> None:
    text = """
             ·       ·
         ·       ·       ·
             ·       ↓
         ·       ⤢       ·
             ↙       ·
         ·       ↗       ·
             ·       ·
    """
    s = event(position(text, options=WILD), "volcanoes")
    assert s.refuses("turn@1,2:SE") == ("cuts_pass", ((2, 1), (1, 2)))


@pytest.mark.parametrize(("tiles", "second"), [(0, {"pass"}), (1, {"pass"})])
def test_who_finds_no_tile_to_turn_passes(tiles: int, second: set[str]) -> None:
    text = SLIM.replace("·", "↓", tiles)
    s = event(position(text, options=EVENTFUL), "volcanoes")
    assert s.offers() == ({"turn@1,0:S", "turn@1,0:SE", "turn@1,0:SW"} if tiles else {"pass"})
    s = s.play("turn@1,0:SE" if tiles else "pass")
    assert s.actor == EAST and s.offers() == second
    assert s.play("pass").actor == WEST


# --- Inland sea ----------------------------------------------------------------------------------------


def test_with_the_inland_sea_rivers_may_end_nowhere() -> None:
    circle = CIRCLE.replace("↑", "·")
    s = position(circle, "1", options=EVENTFUL)
    assert s.refuses("N@1,2")[0] == "trapped"
    s = event(position(circle, options=EVENTFUL), "inland-sea")
    assert s.state.inland and s.actor == WEST and s.state.stage == "again"
    assert s.play("draw", "tile 1", "N@1,2").diagram == board(CIRCLE)


def test_it_lasts_for_the_rest_of_the_game() -> None:
    s = event(position(SLIM, options=EVENTFUL), "inland-sea")
    s = event(s, "quiet").play("draw", "tile 1", "S@1,0", "draw", "tile W", "SW@0,0")
    assert s.state.inland


def test_arrows_still_neither_face_nor_leave_to_north_and_south() -> None:
    s = position(
        """
             ·       ·
         ·       ↓       ·
             ↘       ↙
         ·       ·       ·
             ·       ↖
         ·       ·       ·
             ·       ○
        """,
        "1",
        options=WILD,
        inland=True,
    )
    assert s.ways((2, 1)) == {"SW", "S"}
    assert s.refuses("N@2,1") == ("facing", ((2, 1), (2, 0)))
    assert s.ways((1, 0)) == {"SE", "S", "SW"} and s.refuses("N@1,0") == ("no_sea_there", ((1, 0),))
    assert s.refuses("SE@2,2") == ("onto_special", ((2, 2), (3, 3)))
    assert s.ways((1, 2)) == EVERY_WAY, "even back round to where only this water can come out"


def test_special_tiles_may_then_shut_water_in() -> None:
    text = """
             ·
         ↗       ↖
             ·
         ·       ·
             ·
         ·       ·
             ·
    """
    assert not position(text, "basin", options=WILD).allows("basin@1,1")
    s = position(text, "basin", options=WILD, inland=True)
    assert s.allows("basin@1,1") and s.refuses("basin@1,0")[0] == "arrow_points_here"
    s = position(text, "pass", options=WILD, inland=True)
    assert s.allows("NE-SW@1,1") and s.refuses("N-S@1,0")[0] == "arrow_points_here"


def test_a_tile_with_no_place_left_is_then_set_aside() -> None:
    s = position(
        """
             ·
         ↗       ↖
             ↑
         ·       ·
             ↑
         ·       ·
             ↑
        """,
        options=EVENTFUL,
        inland=True,
    ).play("draw", "tile 1")
    assert s.state.aside == (Aside("1", basin=False, two_ocean=False),)
    assert s.actor == WEST and s.state.stage == "again"


@pytest.mark.parametrize(
    ("options", "winners", "reason"),
    [(EVENTFUL, (WEST, EAST), "tie"), (WILD, (WEST,), "last_tile")],
    ids=["without special geography", "with it"],
)
def test_water_in_a_ring_scores_for_nobody_so_there_may_be_a_tie(
    options: Options, winners: tuple[Seat, ...], reason: str
) -> None:
    # 1,1 2,1 and 1,2 become a ring; 2,0 alone drains to the east
    s = position(
        """
             ↙
         ↖       ↗
             ↘
         ↖       ·
             ↑
         ↖       ↙
             ↖
        """,
        options=options,
        inland=True,
        bag="E",
        five=EAST,
    )
    outcome = s.play("draw", "tile E", "SW@2,1").outcome()
    assert outcome.scores == (6.0, 1.0 + 5.0) and outcome.winners == winners
    assert outcome.reason == f"great_divide.reason.{reason}"


def test_the_pass_then_scores_for_the_oceans_it_reaches() -> None:
    # its south-eastern stream ends in the ring of 1,2 2,2 and 1,3
    s = position(
        """
             ↙
         ↖       ↗
             ⤡
         ↖       ↓
             ↘
         ↖       ↙
             ↑
        """,
        options=WILD,
        inland=True,
        bag="five",
        cards=("-", "-"),
    )
    outcome = s.play("draw", "tile five").outcome()
    assert outcome.scores == (4.0 + 1.0, 1.0 + 5.0)


# --- Quiet year ----------------------------------------------------------------------------------------


def test_in_a_quiet_year_nothing_happens() -> None:
    s = position(RIVER, options=EVENTFUL, turn=EAST)
    after = event(s, "quiet")
    assert after.diagram == s.diagram and after.actor == EAST and after.offers() == {"draw"}
    assert after.state.last is None and not after.state.inland


def test_no_card_governs_the_events() -> None:
    s = position(RIVER, options=WILD, cards=("-", "-")).play("draw", "tile event", "event flood")
    assert s.actor == WEST


def test_one_event_tile_or_two() -> None:
    assert position(BROAD, options=Options(events=1)).bag["event"] == 1
    assert position(BROAD, options=EVENTFUL).bag["event"] == 2


# --- The two readings of what the source leaves open ---------------------------------------------------

DRY = """
             ·       ·
         ·       ↓       ·
             ·       ·
         ↖       ↕       ·
             ·       ↓
         ·       ↑       ·
             ·       ·
"""
"""Both streams of the Pass end where arrows face them; the tile in the west reaches its ocean."""


@pytest.mark.parametrize(("reading", "points"), [("oceans reached", [1, 0]), ("one each", [2, 1])])
def test_what_the_pass_is_worth_after_the_inland_sea(reading: Any, points: list[float]) -> None:
    options = Options(two_ocean_pass=True, events=2, inland_pass=reading)
    s = position(DRY, options=options, inland=True)
    assert [worth(s.game.land, s.state, seat) for seat in (WEST, EAST)] == points


def test_before_the_inland_sea_the_pass_is_worth_what_it_reaches_by_either_reading() -> None:
    options = Options(two_ocean_pass=True, events=2, inland_pass="one each")
    s = position(DRY.replace("↓", "·").replace("↑", "·"), options=options)
    assert [worth(s.game.land, s.state, seat) for seat in (WEST, EAST)] == [1, 0]


def worth(land: Land, s: State, seat: Seat) -> float:
    """What a seat has as the board lies."""
    return sum(line.amount for line in sheet(land, s, seat))


def test_the_fourth_card_may_be_a_second_one_with_volcanoes() -> None:
    s = position(SLIM, options=Options(events=2, fourth_event="second volcanoes")).play("draw", "tile event")
    chances = {s.game.notation(card): share for card, share in s.game.chances(s.state)}
    assert chances == {
        "event flood": Fraction(1, 4),
        "event volcanoes": Fraction(1, 2),
        "event inland-sea": Fraction(1, 4),
    }
    s = s.changed(events=("volcanoes",))
    assert {share for _, share in s.game.chances(s.state)} == {Fraction(1, 3)}
    s = s.changed(events=("volcanoes", "volcanoes"))
    assert s.offers() == {"event flood", "event inland-sea"}
