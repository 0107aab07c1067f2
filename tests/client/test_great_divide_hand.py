"""The hand at The Great Divide's table: where intents lead, whatever device they come from."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from client.boards.base import Chosen, Denied, Handled, Reply
from client.boards.great_divide.board import GreatDivideBoard
from client.boards.great_divide.hand import Hand
from client.boards.great_divide.places import Places
from client.ui.anim import Motion
from client.ui.intents import MOUSE, Accept, Cycle, Intent, Move, Point, Press, Scroll, Secondary, Turn
from core.game import Place, Seat
from core.games.great_divide.drainage import BASIN, PASS
from core.games.great_divide.land import Way
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import (
    BASIN_TILE,
    PASS_TILE,
    Cards,
    Draw,
    Flip,
    Flood,
    Lay,
    LayBasin,
    LayPass,
    Options,
    Remove,
    State,
    TurnPass,
)
from core.games.great_divide.state import Turn as TurnTile
from tests.client.great_divide_kit import ALL, BASIC, FIELD, SIDE, frame, happening, stage

LAND = GREAT_DIVIDE.land
WEST, EAST = Seat(0), Seat(1)


class Player:
    """A seat's hand at a position; each position has a number."""

    def __init__(self, state: State, seat: Seat = WEST, options: Options = BASIC) -> None:
        self.state = state
        self.seat = seat
        self.turn = 5
        self.hand = Hand(GREAT_DIVIDE, options, seat)
        self.places = Places(LAND, FIELD, SIDE, GREAT_DIVIDE.letters_in_play(options))

    def does(self, *intents: Intent) -> Reply:
        """What comes of the last of these intents."""
        reply: Reply = None
        for intent in intents:
            reply = self.hand.handle(intent, self.frame, self.places)
        return reply

    @property
    def frame(self) -> Any:
        return frame(self.state, self.seat, self.turn)

    @property
    def place(self) -> Place | None:
        return None if self.hand.space is None else LAND.places[self.hand.space]

    def over(self, place: Place) -> Point:
        x, y = self.places.centre(LAND.space[place])
        return Point(x=x, y=y, device=MOUSE)

    def on(self, place: Place) -> Press:
        x, y = self.places.centre(LAND.space[place])
        return Press(x=x, y=y, device=MOUSE)


def card(player: Player, seat: int, index: int) -> Press:
    x, y = player.places.card(seat, index).centre
    return Press(x=x, y=y, device=MOUSE)


# --- before the game ---------------------------------------------------------------------------


def test_cards_are_chosen_by_clicks_and_by_keys() -> None:
    ada = Player(GREAT_DIVIDE.start(BASIC, 2))
    assert ada.hand.chosen() == Cards("W12345E")
    assert isinstance(ada.does(card(ada, 0, 2)), Handled)
    assert ada.hand.chosen() == Cards("W1345E")
    assert ada.does(card(ada, 1, 3)) is None, "the other seat's cards are not mine"
    ada = Player(GREAT_DIVIDE.start(BASIC, 2))
    ada.does(Accept())
    assert ada.hand.sides[0], "the first press only shows where the hand is"
    ada.does(Accept(), Move(dy=1), Move(dy=1), Accept())
    assert ada.hand.chosen() == Cards("1345E")
    assert ada.does(Move(dx=1)) is None, "beside the cards there are the buttons"
    for _ in range(4):
        assert isinstance(ada.does(Move(dy=1)), Handled)
    assert ada.does(Move(dy=1)) is None, "and below them"


def test_there_is_an_eighth_card_with_special_geography() -> None:
    special = Options(great_basin=True)
    ada = Player(GREAT_DIVIDE.start(special, 2), options=special)
    assert ada.hand.chosen() == Cards("W12345ES")
    ada.does(Cycle(step=-1), Accept())
    assert ada.hand.chosen() == Cards("W12345E")


def made_board(*toggled: tuple[Seat, int]) -> GreatDivideBoard:
    """A board at which each of these seats has turned its third card over, in this turn."""
    board = GreatDivideBoard(GREAT_DIVIDE, BASIC, 2)
    for seat, turn in toggled:
        asked = frame(START, seat, turn)
        x, y = board.places.card(seat, 2).centre
        board.handle(Press(x=x, y=y, device=MOUSE), asked)
        assert offered(board, seat) == Cards("W1345E")
        board.leave()
        assert offered(board, seat) == Cards("W1345E"), "on the way to the button nothing is forgotten"
    return board


def offered(board: GreatDivideBoard, seat: Seat, turn: int = 0) -> Any:
    (offer,) = board.offers(frame(START, seat, turn))
    return offer.action


def chosen(board: GreatDivideBoard, seat: Seat) -> None:
    """The seat's choice is shown."""
    after = GREAT_DIVIDE.apply(START, seat, Cards("W1345E"))
    board.animation(happening(START, seat, Cards("W1345E"), after), Motion(), seat)


START = GREAT_DIVIDE.start(BASIC, 2)
EVERY = Cards("W12345E")


@pytest.mark.parametrize("seat", [WEST, EAST])
def test_a_choice_that_was_made_cannot_be_found_in_hand(seat: Seat) -> None:
    """Should it be taken back, whoever opens the curtain then sees all cards active, and none in focus."""
    board = made_board((seat, 0))
    before = board.still(frame(START, seat)).field_key
    chosen(board, seat)
    assert offered(board, seat) == EVERY and board.hands[seat].card is None
    assert board.still(frame(START, seat)).field_key != before
    assert board.still(frame(START, seat)).field_key == made_board().still(frame(START, seat)).field_key


def test_a_choice_in_the_making_outlasts_that_of_the_other_seat() -> None:
    board = made_board((WEST, 0), (EAST, 0))
    chosen(board, WEST)
    assert offered(board, EAST, 1) == Cards("W1345E")


def test_a_choice_in_the_making_is_forgotten_once_the_game_was_taken_back_before_it() -> None:
    board = made_board((EAST, 1))
    chosen(board, WEST)
    assert offered(board, EAST, 1) == EVERY


# --- before a draw -----------------------------------------------------------------------------


def test_accept_draws_and_a_card_is_turned_first_if_one_likes() -> None:
    assert Player(stage("turn")).does(Accept()) == Chosen(Draw())
    assert Player(stage("turn")).does(Move(dy=1), Accept()) == Chosen(Flip("W"))
    assert Player(stage("turn")).does(Cycle(), Cycle(), Accept()) == Chosen(Flip("1"))
    assert Player(stage("turn")).does(Cycle(step=-1), Accept()) == Chosen(Flip("E"))
    to_the_bag = (Move(dy=1), Move(dx=1), Accept())
    assert Player(stage("turn")).does(*to_the_bag) == Chosen(Draw()), "beside the cards lies the bag"
    around = Player(stage("turn")).does(*[Cycle()] * 8, Accept())
    assert around == Chosen(Draw()), "the bag comes after the last card"


def test_a_card_just_turned_stays_the_one_that_is_meant() -> None:
    """So that the next press does not draw by mistake; another turn begins at the bag."""
    ada = Player(stage("turn"))
    ada.does(Move(dy=1), Accept())
    ada.turn += 1
    ada.state = GREAT_DIVIDE.apply(ada.state, WEST, Flip("W"))
    assert not ada.hand.rests(ada.frame)
    assert ada.does(Accept()) == Denied(_why(ada.state, Flip("W")))
    ada.turn += 9
    ada.state = stage("turn")
    assert ada.does(Accept()) == Chosen(Draw())


@pytest.mark.parametrize(("turning", "first"), [("start of turn", Denied), ("before each draw", Chosen)])
def test_before_a_later_draw_cards_are_turned_if_the_options_say_so(turning: str, first: type) -> None:
    options = msgspec.convert({"turning": turning}, Options)
    ada = Player(stage("again", options), options=options)
    assert isinstance(ada.does(card(ada, 0, 3)), first)
    ada = Player(stage("again", options), options=options)
    assert isinstance(ada.does(Move(dy=1), Accept()), first)
    ada = Player(stage("again", options), options=options)
    assert ada.does(Accept()) == Chosen(Draw()), "whatever they say, drawing is nearest"


def test_a_click_turns_a_card_or_draws() -> None:
    bo = Player(stage("turn", turn=EAST, actor=EAST), EAST)
    assert bo.does(card(bo, 1, 3)) == Chosen(Flip("3"))
    assert bo.does(card(bo, 0, 3)) is None
    bag = bo.places.bag.centre
    assert bo.does(Press(x=bag[0], y=bag[1], device=MOUSE)) == Chosen(Draw())


# --- laying ------------------------------------------------------------------------------------


@pytest.mark.parametrize("area", "W12345E")
@pytest.mark.parametrize("seat", [WEST, EAST])
def test_by_keys_the_hand_appears_where_the_tile_can_lie(area: str, seat: Seat) -> None:
    ada = Player(stage("lay", drawn=area, actor=seat), seat)
    assert ada.hand.action(ada.state, seat) is None
    for first in (Accept(), Move(dx=1), Cycle()):
        ada.hand.leave()
        assert isinstance(ada.does(first), Handled)
        assert isinstance(ada.hand.action(ada.state, seat), Lay)
        assert ada.hand.refusal(ada.state, seat) is None
    assert isinstance(ada.does(Accept()), Chosen)


def test_directions_lead_to_every_space_and_back() -> None:
    ada = Player(stage("lay", drawn="3"))
    ada.does(Accept())
    reached, todo = {ada.place}, [ada.place]
    while todo:
        start = todo.pop()
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            ada.does(ada.over(start), Move(dx=dx, dy=dy))
            if ada.place not in reached:
                reached.add(ada.place)
                todo.append(ada.place)
    assert len(reached) == LAND.size
    for y in range(9):
        ada.does(ada.over((0, y)), *[Move(dx=1)] * 6, *[Move(dx=-1)] * 6)
        assert ada.place == (0, y)


@pytest.mark.parametrize(
    ("dx", "dy", "to"), [(1, -1, (3, 3)), (1, 1, (3, 4)), (-1, 1, (1, 4)), (-1, -1, (1, 3))]
)
def test_aslant_is_over_the_side(dx: int, dy: int, to: Place) -> None:
    ada = Player(stage("lay", drawn="3"))
    ada.does(ada.over((2, 3)), Move(dx=dx, dy=dy))
    assert ada.place == to


def test_over_the_edge_of_the_land_is_not_for_the_board() -> None:
    ada = Player(stage("lay", drawn="E"))
    assert ada.does(ada.over((6, 4)), Move(dx=1)) is None
    assert ada.does(ada.over((6, 8)), Move(dy=1)) is None
    assert ada.place == (6, 8)


def test_cycling_goes_round_the_spaces_where_the_tile_can_lie() -> None:
    ada = Player(stage("lay", drawn="2", tiles={(1, 2): Way.S, (3, 3): Way.SW}))
    ada.does(Cycle())
    seen = []
    for _ in range(14):
        assert ada.hand.refusal(ada.state, WEST) is None
        seen.append(ada.hand.space)
        ada.does(Cycle())
    spaces = {LAND.space[a.x, a.y] for a in GREAT_DIVIDE.legal(ada.state, WEST)}
    assert set(seen) == spaces and seen[: len(spaces)] == seen[len(spaces) :][: len(spaces)]
    ada.does(Cycle(step=-1))
    assert ada.hand.space == seen[-1]


def test_a_new_tile_comes_with_an_arrow_that_is_possible_and_keeps_the_one_chosen() -> None:
    """Only over the first space: a direction that was chosen is kept, and the refusal says why."""
    facing = {(1, 5): Way.NE}
    bo = Player(stage("lay", drawn="3", actor=EAST, tiles=facing), EAST)
    bo.hand.way = Way.SW
    bo.does(bo.over((2, 4)))
    assert bo.hand.way != Way.SW and bo.hand.refusal(bo.state, EAST) is None
    bo = Player(stage("lay", drawn="3", actor=EAST, tiles=facing), EAST)
    bo.hand.way = Way.NW
    bo.does(bo.over((2, 5)), Turn(step=-1), bo.over((2, 4)))
    assert bo.hand.way == Way.SW
    refused = bo.does(bo.on((2, 4)))
    assert isinstance(refused, Denied) and refused.why.code == "great_divide.refusal.facing"
    assert set(refused.why.places) == {(2, 4), (1, 5)}


def test_wheel_second_button_and_keys_turn_the_tile() -> None:
    ada = Player(stage("lay", drawn="3"))
    ada.does(ada.over((2, 4)))
    way = ada.hand.way
    ada.does(Scroll(dy=-1, device=MOUSE), Secondary(device=MOUSE), Turn(step=1), Turn(step=1))
    assert ada.hand.way == (way + 4) % 6
    ada.does(Scroll(dy=1, device=MOUSE), Turn(step=-1))
    assert ada.hand.way == (way + 2) % 6
    assert ada.does(ada.on((2, 4))) == Chosen(Lay(2, 4, (way + 2) % 6))


def test_a_press_where_nothing_was_shown_only_shows() -> None:
    """A finger does not hover, and a pointer may lie where the last tile was laid."""
    ada = Player(stage("lay", drawn="3"))
    assert ada.does(ada.on((2, 4))) == Handled("move")
    assert isinstance(ada.does(ada.on((2, 4))), Chosen)
    ada.turn += 3
    ada.state = stage("lay", drawn="3", tiles={(2, 4): Way.NW})
    assert ada.hand.rests(ada.frame)
    assert ada.does(ada.on((2, 5))) == Handled("move")


def test_another_area_says_so() -> None:
    ada = Player(stage("lay", drawn="3"))
    refused = ada.does(ada.over((2, 0)), ada.on((2, 0)))
    assert isinstance(refused, Denied) and refused.why.code == "great_divide.refusal.other_area"


def test_special_tiles_lie_and_turn_as_they_can() -> None:
    ada = Player(stage("lay", ALL, drawn=BASIN_TILE), options=ALL)
    assert not ada.hand.turns(ada.state)
    assert ada.does(ada.over((3, 3)), Turn()) is None
    assert ada.does(ada.on((3, 3))) == Chosen(LayBasin(3, 3))
    ada = Player(stage("lay", ALL, drawn=PASS_TILE), options=ALL)
    ada.does(ada.over((3, 3)))
    found = set()
    for _ in range(3):
        found.add(ada.hand.action(ada.state, WEST))
        ada.does(Turn())
    assert found == {LayPass(3, 3, axis) for axis in range(3)}


# --- earthquake and events ---------------------------------------------------------------------


def test_an_earthquake_takes_the_tile_that_is_meant() -> None:
    ada = Player(stage("quake", ALL, {(3, 3): Way.S, (2, 0): BASIN}), options=ALL)
    assert ada.does(Accept(), Accept()) == Chosen(Remove(3, 3))
    assert ada.does(Cycle(), Accept()) == Chosen(Remove(2, 0))
    assert ada.does(Turn()) is None
    refused = ada.does(Move(dx=1), Accept())
    assert isinstance(refused, Denied) and refused.why.code == "great_divide.refusal.no_tile_there"


def test_a_flood_from_the_pass_goes_to_the_chosen_side() -> None:
    tiles = {(3, 3): PASS + Way.NE, (5, 5): Way.S}
    ada = Player(stage("flood", ALL, tiles), options=ALL)
    ada.does(ada.over((3, 3)))
    assert ada.hand.turns(ada.state)
    first = ada.does(ada.on((3, 3)))
    second = ada.does(Turn(), Accept())
    assert {first.action.way, second.action.way} == {Way.NE, Way.SW}
    assert ada.does(ada.over((5, 5)), ada.on((5, 5))) == Chosen(Flood(5, 5))


def test_a_volcano_begins_with_the_tile_as_it_lies() -> None:
    ada = Player(stage("volcanoes", ALL, {(3, 3): Way.S, (5, 5): Way.NE}), options=ALL)
    assert ada.does(ada.over((5, 5)), ada.on((5, 5))) == Chosen(TurnTile(5, 5, Way.NE))
    ada.does(ada.over((3, 3)), Turn(), Turn())
    assert ada.does(Accept()) == Chosen(TurnTile(3, 3, Way.NW))
    assert ada.does(Cycle(), Accept()) == Chosen(TurnTile(5, 5, Way.NE))


def test_a_volcano_turns_both_arrows_of_the_pass() -> None:
    ada = Player(stage("volcanoes", ALL, {(3, 3): PASS + Way.NE, (5, 5): Way.S}), options=ALL)
    assert ada.does(ada.over((3, 3)), ada.on((3, 3))) == Chosen(TurnPass(3, 3, 1)), "at first as it lies"
    turns = (Turn(), Scroll(dy=-1, device=MOUSE), Secondary(device=MOUSE))
    found = [ada.does(turn, Accept()) for turn in turns]
    assert found == [Chosen(TurnPass(3, 3, axis)) for axis in (2, 0, 1)], "the third one is the first again"
    assert ada.does(Turn(step=-1), Accept()) == Chosen(TurnPass(3, 3, 0))
    assert ada.does(ada.over((5, 5)), Accept()) == Chosen(TurnTile(5, 5, Way.S))


@pytest.mark.parametrize("by", [(Accept(),), (Cycle(),), (Move(dx=1),)])
def test_by_keys_the_pass_is_come_to_though_no_other_tile_lies(by: tuple[Intent, ...]) -> None:
    ada = Player(stage("volcanoes", ALL, {(3, 3): PASS, (2, 0): BASIN}), options=ALL)
    ada.does(*by)
    assert ada.place == (3, 3)
    assert ada.does(Turn(), Accept()) == Chosen(TurnPass(3, 3, 1))


def test_a_volcano_leaves_the_basin() -> None:
    ada = Player(stage("volcanoes", ALL, {(3, 3): Way.S, (2, 0): BASIN}), options=ALL)
    refused = ada.does(ada.over((2, 0)), ada.on((2, 0)))
    assert isinstance(refused, Denied) and refused.why.code == "great_divide.refusal.basin_has_no_arrow"


def test_what_only_has_buttons_leaves_the_keys_to_them() -> None:
    ada = Player(stage("five", drawn="five"))
    assert all(ada.does(intent) is None for intent in (Move(dy=1), Cycle(), Turn(), ada.over((3, 3))))
    for pressed in (Accept(), ada.on((3, 3))):
        refused = ada.does(pressed)
        assert isinstance(refused, Denied) and refused.why.code == "great_divide.refusal.now_five"


def _why(state: State, action: Any) -> Any:
    return GREAT_DIVIDE.why_not(state, WEST, action)
