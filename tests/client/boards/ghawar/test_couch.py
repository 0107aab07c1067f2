"""Ghawar at a table: whole games by each device, what hands do there, undo, AIs, series, demo."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pygame
import pytest

from client.boards.ghawar.words import DERRICK_THING
from client.screens.result.screen import ResultScreen
from client.screens.setup.screen import SetupScreen
from client.screens.table.screen import TableScreen
from client.session import saved_games
from client.stage.settings import Settings
from core import chance, codec
from core.game import Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Action, Options, State
from core.match import Match
from core.protocol import messages as m
from core.protocol.wire import FRAME_FROM_GUEST
from core.record import of_match
from tests.client.boards.ghawar.fixtures import BASIC, MANY
from tests.client.boards.ghawar.wants import wants
from tests.client.couch import DEVICES, Couch, couch
from tests.client.players import GhawarPlayer

NAMES = ("Ada", "Bo", "Cleo", "Dino")
QUICK = Settings(language="en", names=NAMES, speed=4.0)


def people(count: int) -> list[m.SeatPlan]:
    return [m.SeatPlan("me", name=name) for name in NAMES[:count]]


@contextmanager
def table(
    options: Options, *plans: m.SeatPlan, size: tuple[int, int] = (960, 540), **window: Any
) -> Iterator[tuple[Couch, GhawarPlayer]]:
    with couch(QUICK, size, tick=0.2, **window) as hands:
        hands.open("ghawar", options, *plans)
        yield hands, GhawarPlayer(hands)


def view_of(hands: Couch) -> State:
    view: State = hands.table.client_table.latest.view()
    return view


def decide(hands: Couch, player: GhawarPlayer, action: Action, device: str) -> None:
    """Make a decision, and see that it was made."""
    seat, known, moment = hands.table.model.chooser, len(hands.table.client_table.log), hands.moment
    assert seat is not None
    player.does(action, device)
    hands.until(lambda: hands.moment != moment)
    assert hands.has_decided(known, seat, action)
    hands.settle()


def legal_of(hands: Couch) -> list[Action]:
    view = view_of(hands)
    return GHAWAR.legal(view, view.turn)


@pytest.mark.long
@pytest.mark.covering(most=1)
@pytest.mark.parametrize(
    ("options", "seats"),
    [pytest.param(*one, marks=() if n in (2, 4) else pytest.mark.long) for n, one in enumerate(MANY)],
)
def test_a_couch_plays_every_variant(options: Options, seats: int) -> None:
    """Each seat in its turn, devices in turn, to the end."""
    rng, count = random.Random(seats), 0
    with table(options, *people(seats), drawn=False) as (hands, player):
        seen = set()
        while hands.table.client_table.latest.outcome is None:
            seat = hands.table.model.chooser
            assert seat is not None and seat == view_of(hands).turn
            seen.add(seat)
            decide(hands, player, wants(view_of(hands), legal_of(hands), rng, 0.2), DEVICES[count % 3])
            count += 1
        assert seen == set(range(seats))
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))


def test_the_button_beside_the_field_goes_to_derricks_and_back() -> None:
    """It shows which of the two is done; Escape leads back, and only then to the menu."""
    with table(BASIC, *people(2)) as (hands, player):
        hands.rest(0.2)
        assert hands.table.prompt.text.startswith("Ada: drive")
        hands.press(hands.table.offers[0])
        hands.rest(0.2)
        assert [button.label for button in hands.table.offers] == ["Drive instead"]
        assert hands.table.prompt.text == "Ada: choose one of your derricks to move."
        own = player.hand.choices(view_of(hands), Seat(0)).targets((), DERRICK_THING)[0]
        layout = player.board.layout(view_of(hands))
        hands.click(*layout.platform(int(own[1])).centre)
        hands.rest(0.2)
        assert player.hand.held == (own,)
        hands.point(*layout.boxes["tray"].centre)
        hands.rest(0.2)
        assert hands.table.prompt.text == "Ada: choose a free platform for the derrick."
        hands.key(pygame.K_ESCAPE)
        assert player.hand.held == () and player.hand.kind == DERRICK_THING
        hands.key(pygame.K_ESCAPE)
        assert player.hand.kind != DERRICK_THING and hands.table.focus.modal is None
        hands.key(pygame.K_ESCAPE)
        assert hands.table.focus.modal is not None


@pytest.mark.usefixtures("home")
def test_a_very_long_game_of_an_older_version_is_continued_too() -> None:
    """Its record is longer than a guest from elsewhere may send."""
    match, rng = Match(GHAWAR, Options(trucks=3, stalemate=50), 4, chance.seed_from(0)), random.Random(3)
    while len(match.steps) < 1500:
        seat = match.to_act()[0]
        match.submit(seat, rng.choice(GHAWAR.legal(match.state, seat)), match.turn)
    text = of_match(match, NAMES)
    assert len(text) > FRAME_FROM_GUEST
    with couch(QUICK, (960, 540), tick=0.2) as hands:
        hands.program.title()
        saved_games.couch_file().parent.mkdir(parents=True, exist_ok=True)
        saved_games.couch_file().write_text(text, encoding="utf-8")
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        assert codec.digest(view_of(hands)) == codec.digest(match.state)


def test_all_options_are_to_be_had_in_the_set_up() -> None:
    """Also many a length of the stalemate between its bounds."""
    with couch(QUICK, (1280, 720)) as hands:
        hands.program.title()
        hands.rest(0.5)
        hands.program.setup("ghawar", lan=False)
        hands.until(lambda: isinstance(hands.app.top, SetupScreen))
        setup = hands.app.top
        assert isinstance(setup, SetupScreen)
        offered = codec.choices(Options)
        assert setup.options.keys() == offered.keys()
        for name, row in setup.options.items():
            setup.focus.focus(row)
            seen = set()
            for _ in range(len(row.options)):
                hands.key(pygame.K_RIGHT)
                seen.add(getattr(setup.chosen, name))
                assert setup.conflict is None
            assert seen >= ({0, 5, 10, 20, 30, 50} if name == "stalemate" else {*offered[name]})
