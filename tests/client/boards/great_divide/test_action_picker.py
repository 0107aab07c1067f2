"""What the hand at The Great Divide's table does beyond that of all games: cards are chosen, tiles turned."""

from __future__ import annotations

import msgspec

from client.boards.contract import Chosen, Frame, Handled, Reply
from client.boards.great_divide.action_picker import ARROWS_THING
from client.boards.great_divide.board import GreatDivideBoard
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Accept, Back, Cycle, Intent, MoveFocus, PointAt, Press, Secondary, Turn
from core.game import Place, Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import PASS_CODE
from core.games.great_divide.land import Heading
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Cards, Options, State
from tests.client.boards.fixtures import FIELD, SIDE
from tests.client.boards.great_divide.fixtures import ALL, BASIC, frame, stage

replace = msgspec.structs.replace

WEST = Seat(0)
START = GREAT_DIVIDE.start(BASIC, 2)
RIVER: dict[Place, int] = {(3, 2): Heading.S, (3, 3): Heading.SW, (2, 3): Heading.SW, (1, 4): Heading.SW}


class Player:
    """A seat at a board; each position has a number."""

    def __init__(self, state: State, seat: Seat = WEST, options: Options = BASIC) -> None:
        self.state, self.seat, self.turn = state, seat, 5
        self.board = GreatDivideBoard(GREAT_DIVIDE, options, 2)
        self.board.arrange(FIELD, SIDE)

    @property
    def frame(self) -> Frame:
        return frame(self.state, self.seat, self.turn)

    @property
    def chosen(self) -> Cards:
        (offer,) = self.board.offers(self.frame)
        assert isinstance(offer.action, Cards)
        return offer.action

    def does(self, *intents: Intent) -> Reply:
        """What comes of the last of these intents."""
        reply: Reply = None
        for intent in intents:
            reply = self.board.handle(intent, self.frame)
        return reply

    def rect(self, *target: str | int) -> Rect:
        return next(spot.rect for spot in self.board.every_spot(self.frame) if spot.target == target)

    def over(self, *target: str | int) -> PointAt:
        x, y = self.rect(*target).centre
        return PointAt(x=x, y=y, device=MOUSE)

    def on(self, *target: str | int) -> Press:
        x, y = self.rect(*target).centre
        return Press(x=x, y=y, device=MOUSE)


# --- before the game ---------------------------------------------------------------------------


def test_cards_are_chosen_by_clicks_and_by_keys() -> None:
    ada = Player(START)
    assert ada.chosen == Cards("W12345E")
    assert isinstance(ada.does(ada.on("card", 0, "2")), Handled)
    assert ada.chosen == Cards("W1345E")
    ada.does(ada.on("card", 0, "2"))
    assert ada.chosen == Cards("W12345E"), "and back again"
    assert ada.does(ada.on("card", 1, "3")) is None, "the other seat's cards are not mine"
    ada = Player(START)
    ada.does(Accept())
    assert ada.chosen == Cards("W12345E"), "the first press only shows where the hand is"
    ada.does(Accept(), MoveFocus(dy=1), MoveFocus(dy=1), Accept())
    assert ada.chosen == Cards("1345E")
    assert ada.does(MoveFocus(dx=-1)) is None, "beside the cards there are the buttons"
    assert isinstance(ada.does(*[MoveFocus(dy=1)] * 4), Handled)
    assert ada.does(MoveFocus(dy=1)) is None, "and below them"


def test_what_goes_back_turns_no_card() -> None:
    ada = Player(START)
    ada.does(ada.on("card", 0, "2"))
    assert ada.does(Back()) is None
    assert ada.does(Secondary(x=0, y=0, device=MOUSE)) is None
    assert ada.chosen == Cards("W1345E")


def test_there_is_an_eighth_card_with_special_geography() -> None:
    special = Options(great_basin=True)
    ada = Player(GREAT_DIVIDE.start(special, 2), options=special)
    assert ada.chosen == Cards("W12345ES")
    ada.does(Cycle(step=1), Cycle(step=-1), Accept())
    assert ada.chosen == Cards("W12345E")


def test_a_choice_that_was_made_or_taken_back_is_in_no_hand_any_more() -> None:
    """Whoever takes the game back and looks over the shoulder shall not find it."""
    ada = Player(START)
    ada.does(ada.on("card", 0, "2"))
    made, withdrawn, elsewhere = (5, 1), (5, 2), (6, 0)
    for turn, ply in (made, withdrawn, elsewhere):
        there = replace(ada.frame.position, turn=turn, plies={0: ply})
        (offer,) = ada.board.offers(replace(ada.frame, position=there))
        assert offer.action == Cards("W12345E")


# --- cards, bag and land -----------------------------------------------------------------------


def test_the_first_press_of_a_key_draws() -> None:
    """The bag is what invites; the cards are reached by moving."""
    ada = Player(stage("turn"))
    assert ada.does(Accept()) == Chosen(play.Draw())
    ada = Player(stage("turn"))
    ada.does(MoveFocus(dx=-1), MoveFocus(dx=-1))
    assert isinstance(reply := ada.does(Accept()), Chosen) and isinstance(reply.action, play.Flip)


def test_a_tile_in_an_eruption_is_taken_as_it_lies() -> None:
    """Then it is turned from there on."""
    ada = Player(stage("volcanoes", ALL, RIVER | {(4, 6): PASS_CODE + 1}), options=ALL)
    for (x, y), way in RIVER.items():
        ada.does(ada.over("space", x, y))
        assert ada.board.pickers[WEST].turn(ARROWS_THING) == way
        assert ada.does(ada.on("space", x, y)) == Chosen(play.Turn(x, y, way))
    ada.does(ada.over("space", 4, 6))
    assert ada.does(ada.on("space", 4, 6)) == Chosen(play.TurnPass(4, 6, 1))
    ada.does(Turn(step=1))
    assert isinstance(reply := ada.does(ada.on("space", 4, 6)), Chosen)
    assert reply.action != play.TurnPass(4, 6, 1)


def test_a_flood_goes_down_either_side_of_the_pass() -> None:
    tiles: dict[Place, int] = {(4, 2): PASS_CODE + 1, (3, 3): Heading.SW, (5, 2): Heading.SE}
    ada = Player(stage("flood", ALL, tiles), options=ALL)
    found = set()
    ada.does(ada.over("space", 4, 2))
    for _ in range(2):
        ada.does(Turn(step=1, device=MOUSE))
        reply = ada.does(ada.on("space", 4, 2))
        assert isinstance(reply, Chosen)
        found.add(reply.action.way)
    assert found == {Heading.NE, Heading.SW}
