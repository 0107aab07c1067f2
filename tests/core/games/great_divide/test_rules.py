"""Positions from the rulebook's basic game, each as a diagram (see `diagrams`)."""

from __future__ import annotations

import msgspec
import pytest

from core.game import CHANCE, Goal, Outcome, Place, Seat
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Options
from core.series import Series
from tests.core.games.great_divide.diagrams import (
    ALL,
    EACH_DRAW,
    EAST,
    LIMITED,
    SPECIAL,
    WEST,
    Position,
    position,
)

SLIM = """
         ·
     ·       ·
         ·
     ·       ·
         ·
     ·       ·
         ·
"""
"""A land of three columns: two coasts of three spaces, four spaces of area 1 between them."""

BROAD = """
         ·       ·
     ·       ·       ·
         ·       ·
     ·       ·       ·
         ·       ·
     ·       ·       ·
         ·       ·
"""
"""A land of five columns with 11 spaces of area 1."""

EVERY_WAY = {"N", "NE", "SE", "S", "SW", "NW"}


# --- The board's edge ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawn", "place", "out"),
    [
        ("W", (0, 0), {"N"}),  # the corners let water out to the sea, never straight north or south
        ("W", (0, 1), set()),
        ("W", (0, 2), {"S"}),
        ("E", (4, 0), {"N"}),
        ("E", (4, 1), set()),
        ("E", (4, 2), {"S"}),
        ("1", (1, 0), {"N", "NE", "NW"}),  # a high column has three sides at the rim
        ("1", (2, 0), {"N"}),
        ("1", (2, 2), {"S"}),
        ("1", (3, 3), {"S", "SE", "SW"}),
        ("1", (2, 1), set()),
    ],
)
def test_no_arrow_leaves_the_land_but_into_the_oceans(drawn: str, place: Place, out: set[str]) -> None:
    s = position(BROAD, drawn)
    assert s.ways(place) == EVERY_WAY - out
    for way in out:
        assert s.refuses(f"{way}@{place[0]},{place[1]}") == ("no_sea_there", (place,))


def test_each_area_takes_its_own_tiles_only() -> None:
    s = position(SLIM, "2", areas=("WWW", "1222", "EEE"))
    assert {text.partition("@")[2] for text in s.offers()} == {"1,1", "1,2", "1,3"}
    assert s.refuses("S@1,0") == ("other_area", ((1, 0),))
    assert s.refuses("SW@0,0") == ("other_area", ((0, 0),))


# --- Where water has to go -----------------------------------------------------------------------------


def test_two_arrows_never_point_at_each_other() -> None:
    s = position(
        """
             ·
         ·       ↙
             ↓
         ·       ·
             ·
         ·       ·
             ·
        """,
        "1",
    )
    assert s.ways((1, 2)) == EVERY_WAY - {"N"}
    assert s.refuses("N@1,2") == ("facing", ((1, 2), (1, 1)))


def test_no_loop_closes() -> None:
    s = position(
        """
             ·       ·
         ·       ·       ·
             ↘       ·
         ·       ↙       ·
             ·       ·
         ·       ·       ·
             ·       ·
        """,
        "1",
    )
    assert s.ways((1, 2)) == EVERY_WAY - {"N", "NE"}
    assert s.refuses("N@1,2") == ("trapped", ((1, 2), (1, 1), (2, 1)))
    assert s.refuses("NE@1,2") == ("facing", ((1, 2), (2, 1)))


RING = """
             ·       ·
         ·       ↓       ·
             ↘       ↙
         ·       ·       ·
             ·       ↖
         ·       ↑       ·
             ·       ·
"""
"""Five of the six spaces round 2,1 drain into it: only 1,2 can still let that water out."""


def test_no_area_is_shut_in() -> None:
    s = position(RING, "1")
    assert s.ways((1, 2)) == {"S", "SW", "NW"}
    code, places = s.refuses("NE@1,2")
    assert code == "trapped" and set(places) == {(1, 2), (2, 1), (1, 1), (2, 0), (3, 1), (3, 2), (2, 2)}
    assert s.refuses("N@1,2")[0] == s.refuses("SE@1,2")[0] == "trapped"


def test_the_last_way_out_has_to_be_taken() -> None:
    s = position(RING, "1")
    assert s.ways((2, 1)) == {"SW"}


def test_an_area_of_several_empty_spaces_is_not_shut_in_either() -> None:
    s = position(
        """
             ↘       ·
         ·       ·       ↙
             ↗       ·
         ·       ↗       ↖
             ·       ·
         ·       ·       ·
             ·       ·
        """,
        "1",
    )
    # the four spaces 3,0 2,0 3,1 and 3,2 have 3,2 as their way out: it may not flow back into them
    assert s.ways((3, 2)) == {"SE", "S", "SW"}
    code, places = s.refuses("N@3,2")
    assert code == "trapped" and {(3, 0), (2, 0), (3, 1), (3, 2)} <= set(places)


def test_the_rim_shuts_in_as_tiles_do() -> None:
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
        "1",
    )
    assert s.refuses("N@1,1") == ("trapped", ((1, 1), (1, 0), (2, 0), (0, 0)))
    assert s.ways((1, 0)) == {"S"}


def test_rivers_may_join() -> None:
    s = position(
        """
             ↓
         ↘       ↙
             ·
         ·       ·
             ·
         ·       ·
             ·
        """,
        "1",
    )
    assert s.ways((1, 1)) == {"SE", "S", "SW"}


def test_a_river_may_be_led_round_over_empty_spaces() -> None:
    # the west coast drains into 1,1 itself, but from 1,2 water may still go east
    s = position(
        """
             ·       ·
         ·       ·       ·
             ·       ·
         ↗       ·       ·
             ·       ·
         ↑       ·       ·
             ·       ·
        """,
        "1",
    )
    assert s.allows("S@1,1")


def test_but_not_if_every_way_round_comes_back() -> None:
    s = position(
        """
             ·       ·
         ·       ·       ·
             ·       ·
         ↗       ↖       ·
             ·       ·
         ↑       ↖       ·
             ↖       ·
        """,
        "1",
    )
    code, places = s.refuses("S@1,1")
    assert code == "trapped" and set(places) == {(1, 1), (1, 2), (0, 1), (0, 2), (1, 3), (2, 1), (2, 2)}


def test_a_space_is_laid_on_once() -> None:
    s = position(SLIM, "W", actor=EAST).play("SW@0,1")
    assert s.state.tiles[s.game.land.space[0, 1]] == 4
    assert s.play("draw", "tile W").refuses("NW@0,1") == ("space_taken", ((0, 1),))


# --- The cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [WEST, EAST])
def test_both_choose_their_cards_before_the_first_turn(first: Seat) -> None:
    s = position(SLIM, options=msgspec.structs.replace(Options(), first=first), stage="cards")
    assert s.game.to_act(s.state) == (WEST, EAST)
    assert len(s.actions(WEST)) == 2**3 and s.allows("cards -", WEST) and s.allows("cards W1E", EAST)
    s = s.play("cards E", seat=EAST)
    assert s.game.to_act(s.state) == (WEST,)
    s = s.play("cards W1")
    assert s.actor == first and (s.state.stage, s.state.turn) == ("turn", first)
    assert s.state.cards.tolist() == [[1, 1, 0, 0], [0, 0, 1, 0]]


def test_the_eighth_card_is_chosen_only_with_special_geography() -> None:
    assert position(SLIM, stage="cards").refuses("cards W1ES", WEST)[0] == "no_such_cards"
    s = position(SLIM, options=SPECIAL, stage="cards")
    assert s.allows("cards W1ES", WEST) and len(s.game.legal(s.state, WEST)) == 2**4


def test_cards_are_turned_before_the_first_draw_each_once() -> None:
    s = position(SLIM, cards=("W1", "-"))
    assert s.offers() == {"flip W", "flip 1", "flip E", "draw"}
    s = s.play("flip W", "flip E")
    assert s.state.cards[WEST].tolist() == [0, 1, 1, 0]
    assert s.offers() == {"flip 1", "draw"}
    assert s.refuses("flip W") == ("flipped_already", ())
    assert s.refuses("flip S") == ("no_such_card", ())
    again = s.play("draw", "tile W", "SW@0,0")
    assert again.actor == WEST and again.offers() == {"draw"}
    assert again.refuses("flip 1") == ("flip_too_late", ())


def test_a_new_turn_allows_all_cards_again() -> None:
    s = position(SLIM).play("flip W", "draw", "tile 1", "S@1,0")
    assert s.actor == EAST and s.offers() == {"flip W", "flip 1", "flip E", "draw"}
    assert s.state.cards[WEST].tolist() == [0, 1, 1, 1], "what was turned over stays so"


def test_with_cards_before_each_draw_they_are_turned_later_in_a_turn_too() -> None:
    s = position(SLIM, options=EACH_DRAW, cards=("-", "-")).play("flip W", "flip E")
    assert s.offers() == {"flip 1", "draw"} and s.refuses("flip W") == ("flipped_before_draw", ())
    s = s.play("draw", "tile 1", "S@1,0")
    assert s.actor == WEST and s.state.stage == "again"
    assert s.offers() == {"flip W", "flip 1", "flip E", "draw"}, "each of them once more"
    s = s.play("flip W", "flip 1")
    assert s.state.cards[WEST].tolist()[:3] == [0, 1, 1]
    assert s.refuses("flip 1") == ("flipped_before_draw", ()) and s.offers() == {"flip E", "draw"}
    s = s.play("draw", "tile 1", "S@1,1")
    assert s.actor == EAST and s.state.stage == "turn", "by the side turned up just before the draw"


def test_limited_selection_leaves_one_card_whatever_turning_says() -> None:
    for turning in ("start of turn", "before each draw"):
        options = msgspec.convert({"limited_selection": True, "turning": turning}, Options)
        s = position(SLIM, options=options, cards=("-", "-")).play("flip 1")
        assert s.offers() == {"draw"} and s.refuses("flip W") == ("one_card", ())
        s = s.play("draw", "tile W", "SW@0,0").play("flip 1")
        assert s.offers() == {"draw"} and s.refuses("flip W") == ("one_card", ())


def test_an_active_card_lets_its_owner_lay_and_ends_the_turn() -> None:
    s = position(SLIM, cards=("1", "-")).play("draw", "tile 1")
    assert s.actor == WEST and not s.game.legal(s.state, EAST)
    s = s.play("S@1,0")
    assert s.actor == EAST and s.state.stage == "turn" and s.state.last == WEST


@pytest.mark.parametrize("theirs", ["-", "W1E"])
def test_a_passive_card_lets_the_opponent_lay(theirs: str) -> None:
    # how the opponent's own cards lie does not matter
    s = position(SLIM, cards=("W", theirs)).play("draw", "tile 1")
    assert s.actor == EAST and s.refuses("S@1,0", WEST) == ("not_your_turn", ())
    s = s.play("SE@1,1")
    assert s.actor == WEST and s.state.stage == "again" and s.state.turn == WEST
    assert s.state.last == EAST and s.refuses("draw", EAST) == ("not_your_turn", ())


def test_one_draws_until_exactly_one_tile_is_laid() -> None:
    s = position(SLIM, turn=EAST, cards=("W1E", "E"))
    s = s.play("draw", "tile 1", "S@1,0", "draw", "tile W", "SW@0,0", "draw", "tile 1", "S@1,1")
    assert s.actor == EAST and s.state.stage == "again"
    s = s.play("draw", "tile E")
    assert s.actor == EAST
    s = s.play("NE@2,0")
    assert s.actor == WEST and s.state.stage == "turn"


def test_what_is_drawn_is_as_likely_as_it_is_frequent() -> None:
    s = position(SLIM, bag="W 1 1 five").play("draw")
    assert s.actor == CHANCE
    chances = {s.game.notation(a): chance for a, chance in s.game.chances(s.state)}
    assert {text: str(chance) for text, chance in chances.items()} == {
        "tile W": "1/4",
        "tile 1": "1/2",
        "tile five": "1/4",
    }
    assert s.play("tile 1").bag == {"W": 1, "1": 1, "five": 1}


# --- The "5" -------------------------------------------------------------------------------------------


def test_the_five_may_be_kept() -> None:
    s = position(SLIM).play("draw", "tile five")
    assert s.actor == WEST and s.offers() == {"keep", "give"}
    s = s.play("keep")
    assert s.state.five == WEST and s.state.last == WEST
    assert s.actor == EAST and s.state.stage == "turn"


def test_the_five_may_be_given_away() -> None:
    s = position(SLIM, turn=EAST).play("draw", "tile five", "give")
    assert s.state.five == WEST and s.state.last is None
    assert s.actor == EAST and s.state.stage == "again" and s.offers() == {"draw"}


def test_giving_away_the_last_tile_ends_the_game() -> None:
    outcome = position(FULL, bag="five").play("draw", "tile five", "give").outcome()
    assert outcome.scores == (4.0, 11.0) and outcome.winners == (EAST,)


# --- The end -------------------------------------------------------------------------------------------

FULL = """
         ↙
     ↙       ↗
         ↓
     ↖       ↘
         ↘
     ↙       ↗
         ↗
"""
"""A full land: the west coast and 1,0 drain into the Pacific, the other six into the Atlantic."""


def finished(s: Position, *steps: str) -> Outcome:
    return s.play(*steps).outcome()


def test_the_game_ends_with_the_last_tile() -> None:
    # West draws the last tile, which East has to lay
    s = position(FULL.replace("↗", "·", 1), bag="E", cards=("-", "-"), five=WEST)
    s = s.play("draw", "tile E")
    assert s.game.outcome(s.state) is None
    assert finished(s, "SE@2,0").winners == (WEST,)


def test_a_point_for_each_tile_and_five_for_the_five() -> None:
    outcome = finished(position(FULL, bag="five"), "draw", "tile five", "keep")
    assert outcome.scores == (4.0 + 5.0, 6.0) and outcome.winners == (WEST,)
    assert outcome.reason == "great_divide.reason.points"
    lines = [
        [(point.code.rpartition(".")[2], point.amount) for point in sheet] for sheet in outcome.breakdown
    ]
    assert lines == [[("rivers", 4.0), ("five", 5.0)], [("rivers", 6.0)]]


def test_71_points_cannot_be_shared_evenly() -> None:
    assert int(GREAT_DIVIDE.start(Options(), 2).bag.sum()) == 67
    assert [int(n) for n in GREAT_DIVIDE.start(Options(), 2).bag] == [9, 10, 9, 10, 9, 10, 9, 1, 0, 0, 0, 0]
    assert int(GREAT_DIVIDE.start(ALL, 2).bag.sum()) == 67 + 2 + 1 + 2


# --- D: limited selection ------------------------------------------------------------------------------


def test_with_limited_selection_all_cards_begin_active() -> None:
    s = GREAT_DIVIDE.start(LIMITED, 2)
    assert s.stage == "turn" and (s.cards == 1).all() and GREAT_DIVIDE.to_act(s) == (WEST,)


def test_with_limited_selection_too_either_seat_may_begin() -> None:
    s = GREAT_DIVIDE.start(Options(limited_selection=True, first=1), 2)
    assert s.stage == "turn" and GREAT_DIVIDE.to_act(s) == (EAST,) and s.turn == EAST


def test_with_limited_selection_one_card_is_turned_before_each_draw() -> None:
    s = position(SLIM, options=LIMITED).play("flip 1")
    assert s.offers() == {"draw"} and s.refuses("flip W") == ("one_card", ())
    s = s.play("draw", "tile 1", "S@1,0")
    assert s.actor == WEST and s.offers() == {"flip W", "flip 1", "flip E", "draw"}
    s = s.play("flip 1")
    assert s.refuses("flip 1") == ("one_card", ()) and s.state.cards[WEST].tolist()[:3] == [1, 1, 1]
    s = s.play("draw", "tile 1", "S@1,1")
    assert s.actor == EAST and "flip 1" in s.offers()


# --- Series --------------------------------------------------------------------------------------------


def ended(west: float, east: float) -> Outcome:
    winners = tuple(seat for seat, mine in ((WEST, west), (EAST, east)) if mine == max(west, east))
    return Outcome(winners, (west, east), "great_divide.reason.points")


def test_series_go_to_90_or_150() -> None:
    assert GREAT_DIVIDE.info.goals == (Goal(games=1), Goal(points=90), Goal(points=150))


@pytest.mark.parametrize(
    ("west", "east", "points"), [(40, 31, (40, 0)), (30, 41, (0, 41)), (35, 35, (35, 35))]
)
def test_only_the_winner_scores_in_a_series(west: float, east: float, points: tuple[float, float]) -> None:
    assert GREAT_DIVIDE.points(ended(west, east)) == points


@pytest.mark.parametrize("first", [WEST, EAST])
@pytest.mark.parametrize(("west", "east", "starts"), [(40, 31, EAST), (30, 41, WEST), (35, 35, None)])
def test_the_loser_starts_and_after_a_tie_who_did_not_start(
    west: float, east: float, starts: Seat | None, first: Seat
) -> None:
    options = msgspec.structs.replace(SPECIAL, first=first)
    after = GREAT_DIVIDE.follow(options, ended(west, east))
    starts = Seat(1 - first) if starts is None else starts
    assert after.options == msgspec.structs.replace(SPECIAL, first=starts)
    assert after.seating == (WEST, EAST), "nobody changes oceans"


def test_points_of_a_series_stay_at_their_ocean_while_the_beginning_changes() -> None:
    series = Series.begin(GREAT_DIVIDE, Goal(points=90), Options(), 2)
    begun, points = [series.options.first], [series.points]
    for west, east in ((40, 31), (45, 26), (30, 41), (50, 21)):
        over = ended(west, east)
        series, seating = series.scored(GREAT_DIVIDE, over).following(GREAT_DIVIDE, over)
        assert seating == (WEST, EAST)
        begun.append(series.options.first)
        points.append(series.points)
    assert points == [(0, 0), (40, 0), (85, 0), (85, 41), (0, 0)], "at 135 a new one begins"
    assert begun == [WEST, EAST, EAST, WEST, EAST]


def test_a_tie_goes_to_the_last_tile_in_a_series_too() -> None:
    outcome = msgspec.structs.replace(ended(35, 35), winners=(EAST,))
    assert GREAT_DIVIDE.points(outcome) == (0, 35)
    assert GREAT_DIVIDE.follow(SPECIAL, outcome).options.first == WEST
