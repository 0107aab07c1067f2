"""Games on the couch outlive the program: killed in the middle of one, it goes on where it was."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from client.screens.result.screen import ResultScreen
from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.session import local_server as kept
from client.session import saved_games
from client.session.connection import ConnectionAttempt
from client.session.identity import ProgramIdentity
from client.session.session import Session
from client.session.table import ClientTable
from client.stage.settings import Settings
from core import chance
from core.game import Goal, Refusal, Seat
from core.games.sturt.rules import STURT
from core.games.sturt.state import Options
from core.match import Match
from core.protocol import messages as m
from core.record import of_match
from server.embedded import Embedded
from server.storage.database import DATABASE_FILE
from tests.client.couch import Couch, couch
from tests.client.couch_killed import at_the_table, decide, stands

QUICK: dict[str, Any] = {"size": (960, 540), "drawn": False}
ENGLISH = Settings(language="en", names=("Ada", "Bo"))
SERIES = {
    "game": "sturt",
    "options": {},
    "seats": 2,
    "goal": 3,
    "clock": 3600,
    "games": 1,
    "decisions": 3,
}
ONE = {"game": "sturt", "options": {}, "seats": 2, "goal": 1, "clock": 0}
SEALED = {"game": "great_divide", "options": {}, "seats": 2, "goal": 1, "clock": 0, "decisions": 1}
DICE = {"game": "ghawar", "options": {}, "seats": 2, "goal": 1, "clock": 0, "decisions": 8}


@pytest.fixture(autouse=True)
def _home(home: Path) -> Path:
    """All of this machine's files."""
    return home


@contextmanager
def killed(role: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """How a table stood when its program was killed."""
    command = [sys.executable, "-m", "tests.client.couch_killed", json.dumps(role)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        line = next(line for line in process.stdout if line.startswith("{"))
        process.kill()
        process.communicate()
    yield json.loads(line)


def title(hands: Couch) -> TitleScreen:
    hands.program.title()
    hands.rest(0.5)
    assert isinstance(hands.app.top, TitleScreen)
    return hands.app.top


def go_on(hands: Couch) -> ClientTable:
    """Press *Continue* on the title screen."""
    screen = title(hands) if not isinstance(hands.app.top, TitleScreen) else hands.app.top
    assert screen.resume_.visible
    screen.resume_.press()
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    return hands.table.client_table


def notices(hands: Couch) -> list[str]:
    """Those shown last, however many frames ago: a busy machine draws many while it waits for the server."""
    return [said.text for said in hands.app.notices.shown]


@pytest.mark.covering(most=1)
@pytest.mark.parametrize(
    "role",
    [SERIES, SEALED, pytest.param(DICE, marks=pytest.mark.long)],
    ids=lambda role: str(role["game"]),
)
def test_a_game_goes_on_exactly_where_its_program_was_killed(role: dict[str, Any]) -> None:
    """A series in its second game with clocks; a choice that is sealed; dice that were promised."""
    with killed(role) as before, couch(ENGLISH, **QUICK) as hands:
        client_table = go_on(hands)
        assert stands(hands) == before
        assert before["played"] == (1 if role is SERIES else 0)
        assert any(before["lines"]) == (role is SEALED)
        decide(hands)
        if role is not SERIES:
            return
        assert sum(client_table.series.points) == 1.0
        assert 3000 < min(client_table.clocks) < 3600


@pytest.mark.long
def test_what_chance_had_promised_before_the_program_was_killed_is_kept() -> None:
    with killed({**SEALED, "decisions": 40}) as before, couch(ENGLISH, **QUICK) as hands:
        client_table = go_on(hands)
        assert client_table.commitment == before["commitment"] != ""
        play_out(hands)
        assert client_table.verdict.kind == "proven"


def play_out(hands: Couch) -> None:
    client_table = hands.table.client_table
    while client_table.latest.outcome is None:
        decide(hands)


def leave(hands: Couch) -> None:
    hands.table.actions.leave()
    hands.until(lambda: isinstance(hands.app.top, TitleScreen))


def opened(hands: Couch, decisions: int, seats: int = 2) -> None:
    """A new game of Sturt's desert with so many decisions, left again."""
    role = {**ONE, "seats": seats, "decisions": decisions}
    at_the_table(hands, role)
    leave(hands)


def test_whoever_leaves_a_game_hears_where_it_waits() -> None:
    with couch(ENGLISH, **QUICK) as hands:
        waits = hands.app.translate("table.notice.waits")
        opened(hands, 0)
        assert waits not in notices(hands), "nothing was decided, so nothing is kept"
        opened(hands, 1)
        assert waits in notices(hands)


def test_the_newest_game_with_a_decision_goes_on_then_those_before_it() -> None:
    with couch(ENGLISH, **QUICK) as hands:
        for decisions in (2, 5, 0):
            opened(hands, decisions)
        assert len(go_on(hands).log) == 5
        play_out(hands)
        leave(hands)
        assert len(go_on(hands).log) == 2


def test_a_series_left_between_two_games_goes_on_at_the_result_of_the_last() -> None:
    with couch(ENGLISH, **QUICK) as hands:
        at_the_table(hands, {**ONE, "goal": 3, "decisions": 2})
        play_out(hands)
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))
        assert isinstance(hands.app.top, ResultScreen)
        hands.app.top.actions.leave()
        hands.until(lambda: isinstance(hands.app.top, TitleScreen))
        go_on(hands)
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))


def test_only_so_many_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.storage.couch.MOST_KEPT_GAMES", 2)
    with couch(ENGLISH, **QUICK) as hands:
        for decisions in (1, 2, 3):
            opened(hands, decisions)
        hands.program.demo("sturt")
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        leave(hands)
        assert sorted(key.table for key in kept.keys().all()) == [2, 2, 3, 3]


def test_a_second_program_plays_without_keeping_and_says_so() -> None:
    with couch(ENGLISH, **QUICK) as first, couch(ENGLISH, **QUICK) as second:
        at_the_table(first, {**ONE, "decisions": 2})
        at_the_table(second, {**ONE, "decisions": 1})
        assert second.app.translate("couch.in_use") in notices(second)
        keys = kept.keys().all()
        leave(second)
        assert kept.keys().all() == keys
        leave(first)
        opened(second, 1)
        assert len(kept.keys().all()) == 4, "the next one is kept"


def test_a_second_program_cannot_go_on_and_says_only_where_the_games_are() -> None:
    with couch(ENGLISH, **QUICK) as first, couch(ENGLISH, **QUICK) as second:
        at_the_table(first, {**ONE, "decisions": 2})
        screen = title(second)
        assert screen.resume_.visible
        screen.resume_.press()
        second.rest()
        assert isinstance(second.app.top, TitleScreen)
        assert notices(second) == [second.app.translate("couch.elsewhere")]


def test_a_table_left_to_its_guests_keeps_the_games_until_they_have_gone(home: Path) -> None:
    made = partial(Embedded, port=0, host="127.0.0.1", beacon_port=0, data=home / "couch")
    rooms = kept.LocalServer(made, ProgramIdentity().identity_at(""))
    here = rooms.enter()
    here.ask(m.Open, game="sturt", options={}, plans=(m.SeatPlan("me", name="Ada"), m.SeatPlan("open")))
    here.ask(m.Publish, name="Ada")
    listen(lambda: here.client_table is not None and here.client_table.port, here)
    assert here.client_table is not None and rooms.server is not None
    guest, first = Session(ConnectionAttempt("127.0.0.1", here.client_table.port)), rooms.server
    guest.ask(m.Sit, table=here.client_table.table, seat=1, name="Bo")
    listen(lambda: guest.client_table is not None, here, guest)
    assert entered(rooms) == (Refusal("couch.opened"), False)
    guest.close()
    listen(lambda: not first.has_remote_guests())
    assert entered(rooms) == (None, True)
    rooms.close()


def entered(rooms: kept.LocalServer) -> tuple[Refusal | None, bool]:
    """What people are told when they begin another game, and whether it is kept."""
    rooms.enter()
    assert rooms.server is not None
    return rooms.trouble, rooms.server.keeps_data


def listen(until: Callable[[], object], *sessions: Session) -> None:
    end = time.monotonic() + 20
    while not until():
        for session in sessions:
            session.wait(0.01)
            session.poll(time.monotonic())
        assert time.monotonic() < end


def test_whoever_has_looked_at_the_archive_bars_nobody_from_their_games() -> None:
    with couch(ENGLISH, **QUICK) as first, couch(ENGLISH, **QUICK) as second:
        first.program.title()
        first.rest()
        first.program.archive()
        first.rest()
        first.key(pygame.K_ESCAPE)
        first.rest()
        assert isinstance(first.app.top, TitleScreen)
        at_the_table(second, {**ONE, "decisions": 1})
        assert notices(second) == []


def test_a_table_that_could_not_be_opened_leaves_no_server_behind() -> None:
    with couch(ENGLISH, **QUICK) as hands:
        hands.program.title()
        hands.program.open("sturt", {"first": 99}, (m.SeatPlan("open"), m.SeatPlan("open")), Goal(games=1))
        hands.until(lambda: isinstance(hands.app.top, TitleScreen))
        assert hands.program.home.server is None


def test_files_that_cannot_be_read_are_set_aside_and_said(home: Path) -> None:
    with couch(ENGLISH, **QUICK) as hands:
        opened(hands, 2)
        (home / "couch" / DATABASE_FILE).write_bytes(b"This is not what it was." * 200)
        for end in ("-wal", "-shm"):
            (home / "couch" / f"{DATABASE_FILE}{end}").unlink(missing_ok=True)
        at_the_table(hands, {**ONE, "decisions": 1})
        assert hands.app.translate("couch.damaged", folder="couch-damaged-1") in notices(hands)
        assert (home / "couch-damaged-1" / DATABASE_FILE).read_bytes().startswith(b"This is not")
        leave(hands)
        assert len(go_on(hands).log) == 1


def test_a_game_of_other_rules_does_not_go_on_and_the_version_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with couch(ENGLISH, **QUICK) as hands:
        opened(hands, 2)
    was = STURT.info
    monkeypatch.setattr(type(STURT), "info", msgspec.structs.replace(was, rules="7.3"))
    with couch(ENGLISH, **QUICK) as hands:
        screen = title(hands)
        screen.resume_.press()
        hands.rest()
        assert isinstance(hands.app.top, TitleScreen)
        said = hands.app.translate("couch.outdated", version=was.rules)
        assert was.rules in said and said in notices(hands)


def test_where_nothing_can_be_kept_people_play_all_the_same(home: Path) -> None:
    (home / "couch").write_text("in the way")
    with couch(ENGLISH, **QUICK) as hands:
        at_the_table(hands, {**ONE, "decisions": 1})
        assert hands.app.translate("couch.not_kept") in notices(hands)


@pytest.mark.long
def test_a_demo_leaves_nothing_unless_somebody_joins_it() -> None:
    with couch(ENGLISH, **QUICK) as hands:
        hands.program.title()
        hands.program.demo("sturt")
        hands.until(lambda: isinstance(hands.app.top, TableScreen) and len(hands.table.client_table.log) > 2)
        leave(hands)
        assert not title(hands).resume_.visible
        hands.program.demo("sturt")
        hands.until(lambda: isinstance(hands.app.top, TableScreen) and len(hands.table.client_table.log) > 2)
        hands.table.session.ask(m.TakeBack, seat=0, name="Ada")
        hands.until(lambda: hands.table.client_table.yours == (0,))
        played = hands.table.client_table.log
        leave(hands)
        assert go_on(hands).log[: len(played)] == played


def test_the_file_of_an_older_version_is_taken_over_once(home: Path) -> None:
    match = Match(STURT, Options(), 2, chance.seed_from(0))
    match.submit(Seat(0), STURT.legal(match.state, Seat(0))[0], 0)
    saved_games.couch_file().write_text(of_match(match, ("Ada", "Bo")), encoding="utf-8")
    with couch(ENGLISH, **QUICK) as hands:
        assert len(go_on(hands).log) == 1
        assert not saved_games.couch_file().exists()
        leave(hands)
        assert len(go_on(hands).log) == 1
