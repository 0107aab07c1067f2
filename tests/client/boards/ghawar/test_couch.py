"""Ghawar at a table: what hands do there, long games, set-up."""

from __future__ import annotations

import random

import pygame
import pytest

from client.boards.ghawar.words import DERRICK_THING
from client.screens.setup.screen import SetupScreen
from client.screens.table.screen import TableScreen
from client.session import saved_games
from core import chance, codec
from core.game import Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options
from core.match import Match
from core.protocol.wire import FRAME_FROM_GUEST
from core.record import of_match
from tests.client.boards.ghawar.fixtures import BASIC
from tests.client.couch import couch
from tests.client.tables import NAMES, QUICK, people, table, view_of


def test_the_button_beside_the_field_goes_to_derricks_and_back() -> None:
    """It shows which of the two is done; Escape leads back, and only then to the menu."""
    with table("ghawar", BASIC, *people(2), tick=0.2) as (hands, player):
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
