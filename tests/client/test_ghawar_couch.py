"""Ghawar at a table: whole games by each device, what hands do there, undo, AIs, series, demo."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pygame
import pytest

from client import program, saves
from client.boards.ghawar.board import GhawarBoard
from client.boards.ghawar.words import DERRICK
from client.screens.result import ResultScreen
from client.screens.setup import SetupScreen
from client.screens.table import TableScreen
from client.screens.title import TitleScreen
from client.settings import Settings
from core import chance, codec
from core import messages as m
from core.game import Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Action, Drive, Leave, Options, Shift, State, space_at
from core.match import Match
from core.record import of_match
from core.wire import FRAME_FROM_GUEST
from tests.client.couch import DEVICES, Couch, couch
from tests.client.ghawar_kit import BASIC, MANY
from tests.client.ghawar_wants import wants
from tests.client.players import GhawarPlayer

NAMES = ("Ada", "Bo", "Cleo", "Dino")
QUICK = Settings(language="en", names=NAMES, speed=4.0)
BOT = m.Plan("bot", level="random")
FAR = space_at(2, 2)
"""Further from the south than any roll."""
SOON = Options(trucks=2, crossing_loads=True, dice_choice=True, stalemate=1)
"""Ends after one round in which nothing was loaded."""


def people(count: int) -> list[m.Plan]:
    return [m.Plan("me", name=name) for name in NAMES[:count]]


@contextmanager
def table(
    options: Options, *plans: m.Plan, size: tuple[int, int] = (960, 540), **window: Any
) -> Iterator[tuple[Couch, GhawarPlayer]]:
    with couch(QUICK, size, tick=0.2, **window) as hands:
        hands.open("ghawar", options, *plans)
        yield hands, GhawarPlayer(hands)


def view_of(hands: Couch) -> State:
    view: State = hands.table.mirror.latest.view()
    return view


def decide(hands: Couch, player: GhawarPlayer, action: Action, device: str) -> None:
    """Make a decision, and see that it was made."""
    seat, known, moment = hands.table.chooser, len(hands.table.mirror.log), hands.moment
    assert seat is not None
    player.does(action, device)
    hands.until(lambda: hands.moment != moment)
    assert hands.has_decided(known, seat, action)
    hands.settle()


def legal_of(hands: Couch) -> list[Action]:
    view = view_of(hands)
    return GHAWAR.legal(view, view.turn)


@pytest.mark.parametrize("device", DEVICES)
def test_a_whole_game_with_each_device(device: str) -> None:
    """Every decision by hand, what there is to do is always said."""
    rng = random.Random(DEVICES.index(device))
    with table(SOON, *people(2), drawn=False) as (hands, player):
        while hands.table.mirror.latest.outcome is None:
            hands.rest(0.2)
            seat = hands.table.chooser
            assert seat is not None and hands.table.prompt.text.startswith(f"{NAMES[seat]}: ")
            decide(hands, player, wants(view_of(hands), legal_of(hands), rng), device)
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))


@pytest.mark.parametrize(
    ("options", "seats"),
    [pytest.param(*one, marks=() if n in (2, 4) else pytest.mark.long) for n, one in enumerate(MANY)],
)
def test_a_couch_plays_every_variant(options: Options, seats: int) -> None:
    """Each seat in its turn, devices in turn, to the end."""
    rng, count = random.Random(seats), 0
    with table(options, *people(seats), drawn=False) as (hands, player):
        seen = set()
        while hands.table.mirror.latest.outcome is None:
            seat = hands.table.chooser
            assert seat is not None and seat == view_of(hands).turn
            seen.add(seat)
            decide(hands, player, wants(view_of(hands), legal_of(hands), rng, 0.2), DEVICES[count % 3])
            count += 1
        assert seen == set(range(seats))
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))


@pytest.mark.long
def test_ais_play_along() -> None:
    """One person and two AIs who drive at random: the person is asked in every round."""
    rng = random.Random(5)
    with table(BASIC, people(1)[0], BOT, BOT, drawn=False) as (hands, player):
        for _ in range(12):
            assert hands.table.chooser == 0
            decide(hands, player, wants(view_of(hands), legal_of(hands), rng), "keyboard")
        assert view_of(hands).rounds == 12


@pytest.mark.parametrize("device", DEVICES)
def test_a_derrick_is_moved_with_each_device(device: str) -> None:
    with table(BASIC, *people(2)) as (hands, player):
        shift = next(action for action in legal_of(hands)[::-1] if isinstance(action, Shift))
        decide(hands, player, shift, device)
        assert view_of(hands).derricks.item(shift.to[1] // 2, shift.to[0] // 2) == 0


def test_the_button_beside_the_field_goes_to_derricks_and_back() -> None:
    """It shows which of the two is done; Escape leads back, and only then to the menu."""
    with table(BASIC, *people(2)) as (hands, player):
        hands.rest(0.2)
        assert hands.table.prompt.text.startswith("Ada: drive")
        hands.press(hands.table.offers[0])
        hands.rest(0.2)
        assert [button.label for button in hands.table.offers] == ["Drive instead"]
        assert hands.table.prompt.text == "Ada: choose one of your derricks to move."
        own = player.hand.choices(view_of(hands), Seat(0)).targets((), DERRICK)[0]
        layout = player.board.layout(view_of(hands))
        hands.click(*layout.platform(int(own[1])).centre)
        hands.rest(0.2)
        assert player.hand.held == (own,)
        hands.point(*layout.tray.centre)
        hands.rest(0.2)
        assert hands.table.prompt.text == "Ada: choose a free platform for the derrick."
        hands.key(pygame.K_ESCAPE)
        assert player.hand.held == () and player.hand.kind == DERRICK
        hands.key(pygame.K_ESCAPE)
        assert player.hand.kind != DERRICK and hands.table.focus.modal is None
        hands.key(pygame.K_ESCAPE)
        assert hands.table.focus.modal is not None


def test_what_is_out_of_reach_says_why_and_changes_nothing() -> None:
    """No way is as long as the roll."""
    with table(BASIC, *people(2)) as (hands, player):
        log = len(hands.table.mirror.log)
        hands.click(*player.board.layout(view_of(hands)).space(FAR).centre)
        hands.rest(0.3)
        refusal = hands.table.stage.denied(hands.app.now)
        assert refusal is not None and refusal.code == "ghawar.refusal.not_in_reach"
        assert hands.table.prompt.text.startswith("No way is exactly")
        assert len(hands.table.mirror.log) == log


def test_the_prompt_says_what_would_be_loaded_and_what_it_costs() -> None:
    """Until somebody can load: the sentence over that platform names colour and price, and who gets it."""
    rng = random.Random(4)
    with table(BASIC, *people(2), drawn=False) as (hands, player):
        said = dict[bool, str]()
        for _ in range(40):
            view = view_of(hands)
            for action in legal_of(hands):
                if isinstance(action, Drive) and action.load is not None:
                    free = bool(view.derricks[action.load[1] // 2, action.load[0] // 2] == view.turn)
                    if free not in said:
                        said[free] = say_over(hands, player, action)
            decide(hands, player, wants(view_of(hands), legal_of(hands), rng), "mouse")
        assert "free, and worth" in said[True] and ": pay " in said[False]


def say_over(hands: Couch, player: GhawarPlayer, action: Drive) -> str:
    """The sentence while the hand means a load."""
    assert action.load is not None
    rect = player.board.layout(view_of(hands)).place(action.load)
    assert rect is not None
    hands.point(*rect.centre)
    hands.rest(0.2)
    return hands.table.prompt.text


@pytest.mark.usefixtures("home")
def test_moves_are_taken_back_up_to_the_roll_and_the_game_goes_on_later() -> None:
    """The next roll bars what was before it; leaving keeps the game, "Continue" brings it back as it was."""
    with table(BASIC, *people(2)) as (hands, player):
        rng = random.Random(2)
        for _ in range(3):
            decide(hands, player, wants(view_of(hands), legal_of(hands), rng), "keyboard")
        log = len(hands.table.mirror.log)
        hands.key(pygame.K_u)
        hands.rest(1.0)
        assert len(hands.table.mirror.log) == log, "the next seat has rolled already"
        before = view_of(hands)
        hands.table.actions.leave()
        hands.until(lambda: isinstance(hands.app.top, TitleScreen))
        hands.rest(0.6)
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        hands.settle()
        assert codec.digest(view_of(hands)) == codec.digest(before)


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
        saves.couch_file().parent.mkdir(parents=True, exist_ok=True)
        saves.couch_file().write_text(text, encoding="utf-8")
        hands.program.go_on()
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        assert codec.digest(view_of(hands)) == codec.digest(match.state)


def test_a_seat_is_handed_to_an_ai_and_back() -> None:
    with table(BASIC, *people(2)) as (hands, player):
        rng = random.Random(3)
        decide(hands, player, wants(view_of(hands), legal_of(hands), rng), "mouse")
        assert hands.table.chooser == 1
        hands.table.session.ask(m.HandOver, seat=1, level="random")
        hands.until(lambda: hands.table.chooser == 0)
        assert hands.table.mirror.holders[1].kind == "bot"
        hands.table.session.ask(m.TakeBack, seat=1)
        hands.until(lambda: hands.table.mirror.holders[1].kind == "person")
        hands.settle()
        assert hands.table.chooser == 0


def test_money_of_a_series_is_added_up_and_the_next_seat_begins() -> None:
    rng, goal = random.Random(1), GHAWAR.info.goals[1]
    with couch(QUICK, (960, 540), tick=0.3, drawn=False) as hands:
        hands.program.title()
        hands.rest(0.5)
        hands.program.open("ghawar", codec.plain(SOON), tuple(people(2)), goal)
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        sums, table_ = dict.fromkeys(NAMES[:2], 0.0), hands.table
        for game in range(goal.games):
            hands.settle()
            while table_.mirror.latest.outcome is None:
                turn = table_.mirror.latest.turn
                table_.decide(wants(view_of(hands), legal_of(hands), rng))
                hands.until(lambda turn=turn: table_.mirror.latest.turn != turn)
                hands.settle()
            outcome = table_.mirror.latest.outcome
            for seat, holder in enumerate(table_.mirror.holders):
                sums[holder.name] += outcome.scores[seat]
            hands.until(lambda: isinstance(hands.app.top, ResultScreen))
            if game + 1 < goal.games:
                hands.rest(1.0)
                hands.key(pygame.K_RETURN)
                hands.until(lambda: hands.app.top is table_)
                assert [holder.name for holder in table_.mirror.holders] == ["Bo", "Ada"]
        points = zip(table_.mirror.holders, table_.mirror.series.points, strict=True)
        assert {holder.name: n for holder, n in points} == sums


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.long)])
def test_a_demo_is_played_to_the_end(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """AIs at random, who soon stop loading; after as many games as were asked for the program ends."""
    monkeypatch.setattr(program, "DEMO_PAUSE", 0.0)
    with couch(QUICK, (960, 540), tick=0.5) as hands:
        hands.program.demo("ghawar", {"stalemate": 3}, ("random",), games=1, seats=seats)
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        mirror = hands.table.mirror
        assert hands.table.demo and mirror.seats == seats
        hands.until(lambda: mirror.latest.outcome is not None)
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))
        hands.until(lambda: not hands.app.running)


def test_all_options_are_to_be_had_in_the_set_up() -> None:
    """Also many a length of the stalemate between its bounds."""
    with couch(QUICK, (1280, 720)) as hands:
        hands.program.title()
        hands.rest(0.5)
        hands.program.setup("ghawar", lan=False)
        hands.until(lambda: isinstance(hands.app.top, SetupScreen))
        setup = hands.app.top
        assert isinstance(setup, SetupScreen)
        for name, row in setup.options.items():
            setup.focus.focus(row)
            seen = set()
            for _ in range(len(row.options)):
                hands.key(pygame.K_RIGHT)
                seen.add(getattr(setup._chosen(), name))
                assert setup.conflict is None
            assert seen >= ({1, 5, 10, 20, 30, 50} if name == "stalemate" else set(setup._values[name]))


def test_the_board_knows_everything_that_stands() -> None:
    """What a seat has is told: in the sum of its plate and as the measure of the result."""
    rng = random.Random(6)
    with table(SOON, *people(2), drawn=False) as (hands, player):
        while hands.table.mirror.latest.outcome is None:
            decide(hands, player, wants(view_of(hands), legal_of(hands), rng), "mouse")
        board, outcome = hands.table.board, hands.table.mirror.latest.outcome
        assert isinstance(board, GhawarBoard)
        for seat in (Seat(0), Seat(1)):
            assert board.measure(view_of(hands), seat) == outcome.scores[seat]
            assert board.tally(hands.table.frame(), seat).values == {"total": outcome.scores[seat]}
        assert any(isinstance(step.action, Leave) for step in hands.table.mirror.log)
