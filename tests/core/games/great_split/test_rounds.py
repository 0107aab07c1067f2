"""Setup and the phases of a round, worked by hand; at the end what is otherwise with two seats."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.game import CHANCE, Seat
from core.games.great_split.data import ROUNDS
from core.games.great_split.rules import left_neighbour, right_neighbour, wallet
from core.games.great_split.state import Group, Options
from tests.core.games.great_split.diagrams import (
    DATA,
    GAME,
    Position,
    board,
    estate,
    position,
)

HANDS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))


def begun(seats: int) -> Position:
    """Before the first card."""
    return Position(GAME, GAME.start(Options(), seats))


def dealt(seats: int) -> Position:
    """Seat 0 has the cards 0 to 3, seat 1 the next four …"""
    return begun(seats).play(*(f"card {card}" for card in range(4 * seats)))


def trading(seats: int) -> Position:
    """The first trade is about to begin; the characters are those with the lowest numbers."""
    s = dealt(seats).play(*(f"character {number}" for number in range(seats)))
    return s.play("scoring books", "scoring none", "scoring art", "scoring gems")


def of_level(s: Position) -> str:
    """The level of the deck that is drawn from now."""
    (level,) = {DATA.cards[int(text.removeprefix("card "))].level for text in s.offers()}
    return level


# --- Setup ---------------------------------------------------------------------------------------------


def test_four_cards_of_level_one_for_each_seat_seat_by_seat() -> None:
    s = begun(3)
    assert of_level(s) == "I" and len(s.offers()) == 29
    s = s.play("card 8", "card 3", "card 5")
    assert s.estate(0).hand == (3, 5, 8) and s.estate(1).hand == ()
    assert len(s.offers()) == 26 and "card 5" not in s.offers()
    s = s.play("card 0", "card 1")
    assert s.estate(0).hand == (0, 3, 5, 8) and s.estate(1).hand == (1,)


@pytest.mark.parametrize("seats", range(2, 8))
def test_after_the_deal_the_rest_stays_in_the_decks(seats: int) -> None:
    s = dealt(seats)
    assert [len(deck) for deck in s.state.decks] == [29 - 4 * seats, 21, 21]
    assert all(len(s.estate(seat).hand) == 4 for seat in range(seats)) and s.state.stage == "characters"


def test_characters_are_dealt_in_the_open_and_take_their_first_steps() -> None:
    s = dealt(3)
    assert s.offers() == {f"character {number}" for number in range(7)}
    s = s.play("character 6")
    assert s.estate(0).character == 6 and s.estate(1).character is None
    assert s.board(0) == board("""
        art   ·●··▪···▪··▪··▪·   art-seal ·●+★·+★·+★·+★
        topaz ·●··▪···▪··▪··▪·
    """)
    assert s.offers() == {f"character {number}" for number in range(6)}
    s = s.play("character 1", "character 4")
    assert s.board(1) == board("art ···●▪···▪··▪··▪·")
    assert s.board(2) == board("art ·●··▪···▪··▪··▪· gold ··●»▪·»·▪»·▪»·▪»")
    assert all(s.estate(seat).arrows == 0 for seat in range(3))


def test_two_scoring_tokens_on_each_line_face_up() -> None:
    s = dealt(2).play("character 0", "character 1")
    assert s.offers() == {"scoring books", "scoring art", "scoring gems", "scoring none"}
    s = s.play("scoring gems", "scoring none", "scoring books")
    assert s.offers() == {"scoring art"} and GAME.chances(s.state)[0][1] == 1
    s = s.play("scoring art")
    assert s.state.tokens == ("gems", "none", "books", "art") and s.state.stage == "trade"


# --- Trade ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("round_", "level"), [(1, "II"), (2, "II"), (3, "II"), (4, "III"), (5, "III"), (6, "III")]
)
def test_each_seat_draws_one_card_of_the_level_of_the_round(round_: int, level: str) -> None:
    s = position("trade", *(estate(hand=hand) for hand in HANDS), round=round_)
    first, second, third = (29, 30, 31) if level == "II" else (50, 51, 52)
    assert of_level(s) == level
    s = s.play(f"card {first}", f"card {second}", f"card {third}")
    assert [s.estate(seat).hand for seat in range(3)] == [
        (0, 1, 2, first), (3, 4, 5, second), (6, 7, 8, third),
    ]  # fmt: skip
    assert s.state.stage == "split"


@pytest.mark.parametrize(("round_", "limit"), [(1, 5), (2, 5), (3, 6), (4, 6), (5, 6), (6, 7)])
def test_hand_limit(round_: int, limit: int) -> None:
    """Seat 0 is one above it once it has drawn, seat 1 exactly at it, seat 2 below."""
    hands = (range(limit), range(10, 9 + limit), ())
    s = position("trade", *(estate(hand=tuple(hand)) for hand in hands), round=round_)
    drawn = (29, 30, 31) if round_ <= 3 else (50, 51, 52)
    s = s.play(*(f"card {card}" for card in drawn))
    assert s.state.stage == "discard" and GAME.to_act(s.state) == (0,)
    assert s.offers() == {f"discard {card}" for card in s.estate().hand}
    assert s.refuses("discard 10", seat=1) == ("ready", ())
    s = s.play("discard 0")
    assert s.state.stage == "split" and len(s.estate().hand) == limit
    assert s.state.discards == (0,)


def test_discarding_goes_one_card_at_a_time_down_to_the_limit() -> None:
    s = position("trade", estate(hand=range(8)), estate(hand=range(10, 15)), estate(), round=2)
    s = s.play("card 29", "card 30", "card 31")
    assert GAME.to_act(s.state) == (0, 1)
    for gone, card in enumerate((29, 2, 7), start=1):
        s = s.play(f"discard {card}")
        assert len(s.estate().hand) == 9 - gone and not s.state.ready[0]
        assert s.refuses(f"discard {card}") == ("not_in_hand", ((card,),))
    s = s.play("discard 0")
    assert s.state.ready == (True, False, True) and s.estate().hand == (1, 3, 4, 5, 6)
    assert s.state.stage == "discard" and s.state.discards == ()
    s = s.play("discard 12", seat=1)
    assert s.state.stage == "split" and s.state.discards == (0, 2, 7, 12, 29)
    assert all(e.discarded == () for e in s.state.estates)


def test_nobody_discards_in_the_first_round_of_three_or_more() -> None:
    s = trading(3).play("card 29", "card 30", "card 31")
    assert s.state.stage == "split" and [len(s.estate(seat).hand) for seat in range(3)] == [5, 5, 5]


# --- Split and choose ----------------------------------------------------------------------------------


def splitting(*hands: Group) -> Position:
    return position("split", *(estate(hand=hand) for hand in hands))


def test_a_hand_can_be_parted_in_every_way() -> None:
    """With the splitter between the groups: each has at least one card."""
    s = splitting(*HANDS)
    assert s.offers() == {
        "split 1 2 | 0", "split 0 2 | 1", "split 2 | 0 1", "split 0 1 | 2", "split 1 | 0 2", "split 0 | 1 2",
    }  # fmt: skip
    assert s.refuses("split 0 1 2 |") == ("right_empty", ())
    assert s.refuses("split | 0 1 2") == ("left_empty", ())


@pytest.mark.parametrize("cards", range(2, 8))
def test_each_card_goes_to_one_side_and_not_all_to_the_same(cards: int) -> None:
    s = splitting(tuple(range(cards)), (10, 11))
    assert len(s.offers()) == 2**cards - 2


def test_the_whole_hand_goes_into_the_wallet() -> None:
    s = splitting(*HANDS)
    assert s.refuses("split 0 | 1") == ("whole_hand", ((2,),))
    assert s.refuses("split 0 1 2 | 3") == ("whole_hand", ((3,),))
    assert s.refuses("split 0 3 | 1") == ("whole_hand", ((2,), (3,)))
    s = s.play("split 1 | 0 2")
    assert s.estate().hand == () and s.estate().left == (1,) and s.estate().right == (0, 2)
    assert s.refuses("split 0 1 | 2", seat=0) == ("ready", ())


@pytest.mark.parametrize("seats", range(2, 8))
def test_the_wallet_goes_to_the_next_seat(seats: int) -> None:
    hands = [(2 * seat, 2 * seat + 1) for seat in range(seats)]
    s = splitting(*hands).each(*(f"split {hand[0]} | {hand[1]}" for hand in hands))
    assert s.state.stage == "choose"
    for seat in range(seats):
        giver = right_neighbour(seats, seat)
        assert giver == (seat or seats) - 1 and left_neighbour(seats, giver) == seat
        assert wallet(s.state, seat, "left") == (hands[giver][0],)
        assert wallet(s.state, seat, "right") == (hands[giver][1],)


def test_the_group_taken_and_the_group_returned_are_the_new_hand() -> None:
    """
    Seat 0 parts 0 1 | 2, seat 1 parts 3 | 4 5, seat 2 parts 7 | 6 8.
    Seat 1 takes the left of seat 0: 0 1. Seat 2 takes the right of seat 1: 4 5. Seat 0 takes the left of
    seat 2: 7. Back come 2 to seat 0, 3 to seat 1, 6 8 to seat 2. All get their splitter back.
    """
    s = splitting(*HANDS).each("split 0 1 | 2", "split 3 | 4 5", "split 7 | 6 8")
    s = s.each("take left", "take left", "take right")
    assert s.state.stage == "resolve"
    assert [s.estate(seat).hand for seat in range(3)] == [(2, 7), (0, 1, 3), (4, 5, 6, 8)]
    for seat in range(3):
        e = s.estate(seat)
        assert e.splitter and e.taken is None and e.left == e.right == ()


def test_whoever_takes_and_keeps_least_still_has_two_cards() -> None:
    """Seat 1 takes the one card of seat 0's left group and gets one back; seat 0 all the others."""
    s = splitting(*HANDS[:2]).each("split 0 | 1 2", "split 3 | 4 5").each("take right", "take left")
    assert [s.estate(seat).hand for seat in range(2)] == [(1, 2, 4, 5), (0, 3)]


def test_the_order_of_decisions_does_not_matter() -> None:
    s = splitting(*HANDS)
    texts = ("split 0 1 | 2", "split 3 | 4 5", "split 7 | 6 8")
    backwards = s
    for seat in (2, 0, 1):
        backwards = backwards.play(texts[seat], seat=seat)
    assert backwards == s.each(*texts)


# --- Resolve, market, end of the round -----------------------------------------------------------------


def test_a_round_ends_when_all_have_played_everything() -> None:
    s = position("resolve", estate(hand=(0, 1), splitter=True), estate(hand=(2,), splitter=True))
    s = s.play("play 1", "play 0", "splitter books")
    assert s.state.ready == (True, False) and s.refuses("splitter art", seat=0) == ("ready", ())
    s = s.play("sell 2 prestige", "splitter art", seat=1)
    assert s.state.stage == "market" and GAME.to_act(s.state) == (CHANCE,)
    assert s.estate(0).played == (1, 0) and s.estate(1).sold == (True,)
    s = s.play("market 3")
    assert s.state.slider == 3 and s.state.round == 2 and s.state.stage == "trade"
    assert s.estate(0).hand == (0, 1) and s.estate(1).hand == (2,), "sold cards come back as well"
    assert all(e.played == () and e.sold == () and not e.splitter for e in s.state.estates)


def test_the_slider_stands_at_the_sum_of_all_tokens() -> None:
    s = position("market", estate(), estate(), round=1)
    for round_, value in enumerate((4, 0, 3, 2), start=1):
        s = s.play(f"market {value}")
        assert s.state.round == round_ + 1
        s = position("market", *s.state.estates, round=s.state.round, market=s.state.market)
    assert s.state.market == (4, 0, 3, 2) and s.state.slider == 9


def test_market_tokens_are_nine_and_each_is_as_likely() -> None:
    s = position("market", estate(), estate(), round=1)
    ninth = Fraction(1, 9)
    assert dict(GAME.chances(s.state)) == dict(
        zip(map(GAME.parse, ("market 0", "market 1", "market 2", "market 3", "market 4")),
            (2 * ninth, 2 * ninth, 2 * ninth, 2 * ninth, ninth), strict=True)
    )  # fmt: skip
    s = position("market", estate(), estate(), round=4, market=(3, 3, 4))
    assert {GAME.notation(a): p for a, p in GAME.chances(s.state)} == {
        "market 0": Fraction(2, 6), "market 1": Fraction(2, 6), "market 2": Fraction(2, 6),
    }  # fmt: skip


# --- Two seats -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("round_", range(1, ROUNDS + 1))
def test_two_seats_draw_from_the_level_below_as_well(round_: int) -> None:
    """The round's level first, then the one below: seat 0 both, then seat 1."""
    s = position("trade", estate(hand=(0,)), estate(hand=(1,)), round=round_)
    own, below = ("II", "I") if round_ <= 3 else ("III", "II")
    drawn = []
    for level in (own, below, own, below):
        assert of_level(s) == level
        drawn.append(min(int(text.removeprefix("card ")) for text in s.offers()))
        s = s.play(f"card {drawn[-1]}")
    assert set(s.estate(0).hand) == {0, *drawn[:2]} and set(s.estate(1).hand) == {1, *drawn[2:]}


def test_two_seats_discard_in_the_first_round() -> None:
    """4 + 2 cards, the limit is 5."""
    s = trading(2).play("card 29", "card 20", "card 30", "card 21")
    assert s.state.stage == "discard" and GAME.to_act(s.state) == (0, 1)
    s = s.each("discard 29", "discard 4")
    assert s.state.stage == "split" and s.state.discards == (4, 29)


def test_three_seats_draw_one_card_only() -> None:
    s = trading(3)
    for seat, card in enumerate((29, 30, 31)):
        assert GAME.drawing(s.state) == (Seat(seat), 1)
        s = s.play(f"card {card}")
    assert s.state.stage == "split"


# --- How long it takes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "bound"), [(2, 192), (3, 247), (4, 326), (7, 563)])
def test_the_bound_on_steps(seats: int, bound: int) -> None:
    assert GAME.bound(Options(), seats) == bound
