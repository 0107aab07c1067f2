"""Positions with special geography (variant A): Great Basin, Two-Ocean Pass, the eighth card, ties."""

from __future__ import annotations

import pytest

from core.game import Seat
from core.games.great_divide.state import Aside, Options
from tests.core.games.great_divide.diagrams import EAST, SPECIAL, WEST, position
from tests.core.games.great_divide.test_rules import BROAD, EVERY_WAY, SLIM

BASIN_ONLY = Options(great_basin=True)
PASS_ONLY = Options(two_ocean_pass=True)


# --- The eighth card -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [SPECIAL, BASIN_ONLY, PASS_ONLY])
def test_the_eighth_card_keeps_the_five(options: Options) -> None:
    s = position(SLIM, options=options, cards=("S", "-")).play("draw", "tile five")
    assert s.state.five == WEST and s.state.last == WEST
    assert s.actor == EAST and s.state.stage == "turn"


@pytest.mark.parametrize("options", [SPECIAL, BASIN_ONLY, PASS_ONLY])
def test_the_eighth_card_gives_the_five_away(options: Options) -> None:
    s = position(SLIM, options=options, cards=("W1E", "S")).play("draw", "tile five")
    assert s.state.five == EAST and s.state.last is None
    assert s.actor == WEST and s.state.stage == "again"


@pytest.mark.parametrize(("kind", "lay"), [("basin", "basin@1,1"), ("pass", "N-S@1,1")])
@pytest.mark.parametrize(("cards", "layer"), [("S", WEST), ("W1E", EAST)])
def test_the_eighth_card_says_who_lays_special_tiles(kind: str, lay: str, cards: str, layer: Seat) -> None:
    s = position(SLIM, options=SPECIAL, cards=(cards, "-")).play("draw", f"tile {kind}")
    assert s.actor == layer
    s = s.play(lay)
    assert s.state.last == layer
    assert (s.state.turn, s.state.stage) == ((EAST, "turn") if layer == WEST else (WEST, "again"))


def test_the_eighth_card_is_turned_like_the_others() -> None:
    s = position(SLIM, options=BASIN_ONLY, cards=("-", "-"))
    assert s.offers() == {"flip W", "flip 1", "flip E", "flip S", "draw"}
    assert s.play("flip S", "draw", "tile five").state.five == WEST


# --- Where special tiles may lie -----------------------------------------------------------------------

ARROWS = """
             ·       ·
         ↓       ·       ·
             ·       ↙
         ·       ·       ·
             ↘       ·
         ·       ·       ↗
             ·       ·
"""
"""Arrows point at 0,1 2,1 and 2,2, and out to sea."""


def test_the_basin_lies_on_any_area_where_no_arrow_points() -> None:
    s = position(ARROWS, "basin", options=SPECIAL)
    free = set(s.game.land.places) - {(0, 0), (3, 1), (1, 2), (4, 2)}
    assert s.offers() == {f"basin@{x},{y}" for x, y in free - {(0, 1), (2, 1), (2, 2)}}
    assert s.refuses("basin@2,1") == ("arrow_points_here", ((2, 1), (3, 1)))
    assert s.refuses("basin@4,2") == ("space_taken", ((4, 2),))


def test_nor_does_the_pass_lie_where_an_arrow_points() -> None:
    s = position(ARROWS, "pass", options=SPECIAL)
    for axis in ("N-S", "NE-SW", "SE-NW"):
        assert s.refuses(f"{axis}@2,2") == ("arrow_points_here", ((2, 2), (1, 2)))
        assert s.refuses(f"{axis}@0,1") == ("arrow_points_here", ((0, 1), (0, 0)))


def test_no_water_flows_onto_special_tiles() -> None:
    s = position(
        """
             ·       ·
         ·       ·       ·
             ·       ·
         ·       ○       ·
             ·       ·
         ·       ⤡       ·
             ·       ·
        """,
        "1",
        options=SPECIAL,
    )
    assert s.ways((2, 0)) == EVERY_WAY - {"N", "S"}
    assert s.refuses("S@2,0") == ("onto_special", ((2, 0), (2, 1)))
    assert s.ways((1, 2)) == EVERY_WAY - {"NE", "SE"}
    assert s.refuses("SE@1,2") == ("onto_special", ((1, 2), (2, 2)))


def test_water_looks_for_its_way_round_special_tiles() -> None:
    s = position(
        """
             ·
         ↗       ·
             ·
         ○       ·
             ·
         ·       ·
             ·
        """,
        "1",
        options=BASIN_ONLY,
    )
    # from 1,0 it can go on over 1,1 or 2,0; from 1,1 no more over the west coast
    assert s.ways((1, 0)) == {"SE", "S"}
    assert s.ways((1, 1)) == {"N", "NE", "SE", "S", "NW"}


def test_a_special_tile_takes_nobody_the_last_way_out() -> None:
    s = position(
        """
             ·
         ↗       ↖
             ·
         ·       ·
             ·
         ·       ·
             ·
        """,
        "basin",
        options=SPECIAL,
    )
    code, places = s.refuses("basin@1,1")
    assert code == "would_block" and places[0] == (1, 1) and set(places[1:]) == {(0, 0), (2, 0)}
    assert s.refuses("basin@1,0")[0] == "arrow_points_here"
    assert s.offers() == {f"basin@{place}" for place in ("0,1", "2,1", "1,2", "0,2", "2,2", "1,3")}


# --- The Two-Ocean Pass --------------------------------------------------------------------------------


def test_the_pass_lies_where_both_arrows_have_somewhere_to_go() -> None:
    s = position(SLIM, "pass", options=SPECIAL)
    # 1,0 and 1,3 have three sides at the rim, one of each pair
    free = set(s.game.land.places) - {(1, 0), (1, 3)}
    offers = {f"{axis}@{x},{y}" for axis in ("N-S", "NE-SW", "SE-NW") for x, y in free}
    assert s.offers() == offers - {"N-S@0,0", "N-S@0,2", "N-S@2,0", "N-S@2,2"}
    assert s.refuses("N-S@1,0") == ("no_sea_there", ((1, 0),))
    assert s.refuses("N-S@2,2") == ("no_sea_there", ((2, 2),))


BOTTLENECK = """
             ·       ·
         ·       ·       ·
             ·       ↓
         ·       ·       ·
             ↘       ·
         ·       ↗       ·
             ·       ·
"""
"""North-east and south-west of 2,1 all water comes to 3,2."""


def test_both_streams_of_the_pass_need_a_way_of_their_own() -> None:
    s = position(BOTTLENECK, "pass", options=SPECIAL)
    assert s.allows("N-S@2,1") and s.allows("SE-NW@2,1")
    assert s.refuses("NE-SW@2,1") == ("no_two_oceans", ((2, 1),))


def test_the_streams_of_the_pass_go_to_different_oceans() -> None:
    s = position(
        """
             ·
         ·       ↖
             ·
         ·       ↓
             ·
         ·       ↙
             ·
        """,
        "pass",
        options=SPECIAL,
    )
    # the east coast drains inland: no water comes to the Atlantic any more
    assert all(s.refuses(f"{axis}@1,1")[0] == "no_two_oceans" for axis in ("N-S", "NE-SW", "SE-NW"))
    assert s.offers() == set()


@pytest.mark.parametrize("inland", [False, True])
def test_no_arrow_of_the_pass_points_at_the_basin(inland: bool) -> None:
    s = position(SLIM.replace("·", "○", 1), "pass", options=SPECIAL, inland=inland)
    assert s.refuses("N-S@1,1") == ("onto_special", ((1, 1), (1, 0)))
    assert s.allows("NE-SW@1,1")


def test_no_river_takes_the_pass_one_of_its_ways() -> None:
    s = position(
        """
             ·       ·
         ·       ·       ·
             ·       ↓
         ·       ⤢       ·
             ·       ·
         ·       ↗       ·
             ·       ·
        """,
        "1",
        options=SPECIAL,
    )
    # over 2,2 the south-western stream would have to cross 3,2, which the other one needs
    assert s.ways((1, 2)) == EVERY_WAY - {"NE", "SE"}
    assert s.refuses("SE@1,2") == ("cuts_pass", ((2, 1), (1, 2)))


def test_no_river_leads_the_pass_to_one_ocean_twice() -> None:
    s = position(
        """
             ·
         ↖       ·
             ⤡
         ·       ·
             ·
         ·       ↙
             ·
        """,
        "E",
        options=SPECIAL,
    )
    assert s.ways((2, 1)) == {"N", "NE", "SE"}
    assert s.refuses("S@2,1") == s.refuses("SW@2,1") == ("cuts_pass", ((1, 1), (2, 1)))
    assert s.refuses("NW@2,1") == ("onto_special", ((2, 1), (1, 1)))


def test_the_basin_blocks_no_stream_of_the_pass() -> None:
    s = position(
        """
             ·
         ·       ↖
             ↕
         ·       ·
             ·
         ·       ↙
             ·
        """,
        "basin",
        options=SPECIAL,
    )
    # southwards only 2,1 leads to the Atlantic; northwards 1,0 leads to the Pacific over 0,0
    assert s.refuses("basin@2,1") == ("would_block", ((2, 1), (1, 1)))
    assert s.refuses("basin@0,0") == ("would_block", ((0, 0), (2, 0)))
    assert s.offers() == {"basin@0,1", "basin@0,2"}


# --- Set aside -----------------------------------------------------------------------------------------

TAKEN = """
         ↙
     ·       ·
         ○
     ·       ·
         ↓
     ·       ·
         ↖
"""
"""The Basin has taken a space of area 1: one tile of it is left over."""


@pytest.mark.parametrize("cards", ["W1ES", "-"])
def test_a_tile_with_no_place_is_set_aside_and_the_same_seat_draws_again(cards: str) -> None:
    s = position(TAKEN, options=BASIN_ONLY, turn=EAST, cards=("-", cards)).play("draw", "tile 1")
    assert s.state.aside == (Aside("1", basin=True, two_ocean=False),)
    assert s.actor == EAST and s.state.stage == "again" and s.state.drawn == ""
    assert s.offers() == {"draw"} and "1" not in s.bag


def test_a_special_tile_with_no_place_is_set_aside_too() -> None:
    board = """
             ↙
         ·       ↖
             ↙
         ·       ↖
             ↙
         ·       ↖
             ↖
    """
    # every empty space has an arrow that points at it
    s = position(board, options=BASIN_ONLY, cards=("S", "-")).play("draw", "tile basin")
    assert s.state.aside == (Aside("basin", basin=False, two_ocean=False),)
    assert s.actor == WEST and s.state.stage == "again"


def test_if_the_last_tile_is_set_aside_the_game_is_over() -> None:
    s = position(TIED.replace("·", "↖"), options=BASIN_ONLY, bag="1", five=EAST, last=EAST)
    s = s.play("draw", "tile 1")
    assert s.outcome().scores == (7.0, 7.0) and s.outcome().winners == (EAST,)


# --- Points and ties -----------------------------------------------------------------------------------

TIED = """
         ↙
     ·       ↗
         ↙
     ↖       ↗
         ↙
     ↖       ↖
         ○
"""
"""Whatever is laid on 0,0, seven tiles drain into the Pacific and two into the Atlantic."""


@pytest.mark.parametrize(("cards", "winner"), [("W", WEST), ("-", EAST)])
def test_a_tie_goes_to_who_laid_the_last_tile(cards: str, winner: Seat) -> None:
    s = position(TIED, options=BASIN_ONLY, bag="W", cards=(cards, "-"), five=EAST)
    outcome = s.play("draw", "tile W", "NW@0,0").outcome()
    assert outcome.scores == (7.0, 7.0) and outcome.winners == (winner,)
    assert outcome.reason == "great_divide.reason.last_tile"


def test_or_to_who_kept_the_five_after_it() -> None:
    s = position(TIED.replace("·", "↖"), options=BASIN_ONLY, bag="five", turn=EAST, last=WEST)
    outcome = s.play("draw", "tile five").outcome()
    assert outcome.scores == (7.0, 7.0) and outcome.winners == (EAST,)


def test_a_five_given_away_is_no_last_tile() -> None:
    s = position(TIED.replace("·", "↖"), options=BASIN_ONLY, bag="five", cards=("-", "-"), last=WEST)
    outcome = s.play("draw", "tile five").outcome()
    assert outcome.scores == (7.0, 7.0) and outcome.winners == (WEST,)


def test_the_pass_counts_for_both_and_the_basin_for_nobody() -> None:
    board = """
             ↙
         ↖       ↗
             ⤡
         ↖       ↗
             ○
         ↖       ↗
             ↗
    """
    s = position(board, options=SPECIAL, bag="five").play("draw", "tile five")
    outcome = s.outcome()
    assert outcome.scores == (4.0 + 1.0 + 5.0, 4.0 + 1.0)
    lines = [
        [(point.code.rpartition(".")[2], point.amount) for point in sheet] for sheet in outcome.breakdown
    ]
    assert lines == [[("rivers", 4.0), ("pass", 1.0), ("five", 5.0)], [("rivers", 4.0), ("pass", 1.0)]]


def test_one_special_tile_alone_can_be_chosen() -> None:
    assert "pass" not in position(BROAD, options=BASIN_ONLY).bag
    assert "basin" not in position(BROAD, options=PASS_ONLY).bag
