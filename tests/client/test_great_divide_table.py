"""The Great Divide at a table: whole games by every device, between programs, as a demo; and how it looks."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from client import program
from client.screens.result import ResultScreen
from client.screens.table import TableScreen
from client.settings import Settings
from core import codec, record
from core import messages as m
from core.game import Goal, Seat
from core.games.great_divide.drainage import PASS
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Cards, Draw, Flip, Lay, Options, State, TurnPass
from core.match import Step
from tests.client.couch import DEVICES, Couch, couch, fingers
from tests.client.great_divide_kit import games
from tests.client.players import GreatDividePlayer
from tests.client.screens_kit import EVERYWHERE, cut_texts, stray_words

QUICK = Settings(language="en", names=("Ada", "Bo"), speed=4.0)
ADA, BO = m.Plan("me", name="Ada"), m.Plan("me", name="Bo")
ROOT = Path(__file__).parents[2]

VARIANTS = {
    "mouse": Options(great_basin=True, two_ocean_pass=True),
    "keyboard": Options(earthquake=True, events=2),
    "pad": Options(True, True, True, 2, True),
}
DONE = {
    "mouse": {"Cards", "Draw", "Flip", "Lay"},
    "keyboard": {"Cards", "Draw", "Flip", "Lay", "Keep", "Flood", "Turn", "Remove", "Decline"},
    "pad": {"Draw", "Flip", "Lay", "LayBasin", "LayPass", "Flood", "Turn", "Remove", "Decline"},
}
"""What is done in a game with each kind of device; another one, with all in turn, is in `test_couch`."""


@contextmanager
def table(options: Options, *plans: m.Plan, settings: Settings = QUICK, **window: Any) -> Iterator[Couch]:
    with couch(settings, **window) as hands:
        hands.open("great_divide", options, *plans)
        yield hands


def view_of(hands: Couch) -> State:
    """What whoever is asked sees."""
    view: State = hands.table.mirror.latest.view(hands.table.chooser)
    return view


def choose(hands: Couch, player: GreatDividePlayer, rng: random.Random, device: str) -> Any:
    """One decision by hand, until the next has come up."""
    mirror = hands.table.mirror
    seat, known, moment = hands.table.chooser, len(mirror.log), hands.moment
    choice = player.picks(GREAT_DIVIDE.legal(mirror.latest.view(seat), seat), rng)
    player.does(choice, device)
    hands.until(lambda: hands.moment != moment)
    assert hands.has_decided(known, seat, choice)
    hands.settle()
    return choice


@pytest.mark.parametrize(
    "device", [DEVICES[0], *(pytest.param(device, marks=pytest.mark.long) for device in DEVICES[1:])]
)
def test_a_whole_game_with_one_kind_of_device(device: str) -> None:
    rng, done = random.Random(4), set()
    with table(VARIANTS[device], ADA, BO, size=(960, 540), tick=0.3, drawn=False) as hands:
        player, mirror = GreatDividePlayer(hands), hands.table.mirror
        while mirror.latest.outcome is None:
            done.add(type(choose(hands, player, rng, device)).__name__)
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))
    assert done >= DONE[device], "the seed makes a game in which less happens"


def decided(shown: TableScreen, seat: int) -> bool:
    """Whether a seat has chosen its cards, still sealed or opened by the other's choice."""
    return bool(shown.mirror.line(Seat(seat)) or shown.mirror.log)


def test_where_a_tile_cannot_lie_the_table_says_why() -> None:
    """The refusal stands above the board, its places are lit, and nothing has happened."""
    rng = random.Random(2)
    with table(Options(), ADA, BO) as hands:
        player, shown = GreatDividePlayer(hands), hands.table
        while view_of(hands).stage != "lay":
            choose(hands, player, rng, "mouse")
        view, known = view_of(hands), len(shown.mirror.log)
        wrong = next(
            Lay(x, y, 0)
            for space, (x, y) in enumerate(GREAT_DIVIDE.land.places)
            if GREAT_DIVIDE.land.areas[GREAT_DIVIDE.land.area[space]] != view.drawn and 0 < x < 6
        )
        player.does(wrong, "mouse")
        hands.rest(0.2)
        assert len(shown.mirror.log) == known
        refusal = shown.stage.denied(hands.app.now)
        assert refusal is not None and refusal.code == "great_divide.refusal.other_area"
        assert refusal.places == ((wrong.x, wrong.y),)
        assert shown.prompt.text == "This tile belongs to another area."


@cache
def erupting() -> str:
    """The record of a random game up to an eruption while the Pass lies and can be turned to every axis."""
    options = Options(two_ocean_pass=True, events=2, first=1)
    for seed in range(60):
        steps = []
        for before, seat, action, _ in games(options, seed, eager=True):
            axes = {a.axis for a in GREAT_DIVIDE.legal(before, seat) if isinstance(a, TurnPass)}
            if len(axes) == 3:
                header = record.Header("great_divide", codec.plain(options), 2, ("Ada", "Bo"), "2026-11-21")
                return record.write(GREAT_DIVIDE, header, steps)
            steps.append(Step(seat, action))
    raise AssertionError("no random game comes to it")


@pytest.mark.parametrize("device", DEVICES)
def test_the_pass_is_turned_by_every_device(device: str) -> None:
    options = codec.plain(Options(two_ocean_pass=True, events=2, first=1))
    with couch(QUICK, (960, 540), tick=0.3, drawn=False) as hands:
        hands.program.title()
        hands.program.open("great_divide", options, (ADA, BO), Goal(games=1), record=erupting())
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        hands.settle()
        player, known, seat = GreatDividePlayer(hands), len(hands.table.mirror.log), hands.table.chooser
        view = view_of(hands)
        crest = int(np.flatnonzero(view.tiles >= PASS)[0])
        axis = (int(view.tiles[crest]) - PASS + 1) % 3
        player.does(TurnPass(*GREAT_DIVIDE.land.places[crest], axis), device)
        hands.until(lambda: len(hands.table.mirror.log) > known)
        hands.settle()
        assert view_of(hands).tiles[crest] == PASS + axis
        assert hands.table.chooser == 1 - seat, "now the other seat turns another tile"
        assert hands.table.prompt.text.endswith("turn another tile.")


@pytest.mark.parametrize("device", DEVICES)
def test_before_a_later_draw_a_card_is_turned_where_the_options_say_so(device: str) -> None:
    """East begins, all its cards passive: West lays, and East may turn cards once more before it draws."""
    with table(Options(first=1, turning="before each draw"), ADA, BO) as hands:
        player, shown = GreatDividePlayer(hands), hands.table
        for seat in (0, 1):
            player.does(Cards(""), "keyboard")
            hands.until(lambda seat=seat: decided(shown, seat))
            hands.settle()
        assert shown.chooser == 1 and shown.prompt.text == "Bo: turn cards over if you like, then draw."
        player.does(Draw(), "keyboard")
        hands.until(lambda: len(shown.mirror.log) == 4)
        hands.settle()
        player.does(GREAT_DIVIDE.legal(view_of(hands), Seat(0))[5], "keyboard")
        hands.until(lambda: len(shown.mirror.log) == 5)
        hands.settle()
        assert shown.chooser == 1 and shown.prompt.text == "Bo: turn cards over if you like, then draw again."
        player.does(Flip("3"), device)
        hands.until(lambda: len(shown.mirror.log) == 6)
        hands.settle()
        assert shown.mirror.log[-1].action == Flip("3") and view_of(hands).cards[1, 3] == 1


def test_an_opponents_decision_is_asked_of_the_opponent() -> None:
    """All of Ada's cards are passive: she draws, Bo lays, and the table says so; then she draws again."""
    with table(Options(), ADA, BO) as hands:
        player, shown = GreatDividePlayer(hands), hands.table
        for seat in (0, 1):
            assert shown.chooser == seat
            player.does(Cards(""), "keyboard")
            hands.until(lambda seat=seat: decided(shown, seat))
            hands.settle()
        player.does(Draw(), "keyboard")
        hands.until(lambda: len(shown.mirror.log) == 4)
        hands.settle()
        view = view_of(hands)
        if view.stage == "five":
            pytest.fail("the seed of this test draws the 5 first")
        assert (view.turn, view.actor, shown.chooser) == (0, 1, 1)
        assert shown.prompt.text.startswith("Bo: lay ") and "Ada's card is passive" in shown.prompt.text
        player.does(GREAT_DIVIDE.legal(view, Seat(1))[5], "pad")
        hands.until(lambda: len(shown.mirror.log) == 5)
        hands.settle()
        assert shown.chooser == 0 and view_of(hands).stage == "again"
        assert shown.prompt.text == "Ada: draw again."


def test_nobody_at_the_screen_sees_what_the_other_has_in_mind() -> None:
    """Ada turns some cards; Bo is shown his own as they lay at first, and hers only once he has chosen."""
    with table(Options(), ADA, BO) as hands:
        player, shown = GreatDividePlayer(hands), hands.table
        player.does(Cards("W5"), "mouse")
        hands.until(lambda: decided(shown, 0))
        hands.settle()
        frame = shown.frame()
        assert shown.chooser == 1 and frame.viewer == 1
        assert (frame.view.cards == GREAT_DIVIDE.start(Options(), 2).cards).all(), "as if nobody had chosen"
        assert shown.board.hands[1].chosen(frame) == Cards("W12345E")
        assert "W5" not in str([offer.action for offer in shown.board.offers(frame)])
        player.does(Cards("1"), "keyboard")
        hands.until(lambda: len(shown.mirror.log) == 2)
        assert [step.action for step in shown.mirror.log] == [Cards("W5"), Cards("1")]


@pytest.mark.parametrize("device", DEVICES)
def test_a_turned_card_can_be_taken_back_a_drawn_tile_cannot(device: str) -> None:
    with table(Options(), ADA, BO) as hands:
        player, shown = GreatDividePlayer(hands), hands.table
        for seat in (0, 1):
            player.does(Cards("W12345E"), "mouse")
            hands.until(lambda seat=seat: decided(shown, seat))
            hands.settle()
        player.does(Flip("3"), device)
        hands.until(lambda: len(shown.mirror.log) == 3)
        hands.settle()
        shown.take_back()
        hands.until(lambda: len(shown.mirror.log) == 2)
        hands.settle()
        player.does(Draw(), device)
        hands.until(lambda: len(shown.mirror.log) == 4)
        hands.settle()
        shown.take_back()
        hands.rest(0.5)
        assert len(shown.mirror.log) == 4


@pytest.mark.long
def test_two_programs_play_each_other(tmp_path: Path) -> None:
    """A window here, another process that joins over a socket: the same game at both ends, to the end."""
    rng = random.Random(4)
    with couch(QUICK, (960, 540), tick=0.3, drawn=False) as hands:
        hands.program.port = 0
        hands.open_table("great_divide")
        hands.table.menu._publish()
        hands.until(lambda: hands.table.mirror.port > 0)
        hands.table.session.ask(m.Free, seat=1)
        command = [sys.executable, "-m", "client", "join", f"127.0.0.1:{hands.table.mirror.port}"]
        other = subprocess.Popen(
            [*command, "--bot", "random", "--name", "Zoe", "--lang", "en"],
            cwd=ROOT,
            env={**os.environ, "TILEWRIGHT_HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            player, mirror = GreatDividePlayer(hands), hands.table.mirror
            hands.until(lambda: mirror.holders[1].name == "Zoe")
            while mirror.latest.outcome is None:
                hands.settle()
                if mirror.latest.outcome is None:
                    choose(hands, player, rng, rng.choice(DEVICES))
            assert mirror.holders[1].name == "Zoe"
            assert other.stdout is not None
            assert any("The game is over" in line for line in other.stdout)
        finally:
            hands.program.close()
            other.terminate()  # it would call again for a minute
            other.communicate(timeout=30)


def test_a_demo_is_played_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """AIs with the Pass and events; after as many games as were asked for the program ends."""
    monkeypatch.setattr(program, "DEMO_PAUSE", 0.0)
    with couch(QUICK, (960, 540), tick=0.5) as hands:
        hands.program.demo("great_divide", {"two_ocean_pass": True, "events": 2}, ("random",), games=1)
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        mirror = hands.table.mirror
        assert hands.table.demo
        hands.until(lambda: mirror.latest.outcome is not None)
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))
        hands.until(lambda: not hands.app.running)
    assert not any(step.seat >= 0 and step.action == Cards("?") for step in mirror.log)


def test_buttons_are_reached_by_keys_alone() -> None:
    """From the cards down to the button and up again, the choice unchanged."""
    with table(Options(), ADA, BO) as hands:
        keys, shown = fingers(hands, "keyboard"), hands.table
        keys.accept()
        keys.accept()
        for _ in range(7):
            keys.move(0, 1)
        assert shown.focus.current is shown.offers[0]
        keys.move(0, -1)
        assert shown.focus.current is shown.widget
        assert shown.board.hands[0].chosen(shown.frame()) == Cards("12345E")


# --- how it looks ------------------------------------------------------------------------------


@cache
def begun(stage: str, options: Options) -> str:
    """The record of a random game up to a decision of this stage, late in it."""
    for seed in range(60):
        found, steps = 0, []
        for before, seat, action, _ in games(options, seed):
            if before.stage == stage and len(steps) > 60:
                found = len(steps)
            steps.append(Step(seat, action))
        if found:
            header = record.Header(
                "great_divide", codec.plain(options), 2, ("Maximiliane", "Bo"), "2026-11-21"
            )
            return record.write(GREAT_DIVIDE, header, steps[:found])
    raise AssertionError(f"no random game comes to {stage}")


@pytest.mark.parametrize(
    ("stage", "options"),
    [
        ("turn", Options(True, True, True, 2, True)),
        pytest.param("five", Options(earthquake=True), marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize(("language", "size"), EVERYWHERE)
def test_everything_has_room(
    stage: str, options: Options, language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is cut off or sticks out at any size, in any language, with a long name."""
    stray = stray_words(monkeypatch)
    settings = Settings(language=language, names=("Maximiliane", "Bo"))
    with couch(settings, size, tick=0.5) as hands, cut_texts(monkeypatch) as cut:
        plans = (m.Plan("me", name="Maximiliane"), BO)
        hands.program.title()
        hands.program.open(
            "great_divide", codec.plain(options), plans, Goal(games=1), record=begun(stage, options)
        )
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        hands.settle()
        cut.clear()
        stray.clear()
        hands.rest(3)
        assert view_of(hands).stage == stage
    assert cut == []
    assert stray == []
