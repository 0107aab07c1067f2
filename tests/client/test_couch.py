"""A whole couch game through the real event loop: mouse, keyboard and a virtual gamepad."""

from __future__ import annotations

import random
from typing import Any

import pygame
import pytest

from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.session import local_server as couch_of_program
from client.stage.settings import Settings
from client.ui.overlays import Dialog
from core.games import GAMES
from core.games import game as game_of
from core.games.sturt.rules import STURT
from core.games.sturt.state import Lay
from tests.client.boards.down_under import fixtures as down_under
from tests.client.boards.ghawar import fixtures as ghawar
from tests.client.boards.ghawar.wants import wants
from tests.client.couch import DEVICES, couch
from tests.client.kit_player import KitPlayer
from tests.client.players import PLAYERS
from tests.client.tables import legal_of, people, play_out, table, view_of

QUICK = Settings(language="en", names=("Ada", "Bo"), speed=4.0)
SLOW = ("ghawar", "great_split", "great_divide")
"""What these do is tried piece by piece elsewhere."""
KEYS_OF_GAMES = tuple(
    pytest.param(game.info.key, marks=[pytest.mark.long] if game.info.key in SLOW else []) for game in GAMES
)


@pytest.mark.parametrize("game", KEYS_OF_GAMES)
def test_two_people_play_a_whole_game_with_every_device(game: str) -> None:
    """From the title to the result and the rematch; every decision made by hand, devices in turn."""
    rng = random.Random(11)
    with couch(QUICK, (960, 540), tick=0.1) as hands:
        hands.open_table(game)
        table, player, decided = hands.table, PLAYERS[game](hands), 0
        while table.client_table.latest.outcome is None:
            seat, known, moment = table.chooser, len(table.client_table.log), hands.moment
            view = table.client_table.latest.view(seat)
            choice = player.picks(table.client_table.game.legal(view, seat), rng)
            player.does(choice, DEVICES[decided % 3])
            hands.until(lambda moment=moment: hands.moment != moment)
            assert hands.has_decided(known, seat, choice)
            decided += 1
            hands.settle()
        outcome, played = table.client_table.latest.outcome, table.client_table.playing
        hands.honour()
        hands.key(pygame.K_RETURN)
        hands.until(lambda: hands.app.top is table and table.client_table.playing != played)
        hands.settle()
        begins = table.client_table.game.follow(game_of(game).info.options(), outcome)
        assert table.client_table.options == begins.options
        assert [h.name for h in table.client_table.holders] == [
            ("Ada", "Bo")[seat] for seat in begins.seating
        ]
        hands.key(pygame.K_ESCAPE)
        assert isinstance(table.focus.modal, Dialog)


LONG_VARIANTS = [
    *[("down_under", *way) for n, way in enumerate(down_under.MANY) if n not in (4, 10)],
    *[("ghawar", *way) for way in ghawar.MANY],
]
VARIANTS = [
    *[("down_under", *down_under.MANY[n]) for n in (4, 10)],
    *[pytest.param(*way, marks=pytest.mark.long) for way in LONG_VARIANTS],
]


@pytest.mark.covering(most=1)
@pytest.mark.parametrize(("key", "options", "seats"), VARIANTS)
def test_a_couch_plays_every_variant(key: str, options: Any, seats: int) -> None:
    """Each seat in its turn, devices in turn, to the end."""
    rng = random.Random(seats)
    with table(key, options, *people(seats), drawn=False, tick=0.2 if key == "ghawar" else 0.1) as (
        hands,
        player,
    ):

        def choose() -> Any:
            legal = legal_of(hands)
            return wants(view_of(hands), legal, rng, 0.2) if key == "ghawar" else rng.choice(legal)

        assert play_out(hands, player, choose) == set(range(seats))


def test_an_illegal_place_says_why_and_changes_nothing() -> None:
    """Where a card lies no other is laid: that is said, and the place is lit. Keys do not lead there."""
    with couch(QUICK) as hands:
        hands.open_table("sturt")
        table, player = hands.table, KitPlayer(hands)
        for lay in (Lay(5, 0, 0), Lay(5, 1, 1)):
            player.does(lay, "mouse")
            hands.until(lambda: not table.client_table.waiting and bool(table.client_table.log))
            hands.settle()
        player.does(Lay(5, 0, 0), "mouse")
        hands.rest(0.2)
        assert len(table.client_table.log) == 2
        refusal = table.playback.denied(hands.app.now)
        assert refusal is not None
        assert refusal.code == "sturt.refusal.cell_taken"
        assert (0, 0) in refusal.places


def test_with_a_pad_each_nobody_plays_for_the_other() -> None:
    """Two gamepads: the second one cannot lay the first person's card."""
    with couch(QUICK) as hands:
        hands.open_table("sturt")
        table = hands.table
        hands.pad(14, instance=5)
        hands.pad(14, instance=6)
        for _ in range(3):
            hands.pad(0, instance=6)
        hands.rest(0.3)
        assert not table.client_table.log
        hands.pad(0, instance=5)
        hands.pad(0, instance=5)
        hands.until(lambda: len(table.client_table.log) == 1)
        hands.settle()
        hands.pad(0, instance=5)
        hands.rest(0.2)
        assert len(table.client_table.log) == 1


@pytest.mark.usefixtures("home")
def test_a_move_is_taken_back_and_the_game_goes_on_later() -> None:
    """Undo by key; leaving keeps the game, "Continue" brings it back to the same position."""
    with couch(QUICK) as hands:
        hands.open_table("sturt")
        table, player = hands.table, KitPlayer(hands)
        for count, lay in enumerate((Lay(5, 0, 0), Lay(3, 1, 0)), start=1):
            player.does(lay, "mouse")
            hands.until(lambda count=count: len(table.client_table.log) == count)
            hands.settle()
        hands.key(pygame.K_u)
        hands.until(lambda: len(table.client_table.log) == 1)
        hands.key(pygame.K_u)
        hands.until(lambda: not table.client_table.log)
        hands.settle()
        player.does(Lay(5, 0, 0), "mouse")
        hands.until(lambda: len(table.client_table.log) == 1)
        hands.settle()
        player.does(Lay(6, 1, 1), "keyboard")
        hands.until(lambda: len(table.client_table.log) == 2)
        hands.settle()
        hands.rest(0.2)
        table.actions.leave()
        hands.rest(0.6)
        assert isinstance(hands.app.top, TitleScreen)
        assert hands.app.top.resume_.visible
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        hands.settle()
        assert [STURT.notation(step.action) for step in hands.table.client_table.log] == ["5@0,0", "6@1,1"]
        assert [holder.name for holder in hands.table.client_table.holders] == ["Ada", "Bo"]


@pytest.mark.usefixtures("home")
def test_whoever_joins_a_demo_plays_on_from_its_position() -> None:
    with couch(QUICK) as hands:
        hands.program.title()
        hands.rest(0.5)
        hands.program.demo("sturt")
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        demo = hands.table
        hands.until(lambda: len(demo.client_table.log) >= 2)
        assert not couch_of_program.may_resume(), "nobody here plays yet"
        hands.key(pygame.K_RETURN)
        hands.rest(0.3)
        assert isinstance(demo.focus.modal, Dialog)
        hands.key(pygame.K_DOWN)
        hands.key(pygame.K_RETURN)
        hands.until(lambda: bool(demo.client_table.yours))
        assert not demo.demo
        assert len(demo.client_table.log) >= 2
        hands.settle()
        assert demo.chooser in demo.client_table.yours
        demo.decide(STURT.legal(demo.client_table.latest.view(), demo.chooser)[0])
        hands.until(lambda: len(demo.client_table.log) > 2)
        played = demo.client_table.log
        demo.actions.leave()
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        assert hands.table.client_table.log[: len(played)] == played
