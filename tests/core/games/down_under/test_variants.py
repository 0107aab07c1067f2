"""The variants: a single open end each, two paths a seat, a river across the field, a border around it."""

from __future__ import annotations

from collections import Counter

import pytest

from core.game import Refused
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import ENDS, SET_ANIMALS, Options
from tests.core.games.down_under.diagrams import UNLIMITED, Position, position, start

SINGLE = Options(size="unlimited", single_start=True)
TWO_CARDS = Options(size="unlimited", two_paths="two cards")
ONE_CARD = Options(size="unlimited", two_paths="one card")


# --- One open end each ---------------------------------------------------------------------------------


def test_single_start_with_two_seats() -> None:
    s = start(2, SINGLE)
    assert s.offers() == {f"{end}@0,0" for end in ENDS}
    assert s.why("NS@0,0") == "end_first"
    s = s.play("endN@0,0")
    assert s.actor == 1 and s.offers() == {"endS@0,0"}, "against the back of the first"
    assert s.refuses("endS@1,0") == ("against_the_back", ((0, 0),))
    assert s.refuses("endE@0,0") == ("half", ((0, 0),))
    s = s.play("endS@0,0")
    assert s.diagram == "╵0╷1" and s.lengths == [1, 1]
    assert s.tips(0) == s.tips(1) == ["closed", "open"]
    assert s.actor == 0 and s.offers() == {"NS@0,-1", "SE@0,-1", "SW@0,-1", "endS@0,-1"}


def test_single_start_with_three_seats_leaves_the_third_back_free() -> None:
    s = start(3, SINGLE).play("endN@0,0", "endS@0,0")
    assert s.actor == 2
    around = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
    assert {(x, y) for x in range(-2, 3) for y in range(-2, 3) if s.at((x, y))} == around
    assert s.refuses("endN@2,0") == ("next_to_a_card", ((2, 0),))
    assert s.cards((1, 1)) == set(ENDS)
    s = s.play("endW@1,1")
    assert s.actor == 0 and s.state.stage == "play"
    assert s.leads(1) == {"0,1 N"} and s.leads(2) == {"0,1 E"}
    after = s.play("NS@0,-1", "NS@0,1")
    assert after.actor == 2 and after.leads(2) == {"-1,1 E"}, "over the neutral part of 0,1"


def test_single_start_with_four_seats() -> None:
    s = start(4, SINGLE).play("endN@0,0", "endS@0,0", "endW@1,1")
    assert s.actor == 3 and s.offers() == {"endE@1,1"}
    s = s.play("endE@1,1")
    assert s.actor == 0 and s.state.stage == "play"
    assert s.leads(3) == {"2,1 W"} and all(s.tips(seat) == ["closed", "open"] for seat in range(4))


def test_the_third_end_leaves_room_for_the_fourth() -> None:
    """An end on 0,1 opening south leaves its back to seat 1's path: the fourth would join that.

    ╵0╷1
     ·
    """
    s = start(4, SINGLE).play("endN@0,0", "endS@0,0")
    assert s.refuses("endS@0,1") == ("no_room_for_partner", ((0, 1),))
    assert s.why("endN@0,1") == "joins"
    assert s.cards((0, 1)) == {"endE", "endW"}
    three = start(3, SINGLE).play("endN@0,0", "endS@0,0")
    assert three.cards((0, 1)) == {"endE", "endW", "endS"}, "with three seats nobody comes there"


def test_a_back_that_stays_free_takes_whoever_leads_there() -> None:
    s = position("╴2   ·    ─0", seats=3, options=SINGLE)
    assert s.cards((1, 0)) == {"EW", "NE", "SE", "endE"}
    after = s.play("EW@1,0")
    assert after.leads(0) == {"0,0 E", "3,0 W"}
    assert after.play("endE@-1,0").at((0, 0)) == {"endE@0,0"}


def test_without_a_partner_the_fourth_end_lies_next_to_any_card() -> None:
    """The third seat found no cell; by play that does not come about."""
    s = position("╵0╷1", seats=4, options=SINGLE, stage="start", stuck=(2,), turn=3)
    around = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
    assert {(x, y) for x in range(-2, 3) for y in range(-2, 3) if s.at((x, y))} == around
    assert s.allows("endS@0,1"), "and nobody needs its back"
    after = s.play("endN@1,0")
    assert after.actor == 0 and after.state.stage == "play", "the third seat is not asked again"


def test_a_path_of_two_ends_is_finished() -> None:
    s = start(2, SINGLE).play("endN@0,0", "endS@0,0", "endS@0,-1")
    assert s.tips(0) == ["closed", "closed"] and s.actor == 1
    over = s.play("endN@0,1")
    assert over.actor is None and over.outcome().scores == (2.0, 2.0)


# --- Two paths each ------------------------------------------------------------------------------------


def two(options: Options = TWO_CARDS) -> Position:
    """The four first ends.

    ╵0╷1 ·
    ·    ╴3╶2        1 and 3 are seat 1's: both lead into 0,1
    """
    return start(2, options).play("a:endN@0,0", "a:endS@0,0", "b:endE@1,1", "b:endW@1,1")


@pytest.mark.parametrize("options", [TWO_CARDS, ONE_CARD])
def test_two_paths_begin_with_squares_of_ends(options: Options) -> None:
    s = start(2, options)
    assert s.offers() == {f"a:{end}@0,0" for end in ENDS}
    s = s.play("a:endN@0,0")
    assert s.actor == 1 and s.offers() == {"a:endS@0,0"}
    s = s.play("a:endS@0,0")
    assert s.actor == 0 and {text[:5] for text in s.offers()} == {"b:end"}
    assert s.why("a:endE@1,1") == "other_path" and s.why("endE@1,1") == "which_path"
    s = s.play("b:endE@1,1")
    assert s.actor == 1 and s.offers() == {"b:endW@1,1"}
    s = s.play("b:endW@1,1")
    assert s.diagram == "╵0╷1 ·\n·    ╶2╴3" and s.lengths == [1, 1, 1, 1]


def test_before_two_cards_a_turn_the_first_seat_lays_one_straight_or_curve() -> None:
    s = two()
    assert s.actor == 0 and s.state.stage == "opening"
    assert s.offers() == {
        "a:NS@0,-1", "a:SE@0,-1", "a:SW@0,-1", "b:EW@2,1", "b:NW@2,1", "b:SW@2,1",
    }  # fmt: skip
    assert s.why("a:endS@0,-1") == "no_end_first"
    s = s.play("b:EW@2,1")
    assert s.actor == 1 and s.state.stage == "play"


def test_with_one_card_a_turn_the_first_seat_may_lay_any() -> None:
    s = two(ONE_CARD)
    assert s.actor == 0 and s.state.stage == "play"
    assert "a:endS@0,-1" in s.offers()


def test_two_cards_are_one_for_each_path_in_any_order() -> None:
    s = two().play("b:EW@2,1")
    assert {text[:2] for text in s.offers()} == {"a:", "b:"}
    first_a = s.play("a:endN@0,1")
    assert first_a.actor == 1 and {text[:2] for text in first_a.offers()} == {"b:"}
    assert first_a.why("a:NS@0,2") == "path_finished"
    first_b = s.play("b:SE@0,1")
    assert first_b.actor == 1 and {text[:2] for text in first_b.offers()} == {"a:"}
    assert first_b.why("b:NS@0,2") == "path_has_its_card"
    both = first_b.play("a:EW@-1,1")
    assert both.actor == 0 and {text[:2] for text in both.offers()} == {"a:", "b:"}


def test_a_seat_with_one_path_left_lays_one_card() -> None:
    s = two().play("b:EW@2,1", "b:endE@0,1", "a:NS@0,2", "a:NS@0,-1", "b:EW@3,1")
    assert s.actor == 1 and {text[:2] for text in s.offers()} == {"a:"}
    assert s.play("a:NS@0,3").actor == 0


def test_one_card_is_for_a_path_of_choice() -> None:
    s = two(ONE_CARD).play("b:EW@2,1")
    assert s.actor == 1 and {text[:2] for text in s.offers()} == {"a:", "b:"}
    s = s.play("b:endE@0,1")
    assert s.actor == 0 and {text[:2] for text in s.offers()} == {"a:", "b:"}
    s = s.play("b:EW@3,1")
    assert s.actor == 1 and {text[:2] for text in s.offers()} == {"a:"}
    assert s.why("b:EW@-1,1") == "path_finished"


def test_both_ways_end_when_all_four_paths_are_closed() -> None:
    seat_0, seat_1 = ["b:endW@2,1", "a:endS@0,-1"], ["a:endN@0,1", "b:endE@-1,1"]
    orders = {
        TWO_CARDS: [*seat_0, *seat_1],
        ONE_CARD: [seat_0[0], seat_1[0], seat_0[1], seat_1[1]],
    }
    for options, order in orders.items():
        over = position("╵0╷1 ·\n·    ╶2╴3", options=options).play(*order)
        assert over.actor is None and over.outcome().scores == (4.0, 5.0)


WAITING = """
    ○    ·    │1   ·    ·
    ○    ·    ·    ─0   ╴0
    ○    ·    │2   ·    ·
    ○    ·    ·    ·    ·
    ·    ·    ·    ·    ─3
"""
"""Whatever seat 0 lays for a on 2,1 joins two others. An end of its b there lets a through to 1,1."""


def test_a_colour_that_cannot_is_tried_again_after_the_other() -> None:
    s = position(WAITING, options=TWO_CARDS)
    assert s.offers() == {"b:endS@2,1", "b:NS@2,3", "b:NE@2,3", "b:NW@2,3", "b:endN@2,3"}
    after = s.play("b:endS@2,1")
    assert after.actor == 0 and after.offers() == {"a:EW@1,1", "a:NE@1,1", "a:SE@1,1", "a:endE@1,1"}


def test_and_then_it_is_finished() -> None:
    s = position(WAITING, options=TWO_CARDS).play("b:NS@2,3")
    assert s.actor == 1 and s.state.stuck == (True, False, False, False)


def test_with_one_card_a_turn_a_seat_is_finished_only_if_none_of_its_paths_can_go_on() -> None:
    s = position(WAITING, options=ONE_CARD).play("b:NS@2,3")
    assert s.actor == 1 and not any(s.state.stuck)
    s = s.play("b:EW@3,4", "b:endS@2,1", "b:EW@2,4")
    assert s.actor == 0 and "a:EW@1,1" in s.offers()


# --- A river across the field --------------------------------------------------------------------------


def test_a_river_lies_there_from_the_start_and_is_crossed_where_it_is_straight() -> None:
    s = start(2, Options(frame="river"))
    assert len(s.state.frame) == 18 and s.state.played == ()
    assert s.tips(2) == ["closed", "closed"] and s.state.stuck == (False, False)
    across = [laid for laid in s.state.frame if laid.card == "NS" and s.allows(f"EW@{laid.x - 1},{laid.y}")]
    assert across
    for laid in across:
        after = s.play(f"EW@{laid.x - 1},{laid.y}")
        assert f"EW@{laid.x},{laid.y}" in after.run(0) and after.lengths[0] >= 2


def test_a_frames_animals_are_there_if_one_plays_with_them() -> None:
    plain = start(2, Options(frame="river")).state.frame
    shown = start(2, Options(frame="river", animals=True)).state.frame
    assert {laid.animal for laid in plain} == {None}
    assert Counter(laid.animal for laid in shown) == sum(
        map(Counter, SET_ANIMALS.values()), Counter({None: 2})
    )


def test_with_a_frame_the_field_is_fixed_from_the_start() -> None:
    """5×7 lies seven cells wide and five high: the first card inside, everything but ends too."""
    for frame in ("river", "border"):
        s = start(2, Options(frame=frame))
        taken = {(laid.x, laid.y) for laid in s.state.frame}
        inside = {(x, y) for x in range(7) for y in range(5)} - taken
        offered = {(x, y) for x in range(-3, 11) for y in range(-3, 9) if s.at((x, y))}
        assert offered == inside
        for cell in ("-1,2", "7,2", "3,5"):
            assert s.why(f"NS@{cell}") in ("inside", "taken")


def test_the_second_first_card_lies_next_to_any_card_a_frames_too() -> None:
    s = start(2, Options(frame="border")).play("EW@3,2")
    assert s.allows("EW@0,0") and s.allows("EW@3,3") and s.allows("EW@6,4")
    assert s.refuses("EW@1,2") == ("next_to_a_card", ((1, 2),))


def test_single_ends_begin_inside_a_frame() -> None:
    s = start(2, Options(frame="border", single_start=True))
    offered = {(x, y) for x in range(-3, 11) for y in range(-3, 9) if s.at((x, y))}
    assert offered == {(x, y) for x in range(7) for y in range(5)}
    assert s.why("endN@-2,0") == "inside"
    s = s.play("endN@3,2")
    assert s.offers() == {"endS@3,2"}


def test_with_a_river_the_third_single_end_lies_inside_too() -> None:
    s = start(3, Options(size="5x7", frame="river", single_start=True))
    s = s.play(sorted(s.offers())[0])
    s = s.play(*s.offers())
    assert s.actor == 2
    cells = {tuple(map(int, text.partition("@")[2].split(","))) for text in s.offers()}
    assert cells and all(0 <= x < 7 and 0 <= y < 5 for x, y in cells)


# --- A border around it --------------------------------------------------------------------------------


def test_a_border_leads_back_into_the_field() -> None:
    """North of 3,0 and 4,0 the border steps outwards: over the neutral parts of two curves one comes back.

           ┌┐              -2
    ╶───┘└──┐           -1
    ╻·······│                the field from 0,0
    """
    s = start(2, Options(frame="border", size="5x7"))
    cards = {(laid.x, laid.y): laid.card for laid in s.state.frame}
    assert cards[3, -1] == "NW" and cards[4, -1] == "NE"
    after = s.play("NS@3,0")
    assert after.run(0) == {"NS@3,0", "SE@3,-1", "SW@4,-1"}
    assert after.leads(0) == {"3,1 N", "4,0 N"}
    later = after.play("EW@6,2")
    assert later.cards((4, 0)) == {"NS", "NE", "NW", "endN"}


def test_where_a_border_is_straight_one_is_led_out_and_lays_an_end() -> None:
    s = start(2, Options(frame="border", size="5x7")).play("NS@1,0", "EW@0,1")
    assert s.leads(0) == {"1,1 N", "1,-2 S"}
    assert s.cards((1, -2)) == {"endS"}
    assert s.refuses("NS@1,-2") == ("outside", ((1, -2),))


def test_nobody_is_joined_to_a_border() -> None:
    """Its paths are closed: they lead nowhere, and run over nothing of the field."""
    s = start(2, Options(frame="border", size="5x7"))
    assert s.leads(2) == s.leads(3) == set()
    assert s.tips(2) == s.tips(3) == ["closed", "closed"]
    assert len(s.run(2)) == len(s.run(3)) == 18


# --- What does not go together -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seats", "code"),
    [
        (Options(two_paths="two cards"), 3, "two_paths_for_two"),
        (Options(two_paths="one card"), 4, "two_paths_for_two"),
        (Options(two_paths="one card", single_start=True), 2, "two_paths_start"),
        (Options(two_paths="two cards", frame="river"), 2, "two_paths_frame"),
        (Options(dingo="loses", two_paths="one card"), 2, "no_dingo_here"),
        (Options(paths_scored="longest", animals=True), 2, "one_path_each"),
        (Options(frame="river"), 4, "river_seats"),
        (Options(frame="border"), 3, "border_seats"),
        (Options(frame="border"), 4, "border_seats"),
        (Options(frame="river", size="unlimited"), 2, "frame_unlimited"),
        (Options(frame="river", size="6x10"), 3, "no_drawing"),
        (Options(frame="border", size="7x7"), 2, "no_drawing"),
    ],
)
def test_variants_that_do_not_go_together(options: Options, seats: int, code: str) -> None:
    with pytest.raises(Refused) as caught:
        DOWN_UNDER.start(options, seats)
    assert caught.value.refusal.code == f"down_under.refusal.{code}"


def test_the_rest_does() -> None:
    DOWN_UNDER.start(Options(frame="river", single_start=True, animals=True), 3)
    DOWN_UNDER.start(Options(frame="border", single_start=True), 2)
    DOWN_UNDER.start(Options(size="unlimited", two_paths="two cards", animals=True), 2)
    assert start(4, UNLIMITED).actor == 0
