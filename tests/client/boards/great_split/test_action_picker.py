"""The hand at The Great Split's table: parting cards, tracks for seals, selling, and what it warns of."""

from __future__ import annotations

import pytest

from client.boards.contract import Chosen, Denied
from client.boards.great_split.action_picker import SPLITTER_TARGET, SplitRow
from client.ui.intents import Accept, Back, Cycle, Intent, MoveFocus, Turn
from core.games.great_split import state as play
from core.games.great_split.data import GREAT_SPLIT_DATA
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import TRACKS
from tests.client.boards.great_split.fixtures import Desk, at, stage

CARDS = GREAT_SPLIT_DATA.cards
PLAIN = next(card.id for card in CARDS if card.icons == ("books",) or set(card.icons) == {"books"})
DIAMOND = next(card.id for card in CARDS if card.icons.count("diamond") == 1 and "star" not in card.icons)
ALIKE = next(card.id for card in CARDS if max(map(card.icons.count, ("diamond", "square", "star"))) > 1)
FULL = tuple(GREAT_SPLIT_DATA.spaces)


def parting() -> Desk:
    return Desk(stage("split", hand=(3, 5, 8, 13)))


# --- parting ----------------------------------------------------------------------------------------


def test_the_splitter_lies_before_the_last_card_and_moves_along() -> None:
    desk = parting()
    assert desk.row == SplitRow((3, 5, 8, 13), 3)
    desk.does(Turn(step=-1), Turn(step=-1))
    assert desk.row.groups == ((3,), (5, 8, 13))
    assert isinstance(desk.does(Turn(step=-1)), Denied), "no group may be empty"
    assert desk.row.before == 1


def test_a_card_goes_across_and_the_hand_is_over_the_next_one() -> None:
    desk = parting()
    desk.does(MoveFocus(dx=1), MoveFocus(dx=1))
    assert desk.hand.cursor == ("card", 5)
    desk.does(Accept())
    assert desk.row.groups == ((3, 8), (5, 13)) and desk.hand.cursor == ("card", 8)


def test_the_splitter_accepted_hands_the_wallet_over() -> None:
    desk = parting()
    desk.click(("card", 3))
    assert desk.does(Cycle(step=1), Accept()) == Chosen(play.Split((5, 8), (3, 13)))


def test_a_click_on_the_splitter_takes_hold_of_it() -> None:
    desk = parting()
    assert not isinstance(desk.click(SPLITTER_TARGET), Chosen)


def test_cards_and_the_splitter_are_pulled() -> None:
    desk = parting()
    desk.pull(("card", 3), desk.rect(SPLITTER_TARGET).right + 30)
    assert desk.row.groups == ((5, 8), (3, 13))
    desk.pull(SPLITTER_TARGET, desk.rect(("card", 5)).right + 5)
    assert desk.row.groups == ((5,), (8, 3, 13))
    desk.pull(("card", 5), desk.rect(SPLITTER_TARGET).right + 30)
    assert desk.row.groups == ((5,), (8, 3, 13)), "the last one stays"


def test_what_is_parted_lies_there_and_in_no_other_hand() -> None:
    desk = parting()
    before = desk.rect(("card", 3))
    desk.click(("card", 3))
    assert desk.rect(("card", 3)).x > desk.rect(SPLITTER_TARGET).x > before.x
    other = Desk(stage("split", hand=(3, 5, 8, 13)))
    assert other.row.before == 3


# --- from one decision to the next ----------------------------------------------------------------------


def decided(desk: Desk, *intents: Intent) -> None:
    """These intents decide something, and the next decision of the seat begins."""
    reply = desk.does(*intents)
    assert isinstance(reply, Chosen)
    desk.state = GREAT_SPLIT.apply(desk.state, desk.seat, reply.action)
    desk.turn += 1


def test_after_a_decision_by_keys_the_next_key_moves_or_acts() -> None:
    desk = Desk(stage("resolve", hand=(PLAIN, PLAIN + 1, PLAIN + 2), splitter=True))
    decided(desk, MoveFocus(dx=1), Accept())
    assert desk.hand.cursor is None
    first, second = desk.view.estates[0].hand
    desk.does(MoveFocus(dx=1))
    assert desk.hand.cursor == ("card", second)
    decided(desk, Accept())
    assert desk.does(Accept()) == Chosen(play.Play(first))


def test_what_was_picked_up_in_another_decision_lies_still_again() -> None:
    desk = Desk(stage("resolve", hand=(PLAIN, DIAMOND), splitter=True))
    before = desk.rect(("card", DIAMOND))
    desk.click(("card", DIAMOND))
    assert desk.hand.held and desk.rect(("card", DIAMOND)).h > before.h
    desk.hand.leave()
    desk.turn += 1
    assert desk.rect(("card", DIAMOND)) == before
    assert "put_back" not in str(desk.board.hints(desk.frame))


# --- cards and tracks ---------------------------------------------------------------------------------


def test_a_card_without_seals_is_played_at_once() -> None:
    desk = Desk(stage("resolve", hand=(PLAIN, DIAMOND), splitter=True))
    assert desk.click(("card", PLAIN)) == Chosen(play.Play(PLAIN))


def test_a_seal_wants_a_track_and_keys_are_proposed_one_that_loses_nothing() -> None:
    full = {f"{track.replace('-', '_')}": space for track, space in zip(TRACKS, FULL, strict=True)}
    free = GREAT_SPLIT_DATA.seals["diamond"][-1]
    desk = Desk(stage("resolve", hand=(DIAMOND,), tracks=at(**{**full, free.replace("-", "_"): 0})))
    desk.does(MoveFocus(dx=1), Accept())
    assert desk.hand.held == (("card", DIAMOND),) and desk.hand.cursor == ("track", free)


def test_a_card_is_put_back_or_exchanged() -> None:
    desk = Desk(stage("resolve", hand=(PLAIN, DIAMOND), splitter=True))
    desk.does(MoveFocus(dx=1), MoveFocus(dx=1), Accept())
    assert desk.hand.held == (("card", DIAMOND),)
    desk.does(Back())
    assert not desk.hand.held and desk.hand.cursor == ("card", DIAMOND)
    desk.click(("card", DIAMOND))
    desk.click(("card", DIAMOND))
    assert not desk.hand.held
    desk.click(("card", DIAMOND))
    desk.click(SPLITTER_TARGET)
    assert desk.hand.held == (SPLITTER_TARGET,)


def test_tracks_for_alike_seals_may_be_chosen_in_any_order() -> None:
    desk = Desk(stage("resolve", hand=(ALIKE,)))
    played = [action for action in GREAT_SPLIT.legal(desk.view, desk.seat) if isinstance(action, play.Play)]
    action = next(action for action in played if len(set(action.seals)) > 1)
    keys = desk.board.keys(action)
    assert len(keys) > 1 and desk.board.key(action) in keys
    desk.click(("card", ALIKE))
    for target in keys[-1].path[1:-1]:
        desk.click(target)
    assert desk.click(keys[-1].path[-1]) == Chosen(action)


def test_a_track_of_another_kind_is_refused_with_the_reason_of_the_rules() -> None:
    desk = Desk(stage("resolve", hand=(DIAMOND,)))
    desk.click(("card", DIAMOND))
    reply = desk.click(("track", "gold"))
    assert isinstance(reply, Denied) and reply.why.code == "great_split.refusal.seals"


def test_taking_a_group_is_hinted_at_only_while_one_is_marked() -> None:
    start = stage("choose", seats=2)
    desk = Desk(play_with(start, play.Estate(character=1, left=(PLAIN,), right=(DIAMOND,))))
    for marked in (False, True):
        hinted = {key.rpartition(".")[2] for _, key in desk.board.hints(desk.frame)}
        assert ("take" in hinted) == marked
        desk.does(Cycle(step=1))


# --- selling ------------------------------------------------------------------------------------------


def test_cards_and_the_splitter_are_sold_by_turning_by_buttons_and_at_their_places() -> None:
    start = stage("resolve", hand=(PLAIN, DIAMOND), splitter=True)
    turned = Desk(start)
    assert turned.does(MoveFocus(dx=1), Turn(step=1), Accept()) == Chosen(play.Sell(PLAIN, "gold"))
    pressed = Desk(start)
    pressed.board.toggle("great_split.offer.prestige", pressed.frame)
    assert pressed.click(("card", DIAMOND)) == Chosen(play.Sell(DIAMOND, "prestige"))
    placed = Desk(start)
    placed.click(("sell", "gold"))
    assert placed.click(SPLITTER_TARGET) == Chosen(play.SellSplitter("gold"))


def test_a_button_pressed_again_plays() -> None:
    desk = Desk(stage("resolve", hand=(PLAIN,)))
    for sells in ("gold", None):
        desk.board.toggle("great_split.offer.gold", desk.frame)
        assert desk.hand.sells == sells


# --- what would be lost ---------------------------------------------------------------------------------


def test_a_step_that_would_be_lost_is_asked_for_twice_and_forgotten_elsewhere() -> None:
    desk = Desk(stage("resolve", hand=(PLAIN, DIAMOND), tracks=FULL))
    assert not isinstance(desk.click(("card", PLAIN)), Chosen)
    assert desk.board.prompt(desk.frame).key == "great_split.warning.lost_again"
    desk.does(Turn(step=1), Turn(step=-1))
    assert desk.board.prompt(desk.frame).key == "great_split.warning.lost"
    assert not isinstance(desk.click(("card", PLAIN)), Chosen)
    assert desk.click(("card", PLAIN)) == Chosen(play.Play(PLAIN))


def test_a_double_arrow_comes_before_anything_else() -> None:
    desk = Desk(stage("resolve", hand=(PLAIN,), arrows=1))
    reply = desk.click(("card", PLAIN))
    assert isinstance(reply, Denied) and reply.why.code == "great_split.refusal.arrows_first"
    reply = desk.click(("track", "gold"))
    assert isinstance(reply, Denied) and reply.why.code == "great_split.refusal.not_gold"
    assert desk.click(("track", "prestige")) == Chosen(play.Bonus("prestige"))


def test_prestige_is_proposed_for_a_double_arrow_where_all_tracks_would_lose_steps() -> None:
    desk = Desk(stage("resolve", arrows=1, tracks=FULL))
    desk.does(MoveFocus(dx=1))
    assert desk.hand.cursor == ("track", "prestige")


# --- what it would bring --------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["left", "right"])
def test_in_front_of_a_wallet_the_preview_is_what_a_group_brings(side: play.WalletSide) -> None:
    start = stage("choose", seats=2)
    giver = play.Estate(character=1, left=(PLAIN,), right=(DIAMOND,))
    desk = Desk(play_with(start, giver))
    layout = desk.board.layout_for(desk.view, 0)
    shown = desk.board.preview(desk.view, desk.seat, play.Take(side), layout)
    moved = {piece.id[2] for piece in shown.comes if piece.id[0] == "marker"}
    card = PLAIN if side == "left" else DIAMOND
    assert moved == {TRACKS.index(icon) for icon in CARDS[card].icons if icon in TRACKS}


def play_with(state: play.State, giver: play.Estate) -> play.State:
    """The state with another estate for seat 1."""
    estates = (state.estates[0], giver)
    return play.State(
        **{
            **{name: getattr(state, name) for name in state.__struct_fields__},
            "estates": estates,
            "shown": estates,
        }
    )
