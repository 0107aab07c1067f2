"""A guest whose program was killed in the middle of a game finds its seat again."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.screens.choices import ChoicesScreen
from client.screens.lan import LanScreen
from client.screens.table import TableScreen
from client.screens.title import TitleScreen
from client.settings import Settings
from client.ui.focus import said
from tests.client.couch import Couch, couch
from tests.client.couch_killed import at_the_table
from tests.client.hosting import Hosting, hosting

BO = Settings(language="en", names=("Bo",))
COUCH = {"game": "sturt", "options": {}, "seats": 2, "goal": 1, "clock": 0, "decisions": 1}


@pytest.fixture
def port() -> int:
    """One that nobody uses."""
    with socket.socket() as free:
        free.bind(("", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def ada(port: int, home: Path, tmp_path: Path) -> Iterator[Hosting]:
    """The host of a game that goes on; Bo's program, with its files in `home`, was killed."""
    words = ("host", "sturt", "--name", "Ada", "--port", str(port))
    with hosting(words, tmp_path / "ada") as host:
        host.until(lambda at: at.get("port") == port)
        with hosting(("join", f"localhost:{port}", "--name", "Bo", "--seat", "2"), home):
            host.until(lambda at: at.get("steps") == 3)
        host.until(lambda at: at.get("holders") == ["person", "away"])
        yield host


def title(hands: Couch) -> TitleScreen:
    hands.program.title()
    hands.rest(0.5)
    assert isinstance(hands.app.top, TitleScreen)
    return hands.app.top


def is_at_the_table(hands: Couch, ada: Hosting) -> None:
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    assert hands.table.mirror.yours == (1,) and len(hands.table.mirror.log) == 3
    ada.until(lambda at: at.get("holders") == ["person", "person"])


def test_continue_leads_back_to_the_seat_and_names_its_server(ada: Hosting) -> None:
    with couch(BO, drawn=False) as hands:
        button = title(hands).resume_
        assert button.enabled and "“Ada”" in said(button.tip)
        hands.press(button)
        is_at_the_table(hands, ada)


def test_with_a_game_on_the_couch_continue_asks_which(ada: Hosting, port: int) -> None:
    with couch(BO, drawn=False) as hands:
        at_the_table(hands, COUCH)
        hands.table.actions.leave()
        hands.until(lambda: isinstance(hands.app.top, TitleScreen))
        hands.press(title(hands).resume_)
        hands.until(lambda: isinstance(hands.app.top, ChoicesScreen))
        hands.rest(0.5)
        question = hands.app.top
        assert isinstance(question, ChoicesScreen)
        assert [said(button.label) for button in question.buttons] == [
            hands.app.say("couch.here"),
            hands.app.say("couch.there", server="Ada", address=f"127.0.0.1:{port}"),
        ]
        hands.press(question.buttons[1])
        is_at_the_table(hands, ada)


def test_the_list_of_servers_says_that_the_seat_is_kept(ada: Hosting, port: int) -> None:
    with couch(BO) as hands:
        hands.program.title()
        hands.program.lan()
        screen = hands.app.top
        assert isinstance(screen, LanScreen)
        hands.until(lambda: any(seen.found.port == port for seen in screen.sightings))
        found = next(seen.found for seen in screen.sightings if seen.found.port == port)
        assert screen.seats_words(found) == "your seat is kept"
