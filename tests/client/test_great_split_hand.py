"""The hand at The Great Split's table: where intents lead, whatever device they come from."""

from __future__ import annotations

from itertools import product
from statistics import mean, median

import pytest

from client.boards.base import Chosen, Denied, Handled
from client.boards.great_split.meant import SPLITTER
from client.boards.great_split.places import PRESTIGE
from client.ui.intents import MOUSE, Accept, Back, Cycle, Drag, Move, Point, Press, Scroll, Secondary, Turn
from core.game import Refusal
from core.games.great_split import state as play
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import TRACKS
from tests.client.great_split_kit import FIELD, Player, at, games, replace, stage

BOOKS, TOPAZ, GOLD = (TRACKS.index(name) for name in ("books", "topaz", "gold"))  # type: ignore[arg-type]
BOOKS_SEAL, GEM_SEALS = TRACKS.index("books-seal"), tuple(map(TRACKS.index, GREAT_SPLIT.data.seals["square"]))


def card(*icons: str) -> int:
    """The first card with exactly these icons."""
    return next(c.id for c in GREAT_SPLIT.data.cards if sorted(c.icons) == sorted(icons))


ONE_BOOK, ONE_TOPAZ, DIAMOND, SQUARE = card("books"), card("topaz"), card("diamond"), card("square")


# --- discarding ----------------------------------------------------------------------------------


def test_a_card_is_discarded_by_keys_and_by_mouse() -> None:
    ada = Player(stage("discard", hand=(0, 1, 2, 3, 4, 5)))
    assert ada.does(Accept()) == Handled("move"), "the first press shows where the hand is"
    assert ada.hand.focus(ada.view) == 0
    assert ada.does(Move(dx=1), Move(dx=1), Accept()) == Chosen(play.Discard(2))
    ada = Player(stage("discard", hand=(0, 1, 2, 3, 4, 5)))
    assert ada.click(**ada.spot(4)) == Chosen(play.Discard(4))


def test_a_finger_first_shows_what_it_means() -> None:
    ada = Player(stage("discard", hand=(0, 1, 2, 3, 4, 5)))
    press = Press(**ada.spot(3), device=MOUSE)
    assert ada.does(press) == Handled("move")
    assert ada.does(press) == Chosen(play.Discard(3))


def test_who_is_ready_has_nothing_in_hand() -> None:
    state = replace(stage("discard", hand=(0, 1)), ready=(True, False, False))
    assert Player(state).does(Accept()) is None
    assert Player(state).does(Press(x=900, y=900, device=MOUSE)) is None


# --- splitting -----------------------------------------------------------------------------------

SIX = stage("split", hand=(2, 5, 7, 11, 13, 17))


def test_the_splitter_lies_before_the_last_card_and_moves_along() -> None:
    ada = Player(SIX)
    assert ada.hand.groups(ada.view) == ((2, 5, 7, 11, 13), (17,))
    ada.does(*[Turn(step=-1)] * 4)
    assert ada.hand.groups(ada.view) == ((2,), (5, 7, 11, 13, 17))
    ada.does(Scroll(dy=-1.0, x=900, y=900, device=MOUSE))
    assert ada.hand.groups(ada.view) == ((2, 5), (7, 11, 13, 17))


def test_a_card_goes_across_the_splitter_and_the_hand_goes_along_the_row() -> None:
    ada = Player(SIX)
    ada.does(Accept(), Move(dx=1), Accept())
    assert ada.hand.groups(ada.view) == ((2, 7, 11, 13), (5, 17))
    assert ada.hand.focus(ada.view) == 7
    ada.does(Accept(), Accept(), Accept())
    assert ada.hand.groups(ada.view) == ((2,), (13, 11, 7, 5, 17))
    assert ada.hand.focus(ada.view) == SPLITTER, "nothing is left to send"
    ada.does(Move(dx=1), Accept())
    assert ada.hand.groups(ada.view) == ((2, 13), (11, 7, 5, 17))
    assert ada.hand.focus(ada.view) == SPLITTER, "on the way back"


def test_the_splitter_accepted_hands_the_wallet_over() -> None:
    ada = Player(SIX)
    ada.does(Accept(), Accept())
    assert ada.does(Cycle(step=1)) == Handled("move") and ada.hand.focus(ada.view) == SPLITTER
    assert ada.does(Accept()) == Chosen(play.Split((5, 7, 11, 13), (2, 17)))


def test_no_group_can_be_emptied() -> None:
    """Neither by moving the splitter nor by sending a group's last card across; the rules say why."""
    ada = Player(SIX)
    right = Refusal("great_split.refusal.right_empty")
    assert ada.does(Turn(step=1)) == Denied(right)
    assert ada.click(**ada.spot(17)) == Denied(right)
    assert ada.hand.groups(ada.view) == ((2, 5, 7, 11, 13), (17,)), "nothing has moved"
    ada.does(*[Turn(step=-1)] * 4)
    assert ada.does(Turn(step=-1)) == Denied(Refusal("great_split.refusal.left_empty"))
    assert ada.hand.split(ada.view) == play.Split((2,), (5, 7, 11, 13, 17))


def test_a_card_is_clicked_or_pulled_across() -> None:
    ada = Player(SIX)
    ada.click(**ada.spot(5))
    assert ada.hand.groups(ada.view) == ((2, 7, 11, 13), (5, 17))
    ada = Player(SIX)
    ada.click(**ada.spot(5))
    for thing in (7, 11, SPLITTER):
        ada.does(Drag(**ada.spot(thing), device=MOUSE))
    assert ada.hand.groups(ada.view) == ((2, 7, 11, 13, 5), (17,)), "it goes where the pointer is"
    x, y = ada.rect(SPLITTER).centre
    ada.does(Drag(x=x + 30, y=y, device=MOUSE))
    assert ada.hand.groups(ada.view) == ((2, 7, 11, 13), (5, 17))


def test_a_last_card_that_is_pulled_stays_without_a_word() -> None:
    """The press has said why; the pointer goes on moving."""
    ada = Player(stage("split", hand=(2, 5, 7)))
    assert isinstance(ada.click(**ada.spot(7)), Denied)
    assert ada.does(Drag(x=FIELD.x, y=ada.rect(7).cy, device=MOUSE)) == Handled()
    assert ada.hand.groups(ada.view) == ((2, 5), (7,))


def test_the_splitter_is_pulled_along() -> None:
    ada = Player(SIX)
    assert ada.click(**ada.spot(SPLITTER)) == Handled("move"), "a click on it hands nothing over"
    x, y = ada.rect(13).centre
    ada.does(Drag(x=x + 5, y=y, device=MOUSE))
    assert ada.hand.groups(ada.view) == ((2, 5, 7, 11, 13), (17,))
    x, y = ada.rect(2).centre
    ada.does(Drag(x=x - 30, y=y, device=MOUSE))
    assert ada.hand.groups(ada.view) == ((2,), (5, 7, 11, 13, 17)), "no further: it lies between the groups"
    ada.does(Press(x=FIELD.x + 1, y=y, device=MOUSE), Drag(x=x + 400, y=y, device=MOUSE))
    assert ada.hand.groups(ada.view) == ((2,), (5, 7, 11, 13, 17)), "nothing was taken hold of"


def test_every_way_to_part_a_hand_takes_few_presses(capsys: pytest.CaptureFixture[str]) -> None:
    """Six cards, every pair of groups with at least one card each."""
    taken = []
    for sides in product((True, False), repeat=6):
        cards = SIX.estates[0].hand
        left = tuple(c for c, side in zip(cards, sides, strict=True) if side)
        if 0 < len(left) < 6 and sides[0]:
            split = play.Split(left, tuple(c for c in cards if c not in left))
            ada = Player(SIX)
            done = ada.keyed(split)
            assert isinstance(done, Chosen) and done.action in (split, play.Split(split.right, split.left))
            taken.append(ada.presses)
    with capsys.disabled():
        print(f"\nsplit of six: {median(taken)} presses, mean {mean(taken):.1f}, at most {max(taken)}")
    assert median(taken) <= 7 and max(taken) <= 8


# --- choosing ------------------------------------------------------------------------------------


def choosing() -> Player:
    state = stage("choose", left=(0, 1), right=(2,))
    return Player(state, seat=1)


def test_a_group_is_chosen_by_keys_and_by_mouse() -> None:
    ada = choosing()
    assert ada.hand.groups(ada.view) == ((0, 1), (2,))
    assert ada.does(Accept()) == Handled("move")
    assert ada.does(Move(dx=1), Accept()) == Chosen(play.Take("right"))
    ada = choosing()
    assert ada.does(Cycle(step=1), Cycle(step=1), Accept()) == Chosen(play.Take("right"))
    ada = choosing()
    assert ada.click(*ada.rect("right").centre) == Chosen(play.Take("right"))


def test_in_front_of_a_wallet_the_hand_shows_what_a_group_would_bring() -> None:
    ada = choosing()
    assert ada.hand.preview(ada.view) is None
    ada.does(Accept())
    hops = ada.hand.preview(ada.view)
    assert hops is not None and [hop.track for hop in hops] == [TRACKS.index("books"), TRACKS.index("art")]
    assert not ada.hand.lost(ada.view)


# --- resolving -----------------------------------------------------------------------------------


def resolving(*cards: int, **more: object) -> Player:
    return Player(stage("resolve", hand=tuple(sorted(cards)), **{"splitter": True, **more}))


def test_a_card_without_seals_is_played_at_once() -> None:
    ada = resolving(ONE_BOOK, ONE_TOPAZ)
    ada.does(Accept())
    hops = ada.hand.preview(ada.view)
    assert hops is not None and [(hop.track, hop.before, hop.after) for hop in hops] == [(BOOKS, 0, 1)]
    assert ada.does(Move(dx=1), Accept()) == Chosen(play.Play(ONE_TOPAZ))


def test_after_a_card_the_hand_is_over_the_next_one() -> None:
    ada = resolving(ONE_BOOK, ONE_TOPAZ)
    ada.does(Accept(), Accept())
    ada.state = stage("resolve", hand=(ONE_TOPAZ,), splitter=True)
    assert ada.hand.focus(ada.view) == ONE_TOPAZ, "seen before anything is pressed"
    assert ada.does(Accept()) == Chosen(play.Play(ONE_TOPAZ))
    ada.state = stage("resolve", splitter=True)
    assert ada.hand.focus(ada.view) == SPLITTER


def test_a_seal_wants_a_track() -> None:
    ada = resolving(DIAMOND, SQUARE)
    ada.does(Accept())
    assert ada.hand.wanted(ada.view) == ()
    ada.does(Accept())
    assert ada.hand.held(ada.view) == DIAMOND and ada.hand.focus(ada.view) is None
    assert ada.hand.wanted(ada.view) == tuple(map(TRACKS.index, ("books-seal", "art-seal")))
    assert ada.hand.meant(ada.view) == BOOKS_SEAL
    assert ada.does(Cycle(step=1), Accept()) == Chosen(play.Play(DIAMOND, ("art-seal",)))


def test_a_card_is_put_back() -> None:
    ada = resolving(DIAMOND)
    assert ada.does(Accept(), Back()) is None, "nothing is held: Back is for the screen"
    assert ada.does(Accept(), Back()) == Handled("back")
    assert ada.hand.held(ada.view) is None and ada.hand.focus(ada.view) == DIAMOND
    ada = resolving(SQUARE)
    ada.click(**ada.spot(SQUARE))
    assert ada.hand.wanted(ada.view) == GEM_SEALS
    ada.does(Secondary(**ada.spot(SQUARE), device=MOUSE))
    assert ada.hand.wanted(ada.view) == ()


def test_alike_seals_are_named_in_the_order_of_the_tracks() -> None:
    two = next(c.id for c in GREAT_SPLIT.data.cards if c.icons.count("square") == 2)
    ada = resolving(two)
    ada.does(Accept(), Accept())
    ada.to_track(TRACKS.index("gold-seal"))
    assert ada.does(Accept()) == Handled("wood")
    assert ada.hand.chosen == 1
    hops = ada.hand.preview(ada.view)
    assert hops is not None and TRACKS.index("gold-seal") in [hop.track for hop in hops]
    ada.to_track(TRACKS.index("topaz-seal"))
    assert ada.does(Accept()) == Chosen(play.Play(two, ("topaz-seal", "gold-seal")))


def test_one_of_two_seals_can_be_chosen_anew() -> None:
    two = next(c.id for c in GREAT_SPLIT.data.cards if c.icons.count("square") == 2)
    ada = resolving(two)
    ada.does(Accept(), Accept(), Accept())
    assert ada.hand.chosen == 1
    ada.does(Back())
    assert ada.hand.chosen == 0 and ada.hand.held(ada.view) == two


def test_the_splitter_is_a_step_on_any_track() -> None:
    ada = resolving()
    ada.does(Accept(), Accept())
    assert ada.hand.wanted(ada.view) == tuple(range(10))
    ada.to_track(GOLD)
    assert ada.does(Accept()) == Chosen(play.Splitter("gold"))


def test_tracks_lie_where_directions_lead() -> None:
    """On a row right is the seal of a resource; below is the next resource."""
    ada = resolving()
    ada.does(Accept(), Accept())
    ada.to_track(BOOKS)
    ada.does(Move(dx=1))
    assert ada.hand.meant(ada.view) == BOOKS_SEAL
    ada.does(Move(dx=-1), Move(dy=1))
    assert ada.hand.meant(ada.view) == TRACKS.index("art")
    assert ada.does(Move(dx=-1)) is None, "beside the tracks there is something else"


def test_a_card_is_sold_by_turning_it() -> None:
    ada = resolving(ONE_BOOK, ONE_TOPAZ)
    ada.does(Accept(), Turn(step=1))
    assert ada.hand.mode == "gold"
    hops = ada.hand.preview(ada.view)
    assert hops is not None and hops[0].track == GOLD
    assert ada.does(Accept()) == Chosen(play.Sell(ONE_BOOK, "gold"))
    assert ada.hand.mode == "play", "the next one is played again"
    assert ada.does(Turn(step=-1), Accept()) == Chosen(play.Sell(ONE_BOOK, "prestige"))
    ada.does(Scroll(dy=-1.0, **ada.spot(ONE_TOPAZ), device=MOUSE))
    assert ada.click(**ada.spot(ONE_TOPAZ)) == Chosen(play.Sell(ONE_TOPAZ, "gold"))


def test_the_splitter_is_sold_like_a_card() -> None:
    ada = resolving(ONE_BOOK)
    ada.does(Accept(), Move(dx=1), Turn(step=1))
    assert ada.hand.focus(ada.view) == SPLITTER and ada.hand.mode == "gold"
    assert ada.does(Accept()) == Chosen(play.SellSplitter("gold"))
    ada = resolving()
    ada.hand.set_mode("prestige", ada.view)
    ada.does(Point(**ada.spot(SPLITTER), device=MOUSE))
    assert ada.hand.gain(ada.view) == 1, "seen before it is pressed"
    assert ada.click(**ada.spot(SPLITTER)) == Chosen(play.SellSplitter("prestige"))


def test_a_double_arrow_may_be_prestige() -> None:
    """It is above the tracks: chosen by its number, by the arrow keys, and last when cycling."""
    ada = resolving(ONE_BOOK, arrows=1)
    assert PRESTIGE in ada.hand.wanted(ada.view)
    ada.does(Accept())
    ada.to_track(BOOKS)
    ada.does(Move(dy=-1))
    assert ada.hand.meant(ada.view) == PRESTIGE and ada.hand.gain(ada.view) == 2
    assert ada.hand.preview(ada.view) is None, "no track moves"
    assert ada.does(Accept()) == Chosen(play.Bonus("prestige"))
    ada = resolving(ONE_BOOK, arrows=1)
    assert ada.click_track(PRESTIGE) == Chosen(play.Bonus("prestige"))


def test_prestige_is_proposed_for_a_double_arrow_where_all_tracks_would_lose_steps() -> None:
    full = tuple(GREAT_SPLIT.data.spaces)
    ada = resolving(arrows=1, tracks=full)
    ada.does(Accept())
    assert ada.hand.meant(ada.view) == PRESTIGE


def test_a_double_arrow_wants_a_track_before_anything_else() -> None:
    ada = resolving(ONE_BOOK, arrows=1)
    assert GOLD not in ada.hand.wanted(ada.view) and len(ada.hand.wanted(ada.view)) == 10
    ada.does(Accept())
    ada.to_track(TOPAZ)
    hops = ada.hand.preview(ada.view)
    assert hops is not None and [(hop.before, hop.after) for hop in hops] == [(0, 2)]
    assert ada.does(Accept()) == Chosen(play.Bonus("topaz"))
    ada = resolving(ONE_BOOK, arrows=1)
    assert ada.does(Press(**ada.spot(ONE_BOOK), device=MOUSE)) is None
    assert ada.click_track(TOPAZ) == Chosen(play.Bonus("topaz"))


# --- warnings ------------------------------------------------------------------------------------


def test_a_step_that_would_be_lost_is_asked_for_twice() -> None:
    ada = resolving(ONE_BOOK, tracks=at(books=15))
    ada.does(Accept())
    assert ada.hand.lost(ada.view) and not ada.hand.warns(ada.view)
    assert ada.does(Accept()) == Handled("refuse")
    assert ada.hand.warns(ada.view)
    assert ada.does(Accept()) == Chosen(play.Play(ONE_BOOK))


def test_a_warning_is_forgotten_elsewhere() -> None:
    ada = resolving(ONE_BOOK, ONE_TOPAZ, tracks=at(books=15, topaz=15))
    ada.does(Accept(), Accept(), Move(dx=1))
    assert not ada.hand.warns(ada.view)
    assert ada.does(Accept()) == Handled("refuse")
    assert ada.does(Move(dx=-1), Accept()) == Handled("refuse"), "another card was warned of since"
    assert ada.does(Turn(step=-1), Accept()) == Chosen(play.Sell(ONE_BOOK, "prestige"))


def test_a_bonus_that_would_be_forgone_is_asked_for_twice() -> None:
    ada = resolving(DIAMOND, tracks=at(books=15, books_seal=1, art_seal=12))
    ada.does(Accept(), Accept())
    assert ada.hand.lost(ada.view)
    assert ada.does(Accept()) == Handled("refuse")
    assert ada.does(Accept()) == Chosen(play.Play(DIAMOND, ("books-seal",)))


def test_the_track_proposed_loses_nothing() -> None:
    ada = resolving(DIAMOND, tracks=at(books=15, books_seal=1))
    ada.does(Accept(), Accept())
    assert ada.hand.meant(ada.view) == TRACKS.index("art-seal")
    ada = resolving(tracks=at(books=15, gold=2))
    ada.does(Accept(), Accept())
    assert ada.hand.meant(ada.view) == GOLD, "where something follows"


# --- anything ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 7])
def test_whatever_is_legal_can_be_done_by_keys_and_by_mouse(seats: int) -> None:
    """Every decision of a random game, made with a new hand."""
    for state, seat, action, _ in games(seats, seed=seats):
        if seat < 0:
            continue
        for make in (Player.keyed, Player.clicked):
            reply = make(Player(state, seat), action)
            assert isinstance(reply, Chosen), (state.stage, action)
            same = (
                action,
                play.Split(action.right, action.left) if isinstance(action, play.Split) else action,
            )
            assert reply.action in same


@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_is_pressed_what_comes_of_it_is_legal(seats: int) -> None:
    """All intents anywhere, in any order: never an error, never an illegal decision."""
    import random

    rng = random.Random(seats)
    for state, seat, _, _ in games(seats, seed=5):
        if seat < 0:
            continue
        ada = Player(state, seat)
        legal = GREAT_SPLIT.legal(state, seat)
        for _ in range(12):
            reply = ada.does(rng.choice(ANY)(rng))
            assert not isinstance(reply, Denied) or reply.why.code in EMPTY
            if isinstance(reply, Chosen):
                assert reply.action in legal
                break


EMPTY = ("great_split.refusal.left_empty", "great_split.refusal.right_empty")
"""All that can be refused: a group would be empty."""


def _spot(rng: object) -> dict[str, float]:
    return {"x": rng.uniform(470, 1450), "y": rng.uniform(110, 1010)}  # type: ignore[attr-defined]


ANY = (
    *[lambda rng: Accept()] * 3,
    lambda rng: Back(),
    lambda rng: Move(dx=rng.choice((-1, 1))),
    lambda rng: Move(dy=rng.choice((-1, 1))),
    lambda rng: Cycle(step=rng.choice((-1, 1))),
    lambda rng: Turn(step=rng.choice((-1, 1))),
    lambda rng: Point(**_spot(rng), device=MOUSE),
    lambda rng: Press(**_spot(rng), device=MOUSE),
    lambda rng: Drag(**_spot(rng), device=MOUSE),
    lambda rng: Scroll(dy=rng.choice((-1.0, 1.0)), **_spot(rng), device=MOUSE),
    lambda rng: Secondary(**_spot(rng), device=MOUSE),
)
