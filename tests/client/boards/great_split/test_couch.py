"""The Great Split at a table: whole games by each device, a couch of four, and what hands do there."""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame
import pytest

from client.app import navigation
from client.boards.great_split.action_picker import SPLITTER_TARGET
from client.boards.great_split.board import GreatSplitBoard
from client.boards.kit.pieces import Target
from client.screens.result.screen import ResultScreen
from client.screens.table.screen import TableScreen
from client.ui import bindings
from client.ui.intents import Accept, Cycle
from core.game import Seat
from core.games.great_split import state as play
from core.games.great_split.state import Options, State
from core.protocol import messages as m
from tests.client.couch import Couch, couch, fingers
from tests.client.kit_player import KitPlayer
from tests.client.tables import QUICK, decide, legal_of, people, play_out, table, view_of

KEY = "great_split"
ADA, BOT = m.SeatPlan("me", name="Ada"), m.SeatPlan("bot", level="random")


def play_until(hands: Couch, player: KitPlayer, there: Callable[[State], bool], rng: random.Random) -> None:
    """Decide anything until a position is reached."""
    while not there(view_of(hands)):
        decide(hands, player, rng.choice(legal_of(hands)), "mouse")


def test_four_on_one_couch_behind_a_curtain() -> None:
    """Each seat in its turn at the screen, devices in turn; what another has in mind is nowhere in it."""
    rng = random.Random(4)
    with table(KEY, Options(), *people(4), drawn=False) as (hands, player):

        def choose() -> play.Action:
            seat, view = hands.table.chooser, view_of(hands)
            assert hands.table.curtain.viewer == seat
            others = [estate.hand for other, estate in enumerate(view.estates) if other != seat]
            assert not any(card >= 0 for cards in others for card in cards)
            return rng.choice(legal_of(hands))

        assert play_out(hands, player, choose) == {0, 1, 2, 3}


def test_cards_and_splitter_are_pulled_with_the_mouse() -> None:
    """Buttons beside the board change meanwhile; the pull goes on."""
    rng = random.Random(1)
    with table(KEY, Options(), ADA, BOT) as (hands, player):
        play_until(hands, player, lambda view: view.stage == "split", rng)
        hand, view = player.hand, view_of(hands)
        first, second = view.estates[0].hand[:2]

        def spot(target: Target) -> tuple[int, int]:
            return hands.app.canvas.pixel(*player.rect(target).centre)

        def pull(*way: tuple[int, int]) -> None:
            hands.post(pygame.MOUSEMOTION, pos=way[0], rel=(0, 0), buttons=(0, 0, 0), touch=False)
            hands.post(pygame.MOUSEBUTTONDOWN, pos=way[0], button=1, touch=False)
            for place in way[1:]:
                hands.post(pygame.MOUSEMOTION, pos=place, rel=(1, 0), buttons=(1, 0, 0), touch=False)
                hands.rest(0.2)
            hands.post(pygame.MOUSEBUTTONUP, pos=way[-1], button=1, touch=False)

        def groups() -> tuple[tuple[int, ...], tuple[int, ...]]:
            return hand.parted(view, Seat(0)).groups

        x, y = spot(SPLITTER_TARGET)
        pull(spot(("card", first)), (x + 40, y), spot(("card", second)))
        assert first in groups()[0], "let go where it came from"
        pull(spot(("card", first)), spot(("card", second)), (x + 40, y))
        left, right = groups()
        assert right[0] == first and second in left
        pull(spot(SPLITTER_TARGET), (spot(("card", second))[0] - 30, y))
        left, right = groups()
        assert left == (second,) and first in right
        hints = player.board.hints(hands.table.frame())
        assert not any(isinstance(intent, Accept) for intent, _ in hints), "a click takes hold of it"
        assert not any(isinstance(intent, Cycle) for intent, _ in hints), "the splitter is held already"
        moment = hands.moment
        hands.press(hands.table.offers[0])
        hands.until(lambda: hands.moment != moment)
        assert view_of(hands).stage == "choose", "handed over with the button"


@pytest.mark.parametrize("device", ["keyboard", "pad"])
def test_back_puts_the_card_back_and_only_then_opens_the_menu(device: str) -> None:
    rng = random.Random(2)
    with table(KEY, Options(), ADA, BOT) as (hands, player):
        play_until(hands, player, lambda view: view.stage == "resolve", rng)
        player.over(SPLITTER_TARGET, device)
        assert player.hand.held == (SPLITTER_TARGET,)

        def back() -> None:
            hands.key(pygame.K_ESCAPE) if device == "keyboard" else hands.pad(bindings.BUTTON_B)

        back()
        assert not player.hand.held and hands.table.focus.modal is None
        assert player.hand.cursor == SPLITTER_TARGET
        back()
        assert hands.table.focus.modal is not None


def test_a_sealed_step_is_taken_back_at_once() -> None:
    """Undo brings the card back into the hand; nobody is asked."""
    rng = random.Random(3)
    with table(KEY, Options(), ADA, m.SeatPlan("me", name="Bo")) as (hands, player):
        play_until(hands, player, lambda view: view.stage == "resolve", rng)
        before, seat = view_of(hands), hands.table.chooser or 0
        card = before.estates[seat].hand[0]
        decide(hands, player, play.Sell(card, "prestige"), "keyboard")
        assert view_of(hands).estates[seat].played == (card,)
        moment = hands.moment
        hands.key(pygame.K_u)
        hands.until(lambda: hands.moment != moment)
        hands.settle()
        assert hands.table.chooser == seat and view_of(hands).estates[seat] == before.estates[seat]


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, pytest.param(7, marks=pytest.mark.long)])
def test_a_demo_is_played_to_the_end(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """AIs at random; after as many games as were asked for the program ends. Nobody's cards are seen."""
    monkeypatch.setattr(navigation, "DEMO_PAUSE", 0.0)
    with couch(QUICK, (960, 540), tick=0.5) as hands:
        hands.program.demo("great_split", None, ("random",), games=1, seats=seats)
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        client_table = hands.table.client_table
        assert hands.table.demo and client_table.seats == seats
        assert {card for estate in client_table.latest.view().estates for card in estate.hand} <= {
            play.UNKNOWN_CARD
        }
        hands.until(lambda: client_table.latest.outcome is not None)
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))
        hands.until(lambda: not hands.app.running)


# --- plates ------------------------------------------------------------------------------------------


def test_of_several_who_decide_at_once_only_the_one_who_is_asked_here_stands_out() -> None:
    with table(KEY, Options(), *people(4)) as (hands, _):
        asked, frame = hands.table.asked, hands.table.frame()
        assert len(frame.position.to_act) > 1
        plates = hands.table.snapshot().plates
        assert [plate.seat for plate in plates if plate.acting] == [asked]
        assert {plate.seat for plate in plates if plate.thinking} == {*frame.position.to_act} - {asked}


def test_a_press_on_a_plate_lays_that_estate_over_the_table_until_the_next_press() -> None:
    with table(KEY, Options(), ADA, BOT, BOT) as (hands, player):
        play_until(hands, player, lambda view: view.stage == "split", random.Random(2))
        board, before = hands.table.board, view_of(hands)
        assert isinstance(board, GreatSplitBoard)
        hands.click(*hands.table.lay.plates[2].centre)
        assert board.looked_at == 2
        hands.click(*board.layout_for(before, 0).card(0, 3).centre)
        assert board.looked_at is None and view_of(hands) is before, "this press was for that alone"


@pytest.mark.parametrize("device", ["keyboard", "pad"])
def test_keys_and_pads_look_at_an_estate_where_they_ask_what_it_is(device: str) -> None:
    with table(KEY, Options(), ADA, BOT) as (hands, player):
        play_until(hands, player, lambda view: view.stage == "split", random.Random(2))
        board, keys = hands.table.board, fingers(hands, device)
        assert isinstance(board, GreatSplitBoard)
        hands.key(pygame.K_i) if device == "keyboard" else hands.pad(bindings.BUTTON_STICK_2)
        for _ in range(40):
            if board.explained == ("estate", 1):
                break
            keys.move(-1, 0) if board.explained and _ % 3 else keys.move(0, -1)
        keys.accept()
        assert board.looked_at == 1
        keys.accept()
        assert board.looked_at is None
